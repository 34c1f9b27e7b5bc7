//! `breachline rules`: the clauses, how they are read, and where they are used.

use clap::Args;

use super::{Failure, Format};
use crate::content::catalogue::{self, ClauseChapter, ClauseText};

/// Looks up the rules.
#[derive(Args, Debug)]
pub struct Rules {
    /// A clause such as SS-ATK-08, or a chapter such as ATK. All chapters without one.
    clause: Option<String>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(rules: &Rules) -> Result<(), Failure> {
    let Some(wanted) = &rules.clause else {
        match rules.format {
            Format::Text => catalogue::catalogue().iter().for_each(|chapter| print!("{}", list(chapter))),
            Format::Json => println!("{:#}", serde_json::json!({ "chapters": catalogue::catalogue() })),
        }
        return Ok(());
    };
    let chapter = catalogue::catalogue().iter().find(|chapter| chapter.id.eq_ignore_ascii_case(wanted));
    match (chapter, rules.format) {
        (Some(chapter), Format::Text) => print!("{}", list(chapter)),
        (Some(chapter), Format::Json) => println!("{:#}", serde_json::json!(chapter)),
        (None, format) => {
            let clause = catalogue::clause(wanted).map_err(|near| unknown(wanted, near))?;
            match format {
                Format::Text => print!("{}", describe(clause)),
                Format::Json => println!("{:#}", serde_json::json!(clause)),
            }
        }
    }
    Ok(())
}

fn unknown(wanted: &str, near: Option<String>) -> Failure {
    let hint = match near {
        Some(near) => format!("did you mean {near}?"),
        None => "`breachline rules` lists them all".to_owned(),
    };
    Failure::new(format!("there is no clause `{wanted}`; {hint}"))
}

fn list(chapter: &ClauseChapter) -> String {
    let mut text = format!("{}: {}\n", chapter.id, chapter.title);
    for clause in &chapter.clauses {
        let waits = clause.waits_for.as_ref().map(|what| format!("  (waits for {what})")).unwrap_or_default();
        text += &format!("  {:<13} {}{waits}\n", clause.id, clause.title);
    }
    text + "\n"
}

fn describe(clause: &ClauseText) -> String {
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
