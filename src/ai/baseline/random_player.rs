//! A player who knows what is allowed, and nothing else.

use crate::ai_rng::AiRng;
use crate::decision::AiDecision;
use battle::validate_order;
use battle::{BattleView, Order, Pace, SafePaths, Target, UnitId, available_actions, move_budget};

/// Orders tried before the phase is ended.
const MAX_TRIES: usize = 8;

/// Any order that is allowed.
pub(crate) fn decide(view: &BattleView, unit: UnitId, luck: &mut AiRng) -> AiDecision {
    for _ in 0..MAX_TRIES {
        let Some(order) = draw_order(view, unit, luck) else { continue };
        if validate_order(view, &order).is_ok() {
            return AiDecision::from_order(order);
        }
    }
    AiDecision::from_order(super::easy_player::end_phase_order(view, unit))
}

fn draw_order(view: &BattleView, unit: UnitId, luck: &mut AiRng) -> Option<Order> {
    let me = view.unit(unit)?;
    let weapon = luck.below(me.inventory.items().len());
    match luck.below(10) {
        0..=3 => {
            let others: Vec<UnitId> = view
                .units()
                .filter(|other| other.is_fighting() && other.side != me.side)
                .map(|other| *other.id)
                .collect();
            let target = Target::Unit(*others.get(luck.below(others.len()))?);
            let modes = me.inventory.items().get(weapon)?.modes();
            let mode = modes.get(luck.below(modes.len() + 1)).copied();
            Some(Order::attack(unit, target, weapon, mode))
        }
        4..=6 => {
            let budget = move_budget(view, &me);
            let pace = if luck.one_in(3) { Pace::Run } else { Pace::Walk };
            let far = if pace == Pace::Run { budget.run } else { budget.walk_left };
            let ways = SafePaths::from_unit(view, &me, far);
            let cells: Vec<_> = ways.cells().filter(|(cell, _)| *cell != me.cell()).collect();
            let (to, _) = *cells.get(luck.below(cells.len()))?;
            Some(Order::Move { unit, path: ways.path_to(to)?, pace, evade: false })
        }
        7 => Some(match luck.below(5) {
            0 => Order::TakeCover { unit },
            1 => Order::DropProne { unit },
            2 => Order::StandUp { unit },
            3 => Order::Ready { unit, weapon },
            _ => Order::Reload { unit, weapon },
        }),
        8 => {
            let offers = available_actions(view, &me);
            let offer = offers.get(luck.below(offers.len()))?;
            Some(Order::SpecialAction { unit, deed: offer.key.to_owned(), target: None, weapon: None })
        }
        _ => Some(Order::EndPhase { unit }),
    }
}
