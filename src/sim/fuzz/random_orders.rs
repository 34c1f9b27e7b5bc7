//! Random orders: every kind of order with arbitrary arguments.

use super::fuzz_player::FuzzPlayer;
use super::plausible_orders;
use battle::{BattleView, Order, Pace, SubAttack, Target};
use model::{BarrierId, Cell, ItemId, Side, UnitId};
use rules::{FireMode, MedicalCare};

/// Keys that are unknown or belong elsewhere.
const WORDS: [&str; 14] = [
    "nonsense", "", "dodge", "pass", "roll", "rest", "duty", "reserve", "grapple", "charge", "repair",
    "1 2 3", "stand", "yes",
];
/// Clauses, some of them with prompts.
const CLAUSES: [&str; 5] = ["SS-ATK-07", "SS-INTC-06", "SS-DELAY-05", "CS-AIL-08", "nonsense"];
const MODES: [FireMode; 9] = [
    FireMode::Single,
    FireMode::SemiAutoBurst,
    FireMode::Burst,
    FireMode::LongBurst,
    FireMode::FullAutoSimple,
    FireMode::FullAutoComplex,
    FireMode::FlechetteNarrow,
    FireMode::FlechetteMedium,
    FireMode::FlechetteWide,
];

/// Any order.
pub(crate) fn random_order(player: &mut FuzzPlayer, view: &BattleView) -> Order {
    let unit =
        view.round().acting().filter(|_| player.one_in(2)).unwrap_or_else(|| random_unit(player, view));
    let weapon = player.below(6);
    match player.below(27) {
        0 => Order::Deploy { unit, to: random_cell(player, view) },
        1 => Order::Begin { side: Side(player.below(5) as u8) },
        2 => random_move(player, view, unit),
        3 => Order::AnnounceRun { unit },
        4 => Order::Attack {
            unit,
            target: random_target(player, view),
            weapon,
            mode: random_fire_mode(player),
            option: random_word(player),
        },
        5 => random_multiple_attacks(player, view, unit),
        6 => {
            let timer = if player.one_in(2) { None } else { Some(player.pick_timer()) };
            Order::Activate { unit, weapon, timer, to: random_cell(player, view) }
        }
        7 => Order::Continue { unit },
        8 => Order::Detonate { unit, item: ItemId(player.below(6) as u32) },
        9 => random_special_action(player, view, (unit, weapon)),
        10 => Order::TakeCover { unit },
        11 => Order::DropProne { unit },
        12 => Order::StandUp { unit },
        13 => Order::Reload { unit, weapon },
        14 => Order::Ready { unit, weapon },
        15 => Order::Drop { unit, weapon },
        16 => Order::PickUp { unit, item: ItemId(player.below(6) as u32) },
        17 => Order::Door { unit, barrier: random_barrier(player, view) },
        18 => plausible_orders::karma_order(player, unit),
        19 => Order::Dice { faces: (0..player.below(4)).map(|_| player.below(13) as u8).collect() },
        20 => Order::Delay { unit },
        21 => {
            let clause = CLAUSES[player.below(CLAUSES.len())].to_owned();
            Order::SetAutoResponse { unit, clause, answer: random_word(player) }
        }
        22 if player.one_in(8) => {
            Order::Narrate { fallen: unit, text: random_word(player).unwrap_or_default() }
        }
        22 => Order::EndPhase { unit },
        23 => Order::Decide { answer: random_word(player).unwrap_or_default() },
        // Rare, because it ends the battle.
        24 if player.one_in(60) => Order::Surrender { side: Side(player.below(4) as u8) },
        24 => Order::Surrender { side: Side(9) },
        25 => match player.below(2) {
            0 => Order::LeaveField,
            _ => Order::Rest { minutes: [0, 1, 60, u32::MAX][player.below(4)], care: MedicalCare::None },
        },
        _ => {
            let (treatment, target) =
                (random_word(player).unwrap_or_default(), Some(random_unit(player, view)));
            Order::Treat { unit, treatment, target }
        }
    }
}

fn random_move(player: &mut FuzzPlayer, view: &BattleView, unit: UnitId) -> Order {
    let path = random_path(player, view, unit);
    let pace = [Pace::Walk, Pace::Run, Pace::Sprint][player.below(3)];
    Order::Move { unit, path, pace, evade: player.one_in(2) }
}

/// Up to three attacks at once.
fn random_multiple_attacks(player: &mut FuzzPlayer, view: &BattleView, unit: UnitId) -> Order {
    let attacks = (0..player.below(4)).map(|_| SubAttack {
        target: random_unit(player, view),
        weapon: player.below(4),
        mode: random_fire_mode(player),
    });
    Order::Multiple { unit, attacks: attacks.collect() }
}

fn random_special_action(
    player: &mut FuzzPlayer,
    view: &BattleView,
    (unit, weapon): (UnitId, usize),
) -> Order {
    let action = random_word(player).unwrap_or_default();
    let target = if player.one_in(2) { None } else { Some(random_unit(player, view)) };
    let weapon = if player.one_in(2) { None } else { Some(weapon) };
    Order::SpecialAction { unit, action, target, weapon }
}

/// Up to seven squares, each beside the one before, from a unit's square on.
fn random_path(player: &mut FuzzPlayer, view: &BattleView, unit: UnitId) -> Vec<Cell> {
    let mut here = view.unit(unit).map_or_else(|| random_cell(player, view), |unit| unit.cell());
    let path = (0..player.below(8)).map(|_| {
        here = player.pick_cell_near(here, 1);
        here
    });
    path.collect()
}

/// Mostly an existing unit.
fn random_unit(player: &mut FuzzPlayer, view: &BattleView) -> UnitId {
    UnitId(player.below(view.setup().bundle().skirmish.units.len() + 3) as u32)
}

/// A cell on the map or just outside it.
fn random_cell(player: &mut FuzzPlayer, view: &BattleView) -> Cell {
    let map = &view.setup().bundle().skirmish.map;
    let [x, y] = [map.width, map.height].map(|squares| player.below(usize::from(squares) + 4) as i32 - 2);
    Cell::new(x, y)
}

fn random_barrier(player: &mut FuzzPlayer, view: &BattleView) -> BarrierId {
    BarrierId(player.below(view.setup().bundle().skirmish.map.barriers.len() + 3) as u32)
}

fn random_target(player: &mut FuzzPlayer, view: &BattleView) -> Target {
    match player.below(4) {
        0 => Target::Barrier(random_barrier(player, view)),
        1 => Target::Square(random_cell(player, view)),
        _ => Target::Unit(random_unit(player, view)),
    }
}

fn random_fire_mode(player: &mut FuzzPlayer) -> Option<FireMode> {
    player.pick(&MODES).copied().filter(|_| !player.one_in(3))
}

fn random_word(player: &mut FuzzPlayer) -> Option<String> {
    player.pick(&WORDS).filter(|_| !player.one_in(2)).map(|word| (*word).to_owned())
}
