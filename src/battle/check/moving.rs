//! Whether a unit may move as it is told: chapter MOVE.

use super::{Draft, metres};
use crate::check::Plan;
use crate::event::Event;
use crate::fall;
use crate::order::Pace;
use crate::refusal::Refusal;
use crate::state::{Task, Way};
use crate::view::{BattleView, UnitDataItem, diagonal_step};
use field::Cell;
use rules::engine::{Action, Turn};
use rules::swan_song::switches::RunPenalty;
use rules::{Act, Gait, MoveBudget, Unpaid, play};

/// How far a unit can still go.
pub fn move_budget(view: &BattleView, unit: &UnitDataItem) -> MoveBudget {
    play::move_budget(&view.combatant(unit), view.rules())
}

impl Draft<'_> {
    pub(super) fn go(mut self, path: &[Cell], pace: Pace, evade: bool) -> Result<Plan, Refusal> {
        let grid = self.view.field().grid();
        let from = self.unit.cell();
        let costs = field::path_cost(grid, from, path, diagonal_step(self.view.rules())).map_err(|bad| {
            let at = path.get(bad.index).copied().unwrap_or(from);
            Refusal::Path { why: bad.to_string(), at }
        })?;
        let (Some(end), Some(&needed)) = (path.last(), costs.last()) else {
            return Err(Refusal::Path { why: "it has no squares".to_owned(), at: from });
        };
        let falls = fall::falls(self.view, from, path);
        for cell in path {
            let jumped_on = falls.iter().any(|(foot, _)| foot == cell);
            match self.view.unit_at(*cell).filter(|other| *other.id != self.id()) {
                Some(other) if other.side != self.unit.side || cell == end || jumped_on => {
                    let why = format!("{} stands in the way", other.identity.name());
                    return Err(Refusal::Path { why, at: *cell });
                }
                _ => {}
            }
        }
        let budget = move_budget(self.view, self.unit);
        if evade {
            self.pay(Action::Evade)?; // `SS-INTC-14`
        }
        match pace {
            Pace::Walk => self.walk((path, evade), needed, &budget),
            Pace::Run => self.run((path, evade), needed, &budget),
            Pace::Sprint => {
                if budget.sprint == 0 {
                    return Err(Refusal::WrongPace("There are no sprints in this book."));
                }
                if budget.runs == 0 {
                    return Err(Refusal::WrongPace(
                        "The first run of a round needs no sprint test: run instead.",
                    ));
                }
                self.may_run()?;
                self.pay(Action::Sprint)?;
                self.plan.karma = self.unit.karma.for_test();
                self.plan.tasks.push(Task::Sprint { unit: self.id(), path: path.to_vec(), evade });
                self.done()
            }
        }
    }

    /// What carries a move out. `SS-INTC-16`.
    fn course(&self, path: &[Cell], evade: bool, action: Action) -> Task {
        let (unit, path) = (self.id(), path.to_vec());
        if evade {
            Task::Evade { unit, path, action }
        } else {
            Task::Walk { unit, path, action, way: Way::default() }
        }
    }

    fn walk(
        mut self,
        (path, evade): (&[Cell], bool),
        needed: u32,
        budget: &MoveBudget,
    ) -> Result<Plan, Refusal> {
        if needed > budget.walk_left {
            if budget.walk_left == 0 {
                self.pay(Action::Walk)?; // what forbids any step says more than a distance
            }
            return Err(self.too_far(needed, budget.walk_left));
        }
        self.pay(Action::Walk)?;
        self.push(Event::Walked { unit: self.id(), half_metres: needed });
        let course = self.course(path, evade, Action::Walk);
        self.plan.tasks.push(course);
        self.done()
    }

    /// A run covers one walk rate; what is longer is walked with what is left of the round's walk. `SS-MOVE-07`.
    fn run(
        mut self,
        (path, evade): (&[Cell], bool),
        needed: u32,
        budget: &MoveBudget,
    ) -> Result<Plan, Refusal> {
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
        let course = self.course(path, evade, Action::Run);
        self.plan.tasks.push(course);
        self.done()
    }

    fn may_run(&self) -> Result<(), Refusal> {
        let announced = self.unit.movement.announced();
        play::may_run(&self.me, announced, self.view.rules())
            .map_err(|why| Refusal::Book { unit: self.name(), why })
    }

    fn too_far(&self, needed: u32, left: u32) -> Refusal {
        Refusal::TooFar { unit: self.name(), needed: metres(needed), left: metres(left) }
    }

    pub(super) fn announce(mut self) -> Result<Plan, Refusal> {
        if self.me.purse.turn() != Turn::Now {
            return Err(self.unpaid(Unpaid::NotItsPhase));
        }
        if self.view.rules().engine.run_penalty != RunPenalty::WholePhase {
            return Err(Refusal::NothingToDo("Here a run needs no announcement: just run.".to_owned()));
        }
        play::pay(&self.me, Act::of(Action::Run), self.view.rules()).map_err(|why| self.unpaid(why))?;
        let (announced, before) = (self.unit.movement.announced(), self.view.rules());
        if announced || play::may_run(&self.me, false, before).is_err() {
            return Err(Refusal::NothingToDo("A run is announced before the attack, once.".to_owned()));
        }
        self.push(Event::RunAnnounced { unit: self.id() });
        self.done()
    }
}
