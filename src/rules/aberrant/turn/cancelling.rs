//! Cancelling queued actions. Chapter CANCEL. Aborting to a defence is in `defence`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use dice::{RuleResult, Table};

use crate::aberrant::checks::willpower;
use crate::aberrant::checks::willpower::WillpowerPayment;
use crate::aberrant::lines::Question;
use crate::aberrant::rule_options::DeclareMode;
use crate::aberrant::{Fighter, Switches};

/// Difficulty of an action that replaces a cancelled one. `AB-CANCEL-02`.
pub const REPLACEMENT_DIFFICULTY: i32 = 1;

/// When actions may be queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueTiming {
    /// A pass begins.
    PassBegins,
    /// The unit's own phase begins.
    PhaseBegins,
}

/// Whether units queue their actions now. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn may_queue_actions(timing: QueueTiming, switches: &Switches) -> bool {
    match switches.declare_mode {
        DeclareMode::Pass => timing == QueueTiming::PassBegins,
        DeclareMode::Phase => timing == QueueTiming::PhaseBegins,
    }
}

/// Why a queued action can no longer be carried out. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum ImpossibleReason {
    /// The target is dead, out of action or gone.
    #[strum(to_string = "the target is gone")]
    TargetGone,
    /// Out of reach or beyond the maximum range.
    #[strum(to_string = "the target is out of reach")]
    OutOfReach,
    /// No line of sight.
    #[strum(to_string = "the target is out of sight")]
    OutOfSight,
    /// The weapon is lost, empty or destroyed.
    #[strum(to_string = "no usable weapon")]
    NoWeapon,
    /// The path is blocked.
    #[strum(to_string = "the path is blocked")]
    PathBlocked,
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
    reason: Option<ImpossibleReason>,
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
    reason: Option<ImpossibleReason>,
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
        reason: Option<ImpossibleReason>,
        replacement: ReplacementKind,
        faces: &[u8],
        answers: &[&str],
    ) -> QueuedActionResult {
        let mut unit = fighter(1, |sheet| sheet.willpower = rating);
        unit.condition.willpower = points;
        scripted(&[faces.to_vec()], answers, |table| change_queued_action(table, &unit, reason, replacement))
            .0
    }

    const GONE: Option<ImpossibleReason> = Some(ImpossibleReason::TargetGone);

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
    fn ab_ruling_38_when_actions_are_queued(#[case] mode: &str, #[case] pass: bool, #[case] phase: bool) {
        let mut switches = Switches::default();
        switches.set("ab.declare_mode", mode).expect("a switch");
        let at = |timing| may_queue_actions(timing, &switches);
        assert_eq!((at(QueueTiming::PassBegins), at(QueueTiming::PhaseBegins)), (pass, phase));
    }
}
