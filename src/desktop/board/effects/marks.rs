//! Marks that fights leave on the ground: scorch, glass, splinters, blood or chalk. They follow from the history.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use crate::board::atlas::BoardAtlas;
use crate::board::brush::scale_brightness;
use crate::board::layers::{BoardLayer, LayerPainter};
use crate::board::mesh_brush::MeshBrush;
use crate::board::viewport;
use crate::settings::{HitMarks, Settings};
use crate::theme::with_alpha;
use model::Cell;

/// Most marks that are drawn; the oldest go first.
const MAX_MARKS: usize = 600;
/// A quarter turn.
const QUARTER: f32 = std::f32::consts::FRAC_PI_2;
/// Blood, dried.
const BLOOD: Color32 = Color32::from_rgb(0x8A, 0x1C, 0x1A);
/// Chalk around a hit.
const CHALK: Color32 = Color32::from_rgb(0xE6, 0xE8, 0xE2);

/// A mark on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mark {
    /// An explosion, with its radius in squares.
    Scorch { at: Vec2, radius: f32 },
    /// A broken pane; `along` is its direction.
    Glass { at: Vec2, along: Vec2 },
    /// Pieces of a broken barrier in the colour of its material.
    Debris { at: Vec2, colour: Color32, wooden: bool },
    /// Somebody was hurt.
    Hit { at: Vec2, damage: u32 },
}

impl Mark {
    fn place(self) -> Vec2 {
        match self {
            Self::Scorch { at, .. } | Self::Glass { at, .. } | Self::Debris { at, .. } | Self::Hit { at, .. } => at,
        }
    }
}

/// All marks, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct BoardMarks(Vec<Mark>);

impl BoardMarks {
    /// Adds marks.
    pub fn extend(&mut self, marks: impl IntoIterator<Item = Mark>) {
        self.0.extend(marks);
        let over = self.0.len().saturating_sub(MAX_MARKS);
        self.0.drain(..over);
    }

    /// Replaces all marks.
    pub fn replace(&mut self, marks: Vec<Mark>) {
        self.0.clear();
        self.extend(marks);
    }
}

/// Draws the marks when they or their settings have changed.
pub(super) fn draw_marks(
    marks: Res<BoardMarks>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
    mut painter: LayerPainter,
    mut known: Local<Option<HitMarks>>,
) {
    if !marks.is_changed() && *known == Some(settings.hit_marks) {
        return;
    }
    *known = Some(settings.hit_marks);
    let mut mesh = MeshBrush::default();
    for (number, mark) in (0..).zip(&marks.0) {
        draw_mark(&mut mesh, &art, *mark, number, settings.hit_marks);
    }
    painter.show(BoardLayer::Marks, mesh);
}

fn draw_mark(mesh: &mut MeshBrush, art: &BoardAtlas, mark: Mark, number: u32, hits: HitMarks) {
    let place = mark.place();
    let seed = Cell::new((place.x * 4.0) as i32, (place.y * 4.0) as i32);
    let random = |salt: u32| viewport::cell_fraction(seed, salt + 7 * (number % 5));
    let mut sprite = |name: &str, at: Vec2, size: Vec2, angle: f32, tint: Color32| {
        if let Some(picture) = art.sprite(name) {
            mesh.sprite(Rect::from_center_size(at.to_pos2(), size), picture.uv, angle, tint);
        }
    };
    match mark {
        Mark::Scorch { at, radius } => {
            let size = Vec2::splat((radius * 1.7).clamp(1.2, 7.0));
            sprite("scorch", at, size, random(1) * 6.3, with_alpha(Color32::WHITE, 225));
            for piece in 0..6 {
                let away = Vec2::angled(random(20 + piece) * 6.3) * (radius * (0.3 + 0.7 * random(30 + piece)));
                sprite("debris", at + away, Vec2::splat(0.8), random(40 + piece) * 6.3, Color32::from_gray(150));
            }
        }
        Mark::Glass { at, along } => {
            let across = vec2(-along.y, along.x);
            for (name, side) in [("glass_a", 0.22), ("glass_b", -0.26)] {
                let off = across * side + along * ((random(2) - 0.5) * 0.4);
                sprite(name, at + off, vec2(1.05, 1.05), random(3) * 6.3, with_alpha(Color32::WHITE, 215));
            }
        }
        Mark::Debris { at, colour, wooden } => {
            let name = if wooden { "splinters" } else { "debris" };
            for part in 0..3 {
                let off = Vec2::angled(random(part) * 6.3) * (0.42 * random(part + 10));
                let tone = scale_brightness(colour, 0.7 + 0.4 * random(part + 20));
                sprite(name, at + off, Vec2::splat(0.95), QUARTER * random(part + 5), tone);
            }
        }
        Mark::Hit { at, damage } => {
            let (name, colour) = match hits {
                HitMarks::None => return,
                HitMarks::Chalk => ("chalk", with_alpha(CHALK, 120)),
                HitMarks::Blood if random(6) < 0.5 => ("blood_a", with_alpha(BLOOD, 190)),
                HitMarks::Blood => ("blood_b", with_alpha(BLOOD, 190)),
            };
            let size = 0.55 + 0.06 * damage.min(10) as f32;
            let off = vec2(random(7) - 0.5, random(8) - 0.5) * 0.5;
            sprite(name, at + off, Vec2::splat(size), random(9) * 6.3, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_marks_go_first() {
        let mut marks = BoardMarks::default();
        marks.extend((0..MAX_MARKS as u32 + 3).map(|damage| Mark::Hit { at: Vec2::ZERO, damage }));
        assert_eq!(marks.0.len(), MAX_MARKS);
        assert_eq!(marks.0[0], Mark::Hit { at: Vec2::ZERO, damage: 3 });
        marks.replace(Vec::new());
        assert!(marks.0.is_empty());
    }
}
