//! Key bindings: the keys of every input action.

use std::collections::BTreeMap;

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};

use super::InputAction;
use crate::key_chord::KeyChord;

/// The keys of every action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<InputAction, Vec<KeyChord>>", into = "BTreeMap<InputAction, Vec<KeyChord>>")]
pub struct KeyBindings(BTreeMap<InputAction, Vec<KeyChord>>);

impl Default for KeyBindings {
    fn default() -> Self {
        let usual = |command: &InputAction| {
            let chords =
                command.usual().iter().map(|text| text.parse().expect("invariant: default keys exist"));
            (*command, chords.collect())
        };
        Self(InputAction::ALL.iter().map(usual).collect())
    }
}

/// Actions that a file does not mention keep their default keys.
impl From<BTreeMap<InputAction, Vec<KeyChord>>> for KeyBindings {
    fn from(changed: BTreeMap<InputAction, Vec<KeyChord>>) -> Self {
        let mut bindings = Self::default();
        bindings.0.extend(changed);
        bindings
    }
}

/// Only differences from the defaults are written.
impl From<KeyBindings> for BTreeMap<InputAction, Vec<KeyChord>> {
    fn from(bindings: KeyBindings) -> Self {
        let usual = KeyBindings::default();
        bindings
            .0
            .into_iter()
            .filter(|(command, chords)| usual.keys_for(*command) != chords.as_slice())
            .collect()
    }
}

impl KeyBindings {
    /// Returns the keys of an action; the first one is shown on buttons.
    pub fn keys_for(&self, command: InputAction) -> &[KeyChord] {
        self.0.get(&command).map_or(&[], Vec::as_slice)
    }

    /// Adds a key to an action.
    pub fn add_key(&mut self, command: InputAction, chord: KeyChord) {
        let chords = self.0.entry(command).or_default();
        if !chords.contains(&chord) {
            chords.push(chord);
        }
    }

    /// Replaces a key.
    pub fn replace_key(&mut self, command: InputAction, old: KeyChord, new: KeyChord) {
        let chords = self.0.entry(command).or_default();
        let place = chords.iter().position(|chord| *chord == old);
        if let Some(place) = place.filter(|_| !chords.contains(&new)) {
            chords[place] = new;
        }
    }

    /// Removes a key from an action.
    pub fn remove_key(&mut self, command: InputAction, chord: KeyChord) {
        if let Some(chords) = self.0.get_mut(&command) {
            chords.retain(|other| *other != chord);
        }
    }

    /// Restores the default keys of an action.
    pub fn reset_keys(&mut self, command: InputAction) {
        self.0.insert(command, Self::default().keys_for(command).to_vec());
    }

    /// Whether an action has its default keys.
    pub fn is_default(&self, command: InputAction) -> bool {
        Self::default().keys_for(command) == self.keys_for(command)
    }

    /// Returns the other actions that share a key with this one.
    pub fn conflicts(&self, command: InputAction) -> Vec<(KeyChord, InputAction)> {
        let chords = self.keys_for(command);
        let others = self.0.iter().filter(|(other, _)| **other != command);
        others
            .flat_map(|(other, theirs)| theirs.iter().map(|chord| (*chord, *other)))
            .filter(|(chord, _)| chords.contains(chord))
            .collect()
    }

    /// Returns the bound chord for a key and the modifiers held in this frame: the one with the most modifiers.
    pub(super) fn matching_chord(&self, key: KeyCode, keyboard: &ButtonInput<KeyCode>) -> Option<KeyChord> {
        let held = |modifier: ModifierKey| {
            let keys = [modifier.left(), modifier.right()];
            keyboard.any_pressed(keys) || keyboard.any_just_released(keys)
        };
        let fits = |chord: &&KeyChord| chord.key() == key && chord.modifiers().all(held);
        self.0.values().flatten().filter(fits).max_by_key(|chord| chord.modifiers().count()).copied()
    }

    /// Returns the map from keys to actions for the input manager.
    pub(super) fn input_map(&self) -> InputMap<InputAction> {
        let mut map = InputMap::default();
        for (command, chords) in &self.0 {
            for chord in chords {
                map.insert_boxed(*command, chord.leafwing_button());
            }
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_keys_do_not_collide() {
        let bindings = KeyBindings::default();
        for command in InputAction::ALL {
            assert_eq!(bindings.conflicts(*command), [], "{command:?}");
            assert!(!bindings.keys_for(*command).is_empty(), "{command:?} has no key");
        }
    }

    #[test]
    fn only_changes_are_written() {
        let mut bindings = KeyBindings::default();
        bindings.remove_key(InputAction::Undo, "U".parse().expect("a key"));
        bindings.add_key(InputAction::Undo, "Ctrl+Shift+F2".parse().expect("a key"));
        let text = ron::to_string(&bindings).expect("plain data");
        assert_eq!(text, r#"{Undo:["Ctrl+Z","Ctrl+Shift+F2"]}"#);
        assert_eq!(ron::from_str::<KeyBindings>(&text).expect("readable"), bindings);
    }

    #[test]
    fn a_key_replaces_another() {
        let mut bindings = KeyBindings::default();
        let [undo, new] = ["U", "F2"].map(|key| key.parse::<KeyChord>().expect("a key"));
        bindings.replace_key(InputAction::Undo, undo, new);
        assert_eq!(bindings.keys_for(InputAction::Undo)[0], new);
        bindings.replace_key(InputAction::Undo, undo, new);
        assert_eq!(bindings.keys_for(InputAction::Undo).len(), 2);
    }

    #[test]
    fn a_modifier_released_first_still_counts() {
        let bindings = KeyBindings::default();
        let chord = |text: &str| Some(text.parse().expect("a key"));
        let mut keyboard = ButtonInput::default();
        keyboard.press(KeyCode::KeyK);
        assert_eq!(bindings.matching_chord(KeyCode::KeyK, &keyboard), chord("K"));
        keyboard.press(KeyCode::ControlRight);
        keyboard.release(KeyCode::ControlRight);
        assert_eq!(bindings.matching_chord(KeyCode::KeyK, &keyboard), chord("Ctrl+K"));
        keyboard.press(KeyCode::ShiftLeft);
        assert_eq!(
            bindings.matching_chord(KeyCode::Equal, &keyboard),
            chord("="),
            "a plus is typed with Shift"
        );
    }

    #[test]
    fn a_shared_key_is_a_conflict_on_both_sides() {
        let mut bindings = KeyBindings::default();
        let key: KeyChord = "R".parse().expect("a key");
        bindings.add_key(InputAction::Threat, key);
        assert_eq!(bindings.conflicts(InputAction::Threat), [(key, InputAction::Reload)]);
        assert_eq!(bindings.conflicts(InputAction::Reload), [(key, InputAction::Threat)]);
        bindings.reset_keys(InputAction::Threat);
        assert!(bindings.is_default(InputAction::Threat));
    }
}
