//! Where tokens are: above each other in a fixed order, beside each other in a shared square.

use std::collections::BTreeMap;

use bevy_egui::egui::{Vec2, vec2};

use super::passenger_icons;
use super::tokens::TOKEN_RADIUS;
use crate::board::animation::{AnimatedUnit, BoardAnimation};
use crate::board::viewport::CELL_SIZE;
use battle::{BattleView, UnitDataItem};
use model::{Cell, UnitId};
use rules::DownState;

/// Where bodies in a shared square lie, from its centre in squares, and where the first one that stands does.
const SPREAD: [Vec2; 5] =
    [vec2(-0.27, 0.28), vec2(0.27, 0.28), vec2(0.0, -0.28), vec2(-0.28, -0.2), vec2(0.28, -0.2)];
const STANDING: Vec2 = vec2(0.12, -0.17);
/// Scale of a token that shares its square with others: lying, standing. Between their discs a gap is left, so that both can be
/// told apart.
const SHARED_SCALE: f32 = 0.52;
const STANDING_SCALE: f32 = 0.62;

/// A token and where it is.
pub(super) struct TokenPlace<'a, 'w, 's> {
    pub unit: UnitDataItem<'w, 's>,
    pub figure: &'a AnimatedUnit,
    /// Map position.
    pub at: Vec2,
    pub scale: f32,
    /// It sits in a vehicle.
    pub seated: bool,
}

/// Returns all tokens on the board, the lowest first: the dead, those out of action, the others, the acting unit.
pub(super) fn token_places<'a>(
    view: &'a BattleView,
    stage: &'a BoardAnimation,
) -> Vec<TokenPlace<'a, 'a, 'a>> {
    let acting = view.round().acting();
    let rank = |place: &TokenPlace| token_layer(place.figure.down, Some(*place.unit.id) == acting);
    let figures = view.units().filter_map(|unit| {
        let figure = stage.figure(*unit.id).filter(|figure| !figure.gone)?;
        let (beside, scale) = match passenger_icons::seat_offset(view, &unit) {
            Some((beside, scale)) => (beside, Some(scale)),
            None => (Vec2::ZERO, None),
        };
        let at = figure.at + stage.shake_offset(*unit.id) + beside;
        Some(TokenPlace { unit, figure, at, scale: scale.unwrap_or(1.0), seated: scale.is_some() })
    });
    let mut places: Vec<_> = figures.collect();
    places.sort_by_key(|place| (rank(place), *place.unit.id));
    let mut squares: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for (number, place) in places.iter().enumerate().filter(|(_, place)| !place.seated) {
        let square = (place.figure.at.x.floor() as i32, place.figure.at.y.floor() as i32);
        squares.entry(square).or_default().push(number);
    }
    for shared in squares.values().filter(|shared| shared.len() > 1) {
        let lies = |number: &usize| places[*number].figure.prone || places[*number].figure.down.is_some();
        let offsets = spread(&shared.iter().map(lies).collect::<Vec<_>>());
        for (number, (offset, scale)) in shared.iter().zip(offsets) {
            places[*number].at += offset;
            places[*number].scale *= scale;
        }
    }
    places
}

/// The layer of a token: the dead are the lowest, the acting unit is the highest.
const fn token_layer(down: Option<DownState>, acts: bool) -> u8 {
    match down {
        Some(DownState::Dead) => 0,
        Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => 1,
        None if acts => 3,
        None => 2,
    }
}

/// Returns the unit whose token is at a place in a shared square, in squares from its centre; `None` beside all tokens, and in a
/// square with one unit at most.
pub(in crate::board) fn unit_in_shared_square(view: &BattleView, cell: Cell, at: Vec2) -> Option<UnitId> {
    let is_here =
        |unit: &UnitDataItem| unit.cell() == cell && unit.out_of_action.on_map() && unit.vehicle().is_none();
    let mut units: Vec<UnitDataItem> = view.units().filter(is_here).collect();
    if units.len() < 2 {
        return None;
    }
    let acting = view.round().acting();
    units.sort_by_key(|unit| (token_layer(unit.out_of_action.down(), Some(*unit.id) == acting), *unit.id));
    let lies = |unit: &UnitDataItem| unit.is_prone() || unit.out_of_action.down().is_some();
    let places = spread(&units.iter().map(lies).collect::<Vec<_>>());
    Some(*units[nearest_token(&places, at)?].id)
}

/// Returns the number of the token in a shared square whose middle is the nearest to a place on it, for its size.
fn nearest_token(places: &[(Vec2, f32)], at: Vec2) -> Option<usize> {
    let distance = |(offset, scale): (Vec2, f32)| (at - offset).length() / (scale * TOKEN_RADIUS / CELL_SIZE);
    let on_it =
        places.iter().map(|place| distance(*place)).enumerate().filter(|(_, distance)| *distance <= 1.0);
    on_it.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(number, _)| number)
}

/// Returns the offset and the scale of each body in a shared square, given which of them lie.
fn spread(lying: &[bool]) -> Vec<(Vec2, f32)> {
    let mut middle_is_free = lying.len() > 1;
    let mut offsets = SPREAD.into_iter().cycle();
    let place = |lies: &bool| {
        if !lies && std::mem::take(&mut middle_is_free) {
            return (STANDING, STANDING_SCALE);
        }
        (offsets.next().unwrap_or_default(), SHARED_SCALE)
    };
    lying.iter().map(place).collect()
}

/// Returns the offset and the scale of a unit that is remembered in a square, which it may share with one that is there now.
pub(super) fn remembered_place(is_shared: bool) -> (Vec2, f32) {
    if is_shared { (SPREAD[4], SHARED_SCALE) } else { (Vec2::ZERO, 1.0) }
}

/// Where the parts of a token beside its disc are: all inside its own square, so that they cover no other unit. Lengths are
/// in pixels at zoom 1, from the centre of the token.
pub(super) mod marks {
    use bevy_egui::egui::{Rect, Vec2, pos2, vec2};

    use super::super::tokens::TOKEN_RADIUS;

    /// Half of a square.
    pub const HALF: f32 = 22.0;
    /// Length of a health bar.
    const BAR_LENGTH: f32 = 32.0;
    /// Space between a mark and the edge of the square.
    const EDGE: f32 = 1.0;
    /// Radius of a dot for an action point, with its rim.
    pub const DOT: f32 = 2.4;
    /// Distance between two dots.
    const DOT_STEP: f32 = 5.2;
    /// Where the tip of the triangle that shows the facing is.
    pub const FACING_TIP: f32 = HALF - EDGE - 0.4;
    /// Where its base is, inside the disc, so that the bar leaves part of it visible.
    pub const FACING_BASE: f32 = TOKEN_RADIUS - 4.5;
    /// Height of a status above the token.
    pub const CHIP_HEIGHT: f32 = 11.0;
    /// Width of the row of statuses; the corner right of it belongs to the eye of an observer.
    pub const CHIP_ROOM: f32 = 2.0 * (HALF - EDGE) - 12.0;

    /// The health bar, with its rim, for so much height of the bar: at the lower edge of the square.
    pub fn bar(height: f32) -> Rect {
        let bottom = HALF - EDGE;
        Rect::from_min_max(pos2(-BAR_LENGTH / 2.0, bottom - height), pos2(BAR_LENGTH / 2.0, bottom))
    }

    /// The centres of the dots for action points: a column at the left edge of the square, from below, with another
    /// one beside it for every five.
    pub fn dots(count: usize) -> impl Iterator<Item = Vec2> {
        const IN_COLUMN: usize = 5;
        (0..count).map(|number| {
            let (column, row) = ((number / IN_COLUMN) as f32, (number % IN_COLUMN) as f32);
            vec2(-HALF + EDGE + DOT + column * DOT_STEP, HALF - EDGE - 6.5 - DOT - row * DOT_STEP)
        })
    }

    /// The upper left corner of the statuses.
    pub fn chips() -> Vec2 {
        vec2(-HALF + EDGE, -HALF + EDGE)
    }

    /// Where the triangles that mark the unit of an objective have their base, at the edges of the square, and their tip, at the ring;
    /// half of the width of the base.
    pub const OBJECTIVE_BASE: f32 = HALF - EDGE;
    pub const OBJECTIVE_TIP: f32 = TOKEN_RADIUS - 1.5;
    pub const OBJECTIVE_HALF: f32 = 3.8;

    /// Radius of the mark of a finished turn, without its rim.
    pub const DONE: f32 = 3.9;

    /// The centre of the mark of a finished turn with this radius: at the right edge of the square, between the statuses
    /// and the number of members.
    pub fn done(radius: f32) -> Vec2 {
        vec2(HALF - EDGE - 0.9 - radius, -4.6)
    }

    /// The label of an unconscious unit that may wake, of this size: at the lower edge of the square, where units in action have
    /// their health bar.
    pub fn wake_label(size: Vec2) -> Rect {
        let bottom = HALF - EDGE;
        Rect::from_min_max(pos2(-size.x / 2.0, bottom - size.y), pos2(size.x / 2.0, bottom))
    }

    /// Radius of a token that lies, without its rim.
    const LYING_RADIUS: f32 = 12.7;

    /// Where a token that lies is drawn, and its radius without its rim: between the statuses above it, the points left of it, the
    /// mark of a finished turn right of it, and the health bar below it or, higher, the label of a unit that may wake. In a
    /// shared square it is small enough as it is.
    pub const fn lying(is_alone: bool, may_wake: bool) -> (Vec2, f32) {
        match (is_alone, may_wake) {
            (false, _) => (Vec2::ZERO, TOKEN_RADIUS),
            (true, false) => (Vec2::new(-2.0, 2.6), LYING_RADIUS),
            (true, true) => (Vec2::new(-4.0, -2.4), LYING_RADIUS),
        }
    }

    /// The centre of the mark of an unconscious unit, and its side: in the upper right corner of the square, where those that keep
    /// watch have their eye.
    pub const fn asleep(is_alone: bool) -> (Vec2, f32) {
        match is_alone {
            true => {
                (Vec2::new(HALF - EDGE - CHIP_HEIGHT / 2.0, -HALF + EDGE + CHIP_HEIGHT / 2.0), CHIP_HEIGHT)
            }
            false => (Vec2::new(13.6, -13.6), 14.45),
        }
    }

    /// Centre and radius of the disc with the number of members.
    pub const fn members() -> (Vec2, f32) {
        (Vec2::new(13.5, 7.0), 7.5)
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Rect, pos2};

    use super::super::tokens::flat_outline;
    use super::*;

    #[test]
    fn every_mark_of_a_token_is_inside_its_own_square() {
        let square = Rect::from_center_size(pos2(0.0, 0.0), vec2(2.0 * marks::HALF, 2.0 * marks::HALF));
        assert!((square.width() - crate::board::viewport::CELL_SIZE).abs() < 0.01);
        assert!(square.contains_rect(marks::bar(6.0)));
        let dots: Vec<Vec2> = marks::dots(12).collect();
        for dot in &dots {
            let rect = Rect::from_center_size(dot.to_pos2(), Vec2::splat(2.0 * marks::DOT));
            assert!(square.contains_rect(rect), "{rect}");
            assert!(!rect.intersects(marks::bar(6.0)), "{rect} is on the bar");
        }
        const { assert!(marks::FACING_TIP < marks::HALF) };
        const { assert!(marks::OBJECTIVE_TIP < marks::OBJECTIVE_BASE && marks::OBJECTIVE_BASE < marks::HALF) };
        let row = Rect::from_min_size(marks::chips().to_pos2(), vec2(marks::CHIP_ROOM, marks::CHIP_HEIGHT));
        assert!(square.contains_rect(row), "{row}");
        assert!(dots.iter().all(|dot| !row.contains(dot.to_pos2())), "{row}");
        let wakes = marks::wake_label(vec2(2.0 * marks::HALF - 2.0, marks::CHIP_HEIGHT));
        assert!(square.contains_rect(wakes) && !wakes.intersects(row), "{wakes}");
        let (centre, radius) = marks::members();
        let members = Rect::from_center_size(centre.to_pos2(), Vec2::splat(2.0 * radius));
        assert!(square.contains_rect(members) && !members.intersects(marks::bar(6.0)), "{members}");
        let done = Rect::from_center_size(marks::done(marks::DONE).to_pos2(), Vec2::splat(2.0 * marks::DONE));
        assert!(square.contains_rect(done) && !done.intersects(members) && !done.intersects(row), "{done}");
    }

    #[test]
    fn no_mark_lies_on_the_drawing_of_a_token_that_lies() {
        const RIM: f32 = 2.6;
        let chips = Rect::from_min_size(marks::chips().to_pos2(), vec2(marks::CHIP_ROOM, marks::CHIP_HEIGHT));
        let around =
            |centre: Vec2, radius: f32| Rect::from_center_size(centre.to_pos2(), Vec2::splat(2.0 * radius));
        let fighting: Vec<Rect> = marks::dots(5)
            .map(|dot| around(dot, marks::DOT))
            .chain([chips, marks::bar(6.0), around(marks::done(marks::DONE), marks::DONE)])
            .collect();
        let (asleep, side) = marks::asleep(true);
        let asleep = around(asleep, side / 2.0);
        let wakes = marks::wake_label(vec2(2.0 * marks::HALF - 2.0, marks::CHIP_HEIGHT));
        let square = Rect::from_center_size(pos2(0.0, 0.0), vec2(2.0 * marks::HALF, 2.0 * marks::HALF));
        assert!(square.contains_rect(asleep), "{asleep}");
        for (may_wake, others) in
            [(false, fighting.as_slice()), (false, &[asleep][..]), (true, &[asleep, wakes][..])]
        {
            let (middle, radius) = marks::lying(true, may_wake);
            for point in flat_outline(radius + RIM) {
                let point = (middle + point).to_pos2();
                assert!(square.contains(point), "{point} is outside the square");
                let on = others.iter().find(|other| other.contains(point));
                assert!(on.is_none(), "{point} is on {on:?}");
            }
            assert!(others.iter().all(|other| !other.contains(middle.to_pos2())));
        }
    }

    #[test]
    fn a_remembered_unit_makes_room_for_one_that_is_there_now() {
        assert_eq!(remembered_place(false), (Vec2::ZERO, 1.0));
        let (aside, scale) = remembered_place(true);
        assert!(aside.x >= 0.25 && aside.y <= -0.2 && scale < 0.7, "{aside} {scale}");
    }

    #[test]
    fn a_body_beside_who_stands_can_be_pointed_at() {
        let places = spread(&[true, true, false]);
        assert_eq!(
            nearest_token(&places, Vec2::ZERO),
            Some(2),
            "the middle of the square is the one that stands"
        );
        assert_eq!(nearest_token(&places, SPREAD[0]), Some(0));
        assert_eq!(nearest_token(&places, SPREAD[1]), Some(1));
        assert_eq!(nearest_token(&places, vec2(0.49, -0.49)), None, "beside all of them");
    }

    #[test]
    fn who_lies_makes_room_for_who_stands() {
        let placed = spread(&[true, true, false]);
        assert_eq!(placed[2], (STANDING, STANDING_SCALE));
        assert_eq!(placed[0], (vec2(-0.27, 0.28), SHARED_SCALE));
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let distance = (placed[one].0 - placed[other].0).length();
            assert!(distance >= 0.45, "{distance} squares between {one} and {other}");
        }
    }

    #[test]
    fn who_stands_and_a_body_on_one_square_can_both_be_read() {
        let placed = spread(&[true, false]);
        let radius = |at: usize| placed[at].1 * TOKEN_RADIUS / CELL_SIZE;
        let gap = (placed[0].0 - placed[1].0).length() - radius(0) - radius(1);
        assert!(gap >= 0.1, "{gap} squares between the discs");
        let part = |rect: Rect, at: usize| {
            let (middle, scale) = placed[at];
            Rect::from_center_size(
                (middle + rect.center().to_vec2() * scale / CELL_SIZE).to_pos2(),
                rect.size() * scale / CELL_SIZE,
            )
        };
        let bar = part(marks::bar(6.0), 1);
        let chip = vec2(marks::CHIP_HEIGHT, marks::CHIP_HEIGHT);
        let chip = part(Rect::from_min_size(marks::chips().to_pos2(), chip), 0);
        assert!(!bar.intersects(chip), "the bar of one at {bar}, the status of the other at {chip}");
        let distance = bar.distance_to_pos(placed[0].0.to_pos2());
        assert!(distance >= radius(0), "the bar lies on the body: {distance}");
    }
}
