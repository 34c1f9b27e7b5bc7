//! Choices for carried items, and for doors and items nearby.

use super::{ActionChoice, ChoiceAction, ChoiceMark, simple_choice, text_with_clause};
use crate::board::interaction::door_click::doors_within;
use crate::input::InputAction;
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{
    BattleView, CarriedItem, Order, OrderError, UnitDataItem, action_price, check_door_price,
    check_ready_price, move_budget,
};
use battle_log::log_text::count_text;
use model::{CellSide, Direction, Edge, ItemId, ObstaclePosition};
use rules::turn_engine::Action;

/// Choices for carried items: reload, ready, drop.
pub(super) fn hand_choices(view: &BattleView, unit: &UnitDataItem) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    for (number, carried) in unit.inventory.slots() {
        if carried.in_hand() && carried.magazine() > 0 {
            let order = Order::Reload { unit: *unit.id, weapon: number };
            let mut choice = simple_choice(view, unit, "Reload", Action::Reload, order);
            let (name, loaded, magazine) = (carried.name(), carried.loaded(), carried.magazine());
            let shots = count_text(magazine, "shot", "shots");
            let description = format_args!("{name}: {loaded} of {shots}.");
            choice.description = text_with_clause(view, description, "action", "SS-ACT-60");
            let is_empty = loaded == 0 && choice.refusal.is_none();
            choice.mark = is_empty.then_some(ChoiceMark::Advised).or(choice.mark);
            if !bar.iter().any(|other: &ActionChoice| other.command == Some(InputAction::Reload)) {
                choice.command = Some(InputAction::Reload);
            }
            bar.push(choice);
        }
    }
    for (number, carried) in unit.inventory.slots() {
        let name = carried.name();
        if !carried.in_hand() {
            let order = Order::Ready { unit: *unit.id, weapon: number };
            let mut choice = simple_choice(view, unit, &format!("Ready {name}"), Action::Ready, order);
            let description = format_args!("Takes {name} in hand and stows what the hands hold.");
            choice.description = text_with_clause(view, description, "action", "SS-ACT-54");
            bar.push(choice);
        } else if carried.hands() > 0 {
            let order = Order::Drop { unit: *unit.id, weapon: number };
            let mut choice = simple_choice(view, unit, &format!("Drop {name}"), Action::DropObject, order);
            let description = format_args!("Drops {name} on this square.");
            choice.description = text_with_clause(view, description, "action", "SS-ACT-38");
            bar.push(choice);
        }
    }
    bar.sort_by_key(|choice| matches!(choice.action.order(), Some(Order::Drop { .. })));
    bar
}

/// Choices for doors and items nearby.
pub(super) fn nearby_choices(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    let here = unit.cell();
    let edges = CellSide::ALL.into_iter().map(|side| ObstaclePosition::Edge(Edge::new(here, side)));
    let squares = Direction::ALL.into_iter().map(|direction| ObstaclePosition::Square(here.step(direction)));
    let doors: Vec<_> = edges
        .chain(squares)
        .filter_map(|place| view.barrier_at(place))
        .filter(|data| data.barrier.kind().openable && !data.state.holed())
        .collect();
    if let [door] = &doors[..] {
        let verb = if door.state.open() { "Close" } else { "Open" };
        let label = format!("{verb} {}", door.barrier.kind().name);
        let order = Order::Door { unit: *unit.id, barrier: *door.id };
        bar.push(simple_choice(view, unit, &label, Action::Door, order));
    } else if let Some(door) = doors.first() {
        let order = Order::Door { unit: *unit.id, barrier: *door.id };
        let mut choice = simple_choice(view, unit, "Door", Action::Door, order);
        choice.action = ChoiceAction::Aim(Intent::Door);
        choice.chosen = session.intent == Intent::Door;
        choice.description =
            text_with_clause(view, "Click a door or window to open or close it.", "action", "SS-ACT-60");
        bar.push(choice);
    }
    if doors.len() < 2 {
        bar.extend(distant_door_choice(view, unit, session));
    }
    for (id, item) in view.items().into_iter().filter(|(_, item)| item.cell().chebyshev_distance(here) <= 1) {
        bar.extend(pick_up_choices(view, unit, (id, item.item())));
    }
    bar
}

/// Choices for an item on the ground: picking it up, which stows it, and taking it in hand as well if the unit can hold it.
fn pick_up_choices(
    view: &BattleView,
    unit: &UnitDataItem,
    (id, item): (ItemId, &CarriedItem),
) -> Vec<ActionChoice> {
    let name = item.name();
    let order = Order::PickUp { unit: *unit.id, item: id };
    let choice = simple_choice(view, unit, &format!("Pick up {name}"), Action::PickUp, order.clone());
    let price = action_price(view, unit, Action::Ready, None);
    let further = if price.is_empty() { String::new() } else { format!(" ({price})") };
    let description =
        format!("{} It is stowed: taking it in hand is a further action{further}.", choice.description);
    let cost = if choice.cost.is_empty() { String::new() } else { format!("{}, then stowed", choice.cost) };
    let readied = validate_order(view, &order)
        .ok()
        .map(|picked_up| check_ready_price(view, (*unit.id, item), &picked_up));
    // What lacks nothing but points is listed with the reason.
    let refusal = match readied {
        Some(Ok(())) => Some(None),
        Some(Err(why @ OrderError::NotEnoughActionPoints { .. })) => {
            Some(Some((why.to_string(), why.clause().unwrap_or_default())))
        }
        _ => None,
    };
    let both = refusal.map(|refusal| ActionChoice {
        refusal,
        label: format!("Pick up and ready {name}"),
        cost: if price.is_empty() { choice.cost.clone() } else { format!("{} + {price}", choice.cost) },
        action: ChoiceAction::GiveBoth(
            order,
            Order::Ready { unit: *unit.id, weapon: unit.inventory.next_slot() },
        ),
        description: format!("Picks {name} up and takes it in hand; what the hands hold is stowed."),
        ..choice.clone()
    });
    let picked_up = ActionChoice { description, cost, ..choice };
    std::iter::once(picked_up).chain(both).collect()
}

/// The choice of a door that the unit does not stand beside; `None` if none is as near as it can walk.
fn distant_door_choice(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Option<ActionChoice> {
    let budget = move_budget(view, unit);
    let reach = budget.walk_left + if budget.runs == 0 { budget.run } else { 0 };
    let door = doors_within(view, unit, reach).first().copied()?;
    let order = Order::Door { unit: *unit.id, barrier: door };
    let price = check_door_price(view, *unit.id, None);
    let text = "Click a door or window: the unit goes there and opens or closes it.";
    Some(ActionChoice {
        cost: action_price(view, unit, Action::Door, None),
        action: ChoiceAction::Aim(Intent::Door),
        refusal: price.err().map(|why| (why.to_string(), why.clause().unwrap_or_default())),
        chosen: session.intent == Intent::Door,
        description: text_with_clause(view, text, "action", "SS-ACT-60"),
        mark: Some(ChoiceMark::GoesToDoor),
        ..simple_choice(view, unit, "Go to a door", Action::Door, order)
    })
}
