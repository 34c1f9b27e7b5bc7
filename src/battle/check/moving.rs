//! Whether a unit may move as it is told: chapter MOVE.

use super::{Draft, metres};
use crate::battle::check::Plan;
use crate::battle::event::Event;
use crate::battle::order::Pace;
use crate::battle::refusal::Refusal;
use crate::battle::state::Task;
use crate::battle::view::{BattleView, UnitDataItem, diagonal_step};
use crate::field::{self, Cell};
use crate::rules::swan_song::actions::Action;
use crate::rules::swan_song::budget::{self, Unpaid};
use crate::rules::swan_song::switches::RunPenalty;
use crate::rules::swan_song::{Gait, base, movement};

/// How far a unit can still go, in half metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// Left of the round's walk.
    pub walk_left: u32,
    /// What one run gives.
    pub run: u32,
    /// Runs taken in this round.
    pub runs: u8,
    /// The most a sprint can give.
    pub sprint: u32,
}

impl MoveBudget {
    /// What a unit has left in this round.
    pub fn of(view: &BattleView, unit: &UnitDataItem) -> Self {
        let switches = view.setup().switches();
        let sheet = unit.sheet.get();
        let rate = 2 * movement::walk_rate(sheet, unit.prone(), switches);
        let most =
            movement::sprint_parts(&view.fighter(unit), switches).pool().min(base::physical_limit(sheet));
        Self {
            walk_left: rate.saturating_sub(unit.movement.walked()),
            run: 2 * movement::run_distance(sheet),
            runs: unit.movement.runs(),
            sprint: 2 * most * u32::from(switches.sprint_m_per_hit),
        }
    }
}

impl Draft<'_> {
    pub(super) fn go(mut self, path: &[Cell], pace: Pace) -> Result<Plan, Refusal> {
        let switches = self.view.setup().switches();
        let grid = self.view.field().grid();
        let from = self.unit.cell();
        let costs = field::path_cost(grid, from, path, diagonal_step(switches)).map_err(|bad| {
            let at = path.get(bad.index).copied().unwrap_or(from);
            Refusal::Path { why: bad.to_string(), at }
        })?;
        let (Some(end), Some(&needed)) = (path.last(), costs.last()) else {
            return Err(Refusal::Path { why: "it has no squares".to_owned(), at: from });
        };
        for cell in path {
            match self.view.unit_at(*cell) {
                Some(other) if other.side != self.unit.side || cell == end => {
                    let why = format!("{} stands in the way", other.identity.name());
                    return Err(Refusal::Path { why, at: *cell });
                }
                _ => {}
            }
        }
        let budget = MoveBudget::of(self.view, self.unit);
        match pace {
            Pace::Walk => self.walk(path, needed, &budget),
            Pace::Run => self.run(path, needed, &budget),
            Pace::Sprint => {
                if budget.runs == 0 {
                    return Err(Refusal::WrongPace(
                        "The first run of a round needs no sprint test: run instead.",
                    ));
                }
                self.may_run()?;
                self.pay(Action::Sprint)?;
                self.plan.karma = self.unit.karma.for_test();
                self.plan.tasks.push(Task::Sprint { unit: self.id(), path: path.to_vec() });
                self.done()
            }
        }
    }

    fn walk(mut self, path: &[Cell], needed: u32, budget: &MoveBudget) -> Result<Plan, Refusal> {
        if needed > budget.walk_left {
            return Err(self.too_far(needed, budget.walk_left));
        }
        self.pay(Action::Walk)?;
        self.push(Event::Walked { unit: self.id(), half_metres: needed });
        self.plan.tasks.push(Task::Walk { unit: self.id(), path: path.to_vec() });
        self.done()
    }

    /// A run covers one walk rate; what is longer is walked with what is left of the round's walk. `SS-MOVE-07`.
    fn run(mut self, path: &[Cell], needed: u32, budget: &MoveBudget) -> Result<Plan, Refusal> {
        if budget.runs > 0 {
            return Err(Refusal::WrongPace("A second run in the same round is a sprint."));
        }
        self.may_run()?;
        let walked = needed.saturating_sub(budget.run);
        if walked > budget.walk_left {
            return Err(self.too_far(needed, budget.run + budget.walk_left));
        }
        self.pay(Action::Run)?;
        if walked > 0 {
            self.pay(Action::Walk)?;
            self.push(Event::Walked { unit: self.id(), half_metres: walked });
        }
        self.push(Event::Ran { unit: self.id(), gait: Gait::Running, from: self.unit.cell() });
        self.plan.tasks.push(Task::Walk { unit: self.id(), path: path.to_vec() });
        self.done()
    }

    fn may_run(&self) -> Result<(), Refusal> {
        if self.unit.prone() {
            return Err(Refusal::ProneRun { unit: self.name() });
        }
        let announced = self.unit.movement.announced();
        if !movement::may_run(false, self.budget.attacked, announced, self.view.setup().switches()) {
            return Err(Refusal::WrongPace("A run after an attack has to be announced before the attack."));
        }
        Ok(())
    }

    fn too_far(&self, needed: u32, left: u32) -> Refusal {
        Refusal::TooFar { unit: self.name(), needed: metres(needed), left: metres(left) }
    }

    pub(super) fn announce(mut self) -> Result<Plan, Refusal> {
        if self.budget.turn != budget::Turn::Now {
            return Err(self.unpaid(Unpaid::NotItsPhase));
        }
        if self.view.setup().switches().run_penalty != RunPenalty::WholePhase {
            return Err(Refusal::NothingToDo("Here a run needs no announcement: just run.".to_owned()));
        }
        if self.unit.prone() {
            return Err(Refusal::ProneRun { unit: self.name() });
        }
        self.budget.pay(Action::Run, self.view.setup().switches()).map_err(|why| self.unpaid(why))?;
        if self.unit.movement.announced() || self.budget.attacked {
            return Err(Refusal::NothingToDo("A run is announced before the attack, once.".to_owned()));
        }
        self.push(Event::RunAnnounced { unit: self.id() });
        self.done()
    }
}
