//! Where a unit has to go: the way to its side's objective, or to the enemy.

use crate::battle::{BattleView, Side, diagonal_step};
use crate::content::{Objective, TimeUp};
use crate::field::{Cell, DistanceField, Grid, distance_field};

use super::situation::Situation;

/// What a unit's side is out for, as a place.
pub(super) struct Goal {
    field: DistanceField,
    /// What a walk's way towards it is worth.
    pub weight: f64,
    /// It is the enemy, not a place.
    pub hunt: bool,
    /// Doors are taken as open on the way.
    pub through_doors: bool,
}

impl Goal {
    /// Of the unit of a situation; nothing if there is nowhere to go.
    pub fn of(situation: &Situation) -> Option<Self> {
        let (view, me) = (situation.view, &situation.me);
        let skirmish = &view.setup().bundle().skirmish;
        let side = *me.side;
        let mut place = None;
        for objective in skirmish.objectives.iter().filter(|objective| objective.side() == side.0) {
            let cell = match objective {
                Objective::Hold { zone, .. }
                | Objective::Escape { zone, .. }
                | Objective::Reach { zone, .. }
                | Objective::Clear { zone, .. } => nearest_of(view, me.cell(), zone),
                Objective::Stop { unit, .. }
                | Objective::Slay { unit, .. }
                | Objective::Rescue { unit, .. } => {
                    view.units().find(|other| other.identity.name() == unit).map(|other| other.cell())
                }
                Objective::Eliminate { .. } => None,
            };
            if place.is_none() {
                place = cell;
            }
        }
        let hunt = place.is_none();
        let target = place.or_else(|| quarry(situation))?;
        let (grid, through_doors) = open(view);
        let field = distance_field(&grid, target, diagonal_step(view.rules()));
        let late = situation.lateness();
        let pressed = match skirmish.then {
            TimeUp::Wins(winner) if winner == side.0 => 0.2,
            TimeUp::Wins(_) => 1.0 + 2.0 * late,
            TimeUp::Draw | TimeUp::MostStanding => 0.8 + late,
        };
        let weight = situation.bent.goal * pressed * if hunt { 0.6 } else { 1.6 };
        Some(Self { field, weight, hunt, through_doors })
    }

    /// How far it is from a square, in half metres; nothing if no way leads there.
    pub fn distance(&self, cell: Cell) -> Option<u32> {
        self.field.cost(cell)
    }
}

/// The square of a zone that is nearest to somebody and open.
fn nearest_of(view: &BattleView, from: Cell, zone: &str) -> Option<Cell> {
    let cells = view.setup().bundle().skirmish.map.zones.get(zone)?;
    let grid = view.field().grid();
    let open = cells.iter().copied().filter(|cell| grid.can_enter(*cell));
    open.min_by_key(|cell| (from.distance_squared(*cell), *cell))
}

/// The nearest enemy, seen or remembered; else where enemies set out.
fn quarry(situation: &Situation) -> Option<Cell> {
    let (view, me) = (situation.view, &situation.me);
    if let Some(foe) = situation.foes.first() {
        return Some(foe.cell);
    }
    let remembered = view.remembered().filter(|(unit, _)| unit.side != me.side).map(|(_, seen)| seen.cell());
    let near = remembered.min_by_key(|cell| (me.cell().distance_squared(*cell), *cell));
    near.or_else(|| camp(view, *me.side))
}

/// A square where an enemy side sets out.
fn camp(view: &BattleView, side: Side) -> Option<Cell> {
    let skirmish = &view.setup().bundle().skirmish;
    let others = skirmish.sides.iter().enumerate().filter(|(number, _)| *number != usize::from(side.0));
    let zones = others.filter_map(|(_, other)| skirmish.map.zones.get(other.deployment.as_ref()?));
    zones.flat_map(|cells| cells.iter().copied()).min()
}

/// The map with every door that can be opened open, and whether there is one.
fn open(view: &BattleView) -> (Grid, bool) {
    let mut grid = view.field().grid().clone();
    let mut any = false;
    for (id, place) in view.field().barriers() {
        let Some(data) = view.barrier(id) else { continue };
        if data.barrier.kind().openable && !data.state.open() && !data.state.holed() {
            grid.set_obstacle(place, None);
            any = true;
        }
    }
    (grid, any)
}
