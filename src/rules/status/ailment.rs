//! Names of ailments, and the body parts they affect.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::{StatusRule, ailment_table};

/// A lasting effect on a unit. Table CS-T7, chapters PIN and CALL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(VariantArray)]
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
    #[serde(alias = "stun")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BodySide {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl BodySide {
    /// "left".
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Ailment {
    /// All ailments, in the order of their tables.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The rule of the ailment.
    pub const fn rule(self) -> &'static StatusRule {
        ailment_table::ailment_rule(self)
    }

    /// "Stunned".
    pub const fn name(self) -> &'static str {
        self.rule().name
    }
}
