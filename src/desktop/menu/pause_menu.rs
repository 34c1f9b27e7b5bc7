//! The pause menu of a fight.

use bevy::ecs::system::SystemParam;
use bevy::prelude::{DetectChangesMut, Res, ResMut, Result};
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Frame, Id, Margin, Modal, RichText, ScrollArea, Stroke, Ui};

use super::{MenuPage, MenuState, PausePage, load_page, player_row, rulebooks, settings_page, widgets};
use crate::ai_players::{AiController, SidePlayer};
use crate::app_commands::{AppCommand, AppCommands};
use crate::replay::ReplayPlayback;
use crate::saves::{self, SaveList};
use crate::session::Session;
use crate::settings::{Settings, SettingsFile};
use crate::theme::{Palette, TITLE_SIZE};
use battle::{BattleSetup, Journal, Order, RoundState, Side};

/// Width of the menu, and of its pages.
const MENU: f32 = 340.0;
const PAGE: f32 = 640.0;

/// What the pause menu works with.
struct PauseContext<'a> {
    palette: &'static Palette,
    state: &'a mut MenuState,
    session: &'a mut Session,
    requests: &'a mut AppCommands,
    setup: &'a BattleSetup,
    round: &'a RoundState,
    journal: &'a Journal,
    saves: &'a SaveList,
    opponents: &'a mut AiController,
    watching: bool,
}

/// The fight behind the menu, where there is one.
#[derive(SystemParam)]
pub(super) struct PausedBattle<'w> {
    setup: Option<Res<'w, BattleSetup>>,
    round: Option<Res<'w, RoundState>>,
    journal: Option<Res<'w, Journal>>,
    replay: Option<Res<'w, ReplayPlayback>>,
}

#[expect(clippy::too_many_arguments, reason = "the menu touches all that a fight is kept in")]
pub(super) fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<MenuState>,
    mut session: ResMut<Session>,
    mut requests: ResMut<AppCommands>,
    mut settings: ResMut<Settings>,
    mut opponents: ResMut<AiController>,
    fight: PausedBattle,
    saves: Res<SaveList>,
    file: Res<SettingsFile>,
) -> Result {
    let PausedBattle { setup: Some(setup), round: Some(round), journal: Some(journal), replay } = fight
    else {
        return Ok(());
    };
    if !session.paused {
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
    let mut desk = PauseContext {
        palette,
        state: &mut state,
        session: &mut session,
        requests: &mut requests,
        setup: &setup,
        round: &round,
        journal: &journal,
        saves: &saves,
        opponents: opponents.bypass_change_detection(),
        watching: replay.is_some(),
    };
    // Every page has an id of its own: a window keeps its size from frame to frame.
    let id = Id::new(("pause", desk.state.pause as u8));
    Modal::new(id).frame(frame).backdrop_color(egui::Color32::from_black_alpha(150)).show(context, |ui| {
        let page = desk.state.pause;
        ui.set_width(
            if matches!(page, PausePage::Load | PausePage::Settings | PausePage::Rules) {
                PAGE
            } else {
                MENU
            }
            .min(room.x - 80.0),
        );
        ui.set_max_height(room.y - 64.0);
        ui.spacing_mut().item_spacing.y = 8.0;
        match page {
            PausePage::Top => {
                ScrollArea::vertical().show(ui, |ui| show_pause_buttons(ui, &mut desk));
            }
            PausePage::SaveAs => show_save_as_page(ui, &mut desk),
            PausePage::Load => show_load_page(ui, &mut desk),
            PausePage::Players => show_players_page(ui, &mut desk, &mut edited),
            PausePage::Surrender => show_surrender_page(ui, &mut desk),
            PausePage::Rules => show_rules_page(ui, &mut desk),
            PausePage::Settings => {
                show_back_button(ui, &mut desk, "Settings");
                settings_page::show_settings_form(
                    ui,
                    palette,
                    &mut edited,
                    desk.state,
                    file.problem.as_deref(),
                );
            }
        }
    });
    settings.set_if_neq(edited);
    Ok(())
}

fn show_back_button(ui: &mut Ui, desk: &mut PauseContext, title: &str) {
    if widgets::page_title(ui, desk.palette, title, "Back") {
        desk.state.pause = PausePage::Top;
        desk.state.surrendering_side = None;
    }
}

fn show_pause_buttons(ui: &mut Ui, desk: &mut PauseContext) {
    let palette = desk.palette;
    let skirmish = &desk.setup.bundle().skirmish;
    ui.label(RichText::new(if desk.watching { "Replay" } else { "Paused" }).size(TITLE_SIZE).strong());
    let round = match desk.round.number() {
        0 => "placing units".to_owned(),
        number => format!("round {number} of {}", skirmish.rounds),
    };
    ui.label(
        RichText::new(format!(
            "{}, {}, {round}, seed {}",
            skirmish.name,
            skirmish.rules.book().name(),
            desk.setup.seed()
        ))
        .color(palette.dim),
    );
    if let Some(problem) = desk.journal.write_error() {
        widgets::show_warning(ui, palette, problem);
    }
    ui.add_space(6.0);
    let resume = widgets::wide_button(ui, palette, "Resume", "Esc", true);
    widgets::focus_first(&resume);
    if resume.clicked() {
        desk.session.paused = false;
    }
    let over = desk.round.outcome().is_some();
    let seats = players_summary(desk);
    for (text, more, page, enabled) in [
        ("Save as", "", PausePage::SaveAs, true),
        ("Load", "", PausePage::Load, true),
        ("Players", &seats, PausePage::Players, !over && !desk.watching),
        ("Settings", "", PausePage::Settings, true),
        ("Rules", skirmish.rules.book().name(), PausePage::Rules, true),
        (
            "Surrender",
            if over { "the fight is over" } else { "" },
            PausePage::Surrender,
            !over && !desk.watching,
        ),
    ] {
        if widgets::wide_button(ui, palette, text, more, enabled).clicked() {
            desk.state.pause = page;
            desk.state.stale |= page == PausePage::Load;
            desk.state.name.clear();
        }
    }
    let kept = if desk.watching { "" } else { "the fight is kept" };
    if widgets::wide_button(ui, palette, "Open in the Lab", "what if\u{2026}", true).clicked() {
        desk.requests.0.push(AppCommand::WhatIf);
    }
    if widgets::wide_button(ui, palette, "Main menu", kept, true).clicked() {
        desk.state.page = MenuPage::Start;
        desk.requests.0.push(AppCommand::Leave);
    }
    if widgets::wide_button(ui, palette, "Quit", kept, true).clicked() {
        desk.requests.0.push(AppCommand::Quit);
    }
}

/// "Orange: machine, sharp", or that all are persons.
fn players_summary(desk: &PauseContext) -> String {
    let sides = (0u8..).zip(&desk.setup.bundle().skirmish.sides);
    let told = sides.map(|(number, side)| (side, desk.opponents.player(Side(number))));
    let machines: Vec<_> = told
        .filter(|(_, player)| player.is_ai())
        .map(|(side, player)| format!("{}: {player}", side.name))
        .collect();
    if machines.is_empty() { "persons only".to_owned() } else { machines.join("; ") }
}

/// Who plays the sides from now on.
fn show_players_page(ui: &mut Ui, desk: &mut PauseContext, settings: &mut Settings) {
    show_back_button(ui, desk, "Players");
    let palette = desk.palette;
    let bundle = desk.setup.bundle();
    let mut changed = false;
    for (number, side) in (0u8..).zip(&bundle.skirmish.sides) {
        ui.horizontal(|ui| {
            widgets::show_side_mark(ui, palette, side.colour, usize::from(number) + 1);
            ui.label(RichText::new(&side.name).strong().color(palette.side_colour(side.colour)));
        });
        let before = desk.opponents.player(Side(number));
        let mut player = before;
        player_row::show_player_row(ui, usize::from(number), &mut player);
        if player != before {
            desk.opponents.set_player(Side(number), player);
            changed = true;
        }
        ui.add_space(4.0);
    }
    if changed {
        let sides = 0..bundle.skirmish.sides.len() as u8;
        let seats: Vec<SidePlayer> = sides.map(|side| desk.opponents.player(Side(side))).collect();
        settings.players.insert(bundle.id.clone(), seats);
    }
    let text = "Changes hold at once, and for the next fight on this map. The journal does not tell who gave an order.";
    ui.label(RichText::new(text).color(palette.dim));
}

fn show_save_as_page(ui: &mut Ui, desk: &mut PauseContext) {
    show_back_button(ui, desk, "Save as");
    let palette = desk.palette;
    ui.label(RichText::new("A copy beside the fight, to come back to or to hand on.").color(palette.dim));
    let edit = widgets::text_field(&mut desk.state.name, "name", f32::INFINITY);
    let edit = ui.add(edit);
    // The line takes Esc for itself; one press is enough to go back.
    if edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        desk.state.pause = PausePage::Top;
        return;
    }
    if desk.state.name.is_empty() && !edit.has_focus() {
        edit.request_focus();
    }
    let file = saves::save_file_name(&desk.state.name);
    let folder = desk.journal.path().and_then(std::path::Path::parent);
    let there = file.as_ref().zip(folder).is_some_and(|(file, folder)| folder.join(file).exists());
    let (text, more) = if there { ("Overwrite", "this name is taken") } else { ("Save", "") };
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && !there;
    if (widgets::wide_button(ui, palette, text, more, file.is_some()).clicked() || entered) && file.is_some()
    {
        desk.requests.0.push(AppCommand::SaveAs(desk.state.name.clone()));
        desk.state.pause = PausePage::Top;
        desk.session.paused = false;
    }
}

fn show_load_page(ui: &mut Ui, desk: &mut PauseContext) {
    show_back_button(ui, desk, "Load");
    if !desk.watching {
        ui.label(RichText::new("The fight you leave is kept.").color(desk.palette.dim));
    }
    if let Some(request) = load_page::show_save_list(
        ui,
        desk.palette,
        desk.saves,
        &mut desk.state.deleting,
        desk.journal.path().filter(|_| !desk.watching),
    ) {
        desk.requests.0.push(request);
    }
}

/// The book of the fight, what it borrows, and how its switches stand.
fn show_rules_page(ui: &mut Ui, desk: &mut PauseContext) {
    let rules = desk.setup.rules();
    show_back_button(ui, desk, rules.book().name());
    let palette = desk.palette;
    ScrollArea::vertical().id_salt("rules").auto_shrink([false, true]).show(ui, |ui| {
        ui.label(RichText::new(rules.book().blurb()).color(palette.dim));
        rulebooks::show_borrowed_chapters(ui, palette, rules, false);
        widgets::section_heading(ui, palette, "Rule switches that are not as usual");
        let changed = rules.changed();
        for (name, value) in &changed {
            widgets::form_row(ui, name, |ui| ui.label(value));
        }
        if changed.is_empty() {
            ui.label(RichText::new("none").color(palette.faint));
        }
    });
}

fn show_surrender_page(ui: &mut Ui, desk: &mut PauseContext) {
    show_back_button(ui, desk, "Surrender");
    let palette = desk.palette;
    let sides = &desk.setup.bundle().skirmish.sides;
    let Some(side) = desk.state.surrendering_side else {
        ui.label(RichText::new("Which side gives up?").color(palette.dim));
        for (number, side) in (0u8..).zip(sides) {
            ui.horizontal(|ui| {
                widgets::show_side_mark(ui, palette, side.colour, usize::from(number) + 1);
                if widgets::wide_button(ui, palette, &side.name, "", true).clicked() {
                    desk.state.surrendering_side = Some(Side(number));
                }
            });
        }
        return;
    };
    let name = sides.get(usize::from(side.0)).map_or("Nobody", |side| side.name.as_str());
    ui.label(format!("Surrender for {name}? In fair play this cannot be taken back."));
    if widgets::wide_button(ui, palette, &format!("{name}: surrender"), "", true).clicked() {
        desk.session.orders.push(Order::Surrender { side });
        desk.session.paused = false;
        desk.state.pause = PausePage::Top;
        desk.state.surrendering_side = None;
    }
    if widgets::wide_button(ui, palette, "Fight on", "", true).clicked() {
        desk.state.surrendering_side = None;
        desk.state.pause = PausePage::Top;
    }
}
