//! Knockback, knockdown and collisions. Chapter KNOCK.
//!
//! Other books borrow the chapter and supply a [`KnockbackProfile`]. A collision has the dice of a fall over as many
//! metres.

use dice::{Modifiers, Note, RuleResult, Table};

use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::environment::falling;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::sheet::Size;
use crate::aberrant::{Ability, DamageType, Fighter, Sheet, Switches};
use crate::lines::{FootingLine, KnockbackLine};

/// Factor on a body's weight and strength. `AB-KNOCK-01`.
const STEADFAST: u32 = 2;
/// Dice above the threshold for each metre. `AB-KNOCK-02`.
const DICE_PER_METRE: u32 = 2;
/// Addition of Mega-Strength to Strength. `AB-KNOCK-08`.
const MEGA_STRENGTH: u32 = 10;
/// Addition of Mega-Dexterity to Dexterity. `AB-KNOCK-09`.
const MEGA_DEXTERITY: u32 = 2;
/// Addition of each dot of growth or density. `AB-KNOCK-07`, `AB-KNOCK-11`.
const PER_DOT: u32 = 4;

/// A body's resistance to knockback, for every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnockbackProfile {
    /// Strength and mass together, before they are doubled. `AB-KNOCK-01`, `AB-KNOCK-05` to `AB-KNOCK-08`.
    pub mass: u32,
    /// Metres that it can be thrown and keep its feet. `AB-KNOCK-03`, `AB-KNOCK-09`.
    pub steady_m: u32,
    /// Greatest number of collision dice that are not lethal. `AB-KNOCK-21`.
    pub lethal_above: u32,
}

impl KnockbackProfile {
    /// A body that no blow moves.
    pub const IMMOVABLE: Self =
        Self { mass: u32::MAX / STEADFAST, steady_m: u32::MAX, lethal_above: u32::MAX };

    /// The profile of a sheet of this book.
    pub fn from_sheet(sheet: &Sheet, switches: &Switches) -> Self {
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
            steady_m: u32::from(sheet.dexterity) + quick,
            lethal_above: falling::lethal_above(sheet),
        }
    }

    /// Raw dice that it withstands. `AB-KNOCK-01`.
    pub const fn threshold(self) -> u32 {
        STEADFAST * self.mass
    }

    /// Distance in metres that a blow throws it. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-10`.
    pub fn knockback_m(self, blow: KnockbackBlow) -> u32 {
        match blow.raw.checked_sub(self.threshold()) {
            Some(over) if over > 0 => over / DICE_PER_METRE + blow.adds,
            _ => 0,
        }
    }
}

/// The parts of a blow that push.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnockbackBlow {
    /// Raw dice and success dice, before soak. `AB-KNOCK-01`.
    pub raw: u32,
    /// Damage adds. `AB-KNOCK-10`.
    pub adds: u32,
}

/// Footing of a body that a blow pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FootingResult {
    /// It is not moved.
    Unmoved,
    /// It must keep its feet at this difficulty. `AB-KNOCK-04`.
    MustBalance {
        /// Distance in metres.
        difficulty: u32,
    },
    /// It falls. `AB-KNOCK-03`.
    KnockedDown,
}

/// The footing of a body pushed over this distance. `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-RULING-10`.
pub const fn footing_result(profile: KnockbackProfile, metres: u32) -> FootingResult {
    match metres {
        0 => FootingResult::Unmoved,
        _ if metres > profile.steady_m => FootingResult::KnockedDown,
        difficulty => FootingResult::MustBalance { difficulty },
    }
}

/// The pool for keeping one's feet. `AB-KNOCK-04`, `AB-KNOCK-09`.
fn balance_parts(unit: &Fighter) -> Modifiers {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.dexterity), "Dexterity", "AB-KNOCK-04");
    parts.add(i32::from(sheet.ability(Ability::Athletics)), "Athletics", "AB-KNOCK-04");
    if sheet.mega_dexterity >= 1 {
        parts.add(MEGA_DEXTERITY.cast_signed(), "Mega-Dexterity", "AB-KNOCK-09");
    }
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, sheet, condition, RollPurpose::Movement);
    parts
}

/// Rolls whether a pushed unit stays on its feet. `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-KNOCK-09`.
pub fn roll_footing(
    table: &mut impl Table,
    unit: &Fighter,
    metres: u32,
    switches: &Switches,
) -> RuleResult<bool> {
    let profile = KnockbackProfile::from_sheet(&unit.sheet, switches);
    let difficulty = match footing_result(profile, metres) {
        FootingResult::Unmoved => return Ok(true),
        FootingResult::KnockedDown => {
            let line = KnockbackLine::TooFarToStand { metres, steady_m: profile.steady_m };
            table.note(|| Note::new("AB-KNOCK-03", line));
            return Ok(false);
        }
        FootingResult::MustBalance { .. } if unit.is_helpless() => return Ok(false),
        FootingResult::MustBalance { difficulty } => difficulty,
    };
    let (why, clause, mega) = ("keeping its feet", "AB-KNOCK-04", unit.sheet.mega_dexterity);
    let rolling = PoolRoll { who: unit.id, why, clause, parts: &balance_parts(unit), mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let stands = dice_pool::extra_successes(successes, difficulty).is_some();
    table.note(|| Note::new("AB-KNOCK-04", FootingLine { successes, difficulty, stands }));
    Ok(stands)
}

/// Surface of a collision. `AB-KNOCK-22` to `AB-KNOCK-24`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImpactSurface {
    /// Walls, floors, units.
    #[default]
    Normal,
    /// Unyielding material, such as the side of a tank.
    Unyielding,
    /// Spikes.
    Sharp,
    /// Glass that breaks.
    Shards,
}

impl ImpactSurface {
    /// The clause that makes the damage lethal; `None` for a normal surface.
    pub const fn clause(self) -> Option<&'static str> {
        match self {
            Self::Normal => None,
            Self::Unyielding => Some("AB-KNOCK-22"),
            Self::Sharp => Some("AB-KNOCK-23"),
            Self::Shards => Some("AB-KNOCK-24"),
        }
    }
}

/// Dice of a collision, or of a fall, after this many metres: for the body and for what it hits. `AB-KNOCK-18` to
/// `AB-KNOCK-20`, `AB-KNOCK-26`.
pub fn collision_dice(metres: u32) -> u32 {
    falling::fall_dice(metres)
}

/// The damage type of these dice on a body: all of them change type together. `AB-KNOCK-21` to `AB-KNOCK-24`.
pub const fn collision_damage_type(
    profile: KnockbackProfile,
    dice: u32,
    surface: ImpactSurface,
    switches: &Switches,
) -> DamageType {
    let cuts = switches.collision_surfaces && surface.clause().is_some();
    if cuts || dice > profile.lethal_above { DamageType::Lethal } else { DamageType::Bashing }
}

/// Whether the dice of a collision break an obstacle. `AB-KNOCK-25`.
pub const fn breaks_obstacle(dice: u32, armour: u32) -> bool {
    dice > armour
}

#[cfg(test)]
mod tests;
