//! The rule set of a skirmish: switches of the engine, of its book, and of borrowed chapters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::status::StatusOptions;
use super::turn_engine::{ENGINE_SWITCH_NAMES, EngineSwitches};
use super::{Book, BookSwitches, BorrowedChapter};
use crate::rule_options::{SwitchError, SwitchInfo, SwitchValue};
use dice::Clause;

/// Prefix of the switches of borrowed chapters: "borrow.knockdown".
const BORROW_PREFIX: &str = "borrow.";

/// All rule switches of a skirmish.
///
/// Serialized as one map of dotted names to values: the engine's begin with `ss.` and `field.`, the book's with its
/// own letters, those of borrowed chapters with `borrow.`.
///
/// ```rust
/// use rules::{Book, RuleSet};
///
/// let mut rules = RuleSet::new(Book::Aberrant);
/// rules.set("field.diagonal_step", "1")?;
/// assert_eq!(rules.get("field.diagonal_step")?, "1");
/// assert_eq!(rules.changed().len(), 1);
/// assert!(rules.set("field.diagonal_stop", "1").is_err(), "the error names the nearest switch");
/// # Ok::<(), rules::rule_options::SwitchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Switches of the engine.
    pub engine: Arc<EngineSwitches>,
    /// Switches of the book; those of the engine for the book from which the engine comes.
    pub book: BookSwitches,
    /// Borrowed chapters that this skirmish does not use.
    pub without: BTreeSet<&'static str>,
}

impl RuleSet {
    /// The defaults of a book.
    pub fn new(book: Book) -> Self {
        let engine: Arc<EngineSwitches> = Arc::default();
        let book = BookSwitches::new(book, &engine);
        Self { engine, book, without: BTreeSet::new() }
    }

    /// The same engine under another book with that book's defaults; unchanged under its own book.
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

    /// Whether the skirmish uses a chapter that its book borrows; `false` for chapters it does not borrow.
    pub fn borrows(&self, chapter: &str) -> bool {
        !self.without.contains(chapter)
            && self.book().borrowed_chapters().iter().any(|line| line.chapter == chapter)
    }

    /// Options for ailments: the switches of the book that has the chapter, or their defaults in other books.
    pub fn status_options(&self) -> StatusOptions {
        self.book.status_options()
    }

    /// A clause if it applies: of the book's own catalogue, or of a borrowed chapter, found by the first word of the
    /// chapter. Empty if the book has its own rule.
    pub fn ruling(&self, chapter: &str, clause: Clause) -> Clause {
        let own = clause.split('-').next() == Some(self.book().prefix());
        let borrowed =
            || self.book().borrowed_chapters().iter().filter(|line| !self.without.contains(line.chapter));
        if own || borrowed().any(|line| line.chapter.starts_with(chapter)) { clause } else { "" }
    }

    /// The borrowed chapter of a switch name; `None` for other switches.
    fn chapter(&self, name: &str) -> Option<&'static BorrowedChapter> {
        let chapter = name.strip_prefix(BORROW_PREFIX)?;
        self.book()
            .borrowed_chapters()
            .iter()
            .find(|line| line.optional && chapter_switch_word(line.chapter) == chapter)
    }

    /// Value of a switch in the form of skirmish files.
    ///
    /// # Errors
    /// Returns `SwitchError::Unknown` if there is no such switch.
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
    /// Returns `SwitchError::Unknown` if there is no such switch, `SwitchError::Value` if it does not accept the
    /// value; nothing changes then.
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

    /// All switches with their defaults: those of the book, of borrowed chapters and of the engine.
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

    /// Names and values of all switches that differ from their defaults.
    pub fn changed(&self) -> BTreeMap<String, String> {
        let mut changed: BTreeMap<String, String> =
            self.engine.changed().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        changed.extend(self.book.changed().into_iter().map(|(name, value)| (name.to_owned(), value)));
        let off = self.without.iter().map(|chapter| (borrow_switch(chapter), false.show()));
        changed.extend(off);
        changed
    }
}

/// Name of the switch that disables a borrowed chapter.
pub fn borrow_switch(chapter: &str) -> String {
    format!("{BORROW_PREFIX}{}", chapter_switch_word(chapter))
}

fn chapter_switch_word(chapter: &str) -> String {
    chapter.replace(' ', "_")
}

/// A skirmish file names its book beside its switches, so deserializing needs the book first.
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
        assert!(rules.set("borrow.initiative", "off").is_err(), "initiative cannot be left out");
    }
}
