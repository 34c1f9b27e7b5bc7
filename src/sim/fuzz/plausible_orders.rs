//! Orders that fit what is going on: a question is answered, a wounded friend is treated, a charge is set off.

use super::fuzz_player::FuzzPlayer;
use battle::{
    self, BarrierId, BattleView, Order, Pace, SafePaths, Side, SubAttack, Target, UnitDataItem, UnitId,
};
use field::{Cell, Direction, ObstaclePosition};
use rules::turn_engine::timed_items::{DetonationTrigger, FuseTiming};
use rules::{FireMode, KarmaPlan, MedicalCare, SpecialActionTarget, play};

/// An order for the state that the fight is in.
pub(crate) fn plausible_order(chaos: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    if chaos.one_in(40) && view.setup().bundle().skirmish.options.own_dice {
        return Some(typed_dice_order(chaos, view));
    }
    if view.open_prompt().is_some() {
        return answer_order(chaos, view);
    }
    if view.round().outcome().is_some() {
        return after_battle_order(chaos, view);
    }
    if view.round().is_deploying() {
        return deployment_order(chaos, view);
    }
    let unit = view.unit(view.round().acting()?)?;
    continuation_order(chaos, view, &unit).or_else(|| phase_order(chaos, view, &unit))
}

/// Dice that were rolled by hand.
fn typed_dice_order(chaos: &mut FuzzPlayer, view: &BattleView) -> Order {
    let most = usize::from(view.rules().book().largest_die());
    Order::Dice { faces: (0..1 + chaos.below(8)).map(|_| 1 + chaos.below(most) as u8).collect() }
}

/// One of the answers to the open question, or a roll where one may be typed in.
fn answer_order(chaos: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    let decision = view.open_prompt()?;
    if let Some(dice) = decision.dice().filter(|_| chaos.one_in(3)) {
        let faces = (0..dice.count).map(|_| (1 + chaos.below(usize::from(dice.sides.max(1)))).to_string());
        return Some(Order::Decide { answer: faces.collect::<Vec<_>>().join(" ") });
    }
    let answer = chaos.pick(&decision.prompt().answers)?.key.clone();
    Some(Order::Decide { answer })
}

/// What can be done once the skirmish is over.
fn after_battle_order(chaos: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    if view.round().after().is_none() {
        return Some(Order::LeaveField);
    }
    if chaos.one_in(3) {
        let care = [MedicalCare::None, MedicalCare::Competent, MedicalCare::Expert][chaos.below(3)];
        return Some(Order::Rest { minutes: 1 + chaos.below(5000) as u32, care });
    }
    let unit = chaos.pick_unit(view)?;
    let treatments = battle::available_treatments(view, &unit);
    let treatment = chaos.pick(&treatments)?.key.to_owned();
    let target = if chaos.one_in(4) { None } else { chaos.pick_unit(view).map(|unit| *unit.id) };
    Some(Order::Treat { unit: *unit.id, treatment, target })
}

/// What can be done before the first round.
fn deployment_order(chaos: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    let skirmish = &view.setup().bundle().skirmish;
    let unit = chaos.pick_unit(view)?;
    match chaos.below(6) {
        0 | 1 => Some(Order::Begin { side: Side(chaos.below(skirmish.sides.len()) as u8) }),
        2 => special_action_order(chaos, view, &unit),
        3 => Some(karma_order(chaos, *unit.id)),
        _ => {
            let zone = skirmish.sides.get(usize::from(unit.side.0))?.deployment.as_ref()?;
            let to = *chaos.pick(skirmish.map.zones.get(zone)?)?;
            Some(Order::Deploy { unit: *unit.id, to })
        }
    }
}

/// What was begun is brought to its end: work that takes several phases, a charge that waits for its signal.
fn continuation_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let id = *unit.id;
    if unit.extended_action.get().is_some() && !chaos.one_in(3) {
        return Some(if chaos.one_in(3) {
            Order::EndPhase { unit: id }
        } else {
            Order::Continue { unit: id }
        });
    }
    let waits =
        |fuse: &battle::ArmedItem| fuse.fuse().when == FuseTiming::Signal && fuse.fuse().owner == id.0;
    let own: Vec<_> = view.armed_items().into_iter().filter(|(_, armed)| waits(armed)).collect();
    let (item, _) = chaos.pick(&own)?;
    chaos.one_in(3).then_some(Order::Detonate { unit: id, item: *item })
}

/// What the unit whose phase it is could do.
fn phase_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let id = *unit.id;
    match chaos.below(64) {
        0..=14 => attack_order(chaos, view, unit).or_else(|| move_order(chaos, view, unit)),
        15..=25 => move_order(chaos, view, unit),
        26..=32 => special_action_order(chaos, view, unit),
        33 => Some(Order::TakeCover { unit: id }),
        34 if unit.is_prone() => Some(Order::StandUp { unit: id }),
        34 => Some(Order::DropProne { unit: id }),
        35..=36 => Some(Order::Reload { unit: id, weapon: pick_empty_weapon(chaos, unit)? }),
        37..=38 => Some(Order::Ready { unit: id, weapon: pick_stowed_weapon(chaos, unit)? }),
        39..=40 => pick_up_order(chaos, view, unit),
        41 => door_order(chaos, view, unit),
        42..=44 => multiple_attack_order(chaos, view, unit),
        45..=50 => activate_order(chaos, unit),
        51 => Some(Order::Delay { unit: id }),
        52 => Some(Order::AnnounceRun { unit: id }),
        53 => Some(karma_order(chaos, id)),
        54 => auto_response_order(chaos, view, id),
        55 if chaos.one_in(4) => Some(Order::Drop { unit: id, weapon: pick_held_weapon(chaos, unit)? }),
        // Seldom: it ends the fight.
        55 if chaos.one_in(40) => Some(Order::Surrender { side: *unit.side }),
        _ => Some(Order::EndPhase { unit: id }),
    }
}

fn pick_held_weapon(chaos: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<usize> {
    let held: Vec<usize> = unit.inventory.held_items().map(|(weapon, _)| weapon).collect();
    chaos.pick(&held).copied()
}

/// Mostly a weapon in hand.
fn pick_weapon(chaos: &mut FuzzPlayer, unit: &UnitDataItem) -> usize {
    match pick_held_weapon(chaos, unit) {
        Some(weapon) if !chaos.one_in(4) => weapon,
        _ => chaos.below(unit.inventory.items().len() + 1),
    }
}

/// One of what the unit carries that is like this.
fn pick_item_where(
    chaos: &mut FuzzPlayer,
    unit: &UnitDataItem,
    is: impl Fn(&battle::CarriedItem) -> bool,
) -> Option<usize> {
    let all = unit.inventory.items().iter().enumerate().filter(|(_, carried)| is(carried));
    let all: Vec<usize> = all.map(|(weapon, _)| weapon).collect();
    chaos.pick(&all).copied()
}

fn pick_empty_weapon(chaos: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<usize> {
    pick_item_where(chaos, unit, |carried| carried.in_hand() && carried.loaded() < carried.magazine())
}

fn pick_stowed_weapon(chaos: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<usize> {
    pick_item_where(chaos, unit, |carried| !carried.in_hand())
}

fn pick_fire_mode(chaos: &mut FuzzPlayer, unit: &UnitDataItem, weapon: usize) -> Option<FireMode> {
    let carried = unit.inventory.items().get(weapon)?;
    chaos.pick(carried.modes()).copied()
}

fn pick_attack_option(
    chaos: &mut FuzzPlayer,
    view: &BattleView,
    unit: &UnitDataItem,
    weapon: usize,
) -> Option<String> {
    let me = view.unit_snapshot(unit);
    let manners = play::manners(&me, me.held_weapon(weapon)?, view.rules());
    chaos.pick(&manners).map(|manner| manner.key.to_owned())
}

/// Mostly an enemy in sight; now and then anybody.
fn pick_enemy(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    if chaos.one_in(8) {
        return chaos.pick_unit(view).map(|unit| *unit.id);
    }
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    let seen: Vec<UnitId> = enemies.filter(|other| view.sees(unit, other)).map(|other| *other.id).collect();
    chaos.pick(&seen).copied()
}

fn attack_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let weapon = pick_weapon(chaos, unit);
    let target = match chaos.below(16) {
        0 => Target::Barrier(pick_barrier(chaos, view, unit)?),
        1 => Target::Square(chaos.pick_cell_near(unit.cell(), 8)),
        _ => Target::Unit(pick_enemy(chaos, view, unit)?),
    };
    let mode = pick_fire_mode(chaos, unit, weapon);
    let manner = if chaos.one_in(3) { pick_attack_option(chaos, view, unit, weapon) } else { None };
    Some(Order::Attack { unit: *unit.id, target, weapon, mode, manner })
}

/// Two or three blows with one or two of the weapons in hand, mostly at one target.
fn multiple_attack_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let whom = pick_enemy(chaos, view, unit)?;
    let weapons = [pick_held_weapon(chaos, unit)?, pick_held_weapon(chaos, unit)?];
    let attacks = (0..2 + usize::from(chaos.one_in(4))).map(|nth| {
        let target = if chaos.one_in(4) { pick_enemy(chaos, view, unit)? } else { whom };
        let weapon = weapons[nth % 2];
        Some(SubAttack { target, weapon, mode: pick_fire_mode(chaos, unit, weapon) })
    });
    Some(Order::Multiple { unit: *unit.id, attacks: attacks.collect::<Option<_>>()? })
}

/// A way to a square within reach, or a straight dash into whatever comes.
fn move_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let pace = [Pace::Walk, Pace::Walk, Pace::Run, Pace::Sprint][chaos.below(4)];
    let evade = chaos.one_in(4);
    if chaos.one_in(4) {
        let way = Direction::ALL[chaos.below(8)];
        let path = std::iter::successors(Some(unit.cell().step(way)), |cell| Some(cell.step(way)));
        let path = path.take(1 + chaos.below(6)).collect();
        return Some(Order::Move { unit: *unit.id, path, pace, evade });
    }
    let budget = battle::move_budget(view, unit);
    let far = if pace == Pace::Walk { budget.walk_left } else { budget.run };
    let ways = SafePaths::from_unit(view, unit, far.min(40));
    let cells: Vec<Cell> = ways.cells().map(|(cell, _)| cell).collect();
    let path = ways.path_to(*chaos.pick(&cells)?)?;
    Some(Order::Move { unit: *unit.id, path, pace, evade })
}

/// One of what the book offers, mostly to somebody or with something that it can be done to or with.
fn special_action_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let offers = battle::available_actions(view, unit);
    let offer = chaos.pick(&offers)?;
    let fits = !chaos.one_in(4);
    let target = match chaos.below(4) {
        _ if fits && offer.aim != SpecialActionTarget::Neighbour => None,
        0 => chaos.pick_unit(view).map(|unit| *unit.id),
        1 => Some(*unit.id),
        2 => pick_adjacent_unit(chaos, view, unit),
        _ => pick_enemy(chaos, view, unit),
    };
    let armed = if fits { offer.aim == SpecialActionTarget::Weapon } else { chaos.one_in(2) };
    let weapon = armed.then(|| pick_weapon(chaos, unit));
    Some(Order::SpecialAction { unit: *unit.id, deed: offer.key.to_owned(), target, weapon })
}

/// Somebody on the squares around.
fn pick_adjacent_unit(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    let near =
        view.units().filter(|other| other.id != unit.id && other.cell().chebyshev_distance(unit.cell()) <= 1);
    let near: Vec<UnitId> = near.map(|other| *other.id).collect();
    chaos.pick(&near).copied()
}

/// What lies at hand, or a way to what lies farther off.
fn pick_up_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let items = view.items();
    let at_hand: Vec<_> =
        items.iter().filter(|(_, item)| item.cell().chebyshev_distance(unit.cell()) <= 1).collect();
    if let Some((item, _)) = chaos.pick(&at_hand) {
        return Some(Order::PickUp { unit: *unit.id, item: *item });
    }
    let (item, dropped) = chaos.pick(&items)?;
    let budget = battle::move_budget(view, unit).walk_left;
    let path = SafePaths::from_unit(view, unit, budget).path_to(dropped.cell());
    let walk = path.map(|path| Order::Move { unit: *unit.id, path, pace: Pace::Walk, evade: false });
    Some(walk.unwrap_or(Order::PickUp { unit: *unit.id, item: *item }))
}

/// A segment beside the unit, or any.
fn pick_barrier(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<BarrierId> {
    let all: Vec<_> = view.field().barriers().collect();
    let near: Vec<_> = all.iter().filter(|(_, place)| is_adjacent(place, unit.cell())).copied().collect();
    let from = if near.is_empty() || chaos.one_in(3) { &all } else { &near };
    chaos.pick(from).map(|(id, _)| *id)
}

fn is_adjacent(place: &ObstaclePosition, cell: Cell) -> bool {
    match place {
        ObstaclePosition::Square(square) => square.chebyshev_distance(cell) <= 1,
        ObstaclePosition::Edge(edge) => edge.cells().contains(&cell),
    }
}

/// A door at hand, or any segment.
fn door_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let opens = |id: BarrierId| view.barrier(id).is_some_and(|data| data.barrier.kind().openable);
    let near = view.field().barriers().filter(|(id, place)| is_adjacent(place, unit.cell()) && opens(*id));
    let near: Vec<BarrierId> = near.map(|(id, _)| id).collect();
    let at_hand = chaos.pick(&near).copied();
    let barrier = at_hand.or_else(|| pick_barrier(chaos, view, unit))?;
    Some(Order::Door { unit: *unit.id, barrier })
}

/// What goes off by itself is thrown or put down, once it is in hand.
fn activate_order(chaos: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<Order> {
    let weapon = pick_item_where(chaos, unit, |carried| play::trigger(carried.weapon()).is_some())?;
    let carried = unit.inventory.items().get(weapon)?;
    if !carried.in_hand() {
        return Some(Order::Ready { unit: *unit.id, weapon });
    }
    let (timer, far) = match play::trigger(carried.weapon())? {
        DetonationTrigger::Preset | DetonationTrigger::Radio => (None, 5),
        DetonationTrigger::Timer => (Some(chaos.pick_timer()), 5),
        DetonationTrigger::Charge => (Some(chaos.pick_timer()), 1),
    };
    let near = if chaos.one_in(2) { 1 } else { far };
    Some(Order::Activate { unit: *unit.id, weapon, timer, to: chaos.pick_cell_near(unit.cell(), near) })
}

/// What Karma is meant for.
pub(crate) fn karma_order(chaos: &mut FuzzPlayer, unit: UnitId) -> Order {
    if chaos.one_in(4) {
        return Order::KarmaInitiative { unit };
    }
    let [dice, reroll, ask] = [(); 3].map(|()| chaos.one_in(2));
    Order::Karma { unit, plan: KarmaPlan { dice, reroll, ask } }
}

/// Most standing answers are taken back, or nobody would be asked for long.
fn auto_response_order(chaos: &mut FuzzPlayer, view: &BattleView, unit: UnitId) -> Option<Order> {
    let given: Vec<String> =
        view.unit(unit)?.auto_responses.iter().map(|(clause, _)| clause.to_owned()).collect();
    if let Some(clause) = chaos.pick(&given).cloned().filter(|_| !chaos.one_in(3)) {
        return Some(Order::SetAutoResponse { unit, clause, answer: None });
    }
    let habits = play::habits(view.rules().book());
    let habit = chaos.pick(&habits)?;
    let answer = chaos.pick(habit.answers).map(|(key, _)| (*key).to_owned());
    Some(Order::SetAutoResponse { unit, clause: habit.clause.to_owned(), answer })
}
