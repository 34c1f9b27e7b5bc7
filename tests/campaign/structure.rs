//! Structured mutations: values are replaced by others that have the same name somewhere, and parts of groups are removed,
//! repeated, exchanged or taken over. What comes out is mostly well formed, and much of it is accepted.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::mutation::{Mutator, NUMBERS, TEXTS};
use crate::text_tree::{self, TextValue, ValueKind};

/// Most values that are kept of one name.
const MAX_VALUES: usize = 300;
/// Longest value that is kept, in bytes.
const MAX_VALUE_BYTES: usize = 3_000;
/// Most changes of one text.
const MAX_CHANGES: usize = 2;
/// Most brackets that are put around a value.
const MAX_NESTING: usize = 300;

/// Texts that are valid names, and unusual.
const UNUSUAL: [&str; 8] = [
    "x",
    "\u{c4}\u{df}\u{153} \u{2116}7",
    "\u{645}\u{631}\u{62d}\u{628}\u{627}",
    "\u{7cbe}\u{795e}",
    "\u{1f9d1}\u{200d}\u{1f692}",
    "e\u{301}\u{301}\u{301}\u{301}",
    "  two  spaces  ",
    "{name} %s <b>&amp; \\u{41}",
];

/// The values of many texts of one kind, by name, and the fields of their groups.
#[derive(Default)]
pub struct Stock {
    values: BTreeMap<String, Vec<String>>,
    fields: BTreeMap<String, Vec<String>>,
}

impl Stock {
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> Self {
        let mut stock = Self::default();
        for text in texts {
            let Ok(text) = std::str::from_utf8(text) else { continue };
            let Some(tree) = text_tree::parse(text) else { continue };
            for value in tree.all() {
                add(&mut stock.values, &value.key, &text[value.span.clone()]);
                for entry in &value.entries {
                    if entry.span != entry.value.span {
                        add(&mut stock.fields, &value.key, &text[entry.span.clone()]);
                    }
                }
            }
        }
        stock
    }

    /// Changes a text in one or two places.
    pub fn mutate(&self, mutator: &mut Mutator, text: &[u8]) -> Vec<u8> {
        let changes = 1 + mutator.below(MAX_CHANGES);
        self.change(mutator, text, changes)
    }

    /// Makes a number of changes. Texts with many references accept few at once.
    pub fn change(&self, mutator: &mut Mutator, text: &[u8], changes: usize) -> Vec<u8> {
        let mut text = String::from_utf8(text.to_vec()).expect("texts to begin with are valid");
        for _ in 0..changes {
            let Some(tree) = text_tree::parse(&text) else { break };
            if let Some((place, new)) = self.draw_change(mutator, &text, &tree) {
                text.replace_range(place, &new);
            }
        }
        text.into_bytes()
    }

    /// Draws a change: the place in the text, and what is put there.
    fn draw_change(
        &self,
        mutator: &mut Mutator,
        text: &str,
        tree: &TextValue,
    ) -> Option<(Range<usize>, String)> {
        let all = tree.all();
        let value = *mutator.pick(&all);
        let way = mutator.below(100);
        match way {
            0..38 => {
                self.values.get(&value.key).map(|values| (value.span.clone(), mutator.pick(values).clone()))
            }
            38..58 => {
                let numbers: Vec<_> = all.iter().filter(|value| value.kind == ValueKind::Number).collect();
                let value = if numbers.is_empty() { return None } else { *mutator.pick(&numbers) };
                Some((value.span.clone(), change_number(mutator, &text[value.span.clone()])))
            }
            58..62 => {
                let quoted: Vec<_> = all.iter().filter(|value| value.kind == ValueKind::Quoted).collect();
                let value = if quoted.is_empty() { return None } else { *mutator.pick(&quoted) };
                Some((value.span.clone(), unusual_text(mutator, text.starts_with('{'))))
            }
            62..65 => Some((value.span.clone(), nest(mutator, &text[value.span.clone()]))),
            _ => self.change_group(mutator, text, &all),
        }
    }

    /// Removes, repeats, exchanges or adds a part of a group.
    fn change_group(
        &self,
        mutator: &mut Mutator,
        text: &str,
        all: &[&TextValue],
    ) -> Option<(Range<usize>, String)> {
        let groups: Vec<_> = all.iter().filter(|value| !value.entries.is_empty()).collect();
        let group = if groups.is_empty() { return None } else { *mutator.pick(&groups) };
        let (entry, other) = (mutator.pick(&group.entries), mutator.pick(&group.entries));
        let end = entry.span.end;
        match mutator.below(6) {
            0 => {
                let rest = &text[end..];
                let comma = rest.len() - rest.trim_start().strip_prefix(',').unwrap_or(rest).len();
                Some((entry.span.start..end + comma, String::new()))
            }
            1 => Some((end..end, format!(", {}", &text[entry.span.clone()]))),
            2 => Some((entry.value.span.clone(), text[other.value.span.clone()].to_owned())),
            3 | 4 => {
                let added = self.fields.get(&group.key)?;
                Some((end..end, format!(", {}", mutator.pick(added))))
            }
            _ => {
                let added = self.values.get(&format!("{}[]", group.key))?;
                Some((end..end, format!(", {}", mutator.pick(added))))
            }
        }
    }
}

fn add(stock: &mut BTreeMap<String, Vec<String>>, key: &str, text: &str) {
    if text.len() > MAX_VALUE_BYTES {
        return;
    }
    let known = stock.entry(key.to_owned()).or_default();
    if known.len() < MAX_VALUES && !known.iter().any(|one| one == text) {
        known.push(text.to_owned());
    }
}

/// A number near this one, or at the end of a range.
fn change_number(mutator: &mut Mutator, text: &str) -> String {
    let number: i128 = text.parse().unwrap_or(1);
    match mutator.below(8) {
        0 => (number + 1).to_string(),
        1 => (number - 1).to_string(),
        2 => number.saturating_mul(2).to_string(),
        3 => (number / 2).to_string(),
        4 => "0".to_owned(),
        5 => "1".to_owned(),
        _ => (*mutator.pick::<&str>(&NUMBERS)).to_owned(),
    }
}

/// A text in quotation marks, for JSON or RON.
fn unusual_text(mutator: &mut Mutator, is_json: bool) -> String {
    let text = match mutator.below(4) {
        0 => "n".repeat(1 + mutator.below(200)),
        1 => (*mutator.pick::<&str>(&TEXTS)).to_owned(),
        _ => (*mutator.pick::<&str>(&UNUSUAL)).to_owned(),
    };
    if is_json { serde_json::Value::from(text).to_string() } else { format!("{text:?}") }
}

/// Puts brackets around a value.
fn nest(mutator: &mut Mutator, text: &str) -> String {
    let depth = if mutator.below(3) == 0 { 1 + mutator.below(MAX_NESTING) } else { 1 };
    let (open, close) = *mutator.pick(&[("Some(", ")"), ("[", "]"), ("(", ")"), ("{\"x\":", "}")]);
    format!("{}{text}{}", open.repeat(depth), close.repeat(depth))
}
