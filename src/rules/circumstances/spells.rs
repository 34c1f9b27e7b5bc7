//! Spells, and items with the same effects: healing, augmenting, attacking. Chapters SEAL and BRWA.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CombatActionCost;
use crate::status::Infliction;

/// The purpose of a Spell or item. `CS-BRWA-02`, `CS-BRWA-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellKind {
    /// Restores Wounds.
    Heal,
    /// Strengthens an ally.
    Augment,
    /// Affects an enemy.
    Attack,
}

/// A Spell or an item of a sheet. Chapter 1.1 of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Name shown to players.
    pub name: String,
    /// Its purpose.
    pub kind: SpellKind,
    /// An item, which needs no concentration and does not count as a Spell. Table CS-T1.
    #[serde(default)]
    pub item: bool,
    /// Its cost, at least a Half Action. Table CS-T2.
    #[serde(default = "half")]
    pub cost: CombatActionCost,
    /// Reach in squares; 1 is touch.
    #[serde(default = "touch")]
    pub reach: u32,
    /// Wounds restored.
    #[serde(default)]
    pub heals: u16,
    /// Ailments inflicted.
    #[serde(default)]
    pub inflicts: Vec<Infliction>,
}

const fn half() -> CombatActionCost {
    CombatActionCost::Half
}

const fn touch() -> u32 {
    1
}

/// Keys of the special actions of Spells and items, in sheet order; no sheet has more.
pub const KEYS: [&str; 6] = ["spell_0", "spell_1", "spell_2", "spell_3", "spell_4", "spell_5"];

/// Keys of healing or augmenting Spells. `CS-BRWA-02`, `CS-BRWA-03`.
pub fn aid_keys(sheet: &super::Sheet, heals: bool) -> Vec<&'static str> {
    let kind = if heals { SpellKind::Heal } else { SpellKind::Augment };
    KEYS.into_iter().zip(&sheet.spells).filter(|(_, spell)| spell.kind == kind).map(|(key, _)| key).collect()
}

impl Spell {
    /// Its cost, at least a Half Action. Table CS-T2.
    pub const fn price(&self) -> CombatActionCost {
        match self.cost {
            CombatActionCost::Full => CombatActionCost::Full,
            _ => CombatActionCost::Half,
        }
    }

    /// Whether it is used on allies.
    pub const fn is_friendly(&self) -> bool {
        !matches!(self.kind, SpellKind::Attack)
    }
}
