//! Short effects on the board: shots, sprays, explosions, words. Each is drawn from its age alone.

use bevy_egui::egui::{Vec2, vec2};

use crate::board::viewport;
use model::{Cell, UnitId};
use rules::HitResult;

use super::flash::FlashShape;

/// Seconds a number or word is visible.
const TEXT_SECONDS: f32 = 1.25;
/// Seconds a tracer is visible.
pub(crate) const TRACER_SECONDS: f32 = 0.16;
/// Seconds a muzzle flash lasts.
const MUZZLE_SECONDS: f32 = 0.07;
/// Seconds a token shakes.
const SHAKE_SECONDS: f32 = 0.25;
/// Seconds sprays fly.
const SPRAY_SECONDS: f32 = 0.55;
/// Seconds dust takes to settle.
const DUST_SECONDS: f32 = 0.7;
/// Seconds of an explosion with its smoke.
const BLAST_SECONDS: f32 = 2.2;
/// Seconds an afterimage is visible.
const AFTERIMAGE_SECONDS: f32 = 0.35;
/// Seconds between the shots of a burst.
const SHOT_INTERVAL: f32 = 0.05;
/// Greatest number of tracers of one attack.
const MAX_TRACERS: u32 = 6;

/// Colour of a number or word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// The body was hurt.
    Body,
    /// A layer before the body was hurt.
    Shield,
    /// Armour or plating was hurt.
    Plating,
    /// Fatigue.
    Strain,
    /// No effect.
    Quiet,
    /// Damage to a barrier.
    Debris,
    /// A word for what matters.
    Alert,
    /// Forced movement.
    Forced,
}

/// What flies off where something is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SprayKind {
    /// Sparks on armour and metal.
    Sparks,
    /// Shards of glass.
    Glass,
    /// Splinters of wood.
    Splinters,
    /// Chips of stone and plaster.
    Chips,
    /// Drops of what is hurt.
    Drops,
}

/// Kind of an effect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EffectKind {
    /// A shot from its place to another.
    Tracer { to: Vec2 },
    /// Light of a muzzle, and its flame in a direction.
    Muzzle { way: Vec2, light: Option<FlashShape> },
    /// A blow with something in hand.
    Blow { to: Vec2 },
    /// A thrown thing on its way.
    Throw { to: Vec2, seconds: f32 },
    /// Things that fly off, mostly in a direction.
    Spray { kind: SprayKind, way: Vec2, count: u32 },
    /// A number or word; `line` counts lines below the first.
    Text { text: String, tone: Tone, size: f32, line: u32 },
    /// A token that shakes.
    Shake { unit: UnitId },
    /// Dust.
    Dust,
    /// An explosion with its radius in squares.
    Blast { radius: f32, light: Option<FlashShape> },
    /// Where a body was a moment ago.
    Afterimage,
}

/// A short effect on the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Effect {
    /// Map position.
    pub at: Vec2,
    /// What it is.
    pub kind: EffectKind,
    /// Seconds since it began; below 0 it has not begun.
    pub age: f32,
}

impl Effect {
    /// Creates an effect that begins after a number of seconds.
    pub fn after(delay: f32, at: Vec2, kind: EffectKind) -> Self {
        Self { at, kind, age: -delay }
    }

    /// Creates a word or number.
    pub fn text(delay: f32, at: Vec2, text: impl Into<String>, tone: Tone, line: u32) -> Self {
        let size = match tone {
            Tone::Body | Tone::Shield | Tone::Plating => 27.0,
            Tone::Alert => 15.5,
            Tone::Forced | Tone::Strain => 14.5,
            Tone::Quiet | Tone::Debris => 13.5,
        };
        Self::after(delay, at, EffectKind::Text { text: text.into(), tone, size, line })
    }

    /// Returns how long the effect lasts, in seconds.
    pub fn lifetime(&self) -> f32 {
        match &self.kind {
            EffectKind::Tracer { .. } | EffectKind::Blow { .. } => TRACER_SECONDS,
            EffectKind::Muzzle { .. } => MUZZLE_SECONDS,
            EffectKind::Throw { seconds, .. } => *seconds,
            EffectKind::Spray { .. } => SPRAY_SECONDS,
            EffectKind::Text { .. } => TEXT_SECONDS,
            EffectKind::Shake { .. } => SHAKE_SECONDS,
            EffectKind::Dust => DUST_SECONDS,
            EffectKind::Blast { .. } => BLAST_SECONDS,
            EffectKind::Afterimage => AFTERIMAGE_SECONDS,
        }
    }

    /// Returns how much of it is over, from 0 to 1; `None` if it has not begun or is over.
    pub fn share(&self) -> Option<f32> {
        let share = self.age / self.lifetime();
        (0.0..1.0).contains(&share).then_some(share)
    }

    /// Returns the shake offset of a token, in squares.
    pub fn shake_offset(&self, id: UnitId) -> Option<Vec2> {
        let EffectKind::Shake { unit } = &self.kind else { return None };
        let remaining = 1.0 - self.share()?;
        (*unit == id).then(|| vec2((self.age * 70.0).sin(), (self.age * 53.0).cos() * 0.5) * (0.1 * remaining))
    }

    /// Returns a random number from 0 to 1 that stays the same for the effect.
    pub fn random(&self, salt: u32) -> f32 {
        viewport::cell_fraction(Cell::new((self.at.x * 8.0) as i32, (self.at.y * 8.0) as i32), salt)
    }
}

/// A barrier that a shot crosses or ends at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossing {
    /// Where.
    pub at: Vec2,
    /// What flies off.
    pub spray: SprayKind,
}

/// Returns the shots or the blow from one place to another: muzzle and tracers at once, what flies off when they
/// arrive. `flash` is the light of the muzzle.
pub(crate) fn attack_effects(
    (from, to): (Vec2, Vec2),
    shots: u32,
    contact: HitResult,
    crossings: &[Crossing],
    flash: Option<FlashShape>,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    let way = (to - from).normalized();
    if shots == 0 {
        effects.push(Effect::after(0.0, from, EffectKind::Blow { to }));
    }
    let seed = Effect::after(0.0, to, EffectKind::Dust);
    let spread = if contact == HitResult::Miss { 0.45 } else { 0.12 };
    let mut flash = flash;
    for number in 0..shots.min(MAX_TRACERS) {
        let off = vec2(seed.random(number) - 0.5, seed.random(number + 9) - 0.5) * (2.0 * spread);
        let delay = SHOT_INTERVAL * number as f32;
        let light = flash.take();
        effects.push(Effect::after(delay, from + way * 0.42, EffectKind::Muzzle { way, light }));
        effects.push(Effect::after(delay, from, EffectKind::Tracer { to: to + off }));
    }
    let whole = (to - from).length().max(0.01);
    for crossing in crossings {
        let share = ((crossing.at - from).length() / whole).min(1.0);
        let kind = EffectKind::Spray { kind: crossing.spray, way, count: 16 };
        effects.push(Effect::after(arrival(share), crossing.at, kind));
    }
    let word = match contact {
        HitResult::Miss => Some("miss"),
        HitResult::Blocked => Some("stopped"),
        HitResult::Graze => Some("no damage"),
        HitResult::Hit => None,
    };
    effects.extend(word.map(|word| Effect::text(arrival(1.0), to, word, Tone::Quiet, 0)));
    if matches!(contact, HitResult::Graze) {
        let kind = EffectKind::Spray { kind: SprayKind::Sparks, way: -way, count: 10 };
        effects.push(Effect::after(arrival(1.0), to, kind));
    }
    effects
}

/// Returns the seconds until a shot has covered a share of its way.
pub(crate) fn arrival(share: f32) -> f32 {
    TRACER_SECONDS * 0.55 * share
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(effects: &[Effect]) -> Vec<(&'static str, f32)> {
        let name = |effect: &Effect| match effect.kind {
            EffectKind::Muzzle { .. } => "muzzle",
            EffectKind::Tracer { .. } => "tracer",
            EffectKind::Spray { .. } => "spray",
            EffectKind::Text { .. } => "text",
            _ => "other",
        };
        effects.iter().map(|effect| (name(effect), -effect.age)).collect()
    }

    #[test]
    fn melee_has_no_tracers_and_bursts_have_a_limited_number() {
        let tracers = |shots| {
            let ends = (vec2(0.5, 0.5), vec2(3.5, 0.5));
            let effects = attack_effects(ends, shots, HitResult::Hit, &[], None);
            kinds(&effects).iter().filter(|(kind, _)| *kind == "tracer").count()
        };
        assert_eq!((tracers(0), tracers(3), tracers(40)), (0, 3, 6));
    }

    #[test]
    fn only_attacks_without_effect_get_a_word() {
        let words = |contact| {
            let effects = attack_effects((vec2(0.5, 0.5), vec2(3.5, 0.5)), 1, contact, &[], None);
            kinds(&effects).iter().filter(|(kind, _)| *kind == "text").count()
        };
        assert_eq!((words(HitResult::Hit), words(HitResult::Miss), words(HitResult::Blocked)), (0, 1, 1));
    }

    #[test]
    fn muzzle_and_tracer_come_first_then_barriers_in_their_order_then_the_target() {
        let at = |x: f32| Crossing { at: vec2(x, 0.5), spray: SprayKind::Glass };
        let ends = (vec2(0.5, 0.5), vec2(8.5, 0.5));
        let effects = attack_effects(ends, 1, HitResult::Graze, &[at(2.0), at(6.0)], None);
        let mut timed = kinds(&effects);
        timed.sort_by(|one, other| one.1.total_cmp(&other.1));
        let order: Vec<_> = timed.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(order[..4], ["muzzle", "tracer", "spray", "spray"]);
        assert!(timed.iter().all(|(_, delay)| *delay < 0.4));
        assert!(timed[3].1 < arrival(1.0));
    }

    #[test]
    fn an_effect_shows_only_between_its_beginning_and_its_end() {
        let mut effect = Effect::after(0.1, Vec2::ZERO, EffectKind::Dust);
        assert_eq!(effect.share(), None);
        effect.age = DUST_SECONDS / 2.0;
        assert_eq!(effect.share(), Some(0.5));
        effect.age = DUST_SECONDS;
        assert_eq!(effect.share(), None);
    }
}
