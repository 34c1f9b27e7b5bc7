//! Effects of events: light, sparks, debris, smoke, dice, numbers and words.
//!
//! All shapes are one mesh of one material (`effect_material.rs`), rebuilt while something moves. Effects follow from
//! events and are forgotten; what stays on the ground are marks (`marks.rs`), which follow from the history alone.

mod ambient;
mod ambient_clock;
mod debris;
mod effect;
mod effect_brush;
pub(super) mod effect_material;
mod floating_text;
mod impact;
mod lit_area;
pub(super) mod marks;
mod marks_layer;
mod rolled_dice;
mod scatter;
mod spawn;
mod text_block;
mod text_place;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui;
use bevy_egui::egui::Vec2;

pub(super) use self::ambient_clock::AmbientClock;
pub(super) use self::debris::Debris;
pub(super) use self::effect::Effect;
use self::floating_text::FloatingText;
pub(super) use self::floating_text::{FloatingTone, Gravity, TextSize, TextSubject};
pub(super) use self::lit_area::lit_area;
use self::rolled_dice::ShownRoll;
pub(super) use self::rolled_dice::UnitRoll;
pub(super) use self::spawn::{
    AttackScene, EffectLimits, HitScene, MAX_TRACERS, MUZZLE_REACH, SHOT_INTERVAL, afterimage_effects,
    attack_effects, barrier_effects, explosion_effects, hit_effects, landing_effects, lob_effects,
    smoke_effects,
};
use self::text_block::{BlockBrush, KeptPlace, PlacedBlock, text_blocks};
pub(super) use self::text_place::distance_between;
use super::animation::BoardAnimation;
use super::layers::{BoardLayer, LayerPainter};
use super::mesh_brush::MeshBrush;
use super::units::token_areas;
use super::{BoardPainter, PaintSystems, PrepareSystems};
use crate::accessibility::Accessible;
use crate::session::Session;
use crate::settings::Settings;
use battle::BattleView;
use model::UnitId;
use rules::NamedInjury;

/// Draws effects and marks.
pub(super) struct EffectsPlugin;

impl Plugin for EffectsPlugin {
    fn build(&self, app: &mut App) {
        let draw = (draw_effects, marks_layer::draw_marks, ambient::draw_ambient);
        app.init_resource::<TextAreas>()
            .init_resource::<AmbientClock>()
            .add_systems(
                Update,
                ambient_clock::run_ambient_clock.in_set(PrepareSystems::Pieces).before(ambient::draw_ambient),
            )
            .add_systems(Update, draw.in_set(PrepareSystems::Pieces))
            .add_systems(
                EguiPrimaryContextPass,
                (paint_texts, rolled_dice::paint_dice).chain().in_set(PaintSystems::Particles),
            );
    }
}

/// The effects and texts that are shown.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardEffects {
    effects: Vec<Effect>,
    texts: Vec<FloatingText>,
    dice: Vec<ShownRoll>,
    /// The record of the history that is shown now.
    record: usize,
    /// Counts the texts and the rolls.
    said: u64,
    /// Seconds for which everything stands still.
    pause: f32,
}

impl BoardEffects {
    /// Adds effects.
    pub fn extend(&mut self, effects: impl IntoIterator<Item = Effect>) {
        self.effects.extend(effects);
    }

    /// Shows a text about a unit or a place.
    pub fn say(&mut self, about: TextSubject, text: impl Into<String>, tone: FloatingTone, size: TextSize) {
        let text = FloatingText::new(about, text.into(), tone, size);
        self.push_text(text);
    }

    /// Shows a word for an attack that missed, with a ring around what it missed for as long as the word is shown.
    pub fn say_miss(&mut self, about: TextSubject, word: &str) {
        let text = FloatingText::new(about, word.to_owned(), FloatingTone::Quiet, TextSize::Small);
        self.push_text(text.with_ring());
    }

    /// Shows a word for the state of a unit. Of several the gravest is shown, and of those as grave the last one.
    pub fn say_state(&mut self, about: TextSubject, word: &str, tone: FloatingTone, gravity: Gravity) {
        let is_graver = |text: &FloatingText| {
            text.about.is_same(&about) && text.gravity.is_some_and(|other| other > gravity)
        };
        if self.texts.iter().any(is_graver) {
            return;
        }
        self.texts.retain(|text| !text.about.is_same(&about) || text.gravity.is_none());
        let text = FloatingText::new(about, word.to_owned(), tone, TextSize::Word);
        self.push_text(text.with_gravity(gravity));
    }

    /// Shows the name of a Critical Injury below the word for it; the pointer on it shows what it does.
    pub fn say_injury(&mut self, about: TextSubject, injury: &NamedInjury) {
        let text = FloatingText::new(about, injury.name.clone(), FloatingTone::Caution, TextSize::Small);
        self.push_text(text.with_explanation(injury.sentence()));
    }

    fn push_text(&mut self, text: FloatingText) {
        self.said += 1;
        self.texts.push(text.with_record(self.record, self.said));
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
        self.dice.retain_mut(|shown| shown.advance(moved));
        moved
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether nothing is shown.
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty() && self.texts.is_empty() && self.dice.is_empty()
    }

    /// Whether something moves: dice stand still.
    pub fn is_moving(&self) -> bool {
        !self.effects.is_empty() || !self.texts.is_empty()
    }

    /// Whether a number or a word is still new.
    pub fn has_new_text(&self) -> bool {
        self.texts.iter().any(FloatingText::is_new)
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

/// Where numbers and words were drawn in the last frame, in points.
#[derive(Resource, Debug, Default)]
pub(super) struct TextAreas(pub Vec<egui::Rect>);

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

/// Draws numbers and words at the units and places that they are about. A click on the number of a hit, or on the name of an
/// injury, shows its line in the log.
fn paint_texts(
    mut board: BoardPainter,
    stage: Res<BoardAnimation>,
    view: BattleView,
    settings: Res<Settings>,
    mut session: ResMut<Session>,
    mut areas: ResMut<TextAreas>,
    mut kept: Local<Vec<KeptPlace>>,
) -> Result {
    areas.0.clear();
    let texts = &stage.effects().texts;
    if texts.is_empty() {
        kept.clear();
        return Ok(());
    }
    let mut sought = None;
    let mut places = Vec::new();
    board.paint(|brush| {
        let tokens = token_areas(&view, &stage, brush.lens);
        let rects: Vec<egui::Rect> = tokens.values().copied().collect();
        let blocks = BlockBrush {
            painter: brush.painter,
            lens: brush.lens,
            palette: settings.palette(),
            motion: !settings.reduced_motion,
            tokens: &rects,
        };
        for block in text_blocks(texts) {
            let about = block.about();
            let token = about.unit.and_then(|unit| tokens.get(&unit));
            let at = token.map_or(about.at, |token| brush.lens.to_map(token.center()));
            let PlacedBlock { reserved, kept, texts } =
                blocks.draw(&block, at, (areas.0.as_slice(), kept.as_slice()));
            areas.0.push(reserved);
            places.push(kept);
            let context = brush.painter.ctx();
            for (text, rect) in texts {
                let is_link = text.size == TextSize::Number || !text.explanation.is_empty();
                if is_link && brush.lens.clip.contains_rect(rect) && is_text_clicked(context, text, rect) {
                    sought = Some(text.record());
                    context.request_repaint();
                }
            }
        }
    })?;
    *kept = places;
    if sought.is_some() {
        session.sought_record = sought;
    }
    Ok(())
}

/// Whether the number or the name is clicked. The pointer on a name shows what it means.
fn is_text_clicked(context: &egui::Context, text: &FloatingText, rect: egui::Rect) -> bool {
    let area = egui::Area::new(egui::Id::new(("number of a hit", text.serial())));
    let area = area.order(egui::Order::Middle).fixed_pos(rect.min).constrain(false).fade_in(false);
    let shown = area.show(context, |ui| ui.allocate_response(rect.size(), egui::Sense::click()));
    let is_number = text.explanation.is_empty();
    let named = shown.inner.named_button(true, || match is_number {
        true => "Number of a hit".to_owned(),
        false => text.explanation.clone(),
    });
    let response = named.on_hover_cursor(egui::CursorIcon::PointingHand);
    let response = if is_number { response } else { response.on_hover_text(&text.explanation) };
    response.clicked()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    fn words(effects: &BoardEffects) -> Vec<&str> {
        effects.texts.iter().map(|text| text.text.as_str()).collect()
    }

    #[test]
    fn what_was_missed_has_a_ring_as_long_as_the_word_is_shown() {
        let mut effects = BoardEffects::default();
        let missed = TextSubject::unit(UnitId(1), vec2(4.5, 4.5));
        effects.say_miss(missed, "miss");
        let rings = |effects: &BoardEffects| {
            let blocks = text_blocks(&effects.texts);
            blocks.iter().map(|block| block.ring_text(false).map(|text| text.tone)).collect::<Vec<_>>()
        };
        assert_eq!(rings(&effects), [Some(FloatingTone::Quiet)]);
        effects.advance(1.3);
        assert_eq!((words(&effects), rings(&effects)), (vec!["miss"], vec![Some(FloatingTone::Quiet)]));
        effects.advance(0.1);
        assert!(effects.is_empty());
    }

    #[test]
    fn the_name_of_an_injury_stands_below_the_word_for_it_and_stays_longer() {
        let mut effects = BoardEffects::default();
        let victim = TextSubject::unit(UnitId(1), vec2(4.5, 4.5));
        effects.say(victim, "\u{2212}9", FloatingTone::Body, TextSize::Number);
        effects.say_state(victim, "CRITICAL", FloatingTone::Caution, Gravity::Critical);
        let injury = NamedInjury { name: "Stunned".to_owned(), effect: "no action".to_owned() };
        effects.say_injury(victim, &injury);
        let lines = |effects: &BoardEffects| {
            let blocks = text_blocks(&effects.texts);
            let lines = blocks[0].lines();
            let owned = lines.iter().map(|line| line.iter().map(|text| (*text).to_owned()).collect());
            owned.collect::<Vec<Vec<String>>>()
        };
        assert_eq!(lines(&effects), [vec!["\u{2212}9", "CRITICAL"], vec!["Stunned"]]);
        assert_eq!(effects.texts[2].explanation, "Stunned: no action.");
        effects.advance(1.4);
        assert_eq!(lines(&effects), [vec!["Stunned"]], "it is still read");
        assert!(effects.has_new_text());
        effects.advance(1.7);
        assert!(effects.is_empty());
    }

    #[test]
    fn of_several_words_about_the_state_of_a_unit_the_gravest_is_shown() {
        let mut effects = BoardEffects::default();
        let victim = TextSubject::unit(UnitId(1), vec2(4.5, 4.5));
        let other = TextSubject::unit(UnitId(2), vec2(4.5, 4.5));
        let body = FloatingTone::Body;
        effects.say(victim, "\u{2212}9", body, TextSize::Number);
        effects.say_state(victim, "THROWN BACK 4 m", body, Gravity::Thrown);
        effects.say_state(victim, "KNOCKED DOWN", body, Gravity::Knocked);
        effects.say_state(other, "KNOCKED DOWN", body, Gravity::Knocked);
        effects.say_state(victim, "UNCONSCIOUS", body, Gravity::Fate);
        assert_eq!(words(&effects), ["\u{2212}9", "KNOCKED DOWN", "UNCONSCIOUS"]);
        effects.say_state(victim, "CRITICAL", body, Gravity::Critical);
        effects.say_state(victim, "DEAD", body, Gravity::Fate);
        assert_eq!(words(&effects), ["\u{2212}9", "KNOCKED DOWN", "DEAD"]);
        effects.advance(60.0);
        effects.say_state(victim, "KNOCKED DOWN", body, Gravity::Knocked);
        assert_eq!(words(&effects), ["KNOCKED DOWN"], "the graver word is gone");
    }
}
