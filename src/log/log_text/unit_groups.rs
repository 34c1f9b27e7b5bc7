//! Groups the log lines of an attack on several units, such as a blast, by unit.

use std::collections::BTreeSet;

use battle::{BattleEvent, EventRecord, Order, Target};
use model::UnitId;

/// Whether an order harms several units, so that its lines are written unit by unit.
pub(super) fn harms_several(order: &Order, events: &[&EventRecord]) -> bool {
    let harmed = events.iter().filter_map(|record| match record.event {
        BattleEvent::Harmed { unit, damage: 1.., .. } => Some(unit),
        _ => None,
    });
    matches!(order, Order::Attack { .. } | Order::Detonate { .. })
        && harmed.collect::<BTreeSet<_>>().len() > 1
}

/// Whether an event belongs no more to the attack: its turn or its pass is over.
pub(super) const fn ends_attack(event: &BattleEvent) -> bool {
    matches!(
        event,
        BattleEvent::PhaseEnded { .. } | BattleEvent::PhaseBegan { .. } | BattleEvent::PassEnded { .. }
    )
}

/// Returns the unit among whose lines an event of an attack belongs; `None` for events that concern no single unit, such as walls, the ground
/// and who is seen.
pub(super) const fn told_unit(event: &BattleEvent) -> Option<UnitId> {
    match event {
        BattleEvent::Harmed { unit, .. }
        | BattleEvent::WentDown { unit, .. }
        | BattleEvent::Stepped { unit, .. }
        | BattleEvent::Displaced { unit, .. }
        | BattleEvent::RuleNote { unit, .. }
        | BattleEvent::StatusSet { unit, .. }
        | BattleEvent::StatusEnded { unit, .. }
        | BattleEvent::CoverLeft { unit }
        | BattleEvent::Afflicted { unit, .. }
        | BattleEvent::Relieved { unit, .. }
        | BattleEvent::InitiativeChanged { unit, .. }
        | BattleEvent::InitiativeDiceChanged { unit, .. }
        | BattleEvent::PhaseLost { unit, .. }
        | BattleEvent::Dropped { unit, .. }
        | BattleEvent::WeaponDestroyed { unit, .. }
        | BattleEvent::AttackResolved { target: Target::Unit(unit), .. } => Some(*unit),
        _ => None,
    }
}

/// Returns the order in which lines are written, by their places: those of a unit follow the first of them, in their order; all others
/// stay in theirs.
pub(super) fn order_by_unit(units: &[Option<UnitId>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(units.len());
    for (at, unit) in units.iter().enumerate() {
        let last = unit.and_then(|_| order.iter().rposition(|told| units[*told] == *unit));
        match last {
            Some(last) => order.insert(last + 1, at),
            None => order.push(at),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::BarrierId;
    use rules::{DownState, HealthState};

    fn harmed(unit: u32, damage: u32) -> BattleEvent {
        let health = || Box::new(HealthState::SwanSong(rules::swan_song::Vitals::default()));
        BattleEvent::Harmed {
            unit: UnitId(unit),
            by: None,
            damage,
            before: health(),
            after: health(),
            cause: None,
        }
    }

    #[test]
    fn the_lines_of_a_blast_are_told_unit_by_unit_in_the_order_in_which_they_are_caught() {
        let down = BattleEvent::WentDown { unit: UnitId(2), by: None, down: DownState::Dead };
        let wall = BattleEvent::BarrierDamaged { barrier: BarrierId(1), by: None, damage: 3 };
        let events = [harmed(2, 3), harmed(3, 2), wall, down, harmed(4, 1), harmed(3, 1)];
        let units: Vec<Option<UnitId>> = events.iter().map(told_unit).collect();
        assert_eq!(order_by_unit(&units), [0, 3, 1, 5, 2, 4], "unit 2, unit 3, the wall, unit 4");
        assert_eq!(order_by_unit(&[None, None]), [0, 1]);
    }

    #[test]
    fn only_an_attack_on_several_units_is_told_unit_by_unit() {
        let [one, other, spared] = [harmed(2, 3), harmed(3, 1), harmed(4, 0)].map(EventRecord::new);
        let attack = Order::Attack {
            unit: UnitId(1),
            target: Target::Unit(UnitId(2)),
            weapon: 0,
            mode: None,
            option: None,
        };
        assert!(harms_several(&attack, &[&one, &other]));
        assert!(!harms_several(&attack, &[&one, &one]), "twice the same unit");
        assert!(!harms_several(&attack, &[&one, &spared]), "the other one is unharmed");
        assert!(!harms_several(&Order::EndPhase { unit: UnitId(1) }, &[&one, &other]));
    }
}
