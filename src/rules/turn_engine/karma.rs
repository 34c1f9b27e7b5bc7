//! Karma: points, the player's plan for them, and their uses. `SS-BASE-25` to `SS-BASE-27`, `SS-INIT-07`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::EngineSwitches;
use super::switches::Formula;
use dice::Clause;

/// The player's plan for a unit's Karma.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct KarmaPlan {
    /// Adds dice to the unit's next attack or sprint. `SS-BASE-26`.
    pub dice: bool,
    /// Offers a re-roll of misses after that roll. `SS-BASE-27`.
    pub reroll: bool,
    /// Offers Karma for defences and soak until turned off.
    pub ask: bool,
}

impl KarmaPlan {
    /// Points that the plan needs. `SS-BASE-25`.
    pub fn points_needed(self) -> u8 {
        (u8::from(self.dice) + u8::from(self.reroll)).max(u8::from(self.ask))
    }

    /// The part of the plan that this many points pay for, dice before the re-roll. `SS-BASE-25`.
    pub fn limited_to(self, left: u8) -> Self {
        let dice = self.dice && left > 0;
        Self { dice, reroll: self.reroll && left > u8::from(dice), ask: self.ask && left > 0 }
    }

    /// The part of the plan that affects the unit's own test.
    pub fn for_own_test(self) -> Self {
        Self { ask: false, ..self }
    }

    /// The plan that remains after the unit's own test.
    pub fn after_test(self) -> Self {
        Self { dice: false, reroll: false, ..self }
    }
}

/// Karma of a unit.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
pub struct Karma {
    /// Points left.
    pub left: u8,
    /// The player's plan for them.
    pub plan: KarmaPlan,
}

/// What a point of Karma was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum KarmaUse {
    /// Extra dice for an attack or a sprint. `SS-BASE-26`.
    #[strum(serialize = "extra dice")]
    Dice,
    /// Re-roll of an attack's or sprint's misses. `SS-BASE-27`.
    #[strum(serialize = "re-rolled misses")]
    Reroll,
    /// Extra dice for a defence. `SS-BASE-26`.
    #[strum(serialize = "extra defence dice")]
    DefenceDice,
    /// Re-roll of a defence's misses. `SS-BASE-27`.
    #[strum(serialize = "re-rolled defence misses")]
    DefenceReroll,
    /// Extra dice for soak. `SS-BASE-26`.
    #[strum(serialize = "extra soak dice")]
    SoakDice,
    /// Re-roll of soak's misses. `SS-BASE-27`.
    #[strum(serialize = "re-rolled soak misses")]
    SoakReroll,
    /// Five Initiative Dice. `SS-INIT-07`.
    #[strum(serialize = "five initiative dice")]
    Initiative,
    /// Fight for your Life. `SS-FFYL-01`.
    #[strum(serialize = "clinging to life")]
    LastStand,
    /// Not being surprised. `SS-SURP-16`.
    #[strum(serialize = "avoiding surprise")]
    Surprise,
}

impl KarmaUse {
    /// All uses.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The clause that allows the use.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Dice | Self::DefenceDice | Self::SoakDice => "SS-BASE-26",
            Self::Reroll | Self::DefenceReroll | Self::SoakReroll => "SS-BASE-27",
            Self::Initiative => "SS-INIT-07",
            Self::LastStand => "SS-FFYL-01",
            Self::Surprise => "SS-SURP-16",
        }
    }

    /// Display name, such as "extra dice".
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether the target of an attack pays, not the attacker.
    pub const fn is_paid_by_defender(self) -> bool {
        matches!(self, Self::DefenceDice | Self::DefenceReroll | Self::SoakDice | Self::SoakReroll)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Uses of Karma in one test; each happens at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<KarmaUse>", into = "Vec<KarmaUse>")]
pub struct KarmaSpent(u16);

impl KarmaSpent {
    /// No Karma.
    pub const NONE: Self = Self(0);

    /// Adds a use.
    #[must_use]
    pub const fn with(self, on: KarmaUse) -> Self {
        Self(self.0 | on.bit())
    }

    /// Adds a use if `spent`.
    #[must_use]
    pub const fn with_if(self, spent: bool, on: KarmaUse) -> Self {
        if spent { self.with(on) } else { self }
    }

    /// Whether no Karma was spent.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns every use, in the order of `KarmaUse`.
    pub fn iter(self) -> impl Iterator<Item = KarmaUse> {
        KarmaUse::ALL.into_iter().filter(move |on| self.0 & on.bit() != 0)
    }

    /// Points that the attacker spent, one per use. `SS-BASE-25`.
    pub fn by_attacker(self) -> u8 {
        self.iter().map(|on| u8::from(!on.is_paid_by_defender())).sum()
    }

    /// Points that the target of an attack spent, one per use. `SS-BASE-25`.
    pub fn by_defender(self) -> u8 {
        self.iter().map(|on| u8::from(on.is_paid_by_defender())).sum()
    }
}

impl From<Vec<KarmaUse>> for KarmaSpent {
    fn from(uses: Vec<KarmaUse>) -> Self {
        uses.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<KarmaSpent> for Vec<KarmaUse> {
    fn from(spent: KarmaSpent) -> Self {
        spent.iter().collect()
    }
}

/// Karma left after one use; `None` if none is left to spend. `SS-BASE-25`.
pub fn spend_karma(karma: u8) -> Option<u8> {
    karma.checked_sub(1)
}

/// Dice that 1 Karma adds to a roll. `SS-BASE-26`.
pub fn karma_dice(rating: u8, switches: &EngineSwitches) -> u8 {
    match switches.karma_dice.0 {
        Formula::Book => rating,
        Formula::Fixed(number) => number,
    }
}
