//! Animation of battle events: tokens slide, shots fly, damage numbers rise.
//!
//! The battle is always ahead of the screen. The animation reads its history step by step and never blocks it; a new
//! or rewound battle is shown as it is.

mod event_steps;

use std::collections::{BTreeMap, VecDeque};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Vec2, vec2};

use super::particles;
use super::particles::Particle;
use super::viewport;
use super::{BoardPainter, PaintSystems, PrepareSystems, is_board_shown};
use crate::battle_revision::{BattleRevision, RevisionReader, battle_changed};
use crate::board::interaction::picking;
use crate::board::units::health_display;
use crate::board::units::health_display::{HealthDisplay, TokenBadges};
use crate::input::{ActionInput, InputAction};
use crate::settings::Settings;
use battle::{BattleView, History, UnitDataItem};
use model::UnitId;
use rules::{DownState, HitResult};

/// Seconds for one square of a path.
const STEP_SECONDS: f32 = 0.13;
/// Maximum seconds for a whole path.
const MAX_WALK_SECONDS: f32 = 1.2;
/// Seconds for a shot or a melee attack.
const SHOT_SECONDS: f32 = 0.2;
/// Seconds between damage and the next event.
const HURT_SECONDS: f32 = 0.16;
/// Seconds for falling, dropping prone, standing up.
const POSTURE_SECONDS: f32 = 0.12;

/// A unit as the board shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AnimatedUnit {
    /// Map position.
    pub at: Vec2,
    /// Facing angle, clockwise from the east.
    pub facing: f32,
    /// Health.
    pub health: HealthDisplay,
    /// Out of action.
    pub down: Option<DownState>,
    /// Prone.
    pub prone: bool,
    /// Has left the map.
    pub gone: bool,
}

/// One step of the animation.
#[derive(Clone, Debug)]
enum AnimationStep {
    Walk { unit: UnitId, way: Vec<Vec2> },
    Attack { unit: UnitId, at: Vec2, shots: u32, contact: HitResult },
    TakeDamage { unit: UnitId, damage: u32, after: HealthDisplay },
    Fall { unit: UnitId, down: DownState, machine: bool },
    ChangePosture { unit: UnitId, prone: bool },
    Leave { unit: UnitId },
    Arrive { unit: UnitId, at: Vec2 },
    DamageBarrier { at: Vec2, damage: u32 },
    BreakBarrier { at: Vec2 },
}

/// Queue and state of the animation.
#[derive(Resource, Default)]
pub(crate) struct BoardAnimation {
    units: BTreeMap<UnitId, AnimatedUnit>,
    steps: VecDeque<AnimationStep>,
    /// Seconds since the first step began.
    since: f32,
    /// The particles of the first step were spawned.
    begun: bool,
    /// The revision that was read.
    revision: BattleRevision,
    particles: Vec<Particle>,
    rounds: u32,
    badges: BTreeMap<UnitId, TokenBadges>,
}

impl BoardAnimation {
    /// Whether an animation is running.
    pub fn is_busy(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Returns a unit as the board shows it.
    pub(super) fn figure(&self, id: UnitId) -> Option<&AnimatedUnit> {
        self.units.get(&id)
    }

    /// Returns the badges of a token.
    pub(super) fn badges(&self, id: UnitId) -> TokenBadges {
        self.badges.get(&id).copied().unwrap_or_default()
    }

    /// Returns the offset of a shaken token.
    pub(super) fn shake_offset(&self, id: UnitId) -> Vec2 {
        self.particles
            .iter()
            .filter_map(|spark| spark.shake_offset(id))
            .fold(Vec2::ZERO, |sum, part| sum + part)
    }
}

/// Shows the events of the battle one after the other.
pub(super) struct AnimationPlugin;

impl Plugin for AnimationPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoardAnimation>()
            .add_systems(
                Update,
                (sync_animation.run_if(is_board_shown.and_then(battle_changed)), advance_animation)
                    .chain()
                    .in_set(PrepareSystems::Animation),
            )
            .add_systems(EguiPrimaryContextPass, paint_particles.in_set(PaintSystems::Particles));
    }
}

/// Draws tracers, numbers and dust.
fn paint_particles(mut board: BoardPainter, stage: Res<BoardAnimation>, settings: Res<Settings>) -> Result {
    board.paint(|brush| {
        for particle in &stage.particles {
            particle.draw(brush.painter, brush.lens, settings.palette());
        }
    })
}

/// Queues the events since the last call; runs when the battle or the viewer has changed.
fn sync_animation(
    mut stage: ResMut<BoardAnimation>,
    view: BattleView,
    revision: RevisionReader,
    history: Res<History>,
    settings: Res<Settings>,
) {
    let stage = stage.as_mut();
    let revision = revision.current();
    let read = std::mem::replace(&mut stage.revision, revision);
    let known = revision.continues(&read);
    stage.badges = health_display::token_badges(&view);
    if !known || settings.animation_seconds(1.0).is_none() {
        show_current_state(stage, &view);
        if !known {
            stage.particles.clear();
            return;
        }
    }
    let instant = settings.animation_seconds(1.0).is_none();
    for (number, record) in history.records().iter().enumerate().skip(read.records.saturating_sub(1)) {
        let from = if number + 1 == read.records { read.events } else { 0 };
        for event in record.events.iter().skip(from) {
            self::event_steps::push_event_steps(stage, &view, event);
        }
    }
    if instant {
        stage.finish_all();
        show_current_state(stage, &view);
    }
}

/// Shows every unit in its current state.
fn show_current_state(stage: &mut BoardAnimation, view: &BattleView) {
    let old = std::mem::take(&mut stage.units);
    stage.steps.clear();
    (stage.since, stage.begun) = (0.0, false);
    for unit in view.units() {
        let known = old.get(unit.id).filter(|figure| figure.at == viewport::cell_centre(unit.cell()));
        let facing = known.map_or_else(|| facing_enemies(view, &unit), |figure| figure.facing);
        stage.units.insert(*unit.id, AnimatedUnit { facing, ..animated_unit(view, &unit) });
    }
}

/// Returns a unit in its current state, facing its enemies.
fn animated_unit(view: &BattleView, unit: &UnitDataItem) -> AnimatedUnit {
    AnimatedUnit {
        at: viewport::cell_centre(unit.cell()),
        facing: 0.0,
        health: HealthDisplay::from_condition(unit.sheet.get(), unit.health.condition(), view.rules()),
        down: unit.out_of_action.down(),
        prone: unit.is_prone(),
        gone: !unit.out_of_action.on_map(),
    }
}

/// Returns the angle towards the centre of all enemies, in steps of 45°.
fn facing_enemies(view: &BattleView, unit: &UnitDataItem) -> f32 {
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    for other in view.units().filter(|other| other.side != unit.side && other.is_fighting()) {
        sum += viewport::cell_centre(other.cell());
        count += 1.0;
    }
    if count == 0.0 {
        return 0.0;
    }
    let eighth = std::f32::consts::FRAC_PI_4;
    let angle = (sum / count - viewport::cell_centre(unit.cell())).angle();
    (angle / eighth).round() * eighth
}

/// What the player does to speed the animation up.
#[derive(SystemParam)]
struct AnimationControls<'w, 's> {
    keys: ActionInput<'w, 's>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    pointer: Res<'w, picking::BoardPointer>,
}

impl AnimationControls<'_, '_> {
    fn is_board_clicked(&self) -> bool {
        self.buttons.just_pressed(MouseButton::Left) && self.pointer.on_board.is_some()
    }
}

/// Advances the animation.
fn advance_animation(
    mut stage: ResMut<BoardAnimation>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    controls: AnimationControls,
    mut redraw: MessageWriter<RequestRedraw>,
    mut fresh: Local<bool>,
) {
    if stage.steps.is_empty() && stage.particles.is_empty() {
        *fresh = true;
        return;
    }
    redraw.write(RequestRedraw);
    // After an idle period, the first frame's delta is the length of that period.
    let delta = if std::mem::take(&mut *fresh) { 0.0 } else { time.delta_secs().min(0.1) };
    let factor = settings.animation_speed.factor().unwrap_or(1.0)
        * if controls.keys.is_held(InputAction::FastForward) { 6.0 } else { 1.0 };
    let skip = controls.is_board_clicked() && stage.since > 0.02;
    let stage = stage.as_mut();
    for spark in &mut stage.particles {
        spark.age += delta * factor;
    }
    stage.particles.retain(|spark| spark.age < spark.lifetime());
    if skip || settings.animation_seconds(1.0).is_none() {
        stage.finish_all();
        return;
    }
    stage.since += delta * factor;
    while let Some(beat) = stage.steps.front() {
        let length = beat.duration();
        let beat = beat.clone();
        let share = if length > 0.0 { stage.since / length } else { 1.0 };
        stage.show_step(&beat, share.min(1.0));
        if share < 1.0 {
            break;
        }
        stage.since -= length;
        stage.begun = false;
        stage.steps.pop_front();
    }
    if stage.steps.is_empty() {
        stage.since = 0.0;
    }
}

impl AnimationStep {
    fn duration(&self) -> f32 {
        match self {
            Self::Walk { way, .. } => (STEP_SECONDS * (way.len() - 1) as f32).min(MAX_WALK_SECONDS),
            Self::Attack { .. } => SHOT_SECONDS,
            Self::TakeDamage { damage: 0, .. } => 0.0,
            Self::TakeDamage { .. } => HURT_SECONDS,
            Self::Fall { .. } | Self::ChangePosture { .. } | Self::Leave { .. } | Self::Arrive { .. } => {
                POSTURE_SECONDS
            }
            Self::DamageBarrier { .. } => 0.0,
            Self::BreakBarrier { .. } => POSTURE_SECONDS,
        }
    }
}

impl BoardAnimation {
    /// Finishes all queued steps at once.
    fn finish_all(&mut self) {
        while let Some(beat) = self.steps.pop_front() {
            self.show_step(&beat, 1.0);
            self.begun = false;
        }
        self.since = 0.0;
    }

    /// Shows a fraction of a step; 1 is its end.
    fn show_step(&mut self, beat: &AnimationStep, share: f32) {
        let done = share >= 1.0;
        match beat {
            AnimationStep::Walk { unit, way } => {
                if let Some(figure) = self.units.get_mut(unit) {
                    let (at, heading) = point_along(way, ease_in_out(share));
                    figure.at = at;
                    figure.facing = heading.unwrap_or(figure.facing);
                }
            }
            AnimationStep::Attack { unit, at, shots, contact } => {
                let Some(figure) = self.units.get_mut(unit) else { return };
                let way = *at - figure.at;
                if way != Vec2::ZERO {
                    figure.facing = way.angle();
                }
                let from = figure.at;
                if !std::mem::replace(&mut self.begun, true) {
                    self.particles.extend(particles::attack_particles(from, *at, *shots, *contact));
                }
            }
            AnimationStep::TakeDamage { unit, damage, after } if done => {
                if let Some(figure) = self.units.get_mut(unit) {
                    figure.health = *after;
                    if *damage > 0 {
                        self.particles.extend(particles::damage_particles(*unit, figure.at, *damage));
                    }
                }
            }
            AnimationStep::Fall { unit, down, machine } if done => {
                if let Some(figure) = self.units.get_mut(unit) {
                    figure.down = Some(*down);
                    let word = match (down, *machine) {
                        (DownState::Unconscious, false) => "unconscious",
                        (DownState::Dead, false) => "dead",
                        (DownState::Unconscious, true) => "wrecked",
                        (DownState::Dead, true) => "destroyed",
                        (DownState::Surrendered, _) => "surrenders",
                        (DownState::Fled, _) => "flees",
                    };
                    self.particles.push(Particle::rising_text(
                        figure.at,
                        word,
                        particles::ParticleTone::Harm,
                    ));
                }
            }
            AnimationStep::ChangePosture { unit, prone } if done => {
                if let Some(figure) = self.units.get_mut(unit) {
                    figure.prone = *prone;
                }
            }
            AnimationStep::Arrive { unit, at } if done => {
                if let Some(figure) = self.units.get_mut(unit) {
                    (figure.gone, figure.at) = (false, *at);
                }
            }
            AnimationStep::Leave { unit } if done => {
                if let Some(figure) = self.units.get_mut(unit) {
                    figure.gone = true;
                }
            }
            AnimationStep::DamageBarrier { at, damage } if done => {
                self.particles.extend(particles::barrier_damage_particles(*at, *damage))
            }
            AnimationStep::BreakBarrier { at } if done => self.particles.push(Particle::dust(*at)),
            _ => {}
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
    let Some(&end) = way.last() else { return (vec2(0.0, 0.0), None) };
    if legs == 0 {
        return (end, None);
    }
    let whole = share * legs as f32;
    let leg = (whole as usize).min(legs - 1);
    let (from, to) = (way[leg], way[leg + 1]);
    let heading = (to != from).then(|| (to - from).angle());
    (from + (to - from) * (whole - leg as f32).min(1.0), heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_begins_and_ends_on_its_squares() {
        let way = [vec2(0.5, 0.5), vec2(1.5, 0.5), vec2(1.5, 1.5)];
        assert_eq!(point_along(&way, 0.0).0, way[0]);
        assert_eq!(point_along(&way, 0.5).0, way[1]);
        assert_eq!(point_along(&way, 1.0).0, way[2]);
        assert_eq!(point_along(&way[..1], 0.3), (way[0], None));
    }

    #[test]
    fn skipping_shows_the_end_of_every_step() {
        let mut stage = BoardAnimation::default();
        let figure = AnimatedUnit {
            at: vec2(0.5, 0.5),
            facing: 0.0,
            health: HealthDisplay::default(),
            down: None,
            prone: false,
            gone: false,
        };
        stage.units.insert(UnitId(1), figure);
        stage
            .steps
            .push_back(AnimationStep::Walk { unit: UnitId(1), way: vec![vec2(0.5, 0.5), vec2(0.5, 1.5)] });
        stage.steps.push_back(AnimationStep::ChangePosture { unit: UnitId(1), prone: true });
        stage.finish_all();
        assert!(!stage.is_busy());
        let shown = stage.figure(UnitId(1)).expect("shown");
        assert_eq!((shown.at, shown.prone), (vec2(0.5, 1.5), true));
    }
}
