//! `breachline sim --win-chance`: win chances against the results of fights.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::super::{CliError, output};
use super::{SimArgs, check_complete, progress};
use ai::WinChanceModel;
use content::Content;
use rules::Book;
use sim::win_chance_series::{self, SampledFight};
use sim::{SimError, SweepBase, Variant};

/// Largest file with positions that is read.
const MAX_POSITIONS_BYTES: u64 = 1 << 30;
/// Coefficients are fitted to one in so many fights; the others test them.
const FITTED_PART: usize = 2;
/// Heading of the file with the coefficients.
const HEADING: &str = "// Win chances by book: coefficients of a logistic regression on features of a position, see `src/ai/win_chance.rs`.\n// Written by `breachline sim --win-chance --fit`, see `docs/simulator.md`.\n";

pub(super) fn run(sim: &SimArgs, content: &Content, stop: &AtomicBool) -> Result<(), CliError> {
    sim.fit.iter().chain(&sim.positions).try_for_each(|file| output::check_file(file))?;
    let books = sim.book.map_or_else(|| Book::ALL.to_vec(), |book| vec![book]);
    let wanted = sim.runs * books.len() as u64;
    let fights = match sim.positions.as_ref().filter(|file| file.exists()) {
        Some(file) => SampledFight::read(&read_text(file)?)?,
        None => play_fights(sim, content, &books, stop)?,
    };
    let mut model = WinChanceModel::shipped().clone();
    let mut found = Vec::new();
    for book in books {
        let of_book: Vec<SampledFight> = fights.iter().filter(|fight| fight.book == book).cloned().collect();
        let fitted = if sim.fit.is_some() { of_book.len() / FITTED_PART } else { 0 };
        let (fit, held_out) = of_book.split_at(fitted);
        if fitted > 0 {
            win_chance_series::fit_book(&mut model, book, fit);
        }
        let calibration = win_chance_series::calibrate(&model, book, held_out);
        if !sim.json {
            let head = format!("{}: fitted to {fitted} fights, tested on {}", book.name(), held_out.len());
            output::print_lines(&[head, calibration.to_string(), String::new()])?;
        }
        found.push(serde_json::json!({
            "book": book.id(),
            "fitted_fights": fitted,
            "tested_fights": held_out.len(),
            "calibration": calibration,
        }));
    }
    let done = fights.len() as u64;
    if let Some(file) = &sim.fit {
        write_text(file, &format!("{HEADING}{}\n", model.to_text()))?;
    }
    if sim.json {
        let found = serde_json::json!({ "win_chance": found });
        output::print_json(&sim.to_json(sim.series_config().shard, (done, wanted), found))?;
    }
    if sim.positions.as_ref().is_some_and(|file| file.exists()) {
        return Ok(());
    }
    check_complete(done, wanted)
}

/// Plays the fights of all books, and writes their positions to a file if one is named.
fn play_fights(
    sim: &SimArgs,
    content: &Content,
    books: &[Book],
    stop: &AtomicBool,
) -> Result<Vec<SampledFight>, CliError> {
    let extent = sim.series_config();
    let bar = progress::progress_bar(sim.runs * books.len() as u64);
    let mut fights = Vec::new();
    for book in books {
        let variants = two_sided_variants(sim, content, *book)?;
        win_chance_series::sample_positions(&variants, &extent, stop, |fight| -> Result<(), CliError> {
            bar.inc(1);
            fights.push(fight);
            Ok(())
        })?;
    }
    bar.finish_and_clear();
    if let Some(file) = &sim.positions {
        let rows = fights.iter().flat_map(SampledFight::rows);
        let lines: Vec<String> = [SampledFight::columns()].into_iter().chain(rows).collect();
        write_text(file, &(lines.join("\n") + "\n"))?;
    }
    Ok(fights)
}

/// The named skirmish, or all with two sides.
fn two_sided_variants(sim: &SimArgs, content: &Content, book: Book) -> Result<Vec<Variant>, CliError> {
    let named = sim.skirmish.as_ref().map_or_else(|| content.skirmishes.keys().collect(), |one| vec![one]);
    let mut variants = Vec::new();
    for skirmish in named {
        let base = SweepBase { book: Some(book), ..sim.sweep_base(skirmish) };
        let built = sim::build_variants(content, &base, &[])?;
        variants.extend(built.into_iter().filter(|variant| variant.info.sides.len() == 2));
    }
    match variants.is_empty() {
        true => Err(CliError::missing("win chances are known for skirmishes with two sides only")),
        false => Ok(variants),
    }
}

fn read_text(file: &Path) -> Result<String, CliError> {
    let failed =
        |error: &dyn std::fmt::Display| CliError::new(format!("cannot read {}: {error}", file.display()));
    let bytes = storage::read_regular_file(file, MAX_POSITIONS_BYTES).map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

fn write_text(file: &Path, text: &str) -> Result<(), CliError> {
    storage::replace_file(file, text)
        .map_err(|source| SimError::Write { path: file.to_owned(), source }.into())
}
