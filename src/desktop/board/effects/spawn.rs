//! Which effects follow from a shot, a hit, a broken barrier, a landing and an explosion.

use bevy_egui::egui::{Color32, Vec2, vec2};

use super::debris::Debris;
use super::effect::{Effect, EffectKind, Flight};
use super::effect_brush::EffectColour;
use super::impact::impact_effects;
use super::scatter::VisualScatter;
use crate::board::mesh_brush::linear;
use model::UnitId;
use rules::HitResult;

/// Seconds that a flash, a tracer and a swing last.
const FLASH_SECONDS: f32 = 0.09;
const TRACER_SECONDS: f32 = 0.2;
/// Seconds between the shots of a burst.
pub(in crate::board) const SHOT_INTERVAL: f32 = 0.055;
/// Greatest number of tracers of one attack.
pub(in crate::board) const MAX_TRACERS: u32 = 6;
/// Seconds until a shot and a swing arrive.
const SHOT_ARRIVES: f32 = 0.07;
const SWING_ARRIVES: f32 = 0.12;
/// Reach of a muzzle flash, in squares.
pub(in crate::board) const MUZZLE_REACH: f32 = 3.2;
/// Seconds that a token shakes.
const SHAKE_SECONDS: f32 = 0.3;
/// Greatest radius of the fire of an explosion, in squares.
const CORE_RADIUS: f32 = 4.5;
/// Distance from the centre of a token to its muzzle, in squares.
const MUZZLE: f32 = 0.46;

/// Colours of light: muzzles, fire, embers.
const MUZZLE_LIGHT: [f32; 3] = [1.0, 0.62, 0.24];
const FIRE: [f32; 3] = [1.0, 0.36, 0.07];
const EMBER: [f32; 3] = [1.0, 0.5, 0.15];
/// Colours of matter: smoke, dust.
const SMOKE: [f32; 3] = [0.09, 0.088, 0.086];
const DUST: [f32; 3] = [0.2, 0.18, 0.15];
/// How smoke drifts, in squares per second.
const WIND: Vec2 = vec2(0.22, -0.16);

/// What the settings allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) struct EffectLimits {
    /// Things move.
    pub motion: bool,
    /// Bright light may flash.
    pub flashes: bool,
    /// Wounds bleed; else they are marked with chalk.
    pub blood: bool,
}

/// The area that a light fills, for flashes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::board) struct LitArea {
    /// The light.
    pub at: Vec2,
    /// Corners, evenly around it.
    pub corners: Vec<Vec2>,
    /// How far it reaches, in squares.
    pub reach: f32,
}

impl LitArea {
    fn flash(&self, seconds: f32, rgb: [f32; 3], strength: f32) -> Effect {
        let colour = EffectColour::light(rgb, strength);
        let (at, corners, reach) = (self.at, self.corners.clone(), self.reach);
        Effect::new(seconds, EffectKind::Flash { at, corners, reach, colour })
    }

    /// Returns how far the light comes in each direction, in squares.
    fn distances(&self) -> Vec<f32> {
        self.corners.iter().map(|corner| (*corner - self.at).length()).collect()
    }

    /// Returns how far the light comes in a direction, in squares.
    fn reach_towards(&self, angle: f32) -> f32 {
        let turn = angle.rem_euclid(std::f32::consts::TAU) / std::f32::consts::TAU;
        let at = (turn * self.corners.len() as f32) as usize;
        let corner = self.corners.get(at.min(self.corners.len().saturating_sub(1)));
        corner.map_or(self.reach, |corner| (*corner - self.at).length())
    }
}

/// An attack as it is seen.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::board) struct AttackScene {
    /// The attacker and the target.
    pub ends: [Vec2; 2],
    /// Shots; 0 in melee.
    pub shots: u32,
    /// What it hits.
    pub contact: HitResult,
    /// What the muzzle lights.
    pub muzzle: LitArea,
}

fn light(at: Vec2, radius: [f32; 2], seconds: f32, rgb: [f32; 3], strength: f32) -> Effect {
    let colour = EffectColour::light(rgb, strength);
    Effect::new(seconds, EffectKind::Puff { flight: Flight::resting(at), radius, colour })
}

fn puff(flight: Flight, radius: [f32; 2], seconds: f32, colour: EffectColour) -> Effect {
    Effect::new(seconds, EffectKind::Puff { flight, radius, colour })
}

fn spark(flight: Flight, size: [f32; 2], seconds: f32, colour: EffectColour) -> Effect {
    Effect::new(seconds, EffectKind::Spark { flight, size, colour })
}

/// Returns flash and tracer of each shot, with what it strikes if it does no harm, or the swing of a melee attack.
pub(in crate::board) fn attack_effects(scene: &AttackScene, limits: EffectLimits) -> Vec<Effect> {
    let [from, to] = scene.ends;
    let way = (to - from).normalized();
    let mut scatter = VisualScatter::new(to, scene.shots);
    if scene.shots == 0 {
        let ends = [from + way * MUZZLE, to];
        let colour = EffectColour::light([0.75, 0.85, 1.0], 0.9);
        let mut effects = vec![Effect::new(TRACER_SECONDS, EffectKind::Swing { ends, colour })];
        if limits.motion && scene.contact != HitResult::Miss {
            effects.extend(impact_effects(scene.contact, (to, way), SWING_ARRIVES, &mut scatter));
        }
        return effects;
    }
    let muzzle = from + way * MUZZLE;
    // A miss goes on beyond its target.
    let (spread, beyond) = if scene.contact == HitResult::Miss { (0.5, 1.1) } else { (0.13, 0.0) };
    let mut effects = Vec::new();
    for number in 0..scene.shots.min(MAX_TRACERS) {
        let delay = SHOT_INTERVAL * number as f32;
        let off = vec2(scatter.between(-spread, spread), scatter.between(-spread, spread));
        let end = to + off + way * beyond;
        let tracer = EffectKind::Tracer { ends: [muzzle, end], colour: EffectColour::light(EMBER, 1.0) };
        effects.push(Effect::new(TRACER_SECONDS, tracer).after(delay));
        if limits.flashes {
            effects.push(scene.muzzle.flash(FLASH_SECONDS, MUZZLE_LIGHT, 0.55).after(delay));
        }
        effects.push(light(muzzle, [0.5, 0.2], FLASH_SECONDS, MUZZLE_LIGHT, 1.4).after(delay));
        if limits.motion {
            for _ in 0..4 {
                let velocity = scatter.around(way.angle(), 0.5) * scatter.between(2.0, 7.0);
                let flight = Flight { from: muzzle, velocity, drag: 9.0 };
                let colour = EffectColour::light(EMBER, 1.0);
                effects.push(spark(flight, [0.05, 0.05], 0.16, colour).after(delay));
            }
            let smoke = Flight { from: muzzle, velocity: way * 0.8 + WIND, drag: 2.0 };
            let colour = EffectColour::matter([0.2, 0.2, 0.2], 0.2);
            effects.push(puff(smoke, [0.1, 0.34], 0.7, colour).after(delay + 0.03));
            effects.extend(impact_effects(scene.contact, (end, way), delay + SHOT_ARRIVES, &mut scatter));
        }
    }
    effects
}

/// Returns the sparks, splinters and shards of a barrier that is hit or broken; `way` is the direction of the blow.
pub(in crate::board) fn barrier_effects(
    at: Vec2,
    way: Option<Vec2>,
    (debris, colour): (Debris, Color32),
    broken: bool,
    limits: EffectLimits,
) -> Vec<Effect> {
    if !limits.motion {
        return Vec::new();
    }
    let mut scatter = VisualScatter::new(at, u32::from(broken) + 3);
    let (direction, spread) = match way.filter(|way| *way != Vec2::ZERO) {
        Some(way) => (way.angle(), 0.75),
        None => (0.0, std::f32::consts::PI),
    };
    let rgb = rgb_of(colour);
    let mut effects = Vec::new();
    let count = debris.chips() * if broken { 2 } else { 1 };
    for number in 0..count {
        // A fifth flies back.
        let back = if number % 5 == 0 { std::f32::consts::PI } else { 0.0 };
        let velocity = scatter.around(direction + back, spread) * scatter.between(1.2, 6.5);
        let along = scatter.between(-0.35, 0.35);
        let across = if way.is_some() { Vec2::angled(direction).rot90() * along } else { Vec2::ZERO };
        let flight = Flight { from: at + across, velocity, drag: 4.5 };
        let tone = scatter.between(0.6, 1.25);
        let matter = EffectColour { cover: 1.0, ..EffectColour::light(rgb.map(|part| part * tone), 1.0) };
        let size = scatter.between(0.05, 0.12) * debris.size();
        let kind = EffectKind::Chip { flight, size, spin: scatter.between(-18.0, 18.0), colour: matter };
        effects.push(Effect::new(scatter.between(0.45, 0.9), kind));
        if debris.shines() && number % 2 == 0 {
            let glint = EffectColour::light(debris.glint(rgb), 0.9);
            effects.push(spark(flight, [0.035, 0.05], scatter.between(0.2, 0.4), glint));
        }
    }
    if debris.dusts() {
        for _ in 0..if broken { 7 } else { 3 } {
            let velocity = scatter.around(direction, spread) * scatter.between(0.3, 1.6);
            let flight = Flight { from: at, velocity, drag: 2.5 };
            let matter = EffectColour::matter(rgb.map(|part| part * 0.7), 0.42);
            effects.push(puff(flight, [0.12, scatter.between(0.35, 0.6)], 0.9, matter));
        }
    }
    effects
}

fn rgb_of(colour: Color32) -> [f32; 3] {
    let [red, green, blue, _] = linear(colour);
    [red, green, blue]
}

/// A hit on a unit as it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::board) struct HitScene {
    /// The unit and where it is.
    pub unit: UnitId,
    /// Its map position.
    pub at: Vec2,
    /// Direction of the blow, if it has one.
    pub way: Option<Vec2>,
    /// Damage.
    pub damage: u32,
    /// Colour of what was hurt.
    pub colour: Color32,
    /// A body was hurt, which bleeds.
    pub bleeds: bool,
}

/// Returns what is seen of a hit besides its number: light, splashes or sparks, a shaken token.
pub(in crate::board) fn hit_effects(scene: &HitScene, limits: EffectLimits) -> Vec<Effect> {
    if !limits.motion {
        return Vec::new();
    }
    let mut scatter = VisualScatter::new(scene.at, scene.damage);
    let rgb = rgb_of(scene.colour);
    let near = scene.at - scene.way.unwrap_or_default() * 0.28;
    let mut effects = vec![Effect::new(SHAKE_SECONDS, EffectKind::Shake { unit: scene.unit })];
    effects.push(light(near, [0.55, 0.2], 0.16, if scene.bleeds { [1.0, 0.5, 0.35] } else { rgb }, 1.1));
    let ring = EffectColour::light([1.0, 0.9, 0.8], 0.5);
    let kind =
        EffectKind::Ring { at: scene.at, radius: [0.3, 0.85], width: 0.16, limits: Vec::new(), colour: ring };
    effects.push(Effect::new(0.22, kind));
    let (direction, spread) = scene.way.map_or((0.0, std::f32::consts::PI), |way| (way.angle(), 0.6));
    for _ in 0..(5 + 2 * scene.damage.min(8)) {
        let velocity = scatter.around(direction, spread) * scatter.between(1.5, 6.0);
        let flight = Flight { from: scene.at, velocity, drag: 5.0 };
        let seconds = scatter.between(0.3, 0.6);
        if scene.bleeds {
            let matter = if limits.blood { [0.28, 0.004, 0.006] } else { [0.62, 0.62, 0.6] };
            let colour = EffectColour::matter(matter, 0.9);
            let size = scatter.between(0.05, 0.11);
            effects.push(Effect::new(seconds, EffectKind::Chip { flight, size, spin: 7.0, colour }));
        } else {
            effects.push(spark(flight, [0.05, 0.06], seconds, EffectColour::light(rgb, 1.2)));
        }
    }
    effects
}

/// Returns the dust where a body lands.
pub(in crate::board) fn landing_effects(at: Vec2, way: Vec2, limits: EffectLimits) -> Vec<Effect> {
    if !limits.motion {
        return Vec::new();
    }
    let mut scatter = VisualScatter::new(at, 11);
    let puffs = (0..11).map(|_| {
        let velocity = scatter.around(way.angle(), 1.9) * scatter.between(0.5, 2.4);
        let flight = Flight { from: at + vec2(0.0, 0.2), velocity, drag: 3.0 };
        puff(flight, [0.14, scatter.between(0.35, 0.6)], 0.8, EffectColour::matter(DUST, 0.5))
    });
    puffs.collect()
}

/// Returns the images that a thrown body leaves at a place of its way.
pub(in crate::board) fn afterimage_effects(at: Vec2, colour: Color32, limits: EffectLimits) -> Vec<Effect> {
    if !limits.motion {
        return Vec::new();
    }
    let ring = EffectColour::light(rgb_of(colour), 0.55);
    let kind = EffectKind::Ring { at, radius: [0.36, 0.3], width: 0.16, limits: Vec::new(), colour: ring };
    let dust = puff(Flight::resting(at), [0.2, 0.4], 0.5, EffectColour::matter(DUST, 0.25));
    vec![Effect::new(0.38, kind), dust]
}

/// Returns a thrown item on its way.
pub(in crate::board) fn lob_effects(ends: [Vec2; 2], seconds: f32, limits: EffectLimits) -> Vec<Effect> {
    if !limits.motion {
        return Vec::new();
    }
    vec![Effect::new(seconds, EffectKind::Lob { ends })]
}

/// Returns an explosion that fills an area: flash, fire, shock ring, debris, sparks and smoke.
pub(in crate::board) fn explosion_effects(area: &LitArea, radius: f32, limits: EffectLimits) -> Vec<Effect> {
    let at = area.at;
    let mut effects = Vec::new();
    if limits.flashes {
        effects.push(area.flash(0.16, [1.0, 0.82, 0.6], 0.95));
        effects.push(area.flash(0.6, FIRE, 0.5));
    }
    if !limits.motion {
        effects.push(light(at, [radius * 0.5, radius * 0.5], 0.5, FIRE, 0.9));
        return effects;
    }
    effects.push(Effect::new(0.45, EffectKind::Quake { strength: (radius / 5.0).clamp(0.4, 1.0) }));
    let ring = EffectColour::light([1.0, 0.85, 0.7], 0.55);
    let kind =
        EffectKind::Ring { at, radius: [0.3, radius], width: 0.7, limits: area.distances(), colour: ring };
    effects.push(Effect::new(0.38, kind));
    effects.push(light(at, [0.5, radius.min(CORE_RADIUS) * 0.6], 0.26, [1.0, 0.85, 0.6], 1.8));
    let mut scatter = VisualScatter::new(at, 29);
    // Fire is in the middle of a large blast, and nothing flies farther than the walls around it allow.
    let core = radius.min(CORE_RADIUS);
    let fly = |scatter: &mut VisualScatter, share: [f32; 2], drag: f32| {
        let angle = scatter.angle();
        let farthest = area.reach_towards(angle).min(core) * scatter.between(share[0], share[1]);
        Flight { from: at, velocity: Vec2::angled(angle) * (farthest * drag), drag }
    };
    for _ in 0..16 {
        let flight = fly(&mut scatter, [0.05, 0.55], 7.0);
        let colour = EffectColour { cover: 0.35, ..EffectColour::light(FIRE, 1.25) };
        let last = scatter.between(0.45, 0.85) * (core / 3.0).clamp(0.7, 1.6);
        effects.push(puff(flight, [0.3, last], scatter.between(0.3, 0.6), colour));
    }
    for _ in 0..30 {
        let flight = fly(&mut scatter, [0.35, 0.95], 4.0);
        let colour = EffectColour::light(EMBER, 1.3);
        effects.push(spark(flight, [0.05, 0.06], scatter.between(0.35, 0.8), colour));
    }
    for _ in 0..26 {
        let flight = fly(&mut scatter, [0.3, 0.95], 3.2);
        let colour =
            EffectColour::matter([0.05, 0.045, 0.04].map(|part| part * scatter.between(0.6, 2.2)), 1.0);
        let kind = EffectKind::Chip {
            flight,
            size: scatter.between(0.07, 0.17),
            spin: scatter.between(-16.0, 16.0),
            colour,
        };
        effects.push(Effect::new(scatter.between(0.7, 1.2), kind));
    }
    for _ in 0..18 {
        let mut flight = fly(&mut scatter, [0.1, 0.7], 3.0);
        flight.velocity += WIND;
        let last = scatter.between(0.7, 1.2) * (core / 3.0).clamp(0.8, 1.5);
        let smoke = puff(flight, [0.3, last], scatter.between(1.3, 2.4), EffectColour::matter(SMOKE, 0.5));
        effects.push(smoke.after(scatter.between(0.08, 0.3)));
    }
    effects
}

/// Returns the burst of a smoke grenade.
pub(in crate::board) fn smoke_effects(area: &LitArea, radius: f32, limits: EffectLimits) -> Vec<Effect> {
    if !limits.motion {
        return Vec::new();
    }
    let mut scatter = VisualScatter::new(area.at, 31);
    let puffs = (0..22).map(|_| {
        let angle = scatter.angle();
        let farthest = area.reach_towards(angle).min(radius) * scatter.between(0.1, 0.9);
        let flight = Flight { from: area.at, velocity: Vec2::angled(angle) * (farthest * 3.0), drag: 3.0 };
        let colour = EffectColour::matter([0.34, 0.36, 0.38], 0.4);
        puff(flight, [0.3, scatter.between(0.8, 1.3)], scatter.between(1.2, 2.2), colour)
            .after(scatter.between(0.0, 0.3))
    });
    puffs.collect()
}

#[cfg(test)]
#[path = "spawn_tests.rs"]
mod tests;
