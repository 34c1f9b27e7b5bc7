//! Willpower rolls and points. `AB-BASE-14`.

use dice::{Answer, Clause, Modifiers, Prompt, Purpose, RuleResult, Table};

use super::dice_pool;
use crate::aberrant::Fighter;
use crate::aberrant::lines::{AnswerDetail, AnswerLabel, Counted, OneOf, Question};

/// How a Willpower cost was paid. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WillpowerPayment {
    /// With a point.
    Point,
    /// With a successful roll.
    Roll,
    /// With a point after a failed roll.
    PointAfterRoll,
}

impl WillpowerPayment {
    /// Points spent.
    pub const fn points(self) -> u8 {
        match self {
            Self::Roll => 0,
            Self::Point | Self::PointAfterRoll => 1,
        }
    }
}

/// Dice of a Willpower roll; wounds do not reduce it. `AB-BASE-14`, `AB-TRACK-06`.
pub fn willpower_parts(unit: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(unit.sheet.willpower), "Willpower", "AB-BASE-14");
    parts
}

/// Rolls Willpower and returns the successes. `AB-BASE-14`.
pub fn roll_willpower(table: &mut impl Table, unit: &Fighter, clause: Clause) -> RuleResult<u32> {
    let parts = willpower_parts(unit);
    let purpose = Purpose { who: Some(unit.id), why: "Willpower", clause, parts: &parts.0, limit: None };
    Ok(table.roll(dice_pool::success_pool(parts.pool()), purpose)?.value)
}

/// Pays a cost with a roll; after a failure, a point may still be paid. `None` if the cost was not paid.
/// `AB-BASE-14`.
pub fn pay_by_roll_or_point(
    table: &mut impl Table,
    unit: &Fighter,
    clause: Clause,
) -> RuleResult<Option<WillpowerPayment>> {
    if dice_pool::extra_successes(roll_willpower(table, unit, clause)?, 0).is_some() {
        return Ok(Some(WillpowerPayment::Roll));
    }
    if unit.condition.willpower == 0 {
        return Ok(None);
    }
    let answer = table.ask(|| Prompt {
        who: unit.id,
        question: Question::PayAfterRoll.into(),
        clause,
        answers: vec![point_answer(point_detail(unit)), refuse_answer(AnswerLabel::PayNothing)],
    })?;
    Ok((answer == 0).then_some(WillpowerPayment::PointAfterRoll))
}

/// Lets the player choose how to pay a Willpower cost, if at all. `AB-BASE-14`, `AB-CANCEL-01`,
/// `AB-CANCEL-04`.
pub(crate) fn choose_payment(
    table: &mut impl Table,
    unit: &Fighter,
    question: Question,
    clause: Clause,
) -> RuleResult<Option<WillpowerPayment>> {
    let (rating, points) = (unit.sheet.willpower, unit.condition.willpower);
    let mut choices = Vec::with_capacity(3);
    if rating > 0 {
        choices.push(WillpowerChoice::Roll);
    }
    if points > 0 {
        choices.push(WillpowerChoice::Point { beside_roll: rating > 0 });
    }
    choices.push(WillpowerChoice::Nothing);
    let chosen = if choices.len() == 1 {
        0
    } else {
        table.ask(|| Prompt {
            who: unit.id,
            question: question.into(),
            clause,
            answers: choices.iter().map(|choice| choice.answer(unit, clause)).collect(),
        })?
    };
    match choices.get(chosen) {
        Some(WillpowerChoice::Roll) => pay_by_roll_or_point(table, unit, clause),
        Some(WillpowerChoice::Point { .. }) => Ok(Some(WillpowerPayment::Point)),
        Some(WillpowerChoice::Nothing) | None => Ok(None),
    }
}

/// The clause of a question about an attack that has become impossible: without a payment it is lost. `AB-CANCEL-04`.
const REPLACEMENT_CLAUSE: Clause = "AB-CANCEL-01";

enum WillpowerChoice {
    Roll,
    Point { beside_roll: bool },
    Nothing,
}

impl WillpowerChoice {
    fn answer(&self, unit: &Fighter, clause: Clause) -> Answer {
        match self {
            Self::Roll => Answer {
                key: "roll".into(),
                label: AnswerLabel::RollWillpower.into(),
                detail: roll_detail(unit).into(),
                clause: "AB-BASE-14",
            },
            // After a failed roll the point can still be paid.
            Self::Point { beside_roll: true } => point_answer(point_beside_roll(unit)),
            Self::Point { beside_roll: false } => point_answer(point_detail(unit)),
            Self::Nothing if clause == REPLACEMENT_CLAUSE => {
                Answer { detail: AnswerDetail::LosesPoint.into(), ..refuse_answer(AnswerLabel::LoseAction) }
            }
            Self::Nothing => refuse_answer(AnswerLabel::KeepAction),
        }
    }
}

/// "rolls Willpower (3 dice): 78 % to pay nothing, else 1 Willpower may be paid".
pub(crate) fn roll_detail(unit: &Fighter) -> AnswerDetail {
    let dice = u32::from(unit.sheet.willpower);
    let if_failed = match unit.condition.willpower {
        0 => "nothing is left to pay with",
        _ => "1 Willpower may be paid",
    };
    AnswerDetail::WillpowerRoll { dice: Counted::Dice(dice), percent: success_percent(dice), if_failed }
}

/// Chance of at least one success of so many dice, in percent, rounded. `AB-BASE-14`.
fn success_percent(dice: u32) -> u32 {
    let (sides, failing) = (u64::from(dice_pool::DIE_SIDES), u64::from(dice_pool::SUCCESS_FACE - 1));
    // More dice are as good as certain, and would not fit.
    let dice = dice.min(15);
    let (all, none) = (sides.pow(dice), failing.pow(dice));
    u32::try_from(((all - none) * 100 + all / 2) / all).unwrap_or(100)
}

/// "1 of 3 Willpower points", "the last Willpower point".
pub(crate) fn point_detail(unit: &Fighter) -> AnswerDetail {
    AnswerDetail::WillpowerPoint(OneOf::WillpowerPoints(unit.condition.willpower))
}

/// The same of a point beside a roll, after which it could still be paid.
pub(crate) fn point_beside_roll(unit: &Fighter) -> AnswerDetail {
    AnswerDetail::PointBesideRoll(OneOf::WillpowerPoints(unit.condition.willpower))
}

fn point_answer(detail: AnswerDetail) -> Answer {
    Answer {
        key: "point".into(),
        label: AnswerLabel::PayWillpower.into(),
        detail: detail.into(),
        clause: "AB-BASE-14",
    }
}

fn refuse_answer(label: AnswerLabel) -> Answer {
    let detail = AnswerDetail::Free.into();
    Answer { key: "keep".into(), label: label.into(), detail, clause: "AB-CANCEL-04" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::test_fixtures::{fighter, scripted};
    use dice::{Interrupt, ScriptedTable};

    fn unit(rating: u8, points: u8) -> Fighter {
        let mut unit = fighter(1, |sheet| sheet.willpower = rating);
        unit.condition.willpower = points;
        unit
    }

    fn paid(unit: &Fighter, faces: &[u8], answers: &[&str]) -> Option<WillpowerPayment> {
        scripted(&[faces.to_vec()], answers, |table| {
            choose_payment(table, unit, Question::ReplaceAction, "AB-CANCEL-01")
        })
        .0
    }

    #[test]
    fn ab_base_14_a_failed_roll_may_still_be_paid() {
        let paid = paid(&unit(3, 3), &[1, 2, 6], &["roll", "point"]);
        assert_eq!(
            (paid, paid.map(WillpowerPayment::points)),
            (Some(WillpowerPayment::PointAfterRoll), Some(1))
        );
    }

    #[test]
    fn ab_base_14_a_success_costs_nothing() {
        let paid = paid(&unit(3, 3), &[1, 7, 6], &["roll"]);
        assert_eq!((paid, paid.map(WillpowerPayment::points)), (Some(WillpowerPayment::Roll), Some(0)));
    }

    #[test]
    fn ab_base_14_a_point_replaces_the_roll() {
        assert_eq!(paid(&unit(3, 1), &[], &["point"]), Some(WillpowerPayment::Point));
        assert_eq!(paid(&unit(3, 1), &[], &["keep"]), None);
        assert_eq!(paid(&unit(3, 0), &[1, 2, 6], &["roll"]), None, "no point to pay after it");
        assert_eq!(paid(&unit(0, 0), &[], &[]), None, "nothing to ask");
    }

    #[test]
    fn ab_base_14_a_point_beside_the_roll_is_offered_but_never_better() {
        let asked = |unit: &Fighter, answers: &[&str], faces: &[u8]| {
            let given = answers.iter().map(|key| (*key).to_owned()).collect();
            let mut table = ScriptedTable::new(faces, given);
            let payment = choose_payment(&mut table, unit, Question::ReplaceAction, "AB-CANCEL-01");
            let Err(Interrupt::NeedsAnswer(prompt)) = payment else { panic!("{payment:?}") };
            let told = |answer: &Answer| match answer.detail.is_dominated() {
                true => format!("{}, dominated: {}", answer.key, answer.detail),
                false => answer.key.clone(),
            };
            prompt.answers.iter().map(told).collect::<Vec<_>>()
        };
        let beside = "point, dominated: 1 of 3 Willpower points";
        assert_eq!(asked(&unit(3, 3), &[], &[]), ["roll", beside, "keep"]);
        assert_eq!(asked(&unit(0, 3), &[], &[]), ["point", "keep"], "it cannot roll");
        assert_eq!(asked(&unit(3, 3), &["roll"], &[1, 2, 6]), ["point", "keep"], "the roll has failed");
        assert_eq!(paid(&unit(3, 3), &[], &["point"]), Some(WillpowerPayment::Point), "it can be chosen");
    }

    #[test]
    fn ab_base_14_the_chance_of_a_willpower_roll() {
        assert_eq!([0, 1, 2, 4, 40].map(success_percent), [0, 40, 64, 87, 100]);
        assert_eq!(
            roll_detail(&unit(4, 1)).to_string(),
            "rolls Willpower (4 dice): 87 % to pay nothing, else 1 Willpower may be paid"
        );
    }

    #[test]
    fn ab_cancel_04_without_a_payment_an_impossible_attack_is_lost() {
        let told = |clause| WillpowerChoice::Nothing.answer(&unit(3, 3), clause);
        let (lost, kept) = (told("AB-CANCEL-01"), told("AB-CANCEL-03"));
        assert_eq!([lost.key, kept.key], ["keep", "keep"]);
        assert_eq!(
            [lost.label, kept.label].map(|label| label.to_string()),
            ["Lose the announced attack", "Keep the announced attack"]
        );
    }

    #[test]
    fn ab_track_06_wounds_do_not_hinder_willpower() {
        let mut unit = unit(3, 3);
        unit.condition.marks = DamageMarks { lethal: 6, ..DamageMarks::default() };
        assert_eq!(willpower_parts(&unit).pool(), 3);
    }
}
