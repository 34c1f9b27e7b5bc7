//! A series of one skirmish: one variant, a grid of them, or all five books.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::super::Failure;
use super::{Sim, books, progress, show, stopped};
use content::Content;
use rules::Book;
use sim::{Files, Pairs, Record, SimError, Sums, Undecided, Vary};

pub(super) fn run(sim: &Sim, content: &Content, stop: &AtomicBool) -> Result<(), Failure> {
    let skirmish = sim.skirmish.as_deref().unwrap_or_default();
    let mut varies = sim.vary.clone();
    if sim.all_books {
        let values = Book::ALL.map(|book| book.id().to_owned()).to_vec();
        varies.insert(0, Vary { field: "book".to_owned(), values });
    }
    let variants = sim::grid(content, &sim.base(skirmish), &varies)?;
    let extent = sim.extent();
    extent.check()?;
    let themes: Vec<_> = variants.iter().map(|variant| Arc::clone(&variant.theme)).collect();
    let sides = themes.iter().map(|theme| theme.sides.len()).max().unwrap_or(0);
    let mut files = Files::open(&sim.files(), sides)?;
    if let Some(folder) = &sim.svg {
        std::fs::create_dir_all(folder).map_err(|source| SimError::Write { path: folder.clone(), source })?;
    }
    let mut sums: Vec<Sums> = themes.iter().cloned().map(Sums::new).collect();
    let mut pairs = Pairs::new(themes);
    let several = variants.len() > 1;
    let of_shard = extent.fights();
    let wanted = (of_shard.end() + 1 - of_shard.start()) * variants.len() as u64;
    let bar = progress::bar(wanted);
    let mut done = 0;
    sim::run(&variants, &extent, stop, |at, record: Record| -> Result<(), Failure> {
        bar.inc(1);
        done += 1;
        let number = several.then_some(at + 1);
        if let Some(journal) = &record.fought.journal {
            let path = sim.journal_path(&record, number);
            keep(&path, journal)?;
            if let Err(why @ Undecided::Panicked { .. }) = &record.fought.end {
                let fight = record.fight;
                bar.suspend(|| eprintln!("fight {fight}: {why}; its journal is {}", path.display()));
            }
        }
        files.add(&record)?;
        sums[at].add(&record);
        pairs.add(at, &record);
        Ok(())
    })?;
    bar.finish_and_clear();
    files.finish()?;
    let summaries: Vec<_> = sums.iter().map(Sums::summary).collect();
    let pictures = match &sim.svg {
        Some(folder) => sim::plots::write(folder, &summaries)?,
        None => Vec::new(),
    };
    let comparisons = pairs.comparisons();
    if sim.json {
        let found = serde_json::json!({ "summaries": summaries, "comparisons": comparisons });
        println!("{}", sim.answer(extent.shard, (done, wanted), found));
    } else {
        show::head(sim, &variants, done);
        if sim.all_books && sim.vary.is_empty() {
            books::show(&summaries);
        } else if several {
            show::grid(&summaries);
            show::comparisons(&comparisons);
        } else {
            summaries.iter().for_each(show::whole);
        }
        pictures.iter().for_each(|path| println!("{}", path.display()));
    }
    stopped(done, wanted)
}

/// Writes a journal.
fn keep(path: &Path, journal: &str) -> Result<(), SimError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    let written = made.and_then(|()| std::fs::write(path, journal));
    written.map_err(|source| SimError::Write { path: path.to_owned(), source })
}
