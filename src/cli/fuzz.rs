//! `breachline chaos`: fights by players who know no rules, to find what breaks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::play::parse_book;
use super::{CliError, OutputFormat};

use content::paths;
use rules::Book;
use sim::{FuzzCoverage, FuzzRun};

/// Orders between two reports of how far it has come.
const ORDERS_PER_REPORT: u64 = 50_000;

/// Plays with orders that make no sense, and looks at everything after each.
#[derive(Args, Debug)]
pub struct FuzzArgs {
    /// Rulebook of all fights: `swan_song`, `aberrant`, `attacks_and_damage`, `circumstances` or `combat_checks`.
    #[arg(long, value_parser = parse_book, default_value = "swan_song")]
    book: Book,
    /// Orders to give, allowed or not.
    #[arg(long, default_value_t = 100_000)]
    orders: u64,
    /// Seed of players and dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Orders between two replays of the fight so far.
    #[arg(long, default_value_t = 500)]
    replay_every: u64,
    /// Where the journal of a fight that breaks is written.
    #[arg(long, value_name = "FILE", default_value = "broken.jsonl")]
    journal: PathBuf,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(chaos: &FuzzArgs, assets: Option<&Path>) -> Result<(), CliError> {
    let loaded = content::load_content(&[paths::asset_root(assets)]);
    let trial = FuzzRun::new(&loaded.content, chaos.book, chaos.seed);
    let mut trial = trial.ok_or_else(|| CliError::new("no skirmish can be played under this book"))?;
    let start = Instant::now();
    let mut left = chaos.orders;
    while left > 0 {
        let some = left.min(ORDERS_PER_REPORT);
        left -= some;
        let run = catch_unwind(AssertUnwindSafe(|| trial.run(some, chaos.replay_every)));
        let (sentence, journal) = match run {
            Ok(Ok(())) => {
                eprintln!("{} orders, {} fights", trial.coverage.given(), trial.coverage.fights);
                continue;
            }
            Ok(Err(failure)) => (failure.to_string(), failure.journal),
            Err(_) => {
                let (journal, order) = trial.journal_so_far();
                (format!("the program gave up on {order:?}"), journal)
            }
        };
        print_coverage(chaos, &trial.coverage, start);
        std::fs::write(&chaos.journal, journal)?;
        let file = chaos.journal.display();
        return Err(CliError::new(format!(
            "{sentence}\nThe fight up to there is in {file}: `breachline replay {file} --show` plays it."
        )));
    }
    print_coverage(chaos, &trial.coverage, start);
    Ok(())
}

fn print_coverage(chaos: &FuzzArgs, counters: &FuzzCoverage, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    if chaos.format == OutputFormat::Json {
        let answer = serde_json::json!({
            "book": chaos.book.id(),
            "seed": chaos.seed,
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
        println!("{answer:#}");
        return;
    }
    println!(
        "{}, seed {}: {} orders given, {} carried out, {} of them answers, in {seconds:.0} s",
        chaos.book.name(),
        chaos.seed,
        counters.given(),
        counters.accepted,
        counters.answered
    );
    println!(
        "{} fights, {} of them ended, {} with a squad of the fight before, {} with switches set at random",
        counters.fights, counters.ended, counters.carried, counters.switched
    );
    println!(
        "{} orders taken back; {} journals replayed and loaded agree",
        counters.undone, counters.verified
    );
    let list = |pairs: Vec<String>| pairs.join(", ");
    println!(
        "fights: {}",
        list(counters.skirmishes.iter().map(|(id, count)| format!("{id} {count}")).collect())
    );
    println!("{:32}{:>10}{:>10}{:>10}", "", "given", "done", "refused");
    for (sort, (given, done)) in counters.sorts.iter().chain(&counters.details) {
        println!("{sort:32}{given:>10}{done:>10}{:>10}", given - done);
    }
    let refused = counters.refused.iter().map(|(kind, count)| format!("{kind} {count}"));
    println!("refused: {}", list(refused.collect()));
}
