//! Clauses that a battle cites: in rolls, decisions, modifiers, notes and events.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use battle::OrderRecord;
use rules::{Book, RuleSet};

/// Returns the clauses that records of a battle cite.
pub fn cited_clauses(records: &[OrderRecord]) -> BTreeSet<String> {
    let mut reader = ClauseReader::default();
    for event in records.iter().flat_map(|record| &record.events) {
        // Clauses stand in fields of many types; their debug form has all of them.
        write!(reader, "{:?} {:?} ", event.event, event.trace).expect("invariant: the reader takes any text");
    }
    reader.found
}

/// Adds the clauses that a text names.
pub fn clauses_in_text(text: &str) -> BTreeSet<String> {
    let mut reader = ClauseReader::default();
    write!(reader, "{text} ").expect("invariant: the reader takes any text");
    reader.found
}

/// Removes the clauses from a text that a battle with these rules does not cite: "Takes the turn. SS-DELAY-01" without its
/// last word.
pub fn keep_cited_clauses(rules: &RuleSet, text: &str) -> String {
    keep_clauses(text, |id| rules.cites(id))
}

/// Removes all clauses from a text: "Takes the turn. SS-DELAY-01" without its last word.
pub fn without_clauses(text: &str) -> String {
    keep_clauses(text, |_| false)
}

/// Removes the words of a text that are clauses, except some.
fn keep_clauses(text: &str, is_kept: impl Fn(&str) -> bool) -> String {
    let stays = |word: &&str| {
        let id = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
        !is_clause_id(id) || is_kept(id)
    };
    let line = |line: &str| line.split(' ').filter(stays).collect::<Vec<_>>().join(" ");
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Collects the ids of clauses in a text that arrives in pieces.
#[derive(Default)]
struct ClauseReader {
    word: String,
    found: BTreeSet<String>,
}

impl Write for ClauseReader {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-' {
                self.word.push(letter);
            } else {
                if is_clause_id(&self.word) {
                    self.found.insert(std::mem::take(&mut self.word));
                }
                self.word.clear();
            }
        }
        Ok(())
    }
}

/// Whether a word is the id of a clause: prefix of a book, chapter, number.
pub fn is_clause_id(word: &str) -> bool {
    let mut parts = word.split('-');
    let (Some(book), Some(chapter), Some(number), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    Book::ALL.iter().any(|known| known.prefix() == book)
        && chapter.starts_with(|first: char| first.is_ascii_uppercase())
        && (2..=3).contains(&number.len())
        && number.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_of_other_books_are_left_out_of_a_text() {
        let kept = |book, text| keep_cited_clauses(&RuleSet::new(book), text);
        let text = "Puts the turn off. SS-DELAY-01\nStrikes. SS-INTC-14";
        assert_eq!(kept(Book::SwanSong, text), text);
        assert_eq!(kept(Book::CombatChecks, text), "Puts the turn off.\nStrikes. SS-INTC-14");
    }

    #[test]
    fn a_text_is_whole_without_its_clauses() {
        let text = "Loses the turn, or a point. SS-ACT-33, SS-ACT-34\nStrikes (SS-INTC-14) first.";
        assert_eq!(without_clauses(text), "Loses the turn, or a point.\nStrikes first.");
    }

    #[test]
    fn ids_of_clauses_are_found_in_any_text() {
        let found = clauses_in_text("\"SS-ATK-08\", (CC-T1 AB-SHIELD-07) SS-INIT XX-ATK-01 SS-ATK-8");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["AB-SHIELD-07", "SS-ATK-08"]);
    }
}
