//! Safety of a square: which of its sides give cover, which enemies could shoot there, and whom the unit could hit from
//! there.

use bevy_egui::egui::{Rect, Stroke, Vec2, vec2};

use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::{Brush, SHADE};
use crate::session::Intent;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, UnitDataItem};
use field::{Body, CoverDegree, Grid, cover_by_side, hidden_share};
use model::{Cell, CellSide, Direction, Edge, ObstaclePosition};
use rules::{WeaponMalfunction, WeaponReach};

/// An enemy that could shoot at the square.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PossibleShooter {
    cell: Cell,
    hidden: u8,
}

/// Cover and threats of a square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellSafety {
    cell: Cell,
    sides: [CoverDegree; 8],
    shooters: Option<Vec<PossibleShooter>>,
    /// Number of enemies that the unit could attack from there.
    targets: usize,
}

impl CellSafety {
    /// Assesses a square that can be entered. Only adjacent cover counts; threats only if the unit can get there this
    /// phase.
    fn assess(
        view: &BattleView,
        unit: &UnitDataItem,
        (cell, reachable): (Cell, bool),
        targets: usize,
    ) -> Option<Self> {
        let grid = view.field().grid();
        let filled =
            grid.obstacle(ObstaclePosition::Square(cell)).is_some_and(|obstacle| obstacle.blocks_move);
        let occupied = view.unit_at(cell).is_some_and(|other| other.id != unit.id);
        if filled || occupied || !grid.can_enter(cell) {
            return None;
        }
        // A unit that walks there stands; a prone unit in place stays prone.
        let body = if cell == unit.cell() { unit.body() } else { Body::STANDING };
        let reachable = reachable || cell == unit.cell();
        let eyes = reachable.then(|| possible_shooters(view, unit, cell, body));
        let mut sides = cover_by_side(grid, cell, body);
        for (direction, cover) in Direction::ALL.into_iter().zip(&mut sides) {
            if !has_obstacle_at(grid, cell, direction) {
                *cover = CoverDegree::None;
            }
        }
        Some(Self { cell, sides, shooters: eyes, targets })
    }

    /// Draws a thin line from every enemy that could shoot at the square.
    fn paint_lines(&self, brush: &Brush, palette: &Palette) {
        for eye in self.shooters.iter().flatten() {
            let line = [brush.lens.cell_centre(eye.cell), brush.lens.cell_centre(self.cell)];
            let alpha = 225 - eye.hidden.min(100);
            brush.painter.line_segment(
                line,
                Stroke::new(brush.lens.scaled_points_min(1.4, 1.1), with_alpha(palette.harm, alpha)),
            );
        }
    }

    /// Draws a shield on every covered side, and the number of threats.
    fn paint_shields(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = canvas;
        let side = brush.lens.scaled_points(17.0).clamp(11.0, 30.0);
        for (direction, cover) in Direction::ALL.into_iter().zip(self.sides) {
            let name = match cover {
                _ if direction.is_diagonal() => continue,
                CoverDegree::None => continue,
                CoverDegree::Partial => "cover_half",
                CoverDegree::Good | CoverDegree::Total => "cover_full",
            };
            let (dx, dy) = direction.delta();
            let at = brush.lens.cell_centre(self.cell) + vec2(dx as f32, dy as f32) * brush.lens.unit * 0.5;
            let rect = Rect::from_center_size(at, Vec2::splat(side));
            brush.painter.add(art.shape(name, rect.expand(brush.lens.scaled_points(1.8)), 0.0, SHADE));
            brush.painter.add(art.shape(name, rect, 0.0, palette.sides[1]));
        }
        if let Some(eyes) = &self.shooters {
            let words = exposure_words(self.targets, eyes.len());
            let colour = if eyes.is_empty() { palette.good } else { palette.harm };
            // Beyond the movement cost.
            canvas.draw_cell_label(self.cell, 22.0, &words, (colour, with_alpha(colour, 120)));
        }
    }
}

impl Overlay for Option<CellSafety> {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let open = inputs.session.intent == Intent::Move && inputs.view.round().outcome().is_none();
        let aimed = inputs.ready.zip(inputs.hovered_cell()).filter(|_| open);
        *self = aimed.and_then(|(unit, cell)| {
            let place = (cell, inputs.plan.reaches(cell));
            CellSafety::assess(inputs.view, unit, place, inputs.targets_there)
        });
    }

    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(safety) = self {
            safety.paint_lines(canvas.brush, canvas.palette);
        }
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(safety) = self {
            safety.paint_shields(canvas);
        }
    }
}

/// Whether there is an obstacle on that side of a square: on its edge, in the square beyond, or in the square itself.
fn has_obstacle_at(grid: &Grid, cell: Cell, direction: Direction) -> bool {
    let beyond = cell.step(direction);
    let edge = CellSide::ALL.into_iter().find(|side| cell.neighbour(*side) == beyond);
    [
        Some(ObstaclePosition::Square(cell)),
        Some(ObstaclePosition::Square(beyond)),
        edge.map(|side| ObstaclePosition::Edge(Edge::new(cell, side))),
    ]
    .into_iter()
    .flatten()
    .any(|place| grid.obstacle(place).is_some())
}

/// Describes a square: "you can hit 2 · 1 can hit you".
fn exposure_words(targets: usize, shooters: usize) -> String {
    let own = match targets {
        0 => "you can hit no enemy".to_owned(),
        targets => format!("you can hit {targets}"),
    };
    let others = match shooters {
        0 => "no enemy can hit you".to_owned(),
        shooters => format!("{shooters} can hit you"),
    };
    format!("{own} \u{00b7} {others}")
}

/// Returns enemies with a loaded firearm in hand and a line to the square.
fn possible_shooters(view: &BattleView, unit: &UnitDataItem, cell: Cell, body: Body) -> Vec<PossibleShooter> {
    view.units()
        .filter(|other| other.side != unit.side && other.is_fighting())
        .filter(|other| can_shoot_as_far(other, other.cell().distance_squared(cell)))
        .filter_map(|other| {
            let hidden = hidden_share(view.field().grid(), other.cell(), other.body(), cell, body);
            (hidden < 100).then_some(PossibleShooter { cell: other.cell(), hidden })
        })
        .collect()
}

/// Whether a weapon in the unit's hands shoots that far.
pub(crate) fn can_shoot_as_far(unit: &UnitDataItem, distance_squared: u32) -> bool {
    unit.inventory.held_items().any(|(_, carried)| {
        let far =
            matches!(carried.reach(), WeaponReach::Ranged { metres } if distance_squared <= metres.saturating_mul(metres));
        far && (carried.loaded() > 0 || carried.magazine() == 0) && carried.fault() == WeaponMalfunction::None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_says_who_can_hit_whom() {
        assert_eq!(exposure_words(2, 1), "you can hit 2 \u{00b7} 1 can hit you");
        assert_eq!(exposure_words(0, 0), "you can hit no enemy \u{00b7} no enemy can hit you");
    }
}
