//! Grenades, missiles and everything else with a Blast value: where it goes off, whom it catches, what it does.
//!
//! The battlefield works out the squares between the steps: `launch` says how the attack flew, `scatter::path` and
//! `scatter::landing` where that leads, `caught` who is in the area, `hit` what happens to each of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::check::{self, D100, Target, Test};
use super::cover::{self, CoverOnLine};
use super::evasion::Defence;
use super::fatigue;
use super::harm::{Force, Shelter, Tally};
use super::jam::{self, Fizzle, Misfire};
use super::scatter::{self, Offset, Scatter};
use super::{
    AttackKind, Attempt, Fighter, Ground, Harm, Loaded, Location, Manner, Opponents, Switches, Weapon,
    WeaponClass, attack, attempt,
};
use crate::{Sight, Surroundings, status};
use dice::{Note, Purpose, Step, Table};

/// One attack with an area, against a character or a square. `CS-BASE-35`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchScene {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is aimed at; `None` for a square, which has neither size nor state.
    pub target: Option<Fighter>,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// The state it is in.
    pub loaded: Loaded,
    /// How the attacker sees the target spot.
    pub sight: Sight,
    /// Where attacker and target spot lie.
    pub surroundings: Surroundings,
    /// The attacker is engaged with the target.
    pub engaged: bool,
    /// Who else fights the target.
    pub opponents: Opponents,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Where an attack with an area goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Landing {
    /// On the spot. `CS-BASE-35`.
    OnTarget,
    /// Off it. `CS-SCA-01`, `CS-SCA-06`, `CS-SCA-09`.
    Scattered(Scatter),
    /// Nowhere. `CS-GRN-02`, `CS-GRN-05`.
    Dud,
    /// At the user. `CS-GRN-03`.
    InHand,
}

/// How an attack with an area flew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Launched {
    /// Where it goes off.
    pub landing: Landing,
    /// The weapon's state afterwards.
    pub loaded: Loaded,
    /// The launcher is gone. `CS-GRN-04`.
    pub launcher_destroyed: bool,
    /// The attacker spent a Fate Point. `CS-BASE-28`.
    pub fate_spent: bool,
    /// Attacker and target are engaged now. `CS-MEL-02`.
    pub engages: bool,
}

/// What of the test matters later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Flight {
    Straight,
    /// By so many degrees of failure; the weapon may stay jammed. `CS-SCA-09`.
    Missed {
        degrees: u32,
        jams: bool,
    },
    Fizzles,
}

impl LaunchScene {
    /// The attempt to hit.
    pub fn attempt(&self) -> Attempt<'_> {
        Attempt {
            attacker: &self.attacker,
            target: self.target.as_ref(),
            weapon: &self.weapon,
            manner: Manner::Standard,
            sight: self.sight,
            surroundings: self.surroundings,
            engaged: self.engaged,
            opponents: self.opponents,
            switches: &self.switches,
        }
    }

    /// The target number of the throw or shot. `CS-BASE-08`, `CS-BASE-35`.
    pub fn target_number(&self) -> Target {
        attempt::target_number(&self.attempt())
    }
}

/// Resolves the flight of an attack with an area. `CS-BASE-35`, chapters SCA, JAM and GRN.
///
/// # Errors
/// As the table.
pub fn launch(table: &mut impl Table, scene: &LaunchScene) -> Step<Launched> {
    let (weapon, switches) = (&*scene.weapon, &*scene.switches);
    let target = scene.target_number();
    let threshold = jam::threshold(weapon, Manner::Standard, switches);
    let misfires = |roll| threshold.is_some_and(|least| roll >= least);
    let test =
        Test { fighter: &scene.attacker, why: "attack", clause: "CS-BASE-35", target: &target, switches };
    // BS tests of the Blinded fail, whatever they show. `CS-BLND-05`.
    let blind = status::fails(&scene.attacker.ailments, status::Test::Shot).is_some();
    let tested = test.make_unless(table, |roll| blind || misfires(roll))?;
    let degrees = match weapon.class {
        // A throw goes as wide whatever was rolled. `CS-SCA-04`.
        WeaponClass::Thrown => 0,
        _ => check::degrees_of_failure(tested.roll, target.number),
    };
    let flight = match jam::misfire(weapon) {
        _ if tested.passed => Flight::Straight,
        Misfire::Fizzles if misfires(tested.roll) => Flight::Fizzles,
        Misfire::Jams if misfires(tested.roll) => Flight::Missed { degrees, jams: true },
        _ => Flight::Missed { degrees, jams: false },
    };
    let (flight, fate_spent) = table.settle((flight, tested.fate_spent))?;
    let landing = match (flight, weapon.charge) {
        (Flight::Straight, _) => Landing::OnTarget,
        (Flight::Fizzles, Some(charge)) => match jam::fizzle(table, scene.attacker.id, charge)? {
            Fizzle::Dud => Landing::Dud,
            Fizzle::InHand => Landing::InHand,
        },
        (Flight::Missed { degrees, .. }, _) => Landing::Scattered(scatter::roll(table, weapon, degrees)?),
        (Flight::Fizzles, None) => Landing::Dud,
    };
    let jams = matches!(flight, Flight::Missed { jams: true, .. });
    let loaded = if jams {
        Loaded { jammed: true, ..scene.loaded }
    } else {
        scene.loaded.spend(u16::from(weapon.magazine > 0))
    };
    Ok(Launched {
        landing,
        loaded,
        launcher_destroyed: weapon.launcher && landing == Landing::InHand,
        fate_spent,
        engages: scene.target.is_some() && scene.sight.rings == 1,
    })
}

/// Whether an explosion catches somebody on a square, friend or foe: within the Blast value in metres of the centre, with a
/// line of fire from there. `CS-BASE-35`, `CS-SCA-06`, `CS-RULING-18`.
///
/// Most are far away, and the line to them is not looked at.
pub fn catches(centre: Offset, weapon: &Weapon, place: Offset, line_of_fire: impl FnOnce() -> bool) -> bool {
    let (radius, way) = (u64::from(weapon.blast), place.from(centre));
    let (east, north) = (u64::from(way.east.unsigned_abs()), u64::from(way.north.unsigned_abs()));
    east * east + north * north <= radius * radius && line_of_fire()
}

/// An explosion and one unit in its area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitScene {
    /// Who attacked.
    pub attacker: Fighter,
    /// Who is caught.
    pub defender: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// The unit expected nothing of the kind. `CS-UNA-02`, `CS-UNA-04`.
    pub unaware: bool,
    /// The unit's square.
    pub ground: Ground,
    /// Cover objects on the line from the centre, from there on. `CS-BASE-35`.
    pub covers: Vec<CoverOnLine>,
    /// The attack has gained the quality Special Damage. `CS-BASE-26`.
    pub special_damage: bool,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

impl HitScene {
    /// How the unit can get out of it. `CS-BASE-35`.
    pub fn defence(&self) -> Defence<'_> {
        let surroundings = Surroundings { target: self.ground, ..Surroundings::default() };
        let unaware = self.unaware && self.switches.unaware;
        Defence::new(&self.defender, AttackKind::Blast, unaware, &surroundings, &self.switches)
    }
}

/// What an explosion does to one unit in its area: it is hit once, at a random location, and may dodge for itself.
/// `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn hit(table: &mut impl Table, scene: &HitScene) -> Step<Harm> {
    let (weapon, switches) = (&*scene.weapon, &*scene.switches);
    let defence = scene.defence();
    let shelter = Shelter::new(&scene.defender, &scene.covers, switches);
    let met = defence.meet(table)?;
    let met = table.settle(met)?;
    if met.is_negated() {
        table.note(|| Note { clause: "CS-BASE-35", text: "Out of the blast".into(), parts: Vec::new() });
        return Ok(shelter.harm(met, 0, None, Tally::default(), 0));
    }
    let who = Some(scene.attacker.id);
    let purpose = Purpose { who, why: "hit location", clause: "CS-BASE-32", parts: &[], limit: None };
    let location = Location::random(table.roll(D100, purpose)?.value);
    table.note(|| Note {
        clause: "CS-BASE-32",
        text: format!("Hit: {}", location.name()),
        parts: Vec::new(),
    });
    let (met, location) = table.settle((met, location))?;
    let special = scene.special_damage || attack::gains_special_damage(&scene.defender, weapon);
    let force = Force::new(&scene.attacker, weapon, special, switches);
    let tally = shelter.strike(table, &force, location, Tally::default())?;
    let loss = cover::depletion(weapon, 0, 0);
    let harm = shelter.harm(met, 1, Some(location), tally, loss);
    Ok(fatigue::tires(harm, weapon, &scene.defender, switches))
}

#[cfg(test)]
mod tests;
