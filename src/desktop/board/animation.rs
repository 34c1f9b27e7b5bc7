//! Animation of battle events: tokens slide, shots fly, walls break, damage numbers rise.
//!
//! The battle is always ahead of the screen. The animation reads its history step by step and never blocks it; a new
//! or rewound battle is shown as it is.

mod early_shot;
mod event_steps;
mod hurt_tone;
mod kept_facings;
mod pacing;
mod places;
mod playing;
mod replayed;
mod step;
mod step_ends;
mod step_sounds;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::Vec2;

use self::early_shot::EarlyShot;
use self::event_steps::{Cause, Listeners};
pub(crate) use self::kept_facings::KeptFacings;
use self::pacing::PlainPace;
use self::playing::PlayedSeconds;
use self::step::{AnimationStep, StepStage};
use super::camera::CameraFollower;
use super::effects::marks::Moment;
use super::effects::{BoardEffects, EffectLimits};
use super::viewport;
use super::{PrepareSystems, is_board_shown};
use crate::ai_players::AiController;
use crate::app_window::DrawSystems;
use crate::battle_revision::{BattleRevision, RevisionReader, battle_changed};
use crate::board::interaction::picking;
use crate::board::units::health_display;
use crate::board::units::health_display::{HealthDisplay, TokenBadges};
use crate::fast_forward::FastForward;
use crate::redraw::NextFrame;
use crate::session::{Hover, Session};
use crate::settings::Settings;
use crate::sound::{PlaySound, WeaponSounds};
use battle::{BattleView, Battlefield, History, UnitDataItem};
use model::{BarrierId, Side, UnitId};
use rules::DownState;

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

/// Queue and state of the animation.
#[derive(Resource, Default)]
pub(crate) struct BoardAnimation {
    units: BTreeMap<UnitId, AnimatedUnit>,
    /// The steps to come, each with the event that it shows.
    steps: VecDeque<(Moment, AnimationStep)>,
    /// Seconds since the first step began.
    since: f32,
    /// What the next events follow from.
    cause: Cause,
    /// The attack that was shown before its result.
    early_shot: Option<EarlyShot>,
    /// The first step has begun.
    begun: bool,
    /// The revision that was read.
    revision: BattleRevision,
    effects: BoardEffects,
    /// Barriers that are broken in the battle and not yet on the screen.
    whole: BTreeSet<BarrierId>,
    /// How far doors are open on the screen, from 0 to 1, where the battle is ahead.
    doors: BTreeMap<BarrierId, f32>,
    /// Counts the changes of what was broken or opened on the screen, and of the marks shown.
    pieces_version: u32,
    marks_version: u32,
    badges: BTreeMap<UnitId, TokenBadges>,
    /// Sounds of this frame.
    sounds: Vec<PlaySound>,
    /// Squares of the path that is walked, up to the last footstep.
    footsteps: usize,
    /// The side whose turn was announced last.
    side: Option<Side>,
    /// Which records touch no unit of a person, and how fast they are shown.
    pace: PlainPace,
    /// Earlier events are shown once more.
    is_replaying: bool,
    /// The facings before earlier events were shown.
    kept_facings: Option<KeptFacings>,
    /// Steps have ended since the units were last compared with the battle.
    has_played: bool,
    /// The player wants to see the end of everything now.
    skips: bool,
}

impl BoardAnimation {
    /// Whether an animation is running.
    pub fn is_busy(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Shows everything that is left at once, in this frame.
    pub fn request_skip(&mut self) {
        self.skips = true;
    }

    /// Queues a step for a test, or ends all of them.
    #[cfg(test)]
    pub fn set_busy_for_tests(&mut self, is_busy: bool) {
        let moment = Moment { record: 0, event: 0 };
        self.steps.clear();
        self.steps.extend(is_busy.then_some((moment, AnimationStep::Leave { unit: UnitId(0) })));
    }

    /// Whether the player has asked to see the end of everything.
    #[cfg(test)]
    pub fn is_skip_requested(&self) -> bool {
        self.skips
    }

    /// Whether everything that has happened has been seen: no step, effect or text is left.
    pub fn has_been_seen(&self) -> bool {
        self.steps.is_empty() && self.effects.is_empty()
    }

    /// Returns the record whose events are shown; `None` if nothing is left to be shown.
    pub fn shown_record(&self) -> Option<usize> {
        self.steps.front().map(|(moment, _)| moment.record)
    }

    /// Returns the effects and texts that are shown.
    pub(super) fn effects(&self) -> &BoardEffects {
        &self.effects
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
        self.effects.shake_offset(id)
    }

    /// Whether a barrier that is broken in the battle is still whole on the screen.
    pub(super) fn is_still_whole(&self, barrier: BarrierId) -> bool {
        self.whole.contains(&barrier)
    }

    /// Returns how far a door is open on the screen, from 0 to 1; `None` if it is as in the battle.
    pub(super) fn door_share(&self, barrier: BarrierId) -> Option<f32> {
        self.doors.get(&barrier).copied()
    }

    /// Returns a number that changes with walls, objects and doors on the screen.
    pub(super) fn pieces_version(&self) -> u32 {
        self.pieces_version
    }

    /// Returns a number that changes with the marks on the screen.
    pub(super) fn marks_version(&self) -> u32 {
        self.marks_version
    }

    /// Whether an event has been shown.
    pub(super) fn has_shown(&self, moment: Moment) -> bool {
        let Some((next, _)) = self.steps.front() else { return true };
        // A thrown item is on its way before it explodes.
        let explodes = |(at, step): &(Moment, AnimationStep)| {
            *at == moment && matches!(step, AnimationStep::Explode { .. })
        };
        moment < *next || moment == *next && self.begun && !self.steps.iter().skip(1).any(explodes)
    }

    /// Whether something is still to happen to a unit on the screen.
    pub(super) fn awaits(&self, unit: UnitId) -> bool {
        self.steps.iter().any(|(_, step)| step.changes(unit))
    }
}

/// Shows the events of the battle one after the other.
pub(super) struct AnimationPlugin;

impl Plugin for AnimationPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoardAnimation>()
            .init_resource::<HiddenHover>()
            .add_systems(
                Update,
                (
                    sync_animation.run_if(is_board_shown.and_then(battle_changed)),
                    (replayed::stop_replay, replayed::replay_records).chain().run_if(is_board_shown),
                    advance_animation,
                    replayed::end_replay.run_if(is_board_shown),
                    settle_units.run_if(is_board_shown.and_then(has_played_all)),
                    play_board_sounds,
                )
                    .chain()
                    .in_set(PrepareSystems::Animation),
            )
            .add_systems(
                EguiPrimaryContextPass,
                (
                    hide_hover.after(DrawSystems::Board).before(DrawSystems::Panels),
                    restore_hover.after(DrawSystems::Panels).before(DrawSystems::AiPlayers),
                )
                    .run_if(is_board_shown),
            );
    }
}

/// The hovered square while panels are drawn without it.
#[derive(Resource, Default)]
struct HiddenHover(Option<Hover>);

/// Hides from the panels what is hovered while something is to be seen, so that no card covers it.
fn hide_hover(stage: Res<BoardAnimation>, mut session: ResMut<Session>, mut hidden: ResMut<HiddenHover>) {
    if stage.is_busy() || stage.effects.has_new_text() {
        hidden.0 = session.bypass_change_detection().hover.take();
    }
}

/// Gives the hovered square back.
fn restore_hover(mut session: ResMut<Session>, mut hidden: ResMut<HiddenHover>) {
    if let Some(hover) = hidden.0.take() {
        session.bypass_change_detection().hover.get_or_insert(hover);
    }
}

/// Returns what the settings allow.
fn effect_limits(settings: &Settings) -> EffectLimits {
    EffectLimits {
        motion: settings.animation_seconds(1.0).is_some(),
        flashes: !settings.reduced_flashes && !settings.reduced_motion,
        blood: settings.blood,
    }
}

impl<'a> StepStage<'a> {
    fn new(field: &'a Battlefield, settings: &'a Settings) -> Self {
        Self {
            grid: field.grid(),
            palette: settings.palette(),
            limits: effect_limits(settings),
            hit_pause: settings.hit_pause,
        }
    }
}

/// Queues the events since the last call; runs when the battle or the viewer has changed.
fn sync_animation(
    mut stage: ResMut<BoardAnimation>,
    view: BattleView,
    revision: RevisionReader,
    history: Res<History>,
    settings: Res<Settings>,
    (weapons, players): (Res<WeaponSounds>, Res<AiController>),
) {
    let stage = stage.as_mut();
    let revision = revision.current();
    let read = std::mem::replace(&mut stage.revision, revision);
    let known = revision.continues(&read);
    stage.badges = health_display::token_badges(&view);
    let instant = settings.animation_seconds(1.0).is_none();
    if !known || instant {
        show_current_state(stage, &view);
        if !known {
            stage.pace = PlainPace::default();
            stage.early_shot = None;
            stage.effects.clear();
            stage.sounds.clear();
            return;
        }
    }
    if stage.is_replaying && revision.records > read.records {
        show_current_state(stage, &view); // what happens now comes before what is shown once more
    }
    let sides = view.setup().bundle().skirmish.sides.len();
    let listeners = Listeners { weapons: &weapons, persons: players.person_sides(sides) };
    for number in read.records.saturating_sub(1)..history.records().len() {
        let from = if number + 1 == read.records { read.events } else { 0 };
        event_steps::push_record_steps(stage, (&view, &listeners), (history.records(), number), from);
    }
    stage.note_records(&view, (history.records(), read.records), (&players, &settings));
    if instant {
        stage.finish_all(&StepStage::new(view.field(), &settings));
        show_current_state(stage, &view);
    } else {
        early_shot::push_early_shot(stage, (&view, &listeners), history.records());
    }
}

/// Shows every unit and barrier in its current state.
fn show_current_state(stage: &mut BoardAnimation, view: &BattleView) {
    let old = std::mem::take(&mut stage.units);
    let kept = stage.kept_facings.take().unwrap_or_default();
    stage.steps.clear();
    stage.whole.clear();
    stage.doors.clear();
    stage.pieces_version += 1;
    stage.marks_version += 1;
    (stage.since, stage.begun, stage.is_replaying) = (0.0, false, false);
    stage.pace.end_step();
    for unit in view.units() {
        let at = viewport::cell_centre(unit.cell());
        let known = old.get(unit.id).filter(|figure| figure.at == at).map(|figure| figure.facing);
        let facing = kept.facing(*unit.id, at).or(known);
        let facing = facing.unwrap_or_else(|| facing_enemies(view, &unit));
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
    let grid = view.field().grid();
    let middle = Vec2::new(f32::from(grid.width()), f32::from(grid.height())) / 2.0;
    // No enemy in sight: they are somewhere beyond the middle of the map.
    let aim = if count > 0.0 { sum / count } else { middle };
    let eighth = std::f32::consts::FRAC_PI_4;
    let angle = (aim - viewport::cell_centre(unit.cell())).angle();
    (angle / eighth).round() * eighth
}

/// What speeds the animation up: the player, and how far the AI is.
#[derive(SystemParam)]
struct AnimationControls<'w> {
    fast_forward: Res<'w, FastForward>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    pointer: Res<'w, picking::BoardPointer>,
    players: Res<'w, AiController>,
    next_frame: Option<ResMut<'w, NextFrame>>,
}

impl AnimationControls<'_> {
    /// Whether a person has to act, so that the next orders of the AI are another turn.
    fn is_person_to_act(&self) -> bool {
        self.players.ai_side_to_act().is_none()
    }

    fn is_board_clicked(&self) -> bool {
        self.buttons.just_pressed(MouseButton::Left) && self.pointer.on_board.is_some()
    }
}

/// Most seconds of a movement that one frame shows: more would be a jump.
const MAX_FRAME_SECONDS: f32 = 0.1;

/// Returns the seconds by which a frame advances the animation: few enough to follow what moves, but the real ones while it
/// only waits for a reader, so that the wait does not grow on a slow computer.
fn frame_seconds(real: f32, is_waiting: bool) -> f32 {
    if is_waiting { real } else { real.min(MAX_FRAME_SECONDS) }
}

/// Returns the seconds by which a step has begun once the one before it is over. After a wait they are at most `most`: the rest of a
/// long frame moves nothing.
fn seconds_after_step(since: f32, length: f32, (has_waited, most): (bool, f32)) -> f32 {
    let left = since - length;
    if has_waited { left.min(most) } else { left }
}

/// Advances the animation. A step out of view begins once the camera shows it.
fn advance_animation(
    mut stage: ResMut<BoardAnimation>,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    field: Option<Res<Battlefield>>,
    mut controls: AnimationControls,
    mut camera: CameraFollower,
    mut redraw: MessageWriter<RequestRedraw>,
    mut fresh: Local<bool>,
) {
    let Some(field) = field else { return };
    if stage.steps.is_empty() && stage.pace.spent > 0.0 && controls.is_person_to_act() {
        stage.pace.spent = 0.0;
    }
    if stage.steps.is_empty() && stage.effects.is_empty() {
        *fresh = true;
        if stage.skips {
            stage.skips = false; // what was to be skipped is gone, with an undo or the battle
        }
        return;
    }
    let factor = settings.animation_speed.factor().unwrap_or(1.0) * controls.fast_forward.factor();
    // Dice alone do not move: the next frame is the one without them.
    let still = stage.effects.seconds_of_dice().filter(|_| stage.steps.is_empty());
    match still.zip(controls.next_frame.as_mut()) {
        Some((seconds, next)) => {
            next.within(Duration::try_from_secs_f32(seconds / factor).unwrap_or_default());
        }
        None => _ = redraw.write(RequestRedraw),
    }
    // After an idle period, the first frame's delta is the length of that period.
    let real = if std::mem::take(&mut *fresh) { 0.0 } else { time.delta_secs() };
    let is_waiting = still.is_some() || matches!(stage.steps.front(), Some((_, AnimationStep::Wait(_))));
    let delta = frame_seconds(real, is_waiting);
    let stage = stage.as_mut();
    let is_requested = std::mem::take(&mut stage.skips);
    let is_clicked = controls.is_board_clicked() && stage.since > 0.02;
    let skip = controls.fast_forward.is_skipping() || is_requested || is_clicked;
    let passed = stage.effects.advance(delta * factor);
    let scene = StepStage::new(&field, &settings);
    if skip || settings.animation_seconds(1.0).is_none() {
        stage.finish_all(&scene);
        return;
    }
    // While the AI decides, the board delays nothing.
    if stage.shows_plain() && !controls.players.is_thinking() {
        stage.pace.spent += passed;
    }
    let budget = settings.ai_pace.plain_seconds().unwrap_or_default();
    let seconds = PlayedSeconds { passed, most_after_wait: MAX_FRAME_SECONDS * factor, budget };
    stage.play_steps(&seconds, &mut camera, &scene);
}

/// Run condition: the last step has just ended.
fn has_played_all(stage: Res<BoardAnimation>) -> bool {
    stage.has_played && !stage.is_busy() && !stage.is_replaying
}

/// Shows the units as the battle has them once every step has been shown: what changes a unit without a step of its own
/// must not leave it where it was.
fn settle_units(mut stage: ResMut<BoardAnimation>, view: BattleView) {
    stage.has_played = false;
    for unit in view.units() {
        let Some(figure) = stage.units.get_mut(unit.id) else { continue };
        let now = AnimatedUnit { facing: figure.facing, ..animated_unit(&view, &unit) };
        if *figure != now {
            *figure = now;
        }
    }
}

/// Plays what the steps of this frame sound like.
fn play_board_sounds(mut stage: ResMut<BoardAnimation>, mut requests: MessageWriter<PlaySound>) {
    if !stage.sounds.is_empty() {
        requests.write_batch(stage.sounds.drain(..));
    }
}

impl BoardAnimation {
    /// Finishes all queued steps at once.
    fn finish_all(&mut self, stage: &StepStage) {
        while let Some((moment, step)) = self.steps.pop_front() {
            self.effects.follow_record(moment.record);
            let begins = !std::mem::take(&mut self.begun);
            self.show_step(&step, 1.0, begins, stage);
        }
        self.since = 0.0;
        self.pace.end_step();
        self.has_played = true;
    }
}

#[cfg(test)]
#[path = "animation/tests.rs"]
mod tests;
