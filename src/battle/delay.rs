//! Delayed phases in play: holders are asked, lined up, and step in. Chapter DELAY.

use super::components::UnitId;
use super::event::Event;
use super::state::{Outbox, Stage, Task};
use super::view::{BattleView, UnitDataItem};
use dice::{Step, Table};
use rules::engine::delay::{self, Holder, Lineup, Lost};
use rules::engine::turn_order::{Coins, Entry};
use rules::engine::{acts, after_pass};

/// What a unit with a held phase is at this moment.
fn holder(view: &BattleView, unit: &UnitDataItem) -> Option<Holder> {
    let pass = unit.held.pass().filter(|_| unit.fighting())?;
    let score = if unit.initiative.out() { 0 } else { unit.initiative.score() };
    let earlier = pass < view.round().passes();
    Some(Holder { score, points: unit.points.left(), earlier, own_phase: false, round_over: false })
}

/// Held phases that are gone by now, with the reasons. `SS-DELAY-20`, `SS-DELAY-21`.
pub(super) fn lapse(view: &BattleView, out: &mut Outbox) {
    for unit in view.units() {
        if let Some(why) = holder(view, &unit).and_then(delay::lost) {
            out.push(Event::HeldPhaseLost { unit: *unit.id, why });
        }
    }
}

/// The pass is over: what the reduction takes. `SS-DELAY-12`, `SS-DELAY-19`, `SS-DELAY-20`.
pub(super) fn pass_ends(view: &BattleView, goes_on: bool, out: &mut Outbox) {
    for unit in view.units() {
        let Some(holder) = holder(view, &unit) else { continue };
        let after = Holder { score: after_pass(holder.score), round_over: !goes_on, ..holder };
        if let Some(why) = delay::lost(after) {
            out.push(Event::HeldPhaseLost { unit: *unit.id, why });
        }
    }
}

/// The own phase of a unit comes: what it held from an earlier pass is gone. `SS-DELAY-18`.
pub(super) fn own_phase(unit: &UnitDataItem, out: &mut Outbox) {
    if unit.held.is_held() {
        out.push(Event::HeldPhaseLost { unit: *unit.id, why: Lost::OwnPhase });
    }
}

/// Everybody who still holds a phase and could take it now.
fn holders(view: &BattleView, wanted: impl Fn(&Holder) -> bool) -> Vec<Entry> {
    view.units()
        .filter(|unit| {
            holder(view, unit).is_some_and(|holder| delay::lost(holder).is_none() && wanted(&holder))
        })
        .map(|unit| view.entry(&unit))
        .collect()
}

/// Whom the order of phases asks before it goes on; `None` where nobody holds anything.
pub(super) enum Question {
    /// Whoever holds from the last pass, before all others. `SS-DELAY-16`.
    Open(Vec<Entry>),
    /// Whoever holds, about the phase of this unit. `SS-DELAY-05`.
    StepIn(Entry, Vec<Entry>),
    /// Whoever holds, after the last phase. `SS-DELAY-13`.
    Close(Vec<Entry>),
}

impl Question {
    /// What is to be asked before `next` has its phase, or before the pass ends.
    pub fn before(view: &BattleView, next: Option<Entry>) -> Option<Self> {
        let some = |entries: Vec<Entry>| Some(entries).filter(|entries| !entries.is_empty());
        let stage = view.round().stage();
        if stage == Stage::Opening
            && let Some(first) = some(holders(view, |holder| holder.earlier))
        {
            return Some(Self::Open(first));
        }
        match next {
            Some(next) => {
                let others = holders(view, |_| true).into_iter().filter(|entry| entry.id != next.id);
                some(others.collect()).map(|others| Self::StepIn(next, others))
            }
            None if stage == Stage::Closing => None,
            None => some(holders(view, |holder| !holder.earlier)).map(Self::Close),
        }
    }

    /// Asks, and gives the phases that come next with what the round has come to.
    pub fn ask(self, view: &BattleView, table: &mut impl Table, coins: &mut Coins) -> Step<(Lineup, Stage)> {
        match self {
            Self::Open(holders) => Ok((delay::open_pass(table, &holders, coins)?, Stage::Course)),
            Self::Close(holders) => Ok((delay::close_pass(table, &holders, coins)?, Stage::Closing)),
            Self::StepIn(next, holders) => {
                let unit = view.unit(UnitId(next.id));
                let name = unit.map(|unit| unit.identity.shared_name()).unwrap_or_else(|| "nobody".into());
                Ok((delay::step_in(table, (next, &name), &holders, coins)?, view.round().stage()))
            }
        }
    }
}

/// A line of phases that was agreed upon.
pub(super) fn line_up(lineup: Lineup, stage: Stage, out: &mut Outbox) {
    let ids = |units: Vec<u32>| units.into_iter().map(UnitId).collect::<Vec<_>>();
    out.push(Event::LinedUp { units: ids(lineup.units), together: ids(lineup.together), stage });
    out.then.push(Task::NextPhase);
}

/// The first of the line who can still act, and the line without it; `next` is who would be next without any.
///
/// A unit whose own phase it is keeps its place only while it is still the next one. `SS-INIT-23`.
pub(super) fn first_in_line(view: &BattleView, next: Option<Entry>) -> (Option<UnitId>, Vec<UnitId>) {
    let mut line = view.round().lineup().iter().copied();
    while let Some(unit) = line.next() {
        let Some(data) = view.unit(unit).filter(|data| data.fighting()) else { continue };
        let steps_in = holder(view, &data).is_some_and(|holder| delay::lost(holder).is_none());
        if steps_in || next.is_some_and(|next| next.id == unit.0) {
            return (Some(unit), line.collect());
        }
        if next.is_some() && view.waits(&data) {
            return (None, Vec::new()); // somebody else's phase comes first now: everybody is asked again
        }
    }
    (None, Vec::new())
}

/// Whether a further pass of the round follows.
pub(super) fn goes_on(view: &BattleView) -> bool {
    view.units().filter(|unit| unit.fighting()).any(|unit| {
        let scores = !unit.initiative.out() && acts(after_pass(unit.initiative.score()));
        scores || unit.status.owed().is_some()
    })
}
