//! Orders that nobody in their senses would give: every sort of them, with whatever comes to hand.

use super::chaos::Chaos;
use super::sense;
use battle::{BarrierId, BattleView, Blow, ItemId, Order, Pace, Side, Target, UnitId};
use field::Cell;
use rules::{Care, FireMode};

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
pub(super) fn order(chaos: &mut Chaos, view: &BattleView) -> Order {
    let unit = view.round().acting().filter(|_| chaos.once_in(2)).unwrap_or_else(|| somebody(chaos, view));
    let weapon = chaos.below(6);
    match chaos.below(27) {
        0 => Order::Deploy { unit, to: cell(chaos, view) },
        1 => Order::Begin { side: Side(chaos.below(5) as u8) },
        2 => {
            let start = view.unit(unit).map_or_else(|| cell(chaos, view), |unit| unit.cell());
            let mut here = start;
            let path = (0..chaos.below(8)).map(|_| {
                here = chaos.near(here, 1);
                here
            });
            let path = path.collect();
            let pace = [Pace::Walk, Pace::Run, Pace::Sprint][chaos.below(3)];
            Order::Move { unit, path, pace, evade: chaos.once_in(2) }
        }
        3 => Order::AnnounceRun { unit },
        4 => Order::Attack {
            unit,
            target: target(chaos, view),
            weapon,
            mode: mode(chaos),
            manner: word(chaos),
        },
        5 => {
            let attacks = (0..chaos.below(4)).map(|_| Blow {
                target: somebody(chaos, view),
                weapon: chaos.below(4),
                mode: mode(chaos),
            });
            Order::Multiple { unit, attacks: attacks.collect() }
        }
        6 => {
            let timer = if chaos.once_in(2) { None } else { Some(chaos.timer()) };
            Order::Activate { unit, weapon, timer, to: cell(chaos, view) }
        }
        7 => Order::Continue { unit },
        8 => Order::Detonate { unit, item: ItemId(chaos.below(6) as u32) },
        9 => {
            let deed = word(chaos).unwrap_or_default();
            let target = if chaos.once_in(2) { None } else { Some(somebody(chaos, view)) };
            Order::Deed { unit, deed, target, weapon: if chaos.once_in(2) { None } else { Some(weapon) } }
        }
        10 => Order::TakeCover { unit },
        11 => Order::DropProne { unit },
        12 => Order::StandUp { unit },
        13 => Order::Reload { unit, weapon },
        14 => Order::Ready { unit, weapon },
        15 => Order::Drop { unit, weapon },
        16 => Order::PickUp { unit, item: ItemId(chaos.below(6) as u32) },
        17 => Order::Door { unit, barrier: barrier(chaos, view) },
        18 => sense::karma(chaos, unit),
        19 => Order::Dice { faces: (0..chaos.below(4)).map(|_| chaos.below(13) as u8).collect() },
        20 => Order::Delay { unit },
        21 => {
            let clause = CLAUSES[chaos.below(CLAUSES.len())].to_owned();
            Order::Standing { unit, clause, answer: word(chaos) }
        }
        22 => Order::EndPhase { unit },
        23 => Order::Decide { answer: word(chaos).unwrap_or_default() },
        // Seldom: it would end every fight.
        24 if chaos.once_in(60) => Order::Surrender { side: Side(chaos.below(4) as u8) },
        24 => Order::Surrender { side: Side(9) },
        25 => match chaos.below(2) {
            0 => Order::LeaveField,
            _ => Order::Rest { minutes: [0, 1, 60, u32::MAX][chaos.below(4)], care: Care::None },
        },
        _ => {
            let (treatment, target) = (word(chaos).unwrap_or_default(), Some(somebody(chaos, view)));
            Order::Treat { unit, treatment, target }
        }
    }
}

/// Mostly a unit that there is.
fn somebody(chaos: &mut Chaos, view: &BattleView) -> UnitId {
    UnitId(chaos.below(view.setup().bundle().skirmish.units.len() + 3) as u32)
}

/// A square on the map or just off it.
fn cell(chaos: &mut Chaos, view: &BattleView) -> Cell {
    let map = &view.setup().bundle().skirmish.map;
    let [x, y] = [map.width, map.height].map(|squares| chaos.below(usize::from(squares) + 4) as i32 - 2);
    Cell::new(x, y)
}

fn barrier(chaos: &mut Chaos, view: &BattleView) -> BarrierId {
    BarrierId(chaos.below(view.setup().bundle().skirmish.map.barriers.len() + 3) as u32)
}

fn target(chaos: &mut Chaos, view: &BattleView) -> Target {
    match chaos.below(4) {
        0 => Target::Barrier(barrier(chaos, view)),
        1 => Target::Square(cell(chaos, view)),
        _ => Target::Unit(somebody(chaos, view)),
    }
}

fn mode(chaos: &mut Chaos) -> Option<FireMode> {
    chaos.pick(&MODES).copied().filter(|_| !chaos.once_in(3))
}

fn word(chaos: &mut Chaos) -> Option<String> {
    chaos.pick(&WORDS).filter(|_| !chaos.once_in(2)).map(|word| (*word).to_owned())
}
