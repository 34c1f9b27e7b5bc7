//! Effects of events: light, sparks, debris, smoke, numbers and words.
//!
//! All shapes are one mesh of one material (`effect_material.rs`), rebuilt while something moves. Effects follow from
//! events and are forgotten; what stays on the ground are marks (`marks.rs`), which follow from the history alone.

mod ambient;
mod debris;
mod effect;
mod effect_brush;
pub(super) mod effect_material;
mod floating_text;
mod impact;
mod lit_area;
pub(super) mod marks;
mod marks_layer;
mod scatter;
mod spawn;
mod text_place;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui;
use bevy_egui::egui::Vec2;

pub(super) use self::debris::Debris;
pub(super) use self::effect::Effect;
use self::floating_text::PlacedText;
pub(super) use self::floating_text::{FloatingText, FloatingTone, TextSize};
pub(super) use self::lit_area::lit_area;
pub(super) use self::spawn::{
    AttackScene, EffectLimits, HitScene, MAX_TRACERS, MUZZLE_REACH, SHOT_INTERVAL, afterimage_effects,
    attack_effects, barrier_effects, explosion_effects, hit_effects, landing_effects, lob_effects,
    smoke_effects,
};
use super::animation::BoardAnimation;
use super::layers::{BoardLayer, LayerPainter};
use super::mesh_brush::MeshBrush;
use super::viewport::BoardViewport;
use super::{BoardPainter, PaintSystems, PrepareSystems};
use crate::accessibility::Accessible;
use crate::session::Session;
use crate::settings::Settings;
use battle::BattleView;
use model::UnitId;

/// Draws effects and marks.
pub(super) struct EffectsPlugin;

impl Plugin for EffectsPlugin {
    fn build(&self, app: &mut App) {
        let draw = (draw_effects, marks_layer::draw_marks, ambient::draw_ambient);
        app.add_systems(Update, draw.in_set(PrepareSystems::Pieces))
            .add_systems(EguiPrimaryContextPass, paint_texts.in_set(PaintSystems::Particles));
    }
}

/// The effects and texts that are shown.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardEffects {
    effects: Vec<Effect>,
    texts: Vec<FloatingText>,
    /// The record of the history that is shown now.
    record: usize,
    /// Counts the texts.
    said: u64,
    /// Seconds for which everything stands still.
    pause: f32,
}

impl BoardEffects {
    /// Adds effects.
    pub fn extend(&mut self, effects: impl IntoIterator<Item = Effect>) {
        self.effects.extend(effects);
    }

    /// Adds a text to the stack at its place.
    pub fn say(&mut self, at: Vec2, text: impl Into<String>, tone: FloatingTone, size: TextSize) {
        self.said += 1;
        let text = FloatingText::new(at, text.into(), tone, size).with_record(self.record, self.said);
        self.texts.push(text.join_stack(&self.texts));
    }

    /// Says which record of the history the next texts are from.
    pub fn follow_record(&mut self, record: usize) {
        self.record = record;
    }

    /// Lets everything stand still for so many seconds.
    pub fn pause(&mut self, seconds: f32) {
        self.pause = self.pause.max(seconds);
    }

    /// Lets time pass, and returns how much of it: none of it in a pause.
    pub fn advance(&mut self, seconds: f32) -> f32 {
        let stood = self.pause.min(seconds);
        self.pause -= stood;
        let moved = seconds - stood;
        self.effects.retain_mut(|effect| effect.advance(moved));
        self.texts.retain_mut(|text| text.advance(moved));
        moved
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether nothing is shown.
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty() && self.texts.is_empty()
    }

    /// Whether a number or a word is still new.
    pub fn has_new_text(&self) -> bool {
        self.texts.iter().any(FloatingText::is_new)
    }

    /// Whether a number or a word is shown where the label above a square would be; `cell` is the centre of the square.
    pub fn covers_label_at(&self, cell: Vec2) -> bool {
        self.texts.iter().any(|text| is_in_label_of(text.at - cell))
    }

    /// Returns the offset of a shaken token, in squares.
    pub fn shake_offset(&self, id: UnitId) -> Vec2 {
        self.effects
            .iter()
            .filter_map(|effect| effect.shake_offset(id))
            .fold(Vec2::ZERO, |sum, part| sum + part)
    }

    /// Returns the offset of the shaken view, in points.
    pub fn quake_offset(&self) -> Vec2 {
        self.effects.iter().filter_map(Effect::quake_offset).fold(Vec2::ZERO, |sum, part| sum + part)
    }
}

/// Whether a text about a place so far from a square, in squares, is drawn where the label above the square is.
fn is_in_label_of(offset: Vec2) -> bool {
    offset.x.abs() < 3.0 && (-1.2..1.6).contains(&offset.y)
}

/// Draws the shapes.
fn draw_effects(stage: Res<BoardAnimation>, mut painter: LayerPainter, mut drawn: Local<bool>) {
    let effects = &stage.effects().effects;
    if effects.is_empty() && !*drawn {
        return;
    }
    let mut mesh = MeshBrush::default();
    for effect in effects {
        effect.draw(&mut mesh);
    }
    *drawn = !effects.is_empty();
    painter.show(BoardLayer::Effects, mesh);
}

/// Draws numbers and words. A click on the number of a hit shows its line in the log.
fn paint_texts(
    mut board: BoardPainter,
    stage: Res<BoardAnimation>,
    view: BattleView,
    settings: Res<Settings>,
    mut session: ResMut<Session>,
) -> Result {
    if stage.effects().texts.is_empty() {
        return Ok(());
    }
    let mut sought = None;
    board.paint(|brush| {
        let tokens = token_rects(&view, brush.lens);
        let mut taken: Vec<egui::Rect> = Vec::new();
        for text in &stage.effects().texts {
            let lens = (brush.painter, brush.lens);
            let obstacles = (taken.as_slice(), tokens.as_slice());
            let PlacedText { rect, reserved } =
                text.draw(lens, obstacles, settings.palette(), !settings.reduced_motion);
            taken.push(reserved);
            if text.size == TextSize::Number && brush.lens.clip.contains_rect(rect) {
                let clicked = is_number_clicked(brush.painter.ctx(), text.serial(), rect);
                if clicked {
                    sought = Some(text.record());
                    brush.painter.ctx().request_repaint();
                }
            }
        }
    })?;
    if sought.is_some() {
        session.sought_record = sought;
    }
    Ok(())
}

/// Returns where the tokens of the units in action are, in points.
fn token_rects(view: &BattleView, lens: &BoardViewport) -> Vec<egui::Rect> {
    let units = view.units().filter(|unit| unit.is_fighting() && unit.out_of_action.on_map());
    units.map(|unit| lens.cell_rect(unit.cell()).shrink(TOKEN_GAP * lens.unit)).collect()
}

/// Space between a token and the rim of its square that a text may use, as a share of the square.
const TOKEN_GAP: f32 = 0.07;

/// Whether the number is clicked.
fn is_number_clicked(context: &egui::Context, serial: u64, rect: egui::Rect) -> bool {
    let area = egui::Area::new(egui::Id::new(("number of a hit", serial)));
    let area = area.order(egui::Order::Middle).fixed_pos(rect.min).constrain(false).fade_in(false);
    let shown = area.show(context, |ui| ui.allocate_response(rect.size(), egui::Sense::click()));
    let number = shown.inner.named_button(true, || "Number of a hit".to_owned());
    number.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    #[test]
    fn a_label_makes_way_for_words_above_its_square() {
        let mut effects = BoardEffects::default();
        effects.say(vec2(4.5, 4.5), "CRITICAL", FloatingTone::Body, TextSize::Word);
        assert!(effects.covers_label_at(vec2(4.5, 4.5)) && effects.covers_label_at(vec2(6.5, 3.5)));
        assert!(!effects.covers_label_at(vec2(4.5, 8.5)) && !effects.covers_label_at(vec2(9.5, 4.5)));
        effects.advance(60.0);
        assert!(!effects.covers_label_at(vec2(4.5, 4.5)), "the word is gone");
    }
}
