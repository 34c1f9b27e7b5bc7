//! Plays the program without a hand: steps from a file become pointer and key messages, so the same code runs.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use bevy::app::AppExit;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use bevy::winit::WinitSettings;
use bevy_egui::egui::{self, Rect, Shape};
use bevy_egui::{EguiFullOutput, EguiPostUpdateSet};
use serde::Deserialize;
use thiserror::Error;

use super::app::Verdict;
use super::board::Lens;
use super::fight::{OrderSystems, Request, Requests};
use super::keys::Chord;
use super::session::{Screen, Session};
use crate::battle::{self, History, Order, Pending, Round};
use crate::field::Cell;

/// Frames after which the first picture has settled: textures loaded, layout done.
const FIRST_FRAMES: u32 = 40;
/// Frames between steps, so that one is done before the next.
const PAUSE: u32 = 3;
/// Frames that an expectation may take to come true.
const PATIENCE: u32 = 240;

/// One step of a script. `docs/scripts.md` lists them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Step {
    /// Gives an order.
    Order(Order),
    /// Clicks on a square of the board.
    Click {
        /// Column and row.
        cell: (i32, i32),
    },
    /// Clicks at a place in the window.
    ClickAt(f32, f32),
    /// Clicks on a text that is on the screen.
    Press(String),
    /// Moves the pointer to a square.
    Hover {
        /// Column and row.
        cell: (i32, i32),
    },
    /// Moves the pointer to a place in the window.
    HoverAt(f32, f32),
    /// Presses and lets go of a key, such as `Ctrl+Z`.
    Key(String),
    /// Types a text.
    Type(String),
    /// Lets so many frames pass.
    Wait(u32),
    /// Takes a picture.
    Screenshot(PathBuf),
    /// Fails the script if this does not come true soon.
    Expect(Expectation),
    /// Ends the program.
    Quit,
}

/// What a script can look at.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Expectation {
    /// This text is on the screen, as a part of a line.
    Text(String),
    /// This text is not.
    NoText(String),
    /// The fight is in this round; 0 while units are placed.
    Round(u32),
    /// This unit is selected.
    Selected(String),
    /// It is this unit's phase.
    Acting(String),
    /// So many orders were given.
    Orders(usize),
    /// A unit stands on this square.
    At {
        /// Name of the unit.
        unit: String,
        /// Column and row.
        cell: (i32, i32),
    },
    /// A question waits for an answer.
    Asked,
    /// The skirmish is over.
    Ended,
    /// The menu is shown.
    Menu,
    /// A fight is shown.
    Battle,
}

/// Why a script cannot be played.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no list of steps.
    #[error("{path}:{line}:{column}: {what}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
}

/// A script.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Script(Vec<Step>);

/// Reads a script.
///
/// # Errors
/// The file cannot be read or is no list of steps.
pub(super) fn read(path: &Path) -> Result<Script, ScriptError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ScriptError::Read { path: path.to_owned(), source })?;
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let steps: Vec<Step> = options.from_str(&text).map_err(|error| ScriptError::Format {
        path: path.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    })?;
    for step in &steps {
        if let Step::Key(key) = step
            && let Err(error) = key.parse::<Chord>()
        {
            let what = error.to_string();
            return Err(ScriptError::Format { path: path.to_owned(), line: 1, column: 1, what });
        }
    }
    Ok(Script(steps))
}

/// A small piece of a step: at most one a frame.
#[derive(Clone, Debug)]
enum Act {
    Move(Vec2),
    Button(ButtonState),
    Key { code: KeyCode, logical: Key, text: Option<String>, state: ButtonState },
    Frames(u32),
}

/// Where a script stands.
#[derive(Resource)]
struct Player {
    steps: VecDeque<Step>,
    acts: VecDeque<Act>,
    number: usize,
    /// Frames the current step has waited.
    waited: u32,
    /// Pictures that are not written yet.
    pictures: usize,
    pointer: Vec2,
    /// Goes back to drawing on change only once all is done.
    idle: WinitSettings,
}

/// Texts on the screen with the place they take up.
#[derive(Resource, Default)]
struct Shown(Vec<(String, Rect)>);

/// Plays a script from the first settled frame on; then takes a picture and quits, if that is asked for.
pub(super) fn plugin(app: &mut App, script: Script, picture: Option<PathBuf>) {
    let mut steps = VecDeque::from(script.0);
    steps.push_front(Step::Wait(FIRST_FRAMES));
    if let Some(file) = picture {
        steps.extend([Step::Screenshot(file), Step::Quit]);
    }
    let idle = app.world().resource::<WinitSettings>().clone();
    app.insert_resource(WinitSettings::continuous())
        .init_resource::<Shown>()
        .insert_resource(Player {
            steps,
            acts: VecDeque::new(),
            number: 0,
            waited: 0,
            pictures: 0,
            pointer: Vec2::ZERO,
            idle,
        })
        .add_systems(First, play)
        .add_systems(PreUpdate, say_the_wrong.after(OrderSystems))
        .add_systems(
            PostUpdate,
            read_screen.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        );
}

/// A failed start of a fight fails the script too.
fn say_the_wrong(menu: Res<super::menu::MenuState>, verdict: Res<Verdict>, mut exit: MessageWriter<AppExit>) {
    if let Some(problem) = menu.problem.as_ref().filter(|_| menu.is_changed()) {
        exit.write(verdict.fail(problem.clone()));
    }
}

fn read_screen(outputs: Query<&EguiFullOutput>, mut shown: ResMut<Shown>) {
    fn texts(shape: &Shape, clip: Rect, into: &mut Vec<(String, Rect)>) {
        match shape {
            Shape::Text(text) => {
                let rect = text.visual_bounding_rect().intersect(clip);
                if rect.is_positive() {
                    into.push((text.galley.text().to_owned(), rect));
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, into)),
            _ => {}
        }
    }
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        shown.0.clear();
        for clipped in &output.shapes {
            texts(&clipped.shape, clipped.clip_rect, &mut shown.0);
        }
    }
}

fn play(world: &mut World) {
    world.resource_scope(|world, mut player: Mut<Player>| {
        if player.pictures > 0 {
            return;
        }
        if let Some(act) = player.acts.pop_front() {
            perform(world, &mut player, act);
            return;
        }
        let Some(step) = player.steps.pop_front() else {
            if world.resource::<WinitSettings>().focused_mode != player.idle.focused_mode {
                world.insert_resource(player.idle.clone());
            }
            return;
        };
        if player.waited == 0 {
            player.number += 1;
        }
        match begin(world, &mut player, &step) {
            Ok(true) => {
                player.waited = 0;
                player.acts.push_back(Act::Frames(PAUSE));
            }
            Ok(false) if player.waited < PATIENCE => {
                player.waited += 1;
                player.steps.push_front(step);
            }
            Ok(false) => {
                let what = found(world);
                fail(world, &player, &format!("{step:?} did not come true; {what}"));
            }
            Err(problem) => fail(world, &player, &problem),
        }
    });
}

fn fail(world: &mut World, player: &Player, problem: &str) {
    // The first step is the wait that comes before every script.
    let message = format!("step {} of the script: {problem}", player.number.saturating_sub(1));
    let exit = world.resource::<Verdict>().fail(message);
    world.write_message(exit);
}

/// Starts a step. `false`: not yet.
fn begin(world: &mut World, player: &mut Player, step: &Step) -> Result<bool, String> {
    match step {
        Step::Order(order) => {
            if !battle::is_set_up(world) {
                return Ok(false);
            }
            battle::plan(world, order).map_err(|refusal| format!("{order:?} is refused: {refusal}"))?;
            world.resource_mut::<Session>().orders.push(order.clone());
        }
        Step::Click { cell } => {
            let Some(at) = place_of(world, *cell) else { return Ok(false) };
            player.click(at);
        }
        Step::Hover { cell } => {
            let Some(at) = place_of(world, *cell) else { return Ok(false) };
            player.acts.push_back(Act::Move(at));
        }
        Step::ClickAt(x, y) => player.click(Vec2::new(*x, *y)),
        Step::HoverAt(x, y) => player.acts.push_back(Act::Move(Vec2::new(*x, *y))),
        Step::Press(text) => {
            let shown = &world.resource::<Shown>().0;
            let whole = shown.iter().find(|(line, _)| line.trim() == text);
            let Some((_, rect)) =
                whole.or_else(|| shown.iter().find(|(line, _)| line.contains(text.as_str())))
            else {
                return Ok(false);
            };
            let at = rect.center();
            let zoom = zoom(world);
            player.click(Vec2::new(at.x, at.y) * zoom);
        }
        Step::Key(text) => {
            player.press(&text.parse().map_err(|error: super::keys::UnknownKey| error.to_string())?)
        }
        Step::Type(text) => player.type_text(text),
        Step::Wait(frames) => player.acts.push_back(Act::Frames(*frames)),
        Step::Screenshot(file) => take_picture(world, player, file.clone()),
        Step::Expect(expectation) => return Ok(holds(world, expectation)),
        Step::Quit => world.resource_mut::<Requests>().0.push(Request::Quit),
    }
    Ok(true)
}

impl Player {
    fn click(&mut self, at: Vec2) {
        self.acts.extend([
            Act::Move(at),
            Act::Frames(2),
            Act::Button(ButtonState::Pressed),
            Act::Button(ButtonState::Released),
        ]);
    }

    fn press(&mut self, chord: &Chord) {
        let held = |state| {
            chord.modifiers().map(move |modifier| {
                let code = modifier.left();
                Act::Key { code, logical: logical(code), text: None, state }
            })
        };
        self.acts.extend(held(ButtonState::Pressed));
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical = logical(chord.key());
            self.acts.push_back(Act::Key { code: chord.key(), logical, text: None, state });
        }
        self.acts.extend(held(ButtonState::Released));
    }

    fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let text = letter.to_string();
                let code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
                let logical = Key::Character(text.as_str().into());
                self.acts.push_back(Act::Key { code, logical, text: Some(text), state });
            }
        }
    }
}

fn logical(code: KeyCode) -> Key {
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
        other => match Chord::new(other, false, false, false).map(|chord| chord.to_string().to_lowercase()) {
            Some(name) if name.chars().count() == 1 => Key::Character(name.as_str().into()),
            _ => Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
        },
    }
}

fn perform(world: &mut World, player: &mut Player, act: Act) {
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let Ok((window, mut state)) = windows.single_mut(world) else { return };
    match act {
        Act::Move(position) => {
            let delta = Some(position - player.pointer);
            player.pointer = position;
            state.set_cursor_position(Some(position));
            let message = CursorMoved { window, position, delta };
            world.write_message(WindowEvent::CursorMoved(message.clone()));
            world.write_message(message);
        }
        Act::Button(state) => {
            let message = MouseButtonInput { button: MouseButton::Left, state, window };
            world.write_message(WindowEvent::MouseButtonInput(message));
            world.write_message(message);
        }
        Act::Key { code, logical, text, state } => {
            let text = text.filter(|_| state.is_pressed()).map(|text| text.as_str().into());
            let message =
                KeyboardInput { key_code: code, logical_key: logical, state, text, repeat: false, window };
            world.write_message(WindowEvent::KeyboardInput(message.clone()));
            world.write_message(message);
        }
        Act::Frames(frames) if frames > 1 => player.acts.push_front(Act::Frames(frames - 1)),
        Act::Frames(_) => {}
    }
}

fn zoom(world: &mut World) -> f32 {
    let mut contexts = world.query::<&mut bevy_egui::EguiContext>();
    contexts.iter_mut(world).next().map_or(1.0, |mut context| context.get_mut().zoom_factor())
}

/// Centre of a square in the window.
fn place_of(world: &mut World, (x, y): (i32, i32)) -> Option<Vec2> {
    if !battle::is_set_up(world) {
        return None;
    }
    let egui::Pos2 { x, y } = world.resource::<Lens>().centre(Cell::new(x, y));
    Some(Vec2::new(x, y) * zoom(world))
}

fn take_picture(world: &mut World, player: &mut Player, file: PathBuf) {
    player.pictures += 1;
    let keep = move |picture: On<ScreenshotCaptured>,
                     mut player: ResMut<Player>,
                     verdict: Res<Verdict>,
                     mut exit: MessageWriter<AppExit>| {
        player.pictures = player.pictures.saturating_sub(1);
        if let Err(problem) = write_picture(&picture.image, &file) {
            exit.write(verdict.fail(format!("the picture {} cannot be written: {problem}", file.display())));
        }
    };
    world.spawn(Screenshot::primary_window()).observe(keep);
}

fn write_picture(image: &Image, file: &Path) -> Result<(), String> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let picture = image.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    picture.to_rgb8().save(file).map_err(|error| error.to_string())
}

fn holds(world: &mut World, expectation: &Expectation) -> bool {
    let shows =
        |world: &World, text: &str| world.resource::<Shown>().0.iter().any(|(line, _)| line.contains(text));
    match expectation {
        Expectation::Text(text) => return shows(world, text),
        Expectation::NoText(text) => return !shows(world, text),
        Expectation::Menu => return *world.resource::<State<Screen>>().get() == Screen::Menu,
        _ if !battle::is_set_up(world) => return false,
        _ => {}
    }
    let name = |world: &mut World, unit: Option<battle::UnitId>| {
        let unit = unit?;
        battle::with_view(world, |view| Some(view.unit(unit)?.identity.name().to_owned()))
    };
    match expectation {
        Expectation::Text(_) | Expectation::NoText(_) | Expectation::Menu => false,
        Expectation::Battle => *world.resource::<State<Screen>>().get() == Screen::Battle,
        Expectation::Round(number) => world.resource::<Round>().number() == *number,
        Expectation::Ended => world.resource::<Round>().outcome().is_some(),
        Expectation::Asked => world.resource::<Pending>().decision().is_some(),
        Expectation::Orders(number) => world.resource::<History>().chapters().len() == *number,
        Expectation::Acting(wanted) => {
            let acting = world.resource::<Round>().acting();
            name(world, acting).as_ref() == Some(wanted)
        }
        Expectation::Selected(wanted) => {
            let selected = world.resource::<Session>().selected;
            name(world, selected).as_ref() == Some(wanted)
        }
        Expectation::At { unit, cell } => battle::with_view(world, |view| {
            view.units().any(|data| data.identity.name() == unit && data.cell() == Cell::new(cell.0, cell.1))
        }),
    }
}

/// What there is instead of what was expected.
fn found(world: &mut World) -> String {
    if !battle::is_set_up(world) {
        return "no fight is on".to_owned();
    }
    let round = world.resource::<Round>();
    let (number, acting, over) = (round.number(), round.acting(), round.outcome().is_some());
    let selected = world.resource::<Session>().selected;
    let notice =
        world.resource::<Session>().notice.as_ref().map(|(text, _)| text.clone()).unwrap_or_default();
    let orders = world.resource::<History>().chapters().len();
    battle::with_view(world, |view| {
        let name = |unit: Option<battle::UnitId>| {
            let data = unit.and_then(|unit| view.unit(unit));
            data.map_or("nobody".to_owned(), |data| data.identity.name().to_owned())
        };
        format!(
            "round {number}, {} acts, {} is selected, {orders} orders, over: {over}, last notice: {notice:?}",
            name(acting),
            name(selected)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_and_a_broken_one_says_where() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("script.ron");
        let text = "[Press(\"Start\"), Click(cell: (3, 4)), ClickAt(10, 20.5), Key(\"Ctrl+Z\"),\n\
                    Expect(Round(1)), Expect(At(unit: \"Vex\", cell: (1, 2))), Quit]";
        std::fs::write(&path, text).expect("written");
        let script = read(&path).expect("a script");
        assert_eq!(script.0.len(), 7);
        assert_eq!(script.0[1], Step::Click { cell: (3, 4) });
        std::fs::write(&path, "[\n  Clik(cell: (3, 4)),\n]").expect("written");
        let message = read(&path).expect_err("broken").to_string();
        assert!(message.contains("script.ron:2:"), "{message}");
        std::fs::write(&path, "[Key(\"Hyper+Q\")]").expect("written");
        assert!(read(&path).expect_err("broken").to_string().contains("Hyper+Q"));
    }

    #[test]
    fn every_key_that_can_be_bound_types_something() {
        assert_eq!(logical(KeyCode::KeyA), Key::Character("a".into()));
        assert_eq!(logical(KeyCode::Slash), Key::Character("/".into()));
        assert_eq!(logical(KeyCode::Enter), Key::Enter);
    }
}
