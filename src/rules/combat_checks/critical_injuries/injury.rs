//! Ongoing Critical Injuries and the duration of their effects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chart::{ChartRow, INJURY_CHART, InjuryEffect, InjuryEffectEnd};
use crate::combat_checks::{Characteristic, Limb};

/// How long the effect of an injury lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InjuryDuration {
    /// Over; the injury still counts for `CC-CRIT-07`.
    Over,
    /// Until the end of the next turn of this round, or of the round. `CC-CHART-02`.
    ThisRound,
    /// For this many ends of the unit's turns.
    Turns(u8),
    /// For the unit's next turn, after the present one has ended. `CC-CHART-04`.
    AfterTurn,
    /// For the unit's next turn of this round, after the present one has ended. `CC-CHART-02`.
    AfterTurnThisRound,
    /// Until the end of the encounter.
    Encounter,
    /// Until healed.
    Healed,
    /// Takes effect at the end of this round. `CC-CHART-28`.
    AtEndOf(u32),
}

/// Details of an injury, rolled or chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InjuryDetail {
    /// None.
    None,
    /// A limb. `CC-CHART-20`, `CC-CHART-21`.
    Limb(Limb),
    /// Characteristic points that healing restores. `CC-CHART-22`, `CC-HEAL-06`.
    Loss(Characteristic, u8),
}

/// An unhealed Critical Injury. `CC-CRIT-09`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Injury {
    /// Index of its row in the chart.
    pub row: usize,
    /// Duration of its effect.
    pub live: InjuryDuration,
    /// Its details.
    pub mark: InjuryDetail,
    /// Medicae checks on it in this encounter, or since. `CC-HEAL-03`.
    pub attempts: u8,
}

impl Injury {
    /// A new injury; the round is needed for effects of the next round. An injury in the unit's own turn affects its
    /// next turn; one through its next turn also affects the rest of the present one. `CC-CHART-02`, `CC-CHART-04`,
    /// `CC-CHART-07`.
    pub fn new(row: usize, round: u32, (in_turn, turn_left): (bool, bool)) -> Self {
        let through = INJURY_CHART[row].effect == InjuryEffect::Staggered;
        let live = match INJURY_CHART[row].ends {
            InjuryEffectEnd::AtOnce => InjuryDuration::Over,
            InjuryEffectEnd::ThisRound if turn_left && in_turn => InjuryDuration::AfterTurnThisRound,
            InjuryEffectEnd::ThisRound if turn_left => InjuryDuration::ThisRound,
            InjuryEffectEnd::ThisRound => InjuryDuration::Over,
            InjuryEffectEnd::NextTurn if !in_turn => InjuryDuration::Turns(1),
            InjuryEffectEnd::NextTurn if through => InjuryDuration::Turns(2),
            InjuryEffectEnd::NextTurn => InjuryDuration::AfterTurn,
            InjuryEffectEnd::Encounter => InjuryDuration::Encounter,
            InjuryEffectEnd::Healed => InjuryDuration::Healed,
            InjuryEffectEnd::NextRound => InjuryDuration::AtEndOf(round + 1),
        };
        Self { row, live, mark: InjuryDetail::None, attempts: 0 }
    }

    /// Its chart row.
    pub fn chart_row(&self) -> &'static ChartRow {
        &INJURY_CHART[self.row]
    }

    /// Whether its effect is over; it still counts for later injuries. `CC-CRIT-09`.
    pub fn is_over(&self) -> bool {
        self.live == InjuryDuration::Over
    }

    /// Its effect while in force.
    pub fn effect(&self) -> Option<InjuryEffect> {
        let idle = matches!(
            self.live,
            InjuryDuration::Over | InjuryDuration::AfterTurn | InjuryDuration::AfterTurnThisRound
        );
        (!idle).then_some(INJURY_CHART[self.row].effect)
    }
}
