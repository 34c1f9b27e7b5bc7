//! Orders that one click gave together, such as a purchase and what it pays for: one undo takes them back.

use bevy::prelude::*;

use battle::{History, Order, OrderRecord};

/// Orders that one click gave together.
#[derive(Clone, Debug, PartialEq)]
struct JointGroup {
    /// Number of the first of them in the history.
    first: usize,
    orders: Vec<Order>,
}

impl JointGroup {
    /// Whether the history has this many of the orders in their place.
    fn has_first(&self, records: &[OrderRecord], count: usize) -> bool {
        let given = records.iter().map(|record| &record.order).skip(self.first).take(count);
        given.eq(self.orders.iter().take(count))
    }

    /// Whether the history has all of the orders in their place.
    fn is_given(&self, records: &[OrderRecord]) -> bool {
        self.has_first(records, self.orders.len())
    }
}

/// The orders of this battle that one click each gave together.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct JointOrders {
    groups: Vec<JointGroup>,
}

impl JointOrders {
    /// Notes that the orders from this number of the history on were given by one click.
    pub fn add(&mut self, history: &History, first: usize) {
        let orders: Vec<Order> =
            history.records().iter().skip(first).map(|record| record.order.clone()).collect();
        if orders.is_empty() {
            return; // what was undone may be given again
        }
        self.groups.retain(|group| group.first < first && group.is_given(history.records()));
        if orders.len() > 1 {
            self.groups.push(JointGroup { first, orders });
        }
    }

    /// Whether the history ends amid the orders of a click: some of them are undone, and others not.
    pub fn ends_within(&self, history: &History) -> bool {
        let count = history.records().len();
        self.groups.iter().any(|group| {
            let given = count.saturating_sub(group.first);
            (1..group.orders.len()).contains(&given) && group.has_first(history.records(), given)
        })
    }

    /// Returns the numbers of the orders that the click gave before this one.
    pub fn before(&self, history: &History, number: usize) -> std::ops::Range<usize> {
        let holds = |group: &&JointGroup| {
            (group.first + 1..group.first + group.orders.len()).contains(&number)
                && group.is_given(history.records())
        };
        self.groups.iter().find(holds).map_or(number..number, |group| group.first..number)
    }
}
