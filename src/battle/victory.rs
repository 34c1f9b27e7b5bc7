//! Who has won: the objectives of the skirmish.

use super::components::{Side, UnitId};
use super::event::{Ending, Event, Outcome};
use super::state::{History, Outbox};
use super::view::{BattleView, UnitDataItem};
use content::{Objective, TimeUp};
use field::Cell;
use rules::engine::Action;
use rules::{Down, Grip, play, status};

/// What a look at the objectives has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is too early to tell: something is still open.
    Later,
    /// They have nothing to say.
    Nothing,
    /// The outbox has what they say.
    Said,
}

/// Looks at the objectives after every task that is done.
pub(super) fn judge(view: &BattleView, history: &History, out: &mut Outbox) -> Verdict {
    if view.decision().is_some() || view.round().outcome().is_some() || view.round().deploying() {
        return Verdict::Later;
    }
    // Somebody is still to fall: who has won is known only then.
    let falls =
        |unit: &UnitDataItem| play::down(unit.sheet.get(), unit.health.condition(), view.setup().rules());
    let mut standing = Vec::new();
    for unit in view.units() {
        if falls(&unit) > unit.casualty.down() {
            return Verdict::Later;
        }
        if stands(&unit) && !standing.contains(unit.side) {
            standing.push(*unit.side);
        }
    }
    standing.sort_unstable();
    let told = out.events.len();
    let leaving = leave_by_exits(view);
    if !leaving.is_empty() {
        standing = without(view, &leaving);
    }
    for unit in &leaving {
        out.push(Event::Escaped { unit: *unit });
    }
    if let Some(outcome) = outcome(view, (&leaving, &standing), history.round_over, out) {
        let due = super::timed::after_combat(view);
        if due.is_empty() {
            out.push(Event::Ended(outcome));
        } else {
            // It is decided anew when everything has gone off.
            out.events.truncate(told);
            out.then.extend(due);
        }
    }
    if out.is_quiet() && out.then.is_empty() { Verdict::Nothing } else { Verdict::Said }
}

/// What the objectives of a skirmish look at besides who is up and how time goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Watch {
    /// Whose phase it is: units leave by an exit once theirs is over.
    phases: bool,
    /// Who is where, at any time.
    places: bool,
    /// What units suffer, and who holds whom.
    statuses: bool,
}

impl Watch {
    pub(super) fn of(objectives: &[Objective]) -> Self {
        let any = |wanted: fn(&Objective) -> bool| objectives.iter().any(wanted);
        Self {
            phases: any(|goal| matches!(goal, Objective::Escape { .. })),
            places: any(|goal| matches!(goal, Objective::Clear { .. })),
            statuses: any(|goal| matches!(goal, Objective::Stop { .. } | Objective::Rescue { .. })),
        }
    }

    /// Whether an event may change what the objectives have to say. Whoever acts leaves by an exit once its phase is over.
    pub(super) fn weighs(self, event: &Event, acting: Option<UnitId>) -> bool {
        match event {
            Event::PhaseEnded { .. } | Event::PhaseLost { .. } | Event::Delayed { .. } => self.phases,
            Event::Deployed { unit, .. } | Event::Stepped { unit, .. } | Event::Carried { unit, .. } => {
                self.places || self.phases && acting != Some(*unit)
            }
            Event::StatusSet { .. }
            | Event::StatusEnded { .. }
            | Event::Afflicted { .. }
            | Event::AilmentCounted { .. }
            | Event::Relieved { .. }
            | Event::Bound { .. } => self.statuses,
            Event::PassBegan { .. }
            | Event::PassEnded { .. }
            | Event::LinedUp { .. }
            | Event::PhaseBegan { .. }
            | Event::FuseTicked { .. }
            | Event::LetPass { .. }
            | Event::Evaded { .. }
            | Event::InitiativeRolled { .. }
            | Event::InitiativeChanged { .. }
            | Event::ScoreSet { .. }
            | Event::CoinsTossed { .. }
            | Event::PointsRestored { .. }
            | Event::Paid { .. }
            | Event::PurseChanged { .. }
            | Event::KarmaPlanned { .. }
            | Event::KarmaSpent { .. }
            | Event::RunAnnounced { .. }
            | Event::Walked { .. }
            | Event::Ran { .. }
            | Event::Stopped { .. }
            | Event::CoverTaken { .. }
            | Event::CoverLeft { .. }
            | Event::PoolSplit { .. }
            | Event::AttackDeclared { .. }
            | Event::AttackResolved { .. }
            | Event::Defended { .. }
            | Event::DutyDone { .. }
            | Event::ShotAt { .. }
            | Event::Told { .. }
            | Event::Readied { .. }
            | Event::Reloaded { .. }
            | Event::RoundsLeft { .. }
            | Event::Faulted { .. } => false,
            _ => true,
        }
    }
}

/// Units of a side that has to escape leave when they stand in its exit.
fn leave_by_exits(view: &BattleView) -> Vec<UnitId> {
    let mut leaving = Vec::new();
    for objective in &view.setup().bundle().skirmish.objectives {
        let Objective::Escape { side, zone, .. } = objective else { continue };
        let gone = standing_in(view, Side(*side), zone).into_iter();
        // Whoever ends its turn there leaves.
        leaving.extend(gone.filter(|unit| !is_on_its_way(view, *unit)));
    }
    leaving.sort();
    leaving.dedup();
    leaving
}

/// It is its phase, or that of whoever drives it.
fn is_on_its_way(view: &BattleView, unit: UnitId) -> bool {
    let Some(data) = view.unit(unit) else { return false };
    let driver = view.driver(data.rides().unwrap_or(unit)).map(|driver| *driver.id);
    view.round().acting().is_some_and(|acting| acting == unit || Some(acting) == driver)
}

/// Whether a unit goes nowhere any more: it is out of the fight, or a vehicle that cannot move or that nobody drives.
fn is_stopped(view: &BattleView, unit: &UnitDataItem) -> bool {
    let helpless = unit.is_driven() && !view.aboard(*unit.id).any(|inside| inside.fighting());
    let stuck = status::permits(unit.status.ailments(), Action::Walk).is_err();
    !unit.casualty.escaped() && (unit.casualty.down().is_some() || helpless || stuck)
}

/// Whether a unit is free: it lives, nobody holds it, and nobody against it and this side is up.
fn is_rescued(view: &BattleView, unit: &UnitDataItem, by: Side) -> bool {
    let held = matches!(unit.status.grip(), Some(Grip::HeldBy(_)));
    let guarded = view.units().any(|other| other.side != unit.side && *other.side != by && other.fighting());
    unit.casualty.down() != Some(Down::Dead) && !held && !guarded
}

fn standing_in(view: &BattleView, side: Side, zone: &str) -> Vec<UnitId> {
    let cells = zone_cells(view, zone);
    view.units()
        .filter(|unit| unit.fighting() && *unit.side == side && cells.binary_search(&unit.cell()).is_ok())
        .map(|unit| *unit.id)
        .collect()
}

/// The unit of a name.
fn named<'a>(view: &'a BattleView, name: &str) -> Option<UnitDataItem<'a, 'a>> {
    view.units().find(|unit| unit.identity.name() == name)
}

fn zone_cells<'a>(view: &'a BattleView, zone: &str) -> &'a [Cell] {
    view.setup().bundle().skirmish.map.zones.get(zone).map_or(&[], Vec::as_slice)
}

fn outcome(
    view: &BattleView,
    (leaving, standing): (&[UnitId], &[Side]),
    round_over: bool,
    out: &mut Outbox,
) -> Option<Outcome> {
    let skirmish = &view.setup().bundle().skirmish;
    let mut won = None;
    for (number, objective) in skirmish.objectives.iter().enumerate() {
        let side = Side(objective.side());
        let ending = match objective {
            Objective::Eliminate { .. } => (standing == [side]).then_some(Ending::Eliminated),
            Objective::Escape { units, .. } => {
                let gone = |unit: &UnitDataItem| unit.casualty.escaped() || leaving.contains(unit.id);
                let gone = view.units().filter(|unit| *unit.side == side && gone(unit)).count();
                (gone >= *units as usize).then_some(Ending::Escaped)
            }
            Objective::Reach { zone, .. } => {
                (round_over && !standing_in(view, side, zone).is_empty()).then_some(Ending::Reached)
            }
            Objective::Clear { zone, .. } => {
                let cells = zone_cells(view, zone);
                let there = |unit: &UnitDataItem| cells.binary_search(&unit.cell()).is_ok();
                let others = view.units().filter(|unit| *unit.side != side && unit.fighting() && there(unit));
                (others.filter(|unit| !leaving.contains(unit.id)).count() == 0).then_some(Ending::Taken)
            }
            Objective::Stop { unit, .. } => {
                named(view, unit).is_some_and(|unit| is_stopped(view, &unit)).then_some(Ending::Stopped)
            }
            Objective::Rescue { unit, .. } => {
                named(view, unit).is_some_and(|unit| is_rescued(view, &unit, side)).then_some(Ending::Rescued)
            }
            Objective::Slay { unit, .. } => {
                let dead = |unit: UnitDataItem| unit.casualty.down() == Some(Down::Dead);
                named(view, unit).is_some_and(dead).then_some(Ending::Slain)
            }
            Objective::Hold { zone, rounds, .. } => {
                let held = if round_over {
                    count_hold(view, number, side, zone, out)
                } else {
                    view.round().held_for(number)
                };
                (held >= *rounds).then_some(Ending::Held)
            }
        };
        won = won.or(ending.map(|ending| Outcome { winner: Some(side), ending }));
    }
    won.or_else(|| nobody_left(standing))
        .or_else(|| (round_over && view.round().number() >= skirmish.rounds).then(|| time_up(view)))
}

/// How far an objective that is counted has come, and how far it has to: rounds held, units away.
pub fn progress(view: &BattleView, number: usize) -> Option<(u32, u32)> {
    match view.setup().bundle().skirmish.objectives.get(number)? {
        Objective::Hold { rounds, .. } => Some((view.round().held_for(number), *rounds)),
        Objective::Escape { side, units, .. } => {
            let gone = |unit: &UnitDataItem| *unit.side == Side(*side) && unit.casualty.escaped();
            Some((view.units().filter(gone).count() as u32, *units))
        }
        _ => None,
    }
}

/// Rounds in a row at whose end only this side stood in the zone.
fn count_hold(view: &BattleView, objective: usize, side: Side, zone: &str, out: &mut Outbox) -> u32 {
    let cells = zone_cells(view, zone);
    let ours = !standing_in(view, side, zone).is_empty();
    let theirs = view
        .units()
        .any(|unit| unit.fighting() && *unit.side != side && cells.binary_search(&unit.cell()).is_ok());
    let rounds = if ours && !theirs { view.round().held_for(objective) + 1 } else { 0 };
    out.push(Event::HoldCounted { objective, rounds });
    rounds
}

/// It keeps its side on the field.
fn stands(unit: &UnitDataItem) -> bool {
    unit.fighting() && !unit.is_driven()
}

/// The sides that still have somebody on the field once some have left it.
fn without(view: &BattleView, leaving: &[UnitId]) -> Vec<Side> {
    let stay = view.units().filter(|unit| stands(unit) && !leaving.contains(unit.id));
    let mut sides: Vec<Side> = stay.map(|unit| *unit.side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// A side with nobody left cannot win any more: the last one standing has won, whatever it was there for.
fn nobody_left(standing: &[Side]) -> Option<Outcome> {
    match *standing {
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
                view.units()
                    .filter(|unit| unit.fighting() && !unit.is_driven() && *unit.side == Side(side))
                    .count()
            };
            let counts: Vec<_> = (0..skirmish.sides.len() as u8).map(|side| (standing(side), side)).collect();
            let most = counts.iter().max().expect("a skirmish has sides");
            let alone = counts.iter().filter(|(count, _)| *count == most.0).count() == 1;
            alone.then_some(Side(most.1))
        }
    };
    Outcome { winner, ending: Ending::TimeUp }
}
