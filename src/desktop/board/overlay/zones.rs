//! Map zones: deployment and objectives.

use std::collections::BTreeSet;

use bevy_egui::egui::{Align2, Rect, Vec2, vec2};

use super::super::super::theme::{Palette, with_alpha};
use super::{Overlay, OverlayCanvas, OverlayInputs, cell_fill};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, draw_plate};
use battle::BattleView;
use content::Objective;
use model::{Cell, CellSide};

/// Squares of a zone.
#[derive(Clone, Debug)]
pub(super) struct MapZone {
    /// Colour number of its side.
    colour: u8,
    /// Label.
    words: String,
    deployment: bool,
    cells: Vec<Cell>,
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
            cells: cells.clone(),
            border: cell_fill::border_edges(&set),
        })
    };
    let mut zones = Vec::new();
    for objective in &skirmish.objectives {
        let Some(name) = objective.zone() else { continue };
        let words = match objective {
            Objective::Hold { rounds, .. } => format!("hold for {rounds} rounds"),
            Objective::Escape { units, .. } => format!("exit for {units}"),
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

impl MapZone {
    /// Tints and outlines the squares; deployment is hatched, objectives are dotted.
    fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        let colour = palette.side_colour(self.colour);
        let pattern = match (self.deployment, self.colour % 2) {
            (false, _) => "dots",
            (true, 0) => "hatch",
            (true, _) => "hatch_back",
        };
        cell_fill::fill_plain(brush, self.cells.iter().copied(), with_alpha(colour, 26));
        cell_fill::fill_with_pattern(brush, art, pattern, self.cells.iter().copied(), with_alpha(colour, 30));
        cell_fill::draw_outline(brush, &self.border, 2.0, with_alpha(colour, 150), true);
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
}

/// The labels of the zones, above everything else.
#[derive(Default)]
pub(super) struct ZoneNames(Vec<MapZone>);

impl Overlay for ZoneNames {
    fn update(&mut self, inputs: &OverlayInputs) {
        self.0 = visible_zones(inputs.view);
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        for zone in &self.0 {
            zone.paint_name(canvas);
        }
    }
}

impl MapZone {
    /// Draws the label at the northernmost square.
    fn paint_name(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = *canvas;
        let Some(first) = self.cells.first() else { return };
        let colour = palette.side_colour(self.colour);
        let corner = brush.lens.cell_rect(*first).left_top() + vec2(4.0, 4.0);
        if self.deployment {
            draw_plate(
                brush.painter,
                corner,
                Align2::LEFT_TOP,
                &self.words,
                12.0,
                colour,
                with_alpha(colour, 120),
            );
        } else {
            let side = brush.lens.scaled_points(20.0).clamp(14.0, 30.0);
            let rect = Rect::from_min_size(corner, Vec2::splat(side));
            brush.painter.add(art.shape("objective", rect, 0.0, colour));
            let held = canvas.view.round().max_hold_rounds();
            let words =
                if held > 0 { format!("{} \u{00b7} held {held}", self.words) } else { self.words.clone() };
            let at = rect.right_center() + vec2(3.0, 0.0);
            draw_plate(brush.painter, at, Align2::LEFT_CENTER, &words, 12.0, colour, with_alpha(colour, 120));
        }
    }
}
