//! Simulated pointer and keys of a script: the messages that a window sends.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};

use super::script_player::ScriptPlayer;
use crate::key_chord::{KeyChord, logical_key};

/// A part of a step: at most one per frame.
#[derive(Clone, Debug)]
pub(super) enum InputPiece {
    Move(Vec2),
    Button(ButtonState),
    Key { code: KeyCode, logical: Key, text: Option<String>, state: ButtonState },
    Frames(u32),
}

impl ScriptPlayer {
    pub(super) fn push_click(&mut self, at: Vec2) {
        self.inputs.extend([
            InputPiece::Move(at),
            InputPiece::Frames(2),
            InputPiece::Button(ButtonState::Pressed),
            InputPiece::Button(ButtonState::Released),
        ]);
    }

    /// Clicks while Shift is held.
    pub(super) fn push_shift_click(&mut self, at: Vec2) {
        let code = KeyCode::ShiftLeft;
        let shift = |state| InputPiece::Key { code, logical: logical_key(code), text: None, state };
        self.inputs.push_back(shift(ButtonState::Pressed));
        self.push_click(at);
        self.inputs.push_back(shift(ButtonState::Released));
    }

    /// Presses at the first position, moves along, and releases at the last one.
    pub(super) fn push_drag(&mut self, way: &[Vec2]) {
        let [first, rest @ ..] = way else { return };
        self.inputs.extend([
            InputPiece::Move(*first),
            InputPiece::Frames(2),
            InputPiece::Button(ButtonState::Pressed),
            InputPiece::Frames(2),
        ]);
        for at in rest {
            self.inputs.extend([InputPiece::Move(*at), InputPiece::Frames(2)]);
        }
        self.inputs.push_back(InputPiece::Button(ButtonState::Released));
    }

    pub(super) fn push_key_press(&mut self, chord: &KeyChord) {
        let held = |state| {
            chord.modifiers().map(move |modifier| {
                let code = modifier.left();
                InputPiece::Key { code, logical: logical_key(code), text: None, state }
            })
        };
        self.inputs.extend(held(ButtonState::Pressed));
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical = logical_key(chord.key());
            self.inputs.push_back(InputPiece::Key { code: chord.key(), logical, text: None, state });
        }
        self.inputs.extend(held(ButtonState::Released));
    }

    pub(super) fn push_text(&mut self, text: &str) {
        for letter in text.chars() {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let text = letter.to_string();
                let code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
                let logical = Key::Character(text.as_str().into());
                self.inputs.push_back(InputPiece::Key { code, logical, text: Some(text), state });
            }
        }
    }
}

pub(super) fn send_input(world: &mut World, player: &mut ScriptPlayer, act: InputPiece) {
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let Ok((window, mut state)) = windows.single_mut(world) else { return };
    match act {
        InputPiece::Move(position) => {
            let delta = Some(position - player.pointer);
            player.pointer = position;
            state.set_cursor_position(Some(position));
            let message = CursorMoved { window, position, delta };
            world.write_message(WindowEvent::CursorMoved(message.clone()));
            world.write_message(message);
        }
        InputPiece::Button(state) => {
            let message = MouseButtonInput { button: MouseButton::Left, state, window };
            world.write_message(WindowEvent::MouseButtonInput(message));
            world.write_message(message);
        }
        InputPiece::Key { code, logical, text, state } => {
            let text = text.filter(|_| state.is_pressed()).map(|text| text.as_str().into());
            let message =
                KeyboardInput { key_code: code, logical_key: logical, state, text, repeat: false, window };
            world.write_message(WindowEvent::KeyboardInput(message.clone()));
            world.write_message(message);
        }
        InputPiece::Frames(frames) if frames > 1 => player.inputs.push_front(InputPiece::Frames(frames - 1)),
        InputPiece::Frames(_) => {}
    }
}
