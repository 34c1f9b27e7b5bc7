//! What the player used last, by which buttons and hints name what to press.

use super::InputAction;
use crate::key_chord::key_label;
use crate::settings::Settings;

/// What the player used last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputDevice {
    /// Keyboard or mouse.
    #[default]
    Keyboard,
    /// A gamepad.
    #[cfg(feature = "gamepad")]
    Gamepad,
}

/// Returns what buttons and hints show for an action: its control while a gamepad is used, else its first key; empty if it
/// has none.
pub fn binding_text(action: InputAction, settings: &Settings) -> String {
    let key = settings.keys.keys_for(action).first().map(key_label).unwrap_or_default();
    match settings.device {
        InputDevice::Keyboard => key,
        #[cfg(feature = "gamepad")]
        InputDevice::Gamepad => crate::gamepad::control_text(action, key),
    }
}

/// Returns what stands for a key that every widget knows, such as Enter, whatever is bound to the action: the control of the action
/// while a gamepad is used.
pub fn widget_key_text(action: InputAction, key: &str, settings: &Settings) -> String {
    match (settings.device, action) {
        (InputDevice::Keyboard, _) => key.to_owned(),
        #[cfg(feature = "gamepad")]
        (InputDevice::Gamepad, action) => crate::gamepad::control_text(action, key.to_owned()),
    }
}

/// Returns what a button with two actions shows: the control that a gamepad in use has for one of them, else what the first
/// one shows.
pub fn first_binding_text(actions: [Option<InputAction>; 2], settings: &Settings) -> String {
    let mut all = actions.into_iter().flatten();
    let shown = match settings.device {
        InputDevice::Keyboard => all.next(),
        #[cfg(feature = "gamepad")]
        InputDevice::Gamepad => {
            let first = all.next();
            let has_control = |action: &InputAction| crate::gamepad::has_control(*action);
            first.filter(has_control).or_else(|| all.next().filter(has_control)).or(first)
        }
    };
    shown.map(|action| binding_text(action, settings)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_until_a_gamepad_is_used() {
        let settings = Settings::default();
        assert_eq!(settings.device, InputDevice::Keyboard);
        assert_eq!(binding_text(InputAction::Confirm, &settings), "Enter");
        let more = [Some(InputAction::Action8), Some(InputAction::FindAction)];
        assert_eq!(first_binding_text(more, &settings), "8");
        assert_eq!(first_binding_text([None, Some(InputAction::Delay)], &settings), "H");
        assert_eq!(widget_key_text(InputAction::Confirm, "Enter", &settings), "Enter");
    }

    #[test]
    #[cfg(feature = "gamepad")]
    fn a_gamepad_in_use_gives_its_names() {
        let settings = Settings { device: InputDevice::Gamepad, ..Settings::default() };
        let text = |action| binding_text(action, &settings);
        assert_eq!([InputAction::Confirm, InputAction::Back].map(text), ["A", "B"]);
        assert_eq!(text(InputAction::Waypoint), "LT+A");
        assert_eq!(widget_key_text(InputAction::Confirm, "Enter", &settings), "A");
        assert_eq!([InputAction::Undo, InputAction::FastForward].map(text), ["LT+B", "LT+RT"]);
        assert_eq!(text(InputAction::ResetTurn), "Shift+U", "it has no control: the key is named");
        assert_eq!(text(InputAction::SpecialAction4), "", "its key B would be taken for the button");
        let two = |first, second| first_binding_text([Some(first), Some(second)], &settings);
        assert_eq!(two(InputAction::Action8, InputAction::FindAction), "Y");
        assert_eq!(two(InputAction::Action2, InputAction::Delay), "X");
        assert_eq!(two(InputAction::Action7, InputAction::Delay), "7", "neither has a control");
    }
}
