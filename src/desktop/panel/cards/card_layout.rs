//! Card placement: beside the hovered square, off the line to it and off the panels, as far as space allows.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2};

/// Distance between card and hovered square, in points.
const CARD_DISTANCE: f32 = 16.0;
/// Distance between a card and the square that it must not hide beside the hovered one, in points.
const SECOND_DISTANCE: f32 = 6.0;
/// Cost of a hidden point of the line, in points of distance.
const LINE_WEIGHT: f32 = 40.0;
/// Cost of a hidden square point of panel, in points of distance.
const PANEL_WEIGHT: f32 = 0.03;
/// Cost of reaching over a panel at all, in points of distance: a place further off on the board is better.
const PANEL_COST: f32 = 600.0;
/// Cost of a hidden square point of the shooter, in points of distance.
const SHOOTER_WEIGHT: f32 = 2.0;
/// Cost of a hidden square point of the buttons over the board, in points of distance.
const BUTTONS_WEIGHT: f32 = 2.0;
/// Cost of a hidden square point of what else should stay visible, in points of distance.
const SPARED_WEIGHT: f32 = 20.0;
/// Cost of hiding any part of that at all, in points of distance: a place further off on the board is better.
const SPARED_COST: f32 = 2000.0;
/// Cost of a hidden square point of the target, in points of distance.
const TARGET_WEIGHT: f32 = 1000.0;
/// Steps across the board in each direction at which a card may stand.
const BOARD_STEPS: u8 = 12;

/// What a card should not hide.
#[derive(Clone, Debug)]
pub(crate) struct CardSurroundings {
    /// The hovered square with its labels.
    pub aim: Rect,
    /// Square of the acting unit.
    pub own: Option<Rect>,
    /// End of the line from there.
    pub end: Pos2,
    /// Buttons, bars, lists and cards over the board: those of AI players, the recap, an open list, an open question. Also
    /// units that are not concerned.
    pub covers: Vec<Rect>,
    /// Area that the panels leave to the board.
    pub board: Rect,
    /// The window. The area below the board is never covered.
    pub window: Rect,
}

impl CardSurroundings {
    /// Top left corner at which a card of this size hides least, also of other squares.
    pub fn best_corner(&self, size: Vec2, squares: &[Rect]) -> Pos2 {
        self.best_corner_beside(size, squares, None)
    }

    /// Top left corner at which a card of this size hides least, also of other squares; one of them, `second`, it hides no more
    /// readily than the aim.
    pub fn best_corner_beside(&self, size: Vec2, squares: &[Rect], second: Option<Rect>) -> Pos2 {
        let mut best = (f32::INFINITY, self.board.min);
        let beside = second.map_or_else(Vec::new, |square| self.corners_beside(size, square));
        for corner in self.candidate_corners(size).chain(beside) {
            let card = Rect::from_min_size(corner, size);
            let hidden: f32 = squares.iter().map(|square| common_area(card, *square)).sum();
            let spared = if hidden > 0.0 { SPARED_COST + SPARED_WEIGHT * hidden } else { 0.0 };
            let second = second.map_or(0.0, |second| TARGET_WEIGHT * common_area(card, second));
            let weight = self.overlap_cost(card) + spared + second;
            if weight < best.0 {
                best = (weight, corner);
            }
        }
        best.1
    }

    /// Candidate corners, the preferred ones first.
    fn candidate_corners(&self, size: Vec2) -> impl Iterator<Item = Pos2> + use<> {
        let aim = self.aim.expand(CARD_DISTANCE);
        // A card that is higher than the board may cover the turn order, but not the action bar.
        let (left, right) = (self.window.left(), (self.window.right() - size.x).max(self.window.left()));
        let bottom = (self.board.bottom() - size.y).max(self.window.top());
        let top = self.board.top().min(bottom);
        let held = move |at: Pos2| pos2(at.x.clamp(left, right), at.y.clamp(top, bottom));
        let middle = aim.center() - size * 0.5;
        let sides = [
            pos2(aim.right(), aim.top()),
            pos2(aim.left() - size.x, aim.top()),
            pos2(aim.right(), aim.bottom()),
            pos2(aim.left() - size.x, aim.bottom()),
            pos2(aim.right(), aim.top() - size.y),
            pos2(aim.left() - size.x, aim.top() - size.y),
            pos2(middle.x, aim.bottom()),
            pos2(middle.x, aim.top() - size.y),
        ];
        let room = self.board.shrink(6.0);
        let rims = [
            pos2(room.right() - size.x, room.top()),
            pos2(room.right() - size.x, room.bottom() - size.y),
            pos2(room.left(), room.top()),
            pos2(room.left(), room.bottom() - size.y),
            pos2(right, room.top()),
            pos2(right, room.bottom() - size.y),
            pos2(left, room.top()),
            pos2(left, room.bottom() - size.y),
        ];
        let last = [(room.width() - size.x).max(0.0), (room.height() - size.y).max(0.0)];
        let share = |step: u8| f32::from(step) / f32::from(BOARD_STEPS);
        let at = move |x: u8, y: u8| pos2(room.left() + last[0] * share(x), room.top() + last[1] * share(y));
        let inside = (0..=BOARD_STEPS).flat_map(move |y| (0..=BOARD_STEPS).map(move |x| at(x, y)));
        sides.into_iter().chain(rims).chain(inside).map(held)
    }

    /// Corners at which a card ends just beside a square, in steps along the board.
    fn corners_beside(&self, size: Vec2, square: Rect) -> Vec<Pos2> {
        let room = self.board.shrink(6.0);
        let square = square.expand(SECOND_DISTANCE);
        let last = (room.size() - size).max(Vec2::ZERO);
        let steps = (0..=BOARD_STEPS).map(|step| f32::from(step) / f32::from(BOARD_STEPS));
        let beside = steps.flat_map(|share| {
            let at = room.min + last * share;
            [
                pos2(square.left() - size.x, at.y),
                pos2(square.right(), at.y),
                pos2(at.x, square.top() - size.y),
                pos2(at.x, square.bottom()),
            ]
        });
        let held = |at: Pos2| at.clamp(room.min, room.min + last);
        beside.map(held).collect()
    }

    fn overlap_cost(&self, card: Rect) -> f32 {
        let common = |rect: Rect| common_area(card, rect);
        // Rounding is no panel.
        let panels = (card.area() - common(self.board) - 1.0).max(0.0);
        let panels = if panels > 0.0 { PANEL_COST + PANEL_WEIGHT * panels } else { 0.0 };
        let own = self.own.map_or(0.0, common);
        let buttons: f32 = self.covers.iter().copied().map(common).sum();
        let line = self.own.map_or(0.0, |own| hidden_length([own.center(), self.end], card.expand(6.0)));
        let distance = self.aim.center().distance(card.clamp(self.aim.center()));
        TARGET_WEIGHT * common(self.aim)
            + LINE_WEIGHT * line
            + SHOOTER_WEIGHT * own
            + BUTTONS_WEIGHT * buttons
            + panels
            + distance
    }
}

/// Area that two rectangles have in common, in square points.
fn common_area(one: Rect, other: Rect) -> f32 {
    let over = one.intersect(other);
    if over.is_positive() { over.area() } else { 0.0 }
}

/// Length of the part of a line inside a rectangle, in points.
fn hidden_length([from, to]: [Pos2; 2], rect: Rect) -> f32 {
    let line = to - from;
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (start, step, low, high) in
        [(from.x, line.x, rect.left(), rect.right()), (from.y, line.y, rect.top(), rect.bottom())]
    {
        if step.abs() < 1e-3 {
            if start < low || start > high {
                return 0.0;
            }
            continue;
        }
        let (one, other) = ((low - start) / step, (high - start) / step);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    (leaves - enters).max(0.0) * line.length()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    fn scene(aim: Pos2, from: Pos2) -> CardSurroundings {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(1024.0, 640.0));
        let board = Rect::from_min_max(pos2(236.0, 62.0), pos2(744.0, 534.0));
        let square = |at| Rect::from_center_size(at, vec2(44.0, 44.0));
        CardSurroundings {
            aim: square(aim),
            own: Some(square(from)),
            end: aim,
            covers: Vec::new(),
            board,
            window,
        }
    }

    #[test]
    fn the_card_hides_neither_target_nor_line_nor_actions() {
        let size = vec2(344.0, 380.0);
        let places = || (0..11).flat_map(|x| (0..10).map(move |y| (x as f32, y as f32)));
        for (x, y) in places() {
            for (u, v) in places() {
                let aim = pos2(260.0 + 44.0 * x, 90.0 + 44.0 * y);
                let from = pos2(260.0 + 44.0 * u, 90.0 + 44.0 * v);
                let scene = scene(aim, from);
                let card = Rect::from_min_size(scene.best_corner(size, &[]), size);
                assert!(scene.window.contains_rect(card), "{aim} {from} {card}");
                assert!(card.bottom() <= scene.board.bottom(), "{aim} {from} {card}");
                assert!(!card.shrink(0.1).intersects(scene.aim), "{aim} {from} {card}");
                assert!(
                    hidden_length([from, aim], card) < from.distance(aim) / 2.0 + 20.0,
                    "{aim} {from} {card}"
                );
            }
        }
    }

    #[test]
    fn with_room_the_card_stays_on_the_board_at_the_target() {
        let mut scene = scene(pos2(900.0, 400.0), pos2(500.0, 400.0));
        scene.window = Rect::from_min_size(Pos2::ZERO, vec2(1920.0, 1080.0));
        scene.board = Rect::from_min_max(pos2(262.0, 62.0), pos2(1590.0, 998.0));
        let card = Rect::from_min_size(scene.best_corner(vec2(344.0, 420.0), &[]), vec2(344.0, 420.0));
        assert!(scene.board.contains_rect(card));
        assert!(
            card.left() <= scene.aim.right() + CARD_DISTANCE
                && hidden_length([pos2(500.0, 400.0), scene.end], card) == 0.0
        );
    }

    #[test]
    fn the_card_leaves_the_buttons_over_the_board_free_where_there_is_room() {
        let mut scene = scene(pos2(1200.0, 100.0), pos2(1200.0, 400.0));
        scene.window = Rect::from_min_size(Pos2::ZERO, vec2(1920.0, 1080.0));
        scene.board = Rect::from_min_max(pos2(262.0, 62.0), pos2(1590.0, 998.0));
        let buttons = Rect::from_min_max(pos2(1340.0, 70.0), pos2(1582.0, 104.0));
        let size = vec2(344.0, 380.0);
        assert!(Rect::from_min_size(scene.best_corner(size, &[]), size).intersects(buttons));
        scene.covers = vec![buttons];
        let card = Rect::from_min_size(scene.best_corner(size, &[]), size);
        assert!(!card.intersects(buttons), "{card}");
    }

    #[test]
    fn the_card_leaves_other_targets_free_where_there_is_room() {
        let mut scene = scene(pos2(700.0, 500.0), pos2(700.0, 500.0));
        scene.window = Rect::from_min_size(Pos2::ZERO, vec2(1920.0, 1080.0));
        scene.board = Rect::from_min_max(pos2(262.0, 62.0), pos2(1590.0, 998.0));
        let size = vec2(344.0, 380.0);
        let target = Rect::from_center_size(pos2(860.0, 540.0), vec2(44.0, 44.0));
        assert!(Rect::from_min_size(scene.best_corner(size, &[]), size).intersects(target));
        let card = Rect::from_min_size(scene.best_corner(size, &[target]), size);
        assert!(!card.intersects(target) && !card.intersects(scene.aim), "{card}");
    }

    #[test]
    fn the_card_hides_not_even_a_line_of_what_it_names_where_there_is_room_further_off() {
        let mut scene = scene(pos2(700.0, 500.0), pos2(700.0, 500.0));
        scene.window = Rect::from_min_size(Pos2::ZERO, vec2(1920.0, 1080.0));
        scene.board = Rect::from_min_max(pos2(262.0, 62.0), pos2(1590.0, 998.0));
        let size = vec2(344.0, 380.0);
        // Thin walls around the target.
        let ring = scene.aim.expand(60.0);
        let wall = |from: Pos2, to: Pos2| Rect::from_two_pos(from, to).expand(0.003);
        let walls = [
            wall(ring.left_top(), ring.right_top()),
            wall(ring.right_top(), ring.right_bottom()),
            wall(ring.right_bottom(), ring.left_bottom()),
            wall(ring.left_bottom(), ring.left_top()),
        ];
        let hides = |card: Rect| walls.iter().any(|wall| wall.intersects(card));
        assert!(hides(Rect::from_min_size(scene.best_corner(size, &[]), size)));
        let card = Rect::from_min_size(scene.best_corner(size, &walls), size);
        assert!(!hides(card) && !card.intersects(scene.aim), "{card}");
    }

    #[test]
    fn the_card_leaves_the_log_free_where_there_is_room() {
        let mut scene = scene(pos2(1000.0, 300.0), pos2(700.0, 420.0));
        scene.window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0));
        scene.board = Rect::from_min_max(pos2(262.0, 92.0), pos2(1110.0, 810.0));
        let size = vec2(346.0, 420.0);
        let square = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(44.0, 44.0));
        // Targets at every place beside the aim and in every corner of the board.
        let targets =
            [square(860.0, 480.0), square(700.0, 300.0), square(1080.0, 780.0), square(1080.0, 120.0)];
        let card = Rect::from_min_size(scene.best_corner(size, &targets), size);
        assert!(scene.board.contains_rect(card), "{card} leaves the board");
        assert!(targets.iter().all(|target| !card.intersects(*target)), "{card}");
        assert!(!card.intersects(scene.aim) && scene.own.is_none_or(|own| !card.intersects(own)), "{card}");
    }

    #[test]
    fn a_line_is_hidden_where_it_lies_under_the_card() {
        let card = Rect::from_min_max(pos2(10.0, 0.0), pos2(30.0, 20.0));
        assert!((hidden_length([pos2(0.0, 10.0), pos2(100.0, 10.0)], card) - 20.0).abs() < 0.01);
        assert_eq!(hidden_length([pos2(0.0, 30.0), pos2(100.0, 30.0)], card), 0.0);
        assert_eq!(hidden_length([pos2(20.0, 50.0), pos2(20.0, 40.0)], card), 0.0);
    }
}
