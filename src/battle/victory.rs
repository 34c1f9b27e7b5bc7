//! Who has won: the objectives of the skirmish.

use bevy::prelude::*;

use super::apply::Ledger;
use super::components::{Side, UnitId};
use super::event::{Ending, Event, Happening, Outcome};
use super::schedule::ResolveSystems;
use super::state::{History, Outbox, Pending};
use super::view::BattleView;
use crate::content::{Objective, TimeUp};
use crate::field::Cell;

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems((judge, record).chain().in_set(ResolveSystems::Victory));
}

/// Looks at the objectives after every task that is done.
fn judge(view: BattleView, history: Res<History>, pending: Res<Pending>, mut out: ResMut<Outbox>) {
    if pending.decision().is_some() || view.round().outcome().is_some() || view.round().deploying() {
        return;
    }
    for event in leave_by_exits(&view) {
        out.push(event);
    }
    let round_over = history.chapters().last().is_some_and(|chapter| {
        let last = chapter.happenings.iter().rev().map(|happening| &happening.event);
        // The round's end and its consequences are the latest thing that happened.
        let mut since = last.take_while(|event| !matches!(event, Event::RoundBegan { .. } | Event::HoldCounted { .. }));
        since.any(|event| matches!(event, Event::RoundEnded { .. }))
    });
    if let Some(outcome) = outcome(&view, round_over, &mut out) {
        out.push(Event::Ended(outcome));
    }
}

fn record(mut out: ResMut<Outbox>, mut ledger: Ledger) {
    let events: Vec<Happening> = out.events.drain(..).collect();
    for happening in events {
        ledger.apply(happening);
    }
}

/// Units of a side that has to escape leave when they stand in its exit.
fn leave_by_exits(view: &BattleView) -> Vec<Event> {
    let mut events = Vec::new();
    for objective in &view.setup().bundle().skirmish.objectives {
        let Objective::Escape { side, zone, .. } = objective else { continue };
        let gone = standing_in(view, Side(*side), zone).into_iter();
        // Whoever ends its turn there leaves.
        events.extend(gone.filter(|unit| view.round().acting() != Some(*unit)).map(|unit| Event::Escaped { unit }));
    }
    events
}

fn standing_in(view: &BattleView, side: Side, zone: &str) -> Vec<UnitId> {
    let cells = zone_cells(view, zone);
    view.units()
        .filter(|unit| unit.fighting() && *unit.side == side && cells.binary_search(&unit.cell()).is_ok())
        .map(|unit| *unit.id)
        .collect()
}

fn zone_cells<'a>(view: &'a BattleView, zone: &str) -> &'a [Cell] {
    view.setup().bundle().skirmish.map.zones.get(zone).map_or(&[], Vec::as_slice)
}

fn outcome(view: &BattleView, round_over: bool, out: &mut Outbox) -> Option<Outcome> {
    let skirmish = &view.setup().bundle().skirmish;
    let left_now = out.events.iter().filter(|happening| matches!(happening.event, Event::Escaped { .. })).count();
    for objective in &skirmish.objectives {
        let (side, ending) = match objective {
            Objective::Eliminate { side } => (*side, others_gone(view, Side(*side)).then_some(Ending::Eliminated)),
            Objective::Escape { side, units, .. } => {
                let before = view.units().filter(|unit| *unit.side == Side(*side) && unit.casualty.escaped()).count();
                (*side, (before + left_now >= *units as usize).then_some(Ending::Escaped))
            }
            Objective::Reach { side, zone } => {
                let there = round_over && !standing_in(view, Side(*side), zone).is_empty();
                (*side, there.then_some(Ending::Reached))
            }
            Objective::Hold { side, zone, rounds } => {
                let held = if round_over { count_hold(view, Side(*side), zone, out) } else { view.round().held() };
                (*side, (held >= *rounds).then_some(Ending::Held))
            }
        };
        if let Some(ending) = ending {
            return Some(Outcome { winner: Some(Side(side)), ending });
        }
    }
    nobody_left(view).or_else(|| (round_over && view.round().number() >= skirmish.rounds).then(|| time_up(view)))
}

/// Rounds in a row at whose end only this side stood in the zone.
fn count_hold(view: &BattleView, side: Side, zone: &str, out: &mut Outbox) -> u32 {
    let cells = zone_cells(view, zone);
    let ours = !standing_in(view, side, zone).is_empty();
    let theirs = view
        .units()
        .any(|unit| unit.fighting() && *unit.side != side && cells.binary_search(&unit.cell()).is_ok());
    let rounds = if ours && !theirs { view.round().held() + 1 } else { 0 };
    out.push(Event::HoldCounted { rounds });
    rounds
}

fn others_gone(view: &BattleView, side: Side) -> bool {
    let mut fighting = view.units().filter(|unit| unit.fighting());
    let ours = view.units().any(|unit| unit.fighting() && *unit.side == side);
    ours && fighting.all(|unit| *unit.side == side)
}

/// A side with nobody left cannot win any more: the last one standing has won, whatever it was there for.
fn nobody_left(view: &BattleView) -> Option<Outcome> {
    let mut sides: Vec<Side> = view.units().filter(|unit| unit.fighting()).map(|unit| *unit.side).collect();
    sides.sort();
    sides.dedup();
    match sides[..] {
        [] => Some(Outcome { winner: None, ending: Ending::Eliminated }),
        [side] => Some(Outcome { winner: Some(side), ending: Ending::Eliminated }),
        _ => None,
    }
}

fn time_up(view: &BattleView) -> Outcome {
    let skirmish = &view.setup().bundle().skirmish;
    let winner = match skirmish.then {
        TimeUp::Draw => None,
        TimeUp::Wins(side) => Some(Side(side)),
        TimeUp::MostStanding => {
            let standing = |side: u8| {
                view.units().filter(|unit| unit.fighting() && *unit.side == Side(side)).count()
            };
            let counts: Vec<_> = (0..skirmish.sides.len() as u8).map(|side| (standing(side), side)).collect();
            let most = counts.iter().max().expect("a skirmish has sides");
            let alone = counts.iter().filter(|(count, _)| *count == most.0).count() == 1;
            alone.then_some(Side(most.1))
        }
    };
    Outcome { winner, ending: Ending::TimeUp }
}
