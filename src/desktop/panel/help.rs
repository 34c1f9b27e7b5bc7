//! Help overlay: all controls and the meaning of the icons.

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, Modal, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::PanelKeySystems;
use super::widgets::{PanelContext, draw_shield, draw_side_mark, show_fact_line};
use crate::board::overlay::OverlayToggle;
use crate::input::{ActionInput, InputAction, binding_text};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use crate::turn_status::draw_done_mark;

/// Slots of the action bar, and the actions with a key of their own that do the same.
const SLOT_KEYS: [(InputAction, InputAction); 3] = [
    (InputAction::Action6, InputAction::Reload),
    (InputAction::Action7, InputAction::Delay),
    (InputAction::Action8, InputAction::FindAction),
];

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
    session.help = show_help_overlay(ctx, context.settings, &current_mode_text(context), &sides);
}

/// Draws the overlay: current hint, keys, icons and side marks. Returns whether it stays open.
pub(crate) fn show_help_overlay(
    ctx: &egui::Context,
    settings: &Settings,
    hint: &str,
    sides: &[(&str, u8)],
) -> bool {
    let room = ctx.viewport_rect().size() * 0.9;
    let width = room.x.min(760.0);
    let palette = settings.palette();
    let mut open = true;
    let modal = Modal::new(Id::new("help")).show(ctx, |ui| {
        ui.set_width(width - 40.0);
        ui.horizontal(|ui| {
            ui.heading("Controls and icons");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        ui.colored_label(palette.dim, hint);
        // Without a minimum height a scroll area in a window that follows its content never grows.
        let most = room.y - 130.0;
        let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 16.0);
            ui.spacing_mut().item_spacing.x = 28.0;
            let columns = if width > 620.0 { 2 } else { 1 };
            ui.columns(columns, |columns| {
                show_keys(&mut columns[0], settings, &["Orders", "AI", "Program"]);
                let last = columns.len() - 1;
                show_keys(&mut columns[last], settings, &["Board", "Lab"]);
                show_overlays(&mut columns[last], settings);
                #[cfg(feature = "gamepad")]
                show_gamepad(&mut columns[last], palette);
                show_signs(&mut columns[last], palette, sides);
            });
        });
    });
    open && !modal.should_close()
}

/// Hint for the current mode.
fn current_mode_text(context: &PanelContext) -> String {
    let next = context.key_label(InputAction::NextUnit);
    let end = context.key_label(InputAction::EndPhase);
    match (context.view.round().is_deploying(), context.view.open_prompt()) {
        (true, _) => {
            format!(
                "Deploy your units: select one ({next}), then click a square of your zone. {end} when ready."
            )
        }
        (_, Some(open_prompt)) => {
            let (side, enter) =
                (context.view.side_name(open_prompt.side()), context.key_label(InputAction::Confirm));
            format!("{side}: choose an answer with the number keys; {enter} takes the green one.")
        }
        _ => format!(
            "Click a square to move there. Click an enemy to aim, and again to attack. {end} ends the turn. Hold Alt over an \
             enemy for dice, modifiers and clauses."
        ),
    }
}

fn show_keys(ui: &mut Ui, settings: &Settings, groups: &[&str]) {
    let palette = settings.palette();
    ui.spacing_mut().item_spacing.y = 3.0;
    for group in groups {
        ui.add_space(6.0);
        ui.colored_label(palette.dim, RichText::new(*group).strong());
        for command in InputAction::ALL.iter().filter(|command| command.group() == *group) {
            // What has a slot in the action bar and a key of its own is listed once.
            if SLOT_KEYS.iter().any(|(_, other)| other == command) {
                continue;
            }
            let also = SLOT_KEYS.iter().find(|(slot, _)| slot == command).map(|(_, other)| *other);
            let all = std::iter::once(*command).chain(also);
            let labels = |command: InputAction| -> Vec<String> {
                settings.keys.keys_for(command).iter().map(crate::key_chord::key_label).collect()
            };
            let keys: Vec<String> = all.flat_map(labels).collect();
            let keys = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
            show_fact_line(ui, (command.title(), palette.text), (&keys, palette.side_colour(1)));
        }
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
    use crate::gamepad::{BUTTONS, RIGHT_STICK};
    ui.colored_label(palette.dim, RichText::new("Gamepad").strong());
    let sticks = RIGHT_STICK.iter().zip(["up", "down", "left", "right"]);
    let sticks = sticks.map(|((_, action), way)| (format!("right stick {way}"), *action));
    let buttons = BUTTONS.iter().map(|(_, control, action)| ((*control).to_owned(), *action));
    for (control, action) in buttons.chain(sticks) {
        show_fact_line(ui, (action.title(), palette.text), (&control, palette.side_colour(1)));
    }
    ui.add_space(6.0);
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
    show_sign(ui, palette, "tick: this unit has no turn left in this pass", |painter, rect| {
        draw_done_mark(painter, rect.center(), 6.5, palette.text);
    });
    show_sign(ui, palette, "eye: this enemy sees the selected unit", |painter, rect| {
        painter.circle_stroke(rect.center(), 6.0, Stroke::new(1.5, palette.caution));
        painter.circle_filled(rect.center(), 2.5, palette.caution);
    });
}

fn show_sign(ui: &mut Ui, palette: &Palette, text: &str, draw: impl FnOnce(&egui::Painter, egui::Rect)) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        draw(ui.painter(), rect);
        ui.add(egui::Label::new(RichText::new(text).color(palette.text)).wrap());
    });
}
