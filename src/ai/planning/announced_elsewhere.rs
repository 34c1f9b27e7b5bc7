//! Enemies that have announced attacks on other units: they attack only these until their next turn after this one.

use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::{QueueTiming, QueuedAttack, play};

/// Share of the threat of such an enemy that counts: that of its next announcements, which come before the unit acts again.
pub(super) const BOUND_THREAT: f64 = 0.5;

/// Whether units announce their attacks before a pass. `AB-CANCEL-01`.
pub(super) fn announces_attacks(view: &BattleView) -> bool {
    play::queues_attacks(QueueTiming::PassBegins, view.rules())
}

/// The enemies of a unit whose turn in this pass is still to come and that have announced all of its attacks on others.
pub(super) fn enemies_bound_elsewhere(view: &BattleView, me: &UnitDataItem) -> Vec<UnitId> {
    if !announces_attacks(view) {
        return Vec::new();
    }
    let enemies = view.units().filter(|other| other.side != me.side && view.awaits_phase(other));
    let bound = enemies.filter(|enemy| {
        // An attack that has become impossible binds it as well.
        is_bound_elsewhere(&play::queued_attacks(&view.unit_snapshot(enemy)), *me.id)
    });
    bound.map(|enemy| *enemy.id).collect()
}

/// Whether announced attacks leave none that could be made on a unit.
fn is_bound_elsewhere(announced: &[QueuedAttack], unit: UnitId) -> bool {
    let is_on_others = |attack: &QueuedAttack| match attack {
        QueuedAttack::Unit { target, .. } => *target != unit,
        QueuedAttack::Place => true,
        QueuedAttack::Weapon { .. } => false,
    };
    !announced.is_empty() && announced.iter().all(is_on_others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ab_cancel_01_only_announced_attacks_on_others_leave_a_unit_alone() {
        let on = |target| QueuedAttack::on_unit(0, UnitId(target));
        let is_bound = |announced: &[QueuedAttack]| is_bound_elsewhere(announced, UnitId(1));
        assert!(is_bound(&[on(2), on(3)]) && is_bound(&[QueuedAttack::Place]));
        assert!(!is_bound(&[on(2), on(1)]), "one of them is on the unit");
        assert!(!is_bound(&[QueuedAttack::with_weapon(0)]), "its target is chosen later");
        assert!(!is_bound(&[]), "nothing is announced");
    }
}
