//! Names the action that an order pays for, so that the log uses the same name in headline and details.

use super::log_text::LogWriter;
use battle::{BattleEvent, OrderRecord};
use model::UnitId;
use rules::play;
use rules::turn_engine::Action;

impl LogWriter<'_, '_, '_> {
    /// Names an action that a unit pays for in an order. An unarmed attack is named by its weapon, as in the headline: gloves
    /// and claws attack like fists.
    pub fn paid_action_name(&self, records: &[OrderRecord], unit: UnitId, action: Action) -> String {
        let weapon = declared_weapon(records, unit).filter(|_| action == Action::UnarmedAttack);
        match weapon.and_then(|weapon| self.carried_weapon(unit, weapon)) {
            Some(weapon) => format!("the attack with {}", weapon.name()),
            None => play::action_name(self.view.rules().book(), action).to_owned(),
        }
    }
}

/// Returns the slot of the weapon with which a unit attacks first in these records; `None` if it does not attack.
fn declared_weapon(records: &[OrderRecord], unit: UnitId) -> Option<usize> {
    let mut events = records.iter().flat_map(|record| &record.events);
    events.find_map(|record| match record.event {
        BattleEvent::AttackDeclared { unit: of, weapon, .. } if of == unit => Some(weapon),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{EventRecord, Order, Target};

    #[test]
    fn an_unarmed_attack_is_named_by_the_weapon_that_its_unit_declares() {
        let (cat, dog) = (UnitId(0), UnitId(1));
        let declared = |unit, weapon| {
            let target = Target::Unit(UnitId(2));
            EventRecord::new(BattleEvent::AttackDeclared { unit, target, weapon, mode: None, rounds: 0 })
        };
        let records = [OrderRecord {
            order: Order::Decide { answer: "none".to_owned() },
            round: 1,
            pass: 1,
            events: vec![declared(dog, 1), declared(cat, 3), declared(cat, 0)],
            revealed: false,
        }];
        assert_eq!(declared_weapon(&records, cat), Some(3));
        assert_eq!(declared_weapon(&records, dog), Some(1));
        assert_eq!(declared_weapon(&records, UnitId(2)), None, "it does not attack");
    }
}
