//! Fighters and weapons as one book has them: the place where content tells the books apart.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::book_content::{BookContent, BookLoadout};
use crate::definitions::kinds::{Glyph, VehicleSpec};
use crate::definitions::personality::Personality;
use crate::library::Content;
use rules::{Book, Sheet, Weapon};

/// A sort of fighter as the book of a skirmish has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitTemplate {
    /// Shown to players.
    pub name: String,
    /// What it is good for, in a sentence.
    pub role: String,
    /// Sign on the token.
    pub glyph: Glyph,
    /// Its values, armour worn included.
    pub sheet: Sheet,
    /// Ids of the weapons carried, the one in hand first.
    pub weapons: Vec<String>,
    /// Its seats, if it is a vehicle that somebody drives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<VehicleSpec>,
    /// What it likes, when nobody's hand leads it.
    #[serde(default, skip_serializing_if = "Personality::is_even")]
    #[serde(alias = "temper")]
    pub personality: Personality,
}

impl Content {
    /// A fighter of this archetype in a book; nothing if the book has no sheet for it.
    pub fn unit_template(&self, book: Book, id: &str) -> Option<UnitTemplate> {
        let archetype = self.archetypes.get(id)?;
        let (sheet, weapons) = match book {
            Book::SwanSong => (Sheet::SwanSong(Arc::new(archetype.sheet.clone())), archetype.weapons.clone()),
            Book::Aberrant => book_loadout(&self.aberrant, id, Sheet::Aberrant)?,
            Book::AttacksAndDamage => book_loadout(&self.attacks_and_damage, id, Sheet::AttacksAndDamage)?,
            Book::Circumstances => book_loadout(&self.circumstances, id, Sheet::Circumstances)?,
            Book::CombatChecks => book_loadout(&self.combat_checks, id, Sheet::CombatChecks)?,
        };
        let (name, role) = (archetype.name.clone(), archetype.role.clone());
        Some(UnitTemplate {
            name,
            role,
            glyph: archetype.glyph,
            sheet,
            weapons,
            vehicle: archetype.vehicle,
            personality: archetype.personality,
        })
    }

    /// Ids of all weapons of a book, in their order.
    pub fn weapon_ids(&self, book: Book) -> Vec<&str> {
        fn ids<S, W, A>(shelf: &BookContent<S, W, A>) -> Vec<&str> {
            shelf.weapons.keys().map(String::as_str).collect()
        }
        match book {
            Book::SwanSong => self.weapons.keys().map(String::as_str).collect(),
            Book::Aberrant => ids(&self.aberrant),
            Book::AttacksAndDamage => ids(&self.attacks_and_damage),
            Book::Circumstances => ids(&self.circumstances),
            Book::CombatChecks => ids(&self.combat_checks),
        }
    }

    /// A weapon of a book.
    pub fn weapon(&self, book: Book, id: &str) -> Option<Weapon> {
        Some(match book {
            Book::SwanSong => Weapon::SwanSong(self.weapons.get(id)?.clone()),
            Book::Aberrant => Weapon::Aberrant(self.aberrant.weapons.get(id)?.clone()),
            Book::AttacksAndDamage => {
                Weapon::AttacksAndDamage(self.attacks_and_damage.weapons.get(id)?.clone())
            }
            Book::Circumstances => Weapon::Circumstances(self.circumstances.weapons.get(id)?.clone()),
            Book::CombatChecks => Weapon::CombatChecks(self.combat_checks.weapons.get(id)?.clone()),
        })
    }
}

fn book_loadout<S: Clone, W, A>(
    shelf: &BookContent<S, W, A>,
    id: &str,
    of_book: impl Fn(Arc<S>) -> Sheet,
) -> Option<(Sheet, Vec<String>)> {
    let BookLoadout { sheet, weapons, .. } = shelf.sheets.get(id)?;
    Some((of_book(Arc::new(sheet.clone())), weapons.clone()))
}
