//! Fighters and weapons as one book has them: the place where content tells the books apart.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::kinds::{Glyph, Seats};
use super::library::Content;
use super::shelf::{Outfit, Shelf};
use super::temper::Temper;
use rules::{Book, Sheet, Weapon};

/// A sort of fighter as the book of a skirmish has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
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
    pub vehicle: Option<Seats>,
    /// What it likes, when nobody's hand leads it.
    #[serde(default, skip_serializing_if = "Temper::is_even")]
    pub temper: Temper,
}

impl Content {
    /// A fighter of this archetype in a book; nothing if the book has no sheet for it.
    pub fn recruit(&self, book: Book, id: &str) -> Option<Recruit> {
        let archetype = self.archetypes.get(id)?;
        let (sheet, weapons) = match book {
            Book::SwanSong => (Sheet::SwanSong(Arc::new(archetype.sheet.clone())), archetype.weapons.clone()),
            Book::Aberrant => outfit(&self.aberrant, id, Sheet::Aberrant)?,
            Book::AttacksAndDamage => outfit(&self.attacks_and_damage, id, Sheet::AttacksAndDamage)?,
            Book::Circumstances => outfit(&self.circumstances, id, Sheet::Circumstances)?,
            Book::CombatChecks => outfit(&self.combat_checks, id, Sheet::CombatChecks)?,
        };
        let (name, role) = (archetype.name.clone(), archetype.role.clone());
        Some(Recruit {
            name,
            role,
            glyph: archetype.glyph,
            sheet,
            weapons,
            vehicle: archetype.vehicle,
            temper: archetype.temper,
        })
    }

    /// Ids of all weapons of a book, in their order.
    pub fn weapon_ids(&self, book: Book) -> Vec<&str> {
        fn ids<S, W, A>(shelf: &Shelf<S, W, A>) -> Vec<&str> {
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

fn outfit<S: Clone, W, A>(
    shelf: &Shelf<S, W, A>,
    id: &str,
    of_book: impl Fn(Arc<S>) -> Sheet,
) -> Option<(Sheet, Vec<String>)> {
    let Outfit { sheet, weapons, .. } = shelf.sheets.get(id)?;
    Some((of_book(Arc::new(sheet.clone())), weapons.clone()))
}
