//! Keys with their modifiers, parsed from and shown as text.

use std::fmt;
use std::str::FromStr;

use bevy::input::keyboard::{Key, KeyCode, NativeKey};
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Names of the keys that can be bound.
const KEY_NAMES: &[(KeyCode, &str)] = &[
    (KeyCode::KeyA, "A"),
    (KeyCode::KeyB, "B"),
    (KeyCode::KeyC, "C"),
    (KeyCode::KeyD, "D"),
    (KeyCode::KeyE, "E"),
    (KeyCode::KeyF, "F"),
    (KeyCode::KeyG, "G"),
    (KeyCode::KeyH, "H"),
    (KeyCode::KeyI, "I"),
    (KeyCode::KeyJ, "J"),
    (KeyCode::KeyK, "K"),
    (KeyCode::KeyL, "L"),
    (KeyCode::KeyM, "M"),
    (KeyCode::KeyN, "N"),
    (KeyCode::KeyO, "O"),
    (KeyCode::KeyP, "P"),
    (KeyCode::KeyQ, "Q"),
    (KeyCode::KeyR, "R"),
    (KeyCode::KeyS, "S"),
    (KeyCode::KeyT, "T"),
    (KeyCode::KeyU, "U"),
    (KeyCode::KeyV, "V"),
    (KeyCode::KeyW, "W"),
    (KeyCode::KeyX, "X"),
    (KeyCode::KeyY, "Y"),
    (KeyCode::KeyZ, "Z"),
    (KeyCode::Digit0, "0"),
    (KeyCode::Digit1, "1"),
    (KeyCode::Digit2, "2"),
    (KeyCode::Digit3, "3"),
    (KeyCode::Digit4, "4"),
    (KeyCode::Digit5, "5"),
    (KeyCode::Digit6, "6"),
    (KeyCode::Digit7, "7"),
    (KeyCode::Digit8, "8"),
    (KeyCode::Digit9, "9"),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
    (KeyCode::ArrowUp, "Up"),
    (KeyCode::ArrowDown, "Down"),
    (KeyCode::ArrowLeft, "Left"),
    (KeyCode::ArrowRight, "Right"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Escape, "Esc"),
    (KeyCode::Space, "Space"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "Page up"),
    (KeyCode::PageDown, "Page down"),
    (KeyCode::Minus, "-"),
    (KeyCode::Equal, "="),
    (KeyCode::Comma, ","),
    (KeyCode::Period, "."),
    (KeyCode::Slash, "/"),
    (KeyCode::Backslash, "\\"),
    (KeyCode::Semicolon, ";"),
    (KeyCode::Quote, "'"),
    (KeyCode::Backquote, "`"),
    (KeyCode::BracketLeft, "["),
    (KeyCode::BracketRight, "]"),
    (KeyCode::Numpad0, "Num 0"),
    (KeyCode::Numpad1, "Num 1"),
    (KeyCode::Numpad2, "Num 2"),
    (KeyCode::Numpad3, "Num 3"),
    (KeyCode::Numpad4, "Num 4"),
    (KeyCode::Numpad5, "Num 5"),
    (KeyCode::Numpad6, "Num 6"),
    (KeyCode::Numpad7, "Num 7"),
    (KeyCode::Numpad8, "Num 8"),
    (KeyCode::Numpad9, "Num 9"),
    (KeyCode::NumpadAdd, "Num +"),
    (KeyCode::NumpadSubtract, "Num -"),
    (KeyCode::NumpadMultiply, "Num *"),
    (KeyCode::NumpadDivide, "Num /"),
    (KeyCode::NumpadDecimal, "Num ."),
    (KeyCode::NumpadEnter, "Num Enter"),
];

/// A text that is not the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a key; write for example A, Ctrl+Z or Shift+Tab")]
pub struct UnknownKey(String);

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KeyChord {
    key: KeyCode,
    control: bool,
    shift: bool,
    alt: bool,
}

impl KeyChord {
    /// Builds a chord; `None` if the key cannot be bound.
    pub fn new(key: KeyCode, control: bool, shift: bool, alt: bool) -> Option<Self> {
        KEY_NAMES.iter().any(|(known, _)| *known == key).then_some(Self { key, control, shift, alt })
    }

    /// The key.
    pub fn key(&self) -> KeyCode {
        self.key
    }

    /// Returns the modifier keys to hold with it.
    pub fn modifiers(&self) -> impl Iterator<Item = ModifierKey> {
        let all = [
            (self.control, ModifierKey::Control),
            (self.shift, ModifierKey::Shift),
            (self.alt, ModifierKey::Alt),
        ];
        all.into_iter().filter_map(|(held, key)| held.then_some(key))
    }

    pub(super) fn leafwing_button(&self) -> Box<dyn Buttonlike> {
        let mut modifiers = self.modifiers();
        match modifiers.next() {
            None => Box::new(self.key),
            Some(first) => {
                let chord = modifiers.fold(first.with(self.key), |chord, modifier| chord.with(modifier));
                Box::new(chord)
            }
        }
    }
}

impl fmt::Display for KeyChord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.control, "Ctrl+"), (self.shift, "Shift+"), (self.alt, "Alt+")] {
            if held {
                f.write_str(name)?;
            }
        }
        let name = KEY_NAMES.iter().find(|(key, _)| *key == self.key).map_or("?", |(_, name)| *name);
        f.write_str(name)
    }
}

/// Returns the label of a key on buttons: "+" rather than "=", as printed on the key.
pub fn key_label(chord: &KeyChord) -> String {
    if chord.key == KeyCode::Equal && chord.modifiers().next().is_none() {
        return "+".to_owned();
    }
    chord.to_string()
}

/// Returns what a key of a keyboard with English layout means without modifiers.
pub(crate) fn logical_key(code: KeyCode) -> Key {
    match code {
        KeyCode::Enter | KeyCode::NumpadEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Space => Key::Space,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::ArrowUp => Key::ArrowUp,
        KeyCode::ArrowDown => Key::ArrowDown,
        KeyCode::ArrowLeft => Key::ArrowLeft,
        KeyCode::ArrowRight => Key::ArrowRight,
        KeyCode::ControlLeft => Key::Control,
        KeyCode::ShiftLeft => Key::Shift,
        KeyCode::AltLeft => Key::Alt,
        KeyCode::F1 => Key::F1,
        KeyCode::F5 => Key::F5,
        KeyCode::F9 => Key::F9,
        other => {
            match KeyChord::new(other, false, false, false).map(|chord| chord.to_string().to_lowercase()) {
                Some(name) if name.chars().count() == 1 => Key::Character(name.as_str().into()),
                _ => Key::Unidentified(NativeKey::Unidentified),
            }
        }
    }
}

impl FromStr for KeyChord {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let (mut control, mut shift, mut alt) = (false, false, false);
        let mut rest = text.trim();
        loop {
            let (flag, left) = if let Some(left) = rest.strip_prefix("Ctrl+") {
                (&mut control, left)
            } else if let Some(left) = rest.strip_prefix("Shift+") {
                (&mut shift, left)
            } else if let Some(left) = rest.strip_prefix("Alt+") {
                (&mut alt, left)
            } else {
                break;
            };
            *flag = true;
            rest = left;
        }
        let known = KEY_NAMES.iter().find(|(_, name)| name.eq_ignore_ascii_case(rest));
        let (key, _) = known.ok_or_else(|| UnknownKey(text.to_owned()))?;
        Ok(Self { key: *key, control, shift, alt })
    }
}

impl TryFrom<String> for KeyChord {
    type Error = UnknownKey;

    fn try_from(text: String) -> Result<Self, UnknownKey> {
        text.parse()
    }
}

impl From<KeyChord> for String {
    fn from(chord: KeyChord) -> Self {
        chord.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_round_trips_through_text() {
        for (key, _) in KEY_NAMES {
            for bits in 0..8 {
                let chord =
                    KeyChord::new(*key, bits & 1 > 0, bits & 2 > 0, bits & 4 > 0).expect("a known key");
                assert_eq!(chord.to_string().parse(), Ok(chord));
            }
        }
    }

    #[test]
    fn unknown_keys_are_rejected() {
        assert!("Ctrl+".parse::<KeyChord>().is_err());
        assert!("Hyper+A".parse::<KeyChord>().is_err());
    }

    #[test]
    fn every_bindable_key_has_a_logical_key() {
        assert_eq!(logical_key(KeyCode::KeyA), Key::Character("a".into()));
        assert_eq!(logical_key(KeyCode::Slash), Key::Character("/".into()));
        assert_eq!(logical_key(KeyCode::Enter), Key::Enter);
    }
}
