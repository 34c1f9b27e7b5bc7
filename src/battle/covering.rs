//! Ground that changes in a fight: smoke and flames that come and go, ashes, rubble.
//!
//! A square keeps its own terrain; what lies on it is put on top of that. Smoke and flames show above walls, so every
//! side knows of them, fog of war or not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::event::Event;
use super::lay::cell;
use super::state::{Outbox, Task};
use super::view::BattleView;
use content::{Terrain, Tile};
use field::{Cell, Direction, Grid};
use rules::pall::{Lays, Pall};
use rules::status::{Ailment, Element, Infliction, Resist, Strike, Trait};
use rules::{Hazard, Peril, Square};

/// Rounds for which ground burns that burns at all.
pub const BURNS_ROUNDS: u32 = 3;
/// How bad flames on the ground are, in the measure of [`Hazard`].
const FLAMES: u8 = 4;
/// What walking over rubble costs beyond its distance, in half metres, and how hard it is to fight on.
const RUBBLE: (u8, u8) = (2, 20);

/// What lies on a square besides its own ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Covering {
    /// Hard to see through.
    Smoke,
    /// Flames.
    Fire,
    /// What is left of something that stood there. `CS-COV-16`.
    Rubble,
}

impl Covering {
    /// Shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Fire => "fire",
            Self::Rubble => "rubble",
        }
    }
}

/// A square that is not as the map has it.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The last round of smoke.
    smoke: Option<u32>,
    /// The last round of flames.
    fire: Option<u32>,
    /// It has burnt, and does not burn again.
    burnt: bool,
    /// Something fell to pieces here.
    rubble: bool,
    /// Everything together.
    terrain: Arc<Terrain>,
}

/// What all the squares of a field have become.
#[derive(Clone, Debug, Default)]
pub struct Coverings(BTreeMap<Cell, Covered>);

/// The terrain follows from the rest.
impl std::hash::Hash for Coverings {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        // Untouched ground is part of the skirmish.
        for (cell, covered) in &self.0 {
            (cell, covered.smoke, covered.fire, covered.burnt, covered.rubble).hash(hasher);
        }
    }
}

impl Coverings {
    /// Every square is as the map has it.
    pub fn is_clear(&self) -> bool {
        self.0.is_empty()
    }

    /// The ground of a square, if it is not as the map has it.
    pub fn terrain(&self, cell: Cell) -> Option<&Terrain> {
        self.0.get(&cell).map(|covered| &*covered.terrain)
    }

    /// Whether flames are on a square.
    pub fn on_fire(&self, cell: Cell) -> bool {
        self.0.get(&cell).is_some_and(|covered| covered.fire.is_some())
    }

    /// Whether flames are anywhere.
    pub fn any_fire(&self) -> bool {
        self.0.values().any(|covered| covered.fire.is_some())
    }

    /// Squares with smoke or flames on them and the last round of each, by square.
    pub fn lying(&self) -> impl Iterator<Item = (Cell, Covering, u32)> {
        self.0.iter().flat_map(|(cell, covered)| {
            let smoke = covered.smoke.map(|until| (*cell, Covering::Smoke, until));
            smoke.into_iter().chain(covered.fire.map(|until| (*cell, Covering::Fire, until)))
        })
    }

    /// Something comes to lie on a square; what lies there already lasts as long as the longer of both.
    pub(crate) fn cover(&mut self, cell: Cell, what: Covering, until: u32, base: &Terrain) {
        let covered = self.0.entry(cell).or_insert_with(|| Covered {
            smoke: None,
            fire: None,
            burnt: false,
            rubble: false,
            terrain: Arc::new(base.clone()),
        });
        match what {
            Covering::Smoke => covered.smoke = covered.smoke.max(Some(until)),
            Covering::Fire => covered.fire = covered.fire.max(Some(until)),
            Covering::Rubble => covered.rubble = true,
        }
        covered.terrain = Arc::new(covered.over(base));
    }

    /// Smoke drifts off, flames go out.
    pub(crate) fn clear(&mut self, cell: Cell, what: Covering, base: &Terrain) {
        let Some(covered) = self.0.get_mut(&cell) else { return };
        match what {
            Covering::Smoke => covered.smoke = None,
            Covering::Fire => {
                covered.burnt |= base.burns && covered.fire.is_some();
                covered.fire = None;
            }
            Covering::Rubble => covered.rubble = false,
        }
        if covered.smoke.is_none() && covered.fire.is_none() && !covered.burnt && !covered.rubble {
            self.0.remove(&cell);
        } else {
            covered.terrain = Arc::new(covered.over(base));
        }
    }
}

impl Covered {
    /// The ground with everything that lies on it.
    fn over(&self, base: &Terrain) -> Terrain {
        let mut terrain = base.clone();
        if self.burnt {
            terrain.name = format!("burnt {}", terrain.name);
            terrain.burns = false;
        }
        if self.rubble {
            let (extra, difficulty) = RUBBLE;
            terrain.name = "rubble".to_owned();
            terrain.tile = Tile::Rubble;
            terrain.extra_half_metres = terrain.extra_half_metres.max(extra);
            terrain.difficulty = terrain.difficulty.max(difficulty);
            terrain.burns = false;
        }
        if self.fire.is_some() {
            terrain.name = format!("burning {}", terrain.name);
            terrain.hazard =
                terrain.hazard.or(Some(Hazard { peril: Peril::Fire, severity: FLAMES, deadly: false }));
            if terrain.strike.is_plain() {
                terrain.strike = flames();
            }
        }
        if self.smoke.is_some() {
            terrain.name = format!("{} in smoke", terrain.name);
            terrain.obscured = true;
        }
        terrain
    }
}

/// Flames set alight whoever does not get out of their way. `CS-BURN-10`.
fn flames() -> Strike {
    let resist = Some(Resist { with: Trait::Agility, points: 0 });
    let burning = Infliction { resist, ..Infliction::certain(Ailment::Burning) };
    Strike { element: Some(Element::Fire), inflicts: vec![burning], ..Strike::PLAIN }
}

/// Squares that something covers which goes off at a square: as far as it reaches, and not behind a wall.
pub(super) fn around(grid: &Grid, centre: Cell, radius_m: u8) -> Vec<Cell> {
    let reach = i32::from(radius_m);
    let near =
        (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| Cell::new(centre.x + x, centre.y + y)));
    let within = |at: &Cell| centre.distance_squared(*at) <= u32::from(radius_m).pow(2);
    near.filter(within)
        .filter(|at| grid.can_enter(*at) && (*at == centre || field::blast_reaches(grid, centre, *at)))
        .collect()
}

/// Whether a fire can be on a square at all.
fn takes_fire(view: &BattleView, at: Cell) -> bool {
    let wet = |terrain: &Terrain| terrain.strike.element == Some(Element::Water);
    view.terrain_at(at).is_some_and(|terrain| !wet(terrain)) && view.field().grid().can_enter(at)
}

/// What a weapon leaves around a square.
pub(super) fn laid(view: &BattleView, at: Square, lays: Lays, out: &mut Outbox) {
    let mut cells = around(view.field().grid(), cell(at), lays.radius_m);
    let round = view.round().number();
    let until = round + u32::from(lays.rounds);
    let what = match lays.what {
        Pall::Smoke => Covering::Smoke,
        Pall::Fire => {
            cells.retain(|at| takes_fire(view, *at));
            Covering::Fire
        }
    };
    let burns =
        |at: &Cell| what == Covering::Fire && view.terrain_at(*at).is_some_and(|terrain| terrain.burns);
    let (long, short): (Vec<_>, Vec<_>) = cells.into_iter().partition(burns);
    for (cells, until) in [(short, until), (long, until.max(round + BURNS_ROUNDS))] {
        if !cells.is_empty() {
            out.push(Event::GroundCovered { cells, what, until });
        }
    }
}

/// At the end of a round flames go on to the squares beside them that burn and have not burnt, then what is due goes.
/// Walls and closed doors stop them.
pub(super) fn round_ends(view: &BattleView, round: u32, out: &mut Outbox) {
    let (coverings, grid) = (view.coverings(), view.field().grid());
    let lying: Vec<_> = coverings.lying().collect();
    let burning = || lying.iter().filter(|(_, what, _)| *what == Covering::Fire).map(|(at, ..)| *at);
    let straight = || Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
    let catches = |at: &Cell| {
        !coverings.on_fire(*at)
            && view.terrain_at(*at).is_some_and(|terrain| terrain.burns)
            && takes_fire(view, *at)
    };
    let beside = burning().flat_map(|from| {
        straight().filter(move |way| grid.can_step(from, *way)).map(move |way| from.step(way))
    });
    let caught: BTreeSet<Cell> = beside.filter(catches).collect();
    for what in [Covering::Smoke, Covering::Fire] {
        let over =
            |(at, kind, until): &(Cell, Covering, u32)| (*kind == what && *until <= round).then_some(*at);
        let cells: Vec<_> = lying.iter().filter_map(over).collect();
        if !cells.is_empty() {
            out.push(Event::GroundCleared { cells, what });
        }
    }
    if caught.is_empty() {
        return;
    }
    let reached = view.units().filter(|unit| caught.contains(&unit.cell()) && unit.rides().is_none());
    out.then.extend(reached.map(|unit| Task::Exposure { unit: *unit.id }));
    let cells = caught.into_iter().collect();
    out.push(Event::GroundCovered { cells, what: Covering::Fire, until: round + BURNS_ROUNDS });
}
