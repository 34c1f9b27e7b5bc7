//! Reads which obstacles a unit can take cover behind, as its side last saw them, and how high they are.

use std::borrow::Cow;

use super::battle_view::{BattleView, UnitDataItem};
use field::CoverObstacle;

impl BattleView<'_, '_> {
    /// Obstacles that a unit can take cover behind; with a viewer, as last seen by that side.
    pub fn cover_obstacles<'a>(&self, unit: &UnitDataItem<'a, '_>) -> Cow<'a, [CoverObstacle]> {
        match self.viewer_knowledge() {
            None => Cow::Borrowed(unit.cover.obstacles()),
            Some(known) => field::obstacles_beside(known.field().grid(), unit.cell()).collect(),
        }
    }

    /// Height of the highest barrier that a unit can take cover behind, in centimetres; 0 if there is none.
    pub fn cover_height(&self, unit: &UnitDataItem) -> u16 {
        self.cover_obstacles(unit).iter().map(|beside| beside.obstacle.height_cm).max().unwrap_or(0)
    }
}
