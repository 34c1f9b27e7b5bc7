//! Map zones: deployment and objectives.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Align2, Pos2, Rect, Vec2, pos2, vec2};

use super::super::super::theme::{Palette, with_alpha};
use super::{Overlay, OverlayCanvas, OverlayInputs, cell_fill};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, draw_plate, plate_size};
use battle::{BattleView, objective_progress};
use battle_log::log_text::count_text;
use content::Objective;
use model::{Cell, CellSide, ObstaclePosition};

/// Size of the labels, in points.
const LABEL_POINTS: f32 = 12.0;
/// Distance between the sign of an objective and its words, in points.
const ICON_GAP: f32 = 3.0;

/// Squares of a zone.
#[derive(Clone, Debug)]
pub(super) struct MapZone {
    /// Colour number of its side.
    colour: u8,
    /// Label.
    words: String,
    deployment: bool,
    cells: Vec<Cell>,
    /// Those without an object in them: a tint would hide it.
    free: Vec<Cell>,
    border: Vec<(Cell, CellSide)>,
}

/// Returns the zones to show now: deployment before the first round, objectives always.
fn visible_zones(view: &BattleView) -> Vec<MapZone> {
    let skirmish = &view.setup().bundle().skirmish;
    let zone = |name: &str, side: usize, words: String, deployment: bool| {
        let cells = skirmish.map.zones.get(name)?;
        let set: BTreeSet<Cell> = cells.iter().copied().collect();
        let colour = skirmish.sides.get(side).map_or(0, |side| side.colour);
        Some(MapZone {
            colour,
            words,
            deployment,
            free: cells.iter().copied().filter(|cell| !has_object(view, *cell)).collect(),
            cells: cells.clone(),
            border: cell_fill::border_edges(&set),
        })
    };
    let mut zones = Vec::new();
    for (number, objective) in skirmish.objectives.iter().enumerate() {
        let Some(name) = objective.zone() else { continue };
        let words = match objective {
            Objective::Hold { rounds, .. } => format!("hold for {}", count_text(*rounds, "round", "rounds")),
            Objective::Escape { units, .. } => {
                let gone = objective_progress(view, number).map_or(0, |(gone, _)| gone);
                exit_words(*units, gone)
            }
            Objective::Reach { .. } => "get here".to_owned(),
            Objective::Clear { .. } => "clear of enemies".to_owned(),
            Objective::Eliminate { .. }
            | Objective::Stop { .. }
            | Objective::Rescue { .. }
            | Objective::Slay { .. } => continue,
        };
        zones.extend(zone(name, objective.side().into(), words, false));
    }
    if view.round().is_deploying() {
        // With fog of war, other sides' deployment zones are hidden.
        let hidden = |number: usize| view.viewer().is_some_and(|viewer| usize::from(viewer.0) != number);
        for (number, side) in skirmish.sides.iter().enumerate().filter(|(number, _)| !hidden(*number)) {
            let Some(name) = &side.deployment else { continue };
            zones.extend(zone(name, number, format!("start: {}", side.name), true));
        }
    }
    zones
}

/// Whether an object fills a square, such as a crate.
fn has_object(view: &BattleView, cell: Cell) -> bool {
    view.barrier_at(ObstaclePosition::Square(cell)).is_some_and(|data| !data.state.holed())
}

/// Words at an exit: "exit for 3 units", and once units have left "exit: 1 more has to leave".
fn exit_words(units: u32, gone: u32) -> String {
    match gone {
        0 => format!("exit for {}", count_text(units, "unit", "units")),
        _ => match units.saturating_sub(gone) {
            0 => "exit: enough have left".to_owned(),
            1 => "exit: 1 more has to leave".to_owned(),
            more => format!("exit: {more} more have to leave"),
        },
    }
}

impl MapZone {
    /// Marks the squares: deployment is tinted and hatched in the colour of its side. Objectives are dotted and outlined in a
    /// colour of their own: a tint would look like the range of a move.
    fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        let cells = || self.free.iter().copied();
        if self.deployment {
            let colour = palette.side_colour(self.colour);
            let pattern = if self.colour.is_multiple_of(2) { "hatch" } else { "hatch_back" };
            cell_fill::fill_plain(brush, cells(), with_alpha(colour, 26));
            cell_fill::fill_with_pattern(brush, art, pattern, cells(), with_alpha(colour, 30));
        } else {
            let colour = palette.objective_zone();
            cell_fill::fill_with_pattern(brush, art, "dots", cells(), with_alpha(colour, 90));
            cell_fill::draw_outline(brush, &self.border, 2.0, with_alpha(colour, 150), true);
        }
    }

    /// Outlines a deployment zone above walls, which would hide the outline of one that fills a room.
    fn paint_above_walls(&self, brush: &Brush, palette: &Palette) {
        if self.deployment {
            let colour = with_alpha(palette.side_colour(self.colour), 200);
            cell_fill::draw_outline(brush, &self.border, 2.5, colour, true);
        }
    }
}

impl Overlay for Vec<MapZone> {
    fn update(&mut self, inputs: &OverlayInputs) {
        *self = visible_zones(inputs.view);
    }

    fn paint_below_pieces(&self, canvas: &OverlayCanvas) {
        for zone in self {
            zone.paint(canvas.brush, canvas.art, canvas.palette);
        }
    }

    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        for zone in self {
            zone.paint_above_walls(canvas.brush, canvas.palette);
        }
    }
}

/// The labels of the zones, above the tokens. They are drawn before labels beside squares, which keep clear of them.
#[derive(Default)]
pub(super) struct ZoneNames(Vec<MapZone>);

impl Overlay for ZoneNames {
    fn update(&mut self, inputs: &OverlayInputs) {
        self.0 = visible_zones(inputs.view);
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let units = canvas.view.units().filter(|unit| unit.out_of_action.on_map());
        let mut taken: Vec<Rect> = units.map(|unit| canvas.brush.lens.cell_rect(unit.cell())).collect();
        for zone in &self.0 {
            let name = zone.paint_name(canvas, &taken);
            taken.extend(name);
            name.into_iter().for_each(|name| canvas.keep_free(name));
        }
    }
}

impl MapZone {
    /// Draws the label in the northernmost row where it covers neither a unit nor another label; returns where.
    fn paint_name(&self, canvas: &OverlayCanvas, taken: &[Rect]) -> Option<Rect> {
        let OverlayCanvas { brush, art, palette, .. } = *canvas;
        let colour = palette.side_colour(self.colour);
        let held = canvas.view.round().max_hold_rounds();
        let words = match self.deployment {
            false if held > 0 => format!("{} \u{00b7} held {held}", self.words),
            _ => self.words.clone(),
        };
        let plate = plate_size(brush.painter, &words, LABEL_POINTS);
        let icon = if self.deployment { 0.0 } else { brush.lens.scaled_points(20.0).clamp(14.0, 30.0) };
        let gap = if self.deployment { 0.0 } else { ICON_GAP };
        let size = vec2(icon + gap + plate.x, icon.max(plate.y));
        let corners = self.row_starts().map(|cell| brush.lens.cell_rect(cell).left_top() + vec2(4.0, 4.0));
        let corners = corners_on_screen(corners, size, brush.painter.clip_rect());
        let rect = Rect::from_min_size(free_corner(corners, size, taken)?, size);
        if !self.deployment {
            let place =
                Rect::from_min_size(pos2(rect.left(), rect.center().y - icon / 2.0), Vec2::splat(icon));
            brush.painter.add(art.shape("objective", place, 0.0, colour));
        }
        let at = pos2(rect.left() + icon + gap, rect.center().y);
        let rim = with_alpha(colour, 120);
        draw_plate(brush.painter, at, Align2::LEFT_CENTER, &words, LABEL_POINTS, colour, rim);
        Some(rect)
    }

    /// Returns the westernmost square of each row, from the north.
    fn row_starts(&self) -> impl Iterator<Item = Cell> {
        let mut rows = BTreeMap::new();
        for cell in &self.cells {
            let first = rows.entry(cell.y).or_insert(*cell);
            first.x = first.x.min(cell.x);
        }
        rows.into_values()
    }
}

/// Returns a label of a visible square where it is fully on screen.
fn kept_within(label: Rect, screen: Rect) -> Rect {
    let room = screen.shrink(2.0);
    if !room.expand(label.height()).contains(label.left_center()) {
        return label;
    }
    label.translate((room.min - label.min).max(Vec2::ZERO) + (room.max - label.max).min(Vec2::ZERO))
}

/// Returns where labels begin that are moved onto the screen. They are moved as a whole, as a plate that is kept on screen alone
/// would cover its sign, and before they are compared: at the rim, a label lies over the squares beside its zone.
fn corners_on_screen(
    corners: impl Iterator<Item = Pos2>,
    size: Vec2,
    screen: Rect,
) -> impl Iterator<Item = Pos2> {
    corners.map(move |corner| kept_within(Rect::from_min_size(corner, size), screen).min)
}

/// Returns the first corner at which a label hides nothing, else the one at which it hides least.
fn free_corner(corners: impl Iterator<Item = Pos2>, size: Vec2, taken: &[Rect]) -> Option<Pos2> {
    let hidden = |corner: &Pos2| {
        let label = Rect::from_min_size(*corner, size);
        let areas = taken.iter().map(|rect| rect.intersect(label)).filter(|rect| rect.is_positive());
        areas.map(|rect| rect.area()).sum::<f32>()
    };
    // The first of several that hide as little.
    corners
        .map(|corner| (hidden(&corner), corner))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .map(|best| best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_counts_down_who_is_still_to_go() {
        assert_eq!([exit_words(3, 0), exit_words(3, 2)], ["exit for 3 units", "exit: 1 more has to leave"]);
        let more = ["exit: 2 more have to leave", "exit: enough have left", "exit: enough have left"];
        assert_eq!([1, 3, 4].map(|gone| exit_words(3, gone)), more);
    }

    #[test]
    fn a_label_moves_down_until_it_hides_nothing() {
        let size = vec2(100.0, 20.0);
        let corners = || (0..4).map(|row| pos2(10.0, 40.0 * row as f32));
        assert_eq!(free_corner(corners(), size, &[]), Some(pos2(10.0, 0.0)));
        let unit = Rect::from_min_size(pos2(60.0, 0.0), Vec2::splat(40.0));
        let label = Rect::from_min_size(pos2(0.0, 45.0), size);
        assert_eq!(free_corner(corners(), size, &[unit, label]), Some(pos2(10.0, 80.0)));
    }

    #[test]
    fn a_label_at_the_rim_moves_together_with_its_sign() {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 100.0));
        let label = |x| Rect::from_min_size(pos2(x, 40.0), vec2(90.0, 20.0));
        assert_eq!(kept_within(label(150.0), screen), label(108.0));
        assert_eq!(kept_within(label(50.0), screen), label(50.0));
        assert_eq!(kept_within(label(300.0), screen), label(300.0), "its square is not visible");
    }

    #[test]
    fn a_label_at_the_rim_hides_no_unit_beside_its_zone() {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 200.0));
        let size = vec2(90.0, 20.0);
        let unit = Rect::from_min_size(pos2(110.0, 38.0), Vec2::splat(30.0));
        let corners = [pos2(150.0, 40.0), pos2(150.0, 80.0)].into_iter();
        let corners = corners_on_screen(corners, size, screen);
        assert_eq!(free_corner(corners, size, &[unit]), Some(pos2(108.0, 80.0)));
    }

    #[test]
    fn a_label_without_room_hides_as_little_as_possible() {
        let size = vec2(100.0, 20.0);
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 35.0));
        let narrow = Rect::from_min_size(pos2(100.0, 40.0), vec2(200.0, 35.0));
        let corners = [pos2(10.0, 0.0), pos2(10.0, 40.0)].into_iter();
        assert_eq!(free_corner(corners, size, &[wide, narrow]), Some(pos2(10.0, 40.0)));
        assert_eq!(free_corner(std::iter::empty(), size, &[]), None);
    }
}
