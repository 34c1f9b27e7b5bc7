//! A square as a place to be: which of its sides are covered, and who could hit somebody there.

use bevy_egui::egui::{Align2, Rect, Stroke, Vec2, vec2};

use super::super::super::theme::{Palette, faded};
use super::super::art::Art;
use super::super::lens;
use super::super::strokes::{Brush, SHADE, plate};
use battle::{BattleView, UnitDataItem};
use field::{Body, Cell, Cover, Direction, Edge, Grid, Place, Side, cover_by_side, hidden_share};
use rules::{Fault, Reach};

/// Somebody who could hit the square.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Eye {
    cell: Cell,
    hidden: u8,
}

/// Cover and danger of a square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shelter {
    cell: Cell,
    sides: [Cover; 8],
    eyes: Option<Vec<Eye>>,
}

impl Shelter {
    /// Of a square where somebody could stand, with the cover that what stands right at it gives; the danger only where the unit could get in this phase.
    pub fn at(view: &BattleView, unit: &UnitDataItem, cell: Cell, reachable: bool) -> Option<Self> {
        let grid = view.field().grid();
        let filled = grid.obstacle(Place::Square(cell)).is_some_and(|obstacle| obstacle.blocks_move);
        let taken = view.unit_at(cell).is_some_and(|other| other.id != unit.id);
        if filled || taken || !grid.can_enter(cell) {
            return None;
        }
        // Whoever walks there stands there, whoever lies already goes on lying.
        let body = if cell == unit.cell() { unit.body() } else { Body::STANDING };
        let eyes = reachable.then(|| eyes(view, unit, cell, body));
        let mut sides = cover_by_side(grid, cell, body);
        for (direction, cover) in Direction::ALL.into_iter().zip(&mut sides) {
            if !stands_at(grid, cell, direction) {
                *cover = Cover::None;
            }
        }
        Some(Self { cell, sides, eyes })
    }

    /// A thin line from everyone who could hit the square.
    pub fn paint_lines(&self, brush: &Brush, palette: &Palette) {
        for eye in self.eyes.iter().flatten() {
            let line = [brush.lens.centre(eye.cell), brush.lens.centre(self.cell)];
            let alpha = 225 - eye.hidden.min(100);
            brush
                .painter
                .line_segment(line, Stroke::new(brush.lens.px_min(1.4, 1.1), faded(palette.harm, alpha)));
        }
    }

    /// A shield on every side that protects, and how many could hit.
    pub fn paint_shields(&self, brush: &Brush, art: &Art, palette: &Palette) {
        let side = brush.lens.px(17.0).clamp(11.0, 30.0);
        for (direction, cover) in Direction::ALL.into_iter().zip(self.sides) {
            let name = match cover {
                _ if direction.is_diagonal() => continue,
                Cover::None => continue,
                Cover::Partial => "cover_half",
                Cover::Good | Cover::Total => "cover_full",
            };
            let (dx, dy) = direction.delta();
            let at = brush.lens.centre(self.cell) + vec2(dx as f32, dy as f32) * brush.lens.unit * 0.5;
            let rect = Rect::from_center_size(at, Vec2::splat(side));
            brush.painter.add(art.shape(name, rect.expand(brush.lens.px(1.8)), 0.0, SHADE));
            brush.painter.add(art.shape(name, rect, 0.0, palette.sides[1]));
        }
        if let Some(eyes) = &self.eyes {
            let (words, colour) = match eyes.len() {
                0 => ("in no line of fire".to_owned(), palette.good),
                1 => ("in 1 line of fire".to_owned(), palette.harm),
                many => (format!("in {many} lines of fire"), palette.harm),
            };
            // Above it is the price of the way there.
            let above = brush.lens.at(lens::centre(self.cell) + vec2(0.0, -0.8)) - vec2(0.0, 22.0);
            plate(brush.painter, above, Align2::CENTER_BOTTOM, &words, 12.0, colour, faded(colour, 120));
        }
    }
}

/// Whether something stands on that side of a square: on its edge, in the square beyond, or in the square itself.
fn stands_at(grid: &Grid, cell: Cell, direction: Direction) -> bool {
    let beyond = cell.step(direction);
    let edge = Side::ALL.into_iter().find(|side| cell.beside(*side) == beyond);
    [
        Some(Place::Square(cell)),
        Some(Place::Square(beyond)),
        edge.map(|side| Place::Edge(Edge::new(cell, side))),
    ]
    .into_iter()
    .flatten()
    .any(|place| grid.obstacle(place).is_some())
}

/// Enemies with a loaded firearm in hand and a line to the square.
fn eyes(view: &BattleView, unit: &UnitDataItem, cell: Cell, body: Body) -> Vec<Eye> {
    view.units()
        .filter(|other| other.side != unit.side && other.fighting())
        .filter(|other| shoots_as_far(other, other.cell().distance_squared(cell)))
        .filter_map(|other| {
            let hidden = hidden_share(view.field().grid(), other.cell(), other.body(), cell, body);
            (hidden < 100).then_some(Eye { cell: other.cell(), hidden })
        })
        .collect()
}

/// Whether something in the unit's hands shoots so far.
pub(super) fn shoots_as_far(unit: &UnitDataItem, distance_squared: u32) -> bool {
    unit.arsenal.held().any(|(_, carried)| {
        let far =
            matches!(carried.reach(), Reach::Ranged { metres } if distance_squared <= metres.saturating_mul(metres));
        far && (carried.loaded() > 0 || carried.magazine() == 0) && carried.fault() == Fault::None
    })
}
