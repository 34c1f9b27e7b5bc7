//! Tools: what a press, a drag and a release on the board do to the scene.

use bevy::prelude::*;
use bevy_egui::egui::Vec2;

use super::Lab;
use crate::battle::{BattleView, UnitId};
use crate::content::{Aim, AimAt, Footing, Pose, SkirmishUnit, Tuning, Wear};
use crate::desktop::board::{Lens, Pointer};
use crate::desktop::input::{Command, Keys};
use crate::desktop::session::{Hover, Session};
use crate::field::{Cell, Edge, Place, Side};
use crate::lab::{Edit, Soil, Wall};

/// How near to an edge the pointer means the edge, in squares.
const NEAR: f32 = 0.3;

/// What the pointer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Tool {
    /// Selects and drags.
    #[default]
    Select,
    /// Places units.
    Unit,
    /// Places barriers.
    Barrier,
    /// Paints ground.
    Ground,
    /// Takes away.
    Erase,
    /// Chooses who attacks what.
    Aim,
}

impl Tool {
    /// All tools with their names, in the order of their keys.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Select, "Select and drag"),
        (Self::Unit, "Unit"),
        (Self::Barrier, "Barrier"),
        (Self::Ground, "Ground"),
        (Self::Erase, "Erase"),
        (Self::Aim, "Aim"),
    ];
}

/// What is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// A unit, by its place in the list.
    Unit(usize),
    /// A barrier.
    Barrier(Place),
    /// A square.
    Square(Cell),
}

/// What is in hand.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// What the pointer does.
    pub tool: Tool,
    /// What is selected.
    pub chosen: Option<Chosen>,
    /// Sort and side of the next unit.
    pub archetype: String,
    /// Its side.
    pub side: u8,
    /// Sort of the next barrier; nothing for one by its properties.
    pub kind: Option<String>,
    /// Its properties, if no sort is chosen.
    pub wall: Wall,
    /// The side of the square where it goes; nothing for the nearest one.
    pub facing: Option<Side>,
    /// The next ground.
    pub soil: Soil,
    /// Squares painted at once: 1, 3 or 5 each way.
    pub breadth: u8,
    /// The next click of the aim chooses the attacker.
    pub attacker_next: bool,
    /// What is dragged.
    drag: Option<Drag>,
    /// The barrier that was turned last, the square it is turned around, and the side of it where it is.
    turned: Option<(Place, Cell, Side)>,
}

impl Default for Tools {
    fn default() -> Self {
        Self {
            tool: Tool::Select,
            chosen: None,
            archetype: "officer".to_owned(),
            side: 0,
            kind: Some("brick_wall".to_owned()),
            wall: Wall::default(),
            facing: None,
            soil: Soil::of("rubble"),
            breadth: 1,
            attacker_next: true,
            drag: None,
            turned: None,
        }
    }
}

/// What the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drag {
    Unit(usize),
    Barrier(Place),
    /// A stroke of barriers, ground or erasing; the last square or edge that was worked on.
    Stroke(Option<Place>),
}

/// The pointer on the map, and what is under it.
struct At<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    map: Vec2,
    cell: Cell,
    hover: Hover,
}

/// Obeys pointer and keys of the tools.
#[expect(clippy::too_many_arguments, reason = "pointer, keys and what they act on")]
pub(super) fn obey(
    mut lab: ResMut<Lab>,
    mut session: ResMut<Session>,
    keys: Keys,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<Pointer>,
    lens: Res<Lens>,
    view: BattleView,
    time: Res<Time<Real>>,
) {
    if session.paused {
        lab.tools.drag = None;
        return;
    }
    let now = time.elapsed_secs_f64();
    press_keys(&keys, &mut lab, &mut session, now);
    let confirmed = keys.just(Command::Confirm);
    let pressed = buttons.just_pressed(MouseButton::Left);
    if let Some(at) = under(&pointer, &lens, &view, &session, confirmed) {
        let lab = lab.as_mut();
        if pressed || confirmed {
            press(lab, &mut session, &at, keys.shift(), now);
        } else if buttons.pressed(MouseButton::Left) && lab.tools.drag.is_some() {
            drag(lab, &mut session, &at, now);
        }
        if confirmed {
            lab.let_go();
        }
    }
    if buttons.just_released(MouseButton::Left) && lab.tools.drag.is_some() {
        lab.let_go();
    }
    show_selection(&lab, &mut session);
}

fn press_keys(keys: &Keys, lab: &mut Lab, session: &mut Session, now: f64) {
    if let Some((tool, _)) = keys.action().and_then(|number| Tool::ALL.get(number)) {
        lab.tools.tool = *tool;
    }
    if keys.just(Command::Remove) {
        lab.remove_chosen(session, now);
    }
    if keys.just(Command::Turn) {
        lab.turn(session, now);
    }
    let backwards = keys.just(Command::PreviousUnit);
    if keys.just(Command::NextUnit) || backwards {
        let count = lab.scene().skirmish.units.len();
        let now_at = match lab.tools.chosen {
            Some(Chosen::Unit(at)) => Some(at),
            _ => None,
        };
        let next = match (now_at, backwards) {
            (None, _) => 0,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        };
        lab.tools.chosen = Some(Chosen::Unit(next));
        session.look_at = lab.scene().skirmish.units.get(next).map(|unit| unit.cell);
    }
}

/// What the pointer is on; for a key, what the cursor is on.
fn under<'a, 'w, 's>(
    pointer: &Pointer,
    lens: &Lens,
    view: &'a BattleView<'w, 's>,
    session: &Session,
    by_key: bool,
) -> Option<At<'a, 'w, 's>> {
    let hover = session.hover?;
    let map = match pointer.on_board {
        Some(at) if !(by_key && session.cursor.is_some()) => lens.to_map(at),
        _ if by_key => Vec2::new(hover.cell.x as f32 + 0.5, hover.cell.y as f32 + 0.5),
        _ => return None,
    };
    Some(At { view, map, cell: hover.cell, hover })
}

impl At<'_, '_, '_> {
    /// The unit, by its place in the list.
    fn unit(&self) -> Option<usize> {
        self.hover.unit.map(|id| id.0 as usize - 1)
    }

    /// The barrier, whole or not.
    fn barrier(&self) -> Option<Place> {
        self.hover.barrier.and_then(|id| self.view.field().barrier(id)).map(|(_, place)| place)
    }

    /// Where a barrier of this footing goes.
    fn place(&self, footing: Footing, facing: Option<Side>) -> Place {
        let within = self.map - Vec2::new(self.cell.x as f32, self.cell.y as f32);
        let sides = [
            (within.y, Side::North),
            (1.0 - within.x, Side::East),
            (1.0 - within.y, Side::South),
            (within.x, Side::West),
        ];
        let nearest = sides.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
        let (distance, side) = nearest.unwrap_or((1.0, Side::North));
        match (footing, facing) {
            (Footing::Square, _) => Place::Square(self.cell),
            (Footing::Both, None) if distance > NEAR => Place::Square(self.cell),
            (_, facing) => Place::Edge(Edge::new(self.cell, facing.unwrap_or(side))),
        }
    }
}

fn press(lab: &mut Lab, session: &mut Session, at: &At, shift: bool, now: f64) {
    let tool = lab.tools.tool;
    match tool {
        Tool::Select => {
            lab.tools.chosen = Some(match (at.unit(), at.barrier()) {
                (Some(unit), _) => Chosen::Unit(unit),
                (None, Some(place)) => Chosen::Barrier(place),
                (None, None) => Chosen::Square(at.cell),
            });
            lab.tools.drag = match lab.tools.chosen {
                Some(Chosen::Unit(unit)) => Some(Drag::Unit(unit)),
                Some(Chosen::Barrier(place)) => Some(Drag::Barrier(place)),
                _ => None,
            };
        }
        Tool::Unit => match at.unit() {
            Some(unit) => {
                lab.tools.chosen = Some(Chosen::Unit(unit));
                lab.tools.drag = Some(Drag::Unit(unit));
            }
            None => lab.add_unit(at, session, now),
        },
        Tool::Barrier | Tool::Ground | Tool::Erase => {
            if let (Tool::Erase, Some(unit)) = (tool, at.unit()) {
                lab.tools.chosen = None;
                lab.change(Edit::RemoveUnit { at: unit }, session, now);
                return;
            }
            lab.tools.drag = Some(Drag::Stroke(None));
            drag(lab, session, at, now);
        }
        Tool::Aim => lab.aim_at(at, shift, session, now),
    }
}

fn drag(lab: &mut Lab, session: &mut Session, at: &At, now: f64) {
    let Some(held) = lab.tools.drag else { return };
    match held {
        Drag::Unit(unit) => {
            let from = lab.scene().skirmish.units.get(unit).map(|unit| unit.cell);
            if from != Some(at.cell) && lab.free_for_units(at.view, at.cell, Some(unit)) {
                lab.draw(Edit::Move { at: unit, to: at.cell }, session, now);
            }
        }
        Drag::Barrier(from) => {
            let Some(kind) = lab.scene().barrier_at(from).map(str::to_owned) else { return };
            let footing = lab.footing(&kind);
            let to = match from {
                Place::Square(_) if footing != Footing::Edge => Place::Square(at.cell),
                _ => at.place(Footing::Edge, None),
            };
            let taken = lab.scene().barrier_at(to).is_some() || !lab.free_for_barrier(to);
            if to == from || taken {
                return;
            }
            let wear = lab.scene().worn.get(&from).copied().unwrap_or_default();
            let edits = vec![
                Edit::Barrier { place: from, kind: None, wear: Wear::default() },
                Edit::Barrier { place: to, kind: Some(kind), wear },
            ];
            if lab.draw(Edit::Together(edits), session, now) {
                lab.tools.drag = Some(Drag::Barrier(to));
                lab.tools.chosen = Some(Chosen::Barrier(to));
            }
        }
        Drag::Stroke(last) => {
            let place = match lab.tools.tool {
                Tool::Barrier => at.place(lab.next_footing(), lab.tools.facing),
                Tool::Erase => at.barrier().unwrap_or(Place::Square(at.cell)),
                _ => Place::Square(at.cell),
            };
            if last == Some(place) {
                return;
            }
            lab.tools.drag = Some(Drag::Stroke(Some(place)));
            let edit = match lab.tools.tool {
                Tool::Barrier => lab.barrier_edit(place),
                Tool::Erase => lab.erasing(at, place),
                _ => lab.ground_edit(at.cell),
            };
            match edit {
                Ok(Some(edit)) => {
                    lab.draw(edit, session, now);
                }
                Ok(None) => {}
                Err(problem) => session.notice = Some((problem, now)),
            }
        }
    }
}

impl Lab {
    /// A part of a stroke; what is wrong with it is shown.
    pub(super) fn draw(&mut self, edit: Edit, session: &mut Session, now: f64) -> bool {
        let done = self.bench.draw(edit);
        if let Err(error) = &done {
            session.notice = Some((super::sentence(&error.to_string()), now));
        }
        done.is_ok()
    }

    fn let_go(&mut self) {
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
    fn free_for_units(&self, view: &BattleView, cell: Cell, but: Option<usize>) -> bool {
        let grid = view.field().grid();
        let other = self.scene().unit_at(cell);
        grid.contains(cell) && grid.can_enter(cell) && other.is_none_or(|other| Some(other) == but)
    }

    /// Whether nobody stands where a barrier would fill the square.
    fn free_for_barrier(&self, place: Place) -> bool {
        match place {
            Place::Square(cell) => self.scene().unit_at(cell).is_none(),
            Place::Edge(_) => true,
        }
    }

    fn footing(&self, kind: &str) -> Footing {
        let kind = self.scene().kinds.get(kind).or_else(|| self.content.barrier_kinds.get(kind));
        kind.map_or(Footing::Both, |kind| kind.footing)
    }

    /// Where the barrier in hand may stand.
    fn next_footing(&self) -> Footing {
        match &self.tools.kind {
            Some(kind) => self.footing(kind),
            None if self.tools.wall.fills_square => Footing::Square,
            None => Footing::Edge,
        }
    }

    fn barrier_edit(&self, place: Place) -> Result<Option<Edit>, String> {
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

    fn ground_edit(&self, middle: Cell) -> Result<Option<Edit>, String> {
        let (id, own) = self
            .tools
            .soil
            .find(&self.content, self.scene())
            .ok_or_else(|| "There is no such ground.".to_owned())?;
        let impassable = self.content.terrains.get(&id).is_some_and(|ground| ground.impassable);
        let half = i32::from(self.tools.breadth / 2);
        let mut edits: Vec<Edit> = Vec::new();
        for y in -half..=half {
            for x in -half..=half {
                let cell = Cell::new(middle.x + x, middle.y + y);
                let known = self.scene().skirmish.map.terrain_at(cell);
                let inside = cell.x >= 0 && cell.y >= 0;
                let barred = impassable && self.scene().unit_at(cell).is_some();
                if inside && known.is_some_and(|known| known != id) && !barred {
                    edits.push(Edit::Terrain { cell, terrain: id.clone() });
                }
            }
        }
        if edits.is_empty() {
            return Ok(None);
        }
        if let Some(ground) = own {
            edits.insert(0, Edit::Ground { id, ground: Some(Box::new(ground)) });
        }
        Ok(Some(Edit::Together(edits)))
    }

    /// A barrier first, then the ground becomes what most of the map is.
    fn erasing(&self, at: &At, place: Place) -> Result<Option<Edit>, String> {
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

    fn add_unit(&mut self, at: &At, session: &mut Session, now: f64) {
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

    /// The first click chooses who attacks, the next ones at what; with Shift it is the attacker again.
    fn aim_at(&mut self, at: &At, shift: bool, session: &mut Session, now: f64) {
        let unit = at.unit();
        if self.tools.attacker_next || shift || self.aim().is_none() {
            let Some(attacker) = unit else {
                session.notice = Some(("Click on whoever attacks first.".to_owned(), now));
                return;
            };
            let before = self.aim().map(|aim| aim.at).filter(|at| *at != AimAt::Unit(attacker));
            let foe = || {
                let units = &self.scene().skirmish.units;
                let (side, from) = (units[attacker].side, units[attacker].cell);
                let foes = units.iter().enumerate().filter(|(_, unit)| unit.side != side);
                foes.min_by_key(|(number, unit)| (from.rings(unit.cell), *number)).map(|(number, _)| number)
            };
            let Some(at) = before.or_else(|| foe().map(AimAt::Unit)) else {
                session.notice = Some(("There is nobody to attack.".to_owned(), now));
                return;
            };
            let aim = Aim { attacker, at, weapon: 0, mode: None, manner: None };
            self.tools.attacker_next = false;
            self.tools.chosen = Some(Chosen::Unit(attacker));
            self.change(Edit::Aim(Some(aim)), session, now);
            return;
        }
        let Some(mut aim) = self.aim().cloned() else { return };
        aim.at = match (unit, at.barrier()) {
            (Some(unit), _) if unit == aim.attacker => return,
            (Some(unit), _) => AimAt::Unit(unit),
            (None, Some(place)) => AimAt::Barrier(place),
            (None, None) => AimAt::Square(at.cell),
        };
        self.change(Edit::Aim(Some(aim)), session, now);
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
            session.notice =
                Some(("Only a barrier on an edge can be turned: units face nowhere.".to_owned(), now));
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

/// The board marks whoever is selected.
fn show_selection(lab: &Lab, session: &mut Session) {
    let selected = match lab.tools.chosen {
        Some(Chosen::Unit(at)) => Some(UnitId(at as u32 + 1)),
        _ => None,
    };
    if session.selected != selected {
        session.selected = selected;
    }
}
