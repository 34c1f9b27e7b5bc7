//! A player who knows what is allowed, and nothing else.

use super::luck::Luck;
use super::thought::Thought;
use battle::{BattleView, Order, Pace, Target, UnitId, Ways, check, move_budget, offers};

/// Orders tried before the phase is ended.
const TRIES: usize = 8;

/// Any order that is allowed.
pub(super) fn act(view: &BattleView, unit: UnitId, luck: &mut Luck) -> Thought {
    for _ in 0..TRIES {
        let Some(order) = guess(view, unit, luck) else { continue };
        if check(view, &order).is_ok() {
            return Thought::plain(order);
        }
    }
    Thought::plain(super::careless::end(view, unit))
}

fn guess(view: &BattleView, unit: UnitId, luck: &mut Luck) -> Option<Order> {
    let me = view.unit(unit)?;
    let weapon = luck.below(me.arsenal.carried().len());
    match luck.below(10) {
        0..=3 => {
            let others: Vec<UnitId> = view
                .units()
                .filter(|other| other.fighting() && other.side != me.side)
                .map(|other| *other.id)
                .collect();
            let target = Target::Unit(*others.get(luck.below(others.len()))?);
            let modes = me.arsenal.carried().get(weapon)?.modes();
            let mode = modes.get(luck.below(modes.len() + 1)).copied();
            Some(Order::attack(unit, target, weapon, mode))
        }
        4..=6 => {
            let budget = move_budget(view, &me);
            let pace = if luck.once_in(3) { Pace::Run } else { Pace::Walk };
            let far = if pace == Pace::Run { budget.run } else { budget.walk_left };
            let ways = Ways::of(view, &me, far);
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
            let offers = offers(view, &me);
            let offer = offers.get(luck.below(offers.len()))?;
            Some(Order::Deed { unit, deed: offer.key.to_owned(), target: None, weapon: None })
        }
        _ => Some(Order::EndPhase { unit }),
    }
}
