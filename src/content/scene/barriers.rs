//! The barriers of a scene, and those between two squares.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::raw::RawBarrier;
use super::read::{MAX_COORDINATE, MAX_LISTED};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::{BarrierKind, BarrierStyle};
use crate::library::Content;
use crate::skirmishes::skirmish::{SkirmishMap, WHOLE_SEGMENT_PCT, glass_pct};
use field::{Body, Grid, LineOfFire, Obstacle, line_of_fire};
use model::{BarrierId, BarrierSource, Cell, Edge, ObstaclePosition};
use rules::{BarrierOnLine, OperableObject, RuleSet, play};

/// All barriers.
#[derive(Clone, Debug, Default)]
pub(crate) struct SceneBarriers {
    /// For the rules, in file order.
    pub list: Vec<BarrierOnLine>,
    /// For geometry, in the same order.
    pub(super) obstacles: Vec<Obstacle>,
    /// Their positions, if the file gives them.
    places: Vec<Option<ObstaclePosition>>,
    /// Whether they can be opened and closed.
    openable: Vec<bool>,
    /// Whether they hide what they are. `CC-ADV-09`.
    hidden: Vec<bool>,
    /// Hit points of each intact barrier, in the book's terms.
    full_structure: Vec<u32>,
    /// The map; `None` for level ground.
    map: Option<Arc<Grid>>,
}

impl SceneBarriers {
    pub(super) fn read(
        entry: &mut EntryValidator<'_>,
        content: &Content,
        raw: &[RawBarrier],
        rules: &RuleSet,
    ) -> Self {
        entry.require_range(&["barriers"], raw.len(), 0..=MAX_LISTED);
        let mut barriers = Self::default();
        for (number, barrier) in (0..).zip(raw) {
            barriers.add(entry, content, number, barrier);
        }
        barriers.full_structure =
            barriers.list.iter().map(|barrier| play::barrier_hit_points(barrier, rules)).collect();
        barriers
    }

    /// Barriers of a battle, without a file.
    pub fn of_battle(list: Vec<BarrierOnLine>) -> Self {
        Self { list, ..Self::default() }
    }

    /// Adds the barriers of a map that the file does not list beside it.
    pub fn add_map(&mut self, content: &Content, map: &SkirmishMap, rules: &RuleSet) {
        for barrier in &map.barriers {
            let Some(kind) = content.barrier_kinds.get(&barrier.kind) else { continue };
            if self.places.contains(&Some(barrier.place)) {
                continue;
            }
            let last = self.list.last().and_then(|last| last.id.segment());
            let id = BarrierId(last.map_or(1, |last| last.0 + 1));
            self.places.push(Some(barrier.place));
            self.obstacles.push(kind.obstacle(id));
            self.openable.push(kind.openable);
            self.hidden.push(kind.hides.is_some());
            let BarrierKind { structure, armor, thickness_cm, transparent, .. } = *kind;
            let name = kind.name.clone();
            self.list.push(BarrierOnLine {
                id: id.into(),
                name,
                structure,
                armor,
                thickness_cm,
                damage: 0,
                transparent,
                glass_pct: kind.glass_pct(),
                sharp: kind.sharp,
            });
            self.full_structure.push(play::barrier_hit_points(&self.list[self.list.len() - 1], rules));
        }
        self.map = Some(Arc::new(map.grid(&content.barrier_kinds, &content.terrains)));
    }

    /// Damage, hit points and place of each barrier of the file.
    pub fn states(&self) -> impl Iterator<Item = (u32, u32, Option<ObstaclePosition>)> {
        let states = self.list.iter().zip(&self.full_structure).zip(&self.places);
        states.map(|((barrier, whole), place)| (barrier.damage, *whole, *place))
    }

    /// Whether it blocks nothing.
    fn is_open(&self, barrier: &BarrierOnLine) -> bool {
        let at = self.list.iter().position(|one| one.id == barrier.id);
        let whole = at.and_then(|at| self.full_structure.get(at)).copied();
        barrier.damage >= whole.unwrap_or_else(|| barrier.hit_points())
    }

    /// Shows what these barriers hide, which opens and closes. `CC-ADV-09`.
    pub fn reveal_all(&mut self, noticed: &BTreeSet<BarrierId>) {
        for (barrier, (hidden, openable)) in
            self.list.iter().zip(self.hidden.iter_mut().zip(&mut self.openable))
        {
            if *hidden && barrier.id.segment().is_some_and(|id| noticed.contains(&id)) {
                (*hidden, *openable) = (false, true);
            }
        }
    }

    /// Opens these doors.
    pub fn open_all(&mut self, opened: &BTreeSet<BarrierId>) {
        for (barrier, whole) in self.list.iter_mut().zip(&self.full_structure) {
            if barrier.id.segment().is_some_and(|id| opened.contains(&id)) {
                barrier.damage = barrier.damage.max(*whole);
            }
        }
    }

    fn add(&mut self, entry: &mut EntryValidator<'_>, content: &Content, number: u32, raw: &RawBarrier) {
        let index = number.to_string();
        let at_field = |label| ["barriers", index.as_str(), label];
        let (kinds, materials) = (&content.barrier_kinds, &content.materials);
        let find_kind = |id| entry.find_known(&at_field("kind"), ("kind of barrier", id), kinds);
        let kind = raw.kind.as_deref().and_then(find_kind);
        let find_material = |id| entry.find_known(&at_field("material"), ("material", id), materials);
        let material = raw.material.as_deref().and_then(find_material);
        let rating = |own: Option<u32>, of_kind: Option<u32>, of_material: Option<u32>| {
            own.or(of_kind).or(of_material)
        };
        let structure =
            rating(raw.structure, kind.map(|kind| kind.structure), material.map(|row| row.structure));
        let armor = rating(raw.armor, kind.map(|kind| kind.armor), material.map(|row| row.armor));
        let (Some(structure), Some(armor)) = (structure, armor) else {
            if raw.kind.is_none() && raw.material.is_none() {
                let what = "a barrier needs a `kind`, a `material`, or `structure` and `armor`";
                entry.error(&["barriers", &index], what);
            }
            return;
        };
        let thickness_cm = raw.thickness_cm.or(kind.map(|kind| kind.thickness_cm)).unwrap_or(10);
        let transparent = raw.transparent.unwrap_or_else(|| kind.is_some_and(|kind| kind.transparent));
        entry.require_range(&at_field("structure"), structure, 1..=1000);
        entry.require_range(&at_field("armor"), armor, 0..=1000);
        entry.require_range(&at_field("thickness_cm"), thickness_cm, 1..=1000);
        let usual = kind.map(|kind| kind.name.clone()).or(material.map(|row| row.name.to_lowercase()));
        let name = raw.name.clone().or(usual).unwrap_or_else(|| "barrier".to_owned());
        entry.require_title(&at_field("name"), &name);
        let height_cm = raw.height_cm.or(kind.map(|kind| kind.height_cm)).unwrap_or(300);
        let width_pct = raw.width_pct.or(kind.map(|kind| kind.width_pct)).unwrap_or(100);
        entry.require_range(&at_field("width_pct"), width_pct, 1..=100);
        let is_pane = transparent && kind.is_none_or(|kind| kind.style == BarrierStyle::Glass);
        let glass_pct = if is_pane { glass_pct(height_cm, width_pct) } else { WHOLE_SEGMENT_PCT };
        let obstacle =
            Obstacle { id: BarrierId(number + 1), height_cm, transparent, blocks_move: true, width_pct };
        let Ok(place) = read_place(entry, raw, &index) else { return };
        self.places.push(place);
        self.obstacles.push(obstacle);
        self.openable.push(kind.is_some_and(|kind| kind.openable));
        self.hidden.push(kind.is_some_and(|kind| kind.hides.is_some()));
        self.list.push(BarrierOnLine {
            id: BarrierId(number + 1).into(),
            name,
            structure,
            armor,
            thickness_cm,
            damage: raw.damage,
            transparent,
            glass_pct,
            sharp: kind.is_some_and(|kind| kind.sharp),
        });
    }

    /// The line of fire between two bodies; `None` if no barrier has a position.
    pub fn line_of_fire(&self, (from, body): (Cell, Body), (to, other): (Cell, Body)) -> Option<LineOfFire> {
        if !self.are_placed() {
            return None;
        }
        let level = || Grid::new(MAX_COORDINATE + 2, MAX_COORDINATE + 2);
        let mut grid = self.map.as_deref().cloned().unwrap_or_else(level);
        let placed = self.places.iter().zip(&self.obstacles).zip(&self.list);
        for ((place, obstacle), barrier) in placed {
            if let Some(place) = place.filter(|place| grid.contains_place(*place)) {
                grid.set_obstacle(place, (!self.is_open(barrier)).then_some(*obstacle));
            }
        }
        Some(line_of_fire(&grid, from, body, to, other))
    }

    /// Barriers that the attack may have to pierce: those on the line of fire, or all in file order.
    pub fn crossed_barriers(&self, fire: Option<&LineOfFire>) -> Vec<BarrierOnLine> {
        let Some(fire) = fire else { return self.list.clone() };
        let only_clear =
            fire.clear.iter().filter(|clear| fire.cover.iter().all(|cover| cover.id != clear.id));
        let on_line = |id: BarrierId| self.list.iter().find(|barrier| barrier.id == id.into()).cloned();
        only_clear.chain(&fire.cover).filter_map(|crossing| on_line(crossing.id)).collect()
    }

    /// Whether any barrier has a position.
    pub fn are_placed(&self) -> bool {
        self.places.iter().any(Option::is_some)
    }

    /// Height of a barrier in centimetres.
    pub fn height_cm(&self, id: BarrierSource) -> u16 {
        self.obstacles
            .iter()
            .find(|obstacle| id == obstacle.id.into())
            .map_or(0, |obstacle| obstacle.height_cm)
    }

    /// Whether a barrier is on the square, on its edge or adjacent.
    pub fn is_beside(&self, id: BarrierSource, at: Cell) -> bool {
        let mine = self.obstacles.iter().position(|obstacle| id == obstacle.id.into());
        mine.and_then(|mine| self.places[mine]).is_some_and(|place| place.touches(at))
    }

    /// Objects that can be operated, if everything has a position.
    pub fn operables(&self, attacker: Cell, target: Cell) -> Vec<OperableObject> {
        let far = |place: ObstaclePosition, from: Cell| match place {
            ObstaclePosition::Square(square) => square.chebyshev_distance(from),
            ObstaclePosition::Edge(edge) => {
                edge.cells().iter().map(|cell| cell.chebyshev_distance(from)).min().unwrap_or(0)
            }
        };
        let doors = self.list.iter().zip(&self.places).zip(self.openable.iter().zip(&self.hidden));
        doors
            .filter(|((barrier, _), (openable, hidden))| (**openable || **hidden) && !self.is_open(barrier))
            .filter_map(|((barrier, place), (_, hidden))| {
                let place = (*place)?;
                let (from_target, from_attacker) = (far(place, target), far(place, attacker));
                Some(OperableObject {
                    id: barrier.id.segment()?,
                    name: barrier.name.clone(),
                    from_target,
                    offset: place.offset_from(target),
                    from_attacker,
                    is_open: false,
                    hidden: *hidden,
                })
            })
            .collect()
    }
}

/// Reads the position of a barrier: a square, an edge, or `None` if the file gives neither.
///
/// # Errors
/// Returns an error, which is reported, if the file gives both.
fn read_place(
    entry: &mut EntryValidator<'_>,
    raw: &RawBarrier,
    index: &str,
) -> Result<Option<ObstaclePosition>, ()> {
    let (label, (x, y), place) = match (raw.square, raw.edge) {
        (None, None) => return Ok(None),
        (Some(square), None) => ("square", square, ObstaclePosition::Square(cell_at(square))),
        (None, Some((x, y, side))) => {
            ("edge", (x, y), ObstaclePosition::Edge(Edge::new(cell_at((x, y)), side.into())))
        }
        (Some(_), Some(_)) => {
            entry.error(&["barriers", index, "square"], "give either `square` or `edge`");
            return Err(());
        }
    };
    entry.require_range(&["barriers", index, label], x.max(y), 0..=MAX_COORDINATE);
    Ok(Some(place))
}

fn cell_at((x, y): (u16, u16)) -> Cell {
    Cell::new(i32::from(x), i32::from(y))
}
