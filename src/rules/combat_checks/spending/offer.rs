//! The offer of a spending prompt: budget, costs, and what is bought only once.

use super::option_tables::{AdvantageOption, SpendingOption, ThreatOption};
use crate::combat_checks::lines::{SpendingAnswer, SpendingOutcome, SpendingPrompt, SpentSymbols};
use crate::turn_engine::spending_offer::{Purchase, SpendingOffer, WholePayments};
use dice::{Answer, Prompt};
use strum::VariantArray;

/// What a further payment for a Critical Injury is worth. `CC-CRIT-03`.
const WORTH_OF_HIGHER_ROLL: u32 = 3;

/// Returns what a prompt offers for advantages, threats, a triumph or a despair; `None` for other prompts. `CC-ADV-02`,
/// `CC-ADV-04`, `CC-THT-02`, `CC-THT-16`.
pub fn spending_offer(prompt: &Prompt) -> Option<SpendingOffer> {
    let asked: &SpendingPrompt = prompt.question.line()?;
    let (budget, unit) = match asked.symbols {
        SpentSymbols::Advantages(count) => (count, ("advantage", "advantages")),
        SpentSymbols::Threats(count) => (count, ("threat", "threats")),
        // Each triumph pays for one option, and the advantages are spent after them.
        SpentSymbols::Triumph => (asked.advantages_after, ("advantage", "advantages")),
        SpentSymbols::Despair => (1, ("despair", "despairs")),
    };
    let bought = |answer: &Answer| match answer.label.line()? {
        SpendingAnswer::Buy { option, .. } | SpendingAnswer::PayAgain { option, .. } => Some(*option),
        SpendingAnswer::Stop { .. } => None,
    };
    let is_first = |at: usize, option: &SpendingOption| {
        prompt.answers[..at].iter().all(|other| bought(other).is_none_or(|other| other != *option))
    };
    let purchases = prompt.answers.iter().enumerate().map(|(at, answer)| {
        let option = bought(answer)?;
        let outcome = match answer.label.line()? {
            SpendingAnswer::Buy { outcome, .. } => outcome.clone(),
            SpendingAnswer::PayAgain { .. } => {
                SpendingOutcome { worth: WORTH_OF_HIGHER_ROLL, ..SpendingOutcome::default() }
            }
            SpendingAnswer::Stop { .. } => return None,
        };
        let cost = match answer.detail.line()? {
            SpentSymbols::Advantages(count) | SpentSymbols::Threats(count) => *count,
            SpentSymbols::Triumph => asked.prices.get(at).copied().unwrap_or(1),
            SpentSymbols::Despair => 1,
        };
        Some(Purchase {
            cost,
            once: (!option.repeatable).then_some(option.key),
            rank: rank_by_use(&option),
            is_first: is_first(at, &option),
            is_plain_gain: is_plain_gain(&option),
            is_rare: outcome.tells_nothing_new,
            is_idle: outcome.is_idle,
            worth: outcome.worth,
            knocks_out: outcome.knocks_out.is_some(),
            concerns: outcome.concerns,
        })
    });
    let purchases = purchases.collect();
    Some(SpendingOffer { budget, unit, whole: triumphs_left(asked), purchases })
}

/// The triumphs that are left to spend before the advantages; `None` if the question is about other symbols. `CC-TRI-01`.
fn triumphs_left(asked: &SpendingPrompt) -> Option<WholePayments> {
    let count = asked.place.map_or(1, |place| 1 + u32::from(place.count.saturating_sub(place.number)));
    let whole = WholePayments { count, unit: ("triumph", "triumphs"), then: "CC-ADV-01" };
    matches!(asked.symbols, SpentSymbols::Triumph).then_some(whole)
}

/// Whether an option takes nothing from the side that buys it: neither the damage of the hit nor a manoeuvre, and nothing that
/// may help the enemy, as lying down does against shots.
fn is_plain_gain(option: &SpendingOption) -> bool {
    let advantage = AdvantageOption::VARIANTS.iter().find(|known| known.option() == *option);
    let threat = || ThreatOption::VARIANTS.iter().find(|known| known.option() == *option);
    match advantage {
        Some(
            AdvantageOption::Quality
            | AdvantageOption::Maneuver
            | AdvantageOption::Vital
            | AdvantageOption::Disable
            | AdvantageOption::DisableGear,
        ) => false,
        Some(_) => true,
        None => threat().is_some_and(|threat| {
            !matches!(threat, ThreatOption::Maneuver | ThreatOption::Prone | ThreatOption::Significant)
        }),
    }
}

/// Options for net advantages by expected use, the most used one first.
const ADVANTAGES_BY_USE: [AdvantageOption; 18] = [
    AdvantageOption::Injury,
    AdvantageOption::Quality,
    AdvantageOption::Disarm,
    AdvantageOption::Setback,
    AdvantageOption::Maneuver,
    AdvantageOption::Downgrade,
    AdvantageOption::BoostNextAlly,
    AdvantageOption::RemoveStrain,
    AdvantageOption::BoostAny,
    AdvantageOption::Upgrade,
    AdvantageOption::Vital,
    AdvantageOption::OwnDefence,
    AdvantageOption::NegateDefence,
    AdvantageOption::DisableGear,
    AdvantageOption::Disable,
    AdvantageOption::IgnoreEnvironment,
    AdvantageOption::Destroy,
    AdvantageOption::Notice,
];

/// Options for net threats by expected use, in the order of automatic spending. `CC-THT-14`.
const THREATS_BY_USE: [ThreatOption; 10] = [
    ThreatOption::Prone,
    ThreatOption::Empty,
    ThreatOption::DowngradeAlly,
    ThreatOption::BoostTarget,
    ThreatOption::Setback,
    ThreatOption::Maneuver,
    ThreatOption::Strain,
    ThreatOption::LoseBenefit,
    ThreatOption::Equipment,
    ThreatOption::Significant,
];

/// Place of an option by expected use among those of its table.
fn rank_by_use(option: &SpendingOption) -> usize {
    let advantage = ADVANTAGES_BY_USE.iter().position(|known| known.option() == *option);
    let threat = || THREATS_BY_USE.iter().position(|known| known.option() == *option);
    advantage.or_else(threat).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_place_by_use() {
        let advantages = AdvantageOption::VARIANTS.iter().map(|one| rank_by_use(&one.option()));
        let threats = ThreatOption::VARIANTS.iter().map(|one| rank_by_use(&one.option()));
        let (mut advantages, mut threats): (Vec<_>, Vec<_>) = (advantages.collect(), threats.collect());
        advantages.sort_unstable();
        threats.sort_unstable();
        assert_eq!(advantages, (0..18).collect::<Vec<_>>());
        assert_eq!(threats, (0..10).collect::<Vec<_>>());
    }
}
