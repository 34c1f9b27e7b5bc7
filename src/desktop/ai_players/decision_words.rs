//! Words of a decision, written for the state in which it was made: of a door that its order has opened since, the same
//! order would say that it closes the door.

use super::{DecisionRecord, plan_words};
use ai::{AiDecision, ExitNote, ScoredOrder};
use battle::{BattleView, Order};
use battle_log::log_text::capitalise;
use battle_log::order_text::order_text;
use model::UnitId;

/// Words of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlanWords {
    /// What it does, and where: "Walk behind the crate", "Kerr attacks Moss (Rifle)".
    pub plan: String,
    /// Its order: "Kerr walks 4 m east".
    pub order: String,
    /// Where a move ends: "Behind the crate"; `None` for other orders and bare places.
    pub place: Option<String>,
    /// How its order belongs to the way out of the battlefield; `None` if it does not.
    pub exit: Option<ExitNote>,
}

/// Words of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DecisionWords {
    /// Those of the chosen order.
    pub order: String,
    /// Those of the plans, in their order.
    pub plans: Vec<PlanWords>,
}

impl DecisionWords {
    /// Writes the words of a decision that was made in the present state of the battle.
    pub fn write(view: &BattleView, unit: Option<UnitId>, decision: &AiDecision) -> Self {
        let order = match &decision.order {
            Order::Deploy { unit, to } => plan_words::placement_text(view, *unit, *to),
            order => order_text(view, order),
        };
        let plans = decision.candidates.iter().map(|plan| PlanWords {
            plan: plan_words::plan_text(view, unit, plan),
            order: order_text(view, &plan.order),
            place: destination_text(view, unit, plan),
            exit: unit.and_then(|unit| ai::exit_note(view, unit, &plan.order)),
        });
        Self { order, plans: plans.collect() }
    }
}

impl DecisionRecord {
    /// Returns the plans with their words, the chosen one first.
    pub(super) fn plans(&self) -> impl Iterator<Item = (&ScoredOrder, &PlanWords)> {
        self.decision.candidates.iter().zip(&self.words.plans)
    }
}

/// Describes where a move ends: "Behind the crate, by the wooden door"; `None` for other orders and bare places.
fn destination_text(view: &BattleView, unit: Option<UnitId>, plan: &ScoredOrder) -> Option<String> {
    let Order::Move { path, .. } = &plan.order else { return None };
    ai::describe_place(view, unit?, *path.last()?).map(|place| capitalise(&place))
}
