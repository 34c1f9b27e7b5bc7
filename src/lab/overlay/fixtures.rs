//! Small battlefields for tests.

use std::sync::Arc;

use battle::{BattleSnapshot, Occupant};
use field::{Grid, Obstacle};
use model::{BarrierId, Cell, ObstaclePosition, UnitId};
use rules::special_actions::vehicles::Passenger;
use rules::swan_song;
use rules::{BarrierOnLine, Book, DownState, RuleSet, Sheet, UnitSnapshot, Weapon, play};

/// A map with units and barriers.
#[derive(Clone)]
pub(super) struct SnapshotBuilder {
    grid: Grid,
    barriers: Vec<BarrierOnLine>,
    units: Vec<Occupant>,
    rules: RuleSet,
}

impl SnapshotBuilder {
    /// Creates an open map under Swan Song.
    pub fn new(width: u16, height: u16) -> Self {
        let rules = RuleSet::new(Book::SwanSong);
        Self { grid: Grid::new(width, height), barriers: Vec::new(), units: Vec::new(), rules }
    }

    /// Sets the rules.
    pub fn rules(self, rules: RuleSet) -> Self {
        Self { rules, ..self }
    }

    /// Adds a unit with every attribute at 3; its side is the parity of its id.
    pub fn unit(mut self, id: u32, cell: (i32, i32)) -> Self {
        let three = "(body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, logic: 3, intuition: 3, charisma: 3)";
        let inner = swan_song::Sheet::plain(ron::from_str(three).expect("attributes"));
        let sheet = Sheet::SwanSong(Arc::new(inner));
        let (condition, budget) =
            (play::starting_health(&sheet, &self.rules), play::starting_budget(&sheet, &self.rules));
        let mut unit = UnitSnapshot::fresh(UnitId(id), &format!("unit {id}"), sheet, condition, budget);
        unit.side = (id % 2) as u8;
        self.units.push(Occupant { unit, cell: Cell::new(cell.0, cell.1), is_blocking: true });
        self
    }

    /// Seats a unit in another one.
    pub fn riding(mut self, rider: u32, vehicle: u32) -> Self {
        let find = |id: u32| self.units.iter().position(|one| one.unit.id == UnitId(id));
        let (Some(rider), Some(vehicle)) = (find(rider), find(vehicle)) else { return self };
        let vehicle = Box::new(self.units[vehicle].unit.clone());
        self.units[rider].unit.ride = Some(Passenger { vehicle, drives: false, way_out: true });
        self
    }

    /// Adds a unit that is out of action.
    pub fn fallen(self, id: u32, cell: (i32, i32)) -> Self {
        let mut stand = self.unit(id, cell);
        if let Some(fallen) = stand.units.last_mut() {
            (fallen.unit.down, fallen.unit.prone, fallen.is_blocking) =
                (Some(DownState::Unconscious), true, false);
        }
        stand
    }

    /// Adds a crate of one metre with 5 points of damage.
    pub fn crate_at(self, id: u32, cell: (i32, i32)) -> Self {
        self.barrier(BarrierId(id), cell, 100)
    }

    /// Adds a pillar up to the ceiling.
    pub fn wall_at(self, id: u32, cell: (i32, i32)) -> Self {
        self.barrier(BarrierId(id), cell, 250)
    }

    fn barrier(mut self, id: BarrierId, cell: (i32, i32), height_cm: u16) -> Self {
        let obstacle = Obstacle { id, height_cm, transparent: false, blocks_move: true, width_pct: 100 };
        self.grid.set_obstacle(ObstaclePosition::Square(Cell::new(cell.0, cell.1)), Some(obstacle));
        self.barriers.push(BarrierOnLine {
            id: id.into(),
            name: format!("barrier {id}"),
            structure: 4,
            armor: 6,
            thickness_cm: 20,
            damage: 5,
            transparent: false,
            glass_pct: 100,
            sharp: false,
        });
        self
    }

    /// Builds the snapshot.
    pub fn snapshot(&self) -> BattleSnapshot {
        let grid = Arc::new(self.grid.clone());
        BattleSnapshot::new(grid, self.barriers.clone(), self.units.clone(), self.rules.clone())
    }
}

fn weapon(text: &str) -> Weapon {
    let inner: swan_song::Weapon = ron::from_str(text).expect("a weapon");
    Weapon::SwanSong(Arc::new(inner))
}

/// A weapon with DV 10 within 3 m.
pub(super) fn grenade() -> Weapon {
    weapon(r#"(name: "grenade", class: thrown, skill: throwing, damage: fixed(10), blast: 3, range: 30)"#)
}

/// A single-target weapon.
pub(super) fn rifle() -> Weapon {
    weapon(r#"(name: "rifle", class: ranged, skill: longarms, damage: fixed(8), range: 100)"#)
}
