//! Tools of the Lab: state, pointer and key handling. Their edits are in `tool_edits`.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::Vec2;
use strum::{IntoStaticStr, VariantArray};

use super::{LabState, LabTab, is_lab_open, tool_markers};
use crate::board::{BoardPointer, BoardViewport, InputSystems, PaintSystems};
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::session::{Hover, Session};
use battle::BattleView;
use content::{BarrierPlacement, BarrierWear};
use lab::{BarrierSpec, GroundSpec, SceneEdit};
use model::{Cell, CellSide, Edge, ObstaclePosition, UnitId};

/// Maximum distance from an edge at which the pointer picks the edge, in squares.
const NEAR: f32 = 0.3;

/// What the pointer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
pub(super) enum LabTool {
    /// Selects and drags.
    #[default]
    #[strum(serialize = "Select and drag")]
    Select,
    /// Places units.
    #[strum(serialize = "Unit")]
    Unit,
    /// Places barriers.
    #[strum(serialize = "Barrier")]
    Barrier,
    /// Paints ground.
    #[strum(serialize = "Ground")]
    Ground,
    /// Removes things.
    #[strum(serialize = "Erase")]
    Erase,
    /// Chooses attacker and target.
    #[strum(serialize = "Aim")]
    Aim,
}

impl LabTool {
    /// All tools, in the order of their keys.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name for players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabSelection {
    /// A unit, by its index.
    Unit(usize),
    /// A barrier.
    Barrier(ObstaclePosition),
    /// A square.
    Square(Cell),
}

/// State of the tools.
#[derive(Clone, Debug)]
pub(super) struct ToolState {
    /// The current tool.
    pub tool: LabTool,
    /// What is selected.
    pub selection: Option<LabSelection>,
    /// Archetype of the next unit.
    pub archetype: String,
    /// Its side.
    pub side: u8,
    /// Kind of the next barrier; `None` for a custom one.
    pub kind: Option<String>,
    /// Properties of a custom barrier.
    pub barrier_spec: BarrierSpec,
    /// The side of the square for the next barrier; `None` for the nearest one.
    pub facing: Option<CellSide>,
    /// The next ground.
    pub ground: GroundSpec,
    /// Brush size: 1, 3 or 5 squares.
    pub breadth: u8,
    /// The next click of the aim tool chooses the attacker.
    pub attacker_next: bool,
    /// The current drag.
    pub drag: Option<ToolDrag>,
    /// The barrier turned last, the square it is turned around, and its side of that square.
    pub turned: Option<(ObstaclePosition, Cell, CellSide)>,
}

impl Default for ToolState {
    fn default() -> Self {
        Self {
            tool: LabTool::Select,
            selection: None,
            archetype: "officer".to_owned(),
            side: 0,
            kind: Some("brick_wall".to_owned()),
            barrier_spec: BarrierSpec::default(),
            facing: None,
            ground: GroundSpec::from_base("rubble"),
            breadth: 1,
            attacker_next: true,
            drag: None,
            turned: None,
        }
    }
}

/// A drag of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolDrag {
    Unit(usize),
    Barrier(ObstaclePosition),
    /// A stroke of barriers, ground or erasing, with the last place edited.
    Stroke(Option<ObstaclePosition>),
    /// Aiming.
    Aim,
}

/// The pointer on the map, and what is under it.
pub(super) struct ToolPointer<'a, 'w, 's> {
    pub view: &'a BattleView<'w, 's>,
    map: Vec2,
    pub cell: Cell,
    hover: Hover,
}

/// Tools that change the scene on the board.
pub(super) struct LabToolPlugin;

impl Plugin for LabToolPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, handle_tool_input.in_set(InputSystems::Lab).run_if(is_lab_open)).add_systems(
            EguiPrimaryContextPass,
            tool_markers::paint.in_set(PaintSystems::Over).run_if(resource_exists::<LabState>),
        );
    }
}

/// The pointer over the scene.
#[derive(SystemParam)]
pub(super) struct ScenePointer<'w, 's> {
    buttons: Res<'w, ButtonInput<MouseButton>>,
    pointer: Res<'w, BoardPointer>,
    lens: Res<'w, BoardViewport>,
    view: BattleView<'w, 's>,
}

/// Handles pointer and keys of the tools.
pub(super) fn handle_tool_input(
    mut lab: ResMut<LabState>,
    mut player: PlayerInput,
    keys: ActionInput,
    scene: ScenePointer,
    time: Res<Time<Real>>,
) {
    let ScenePointer { buttons, pointer, lens, view } = &scene;
    if player.session.is_covered() {
        lab.tools.drag = None;
        return;
    }
    let now = time.elapsed_secs_f64();
    handle_tool_keys(&keys, &mut lab, &mut player, now);
    let confirmed = keys.just_pressed(InputAction::Confirm);
    let pressed = buttons.just_pressed(MouseButton::Left);
    if let Some(at) = tool_pointer(pointer, lens, view, &player.session, confirmed) {
        let lab = lab.as_mut();
        if pressed || confirmed {
            begin_stroke(lab, &mut player.session, &at, keys.is_shift_held(), now);
        } else if buttons.pressed(MouseButton::Left) && lab.tools.drag.is_some() {
            continue_stroke(lab, &mut player.session, &at, now);
        }
        if confirmed {
            lab.end_stroke();
        }
    } else if pressed && pointer.on_board.is_some() && lab.tools.tool == LabTool::Select {
        // Nothing to edit outside the map.
        lab.tools.selection = None;
    }
    if buttons.just_released(MouseButton::Left) && lab.tools.drag.is_some() {
        lab.end_stroke();
    }
    sync_selection(&lab, &mut player.session);
}

fn handle_tool_keys(keys: &ActionInput, lab: &mut LabState, player: &mut PlayerInput, now: f64) {
    if let Some(tool) = keys.answer_number().and_then(|number| LabTool::ALL.get(number)) {
        lab.tools.tool = *tool;
    }
    if keys.just_pressed(InputAction::Remove) {
        lab.remove_selected(&mut player.session, now);
    }
    // In the Steps tab the same key steps forward.
    if keys.just_pressed(InputAction::Turn) && lab.tab != LabTab::Steps {
        lab.turn_barrier(&mut player.session, now);
    }
    let backwards = keys.just_pressed(InputAction::PreviousUnit);
    if keys.just_pressed(InputAction::NextUnit) || backwards {
        let count = lab.scene().skirmish.units.len();
        let now_at = match lab.tools.selection {
            Some(LabSelection::Unit(at)) => Some(at),
            _ => None,
        };
        let next = match (now_at, backwards) {
            (None, _) => 0,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        };
        lab.tools.selection = Some(LabSelection::Unit(next));
        if let Some(unit) = lab.scene().skirmish.units.get(next) {
            player.show_cell(unit.cell);
        }
    }
}

/// Returns what is under the pointer or, for a key, under the cursor.
pub(super) fn tool_pointer<'a, 'w, 's>(
    pointer: &BoardPointer,
    lens: &BoardViewport,
    view: &'a BattleView<'w, 's>,
    session: &Session,
    by_key: bool,
) -> Option<ToolPointer<'a, 'w, 's>> {
    let hover = session.hover?;
    let map = match pointer.on_board {
        Some(at) if !(by_key && session.cursor.is_some()) => lens.to_map(at),
        _ if by_key => Vec2::new(hover.cell.x as f32 + 0.5, hover.cell.y as f32 + 0.5),
        _ => return None,
    };
    Some(ToolPointer { view, map, cell: hover.cell, hover })
}

impl ToolPointer<'_, '_, '_> {
    /// Returns the index of the unit.
    pub(super) fn unit_index(&self) -> Option<usize> {
        self.hover.unit.map(|id| id.0 as usize - 1)
    }

    /// Returns the place of the barrier, breached or not.
    pub(super) fn barrier_place(&self) -> Option<ObstaclePosition> {
        self.hover.barrier.and_then(|id| self.view.field().barrier(id)).map(|(_, place)| place)
    }

    /// Whether the pointer is near a corner of the square.
    fn is_near_corner(&self) -> bool {
        let within = self.map - Vec2::new(self.cell.x as f32, self.cell.y as f32);
        within.x.min(1.0 - within.x) < NEAR && within.y.min(1.0 - within.y) < NEAR
    }

    /// Returns where a barrier of this placement goes.
    pub(super) fn barrier_placement(
        &self,
        footing: BarrierPlacement,
        facing: Option<CellSide>,
    ) -> ObstaclePosition {
        let within = self.map - Vec2::new(self.cell.x as f32, self.cell.y as f32);
        let sides = [
            (within.y, CellSide::North),
            (1.0 - within.x, CellSide::East),
            (1.0 - within.y, CellSide::South),
            (within.x, CellSide::West),
        ];
        let nearest = sides.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
        let (distance, side) = nearest.unwrap_or((1.0, CellSide::North));
        match (footing, facing) {
            (BarrierPlacement::Square, _) => ObstaclePosition::Square(self.cell),
            (BarrierPlacement::Both, None) if distance > NEAR => ObstaclePosition::Square(self.cell),
            (_, facing) => ObstaclePosition::Edge(Edge::new(self.cell, facing.unwrap_or(side))),
        }
    }
}

fn begin_stroke(lab: &mut LabState, session: &mut Session, at: &ToolPointer, shift: bool, now: f64) {
    let tool = lab.tools.tool;
    match tool {
        LabTool::Select => {
            lab.tools.selection = Some(match (at.unit_index(), at.barrier_place()) {
                (Some(unit), _) => LabSelection::Unit(unit),
                (None, Some(place)) => LabSelection::Barrier(place),
                (None, None) => LabSelection::Square(at.cell),
            });
            lab.tools.drag = match lab.tools.selection {
                Some(LabSelection::Unit(unit)) => Some(ToolDrag::Unit(unit)),
                Some(LabSelection::Barrier(place)) => Some(ToolDrag::Barrier(place)),
                _ => None,
            };
        }
        LabTool::Unit => match at.unit_index() {
            Some(unit) => {
                lab.tools.selection = Some(LabSelection::Unit(unit));
                lab.tools.drag = Some(ToolDrag::Unit(unit));
            }
            None => lab.add_unit(at, session, now),
        },
        LabTool::Barrier | LabTool::Ground | LabTool::Erase => {
            if let (LabTool::Erase, Some(unit)) = (tool, at.unit_index()) {
                lab.tools.selection = None;
                lab.apply_edit(SceneEdit::RemoveUnit { at: unit }, session, now);
                return;
            }
            lab.tools.drag = Some(ToolDrag::Stroke(None));
            continue_stroke(lab, session, at, now);
        }
        LabTool::Aim => {
            if lab.aim_at(at, shift, session, now) {
                lab.tools.drag = Some(ToolDrag::Aim);
            }
        }
    }
}

fn continue_stroke(lab: &mut LabState, session: &mut Session, at: &ToolPointer, now: f64) {
    let Some(drag) = lab.tools.drag else { return };
    match drag {
        ToolDrag::Unit(unit) => {
            let from = lab.scene().skirmish.units.get(unit).map(|unit| unit.cell);
            if from != Some(at.cell) && lab.is_free_for_units(at.view, at.cell, Some(unit)) {
                lab.apply_stroke_edit(SceneEdit::MoveUnit { at: unit, to: at.cell }, session, now);
            }
        }
        ToolDrag::Barrier(from) => {
            if let Some(to) = drag_barrier(lab, session, at, from, now) {
                lab.tools.drag = Some(ToolDrag::Barrier(to));
                lab.tools.selection = Some(LabSelection::Barrier(to));
            }
        }
        ToolDrag::Aim => lab.drag_aim(at, session, now),
        ToolDrag::Stroke(last) => extend_stroke(lab, session, at, last, now),
    }
}

/// Moves a barrier to the pointer; returns its new place, `None` if it stays where it is.
fn drag_barrier(
    lab: &mut LabState,
    session: &mut Session,
    at: &ToolPointer,
    from: ObstaclePosition,
    now: f64,
) -> Option<ObstaclePosition> {
    let kind = lab.scene().barrier_at(from)?.to_owned();
    let footing = lab.footing(&kind);
    let to = match from {
        ObstaclePosition::Square(_) if footing != BarrierPlacement::Edge => ObstaclePosition::Square(at.cell),
        _ => at.barrier_placement(BarrierPlacement::Edge, None),
    };
    let occupied = lab.scene().barrier_at(to).is_some() || !lab.is_free_for_barrier(to);
    if to == from || occupied {
        return None;
    }
    let wear = lab.scene().damaged.get(&from).copied().unwrap_or_default();
    let edits = vec![
        SceneEdit::SetBarrier { place: from, kind: None, wear: BarrierWear::default() },
        SceneEdit::SetBarrier { place: to, kind: Some(kind), wear },
    ];
    lab.apply_stroke_edit(SceneEdit::Batch(edits), session, now).then_some(to)
}

/// Builds, erases or covers the ground at the pointer, unless the stroke was there before.
fn extend_stroke(
    lab: &mut LabState,
    session: &mut Session,
    at: &ToolPointer,
    last: Option<ObstaclePosition>,
    now: f64,
) {
    // Between two equally near sides a stroke waits, as it would otherwise turn the corner unintentionally.
    let aside = lab.tools.tool == LabTool::Barrier && lab.tools.facing.is_none() && at.is_near_corner();
    if last.is_some() && aside {
        return;
    }
    let place = match lab.tools.tool {
        LabTool::Barrier => at.barrier_placement(lab.next_footing(), lab.tools.facing),
        LabTool::Erase => at.barrier_place().unwrap_or(ObstaclePosition::Square(at.cell)),
        _ => ObstaclePosition::Square(at.cell),
    };
    if last == Some(place) {
        return;
    }
    lab.tools.drag = Some(ToolDrag::Stroke(Some(place)));
    let edit = match lab.tools.tool {
        LabTool::Barrier => lab.barrier_edit(place),
        LabTool::Erase => lab.erase_edit(at, place),
        _ => lab.ground_edit(at.cell),
    };
    match edit {
        Ok(Some(edit)) => {
            lab.apply_stroke_edit(edit, session, now);
        }
        Ok(None) => {}
        Err(problem) => session.notice = Some((problem, now)),
    }
}

/// Selects the unit on the board as well.
fn sync_selection(lab: &LabState, session: &mut Session) {
    let selected = match lab.tools.selection {
        Some(LabSelection::Unit(at)) => Some(UnitId(at as u32 + 1)),
        _ => None,
    };
    if session.selected != selected {
        session.selected = selected;
    }
}
