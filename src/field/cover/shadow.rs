//! The shadow that a barrier on a line casts onto a body behind it.

use crate::grid::{Grid, ObstacleLayer};
use crate::line_traversal::{CornerPath, Fraction};
use crate::obstacle::{Body, Obstacle};
use model::Cell;

/// A whole body, in the unit of shares.
pub(crate) const WHOLE_SHARE: u32 = 1_000_000;

/// Effect of an obstacle or the ground on the body at the end of a line, seen from the eye at its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShadowEffect {
    /// Whether it blocks the line from the eye to the top of the body.
    pub blocks: bool,
    /// Whether its shadow reaches any part of the body.
    pub touches: bool,
    /// Whether its shadow reaches the top of the body.
    pub tops: bool,
    /// Share of the body that it hides, in millionths, rounded down.
    pub share: u32,
}

impl ShadowEffect {
    /// Combines two obstacles at one place.
    const fn combine(self, other: Self) -> Self {
        Self {
            blocks: self.blocks || other.blocks,
            touches: self.touches || other.touches,
            tops: self.tops || other.tops,
            share: if self.share > other.share { self.share } else { other.share },
        }
    }
}

/// The heights along one line, from an eye to a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowCaster<'a> {
    grid: &'a Grid,
    eye: i64,
    foot: i64,
    body: i64,
}

impl<'a> ShadowCaster<'a> {
    /// Creates the heights of a line between two bodies; both squares are on the map.
    pub(crate) fn new(grid: &'a Grid, from: Cell, from_body: Body, to: Cell, to_body: Body) -> Self {
        let height = |cell| i64::from(grid.ground(cell).height_cm);
        Self {
            grid,
            eye: height(from) + i64::from(from_body.height_cm.max(1)),
            foot: height(to),
            body: i64::from(to_body.height_cm.max(1)),
        }
    }

    /// The obstacle of the layer at this index, and its effect; `None` if there is none.
    pub(crate) fn obstacle_effect(
        &self,
        layer: ObstacleLayer,
        index: usize,
        near: Fraction,
        far: Fraction,
    ) -> Option<(&'a Obstacle, ShadowEffect)> {
        let obstacle = self.grid.obstacle_at(layer, index)?;
        let own = self.ground_height(index);
        let base = match layer {
            ObstacleLayer::Square => own,
            ObstacleLayer::North => own.max(self.ground_height(index - self.grid.stride())),
            ObstacleLayer::West => own.max(self.ground_height(index - 1)),
        };
        let top = base + i64::from(obstacle.height_cm);
        let mut effect = self.effect(top, near, far, obstacle.hides_pct());
        effect.blocks = obstacle.stops_sight() && effect.tops;
        Some((obstacle, effect))
    }

    /// The effect of a square's ground between two places along the line.
    pub(crate) fn rise_effect(&self, index: usize, near: Fraction, far: Fraction) -> ShadowEffect {
        if self.grid.is_level() {
            return ShadowEffect::default();
        }
        let mut effect = self.effect(self.ground_height(index), near, far, 100);
        let (reach, whole) = self.shadow_range(self.ground_height(index), near, far);
        effect.blocks = reach > whole; // touching the line is not being higher
        effect
    }

    /// The effect of a square between two places along the line: its ground and the obstacle in it.
    pub(crate) fn square_effect(&self, index: usize, near: Fraction, far: Fraction) -> ShadowEffect {
        let obstacle =
            self.obstacle_effect(ObstacleLayer::Square, index, near, far).map(|(_, effect)| effect);
        self.rise_effect(index, near, far).combine(obstacle.unwrap_or_default())
    }

    /// The effect of an obstacle on an edge.
    pub(crate) fn edge_effect(&self, layer: ObstacleLayer, index: usize, at: Fraction) -> ShadowEffect {
        self.obstacle_effect(layer, index, at, at).map(|(_, effect)| effect).unwrap_or_default()
    }

    /// The effect of one way around a corner.
    pub(crate) fn corner_path_effect(&self, way: &CornerPath, at: Fraction) -> ShadowEffect {
        self.edge_effect(way.first.0, way.first.1, at)
            .combine(self.square_effect(way.square, at, at))
            .combine(self.edge_effect(way.second.0, way.second.1, at))
    }

    /// The height of a square's ground; 0 on the rim around the map.
    fn ground_height(&self, index: usize) -> i64 {
        i64::from(self.grid.ground_at(index).height_cm)
    }

    /// The effect of an obstacle with its top at `top` between two places along the line.
    ///
    /// The line from the eye over an edge at height `top`, `over / under` of the way along, meets the body at `eye +
    /// (top - eye) * under / over`. An obstacle higher than the eye hides most at the place nearest to it, a lower
    /// one at the farthest.
    fn effect(&self, top: i64, near: Fraction, far: Fraction, hides_pct: u8) -> ShadowEffect {
        let (reach, whole) = self.shadow_range(top, near, far);
        let most = i64::from(hides_pct) * i64::from(WHOLE_SHARE / 100);
        let share = match reach {
            ..=0 => 0,
            reach if reach >= whole => most,
            reach => reach * most / whole,
        };
        ShadowEffect { blocks: false, touches: reach > 0, tops: reach >= whole, share: share as u32 }
    }

    /// How far up the body the shadow reaches, and the whole body, in one unit.
    fn shadow_range(&self, top: i64, near: Fraction, far: Fraction) -> (i64, i64) {
        let at = if top >= self.eye { near } else { far };
        let (over, under) = (i64::from(at.over), i64::from(at.under));
        ((self.eye - self.foot) * over + (top - self.eye) * under, self.body * over)
    }
}
