//! What presses and drags on the board mean: the edits of each tool.

use crate::board::{Lens, Pointer};
use crate::session::Session;
use battle::BattleView;
use content::{Aim, AimAt, Footing, Pose, SkirmishUnit, Tuning, Wear};
use field::{Cell, Edge, Place, Side};
use lab::{Edit, Soil, mover};

use super::Lab;
use super::tools::{At, Chosen, Tool, under};

impl Lab {
    /// A part of a stroke; what is wrong with it is shown.
    pub(super) fn draw(&mut self, edit: Edit, session: &mut Session, now: f64) -> bool {
        let done = self.bench.draw(edit);
        if let Err(error) = &done {
            session.notice = Some((super::sentence(&error.to_string()), now));
        }
        done.is_ok()
    }

    pub(super) fn let_go(&mut self) {
        self.tools.drag = None;
        self.bench.release();
    }

    /// Where a click of the tool in hand would work, if not on the square as a whole.
    pub(super) fn would_place(
        &self,
        view: &BattleView,
        session: &Session,
        pointer: &Pointer,
        lens: &Lens,
    ) -> Option<Place> {
        let at = under(pointer, lens, view, session, session.cursor.is_some())?;
        match self.tools.tool {
            Tool::Barrier => Some(at.place(self.next_footing(), self.tools.facing)),
            Tool::Erase | Tool::Select | Tool::Aim if at.unit().is_none() => at.barrier(),
            _ => None,
        }
    }

    /// Whether somebody can be put on a square.
    pub(super) fn free_for_units(&self, view: &BattleView, cell: Cell, but: Option<usize>) -> bool {
        let grid = view.field().grid();
        let other = self.scene().unit_at(cell);
        let own =
            |other: usize| but.is_some_and(|but| mover(self.scene(), other) == mover(self.scene(), but));
        grid.contains(cell) && grid.can_enter(cell) && other.is_none_or(own)
    }

    /// Whether nobody stands where a barrier would fill the square.
    pub(super) fn free_for_barrier(&self, place: Place) -> bool {
        match place {
            Place::Square(cell) => self.scene().unit_at(cell).is_none(),
            Place::Edge(_) => true,
        }
    }

    pub(super) fn footing(&self, kind: &str) -> Footing {
        let kind = self.scene().kinds.get(kind).or_else(|| self.content.barrier_kinds.get(kind));
        kind.map_or(Footing::Both, |kind| kind.footing)
    }

    /// Where the barrier in hand may stand.
    pub(super) fn next_footing(&self) -> Footing {
        match &self.tools.kind {
            Some(kind) => self.footing(kind),
            None if self.tools.wall.fills_square => Footing::Square,
            None => Footing::Edge,
        }
    }

    pub(super) fn barrier_edit(&self, place: Place) -> Result<Option<Edit>, String> {
        if !self.free_for_barrier(place) {
            return Err("Somebody stands there.".to_owned());
        }
        let (id, own) = match &self.tools.kind {
            Some(kind) => (kind.clone(), None),
            None => self
                .tools
                .wall
                .find(&self.content, self.scene())
                .ok_or_else(|| "There is no such material.".to_owned())?,
        };
        if self.scene().barrier_at(place) == Some(id.as_str()) {
            return Ok(None);
        }
        let barrier = Edit::Barrier { place, kind: Some(id.clone()), wear: Wear::default() };
        Ok(Some(match own {
            Some(kind) => Edit::Together(vec![Edit::Kind { id, kind: Some(Box::new(kind)) }, barrier]),
            None => barrier,
        }))
    }

    pub(super) fn ground_edit(&self, middle: Cell) -> Result<Option<Edit>, String> {
        let half = i32::from(self.tools.breadth / 2);
        let mut edits: Vec<Edit> = Vec::new();
        for y in -half..=half {
            for x in -half..=half {
                let cell = Cell::new(middle.x + x, middle.y + y);
                let known = self.scene().skirmish.map.terrain_at(cell).filter(|_| cell.x >= 0 && cell.y >= 0);
                let Some(known) = known else { continue };
                let soil = match self.tools.soil.base.as_str() {
                    "" => Soil { base: known.to_owned(), ..self.tools.soil.clone() },
                    _ => self.tools.soil.clone(),
                };
                let (id, own) = soil
                    .find(&self.content, self.scene())
                    .ok_or_else(|| "There is no such ground.".to_owned())?;
                let ground = own.as_ref().or_else(|| self.content.terrains.get(&id));
                let barred = ground.is_some_and(|ground| ground.impassable);
                if known == id || barred && self.scene().unit_at(cell).is_some() {
                    continue;
                }
                let new = |edit: &Edit| matches!(edit, Edit::Ground { id: known, .. } if *known == id);
                if let Some(ground) = own.filter(|_| !edits.iter().any(new)) {
                    edits.push(Edit::Ground { id: id.clone(), ground: Some(Box::new(ground)) });
                }
                edits.push(Edit::Terrain { cell, terrain: id });
            }
        }
        Ok((!edits.is_empty()).then_some(Edit::Together(edits)))
    }

    /// A barrier first, then the ground becomes what most of the map is.
    pub(super) fn erasing(&self, at: &At, place: Place) -> Result<Option<Edit>, String> {
        if self.scene().barrier_at(place).is_some() {
            return Ok(Some(Edit::Barrier { place, kind: None, wear: Wear::default() }));
        }
        let map = &self.scene().skirmish.map;
        let mut counts = vec![0usize; map.palette.len()];
        map.terrain.iter().for_each(|&number| counts[usize::from(number)] += 1);
        let usual = (0..counts.len()).max_by_key(|&number| counts[number]).unwrap_or(0);
        let terrain = map.palette[usual].clone();
        let differs = map.terrain_at(at.cell).is_some_and(|known| known != terrain);
        Ok(differs.then_some(Edit::Terrain { cell: at.cell, terrain }))
    }

    pub(super) fn add_unit(&mut self, at: &At, session: &mut Session, now: f64) {
        if !self.free_for_units(at.view, at.cell, None) {
            session.notice = Some(("Nobody can stand there.".to_owned(), now));
            return;
        }
        let skirmish = &self.scene().skirmish;
        let number = skirmish.units.len();
        let sort = self.content.archetypes.get(&self.tools.archetype);
        let base = sort.map_or("Somebody", |sort| sort.name.as_str());
        let free = |name: &String| skirmish.units.iter().all(|unit| &unit.name != name);
        let Some(name) = (1..=skirmish.units.len() + 1).map(|n| format!("{base} {n}")).find(free) else {
            return;
        };
        let unit = SkirmishUnit {
            name,
            archetype: self.tools.archetype.clone(),
            side: self.tools.side.min(skirmish.sides.len() as u8 - 1),
            cell: at.cell,
            concealed: false,
            in_cover: false,
            lurking: false,
            veteran: None,
            tie: None,
        };
        let edit = Edit::AddUnit { at: number, unit, pose: Pose::default(), tuning: Tuning::new() };
        self.change(edit, session, now);
        self.tools.chosen = Some(Chosen::Unit(number));
    }

    /// The first click chooses who attacks, the next ones at what; with Shift it is the attacker again. Whether what is
    /// aimed at was chosen.
    pub(super) fn aim_at(&mut self, at: &At, shift: bool, session: &mut Session, now: f64) -> bool {
        let unit = at.unit();
        if self.tools.attacker_next || shift || self.aim().is_none() {
            let Some(attacker) = unit else {
                session.notice = Some(("Click on whoever attacks first.".to_owned(), now));
                return false;
            };
            // Of another attacker nobody knows whether it can attack the ground.
            let stays = |at: &AimAt| match at {
                AimAt::Unit(target) => *target != attacker,
                AimAt::Barrier(_) => true,
                AimAt::Square(_) => false,
            };
            let before = self.aim().map(|aim| aim.at).filter(stays);
            let foe = || {
                let units = &self.scene().skirmish.units;
                let (side, from) = (units[attacker].side, units[attacker].cell);
                let foes = units.iter().enumerate().filter(|(_, unit)| unit.side != side);
                foes.min_by_key(|(number, unit)| (from.rings(unit.cell), *number)).map(|(number, _)| number)
            };
            let Some(at) = before.or_else(|| foe().map(AimAt::Unit)) else {
                session.notice = Some(("There is nobody to attack.".to_owned(), now));
                return false;
            };
            let aim = Aim { attacker, at, weapon: 0, mode: None, manner: None };
            self.tools.attacker_next = false;
            self.tools.chosen = Some(Chosen::Unit(attacker));
            self.change(Edit::Aim(Some(aim)), session, now);
            return false;
        }
        self.aim_on(at, session, now);
        true
    }

    /// Aims at what is under the pointer, as a part of a stroke.
    pub(super) fn aim_on(&mut self, at: &At, session: &mut Session, now: f64) {
        let Some(mut aim) = self.aim().cloned() else { return };
        let before = aim.at;
        aim.at = match (at.unit(), at.barrier()) {
            (Some(unit), _) if unit == aim.attacker => return,
            (Some(unit), _) => AimAt::Unit(unit),
            (None, Some(place)) => AimAt::Barrier(place),
            (None, None) => AimAt::Square(at.cell),
        };
        if aim.at != before {
            self.draw(Edit::Aim(Some(aim)), session, now);
        }
    }

    /// Takes away what is selected.
    pub(super) fn remove_chosen(&mut self, session: &mut Session, now: f64) {
        let edit = match self.tools.chosen {
            Some(Chosen::Unit(at)) => Edit::RemoveUnit { at },
            Some(Chosen::Barrier(place)) => Edit::Barrier { place, kind: None, wear: Wear::default() },
            Some(Chosen::Square(_)) | None => return,
        };
        self.tools.chosen = None;
        self.change(edit, session, now);
    }

    /// Turns the selected barrier to the next free side of its square; without one, the barrier in hand.
    pub(super) fn turn(&mut self, session: &mut Session, now: f64) {
        let next = |side: Side| Side::ALL[(side as usize + 1) % Side::ALL.len()];
        if self.tools.tool == Tool::Barrier {
            self.tools.facing = match self.tools.facing {
                None => Some(Side::North),
                Some(Side::West) => None,
                Some(side) => Some(next(side)),
            };
            return;
        }
        let Some(Chosen::Barrier(from)) = self.tools.chosen else {
            session.notice = Some((
                "Only a barrier on an edge can be turned: no rule asks where a unit looks.".to_owned(),
                now,
            ));
            return;
        };
        let (Place::Edge(edge), Some(kind)) = (from, self.scene().barrier_at(from).map(str::to_owned)) else {
            session.notice = Some(("What fills a square looks the same from every side.".to_owned(), now));
            return;
        };
        // An edge is the north or west side of its square: the turn goes on around that square.
        let turned = self.tools.turned.filter(|(place, ..)| *place == from);
        let (_, pivot, mut side) = turned.unwrap_or((from, edge.cell(), edge.side()));
        let wear = self.scene().worn.get(&from).copied().unwrap_or_default();
        for _ in 0..3 {
            side = next(side);
            let to = Place::Edge(Edge::new(pivot, side));
            if self.scene().barrier_at(to).is_none() {
                let edits = vec![
                    Edit::Barrier { place: from, kind: None, wear: Wear::default() },
                    Edit::Barrier { place: to, kind: Some(kind), wear },
                ];
                self.change(Edit::Together(edits), session, now);
                self.tools.chosen = Some(Chosen::Barrier(to));
                self.tools.turned = Some((to, pivot, side));
                return;
            }
        }
        session.notice = Some(("Every side of this square has a barrier.".to_owned(), now));
    }
}
