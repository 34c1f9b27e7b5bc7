//! Where the pointer was left when an order was carried out: an empty square there was not chosen since.

use crate::session::{Intent, Session};
use model::{Cell, UnitId};

/// The square on which the pointer was when an order was carried out, until it leaves that square.
#[derive(Debug, Default)]
pub(super) struct LeftPointer {
    /// Orders of the battle so far.
    orders: usize,
    acting: Option<UnitId>,
    cell: Option<Cell>,
}

impl LeftPointer {
    /// Follows the pointer, with the number of orders so far and the acting unit; returns whether the card of the hovered square would
    /// only offer a move from where the unit is now to where the pointer was left by an earlier order of its turn.
    pub fn follow(&mut self, session: &Session, (orders, acting): (usize, Option<UnitId>)) -> bool {
        if self.orders != orders {
            // Where a turn has begun, the pointer rests.
            let left = session.hover.filter(|_| self.acting == acting && session.cursor.is_none());
            *self = Self { orders, acting, cell: left.map(|hover| hover.cell) };
        }
        let Some(hover) = session.hover.filter(|hover| self.cell == Some(hover.cell)) else {
            self.cell = None;
            return false;
        };
        let is_chosen = session.cursor.is_some() || session.marked.is_some() || session.warned.is_some();
        hover.unit.is_none() && session.intent == Intent::Move && !is_chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Hover;

    const ACTING: Option<UnitId> = Some(UnitId(1));

    fn pointing_at(column: i32, unit: Option<UnitId>) -> Session {
        let hover = Some(Hover { cell: Cell::new(column, 2), unit, barrier: None });
        Session { hover, ..Session::default() }
    }

    #[test]
    fn an_empty_square_keeps_no_card_after_an_order_until_the_pointer_leaves_it() {
        let mut left = LeftPointer::default();
        assert!(!left.follow(&pointing_at(4, None), (3, ACTING)), "the turn has begun");
        assert!(!left.follow(&pointing_at(4, Some(UnitId(7))), (4, ACTING)), "an enemy was attacked");
        assert!(left.follow(&pointing_at(4, None), (4, ACTING)), "and thrown back");
        assert!(!left.follow(&pointing_at(5, None), (4, ACTING)), "the pointer has moved");
        assert!(!left.follow(&pointing_at(4, None), (4, ACTING)), "and come back");
        assert!(left.follow(&pointing_at(4, None), (5, ACTING)), "an order was given by a key");
    }

    #[test]
    fn what_is_chosen_keeps_its_card_after_an_order() {
        let mut left = LeftPointer::default();
        let square = pointing_at(4, None);
        left.follow(&square, (3, ACTING));
        assert!(left.follow(&square, (4, ACTING)));
        let marked = Session { marked: Some(Cell::new(4, 2)), ..pointing_at(4, None) };
        assert!(!left.follow(&marked, (4, ACTING)), "the first click has aimed");
        let by_key = Session { cursor: Some(Cell::new(4, 2)), ..pointing_at(4, None) };
        assert!(!left.follow(&by_key, (4, ACTING)), "the cursor points there");
        let aiming = Intent::Attack { weapon: 0, mode: None, option: None };
        assert!(!left.follow(&Session { intent: aiming, ..square }, (4, ACTING)));
    }
}
