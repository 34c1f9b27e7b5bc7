//! The number keys of the rows of an open list.

use bevy_egui::egui::{RichText, Ui};

use super::choices::{ActionChoice, ChoiceAction};
use super::slots::ActionSlot;
use crate::input::InputAction;
use crate::panel::widgets::PanelContext;
use crate::session::OpenMenu;

/// How many number keys rows may have: those from 1 to 9.
const ROW_NUMBERS: usize = 9;

/// Returns the key of a row, counted from 0, in a list that this key opens and closes; `None` for rows beyond the numbers. No row
/// has the key of its list.
pub(super) fn row_key(list: InputAction, row: usize) -> Option<InputAction> {
    InputAction::NUMBERS.into_iter().take(ROW_NUMBERS).filter(|number| *number != list).nth(row)
}

/// Draws which keys close a list, below all of its rows: it is none of them.
pub(super) fn show_closing_keys(ui: &mut Ui, context: &PanelContext, list: InputAction) {
    let keys = [list, InputAction::Back].map(|action| context.key_label(action));
    if let Some(text) = closing_hint(keys) {
        ui.add_space(4.0);
        ui.colored_label(context.palette.faint, RichText::new(text).small());
    }
}

/// Says which keys close a list; `None` if there are none. It begins with no key, as rows do.
fn closing_hint(keys: [String; 2]) -> Option<String> {
    let keys: Vec<String> = keys.into_iter().filter(|key| !key.is_empty()).collect();
    (!keys.is_empty()).then(|| format!("Close the list: {}", keys.join(" or ")))
}

/// Returns the rows of an open list of the bar, or of a list in that list, with the slot that it belongs to.
fn open_list<'a>(
    slots: &'a [(ActionSlot, ActionChoice)],
    open: Option<&OpenMenu>,
) -> Option<(ActionSlot, &'a [ActionChoice])> {
    let Some(OpenMenu::Group(open)) = open else { return None };
    let entries_of = |choice: &'a ActionChoice| match &choice.action {
        ChoiceAction::OpenMenu(entries) | ChoiceAction::CycleAttacks(entries) => Some(entries.as_slice()),
        _ => None,
    };
    slots.iter().find_map(|(slot, choice)| {
        let own = entries_of(choice)?;
        let inner = || own.iter().filter(|entry| entry.label == *open).find_map(entries_of);
        let entries = if choice.label == *open { Some(own) } else { inner() };
        Some((*slot, entries?))
    })
}

/// Returns the row of the open list that Enter takes: the first one that can be chosen.
pub(super) fn confirmed_row<'a>(
    slots: &'a [(ActionSlot, ActionChoice)],
    open: Option<&OpenMenu>,
) -> Option<&'a ActionChoice> {
    let (_, rows) = open_list(slots, open)?;
    rows.iter().find(|row| row.refusal.is_none())
}

/// A list of the bar whose rows have number keys.
pub(super) struct NumberedList<'a> {
    /// The slot that it belongs to.
    pub slot: ActionSlot,
    entries: &'a [ActionChoice],
}

impl<'a> NumberedList<'a> {
    /// The open list of a slot, or a list in that list. The rows of attacks have no keys: while one of them is aimed, the keys stand
    /// for the next attack and for other actions, which close the list.
    pub fn open(slots: &'a [(ActionSlot, ActionChoice)], open: Option<&OpenMenu>) -> Option<Self> {
        let (slot, entries) = open_list(slots, open).filter(|(slot, _)| *slot != ActionSlot::Attack)?;
        Some(Self { slot, entries })
    }

    /// The row whose key is pressed.
    pub fn pressed_row(&self, pressed: impl Fn(InputAction) -> bool) -> Option<&'a ActionChoice> {
        let list = self.slot.command();
        let mut rows = self.entries.iter().enumerate();
        rows.find(|(row, _)| row_key(list, *row).is_some_and(&pressed)).map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_numbers_but_that_of_their_list() {
        let keys: Vec<_> = (0..10).map(|row| row_key(InputAction::Action4, row)).collect();
        assert_eq!(keys[0], Some(InputAction::Action1));
        assert_eq!(keys[2..4], [Some(InputAction::Action3), Some(InputAction::Action5)]);
        assert_eq!(keys[7..], [Some(InputAction::Action9), None, None]);
        // A list without a number, as that of a letter, leaves all nine to the rows.
        assert_eq!(row_key(InputAction::EndPhase, 8), Some(InputAction::Action9));
        let hint = |keys: [&str; 2]| closing_hint(keys.map(str::to_owned));
        assert_eq!(hint(["4", "Esc"]).as_deref(), Some("Close the list: 4 or Esc"));
        assert_eq!(hint(["", "Esc"]).as_deref(), Some("Close the list: Esc"));
        assert_eq!(hint(["", ""]), None, "no key is bound to it");
    }
}
