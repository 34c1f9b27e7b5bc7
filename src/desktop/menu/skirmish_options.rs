//! Options page, the second step of setting up a battle: match options, units, squad and rules, folded away by subject.

use crate::accessibility::Accessible;
use crate::theme::scaled;
use bevy_egui::egui::{CollapsingHeader, Ui};

use super::skirmish_setup::{initial_players, keep_players, scroll_area, show_begin_button, show_column};
use super::{MenuContext, MenuPage, roster, rule_options, rulebooks, setup_changes, squad_picker, widgets};
use content::{SkirmishBundle, SkirmishOverrides};
use rules::RuleSet;

/// Width below which the page has one column, in points.
const NARROW: f32 = 700.0;
/// Space between columns, in points.
const GAP: f32 = 24.0;
/// Height reserved for the start button, in points.
const FOOTER: f32 = 52.0;

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    super::skirmish_setup::ensure_skirmish_chosen(menu);
    let bundle = menu.state.bundle.clone().and_then(Result::ok);
    let bundle = bundle.as_deref();
    let title = bundle.map_or("Options".to_owned(), |bundle| format!("Options: {}", bundle.skirmish.name));
    if widgets::page_title(ui, menu.palette, &title, "Skirmish") {
        menu.state.page = MenuPage::Skirmish;
    }
    setup_changes::show_setup_changes(ui, menu);
    let (width, height) = (ui.available_width(), ui.available_height());
    let above = height - scaled(ui, FOOTER);
    if width < scaled(ui, NARROW) {
        scroll_area(ui, "options", above, |ui| {
            show_match_options(ui, menu, bundle);
            show_units(ui, menu, bundle);
            show_rules(ui, menu, bundle);
        });
        show_begin_button(ui, menu);
        return;
    }
    let column = (width - GAP) * 0.5;
    let columns = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        show_column(ui, column, above, |ui| {
            scroll_area(ui, "match", above, |ui| {
                show_match_options(ui, menu, bundle);
                show_units(ui, menu, bundle);
            });
        });
        show_column(ui, column, above, |ui| {
            scroll_area(ui, "rules", above, |ui| show_rules(ui, menu, bundle));
        });
    });
    widgets::show_below_columns(ui, columns.response.rect, (1, GAP), |ui, _| show_begin_button(ui, menu));
}

fn show_match_options(ui: &mut Ui, menu: &mut MenuContext, bundle: Option<&SkirmishBundle>) {
    let Some(bundle) = bundle else { return squad_picker::show_squad_choice(ui, menu) };
    let options = &bundle.skirmish.options;
    widgets::section_heading(ui, menu.palette, "Match options");
    let mut overrides = menu.state.overrides.clone();
    for (name, hover, now, chosen) in [
        (
            "Fog of war",
            "Each side sees only what its units see; in hot-seat games a handover screen separates the players",
            options.fog_of_war,
            &mut overrides.fog_of_war,
        ),
        (
            "Unlimited undo",
            "Allows undo even after dice were rolled",
            options.free_undo,
            &mut overrides.free_undo,
        ),
        (
            "Enter physical dice",
            "Enter the dice of every roll yourself, or leave a roll to the game",
            options.ask_dice,
            &mut overrides.ask_dice,
        ),
    ] {
        let mut on = now;
        if ui.checkbox(&mut on, name).on_hover_text(hover).changed() {
            *chosen = Some(on);
        }
    }
    if overrides != menu.state.overrides {
        menu.state.overrides = overrides;
        menu.state.rebuild_bundle();
    }
    widgets::form_row(ui, "Random seed", |ui| {
        let edit = widgets::text_field(&mut menu.state.seed, "random", 120.0);
        ui.add(edit)
            .named("Random seed")
            .on_hover_text("The same seed and the same orders give the same battle");
    });
    if chosen_seed(&menu.state.seed).is_none() {
        widgets::show_warning(ui, menu.palette, "The seed must be a whole number.");
    }
    ui.add_space(6.0);
    squad_picker::show_squad_choice(ui, menu);
}

fn show_units(ui: &mut Ui, menu: &mut MenuContext, bundle: Option<&SkirmishBundle>) {
    let Some(bundle) = bundle else { return };
    let title = format!("Units ({})", bundle.skirmish.units.len());
    CollapsingHeader::new(title).id_salt("units").show(ui, |ui| {
        let mut players = initial_players(menu, bundle);
        ui.scope(|ui| roster::show_rosters(ui, menu.palette, bundle, &mut players));
        keep_players(menu, bundle, players);
    });
}

fn show_rules(ui: &mut Ui, menu: &mut MenuContext, bundle: Option<&SkirmishBundle>) {
    let book = rulebooks::chosen_book(menu);
    widgets::section_heading(ui, menu.palette, &format!("Rules of {}", book.name()));
    rule_options::show_rule_options(ui, menu, bundle);
    let in_use = bundle.map_or_else(|| RuleSet::new(book), |bundle| bundle.skirmish.rules.clone());
    let title = format!("Rules added from other books ({})", book.borrowed_chapters().len());
    CollapsingHeader::new(title).id_salt("added rules").show(ui, |ui| {
        rulebooks::show_optional_chapters(ui, menu, &in_use);
    });
}

/// The seed that was typed: a number, or `Some(None)` for a random one; `None` if it is not a number.
pub(super) fn chosen_seed(text: &str) -> Option<Option<u64>> {
    let text = text.trim();
    if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
}

/// What was chosen on this page, in a few words.
pub(super) fn summary(menu: &MenuContext) -> String {
    summary_text(&menu.state.overrides, &menu.state.seed)
}

fn summary_text(overrides: &SkirmishOverrides, seed: &str) -> String {
    let mut parts = option_parts(overrides);
    if !seed.trim().is_empty() {
        parts.push(format!("seed {}", seed.trim()));
    }
    if parts.is_empty() { "default".to_owned() } else { parts.join(", ") }
}

/// Lists the match options, rules and squad that were chosen, in a few words each.
pub(super) fn option_parts(overrides: &SkirmishOverrides) -> Vec<String> {
    let mut parts = Vec::new();
    let mut name = |on: Option<bool>, with: &str, without: &str| match on {
        Some(true) => parts.push(with.to_owned()),
        Some(false) => parts.push(without.to_owned()),
        None => {}
    };
    name(overrides.fog_of_war, "fog of war", "no fog of war");
    name(overrides.free_undo, "unlimited undo", "limited undo");
    name(overrides.ask_dice, "physical dice", "rolled dice");
    match overrides.switches.len() {
        0 => {}
        1 => parts.push("1 rule changed".to_owned()),
        changed => parts.push(format!("{changed} rules changed")),
    }
    if overrides.squad.is_some() {
        parts.push("own squad".to_owned());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number() {
        assert_eq!(chosen_seed(" 42 "), Some(Some(42)));
        assert_eq!(chosen_seed("  "), Some(None));
        assert_eq!(chosen_seed("forty-two"), None);
    }

    #[test]
    fn the_summary_names_only_what_was_chosen() {
        let mut overrides = SkirmishOverrides::default();
        assert_eq!(summary_text(&overrides, ""), "default");
        overrides.fog_of_war = Some(true);
        overrides.switches.insert("ss.ap.dodge".to_owned(), "2".to_owned());
        assert_eq!(summary_text(&overrides, " 7 "), "fog of war, 1 rule changed, seed 7");
    }
}
