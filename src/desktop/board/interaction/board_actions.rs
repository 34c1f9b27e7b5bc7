//! Actions of a click or Enter on a square: selection, marks, orders.

use bevy::prelude::*;

use super::attack_approach::offer_both;
use super::deployment_clicks::deploy_unit;
use super::door_click::{DoorClick, clicked_door};
use super::move_click::{mark_or_move, refuses_resting_click, unreachable_text};
use super::square_aim::{attack_target, own_square_text};
use super::treatment_click::{act_on_itself, offers_treatment};
use crate::answer_aims::AnswerAims;
use crate::attack_forecast::AttackQuery;
use crate::board::overlay::BoardOverlays;
use crate::hovered_attack::HoveredAttack;
use crate::panel::action_bar::WAITS_FOR_TURN;
use crate::player_input::PlayerInput;
use crate::replaced_attack::{REPLACE_KEY, ReplacementOffer, replacement_offer};
use crate::session::{ClickWarning, Hover, Intent, Session};
use battle::validate_order;
use battle::{BattleView, Order, RoundState, SubAttack, Target, UnitDataItem};
use content::side_sentence;
use model::{BarrierId, Cell, Side, UnitId};

/// The clause under which an attack is refused because an impossible one is to be replaced first.
const QUEUE_CLAUSE: &str = "AB-CANCEL-01";
/// What the replacement of an announced attack costs: each of several its own price.
const REPLACEMENT_PRICE: &str =
    "this costs 1 Willpower or a Willpower roll for each attack, and the new attack is harder by 1";

/// What a click or Enter on a square depends on.
pub(crate) struct ClickContext<'a, 'w, 's> {
    /// The battle.
    pub view: &'a BattleView<'w, 's>,
    /// The planned move.
    pub overlays: &'a BoardOverlays,
    /// The attack on the hovered enemy.
    pub aimed: &'a HoveredAttack,
    /// The side that acts, if the AI plays it.
    pub ai_side: Option<Side>,
    /// The unit that may move now outside of its turn.
    pub free_mover: Option<UnitId>,
    /// Every move asks for a second click.
    pub confirm_moves: bool,
    /// Seconds since the program started, for notices.
    pub now: f64,
}

impl ClickContext<'_, '_, '_> {
    /// Returns the selected unit if a click can move it: the acting one, or that which may move outside of its turn.
    fn unit_to_move(&self, session: &Session) -> Option<UnitId> {
        let mover = self.free_mover.or(self.view.round().acting());
        session.selected.filter(|selected| mover == Some(*selected))
    }
}

/// Handles a click or Enter on a square.
pub(crate) fn activate_cell(player: &mut PlayerInput, context: &ClickContext, hover: Hover) {
    let view = context.view;
    player.session.open_menu = None;
    // What a click on another square has offered is not taken any more.
    player.session.warned.take_if(|warning| warning.cell != hover.cell);
    if view.round().outcome().is_some() {
        return select_unit_at(&mut player.session, view, hover);
    }
    if view.round().is_deploying() {
        return deploy_unit(player, view, hover);
    }
    if context.ai_side.is_some() || view.open_prompt().is_some() {
        return select_or_say_why(player, context, hover);
    }
    if let Some(mover) = context.free_mover {
        return move_out_of_turn(player, context, mover, hover);
    }
    if let (Intent::Move, Some(query)) = (player.session.intent, context.aimed.query()) {
        return aim_at_enemy(player, context, query, hover.cell);
    }
    let acting = player.session.selected.filter(|id| view.round().acting() == Some(*id));
    let Some(unit) = acting.and_then(|id| view.unit(id)) else {
        if let (None, Some(unit)) = (hover.unit, player.session.selected) {
            let why = validate_order(view, &Order::EndPhase { unit }).err();
            player.session.notice = why.map(|why| (why.to_string(), context.now));
            return;
        }
        if hover.unit.is_none() {
            player.session.notice =
                Some(("No unit is selected: click one of your units first.".to_owned(), context.now));
        }
        return select_unit_at(&mut player.session, view, hover);
    };
    if let Some(why) = own_square_text(view, &unit, player.session.intent, hover) {
        player.session.notice = Some((why, context.now));
        return;
    }
    if offers_treatment(player, view, hover) || refuses_resting_click(player, context, hover) {
        return;
    }
    if player.session.intent != Intent::Move && is_move_click(view, &player.session, hover) {
        // The mark was on a target, not on the end of a path.
        (player.session.intent, player.session.marked) = (Intent::Move, None);
    }
    follow_intent(player, context, &unit, hover);
}

/// Orders the move that a unit may make outside of its turn, as a move in its turn. A click on another unit selects that one,
/// and the next click on a square the mover again.
fn move_out_of_turn(player: &mut PlayerInput, context: &ClickContext, mover: UnitId, hover: Hover) {
    let view = context.view;
    let Some(unit) = view.unit(mover) else { return };
    let is_other = |id| id != mover && view.unit(id).is_some_and(|other| other.is_fighting());
    if hover.unit.is_some_and(is_other) {
        return select_unit_at(&mut player.session, view, hover);
    }
    if player.session.selected != Some(mover) {
        return select_unit(&mut player.session, mover);
    }
    player.session.intent = Intent::Move;
    if !refuses_resting_click(player, context, hover) {
        mark_or_move(player, context, &unit, hover);
    }
}

/// Says why a click on a square without a target for the intent did nothing, and what to do instead; `None` for intents for
/// which every square is a target.
const fn missed_text(intent: Intent) -> Option<&'static str> {
    Some(match intent {
        Intent::Attack { .. } => {
            "Nothing can be attacked there with this weapon: click an enemy, or cancel the attack."
        }
        Intent::SpecialAction { .. } => {
            "There is no unit on that square: click a unit, or cancel the action."
        }
        Intent::Door => "There is no door or window: click one, or cancel the action.",
        Intent::PickUp => "Nothing lies on that square: click an item on the ground, or cancel the action.",
        Intent::Move | Intent::PlaceItem { .. } => return None,
    })
}

/// Does what the intent is for on a square: marks or orders a move, an attack or another action of the acting unit.
fn follow_intent(player: &mut PlayerInput, context: &ClickContext, unit: &UnitDataItem, hover: Hover) {
    let view = context.view;
    let missed = |player: &mut PlayerInput| {
        if let Some(text) = missed_text(player.session.intent) {
            player.session.notice = Some((text.to_owned(), context.now));
        }
    };
    match player.session.intent {
        Intent::Move => match clicked_door(view, &player.session, hover) {
            Some(door) => open_door(player, context, unit, (door, hover.cell)),
            None => mark_or_move(player, context, unit, hover),
        },
        Intent::Attack { weapon, mode, option } => match attack_target(unit, view, hover, weapon) {
            Some(_) if warns_of_harmless_attack(player, context, hover.cell) => {}
            Some(target) => {
                let option = option.map(str::to_owned);
                let order = Order::Attack { unit: *unit.id, target, weapon, mode, option };
                let offers = offers_approach(player, context, (&order, hover.cell))
                    || offers_replacement(player, context, (&order, hover.cell));
                if !offers {
                    mark_or_attack(player, view, order, hover.cell);
                }
            }
            None if select_friend_at(&mut player.session, view, unit, hover) => {}
            None => missed(player),
        },
        Intent::SpecialAction { key } => match hover.unit.filter(|id| id != unit.id) {
            Some(other) => {
                let (unit, action, target) = (*unit.id, key.to_owned(), Some(other));
                let order = Order::SpecialAction { unit, action, target, weapon: None };
                mark_or_attack(player, view, order, hover.cell);
            }
            None if hover.unit.is_none() => missed(player),
            None => act_on_itself(player, context, unit, (key, hover.cell)),
        },
        Intent::Door => match (clicked_door(view, &player.session, hover), hover.barrier) {
            (Some(door), _) => open_door(player, context, unit, (door, hover.cell)),
            (None, Some(barrier)) => issue_order(player, view, Order::Door { unit: *unit.id, barrier }),
            (None, None) => missed(player),
        },
        Intent::PlaceItem { weapon, timer } => {
            let order = Order::Activate { unit: *unit.id, weapon, timer, to: hover.cell };
            mark_or_attack(player, view, order, hover.cell);
        }
        Intent::PickUp => {
            let items = view.items();
            if let Some((item, _)) = items.iter().find(|(_, item)| item.cell() == hover.cell) {
                issue_order(player, view, Order::PickUp { unit: *unit.id, item: *item });
            } else {
                missed(player);
            }
        }
    }
}

/// Selects the unit on a square while no order can be given; a click beside one says what comes first.
fn select_or_say_why(player: &mut PlayerInput, context: &ClickContext, hover: Hover) {
    let view = context.view;
    if hover.unit.is_some() {
        // A second click on a target of the open question takes it.
        let is_chosen = hover.unit == player.session.selected && context.ai_side.is_none();
        let aims = AnswerAims::of_open_prompt(view);
        player.session.confirmed_target = hover.unit.filter(|unit| is_chosen && aims.aims_at(*unit));
        let asked = hover.unit.filter(|_| context.ai_side.is_none());
        if let Some(why) = asked.and_then(|unit| aims.refusal_text(view, unit)) {
            player.session.notice = Some((why, context.now));
        }
        return select_unit_at(&mut player.session, view, hover);
    }
    let why = match (context.ai_side, view.open_prompt()) {
        (Some(side), _) => Some(side_sentence(view.side_name(side), ("acts", "act"), WAITS_FOR_TURN)),
        (None, Some(open)) => {
            let order = Order::EndPhase { unit: open.prompt().who };
            validate_order(view, &order).err().map(|why| why.to_string())
        }
        (None, None) => None,
    };
    player.session.notice = why.map(|why| (why, context.now));
}

/// Aims the acting unit's best attack at an enemy: the first click aims, the second one attacks. An attack that is not
/// possible is reported.
fn aim_at_enemy(player: &mut PlayerInput, context: &ClickContext, query: &AttackQuery, cell: Cell) {
    let AttackQuery { attacker: unit, target, weapon, mode, .. } = *query;
    player.session.selected = Some(unit);
    let order = Order::Attack { unit, target, weapon, mode, option: None };
    if validate_order(context.view, &order).is_err() {
        player.session.marked = None;
        if offers_approach(player, context, (&order, cell))
            || offers_replacement(player, context, (&order, cell))
        {
            return;
        }
        player.session.refused = Some(cell);
        return player.give_order(order); // the order's error says why
    }
    player.session.intent = Intent::Attack { weapon, mode, option: None };
    player.session.marked = Some(cell);
}

/// Offers to walk to where an enemy that is out of reach or out of sight can be attacked, and to attack it: the first click says
/// what that costs, the second one orders both. Returns whether it did.
fn offers_approach(player: &mut PlayerInput, context: &ClickContext, (attack, cell): (&Order, Cell)) -> bool {
    let Some(approach) = context.aimed.approach().filter(|approach| approach.attack() == attack) else {
        return false;
    };
    if player.session.is_warned_of(cell) {
        (player.session.warned, player.session.marked) = (None, None);
        player.session.intent = Intent::Move;
        approach.orders().into_iter().for_each(|order| player.give_order(order));
    } else {
        player.session.warned = Some(offer_both(cell, approach.text()));
    }
    true
}

/// Offers to replace an announced attack that has become impossible, if that is why this attack is refused: the first click
/// says so, the second one asks how the replacement is paid, and makes this attack once that is answered. Returns whether it
/// did. `AB-CANCEL-01`.
fn offers_replacement(
    player: &mut PlayerInput,
    context: &ClickContext,
    (attack, cell): (&Order, Cell),
) -> bool {
    let Some(unit) = attack.unit() else { return false };
    let replace = Order::SpecialAction { unit, action: REPLACE_KEY.to_owned(), target: None, weapon: None };
    let Err(why) = validate_order(context.view, attack) else { return false };
    if why.clause() != Some(QUEUE_CLAUSE) || validate_order(context.view, &replace).is_err() {
        return false;
    }
    let offer = offered_replacement(context.view, attack);
    if player.session.is_warned_of(cell) {
        player.session.warned = None;
        if offer.is_some_and(|offer| offer.attacks) {
            (player.session.intent, player.session.marked) = (Intent::Move, None);
            player.session.attack_once_replaced = Some(attack.clone());
        }
        player.give_order(replace);
    } else {
        let offer = offer.map_or_else(|| format!("{why} Click once more to replace it"), |offer| offer.text);
        let text = format!("{offer}: {REPLACEMENT_PRICE}.");
        player.session.warned = Some(ClickWarning { cell, text });
    }
    true
}

/// Offers to replace an announced attack by another one, with what that could do; `None` if the announced ones are possible.
fn offered_replacement(view: &BattleView, attack: &Order) -> Option<ReplacementOffer> {
    let Order::Attack { unit, target, weapon, mode, option } = attack else { return None };
    let own = view.unit(*unit)?;
    let query = AttackQuery::from_current_position(&own, *target, *weapon, *mode);
    replacement_offer(view, &own, &AttackQuery { option: option.clone(), ..query })
}

/// Warns of an aimed attack that cannot harm, or hardly ever does: it takes one more click. Returns whether it did.
fn warns_of_harmless_attack(player: &mut PlayerInput, context: &ClickContext, cell: Cell) -> bool {
    let Some(why) = context.aimed.doubt().filter(|_| player.session.marked == Some(cell)) else {
        return false;
    };
    if player.session.is_warned_of(cell) || player.session.multiple_attacks.is_some() {
        return false;
    }
    let text = format!("{why} Click once more to attack all the same.");
    player.session.warned = Some(ClickWarning { cell, text });
    true
}

/// Orders an attack or another aimed action. The first click marks its target and the second one orders it. An invalid
/// order is reported at once.
fn mark_or_attack(player: &mut PlayerInput, view: &BattleView, order: Order, cell: Cell) {
    let is_refused = validate_order(view, &order).is_err();
    if player.session.marked == Some(cell) || is_refused {
        if let (
            Order::Attack { target: Target::Unit(target), weapon, mode, option: None, .. },
            Some(chosen),
        ) = (&order, &mut player.session.multiple_attacks)
        {
            // Added to the multi-attack. `SS-MULTI-01`
            chosen.push(SubAttack { target: *target, weapon: *weapon, mode: *mode });
            player.session.marked = None;
            return;
        }
        let is_on_unit = matches!(order, Order::Attack { target: Target::Unit(_), .. });
        issue_order(player, view, order);
        match is_refused {
            true => player.session.refused = is_on_unit.then_some(cell),
            false => player.session.attacked = is_on_unit.then_some(cell),
        }
    } else {
        player.session.marked = Some(cell);
    }
}

/// Whether a click on a square is about a move: in move mode, and with an aim where nothing can be attacked.
pub(crate) fn is_move_click(view: &BattleView, session: &Session, hover: Hover) -> bool {
    let fighter = || hover.unit.and_then(|id| view.unit(id)).filter(|unit| unit.is_fighting());
    match session.intent {
        Intent::Move => true,
        Intent::Attack { weapon, .. } => {
            let acting = session.selected.filter(|id| view.round().acting() == Some(*id));
            let unit = acting.and_then(|id| view.unit(id));
            unit.is_some_and(|unit| {
                fighter().is_none_or(|other| other.id == unit.id)
                    && attack_target(&unit, view, hover, weapon).is_none()
            })
        }
        _ => false,
    }
}

/// Queues an order. A valid one ends the intent; an invalid one is reported when it is given.
pub(super) fn issue_order(player: &mut PlayerInput, view: &BattleView, order: Order) {
    if validate_order(view, &order).is_ok() {
        player.session.intent = Intent::Move;
    }
    (player.session.marked, player.session.warned) = (None, None);
    player.give_order(order);
}

/// Selects a unit of the acting side; a click on an enemy never takes the selection away from it. Returns whether there is one.
pub(super) fn select_friend_at(
    session: &mut Session,
    view: &BattleView,
    unit: &UnitDataItem,
    hover: Hover,
) -> bool {
    let other = hover.unit.and_then(|id| view.unit(id)).filter(|other| other.side == unit.side);
    if let Some(other) = &other {
        select_unit(session, *other.id);
    }
    other.is_some()
}

pub(super) fn select_unit_at(session: &mut Session, view: &BattleView, hover: Hover) {
    let Some(unit) = hover.unit.and_then(|id| view.unit(id)) else { return };
    select_unit(session, *unit.id);
}

/// Selects a unit.
pub(crate) fn select_unit(session: &mut Session, unit: UnitId) {
    if session.selected != Some(unit) {
        session.selected = Some(unit);
        session.intent = Intent::Move;
        session.evade = false;
        session.multiple_attacks = None;
        session.drop_waypoints();
    }
    (session.marked, session.warned) = (None, None);
}

/// Lets the path of the next move lead over a square, after the waypoints before it; says why if it cannot.
pub(crate) fn add_waypoint(player: &mut PlayerInput, context: &ClickContext, cell: Cell) {
    let ClickContext { view, overlays, now, .. } = *context;
    let Some(unit) = context.unit_to_move(&player.session).and_then(|id| view.unit(id)) else { return };
    (player.session.intent, player.session.open_menu) = (Intent::Move, None);
    (player.session.marked, player.session.warned) = (None, None);
    if player.session.waypoints.last() == Some(&cell) {
        return;
    }
    if overlays.can_pass(cell) {
        player.session.waypoints.push(cell);
    } else if let Some(other) = view.unit_at(cell) {
        let text = format!("No waypoint is possible on the square of {}.", other.identity.name());
        player.session.notice = Some((text, now));
    } else {
        let why = unreachable_text(view, &unit, overlays.plan.range.as_ref(), cell);
        player.session.notice = Some((why, now));
    }
}

/// Whether a click on a square can add a waypoint: the acting unit can be moved, and the square is no target.
pub(crate) fn takes_waypoint(session: &Session, context: &ClickContext, hover: Hover) -> bool {
    let view = context.view;
    let is_asked = view.open_prompt().is_some() || context.ai_side.is_some();
    let acts = context.unit_to_move(session).is_some();
    let is_over = view.round().outcome().is_some() || view.round().is_deploying();
    let is_target = session.intent == Intent::Move && context.aimed.query().is_some();
    acts && !is_asked && !is_over && !is_target && is_move_click(view, session, hover)
}

/// Opens or closes a door, after the way to it. A risky way is marked by the first click and taken by the second one.
fn open_door(
    player: &mut PlayerInput,
    context: &ClickContext,
    unit: &UnitDataItem,
    (door, cell): (BarrierId, Cell),
) {
    let ClickContext { view, overlays, now, .. } = *context;
    let order = Order::Door { unit: *unit.id, barrier: door };
    match overlays.door_click(view, unit, door) {
        DoorClick::Here(_) => issue_order(player, view, order), // an error says why not
        DoorClick::After(_, Err(why)) => {
            player.session.notice = Some((format!("The door cannot be used once you are there. {why}"), now));
        }
        DoorClick::After(route, Ok(()))
            if player.session.marked != Some(cell)
                && (context.confirm_moves || route.is_risky() || route.has_side_price()) =>
        {
            player.session.marked = Some(cell);
        }
        DoorClick::After(route, Ok(())) => {
            issue_order(player, view, route.order());
            player.give_order(order);
        }
        DoorClick::TooFar => {
            let text = "Out of reach in this turn: go nearer first.";
            player.session.notice = Some((text.to_owned(), now));
        }
    }
}

/// Goes one step back; the last step opens the pause menu.
pub(crate) fn step_back(session: &mut Session, round: &RoundState) {
    if session.can_cancel() {
        session.cancel_last_choice();
    } else if session.cursor.is_some() {
        session.cursor = None;
    } else if let Some(acting) = round.acting().filter(|acting| session.selected != Some(*acting)) {
        select_unit(session, acting);
    }
}

/// Whether there is anything to cancel.
pub(crate) fn can_go_back(session: &Session, round: &RoundState) -> bool {
    session.can_cancel()
        || session.cursor.is_some()
        || round.acting().is_some_and(|acting| session.selected != Some(acting))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_without_a_target_says_what_to_click_and_how_to_go_back() {
        let intents = [
            Intent::Attack { weapon: 0, mode: None, option: None },
            Intent::SpecialAction { key: "treat" },
            Intent::Door,
            Intent::PickUp,
        ];
        for text in intents.map(|intent| missed_text(intent).expect("it needs a target")) {
            assert!(text.contains(": click ") && text.contains(", or cancel the "), "{text}");
        }
    }
}
