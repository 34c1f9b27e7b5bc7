//! Grips: a held unit stays beside its holder, and a grip ends only with a cause.

use battle::{BattleEvent, BattleView, Order, StatusKind};
use model::UnitId;

use super::{ActionAudit, AuditViolation, AuditedUnit};

/// Special actions that may end a grip. `AB-BASE-10`, `CS-BASE-37`, `SS-ACT-62`, `SS-BARR-50`.
const ENDS_GRIPS: [&str; 6] =
    ["break_free", "take_control", "break_hold", "let_go", "release_shield", "drop_body"];

impl ActionAudit {
    /// Checks that held units are beside their holders after an order.
    ///
    /// # Errors
    /// Returns the first unit that is not.
    pub fn check_grips(&self, view: &BattleView) -> Result<(), AuditViolation> {
        for unit in view.units().filter(|unit| unit.vehicle().is_none()) {
            for status in unit.status.iter() {
                let StatusKind::HeldBy(holder) = status.kind else { continue };
                let beside =
                    view.unit(holder).is_none_or(|other| other.cell().chebyshev_distance(unit.cell()) <= 1);
                if !beside {
                    return Err(AuditViolation::LeftGrip { unit: *unit.id, holder });
                }
            }
        }
        Ok(())
    }

    /// Checks at an event that no held unit has left its holder by the events before it, and that a grip that ends has a
    /// cause.
    pub(super) fn check_grip(&self, event: &BattleEvent) -> Result<(), AuditViolation> {
        match event {
            // Holder and held move one after the other, and what tears them apart ends the grip last.
            BattleEvent::Stepped { .. }
            | BattleEvent::Displaced { .. }
            | BattleEvent::StatusSet { .. }
            | BattleEvent::CoverLeft { .. }
            | BattleEvent::RuleNote { .. } => Ok(()),
            BattleEvent::StatusEnded { unit, kind: StatusKind::HeldBy(holder) } => {
                if self.may_end_grip(*unit, *holder) {
                    Ok(())
                } else {
                    Err(AuditViolation::GripEnded { unit: *unit, holder: *holder })
                }
            }
            BattleEvent::StatusEnded { .. } => Ok(()),
            BattleEvent::AttackDeclared { .. }
            | BattleEvent::AttackResolved { .. }
            | BattleEvent::Detonated { .. }
            | BattleEvent::SpecialActionDone { .. }
            | BattleEvent::Paid { .. }
            | BattleEvent::PhaseBegan { .. }
            | BattleEvent::PhaseEnded { .. } => self.check_held_units(),
            _ => Ok(()),
        }
    }

    fn check_held_units(&self) -> Result<(), AuditViolation> {
        for (unit, state) in self.units.iter().filter(|(_, state)| !state.in_vehicle) {
            let Some(holder) = state.held_by else { continue };
            let beside =
                self.units.get(&holder).is_none_or(|other| other.cell.chebyshev_distance(state.cell) <= 1);
            if !beside {
                return Err(AuditViolation::LeftGrip { unit: *unit, holder });
            }
        }
        Ok(())
    }

    /// Returns whether something has happened since the order that may end a grip.
    fn may_end_grip(&self, held: UnitId, holder: UnitId) -> bool {
        let is_shaken = |unit: &UnitId| self.progress.shaken.contains(unit);
        let is_ordered = matches!(&self.order, Some(Order::SpecialAction { unit, action, .. })
            if [held, holder].contains(unit) && ENDS_GRIPS.contains(&action.as_str()));
        is_ordered || is_shaken(&held) || is_shaken(&holder)
    }

    /// Follows squares and grips, and what may end grips.
    pub(super) fn follow_grips(&mut self, event: &BattleEvent) {
        let is_own_move =
            |unit: &UnitId| matches!(&self.order, Some(Order::Move { unit: mover, .. }) if mover == unit);
        let shaken: Vec<UnitId> = match event {
            // It is thrown, or jumps out of a blast.
            BattleEvent::Stepped { unit, .. } if !is_own_move(unit) => vec![*unit],
            BattleEvent::Displaced { unit, .. }
            | BattleEvent::WentDown { unit, .. }
            | BattleEvent::Recovered { unit }
            | BattleEvent::Escaped { unit }
            // It is about to go down, or can make no actions. `CS-BASE-37`
            | BattleEvent::Harmed { unit, .. }
            | BattleEvent::PhaseLost { unit, .. }
            | BattleEvent::Afflicted { unit, .. } => vec![*unit],
            // A new grip ends the former ones of both.
            BattleEvent::StatusSet { unit, status } => match status.kind {
                StatusKind::HeldBy(other)
                | StatusKind::Holding(other)
                | StatusKind::Drives(other)
                | StatusKind::RidesIn(other) => vec![*unit, other],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        self.progress.shaken.extend(shaken);
        let mut change = |unit: &UnitId, change: &mut dyn FnMut(&mut AuditedUnit)| {
            if let Some(state) = self.units.get_mut(unit) {
                change(state);
            }
        };
        match event {
            BattleEvent::Stepped { unit, to, .. } | BattleEvent::Displaced { unit, to, .. } => {
                change(unit, &mut |state| state.cell = *to);
            }
            BattleEvent::StatusSet { unit, status } => change(unit, &mut |state| match status.kind {
                StatusKind::HeldBy(holder) => state.held_by = Some(holder),
                StatusKind::Drives(_) | StatusKind::RidesIn(_) => state.in_vehicle = true,
                _ => {}
            }),
            BattleEvent::StatusEnded { unit, kind } => change(unit, &mut |state| match kind {
                StatusKind::HeldBy(holder) if state.held_by == Some(*holder) => state.held_by = None,
                StatusKind::Drives(_) | StatusKind::RidesIn(_) => state.in_vehicle = false,
                _ => {}
            }),
            _ => {}
        }
    }
}
