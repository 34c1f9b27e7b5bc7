//! What a purchase does in the attack at hand, and how much that is worth. Chapter THT.

use super::{ThreatPurchase, ThreatTarget, falls_by_strain};
use crate::combat_checks::AttackContext;
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{AttackParticipant, AttackProgress, participant_id};
use crate::combat_checks::lines::SpendingOutcome;
use crate::combat_checks::spending::advantages::WORTH_OF_A_SECOND_ONE;
use crate::combat_checks::spending::option_tables::ThreatOption;
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
            true => worth(purchase).min(WORTH_OF_A_SECOND_ONE),
            false => worth(purchase),
        },
        tells_nothing_new: false,
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
const fn worth(purchase: ThreatPurchase) -> u32 {
    match (purchase.option, purchase.target) {
        (ThreatOption::Prone, _) => 8,
        (ThreatOption::Empty, _) => 7,
        (ThreatOption::Equipment, _) => 6,
        (ThreatOption::DowngradeAlly, _) => 5,
        (ThreatOption::BoostTarget | ThreatOption::Setback, _)
        | (ThreatOption::Significant, ThreatTarget::Unit(_)) => 4,
        (ThreatOption::LoseBenefit, _) => 3,
        (ThreatOption::Strain, _) => 2,
        (ThreatOption::Maneuver, _) => 1,
        _ => 0,
    }
}
