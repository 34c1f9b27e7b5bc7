//! Validates moves and announced runs: path, pace, reach and price. Chapter MOVE.

use super::{OrderValidator, format_metres};
use crate::state::event::BattleEvent;
use crate::state::order::Pace;
use crate::state::resources::{DeclaredAction, MoveProgress, ResolutionStep};
use crate::validate::order_error::OrderError;
use crate::validate::rejection::{PaceRejection, PathRejection, PointlessOrder};
use crate::validate::validated_order::ValidatedOrder;
use crate::view::battle_view::diagonal_step;
use crate::view::falls::falls_on_path;
use model::Cell;
use rules::turn_engine::switches::RunPenalty;
use rules::turn_engine::{Action, PhaseTiming};
use rules::{ActionRequest, CostError, MoveBudget, MovementMode, play};

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
            OrderError::InvalidPath { why: bad.into(), at }
        })?;
        let (Some(end), Some(&needed)) = (path.last(), costs.last()) else {
            return Err(OrderError::InvalidPath { why: PathRejection::Empty, at: from });
        };
        let falls = falls_on_path(self.view, from, path);
        for (index, cell) in path.iter().enumerate() {
            let lands_on = falls.iter().any(|(foot, _)| *foot == index);
            match self.view.unit_at(*cell).filter(|other| *other.id != self.id()) {
                Some(other) if other.side != self.unit.side || cell == end || lands_on => {
                    let why = PathRejection::UnitInTheWay { unit: other.identity.name().to_owned() };
                    return Err(OrderError::InvalidPath { why, at: *cell });
                }
                _ => {}
            }
        }
        let budget = play::move_budget(&self.after_payment, self.view.rules());
        if evade {
            self.pay(Action::Evade)?; // `SS-INTC-14`
            self.validated.karma = self.unit.karma.for_test();
        }
        match pace {
            Pace::Walk => self.walk((path, evade), needed, &budget),
            Pace::Run => self.run((path, evade), needed, &budget),
            Pace::Sprint => {
                if !play::has_sprints(self.view.rules()) {
                    return Err(PaceRejection::NoSprints.into());
                }
                if budget.runs == 0 {
                    return Err(PaceRejection::RunFirst.into());
                }
                self.check_run()?;
                self.pay(Action::Sprint)?;
                if budget.sprint == 0 {
                    return Err(PaceRejection::NoSprintDice { unit: self.unit_name() }.into());
                }
                self.validated.karma = self.unit.karma.for_test();
                self.then.push(ResolutionStep::Sprint { unit: self.id(), path: path.to_vec(), evade });
                self.finish()
            }
        }
    }

    /// The step that carries out a move. `SS-INTC-16`.
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
                self.pay(Action::Walk)?; // an error about any movement comes before one about the distance
            }
            return Err(self.too_far_error(needed, budget.walk_left));
        }
        self.pay(Action::Walk)?;
        let crawls = self.unit.is_prone();
        self.push(BattleEvent::Walked { unit: self.id(), half_metres: needed, crawls });
        let step = self.movement_step(path, evade, Action::Walk);
        self.then.push(step);
        self.finish()
    }

    /// A run covers one walk rate; the rest uses the walk left this round. `SS-MOVE-07`.
    fn run(
        mut self,
        (path, evade): (&[Cell], bool),
        needed: u32,
        budget: &MoveBudget,
    ) -> Result<ValidatedOrder, OrderError> {
        if budget.runs > 0 {
            return Err(PaceRejection::SecondRun.into());
        }
        self.check_run()?;
        let walked = needed.saturating_sub(budget.run);
        if walked > budget.walk_left {
            return Err(self.too_far_error(needed, budget.run + budget.walk_left));
        }
        self.pay(Action::Run)?;
        if walked > 0 {
            self.pay(Action::Walk)?;
            self.push(BattleEvent::Walked { unit: self.id(), half_metres: walked, crawls: false });
        }
        self.push(BattleEvent::Ran { unit: self.id(), gait: MovementMode::Running, from: self.unit.cell() });
        let step = self.movement_step(path, evade, Action::Run);
        self.declared = Some(DeclaredAction::Action(Action::Run));
        self.then.push(step);
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
        if self.after_payment.budget.phase_timing() != PhaseTiming::Now {
            return Err(self.cost_error(CostError::NotItsPhase));
        }
        if self.view.rules().engine.run_penalty != RunPenalty::WholePhase {
            return Err(PointlessOrder::NoAnnouncementNeeded.into());
        }
        play::pay_action(&self.after_payment, ActionRequest::for_action(Action::Run), self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        let (announced, rules) = (self.unit.movement.announced(), self.view.rules());
        if announced || play::may_run(&self.after_payment, false, rules).is_err() {
            return Err(PointlessOrder::AnnounceRunFirst.into());
        }
        self.push(BattleEvent::RunAnnounced { unit: self.id() });
        self.finish()
    }
}
