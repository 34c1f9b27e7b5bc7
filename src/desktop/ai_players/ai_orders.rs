//! Orders of AI players: giving them, handing a side over to a human, and undoing them.

use bevy::prelude::*;

use super::{AiController, DecisionRecord, SidePlayer};
use crate::app_commands;
use crate::battle_revision::BattleRevision;
use crate::free_move::find_free_move;
use battle::journal;
use battle::journal::UndoError;
use battle::{BattleSetup, History, Order, PendingPrompt, RoundState};
use content::side_sentence;
use model::Side;

/// Gives an AI order like a player's. If it is rejected, ends the phase instead and reports it.
pub(super) fn issue_ai_order(world: &mut World, opponents: &mut AiController, side: Side, order: Order) {
    let Err(error) = journal::submit_order(world, order.clone()) else {
        return;
    };
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    warn!("order of the AI playing {name} was rejected: {order:?}: {error}");
    app_commands::notify(world, format!("{name} (AI): order rejected ({error}); turn ended."));
    let instead = order_without_decision(world, side);
    if journal::submit_order(world, instead).is_err() {
        hand_over_to_person(world, opponents, side);
    }
}

/// Returns the order of a side that cannot decide: the first answer to an open question, else the end of the turn.
fn order_without_decision(world: &World, side: Side) -> Order {
    let answer = world.resource::<PendingPrompt>().open_prompt().and_then(|open| {
        let first = open.prompt().answers.first()?;
        Some(Order::Decide { answer: first.key.clone() })
    });
    let acting = world.resource::<RoundState>().acting().map(|unit| Order::EndPhase { unit });
    answer.or(acting).unwrap_or(Order::Begin { side })
}

/// Lets an AI player go on without a decision, at which the program has failed; a person goes without advice.
pub(super) fn go_on_without_decision(
    world: &mut World,
    opponents: &mut AiController,
    at: BattleRevision,
    side: Side,
) {
    if !opponents.player(side).is_ai() {
        return hand_over_to_person(world, opponents, side);
    }
    let order = order_without_decision(world, side);
    let instead = match order {
        Order::Decide { .. } => "it takes the first answer",
        Order::EndPhase { .. } => "its turn ends",
        _ => "it begins",
    };
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    app_commands::notify(world, format!("{name} (AI): no decision; {instead}."));
    opponents.next = Some(DecisionRecord::without_reasons(at, side, order));
}

/// Hands the side to a human player if the AI cannot go on.
pub(super) fn hand_over_to_person(world: &mut World, opponents: &mut AiController, side: Side) {
    opponents.request = None;
    if !opponents.player(side).is_ai() {
        return app_commands::notify(world, "No advice is available now.");
    }
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    opponents.set_player(side, SidePlayer::Person);
    warn!("the AI cannot go on for {name}");
    app_commands::notify(world, format!("The AI cannot go on for {name}: a human takes over."));
}

/// Returns why an order from the window is rejected because the AI plays that side, or another unit may move first; `None`
/// if it is not.
pub(crate) fn order_refusal(world: &mut World, order: &Order) -> Option<String> {
    if let Some(mover) = world.resource::<AiController>().free_mover()
        && !matches!(order, Order::SetAutoResponse { .. })
        && order.unit().is_some_and(|unit| unit != mover)
    {
        let name = battle::with_view(world, |view| {
            view.unit_ignoring_fog(mover).map(|unit| unit.identity.name().to_owned())
        });
        return Some(format!(
            "{} may move first: move it, or let it stay where it is.",
            name.unwrap_or_default()
        ));
    }
    let turn = world.resource::<AiController>().ai_side_to_act()?;
    let side = match order {
        Order::Begin { side } => Some(*side),
        Order::Decide { .. } => Some(turn),
        Order::Surrender { .. } => None,
        order => battle::with_view(world, |view| {
            order.unit().and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| *unit.side)
        }),
    }?;
    let is_ai = world.resource::<AiController>().player(side).is_ai();
    is_ai.then(|| {
        let name = battle::with_view(world, |view| view.side_name(side).to_owned());
        side_sentence(&name, ("is", "are"), " played by the AI.")
    })
}

/// Undoes everything since the last human order, and that order; the last order if the AI plays every side. Returns the
/// orders in the order in which they were given.
pub(crate) fn undo_to_person(world: &mut World) -> Result<Vec<Order>, UndoError> {
    let allowed = world.resource_scope(|world, opponents: Mut<AiController>| {
        let history = world.resource::<History>().clone();
        battle::with_view(world, |view| opponents.may_undo(view, &history))
    });
    allowed?;
    let mut undone = vec![journal::undo_last_order(world)?];
    let sides = world.resource::<BattleSetup>().bundle().skirmish.sides.len();
    let persons = world.resource::<AiController>().person_sides(sides);
    if persons.is_empty() {
        world.resource_mut::<AiController>().paused = true;
        return Ok(undone);
    }
    let is_ai_turn = |world: &mut World| {
        if find_free_move(world, &[], &persons).is_some() {
            return false;
        }
        let side = ai::side_to_act(world);
        side.is_some_and(|side| world.resource::<AiController>().player(side).is_ai())
    };
    while is_ai_turn(world)
        && let Ok(order) = journal::undo_last_order(world)
    {
        undone.push(order);
    }
    undone.reverse();
    Ok(undone)
}
