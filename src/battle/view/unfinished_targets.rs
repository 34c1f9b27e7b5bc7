//! Reads which units are worth an attack: those that fight, and those that lie unconscious and still have to be slain.

use super::battle_view::{BattleView, UnitDataItem};
use super::hazards::lies_unconscious;
use content::Objective;
use model::{Cell, Side};

impl BattleView<'_, '_> {
    /// Returns whether a unit lies unconscious that a side has to slay: it is out of action, and the objective is not met.
    pub fn is_unfinished(&self, side: Side, unit: &UnitDataItem) -> bool {
        let name = unit.identity.name();
        let slays = |objective: &Objective| {
            matches!(objective, Objective::Slay { unit, .. } if unit == name) && objective.side() == side.0
        };
        lies_unconscious(unit) && self.setup().bundle().skirmish.objectives.iter().any(slays)
    }

    /// Returns whether a unit may want to attack another one: an enemy that fights, or one that its side still has to slay.
    pub fn is_target(&self, unit: &UnitDataItem, other: &UnitDataItem) -> bool {
        other.side != unit.side && (other.is_fighting() || self.is_unfinished(*unit.side, other))
    }

    /// Returns the unit on a cell that an attack is aimed at: a target of [`Self::is_target`], the conscious one before one that
    /// lies below another unit; without a target the conscious unit.
    pub fn target_at(&self, unit: &UnitDataItem, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        let conscious = self.unit_at(cell);
        if conscious.as_ref().is_some_and(|other| self.is_target(unit, other)) {
            return conscious;
        }
        let lying = self.units_on(cell).find(|other| self.is_target(unit, other));
        lying.or(conscious)
    }
}
