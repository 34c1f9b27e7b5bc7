//! Where areas over the board were drawn, and where one more fits without covering them.

use bevy_egui::egui::{Context, Id, LayerId, Order, Pos2, Rect, Vec2, pos2};

/// Returns where an area is, if it was shown in this frame or the last one.
pub(crate) fn shown_area(ctx: &Context, order: Order, id: Id) -> Option<Rect> {
    ctx.memory(|memory| {
        let is_shown = memory.areas().is_visible(&LayerId::new(order, id));
        memory.area_rect(id).filter(|_| is_shown)
    })
}

/// Returns where an area has been in the last frame, if the pointer is on it: then it keeps its place and its size, so that
/// a row is where it is clicked. `None` while it may move.
pub(super) fn held_area(ctx: &Context, order: Order, id: Id) -> Option<Rect> {
    let pointer = ctx.pointer_latest_pos()?;
    shown_area(ctx, order, id).filter(|rect| rect.contains(pointer))
}

/// Asks for this frame to be laid out again, for sizes that are known now. Never in two frames that follow each other, of which
/// egui warns over the window, and for a question in one frame only; the next frame shows what is left then.
pub(super) fn discard_pass(ctx: &Context, question: Option<Id>, reason: &'static str) {
    let (last_id, question_id) = (Id::new("frame laid out again"), Id::new("question laid out again"));
    let frame = ctx.cumulative_frame_nr();
    let is_allowed = ctx.data_mut(|data| {
        let follows = data.get_temp::<u64>(last_id).is_some_and(|last| last + 1 == frame);
        let asked = data.get_temp::<(Id, u64)>(question_id);
        let was_asked =
            question.is_some_and(|id| asked.is_some_and(|(known, at)| known == id && at != frame));
        let is_allowed = !follows && !was_asked;
        if is_allowed {
            data.insert_temp(last_id, frame);
            if let Some(id) = question {
                data.insert_temp(question_id, (id, frame));
            }
        }
        is_allowed
    });
    if is_allowed {
        ctx.request_discard(reason);
    }
    ctx.request_repaint();
}

/// Returns the first of the places, each the middle of an upper edge, at which an area of this size covers none of the
/// others. If there is none, the one at which what it covers comes last among them: the most important ones come first.
pub(super) fn first_free_place<const N: usize>(places: [Pos2; N], size: Vec2, others: &[Rect]) -> Pos2 {
    let first_covered = |place: Pos2| {
        let area = Rect::from_center_size(place + Vec2::new(0.0, size.y / 2.0), size);
        others.iter().position(|other| other.intersects(area)).unwrap_or(others.len())
    };
    let mut best = places[0];
    for place in places {
        if first_covered(place) > first_covered(best) {
            best = place;
        }
    }
    best
}

/// Returns the part of the window right of the board, where the combat log is.
pub(crate) fn right_of(board: Rect, window: Rect) -> Rect {
    Rect::from_min_max(board.right_top(), pos2(window.right().max(board.right()), board.bottom()))
}

/// Returns the part of the window left of the board, where the panel of the unit is.
pub(crate) fn left_of(board: Rect, window: Rect) -> Rect {
    Rect::from_min_max(pos2(window.left().min(board.left()), board.top()), board.left_bottom())
}

/// Returns the first of the places, each an upper left corner, at which an area of this size covers least of the others.
/// Those of the first group count first, those of the next one only between places that are alike for it.
pub(crate) fn least_covering_place<const N: usize>(
    places: &[Pos2],
    size: Vec2,
    others: [&[Rect]; N],
) -> Pos2 {
    let covered = |place: Pos2| {
        let area = Rect::from_min_size(place, size);
        others.map(|group| {
            let common =
                group.iter().map(|other| other.intersect(area)).filter(|common| common.is_positive());
            // Whole points: parts of one decide nothing.
            common.map(|common| common.area()).sum::<f32>().round() as u32
        })
    };
    places.iter().min_by_key(|place| covered(**place)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Area, Event, RawInput, vec2};

    use super::*;
    use crate::panel::action_bar::attack_menu::list_id;
    use crate::panel::action_bar::slots::ActionSlot;
    use crate::panel::floating_rects;

    #[test]
    fn a_list_keeps_its_place_while_the_pointer_is_on_it() {
        let context = Context::default();
        let id = Id::new("list");
        let mut held = None;
        let mut frame = |pointer: Pos2| {
            let input = RawInput { events: vec![Event::PointerMoved(pointer)], ..RawInput::default() };
            let output = context.run_ui(input, |ui| {
                held = held_area(ui.ctx(), Order::Foreground, id);
                let at = held.map_or(pos2(100.0, 100.0), |rect| rect.left_top());
                let area = Area::new(id).order(Order::Foreground).fixed_pos(at);
                area.show(ui.ctx(), |ui| ui.allocate_space(vec2(200.0, 120.0)));
            });
            output.drop_without_applying_deltas();
            held
        };
        assert_eq!(frame(pos2(150.0, 150.0)), None, "it was not shown before");
        let rect = Rect::from_min_size(pos2(100.0, 100.0), vec2(200.0, 120.0));
        assert_eq!(frame(pos2(150.0, 150.0)), Some(rect));
        assert_eq!(frame(pos2(350.0, 150.0)), None, "the pointer has left it");
    }

    #[test]
    fn no_frames_in_a_row_are_laid_out_again_and_a_question_in_one_only() {
        /// Draws frames whose layout is never right; returns how often each was laid out.
        fn layouts(questions: &[Option<&str>]) -> Vec<usize> {
            let context = Context::default();
            let draw = |question: Option<&str>| {
                let mut count = 0;
                let output = context.run_ui(RawInput::default(), |ui| {
                    count += 1;
                    discard_pass(ui.ctx(), question.map(Id::new), "test");
                });
                output.drop_without_applying_deltas();
                count
            };
            questions.iter().copied().map(draw).collect()
        }
        assert_eq!(layouts(&[None; 4]), [2, 1, 2, 1]);
        assert_eq!(layouts(&[Some("one"); 4]), [2, 1, 1, 1]);
        assert_eq!(layouts(&[Some("one"), Some("one"), Some("two"), Some("two")]), [2, 1, 2, 1]);
    }

    #[test]
    fn an_area_goes_to_the_first_place_that_covers_least() {
        let places = [pos2(500.0, 0.0), pos2(0.0, 0.0), pos2(500.0, 300.0)];
        let size = vec2(200.0, 200.0);
        let square = |x, y| Rect::from_min_size(pos2(x, y), vec2(40.0, 40.0));
        assert_eq!(least_covering_place(&places, size, [&[square(300.0, 300.0)]]), places[0]);
        let crowded = [square(600.0, 100.0), square(100.0, 100.0)];
        assert_eq!(least_covering_place(&places, size, [&crowded]), places[2]);
        let everywhere = [square(600.0, 100.0), square(100.0, 180.0), square(600.0, 400.0)];
        assert_eq!(least_covering_place(&places, size, [&everywhere]), places[1], "half of one is least");
    }

    #[test]
    fn an_area_covers_the_log_rather_than_a_unit_and_neither_where_there_is_room() {
        let (board, window) = (
            Rect::from_min_max(pos2(200.0, 50.0), pos2(700.0, 500.0)),
            Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 600.0)),
        );
        let log = right_of(board, window);
        assert_eq!(log, Rect::from_min_max(pos2(700.0, 50.0), pos2(1000.0, 500.0)));
        let places = [pos2(650.0, 100.0), pos2(300.0, 100.0), pos2(300.0, 300.0)];
        let size = vec2(200.0, 200.0);
        let unit = Rect::from_min_size(pos2(320.0, 120.0), vec2(40.0, 40.0));
        assert_eq!(least_covering_place(&places, size, [&[unit], &[log]]), places[2]);
        assert_eq!(least_covering_place(&places[..2], size, [&[unit], &[log]]), places[0]);
    }

    #[test]
    fn labels_of_the_board_keep_clear_of_an_open_list() {
        let context = Context::default();
        let list = list_id(ActionSlot::Attack.label());
        let rects = |is_open: bool| {
            let output = context.run_ui(RawInput::default(), |ui| {
                if is_open {
                    let area = Area::new(list).order(Order::Foreground).fixed_pos(pos2(100.0, 100.0));
                    area.show(ui.ctx(), |ui| ui.allocate_space(vec2(200.0, 120.0)));
                }
            });
            output.drop_without_applying_deltas();
            floating_rects(&context)
        };
        assert_eq!(rects(false), Vec::new());
        assert_eq!(rects(true), [Rect::from_min_size(pos2(100.0, 100.0), vec2(200.0, 120.0))]);
    }

    #[test]
    fn an_area_covers_neither_the_panel_of_the_unit_nor_the_log_where_there_is_room_on_the_board() {
        let (board, window) = (
            Rect::from_min_max(pos2(200.0, 50.0), pos2(700.0, 500.0)),
            Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 600.0)),
        );
        let beside = [left_of(board, window), right_of(board, window)];
        assert_eq!(beside[0], Rect::from_min_max(pos2(0.0, 50.0), pos2(200.0, 500.0)));
        let places = [pos2(20.0, 100.0), pos2(650.0, 100.0), pos2(400.0, 250.0)];
        let unit = Rect::from_min_size(pos2(460.0, 120.0), vec2(40.0, 40.0));
        assert_eq!(least_covering_place(&places, vec2(200.0, 200.0), [&[unit], &beside]), places[2]);
        let low = Rect::from_min_size(pos2(460.0, 300.0), vec2(40.0, 40.0));
        let size = vec2(150.0, 200.0);
        assert_eq!(least_covering_place(&places, size, [&[unit, low], &beside]), places[1], "no unit first");
    }

    #[test]
    fn an_area_is_put_where_it_covers_no_other() {
        let (top, middle, bottom) = (pos2(400.0, 20.0), pos2(400.0, 200.0), pos2(400.0, 500.0));
        let size = vec2(300.0, 50.0);
        let card = Rect::from_min_max(pos2(500.0, 40.0), pos2(800.0, 180.0));
        let place = |others: &[Rect]| first_free_place([top, middle, bottom], size, others);
        assert_eq!(place(&[]), top);
        assert_eq!(place(&[card]), middle, "the card reaches into the first place");
        let tall = Rect::from_min_max(pos2(500.0, 40.0), pos2(800.0, 260.0));
        assert_eq!(place(&[tall]), bottom);
        assert_eq!(place(&[Rect::from_min_max(pos2(0.0, 0.0), pos2(900.0, 600.0))]), top, "none is free");
        let fighter = |place: Pos2| Rect::from_center_size(place + vec2(0.0, 20.0), vec2(40.0, 40.0));
        let crowded = [tall, fighter(top), fighter(middle), fighter(bottom)];
        assert_eq!(place(&crowded), bottom, "a fighter is covered rather than the card");
    }
}
