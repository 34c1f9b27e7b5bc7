//! The ailments by name, and the parts of a body they may sit in.

use serde::{Deserialize, Serialize};

use super::{StatusRule, table};

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
}

/// One of a pair, for ailments that sit in a part of the body. `SS-CALL-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Ailment {
    /// All of them, in the order of their tables.
    pub const ALL: [Self; 17] = [
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
    ];

    /// Its row.
    pub const fn rule(self) -> &'static StatusRule {
        table::row(self)
    }

    /// "Stunned".
    pub const fn name(self) -> &'static str {
        self.rule().name
    }
}
