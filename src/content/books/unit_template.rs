//! Unit templates and weapons of one book, looked up in the content of all books.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::book_content::{BookContent, BookLoadout};
use crate::definitions::kinds::{Glyph, VehicleSpec};
use crate::definitions::personality::Personality;
use crate::library::Content;
use rules::{Book, Sheet, Weapon};

/// An archetype with its sheet in one book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitTemplate {
    /// Shown to players.
    pub name: String,
    /// Its role, in a sentence.
    pub role: String,
    /// Symbol on the token.
    pub glyph: Glyph,
    /// Its sheet, armour included.
    pub sheet: Sheet,
    /// Ids of its weapons, the wielded one first.
    pub weapons: Vec<String>,
    /// Its seats and speed; `None` if it is not a vehicle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<VehicleSpec>,
    /// Its personality when an AI player controls it.
    #[serde(default, skip_serializing_if = "Personality::is_even")]
    #[serde(alias = "temper")]
    pub personality: Personality,
}

impl Content {
    /// Returns the template of an archetype in a book; `None` if the book has no sheet for it.
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

    /// Ids of all weapons of a book, in order.
    pub fn weapon_ids(&self, book: Book) -> Vec<&str> {
        fn ids<S, W, A>(content: &BookContent<S, W, A>) -> Vec<&str> {
            content.weapons.keys().map(String::as_str).collect()
        }
        match book {
            Book::SwanSong => self.weapons.keys().map(String::as_str).collect(),
            Book::Aberrant => ids(&self.aberrant),
            Book::AttacksAndDamage => ids(&self.attacks_and_damage),
            Book::Circumstances => ids(&self.circumstances),
            Book::CombatChecks => ids(&self.combat_checks),
        }
    }

    /// Returns a weapon of a book.
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
    content: &BookContent<S, W, A>,
    id: &str,
    of_book: impl Fn(Arc<S>) -> Sheet,
) -> Option<(Sheet, Vec<String>)> {
    let BookLoadout { sheet, weapons, .. } = content.sheets.get(id)?;
    Some((of_book(Arc::new(sheet.clone())), weapons.clone()))
}
