//! A log that was kept during a battle tells every event in the words of one that is written at the end.

use breachline::ai::{self, AiPlayer, Difficulty};
use breachline::battle::{History, OrderRecord};
use breachline::battle_log::log_text::{LogWriter, entry_ranges, plain_line, plain_text};
use breachline::rules::Book;
use rstest::rstest;

use crate::common::Fight;
use crate::five_books::begin;

/// Most orders of a battle that are compared.
const MOST_ORDERS: u64 = 400;

/// The lines of the entries of a log from one on, with the headline of each.
fn entries_from(fight: &mut Fight, first: usize) -> Vec<Vec<String>> {
    let records: Vec<OrderRecord> = fight.world.resource::<History>().records().to_vec();
    fight.view(|view| {
        let ranges = entry_ranges(&records).into_iter().skip(first);
        let entries = ranges.map(|range| LogWriter::new(view).write_entry(&records, range));
        let written = entries.map(|entry| {
            let entry = entry.expect("there is no fog of war");
            [plain_text(&entry.head)].into_iter().chain(entry.after.iter().map(plain_line)).collect()
        });
        written.collect()
    })
}

#[rstest]
fn an_event_is_told_by_the_same_words_at_once_and_at_the_end(
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    book: Book,
) {
    let mut fight = begin("warehouse", book, &[]);
    let mut kept: Vec<Vec<String>> = Vec::new();
    for number in 0..MOST_ORDERS {
        // The last entry may get answers, as in the window.
        kept.truncate(kept.len().saturating_sub(1));
        let news = entries_from(&mut fight, kept.len());
        kept.extend(news);
        let player = AiPlayer::new(Difficulty::Easy, number);
        let Some(decision) = ai::decide(&mut fight.world, &player) else { break };
        fight.submit(decision.order);
    }
    let written = entries_from(&mut fight, 0);
    for (number, (kept, written)) in kept.iter().zip(&written).enumerate().take(kept.len().saturating_sub(1))
    {
        assert_eq!(kept, written, "{book:?}, entry {number}");
    }
    assert!(kept.len() > 30, "{book:?}: {} entries", kept.len());
}
