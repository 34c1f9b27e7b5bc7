//! What players without rules have tried, and what came of it.

use std::collections::BTreeMap;
use std::fmt::Write;

use battle::{BattleView, Order};

/// What has been done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuzzCoverage {
    /// Orders that were carried out.
    pub accepted: u64,
    /// Of these, answers to questions.
    pub answered: u64,
    /// Orders that were refused, by the kind of refusal.
    pub refused: BTreeMap<String, u64>,
    /// Orders of each sort: all of them, and those carried out.
    pub sorts: BTreeMap<String, (u64, u64)>,
    /// The same of deeds, treatments, ways to attack and answers, by their keys.
    pub details: BTreeMap<String, (u64, u64)>,
    /// Fights begun.
    pub fights: u64,
    /// Fights that were won or drawn.
    pub ended: u64,
    /// Fights for which a side came from the fight before, wounds and all.
    pub carried: u64,
    /// Fights with rule switches set at random.
    pub switched: u64,
    /// Orders taken back.
    pub undone: u64,
    /// Journals that were written, read and replayed to the same hashes.
    pub verified: u64,
    /// Skirmishes that were fought.
    pub skirmishes: BTreeMap<String, u64>,
}

impl FuzzCoverage {
    /// Orders given, carried out or not.
    pub fn given(&self) -> u64 {
        self.accepted + self.refused.values().sum::<u64>()
    }
}

/// What a deed, a treatment, an attack of its own kind or an answer is.
pub(crate) fn order_detail(view: &BattleView, order: &Order) -> Option<String> {
    match order {
        Order::SpecialAction { deed, .. } => Some(format!("deed {deed}")),
        Order::Treat { treatment, .. } => Some(format!("treatment {treatment}")),
        Order::Attack { manner: Some(manner), .. } => Some(format!("attack {manner}")),
        Order::Decide { answer } => {
            let decision = view.open_prompt()?;
            let offered = decision.prompt().answers.iter().any(|one| one.key == *answer);
            let named = answer.chars().any(char::is_alphabetic);
            let what = if !offered {
                "faces"
            } else if named {
                answer
            } else {
                "somebody"
            };
            Some(format!("{} {what}", decision.prompt().clause))
        }
        _ => None,
    }
}

/// Takes a word and no more.
struct VariantNameWriter(String);

impl Write for VariantNameWriter {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let word = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        self.0.push_str(word);
        if word.len() == text.len() { Ok(()) } else { Err(std::fmt::Error) }
    }
}

/// The name of a variant.
pub(crate) fn variant_name(of: &impl std::fmt::Debug) -> String {
    let mut word = VariantNameWriter(String::new());
    // An error is the end of the word.
    _ = write!(word, "{of:?}");
    word.0
}
