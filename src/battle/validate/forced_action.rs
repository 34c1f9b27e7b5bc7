//! What ailments make a unit do with its phase: what is due now, and what that leaves open. `CS-AIL-08`.

use super::order_error::OrderError;
use super::order_validator;
use super::order_validator::validate_unit_order;
use crate::model::components::UnitId;
use crate::model::order::{Order, Pace, Target};
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use crate::view::safe_paths::SafePaths;
use crate::view::terrain_query::touches;
use dice::Clause;
use field::{Cell, Direction, MovementRange};
use rules::special_actions::{grappling, human_shield, vehicles};
use rules::status::resolution;
use rules::status::{self, ActiveCompulsion, Ailment, ControllerCommand};
use rules::{AvailableAction, RuleViolation, UnitSnapshot, play};

/// Key of the offer that does what is due.
pub const FORCED_ACTION_KEY: &str = "duty";

/// Half metres that lead anywhere on a map.
const UNLIMITED_HALF_METRES: u32 = u32::MAX / 4;

/// What a unit has to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedAction {
    /// The ailment behind it.
    pub ailment: Ailment,
    /// The clause that commands it.
    pub clause: Clause,
    /// "has to run away".
    pub text: &'static str,
    /// The order that does it; nothing where the phase is only to be ended.
    pub order: Option<Order>,
    /// Squares that are as good as the end of its way, if it is one.
    equivalent_ends: Vec<Cell>,
}

impl ForcedAction {
    fn new(bound: ActiveCompulsion, text: &'static str, order: Option<Order>) -> Self {
        Self { ailment: bound.ailment(), clause: bound.clause(), text, order, equivalent_ends: Vec::new() }
    }

    fn from_move(bound: ActiveCompulsion, text: &'static str, way: ScoredMove) -> Self {
        Self { equivalent_ends: way.squares, ..Self::new(bound, text, Some(way.order)) }
    }

    fn order_error(&self, unit: &UnitDataItem) -> OrderError {
        let why = RuleViolation::new(format!("{}: {}", self.ailment.name(), self.text), self.clause);
        OrderError::ForbiddenByBook { unit: unit.identity.name().to_owned(), why }
    }

    /// An order that does what is due as well as its own.
    fn allows(&self, order: &Order) -> bool {
        match (&self.order, order) {
            (None, Order::EndPhase { .. }) => true,
            (Some(Order::Move { pace, .. }), Order::Move { path, pace: how, .. }) => {
                pace == how && path.last().is_some_and(|end| self.equivalent_ends.contains(end))
            }
            (Some(Order::Attack { target, .. }), Order::Attack { target: other, manner, .. }) => {
                target == other && manner.as_deref().is_none_or(|manner| manner == "charge")
            }
            (Some(due), other) => due == other,
            (None, _) => false,
        }
    }
}

/// A way that is as good as any.
struct ScoredMove {
    order: Order,
    squares: Vec<Cell>,
    score: i64,
}

/// What the unit whose phase it is has to do, by the first duty that can be done. `CS-AIL-08`.
pub fn forced_action(view: &BattleView, unit: &UnitDataItem) -> Option<ForcedAction> {
    if view.round().acting() != Some(*unit.id) {
        return None;
    }
    unit.status.restrictions().duties.iter().find_map(|bound| forced_action_for(view, unit, *bound))
}

fn forced_action_for(
    view: &BattleView,
    unit: &UnitDataItem,
    bound: ActiveCompulsion,
) -> Option<ForcedAction> {
    let done = unit.status.restrictions().done;
    match bound {
        ActiveCompulsion::Obey(_) if done => {
            Some(ForcedAction::new(bound, "the order is carried out: nothing else", None))
        }
        ActiveCompulsion::Obey(command) => Some(ForcedAction::new(
            bound,
            "does what its controller says",
            find_commanded_order(view, unit, command),
        )),
        ActiveCompulsion::Flee(from) => {
            let threat = threat_cell(view, unit, from)?;
            let way = find_flight_move(view, unit, threat, &[Pace::Run, Pace::Walk])?;
            Some(ForcedAction::from_move(bound, "has to run away", way))
        }
        ActiveCompulsion::AttackFriend(_) if done => None,
        ActiveCompulsion::AttackFriend(friend) => {
            let friend = UnitId(friend);
            if let Some(order) = find_plain_attack(view, unit, friend) {
                return Some(ForcedAction::new(bound, "has to attack its nearest friend", Some(order)));
            }
            let at = view.unit(friend).filter(UnitDataItem::is_fighting)?.cell();
            let way = find_approach_move(view, unit, at, &[Pace::Walk, Pace::Run])?;
            Some(ForcedAction::from_move(bound, "has to close in on its nearest friend", way))
        }
        ActiveCompulsion::SeekCover(from) => {
            let threat = threat_cell(view, unit, from)?;
            if is_covered(view, unit, unit.cell(), threat) {
                return None; // what it may do there is up to it. `CS-PIN-06`
            }
            let way = match nearest_cover(view, unit, threat) {
                Some(shelter) => find_approach_move(view, unit, shelter, &[Pace::Walk]),
                None => find_flight_move(view, unit, threat, &[Pace::Walk]),
            };
            Some(ForcedAction::from_move(bound, "has to move toward cover, or away", way?))
        }
        ActiveCompulsion::Rage => rage_action(view, unit, bound, done),
    }
}

fn rage_action(
    view: &BattleView,
    unit: &UnitDataItem,
    bound: ActiveCompulsion,
    done: bool,
) -> Option<ForcedAction> {
    let enemies: Vec<_> =
        view.units().filter(|other| other.side != unit.side && other.is_fighting()).collect();
    let over = || ForcedAction::new(bound, "does nothing but attack in melee", None);
    if done {
        return Some(over());
    }
    let nearest = |one: &&UnitDataItem| (unit.cell().distance_squared(one.cell()), *one.id);
    let mut near: Vec<_> =
        enemies.iter().filter(|other| unit.cell().chebyshev_distance(other.cell()) <= 1).collect();
    near.sort_by_key(|one| nearest(one));
    if let Some(order) = near.iter().find_map(|other| find_plain_attack(view, unit, *other.id)) {
        return Some(ForcedAction::new(bound, "has to attack in melee", Some(order)));
    }
    let everywhere = reachable_cells(view, unit, unit.cell(), UNLIMITED_HALF_METRES, None);
    let beside = |other: &UnitDataItem| {
        let around = Direction::ALL.map(|way| everywhere.cost(other.cell().step(way))).into_iter().flatten();
        around.min().map(|cost| (cost, *other.id, other.cell()))
    };
    let (cost, _, at) = enemies.iter().filter_map(beside).min()?;
    // A Charge that gets there is made. `CS-ENRA-07`
    let charge =
        Order::SpecialAction { unit: *unit.id, deed: "charge".to_owned(), target: None, weapon: None };
    let offers = play::offers(&view.unit_snapshot(unit), view.rules());
    let charges = offers.iter().any(|offer| offer.key == "charge") && near.is_empty();
    if charges && cost <= charge_budget(view, unit) && validate_unit_order(view, &charge).is_ok() {
        return Some(ForcedAction::new(bound, "has to charge", Some(charge)));
    }
    match find_approach_move(view, unit, at, &[Pace::Run, Pace::Walk]) {
        Some(way) => Some(ForcedAction::from_move(bound, "has to close in on its enemies", way)),
        None => Some(over()),
    }
}

/// How far a Charge carries, in half metres: half of a run. Table CS-T2.
fn charge_budget(view: &BattleView, unit: &UnitDataItem) -> u32 {
    order_validator::move_budget(view, unit).run / 2
}

/// Where the fear or the fire comes from: a unit that was named, or else the nearest enemy.
fn threat_cell(view: &BattleView, unit: &UnitDataItem, from: Option<u32>) -> Option<Cell> {
    let named = from.and_then(|id| view.unit(UnitId(id))).filter(UnitDataItem::is_fighting);
    if let Some(one) = named {
        return Some(one.cell());
    }
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    enemies.min_by_key(|one| (unit.cell().distance_squared(one.cell()), *one.id)).map(|one| one.cell())
}

/// The first plain attack on a unit that can be made with what is in hand. `CS-BRWA-04`, `CS-ENRA-05`.
pub(crate) fn find_plain_attack(view: &BattleView, unit: &UnitDataItem, target: UnitId) -> Option<Order> {
    let mut held: Vec<_> = unit.inventory.held_items().collect();
    // What is in hand before fists, blades before guns. `CS-ENRA-05`
    held.sort_by_key(|(slot, carried)| (carried.hands() == 0, !carried.is_melee(), *slot));
    held.into_iter().find_map(|(weapon, carried)| {
        let modes = carried.modes();
        let mode = carried.mode().filter(|mode| modes.contains(mode)).or(modes.first().copied());
        let order = Order::attack(*unit.id, Target::Unit(target), weapon, mode);
        validate_unit_order(view, &order).is_ok().then_some(order)
    })
}

/// The order that a command comes to now, if it can be carried out.
fn find_commanded_order(view: &BattleView, unit: &UnitDataItem, command: ControllerCommand) -> Option<Order> {
    match command {
        ControllerCommand::Attack(target) => find_plain_attack(view, unit, UnitId(target)),
        ControllerCommand::Heal(target) => find_aid_order(view, unit, UnitId(target), true),
        ControllerCommand::Augment(target) => find_aid_order(view, unit, UnitId(target), false),
        ControllerCommand::Nothing => None,
    }
}

/// The first Spell or item that mends or strengthens a unit. `CS-BRWA-02`, `CS-BRWA-03`.
pub(crate) fn find_aid_order(
    view: &BattleView,
    unit: &UnitDataItem,
    target: UnitId,
    heals: bool,
) -> Option<Order> {
    let keys = unit.sheet.get().aid_keys(heals);
    keys.into_iter().find_map(|key| {
        let (deed, target) = (key.to_owned(), Some(target));
        let order = Order::SpecialAction { unit: *unit.id, deed, target, weapon: None };
        validate_unit_order(view, &order).is_ok().then_some(order)
    })
}

/// Everywhere a unit could go from a square; `through` is a square it may go to although somebody stands there.
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

/// The best legal way by a score that has to beat that of the present square.
fn best_move(
    view: &BattleView,
    unit: &UnitDataItem,
    paces: &[Pace],
    score: impl Fn(Cell) -> Option<i64>,
) -> Option<ScoredMove> {
    let budget = order_validator::move_budget(view, unit);
    let here = score(unit.cell())?;
    let mut found: Option<ScoredMove> = None;
    for &pace in paces {
        let half_metres = match pace {
            Pace::Walk => budget.walk_left,
            Pace::Run => budget.run,
            Pace::Sprint => continue,
        };
        let reach = SafePaths::from_unit(view, unit, half_metres);
        let scored: Vec<_> = reach
            .cells()
            .filter_map(|(cell, cost)| Some((score(cell)?, std::cmp::Reverse(cost), cell)))
            .collect();
        let Some(&(most, ..)) = scored.iter().max() else { continue };
        if most <= found.as_ref().map_or(here, |way| way.score) {
            continue;
        }
        let squares: Vec<_> =
            scored.iter().filter(|(score, ..)| *score == most).map(|(.., cell)| *cell).collect();
        let cheapest = scored.iter().filter(|(score, ..)| *score == most).max();
        let Some(path) = cheapest.and_then(|(.., cell)| reach.path_to(*cell)) else { continue };
        let order = Order::Move { unit: *unit.id, path, pace, evade: false };
        if validate_unit_order(view, &order).is_ok() {
            found = Some(ScoredMove { order, squares, score: most });
        }
    }
    found
}

/// As far away from a square as possible. `CS-PANI-03`, `CS-PIN-07`.
fn find_flight_move(
    view: &BattleView,
    unit: &UnitDataItem,
    from: Cell,
    paces: &[Pace],
) -> Option<ScoredMove> {
    best_move(view, unit, paces, |cell| Some(i64::from(cell.distance_squared(from))))
}

/// As near to a square as possible, by the way one has to go. `CS-ENRA-06`, `CS-PIN-05`.
fn find_approach_move(
    view: &BattleView,
    unit: &UnitDataItem,
    to: Cell,
    paces: &[Pace],
) -> Option<ScoredMove> {
    let back = reachable_cells(view, unit, to, UNLIMITED_HALF_METRES, Some(to));
    best_move(view, unit, paces, |cell| back.cost(cell).map(|cost| -i64::from(cost)))
}

/// Beside something that the line from a square crosses. `CS-PIN-05`.
pub(crate) fn is_covered(view: &BattleView, unit: &UnitDataItem, cell: Cell, from: Cell) -> bool {
    let body = unit.body();
    let fire = field::line_of_fire(view.field().grid(), from, field::Body::STANDING, cell, body);
    let beside = |id: u32| {
        view.barrier(crate::model::components::BarrierId(id))
            .is_some_and(|data| touches(data.place.place(), cell))
    };
    fire.cover.iter().chain(&fire.clear).any(|crossing| beside(crossing.id))
}

/// The covered square with the shortest way to it. `CS-PIN-05`, `CS-PIN-07`.
fn nearest_cover(view: &BattleView, unit: &UnitDataItem, from: Cell) -> Option<Cell> {
    let everywhere = reachable_cells(view, unit, unit.cell(), UNLIMITED_HALF_METRES, None);
    let places: Vec<_> = view.field().barriers().map(|(_, place)| place).collect();
    let beside = |cell: Cell| places.iter().any(|place| touches(*place, cell));
    let mut cells: Vec<_> = everywhere.cells().filter(|(cell, _)| beside(*cell)).collect();
    cells.sort_by_key(|(cell, cost)| (*cost, *cell));
    cells.into_iter().map(|(cell, _)| cell).find(|cell| is_covered(view, unit, *cell, from))
}

/// Whether what binds a unit leaves it an order. `CS-AIL-08`, `CS-PIN-06`, `CS-PIN-17`.
///
/// # Errors
/// The ailment and its clause.
pub(crate) fn check_restrictions(
    view: &BattleView,
    unit: &UnitDataItem,
    order: &Order,
) -> Result<(), OrderError> {
    if let Some(due) = forced_action(view, unit).filter(|due| !due.allows(order)) {
        return Err(due.order_error(unit));
    }
    let pinned = unit.status.restrictions().duties.iter().find_map(|bound| match bound {
        ActiveCompulsion::SeekCover(from) => Some(*from),
        _ => None,
    });
    let (Some(from), Order::Move { path, .. }) = (pinned, order) else { return Ok(()) };
    let Some(threat) =
        threat_cell(view, unit, from).filter(|_| status::has(unit.status.ailments(), Ailment::Pinned))
    else {
        return Ok(());
    };
    let here = unit.cell();
    if !is_covered(view, unit, here, threat) {
        return Ok(()); // what is due there was asked already
    }
    let refused = |text: &str, clause| {
        let why = RuleViolation::new(text, clause);
        Err(OrderError::ForbiddenByBook { unit: unit.identity.name().to_owned(), why })
    };
    let farther = path.last().is_some_and(|end| end.distance_squared(threat) > here.distance_squared(threat));
    if !farther {
        return refused("Pinned: in cover it may only retreat", "CS-PIN-06");
    }
    if path.iter().any(|cell| !is_covered(view, unit, *cell, threat)) {
        return refused("Pinned: a retreat stays in cover", "CS-PIN-17");
    }
    Ok(())
}

/// Everything that a unit may do besides what every book has: the book's own, what ailments ask for, and what is due.
pub fn available_actions(view: &BattleView, unit: &UnitDataItem) -> Vec<AvailableAction> {
    let me = view.unit_snapshot(unit);
    let mut offers = play::offers(&me, view.rules());
    let beside = adjacent_units(view, unit);
    offers.extend(resolution::available_actions(&me, &beside, view.rules()));
    offers.extend(vehicles::available_actions(&me, &beside, view.rules()));
    offers.extend(human_shield::available_actions(&me, view.rules()));
    offers.extend(grappling::available_actions(&me, &beside, view.rules()));
    if let Some(ForcedAction { ailment, clause, text, order: Some(_), .. }) = forced_action(view, unit) {
        offers.insert(
            0,
            AvailableAction {
                key: FORCED_ACTION_KEY,
                label: format!("{}: obey", ailment.name()),
                detail: format!("Does what it must: {text}"),
                price: String::new(),
                aim: rules::SpecialActionTarget::Nothing,
                clause,
            },
        );
    }
    offers
}

/// Everybody on the squares around a unit who is still on the field, by number.
pub(crate) fn adjacent_units(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitSnapshot> {
    let near = |other: &UnitDataItem| {
        other.id != unit.id
            && !other.out_of_action.escaped()
            && unit.cell().chebyshev_distance(other.cell()) == 1
    };
    view.units().filter(near).map(|other| view.unit_snapshot(&other)).collect()
}
