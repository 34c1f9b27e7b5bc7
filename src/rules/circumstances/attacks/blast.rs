//! Grenades, missiles and everything else with a Blast value: where it goes off, whom it catches, what it does.
//!
//! The battlefield works out the squares between the steps: `launch` says how the attack flew, `scatter::scatter_path` and
//! `scatter::scatter_end` where that leads, `caught` who is in the area, `hit` what happens to each of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evasion::DefenceOptions;
use super::jamming;
use super::jamming::{FizzleResult, MisfireEffect};
use super::scatter::{self, CellOffset, Scatter};
use super::{resolution, target_number};
use crate::circumstances::d100_test;
use crate::circumstances::d100_test::{D100, TargetNumber, TestAttempt};
use crate::circumstances::damage::cover;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::{AttackDamage, DefenderProtection, HitTally};
use crate::circumstances::health::fatigue;
use crate::circumstances::{
    AttackAttempt, AttackKind, AttackMode, DamageResult, Fighter, GroundConditions, HitLocation,
    MeleeOpponents, Switches, Weapon, WeaponClass, WeaponState,
};
use crate::{Surroundings, TargetSight, status};
use dice::{Note, Purpose, RuleResult, Table};

/// One attack with an area, against a character or a square. `CS-BASE-35`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is aimed at; `None` for a square, which has neither size nor state.
    pub target: Option<Fighter>,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// The state it is in.
    pub loaded: WeaponState,
    /// How the attacker sees the target spot.
    pub sight: TargetSight,
    /// Where attacker and target spot lie.
    pub surroundings: Surroundings,
    /// The attacker is engaged with the target.
    pub engaged: bool,
    /// Who else fights the target.
    pub opponents: MeleeOpponents,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Where an attack with an area goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlastLanding {
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
pub struct LaunchResult {
    /// Where it goes off.
    pub landing: BlastLanding,
    /// The weapon's state afterwards.
    pub loaded: WeaponState,
    /// The launcher is gone. `CS-GRN-04`.
    pub launcher_destroyed: bool,
    /// The attacker spent a Fate Point. `CS-BASE-28`.
    pub fate_spent: bool,
    /// Attacker and target are engaged now. `CS-MEL-02`.
    pub engages: bool,
}

/// What of the test matters later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LaunchRoll {
    Straight,
    /// By so many degrees of failure; the weapon may stay jammed. `CS-SCA-09`.
    Missed {
        degrees: u32,
        jams: bool,
    },
    Fizzles,
}

impl LaunchContext {
    /// The attempt to hit.
    pub fn attempt(&self) -> AttackAttempt<'_> {
        AttackAttempt {
            attacker: &self.attacker,
            target: self.target.as_ref(),
            weapon: &self.weapon,
            mode: AttackMode::Standard,
            sight: self.sight,
            surroundings: self.surroundings,
            engaged: self.engaged,
            opponents: self.opponents,
            switches: &self.switches,
        }
    }

    /// The target number of the throw or shot. `CS-BASE-08`, `CS-BASE-35`.
    pub fn target_number(&self) -> TargetNumber {
        target_number::target_number(&self.attempt())
    }
}

/// Resolves the flight of an attack with an area. `CS-BASE-35`, chapters SCA, JAM and GRN.
///
/// # Errors
/// As the table.
pub fn resolve_launch(table: &mut impl Table, scene: &LaunchContext) -> RuleResult<LaunchResult> {
    let (weapon, switches) = (&*scene.weapon, &*scene.switches);
    let target = scene.target_number();
    let threshold = jamming::misfire_threshold(weapon, AttackMode::Standard, switches);
    let misfires = |roll| threshold.is_some_and(|least| roll >= least);
    let test = TestAttempt {
        fighter: &scene.attacker,
        why: "attack",
        clause: "CS-BASE-35",
        target: &target,
        switches,
    };
    // BS tests of the Blinded fail, whatever they show. `CS-BLND-05`.
    let blind = status::failing_ailment(&scene.attacker.ailments, status::TestKind::Shot).is_some();
    let tested = test.roll_unless(table, |roll| blind || misfires(roll))?;
    let degrees = match weapon.class {
        // A throw goes as wide whatever was rolled. `CS-SCA-04`.
        WeaponClass::Thrown => 0,
        _ => d100_test::degrees_of_failure(tested.roll, target.number),
    };
    let flight = match jamming::misfire_effect(weapon) {
        _ if tested.passed => LaunchRoll::Straight,
        MisfireEffect::Fizzles if misfires(tested.roll) => LaunchRoll::Fizzles,
        MisfireEffect::Jams if misfires(tested.roll) => LaunchRoll::Missed { degrees, jams: true },
        _ => LaunchRoll::Missed { degrees, jams: false },
    };
    let (flight, fate_spent) = table.merge_branches((flight, tested.fate_spent))?;
    let landing = match (flight, weapon.charge) {
        (LaunchRoll::Straight, _) => BlastLanding::OnTarget,
        (LaunchRoll::Fizzles, Some(charge)) => {
            match jamming::roll_fizzle(table, scene.attacker.id, charge)? {
                FizzleResult::Dud => BlastLanding::Dud,
                FizzleResult::InHand => BlastLanding::InHand,
            }
        }
        (LaunchRoll::Missed { degrees, .. }, _) => {
            BlastLanding::Scattered(scatter::roll_scatter(table, weapon, degrees)?)
        }
        (LaunchRoll::Fizzles, None) => BlastLanding::Dud,
    };
    let jams = matches!(flight, LaunchRoll::Missed { jams: true, .. });
    let loaded = if jams {
        WeaponState { jammed: true, ..scene.loaded }
    } else {
        scene.loaded.spend_rounds(u16::from(weapon.magazine > 0))
    };
    Ok(LaunchResult {
        landing,
        loaded,
        launcher_destroyed: weapon.launcher && landing == BlastLanding::InHand,
        fate_spent,
        engages: scene.target.is_some() && scene.sight.chebyshev_distance == 1,
    })
}

/// Whether an explosion catches somebody on a square, friend or foe: within the Blast value in metres of the centre, with a
/// line of fire from there. `CS-BASE-35`, `CS-SCA-06`, `CS-RULING-18`.
///
/// Most are far away, and the line to them is not looked at.
pub fn is_in_blast(
    centre: CellOffset,
    weapon: &Weapon,
    place: CellOffset,
    line_of_fire: impl FnOnce() -> bool,
) -> bool {
    let (radius, way) = (u64::from(weapon.blast), place.relative_to(centre));
    let (east, north) = (u64::from(way.east.unsigned_abs()), u64::from(way.north.unsigned_abs()));
    east * east + north * north <= radius * radius && line_of_fire()
}

/// An explosion and one unit in its area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastHitContext {
    /// Who attacked.
    pub attacker: Fighter,
    /// Who is caught.
    pub defender: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// The unit expected nothing of the kind. `CS-UNA-02`, `CS-UNA-04`.
    pub unaware: bool,
    /// The unit's square.
    pub ground: GroundConditions,
    /// Cover objects on the line from the centre, from there on. `CS-BASE-35`.
    pub covers: Vec<CoverOnLine>,
    /// The attack has gained the quality Special Damage. `CS-BASE-26`.
    pub special_damage: bool,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

impl BlastHitContext {
    /// How the unit can get out of it. `CS-BASE-35`.
    pub fn defence(&self) -> DefenceOptions<'_> {
        let surroundings = Surroundings { target: self.ground, ..Surroundings::default() };
        let unaware = self.unaware && self.switches.unaware;
        DefenceOptions::new(&self.defender, AttackKind::Blast, unaware, &surroundings, &self.switches)
    }
}

/// What an explosion does to one unit in its area: it is hit once, at a random location, and may dodge for itself.
/// `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn resolve_blast_hit(table: &mut impl Table, scene: &BlastHitContext) -> RuleResult<DamageResult> {
    let (weapon, switches) = (&*scene.weapon, &*scene.switches);
    let defence = scene.defence();
    let shelter = DefenderProtection::new(&scene.defender, &scene.covers, switches);
    let met = defence.resolve(table)?;
    let met = table.merge_branches(met)?;
    if met.is_negated() {
        table.note(|| Note { clause: "CS-BASE-35", text: "Out of the blast".into(), parts: Vec::new() });
        return Ok(shelter.damage_result(met, 0, None, HitTally::default(), 0));
    }
    let who = Some(scene.attacker.id);
    let purpose = Purpose { who, why: "hit location", clause: "CS-BASE-32", parts: &[], limit: None };
    let location = HitLocation::from_random_roll(table.roll(D100, purpose)?.value);
    table.note(|| Note {
        clause: "CS-BASE-32",
        text: format!("Hit: {}", location.name()),
        parts: Vec::new(),
    });
    let (met, location) = table.merge_branches((met, location))?;
    let special = scene.special_damage || resolution::gains_special_damage(&scene.defender, weapon);
    let force = AttackDamage::new(&scene.attacker, weapon, special, switches);
    let tally = shelter.resolve_hit(table, &force, location, HitTally::default())?;
    let loss = cover::cover_wear(weapon, 0, 0);
    let harm = shelter.damage_result(met, 1, Some(location), tally, loss);
    Ok(fatigue::add_hit_fatigue(harm, weapon, &scene.defender, switches))
}

#[cfg(test)]
mod tests;
