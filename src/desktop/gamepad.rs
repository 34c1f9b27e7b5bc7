//! Gamepads: their buttons and sticks press the keys of actions, so that whatever works with the keyboard works with them.
//!
//! LT gives some buttons another meaning while it is held, and acts itself when it is released without that.
//!
//! In menus and while a widget has the keyboard focus, the directions are arrow keys, A is Enter and B is Esc, whatever
//! the bindings are: egui knows these keys.

use std::collections::HashMap;
use std::time::Duration;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::gilrs::GilrsPlugin;
use bevy::input::ButtonState;
use bevy::input::gamepad::gamepad_event_processing_system;
use bevy::input::keyboard::{KeyboardInput, keyboard_input_system};
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use bevy_egui::EguiContexts;
use gilrs::{Axis, EventType, Gilrs};

use crate::handover_screen::HandoverScreen;
use crate::input::{AnswerFocusRequest, InputAction, InputDevice};
use crate::key_chord::{KeyChord, logical_key};
use crate::redraw::{NextFrame, WindowWaker};
use crate::session::{Screen, Session};
use crate::settings::Settings;

/// How far a stick has to be moved to count as a direction, of 1.
const STICK_THRESHOLD: f32 = 0.5;
/// Time until a held direction is repeated, in seconds.
const FIRST_REPEAT: f32 = 0.4;
/// Time between repeats, in seconds.
const NEXT_REPEAT: f32 = 0.12;
/// How long the thread waits for an event before it looks whether the window still exists.
const EVENT_WAIT: Duration = Duration::from_secs(1);

/// What the buttons do, by the names that most gamepads have on them.
pub(crate) const BUTTONS: [(GamepadButton, &str, InputAction); 16] = [
    (GamepadButton::DPadUp, "D-pad or left stick up", InputAction::CursorNorth),
    (GamepadButton::DPadDown, "D-pad or left stick down", InputAction::CursorSouth),
    (GamepadButton::DPadLeft, "D-pad or left stick left", InputAction::CursorWest),
    (GamepadButton::DPadRight, "D-pad or left stick right", InputAction::CursorEast),
    (GamepadButton::South, "A", InputAction::Confirm),
    (GamepadButton::East, "B", InputAction::Back),
    (GamepadButton::West, "X", InputAction::Action2),
    (GamepadButton::North, "Y", InputAction::FindAction),
    (GamepadButton::LeftTrigger, "LB", InputAction::PreviousUnit),
    (GamepadButton::RightTrigger, "RB", InputAction::NextUnit),
    (GamepadButton::LeftTrigger2, "LT", InputAction::WholeCards),
    (GamepadButton::RightTrigger2, "RT", InputAction::NextEnemy),
    (GamepadButton::Select, "View", InputAction::Help),
    (GamepadButton::Start, "Menu", InputAction::EndPhase),
    (GamepadButton::LeftThumb, "left stick pressed", InputAction::ZoomOut),
    (GamepadButton::RightThumb, "right stick pressed", InputAction::ZoomIn),
];

/// What buttons do that are pressed while the trigger is held that else switches the cards.
pub(crate) const SHIFTED_BUTTONS: [(GamepadButton, &str, InputAction); 3] = [
    (GamepadButton::South, "LT+A", InputAction::Waypoint),
    (GamepadButton::East, "LT+B", InputAction::Undo),
    (GamepadButton::RightTrigger2, "LT+RT", InputAction::FastForward),
];
/// The trigger.
const SHIFT_TRIGGER: GamepadButton = GamepadButton::LeftTrigger2;

/// What the right stick does, by its direction: up, down, left, right.
pub(crate) const RIGHT_STICK: [(Vec2, InputAction); 4] = [
    (Vec2::Y, InputAction::PanNorth),
    (Vec2::NEG_Y, InputAction::PanSouth),
    (Vec2::NEG_X, InputAction::PanWest),
    (Vec2::X, InputAction::PanEast),
];

/// Returns the name of the control of an action; `None` if it has none.
fn control_of(action: InputAction) -> Option<&'static str> {
    let mut buttons = BUTTONS.iter().chain(&SHIFTED_BUTTONS);
    let button = buttons.find(|(.., of)| *of == action).map(|(_, name, _)| *name);
    let stick = || RIGHT_STICK.iter().any(|(_, of)| *of == action).then_some("right stick");
    button.or_else(stick)
}

/// Whether gamepads have a control for an action.
pub(crate) fn has_control(action: InputAction) -> bool {
    control_of(action).is_some()
}

/// Returns what buttons and hints show for an action with this key while a gamepad is used: its control, else the key, unless
/// that would be taken for a button of the gamepad.
pub(crate) fn control_text(action: InputAction, key: String) -> String {
    match control_of(action) {
        Some(control) => control.to_owned(),
        None if BUTTONS.iter().any(|(_, name, _)| *name == key) => String::new(),
        None => key,
    }
}

/// Lets gamepads press keys.
pub(crate) struct GamepadPlugin;

impl Plugin for GamepadPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(GilrsPlugin).add_systems(Startup, start_event_watch);
        add_key_systems(app);
    }
}

fn add_key_systems(app: &mut App) {
    app.init_resource::<HeldButtons>().add_systems(
        PreUpdate,
        press_keys_of_gamepads.after(gamepad_event_processing_system).before(keyboard_input_system),
    );
}

/// The keys that the buttons of gamepads hold down.
#[derive(Resource, Debug, Default)]
struct HeldButtons {
    keys: Vec<HeldKey>,
    trigger: HeldTrigger,
}

/// The trigger that gives buttons another meaning, and the meanings with which these were pressed.
#[derive(Debug, Default)]
struct HeldTrigger {
    is_held: bool,
    /// Such a button was pressed meanwhile: releasing the trigger does nothing.
    is_used: bool,
    /// The held ones of these buttons, with what each does until it is released.
    buttons: Vec<(GamepadButton, InputAction)>,
}

impl HeldTrigger {
    /// Follows the trigger and its buttons; returns what these do, and whether the trigger was tapped.
    fn follow(
        &mut self,
        is_held: bool,
        is_pressed: impl Fn(GamepadButton) -> bool,
    ) -> (Vec<InputAction>, bool) {
        self.buttons.retain(|(button, _)| is_pressed(*button));
        for (button, _, shifted) in SHIFTED_BUTTONS {
            if !is_pressed(button) || self.buttons.iter().any(|(known, _)| *known == button) {
                continue;
            }
            let usual = BUTTONS.iter().find(|(known, ..)| *known == button).map(|(.., action)| *action);
            let meaning = if is_held { Some(shifted) } else { usual };
            self.is_used |= is_held;
            self.buttons.extend(meaning.map(|action| (button, action)));
        }
        let is_tapped = self.is_held && !is_held && !self.is_used;
        self.is_used &= is_held;
        self.is_held = is_held;
        (self.buttons.iter().map(|(_, action)| *action).collect(), is_tapped)
    }
}

#[derive(Debug)]
struct HeldKey {
    action: InputAction,
    chord: KeyChord,
    /// When the key is pressed again, in seconds since the start; `None` if holding does not repeat it.
    repeats_at: Option<f32>,
}

/// Sends key presses to the window, and reads those of others.
#[derive(SystemParam)]
struct KeyMessages<'w, 's> {
    windows: Query<'w, 's, Entity, With<PrimaryWindow>>,
    keys: ResMut<'w, Messages<KeyboardInput>>,
    events: MessageWriter<'w, WindowEvent>,
    read: Local<'s, MessageCursor<KeyboardInput>>,
}

impl KeyMessages<'_, '_> {
    /// Whether a key was pressed on the keyboard since the last call.
    fn is_keyboard_used(&mut self) -> bool {
        self.read.read(&self.keys).filter(|key| key.state.is_pressed()).count() > 0
    }

    /// Does not take the keys that were sent until now for those of the keyboard.
    fn forget_sent(&mut self) {
        self.read.clear(&self.keys);
    }

    /// Presses a key after its modifiers, or releases it before them.
    fn send(&mut self, chord: &KeyChord, state: ButtonState) {
        let modifiers = chord.modifiers().map(|modifier| modifier.left());
        let mut codes: Vec<KeyCode> = modifiers.chain([chord.key()]).collect();
        if state == ButtonState::Released {
            codes.reverse();
        }
        let Ok(window) = self.windows.single() else { return };
        for code in codes {
            let message = KeyboardInput {
                key_code: code,
                logical_key: logical_key(code),
                state,
                text: None,
                repeat: false,
                window,
            };
            self.events.write(WindowEvent::KeyboardInput(message.clone()));
            self.keys.write(message);
        }
    }
}

/// What is done with the mouse.
#[derive(SystemParam)]
struct MouseMessages<'w, 's> {
    buttons: MessageReader<'w, 's, MouseButtonInput>,
    wheel: MessageReader<'w, 's, MouseWheel>,
    moves: MessageReader<'w, 's, CursorMoved>,
}

impl MouseMessages<'_, '_> {
    /// Whether the mouse was used since the last call.
    fn is_used(&mut self) -> bool {
        let (buttons, wheel) = (self.buttons.read().count(), self.wheel.read().count());
        buttons + wheel + self.moves.read().count() > 0
    }
}

/// Presses the keys of what is newly held on any gamepad, releases the others, and repeats held directions. Notes whether
/// the gamepad or something else is used.
fn press_keys_of_gamepads(
    gamepads: Query<&Gamepad>,
    (mut settings, session): (ResMut<Settings>, Res<Session>),
    (screen, handover, time): (Res<State<Screen>>, Option<Res<HandoverScreen>>, Res<Time<Real>>),
    mut contexts: EguiContexts,
    mut held: ResMut<HeldButtons>,
    mut focus: ResMut<AnswerFocusRequest>,
    (mut keys, mut mouse): (KeyMessages, MouseMessages),
    mut next: ResMut<NextFrame>,
) {
    let now = time.elapsed_secs();
    let is_other_used = [keys.is_keyboard_used(), mouse.is_used()].contains(&true);
    let HeldButtons { keys: held, trigger } = &mut *held;
    let (wanted, is_tapped) = held_actions(&gamepads, trigger);
    if is_tapped {
        next.within(Duration::ZERO); // its key is released
    }
    let is_new = |action: &InputAction| held.iter().all(|key| key.action != *action);
    let device = match is_other_used {
        true => InputDevice::Keyboard,
        false if wanted.iter().any(is_new) => InputDevice::Gamepad,
        false => settings.device,
    };
    if settings.device != device {
        settings.device = device;
    }
    focus.0 = false;
    held.retain(|key| {
        let is_held = wanted.contains(&key.action);
        if !is_held {
            keys.send(&key.chord, ButtonState::Released);
        }
        is_held
    });
    let has_focus = contexts.ctx_mut().is_ok_and(|context| context.egui_wants_keyboard_input());
    // The handover screen waits for Enter, whatever is bound.
    let hands_over = handover.is_some_and(|handover| handover.is_active());
    let in_widgets = has_focus || hands_over || session.paused || *screen.get() == Screen::Menu;
    for action in wanted {
        if let Some(key) = held.iter_mut().find(|key| key.action == action) {
            repeat_key(&mut keys, key, now);
            continue;
        }
        let bound = settings.keys.keys_for(action).first().copied();
        let Some(chord) = usual_key(action).filter(|_| in_widgets).or(bound) else { continue };
        keys.send(&chord, ButtonState::Pressed);
        let repeats = is_direction(action);
        focus.0 |= repeats;
        held.push(HeldKey { action, chord, repeats_at: repeats.then_some(now + FIRST_REPEAT) });
    }
    keys.forget_sent();
    let repeats = held.iter().filter_map(|key| key.repeats_at);
    if let Some(at) = repeats.min_by(f32::total_cmp) {
        next.within(Duration::from_secs_f32((at - now).max(0.0)));
    }
}

/// Presses a held key again if it is time for that.
fn repeat_key(keys: &mut KeyMessages, key: &mut HeldKey, now: f32) {
    if key.repeats_at.is_some_and(|at| at <= now) {
        keys.send(&key.chord, ButtonState::Released);
        keys.send(&key.chord, ButtonState::Pressed);
        key.repeats_at = Some(now + NEXT_REPEAT);
    }
}

/// Returns the actions that are held on the gamepads, each once, and whether the trigger was tapped: its action is among
/// them for one frame.
fn held_actions(gamepads: &Query<&Gamepad>, trigger: &mut HeldTrigger) -> (Vec<InputAction>, bool) {
    let is_held = |button| gamepads.iter().any(|gamepad| gamepad.pressed(button));
    let (mut held, is_tapped) = trigger.follow(is_held(SHIFT_TRIGGER), is_held);
    held.extend(is_tapped.then_some(InputAction::WholeCards));
    let is_followed = |button: GamepadButton| {
        button == SHIFT_TRIGGER || SHIFTED_BUTTONS.iter().any(|(shifted, ..)| *shifted == button)
    };
    for gamepad in gamepads {
        let buttons = BUTTONS.iter().filter(|(button, ..)| gamepad.pressed(*button));
        let buttons = buttons.filter(|(button, ..)| !is_followed(*button));
        held.extend(buttons.map(|(.., action)| *action));
        let left = gamepad.left_stick();
        held.extend(stick_direction(left).map(|at| BUTTONS[at].2));
        let right = gamepad.right_stick();
        let along = RIGHT_STICK.iter().filter(|(way, _)| way.dot(right) >= STICK_THRESHOLD);
        held.extend(along.map(|(_, action)| *action));
    }
    held.sort_unstable();
    held.dedup();
    (held, is_tapped)
}

/// Returns the direction that a stick points to: up, down, left or right, counted from 0.
fn stick_direction(stick: Vec2) -> Option<usize> {
    if stick.length() < STICK_THRESHOLD {
        return None;
    }
    Some(match stick.y.abs() >= stick.x.abs() {
        true => usize::from(stick.y < 0.0),
        false => 2 + usize::from(stick.x > 0.0),
    })
}

fn is_direction(action: InputAction) -> bool {
    use InputAction::{CursorEast, CursorNorth, CursorSouth, CursorWest};
    matches!(action, CursorNorth | CursorSouth | CursorWest | CursorEast)
}

/// Returns the key that means the action in every widget; `None` for actions of the board.
fn usual_key(action: InputAction) -> Option<KeyChord> {
    let code = match action {
        InputAction::Confirm | InputAction::Waypoint => KeyCode::Enter,
        InputAction::Back => KeyCode::Escape,
        InputAction::CursorNorth => KeyCode::ArrowUp,
        InputAction::CursorSouth => KeyCode::ArrowDown,
        InputAction::CursorWest => KeyCode::ArrowLeft,
        InputAction::CursorEast => KeyCode::ArrowRight,
        InputAction::NextUnit => return KeyChord::new(KeyCode::Tab, false, false, false),
        InputAction::PreviousUnit => return KeyChord::new(KeyCode::Tab, false, true, false),
        _ => return None,
    };
    KeyChord::new(code, false, false, false)
}

/// Starts a thread that wakes the idle window when a gamepad is used: nothing else does.
fn start_event_watch(waker: Res<WindowWaker>) {
    let waker = waker.clone();
    let thread = std::thread::Builder::new().name("gamepads".to_owned());
    let started = thread.spawn(move || match Gilrs::new() {
        Ok(gilrs) => watch_events(gilrs, &waker),
        Err(error) => warn!("gamepads cannot be used: {error}"),
    });
    if let Err(error) = started {
        warn!("the window does not answer a gamepad by itself: {error}");
    }
}

fn watch_events(mut gilrs: Gilrs, waker: &WindowWaker) {
    let mut moved: HashMap<Axis, bool> = HashMap::new();
    loop {
        let Some(event) = gilrs.next_event_blocking(Some(EVENT_WAIT)) else { continue };
        let matters = match event.event {
            // A stick at rest sends small values all the time.
            EventType::AxisChanged(axis, value, _) => {
                let is_moved = value.abs() >= STICK_THRESHOLD / 2.0;
                moved.insert(axis, is_moved).unwrap_or_default() || is_moved
            }
            _ => true,
        };
        if matters {
            waker.wake();
        }
    }
}

#[cfg(test)]
mod tests;
