//! `breachline sim --ladder`: difficulties against each other.

use std::sync::atomic::AtomicBool;

use super::super::{CliError, output};
use super::text_table::{format_percent, format_rows};
use super::{SimArgs, check_complete, progress};
use content::Content;
use rules::Book;
use sim::ladder::{
    self, DifficultyPair, LadderResults, LadderSkirmish, LadderTotals, MirroredFight, PairStanding,
};
use sim::{ResultFiles, UndecidedReason};

pub(super) fn run(sim: &SimArgs, content: &Content, stop: &AtomicBool) -> Result<(), CliError> {
    let pairs = if sim.pairs.is_empty() { DifficultyPair::default_pairs() } else { sim.pairs.clone() };
    let skirmishes_by_book = ladder_skirmishes(sim, content)?;
    let extent = sim.series_config();
    let mut files = ResultFiles::open(&sim.result_paths(), 2)?;
    let (first, end) =
        extent.shard.range(ladder::total_mirrored_fights(&pairs, &skirmishes_by_book, sim.runs));
    let wanted = 2 * (end - first);
    tracing::info!("{wanted} fights of {} pairs on {} threads", pairs.len(), extent.jobs);
    let bar = progress::progress_bar(wanted);
    let (mut sums, mut done) = (LadderTotals::default(), 0);
    ladder::run_ladder(
        &pairs,
        &skirmishes_by_book,
        &extent,
        stop,
        |mirrored: MirroredFight| -> Result<(), CliError> {
            bar.inc(2);
            done += 2;
            for record in &mirrored.fights {
                tracing::debug!("fight {}: {}", record.fight, record.ending());
                if let (Err(why @ UndecidedReason::Panicked { .. }), Some(journal)) =
                    (&record.result.end, &record.result.journal)
                {
                    let path = sim.journal_path(record, None);
                    storage::replace_file(&path, journal)
                        .map_err(|source| sim::SimError::Write { path: path.clone(), source })?;
                    let fight = record.fight;
                    let text = format!("fight {fight}: {why}; journal saved to {}", path.display());
                    bar.suspend(|| output::report(text));
                }
                files.add(record)?;
            }
            sums.add(&mirrored);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    files.finish()?;
    let table = sums.results(&pairs);
    if sim.json {
        let found = serde_json::json!({ "ladder": table });
        output::print_json(&sim.to_json(extent.shard, (done, wanted), found))?;
    } else {
        let head =
            format!("{done} fights with seed {}, mirrored in pairs; 95 % confidence intervals", sim.seed);
        output::print_lines(&[vec![head, String::new()], ladder_lines(&table)].concat())?;
    }
    check_complete(done, wanted)
}

/// The requested skirmishes and books, or all.
fn ladder_skirmishes(sim: &SimArgs, content: &Content) -> Result<Vec<LadderSkirmish>, CliError> {
    let skirmishes = match &sim.skirmish {
        Some(skirmish) => vec![skirmish.clone()],
        None => content.skirmishes.keys().cloned().collect(),
    };
    let books = sim.book.map_or_else(|| Book::ALL.to_vec(), |book| vec![book]);
    let mut skirmishes_by_book = Vec::new();
    for skirmish in &skirmishes {
        for book in &books {
            let base = sim::SweepBase { book: Some(*book), ..sim.sweep_base(skirmish) };
            for variant in sim::build_variants(content, &base, &[])? {
                match LadderSkirmish::new(variant) {
                    Ok(ground) => skirmishes_by_book.push(ground),
                    // Some skirmishes may have three sides.
                    Err(error) if sim.skirmish.is_some() => return Err(error.into()),
                    Err(error) => output::report(format_args!("{error}: skipped")),
                }
            }
        }
    }
    Ok(skirmishes_by_book)
}

fn ladder_lines(table: &LadderResults) -> Vec<String> {
    let books: Vec<&str> = Book::ALL
        .iter()
        .map(|book| book.id())
        .filter(|book| table.rows.iter().any(|row| row.books.contains_key(book)))
        .collect();
    let heads = ["wins of", "against", "fights", "ties", "all"].into_iter().chain(books.iter().copied());
    let mut rows: Vec<Vec<String>> = vec![heads.map(str::to_owned).collect()];
    for row in &table.rows {
        let PairStanding { fights, ties, share } = row.all;
        let mut cells =
            vec![row.upper.to_string(), row.lower.to_string(), fights.to_string(), ties.to_string()];
        cells.push(format_percent(share));
        let of_book =
            |book: &&str| row.books.get(book).map_or_else(|| "-".to_owned(), |one| format_percent(one.share));
        cells.extend(books.iter().map(of_book));
        rows.push(cells);
    }
    let mut lines = format_rows(&rows);
    lines.push(String::new());
    let mut rows = vec![vec!["difficulty".to_owned(), "points".to_owned()]];
    for rated in &table.ratings {
        let points = rated.points;
        let half = points.high.map_or(0.0, |high| high - points.value);
        rows.push(vec![rated.difficulty.to_string(), format!("{:.0} +- {half:.0}", points.value)]);
    }
    lines.extend(format_rows(&rows));
    if table.undecided > 0 {
        lines.extend([String::new(), format!("{} undecided fights", table.undecided)]);
    }
    lines
}
