//! Orders that nobody in their senses would give: every sort of them, with whatever comes to hand.

use super::fuzz_player::FuzzPlayer;
use super::plausible_orders;
use battle::{BarrierId, BattleView, ItemId, Order, Pace, Side, SubAttack, Target, UnitId};
use field::Cell;
use rules::{FireMode, MedicalCare};

/// Names that mean nothing, or something else.
const WORDS: [&str; 14] = [
    "nonsense", "", "dodge", "pass", "roll", "rest", "duty", "reserve", "grapple", "charge", "repair",
    "1 2 3", "stand", "yes",
];
/// Clauses, some of which ask something.
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

/// Any order whatever.
pub(crate) fn random_order(chaos: &mut FuzzPlayer, view: &BattleView) -> Order {
    let unit = view.round().acting().filter(|_| chaos.one_in(2)).unwrap_or_else(|| random_unit(chaos, view));
    let weapon = chaos.below(6);
    match chaos.below(27) {
        0 => Order::Deploy { unit, to: random_cell(chaos, view) },
        1 => Order::Begin { side: Side(chaos.below(5) as u8) },
        2 => {
            let start = view.unit(unit).map_or_else(|| random_cell(chaos, view), |unit| unit.cell());
            let mut here = start;
            let path = (0..chaos.below(8)).map(|_| {
                here = chaos.pick_cell_near(here, 1);
                here
            });
            let path = path.collect();
            let pace = [Pace::Walk, Pace::Run, Pace::Sprint][chaos.below(3)];
            Order::Move { unit, path, pace, evade: chaos.one_in(2) }
        }
        3 => Order::AnnounceRun { unit },
        4 => Order::Attack {
            unit,
            target: random_target(chaos, view),
            weapon,
            mode: random_fire_mode(chaos),
            manner: random_word(chaos),
        },
        5 => {
            let attacks = (0..chaos.below(4)).map(|_| SubAttack {
                target: random_unit(chaos, view),
                weapon: chaos.below(4),
                mode: random_fire_mode(chaos),
            });
            Order::Multiple { unit, attacks: attacks.collect() }
        }
        6 => {
            let timer = if chaos.one_in(2) { None } else { Some(chaos.pick_timer()) };
            Order::Activate { unit, weapon, timer, to: random_cell(chaos, view) }
        }
        7 => Order::Continue { unit },
        8 => Order::Detonate { unit, item: ItemId(chaos.below(6) as u32) },
        9 => {
            let deed = random_word(chaos).unwrap_or_default();
            let target = if chaos.one_in(2) { None } else { Some(random_unit(chaos, view)) };
            Order::SpecialAction {
                unit,
                deed,
                target,
                weapon: if chaos.one_in(2) { None } else { Some(weapon) },
            }
        }
        10 => Order::TakeCover { unit },
        11 => Order::DropProne { unit },
        12 => Order::StandUp { unit },
        13 => Order::Reload { unit, weapon },
        14 => Order::Ready { unit, weapon },
        15 => Order::Drop { unit, weapon },
        16 => Order::PickUp { unit, item: ItemId(chaos.below(6) as u32) },
        17 => Order::Door { unit, barrier: random_barrier(chaos, view) },
        18 => plausible_orders::karma_order(chaos, unit),
        19 => Order::Dice { faces: (0..chaos.below(4)).map(|_| chaos.below(13) as u8).collect() },
        20 => Order::Delay { unit },
        21 => {
            let clause = CLAUSES[chaos.below(CLAUSES.len())].to_owned();
            Order::SetAutoResponse { unit, clause, answer: random_word(chaos) }
        }
        22 => Order::EndPhase { unit },
        23 => Order::Decide { answer: random_word(chaos).unwrap_or_default() },
        // Seldom: it would end every fight.
        24 if chaos.one_in(60) => Order::Surrender { side: Side(chaos.below(4) as u8) },
        24 => Order::Surrender { side: Side(9) },
        25 => match chaos.below(2) {
            0 => Order::LeaveField,
            _ => Order::Rest { minutes: [0, 1, 60, u32::MAX][chaos.below(4)], care: MedicalCare::None },
        },
        _ => {
            let (treatment, target) =
                (random_word(chaos).unwrap_or_default(), Some(random_unit(chaos, view)));
            Order::Treat { unit, treatment, target }
        }
    }
}

/// Mostly a unit that there is.
fn random_unit(chaos: &mut FuzzPlayer, view: &BattleView) -> UnitId {
    UnitId(chaos.below(view.setup().bundle().skirmish.units.len() + 3) as u32)
}

/// A square on the map or just off it.
fn random_cell(chaos: &mut FuzzPlayer, view: &BattleView) -> Cell {
    let map = &view.setup().bundle().skirmish.map;
    let [x, y] = [map.width, map.height].map(|squares| chaos.below(usize::from(squares) + 4) as i32 - 2);
    Cell::new(x, y)
}

fn random_barrier(chaos: &mut FuzzPlayer, view: &BattleView) -> BarrierId {
    BarrierId(chaos.below(view.setup().bundle().skirmish.map.barriers.len() + 3) as u32)
}

fn random_target(chaos: &mut FuzzPlayer, view: &BattleView) -> Target {
    match chaos.below(4) {
        0 => Target::Barrier(random_barrier(chaos, view)),
        1 => Target::Square(random_cell(chaos, view)),
        _ => Target::Unit(random_unit(chaos, view)),
    }
}

fn random_fire_mode(chaos: &mut FuzzPlayer) -> Option<FireMode> {
    chaos.pick(&MODES).copied().filter(|_| !chaos.one_in(3))
}

fn random_word(chaos: &mut FuzzPlayer) -> Option<String> {
    chaos.pick(&WORDS).filter(|_| !chaos.one_in(2)).map(|word| (*word).to_owned())
}
