//! Keys of the board: cursor, confirmation, selection. The selection follows whoever's phase begins.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::super::input::{Command, Keys};
use super::super::session::{Intent, Session};
use super::camera::View;
use super::overlay::Overlays;
use super::stage::Stage;
use super::{act, lens};
use battle::{BattleView, UnitId};
use field::{Cell, Direction};

/// Seconds until a held arrow key repeats, and between repetitions.
const REPEAT: (f32, f32) = (0.3, 0.07);

/// Cursor keys and where they lead.
const ARROWS: [(Command, Direction); 4] = [
    (Command::CursorNorth, Direction::North),
    (Command::CursorEast, Direction::East),
    (Command::CursorSouth, Direction::South),
    (Command::CursorWest, Direction::West),
];

/// Moves the cursor.
pub(super) fn roam(
    mut session: ResMut<Session>,
    keys: Keys,
    view: BattleView,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut held: Local<f32>,
) {
    if !session.paused {
        move_cursor(&mut session, &keys, &view, &time, &mut redraw, &mut held);
    }
}

/// Obeys the other keys of the board.
pub(super) fn obey(
    mut session: ResMut<Session>,
    mut camera: ResMut<View>,
    keys: Keys,
    view: BattleView,
    overlays: Res<Overlays>,
    stage: Res<Stage>,
    mut phase: Local<Phase>,
) {
    follow_phase(&mut session, &view, &stage, &mut phase);
    lower_arms(&mut session, &view);
    if session.paused {
        return;
    }
    let backwards = keys.just(Command::PreviousUnit);
    if (keys.just(Command::NextUnit) || backwards)
        && let Some((unit, cell)) = act::next_unit(&view, session.selected, backwards)
    {
        act::select(&mut session, unit);
        session.look_at = Some(cell);
    }
    if keys.just(Command::Centre)
        && let Some(unit) = session.selected.and_then(|id| view.unit(id))
    {
        camera.look_at(lens::centre(unit.cell()));
    }
    if keys.just(Command::Confirm)
        && let Some(hover) = session.hover
    {
        act::on(&mut session, &view, &overlays, hover);
    }
}

/// Whose phase was seen last, and whether the view still has to go there.
#[derive(Default)]
pub(super) struct Phase {
    acting: Option<UnitId>,
    look: bool,
}

/// Selects the unit whose phase begins, and looks at it once everything before has been shown.
fn follow_phase(session: &mut Session, view: &BattleView, stage: &Stage, phase: &mut Phase) {
    let acting = view.round().acting();
    if acting != phase.acting {
        phase.acting = acting;
        phase.look = acting.is_some();
        if acting.is_some() {
            // Of an opponent out of sight nothing is shown.
            session.selected = acting.filter(|id| view.unit(*id).is_some()).or(session.selected);
            session.intent = Intent::Move;
            session.marked = None;
        }
    }
    if phase.look && !stage.busy() {
        phase.look = false;
        session.look_at = acting.and_then(|id| view.unit(id)).map(|unit| unit.cell());
    }
}

/// Nobody goes on aiming with what is no longer in hand.
fn lower_arms(session: &mut Session, view: &BattleView) {
    let Intent::Attack { weapon, .. } = session.intent else { return };
    let Some(unit) = session.selected.and_then(|id| view.unit(id)) else { return };
    if unit.arsenal.held().all(|(slot, _)| slot != weapon) {
        session.intent = Intent::Move;
        session.marked = None;
    }
}

fn move_cursor(
    session: &mut Session,
    keys: &Keys,
    view: &BattleView,
    time: &Time<Real>,
    redraw: &mut MessageWriter<RequestRedraw>,
    held: &mut f32,
) {
    let down = ARROWS.into_iter().filter(|(command, _)| keys.held(*command));
    let fresh = ARROWS.into_iter().any(|(command, _)| keys.just(command));
    if down.clone().next().is_none() {
        *held = 0.0;
        return;
    }
    redraw.write(RequestRedraw);
    *held = if fresh { -REPEAT.0 } else { *held + time.delta_secs().min(0.1) };
    if !fresh {
        if *held < 0.0 {
            return;
        }
        *held -= REPEAT.1;
    }
    let start = session
        .cursor
        .or(session.hover.map(|hover| hover.cell))
        .or_else(|| session.selected.and_then(|id| view.unit(id)).map(|unit| unit.cell()));
    let grid = view.field().grid();
    let middle = Cell::new(i32::from(grid.width()) / 2, i32::from(grid.height()) / 2);
    let Some(start) = start.or(Some(middle)) else { return };
    let moved = down.fold(start, |cell, (_, direction)| cell.step(direction));
    let last = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
    let cell = Cell::new(moved.x.clamp(0, last.0), moved.y.clamp(0, last.1));
    session.cursor = Some(cell);
    session.look_at = Some(cell);
}
