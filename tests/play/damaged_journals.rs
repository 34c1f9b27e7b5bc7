//! Journals with damage: their valid part is played, headers that cannot be played are refused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use breachline::battle;
use breachline::battle::Order;
use breachline::battle::journal;
use breachline::battle::journal::{DroppedLines, Journal, JournalError};
use breachline::model::{Cell, ObstaclePosition, UnitId};
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::{Fight, SHOT, Setup, gun, knife, sheet};

/// The text of a journal with a header and eight orders.
fn text() -> String {
    let setup = Setup::new()
        .barrier(ObstaclePosition::Square(Cell::new(20, 15)), |kind| kind.name = "wall".to_owned())
        .unit(0, (5, 5), sheet(), &[gun(5), knife()])
        .unit(1, (10, 5), sheet(), &[gun(5)]);
    let mut fight = setup.start_battle(&[6, 5]);
    fight.walk(1, &[(6, 5), (6, 6)]).expect("a walk");
    fight.land_against("full_defense", 1, 2, 0, SHOT, [2, 1, 0]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    fight.end();
    fight.world.resource::<Journal>().to_text()
}

fn read(bytes: &[u8]) -> Result<Journal, JournalError> {
    Journal::from_bytes(Path::new("fight.jsonl"), bytes)
}

/// Restores the valid part; returns the number of orders, the hash, and what was dropped.
fn restore(bytes: &[u8]) -> (usize, u64, Option<DroppedLines>) {
    let mut world = battle::new_battle_world();
    journal::restore_valid_part(&mut world, read(bytes).expect("a whole header"));
    let hash = battle::battle_hash(&mut world);
    let journal = world.resource::<Journal>();
    (journal.entries().len(), hash, journal.dropped().cloned())
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[rstest]
#[case::half_a_line(b"{\"order\":{\"EndPhase\":{\"un")]
#[case::half_a_line_and_another(
    b"{\"order\":{\"EndPh{\"order\":{\"EndPhase\":{\"unit\":2}},\"hash\":\"0000000000000000\"}\n"
)]
#[case::unknown_order(b"{\"order\":{\"Clinch\":{\"unit\":1}},\"hash\":\"00\"}\n{}\n")]
#[case::wrong_hash(b"{\"order\":{\"EndPhase\":{\"unit\":2}},\"hash\":\"0000000000000000\"}\n")]
#[case::rejected_order(b"{\"order\":{\"EndPhase\":{\"unit\":99}},\"hash\":\"0000000000000000\"}\n")]
#[case::bytes_of_no_text(b"\x00\xff\xfe\x80\n\x00\x00")]
#[case::undone_too_often(b"{\"undo\":1000}\n")]
#[case::undone_a_negative_number(b"{\"undo\":-1}\n")]
#[case::square_of_no_map(b"{\"order\":{\"Move\":{\"unit\":2,\"path\":[{\"x\":2147483647,\"y\":0}],\"pace\":\"walk\"}},\"hash\":\"00\"}\n")]
fn orders_before_the_damage_are_kept(#[case] damage: &[u8]) {
    let text = text();
    let (orders, hash, dropped) = restore(text.as_bytes());
    assert_eq!((orders, dropped), (lines(&text).len() - 1, None));
    let mut bytes = text.clone().into_bytes();
    bytes.extend_from_slice(damage);
    let (kept, same, dropped) = restore(&bytes);
    let dropped = dropped.expect("the end was dropped");
    assert_eq!((kept, same, dropped.line), (orders, hash, orders + 2), "{dropped}");
    assert_eq!(
        dropped.is_unfinished,
        damage.starts_with(b"{\"order\":{\"EndPhase\":{\"un") && !damage.ends_with(b"\n")
    );
}

#[rstest]
#[case::byte_order_mark("\u{feff}", "")]
#[case::blank_lines_at_the_end("", "\n\n  \n")]
#[case::blank_lines_before("\n \n", "")]
fn an_editor_does_no_damage(#[case] before: &str, #[case] after: &str) {
    let text = text();
    let whole = restore(text.as_bytes());
    assert_eq!(restore(format!("{before}{text}{after}").as_bytes()), whole);
    assert_eq!(restore(text.replace('\n', "\r\n").as_bytes()), whole);
    assert_eq!(restore(text.trim_end().as_bytes()), whole, "a whole last line needs no line break");
}

#[test]
fn every_cut_leaves_the_whole_orders_before_it() {
    let text = text();
    let header = lines(&text)[0].len();
    for length in header..text.len() {
        let journal = read(&text.as_bytes()[..length]).expect("a whole header");
        let whole = text[..=length].matches('\n').count() - 1;
        let at_end = text[length..].starts_with('\n');
        assert_eq!(journal.entries().len(), whole, "{length} bytes");
        let is_cut = !at_end && !text[..length].ends_with('\n');
        assert_eq!(
            journal.dropped().map(|dropped| dropped.is_unfinished),
            is_cut.then_some(true),
            "{length} bytes"
        );
    }
}

#[test]
fn a_damaged_line_in_the_middle_ends_the_battle_before_it_and_play_goes_on() {
    let text = text();
    let mut damaged = lines(&text);
    damaged[4] = "junk";
    let damaged = damaged.join("\n");
    let mut world = battle::new_battle_world();
    journal::restore_valid_part(&mut world, read(damaged.as_bytes()).expect("a whole header"));
    let mut fight = Fight { world };
    let journal = fight.world.resource::<Journal>();
    assert_eq!((journal.entries().len(), journal.dropped().map(|dropped| dropped.line)), (3, Some(5)));
    let again = read(text.as_bytes()).expect("a journal").entries()[3].clone();
    assert_eq!(journal::submit_order(&mut fight.world, again.order), Ok(again.hash), "it goes on as it did");
}

#[test]
fn an_empty_file_and_other_files_are_refused() {
    for bytes in
        [&b""[..], b"\n\n", b"\xef\xbb\xbf", b"{}", b"hello", b"{\"breachline\":1}", b"[1]", b"\xff\xfe"]
    {
        assert!(matches!(read(bytes), Err(JournalError::Format { line: 1, .. })), "{bytes:?}");
    }
}

/// Replaces a value of the header at a path such as "/bundle/skirmish/rounds".
fn with_header(text: &str, path: &str, value: Value) -> String {
    let (header, orders) = text.split_once('\n').expect("a header");
    let mut header: Value = serde_json::from_str(header).expect("JSON");
    *header.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
    format!("{header}\n{orders}")
}

#[rstest]
#[case::map_of_no_size("/bundle/skirmish/map/width", json!(60_000), "map: it is 60000 x 20 squares; expected 1 to 500 each way")]
#[case::terrain("/bundle/skirmish/map/terrain", json!([0]), "map: it has terrain for 1 of 600 squares")]
#[case::palette("/bundle/skirmish/map/palette", json!(["lava"]), "map: unknown terrain `lava`")]
#[case::archetype("/bundle/skirmish/units/0/archetype", json!("unit9"), "unit `unit1`: unknown archetype `unit9`; did you mean")]
#[case::weapon("/bundle/unit_templates/unit1/weapons/0", json!("bow"), "archetype `unit1`: unknown weapon `bow`")]
#[case::barrier("/bundle/skirmish/map/barriers/0/kind", json!("hedge"), "map: unknown kind of barrier `hedge`")]
#[case::side("/bundle/skirmish/units/0/side", json!(7), "unit `unit1`: there is no side 7")]
#[case::square("/bundle/skirmish/units/0/cell", json!({"x": -1, "y": 3}), "unit `unit1`: the square (-1, 3) is not on the map")]
#[case::square_of_a_wall("/bundle/skirmish/units/0/cell", json!({"x": 20, "y": 15}), "unit `unit1`: the square (20, 15) cannot be entered")]
#[case::shared_square("/bundle/skirmish/units/1/cell", json!({"x": 5, "y": 5}), "unit `unit2`: it is on the square of `unit1`")]
#[case::rounds("/bundle/skirmish/rounds", json!(4_000_000_000_u32), "skirmish: rounds is 4000000000; expected 1 to 200")]
#[case::no_units("/bundle/skirmish/units", json!([]), "skirmish: units is 0; expected 1 to 500")]
#[case::zone("/bundle/skirmish/objectives/0", json!({"reach": {"side": 0, "zone": "goal"}}), "objectives: unknown zone `goal`")]
#[case::name("/bundle/skirmish/name", json!("a\nb"), "skirmish: this text cannot be displayed")]
fn a_header_that_cannot_be_played_is_refused_with_its_reason(
    #[case] path: &str,
    #[case] value: Value,
    #[case] reason: &str,
) {
    let error = read(with_header(&text(), path, value).as_bytes()).expect_err("refused");
    assert!(matches!(error, JournalError::Unplayable { .. }), "{error}");
    let sentence = error.to_string();
    assert!(sentence.starts_with(&format!("fight.jsonl cannot be played: {reason}")), "{sentence}");
}

#[test]
fn too_many_barriers_are_refused() {
    let barrier =
        |number: i32| json!({"kind": "wall", "place": {"Square": {"x": number % 300, "y": number / 300}}});
    let text = with_header(&text(), "/bundle/skirmish/map/barriers", (0..60_000).map(barrier).collect());
    let sentence = read(text.as_bytes()).expect_err("refused").to_string();
    assert!(sentence.ends_with("map: barriers is 60000; expected 0 to 50000"), "{sentence}");
}

/// Paths of all values of the header, to the first three entries of each list.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    let escape = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| paths(value, &format!("{path}/{}", escape(key)), found));
        }
        Value::Array(items) => {
            items
                .iter()
                .take(3)
                .enumerate()
                .for_each(|(at, value)| paths(value, &format!("{path}/{at}"), found));
        }
        _ => {}
    }
    found.push(path.to_owned());
}

#[test]
fn no_change_of_a_header_makes_the_program_panic() {
    let text = text();
    let header: Value = serde_json::from_str(lines(&text)[0]).expect("JSON");
    let mut found = Vec::new();
    paths(&header, "", &mut found);
    let values = [
        json!(0),
        json!(-1),
        json!(255),
        json!(65_535),
        json!(4_294_967_295_u32),
        json!(i64::MIN),
        json!(""),
        json!("nope"),
        json!([]),
        json!({}),
        Value::Null,
        json!(true),
    ];
    let mut played = 0;
    for path in &found {
        for value in &values {
            let changed = with_header(&text, path, value.clone());
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let Ok(journal) = read(changed.as_bytes()) else { return false };
                journal::restore_valid_part(&mut battle::new_battle_world(), journal);
                true
            }));
            played += usize::from(outcome.unwrap_or_else(|_| panic!("{path} = {value}")));
        }
    }
    assert!(found.len() > 200 && played > 150, "{} values, {played} battles", found.len());
}
