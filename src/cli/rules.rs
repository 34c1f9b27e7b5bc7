//! `breachline rules`: the clauses, how they are read, and where they are used.

use clap::Args;

use super::{CliError, OutputFormat};
use content::catalogue::{self, Catalogue, ClauseChapter, ClauseText};

/// Looks up the rules.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A clause such as SS-ATK-08, a book such as SS, or a chapter such as SS-ATK or ATK. All books without one.
    clause: Option<String>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(rules: &RulesArgs) -> Result<(), CliError> {
    let found = find_chapters(rules.clause.as_deref().unwrap_or_default());
    match (&rules.clause, rules.format) {
        (Some(wanted), format) if found.is_empty() => {
            let clause = catalogue::find_clause(wanted).map_err(|near| unknown_clause(wanted, near))?;
            match format {
                OutputFormat::Text => print!("{}", describe_clause(clause)),
                OutputFormat::Json => println!("{:#}", serde_json::json!(clause)),
            }
        }
        (_, OutputFormat::Text) => {
            for (book, chapters) in found {
                println!("{} ({})\n", book.book.name(), book.book.prefix());
                chapters.into_iter().for_each(|chapter| print!("{}", list_chapter(chapter)));
            }
        }
        (_, OutputFormat::Json) => {
            let books = found.into_iter().map(|(book, chapters)| {
                serde_json::json!({ "book": book.book, "prefix": book.book.prefix(), "chapters": chapters })
            });
            println!("{:#}", serde_json::json!({ "books": books.collect::<Vec<_>>() }));
        }
    }
    Ok(())
}

/// The books with those of their chapters that are meant: all for an empty wish or a book's, else those of the name.
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
    CliError::new(format!("there is no clause `{wanted}`; {hint}"))
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
    if let Some(ruling) = &clause.ruling {
        text += &format!("\nRuling: {ruling}\n");
    }
    if let Some(what) = &clause.waits_for {
        text += &format!("\nWaits for: {what}\n");
    }
    if !clause.used_in.is_empty() {
        text += "\nUsed in:\n";
        for file in &clause.used_in {
            text += &format!("  {file}\n");
        }
    }
    text
}
