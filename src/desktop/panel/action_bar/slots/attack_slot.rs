//! The Attack slot: the order of its attacks, the one that it aims, and what it says.

use crate::attack_forecast::WeaponChoice;
use crate::panel::action_bar::choices::{ActionChoice, ChoiceAction};
use crate::replaced_attack::REPLACE_KEY;
use crate::session::Intent;
use battle::Order;
use rules::play;

/// Whether a choice replaces an announced attack: it is there only where that is possible.
pub(in crate::panel::action_bar) fn replaces_attack(choice: &ActionChoice) -> bool {
    let order = choice.action.order();
    choice.refusal.is_none()
        && matches!(order, Some(Order::SpecialAction { action, .. }) if action == REPLACE_KEY)
}

/// Sorts attacks: first what replaces an announced one, without which most others are refused, then those that can be made, by
/// their worth, then the attack options of the book, then what throws the weapon away, then what is refused.
pub(super) fn rank_choices(attacks: &[ActionChoice], ranked: &[WeaponChoice]) -> Vec<ActionChoice> {
    let mut sorted = attacks.to_vec();
    let place = |choice: &ActionChoice| match choice.action {
        ChoiceAction::Aim(Intent::Attack { weapon, mode, option: None }) => {
            ranked.iter().position(|known| *known == (weapon, mode)).unwrap_or(ranked.len())
        }
        _ => ranked.len() + 1,
    };
    // Stable: options keep the order of the book.
    sorted.sort_by_key(|choice| {
        (!replaces_attack(choice), choice.refusal.is_some(), throws_weapon(choice), place(choice))
    });
    sorted
}

/// Whether an attack throws the weapon away: the unit would be unarmed afterwards, so that it is only made on purpose.
fn throws_weapon(choice: &ActionChoice) -> bool {
    match choice.action {
        ChoiceAction::Aim(Intent::Attack { option: Some(option), .. }) => play::option_throws_weapon(option),
        _ => false,
    }
}

/// Whether none of these attacks is chosen, and the only ones that can be made throw the weapon away.
pub(super) fn only_throws(attacks: &[ActionChoice]) -> bool {
    let is_chosen = attacks.iter().any(|choice| choice.chosen);
    !is_chosen && attack_to_aim(attacks, None).is_none() && attacks.first().is_some_and(throws_weapon)
}

/// Returns the attack that the button aims when none is chosen: the preferred one, else the first one, that is not refused
/// and keeps the weapon in hand.
pub(in crate::panel::action_bar) fn attack_to_aim(
    attacks: &[ActionChoice],
    preferred: Option<WeaponChoice>,
) -> Option<&ActionChoice> {
    let aims = |choice: &&ActionChoice| {
        matches!(choice.action, ChoiceAction::Aim(Intent::Attack { .. } | Intent::PlaceItem { .. }))
    };
    let is_preferred = |choice: &&ActionChoice| match choice.action {
        ChoiceAction::Aim(Intent::Attack { weapon, mode, option: None }) => preferred == Some((weapon, mode)),
        _ => false,
    };
    let can_aim = |choice: &&ActionChoice| aims(choice) && choice.refusal.is_none() && !throws_weapon(choice);
    let mut open = attacks.iter().filter(can_aim);
    open.clone().find(is_preferred).or_else(|| open.next())
}

/// The weapon of an ordinary attack; `None` for attack options.
fn weapon_of(choice: &ActionChoice) -> Option<usize> {
    match choice.action {
        ChoiceAction::Aim(Intent::Attack { weapon, option: None, .. }) => Some(weapon),
        _ => None,
    }
}

/// Returns the attack with another weapon that stands before the one that the button aims and is not possible now, with
/// its reason.
pub(super) fn passed_over_attacks(
    attacks: &[ActionChoice],
    aimed: Option<&ActionChoice>,
) -> Option<(String, String)> {
    let aimed = aimed.filter(|choice| choice.refusal.is_none())?;
    let before = attacks.iter().take_while(|choice| *choice != aimed);
    let refused =
        before.filter(|choice| weapon_of(choice).is_some_and(|weapon| Some(weapon) != weapon_of(aimed)));
    let (first, (why, _)) = refused.filter_map(|choice| Some((choice, choice.refusal.as_ref()?))).next()?;
    Some((first.label.clone(), why.clone()))
}

/// Text of the Attack button: the price, which has to be read whole, and the attack, "2 AP · Long burst".
pub(super) fn attack_button_text(attack: &ActionChoice) -> String {
    let price = attack.cost.split([':', '\u{b7}']).next().unwrap_or_default().trim();
    match price {
        _ if attack.shows_reason() => attack.label.clone(),
        // The part that the chosen attack of a menu is aimed at.
        _ if attack.chosen && matches!(attack.action, ChoiceAction::OpenMenu(_)) => attack.cost.clone(),
        price if price.is_empty() || matches!(attack.action, ChoiceAction::OpenMenu(_)) => {
            attack.label.clone()
        }
        price => format!("{price} \u{b7} {}", label_beside_price(attack)),
    }
}

/// The label of an attack where its price stands beside it: a fire mode without its shots.
fn label_beside_price(attack: &ActionChoice) -> &str {
    match attack.action {
        ChoiceAction::Aim(Intent::Attack { mode: Some(mode), .. }) if attack.label == mode.name() => {
            mode.short_name()
        }
        _ => &attack.label,
    }
}

/// Returns the attack that follows the chosen one; without one, the attack that the button aims. Menus are passed
/// over, and attacks that throw the weapon away.
pub(in crate::panel::action_bar) fn next_attack(attacks: &[ActionChoice]) -> Option<Intent> {
    let usable: Vec<(Intent, bool)> = attacks
        .iter()
        .filter(|choice| choice.refusal.is_none() && (choice.chosen || !throws_weapon(choice)))
        .filter_map(|choice| match choice.action {
            ChoiceAction::Aim(intent) => Some((intent, choice.chosen)),
            _ => None,
        })
        .collect();
    let next = usable.iter().position(|(_, chosen)| *chosen).map_or(0, |at| (at + 1) % usable.len());
    usable.get(next).map(|(intent, _)| *intent)
}
