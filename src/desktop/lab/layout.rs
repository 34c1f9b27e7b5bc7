//! Layout of the Lab around the board: bar at the top, tools on the left, tabs on the right.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Frame, Layout, Margin, Panel, RichText, Ui, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::file_dialogs::{FileDialog, LeaveAction};
use super::{LabState, LabSystems, LabTab, OpenedScene, file_dialogs, is_lab_open, tool_panel, tools};
use crate::accessibility::Accessible;
use crate::app_commands::AppCommand;
use crate::board::{BoardArea, InputSystems};
use crate::input::{ActionInput, InputAction, binding_text};
use crate::panel::help;
use crate::player_input::PlayerInput;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use crate::theme::Palette;
use battle::BattleView;
use battle_log::log_text::count_text;
use rules::Book;

/// Widths of the panels, in points.
const LEFT: f32 = 190.0;
const RIGHT: f32 = 400.0;
/// Seconds a notice is shown.
const NOTICE_SECONDS: f64 = 5.0;

/// Bars, panels and dialogs around the board.
pub(super) struct LayoutPlugin;

impl Plugin for LayoutPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            handle_lab_keys.before(tools::handle_tool_input).in_set(InputSystems::Lab).run_if(is_lab_open),
        )
        .add_systems(EguiPrimaryContextPass, (show, file_dialogs::show).chain().in_set(LabSystems::Frame))
        .add_systems(OnExit(Screen::Lab), |mut area: ResMut<BoardArea>| area.0 = None);
    }
}

/// Handles the keys of the Lab.
fn handle_lab_keys(
    keys: ActionInput,
    mut lab: ResMut<LabState>,
    mut session: ResMut<Session>,
    mut requests: MessageWriter<AppCommand>,
    time: Res<Time<Real>>,
) {
    if keys.just_pressed(InputAction::Back) {
        step_back(&mut lab, &mut session);
    }
    if session.paused {
        return;
    }
    if keys.just_pressed(InputAction::Help) && !lab.has_dialog() {
        session.help = !session.help;
    }
    if session.help {
        return;
    }
    if keys.just_pressed(InputAction::Undo) {
        lab.editor.undo();
    }
    if keys.just_pressed(InputAction::Redo) {
        lab.editor.redo();
    }
    if keys.just_pressed(InputAction::SaveScene) {
        lab.save_scene(&mut session, time.elapsed_secs_f64());
    }
    if keys.just_pressed(InputAction::OpenScene) {
        lab.files.sheet = FileDialog::Open;
    }
    if keys.just_pressed(InputAction::NewScene) {
        let opening = OpenedScene::empty(&lab.content);
        lab.request_leave(LeaveAction::For(Box::new(opening)), &mut requests);
    }
    if keys.just_pressed(InputAction::NextBook) {
        let at = Book::ALL.iter().position(|book| *book == lab.book).unwrap_or(0);
        lab.book = Book::ALL[(at + 1) % Book::ALL.len()];
    }
}

/// Handles `Back`, one step per press and from the front, as in a battle: the help, the question before a scene is left, a dialog, the
/// selection, and then the menu of the Lab.
fn step_back(lab: &mut LabState, session: &mut Session) {
    if session.help {
        session.help = false;
    } else if lab.files.leaving.is_some() {
        lab.files.leaving = None;
    } else if lab.files.sheet != FileDialog::None {
        lab.close_dialog();
    } else if lab.tools.selection.is_some() {
        lab.tools.selection = None;
    } else {
        lab.files.sheet = FileDialog::Menu;
    }
}

/// Draws the panels around the board.
fn show(
    mut contexts: EguiContexts,
    mut lab: ResMut<LabState>,
    mut player: PlayerInput,
    mut area: ResMut<BoardArea>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    view: BattleView,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let window = context.viewport_rect();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(window);
    let mut root = egui::Ui::new(context.clone(), "lab".into(), builder);
    let bar = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 6));
    Panel::top("lab bar").frame(bar).resizable(false).show(&mut root, |ui| {
        ui.horizontal_wrapped(|ui| {
            show_top_bar(
                ui,
                &mut lab,
                &mut player.session,
                &mut player.commands,
                &settings,
                time.elapsed_secs_f64(),
            );
        });
        for problem in [&lab.problem, &lab.content_problem].into_iter().flatten() {
            ui.add(egui::Label::new(RichText::new(problem).color(palette.caution)).wrap());
        }
    });
    let side = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 8));
    Panel::left("lab tools").exact_size(LEFT).frame(side).resizable(false).show(&mut root, |ui| {
        tool_panel::show(ui, &mut lab, &mut player.session, &view, &settings, time.elapsed_secs_f64());
    });
    let right = RIGHT.min(window.width() * 0.34);
    Panel::right("lab tabs").exact_size(right).frame(side).resizable(false).show(&mut root, |ui| {
        show_tab_bar(ui, &mut lab, palette);
        lab.tab_area = Some(ui.available_rect_before_wrap());
    });
    let board = root.available_rect_before_wrap();
    area.set_if_neq(BoardArea(Some(board)));
    show_notice(&context, &mut player.session, board, palette, time.elapsed_secs_f64());
    if player.session.help {
        let sides = &lab.scene().skirmish.sides;
        let sides: Vec<_> = sides.iter().map(|side| (side.name.as_str(), side.colour)).collect();
        let now = "Choose a tool on the left and use it on the board; every change can be undone.".to_owned();
        let words = help::HelpWords { now, ..Default::default() };
        let screen = help::HelpScreen::outside_battle(help::HelpMoment::Lab);
        player.session.help = help::show_help_overlay(&context, &settings, (screen, &words), &sides);
    }
    Ok(())
}

/// Draws a notice over the board, which disappears after a while.
fn show_notice(
    context: &egui::Context,
    session: &mut Session,
    board: egui::Rect,
    palette: &Palette,
    now: f64,
) {
    let Some((text, since)) = &session.notice else { return };
    let remaining = NOTICE_SECONDS - (now - since);
    if remaining <= 0.0 {
        session.notice = None;
        return;
    }
    egui::Area::new(egui::Id::new("lab notice"))
        .order(egui::Order::Foreground)
        .interactable(false)
        .pivot(egui::Align2::CENTER_TOP)
        .fixed_pos(board.center_top() + egui::vec2(0.0, 12.0))
        .show(context, |ui| {
            let edge = egui::Stroke::new(1.0, palette.caution);
            Frame::new()
                .fill(palette.panel)
                .stroke(edge)
                .corner_radius(6)
                .inner_margin(Margin::same(10))
                .show(ui, |ui| {
                    ui.set_max_width((board.width() - 60.0).clamp(180.0, 480.0));
                    ui.label(text);
                });
        });
    context.request_repaint_after(std::time::Duration::from_secs_f64(remaining.max(0.05)));
}

fn show_tab_bar(ui: &mut Ui, lab: &mut LabState, palette: &Palette) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for tab in LabTab::ALL {
            let text =
                RichText::new(tab.name()).color(if lab.tab == tab { palette.text } else { palette.dim });
            if ui.selectable_label(lab.tab == tab, text).clicked() {
                lab.tab = tab;
            }
        }
    });
    ui.separator();
}

fn show_top_bar(
    ui: &mut Ui,
    lab: &mut LabState,
    session: &mut Session,
    requests: &mut MessageWriter<AppCommand>,
    settings: &Settings,
    now: f64,
) {
    let palette = settings.palette();
    let key = |command| binding_text(command, settings);
    if ui.button("Menu").on_hover_text(key(InputAction::Back)).clicked() {
        lab.files.sheet = FileDialog::Menu;
    }
    let star = if lab.editor.is_changed() { " *" } else { "" };
    let name = RichText::new(format!("{}{star}", lab.scene().skirmish.name)).strong().color(palette.text);
    ui.label(name).on_hover_text(lab.scene().skirmish.description.clone());
    ui.separator();
    if ui.button("New").on_hover_text(key(InputAction::NewScene)).clicked() {
        let opening = OpenedScene::empty(&lab.content);
        lab.request_leave(LeaveAction::For(Box::new(opening)), requests);
    }
    if ui.button("Open").on_hover_text(key(InputAction::OpenScene)).clicked() {
        lab.files.sheet = FileDialog::Open;
    }
    if ui.button("Save").on_hover_text(key(InputAction::SaveScene)).clicked() {
        lab.save_scene(session, now);
    }
    ui.separator();
    let (done, undone) = lab.editor.undo_and_redo_counts();
    let steps = |count: usize| count_text(count as u32, "step", "steps");
    let undo = ui.add_enabled(done > 0, egui::Button::new("Undo"));
    if undo.on_hover_text(format!("{}: {}", key(InputAction::Undo), steps(done))).clicked() {
        lab.editor.undo();
    }
    let redo = ui.add_enabled(undone > 0, egui::Button::new("Redo"));
    if redo.on_hover_text(format!("{}: {}", key(InputAction::Redo), steps(undone))).clicked() {
        lab.editor.redo();
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let mut book = lab.book;
        egui::ComboBox::from_id_salt("lab book")
            .selected_text(book.name())
            .show_ui(ui, |ui| {
                for one in Book::ALL {
                    ui.selectable_value(&mut book, one, one.name());
                }
            })
            .response
            .named("Rules");
        lab.book = book;
        ui.colored_label(palette.dim, "Rules");
    });
}
