//! Plays the steps of a script, frame by frame.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::a11y::AccessibilityRequested;
use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::winit::WinitSettings;
use bevy_egui::EguiPostUpdateSet;
use bevy_egui::egui;
use bevy_egui::egui::accesskit::Action;

use super::node_steps::{self, ScreenTree};
use super::screen_reader;
use super::screen_reader::ScreenTexts;
use super::simulated_input::{InputPiece, send_input};
use super::{Script, ScriptStep};

use crate::accessibility::AccessTreeSystems;
use crate::app::ExitReport;
use crate::app_commands::{AppCommand, OrderSystems};
use crate::app_window::handle_close_request;
use crate::board::{BoardViewport, MapPictureCache};
use crate::key_chord::UnknownKey;
use crate::menu::MenuState;
use crate::panel::AnswerKeyDelay;
use crate::player_input::GiveOrder;
use crate::redraw::NextFrame;
use crate::theme::colour_vision::ColourVision;
use battle::Order;
use model::Cell;

/// Frames after which the first frame has settled: textures loaded, layout done.
const SETTLE_FRAMES: u32 = 40;
/// Frames between steps, so that one has taken effect before the next.
const FRAMES_BETWEEN_STEPS: u32 = 3;
/// Maximum number of frames until an expectation is met.
const EXPECTATION_FRAMES: u32 = 240;

/// Maximum number of frames that a window draws before it is idle: what the last input changed has been shown by then.
const IDLE_FRAMES: u32 = 60;

/// Maximum number of frames until the AI has finished.
const AI_TURN_FRAMES: u32 = 40_000;

/// State of a script.
#[derive(Resource)]
pub(super) struct ScriptPlayer {
    steps: VecDeque<ScriptStep>,
    pub(super) inputs: VecDeque<InputPiece>,
    number: usize,
    /// Frames the current step has waited.
    waited: u32,
    /// Screenshots not yet written.
    pub(super) pictures: usize,
    /// How screenshots show colours.
    pub(super) vision: ColourVision,
    pub(super) pointer: Vec2,
    /// When the idle window drew its last frame; `None` while it does not idle.
    last_idle_frame: Option<Instant>,
    /// The settings to restore when the script ends: redraw on change only.
    idle: WinitSettings,
}

/// Plays a script from the first settled frame on; then takes a screenshot and quits, if requested.
pub(crate) struct ScriptPlugin {
    /// The steps.
    pub script: Script,
    /// File of the screenshot.
    pub picture: Option<PathBuf>,
}

impl Plugin for ScriptPlugin {
    fn build(&self, app: &mut App) {
        let mut steps = VecDeque::from(self.script.0.clone());
        steps.push_front(ScriptStep::Wait(SETTLE_FRAMES));
        if let Some(file) = self.picture.clone() {
            steps.extend([ScriptStep::Screenshot(file), ScriptStep::Quit]);
        }
        if steps.iter().any(ScriptStep::needs_tree) {
            app.world().resource::<AccessibilityRequested>().set(true);
        }
        let idle = app.world().resource::<WinitSettings>().clone();
        app.insert_resource(WinitSettings::continuous())
            .insert_resource(AnswerKeyDelay(0.0))
            .init_resource::<ScreenTexts>()
            .init_resource::<ScreenTree>()
            .insert_resource(ScriptPlayer {
                steps,
                inputs: VecDeque::new(),
                number: 0,
                waited: 0,
                pictures: 0,
                vision: ColourVision::Normal,
                pointer: Vec2::ZERO,
                last_idle_frame: None,
                idle,
            })
            .add_systems(First, run_script.after(handle_close_request))
            .add_systems(PreUpdate, report_start_failure.after(OrderSystems::Handover))
            .add_systems(
                PostUpdate,
                screen_reader::read_screen
                    .after(EguiPostUpdateSet::EndPass)
                    .before(EguiPostUpdateSet::ProcessOutput),
            )
            .add_systems(PostUpdate, node_steps::read_tree.in_set(AccessTreeSystems::Read));
    }
}

/// Fails the script if a battle could not be started.
fn report_start_failure(menu: Res<MenuState>, report: Res<ExitReport>, mut exit: MessageWriter<AppExit>) {
    if let Some(problem) = menu.problem.as_ref().filter(|_| menu.is_changed()) {
        exit.write(report.fail(problem.clone()));
    }
}

fn run_script(world: &mut World) {
    world.resource_scope(|world, mut player: Mut<ScriptPlayer>| {
        if player.pictures > 0 {
            return;
        }
        if let Some(act) = player.inputs.pop_front() {
            send_input(world, &mut player, act);
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
        match begin_step(world, &mut player, &step) {
            Ok(true) => {
                player.waited = 0;
                player.inputs.push_back(InputPiece::Frames(FRAMES_BETWEEN_STEPS));
            }
            Ok(false) if player.waited < max_wait_frames(&step) => {
                player.waited += 1;
                player.steps.push_front(step);
            }
            Ok(false) => {
                let what = node_steps::actual_nodes_text(world, &step);
                let what = what.unwrap_or_else(|| screen_reader::actual_state_text(world));
                fail_script(world, &player, &format!("{step:?} was not met; {what}"));
            }
            Err(problem) => fail_script(world, &player, &problem),
        }
    });
}

fn max_wait_frames(step: &ScriptStep) -> u32 {
    match step {
        ScriptStep::AwaitPerson | ScriptStep::Screenshot(_) => AI_TURN_FRAMES,
        ScriptStep::Idle(_) => IDLE_FRAMES,
        _ => EXPECTATION_FRAMES,
    }
}

fn fail_script(world: &mut World, player: &ScriptPlayer, problem: &str) {
    // The first step is the wait that precedes every script.
    let message = format!("script step {}: {problem}", player.number.saturating_sub(1));
    let exit = world.resource::<ExitReport>().fail(message);
    world.write_message(exit);
}

/// Begins a step. Returns `false` if it has to wait.
fn begin_step(world: &mut World, player: &mut ScriptPlayer, step: &ScriptStep) -> Result<bool, String> {
    match step {
        ScriptStep::Order(order) => return give_order(world, order),
        ScriptStep::Click { cell } => {
            let Some(at) = cell_position(world, *cell) else { return Ok(false) };
            player.push_click(at);
        }
        ScriptStep::ShiftClick { cell } => {
            let Some(at) = cell_position(world, *cell) else { return Ok(false) };
            player.push_shift_click(at);
        }
        ScriptStep::Drag { from, to } => {
            let Some(way) = drag_way(world, *from, *to) else { return Ok(false) };
            player.push_drag(&way);
        }
        ScriptStep::Hover { cell } => {
            let Some(at) = cell_position(world, *cell) else { return Ok(false) };
            player.inputs.push_back(InputPiece::Move(at));
        }
        ScriptStep::ClickAt(x, y) => player.push_click(Vec2::new(*x, *y)),
        ScriptStep::HoverAt(x, y) => player.inputs.push_back(InputPiece::Move(Vec2::new(*x, *y))),
        ScriptStep::Press(text) => {
            let Some(at) = text_position(world, text) else { return Ok(false) };
            player.push_click(at);
        }
        ScriptStep::HoverText(words) | ScriptStep::ClickText(words) => {
            let Some(at) = world.resource::<ScreenTexts>().middle_of(words) else { return Ok(false) };
            let at = Vec2::new(at.x, at.y) * camera_zoom(world);
            match step {
                ScriptStep::ClickText(_) => player.push_click(at),
                _ => player.inputs.push_back(InputPiece::Move(at)),
            }
        }
        ScriptStep::Activate { role, name } => {
            return Ok(node_steps::request_action(world, Action::Click, (role.as_str(), name.as_str())));
        }
        ScriptStep::Focus { role, name } => {
            return Ok(node_steps::request_action(world, Action::Focus, (role.as_str(), name.as_str())));
        }
        ScriptStep::Key(text) => {
            player.push_key_press(&text.parse().map_err(|error: UnknownKey| error.to_string())?)
        }
        ScriptStep::Type(text) => player.push_text(text),
        ScriptStep::Wait(frames) => player.inputs.push_back(InputPiece::Frames(*frames)),
        ScriptStep::FrameTime(seconds) => set_frame_time(world, *seconds),
        ScriptStep::AwaitPerson => return Ok(screen_reader::is_waiting_for_person(world)),
        ScriptStep::Idle(seconds) => return Ok(has_idled(world, player, *seconds)),
        ScriptStep::Screenshot(_) if world.resource_mut::<MapPictureCache>().is_working() => {
            return Ok(false);
        }
        ScriptStep::Screenshot(file) => screen_reader::take_screenshot(world, player, file.clone()),
        ScriptStep::ColourVision(vision) => player.vision = *vision,
        ScriptStep::Expect(expectation) => return Ok(screen_reader::is_met(world, expectation)),
        ScriptStep::Quit => _ = world.write_message(AppCommand::Quit),
    }
    Ok(true)
}

/// Gives an order that the battle accepts. Returns `false` if there is no battle yet.
fn give_order(world: &mut World, order: &Order) -> Result<bool, String> {
    if !battle::is_set_up(world) {
        return Ok(false);
    }
    battle::preview_order(world, order).map_err(|error| format!("{order:?} was rejected: {error}"))?;
    world.write_message(GiveOrder(order.clone()));
    Ok(true)
}

/// Sets the time between two frames, in seconds; 0 for the real time.
fn set_frame_time(world: &mut World, seconds: f64) {
    let length = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    world.insert_resource(match length {
        Duration::ZERO => TimeUpdateStrategy::Automatic,
        length => TimeUpdateStrategy::ManualDuration(length),
    });
}

/// Returns the points of a drag from a square to another one, in the window; `None` without a battle.
fn drag_way(world: &mut World, from: (i32, i32), to: (i32, i32)) -> Option<Vec<Vec2>> {
    let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
    let between =
        |step: i32| (from.0 + (to.0 - from.0) * step / steps, from.1 + (to.1 - from.1) * step / steps);
    (0..=steps).map(|step| cell_position(world, between(step))).collect()
}

/// Returns the centre of a line of text in the window: of one that is the text, else of one that contains it; `None` if
/// there is none.
fn text_position(world: &mut World, text: &str) -> Option<Vec2> {
    let texts = &world.resource::<ScreenTexts>().0;
    // The last text drawn is on top.
    let whole = texts.iter().rev().find(|shown| shown.line.trim() == text);
    let shown = whole.or_else(|| texts.iter().rev().find(|shown| shown.line.contains(text)))?;
    let at = shown.rect.center();
    Some(Vec2::new(at.x, at.y) * camera_zoom(world))
}

/// Lets the window idle; returns whether it drew no frame for so many seconds.
fn has_idled(world: &mut World, player: &mut ScriptPlayer, seconds: f64) -> bool {
    let (rest, now) = (Duration::try_from_secs_f64(seconds).unwrap_or_default(), Instant::now());
    match player.last_idle_frame.replace(now) {
        Some(last) if now - last >= rest => {
            player.last_idle_frame = None;
            world.insert_resource(WinitSettings::continuous());
            return true;
        }
        Some(_) => {}
        None => world.insert_resource(player.idle.clone()),
    }
    world.resource_mut::<NextFrame>().within(rest);
    false
}

fn camera_zoom(world: &mut World) -> f32 {
    let mut contexts = world.query::<&mut bevy_egui::EguiContext>();
    contexts.iter_mut(world).next().map_or(1.0, |mut context| context.get_mut().zoom_factor())
}

/// Returns the centre of a square in the window.
fn cell_position(world: &mut World, (x, y): (i32, i32)) -> Option<Vec2> {
    if !battle::is_set_up(world) {
        return None;
    }
    let egui::Pos2 { x, y } = world.resource::<BoardViewport>().cell_centre(Cell::new(x, y));
    Some(Vec2::new(x, y) * camera_zoom(world))
}
