//! Movement goals: the objective of the unit's side, or the enemy.

use battle::{BattleView, UnitDataItem, diagonal_step};
use content::{Objective, TimeUp};
use field::{DistanceField, distance_field};
use model::{Cell, Side};
use rules::WeaponReach;

use super::doors;
use super::finishing;
use super::lost_weapons;
use super::situation::Situation;
use super::weapon_choice;

/// Score of one walk's progress towards a weapon, for a unit that has lost its own and did something in its last phase.
const WEAPON_WEIGHT: f64 = 0.6;
/// Factors for the weight of an objective, for a unit that has none but to fight the nearest enemy, and for others.
const ENEMY_FACTOR: f64 = 0.6;
const LOCATION_FACTOR: f64 = 1.6;
/// Cells within which a unit without a weapon still attacks with its hands.
const FIST_CELLS: u32 = 4;

/// Half metres of one step, diagonal or not.
const BESIDE_HALF_METRES: u32 = 3;

/// Where a unit wants to go.
pub(crate) struct MovementGoal {
    field: DistanceField,
    /// All cells of the goal, if it is a zone.
    zone: Vec<Cell>,
    /// Whether the unit only keeps enemies from the goal.
    is_contested: bool,
    /// Score of one walk's progress towards it.
    pub weight: f64,
    /// Whether the goal is the enemy.
    pub is_enemy: bool,
    /// Square of the enemy whom the side has to stop or to slay, if the goal is that one.
    pub wanted: Option<Cell>,
    /// Whether the path assumes that doors are open.
    pub through_doors: bool,
}

impl MovementGoal {
    /// The goal of the unit; `None` if there is nowhere to go.
    pub fn find(situation: &Situation) -> Option<Self> {
        let (view, me) = (situation.view, &situation.me);
        let skirmish = &view.setup().bundle().skirmish;
        let side = *me.side;
        let own = |objective: &&Objective| objective.side() == side.0;
        let mut objectives = skirmish.objectives.iter().filter(own);
        let wanted = objectives.find_map(|objective| {
            let chases = is_hunt(objective) && !finishing::goes_to_finish(view, me, objective);
            Some((objective_location(view, me, objective)?, chases))
        });
        let hunts = wanted.as_ref().is_some_and(|(_, is_hunt)| *is_hunt);
        let hunted = wanted.as_ref().filter(|(_, is_hunt)| *is_hunt).map(|((cell, _), _)| *cell);
        let wanted = wanted.map(|(location, _)| location);
        let is_disarmed = weapon_choice::is_disarmed(situation);
        let lost = if is_disarmed {
            weapon_choice::weapon_on_ground(situation)
        } else if wanted.is_none() || hunts {
            lost_weapons::gun_to_fetch(situation)
        } else {
            None
        };
        let is_contested = lost.is_none() && wanted.is_none();
        let hunted = hunted.filter(|_| lost.is_none());
        let location =
            lost.map(|(_, cell)| (cell, Vec::new())).or(wanted).or_else(|| contested_location(situation));
        let is_nearest_enemy = location.is_none();
        if is_nearest_enemy && is_disarmed && faces_guns(situation) {
            return None;
        }
        let (target, zone) =
            location.or_else(|| nearest_enemy_cell(situation).map(|cell| (cell, Vec::new())))?;
        let diagonal = diagonal_step(view.rules());
        let mut field = distance_field(view.field().grid(), target, diagonal);
        // Considers doors only if the path is blocked or long.
        let far = 4 * me.cell().chebyshev_distance(target).max(4);
        let is_long = field.cost(me.cell()).is_none_or(|cost| cost > far);
        let open_grid = is_long.then(|| doors::grid_with_open_doors(view)).flatten();
        if let Some(grid) = &open_grid {
            field = distance_field(grid, target, diagonal);
        }
        let through_doors = open_grid.is_some();
        let weight = if lost.is_some() {
            WEAPON_WEIGHT * situation.impatience(true)
        } else {
            let factor = if is_nearest_enemy { ENEMY_FACTOR } else { LOCATION_FACTOR };
            let impatience = situation.impatience(!zone.is_empty() && !is_contested);
            let is_under_fire = is_nearest_enemy && situation.strikes_under_fire();
            let urgency = urgency_of_unit(urgency(situation), is_under_fire);
            situation.weights.objective * urgency * impatience * factor
        };
        let is_enemy = is_nearest_enemy || (hunts && lost.is_none());
        Some(Self { field, zone, is_contested, weight, is_enemy, wanted: hunted, through_doors })
    }

    /// Whether the goal is a zone of the map that the unit's own side wants to reach, and not a unit or an item.
    pub fn is_own_zone(&self) -> bool {
        !self.zone.is_empty() && !self.is_contested
    }

    /// Whether a cell is at a goal other than the enemy, or beside it.
    pub fn is_beside(&self, cell: Cell) -> bool {
        !self.is_enemy && self.distance(cell).is_some_and(|distance| distance <= BESIDE_HALF_METRES)
    }

    /// Distance from a cell in half metres; `None` if there is no path.
    pub fn distance(&self, cell: Cell) -> Option<u32> {
        if self.zone.binary_search(&cell).is_ok() { Some(0) } else { self.field.cost(cell) }
    }
}

/// Whether an enemy has a weapon that reaches far, and none is near enough to be attacked by hand.
fn faces_guns(situation: &Situation) -> bool {
    let here = situation.me.cell();
    let is_near = |cell: Cell| cell.chebyshev_distance(here) <= FIST_CELLS;
    let mut enemies = situation.enemies.iter();
    let has_gun = |reach| matches!(reach, WeaponReach::Ranged { .. });
    enemies.clone().all(|enemy| !is_near(enemy.cell))
        && enemies.any(|enemy| enemy.weapon_use.is_some_and(|(_, reach)| has_gun(reach)))
}

/// Location of the first objective of other sides that is contested where it is, and not by fighting a unit.
fn contested_location(situation: &Situation) -> Option<(Cell, Vec<Cell>)> {
    let (view, me) = (situation.view, &situation.me);
    let objectives = &view.setup().bundle().skirmish.objectives;
    let mut others = objectives.iter().filter(|objective| objective.side() != me.side.0);
    others.find_map(|objective| match objective {
        Objective::Hold { .. } | Objective::Reach { .. } | Objective::Clear { .. } => {
            objective_location(view, me, objective)
        }
        _ => None,
    })
}

/// How much it matters to reach the goal soon: little for the side that wins when the time is up, and to all others the more,
/// the less time is left.
fn urgency(situation: &Situation) -> f64 {
    let progress = situation.battle_progress();
    match situation.view.setup().bundle().skirmish.then {
        TimeUp::Wins(winner) if winner == situation.me.side.0 => 0.2,
        TimeUp::Wins(_) => 1.0 + 2.0 * progress,
        TimeUp::Draw | TimeUp::MostStanding => 0.8 + progress,
    }
}

/// How much it matters to a unit to reach its goal: one that can only strike and is shot at gains nothing by waiting, even where its
/// side wins when the time is up.
fn urgency_of_unit(of_side: f64, strikes_under_fire: bool) -> f64 {
    if strikes_under_fire { of_side.max(1.0) } else { of_side }
}

/// Whether an objective is an enemy unit, which is attacked as any other from where weapons reach it.
fn is_hunt(objective: &Objective) -> bool {
    matches!(objective, Objective::Stop { .. } | Objective::Slay { .. })
}

/// Location of an objective: its nearest open cell, and all cells if it is a zone.
fn objective_location(
    view: &BattleView,
    me: &UnitDataItem,
    objective: &Objective,
) -> Option<(Cell, Vec<Cell>)> {
    match objective {
        Objective::Hold { zone, .. }
        | Objective::Escape { zone, .. }
        | Objective::Reach { zone, .. }
        | Objective::Clear { zone, .. } => {
            let cells = view.setup().bundle().skirmish.map.zones.get(zone)?.clone();
            Some((nearest_open_cell(view, me.cell(), &cells)?, cells))
        }
        Objective::Stop { unit, .. } | Objective::Slay { unit, .. } | Objective::Rescue { unit, .. } => {
            let wanted = view.units().find(|other| other.identity.name() == unit)?;
            // One that lies unconscious leads away from those that fight: only the nearest unit goes there.
            let leads =
                !is_hunt(objective) || wanted.is_fighting() || finishing::goes_to_finish(view, me, objective);
            leads.then(|| (wanted.cell(), Vec::new()))
        }
        Objective::Eliminate { .. } => None,
    }
}

/// The open cell of a zone nearest to `from`.
fn nearest_open_cell(view: &BattleView, from: Cell, cells: &[Cell]) -> Option<Cell> {
    let grid = view.field().grid();
    let open = cells.iter().copied().filter(|cell| grid.can_enter(*cell));
    open.min_by_key(|cell| (from.distance_squared(*cell), *cell))
}

/// Cell of the nearest enemy, seen or remembered, first of those about to meet an objective and last of those that go down
/// anyway; otherwise where the next one arrives, or of an enemy deployment zone.
fn nearest_enemy_cell(situation: &Situation) -> Option<Cell> {
    let (view, me) = (situation.view, &situation.me);
    let urgent = situation.enemies.iter().find(|enemy| enemy.is_urgent);
    let lasting = situation.enemies.iter().find(|enemy| !enemy.is_doomed);
    if let Some(enemy) = urgent.or(lasting).or(situation.enemies.first()) {
        return Some(enemy.cell);
    }
    let remembered =
        view.remembered_units().filter(|(unit, _)| unit.side != me.side).map(|(_, seen)| seen.cell());
    let nearest = remembered.min_by_key(|cell| (me.cell().distance_squared(*cell), *cell));
    nearest.or_else(|| next_arrival_cell(view, me)).or_else(|| enemy_deployment_cell(view, *me.side))
}

/// The cell where the next known enemy in reserve arrives: the nearest one of several at once.
fn next_arrival_cell(view: &BattleView, me: &UnitDataItem) -> Option<Cell> {
    let awaited = view.units().filter(|other| other.side != me.side && other.out_of_action.down().is_none());
    let arrivals = awaited.filter_map(|other| Some((other.out_of_action.arrival()?, other.cell())));
    let next = arrivals.min_by_key(|(arrival, cell)| (*arrival, me.cell().distance_squared(*cell), *cell));
    next.map(|(_, cell)| cell)
}

/// A cell of an enemy deployment zone.
fn enemy_deployment_cell(view: &BattleView, side: Side) -> Option<Cell> {
    let skirmish = &view.setup().bundle().skirmish;
    let others = skirmish.sides.iter().enumerate().filter(|(number, _)| *number != usize::from(side.0));
    let zones = others.filter_map(|(_, other)| skirmish.map.zones.get(other.deployment.as_ref()?));
    zones.flat_map(|cells| cells.iter().copied()).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_rng::AiRng;
    use crate::memory::PhaseMemory;
    use crate::planning::situation::tests::for_each_unit_of;
    use crate::weights::AiWeights;
    use crate::{Difficulty, Personality};
    use content::Arrival;
    use rules::Book;

    #[test]
    fn a_unit_that_can_only_strike_does_not_wait_under_fire_for_the_end_of_the_battle() {
        assert_eq!([urgency_of_unit(0.2, false), urgency_of_unit(0.2, true)], [0.2, 1.0]);
        assert_eq!(urgency_of_unit(2.5, true), 2.5, "time is against its side");
    }

    #[test]
    fn ss_init_25_without_an_enemy_on_the_map_the_goal_is_where_the_next_one_arrives() {
        let expected = Cell::new(18, 8);
        let weights = AiWeights::new(Difficulty::Brutal, Personality::Even);
        let mut visited = 0;
        let send_later = |bundle: &mut content::SkirmishBundle| {
            for unit in bundle.skirmish.units.iter_mut().filter(|unit| unit.side == 1) {
                let round = if unit.cell == expected { 5 } else { 6 };
                unit.arrives = Some(Arrival { round, pass: 1 });
            }
        };
        for_each_unit_of(Book::SwanSong, send_later, |view, unit| {
            if *unit.side != Side(0) {
                return;
            }
            let rng = AiRng::new(1, 1, 1);
            let situation = Situation::assess(view, *unit.id, weights, (&rng, &PhaseMemory::default()))
                .expect("it is on the map");
            assert!(situation.enemies.is_empty(), "they are in reserve");
            assert_eq!(nearest_enemy_cell(&situation), Some(expected));
            visited += 1;
        });
        assert_eq!(visited, 3);
    }
}
