//! What a mind came to, and why.

use crate::battle::Order;

/// One consideration of a plan: what was weighed, and how much it counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// "harm to Rasp", "danger here", "towards the exit".
    pub what: String,
    /// In the measure of minds: 1 is one enemy out of the fight.
    pub worth: f64,
}

/// An order with the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What is to be done; it is allowed.
    pub order: Order,
    /// What spoke for it.
    pub reasons: Vec<Reason>,
}

impl Thought {
    /// An order that needs no reasons.
    pub fn plain(order: Order) -> Self {
        Self { order, reasons: Vec::new() }
    }
}
