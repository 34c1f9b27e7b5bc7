//! Where the board is looked at from: pan, zoom, follow.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::{EguiContexts, egui};

use super::super::input::{Command, Keys};
use super::super::session::Session;
use super::super::settings::Settings;
use super::lens::{self, Lens, SQUARE};
use super::{BoardArea, pick};
use battle::{BattleView, Battlefield, Round};

/// Furthest and closest look.
const ZOOM: std::ops::RangeInclusive<f32> = 0.4..=3.0;
/// Furthest and closest look that a fight begins with.
const FIRST: std::ops::RangeInclusive<f32> = 0.8..=1.25;
/// One notch of the wheel, or one key press.
const NOTCH: f32 = 1.15;
/// Squares per second while a key is held.
const PAN: f32 = 16.0;
/// How far the middle of the view may leave the map, in squares.
const MARGIN: f32 = 2.0;
/// Seconds in which a glide covers most of its way.
const GLIDE: f32 = 0.09;
/// Points the pointer may move before a press counts as a drag.
const DRAG: f32 = 4.0;

/// The place on the map that is in the middle of the board's part of the screen.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct View {
    /// Map position in the middle.
    pub eye: egui::Vec2,
    /// Where it glides to.
    goal: Option<egui::Vec2>,
    /// 1 shows a square with 44 pixels.
    pub zoom: f32,
    /// The board was dragged since the right button went down.
    pub dragged: bool,
    /// Where the pointer was last while it holds the board.
    grip: Option<egui::Pos2>,
}

impl Default for View {
    fn default() -> Self {
        Self { eye: egui::Vec2::ZERO, goal: None, zoom: 1.0, dragged: false, grip: None }
    }
}

impl View {
    /// Glides to a map position.
    pub fn look_at(&mut self, map: egui::Vec2) {
        self.goal = Some(map);
    }

    fn jump(&mut self, map: egui::Vec2) {
        (self.eye, self.goal) = (map, None);
    }
}

/// The board's part of the screen, in points.
pub(super) fn area(area: &BoardArea, context: &egui::Context) -> egui::Rect {
    area.0.unwrap_or_else(|| context.viewport_rect())
}

/// A new fight is shown whole, or from the middle of its units if it is too large.
pub(super) fn find_fight(
    mut view: ResMut<View>,
    fight: BattleView,
    room: Res<BoardArea>,
    pointer: Res<pick::Pointer>,
    mut contexts: EguiContexts,
    mut shown: Local<Option<(String, u64, bool)>>,
) -> Result {
    let known = (fight.setup().bundle().id.clone(), fight.setup().seed(), room.0.is_some());
    if shown.as_ref() == Some(&known) {
        return Ok(());
    }
    let room = area(&room, contexts.ctx_mut()?).size() / pointer.per_pixel;
    let grid = fight.field().grid();
    let map = egui::vec2(f32::from(grid.width()), f32::from(grid.height()));
    let fits = (room.x / (map.x * SQUARE)).min(room.y / (map.y * SQUARE));
    view.zoom = fits.clamp(*FIRST.start(), *FIRST.end());
    let (mut sum, mut count) = (egui::Vec2::ZERO, 0.0);
    for unit in fight.units().filter(|_| fits < *FIRST.start()) {
        sum += lens::centre(unit.cell());
        count += 1.0;
    }
    view.jump(if count > 0.0 { sum / count } else { map * 0.5 });
    *shown = Some(known);
    Ok(())
}

/// Keys, wheel and dragging.
#[expect(clippy::too_many_arguments, reason = "every way to move the view meets here")]
pub(super) fn steer(
    mut view: ResMut<View>,
    lens: Res<Lens>,
    keys: Keys,
    buttons: Res<ButtonInput<MouseButton>>,
    scroll: Res<AccumulatedMouseScroll>,
    pointer: Res<pick::Pointer>,
    time: Res<Time>,
    settings: Res<Settings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let held = |command| if keys.held(command) { 1.0 } else { 0.0 };
    let mut push = egui::vec2(
        held(Command::PanEast) - held(Command::PanWest),
        held(Command::PanSouth) - held(Command::PanNorth),
    );
    if settings.edge_scroll {
        push += pointer.rim;
    }
    if push != egui::Vec2::ZERO {
        let step = push * PAN * time.delta_secs().min(0.05) / view.zoom;
        let eye = view.eye + step;
        view.jump(eye);
        redraw.write(RequestRedraw);
    }
    zoom(&mut view, &lens, &keys, &scroll, &pointer);
    drag(&mut view, &lens, &buttons, &pointer);
}

fn zoom(view: &mut View, lens: &Lens, keys: &Keys, scroll: &AccumulatedMouseScroll, pointer: &pick::Pointer) {
    let key = i32::from(keys.just(Command::ZoomIn)) - i32::from(keys.just(Command::ZoomOut));
    let on_board = pointer.on_board;
    let turned = match scroll.unit {
        _ if on_board.is_none() => 0.0,
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    let before = view.zoom;
    view.zoom = (before * NOTCH.powf(key as f32 + turned)).clamp(*ZOOM.start(), *ZOOM.end());
    if keys.just(Command::ZoomReset) {
        view.zoom = 1.0;
    }
    if view.zoom != before {
        let fixed = on_board.filter(|_| turned != 0.0).map_or(view.eye, |at| lens.to_map(at));
        let eye = fixed + (view.eye - fixed) * (before / view.zoom);
        view.jump(eye);
    }
}

/// What was taken hold of stays under the pointer.
fn drag(view: &mut View, lens: &Lens, buttons: &ButtonInput<MouseButton>, pointer: &pick::Pointer) {
    let draggers = [MouseButton::Middle, MouseButton::Right];
    if buttons.any_just_pressed(draggers) {
        (view.dragged, view.grip) = (false, pointer.on_board);
    }
    if let (Some(grip), Some(at)) = (view.grip, pointer.at)
        && (view.dragged || grip.distance(at) > DRAG)
        && grip != at
    {
        let eye = view.eye - (at - grip) / lens.unit;
        view.jump(eye);
        (view.dragged, view.grip) = (true, Some(at));
    }
    if !buttons.any_pressed(draggers) && view.grip.is_some() {
        view.grip = None;
    }
}

/// Follows what asks to be seen, keeps within limits, and turns it all into the lens.
#[expect(clippy::too_many_arguments, reason = "the lens depends on all of it")]
pub(super) fn aim(
    mut view: ResMut<View>,
    mut lens: ResMut<Lens>,
    mut session: ResMut<Session>,
    field: Res<Battlefield>,
    round: Res<Round>,
    room: Res<BoardArea>,
    settings: Res<Settings>,
    time: Res<Time>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut contexts: EguiContexts,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let (Ok(window), context) = (window.single(), contexts.ctx_mut()?) else { return Ok(()) };
    let area = area(&room, context);
    let per_pixel = window.scale_factor() / context.pixels_per_point();
    let limit = egui::vec2(f32::from(field.grid().width()), f32::from(field.grid().height()));
    if session.look_at.is_some()
        && let Some(cell) = session.look_at.take()
    {
        let wanted = lens::centre(cell);
        // What is well in view already needs no move; what lies at the rim needs no view of what is beyond it.
        if round.deploying() || !area.shrink(2.0 * lens.unit).contains(lens.at(wanted)) {
            let half = area.size() / (2.0 * lens.unit) - egui::Vec2::splat(MARGIN);
            view.look_at(wanted.clamp(half.min(limit / 2.0), (limit - half).max(limit / 2.0)));
        }
    }
    let within = |map: egui::Vec2| map.clamp(egui::Vec2::splat(-MARGIN), limit + egui::Vec2::splat(MARGIN));
    if let Some(goal) = view.goal.map(within) {
        let left = goal - view.eye;
        match settings.animation(GLIDE) {
            Some(pace) if left.length() * lens.unit > 0.5 => {
                let share = 1.0 - (-time.delta_secs().min(0.05) / pace).exp();
                view.eye += left * share;
                redraw.write(RequestRedraw);
            }
            _ => view.jump(goal),
        }
    }
    let eye = within(view.eye);
    if eye != view.eye {
        view.eye = eye;
    }
    let unit = SQUARE * view.zoom * per_pixel;
    let sharp = |value: f32| (value * context.pixels_per_point()).round() / context.pixels_per_point();
    let origin = area.center() - view.eye * unit;
    let seen = Lens { origin: egui::pos2(sharp(origin.x), sharp(origin.y)), unit, clip: area };
    lens.set_if_neq(seen);
    Ok(())
}

/// The next frame comes at once where this one has set something that only the next one shows.
pub(super) fn wake(
    session: Res<Session>,
    room: Res<BoardArea>,
    view: Res<View>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if session.look_at.is_some() || room.is_changed() || view.goal.is_some() {
        redraw.write(RequestRedraw);
    }
}

/// Puts the camera that draws the ground where the lens says.
pub(super) fn place(
    lens: Res<Lens>,
    field: Res<Battlefield>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut contexts: EguiContexts,
    camera: Option<Single<(&mut Transform, &mut Projection), With<Camera2d>>>,
) -> Result {
    let (Ok(window), Some(camera)) = (window.single(), camera) else { return Ok(()) };
    let per_pixel = window.scale_factor() / contexts.ctx_mut()?.pixels_per_point();
    let (mut transform, mut projection) = camera.into_inner();
    // The window's middle as a map position, then as a position in the world of the tilemap.
    let middle = egui::pos2(window.width(), window.height()) * 0.5;
    let map = lens.to_map(middle * per_pixel);
    let half = egui::vec2(f32::from(field.grid().width()), f32::from(field.grid().height())) * 0.5;
    let wanted = Vec3::new((map.x - half.x) * SQUARE, (half.y - map.y) * SQUARE, transform.translation.z);
    if transform.translation != wanted {
        transform.translation = wanted;
    }
    let scale = SQUARE * per_pixel / lens.unit;
    if let Projection::Orthographic(flat) = &mut *projection
        && flat.scale != scale
    {
        flat.scale = scale;
    }
    Ok(())
}
