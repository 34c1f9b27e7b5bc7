//! Skirmish page: map, rulebook, sides and match options.

use std::sync::Arc;

use bevy_egui::egui::{self, Align, Layout, RichText, ScrollArea, Ui, vec2};

use super::{MenuContext, MenuPage, map_preview, roster, rule_options, rulebooks, squad_picker, widgets};
use crate::ai_players;
use crate::ai_players::SidePlayer;
use crate::app_commands;
use crate::app_commands::AppCommand;
use crate::objective_text;
use battle_log::log_text::capitalise;
use content::{Skirmish, SkirmishBundle, SkirmishOverrides};
use rules::RuleSet;

/// Least width of the skirmish list that also fits the map sizes, in points.
const ROOMY: f32 = 260.0;
/// Width below which the page has one column, in points.
const NARROW: f32 = 740.0;
/// Space between columns, in points.
const GAP: f32 = 18.0;
/// Height reserved for the start button, in points.
const FOOTER: f32 = 52.0;

/// Chooses a skirmish if none is chosen, and builds its bundle.
pub(super) fn ensure_skirmish_chosen(menu: &mut MenuContext) {
    let content = &menu.library.loaded.content;
    let state = &mut *menu.state;
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

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    ensure_skirmish_chosen(menu);
    if widgets::page_title(ui, menu.palette, "Skirmish", "Menu") {
        menu.state.page = MenuPage::Start;
    }
    let (width, height) = (ui.available_width(), ui.available_height());
    let above = height - FOOTER;
    if width < NARROW {
        scroll_area(ui, "all", above, |ui| {
            show_skirmish_list(ui, menu);
            rulebooks::show_book_choice(ui, menu);
            show_skirmish_details(ui, menu, height);
            show_terms(ui, menu);
        });
        show_begin_button(ui, menu);
        return;
    }
    let (list, options) = ((width * 0.22).clamp(200.0, 300.0), (width * 0.30).clamp(300.0, 400.0));
    let middle = width - list - options - 2.0 * GAP;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        show_column(ui, list, height, |ui| {
            scroll_area(ui, "skirmishes", height, |ui| {
                show_skirmish_list(ui, menu);
                rulebooks::show_book_choice(ui, menu);
            });
        });
        show_column(ui, middle, height, |ui| {
            scroll_area(ui, "about", height, |ui| show_skirmish_details(ui, menu, height))
        });
        show_column(ui, options, height, |ui| {
            scroll_area(ui, "terms", above, |ui| show_terms(ui, menu));
            show_begin_button(ui, menu);
        });
    });
}

/// Vertical scroll area of a fixed height.
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

fn show_skirmish_list(ui: &mut Ui, menu: &mut MenuContext) {
    for (id, skirmish) in &menu.library.loaded.content.skirmishes {
        let chosen = menu.state.chosen.as_ref() == Some(id);
        let size = format!("{} \u{00D7} {} m", skirmish.map.width, skirmish.map.height);
        let size = if ui.available_width() < ROOMY { String::new() } else { size };
        if widgets::wide_choice(ui, menu.palette, &skirmish.name, &size, true, chosen).clicked() && !chosen {
            menu.state.chosen = Some(id.clone());
            // Book and squad overrides survive a change of the skirmish.
            let SkirmishOverrides { book, squad, .. } = std::mem::take(&mut menu.state.overrides);
            menu.state.overrides = SkirmishOverrides { book, squad, ..SkirmishOverrides::default() };
            menu.state.bundle = None;
        }
    }
}

fn show_skirmish_details(ui: &mut Ui, menu: &mut MenuContext, height: f32) {
    let palette = menu.palette;
    let bundle = match menu.state.bundle.clone() {
        Some(Ok(bundle)) => bundle,
        Some(Err(problem)) => {
            widgets::show_warning(ui, palette, &problem);
            rulebooks::show_optional_chapters(ui, menu, &RuleSet::new(rulebooks::chosen_book(menu)));
            return;
        }
        None => {
            ui.label("No skirmishes found.");
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
    rulebooks::show_optional_chapters(ui, menu, &skirmish.rules);
}

fn time_limit_text(skirmish: &Skirmish) -> String {
    format!("{} after round {}.", capitalise(&objective_text::time_limit_words(skirmish)), skirmish.rounds)
}

fn show_terms(ui: &mut Ui, menu: &mut MenuContext) {
    let palette = menu.palette;
    let Some(Ok(bundle)) = menu.state.bundle.clone() else {
        squad_picker::show_squad_choice(ui, menu);
        rule_options::show_rule_options(ui, menu, None);
        return;
    };
    squad_picker::show_squad_choice(ui, menu);
    widgets::section_heading(ui, palette, "Sides");
    let mut players = initial_players(menu, &bundle);
    ui.scope(|ui| roster::show_rosters(ui, palette, &bundle, &mut players));
    if players != initial_players(menu, &bundle) {
        menu.settings.players.insert(bundle.id.clone(), players);
    }
    ui.add_space(6.0);
    widgets::section_heading(ui, palette, "Match options");
    let mut free = bundle.skirmish.options.free_undo;
    let hover = "Allows undo even after dice were rolled";
    if ui.checkbox(&mut free, "Unlimited undo").on_hover_text(hover).changed() {
        menu.state.overrides.free_undo = Some(free);
        menu.state.bundle = None;
    }
    let mut by_hand = bundle.skirmish.options.ask_dice;
    let hover = "Enter the dice of every roll yourself, or leave a roll to the game";
    if ui.checkbox(&mut by_hand, "Enter physical dice").on_hover_text(hover).changed() {
        menu.state.overrides.ask_dice = Some(by_hand);
        menu.state.bundle = None;
    }
    let mut fog = bundle.skirmish.options.fog_of_war;
    let hover =
        "Each side sees only what its units see; in hot-seat games a handover screen separates the players";
    if ui.checkbox(&mut fog, "Fog of war").on_hover_text(hover).changed() {
        menu.state.overrides.fog_of_war = Some(fog);
        menu.state.bundle = None;
    }
    widgets::form_row(ui, "Random seed", |ui| {
        let edit = widgets::text_field(&mut menu.state.seed, "random", 120.0);
        ui.add(edit).on_hover_text("The same seed and the same orders give the same battle");
    });
    if !menu.state.seed.trim().is_empty() && parse_seed(&menu.state.seed).is_none() {
        widgets::show_warning(ui, palette, "The seed must be a whole number.");
    }
    ui.add_space(6.0);
    rule_options::show_rule_options(ui, menu, Some(&bundle));
}

/// Players of the sides: the last choice for this skirmish, else those of its lesson, else all human.
fn initial_players(menu: &MenuContext, bundle: &SkirmishBundle) -> Vec<SidePlayer> {
    let last = menu.settings.players.get(&bundle.id).cloned();
    let mut players = last.unwrap_or_else(|| ai_players::usual_players(bundle));
    players.resize(bundle.skirmish.sides.len(), SidePlayer::Person);
    players
}

fn show_begin_button(ui: &mut Ui, menu: &mut MenuContext) {
    let Some(Ok(bundle)) = menu.state.bundle.clone() else { return };
    let seed =
        if menu.state.seed.trim().is_empty() { Some(None) } else { parse_seed(&menu.state.seed).map(Some) };
    let names: Vec<&str> = bundle.skirmish.sides.iter().map(|side| side.name.as_str()).collect();
    let button = widgets::wide_choice(ui, menu.palette, "Start", &names.join(" vs "), seed.is_some(), true);
    if seed.is_some() {
        widgets::focus_first(&button);
    }
    if let (true, Some(seed)) = (button.clicked(), seed) {
        let seed = seed.unwrap_or_else(|| app_commands::battle_seed(&bundle));
        let players = initial_players(menu, &bundle);
        menu.requests.commands.write(AppCommand::Start { bundle, seed, seats: players });
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
