//! The offer of a spending prompt: budget, costs, and what is bought only once.

use super::option_tables::{AdvantageOption, SpendingOption, ThreatOption};
use crate::combat_checks::lines::{SpendingAnswer, SpendingPrompt, SpentSymbols};
use crate::turn_engine::spending_offer::{Purchase, SpendingOffer};
use dice::Prompt;
use strum::VariantArray;

/// Returns what a prompt offers for advantages, threats, a triumph or a despair; `None` for other prompts. `CC-ADV-02`,
/// `CC-ADV-04`, `CC-THT-02`, `CC-THT-16`.
pub fn spending_offer(prompt: &Prompt) -> Option<SpendingOffer> {
    let asked: &SpendingPrompt = prompt.question.line()?;
    let (budget, unit) = match asked.symbols {
        SpentSymbols::Advantages(count) => (count, ("advantage", "advantages")),
        SpentSymbols::Threats(count) => (count, ("threat", "threats")),
        // One of these pays for one option.
        SpentSymbols::Triumph => (1, ("triumph", "triumphs")),
        SpentSymbols::Despair => (1, ("despair", "despairs")),
    };
    let purchases = prompt.answers.iter().map(|answer| {
        let (SpendingAnswer::Buy { option, .. } | SpendingAnswer::PayAgain { option, .. }) =
            answer.label.line()?
        else {
            return None;
        };
        let cost = match answer.detail.line()? {
            SpentSymbols::Advantages(count) | SpentSymbols::Threats(count) => *count,
            SpentSymbols::Triumph | SpentSymbols::Despair => 1,
        };
        Some(Purchase {
            cost,
            once: (!option.repeatable).then_some(option.key),
            row: table_row(option),
            is_plain_gain: is_plain_gain(option),
        })
    });
    Some(SpendingOffer { budget, unit, purchases: purchases.collect() })
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

/// Number of an option's row in its table. Tables CC-T6 and CC-T7.
fn table_row(option: &SpendingOption) -> usize {
    let advantage = AdvantageOption::VARIANTS.iter().position(|known| known.option() == *option);
    let threat = || ThreatOption::VARIANTS.iter().position(|known| known.option() == *option);
    advantage.or_else(threat).unwrap_or(0)
}
