//! The way of an announced attack as an arrow: along the squares on which the unit walks up, then straight to its target. Dashed
//! where the unit cannot get to its target.

use bevy_egui::egui::{Color32, Pos2, Shape, Stroke, Vec2};

use crate::board::brush::Brush;
use crate::board::viewport;
use model::Cell;

/// Length of a dash and of the gap after it, in points.
const DASH: (f32, f32) = (7.0, 5.0);

/// The line of an announced attack, in map positions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttackWay {
    points: Vec<Vec2>,
    /// Whether the unit cannot make the attack from there: the line shows only whom it is aimed at.
    is_dashed: bool,
}

impl AttackWay {
    /// The line from a unit to its target that leads over the squares of the way first; without a way, as the unit does not get to
    /// its target, a dashed one straight through whatever is between. Both ends are `rim` squares away from the middles.
    pub fn new([from, to]: [Cell; 2], way: Option<&[Cell]>, rim: f32) -> Self {
        let cells = [from].into_iter().chain(way.unwrap_or_default().iter().copied()).chain([to]);
        let mut points: Vec<Vec2> = cells.map(viewport::cell_centre).collect();
        shorten(&mut points, rim);
        points.reverse();
        shorten(&mut points, rim);
        points.reverse();
        Self { points, is_dashed: way.is_none() }
    }

    /// Returns the point at a share of the length of the line, from 0 to 1.
    pub fn point_at(&self, share: f32) -> Vec2 {
        let lengths = || self.points.windows(2).map(|leg| (leg[1] - leg[0]).length());
        let mut left = lengths().sum::<f32>() * share;
        for (leg, length) in self.points.windows(2).zip(lengths()) {
            if left <= length && length > 0.0 {
                return leg[0] + (leg[1] - leg[0]) * (left / length);
            }
            left -= length;
        }
        self.points.last().copied().unwrap_or_default()
    }

    /// Returns the last leg of the line in points, from which its head is drawn.
    fn last_leg(&self, brush: &Brush) -> Option<[Pos2; 2]> {
        let [.., before, end] = self.points.as_slice() else { return None };
        Some([*before, *end].map(|point| brush.lens.to_screen(point)))
    }

    /// Draws the line with these strokes, one over the other, with a head of so many points, or none.
    pub fn paint(&self, brush: &Brush, strokes: [(f32, Color32); 2], head: f32) {
        let points: Vec<Pos2> = self.points.iter().map(|point| brush.lens.to_screen(*point)).collect();
        for (width, colour) in strokes {
            let stroke = Stroke::new(width, colour);
            if self.is_dashed {
                brush.painter.extend(Shape::dashed_line(&points, stroke, DASH.0, DASH.1));
            } else {
                brush.painter.add(Shape::line(points.clone(), stroke));
            }
            if let Some([before, end]) = self.last_leg(brush).filter(|_| head > 0.0) {
                let way = (end - before).normalized();
                let (back, side) = (end - way * head, way.rot90() * head * 0.5);
                brush.painter.line_segment([end, back + side], stroke);
                brush.painter.line_segment([end, back - side], stroke);
            }
        }
    }
}

/// Takes a length off the beginning of a line, at most nearly all of its first leg.
fn shorten(points: &mut [Vec2], rim: f32) {
    let [first, second, ..] = points else { return };
    let leg = *second - *first;
    *first += leg.normalized() * rim.min(leg.length() * 0.9);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    const UNIT: Cell = Cell::new(0, 0);
    const TARGET: Cell = Cell::new(4, 0);

    #[test]
    fn the_line_leads_over_the_squares_of_the_way_and_ends_at_the_rims() {
        let squares = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 0)];
        let way = AttackWay::new([UNIT, TARGET], Some(&squares), 0.5);
        let diagonal = 0.5 + 0.5 * std::f32::consts::FRAC_1_SQRT_2;
        assert_eq!(way.points.len(), 5);
        assert!((way.points[0] - vec2(diagonal, diagonal)).length() < 1e-5, "{:?}", way.points);
        assert_eq!(way.points[1..], [vec2(1.5, 1.5), vec2(2.5, 1.5), vec2(3.5, 0.5), vec2(4.0, 0.5)]);
        assert!(!way.is_dashed);
    }

    #[test]
    fn without_a_way_the_line_is_straight_and_dashed() {
        let way = AttackWay::new([UNIT, TARGET], None, 0.5);
        assert_eq!((way.points.clone(), way.is_dashed), (vec![vec2(1.0, 0.5), vec2(4.0, 0.5)], true));
        let from_here = AttackWay::new([UNIT, TARGET], Some(&[]), 0.5);
        assert_eq!(
            (from_here.points, from_here.is_dashed),
            (way.points, false),
            "it attacks from where it is"
        );
    }

    #[test]
    fn the_middle_is_on_the_line() {
        let straight = AttackWay::new([UNIT, TARGET], Some(&[]), 0.5);
        assert_eq!(straight.point_at(0.5), vec2(2.5, 0.5));
        // 2.5 squares south, then 3.5 east: the middle is half a square east of the corner.
        let squares = [Cell::new(0, 1), Cell::new(0, 2), Cell::new(0, 3), Cell::new(1, 3), Cell::new(2, 3)];
        let bent = AttackWay::new([UNIT, Cell::new(4, 3)], Some(&squares), 0.5);
        assert!((bent.point_at(0.5) - vec2(1.0, 3.5)).length() < 1e-5, "{:?}", bent.point_at(0.5));
    }

    #[test]
    fn neighbours_keep_a_line_between_them() {
        let way = AttackWay::new([UNIT, Cell::new(1, 0)], Some(&[]), 0.56);
        assert!(way.points[0].x < way.points[1].x, "{:?}", way.points);
    }
}
