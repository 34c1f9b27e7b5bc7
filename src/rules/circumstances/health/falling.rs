//! Falling damage. Chapter FALL.

use crate::circumstances::d100_test::{D10, D100};
use crate::circumstances::lines::{WoundCount, WoundNote};
use crate::circumstances::rule_options::values::SafeLanding;
use crate::circumstances::{Characteristic, Fighter, HealthState, HitLocation, Sheet, Switches};
use crate::ground::falling::Fall;
use dice::{Modifiers, Note, Purpose, RuleResult, Table};

/// Metres that add a hit, and one point to every hit. `CS-FALL-04`, `CS-FALL-05`.
const MORE_METRES: u32 = 10;
/// The face that causes fatigue. `CS-FALL-09`.
const FATIGUE_FACE: u32 = 10;

/// The result of a fall.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FallResult {
    /// Location and Wounds of every hit; `None` is the Hull of a vehicle. `CS-FALL-08`, `CS-FALL-12`.
    pub hits: Vec<(Option<HitLocation>, u32)>,
    /// Total Wounds.
    pub wounds: u32,
    /// Levels of fatigue. `CS-FALL-09`.
    pub fatigue: u8,
    /// The condition afterwards.
    pub condition: HealthState,
}

/// Metres of a fall without danger. `CS-FALL-01`, `CS-FALL-11`.
pub fn safe_metres(sheet: &Sheet, switches: &Switches) -> u32 {
    let limit = switches.fall_height.0.or_book(|| toughness(sheet).cast_signed());
    limit.max(0).unsigned_abs()
}

/// Whether a fall is higher than is safe and not a safe landing. `CS-FALL-01`, `CS-FALL-02`.
pub fn is_dangerous(fall: Fall, sheet: &Sheet, switches: &Switches) -> bool {
    let safe = fall.leapt && switches.safe_landing == SafeLanding::Leaping;
    !safe && is_dangerous_height(fall, sheet, switches)
}

/// Whether a height is more than is safe, however the unit comes down. `CS-FALL-01`.
pub fn is_dangerous_height(fall: Fall, sheet: &Sheet, switches: &Switches) -> bool {
    fall.height_cm > 100 * safe_metres(sheet, switches)
}

/// Number of hits of a dangerous fall. `CS-FALL-03`, `CS-FALL-04`.
pub const fn fall_hits(fall: Fall) -> u32 {
    1 + fall.metres() / MORE_METRES
}

/// Bonus to the d10 of every hit. `CS-FALL-03`, `CS-FALL-05`, `CS-RULING-03`.
pub const fn fall_bonus(fall: Fall) -> u32 {
    1 + fall.metres() / MORE_METRES
}

fn toughness(sheet: &Sheet) -> u32 {
    sheet.bonus(Characteristic::Toughness)
}

/// Resolves a fall.
///
/// Armour is ignored, Toughness reduces every hit, and each hit has its own location. Hits on a vehicle
/// damage its Hull and cause no fatigue. `CS-FALL-06` to `CS-FALL-12`.
pub fn resolve_fall(
    table: &mut impl Table,
    fighter: &Fighter,
    fall: Fall,
    switches: &Switches,
) -> RuleResult<FallResult> {
    let sheet = &*fighter.sheet;
    let mut result =
        FallResult { hits: Vec::new(), wounds: 0, fatigue: 0, condition: fighter.condition.clone() };
    if !is_dangerous(fall, sheet, switches) {
        return Ok(result);
    }
    let mut parts = Modifiers::new();
    parts.add(1, "fall", "CS-FALL-03");
    parts.add((fall.metres() / MORE_METRES).cast_signed(), "full 10 m", "CS-FALL-05");
    for _ in 0..fall_hits(fall) {
        let who = Some(fighter.id);
        let purpose = |why, clause| Purpose { who, why, clause, parts: &[], limit: None };
        let location = if sheet.vehicle {
            None
        } else {
            let face = table.roll(D100, purpose("hit location", "CS-FALL-08"))?.value;
            Some(HitLocation::from_random_roll(face))
        };
        let face =
            table.roll(D10, Purpose { parts: &parts.0, ..purpose("falling damage", "CS-FALL-03") })?.value;
        let wounds = (face + fall_bonus(fall)).saturating_sub(toughness(sheet));
        table.note(|| hit_note(location, face, fall, (toughness(sheet), wounds)));
        result.fatigue += u8::from(face == FATIGUE_FACE && !sheet.vehicle);
        result.wounds += wounds;
        result.hits.push((location, wounds));
        // The location of a hit does not change anything that counts.
        (result.wounds, result.fatigue) = table.merge_branches((result.wounds, result.fatigue))?;
    }
    result.condition = result.condition.with_wounds_lost(result.wounds).with_fatigue(result.fatigue);
    Ok(result)
}

fn hit_note(location: Option<HitLocation>, face: u32, fall: Fall, (toughness, wounds): (u32, u32)) -> Note {
    let mut parts = Modifiers::new();
    parts.add(face.cast_signed(), "d10", "CS-FALL-03");
    parts.add(fall_bonus(fall).cast_signed(), "fall", "CS-FALL-05");
    parts.add(-toughness.cast_signed(), "Toughness bonus", "CS-FALL-07");
    let line = match location {
        Some(location) => WoundNote::Fall { location, wounds: WoundCount(wounds) },
        None => WoundNote::FallOfVehicle { wounds: WoundCount(wounds) },
    };
    Note::new("CS-FALL-06", line).with_parts(&parts.0)
}

#[cfg(test)]
mod tests;
