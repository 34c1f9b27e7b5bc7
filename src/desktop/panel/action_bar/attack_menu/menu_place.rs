//! Lists the places where the menu of a slot may open, the preferred ones first: above its button, then beside and
//! higher.

use bevy_egui::egui::{self, Pos2, Rect, Vec2, pos2};

/// Space between a menu and the sides of the window, in points.
const MARGIN: f32 = 8.0;
/// Steps between the left and the right end at which the menu may stand.
const PLACES_ASIDE: usize = 24;
/// Steps between its button and the top of the board at which the menu may stand.
const PLACES_ABOVE: usize = 8;

/// The button that a menu belongs to.
pub(super) struct MenuButton<'a> {
    /// Its slot.
    pub slot: &'a str,
    /// The place of a menu above it.
    pub above: Pos2,
    /// Whether the menu reaches over its button, whatever it covers: only the list of all attacks does not.
    pub stays_near: bool,
}

/// Lists lower left corners at which a menu of this size may stand, the preferred ones first: above its button, beside that
/// place, no farther than `reach`, and higher, as far as the board goes.
pub(super) fn menu_places(
    (above, size): (Pos2, Vec2),
    reach: f32,
    (board, window): (Rect, Rect),
) -> Vec<Pos2> {
    let (left, right) = (window.left() + MARGIN, window.right() - size.x - MARGIN);
    let mut aside: Vec<f32> =
        (0..=PLACES_ASIDE).map(|step| egui::lerp(left..=right, step as f32 / PLACES_ASIDE as f32)).collect();
    let nearest = above.x.min(right).max(left);
    aside.retain(|x| (x - nearest).abs() <= reach);
    aside.sort_by(|one, other| (one - nearest).abs().total_cmp(&(other - nearest).abs()));
    let highest = (board.top() + MARGIN + size.y).min(above.y);
    let heights =
        (0..=PLACES_ABOVE).map(|step| egui::lerp(above.y..=highest, step as f32 / PLACES_ABOVE as f32));
    let places = heights.flat_map(|y| aside.iter().map(move |x| pos2(*x, y)));
    std::iter::once(pos2(nearest, above.y)).chain(places).collect()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;
    use crate::panel::floating_areas::least_covering_place;

    #[test]
    fn a_menu_goes_higher_where_units_stand_along_the_lower_edge() {
        let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1440.0, 900.0));
        let board = Rect::from_min_max(pos2(262.0, 86.0), pos2(1110.0, 816.0));
        let (above, size) = (pos2(250.0, 806.0), vec2(400.0, 400.0));
        let places = menu_places((above, size), f32::INFINITY, (board, window));
        assert_eq!(places[0], above, "above its button, if nothing is there");
        let corners: Vec<Pos2> = places.iter().map(|place| *place - vec2(0.0, size.y)).collect();
        let is_inside = |corner: &Pos2| {
            let menu = Rect::from_min_size(*corner, size);
            window.contains_rect(menu) && menu.top() >= board.top()
        };
        assert!(corners.iter().all(is_inside));
        let row: Vec<Rect> = (0..36_u8)
            .map(|at| Rect::from_min_size(pos2(f32::from(at) * 40.0, 700.0), vec2(36.0, 36.0)))
            .collect();
        let corner = least_covering_place(&corners, size, [&row]);
        let menu = Rect::from_min_size(corner, size);
        assert!(row.iter().all(|unit| !unit.intersects(menu)), "{menu}");
    }

    #[test]
    fn a_menu_of_a_button_on_the_right_stays_there_and_inside_the_window() {
        let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1440.0, 900.0));
        let board = Rect::from_min_max(pos2(262.0, 86.0), pos2(1110.0, 816.0));
        let (above, size) = (pos2(1300.0, 806.0), vec2(400.0, 400.0));
        let places = menu_places((above, size), size.x, (board, window));
        assert_eq!(places[0], pos2(1032.0, 806.0), "above its button, inside the window");
        assert!(places.iter().all(|place| place.x >= 632.0 && place.x + size.x <= 1432.0), "{places:?}");
    }
}
