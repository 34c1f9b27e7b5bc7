//! Cover by direction: shields around a square and cover grades.

use bevy_egui::egui::{self, CornerRadius, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::panel::action_bar::cover_text::{cover_dice_text, shooters_by_cover};
use crate::panel::widgets::{
    PanelContext, body_font, draw_shield, show_fact_line, show_heading, shows_clauses,
};
use crate::square_cover::{CoverStrength, hidden_once_taken};
use crate::theme::scaled;
use battle::{BattleView, UnitDataItem, action_price};
use field::Body;
use model::{Cell, Direction};
use rules::play;
use rules::turn_engine::Action;

/// Draws the cover of the unit's square.
pub(crate) fn show_cover_here(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem) {
    show_heading(ui, context.palette, "Cover here");
    let sides = hidden_once_taken(context.view.field().grid(), unit.cell(), unit.body());
    show_cover_compass(ui, context, sides);
    if let Some(text) = hidden_cover_text(context.view, unit.cell(), unit.body(), sides) {
        ui.colored_label(context.palette.dim, text);
    }
    let book = context.view.rules().book();
    if !sides.iter().any(|hidden| play::is_cover(book, *hidden)) {
        return;
    }
    let shooters = shooters_by_cover(context.view, unit);
    let counts = shooters.is_empty() || shooters.iter().any(|shooter| shooter.is_covered);
    let (text, colour) = match () {
        () if unit.cover.is_taken() => ("Cover is taken.", context.palette.good),
        () if !has_cover_action(context.view, unit) => ("It counts without an action.", context.palette.dim),
        () if counts => ("Take cover to gain this.", context.palette.dim),
        () => ("Counts against no enemy that can shoot here now.", context.palette.dim),
    };
    ui.colored_label(colour, text);
}

/// Whether a unit's rules have an action for taking cover.
fn has_cover_action(view: &BattleView, unit: &UnitDataItem) -> bool {
    let own = play::cover_action(view.rules().book()).is_some();
    own || !action_price(view, unit, Action::TakeCover, None).is_empty()
}

/// Directions in the order in which cover is shown, with their names.
const TOLD: [(&str, Direction); 8] = [
    ("North", Direction::North),
    ("East", Direction::East),
    ("South", Direction::South),
    ("West", Direction::West),
    ("North-east", Direction::NorthEast),
    ("South-east", Direction::SouthEast),
    ("South-west", Direction::SouthWest),
    ("North-west", Direction::NorthWest),
];

/// Names the cover of a square that a player would not see from the compass: what hides it on diagonals where no straight side has
/// cover: "North-west: crate." `None` if there is none.
pub(crate) fn hidden_cover_text(view: &BattleView, cell: Cell, body: Body, sides: [u8; 8]) -> Option<String> {
    let covered = |side: Direction| play::is_cover(view.rules().book(), sides[side as usize]);
    if TOLD.iter().any(|(_, side)| !side.is_diagonal() && covered(*side)) {
        return None;
    }
    let told = TOLD.iter().filter(|(_, side)| covered(*side)).filter_map(|(name, side)| {
        let crossing = field::hiding_obstacle_beside(view.field().grid(), cell, body, *side)?;
        let barrier = view.barrier(crossing.id)?.barrier.kind().name.clone();
        Some(format!("{name}: {barrier}."))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// Name of the cover that a hidden share gives, in percent; "none" for what is no cover.
fn side_cover_name(context: &PanelContext, hidden: u8) -> &'static str {
    play::cover_name(context.view.rules().book(), hidden)
}

/// Draws a square with a shield and a cover grade for each side, from the hidden shares in percent.
pub(crate) fn show_cover_compass(ui: &mut Ui, context: &PanelContext, sides: [u8; 8]) {
    let palette = context.palette;
    ui.colored_label(palette.dim, "Cover by what stands beside the square:");
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), scaled(ui, 72.0)), Sense::hover());
    let painter = ui.painter();
    let round = CornerRadius::same(5);
    painter.rect(rect, round, palette.raised, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    let centre = rect.center();
    let square = Rect::from_center_size(centre, vec2(18.0, 18.0));
    painter.rect_stroke(
        square,
        CornerRadius::same(3),
        Stroke::new(1.2, palette.side_colour(1)),
        StrokeKind::Inside,
    );
    for (name, direction) in
        [("N", Direction::North), ("E", Direction::East), ("S", Direction::South), ("W", Direction::West)]
    {
        let hidden = sides[direction as usize];
        let cover = CoverStrength::of_hidden(context.view.rules().book(), hidden);
        let (dx, dy) = direction.delta();
        let at = centre + vec2(dx as f32, dy as f32) * 22.0;
        let colour = if cover.is_none() { palette.line } else { palette.side_colour(1) };
        draw_shield(painter, at, 13.0, cover.map_or(0.0, CoverStrength::fill), colour);
        let text = format!("{name} {}", side_cover_name(context, hidden));
        let colour = if cover.is_none() { palette.faint } else { palette.text };
        let (place, align) = match direction {
            Direction::North => (pos2(rect.left() + 10.0, rect.top() + 18.0), egui::Align2::LEFT_CENTER),
            Direction::East => (pos2(rect.right() - 10.0, rect.top() + 18.0), egui::Align2::RIGHT_CENTER),
            Direction::South => (pos2(rect.right() - 10.0, rect.bottom() - 18.0), egui::Align2::RIGHT_CENTER),
            _ => (pos2(rect.left() + 10.0, rect.bottom() - 18.0), egui::Align2::LEFT_CENTER),
        };
        painter.text(place, align, text, body_font(ui), colour);
    }
    for direction in Direction::ALL.into_iter().filter(|direction| direction.is_diagonal()) {
        let cover = CoverStrength::of_hidden(context.view.rules().book(), sides[direction as usize]);
        let Some(cover) = cover else { continue };
        let (dx, dy) = direction.delta();
        let at = centre + vec2(dx as f32, dy as f32) * 18.0;
        draw_shield(painter, at, 8.0, cover.fill(), palette.side_colour(1));
    }
    let response = response.named_text(|| {
        let grades = TOLD.map(|(name, side)| (name.to_lowercase(), side));
        let grades =
            grades.map(|(name, side)| format!("{name} {}", side_cover_name(context, sides[side as usize])));
        format!("Cover: {}", grades.join(", "))
    });
    response.on_hover_ui(|ui| show_cover_grades(ui, context));
}

/// Draws what the tooltip of the compass says: what it shows, and which share each cover grade needs.
fn show_cover_grades(ui: &mut Ui, context: &PanelContext) {
    ui.set_max_width(280.0);
    ui.label(
        "What stands beside the square hides once the unit has taken cover, against a standing shooter four squares \
         away, or in the same room. What stands farther away on a line of fire hides as well, but is not shown here.",
    );
    let (palette, rules) = (context.palette, context.view.rules());
    let book = rules.book();
    let dice = |hidden| cover_dice_text(rules, hidden).or_else(|| play::cover_effect(rules, hidden));
    let worth = |hidden| dice(hidden).unwrap_or_default();
    for least in [0, 25, 50, 75] {
        let [name, lower] = [least + 1, least].map(|hidden| play::cover_name(book, hidden));
        if name != lower {
            let text = format!("More than {least} % hidden: {name}");
            show_fact_line(ui, (&text, palette.dim), (&worth(least + 1), palette.good));
        }
    }
    let total = play::cover_name(book, 100);
    if total != play::cover_name(book, 99) {
        let text = format!("Wholly hidden: {total}");
        show_fact_line(ui, (&text, palette.dim), (&worth(100), palette.good));
    }
    let clauses = match play::cover_dice(rules, 100) > 0 {
        true => "SS-COVER-07, SS-DEF-41, SS-DEF-46",
        false => rules.ruling("cover", "SS-COVER-07"),
    };
    if shows_clauses(ui) {
        ui.colored_label(palette.faint, RichText::new(clauses).monospace());
    }
}
