//! Attacks that units queue: which they could make now, and which have become impossible. `AB-CANCEL-01`.

use super::battle_view::{AttackChoice, BattleView, UnitDataItem, diagonal_step};
use field::MovementRange;
use model::{Cell, Target};
use rules::{AttackCandidate, ImpossibleAttack, QueuedAttack, WeaponReach, play};

/// Returns the attacks with held weapons that nothing prevents now, or once the unit has walked up: with the first
/// weapon on the nearest enemy first.
pub(crate) fn attack_candidates(view: &BattleView, unit: &UnitDataItem) -> Vec<AttackCandidate> {
    let mut enemies: Vec<_> = view
        .units()
        .filter(|other| other.side != unit.side && other.is_fighting())
        .map(|other| (unit.cell().distance_squared(other.cell()), *other.id))
        .collect();
    enemies.sort_unstable();
    let mut candidates = Vec::new();
    for (slot, carried) in unit.inventory.held_items() {
        for (squared, target) in &enemies {
            let Some(other) = view.unit(*target) else { continue };
            let attack = QueuedAttack::on_unit(slot, *target);
            if impossible_attack(view, unit, attack).is_none() {
                let (weapon, name) = (carried.name().to_string(), other.identity.name().to_owned());
                let metres = squared.isqrt();
                candidates.push(AttackCandidate { slot, weapon, target: *target, name, metres });
            }
        }
    }
    candidates
}

/// Returns the queued attacks of a unit that have become impossible, in their order, and why. `AB-CANCEL-01`.
pub(crate) fn impossible_attacks(
    view: &BattleView,
    unit: &UnitDataItem,
) -> Vec<(QueuedAttack, ImpossibleAttack)> {
    let queued = play::queued_attacks(&view.unit_snapshot(unit));
    queued.into_iter().filter_map(|attack| Some((attack, impossible_attack(view, unit, attack)?))).collect()
}

/// Returns why a queued attack cannot be made, even after walking up in melee; `None` if it can.
fn impossible_attack(
    view: &BattleView,
    unit: &UnitDataItem,
    attack: QueuedAttack,
) -> Option<ImpossibleAttack> {
    let QueuedAttack::Unit { slot, target } = attack else { return None };
    let slot = usize::from(slot);
    let Some(other) = view.unit(target).filter(|other| other.is_fighting()) else {
        return Some(ImpossibleAttack::TargetGone);
    };
    let Some((_, carried)) = unit.inventory.held_items().find(|(number, _)| *number == slot) else {
        return Some(ImpossibleAttack::NoWeapon);
    };
    if !view.perceives(*unit.side, &other) {
        return Some(ImpossibleAttack::OutOfSight);
    }
    let choice = AttackChoice { unit: *unit.id, weapon: slot, mode: None, option: None };
    let request = view.attack_request(choice, Target::Unit(target))?;
    match (carried.reach(), play::impossible_attack(&request)) {
        (WeaponReach::Melee { beyond }, None | Some(ImpossibleAttack::OutOfReach)) => {
            let at = |cell: Cell| cell.chebyshev_distance(other.cell()) <= beyond + 1;
            melee_obstacle(view, unit, at)
        }
        (WeaponReach::Ranged { .. }, None) if !view.sees(unit, &other) => Some(ImpossibleAttack::OutOfSight),
        (_, impossible) => impossible,
    }
}

/// Returns why a unit cannot get to a square with a walk and a run; `None` if it can.
fn melee_obstacle(
    view: &BattleView,
    unit: &UnitDataItem,
    reaches: impl Fn(Cell) -> bool,
) -> Option<ImpossibleAttack> {
    if reaches(unit.cell()) {
        return None;
    }
    let budget = play::move_budget(&view.unit_snapshot(unit), view.rules());
    let half_metres = budget.walk_left + if budget.runs == 0 { budget.run } else { 0 };
    let taken = |cell: Cell| view.unit_at(cell).is_some_and(|other| other.id != unit.id);
    let grid = view.field().grid();
    let step = diagonal_step(view.rules());
    let range = MovementRange::compute(grid, unit.cell(), half_metres, step, taken, |_| false);
    if range.cells().any(|(cell, _)| reaches(cell)) {
        return None;
    }
    let straight = |cell: Cell| {
        u64::from(unit.cell().distance_squared(cell)) * 4 <= u64::from(half_metres) * u64::from(half_metres)
    };
    let near = grid.cells().any(|cell| reaches(cell) && straight(cell));
    Some(if near { ImpossibleAttack::PathBlocked } else { ImpossibleAttack::OutOfReach })
}
