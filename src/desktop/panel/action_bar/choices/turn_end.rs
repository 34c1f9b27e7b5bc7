//! Choices that close a turn: undo and its end, and whether anything is left to do.

use super::{ActionChoice, ChoiceAction, ChoiceGroup, FREE_ACTION, refusal_text};
use crate::attack_forecast::{AttackQuery, attack_modes, attack_request};
use crate::input::InputAction;
use battle::validate_order;
use battle::{BattleView, Order, Target, UnitDataItem};
use rules::{AttackRequest, play};
use std::sync::Arc;

/// What happens to unspent AP, and what one of them could still do against the enemies in sight; empty if the book counts none.
pub(crate) fn unspent_points_text(view: &BattleView, unit: &UnitDataItem) -> String {
    let book = view.rules().book();
    let Some((text, clause)) = play::unspent_points(book) else { return String::new() };
    let has_points = play::usable_points(&view.unit_snapshot(unit)) > 0;
    let advice = has_points.then(|| play::spare_points_use(book, || attacks_in_sight(view, unit))).flatten();
    match advice {
        Some(advice) => format!("{text} {advice} {clause}"),
        None => format!("{text} {clause}"),
    }
}

/// Assembles the attacks of the enemies that a unit's side sees, with all that they hold.
fn attacks_in_sight(view: &BattleView, unit: &UnitDataItem) -> Vec<Arc<AttackRequest>> {
    let is_seen_enemy = |other: &UnitDataItem| {
        other.side != unit.side && other.is_fighting() && view.perceives(*unit.side, other)
    };
    let mut attacks = Vec::new();
    for enemy in view.units().filter(is_seen_enemy) {
        for (weapon, mode) in attack_modes(&enemy) {
            let query = AttackQuery::from_current_position(&enemy, Target::Unit(*unit.id), weapon, mode);
            attacks.extend(attack_request(view, &query));
        }
    }
    attacks
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
            !choice.cost.is_empty() && choice.cost != FREE_ACTION && !choice.cost.starts_with("free")
        }
    };
    bar.iter().filter(|choice| choice.refusal.is_none()).all(|choice| !goes_on(&choice))
}

/// Choices for undo and the end of the phase.
pub(super) fn closing_choices(
    view: &BattleView,
    unit: &UnitDataItem,
    undo: Result<(), String>,
) -> [ActionChoice; 2] {
    let end = Order::EndPhase { unit: *unit.id };
    let leaves = view.exit_sides(unit.cell()).contains(unit.side);
    let exit = if leaves { "Stands on an exit and leaves the battlefield. " } else { "" };
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
            mark: None,
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
                unspent_points_text(view, unit)
            ),
            command: Some(InputAction::EndPhase),
            chosen: false,
            mark: None,
        },
    ]
}
