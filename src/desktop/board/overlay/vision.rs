//! Vision of the selected unit from where it is, what changes where it would move to, and why a square is not seen.

use bevy_egui::egui::epaint::PathStroke;
use bevy_egui::egui::{Align2, Rect, Shape, Stroke, Vec2, vec2};

use super::legend::LegendEntry;
use super::route::Route;
use super::square_fact::SquareFact;
use super::toggles::OverlayToggle;
use super::{Overlay, OverlayCanvas, OverlayInputs, cell_fill};
use crate::board::brush::{SHADE, draw_brackets, draw_plate};
use crate::board::viewport;
use crate::theme::with_alpha;
use battle::{
    BattleView, CellSet, MAX_GROUND_SIGHT_CELLS, OBSCURED_SIGHT_CELLS, SightObstacle, UnitDataItem,
};
use dice::Clause;
use model::{BarrierId, Cell, ObstaclePosition, UnitId};
use rules::play;

/// Distance from the centre of a square to the rim of its token, in squares.
const TOKEN_RIM: f32 = 0.44;

/// Why the unit does not see the hovered square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnseenCell {
    cell: Cell,
    obstacle: SightObstacle,
}

/// What a unit sees.
#[derive(Clone, Debug)]
pub(super) struct VisionOverlay {
    unit: UnitId,
    /// Name of the observer.
    name: String,
    from: Cell,
    seen: CellSet,
    /// The square to which it would move, and what it would see from there.
    ahead: Option<(Cell, CellSet)>,
    /// The hovered square, if it is not seen.
    unseen: Option<UnseenCell>,
}

impl VisionOverlay {
    /// Computes what a unit sees.
    fn of_unit(view: &BattleView, unit: &UnitDataItem) -> Self {
        Self {
            unit: *unit.id,
            name: unit.identity.name().to_owned(),
            from: unit.cell(),
            seen: view.cells_seen_from(unit, unit.cell()),
            ahead: None,
            unseen: None,
        }
    }

    /// Finds out why a square is not seen; `None` if it is.
    fn explain(&self, view: &BattleView, cell: Cell) -> Option<UnseenCell> {
        if self.seen.contains(cell) || !view.field().grid().contains(cell) {
            return None;
        }
        let obstacle = view.sight_obstacle(&view.unit(self.unit)?, self.from, cell)?;
        Some(UnseenCell { cell, obstacle })
    }

    /// Returns the part of the line to the hovered square, from 0 to 1, that is clear.
    fn clear_share(&self, unseen: &UnseenCell) -> f32 {
        let (from, to) = (viewport::cell_centre(self.from), viewport::cell_centre(unseen.cell));
        let at = match unseen.obstacle {
            SightObstacle::Barrier(_, place) => viewport::place_middle(place),
            SightObstacle::Ground(cell) | SightObstacle::Obscured(cell) => viewport::cell_centre(cell),
            SightObstacle::Ailment(_) => from,
            SightObstacle::Dark | SightObstacle::TooFar => to,
        };
        let way = to - from;
        ((at - from).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0)
    }

    /// Draws the line to a square that is not seen, dashed behind what blocks it, with a mark and a name there.
    fn paint_unseen(&self, unseen: &UnseenCell, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, view, .. } = canvas;
        let (lens, painter) = (brush.lens, brush.painter);
        let (from, to) = (viewport::cell_centre(self.from), viewport::cell_centre(unseen.cell));
        let way = to - from;
        let start = from + way.normalized() * TOKEN_RIM.min(way.length() * 0.3);
        let stop = from + way * self.clear_share(unseen);
        let [start, stop, end] = [start, stop, to].map(|at| lens.to_screen(at));
        let width = lens.scaled_points_min(2.0, 1.5);
        let (line, dark) =
            (Stroke::new(width, palette.text), Stroke::new(width + 2.0, with_alpha(SHADE, 170)));
        painter.line_segment([start, end], dark);
        if (stop - start).dot(end - start) > 0.0 {
            painter.line_segment([start, stop], line);
        }
        painter.extend(Shape::dashed_line(&[stop, end], Stroke::new(width, palette.harm), 6.0, 5.0));
        self.paint_mark(unseen, canvas);
        let arm = lens.scaled_points(4.0).max(4.0);
        for across in [vec2(arm, arm), vec2(arm, -arm)] {
            painter.line_segment([stop - across, stop + across], Stroke::new(width + 2.5, SHADE));
            painter.line_segment([stop - across, stop + across], Stroke::new(width + 0.5, palette.harm));
        }
        let name = obstacle_name(view, unseen.obstacle);
        let below = stop + vec2(0.0, lens.unit * 0.35);
        draw_plate(
            painter,
            below,
            Align2::CENTER_TOP,
            &name,
            12.0,
            palette.text,
            with_alpha(palette.harm, 170),
        );
    }

    /// Marks what blocks the line: an edge with a thick line, a square with brackets.
    fn paint_mark(&self, unseen: &UnseenCell, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, .. } = canvas;
        let (lens, painter) = (brush.lens, brush.painter);
        let width = lens.scaled_points_min(3.4, 2.6);
        let rect = match unseen.obstacle {
            SightObstacle::Barrier(_, ObstaclePosition::Edge(edge)) => {
                let ends = viewport::edge_ends(edge).map(|end| lens.to_screen(end)).to_vec();
                painter.add(Shape::line(ends.clone(), PathStroke::new(width + 3.0, SHADE)));
                painter.add(Shape::line(ends, PathStroke::new(width, palette.harm)));
                return;
            }
            SightObstacle::Barrier(_, ObstaclePosition::Square(cell))
            | SightObstacle::Ground(cell)
            | SightObstacle::Obscured(cell) => lens.cell_rect(cell),
            SightObstacle::Dark | SightObstacle::TooFar => lens.cell_rect(unseen.cell),
            SightObstacle::Ailment(_) => {
                Rect::from_center_size(lens.cell_centre(self.from), Vec2::splat(lens.unit))
            }
        };
        let arm = lens.scaled_points(9.0);
        draw_brackets(painter, rect, arm, Stroke::new(width + 2.0, with_alpha(SHADE, 190)));
        draw_brackets(painter, rect, arm, Stroke::new(width, palette.harm));
    }

    /// Darkens the squares not seen, dots those that would be seen from the end of the path, and hatches those that would
    /// be lost.
    fn paint(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, view, art, palette, .. } = canvas;
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
        let cells = || (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        let ahead = self.ahead.as_ref().map(|(_, seen)| seen);
        let is_gained = |cell: &Cell| ahead.is_some_and(|seen| seen.contains(*cell));
        let dark = || cells().filter(|cell| !self.seen.contains(*cell));
        cell_fill::fill_plain(brush, dark().filter(|cell| !is_gained(cell)), with_alpha(SHADE, 165));
        cell_fill::fill_plain(brush, dark().filter(is_gained), with_alpha(SHADE, 96));
        if let Some(seen) = ahead {
            let gained = dark().filter(is_gained);
            cell_fill::fill_with_pattern(brush, art, "dots", gained, with_alpha(palette.text, 110));
            let lost = cells().filter(|cell| self.seen.contains(*cell) && !seen.contains(*cell));
            cell_fill::fill_with_pattern(brush, art, "hatch", lost, with_alpha(SHADE, 210));
        }
    }
}

/// Names a barrier: "brick wall", "closed wooden door".
pub(super) fn barrier_name(view: &BattleView, id: BarrierId) -> String {
    let Some(data) = view.barrier(id) else { return "barrier".to_owned() };
    let kind = data.barrier.kind();
    let name = kind.name.to_lowercase();
    if kind.openable && !data.state.open() { format!("closed {name}") } else { name }
}

/// Names what keeps a unit from seeing, for the board.
fn obstacle_name(view: &BattleView, obstacle: SightObstacle) -> String {
    match obstacle {
        SightObstacle::Ailment(ailment) => ailment.name().to_lowercase(),
        SightObstacle::Barrier(id, _) => barrier_name(view, id),
        SightObstacle::Ground(_) => "higher ground".to_owned(),
        SightObstacle::Dark => "too dark".to_owned(),
        SightObstacle::Obscured(cell) => {
            view.terrain_at(cell).map_or_else(|| "smoke".to_owned(), |terrain| terrain.name.to_lowercase())
        }
        SightObstacle::TooFar => "out of range of sight".to_owned(),
    }
}

/// Says why a unit does not see a square, with the clause.
fn obstacle_reason(view: &BattleView, obstacle: SightObstacle) -> (String, Clause) {
    let name = obstacle_name(view, obstacle);
    match obstacle {
        SightObstacle::Ailment(ailment) => (format!("{name}: sees nothing"), ailment.rule().clause),
        SightObstacle::Barrier(..) | SightObstacle::Ground(_) => {
            (format!("{name} in the way"), play::unseen_clause(view.rules()))
        }
        SightObstacle::Dark => (format!("{name}: seen within {OBSCURED_SIGHT_CELLS} m only"), ""),
        SightObstacle::Obscured(_) => {
            (format!("{name} in the way: seen within {OBSCURED_SIGHT_CELLS} m only"), "")
        }
        SightObstacle::TooFar => (format!("{name}, which is {MAX_GROUND_SIGHT_CELLS} m"), ""),
    }
}

impl Overlay for Option<VisionOverlay> {
    fn update(&mut self, inputs: &OverlayInputs) {
        let unit = inputs.ready.filter(|_| inputs.toggles.is_on(OverlayToggle::Sight));
        *self = unit.map(|unit| VisionOverlay::of_unit(inputs.view, unit));
    }

    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let Some(vision) = self else { return };
        let (view, unit) = (inputs.view, inputs.view.unit(vision.unit));
        let end = inputs.plan.route.as_ref().map(Route::end).filter(|end| *end != vision.from);
        if vision.ahead.as_ref().map(|(cell, _)| *cell) != end {
            vision.ahead =
                end.zip(unit.as_ref()).map(|(cell, unit)| (cell, view.cells_seen_from(unit, cell)));
        }
        vision.unseen = inputs.hovered_cell().and_then(|cell| vision.explain(view, cell));
    }

    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(vision) = self {
            vision.paint(canvas);
        }
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some((vision, unseen)) =
            self.as_ref().and_then(|vision| Some((vision, vision.unseen.as_ref()?)))
        {
            vision.paint_unseen(unseen, canvas);
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        if !canvas.toggles.is_on(OverlayToggle::Sight) {
            return Vec::new();
        }
        let key = OverlayToggle::Sight.action();
        let name = self.as_ref().map_or("the selected unit", |vision| vision.name.as_str());
        let mut entries = vec![LegendEntry::with_key("", SHADE, &format!("not seen by {name}"), key, canvas)];
        if self.as_ref().is_some_and(|vision| vision.ahead.is_some()) {
            let ahead = [
                LegendEntry::new("dots", canvas.palette.text, "would be seen from there"),
                LegendEntry::new("hatch", canvas.palette.dim, "would no longer be"),
            ];
            entries.extend(ahead.map(LegendEntry::chosen));
        }
        entries
    }

    fn facts(&self, view: &BattleView, cell: Cell) -> Vec<SquareFact> {
        let Some(vision) = self else { return Vec::new() };
        let Some(unseen) = vision.explain(view, cell) else { return Vec::new() };
        let (value, clause) = obstacle_reason(view, unseen.obstacle);
        vec![SquareFact { label: format!("Not seen by {}", vision.name), value, clause }]
    }
}
