//! Called shots: an attack aimed at a part of its target, or at its footing. Chapter CALL, `SS-KNOCK-08`.

mod allowed;
mod arms;
mod bleeding;
mod injuries;
mod location;
mod vehicle;

pub use allowed::CalledShots;
pub use arms::{add_hurt_arm, add_weak_side, is_useless, may_use};
pub use bleeding::{SLOW_DEATH_STRAIN, bled_by, slow_death, slow_rest};
pub use injuries::{Came, area_of, injure};
pub use location::{Injury, Location, Pair, Row, Stun};
pub use vehicle::VehiclePart;

use super::{AttackScene, Sheet, Switches, UnitKind, Weapon, WeaponClass, base};
use crate::Refused;
use crate::status::Part;
use dice::{Clause, Modifiers};

/// Dice of a Called Shot that names no part. `SS-CALL-01`.
pub const CALLED: i32 = -4;

/// What an attack is aimed at besides its target: one thing at most. `SS-CALL-117`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CalledShot {
    /// A part of a body, with the side of a paired one. `SS-CALL-15`.
    Location(Location, Option<Part>),
    /// A part of a vehicle. `SS-CALL-104`.
    Vehicle(VehiclePart),
    /// Its footing. `SS-KNOCK-08`.
    Knockdown,
}

/// How a Called Shot is called in journals and on buttons.
type Named = (CalledShot, &'static str, &'static str);

const fn body(location: Location, key: &'static str, label: &'static str) -> Named {
    (CalledShot::Location(location, None), key, label)
}

const fn left(location: Location, key: &'static str, label: &'static str) -> Named {
    (CalledShot::Location(location, Some(Part::Left)), key, label)
}

const fn right(location: Location, key: &'static str, label: &'static str) -> Named {
    (CalledShot::Location(location, Some(Part::Right)), key, label)
}

const fn part(part: VehiclePart, key: &'static str, label: &'static str) -> Named {
    (CalledShot::Vehicle(part), key, label)
}

/// All Called Shots: sixteen locations, six parts, Knockdown. `SS-RULING-12`.
const ALL: [Named; 34] = [
    left(Location::Ankle, "left_ankle", "Left ankle"),
    right(Location::Ankle, "right_ankle", "Right ankle"),
    left(Location::Ear, "left_ear", "Left ear"),
    right(Location::Ear, "right_ear", "Right ear"),
    left(Location::Eye, "left_eye", "Left eye"),
    right(Location::Eye, "right_eye", "Right eye"),
    left(Location::Foot, "left_foot", "Left foot"),
    right(Location::Foot, "right_foot", "Right foot"),
    left(Location::Forearm, "left_forearm", "Left forearm"),
    right(Location::Forearm, "right_forearm", "Right forearm"),
    body(Location::Genitals, "genitals", "Genitals"),
    body(Location::Gut, "gut", "Gut"),
    left(Location::Hand, "left_hand", "Left hand"),
    right(Location::Hand, "right_hand", "Right hand"),
    left(Location::Hip, "left_hip", "Left hip"),
    right(Location::Hip, "right_hip", "Right hip"),
    body(Location::Jaw, "jaw", "Jaw"),
    left(Location::Knee, "left_knee", "Left knee"),
    right(Location::Knee, "right_knee", "Right knee"),
    body(Location::Neck, "neck", "Neck"),
    left(Location::Shin, "left_shin", "Left shin"),
    right(Location::Shin, "right_shin", "Right shin"),
    left(Location::Shoulder, "left_shoulder", "Left shoulder"),
    right(Location::Shoulder, "right_shoulder", "Right shoulder"),
    body(Location::Sternum, "sternum", "Sternum"),
    left(Location::Thigh, "left_thigh", "Left thigh"),
    right(Location::Thigh, "right_thigh", "Right thigh"),
    part(VehiclePart::EngineBlock, "engine_block", "Engine block"),
    part(VehiclePart::FuelTank, "fuel_tank", "Fuel tank or battery"),
    part(VehiclePart::Axle, "axle", "Axle"),
    part(VehiclePart::Antenna, "antenna", "Antenna"),
    part(VehiclePart::DoorLock, "door_lock", "Door lock"),
    part(VehiclePart::WindowMotor, "window_motor", "Window motor"),
    (CalledShot::Knockdown, "knock_down", "Knock down"),
];

impl CalledShot {
    /// Every Called Shot that the switches let into the game. `SS-CALL-03`.
    pub fn all(switches: &Switches) -> impl Iterator<Item = Self> + use<'_> {
        ALL.iter().map(|(shot, ..)| *shot).filter(|shot| shot.is_in_the_game(switches))
    }

    /// The one that a journal calls so. `SS-CALL-117`.
    pub fn find(key: &str) -> Option<Self> {
        ALL.iter().find(|(_, known, _)| *known == key).map(|(shot, ..)| *shot)
    }

    fn named(self) -> &'static Named {
        ALL.iter().find(|(shot, ..)| *shot == self).unwrap_or(&ALL[ALL.len() - 1])
    }

    /// "left_knee": stable name for journals.
    pub fn key(self) -> &'static str {
        self.named().1
    }

    /// "Left knee".
    pub fn label(self) -> &'static str {
        self.named().2
    }

    /// `SS-CALL-03`, `SS-KNOCK-08`.
    fn is_in_the_game(self, switches: &Switches) -> bool {
        match self {
            Self::Location(location, _) => switches.called_shots.location(location),
            Self::Vehicle(part) => switches.called_shots.part(part),
            Self::Knockdown => switches.called_knockdown,
        }
    }

    /// Dice it takes, in all. `SS-CALL-01`, `SS-CALL-04`, `SS-CALL-104`.
    pub fn modifier(self, switches: &Switches) -> i32 {
        match self {
            Self::Location(location, _) => location.row(switches).modifier,
            Self::Vehicle(part) => part.modifier(),
            Self::Knockdown => CALLED,
        }
    }

    /// Damage that it can do at most; nothing where there is no limit. `SS-CALL-06`, `SS-CALL-105`, `SS-KNOCK-08`.
    pub fn limit(self, switches: &Switches) -> Option<u32> {
        match self {
            Self::Location(location, _) => Some(location.row(switches).limit),
            Self::Vehicle(part) => part.limit(),
            Self::Knockdown => Some(0),
        }
    }

    /// The clause of its modifier.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Location(..) => "SS-CALL-05",
            Self::Vehicle(_) => "SS-CALL-104",
            Self::Knockdown => "SS-KNOCK-08",
        }
    }

    /// What it does, in a sentence for the menu: "at most 1 damage; stunned, knockdown, slowed, winded".
    pub fn detail(self, switches: &Switches) -> String {
        let most = match self.limit(switches) {
            Some(limit) => format!("at most {limit} damage; "),
            None => String::new(),
        };
        match self {
            Self::Location(location, _) => {
                let names: Vec<_> = location.row(switches).injuries.iter().map(|one| one.name()).collect();
                format!("{most}{}", names.join(", ").to_lowercase())
            }
            Self::Vehicle(part) => format!("{most}{}", part.brief()),
            Self::Knockdown => {
                "no damage; the target falls if Strength and net hits exceed its Physical Limit".to_owned()
            }
        }
    }

    /// Adds what it takes from an attack. `SS-CALL-01`, `SS-CALL-04`.
    pub(super) fn add_to(self, switches: &Switches, parts: &mut Modifiers) {
        parts.add(self.modifier(switches), self.label(), self.clause());
    }

    /// Whether a weapon may be aimed so: no area attack is, and only blows throw down. `SS-CALL-116`, `SS-KNOCK-08`.
    pub fn suits(self, weapon: &Weapon) -> bool {
        weapon.blast == 0 && (self != Self::Knockdown || !weapon.class.flies())
    }
}

/// Whether this attack may be called as it is.
///
/// # Errors
/// The table plays without it, the weapon cannot, or the target has no such part. `SS-CALL-03`, `SS-CALL-116`,
/// `SS-CALL-118`.
pub fn may_call(
    shot: CalledShot,
    target: &Sheet,
    weapon: &Weapon,
    switches: &Switches,
) -> Result<(), Refused> {
    let name = shot.label();
    if !shot.is_in_the_game(switches) {
        let clause = if shot == CalledShot::Knockdown { "SS-KNOCK-08" } else { "SS-CALL-03" };
        return Err(Refused::new(format!("{name}: this skirmish is played without it"), clause));
    }
    if !shot.suits(weapon) {
        return Err(Refused::new(
            format!("{name}: {} cannot be aimed like this", weapon.name),
            "SS-CALL-116",
        ));
    }
    if has(shot, target) {
        Ok(())
    } else {
        Err(Refused::new(format!("the target has no {}", name.to_lowercase()), "SS-CALL-118"))
    }
}

/// The target has what is aimed at. `SS-CALL-118`.
pub fn has(shot: CalledShot, target: &Sheet) -> bool {
    match (shot, target.kind) {
        (CalledShot::Location(location, _), _) => target.locations().contains(&location),
        (CalledShot::Vehicle(_), kind) => kind == UnitKind::Vehicle,
        (CalledShot::Knockdown, kind) => !matches!(kind, UnitKind::Vehicle | UnitKind::Object),
    }
}

/// Damage left after soak, cut to what the location takes. `SS-CALL-06`, `SS-CALL-08`.
pub fn limited(left: u32, shot: Option<CalledShot>, switches: &Switches) -> u32 {
    match shot.and_then(|shot| shot.limit(switches)) {
        Some(limit) => left.min(limit),
        None => left,
    }
}

/// Whether a hit throws a target down on purpose. `SS-KNOCK-08`.
pub fn throws_down(scene: &AttackScene, net_hits: i32) -> bool {
    let strength = i32::from(scene.attacker.sheet.attributes.strength);
    strength + net_hits > base::physical_limit(&scene.defender.sheet).cast_signed()
}

impl WeaponClass {
    /// Shot or thrown, in contrast to blows.
    pub const fn flies(self) -> bool {
        matches!(self, Self::Ranged | Self::Thrown)
    }
}

#[cfg(test)]
mod tests;
