//! A book is its folder and its line of registration: the code that all books share names none of them, and no book uses
//! the module of another.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the books are registered, a line each: `SwanSong => swan_song::SwanSongRulebook;`.
const REGISTRY: &str = "rules/registry.rs";

/// The test of a book without rules of its own, which has the data of another book.
const SMALL_BOOK: &str = "rules/rulebook/tests.rs";

/// Crates that all books share.
const SHARED_CRATES: [&str; 9] = ["rules", "content", "battle", "ai", "sim", "log", "lab", "desktop", "cli"];

/// Where content registers the books, a line each, and where their content is listed.
const CONTENT_REGISTRIES: [&str; 2] = ["content/books/book_kind.rs", "content/library.rs"];

/// Shared files that name a book, with the folder of the book and the reason. Remove a file that no longer
/// does.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("cli/odds.rs", "combat_checks", NARRATIVE_DICE),
    ("content/definitions/kinds.rs", "swan_song", COMMON_FILES),
    ("content/definitions/raw.rs", "swan_song", COMMON_FILES),
    ("content/definitions/validate.rs", "swan_song", COMMON_FILES),
    ("content/files/load.rs", "swan_song", COMMON_FILES),
    ("content/scene/raw_action.rs", "swan_song", ACTIONS),
    ("content/scene/single_check.rs", "swan_song", ACTIONS),
    ("content/schema/mod.rs", "swan_song", COMMON_FILES),
    ("rules/knockback.rs", "aberrant", LENT_CHAPTER),
    ("rules/special_actions/grappling.rs", "aberrant", LENT_CHAPTER),
    ("rules/status/ailment_terms.rs", "circumstances", LENT_CHAPTER),
    ("sim/fuzz/action_audit/prices.rs", "aberrant", AUDIT),
    ("sim/fuzz/action_audit/prices.rs", "attacks_and_damage", AUDIT),
    ("sim/fuzz/action_audit/prices.rs", "circumstances", AUDIT),
    ("sim/fuzz/action_audit/prices.rs", "combat_checks", AUDIT),
    ("sim/fuzz/action_audit/prices.rs", "swan_song", AUDIT),
];

const AUDIT: &str = "an audit of payments does not ask the rulebook whose payments it checks";
const ACTIONS: &str = "actions of scenes are one list, and those of Swan Song have its kinds of damage";
const COMMON_FILES: &str =
    "archetypes and terrain of all books are in files with Swan Song's sheets and strikes";
const NARRATIVE_DICE: &str = "odds of a pool of narrative dice";
const LENT_CHAPTER: &str = "in the tables of borrowing books the line of a lent chapter names its owner";

/// Maximum number of files, for each book, that name it in code outside its folder and its content. A book that is not
/// listed is named by its registrations only. Lower a number when a file no longer names the book.
const MOST_NAMING_FILES: &[(&str, usize)] = &[
    ("swan_song", 24),
    ("aberrant", 6),
    ("attacks_and_damage", 6),
    ("circumstances", 8),
    ("combat_checks", 5),
];

/// A registered book.
struct Book {
    /// Its folder and module: `swan_song`.
    folder: String,
    /// Words that name it in code: module, variant of `Book`, type of its rulebook, name for players.
    words: Vec<String>,
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn text(file: &str) -> String {
    fs::read_to_string(sources().join(file)).unwrap_or_else(|problem| panic!("src/{file}: {problem}"))
}

/// The books, from the lines that register them.
fn books() -> Vec<Book> {
    let registry = text(REGISTRY);
    let lines = registry.lines().filter_map(|line| line.trim().strip_suffix("Rulebook;")?.split_once(" => "));
    let books = lines.filter_map(|(variant, path)| {
        let (folder, rulebook) = path.split_once("::")?;
        let own = text(&format!("rules/{folder}/rulebook.rs"));
        let name = own.split("const NAME: &'static str = \"").nth(1)?.split('"').next()?;
        let words = [folder, variant, &format!("{rulebook}Rulebook"), name].map(str::to_owned).to_vec();
        Some(Book { folder: folder.to_owned(), words })
    });
    books.collect()
}

/// Every source in a folder, by its path inside `src`, without the files and folders that `skips` names.
fn sources_in(folder: &Path, skips: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.strip_prefix(sources()).expect("inside src").to_string_lossy().replace('\\', "/");
        if skips(&name) {
            continue;
        }
        if path.is_dir() {
            found.extend(sources_in(&path, skips));
        } else if name.ends_with(".rs") {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// Every shared source in a folder that is not a test, by its path inside `src`.
fn shared_sources(folder: &Path, books: &[Book]) -> Vec<String> {
    sources_in(folder, &|name| {
        let is_book = books.iter().any(|book| {
            name == format!("rules/{}", book.folder) || name == format!("content/books/{}.rs", book.folder)
        });
        is_book || ["tests", "tests.rs", "fixtures.rs"].iter().any(|end| name.ends_with(end))
    })
}

/// The code of a source: without comments, without the tests at its end, without the declarations of the folders.
fn code(file: &str, books: &[Book]) -> String {
    let code = code_and_tests(file, books);
    let tests = ["#[cfg(test)]\nmod tests {", "#[cfg(test)]\npub(crate) mod tests {"];
    let end = tests.iter().filter_map(|start| code.find(start)).min().unwrap_or(code.len());
    code[..end].to_owned()
}

/// The code of a source with its tests, without comments, without the declarations of the folders.
fn code_and_tests(file: &str, books: &[Book]) -> String {
    let code = text(file);
    let declares = |line: &str| {
        books.iter().any(|book| line.trim_start_matches("pub ") == format!("mod {};", book.folder))
    };
    let declares_books = ["rules/lib.rs", "content/books/mod.rs"].contains(&file);
    let is_code = |line: &&str| !(line.trim_start().starts_with("//") || declares_books && declares(line));
    code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// Whether code has this word, not as a part of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    code.match_indices(word).any(|(at, _)| {
        !is_part(code[..at].chars().next_back()) && !is_part(code[at + word.len()..].chars().next())
    })
}

/// Folders of the books that a shared source names.
fn named_books(file: &str, books: &[Book]) -> Vec<String> {
    let code = code(file, books);
    let names = |book: &&Book| book.words.iter().any(|word| has_word(&code, word));
    books.iter().filter(names).map(|book| book.folder.clone()).collect()
}

#[test]
fn shared_code_names_no_book() {
    let books = books();
    let mut wrong = Vec::new();
    for file in SHARED_CRATES.iter().flat_map(|krate| shared_sources(&sources().join(krate), &books)) {
        if file == REGISTRY || CONTENT_REGISTRIES.contains(&file.as_str()) {
            continue;
        }
        for book in named_books(&file, &books) {
            if !EXCEPTIONS.iter().any(|(known, of, _)| (*known, *of) == (file.as_str(), book.as_str())) {
                wrong.push(format!(
                    "src/{file} names {book}: ask the book by `trait Rulebook` or `trait BookKind`"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_module_of_a_book_is_used_in_its_folder_only() {
    let books = books();
    let mut wrong = Vec::new();
    for file in sources_in(&sources().join("rules"), &|name| name == REGISTRY || name == SMALL_BOOK) {
        let code = code_and_tests(&file, &books);
        let others = books.iter().filter(|book| !file.starts_with(&format!("rules/{}/", book.folder)));
        wrong.extend(others.filter(|book| has_word(&code, &book.folder)).map(|book| {
            format!("src/{file} names the module {}: move what both need to a shared module", book.folder)
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn few_files_outside_its_folder_name_a_book() {
    for book in books() {
        let own = std::slice::from_ref(&book);
        let files = SHARED_CRATES.iter().flat_map(|krate| shared_sources(&sources().join(krate), own));
        let naming: Vec<_> = files.filter(|file| !named_books(file, own).is_empty()).collect();
        let registrations = CONTENT_REGISTRIES.len() + 1;
        let listed = MOST_NAMING_FILES.iter().find(|(folder, _)| *folder == book.folder);
        let most = listed.map_or(registrations, |(_, most)| *most);
        assert!(naming.len() <= most, "{} is named by {}", book.folder, naming.join(", "));
    }
}

#[test]
fn every_exception_is_one() {
    let books = books();
    for (file, book, reason) in EXCEPTIONS {
        assert!(!reason.is_empty(), "{file} needs a reason");
        let named = named_books(file, &books);
        assert!(named.iter().any(|name| name == book), "src/{file} no longer names {book}");
    }
}

#[test]
fn every_folder_of_a_book_is_registered_in_one_line() {
    let books = books();
    let registry = code(REGISTRY, &books);
    for entry in fs::read_dir(sources().join("rules")).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let folder = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.join("rulebook.rs").exists() {
            assert!(books.iter().any(|book| book.folder == folder), "src/rules/{folder} is not registered");
        }
    }
    for Book { folder, words } in &books {
        let line = format!("{} => {folder}::{};", words[1], words[2]);
        assert_eq!(registry.matches(&line).count(), 1, "{line}");
        let named: usize = words[..2].iter().map(|word| registry.matches(word.as_str()).count()).sum();
        assert_eq!(named, 3, "the registry names {folder} in its line and nowhere else");
    }
}
