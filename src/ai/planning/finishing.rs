//! Enemies that lie unconscious and that the unit's side still has to slay: slaying them decides the battle.

use super::odds_cache::AiOddsCache;
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::special_tactics;
use super::unit_estimate::health_points_left;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::PlanIntent;
use battle::{BattleView, UnitDataItem};
use content::Objective;
use field::line_of_fire;
use model::{Side, UnitId};
use rules::play;

/// Value of slaying such an enemy: more than that of any that fights, but for one that is about to win.
const SLAIN_VALUE: f64 = 1.5;
/// Ends of a phase considered after the attack, besides the current cell.
const MAX_ENDS: usize = 3;

/// The enemies in sight that lie unconscious and that the side of a unit has to slay.
fn unfinished<'a>(view: &'a BattleView, side: Side) -> impl Iterator<Item = UnitDataItem<'a, 'a>> {
    view.units().filter(move |other| *other.side != side && view.is_unfinished(side, other))
}

/// Whether there is such an enemy: then every unit looks for a way to attack it.
pub(super) fn has_target(situation: &Situation) -> bool {
    unfinished(situation.view, *situation.me.side).next().is_some()
}

/// Whether a unit may announce an attack on another one: it fights, or lies unconscious and has to be slain.
pub(crate) fn may_announce(view: &BattleView, own: &UnitDataItem, target: UnitId) -> bool {
    view.unit(target).is_some_and(|other| view.is_target(own, &other))
}

/// Attacks on such enemies from the current cell.
pub(super) fn plan_finishing(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
) -> Vec<ScoredOrder> {
    let (view, me) = (situation.view, &situation.me);
    let mut plans = Vec::new();
    for other in unfinished(view, *me.side) {
        let fire = line_of_fire(view.field().grid(), me.cell(), me.body(), other.cell(), other.body());
        for weapon_use in situation.weapon_uses() {
            let order = situation.attack_order(*other.id, weapon_use);
            let Some(after) = situation.after_attack(&situation.fighter, weapon_use) else { continue };
            let (attack, at) = ((situation.unit, weapon_use, me.cell()), (*other.id, other.cell()));
            let Some(estimate) = odds_cache.estimate(attack, at, fire.target_exposure()) else { continue };
            let effect = estimate.score(health_points_left(view, &other));
            if effect <= 0.0 || special_tactics::catches_own_side(view, &order) {
                continue;
            }
            let walk_left = play::move_budget(&after, view.rules()).walk_left;
            let end = positions.best_end_score(situation, &after, walk_left);
            let contributions = vec![
                ScoreContribution { term: ScoreTerm::Harm(*other.id), score: SLAIN_VALUE * effect },
                ScoreContribution { term: ScoreTerm::EndPosition, score: end },
            ];
            let ends = positions.best_ends(situation, &after, (walk_left, MAX_ENDS));
            let plan = ScoredOrder::new(order, contributions);
            plans.push(plan.with_intent(PlanIntent { ends, ..PlanIntent::default() }));
        }
    }
    plans
}

/// Whether the target of an objective lies unconscious and has to be slain, and the unit is the one of its side that goes there: the
/// nearest in action, by straight distance and then by id.
pub(super) fn goes_to_finish(view: &BattleView, me: &UnitDataItem, objective: &Objective) -> bool {
    let Objective::Slay { unit: name, .. } = objective else { return false };
    let lying = unfinished(view, *me.side).find(|other| other.identity.name() == name);
    lying.is_some_and(|lying| {
        let rank = |unit: &UnitDataItem| (unit.cell().distance_squared(lying.cell()), *unit.id);
        let mut allies = view.units().filter(|unit| unit.side == me.side && unit.is_fighting());
        allies.all(|ally| rank(me) <= rank(&ally))
    })
}
