//! Measured balance: how often each side of a skirmish won between AI players.
//!
//! `balance.ron` in a content folder has an entry for each skirmish and rulebook. An entry keeps a digest of what was measured, so
//! that nothing is said about a skirmish that was changed since, or is played with another squad or other rules.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::definitions::entry_validator::EntryValidator;
use crate::library::Content;
use crate::skirmishes::bundle::{ContentError, SkirmishBundle, SkirmishOverrides, bundle_skirmish};
use crate::skirmishes::skirmish::{Skirmish, SkirmishOptions};
use rules::Book;

/// Most fights of a series.
pub(crate) const MAX_FIGHTS: u32 = 1_000_000;
/// Share of the decided fights up to which a side is not favoured, in percent.
const MAX_EVEN_PERCENT: u64 = 55;
/// Length of a digest, in hexadecimal digits.
const DIGEST_DIGITS: usize = 16;

/// How often each side of a skirmish won between AI players, by rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkirmishBalance {
    /// Difficulty of all AI players, such as `hard`.
    pub difficulty: String,
    /// Seed of the series.
    pub seed: u64,
    /// The results by rulebook.
    pub books: BTreeMap<Book, MeasuredWins>,
}

/// The results of a series of fights in one skirmish under one rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasuredWins {
    /// Number of fights; those without wins or a draw were undecided.
    pub fights: u32,
    /// Number of wins of each side, in the order of the sides.
    pub wins: Vec<u32>,
    /// Number of draws.
    pub draws: u32,
    /// Digest of the skirmish that was measured, in 16 hexadecimal digits.
    pub digest: String,
}

impl MeasuredWins {
    /// Number of the side that won more than 55 of 100 decided fights; `None` if none did.
    pub fn favoured_side(&self) -> Option<usize> {
        let decided: u64 = self.wins.iter().copied().map(u64::from).sum();
        let is_favoured = |wins: &u32| 100 * u64::from(*wins) > MAX_EVEN_PERCENT * decided;
        self.wins.iter().position(is_favoured)
    }

    /// Shares of the wins of each side and of the draws in percent. With the undecided fights they add up to 100: those
    /// that lose most by rounding down are rounded up.
    pub fn percent_shares(&self) -> Vec<u32> {
        let known = self.wins.iter().copied().chain([self.draws]);
        let undecided = self.fights.saturating_sub(known.clone().sum());
        let counts: Vec<u64> = known.chain([undecided]).map(u64::from).collect();
        let all = counts.iter().sum::<u64>().max(1);
        let mut shares: Vec<u64> = counts.iter().map(|count| count * 100 / all).collect();
        let mut places: Vec<usize> = (0..counts.len()).collect();
        places.sort_by_key(|place| (Reverse(counts[*place] * 100 % all), *place));
        let missing = 100_u64.saturating_sub(shares.iter().sum());
        places.into_iter().zip(0..missing).for_each(|(place, _)| shares[place] += 1);
        shares.truncate(self.wins.len() + 1);
        shares.into_iter().map(|share| share as u32).collect()
    }
}

/// Digest of what a fight between AI players depends on in a skirmish: rules, map, units, objectives and limits.
///
/// Names, descriptions and options that only concern human players make no difference. Weapons and sheets are not part of it.
pub fn skirmish_digest(skirmish: &Skirmish) -> String {
    let mut measured = skirmish.clone();
    measured.name.clear();
    measured.description.clear();
    measured.lesson = None;
    measured.options =
        SkirmishOptions { fog_of_war: skirmish.options.fog_of_war, ..SkirmishOptions::default() };
    let text = serde_json::to_vec(&measured).unwrap_or_default();
    format!("{:016x}", xxh3_64(&text))
}

impl Content {
    /// The measured wins of a skirmish as it is bundled; `None` if it was not measured or has changed since.
    pub fn measured_wins(&self, bundle: &SkirmishBundle) -> Option<(&SkirmishBalance, &MeasuredWins)> {
        let balance = self.balance.get(&bundle.id)?;
        let measured = balance.books.get(&bundle.skirmish.rules.book())?;
        (measured.digest == skirmish_digest(&bundle.skirmish)).then_some((balance, measured))
    }

    /// The share of the decided fights that the first side of a skirmish won, from 0 to 1; `None` if that was not measured.
    pub fn measured_share(&self, bundle: &SkirmishBundle) -> Option<f64> {
        let (_, measured) = self.measured_wins(bundle)?;
        let decided: u32 = measured.wins.iter().sum();
        let first = measured.wins.first()?;
        (decided > 0).then(|| f64::from(*first) / f64::from(decided))
    }

    /// The rulebooks under which a skirmish was not measured, or has changed since.
    ///
    /// # Errors
    /// The skirmish is unknown or cannot be played under one of the books.
    pub fn unmeasured_books(&self, skirmish: &str) -> Result<Vec<Book>, ContentError> {
        let mut unmeasured = Vec::new();
        for book in Book::ALL {
            let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
            let bundle = bundle_skirmish(self, skirmish, &overrides)?;
            if self.measured_wins(&bundle).is_none() {
                unmeasured.push(book);
            }
        }
        Ok(unmeasured)
    }
}

/// Reports what cannot be the results of a skirmish with this number of sides.
pub(crate) fn validate_balance(entry: &mut EntryValidator<'_>, balance: &SkirmishBalance, sides: usize) {
    for (book, measured) in &balance.books {
        let place = ["books", book.id()];
        let field = |name| [place[0], place[1], name];
        entry.require_range(&field("fights"), measured.fights, 1..=MAX_FIGHTS);
        if measured.wins.len() != sides {
            entry.error(&field("wins"), format!("{} numbers for {sides} sides", measured.wins.len()));
        }
        let counted = measured.wins.iter().copied().map(u64::from).sum::<u64>() + u64::from(measured.draws);
        if counted > u64::from(measured.fights) {
            let what = format!("{counted} wins and draws in {} fights", measured.fights);
            entry.error(&field("fights"), what);
        }
        let is_digest = measured.digest.len() == DIGEST_DIGITS
            && measured.digest.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if !is_digest {
            let problem = entry.diagnostic_at(&field("digest"), "not a digest");
            entry.diagnostics.push(problem.with_expected("16 hexadecimal digits"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(fights: u32, wins: [u32; 2]) -> MeasuredWins {
        let draws = fights - wins[0] - wins[1];
        MeasuredWins { fights, wins: wins.to_vec(), draws, digest: "0".repeat(DIGEST_DIGITS) }
    }

    #[test]
    fn a_side_is_favoured_above_55_of_100_decided_fights() {
        assert_eq!(measured(200, [110, 90]).favoured_side(), None);
        assert_eq!(measured(200, [111, 89]).favoured_side(), Some(0));
        assert_eq!(measured(100, [40, 60]).favoured_side(), Some(1));
        // Draws are apart: 33 of 55 decided fights are 60 in 100.
        assert_eq!(measured(100, [33, 22]).favoured_side(), Some(0));
        assert_eq!(measured(100, [0, 0]).favoured_side(), None);
    }

    #[test]
    fn numbers_of_fights_are_rounded_to_percent() {
        let all = measured(200, [111, 80]);
        assert_eq!(all.percent_shares(), [56, 40, 4]);
        assert_eq!(measured(3, [1, 2]).percent_shares(), [33, 67, 0]);
    }
}
