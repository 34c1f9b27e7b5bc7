//! Coverage of a fuzz run: orders tried and their results.

use std::collections::BTreeMap;
use std::fmt::Write;

use battle::{BattleView, Order};

/// Counts of a fuzz run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuzzCoverage {
    /// Accepted orders.
    pub accepted: u64,
    /// Answers to prompts among them.
    pub answered: u64,
    /// Rejected orders, by error.
    pub refused: BTreeMap<String, u64>,
    /// Orders by kind: given and accepted.
    pub sorts: BTreeMap<String, (u64, u64)>,
    /// Special actions, treatments, attack options and answers, by key: given and accepted.
    pub details: BTreeMap<String, (u64, u64)>,
    /// Fights begun.
    pub fights: u64,
    /// Fights that ended.
    pub ended: u64,
    /// Fights with a squad from the fight before.
    pub carried: u64,
    /// Fights with random house rules.
    pub switched: u64,
    /// Undone orders.
    pub undone: u64,
    /// Journals that were written, read and replayed to the same hashes.
    pub verified: u64,
    /// Fights, by skirmish.
    pub skirmishes: BTreeMap<String, u64>,
}

impl FuzzCoverage {
    /// Orders given, accepted or not.
    pub fn given(&self) -> u64 {
        self.accepted + self.refused.values().sum::<u64>()
    }
}

/// Detail of an order: special action, treatment, attack option or answer; `None` for other orders.
pub(crate) fn order_detail(view: &BattleView, order: &Order) -> Option<String> {
    match order {
        Order::SpecialAction { action, .. } => Some(format!("special action {action}")),
        Order::Treat { treatment, .. } => Some(format!("treatment {treatment}")),
        Order::Attack { option: Some(option), .. } => Some(format!("attack {option}")),
        Order::Decide { answer } => {
            let prompt = view.open_prompt()?;
            let offered = prompt.prompt().answers.iter().any(|one| one.key == *answer);
            let named = answer.chars().any(char::is_alphabetic);
            let what = if !offered {
                "faces"
            } else if named {
                answer
            } else {
                "unit"
            };
            Some(format!("{} {what}", prompt.prompt().clause))
        }
        _ => None,
    }
}

/// Writes the first word of a text only.
struct VariantNameWriter(String);

impl Write for VariantNameWriter {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let word = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        self.0.push_str(word);
        if word.len() == text.len() { Ok(()) } else { Err(std::fmt::Error) }
    }
}

/// Name of an enum variant, from its `Debug` text.
pub(crate) fn variant_name(of: &impl std::fmt::Debug) -> String {
    let mut word = VariantNameWriter(String::new());
    // The error only stops writing after the first word.
    _ = write!(word, "{of:?}");
    word.0
}
