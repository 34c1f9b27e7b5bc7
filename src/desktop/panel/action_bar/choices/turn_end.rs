//! Choices that close a turn: undo and its end, and whether anything is left to do.

use super::{ActionChoice, ChoiceAction, ChoiceGroup, FREE_ACTION, refusal_text};
use crate::input::InputAction;
use battle::validate_order;
use battle::{BattleView, Order, UnitDataItem};
use rules::play;

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
                unspent_points_text(view)
            ),
            command: Some(InputAction::EndPhase),
            chosen: false,
            mark: None,
        },
    ]
}
