//! A series of one skirmish: one variant, a grid of variants, or all five books.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;

use super::super::{CliError, output};
use super::{SimArgs, behaviour_table, book_table, check_complete, progress, summary_text};
use content::Content;
use rules::Book;
use sim::{
    BehaviourReport, FightRecord, PairedComparison, ResultFiles, SeriesSummary, SeriesTotals, SimError,
    SweepField, UndecidedReason, Variant, VariantComparison,
};

pub(super) fn run(sim: &SimArgs, content: &Content, stop: &AtomicBool) -> Result<(), CliError> {
    let variants = build_variants(sim, content)?;
    let extent = sim.series_config();
    extent.validate()?;
    let themes: Vec<_> = variants.iter().map(|variant| Arc::clone(&variant.info)).collect();
    let sides = themes.iter().map(|theme| theme.sides.len()).max().unwrap_or(0);
    sim.check_journal_files(variants.len())?;
    let mut files = ResultFiles::open(&sim.result_paths(), sides)?;
    if let Some(folder) = &sim.svg {
        std::fs::create_dir_all(folder).map_err(|source| SimError::Write { path: folder.clone(), source })?;
    }
    let mut sums: Vec<SeriesTotals> = themes.iter().cloned().map(SeriesTotals::new).collect();
    let mut behaviour = vec![BehaviourReport::default(); themes.len()];
    let names: Vec<String> = themes.iter().map(|theme| behaviour_table::variant_name(theme)).collect();
    let mut pairs = PairedComparison::new(themes);
    let several = variants.len() > 1;
    let of_shard = extent.fight_numbers();
    let wanted = (of_shard.end() + 1 - of_shard.start()) * variants.len() as u64;
    tracing::info!("{wanted} fights of {} variants on {} threads", variants.len(), extent.jobs);
    let bar = progress::progress_bar(wanted);
    let mut done = 0;
    sim::run_series(&variants, &extent, stop, |at, record: FightRecord| -> Result<(), CliError> {
        bar.inc(1);
        tracing::debug!("fight {} {}: {}", record.fight, record.variant.variant, record.ending());
        done += 1;
        save_fight(sim, &record, several.then_some(at + 1), &bar)?;
        files.add(&record)?;
        sums[at].add(&record);
        if let Some(report) = &record.result.behaviour {
            behaviour[at].add(report);
        }
        pairs.add(at, &record);
        Ok(())
    })?;
    bar.finish_and_clear();
    files.finish()?;
    let summaries: Vec<_> = sums.iter().map(SeriesTotals::summary).collect();
    let pictures = match &sim.svg {
        Some(folder) => sim::output::plots::write_plots(folder, &summaries)?,
        None => Vec::new(),
    };
    let comparisons = pairs.comparisons();
    if sim.json {
        let mut found = serde_json::json!({ "summaries": summaries, "comparisons": comparisons });
        if sim.behaviour {
            found["behaviour"] = behaviour.iter().map(behaviour_table::report_json).collect();
        }
        output::print_json(&sim.to_json(extent.shard, (done, wanted), found))?;
    } else {
        let mut lines = summary_text::header_lines(sim, &variants, done);
        lines.extend(result_lines(sim, &summaries, &comparisons));
        if sim.behaviour {
            let reports = names.iter().map(String::as_str).zip(&behaviour);
            lines.extend(reports.flat_map(|(name, report)| behaviour_table::report_lines(name, report)));
        }
        lines.extend(pictures.iter().map(|path| path.display().to_string()));
        output::print_lines(&lines)?;
    }
    check_complete(done, wanted)
}

/// Builds the variants of the skirmish: a grid of those that are varied, under each book if all are compared.
///
/// # Errors
/// The skirmish or a varied field is unknown, or a value does not fit.
fn build_variants(sim: &SimArgs, content: &Content) -> Result<Vec<Variant>, SimError> {
    let skirmish = sim.skirmish.as_deref().unwrap_or_default();
    let mut varies = sim.vary.clone();
    if sim.all_books {
        let values = Book::ALL.map(|book| book.id().to_owned()).to_vec();
        varies.insert(0, SweepField { field: "book".to_owned(), values });
    }
    sim::build_variants(content, &sim.sweep_base(skirmish), &varies)
}

/// Writes the journal of a fight if it has one, and reports a fight that panicked. `number` is that of the variant, if there
/// are several.
///
/// # Errors
/// The file cannot be written.
fn save_fight(
    sim: &SimArgs,
    record: &FightRecord,
    number: Option<usize>,
    bar: &ProgressBar,
) -> Result<(), SimError> {
    let Some(journal) = &record.result.journal else { return Ok(()) };
    let path = sim.journal_path(record, number);
    storage::replace_file(&path, journal).map_err(|source| SimError::Write { path: path.clone(), source })?;
    if let Err(why @ UndecidedReason::Panicked { .. }) = &record.result.end {
        let text = format!("fight {}: {why}; journal saved to {}", record.fight, path.display());
        bar.suspend(|| output::report(text));
    }
    Ok(())
}

/// Writes the results as tables: of the books, of several variants, or of the only one.
fn result_lines(
    sim: &SimArgs,
    summaries: &[SeriesSummary],
    comparisons: &[VariantComparison],
) -> Vec<String> {
    if sim.all_books && sim.vary.is_empty() {
        return book_table::book_table_lines(summaries);
    }
    if summaries.len() > 1 {
        let mut lines = summary_text::variant_table_lines(summaries);
        lines.extend(summary_text::comparison_lines(comparisons));
        return lines;
    }
    summaries.iter().flat_map(summary_text::summary_lines).collect()
}
