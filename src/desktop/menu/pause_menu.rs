//! Pause menu of a battle.

use bevy::ecs::system::SystemParam;
use bevy::prelude::{DetectChangesMut, MessageWriter, Res, ResMut, Result};
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Frame, Id, Margin, Modal, RichText, ScrollArea, Stroke, Ui};

use super::{
    MenuState, PausePage, RefreshSaves, load_page, log_page, player_row, rulebooks, settings_page, widgets,
};
use crate::accessibility::Accessible;
use crate::ai_players::AiController;
use crate::app_commands::AppCommand;
use crate::campaign_battle::CampaignBattle;
use crate::home_folder::{self, HomeFolder};
use crate::input::{InputAction, binding_text};
use crate::player_input::PlayerInput;
use crate::problem_report;
use crate::replay::ReplayPlayback;
use crate::saves::{self, SaveList};
use crate::settings::{Settings, SettingsFile};
use crate::sound::Sounds;
use crate::theme::{Palette, scaled};
use battle::{BattleSetup, Journal, Order, RoundState};
use model::Side;

/// Widths of the menu and of its wide pages, in points.
const MENU: f32 = 340.0;
const PAGE: f32 = 640.0;

/// State shared by the pages of the pause menu.
struct PauseContext<'a, 'w, 'r> {
    palette: &'static Palette,
    state: &'a mut MenuState,
    player: &'a mut PlayerInput<'w>,
    refresh_saves: &'a mut MessageWriter<'r, RefreshSaves>,
    setup: &'a BattleSetup,
    round: &'a RoundState,
    journal: &'a Journal,
    saves: &'a SaveList,
    opponents: &'a mut AiController,
    watching: bool,
    /// The battle is a stage that is over, and its campaign does not know the result yet.
    is_result_open: bool,
    home: &'a mut HomeFolder,
}

/// What the menu reads; `None` where no battle is open.
#[derive(SystemParam)]
pub(super) struct PausedBattle<'w> {
    setup: Option<Res<'w, BattleSetup>>,
    round: Option<Res<'w, RoundState>>,
    journal: Option<Res<'w, Journal>>,
    replay: Option<Res<'w, ReplayPlayback>>,
    campaign: Option<Res<'w, CampaignBattle>>,
    saves: Res<'w, SaveList>,
    file: Res<'w, SettingsFile>,
    home: ResMut<'w, HomeFolder>,
    sounds: ResMut<'w, Sounds>,
}

pub(super) fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<MenuState>,
    mut player: PlayerInput,
    mut refresh_saves: MessageWriter<RefreshSaves>,
    mut settings: ResMut<Settings>,
    mut opponents: ResMut<AiController>,
    mut battle: PausedBattle,
) -> Result {
    let PausedBattle { setup, round, journal, replay, campaign, saves, file, home, sounds } = &mut battle;
    let (Some(setup), Some(round), Some(journal)) = (setup, round, journal) else { return Ok(()) };
    if !player.session.paused {
        return Ok(());
    }
    let palette = settings.palette();
    let mut edited = settings.clone();
    let context = contexts.ctx_mut()?;
    let room = context.viewport_rect().size();
    let frame = Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(10)
        .inner_margin(Margin::same(20));
    let mut menu = PauseContext {
        palette,
        state: &mut state,
        player: &mut player,
        refresh_saves: &mut refresh_saves,
        setup,
        round,
        journal,
        saves,
        opponents: opponents.bypass_change_detection(),
        watching: replay.is_some(),
        is_result_open: campaign.as_ref().and_then(|campaign| campaign.0.as_ref()).is_some_and(|battle| {
            let winner = round.outcome().map(|outcome| outcome.winner);
            winner.is_some_and(|winner| battle.is_recorded_by_leaving(winner == Some(battle.side)))
        }),
        home: home.bypass_change_detection(),
    };
    // Each page has its own id, because a modal keeps its size between frames.
    let id = Id::new(("pause", menu.state.pause as u8));
    Modal::new(id).frame(frame).backdrop_color(egui::Color32::from_black_alpha(150)).show(context, |ui| {
        ui.set_width(page_width(ui, menu.state.pause).min(room.x - 80.0));
        ui.set_max_height(room.y - 64.0);
        ui.spacing_mut().item_spacing.y = 8.0;
        let sounds = sounds.bypass_change_detection();
        show_page(ui, &mut menu, (&mut edited, sounds), file.problem.as_deref());
    });
    settings.set_if_neq(edited);
    Ok(())
}

/// Width of a page, in points.
fn page_width(ui: &Ui, page: PausePage) -> f32 {
    let is_wide = matches!(page, PausePage::Load | PausePage::Settings | PausePage::Rules);
    scaled(ui, if is_wide { PAGE } else { MENU })
}

/// Draws the open page; `problem` is that of the file of settings.
fn show_page(
    ui: &mut Ui,
    menu: &mut PauseContext,
    (settings, sounds): (&mut Settings, &mut Sounds),
    problem: Option<&str>,
) {
    let palette = menu.palette;
    match menu.state.pause {
        PausePage::Top => {
            let key = binding_text(InputAction::Back, settings);
            ScrollArea::vertical().show(ui, |ui| show_pause_buttons(ui, menu, &key));
        }
        PausePage::SaveAs => show_save_as_page(ui, menu),
        PausePage::Load => show_load_page(ui, menu),
        PausePage::Players => show_players_page(ui, menu),
        PausePage::Surrender => show_surrender_page(ui, menu),
        PausePage::Folder => show_folder_page(ui, menu),
        PausePage::Rules => show_rules_page(ui, menu),
        PausePage::Report => show_report_page(ui, menu),
        PausePage::Log => {
            show_back_button(ui, menu, "Export the combat log");
            let command = log_page::show(ui, palette, menu.state.exported_log.as_ref());
            command.into_iter().for_each(|command| menu.player.send_command(command));
        }
        PausePage::Settings => {
            show_back_button(ui, menu, "Settings");
            settings_page::show_settings_form(ui, palette, (settings, sounds), menu.state, problem);
        }
    }
}

fn show_back_button(ui: &mut Ui, menu: &mut PauseContext, title: &str) {
    if widgets::page_title(ui, menu.palette, title, "Back") {
        menu.state.pause = PausePage::Top;
        menu.state.surrendering_side = None;
    }
}

/// Draws the buttons of the first page; `key` goes back to the battle.
fn show_pause_buttons(ui: &mut Ui, menu: &mut PauseContext, key: &str) {
    let palette = menu.palette;
    let over = menu.round.outcome().is_some();
    show_battle(ui, menu, over);
    let unsaved = menu.journal.write_error();
    if let Some(problem) = &unsaved {
        widgets::show_warning(ui, palette, &format!("This battle is NOT saved: {problem}"));
    }
    ui.add_space(6.0);
    let back = if over || menu.watching { "Back" } else { "Resume" };
    let resume = widgets::wide_button(ui, palette, back, key, true);
    widgets::focus_first(&resume);
    if resume.clicked() {
        menu.player.session.paused = false;
    }
    if unsaved.is_some()
        && widgets::wide_button(ui, palette, "Save elsewhere", "another folder", true).clicked()
    {
        menu.state.pause = PausePage::Folder;
    }
    show_page_buttons(ui, menu, over);
    if widgets::wide_button(ui, palette, "Rulebook", "all five books", true).clicked() {
        menu.player.open_rulebook();
    }
    show_leaving_buttons(ui, menu, unsaved.is_some());
}

/// Draws the title, and which battle it is.
fn show_battle(ui: &mut Ui, menu: &PauseContext, over: bool) {
    let skirmish = &menu.setup.bundle().skirmish;
    ui.label(RichText::new(menu_title(menu.watching, over)).heading().strong());
    let round = match menu.round.number() {
        0 => "deployment".to_owned(),
        number => format!("round {number} of {}", skirmish.rounds),
    };
    let (book, seed) = (skirmish.rules.book().name(), menu.setup.seed());
    let text = format!("{}, {book}, {round}, seed {seed}", skirmish.name);
    ui.label(RichText::new(text).color(menu.palette.dim));
}

/// Draws the buttons that open other pages of the menu.
fn show_page_buttons(ui: &mut Ui, menu: &mut PauseContext, over: bool) {
    let players = players_summary(menu);
    let book = menu.setup.bundle().skirmish.rules.book().name();
    let surrender = if over { "the battle is over" } else { "" };
    let is_played = !over && !menu.watching;
    for (text, more, page, enabled) in [
        ("Save as", "", PausePage::SaveAs, true),
        ("Load", "", PausePage::Load, true),
        ("Players", &players, PausePage::Players, is_played),
        ("Settings", "", PausePage::Settings, true),
        ("Rules", book, PausePage::Rules, true),
        ("Export the combat log", "", PausePage::Log, true),
        ("Report a problem", "", PausePage::Report, true),
        ("Surrender", surrender, PausePage::Surrender, is_played),
    ] {
        if widgets::wide_button(ui, menu.palette, text, more, enabled).clicked() {
            menu.state.pause = page;
            if page == PausePage::Load {
                menu.refresh_saves.write(RefreshSaves);
            }
            menu.state.name.clear();
            (menu.state.report, menu.state.exported_log) = (None, None);
        }
    }
}

/// Draws the buttons that leave the battle, with what happens to it.
fn show_leaving_buttons(ui: &mut Ui, menu: &mut PauseContext, is_unsaved: bool) {
    let palette = menu.palette;
    let kept = match (menu.watching, is_unsaved) {
        (true, _) => "",
        (_, true) => "progress is NOT saved",
        _ if menu.is_result_open => "the campaign has not recorded the result",
        _ => "progress is saved",
    };
    if widgets::wide_button(ui, palette, "Open in Lab", "this position", true).clicked() {
        menu.player.send_command(AppCommand::WhatIf);
    }
    if widgets::wide_button(ui, palette, "Main menu", kept, true).clicked() {
        menu.player.send_command(AppCommand::Leave);
    }
    if widgets::wide_button(ui, palette, "Quit", kept, true).clicked() {
        menu.player.send_command(AppCommand::Quit);
    }
}

/// Title of the menu.
const fn menu_title(is_watching: bool, is_over: bool) -> &'static str {
    match (is_watching, is_over) {
        (true, _) => "Replay",
        (_, true) => "The battle is over",
        _ => "Paused",
    }
}

/// Players of a battle, such as "Orange: AI, hard", or "all human".
fn players_summary(menu: &PauseContext) -> String {
    let sides = (0u8..).zip(&menu.setup.bundle().skirmish.sides);
    let players = sides.map(|(number, side)| (side, menu.opponents.player(Side(number))));
    let ai_sides: Vec<_> = players
        .filter(|(_, player)| player.is_ai())
        .map(|(side, player)| format!("{}: {player}", side.name))
        .collect();
    if ai_sides.is_empty() { "all human".to_owned() } else { ai_sides.join("; ") }
}

/// Page to change who plays each side.
fn show_players_page(ui: &mut Ui, menu: &mut PauseContext) {
    show_back_button(ui, menu, "Players");
    let palette = menu.palette;
    let bundle = menu.setup.bundle();
    for (number, side) in (0u8..).zip(&bundle.skirmish.sides) {
        ui.horizontal(|ui| {
            widgets::show_side_mark(ui, palette, side.colour, usize::from(number) + 1);
            ui.label(RichText::new(&side.name).strong().color(palette.side_colour(side.colour)));
        });
        let before = menu.opponents.player(Side(number));
        let mut player = before;
        player_row::show_player_row(ui, usize::from(number), &mut player);
        if player != before {
            menu.opponents.set_player(Side(number), player);
        }
        ui.add_space(4.0);
    }
    let text = "Takes effect at once, for this battle. The journal does not record who gave an order.";
    ui.label(RichText::new(text).color(palette.dim));
}

fn show_save_as_page(ui: &mut Ui, menu: &mut PauseContext) {
    show_back_button(ui, menu, "Save as");
    let palette = menu.palette;
    ui.label(RichText::new("Saves a separate copy of this battle.").color(palette.dim));
    let edit = widgets::text_field(&mut menu.state.name, "name", f32::INFINITY);
    let edit = ui.add(edit).named("Name of the copy");
    // The text field consumes Esc, so go back here.
    if edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        menu.state.pause = PausePage::Top;
        return;
    }
    if menu.state.name.is_empty() && !edit.has_focus() {
        edit.request_focus();
    }
    let file = saves::save_file_name(&menu.state.name);
    let folder = menu.journal.path().and_then(std::path::Path::parent);
    let there = file.as_ref().zip(folder).is_some_and(|(file, folder)| folder.join(file).exists());
    let (text, more) = if there { ("Overwrite", "name already in use") } else { ("Save", "") };
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && !there;
    if (widgets::wide_button(ui, palette, text, more, file.is_some()).clicked() || entered) && file.is_some()
    {
        menu.player.send_command(AppCommand::SaveAs(menu.state.name.clone()));
        menu.state.pause = PausePage::Top;
        menu.player.session.paused = false;
    }
}

fn show_load_page(ui: &mut Ui, menu: &mut PauseContext) {
    show_back_button(ui, menu, "Load");
    if !menu.watching {
        match menu.journal.write_error() {
            Some(problem) => {
                let text = format!("Your current battle is NOT saved and would be lost: {problem}");
                widgets::show_warning(ui, menu.palette, &text);
            }
            None => {
                ui.label(RichText::new("Your current battle is saved.").color(menu.palette.dim));
            }
        }
    }
    if let Some(request) = load_page::show_save_list(
        ui,
        menu.palette,
        menu.saves,
        &mut menu.state.deleting,
        menu.journal.path().filter(|_| !menu.watching),
    ) {
        menu.player.send_command(request);
    }
}

/// Page to choose another folder for a battle that cannot be saved.
fn show_folder_page(ui: &mut Ui, menu: &mut PauseContext) {
    show_back_button(ui, menu, "Folder of saves");
    let palette = menu.palette;
    match menu.journal.write_error() {
        Some(problem) => widgets::show_warning(ui, palette, &format!("This battle is NOT saved: {problem}")),
        None => {
            ui.label(RichText::new("This battle is saved.").color(palette.dim));
        }
    }
    if let Some(command) = home_folder::show_folder_choice(ui, palette, &mut menu.home.typed) {
        menu.player.send_command(command);
    }
}

/// Page that saves a report of a problem, and says where it is.
fn show_report_page(ui: &mut Ui, menu: &mut PauseContext) {
    show_back_button(ui, menu, "Report a problem");
    let palette = menu.palette;
    ui.label(RichText::new(problem_report::CONTENTS).color(palette.dim));
    match &menu.state.report {
        Some(Ok(path)) => {
            let path = path.display().to_string();
            ui.label(format!("Saved to {path}."));
            if widgets::wide_button(ui, palette, "Copy path", "", true).clicked() {
                ui.ctx().copy_text(path);
            }
        }
        Some(Err(problem)) => widgets::show_warning(ui, palette, problem),
        None => {}
    }
    let is_saved = matches!(menu.state.report, Some(Ok(_)));
    if !is_saved && widgets::wide_button(ui, palette, "Save report", "", true).clicked() {
        menu.player.send_command(AppCommand::ReportProblem);
    }
}

/// Page with the rulebook, the rules added from other books and the changed rule options.
fn show_rules_page(ui: &mut Ui, menu: &mut PauseContext) {
    let rules = menu.setup.rules();
    show_back_button(ui, menu, rules.book().name());
    let palette = menu.palette;
    ScrollArea::vertical().id_salt("rules").auto_shrink([false, true]).show(ui, |ui| {
        ui.label(RichText::new(rules.book().blurb()).color(palette.dim));
        widgets::section_heading(ui, palette, "Rules added from other books");
        rulebooks::show_borrowed_chapters(ui, palette, rules, false);
        widgets::section_heading(ui, palette, "House rules");
        let changed = rules.changed();
        for (name, value) in &changed {
            widgets::form_row(ui, name, |ui| ui.label(value));
        }
        if changed.is_empty() {
            ui.label(RichText::new("none").color(palette.faint));
        }
    });
}

/// Sides that can surrender from the menu: those that people play, or all of them where only AI players fight.
fn surrendering_sides(opponents: &AiController, sides: usize) -> Vec<Side> {
    match opponents.person_sides(sides) {
        played if played.is_empty() => (0u8..).map(Side).take(sides).collect(),
        played => played,
    }
}

fn show_surrender_page(ui: &mut Ui, menu: &mut PauseContext) {
    show_back_button(ui, menu, "Surrender");
    let palette = menu.palette;
    let sides = &menu.setup.bundle().skirmish.sides;
    let candidates = surrendering_sides(menu.opponents, sides.len());
    let only = if let [only] = candidates[..] { Some(only) } else { None };
    let Some(side) = menu.state.surrendering_side.or(only) else {
        ui.label(RichText::new("Which side surrenders?").color(palette.dim));
        for candidate in candidates {
            let Some(side) = sides.get(usize::from(candidate.0)) else { continue };
            ui.horizontal(|ui| {
                widgets::show_side_mark(ui, palette, side.colour, usize::from(candidate.0) + 1);
                if widgets::wide_button(ui, palette, &side.name, "", true).clicked() {
                    menu.state.surrendering_side = Some(candidate);
                }
            });
        }
        return;
    };
    let name = sides.get(usize::from(side.0)).map_or("Unknown side", |side| side.name.as_str());
    ui.label(format!("Surrender for {name}? Without unlimited undo this is final."));
    if widgets::wide_button(ui, palette, &format!("{name}: surrender"), "", true).clicked() {
        menu.player.give_order(Order::Surrender { side });
        menu.player.session.paused = false;
        menu.state.pause = PausePage::Top;
        menu.state.surrendering_side = None;
    }
    if widgets::wide_button(ui, palette, "Cancel", "", true).clicked() {
        menu.state.surrendering_side = None;
        menu.state.pause = PausePage::Top;
    }
}
