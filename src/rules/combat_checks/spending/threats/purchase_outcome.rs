//! Describes what a purchase with threats would do in the attack at hand, and rates how much that is worth.
//! Chapter THT.

use std::cmp::Ordering;

use super::{ThreatPurchase, ThreatTarget, falls_by_strain};
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{AttackParticipant, AttackProgress, participant_id};
use crate::combat_checks::lines::SpendingOutcome;
use crate::combat_checks::spending::advantages::{WORTH_OF_A_CHANGED_DIE, WORTH_OF_A_SECOND_ONE};
use crate::combat_checks::spending::option_tables::ThreatOption;
use crate::combat_checks::{AttackContext, ItemSlot, LikelyAttack};
use dice::BoardSubject;

/// Describes what a purchase does. `CC-THT-01`, `CC-THT-04`.
pub(super) fn purchase_outcome(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    purchase: ThreatPurchase,
) -> SpendingOutcome {
    let context = plan.context;
    let concerned = match (purchase.option, purchase.target) {
        (ThreatOption::Significant, _) => None,
        (_, ThreatTarget::Unit(who)) => Some(who),
        (_, ThreatTarget::Nothing | ThreatTarget::Benefit(_) | ThreatTarget::Item(_)) => {
            Some(AttackParticipant::Attacker)
        }
        (_, ThreatTarget::Object(_)) => None,
    };
    let falls = purchase.option == ThreatOption::Strain
        && !progress.is_attacker_out(context)
        && falls_by_strain(context, progress);
    SpendingOutcome {
        knocks_out: falls.then(|| context.attacker.name.clone()),
        concerns: concerned.map(|who| participant_id(context, who)),
        worth: match progress.bought_threats.contains(&purchase) {
            true => worth(context, progress, purchase).min(WORTH_OF_A_SECOND_ONE),
            false => worth(context, progress, purchase),
        },
        tells_nothing_new: false,
        is_idle: false,
        names: Some(named_subject(context, purchase)),
    }
}

/// What on the board the answer for a purchase names.
fn named_subject(context: &AttackContext, purchase: ThreatPurchase) -> BoardSubject {
    let who = match purchase.target {
        ThreatTarget::Object(which) => return BoardSubject::Barrier(context.objects[which].id),
        ThreatTarget::Unit(who) => who,
        ThreatTarget::Nothing | ThreatTarget::Benefit(_) | ThreatTarget::Item(_) => {
            AttackParticipant::Attacker
        }
    };
    BoardSubject::Unit(participant_id(context, who))
}

/// How much a purchase is worth: a die more or less in a check counts 4. What depends on intentions counts 0.
fn worth(context: &AttackContext, progress: &AttackProgress, purchase: ThreatPurchase) -> u32 {
    match (purchase.option, purchase.target) {
        (ThreatOption::Prone, _) => worth_of_a_fall(context, progress),
        (ThreatOption::Empty, _) => 7,
        (ThreatOption::Equipment, ThreatTarget::Item(item)) => worth_of_a_breakdown(context, progress, item),
        (ThreatOption::DowngradeAlly, _) => WORTH_OF_A_CHANGED_DIE,
        (ThreatOption::BoostTarget | ThreatOption::Setback, _)
        | (ThreatOption::Significant, ThreatTarget::Unit(_)) => 4,
        (ThreatOption::LoseBenefit, _) => 3,
        (ThreatOption::Strain, _) => 2,
        (ThreatOption::Maneuver, _) => 1,
        _ => 0,
    }
}

/// How much it is worth that the attacker lies: most if its opponents strike, nothing if all of them shoot, whom it hinders.
/// `CC-THT-09`.
fn worth_of_a_fall(context: &AttackContext, progress: &AttackProgress) -> u32 {
    let targets = context.targets().enumerate().filter(|(at, _)| !progress.is_out(context, *at));
    let of_targets =
        targets.map(|(_, (target, sight, _))| LikelyAttack::of(target, sight, &context.switches));
    let attacks: Vec<LikelyAttack> =
        of_targets.chain(context.enemies.iter().map(|enemy| enemy.attack)).collect();
    let count = |kind: LikelyAttack| attacks.iter().filter(|attack| **attack == kind).count();
    let (strikes, shots) = (count(LikelyAttack::Strike), count(LikelyAttack::Shot));
    match strikes.cmp(&shots) {
        Ordering::Greater => 8,
        Ordering::Equal => 4,
        Ordering::Less if strikes > 0 => 2,
        Ordering::Less => 0,
    }
}

/// How much it is worth to break an item of the attacker: most for the only weapon in its hands. `CC-THT-12`.
fn worth_of_a_breakdown(context: &AttackContext, progress: &AttackProgress, item: ItemSlot) -> u32 {
    let ItemSlot::Weapon(broken) = item else { return 6 };
    if progress.is_attacker_out(context) {
        return 1;
    }
    let held = context.attacker.held.iter().enumerate();
    let mut others = held.filter(|(at, other)| *at != broken && !other.useless && other.weapon.hands > 0);
    if others.next().is_some() { 6 } else { 9 }
}
