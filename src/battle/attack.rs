//! Attacks: gather the scene, ask the rule, hand on what came of it. `SS-ATK`, `SS-BARR`.

use bevy::prelude::*;

use super::components::{BarrierId, Status, StatusKind, UnitId, Until};
use super::event::Event;
use super::order::Target;
use super::schedule::ResolveSystems;
use super::state::{Answers, DiceSeat, Outbox, Task, Tasks};
use super::view::BattleView;
use crate::rules::swan_song::actions::Action;
use crate::rules::swan_song::{
    AttackResult, BarrierHarm, Contact, FireMode, Spent, WeaponClass, attack, barrier_attack,
};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_attack.in_set(ResolveSystems::Attack));
}

/// The attack a task tells of.
struct Declared {
    unit: UnitId,
    weapon: usize,
    mode: Option<FireMode>,
}

fn resolve_attack(
    view: BattleView,
    dice: Res<DiceSeat>,
    answers: Res<Answers>,
    tasks: Res<Tasks>,
    mut out: ResMut<Outbox>,
) {
    let Some(Task::Attack { unit, target, weapon, mode, rounds_before }) = tasks.0.front() else { return };
    let declared = Declared { unit: *unit, weapon: *weapon, mode: *mode };
    match target {
        Target::Unit(target) => on_unit(&view, &dice, &answers, &declared, *target, *rounds_before, &mut out),
        Target::Barrier(barrier) => {
            on_barrier(&view, &dice, &answers, &declared, *barrier, *rounds_before, &mut out)
        }
    }
}

fn on_unit(
    view: &BattleView,
    dice: &DiceSeat,
    answers: &Answers,
    declared: &Declared,
    target: UnitId,
    rounds_before: u32,
    out: &mut Outbox,
) {
    let Some(mut scene) = view.attack_scene(declared.unit, target, declared.weapon, declared.mode) else {
        return;
    };
    scene.rounds_fired = rounds_before;
    let mut table = dice.table(&answers.0);
    let result = match attack::attack(&mut table, &scene) {
        Ok(result) => result,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    out.push_traced(
        Event::AttackResolved {
            unit: declared.unit,
            target: Target::Unit(target),
            weapon: declared.weapon,
            mode: declared.mode,
            contact: result.contact,
            net_hits: result.net_hits,
            damage: result.damage,
        },
        trace,
    );
    spend_karma(view, declared, Some(target), result.karma, out);
    after_defence(view, declared, (target, &answers.0), &result, scene.weapon.class, out);
    breach(declared, &result.barriers, out);
    after_hit(target, declared.unit, &scene.defender.vitals, &result, out);
    if result.weapon_dropped {
        drop_weapon(view, declared, out);
    }
}

/// Whoever spent Karma has less of it. `SS-BASE-25`.
fn spend_karma(
    view: &BattleView,
    declared: &Declared,
    target: Option<UnitId>,
    spent: Spent,
    out: &mut Outbox,
) {
    let (defenders, own): (Vec<_>, Vec<_>) = spent.iter().partition(|on| on.is_defenders());
    out.spend_karma(view, declared.unit, own);
    if let Some(target) = target {
        out.spend_karma(view, target, defenders);
    }
}

/// Barriers on the way are damaged. `SS-BARR-16`, `SS-BARR-37`.
fn breach(declared: &Declared, barriers: &[BarrierHarm], out: &mut Outbox) {
    for harm in barriers {
        let barrier = BarrierId(harm.id);
        out.then.push(Task::Breach { barrier, by: Some(declared.unit), damage: harm.damage });
    }
}

/// What the defender chose to do, as the log names it.
fn interrupt(answers: &[String]) -> Action {
    match answers.first().map_or("", |answer| answer.split('+').next().unwrap_or_default()) {
        "dodge" => Action::Dodge,
        "parry" => Action::Parry,
        "block" => Action::Block,
        _ => Action::FullDefense,
    }
}

/// What defending costs and leaves behind, hit or miss.
fn after_defence(
    view: &BattleView,
    declared: &Declared,
    (target, answers): (UnitId, &[String]),
    result: &AttackResult,
    class: WeaponClass,
    out: &mut Outbox,
) {
    if let Some(unit) = view.unit(target).filter(|_| result.defence_cost > 0) {
        let mut budget = unit.points.budget();
        budget.points = budget.points.saturating_sub(result.defence_cost);
        out.push(Event::Paid {
            unit: target,
            action: interrupt(answers),
            points: result.defence_cost,
            budget,
        });
    }
    if result.full_defense {
        let until = Until::EndOfRound(view.round().number());
        out.push(Event::StatusSet { unit: target, status: Status { kind: StatusKind::FullDefense, until } });
    }
    if result.defended {
        out.push(Event::Defended { unit: target });
    }
    if view.unit(target).is_some_and(|unit| unit.fighting() && !unit.status.has(StatusKind::Engaged)) {
        let status = Status { kind: StatusKind::Engaged, until: Until::Removed };
        out.push(Event::StatusSet { unit: target, status });
    }
    if class != WeaponClass::Ranged {
        // Busy in melee since the start of the previous pass: to the end of the next one. `SS-DEF-39`.
        let until = Until::EndOfPass(view.round().passes() + 1);
        for (one, other) in [(declared.unit, target), (target, declared.unit)] {
            out.push(Event::StatusSet {
                unit: one,
                status: Status { kind: StatusKind::Fencing(other), until },
            });
        }
    }
}

fn after_hit(
    target: UnitId,
    by: UnitId,
    before: &crate::rules::swan_song::Vitals,
    result: &AttackResult,
    out: &mut Outbox,
) {
    if result.vitals != *before {
        out.push(Event::Harmed {
            unit: target,
            by: Some(by),
            damage: result.damage,
            before: *before,
            after: result.vitals,
        });
    }
    if result.knocked_down {
        let status = Status { kind: StatusKind::Prone, until: Until::Removed };
        out.push(Event::StatusSet { unit: target, status });
    }
    if result.vitals != *before || result.down.is_some() {
        out.then.push(Task::Consequences { unit: target, by: Some(by) });
    }
}

fn on_barrier(
    view: &BattleView,
    dice: &DiceSeat,
    answers: &Answers,
    declared: &Declared,
    target: BarrierId,
    rounds_before: u32,
    out: &mut Outbox,
) {
    let Some(mut scene) = view.barrier_scene(declared.unit, target, declared.weapon, declared.mode) else {
        return;
    };
    scene.rounds_fired = rounds_before;
    let mut table = dice.table(&answers.0);
    let result = match barrier_attack::attack_barrier(&mut table, &scene) {
        Ok(result) => result,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    out.push_traced(
        Event::AttackResolved {
            unit: declared.unit,
            target: Target::Barrier(target),
            weapon: declared.weapon,
            mode: declared.mode,
            contact: if result.hit { Contact::Hit } else { Contact::Miss },
            net_hits: 0,
            damage: result.damage,
        },
        trace,
    );
    spend_karma(view, declared, None, result.karma, out);
    breach(declared, &result.barriers, out);
    if result.damage > 0 {
        out.then.push(Task::Breach { barrier: target, by: Some(declared.unit), damage: result.damage });
    }
    if result.weapon_dropped {
        drop_weapon(view, declared, out);
    }
}

fn drop_weapon(view: &BattleView, declared: &Declared, out: &mut Outbox) {
    if let Some(event) = super::casualty::drop_event(view, declared.unit, declared.weapon, 0) {
        out.push(event);
    }
}
