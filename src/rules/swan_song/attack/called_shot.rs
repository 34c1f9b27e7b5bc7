//! Called shots: attacks aimed at a body location, a vehicle part or the target's footing. Chapter CALL, `SS-KNOCK-08`.

mod arm_injuries;
mod bleeding;
mod enabled_set;
mod injuries;
mod location;
mod vehicle;

pub use self::arm_injuries::{
    add_hurt_arm, add_hurt_arm_to_parry, add_weak_side, is_arm_useless, may_use_arm,
};
pub use self::bleeding::{SLOW_DEATH_STRAIN, apply_bleedout, apply_slow_death, rest_with_slow_death};
pub use self::enabled_set::CalledShotSet;
pub use self::injuries::{CalledShotEffect, location_number, resolve_injuries};
pub use self::location::{AttributePair, Location, LocationInjury, LocationStats, StunTest};
pub use self::vehicle::VehiclePart;

use crate::RuleViolation;
use crate::status::BodySide;
use crate::swan_song::checks::base;
use crate::swan_song::lines::attacks::{AttackRefusal, NoSuchPart};
use crate::swan_song::{AttackContext, Sheet, Switches, UnitKind, Weapon, WeaponClass};
use dice::{Clause, Modifiers};

/// Modifier of a called shot without a location. `SS-CALL-01`.
pub const CALLED_SHOT_MODIFIER: i32 = -4;

/// Aim of a called shot. An attack has at most one. `SS-CALL-117`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CalledShot {
    /// A body location, with the side if it is paired. `SS-CALL-15`.
    Location(Location, Option<BodySide>),
    /// A vehicle part. `SS-CALL-104`.
    Vehicle(VehiclePart),
    /// The target's footing: knocks it down. `SS-KNOCK-08`.
    Knockdown,
}

/// A called shot with its journal key and button label.
type CalledShotEntry = (CalledShot, &'static str, &'static str);

const fn body_shot(location: Location, key: &'static str, label: &'static str) -> CalledShotEntry {
    (CalledShot::Location(location, None), key, label)
}

const fn left_shot(location: Location, key: &'static str, label: &'static str) -> CalledShotEntry {
    (CalledShot::Location(location, Some(BodySide::Left)), key, label)
}

const fn right_shot(location: Location, key: &'static str, label: &'static str) -> CalledShotEntry {
    (CalledShot::Location(location, Some(BodySide::Right)), key, label)
}

const fn vehicle_shot(part: VehiclePart, key: &'static str, label: &'static str) -> CalledShotEntry {
    (CalledShot::Vehicle(part), key, label)
}

/// All called shots: sixteen locations, six vehicle parts, Knockdown. `SS-RULING-12`.
const ALL: [CalledShotEntry; 34] = [
    left_shot(Location::Ankle, "left_ankle", "Left ankle"),
    right_shot(Location::Ankle, "right_ankle", "Right ankle"),
    left_shot(Location::Ear, "left_ear", "Left ear"),
    right_shot(Location::Ear, "right_ear", "Right ear"),
    left_shot(Location::Eye, "left_eye", "Left eye"),
    right_shot(Location::Eye, "right_eye", "Right eye"),
    left_shot(Location::Foot, "left_foot", "Left foot"),
    right_shot(Location::Foot, "right_foot", "Right foot"),
    left_shot(Location::Forearm, "left_forearm", "Left forearm"),
    right_shot(Location::Forearm, "right_forearm", "Right forearm"),
    body_shot(Location::Genitals, "genitals", "Genitals"),
    body_shot(Location::Gut, "gut", "Gut"),
    left_shot(Location::Hand, "left_hand", "Left hand"),
    right_shot(Location::Hand, "right_hand", "Right hand"),
    left_shot(Location::Hip, "left_hip", "Left hip"),
    right_shot(Location::Hip, "right_hip", "Right hip"),
    body_shot(Location::Jaw, "jaw", "Jaw"),
    left_shot(Location::Knee, "left_knee", "Left knee"),
    right_shot(Location::Knee, "right_knee", "Right knee"),
    body_shot(Location::Neck, "neck", "Neck"),
    left_shot(Location::Shin, "left_shin", "Left shin"),
    right_shot(Location::Shin, "right_shin", "Right shin"),
    left_shot(Location::Shoulder, "left_shoulder", "Left shoulder"),
    right_shot(Location::Shoulder, "right_shoulder", "Right shoulder"),
    body_shot(Location::Sternum, "sternum", "Sternum"),
    left_shot(Location::Thigh, "left_thigh", "Left thigh"),
    right_shot(Location::Thigh, "right_thigh", "Right thigh"),
    vehicle_shot(VehiclePart::EngineBlock, "engine_block", "Engine block"),
    vehicle_shot(VehiclePart::FuelTank, "fuel_tank", "Fuel tank or battery"),
    vehicle_shot(VehiclePart::Axle, "axle", "Axle"),
    vehicle_shot(VehiclePart::Antenna, "antenna", "Antenna"),
    vehicle_shot(VehiclePart::DoorLock, "door_lock", "Door lock"),
    vehicle_shot(VehiclePart::WindowMotor, "window_motor", "Window motor"),
    (CalledShot::Knockdown, "knock_down", "Knock down"),
];

impl CalledShot {
    /// Returns the called shots that the switches enable. `SS-CALL-03`.
    pub fn all(switches: &Switches) -> impl Iterator<Item = Self> + use<'_> {
        ALL.iter().map(|(shot, ..)| *shot).filter(|shot| shot.is_enabled(switches))
    }

    /// Returns the called shot with this journal key. `SS-CALL-117`.
    pub fn find(key: &str) -> Option<Self> {
        ALL.iter().find(|(_, known, _)| *known == key).map(|(shot, ..)| *shot)
    }

    fn entry(self) -> &'static CalledShotEntry {
        ALL.iter().find(|(shot, ..)| *shot == self).unwrap_or(&ALL[ALL.len() - 1])
    }

    /// Stable name in journals, such as "left_knee".
    pub fn key(self) -> &'static str {
        self.entry().1
    }

    /// Button label, such as "Left knee".
    pub fn label(self) -> &'static str {
        self.entry().2
    }

    /// Whether the switches enable it. `SS-CALL-03`, `SS-KNOCK-08`.
    fn is_enabled(self, switches: &Switches) -> bool {
        match self {
            Self::Location(location, _) => switches.called_shots.allows_location(location),
            Self::Vehicle(part) => switches.called_shots.allows_vehicle_part(part),
            Self::Knockdown => switches.called_knockdown,
        }
    }

    /// Total attack modifier. `SS-CALL-01`, `SS-CALL-04`, `SS-CALL-104`.
    pub fn modifier(self, switches: &Switches) -> i32 {
        match self {
            Self::Location(location, _) => location.stats(switches).modifier,
            Self::Vehicle(part) => part.modifier(),
            Self::Knockdown => CALLED_SHOT_MODIFIER,
        }
    }

    /// Maximum damage; `None` if there is no limit. `SS-CALL-06`, `SS-CALL-105`, `SS-KNOCK-08`.
    pub fn limit(self, switches: &Switches) -> Option<u32> {
        match self {
            Self::Location(location, _) => Some(location.stats(switches).limit),
            Self::Vehicle(part) => part.limit(),
            Self::Knockdown => Some(0),
        }
    }

    /// The clause that defines the modifier.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Location(..) => "SS-CALL-05",
            Self::Vehicle(_) => "SS-CALL-104",
            Self::Knockdown => "SS-KNOCK-08",
        }
    }

    /// Effects for the menu, such as "at most 2 damage, and drops what the hand holds".
    pub fn detail(self, switches: &Switches) -> String {
        let most = match self.limit(switches) {
            Some(limit) => format!("at most {limit} damage, and "),
            None => String::new(),
        };
        match self {
            Self::Location(location, _) => {
                let effects: Vec<_> =
                    location.stats(switches).injuries.iter().map(|injury| injury.effect()).collect();
                format!("{most}{}", effects.join("; "))
            }
            Self::Vehicle(part) => format!("{most}{}", part.effect_text()),
            Self::Knockdown => {
                "no damage; the target falls if Strength and net hits exceed its Physical Limit".to_owned()
            }
        }
    }

    /// Adds the attack modifier. `SS-CALL-01`, `SS-CALL-04`.
    pub(crate) fn add_modifier(self, switches: &Switches, parts: &mut Modifiers) {
        parts.add(self.modifier(switches), self.label(), self.clause());
    }

    /// Whether this weapon can make the called shot. No area attack can, and only blows knock down.
    /// `SS-CALL-116`, `SS-KNOCK-08`.
    pub fn allows_weapon(self, weapon: &Weapon) -> bool {
        weapon.blast == 0 && (self != Self::Knockdown || !weapon.class.is_ranged_or_thrown())
    }
}

/// Checks that a called shot is possible with this weapon against this target.
///
/// # Errors
/// Returns a `RuleViolation` if the shot is disabled, the weapon cannot make it, or the target has no such part.
/// `SS-CALL-03`, `SS-CALL-116`, `SS-CALL-118`.
pub fn may_call(
    shot: CalledShot,
    target: &Sheet,
    weapon: &Weapon,
    switches: &Switches,
) -> Result<(), RuleViolation> {
    let name = shot.label();
    if !shot.is_enabled(switches) {
        let clause = if shot == CalledShot::Knockdown { "SS-KNOCK-08" } else { "SS-CALL-03" };
        return Err(RuleViolation::new(AttackRefusal::ShotDisabled { shot: name }, clause));
    }
    if !shot.allows_weapon(weapon) {
        let why = AttackRefusal::ShotImpossible { shot: name, weapon: weapon.name.clone() };
        let clause = if weapon.blast > 0 { "SS-CALL-116" } else { "SS-KNOCK-08" };
        return Err(RuleViolation::new(why, clause));
    }
    if has_target_part(shot, target) {
        Ok(())
    } else {
        Err(RuleViolation::new(NoSuchPart(shot), "SS-CALL-118"))
    }
}

/// Whether the target has the part. `SS-CALL-118`.
pub fn has_target_part(shot: CalledShot, target: &Sheet) -> bool {
    match (shot, target.kind) {
        (CalledShot::Location(location, _), _) => target.locations().contains(&location),
        (CalledShot::Vehicle(_), kind) => kind == UnitKind::Vehicle,
        (CalledShot::Knockdown, kind) => !matches!(kind, UnitKind::Vehicle | UnitKind::Object),
    }
}

/// Limits damage after soak to the location's maximum. `SS-CALL-06`, `SS-CALL-08`.
pub fn limit_damage(left: u32, shot: Option<CalledShot>, switches: &Switches) -> u32 {
    match shot.and_then(|shot| shot.limit(switches)) {
        Some(limit) => left.min(limit),
        None => left,
    }
}

/// Whether a blow called to knock the target down succeeds. `SS-KNOCK-08`.
pub fn is_knockdown_hit(context: &AttackContext, net_hits: i32) -> bool {
    let strength = i32::from(context.attacker.sheet.attributes.strength);
    strength + net_hits > base::physical_limit(&context.defender.sheet).cast_signed()
}

impl WeaponClass {
    /// Whether the class is shot or thrown, in contrast to melee.
    pub const fn is_ranged_or_thrown(self) -> bool {
        matches!(self, Self::Ranged | Self::Thrown)
    }
}

#[cfg(test)]
mod tests;
