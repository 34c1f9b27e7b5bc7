//! Steps of attacks, thrown items and explosions.

use bevy_egui::egui::Vec2;

use super::RecordReader;
use crate::board::animation::BoardAnimation;
use crate::board::animation::early_shot::order_of;
use crate::board::animation::places::{last_on_way, planned_place, word_subject};
use crate::board::animation::step::AnimationStep;
use crate::board::backward_search::armed_item;
use crate::board::effects::UnitRoll;
use crate::board::effects::marks::Moment;
use crate::board::viewport;
use battle::{BattleEvent, BattleView, CarriedItem, EventRecord, Target};
use content::WeaponSound;
use dice::Trace;
use model::UnitId;
use rules::ground::ground_effect;
use rules::{HitResult, play};

/// Radius of an explosion that states none, in metres.
const USUAL_RADIUS: f32 = 3.0;
/// Most rolls of a unit that are shown with an attack.
const ROLLS_OF_A_UNIT: usize = 2;

impl RecordReader<'_, '_, '_> {
    /// Queues an attack, a thrown item, an explosion.
    pub(super) fn push_attack(&self, animation: &mut BoardAnimation, moment: Moment) {
        match &self.events[moment.event].event {
            BattleEvent::Activated { unit, cell, what, .. } => {
                let (to, sound) = (viewport::cell_centre(*cell), self.listeners.weapons.of(what));
                animation.steps.push_back((moment, AnimationStep::Lob { unit: *unit, to, sound }));
            }
            BattleEvent::Detonated { unit, item, cell, .. } => {
                let at = viewport::cell_centre(*cell);
                let item = armed_item(&self.records[..=self.number], *item);
                let smoke = item.is_some_and(|item| ground_effect::is_smoke(item.weapon()));
                let radius = item.and_then(|item| blast_radius(self.view, *unit, item));
                let radius = radius.unwrap_or(USUAL_RADIUS);
                animation.steps.push_back((moment, AnimationStep::Explode { at, radius, smoke }));
            }
            BattleEvent::AttackResolved { .. } => self.push_attack_result(animation, moment),
            _ => {}
        }
    }

    /// Queues the result of an attack, and its explosion.
    fn push_attack_result(&self, animation: &mut BoardAnimation, moment: Moment) {
        let BattleEvent::AttackResolved { unit, target, weapon, contact, .. } =
            &self.events[moment.event].event
        else {
            return;
        };
        let (astray, aim) = (self.astray(moment.event), self.target_place(animation, *target));
        let place = astray.flatten().or(aim);
        let Some(at) = place else { return };
        let from = planned_place(animation, *unit).filter(|_| *contact == HitResult::Blocked);
        let stopped = from.and_then(|from| self.stopping_barrier(moment.event, [from, at]));
        let order = order_of(self.records, self.number);
        let was_shown = animation.take_early_shot(order, *unit, *target);
        let rolls = self.rolls_of_attack(moment.event);
        if !rolls.is_empty() {
            animation.steps.push_back((moment, AnimationStep::RollDice(rolls)));
        }
        let mut push = |step| animation.steps.push_back((moment, step));
        let item = self.carried_at(moment.event, *unit, *weapon);
        let smoke = item.as_ref().is_some_and(|item| ground_effect::is_smoke(item.weapon()));
        let radius = item.as_ref().and_then(|item| blast_radius(self.view, *unit, item));
        let thrown = item.as_ref().is_some_and(|item| item.hands() <= 1 && !item.is_melee());
        let sound = item.as_ref().map_or(WeaponSound::Blunt, |item| self.listeners.weapons.of(item));
        let explodes = radius.filter(|_| match astray {
            Some(cell) => cell.is_some(),
            None => !matches!(target, Target::Barrier(_)),
        });
        let about = word_subject(*target, aim, (*contact, stopped.unwrap_or(at)));
        // The number of the crash stands for the whole attack.
        let stays_silent =
            *contact == HitResult::Graze && hurts_later(&self.events[moment.event + 1..], *target);
        match explodes {
            Some(_) if thrown => push(AnimationStep::Lob { unit: *unit, to: at, sound }),
            // The word for a miss was shown with the shot.
            None if was_shown => push(AnimationStep::TellResult {
                about: (!stays_silent && *contact != HitResult::Miss).then_some(about),
                contact: *contact,
            }),
            _ => push(AnimationStep::Attack {
                unit: *unit,
                at: stopped.unwrap_or(at),
                about: (!stays_silent).then_some(about),
                shots: self.cause.shots,
                contact: *contact,
                sound,
            }),
        }
        if let Some(radius) = explodes {
            push(AnimationStep::Explode { at, radius, smoke });
        }
    }

    /// Returns the last rolls of each unit in an attack, from its declaration to its result. Dice of units that the viewer does not know
    /// stay hidden.
    fn rolls_of_attack(&self, event: usize) -> Vec<UnitRoll> {
        let is_of = |record: &EventRecord| {
            matches!(record.event, BattleEvent::AttackDeclared { .. } | BattleEvent::AttackResolved { .. })
        };
        let before = self.events[..event].iter().rposition(is_of);
        let is_declared = |at: &usize| matches!(self.events[*at].event, BattleEvent::AttackDeclared { .. });
        let first = before.filter(is_declared).unwrap_or(event);
        let told = (first..=event).filter(|at| self.is_told(*at));
        let steps = told.flat_map(|at| &self.events[at].trace);
        let rolls = steps.filter_map(|step| match step {
            Trace::Rolled(roll) => UnitRoll::read(self.view, roll),
            _ => None,
        });
        let rolls: Vec<UnitRoll> = rolls.collect();
        let is_last = |at: usize| {
            rolls[at + 1..].iter().filter(|later| later.unit == rolls[at].unit).count() < ROLLS_OF_A_UNIT
        };
        let shown = (0..rolls.len()).filter(|at| is_last(*at));
        shown.map(|at| rolls[at].clone()).collect()
    }

    /// Returns where a shot that did not reach its target ended: at the last barrier on its way that it damaged; `None` if it
    /// damaged none.
    fn stopping_barrier(&self, event: usize, [from, to]: [Vec2; 2]) -> Option<Vec2> {
        let of_this_attack = self.events[event + 1..].iter().take_while(|record| {
            !matches!(record.event, BattleEvent::AttackDeclared { .. } | BattleEvent::AttackResolved { .. })
        });
        let damaged = of_this_attack.filter_map(|record| match record.event {
            BattleEvent::BarrierDamaged { barrier, .. } | BattleEvent::BarrierHoled { barrier } => {
                Some(self.barrier(barrier)?.0)
            }
            _ => None,
        });
        last_on_way(damaged, [from, to])
    }

    /// Returns where the attack of an event went off, if it did not on target; `None` inside if nowhere. `CS-SCA-03`.
    fn astray(&self, event: usize) -> Option<Option<Vec2>> {
        let mut of_this_attack = self.events[event + 1..]
            .iter()
            .take_while(|record| !matches!(record.event, BattleEvent::AttackResolved { .. }));
        of_this_attack.find_map(|record| match record.event {
            BattleEvent::BlastAstray { cell, .. } => Some(cell.map(viewport::cell_centre)),
            _ => None,
        })
    }

    /// Returns where a target is when everything before has been shown.
    fn target_place(&self, animation: &BoardAnimation, target: Target) -> Option<Vec2> {
        match target {
            Target::Unit(id) => planned_place(animation, id),
            Target::Barrier(id) => {
                self.view.field().barrier(id).map(|(_, place)| viewport::place_middle(place))
            }
            Target::Square(cell) => Some(viewport::cell_centre(cell)),
        }
    }
}

/// Whether what follows an attack hurts its target before the next attack: a crash or a fall after it was thrown back.
fn hurts_later(events: &[EventRecord], target: Target) -> bool {
    let Target::Unit(target) = target else { return false };
    let of_attack = events.iter().map(|record| &record.event);
    let mut of_attack = of_attack.take_while(|event| !matches!(event, BattleEvent::AttackResolved { .. }));
    of_attack.any(
        |event| matches!(event, BattleEvent::Harmed { unit, damage, .. } if *unit == target && *damage > 0),
    )
}

/// Returns the radius of the explosion of a unit's weapon, in metres.
fn blast_radius(view: &BattleView, unit: UnitId, item: &CarriedItem) -> Option<f32> {
    let attacker = view.unit_snapshot(&view.unit(unit)?);
    play::blast_profile(&attacker, item.weapon(), view.rules()).map(|profile| profile.radius_m as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::HealthState;

    #[test]
    fn a_throw_that_hurts_belongs_to_the_attack_before_it() {
        let harmed = |unit, damage| {
            let health = || Box::new(HealthState::Aberrant(Default::default()));
            let (before, after) = (health(), health());
            let by = Some(UnitId(1));
            EventRecord::new(BattleEvent::Harmed {
                unit: UnitId(unit),
                by,
                damage,
                before,
                after,
                cause: None,
            })
        };
        let target = Target::Unit(UnitId(2));
        assert!(hurts_later(&[harmed(3, 2), harmed(2, 1)], target));
        assert!(
            !hurts_later(&[harmed(2, 0), harmed(3, 2)], target),
            "worn armour breaks, another unit is hurt"
        );
        assert!(!hurts_later(&[harmed(2, 1)], Target::Square(model::Cell::new(1, 1))));
    }
}
