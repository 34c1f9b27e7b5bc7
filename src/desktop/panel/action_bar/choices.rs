//! Action choices of a unit: what it can do now, the cost, the key, and why not.

mod items;
mod movement;
mod reasons;
mod stance;
mod turn_end;

use self::items::{hand_choices, nearby_choices};
#[cfg(test)]
use self::movement::move_refusal_text;
pub(crate) use self::movement::{NO_MOVEMENT, move_refusal};
use self::movement::{move_choice, stand_up_beside_move, stands_up_first};
pub(crate) use self::reasons::show_reasons;
use self::stance::{stance_choices, takes_cover};
use self::turn_end::closing_choices;
pub(crate) use self::turn_end::{is_finished, unspent_points_text};
use super::cover_text::{NOTHING_BESIDE, cover_action_text};
use super::{attacks, special_actions};
use crate::input::InputAction;
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{BattleView, Order, OrderError, TurnPurchase, UnitDataItem, ValidatedOrder, action_price};
use battle_log::clauses::keep_cited_clauses;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{Book, RuleSet, play};

/// What a button does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ChoiceAction {
    /// Chooses what a click on the board does.
    Aim(Intent),
    /// Gives an order.
    GiveOrder(Order),
    /// Gives an order that another one needs, such as a purchase, and then that one.
    GiveBoth(Order, Order),
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

impl ChoiceAction {
    /// The order that it gives, whether or not another one comes before it; `None` if it gives none at once.
    pub fn order(&self) -> Option<&Order> {
        match self {
            Self::GiveOrder(order) | Self::GiveBoth(_, order) => Some(order),
            _ => None,
        }
    }
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

/// What the bar has to know of a choice beside its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceMark {
    /// It leads to a door that the unit does not stand beside.
    GoesToDoor,
    /// It walks, and the next step costs nothing but a part of the walk, which is its cost.
    WalksFree,
    /// It is worth taking now.
    Advised,
    /// It helps only an enemy.
    AidsEnemy,
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
    /// What else is known of it.
    pub mark: Option<ChoiceMark>,
}

impl ActionChoice {
    /// Whether the unit stands up, whatever it buys for that.
    pub fn stands_up(&self) -> bool {
        matches!(self.action.order(), Some(Order::StandUp { .. }))
    }

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
    // Whatever is looked at, only the turn of the acting unit can end.
    let acting = view.round().acting().and_then(|id| view.unit(id));
    bar.extend(closing_choices(view, acting.as_ref().unwrap_or(&unit), undo));
    let purchases = TurnPurchase::list(view, &unit, None);
    bar.iter_mut().for_each(|choice| buy_for_choice(view, &purchases, choice));
    // Standing up is offered once: in place of moving, or beside it if the unit can also crawl.
    if stands_up_first(view, &unit) {
        if matches!(bar[0].action, ChoiceAction::Aim(_)) && bar[0].refusal.is_none() {
            let mut beside = stand_up_beside_move(view, &unit);
            buy_for_choice(view, &purchases, &mut beside);
            bar.insert(1, beside);
        }
        if bar[..2.min(bar.len())].iter().any(ActionChoice::stands_up) {
            bar.retain(|choice| choice.group == ChoiceGroup::Movement || !choice.stands_up());
        }
    }
    for choice in bar.iter_mut().filter(|choice| takes_cover(choice)) {
        let text = cover_action_text(view, &unit, own_cover);
        let is_said = |why: &str| why == NOTHING_BESIDE && text.starts_with(NOTHING_BESIDE);
        if !choice.refusal.as_ref().is_some_and(|(why, _)| is_said(why)) {
            choice.description = format!("{text}\n{}", choice.description);
        }
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

/// Why an order would be refused, with the clause; `None` if it is valid.
pub(crate) fn refusal_text(result: Result<ValidatedOrder, OrderError>) -> Option<(String, &'static str)> {
    let refusal = result.err()?;
    Some((refusal.to_string(), refusal.clause().unwrap_or_default()))
}

/// What uses the Free Action of a turn costs.
const FREE_ACTION: &str = "Free Action";

/// Formats a cost as "2 AP", "Free Action" or "free"; a price in other terms than AP is shown as the book words it.
pub(crate) fn plan_cost_text(book: Book, plan: &ValidatedOrder, price: &str) -> String {
    let points = |text: &str| text.strip_suffix(" AP").is_some_and(|count| count.parse::<u8>().is_ok());
    match (plan.points, plan.free) {
        _ if !(price.is_empty() || price == "free" || points(price)) => price.to_owned(),
        (0, 0) => "free".to_owned(),
        (0, _) => FREE_ACTION.to_owned(),
        (points, _) => play::points_text(book, points),
    }
}

/// Formats what a move costs: as [`plan_cost_text`], and nothing if it costs nothing any more.
pub(crate) fn move_cost_text(book: Book, plan: &ValidatedOrder, price: &str) -> String {
    Some(plan_cost_text(book, plan, price)).filter(|cost| cost != "free").unwrap_or_default()
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
        mark: None,
    }
}

/// Lets a refused choice buy what its order needs, such as a second manoeuvre, unless that would cost the attack. What is
/// possible, or not even then, stays as it is.
fn buy_for_choice(view: &BattleView, purchases: &[TurnPurchase], choice: &mut ActionChoice) {
    let ChoiceAction::GiveOrder(order) = &choice.action else { return };
    // Taking cover has looked for its purchase already: it has to be of use as well.
    if choice.refusal.is_none() || takes_cover(choice) {
        return;
    }
    let is_usable = |purchase: &&TurnPurchase| {
        !purchase.bought.ends_attacks && purchase.order() != *order && purchase.validate(view, order).is_ok()
    };
    if let Some(purchase) = purchases.iter().find(is_usable) {
        *choice = buy_first(purchase, order.clone(), choice.clone());
    }
}

/// Turns a choice into one that makes a purchase before its order, with the price on the button.
fn buy_first(purchase: &TurnPurchase, order: Order, choice: ActionChoice) -> ActionChoice {
    ActionChoice {
        cost: purchase.bought.price.to_owned(),
        refusal: None,
        description: format!("{} First buys a {}.", choice.description, purchase.bought.sentence_text()),
        action: ChoiceAction::GiveBoth(purchase.order(), order),
        ..choice
    }
}

#[cfg(test)]
mod tests;
