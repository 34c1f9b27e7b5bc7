//! What the side that acts is there for, and how far it has come: a line below the track, always in sight.

use bevy_egui::egui::{self, Rect, Sense, Ui, pos2, vec2};

use super::deployment_bar;
use super::widgets::{PanelContext, body_font, draw_side_mark, layout_truncated};
use crate::objective_text;
use crate::session::Session;
use battle::{Side, objective_progress};
use content::Objective;

/// Height of the line.
pub(super) const HEIGHT: f32 = 24.0;

/// The side whose goal is shown: that of whoever looks, else of whoever acts or is placed.
fn side_to_show(see: &PanelContext, session: &Session) -> Option<Side> {
    let acting = || see.view.round().acting().or(session.selected);
    let of_unit = || acting().and_then(|id| see.view.unit(id)).map(|unit| *unit.side);
    see.view.viewer().or_else(|| deployment_bar::deploying_side(see.view)).or_else(of_unit)
}

/// "hold the vault for 3 rounds in a row (held for 1, 2 to go)".
pub(super) fn objective_status(see: &PanelContext, number: usize, objective: &Objective) -> String {
    let words = objective_text::objective_words(objective);
    let Some((done, wanted)) = objective_progress(see.view, number) else { return words };
    let left = wanted.saturating_sub(done);
    match objective {
        Objective::Hold { .. } => format!("{words} (held for {done}, {left} to go)"),
        _ => format!("{words} ({done} away, {left} to go)"),
    }
}

/// Draws the line.
pub(super) fn show(ui: &mut Ui, see: &PanelContext, session: &Session) {
    let look = see.palette;
    let skirmish = &see.view.setup().bundle().skirmish;
    let Some(side) = side_to_show(see, session) else { return };
    let own: Vec<String> = skirmish
        .objectives
        .iter()
        .enumerate()
        .filter(|(_, objective)| objective.side() == side.0)
        .map(|(number, objective)| objective_status(see, number, objective))
        .collect();
    let name = see.view.side_name(side);
    let goal = match own.as_slice() {
        [] => format!("{name}: keep the others from what they are there for"),
        own => format!("{name}: {}", own.join(", or ")),
    };
    let (now, last) = (see.view.round().number(), skirmish.rounds);
    let limit = match see.view.round().outcome() {
        Some(_) => String::new(),
        None => {
            format!("round {} of {last}, then {}", now.max(1), objective_text::time_limit_words(skirmish))
        }
    };
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT - 4.0), Sense::hover());
    let painter = ui.painter();
    let mark = Rect::from_center_size(pos2(rect.left() + 7.0, rect.center().y), vec2(12.0, 12.0));
    draw_side_mark(painter, mark, see.side_colour_number(side), see.side_colour(side));
    let left = rect.left() + 20.0;
    let goal_width = painter.layout_no_wrap(goal.clone(), body_font(ui), look.text).size().x;
    let room = (rect.right() - left - 16.0).max(40.0);
    let goal = layout_truncated(painter, &goal, body_font(ui), look.text, room);
    painter.galley(pos2(left, rect.center().y - goal.size().y / 2.0), goal, look.text);
    let limit = layout_truncated(painter, &limit, body_font(ui), look.dim, (room - goal_width).max(0.0));
    let at = pos2(rect.right() - limit.size().x, rect.center().y - limit.size().y / 2.0);
    if limit.size().x > 60.0 {
        painter.galley(at, limit, look.dim);
    }
    response.on_hover_ui(|ui| show_all_objectives(ui, see));
}

/// The goals of all sides, whole.
fn show_all_objectives(ui: &mut Ui, see: &PanelContext) {
    let skirmish = &see.view.setup().bundle().skirmish;
    ui.set_max_width(420.0);
    for (number, objective) in skirmish.objectives.iter().enumerate() {
        let side = Side(objective.side());
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(see.side_colour(side), see.view.side_name(side));
            ui.add(egui::Label::new(objective_status(see, number, objective)).wrap());
        });
    }
    let text = format!("After {} rounds {}.", skirmish.rounds, objective_text::time_limit_words(skirmish));
    ui.colored_label(see.palette.dim, text);
}
