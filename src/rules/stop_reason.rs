//! `StopReason`: why a unit stopped before the end of its path, such as a failed test or an interception.

use std::hash::{Hash, Hasher};

use serde::Serialize;
use strum::{Display, IntoStaticStr};

/// Why a move stopped before its end.
#[derive(Clone, Copy, Debug, Display, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum StopReason {
    /// The unit failed a test on difficult ground. `CS-TER-06`.
    #[strum(to_string = "the ground is too rough")]
    RoughGround,
    /// A unit that its side did not see stands on the path.
    #[strum(to_string = "another unit is in the way")]
    UnitInTheWay,
    /// A barrier or the ground blocks the path.
    #[strum(to_string = "the path is blocked")]
    PathBlocked,
    /// A fall knocked the unit prone.
    #[strum(to_string = "knocked prone by the fall")]
    KnockedProne,
    /// An opponent intercepted it. `SS-INTC-11`.
    #[strum(to_string = "stopped by an opponent")]
    StoppedByOpponent,
}

/// Hashes the text, which is part of recorded state hashes.
impl Hash for StopReason {
    fn hash<H: Hasher>(&self, state: &mut H) {
        <&str>::from(self).hash(state);
    }
}
