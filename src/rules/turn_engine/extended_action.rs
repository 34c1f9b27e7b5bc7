//! Extended Actions: paid over several consecutive phases. `SS-ACT-05`, `SS-ACT-18` to `SS-ACT-21`.

use serde::{Deserialize, Serialize};

use super::initiative::{has_phase, score_after_pass};
use super::timed_items::Timer;
use dice::Clause;
use model::{Cell, UnitId};

/// Payment of an Extended Action so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExtendedActionProgress {
    /// Action Points paid.
    pub paid: u8,
    /// Action Points needed.
    pub needed: u8,
}

impl ExtendedActionProgress {
    /// Nothing paid yet.
    pub const fn new(needed: u8) -> Self {
        Self { paid: 0, needed }
    }

    /// Pays with the points of a phase; returns the number spent. `SS-ACT-18`.
    pub fn pay(self, points: u8) -> (u8, Self) {
        let spent = points.min(self.needed.saturating_sub(self.paid));
        (spent, Self { paid: self.paid + spent, ..self })
    }

    /// Whether it is paid and takes effect. `SS-ACT-05`.
    pub const fn is_done(self) -> bool {
        self.paid >= self.needed
    }
}

/// Kind of an Extended Action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ExtendedActionKind {
    /// Arms an item. `SS-ACT-57`.
    Charge {
        /// Slot of the item in the unit's inventory.
        weapon: usize,
        /// Timer setting; `None` if the fuse is preset.
        timer: Option<Timer>,
        /// Cell where it is placed.
        to: Cell,
    },
    /// Special action that takes whole rounds. `SS-ACT-58`.
    #[serde(rename = "Deed")]
    SpecialAction {
        /// Key of the available action.
        #[serde(rename = "deed", alias = "action")]
        action: String,
        /// Target, if any.
        target: Option<UnitId>,
        /// Round in which it began.
        since: u32,
        /// Duration in rounds.
        rounds: u32,
    },
}

impl ExtendedActionKind {
    /// Text for players: "setting charges".
    pub const fn description(&self) -> &'static str {
        match self {
            Self::Charge { .. } => "setting charges",
            Self::SpecialAction { .. } => "treating a patient",
        }
    }

    /// Progress as text: "3 of 6 AP", "2 of 12 rounds".
    pub fn progress_text(&self, progress: ExtendedActionProgress, round: u32) -> String {
        match self {
            Self::Charge { .. } => format!("{} of {} AP", progress.paid, progress.needed),
            Self::SpecialAction { since, rounds, .. } => {
                format!("{} of {rounds} rounds", round.saturating_sub(*since))
            }
        }
    }

    /// Action points or rounds left.
    pub fn remaining(&self, progress: ExtendedActionProgress, round: u32) -> u32 {
        match self {
            Self::Charge { .. } => u32::from(progress.needed.saturating_sub(progress.paid)),
            Self::SpecialAction { since, rounds, .. } => rounds.saturating_sub(round.saturating_sub(*since)),
        }
    }

    /// Clause of the action.
    pub const fn clause(&self) -> Clause {
        match self {
            Self::Charge { .. } => "SS-ACT-18",
            Self::SpecialAction { .. } => "SS-ACT-58",
        }
    }
}

/// Why an Extended Action is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// A phase paid nothing. `SS-ACT-18`.
    NotConsecutive,
    /// The round ended. `SS-ACT-19`.
    RoundOver,
    /// Another action was taken. `SS-ACT-20`.
    OtherAction,
    /// The treated unit is out of reach. `SS-ACT-58`.
    OutOfReach,
    /// The charge is no longer carried. `SS-ACT-26`.
    ItemGone,
}

impl CancelReason {
    /// Text for the log.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotConsecutive => "a turn passed without it",
            Self::RoundOver => "the round is over",
            Self::OtherAction => "another action was taken",
            Self::OutOfReach => "the two are no longer side by side",
            Self::ItemGone => "the charge is gone",
        }
    }

    /// The clause behind it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NotConsecutive => "SS-ACT-18",
            Self::RoundOver => "SS-ACT-19",
            Self::OtherAction => "SS-ACT-20",
            Self::OutOfReach => "SS-ACT-58",
            Self::ItemGone => "SS-ACT-26",
        }
    }
}

/// Points that a unit can still put into an Extended Action in this round: those of this phase, and full points for
/// every further pass of its score. `SS-ACT-19`.
pub fn points_left_this_round(points: u8, base: u8, score: i32) -> u32 {
    let mut sum = u32::from(points);
    let mut score = score_after_pass(score);
    while has_phase(score) {
        sum += u32::from(base);
        score = score_after_pass(score);
    }
    sum
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn ss_act_05_done_in_the_second_phase() {
        let (spent, begun) = ExtendedActionProgress::new(6).pay(3);
        assert_eq!((spent, begun.is_done()), (3, false));
        let (spent, done) = begun.pay(3);
        assert_eq!((spent, done.is_done()), (3, true));
    }

    #[test]
    fn ss_act_18_an_extended_action_takes_only_the_points_that_it_needs() {
        assert_eq!(
            ExtendedActionProgress { paid: 4, needed: 6 }.pay(3),
            (2, ExtendedActionProgress { paid: 6, needed: 6 })
        );
    }

    #[rstest]
    #[case::ss_act_19_two_passes(3, 14, 6)]
    #[case::ss_act_19_one_pass(3, 9, 3)]
    #[case::ss_act_19_three_passes_and_one_point(1, 21, 7)]
    #[case::ss_act_19_exactly_ten_gives_one_pass(3, 10, 3)]
    fn what_is_to_come(#[case] points: u8, #[case] score: i32, #[case] expected: u32) {
        assert_eq!(points_left_this_round(points, 3, score), expected);
    }
}
