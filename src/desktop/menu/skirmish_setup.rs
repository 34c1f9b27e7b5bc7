//! Choosing a skirmish and how it is played.

use std::sync::Arc;

use bevy_egui::egui::{self, Align, Layout, RichText, ScrollArea, Ui, vec2};

use super::{MenuContext, MenuPage, map_preview, roster, rule_options, rulebooks, squad_picker, widgets};
use crate::ai_players::SidePlayer;
use crate::app_commands;
use crate::app_commands::AppCommand;
use crate::objective_text;
use content::{Skirmish, SkirmishBundle, SkirmishOverrides};
use rules::RuleSet;

/// Width from which a list of skirmishes has room for the size of their maps.
const ROOMY: f32 = 260.0;
/// Width below which everything is in one column.
const NARROW: f32 = 740.0;
/// Space between columns.
const GAP: f32 = 18.0;
/// Room for the button that begins.
const FOOTER: f32 = 52.0;

/// Makes sure that a skirmish is chosen and put together.
pub(super) fn ensure_skirmish_chosen(desk: &mut MenuContext) {
    let content = &desk.library.loaded.content;
    let state = &mut *desk.state;
    let gone = state.chosen.as_ref().is_none_or(|id| !content.skirmishes.contains_key(id));
    if gone {
        let preferred = ["warehouse"].into_iter().find(|id| content.skirmishes.contains_key(*id));
        state.chosen = preferred.map(str::to_owned).or_else(|| content.skirmishes.keys().next().cloned());
        state.bundle = None;
    }
    if state.bundle.is_none()
        && let Some(id) = &state.chosen
    {
        let bundle = content::bundle_skirmish(content, id, &state.overrides);
        state.bundle = Some(bundle.map(Arc::new).map_err(|error| error.to_string()));
    }
}

pub(super) fn show(ui: &mut Ui, desk: &mut MenuContext) {
    ensure_skirmish_chosen(desk);
    if widgets::page_title(ui, desk.palette, "Skirmish", "Menu") {
        desk.state.page = MenuPage::Start;
    }
    let (width, height) = (ui.available_width(), ui.available_height());
    let above = height - FOOTER;
    if width < NARROW {
        scroll_area(ui, "all", above, |ui| {
            show_skirmish_list(ui, desk);
            rulebooks::show_book_choice(ui, desk);
            show_skirmish_details(ui, desk, height);
            show_terms(ui, desk);
        });
        show_begin_button(ui, desk);
        return;
    }
    let (list, options) = ((width * 0.22).clamp(200.0, 300.0), (width * 0.30).clamp(300.0, 400.0));
    let middle = width - list - options - 2.0 * GAP;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        show_column(ui, list, height, |ui| {
            scroll_area(ui, "skirmishes", height, |ui| {
                show_skirmish_list(ui, desk);
                rulebooks::show_book_choice(ui, desk);
            });
        });
        show_column(ui, middle, height, |ui| {
            scroll_area(ui, "about", height, |ui| show_skirmish_details(ui, desk, height))
        });
        show_column(ui, options, height, |ui| {
            scroll_area(ui, "terms", above, |ui| show_terms(ui, desk));
            show_begin_button(ui, desk);
        });
    });
}

/// Something that may be higher than there is room.
fn scroll_area(ui: &mut Ui, name: &str, height: f32, content: impl FnOnce(&mut Ui)) {
    let area = ScrollArea::vertical().id_salt(name).max_height(height).auto_shrink([false, false]);
    area.show(ui, content);
}

fn show_column(ui: &mut Ui, width: f32, height: f32, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.set_width(width);
        ui.set_height(height);
        content(ui);
    });
}

fn show_skirmish_list(ui: &mut Ui, desk: &mut MenuContext) {
    for (id, skirmish) in &desk.library.loaded.content.skirmishes {
        let chosen = desk.state.chosen.as_ref() == Some(id);
        let size = format!("{} \u{00D7} {} m", skirmish.map.width, skirmish.map.height);
        let size = if ui.available_width() < ROOMY { String::new() } else { size };
        if widgets::wide_choice(ui, desk.palette, &skirmish.name, &size, true, chosen).clicked() && !chosen {
            desk.state.chosen = Some(id.clone());
            // A book that was chosen stays chosen, and so does a squad.
            let SkirmishOverrides { book, squad, .. } = std::mem::take(&mut desk.state.overrides);
            desk.state.overrides = SkirmishOverrides { book, squad, ..SkirmishOverrides::default() };
            desk.state.bundle = None;
        }
    }
}

fn show_skirmish_details(ui: &mut Ui, desk: &mut MenuContext, height: f32) {
    let palette = desk.palette;
    let bundle = match desk.state.bundle.clone() {
        Some(Ok(bundle)) => bundle,
        Some(Err(problem)) => {
            widgets::show_warning(ui, palette, &problem);
            rulebooks::show_optional_chapters(ui, desk, &RuleSet::new(rulebooks::chosen_book(desk)));
            return;
        }
        None => {
            ui.label("There is no skirmish to choose.");
            return;
        }
    };
    let skirmish = &bundle.skirmish;
    let share = if skirmish.rules.book().borrowed_chapters().is_empty() { 0.62 } else { 0.5 };
    map_preview::show(ui, palette, &bundle, vec2(ui.available_width(), height * share));
    ui.add_space(6.0);
    ui.label(&skirmish.description);
    ui.add_space(6.0);
    for objective in &skirmish.objectives {
        ui.horizontal(|ui| {
            let side = usize::from(objective.side());
            let colour = skirmish.sides.get(side).map_or(0, |side| side.colour);
            widgets::show_side_mark(ui, palette, colour, side + 1);
            ui.add(egui::Label::new(objective_text::objective_sentence(skirmish, objective)).wrap());
        });
    }
    ui.label(RichText::new(time_limit_text(skirmish)).color(palette.dim));
    ui.add_space(6.0);
    rulebooks::show_optional_chapters(ui, desk, &skirmish.rules);
}

fn time_limit_text(skirmish: &Skirmish) -> String {
    format!("After {} rounds {}.", skirmish.rounds, objective_text::time_limit_words(skirmish))
}

fn show_terms(ui: &mut Ui, desk: &mut MenuContext) {
    let palette = desk.palette;
    let Some(Ok(bundle)) = desk.state.bundle.clone() else {
        squad_picker::show_squad_choice(ui, desk);
        rule_options::show_rule_options(ui, desk, None);
        return;
    };
    squad_picker::show_squad_choice(ui, desk);
    widgets::section_heading(ui, palette, "Sides");
    let mut seats = initial_players(desk, &bundle);
    ui.scope(|ui| roster::show_rosters(ui, palette, &bundle, &mut seats));
    if seats != initial_players(desk, &bundle) {
        desk.settings.players.insert(bundle.id.clone(), seats);
    }
    ui.add_space(6.0);
    widgets::section_heading(ui, palette, "Table");
    let mut free = bundle.skirmish.options.free_undo;
    let hover = "Orders can be taken back even after dice have fallen";
    if ui.checkbox(&mut free, "Take back anything").on_hover_text(hover).changed() {
        desk.state.overrides.free_undo = Some(free);
        desk.state.bundle = None;
    }
    let mut by_hand = bundle.skirmish.options.ask_dice;
    let hover = "You are asked for the faces of every roll; any roll can be left to the program";
    if ui.checkbox(&mut by_hand, "We roll our own dice").on_hover_text(hover).changed() {
        desk.state.overrides.ask_dice = Some(by_hand);
        desk.state.bundle = None;
    }
    let mut fog = bundle.skirmish.options.fog_of_war;
    let hover =
        "Each side sees only what its units see; a curtain parts the players when the other side is next";
    if ui.checkbox(&mut fog, "Fog of war").on_hover_text(hover).changed() {
        desk.state.overrides.fog_of_war = Some(fog);
        desk.state.bundle = None;
    }
    widgets::form_row(ui, "Seed of the dice", |ui| {
        let edit = widgets::text_field(&mut desk.state.seed, "from the clock", 120.0);
        ui.add(edit).on_hover_text("The same seed and orders give the same fight");
    });
    if !desk.state.seed.trim().is_empty() && parse_seed(&desk.state.seed).is_none() {
        widgets::show_warning(ui, palette, "A seed is a whole number.");
    }
    ui.add_space(6.0);
    rule_options::show_rule_options(ui, desk, Some(&bundle));
}

/// Who plays the sides: as it was last chosen for the skirmish, else persons.
fn initial_players(desk: &MenuContext, bundle: &SkirmishBundle) -> Vec<SidePlayer> {
    let mut seats = desk.settings.players.get(&bundle.id).cloned().unwrap_or_default();
    seats.resize(bundle.skirmish.sides.len(), SidePlayer::Person);
    seats
}

fn show_begin_button(ui: &mut Ui, desk: &mut MenuContext) {
    let Some(Ok(bundle)) = desk.state.bundle.clone() else { return };
    let seed =
        if desk.state.seed.trim().is_empty() { Some(None) } else { parse_seed(&desk.state.seed).map(Some) };
    let names: Vec<&str> = bundle.skirmish.sides.iter().map(|side| side.name.as_str()).collect();
    let button =
        widgets::wide_choice(ui, desk.palette, "Start", &names.join(" against "), seed.is_some(), true);
    if seed.is_some() {
        widgets::focus_first(&button);
    }
    if let (true, Some(seed)) = (button.clicked(), seed) {
        let seed = seed.unwrap_or_else(app_commands::clock_seed);
        let seats = initial_players(desk, &bundle);
        desk.requests.0.push(AppCommand::Start { bundle, seed, seats });
    }
}

fn parse_seed(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number() {
        assert_eq!(parse_seed(" 42 "), Some(42));
        assert_eq!(parse_seed("forty-two"), None);
    }
}
