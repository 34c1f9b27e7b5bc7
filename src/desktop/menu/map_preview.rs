//! Map preview, drawn from the skirmish data.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, vec2,
};

use crate::board::terrain::lighting_overlay;
use crate::theme::{Palette, with_alpha};
use content::{BarrierStyle, SkirmishBundle, SkirmishUnit, Tile};
use model::{Cell, CellSide, ObstaclePosition};

/// Draws the map as large as `room` allows; hovering shows zone and unit names.
pub(super) fn show(ui: &mut Ui, palette: &Palette, bundle: &SkirmishBundle, room: Vec2) {
    let map = &bundle.skirmish.map;
    let (width, height) = (f32::from(map.width.max(1)), f32::from(map.height.max(1)));
    let unit = (room.x / width).min(room.y / height).max(0.5);
    let (field, response) = ui.allocate_exact_size(vec2(width * unit, height * unit), Sense::hover());
    let sketch =
        MapPreview { painter: ui.painter().with_clip_rect(field), palette, bundle, origin: field.min, unit };
    sketch.draw_ground();
    sketch.draw_zones();
    sketch.draw_barriers();
    sketch.draw_units();
    ui.painter().rect_stroke(
        field,
        CornerRadius::same(3),
        Stroke::new(1.0, palette.line),
        StrokeKind::Outside,
    );
    if let Some(pointer) = response.hover_pos().filter(|pointer| field.contains(*pointer)) {
        let lines = sketch.hover_texts((pointer - field.min) / unit);
        if !lines.is_empty() {
            response.on_hover_text_at_pointer(lines.join("\n"));
        }
    }
}

struct MapPreview<'a> {
    painter: Painter,
    palette: &'a Palette,
    bundle: &'a SkirmishBundle,
    origin: Pos2,
    unit: f32,
}

impl MapPreview<'_> {
    fn to_screen(&self, x: f32, y: f32) -> Pos2 {
        self.origin + vec2(x, y) * self.unit
    }

    fn cell_rect(&self, cell: Cell) -> Rect {
        Rect::from_min_size(self.to_screen(cell.x as f32, cell.y as f32), vec2(self.unit, self.unit))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let map = &self.bundle.skirmish.map;
        let (width, height) = (i32::from(map.width), i32::from(map.height));
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    fn draw_ground(&self) {
        for cell in self.cells() {
            let terrain = self.bundle.skirmish.map.terrain_at(cell);
            let terrain = terrain.and_then(|id| self.bundle.terrains.get(id));
            let colour =
                terrain.map_or(self.palette.outside, |terrain| tile_colour(terrain.tile, self.palette));
            self.painter.rect_filled(self.cell_rect(cell).expand(0.25), CornerRadius::ZERO, colour);
            let tints = terrain.map(|terrain| lighting_overlay::terrain_tints(terrain, self.palette));
            for tint in tints.into_iter().flatten().flatten() {
                self.painter.rect_filled(self.cell_rect(cell), CornerRadius::ZERO, tint);
            }
        }
    }

    fn draw_zones(&self) {
        let skirmish = &self.bundle.skirmish;
        for side in &skirmish.sides {
            let cells = side.deployment.as_ref().and_then(|zone| skirmish.map.zones.get(zone));
            for cell in cells.into_iter().flatten() {
                let colour = with_alpha(self.palette.side_colour(side.colour), 26);
                self.painter.rect_filled(self.cell_rect(*cell), CornerRadius::ZERO, colour);
            }
        }
        for objective in &skirmish.objectives {
            let cells = objective.zone().and_then(|zone| skirmish.map.zones.get(zone));
            for cell in cells.into_iter().flatten() {
                let centre = self.cell_rect(*cell).center();
                self.painter.circle_filled(centre, (self.unit * 0.12).max(1.0), self.palette.caution);
            }
        }
    }

    fn draw_barriers(&self) {
        let thick = (self.unit * 0.18).clamp(1.5, 5.0);
        for barrier in &self.bundle.skirmish.map.barriers {
            let Some(kind) = self.bundle.barrier_kinds.get(&barrier.kind) else { continue };
            let colour = style_colour(kind.style, self.palette);
            match barrier.place {
                ObstaclePosition::Square(cell) => {
                    let rect = self.cell_rect(cell).shrink(self.unit * 0.12);
                    let round = CornerRadius::same((self.unit * 0.15) as u8);
                    self.painter.rect_filled(rect, round, colour.gamma_multiply(0.85));
                }
                ObstaclePosition::Edge(edge) => {
                    let corner = self.cell_rect(edge.cell()).min;
                    let end = match edge.side() {
                        CellSide::North | CellSide::South => corner + vec2(self.unit, 0.0),
                        CellSide::West | CellSide::East => corner + vec2(0.0, self.unit),
                    };
                    self.painter.line_segment([corner, end], Stroke::new(thick, colour));
                }
            }
        }
    }

    /// Units to draw; none under fog of war, so that the preview gives no position away.
    fn visible_units(&self) -> impl Iterator<Item = &SkirmishUnit> {
        let skirmish = &self.bundle.skirmish;
        skirmish.units.iter().filter(move |_| !skirmish.options.fog_of_war)
    }

    fn draw_units(&self) {
        let skirmish = &self.bundle.skirmish;
        for unit in self.visible_units() {
            let side = skirmish.sides.get(usize::from(unit.side));
            let colour = self.palette.side_colour(side.map_or(unit.side, |side| side.colour));
            let centre = self.cell_rect(unit.cell).center();
            let radius = (self.unit * 0.42).max(3.0);
            self.painter.circle(
                centre,
                radius,
                self.palette.ink,
                Stroke::new((radius * 0.3).max(1.5), colour),
            );
            if radius > 7.0 {
                let initial: String = unit.name.chars().take(1).collect();
                let font = FontId::proportional(radius * 1.1);
                self.painter.text(centre, Align2::CENTER_CENTER, initial, font, self.palette.text);
            }
        }
    }

    /// Tooltip lines for a position given in cells.
    fn hover_texts(&self, at: Vec2) -> Vec<String> {
        let skirmish = &self.bundle.skirmish;
        let cell = Cell::new(at.x.floor() as i32, at.y.floor() as i32);
        let mut lines = Vec::new();
        for unit in self.visible_units().filter(|unit| unit.cell == cell) {
            let kind = self.bundle.unit_templates.get(&unit.archetype).map_or("", |kind| kind.name.as_str());
            let side = skirmish.sides.get(usize::from(unit.side)).map_or("", |side| side.name.as_str());
            lines.push(format!("{}, {kind} ({side})", unit.name));
        }
        for barrier in
            skirmish.map.barriers.iter().filter(|barrier| barrier.place == ObstaclePosition::Square(cell))
        {
            lines.extend(self.bundle.barrier_kinds.get(&barrier.kind).map(|kind| kind.name.clone()));
        }
        let terrain = skirmish.map.terrain_at(cell).and_then(|id| self.bundle.terrains.get(id));
        lines.extend(terrain.map(|terrain| terrain.name.clone()));
        let zones = skirmish.map.zones.iter().filter(|(_, cells)| cells.contains(&cell));
        lines.extend(zones.map(|(name, _)| format!("zone: {}", name.replace('_', " "))));
        lines
    }
}

fn mix_colours(one: Color32, other: Color32, share: f32) -> Color32 {
    one.lerp_to_gamma(other, share)
}

fn tile_colour(tile: Tile, palette: &Palette) -> Color32 {
    let (outside, inside) = (palette.outside, palette.inside);
    match tile {
        Tile::Asphalt => outside,
        Tile::Pavement => mix_colours(outside, palette.concrete, 0.12),
        Tile::Concrete => inside,
        Tile::Metal => mix_colours(inside, palette.glass, 0.08),
        Tile::Dirt => mix_colours(outside, palette.wood, 0.22),
        Tile::Grass => mix_colours(outside, palette.good, 0.16),
        Tile::Rubble => mix_colours(outside, palette.brick, 0.25),
        Tile::Wood => mix_colours(inside, palette.wood, 0.25),
        Tile::Carpet => mix_colours(inside, palette.forced, 0.10),
        Tile::Water => mix_colours(outside, palette.walk, 0.28),
        Tile::Roof => mix_colours(inside, palette.concrete, 0.2),
        Tile::Void => palette.ink,
    }
}

fn style_colour(style: BarrierStyle, palette: &Palette) -> Color32 {
    match style {
        BarrierStyle::Brick => palette.brick,
        BarrierStyle::Concrete | BarrierStyle::Pillar => palette.concrete,
        BarrierStyle::Drywall => palette.drywall,
        BarrierStyle::Glass => palette.glass,
        BarrierStyle::Door => palette.door,
        BarrierStyle::Wood | BarrierStyle::Crate | BarrierStyle::Counter | BarrierStyle::Furniture => {
            palette.wood
        }
        BarrierStyle::Metal | BarrierStyle::Car | BarrierStyle::Fence => {
            mix_colours(palette.concrete, palette.outside, 0.4)
        }
        BarrierStyle::Hedge | BarrierStyle::Tree => mix_colours(palette.good, palette.outside, 0.5),
        BarrierStyle::Sandbags => mix_colours(palette.drywall, palette.outside, 0.35),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_stays_between_its_ends() {
        let (black, white) = (Color32::BLACK, Color32::WHITE);
        assert_eq!(mix_colours(black, white, 0.0), black);
        assert_eq!(mix_colours(black, white, 1.0), white);
        let grey = mix_colours(black, white, 0.5);
        assert!(grey.r() > 0 && grey.r() < 255);
    }
}
