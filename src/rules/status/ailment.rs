//! The ailments by name, and the parts of a body they may sit in.

use serde::{Deserialize, Serialize};

use super::{StatusRule, ailment_table};

/// Something that a unit suffers. Table CS-T7, chapters PIN and CALL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "their rows say what they do")]
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

/// One of a pair, for ailments that sit in a part of the body. `SS-CALL-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodySide {
    /// The left one.
    Left,
    /// The right one.
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
    /// All of them, in the order of their tables.
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

    /// Its row.
    pub const fn rule(self) -> &'static StatusRule {
        ailment_table::ailment_rule(self)
    }

    /// "Stunned".
    pub const fn name(self) -> &'static str {
        self.rule().name
    }
}
