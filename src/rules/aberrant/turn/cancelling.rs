//! Cancelling queued actions. Chapter CANCEL. Aborting to a defence is in `defence`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use dice::{Answer, Prompt, RuleResult, RuleText, Table};

use crate::aberrant::checks::willpower;
use crate::aberrant::checks::willpower::WillpowerPayment;
use crate::aberrant::lines::{
    AnnouncementTime, AnswerDetail, AnswerLabel, Question, QueuedDistance, UnitNote,
};
use crate::aberrant::rule_options::DeclareMode;
use crate::aberrant::turn::actions::ACTION_POINTS;
use crate::aberrant::turn::turn_budget::AttackQueue;
use crate::aberrant::{Fighter, Switches};
use crate::{AttackCandidate, CandidateTarget, ImpossibleAttack, QueueTiming, QueuedAttack};
use model::UnitId;

/// Difficulty of an action that replaces a cancelled one. `AB-CANCEL-02`.
pub const REPLACEMENT_DIFFICULTY: i32 = 1;

/// Key of the answer that goes back to the attack before. `AB-CANCEL-01`.
const BACK_KEY: &str = "back";

/// Whether units queue their actions now. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn may_queue_actions(timing: QueueTiming, switches: &Switches) -> bool {
    match switches.declare_mode {
        DeclareMode::Pass | DeclareMode::Attack => timing == QueueTiming::PassBegins,
        DeclareMode::Phase => timing == QueueTiming::PhaseBegins,
    }
}

/// Whether units name weapons and targets now. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn may_name_targets(timing: QueueTiming, switches: &Switches) -> bool {
    switches.declare_mode != DeclareMode::Attack && may_queue_actions(timing, switches)
}

/// Note of a unit that is not asked which attacks it queues, for it has no target. `AB-CANCEL-01`.
pub fn no_target_note() -> RuleText {
    UnitNote::NothingToQueue.into()
}

/// What [`no_target_note`] says of several units at once; `None` if a note says something else.
pub(crate) fn joint_no_target_words(note: &RuleText) -> Option<&'static str> {
    matches!(note.line()?, UnitNote::NothingToQueue)
        .then_some("have no attack to announce yet and choose in their turns")
}

/// A unit that queues attacks.
#[derive(Clone, Copy, Debug)]
pub struct QueueingUnit<'a> {
    /// Its id.
    pub id: UnitId,
    /// Its name.
    pub name: &'a str,
    /// Actions that it may queue.
    pub actions: u8,
    /// When units queue their attacks.
    pub mode: DeclareMode,
    /// What it can queue, the possible attacks first.
    pub candidates: &'a [AttackCandidate],
    /// Which of them use a support weapon of its henchmen. `AB-MASS-12`.
    pub support: &'a [bool],
}

/// Lets a unit queue attacks: several on one target, or one by one. Without a possible attack, or without an action
/// left, nothing is queued, and the first attack decides. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn choose_attacks(table: &mut impl Table, unit: QueueingUnit<'_>) -> RuleResult<AttackQueue> {
    let QueueingUnit { candidates, actions, .. } = unit;
    if actions == 0 || !candidates.iter().any(AttackCandidate::is_possible) {
        return Ok(AttackQueue::Open);
    }
    let several = actions > 1 && candidates.len() > 1;
    loop {
        let (name, time) = (unit.name.to_owned(), AnnouncementTime(unit.mode));
        let others = if several { OtherAnswers::Several } else { OtherAnswers::None };
        let chosen = table.ask(|| queue_prompt(unit, Question::QueueAttacks { name, time }, others))?;
        if let Some(candidate) = candidates.get(chosen) {
            return Ok(AttackQueue::Same(candidate.into()));
        }
        match (chosen - candidates.len(), several) {
            (0, _) => return Ok(AttackQueue::Same(QueuedAttack::Place)),
            (1, true) => {
                if let Some(attacks) = choose_several_attacks(table, unit)? {
                    return Ok(attacks);
                }
            }
            _ => return Ok(AttackQueue::List([None; ACTION_POINTS as usize])),
        }
    }
}

/// Lets a unit queue attacks one by one; `None` if it goes back to several attacks on one target. `AB-CANCEL-01`.
fn choose_several_attacks(table: &mut impl Table, unit: QueueingUnit<'_>) -> RuleResult<Option<AttackQueue>> {
    let QueueingUnit { candidates, actions, .. } = unit;
    let mut attacks = Vec::new();
    while attacks.len() < usize::from(actions).min(ACTION_POINTS as usize) {
        let number = u8::try_from(attacks.len() + 1).unwrap_or(actions);
        let question = || Question::QueueNextAttack { name: unit.name.to_owned(), number, actions };
        let others = OtherAnswers::Back { has_announced: !attacks.is_empty() };
        let chosen = table.ask(|| queue_prompt(unit, question(), others))?;
        match (candidates.get(chosen), chosen.saturating_sub(candidates.len())) {
            (Some(candidate), _) => attacks.push(candidate.into()),
            (None, 0) => attacks.push(QueuedAttack::Place),
            (None, 1) if attacks.pop().is_none() => return Ok(None),
            (None, 1) => {}
            (None, _) => break,
        }
    }
    let mut queued = [None; ACTION_POINTS as usize];
    queued.iter_mut().zip(attacks).for_each(|(place, attack)| *place = Some(attack));
    Ok(Some(AttackQueue::List(queued)))
}

/// What a unit that queues attacks is offered besides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherAnswers {
    /// Nothing.
    None,
    /// To queue them one by one.
    Several,
    /// To choose the attack before this one again; whether there is one.
    Back { has_announced: bool },
}

/// Says from where an attack is made, and what a support weapon is. `AB-MASS-12`, `AB-MASS-16`.
fn queued_detail(distance: QueuedDistance, is_support: bool) -> AnswerDetail {
    match is_support {
        true => AnswerDetail::QueuedSupport(distance),
        false => AnswerDetail::QueuedDistance(distance),
    }
}

/// The candidates, then walls and squares, several targets or the way back if there are, and nothing. The first candidate is
/// the default.
fn queue_prompt(unit: QueueingUnit<'_>, question: Question, step: OtherAnswers) -> Prompt {
    let answer = |key: String, label: AnswerLabel, detail: AnswerDetail| Answer {
        key,
        label: label.into(),
        detail: detail.into(),
        clause: "AB-CANCEL-01",
    };
    let queued = unit.candidates.iter().enumerate().map(|(number, candidate)| {
        let (key, weapon) = (candidate.answer_key(number), candidate.weapon.clone());
        let (label, detail) = match &candidate.target {
            Some(target) => {
                let &CandidateTarget { distance, approach, obstacle, .. } = target;
                let label = AnswerLabel::QueuedAttack { weapon, target: target.name.clone() };
                let distance = QueuedDistance { distance, approach, obstacle };
                (label, queued_detail(distance, unit.support.get(number) == Some(&true)))
            }
            None => (AnswerLabel::QueuedWeapon { weapon }, AnswerDetail::TargetLater),
        };
        answer(key, label, detail)
    });
    let other = match step {
        OtherAnswers::None => None,
        OtherAnswers::Several => {
            Some(("several", AnswerLabel::SeveralTargets, AnswerDetail::OneByOne(unit.actions)))
        }
        OtherAnswers::Back { has_announced: false } => {
            Some((BACK_KEY, AnswerLabel::Back, AnswerDetail::StepBack("all attacks on one target")))
        }
        OtherAnswers::Back { has_announced: true } => {
            Some((BACK_KEY, AnswerLabel::Back, AnswerDetail::StepBack("to the attack before")))
        }
    };
    let (none, no_more) = match step {
        OtherAnswers::Back { has_announced: true } => (AnswerLabel::NoFurtherAttack, AnswerDetail::OnlyThose),
        _ => (AnswerLabel::NoAttack, AnswerDetail::MoveOrDefend),
    };
    let others = [
        Some(answer("place".to_owned(), AnswerLabel::QueuedPlace, AnswerDetail::PlaceLater)),
        other.map(|(key, label, detail)| answer(key.to_owned(), label, detail)),
        Some(answer("none".to_owned(), none, no_more)),
    ];
    Prompt {
        who: unit.id,
        question: question.into(),
        clause: "AB-CANCEL-01",
        answers: queued.chain(others.into_iter().flatten()).collect(),
    }
}

/// What replaces a queued action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacementKind {
    /// Another action.
    Another,
    /// A dodge or parry.
    Defence,
}

/// The error of changing an action that is still possible. `AB-CANCEL-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the action is still possible: only a defence can replace it")]
pub struct ActionStillPossible;

/// Checks whether a queued action may be changed. `AB-CANCEL-01`, `AB-CANCEL-03`, `AB-RULING-07`.
///
/// # Errors
/// Returns `ActionStillPossible` if the action is possible and the replacement is not a defence.
pub fn may_change_action(
    reason: Option<ImpossibleAttack>,
    replacement: ReplacementKind,
) -> Result<(), ActionStillPossible> {
    if reason.is_none() && replacement == ReplacementKind::Another {
        Err(ActionStillPossible)
    } else {
        Ok(())
    }
}

/// What happens to a queued action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueuedActionResult {
    /// It is replaced.
    Replaced {
        /// How the cost was paid.
        paid: WillpowerPayment,
        /// Added difficulty of the replacement. `AB-CANCEL-02`; none for a defence under `AB-CANCEL-03`.
        difficulty: i32,
    },
    /// It is carried out as queued. `AB-CANCEL-04`.
    Stands,
    /// It is lost with its points. `AB-CANCEL-04`.
    Lost,
}

/// Changes a queued action that `may_change` allows. `AB-CANCEL-01` to `AB-CANCEL-04`.
pub fn change_queued_action(
    table: &mut impl Table,
    unit: &Fighter,
    reason: Option<ImpossibleAttack>,
    replacement: ReplacementKind,
) -> RuleResult<QueuedActionResult> {
    let (question, clause) = match reason {
        Some(_) => (Question::ReplaceAction, "AB-CANCEL-01"),
        None => (Question::CancelAction, "AB-CANCEL-03"),
    };
    let paid = willpower::choose_payment(table, unit, question, clause)?;
    Ok(match (paid, reason) {
        (Some(paid), Some(_)) if replacement == ReplacementKind::Another => {
            QueuedActionResult::Replaced { paid, difficulty: REPLACEMENT_DIFFICULTY }
        }
        (Some(paid), _) => QueuedActionResult::Replaced { paid, difficulty: 0 },
        (None, Some(_)) => QueuedActionResult::Lost,
        (None, None) => QueuedActionResult::Stands,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::{fighter, scripted};

    fn changed(
        (rating, points): (u8, u8),
        reason: Option<ImpossibleAttack>,
        replacement: ReplacementKind,
        faces: &[u8],
        answers: &[&str],
    ) -> QueuedActionResult {
        let mut unit = fighter(1, |sheet| sheet.willpower = rating);
        unit.condition.willpower = points;
        scripted(&[faces.to_vec()], answers, |table| change_queued_action(table, &unit, reason, replacement))
            .0
    }

    const GONE: Option<ImpossibleAttack> = Some(ImpossibleAttack::TargetGone);

    #[rstest]
    #[case::by_a_point(&[], &["point"], WillpowerPayment::Point)]
    #[case::by_a_roll(&[2, 7, 1], &["roll"], WillpowerPayment::Roll)]
    fn ab_cancel_01_an_impossible_action(
        #[case] faces: &[u8],
        #[case] answers: &[&str],
        #[case] paid: WillpowerPayment,
    ) {
        assert_eq!(may_change_action(GONE, ReplacementKind::Another), Ok(()));
        let change = changed((3, 3), GONE, ReplacementKind::Another, faces, answers);
        assert_eq!(change, QueuedActionResult::Replaced { paid, difficulty: 1 });
    }

    #[test]
    fn ab_cancel_03_a_possible_action_only_for_a_defence() {
        assert_eq!(may_change_action(None, ReplacementKind::Another), Err(ActionStillPossible));
        assert_eq!(may_change_action(None, ReplacementKind::Defence), Ok(()));
        let change = changed((3, 3), None, ReplacementKind::Defence, &[], &["point"]);
        assert_eq!(change, QueuedActionResult::Replaced { paid: WillpowerPayment::Point, difficulty: 0 });
    }

    #[test]
    fn ab_cancel_04_no_success_no_change() {
        assert_eq!(
            changed((2, 0), GONE, ReplacementKind::Another, &[1, 5], &["roll"]),
            QueuedActionResult::Lost
        );
        assert_eq!(
            changed((2, 0), None, ReplacementKind::Defence, &[1, 5], &["roll"]),
            QueuedActionResult::Stands
        );
        assert_eq!(
            changed((2, 2), None, ReplacementKind::Defence, &[1, 5], &["roll", "keep"]),
            QueuedActionResult::Stands
        );
    }

    #[rstest]
    #[case::by_default("pass", true, false)]
    #[case::late("phase", false, true)]
    #[case::with_the_first_attack("attack", true, false)]
    fn ab_ruling_38_when_actions_are_queued(#[case] mode: &str, #[case] pass: bool, #[case] phase: bool) {
        let mut switches = Switches::default();
        switches.set("ab.declare_mode", mode).expect("a switch");
        let at = |timing| may_queue_actions(timing, &switches);
        assert_eq!((at(QueueTiming::PassBegins), at(QueueTiming::PhaseBegins)), (pass, phase));
        let named = [QueueTiming::PassBegins, QueueTiming::PhaseBegins]
            .map(|timing| may_name_targets(timing, &switches));
        assert_eq!(named, [pass && mode != "attack", phase]);
    }
}
