//! Picks the square, unit and barrier under the pointer.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, egui};

use crate::board::BoardArea;
use crate::board::units::passenger_icons;
use crate::board::units::token_layout::unit_in_shared_square;
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::session::{Hover, Session};
use battle::BattleView;
use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};

/// Maximum distance from an edge at which its barrier is picked, in squares.
const EDGE_PICK_DISTANCE: f32 = 0.24;
/// How far a resting pointer moves until it points at something again, in points.
const REST_RADIUS: f32 = 4.0;
/// Width of the window edge that scrolls the view, in points.
const EDGE_SCROLL_WIDTH: f32 = 4.0;

/// The pointer.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoardPointer {
    /// UI points per logical pixel of the window.
    pub per_pixel: f32,
    /// Position in the window.
    pub at: Option<egui::Pos2>,
    /// Position on the board; `None` if a panel covers it.
    pub on_board: Option<egui::Pos2>,
    /// Scroll direction of the window edge under it.
    pub rim: egui::Vec2,
}

impl Default for BoardPointer {
    fn default() -> Self {
        Self { per_pixel: 1.0, at: None, on_board: None, rim: egui::Vec2::ZERO }
    }
}

/// Updates the pointer.
pub(crate) fn track_pointer(
    mut pointer: ResMut<BoardPointer>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut contexts: EguiContexts,
    room: Res<BoardArea>,
) -> Result {
    let (Ok(window), context) = (window.single(), contexts.ctx_mut()?) else { return Ok(()) };
    let per_pixel = window.scale_factor() / context.pixels_per_point();
    let mut found = BoardPointer { per_pixel, ..default() };
    if let Some(at) = window.cursor_position() {
        let at = egui::pos2(at.x, at.y) * per_pixel;
        found.at = Some(at);
        let all = context.viewport_rect();
        let area = room.0.unwrap_or(all);
        let covered = is_covered(context, at);
        found.on_board = (area.contains(at) && !covered && !context.egui_is_using_pointer()).then_some(at);
        let push = |low: bool, high: bool| f32::from(i8::from(high) - i8::from(low));
        found.rim = egui::vec2(
            push(at.x < all.left() + EDGE_SCROLL_WIDTH, at.x > all.right() - EDGE_SCROLL_WIDTH),
            push(at.y < all.top() + EDGE_SCROLL_WIDTH, at.y > all.bottom() - EDGE_SCROLL_WIDTH),
        );
    }
    pointer.set_if_neq(found);
    Ok(())
}

/// Whether a panel, a menu or a window covers the board at a point. A hover text above one of them covers nothing.
pub(crate) fn is_covered(context: &egui::Context, at: egui::Pos2) -> bool {
    if context.memory(|memory| memory.top_modal_layer().is_some()) {
        return true;
    }
    let covers = |layer: &egui::LayerId| {
        !matches!(layer.order, egui::Order::Background | egui::Order::Tooltip)
            && layer.order.allow_interaction()
    };
    let layers: Vec<egui::LayerId> = context.memory(|memory| {
        memory.layer_ids().filter(|layer| covers(layer) && memory.areas().is_visible(layer)).collect()
    });
    layers.into_iter().any(|layer| {
        let state = egui::AreaState::load(context, layer.id);
        state.is_some_and(|state| state.interactable && state.rect().contains(at))
    })
}

/// Updates `Session::hover`: from the pointer if it moved last, else from the keyboard cursor.
pub(crate) fn update_hover(
    mut session: ResMut<Session>,
    lens: Res<BoardViewport>,
    view: BattleView,
    pointer: Res<BoardPointer>,
    (mut last, mut rest): (Local<BoardPointer>, Local<Option<egui::Pos2>>),
) {
    if end_rest(&session, &pointer, &mut rest) {
        session.rests = false;
    }
    if has_stirred(&session, &last, &pointer) {
        session.stirs = true;
    }
    let at = pointer.on_board;
    let moved = at != last.on_board;
    *last = *pointer;
    if moved && at.is_some() && session.cursor.is_some() {
        session.cursor = None;
    }
    let seen = match (session.cursor, at) {
        _ if session.paused => None,
        (Some(cell), _) => Some(hover_at(&view, cell, None)),
        (None, Some(at)) => {
            let cell = lens.cell_at(at);
            view.field().grid().contains(cell).then(|| hover_at(&view, cell, Some(lens.to_map(at))))
        }
        (None, None) => None,
    };
    if session.hover != seen {
        session.hover = seen;
    }
    let cell = seen.map(|hover| hover.cell);
    if session.attacked.is_some() && cell.is_some() && session.attacked != cell {
        session.attacked = None;
    }
    if session.refused.is_some() && cell.is_some() && session.refused != cell {
        session.refused = None;
    }
}

/// Whether a resting pointer has moved away from where it came to rest.
fn end_rest(session: &Session, pointer: &BoardPointer, rest: &mut Option<egui::Pos2>) -> bool {
    if !session.rests {
        *rest = pointer.at;
        return false;
    }
    let Some(at) = pointer.at else { return false };
    let from = *rest.get_or_insert(at);
    from.distance(at) > REST_RADIUS
}

/// Whether a resting pointer has just moved, however little, without having pointed at anything since.
fn has_stirred(session: &Session, last: &BoardPointer, pointer: &BoardPointer) -> bool {
    let moves = last.at.zip(pointer.at).is_some_and(|(from, to)| from != to);
    moves && session.rests && !session.stirs
}

/// Returns everything at a square, or at an exact position in it.
fn hover_at(view: &BattleView, cell: Cell, at: Option<egui::Vec2>) -> Hover {
    let unit = view.unit_at(cell).or_else(|| view.body_at(cell)).map(|unit| *unit.id);
    // Passengers are picked by their small tokens.
    let inside = unit
        .zip(at)
        .and_then(|(unit, at)| passenger_icons::passenger_at(view, unit, at - viewport::cell_corner(cell)));
    // Of several units, the one whose token is there: bodies lie beside who stands on their square.
    let shared = at.and_then(|at| unit_in_shared_square(view, cell, at - viewport::cell_centre(cell)));
    let unit = inside.or(shared).or(unit);
    Hover { cell, unit, barrier: barrier_near(view, cell, at) }
}

/// Returns the barrier picked at a square: on the edge nearest to the position, else in the square; without a position,
/// in the square, else on its first edge that has one.
fn barrier_near(view: &BattleView, cell: Cell, at: Option<egui::Vec2>) -> Option<BarrierId> {
    let grid = view.field().grid();
    let barrier_at = |place: ObstaclePosition| grid.obstacle(place).map(|obstacle| obstacle.id);
    let inside = || barrier_at(ObstaclePosition::Square(cell));
    let edge = |side| ObstaclePosition::Edge(Edge::new(cell, side));
    let Some(at) = at else {
        return inside().or_else(|| {
            CellSide::ALL
                .into_iter()
                .find_map(|side| barrier_at(edge(side)).or_else(|| open_door_at(view, edge(side))))
        });
    };
    let within = at - viewport::cell_corner(cell);
    let mut sides = [
        (within.y, CellSide::North),
        (1.0 - within.x, CellSide::East),
        (1.0 - within.y, CellSide::South),
        (within.x, CellSide::West),
    ];
    sides.sort_by(|one, other| one.0.total_cmp(&other.0));
    let near = sides.into_iter().filter(|(distance, _)| *distance < EDGE_PICK_DISTANCE);
    near.map(|(_, side)| edge(side))
        .find_map(|place| barrier_at(place).or_else(|| open_door_at(view, place)))
        .or_else(inside)
}

/// Returns the open door at a place: it is no obstacle, but can be picked.
fn open_door_at(view: &BattleView, place: ObstaclePosition) -> Option<BarrierId> {
    view.barrier_at(place).filter(|data| data.state.open() && !data.state.holed()).map(|data| *data.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hover_text_above_a_menu_does_not_uncover_the_board() {
        let context = egui::Context::default();
        for _ in 0..2 {
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0));
            let input = egui::RawInput { screen_rect: Some(window), ..egui::RawInput::default() };
            let output = context.run_ui(input, |ui| {
                let areas = [("menu", egui::Order::Foreground, 100.0), ("text", egui::Order::Tooltip, 150.0)];
                for (name, order, left) in areas {
                    let area = egui::Area::new(egui::Id::new(name)).order(order);
                    area.fixed_pos(egui::pos2(left, 100.0)).show(ui.ctx(), |ui| {
                        ui.set_min_size(egui::vec2(100.0, 100.0));
                    });
                }
            });
            output.drop_without_applying_deltas();
        }
        let is_covered = |x: f32| is_covered(&context, egui::pos2(x, 150.0));
        assert!(is_covered(120.0), "the menu");
        assert!(is_covered(180.0), "the text lies above the menu");
        assert!(!is_covered(230.0), "the text alone");
        assert!(!is_covered(400.0));
    }

    #[test]
    fn a_resting_pointer_stirs_when_it_moves_by_a_point() {
        let session = Session { rests: true, ..Session::default() };
        let at = |x: f32| BoardPointer { at: Some(egui::pos2(x, 50.0)), ..BoardPointer::default() };
        assert!(!has_stirred(&session, &at(100.0), &at(100.0)), "a list above it has closed, perhaps");
        assert!(has_stirred(&session, &at(100.0), &at(101.0)));
        assert!(!has_stirred(&session, &BoardPointer::default(), &at(101.0)), "it came into the window");
        assert!(!has_stirred(&Session::default(), &at(100.0), &at(101.0)), "it does not rest");
    }

    #[test]
    fn a_resting_pointer_points_again_once_it_has_moved_a_few_points() {
        let mut session = Session { rests: true, ..Session::default() };
        let mut rest = None;
        let mut ends = |session: &Session, x: f32| {
            let pointer = BoardPointer { at: Some(egui::pos2(x, 50.0)), ..BoardPointer::default() };
            end_rest(session, &pointer, &mut rest)
        };
        assert!(!ends(&session, 100.0), "it came to rest here");
        assert!(!ends(&session, 103.0) && !ends(&session, 98.0), "it trembles");
        assert!(ends(&session, 106.0));
        session.rests = false;
        assert!(!ends(&session, 106.0));
        session.rests = true;
        assert!(!ends(&session, 106.0), "the next rest begins where the pointer is");
        assert!(ends(&session, 100.0));
    }
}
