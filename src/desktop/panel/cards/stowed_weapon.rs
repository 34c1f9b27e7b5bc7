//! Card of an attack with a weapon that is not in hand: what it would do once it is readied, and what that costs.

use bevy_egui::egui::Ui;

use super::card_title::show_title;
use super::key_figures::show_key_odds;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::panel::unit_inspector::weapons::current_fire_mode;
use crate::panel::widgets::PanelContext;
use crate::session::{Hover, Session};
use battle::{BattleView, Target, action_price};
use rules::play;
use rules::turn_engine::Action;

/// Returns the attack on the hovered enemy with the weapon that the player has clicked and that is still to be readied; `None`
/// without one.
pub(super) fn previewed_attack(view: &BattleView, session: &Session, hover: Hover) -> Option<AttackQuery> {
    let (unit, weapon) = session.previewed_weapon?;
    let own = view.unit(unit).filter(|own| view.round().acting() == Some(*own.id))?;
    let carried = own.inventory.get(weapon).filter(|carried| !carried.in_hand())?;
    let other = view.unit(hover.unit?).filter(|other| other.side != own.side && other.is_fighting())?;
    let mode = current_fire_mode(carried);
    Some(AttackQuery::from_current_position(&own, Target::Unit(*other.id), weapon, mode))
}

/// Draws the attack as if its weapon were ready, with the prices of both.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, query: &AttackQuery, odds: &mut ForecastCache) {
    let (palette, view) = (context.palette, context.view);
    let Target::Unit(target) = query.target else { return };
    let Some(unit) = view.unit(query.attacker) else { return };
    let Some(carried) = unit.inventory.get(query.weapon) else { return };
    let name = carried.name();
    let attack = action_price(view, &unit, play::attack_action(carried.weapon(), query.mode), None);
    let ready = action_price(view, &unit, Action::Ready, Some(query.weapon));
    let title = format!("{name} at {}", context.unit_name(target));
    show_title(ui, context, &title, &prices_text(&ready, &attack));
    ui.colored_label(palette.caution, ready_text(name.as_ref(), &ready));
    if !query.is_in_range(view) {
        let text = format!("{} is out of reach of {name} from here.", context.unit_name(target));
        ui.colored_label(palette.harm, text);
        return;
    }
    if let Some(why) = query.refusal_once_ready(view) {
        ui.colored_label(palette.harm, format!("Not possible from here: {why}"));
        return;
    }
    match odds.forecast(view, query) {
        Some(forecast) => {
            show_key_odds(ui, context, (&forecast, forecast.odds.is_harmless()), (query.target, None));
        }
        None => _ = ui.colored_label(palette.dim, "The odds cannot be calculated."),
    }
}

/// The prices of readying a weapon and of its attack: "1 AP, then 1 AP".
fn prices_text(ready: &str, attack: &str) -> String {
    let named = |price: &str| if price.is_empty() { "free".to_owned() } else { price.to_owned() };
    format!("{}, then {}", named(ready), named(attack))
}

/// Says that a weapon is to be readied first, and how.
fn ready_text(weapon: &str, price: &str) -> String {
    let price = if price.is_empty() { String::new() } else { format!(" ({price})") };
    format!(
        "{weapon} is not in hand: click its card again to ready it{price}. A click on the board attacks with what is."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{warehouse_in_every_book, with_context};
    use crate::session::Hover;

    #[test]
    fn a_stowed_weapon_that_was_clicked_is_previewed_at_the_hovered_enemy() {
        let mut previewed = 0;
        for (book, mut world) in warehouse_in_every_book() {
            with_context(&mut world, |context| {
                let view = context.view;
                let Some(own) = view.round().acting().and_then(|id| view.unit(id)) else { return };
                let enemy = view.units().find(|other| other.side != own.side).expect("there are enemies");
                let hover = Hover { cell: enemy.cell(), unit: Some(*enemy.id), barrier: None };
                for (slot, carried) in own.inventory.slots() {
                    let previewed_weapon = Some((*own.id, slot));
                    let session = Session { previewed_weapon, ..Session::default() };
                    let query = previewed_attack(view, &session, hover);
                    assert_eq!(query.is_some(), !carried.in_hand(), "{book:?}: {}", carried.name());
                    let aim = query.map(|query| (query.weapon, query.target));
                    assert!(
                        aim.is_none_or(|aim| aim == (slot, Target::Unit(*enemy.id))),
                        "{book:?}: {aim:?}"
                    );
                    previewed += usize::from(aim.is_some());
                }
            });
        }
        assert!(previewed > 0, "some weapons are stowed");
    }

    #[test]
    fn the_card_of_a_stowed_weapon_names_both_prices() {
        assert_eq!(prices_text("1 AP", "2 AP"), "1 AP, then 2 AP");
        assert_eq!(prices_text("", "1 AP"), "free, then 1 AP");
        let text = ready_text("Heavy pistol", "1 AP");
        assert!(
            text.starts_with("Heavy pistol is not in hand: click its card again to ready it (1 AP)."),
            "{text}"
        );
    }
}
