//! `breachline fuzz`: plays random orders to find bugs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;

use super::enum_parser::book_parser;
use super::{CliError, OutputFormat, output, stop_signal};

use content::ContentFolder;
use rules::Book;
use sim::{FuzzCoverage, FuzzRun};

/// Orders between two progress lines.
const ORDERS_PER_REPORT: u64 = 50_000;

/// Plays random orders and checks all invariants after each.
#[derive(Args, Debug)]
pub struct FuzzArgs {
    /// Rulebook of all battles.
    #[arg(long, value_parser = book_parser(), default_value = Book::default().id())]
    book: Book,
    /// Number of orders, legal or not.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    orders: u64,
    /// Seed of orders and dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Orders between two replays of the battle so far.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    replay_every: u64,
    /// Where to save the journal of a failing battle.
    #[arg(long, value_name = "FILE", default_value = "broken.jsonl")]
    journal: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(fuzz: &FuzzArgs, assets: &ContentFolder) -> Result<(), CliError> {
    // Hours later it would be too late to say so.
    output::check_file(&fuzz.journal)?;
    let loaded = content::load_content(std::slice::from_ref(assets));
    let fuzz_run = FuzzRun::new(&loaded.content, fuzz.book, fuzz.seed);
    let mut fuzz_run = fuzz_run.ok_or_else(|| CliError::new("no skirmish supports this book"))?;
    let stop = stop_signal::stop_on_signal()?;
    tracing::info!("{} orders under {}, seed {}", fuzz.orders, fuzz.book.name(), fuzz.seed);
    let start = Instant::now();
    let mut left = fuzz.orders;
    while left > 0 && !stop.load(Ordering::Relaxed) {
        let some = left.min(ORDERS_PER_REPORT);
        left -= some;
        let run = catch_unwind(AssertUnwindSafe(|| fuzz_run.run(some, fuzz.replay_every, &stop)));
        let (sentence, journal) = match run {
            Ok(Ok(())) => {
                let FuzzCoverage { fights, .. } = fuzz_run.coverage;
                output::report(format_args!("{} orders, {fights} battles", fuzz_run.coverage.given()));
                continue;
            }
            Ok(Err(failure)) => (failure.to_string(), failure.journal),
            Err(_) => {
                let (journal, order) = fuzz_run.journal_so_far();
                (format!("the program panicked on {order:?}"), journal)
            }
        };
        storage::replace_file(&fuzz.journal, journal)
            .map_err(|error| lost_journal(fuzz, &sentence, &error))?;
        print_coverage(fuzz, &fuzz_run.coverage, start)?;
        let file = fuzz.journal.display();
        output::report(format_args!("breachline: {sentence}"));
        return Err(CliError::new(format!(
            "the battle up to there is in {file}: `breachline replay {file} --show` plays it"
        )));
    }
    print_coverage(fuzz, &fuzz_run.coverage, start)?;
    let given = fuzz_run.coverage.given();
    if given < fuzz.orders && stop.load(Ordering::Relaxed) {
        return Err(CliError::new(format!(
            "stopped after {given} of {} orders, without a fault",
            fuzz.orders
        )));
    }
    Ok(())
}

/// A failure whose journal cannot be written, as on a disk that has become full. The same seed gives it again.
fn lost_journal(fuzz: &FuzzArgs, sentence: &str, error: &std::io::Error) -> CliError {
    let (file, book, seed, orders) = (fuzz.journal.display(), fuzz.book.id(), fuzz.seed, fuzz.orders);
    CliError::new(format!(
        "{sentence}; cannot write {file}: {error}; `breachline fuzz --book {book} --seed {seed} --orders {orders}` \
         with another `--journal` repeats it"
    ))
}

fn print_coverage(fuzz: &FuzzArgs, counters: &FuzzCoverage, start: Instant) -> Result<(), CliError> {
    let seconds = start.elapsed().as_secs_f64();
    if fuzz.format == OutputFormat::Json {
        let answer = serde_json::json!({
            "book": fuzz.book.id(),
            "seed": fuzz.seed,
            "given": counters.given(),
            "accepted": counters.accepted,
            "answered": counters.answered,
            "refused": counters.refused,
            "sorts": counters.sorts,
            "details": counters.details,
            "fights": counters.fights,
            "ended": counters.ended,
            "carried": counters.carried,
            "switched": counters.switched,
            "undone": counters.undone,
            "verified": counters.verified,
            "skirmishes": counters.skirmishes,
        });
        return output::print_json(&answer);
    }
    let mut lines = Vec::new();
    lines.push(format!(
        "{}, seed {}: {} orders, {} accepted, {} of them answers, in {seconds:.0} s",
        fuzz.book.name(),
        fuzz.seed,
        counters.given(),
        counters.accepted,
        counters.answered
    ));
    lines.push(format!(
        "{} battles, {} of them finished, {} with the previous squad, {} with random house rules",
        counters.fights, counters.ended, counters.carried, counters.switched
    ));
    lines.push(format!(
        "{} orders undone; {} journals replayed and loaded without difference",
        counters.undone, counters.verified
    ));
    let list = |pairs: Vec<String>| pairs.join(", ");
    lines.push(format!(
        "skirmishes: {}",
        list(counters.skirmishes.iter().map(|(id, count)| format!("{id} {count}")).collect())
    ));
    lines.push(format!("{:32}{:>10}{:>10}{:>10}", "", "given", "done", "refused"));
    for (sort, (given, done)) in counters.sorts.iter().chain(&counters.details) {
        lines.push(format!("{sort:32}{given:>10}{done:>10}{:>10}", given - done));
    }
    let refused = counters.refused.iter().map(|(kind, count)| format!("{kind} {count}"));
    lines.push(format!("refused: {}", list(refused.collect())));
    output::print_lines(&lines)
}
