//! What a mind came to, and why.

use std::fmt;

use battle::{Order, UnitId};
use field::Cell;

/// Something that a plan was weighed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScoreTerm {
    /// Harm to an enemy by an attack.
    Harm(UnitId),
    /// Harm to friends by the same attack.
    FriendlyFire,
    /// Harm to be feared from enemies on the square where the unit ends.
    Danger,
    /// What can be done from there in the next phase.
    Future,
    /// The way towards the objective.
    Objective,
    /// The way towards the enemy.
    CloseIn,
    /// The target has no cover from there.
    Flank,
    /// Whoever is put out of the fight strikes no more.
    ThreatRemoved,
    /// It may be pushed over an edge.
    Push,
    /// Where the unit can end afterwards: its danger, its way.
    EndPosition,
    /// Better prepared for what comes: a loaded weapon, a better one in hand, on its feet.
    Readiness,
    /// Harder to hit until its next phase.
    Defence,
    /// A way that will be open.
    OpensPath,
    /// By how much it is taken for better or worse than it is.
    Misjudgement,
}

/// One consideration and how much it counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreContribution {
    /// What.
    pub term: ScoreTerm,
    /// How much, in the measure of minds: 1 is an enemy out of the fight.
    pub score: f64,
}

/// Something that could be done, weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredOrder {
    /// What would be ordered first.
    pub order: Order,
    /// Sum of the reasons.
    pub score: f64,
    /// What spoke for it and against it.
    pub contributions: Vec<ScoreContribution>,
}

/// A square that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredPosition {
    /// Which.
    pub cell: Cell,
    /// What can be done to the enemy from there.
    pub attack_score: f64,
    /// What standing there is worth: the way it has come, less the danger.
    pub position_score: f64,
}

/// An order with the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct AiDecision {
    /// What is to be done; it is allowed.
    pub order: Order,
    /// The best plans, the one taken first.
    pub candidates: Vec<ScoredOrder>,
    /// The squares that were looked at.
    pub positions: Vec<ScoredPosition>,
}

/// Plans kept for whoever asks why.
pub(super) const MAX_CANDIDATES_KEPT: usize = 6;

impl ScoreTerm {
    /// "harm to", "danger", in a table of reasons.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Harm(_) => "harm to",
            Self::FriendlyFire => "friends in the way",
            Self::Danger => "danger there",
            Self::Future => "next phase",
            Self::Objective => "towards the objective",
            Self::CloseIn => "towards the enemy",
            Self::ThreatRemoved => "one danger less",
            Self::Push => "over the edge",
            Self::EndPosition => "where it ends",
            Self::Flank => "no cover from there",
            Self::Readiness => "readiness",
            Self::Defence => "safer until its next phase",
            Self::OpensPath => "opens a way",
            Self::Misjudgement => "misjudged by",
        }
    }
}

impl fmt::Display for ScoreContribution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:+.2}", self.term.label(), self.score)
    }
}

impl ScoredOrder {
    /// Of its reasons.
    pub fn new(order: Order, reasons: Vec<ScoreContribution>) -> Self {
        let worth = reasons.iter().map(|reason| reason.score).sum();
        Self { order, score: worth, contributions: reasons }
    }
}

impl AiDecision {
    /// An order that needs no reasons.
    pub fn from_order(order: Order) -> Self {
        Self { order, candidates: Vec::new(), positions: Vec::new() }
    }
}
