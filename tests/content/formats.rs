//! Files that this program and older ones have written can be read: battles and squads of every version of their formats.
//!
//! `tests/formats` holds, for each version of a format, its JSON schema and files that were written in it. A change of a type
//! that a journal or squad holds either keeps every file of this version readable with the same meaning, or raises the version.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy_ecs::world::World;
use breachline::battle;
use breachline::battle::Order;
use breachline::battle::journal::{self, FORMAT_VERSION, Journal, OLDEST_FORMAT};
use breachline::content::{self, SQUAD_FORMAT, SkirmishOverrides, Squad};
use breachline::model::Side;
use breachline::rules::Book;
use breachline::sim::fuzz::fuzz_player::FuzzPlayer;
use expect_test::{Expect, expect, expect_file};
use serde_json::Value;

use super::compatibility::incompatibilities;

/// Orders that are drawn for a recorded battle, valid or not.
const DRAWN_ORDERS: usize = 300;
/// Instructions for a format that has changed.
const WHAT_TO_DO: &str = "\
files of this version of the format could not be read any more, or would mean something else. Either keep the old form \
readable (a default for a new field, an alias for a new name), or raise the version of the format, read the older one \
(`migrate_bundle`), and record the new version with UPDATE_EXPECT=1.";

fn folder(kind: &str, version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/formats/{kind}-{version}"))
}

/// Compares a schema with the one recorded for its version: nothing may be lost, and additions are recorded.
fn check_schema(kind: &str, version: u32, schema: &Value) {
    let file = folder(kind, version).join("schema.json");
    if let Ok(text) = fs::read_to_string(&file) {
        let recorded: Value = serde_json::from_str(&text).expect("JSON");
        let lost = incompatibilities(&recorded, schema);
        assert!(lost.is_empty(), "{}\n{WHAT_TO_DO}", lost.join("\n"));
    }
    let mut schema = schema.clone();
    remove_descriptions(&mut schema);
    expect_file![file].assert_eq(&format!("{schema:#}\n"));
}

/// Removes texts that are only for readers.
fn remove_descriptions(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for key in ["description", "title", "$schema"] {
                if fields.get(key).is_some_and(Value::is_string) {
                    fields.remove(key);
                }
            }
            fields.values_mut().for_each(remove_descriptions);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_descriptions),
        _ => {}
    }
}

#[test]
fn journals_of_this_format_stay_readable() {
    check_schema("journal", FORMAT_VERSION, &journal::journal_schema());
}

#[test]
fn squads_of_this_format_stay_readable() {
    let schemas = content::file_schemas();
    let squad = schemas.iter().find(|schema| schema.name == "squad").expect("a schema");
    check_schema("squad", SQUAD_FORMAT, &squad.schema);
}

/// Plays random orders in a shipped skirmish, until the battlefield is left.
fn fought(book: Book) -> World {
    let loaded = content::load_content(&[super::shipped()]);
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let bundle = content::bundle_skirmish(&loaded.content, "lane", &overrides).expect("a skirmish");
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle), 7);
    let mut player = FuzzPlayer::new(3);
    for _ in 0..DRAWN_ORDERS {
        let order = battle::with_view(&mut world, |view| player.next_order(view));
        let _ = journal::submit_order(&mut world, order); // many are rejected
    }
    for order in [Order::Surrender { side: Side(0) }, Order::LeaveField] {
        let _ = journal::submit_order(&mut world, order); // the battle may be over
    }
    world
}

/// Writes a file of each book in this version of a format that has none yet.
fn record_missing(kind: &str, version: u32, ending: &str) {
    for book in Book::ALL {
        let path = folder(kind, version).join(format!("{}.{ending}", book.id()));
        if path.exists() {
            continue;
        }
        let mut world = fought(book);
        if kind == "journal" {
            fs::write(&path, world.resource::<Journal>().to_text()).expect("written");
        } else {
            let squad = battle::with_view(&mut world, |view| battle::surviving_squad(view, Side(1)));
            squad.expect("the battlefield was left").write(&path).expect("written");
        }
    }
}

/// Files of a version of a format, by name.
fn files(kind: &str, version: u32, ending: &str) -> Vec<PathBuf> {
    let is_new = version == if kind == "journal" { FORMAT_VERSION } else { SQUAD_FORMAT };
    if is_new && std::env::var_os("UPDATE_EXPECT").is_some() {
        record_missing(kind, version, ending);
    }
    let entries = fs::read_dir(folder(kind, version)).expect("files of every version are kept");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    for book in Book::ALL {
        let is_of_book = |path: &PathBuf| {
            path.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with(book.id()))
        };
        assert!(
            files.iter().any(is_of_book),
            "tests/formats/{kind}-{version} has no file of {}",
            book.name()
        );
    }
    files
}

/// A journal, the orders that replay with the same results, and what is said about the others.
fn replayed(path: &Path) -> String {
    let journal = Journal::read(path).unwrap_or_else(|error| panic!("{error}\n{WHAT_TO_DO}"));
    let mut world = battle::new_battle_world();
    let orders = journal.entries().len();
    journal::restore_valid_part(&mut world, journal);
    let journal = world.resource::<Journal>();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let why = journal.dropped().map_or(String::new(), |dropped| format!("; {dropped}"));
    assert_eq!(journal.header().breachline, FORMAT_VERSION, "it is written in this format from now on");
    format!("{name}: {} of {orders} orders{why}\n", journal.entries().len())
}

#[test]
fn journals_of_every_format_are_read() {
    let outcomes: Vec<Expect> = vec![
        expect![[r#"
        aberrant.jsonl: 94 of 94 orders
        attacks_and_damage.jsonl: 61 of 61 orders
        circumstances-early.jsonl: 2 of 26 orders; version 0.1.0 in format 1 wrote the file, and from line 4 on its rules are not those of this version; the orders before it are kept: after order 3 the state hash is 5a58f0c1be37ad67, the journal says a48dee516487c5c2
        circumstances.jsonl: 89 of 89 orders
        combat_checks.jsonl: 58 of 58 orders
        swan_song-early.jsonl: 2 of 29 orders; version 0.1.0 in format 1 wrote the file, and from line 4 on its rules are not those of this version; the orders before it are kept: after order 3 the state hash is 8fb79ffa1cb73a1b, the journal says 9ee396e94420bf12
        swan_song.jsonl: 54 of 54 orders
    "#]],
        expect![[r#"
        aberrant.jsonl: 123 of 123 orders
        attacks_and_damage.jsonl: 85 of 85 orders
        circumstances.jsonl: 113 of 113 orders
        combat_checks.jsonl: 82 of 82 orders
        swan_song.jsonl: 102 of 102 orders
    "#]],
    ];
    assert_eq!(outcomes.len(), (OLDEST_FORMAT..=FORMAT_VERSION).count());
    for (format, outcome) in (OLDEST_FORMAT..=FORMAT_VERSION).zip(outcomes) {
        outcome.assert_eq(
            &files("journal", format, "jsonl").iter().map(|path| replayed(path)).collect::<String>(),
        );
    }
}

#[test]
fn squads_of_every_format_are_read() {
    for format in 1..=SQUAD_FORMAT {
        for path in files("squad", format, "ron") {
            let squad = Squad::read(&path).unwrap_or_else(|error| panic!("{error}\n{WHAT_TO_DO}"));
            assert!(!squad.members.is_empty(), "{}", path.display());
        }
    }
}

#[test]
fn journals_of_unknown_formats_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.jsonl");
    let said = |header: &str| {
        fs::write(&path, format!("{header}\n")).expect("written");
        let said = Journal::read(&path).expect_err("it is refused").to_string();
        said.replace(&path.display().to_string(), "fight.jsonl")
    };
    expect!["fight.jsonl has journal format 3, and this version of the program reads formats 1 to 2; a newer version of the program wrote it and plays it"]
        .assert_eq(&said(r#"{"breachline":3,"program":"0.9.0","unknown":[]}"#));
    expect!["fight.jsonl was written by version 0.0.1 in journal format 1, and cannot be read any more (unknown field `unknown`, expected one of `breachline`, `program`, `save`, `seed`, `slots`, `digests`, `free_lines`, `bundle`); version 0.0.1 plays it"].assert_eq(&said(r#"{"breachline":1,"program":"0.0.1","seed":1,"unknown":[]}"#));
    expect!["fight.jsonl is not a journal: line 1: invalid type: sequence, expected a string"]
        .assert_eq(&said(r#"{"breachline":1,"seed":1,"bundle":[[]]}"#));
    expect!["fight.jsonl is not a journal: line 1: invalid length 1, expected struct JournalHeader with 8 elements"].assert_eq(&said("[1]"));
}
