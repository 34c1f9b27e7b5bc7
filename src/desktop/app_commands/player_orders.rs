//! Gives the orders of the player, and undoes them.

use bevy::prelude::*;

use super::{notify, refuse};
use crate::ai_players;
use crate::panel::unit_inspector::weapons::current_fire_mode;
use crate::player_input::{self, GiveOrder, UndoOrder};
use crate::replaced_attack::REPLACE_KEY;
use crate::replay::ReplayPlayback;
use crate::session::{Intent, Session};
use crate::undo::{self, JointOrders, RedoOrder, ResetTurn};
use battle::journal;
use battle::{History, Order, Target, action_price, validate_order};
use model::UnitId;
use rules::play;
use rules::turn_engine::Action;

/// Gives all queued orders; the first rejected one drops the rest.
pub(crate) fn give_orders(world: &mut World) {
    let orders = player_input::take_messages::<GiveOrder>(world);
    let undo = !player_input::take_messages::<UndoOrder>(world).is_empty();
    let redo = !player_input::take_messages::<RedoOrder>(world).is_empty();
    let reset = !player_input::take_messages::<ResetTurn>(world).is_empty();
    if (orders.is_empty() && !undo && !redo && !reset) || !battle::is_set_up(world) {
        return;
    }
    if world.contains_resource::<ReplayPlayback>() {
        notify(world, "This is a replay. Use \u{201c}Resume from here\u{201d} to play.");
        return;
    }
    if undo || redo || reset {
        let mut session = world.resource_mut::<Session>();
        (session.awaited_click, session.attack_once_replaced) = (None, None); // they were meant for another position
    }
    drop_stale_attack(world, &orders);
    take_back_orders(world, undo, reset);
    if redo && !undo::redo(world) {
        refuse(world, "There is nothing to redo.");
    }
    let first = world.resource::<History>().records().len();
    let only_orders = !undo && !redo && !reset;
    let keeps_mark = only_orders && keeps_aim(world.resource::<Session>(), &orders);
    if !only_orders || !orders.iter().all(|GiveOrder(order)| is_karma(order)) {
        // What the waypoints cost may have changed.
        world.resource_mut::<Session>().drop_waypoints();
    }
    let mut orders = orders.into_iter().peekable();
    while let Some(GiveOrder(order)) = orders.next().or_else(|| attack_once_replaced(world)) {
        let is_readied_next = matches!(orders.peek(), Some(GiveOrder(Order::Ready { .. })));
        if let Err(why) = give_order(world, order, is_readied_next) {
            refuse_order(world, why);
            break;
        }
    }
    world.resource_scope(|world, mut joint: Mut<JointOrders>| joint.add(world.resource::<History>(), first));
    if !keeps_mark || !is_aim_possible(world) {
        let mut session = world.resource_mut::<Session>();
        // What the next click would have done was meant for the position before.
        (session.marked, session.warned) = (None, None);
    }
}

/// Undoes the last order, and resets the turn, as far as they are wanted.
fn take_back_orders(world: &mut World, undo: bool, reset: bool) {
    if undo && let Err(error) = undo::undo(world) {
        refuse(world, error.to_string());
    }
    if reset && let Err(error) = undo::reset_turn(world) {
        refuse(world, error.to_string());
    }
}

/// Gives an order, keeps the weapon that it chooses, and reports cover that it loses and an item that it stows; an item that
/// the next order readies is not reported. Returns why the order is refused, if it is.
fn give_order(world: &mut World, order: Order, is_readied_next: bool) -> Result<(), String> {
    if let Some(why) = ai_players::order_refusal(world, &order) {
        return Err(why);
    }
    let covered_before = match order {
        Order::Deploy { .. } => covered_units(world),
        _ => Vec::new(),
    };
    let stowed = slot_of_pick_up(world, &order).filter(|_| !is_readied_next);
    let readied = match order {
        Order::Ready { unit, weapon } => Some((unit, weapon)),
        _ => None,
    };
    let attack = match order {
        Order::Attack { unit, weapon, mode, option: None, .. } => Some((unit, (weapon, mode))),
        _ => None,
    };
    journal::submit_order(world, order).map_err(|error| error.to_string())?;
    let mut session = world.resource_mut::<Session>();
    session.last_attacks.extend(attack);
    session.previewed_weapon = None;
    if let Some((unit, weapon)) = readied {
        choose_readied_weapon(world, unit, weapon);
    }
    report_lost_cover(world, &covered_before);
    stowed.into_iter().for_each(|slot| report_stowed_item(world, slot));
    Ok(())
}

/// Says why an order is refused; an attack that waits for it is dropped.
fn refuse_order(world: &mut World, why: String) {
    world.resource_mut::<Session>().attack_once_replaced = None;
    refuse(world, why);
}

/// Drops an attack that waits for the replacement of an announced one, where other orders than this replacement and the answers to
/// its questions are given.
fn drop_stale_attack(world: &mut World, orders: &[GiveOrder]) {
    if world.resource::<Session>().attack_once_replaced.is_none() {
        return;
    }
    let is_asked = battle::with_view(world, |view| view.open_prompt().is_some());
    let replaces = |GiveOrder(order): &GiveOrder| match order {
        Order::SpecialAction { action, .. } => action == REPLACE_KEY,
        Order::Decide { .. } => is_asked,
        _ => false,
    };
    if !orders.iter().all(replaces) {
        world.resource_mut::<Session>().attack_once_replaced = None;
    }
}

/// Takes the attack that waits for the replacement of an announced one, once no question about that is open; `None` if there is none,
/// or if the replacement was not paid.
fn attack_once_replaced(world: &mut World) -> Option<GiveOrder> {
    let attack = world.resource::<Session>().attack_once_replaced.clone()?;
    let (is_asked, is_possible) = battle::with_view(world, |view| {
        (view.open_prompt().is_some(), validate_order(view, &attack).is_ok())
    });
    if is_asked {
        return None;
    }
    world.resource_mut::<Session>().attack_once_replaced = None;
    is_possible.then_some(GiveOrder(attack))
}

/// Whether orders only prepare what is marked: Karma for the next test, and before an attack what the unit does on its
/// square. Enter then still orders what is marked.
fn keeps_aim(session: &Session, orders: &[GiveOrder]) -> bool {
    let aims = matches!(session.intent, Intent::Attack { .. });
    orders.iter().all(|GiveOrder(order)| match order {
        order if is_karma(order) => true,
        Order::TakeCover { .. }
        | Order::DropProne { .. }
        | Order::StandUp { .. }
        | Order::Reload { .. }
        | Order::Ready { .. }
        | Order::SpecialAction { target: None, .. } => aims,
        _ => false,
    })
}

/// Whether an order spends Karma, which changes nothing but the next test.
fn is_karma(order: &Order) -> bool {
    matches!(order, Order::Karma { .. } | Order::KarmaInitiative { .. })
}

/// Whether the attack that is aimed at the marked unit can still be made; without such an aim there is nothing to lose.
fn is_aim_possible(world: &mut World) -> bool {
    let Session { intent, marked, selected, .. } = *world.resource::<Session>();
    let (Intent::Attack { weapon, mode, option }, Some(cell), Some(unit)) = (intent, marked, selected) else {
        return true;
    };
    battle::with_view(world, |view| {
        let attacker = view.unit(unit);
        let target = attacker.and_then(|attacker| view.target_at(&attacker, cell).map(|other| *other.id));
        target.is_none_or(|target| {
            let (target, option) = (Target::Unit(target), option.map(str::to_owned));
            validate_order(view, &Order::Attack { unit, target, weapon, mode, option }).is_ok()
        })
    })
}

/// Returns the units in cover.
fn covered_units(world: &mut World) -> Vec<UnitId> {
    battle::with_view(world, |view| {
        view.units().filter(|unit| unit.cover.is_taken()).map(|unit| *unit.id).collect()
    })
}

/// Says which of the units that were in cover are so no more on the squares where they were placed.
fn report_lost_cover(world: &mut World, before: &[UnitId]) {
    let lost: Vec<String> = battle::with_view(world, |view| {
        let units = before.iter().filter_map(|id| view.unit(*id)).filter(|unit| !unit.cover.is_taken());
        units.map(|unit| unit.identity.name().to_owned()).collect()
    });
    if !lost.is_empty() {
        notify(world, format!("No longer in cover on the new square: {}.", lost.join(", ")));
    }
}

/// Returns the slot into which an order to pick up puts an item; `None` for another order.
fn slot_of_pick_up(world: &mut World, order: &Order) -> Option<(UnitId, usize)> {
    let Order::PickUp { unit, .. } = *order else { return None };
    battle::with_view(world, |view| Some((unit, view.unit(unit)?.inventory.next_slot())))
}

/// Says that an item that was picked up is not in hand, and what readying it costs.
fn report_stowed_item(world: &mut World, (unit, slot): (UnitId, usize)) {
    let text = battle::with_view(world, |view| {
        let unit = view.unit(unit)?;
        let item = unit.inventory.get(slot).filter(|item| !item.in_hand())?;
        let price = action_price(view, &unit, Action::Ready, Some(slot));
        Some(stowed_text(item.name().as_ref(), &price))
    });
    if let Some(text) = text {
        notify(world, text);
    }
}

/// "Rifle is stowed, not in hand: Ready Rifle (1 AP) takes it in hand."
fn stowed_text(item: &str, price: &str) -> String {
    let price = if price.is_empty() { "a further action" } else { price };
    format!("{item} is stowed, not in hand: \u{201c}Ready {item}\u{201d} ({price}) takes it in hand.")
}

/// Makes a weapon that a player has readied the choice for the unit's next attacks, as a click on its card would.
fn choose_readied_weapon(world: &mut World, unit: UnitId, weapon: usize) {
    let mode = battle::with_view(world, |view| {
        let unit = view.unit(unit)?;
        let carried = unit.inventory.get(weapon).filter(|carried| carried.in_hand())?;
        play::detonation_trigger(carried.weapon()).is_none().then(|| current_fire_mode(carried))
    });
    let Some(mode) = mode else { return };
    let mut session = world.resource_mut::<Session>();
    session.preferred_attacks.insert(unit, (weapon, mode));
    if session.selected == Some(unit) && matches!(session.intent, Intent::Attack { .. }) {
        session.choose_intent(Intent::Attack { weapon, mode, option: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Cell;

    #[test]
    fn a_stowed_item_says_what_readying_it_costs() {
        let text = stowed_text("Rifle", "1 AP");
        assert_eq!(
            text,
            "Rifle is stowed, not in hand: \u{201c}Ready Rifle\u{201d} (1 AP) takes it in hand."
        );
        assert!(stowed_text("Rifle", "").ends_with(" (a further action) takes it in hand."));
        assert!(stowed_text("Rifle", "free").ends_with(" (free) takes it in hand."));
    }

    #[test]
    fn preparations_keep_the_aim_and_other_orders_drop_it() {
        let unit = UnitId(1);
        let karma = GiveOrder(Order::Karma { unit, plan: rules::KarmaPlan::default() });
        let reload = GiveOrder(Order::Reload { unit, weapon: 0 });
        let end = GiveOrder(Order::EndPhase { unit });
        let intent = Intent::Attack { weapon: 0, mode: None, option: None };
        let aims = Session { intent, marked: Some(Cell::new(1, 1)), ..Session::default() };
        let moves = Session { intent: Intent::Move, ..aims.clone() };
        assert!(keeps_aim(&aims, std::slice::from_ref(&karma)));
        assert!(keeps_aim(&moves, std::slice::from_ref(&karma)), "it is for a sprint, too");
        assert!(keeps_aim(&aims, &[reload.clone(), karma.clone()]));
        assert!(!keeps_aim(&moves, &[reload]), "the way may cost something else now");
        assert!(!keeps_aim(&aims, &[karma, end]));
    }
}
