//! Turns battle events into animation steps.

mod attack_steps;
mod health_steps;

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Vec2};

use super::places::planned_place;
use super::step::AnimationStep;
use super::{AnimatedUnit, BoardAnimation, animated_unit, facing_enemies};
use crate::board::effects::Debris;
use crate::board::effects::marks::Moment;
use crate::board::viewport;
use crate::sound::{PlaySound, WeaponSounds};
use crate::theme::Palette;
use ::sound::SoundEffect;
use battle::{BattleEvent, BattleOutcome, BattleView, CarriedItem, EventRecord, Order, OrderRecord};
use model::{BarrierId, Side, UnitId};
use rules::ground::ground_effect::GroundEffect;
use rules::knockback;

/// Clause of the note before the squares of a flight.
const FLIGHT_CLAUSE: &str = "AB-KNOCK-02";

/// What events follow from. Answers to prompts go on with it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cause {
    /// Shots of the attack.
    pub(super) shots: u32,
    /// Where the blow came from.
    blow: Option<Vec2>,
    /// The unit that is thrown, and how far, in metres.
    thrown: Option<(UnitId, u32)>,
}

/// Who listens to a battle.
pub(super) struct Listeners<'a> {
    /// What weapons sound like.
    pub weapons: &'a WeaponSounds,
    /// Sides that people play.
    pub persons: Vec<Side>,
}

impl Listeners<'_> {
    /// Returns what the end of a battle sounds like. Without human players every win sounds like a victory.
    fn ending_sound(&self, outcome: &BattleOutcome) -> SoundEffect {
        match outcome.winner {
            None => SoundEffect::RoundBegins,
            Some(side) if self.persons.is_empty() || self.persons.contains(&side) => SoundEffect::Victory,
            Some(_) => SoundEffect::Defeat,
        }
    }
}

/// What is known of a record while its events are read.
struct RecordReader<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    listeners: &'a Listeners<'a>,
    records: &'a [OrderRecord],
    order: &'a Order,
    number: usize,
    events: &'a [EventRecord],
    /// What the next events follow from.
    cause: Cause,
    /// Events that were shown with an earlier one.
    taken: BTreeSet<usize>,
    palette: &'static Palette,
}

/// Queues the animation steps of the events of a record, from one of them on.
pub(super) fn push_record_steps(
    animation: &mut BoardAnimation,
    (view, listeners): (&BattleView, &Listeners),
    (records, number): (&[OrderRecord], usize),
    from: usize,
) {
    let record = &records[number];
    let goes_on = from > 0 || matches!(record.order, Order::Decide { .. } | Order::Dice { .. });
    let mut reader = RecordReader {
        view,
        listeners,
        records,
        order: &record.order,
        number,
        events: &record.events,
        cause: if goes_on { animation.cause } else { Cause::default() },
        taken: BTreeSet::new(),
        palette: Palette::by_name(Default::default()),
    };
    for event in from..record.events.len() {
        if reader.is_told(event) && !reader.taken.contains(&event) {
            reader.read(animation, event);
        }
    }
    animation.cause = reader.cause;
}

impl RecordReader<'_, '_, '_> {
    fn is_told(&self, event: usize) -> bool {
        self.view.is_told(&self.events[event])
    }

    fn read(&mut self, animation: &mut BoardAnimation, event: usize) {
        self.note_cause(animation, event);
        let moment = Moment { record: self.number, event };
        let steps = animation.steps.len();
        self.push_event_steps(animation, moment);
        if animation.steps.len() > steps && self.events_follow(event) {
            self.push_broken_barriers(animation, moment);
        }
    }

    /// Remembers what the next events follow from.
    fn note_cause(&mut self, animation: &BoardAnimation, event: usize) {
        match &self.events[event].event {
            BattleEvent::AttackDeclared { unit, weapon, rounds, .. } => {
                // An attack without an ammunition count is a single shot.
                let carried = self.carried_at(event, *unit, *weapon);
                self.cause.shots =
                    (*rounds).max(u32::from(carried.is_some_and(|carried| !carried.is_melee())));
            }
            BattleEvent::AttackResolved { unit, .. } => {
                self.cause.blow = planned_place(animation, *unit);
            }
            BattleEvent::Detonated { cell, .. } | BattleEvent::BlastAstray { cell: Some(cell), .. } => {
                self.cause.blow = Some(viewport::cell_centre(*cell));
            }
            BattleEvent::RuleNote { unit, text, clause: FLIGHT_CLAUSE } => {
                if let Some(metres) = knockback::thrown_metres(text) {
                    self.cause.thrown = Some((*unit, metres));
                }
            }
            BattleEvent::Stepped { .. }
            | BattleEvent::Displaced { .. }
            | BattleEvent::CoverLeft { .. }
            | BattleEvent::RuleNote { .. } => {}
            _ => self.cause.thrown = None,
        }
    }

    /// Returns what a unit carried in a slot when an event happened: what it gave away since, else what is there now.
    fn carried_at(&self, event: usize, unit: UnitId, slot: usize) -> Option<CarriedItem> {
        let given = self.events[event..].iter().find_map(|record| match &record.event {
            BattleEvent::Dropped { unit: of, weapon, what, .. }
            | BattleEvent::Activated { unit: of, weapon, what, .. }
            | BattleEvent::WeaponDestroyed { unit: of, weapon, what } => {
                ((*of, *weapon) == (unit, slot)).then(|| what.as_ref().clone())
            }
            _ => None,
        });
        given.or_else(|| self.view.unit(unit).and_then(|unit| unit.inventory.get(slot).cloned()))
    }

    /// Whether barriers that break later break by this event.
    fn events_follow(&self, event: usize) -> bool {
        matches!(self.events[event].event, BattleEvent::AttackResolved { .. } | BattleEvent::Detonated { .. })
    }

    /// Queues the barriers that the attack or explosion of this event damages, so that they break before its target
    /// is hurt.
    fn push_broken_barriers(&mut self, animation: &mut BoardAnimation, moment: Moment) {
        for later in moment.event + 1..self.events.len() {
            match self.events[later].event {
                BattleEvent::AttackDeclared { .. }
                | BattleEvent::AttackResolved { .. }
                | BattleEvent::Detonated { .. }
                | BattleEvent::Stepped { .. } => break,
                BattleEvent::BarrierDamaged { .. } | BattleEvent::BarrierHoled { .. } => {}
                _ => continue,
            }
            if self.is_told(later) {
                self.taken.insert(later);
                self.push_barrier_steps(animation, moment, later);
            }
        }
    }

    fn push_event_steps(&self, animation: &mut BoardAnimation, moment: Moment) {
        let mut push = |step| animation.steps.push_back((moment, step));
        match &self.events[moment.event].event {
            BattleEvent::Spotted { .. } | BattleEvent::Deployed { .. } => self.place_unit(animation, moment),
            BattleEvent::Stepped { .. } => self.push_stride(animation, moment),
            BattleEvent::Displaced { unit, from, to } => {
                // Straight there: it is dragged, carried or pushed aside.
                let from = planned_place(animation, *unit).unwrap_or_else(|| viewport::cell_centre(*from));
                let way = vec![from, viewport::cell_centre(*to)];
                let step = AnimationStep::Walk { unit: *unit, way, tiles: Vec::new() };
                animation.steps.push_back((moment, step));
            }
            BattleEvent::AttackResolved { .. }
            | BattleEvent::Activated { .. }
            | BattleEvent::Detonated { .. } => {
                self.push_attack(animation, moment);
            }
            BattleEvent::Harmed { .. }
            | BattleEvent::WentDown { .. }
            | BattleEvent::Recovered { .. }
            | BattleEvent::StatusSet { .. }
            | BattleEvent::StatusEnded { .. }
            | BattleEvent::Afflicted { .. } => self.push_health_step(animation, moment),
            BattleEvent::Arrived { unit, to } => {
                push(AnimationStep::Arrive { unit: *unit, at: viewport::cell_centre(*to) });
            }
            BattleEvent::Escaped { unit } => push(AnimationStep::Leave { unit: *unit }),
            BattleEvent::BarrierDamaged { .. } | BattleEvent::BarrierHoled { .. } => {
                self.push_barrier_steps(animation, moment, moment.event);
            }
            BattleEvent::PhaseBegan { .. }
            | BattleEvent::RoundBegan { .. }
            | BattleEvent::Ended(_)
            | BattleEvent::Reloaded { .. }
            | BattleEvent::GroundCovered { .. } => {
                if let Some((effect, at)) = self.sound_only(animation, moment) {
                    let sound = PlaySound { effect, at, delay: 0.0 };
                    animation.steps.push_back((moment, AnimationStep::Hear(sound)));
                }
            }
            BattleEvent::DoorMoved { barrier, open } => {
                if let Some((_, place)) = self.view.field().barrier(*barrier) {
                    let at = viewport::place_middle(place);
                    animation.doors.insert(*barrier, if *open { 0.0 } else { 1.0 });
                    let step = AnimationStep::SwingDoor { barrier: *barrier, at, open: *open };
                    animation.steps.push_back((moment, step));
                }
            }
            _ => {}
        }
    }

    /// Returns the sound of an event that is not seen, and its place.
    fn sound_only(
        &self,
        animation: &mut BoardAnimation,
        moment: Moment,
    ) -> Option<(SoundEffect, Option<Vec2>)> {
        match &self.events[moment.event].event {
            BattleEvent::PhaseBegan { unit } => {
                let side = self.view.unit(*unit).map(|unit| *unit.side);
                let before = std::mem::replace(&mut animation.side, side);
                let changes = before.is_some() && side.is_some() && before != side;
                Some((if changes { SoundEffect::SideChanges } else { SoundEffect::TurnBegins }, None))
            }
            BattleEvent::RoundBegan { .. } => Some((SoundEffect::RoundBegins, None)),
            BattleEvent::Ended(outcome) => Some((self.listeners.ending_sound(outcome), None)),
            BattleEvent::Reloaded { unit, .. } => {
                planned_place(animation, *unit).map(|at| (SoundEffect::Reload, Some(at)))
            }
            BattleEvent::GroundCovered { cells, what: GroundEffect::Fire, .. } => {
                cells.first().map(|cell| (SoundEffect::Fire, Some(viewport::cell_centre(*cell))))
            }
            _ => None,
        }
    }

    /// Shows a unit that was spotted or deployed.
    fn place_unit(&self, animation: &mut BoardAnimation, moment: Moment) {
        match &self.events[moment.event].event {
            BattleEvent::Spotted { side, unit, at } if self.view.viewer() == Some(*side) => {
                if let Some(data) = self.view.unit(*unit) {
                    let (at, facing) = (viewport::cell_centre(*at), facing_enemies(self.view, &data));
                    let figure = AnimatedUnit { at, facing, ..animated_unit(self.view, &data) };
                    animation.units.insert(*unit, figure);
                }
            }
            BattleEvent::Deployed { unit, to } => {
                if let Some(data) = self.view.unit(*unit)
                    && let Some(figure) = animation.units.get_mut(unit)
                {
                    figure.at = viewport::cell_centre(*to);
                    figure.facing = facing_enemies(self.view, &data);
                }
            }
            _ => {}
        }
    }

    /// Queues a square of a path or a flight, or adds it to the one before.
    fn push_stride(&self, animation: &mut BoardAnimation, moment: Moment) {
        let BattleEvent::Stepped { unit, from, to } = &self.events[moment.event].event else { return };
        let thrown = self.cause.thrown.filter(|(thrown, _)| thrown == unit).map(|(_, metres)| metres);
        let next = viewport::cell_centre(*to);
        let tile = self.view.terrain_at(*to).map(|terrain| terrain.tile);
        match animation.steps.back_mut() {
            // Another order is another walk: it may be shown at another speed.
            Some((at, AnimationStep::Walk { unit: mover, way, tiles }))
                if mover == unit && thrown.is_none() && at.record == moment.record =>
            {
                way.push(next);
                tiles.push(tile);
            }
            Some((_, AnimationStep::Throw { unit: mover, way, .. })) if mover == unit && thrown.is_some() => {
                way.push(next);
            }
            _ => {
                let (unit, way) = (*unit, vec![viewport::cell_centre(*from), next]);
                let step = match thrown {
                    Some(metres) => AnimationStep::Throw { unit, way, metres },
                    None => AnimationStep::Walk { unit, way, tiles: vec![tile] },
                };
                animation.steps.push_back((moment, step));
            }
        }
    }

    fn push_barrier_steps(&self, animation: &mut BoardAnimation, moment: Moment, event: usize) {
        let (barrier, damage) = match self.events[event].event {
            BattleEvent::BarrierDamaged { barrier, damage, .. } if damage > 0 => (barrier, Some(damage)),
            BattleEvent::BarrierHoled { barrier } => (barrier, None),
            _ => return,
        };
        let Some((at, debris)) = self.barrier(barrier) else { return };
        let from = self.cause.blow;
        animation.steps.push_back((
            moment,
            match damage {
                Some(damage) => AnimationStep::DamageBarrier { at, damage, debris, from },
                None => {
                    animation.whole.insert(barrier);
                    animation.pieces_version += 1;
                    AnimationStep::BreakBarrier { barrier, at, debris, from }
                }
            },
        ));
    }

    /// Returns where a barrier is, and what it breaks into.
    fn barrier(&self, barrier: BarrierId) -> Option<(Vec2, (Debris, Color32))> {
        let (_, place) = self.view.field().barrier(barrier)?;
        let style = self.view.barrier(barrier)?.barrier.kind().style;
        Some((viewport::place_middle(place), Debris::of(style, self.palette)))
    }
}
