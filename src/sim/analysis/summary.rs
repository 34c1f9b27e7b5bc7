//! Summary of a series: wins, length, losses, weapons and cover, each with its interval.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::stats::{self, Estimate, RunningMean, RunningRatio};
use super::tally::{CasualtyCause, SideTally};
use crate::output::record::{FightRecord, VariantInfo};
use model::Side;

/// Summary of one variant.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesSummary {
    /// Id of the skirmish.
    pub skirmish: String,
    /// Id of the book.
    pub book: &'static str,
    /// Settings of the variant, such as `fog=on`; empty without a variation.
    pub variant: String,
    /// Number of fights, including undecided ones.
    pub fights: u64,
    /// Undecided fights, by reason.
    pub undecided: BTreeMap<&'static str, u64>,
    /// Share of fights without a winner.
    pub draws: Estimate,
    /// Number of fights, by ending.
    pub endings: BTreeMap<&'static str, u64>,
    /// Rounds per fight.
    pub rounds: Estimate,
    /// Number of fights, by rounds.
    pub rounds_counted: BTreeMap<u32, u64>,
    /// Orders per fight.
    pub orders: Estimate,
    /// Share of all fighters out of action at the end.
    pub lost: Option<Estimate>,
    /// Share of all fighters dead at the end.
    pub dead: Option<Estimate>,
    /// Effect of cover, over both sides.
    pub cover: CoverStats,
    /// Summary of each side.
    pub sides: Vec<SideSummary>,
}

/// Effect of cover on shots.
#[derive(Clone, Debug, Serialize)]
pub struct CoverStats {
    /// Share of shots fired from cover.
    pub from: Option<Estimate>,
    /// Share of shots at targets in cover or partly hidden.
    pub at: Option<Estimate>,
    /// Share of those shots that hit.
    pub hits_at_cover: Option<Estimate>,
    /// Share of the other shots that hit.
    pub hits_in_open: Option<Estimate>,
    /// Difference between the two hit shares.
    pub worth: Option<Estimate>,
}

/// Summary of a side.
#[derive(Clone, Debug, Serialize)]
pub struct SideSummary {
    /// Name.
    pub name: String,
    /// Share of fights won.
    pub wins: Estimate,
    /// Share of its fighters out of action at the end.
    pub lost: Option<Estimate>,
    /// Share of its fighters dead at the end.
    pub dead: Option<Estimate>,
    /// Damage to enemies per fight.
    pub dealt: Estimate,
    /// Damage to its own units per fight.
    pub friendly: Estimate,
    /// Share of its attacks that hit.
    pub hits: Option<Estimate>,
    /// Knockbacks suffered per fight.
    pub thrown: Estimate,
    /// Its casualties per fight, by cause.
    pub causes: BTreeMap<CasualtyCause, Estimate>,
    /// Effect of cover on its shots.
    pub cover: CoverStats,
    /// Its weapons, by name.
    pub weapons: BTreeMap<String, WeaponSummary>,
}

/// Summary of a weapon of a side.
#[derive(Clone, Debug, Serialize)]
pub struct WeaponSummary {
    /// Attacks per fight.
    pub attacks: Estimate,
    /// Share of attacks that hit.
    pub hits: Option<Estimate>,
    /// Damage per fight.
    pub damage: Estimate,
    /// Fighters put out of action per fight.
    pub out: Estimate,
}

/// Mean of a quantity that is never negative.
fn non_negative_mean(mean: &RunningMean) -> Estimate {
    mean.estimate().clamped(0.0, f64::MAX)
}

/// Totals of shots in and out of cover.
#[derive(Clone, Debug, Default)]
struct ShotTotals {
    from: RunningRatio,
    at: RunningRatio,
    at_cover: RunningRatio,
    in_open: RunningRatio,
}

impl ShotTotals {
    fn add(&mut self, sides: &[&SideTally]) {
        let sum =
            |number: fn(&SideTally) -> u32| f64::from(sides.iter().map(|side| number(side)).sum::<u32>());
        let shots = sum(|side| side.shots);
        self.from.add(sum(|side| side.from_cover), shots);
        self.at.add(sum(|side| side.at_cover), shots);
        self.at_cover.add(sum(|side| side.at_cover_hits), sum(|side| side.at_cover));
        self.in_open.add(sum(|side| side.in_open_hits), sum(|side| side.in_open));
    }

    fn cover(&self) -> CoverStats {
        let share = |ratio: &RunningRatio| ratio.estimate().map(|share| share.clamped(0.0, 1.0));
        CoverStats {
            from: share(&self.from),
            at: share(&self.at),
            hits_at_cover: share(&self.at_cover),
            hits_in_open: share(&self.in_open),
            worth: self.in_open.difference(&self.at_cover),
        }
    }
}

/// Totals of a weapon.
#[derive(Clone, Debug, Default)]
struct WeaponTotals {
    attacks: RunningMean,
    damage: RunningMean,
    out: RunningMean,
    hits: RunningRatio,
}

/// Totals of a side.
#[derive(Clone, Debug, Default)]
struct SideTotals {
    wins: u64,
    lost: RunningRatio,
    dead: RunningRatio,
    dealt: RunningMean,
    friendly: RunningMean,
    hits: RunningRatio,
    thrown: RunningMean,
    causes: BTreeMap<CasualtyCause, RunningMean>,
    shots: ShotTotals,
    weapons: BTreeMap<String, WeaponTotals>,
}

/// Totals of one variant.
#[derive(Clone, Debug)]
pub struct SeriesTotals {
    variant: Arc<VariantInfo>,
    fights: u64,
    drawn: u64,
    undecided: BTreeMap<&'static str, u64>,
    endings: BTreeMap<&'static str, u64>,
    rounds: RunningMean,
    rounds_counted: BTreeMap<u32, u64>,
    orders: RunningMean,
    lost: RunningRatio,
    dead: RunningRatio,
    shots: ShotTotals,
    sides: Vec<SideTotals>,
}

impl SeriesTotals {
    /// Empty totals of a variant.
    pub fn new(variant: Arc<VariantInfo>) -> Self {
        Self {
            sides: vec![SideTotals::default(); variant.sides.len()],
            variant,
            fights: 0,
            drawn: 0,
            undecided: BTreeMap::new(),
            endings: BTreeMap::new(),
            rounds: RunningMean::default(),
            rounds_counted: BTreeMap::new(),
            orders: RunningMean::default(),
            lost: RunningRatio::default(),
            dead: RunningRatio::default(),
            shots: ShotTotals::default(),
        }
    }

    /// Adds a fight.
    pub fn add(&mut self, record: &FightRecord) {
        let result = &record.result;
        self.fights += 1;
        match &result.end {
            Ok(outcome) => {
                *self.endings.entry(record.ending()).or_default() += 1;
                match outcome.winner {
                    Some(side) => self.sides[usize::from(side.0)].wins += 1,
                    None => self.drawn += 1,
                }
            }
            Err(why) => *self.undecided.entry(why.key()).or_default() += 1,
        }
        self.rounds.add(f64::from(result.rounds));
        *self.rounds_counted.entry(result.rounds).or_default() += 1;
        self.orders.add(result.orders as f64);
        let tallies: Vec<&SideTally> = result.tally.sides.iter().collect();
        let sum =
            |number: fn(&SideTally) -> u32| f64::from(tallies.iter().map(|side| number(side)).sum::<u32>());
        self.lost.add(sum(SideTally::lost), sum(|side| side.units));
        self.dead.add(sum(|side| side.dead), sum(|side| side.units));
        self.shots.add(&tallies);
        let before = self.fights - 1;
        for (number, (sums, tally)) in (0..).map(Side).zip(self.sides.iter_mut().zip(tallies)) {
            sums.add(tally);
            for ((_, weapon), tally) in result.tally.weapons.iter().filter(|((side, _), _)| *side == number) {
                // Fights without the weapon count as 0.
                let sums = sums.weapons.entry(weapon.clone()).or_insert_with(|| WeaponTotals::unused(before));
                sums.add([tally.attacks, tally.hits, tally.damage, tally.out]);
            }
            let idle = sums.weapons.values_mut().filter(|weapon| weapon.attacks.count() <= before);
            idle.for_each(|weapon| weapon.add([0; 4]));
        }
    }

    /// The summary.
    pub fn summary(&self) -> SeriesSummary {
        let share = |count: u64| stats::proportion(count as f64, self.fights);
        let bounded = |ratio: &RunningRatio| ratio.estimate().map(|share| share.clamped(0.0, 1.0));
        let side = |(name, sums): (&String, &SideTotals)| SideSummary {
            name: name.clone(),
            wins: share(sums.wins),
            lost: bounded(&sums.lost),
            dead: bounded(&sums.dead),
            dealt: non_negative_mean(&sums.dealt),
            friendly: non_negative_mean(&sums.friendly),
            hits: bounded(&sums.hits),
            thrown: non_negative_mean(&sums.thrown),
            causes: sums.causes.iter().map(|(cause, mean)| (*cause, non_negative_mean(mean))).collect(),
            cover: sums.shots.cover(),
            weapons: sums.weapons.iter().map(|(name, sums)| (name.clone(), sums.summary())).collect(),
        };
        SeriesSummary {
            skirmish: self.variant.skirmish.clone(),
            book: self.variant.book.id(),
            variant: self.variant.variant.clone(),
            fights: self.fights,
            undecided: self.undecided.clone(),
            draws: share(self.drawn),
            endings: self.endings.clone(),
            rounds: non_negative_mean(&self.rounds),
            rounds_counted: self.rounds_counted.clone(),
            orders: non_negative_mean(&self.orders),
            lost: bounded(&self.lost),
            dead: bounded(&self.dead),
            cover: self.shots.cover(),
            sides: self.variant.sides.iter().zip(&self.sides).map(side).collect(),
        }
    }
}

impl SideTotals {
    fn add(&mut self, tally: &SideTally) {
        let units = f64::from(tally.units);
        self.lost.add(f64::from(tally.lost()), units);
        self.dead.add(f64::from(tally.dead), units);
        self.dealt.add(f64::from(tally.dealt));
        self.friendly.add(f64::from(tally.friendly));
        self.hits.add(f64::from(tally.hits), f64::from(tally.attacks));
        self.thrown.add(f64::from(tally.thrown));
        for cause in CasualtyCause::ALL {
            let count = tally.causes.get(&cause).copied().unwrap_or(0);
            self.causes.entry(cause).or_default().add(f64::from(count));
        }
        self.shots.add(&[tally]);
    }
}

impl WeaponTotals {
    /// Totals of a weapon not used in the fights so far.
    fn unused(fights: u64) -> Self {
        let mut sums = Self::default();
        (0..fights).for_each(|_| sums.add([0; 4]));
        sums
    }

    fn add(&mut self, [attacks, hits, damage, out]: [u32; 4]) {
        self.attacks.add(f64::from(attacks));
        self.damage.add(f64::from(damage));
        self.out.add(f64::from(out));
        self.hits.add(f64::from(hits), f64::from(attacks));
    }

    fn summary(&self) -> WeaponSummary {
        WeaponSummary {
            attacks: non_negative_mean(&self.attacks),
            hits: self.hits.estimate().map(|share| share.clamped(0.0, 1.0)),
            damage: non_negative_mean(&self.damage),
            out: non_negative_mean(&self.out),
        }
    }
}
