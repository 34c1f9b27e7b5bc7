//! The place of an earlier log line: paths, attacks and damage, drawn on the board while the line is hovered.

use bevy_egui::egui::{Align2, Pos2, Shape, Stroke, Vec2};

use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::{SHADE, draw_plate};
use crate::board::viewport;
use crate::theme::with_alpha;
use battle::{BattleEvent, BattleView, OrderRecord, Target};
use model::{Cell, UnitId};

/// Length of the head of an arrow, in squares.
const ARROW_HEAD: f32 = 0.4;

/// A mark on the board.
#[derive(Clone, Debug, PartialEq)]
enum TraceMark {
    /// A way from square to square.
    Way(Vec<Cell>),
    /// An attack.
    Attack(Vec2, Vec2),
    /// What happened to a unit, with words.
    Effect(Cell, String),
}

/// The marks of the records that a panel shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EventTrace {
    marks: Vec<TraceMark>,
}

impl EventTrace {
    /// Collects the marks of the shown records.
    fn of_records(view: &BattleView, records: &[OrderRecord], shown: std::ops::Range<usize>) -> Self {
        let mut marks = Vec::new();
        for (number, record) in records.iter().enumerate().take(shown.end).skip(shown.start) {
            for (event, record) in record.events.iter().enumerate() {
                let place = |unit| cell_then(view, records, (number, event), unit);
                push_mark(&mut marks, view, &record.event, place);
            }
        }
        Self { marks }
    }
}

/// Adds the mark of an event; `place` returns where a unit was then.
fn push_mark(
    marks: &mut Vec<TraceMark>,
    view: &BattleView,
    event: &BattleEvent,
    place: impl Fn(UnitId) -> Option<Cell>,
) {
    match event {
        BattleEvent::Stepped { from, to, .. } => match marks.last_mut() {
            Some(TraceMark::Way(cells)) if cells.last() == Some(from) => cells.push(*to),
            _ => marks.push(TraceMark::Way(vec![*from, *to])),
        },
        BattleEvent::AttackResolved { unit, target, .. } => {
            let to = match target {
                Target::Unit(id) => place(*id).map(viewport::cell_centre),
                Target::Barrier(id) => {
                    view.field().barrier(*id).map(|(_, place)| viewport::place_middle(place))
                }
                Target::Square(cell) => Some(viewport::cell_centre(*cell)),
            };
            marks.extend(
                place(*unit).zip(to).map(|(from, to)| TraceMark::Attack(viewport::cell_centre(from), to)),
            );
        }
        BattleEvent::Harmed { unit, damage, .. } if *damage > 0 => {
            marks.extend(place(*unit).map(|cell| TraceMark::Effect(cell, format!("-{damage}"))));
        }
        BattleEvent::WentDown { unit, .. } => {
            marks.extend(place(*unit).map(|cell| TraceMark::Effect(cell, "out of action".to_owned())));
        }
        BattleEvent::Arrived { unit, .. } => {
            marks.extend(place(*unit).map(|cell| TraceMark::Effect(cell, "arrives".to_owned())));
        }
        BattleEvent::CoverTaken { unit } => {
            marks.extend(place(*unit).map(|cell| TraceMark::Effect(cell, "takes cover".to_owned())));
        }
        _ => {}
    }
}

/// Returns the square of a unit at an event: the end of its last step before, else the start of its next one, else where
/// it is now. `None` if the viewer does not see the unit.
fn cell_then(
    view: &BattleView,
    records: &[OrderRecord],
    (record, event): (usize, usize),
    unit: UnitId,
) -> Option<Cell> {
    let now = view.unit(unit)?.cell();
    let arrives = |event: &BattleEvent| match event {
        BattleEvent::Stepped { unit: of, to, .. }
        | BattleEvent::Displaced { unit: of, to, .. }
        | BattleEvent::Deployed { unit: of, to }
        | BattleEvent::Arrived { unit: of, to }
            if *of == unit =>
        {
            Some(*to)
        }
        _ => None,
    };
    let leaves = |event: &BattleEvent| match event {
        BattleEvent::Stepped { unit: of, from, .. } | BattleEvent::Displaced { unit: of, from, .. }
            if *of == unit =>
        {
            Some(*from)
        }
        _ => None,
    };
    let this = records.get(record)?;
    let before = this.events.iter().take(event + 1).rev().find_map(|event| arrives(&event.event));
    let earlier = || records[..record].iter().rev().flat_map(|record| record.events.iter().rev());
    let before = before.or_else(|| earlier().find_map(|event| arrives(&event.event)));
    let after =
        || this.events.iter().skip(event).chain(records[record + 1..].iter().flat_map(|one| &one.events));
    before.or_else(|| after().find_map(|event| leaves(&event.event))).or(Some(now))
}

/// Returns the corners of the head of an arrow: less than half a square wide, and never longer than half of the arrow.
fn arrow_head([from, to]: [Pos2; 2], unit: f32) -> [Pos2; 3] {
    let way = to - from;
    let length = (ARROW_HEAD * unit).min(way.length() * 0.5);
    let back = to - way.normalized() * length;
    let aside = way.normalized().rot90() * length * 0.5;
    [to, back + aside, back - aside]
}

impl Overlay for EventTrace {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let records = inputs.history.records();
        *self = match &inputs.session.shown_records {
            Some(shown) => Self::of_records(inputs.view, records, shown.clone()),
            None => Self::default(),
        };
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let (brush, palette) = (canvas.brush, canvas.palette);
        let width = brush.lens.scaled_points_min(3.0, 2.0);
        for mark in &self.marks {
            match mark {
                TraceMark::Way(cells) => {
                    let points: Vec<_> = cells.iter().map(|cell| brush.lens.cell_centre(*cell)).collect();
                    brush
                        .painter
                        .add(Shape::line(points.clone(), Stroke::new(width + 2.0, with_alpha(SHADE, 160))));
                    brush.painter.extend(Shape::dashed_line(
                        &points,
                        Stroke::new(width, palette.caution),
                        8.0,
                        5.0,
                    ));
                    if let Some(end) = points.last() {
                        brush.painter.circle_filled(*end, width * 1.6, palette.caution);
                    }
                }
                TraceMark::Attack(from, to) => {
                    let (from, to) = (brush.lens.to_screen(*from), brush.lens.to_screen(*to));
                    brush.painter.line_segment([from, to], Stroke::new(width + 2.0, with_alpha(SHADE, 160)));
                    let stroke = Stroke::new(width, palette.harm);
                    brush.painter.line_segment([from, to], stroke);
                    let head = arrow_head([from, to], brush.lens.unit);
                    brush.painter.add(Shape::convex_polygon(head.to_vec(), palette.harm, Stroke::NONE));
                }
                TraceMark::Effect(cell, words) => {
                    let rect = brush.lens.cell_rect(*cell);
                    let stroke = Stroke::new(width, palette.harm);
                    brush.painter.circle_stroke(rect.center(), rect.width() * 0.52, stroke);
                    draw_plate(
                        brush.painter,
                        rect.center_top(),
                        Align2::CENTER_BOTTOM,
                        words,
                        13.0,
                        palette.text,
                        palette.harm,
                    );
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_an_arrow_is_smaller_than_a_square_at_every_length() {
        for unit in [12.0, 44.0, 90.0] {
            for squares in [0.4, 1.0, 30.0] {
                let ends = [Pos2::new(10.0, 20.0), Pos2::new(10.0 + squares * unit, 20.0)];
                let [tip, left, right] = arrow_head(ends, unit);
                assert_eq!(tip, ends[1]);
                assert!(left.distance(right) <= 0.5 * unit, "{} of {unit}", left.distance(right));
                assert!(left.x >= (ends[0].x + tip.x) / 2.0 - 0.01, "half of the arrow stays a line");
            }
        }
    }

    #[test]
    fn steps_in_a_row_are_one_way() {
        let (mut world, mut marks) = (battle::new_battle_world(), Vec::new());
        let assets = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &Default::default());
        let bundle = std::sync::Arc::new(bundle.expect("a shipped skirmish"));
        battle::journal::begin_battle(&mut world, bundle, 3);
        let cell = |x| Cell::new(x, 0);
        let step = |unit, from, to| BattleEvent::Stepped { unit, from: cell(from), to: cell(to) };
        battle::with_view(&mut world, |view| {
            for event in [step(UnitId(0), 1, 2), step(UnitId(0), 2, 3), step(UnitId(1), 7, 8)] {
                push_mark(&mut marks, view, &event, |_| None);
            }
        });
        let ways = [TraceMark::Way(vec![cell(1), cell(2), cell(3)]), TraceMark::Way(vec![cell(7), cell(8)])];
        assert_eq!(marks, ways);
    }
}
