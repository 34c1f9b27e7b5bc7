//! Resolves steps of rules into events and further resolution steps.

mod displacement;
mod grips;
pub mod initiative;
mod items;

use std::collections::{BTreeMap, VecDeque};

use super::{ground_effects, melee, status, vehicles};
use crate::state::event::BattleEvent;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use model::{BarrierId, BarrierSource, UnitId};
use rules::status::EndCondition;
use rules::{BarrierHarm, HealthCause, KarmaUse, RuleStep, UnitSnapshot, play};

/// Resolves steps of rules, in order. `by` is the unit that caused them; `None` if no unit did.
pub(crate) fn resolve_rule_steps(
    view: &BattleView,
    steps: Vec<RuleStep>,
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    if steps.is_empty() {
        return;
    }
    // A test may cost a unit several Karma points: count them together. `SS-BASE-25`.
    let mut karma: BTreeMap<UnitId, Vec<KarmaUse>> = BTreeMap::new();
    for step in &steps {
        if let RuleStep::SpendKarma { unit, on } = *step {
            karma.entry(unit).or_default().push(on);
        }
    }
    for (unit, uses) in karma {
        let left = view.unit(unit).map_or(0, |unit| unit.karma.left());
        out.spend_karma(unit, left, uses);
    }
    let mut later = Vec::new();
    let mut steps = VecDeque::from(steps);
    while let Some(step) = steps.pop_front() {
        if is_harmed_again(&step, &steps) {
            later.push(step);
        } else {
            resolve_rule_step(view, step, by, out);
        }
    }
    later.into_iter().for_each(|step| resolve_rule_step(view, step, by, out));
}

/// Whether a step damages a unit as a barrier, and one of the steps after it changes the health of that unit. Books find
/// that health without the damage to the barrier, so that the damage has to come after it.
fn is_harmed_again(step: &RuleStep, after: &VecDeque<RuleStep>) -> bool {
    let RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Unit { unit: body }, .. }) = step else {
        return false;
    };
    after.iter().any(|step| matches!(step, RuleStep::ChangeHealth { unit, .. } if unit == body))
}

/// Resolves a step of a rule into events and further steps.
fn resolve_rule_step(view: &BattleView, step: RuleStep, by: Option<UnitId>, out: &mut Outbox) {
    match step {
        RuleStep::Record(event) => {
            if let BattleEvent::Defended { unit } = event {
                initiative::note_defence_meanwhile(view, unit, out);
            }
            out.push_event(event);
        }
        RuleStep::ChangeHealth { unit, after, damage, cause } => {
            change_health(view, unit, (after, damage, cause), by, out);
        }
        RuleStep::DamageBarrier(harm) => damage_barrier(view, harm, by, out),
        RuleStep::SetTurnBudget { unit, action, points, after } => {
            initiative::push_turn_budget(view, (unit, action), (points, after), out);
        }
        RuleStep::ChangeInitiative { unit, by, .. } => initiative::change_score(view, unit, by, out),
        RuleStep::LoseInitiative { unit, points } => initiative::lose_score(view, unit, points, out),
        RuleStep::EndSurprise { unit } => initiative::end_surprise(view, unit, out),
        RuleStep::FallProne { unit } => displacement::knock_prone(view, unit, out),
        RuleStep::Knockback { unit, force, from } => {
            displacement::schedule_knockback(view, (unit, force, from), by, out);
        }
        RuleStep::Relocate { unit, to, clause } => {
            displacement::push_relocation(view, unit, (to, clause), out);
        }
        RuleStep::ThrowItem { unit, slot, to } => items::push_throw(view, (unit, slot), to, out),
        RuleStep::ThrowOneOfStack { unit, slot, to } => items::push_throw_of_one(view, (unit, slot), to, out),
        RuleStep::DropItem { unit, slot } => items::push_drop(view, unit, slot, out),
        RuleStep::DestroyItem { unit, slot } => items::push_destruction(view, unit, slot, out),
        RuleStep::Engage { one, other } => {
            melee::engage(one, other, out);
            status::end_pinned_in_melee(view, [one, other], out);
        }
        RuleStep::Disengage { one, other } => melee::disengage(one, other, out),
        RuleStep::SetGrip { unit, grip } => {
            grips::apply_grip(view, unit, grip, out);
            // A burden lowers the initiative at once. `SS-BARR-49`, `SS-BARR-50`.
            out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
        }
        RuleStep::OperateBarrier { barrier } => move_door(view, barrier, out),
        RuleStep::SpendCurse { unit } => status::mark_curse_spent(view, unit, out),
        RuleStep::Afflict { unit, cause } => status::push_affliction(view, unit, cause, out),
        RuleStep::Relieve { unit, ailment, part, clause } => {
            status::push_relief(unit, ailment, part, clause, out);
        }
        RuleStep::BoardVehicle { unit, vehicle, drives } => {
            vehicles::board_vehicle(view, unit, vehicle, drives, out);
        }
        RuleStep::ExitVehicle { unit } => vehicles::exit_vehicle(view, unit, out),
        RuleStep::TurnBodyShield { unit } => vehicles::turn_body_shield(view, unit, out),
        RuleStep::CoverGround { at, lays } => ground_effects::push_ground_effect(view, at, lays, out),
        RuleStep::SpendKarma { .. } => {} // spent in `resolve_rule_steps`
        RuleStep::ApplyAttackProperties { .. } => {} // resolved by the attack itself
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
            let mut body = view.unit_snapshot(&data);
            if let Some(changed) = changed_health(unit, out) {
                body.condition = changed;
            }
            let after = play::damage_as_barrier(&body, damage, view.rules());
            change_health(view, *data.id, (after, damage, None), by, out);
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
fn change_health(
    view: &BattleView,
    unit: UnitId,
    (after, damage, cause): (rules::HealthState, u32, Option<HealthCause>),
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let before = changed_health(unit, out).unwrap_or_else(|| data.health.condition().clone());
    if before != after {
        let me = UnitSnapshot { condition: before.clone(), ..view.unit_snapshot(&data) };
        let more = play::aftereffects(&me, &after, view.rules());
        let (before, after) = (Box::new(before), Box::new(after));
        out.push_event(BattleEvent::Harmed { unit, by, damage, before, after, cause });
        if damage > 0 {
            status::relieve_matching(&data, EndCondition::Harm, out);
        }
        resolve_rule_steps(view, more, None, out);
        out.next_steps.push(ResolutionStep::Consequences { unit, by });
    }
}

/// Returns the health of a unit after the queued events; `None` if none of them changes it.
fn changed_health(unit: UnitId, out: &Outbox) -> Option<rules::HealthState> {
    out.events.iter().rev().find_map(|record| match &record.event {
        BattleEvent::Harmed { unit: of, after, .. } if *of == unit => Some((**after).clone()),
        _ => None,
    })
}
