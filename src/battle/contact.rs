//! Who cannot tell its side what it sees: whoever sits in a vehicle without its antenna. `SS-CALL-112`
//!
//! Its own phase is its own: while it acts, its side is shown what it sees, so that it can aim and drive. When the phase
//! is over the side knows what it knew before, and what everybody else sees.

use super::apply::Ledger;
use super::components::UnitId;
use super::event::Event;
use super::knowledge::{Aside, Known};
use super::view::{BattleView, UnitDataItem};
use rules::riding;

impl BattleView<'_, '_> {
    /// Whether what a unit sees does not reach its side: its vehicle, or it itself, has no communications, and it is not
    /// its phase. `SS-CALL-112`
    pub fn is_unheard(&self, unit: &UnitDataItem) -> bool {
        let vehicle = unit.rides().and_then(|vehicle| self.recalled(vehicle));
        let cut = |unit: &UnitDataItem| riding::is_cut_off(unit.status.ailments());
        self.round().acting() != Some(*unit.id) && (cut(unit) || vehicle.as_ref().is_some_and(cut))
    }
}

impl Ledger<'_, '_> {
    /// Whether a unit, or the vehicle it sits in, has no communications.
    pub(super) fn is_cut_off(&self, unit: UnitId) -> bool {
        let status = |id| Some(self.units.get(self.index.get(id)?).ok()?.status);
        let Some(own) = status(unit) else { return false };
        let vehicle = own.seat().and_then(|(vehicle, _)| status(vehicle));
        riding::is_cut_off(own.ailments())
            || vehicle.is_some_and(|vehicle| riding::is_cut_off(vehicle.ailments()))
    }

    /// Before anybody looks around: what the side of whoever acts without contact knows is kept for later.
    pub(super) fn set_aside(&mut self) {
        let Some(unit) = self.round.acting.filter(|unit| self.is_cut_off(*unit)) else { return };
        let side = self.side(unit);
        if let Some(known) = self.knowledge.0.get_mut(&side)
            && known.aside.is_none()
        {
            known.aside = Some(Box::new(Aside { unit, known: known.clone() }));
        }
    }

    /// After everybody has looked around: whoever was without contact in a phase that is over has told nothing. Who has
    /// contact again, since it got out, has told everything.
    pub(super) fn take_back(&mut self, event: &Event) {
        if matches!(event, Event::Spotted { .. } | Event::LostSight { .. }) {
            return;
        }
        let acting = self.round.acting;
        let over = |known: &Known| known.aside.as_ref().is_some_and(|aside| acting != Some(aside.unit));
        let back = |known: &Known| known.aside.as_ref().is_some_and(|aside| !self.is_cut_off(aside.unit));
        let told: Vec<_> =
            self.knowledge.0.iter().map(|(side, known)| (*side, back(known), over(known))).collect();
        let mut taken = false;
        for (side, back, over) in told {
            let Some(known) = self.knowledge.0.get_mut(&side).filter(|_| back || over) else { continue };
            if let Some(aside) = known.aside.take().filter(|_| !back) {
                known.forget_since(aside.known);
                taken = true;
            }
        }
        if taken {
            self.notice(None, None);
        }
    }
}
