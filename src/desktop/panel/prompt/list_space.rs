//! How high the list of answers may be, so that what stands above and below it is always seen.

use std::fmt::Debug;
use std::hash::Hash;

use bevy_egui::egui::{Id, Ui};

use crate::theme::scaled;

/// Height for what stands below the list, in points, until it is known.
pub(super) const BELOW_LIST: f32 = 150.0;
/// Least height of the list, in points: more than one answer.
pub(super) const LEAST_LIST: f32 = 70.0;
/// Height that the frame of the prompt adds, in points, and three for rounding: its lower edge is never cut.
pub(super) const FRAME: f32 = 26.0;
/// Share of the available height that a prompt with a list of attacks takes if it can: it leaves fighters free.
const ANNOUNCEMENT_HEIGHT: f32 = 0.7;
/// Height of a list of attacks that is not shortened for that, in points: five rows.
pub(super) const SHORT_ANNOUNCEMENT: f32 = 340.0;
/// Points below the last row that is seen, so that rounding does not cut its edge.
const ROW_EDGE: f32 = 1.5;

/// The space that a prompt has for its list of answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ListSpace {
    /// Most points of height of the whole prompt.
    pub most: f32,
    /// Height of what stands below the list, in points.
    pub below: f32,
    pub is_announcement: bool,
    /// Whether the prompt has this height whatever stands in it: the list takes all that is left.
    pub is_held: bool,
}

/// How high a prompt is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::panel) enum PromptHeight {
    /// As high as its content, and at most this, in points.
    AtMost(f32),
    /// This high, in points, while its question is open.
    Held(f32),
}

impl PromptHeight {
    /// The greatest height, in points.
    pub fn most(self) -> f32 {
        match self {
            Self::AtMost(most) | Self::Held(most) => most,
        }
    }
}

impl ListSpace {
    /// The space in a prompt of some height, with what stood below the list of the last prompt of this kind.
    pub fn of_prompt(
        ui: &Ui,
        kind: impl Hash + Debug,
        (height, is_announcement): (PromptHeight, bool),
    ) -> Self {
        let known = ui.data(|data| data.get_temp(space_id(kind)));
        let below = known.unwrap_or(scaled(ui, BELOW_LIST));
        let is_held = matches!(height, PromptHeight::Held(_));
        Self { most: height.most(), below, is_announcement, is_held }
    }

    /// Returns the height that the list has at most, with so many points above it.
    pub fn list_height(self, above: f32) -> f32 {
        let left = |whole: f32| whole - FRAME - above - self.below;
        let room = left(self.most);
        let room = match self.is_announcement && !self.is_held {
            true => room.min(left(self.most * ANNOUNCEMENT_HEIGHT).max(SHORT_ANNOUNCEMENT)),
            false => room,
        };
        room.max(LEAST_LIST)
    }

    /// Notes how high is what stands below the list. Returns whether the list was laid out for something else.
    pub fn note_below(self, ui: &Ui, kind: impl Hash + Debug, below: f32) -> bool {
        ui.data_mut(|data| data.insert_temp(space_id(kind), below));
        (below - self.below).abs() > 1.0
    }
}

/// Returns the height of a list in a room for it, in points: where its rows do not all fit, one that cuts none, as long as that
/// takes at least half of the room. `ends` are the lower ends of the rows below the top of the list.
fn whole_rows(room: f32, ends: &[f32]) -> f32 {
    match ends.last() {
        Some(last) if *last > room => {
            let is_fit = |end: &f32| (room / 2.0..=room).contains(end);
            ends.iter().copied().rfind(is_fit).map_or(room, |end| room.min(end + ROW_EDGE))
        }
        _ => room,
    }
}

/// Returns the height of a list, in points, that leaves a line of this height for the words how many rows follow, where its rows do
/// not all fit. It cuts a row rather than leave more than two such lines empty: a blank that is not the list does not scroll.
pub(super) fn height_above_hint(room: f32, hint: f32, ends: &[f32]) -> f32 {
    match ends.last() {
        Some(last) if *last > room => {
            let most = (room - hint).max(hint);
            let whole = whole_rows(most, ends);
            if room - whole <= 2.0 * hint { whole } else { most }
        }
        _ => room,
    }
}

/// Returns how many points a list lacks for its content in a room that cuts one of its rows; 0 where it cuts none: what is unfolded
/// below the rows scrolls.
pub(super) fn lacking_height(content: f32, room: f32, ends: &[f32]) -> f32 {
    match ends.last() {
        Some(last) if *last > room => content + ROW_EDGE - room,
        _ => 0.0,
    }
}

/// Returns how many rows of a list end below what is seen of it, in points below its top; half a point is rounding.
pub(super) fn rows_below(seen: f32, ends: &[f32]) -> usize {
    ends.iter().filter(|end| **end > seen + 0.5).count()
}

/// Identifies what is known of the prompts of a kind.
fn space_id(kind: impl Hash + Debug) -> Id {
    Id::new(("space below the answers", kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_cuts_no_row_at_its_lower_end() {
        let ends = [60.0, 125.0, 190.0, 255.0];
        assert_eq!(whole_rows(300.0, &ends), 300.0, "all of them fit");
        assert_eq!(whole_rows(200.0, &ends), 190.0 + ROW_EDGE, "with its edge");
        assert_eq!(whole_rows(190.0, &ends), 190.0);
        assert_eq!(whole_rows(110.0, &ends), 60.0 + ROW_EDGE, "a gap rather than half of the second row");
        assert_eq!(whole_rows(124.0, &ends), 124.0, "the first row alone would leave most of the room empty");
        assert_eq!(whole_rows(59.0, &ends), 59.0, "not even the first one fits");
        assert_eq!(whole_rows(200.0, &[]), 200.0, "not known yet");
    }

    #[test]
    fn a_list_takes_all_its_room_but_for_a_line_that_says_what_follows() {
        let ends = [60.0, 125.0, 190.0, 255.0];
        assert_eq!(height_above_hint(255.0, 16.0, &ends), 255.0, "all of them fit");
        assert_eq!(height_above_hint(210.0, 16.0, &ends), 190.0 + ROW_EDGE, "a whole row above the line");
        assert_eq!(height_above_hint(250.0, 16.0, &ends), 234.0, "half of a row rather than a blank");
        assert_eq!(height_above_hint(195.0, 16.0, &ends), 179.0, "the line is never left out");
        assert_eq!(height_above_hint(200.0, 16.0, &[]), 200.0, "not known yet");
    }

    #[test]
    fn a_list_that_cuts_an_answer_lacks_height_for_all_of_them() {
        let ends = [60.0, 125.0];
        assert_eq!(lacking_height(125.0, 80.0, &ends), 45.0 + ROW_EDGE, "the second answer is cut");
        assert_eq!(lacking_height(145.0, 80.0, &ends), 65.0 + ROW_EDGE, "with what follows it");
        assert_eq!(lacking_height(300.0, 145.0, &ends), 0.0, "what is unfolded below them scrolls");
        assert_eq!(lacking_height(125.0, 125.0 + ROW_EDGE, &ends), 0.0, "it has grown");
        assert_eq!(lacking_height(125.0, 80.0, &[]), 0.0, "not known yet");
    }

    #[test]
    fn rows_that_follow_are_counted_from_what_is_seen() {
        let ends = [60.0, 125.0, 190.0, 255.0];
        assert_eq!([61.5, 190.0, 256.5].map(|seen| rows_below(seen, &ends)), [3, 1, 0]);
        assert_eq!(rows_below(200.0, &[]), 0, "not known yet");
    }
}
