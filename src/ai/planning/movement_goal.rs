//! Where a unit has to go: the way to its side's objective, or to the enemy.

use battle::{BattleView, Side, diagonal_step};
use content::{Objective, TimeUp};
use field::{Cell, DistanceField, Grid, distance_field};

use super::situation::Situation;

/// What a unit's side is out for, as a place.
pub(crate) struct MovementGoal {
    field: DistanceField,
    /// The whole of the place, where it is a zone.
    zone: Vec<Cell>,
    /// What a walk's way towards it is worth.
    pub weight: f64,
    /// It is the enemy, not a place.
    pub is_enemy: bool,
    /// Doors are taken as open on the way.
    pub through_doors: bool,
}

impl MovementGoal {
    /// Of the unit of a situation; nothing if there is nowhere to go.
    pub fn find(situation: &Situation) -> Option<Self> {
        let (view, me) = (situation.view, &situation.me);
        let skirmish = &view.setup().bundle().skirmish;
        let side = *me.side;
        let own = |objective: &&Objective| objective.side() == side.0;
        let mut wanted = skirmish.objectives.iter().filter(own);
        let wanted = wanted.find_map(|objective| objective_location(view, me.cell(), objective));
        // What the others want to have has to be kept from them.
        let kept = || {
            let mut others = skirmish.objectives.iter().filter(|objective| !own(objective));
            others.find_map(|objective| match objective {
                Objective::Hold { .. } | Objective::Reach { .. } | Objective::Clear { .. } => {
                    objective_location(view, me.cell(), objective)
                }
                _ => None,
            })
        };
        let place = wanted.or_else(kept);
        let hunt = place.is_none();
        let (target, zone) =
            place.or_else(|| nearest_enemy_cell(situation).map(|cell| (cell, Vec::new())))?;
        let diagonal = diagonal_step(view.rules());
        let mut field = distance_field(view.field().grid(), target, diagonal);
        // Only where the way is barred, or long, doors are looked for.
        let far = 4 * me.cell().chebyshev_distance(target).max(4);
        let through_doors = field.cost(me.cell()).is_none_or(|cost| cost > far) && {
            let (grid, any) = grid_with_open_doors(view);
            if any {
                field = distance_field(&grid, target, diagonal);
            }
            any
        };
        let late = situation.battle_progress();
        let pressed = match skirmish.then {
            TimeUp::Wins(winner) if winner == side.0 => 0.2,
            TimeUp::Wins(_) => 1.0 + 2.0 * late,
            TimeUp::Draw | TimeUp::MostStanding => 0.8 + late,
        };
        let weight = situation.weights.objective * pressed * if hunt { 0.6 } else { 1.6 };
        Some(Self { field, zone, weight, is_enemy: hunt, through_doors })
    }

    /// How far it is from a square, in half metres; nothing if no way leads there.
    pub fn distance(&self, cell: Cell) -> Option<u32> {
        if self.zone.binary_search(&cell).is_ok() { Some(0) } else { self.field.cost(cell) }
    }
}

/// Where an objective is met: the nearest square, and the whole zone where it is one.
fn objective_location(view: &BattleView, from: Cell, objective: &Objective) -> Option<(Cell, Vec<Cell>)> {
    match objective {
        Objective::Hold { zone, .. }
        | Objective::Escape { zone, .. }
        | Objective::Reach { zone, .. }
        | Objective::Clear { zone, .. } => {
            let cells = view.setup().bundle().skirmish.map.zones.get(zone)?.clone();
            Some((nearest_open_cell(view, from, &cells)?, cells))
        }
        Objective::Stop { unit, .. } | Objective::Slay { unit, .. } | Objective::Rescue { unit, .. } => {
            let wanted = view.units().find(|other| other.identity.name() == unit)?;
            Some((wanted.cell(), Vec::new()))
        }
        Objective::Eliminate { .. } => None,
    }
}

/// The square of a zone that is nearest to somebody and open.
fn nearest_open_cell(view: &BattleView, from: Cell, cells: &[Cell]) -> Option<Cell> {
    let grid = view.field().grid();
    let open = cells.iter().copied().filter(|cell| grid.can_enter(*cell));
    open.min_by_key(|cell| (from.distance_squared(*cell), *cell))
}

/// The nearest enemy, seen or remembered; else where enemies set out.
fn nearest_enemy_cell(situation: &Situation) -> Option<Cell> {
    let (view, me) = (situation.view, &situation.me);
    if let Some(foe) = situation.enemies.first() {
        return Some(foe.cell);
    }
    let remembered =
        view.remembered_units().filter(|(unit, _)| unit.side != me.side).map(|(_, seen)| seen.cell());
    let near = remembered.min_by_key(|cell| (me.cell().distance_squared(*cell), *cell));
    near.or_else(|| enemy_deployment_cell(view, *me.side))
}

/// A square where an enemy side sets out.
fn enemy_deployment_cell(view: &BattleView, side: Side) -> Option<Cell> {
    let skirmish = &view.setup().bundle().skirmish;
    let others = skirmish.sides.iter().enumerate().filter(|(number, _)| *number != usize::from(side.0));
    let zones = others.filter_map(|(_, other)| skirmish.map.zones.get(other.deployment.as_ref()?));
    zones.flat_map(|cells| cells.iter().copied()).min()
}

/// The map with every door that can be opened open, and whether there is one.
fn grid_with_open_doors(view: &BattleView) -> (Grid, bool) {
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
