//! A valid order, and the unit that an order needs.

use super::order_error::OrderError;
use crate::state::event::BattleEvent;
use crate::state::resources::ResolutionStep;
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::UnitId;
use rules::UnitSnapshot;

/// A valid order: its costs and what it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValidatedOrder {
    /// Action points, in all.
    pub points: u8,
    /// Those of the points that change the fire mode before an attack. `SS-ACT-61`.
    pub mode_points: u8,
    /// Free actions.
    pub free: u8,
    /// Karma, paid now or with the roll. `SS-BASE-25`.
    pub karma: u8,
    /// Events applied at once.
    pub(crate) events: Vec<BattleEvent>,
    /// Steps resolved afterwards.
    pub(crate) steps: Vec<ResolutionStep>,
    /// Answer to the open prompt.
    pub(crate) answer: Option<String>,
}

impl ValidatedOrder {
    /// Whether its price includes health or Strain, besides what a turn holds.
    pub fn costs_health(&self) -> bool {
        self.events.iter().any(|event| matches!(event, BattleEvent::Harmed { by: None, .. }))
    }

    /// Applies the payment to the unit that pays in its phase: its turn budget and the points spent. `CS-PIN-01`.
    pub(crate) fn apply_payment(&self, unit: &mut UnitSnapshot) {
        let paid = self.events.iter().rev().find_map(|event| match event {
            BattleEvent::Paid { budget, .. } | BattleEvent::TurnBudgetChanged { budget, .. } => Some(*budget),
            _ => None,
        });
        if let Some(budget) = paid {
            unit.budget = budget;
            unit.spent = unit.spent.saturating_add(self.points);
        }
    }
}

/// Returns a unit that can act.
///
/// # Errors
/// Returns the reason if there is no such unit or it is out of action.
pub(crate) fn fighting_unit<'a>(
    view: &'a BattleView,
    id: UnitId,
) -> Result<UnitDataItem<'a, 'a>, OrderError> {
    let unit = view.unit(id).ok_or(OrderError::NoSuchUnit(id))?;
    if unit.is_fighting() {
        Ok(unit)
    } else {
        Err(OrderError::UnitDown { unit: unit.identity.name().to_owned() })
    }
}
