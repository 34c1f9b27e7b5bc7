//! Cancelling queued actions. Chapter CANCEL; aborting to a defence against an attack is in `defence`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use dice::{Step, Table};

use super::switches::DeclareMode;
use super::willpower::{self, Paid};
use super::{Fighter, Switches};

/// Difficulty of an action that replaces a cancelled one. `AB-CANCEL-02`.
pub const REPLACEMENT: i32 = 1;

/// A moment at which actions may be queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queueing {
    /// A pass begins.
    PassBegins,
    /// The unit's own phase begins.
    PhaseBegins,
}

/// Units queue their actions now. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn queues(moment: Queueing, switches: &Switches) -> bool {
    match switches.declare_mode {
        DeclareMode::Pass => moment == Queueing::PassBegins,
        DeclareMode::Phase => moment == Queueing::PhaseBegins,
    }
}

/// Why a queued action cannot be carried out any more. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Impossible {
    /// The target is dead, out or gone.
    TargetGone,
    /// Out of reach or beyond the maximum range.
    OutOfReach,
    /// No line of sight.
    OutOfSight,
    /// The weapon is lost, empty or destroyed.
    NoWeapon,
    /// The path is blocked.
    PathBlocked,
}

impl Impossible {
    /// In words a player understands.
    pub const fn text(self) -> &'static str {
        match self {
            Self::TargetGone => "the target is gone",
            Self::OutOfReach => "the target is out of reach",
            Self::OutOfSight => "the target is out of sight",
            Self::NoWeapon => "there is no weapon to use",
            Self::PathBlocked => "the path is blocked",
        }
    }
}

/// What is to take the place of a queued action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Another action.
    Another,
    /// A dodge or parry.
    Defence,
}

/// A change that is not allowed. `AB-CANCEL-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the action is still possible: only a defence may take its place")]
pub struct StillPossible;

/// Whether a queued action may be changed at all. `AB-CANCEL-01`, `AB-CANCEL-03`, `AB-RULING-07`.
///
/// # Errors
/// The action is possible, and something other than a defence is to replace it.
pub fn may_change(impossible: Option<Impossible>, instead: Instead) -> Result<(), StillPossible> {
    if impossible.is_none() && instead == Instead::Another { Err(StillPossible) } else { Ok(()) }
}

/// What becomes of a queued action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Something takes its place; `difficulty` is what it is harder by.
    Replaced {
        /// How the price was paid.
        paid: Paid,
        /// `AB-CANCEL-02`, and none for a defence under `AB-CANCEL-03`.
        difficulty: i32,
    },
    /// It is carried out as queued. `AB-CANCEL-04`.
    Stands,
    /// It is lost with its points. `AB-CANCEL-04`.
    Lost,
}

/// A unit wants to change a queued action that `may_change` allows. `AB-CANCEL-01` to `AB-CANCEL-04`.
///
/// # Errors
/// As the table.
pub fn change(
    table: &mut impl Table,
    unit: &Fighter,
    impossible: Option<Impossible>,
    instead: Instead,
) -> Step<Change> {
    let (question, clause) = match impossible {
        Some(_) => ("The queued action has become impossible. Replace it?", "AB-CANCEL-01"),
        None => ("Give up the queued action for a defence?", "AB-CANCEL-03"),
    };
    let paid = willpower::pay(table, unit, question, clause)?;
    Ok(match (paid, impossible) {
        (Some(paid), Some(_)) if instead == Instead::Another => {
            Change::Replaced { paid, difficulty: REPLACEMENT }
        }
        (Some(paid), _) => Change::Replaced { paid, difficulty: 0 },
        (None, Some(_)) => Change::Lost,
        (None, None) => Change::Stands,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::fixtures::{fighter, scripted};
    use super::*;

    fn changed(
        (rating, points): (u8, u8),
        impossible: Option<Impossible>,
        instead: Instead,
        faces: &[u8],
        answers: &[&str],
    ) -> Change {
        let mut unit = fighter(1, |sheet| sheet.willpower = rating);
        unit.condition.willpower = points;
        scripted(&[faces.to_vec()], answers, |table| change(table, &unit, impossible, instead)).0
    }

    const GONE: Option<Impossible> = Some(Impossible::TargetGone);

    #[rstest]
    #[case::by_a_point(&[], &["point"], Paid::Point)]
    #[case::by_a_roll(&[2, 7, 1], &["roll"], Paid::Roll)]
    fn ab_cancel_01_an_impossible_action(#[case] faces: &[u8], #[case] answers: &[&str], #[case] paid: Paid) {
        assert_eq!(may_change(GONE, Instead::Another), Ok(()));
        let change = changed((3, 3), GONE, Instead::Another, faces, answers);
        assert_eq!(change, Change::Replaced { paid, difficulty: 1 });
    }

    #[test]
    fn ab_cancel_03_a_possible_action_only_for_a_defence() {
        assert_eq!(may_change(None, Instead::Another), Err(StillPossible));
        assert_eq!(may_change(None, Instead::Defence), Ok(()));
        let change = changed((3, 3), None, Instead::Defence, &[], &["point"]);
        assert_eq!(change, Change::Replaced { paid: Paid::Point, difficulty: 0 });
    }

    #[test]
    fn ab_cancel_04_no_success_no_change() {
        assert_eq!(changed((2, 0), GONE, Instead::Another, &[1, 5], &["roll"]), Change::Lost);
        assert_eq!(changed((2, 0), None, Instead::Defence, &[1, 5], &["roll"]), Change::Stands);
        assert_eq!(changed((2, 2), None, Instead::Defence, &[1, 5], &["roll", "keep"]), Change::Stands);
    }

    #[rstest]
    #[case::by_default("pass", true, false)]
    #[case::late("phase", false, true)]
    fn ab_ruling_38_when_actions_are_queued(#[case] mode: &str, #[case] pass: bool, #[case] phase: bool) {
        let mut switches = Switches::default();
        switches.set("ab.declare_mode", mode).expect("a switch");
        let at = |moment| queues(moment, &switches);
        assert_eq!((at(Queueing::PassBegins), at(Queueing::PhaseBegins)), (pass, phase));
    }
}
