//! Orders that fit what is going on: a question is answered, a wounded friend is treated, a charge is set off.

use super::chaos::Chaos;
use battle::{self, BarrierId, BattleView, Blow, Order, Pace, Side, Target, UnitDataItem, UnitId, Ways};
use field::{Cell, Direction, Place};
use rules::engine::timed::{Trigger, When};
use rules::{Aim, Care, FireMode, KarmaPlan, play};

/// An order for the state that the fight is in.
pub(super) fn order(chaos: &mut Chaos, view: &BattleView) -> Option<Order> {
    if chaos.once_in(40) && view.setup().bundle().skirmish.options.own_dice {
        return Some(dice(chaos, view));
    }
    if view.decision().is_some() {
        return answer(chaos, view);
    }
    if view.round().outcome().is_some() {
        return afterwards(chaos, view);
    }
    if view.round().deploying() {
        return before(chaos, view);
    }
    let unit = view.unit(view.round().acting()?)?;
    going_on(chaos, view, &unit).or_else(|| act(chaos, view, &unit))
}

/// Dice that were rolled by hand.
fn dice(chaos: &mut Chaos, view: &BattleView) -> Order {
    let most = usize::from(view.rules().book().largest_die());
    Order::Dice { faces: (0..1 + chaos.below(8)).map(|_| 1 + chaos.below(most) as u8).collect() }
}

/// One of the answers to the open question, or a roll where one may be typed in.
fn answer(chaos: &mut Chaos, view: &BattleView) -> Option<Order> {
    let decision = view.decision()?;
    if let Some(dice) = decision.dice().filter(|_| chaos.once_in(3)) {
        let faces = (0..dice.count).map(|_| (1 + chaos.below(usize::from(dice.sides.max(1)))).to_string());
        return Some(Order::Decide { answer: faces.collect::<Vec<_>>().join(" ") });
    }
    let answer = chaos.pick(&decision.prompt().answers)?.key.clone();
    Some(Order::Decide { answer })
}

/// What can be done once the skirmish is over.
fn afterwards(chaos: &mut Chaos, view: &BattleView) -> Option<Order> {
    if view.round().after().is_none() {
        return Some(Order::LeaveField);
    }
    if chaos.once_in(3) {
        let care = [Care::None, Care::Competent, Care::Expert][chaos.below(3)];
        return Some(Order::Rest { minutes: 1 + chaos.below(5000) as u32, care });
    }
    let unit = chaos.somebody(view)?;
    let treatments = battle::treatments(view, &unit);
    let treatment = chaos.pick(&treatments)?.key.to_owned();
    let target = if chaos.once_in(4) { None } else { chaos.somebody(view).map(|unit| *unit.id) };
    Some(Order::Treat { unit: *unit.id, treatment, target })
}

/// What can be done before the first round.
fn before(chaos: &mut Chaos, view: &BattleView) -> Option<Order> {
    let skirmish = &view.setup().bundle().skirmish;
    let unit = chaos.somebody(view)?;
    match chaos.below(6) {
        0 | 1 => Some(Order::Begin { side: Side(chaos.below(skirmish.sides.len()) as u8) }),
        2 => deed(chaos, view, &unit),
        3 => Some(karma(chaos, *unit.id)),
        _ => {
            let zone = skirmish.sides.get(usize::from(unit.side.0))?.deployment.as_ref()?;
            let to = *chaos.pick(skirmish.map.zones.get(zone)?)?;
            Some(Order::Deploy { unit: *unit.id, to })
        }
    }
}

/// What was begun is brought to its end: work that takes several phases, a charge that waits for its signal.
fn going_on(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let id = *unit.id;
    if unit.undertaking.get().is_some() && !chaos.once_in(3) {
        return Some(if chaos.once_in(3) {
            Order::EndPhase { unit: id }
        } else {
            Order::Continue { unit: id }
        });
    }
    let waits = |fuse: &battle::Armed| fuse.fuse().when == When::Signal && fuse.fuse().owner == id.0;
    let own: Vec<_> = view.armed().into_iter().filter(|(_, armed)| waits(armed)).collect();
    let (item, _) = chaos.pick(&own)?;
    chaos.once_in(3).then_some(Order::Detonate { unit: id, item: *item })
}

/// What the unit whose phase it is could do.
fn act(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let id = *unit.id;
    match chaos.below(64) {
        0..=14 => attack(chaos, view, unit).or_else(|| walk(chaos, view, unit)),
        15..=25 => walk(chaos, view, unit),
        26..=32 => deed(chaos, view, unit),
        33 => Some(Order::TakeCover { unit: id }),
        34 if unit.prone() => Some(Order::StandUp { unit: id }),
        34 => Some(Order::DropProne { unit: id }),
        35..=36 => Some(Order::Reload { unit: id, weapon: emptied(chaos, unit)? }),
        37..=38 => Some(Order::Ready { unit: id, weapon: stowed(chaos, unit)? }),
        39..=40 => pick_up(chaos, view, unit),
        41 => door(chaos, view, unit),
        42..=44 => several(chaos, view, unit),
        45..=50 => activate(chaos, unit),
        51 => Some(Order::Delay { unit: id }),
        52 => Some(Order::AnnounceRun { unit: id }),
        53 => Some(karma(chaos, id)),
        54 => standing(chaos, view, id),
        55 if chaos.once_in(4) => Some(Order::Drop { unit: id, weapon: held(chaos, unit)? }),
        // Seldom: it ends the fight.
        55 if chaos.once_in(40) => Some(Order::Surrender { side: *unit.side }),
        _ => Some(Order::EndPhase { unit: id }),
    }
}

fn held(chaos: &mut Chaos, unit: &UnitDataItem) -> Option<usize> {
    let held: Vec<usize> = unit.arsenal.held().map(|(weapon, _)| weapon).collect();
    chaos.pick(&held).copied()
}

/// Mostly a weapon in hand.
fn weapon(chaos: &mut Chaos, unit: &UnitDataItem) -> usize {
    match held(chaos, unit) {
        Some(weapon) if !chaos.once_in(4) => weapon,
        _ => chaos.below(unit.arsenal.carried().len() + 1),
    }
}

/// One of what the unit carries that is like this.
fn such(chaos: &mut Chaos, unit: &UnitDataItem, is: impl Fn(&battle::Carried) -> bool) -> Option<usize> {
    let all = unit.arsenal.carried().iter().enumerate().filter(|(_, carried)| is(carried));
    let all: Vec<usize> = all.map(|(weapon, _)| weapon).collect();
    chaos.pick(&all).copied()
}

fn emptied(chaos: &mut Chaos, unit: &UnitDataItem) -> Option<usize> {
    such(chaos, unit, |carried| carried.in_hand() && carried.loaded() < carried.magazine())
}

fn stowed(chaos: &mut Chaos, unit: &UnitDataItem) -> Option<usize> {
    such(chaos, unit, |carried| !carried.in_hand())
}

fn mode(chaos: &mut Chaos, unit: &UnitDataItem, weapon: usize) -> Option<FireMode> {
    let carried = unit.arsenal.carried().get(weapon)?;
    chaos.pick(carried.modes()).copied()
}

fn manner(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem, weapon: usize) -> Option<String> {
    let me = view.combatant(unit);
    let manners = play::manners(&me, me.held_at(weapon)?, view.rules());
    chaos.pick(&manners).map(|manner| manner.key.to_owned())
}

/// Mostly an enemy in sight; now and then anybody.
fn enemy(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    if chaos.once_in(8) {
        return chaos.somebody(view).map(|unit| *unit.id);
    }
    let enemies = view.units().filter(|other| other.side != unit.side && other.fighting());
    let seen: Vec<UnitId> = enemies.filter(|other| view.sees(unit, other)).map(|other| *other.id).collect();
    chaos.pick(&seen).copied()
}

fn attack(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let weapon = weapon(chaos, unit);
    let target = match chaos.below(16) {
        0 => Target::Barrier(barrier(chaos, view, unit)?),
        1 => Target::Square(chaos.near(unit.cell(), 8)),
        _ => Target::Unit(enemy(chaos, view, unit)?),
    };
    let mode = mode(chaos, unit, weapon);
    let manner = if chaos.once_in(3) { manner(chaos, view, unit, weapon) } else { None };
    Some(Order::Attack { unit: *unit.id, target, weapon, mode, manner })
}

/// Two or three blows with one or two of the weapons in hand, mostly at one target.
fn several(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let whom = enemy(chaos, view, unit)?;
    let weapons = [held(chaos, unit)?, held(chaos, unit)?];
    let attacks = (0..2 + usize::from(chaos.once_in(4))).map(|nth| {
        let target = if chaos.once_in(4) { enemy(chaos, view, unit)? } else { whom };
        let weapon = weapons[nth % 2];
        Some(Blow { target, weapon, mode: mode(chaos, unit, weapon) })
    });
    Some(Order::Multiple { unit: *unit.id, attacks: attacks.collect::<Option<_>>()? })
}

/// A way to a square within reach, or a straight dash into whatever comes.
fn walk(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let pace = [Pace::Walk, Pace::Walk, Pace::Run, Pace::Sprint][chaos.below(4)];
    let evade = chaos.once_in(4);
    if chaos.once_in(4) {
        let way = Direction::ALL[chaos.below(8)];
        let path = std::iter::successors(Some(unit.cell().step(way)), |cell| Some(cell.step(way)));
        let path = path.take(1 + chaos.below(6)).collect();
        return Some(Order::Move { unit: *unit.id, path, pace, evade });
    }
    let budget = battle::move_budget(view, unit);
    let far = if pace == Pace::Walk { budget.walk_left } else { budget.run };
    let ways = Ways::of(view, unit, far.min(40));
    let cells: Vec<Cell> = ways.cells().map(|(cell, _)| cell).collect();
    let path = ways.path_to(*chaos.pick(&cells)?)?;
    Some(Order::Move { unit: *unit.id, path, pace, evade })
}

/// One of what the book offers, mostly to somebody or with something that it can be done to or with.
fn deed(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let offers = battle::offers(view, unit);
    let offer = chaos.pick(&offers)?;
    let fits = !chaos.once_in(4);
    let target = match chaos.below(4) {
        _ if fits && offer.aim != Aim::Neighbour => None,
        0 => chaos.somebody(view).map(|unit| *unit.id),
        1 => Some(*unit.id),
        2 => beside(chaos, view, unit),
        _ => enemy(chaos, view, unit),
    };
    let armed = if fits { offer.aim == Aim::Weapon } else { chaos.once_in(2) };
    let weapon = armed.then(|| weapon(chaos, unit));
    Some(Order::Deed { unit: *unit.id, deed: offer.key.to_owned(), target, weapon })
}

/// Somebody on the squares around.
fn beside(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    let near = view.units().filter(|other| other.id != unit.id && other.cell().rings(unit.cell()) <= 1);
    let near: Vec<UnitId> = near.map(|other| *other.id).collect();
    chaos.pick(&near).copied()
}

/// What lies at hand, or a way to what lies farther off.
fn pick_up(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let items = view.items();
    let at_hand: Vec<_> = items.iter().filter(|(_, item)| item.cell().rings(unit.cell()) <= 1).collect();
    if let Some((item, _)) = chaos.pick(&at_hand) {
        return Some(Order::PickUp { unit: *unit.id, item: *item });
    }
    let (item, dropped) = chaos.pick(&items)?;
    let budget = battle::move_budget(view, unit).walk_left;
    let path = Ways::of(view, unit, budget).path_to(dropped.cell());
    let walk = path.map(|path| Order::Move { unit: *unit.id, path, pace: Pace::Walk, evade: false });
    Some(walk.unwrap_or(Order::PickUp { unit: *unit.id, item: *item }))
}

/// A segment beside the unit, or any.
fn barrier(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<BarrierId> {
    let all: Vec<_> = view.field().barriers().collect();
    let near: Vec<_> = all.iter().filter(|(_, place)| touches(place, unit.cell())).copied().collect();
    let from = if near.is_empty() || chaos.once_in(3) { &all } else { &near };
    chaos.pick(from).map(|(id, _)| *id)
}

fn touches(place: &Place, cell: Cell) -> bool {
    match place {
        Place::Square(square) => square.rings(cell) <= 1,
        Place::Edge(edge) => edge.cells().contains(&cell),
    }
}

/// A door at hand, or any segment.
fn door(chaos: &mut Chaos, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let opens = |id: BarrierId| view.barrier(id).is_some_and(|data| data.barrier.kind().openable);
    let near = view.field().barriers().filter(|(id, place)| touches(place, unit.cell()) && opens(*id));
    let near: Vec<BarrierId> = near.map(|(id, _)| id).collect();
    let at_hand = chaos.pick(&near).copied();
    let barrier = at_hand.or_else(|| barrier(chaos, view, unit))?;
    Some(Order::Door { unit: *unit.id, barrier })
}

/// What goes off by itself is thrown or put down, once it is in hand.
fn activate(chaos: &mut Chaos, unit: &UnitDataItem) -> Option<Order> {
    let weapon = such(chaos, unit, |carried| play::trigger(carried.weapon()).is_some())?;
    let carried = unit.arsenal.carried().get(weapon)?;
    if !carried.in_hand() {
        return Some(Order::Ready { unit: *unit.id, weapon });
    }
    let (timer, far) = match play::trigger(carried.weapon())? {
        Trigger::Preset | Trigger::Radio => (None, 5),
        Trigger::Timer => (Some(chaos.timer()), 5),
        Trigger::Charge => (Some(chaos.timer()), 1),
    };
    let near = if chaos.once_in(2) { 1 } else { far };
    Some(Order::Activate { unit: *unit.id, weapon, timer, to: chaos.near(unit.cell(), near) })
}

/// What Karma is meant for.
pub(super) fn karma(chaos: &mut Chaos, unit: UnitId) -> Order {
    if chaos.once_in(4) {
        return Order::KarmaInitiative { unit };
    }
    let [dice, reroll, ask] = [(); 3].map(|()| chaos.once_in(2));
    Order::Karma { unit, plan: KarmaPlan { dice, reroll, ask } }
}

/// Most standing answers are taken back, or nobody would be asked for long.
fn standing(chaos: &mut Chaos, view: &BattleView, unit: UnitId) -> Option<Order> {
    let given: Vec<String> = view.unit(unit)?.standing.iter().map(|(clause, _)| clause.to_owned()).collect();
    if let Some(clause) = chaos.pick(&given).cloned().filter(|_| !chaos.once_in(3)) {
        return Some(Order::Standing { unit, clause, answer: None });
    }
    let habits = play::habits(view.rules().book());
    let habit = chaos.pick(&habits)?;
    let answer = chaos.pick(habit.answers).map(|(key, _)| (*key).to_owned());
    Some(Order::Standing { unit, clause: habit.clause.to_owned(), answer })
}
