//! What sticks to a unit for a while, with its end and its clause.

use bevy_egui::egui::{self, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::kit::{See, body, fitted, heading, row_frame};
use crate::battle::{StatusKind, UnitDataItem, Until};
use crate::rules::swan_song::Gait;

/// Statuses, and what else sticks to the unit for a while.
pub(super) fn show(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    heading(ui, see.look, "Effects");
    let lines = effect_lines(see, unit);
    if lines.is_empty() {
        ui.colored_label(see.look.faint, "none");
    }
    for Effect { name, until, clause, text, bad } in lines {
        let colour = if bad { see.look.caution } else { see.look.good };
        row_frame(see.look)
            .inner_margin(egui::Margin::symmetric(8, 4))
            .show(ui, |ui| {
                let width = ui.available_width();
                let when = fitted(ui.painter(), &until, body(ui), see.look.dim, width * 0.55);
                let room = width - when.size().x - 24.0;
                let name = ui.painter().layout(name.clone(), body(ui), see.look.text, room.max(40.0));
                let (rect, _) = ui.allocate_exact_size(vec2(width, name.size().y), Sense::hover());
                let centre = pos2(rect.left() + 5.0, rect.center().y);
                if bad {
                    let [a, b, c] = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| centre + by);
                    ui.painter().add(egui::Shape::convex_polygon(vec![a, b, c], colour, Stroke::NONE));
                } else {
                    ui.painter().circle_filled(centre, 5.0, colour);
                }
                ui.painter().galley(pos2(rect.left() + 16.0, rect.top()), name, see.look.text);
                ui.painter().galley(pos2(rect.right() - when.size().x, rect.top()), when, see.look.dim);
            })
            .response
            .on_hover_ui(|ui| {
                ui.set_max_width(280.0);
                ui.label(text);
                ui.label(until.as_str());
                ui.colored_label(see.look.faint, RichText::new(clause).monospace());
            });
    }
}

/// One effect in words.
struct Effect {
    name: String,
    until: String,
    clause: &'static str,
    text: &'static str,
    bad: bool,
}

fn effect_lines(see: &See, unit: &UnitDataItem) -> Vec<Effect> {
    let mut lines = Vec::new();
    let mut add = |name: &str, until: &str, clause, text, bad| {
        lines.push(Effect { name: name.to_owned(), until: until.to_owned(), clause, text, bad });
    };
    match unit.movement.gait() {
        Gait::Steady => {}
        Gait::Running => add(
            "Running",
            "until next phase",
            "SS-MOVE-16",
            "2 dice less for its own actions, harder to hit.",
            false,
        ),
        Gait::Sprinting => add(
            "Sprinting",
            "until next phase",
            "SS-MOVE-20",
            "2 dice less for its own actions, much harder to hit.",
            false,
        ),
    }
    if unit.cover.taken() {
        add(
            "In cover",
            "until it moves",
            "SS-ACT-49",
            "Obstacles between it and an attacker add dice to its defence.",
            false,
        );
    }
    let defences = unit.guard.defences();
    if defences > 0 {
        add(
            &format!("Defended {defences}x"),
            "until next phase",
            "SS-DEF-28",
            "One die less in defence for each roll before.",
            true,
        );
    }
    let round = see.view.round();
    for status in unit.status.iter() {
        let until = match status.until {
            Until::Removed => "until ended".to_owned(),
            Until::EndOfRound(number) if number == round.number() => "end of round".to_owned(),
            Until::EndOfRound(number) => format!("end of round {number}"),
            Until::EndOfPass(passes) => match passes.saturating_sub(round.passes()) {
                0 => "end of pass".to_owned(),
                1 => "end of next pass".to_owned(),
                more => format!("{more} passes"),
            },
        };
        match status.kind {
            StatusKind::Prone => add(
                "Prone",
                "until it stands up",
                "SS-DEF-19",
                "Easier to hit near by, harder from far away; cannot run.",
                true,
            ),
            StatusKind::FullDefense => {
                add("Full Defence", &until, "SS-DEF-05", "Adds Willpower to every defence.", false)
            }
            StatusKind::Engaged => {}
            StatusKind::Fencing(other) => {
                let name = format!("Melee with {}", see.name(other));
                add(
                    &name,
                    &until,
                    "SS-DEF-39",
                    "3 dice less against shots while the other is in reach.",
                    true,
                );
            }
            StatusKind::Dying(since) => {
                let name = format!("Dying since round {since}");
                add(&name, &until, "SS-DMG-23", "Loses a point of flesh every so many rounds.", true);
            }
        }
    }
    lines
}
