//! The rule switches of a skirmish: those of the shared engine, of its book, and of what the book borrows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::status::StatusOptions;
use super::turn_engine::{ENGINE_SWITCH_NAMES, EngineSwitches};
use super::{Book, BookSwitches, BorrowedChapter};
use crate::rule_options::{SwitchError, SwitchInfo, SwitchValue};
use dice::Clause;

/// How the switch of a borrowed chapter begins: "borrow.knockdown".
const BORROW_PREFIX: &str = "borrow.";

/// Every rule switch of a skirmish.
///
/// Written as one map of dotted names to values: the engine's begin with `ss.` and `field.`, the book's with its own
/// letters, those of borrowed chapters with `borrow.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Switches of the engine.
    pub engine: Arc<EngineSwitches>,
    /// Switches of the book; the engine's again for the book that the engine comes from.
    pub book: BookSwitches,
    /// Borrowed chapters that this skirmish does without.
    pub without: BTreeSet<&'static str>,
}

impl RuleSet {
    /// The catalogue's defaults of a book.
    pub fn new(book: Book) -> Self {
        let engine: Arc<EngineSwitches> = Arc::default();
        let book = BookSwitches::new(book, &engine);
        Self { engine, book, without: BTreeSet::new() }
    }

    /// The same engine under another book, whose own switches are at their defaults; unchanged under its own book.
    #[must_use]
    pub fn with_book(&self, book: Book) -> Self {
        if book == self.book() {
            return self.clone();
        }
        let engine = self.engine.clone();
        let book = BookSwitches::new(book, &engine);
        Self { engine, book, without: BTreeSet::new() }
    }

    /// The book of the skirmish.
    pub const fn book(&self) -> Book {
        self.book.book()
    }

    /// Whether a chapter that the book borrows is played with; false for a chapter it does not borrow.
    pub fn borrows(&self, chapter: &str) -> bool {
        !self.without.contains(chapter)
            && self.book().borrowed_chapters().iter().any(|line| line.chapter == chapter)
    }

    /// How ailments are played: by the switches of the book that has the chapter, elsewhere by their defaults.
    pub fn status_options(&self) -> StatusOptions {
        self.book.status_options()
    }

    /// A clause where it rules: of the book's own catalogue, or of a chapter it borrows, by the chapter's first word.
    /// Empty where the book goes its own way.
    pub fn ruling(&self, chapter: &str, clause: Clause) -> Clause {
        let own = clause.split('-').next() == Some(self.book().prefix());
        let borrowed =
            || self.book().borrowed_chapters().iter().filter(|line| !self.without.contains(line.chapter));
        if own || borrowed().any(|line| line.chapter.starts_with(chapter)) { clause } else { "" }
    }

    /// The line of a borrowed chapter that a switch name stands for.
    fn chapter(&self, name: &str) -> Option<&'static BorrowedChapter> {
        let chapter = name.strip_prefix(BORROW_PREFIX)?;
        self.book()
            .borrowed_chapters()
            .iter()
            .find(|line| line.optional && chapter_switch_word(line.chapter) == chapter)
    }

    /// Value of a switch as a skirmish file writes it.
    ///
    /// # Errors
    /// No switch has this name.
    pub fn get(&self, name: &str) -> Result<String, SwitchError> {
        if let Some(line) = self.chapter(name) {
            return Ok((!self.without.contains(line.chapter)).show());
        }
        if ENGINE_SWITCH_NAMES.contains(&name) {
            return self.engine.get(name);
        }
        self.book.get(name)
    }

    /// Sets a switch by its dotted name.
    ///
    /// # Errors
    /// No switch has this name, or it does not take this value; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
        if let Some(line) = self.chapter(name) {
            let expected = <bool as SwitchValue>::EXPECTED;
            let on = bool::parse(value.trim()).ok_or_else(|| SwitchError::Value {
                name: line.chapter,
                value: value.to_owned(),
                expected,
            })?;
            if on {
                self.without.remove(line.chapter);
            } else {
                self.without.insert(line.chapter);
            }
            return Ok(());
        }
        if ENGINE_SWITCH_NAMES.contains(&name) {
            let mut engine = (*self.engine).clone();
            engine.set(name, value)?;
            self.engine = Arc::new(engine);
            self.book.follow_engine(&self.engine);
            return Ok(());
        }
        self.book.set(name, value)
    }

    /// Every switch with its default: the book's, those of borrowed chapters, and the engine's.
    pub fn list(&self) -> Vec<SwitchInfo> {
        let mut list = BookSwitches::list(self.book());
        list.retain(|info| !ENGINE_SWITCH_NAMES.contains(&info.name));
        list.extend(EngineSwitches::list());
        list
    }

    /// Names of all switches, in the order of `list`; those of borrowed chapters come last.
    pub fn names(&self) -> Vec<String> {
        let own = self.list().into_iter().map(|info| info.name.to_owned());
        let chapters = self.book().borrowed_chapters().iter().filter(|line| line.optional);
        own.chain(chapters.map(|line| format!("{BORROW_PREFIX}{}", chapter_switch_word(line.chapter))))
            .collect()
    }

    /// Name and value of every switch that is not at its default.
    pub fn changed(&self) -> BTreeMap<String, String> {
        let mut changed: BTreeMap<String, String> =
            self.engine.changed().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        changed.extend(self.book.changed().into_iter().map(|(name, value)| (name.to_owned(), value)));
        let off = self.without.iter().map(|chapter| (borrow_switch(chapter), false.show()));
        changed.extend(off);
        changed
    }
}

/// Name of the switch that turns a borrowed chapter off.
pub fn borrow_switch(chapter: &str) -> String {
    format!("{BORROW_PREFIX}{}", chapter_switch_word(chapter))
}

fn chapter_switch_word(chapter: &str) -> String {
    chapter.replace(' ', "_")
}

/// A skirmish file names its book beside its switches, so that reading needs the book first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleSetFile {
    book: Book,
    #[serde(default)]
    switches: BTreeMap<String, String>,
}

impl Serialize for RuleSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RuleSetFile { book: self.book(), switches: self.changed() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RuleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = RuleSetFile::deserialize(deserializer)?;
        let mut rules = Self::new(written.book);
        for (name, value) in &written.switches {
            rules.set(name, value).map_err(serde::de::Error::custom)?;
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(Book::SwanSong, "ss.recoil", "off")]
    #[case(Book::Aberrant, "ab.mega_dice", "on")]
    #[case(Book::Aberrant, "field.diagonal_step", "1")]
    #[case(Book::CombatChecks, "borrow.knockdown", "off")]
    fn switches_go_where_they_belong(#[case] book: Book, #[case] name: &str, #[case] value: &str) {
        let mut rules = RuleSet::new(book);
        assert_ne!(rules.get(name).as_deref(), Ok(value));
        rules.set(name, value).expect("a switch and its value");
        assert_eq!(rules.get(name).as_deref(), Ok(value));
        let text = ron::to_string(&rules).expect("switches are written");
        assert_eq!(ron::from_str(&text), Ok(rules));
    }

    #[test]
    fn a_clause_rules_in_its_book_and_where_its_chapter_is_borrowed() {
        let ruling = |book| RuleSet::new(book).ruling("knockdown", "SS-KNOCK-01");
        assert_eq!(ruling(Book::SwanSong), "SS-KNOCK-01");
        assert_eq!(ruling(Book::Circumstances), "SS-KNOCK-01");
        assert_eq!(ruling(Book::Aberrant), "");
    }

    #[test]
    fn a_book_has_no_switches_of_another() {
        assert!(RuleSet::new(Book::Aberrant).set("cc.death", "off").is_err());
        assert!(RuleSet::new(Book::SwanSong).set("borrow.knockdown", "off").is_err());
    }

    #[test]
    fn a_borrowed_chapter_can_be_left_out() {
        let mut rules = RuleSet::new(Book::CombatChecks);
        assert!(rules.borrows("knockdown"));
        rules.set("borrow.knockdown", "off").expect("optional");
        assert!(!rules.borrows("knockdown"));
        assert!(rules.set("borrow.initiative", "off").is_err(), "nobody acts without it");
    }
}
