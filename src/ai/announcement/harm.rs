//! The harm of announced attacks, as a player judges it.

use super::{Judgement, RatingReason};
use crate::planning::lost_weapons;
use crate::planning::misjudgement::judge_factor;
use crate::planning::objective_threat::{ABOUT_TO_WIN, WANTED_VALUE, is_wanted_by, objective_urgency};
use crate::planning::odds_cache::{OddsEstimate, judged_share};
use crate::planning::unit_estimate::health_points;
use crate::weights::AiWeights;
use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::AttackCandidate;

/// Value of an attack whose odds are not known.
const UNKNOWN_ODDS_VALUE: f64 = 0.001;
/// Share of its value that an attack without a weapon counts that does next to nothing.
const LAST_RESORT_SHARE: f64 = 0.02;

/// What the attacks on each target are worth to a player, as a factor of what they really do: see [`judged_share`].
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedShares(Vec<(UnitId, f64)>);

impl JudgedShares {
    /// The shares of the targets of some attacks, given with their odds; empty for players that judge attacks as they are.
    pub fn of_candidates(
        view: &BattleView,
        (candidates, estimates): (&[AttackCandidate], &[Option<OddsEstimate>]),
        weights: &AiWeights,
    ) -> Self {
        if weights.finishing >= 1.0 {
            return Self::default();
        }
        let attacks = candidates.iter().zip(estimates);
        let attacks: Vec<(UnitId, &OddsEstimate)> = attacks
            .filter_map(|(candidate, estimate)| Some((candidate.target.as_ref()?.unit, estimate.as_ref()?)))
            .collect();
        let mut targets: Vec<UnitId> = attacks.iter().map(|(target, _)| *target).collect();
        targets.sort_unstable();
        targets.dedup();
        let share = |target: UnitId| {
            let (now, most) = health_points(view, &view.unit(target)?);
            let left = if weights.sees_wounds { now } else { most };
            let on_it = attacks.iter().filter(|(other, _)| *other == target).map(|(_, estimate)| *estimate);
            Some((target, judged_share(on_it, (left, weights.finishing))))
        };
        Self(targets.into_iter().filter_map(share).collect())
    }

    /// What an attack on a target with `left` health is worth to a player that gives the chance to finish it a weight.
    fn effect(&self, target: UnitId, estimate: &OddsEstimate, (left, finishing): (f64, f64)) -> f64 {
        let share = self.0.iter().find(|(known, _)| *known == target);
        share.map_or_else(|| estimate.score_with(left, finishing), |(_, share)| share * estimate.score(left))
    }
}

/// The harm of an attack as a player judges it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RatedHarm {
    pub(super) value: f64,
    /// What the odds alone are worth, on a target that has to be slain or stopped as well.
    pub(super) of_odds: f64,
    /// Factor for a target that is close to an objective of its side.
    pub(super) urgency: f64,
    pub(super) is_last_resort: bool,
}

impl RatedHarm {
    fn is_urgent(self) -> bool {
        self.urgency > 1.0
    }

    /// Whether the target may be at its objective before the attack. With one that decides the battle there, the battle ends:
    /// then no other attack would have been made either.
    pub(super) fn may_be_gone(self, acts_first: bool) -> bool {
        acts_first && self.is_urgent() && self.urgency < ABOUT_TO_WIN
    }

    /// Why the value is not that of the odds; `escapes` means that the target gets to its objective first.
    pub(super) fn reasons(self, escapes: bool) -> impl Iterator<Item = RatingReason> {
        let urgent = if escapes { RatingReason::ReachesGoalFirst } else { RatingReason::Urgent };
        let urgent = self.is_urgent().then_some(urgent);
        urgent.into_iter().chain(self.is_last_resort.then_some(RatingReason::LastResort))
    }
}

/// Rates the harm of an attack as the player judges it; one without a weapon that does next to nothing is the last resort.
pub(super) fn rate_harm(
    view: &BattleView,
    (own, slot): (&UnitDataItem, usize),
    (other, estimate): (&UnitDataItem, Option<OddsEstimate>),
    judgement: Judgement,
) -> RatedHarm {
    let Judgement { weights, rng, nearest, shares, .. } = judgement;
    let Some(estimate) = estimate else {
        return RatedHarm { value: UNKNOWN_ODDS_VALUE, of_odds: 0.0, urgency: 1.0, is_last_resort: false };
    };
    let (now, most) = health_points(view, other);
    let left = if weights.sees_wounds { now } else { most };
    let score = shares.effect(*other.id, &estimate, (left, weights.finishing));
    let wanted = if is_wanted_by(view, other, *own.side) { WANTED_VALUE } else { 1.0 };
    let is_body = own.inventory.get(slot).is_some_and(lost_weapons::is_body);
    let is_last_resort = is_body && score < lost_weapons::MIN_BARE_SCORE;
    let share = if is_last_resort { LAST_RESORT_SHARE } else { 1.0 };
    let urgency = objective_urgency(view, other, *own.side);
    let is_nearest = urgency > 1.0 || wanted > 1.0 || nearest.is_none_or(|nearest| nearest == *other.id);
    let misjudged = judge_factor(weights.harm_error, rng, *other.id);
    let of_odds = wanted * score;
    let value = share * urgency * weights.target_factor(misjudged, is_nearest) * of_odds;
    RatedHarm { value, of_odds, urgency, is_last_resort }
}
