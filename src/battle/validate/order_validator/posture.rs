//! Taking cover, dropping prone, standing up.

use super::OrderValidator;
use crate::state::components::{Status, StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::validate::order_error::OrderError;
use crate::validate::rejection::PointlessOrder;
use crate::validate::validated_order::ValidatedOrder;
use rules::Grip;
use rules::turn_engine::Action;

impl OrderValidator<'_> {
    /// Takes cover.
    pub(super) fn take_cover(mut self) -> Result<ValidatedOrder, OrderError> {
        if self.unit.cover.is_taken() {
            return Err(PointlessOrder::AlreadyInCover { unit: self.unit_name() }.into());
        }
        // A carried body gives cover wherever its bearer stands. `SS-BARR-44`.
        let shelter = !self.view.cover_obstacles(self.unit).is_empty()
            || self.after_payment.ride.is_some()
            || matches!(self.after_payment.grip, Some(Grip::Holding(_)));
        if !shelter && self.after_payment.carries.is_none() {
            return Err(OrderError::NoCoverHere);
        }
        self.pay(Action::TakeCover)?;
        self.push(BattleEvent::CoverTaken { unit: self.id() });
        self.finish()
    }

    /// Drops prone.
    pub(super) fn drop_prone(mut self) -> Result<ValidatedOrder, OrderError> {
        if self.unit.is_prone() {
            return Err(PointlessOrder::AlreadyProne { unit: self.unit_name() }.into());
        }
        self.pay(Action::DropProne)?;
        let status = Status { kind: StatusKind::Prone, until: StatusEnd::Removed };
        self.push(BattleEvent::StatusSet { unit: self.id(), status });
        self.finish()
    }

    /// Stands up.
    pub(super) fn stand_up(mut self) -> Result<ValidatedOrder, OrderError> {
        if !self.unit.is_prone() {
            return Err(PointlessOrder::AlreadyStanding { unit: self.unit_name() }.into());
        }
        self.pay(Action::StandUp)?;
        self.push(BattleEvent::StatusEnded { unit: self.id(), kind: StatusKind::Prone });
        self.finish()
    }
}
