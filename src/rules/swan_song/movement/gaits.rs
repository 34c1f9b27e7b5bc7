//! Walk, Run and sprint. Chapter MOVE of the catalogue.

use dice::{Dice, Modifiers, Note, Purpose, RuleResult, Table};

use crate::Book;
use crate::status::{self, TestKind};
use crate::swan_song::attack::called_shot;
use crate::swan_song::checks::base::{half, limit_hits, physical_limit, skill_pool};
use crate::swan_song::checks::karma;
use crate::swan_song::checks::karma::RerollOffer;
use crate::swan_song::damage::armour::effective_agility;
use crate::swan_song::damage::last_stand;
use crate::swan_song::damage::wounds::wound_parts;
use crate::swan_song::lines::checks::RollTarget;
use crate::swan_song::lines::turns::SprintLine;
use crate::swan_song::{
    Attribute, Fighter, KarmaSpent, KarmaUse, MovementMode, Sheet, Skill, Switches, UnitKind,
};
use crate::turn_engine::delay::delayed_action_parts;
use crate::turn_engine::switches::{Crawl, RunPenalty};

/// Metres per point of Agility. `SS-MOVE-02`.
const WALK_PER_AGILITY: u32 = 2;
/// Strain of a sprint. `SS-MOVE-12`.
pub const SPRINT_STRAIN: u32 = 1;
/// Modifier of a unit's own actions while running. `SS-MOVE-14`.
const RUNNING_MODIFIER: i32 = -2;
/// Modifier of a charge. `SS-MOVE-18`.
const CHARGE_BONUS: i32 = 4;
/// Modifier of shots at running targets. `SS-MOVE-19`.
const SHOT_AT_RUNNER_MODIFIER: i32 = -2;
/// Modifier of shots at sprinting targets, instead. `SS-MOVE-20`.
const SHOT_AT_SPRINTER_MODIFIER: i32 = -4;

/// Metres that a unit can walk in a Combat Round. `SS-MOVE-02`, `SS-ACT-53`.
pub fn walk_rate(sheet: &Sheet, prone: bool, switches: &Switches) -> u32 {
    let rate = run_distance(sheet);
    match (prone, switches.engine.crawl) {
        (false, _) | (true, Crawl::Full) => rate,
        (true, Crawl::Half) => half(rate),
        (true, Crawl::None) => 0,
    }
}

/// Metres of the first Run action of a round. `SS-MOVE-07`.
pub fn run_distance(sheet: &Sheet) -> u32 {
    match sheet.kind {
        UnitKind::Vehicle => u32::from(sheet.speed),
        _ => WALK_PER_AGILITY * u32::from(effective_agility(sheet)),
    }
}

/// Whether a standing unit can take the Run action: under `whole_phase` it has announced it before its attack.
///
/// An announced Run makes the attack before it harder: in that attack's context the attacker is running.
/// `SS-MOVE-17`.
pub fn may_run(attacked: bool, announced: bool, switches: &Switches) -> bool {
    match switches.engine.run_penalty {
        RunPenalty::AfterRun => true,
        RunPenalty::WholePhase => !attacked || announced,
    }
}

/// Parts of a sprint's pool; running does not reduce it. `SS-MOVE-09`, `SS-MOVE-15`, `SS-WND-07`.
pub fn sprint_parts(fighter: &Fighter, switches: &Switches) -> Modifiers {
    let mut parts = skill_pool(&fighter.sheet, Skill::Running, Attribute::Strength, switches);
    last_stand::halve_pool(&mut parts, &fighter.vitals);
    parts.0.extend(wound_parts(&fighter.vitals).0);
    called_shot::add_hurt_arm(fighter, None, switches, &mut parts);
    status::add_test_modifiers(&mut parts, &fighter.ailments, TestKind::Other, Book::SwanSong);
    parts.0.extend(delayed_action_parts(fighter.phase_delayed).0);
    karma::add_planned_dice(fighter, switches, &mut parts);
    parts
}

/// Result of a sprint test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SprintResult {
    /// Maximum distance in metres.
    pub metres: u32,
    /// Karma spent. `SS-BASE-25`.
    pub karma: KarmaSpent,
}

/// Rolls a sprint. `SS-MOVE-09` to `SS-MOVE-11`, `SS-BASE-26`, `SS-BASE-27`.
pub fn roll_sprint(
    table: &mut impl Table,
    fighter: &Fighter,
    switches: &Switches,
) -> RuleResult<SprintResult> {
    let parts = sprint_parts(fighter, switches);
    let limit = Some(physical_limit(&fighter.sheet));
    let purpose =
        Purpose { who: Some(fighter.id), why: "sprint", clause: "SS-MOVE-09", parts: &parts.0, limit };
    let mut hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let mut spent = KarmaSpent::NONE.with_if(karma::buys_dice(fighter), KarmaUse::Dice);
    if karma::wants_reroll(fighter, switches) {
        let (who, dice) = (fighter.id, parts.pool());
        let offer = RerollOffer {
            unit: who,
            roll_name: "sprint",
            dice,
            hits,
            limit,
            target: RollTarget::None,
            planned: true,
        };
        if let Some(better) = karma::ask_to_reroll(table, &offer, switches)? {
            hits = better;
            spent = spent.with(KarmaUse::Reroll);
        }
    }
    let hits = limit_hits(hits, limit);
    let metres = hits * u32::from(switches.sprint_m_per_hit);
    if switches.sprint_m_per_hit != 1 {
        table.note(|| Note::new("SS-MOVE-11", SprintLine { hits, metres }));
    }
    Ok(SprintResult { metres, karma: spent })
}

/// Modifiers of a running unit's own actions, Interrupts included.
///
/// `SS-MOVE-14`, `SS-MOVE-24`, `SS-RULING-39`.
pub fn running_unit_parts(fighter: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    match fighter.gait {
        MovementMode::Steady => {}
        MovementMode::Running => parts.add(RUNNING_MODIFIER, "running", "SS-MOVE-14"),
        MovementMode::Sprinting => parts.add(RUNNING_MODIFIER, "sprinting", "SS-MOVE-14"),
    }
    parts
}

/// Modifiers of a shot at a running target. `SS-MOVE-19`, `SS-MOVE-20`.
pub fn shot_at_runner_parts(target: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    match target.gait {
        MovementMode::Steady => {}
        MovementMode::Running => parts.add(SHOT_AT_RUNNER_MODIFIER, "target running", "SS-MOVE-19"),
        MovementMode::Sprinting => parts.add(SHOT_AT_SPRINTER_MODIFIER, "target sprinting", "SS-MOVE-20"),
    }
    parts
}

/// Modifiers of a charge; the running modifier also applies. `SS-MOVE-18`.
pub fn charge_parts(charge: bool) -> Modifiers {
    let mut parts = Modifiers::new();
    if charge {
        parts.add(CHARGE_BONUS, "charge", "SS-MOVE-18");
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rulebook::{MovementRules, UnitRules};
    use crate::swan_song::damage::health::apply_damage;
    use crate::swan_song::test_support::attacks::switched;
    use crate::swan_song::test_support::units::{fighter, on_faces, sheet_with};
    use crate::swan_song::{DamageType, Vitals};
    use crate::swan_song::{PoolKind, SwanSongRulebook};
    use crate::{RuleSet, UnitSnapshot};
    use model::UnitId;
    use rstest::rstest;

    fn agile() -> Sheet {
        sheet_with(|sheet| sheet.attributes.agility = 4)
    }

    /// A unit with Agility 4.
    fn unit() -> UnitSnapshot {
        let (sheet, rules) = (crate::Sheet::SwanSong(Arc::new(agile())), RuleSet::new(Book::SwanSong));
        let health = SwanSongRulebook::starting_health(&sheet, &rules);
        let budget = SwanSongRulebook::starting_budget(&sheet, &rules);
        UnitSnapshot::fresh(UnitId(1), "Ann", sheet, health, budget)
    }

    /// Running 3, STR 4, and Physical Limit 4.
    fn runner() -> Fighter {
        fighter(sheet_with(|sheet| {
            sheet.attributes.strength = 4;
            sheet.attributes.body = 2;
            sheet.attributes.reaction = 2;
            sheet.skills.insert(Skill::Running, 3);
        }))
    }

    fn moving(gait: MovementMode) -> Fighter {
        Fighter { gait, ..runner() }
    }

    #[test]
    fn ss_move_02_walk_rate() {
        assert_eq!(walk_rate(&agile(), false, &Switches::default()), 8);
    }

    #[rstest]
    #[case::ss_act_53_half("half", 4)]
    #[case::ss_act_53_full("full", 8)]
    #[case::ss_act_53_none("none", 0)]
    fn prone(#[case] crawl: &str, #[case] metres: u32) {
        let switches = switched("ss.crawl", crawl);
        assert_eq!(walk_rate(&agile(), true, &switches), metres);
        let unit = UnitSnapshot { prone: true, ..unit() };
        let refused = SwanSongRulebook::may_run(&unit, false, &RuleSet::new(Book::SwanSong));
        assert_eq!(refused.map_err(|why| why.clause), Err("SS-ACT-53"));
    }

    #[test]
    fn ss_arm_19_burden_shortens_the_walk() {
        let burdened = sheet_with(|sheet| sheet.accessories = vec![5]);
        assert_eq!(walk_rate(&burdened, false, &Switches::default()), 4);
    }

    #[rstest]
    #[case::ss_move_03_what_was_walked_counts(10, 6)]
    #[case::ss_move_03_nothing_left(16, 0)]
    #[case::ss_ruling_34_the_rest_in_a_later_pass(10, 6)]
    #[case::ss_act_53_walked_more_than_a_crawl(17, 0)]
    fn left(#[case] walked: u32, #[case] half_metres: u32) {
        let unit = UnitSnapshot { walked, ..unit() };
        let budget = SwanSongRulebook::move_budget(&unit, &RuleSet::new(Book::SwanSong));
        assert_eq!(budget.walk_left, half_metres);
    }

    #[test]
    fn ss_move_07_run_distance() {
        let sheet = agile();
        assert_eq!(walk_rate(&sheet, false, &Switches::default()) + run_distance(&sheet), 16);
    }

    #[test]
    fn ss_move_09_sprint_test() {
        let weak = fighter(sheet_with(|sheet| {
            sheet.attributes.strength = 4;
            sheet.attributes.body = 1;
            sheet.attributes.reaction = 0;
            sheet.skills.insert(Skill::Running, 3);
        }));
        assert_eq!(physical_limit(&weak.sheet), 3);
        let (sprinted, rolls) =
            on_faces(&[5, 5, 5, 6, 6, 1, 1], |table| roll_sprint(table, &weak, &Switches::default()));
        assert_eq!((sprinted.metres, rolls[0].limit, rolls[0].roll.value), (3, Some(3), 5));
    }

    #[rstest]
    #[case::ss_move_10_three_hits(&[5, 5, 6, 1, 2, 3, 4], "1", 3)]
    #[case::ss_move_10_no_hit(&[4, 4, 4, 1, 2, 3, 4], "1", 0)]
    #[case::ss_move_11_factor_two(&[5, 5, 6, 1, 2, 3, 4], "2", 6)]
    #[case::ss_ruling_37_literal(&[5, 5, 6, 1, 2, 3, 4], "1", 3)]
    fn sprinted(#[case] faces: &[u8], #[case] factor: &str, #[case] metres: u32) {
        let switches = switched("ss.sprint_m_per_hit", factor);
        assert_eq!(on_faces(faces, |table| roll_sprint(table, &runner(), &switches)).0.metres, metres);
    }

    #[test]
    fn ss_move_12_sprint_strain() {
        let tired = Vitals { strain: 2, strain_threshold: 10, ..Vitals::default() };
        let sprinted = |vitals| {
            apply_damage(vitals, SPRINT_STRAIN, PoolKind::Strain, DamageType::Kinetic, &Switches::default())
                .vitals
        };
        assert_eq!(sprinted(sprinted(tired)).strain, 4);
    }

    #[rstest]
    #[case::ss_move_14_running(MovementMode::Running, 5)]
    #[case::ss_ruling_39_sprinting(MovementMode::Sprinting, 5)]
    #[case::ss_move_16_steady(MovementMode::Steady, 7)]
    fn own_actions(#[case] gait: MovementMode, #[case] dice: i32) {
        assert_eq!(7 + running_unit_parts(&moving(gait)).sum(), dice);
    }

    #[test]
    fn ss_move_15_the_sprint_test_is_exempt() {
        assert_eq!(sprint_parts(&moving(MovementMode::Running), &Switches::default()).pool(), 7);
    }

    #[test]
    fn ss_wnd_07_wounds_slow_a_sprint() {
        let mut hurt = runner();
        hurt.vitals.injuries = 3;
        assert_eq!(sprint_parts(&hurt, &Switches::default()).pool(), 4);
    }

    #[rstest]
    #[case::ss_move_17_after_run("after_run", true, false, true)]
    #[case::ss_move_17_whole_phase_announced("whole_phase", true, true, true)]
    #[case::ss_move_17_whole_phase_not_announced("whole_phase", true, false, false)]
    #[case::ss_move_17_whole_phase_no_attack("whole_phase", false, false, true)]
    fn runs(#[case] mode: &str, #[case] attacked: bool, #[case] announced: bool, #[case] allowed: bool) {
        assert_eq!(may_run(attacked, announced, &switched("ss.run_penalty", mode)), allowed);
    }

    #[rstest]
    #[case::ss_move_18_charge(true, 9)]
    #[case::ss_move_18_already_in_reach(false, 5)]
    fn charges(#[case] charge: bool, #[case] dice: i32) {
        let parts = charge_parts(charge).sum() + running_unit_parts(&moving(MovementMode::Running)).sum();
        assert_eq!(7 + parts, dice);
    }

    #[rstest]
    #[case::ss_move_19_at_a_runner(MovementMode::Running, 6)]
    #[case::ss_move_20_at_a_sprinter(MovementMode::Sprinting, 4)]
    #[case::ss_ruling_38_not_on_top(MovementMode::Sprinting, 4)]
    #[case::ss_move_19_at_a_walker(MovementMode::Steady, 8)]
    fn shots(#[case] gait: MovementMode, #[case] dice: i32) {
        assert_eq!(8 + shot_at_runner_parts(&moving(gait)).sum(), dice);
    }
}
