//! Knockback, knockdown and what one is thrown into. Chapter KNOCK.
//!
//! The other books borrow it: [`Frame`] is all that it asks of a body. A crash has the dice of a fall over as many metres.

use dice::{Modifiers, Note, Step, Table};

use super::base::{self, Rolling};
use super::layers::{self, Effort};
use super::sheet::Size;
use super::{Ability, DamageType, Fighter, Sheet, Switches, fall};

/// What a body's weight and strength are multiplied by. `AB-KNOCK-01`.
const STEADFAST: u32 = 2;
/// Dice over the threshold for each metre. `AB-KNOCK-02`.
const DICE_PER_METRE: u32 = 2;
/// What Mega-Strength adds to Strength. `AB-KNOCK-08`.
const MEGA_STRENGTH: u32 = 10;
/// What Mega-Dexterity adds to Dexterity. `AB-KNOCK-09`.
const MEGA_DEXTERITY: u32 = 2;
/// What a dot of growth or density adds. `AB-KNOCK-07`, `AB-KNOCK-11`.
const PER_DOT: u32 = 4;

/// What knockback asks of a body, in whatever book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// Strength and mass together, before they are doubled. `AB-KNOCK-01`, `AB-KNOCK-05` to `AB-KNOCK-08`.
    pub mass: u32,
    /// Metres it may fly and keep its feet. `AB-KNOCK-03`, `AB-KNOCK-09`.
    pub feet: u32,
    /// Dice of a collision that are not lethal yet. `AB-KNOCK-21`.
    pub hardy: u32,
}

impl Frame {
    /// Of a sheet of this book.
    pub fn of(sheet: &Sheet, switches: &Switches) -> Self {
        let mega = u32::from(sheet.mega_strength);
        let mega = if switches.mega_knock_per_dot { mega } else { mega.min(1) };
        let size = match sheet.size {
            Size::Normal => 0,
            Size::Large => 2,
            Size::Huge => 4,
        };
        let dots = u32::from(sheet.grow) + u32::from(sheet.density);
        let quick = if sheet.mega_dexterity >= 1 { MEGA_DEXTERITY } else { 0 };
        let might = u32::from(sheet.strength) + u32::from(sheet.ability(Ability::Might));
        Self {
            mass: might + MEGA_STRENGTH * mega + size + PER_DOT * dots,
            feet: u32::from(sheet.dexterity) + quick,
            hardy: fall::lethal_above(sheet),
        }
    }

    /// Raw dice that it stands. `AB-KNOCK-01`.
    pub const fn threshold(self) -> u32 {
        STEADFAST * self.mass
    }

    /// How far a blow throws it. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-10`.
    pub fn pushed_m(self, blow: Blow) -> u32 {
        match blow.raw.checked_sub(self.threshold()) {
            Some(over) if over > 0 => over / DICE_PER_METRE + blow.adds,
            _ => 0,
        }
    }
}

/// What of a blow pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blow {
    /// Raw dice with success dice, soaked or not. `AB-KNOCK-01`.
    pub raw: u32,
    /// Damage adds. `AB-KNOCK-10`.
    pub adds: u32,
}

/// What becomes of a body's footing that a blow pushes so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Footing {
    /// It is not moved.
    Firm,
    /// It must keep its feet against such a difficulty. `AB-KNOCK-04`.
    Shaken {
        /// The metres.
        difficulty: u32,
    },
    /// It falls. `AB-KNOCK-03`.
    Swept,
}

/// `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-RULING-10`.
pub const fn footing(frame: Frame, metres: u32) -> Footing {
    match metres {
        0 => Footing::Firm,
        _ if metres > frame.feet => Footing::Swept,
        difficulty => Footing::Shaken { difficulty },
    }
}

/// What keeping one's feet is rolled with. `AB-KNOCK-04`, `AB-KNOCK-09`.
fn feet_parts(unit: &Fighter) -> Modifiers {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.dexterity), "Dexterity", "AB-KNOCK-04");
    parts.add(i32::from(sheet.ability(Ability::Athletics)), "Athletics", "AB-KNOCK-04");
    if sheet.mega_dexterity >= 1 {
        parts.add(MEGA_DEXTERITY.cast_signed(), "Mega-Dexterity", "AB-KNOCK-09");
    }
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    layers::add_dice(&mut parts, sheet, condition, Effort::Movement);
    parts
}

/// Whether somebody pushed so far is still on its feet. `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-KNOCK-09`.
///
/// # Errors
/// As the table.
pub fn keeps_its_feet(
    table: &mut impl Table,
    unit: &Fighter,
    metres: u32,
    switches: &Switches,
) -> Step<bool> {
    let frame = Frame::of(&unit.sheet, switches);
    let difficulty = match footing(frame, metres) {
        Footing::Firm => return Ok(true),
        Footing::Swept => {
            table.note(|| {
                note("AB-KNOCK-03", format!("{metres} m, and {} can be stood: it falls", frame.feet))
            });
            return Ok(false);
        }
        Footing::Shaken { .. } if unit.is_helpless() => return Ok(false),
        Footing::Shaken { difficulty } => difficulty,
    };
    let (why, clause, mega) = ("keeping its feet", "AB-KNOCK-04", unit.sheet.mega_dexterity);
    let rolling = Rolling { who: unit.id, why, clause, parts: &feet_parts(unit), mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let stands = base::extra(successes, difficulty).is_some();
    table.note(|| {
        let means = if stands { "it stands" } else { "it falls" };
        note(
            "AB-KNOCK-04",
            format!("{} at difficulty +{difficulty}: {means}", base::successes_text(successes)),
        )
    });
    Ok(stands)
}

/// What one is thrown into. `AB-KNOCK-22` to `AB-KNOCK-24`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surface {
    /// Walls, floors, people.
    #[default]
    Normal,
    /// Nothing gives: the side of a tank.
    Unyielding,
    /// Spikes.
    Sharp,
    /// Glass that breaks.
    Shards,
}

impl Surface {
    /// The clause by which it makes harm lethal; none does for an ordinary one.
    pub const fn clause(self) -> Option<&'static str> {
        match self {
            Self::Normal => None,
            Self::Unyielding => Some("AB-KNOCK-22"),
            Self::Sharp => Some("AB-KNOCK-23"),
            Self::Shards => Some("AB-KNOCK-24"),
        }
    }
}

/// Dice of a collision, or of a fall, after so many metres: for the body and for what it meets. `AB-KNOCK-18` to
/// `AB-KNOCK-20`, `AB-KNOCK-26`.
pub fn dice(metres: u32) -> u32 {
    fall::dice(metres)
}

/// What such dice do to a body: all of them change their type together. `AB-KNOCK-21` to `AB-KNOCK-24`.
pub const fn kind(frame: Frame, dice: u32, surface: Surface, switches: &Switches) -> DamageType {
    let cuts = switches.collision_surfaces && surface.clause().is_some();
    if cuts || dice > frame.hardy { DamageType::Lethal } else { DamageType::Bashing }
}

/// The dice of a collision break what stands in the way. `AB-KNOCK-25`.
pub const fn breaks(dice: u32, armour: u32) -> bool {
    dice > armour
}

fn note(clause: &'static str, text: String) -> Note {
    Note { clause, text, parts: Vec::new() }
}

#[cfg(test)]
mod tests;
