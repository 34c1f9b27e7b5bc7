//! Turns the effects of rules into events and further steps.

use std::collections::BTreeMap;

use super::{status, vehicles};
use crate::state::components::{Status, StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::ground_effect;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use dice::Clause;
use model::{BarrierSource, Cell, UnitId};
use rules::attack::body_shield;
use rules::status::EndCondition;
use rules::turn_engine::extended_action::CancelReason;
use rules::{BarrierHarm, Effect, Grip, KarmaUse, play};

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
        out.spend_karma(view, unit, uses);
    }
    for effect in effects {
        apply_effect(view, effect, by, out);
    }
}

fn push_status(unit: UnitId, kind: StatusKind, out: &mut Outbox) {
    out.push_event(BattleEvent::StatusSet { unit, status: Status { kind, until: StatusEnd::Removed } });
}

fn apply_effect(view: &BattleView, effect: Effect, by: Option<UnitId>, out: &mut Outbox) {
    match effect {
        Effect::HealthState { unit, after, damage } => apply_harm(view, unit, (after, damage), by, out),
        Effect::TurnBudget { unit, action, points, after: purse } => match action {
            Some(action) => {
                interrupt_extended_action(view, unit, points, out);
                out.push_event(BattleEvent::Paid { unit, action, points, purse });
            }
            None => out.push_event(BattleEvent::TurnBudgetChanged { unit, points, purse }),
        },
        Effect::Score { unit, score } => out.push_event(BattleEvent::ScoreSet { unit, score }),
        Effect::PhaseOwed { unit, score } => {
            let until = StatusEnd::EndOfRound(view.round().number());
            let status = Status { kind: StatusKind::PhaseOwed(score), until };
            out.push_event(BattleEvent::StatusSet { unit, status });
        }
        Effect::ScoreLost { unit, points } => lose_score(view, unit, points, out),
        Effect::Surprised { unit, by } => push_status(unit, StatusKind::SurprisedBy(by), out),
        Effect::LostPhase { unit } => push_status(unit, StatusKind::LostPhase, out),
        Effect::SurpriseEnded { unit } => end_surprise(view, unit, out),
        // Passengers and vehicles do not fall prone.
        Effect::Prone { unit }
            if view.unit(unit).is_some_and(|unit| unit.vehicle().is_some() || unit.is_driven()) => {}
        Effect::Prone { unit } => push_status(unit, StatusKind::Prone, out),
        Effect::Knockback { unit, force, from } => {
            super::knockback::schedule_knockback(view, (unit, force, from), by, out)
        }
        Effect::Relocated { unit, to, clause } => push_relocation(view, unit, (to, clause), out),
        Effect::StandsUp { unit } => {
            out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::Prone })
        }
        Effect::CoverTaken { unit } => out.push_event(BattleEvent::CoverTaken { unit }),
        Effect::CoverLost { unit } => out.push_event(BattleEvent::CoverLeft { unit }),
        Effect::Barrier(BarrierHarm { id: BarrierSource::Unit { unit }, damage }) => {
            let Some(data) = view.unit(unit) else { return };
            let after = play::wear(&view.unit_snapshot(&data), damage, view.rules());
            apply_harm(view, *data.id, (after, damage), by, out);
        }
        Effect::Barrier(BarrierHarm { id: BarrierSource::Segment(barrier), damage }) => {
            out.next_steps.push(ResolutionStep::DamageBarrier { barrier, by, damage });
        }
        Effect::Defended { unit } => out.push_event(BattleEvent::Defended { unit }),
        Effect::FullDefense { unit } => {
            let until = StatusEnd::EndOfRound(view.round().number());
            let status = Status { kind: StatusKind::FullDefense, until };
            out.push_event(BattleEvent::StatusSet { unit, status });
        }
        Effect::Thrown { unit, slot, to } => {
            let event = super::wounds::drop_event(view, unit, slot, count_dropped_items(out));
            if let Some(BattleEvent::Dropped { unit, weapon, item, mut what, cell }) = event {
                // The last item of a bundle can be picked up and thrown again.
                what.loaded = what.loaded.max(what.magazine().min(1));
                out.push_event(BattleEvent::Dropped {
                    unit,
                    weapon,
                    item,
                    what,
                    cell: landing_cell(view, to, cell),
                });
            }
        }
        Effect::ThrownOne { unit, slot, to } => {
            let event = super::wounds::drop_event(view, unit, slot, count_dropped_items(out));
            if let Some(BattleEvent::Dropped { unit, item, mut what, cell, .. }) = event {
                what.loaded = 1;
                out.push_event(BattleEvent::ItemLanded {
                    unit,
                    item,
                    what,
                    cell: landing_cell(view, to, cell),
                });
            }
        }
        Effect::Dropped { unit, slot } => {
            if let Some(event) = super::wounds::drop_event(view, unit, slot, count_dropped_items(out)) {
                out.push_event(event);
            }
        }
        Effect::Destroyed { unit, slot } => {
            let what = view.unit(unit).and_then(|unit| unit.inventory.items().get(slot).cloned());
            if let Some(what) = what {
                out.push_event(BattleEvent::WeaponDestroyed { unit, weapon: slot, what });
            }
        }
        Effect::Fault { unit, slot, fault } => {
            out.push_event(BattleEvent::WeaponFaultChanged { unit, weapon: slot, fault });
        }
        Effect::Rounds { unit, slot, loaded } => {
            out.push_event(BattleEvent::AmmunitionSet { unit, weapon: slot, loaded });
        }
        Effect::Karma { .. } => {} // spent in `apply_effects`
        Effect::Engaged { one, other } => {
            super::melee::engage(one, other, out);
            status::end_pinned_in_melee(view, [one, other], out);
        }
        Effect::Disengaged { one, other } => super::melee::disengage(one, other, out),
        Effect::Grip { unit, grip } => {
            apply_grip(view, unit, grip, out);
            // A burden lowers the initiative at once. `SS-BARR-49`, `SS-BARR-50`.
            out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
        }
        Effect::Concealed { unit, concealed: true } => push_status(unit, StatusKind::Concealed, out),
        Effect::Concealed { unit, concealed: false } => {
            out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::Concealed });
        }
        Effect::Boost { giver } => out.push_event(BattleEvent::BoostGiven { giver }),
        Effect::BoostsClaimed { unit } => out.push_event(BattleEvent::BoostsClaimed { unit }),
        Effect::Operated { barrier } => {
            let Some(data) = view.barrier(barrier) else { return };
            out.push_event(BattleEvent::DoorMoved { barrier, open: !data.state.open() });
        }
        Effect::ScoreChanged { unit, by, .. } => {
            let Some(data) = view.unit(unit) else { return };
            out.push_event(BattleEvent::InitiativeChanged {
                unit,
                by,
                attribute: data.initiative.attribute(),
            });
        }
        Effect::Struck { .. } => {} // reported by the attack itself
        Effect::ShotAt { unit } => out.push_event(BattleEvent::ShotAt { unit }),
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
        Effect::Laid { at, lays } => ground_effect::push_ground_effect(view, at, lays, out),
        Effect::RuleNote { unit, text, clause } => {
            out.push_event(BattleEvent::RuleNote { unit, text, clause })
        }
    }
}

/// Returns where a thrown item lands: the thrower's square if the target is off the map or inside a wall.
fn landing_cell(view: &BattleView, to: Option<Cell>, from: Cell) -> Cell {
    to.filter(|to| view.field().grid().can_enter(*to)).unwrap_or(from)
}

/// Moves a unit to a square, or to a free square beside it.
fn push_relocation(view: &BattleView, unit: UnitId, (to, clause): (Cell, Clause), out: &mut Outbox) {
    let Some(data) = view.unit(unit).filter(|data| data.out_of_action.down().is_none()) else { return };
    let claimed = |cell: Cell| {
        out.events.iter().any(|step| matches!(step.event, BattleEvent::Stepped { to, .. } if to == cell))
    };
    let free = |cell: &Cell| {
        view.field().grid().can_enter(*cell) && view.unit_at(*cell).is_none() && !claimed(*cell)
    };
    let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(to.x + x, to.y + y)));
    let Some(to) = [to].into_iter().chain(near).find(free) else { return };
    let from = data.cell();
    if data.taking_cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit });
    }
    out.push_event(BattleEvent::Stepped { unit, from, to });
    out.push_event(BattleEvent::RuleNote { unit, text: "leaves the area".to_owned(), clause });
    super::melee::disengage_out_of_reach(view, unit, to, out);
    super::melee::release_grips(&data, out);
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Cancels a unit's extended action if it pays for another action. `SS-ACT-20`.
pub(crate) fn interrupt_extended_action(view: &BattleView, unit: UnitId, points: u8, out: &mut Outbox) {
    let busy = view.unit(unit).is_some_and(|unit| unit.extended_action.get().is_some());
    if busy && points > 0 {
        out.push_event(BattleEvent::ExtendedActionCancelled { unit, why: CancelReason::OtherAction });
    }
}

/// Subtracts points from an initiative score, or from the next roll before the first round. `SS-SURP-13`.
fn lose_score(view: &BattleView, unit: UnitId, points: i32, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    if view.round().number() == 0 {
        push_status(unit, StatusKind::ScoreLost(points), out);
    } else {
        let attribute = data.initiative.attribute();
        out.push_event(BattleEvent::InitiativeChanged { unit, by: -points, attribute });
    }
}

/// Ends a unit's lost phase, else its surprise. `SS-SURP-14`, `SS-SURP-21`.
fn end_surprise(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    if data.status.has(StatusKind::LostPhase) {
        return out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::LostPhase });
    }
    for by in data.status.surprised_by() {
        out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::SurprisedBy(by) });
    }
}

/// Counts items dropped in this step, because item numbers advance only when events are applied.
fn count_dropped_items(out: &Outbox) -> u32 {
    let drops =
        |event: &BattleEvent| matches!(event, BattleEvent::Dropped { .. } | BattleEvent::ItemLanded { .. });
    let before = out.events.iter().filter(|step| drops(&step.event)).count();
    u32::try_from(before).unwrap_or(u32::MAX)
}

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

/// Ends all other grips of a holder and of the unit it holds.
fn end_other_grips((view, holder, held): (&BattleView, UnitId, UnitId), out: &mut Outbox) {
    for (unit, kept) in [(holder, StatusKind::Holding(held)), (held, StatusKind::HeldBy(holder))] {
        if let Some(data) = view.unit(unit) {
            super::melee::release_grips_except(&data, Some(kept), out);
        }
    }
}

/// Returns whether queued events take a unit out of its vehicle.
fn is_leaving_vehicle(unit: UnitId, out: &Outbox) -> bool {
    let leaves = |event: &BattleEvent| matches!(event, BattleEvent::StatusEnded { unit: who, kind: StatusKind::Drives(_) | StatusKind::RidesIn(_) } if *who == unit);
    out.events.iter().any(|record| leaves(&record.event))
}

/// Sets or ends a grip on both units. A unit is part of one grip at most.
fn apply_grip(view: &BattleView, unit: UnitId, grip: Option<Grip>, out: &mut Outbox) {
    match grip {
        Some(Grip::Holding(other)) => {
            let (Some(holder), Some(held)) = (view.unit(unit), view.unit(other)) else { return };
            let alive = held.out_of_action.down().is_none();
            if alive && held.vehicle().is_some() && !vehicles::pull_out_of_vehicle(view, &holder, &held, out)
            {
                return;
            }
            end_other_grips((view, unit, other), out);
            push_status(unit, StatusKind::Holding(other), out);
            push_status(other, StatusKind::HeldBy(unit), out);
            if !alive {
                vehicles::vacate_seat(&held, out);
                out.push_event(BattleEvent::Displaced { unit: other, from: held.cell(), to: holder.cell() });
            }
        }
        Some(Grip::HeldBy(other)) => {
            // The holder could not pull the unit out of its vehicle: there is no grip.
            if view.unit(unit).is_some_and(|held| held.vehicle().is_some()) && !is_leaving_vehicle(unit, out)
            {
                return;
            }
            end_other_grips((view, other, unit), out);
            push_status(unit, StatusKind::HeldBy(other), out);
            push_status(other, StatusKind::Holding(unit), out);
        }
        None => {
            let Some(data) = view.unit(unit) else { return };
            super::melee::release_grips(&data, out);
        }
    }
}
