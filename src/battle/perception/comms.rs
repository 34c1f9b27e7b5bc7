//! Who cannot tell its side what it sees: whoever sits in a vehicle without its antenna. `SS-CALL-112`
//!
//! Its own phase is its own: while it acts, its side is shown what it sees, so that it can aim and drive. When the phase
//! is over the side knows what it knew before, and what everybody else sees.

use crate::engine::apply::BattleWriter;
use crate::model::components::UnitId;
use crate::model::event::BattleEvent;
use crate::model::knowledge::{KnowledgeBackup, SideKnowledge};
use crate::view::battle_view::{BattleView, UnitDataItem};
use rules::special_actions::vehicles;

impl BattleView<'_, '_> {
    /// Whether what a unit sees does not reach its side: its vehicle, or it itself, has no communications, and it is not
    /// its phase. `SS-CALL-112`
    pub fn is_out_of_contact(&self, unit: &UnitDataItem) -> bool {
        let vehicle = unit.vehicle().and_then(|vehicle| self.unit_ignoring_fog(vehicle));
        let cut = |unit: &UnitDataItem| vehicles::is_cut_off(unit.status.ailments());
        self.round().acting() != Some(*unit.id) && (cut(unit) || vehicle.as_ref().is_some_and(cut))
    }
}

impl BattleWriter<'_, '_> {
    /// Whether a unit, or the vehicle it sits in, has no communications.
    pub(crate) fn has_no_comms(&self, unit: UnitId) -> bool {
        let status = |id| Some(self.units.get(self.index.get(id)?).ok()?.status);
        let Some(own) = status(unit) else { return false };
        let vehicle = own.seat().and_then(|(vehicle, _)| status(vehicle));
        vehicles::is_cut_off(own.ailments())
            || vehicle.is_some_and(|vehicle| vehicles::is_cut_off(vehicle.ailments()))
    }

    /// Before anybody looks around: what the side of whoever acts without contact knows is kept for later.
    pub(crate) fn back_up_knowledge(&mut self) {
        let Some(unit) = self.round.acting.filter(|unit| self.has_no_comms(*unit)) else { return };
        let side = self.side_of(unit);
        if let Some(known) = self.knowledge.0.get_mut(&side)
            && known.backup.is_none()
        {
            known.backup = Some(Box::new(KnowledgeBackup { unit, known: known.clone() }));
        }
    }

    /// After everybody has looked around: whoever was without contact in a phase that is over has told nothing. Who has
    /// contact again, since it got out, has told everything.
    pub(crate) fn restore_knowledge(&mut self, event: &BattleEvent) {
        if matches!(event, BattleEvent::Spotted { .. } | BattleEvent::LostSight { .. }) {
            return;
        }
        let acting = self.round.acting;
        let over =
            |known: &SideKnowledge| known.backup.as_ref().is_some_and(|aside| acting != Some(aside.unit));
        let back =
            |known: &SideKnowledge| known.backup.as_ref().is_some_and(|aside| !self.has_no_comms(aside.unit));
        let told: Vec<_> =
            self.knowledge.0.iter().map(|(side, known)| (*side, back(known), over(known))).collect();
        let mut taken = false;
        for (side, back, over) in told {
            let Some(known) = self.knowledge.0.get_mut(&side).filter(|_| back || over) else { continue };
            if let Some(aside) = known.backup.take().filter(|_| !back) {
                known.restore_from(aside.known);
                taken = true;
            }
        }
        if taken {
            self.update_explored(None, None);
        }
    }
}
