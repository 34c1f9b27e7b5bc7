//! Damage without an attack: hazards and falls. Chapter SPEC; extra effects of attacks are in `attack`.

use serde::{Deserialize, Serialize};

use super::harm::{Harm, note};
use super::{Condition, DamageType, DamageValue, Fighter, Nature, Switches, Taken, Track};
use crate::Down;
use dice::{Step, Table};

/// Something that does damage by itself. `AD-SPEC-01`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    /// Shown to players.
    pub name: String,
    /// DV, type and track.
    pub damage: DamageValue,
    /// What it is made of, where the damage states no type.
    #[serde(default)]
    pub nature: Option<Nature>,
    /// Armour penetration; negative lowers the armour.
    #[serde(default)]
    pub ap: i32,
}

/// What damage without an attack did. It knocks nobody down and asks for no defence. `AD-KD-06`, `AD-SPEC-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HazardResult {
    /// Damage that got through, by track.
    pub taken: Taken,
    /// The target's condition afterwards.
    pub condition: Condition,
    /// The target is out of the fight now, if it is.
    pub down: Option<Down>,
}

/// Damage without an attack enters at step 3, with no net hits. `AD-SPEC-01`.
///
/// # Errors
/// As the table.
pub fn hazard(
    table: &mut impl Table,
    hazard: &Hazard,
    target: &Fighter,
    switches: &Switches,
) -> Step<HazardResult> {
    let kind = hazard.damage.kind.or(hazard.nature.map(Nature::damage_type));
    let harm = Harm::new(target, kind, hazard.damage, hazard.ap, switches);
    table.note(|| note("AD-SPEC-01", format!("{}: damage {}", hazard.name, hazard.damage)));
    let taken = harm.resist(table, hazard.damage.number)?;
    if taken == Taken::default() {
        return Ok(HazardResult { taken, condition: target.condition, down: target.down });
    }
    let (condition, down) = harm.mark(table, taken);
    Ok(HazardResult { taken, condition, down })
}

/// The damage of a fall over so many centimetres, counted in full metres; `None` if it does none. `AD-SPEC-03`,
/// `AD-TYPE-04`.
pub fn fall_of(centimetres: u32, switches: &Switches) -> Option<Hazard> {
    let number = centimetres / 100 * u32::from(switches.fall_dv);
    (number > 0).then(|| Hazard {
        name: "fall".to_owned(),
        damage: DamageValue { number, kind: Some(DamageType::Impact), track: Track::Critical },
        nature: Some(Nature::Fall),
        ap: 0,
    })
}

#[cfg(test)]
mod tests;
