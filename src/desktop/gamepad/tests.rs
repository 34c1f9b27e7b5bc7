use bevy::input::InputPlugin;
use bevy::input::gamepad::{GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent};
use bevy::input::gamepad::{RawGamepadButtonChangedEvent, RawGamepadEvent};
use bevy::state::app::StatesPlugin;
use bevy_egui::EguiUserTextures;

use super::*;

/// A window without egui on a screen, and a gamepad.
fn app(screen: Screen) -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin))
        .insert_state(screen)
        .init_resource::<Settings>()
        .init_resource::<Session>()
        .init_resource::<EguiUserTextures>()
        .init_resource::<AnswerFocusRequest>()
        .insert_resource(NextFrame::new(WindowWaker::default()))
        .add_message::<WindowEvent>()
        .add_message::<CursorMoved>();
    add_key_systems(&mut app);
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    let gamepad = app.world_mut().spawn_empty().id();
    let connection =
        GamepadConnection::Connected { name: "pad".to_owned(), vendor_id: None, product_id: None };
    send(&mut app, GamepadConnectionEvent::new(gamepad, connection).into());
    app.update();
    (app, gamepad)
}

fn send(app: &mut App, event: RawGamepadEvent) {
    match event.clone() {
        RawGamepadEvent::Connection(event) => _ = app.world_mut().write_message(event),
        RawGamepadEvent::Button(event) => _ = app.world_mut().write_message(event),
        RawGamepadEvent::Axis(event) => _ = app.world_mut().write_message(event),
    }
    app.world_mut().write_message(event);
}

fn press(app: &mut App, gamepad: Entity, button: GamepadButton, value: f32) {
    send(app, RawGamepadButtonChangedEvent::new(gamepad, button, value).into());
    app.update();
}

fn is_pressed(app: &App, code: KeyCode) -> bool {
    app.world().resource::<ButtonInput<KeyCode>>().pressed(code)
}

#[test]
fn a_button_holds_the_key_of_its_action() {
    let (mut app, gamepad) = app(Screen::Battle);
    press(&mut app, gamepad, GamepadButton::West, 1.0);
    assert!(is_pressed(&app, KeyCode::Digit2));
    press(&mut app, gamepad, GamepadButton::West, 0.0);
    assert!(!is_pressed(&app, KeyCode::Digit2));
}

#[test]
fn a_button_holds_the_modifiers_of_its_key() {
    let (mut app, gamepad) = app(Screen::Battle);
    press(&mut app, gamepad, GamepadButton::LeftTrigger, 1.0);
    assert!(is_pressed(&app, KeyCode::Tab) && is_pressed(&app, KeyCode::ShiftLeft));
    press(&mut app, gamepad, GamepadButton::LeftTrigger, 0.0);
    assert!(!is_pressed(&app, KeyCode::Tab) && !is_pressed(&app, KeyCode::ShiftLeft));
}

#[test]
fn the_trigger_leads_a_to_a_waypoint_and_switches_cards_alone() {
    let (mut app, gamepad) = app(Screen::Battle);
    press(&mut app, gamepad, GamepadButton::LeftTrigger2, 1.0);
    press(&mut app, gamepad, GamepadButton::South, 1.0);
    assert!(is_pressed(&app, KeyCode::Enter) && is_pressed(&app, KeyCode::ShiftLeft));
    press(&mut app, gamepad, GamepadButton::LeftTrigger2, 0.0);
    assert!(is_pressed(&app, KeyCode::ShiftLeft), "A keeps its meaning until it is released");
    assert!(!is_pressed(&app, KeyCode::KeyC), "the trigger was used for it");
    press(&mut app, gamepad, GamepadButton::South, 0.0);
    assert!(!is_pressed(&app, KeyCode::Enter) && !is_pressed(&app, KeyCode::ShiftLeft));
    press(&mut app, gamepad, GamepadButton::LeftTrigger2, 1.0);
    assert!(!is_pressed(&app, KeyCode::KeyC), "not before it is released");
    press(&mut app, gamepad, GamepadButton::LeftTrigger2, 0.0);
    assert!(is_pressed(&app, KeyCode::KeyC));
    app.update();
    assert!(!is_pressed(&app, KeyCode::KeyC), "a tap");
}

#[test]
fn the_trigger_leads_b_to_an_undo_and_the_other_trigger_to_fast_forward() {
    let (mut app, gamepad) = app(Screen::Battle);
    press(&mut app, gamepad, GamepadButton::East, 1.0);
    assert!(is_pressed(&app, KeyCode::Escape) && !is_pressed(&app, KeyCode::KeyU));
    press(&mut app, gamepad, GamepadButton::East, 0.0);
    press(&mut app, gamepad, GamepadButton::LeftTrigger2, 1.0);
    press(&mut app, gamepad, GamepadButton::East, 1.0);
    assert!(is_pressed(&app, KeyCode::KeyU) && !is_pressed(&app, KeyCode::Escape));
    press(&mut app, gamepad, GamepadButton::East, 0.0);
    press(&mut app, gamepad, GamepadButton::RightTrigger2, 1.0);
    assert!(is_pressed(&app, KeyCode::KeyF) && !is_pressed(&app, KeyCode::KeyZ));
    press(&mut app, gamepad, GamepadButton::RightTrigger2, 0.0);
    press(&mut app, gamepad, GamepadButton::LeftTrigger2, 0.0);
    assert!(!is_pressed(&app, KeyCode::KeyC), "the trigger was used");
    press(&mut app, gamepad, GamepadButton::RightTrigger2, 1.0);
    assert!(is_pressed(&app, KeyCode::KeyZ));
}

#[test]
fn what_was_used_last_gives_the_names() {
    let device = |app: &App| app.world().resource::<Settings>().device;
    let (mut app, gamepad) = app(Screen::Battle);
    assert_eq!(device(&app), InputDevice::Keyboard, "a gamepad at rest changes nothing");
    press(&mut app, gamepad, GamepadButton::West, 1.0);
    for _ in 0..2 {
        app.update();
        assert_eq!(device(&app), InputDevice::Gamepad, "the key that it presses is not the keyboard");
    }
    let window = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world());
    let window = window.expect("a window");
    app.world_mut().write_message(CursorMoved { window, position: Vec2::ONE, delta: None });
    app.update();
    assert_eq!(device(&app), InputDevice::Keyboard, "the mouse moved");
    press(&mut app, gamepad, GamepadButton::West, 0.0);
    assert_eq!(device(&app), InputDevice::Keyboard, "a release is no use");
    press(&mut app, gamepad, GamepadButton::North, 1.0);
    assert_eq!(device(&app), InputDevice::Gamepad);
}

#[test]
fn a_stick_is_a_direction_once_it_is_moved_far_enough() {
    let (mut app, gamepad) = app(Screen::Battle);
    send(&mut app, RawGamepadAxisChangedEvent::new(gamepad, GamepadAxis::LeftStickX, 0.3).into());
    app.update();
    assert!(!is_pressed(&app, KeyCode::ArrowRight));
    send(&mut app, RawGamepadAxisChangedEvent::new(gamepad, GamepadAxis::LeftStickX, 0.9).into());
    app.update();
    assert!(is_pressed(&app, KeyCode::ArrowRight));
    assert!(app.world().resource::<AnswerFocusRequest>().0);
}

#[test]
fn a_menu_understands_a_gamepad_whatever_the_bindings_are() {
    let [enter, other]: [KeyChord; 2] = ["Enter", "P"].map(|text| text.parse().expect("a key"));
    for (screen, code) in [(Screen::Menu, KeyCode::Enter), (Screen::Battle, KeyCode::KeyP)] {
        let (mut app, gamepad) = app(screen);
        app.world_mut().resource_mut::<Settings>().keys.replace_key(InputAction::Confirm, enter, other);
        press(&mut app, gamepad, GamepadButton::South, 1.0);
        assert!(is_pressed(&app, code), "{screen:?}");
    }
}

#[test]
fn sticks_have_four_directions() {
    let at = |x, y| stick_direction(Vec2::new(x, y)).map(|at| BUTTONS[at].2);
    assert_eq!(at(0.0, 0.8), Some(InputAction::CursorNorth));
    assert_eq!(at(0.1, -0.8), Some(InputAction::CursorSouth));
    assert_eq!(at(-0.8, 0.1), Some(InputAction::CursorWest));
    assert_eq!(at(0.8, -0.1), Some(InputAction::CursorEast));
    assert_eq!(at(0.2, -0.2), None);
}
