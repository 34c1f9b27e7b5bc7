//! Unit templates: archetypes with their sheet in one book.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definitions::kinds::{Glyph, VehicleSpec};
use crate::definitions::personality::Personality;
use crate::library::Content;
use rules::{Book, Sheet};

/// An archetype with its sheet in one book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        let (sheet, weapons) = self.book_loadout(book, id)?;
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
}
