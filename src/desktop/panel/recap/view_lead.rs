//! Whether a recap leads the view of the board.

use crate::player_input::WatchedView;

/// Whether the steps of a recap lead the view away from where the player has looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ViewLead {
    leads: bool,
}

impl ViewLead {
    /// Follows the recap. Returns that the view is to be remembered when it begins to lead, and to come back when it ends.
    pub fn follow(&mut self, leads: bool) -> Option<WatchedView> {
        match (std::mem::replace(&mut self.leads, leads), leads) {
            (false, true) => Some(WatchedView::Remember),
            (true, false) => Some(WatchedView::Return),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_is_remembered_when_a_recap_begins_and_comes_back_when_it_ends() {
        let mut lead = ViewLead::default();
        assert_eq!(lead.follow(false), None);
        assert_eq!(lead.follow(true), Some(WatchedView::Remember));
        assert_eq!(lead.follow(true), None, "the next step");
        assert_eq!(lead.follow(false), Some(WatchedView::Return));
        assert_eq!(lead.follow(false), None);
    }
}
