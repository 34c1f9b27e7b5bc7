//! Describes what a purchase with advantages would do in the attack at hand, and rates how much that is worth. Chapter
//! ADV.

use super::{AdvantagePurchase, AdvantageTarget};
use crate::TargetSight;
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{AttackParticipant, AttackProgress, participant_id};
use crate::combat_checks::checks::defence::defence_dice;
use crate::combat_checks::checks::environment::environment_setback;
use crate::combat_checks::lines::SpendingOutcome;
use crate::combat_checks::spending::option_tables::AdvantageOption;
use crate::combat_checks::{AttackContext, CheckKind, QualityEffect, TimedEffectKind};
use dice::BoardSubject;

/// Strain up to its threshold from which on a unit needs relief.
const LITTLE_STRAIN_LEFT: u32 = 4;

/// Worth of Strain that takes all that is left to a unit's threshold; a part of it counts by its share.
const WORTH_OF_ALL_STRAIN: u32 = 36;
/// Most that Strain counts which does not put the target out of action: less than a Critical Injury beside a die.
const MAX_WORTH_OF_STRAIN: u32 = 9;

/// What a defence counts that is negated or gained where it has an effect.
const WORTH_OF_DEFENCE: u32 = 2;

/// What it counts that a die becomes a better or a worse one: less than one more die, which adds more symbols. `CC-ADV-23`, `CC-ADV-24`.
pub(in crate::combat_checks::spending) const WORTH_OF_A_CHANGED_DIE: u32 = 3;
/// What it counts that a weapon falls: more than a die, as it takes a manoeuvre to pick up. `CC-ADV-18`.
const WORTH_OF_A_FALLEN_WEAPON: u32 = 5;

/// Most that a purchase counts that was already made on the same target: less than a changed die.
pub(in crate::combat_checks::spending) const WORTH_OF_A_SECOND_ONE: u32 = 2;

/// Describes what a purchase does. `CC-ADV-01`, `CC-ADV-10`.
pub(super) fn purchase_outcome(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    purchase: AdvantagePurchase,
) -> SpendingOutcome {
    let context = plan.context;
    let concerned = match purchase.target {
        AdvantageTarget::Unit(AttackParticipant::Target(at))
        | AdvantageTarget::Quality(_, at)
        | AdvantageTarget::Item(at, _) => Some(at),
        AdvantageTarget::Nothing
        | AdvantageTarget::Unit(_)
        | AdvantageTarget::Object(_)
        | AdvantageTarget::Melee(_) => None,
    };
    let falls = match purchase.target {
        AdvantageTarget::Quality(which, at) => match context.weapon.qualities[which].effect {
            QualityEffect::Strain(strain) => {
                !progress.is_out(context, at) && progress.is_out_after(context, at, strain.into())
            }
            QualityEffect::KnockDown | QualityEffect::Setback(_) => false,
        },
        _ => false,
    };
    SpendingOutcome {
        knocks_out: concerned.filter(|_| falls).map(|at| context.target(at).name.clone()),
        concerns: concerned.map(|at| participant_id(context, AttackParticipant::Target(at))),
        worth: worth_besides(progress, purchase, worth(plan, progress, purchase)),
        tells_nothing_new: tells_nothing_new(context, purchase),
        is_idle: tells_nothing_new(context, purchase) || changes_nothing(context, progress, purchase),
        names: named_subject(context, purchase),
    }
}

/// Whether a purchase tells only what cards show anyway. `CC-ADV-09`.
fn tells_nothing_new(context: &AttackContext, purchase: AdvantagePurchase) -> bool {
    purchase.option == AdvantageOption::Notice && context.hidden_feature.is_none()
}

/// Whether a purchase is against what is not there: a defence of the target, an attack of that kind, or dice of the environment.
/// `CC-ADV-15` to `CC-ADV-17`.
fn changes_nothing(context: &AttackContext, progress: &AttackProgress, purchase: AdvantagePurchase) -> bool {
    let has_setback = |kind| {
        let dice = environment_setback(&context.surroundings, kind, &context.switches);
        !dice.0.is_empty()
    };
    match (purchase.option, purchase.target) {
        (AdvantageOption::NegateDefence, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            !has_defence(context, progress, at)
        }
        (AdvantageOption::OwnDefence, AdvantageTarget::Melee(melee)) => {
            !is_threatened(context, progress, melee)
        }
        (AdvantageOption::IgnoreEnvironment, _) => {
            ![CheckKind::Melee, CheckKind::Ranged].into_iter().any(has_setback)
        }
        _ => false,
    }
}

/// What on the board the answer for a purchase names.
fn named_subject(context: &AttackContext, purchase: AdvantagePurchase) -> Option<BoardSubject> {
    let who = match purchase.target {
        AdvantageTarget::Object(which) => return Some(BoardSubject::Barrier(context.objects[which].id)),
        AdvantageTarget::Unit(who) => who,
        AdvantageTarget::Quality(_, at) | AdvantageTarget::Item(at, _) => AttackParticipant::Target(at),
        AdvantageTarget::Melee(_) => AttackParticipant::Attacker,
        AdvantageTarget::Nothing => match purchase.option {
            AdvantageOption::RemoveStrain | AdvantageOption::Maneuver => AttackParticipant::Attacker,
            _ => return None,
        },
    };
    Some(BoardSubject::Unit(participant_id(context, who)))
}

/// Limits what a purchase is worth that was already made on the same target with symbols of this check: another effect comes
/// first. A Critical Injury only has a higher roll then, which its own answer says. `CC-ADV-04`.
fn worth_besides(progress: &AttackProgress, purchase: AdvantagePurchase, worth: u32) -> u32 {
    let is_same =
        |bought: &AdvantagePurchase| (bought.option, bought.target) == (purchase.option, purchase.target);
    if progress.bought_advantages.iter().any(is_same) { worth.min(WORTH_OF_A_SECOND_ONE) } else { worth }
}

/// How much a purchase is worth: a die more or less in a check counts 4. What depends on intentions counts 0.
fn worth(plan: &AttackPlan<'_>, progress: &AttackProgress, purchase: AdvantagePurchase) -> u32 {
    let context = plan.context;
    match (purchase.option, purchase.target) {
        (AdvantageOption::Injury, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            // As automatic spending: none on a unit that falls anyway. `CC-ADV-26`.
            if progress.is_out(context, at) { 0 } else { 14 }
        }
        (AdvantageOption::Quality, AdvantageTarget::Quality(which, at)) => {
            match context.weapon.qualities[which].effect {
                QualityEffect::Strain(strain) => {
                    worth_of_strain(progress.strain_left(context, at), strain.into())
                }
                QualityEffect::KnockDown => 3,
                QualityEffect::Setback(dice) => 4 * u32::from(dice),
            }
        }
        (AdvantageOption::RemoveStrain, _) => {
            let condition = &progress.attacker.condition;
            let left = condition.strain_threshold.saturating_sub(condition.strain);
            if left <= LITTLE_STRAIN_LEFT { 5 } else { 2 }
        }
        (AdvantageOption::BoostNextAlly | AdvantageOption::Setback | AdvantageOption::BoostAny, _) => 4,
        (AdvantageOption::Downgrade | AdvantageOption::Upgrade, _) => WORTH_OF_A_CHANGED_DIE,
        (AdvantageOption::Disarm, _) => WORTH_OF_A_FALLEN_WEAPON,
        (AdvantageOption::Destroy, _) => 6,
        (AdvantageOption::NegateDefence, AdvantageTarget::Unit(AttackParticipant::Target(at)))
            if has_defence(context, progress, at) =>
        {
            WORTH_OF_DEFENCE
        }
        (AdvantageOption::OwnDefence, AdvantageTarget::Melee(melee))
            if is_threatened(context, progress, melee) =>
        {
            WORTH_OF_DEFENCE
        }
        _ => 0,
    }
}

/// Whether a target has any defence left to negate. `CC-ADV-15`.
fn has_defence(context: &AttackContext, progress: &AttackProgress, at: usize) -> bool {
    let target = context.target(at);
    let is_negated = progress.targets[at].condition.has_timed(TimedEffectKind::DefenceNegated);
    let sight = TargetSight { took_cover: target.in_cover, hidden: 1, ..TargetSight::in_the_open(1) };
    let dice = |kind| defence_dice(target, &sight, kind, &context.switches).sum();
    !is_negated && [CheckKind::Melee, CheckKind::Ranged].into_iter().any(|kind| dice(kind) > 0)
}

/// Whether a target that stays in action wields a weapon of this kind that works, or is near enough for its fists. `CC-ADV-17`.
fn is_threatened(context: &AttackContext, progress: &AttackProgress, melee: bool) -> bool {
    let is_near = melee && context.sight.chebyshev_distance <= 1;
    let mut targets = (0..progress.targets.len()).filter(|&at| !progress.is_out(context, at));
    targets.any(|at| {
        let mut working = context.target(at).held.iter().filter(|held| !held.useless);
        is_near || working.any(|held| held.weapon.hands > 0 && held.weapon.class.is_melee() == melee)
    })
}

/// How much Strain on a target is worth that can bear so much more: its share of that, and at least 2 for each point.
/// `CC-ADV-10`, `CC-THR-02`.
fn worth_of_strain(left: u32, strain: u32) -> u32 {
    let least = 2 * strain;
    (WORTH_OF_ALL_STRAIN * strain / (left + 1)).clamp(least, MAX_WORTH_OF_STRAIN.max(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_adv_10_strain_counts_by_its_share_of_what_is_left() {
        let worths = [30, 13, 11, 5, 0].map(|left| worth_of_strain(left, 3));
        assert_eq!(worths, [6, 7, 9, 9, 9]);
        assert_eq!(worth_of_strain(30, 6), 12, "never less than 2 for each point");
    }
}
