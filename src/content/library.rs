//! All loaded content, by id.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lab::LabScene;
use crate::books::book_content::{
    AberrantContent, AttacksAndDamageContent, CircumstancesContent, CombatChecksContent,
};
use crate::definitions::kinds::{Archetype, ArmourPiece, BarrierKind, MaterialKind, Terrain};
use crate::skirmishes::skirmish::Skirmish;
use rules::swan_song::Weapon;

/// Valid content: all ids refer to existing entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// Weapons.
    #[serde(with = "shared")]
    pub weapons: BTreeMap<String, Arc<Weapon>>,
    /// Armour.
    pub armours: BTreeMap<String, ArmourPiece>,
    /// Archetypes.
    pub archetypes: BTreeMap<String, Archetype>,
    /// Barrier materials.
    pub materials: BTreeMap<String, MaterialKind>,
    /// Kinds of barriers.
    pub barrier_kinds: BTreeMap<String, BarrierKind>,
    /// Kinds of terrain.
    pub terrains: BTreeMap<String, Terrain>,
    /// Skirmishes.
    pub skirmishes: BTreeMap<String, Skirmish>,
    /// Lab scenes.
    #[serde(default)]
    pub labs: BTreeMap<String, LabScene>,
    /// Content of Aberrant.
    pub aberrant: AberrantContent,
    /// Content of Attacks and Damage.
    pub attacks_and_damage: AttacksAndDamageContent,
    /// Content of Circumstances.
    pub circumstances: CircumstancesContent,
    /// Content of Combat Checks.
    pub combat_checks: CombatChecksContent,
}

impl Content {
    /// Number of entries.
    pub fn entries(&self) -> usize {
        self.weapons.len()
            + self.armours.len()
            + self.archetypes.len()
            + self.materials.len()
            + self.barrier_kinds.len()
            + self.terrains.len()
            + self.skirmishes.len()
            + self.labs.len()
            + self.aberrant.entries()
            + self.attacks_and_damage.entries()
            + self.circumstances.entries()
            + self.combat_checks.entries()
    }
}

/// Serialises shared weapons like plain ones.
pub(super) mod shared {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    use rules::swan_song::Weapon;

    pub fn serialize<S: Serializer>(
        weapons: &BTreeMap<String, Arc<Weapon>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(weapons.iter().map(|(id, weapon)| (id, weapon.as_ref())))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<String, Arc<Weapon>>, D::Error> {
        let weapons = BTreeMap::<String, Weapon>::deserialize(deserializer)?;
        Ok(weapons.into_iter().map(|(id, weapon)| (id, Arc::new(weapon))).collect())
    }
}
