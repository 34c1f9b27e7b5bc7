//! Journals of battles with many units.

use super::*;
use crate::engine::battle_plugin::new_battle_world;
use crate::state::resources::RoundState;
use content::{Objective, SkirmishOverrides, bundle_skirmish, load_content};
use model::{Cell, Side};

/// Units of one kind: so many that hundreds of coins are tossed among tied ones.
const UNITS: u32 = 200;

/// A skirmish of many units on open ground.
fn crowd() -> Arc<SkirmishBundle> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = load_content(&[assets]);
    let mut bundle = bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default())
        .expect("a shipped skirmish");
    let skirmish = &mut bundle.skirmish;
    let map = &mut skirmish.map;
    (map.width, map.height) = (UNITS as u16, 10);
    map.palette.truncate(1);
    map.terrain = vec![0; usize::from(map.width) * usize::from(map.height)];
    map.barriers.clear();
    map.zones.clear();
    skirmish.sides.iter_mut().for_each(|side| side.deployment = None);
    let first = skirmish.units[0].clone();
    let units = (0..UNITS).map(|number| {
        let mut unit = first.clone();
        (unit.name, unit.side) = (format!("Unit {number}"), (number % 2) as u8);
        unit.cell = Cell::new(number as i32, 9 * (number % 2) as i32);
        unit
    });
    skirmish.units = units.collect();
    skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }];
    Arc::new(bundle)
}

/// The text and the last hash of a journal of some orders; as an older program writes it, if it does not digest coins.
fn play(bundle: &Arc<SkirmishBundle>, digests: bool) -> (String, u64) {
    let mut world = new_battle_world();
    begin_battle(&mut world, Arc::clone(bundle), 7);
    world.resource_mut::<BattleSetup>().digests_coins = digests;
    world.resource_mut::<Journal>().header.digests = digests;
    for side in [0, 1] {
        submit_order(&mut world, Order::Begin { side: Side(side) }).expect("a side may begin");
    }
    for _ in 0..3 {
        let unit = world.resource::<RoundState>().acting().expect("a unit acts");
        submit_order(&mut world, Order::EndPhase { unit }).expect("a phase may end");
    }
    let journal = world.resource::<Journal>();
    (journal.to_text(), journal.entries.last().expect("orders were given").hash)
}

fn restore(text: &str) -> Result<(), JournalError> {
    let journal = Journal::from_bytes(Path::new("memory"), text.as_bytes())?;
    restore_battle(&mut new_battle_world(), journal)
}

#[test]
fn hashes_of_older_journals_have_all_coin_tosses() {
    let bundle = crowd();
    assert!(Journal::new(Arc::clone(&bundle), 7).header.digests);
    let ((old, old_hash), (new, new_hash)) = (play(&bundle, false), play(&bundle, true));
    assert_ne!(old_hash, new_hash);
    assert!(!old.contains("digests") && new.contains(r#""digests":true"#));
    restore(&old).expect("the same hashes");
    restore(&new).expect("the same hashes");
    let renamed = new.replace(r#""digests":true,"#, "");
    assert!(matches!(restore(&renamed), Err(JournalError::Mismatch { .. })));
}

#[test]
fn what_a_message_quotes_of_a_header_is_short_and_visible() {
    let text = Journal::new(crowd(), 7).to_text();
    let refused = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        Journal::from_bytes(Path::new("memory"), changed.as_bytes()).expect_err("refused").to_string()
    };
    let version = format!(r#""program":"{PROGRAM_VERSION}""#);
    let long = "0".repeat(61);
    for wrong in ["0\\u202e1", long.as_str()] {
        let said = refused(&version, &format!(r#""program":"{wrong}""#));
        let what = "`program` is no version; expected at most 60 printable characters";
        assert_eq!(said, format!("memory is not a journal: line 1: {what}"));
    }
    let said = refused(r#""seed":7"#, &format!("\"{}\":7", "x".repeat(100_000)));
    assert!(said.starts_with("memory is not a journal: line 1: unknown field `xxx"), "{said}");
    assert!(said.ends_with("x\u{2026}") && said.chars().count() < 1100, "{said}");
    let old = format!("{{\"breachline\":1,\"program\":\"\\u202e{}\",\"unknown\":0}}", "9".repeat(100_000));
    let said = Journal::from_bytes(Path::new("memory"), old.as_bytes()).expect_err("refused").to_string();
    assert!(said.contains(r"\u{202e}999") && said.chars().count() < 2500, "{said}");
}
