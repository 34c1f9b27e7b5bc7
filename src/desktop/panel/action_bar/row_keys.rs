//! The number keys of the rows of an open list.

use bevy_egui::egui::{RichText, Ui};

use super::choices::{ActionChoice, ChoiceAction};
use super::slots::ActionSlot;
use crate::input::InputAction;
use crate::panel::widgets::PanelContext;
use crate::session::OpenMenu;

/// How many number keys rows may have: those from 1 to 9.
const ROW_NUMBERS: usize = 9;

/// Returns the key of a row, counted from 0: its number in the list; `None` for rows beyond the numbers.
pub(super) fn row_key(row: usize) -> Option<InputAction> {
    InputAction::NUMBERS.into_iter().take(ROW_NUMBERS).nth(row)
}

/// Returns the keys that close a list with so many rows: the one that opens it, unless a row has that number, and that which steps
/// back.
fn closing_keys(list: InputAction, rows: usize) -> Vec<InputAction> {
    let is_row = (0..rows).any(|row| row_key(row) == Some(list));
    [list, InputAction::Back].into_iter().filter(|key| !is_row || *key != list).collect()
}

/// Draws which keys close a list, below all of its rows.
pub(super) fn show_closing_keys(ui: &mut Ui, context: &PanelContext, (list, rows): (InputAction, usize)) {
    let keys = closing_keys(list, rows).into_iter().map(|action| context.key_label(action));
    if let Some(text) = closing_hint(keys.collect()) {
        ui.add_space(4.0);
        ui.colored_label(context.palette.faint, RichText::new(text).small());
    }
}

/// Says which keys close a list; `None` if there are none. It begins with no key, as rows do.
fn closing_hint(mut keys: Vec<String>) -> Option<String> {
    keys.retain(|key| !key.is_empty());
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
        let mut rows = self.entries.iter().enumerate();
        rows.find(|(row, _)| row_key(*row).is_some_and(&pressed)).map(|(_, entry)| entry)
    }

    /// The keys that close it.
    pub fn closing_keys(&self) -> Vec<InputAction> {
        closing_keys(self.slot.command(), self.entries.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_place_in_the_list_as_its_number() {
        let keys: Vec<_> = (0..10).map(row_key).collect();
        assert_eq!(keys[..9], InputAction::NUMBERS.map(Some)[..9]);
        assert_eq!(keys[3], Some(InputAction::Action4), "also in the list that this number opens");
        assert_eq!(keys[9], None);
    }

    #[test]
    fn the_number_of_a_list_closes_it_unless_a_row_has_it() {
        let item = InputAction::Action4;
        assert_eq!(closing_keys(item, 3), [item, InputAction::Back]);
        assert_eq!(closing_keys(item, 4), [InputAction::Back]);
        assert_eq!(closing_keys(InputAction::EndPhase, 12), [InputAction::EndPhase, InputAction::Back]);
        let hint = |keys: &[&str]| closing_hint(keys.iter().map(|key| (*key).to_owned()).collect());
        assert_eq!(hint(&["4", "Esc"]).as_deref(), Some("Close the list: 4 or Esc"));
        assert_eq!(hint(&["", "Esc"]).as_deref(), Some("Close the list: Esc"));
        assert_eq!(hint(&["Esc"]).as_deref(), Some("Close the list: Esc"));
        assert_eq!(hint(&[""]), None, "no key is bound to it");
    }
}
