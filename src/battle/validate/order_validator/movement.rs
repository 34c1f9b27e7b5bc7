//! Whether a unit may move as it is told: chapter MOVE.

use super::ValidatedOrder;
use super::{OrderValidator, format_metres};
use crate::model::event::BattleEvent;
use crate::model::order::Pace;
use crate::model::resources::{MoveProgress, ResolutionStep};
use crate::resolve::falling;
use crate::validate::order_error::OrderError;
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use field::Cell;
use rules::turn_engine::RunPenalty;
use rules::turn_engine::{Action, PhaseTiming};
use rules::{ActionRequest, CostError, MoveBudget, MovementMode, play};

/// How far a unit can still go.
pub fn move_budget(view: &BattleView, unit: &UnitDataItem) -> MoveBudget {
    play::move_budget(&view.unit_snapshot(unit), view.rules())
}

impl OrderValidator<'_> {
    pub(crate) fn move_along(
        mut self,
        path: &[Cell],
        pace: Pace,
        evade: bool,
    ) -> Result<ValidatedOrder, OrderError> {
        let grid = self.view.field().grid();
        let from = self.unit.cell();
        let costs = field::path_cost(grid, from, path, diagonal_step(self.view.rules())).map_err(|bad| {
            let at = path.get(bad.index).copied().unwrap_or(from);
            OrderError::InvalidPath { why: bad.to_string(), at }
        })?;
        let (Some(end), Some(&needed)) = (path.last(), costs.last()) else {
            return Err(OrderError::InvalidPath { why: "it has no squares".to_owned(), at: from });
        };
        let falls = falling::falls_on_path(self.view, from, path);
        for cell in path {
            let jumped_on = falls.iter().any(|(foot, _)| foot == cell);
            match self.view.unit_at(*cell).filter(|other| *other.id != self.id()) {
                Some(other) if other.side != self.unit.side || cell == end || jumped_on => {
                    let why = format!("{} stands in the way", other.identity.name());
                    return Err(OrderError::InvalidPath { why, at: *cell });
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
                    return Err(OrderError::WrongPace("There are no sprints in this book."));
                }
                if budget.runs == 0 {
                    return Err(OrderError::WrongPace(
                        "The first run of a round needs no sprint test: run instead.",
                    ));
                }
                self.check_run()?;
                self.pay(Action::Sprint)?;
                self.validated.karma = self.unit.karma.for_test();
                self.validated.steps.push(ResolutionStep::Sprint {
                    unit: self.id(),
                    path: path.to_vec(),
                    evade,
                });
                self.finish()
            }
        }
    }

    /// What carries a move out. `SS-INTC-16`.
    fn movement_step(&self, path: &[Cell], evade: bool, action: Action) -> ResolutionStep {
        let (unit, path) = (self.id(), path.to_vec());
        if evade {
            ResolutionStep::Evade { unit, path, action }
        } else {
            ResolutionStep::Walk { unit, path, action, way: MoveProgress::default() }
        }
    }

    fn walk(
        mut self,
        (path, evade): (&[Cell], bool),
        needed: u32,
        budget: &MoveBudget,
    ) -> Result<ValidatedOrder, OrderError> {
        if needed > budget.walk_left {
            if budget.walk_left == 0 {
                self.pay(Action::Walk)?; // what forbids any step says more than a distance
            }
            return Err(self.too_far_error(needed, budget.walk_left));
        }
        self.pay(Action::Walk)?;
        self.push(BattleEvent::Walked { unit: self.id(), half_metres: needed });
        let course = self.movement_step(path, evade, Action::Walk);
        self.validated.steps.push(course);
        self.finish()
    }

    /// A run covers one walk rate; what is longer is walked with what is left of the round's walk. `SS-MOVE-07`.
    fn run(
        mut self,
        (path, evade): (&[Cell], bool),
        needed: u32,
        budget: &MoveBudget,
    ) -> Result<ValidatedOrder, OrderError> {
        if budget.runs > 0 {
            return Err(OrderError::WrongPace("A second run in the same round is a sprint."));
        }
        self.check_run()?;
        let walked = needed.saturating_sub(budget.run);
        if walked > budget.walk_left {
            return Err(self.too_far_error(needed, budget.run + budget.walk_left));
        }
        self.pay(Action::Run)?;
        if walked > 0 {
            self.pay(Action::Walk)?;
            self.push(BattleEvent::Walked { unit: self.id(), half_metres: walked });
        }
        self.push(BattleEvent::Ran { unit: self.id(), gait: MovementMode::Running, from: self.unit.cell() });
        let course = self.movement_step(path, evade, Action::Run);
        self.validated.steps.push(course);
        self.finish()
    }

    fn check_run(&self) -> Result<(), OrderError> {
        let announced = self.unit.movement.announced();
        play::may_run(&self.after_payment, announced, self.view.rules())
            .map_err(|why| OrderError::ForbiddenByBook { unit: self.unit_name(), why })
    }

    fn too_far_error(&self, needed: u32, left: u32) -> OrderError {
        OrderError::TooFar {
            unit: self.unit_name(),
            needed: format_metres(needed),
            left: format_metres(left),
        }
    }

    pub(crate) fn announce_run(mut self) -> Result<ValidatedOrder, OrderError> {
        if self.after_payment.purse.phase_timing() != PhaseTiming::Now {
            return Err(self.cost_error(CostError::NotItsPhase));
        }
        if self.view.rules().engine.run_penalty != RunPenalty::WholePhase {
            return Err(OrderError::NothingToDo("Here a run needs no announcement: just run.".to_owned()));
        }
        play::pay(&self.after_payment, ActionRequest::for_action(Action::Run), self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        let (announced, before) = (self.unit.movement.announced(), self.view.rules());
        if announced || play::may_run(&self.after_payment, false, before).is_err() {
            return Err(OrderError::NothingToDo("A run is announced before the attack, once.".to_owned()));
        }
        self.push(BattleEvent::RunAnnounced { unit: self.id() });
        self.finish()
    }
}
