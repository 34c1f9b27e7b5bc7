//! The rule clauses of `docs/rules`, compiled into the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Serialize;

use crate::books::book_kind::{BookKind, for_book};
use crate::diagnostic::nearest_name;
use rules::Book;

/// Clauses that wait for a later chapter.
const WAITING: &str = include_str!("../../docs/rules/waiting.md");
/// Chapters of each book by subject.
const SUBJECTS: &str = include_str!("../../docs/rules/subjects.md");
/// Clauses that only define words.
const DEFINITIONS: &str = include_str!("../../docs/rules/definitions.md");

/// The clauses of one book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Catalogue {
    /// The book.
    pub book: Book,
    /// Its chapters, in order.
    pub chapters: Vec<ClauseChapter>,
}

impl Catalogue {
    /// All clauses, in order.
    pub fn clauses(&self) -> impl Iterator<Item = &ClauseText> {
        self.chapters.iter().flat_map(|chapter| &chapter.clauses)
    }
}

/// A chapter of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseChapter {
    /// Short name, such as `ATK`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its clauses, in order.
    pub clauses: Vec<ClauseText>,
}

/// A clause of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseText {
    /// Its id, such as `SS-ATK-08`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// `battle`, `option` or `aftermath`.
    pub tag: String,
    /// Its text.
    pub text: String,
    /// How an unclear place is read.
    pub ruling: Option<String>,
    /// What it waits for; `None` if implemented.
    pub waits_for: Option<String>,
    /// Whether it only defines words, so that no scene can show it.
    pub is_definition: bool,
}

impl ClauseText {
    /// Its text without marks around names of switches.
    pub fn plain_text(&self) -> String {
        self.text.replace('`', "")
    }

    /// How an unclear place is read, without marks around names of switches.
    pub fn plain_ruling(&self) -> Option<String> {
        self.ruling.as_ref().map(|ruling| ruling.replace('`', ""))
    }
}

/// All books, in order.
pub fn catalogues() -> &'static [Catalogue] {
    static BOOKS_READ: OnceLock<Vec<Catalogue>> = OnceLock::new();
    BOOKS_READ.get_or_init(|| {
        let waiting = parse_clause_table(WAITING);
        let definitions = parse_clause_table(DEFINITIONS);
        let read = |book: Book| {
            let mut chapters = parse_chapters(for_book!(book, B => B::CLAUSES));
            for clause in chapters.iter_mut().flat_map(|chapter| &mut chapter.clauses) {
                clause.waits_for = waiting.get(&clause.id).cloned();
                clause.is_definition = definitions.contains_key(&clause.id);
            }
            Catalogue { book, chapters }
        };
        Book::ALL.into_iter().map(read).collect()
    })
}

/// All clauses of all books, in order.
pub fn all_clauses() -> impl Iterator<Item = &'static ClauseText> {
    catalogues().iter().flat_map(Catalogue::clauses)
}

/// A subject with the chapters of each book that treat it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// Ids of chapters of each book, in the order of the books.
    pub chapters: Vec<Vec<String>>,
}

/// All subjects, in order.
pub fn subjects() -> &'static [Subject] {
    static SUBJECTS_READ: OnceLock<Vec<Subject>> = OnceLock::new();
    SUBJECTS_READ.get_or_init(|| {
        let rows = SUBJECTS.lines().filter(|line| line.starts_with("| ")).skip(1);
        let row = |line: &str| {
            let mut cells = line.trim_matches('|').split('|').map(str::trim);
            let name = cells.next().unwrap_or_default().to_owned();
            let chapters = cells.map(|cell| cell.split_whitespace().map(str::to_owned).collect());
            Subject { name, chapters: chapters.collect() }
        };
        rows.map(row).collect()
    })
}

/// Finds a clause by id, ignoring case.
///
/// # Errors
/// The most similar id, if there is one.
pub fn find_clause(id: &str) -> Result<&'static ClauseText, Option<String>> {
    let id = id.to_uppercase();
    all_clauses()
        .find(|clause| clause.id == id)
        .ok_or_else(|| nearest_name(&id, all_clauses().map(|clause| clause.id.as_str())))
}

/// Parses the chapters of a catalogue.
fn parse_chapters(text: &str) -> Vec<ClauseChapter> {
    let mut chapters: Vec<ClauseChapter> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some((id, title)) = line.strip_prefix("## ").and_then(|head| head.split_once(": ")) {
            chapters.push(ClauseChapter { id: id.to_owned(), title: title.to_owned(), clauses: Vec::new() });
            continue;
        }
        let Some(chapter) = chapters.last_mut() else { continue };
        if let Some(head) = line.strip_prefix("### ") {
            let mut parts = head.split(" · ").map(str::to_owned);
            let mut next = || parts.next().unwrap_or_default();
            let (id, title, tag) = (next(), next(), next());
            let empty = (String::new(), None, None);
            let (text, ruling, waits_for) = empty;
            let is_definition = false;
            chapter.clauses.push(ClauseText { id, title, tag, text, ruling, waits_for, is_definition });
        } else if let (Some(clause), false) = (chapter.clauses.last_mut(), line.is_empty()) {
            match (line.strip_prefix("*Ruling:* "), &mut clause.ruling) {
                (Some(ruling), _) => clause.ruling = Some(ruling.to_owned()),
                (None, Some(ruling)) => push_wrapped_line(ruling, line),
                (None, None) => push_wrapped_line(&mut clause.text, line),
            }
        }
    }
    chapters
}

/// Appends a line of a wrapped paragraph.
fn push_wrapped_line(paragraph: &mut String, line: &str) {
    if !paragraph.is_empty() {
        paragraph.push(' ');
    }
    paragraph.push_str(line);
}

/// Parses a table of clauses: id and a remark.
fn parse_clause_table(text: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (clause, chapter) = (cells.next()?, cells.next()?);
        let named = Book::ALL
            .iter()
            .any(|book| clause.strip_prefix(book.prefix()).is_some_and(|rest| rest.starts_with('-')));
        named.then(|| (clause.to_owned(), chapter.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_is_whole_and_none_stands_twice() {
        let mut seen = std::collections::BTreeSet::new();
        for book in catalogues() {
            for chapter in &book.chapters {
                for clause in &chapter.clauses {
                    let head = format!("{}-{}-", book.book.prefix(), chapter.id);
                    assert!(clause.id.starts_with(&head), "{}", clause.id);
                    assert!(seen.insert(&clause.id), "{} is duplicated", clause.id);
                    assert!(!clause.title.is_empty() && !clause.text.is_empty(), "{}", clause.id);
                    assert!(
                        ["battle", "option", "aftermath"].contains(&clause.tag.as_str()),
                        "{}",
                        clause.id
                    );
                }
            }
        }
        let counted = catalogues().iter().map(|book| {
            let ruled = |clause: &&ClauseText| !clause.id.contains("-RULING-");
            (book.book.prefix(), book.clauses().filter(ruled).count())
        });
        let counted: Vec<_> = counted.map(|(prefix, count)| format!("{prefix} {count}")).collect();
        expect_test::expect!["SS 645, AB 327, AD 109, CS 304, CC 179"].assert_eq(&counted.join(", "));
        for id in parse_clause_table(WAITING).keys().chain(parse_clause_table(DEFINITIONS).keys()) {
            assert!(seen.contains(id), "{id} is listed but is not a clause");
        }
    }

    #[test]
    fn every_chapter_stands_under_a_subject() {
        let columns: Vec<&str> = SUBJECTS
            .lines()
            .find_map(|line| line.strip_prefix("| subject |"))
            .expect("the table has a head")
            .split('|')
            .map(str::trim)
            .filter(|column| !column.is_empty())
            .collect();
        assert_eq!(columns, Book::ALL.map(Book::prefix));
        for (at, book) in catalogues().iter().enumerate() {
            let known = |id: &String| book.chapters.iter().any(|chapter| chapter.id == *id);
            let named = || subjects().iter().flat_map(|subject| &subject.chapters[at]);
            assert!(named().all(known), "{:?}", named().find(|id| !known(id)));
            let missing = book
                .chapters
                .iter()
                .find(|chapter| !chapter.clauses.is_empty() && !named().any(|id| *id == chapter.id));
            assert!(missing.is_none(), "{}: {missing:?}", book.book.name());
        }
    }

    #[test]
    fn wrapped_lines_belong_to_their_paragraph() {
        let text =
            "## ATK: the attack\n\n### SS-ATK-01 · Attack · battle\n\nOne\ntwo.\n\n*Ruling:* Three\nfour.\n";
        let [ClauseChapter { clauses, .. }] = &parse_chapters(text)[..] else { panic!("one chapter") };
        assert_eq!(
            (clauses[0].text.as_str(), clauses[0].ruling.as_deref()),
            ("One two.", Some("Three four."))
        );
    }

    #[test]
    fn clauses_are_found_by_id() {
        let glitch = find_clause("ss-base-09").expect("it is there");
        assert_eq!((glitch.title.as_str(), glitch.tag.as_str()), ("Glitch", "battle"));
        assert!(glitch.ruling.is_some());
        assert_eq!(find_clause("SS-KNOCK-99"), Err(Some("SS-KNOCK-09".to_owned())));
        assert_eq!(find_clause("nonsense"), Err(None));
    }
}
