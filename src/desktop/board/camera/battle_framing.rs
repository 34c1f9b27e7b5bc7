//! Framing of battles and replays in the part of the window that the panels leave.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, egui};

use super::framing::{centre_after_resize, choose_focus, frame_map};
use super::refit::Framed;
use super::{CameraView, board_rect};
use crate::board::BoardArea;
use crate::board::interaction::picking::BoardPointer;
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::replay::ReplayPlayback;
use crate::session::Session;
use battle::{BattleView, is_in_own_zone};
use model::{Cell, Side};

/// Frames in which the panels of a new battle take their place.
const SETTLING_FRAMES: u8 = 12;

/// What was framed last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FramedBattle {
    skirmish: String,
    seed: u64,
    /// The panels have left the board its part of the window.
    has_room: bool,
    is_replay: bool,
}

impl CameraView {
    /// Whether the battle is framed in this frame: a new one, and while its panels take their place.
    fn is_framed_now(&mut self, is_new: bool, is_pressed: bool, has_room_changed: bool) -> bool {
        if is_new || self.wants_framing {
            self.wants_framing = false;
            self.settling = SETTLING_FRAMES;
            self.by_hand = false;
            return true;
        }
        if is_pressed {
            // From the first click on nothing jumps, even if that closes a panel.
            self.settling = 0;
        }
        if self.settling == 0 {
            return false;
        }
        self.settling -= 1;
        has_room_changed
    }
}

/// Frames a new battle: the whole map or, if it is too large, the zone of the side that deploys, else the unit that acts and as
/// many others of its side as there is room for, with the nearest enemy in sight and what the side has to reach where there is
/// room. See also [`super::refit::refit_map`].
pub(super) fn frame_new_battle(
    mut view: ResMut<CameraView>,
    battle: BattleView,
    (room, replay): (Res<BoardArea>, Option<Res<ReplayPlayback>>),
    (pointer, buttons): (Res<BoardPointer>, Res<ButtonInput<MouseButton>>),
    (session, lens, window): (Res<Session>, Res<BoardViewport>, Query<&Window, With<PrimaryWindow>>),
    mut contexts: EguiContexts,
    mut shown: Local<Option<FramedBattle>>,
) -> Result {
    let known = FramedBattle {
        skirmish: battle.setup().bundle().id.clone(),
        seed: battle.setup().seed(),
        has_room: room.0.is_some(),
        is_replay: replay.is_some(),
    };
    let is_new = shown.as_ref() != Some(&known);
    let is_pressed = buttons.get_just_pressed().next().is_some();
    if !view.is_framed_now(is_new, is_pressed, room.is_changed()) {
        return Ok(());
    }
    view.still_pointer = pointer.at;
    let (area, unit) = (room.0, lens.unit / view.zoom);
    let room = board_rect(&room, contexts.ctx_mut()?).size() / pointer.per_pixel;
    let grid = battle.field().grid();
    let map = egui::vec2(f32::from(grid.width()), f32::from(grid.height()));
    let selected = session.selected.and_then(|id| battle.unit(id));
    let side = selected.as_ref().map(|unit| *unit.side).or_else(|| battle.viewer());
    let mut places = start_places(&battle, side);
    // In a battle that goes on, the units of a side may stand too far apart to be seen together.
    let acting = selected.filter(|unit| battle.round().acting() == Some(*unit.id));
    if let Some(place) = acting.and_then(|unit| rect_around(std::iter::once(unit.cell()))) {
        places.insert(0, place);
    }
    let focus = choose_focus(room, &places);
    let framing = frame_map(room, map, focus);
    view.zoom = framing.zoom;
    view.jump_to(framing.centre);
    (view.refit, view.watched_from) = (None, None);
    view.framed = Some(Framed::Start(focus));
    if let Some(kept) = view.kept {
        if let (Some(area), Ok(window)) = (area, window.single()) {
            view.area = Some((area, egui::vec2(window.width(), window.height())));
        }
        view.take(kept, unit);
        // The panels beside the board take their place a frame later, and the battle is framed again.
        if known.has_room {
            view.kept = None;
            view.settling = 0;
        }
    }
    *shown = Some(known);
    Ok(())
}

/// Returns the rectangle around squares, as map positions; `None` without any.
fn rect_around(cells: impl Iterator<Item = Cell>) -> Option<egui::Rect> {
    let rect = cells.fold(egui::Rect::NOTHING, |rect, cell| {
        let corner = viewport::cell_corner(cell).to_pos2();
        rect.union(egui::Rect::from_min_size(corner, egui::Vec2::splat(1.0)))
    });
    rect.is_positive().then_some(rect)
}

/// Returns the rectangle around the deployment zone of a side.
pub(super) fn zone_rect(battle: &BattleView, side: Side) -> Option<egui::Rect> {
    rect_around(battle.field().grid().cells().filter(|cell| is_in_own_zone(battle, side, *cell)))
}

/// Returns the rectangles around what a side has to see at the start, the most important first: its deployment zone or its
/// units, the nearest enemy in sight, and the zones of its objectives.
fn start_places(battle: &BattleView, side: Option<Side>) -> Vec<egui::Rect> {
    let on_map = || battle.units().filter(|unit| unit.out_of_action.on_map());
    let all = || rect_around(on_map().map(|unit| unit.cell()));
    let Some(side) = side else { return all().into_iter().collect() };
    let zone = battle.round().is_deploying().then(|| zone_rect(battle, side)).flatten();
    let units = || rect_around(on_map().filter(|unit| *unit.side == side).map(|unit| unit.cell()));
    let Some(own) = zone.or_else(units) else { return all().into_iter().collect() };
    let cells = on_map().filter(|unit| *unit.side != side && unit.is_fighting()).map(|unit| unit.cell());
    let rects = cells.filter_map(|cell| rect_around(std::iter::once(cell)));
    let distance = |rect: &egui::Rect| own.distance_sq_to_pos(rect.center());
    let enemy = rects.min_by(|one, other| distance(one).total_cmp(&distance(other)));
    let skirmish = &battle.setup().bundle().skirmish;
    let objectives = skirmish.objectives.iter().filter(|objective| objective.side() == side.0);
    let zones = objectives.filter_map(|objective| skirmish.map.zones.get(objective.zone()?));
    let zones = zones.filter_map(|cells| rect_around(cells.iter().copied()));
    std::iter::once(own).chain(enemy).chain(zones).collect()
}

/// Keeps the map where it is when a panel beside it changes its size.
pub(super) fn hold_map_still(
    mut view: ResMut<CameraView>,
    lens: Res<BoardViewport>,
    room: Res<BoardArea>,
    window: Query<&Window, With<PrimaryWindow>>,
) {
    let (Some(area), Ok(window)) = (room.0, window.single()) else { return };
    let size = egui::vec2(window.width(), window.height());
    if view.area == Some((area, size)) {
        return;
    }
    if let Some((before, window)) = view.area.replace((area, size))
        && window == size
        && view.settling == 0
    {
        let shift = centre_after_resize(egui::Vec2::ZERO, [before, area], lens.unit);
        view.centre += shift;
        view.goal = view.goal.map(|goal| goal + shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_jumps_from_the_first_click_on() {
        let mut view = CameraView::default();
        assert!(view.is_framed_now(true, false, false), "a new one");
        assert!(!view.is_framed_now(false, true, true) && view.settling == 0, "the click closes a panel");
        assert!(!view.is_framed_now(false, false, true), "a panel of a battle");
    }

    #[test]
    fn a_new_battle_is_framed_while_its_panels_take_their_place() {
        let mut view = CameraView::default();
        assert!(view.is_framed_now(true, false, false));
        assert!(view.is_framed_now(false, false, true), "a panel");
        assert!(!view.is_framed_now(false, false, false), "nothing has changed");
        view.settling = 0;
        assert!(!view.is_framed_now(false, false, true), "later the map is refitted without a jump");
        view.frame_anew();
        assert!(view.is_framed_now(false, false, false), "on request");
        assert!(!view.is_framed_now(false, false, false), "once");
    }
}
