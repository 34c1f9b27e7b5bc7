//! Spells, and items that do as much: what mends, what strengthens, what harms. Chapters SEAL and BRWA.

use serde::{Deserialize, Serialize};

use super::ActionCost;
use crate::status::Infliction;

/// What a Spell or item is for. `CS-BRWA-02`, `CS-BRWA-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpellKind {
    /// Gives Wounds back.
    Heal,
    /// Strengthens a friend.
    Augment,
    /// Comes over an enemy.
    Attack,
}

/// A Spell or an item of a sheet. Chapter 1.1 of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Shown to players.
    pub name: String,
    /// What it is for.
    pub kind: SpellKind,
    /// A thing, which needs no concentration and no Spell. Table CS-T1.
    #[serde(default)]
    pub item: bool,
    /// Its price, at least a Half Action. Table CS-T2.
    #[serde(default = "half")]
    pub cost: ActionCost,
    /// How far it reaches, in squares; 1 touches.
    #[serde(default = "touch")]
    pub reach: u32,
    /// Wounds that it gives back.
    #[serde(default)]
    pub heals: u16,
    /// Ailments that it brings.
    #[serde(default)]
    pub inflicts: Vec<Infliction>,
}

const fn half() -> ActionCost {
    ActionCost::Half
}

const fn touch() -> u32 {
    1
}

/// Keys of the deeds by which Spells and items are used, in the order of a sheet: no sheet has more.
pub const KEYS: [&str; 6] = ["spell_0", "spell_1", "spell_2", "spell_3", "spell_4", "spell_5"];

/// Keys of those that heal, or that strengthen. `CS-BRWA-02`, `CS-BRWA-03`.
pub fn aid_keys(sheet: &super::Sheet, heals: bool) -> Vec<&'static str> {
    let kind = if heals { SpellKind::Heal } else { SpellKind::Augment };
    KEYS.into_iter().zip(&sheet.spells).filter(|(_, spell)| spell.kind == kind).map(|(key, _)| key).collect()
}

impl Spell {
    /// Half or Full, whatever the file says. Table CS-T2.
    pub const fn price(&self) -> ActionCost {
        match self.cost {
            ActionCost::Full => ActionCost::Full,
            _ => ActionCost::Half,
        }
    }

    /// It is meant for friends.
    pub const fn is_friendly(&self) -> bool {
        !matches!(self.kind, SpellKind::Attack)
    }
}
