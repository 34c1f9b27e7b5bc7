//! Terms that the window explains, with the clauses of each book: the table of `docs/rules/terms.md`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rules::Book;

/// The table, compiled into the program.
const TERMS: &str = include_str!("../../docs/rules/terms.md");
/// Stands among the clauses of a word that means the same in every book.
const EVERY_BOOK: &str = "*";

/// A word that is explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word.
    pub name: String,
    /// Its other forms.
    pub forms: Vec<String>,
    /// What it means, in one to three sentences.
    pub text: String,
    /// Ids of the clauses that rule it, of all books.
    pub clauses: Vec<String>,
    /// Means the same in every book, also where no clause is listed.
    pub is_general: bool,
}

impl Term {
    /// Returns the clauses of a book.
    pub fn clauses_of(&self, book: Book) -> impl Iterator<Item = &str> {
        let is_own = move |id: &&str| id.split('-').next() == Some(book.prefix());
        self.clauses.iter().map(String::as_str).filter(is_own)
    }
}

/// A place in a text that names a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedTerm {
    /// The term.
    pub term: &'static Term,
    /// Index of the first character, not byte.
    pub start: usize,
    /// Number of characters.
    pub length: usize,
}

/// All terms, in the order of the table.
pub fn terms() -> &'static [Term] {
    static TERMS_READ: OnceLock<Vec<Term>> = OnceLock::new();
    TERMS_READ.get_or_init(|| parse_terms(TERMS))
}

/// Finds a term by its name, as a book means it, or the first of this name without a book. A word that means something
/// else in some books has a row for each meaning.
pub fn find_term(name: &str, book: Option<Book>) -> Option<&'static Term> {
    let rows: Vec<&Term> = terms().iter().filter(|term| term.name == name).collect();
    choose_meaning(&rows, book).or(rows.first().copied())
}

/// Returns what a word means in a book: the row with its clauses, else the general one; without a book the first one.
/// `None` if it is no term of the book.
fn choose_meaning<'t>(rows: &[&'t Term], book: Option<Book>) -> Option<&'t Term> {
    let Some(book) = book else { return rows.first().copied() };
    let own = rows.iter().find(|term| term.clauses_of(book).next().is_some());
    own.or_else(|| rows.iter().find(|term| term.is_general)).copied()
}

fn parse_terms(table: &str) -> Vec<Term> {
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let row = |line: &str| {
        let mut cells = line.split('|').skip(1).map(|cell| cell.trim().to_owned());
        let mut next = || cells.next().unwrap_or_default();
        let (name, forms, text, clauses) = (next(), next(), next(), next());
        let forms = forms.split(", ").filter(|form| !form.is_empty()).map(str::to_owned).collect();
        let clauses = || clauses.split_whitespace();
        let is_general = clauses().any(|mark| mark == EVERY_BOOK);
        let clauses = clauses().filter(|id| *id != EVERY_BOOK).map(str::to_owned).collect();
        Term { name, forms, text, clauses, is_general }
    };
    rows.map(row).collect()
}

/// Forms by their first word, the longest first: the words of the form and the index of its term.
type FormsByWord = BTreeMap<String, Vec<(Vec<String>, usize)>>;

fn forms_by_word() -> &'static FormsByWord {
    static FORMS: OnceLock<FormsByWord> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut forms = FormsByWord::new();
        for (number, term) in terms().iter().enumerate() {
            for form in std::iter::once(&term.name).chain(&term.forms) {
                let words: Vec<String> = form.split(' ').map(key_of_word).collect();
                forms.entry(words[0].clone()).or_default().push((words, number));
            }
        }
        forms.values_mut().for_each(|list| list.sort_by_key(|(words, _)| std::cmp::Reverse(words.len())));
        forms
    })
}

/// Abbreviations count in capitals only, other words in any case.
fn key_of_word(word: &str) -> String {
    let is_abbreviation = word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    if is_abbreviation { word.to_owned() } else { word.to_lowercase() }
}

/// Finds the terms of a book, or of any without one, that a text names: each at its first place, from left to right. Of two
/// that begin at the same word, the longer one counts.
pub fn find_terms(text: &str, book: Option<Book>) -> Vec<NamedTerm> {
    let words = words_of(text);
    let forms = forms_by_word();
    let mut found: Vec<NamedTerm> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let fits = |form: &[String]| {
            let rest = &words[at..];
            rest.len() >= form.len()
                && form.iter().zip(rest).all(|(wanted, word)| *wanted == word.key)
                // The words of a form have one space between them.
                && rest[..form.len()].windows(2).all(|pair| pair[1].start == pair[0].end + 1)
        };
        let list = forms.get(&words[at].key).map_or(&[][..], Vec::as_slice);
        let Some((form, _)) = list.iter().find(|(form, _)| fits(form)) else {
            at += 1;
            continue;
        };
        let rows: Vec<&Term> =
            list.iter().filter(|(other, _)| other == form).map(|(_, number)| &terms()[*number]).collect();
        let term = choose_meaning(&rows, book);
        let (start, end) = (words[at].start, words[at + form.len() - 1].end);
        let phrase = Phrase {
            before: &words[..at],
            form: &words[at..at + form.len()],
            after: &words[at + form.len()..],
        };
        if let Some(term) = term.filter(|_| !phrase.is_no_term())
            && found.iter().all(|known| known.term.name != term.name)
        {
            found.push(NamedTerm { term, start, length: end - start });
        }
        at += form.len();
    }
    found
}

/// Words before which the verb "pass" stands.
const AFTER_VERB: [&str; 15] = [
    "through", "by", "over", "it", "them", "on", "out", "an", "a", "the", "each", "any", "one", "his", "its",
];
/// Words after which a verb stands.
const BEFORE_VERB: [&str; 10] = ["to", "can", "cannot", "may", "must", "let", "lets", "not", "will", "who"];
/// Words that make the word before them part of the name of an item.
const ITEMS: [&str; 14] = [
    "baton", "batons", "grenade", "grenades", "gun", "guns", "rod", "glove", "gloves", "pistol", "rifle",
    "mine", "charge", "launcher",
];

/// A form of a term in its text.
struct Phrase<'a> {
    before: &'a [Word],
    form: &'a [Word],
    after: &'a [Word],
}

impl Phrase<'_> {
    /// Whether the word means something else here: a verb, or part of the name of an item.
    fn is_no_term(&self) -> bool {
        let [word] = self.form else { return false };
        let next = self.after.first().filter(|next| next.start == word.end + 1);
        let is_item = next.is_some_and(|next| ITEMS.contains(&next.key.as_str()));
        let is_verb = match word.key.as_str() {
            "pass" | "passes" => self.is_verb(next),
            "cover" | "covers" => self.is_covering(next),
            _ => false,
        };
        is_item || is_verb
    }

    /// Whether "cover" is a verb: "does not cover", "covers the way", "covers 3 squares"; not in "move to cover".
    fn is_covering(&self, next: Option<&Word>) -> bool {
        let denies = |word: &Word| matches!(word.key.as_str(), "not" | "cannot");
        let is_number = |next: &Word| next.key.starts_with(|letter: char| letter.is_ascii_digit());
        let goes_on =
            |next: &Word| is_number(next) || (next.key != "on" && AFTER_VERB.contains(&next.key.as_str()));
        match self.form[0].key.as_str() {
            "covers" => next.is_some_and(goes_on),
            _ => self.before.last().is_some_and(denies),
        }
    }

    /// Whether the word is a verb: "7 passes through", "lets Vex pass", "Passes Vex".
    fn is_verb(&self, next: Option<&Word>) -> bool {
        let last = |number: usize| self.before.iter().rev().nth(number);
        let is_before_verb =
            |word: Option<&Word>| word.is_some_and(|word| BEFORE_VERB.contains(&word.key.as_str()));
        let lets = last(1).is_some_and(|word| matches!(word.key.as_str(), "let" | "lets"));
        let names = next.is_some_and(|next| next.is_capitalised) && self.form[0].key == "passes";
        let goes_on = next.is_some_and(|next| AFTER_VERB.contains(&next.key.as_str()));
        is_before_verb(last(0)) || lets || names || goes_on
    }
}

/// A word of a text.
struct Word {
    key: String,
    is_capitalised: bool,
    /// Index of the first character.
    start: usize,
    /// Index after the last one.
    end: usize,
}

fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut start = 0;
    for (index, letter) in text.chars().chain([' ']).enumerate() {
        let is_part = letter.is_alphabetic() || letter == '-' || letter.is_ascii_digit();
        if is_part {
            if word.is_empty() {
                start = index;
            }
            word.push(letter);
        } else if !word.is_empty() {
            let is_capitalised = word.starts_with(char::is_uppercase);
            words.push(Word { key: key_of_word(&word), is_capitalised, start, end: index });
            word.clear();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    fn named(text: &str) -> Vec<(&str, String)> {
        let part = |found: &NamedTerm| text.chars().skip(found.start).take(found.length).collect();
        find_terms(text, None).iter().map(|found| (found.term.name.as_str(), part(found))).collect()
    }

    #[test]
    fn terms_are_whole_and_their_clauses_exist() {
        let mut forms: BTreeMap<&str, Vec<&Term>> = BTreeMap::new();
        assert!(terms().len() > 50);
        for term in terms() {
            assert!(term.text.ends_with('.'), "{}", term.name);
            for form in std::iter::once(&term.name).chain(&term.forms) {
                forms.entry(form).or_default().push(term);
                assert!(form.split(' ').all(|word| !word.is_empty()), "{form}");
            }
            for id in &term.clauses {
                assert!(catalogue::find_clause(id).is_ok(), "{}: {id} is no clause", term.name);
            }
        }
        for (form, rows) in forms {
            assert!(rows.iter().all(|row| row.name == rows[0].name), "{form} stands twice");
            let general = rows.iter().filter(|row| row.is_general).count();
            let of_book = |book| rows.iter().filter(|row| row.clauses_of(book).next().is_some()).count();
            assert!(
                general <= 1 && Book::ALL.into_iter().all(|book| of_book(book) <= 1),
                "{form} is ambiguous"
            );
        }
    }

    #[test]
    fn a_word_means_in_each_book_what_its_row_says() {
        let text =
            |name, book| find_term(name, Some(book)).map(|term| term.text.as_str()).unwrap_or_default();
        assert!(text("action point", Book::SwanSong).contains("reaction later"));
        assert!(text("action point", Book::Aberrant).contains("are lost"), "Aberrant keeps none");
        assert_ne!(text("wound", Book::CombatChecks), text("wound", Book::SwanSong));
        let found = find_terms("an action point", Some(Book::Aberrant));
        assert_eq!(found.len(), 1);
        assert!(found[0].term.clauses_of(Book::SwanSong).next().is_none(), "that of its own row");
    }

    #[test]
    fn a_knock_out_on_a_card_counts_kills_as_well() {
        assert_eq!(named("knock-out 39 %"), [("knock-out", "knock-out".to_owned())]);
        for book in Book::ALL {
            let term = find_term("knock-out", Some(book)).expect("a term of every book");
            assert!(term.text.contains("dead or unconscious"), "{}: {}", book.name(), term.text);
        }
    }

    #[test]
    fn every_book_rules_some_terms() {
        for book in Book::ALL {
            let ruled = terms().iter().filter(|term| term.clauses_of(book).next().is_some()).count();
            assert!(ruled >= 9, "{}: {ruled}", book.name());
        }
        let cover = find_term("cover", Some(Book::SwanSong)).expect("a term");
        assert!(cover.clauses_of(Book::SwanSong).all(|id| id.starts_with("SS-")));
    }

    #[test]
    fn terms_are_found_with_their_place() {
        assert_eq!(
            named("Vex takes cover; DV 9"),
            [("cover", "takes cover".to_owned()), ("damage value", "DV".to_owned())]
        );
        assert_eq!(named("größer: Knocked down"), [("knockdown", "Knocked down".to_owned())]);
    }

    #[test]
    fn only_whole_words_count_and_the_longest_form() {
        assert!(named("recovery, dismantle, SS-COVER-01, dv").is_empty());
        assert_eq!(named("armour penetration 2"), [("armour penetration", "armour penetration".to_owned())]);
        assert_eq!(
            named("armour, penetration"),
            [("armour", "armour".to_owned()), ("armour penetration", "penetration".to_owned())]
        );
    }

    #[test]
    fn words_of_other_books_are_no_terms() {
        let of = |book| {
            find_terms("threat: prone", book).iter().map(|found| found.term.name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(Some(Book::SwanSong)), ["prone"]);
        assert_eq!(of(Some(Book::CombatChecks)), ["threat", "prone"]);
        assert_eq!(of(None), ["threat", "prone"]);
    }

    #[test]
    fn verbs_and_names_of_items_are_no_terms() {
        for text in [
            "7 passes through",
            "Sable lets Dyne pass",
            "Passes Dyne",
            "it cannot pass",
            "readies Stun baton",
        ] {
            assert!(named(text).is_empty(), "{text}: {:?}", named(text));
        }
        assert_eq!(named("acts in the next pass at 1"), [("initiative pass", "pass".to_owned())]);
        assert_eq!(named("several passes: it ends"), [("initiative pass", "passes".to_owned())]);
    }

    #[test]
    fn a_term_is_marked_once_in_a_text() {
        assert_eq!(named("cover and cover"), [("cover", "cover".to_owned())]);
        for text in ["what the book does not cover", "whatever covers them", "Smoke covers 3 squares"] {
            assert!(named(text).is_empty(), "{text}");
        }
        assert_eq!(named("move to cover")[0].0, "cover");
    }
}
