//! `ForecastRules`: what a rulebook says of an attack before it is made. Exact odds against one target, quick odds for
//! lists of targets, and the outcomes of area attacks.

use crate::rulebook::AttackRules;
use crate::{AreaAnswers, AreaHarm, AttackRequest, Forecast, Odds, OutcomeSummary, UnitAttack};
use dice::Distribution;
use model::UnitId;

/// The exact odds of an attack, for cards, previews and `breachline odds`.
pub trait ForecastRules: AttackRules {
    /// Computes the exact odds of an attack with all their parts; `None` if they cannot be computed. For a barrier
    /// segment, damage is that to the segment, and out of action means a hole. For a square, a hit means that the
    /// attack reaches it, and damage is the number of units in the blast.
    fn forecast(request: &AttackRequest) -> Option<Forecast>;

    /// Computes the odds of an attack on a unit with the default defence, for lists of targets: those of the
    /// forecast, by default.
    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        Self::forecast(attack.request).map(|forecast| forecast.odds)
    }

    /// Computes the outcomes of an area attack for each unit in it, the target first; empty if only the target is hit,
    /// as by default. `CS-BASE-35`.
    fn area_outcomes(
        _attack: UnitAttack<'_>,
        _answers: &[String],
    ) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        Vec::new()
    }

    /// The same with default defences, quickly, for comparing targets: those of the outcomes, by default. A book whose
    /// attacks can go astray may leave that out.
    fn area_preview(attack: UnitAttack<'_>) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        Self::area_outcomes(attack, &[])
    }

    /// Computes whether an attack on an area around a unit or a square harms at least one unit of each camp, with these
    /// answers where they are offered and the first one elsewhere; `None` if it has no area, as by default, or if that cannot
    /// be computed. `CS-BASE-35`.
    fn area_harm(_request: &AttackRequest, _answers: AreaAnswers<'_>) -> Option<AreaHarm> {
        None
    }
}
