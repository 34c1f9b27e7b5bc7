//! Every number of a sheet or weapon as a dial that can be turned, whatever book it belongs to.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

/// Texts with these keys are names: their digits count nothing.
const NAMES: [&str; 5] = ["name", "id", "role", "label", "description"];

/// A number of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dial {
    /// Where it stands: the way to it, as a JSON pointer; of a text such as `7L [1]` the number of the number after `#`.
    pub path: String,
    /// In words: "attributes, body".
    pub label: String,
    /// What it is now.
    pub value: i64,
}

/// Why a dial cannot be turned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DialError {
    /// There is no such number.
    #[error("there is no number `{0}` here")]
    Unknown(String),
    /// The rules have no such value.
    #[error("{label} cannot be {value}: {reason}")]
    OutOfRange {
        /// The dial, in words.
        label: String,
        /// What it was turned to.
        value: i64,
        /// What is wrong with it.
        reason: String,
    },
}

/// All numbers of something, in its own order.
pub fn dials(of: &impl Serialize) -> Vec<Dial> {
    let mut all = Vec::new();
    if let Ok(tree) = serde_json::to_value(of) {
        collect(&tree, &mut String::new(), &mut all);
    }
    all
}

/// The same thing with one number changed.
///
/// # Errors
/// It has no such number, or cannot have this value.
pub fn turned<T: Serialize + DeserializeOwned>(of: &T, path: &str, value: i64) -> Result<T, DialError> {
    let unknown = || DialError::Unknown(path.to_owned());
    let mut tree = serde_json::to_value(of).map_err(|_| unknown())?;
    let (pointer, nth) = match path.split_once('#') {
        Some((pointer, nth)) => (pointer, Some(nth.parse::<usize>().map_err(|_| unknown())?)),
        None => (path, None),
    };
    let place = tree.pointer_mut(pointer).ok_or_else(unknown)?;
    match (&*place, nth) {
        (Value::Number(_), None) => *place = Value::from(value),
        (Value::String(text), Some(nth)) => {
            let range = numbers(text).nth(nth).ok_or_else(unknown)?;
            let mut text = text.clone();
            text.replace_range(range, &value.to_string());
            *place = Value::String(text);
        }
        _ => return Err(unknown()),
    }
    serde_json::from_value(tree).map_err(|error| DialError::OutOfRange {
        label: label(path),
        value,
        reason: error.to_string(),
    })
}

fn collect(tree: &Value, path: &mut String, all: &mut Vec<Dial>) {
    let len = path.len();
    match tree {
        Value::Number(number) => {
            if let Some(value) = number.as_i64() {
                all.push(Dial { path: path.clone(), label: label(path), value });
            }
        }
        Value::String(text) => {
            let key = path.rsplit('/').next().unwrap_or_default();
            if NAMES.contains(&key) || !is_figure(text) {
                return;
            }
            for (nth, range) in numbers(text).enumerate() {
                let Ok(value) = text[range].parse() else { continue };
                let path = format!("{path}#{nth}");
                all.push(Dial { label: label(&path), path, value });
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                path.push_str(&format!("/{at}"));
                collect(item, path, all);
                path.truncate(len);
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                path.push('/');
                path.push_str(key);
                collect(item, path, all);
                path.truncate(len);
            }
        }
        Value::Null | Value::Bool(_) => (),
    }
}

/// Whether a text is a figure of a book, such as `7L [1]` or `2d10+4`, and no word with a digit in it.
fn is_figure(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.split(|c: char| !c.is_alphabetic()).all(|word| word.len() <= 1)
}

/// Where the whole numbers of a text stand.
fn numbers(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let digit = |at: usize| text.as_bytes()[at].is_ascii_digit();
    let starts = (0..text.len()).filter(move |&at| digit(at) && (at == 0 || !digit(at - 1)));
    starts.map(move |start| start..(start..text.len()).find(|&at| !digit(at)).unwrap_or(text.len()))
}

/// A path in words. What it begins with, the name of the book, says nothing.
fn label(path: &str) -> String {
    let (path, nth) = path.split_once('#').map_or((path, None), |(path, nth)| (path, nth.parse().ok()));
    let mut parts: Vec<String> = path.split('/').skip(1).map(word).collect();
    if parts.len() > 1 {
        parts.remove(0);
    }
    if let Some(nth @ 1..) = nth.map(|nth: usize| nth) {
        parts.push((nth + 1).to_string());
    }
    parts.join(", ")
}

fn word(part: &str) -> String {
    match part.parse::<usize>() {
        Ok(at) => (at + 1).to_string(),
        Err(_) => part.replace('_', " "),
    }
}

#[cfg(test)]
mod tests;
