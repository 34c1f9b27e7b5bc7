//! Area attacks with grenades, missiles and other weapons with a Blast value: where they go off, which
//! units they hit, and their damage.
//!
//! The battle works out squares between the steps: `resolve_launch` resolves the flight,
//! `scatter::scatter_path` and `scatter::scatter_end` where it leads, `is_in_blast` which units are in the
//! area, `resolve_blast_hit` the damage to each.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evasion::DefenceOptions;
use super::jamming;
use super::jamming::{FizzleResult, MisfireEffect};
use super::{melee, target_number};
use crate::circumstances::d100_test;
use crate::circumstances::d100_test::{D100, TargetNumber, TestAttempt};
use crate::circumstances::damage::cover;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::{AttackDamage, DefenderProtection, HitTally};
use crate::circumstances::health::fatigue;
use crate::circumstances::lines::HitNote;
use crate::circumstances::{
    AttackAttempt, AttackKind, AttackMode, DamageResult, Fighter, GroundConditions, HitLocation,
    MeleeOpponents, Switches, Weapon, WeaponClass, WeaponState,
};
use crate::ground::scatter::{self, CellOffset, Scatter};
use crate::{Surroundings, TargetSight};
use dice::{Note, Purpose, RuleResult, Table};

/// An area attack on a character or a square. `CS-BASE-35`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The target; `None` for a square, which has no size or state.
    pub target: Option<Fighter>,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// The weapon's state.
    pub loaded: WeaponState,
    /// How the attacker sees the target square.
    pub sight: TargetSight,
    /// Terrain and weather at the attacker and the target square.
    pub surroundings: Surroundings,
    /// The attacker is engaged with the target.
    pub engaged: bool,
    /// Other units that fight the target in melee.
    pub opponents: MeleeOpponents,
    /// The battle's rule options.
    pub switches: Arc<Switches>,
}

/// Where an area attack goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlastLanding {
    /// On the target square. `CS-BASE-35`.
    OnTarget,
    /// Off target. `CS-SCA-01`, `CS-SCA-06`, `CS-SCA-09`.
    Scattered(Scatter),
    /// Nowhere. `CS-GRN-02`, `CS-GRN-05`.
    Dud,
    /// In the attacker's hand. `CS-GRN-03`.
    InHand,
}

/// The result of an area attack's flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LaunchResult {
    /// Where it goes off.
    pub landing: BlastLanding,
    /// The weapon's state afterwards.
    pub loaded: WeaponState,
    /// The launcher is destroyed. `CS-GRN-04`.
    pub launcher_destroyed: bool,
    /// The attacker spent a Fate Point. `CS-BASE-28`.
    pub fate_spent: bool,
    /// A curse made the attacker roll again. `CS-CURS-01`.
    pub curse_spent: bool,
    /// Attacker and target are now engaged. `CS-MEL-02`.
    pub engages: bool,
}

/// The parts of the attack roll that matter later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LaunchRoll {
    Straight,
    /// Missed by these degrees of failure; the weapon may stay jammed. `CS-SCA-09`.
    Missed {
        degrees: u32,
        jams: bool,
    },
    Fizzles,
}

impl LaunchContext {
    /// The attack attempt.
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

    /// Target number of the throw or shot. `CS-BASE-08`, `CS-BASE-35`.
    pub fn target_number(&self) -> TargetNumber {
        target_number::target_number(&self.attempt())
    }
}

/// Resolves the flight of an area attack. `CS-BASE-35`, chapters SCA, JAM and GRN.
pub fn resolve_launch(table: &mut impl Table, context: &LaunchContext) -> RuleResult<LaunchResult> {
    let (weapon, switches) = (&*context.weapon, &*context.switches);
    let target = context.target_number();
    let threshold = jamming::misfire_threshold(weapon, AttackMode::Standard, switches);
    let misfires = |roll| threshold.is_some_and(|least| roll >= least);
    let test = TestAttempt {
        fighter: &context.attacker,
        why: "attack",
        clause: "CS-BASE-35",
        target: &target,
        switches,
    };
    target_number::note_circumstances(table, &context.attempt());
    let is_blind = target_number::certain_miss(&context.attacker, weapon).is_some();
    let tested = test.roll_unless(table, |roll| is_blind || misfires(roll))?;
    let degrees = match weapon.class {
        // The scatter of a throw does not depend on the roll. `CS-SCA-04`.
        WeaponClass::Thrown => 0,
        _ => d100_test::degrees_of_failure(tested.roll, target.number),
    };
    let flight = match jamming::misfire_effect(weapon) {
        _ if tested.passed => LaunchRoll::Straight,
        MisfireEffect::Fizzles if misfires(tested.roll) => LaunchRoll::Fizzles,
        MisfireEffect::Jams if misfires(tested.roll) => LaunchRoll::Missed { degrees, jams: true },
        _ => LaunchRoll::Missed { degrees, jams: false },
    };
    let (flight, fate_spent, curse_spent) =
        table.merge_branches((flight, tested.fate_spent, tested.curse_spent))?;
    let landing = match (flight, weapon.charge) {
        (LaunchRoll::Straight, _) => BlastLanding::OnTarget,
        (LaunchRoll::Fizzles, Some(charge)) => {
            match jamming::roll_fizzle(table, context.attacker.id, charge)? {
                FizzleResult::Dud => BlastLanding::Dud,
                FizzleResult::InHand => BlastLanding::InHand,
            }
        }
        (LaunchRoll::Missed { degrees, .. }, _) => BlastLanding::Scattered(scatter::roll_scatter(
            table,
            weapon.class == WeaponClass::Thrown,
            degrees,
        )?),
        (LaunchRoll::Fizzles, None) => BlastLanding::Dud,
    };
    let jams = matches!(flight, LaunchRoll::Missed { jams: true, .. });
    let loaded = if jams {
        WeaponState { jammed: true, ..context.loaded }
    } else {
        context.loaded.spend_rounds(u16::from(weapon.magazine > 0))
    };
    Ok(LaunchResult {
        landing,
        loaded,
        launcher_destroyed: weapon.launcher && landing == BlastLanding::InHand,
        fate_spent,
        curse_spent,
        engages: context.target.is_some()
            && melee::starts_engagement(&context.attacker, context.sight.chebyshev_distance),
    })
}

/// Whether an explosion hits a unit on a square, friend or foe: within the Blast value in metres of the
/// centre, with a line of fire from there. `CS-BASE-35`, `CS-SCA-06`, `CS-RULING-18`.
///
/// Most units are far away, so the line is checked last.
pub fn is_in_blast(
    centre: CellOffset,
    weapon: &Weapon,
    offset: CellOffset,
    line_of_fire: impl FnOnce() -> bool,
) -> bool {
    let (radius, from_centre) = (u64::from(weapon.blast), offset.relative_to(centre));
    let (east, north) =
        (u64::from(from_centre.east.unsigned_abs()), u64::from(from_centre.north.unsigned_abs()));
    east * east + north * north <= radius * radius && line_of_fire()
}

/// An explosion and one unit in its area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastHitContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The unit hit.
    pub defender: Fighter,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// The unit is Unaware of the attack. `CS-UNA-02`, `CS-UNA-04`.
    pub unaware: bool,
    /// Conditions of the unit's square.
    pub ground: GroundConditions,
    /// Cover objects on the line from the centre outwards. `CS-BASE-35`.
    pub covers: Vec<CoverOnLine>,
    /// The battle's rule options.
    pub switches: Arc<Switches>,
}

impl BlastHitContext {
    /// The unit's ways to avoid the hit. `CS-BASE-35`.
    pub fn defence(&self) -> DefenceOptions<'_> {
        let surroundings = Surroundings { target: self.ground, ..Surroundings::default() };
        DefenceOptions::new(&self.defender, AttackKind::Blast, self.unaware, &surroundings, &self.switches)
    }
}

/// Resolves an explosion for one unit in its area: one hit at a random location, which the unit may dodge.
/// `CS-BASE-35`.
pub fn resolve_blast_hit(table: &mut impl Table, context: &BlastHitContext) -> RuleResult<DamageResult> {
    let (weapon, switches) = (&*context.weapon, &*context.switches);
    let defence = context.defence();
    let protection = DefenderProtection::new(&context.defender, &context.covers, switches);
    let defence_outcome = defence.resolve(table)?;
    let defence_outcome = table.merge_branches(defence_outcome)?;
    if defence_outcome.is_negated() {
        table.note(|| Note::new("CS-BASE-35", HitNote::EscapesBlast));
        return Ok(protection.damage_result(defence_outcome, 0, None, HitTally::default(), 0));
    }
    let who = Some(context.attacker.id);
    let purpose = Purpose { who, why: "hit location", clause: "CS-BASE-32", parts: &[], limit: None };
    let location = HitLocation::from_random_roll(table.roll(D100, purpose)?.value);
    table.note(|| Note::new("CS-BASE-32", HitNote::Location(location)));
    let (defence_outcome, location) = table.merge_branches((defence_outcome, location))?;
    let attack_damage = AttackDamage::new(&context.attacker, weapon, Some(&context.defender), switches);
    let tally = protection.resolve_hit(table, &attack_damage, location, HitTally::default())?;
    let loss = cover::cover_wear(weapon, 0, 0);
    let harm = protection.damage_result(defence_outcome, 1, Some(location), tally, loss);
    Ok(fatigue::add_hit_fatigue(table, harm, weapon, &context.defender, switches))
}

#[cfg(test)]
mod tests;
