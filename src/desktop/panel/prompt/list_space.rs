//! How high the list of answers may be, so that what stands above and below it is always seen.

use std::fmt::Debug;
use std::hash::Hash;

use bevy_egui::egui::{Id, Ui};

use crate::theme::scaled;

/// Height for what stands below the list, in points, until it is known.
pub(super) const BELOW_LIST: f32 = 150.0;
/// Least height of the list, in points: about two answers.
pub(super) const LEAST_LIST: f32 = 90.0;
/// Height that the frame of the prompt adds, in points, and one for rounding.
pub(super) const FRAME: f32 = 24.0;
/// Share of the available height that a prompt with a list of attacks takes if it can: it leaves fighters free.
const ANNOUNCEMENT_HEIGHT: f32 = 0.7;
/// Height of a list of attacks that is not shortened for that, in points.
pub(super) const SHORT_ANNOUNCEMENT: f32 = 280.0;

/// The space that a prompt has for its list of answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ListSpace {
    /// Most points of height of the whole prompt.
    pub most: f32,
    /// Height of what stands below the list, in points.
    pub below: f32,
    pub is_announcement: bool,
}

impl ListSpace {
    /// The space in a prompt of at most `most` points, with what stood below the list of the last prompt of this kind.
    pub fn of_prompt(ui: &Ui, kind: impl Hash + Debug, (most, is_announcement): (f32, bool)) -> Self {
        let known = ui.data(|data| data.get_temp(space_id(kind)));
        Self { most, below: known.unwrap_or(scaled(ui, BELOW_LIST)), is_announcement }
    }

    /// Returns the height that the list has at most, with so many points above it.
    pub fn list_height(self, above: f32) -> f32 {
        let left = |whole: f32| whole - FRAME - above - self.below;
        let room = left(self.most);
        let room = match self.is_announcement {
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

/// Shortens the height of a list that is cut so that its last row is whole; `ends` are the lower ends of its rows, from the top
/// of the list. A list whose first row does not fit keeps its height.
pub(super) fn whole_rows(room: f32, ends: &[f32]) -> f32 {
    let is_cut = ends.last().is_some_and(|last| *last > room);
    let whole = ends.iter().rev().copied().find(|end| *end <= room);
    whole.filter(|_| is_cut).unwrap_or(room)
}

/// Identifies what is known of the prompts of a kind.
fn space_id(kind: impl Hash + Debug) -> Id {
    Id::new(("space below the answers", kind))
}
