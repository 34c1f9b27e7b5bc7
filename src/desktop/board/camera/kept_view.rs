//! The view to which the board comes back once something else was watched: the map exactly where it was on the screen.

use bevy::prelude::*;
use bevy_egui::egui;

use super::CameraView;
use super::framing::{Framing, centre_after_resize};
use super::refit::Framed;
use crate::board::viewport::BoardViewport;
use crate::player_input::WatchedView;

/// A view to come back to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KeptView {
    centre: egui::Vec2,
    zoom: f32,
    framed: Option<Framed>,
    /// The board's part of the window, and the size of the window.
    area: Option<(egui::Rect, egui::Vec2)>,
}

impl KeptView {
    /// The view as it is, or as it is after its glide.
    pub fn of_view(view: &CameraView) -> Self {
        Self {
            centre: view.goal.unwrap_or(view.centre),
            zoom: view.goal_zoom.unwrap_or(view.zoom),
            framed: view.framed,
            area: view.area,
        }
    }

    /// Returns the map position at the centre of the board with which the map is where it was on the screen: the board may have
    /// another part of the window than before, as beside the controls of a replay. A square has `unit` points at zoom 1.
    fn centre_in(self, area: Option<(egui::Rect, egui::Vec2)>, unit: f32) -> egui::Vec2 {
        match (self.area, area) {
            (Some((before, window)), Some((now, size))) if window == size => {
                centre_after_resize(self.centre, [before, now], unit * self.zoom)
            }
            _ => self.centre,
        }
    }
}

impl CameraView {
    /// Takes a kept view at once; a square has `unit` points at zoom 1.
    pub(super) fn take(&mut self, kept: KeptView, unit: f32) {
        self.jump_to(kept.centre_in(self.area, unit));
        (self.zoom, self.framed) = (kept.zoom, kept.framed);
    }

    /// Glides back to a kept view; a square has `unit` points at zoom 1.
    fn return_to(&mut self, kept: KeptView, unit: f32) {
        self.ease_to(Framing { centre: kept.centre_in(self.area, unit), zoom: kept.zoom });
        self.framed = kept.framed;
    }
}

/// Remembers the view before a moment is watched again, and comes back to it, unless it was moved by hand meanwhile.
pub(super) fn keep_watched_view(
    mut view: ResMut<CameraView>,
    mut requests: MessageReader<WatchedView>,
    lens: Res<BoardViewport>,
) {
    for request in requests.read() {
        match request {
            WatchedView::Remember => {
                let kept = KeptView::of_view(&view);
                view.watched_from = Some(kept);
            }
            WatchedView::Return => {
                if let Some(kept) = view.watched_from.take() {
                    let unit = lens.unit / view.zoom;
                    view.return_to(kept, unit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    const WINDOW: egui::Vec2 = egui::vec2(1440.0, 900.0);

    fn area(top: f32) -> Option<(egui::Rect, egui::Vec2)> {
        Some((egui::Rect::from_min_max(egui::pos2(236.0, top), egui::pos2(1100.0, 790.0)), WINDOW))
    }

    /// Where the north-west corner of the map is on the screen.
    fn corner(view: &CameraView, unit: f32) -> egui::Pos2 {
        let (board, _) = view.area.expect("it is on the screen");
        board.center() - view.centre * unit * view.zoom
    }

    #[test]
    fn the_map_is_where_it_was_although_the_controls_of_a_replay_are_still_there() {
        let unit = 44.0;
        let before = CameraView {
            centre: egui::vec2(9.0, 7.5),
            zoom: 0.8,
            framed: Some(Framed::Start(None)),
            area: area(90.0),
            ..CameraView::default()
        };
        let mut view = CameraView { area: area(142.0), zoom: 1.2, ..CameraView::default() };
        view.take(KeptView::of_view(&before), unit);
        assert!((corner(&view, unit) - corner(&before, unit)).length() < 1e-3, "52 points would be 26");
        assert_eq!((view.zoom, view.framed), (0.8, before.framed));
        let (board, _) = area(90.0).expect("given");
        view.area = Some((board, egui::vec2(1024.0, 768.0)));
        view.take(KeptView::of_view(&before), unit);
        assert_eq!(view.centre, before.centre, "another window has other places");
    }

    #[test]
    fn the_view_comes_back_from_a_watched_moment_unless_it_was_moved_by_hand() {
        for by_hand in [false, true] {
            let mut world = World::new();
            world.init_resource::<Messages<WatchedView>>();
            world.init_resource::<BoardViewport>();
            let centre = egui::vec2(9.0, 7.5);
            let framed = Some(Framed::Start(None));
            world.insert_resource(CameraView { centre, framed, area: area(90.0), ..CameraView::default() });
            world.write_message(WatchedView::Remember);
            world.run_system_once(keep_watched_view).expect("the system runs");
            world.resource_mut::<Messages<WatchedView>>().clear();
            let mut view = world.resource_mut::<CameraView>();
            match by_hand {
                true => view.move_to(egui::vec2(20.0, 3.0)),
                false => view.glide_to(egui::vec2(20.0, 3.0)),
            }
            world.write_message(WatchedView::Return);
            world.run_system_once(keep_watched_view).expect("the system runs");
            let view = world.resource::<CameraView>();
            let expected = if by_hand { (None, None) } else { (Some(centre), framed) };
            assert_eq!((view.goal, view.framed), expected, "by hand: {by_hand}");
        }
    }
}
