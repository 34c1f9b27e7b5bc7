//! Exact odds without a full branch search: the distribution of one hit, combined for several hits.
//!
//! Wounds of hits add up, so their distributions are convolved; the results are evaluated by the functions
//! that resolve an attack. A test compares the two.

use std::collections::BTreeMap;

use super::area_attacks::{BlastCandidate, BlastCover, Explosion};
use super::attacks::is_knocked_down;
use crate::circumstances::attacks::blast::LaunchContext;
use crate::circumstances::attacks::evasion::{DefenceOptions, DefenceOutcome};
use crate::circumstances::attacks::jamming;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::d100_test::d5;
use crate::circumstances::damage::cover;
use crate::circumstances::damage::resolution::{AttackDamage, DefenderProtection, HitTally};
use crate::circumstances::{DamageResult, HitLocation, Weapon, WeaponClass, d100_test};
use crate::ground::scatter;
use crate::ground::scatter::{CellOffset, Scatter};
use crate::{BarrierOnLine, HitResult, Odds, OutcomeSummary, UnitAttack, UnitSnapshot, status};
use dice::Distribution;

/// Number of rolls of a d100.
const D100: u128 = 100;

/// Odds of an attack before the defender's answer: outcomes of hits that are not negated, and misses.
pub(crate) struct HitOdds {
    /// Outcomes of hits.
    hits: Vec<WeightedHit>,
    /// Weight of all outcomes, misses included.
    all: u128,
}

/// An outcome of hits that are not negated.
struct WeightedHit {
    outcome: OutcomeSummary,
    weight: u128,
    /// The unit hit is the attacker, whose curse was spent on the throw. `CS-CURS-01`.
    is_curse_spent: bool,
}

/// Odds of an answer, in ways of two d100: deflecting and evading.
pub(crate) struct DefenceOdds {
    /// Ways in which the hit is not negated.
    ways: u128,
    /// The same for a unit whose curse was spent before.
    ways_without_curse: u128,
    total: u128,
}

impl DefenceOdds {
    /// The odds with this evasive action; `None` for no evasion. `CS-BASE-14`, `CS-BASE-29`, `CS-BASE-31`.
    pub(crate) fn new(defence: &DefenceOptions<'_>, way: Option<usize>) -> Self {
        let ways = |number: i32| u128::from(number.clamp(0, 100).unsigned_abs());
        let deflected = defence.deflect.map_or(0, |value| ways(i32::from(value)));
        let evaded =
            way.and_then(|way| defence.evasions.get(way)).map_or(0, |(_, target)| ways(target.number));
        // A curse that may take effect requires it to pass twice. `CS-CURS-01`
        let cursed = defence.defender.curse.is_some();
        let rerolls = if cursed { D100 } else { 1 };
        let hit_ways = |evaded: u128| (D100 - deflected) * (D100 * rerolls - evaded);
        let ways_without_curse = hit_ways(evaded * rerolls);
        let ways = if cursed { hit_ways(evaded * evaded) } else { ways_without_curse };
        Self { ways, ways_without_curse, total: D100 * D100 * rerolls }
    }

    /// The default answer: the better evasive action, if it can succeed.
    pub(crate) fn default_choice(defence: &DefenceOptions<'_>) -> Option<usize> {
        defence.evasions.first().filter(|(_, target)| target.number > 0).map(|_| 0)
    }
}

impl HitOdds {
    /// One outcome with this many ways of a d100.
    pub(crate) fn single_outcome(outcome: OutcomeSummary, weight: u128) -> Self {
        Self { hits: vec![WeightedHit { outcome, weight, is_curse_spent: false }], all: D100 }
    }

    /// All outcomes after this answer of the defender.
    pub(crate) fn after_defence(
        &self,
        defence: &DefenceOdds,
        barriers: usize,
    ) -> Distribution<OutcomeSummary> {
        let weight = |hit: &WeightedHit| {
            hit.weight * if hit.is_curse_spent { defence.ways_without_curse } else { defence.ways }
        };
        let left: u128 = self.hits.iter().map(weight).sum();
        // The least outcome first, so that nothing needs sorting.
        let missed = (missed_summary(barriers), self.all * defence.total - left);
        let hits = self.hits.iter().map(|hit| (hit.outcome.clone(), weight(hit)));
        Distribution::from_weighted(std::iter::once(missed).chain(hits).collect())
    }
}

/// The outcome of a miss.
pub(crate) fn missed_summary(barriers: usize) -> OutcomeSummary {
    OutcomeSummary {
        contact: HitResult::Miss,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: vec![0; barriers],
    }
}

/// The odds of an attack that crosses these barriers, which open when their AP are gone. `CS-COV-16`.
pub(crate) fn odds_with_barriers(all: &Distribution<OutcomeSummary>, barriers: &[BarrierOnLine]) -> Odds {
    let mut odds = Odds::from_distribution(all, barriers);
    for (at, (barrier, (.., hole))) in barriers.iter().zip(&mut odds.barriers).enumerate() {
        let left = cover::default_ap_left(barrier);
        let opens =
            |summary: &OutcomeSummary| left > 0 && summary.barriers.get(at).is_some_and(|harm| *harm >= left);
        *hole = all.probability(opens);
    }
    odds
}

/// Reduces a result to what odds show.
pub(crate) fn outcome_summary(attack: UnitAttack<'_>, harm: &DamageResult) -> OutcomeSummary {
    let lost = |barrier: &BarrierOnLine| {
        harm.barriers.iter().filter(|wear| wear.id == barrier.id).map(|wear| wear.damage).sum()
    };
    let defender: &UnitSnapshot = &attack.target.defender;
    OutcomeSummary {
        contact: harm.contact,
        net: i32::from(harm.hits > 0),
        damage: harm.damage,
        knocked_down: is_knocked_down(defender, harm.damage, &attack.rules),
        down: harm.down.filter(|_| harm.down != defender.down),
        barriers: attack.barriers.iter().map(lost).collect(),
    }
}

/// Number of ways of each tally of hits, four per number of Wounds: past the cover or not, wearing it down
/// or not.
type OutcomeCounts = Vec<u128>;

/// Room for the tallies of up to 15 Wounds; few weapons do more with one hit.
const USUAL_TALLIES: usize = 64;

/// Counts of one hit at a location.
fn counts_at_location(
    protection: &DefenderProtection<'_>,
    damage: &AttackDamage,
    chances: &[(u32, u128)],
    location: HitLocation,
) -> OutcomeCounts {
    let behind = protection.by_location[location as usize].cover.is_some();
    let most = chances.iter().map(|(points, _)| *points as usize).max().unwrap_or(0);
    let mut ways = OutcomeCounts::with_capacity(4 * (most + 1));
    for &(points, weight) in chances {
        let effect = protection.location_damage(points, damage, location);
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

fn add_counts(sum: &mut OutcomeCounts, ways: &OutcomeCounts, times: u128) -> Option<()> {
    if sum.len() < ways.len() {
        sum.resize(ways.len(), 0);
    }
    // Three of four tallies of a number of Wounds do not occur.
    for (sum, ways) in sum.iter_mut().zip(ways).filter(|(_, ways)| **ways > 0) {
        *sum = sum.checked_add(ways.checked_mul(times)?)?;
    }
    Some(())
}

/// Adds one hit to others.
fn convolve_counts(before: &OutcomeCounts, one: &OutcomeCounts) -> Option<OutcomeCounts> {
    let mut after = vec![0_u128; before.len() + one.len() + 3];
    for (first, &weight) in before.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        for (second, &ways) in one.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            let at = 4 * (first / 4 + second / 4) + ((first % 4) | (second % 4));
            after[at] = after[at].checked_add(weight.checked_mul(ways)?)?;
        }
    }
    Some(after)
}

/// Probability of each random hit location, in twentieths. `CS-BASE-32`.
const RANDOM_LOCATION_SHARES: [u128; 6] = [2, 2, 2, 8, 3, 3];
const RANDOM_TOTAL: u128 = 20;

/// Counts of one hit at a random location, and their total.
fn counts_at_random_location(
    protection: &DefenderProtection<'_>,
    damage: &AttackDamage,
    chances: &[(u32, u128)],
) -> Option<OutcomeCounts> {
    let mut ways = OutcomeCounts::new();
    let mut shares = [0; 6];
    for (location, share) in HitLocation::ALL.into_iter().zip(RANDOM_LOCATION_SHARES) {
        shares[protection.equivalent_location(location) as usize] += share;
    }
    for (location, share) in HitLocation::ALL.into_iter().zip(shares).filter(|(_, share)| *share > 0) {
        add_counts(&mut ways, &counts_at_location(protection, damage, chances, location), share)?;
    }
    Some(ways)
}

/// Odds of a prepared attack before the defender's answer; `None` if the numbers grow too large.
pub(crate) fn attack_hit_odds(attack: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<HitOdds> {
    let (protection, damage) = (&plan.protection, &plan.damage);
    let chances = damage.damage_ways()?;
    let ways_of_one_hit: u128 = chances.iter().map(|(_, weight)| weight).sum();
    // First locations, by number of hits and by the wear that a Charge adds.
    let mut first: Vec<((u8, u32), [u128; 6])> = Vec::with_capacity(1);
    let equivalent = HitLocation::ALL.map(|location| protection.equivalent_location(location));
    for (roll, (location, hits, charge)) in plan.hitting_rolls() {
        let ways = plan.roll_ways(roll);
        let at = equivalent[location as usize] as usize;
        match first.iter_mut().find(|(known, _)| *known == (hits, charge)) {
            Some((_, locations)) => locations[at] += ways,
            None => {
                let mut locations = [0; 6];
                locations[at] = ways;
                first.push(((hits, charge), locations));
            }
        }
    }
    let max_hits = first.iter().map(|((hits, _), _)| *hits).max().unwrap_or(0);
    let random = if max_hits > 1 {
        counts_at_random_location(protection, damage, &chances)?
    } else {
        OutcomeCounts::new()
    };
    let ways_of_random_location = RANDOM_TOTAL.checked_mul(ways_of_one_hit)?;
    let mut counts_by_charge: BTreeMap<u32, OutcomeCounts> = BTreeMap::new();
    for ((hits, charge), locations) in first {
        let mut ways = OutcomeCounts::with_capacity(USUAL_TALLIES);
        for (location, times) in HitLocation::ALL.into_iter().zip(locations).filter(|(_, times)| *times > 0) {
            add_counts(&mut ways, &counts_at_location(protection, damage, &chances, location), times)?;
        }
        for _ in 1..hits {
            ways = convolve_counts(&ways, &random)?;
        }
        let times = ways_of_random_location.checked_pow(u32::from(max_hits - hits))?;
        let sum = counts_by_charge.entry(charge).or_insert_with(|| OutcomeCounts::with_capacity(ways.len()));
        add_counts(sum, &ways, times)?;
    }
    let all = plan
        .total_roll_ways()
        .checked_mul(ways_of_one_hit)?
        .checked_mul(ways_of_random_location.checked_pow(u32::from(max_hits.max(1)) - 1)?)?;
    let counts_by_wear: Vec<_> =
        counts_by_charge.into_iter().map(|(charge, ways)| (plan.cover_wear(charge), ways)).collect();
    all.checked_mul(MAX_DEFENCE_WAYS)?;
    Some(HitOdds { hits: weighted_hits(attack, protection, &counts_by_wear, false)?, all })
}

/// Ways of the d100 rolls of an answer, one of them twice; they must fit as well.
const MAX_DEFENCE_WAYS: u128 = D100 * D100 * D100;

/// Converts counts to outcomes, by the rule that resolves an attack.
fn weighted_hits(
    attack: UnitAttack<'_>,
    protection: &DefenderProtection<'_>,
    counts_by_wear: &[(u32, OutcomeCounts)],
    is_curse_spent: bool,
) -> Option<Vec<WeightedHit>> {
    let tallies = counts_by_wear.iter().map(|(_, ways)| ways.len() / 2).sum();
    let mut hits = Vec::with_capacity(tallies);
    for (cover_wear, ways) in counts_by_wear {
        for (at, &weight) in ways.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let wounds = u32::try_from(at / 4).ok()?;
            let tally = HitTally { raw: 0, wounds, reached: at & 2 > 0, wears: at & 1 > 0 };
            let harm = protection.damage_result(DefenceOutcome::default(), 1, None, tally, *cover_wear);
            hits.push(WeightedHit { outcome: outcome_summary(attack, &harm), weight, is_curse_spent });
        }
    }
    Some(hits)
}

/// Odds of an explosion at one of these positions for one unit, with the Special Damage that its own ailments cause, and
/// without the curse that the attacker has spent on the throw. `CS-BASE-26`, `CS-BASE-35`, `CS-CURS-01`, chapters SCA and
/// GRN.
pub(crate) fn area_odds(
    attack: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
    (explosion, centres): (&Explosion<'_>, &CentreOdds),
    target: &BlastCandidate<'_>,
) -> Option<HitOdds> {
    // From most positions the unit has the same cover or none.
    let mut ways_by_hit: Vec<((BlastCover, bool), u128)> = Vec::new();
    for (&centre, ways) in centres.iter().filter(|(centre, _)| explosion.is_in_blast(**centre, target)) {
        let covers = explosion.cover_of(centre, target);
        let is_attacker = explosion.is_attacker(target.unit);
        let after_curse = if is_attacker { ways.after_curse } else { 0 };
        let parts = [(false, ways.all - after_curse), (true, after_curse)];
        for (is_curse_spent, times) in parts.into_iter().filter(|(_, times)| *times > 0) {
            let same = |((known, spent), _): &&mut ((BlastCover, bool), u128)| {
                *known == covers && *spent == is_curse_spent
            };
            match ways_by_hit.iter_mut().find(same) {
                Some((_, sum)) => *sum += times,
                None => ways_by_hit.push(((covers.clone(), is_curse_spent), times)),
            }
        }
    }
    let context = explosion.hit_context_with_cover(BlastCover::default(), target);
    let damage =
        AttackDamage::new(&context.attacker, &context.weapon, Some(&context.defender), &context.switches);
    let chances = damage.damage_ways()?;
    let ways_of_one_hit: u128 = chances.iter().map(|(_, weight)| weight).sum();
    let all = plan
        .total_roll_ways()
        .checked_mul(SCATTERS.into())?
        .checked_mul(RANDOM_TOTAL)?
        .checked_mul(ways_of_one_hit)?;
    all.checked_mul(MAX_DEFENCE_WAYS)?;
    let mut hits = Vec::new();
    for ((covers, is_curse_spent), times) in ways_by_hit {
        let context = explosion.hit_context_with_cover(covers, target);
        let protection = DefenderProtection::new(&context.defender, &context.covers, &context.switches);
        let mut ways = OutcomeCounts::new();
        add_counts(&mut ways, &counts_at_random_location(&protection, &damage, &chances)?, times)?;
        hits.extend(weighted_hits(attack, &protection, &[(plan.cover_wear(0), ways)], is_curse_spent)?);
    }
    Some(HitOdds { hits, all })
}

/// Number of rolls of a scatter's two d10.
const SCATTERS: u32 = 100;

/// The flight of an attack: every natural roll with the ways in which it is the one that counts.
pub(crate) struct FlightOdds<'a> {
    weapon: &'a Weapon,
    number: i32,
    misfires_on: Option<u32>,
    /// Whether each roll hits, and its ways, for rolls 1 to 100.
    rolls: Vec<(bool, FlightWays)>,
    /// Total ways of all rolls.
    total: u128,
}

/// Ways of a roll or a place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FlightWays {
    /// All of them.
    pub all: u128,
    /// Those in which a curse made the attacker roll again. `CS-CURS-01`.
    pub after_curse: u128,
}

impl FlightWays {
    /// Ways of a natural roll: a curse rerolls each pass, so it is left only where the first roll fails.
    fn of_roll(passes: bool, all: u128, is_cursed: bool) -> Self {
        let after_curse = match (is_cursed, passes) {
            (false, _) => 0,
            (true, true) => all,
            (true, false) => all - D100,
        };
        Self { all, after_curse }
    }

    fn add(&mut self, ways: Self, times: u32) {
        self.all += ways.all * u128::from(times);
        self.after_curse += ways.after_curse * u128::from(times);
    }
}

/// Possible centres of an explosion with their ways, of [`FlightOdds::total_ways`].
pub(crate) type CentreOdds = BTreeMap<CellOffset, FlightWays>;

impl<'a> FlightOdds<'a> {
    /// The flight of an attack on a unit.
    pub(crate) fn for_attack(plan: &'a AttackPlan<'_>) -> Self {
        let cursed = plan.context.attacker.curse.is_some();
        let ways =
            |roll| (plan.passes(roll), FlightWays::of_roll(plan.passes(roll), plan.roll_ways(roll), cursed));
        let rolls = (1..=100).map(ways).collect();
        let (number, misfires_on, total) = (plan.target.number, plan.misfires_on, plan.total_roll_ways());
        Self { weapon: &plan.context.weapon, number, misfires_on, rolls, total }
    }

    /// The flight of an attack on a square or barrier.
    pub(crate) fn for_site(context: &'a LaunchContext, number: i32, misfires_on: Option<u32>) -> Self {
        // BS tests of a Blinded attacker fail with any roll. `CS-BLND-05`.
        let blind = status::failing_ailment(&context.attacker.ailments, status::TestKind::Shot).is_some();
        let fizzles = |roll: u32| misfires_on.is_some_and(|least| roll >= least);
        let passes = |roll| d100_test::passes(roll, number) && !fizzles(roll) && !blind;
        let cursed = context.attacker.curse.is_some();
        let ways = |roll| d100_test::counting_ways(roll, cursed, passes);
        let rolls = (1..=100)
            .map(|roll| (passes(roll), FlightWays::of_roll(passes(roll), ways(roll), cursed)))
            .collect();
        let total = d100_test::total_counting_ways(cursed);
        Self { weapon: &context.weapon, number, misfires_on, rolls, total }
    }

    /// Total ways of the roll and a scatter.
    pub(crate) fn total_ways(&self) -> u128 {
        self.total * u128::from(SCATTERS)
    }

    /// Ways in which it hits the target square.
    pub(crate) fn on_target_ways(&self) -> u128 {
        let hits = self.rolls.iter().filter(|(passes, _)| *passes);
        hits.map(|(_, ways)| ways.all).sum::<u128>() * u128::from(SCATTERS)
    }

    /// Possible centres; a dud has none.
    pub(crate) fn centres(&self, explosion: &Explosion<'_>) -> CentreOdds {
        let weapon = self.weapon;
        let mut by_degrees: BTreeMap<u32, FlightWays> = BTreeMap::new();
        let mut centres = CentreOdds::new();
        for (roll, &(passes, ways)) in (1..).zip(&self.rolls) {
            let fizzles = self.misfires_on.is_some_and(|least| roll >= least);
            match jamming::misfire_effect(weapon) {
                _ if passes => {
                    centres.entry(CellOffset::default()).or_default().add(ways, SCATTERS);
                }
                jamming::MisfireEffect::Fizzles if fizzles => {
                    centres.entry(explosion.map.attacker).or_default().add(ways, SCATTERS / 10);
                }
                _ => {
                    let thrown = weapon.class == WeaponClass::Thrown;
                    let degrees = if thrown { 0 } else { d100_test::degrees_of_failure(roll, self.number) };
                    by_degrees.entry(degrees).or_default().add(ways, 1);
                }
            }
        }
        for (degrees, rolls) in by_degrees {
            for turn in (1..=10).map(scatter::turn_octants) {
                for squares in (1..=10).map(|d10| d5(d10) + degrees) {
                    let centre = explosion.map.scatter_end(Scatter { turn, squares });
                    centres.entry(centre).or_default().add(rolls, 1);
                }
            }
        }
        centres
    }
}
