//! What the board shows while the story of the fight catches up with its state: tokens slide, shots fly, numbers rise.
//!
//! The fight is always ahead. The stage reads its history beat by beat and never holds it up; a new or rewound fight is
//! shown as it is.

mod story;

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Vec2, vec2};

use super::super::input::{Command, Keys};
use super::super::settings::Settings;
use super::effects::{self, Spark};
use super::vigour::{self, Marks, Vigour};
use super::{lens, pick};
use battle::{BattleView, History, Setup, Side, UnitDataItem, UnitId};
use rules::{Contact, Down};

/// Seconds for one step of a path.
const STEP: f32 = 0.13;
/// Seconds for the longest walk.
const LONGEST: f32 = 1.2;
/// Seconds for a shot or a blow.
const SHOT: f32 = 0.2;
/// Seconds between one hurt and the next event.
const HURT: f32 = 0.16;
/// Seconds for falling, lying down, getting up.
const POSTURE: f32 = 0.12;

/// A unit as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// Map position.
    pub at: Vec2,
    /// Angle it faces, clockwise from the east.
    pub facing: f32,
    /// Health.
    pub vigour: Vigour,
    /// Out of the fight.
    pub down: Option<Down>,
    /// Lies on the ground.
    pub prone: bool,
    /// Has left the map.
    pub gone: bool,
}

/// One thing to show after the other.
#[derive(Clone, Debug)]
enum Beat {
    Walk { unit: UnitId, way: Vec<Vec2> },
    Attack { unit: UnitId, at: Vec2, shots: u32, contact: Contact },
    Hurt { unit: UnitId, damage: u32, after: Vigour },
    Fall { unit: UnitId, down: Down, machine: bool },
    Lie { unit: UnitId, prone: bool },
    Leave { unit: UnitId },
    Chip { at: Vec2, damage: u32 },
    Break { at: Vec2 },
}

/// The board's memory of what it has shown.
#[derive(Resource, Default)]
pub(crate) struct Stage {
    figures: BTreeMap<UnitId, Figure>,
    beats: VecDeque<Beat>,
    /// Seconds since the first beat began.
    since: f32,
    /// What the first beat sets off has been set off.
    begun: bool,
    /// Chapters and happenings of the last one that were read, after so many rewinds.
    read: (u32, usize, usize),
    /// Through whose eyes.
    viewer: Option<Side>,
    sparks: Vec<Spark>,
    rounds: u32,
    marks: BTreeMap<UnitId, Marks>,
}

impl Stage {
    /// Something is still being shown.
    pub fn busy(&self) -> bool {
        !self.beats.is_empty()
    }

    /// A unit as it is shown.
    pub(super) fn figure(&self, id: UnitId) -> Option<&Figure> {
        self.figures.get(&id)
    }

    /// What a token shows besides.
    pub(super) fn marks(&self, id: UnitId) -> Marks {
        self.marks.get(&id).copied().unwrap_or_default()
    }

    /// Numbers, tracers, dust.
    pub(super) fn sparks(&self) -> &[Spark] {
        &self.sparks
    }

    /// How far a token is shaken from its place.
    pub(super) fn shake(&self, id: UnitId) -> Vec2 {
        self.sparks.iter().filter_map(|spark| spark.shake(id)).fold(Vec2::ZERO, |sum, part| sum + part)
    }
}

/// Reads what has happened since the last look.
pub(super) fn follow(
    mut stage: ResMut<Stage>,
    view: BattleView,
    setup: Res<Setup>,
    history: Res<History>,
    settings: Res<Settings>,
) {
    let chapters = history.chapters();
    let (rewinds, chapter, happening) = stage.read;
    let same = rewinds == history.rewinds() && stage.viewer == view.viewer() && !setup.is_changed();
    let known = same && chapters.len() >= chapter;
    let last = chapters.last().map_or(0, |last| last.happenings.len());
    if known && (chapter, happening) == (chapters.len(), last) {
        return;
    }
    let stage = stage.as_mut();
    stage.read = (history.rewinds(), chapters.len(), last);
    stage.viewer = view.viewer();
    stage.marks = vigour::marks(&view);
    if !known || settings.animation(1.0).is_none() {
        show_as_it_is(stage, &view);
        if !known {
            stage.sparks.clear();
            return;
        }
    }
    let instant = settings.animation(1.0).is_none();
    for (number, story) in chapters.iter().enumerate().skip(chapter.saturating_sub(1)) {
        let from = if number + 1 == chapter { happening } else { 0 };
        for event in story.happenings.iter().skip(from) {
            story::read(stage, &view, event);
        }
    }
    if instant {
        stage.finish();
        show_as_it_is(stage, &view);
    }
}

/// Every unit as the fight has it.
fn show_as_it_is(stage: &mut Stage, view: &BattleView) {
    let old = std::mem::take(&mut stage.figures);
    stage.beats.clear();
    (stage.since, stage.begun) = (0.0, false);
    for unit in view.units() {
        let known = old.get(unit.id).filter(|figure| figure.at == lens::centre(unit.cell()));
        let facing = known.map_or_else(|| towards_enemies(view, &unit), |figure| figure.facing);
        stage.figures.insert(*unit.id, Figure { facing, ..as_it_is(view, &unit) });
    }
}

/// A unit as the fight has it, looking to the east.
fn as_it_is(view: &BattleView, unit: &UnitDataItem) -> Figure {
    Figure {
        at: lens::centre(unit.cell()),
        facing: 0.0,
        vigour: Vigour::of(unit.sheet.get(), unit.health.condition(), view.rules()),
        down: unit.casualty.down(),
        prone: unit.prone(),
        gone: unit.casualty.escaped(),
    }
}

/// The angle towards the middle of all enemies, in eighths of a turn.
fn towards_enemies(view: &BattleView, unit: &UnitDataItem) -> f32 {
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    for other in view.units().filter(|other| other.side != unit.side && other.fighting()) {
        sum += lens::centre(other.cell());
        count += 1.0;
    }
    if count == 0.0 {
        return 0.0;
    }
    let eighth = std::f32::consts::FRAC_PI_4;
    let angle = (sum / count - lens::centre(unit.cell())).angle();
    (angle / eighth).round() * eighth
}

/// Lets time pass on the stage.
#[expect(clippy::too_many_arguments, reason = "clock, keys and what they move")]
pub(super) fn play(
    mut stage: ResMut<Stage>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    keys: Keys,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<pick::Pointer>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut fresh: Local<bool>,
) {
    if stage.beats.is_empty() && stage.sparks.is_empty() {
        *fresh = true;
        return;
    }
    redraw.write(RequestRedraw);
    // After idling, the first frame's delta is the length of the idling.
    let delta = if std::mem::take(&mut *fresh) { 0.0 } else { time.delta_secs().min(0.1) };
    let factor = settings.animation_speed.factor().unwrap_or(1.0)
        * if keys.held(Command::FastForward) { 6.0 } else { 1.0 };
    let skip = buttons.just_pressed(MouseButton::Left) && pointer.on_board.is_some() && stage.since > 0.02;
    let stage = stage.as_mut();
    for spark in &mut stage.sparks {
        spark.age += delta * factor;
    }
    stage.sparks.retain(|spark| spark.age < spark.life());
    if skip || settings.animation(1.0).is_none() {
        stage.finish();
        return;
    }
    stage.since += delta * factor;
    while let Some(beat) = stage.beats.front() {
        let length = beat.seconds();
        let beat = beat.clone();
        let share = if length > 0.0 { stage.since / length } else { 1.0 };
        stage.show(&beat, share.min(1.0));
        if share < 1.0 {
            break;
        }
        stage.since -= length;
        stage.begun = false;
        stage.beats.pop_front();
    }
    if stage.beats.is_empty() {
        stage.since = 0.0;
    }
}

impl Beat {
    fn seconds(&self) -> f32 {
        match self {
            Self::Walk { way, .. } => (STEP * (way.len() - 1) as f32).min(LONGEST),
            Self::Attack { .. } => SHOT,
            Self::Hurt { damage: 0, .. } => 0.0,
            Self::Hurt { .. } => HURT,
            Self::Fall { .. } | Self::Lie { .. } | Self::Leave { .. } => POSTURE,
            Self::Chip { .. } => 0.0,
            Self::Break { .. } => POSTURE,
        }
    }
}

impl Stage {
    /// Shows the end of everything at once.
    fn finish(&mut self) {
        while let Some(beat) = self.beats.pop_front() {
            self.show(&beat, 1.0);
            self.begun = false;
        }
        self.since = 0.0;
    }

    /// Shows a part of a beat, 1 being its end.
    fn show(&mut self, beat: &Beat, share: f32) {
        let done = share >= 1.0;
        match beat {
            Beat::Walk { unit, way } => {
                if let Some(figure) = self.figures.get_mut(unit) {
                    let (at, heading) = along(way, ease(share));
                    figure.at = at;
                    figure.facing = heading.unwrap_or(figure.facing);
                }
            }
            Beat::Attack { unit, at, shots, contact } => {
                let Some(figure) = self.figures.get_mut(unit) else { return };
                let way = *at - figure.at;
                if way != Vec2::ZERO {
                    figure.facing = way.angle();
                }
                let from = figure.at;
                if !std::mem::replace(&mut self.begun, true) {
                    self.sparks.extend(effects::attack(from, *at, *shots, *contact));
                }
            }
            Beat::Hurt { unit, damage, after } if done => {
                if let Some(figure) = self.figures.get_mut(unit) {
                    figure.vigour = *after;
                    if *damage > 0 {
                        self.sparks.extend(effects::hurt(*unit, figure.at, *damage));
                    }
                }
            }
            Beat::Fall { unit, down, machine } if done => {
                if let Some(figure) = self.figures.get_mut(unit) {
                    figure.down = Some(*down);
                    let word = match (down, *machine) {
                        (Down::Unconscious, false) => "out cold",
                        (Down::Dead, false) => "dead",
                        (Down::Unconscious, true) => "wrecked",
                        (Down::Dead, true) => "destroyed",
                    };
                    self.sparks.push(Spark::word(figure.at, word, effects::Tone::Harm));
                }
            }
            Beat::Lie { unit, prone } if done => {
                if let Some(figure) = self.figures.get_mut(unit) {
                    figure.prone = *prone;
                }
            }
            Beat::Leave { unit } if done => {
                if let Some(figure) = self.figures.get_mut(unit) {
                    figure.gone = true;
                }
            }
            Beat::Chip { at, damage } if done => self.sparks.extend(effects::chip(*at, *damage)),
            Beat::Break { at } if done => self.sparks.push(Spark::dust(*at)),
            _ => {}
        }
    }
}

/// Slow, fast, slow.
fn ease(share: f32) -> f32 {
    egui::emath::easing::quadratic_in_out(share)
}

/// The place at a share of a way, and the angle of the way there.
fn along(way: &[Vec2], share: f32) -> (Vec2, Option<f32>) {
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
        assert_eq!(along(&way, 0.0).0, way[0]);
        assert_eq!(along(&way, 0.5).0, way[1]);
        assert_eq!(along(&way, 1.0).0, way[2]);
        assert_eq!(along(&way[..1], 0.3), (way[0], None));
    }

    #[test]
    fn skipping_shows_the_end_of_every_beat() {
        let mut stage = Stage::default();
        let figure = Figure {
            at: vec2(0.5, 0.5),
            facing: 0.0,
            vigour: Vigour::default(),
            down: None,
            prone: false,
            gone: false,
        };
        stage.figures.insert(UnitId(1), figure);
        stage.beats.push_back(Beat::Walk { unit: UnitId(1), way: vec![vec2(0.5, 0.5), vec2(0.5, 1.5)] });
        stage.beats.push_back(Beat::Lie { unit: UnitId(1), prone: true });
        stage.finish();
        assert!(!stage.busy());
        let shown = stage.figure(UnitId(1)).expect("it is on the stage");
        assert_eq!((shown.at, shown.prone), (vec2(0.5, 1.5), true));
    }
}
