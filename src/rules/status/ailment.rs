//! Names of ailments, and the body parts they affect.

use serde::{Deserialize, Serialize};

use super::{StatusRule, ailment_table};

/// A lasting effect on a unit. Table CS-T7, chapters PIN and CALL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "described by their rules")]
pub enum Ailment {
    Burning,
    Blinded,
    Dazed,
    Deafened,
    Frozen,
    Immobilised,
    Shocked,
    Stunned,
    Unconscious,
    Wet,
    Sealed,
    Brainwashed,
    Confused,
    Cursed,
    Enraged,
    Panicked,
    Pinned,
    Slowed,
    Winded,
    DeafEar,
    BlindEye,
    Reeling,
    BrokenGrip,
    UselessArm,
    HurtArm,
    Nauseous,
    Buckled,
    SlowDeath,
    Speechless,
    Bleedout,
    Disabled,
    Leaking,
    BrokenAxle,
    CutOff,
    JammedDoor,
    JammedWindow,
    Exhausted,
}

/// A side of the body, for ailments of paired parts. `SS-CALL-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodySide {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl BodySide {
    /// "left".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Ailment {
    /// All ailments, in the order of their tables.
    pub const ALL: [Self; 37] = [
        Self::Burning,
        Self::Blinded,
        Self::Dazed,
        Self::Deafened,
        Self::Frozen,
        Self::Immobilised,
        Self::Shocked,
        Self::Stunned,
        Self::Unconscious,
        Self::Wet,
        Self::Sealed,
        Self::Brainwashed,
        Self::Confused,
        Self::Cursed,
        Self::Enraged,
        Self::Panicked,
        Self::Pinned,
        Self::Slowed,
        Self::Winded,
        Self::DeafEar,
        Self::BlindEye,
        Self::Reeling,
        Self::BrokenGrip,
        Self::UselessArm,
        Self::HurtArm,
        Self::Nauseous,
        Self::Buckled,
        Self::SlowDeath,
        Self::Speechless,
        Self::Bleedout,
        Self::Disabled,
        Self::Leaking,
        Self::BrokenAxle,
        Self::CutOff,
        Self::JammedDoor,
        Self::JammedWindow,
        Self::Exhausted,
    ];

    /// The rule of the ailment.
    pub const fn rule(self) -> &'static StatusRule {
        ailment_table::ailment_rule(self)
    }

    /// "Stunned".
    pub const fn name(self) -> &'static str {
        self.rule().name
    }
}
