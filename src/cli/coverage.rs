//! `breachline rules --coverage`: which clauses tests prove, gallery scenes show, and simulated fights cite.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use super::{CliError, OutputFormat, output, stop_signal};
use ::rules::Book;
use ai::Difficulty;
use battle_log::clauses;
use content::catalogue::{Catalogue, ClauseChapter};
use content::coverage::{ClauseCoverage, CoverageTotal, clause_coverage};
use content::{Content, ContentFolder, SkirmishOverrides, gallery};
use sim::{AiSettings, FightRunner, FightSetup};

/// Names of tests by clause, written by the build script.
const TESTS: &str = include_str!(concat!(env!("OUT_DIR"), "/clause_tests.ron"));

/// Number of simulated fights that cite each clause.
type MetClauses = BTreeMap<String, u32>;

/// Names of the tests of each clause.
pub(super) fn clause_tests() -> BTreeMap<String, Vec<String>> {
    ron::from_str(TESTS).expect("invariant: the build script writes RON")
}

/// Prints the coverage of the chapters, with this number of simulated fights per book.
pub(super) fn run(
    chapters: &[(&'static Catalogue, Vec<&'static ClauseChapter>)],
    fights: u32,
    format: OutputFormat,
    assets: &ContentFolder,
) -> Result<(), CliError> {
    let mut stop = Arc::default();
    let met = match fights {
        0 => None,
        count => {
            let content = content::load_content(std::slice::from_ref(assets)).content;
            stop = stop_signal::stop_on_signal()?;
            let books: Vec<Book> = chapters.iter().map(|(book, _)| book.book).collect();
            Some(simulate_fights(&content, &books, count, &stop)?)
        }
    };
    let coverage = clause_coverage(&clause_tests(), &gallery::read_gallery(assets), met.as_ref());
    let by_id: BTreeMap<&str, &ClauseCoverage> =
        coverage.iter().map(|one| (one.clause.id.as_str(), one)).collect();
    match format {
        OutputFormat::Text => {
            let books = chapters.iter().map(|(book, chapters)| book_text(book, chapters, &by_id));
            let shown = chapters.iter().flat_map(|(_, chapters)| covered_clauses(chapters, &by_id));
            let all = total_text(CoverageTotal::count(shown), met.is_some());
            output::print_line(format_args!("{}All: {all}", books.collect::<String>()))?;
        }
        OutputFormat::Json => {
            let books: Vec<Value> =
                chapters.iter().map(|(book, chapters)| book_json(book, chapters, &by_id)).collect();
            let all = chapters.iter().flat_map(|(_, chapters)| covered_clauses(chapters, &by_id));
            let fights = met.is_some().then_some(fights);
            let total = CoverageTotal::count(all);
            output::print_json(&json!({ "fights_per_book": fights, "total": total, "books": books }))?;
        }
    }
    if stop.load(Ordering::Relaxed) {
        return Err(CliError::new("stopped early; only finished fights are counted"));
    }
    Ok(())
}

/// The coverage of the clauses of some chapters.
fn covered_clauses<'a>(
    chapters: &[&'static ClauseChapter],
    by_id: &BTreeMap<&str, &'a ClauseCoverage>,
) -> Vec<&'a ClauseCoverage> {
    let clauses = chapters.iter().flat_map(|chapter| &chapter.clauses);
    clauses.filter_map(|clause| by_id.get(clause.id.as_str()).copied()).collect()
}

fn book_text(
    book: &Catalogue,
    chapters: &[&'static ClauseChapter],
    by_id: &BTreeMap<&str, &ClauseCoverage>,
) -> String {
    let with_fights = by_id.values().any(|clause| clause.fights.is_some());
    let mut text = format!("{} ({})\n", book.book.name(), book.book.prefix());
    for chapter in chapters {
        let clauses = covered_clauses(&[chapter], by_id);
        if clauses.is_empty() {
            continue;
        }
        let total = total_text(CoverageTotal::count(clauses.iter().copied()), with_fights);
        text += &format!("\n{}: {}: {total}\n", chapter.id, chapter.title);
        for clause in clauses {
            text += &clause_text(clause);
        }
    }
    let all = covered_clauses(chapters, by_id);
    text + &format!("\n{}: {}\n\n", book.book.name(), total_text(CoverageTotal::count(all), with_fights))
}

fn clause_text(clause: &ClauseCoverage) -> String {
    let names = |names: &[String], none: &str| match names {
        [] => none.to_owned(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    };
    let shown = if clause.definition { "definition".to_owned() } else { names(&clause.scenes, "no scene") };
    let met = clause.fights.map(|fights| format!("  {fights} fights")).unwrap_or_default();
    format!("  {:<13} {}  {shown}{met}\n", clause.clause.id, names(&clause.tests, "no test"))
}

/// Describes a total: "24 clauses, 24 tested, 20 shown, 3 definitions, 1 neither".
fn total_text(total: CoverageTotal, with_fights: bool) -> String {
    let CoverageTotal { clauses, tested, shown, definitions, met } = total;
    let open = clauses.saturating_sub(shown + definitions);
    let met = if with_fights { format!(", {met} met in fights") } else { String::new() };
    format!(
        "{clauses} clauses, {tested} tested, {shown} shown, {definitions} definitions, {open} neither{met}"
    )
}

fn book_json(
    book: &Catalogue,
    chapters: &[&'static ClauseChapter],
    by_id: &BTreeMap<&str, &ClauseCoverage>,
) -> Value {
    let rows = chapters.iter().filter_map(|chapter| {
        let clauses = covered_clauses(&[chapter], by_id);
        let total = CoverageTotal::count(clauses.iter().copied());
        (!clauses.is_empty())
            .then(|| json!({ "id": chapter.id, "title": chapter.title, "total": total, "clauses": clauses }))
    });
    let total = CoverageTotal::count(covered_clauses(chapters, by_id));
    json!({ "book": book.book, "total": total, "chapters": rows.collect::<Vec<_>>() })
}

/// Plays fights of AI players under each book, over all shipped skirmishes in turn, and counts the fights that cite each
/// clause. The same number of fights gives the same result.
fn simulate_fights(
    content: &Content,
    books: &[Book],
    count: u32,
    stop: &AtomicBool,
) -> Result<MetClauses, CliError> {
    let results = thread::scope(|scope| {
        let threads: Vec<_> =
            books.iter().map(|book| scope.spawn(move || fights_under(content, *book, count, stop))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("invariant: fights catch their panics"))
            .collect::<Vec<_>>()
    });
    let mut met = MetClauses::new();
    for result in results {
        for (clause, fights) in result? {
            *met.entry(clause).or_default() += fights;
        }
    }
    Ok(met)
}

fn fights_under(
    content: &Content,
    book: Book,
    count: u32,
    stop: &AtomicBool,
) -> Result<MetClauses, CliError> {
    let ids: Vec<&String> = content.skirmishes.keys().collect();
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut runner = FightRunner::default();
    let mut met = MetClauses::new();
    for (number, id) in (0..count).zip(ids.iter().cycle()) {
        let bundle = content::bundle_skirmish(content, id, &overrides)?.into();
        let sides = content.skirmishes[*id].sides.len();
        let settings = vec![AiSettings { difficulty: Difficulty::Normal, personality: None }; sides];
        let setup = FightSetup {
            bundle: &bundle,
            ai_settings: &settings,
            seed: u64::from(number),
            keep_journal: false,
            observe_behaviour: false,
        };
        if runner.run(setup, stop).is_none() {
            break;
        }
        for clause in clauses::cited_clauses(runner.history()) {
            *met.entry(clause).or_default() += 1;
        }
    }
    Ok(met)
}
