//! What a mind came to, and why.

use std::fmt;

use battle::{Order, UnitId};
use field::Cell;

/// Something that a plan was weighed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Harm to an enemy by an attack.
    Harm(UnitId),
    /// Harm to friends by the same attack.
    Friends,
    /// Harm to be feared from enemies on the square where the unit ends.
    Danger,
    /// What can be done from there in the next phase.
    Future,
    /// The way towards the objective.
    Goal,
    /// The way towards the enemy.
    Near,
    /// The target has no cover from there.
    Flank,
    /// Whoever is put out of the fight strikes no more.
    Relief,
    /// It may be pushed over an edge.
    Push,
    /// Where the unit can end afterwards: its danger, its way.
    Stand,
    /// Better prepared for what comes: a loaded weapon, a better one in hand, on its feet.
    Ready,
    /// Harder to hit until its next phase.
    Guard,
    /// A way that will be open.
    Way,
    /// By how much it is taken for better or worse than it is.
    Misjudged,
}

/// One consideration and how much it counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// What.
    pub term: Term,
    /// How much, in the measure of minds: 1 is an enemy out of the fight.
    pub worth: f64,
}

/// Something that could be done, weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What would be ordered first.
    pub order: Order,
    /// Sum of the reasons.
    pub worth: f64,
    /// What spoke for it and against it.
    pub reasons: Vec<Reason>,
}

/// A square that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Which.
    pub cell: Cell,
    /// What can be done to the enemy from there.
    pub attack: f64,
    /// What standing there is worth: the way it has come, less the danger.
    pub stand: f64,
}

/// An order with the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What is to be done; it is allowed.
    pub order: Order,
    /// The best plans, the one taken first.
    pub plans: Vec<Plan>,
    /// The squares that were looked at.
    pub places: Vec<Place>,
}

/// Plans kept for whoever asks why.
pub(super) const KEPT: usize = 6;

impl Term {
    /// "harm to", "danger", in a table of reasons.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Harm(_) => "harm to",
            Self::Friends => "friends in the way",
            Self::Danger => "danger there",
            Self::Future => "next phase",
            Self::Goal => "towards the objective",
            Self::Near => "towards the enemy",
            Self::Relief => "one danger less",
            Self::Push => "over the edge",
            Self::Stand => "where it ends",
            Self::Flank => "no cover from there",
            Self::Ready => "readiness",
            Self::Guard => "safer until its next phase",
            Self::Way => "opens a way",
            Self::Misjudged => "misjudged by",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:+.2}", self.term.label(), self.worth)
    }
}

impl Plan {
    /// Of its reasons.
    pub fn new(order: Order, reasons: Vec<Reason>) -> Self {
        let worth = reasons.iter().map(|reason| reason.worth).sum();
        Self { order, worth, reasons }
    }
}

impl Thought {
    /// An order that needs no reasons.
    pub fn plain(order: Order) -> Self {
        Self { order, plans: Vec::new(), places: Vec::new() }
    }
}
