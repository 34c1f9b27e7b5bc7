//! Framing of battles and replays in the part of the window that the panels leave.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, egui};

use super::framing::{centre_after_resize, frame_map};
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
    /// Whether the battle is framed in this frame: a new one, and while its panels take their place; in a replay also when
    /// the room of the board changes while the view is as it was framed.
    fn is_framed_now(
        &mut self,
        is_new: bool,
        is_pressed: bool,
        (is_replay, has_room_changed): (bool, bool),
    ) -> bool {
        if is_new || self.wants_framing {
            self.wants_framing = false;
            self.settling = SETTLING_FRAMES;
            self.by_hand = false;
            return true;
        }
        if is_replay && has_room_changed && self.is_as_framed {
            self.settling = SETTLING_FRAMES;
            return true;
        }
        if is_pressed {
            // From the first click on the board keeps its place, even if that closes a panel.
            self.settling = 0;
        }
        if self.settling == 0 {
            return false;
        }
        self.settling -= 1;
        has_room_changed
    }
}

/// Frames a new battle: the whole map or, if it is too large, the zone of the side that deploys, else the units. A replay
/// is framed again when its bar changes in height, for the bar would cover the map, unless the view was moved.
pub(super) fn frame_new_battle(
    mut view: ResMut<CameraView>,
    battle: BattleView,
    (room, replay): (Res<BoardArea>, Option<Res<ReplayPlayback>>),
    (pointer, buttons): (Res<BoardPointer>, Res<ButtonInput<MouseButton>>),
    session: Res<Session>,
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
    if !view.is_framed_now(is_new, is_pressed, (known.is_replay, room.is_changed())) {
        return Ok(());
    }
    let room = board_rect(&room, contexts.ctx_mut()?).size() / pointer.per_pixel;
    let grid = battle.field().grid();
    let map = egui::vec2(f32::from(grid.width()), f32::from(grid.height()));
    let side = session.selected.and_then(|id| battle.unit(id)).map(|unit| *unit.side);
    let zone = side.filter(|_| battle.round().is_deploying()).and_then(|side| zone_rect(&battle, side));
    let framing = frame_map(room, map, zone.or_else(|| units_rect(&battle)));
    view.zoom = framing.zoom;
    view.jump_to(framing.centre);
    view.is_as_framed = view.kept.is_none();
    if let Some((centre, zoom)) = view.kept {
        view.jump_to(centre);
        view.zoom = zoom;
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

/// Returns the rectangle around the units on the map.
fn units_rect(battle: &BattleView) -> Option<egui::Rect> {
    rect_around(battle.units().filter(|unit| unit.out_of_action.on_map()).map(|unit| unit.cell()))
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
    fn a_replay_is_framed_again_when_its_bar_grows_and_a_battle_keeps_its_place() {
        let (fixed, grown) = ((true, false), (true, true));
        let mut view = CameraView::default();
        assert!(view.is_framed_now(true, false, fixed), "a new one");
        view.is_as_framed = true;
        assert!(!view.is_framed_now(false, true, fixed) && view.settling == 0, "the first click");
        assert!(!view.is_framed_now(false, false, (false, true)), "a panel of a battle");
        assert!(view.is_framed_now(false, false, grown), "the bar of the replay");
        assert_eq!(view.settling, SETTLING_FRAMES, "so that nothing shifts it in the same frame");
        view.move_to(egui::vec2(3.0, 4.0));
        assert!(!view.is_framed_now(false, false, grown), "moved by hand");
    }

    #[test]
    fn a_new_battle_is_framed_while_its_panels_take_their_place() {
        let mut view = CameraView::default();
        assert!(view.is_framed_now(true, false, (false, false)));
        assert!(view.is_framed_now(false, false, (false, true)), "a panel");
        assert!(!view.is_framed_now(false, false, (false, false)), "nothing has changed");
        view.settling = 0;
        assert!(!view.is_framed_now(false, false, (false, true)), "later panels cover the map");
        view.frame_anew();
        assert!(view.is_framed_now(false, false, (false, false)), "on request");
        assert!(!view.is_framed_now(false, false, (false, false)), "once");
    }
}
