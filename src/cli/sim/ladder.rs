//! `breachline sim --ladder`: levels against levels.

use std::sync::atomic::AtomicBool;

use super::super::Failure;
use super::table::{percent, print};
use super::{Sim, progress, stopped};
use content::Content;
use rules::Book;
use sim::ladder::{self, Ground, Mirrored, Pair, Standing, Sums, Table};
use sim::{Files, Undecided};

pub(super) fn run(sim: &Sim, content: &Content, stop: &AtomicBool) -> Result<(), Failure> {
    let pairs = if sim.pairs.is_empty() { Pair::usual() } else { sim.pairs.clone() };
    let grounds = grounds(sim, content)?;
    let extent = sim.extent();
    let mut files = Files::open(&sim.files(), 2)?;
    let (first, end) = extent.shard.part(ladder::total(&pairs, &grounds, sim.runs));
    let wanted = 2 * (end - first);
    let bar = progress::bar(wanted);
    let (mut sums, mut done) = (Sums::default(), 0);
    ladder::run(&pairs, &grounds, &extent, stop, |mirrored: Mirrored| -> Result<(), Failure> {
        bar.inc(2);
        done += 2;
        for record in &mirrored.fights {
            if let (Err(why @ Undecided::Panicked { .. }), Some(journal)) =
                (&record.fought.end, &record.fought.journal)
            {
                let path = sim.journal_path(record, None);
                std::fs::write(&path, journal)
                    .map_err(|source| sim::SimError::Write { path: path.clone(), source })?;
                let fight = record.fight;
                bar.suspend(|| eprintln!("fight {fight}: {why}; its journal is {}", path.display()));
            }
            files.add(record)?;
        }
        sums.add(&mirrored);
        Ok(())
    })?;
    bar.finish_and_clear();
    files.finish()?;
    let table = sums.table(&pairs);
    if sim.json {
        let found = serde_json::json!({ "ladder": table });
        println!("{}", sim.answer(extent.shard, (done, wanted), found));
    } else {
        println!(
            "{done} fights of seed {}, two to each mirrored one; intervals hold 95 of 100 times",
            sim.seed
        );
        println!();
        show(&table);
    }
    stopped(done, wanted)
}

/// The skirmishes and books that are asked for, or all.
fn grounds(sim: &Sim, content: &Content) -> Result<Vec<Ground>, Failure> {
    let skirmishes = match &sim.skirmish {
        Some(skirmish) => vec![skirmish.clone()],
        None => content.skirmishes.keys().cloned().collect(),
    };
    let books = sim.book.map_or_else(|| Book::ALL.to_vec(), |book| vec![book]);
    let mut grounds = Vec::new();
    for skirmish in &skirmishes {
        for book in &books {
            let base = sim::Base { book: Some(*book), ..sim.base(skirmish) };
            for variant in sim::grid(content, &base, &[])? {
                match Ground::new(variant) {
                    Ok(ground) => grounds.push(ground),
                    // Among all skirmishes some may be for three.
                    Err(error) if sim.skirmish.is_some() => return Err(error.into()),
                    Err(error) => eprintln!("{error}: left out"),
                }
            }
        }
    }
    Ok(grounds)
}

fn show(table: &Table) {
    let books: Vec<&str> = Book::ALL
        .iter()
        .map(|book| book.id())
        .filter(|book| table.rows.iter().any(|row| row.books.contains_key(book)))
        .collect();
    let heads = ["wins of", "against", "fights", "ties", "all"].into_iter().chain(books.iter().copied());
    let mut rows: Vec<Vec<String>> = vec![heads.map(str::to_owned).collect()];
    for row in &table.rows {
        let Standing { fights, ties, share } = row.all;
        let mut cells =
            vec![row.upper.to_string(), row.lower.to_string(), fights.to_string(), ties.to_string()];
        cells.push(percent(share));
        let of_book =
            |book: &&str| row.books.get(book).map_or_else(|| "-".to_owned(), |one| percent(one.share));
        cells.extend(books.iter().map(of_book));
        rows.push(cells);
    }
    print(&rows);
    println!();
    let mut rows = vec![vec!["level".to_owned(), "points".to_owned()]];
    for rated in &table.ratings {
        let points = rated.points;
        let half = points.high.map_or(0.0, |high| high - points.value);
        rows.push(vec![rated.level.to_string(), format!("{:.0} +- {half:.0}", points.value)]);
    }
    print(&rows);
    if table.undecided > 0 {
        println!();
        println!("{} fights are undecided", table.undecided);
    }
}
