//! `Content`: all entries of the content files after validation, in maps by id. Every id in them refers to an entry
//! that exists.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lab::LabScene;
use crate::balance::SkirmishBalance;
pub use crate::books::attacks_and_damage::Protection;
use crate::books::book_kind::{BookKind, for_book};
use crate::books::shelf::BookContent;
use crate::campaigns::Campaign;
use crate::definitions::kinds::{Archetype, ArmourPiece, BarrierKind, MaterialKind, Terrain, WeaponSound};
use crate::skirmishes::skirmish::Skirmish;
use rules::swan_song::Weapon;
use rules::{Book, aberrant, attacks_and_damage, circumstances, combat_checks};

/// Content of Aberrant.
pub type AberrantContent = BookContent<aberrant::Sheet, aberrant::Weapon, aberrant::Armour>;
/// Content of Attacks and Damage.
pub type AttacksAndDamageContent =
    BookContent<attacks_and_damage::Sheet, attacks_and_damage::Weapon, Protection>;
/// Content of Circumstances.
pub type CircumstancesContent =
    BookContent<circumstances::Sheet, circumstances::Weapon, circumstances::Armour>;
/// Content of Combat Checks.
pub type CombatChecksContent =
    BookContent<combat_checks::Sheet, combat_checks::Weapon, combat_checks::Armour>;

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
    /// Lessons.
    #[serde(default)]
    pub lessons: BTreeMap<String, LabScene>,
    /// Campaigns.
    #[serde(default)]
    pub campaigns: BTreeMap<String, Campaign>,
    /// What weapons of all books sound like, by the id of the weapon.
    #[serde(default)]
    pub weapon_sounds: BTreeMap<String, WeaponSound>,
    /// Measured balance of skirmishes.
    #[serde(default)]
    pub balance: BTreeMap<String, SkirmishBalance>,
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
    /// Lessons with their ids, in the order of the list.
    pub fn listed_lessons(&self) -> Vec<(&str, &LabScene)> {
        let mut listed: Vec<_> = self.lessons.iter().map(|(id, scene)| (id.as_str(), scene)).collect();
        let number = |scene: &LabScene| scene.skirmish.lesson.as_ref().and_then(|lesson| lesson.number);
        listed.sort_by_key(|(id, scene)| (number(scene).unwrap_or(u8::MAX), *id));
        listed
    }

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
            + self.lessons.len()
            + self.campaigns.len()
            + self.weapon_sounds.len()
            + self.balance.len()
            + Book::ALL.into_iter().map(|book| for_book!(book, B => B::entries(self))).sum::<usize>()
    }
}

impl Content {
    /// Returns what weapons sound like, by the name that players read: a carried weapon knows its name only.
    pub fn weapon_sounds_by_name(&self) -> BTreeMap<String, WeaponSound> {
        let books = || Book::ALL.into_iter();
        let named = self.weapon_sounds.iter().flat_map(|(id, sound)| {
            let weapons = books().filter_map(move |book| self.weapon(book, id));
            weapons.map(move |weapon| (weapon.name().to_owned(), *sound))
        });
        named.collect()
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
