//! Attacks without a weapon beside shots, as an adviser rates them: a unit that holds a gun does not go up to an enemy with bare fists.

use super::{MIN_VALUE_AT_HAND, NEEDS_RUN_SHARE, RatedAnnouncement, RatingReason};
use crate::planning::lost_weapons;
use battle::UnitDataItem;
use rules::AttackCandidate;

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttackMeans {
    /// The body, from the unit's own square or after a walk or a run.
    Body,
    /// A weapon that reaches far.
    Gun,
    /// Another weapon.
    Other,
}

impl AttackMeans {
    /// What an attack that can be announced is made with.
    pub(super) fn of_candidate(own: &UnitDataItem, candidate: &AttackCandidate) -> Self {
        match own.inventory.get(candidate.slot) {
            Some(carried) if lost_weapons::is_body(carried) => Self::Body,
            Some(carried) if !carried.is_melee() => Self::Gun,
            _ => Self::Other,
        }
    }
}

/// Rates attacks without a weapon that need a run below all that the unit can fire, also later, and those that need a walk below the
/// best shot that needs none, if that does anything worth mentioning. `means` belong to the attacks.
pub(super) fn lower_bare_attacks(rated: &mut [RatedAnnouncement], means: &[AttackMeans]) {
    let shots =
        || rated.iter().zip(means).filter(|(_, means)| **means == AttackMeans::Gun).map(|(one, _)| one);
    let best = |value: f64, one: &RatedAnnouncement| value.max(one.value);
    let at_hand = shots().filter(|one| one.is_possible() && !needs_move(one)).fold(0.0, best);
    let later = shots().fold(0.0, best);
    for (one, _) in rated.iter_mut().zip(means).filter(|(_, means)| **means == AttackMeans::Body) {
        let limit = if one.needs_run { later } else { at_hand };
        let is_lowered = match one.needs_run {
            true => limit > 0.0,
            false => needs_move(one) && limit >= MIN_VALUE_AT_HAND && one.value >= limit,
        };
        if is_lowered {
            if one.value >= limit {
                one.lower(NEEDS_RUN_SHARE * limit / one.value);
            }
            one.reasons.push(RatingReason::BareHands);
        }
    }
}

/// Whether the unit has to move before an attack.
fn needs_move(one: &RatedAnnouncement) -> bool {
    let is_move =
        |reason: &RatingReason| matches!(reason, RatingReason::AfterMove | RatingReason::TargetMayLeave);
    one.needs_run || one.reasons.iter().any(is_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attack(value: f64, reasons: &[RatingReason], needs_run: bool) -> RatedAnnouncement {
        RatedAnnouncement {
            value,
            share: Some(1.0),
            reasons: reasons.to_vec(),
            needs_run,
            ..RatedAnnouncement::default()
        }
    }

    fn lowered(attacks: &[(RatedAnnouncement, AttackMeans)]) -> Vec<RatedAnnouncement> {
        let (mut rated, means): (Vec<_>, Vec<_>) = attacks.iter().cloned().unzip();
        lower_bare_attacks(&mut rated, &means);
        rated
    }

    #[test]
    fn ab_cancel_01_nobody_with_a_gun_is_advised_to_run_up_with_fists() {
        let run = attack(0.4, &[RatingReason::AfterMove], true);
        let later = RatedAnnouncement::of_value(0.002);
        let rated = lowered(&[(run.clone(), AttackMeans::Body), (later, AttackMeans::Gun)]);
        assert!((rated[0].value - 0.95 * 0.002).abs() < 1e-9, "{rated:?}");
        assert_eq!(rated[0].reasons, [RatingReason::AfterMove, RatingReason::BareHands]);
        assert!((rated[1].value - 0.002).abs() < 1e-9);
        let unarmed = lowered(&[(run.clone(), AttackMeans::Body)]);
        assert_eq!(unarmed.as_slice(), std::slice::from_ref(&run), "there is no gun");
        let club = lowered(&[(run.clone(), AttackMeans::Other), (attack(0.1, &[], false), AttackMeans::Gun)]);
        assert_eq!(club[0], run, "with a weapon it may be worth it");
    }

    #[test]
    fn ab_cancel_01_a_shot_at_hand_is_advised_before_fists_after_a_walk() {
        let walk = attack(0.4, &[RatingReason::AfterMove], false);
        let beside = attack(0.4, &[], false);
        let shot = |value| (attack(value, &[], false), AttackMeans::Gun);
        let rated =
            lowered(&[(walk.clone(), AttackMeans::Body), (beside.clone(), AttackMeans::Body), shot(0.2)]);
        assert!((rated[0].value - 0.95 * 0.2).abs() < 1e-9, "{rated:?}");
        assert_eq!(rated[1], beside, "it needs no move");
        let weak = lowered(&[(walk.clone(), AttackMeans::Body), shot(0.01)]);
        assert_eq!(weak[0], walk, "a shot that does next to nothing");
    }
}
