//! Paired comparisons: differences between variants over the same fights, with confidence intervals.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::stats::{Estimate, RunningMean};
use crate::output::record::{FightRecord, VariantInfo};
use crate::runner::fight::UndecidedReason;
use model::Side;

/// Differences between a variant and the first one.
#[derive(Clone, Debug, Serialize)]
pub struct VariantComparison {
    /// The variant.
    pub variant: String,
    /// The first variant.
    pub against: String,
    /// Number of pairs of the same fight.
    pub pairs: u64,
    /// Differences by measure.
    pub differences: Vec<MeasureDifference>,
}

/// Difference in one measure.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureDifference {
    /// The measure: "wins of Moths", "rounds".
    pub measure: String,
    /// Mean difference per fight; positive if the variant has more.
    pub more: Estimate,
    /// Whether the interval excludes 0.
    pub sure: bool,
}

/// Collects pairs.
#[derive(Clone, Debug)]
pub struct PairedComparison {
    variants: Vec<Arc<VariantInfo>>,
    /// Number and measures of the first variant's latest fight.
    first: Option<(u64, Vec<f64>)>,
    /// Differences of every other variant.
    sums: BTreeMap<usize, Vec<RunningMean>>,
}

impl PairedComparison {
    /// A comparison of these variants.
    pub fn new(variants: Vec<Arc<VariantInfo>>) -> Self {
        Self { variants, first: None, sums: BTreeMap::new() }
    }

    /// Adds a fight of a variant. The variants of a fight follow each other, the first one first.
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
        let values = measure_values(record);
        let sums = self.sums.entry(variant).or_insert_with(|| vec![RunningMean::default(); values.len()]);
        for (sum, (value, base)) in sums.iter_mut().zip(values.iter().zip(base)) {
            sum.add(value - base);
        }
    }

    /// All comparisons; variants without a pair are left out.
    pub fn comparisons(&self) -> Vec<VariantComparison> {
        let compare = |(variant, sums): (&usize, &Vec<RunningMean>)| {
            let (info, base) = (&self.variants[*variant], &self.variants[0]);
            let difference = |(measure, sum): (String, &RunningMean)| {
                let more = sum.estimate();
                MeasureDifference { measure, more, sure: more.differs_from(0.0) }
            };
            VariantComparison {
                variant: info.variant.clone(),
                against: base.variant.clone(),
                pairs: sums.first().map_or(0, RunningMean::count),
                differences: measure_names(base).into_iter().zip(sums).map(difference).collect(),
            }
        };
        self.sums.iter().map(compare).collect()
    }
}

/// Names of the measures, in the order of `measure_values`.
fn measure_names(variant: &VariantInfo) -> Vec<String> {
    let mut names = vec!["rounds".to_owned(), "dead, of all fighters".to_owned()];
    for name in &variant.sides {
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
