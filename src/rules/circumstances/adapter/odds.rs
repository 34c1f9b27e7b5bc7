//! Exact odds without walking every branch: the distribution of one hit, combined for several.
//!
//! Wounds of hits add up, so their distributions are folded into each other; what they come to is asked of the same
//! functions that resolve an attack. A test compares the two.

use std::collections::BTreeMap;

use super::super::attack::AttackPlan;
use super::super::blast::LaunchScene;
use super::super::check::{self, d5};
use super::super::cover::{self, CoverOnLine};
use super::super::evasion::{Defence, Met};
use super::super::harm::{Force, Shelter, Tally};
use super::super::scatter::{self, Offset, Scatter};
use super::super::{Harm, Location, Locations, Weapon, WeaponClass, jam};
use super::area::{Explosion, Present};
use super::combat::falls;
use crate::{BarrierOnLine, Combatant, Contact, Engagement, Gist, Odds, status};
use dice::Distribution;

/// Ways of a d100.
const D100: u128 = 100;

/// What became of an attack before the defender's answer: outcomes of hits that nothing negates, and misses.
pub(super) struct Struck {
    hits: Vec<(Gist, u128)>,
    all: u128,
}

/// How an answer turns out, in ways of two d100: deflecting and evading.
pub(super) struct Survives {
    ways: u128,
    of: u128,
}

impl Survives {
    /// With the evasive action of this number, if there is one. `CS-BASE-14`, `CS-BASE-29`, `CS-BASE-31`.
    pub(super) fn new(defence: &Defence<'_>, way: Option<usize>) -> Self {
        let ways = |number: i32| u128::from(number.clamp(0, 100).unsigned_abs());
        let deflected = defence.deflect.map_or(0, |value| ways(i32::from(value)));
        let evaded = way.and_then(|way| defence.ways.get(way)).map_or(0, |(_, target)| ways(target.number));
        // A curse that may strike has it pass twice. `CS-CURS-01`
        let cursed = defence.defender.curse.is_some();
        let (evaded, of) = if cursed { (evaded * evaded, D100 * D100) } else { (evaded, D100) };
        Self { ways: (D100 - deflected) * (of - evaded), of: D100 * of }
    }

    /// What a hurried player does: the better evasive action, if it can succeed.
    pub(super) fn hurried(defence: &Defence<'_>) -> Option<usize> {
        defence.ways.first().filter(|(_, target)| target.number > 0).map(|_| 0)
    }
}

impl Struck {
    /// One outcome in so many ways of a d100.
    pub(super) fn single(gist: Gist, ways: u128) -> Self {
        Self { hits: vec![(gist, ways)], all: D100 }
    }

    /// All outcomes once the defender has answered so.
    pub(super) fn answered(&self, survives: &Survives, barriers: usize) -> Distribution<Gist> {
        let mut parts: Vec<_> =
            self.hits.iter().map(|(gist, weight)| (gist.clone(), weight * survives.ways)).collect();
        let left: u128 = parts.iter().map(|(_, weight)| weight).sum();
        parts.push((missed(barriers), self.all * survives.of - left));
        Distribution::weighed(parts)
    }
}

/// Nothing came of it.
pub(super) fn missed(barriers: usize) -> Gist {
    Gist {
        contact: Contact::Miss,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: vec![0; barriers],
    }
}

/// The odds of an attack with these barriers on its way; they open once their AP are gone. `CS-COV-16`.
pub(super) fn read(all: &Distribution<Gist>, barriers: &[BarrierOnLine]) -> Odds {
    let mut odds = Odds::of(all, barriers);
    for (at, (barrier, (.., hole))) in barriers.iter().zip(&mut odds.barriers).enumerate() {
        let left = cover::default_ap_left(barrier);
        let opens = |gist: &Gist| left > 0 && gist.barriers.get(at).is_some_and(|harm| *harm >= left);
        *hole = all.probability(opens);
    }
    odds
}

/// What of the harm odds ask for.
pub(super) fn gist(engagement: &Engagement, harm: &Harm) -> Gist {
    let lost = |barrier: &BarrierOnLine| {
        harm.barriers.iter().filter(|worn| worn.id == barrier.id).map(|worn| worn.damage).sum()
    };
    let defender: &Combatant = &engagement.defender;
    Gist {
        contact: harm.contact,
        net: i32::from(harm.hits > 0),
        damage: harm.damage,
        knocked_down: falls(defender, harm.damage, &engagement.rules),
        down: harm.down.filter(|_| harm.down != defender.down),
        barriers: engagement.barriers.iter().map(lost).collect(),
    }
}

/// Ways to each tally of hits, the Wounds in fours: past the cover or not, wearing it or not.
type Ways = Vec<u128>;

/// One hit at a location, whatever the dice.
fn ways_at(shelter: &Shelter<'_>, force: &Force, chances: &[(u32, u128)], location: Location) -> Ways {
    let behind = shelter.guards[location as usize].cover.is_some();
    let mut ways = Ways::new();
    for &(damage, weight) in chances {
        let effect = shelter.effect(damage, force, location);
        let at = 4 * effect.wounds as usize
            + 2 * usize::from(effect.reached)
            + usize::from(effect.reached && behind);
        if ways.len() <= at {
            ways.resize(at + 1, 0);
        }
        ways[at] += weight;
    }
    ways
}

fn add(sum: &mut Ways, ways: &Ways, times: u128) -> Option<()> {
    if sum.len() < ways.len() {
        sum.resize(ways.len(), 0);
    }
    for (sum, ways) in sum.iter_mut().zip(ways) {
        *sum = sum.checked_add(ways.checked_mul(times)?)?;
    }
    Some(())
}

/// One hit after others.
fn fold(before: &Ways, one: &Ways) -> Option<Ways> {
    let mut after = vec![0_u128; before.len() + one.len() + 3];
    for (first, &weight) in before.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        for (second, &ways) in one.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            let at = 4 * (first / 4 + second / 4) + ((first % 4) | (second % 4));
            after[at] = after[at].checked_add(weight.checked_mul(ways)?)?;
        }
    }
    Some(after)
}

/// A random hit location in twentieths. `CS-BASE-32`.
const RANDOM: [u128; 6] = [2, 2, 2, 8, 3, 3];
const RANDOM_OF: u128 = 20;

/// One hit at a random location, and the ways there are in all.
fn anywhere(shelter: &Shelter<'_>, force: &Force, chances: &[(u32, u128)]) -> Option<Ways> {
    let mut ways = Ways::new();
    let mut shares = [0; 6];
    for (location, share) in Location::ALL.into_iter().zip(RANDOM) {
        shares[shelter.like(location) as usize] += share;
    }
    for (location, share) in Location::ALL.into_iter().zip(shares).filter(|(_, share)| *share > 0) {
        add(&mut ways, &ways_at(shelter, force, chances, location), share)?;
    }
    Some(ways)
}

/// Everything that a prepared attack can do before it is answered; `None` where the numbers grow too large.
pub(super) fn of_attack(engagement: &Engagement, plan: &AttackPlan<'_>) -> Option<Struck> {
    let (shelter, force) = (&plan.shelter, &plan.force);
    let chances = force.chances()?;
    let of_one: u128 = chances.iter().map(|(_, weight)| weight).sum();
    // First places by hits and by what a Charge adds.
    let mut first: BTreeMap<(u8, u32), [u128; 6]> = BTreeMap::new();
    for roll in 1..=100 {
        if let Some((location, hits, charge)) = plan.strikes(roll) {
            first.entry((hits, charge)).or_default()[shelter.like(location) as usize] += plan.weight(roll);
        }
    }
    let most = first.keys().map(|(hits, _)| *hits).max().unwrap_or(0);
    let random = if most > 1 { anywhere(shelter, force, &chances)? } else { Ways::new() };
    let of_random = RANDOM_OF.checked_mul(of_one)?;
    let mut sums: BTreeMap<u32, Ways> = BTreeMap::new();
    for ((hits, charge), places) in first {
        let mut ways = Ways::new();
        for (location, times) in Location::ALL.into_iter().zip(places).filter(|(_, times)| *times > 0) {
            add(&mut ways, &ways_at(shelter, force, &chances, location), times)?;
        }
        for _ in 1..hits {
            ways = fold(&ways, &random)?;
        }
        let times = of_random.checked_pow(u32::from(most - hits))?;
        add(sums.entry(charge).or_default(), &ways, times)?;
    }
    let all =
        plan.rolls().checked_mul(of_one)?.checked_mul(of_random.checked_pow(u32::from(most.max(1)) - 1)?)?;
    let charges: Vec<_> = sums.into_iter().map(|(charge, ways)| (plan.wear(charge), ways)).collect();
    struck(engagement, shelter, &charges, all)
}

/// Reads off what the ways come to, by the rule that resolves an attack.
fn struck(engagement: &Engagement, shelter: &Shelter<'_>, sums: &[(u32, Ways)], all: u128) -> Option<Struck> {
    let mut hits = Vec::new();
    for (loss, ways) in sums {
        for (at, &weight) in ways.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let wounds = u32::try_from(at / 4).ok()?;
            let tally = Tally { raw: 0, wounds, reached: at & 2 > 0, wears: at & 1 > 0 };
            let harm = shelter.harm(Met::default(), 1, None, tally, *loss);
            hits.push((gist(engagement, &harm), weight));
        }
    }
    // The d100 of an answer have to fit as well, one of them twice.
    all.checked_mul(D100 * D100 * D100)?;
    Some(Struck { hits, all })
}

/// What an explosion that goes off at one of these places does to one of those present. `CS-BASE-35`, chapters SCA and GRN.
pub(super) fn of_area(
    engagement: &Engagement,
    plan: &AttackPlan<'_>,
    (explosion, centres): (&Explosion<'_>, &Centres),
    target: &Present<'_>,
) -> Option<Struck> {
    let chances = plan.force.chances()?;
    let of_one: u128 = chances.iter().map(|(_, weight)| weight).sum();
    let all = plan.rolls().checked_mul(SCATTERS.into())?.checked_mul(RANDOM_OF)?.checked_mul(of_one)?;
    all.checked_mul(D100 * D100 * D100)?;
    // From most places the same shields it, or nothing.
    let mut shields: Vec<((Vec<CoverOnLine>, Locations), u128)> = Vec::new();
    for (&centre, &times) in centres.iter().filter(|(centre, _)| explosion.catches(**centre, target)) {
        let covers = explosion.chart.covers(centre, target.place, target.unit);
        match shields.iter_mut().find(|(known, _)| *known == covers) {
            Some((_, sum)) => *sum += times,
            None => shields.push((covers, times)),
        }
    }
    let mut hits = Vec::new();
    for (covers, times) in shields {
        let scene = explosion.hit_behind(covers, target);
        let shelter = Shelter::new(&scene.defender, &scene.covers, &scene.switches);
        let mut ways = Ways::new();
        add(&mut ways, &anywhere(&shelter, &plan.force, &chances)?, times)?;
        hits.extend(struck(engagement, &shelter, &[(plan.wear(0), ways)], all)?.hits);
    }
    Some(Struck { hits, all })
}

/// Ways of the two d10 of a scatter.
const SCATTERS: u32 = 100;

/// How an attack flies to where it is aimed: every natural roll with the ways in which it is the one that counts.
pub(super) struct Flight<'a> {
    weapon: &'a Weapon,
    number: i32,
    misfires_on: Option<u32>,
    /// Whether it hits, and in how many ways, from 1 to 100.
    rolls: Vec<(bool, u128)>,
    /// Ways of all rolls together.
    of: u128,
}

/// Where an explosion may go off, in how many of [`Flight::ways`].
pub(super) type Centres = BTreeMap<Offset, u128>;

impl<'a> Flight<'a> {
    /// Of an attack on somebody.
    pub(super) fn of_attack(plan: &'a AttackPlan<'_>) -> Self {
        let rolls = (1..=100).map(|roll| (plan.passes(roll), plan.weight(roll))).collect();
        let (number, misfires_on, of) = (plan.target.number, plan.misfires_on, plan.rolls());
        Self { weapon: &plan.scene.weapon, number, misfires_on, rolls, of }
    }

    /// Of an attack on a spot.
    pub(super) fn to_spot(scene: &'a LaunchScene, number: i32, misfires_on: Option<u32>) -> Self {
        // BS tests of the Blinded fail, whatever they show. `CS-BLND-05`.
        let blind = status::fails(&scene.attacker.ailments, status::Test::Shot).is_some();
        let fizzles = |roll: u32| misfires_on.is_some_and(|least| roll >= least);
        let passes = |roll| check::passes(roll, number) && !fizzles(roll) && !blind;
        let rolls = (1..=100).map(|roll| (passes(roll), 1)).collect();
        Self { weapon: &scene.weapon, number, misfires_on, rolls, of: D100 }
    }

    /// Ways of the roll and a scatter together.
    pub(super) fn ways(&self) -> u128 {
        self.of * u128::from(SCATTERS)
    }

    /// Ways in which it flies straight to where it is aimed.
    pub(super) fn straight(&self) -> u128 {
        let hits = self.rolls.iter().filter(|(passes, _)| *passes);
        hits.map(|(_, ways)| ways).sum::<u128>() * u128::from(SCATTERS)
    }

    /// Where it may go off; a dud does so nowhere.
    pub(super) fn centres(&self, explosion: &Explosion<'_>) -> Centres {
        let weapon = self.weapon;
        let mut by_degrees: BTreeMap<u32, u128> = BTreeMap::new();
        let mut centres = Centres::new();
        for (roll, &(passes, weight)) in (1..).zip(&self.rolls) {
            let fizzles = self.misfires_on.is_some_and(|least| roll >= least);
            match jam::misfire(weapon) {
                _ if passes => {
                    *centres.entry(Offset::default()).or_default() += weight * u128::from(SCATTERS);
                }
                jam::Misfire::Fizzles if fizzles => {
                    *centres.entry(explosion.chart.attacker).or_default() +=
                        weight * u128::from(SCATTERS / 10);
                }
                _ => {
                    let thrown = weapon.class == WeaponClass::Thrown;
                    let degrees = if thrown { 0 } else { check::degrees_of_failure(roll, self.number) };
                    *by_degrees.entry(degrees).or_default() += weight;
                }
            }
        }
        for (degrees, rolls) in by_degrees {
            for turn in (1..=10).map(scatter::turn) {
                for squares in (1..=10).map(|d10| d5(d10) + degrees) {
                    *centres.entry(explosion.chart.end(Scatter { turn, squares })).or_default() += rolls;
                }
            }
        }
        centres
    }
}
