//! Steps of rules for grips: a unit holds another one, or lets go.

use crate::resolve::{melee, vehicles};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::resources::Outbox;
use crate::view::battle_view::BattleView;
use model::UnitId;
use rules::Grip;

/// Ends all other grips of a holder and of the unit it holds.
fn end_other_grips((view, holder, held): (&BattleView, UnitId, UnitId), out: &mut Outbox) {
    for (unit, kept) in [(holder, StatusKind::Holding(held)), (held, StatusKind::HeldBy(holder))] {
        if let Some(data) = view.unit(unit) {
            melee::release_grips_except(&data, Some(kept), out);
        }
    }
}

/// Returns whether queued events take a unit out of its vehicle.
fn is_leaving_vehicle(unit: UnitId, out: &Outbox) -> bool {
    out.events.iter().any(|record| match record.event {
        BattleEvent::StatusEnded { unit: who, kind: StatusKind::Drives(_) | StatusKind::RidesIn(_) } => {
            who == unit
        }
        _ => false,
    })
}

/// Sets or ends a grip on both units. A unit is part of one grip at most.
pub(super) fn apply_grip(view: &BattleView, unit: UnitId, grip: Option<Grip>, out: &mut Outbox) {
    match grip {
        Some(Grip::Holding(other)) => {
            let (Some(holder), Some(held)) = (view.unit(unit), view.unit(other)) else { return };
            let alive = held.out_of_action.down().is_none();
            if alive && held.vehicle().is_some() && !vehicles::pull_out_of_vehicle(view, &holder, &held, out)
            {
                return;
            }
            end_other_grips((view, unit, other), out);
            out.push_status(unit, StatusKind::Holding(other));
            out.push_status(other, StatusKind::HeldBy(unit));
            if !alive {
                vehicles::vacate_seat(&held, out);
                out.push_event(BattleEvent::Displaced { unit: other, from: held.cell(), to: holder.cell() });
            }
        }
        Some(Grip::HeldBy(other)) => {
            // The holder could not pull the unit out of its vehicle: there is no grip.
            if view.unit(unit).is_some_and(|held| held.vehicle().is_some()) && !is_leaving_vehicle(unit, out)
            {
                return;
            }
            end_other_grips((view, other, unit), out);
            out.push_status(unit, StatusKind::HeldBy(other));
            out.push_status(other, StatusKind::Holding(unit));
        }
        None => {
            let Some(data) = view.unit(unit) else { return };
            melee::release_grips(&data, out);
        }
    }
}
