//! Variants beside the first one, fight by fight on the same numbers: what differs, and how sure that is.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::stats::{Estimate, RunningMean};
use crate::output::record::{FightRecord, VariantInfo};
use crate::runner::fight::UndecidedReason;
use battle::Side;

/// How much a variant differs from the first one.
#[derive(Clone, Debug, Serialize)]
pub struct VariantComparison {
    /// The variant.
    pub variant: String,
    /// The one it is compared with.
    pub against: String,
    /// Pairs of the same fight.
    pub pairs: u64,
    /// What is measured in a fight, and by how much it is more in the variant than in the first one.
    pub differences: Vec<MeasureDifference>,
}

/// One measure of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureDifference {
    /// What is measured: "wins of Moths", "rounds".
    pub measure: String,
    /// How much more of it there is in a fight of the variant.
    pub more: Estimate,
    /// Whether the interval leaves 0 out.
    pub sure: bool,
}

/// Gathers pairs.
#[derive(Clone, Debug)]
pub struct PairedComparison {
    variants: Vec<Arc<VariantInfo>>,
    /// Number and measures of the latest fight of the first variant.
    first: Option<(u64, Vec<f64>)>,
    /// Differences of each further variant.
    sums: BTreeMap<usize, Vec<RunningMean>>,
}

impl PairedComparison {
    /// Of variants about these.
    pub fn new(themes: Vec<Arc<VariantInfo>>) -> Self {
        Self { variants: themes, first: None, sums: BTreeMap::new() }
    }

    /// One more fight of a variant; all variants of a fight come one after the other, the first one first.
    pub fn add(&mut self, variant: usize, record: &FightRecord) {
        let broken = matches!(record.result.end, Err(UndecidedReason::Panicked { .. }));
        if variant == 0 {
            self.first = (!broken).then(|| (record.fight, measure_values(record)));
            return;
        }
        let Some((_, base)) = self.first.as_ref().filter(|(fight, _)| *fight == record.fight && !broken)
        else {
            return;
        };
        let own = measure_values(record);
        let sums = self.sums.entry(variant).or_insert_with(|| vec![RunningMean::default(); own.len()]);
        for (sum, (own, base)) in sums.iter_mut().zip(own.iter().zip(base)) {
            sum.add(own - base);
        }
    }

    /// What they come to; nothing of a variant without a pair.
    pub fn comparisons(&self) -> Vec<VariantComparison> {
        let compare = |(variant, sums): (&usize, &Vec<RunningMean>)| {
            let (own, base) = (&self.variants[*variant], &self.variants[0]);
            let difference = |(measure, sum): (String, &RunningMean)| {
                let more = sum.estimate();
                MeasureDifference { measure, more, sure: more.differs_from(0.0) }
            };
            VariantComparison {
                variant: own.variant.clone(),
                against: base.variant.clone(),
                pairs: sums.first().map_or(0, RunningMean::count),
                differences: measure_names(base).into_iter().zip(sums).map(difference).collect(),
            }
        };
        self.sums.iter().map(compare).collect()
    }
}

/// Names of what is measured, in the order of `measured`.
fn measure_names(theme: &VariantInfo) -> Vec<String> {
    let mut names = vec!["rounds".to_owned(), "dead, of all fighters".to_owned()];
    for name in &theme.sides {
        names.extend(["wins", "fighters lost", "damage"].map(|what| format!("{what} of {name}")));
    }
    names
}

fn measure_values(record: &FightRecord) -> Vec<f64> {
    let tally = &record.result.tally;
    let (dead, units) =
        tally.sides.iter().fold((0, 0), |(dead, units), side| (dead + side.dead, units + side.units));
    let mut numbers = vec![f64::from(record.result.rounds), f64::from(dead) / f64::from(units.max(1))];
    for (number, side) in (0..).map(Side).zip(&tally.sides) {
        let won = f64::from(u8::from(record.result.winner() == Some(number)));
        numbers.extend([won, f64::from(side.lost()), f64::from(side.dealt)]);
    }
    numbers
}
