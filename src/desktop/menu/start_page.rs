//! Start page of the main menu.

use std::sync::Arc;
use std::time::SystemTime;

use bevy_egui::egui::{self, RichText, ScrollArea, Ui, Vec2, vec2};

use super::{MenuContext, MenuPage, RefreshSaves, map_preview, setup_changes, widgets};
use crate::ai_players::SidePlayer;
use crate::app_commands;
use crate::app_commands::AppCommand;
use crate::home_folder;
use crate::input::{InputAction, binding_text};
use crate::rulebook::OpenRulebook;
use crate::saves;
use crate::theme::scaled;
use ai::Difficulty;
use content::{Severity, SkirmishBundle, SkirmishOverrides};

/// Width of the button column, in points.
const COLUMN: f32 = 340.0;
/// Most content errors listed.
const MAX_PROBLEMS: usize = 6;

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    show_version(ui, menu);
    let height = ui.available_height();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(((height - 460.0) * 0.3).clamp(0.0, 130.0));
        ui.horizontal_top(|ui| {
            let room = ui.available_width();
            ui.add_space((room * 0.08).min(120.0));
            let column = scaled(ui, COLUMN).min(ui.available_width());
            let buttons = ui.vertical(|ui| {
                ui.set_width(column);
                show_title(ui, menu);
                show_folder_problem(ui, menu);
                let pictured = show_start_buttons(ui, menu);
                show_problems(ui, menu);
                pictured
            });
            let left = ui.available_width() - 64.0;
            if let Some(bundle) = buttons.inner.filter(|_| left > 320.0) {
                ui.add_space(32.0);
                show_map_picture(ui, menu, &bundle, vec2(left, height));
            }
        });
    });
}

fn show_title(ui: &mut Ui, menu: &MenuContext) {
    let low = widgets::is_low_window(ui);
    ui.label(
        RichText::new("BREACHLINE")
            .size(scaled(ui, if low { 24.0 } else { 34.0 }))
            .strong()
            .color(menu.palette.text),
    );
    ui.label(RichText::new("Tactical skirmishes with every number shown").color(menu.palette.dim));
    ui.add_space(if low { 4.0 } else { 26.0 });
}

/// Says that nothing can be saved, and offers another folder.
fn show_folder_problem(ui: &mut Ui, menu: &mut MenuContext) {
    let Some(problem) = menu.home.write_problem() else { return };
    widgets::framed_card(ui, menu.palette, |ui| {
        let text = format!("Battles and settings will not be saved. {problem}");
        widgets::show_warning(ui, menu.palette, &text);
        let command = home_folder::show_folder_choice(ui, menu.palette, &mut menu.home.typed);
        menu.requests.commands.write_batch(command);
    });
    ui.add_space(12.0);
}

/// Draws the buttons; returns the skirmish whose map is pictured beside them.
fn show_start_buttons(ui: &mut Ui, menu: &mut MenuContext) -> Option<Arc<SkirmishBundle>> {
    ui.spacing_mut().item_spacing.y = 8.0;
    let continued = show_continue_button(ui, menu);
    show_lessons_button(ui, menu);
    let quick = show_quick_battle_button(ui, menu);
    show_page_buttons(ui, menu);
    match (continued, quick) {
        (Some((false, map)), Some((false, _))) | (Some((true, map)), _) => Some(map),
        (_, quick) => quick.map(|(_, map)| map),
    }
}

/// Whether a button is hovered or focused, and the skirmish that it plays.
type PicturedButton = (bool, Arc<SkirmishBundle>);

/// Draws the button that resumes the newest unfinished battle; returns its map, if it is in the content.
fn show_continue_button(ui: &mut Ui, menu: &mut MenuContext) -> Option<PicturedButton> {
    let now = SystemTime::now();
    let unfinished = menu.saves.latest_unfinished().map(|(save, summary)| {
        let round =
            if summary.round == 0 { "deployment".to_owned() } else { format!("round {}", summary.round) };
        let when = saves::age_text(save.modified, now);
        (save.path.clone(), format!("{}, {round}", summary.skirmish), when, summary.id.clone())
    });
    match unfinished {
        Some((path, what, when, id)) => {
            let button = widgets::wide_button(ui, menu.palette, "Continue", &what, true);
            widgets::focus_first(&button);
            let is_lit = button.hovered() || button.has_focus();
            if button.on_hover_text(format!("Played {when}")).clicked() {
                menu.requests.commands.write(AppCommand::Open(path));
            }
            continued_map(menu, id).map(|map| (is_lit, map))
        }
        None => {
            let why = if menu.saves.is_reading() { "reading saves\u{2026}" } else { "no unfinished battle" };
            widgets::wide_button(ui, menu.palette, "Continue", why, false);
            None
        }
    }
}

/// Returns the skirmish with this key, built once.
fn continued_map(menu: &mut MenuContext, id: String) -> Option<Arc<SkirmishBundle>> {
    if menu.state.continued.as_ref().is_none_or(|(known, _)| *known != id) {
        let built =
            content::bundle_skirmish(&menu.library.loaded.content, &id, &SkirmishOverrides::default());
        menu.state.continued = Some((id, built.ok().map(Arc::new)));
    }
    menu.state.continued.as_ref().and_then(|(_, map)| map.clone())
}

/// Draws the button that starts a battle at once: the chosen map, the first side against a normal AI. What it starts, and what of
/// that differs from the usual battle, stands below it.
fn show_quick_battle_button(ui: &mut Ui, menu: &mut MenuContext) -> Option<PicturedButton> {
    super::skirmish_setup::ensure_skirmish_chosen(menu);
    let bundle = menu.state.bundle.clone().and_then(Result::ok);
    let Some(bundle) = bundle else {
        widgets::wide_button(ui, menu.palette, "Quick battle", "no map to play", false);
        return None;
    };
    let sides = &bundle.skirmish.sides;
    let button = widgets::wide_button(ui, menu.palette, "Quick battle", &bundle.skirmish.name, true);
    if !menu.saves.is_reading() {
        widgets::focus_first(&button);
    }
    let is_lit = button.hovered() || button.has_focus();
    if button.clicked() {
        let opponent = SidePlayer::Ai { difficulty: Difficulty::Normal, personality: None };
        let mut seats = vec![opponent; sides.len()];
        if let Some(first) = seats.first_mut() {
            *first = SidePlayer::Person;
        }
        let (bundle, seed) = (bundle.clone(), app_commands::clock_seed());
        menu.requests.commands.write(AppCommand::Start { bundle, seed, seats });
    }
    setup_changes::show_quick_words(ui, menu, &bundle.skirmish);
    setup_changes::show_quick_changes(ui, menu);
    Some((is_lit, bundle))
}

/// Draws the button that opens the lessons. Who has no save and no finished lesson sees it first.
fn show_lessons_button(ui: &mut Ui, menu: &mut MenuContext) {
    let content = &menu.library.loaded.content;
    let (done, all) = (menu.lessons.count(content), content.lessons.len());
    let is_new = done == 0 && !menu.saves.is_reading() && menu.saves.list().is_empty();
    let more = match (is_new, all) {
        (_, 0) => "no lessons".to_owned(),
        (true, _) => "first lesson: 3 minutes".to_owned(),
        (false, _) => format!("{done} of {all} done"),
    };
    let button = widgets::wide_choice(ui, menu.palette, "Learn to play", &more, all > 0, is_new);
    if is_new {
        widgets::focus_first(&button);
    }
    if button.clicked() {
        menu.state.page = MenuPage::Lessons;
        menu.state.problem = None;
    }
}

/// Draws the buttons that open pages, the rulebook, and the one that quits.
fn show_page_buttons(ui: &mut Ui, menu: &mut MenuContext) {
    let count = |number: usize, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    };
    let skirmishes = menu.library.loaded.content.skirmishes.len();
    let saved = menu.saves.list().len();
    let scenes = menu.library.loaded.content.labs.len();
    let campaigns = &menu.library.loaded.content.campaigns;
    let has_campaigns = !campaigns.is_empty();
    let only =
        campaigns.iter().next().filter(|_| campaigns.len() == 1).map(|(id, campaign)| (id.clone(), campaign));
    let campaigns = match &only {
        Some((_, campaign)) => campaign.name.clone(),
        None => count(campaigns.len(), "campaign", "campaigns"),
    };
    let only = only.map(|(id, _)| id);
    for (text, more, page, enabled) in [
        ("Campaign", campaigns, MenuPage::Campaign, has_campaigns),
        ("Skirmish", count(skirmishes, "map", "maps"), MenuPage::Skirmish, skirmishes > 0),
        ("Load", count(saved, "save", "saves"), MenuPage::Load, true),
        ("Lab", count(scenes, "scene", "scenes"), MenuPage::Lab, true),
        ("Settings", String::new(), MenuPage::Settings, true),
    ] {
        let button = widgets::wide_button(ui, menu.palette, text, &more, enabled);
        if enabled && !menu.saves.is_reading() {
            widgets::focus_first(&button);
        }
        if button.clicked() {
            menu.state.page = page;
            menu.state.problem = None;
            if page == MenuPage::Campaign {
                match &only {
                    Some(id) => menu.state.campaign.open(id),
                    None => menu.state.campaign.campaign = None,
                }
            }
            if page == MenuPage::Load {
                menu.requests.refresh_saves.write(RefreshSaves);
            }
        }
    }
    let key = binding_text(InputAction::Rulebook, menu.settings);
    if widgets::wide_button(ui, menu.palette, "Rulebook", &key, true).clicked() {
        menu.requests.rulebook.write(OpenRulebook::default());
    }
    if widgets::wide_button(ui, menu.palette, "Quit", "", true).clicked() {
        menu.requests.commands.write(AppCommand::Quit);
    }
}

fn show_problems(ui: &mut Ui, menu: &MenuContext) {
    ui.add_space(12.0);
    for text in menu.state.problem.iter().map(String::as_str).chain(menu.trouble) {
        widgets::show_warning(ui, menu.palette, text);
    }
    let problems = &menu.library.loaded.diagnostics;
    let errors: Vec<_> = problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
    for problem in errors.iter().take(MAX_PROBLEMS) {
        widgets::show_warning(ui, menu.palette, &problem.to_string());
    }
    if errors.len() > MAX_PROBLEMS {
        let rest = format!("and {} more; run `breachline check` to list them", errors.len() - MAX_PROBLEMS);
        ui.label(RichText::new(rest).color(menu.palette.dim));
    }
}

/// Draws the map of a skirmish into the space that is left.
fn show_map_picture(ui: &mut Ui, menu: &mut MenuContext, bundle: &Arc<SkirmishBundle>, space: Vec2) {
    let room = vec2(space.x.min(760.0), (space.y * 0.66).min(620.0));
    ui.vertical(|ui| {
        map_preview::show(ui, menu, bundle, room);
        // The set-up shows its maps at once.
        map_preview::prepare_others(ui, menu, bundle);
        ui.label(RichText::new(&bundle.skirmish.name).color(menu.palette.dim));
    });
}

fn show_version(ui: &mut Ui, menu: &MenuContext) {
    let key = binding_text(InputAction::Help, menu.settings);
    let text = format!("{key} help   version {}", env!("CARGO_PKG_VERSION"));
    let font = egui::TextStyle::Small.resolve(ui.style());
    let at = ui.max_rect().right_bottom();
    ui.painter().text(at, egui::Align2::RIGHT_BOTTOM, text, font, menu.palette.faint);
}
