//! Goes through the steps of a script, frame by frame.

use std::collections::VecDeque;
use std::path::PathBuf;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::winit::WinitSettings;
use bevy_egui::EguiPostUpdateSet;
use bevy_egui::egui;

use super::hand::{Act, perform};
use super::look::{self, Shown};
use super::{Script, Step};

use crate::app::Verdict;
use crate::board::Lens;
use crate::fight::{OrderSystems, Request, Requests};
use crate::keys::UnknownKey;
use crate::menu::MenuState;
use crate::session::Session;
use field::Cell;

/// Frames after which the first picture has settled: textures loaded, layout done.
const FIRST_FRAMES: u32 = 40;
/// Frames between steps, so that one is done before the next.
const PAUSE: u32 = 3;
/// Frames that an expectation may take to come true.
const PATIENCE: u32 = 240;

/// Frames that the machine may take until a person has the word.
const MACHINE: u32 = 40_000;

/// Where a script stands.
#[derive(Resource)]
pub(super) struct Player {
    steps: VecDeque<Step>,
    pub(super) acts: VecDeque<Act>,
    number: usize,
    /// Frames the current step has waited.
    waited: u32,
    /// Pictures that are not written yet.
    pub(super) pictures: usize,
    pub(super) pointer: Vec2,
    /// Goes back to drawing on change only once all is done.
    idle: WinitSettings,
}

/// Plays a script from the first settled frame on; then takes a picture and quits, if that is asked for.
pub(crate) fn plugin(app: &mut App, script: Script, picture: Option<PathBuf>) {
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
            look::read_screen.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        );
}

/// A failed start of a fight fails the script too.
fn say_the_wrong(menu: Res<MenuState>, verdict: Res<Verdict>, mut exit: MessageWriter<AppExit>) {
    if let Some(problem) = menu.problem.as_ref().filter(|_| menu.is_changed()) {
        exit.write(verdict.fail(problem.clone()));
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
            Ok(false) if player.waited < patience(&step) => {
                player.waited += 1;
                player.steps.push_front(step);
            }
            Ok(false) => {
                let what = look::found(world);
                fail(world, &player, &format!("{step:?} did not come true; {what}"));
            }
            Err(problem) => fail(world, &player, &problem),
        }
    });
}

fn patience(step: &Step) -> u32 {
    if matches!(step, Step::AwaitPerson) { MACHINE } else { PATIENCE }
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
        Step::Drag { from, to } => {
            let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
            let between = |step: i32| {
                (from.0 + (to.0 - from.0) * step / steps, from.1 + (to.1 - from.1) * step / steps)
            };
            let way: Option<Vec<Vec2>> = (0..=steps).map(|step| place_of(world, between(step))).collect();
            let Some(way) = way else { return Ok(false) };
            player.drag(&way);
        }
        Step::Hover { cell } => {
            let Some(at) = place_of(world, *cell) else { return Ok(false) };
            player.acts.push_back(Act::Move(at));
        }
        Step::ClickAt(x, y) => player.click(Vec2::new(*x, *y)),
        Step::HoverAt(x, y) => player.acts.push_back(Act::Move(Vec2::new(*x, *y))),
        Step::Press(text) => {
            let shown = &world.resource::<Shown>().0;
            // What is drawn last is on top.
            let whole = shown.iter().rev().find(|(line, _)| line.trim() == text);
            let Some((_, rect)) =
                whole.or_else(|| shown.iter().rev().find(|(line, _)| line.contains(text.as_str())))
            else {
                return Ok(false);
            };
            let at = rect.center();
            let zoom = zoom(world);
            player.click(Vec2::new(at.x, at.y) * zoom);
        }
        Step::Key(text) => player.press(&text.parse().map_err(|error: UnknownKey| error.to_string())?),
        Step::Type(text) => player.type_text(text),
        Step::Wait(frames) => player.acts.push_back(Act::Frames(*frames)),
        Step::AwaitPerson => return Ok(look::is_persons(world)),
        Step::Screenshot(file) => look::take_picture(world, player, file.clone()),
        Step::Expect(expectation) => return Ok(look::holds(world, expectation)),
        Step::Quit => world.resource_mut::<Requests>().0.push(Request::Quit),
    }
    Ok(true)
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
