//! The steps of the animation, and what each of them shows.

use bevy_egui::egui::{self, Vec2};

use super::step_sounds::{footstep, sounds_at_begin, sounds_at_end};
use super::{AnimatedUnit, BoardAnimation};
use crate::board::effects::{
    AttackScene, Debris, EffectLimits, FloatingTone, Gravity, HitScene, MAX_TRACERS, MUZZLE_REACH,
    SHOT_INTERVAL, TextSize, TextSubject, UnitRoll, afterimage_effects, attack_effects, barrier_effects,
    explosion_effects, hit_effects, landing_effects, lit_area, lob_effects, smoke_effects,
};
use crate::board::units::health_display::HealthDisplay;
use crate::sound::PlaySound;
use crate::theme::Palette;
use content::{Tile, WeaponSound};
use field::Grid;
use model::{BarrierId, UnitId};
use rules::{DownState, HitResult, NamedInjury};

/// Seconds for one square of a path.
const STEP_SECONDS: f32 = 0.13;
/// Maximum seconds for a whole path.
const MAX_WALK_SECONDS: f32 = 1.2;
/// Seconds for one square of a flight, and for a whole one.
const FLIGHT_SECONDS: f32 = 0.07;
const MAX_FLIGHT_SECONDS: f32 = 0.5;
/// Seconds until a shot or a blow arrives.
pub(super) const SHOT_SECONDS: f32 = 0.13;
/// Seconds that a thrown item flies: at least, and for each square.
const LOB_SECONDS: (f32, f32) = (0.28, 0.035);
/// Seconds between an explosion and what follows from it.
const BLAST_SECONDS: f32 = 0.16;
/// Seconds between damage and the next event, and between several units that are hurt at once.
const HURT_SECONDS: f32 = 0.2;
const HURT_TOGETHER_SECONDS: f32 = 0.03;
/// Seconds for falling, dropping prone, standing up.
const POSTURE_SECONDS: f32 = 0.12;
/// Seconds between several barriers that break.
const BREAK_SECONDS: f32 = 0.03;
/// Seconds in which a door swings.
const DOOR_SECONDS: f32 = 0.28;
/// Seconds for which the picture stands still at a hit.
pub(super) const HIT_PAUSE_SECONDS: f32 = 0.07;
/// Corners of the areas that muzzles and explosions light.
const MUZZLE_CORNERS: usize = 64;
const BLAST_CORNERS: usize = 128;
/// How far the light of an explosion reaches beyond its radius.
const BLAST_LIGHT: f32 = 1.7;
/// Reach of that light for small and medium explosions, in squares.
const MAX_BLAST_LIGHT: f32 = 9.0;

/// A hit on a unit.
#[derive(Clone, Debug)]
pub(super) struct Hurt {
    pub unit: UnitId,
    pub damage: u32,
    pub after: HealthDisplay,
    /// What was hurt most.
    pub tone: FloatingTone,
    /// The numbers that tell the damage, and what each is of.
    pub numbers: Vec<(String, FloatingTone)>,
    /// A body was hurt.
    pub bleeds: bool,
    /// A Critical Injury was added.
    pub critical: bool,
    /// The names of the injuries that were added, if they have any.
    pub injuries: Vec<NamedInjury>,
    /// Where the blow came from.
    pub from: Option<Vec2>,
    /// Another unit is hurt in the same moment.
    pub together: bool,
}

/// What the word for the result of an attack is about; `None` if no word is shown.
pub(super) type WordSubject = Option<TextSubject>;

/// One step of the animation. A walk has the tiles of the squares that it enters, an attack what the word for its result is about;
/// `Hear` is only heard.
#[derive(Clone, Debug)]
pub(super) enum AnimationStep {
    Walk {
        unit: UnitId,
        way: Vec<Vec2>,
        tiles: Vec<Option<Tile>>,
    },
    Throw {
        unit: UnitId,
        way: Vec<Vec2>,
        metres: u32,
    },
    Attack {
        unit: UnitId,
        at: Vec2,
        about: WordSubject,
        shots: u32,
        contact: HitResult,
        sound: WeaponSound,
    },
    /// The dice of an attack, beside the units that rolled them.
    RollDice(Vec<UnitRoll>),
    /// The result of an attack that was shown before.
    TellResult {
        about: WordSubject,
        contact: HitResult,
    },
    Lob {
        unit: UnitId,
        to: Vec2,
        sound: WeaponSound,
    },
    Explode {
        at: Vec2,
        radius: f32,
        smoke: bool,
    },
    TakeDamage(Hurt),
    Fall {
        unit: UnitId,
        down: DownState,
        machine: bool,
    },
    Recover {
        unit: UnitId,
    },
    ChangePosture {
        unit: UnitId,
        prone: bool,
        /// The word for a unit that is knocked down.
        knocked: Option<&'static str>,
    },
    Word {
        unit: UnitId,
        text: String,
        tone: FloatingTone,
    },
    Leave {
        unit: UnitId,
    },
    Arrive {
        unit: UnitId,
        at: Vec2,
    },
    DamageBarrier {
        at: Vec2,
        damage: u32,
        debris: (Debris, egui::Color32),
        from: Option<Vec2>,
    },
    BreakBarrier {
        barrier: BarrierId,
        at: Vec2,
        debris: (Debris, egui::Color32),
        from: Option<Vec2>,
    },
    SwingDoor {
        barrier: BarrierId,
        at: Vec2,
        open: bool,
    },
    Hear(PlaySound),
    /// Nothing happens for some seconds: what was shown again is read.
    Wait(f32),
}

/// What steps are shown with.
pub(super) struct StepStage<'a> {
    pub grid: &'a Grid,
    pub palette: &'a Palette,
    pub limits: EffectLimits,
    pub hit_pause: bool,
}

impl AnimationStep {
    /// Returns how long the step lasts, in seconds.
    pub fn duration(&self, units: impl Fn(UnitId) -> Option<Vec2>) -> f32 {
        match self {
            Self::Walk { way, .. } => (STEP_SECONDS * (way.len() - 1) as f32).min(MAX_WALK_SECONDS),
            Self::Throw { way, .. } => (FLIGHT_SECONDS * (way.len() - 1) as f32).min(MAX_FLIGHT_SECONDS),
            Self::Attack { shots, .. } => {
                SHOT_SECONDS + SHOT_INTERVAL * shots.saturating_sub(1).min(MAX_TRACERS - 1) as f32
            }
            Self::Lob { unit, to, .. } => {
                let distance = units(*unit).map_or(0.0, |from| (*to - from).length());
                LOB_SECONDS.0 + LOB_SECONDS.1 * distance
            }
            Self::Explode { .. } => BLAST_SECONDS,
            Self::TakeDamage(hurt) if hurt.damage == 0 => 0.0,
            Self::TakeDamage(hurt) if hurt.together => HURT_TOGETHER_SECONDS,
            Self::TakeDamage(_) => HURT_SECONDS,
            Self::Fall { .. }
            | Self::Recover { .. }
            | Self::ChangePosture { .. }
            | Self::Leave { .. }
            | Self::Arrive { .. } => POSTURE_SECONDS,
            Self::BreakBarrier { .. } => BREAK_SECONDS,
            Self::SwingDoor { .. } => DOOR_SECONDS,
            Self::DamageBarrier { .. }
            | Self::Word { .. }
            | Self::RollDice(_)
            | Self::TellResult { .. }
            | Self::Hear(_) => 0.0,
            Self::Wait(seconds) => *seconds,
        }
    }

    /// Whether the step changes the state of a unit.
    pub fn changes(&self, id: UnitId) -> bool {
        match self {
            Self::TakeDamage(Hurt { unit, .. })
            | Self::Throw { unit, .. }
            | Self::Fall { unit, .. }
            | Self::Recover { unit }
            | Self::ChangePosture { unit, .. }
            | Self::Word { unit, .. } => *unit == id,
            _ => false,
        }
    }

    /// Returns the places that have to be seen.
    pub fn places(&self, units: impl Fn(UnitId) -> Option<Vec2>) -> Vec<Vec2> {
        match self {
            Self::Walk { way, .. } | Self::Throw { way, .. } => {
                way.first().into_iter().chain(way.last()).copied().collect()
            }
            Self::Attack { unit, at, .. } | Self::Lob { unit, to: at, .. } => {
                units(*unit).into_iter().chain([*at]).collect()
            }
            Self::TakeDamage(Hurt { unit, .. })
            | Self::Fall { unit, .. }
            | Self::Recover { unit }
            | Self::ChangePosture { unit, .. }
            | Self::Word { unit, .. }
            | Self::Leave { unit } => units(*unit).into_iter().collect(),
            Self::Explode { at, .. }
            | Self::Arrive { at, .. }
            | Self::DamageBarrier { at, .. }
            | Self::BreakBarrier { at, .. }
            | Self::SwingDoor { at, .. } => vec![*at],
            Self::RollDice(rolls) => rolls.iter().filter_map(|roll| units(roll.unit)).collect(),
            Self::TellResult { .. } | Self::Hear(_) | Self::Wait(_) => Vec::new(),
        }
    }
}

impl BoardAnimation {
    /// Shows a fraction of a step; 1 is its end. `begins` is set once.
    pub(super) fn show_step(&mut self, step: &AnimationStep, share: f32, begins: bool, stage: &StepStage) {
        if begins {
            let places = step.places(|unit| self.place(unit));
            self.sounds.extend(sounds_at_begin(step, places.first().copied()));
            self.begin_step(step, stage);
        }
        match step {
            AnimationStep::Walk { unit, way, tiles } => {
                self.hear_footsteps(way, tiles, (share, begins));
                self.show_walker(*unit, way, share);
            }
            AnimationStep::Throw { unit, way, metres } => {
                self.show_throw(*unit, (way, *metres), share, stage);
            }
            AnimationStep::SwingDoor { barrier, open, .. } => {
                let swung = ease_in_out(share);
                self.doors.insert(*barrier, if *open { swung } else { 1.0 - swung });
                self.pieces_version += 1;
            }
            _ => {}
        }
        if share >= 1.0 {
            self.end_step(step, stage);
            let places = step.places(|unit| self.place(unit));
            self.sounds.extend(sounds_at_end(step, places.last().copied()));
        }
    }

    /// Shows a unit at a fraction of its path.
    pub(super) fn show_walker(&mut self, unit: UnitId, way: &[Vec2], share: f32) {
        if let Some(figure) = self.units.get_mut(&unit) {
            let (at, heading) = point_along(way, ease_in_out(share));
            figure.at = at;
            figure.facing = heading.unwrap_or(figure.facing);
        }
    }

    /// Plays a footstep for every second square of a path that is reached.
    fn hear_footsteps(&mut self, way: &[Vec2], tiles: &[Option<Tile>], (share, begins): (f32, bool)) {
        if begins {
            self.footsteps = 0;
        }
        let reached = (ease_in_out(share) * tiles.len() as f32) as usize;
        while self.footsteps <= reached && self.footsteps < tiles.len() {
            let leg = self.footsteps;
            let sound = PlaySound { effect: footstep(tiles[leg]), at: way.get(leg + 1).copied(), delay: 0.0 };
            self.sounds.push(sound);
            self.footsteps += 2;
        }
    }

    pub(super) fn place(&self, unit: UnitId) -> Option<Vec2> {
        self.units.get(&unit).map(|figure| figure.at)
    }

    /// Shows what a step begins with.
    fn begin_step(&mut self, step: &AnimationStep, stage: &StepStage) {
        let limits = stage.limits;
        match step {
            AnimationStep::Attack { unit, at, shots, contact, .. } => {
                let Some(figure) = self.units.get_mut(unit) else { return };
                let way = *at - figure.at;
                if way == Vec2::ZERO {
                    return;
                }
                figure.facing = way.angle();
                let from = figure.at;
                let muzzle = lit_area(stage.grid, from, MUZZLE_REACH, MUZZLE_CORNERS);
                let scene = AttackScene { ends: [from, *at], shots: *shots, contact: *contact, muzzle };
                self.effects.extend(attack_effects(&scene, limits));
            }
            AnimationStep::Lob { unit, to, .. } => {
                let seconds = step.duration(|unit| self.place(unit));
                let Some(figure) = self.units.get_mut(unit) else { return };
                let from = figure.at;
                if from != *to {
                    figure.facing = (*to - from).angle();
                }
                self.effects.extend(lob_effects([from, *to], seconds, limits));
            }
            AnimationStep::Explode { at, radius, smoke } => {
                let reach = (radius * BLAST_LIGHT).min(MAX_BLAST_LIGHT).max(*radius);
                let area = lit_area(stage.grid, *at, reach, BLAST_CORNERS);
                if *smoke {
                    self.effects.extend(smoke_effects(&area, *radius, limits));
                } else {
                    self.effects.extend(explosion_effects(&area, *radius, limits));
                }
                self.marks_version += 1;
            }
            AnimationStep::TakeDamage(hurt) => self.show_hurt(hurt, stage),
            AnimationStep::RollDice(rolls) => {
                let placed = |roll: &UnitRoll| Some((roll.clone(), self.place(roll.unit)?));
                let placed: Vec<_> = rolls.iter().filter_map(placed).collect();
                self.effects.show_dice(placed);
            }
            AnimationStep::DamageBarrier { at, damage, debris, from } => {
                let way = from.map(|from| (*at - from).normalized());
                self.effects.extend(barrier_effects(*at, way, *debris, false, limits));
                let number = format!("\u{2212}{damage}");
                self.effects.say(TextSubject::place(*at), number, FloatingTone::Barrier, TextSize::Small);
            }
            AnimationStep::BreakBarrier { barrier, at, debris, from } => {
                let way = from.map(|from| (*at - from).normalized());
                self.effects.extend(barrier_effects(*at, way, *debris, true, limits));
                self.whole.remove(barrier);
                self.pieces_version += 1;
                self.marks_version += 1;
            }
            _ => {}
        }
    }

    /// Shows a hit: what was hurt, how much, and a word if it is grave.
    fn show_hurt(&mut self, hurt: &Hurt, stage: &StepStage) {
        let Some(at) = self.place(hurt.unit) else { return };
        if hurt.damage == 0 {
            return;
        }
        let colour = hurt.tone.colour(stage.palette);
        let way = hurt.from.filter(|from| *from != at).map(|from| (at - from).normalized());
        let scene = HitScene {
            unit: hurt.unit,
            at,
            way,
            damage: hurt.damage,
            colour,
            bleeds: hurt.bleeds && hurt.tone == FloatingTone::Body,
        };
        self.effects.extend(hit_effects(&scene, stage.limits));
        let victim = TextSubject::unit(hurt.unit, at);
        for (number, tone) in &hurt.numbers {
            self.effects.say(victim, number.as_str(), *tone, TextSize::Number);
        }
        if hurt.critical {
            self.effects.say_state(victim, "CRITICAL", FloatingTone::Caution, Gravity::Critical);
        }
        for injury in &hurt.injuries {
            self.effects.say_injury(victim, injury);
        }
        if stage.hit_pause && stage.limits.motion && !hurt.together {
            self.effects.pause(HIT_PAUSE_SECONDS);
        }
    }

    /// Moves a thrown body, with an image behind it at every half square, and dust where it lands.
    fn show_throw(&mut self, unit: UnitId, (way, metres): (&[Vec2], u32), share: f32, stage: &StepStage) {
        let colour = FloatingTone::Forced.colour(stage.palette);
        let Some(figure) = self.units.get_mut(&unit) else { return };
        let before = figure.at;
        // It begins fast and slows down.
        let (at, _) = point_along(way, 1.0 - (1.0 - share).powi(2));
        figure.at = at;
        if before != at {
            self.effects.extend(afterimage_effects(before, colour, stage.limits));
        }
        let (Some(first), Some(last)) = (way.first(), way.last()) else { return };
        if share >= 1.0 {
            self.effects.extend(landing_effects(*last, *last - *first, stage.limits));
            let words = format!("THROWN BACK {metres} m");
            let victim = TextSubject::unit(unit, *last);
            self.effects.say_state(victim, &words, FloatingTone::Forced, Gravity::Thrown);
        }
    }
}

/// Eases in and out.
fn ease_in_out(share: f32) -> f32 {
    egui::emath::easing::quadratic_in_out(share)
}

/// Returns the point at a fraction of a path, and the direction of travel there.
fn point_along(way: &[Vec2], share: f32) -> (Vec2, Option<f32>) {
    let legs = way.len().saturating_sub(1);
    let Some(&end) = way.last() else { return (Vec2::ZERO, None) };
    if legs == 0 {
        return (end, None);
    }
    let whole = share * legs as f32;
    let leg = (whole as usize).min(legs - 1);
    let (from, to) = (way[leg], way[leg + 1]);
    let heading = (to != from).then(|| (to - from).angle());
    (from + (to - from) * (whole - leg as f32).min(1.0), heading)
}

/// Returns the position of a unit as it is shown.
pub(super) fn shown_place(
    units: &std::collections::BTreeMap<UnitId, AnimatedUnit>,
    unit: UnitId,
) -> Option<Vec2> {
    units.get(&unit).map(|figure| figure.at)
}

#[cfg(test)]
mod tests;
