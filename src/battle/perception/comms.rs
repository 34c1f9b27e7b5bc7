//! Units without communications: they share sight with their side only in their own phase. `SS-CALL-112`
//!
//! In that phase they share sight with their side, so that they can aim and drive. Afterwards the side is reset to what
//! it knew before and what its other units see.

use super::detection::Perception;
use bevy_ecs::prelude::InRef;

use crate::state::event::BattleEvent;
use crate::state::knowledge::{KnowledgeBackup, SideKnowledge};
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::UnitId;
use rules::special_actions::vehicles;

impl BattleView<'_, '_> {
    /// Whether a unit cannot share what it sees: it or its vehicle has no communications, and it is not its phase.
    /// `SS-CALL-112`
    pub fn is_out_of_contact(&self, unit: &UnitDataItem) -> bool {
        let vehicle = unit.vehicle().and_then(|vehicle| self.unit_ignoring_fog(vehicle));
        let is_cut_off = |unit: &UnitDataItem| vehicles::is_cut_off(unit.status.ailments());
        self.round().acting() != Some(*unit.id)
            && (is_cut_off(unit) || vehicle.as_ref().is_some_and(is_cut_off))
    }
}

/// Restores the knowledge of sides whose unit without communications has ended its phase.
pub(crate) fn restore_knowledge(InRef(event): InRef<BattleEvent>, mut perception: Perception) {
    perception.restore_knowledge(event);
}

impl Perception<'_, '_> {
    /// Whether a unit or its vehicle has no communications.
    pub(crate) fn has_no_comms(&self, unit: UnitId) -> bool {
        let status = |id| Some(self.unit(id)?.status);
        let Some(own) = status(unit) else { return false };
        let vehicle = own.seat().and_then(|(vehicle, _)| status(vehicle));
        vehicles::is_cut_off(own.ailments())
            || vehicle.is_some_and(|vehicle| vehicles::is_cut_off(vehicle.ailments()))
    }

    /// Backs up a side's knowledge before the look of an acting unit without communications.
    pub(crate) fn back_up_knowledge(&mut self) {
        let Some(unit) = self.round.acting.filter(|unit| self.has_no_comms(*unit)) else { return };
        let side = self.side_of(unit);
        if let Some(known) = self.knowledge.0.get_mut(&side)
            && known.backup.is_none()
        {
            known.backup = Some(Box::new(KnowledgeBackup { unit, known: known.clone() }));
        }
    }

    /// After every look: restores the knowledge of sides whose unit without communications has ended its phase.
    /// If the unit has regained contact, its side keeps everything.
    pub(crate) fn restore_knowledge(&mut self, event: &BattleEvent) {
        if matches!(event, BattleEvent::Spotted { .. } | BattleEvent::LostSight { .. }) {
            return;
        }
        let acting = self.round.acting;
        let ended =
            |known: &SideKnowledge| known.backup.as_ref().is_some_and(|backup| acting != Some(backup.unit));
        let regained = |known: &SideKnowledge| {
            known.backup.as_ref().is_some_and(|backup| !self.has_no_comms(backup.unit))
        };
        let states: Vec<_> =
            self.knowledge.0.iter().map(|(side, known)| (*side, regained(known), ended(known))).collect();
        let mut restored = false;
        for (side, regained, ended) in states {
            let Some(known) = self.knowledge.0.get_mut(&side).filter(|_| regained || ended) else { continue };
            if let Some(backup) = known.backup.take().filter(|_| !regained) {
                known.restore_from(backup.known);
                restored = true;
            }
        }
        if restored {
            self.update_explored(None, None);
        }
    }
}
