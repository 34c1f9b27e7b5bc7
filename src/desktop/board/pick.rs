//! What the pointer rests on.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, egui};

use super::super::session::{Hover, Session};
use super::BoardArea;
use super::lens::{self, Lens};
use super::seats;
use battle::{BarrierId, BattleView};
use field::{Cell, Edge, Place, Side};

/// How near to an edge the pointer has to be to mean what stands on it, in squares.
const NEAR: f32 = 0.24;
/// Width in points of the rim that scrolls the view.
const RIM: f32 = 4.0;

/// The pointer in points.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pointer {
    /// Points of the interface per logical pixel of the window.
    pub per_pixel: f32,
    /// Where it is in the window.
    pub at: Option<egui::Pos2>,
    /// The same, if it is on the board and nothing lies over it.
    pub on_board: Option<egui::Pos2>,
    /// Which way the rim of the window under it leads.
    pub rim: egui::Vec2,
}

impl Default for Pointer {
    fn default() -> Self {
        Self { per_pixel: 1.0, at: None, on_board: None, rim: egui::Vec2::ZERO }
    }
}

/// Finds the pointer.
pub(super) fn track(
    mut pointer: ResMut<Pointer>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut contexts: EguiContexts,
    room: Res<BoardArea>,
) -> Result {
    let (Ok(window), context) = (window.single(), contexts.ctx_mut()?) else { return Ok(()) };
    let per_pixel = window.scale_factor() / context.pixels_per_point();
    let mut found = Pointer { per_pixel, ..default() };
    if let Some(at) = window.cursor_position() {
        let at = egui::pos2(at.x, at.y) * per_pixel;
        found.at = Some(at);
        let all = context.viewport_rect();
        let area = room.0.unwrap_or(all);
        let covered = context.layer_id_at(at).is_some_and(|layer| {
            !matches!(layer.order, egui::Order::Background | egui::Order::Tooltip)
                && layer.order.allow_interaction()
        });
        found.on_board = (area.contains(at) && !covered && !context.egui_is_using_pointer()).then_some(at);
        let push = |low: bool, high: bool| f32::from(i8::from(high) - i8::from(low));
        found.rim = egui::vec2(
            push(at.x < all.left() + RIM, at.x > all.right() - RIM),
            push(at.y < all.top() + RIM, at.y > all.bottom() - RIM),
        );
    }
    pointer.set_if_neq(found);
    Ok(())
}

/// Keeps `Session::hover` true: the pointer where it moved last, the keyboard cursor otherwise.
pub(crate) fn hover(
    mut session: ResMut<Session>,
    lens: Res<Lens>,
    view: BattleView,
    pointer: Res<Pointer>,
    mut last: Local<Option<egui::Pos2>>,
) {
    let at = pointer.on_board;
    let moved = at != *last;
    *last = at;
    if moved && at.is_some() && session.cursor.is_some() {
        session.cursor = None;
    }
    let seen = match (session.cursor, at) {
        _ if session.paused => None,
        (Some(cell), _) => Some(under(&view, cell, None)),
        (None, Some(at)) => {
            let cell = lens.cell_at(at);
            view.field().grid().contains(cell).then(|| under(&view, cell, Some(lens.to_map(at))))
        }
        (None, None) => None,
    };
    if session.hover != seen {
        session.hover = seen;
    }
}

/// Everything at a square, or at an exact position in it.
fn under(view: &BattleView, cell: Cell, at: Option<egui::Vec2>) -> Hover {
    let unit = view.unit_at(cell).or_else(|| view.body_at(cell)).map(|unit| *unit.id);
    // Whoever sits in a vehicle is pointed at where the small token is.
    let inside = unit.zip(at).and_then(|(unit, at)| seats::at(view, unit, at - lens::corner(cell)));
    let unit = inside.or(unit);
    Hover { cell, unit, barrier: barrier_near(view, cell, at) }
}

/// The barrier meant at a square: on the edge nearest to the position, else in the square; without a position in the
/// square, else on its first edge that has one.
fn barrier_near(view: &BattleView, cell: Cell, at: Option<egui::Vec2>) -> Option<BarrierId> {
    let grid = view.field().grid();
    let standing = |place: Place| grid.obstacle(place).map(|obstacle| BarrierId(obstacle.id));
    let inside = || standing(Place::Square(cell));
    let edge = |side| Place::Edge(Edge::new(cell, side));
    let Some(at) = at else {
        return inside().or_else(|| {
            Side::ALL.into_iter().find_map(|side| standing(edge(side)).or_else(|| open(view, edge(side))))
        });
    };
    let within = at - lens::corner(cell);
    let mut sides = [
        (within.y, Side::North),
        (1.0 - within.x, Side::East),
        (1.0 - within.y, Side::South),
        (within.x, Side::West),
    ];
    sides.sort_by(|one, other| one.0.total_cmp(&other.0));
    let near = sides.into_iter().filter(|(distance, _)| *distance < NEAR);
    near.map(|(_, side)| edge(side))
        .find_map(|place| standing(place).or_else(|| open(view, place)))
        .or_else(inside)
}

/// A door that stands open is no obstacle any more, but can still be pointed at.
fn open(view: &BattleView, place: Place) -> Option<BarrierId> {
    view.barrier_at(place).filter(|data| data.state.open() && !data.state.holed()).map(|data| *data.id)
}
