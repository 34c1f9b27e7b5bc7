//! Decisions of AI players and the score terms behind them.

use std::fmt;

use crate::exchange::PlanIntent;
use battle::Order;
use model::{Cell, UnitId};

/// A term of an order's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScoreTerm {
    /// Damage to an enemy.
    Harm(UnitId),
    /// Damage to allies by the same attack.
    FriendlyFire,
    /// Expected damage from enemies at the end position.
    Danger,
    /// Attacks possible from there in the next phase.
    Future,
    /// Progress towards the objective.
    Objective,
    /// Progress towards the enemy.
    CloseIn,
    /// An enemy is too close for a ranged weapon.
    Crowding,
    /// The target has no cover from there.
    Flank,
    /// An enemy out of action is no longer a threat.
    ThreatRemoved,
    /// The target may be pushed over an edge.
    Push,
    /// Score of the position where the unit can end afterwards.
    EndPosition,
    /// Better readiness: weapon loaded, better weapon in hand, standing.
    Readiness,
    /// Harder to hit until its next phase.
    Defence,
    /// A path is opened.
    OpensPath,
    /// An ally can be treated from there.
    Treats(UnitId),
    /// An ally can treat the unit there.
    TreatedBy(UnitId),
    /// Random error of the estimate.
    Misjudgement,
    /// The chance to win after the exchange that it leads to, compared with the planner's best plan.
    WinChance,
}

/// A score term and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreContribution {
    /// The term.
    pub term: ScoreTerm,
    /// Its value; 1 is an enemy out of action.
    pub score: f64,
}

/// A candidate order with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredOrder {
    /// The first order of the plan.
    pub order: Order,
    /// Sum of the contributions.
    pub score: f64,
    /// Contributions of the terms.
    pub contributions: Vec<ScoreContribution>,
    /// What the plan does in the rest of the phase, as far as it is known.
    pub(crate) intent: Option<Box<PlanIntent>>,
}

/// A position that was evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredPosition {
    /// The cell.
    pub cell: Cell,
    /// Score of the attacks possible from there.
    pub attack_score: f64,
    /// Score of ending there: progress minus danger.
    pub position_score: f64,
}

/// An order with the candidates it was chosen from.
#[derive(Clone, Debug, PartialEq)]
pub struct AiDecision {
    /// The chosen order; always valid.
    pub order: Order,
    /// The best candidates, the chosen one first.
    pub candidates: Vec<ScoredOrder>,
    /// The positions evaluated.
    pub positions: Vec<ScoredPosition>,
}

/// Candidates kept to explain the decision.
pub(super) const MAX_CANDIDATES_KEPT: usize = 6;

impl ScoreTerm {
    /// Label in the list of reasons: "damage to", "danger".
    pub const fn label(self) -> &'static str {
        match self {
            Self::Harm(_) => "damage to",
            Self::FriendlyFire => "friendly fire",
            Self::Danger => "danger",
            Self::Future => "next turn",
            Self::Objective => "toward objective",
            Self::CloseIn => "toward enemy",
            Self::Crowding => "enemy too close",
            Self::ThreatRemoved => "threat removed",
            Self::Push => "push over edge",
            Self::EndPosition => "end position",
            Self::Flank => "flanking",
            Self::Readiness => "readiness",
            Self::Defence => "defence",
            Self::OpensPath => "opens path",
            Self::Treats(_) => "treats",
            Self::TreatedBy(_) => "treated by",
            Self::Misjudgement => "misjudgement",
            Self::WinChance => "win chance",
        }
    }
}

impl fmt::Display for ScoreContribution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:+.2}", self.term.label(), self.score)
    }
}

impl ScoredOrder {
    /// Adds up the contributions.
    pub fn new(order: Order, contributions: Vec<ScoreContribution>) -> Self {
        let score = contributions.iter().map(|contribution| contribution.score).sum();
        Self { order, score, contributions, intent: None }
    }

    /// The same order with what the plan does in the rest of the phase.
    pub(crate) fn with_intent(self, intent: PlanIntent) -> Self {
        Self { intent: Some(Box::new(intent)), ..self }
    }
}

impl AiDecision {
    /// A decision without alternatives.
    pub fn from_order(order: Order) -> Self {
        Self { order, candidates: Vec::new(), positions: Vec::new() }
    }
}
