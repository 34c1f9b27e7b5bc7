//! An ongoing Critical Injury, and what of it is in force.

use serde::{Deserialize, Serialize};

use super::chart::{ChartRow, INJURY_CHART, InjuryEffect, InjuryEffectEnd};
use crate::combat_checks::{Characteristic, Limb};

/// How long the effect of an injury is still in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InjuryDuration {
    /// No longer; the injury stays for `CC-CRIT-07`.
    Over,
    /// To the end of the next turn of this round, or of the round. `CC-CHART-02`.
    ThisRound,
    /// For so many more ends of own turns.
    Turns(u8),
    /// To the end of the encounter.
    Encounter,
    /// Until healed.
    Healed,
    /// Strikes at the end of this round. `CC-CHART-28`.
    AtEndOf(u32),
}

/// What the dice or a player named for an injury.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InjuryDetail {
    /// Nothing.
    None,
    /// A limb. `CC-CHART-20`, `CC-CHART-21`.
    Limb(Limb),
    /// Points lost of a characteristic that healing gives back. `CC-CHART-22`, `CC-HEAL-06`.
    Loss(Characteristic, u8),
}

/// A Critical Injury that is not healed. `CC-CRIT-09`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injury {
    /// Index of its row in the chart.
    pub row: usize,
    /// How long its effect is in force.
    pub live: InjuryDuration,
    /// What was named for it.
    pub mark: InjuryDetail,
    /// Medicae checks made on it in this encounter, or since. `CC-HEAL-03`.
    pub attempts: u8,
}

impl Injury {
    /// A new injury; the round matters to what strikes in the next one.
    pub fn new(row: usize, round: u32, turn_left: bool) -> Self {
        let live = match INJURY_CHART[row].ends {
            InjuryEffectEnd::AtOnce => InjuryDuration::Over,
            InjuryEffectEnd::ThisRound if turn_left => InjuryDuration::ThisRound,
            InjuryEffectEnd::ThisRound => InjuryDuration::Over,
            InjuryEffectEnd::NextTurn => InjuryDuration::Turns(1),
            InjuryEffectEnd::Encounter => InjuryDuration::Encounter,
            InjuryEffectEnd::Healed => InjuryDuration::Healed,
            InjuryEffectEnd::NextRound => InjuryDuration::AtEndOf(round + 1),
        };
        Self { row, live, mark: InjuryDetail::None, attempts: 0 }
    }

    /// Its row.
    pub fn chart_row(&self) -> &'static ChartRow {
        &INJURY_CHART[self.row]
    }

    /// Its effect while in force.
    pub fn effect(&self) -> Option<InjuryEffect> {
        (self.live != InjuryDuration::Over).then_some(INJURY_CHART[self.row].effect)
    }
}
