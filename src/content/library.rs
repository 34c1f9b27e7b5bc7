//! Everything that was loaded, by id.

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

/// Valid content: every id that one entry names is the id of another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// Weapons.
    #[serde(with = "shared")]
    pub weapons: BTreeMap<String, Arc<Weapon>>,
    /// Armour.
    pub armours: BTreeMap<String, ArmourPiece>,
    /// Sorts of fighters.
    pub archetypes: BTreeMap<String, Archetype>,
    /// What barriers are made of.
    pub materials: BTreeMap<String, MaterialKind>,
    /// Sorts of barriers.
    pub barrier_kinds: BTreeMap<String, BarrierKind>,
    /// Sorts of ground.
    pub terrains: BTreeMap<String, Terrain>,
    /// Fights.
    pub skirmishes: BTreeMap<String, Skirmish>,
    /// Scenes of the Lab.
    #[serde(default)]
    pub labs: BTreeMap<String, LabScene>,
    /// What a fight under Aberrant needs.
    pub aberrant: AberrantContent,
    /// What a fight under Attacks and Damage needs.
    pub attacks_and_damage: AttacksAndDamageContent,
    /// What a fight under Circumstances needs.
    pub circumstances: CircumstancesContent,
    /// What a fight under Combat Checks needs.
    pub combat_checks: CombatChecksContent,
}

impl Content {
    /// How many entries there are in all.
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

/// Shared weapons are written as plain ones.
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
