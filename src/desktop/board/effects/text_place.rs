//! Finds places for numbers and words on the board, off each other and off tokens.

use bevy_egui::egui::{Rect, Vec2, vec2};

/// Rows above and below a token in which a text is tried, each half its height from the one before.
const ROWS: u8 = 8;
/// Rows beside a token in which a text is tried, up and down.
const ROWS_BESIDE: i8 = 2;
/// Cost of a text that covers another one: more than that of any other place.
const OVER_TEXT: f32 = 1000.0;
/// Cost of a text that covers tokens with all of its area.
const OVER_TOKENS: f32 = 60.0;
/// Distance to its own token beyond which a text does not seem to be about it, in sizes of the token, and the cost of a place
/// beyond that: more than that of covering tokens, less than that of covering a text.
const FARTHEST: f32 = 1.5;
const TOO_FAR: f32 = 500.0;
/// Distance to its token up to which a text keeps its place, in sizes of the token. Beyond that it comes back once there is room:
/// a unit that was thrown past others would leave its words behind.
const KEPT_REACH: f32 = 0.6;
/// Cost of a place that is nearer to another token than to its own.
const AT_ANOTHER: f32 = 8.0;
/// Distance beyond that to the own token at which another token could seem to be meant, in squares.
const CONTESTED: f32 = 0.4;
/// Cost of the part of a text that is above or below a neighbour in the row of its token, for each height of the text: more
/// than that of moving the text aside, so that a number stands at the unit it is about.
const ABOVE_NEIGHBOUR: f32 = 3.0;
/// Overlap that is not seen, in points.
const SLACK: f32 = 1.0;

/// What is in the way of a text.
pub(super) struct TextObstacles<'a> {
    /// The texts that were placed before.
    pub texts: &'a [Rect],
    /// The tokens of all units.
    pub tokens: &'a [Rect],
    /// Where the text has to be; `None` for the whole window.
    pub room: Option<Rect>,
}

impl TextObstacles<'_> {
    /// Returns the place for a text about a token that is nearest to the one it wants, covers no text and as little of tokens
    /// as possible, and is at no other token: above its own, below it, or beside it. A text that had a place before keeps it
    /// where that is as good and near its token.
    pub fn free_place(&self, wanted: Rect, token: Rect, kept: Option<Rect>) -> Rect {
        let inside = |rect: Rect| self.room.map_or(rect, |room| within(rect, room));
        let kept = kept.filter(|kept| distance_between(*kept, token) <= KEPT_REACH * token.width());
        let preferred = kept.unwrap_or(wanted);
        let mut best = inside(preferred);
        let mut least = self.cost(best, preferred, token);
        for place in std::iter::once(wanted).chain(places(wanted, token)).map(inside) {
            if least <= 0.0 {
                break;
            }
            let cost = self.cost(place, preferred, token);
            if cost < least {
                (best, least) = (place, cost);
            }
        }
        best
    }

    /// What a place costs: texts and tokens that it covers, a token that it seems to be about, and its distance from the
    /// preferred one.
    fn cost(&self, place: Rect, preferred: Rect, own: Rect) -> f32 {
        let texts = self.texts.iter().filter(|other| overlap(**other, place) > 0.0).count();
        let tokens: f32 = self.tokens.iter().map(|token| overlap(*token, place)).sum();
        let far = (place.center() - preferred.center()).length() / preferred.height().max(1.0);
        let astray = if self.is_at_another(place, own) { AT_ANOTHER } else { 0.0 };
        let off = if is_too_far(place, own) { TOO_FAR } else { 0.0 };
        let beside = ABOVE_NEIGHBOUR * self.width_at_neighbours(place, own) / preferred.height().max(1.0);
        OVER_TEXT * texts as f32 + OVER_TOKENS * tokens / place.area().max(1.0) + astray + off + far + beside
    }

    /// Returns how much of the width of a place is above or below other tokens in the row of its own.
    fn width_at_neighbours(&self, place: Rect, own: Rect) -> f32 {
        let in_row = |token: &Rect| (token.center().y - own.center().y).abs() < own.height() / 2.0;
        let shared = |token: Rect| token.right().min(place.right()) - token.left().max(place.left());
        self.others(own).filter(in_row).map(|token| shared(token).max(0.0)).sum()
    }

    /// Whether a text can be read there as one about its token: it covers no other text and is near.
    pub fn fits(&self, place: Rect, own: Rect) -> bool {
        let covers_text = self.texts.iter().any(|other| overlap(*other, place) > 0.0);
        !covers_text && !is_too_far(place, own)
    }

    /// Whether a place is nearer to another token than to its own.
    fn is_at_another(&self, place: Rect, own: Rect) -> bool {
        let reach = distance_between(place, own) - SLACK;
        self.others(own).any(|other| distance_between(place, other) < reach)
    }

    /// Whether another token is about as near to a place as its own.
    pub fn is_contested(&self, place: Rect, own: Rect, unit: f32) -> bool {
        let reach = distance_between(place, own) + CONTESTED * unit;
        self.others(own).any(|other| distance_between(place, other) < reach)
    }

    fn others(&self, own: Rect) -> impl Iterator<Item = Rect> {
        self.tokens.iter().copied().filter(move |token| token.center().distance(own.center()) > SLACK)
    }
}

/// Whether a place is too far from a token for a text about it.
fn is_too_far(place: Rect, own: Rect) -> bool {
    distance_between(place, own) > FARTHEST * own.width()
}

/// Distance between two rectangles; 0 if they touch.
pub(in crate::board) fn distance_between(one: Rect, other: Rect) -> f32 {
    let across = (other.left() - one.right()).max(one.left() - other.right()).max(0.0);
    let down = (other.top() - one.bottom()).max(one.top() - other.bottom()).max(0.0);
    across.hypot(down)
}

/// Area that two rectangles share, without a rim that is not seen.
fn overlap(one: Rect, other: Rect) -> f32 {
    let shared = one.shrink(SLACK).intersect(other);
    if shared.is_positive() { shared.area() } else { 0.0 }
}

/// Places for a text about a token: rows above and below it, in the middle and to both sides, then places beside it.
fn places(wanted: Rect, token: Rect) -> impl Iterator<Item = Rect> {
    let size = wanted.size();
    let step = size.y / 2.0;
    let above = (1..=ROWS).map(move |row| -step * f32::from(row));
    let below = (0..ROWS).map(move |row| token.bottom() - wanted.top() + step * f32::from(row));
    let aside = [0.0, size.x / 2.0, -size.x / 2.0];
    let rows = above.chain(below).chain([0.0]);
    let rows = rows.flat_map(move |dy| aside.map(|dx| wanted.translate(vec2(dx, dy))));
    let beside = (-ROWS_BESIDE..=ROWS_BESIDE).flat_map(move |row| {
        let y = token.center().y + 2.0 * step * f32::from(row);
        [token.right() + size.x / 2.0, token.left() - size.x / 2.0]
            .map(|x| Rect::from_center_size(bevy_egui::egui::pos2(x, y), size))
    });
    rows.chain(beside)
}

/// Moves a rectangle into another one.
pub(super) fn within(rect: Rect, room: Rect) -> Rect {
    rect.translate((room.min - rect.min).max(Vec2::ZERO) + (room.max - rect.max).min(Vec2::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    const UNIT: f32 = 44.0;

    fn token(x: f32, y: f32) -> Rect {
        Rect::from_center_size(pos2(x * UNIT, y * UNIT), Vec2::splat(0.9 * UNIT))
    }

    /// A text of this size above a token.
    fn above(token: Rect, size: Vec2) -> Rect {
        Rect::from_center_size(pos2(token.center().x, token.top() - size.y / 2.0 - 2.0), size)
    }

    fn covers_any(place: Rect, others: &[Rect]) -> bool {
        others.iter().any(|other| overlap(*other, place) > 0.0)
    }

    #[test]
    fn a_text_with_room_stays_where_it_is_wanted() {
        let own = token(5.5, 5.5);
        let wanted = above(own, vec2(30.0, 30.0));
        let obstacles = TextObstacles { texts: &[], tokens: &[own], room: None };
        assert_eq!(obstacles.free_place(wanted, own, None), wanted);
    }

    #[test]
    fn words_of_neighbours_cover_neither_each_other_nor_a_token() {
        // Three units side by side, and one behind them.
        let tokens = [token(4.5, 5.5), token(5.5, 5.5), token(6.5, 5.5), token(5.5, 4.5)];
        let mut texts: Vec<Rect> = Vec::new();
        for own in &tokens[..3] {
            let obstacles = TextObstacles { texts: &texts, tokens: &tokens, room: None };
            let place = obstacles.free_place(above(*own, vec2(110.0, 18.0)), *own, None);
            assert!(!covers_any(place, &texts) && !covers_any(place, &tokens), "{place:?} {texts:?}");
            texts.push(place);
        }
    }

    #[test]
    fn below_another_unit_a_text_is_not_taken_for_one_about_that_unit() {
        let (own, north) = (token(5.5, 5.5), token(5.5, 4.5));
        let obstacles = TextObstacles { texts: &[], tokens: &[own, north], room: None };
        for size in [vec2(30.0, 34.0), vec2(160.0, 34.0), vec2(160.0, 56.0)] {
            let place = obstacles.free_place(above(own, size), own, None);
            assert!(!covers_any(place, &[own, north]), "{place:?}");
            assert!(distance_between(place, own) <= distance_between(place, north), "{place:?}");
        }
    }

    #[test]
    fn a_text_keeps_its_place_as_long_as_it_is_free() {
        let own = token(5.5, 5.5);
        let wanted = above(own, vec2(30.0, 30.0));
        let kept = wanted.translate(vec2(0.0, 90.0));
        let place = |texts: &[Rect]| {
            TextObstacles { texts, tokens: &[own], room: None }.free_place(wanted, own, Some(kept))
        };
        assert_eq!(place(&[]), kept);
        let moved = place(&[kept]);
        assert!(!covers_any(moved, &[kept]), "{moved:?}");
    }

    #[test]
    fn a_text_that_came_far_away_returns_to_its_token_once_there_is_room() {
        let own = token(5.5, 5.5);
        let wanted = above(own, vec2(60.0, 30.0));
        let astray = wanted.translate(vec2(4.0 * UNIT, 0.0));
        let obstacles = TextObstacles { texts: &[], tokens: &[own], room: None };
        assert_eq!(obstacles.free_place(wanted, own, Some(astray)), wanted);
        assert!(obstacles.fits(wanted, own) && !obstacles.fits(astray, own));
        let taken = TextObstacles { texts: &[wanted], tokens: &[own], room: None };
        assert!(!taken.fits(wanted, own));
        let place = taken.free_place(wanted, own, Some(astray));
        assert!(distance_between(place, own) <= FARTHEST * own.width(), "{place:?}");
    }

    #[test]
    fn at_the_top_edge_a_text_goes_below_its_token_or_beside_it() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(440.0, 440.0));
        let own = token(0.5, 0.5);
        let obstacles = TextObstacles { texts: &[], tokens: &[own], room: Some(room) };
        let place = obstacles.free_place(above(own, vec2(110.0, 30.0)), own, None);
        assert!(room.contains_rect(place), "{place:?}");
        assert!(!covers_any(place, &[own]), "{place:?}");
    }

    #[test]
    fn without_a_free_place_tokens_are_covered_rather_than_texts() {
        let own = token(5.5, 5.5);
        let crowd: Vec<Rect> =
            (0..12).flat_map(|x| (0..12).map(move |y| token(x as f32 + 0.5, y as f32 + 0.5))).collect();
        let wanted = above(own, vec2(110.0, 18.0));
        let obstacles = TextObstacles { texts: &[wanted], tokens: &crowd, room: None };
        assert!(!covers_any(obstacles.free_place(wanted, own, None), &[wanted]));
    }

    #[test]
    fn a_text_at_the_rim_is_moved_into_the_board() {
        let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 100.0));
        let rect = Rect::from_min_max(pos2(-8.0, 95.0), pos2(20.0, 101.0));
        assert_eq!(within(rect, room), Rect::from_min_max(pos2(0.0, 94.0), pos2(28.0, 100.0)));
        let above = rect.translate(vec2(20.0, -120.0));
        assert_eq!(within(above, room), Rect::from_min_max(pos2(12.0, 0.0), pos2(40.0, 6.0)));
    }
}
