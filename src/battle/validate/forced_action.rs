//! Forced actions: what ailments compel a unit to do with its phase, and which orders remain allowed. `CS-AIL-08`.

use super::order_error::OrderError;
use super::order_validator;
use super::order_validator::validate_unit_order;
use super::pinned_moves::{check_pinned_move, is_covered, threat_cell};
use crate::state::lines::{BattleRefusal, Demand};
use crate::state::order::{Order, Pace, Target};
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use crate::view::safe_paths::SafePaths;
use dice::Clause;
use field::MovementRange;
use model::{Cell, Direction, UnitId};
use rules::status::{self, ActiveCompulsion, Ailment, ControllerCommand, Forbids};
use rules::{RuleViolation, play};

/// Key of the available action that does the forced action.
pub const FORCED_ACTION_KEY: &str = "duty";

/// Movement budget that covers any map, in half metres.
const UNLIMITED_HALF_METRES: u32 = u32::MAX / 4;

/// An action that a unit has to take now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedAction {
    /// The ailment that compels it.
    pub ailment: Ailment,
    /// Clause of the compulsion.
    pub clause: Clause,
    /// What the unit must do.
    pub demand: Demand,
    /// The order to give; `None` if the unit may only end its phase.
    pub order: Option<Order>,
    /// End cells as good as that of the order, if it is a move.
    equivalent_ends: Vec<Cell>,
}

impl ForcedAction {
    fn new(compulsion: ActiveCompulsion, demand: Demand, order: Option<Order>) -> Self {
        Self {
            ailment: compulsion.ailment(),
            clause: compulsion.clause(),
            demand,
            order,
            equivalent_ends: Vec::new(),
        }
    }

    fn from_move(compulsion: ActiveCompulsion, demand: Demand, best: ScoredMove) -> Self {
        Self { equivalent_ends: best.squares, ..Self::new(compulsion, demand, Some(best.order)) }
    }

    fn order_error(&self, unit: &UnitDataItem) -> OrderError {
        let refusal = BattleRefusal::Forced { ailment: self.ailment.name(), demand: self.demand };
        let why = RuleViolation::new(refusal, self.clause);
        OrderError::ForbiddenByBook { unit: unit.identity.name().to_owned(), why }
    }

    /// Whether Free Actions are allowed besides it, as before the move of a Pinned unit. `CS-PIN-03`.
    fn leaves_free_actions(&self) -> bool {
        self.ailment == Ailment::Pinned
    }

    /// Whether an order fulfils the forced action as well as its own order.
    fn allows(&self, order: &Order) -> bool {
        match (&self.order, order) {
            (None, Order::EndPhase { .. }) => true,
            (Some(Order::Move { pace, .. }), Order::Move { path, pace: other_pace, .. }) => {
                pace == other_pace && path.last().is_some_and(|end| self.equivalent_ends.contains(end))
            }
            (Some(Order::Attack { target, .. }), Order::Attack { target: other, option, .. }) => {
                target == other && option.as_deref().is_none_or(|option| option == "charge")
            }
            (Some(due), other) => due == other,
            (None, _) => false,
        }
    }
}

/// The best move by a score, with all end cells of that score.
struct ScoredMove {
    order: Order,
    squares: Vec<Cell>,
    score: i64,
}

/// The first forced action of the acting unit that it can carry out. `CS-AIL-08`.
pub fn forced_action(view: &BattleView, unit: &UnitDataItem) -> Option<ForcedAction> {
    if view.round().acting() != Some(*unit.id) {
        return None;
    }
    unit.status.restrictions().duties.iter().find_map(|compulsion| forced_action_for(view, unit, *compulsion))
}

fn forced_action_for(
    view: &BattleView,
    unit: &UnitDataItem,
    compulsion: ActiveCompulsion,
) -> Option<ForcedAction> {
    let done = unit.status.restrictions().done;
    match compulsion {
        ActiveCompulsion::Obey(_) if done => Some(ForcedAction::new(compulsion, Demand::EndPhase, None)),
        ActiveCompulsion::Obey(command) => {
            Some(ForcedAction::new(compulsion, Demand::Obey, find_commanded_order(view, unit, command)))
        }
        ActiveCompulsion::Flee(from) => {
            let threat = threat_cell(view, unit, from)?;
            stand_up_action(view, unit, compulsion).or_else(|| {
                let best = find_flight_move(view, unit, threat, &[Pace::Run, Pace::Walk])?;
                Some(ForcedAction::from_move(compulsion, Demand::RunAway, best))
            })
        }
        ActiveCompulsion::AttackFriend(_) if done => None,
        ActiveCompulsion::AttackFriend(friend) => {
            if let Some(order) = find_plain_attack(view, unit, friend) {
                return Some(ForcedAction::new(compulsion, Demand::AttackAlly, Some(order)));
            }
            let at = view.unit(friend).filter(UnitDataItem::is_fighting)?.cell();
            let is_apart = unit.cell().chebyshev_distance(at) > 1;
            stand_up_action(view, unit, compulsion).filter(|_| is_apart).or_else(|| {
                let best = find_approach_move(view, unit, at, &[Pace::Walk, Pace::Run])?;
                Some(ForcedAction::from_move(compulsion, Demand::ApproachAlly, best))
            })
        }
        ActiveCompulsion::SeekCover(from) => {
            let threat = threat_cell(view, unit, from)?;
            if is_covered(view, unit, unit.cell(), threat) {
                return None; // free to act in cover. `CS-PIN-06`
            }
            let best = match nearest_cover(view, unit, threat) {
                Some(shelter) => find_approach_move(view, unit, shelter, &[Pace::Walk]),
                None => find_flight_move(view, unit, threat, &[Pace::Walk]),
            };
            Some(ForcedAction::from_move(compulsion, Demand::SeekCover, best?))
        }
        ActiveCompulsion::Rage => rage_action(view, unit, compulsion, done),
    }
}

/// The ailments whose duties the acting unit cannot do now, up to the first one that still rules its turn. A Pinned unit
/// in cover owes no move; rage lapses if another ailment forbids to move or to start a melee. `CS-AIL-08`, `CS-PIN-06`.
pub(crate) fn lapsed_duties(view: &BattleView, unit: &UnitDataItem) -> Vec<Ailment> {
    let mut lapsed = Vec::new();
    for duty in &unit.status.restrictions().duties {
        let forced = forced_action_for(view, unit, *duty);
        let is_owed = match duty {
            ActiveCompulsion::SeekCover(from) => threat_cell(view, unit, *from)
                .is_some_and(|threat| !is_covered(view, unit, unit.cell(), threat)),
            _ => true,
        };
        let is_possible =
            forced.as_ref().is_some_and(|forced| forced.order.is_some() || !is_rage_barred(unit, *duty));
        if is_owed && !is_possible {
            lapsed.push(duty.ailment());
        }
        if forced.is_some() {
            break;
        }
    }
    lapsed
}

/// Standing up, with which every move that is owed begins for a prone unit that can. `CS-ENRA-06`, `CS-PANI-03`, `CS-CONF-04`.
fn stand_up_action(
    view: &BattleView,
    unit: &UnitDataItem,
    compulsion: ActiveCompulsion,
) -> Option<ForcedAction> {
    let order = Order::StandUp { unit: *unit.id };
    let is_possible = unit.is_prone() && validate_unit_order(view, &order).is_ok();
    is_possible.then(|| ForcedAction::new(compulsion, Demand::StandUp, Some(order)))
}

/// Whether another ailment keeps an Enraged unit from closing in on enemies. `CS-AIL-08`.
fn is_rage_barred(unit: &UnitDataItem, duty: ActiveCompulsion) -> bool {
    let forbids = |what| status::forbidding_ailment(unit.status.ailments(), what).is_some();
    duty == ActiveCompulsion::Rage && (forbids(Forbids::StartingMelee) || forbids(Forbids::Movement))
}

fn rage_action(
    view: &BattleView,
    unit: &UnitDataItem,
    compulsion: ActiveCompulsion,
    done: bool,
) -> Option<ForcedAction> {
    let enemies: Vec<_> =
        view.units().filter(|other| other.side != unit.side && other.is_fighting()).collect();
    let melee_only = || ForcedAction::new(compulsion, Demand::MeleeOnly, None);
    if done {
        return Some(melee_only());
    }
    let nearest = |one: &&UnitDataItem| (unit.cell().distance_squared(one.cell()), *one.id);
    let mut near: Vec<_> =
        enemies.iter().filter(|other| unit.cell().chebyshev_distance(other.cell()) <= 1).collect();
    near.sort_by_key(|one| nearest(one));
    if let Some(order) = near.iter().find_map(|other| find_plain_attack(view, unit, *other.id)) {
        return Some(ForcedAction::new(compulsion, Demand::AttackInMelee, Some(order)));
    }
    let everywhere = reachable_cells(view, unit, unit.cell(), UNLIMITED_HALF_METRES, None);
    let approach_cost = |other: &UnitDataItem| {
        let around = Direction::ALL
            .map(|direction| everywhere.cost(other.cell().step(direction)))
            .into_iter()
            .flatten();
        around.min().map(|cost| (cost, *other.id, other.cell()))
    };
    if enemies.is_empty() {
        return None;
    }
    let Some((cost, _, at)) = enemies.iter().filter_map(approach_cost).min() else {
        return Some(melee_only()); // walled off: no other ailment makes it impossible. `CS-AIL-08`
    };
    // Charges if that reaches an enemy. `CS-ENRA-07`
    let charge =
        Order::SpecialAction { unit: *unit.id, action: "charge".to_owned(), target: None, weapon: None };
    let actions = play::available_actions(&view.unit_snapshot(unit), view.rules());
    let charges = actions.iter().any(|action| action.key == "charge") && near.is_empty();
    if charges && cost <= charge_budget(view, unit) && validate_unit_order(view, &charge).is_ok() {
        return Some(ForcedAction::new(compulsion, Demand::Charge, Some(charge)));
    }
    if let Some(stands_up) = stand_up_action(view, unit, compulsion).filter(|_| near.is_empty()) {
        return Some(stands_up);
    }
    match find_approach_move(view, unit, at, &[Pace::Run, Pace::Walk]) {
        Some(best) => Some(ForcedAction::from_move(compulsion, Demand::ApproachEnemy, best)),
        None => Some(melee_only()),
    }
}

/// Reach of a Charge in half metres: half of a run. Table CS-T2.
fn charge_budget(view: &BattleView, unit: &UnitDataItem) -> u32 {
    order_validator::move_budget(view, unit).run / 2
}

/// The first valid plain attack on a unit with a weapon in hand. `CS-BRWA-04`, `CS-ENRA-05`.
pub(crate) fn find_plain_attack(view: &BattleView, unit: &UnitDataItem, target: UnitId) -> Option<Order> {
    let mut held: Vec<_> = unit.inventory.held_items().collect();
    // Weapons before unarmed attacks, melee before ranged. `CS-ENRA-05`
    held.sort_by_key(|(slot, carried)| (carried.hands() == 0, !carried.is_melee(), *slot));
    held.into_iter().find_map(|(weapon, carried)| {
        let modes = carried.modes();
        let mode = carried.mode().filter(|mode| modes.contains(mode)).or(modes.first().copied());
        let order = Order::attack(*unit.id, Target::Unit(target), weapon, mode);
        validate_unit_order(view, &order).is_ok().then_some(order)
    })
}

/// The order that carries out a controller's command; `None` if it cannot be carried out now.
fn find_commanded_order(view: &BattleView, unit: &UnitDataItem, command: ControllerCommand) -> Option<Order> {
    match command {
        ControllerCommand::Attack(target) => find_plain_attack(view, unit, target),
        ControllerCommand::Heal(target) => find_aid_order(view, unit, target, true),
        ControllerCommand::Augment(target) => find_aid_order(view, unit, target, false),
        ControllerCommand::Nothing => None,
    }
}

/// The first Spell or item that heals (or augments) a unit. `CS-BRWA-02`, `CS-BRWA-03`.
pub(crate) fn find_aid_order(
    view: &BattleView,
    unit: &UnitDataItem,
    target: UnitId,
    heals: bool,
) -> Option<Order> {
    let keys = unit.sheet.get().aid_keys(heals);
    keys.into_iter().find_map(|key| {
        let (action, target) = (key.to_owned(), Some(target));
        let order = Order::SpecialAction { unit: *unit.id, action, target, weapon: None };
        validate_unit_order(view, &order).is_ok().then_some(order)
    })
}

/// Movement range of a unit from a cell; `through` may be entered although it is occupied.
fn reachable_cells(
    view: &BattleView,
    unit: &UnitDataItem,
    from: Cell,
    budget: u32,
    through: Option<Cell>,
) -> MovementRange {
    let taken = |cell: Cell, own: bool| {
        Some(cell) != through
            && view.unit_at(cell).is_some_and(|other| other.id != unit.id && (other.side == unit.side) == own)
    };
    let grid = view.field().grid();
    MovementRange::compute(
        grid,
        from,
        budget,
        diagonal_step(view.rules()),
        |cell| taken(cell, false),
        |cell| taken(cell, true),
    )
}

/// The best valid move by a score, if it scores more than the current cell.
fn best_move(
    view: &BattleView,
    unit: &UnitDataItem,
    paces: &[Pace],
    score: impl Fn(Cell) -> Option<i64>,
) -> Option<ScoredMove> {
    let budget = order_validator::move_budget(view, unit);
    let here = score(unit.cell())?;
    let is_pinned = status::has(unit.status.ailments(), Ailment::Pinned);
    let mut best: Option<ScoredMove> = None;
    for &pace in paces {
        let half_metres = match pace {
            Pace::Walk => budget.walk_left,
            Pace::Run => budget.run,
            Pace::Sprint => continue,
        };
        let reach = SafePaths::from_unit(view, unit, half_metres);
        let allowed =
            |cell: Cell| reach.path_to(cell).is_some_and(|path| check_pinned_move(view, unit, &path).is_ok());
        let scored: Vec<_> = reach
            .cells()
            .filter_map(|(cell, cost)| Some((score(cell)?, std::cmp::Reverse(cost), cell)))
            .filter(|(.., cell)| !is_pinned || allowed(*cell))
            .collect();
        let Some(&(top_score, ..)) = scored.iter().max() else { continue };
        if top_score <= best.as_ref().map_or(here, |best| best.score) {
            continue;
        }
        let squares: Vec<_> =
            scored.iter().filter(|(score, ..)| *score == top_score).map(|(.., cell)| *cell).collect();
        let cheapest = scored.iter().filter(|(score, ..)| *score == top_score).max();
        let Some(path) = cheapest.and_then(|(.., cell)| reach.path_to(*cell)) else { continue };
        let order = Order::Move { unit: *unit.id, path, pace, evade: false };
        if validate_unit_order(view, &order).is_ok() {
            best = Some(ScoredMove { order, squares, score: top_score });
        }
    }
    best
}

/// The move that gets farthest away from a cell. `CS-PANI-03`, `CS-PIN-07`.
fn find_flight_move(
    view: &BattleView,
    unit: &UnitDataItem,
    from: Cell,
    paces: &[Pace],
) -> Option<ScoredMove> {
    best_move(view, unit, paces, |cell| Some(i64::from(cell.distance_squared(from))))
}

/// The move that gets closest to a cell by walking distance. `CS-ENRA-06`, `CS-PIN-05`.
fn find_approach_move(
    view: &BattleView,
    unit: &UnitDataItem,
    to: Cell,
    paces: &[Pace],
) -> Option<ScoredMove> {
    let back = reachable_cells(view, unit, to, UNLIMITED_HALF_METRES, Some(to));
    best_move(view, unit, paces, |cell| back.cost(cell).map(|cost| -i64::from(cost)))
}

/// The covered cell with the shortest path. `CS-PIN-05`, `CS-PIN-07`.
fn nearest_cover(view: &BattleView, unit: &UnitDataItem, from: Cell) -> Option<Cell> {
    let everywhere = reachable_cells(view, unit, unit.cell(), UNLIMITED_HALF_METRES, None);
    let places: Vec<_> = view.field().barriers().map(|(_, place)| place).collect();
    let beside = |cell: Cell| places.iter().any(|place| place.touches(cell));
    let mut cells: Vec<_> = everywhere.cells().filter(|(cell, _)| beside(*cell)).collect();
    cells.sort_by_key(|(cell, cost)| (*cost, *cell));
    cells.into_iter().map(|(cell, _)| cell).find(|cell| is_covered(view, unit, *cell, from))
}

/// Checks an order against the restrictions of the unit's ailments. `CS-AIL-08`, `CS-PIN-06`, `CS-PIN-17`.
///
/// # Errors
/// Returns `OrderError::ForbiddenByBook` with the ailment and its clause if the order is not allowed.
pub(crate) fn check_restrictions(
    view: &BattleView,
    unit: &UnitDataItem,
    order: &Order,
) -> Result<(), OrderError> {
    let forced = forced_action(view, unit).filter(|forced| !forced.allows(order));
    if let Some(forced) = forced.filter(|forced| !forced.leaves_free_actions() || !is_free(view, order)) {
        return Err(forced.order_error(unit));
    }
    let Order::Move { path, .. } = order else { return Ok(()) };
    check_pinned_move(view, unit, path)
}

/// Whether an order is a possible Free Action, or costs nothing at all. `CS-PIN-03`.
fn is_free(view: &BattleView, order: &Order) -> bool {
    let kind = match order {
        Order::Drop { .. } | Order::DropProne { .. } | Order::TakeCover { .. } => true,
        Order::SpecialAction { action, .. } => play::special_action_rounds(action, view.rules()).is_none(),
        _ => false,
    };
    kind && validate_unit_order(view, order).is_ok_and(|validated| validated.points == 0)
}
