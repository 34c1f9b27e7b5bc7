//! Measures how often each side of the skirmishes wins between AI players, and writes `assets/balance.ron`.
//!
//! `cargo run --release --no-default-features --example balance` plays 200 fights between hard AI players in every skirmish under its own
//! rulebook, and 100 under each other one; what the file has already is kept if the skirmish is the same. Names of skirmishes limit it to
//! those. `-- --check` plays nothing and exits with 1 if an entry is missing. Run it from the project's root.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the example reports to a developer")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::{fs, io};

use breachline::ai::Difficulty;
use breachline::content::{self, Content, ContentError, MeasuredWins, SkirmishBalance};
use breachline::rules::Book;
use breachline::sim::{self, SeriesConfig, Shard, SimError, SweepBase};
use clap::Parser;

/// The table in a content folder.
const FILE: &str = "balance.ron";
/// Heading of the table.
const HEADING: &str = "\
// How often each side of the skirmishes won between AI players, written by `cargo run --release --example balance`.
// The wins are in the order of the sides. The digest is that of the skirmish: an entry of one that was changed is not shown.
";

/// Measures the balance of skirmishes.
#[derive(Parser)]
struct Arguments {
    /// Skirmishes to measure; by default all.
    skirmishes: Vec<String>,
    /// Content folder whose table is written.
    #[arg(long, default_value = "assets")]
    assets: PathBuf,
    /// Fights under the skirmish's own rulebook.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    home_runs: u32,
    /// Fights under each other rulebook.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Seed of the series.
    #[arg(long, default_value_t = 5)]
    seed: u64,
    /// Difficulty of all AI players.
    #[arg(long, default_value = "hard")]
    difficulty: Difficulty,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Measure again what the table has.
    #[arg(long)]
    again: bool,
    /// Measure skirmishes under their own rulebooks alone.
    #[arg(long)]
    home_only: bool,
    /// Only report what is missing.
    #[arg(long)]
    check: bool,
}

/// Why the table could not be written.
#[derive(Debug, thiserror::Error)]
enum BalanceError {
    #[error("the content has errors: `breachline check {0}` lists them")]
    Content(PathBuf),
    #[error(transparent)]
    Skirmish(#[from] ContentError),
    #[error(transparent)]
    Series(#[from] SimError),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures what is missing and writes it; returns whether the table is complete.
fn run(arguments: &Arguments) -> Result<bool, BalanceError> {
    let loaded = content::load_content(std::slice::from_ref(&arguments.assets));
    if loaded.has_errors() {
        return Err(BalanceError::Content(arguments.assets.clone()));
    }
    let content = loaded.content;
    let mut table = content.balance.clone();
    let mut is_complete = true;
    for id in chosen_skirmishes(&content, arguments)? {
        for book in books_to_measure(&content, &id, arguments)? {
            if arguments.check {
                println!("{id}, {}: not measured", book.name());
                is_complete = false;
                continue;
            }
            let measured = measure(&content, (&id, book), arguments)?;
            println!(
                "{id}, {}: {:?} of {}, {} draws",
                book.name(),
                measured.wins,
                measured.fights,
                measured.draws
            );
            insert(&mut table, (&id, book), measured, arguments);
            write_table(&arguments.assets.join(FILE), &table)?;
        }
    }
    Ok(is_complete)
}

fn chosen_skirmishes(content: &Content, arguments: &Arguments) -> Result<Vec<String>, BalanceError> {
    if arguments.skirmishes.is_empty() {
        return Ok(content.skirmishes.keys().cloned().collect());
    }
    if let Some(id) = arguments.skirmishes.iter().find(|id| !content.skirmishes.contains_key(*id)) {
        return Err(ContentError::UnknownSkirmish { id: id.clone(), nearest: None }.into());
    }
    Ok(arguments.skirmishes.clone())
}

/// The rulebooks under which a skirmish was not measured in this way.
fn books_to_measure(content: &Content, id: &str, arguments: &Arguments) -> Result<Vec<Book>, ContentError> {
    let unmeasured = content.unmeasured_books(id)?;
    let balance = content.balance.get(id).filter(|balance| is_same_series(balance, arguments));
    let is_done = |book: &Book| {
        let fights =
            balance.and_then(|balance| balance.books.get(book)).map_or(0, |measured| measured.fights);
        !unmeasured.contains(book) && fights >= wanted_fights(content, (id, *book), arguments)
    };
    let is_asked = |book: &Book| !arguments.home_only || is_home(content, (id, *book));
    let is_due = |book: &Book| is_asked(book) && (arguments.again || !is_done(book));
    Ok(Book::ALL.into_iter().filter(is_due).collect())
}

fn is_same_series(balance: &SkirmishBalance, arguments: &Arguments) -> bool {
    balance.difficulty == arguments.difficulty.key() && balance.seed == arguments.seed
}

fn wanted_fights(content: &Content, place: (&str, Book), arguments: &Arguments) -> u32 {
    if is_home(content, place) { arguments.home_runs } else { arguments.runs }
}

/// Whether a rulebook is a skirmish's own.
fn is_home(content: &Content, (id, book): (&str, Book)) -> bool {
    content.skirmishes.get(id).is_some_and(|skirmish| skirmish.rules.book() == book)
}

/// Plays the fights of a skirmish under a rulebook.
fn measure(
    content: &Content,
    (id, book): (&str, Book),
    arguments: &Arguments,
) -> Result<MeasuredWins, BalanceError> {
    let base = SweepBase {
        skirmish: id.to_owned(),
        book: Some(book),
        difficulties: vec![arguments.difficulty],
        ..SweepBase::default()
    };
    let variants = sim::build_variants(content, &base, &[])?;
    let fights = wanted_fights(content, (id, book), arguments);
    let config = SeriesConfig {
        runs: u64::from(fights),
        seed: arguments.seed,
        shard: Shard::WHOLE,
        jobs: arguments.jobs,
        journals: BTreeSet::new(),
        behaviour: false,
    };
    let skirmish = &variants[0].bundle.skirmish;
    let mut measured = MeasuredWins {
        fights,
        wins: vec![0; skirmish.sides.len()],
        draws: 0,
        digest: content::skirmish_digest(skirmish),
    };
    sim::run_series(&variants, &config, &AtomicBool::new(false), |_, record| -> Result<(), SimError> {
        match record.result.winner() {
            Some(side) => measured.wins[usize::from(side.0)] += 1,
            None => measured.draws += u32::from(record.result.end.is_ok()),
        }
        Ok(())
    })?;
    Ok(measured)
}

/// Replaces an entry; those of another series are removed with it.
fn insert(
    table: &mut BTreeMap<String, SkirmishBalance>,
    (id, book): (&str, Book),
    measured: MeasuredWins,
    arguments: &Arguments,
) {
    let new = || SkirmishBalance {
        difficulty: arguments.difficulty.key().to_owned(),
        seed: arguments.seed,
        books: BTreeMap::new(),
    };
    let balance = table.entry(id.to_owned()).or_insert_with(new);
    if !is_same_series(balance, arguments) {
        *balance = new();
    }
    balance.books.insert(book, measured);
}

/// Writes the table with a line for each rulebook.
fn write_table(path: &Path, table: &BTreeMap<String, SkirmishBalance>) -> Result<(), BalanceError> {
    let mut text = format!("{HEADING}{{\n");
    for (id, balance) in table {
        let SkirmishBalance { difficulty, seed, books } = balance;
        let _ = writeln!(text, "    {id:?}: (difficulty: {difficulty:?}, seed: {seed}, books: {{");
        for (book, measured) in books {
            let MeasuredWins { fights, wins, draws, digest } = measured;
            let key = book.id();
            let _ = writeln!(
                text,
                "        {key}: (fights: {fights}, wins: {wins:?}, draws: {draws}, digest: {digest:?}),"
            );
        }
        text.push_str("    }),\n");
    }
    text.push_str("}\n");
    fs::write(path, text).map_err(|source| BalanceError::File { path: path.to_owned(), source })
}
