//! The board for assistive technology: a grid of rows and squares that say what is there, can be focused like the
//! keyboard cursor, and act like a click.

mod square_text;

use std::collections::HashMap;

use bevy::a11y::ActionRequest;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiFullOutput;
use bevy_egui::egui::accesskit::{self, Action, Node, NodeId, Role};
use bevy_egui::egui::{self, Id};

use self::square_text::SquareContext;
use crate::accessibility::{AccessTreeSystems, AddedNodes, add_nodes, is_accessibility_requested};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::interaction::board_click::BoardClicks;
use crate::board::overlay::BoardOverlays;
use crate::board::{BoardViewport, InputSystems, PrepareSystems, is_board_shown};
use crate::player_input::PlayerInput;
use crate::session::{Intent, Screen, Session};
use battle::{BattleView, action_price};
use model::{Cell, UnitId};
use rules::turn_engine::Action as UnitAction;

/// Frames between the focus on a square and the click on it: what the click depends on follows the focus.
const CLICK_DELAY: u8 = 2;

/// Describes the board and acts on it for assistive technology.
pub(crate) struct BoardAccessPlugin;

impl Plugin for BoardAccessPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoardGrid>()
            .init_resource::<RequestedClick>()
            .add_systems(
                Update,
                (
                    take_board_actions.in_set(InputSystems::Pointer),
                    click_requested_square.in_set(InputSystems::Board).run_if(in_state(Screen::Battle)),
                    describe_squares.in_set(PrepareSystems::Camera),
                )
                    .run_if(is_accessibility_requested),
            )
            .add_systems(
                PostUpdate,
                add_board
                    .in_set(AccessTreeSystems::Extend)
                    .run_if(is_accessibility_requested.and_then(is_board_shown)),
            );
    }
}

/// What the descriptions of the squares follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GridKey {
    revision: BattleRevision,
    selected: Option<UnitId>,
    waypoints: Vec<Cell>,
    has_range: bool,
}

/// The squares in words, row by row.
#[derive(Resource, Debug, Default)]
struct BoardGrid {
    key: Option<GridKey>,
    columns: i32,
    texts: Vec<String>,
    /// The squares by the ids of their nodes.
    cells: HashMap<NodeId, Cell>,
}

/// The square that is to be clicked, and the frames until then.
#[derive(Resource, Debug, Default)]
struct RequestedClick(Option<(Cell, u8)>);

fn grid_id() -> NodeId {
    Id::new("board grid").accesskit_id()
}

fn row_id(row: i32) -> NodeId {
    Id::new(("board row", row)).accesskit_id()
}

fn square_id(cell: Cell) -> NodeId {
    Id::new(("board square", cell.x, cell.y)).accesskit_id()
}

/// Describes the squares when the battle, the selection or the range has changed.
fn describe_squares(
    mut grid: ResMut<BoardGrid>,
    view: BattleView,
    session: Res<Session>,
    overlays: Res<BoardOverlays>,
    revision: RevisionReader,
) {
    let key = GridKey {
        revision: revision.current(),
        selected: session.selected,
        waypoints: session.waypoints.clone(),
        has_range: overlays.has_range(),
    };
    if grid.key.as_ref() == Some(&key) {
        return;
    }
    let field = view.field().grid();
    let in_view = view.cells_in_view();
    let unit = session.selected.and_then(|id| view.unit(id)).filter(|_| key.has_range);
    let price =
        |action| unit.as_ref().map_or_else(String::new, |unit| action_price(&view, unit, action, None));
    let context = SquareContext {
        view: &view,
        in_view: in_view.as_ref(),
        selected: session.selected,
        waypoints: &session.waypoints,
        bought: overlays.bought_range(),
        prices: [UnitAction::Run, UnitAction::Sprint].map(price),
    };
    *grid = BoardGrid {
        key: Some(key),
        columns: i32::from(field.width()),
        texts: field.cells().map(|cell| context.describe(cell, overlays.reach(cell))).collect(),
        cells: field.cells().map(|cell| (square_id(cell), cell)).collect(),
    };
}

/// Adds the grid to the tree. While no widget has the focus, the board has it, at the square of the cursor.
fn add_board(
    mut outputs: Query<&mut EguiFullOutput>,
    grid: Res<BoardGrid>,
    session: Res<Session>,
    viewport: Res<BoardViewport>,
    screen: Res<State<Screen>>,
    (view, overlays): (BattleView, Res<BoardOverlays>),
) {
    if grid.columns == 0 || session.paused {
        return;
    }
    let is_battle = *screen.get() == Screen::Battle;
    let facts = session.hover.map(|hover| overlays.square_facts(&view, hover.cell)).unwrap_or_default();
    let facts: Vec<String> = facts.iter().map(|fact| format!("{}: {}.", fact.label, fact.value)).collect();
    let facts = facts.join(" ");
    for mut output in &mut outputs {
        add_nodes(&mut output, grid_nodes(&grid, (&session, &facts), &viewport, is_battle));
    }
}

/// Builds the nodes of the grid; `facts` is what overlays say about the hovered square.
fn grid_nodes(
    grid: &BoardGrid,
    (session, facts): (&Session, &str),
    viewport: &BoardViewport,
    is_battle: bool,
) -> AddedNodes {
    let rows = grid.texts.chunks(usize::try_from(grid.columns).unwrap_or(1));
    let (mut nodes, mut row_ids) = (Vec::with_capacity(grid.texts.len()), Vec::new());
    let focused = session.hover.map(|hover| hover.cell);
    for (y, texts) in (0..).zip(rows) {
        let mut squares = Vec::with_capacity(texts.len());
        for (x, text) in (0..).zip(texts) {
            let cell = Cell::new(x, y);
            let mut node = Node::new(Role::GridCell);
            node.set_label(text.as_str());
            node.set_bounds(node_bounds(viewport.cell_rect(cell)));
            node.add_action(Action::Focus);
            if is_battle {
                node.add_action(Action::Click);
            }
            if focused == Some(cell) {
                node.set_selected(true);
                if !facts.is_empty() {
                    node.set_description(facts);
                }
            }
            squares.push(square_id(cell));
            nodes.push((square_id(cell), node));
        }
        let mut row = Node::new(Role::Row);
        row.set_children(squares);
        row_ids.push(row_id(y));
        nodes.push((row_id(y), row));
    }
    let mut board = Node::new(Role::Grid);
    board.set_label(format!("Board. {}", intent_text(session)));
    board.set_row_count(row_ids.len());
    board.set_column_count(usize::try_from(grid.columns).unwrap_or(0));
    board.set_bounds(node_bounds(viewport.clip));
    board.set_children(row_ids);
    board.add_action(Action::Focus);
    if let Some(cell) = focused.filter(|cell| grid.cells.contains_key(&square_id(*cell))) {
        board.set_active_descendant(square_id(cell));
    }
    nodes.push((grid_id(), board));
    AddedNodes { nodes, top: vec![grid_id()], focus: Some(grid_id()) }
}

fn node_bounds(rect: egui::Rect) -> accesskit::Rect {
    accesskit::Rect {
        x0: rect.min.x.into(),
        y0: rect.min.y.into(),
        x1: rect.max.x.into(),
        y1: rect.max.y.into(),
    }
}

/// Says what a click on a square does.
fn intent_text(session: &Session) -> &'static str {
    match (session.intent, session.marked) {
        (Intent::Move, None) if !session.waypoints.is_empty() => {
            "A click moves along the path over the waypoints."
        }
        (Intent::Move, None) => "A click moves or chooses the target.",
        (Intent::Attack { .. }, None) => "A click chooses the target.",
        (_, Some(_)) => "A second click on the marked square confirms.",
        (Intent::SpecialAction { .. }, None) => "A click chooses the unit.",
        (Intent::Door, None) => "A click opens or closes the door.",
        (Intent::PickUp, None) => "A click picks up what lies there.",
        (Intent::PlaceItem { .. }, None) => "A click chooses where the throw goes.",
    }
}

/// Moves the cursor to the square whose node is to be focused or clicked, and takes the focus from the widgets.
fn take_board_actions(
    mut actions: MessageReader<ActionRequest>,
    grid: Res<BoardGrid>,
    mut player: PlayerInput,
    mut click: ResMut<RequestedClick>,
    mut contexts: bevy_egui::EguiContexts,
) -> Result {
    for ActionRequest(request) in actions.read() {
        let cell = grid.cells.get(&request.target_node).copied();
        if cell.is_none() && request.target_node != grid_id() {
            continue;
        }
        if player.session.paused || !matches!(request.action, Action::Focus | Action::Click) {
            continue;
        }
        contexts.ctx_mut()?.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        let Some(cell) = cell else { continue };
        player.session.cursor = Some(cell);
        player.show_cell(cell);
        if request.action == Action::Click {
            click.0 = Some((cell, CLICK_DELAY));
        }
    }
    Ok(())
}

/// Clicks on the requested square, as the mouse does, once the cursor has been there for some frames.
fn click_requested_square(
    mut click: ResMut<RequestedClick>,
    mut player: PlayerInput,
    mut clicks: BoardClicks,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((cell, frames)) = click.0 else { return };
    redraw.write(RequestRedraw);
    if frames > 0 {
        click.0 = Some((cell, frames - 1));
        return;
    }
    click.0 = None;
    let Some(hover) = player.session.hover.filter(|hover| hover.cell == cell) else { return };
    player.session.rests = false; // the square was chosen
    clicks.click(&mut player, hover);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    #[test]
    fn the_grid_has_a_row_for_each_row_and_the_focus_on_the_cursor() {
        let texts = (0..6).map(|number| format!("square {number}")).collect();
        let cells = (0..6).map(|number| Cell::new(number % 3, number / 3));
        let cells = cells.map(|cell| (square_id(cell), cell)).collect();
        let grid = BoardGrid { key: None, columns: 3, texts, cells };
        let hover = crate::session::Hover { cell: Cell::new(2, 1), unit: None, barrier: None };
        let session = Session { hover: Some(hover), ..Session::default() };
        let viewport = BoardViewport { origin: pos2(10.0, 20.0), unit: 30.0, clip: egui::Rect::EVERYTHING };
        let added = grid_nodes(&grid, (&session, "Not seen by Vex."), &viewport, true);
        let node = |id| &added.nodes.iter().find(|(known, _)| *known == id).expect("a node").1;
        let board = node(grid_id());
        assert_eq!((board.row_count(), board.column_count()), (Some(2), Some(3)));
        assert_eq!(board.active_descendant(), Some(square_id(Cell::new(2, 1))));
        assert_eq!(node(row_id(1)).children().len(), 3);
        let square = node(square_id(Cell::new(2, 1)));
        assert_eq!((square.label(), square.description()), (Some("square 5"), Some("Not seen by Vex.")));
        assert_eq!(node(square_id(Cell::new(0, 1))).description(), None);
        assert!(square.supports_action(Action::Click) && square.is_selected() == Some(true));
        let bounds = square.bounds().expect("bounds");
        assert_eq!((bounds.x0, bounds.y0, bounds.x1, bounds.y1), (70.0, 50.0, 100.0, 80.0));
        assert_eq!(added.nodes.len(), 6 + 2 + 1);
    }
}
