//! Fits the map to the board again: by itself when a panel has changed its size, and by a key.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, egui};

use super::framing::{Framing, frame_map, frame_whole_map};
use super::{CameraView, board_rect};
use crate::board::BoardArea;
use crate::board::interaction::picking::BoardPointer;
use crate::board::viewport;
use crate::input::{ActionInput, InputAction};
use crate::replay::ReplayPlayback;
use crate::session::Session;
use battle::{BattleView, Battlefield};

/// Seconds for which the room of the board has to stay as it is before the map is fitted to it.
const STEADY_SECONDS: f32 = 0.2;
/// By how much larger the squares have to become for the map to be fitted to a larger board: less than that, as where a strip of
/// text above the board has closed, and it stays where it is.
const LEAST_GAIN: f32 = 1.15;
/// Zoom at which a unit is shown after the whole map.
const CLOSE_ZOOM: f32 = 1.25;

/// What the program has framed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Framed {
    /// The map as at the start of a battle: whole or, if it is too large, around this.
    Start(Option<egui::Rect>),
    /// The whole map, however small it is.
    Whole,
}

impl Framed {
    /// Returns what the view shows of it in this room, in pixels.
    fn framing(self, room: egui::Vec2, map: egui::Vec2) -> Framing {
        match self {
            Self::Start(focus) => frame_map(room, map, focus),
            Self::Whole => frame_whole_map(room, map),
        }
    }
}

impl CameraView {
    /// Returns what has to be framed again now: once the room of the board has changed, stays as it is and nothing is about
    /// to be clicked, unless the view was moved.
    fn framed_anew(&mut self, has_room_changed: bool, is_held: bool, seconds: f32) -> Option<Framed> {
        // While the panels of a new battle take their place, the battle is framed as a new one.
        if self.framed.is_none() || self.settling > 0 {
            self.refit = None;
            return None;
        }
        if has_room_changed {
            self.refit = Some(STEADY_SECONDS);
        }
        let left = self.refit.as_mut()?;
        if is_held {
            return None;
        }
        *left -= seconds;
        if *left > 0.0 {
            return None;
        }
        self.refit = None;
        self.framed
    }

    /// Whether the pointer is still where it was when the battle was framed, as on the button that has opened it: it points at
    /// nothing on the board that was chosen.
    fn is_pointer_at_rest(&mut self, at: Option<egui::Pos2>, is_pressed: bool) -> bool {
        if is_pressed || self.still_pointer != at {
            self.still_pointer = None;
        }
        self.still_pointer.is_some()
    }

    /// Whether it shows this, or is about to.
    fn shows(&self, framing: Framing) -> bool {
        let (centre, zoom) = (self.goal.unwrap_or(self.centre), self.goal_zoom.unwrap_or(self.zoom));
        (zoom / framing.zoom - 1.0).abs() < 0.01 && (centre - framing.centre).length() < 0.1
    }

    /// Whether it shows in this room, in pixels, whatever a framing would show of the map, and about as large.
    fn shows_enough(&self, framing: Framing, room: egui::Vec2, map: egui::Vec2) -> bool {
        let (centre, zoom) = (self.goal.unwrap_or(self.centre), self.goal_zoom.unwrap_or(self.zoom));
        let part = |centre: egui::Vec2, zoom: f32| {
            egui::Rect::from_center_size(centre.to_pos2(), room / (zoom * viewport::CELL_SIZE))
        };
        let wanted =
            part(framing.centre, framing.zoom).intersect(egui::Rect::from_min_size(egui::Pos2::ZERO, map));
        framing.zoom < LEAST_GAIN * zoom && part(centre, zoom).contains_rect(wanted.shrink(0.05))
    }
}

/// Returns the size of the map in squares.
fn map_size(field: &Battlefield) -> egui::Vec2 {
    egui::vec2(f32::from(field.grid().width()), f32::from(field.grid().height()))
}

/// What the player does with the board while the map waits to be fitted to it.
#[derive(Clone, Copy, Debug, Default)]
struct BoardUse {
    /// A square is marked for a second click, or a button of the mouse is held.
    is_confirming: bool,
    /// The pointer is over the board, and clicks there give orders.
    is_pointing: bool,
    /// The window has another size than before.
    is_window_resized: bool,
}

impl BoardUse {
    /// Whether the map has to stay where it is, so that no click misses what it was meant for.
    fn holds_map(self) -> bool {
        self.is_confirming || (self.is_pointing && !self.is_window_resized)
    }
}

/// Frames in which the panels take their place after the window has got another size.
const RESIZE_FRAMES: u8 = 6;

/// The size of the window, and whether the map is still to be fitted to a new one.
#[derive(Debug, Default)]
pub(super) struct KnownWindow {
    size: Option<egui::Vec2>,
    /// Frames for which a change of the board's room follows from the window.
    frames: u8,
}

impl KnownWindow {
    /// Notes the size of the window in this frame.
    fn follow(&mut self, size: egui::Vec2) {
        if self.size.replace(size).is_some_and(|before| before != size) {
            self.frames = RESIZE_FRAMES;
        }
    }

    /// Notes that in this frame nothing is to be fitted.
    fn rest(&mut self) {
        self.frames = self.frames.saturating_sub(1);
    }

    fn is_resized(&self) -> bool {
        self.frames > 0
    }
}

/// Fits the map to the board after a panel has opened, closed or changed its size, unless the view was moved. It glides, and
/// never while a button is held, a square is marked or the pointer is on the board, so that no click misses what it was meant
/// for.
pub(super) fn refit_map(
    mut view: ResMut<CameraView>,
    (field, room): (Res<Battlefield>, Res<BoardArea>),
    (pointer, buttons): (Res<BoardPointer>, Res<ButtonInput<MouseButton>>),
    (session, replay): (Res<Session>, Option<Res<ReplayPlayback>>),
    (time, mut window): (Res<Time<Real>>, Local<KnownWindow>),
    mut contexts: EguiContexts,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    window.follow(contexts.ctx_mut()?.viewport_rect().size());
    let rests = view.is_pointer_at_rest(pointer.at, buttons.get_just_pressed().next().is_some());
    let is_pointing = pointer.on_board.is_some() && session.cursor.is_none() && replay.is_none();
    let is_held = BoardUse {
        is_confirming: session.marked.is_some() || buttons.get_pressed().next().is_some(),
        is_pointing: is_pointing && !rests,
        is_window_resized: window.is_resized(),
    }
    .holds_map();
    let room_changed = room.is_changed() && room.0.is_some();
    if !room_changed && view.refit.is_none() {
        window.rest();
        return Ok(());
    }
    let seconds = time.delta_secs().min(0.05);
    if let Some(framed) = view.framed_anew(room_changed, is_held, seconds) {
        let room = board_rect(&room, contexts.ctx_mut()?).size() / pointer.per_pixel;
        let framing = framed.framing(room, map_size(&field));
        if !view.shows(framing) && !view.shows_enough(framing, room, map_size(&field)) {
            view.ease_to(framing);
        }
    }
    if !is_held && (view.refit.is_some() || view.goal.is_some()) {
        redraw.write(RequestRedraw);
    }
    Ok(())
}

/// Shows by a key the whole map or, where it is shown already, the surroundings of the selected unit; by another one the
/// selected unit or, without one, the whole map. In a replay that one plays and pauses.
pub(super) fn show_by_key(
    mut view: ResMut<CameraView>,
    (battle, field, room): (BattleView, Res<Battlefield>, Res<BoardArea>),
    (keys, pointer): (ActionInput, Res<BoardPointer>),
    (session, replay): (Res<Session>, Option<Res<ReplayPlayback>>),
    mut contexts: EguiContexts,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let shows_unit = keys.just_pressed(InputAction::Centre) && replay.is_none();
    if session.paused || !(shows_unit || keys.just_pressed(InputAction::WholeMap)) {
        return Ok(());
    }
    view.watched_from = None;
    let unit = session.selected.and_then(|id| battle.unit(id)).map(|unit| viewport::cell_centre(unit.cell()));
    if let Some(place) = unit.filter(|_| shows_unit) {
        view.glide_to(place);
    } else {
        let room = board_rect(&room, contexts.ctx_mut()?).size() / pointer.per_pixel;
        let whole = frame_whole_map(room, map_size(&field));
        view.toggle_whole_map(whole, unit);
    }
    redraw.write(RequestRedraw);
    Ok(())
}

impl CameraView {
    /// Glides to the whole map, or from there to a place on it.
    fn toggle_whole_map(&mut self, whole: Framing, place: Option<egui::Vec2>) {
        self.settling = 0;
        self.by_hand = true;
        if self.shows(whole) {
            self.framed = None;
            let zoom = CLOSE_ZOOM.max(whole.zoom);
            self.ease_to(Framing { centre: place.unwrap_or(self.centre), zoom });
        } else {
            self.framed = Some(Framed::Whole);
            self.ease_to(whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed_view() -> CameraView {
        CameraView { framed: Some(Framed::Start(None)), ..CameraView::default() }
    }

    #[test]
    fn the_map_is_fitted_again_once_a_panel_has_closed_and_only_if_nothing_moved_the_view() {
        let mut view = framed_view();
        assert_eq!(view.framed_anew(true, false, 0.05), None, "not at once");
        assert_eq!(view.framed_anew(true, false, 0.19), None, "another change: it waits again");
        assert_eq!(view.framed_anew(false, false, 0.05), Some(Framed::Start(None)));
        assert_eq!(view.framed_anew(false, false, 1.0), None, "once");
        for moves in [
            |view: &mut CameraView| view.move_to(egui::Vec2::ZERO),
            |view: &mut CameraView| view.glide_to(egui::Vec2::ZERO),
        ] {
            let mut view = framed_view();
            moves(&mut view);
            assert_eq!(view.framed_anew(true, false, 1.0), None);
            assert_eq!(view.refit, None);
        }
    }

    #[test]
    fn nothing_moves_below_a_pointer_that_is_about_to_confirm() {
        let mut view = framed_view();
        assert_eq!(view.framed_anew(true, true, 1.0), None);
        assert_eq!(view.framed_anew(false, true, 1.0), None);
        assert_eq!(view.framed_anew(false, false, 1.0), Some(Framed::Start(None)), "after the click");
    }

    #[test]
    fn the_map_waits_until_the_pointer_has_left_the_board() {
        let pointing = BoardUse { is_pointing: true, ..BoardUse::default() };
        assert!(pointing.holds_map() && !BoardUse::default().holds_map());
        assert!(!BoardUse { is_window_resized: true, ..pointing }.holds_map(), "another size of the window");
        assert!(BoardUse { is_confirming: true, is_window_resized: true, ..pointing }.holds_map());
        let mut view = framed_view();
        assert_eq!(view.framed_anew(true, pointing.holds_map(), 1.0), None, "a strip has closed");
        assert_eq!(view.framed_anew(false, pointing.holds_map(), 9.0), None, "a click is planned");
        assert_eq!(view.framed_anew(false, false, 0.3), Some(Framed::Start(None)), "on a panel");
    }

    #[test]
    fn the_pointer_that_has_opened_the_battle_does_not_hold_the_map() {
        let button = Some(egui::pos2(400.0, 300.0));
        let mut view = CameraView { still_pointer: button, ..framed_view() };
        assert!(view.is_pointer_at_rest(button, false) && view.is_pointer_at_rest(button, false));
        assert!(!view.is_pointer_at_rest(Some(egui::pos2(420.0, 300.0)), false), "it has moved");
        assert!(!view.is_pointer_at_rest(button, false), "and comes back");
        let mut view = CameraView { still_pointer: button, ..framed_view() };
        assert!(!view.is_pointer_at_rest(button, true), "it has clicked");
        assert!(!CameraView::default().is_pointer_at_rest(None, false), "no battle was framed");
    }

    #[test]
    fn another_size_of_the_window_is_known_until_the_panels_have_followed() {
        let mut window = KnownWindow::default();
        window.follow(egui::vec2(800.0, 600.0));
        assert!(!window.is_resized(), "the first one");
        window.follow(egui::vec2(900.0, 600.0));
        window.rest(); // the panels change a frame later
        window.follow(egui::vec2(900.0, 600.0));
        assert!(window.is_resized());
        (0..RESIZE_FRAMES).for_each(|_| window.rest());
        assert!(!window.is_resized(), "the next change is that of a panel");
    }

    #[test]
    fn a_key_shows_the_whole_map_and_then_the_selected_unit() {
        let (mut view, unit) = (CameraView::default(), egui::vec2(4.5, 3.5));
        let whole = Framing { centre: egui::vec2(16.0, 10.0), zoom: 0.5 };
        view.toggle_whole_map(whole, Some(unit));
        assert_eq!(
            (view.goal, view.goal_zoom, view.framed),
            (Some(whole.centre), Some(0.5), Some(Framed::Whole))
        );
        view.toggle_whole_map(whole, Some(unit));
        assert_eq!((view.goal, view.goal_zoom, view.framed), (Some(unit), Some(CLOSE_ZOOM), None));
    }

    #[test]
    fn the_map_stays_where_it_is_when_a_strip_above_it_closes() {
        let map = egui::vec2(20.0, 10.0);
        // Ten squares of 44 points high, and a rim.
        let (room, strip) = (egui::vec2(1200.0, 452.0), egui::vec2(0.0, 54.0));
        let before = Framed::Start(None).framing(room, map);
        // As much of the map as before lies below the strip that has closed.
        let shift = strip / (2.0 * before.zoom * viewport::CELL_SIZE);
        let view = CameraView { centre: before.centre - shift, zoom: before.zoom, ..framed_view() };
        let after = |room: egui::Vec2| view.shows_enough(Framed::Start(None).framing(room, map), room, map);
        assert!(after(room + strip));
        assert!(!after(room + egui::vec2(0.0, 120.0)), "a panel has closed");
        assert!(!after(room - strip), "a panel has opened above the map");
    }

    #[test]
    fn a_smaller_room_makes_the_whole_map_smaller() {
        let map = egui::vec2(20.0, 10.0);
        let zoom = |width: f32| Framed::Start(None).framing(egui::vec2(width, 660.0), map).zoom;
        // 20 squares of 44 points and a rim of 6 on either side.
        assert!((zoom(892.0) - 1.0).abs() < 1e-6 && (zoom(716.0) - 0.8).abs() < 1e-6, "{}", zoom(716.0));
    }
}
