//! Exits: the squares by which the units of a side leave the battlefield.

use super::battle_view::BattleView;
use content::Objective;
use model::{Cell, Side};

impl BattleView<'_, '_> {
    /// Returns the sides whose units leave the battlefield on a square, once their turn is over, in order.
    pub fn exit_sides(&self, cell: Cell) -> Vec<Side> {
        let skirmish = &self.setup().bundle().skirmish;
        let is_in = |zone: &str| skirmish.map.zones.get(zone).is_some_and(|cells| cells.contains(&cell));
        let mut sides: Vec<Side> = skirmish
            .objectives
            .iter()
            .filter_map(|objective| match objective {
                Objective::Escape { side, zone, .. } if is_in(zone) => Some(Side(*side)),
                _ => None,
            })
            .collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Whether a side's units leave the battlefield on a square, once their turn is over: enemies have no turn to attack them
    /// there.
    pub fn is_exit_of(&self, side: Side, cell: Cell) -> bool {
        self.exit_sides(cell).contains(&side)
    }
}
