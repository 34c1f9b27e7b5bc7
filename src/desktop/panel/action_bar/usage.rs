//! Counts how often a unit has used each action in this battle; often used actions are listed first.

use std::collections::BTreeMap;

use super::choices::{ActionChoice, ChoiceAction};
use crate::session::Intent;
use battle::{History, Order};
use model::UnitId;

/// Number of uses of each action of a unit.
#[derive(Debug, Default)]
pub(crate) struct ActionUsage(BTreeMap<String, u32>);

impl ActionUsage {
    /// Counts the orders of a unit.
    pub fn for_unit(history: &History, unit: UnitId) -> Self {
        let mut usage = Self::default();
        for record in history.records().iter().filter(|record| record.order.unit() == Some(unit)) {
            *usage.0.entry(order_key(&record.order)).or_default() += 1;
        }
        usage
    }

    /// Uses of a choice; a menu counts the sum of its entries.
    pub fn count(&self, choice: &ActionChoice) -> u32 {
        match &choice.action {
            ChoiceAction::OpenMenu(entries) | ChoiceAction::CycleAttacks(entries) => {
                entries.iter().map(|entry| self.count(entry)).sum()
            }
            ChoiceAction::Aim(intent) => self.times_used(&intent_key(*intent)),
            ChoiceAction::GiveOrder(order) | ChoiceAction::GiveBoth(_, order) => {
                self.times_used(&order_key(order))
            }
            ChoiceAction::MultipleAttacks => self.times_used("multiple"),
            ChoiceAction::EndPhase(_)
            | ChoiceAction::WaitAsking(_)
            | ChoiceAction::SlipPast
            | ChoiceAction::OpenSearch
            | ChoiceAction::Undo => 0,
        }
    }

    fn times_used(&self, key: &str) -> u32 {
        self.0.get(key).copied().unwrap_or_default()
    }
}

/// Key of an order, the same for all targets.
fn order_key(order: &Order) -> String {
    match order {
        Order::Move { .. } => "move".to_owned(),
        Order::Attack { weapon, mode, option, .. } => {
            format!("attack {weapon} {mode:?} {}", option.as_deref().unwrap_or_default())
        }
        Order::Multiple { .. } => "multiple".to_owned(),
        Order::SpecialAction { action, weapon, .. } => format!("special action {action} {weapon:?}"),
        Order::Activate { weapon, .. } => format!("put {weapon}"),
        Order::Door { .. } => "door".to_owned(),
        Order::PickUp { .. } => "pick up".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Key of the order that a click on the board would give.
fn intent_key(intent: Intent) -> String {
    match intent {
        Intent::Move => "move".to_owned(),
        Intent::Attack { weapon, mode, option } => {
            format!("attack {weapon} {mode:?} {}", option.unwrap_or_default())
        }
        Intent::SpecialAction { key } => format!("special action {key} None"),
        Intent::Door => "door".to_owned(),
        Intent::PickUp => "pick up".to_owned(),
        Intent::PlaceItem { weapon, .. } => format!("put {weapon}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::Target;

    fn attack(weapon: usize) -> Order {
        let (unit, target) = (UnitId(1), Target::Unit(UnitId(2)));
        Order::Attack { unit, target, weapon, mode: None, option: None }
    }

    #[test]
    fn order_and_intent_have_the_same_key() {
        let intent = Intent::Attack { weapon: 1, mode: None, option: None };
        assert_eq!(order_key(&attack(1)), intent_key(intent));
        assert_ne!(order_key(&attack(0)), intent_key(intent));
        let action =
            Order::SpecialAction { unit: UnitId(1), action: "aim".into(), target: None, weapon: None };
        assert_eq!(order_key(&action), intent_key(Intent::SpecialAction { key: "aim" }));
    }
}
