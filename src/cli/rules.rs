//! `breachline rules`: rule clauses, their rulings and where they are used.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use clap::Args;
use serde::Serialize;

use super::{CliError, OutputFormat, coverage, output};
use content::ContentFolder;
use content::catalogue::{self, Catalogue, ClauseChapter, ClauseText};

/// Files that name each clause, written by the build script.
const INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/clause_index.ron"));

/// Returns the source files that name a clause, tests included.
fn files_naming(clause: &ClauseText) -> &'static [String] {
    static FILES: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();
    let files = FILES.get_or_init(|| ron::from_str(INDEX).expect("invariant: the build script writes RON"));
    files.get(&clause.id).map_or(&[], Vec::as_slice)
}

/// A clause as JSON.
#[derive(Serialize)]
struct ClauseJson<'a> {
    #[serde(flatten)]
    clause: &'a ClauseText,
    used_in: &'static [String],
}

impl<'a> From<&'a ClauseText> for ClauseJson<'a> {
    fn from(clause: &'a ClauseText) -> Self {
        Self { clause, used_in: files_naming(clause) }
    }
}

/// Looks up rule clauses.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A clause such as SS-ATK-08, a book such as SS, or a chapter such as SS-ATK or ATK; by default all books.
    clause: Option<String>,
    /// Lists for each clause the tests that prove it and the gallery scenes that show it, with totals.
    #[arg(long)]
    coverage: bool,
    /// Simulates this number of AI fights per book, and counts those that cite each clause.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "coverage", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    fights: u32,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(rules: &RulesArgs, assets: &ContentFolder) -> Result<(), CliError> {
    tracing::info!("{} books of clauses", catalogue::catalogues().len());
    let found = find_chapters(rules.clause.as_deref().unwrap_or_default());
    if rules.coverage {
        if found.is_empty() {
            let wanted = rules.clause.as_deref().unwrap_or_default();
            return Err(CliError::new(format!(
                "no book or chapter `{wanted}`; `breachline rules` lists them"
            )));
        }
        return coverage::run(&found, rules.fights, rules.format, assets);
    }
    match (&rules.clause, rules.format) {
        (Some(wanted), format) if found.is_empty() => {
            let clause = catalogue::find_clause(wanted).map_err(|near| unknown_clause(wanted, near))?;
            match format {
                OutputFormat::Text => output::print(describe_clause(clause)),
                OutputFormat::Json => output::print_json(&serde_json::json!(ClauseJson::from(clause))),
            }
        }
        (_, OutputFormat::Text) => {
            let text = found.into_iter().map(|(book, chapters)| {
                let head = format!("{} ({})\n\n", book.book.name(), book.book.prefix());
                head + &chapters.into_iter().map(list_chapter).collect::<String>()
            });
            output::print(text.collect::<String>())
        }
        (_, OutputFormat::Json) => {
            let books = found.into_iter().map(|(book, chapters)| {
                let chapters = chapters.into_iter().map(|chapter| {
                    let clauses: Vec<ClauseJson> = chapter.clauses.iter().map(ClauseJson::from).collect();
                    serde_json::json!({ "id": chapter.id, "title": chapter.title, "clauses": clauses })
                });
                let chapters: Vec<_> = chapters.collect();
                serde_json::json!({ "book": book.book, "prefix": book.book.prefix(), "chapters": chapters })
            });
            output::print_json(&serde_json::json!({ "books": books.collect::<Vec<_>>() }))
        }
    }
}

/// Returns books with their matching chapters: all for an empty query or a book, else those of the name.
fn find_chapters(wanted: &str) -> Vec<(&'static Catalogue, Vec<&'static ClauseChapter>)> {
    let wanted = wanted.to_uppercase();
    let meant = |book: &Catalogue, chapter: &ClauseChapter| {
        let whole = format!("{}-{}", book.book.prefix(), chapter.id);
        wanted.is_empty() || [book.book.prefix(), &chapter.id, &whole].contains(&wanted.as_str())
    };
    let books = catalogue::catalogues().iter().map(|book| {
        let chapters = book.chapters.iter().filter(|chapter| meant(book, chapter));
        (book, chapters.collect::<Vec<_>>())
    });
    books.filter(|(_, chapters)| !chapters.is_empty()).collect()
}

fn unknown_clause(wanted: &str, near: Option<String>) -> CliError {
    let hint = match near {
        Some(near) => format!("did you mean {near}?"),
        None => "`breachline rules` lists them all".to_owned(),
    };
    CliError::new(format!("unknown clause `{wanted}`; {hint}"))
}

fn list_chapter(chapter: &ClauseChapter) -> String {
    let mut text = format!("{}: {}\n", chapter.id, chapter.title);
    for clause in &chapter.clauses {
        let waits = clause.waits_for.as_ref().map(|what| format!("  (waits for {what})")).unwrap_or_default();
        text += &format!("  {:<13} {}{waits}\n", clause.id, clause.title);
    }
    text + "\n"
}

fn describe_clause(clause: &ClauseText) -> String {
    let mut text = format!("{}  {}  [{}]\n\n{}\n", clause.id, clause.title, clause.tag, clause.text);
    if let Some(ruling) = clause.plain_ruling() {
        text += &format!("\nRuling: {ruling}\n");
    }
    if let Some(what) = &clause.waits_for {
        text += &format!("\nWaits for: {what}\n");
    }
    let files = files_naming(clause);
    if !files.is_empty() {
        text += "\nUsed in:\n";
        for file in files {
            text += &format!("  {file}\n");
        }
    }
    text
}
