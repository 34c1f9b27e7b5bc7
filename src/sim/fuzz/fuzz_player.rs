//! The fuzz player: a mix of random and plausible orders.

use super::{plausible_orders, random_orders};
use battle::{BattleView, Order, UnitDataItem};
use model::{Cell, UnitId};
use rules::turn_engine::timed_items::Timer;

/// Draws orders from a seed; uses xorshift for results independent of the platform.
#[derive(Clone, Debug)]
pub struct FuzzPlayer(u64);

impl FuzzPlayer {
    /// A player with this seed.
    pub const fn new(seed: u64) -> Self {
        // Mixes the seed, so that neighbouring seeds differ and the state is never 0.
        let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Self(if mixed == 0 { 1 } else { mixed })
    }

    /// A number below `bound`, which must be positive.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// Returns true once in `times` on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several; `None` if there are none.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }

    /// The next order, valid or not.
    pub fn next_order(&mut self, view: &BattleView) -> Order {
        if self.one_in(4) {
            return random_orders::random_order(self, view);
        }
        self.plausible_order(view).unwrap_or_else(|| random_orders::random_order(self, view))
    }

    /// A plausible order, valid or not; `None` if there is none.
    pub fn plausible_order(&mut self, view: &BattleView) -> Option<Order> {
        plausible_orders::plausible_order(self, view)
    }

    /// Any unit.
    pub(crate) fn pick_unit<'a>(&mut self, view: &'a BattleView) -> Option<UnitDataItem<'a, 'a>> {
        let units: Vec<UnitId> = view.units().map(|unit| *unit.id).collect();
        self.pick(&units).and_then(|id| view.unit(*id))
    }

    pub(crate) fn pick_timer(&mut self) -> Timer {
        let rounds = self.below(3) as u8;
        match self.below(5) {
            0 => Timer::Rounds(rounds),
            1 => Timer::Pass { rounds, pass: 1 + self.below(3) as u8 },
            2 => Timer::RoundStart(rounds),
            3 => Timer::RoundEnd(rounds),
            _ => Timer::Signal,
        }
    }

    pub(crate) fn pick_cell_near(&mut self, cell: Cell, squares: usize) -> Cell {
        let [dx, dy] = [(); 2].map(|()| self.below(2 * squares + 1) as i32 - squares as i32);
        Cell::new(cell.x + dx, cell.y + dy)
    }
}
