//! Action choices of a unit: what it can do now, the cost, the key, and why not.

use super::cover_text::{cover_action_text, cover_counts_text, offers_cover, shooters_by_cover};
use super::{attacks, special_actions};
use crate::board::interaction::door_click::doors_within;
use crate::input::InputAction;
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{
    BattleView, Order, OrderError, Pace, TurnPurchase, UnitDataItem, ValidatedOrder, action_price,
    check_door_price, format_metres, move_budget, upright_move_budget,
};
use battle_log::clauses::keep_cited_clauses;
use model::{CellSide, Direction, Edge, ObstaclePosition, UnitId};
use rules::turn_engine::Action;
use rules::{Book, RuleSet, play};

/// What a button does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ChoiceAction {
    /// Chooses what a click on the board does.
    Aim(Intent),
    /// Gives an order.
    GiveOrder(Order),
    /// Buys what an order needs by the first order, and gives the second one.
    BuyAndGive(Order, Order),
    /// Delays the phase of a unit, with a question before each later unit.
    WaitAsking(UnitId),
    /// Ends the phase, after a confirmation if AP are left.
    EndPhase(UnitId),
    /// Opens a menu.
    OpenMenu(Vec<ActionChoice>),
    /// Aims the next of several attacks and lists them.
    CycleAttacks(Vec<ActionChoice>),
    /// Switches evading on or off for the next moves.
    SlipPast,
    /// Starts choosing a multi-attack, makes it, or cancels it.
    MultipleAttacks,
    /// Opens the action search.
    OpenSearch,
    /// Undoes the last order.
    Undo,
}

/// Group of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChoiceGroup {
    /// Movement.
    #[default]
    Movement,
    /// Attacks.
    Attacks,
    /// Special actions of the rulebook.
    SpecialActions,
    /// Cover and posture.
    Stance,
    /// Carried items: reload, ready, drop.
    Gear,
    /// Doors and items nearby.
    Surroundings,
    /// Delays, timers and multi-attacks.
    Timing,
    /// Choices for undo and the end of the phase.
    Phase,
}

impl ChoiceGroup {
    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Movement => "Movement",
            Self::Attacks => "Attacks",
            Self::SpecialActions => "Special actions",
            Self::Stance => "Stance",
            Self::Gear => "Gear",
            Self::Surroundings => "Nearby",
            Self::Timing => "Timing",
            Self::Phase => "Turn",
        }
    }
}

/// A button of the action bar.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ActionChoice {
    /// Its group.
    pub group: ChoiceGroup,
    /// Text on the button.
    pub label: String,
    /// Cost shown below the label.
    pub cost: String,
    /// What it does.
    pub action: ChoiceAction,
    /// Why it is unavailable, with the clause; `None` if it is available.
    pub refusal: Option<(String, &'static str)>,
    /// Text of the tooltip.
    pub description: String,
    /// Its key.
    pub command: Option<InputAction>,
    /// Whether it is the current choice.
    pub chosen: bool,
}

impl ActionChoice {
    /// The description without the name of the action, for a place where the label stands above it.
    pub fn description_beside_label(&self) -> String {
        let without_name = |line: &'_ str| {
            let rest = line.strip_prefix(self.label.as_str()).and_then(|rest| rest.strip_prefix('.'));
            rest.map_or(line, str::trim_start).to_owned()
        };
        self.description.lines().map(without_name).collect::<Vec<_>>().join("\n")
    }
}

/// The unit that the bar is about: the one that must answer a question, else the selected one, else the acting one.
pub(crate) fn unit_to_order(view: &BattleView, session: &Session) -> Option<UnitId> {
    let asked = view.open_prompt().map(|open| open.prompt().who).filter(|id| view.unit(*id).is_some());
    if asked.is_some() {
        return asked;
    }
    session.selected.filter(|id| view.unit(*id).is_some()).or(view.round().acting())
}

/// All choices of the bar, in display order.
pub(crate) fn all_choices(
    view: &BattleView,
    session: &Session,
    undo: Result<(), String>,
) -> Vec<ActionChoice> {
    let Some(unit) = unit_to_order(view, session).and_then(|id| view.unit(id)) else { return Vec::new() };
    let mut bar = vec![move_choice(view, &unit, session)];
    let mut gather = |group, choices: Vec<ActionChoice>| {
        bar.extend(choices.into_iter().map(|choice| ActionChoice { group, ..choice }));
    };
    gather(ChoiceGroup::Attacks, attacks::attack_choices(view, &unit, session));
    gather(ChoiceGroup::Attacks, super::karma::next_test_choices(view, &unit));
    let specials = special_actions::special_action_choices(view, &unit, session);
    // A book with its own cover action replaces the shared one.
    let own_cover = specials.iter().any(takes_cover);
    gather(ChoiceGroup::SpecialActions, specials);
    gather(ChoiceGroup::Stance, stance_choices(view, &unit, !own_cover));
    gather(ChoiceGroup::Gear, hand_choices(view, &unit).into_iter().filter(is_relevant).collect());
    gather(ChoiceGroup::Surroundings, nearby_choices(view, &unit, session));
    gather(ChoiceGroup::Timing, super::advanced_actions::advanced_choices(view, &unit, session));
    bar.extend(closing_choices(view, &unit, undo));
    // Standing up is offered once: in place of moving, or beside it if the unit can also crawl.
    if stands_up_first(view, &unit) {
        if matches!(bar[0].action, ChoiceAction::Aim(_)) && bar[0].refusal.is_none() {
            bar.insert(1, stand_up_beside_move(view, &unit));
        }
        let stands_up =
            |choice: &ActionChoice| matches!(choice.action, ChoiceAction::GiveOrder(Order::StandUp { .. }));
        if bar[..2.min(bar.len())].iter().any(stands_up) {
            bar.retain(|choice| choice.group == ChoiceGroup::Movement || !stands_up(choice));
        }
    }
    for choice in bar.iter_mut().filter(|choice| takes_cover(choice)) {
        let mut text = cover_action_text(view, &unit, own_cover);
        if let Some(counts) = cover_counts_text(&shooters_by_cover(view, &unit)) {
            text = format!("{text} {counts}");
        }
        choice.description = format!("{text}\n{}", choice.description);
    }
    bar.iter_mut().for_each(|choice| cite_rules_in_play(view.rules(), choice));
    bar
}

/// Leaves the clauses out of the texts of a choice that the rules of the battle do not cite: the turn engine names those of
/// Swan Song for every book.
fn cite_rules_in_play(rules: &RuleSet, choice: &mut ActionChoice) {
    choice.description = keep_cited_clauses(rules, &choice.description);
    if let Some((_, clause)) = &mut choice.refusal
        && !rules.cites(clause)
    {
        *clause = "";
    }
    if let ChoiceAction::OpenMenu(entries) | ChoiceAction::CycleAttacks(entries) = &mut choice.action {
        entries.iter_mut().for_each(|entry| cite_rules_in_play(rules, entry));
    }
}

/// Whether a choice takes cover, by the shared action or that of the book.
fn takes_cover(choice: &ActionChoice) -> bool {
    match &choice.action {
        ChoiceAction::GiveOrder(Order::TakeCover { .. })
        | ChoiceAction::BuyAndGive(_, Order::TakeCover { .. }) => true,
        ChoiceAction::GiveOrder(Order::SpecialAction { action, .. }) => action == "cover",
        _ => false,
    }
}

/// Taking cover, if `cover` allows the shared action, and dropping prone or standing up.
fn stance_choices(view: &BattleView, unit: &UnitDataItem, cover: bool) -> Vec<ActionChoice> {
    let (label, action, order) = if unit.is_prone() {
        ("Stand up", Action::StandUp, Order::StandUp { unit: *unit.id })
    } else {
        ("Drop prone", Action::DropProne, Order::DropProne { unit: *unit.id })
    };
    let cover = cover.then(|| cover_choice(view, unit));
    let choices = cover.into_iter().chain([simple_choice(view, unit, label, action, order)]);
    choices.filter(is_relevant).collect()
}

/// Taking cover: what its price needs is bought with it, unless that would cost the attack. It is refused where nothing
/// gives cover.
fn cover_choice(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let order = Order::TakeCover { unit: *unit.id };
    let result = validate_order(view, &order);
    let choice = simple_choice(view, unit, "Take cover", Action::TakeCover, order.clone());
    match result {
        Ok(_) if !offers_cover(view, unit) => {
            let clause = view.rules().ruling("taking cover", "SS-ACT-49");
            let refusal = Some(("No side of this square gives cover.".to_owned(), clause));
            ActionChoice { refusal, ..choice }
        }
        Err(OrderError::ForbiddenByBook { .. }) if offers_cover(view, unit) => {
            let mut purchases = TurnPurchase::list(view, unit, None).into_iter();
            let is_usable =
                |purchase: &TurnPurchase| !purchase.bought.ends_attacks && purchase.pays_cover(view);
            let Some(purchase) = purchases.find(is_usable) else { return choice };
            ActionChoice {
                cost: purchase.bought.price.to_owned(),
                refusal: None,
                description: format!("{} Buys a {} first.", choice.description, purchase.bought.text()),
                action: ChoiceAction::BuyAndGive(purchase.order(), order),
                ..choice
            }
        }
        _ => choice,
    }
}

/// Why an order would be refused, with the clause; `None` if it is valid.
pub(crate) fn refusal_text(result: Result<ValidatedOrder, OrderError>) -> Option<(String, &'static str)> {
    let refusal = result.err()?;
    Some((refusal.to_string(), refusal.clause().unwrap_or_default()))
}

/// Formats a cost as "2 AP", "free action" or "free"; a price in other terms than AP is shown as the book words it.
pub(crate) fn plan_cost_text(book: Book, plan: &ValidatedOrder, price: &str) -> String {
    let points = |text: &str| text.strip_suffix(" AP").is_some_and(|count| count.parse::<u8>().is_ok());
    match (plan.points, plan.free) {
        _ if !(price.is_empty() || price == "free" || points(price)) => price.to_owned(),
        (0, 0) => "free".to_owned(),
        (0, _) => "free action".to_owned(),
        (points, _) => play::points_text(book, points),
    }
}

/// Appends the clause to a text if the clause applies in this battle.
fn text_with_clause(
    view: &BattleView,
    text: impl std::fmt::Display,
    chapter: &str,
    clause: &'static str,
) -> String {
    match view.rules().ruling(chapter, clause) {
        "" => text.to_string(),
        clause => format!("{text} {clause}"),
    }
}

/// The chapter of an action shared by all books.
const fn action_chapter(action: Action) -> &'static str {
    match action {
        Action::TakeCover => "taking cover",
        Action::DropProne | Action::StandUp => "prone",
        _ => "action",
    }
}

/// Whether a choice gets a button: it is available, or the book has a price for it.
fn is_relevant(choice: &ActionChoice) -> bool {
    choice.refusal.is_none() || !choice.cost.is_empty()
}

fn simple_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    label: &str,
    action: Action,
    order: Order,
) -> ActionChoice {
    let result = validate_order(view, &order);
    let weapon = match order {
        Order::Reload { weapon, .. } | Order::Ready { weapon, .. } | Order::Drop { weapon, .. } => {
            Some(weapon)
        }
        _ => None,
    };
    let price = action_price(view, unit, action, weapon);
    let cost = result
        .as_ref()
        .map_or_else(|_| price.clone(), |plan| plan_cost_text(view.rules().book(), plan, &price));
    ActionChoice {
        group: ChoiceGroup::default(), // `choices` gathers
        label: label.to_owned(),
        cost,
        action: ChoiceAction::GiveOrder(order),
        refusal: refusal_text(result),
        description: text_with_clause(
            view,
            format_args!("{}.", action.name()),
            action_chapter(action),
            action.clause(),
        ),
        command: None,
        chosen: false,
    }
}

/// Why a unit that has used its movement cannot take a step.
pub(crate) const NO_MOVEMENT: &str = "no movement left";

/// Says in a few words why a unit cannot take a step: "no movement left", "needs 1 AP".
fn move_refusal_text(why: Option<&OrderError>, walk_left: u32) -> String {
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
        ChoiceAction::GiveOrder(_) => Some("stand up first"),
        _ => choice.refusal.as_ref().map(|_| choice.cost.as_str()),
    }
}

/// The move button: movement left, and whether a single step would be allowed.
fn move_choice(view: &BattleView, unit: &UnitDataItem, session: &Session) -> ActionChoice {
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
    let (cost, refusal) = match &allowed {
        Some((pace, plan)) => {
            let action = match pace {
                Pace::Walk => Action::Walk,
                Pace::Run => Action::Run,
                Pace::Sprint => Action::Sprint,
            };
            let cost = plan_cost_text(view.rules().book(), plan, &action_price(view, unit, action, None));
            let text = match pace {
                Pace::Walk => format!("{} m · {cost}", format_metres(budget.walk_left)),
                Pace::Run => format!("run, {cost}"),
                Pace::Sprint => format!("sprint, {cost}"),
            };
            (text, None)
        }
        None => {
            let why = Direction::ALL.into_iter().find_map(|direction| match step(direction, Pace::Walk) {
                Err(OrderError::InvalidPath { .. }) | Ok(_) => None,
                Err(why) => Some(why),
            });
            if stands_up_first(view, unit) {
                return stand_up_to_move(view, unit);
            }
            let short = move_refusal_text(why.as_ref(), budget.walk_left);
            let bought = bought_move_text(view, unit);
            let stuck = match budget.walk_left {
                0 => ("No movement left.".to_owned(), view.rules().ruling("movement", "SS-MOVE-21")),
                _ => ("No free square beside the unit.".to_owned(), ""),
            };
            match bought {
                Some(text) => (text, None),
                None => (short, Some(why.and_then(|why| refusal_text(Err(why))).unwrap_or(stuck))),
            }
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
                "Click a square to move. The unit walks within walking range and {beyond} beyond it."
            ),
            "movement",
            "SS-MOVE-01",
        ),
        command: None,
        chosen: session.intent == Intent::Move,
    }
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

/// Whether a unit lies and can stand up now.
fn stands_up_first(view: &BattleView, unit: &UnitDataItem) -> bool {
    unit.is_prone() && validate_order(view, &Order::StandUp { unit: *unit.id }).is_ok()
}

/// The move button of a unit that has to stand up before it can move.
fn stand_up_to_move(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let order = Order::StandUp { unit: *unit.id };
    let choice = simple_choice(view, unit, "Stand up", Action::StandUp, order);
    let description =
        format!("{} is prone and stands up before it moves. {}", unit.identity.name(), choice.description);
    ActionChoice { group: ChoiceGroup::Movement, description, ..choice }
}

/// Standing up beside the move of a unit that can also crawl: "Stand up", with how far it moves then.
fn stand_up_beside_move(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let choice = stand_up_to_move(view, unit);
    let farther = upright_move_budget(view, unit).map(|(_, budget)| budget.walk_left + budget.run);
    let farther = farther.map_or_else(String::new, |half_metres| {
        format!(" Then it moves up to {} m.", format_metres(half_metres))
    });
    let crawls = format!("{} is prone and crawls until it stands up.{farther}", unit.identity.name());
    ActionChoice { description: crawls, ..choice }
}

/// Choices for carried items: reload, ready, drop.
fn hand_choices(view: &BattleView, unit: &UnitDataItem) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    for (number, carried) in unit.inventory.slots() {
        if carried.in_hand() && carried.magazine() > 0 {
            let order = Order::Reload { unit: *unit.id, weapon: number };
            let mut choice = simple_choice(view, unit, "Reload", Action::Reload, order);
            let (name, loaded, magazine) = (carried.name(), carried.loaded(), carried.magazine());
            let description = format_args!("{name}: {loaded} of {magazine} rounds.");
            choice.description = text_with_clause(view, description, "action", "SS-ACT-60");
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
    bar.sort_by_key(|choice| matches!(&choice.action, ChoiceAction::GiveOrder(Order::Drop { .. })));
    bar
}

/// Choices for doors and items nearby.
fn nearby_choices(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<ActionChoice> {
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
        let label = format!("Pick up {}", item.item().name());
        let order = Order::PickUp { unit: *unit.id, item: id };
        let choice = simple_choice(view, unit, &label, Action::PickUp, order);
        // What is picked up is not in hand.
        let price = action_price(view, unit, Action::Ready, None);
        let ready = if price.is_empty() { String::new() } else { format!(" ({price})") };
        let description =
            format!("{} It is stowed: taking it in hand is a further action{ready}.", choice.description);
        bar.push(ActionChoice { description, ..choice });
    }
    bar
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
        ..simple_choice(view, unit, "Go to a door", Action::Door, order)
    })
}

/// What happens to unspent AP; empty if the book counts none.
pub(crate) fn unspent_points_text(view: &BattleView) -> String {
    play::unspent_points(view.rules().book())
        .map_or_else(String::new, |(text, clause)| format!("{text} {clause}"))
}

/// Formats the AP that a unit would leave unspent; empty in books without AP.
fn points_left_text(view: &BattleView, unit: &UnitDataItem) -> String {
    match play::usable_points(&view.unit_snapshot(unit)) {
        left if left > 0 && play::unspent_points(view.rules().book()).is_some() => format!("{left} AP left"),
        _ => String::new(),
    }
}

/// Whether a unit can do nothing more than free actions: neither move nor attack nor anything with a price.
pub(crate) fn is_finished(bar: &[ActionChoice]) -> bool {
    let goes_on = |choice: &&ActionChoice| match choice.group {
        ChoiceGroup::Movement | ChoiceGroup::SpecialActions => true,
        // Karma is for the next attack.
        ChoiceGroup::Attacks => !matches!(choice.action, ChoiceAction::GiveOrder(Order::Karma { .. })),
        ChoiceGroup::Phase => false,
        ChoiceGroup::Timing => {
            !matches!(choice.action, ChoiceAction::SlipPast | ChoiceAction::MultipleAttacks)
        }
        ChoiceGroup::Stance | ChoiceGroup::Gear | ChoiceGroup::Surroundings => {
            !choice.cost.is_empty() && !choice.cost.starts_with("free")
        }
    };
    bar.iter().filter(|choice| choice.refusal.is_none()).all(|choice| !goes_on(&choice))
}

/// Choices for undo and the end of the phase.
fn closing_choices(view: &BattleView, unit: &UnitDataItem, undo: Result<(), String>) -> [ActionChoice; 2] {
    let end = Order::EndPhase { unit: *unit.id };
    let leaves = view.exit_sides(unit.cell()).contains(unit.side);
    let exit = if leaves { "It stands on an exit and leaves the battlefield. " } else { "" };
    let mut cost = points_left_text(view, unit);
    if leaves {
        let separator = if cost.is_empty() { "" } else { " \u{b7} " };
        cost = format!("{cost}{separator}leaves");
    }
    [
        ActionChoice {
            group: ChoiceGroup::Phase,
            label: "Undo".to_owned(),
            cost: "last order".to_owned(),
            action: ChoiceAction::Undo,
            refusal: undo.err().map(|why| (why, "")),
            description: "Undoes the last order.".to_owned(),
            command: Some(InputAction::Undo),
            chosen: false,
        },
        ActionChoice {
            group: ChoiceGroup::Phase,
            label: "End turn".to_owned(),
            cost,
            action: ChoiceAction::EndPhase(*unit.id),
            refusal: refusal_text(validate_order(view, &end)),
            description: format!(
                "Ends the turn of {}. {exit}{}",
                unit.identity.name(),
                unspent_points_text(view)
            ),
            command: Some(InputAction::EndPhase),
            chosen: false,
        },
    ]
}

#[cfg(test)]
mod tests;
