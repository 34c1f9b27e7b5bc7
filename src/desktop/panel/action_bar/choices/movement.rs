//! Choices for movement: the move button, and standing up before it.

use super::{
    ActionChoice, ChoiceAction, ChoiceGroup, ChoiceMark, move_cost_text, refusal_text, simple_choice,
    text_with_clause,
};
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{
    BattleView, Order, OrderError, Pace, TurnPurchase, UnitDataItem, ValidatedOrder, action_price,
    format_metres, move_budget, upright_move_budget,
};
use model::Direction;
use rules::turn_engine::Action;

/// Why a unit that has used its movement cannot take a step.
pub(crate) const NO_MOVEMENT: &str = "no movement left";

/// Says in a few words why a unit cannot take a step: "no movement left", "needs 1 AP".
pub(super) fn move_refusal_text(why: Option<&OrderError>, walk_left: u32) -> String {
    match why {
        _ if walk_left == 0 => NO_MOVEMENT.to_owned(),
        Some(OrderError::NotEnoughActionPoints { needed, .. }) => format!("needs {needed} AP"),
        Some(OrderError::FreeActionUsed { .. }) => "needs 1 AP".to_owned(),
        Some(_) => "not now".to_owned(),
        None => "no free square".to_owned(),
    }
}

/// Returns why the selected unit cannot move in its own phase, in a few words; `None` if it can.
pub(crate) fn move_refusal(bar: &[ActionChoice]) -> Option<&str> {
    let choice = bar.iter().find(|choice| choice.group == ChoiceGroup::Movement)?;
    match choice.action {
        ChoiceAction::GiveOrder(_) | ChoiceAction::GiveBoth(..) => Some("stand up first"),
        _ => choice.refusal.as_ref().map(|_| choice.cost.as_str()),
    }
}

/// The move button: movement left, and whether a single step would be allowed.
pub(super) fn move_choice(view: &BattleView, unit: &UnitDataItem, session: &Session) -> ActionChoice {
    let budget = move_budget(view, unit);
    let step = |direction: Direction, pace| {
        validate_order(
            view,
            &Order::Move { unit: *unit.id, path: vec![unit.cell().step(direction)], pace, evade: false },
        )
    };
    let tries = || {
        [Pace::Walk, Pace::Run, Pace::Sprint]
            .into_iter()
            .flat_map(move |pace| Direction::ALL.into_iter().map(move |direction| (direction, pace)))
    };
    let allowed = tries().find_map(|(direction, pace)| Some((pace, step(direction, pace).ok()?)));
    let (cost, mark, refusal) = match &allowed {
        Some((pace, plan)) => {
            let (cost, mark) = step_cost(view, unit, (*pace, plan), budget.walk_left);
            (cost, mark, None)
        }
        None => {
            if stands_up_first(view, unit) {
                return stand_up_to_move(view, unit);
            }
            let why = Direction::ALL.into_iter().find_map(|direction| match step(direction, Pace::Walk) {
                Err(OrderError::InvalidPath { .. }) | Ok(_) => None,
                Err(why) => Some(why),
            });
            let (cost, refusal) = stuck_texts(view, unit, (why, budget.walk_left));
            (cost, None, refusal)
        }
    };
    let beyond = if budget.sprint > 0 { "runs or sprints" } else { "runs" };
    ActionChoice {
        group: ChoiceGroup::Movement,
        label: "Move".to_owned(),
        cost,
        action: ChoiceAction::Aim(Intent::Move),
        refusal,
        description: text_with_clause(
            view,
            format_args!(
                "Click a square to move. The unit walks within walking range and {beyond} beyond it. Shift+click leads the path \
                 over a square first."
            ),
            "movement",
            "SS-MOVE-01",
        ),
        command: None,
        chosen: session.intent == Intent::Move,
        mark,
    }
}

/// Says what the next step costs a unit, with the walk that is left in half metres, and whether that is all that it costs.
fn step_cost(
    view: &BattleView,
    unit: &UnitDataItem,
    (pace, plan): (Pace, &ValidatedOrder),
    walk_left: u32,
) -> (String, Option<ChoiceMark>) {
    let action = match pace {
        Pace::Walk => Action::Walk,
        Pace::Run => Action::Run,
        Pace::Sprint => Action::Sprint,
    };
    let cost = move_cost_text(view.rules().book(), plan, &action_price(view, unit, action, None));
    let text = match pace {
        Pace::Walk if cost.is_empty() => {
            return (format!("{} m", format_metres(walk_left)), Some(ChoiceMark::WalksFree));
        }
        Pace::Walk => format!("{} m · {cost}", format_metres(walk_left)),
        Pace::Run if cost.is_empty() => "run".to_owned(),
        Pace::Run => format!("run, {cost}"),
        Pace::Sprint if cost.is_empty() => "sprint".to_owned(),
        Pace::Sprint => format!("sprint, {cost}"),
    };
    (text, None)
}

/// Says what stands below the button of a unit that cannot take a step, and why it cannot, with the clause: the latter only if it
/// cannot buy a step either.
fn stuck_texts(
    view: &BattleView,
    unit: &UnitDataItem,
    (why, walk_left): (Option<OrderError>, u32),
) -> (String, Option<(String, &'static str)>) {
    if let Some(text) = bought_move_text(view, unit) {
        return (text, None);
    }
    let short = move_refusal_text(why.as_ref(), walk_left);
    let stuck = || match walk_left {
        0 => ("No movement left.".to_owned(), view.rules().ruling("movement", "SS-MOVE-21")),
        _ => ("No free square beside the unit.".to_owned(), ""),
    };
    (short, Some(why.and_then(|why| refusal_text(Err(why))).unwrap_or_else(stuck)))
}

/// Says how far a unit moves by what it can buy, and for which price: "6 m · 2 Strain". `None` if it cannot take a step even
/// then.
fn bought_move_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    TurnPurchase::list(view, unit, None).into_iter().find_map(|purchase| {
        let goes = |direction: Direction, pace| {
            let path = vec![unit.cell().step(direction)];
            let order = Order::Move { unit: *unit.id, path, pace, evade: false };
            purchase.validate_move(view, &order).is_ok()
        };
        let budget = purchase.move_budget(view, unit);
        let paces = [(Pace::Walk, budget.walk_left), (Pace::Run, budget.run)];
        let (_, farthest) = paces
            .into_iter()
            .find(|(pace, _)| Direction::ALL.into_iter().any(|direction| goes(direction, *pace)))?;
        Some(format!("{} m \u{b7} {}", format_metres(farthest), purchase.bought.price))
    })
}

/// Whether a unit lies and can stand up now, if need be by what it buys.
pub(super) fn stands_up_first(view: &BattleView, unit: &UnitDataItem) -> bool {
    let order = Order::StandUp { unit: *unit.id };
    let is_usable =
        |purchase: &TurnPurchase| !purchase.bought.ends_attacks && purchase.validate(view, &order).is_ok();
    unit.is_prone()
        && (validate_order(view, &order).is_ok()
            || TurnPurchase::list(view, unit, None).iter().any(is_usable))
}

/// The move button of a unit that has to stand up before it can move.
fn stand_up_to_move(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let order = Order::StandUp { unit: *unit.id };
    let choice = simple_choice(view, unit, "Stand up", Action::StandUp, order);
    let description =
        format!("{} is prone and stands up before moving. {}", unit.identity.name(), choice.description);
    ActionChoice { group: ChoiceGroup::Movement, description, ..choice }
}

/// Standing up beside the move of a unit that can also crawl: "Stand up", with how far it moves then.
pub(super) fn stand_up_beside_move(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let choice = stand_up_to_move(view, unit);
    let farther = upright_move_budget(view, unit).map(|(_, budget)| budget.walk_left + budget.run);
    let farther = farther.map_or_else(String::new, |half_metres| {
        format!(" Then the move is up to {} m.", format_metres(half_metres))
    });
    let crawls = format!("{} is prone and crawls until standing up.{farther}", unit.identity.name());
    ActionChoice { description: crawls, ..choice }
}
