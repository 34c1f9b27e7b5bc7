//! Malformed headers of journals of shipped skirmishes: refused with a reason, or playable.

use std::path::Path;

use bevy_ecs::world::World;
use breachline::battle;
use breachline::battle::journal::{self, Journal};
use breachline::content::is_visible;
use breachline::sim::fuzz::fuzz_player::FuzzPlayer;
use serde_json::{Value, json};

use crate::attack::{Attack, Case, Verdict};
use crate::battles::{assert_loads_again, give_random_orders, journals};
use crate::mutation::{Mutator, NUMBERS, TEXTS};
use crate::structure::Stock;

/// Most changes of one header.
const MAX_CHANGES: usize = 3;
/// Entries of a long list whose paths are used.
const LIST_ENTRIES: usize = 40;

/// A path into a value, as a list of keys and indices.
fn random_path(value: &Value, mutator: &mut Mutator) -> String {
    let mut path = String::new();
    let mut at = value;
    loop {
        let key = match at {
            Value::Object(fields) if !fields.is_empty() => {
                fields.keys().nth(mutator.below(fields.len())).expect("a key").clone()
            }
            Value::Array(items) if !items.is_empty() => {
                mutator.below(items.len().min(LIST_ENTRIES)).to_string()
            }
            _ => return path,
        };
        path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
        at = value.pointer(&path).expect("the path exists");
        let is_leaf = !at.is_object() && !at.is_array();
        if is_leaf || mutator.below(5) == 0 {
            return path;
        }
    }
}

fn random_value(header: &Value, mutator: &mut Mutator) -> Value {
    match mutator.below(8) {
        0..3 => {
            let number: &str = mutator.pick::<&str>(&NUMBERS);
            serde_json::from_str(number).unwrap_or(Value::Null)
        }
        3 => json!(mutator.pick(&TEXTS)),
        4 => json!(format!("a{}b", mutator.pick(&TEXTS))),
        5 => mutator.pick(&[json!([]), json!({}), json!(true), Value::Null, json!("nope")]).clone(),
        _ => {
            let path = random_path(header, mutator);
            header.pointer(&path).expect("the path exists").clone()
        }
    }
}

/// Replaces a value, removes it, repeats an entry of a list, or makes the list long.
fn change(header: &mut Value, mutator: &mut Mutator) {
    let path = random_path(header, mutator);
    let new = random_value(header, mutator);
    let (above, key) = path.rsplit_once('/').unwrap_or(("", ""));
    let key = key.replace("~1", "/").replace("~0", "~");
    let way = mutator.below(10);
    match header.pointer_mut(above) {
        Some(Value::Object(fields)) if way == 0 => drop(fields.remove(&key)),
        Some(Value::Object(fields)) if way == 1 => drop(fields.insert(format!("{key}x"), new)),
        Some(Value::Array(items)) if way < 3 && !items.is_empty() => {
            let at = mutator.below(items.len());
            let entry = items[at].clone();
            let times = if way == 0 { 60_000 } else { 1 };
            items.extend(std::iter::repeat_n(entry, times));
        }
        Some(Value::Array(items)) if way == 3 && !items.is_empty() => {
            let at = mutator.below(items.len());
            items.remove(at);
        }
        _ => {
            if let Some(place) = header.pointer_mut(&path) {
                *place = new;
            }
        }
    }
}

/// The first text of a value, keys included, with a character that cannot be seen.
fn hidden_text(value: &Value) -> Option<&str> {
    let is_hidden = |text: &&str| text.chars().any(|character| !is_visible(character));
    match value {
        Value::String(text) => Some(text.as_str()).filter(is_hidden),
        Value::Array(items) => items.iter().find_map(hidden_text),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(key, value)| Some(key.as_str()).filter(is_hidden).or_else(|| hidden_text(value))),
        _ => None,
    }
}

#[test]
fn malformed_headers_are_refused_or_played() {
    let texts = journals();
    let mut world = battle::new_battle_world();
    Attack::new("headers of journals", "jsonl", 120).run(|case| {
        let text = case.mutator.pick(texts);
        let (header, orders) = text.split_once('\n').expect("a header");
        let mut header: Value = serde_json::from_str(header).expect("JSON");
        for _ in 0..=case.mutator.below(MAX_CHANGES) {
            change(&mut header, &mut case.mutator);
        }
        try_header(case, &mut world, &format!("{header}\n{orders}"))
    });
    let headers: Vec<&str> = texts.iter().map(|text| text.split_once('\n').expect("a header").0).collect();
    let stock = Stock::new(headers.iter().map(|header| header.as_bytes()));
    Attack::new("headers by structure", "jsonl", 60).accepting(33).run(|case| {
        let text = case.mutator.pick(texts);
        let (header, orders) = text.split_once('\n').expect("a header");
        let header = stock.change(&mut case.mutator, header.as_bytes(), 1);
        try_header(case, &mut world, &format!("{}\n{orders}", String::from_utf8_lossy(&header)))
    });
}

/// Reads a journal with a changed header; what is accepted is played on.
fn try_header(case: &mut Case, world: &mut World, changed: &str) -> Verdict {
    case.note_input(changed.as_bytes());
    let Ok(journal) = Journal::from_bytes(Path::new("fight.jsonl"), changed.as_bytes()) else {
        return Verdict::Refused;
    };
    let bundle = serde_json::to_value(&journal.header().bundle).expect("JSON");
    assert_eq!(hidden_text(&bundle), None);
    journal::restore_valid_part(world, journal);
    give_random_orders(world, &mut FuzzPlayer::new(case.mutator.seed()), 12);
    assert_loads_again(world);
    Verdict::Accepted
}
