//! What a series comes to: wins, length, losses, weapons and cover, each with its interval.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::stats::{self, Estimate, RunningMean, RunningRatio};
use super::tally::{CasualtyCause, SideTally};
use crate::output::record::{FightRecord, VariantInfo};
use battle::Side;

/// What a series of fights of one variant comes to.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesSummary {
    /// Id of the skirmish.
    pub skirmish: String,
    /// Id of the book.
    pub book: &'static str,
    /// What is varied; empty where nothing is.
    pub variant: String,
    /// Fights that were fought, undecided ones included.
    pub fights: u64,
    /// Fights without an end, by why.
    pub undecided: BTreeMap<&'static str, u64>,
    /// Share of the fights that nobody won.
    pub draws: Estimate,
    /// Fights by how they ended.
    pub endings: BTreeMap<&'static str, u64>,
    /// Rounds of a fight.
    pub rounds: Estimate,
    /// How many fights had so many rounds.
    pub rounds_counted: BTreeMap<u32, u64>,
    /// Orders of a fight.
    pub orders: Estimate,
    /// Share of all fighters that were out at the end.
    pub lost: Option<Estimate>,
    /// Share of all fighters that were dead at the end.
    pub dead: Option<Estimate>,
    /// What cover was worth, over both sides.
    pub cover: CoverStats,
    /// Each side.
    pub sides: Vec<SideSummary>,
}

/// What cover did to shots.
#[derive(Clone, Debug, Serialize)]
pub struct CoverStats {
    /// Share of the shots that somebody in cover fired.
    pub from: Option<Estimate>,
    /// Share of the shots at somebody in cover or partly hidden.
    pub at: Option<Estimate>,
    /// Share of the latter that hit.
    pub hits_at_cover: Option<Estimate>,
    /// Share of the others that hit.
    pub hits_in_open: Option<Estimate>,
    /// What cover takes off the share of hits.
    pub worth: Option<Estimate>,
}

/// A side of a series.
#[derive(Clone, Debug, Serialize)]
pub struct SideSummary {
    /// Its name.
    pub name: String,
    /// Share of the fights it won.
    pub wins: Estimate,
    /// Share of its fighters that were out at the end.
    pub lost: Option<Estimate>,
    /// Share of its fighters that were dead at the end.
    pub dead: Option<Estimate>,
    /// Damage it did to others in a fight.
    pub dealt: Estimate,
    /// Damage it did to its own in a fight.
    pub friendly: Estimate,
    /// Share of its attacks that hit.
    pub hits: Option<Estimate>,
    /// Times its own were thrown back in a fight.
    pub thrown: Estimate,
    /// Its fighters out at the end of a fight, by what put them there.
    pub causes: BTreeMap<CasualtyCause, Estimate>,
    /// What cover did to its shots.
    pub cover: CoverStats,
    /// Its weapons.
    pub weapons: BTreeMap<String, WeaponSummary>,
}

/// A weapon of a side.
#[derive(Clone, Debug, Serialize)]
pub struct WeaponSummary {
    /// Attacks in a fight.
    pub attacks: Estimate,
    /// Share of them that hit.
    pub hits: Option<Estimate>,
    /// Damage in a fight.
    pub damage: Estimate,
    /// Fighters put out in a fight.
    pub out: Estimate,
}

/// The mean of something that is never less than nothing.
fn non_negative_mean(mean: &RunningMean) -> Estimate {
    mean.estimate().clamped(0.0, f64::MAX)
}

/// Shots in and out of cover, fight by fight.
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

/// A weapon, fight by fight.
#[derive(Clone, Debug, Default)]
struct WeaponTotals {
    attacks: RunningMean,
    damage: RunningMean,
    out: RunningMean,
    hits: RunningRatio,
}

/// A side, fight by fight.
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

/// Gathers the fights of one variant.
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
    /// Of fights about this.
    pub fn new(theme: Arc<VariantInfo>) -> Self {
        Self {
            sides: vec![SideTotals::default(); theme.sides.len()],
            variant: theme,
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

    /// One more fight.
    pub fn add(&mut self, record: &FightRecord) {
        let fought = &record.result;
        self.fights += 1;
        match &fought.end {
            Ok(outcome) => {
                *self.endings.entry(record.ending()).or_default() += 1;
                match outcome.winner {
                    Some(side) => self.sides[usize::from(side.0)].wins += 1,
                    None => self.drawn += 1,
                }
            }
            Err(why) => *self.undecided.entry(why.key()).or_default() += 1,
        }
        self.rounds.add(f64::from(fought.rounds));
        *self.rounds_counted.entry(fought.rounds).or_default() += 1;
        self.orders.add(fought.orders as f64);
        let tallies: Vec<&SideTally> = fought.tally.sides.iter().collect();
        let sum =
            |number: fn(&SideTally) -> u32| f64::from(tallies.iter().map(|side| number(side)).sum::<u32>());
        self.lost.add(sum(SideTally::lost), sum(|side| side.units));
        self.dead.add(sum(|side| side.dead), sum(|side| side.units));
        self.shots.add(&tallies);
        let before = self.fights - 1;
        for (number, (sums, tally)) in (0..).map(Side).zip(self.sides.iter_mut().zip(tallies)) {
            sums.add(tally);
            for ((_, weapon), tally) in fought.tally.weapons.iter().filter(|((side, _), _)| *side == number) {
                // Fights in which a weapon was not used count as well: with nothing.
                let sums = sums.weapons.entry(weapon.clone()).or_insert_with(|| WeaponTotals::unused(before));
                sums.add([tally.attacks, tally.hits, tally.damage, tally.out]);
            }
            let idle = sums.weapons.values_mut().filter(|weapon| weapon.attacks.count() <= before);
            idle.for_each(|weapon| weapon.add([0; 4]));
        }
    }

    /// What they come to.
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
    /// Of a weapon that was not used in so many fights.
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
