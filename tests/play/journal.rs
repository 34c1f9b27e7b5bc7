//! Journals: saving, reading, undoing and replaying a fight.

use std::fs;
use std::path::Path;

use breachline::battle::journal;
use breachline::battle::journal::{Journal, JournalError, UndoError};
use breachline::battle::{self, Order, OrderError};
use breachline::model::UnitId;
use tempfile::TempDir;

use crate::common::{Fight, SHOT, Setup, gun, knife, sheet};

/// Two units that can harm each other.
fn setup() -> Setup {
    Setup::new().unit(0, (5, 5), sheet(), &[gun(5), knife()]).unit(1, (10, 5), sheet(), &[gun(5)])
}

fn fight() -> Fight {
    setup().start_battle(&[6, 5])
}

fn fair() -> Fight {
    setup().skirmish(|skirmish| skirmish.options.free_undo = false).start_battle(&[6, 5])
}

/// A walk, a shot with a question and its answer, a dropped item, and the end of two phases.
fn play(fight: &mut Fight) {
    fight.walk(1, &[(6, 5), (6, 6)]).expect("a walk");
    fight.land_against("full_defense", 1, 2, 0, SHOT, [2, 1, 0]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    fight.end();
    fight.end();
}

fn hash(fight: &mut Fight) -> u64 {
    battle::battle_hash(&mut fight.world)
}

fn read(path: &Path) -> Journal {
    Journal::read(path).expect("a journal")
}

fn replay(journal: Journal) -> (Fight, Result<(), JournalError>) {
    let mut world = battle::new_battle_world();
    let result = journal::restore_battle(&mut world, journal);
    (Fight { world }, result)
}

fn file() -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("deep/fight.journal");
    (folder, path)
}

/// A played fight in a file; the text, and the hash it ended with.
fn written() -> (TempDir, std::path::PathBuf, String, u64) {
    let (folder, path) = file();
    let mut fight = fight();
    fight.world.resource_mut::<Journal>().save_to(&path).expect("a folder to write in");
    play(&mut fight);
    let text = fs::read_to_string(&path).expect("it is there");
    (folder, path, text, hash(&mut fight))
}

#[test]
fn every_order_is_in_the_file_before_the_next() {
    let (_folder, path) = file();
    let mut fight = fight();
    fight.world.resource_mut::<Journal>().save_to(&path).expect("a folder to write in");
    for step in [(6, 5), (7, 5), (8, 5)] {
        fight.walk(1, &[step]).expect("a walk");
        let now = hash(&mut fight);
        let journal = read(&path);
        assert_eq!(journal.entries(), fight.world.resource::<Journal>().entries());
        assert_eq!(journal.entries().last().expect("an order").hash, now);
    }
    let early = fight.submit_error(Order::EndPhase { unit: UnitId(2) });
    assert!(matches!(early, OrderError::NotActing { .. }), "{early}");
    assert_eq!(read(&path).entries().len(), 3 + 3); // dice, two sides, three walks
}

#[test]
fn read_back_it_gives_the_same_hashes() {
    let (_folder, path, _, expected) = written();
    let journal = read(&path);
    assert!(journal.entries().iter().any(|entry| matches!(entry.order, Order::Decide { .. })));
    let (mut fight, result) = replay(journal);
    result.expect("every hash agrees");
    assert_eq!(hash(&mut fight), expected);
    assert_eq!(fight.view(|view| view.items().len()), 1);
}

#[test]
fn the_same_orders_give_the_same_hashes() {
    let run = || {
        let mut fight = setup().start_battle(&[]);
        for _ in 0..6 {
            let unit = fight.acting().expect("a unit acts");
            let other = 3 - unit;
            if fight.attack(unit, other, 0, SHOT).is_ok() && !fight.asked().is_empty() {
                fight.answer("standard");
            }
            if fight.outcome().is_none() && fight.acting() == Some(unit) {
                fight.end();
            }
            if fight.outcome().is_some() {
                break;
            }
        }
        fight.world.resource::<Journal>().entries().to_vec()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_journal_is_restored_over_a_running_fight() {
    let (_folder, path, _, expected) = written();
    let mut fight = fight();
    play(&mut fight);
    for _ in 0..2 {
        journal::restore_battle(&mut fight.world, read(&path)).expect("every hash agrees");
        assert_eq!(hash(&mut fight), expected);
        assert_eq!(fight.view(|view| view.items().len()), 1);
    }
}

#[test]
fn undo_restores_state_and_hash() {
    let mut fight = fight();
    play(&mut fight);
    let entries = fight.world.resource::<Journal>().entries().to_vec();
    for number in (1..entries.len()).rev() {
        let order = journal::undo_last_order(&mut fight.world).expect("tests may take everything back");
        assert_eq!(order, entries[number].order);
        assert_eq!(hash(&mut fight), entries[number - 1].hash, "before order {}", number + 1);
    }
    assert!(fight.view(|view| view.items().is_empty()));
    // Played again, it is the same fight.
    for entry in &entries[1..] {
        fight.submit(entry.order.clone());
    }
    assert_eq!(fight.world.resource::<Journal>().entries(), entries);
}

#[test]
fn undo_is_in_the_file() {
    let (_folder, path, _, _) = written();
    let (mut fight, result) = replay(read(&path));
    result.expect("every hash agrees");
    fight.world.resource_mut::<Journal>().save_to(&path).expect("a file to write in");
    journal::undo_last_order(&mut fight.world).expect("tests may take everything back");
    let now = hash(&mut fight);
    let journal = read(&path);
    assert_eq!(journal.entries().last().expect("an order").hash, now);
    let (mut again, result) = replay(journal);
    result.expect("every hash agrees");
    assert_eq!(hash(&mut again), now);
}

#[test]
fn older_journals_name_weapons_by_place() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(5), knife()])
        .unit(1, (15, 5), sheet(), &[knife()])
        .start_battle(&[6, 1]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    let now = hash(&mut fight);
    let text = fight.world.resource::<Journal>().to_text();
    // Without the gun, the knife was the first item.
    let old = text.replacen("\"slots\":true,", "", 1);
    let old = old.replacen(r#"{"Ready":{"unit":1,"weapon":1}}"#, r#"{"Ready":{"unit":1,"weapon":0}}"#, 1);
    assert_ne!(old, text);
    let (mut again, result) =
        replay(Journal::from_bytes(Path::new("old"), old.as_bytes()).expect("a journal"));
    result.expect("every hash agrees");
    assert_eq!(hash(&mut again), now);
    assert_eq!(again.world.resource::<Journal>().to_text(), text, "saved as a journal of today");
}

#[test]
fn fair_undo_stops_at_dice_and_questions() {
    let mut fight = fair();
    let before = hash(&mut fight);
    fight.walk(1, &[(6, 5)]).expect("a walk");
    journal::undo_last_order(&mut fight.world).expect("nothing was revealed");
    assert_eq!(hash(&mut fight), before);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(journal::undo_last_order(&mut fight.world), Err(UndoError::Revealed));
    fight.answer("standard");
    assert_eq!(journal::undo_last_order(&mut fight.world), Err(UndoError::Revealed));
    let after = hash(&mut fight);
    fight.walk(1, &[(6, 5)]).expect("a walk");
    journal::undo_last_order(&mut fight.world).expect("the walk alone");
    assert_eq!(hash(&mut fight), after);
    assert_eq!(journal::undo_last_order(&mut fight.world), Err(UndoError::Revealed));
}

#[test]
fn nothing_to_take_back() {
    let mut fight = setup().start_deployment();
    assert_eq!(journal::undo_last_order(&mut fight.world), Err(UndoError::Nothing));
}

#[test]
fn a_changed_hash_is_reported_with_its_number() {
    let (_folder, path, text, _) = written();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines[5].rfind("\"hash\":\"").expect("a hash") + 8;
    lines[5].replace_range(at..at + 16, "0123456789abcdef");
    fs::write(&path, lines.join("\n") + "\n").expect("to write");
    let (_, result) = replay(read(&path));
    assert!(
        matches!(result, Err(JournalError::Mismatch { number: 5, expected: 0x0123_4567_89ab_cdef, .. })),
        "{result:?}"
    );
}

#[test]
fn a_changed_order_is_reported_with_its_number() {
    let (_folder, path, text, _) = written();
    let other_square = text.replacen(
        r#""path":[{"x":6,"y":5},{"x":6,"y":6}]"#,
        r#""path":[{"x":6,"y":5},{"x":7,"y":5}]"#,
        1,
    );
    assert_ne!(other_square, text, "the walk is in the journal");
    fs::write(&path, other_square).expect("to write");
    assert!(matches!(replay(read(&path)).1, Err(JournalError::Mismatch { number: 4, .. })));
    let impossible = text.replacen(r#""path":[{"x":6,"y":5},{"x":6,"y":6}]"#, r#""path":[{"x":9,"y":9}]"#, 1);
    fs::write(&path, impossible).expect("to write");
    assert!(matches!(replay(read(&path)).1, Err(JournalError::Refused { number: 4, .. })));
}

#[test]
fn other_versions_and_other_files_are_refused() {
    let (_folder, path, text, _) = written();
    fs::write(&path, text.replacen("\"breachline\":2", "\"breachline\":3", 1)).expect("to write");
    assert!(matches!(Journal::read(&path), Err(JournalError::Version { found: 3, .. })));
    for text in ["", "{}", "hello", "{\"breachline\":2}"] {
        fs::write(&path, text).expect("to write");
        assert!(matches!(Journal::read(&path), Err(JournalError::Format { line: 1, .. })), "{text:?}");
    }
    fs::write(&path, [0xff, 0xfe]).expect("to write");
    assert!(matches!(Journal::read(&path), Err(JournalError::Format { .. })));
    assert!(matches!(Journal::read(Path::new("/nowhere/at/all")), Err(JournalError::Read { .. })));
}
