//! The help overlay: every key, and what the signs mean.

use bevy_egui::egui::{self, Id, Modal, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::kit::{See, fact_line, shield, side_mark};
use crate::input::Command;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;

/// Draws the overlay over a fight.
pub(super) fn show(ctx: &egui::Context, see: &See, session: &mut Session) {
    let sides: Vec<_> = see
        .view
        .setup()
        .bundle()
        .skirmish
        .sides
        .iter()
        .map(|side| (side.name.as_str(), side.colour))
        .collect();
    session.help = overlay(ctx, see.settings, &mode(see), &sides);
}

/// Draws the overlay: what can be done now, keys, signs, and the marks of the sides. Says whether it stays open.
pub(crate) fn overlay(ctx: &egui::Context, settings: &Settings, doing: &str, sides: &[(&str, u8)]) -> bool {
    let room = ctx.viewport_rect().size() * 0.9;
    let width = room.x.min(760.0);
    let look = settings.palette();
    let mut open = true;
    let modal = Modal::new(Id::new("help")).show(ctx, |ui| {
        ui.set_width(width - 40.0);
        ui.horizontal(|ui| {
            ui.heading("Keys and signs");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        ui.colored_label(look.dim, doing);
        // Without a least height an area in a window that grows with its content never grows.
        let most = room.y - 130.0;
        let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 16.0);
            ui.spacing_mut().item_spacing.x = 28.0;
            let columns = if width > 620.0 { 2 } else { 1 };
            ui.columns(columns, |columns| {
                keys(&mut columns[0], settings, &["Orders", "Opponents", "Program"]);
                let last = columns.len() - 1;
                keys(&mut columns[last], settings, &["Board", "Lab"]);
                signs(&mut columns[last], look, sides);
            });
        });
    });
    open && !modal.should_close()
}

/// What the player is about to do, in a sentence.
fn mode(see: &See) -> String {
    let next = see.key(Command::NextUnit);
    let end = see.key(Command::EndPhase);
    match (see.view.round().deploying(), see.view.decision()) {
        (true, _) => {
            format!("Place your units: select one ({next}), then a square of your zone. {end} when ready.")
        }
        (_, Some(decision)) => {
            format!("{}: answer with the number keys.", see.view.side_name(decision.side()))
        }
        _ => format!(
            "Choose an action, then a square or a target; the second click confirms. {end} ends the phase."
        ),
    }
}

fn keys(ui: &mut Ui, settings: &Settings, groups: &[&str]) {
    let look = settings.palette();
    ui.spacing_mut().item_spacing.y = 3.0;
    for group in groups {
        ui.add_space(6.0);
        ui.colored_label(look.dim, RichText::new(*group).strong());
        for command in Command::ALL.iter().filter(|command| command.group() == *group) {
            let keys: Vec<String> = settings.keys.of(*command).iter().map(crate::keys::shown).collect();
            let keys = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
            fact_line(ui, (command.title(), look.text), (&keys, look.side(1)));
        }
    }
    ui.add_space(6.0);
}

fn signs(ui: &mut Ui, look: &Palette, sides: &[(&str, u8)]) {
    ui.colored_label(look.dim, RichText::new("Signs").strong());
    for (name, number) in sides.iter().copied() {
        let colour = look.side(number);
        let shape = ["solid", "double", "dashed", "notched"][usize::from(number) % 4];
        sign(ui, look, &format!("{name}: {shape} mark and ring"), |painter, rect| {
            side_mark(painter, rect.shrink2(vec2(6.0, 1.0)), number, colour);
        });
    }
    for (filled, text) in [(0.0, "no cover on that side"), (0.5, "partial cover"), (1.0, "good cover")] {
        sign(ui, look, text, |painter, rect| shield(painter, rect.center(), 13.0, filled, look.side(1)));
    }
    for (colour, text) in [
        (look.walk, "within a walk"),
        (look.run, "within a run"),
        (look.harm, "line of fire; harm"),
        (look.forced, "knocked down or pushed"),
    ] {
        sign(ui, look, text, |painter, rect| {
            painter.rect_filled(rect.shrink(3.0), 2.0, colour);
        });
    }
    for (colour, text) in [
        (look.harm, "eye: sees the selected unit in the open"),
        (look.caution, "eye: sees it in partial cover"),
        (look.good, "eye: sees it in good cover"),
    ] {
        sign(ui, look, text, |painter, rect| {
            painter.circle_stroke(rect.center(), 6.0, Stroke::new(1.5, colour));
            painter.circle_filled(rect.center(), 2.5, colour);
        });
    }
}

fn sign(ui: &mut Ui, look: &Palette, text: &str, draw: impl FnOnce(&egui::Painter, egui::Rect)) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        draw(ui.painter(), rect);
        ui.colored_label(look.text, text);
    });
}
