//! Initiative scores, phases and passes. Chapter INIT of the catalogue.

use serde::{Deserialize, Serialize};

use dice::{Dice, Modifiers, Purpose, RuleResult, Table};
use model::UnitId;

/// Maximum Initiative Dice of a unit, and the number that Karma buys. `SS-INIT-06`, `SS-INIT-07`.
pub const MAX_INITIATIVE_DICE: u8 = 5;
/// Score lost with every pass. `SS-ROUND-12`, `SS-INIT-25`.
pub const SCORE_PER_PASS: i32 = 10;

/// A unit's initiative in one Combat Round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct InitiativeScore {
    /// Initiative Score.
    pub score: i32,
    /// Initiative attribute included in the score.
    pub attribute: i32,
    /// Initiative Dice included in the score.
    pub dice: u8,
}

/// Parts of the Initiative Dice; `change` is from traits and effects.
///
/// `SS-INIT-02`, `SS-INIT-03`, `SS-INIT-06`, `SS-INIT-07`.
pub fn initiative_dice_parts(base: u8, change: i32, karma: bool) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(base), "initiative dice", "SS-INIT-02");
    parts.add(change, "effects", "SS-INIT-03");
    let most = i32::from(MAX_INITIATIVE_DICE);
    if karma {
        parts.add(most - parts.sum(), "Karma", "SS-INIT-07");
    } else {
        parts.add((most - parts.sum()).min(0), "at most five", "SS-INIT-06");
    }
    parts
}

/// Initiative Dice as a number, 0 to 5.
pub fn initiative_dice(base: u8, change: i32, karma: bool) -> u8 {
    u8::try_from(initiative_dice_parts(base, change, karma).pool())
        .map_or(MAX_INITIATIVE_DICE, |dice| dice.min(MAX_INITIATIVE_DICE))
}

/// Rolls a unit's initiative for a round.
///
/// `base` is its Initiative Dice, `change` their change by effects; `karma` buys five dice.
/// `SS-INIT-02` to `SS-INIT-07`.
pub fn roll_initiative(
    table: &mut impl Table,
    (who, attribute): (UnitId, i32),
    base: u8,
    change: i32,
    karma: bool,
) -> RuleResult<InitiativeScore> {
    let dice = initiative_dice(base, change, karma);
    let parts = initiative_dice_parts(base, change, karma);
    let sum = roll_sum(table, who, dice, "initiative", "SS-INIT-04", &parts)?;
    Ok(InitiativeScore { score: attribute + sum, attribute, dice })
}

fn roll_sum(
    table: &mut impl Table,
    who: UnitId,
    dice: u8,
    why: &'static str,
    clause: &'static str,
    parts: &Modifiers,
) -> RuleResult<i32> {
    let purpose = Purpose { who: Some(who), why, clause, parts: &parts.0, limit: None };
    let sum = table.roll(Dice::d6_sum(u32::from(dice)), purpose)?.value;
    Ok(sum.cast_signed())
}

/// Changes the Initiative attribute, and the score by the difference.
///
/// `SS-INIT-15` to `SS-INIT-17`, `SS-INIT-22`, `SS-WND-11`, `SS-WND-12`, `SS-ROUND-16`.
pub fn change_attribute(initiative: InitiativeScore, attribute: i32) -> InitiativeScore {
    InitiativeScore { score: initiative.score + attribute - initiative.attribute, attribute, ..initiative }
}

/// Changes the Initiative Dice: dice gained are rolled and added to the score, dice lost are rolled and subtracted.
///
/// `SS-INIT-18` to `SS-INIT-20`.
pub fn change_dice(
    table: &mut impl Table,
    who: UnitId,
    initiative: InitiativeScore,
    dice: u8,
) -> RuleResult<InitiativeScore> {
    let dice = dice.min(MAX_INITIATIVE_DICE);
    let mut parts = Modifiers::new();
    let change = if dice > initiative.dice {
        let gained = dice - initiative.dice;
        parts.add(i32::from(gained), "dice gained", "SS-INIT-18");
        roll_sum(table, who, gained, "initiative gained", "SS-INIT-18", &parts)?
    } else if dice < initiative.dice {
        let lost = initiative.dice - dice;
        parts.add(i32::from(lost), "dice lost", "SS-INIT-19");
        -roll_sum(table, who, lost, "initiative lost", "SS-INIT-19", &parts)?
    } else {
        0
    };
    Ok(InitiativeScore { score: initiative.score + change, dice, ..initiative })
}

/// Score of a unit that enters after this many completed passes. `SS-INIT-25`.
pub fn late_entry_score(score: i32, passes: u32) -> i32 {
    score.saturating_sub_unsigned(passes.saturating_mul(SCORE_PER_PASS.unsigned_abs()))
}

/// Score in the next pass. `SS-ROUND-12`.
pub fn score_after_pass(score: i32) -> i32 {
    score - SCORE_PER_PASS
}

/// Whether a unit with this score has an Action Phase in the pass.
///
/// `SS-ROUND-13`, `SS-INIT-12` to `SS-INIT-14`, `SS-INIT-26`.
pub fn has_phase(score: i32) -> bool {
    score > 0
}

/// Number of Action Phases that a score gives from this pass to the end of the round. `SS-INIT-12`.
pub fn phase_count(score: i32) -> u32 {
    score.max(0).unsigned_abs().div_ceil(SCORE_PER_PASS.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tables::on_faces;
    use rstest::rstest;

    /// Rolls for unit 1 with this Initiative attribute and number of dice.
    fn rolled(faces: &[u8], (attribute, base): (i32, u8), change: i32, karma: bool) -> InitiativeScore {
        on_faces(faces, |table| roll_initiative(table, (UnitId(1), attribute), base, change, karma)).0
    }

    fn initiative(score: i32, attribute: i32, dice: u8) -> InitiativeScore {
        InitiativeScore { score, attribute, dice }
    }

    #[rstest]
    #[case::ss_init_02_one_die(1, 0, false, 1)]
    #[case::ss_init_03_reflexes(1, 2, false, 3)]
    #[case::ss_init_03_never_below_none(1, -2, false, 0)]
    #[case::ss_init_06_five_at_most(1, 6, false, 5)]
    #[case::ss_init_06_five_at_most_with_karma(1, 6, true, 5)]
    #[case::ss_init_07_karma(1, 0, true, 5)]
    fn dice_available(#[case] base: u8, #[case] change: i32, #[case] karma: bool, #[case] dice: u8) {
        assert_eq!(initiative_dice(base, change, karma), dice);
        assert_eq!(initiative_dice_parts(base, change, karma).pool(), u32::from(dice));
    }

    #[test]
    fn ss_init_04_all_dice_are_rolled() {
        assert_eq!(rolled(&[1, 1, 1], (6, 3), 0, false).dice, 3);
    }

    #[rstest]
    #[case::ss_init_05_one_die(&[4], 1, 11)]
    #[case::ss_init_05_two_dice(&[6, 1], 2, 14)]
    fn scores(#[case] faces: &[u8], #[case] dice: u8, #[case] score: i32) {
        assert_eq!(rolled(faces, (7, dice), 0, false), initiative(score, 7, dice));
    }

    #[test]
    fn ss_init_07_karma_for_one_round() {
        let unit = (7, 1);
        assert_eq!(rolled(&[1, 2, 3, 4, 5], unit, 0, true).score, 7 + 15);
        assert_eq!(rolled(&[6], unit, 0, false), initiative(13, 7, 1));
    }

    #[test]
    fn ss_round_04_the_score_of_a_round_is_attribute_and_dice() {
        assert_eq!(rolled(&[2], (7, 1), 0, false).score, 9);
    }

    #[rstest]
    #[case::ss_init_12_ten(10, 1)]
    #[case::ss_init_12_eleven(11, 2)]
    #[case::ss_init_12_twenty_one(21, 3)]
    #[case::ss_init_13_zero(0, 0)]
    #[case::ss_init_13_less(-1, 0)]
    #[case::ss_init_27_thirty_six(36, 4)]
    fn passes(#[case] score: i32, #[case] expected: u32) {
        assert_eq!(phase_count(score), expected);
        let acted = std::iter::successors(Some(score), |&score| Some(score_after_pass(score)))
            .take_while(|&score| has_phase(score));
        assert_eq!(acted.count(), expected as usize);
    }

    #[rstest]
    #[case::ss_init_14_driven_below(-1, false)]
    #[case::ss_init_14_still_above(2, true)]
    #[case::ss_round_13_exactly_zero(0, false)]
    #[case::ss_ruling_32_no_phase_below(-1, false)]
    fn acting(#[case] score: i32, #[case] expected: bool) {
        assert_eq!(has_phase(score), expected);
    }

    #[test]
    fn ss_round_12_minus_ten() {
        assert_eq!([23, 15, 8].map(score_after_pass), [13, 5, -2]);
    }

    #[test]
    fn ss_round_14_round_ends() {
        assert!(![9, 10].map(score_after_pass).into_iter().any(has_phase));
    }

    #[rstest]
    #[case::ss_init_15_implant(11, 8, 10, 13)]
    #[case::ss_init_17_loss(11, 8, 5, 8)]
    #[case::ss_init_22_wound(11, 8, 6, 9)]
    fn changed_attribute(#[case] score: i32, #[case] before: i32, #[case] after: i32, #[case] expected: i32) {
        assert_eq!(change_attribute(initiative(score, before, 1), after), initiative(expected, after, 1));
    }

    #[test]
    fn ss_init_16_a_phase_gained() {
        let raised = change_attribute(initiative(9, 6, 1), 8);
        assert_eq!((raised.score, score_after_pass(raised.score), phase_count(raised.score)), (11, 1, 2));
    }

    #[rstest]
    #[case::ss_init_18_gained(&[2, 5], initiative(11, 8, 1), 3, 18)]
    #[case::ss_init_19_lost(&[2, 5], initiative(18, 8, 3), 1, 11)]
    #[case::ss_init_18_unchanged(&[], initiative(18, 8, 3), 3, 18)]
    #[case::ss_init_06_no_more_than_five(&[6], initiative(18, 8, 4), 9, 24)]
    fn changed_dice(
        #[case] faces: &[u8],
        #[case] before: InitiativeScore,
        #[case] dice: u8,
        #[case] score: i32,
    ) {
        let after = on_faces(faces, |table| change_dice(table, UnitId(1), before, dice)).0;
        assert_eq!(after, InitiativeScore { score, dice: dice.min(5), ..before });
    }

    #[test]
    fn ss_init_20_both_lost() {
        let weaker = change_attribute(initiative(15, 8, 2), 6);
        let after = on_faces(&[4], |table| change_dice(table, UnitId(1), weaker, 1)).0;
        assert_eq!(after, initiative(9, 6, 1));
    }

    #[rstest]
    #[case::ss_init_25_no_pass_completed(14, 0, 14, true)]
    #[case::ss_init_25_one_pass_completed(14, 1, 4, true)]
    #[case::ss_init_25_two_passes_completed(23, 2, 3, true)]
    #[case::ss_init_26_too_late(10, 1, 0, false)]
    fn entering_late(#[case] rolled: i32, #[case] passes: u32, #[case] score: i32, #[case] acts: bool) {
        let late = late_entry_score(rolled, passes);
        assert_eq!((late, has_phase(late)), (score, acts));
    }

    #[test]
    fn ss_init_27_karma_buys_passes() {
        let unit = (6, 1);
        assert_eq!(phase_count(rolled(&[6], unit, 0, false).score), 2);
        let bought = rolled(&[6, 6, 6, 6, 6], unit, 0, true);
        assert_eq!((bought.score, phase_count(bought.score)), (36, 4));
    }
}
