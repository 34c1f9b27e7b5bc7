//! Where the card of a decision stands: off the squares that the decision is about.

use bevy_egui::egui::{Context, Pos2, Rect, Vec2, pos2};

use super::DecisionRecord;
use super::decision_legend::subject_cells;
use crate::board::BoardViewport;
use crate::panel::end_screen::victory;
use crate::panel::floating_areas::{least_covering_place, right_of};
use crate::panel::widgets::PanelContext;
use crate::panel::{prompt_rect, recap};
use battle::Order;
use model::Cell;

/// Steps across the board in each direction at which the card may stand.
const BOARD_STEPS: u8 = 6;

/// Returns the upper left corner of the card of a decision: where it covers neither what is drawn above it, nor the squares that the
/// decision is about, nor other fighters, nor the way, as far as there is room. `corner` is where the card begins at the upper right.
pub(super) fn card_place(
    context: &Context,
    (see, lens): (&PanelContext, &BoardViewport),
    record: &DecisionRecord,
    (board, corner): (Rect, Pos2),
    size: Vec2,
) -> Pos2 {
    let window = context.viewport_rect();
    let squares = |cells: Vec<Cell>| cells.into_iter().map(move |cell| lens.cell_rect(cell));
    let spared = squares(subject_cells(see.view, record)).map(|square| square.expand(6.0));
    let spared: Vec<Rect> = spared.collect();
    // The recap and the question beside a unit are drawn above the card: it does not lie behind them where there is room, and not
    // in front of the results.
    let above = [recap::rect(context), prompt_rect(context), victory::rect(context)];
    let above: Vec<Rect> = above.into_iter().flatten().collect();
    let fighters = see.view.units().filter(|unit| unit.is_fighting()).map(|unit| unit.cell());
    let fighters: Vec<Rect> = squares(fighters.collect()).collect();
    let way: Vec<Rect> = squares(way_cells(record)).collect();
    let places = card_places(board, window, corner, size);
    least_covering_place(&places, size, [&above, &spared, &[right_of(board, window)], &fighters, &way])
}

/// Returns the squares of the way that a decision takes; none for other orders.
fn way_cells(record: &DecisionRecord) -> Vec<Cell> {
    match &record.decision.order {
        Order::Move { path, .. } => path.clone(),
        _ => Vec::new(),
    }
}

/// The places of a card on the board, the preferred ones first: below the buttons, the other corners, the edges, anywhere between
/// them, and over the panel at the right. All of them are inside the window: the card would be moved into it, over other squares than
/// those by which the place was chosen.
fn card_places(board: Rect, window: Rect, corner: Pos2, size: Vec2) -> Vec<Pos2> {
    let (left, top) = (board.left() + 8.0, corner.y);
    let (right, bottom) = (corner.x - size.x, (board.bottom() - 34.0 - size.y).max(board.top() + 8.0));
    let middle = (top + bottom) / 2.0;
    let share = |step: u8| f32::from(step) / f32::from(BOARD_STEPS);
    let at = move |x: u8, y: u8| pos2(left + (right - left) * share(x), top + (bottom - top) * share(y));
    let between = (0..=BOARD_STEPS).flat_map(move |y| (0..=BOARD_STEPS).map(move |x| at(x, y)));
    let rims = [
        pos2(right, top),
        pos2(left, board.top() + 8.0),
        pos2(right, bottom),
        pos2(left, bottom),
        pos2(right, middle),
        pos2(left, middle),
    ];
    let last = (window.max - size).max(window.min);
    let all = rims.into_iter().chain(between).chain([pos2(board.right() + 8.0, top)]);
    all.map(|place| place.clamp(window.min, last)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::vec2;

    #[test]
    fn the_card_leaves_a_target_at_the_edge_of_the_board_free() {
        let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 700.0));
        let board = Rect::from_min_max(pos2(236.0, 90.0), pos2(720.0, 600.0));
        let (corner, size) = (pos2(712.0, 130.0), vec2(320.0, 300.0));
        let places = card_places(board, window, corner, size);
        assert!(places.iter().all(|place| window.contains_rect(Rect::from_min_size(*place, size))));
        let square = |x, y| Rect::from_min_size(pos2(x, y), vec2(40.0, 40.0));
        // The log is narrower than the card, which over it reaches onto the edge of the board.
        let subjects = [square(680.0, 200.0), square(240.0, 500.0)];
        let log = right_of(board, window);
        let place = least_covering_place(&places, size, [&subjects, &[log]]);
        let card = Rect::from_min_size(place, size);
        assert!(subjects.iter().all(|subject| !card.intersects(*subject)), "{card}");
    }
}
