//! Sentence about what a click does while a choice is open, such as a path over waypoints or an aim, and how to leave
//! it.

use super::action_bar::choices::unit_to_order;
use super::cards::move_card::over_text;
use super::player_task::{PlayerTask, player_task};
use super::widgets::PanelContext;
use crate::input::InputAction;
use crate::session::{Intent, Session};
use battle::{UnitDataItem, available_actions};

/// Says what the open choice of the acting unit waits for; `None` while a click moves or attacks as usual.
pub(super) fn mode_text(context: &PanelContext, session: &Session) -> Option<String> {
    match player_task(context) {
        Some(PlayerTask::GiveOrders) => {}
        Some(PlayerTask::FreeMove(_)) => {
            let waypoints = (!session.waypoints.is_empty()).then(|| waypoints_text(context, session));
            return session.present_warning().map(|warning| warning.text.clone()).or(waypoints);
        }
        _ => return None,
    }
    let unit = unit_to_order(context.view, session).and_then(|id| context.view.unit(id))?;
    if context.view.round().acting() != Some(*unit.id) {
        return None;
    }
    if let Some(warning) = session.present_warning() {
        return Some(warning.text.clone());
    }
    let text = match session.intent {
        Intent::SpecialAction { key } => special_action_text(context, &unit, key, session.marked.is_some())?,
        Intent::Door => "Click a door or window that the unit can reach.".to_owned(),
        Intent::PickUp => "Click an item on the ground.".to_owned(),
        Intent::PlaceItem { weapon, .. } => {
            let item = unit.inventory.get(weapon)?.name().to_string();
            match session.marked {
                Some(_) => format!("{item}: click the square once more to act."),
                None => format!("{item}: choose a square. The first click shows it, the second one acts."),
            }
        }
        Intent::Move if !session.waypoints.is_empty() => return Some(waypoints_text(context, session)),
        Intent::Attack { weapon, .. } if session.multiple_attacks.is_none() => {
            aim_text(context, session, (&unit, weapon))?
        }
        Intent::Move | Intent::Attack { .. } => chosen_attacks_text(session.multiple_attacks.as_ref()?.len()),
    };
    let key = context.key_label(InputAction::Back);
    Some(format!("{text}{}", back_text(&key, session.open_menu.is_some() && !session.ends_aim_with_list())))
}

/// Says what the key that steps back does first: it closes an open list before it ends the choice.
fn back_text(key: &str, is_list_open: bool) -> String {
    match (key, is_list_open) {
        ("", _) => String::new(),
        (key, true) => format!(" {key} closes the list."),
        (key, false) => format!(" {key} cancels."),
    }
}

/// Says how a path over waypoints goes on: "Path over 2 waypoints: a click moves along it, Shift+click leads it on. Esc or
/// Backspace removes the last one."
fn waypoints_text(context: &PanelContext, session: &Session) -> String {
    let adds = match context.key_label(InputAction::Waypoint) {
        key if key.is_empty() => "Shift+click leads it on".to_owned(),
        key => format!("Shift+click or {key} leads it on"),
    };
    let keys = [InputAction::Back, InputAction::EndPhase].map(|action| context.key_label(action));
    let keys: Vec<String> = keys.into_iter().filter(|key| !key.is_empty()).collect();
    let removes = match keys.is_empty() {
        true => String::new(),
        false => format!(" {} removes the last one.", keys.join(" or ")),
    };
    let over = over_text(session.waypoints.len());
    format!("Path{over}: a click moves along it, {adds}.{removes}")
}

/// Says what a special action on another unit waits for.
fn special_action_text(
    context: &PanelContext,
    unit: &UnitDataItem,
    key: &str,
    is_marked: bool,
) -> Option<String> {
    let actions = available_actions(context.view, unit);
    let label = &actions.iter().find(|action| action.key == key)?.label;
    Some(match is_marked {
        true => format!("{label}: click the unit once more to act."),
        false => format!("{label}: choose a unit. The first click shows it, the second one acts."),
    })
}

/// Says what an aim waits for while no card says it, because nothing that could be attacked is pointed at: "Rifle at Gant: Enter
/// or a click on it attacks."; `None` otherwise.
fn aim_text(
    context: &PanelContext,
    session: &Session,
    (unit, weapon): (&UnitDataItem, usize),
) -> Option<String> {
    if session.hover.is_some_and(|hover| hover.unit.is_some_and(|other| other != *unit.id)) {
        return None;
    }
    let name = unit.inventory.get(weapon)?.name().to_string();
    let target = session.marked.and_then(|cell| context.view.target_at(unit, cell));
    let target = target.map(|target| target.identity.name().to_owned());
    Some(aim_sentence(&name, target.as_deref(), &context.key_label(InputAction::Confirm)))
}

/// Words an aim, given the target and the key that confirms.
fn aim_sentence(weapon: &str, target: Option<&str>, key: &str) -> String {
    let key = if key.is_empty() { String::new() } else { format!("{key} or ") };
    match target {
        Some(target) => format!("{weapon} at {target}: {key}a click on it attacks."),
        None => format!("{weapon}: choose a target."),
    }
}

/// Says how a multi-attack goes on after so many chosen attacks.
fn chosen_attacks_text(count: usize) -> String {
    match count {
        0 => "Multi-attack: confirm each attack that belongs to it.".to_owned(),
        1 => "Multi-attack: 1 attack is chosen; confirm the others.".to_owned(),
        count => format!(
            "Multi-attack: {count} attacks are chosen. \u{201c}Attack {count} times\u{201d} makes them."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_that_steps_back_first_closes_an_open_list() {
        assert_eq!(back_text("Esc", true), " Esc closes the list.");
        assert_eq!(back_text("Esc", false), " Esc cancels.");
        assert_eq!(back_text("", true), "");
    }

    #[test]
    fn an_aim_names_its_weapon_and_its_target() {
        let text = |target| aim_sentence("Rifle", target, "Enter");
        assert_eq!(text(Some("Gant")), "Rifle at Gant: Enter or a click on it attacks.");
        assert_eq!(text(None), "Rifle: choose a target.");
        assert_eq!(aim_sentence("Rifle", Some("Gant"), ""), "Rifle at Gant: a click on it attacks.");
    }
}
