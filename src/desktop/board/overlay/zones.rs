//! Named places: where units are placed before the fight, and what the fight is about.

use std::collections::BTreeSet;

use bevy_egui::egui::{Align2, Rect, Vec2, vec2};

use super::super::super::theme::{Palette, faded};
use super::super::art::Art;
use super::super::strokes::{Brush, plate};
use super::tint;
use battle::BattleView;
use content::Objective;
use field::{Cell, Side};

/// Squares with a meaning.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    /// Number of the colour of the side it belongs to.
    colour: u8,
    /// What it is for.
    words: String,
    deployment: bool,
    cells: Vec<Cell>,
    border: Vec<(Cell, Side)>,
}

/// The zones to be seen now: those of deployment before the first round, those of objectives always.
pub(super) fn of(view: &BattleView) -> Vec<Zone> {
    let skirmish = &view.setup().bundle().skirmish;
    let zone = |name: &str, side: usize, words: String, deployment: bool| {
        let cells = skirmish.map.zones.get(name)?;
        let set: BTreeSet<Cell> = cells.iter().copied().collect();
        let colour = skirmish.sides.get(side).map_or(0, |side| side.colour);
        Some(Zone { colour, words, deployment, cells: cells.clone(), border: tint::border(&set) })
    };
    let mut zones = Vec::new();
    for objective in &skirmish.objectives {
        let Some(name) = objective.zone() else { continue };
        let words = match objective {
            Objective::Hold { rounds, .. } => format!("hold for {rounds} rounds"),
            Objective::Escape { units, .. } => format!("exit for {units}"),
            Objective::Reach { .. } => "get here".to_owned(),
            Objective::Clear { .. } => "clear of others".to_owned(),
            Objective::Eliminate { .. }
            | Objective::Stop { .. }
            | Objective::Rescue { .. }
            | Objective::Slay { .. } => continue,
        };
        zones.extend(zone(name, objective.side().into(), words, false));
    }
    if view.round().deploying() {
        // With fog of war nobody sees where the others come from.
        let hidden = |number: usize| view.viewer().is_some_and(|viewer| usize::from(viewer.0) != number);
        for (number, side) in skirmish.sides.iter().enumerate().filter(|(number, _)| !hidden(*number)) {
            let Some(name) = &side.deployment else { continue };
            zones.extend(zone(name, number, format!("start: {}", side.name), true));
        }
    }
    zones
}

impl Zone {
    /// Tints and outlines the squares; deployment hatched one way or the other, objectives dotted.
    pub fn paint(&self, brush: &Brush, art: &Art, palette: &Palette) {
        let colour = palette.side(self.colour);
        let pattern = match (self.deployment, self.colour % 2) {
            (false, _) => "dots",
            (true, 0) => "hatch",
            (true, _) => "hatch_back",
        };
        tint::plain(brush, self.cells.iter().copied(), faded(colour, 26));
        tint::fill(brush, art, pattern, self.cells.iter().copied(), faded(colour, 30));
        tint::outline(brush, &self.border, 2.0, faded(colour, 150), true);
    }
}

/// The name of every zone, at its northernmost square.
pub(super) fn paint_names<'a>(
    brush: &Brush,
    zones: impl Iterator<Item = &'a Zone>,
    view: &BattleView,
    art: &Art,
    palette: &Palette,
) {
    for zone in zones {
        let Some(first) = zone.cells.first() else { continue };
        let colour = palette.side(zone.colour);
        let corner = brush.lens.rect(*first).left_top() + vec2(4.0, 4.0);
        if zone.deployment {
            plate(brush.painter, corner, Align2::LEFT_TOP, &zone.words, 12.0, colour, faded(colour, 120));
        } else {
            let side = brush.lens.px(20.0).clamp(14.0, 30.0);
            let rect = Rect::from_min_size(corner, Vec2::splat(side));
            brush.painter.add(art.shape("objective", rect, 0.0, colour));
            let held = view.round().held();
            let words =
                if held > 0 { format!("{} \u{00b7} held {held}", zone.words) } else { zone.words.clone() };
            let at = rect.right_center() + vec2(3.0, 0.0);
            plate(brush.painter, at, Align2::LEFT_CENTER, &words, 12.0, colour, faded(colour, 120));
        }
    }
}
