//! Lays out a scene without a map on plain ground, with its units at their stated distances.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::LayoutError;
use super::actions::{DEFAULT_SHOT_METRES, MAX_METRES, SceneContents};
use super::barriers::SceneBarriers;
use super::battlefield::{BattlefieldHead, assemble_skirmish};
use super::links;
use super::map_drawing::MAX_MAP_SIDE;
use super::placed_units::{to_skirmish_unit, unit_archetype, unit_side};
use super::raw::{RawBarrier, RawScene};
use super::raw_action::RawAction;
use super::read::to_cell;
use super::rule_scene::{ResolvedAction, SceneAction, SceneLookup};
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::{BarrierKind, BarrierPlacement, BarrierStyle, Terrain, Tile};
use crate::definitions::validate::HARDENED;
use crate::files::source::SourceFile;
use crate::lab::{BarrierWear, LabAction, LabScene, LabTarget};
use crate::library::Content;
use crate::skirmishes::skirmish::{MapBarrier, Skirmish, SkirmishMap, SkirmishUnit};
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::{Book, GroundConditions};

/// Free squares around the units.
const MARGIN: i32 = 4;
/// Smallest width and height.
const SMALLEST: (i32, i32) = (24, 16);
/// Preferred ground, archetype and names of the units of a scene that has none.
const USUAL_GROUND: [&str; 2] = ["concrete", "asphalt"];
const USUAL_ARCHETYPE: &str = "officer";
const USUAL_UNITS: [(&str, i32); 2] = [("Ada", 6), ("Bren", 17)];

/// A scene on plain ground, and the content that only it has.
pub(super) struct PlainScene {
    pub skirmish: Skirmish,
    pub kinds: BTreeMap<String, BarrierKind>,
    pub grounds: BTreeMap<String, Terrain>,
    pub damaged: BTreeMap<ObstaclePosition, BarrierWear>,
}

/// Lays out a scene.
///
/// # Errors
/// Its units are too far from each other.
pub(super) fn lay_out<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    (raw, head): (&RawScene<B>, &BattlefieldHead<'_>),
    (contents, actions): (&SceneContents, &[SceneAction]),
) -> Result<PlainScene, LayoutError> {
    let cells = place_units(entry.source, raw, (contents, actions));
    let targets = target_cells(raw, contents, actions, &cells);
    let stated = raw.barriers.iter().filter_map(barrier_place).map(|place| match place {
        ObstaclePosition::Square(cell) => cell,
        ObstaclePosition::Edge(edge) => edge.cell(),
    });
    let all: Vec<Cell> = cells.iter().copied().chain(stated).collect();
    let low = |of: fn(&Cell) -> i32| MARGIN - all.iter().map(of).min().unwrap_or(0);
    let shift = (low(|cell| cell.x), low(|cell| cell.y));
    let high = |of: fn(&Cell) -> i32, shift| all.iter().map(of).max().unwrap_or(0) + shift + 1 + MARGIN;
    let size = (high(|cell| cell.x, shift.0).max(SMALLEST.0), high(|cell| cell.y, shift.1).max(SMALLEST.1));
    if size.0.max(size.1) > MAX_MAP_SIDE as i32 {
        return Err(LayoutError { scene: raw.name.clone() });
    }
    let moved = |cell: Cell| Cell::new(cell.x + shift.0, cell.y + shift.1);
    let cells: Vec<Cell> = cells.into_iter().map(moved).collect();
    let mut plain = PlainMap::new(content, &raw.ground);
    for (number, unit) in raw.units.iter().enumerate() {
        plain.add_ground(
            cells[number],
            (&unit.name, unit.ground.unwrap_or_default(), unit.indoors == Some(true)),
        );
    }
    let before = targets.first().map(|target| moved(*target));
    let taken: BTreeSet<Cell> = cells.iter().copied().collect();
    let last = raw.barriers.len();
    for (number, (barrier, (damage, whole, _))) in
        raw.barriers.iter().zip(contents.barriers.states()).enumerate()
    {
        let kind = plain.add_kind(content, number, barrier, &contents.barriers);
        let place = match barrier_place(barrier) {
            Some(place) => Some(shifted(place, shift)),
            None => {
                let on_square = plain.kinds.get(&kind).or_else(|| content.barrier_kinds.get(&kind));
                let on_square = on_square.is_some_and(|kind| kind.footing == BarrierPlacement::Square);
                plain.free_place(on_square, before, (last - 1 - number, &taken))
            }
        };
        if let Some(place) = place {
            plain.add_barrier(kind, place, (damage, whole));
        }
    }
    let units = if raw.units.is_empty() {
        usual_units(content)
    } else {
        resolve_units(entry, content, (raw, head), &cells)
    };
    let map = plain.map(size);
    let skirmish = assemble_skirmish(entry, raw, head, (map, units));
    let PlainMap { kinds, grounds, damaged, .. } = plain;
    let skirmish = skirmish.ok_or_else(|| LayoutError { scene: raw.name.clone() })?;
    Ok(PlainScene { skirmish, kinds, grounds, damaged })
}

/// The attack that the first attack of the actions makes, as the Lab aims it.
pub(super) fn aim_of(scene: &LabScene, content: &Content, actions: &[SceneAction]) -> Option<LabAction> {
    let skirmish = &scene.skirmish;
    let index = |name: &str| skirmish.units.iter().position(|unit| unit.name == name);
    let (attacker, at, weapon, mode, option) = actions.iter().find_map(|action| {
        let action = if let RawAction::Card(inner) = &action.raw { inner } else { &action.raw };
        match action {
            RawAction::Attack { attacker, target, weapon, mode, option, .. } => {
                Some((index(attacker)?, LabTarget::Unit(index(target)?), weapon, *mode, option.clone()))
            }
            RawAction::Strike { attacker, barrier, weapon, mode, .. } => {
                let named = |id: &str| {
                    let kind = scene.kinds.get(id).or_else(|| content.barrier_kinds.get(id));
                    kind.is_some_and(|kind| kind.name == *barrier)
                };
                let struck = skirmish.map.barriers.iter().find(|barrier| named(&barrier.kind))?;
                Some((index(attacker)?, LabTarget::Barrier(struck.place), weapon, *mode, None))
            }
            _ => None,
        }
    })?;
    let weapons = scene.weapons_of(content, skirmish.rules.book(), attacker);
    let weapon = weapon.as_ref().and_then(|id| weapons.iter().position(|known| known == id)).unwrap_or(0);
    Some(LabAction { attacker, at, weapon, mode, option })
}

/// Squares of all units: stated ones, then attackers and targets at their distance, then the others by side.
fn place_units<B: BookKind>(
    source: &SourceFile,
    raw: &RawScene<B>,
    (contents, actions): (&SceneContents, &[SceneAction]),
) -> Vec<Cell> {
    let mut taken = BTreeSet::new();
    let mut stated = |cell: Cell| taken.insert(cell).then_some(cell);
    let mut cells: Vec<Option<Cell>> =
        raw.units.iter().map(|unit| unit.cell.map(to_cell).and_then(&mut stated)).collect();
    let index = |name: &str| raw.units.iter().position(|unit| unit.name == name);
    for (number, action) in actions.iter().enumerate() {
        let action_raw = if let RawAction::Card(inner) = &action.raw { inner } else { &action.raw };
        let RawAction::Attack { attacker, target, metres, .. } = action_raw else { continue };
        let (Some(one), Some(other)) = (index(attacker), index(target)) else { continue };
        let of_first = (number == 0).then(|| attack_distance(source, contents, action)).flatten();
        let distance = metres.or(of_first).unwrap_or(DEFAULT_SHOT_METRES);
        let distance = distance.min(MAX_METRES) as i32;
        let from = cells[one].or_else(|| cells[other].map(|cell| Cell::new(cell.x - distance, cell.y)));
        let from = from.unwrap_or_else(|| free_cell(&cells, Cell::new(0, 0)));
        cells[one] = cells[one].or_else(|| Some(free_cell(&cells, from)));
        let to = Cell::new(from.x + distance, from.y);
        cells[other] = cells[other].or_else(|| Some(free_cell(&cells, to)));
    }
    for (number, unit) in contents.units.units.iter().enumerate() {
        if cells[number].is_none() {
            let column = if unit.side == 0 { 0 } else { DEFAULT_SHOT_METRES as i32 };
            cells[number] = Some(free_cell(&cells, Cell::new(column, 0)));
        }
    }
    cells.into_iter().flatten().collect()
}

/// The first free square from one on southwards.
fn free_cell(cells: &[Option<Cell>], from: Cell) -> Cell {
    let mut rows = (from.y..).map(|row| Cell::new(from.x, row));
    rows.find(|cell| !cells.contains(&Some(*cell))).expect("invariant: rows do not end")
}

/// Distance of an attack in squares, as the rules take it.
fn attack_distance(source: &SourceFile, contents: &SceneContents, action: &SceneAction) -> Option<u32> {
    match contents.clone().validate_action(source, action).0? {
        ResolvedAction::Attack(request) | ResolvedAction::Lookup(SceneLookup::Attack(request)) => {
            Some(request.sight.chebyshev_distance)
        }
        _ => None,
    }
}

/// Squares before which barriers without a place stand: targets of attacks, or squares before those who strike.
fn target_cells<B: BookKind>(
    raw: &RawScene<B>,
    contents: &SceneContents,
    actions: &[SceneAction],
    cells: &[Cell],
) -> Vec<Cell> {
    let find = |name: &str| {
        raw.units.iter().position(|unit| unit.name == name).and_then(|at| cells.get(at).copied())
    };
    let named = actions.iter().filter_map(|action| match &action.raw {
        RawAction::Attack { target, .. } => find(target),
        RawAction::Strike { attacker, .. } => {
            let at = find(attacker)?;
            Some(Cell::new(at.x + i32::try_from(contents.barriers.list.len()).unwrap_or(1), at.y))
        }
        _ => None,
    });
    named.chain(cells.last().copied()).collect()
}

fn barrier_place(barrier: &RawBarrier) -> Option<ObstaclePosition> {
    let cell = |x: u16, y: u16| to_cell((x.into(), y.into()));
    match (barrier.square, barrier.edge) {
        (Some((x, y)), _) => Some(ObstaclePosition::Square(cell(x, y))),
        (None, Some((x, y, side))) => Some(ObstaclePosition::Edge(Edge::new(cell(x, y), side.into()))),
        (None, None) => None,
    }
}

fn shifted(place: ObstaclePosition, (x, y): (i32, i32)) -> ObstaclePosition {
    let moved = |cell: Cell| Cell::new(cell.x + x, cell.y + y);
    match place {
        ObstaclePosition::Square(cell) => ObstaclePosition::Square(moved(cell)),
        ObstaclePosition::Edge(edge) => ObstaclePosition::Edge(Edge::new(moved(edge.cell()), edge.side())),
    }
}

fn resolve_units<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    (raw, head): (&RawScene<B>, &BattlefieldHead<'_>),
    cells: &[Cell],
) -> Vec<SkirmishUnit> {
    let mut units = Vec::new();
    for (index, (unit, cell)) in raw.units.iter().zip(cells).enumerate() {
        let number = index.to_string();
        let archetype = unit_archetype(entry, content, (&number, unit));
        let side = unit_side(entry, head.sides, (index, unit));
        let link = links::resolve_link(entry, content, &raw.units, (index, unit));
        if let (Some(archetype), Some(side)) = (archetype, side) {
            units.push(to_skirmish_unit(unit, archetype, side, (*cell, link)));
        }
    }
    units
}

/// A unit on either side.
fn usual_units(content: &Content) -> Vec<SkirmishUnit> {
    let known = |id: &str| content.archetypes.contains_key(id).then(|| id.to_owned());
    let archetype = known(USUAL_ARCHETYPE).or_else(|| content.archetypes.keys().next().cloned());
    let archetype = archetype.unwrap_or_default();
    let unit = |(side, (name, x)): (usize, (&str, i32))| {
        let cell = Cell::new(x, SMALLEST.1 / 2);
        SkirmishUnit::new(name.to_owned(), archetype.clone(), side as u8, cell)
    };
    USUAL_UNITS.into_iter().enumerate().map(unit).collect()
}

/// Plain ground with what stands on it.
struct PlainMap {
    palette: Vec<String>,
    terrain: BTreeMap<Cell, u16>,
    barriers: BTreeMap<ObstaclePosition, String>,
    kinds: BTreeMap<String, BarrierKind>,
    grounds: BTreeMap<String, Terrain>,
    damaged: BTreeMap<ObstaclePosition, BarrierWear>,
}

impl PlainMap {
    fn new(content: &Content, ground: &str) -> Self {
        let known = |id: &&str| content.terrains.contains_key(*id);
        let ground = [ground].into_iter().chain(USUAL_GROUND).find(known).map(str::to_owned);
        let ground = ground.or_else(|| content.terrains.keys().next().cloned());
        Self {
            palette: ground.into_iter().collect(),
            terrain: BTreeMap::new(),
            barriers: BTreeMap::new(),
            kinds: BTreeMap::new(),
            grounds: BTreeMap::new(),
            damaged: BTreeMap::new(),
        }
    }

    /// Lays the stated ground under a unit.
    fn add_ground(&mut self, at: Cell, (name, stated, indoors): (&str, GroundConditions, bool)) {
        if stated == GroundConditions::default() && !indoors {
            return;
        }
        let id = format!("ground_{}", self.grounds.len() + 1);
        let terrain = Terrain {
            name: format!("ground of {name}"),
            extra_half_metres: 0,
            height_cm: i16::try_from(stated.height_cm).unwrap_or(0),
            impassable: false,
            ladder: false,
            difficulty: stated.difficulty,
            light: stated.light,
            obscured: stated.obscured,
            hazard: stated.hazard,
            airless: stated.airless,
            indoors,
            energy: false,
            burns: false,
            glow: None,
            strike: Default::default(),
            tile: Tile::Concrete,
        };
        self.terrain.insert(at, u16::try_from(self.palette.len()).unwrap_or(0));
        self.palette.push(id.clone());
        self.grounds.insert(id, terrain);
    }

    /// Returns the kind of a listed barrier: one of the content, or one with its ratings.
    fn add_kind(
        &mut self,
        content: &Content,
        number: usize,
        raw: &RawBarrier,
        barriers: &SceneBarriers,
    ) -> String {
        let base = raw.kind.as_ref().and_then(|id| content.barrier_kinds.get(id));
        let (line, obstacle) = (&barriers.list[number], &barriers.obstacles[number]);
        let mut materials = content.materials.iter();
        let material = materials
            .find(|(_, row)| (row.structure, row.armor) == (line.structure, line.armor))
            .map(|(id, _)| id.clone());
        let plain = || BarrierKind {
            name: String::new(),
            material: raw.material.clone().or(material).unwrap_or_else(|| HARDENED.to_owned()),
            structure: 0,
            armor: 0,
            height_cm: 0,
            thickness_cm: 0,
            transparent: false,
            blocks_move: true,
            width_pct: 0,
            style: BarrierStyle::Concrete,
            openable: false,
            sharp: false,
            hides: None,
            glow: None,
            footing: BarrierPlacement::Both,
        };
        let kind = BarrierKind {
            name: line.name.clone(),
            structure: line.structure,
            armor: line.armor,
            height_cm: obstacle.height_cm,
            thickness_cm: line.thickness_cm,
            transparent: line.transparent,
            width_pct: obstacle.width_pct,
            ..base.cloned().unwrap_or_else(plain)
        };
        if let (Some(id), true) = (&raw.kind, Some(&kind) == base) {
            return id.clone();
        }
        let id = format!("barrier_{}", number + 1);
        self.kinds.insert(id.clone(), kind);
        id
    }

    /// The place of a barrier that states none: before a target, so many squares away.
    fn free_place(
        &self,
        on_square: bool,
        before: Option<Cell>,
        (away, taken): (usize, &BTreeSet<Cell>),
    ) -> Option<ObstaclePosition> {
        let before = before?;
        let away = i32::try_from(away).ok()?;
        (0..2 * MARGIN).map(|more| Cell::new(before.x - away - more, before.y)).find_map(|cell| {
            let beside = cell.neighbour(CellSide::West);
            let place = match on_square {
                true if taken.contains(&beside) => return None,
                true => ObstaclePosition::Square(beside),
                false => ObstaclePosition::Edge(Edge::new(cell, CellSide::West)),
            };
            (!self.barriers.contains_key(&place)).then_some(place)
        })
    }

    fn add_barrier(&mut self, kind: String, place: ObstaclePosition, (damage, whole): (u32, u32)) {
        self.barriers.insert(place, kind);
        if damage > 0 {
            self.damaged.insert(place, BarrierWear { damage, holed: damage >= whole, open: false });
        }
    }

    fn map(&mut self, (width, height): (i32, i32)) -> SkirmishMap {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let barriers = std::mem::take(&mut self.barriers).into_iter();
        SkirmishMap {
            width: width.unsigned_abs() as u16,
            height: height.unsigned_abs() as u16,
            palette: self.palette.clone(),
            terrain: cells.map(|cell| self.terrain.get(&cell).copied().unwrap_or(0)).collect(),
            barriers: barriers.map(|(place, kind)| MapBarrier { place, kind }).collect(),
            zones: BTreeMap::new(),
        }
    }
}

impl LabScene {
    /// An empty room with a unit on either side.
    pub fn empty(content: &Content) -> Self {
        let description = "An empty room to experiment in.";
        let book = Book::default().id();
        let text = format!("(name: \"New scene\", description: {description:?}, book: {book})");
        let (scene, _) = super::parse_scene(content, Path::new("new scene"), &text);
        match scene.map(|scene| scene.battlefield) {
            Some(Ok(scene)) => scene,
            _ => unreachable!("broken invariant: a scene with nothing but a name is valid"),
        }
    }
}
