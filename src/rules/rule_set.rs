//! The rule set of a skirmish: switches of the engine, of its book, and of borrowed chapters.

use crate::rulebook::BookDefinition;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use super::status::{StatusOptions, ailment_terms};
use super::turn_engine::EngineSwitches;
use super::{Book, BookSwitches, BorrowedChapter};
use crate::registry::ask_rulebook;
use crate::rule_option_names::list_position;
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
    /// Switches of the book.
    pub book: BookSwitches,
    /// Switches of the book that lends chapters to others; `None` if the skirmish is played by it.
    lent: Option<BookSwitches>,
    /// Borrowed chapters that this skirmish does not use.
    pub without: BTreeSet<&'static str>,
}

impl RuleSet {
    /// The defaults of a book.
    pub fn new(book: Book) -> Self {
        let lender = Book::ALL.into_iter().find(|book| ask_rulebook!(*book, LENDS_SWITCHES));
        let lender = lender.expect("invariant: a book lends its switches");
        let engine = Arc::default();
        let lent = BookSwitches::new(lender, &engine);
        Self::beside(book, engine, lent)
    }

    /// The same engine and lent chapters under another book with that book's defaults; unchanged under its own book.
    #[must_use]
    pub fn with_book(&self, book: Book) -> Self {
        if book == self.book() {
            return self.clone();
        }
        Self::beside(book, self.engine.clone(), self.lent.as_ref().unwrap_or(&self.book).clone())
    }

    /// The defaults of a book beside these switches.
    fn beside(book: Book, engine: Arc<EngineSwitches>, lent: BookSwitches) -> Self {
        let without = BTreeSet::new();
        if book == lent.book() {
            return Self { engine, book: lent, lent: None, without };
        }
        let book = BookSwitches::new(book, &engine);
        Self { engine, book, lent: Some(lent), without }
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
    /// chapter. Where the book has its own version of a borrowed chapter, the clause of the book that says so. Empty if
    /// the book has its own rule.
    pub fn ruling(&self, chapter: &str, clause: Clause) -> Clause {
        let own = clause.split('-').next() == Some(self.book().prefix());
        let borrowed =
            || self.book().borrowed_chapters().iter().filter(|line| !self.without.contains(line.chapter));
        if own {
            return clause;
        }
        let is_own = |line: &BorrowedChapter| line.clause.split('-').next() == Some(self.book().prefix());
        let line = borrowed().find(|line| line.chapter.starts_with(chapter));
        line.map_or("", |line| if is_own(line) { line.clause } else { clause })
    }

    /// Whether a clause is one of the book.
    pub fn owns(&self, clause: &str) -> bool {
        clause.split('-').next() == Some(self.book().prefix())
    }

    /// Returns the chapter, among those that the skirmish borrows, to which a clause of another book belongs. `None` if it
    /// borrows none that does.
    pub fn borrowed_chapter_of(&self, clause: &str) -> Option<&'static BorrowedChapter> {
        // Clauses of many subjects stand in these: only the one that a borrowed chapter names belongs to it.
        const MIXED: [&str; 3] = ["BASE", "ACT", "DEF"];
        let part = |id: &str, place: usize| id.split('-').nth(place).unwrap_or_default().to_owned();
        let is_same = |other: &str, place| part(other, place) == part(clause, place);
        let is_in = |line: &&BorrowedChapter| {
            // Every ailment has a chapter of its own.
            let is_whole = line.chapter == ailment_terms::BORROWED.chapter || is_same(line.clause, 1);
            let is_mixed = MIXED.contains(&part(clause, 1).as_str());
            line.clause == clause || !is_mixed && is_whole && is_same(line.clause, 0)
        };
        let lines = self.book().borrowed_chapters().iter();
        let mut lines = lines.filter(|line| !self.owns(line.clause) && !self.without.contains(line.chapter));
        lines.find(is_in).filter(|_| !self.owns(clause))
    }

    /// Whether texts of a battle cite a clause: one of the book, or of a chapter that the skirmish borrows as it is.
    pub fn cites(&self, clause: &str) -> bool {
        self.owns(clause) || self.borrowed_chapter_of(clause).is_some()
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
        if EngineSwitches::has(name) {
            return self.engine.get(name);
        }
        let mut holders = std::iter::once(&self.book).chain(&self.lent);
        holders.find(|switches| switches.has(name)).ok_or_else(|| self.unknown(name))?.get(name)
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
        let mut holders = std::iter::once(&mut self.book).chain(&mut self.lent);
        if EngineSwitches::has(name) {
            let mut engine = (*self.engine).clone();
            engine.set(name, value)?;
            self.engine = Arc::new(engine);
            holders.for_each(|switches| switches.follow_engine(&self.engine));
            return Ok(());
        }
        match holders.find(|switches| switches.has(name)) {
            Some(switches) => switches.set(name, value),
            None => Err(self.unknown(name)),
        }
    }

    /// The error for a name that no switch of this rule set has.
    fn unknown(&self, name: &str) -> SwitchError {
        let names: Vec<_> = self.list().into_iter().map(|info| info.name).collect();
        SwitchError::unknown(&names, name)
    }

    /// All switches with their defaults: those of the book, then those of the engine and of lent chapters.
    pub fn list(&self) -> Vec<SwitchInfo> {
        let mut list = BookSwitches::list(self.book());
        list.extend(self.lent.iter().flat_map(|lent| BookSwitches::list(lent.book())));
        list.extend(EngineSwitches::list());
        list.sort_by_key(|info| list_position(info.name));
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
        let holders = std::iter::once(&self.book).chain(&self.lent);
        changed.extend(holders.flat_map(BookSwitches::changed).map(|(name, value)| (name.to_owned(), value)));
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

/// A switch by name, with what it accepts and its default: skirmishes name those that differ from it.
impl JsonSchema for RuleSet {
    fn schema_name() -> Cow<'static, str> {
        "RuleSet".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let books = Book::ALL.map(|book| {
            let rules = Self::new(book);
            let chapters = rules.names().into_iter().filter(|name| name.starts_with(BORROW_PREFIX));
            let chapters = chapters.map(|name| (name, json!({ "type": "string", "default": (true.show()) })));
            let switches = rules.list().into_iter().map(|info| {
                let SwitchInfo { name, default, expected, .. } = info;
                (name.to_owned(), json!({ "type": "string", "description": expected, "default": default }))
            });
            json!({
                "type": "object",
                "properties": {
                    "book": { "const": book.id() },
                    "switches": {
                        "type": "object",
                        "properties": switches.chain(chapters).collect::<serde_json::Map<_, _>>(),
                        "additionalProperties": false,
                    },
                },
                "required": ["book"],
                "additionalProperties": false,
            })
        });
        json_schema!({ "anyOf": books })
    }
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
    fn defaults_are_those_of_table_ss_t16() {
        let table = "field.diagonal_step 1.5 \
            ss.extended_decay 0 ss.glitch_effects none ss.untrained_modifier 0 ss.fhp_formula body \
            ss.strain_formula willpower ss.karma_dice rating ss.karma_reroll misses ss.recoil on ss.environment blind_fire_only \
            ss.tie_mode ric ss.timer_after_combat explode ss.split_walk on ss.sprint_m_per_hit 1 ss.run_penalty after_run \
            ss.free_actions_per_pass 1 ss.free_action_tests never ss.unlisted_action refuse ss.ap.dodge 1 ss.ap.parry 1 ss.ap.block 1 ss.ap.full_defense 2 ss.ap.intercept 1 \
            ss.ap.melee_attack 2 ss.ap.single_shot 1 ss.ap.burst 1 ss.ap.flechette 1 ss.ap.semi_auto_burst 2 \
            ss.ap.long_burst 2 ss.ap.full_auto_complex 2 ss.ap.throw 1 ss.ap.rocket 2 ss.ap.take_cover 1 ss.ap.drop_prone free \
            ss.ap.stand_up 1 ss.crawl half ss.ap.ready 1 ss.ap.use_item 1 ss.ap.demolition 6 ss.ap.cast 2 ss.ap.attack_program 2 \
            ss.ap.first_aid 3 ss.ap.pick_up 1 ss.ap.reload 1 ss.ap.door 1 \
            ss.ap.change_mode free ss.ap.lift_body 2 ss.ranged_dodge off ss.good_cover_melee on ss.penetration_wear \
            table ss.barrier_damage_types off ss.type_factors 100 ss.called_knockdown on \
            ss.called_shots all ss.one_arm_penalty character ss.slowed_until healed ss.genitals_row details ss.injury_names on \
            ss.repair_rate 1 ss.flesh_per_day half_body ss.stabilise_threshold 4 ss.injury_cure 16 \
            ss.treatment_in_battle on \
            ss.alert_test 2 ss.surprised_by anyone ss.surprise_glitch drop ss.area full_dv ss.killing_blow down";
        let written: Vec<_> = RuleSet::new(Book::SwanSong)
            .list()
            .into_iter()
            .flat_map(|info| [info.name.to_owned(), info.default])
            .collect();
        assert_eq!(written.join(" "), table);
    }

    #[test]
    fn switches_of_lent_chapters_are_in_every_book() {
        let mut rules = RuleSet::new(Book::SwanSong);
        let own = rules.list();
        rules.set("ss.recoil", "off").expect("a switch");
        for book in Book::ALL {
            let other = rules.with_book(book);
            assert_eq!(other.get("ss.recoil").as_deref(), Ok("off"), "{book:?}");
            assert!(other.list().ends_with(&own), "{book:?}");
            assert_eq!(other.with_book(Book::SwanSong), rules, "{book:?}");
        }
    }

    #[test]
    fn the_book_reads_the_switches_of_the_engine() {
        let mut rules = RuleSet::new(Book::SwanSong);
        rules.set("ss.ap.dodge", "2").expect("a switch");
        assert_eq!(rules.book.get("ss.ap.dodge").as_deref(), Ok("2"));
    }

    #[test]
    fn a_clause_rules_in_its_book_and_where_its_chapter_is_borrowed() {
        let ruling = |book| RuleSet::new(book).ruling("knockdown", "SS-KNOCK-01");
        assert_eq!(ruling(Book::SwanSong), "SS-KNOCK-01");
        assert_eq!(ruling(Book::Circumstances), "SS-KNOCK-01");
        assert_eq!(ruling(Book::Aberrant), "");
        let points = |book| RuleSet::new(book).ruling("action points", "SS-ACT-07");
        assert_eq!(points(Book::SwanSong), "SS-ACT-07");
        assert_eq!(points(Book::Aberrant), "AB-BASE-07", "its own version of the chapter");
        assert_eq!(points(Book::CombatChecks), "");
    }

    #[test]
    fn texts_cite_clauses_of_the_book_and_of_what_it_borrows() {
        let mut rules = RuleSet::new(Book::CombatChecks);
        for clause in ["CC-ECON-02", "SS-KNOCK-04", "SS-INTC-14", "AB-KNOCK-26", "AB-BASE-10", "CS-BURN-01"] {
            assert!(rules.cites(clause), "{clause}");
        }
        for clause in ["SS-ACT-07", "SS-DELAY-01", "SS-TIMED-04", "AB-BASE-11", "CS-BASE-36", "AD-BASE-09"] {
            assert!(!rules.cites(clause), "{clause}");
        }
        let initiative = rules.borrowed_chapter_of("SS-INIT-01").expect("borrowed");
        assert_eq!((initiative.chapter, initiative.from), ("initiative", "Swan Song"));
        assert_eq!(rules.borrowed_chapter_of("CC-ECON-02"), None, "its own clause");
        rules.set("borrow.knockdown", "off").expect("optional");
        assert!(!rules.cites("SS-KNOCK-04"));
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
