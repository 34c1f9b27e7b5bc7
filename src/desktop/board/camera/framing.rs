//! Framing: shows the whole map if it fits, and moves the view only if needed.

use bevy_egui::egui::{Rect, Vec2};

use crate::board::viewport::CELL_SIZE;

/// Least and greatest zoom at which the whole map is shown at the start: squares of 28 pixels, so that units can be told
/// apart, and of 55.
const WHOLE_MAP_ZOOM: std::ops::RangeInclusive<f32> = 28.0 / CELL_SIZE..=1.25;
/// Least and greatest zoom at the start of a battle whose map does not fit.
const PART_ZOOM: std::ops::RangeInclusive<f32> = 28.0 / CELL_SIZE..=0.9;
/// Space around a map that is shown whole, in pixels: marks of units at its rim reach beyond it.
const RIM: f32 = 6.0;
/// Space around what is brought into view, in squares.
const MARGIN: f32 = 1.0;
/// Distances below this are no reason to move, in squares.
const STILL: f32 = 0.3;

/// What the view shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Framing {
    /// Map position at the centre.
    pub centre: Vec2,
    /// Zoom.
    pub zoom: f32,
}

/// Returns the zoom at which so many squares fit. `room` is in pixels.
fn zoom_for(room: Vec2, squares: Vec2) -> f32 {
    (room / (squares * CELL_SIZE)).min_elem()
}

/// Returns the zoom at which a whole map fits with the marks at its rim.
fn zoom_for_map(room: Vec2, map: Vec2) -> f32 {
    zoom_for((room - Vec2::splat(2.0 * RIM)).max(Vec2::splat(1.0)), map)
}

/// Returns the view of the whole map, however small its squares are. `room` is in pixels.
pub(super) fn frame_whole_map(room: Vec2, map: Vec2) -> Framing {
    Framing { centre: map * 0.5, zoom: zoom_for_map(room, map).min(*WHOLE_MAP_ZOOM.end()) }
}

/// Joins places, the most important first, as long as all of them fit with squares that are large enough.
pub(super) fn choose_focus(room: Vec2, places: &[Rect]) -> Option<Rect> {
    let (first, others) = places.split_first()?;
    let fits = |rect: Rect| zoom_for(room, rect.expand(MARGIN).size()) >= *PART_ZOOM.start();
    Some(others.iter().fold(*first, |focus, place| {
        let joined = focus.union(*place);
        if fits(joined) { joined } else { focus }
    }))
}

/// Returns the view at the start of a battle: the whole map if it fits, else what matters on it. `room` is in pixels.
pub(super) fn frame_map(room: Vec2, map: Vec2, focus: Option<Rect>) -> Framing {
    let whole = zoom_for_map(room, map);
    if whole >= *WHOLE_MAP_ZOOM.start() {
        return Framing { centre: map * 0.5, zoom: whole.min(*WHOLE_MAP_ZOOM.end()) };
    }
    let focus = focus.unwrap_or_else(|| Rect::from_center_size((map * 0.5).to_pos2(), Vec2::splat(1.0)));
    let zoom = zoom_for(room, focus.expand(MARGIN).size()).clamp(*PART_ZOOM.start(), *PART_ZOOM.end());
    let shown = room / (zoom * CELL_SIZE);
    Framing { centre: limit(focus.center().to_vec2(), shown, map), zoom }
}

/// Limits the centre of a view of so many squares so that it shows nothing beyond the map without need.
fn limit(centre: Vec2, shown: Vec2, map: Vec2) -> Vec2 {
    let half = (shown * 0.5).min(map * 0.5);
    centre.clamp(half, map - half)
}

/// Returns the part of the map around places that is to be seen with them: at the rim of the map, nothing beyond it.
fn rect_with_margin(places: &[Vec2], map: Vec2) -> Rect {
    let mut around = Rect::NOTHING;
    for place in places {
        around.extend_with(place.to_pos2());
    }
    around.expand(MARGIN).intersect(Rect::from_min_size(bevy_egui::egui::Pos2::ZERO, map))
}

/// Whether a view of so many squares can show places together.
pub(super) fn fit_together(shown: Vec2, map: Vec2, places: &[Vec2]) -> bool {
    let wanted = rect_with_margin(places, map).size();
    wanted.x <= shown.x && wanted.y <= shown.y
}

/// Returns the centre at which places are in view; `None` if they are, or cannot be seen better. `seen` is the part of
/// the map in view.
pub(super) fn centre_to_show(seen: Rect, map: Vec2, places: &[Vec2]) -> Option<Vec2> {
    let wanted = rect_with_margin(places, map);
    if places.is_empty() || seen.contains_rect(wanted) {
        return None;
    }
    let centre = limit(wanted.center().to_vec2(), seen.size(), map);
    ((centre - seen.center().to_vec2()).length() > STILL).then_some(centre)
}

/// Returns the centre after the area that shows the board has changed in size: the map stays where it is.
pub(super) fn centre_after_resize(centre: Vec2, [before, after]: [Rect; 2], unit: f32) -> Vec2 {
    centre + (after.center() - before.center()) / unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(width, height))
    }

    #[test]
    fn a_map_that_fits_is_shown_whole() {
        // 880 x 660 pixels within the rim are 20 x 15 squares at zoom 1.
        let room = vec2(880.0, 660.0) + Vec2::splat(2.0 * RIM);
        let framing = frame_map(room, vec2(20.0, 10.0), None);
        assert_eq!((framing.centre, framing.zoom), (vec2(10.0, 5.0), 1.0));
        assert_eq!(frame_map(room, vec2(4.0, 4.0), None).zoom, 1.25);
        let small = frame_map(room, vec2(31.0, 20.0), Some(rect(0.0, 0.0, 3.0, 3.0)));
        assert_eq!((small.centre, small.zoom * CELL_SIZE), (vec2(15.5, 10.0), 880.0 / 31.0), "28 pixels");
        let narrow = vec2(40.0, 11.0);
        assert_eq!(
            frame_map(room, narrow, Some(rect(0.0, 4.0, 3.0, 3.0))).zoom,
            0.9,
            "22 pixels are too few"
        );
        assert_eq!(frame_whole_map(room, narrow), Framing { centre: vec2(20.0, 5.5), zoom: 0.5 });
    }

    #[test]
    fn the_own_squad_comes_before_the_nearest_enemy_and_that_before_the_objective() {
        // 880 x 660 pixels are 31.4 x 23.6 squares of 28 pixels.
        let room = vec2(880.0, 660.0);
        let (squad, enemy, goal) =
            (rect(2.0, 2.0, 4.0, 6.0), rect(20.0, 4.0, 1.0, 1.0), rect(36.0, 4.0, 2.0, 2.0));
        assert_eq!(choose_focus(room, &[squad, enemy]), Some(squad.union(enemy)));
        assert_eq!(choose_focus(room, &[squad, enemy, goal]), Some(squad.union(enemy)), "too far away");
        assert_eq!(choose_focus(room, &[squad, goal, enemy]), Some(squad.union(enemy)), "what fits");
        assert_eq!(choose_focus(room, &[]), None);
    }

    #[test]
    fn of_a_large_map_the_deployment_zone_is_shown_whole() {
        let room = vec2(880.0, 660.0);
        // In a corner: the view ends at the rim of the map.
        let framing = frame_map(room, vec2(100.0, 100.0), Some(rect(0.0, 90.0, 6.0, 10.0)));
        assert_eq!(framing.zoom, 0.9);
        let half = room / (0.9 * CELL_SIZE) * 0.5;
        assert!((framing.centre - vec2(half.x, 100.0 - half.y)).length() < 1e-3, "{:?}", framing.centre);
        // A wide one needs a smaller zoom.
        let wide = frame_map(room, vec2(100.0, 100.0), Some(rect(40.0, 40.0, 26.0, 4.0)));
        assert!((wide.zoom - 880.0 / (28.0 * 44.0)).abs() < 1e-4, "{}", wide.zoom);
    }

    #[test]
    fn what_is_in_view_moves_nothing() {
        let map = vec2(40.0, 30.0);
        let seen = rect(5.0, 5.0, 20.0, 15.0);
        assert_eq!(centre_to_show(seen, map, &[vec2(6.5, 6.5), vec2(23.5, 18.5)]), None);
        assert_eq!(centre_to_show(seen, map, &[]), None);
        // At the rim of the map no margin is needed.
        assert_eq!(centre_to_show(rect(0.0, 0.0, 20.0, 15.0), map, &[vec2(0.5, 0.5)]), None);
    }

    #[test]
    fn what_is_out_of_view_is_brought_to_the_centre_and_not_twice() {
        let map = vec2(40.0, 30.0);
        let seen = rect(0.0, 0.0, 20.0, 15.0);
        assert_eq!(centre_to_show(seen, map, &[vec2(25.0, 12.0)]), Some(vec2(25.0, 12.0)));
        // The rim of the map limits it.
        assert_eq!(centre_to_show(seen, map, &[vec2(39.5, 29.5)]), Some(vec2(30.0, 22.5)));
        // Too far apart: their middle, and no further move from there.
        let ends = [vec2(1.0, 10.0), vec2(39.0, 10.0)];
        assert_eq!(centre_to_show(seen, map, &ends), Some(vec2(20.0, 10.0)));
        assert_eq!(centre_to_show(rect(10.0, 2.5, 20.0, 15.0), map, &ends), None);
    }

    #[test]
    fn places_fit_together_with_the_squares_around_them() {
        let map = vec2(40.0, 30.0);
        let fits = |places: &[Vec2]| fit_together(vec2(20.0, 15.0), map, places);
        assert!(fits(&[vec2(5.0, 5.0), vec2(23.0, 5.0)]));
        assert!(!fits(&[vec2(5.0, 5.0), vec2(23.5, 5.0)]) && !fits(&[vec2(5.0, 5.0), vec2(5.0, 18.5)]));
        assert!(fits(&[vec2(0.5, 5.0), vec2(19.0, 5.0)]), "nothing is to be seen beyond the rim");
    }

    #[test]
    fn a_panel_that_grows_does_not_move_the_map() {
        let (before, after) = (rect(200.0, 60.0, 800.0, 600.0), rect(200.0, 60.0, 800.0, 540.0));
        let centre = centre_after_resize(vec2(10.0, 8.0), [before, after], 30.0);
        let origin = |centre: Vec2, area: Rect| area.center() - centre * 30.0;
        assert_eq!(origin(centre, after), origin(vec2(10.0, 8.0), before));
    }
}
