//! Camera: pan, zoom, follow. It moves by hand, and by itself only if an event is out of view.

mod battle_framing;
mod framing;
mod kept_view;
mod refit;

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::{EguiContexts, egui};

use self::battle_framing::{frame_new_battle, hold_map_still, zone_rect};
use self::framing::{Framing, centre_to_show, fit_together};
use self::kept_view::{KeptView, keep_watched_view};
use self::refit::{Framed, refit_map, show_by_key};
use super::super::input::{ActionInput, InputAction};
use super::super::settings::Settings;
use super::animation::BoardAnimation;
use super::viewport;
use super::viewport::{BoardViewport, CELL_SIZE};
use super::{BoardArea, InputSystems, PrepareSystems, is_board_shown};
use crate::board::interaction::picking::BoardPointer;
use crate::player_input::ShowCell;
use crate::session::Session;
use battle::{BattleView, Battlefield};
use model::UnitId;

/// Minimum and maximum zoom.
const ZOOM_RANGE: std::ops::RangeInclusive<f32> = 0.4..=3.0;
/// Zoom factor of one wheel notch or key press.
const ZOOM_STEP: f32 = 1.15;
/// Squares per second while a pan key is held.
const PAN_SPEED: f32 = 16.0;
/// How far the view centre may leave the map, in squares.
const PAN_MARGIN: f32 = 2.0;
/// Seconds in which a glide covers most of its distance.
const GLIDE_SECONDS: f32 = 0.09;
/// Points the pointer must move before a press counts as a drag.
const DRAG_THRESHOLD: f32 = 4.0;

/// Moves the view and the camera.
pub(super) struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CameraView>()
            .add_systems(Startup, spawn_camera)
            .add_systems(
                Update,
                (
                    (
                        toggle_lock,
                        frame_new_battle,
                        hold_map_still,
                        refit_map,
                        pan_by_keys,
                        zoom_by_input,
                        show_by_key,
                        pan_by_drag,
                        keep_watched_view,
                        follow_show_requests,
                        glide_camera,
                        update_viewport,
                    )
                        .chain()
                        .in_set(InputSystems::Camera),
                    place_camera.in_set(PrepareSystems::Camera),
                ),
            )
            .add_systems(Last, request_redraw.run_if(is_board_shown));
    }
}

/// Spawns the only camera: the board moves it, egui draws on it.
fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, Msaa::Off));
}

/// The map position and zoom that the board shows.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct CameraView {
    /// Map position at the centre.
    pub centre: egui::Vec2,
    /// Target of a glide.
    goal: Option<egui::Vec2>,
    /// Zoom at the end of the glide, if it changes.
    goal_zoom: Option<f32>,
    /// 1 shows a square at 44 pixels.
    pub zoom: f32,
    /// The board was dragged since the right button was pressed.
    pub dragged: bool,
    /// Last position of the pointer while it drags the board.
    drag_anchor: Option<egui::Pos2>,
    /// The view to take when the battle is framed next.
    kept: Option<KeptView>,
    /// The view before a moment was watched again, as long as the player does not move it.
    watched_from: Option<KeptView>,
    /// Frames until the panels of a new battle are in their place.
    settling: u8,
    /// The battle is framed as a new one as soon as it is shown.
    wants_framing: bool,
    /// What was framed, as long as neither the player nor a glide to a square has moved the view since.
    framed: Option<Framed>,
    /// Seconds until the map is fitted to the room of the board, which has changed.
    refit: Option<f32>,
    /// The board's part of the window in the last frame, and the size of the window.
    area: Option<(egui::Rect, egui::Vec2)>,
    /// Moved by hand during an animation: it follows none until that ends.
    by_hand: bool,
    /// Where the pointer was when the battle was framed, until it moves or clicks.
    still_pointer: Option<egui::Pos2>,
}

impl Default for CameraView {
    fn default() -> Self {
        Self {
            centre: egui::Vec2::ZERO,
            goal: None,
            goal_zoom: None,
            zoom: 1.0,
            dragged: false,
            drag_anchor: None,
            kept: None,
            watched_from: None,
            settling: 0,
            wants_framing: false,
            framed: None,
            refit: None,
            area: None,
            by_hand: false,
            still_pointer: None,
        }
    }
}

impl CameraView {
    /// Glides to a map position.
    pub fn glide_to(&mut self, map: egui::Vec2) {
        (self.goal, self.goal_zoom) = (Some(map), None);
        self.framed = None;
    }

    /// Glides to a framing, and zooms on the way.
    fn ease_to(&mut self, framing: Framing) {
        (self.goal, self.goal_zoom) = (Some(framing.centre), Some(framing.zoom));
    }

    /// Shows a part of the map at once, until something else moves the view.
    pub fn place(&mut self, centre: egui::Vec2, zoom: f32) {
        self.jump_to(centre);
        self.zoom = zoom;
        self.framed = None;
    }

    /// Shows the part of the map that another view showed, at the same place of the screen, once the board has its size.
    pub fn restore(&mut self, other: Self) {
        self.kept = Some(KeptView::of_view(&other));
    }

    /// Shows the battle as if it were new, as soon as it is on the screen.
    pub fn frame_anew(&mut self) {
        self.wants_framing = true;
    }

    fn jump_to(&mut self, map: egui::Vec2) {
        (self.centre, self.goal, self.goal_zoom) = (map, None, None);
    }

    /// Moves by hand.
    fn move_to(&mut self, map: egui::Vec2) {
        self.jump_to(map);
        self.by_hand = true;
        (self.framed, self.watched_from) = (None, None);
        self.settling = 0;
    }
}

/// Returns the board's part of the screen, in points.
fn board_rect(area: &BoardArea, context: &egui::Context) -> egui::Rect {
    area.0.unwrap_or_else(|| context.viewport_rect())
}

/// Locks the view, or lets it follow again.
fn toggle_lock(
    keys: ActionInput,
    mut settings: ResMut<Settings>,
    mut session: ResMut<Session>,
    time: Res<Time<Real>>,
) {
    if keys.just_pressed(InputAction::LockView) {
        settings.camera_lock = !settings.camera_lock;
        let text = if settings.camera_lock {
            "View locked: it moves only by hand."
        } else {
            "View unlocked: it follows the action."
        };
        session.notice = Some((text.to_owned(), time.elapsed_secs_f64()));
    }
}

/// Pans while a key is held or the pointer is at the rim of the window.
fn pan_by_keys(
    mut view: ResMut<CameraView>,
    keys: ActionInput,
    pointer: Res<BoardPointer>,
    time: Res<Time>,
    settings: Res<Settings>,
    frame: BoardFrame,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let held = |command| if keys.is_held(command) { 1.0 } else { 0.0 };
    let mut push = egui::vec2(
        held(InputAction::PanEast) - held(InputAction::PanWest),
        held(InputAction::PanSouth) - held(InputAction::PanNorth),
    );
    if settings.edge_scroll {
        push += pointer.rim;
    }
    if push != egui::Vec2::ZERO {
        let step = push * PAN_SPEED * time.delta_secs().min(0.05) / view.zoom;
        let eye = frame.limit_centre(view.centre + step);
        // At the edge of the map there is nothing more to show.
        let limited = (eye - view.centre) * push;
        if limited.x > 0.0 || limited.y > 0.0 || step == egui::Vec2::ZERO {
            redraw.write(RequestRedraw);
        }
        view.move_to(eye);
    }
}

fn zoom_by_input(
    mut view: ResMut<CameraView>,
    lens: Res<BoardViewport>,
    keys: ActionInput,
    scroll: Res<AccumulatedMouseScroll>,
    pointer: Res<BoardPointer>,
) {
    let key = i32::from(keys.just_pressed(InputAction::ZoomIn))
        - i32::from(keys.just_pressed(InputAction::ZoomOut));
    let on_board = pointer.on_board;
    let turned = match scroll.unit {
        _ if on_board.is_none() => 0.0,
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    let before = view.zoom;
    view.zoom = (before * ZOOM_STEP.powf(key as f32 + turned)).clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
    if view.zoom != before {
        let fixed = on_board.filter(|_| turned != 0.0).map_or(view.centre, |at| lens.to_map(at));
        let eye = fixed + (view.centre - fixed) * (before / view.zoom);
        view.move_to(eye);
    }
}

/// Pans so that the grabbed point stays under the pointer.
fn pan_by_drag(
    mut view: ResMut<CameraView>,
    lens: Res<BoardViewport>,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<BoardPointer>,
) {
    let draggers = [MouseButton::Middle, MouseButton::Right];
    if buttons.any_just_pressed(draggers) {
        (view.dragged, view.drag_anchor) = (false, pointer.on_board);
    }
    if let (Some(grip), Some(at)) = (view.drag_anchor, pointer.at)
        && (view.dragged || grip.distance(at) > DRAG_THRESHOLD)
        && grip != at
    {
        let eye = view.centre - (at - grip) / lens.unit;
        view.move_to(eye);
        (view.dragged, view.drag_anchor) = (true, Some(at));
    }
    if !buttons.any_pressed(draggers) && view.drag_anchor.is_some() {
        view.drag_anchor = None;
    }
}

/// The map, and the part of the window that shows it.
#[derive(SystemParam)]
struct BoardFrame<'w, 's> {
    field: Res<'w, Battlefield>,
    room: Res<'w, BoardArea>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    contexts: EguiContexts<'w, 's>,
}

impl BoardFrame<'_, '_> {
    fn map_size(&self) -> egui::Vec2 {
        egui::vec2(f32::from(self.field.grid().width()), f32::from(self.field.grid().height()))
    }

    /// Limits a map position at the centre of the view to the map and its margin.
    fn limit_centre(&self, map: egui::Vec2) -> egui::Vec2 {
        map.clamp(egui::Vec2::splat(-PAN_MARGIN), self.map_size() + egui::Vec2::splat(PAN_MARGIN))
    }

    fn area(&mut self) -> Result<egui::Rect> {
        Ok(board_rect(&self.room, self.contexts.ctx_mut()?))
    }
}

/// Returns the part of the map in view.
fn seen_rect(view: &CameraView, area: egui::Rect, unit: f32) -> egui::Rect {
    egui::Rect::from_center_size(view.centre.to_pos2(), area.size() / unit)
}

/// Starts to glide to the square that was requested last, if it is out of view: during deployment, to the whole zone.
/// A locked view does not follow the phase.
fn follow_show_requests(
    mut view: ResMut<CameraView>,
    mut cells: MessageReader<ShowCell>,
    (lens, settings): (Res<BoardViewport>, Res<Settings>),
    battle: BattleView,
    mut frame: BoardFrame,
    mut acting: Local<Option<UnitId>>,
) -> Result {
    let Some(ShowCell(cell)) = cells.read().last() else { return Ok(()) };
    let begun = battle.round().acting().filter(|unit| *acting != Some(*unit));
    let begins = begun.and_then(|unit| battle.unit(unit)).is_some_and(|unit| unit.cell() == *cell);
    *acting = battle.round().acting();
    if begins && settings.camera_lock {
        return Ok(());
    }
    let mut places = vec![viewport::cell_centre(*cell)];
    if battle.round().is_deploying() {
        let side = battle.unit_at(*cell).map(|unit| *unit.side);
        let zone = side.and_then(|side| zone_rect(&battle, side));
        places.extend(zone.iter().flat_map(|zone| [zone.min.to_vec2(), zone.max.to_vec2()]));
    }
    let seen = seen_rect(&view, frame.area()?, lens.unit);
    if let Some(centre) = centre_to_show(seen, frame.map_size(), &places) {
        view.glide_to(centre);
    }
    Ok(())
}

/// Lets the view follow the animation.
#[derive(SystemParam)]
pub(super) struct CameraFollower<'w> {
    view: ResMut<'w, CameraView>,
    lens: Res<'w, BoardViewport>,
    settings: Res<'w, Settings>,
    field: Option<Res<'w, Battlefield>>,
}

impl CameraFollower<'_> {
    /// Whether any of the places is in view.
    pub fn sees_any(&self, places: &[egui::Vec2]) -> bool {
        let seen = seen_rect(&self.view, self.lens.clip, self.lens.unit);
        places.iter().any(|place| seen.contains(place.to_pos2()))
    }

    /// Whether the view can show places together, or does not follow them: it is locked or held.
    pub fn fits(&self, places: &[egui::Vec2]) -> bool {
        let Some(map) = self.map_size() else { return true };
        let seen = seen_rect(&self.view, self.lens.clip, self.lens.unit);
        self.is_still() || fit_together(seen.size(), map, places)
    }

    /// Whether the view follows nothing: it is locked, or the player moves it.
    fn is_still(&self) -> bool {
        self.settings.camera_lock || self.view.by_hand
    }

    /// Returns the size of the map, in squares; `None` without a battle.
    fn map_size(&self) -> Option<egui::Vec2> {
        let grid = self.field.as_ref()?.grid();
        Some(egui::vec2(f32::from(grid.width()), f32::from(grid.height())))
    }

    /// Returns whether places are in view; else the view begins to glide there, unless it is locked or held.
    pub fn shows(&mut self, places: &[egui::Vec2]) -> bool {
        let Some(map) = self.map_size() else { return true };
        if self.is_still() {
            return true;
        }
        if self.view.goal.is_some() {
            return false;
        }
        let seen = seen_rect(&self.view, self.lens.clip, self.lens.unit);
        match centre_to_show(seen, map, places) {
            Some(centre) => {
                self.view.glide_to(centre);
                false
            }
            None => true,
        }
    }
}

/// Moves the view towards the goal of a glide and its zoom, and keeps it on the map.
fn glide_camera(
    mut view: ResMut<CameraView>,
    lens: Res<BoardViewport>,
    frame: BoardFrame,
    (settings, stage): (Res<Settings>, Res<BoardAnimation>),
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    view.by_hand &= stage.is_busy();
    if let Some(goal) = view.goal.map(|goal| frame.limit_centre(goal)) {
        let left = goal - view.centre;
        let zoom = view.goal_zoom.unwrap_or(view.zoom);
        let is_far = left.length() * lens.unit > 0.5 || (zoom / view.zoom - 1.0).abs() > 0.001;
        match settings.animation_seconds(GLIDE_SECONDS) {
            Some(pace) if is_far => {
                let share = 1.0 - (-time.delta_secs().min(0.05) / pace).exp();
                view.centre += left * share;
                view.zoom *= (zoom / view.zoom).powf(share);
                redraw.write(RequestRedraw);
            }
            _ => {
                view.jump_to(goal); // arrived
                view.zoom = zoom;
            }
        }
    }
    let eye = frame.limit_centre(view.centre);
    if eye != view.centre {
        view.centre = eye;
    }
}

/// Updates the viewport from the view.
fn update_viewport(
    view: Res<CameraView>,
    mut lens: ResMut<BoardViewport>,
    mut frame: BoardFrame,
    (stage, settings): (Res<BoardAnimation>, Res<Settings>),
) -> Result {
    let area = frame.area()?;
    let (Ok(window), context) = (frame.window.single(), frame.contexts.ctx_mut()?) else { return Ok(()) };
    let unit = CELL_SIZE * view.zoom * window.scale_factor() / context.pixels_per_point();
    let sharp = |value: f32| (value * context.pixels_per_point()).round() / context.pixels_per_point();
    let quake = if settings.screen_shake { stage.effects().quake_offset() } else { egui::Vec2::ZERO };
    let origin = area.center() - view.centre * unit + quake;
    let seen = BoardViewport { origin: egui::pos2(sharp(origin.x), sharp(origin.y)), unit, clip: area };
    lens.set_if_neq(seen);
    Ok(())
}

/// Requests a redraw if this frame changed something that only the next one shows.
fn request_redraw(
    mut cells: MessageReader<ShowCell>,
    room: Res<BoardArea>,
    view: Res<CameraView>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if cells.read().count() > 0 || room.is_changed() || view.goal.is_some() {
        redraw.write(RequestRedraw);
    }
}

/// Places the camera that draws the ground to match the viewport.
fn place_camera(
    lens: Res<BoardViewport>,
    field: Res<Battlefield>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut contexts: EguiContexts,
    camera: Option<Single<(&mut Transform, &mut Projection), With<Camera2d>>>,
) -> Result {
    let (Ok(window), Some(camera)) = (window.single(), camera) else { return Ok(()) };
    let per_pixel = window.scale_factor() / contexts.ctx_mut()?.pixels_per_point();
    let (mut transform, mut projection) = camera.into_inner();
    // The window's centre as a map position, then as a world position of the tilemap.
    let middle = egui::pos2(window.width(), window.height()) * 0.5;
    let map = lens.to_map(middle * per_pixel);
    let half = egui::vec2(f32::from(field.grid().width()), f32::from(field.grid().height())) * 0.5;
    let wanted =
        Vec3::new((map.x - half.x) * CELL_SIZE, (half.y - map.y) * CELL_SIZE, transform.translation.z);
    if transform.translation != wanted {
        transform.translation = wanted;
    }
    let scale = CELL_SIZE * per_pixel / lens.unit;
    if let Projection::Orthographic(flat) = &mut *projection
        && flat.scale != scale
    {
        flat.scale = scale;
    }
    Ok(())
}
