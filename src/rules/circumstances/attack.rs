//! An attack on one unit, from the test to what it does. Weapons with an area of their own are in `blast`.

use super::check::{self, D100, Target, Test, Tested};
use super::evasion::{Defence, Met};
use super::fatigue;
use super::harm::{Force, Shelter, Tally};
use super::jam::{self, Misfire};
use super::{
    AttackKind, AttackResult, AttackScene, Fighter, Loaded, Location, Manner, Weapon, WeaponClass, attempt,
    cover, scatter,
};
use crate::status;
use dice::{Note, Purpose, Step, Table};

/// Everything of an attack that is known before any die falls: what a preview shows.
///
/// Whoever runs the same attack many times prepares it once.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub scene: &'a AttackScene,
    /// The attacker's target number. `CS-BASE-08`.
    pub target: Target,
    /// Natural roll from which it misfires; `None` for blows. `CS-JAM-01`.
    pub misfires_on: Option<u32>,
    /// What the defender can do about a hit.
    pub defence: Defence<'a>,
    /// What strikes.
    pub force: Force,
    /// What protects the defender.
    pub shelter: Shelter<'a>,
    /// Rounds fired, or pieces thrown. `CS-BASE-36`.
    pub rounds: u16,
}

/// What of the attack roll matters later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Aimed {
    outcome: Outcome,
    fate_spent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Missed, and the weapon jammed. `CS-JAM-02`.
    Jam,
    Miss,
    /// So many hits, the first one here; AP that a Charge adds to the wear of cover. `CS-COV-13`.
    Hit {
        location: Location,
        hits: u8,
        charge_degrees: u32,
    },
}

/// Hits on their way: all that matters once the defender has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Volley {
    fate_spent: bool,
    met: Met,
    hits: u8,
    charge_degrees: u32,
    /// Where a single hit lands.
    location: Option<Location>,
    /// Hits whose place is not rolled yet.
    unplaced: u8,
    /// Hits whose damage is not rolled yet, at the places that stand for them.
    waiting: [u8; 6],
    tally: Tally,
}

impl Volley {
    /// One hit more at a location, kept where the same protection is found first: what is alike is merged.
    fn place(&mut self, shelter: &Shelter<'_>, location: Location) {
        self.unplaced -= 1;
        self.waiting[shelter.like(location) as usize] += 1;
    }

    /// The place of the next hit, which waits no longer.
    fn next(&mut self) -> Option<Location> {
        let place = Location::ALL.into_iter().find(|&place| self.waiting[place as usize] > 0)?;
        self.waiting[place as usize] -= 1;
        Some(place)
    }
}

/// Resolves an attack on a unit.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, scene: &AttackScene) -> Step<AttackResult> {
    resolve(table, &AttackPlan::new(scene))
}

/// Resolves a prepared attack: test, deflection, evasion, damage. `CS-BASE-08`, `CS-BASE-14`, `CS-BASE-29` to
/// `CS-BASE-31`.
///
/// # Errors
/// As the table.
pub fn resolve(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<AttackResult> {
    let aimed = plan.aim(table)?;
    let aimed = table.settle(aimed)?;
    let Outcome::Hit { location, hits, charge_degrees } = aimed.outcome else {
        return plan.miss(table, aimed);
    };
    let met = plan.defence.meet(table)?;
    let mut volley = table.settle(plan.volley(aimed.fate_spent, met, location, hits, charge_degrees))?;
    while volley.unplaced > 0 {
        volley.place(&plan.shelter, plan.added_location(table)?);
        volley = table.settle(volley)?;
    }
    while let Some(place) = volley.next() {
        volley.tally = plan.shelter.strike(table, &plan.force, place, volley.tally)?;
        volley = table.settle(volley)?;
    }
    Ok(plan.struck(volley))
}

impl<'a> AttackPlan<'a> {
    /// Works out every number that no die decides.
    pub fn new(scene: &'a AttackScene) -> Self {
        let (weapon, switches) = (&*scene.weapon, &*scene.switches);
        let attempt = scene.attempt();
        let kind = if weapon.is_melee() { AttackKind::Melee } else { AttackKind::Ranged };
        let unaware = attempt.is_unaware();
        Self {
            scene,
            target: attempt::target_number(&attempt),
            misfires_on: jam::threshold(weapon, scene.manner, switches),
            defence: Defence::new(&scene.defender, kind, unaware, &scene.surroundings, switches),
            force: Force::new(
                &scene.attacker,
                weapon,
                scene.special_damage || gains_special_damage(&scene.defender, weapon),
                switches,
            ),
            shelter: Shelter::new(&scene.defender, &scene.covers, switches),
            rounds: rounds(scene),
        }
    }

    /// The attack test. `CS-BASE-08`, `CS-JAM-01`, `CS-JAM-02`, `CS-JAM-15`.
    fn aim(&self, table: &mut impl Table) -> Step<Aimed> {
        let test = Test {
            fighter: &self.scene.attacker,
            why: "attack",
            clause: "CS-BASE-08",
            target: &self.target,
            switches: &self.scene.switches,
        };
        let tested = test.make_unless(table, |roll| self.fails() || self.misfires(roll))?;
        let outcome = match tested {
            Tested { passed: true, roll, .. } => {
                note_location(table, Location::of_attack(roll));
                self.hit(roll)
            }
            Tested { roll, .. } if self.misfires(roll) => self.misfire(table),
            _ => Outcome::Miss,
        };
        Ok(Aimed { outcome, fate_spent: tested.fate_spent })
    }

    /// Whether a natural roll hits.
    pub fn passes(&self, roll: u32) -> bool {
        check::passes(roll, self.target.number) && !self.misfires(roll) && !self.fails()
    }

    /// In how many ways a natural roll is the one that counts, of [`rolls`](Self::rolls): a curse has what passes rolled
    /// again, and the worse counts. `CS-CURS-01`.
    pub fn weight(&self, roll: u32) -> u128 {
        let passing = || (1..=100).filter(|roll| self.passes(*roll)).count() as u128;
        match self.scene.attacker.curse {
            None => 1,
            Some(_) if self.passes(roll) => 2 * u128::from(roll) - 1,
            Some(_) => 100 + passing(),
        }
    }

    /// Ways of all rolls together.
    pub fn rolls(&self) -> u128 {
        if self.scene.attacker.curse.is_some() { 10_000 } else { 100 }
    }

    /// Where a natural roll hits first, how often, and what a Charge adds to the wear of cover; `None` for a miss.
    pub fn strikes(&self, roll: u32) -> Option<(Location, u8, u32)> {
        match self.hit(roll) {
            Outcome::Hit { location, hits, charge_degrees } if self.passes(roll) => {
                Some((location, hits, charge_degrees))
            }
            _ => None,
        }
    }

    /// What a charge of such degrees takes from the cover. `CS-COV-11` to `CS-COV-13`.
    pub fn wear(&self, charge_degrees: u32) -> u32 {
        cover::depletion(&self.scene.weapon, self.scene.attacker.strength_bonus(), charge_degrees)
    }

    /// BS tests of the Blinded fail, whatever they show. `CS-BLND-05`.
    fn fails(&self) -> bool {
        !self.scene.weapon.is_melee()
            && status::fails(&self.scene.attacker.ailments, status::Test::Shot).is_some()
    }

    fn misfires(&self, roll: u32) -> bool {
        self.misfires_on.is_some_and(|least| roll >= least)
    }

    fn misfire(&self, table: &mut impl Table) -> Outcome {
        let (outcome, clause, text) = match jam::misfire(&self.scene.weapon) {
            Misfire::Slips => (Outcome::Miss, "CS-JAM-15", "It slips: a miss"),
            Misfire::Jams | Misfire::Fizzles => (Outcome::Jam, "CS-JAM-01", "The weapon jams"),
        };
        table.note(|| Note { clause, text: text.into(), parts: Vec::new() });
        outcome
    }

    /// `CS-BASE-11`, `CS-BASE-36`, `CS-COV-13`.
    fn hit(&self, roll: u32) -> Outcome {
        let degrees = check::degrees_of_success(roll, self.target.number);
        let location = Location::of_attack(roll);
        match self.scene.manner {
            Manner::Burst if self.scene.switches.burst => {
                let hits = (1 + degrees / 2).min(u32::from(self.rounds).max(1));
                let hits = u8::try_from(hits).unwrap_or(u8::MAX);
                Outcome::Hit { location, hits, charge_degrees: 0 }
            }
            // Two degrees make one AP: the odd one says nothing.
            Manner::Charge if self.shelter.cover.is_some() => {
                Outcome::Hit { location, hits: 1, charge_degrees: degrees / 2 * 2 }
            }
            _ => Outcome::Hit { location, hits: 1, charge_degrees: 0 },
        }
    }

    /// The hits that the defender could not prevent, the first one placed. `CS-BASE-11`, `CS-BASE-36`.
    fn volley(
        &self,
        fate_spent: bool,
        met: Met,
        location: Location,
        hits: u8,
        charge_degrees: u32,
    ) -> Volley {
        let hits = if met.is_negated() { 0 } else { hits };
        let mut volley = Volley {
            fate_spent,
            met,
            hits,
            charge_degrees: if hits > 0 { charge_degrees } else { 0 },
            location: (hits == 1).then_some(location),
            unplaced: hits,
            waiting: [0; 6],
            tally: Tally::default(),
        };
        if hits > 0 {
            volley.place(&self.shelter, location);
        }
        volley
    }

    /// Added hits of a burst strike anywhere. `CS-BASE-32`, `CS-BASE-36`.
    fn added_location(&self, table: &mut impl Table) -> Step<Location> {
        let who = Some(self.scene.attacker.id);
        let purpose = Purpose { who, why: "hit location", clause: "CS-BASE-32", parts: &[], limit: None };
        let location = Location::random(table.roll(D100, purpose)?.value);
        note_location(table, location);
        Ok(location)
    }

    /// A missed throw lands somewhere and hits nobody. `CS-SCA-02`, `CS-SCA-07`.
    fn miss(&self, table: &mut impl Table, aimed: Aimed) -> Step<AttackResult> {
        let mut result = AttackResult {
            harm: self.shelter.harm(Met::default(), 0, None, Tally::default(), 0),
            loaded: self.loaded(aimed.outcome),
            scatter: None,
            fate_spent: aimed.fate_spent,
            engages: self.engages(),
        };
        if self.scene.weapon.class == WeaponClass::Thrown {
            result.scatter = Some(scatter::roll(table, &self.scene.weapon, 0)?);
        }
        Ok(result)
    }

    /// What the hits came to, and what they took from the cover. `CS-COV-11` to `CS-COV-13`.
    fn struck(&self, volley: Volley) -> AttackResult {
        let Volley { fate_spent, met, hits, charge_degrees, location, tally, .. } = volley;
        let loss = self.wear(charge_degrees);
        let scene = self.scene;
        let harm = self.shelter.harm(met, hits, location, tally, loss);
        AttackResult {
            harm: fatigue::tires(harm, &scene.weapon, &scene.defender, &scene.switches),
            loaded: scene.loaded.spend(self.rounds),
            scatter: None,
            fate_spent,
            engages: self.engages(),
        }
    }

    /// Blow or shot, hit or miss, between neighbours. `CS-MEL-02`.
    fn engages(&self) -> bool {
        self.scene.sight.rings == 1
    }

    /// A jam fires nothing. `CS-JAM-01`, `CS-BASE-36`.
    fn loaded(&self, outcome: Outcome) -> Loaded {
        match outcome {
            Outcome::Jam => Loaded { jammed: true, ..self.scene.loaded },
            _ => self.scene.loaded.spend(self.rounds),
        }
    }
}

/// What strikes this unit gains Special Damage by its ailments. `CS-FROZ-04`, `CS-UNCO-03`, `CS-WET-01`.
pub fn gains_special_damage(defender: &Fighter, weapon: &Weapon) -> bool {
    status::special_damage(&defender.ailments, weapon.strike.element).is_some()
}

fn note_location(table: &mut impl Table, location: Location) {
    table.note(|| Note {
        clause: "CS-BASE-11",
        text: format!("Hit: {}", location.name()),
        parts: Vec::new(),
    });
}

/// Rounds that the attack fires. `CS-BASE-36`.
fn rounds(scene: &AttackScene) -> u16 {
    let weapon = &scene.weapon;
    let wanted = match (scene.manner, weapon.burst) {
        _ if weapon.is_melee() => 0,
        (Manner::Burst, Some(burst)) => u16::from(burst.rounds),
        _ => 1,
    };
    if weapon.magazine == 0 { wanted } else { wanted.min(scene.loaded.rounds) }
}

#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;
