//! Help overlay: what can be done now, how a turn goes, the keys of the screen and the meaning of the icons.

mod key_groups;

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, Modal, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

pub(crate) use self::key_groups::{HelpMoment, HelpScreen};
use self::key_groups::{KeyGroup, key_groups, keys_text};
use super::PanelKeySystems;
use super::action_bar::karma;
use super::player_task::{PlayerTask, player_task};
use super::widgets::{PanelContext, draw_shield, draw_side_mark, show_fact_line};
use crate::board::brush::draw_arc;
use crate::board::overlay::OverlayToggle;
use crate::input::{ActionInput, InputAction, binding_text};
use crate::rulebook::offer_terms;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::{Palette, scaled_in};
use crate::turn_status::TurnEndMark;
use content::side_sentence;
use rules::play;

/// The help overlay of a battle.
pub(super) struct HelpPlugin;

impl Plugin for HelpPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, toggle_help.in_set(PanelKeySystems::Help));
    }
}

fn toggle_help(keys: ActionInput, mut session: ResMut<Session>) {
    if keys.just_pressed(InputAction::Help) {
        session.help = !session.help;
    }
}

/// Draws the overlay during a battle.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, session: &mut Session) {
    let sides: Vec<_> = context
        .view
        .setup()
        .bundle()
        .skirmish
        .sides
        .iter()
        .map(|side| (side.name.as_str(), side.colour))
        .collect();
    let screen = help_screen(context);
    let words =
        HelpWords { now: current_mode_text(context, screen.moment), turn: turn_lines(context, session) };
    session.help = show_help_overlay(ctx, context.settings, (screen, &words), &sides);
}

/// What the help says before it lists keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct HelpWords {
    /// What can be done now.
    pub now: String,
    /// What a turn is, what actions cost and how to win, a line each.
    pub turn: Vec<String>,
}

/// Returns what decides which keys do something now.
fn help_screen(context: &PanelContext) -> HelpScreen {
    let moment = match player_task(context) {
        None => HelpMoment::BattleOver,
        Some(PlayerTask::Watch) => HelpMoment::Replay,
        Some(PlayerTask::WaitForAi(_)) => HelpMoment::AiTurn,
        Some(PlayerTask::AnswerPrompt) => HelpMoment::Question,
        Some(PlayerTask::Deploy) => HelpMoment::Deployment,
        Some(PlayerTask::FreeMove(_) | PlayerTask::GiveOrders | PlayerTask::ConfirmEnd(_)) => {
            HelpMoment::Turn
        }
    };
    HelpScreen {
        moment,
        has_ai: context.opponents.has_ai_side(),
        has_karma: context.view.units().any(|unit| karma::knows_karma(&unit)),
        is_lesson: context.view.setup().bundle().skirmish.lesson.is_some(),
    }
}

/// Says what a turn is, what actions cost and how to win, a paragraph each.
fn turn_lines(context: &PanelContext, session: &Session) -> Vec<String> {
    let mut lines: Vec<String> =
        play::turn_guide(context.view.rules().book()).lines().map(str::to_owned).collect();
    if context.view.round().outcome().is_none() {
        lines.extend(super::objectives::winning_sentence(context, session));
    }
    lines
}

/// Draws the overlay: what can be done now, the turn, keys, icons and side marks. Returns whether it stays open.
pub(crate) fn show_help_overlay(
    ctx: &egui::Context,
    settings: &Settings,
    (screen, words): (HelpScreen, &HelpWords),
    sides: &[(&str, u8)],
) -> bool {
    let room = ctx.viewport_rect().size() * 0.9;
    let width = room.x.min(scaled_in(ctx, 760.0));
    let palette = settings.palette();
    let has_board = screen.moment != HelpMoment::Menu;
    let has_battle = has_board && screen.moment != HelpMoment::Lab;
    let mut open = true;
    let modal = Modal::new(Id::new("help")).show(ctx, |ui| {
        ui.set_width(width - 40.0);
        ui.horizontal(|ui| {
            ui.heading("Help");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        // Without a minimum height a scroll area in a window that follows its content never grows.
        let most = room.y - 110.0;
        let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 16.0);
            show_words(ui, palette, words);
            ui.spacing_mut().item_spacing.x = 28.0;
            let groups = key_groups(screen);
            let columns = if width > 620.0 { 2 } else { 1 };
            // What is needed most is at the left.
            let left = groups_at_left(&groups);
            ui.columns(columns, |columns| {
                let last = columns.len() - 1;
                for (at, ui) in columns.iter_mut().enumerate() {
                    let own = match (at, last) {
                        (_, 0) => &groups[..],
                        (0, _) => &groups[..left],
                        _ => &groups[left..],
                    };
                    let extras = (has_battle && at == last, has_board && at == 0);
                    // The layout of columns would spread the words of a text over the width.
                    ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
                        show_column(ui, settings, (own, at == last), extras, sides);
                    });
                }
            });
            ui.colored_label(palette.dim, "The settings list all keys, and change them.");
        });
    });
    open && !modal.should_close()
}

/// Draws a column: its groups of keys, overlays and signs where it has them, and in the last column the gamepad.
fn show_column(
    ui: &mut Ui,
    settings: &Settings,
    (groups, is_last): (&[KeyGroup], bool),
    (has_overlays, has_signs): (bool, bool),
    sides: &[(&str, u8)],
) {
    for group in groups {
        show_keys(ui, settings, group);
    }
    if has_overlays {
        show_overlays(ui, settings);
    }
    if is_last {
        #[cfg(feature = "gamepad")]
        show_gamepad(ui, settings.palette());
    }
    if has_signs {
        show_signs(ui, settings.palette(), sides);
    }
}

/// Draws what can be done now, and how a turn goes.
fn show_words(ui: &mut Ui, palette: &Palette, words: &HelpWords) {
    let heading = |ui: &mut Ui, text: &str| ui.colored_label(palette.dim, RichText::new(text).strong());
    heading(ui, "Now");
    ui.add(egui::Label::new(RichText::new(&words.now).color(palette.text)).wrap());
    if !words.turn.is_empty() {
        ui.add_space(6.0);
        heading(ui, "How it goes");
        for line in &words.turn {
            ui.add(egui::Label::new(RichText::new(format!("\u{2022} {line}")).color(palette.text)).wrap());
        }
        offer_terms(ui);
    }
    ui.add_space(6.0);
}

/// Returns how many groups the left one of two columns has: at least half of the lines.
fn groups_at_left(groups: &[KeyGroup]) -> usize {
    let lines: usize = groups.iter().map(|(_, rows)| rows.len()).sum();
    let mut seen = 0;
    let is_full = groups.iter().position(|(_, rows)| {
        seen += rows.len();
        2 * seen >= lines
    });
    is_full.map_or(groups.len(), |at| at + 1)
}

/// Says in plain words what can be done now.
fn current_mode_text(context: &PanelContext, moment: HelpMoment) -> String {
    let key = |action| context.key_label(action);
    match moment {
        HelpMoment::Deployment => format!(
            "Place your units: select one ({}), then click a square of your zone. {} when you are ready.",
            key(InputAction::NextUnit),
            key(InputAction::EndPhase)
        ),
        HelpMoment::Question => {
            let side = context.view.open_prompt().map_or("", |open| context.view.side_name(open.side()));
            let sentence = side_sentence(side, ("has", "have"), " a question to answer");
            format!(
                "{sentence}: click an answer or press its key. {} takes the chosen one.",
                key(InputAction::Confirm)
            )
        }
        HelpMoment::AiTurn => {
            "The AI acts, and you watch. When one of your units acts or has to answer, you are asked."
                .to_owned()
        }
        HelpMoment::Replay => {
            "You watch a battle. The controls above the board go back and forth in it.".to_owned()
        }
        HelpMoment::BattleOver => super::objectives::end_sentence(context),
        HelpMoment::Turn | HelpMoment::Menu | HelpMoment::Lab => {
            let acting = context.view.round().acting().and_then(|id| context.view.unit(id));
            let acts = acting.map(|unit| format!("{} acts. ", unit.identity.name())).unwrap_or_default();
            format!(
                "{acts}Click a square to move there; Shift+click leads the path over a square first. Click an enemy to aim, and again to attack. The buttons below do everything \
                 else; each names its price. {} ends the turn. A right click takes back what was aimed or chosen last, as {} does. The unit panel shows \
                 the selected unit. Hold Alt over an enemy for dice and modifiers.",
                key(InputAction::EndPhase),
                key(InputAction::Back)
            )
        }
    }
}

fn show_keys(ui: &mut Ui, settings: &Settings, (heading, rows): &KeyGroup) {
    let palette = settings.palette();
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.add_space(6.0);
    ui.colored_label(palette.dim, RichText::new(*heading).strong());
    for row in rows {
        let keys = keys_text(*row, settings);
        show_fact_line(ui, (row.0, palette.text), (&keys, palette.side_colour(1)));
    }
    ui.add_space(6.0);
}

/// Lists the overlays of the board, which also have buttons.
fn show_overlays(ui: &mut Ui, settings: &Settings) {
    let palette = settings.palette();
    ui.colored_label(palette.dim, RichText::new("Overlays: keys, and buttons at the upper right").strong());
    for overlay in OverlayToggle::ALL {
        let key = binding_text(overlay.action(), settings);
        show_fact_line(ui, (overlay.action().title(), palette.text), (&key, palette.side_colour(1)));
        ui.label(RichText::new(overlay.description()).small().color(palette.dim));
    }
    ui.add_space(6.0);
}

/// Lists what the controls of a gamepad do.
#[cfg(feature = "gamepad")]
fn show_gamepad(ui: &mut Ui, palette: &Palette) {
    use crate::gamepad::{BUTTONS, RIGHT_STICK, SHIFTED_BUTTONS};
    ui.colored_label(palette.dim, RichText::new("Gamepad").strong());
    let sticks = RIGHT_STICK.iter().zip(["up", "down", "left", "right"]);
    let sticks = sticks.map(|((_, action), way)| (format!("right stick {way}"), *action));
    let buttons = BUTTONS.iter().chain(&SHIFTED_BUTTONS);
    let buttons = buttons.map(|(_, control, action)| ((*control).to_owned(), *action));
    for (control, action) in buttons.chain(sticks) {
        show_fact_line(ui, (action.title(), palette.text), (&control, palette.side_colour(1)));
    }
    ui.add_space(6.0);
}

/// Draws the triangles that mark the unit of an objective on the board, two of the four.
fn draw_objective_sign(painter: &egui::Painter, centre: egui::Pos2, colour: egui::Color32) {
    for way in [-1.0, 1.0] {
        let at = |x: f32, y: f32| centre + vec2(way * x, y);
        let corners = vec![at(2.0, 0.0), at(7.0, -4.0), at(7.0, 4.0)];
        painter.add(egui::Shape::convex_polygon(corners, colour, egui::Stroke::NONE));
    }
}

fn show_signs(ui: &mut Ui, palette: &Palette, sides: &[(&str, u8)]) {
    ui.colored_label(palette.dim, RichText::new("Icons").strong());
    for (name, number) in sides.iter().copied() {
        let colour = palette.side_colour(number);
        let shape = ["solid", "double", "dashed", "notched"][usize::from(number) % 4];
        show_sign(ui, palette, &format!("{name}: {shape} mark and ring"), |painter, rect| {
            draw_side_mark(painter, rect.shrink2(vec2(6.0, 1.0)), number, colour);
        });
    }
    show_sign(ui, palette, "named by an objective; its card says what is wanted of it", |painter, rect| {
        draw_objective_sign(painter, rect.center(), palette.caution);
    });
    for (filled, text) in [
        (0.0, "no cover on that side"),
        (0.5, "partial cover, once it is taken; on a square in reach against all enemies in sight"),
        (1.0, "good cover, likewise"),
    ] {
        show_sign(ui, palette, text, |painter, rect| {
            draw_shield(painter, rect.center(), 13.0, filled, palette.side_colour(1))
        });
    }
    for (colour, text) in [
        (palette.walk, "walking range"),
        (palette.run, "running range"),
        (palette.harm, "line of fire; damage"),
        (palette.forced, "knocked down or pushed"),
    ] {
        show_sign(ui, palette, text, |painter, rect| {
            painter.rect_filled(rect.shrink(3.0), 2.0, colour);
        });
    }
    show_sign(
        ui,
        palette,
        "drop with a number: penalty for wounds, on every test that the rulebook names",
        |painter, rect| {
            let drop = [vec2(0.0, -7.0), vec2(4.5, 1.0), vec2(3.0, 5.0), vec2(-3.0, 5.0), vec2(-4.5, 1.0)];
            let drop = drop.map(|corner| rect.center() + corner).to_vec();
            painter.add(egui::Shape::convex_polygon(drop, palette.harm, Stroke::NONE));
        },
    );
    for mark in TurnEndMark::ALL {
        show_sign(ui, palette, mark.meaning(), |painter, rect| {
            mark.draw(painter, rect.center(), 6.5, palette.text);
        });
    }
    show_ground_signs(ui, palette);
    show_sign(ui, palette, "eye: this enemy sees the selected unit", |painter, rect| {
        painter.circle_stroke(rect.center(), 6.0, Stroke::new(1.5, palette.caution));
        painter.circle_filled(rect.center(), 2.5, palette.caution);
    });
}

/// Lists the signs on the ground, and the bar in the combat log.
fn show_ground_signs(ui: &mut Ui, palette: &Palette) {
    show_sign(ui, palette, "moon: dark ground, hard to see on", |painter, rect| {
        draw_arc(painter, rect.center(), 5.0, 0.45, 4.26, Stroke::new(2.0, palette.text));
    });
    show_sign(ui, palette, "triangles: difficult ground, the harder the more of them", |painter, rect| {
        let foot = rect.center() + vec2(4.0, 4.0);
        let corners = vec![foot, foot - vec2(4.0, 8.0), foot - vec2(8.0, 0.0)];
        painter.add(egui::Shape::convex_polygon(corners, palette.caution, Stroke::NONE));
    });
    show_sign(ui, palette, "waves: fog or smoke, hard to see through", |painter, rect| {
        for row in [-4.0, 0.0, 4.0] {
            let point = |step: u8| {
                let along = f32::from(step) - 6.0;
                rect.center() + vec2(along, row + (along * 0.9).sin())
            };
            let points = (0..=12).map(point).collect();
            painter.add(egui::Shape::line(points, Stroke::new(1.2, palette.dim)));
        }
    });
    let wound = "cross in a broken ring, or a stain: a unit was hurt here. It has no effect, nor have casings and soot";
    show_sign(ui, palette, wound, |painter, rect| {
        for side in [vec2(3.0, 3.0), vec2(3.0, -3.0)] {
            let ends = [rect.center() - side, rect.center() + side];
            painter.line_segment(ends, Stroke::new(1.2, palette.dim));
        }
        for part in 0..5_u8 {
            let from = f32::from(part) * 1.257;
            draw_arc(painter, rect.center(), 6.5, from, from + 0.7, Stroke::new(1.2, palette.dim));
        }
    });
    show_sign(
        ui,
        palette,
        "yellow bar in the combat log: the entry is about the unit under the pointer",
        |painter, rect| {
            let bar = egui::Rect::from_center_size(rect.center(), vec2(3.0, 14.0));
            painter.rect_filled(bar, 1.0, palette.caution);
        },
    );
}

fn show_sign(ui: &mut Ui, palette: &Palette, text: &str, draw: impl FnOnce(&egui::Painter, egui::Rect)) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        draw(ui.painter(), rect);
        ui.add(egui::Label::new(RichText::new(text).color(palette.text)).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn_texts::drawn_texts;

    #[test]
    fn a_turn_is_explained_in_a_few_paragraphs() {
        for book in rules::Book::ALL {
            let lines: Vec<&str> = play::turn_guide(book).lines().collect();
            assert!((2..=3).contains(&lines.len()), "{book:?}: {} lines", lines.len());
            assert!(lines.iter().all(|line| line.ends_with('.') && line.len() < 360), "{lines:?}");
        }
    }

    #[test]
    fn every_mark_of_the_turn_order_is_explained_where_the_tick_is() {
        let (context, settings, mut texts) = (egui::Context::default(), Settings::default(), Vec::new());
        crate::theme::style_egui(&context, settings.palette(), 1.0);
        // Wide and high enough for all of it.
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(1440.0, 4000.0)));
        let screen = HelpScreen { moment: HelpMoment::Turn, has_ai: true, has_karma: true, is_lesson: false };
        // The first frame measures.
        for _ in 0..3 {
            let input = egui::RawInput { screen_rect, ..egui::RawInput::default() };
            let output = context.run_ui(input, |ui| {
                show_help_overlay(ui.ctx(), &settings, (screen, &HelpWords::default()), &[]);
            });
            texts = drawn_texts(&output);
            output.drop_without_applying_deltas();
        }
        let line_of = |mark: TurnEndMark| texts.iter().position(|text| text == mark.meaning());
        let lines = TurnEndMark::ALL.map(line_of);
        let [Some(tick), Some(cross), Some(arrow)] = lines else { panic!("{lines:?} in {texts:?}") };
        assert_eq!((cross, arrow), (tick + 1, tick + 2), "they stand together");
    }

    #[test]
    fn the_left_column_has_at_least_half_of_the_lines() {
        let row: super::key_groups::KeyRow = ("Help", &[InputAction::Help]);
        let groups = [5, 2, 4].map(|count| ("Group", vec![row; count]));
        assert_eq!(groups_at_left(&groups), 2, "7 of 11 lines");
        assert_eq!(groups_at_left(&groups[..1]), 1);
    }
}
