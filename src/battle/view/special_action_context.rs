//! Collects what the rules need to know about a special action.

use super::battle_view::BattleView;
use super::queued_attacks::impossible_attacks;
use model::UnitId;
use rules::{ImpossibleAttack, QueuedAttack, SpecialAction, UnitSnapshot};

/// A special action's units and surroundings.
pub(crate) struct SpecialActionContext {
    /// The acting unit.
    pub unit: UnitSnapshot,
    /// The target and its distance in squares; `None` without a target.
    pub target: Option<(UnitSnapshot, u32)>,
    seen: bool,
    cover_cm: u16,
    boosts: Vec<UnitId>,
    energy: bool,
    impossible: Vec<(QueuedAttack, ImpossibleAttack)>,
}

impl SpecialActionContext {
    /// Collects the context of a special action; `None` if a unit does not exist.
    pub fn new(view: &BattleView, unit: UnitId, target: Option<UnitId>) -> Option<Self> {
        let data = view.unit(unit)?;
        let target = match target {
            Some(id) => {
                let other = view.unit(id)?;
                Some((view.unit_snapshot(&other), data.cell().chebyshev_distance(other.cell())))
            }
            None => None,
        };
        let seen = view
            .units()
            .any(|other| other.side != data.side && other.is_fighting() && view.sees(&other, &data));
        Some(Self {
            unit: view.unit_snapshot(&data),
            target,
            seen,
            cover_cm: view.cover_height(&data),
            boosts: view.round().boosts(*data.side).to_vec(),
            energy: view.has_energy_source_beside(data.cell()),
            impossible: impossible_attacks(view, &data),
        })
    }

    /// Returns the special action as the rulebook's input.
    pub fn special_action<'a>(&'a self, key: &'a str, slot: Option<usize>) -> SpecialAction<'a> {
        SpecialAction {
            unit: &self.unit,
            key,
            target: self.target.as_ref().map(|(unit, distance)| (unit, *distance)),
            slot,
            seen: self.seen,
            cover_cm: self.cover_cm,
            boosts: &self.boosts,
            energy: self.energy,
            impossible: &self.impossible,
        }
    }
}
