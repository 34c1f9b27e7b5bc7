//! Map preview: the board as it is drawn in a battle, with deployment zones, objectives and units above it.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::MenuContext;
use crate::accessibility::Accessible;
use crate::board::MapPictures;
use crate::board::viewport;
use crate::objective_text::objective_words;
use crate::panel::widgets::small_font;
use crate::theme::{Palette, PaletteName, with_alpha};
use content::{Content, Skirmish, SkirmishBundle, SkirmishOverrides, SkirmishUnit};
use model::{Cell, ObstaclePosition};

/// The whole of a texture.
const WHOLE: Rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));

/// Draws the map as large as `room` allows; hovering shows zone and unit names.
pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext, bundle: &Arc<SkirmishBundle>, room: Vec2) {
    let palette = menu.palette;
    let map = &bundle.skirmish.map;
    let (width, height) = (f32::from(map.width.max(1)), f32::from(map.height.max(1)));
    let unit = (room.x / width).min(room.y / height).max(0.5);
    let (field, response) = ui.allocate_exact_size(vec2(width * unit, height * unit), Sense::hover());
    let response = response.named_picture(|| format!("Map of {}", bundle.skirmish.name));
    let painter = ui.painter().with_clip_rect(field);
    painter.rect_filled(field, CornerRadius::ZERO, palette.panel);
    let picture = menu.requests.pictures.picture(ui.ctx(), (bundle, unit), menu.settings);
    let preview = MapPreview { painter, palette, bundle, origin: field.min, unit };
    match picture {
        Some(picture) => _ = preview.painter.image(picture, field, WHOLE, Color32::WHITE),
        None => preview.draw_plan(),
    }
    if picture.is_none() {
        preview.say_that_it_is_drawn(ui, field);
    }
    preview.draw_zones();
    preview.draw_units(&menu.requests.pictures);
    ui.painter().rect_stroke(
        field,
        CornerRadius::same(3),
        Stroke::new(1.0, palette.line),
        StrokeKind::Outside,
    );
    if let Some(pointer) = response.hover_pos().filter(|pointer| field.contains(*pointer)) {
        let lines = preview.hover_texts((pointer - field.min) / unit);
        if !lines.is_empty() {
            response.on_hover_text_at_pointer(lines.join("\n"));
        }
    }
}

/// Maps whose coarse pictures are made one after the other, those nearest in the list to the shown one first, so that each is
/// there when it is chosen.
#[derive(Debug, Default)]
pub(super) struct PictureQueue {
    /// The content and the look for which the queue was made.
    made_for: Option<(u64, PaletteName, bool)>,
    /// Ids of the maps to come, in the order of the list.
    waiting: Vec<String>,
    /// The map whose picture is being made.
    present: Option<Arc<SkirmishBundle>>,
}

impl PictureQueue {
    /// Refills the queue with all maps if content or look have changed; takes the next map if there is no present one.
    fn advance(&mut self, content: &Content, made_for: (u64, PaletteName, bool), shown: &str) {
        if self.made_for != Some(made_for) {
            self.waiting = content.skirmishes.keys().cloned().collect();
            (self.made_for, self.present) = (Some(made_for), None);
        }
        while self.present.is_none()
            && let Some(id) = self.take_nearest(content, shown)
        {
            let bundle = content::bundle_skirmish(content, &id, &SkirmishOverrides::default());
            self.present = bundle.ok().map(Arc::new);
        }
    }

    /// Takes the map that stands nearest in the list to the shown one.
    fn take_nearest(&mut self, content: &Content, shown: &str) -> Option<String> {
        let place = |id: &str| content.skirmishes.keys().position(|known| known == id).unwrap_or_default();
        let near = place(shown);
        let distance = |at: &usize| place(&self.waiting[*at]).abs_diff(near);
        let nearest = (0..self.waiting.len()).min_by_key(distance)?;
        Some(self.waiting.remove(nearest))
    }
}

/// Prepares pictures of the maps that are not shown, once the one that is shown has a picture.
pub(super) fn prepare_others(ui: &Ui, menu: &mut MenuContext, shown: &Arc<SkirmishBundle>) {
    let (settings, pictures) = (&*menu.settings, &mut menu.requests.pictures);
    if !pictures.has_picture(shown, settings) {
        return;
    }
    let queue = &mut menu.state.picture_queue;
    let made_for = (menu.library.revision(), settings.palette, settings.flat_light);
    // The next picture is begun in the frame that takes the last one: its end wakes the window.
    loop {
        queue.advance(&menu.library.loaded.content, made_for, &shown.id);
        let Some(bundle) = queue.present.clone() else { return };
        if !pictures.prepare(ui.ctx(), &bundle, settings) {
            return;
        }
        queue.present = None;
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

    /// Draws the plan of walls and objects, until the picture of the map is made.
    fn draw_plan(&self) {
        let wall = Stroke::new((self.unit * 0.14).max(1.0), self.palette.dim);
        for barrier in &self.bundle.skirmish.map.barriers {
            match barrier.place {
                ObstaclePosition::Square(cell) => {
                    let rect = self.cell_rect(cell).shrink(self.unit * 0.12);
                    self.painter.rect_filled(rect, CornerRadius::ZERO, with_alpha(self.palette.dim, 110));
                }
                ObstaclePosition::Edge(edge) => {
                    let [one, other] = viewport::edge_ends(edge).map(|end| self.to_screen(end.x, end.y));
                    self.painter.line_segment([one, other], wall);
                }
            }
        }
    }

    /// Says, below the plan, that the picture is still to come.
    fn say_that_it_is_drawn(&self, ui: &Ui, field: Rect) {
        let at = field.center_bottom() - vec2(0.0, 8.0);
        let text = "Drawing the map\u{2026}";
        self.painter.text(at, Align2::CENTER_BOTTOM, text, small_font(ui), self.palette.text);
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
                self.painter.circle_filled(
                    centre,
                    (self.unit * 0.12).max(1.0),
                    self.palette.objective_zone(),
                );
            }
        }
    }

    /// Units to draw: those that are there from the start. None under fog of war, so that the preview gives no position away.
    fn visible_units(&self) -> impl Iterator<Item = &SkirmishUnit> {
        let skirmish = &self.bundle.skirmish;
        skirmish.units.iter().filter(move |unit| !skirmish.options.fog_of_war && unit.arrives.is_none())
    }

    /// Draws a token for each unit: a disc with the ring of its side and its icon.
    fn draw_units(&self, pictures: &MapPictures) {
        let skirmish = &self.bundle.skirmish;
        for unit in self.visible_units() {
            let side = skirmish.sides.get(usize::from(unit.side));
            let colour = self.palette.side_colour(side.map_or(unit.side, |side| side.colour));
            let centre = self.cell_rect(unit.cell).center();
            let radius = (self.unit * 0.4).max(3.0);
            self.painter.circle_filled(centre, radius + 1.0, with_alpha(Color32::BLACK, 150));
            self.painter.circle(
                centre,
                radius,
                self.palette.ink,
                Stroke::new((radius * 0.16).max(1.5), colour),
            );
            let glyph = self.bundle.unit_templates.get(&unit.archetype).map(|template| template.glyph);
            if let Some(glyph) = glyph.filter(|_| radius > 6.0) {
                let rect = Rect::from_center_size(centre, Vec2::splat(radius * 1.24));
                self.painter.add(pictures.glyph(glyph, rect, colour));
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
        lines.extend(zone_texts(skirmish, cell));
        lines
    }
}

/// Says what a square is for: the objectives that are decided on it, and which side is placed there before the battle. Names
/// of zones that decide nothing are no use to a player.
fn zone_texts(skirmish: &Skirmish, cell: Cell) -> Vec<String> {
    let is_in = |zone: &str| skirmish.map.zones.get(zone).is_some_and(|cells| cells.contains(&cell));
    let side_name = |side: u8| skirmish.sides.get(usize::from(side)).map_or("", |side| side.name.as_str());
    let objectives = skirmish.objectives.iter().filter(|objective| objective.zone().is_some_and(is_in));
    let mut lines: Vec<String> = objectives
        .map(|objective| format!("{}: {}", side_name(objective.side()), objective_words(objective)))
        .collect();
    let placed = skirmish.sides.iter().filter(|side| side.deployment.as_deref().is_some_and(is_in));
    lines.extend(placed.map(|side| format!("Starting squares of {}", side.name)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_the_map_says_what_it_is_for() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let content = content::load_content(&[assets]).content;
        let skirmish = &content.skirmishes["observatory"];
        let texts = |zone: &str| {
            let cell = skirmish.map.zones[zone].first().copied().expect("it has squares");
            zone_texts(skirmish, cell)
        };
        assert_eq!(texts("watch"), ["Starting squares of Custodians"]);
        let road = texts("road");
        assert!(road.iter().any(|text| text.starts_with("Gifted: escape with 3 units")), "{road:?}");
    }

    #[test]
    fn every_map_is_prepared_once_for_each_look() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let content = content::load_content(&[assets]).content;
        let all: Vec<String> = content.skirmishes.keys().cloned().collect();
        let mut queue = PictureQueue::default();
        let mut prepared = |look| {
            let mut ids = Vec::new();
            loop {
                queue.advance(&content, (0, look, false), &all[0]);
                let Some(bundle) = queue.present.take() else { return ids };
                ids.push(bundle.id.clone());
            }
        };
        assert_eq!(prepared(PaletteName::Normal), all);
        assert_eq!(prepared(PaletteName::Normal), Vec::<String>::new());
        let other = PaletteName::ALL.into_iter().find(|name| *name != PaletteName::Normal);
        assert_eq!(prepared(other.expect("there are several")), all);
    }

    #[test]
    fn maps_beside_the_shown_one_are_prepared_first() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let content = content::load_content(&[assets]).content;
        let all: Vec<String> = content.skirmishes.keys().cloned().collect();
        let mut queue = PictureQueue { waiting: all.clone(), ..PictureQueue::default() };
        let [mut taken, mut again] = [Vec::new(), Vec::new()];
        taken.extend((0..3).filter_map(|_| queue.take_nearest(&content, &all[5])));
        assert_eq!(taken, [5, 4, 6].map(|at| all[at].clone()));
        again.extend((0..2).filter_map(|_| queue.take_nearest(&content, &all[9])));
        assert_eq!(again, [9, 8].map(|at| all[at].clone()), "another map is shown meanwhile");
    }
}
