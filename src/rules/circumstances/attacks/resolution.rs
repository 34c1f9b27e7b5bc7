//! Resolves an attack on one unit, from the test to the damage. Area weapons are in `blast`.

use super::evasion::{DefenceOptions, DefenceOutcome};
use super::jamming;
use super::jamming::MisfireEffect;
use super::melee;
use super::target_number;
use crate::circumstances::d100_test;
use crate::circumstances::d100_test::{D100, TargetNumber, TestAttempt, TestRoll};
use crate::circumstances::damage::cover;
use crate::circumstances::damage::resolution::{AttackDamage, DefenderProtection, HitTally};
use crate::circumstances::health::fatigue;
use crate::circumstances::lines::HitNote;
use crate::circumstances::{
    AttackContext, AttackKind, AttackMode, AttackResult, HitLocation, WeaponClass, WeaponState,
};
use crate::ground::scatter;
use dice::{Note, Purpose, RuleResult, Table};

/// Everything about an attack that is known before the first roll; previews show it.
///
/// Prepare it once to run the same attack many times.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub context: &'a AttackContext,
    /// The attacker's target number. `CS-BASE-08`.
    pub target: TargetNumber,
    /// Natural roll from which it misfires; `None` for melee attacks. `CS-JAM-01`.
    pub misfires_on: Option<u32>,
    /// The defender's ways to avoid a hit.
    pub defence: DefenceOptions<'a>,
    /// The damage.
    pub damage: AttackDamage,
    /// The defender's protection.
    pub protection: DefenderProtection<'a>,
    /// Rounds fired or pieces thrown. `CS-BASE-36`.
    pub rounds: u16,
}

/// The parts of the attack roll that matter later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct AttackRoll {
    outcome: AttackRollOutcome,
    fate_spent: bool,
    curse_spent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum AttackRollOutcome {
    /// Missed because the weapon jammed. `CS-JAM-02`.
    Jammed,
    Miss,
    /// Hit: number of hits, location of the first one, and AP that a Charge adds to the wear of cover.
    /// `CS-COV-13`.
    Hit {
        location: HitLocation,
        hits: u8,
        charge_degrees: u32,
    },
}

/// Hits about to land: everything that matters after the defender's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HitVolley {
    fate_spent: bool,
    curse_spent: bool,
    defence_outcome: DefenceOutcome,
    hits: u8,
    charge_degrees: u32,
    /// Location of a single hit.
    location: Option<HitLocation>,
    /// Hits whose location is not rolled yet.
    unlocated: u8,
    /// Hits whose damage is not rolled yet, by the location that stands for theirs.
    unrolled: [u8; 6],
    tally: HitTally,
}

impl HitVolley {
    /// The volley with a hit more at the first location with the same protection, so that equal branches merge.
    fn with_hit(mut self, protection: &DefenderProtection<'_>, location: HitLocation) -> Self {
        self.unlocated -= 1;
        self.unrolled[protection.equivalent_location(location) as usize] += 1;
        self
    }

    /// Takes the location of the next hit.
    fn next_location(&mut self) -> Option<HitLocation> {
        let location = HitLocation::ALL.into_iter().find(|&location| self.unrolled[location as usize] > 0)?;
        self.unrolled[location as usize] -= 1;
        Some(location)
    }
}

/// Resolves an attack on a unit.
pub fn resolve_attack(table: &mut impl Table, context: &AttackContext) -> RuleResult<AttackResult> {
    resolve_plan(table, &AttackPlan::new(context))
}

/// Resolves a prepared attack: test, deflection, evasion, damage. `CS-BASE-08`, `CS-BASE-14`, `CS-BASE-29` to
/// `CS-BASE-31`.
pub fn resolve_plan(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    let attack_roll = table.stage(|table| plan.roll_attack(table))?;
    let AttackRollOutcome::Hit { location, hits, charge_degrees } = attack_roll.outcome else {
        return plan.missed_result(table, attack_roll);
    };
    let mut volley = table.stage(|table| {
        let defence_outcome = plan.defence.resolve(table)?;
        Ok(plan.hit_volley(attack_roll, defence_outcome, location, hits, charge_degrees))
    })?;
    while volley.unlocated > 0 {
        volley = table.stage(|table| {
            let location = plan.roll_added_location(table)?;
            Ok(volley.with_hit(&plan.protection, location))
        })?;
    }
    while let Some(location) = volley.next_location() {
        volley = table.stage(|table| {
            let tally = plan.protection.resolve_hit(table, &plan.damage, location, volley.tally)?;
            Ok(HitVolley { tally, ..volley })
        })?;
    }
    Ok(plan.volley_result(table, volley))
}

impl<'a> AttackPlan<'a> {
    /// Works out everything that does not depend on dice.
    pub fn new(context: &'a AttackContext) -> Self {
        let (weapon, switches) = (&*context.weapon, &*context.switches);
        let attempt = context.attempt();
        let kind = if weapon.is_melee() { AttackKind::Melee } else { AttackKind::Ranged };
        let unaware = attempt.is_unaware();
        Self {
            context,
            target: target_number::target_number(&attempt),
            misfires_on: jamming::misfire_threshold(weapon, context.mode, switches),
            defence: DefenceOptions::new(&context.defender, kind, unaware, &context.surroundings, switches),
            damage: AttackDamage::new(&context.attacker, weapon, Some(&context.defender), switches),
            protection: DefenderProtection::new(&context.defender, &context.covers, switches),
            rounds: rounds_fired(context),
        }
    }

    /// Rolls the attack test. `CS-BASE-08`, `CS-JAM-01`, `CS-JAM-02`, `CS-JAM-15`.
    fn roll_attack(&self, table: &mut impl Table) -> RuleResult<AttackRoll> {
        let test = TestAttempt {
            fighter: &self.context.attacker,
            why: "attack",
            clause: "CS-BASE-08",
            target: &self.target,
            switches: &self.context.switches,
        };
        target_number::note_circumstances(table, &self.context.attempt());
        let tested = test.roll_unless(table, |roll| self.is_certain_miss() || self.is_misfire(roll))?;
        let outcome = match tested {
            TestRoll { passed: true, roll, .. } => {
                note_location(table, HitLocation::from_attack_roll(roll));
                self.hit_outcome(roll)
            }
            TestRoll { roll, .. } if self.is_misfire(roll) => self.misfire_outcome(table, roll),
            _ => AttackRollOutcome::Miss,
        };
        Ok(AttackRoll { outcome, fate_spent: tested.fate_spent, curse_spent: tested.curse_spent })
    }

    /// Whether a natural roll hits.
    pub fn passes(&self, roll: u32) -> bool {
        d100_test::passes(roll, self.target.number) && !self.is_misfire(roll) && !self.is_certain_miss()
    }

    /// Number of ways, out of [`total_roll_ways`](Self::total_roll_ways), in which a natural roll is the
    /// one that counts: a curse rerolls a pass, and the worse roll counts. `CS-CURS-01`.
    pub fn roll_ways(&self, roll: u32) -> u128 {
        d100_test::counting_ways(roll, self.context.attacker.curse.is_some(), |roll| self.passes(roll))
    }

    /// Total number of ways of all rolls.
    pub fn total_roll_ways(&self) -> u128 {
        d100_test::total_counting_ways(self.context.attacker.curse.is_some())
    }

    /// The natural rolls that hit, each with the location of its first hit, the number of hits, and the wear that a
    /// Charge adds to cover.
    pub fn hitting_rolls(&self) -> impl Iterator<Item = (u32, (HitLocation, u8, u32))> {
        let highest =
            if self.is_certain_miss() { 0 } else { self.target.number.clamp(0, 100).unsigned_abs() };
        (1..=highest).filter(|&roll| !self.is_misfire(roll)).filter_map(|roll| match self.hit_outcome(roll) {
            AttackRollOutcome::Hit { location, hits, charge_degrees } => {
                Some((roll, (location, hits, charge_degrees)))
            }
            _ => None,
        })
    }

    /// AP that the attack takes from cover, with these degrees of a Charge. `CS-COV-11` to `CS-COV-13`.
    pub fn cover_wear(&self, charge_degrees: u32) -> u32 {
        cover::cover_wear(&self.context.weapon, self.context.attacker.strength_bonus(), charge_degrees)
    }

    /// Whether the attack always misses: BS tests of a Blinded attacker fail with any roll. `CS-BLND-05`.
    fn is_certain_miss(&self) -> bool {
        target_number::certain_miss(&self.context.attacker, &self.context.weapon).is_some()
    }

    fn is_misfire(&self, roll: u32) -> bool {
        self.misfires_on.is_some_and(|least| roll >= least)
    }

    fn misfire_outcome(&self, table: &mut impl Table, roll: u32) -> AttackRollOutcome {
        let AttackContext { weapon, mode, switches, .. } = self.context;
        let jam = jamming::jam_clause(weapon, (*mode, roll), switches);
        let (outcome, clause, line) = match jamming::misfire_effect(weapon) {
            MisfireEffect::Slips => (AttackRollOutcome::Miss, "CS-JAM-15", HitNote::Misfires),
            MisfireEffect::Jams | MisfireEffect::Fizzles => (AttackRollOutcome::Jammed, jam, HitNote::Jams),
        };
        table.note(|| Note::new(clause, line));
        outcome
    }

    /// `CS-BASE-11`, `CS-BASE-36`, `CS-COV-13`.
    fn hit_outcome(&self, roll: u32) -> AttackRollOutcome {
        let degrees = || d100_test::degrees_of_success(roll, self.target.number);
        let location = HitLocation::from_attack_roll(roll);
        match self.context.mode {
            AttackMode::Burst if self.context.switches.burst => {
                let hits = (1 + degrees() / 2).min(u32::from(self.rounds).max(1));
                let hits = u8::try_from(hits).unwrap_or(u8::MAX);
                AttackRollOutcome::Hit { location, hits, charge_degrees: 0 }
            }
            // Two degrees count as one AP, so an odd degree adds nothing.
            AttackMode::Charge if self.protection.cover.is_some() => {
                AttackRollOutcome::Hit { location, hits: 1, charge_degrees: degrees() / 2 * 2 }
            }
            _ => AttackRollOutcome::Hit { location, hits: 1, charge_degrees: 0 },
        }
    }

    /// The hits that the defender did not avoid, the first one with its location. `CS-BASE-11`,
    /// `CS-BASE-36`.
    fn hit_volley(
        &self,
        AttackRoll { fate_spent, curse_spent, .. }: AttackRoll,
        defence_outcome: DefenceOutcome,
        location: HitLocation,
        hits: u8,
        charge_degrees: u32,
    ) -> HitVolley {
        let hits = if defence_outcome.is_negated() { 0 } else { hits };
        let volley = HitVolley {
            fate_spent,
            curse_spent,
            defence_outcome,
            hits,
            charge_degrees: if hits > 0 { charge_degrees } else { 0 },
            location: (hits == 1).then_some(location),
            unlocated: hits,
            unrolled: [0; 6],
            tally: HitTally::default(),
        };
        if hits > 0 { volley.with_hit(&self.protection, location) } else { volley }
    }

    /// Rolls the random location of an additional hit of a burst. `CS-BASE-32`, `CS-BASE-36`.
    fn roll_added_location(&self, table: &mut impl Table) -> RuleResult<HitLocation> {
        let who = Some(self.context.attacker.id);
        let purpose = Purpose { who, why: "hit location", clause: "CS-BASE-32", parts: &[], limit: None };
        let location = HitLocation::from_random_roll(table.roll(D100, purpose)?.value);
        note_location(table, location);
        Ok(location)
    }

    /// The result of a miss; a missed throw scatters without hitting anyone. `CS-SCA-02`, `CS-SCA-07`.
    fn missed_result(&self, table: &mut impl Table, attack_roll: AttackRoll) -> RuleResult<AttackResult> {
        let mut result = AttackResult {
            harm: self.protection.damage_result(DefenceOutcome::default(), 0, None, HitTally::default(), 0),
            loaded: self.weapon_state_after(attack_roll.outcome),
            scatter: None,
            fate_spent: attack_roll.fate_spent,
            curse_spent: attack_roll.curse_spent,
            engages: self.starts_engagement(),
        };
        if self.context.weapon.class == WeaponClass::Thrown {
            result.scatter =
                Some(scatter::roll_scatter(table, self.context.weapon.class == WeaponClass::Thrown, 0)?);
        }
        Ok(result)
    }

    /// The result of the hits, including the wear of cover. `CS-COV-11` to `CS-COV-13`.
    fn volley_result(&self, table: &mut impl Table, volley: HitVolley) -> AttackResult {
        let HitVolley {
            fate_spent, curse_spent, defence_outcome, hits, charge_degrees, location, tally, ..
        } = volley;
        let loss = self.cover_wear(charge_degrees);
        let context = self.context;
        let harm = self.protection.damage_result(defence_outcome, hits, location, tally, loss);
        AttackResult {
            harm: fatigue::add_hit_fatigue(
                table,
                harm,
                &context.weapon,
                &context.defender,
                &context.switches,
            ),
            loaded: context.loaded.spend_rounds(self.rounds),
            scatter: None,
            fate_spent,
            curse_spent,
            engages: self.starts_engagement(),
        }
    }

    fn starts_engagement(&self) -> bool {
        melee::starts_engagement(&self.context.attacker, self.context.sight.chebyshev_distance)
    }

    /// The weapon's state after the attack; a jam fires no rounds. `CS-JAM-01`, `CS-BASE-36`.
    fn weapon_state_after(&self, outcome: AttackRollOutcome) -> WeaponState {
        match outcome {
            AttackRollOutcome::Jammed => WeaponState { jammed: true, ..self.context.loaded },
            _ => self.context.loaded.spend_rounds(self.rounds),
        }
    }
}

fn note_location(table: &mut impl Table, location: HitLocation) {
    table.note(|| Note::new("CS-BASE-11", HitNote::Location(location)));
}

/// Rounds fired by the attack. `CS-BASE-36`.
fn rounds_fired(context: &AttackContext) -> u16 {
    let weapon = &context.weapon;
    let rounds = match (context.mode, weapon.burst) {
        _ if weapon.is_melee() => 0,
        (AttackMode::Burst, Some(burst)) => u16::from(burst.rounds),
        _ => 1,
    };
    if weapon.magazine == 0 { rounds } else { rounds.min(context.loaded.rounds) }
}

#[cfg(test)]
mod note_tests;
#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;
