//! Edits of the tools: what presses and drags on the board change.

use crate::board::{BoardPointer, BoardViewport};
use crate::session::Session;
use battle::BattleView;
use content::{
    BarrierPlacement, BarrierWear, LabAction, LabTarget, LabUnitState, NumberOverrides, SkirmishUnit,
};
use lab::{GroundSpec, SceneEdit, moving_unit};
use model::{Cell, CellSide, Edge, ObstaclePosition};

use super::LabState;
use super::tools::{LabSelection, LabTool, ToolPointer, tool_pointer};

impl LabState {
    /// Applies a part of a stroke; an error is shown as a notice.
    pub(super) fn apply_stroke_edit(&mut self, edit: SceneEdit, session: &mut Session, now: f64) -> bool {
        let result = self.editor.apply_stroke(edit);
        if let Err(error) = &result {
            session.notice = Some((super::to_sentence(&error.to_string()), now));
        }
        result.is_ok()
    }

    pub(super) fn end_stroke(&mut self) {
        self.tools.drag = None;
        self.editor.end_stroke();
    }

    /// Returns where a click of the current tool would apply, if not to the whole square.
    pub(super) fn placement_preview(
        &self,
        view: &BattleView,
        session: &Session,
        pointer: &BoardPointer,
        lens: &BoardViewport,
    ) -> Option<ObstaclePosition> {
        let at = tool_pointer(pointer, lens, view, session, session.cursor.is_some())?;
        match self.tools.tool {
            LabTool::Barrier => Some(at.barrier_placement(self.next_footing(), self.tools.facing)),
            LabTool::Erase | LabTool::Select | LabTool::Aim if at.unit_index().is_none() => {
                at.barrier_place()
            }
            _ => None,
        }
    }

    /// Whether a unit can be placed in a square.
    pub(super) fn is_free_for_units(&self, view: &BattleView, cell: Cell, but: Option<usize>) -> bool {
        let grid = view.field().grid();
        let other = self.scene().unit_at(cell);
        let own = |other: usize| {
            but.is_some_and(|but| moving_unit(self.scene(), other) == moving_unit(self.scene(), but))
        };
        grid.contains(cell) && grid.can_enter(cell) && other.is_none_or(own)
    }

    /// Whether the square that a barrier would fill has no unit.
    pub(super) fn is_free_for_barrier(&self, place: ObstaclePosition) -> bool {
        match place {
            ObstaclePosition::Square(cell) => self.scene().unit_at(cell).is_none(),
            ObstaclePosition::Edge(_) => true,
        }
    }

    pub(super) fn footing(&self, kind: &str) -> BarrierPlacement {
        let kind = self.scene().kinds.get(kind).or_else(|| self.content.barrier_kinds.get(kind));
        kind.map_or(BarrierPlacement::Both, |kind| kind.footing)
    }

    /// Returns where the next barrier may be placed.
    pub(super) fn next_footing(&self) -> BarrierPlacement {
        match &self.tools.kind {
            Some(kind) => self.footing(kind),
            None if self.tools.barrier_spec.fills_square => BarrierPlacement::Square,
            None => BarrierPlacement::Edge,
        }
    }

    pub(super) fn barrier_edit(&self, place: ObstaclePosition) -> Result<Option<SceneEdit>, String> {
        if !self.is_free_for_barrier(place) {
            return Err("A unit is in the way.".to_owned());
        }
        let (id, own) = match &self.tools.kind {
            Some(kind) => (kind.clone(), None),
            None => self
                .tools
                .barrier_spec
                .find_or_create(&self.content, self.scene())
                .ok_or_else(|| "Unknown material.".to_owned())?,
        };
        if self.scene().barrier_at(place) == Some(id.as_str()) {
            return Ok(None);
        }
        let barrier = SceneEdit::SetBarrier { place, kind: Some(id.clone()), wear: BarrierWear::default() };
        Ok(Some(match own {
            Some(kind) => {
                SceneEdit::Batch(vec![SceneEdit::SetBarrierKind { id, kind: Some(Box::new(kind)) }, barrier])
            }
            None => barrier,
        }))
    }

    pub(super) fn ground_edit(&self, middle: Cell) -> Result<Option<SceneEdit>, String> {
        let half = i32::from(self.tools.breadth / 2);
        let mut edits: Vec<SceneEdit> = Vec::new();
        for y in -half..=half {
            for x in -half..=half {
                let cell = Cell::new(middle.x + x, middle.y + y);
                let known = self.scene().skirmish.map.terrain_at(cell).filter(|_| cell.x >= 0 && cell.y >= 0);
                let Some(known) = known else { continue };
                let soil = match self.tools.ground.base.as_str() {
                    "" => GroundSpec { base: known.to_owned(), ..self.tools.ground.clone() },
                    _ => self.tools.ground.clone(),
                };
                let (id, own) = soil
                    .find_or_create(&self.content, self.scene())
                    .ok_or_else(|| "Unknown ground.".to_owned())?;
                let ground = own.as_ref().or_else(|| self.content.terrains.get(&id));
                let barred = ground.is_some_and(|ground| ground.impassable);
                if known == id || barred && self.scene().unit_at(cell).is_some() {
                    continue;
                }
                let new = |edit: &SceneEdit| matches!(edit, SceneEdit::SetTerrainKind { id: known, .. } if *known == id);
                if let Some(ground) = own.filter(|_| !edits.iter().any(new)) {
                    edits.push(SceneEdit::SetTerrainKind { id: id.clone(), ground: Some(Box::new(ground)) });
                }
                edits.push(SceneEdit::SetTerrain { cell, terrain: id });
            }
        }
        Ok((!edits.is_empty()).then_some(SceneEdit::Batch(edits)))
    }

    /// Removes a barrier first, then resets the ground to the most common one of the map.
    pub(super) fn erase_edit(
        &self,
        at: &ToolPointer,
        place: ObstaclePosition,
    ) -> Result<Option<SceneEdit>, String> {
        if self.scene().barrier_at(place).is_some() {
            return Ok(Some(SceneEdit::SetBarrier { place, kind: None, wear: BarrierWear::default() }));
        }
        let map = &self.scene().skirmish.map;
        let mut counts = vec![0usize; map.palette.len()];
        map.terrain.iter().for_each(|&number| counts[usize::from(number)] += 1);
        let usual = (0..counts.len()).max_by_key(|&number| counts[number]).unwrap_or(0);
        let terrain = map.palette[usual].clone();
        let differs = map.terrain_at(at.cell).is_some_and(|known| known != terrain);
        Ok(differs.then_some(SceneEdit::SetTerrain { cell: at.cell, terrain }))
    }

    pub(super) fn add_unit(&mut self, at: &ToolPointer, session: &mut Session, now: f64) {
        if !self.is_free_for_units(at.view, at.cell, None) {
            session.notice = Some(("Units cannot be placed there.".to_owned(), now));
            return;
        }
        let skirmish = &self.scene().skirmish;
        let number = skirmish.units.len();
        let sort = self.content.archetypes.get(&self.tools.archetype);
        let base = sort.map_or("Unit", |sort| sort.name.as_str());
        let free = |name: &String| skirmish.units.iter().all(|unit| &unit.name != name);
        let Some(name) = (1..=skirmish.units.len() + 1).map(|n| format!("{base} {n}")).find(free) else {
            return;
        };
        let side = self.tools.side.min(skirmish.sides.len() as u8 - 1);
        let unit = SkirmishUnit::new(name, self.tools.archetype.clone(), side, at.cell);
        let edit = SceneEdit::AddUnit {
            at: number,
            unit,
            state: LabUnitState::default(),
            overrides: NumberOverrides::new(),
        };
        self.apply_edit(edit, session, now);
        self.tools.selection = Some(LabSelection::Unit(number));
    }

    /// Chooses the attacker with the first click, the target with the next ones; with Shift, the attacker again.
    /// Returns whether a target was chosen.
    pub(super) fn aim_at(&mut self, at: &ToolPointer, shift: bool, session: &mut Session, now: f64) -> bool {
        let unit = at.unit_index();
        if self.tools.attacker_next || shift || self.aim().is_none() {
            let Some(attacker) = unit else {
                session.notice = Some(("Click on the attacker first.".to_owned(), now));
                return false;
            };
            // A square target is dropped, as the new attacker may not be able to attack the ground.
            let stays = |at: &LabTarget| match at {
                LabTarget::Unit(target) => *target != attacker,
                LabTarget::Barrier(_) => true,
                LabTarget::Square(_) => false,
            };
            let before = self.aim().map(|aim| aim.at).filter(stays);
            let foe = || {
                let units = &self.scene().skirmish.units;
                let (side, from) = (units[attacker].side, units[attacker].cell);
                let foes = units.iter().enumerate().filter(|(_, unit)| unit.side != side);
                foes.min_by_key(|(number, unit)| (from.chebyshev_distance(unit.cell), *number))
                    .map(|(number, _)| number)
            };
            let Some(at) = before.or_else(|| foe().map(LabTarget::Unit)) else {
                session.notice = Some(("There is nothing to attack.".to_owned(), now));
                return false;
            };
            let aim = LabAction { attacker, at, weapon: 0, mode: None, option: None };
            self.tools.attacker_next = false;
            self.tools.selection = Some(LabSelection::Unit(attacker));
            self.apply_edit(SceneEdit::SetAim(Some(aim)), session, now);
            return false;
        }
        self.drag_aim(at, session, now);
        true
    }

    /// Aims at the target under the pointer, as a part of a stroke.
    pub(super) fn drag_aim(&mut self, at: &ToolPointer, session: &mut Session, now: f64) {
        let Some(mut aim) = self.aim().cloned() else { return };
        let before = aim.at;
        aim.at = match (at.unit_index(), at.barrier_place()) {
            (Some(unit), _) if unit == aim.attacker => return,
            (Some(unit), _) => LabTarget::Unit(unit),
            (None, Some(place)) => LabTarget::Barrier(place),
            (None, None) => LabTarget::Square(at.cell),
        };
        if aim.at != before {
            self.apply_stroke_edit(SceneEdit::SetAim(Some(aim)), session, now);
        }
    }

    /// Removes the selection.
    pub(super) fn remove_selected(&mut self, session: &mut Session, now: f64) {
        let edit = match self.tools.selection {
            Some(LabSelection::Unit(at)) => SceneEdit::RemoveUnit { at },
            Some(LabSelection::Barrier(place)) => {
                SceneEdit::SetBarrier { place, kind: None, wear: BarrierWear::default() }
            }
            Some(LabSelection::Square(_)) | None => return,
        };
        self.tools.selection = None;
        self.apply_edit(edit, session, now);
    }

    /// Turns the selected barrier to the next free side of its square, or the barrier in hand if there is no selection.
    pub(super) fn turn_barrier(&mut self, session: &mut Session, now: f64) {
        let next = |side: CellSide| CellSide::ALL[(side as usize + 1) % CellSide::ALL.len()];
        if self.tools.tool == LabTool::Barrier {
            self.tools.facing = match self.tools.facing {
                None => Some(CellSide::North),
                Some(CellSide::West) => None,
                Some(side) => Some(next(side)),
            };
            return;
        }
        let Some(LabSelection::Barrier(from)) = self.tools.selection else {
            session.notice = Some((
                "Only a barrier on an edge can be turned: units have no facing in the rules.".to_owned(),
                now,
            ));
            return;
        };
        let (ObstaclePosition::Edge(edge), Some(kind)) =
            (from, self.scene().barrier_at(from).map(str::to_owned))
        else {
            session.notice = Some(("A barrier that fills a square cannot be turned.".to_owned(), now));
            return;
        };
        // An edge is the north or west side of its square: turning continues around that square.
        let turned = self.tools.turned.filter(|(place, ..)| *place == from);
        let (_, pivot, mut side) = turned.unwrap_or((from, edge.cell(), edge.side()));
        let wear = self.scene().damaged.get(&from).copied().unwrap_or_default();
        for _ in 0..3 {
            side = next(side);
            let to = ObstaclePosition::Edge(Edge::new(pivot, side));
            if self.scene().barrier_at(to).is_none() {
                let edits = vec![
                    SceneEdit::SetBarrier { place: from, kind: None, wear: BarrierWear::default() },
                    SceneEdit::SetBarrier { place: to, kind: Some(kind), wear },
                ];
                self.apply_edit(SceneEdit::Batch(edits), session, now);
                self.tools.selection = Some(LabSelection::Barrier(to));
                self.tools.turned = Some((to, pivot, side));
                return;
            }
        }
        session.notice = Some(("Every side of this square already has a barrier.".to_owned(), now));
    }
}
