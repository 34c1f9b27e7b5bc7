//! What is seen where a blow lands that does no harm: sparks on armour, dust from the ground.

use bevy_egui::egui::Vec2;

use super::effect::{Effect, EffectKind, Flight};
use super::effect_brush::EffectColour;
use super::scatter::VisualScatter;
use rules::HitResult;

/// Colours of what a shot strikes, in linear light.
const STEEL: [f32; 3] = [1.0, 0.72, 0.34];
const SOIL: [f32; 3] = [0.2, 0.18, 0.15];

/// Returns the effects at the end of a blow that does no harm, after so many seconds; none for one that does, whose own
/// effects follow. `way` is its direction.
pub(super) fn impact_effects(
    contact: HitResult,
    (at, way): (Vec2, Vec2),
    seconds: f32,
    scatter: &mut VisualScatter,
) -> Vec<Effect> {
    let effects = match contact {
        HitResult::Hit => Vec::new(),
        HitResult::Graze | HitResult::Blocked => ricochet(at, way, scatter),
        HitResult::Miss => ground_dust(at, way, scatter),
    };
    effects.into_iter().map(|effect| effect.after(seconds)).collect()
}

/// Sparks that fly back from what stops a blow, and a glint.
fn ricochet(at: Vec2, way: Vec2, scatter: &mut VisualScatter) -> Vec<Effect> {
    let near = at - way * 0.3;
    let glint = EffectColour::light(STEEL, 1.2);
    let kind = EffectKind::Puff { flight: Flight::resting(near), radius: [0.34, 0.12], colour: glint };
    let mut effects = vec![Effect::new(0.12, kind)];
    for _ in 0..9 {
        let velocity = scatter.around((-way).angle(), 1.1) * scatter.between(2.0, 7.5);
        let flight = Flight { from: near, velocity, drag: 5.5 };
        let kind = EffectKind::Spark { flight, size: [0.045, 0.05], colour: EffectColour::light(STEEL, 1.2) };
        effects.push(Effect::new(scatter.between(0.2, 0.42), kind));
    }
    effects
}

/// Dust and grains that a shot beside its target throws up.
fn ground_dust(at: Vec2, way: Vec2, scatter: &mut VisualScatter) -> Vec<Effect> {
    let mut effects = Vec::new();
    for _ in 0..3 {
        let velocity = scatter.around(way.angle(), 0.9) * scatter.between(0.3, 1.4);
        let flight = Flight { from: at, velocity, drag: 3.0 };
        let radius = [0.08, scatter.between(0.22, 0.38)];
        let kind = EffectKind::Puff { flight, radius, colour: EffectColour::matter(SOIL, 0.45) };
        effects.push(Effect::new(scatter.between(0.5, 0.8), kind));
    }
    for _ in 0..4 {
        let velocity = scatter.around(way.angle(), 0.7) * scatter.between(1.5, 4.5);
        let flight = Flight { from: at, velocity, drag: 5.0 };
        let colour = EffectColour::matter(SOIL.map(|part| part * scatter.between(0.5, 1.4)), 1.0);
        let (size, spin) = (scatter.between(0.03, 0.07), scatter.between(-14.0, 14.0));
        effects.push(Effect::new(0.45, EffectKind::Chip { flight, size, spin, colour }));
    }
    effects
}
