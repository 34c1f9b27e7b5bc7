//! Turns the effects of rules into events and further steps.

mod displacement;
mod grips;
pub mod initiative;
mod items;

use std::collections::BTreeMap;

use super::{ground_effects, melee, status, vehicles};
use crate::state::components::{StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use model::{BarrierId, BarrierSource, UnitId};
use rules::status::EndCondition;
use rules::{BarrierHarm, Effect, KarmaUse, play};

/// Queues the events and steps of effects, in order. `by` is the unit that caused them; `None` if no unit did.
pub(crate) fn apply_effects(view: &BattleView, effects: Vec<Effect>, by: Option<UnitId>, out: &mut Outbox) {
    // A test may cost a unit several Karma points: count them together. `SS-BASE-25`.
    let mut karma: BTreeMap<UnitId, Vec<KarmaUse>> = BTreeMap::new();
    for effect in &effects {
        if let Effect::Karma { unit, on } = *effect {
            karma.entry(unit).or_default().push(on);
        }
    }
    for (unit, uses) in karma {
        let left = view.unit(unit).map_or(0, |unit| unit.karma.left());
        out.spend_karma(unit, left, uses);
    }
    for effect in effects {
        apply_effect(view, effect, by, out);
    }
}

/// Queues the events and steps of one effect.
fn apply_effect(view: &BattleView, effect: Effect, by: Option<UnitId>, out: &mut Outbox) {
    use BattleEvent as Event;
    let end_of_round = StatusEnd::EndOfRound(view.round().number());
    match effect {
        Effect::HealthState { unit, after, damage } => apply_harm(view, unit, (after, damage), by, out),
        Effect::Barrier(harm) => damage_barrier(view, harm, by, out),
        Effect::TurnBudget { unit, action, points, after } => {
            initiative::push_turn_budget(view, (unit, action), (points, after), out);
        }
        Effect::Score { unit, score } => out.push_event(Event::ScoreSet { unit, score }),
        Effect::ScoreChanged { unit, by, .. } => initiative::change_score(view, unit, by, out),
        Effect::ScoreLost { unit, points } => initiative::lose_score(view, unit, points, out),
        Effect::PhaseOwed { unit, score } => {
            out.push_status_until(unit, StatusKind::PhaseOwed(score), end_of_round);
        }
        Effect::LostPhase { unit } => out.push_status(unit, StatusKind::LostPhase),
        Effect::Surprised { unit, by } => out.push_status(unit, StatusKind::SurprisedBy(by)),
        Effect::SurpriseEnded { unit } => initiative::end_surprise(view, unit, out),
        Effect::FullDefense { unit } => out.push_status_until(unit, StatusKind::FullDefense, end_of_round),
        Effect::Defended { unit } => out.push_event(Event::Defended { unit }),
        Effect::ShotAt { unit } => out.push_event(Event::ShotAt { unit }),
        Effect::Prone { unit } => displacement::knock_prone(view, unit, out),
        Effect::StandsUp { unit } => out.end_status(unit, StatusKind::Prone),
        Effect::CoverTaken { unit } => out.push_event(Event::CoverTaken { unit }),
        Effect::CoverLost { unit } => out.push_event(Event::CoverLeft { unit }),
        Effect::Concealed { unit, concealed: true } => out.push_status(unit, StatusKind::Concealed),
        Effect::Concealed { unit, concealed: false } => out.end_status(unit, StatusKind::Concealed),
        Effect::Knockback { unit, force, from } => {
            displacement::schedule_knockback(view, (unit, force, from), by, out);
        }
        Effect::Relocated { unit, to, clause } => {
            displacement::push_relocation(view, unit, (to, clause), out);
        }
        Effect::Thrown { unit, slot, to } => items::push_throw(view, (unit, slot), to, out),
        Effect::ThrownOne { unit, slot, to } => items::push_throw_of_one(view, (unit, slot), to, out),
        Effect::Dropped { unit, slot } => items::push_drop(view, unit, slot, out),
        Effect::Destroyed { unit, slot } => items::push_destruction(view, unit, slot, out),
        Effect::Fault { unit, slot: weapon, fault } => {
            out.push_event(Event::WeaponFaultChanged { unit, weapon, fault });
        }
        Effect::Rounds { unit, slot: weapon, loaded } => {
            out.push_event(Event::AmmunitionSet { unit, weapon, loaded });
        }
        Effect::Engaged { one, other } => {
            melee::engage(one, other, out);
            status::end_pinned_in_melee(view, [one, other], out);
        }
        Effect::Disengaged { one, other } => melee::disengage(one, other, out),
        Effect::Grip { unit, grip } => {
            grips::apply_grip(view, unit, grip, out);
            // A burden lowers the initiative at once. `SS-BARR-49`, `SS-BARR-50`.
            out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
        }
        Effect::Boost { giver } => out.push_event(Event::BoostGiven { giver }),
        Effect::BoostsClaimed { unit } => out.push_event(Event::BoostsClaimed { unit }),
        Effect::Operated { barrier } => move_door(view, barrier, out),
        Effect::CurseSpent { unit } => status::mark_curse_spent(view, unit, out),
        Effect::Afflict { unit, cause } => status::push_affliction(view, unit, cause, out),
        Effect::Relieve { unit, ailment, part, clause } => {
            status::push_relief(unit, ailment, part, clause, out);
        }
        Effect::Boards { unit, vehicle, drives } => {
            vehicles::board_vehicle(view, unit, vehicle, drives, out);
        }
        Effect::Alights { unit } => vehicles::exit_vehicle(view, unit, out),
        Effect::ShieldTurned { unit } => vehicles::turn_body_shield(view, unit, out),
        Effect::Windows { vehicle, open } => vehicles::set_windows(vehicle, open, out),
        Effect::Laid { at, lays } => ground_effects::push_ground_effect(view, at, lays, out),
        Effect::RuleNote { unit, text, clause } => out.push_event(Event::RuleNote { unit, text, clause }),
        Effect::Karma { .. } => {}  // spent in `apply_effects`
        Effect::Struck { .. } => {} // reported by the attack itself
    }
}

/// Damages a barrier, or the unit that serves as one.
fn damage_barrier(view: &BattleView, harm: BarrierHarm, by: Option<UnitId>, out: &mut Outbox) {
    let BarrierHarm { id, damage } = harm;
    match id {
        BarrierSource::Segment(barrier) => {
            out.next_steps.push(ResolutionStep::DamageBarrier { barrier, by, damage });
        }
        BarrierSource::Unit { unit } => {
            let Some(data) = view.unit(unit) else { return };
            let after = play::damage_as_barrier(&view.unit_snapshot(&data), damage, view.rules());
            apply_harm(view, *data.id, (after, damage), by, out);
        }
    }
}

/// Opens or closes a door.
fn move_door(view: &BattleView, barrier: BarrierId, out: &mut Outbox) {
    if let Some(data) = view.barrier(barrier) {
        out.push_event(BattleEvent::DoorMoved { barrier, open: !data.state.open() });
    }
}

/// Changes the health of a unit and queues its consequences.
fn apply_harm(
    view: &BattleView,
    unit: UnitId,
    (after, damage): (rules::HealthState, u32),
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let before = data.health.condition().clone();
    if before != after {
        let more = play::aftereffects(&view.unit_snapshot(&data), &after, view.rules());
        let (before, after) = (Box::new(before), Box::new(after));
        out.push_event(BattleEvent::Harmed { unit, by, damage, before, after });
        if damage > 0 {
            status::relieve_matching(&data, EndCondition::Harm, out);
        }
        apply_effects(view, more, None, out);
        out.next_steps.push(ResolutionStep::Consequences { unit, by });
    }
}
