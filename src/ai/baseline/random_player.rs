//! The random AI player: any valid order.

use crate::ai_rng::AiRng;
use crate::decision::AiDecision;
use battle::validate_order;
use battle::{BattleView, Order, Pace, SafePaths, Target, available_actions, move_budget};
use model::UnitId;

/// Orders tried before the phase is ended.
const MAX_TRIES: usize = 8;

/// A random valid order.
pub(crate) fn decide(view: &BattleView, unit: UnitId, rng: &mut AiRng) -> AiDecision {
    for _ in 0..MAX_TRIES {
        let Some(order) = draw_order(view, unit, rng) else { continue };
        if validate_order(view, &order).is_ok() {
            return AiDecision::from_order(order);
        }
    }
    AiDecision::from_order(super::easy_player::end_phase_order(view, unit))
}

fn draw_order(view: &BattleView, unit: UnitId, rng: &mut AiRng) -> Option<Order> {
    let me = view.unit(unit)?;
    let (weapon, _) = me.inventory.slots().nth(rng.below(me.inventory.items().count()))?;
    match rng.below(10) {
        0..=3 => {
            let others: Vec<UnitId> = view
                .units()
                .filter(|other| other.is_fighting() && other.side != me.side)
                .map(|other| *other.id)
                .collect();
            let target = Target::Unit(*others.get(rng.below(others.len()))?);
            let modes = me.inventory.get(weapon)?.modes();
            let mode = modes.get(rng.below(modes.len() + 1)).copied();
            Some(Order::attack(unit, target, weapon, mode))
        }
        4..=6 => {
            let budget = move_budget(view, &me);
            let pace = if rng.one_in(3) { Pace::Run } else { Pace::Walk };
            let budget_half_metres = if pace == Pace::Run { budget.run } else { budget.walk_left };
            let paths = SafePaths::from_unit(view, &me, budget_half_metres);
            let cells: Vec<_> = paths.cells().filter(|(cell, _)| *cell != me.cell()).collect();
            let (to, _) = *cells.get(rng.below(cells.len()))?;
            Some(Order::Move { unit, path: paths.path_to(to)?, pace, evade: false })
        }
        7 => Some(match rng.below(5) {
            0 => Order::TakeCover { unit },
            1 => Order::DropProne { unit },
            2 => Order::StandUp { unit },
            3 => Order::Ready { unit, weapon },
            _ => Order::Reload { unit, weapon },
        }),
        8 => {
            let actions = available_actions(view, &me);
            let action = actions.get(rng.below(actions.len()))?;
            Some(Order::SpecialAction { unit, action: action.key.to_owned(), target: None, weapon: None })
        }
        _ => Some(Order::EndPhase { unit }),
    }
}
