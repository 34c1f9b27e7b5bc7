//! What a rule says becomes events: the same for attacks, deeds and the turning of rounds.

use std::collections::BTreeMap;

use super::components::{BarrierId, Status, StatusKind, UnitId, Until};
use super::event::Event;
use super::state::{Outbox, Task};
use super::view::BattleView;
use super::{ailment, covering, riding};
use dice::Clause;
use field::Cell;
use rules::engine::extended::Cancelled;
use rules::status::Ends;
use rules::{BarrierHarm, Effect, Grip, KarmaUse, Square, play, screen};

/// Hands the effects of a rule on, in their order; `by` is who caused them, if anybody did.
pub(super) fn hand_on(view: &BattleView, effects: Vec<Effect>, by: Option<UnitId>, out: &mut Outbox) {
    // A test may take several points of one unit: they are counted together. `SS-BASE-25`.
    let mut karma: BTreeMap<u32, Vec<KarmaUse>> = BTreeMap::new();
    for effect in &effects {
        if let Effect::Karma { unit, on } = *effect {
            karma.entry(unit).or_default().push(on);
        }
    }
    for (unit, uses) in karma {
        out.spend_karma(view, UnitId(unit), uses);
    }
    for effect in effects {
        one(view, effect, by, out);
    }
}

fn set(unit: UnitId, kind: StatusKind, out: &mut Outbox) {
    out.push(Event::StatusSet { unit, status: Status { kind, until: Until::Removed } });
}

fn one(view: &BattleView, effect: Effect, by: Option<UnitId>, out: &mut Outbox) {
    match effect {
        Effect::Condition { unit, after, damage } => harm(view, UnitId(unit), (after, damage), by, out),
        Effect::Purse { unit, action, points, after: purse } => {
            let unit = UnitId(unit);
            match action {
                Some(action) => {
                    interrupted(view, unit, points, out);
                    out.push(Event::Paid { unit, action, points, purse });
                }
                None => out.push(Event::PurseChanged { unit, points, purse }),
            }
        }
        Effect::Score { unit, score } => out.push(Event::ScoreSet { unit: UnitId(unit), score }),
        Effect::PhaseOwed { unit, score } => {
            let until = Until::EndOfRound(view.round().number());
            let status = Status { kind: StatusKind::PhaseOwed(score), until };
            out.push(Event::StatusSet { unit: UnitId(unit), status });
        }
        Effect::ScoreLost { unit, points } => lose_score(view, UnitId(unit), points, out),
        Effect::Surprised { unit, by } => set(UnitId(unit), StatusKind::SurprisedBy(UnitId(by)), out),
        Effect::Startled { unit } => set(UnitId(unit), StatusKind::Startled, out),
        Effect::Composed { unit } => compose(view, UnitId(unit), out),
        // Whoever sits in a vehicle does not fall down.
        // Nobody falls off a seat, and no vehicle falls.
        Effect::Prone { unit }
            if view.unit(UnitId(unit)).is_some_and(|unit| unit.rides().is_some() || unit.is_driven()) => {}
        Effect::Prone { unit } => set(UnitId(unit), StatusKind::Prone, out),
        Effect::Knocked { unit, force, from } => {
            super::knock::thrown(view, (UnitId(unit), force, from), by, out)
        }
        Effect::Relocated { unit, to, clause } => relocate(view, UnitId(unit), (to, clause), out),
        Effect::StandsUp { unit } => {
            out.push(Event::StatusEnded { unit: UnitId(unit), kind: StatusKind::Prone })
        }
        Effect::CoverTaken { unit } => out.push(Event::CoverTaken { unit: UnitId(unit) }),
        Effect::CoverLost { unit } => out.push(Event::CoverLeft { unit: UnitId(unit) }),
        Effect::Barrier(BarrierHarm { id, damage }) if screen::unit_of(id).is_some() => {
            let Some(data) = screen::unit_of(id).and_then(|unit| view.unit(UnitId(unit))) else { return };
            let after = play::wear(&view.combatant(&data), damage, view.rules());
            harm(view, *data.id, (after, damage), by, out);
        }
        Effect::Barrier(harm) => {
            out.then.push(Task::Breach { barrier: BarrierId(harm.id), by, damage: harm.damage });
        }
        Effect::Defended { unit } => out.push(Event::Defended { unit: UnitId(unit) }),
        Effect::FullDefense { unit } => {
            let until = Until::EndOfRound(view.round().number());
            let status = Status { kind: StatusKind::FullDefense, until };
            out.push(Event::StatusSet { unit: UnitId(unit), status });
        }
        Effect::Thrown { unit, slot, to } => {
            let event = super::casualty::drop_event(view, UnitId(unit), slot, dropped(out));
            if let Some(Event::Dropped { unit, weapon, item, mut what, cell }) = event {
                // The last of a bundle is one that can be thrown again.
                what.loaded = what.loaded.max(what.magazine().min(1));
                out.push(Event::Dropped { unit, weapon, item, what, cell: landing(view, to, cell) });
            }
        }
        Effect::ThrownOne { unit, slot, to } => {
            let event = super::casualty::drop_event(view, UnitId(unit), slot, dropped(out));
            if let Some(Event::Dropped { unit, item, mut what, cell, .. }) = event {
                what.loaded = 1;
                out.push(Event::Landed { unit, item, what, cell: landing(view, to, cell) });
            }
        }
        Effect::Dropped { unit, slot } => {
            if let Some(event) = super::casualty::drop_event(view, UnitId(unit), slot, dropped(out)) {
                out.push(event);
            }
        }
        Effect::Destroyed { unit, slot } => {
            let what = view.unit(UnitId(unit)).and_then(|unit| unit.arsenal.carried().get(slot).cloned());
            if let Some(what) = what {
                out.push(Event::WeaponDestroyed { unit: UnitId(unit), weapon: slot, what });
            }
        }
        Effect::Fault { unit, slot, fault } => {
            out.push(Event::Faulted { unit: UnitId(unit), weapon: slot, fault });
        }
        Effect::Rounds { unit, slot, loaded } => {
            out.push(Event::RoundsLeft { unit: UnitId(unit), weapon: slot, loaded });
        }
        Effect::Karma { .. } => {} // counted above
        Effect::Engaged { one, other } => {
            super::melee::join(UnitId(one), UnitId(other), out);
            ailment::engaged(view, [UnitId(one), UnitId(other)], out);
        }
        Effect::Disengaged { one, other } => super::melee::end(UnitId(one), UnitId(other), out),
        Effect::Grip { unit, grip } => {
            hold(view, UnitId(unit), grip, out);
            // A burden slows at once. `SS-BARR-49`, `SS-BARR-50`.
            out.then.push(Task::Consequences { unit: UnitId(unit), by: None });
        }
        Effect::Concealed { unit, concealed: true } => set(UnitId(unit), StatusKind::Concealed, out),
        Effect::Concealed { unit, concealed: false } => {
            out.push(Event::StatusEnded { unit: UnitId(unit), kind: StatusKind::Concealed });
        }
        Effect::Boost { giver } => out.push(Event::BoostGiven { giver: UnitId(giver) }),
        Effect::BoostsClaimed { unit } => out.push(Event::BoostsClaimed { unit: UnitId(unit) }),
        Effect::Operated { barrier } => {
            let barrier = BarrierId(barrier);
            let Some(data) = view.barrier(barrier) else { return };
            out.push(Event::DoorMoved { barrier, open: !data.state.open() });
        }
        Effect::ScoreChanged { unit, by, .. } => {
            let unit = UnitId(unit);
            let Some(data) = view.unit(unit) else { return };
            out.push(Event::InitiativeChanged { unit, by, attribute: data.initiative.attribute() });
        }
        Effect::Struck { .. } => {} // the attack that strikes has said what comes of it
        Effect::ShotAt { unit } => out.push(Event::ShotAt { unit: UnitId(unit) }),
        Effect::CurseSpent { unit } => ailment::curse_spent(view, UnitId(unit), out),
        Effect::Afflict { unit, cause } => ailment::afflict(view, UnitId(unit), cause, out),
        Effect::Relieve { unit, ailment, part, clause } => {
            ailment::relieved(UnitId(unit), ailment, part, clause, out);
        }
        Effect::Boards { unit, vehicle, drives } => {
            riding::board(view, UnitId(unit), UnitId(vehicle), drives, out);
        }
        Effect::Alights { unit } => riding::alight(view, UnitId(unit), out),
        Effect::ShieldTurned { unit } => riding::turn_shield(view, UnitId(unit), out),
        Effect::Windows { vehicle, open } => riding::wind(UnitId(vehicle), open, out),
        Effect::Laid { at, lays } => covering::laid(view, at, lays, out),
        Effect::Told { unit, text, clause } => out.push(Event::Told { unit: UnitId(unit), text, clause }),
    }
}

/// Where something that flew lies: beyond the map or in a wall it is where it was aimed from.
fn landing(view: &BattleView, to: Option<Square>, from: Cell) -> Cell {
    to.map(super::lay::cell).filter(|to| view.field().grid().can_enter(*to)).unwrap_or(from)
}

/// A unit gets itself to a square, or to the nearest one where nobody stands by then.
fn relocate(view: &BattleView, unit: UnitId, (to, clause): (Square, Clause), out: &mut Outbox) {
    let Some(data) = view.unit(unit).filter(|data| data.casualty.down().is_none()) else { return };
    let claimed = |cell: Cell| {
        out.events.iter().any(|step| matches!(step.event, Event::Stepped { to, .. } if to == cell))
    };
    let free = |cell: &Cell| {
        view.field().grid().can_enter(*cell) && view.unit_at(*cell).is_none() && !claimed(*cell)
    };
    let wanted = super::lay::cell(to);
    let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(wanted.x + x, wanted.y + y)));
    let Some(to) = [wanted].into_iter().chain(near).find(free) else { return };
    let from = data.cell();
    if data.cover.taken() {
        out.push(Event::CoverLeft { unit });
    }
    out.push(Event::Stepped { unit, from, to });
    out.push(Event::Told { unit, text: "gets out of the area".to_owned(), clause });
    super::melee::part(view, unit, to, out);
    super::melee::let_go(&data, out);
    out.then.push(Task::Look);
}

/// Whoever does something else with a price gives up what it was busy with. `SS-ACT-20`.
pub(super) fn interrupted(view: &BattleView, unit: UnitId, points: u8, out: &mut Outbox) {
    let busy = view.unit(unit).is_some_and(|unit| unit.undertaking.get().is_some());
    if busy && points > 0 {
        out.push(Event::WorkCancelled { unit, why: Cancelled::OtherAction });
    }
}

/// Points of a score go at once, or off the roll that comes. `SS-SURP-13`.
fn lose_score(view: &BattleView, unit: UnitId, points: i32, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    if view.round().number() == 0 {
        set(unit, StatusKind::ScoreLost(points), out);
    } else {
        let attribute = data.initiative.attribute();
        out.push(Event::InitiativeChanged { unit, by: -points, attribute });
    }
}

/// What startled a unit is over, or else its surprise. `SS-SURP-14`, `SS-SURP-21`.
fn compose(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    if data.status.has(StatusKind::Startled) {
        return out.push(Event::StatusEnded { unit, kind: StatusKind::Startled });
    }
    for by in data.status.surprised_by() {
        out.push(Event::StatusEnded { unit, kind: StatusKind::SurprisedBy(by) });
    }
}

/// Things that fall in this very step: numbers of things on the ground are given when events are applied.
fn dropped(out: &Outbox) -> u32 {
    let lies = |event: &Event| matches!(event, Event::Dropped { .. } | Event::Landed { .. });
    let before = out.events.iter().filter(|step| lies(&step.event)).count();
    u32::try_from(before).unwrap_or(u32::MAX)
}

fn harm(
    view: &BattleView,
    unit: UnitId,
    (after, damage): (rules::Condition, u32),
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let before = data.health.condition().clone();
    if before != after {
        let more = play::aftereffects(&view.combatant(&data), &after, view.rules());
        let (before, after) = (Box::new(before), Box::new(after));
        out.push(Event::Harmed { unit, by, damage, before, after });
        if damage > 0 {
            ailment::relieve(&data, Ends::Harm, out);
        }
        hand_on(view, more, None, out);
        out.then.push(Task::Consequences { unit, by });
    }
}

/// Whatever else a holder and whom it comes to hold are tied by ends.
fn end_others((view, holder, held): (&BattleView, UnitId, UnitId), out: &mut Outbox) {
    for (unit, stays) in [(holder, StatusKind::Holding(held)), (held, StatusKind::HeldBy(holder))] {
        if let Some(data) = view.unit(unit) {
            super::melee::let_go_but(&data, Some(stays), out);
        }
    }
}

/// What is told so far takes a unit out of its vehicle.
fn is_pulled_out(unit: UnitId, out: &Outbox) -> bool {
    let leaves = |event: &Event| matches!(event, Event::StatusEnded { unit: who, kind: StatusKind::Drives(_) | StatusKind::RidesIn(_) } if *who == unit);
    out.events.iter().any(|happening| leaves(&happening.event))
}

/// A grip ties two units: what one of them gets, the other gets the other end of. Nobody is in two grips at once.
fn hold(view: &BattleView, unit: UnitId, grip: Option<Grip>, out: &mut Outbox) {
    match grip {
        Some(Grip::Holding(other)) => {
            let (Some(holder), Some(held)) = (view.unit(unit), view.unit(UnitId(other))) else { return };
            let alive = held.casualty.down().is_none();
            if alive && held.rides().is_some() && !riding::pull_out(view, &holder, &held, out) {
                return;
            }
            end_others((view, unit, UnitId(other)), out);
            set(unit, StatusKind::Holding(UnitId(other)), out);
            set(UnitId(other), StatusKind::HeldBy(unit), out);
            if !alive {
                riding::leave(&held, out);
                out.push(Event::Carried { unit: UnitId(other), from: held.cell(), to: holder.cell() });
            }
        }
        Some(Grip::HeldBy(other)) => {
            // The other end of a grip that has not come about.
            if view.unit(unit).is_some_and(|held| held.rides().is_some()) && !is_pulled_out(unit, out) {
                return;
            }
            end_others((view, UnitId(other), unit), out);
            set(unit, StatusKind::HeldBy(UnitId(other)), out);
            set(UnitId(other), StatusKind::Holding(unit), out);
        }
        None => {
            let Some(data) = view.unit(unit) else { return };
            super::melee::let_go(&data, out);
        }
    }
}
