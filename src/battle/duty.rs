//! What ailments make a unit do with its phase: what is due now, and what that leaves open. `CS-AIL-08`.

use super::check::{self, act};
use super::components::UnitId;
use super::lay::touches;
use super::order::{Order, Pace, Target};
use super::refusal::Refusal;
use super::view::{BattleView, UnitDataItem, diagonal_step};
use super::ways::Ways;
use dice::Clause;
use field::{Cell, Direction, Reach};
use rules::status::{self, Ailment, Bound, Command};
use rules::{Combatant, Offer, Refused, ailing, play, riding, shield, wrestling};

/// Key of the offer that does what is due.
pub const DUTY: &str = "duty";

/// Half metres that lead anywhere on a map.
const ANYWHERE: u32 = u32::MAX / 4;

/// What a unit has to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The ailment behind it.
    pub ailment: Ailment,
    /// The clause that commands it.
    pub clause: Clause,
    /// "has to run away".
    pub text: &'static str,
    /// The order that does it; nothing where the phase is only to be ended.
    pub order: Option<Order>,
    /// Squares that are as good as the end of its way, if it is one.
    squares: Vec<Cell>,
}

impl Due {
    fn new(bound: Bound, text: &'static str, order: Option<Order>) -> Self {
        Self { ailment: bound.ailment(), clause: bound.clause(), text, order, squares: Vec::new() }
    }

    fn way(bound: Bound, text: &'static str, way: Way) -> Self {
        Self { squares: way.squares, ..Self::new(bound, text, Some(way.order)) }
    }

    fn refusal(&self, unit: &UnitDataItem) -> Refusal {
        let why = Refused::new(format!("{}: {}", self.ailment.name(), self.text), self.clause);
        Refusal::Book { unit: unit.identity.name().to_owned(), why }
    }

    /// An order that does what is due as well as its own.
    fn allows(&self, order: &Order) -> bool {
        match (&self.order, order) {
            (None, Order::EndPhase { .. }) => true,
            (Some(Order::Move { pace, .. }), Order::Move { path, pace: how, .. }) => {
                pace == how && path.last().is_some_and(|end| self.squares.contains(end))
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
struct Way {
    order: Order,
    squares: Vec<Cell>,
    score: i64,
}

/// What the unit whose phase it is has to do, by the first duty that can be done. `CS-AIL-08`.
pub fn due(view: &BattleView, unit: &UnitDataItem) -> Option<Due> {
    if view.round().acting() != Some(*unit.id) {
        return None;
    }
    unit.status.bounds().duties.iter().find_map(|bound| of(view, unit, *bound))
}

fn of(view: &BattleView, unit: &UnitDataItem, bound: Bound) -> Option<Due> {
    let done = unit.status.bounds().done;
    match bound {
        Bound::Obey(_) if done => Some(Due::new(bound, "the order is carried out: nothing else", None)),
        Bound::Obey(command) => {
            Some(Due::new(bound, "does what its controller says", obeys(view, unit, command)))
        }
        Bound::Flee(from) => {
            let threat = threat(view, unit, from)?;
            let way = away(view, unit, threat, &[Pace::Run, Pace::Walk])?;
            Some(Due::way(bound, "has to run away", way))
        }
        Bound::AttackFriend(_) if done => None,
        Bound::AttackFriend(friend) => {
            let friend = UnitId(friend);
            if let Some(order) = attack(view, unit, friend) {
                return Some(Due::new(bound, "has to attack its nearest friend", Some(order)));
            }
            let at = view.unit(friend).filter(UnitDataItem::fighting)?.cell();
            let way = toward(view, unit, at, &[Pace::Walk, Pace::Run])?;
            Some(Due::way(bound, "has to close in on its nearest friend", way))
        }
        Bound::SeekCover(from) => {
            let threat = threat(view, unit, from)?;
            if is_covered(view, unit, unit.cell(), threat) {
                return None; // what it may do there is up to it. `CS-PIN-06`
            }
            let way = match nearest_cover(view, unit, threat) {
                Some(shelter) => toward(view, unit, shelter, &[Pace::Walk]),
                None => away(view, unit, threat, &[Pace::Walk]),
            };
            Some(Due::way(bound, "has to move toward cover, or away", way?))
        }
        Bound::Rage => rages(view, unit, bound, done),
    }
}

fn rages(view: &BattleView, unit: &UnitDataItem, bound: Bound, done: bool) -> Option<Due> {
    let enemies: Vec<_> = view.units().filter(|other| other.side != unit.side && other.fighting()).collect();
    let over = || Due::new(bound, "does nothing but attack in melee", None);
    if done {
        return Some(over());
    }
    let nearest = |one: &&UnitDataItem| (unit.cell().distance_squared(one.cell()), *one.id);
    let mut near: Vec<_> = enemies.iter().filter(|other| unit.cell().rings(other.cell()) <= 1).collect();
    near.sort_by_key(|one| nearest(one));
    if let Some(order) = near.iter().find_map(|other| attack(view, unit, *other.id)) {
        return Some(Due::new(bound, "has to attack in melee", Some(order)));
    }
    let everywhere = reach(view, unit, unit.cell(), ANYWHERE, None);
    let beside = |other: &UnitDataItem| {
        let around = Direction::ALL.map(|way| everywhere.cost(other.cell().step(way))).into_iter().flatten();
        around.min().map(|cost| (cost, *other.id, other.cell()))
    };
    let (cost, _, at) = enemies.iter().filter_map(beside).min()?;
    // A Charge that gets there is made. `CS-ENRA-07`
    let charge = Order::Deed { unit: *unit.id, deed: "charge".to_owned(), target: None, weapon: None };
    let offers = play::offers(&view.combatant(unit), view.rules());
    let charges = offers.iter().any(|offer| offer.key == "charge") && near.is_empty();
    if charges && cost <= charge_budget(view, unit) && act(view, &charge).is_ok() {
        return Some(Due::new(bound, "has to charge", Some(charge)));
    }
    match toward(view, unit, at, &[Pace::Run, Pace::Walk]) {
        Some(way) => Some(Due::way(bound, "has to close in on its enemies", way)),
        None => Some(over()),
    }
}

/// How far a Charge carries, in half metres: half of a run. Table CS-T2.
fn charge_budget(view: &BattleView, unit: &UnitDataItem) -> u32 {
    check::move_budget(view, unit).run / 2
}

/// Where the fear or the fire comes from: a unit that was named, or else the nearest enemy.
fn threat(view: &BattleView, unit: &UnitDataItem, from: Option<u32>) -> Option<Cell> {
    let named = from.and_then(|id| view.unit(UnitId(id))).filter(UnitDataItem::fighting);
    if let Some(one) = named {
        return Some(one.cell());
    }
    let enemies = view.units().filter(|other| other.side != unit.side && other.fighting());
    enemies.min_by_key(|one| (unit.cell().distance_squared(one.cell()), *one.id)).map(|one| one.cell())
}

/// The first plain attack on a unit that can be made with what is in hand. `CS-BRWA-04`, `CS-ENRA-05`.
pub(super) fn attack(view: &BattleView, unit: &UnitDataItem, target: UnitId) -> Option<Order> {
    let mut held: Vec<_> = unit.arsenal.held().collect();
    // What is in hand before fists, blades before guns. `CS-ENRA-05`
    held.sort_by_key(|(slot, carried)| (carried.hands() == 0, !carried.is_melee(), *slot));
    held.into_iter().find_map(|(weapon, carried)| {
        let modes = carried.modes();
        let mode = carried.mode().filter(|mode| modes.contains(mode)).or(modes.first().copied());
        let order = Order::attack(*unit.id, Target::Unit(target), weapon, mode);
        act(view, &order).is_ok().then_some(order)
    })
}

/// The order that a command comes to now, if it can be carried out.
fn obeys(view: &BattleView, unit: &UnitDataItem, command: Command) -> Option<Order> {
    match command {
        Command::Attack(target) => attack(view, unit, UnitId(target)),
        Command::Heal(target) => aid(view, unit, UnitId(target), true),
        Command::Augment(target) => aid(view, unit, UnitId(target), false),
        Command::Nothing => None,
    }
}

/// The first Spell or item that mends or strengthens a unit. `CS-BRWA-02`, `CS-BRWA-03`.
pub(super) fn aid(view: &BattleView, unit: &UnitDataItem, target: UnitId, heals: bool) -> Option<Order> {
    let keys = unit.sheet.get().aids(heals);
    keys.into_iter().find_map(|key| {
        let (deed, target) = (key.to_owned(), Some(target));
        let order = Order::Deed { unit: *unit.id, deed, target, weapon: None };
        act(view, &order).is_ok().then_some(order)
    })
}

/// Everywhere a unit could go from a square; `through` is a square it may go to although somebody stands there.
fn reach(view: &BattleView, unit: &UnitDataItem, from: Cell, budget: u32, through: Option<Cell>) -> Reach {
    let taken = |cell: Cell, own: bool| {
        Some(cell) != through
            && view.unit_at(cell).is_some_and(|other| other.id != unit.id && (other.side == unit.side) == own)
    };
    let grid = view.field().grid();
    Reach::compute(
        grid,
        from,
        budget,
        diagonal_step(view.rules()),
        |cell| taken(cell, false),
        |cell| taken(cell, true),
    )
}

/// The best legal way by a score that has to beat that of the present square.
fn best(
    view: &BattleView,
    unit: &UnitDataItem,
    paces: &[Pace],
    score: impl Fn(Cell) -> Option<i64>,
) -> Option<Way> {
    let budget = check::move_budget(view, unit);
    let here = score(unit.cell())?;
    let mut found: Option<Way> = None;
    for &pace in paces {
        let half_metres = match pace {
            Pace::Walk => budget.walk_left,
            Pace::Run => budget.run,
            Pace::Sprint => continue,
        };
        let reach = Ways::of(view, unit, half_metres);
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
        if act(view, &order).is_ok() {
            found = Some(Way { order, squares, score: most });
        }
    }
    found
}

/// As far away from a square as possible. `CS-PANI-03`, `CS-PIN-07`.
fn away(view: &BattleView, unit: &UnitDataItem, from: Cell, paces: &[Pace]) -> Option<Way> {
    best(view, unit, paces, |cell| Some(i64::from(cell.distance_squared(from))))
}

/// As near to a square as possible, by the way one has to go. `CS-ENRA-06`, `CS-PIN-05`.
fn toward(view: &BattleView, unit: &UnitDataItem, to: Cell, paces: &[Pace]) -> Option<Way> {
    let back = reach(view, unit, to, ANYWHERE, Some(to));
    best(view, unit, paces, |cell| back.cost(cell).map(|cost| -i64::from(cost)))
}

/// Beside something that the line from a square crosses. `CS-PIN-05`.
pub(super) fn is_covered(view: &BattleView, unit: &UnitDataItem, cell: Cell, from: Cell) -> bool {
    let body = unit.body();
    let fire = field::line_of_fire(view.field().grid(), from, field::Body::STANDING, cell, body);
    let beside = |id: u32| {
        view.barrier(super::components::BarrierId(id)).is_some_and(|data| touches(data.place.place(), cell))
    };
    fire.cover.iter().chain(&fire.clear).any(|crossing| beside(crossing.id))
}

/// The covered square with the shortest way to it. `CS-PIN-05`, `CS-PIN-07`.
fn nearest_cover(view: &BattleView, unit: &UnitDataItem, from: Cell) -> Option<Cell> {
    let everywhere = reach(view, unit, unit.cell(), ANYWHERE, None);
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
pub(super) fn permits(view: &BattleView, unit: &UnitDataItem, order: &Order) -> Result<(), Refusal> {
    if let Some(due) = due(view, unit).filter(|due| !due.allows(order)) {
        return Err(due.refusal(unit));
    }
    let pinned = unit.status.bounds().duties.iter().find_map(|bound| match bound {
        Bound::SeekCover(from) => Some(*from),
        _ => None,
    });
    let (Some(from), Order::Move { path, .. }) = (pinned, order) else { return Ok(()) };
    let Some(threat) =
        threat(view, unit, from).filter(|_| status::has(unit.status.ailments(), Ailment::Pinned))
    else {
        return Ok(());
    };
    let here = unit.cell();
    if !is_covered(view, unit, here, threat) {
        return Ok(()); // what is due there was asked already
    }
    let refused = |text: &str, clause| {
        let why = Refused::new(text, clause);
        Err(Refusal::Book { unit: unit.identity.name().to_owned(), why })
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
pub fn offers(view: &BattleView, unit: &UnitDataItem) -> Vec<Offer> {
    let me = view.combatant(unit);
    let mut offers = play::offers(&me, view.rules());
    let beside = beside(view, unit);
    offers.extend(ailing::offers(&me, &beside, view.rules()));
    offers.extend(riding::offers(&me, &beside, view.rules()));
    offers.extend(shield::offers(&me, view.rules()));
    offers.extend(wrestling::offers(&me, &beside, view.rules()));
    if let Some(Due { ailment, clause, text, order: Some(_), .. }) = due(view, unit) {
        offers.insert(
            0,
            Offer {
                key: DUTY,
                label: format!("{}: obey", ailment.name()),
                detail: format!("Does what it must: {text}"),
                price: String::new(),
                aim: rules::Aim::Nothing,
                clause,
            },
        );
    }
    offers
}

/// Everybody on the squares around a unit who is still on the field, by number.
pub(super) fn beside(view: &BattleView, unit: &UnitDataItem) -> Vec<Combatant> {
    let near = |other: &UnitDataItem| {
        other.id != unit.id && !other.casualty.escaped() && unit.cell().rings(other.cell()) == 1
    };
    view.units().filter(near).map(|other| view.combatant(&other)).collect()
}
