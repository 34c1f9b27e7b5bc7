//! Plausible orders: fit the situation, but may still be invalid.

use super::fuzz_player::FuzzPlayer;
use battle::{self, BattleView, Order, Pace, SafePaths, SubAttack, Target, UnitDataItem};
use model::{BarrierId, Cell, Direction, ObstaclePosition, Side, UnitId};
use rules::turn_engine::timed_items::{DetonationTrigger, FuseTiming};
use rules::{FireMode, KarmaPlan, MedicalCare, SpecialActionTarget, play};

/// An order that fits the current state of the battle.
pub(crate) fn plausible_order(player: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    if player.one_in(40) && view.setup().bundle().skirmish.options.own_dice {
        return Some(typed_dice_order(player, view));
    }
    if view.open_prompt().is_some() {
        return answer_order(player, view);
    }
    if view.round().outcome().is_some() {
        return after_battle_order(player, view);
    }
    if view.round().is_deploying() {
        return deployment_order(player, view);
    }
    let unit = view.unit(view.round().acting()?)?;
    continuation_order(player, view, &unit).or_else(|| phase_order(player, view, &unit))
}

/// Physical dice.
fn typed_dice_order(player: &mut FuzzPlayer, view: &BattleView) -> Order {
    let most = usize::from(view.rules().book().largest_die());
    Order::Dice { faces: (0..1 + player.below(8)).map(|_| 1 + player.below(most) as u8).collect() }
}

/// An answer to the open prompt, or entered faces.
fn answer_order(player: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    let decision = view.open_prompt()?;
    if let Some(dice) = decision.dice().filter(|_| player.one_in(3)) {
        let faces = (0..dice.count).map(|_| (1 + player.below(usize::from(dice.sides.max(1)))).to_string());
        return Some(Order::Decide { answer: faces.collect::<Vec<_>>().join(" ") });
    }
    let answer = player.pick(&decision.prompt().answers)?.key.clone();
    Some(Order::Decide { answer })
}

/// An order after the battle.
fn after_battle_order(player: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    if view.round().after().is_none() {
        return Some(Order::LeaveField);
    }
    if player.one_in(3) {
        let care = [MedicalCare::None, MedicalCare::Competent, MedicalCare::Expert][player.below(3)];
        return Some(Order::Rest { minutes: 1 + player.below(5000) as u32, care });
    }
    let unit = player.pick_unit(view)?;
    let treatments = battle::available_treatments(view, &unit);
    let treatment = player.pick(&treatments)?.key.to_owned();
    let target = if player.one_in(4) { None } else { player.pick_unit(view).map(|unit| *unit.id) };
    Some(Order::Treat { unit: *unit.id, treatment, target })
}

/// An order during deployment.
fn deployment_order(player: &mut FuzzPlayer, view: &BattleView) -> Option<Order> {
    let skirmish = &view.setup().bundle().skirmish;
    let unit = player.pick_unit(view)?;
    match player.below(6) {
        0 | 1 => Some(Order::Begin { side: Side(player.below(skirmish.sides.len()) as u8) }),
        2 => special_action_order(player, view, &unit),
        3 => Some(karma_order(player, *unit.id)),
        _ => {
            let zone = skirmish.sides.get(usize::from(unit.side.0))?.deployment.as_ref()?;
            let to = *player.pick(skirmish.map.zones.get(zone)?)?;
            Some(Order::Deploy { unit: *unit.id, to })
        }
    }
}

/// Continues an Extended Action or detonates an armed charge.
fn continuation_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let id = *unit.id;
    if unit.extended_action.get().is_some() && !player.one_in(3) {
        return Some(if player.one_in(3) {
            Order::EndPhase { unit: id }
        } else {
            Order::Continue { unit: id }
        });
    }
    let waits = |fuse: &battle::ArmedItem| fuse.fuse().when == FuseTiming::Signal && fuse.fuse().owner == id;
    let own: Vec<_> = view.armed_items().into_iter().filter(|(_, armed)| waits(armed)).collect();
    let (item, _) = player.pick(&own)?;
    player.one_in(3).then_some(Order::Detonate { unit: id, item: *item })
}

/// An order for the acting unit.
fn phase_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let id = *unit.id;
    match player.below(64) {
        0..=14 => attack_order(player, view, unit).or_else(|| move_order(player, view, unit)),
        15..=25 => move_order(player, view, unit),
        26..=32 => special_action_order(player, view, unit),
        33 => Some(Order::TakeCover { unit: id }),
        34 if unit.is_prone() => Some(Order::StandUp { unit: id }),
        34 => Some(Order::DropProne { unit: id }),
        35..=36 => Some(Order::Reload { unit: id, weapon: pick_empty_weapon(player, unit)? }),
        37..=38 => Some(Order::Ready { unit: id, weapon: pick_stowed_weapon(player, unit)? }),
        39..=40 => pick_up_order(player, view, unit),
        41 => door_order(player, view, unit),
        42..=44 => multiple_attack_order(player, view, unit),
        45..=50 => activate_order(player, unit),
        51 => Some(Order::Delay { unit: id }),
        52 => Some(Order::AnnounceRun { unit: id }),
        53 => Some(karma_order(player, id)),
        54 => auto_response_order(player, view, id),
        55 if player.one_in(4) => Some(Order::Drop { unit: id, weapon: pick_held_weapon(player, unit)? }),
        // Rare, because it ends the battle.
        55 if player.one_in(40) => Some(Order::Surrender { side: *unit.side }),
        _ => Some(Order::EndPhase { unit: id }),
    }
}

fn pick_held_weapon(player: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<usize> {
    let held: Vec<usize> = unit.inventory.held_items().map(|(weapon, _)| weapon).collect();
    player.pick(&held).copied()
}

/// Mostly a weapon in hand.
fn pick_weapon(player: &mut FuzzPlayer, unit: &UnitDataItem) -> usize {
    match pick_held_weapon(player, unit) {
        Some(weapon) if !player.one_in(4) => weapon,
        _ => {
            let nth = player.below(unit.inventory.items().count() + 1);
            unit.inventory.slots().nth(nth).map_or(unit.inventory.next_slot(), |(slot, _)| slot)
        }
    }
}

/// A carried item that fulfils a condition.
fn pick_item_where(
    player: &mut FuzzPlayer,
    unit: &UnitDataItem,
    is: impl Fn(&battle::CarriedItem) -> bool,
) -> Option<usize> {
    let all = unit.inventory.slots().filter(|(_, carried)| is(carried));
    let all: Vec<usize> = all.map(|(weapon, _)| weapon).collect();
    player.pick(&all).copied()
}

fn pick_empty_weapon(player: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<usize> {
    pick_item_where(player, unit, |carried| carried.in_hand() && carried.loaded() < carried.magazine())
}

fn pick_stowed_weapon(player: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<usize> {
    pick_item_where(player, unit, |carried| !carried.in_hand())
}

fn pick_fire_mode(player: &mut FuzzPlayer, unit: &UnitDataItem, weapon: usize) -> Option<FireMode> {
    let carried = unit.inventory.get(weapon)?;
    player.pick(carried.modes()).copied()
}

fn pick_attack_option(
    player: &mut FuzzPlayer,
    view: &BattleView,
    unit: &UnitDataItem,
    weapon: usize,
) -> Option<String> {
    let me = view.unit_snapshot(unit);
    let options = play::attack_options(&me, me.held_weapon(weapon)?, view.rules());
    player.pick(&options).map(|option| option.key.to_owned())
}

/// Mostly an enemy in sight, sometimes any unit.
fn pick_enemy(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    if player.one_in(8) {
        return player.pick_unit(view).map(|unit| *unit.id);
    }
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    let seen: Vec<UnitId> = enemies.filter(|other| view.sees(unit, other)).map(|other| *other.id).collect();
    player.pick(&seen).copied()
}

fn attack_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let weapon = pick_weapon(player, unit);
    let target = match player.below(16) {
        0 => Target::Barrier(pick_barrier(player, view, unit)?),
        1 => Target::Square(player.pick_cell_near(unit.cell(), 8)),
        _ => Target::Unit(pick_enemy(player, view, unit)?),
    };
    let mode = pick_fire_mode(player, unit, weapon);
    let option = if player.one_in(3) { pick_attack_option(player, view, unit, weapon) } else { None };
    Some(Order::Attack { unit: *unit.id, target, weapon, mode, option })
}

/// Two or three attacks with one or two weapons in hand, mostly on one target.
fn multiple_attack_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let whom = pick_enemy(player, view, unit)?;
    let weapons = [pick_held_weapon(player, unit)?, pick_held_weapon(player, unit)?];
    let attacks = (0..2 + usize::from(player.one_in(4))).map(|nth| {
        let target = if player.one_in(4) { pick_enemy(player, view, unit)? } else { whom };
        let weapon = weapons[nth % 2];
        Some(SubAttack { target, weapon, mode: pick_fire_mode(player, unit, weapon) })
    });
    Some(Order::Multiple { unit: *unit.id, attacks: attacks.collect::<Option<_>>()? })
}

/// A path to a cell in reach, or a straight line regardless of obstacles.
fn move_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let pace = [Pace::Walk, Pace::Walk, Pace::Run, Pace::Sprint][player.below(4)];
    let evade = player.one_in(4);
    if player.one_in(4) {
        let way = Direction::ALL[player.below(8)];
        let path = std::iter::successors(Some(unit.cell().step(way)), |cell| Some(cell.step(way)));
        let path = path.take(1 + player.below(6)).collect();
        return Some(Order::Move { unit: *unit.id, path, pace, evade });
    }
    let budget = battle::move_budget(view, unit);
    let far = if pace == Pace::Walk { budget.walk_left } else { budget.run };
    let ways = SafePaths::from_unit(view, unit, far.min(40));
    let cells: Vec<Cell> = ways.cells().map(|(cell, _)| cell).collect();
    let path = ways.path_to(*player.pick(&cells)?)?;
    Some(Order::Move { unit: *unit.id, path, pace, evade })
}

/// A special action, mostly with a target and weapon that fit it.
fn special_action_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let offers = battle::available_actions(view, unit);
    let offer = player.pick(&offers)?;
    let fits = !player.one_in(4);
    let target = match player.below(4) {
        _ if fits && offer.aim != SpecialActionTarget::Neighbour => None,
        0 => player.pick_unit(view).map(|unit| *unit.id),
        1 => Some(*unit.id),
        2 => pick_adjacent_unit(player, view, unit),
        _ => pick_enemy(player, view, unit),
    };
    let armed = if fits { offer.aim == SpecialActionTarget::Weapon } else { player.one_in(2) };
    let weapon = armed.then(|| pick_weapon(player, unit));
    Some(Order::SpecialAction { unit: *unit.id, action: offer.key.to_owned(), target, weapon })
}

/// An adjacent unit.
fn pick_adjacent_unit(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    let near =
        view.units().filter(|other| other.id != unit.id && other.cell().chebyshev_distance(unit.cell()) <= 1);
    let near: Vec<UnitId> = near.map(|other| *other.id).collect();
    player.pick(&near).copied()
}

/// Picks up an item in reach, or moves towards one.
fn pick_up_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let items = view.items();
    let at_hand: Vec<_> =
        items.iter().filter(|(_, item)| item.cell().chebyshev_distance(unit.cell()) <= 1).collect();
    if let Some((item, _)) = player.pick(&at_hand) {
        return Some(Order::PickUp { unit: *unit.id, item: *item });
    }
    let (item, dropped) = player.pick(&items)?;
    let budget = battle::move_budget(view, unit).walk_left;
    let path = SafePaths::from_unit(view, unit, budget).path_to(dropped.cell());
    let walk = path.map(|path| Order::Move { unit: *unit.id, path, pace: Pace::Walk, evade: false });
    Some(walk.unwrap_or(Order::PickUp { unit: *unit.id, item: *item }))
}

/// A barrier segment beside the unit, or any.
fn pick_barrier(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<BarrierId> {
    let all: Vec<_> = view.field().barriers().collect();
    let near: Vec<_> = all.iter().filter(|(_, place)| is_adjacent(place, unit.cell())).copied().collect();
    let from = if near.is_empty() || player.one_in(3) { &all } else { &near };
    player.pick(from).map(|(id, _)| *id)
}

fn is_adjacent(place: &ObstaclePosition, cell: Cell) -> bool {
    match place {
        ObstaclePosition::Square(square) => square.chebyshev_distance(cell) <= 1,
        ObstaclePosition::Edge(edge) => edge.cells().contains(&cell),
    }
}

/// A door in reach, or any segment.
fn door_order(player: &mut FuzzPlayer, view: &BattleView, unit: &UnitDataItem) -> Option<Order> {
    let opens = |id: BarrierId| view.barrier(id).is_some_and(|data| data.barrier.kind().openable);
    let near = view.field().barriers().filter(|(id, place)| is_adjacent(place, unit.cell()) && opens(*id));
    let near: Vec<BarrierId> = near.map(|(id, _)| id).collect();
    let at_hand = player.pick(&near).copied();
    let barrier = at_hand.or_else(|| pick_barrier(player, view, unit))?;
    Some(Order::Door { unit: *unit.id, barrier })
}

/// Throws or places an item with a fuse, readying it first.
fn activate_order(player: &mut FuzzPlayer, unit: &UnitDataItem) -> Option<Order> {
    let weapon =
        pick_item_where(player, unit, |carried| play::detonation_trigger(carried.weapon()).is_some())?;
    let carried = unit.inventory.get(weapon)?;
    if !carried.in_hand() {
        return Some(Order::Ready { unit: *unit.id, weapon });
    }
    let (timer, far) = match play::detonation_trigger(carried.weapon())? {
        DetonationTrigger::Preset | DetonationTrigger::Radio => (None, 5),
        DetonationTrigger::Timer => (Some(player.pick_timer()), 5),
        DetonationTrigger::Charge => (Some(player.pick_timer()), 1),
    };
    let near = if player.one_in(2) { 1 } else { far };
    Some(Order::Activate { unit: *unit.id, weapon, timer, to: player.pick_cell_near(unit.cell(), near) })
}

/// A Karma plan.
pub(crate) fn karma_order(player: &mut FuzzPlayer, unit: UnitId) -> Order {
    if player.one_in(4) {
        return Order::KarmaInitiative { unit };
    }
    let [dice, reroll, ask] = [(); 3].map(|()| player.one_in(2));
    Order::Karma { unit, plan: KarmaPlan { dice, reroll, ask } }
}

/// Sets an automatic response, or mostly removes one so that prompts keep coming.
fn auto_response_order(player: &mut FuzzPlayer, view: &BattleView, unit: UnitId) -> Option<Order> {
    let given: Vec<String> =
        view.unit(unit)?.auto_responses.iter().map(|(clause, _)| clause.to_owned()).collect();
    if let Some(clause) = player.pick(&given).cloned().filter(|_| !player.one_in(3)) {
        return Some(Order::SetAutoResponse { unit, clause, answer: None });
    }
    let prompts = play::reaction_prompts(view.rules().book());
    let prompt = player.pick(&prompts)?;
    let answer = player.pick(prompt.answers).map(|(key, _)| (*key).to_owned());
    Some(Order::SetAutoResponse { unit, clause: prompt.clause.to_owned(), answer })
}
