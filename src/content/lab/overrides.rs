//! Overrides of numbers on sheets and weapons, found by name in any book.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::books::book_kind;
use crate::definitions::entry_validator::EntryValidator;
use crate::diagnostic::{Severity, nearest_name};
use crate::files::source::SourceFile;
use crate::library::Content;
use rules::{Book, Sheet, Weapon};

/// The owner of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverrideOwner {
    /// The sheet.
    Sheet,
    /// The weapon in this slot.
    Weapon(usize),
}

/// Key of a number that a scene may override.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NumberKey {
    /// The book it belongs to.
    pub book: Book,
    /// Its owner.
    pub of: OverrideOwner,
    /// Its path, such as "attributes.body"; for a number inside a text such as `7L [1]` with its position: "damage#1".
    pub number: String,
}

/// Overridden numbers of a unit.
pub type NumberOverrides = BTreeMap<NumberKey, i64>;

/// Why a number cannot be overridden.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OverrideError {
    /// No number has this name.
    #[error("no number `{number}`{}", .nearest.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    NoSuchNumber {
        /// The name.
        number: String,
        /// The nearest valid name.
        nearest: Option<String>,
    },
    /// The weapon slot does not exist.
    #[error("there is no weapon {0}")]
    NoSuchWeapon(usize),
    /// The value is invalid.
    #[error("`{number}` cannot be {value}: {why}")]
    Invalid {
        /// The name.
        number: String,
        /// The value.
        value: i64,
        /// Why it is invalid.
        why: String,
    },
}

/// A number of a sheet or weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberField {
    /// Its path, see [`NumberKey`].
    pub name: String,
    /// Its label for people, from the outside in. List entries go by their own names; a number inside a text is shown
    /// as x.
    pub label: Vec<String>,
    /// Its value.
    pub value: i64,
}

/// Lists all numbers of a sheet or weapon in field order, including those inside texts such as `7L [1]`.
pub fn number_fields<T: Serialize>(thing: &T) -> Vec<NumberField> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::to_value(thing) {
        collect_numbers(book_value(&value), (String::new(), Vec::new()), &mut found);
    }
    found
}

/// Names and values of all numbers of a sheet or weapon.
pub fn named_numbers<T: Serialize>(thing: &T) -> Vec<(String, i64)> {
    number_fields(thing).into_iter().map(|number| (number.name, number.value)).collect()
}

/// Numbers of a unit's sheet; armour that the sheet stores without names is labelled too.
pub fn sheet_number_fields(content: &Content, archetype: &str, sheet: &Sheet) -> Vec<NumberField> {
    let mut found = number_fields(sheet);
    for (name, label) in content.armour_names(archetype, sheet) {
        if let Some(number) = found.iter_mut().find(|number| number.name == name) {
            number.label = label.to_vec();
        }
    }
    found
}

/// The value inside the variant of a book.
fn book_value(value: &Value) -> &Value {
    match value {
        Value::Object(fields) if fields.len() == 1 => fields.values().next().unwrap_or(value),
        _ => value,
    }
}

/// Fields with names, whose digits are not numbers.
const NAMES: [&str; 5] = ["name", "id", "role", "label", "description"];
/// Fields that identify a list entry, the best first.
const OWN_NAMES: [&str; 5] = ["name", "part", "location", "ailment", "kind"];

/// Name of a list entry, or its position from 1.
fn list_item_name(item: &Value, at: usize) -> String {
    let name = OWN_NAMES.iter().find_map(|field| item.get(field)?.as_str().filter(|name| !name.is_empty()));
    name.map_or_else(|| (at + 1).to_string(), |name| name.replace('_', " "))
}

fn collect_numbers(value: &Value, (name, label): (String, Vec<String>), found: &mut Vec<NumberField>) {
    let below = |step: &str, told: String| {
        let name = if name.is_empty() { step.to_owned() } else { format!("{name}.{step}") };
        (name, label.iter().cloned().chain([told]).collect())
    };
    match value {
        Value::Number(number) => {
            found.extend(number.as_i64().map(|value| NumberField { name, label, value }));
        }
        Value::String(text) if is_figure(text) => {
            if NAMES.contains(&name.rsplit('.').next().unwrap_or_default()) {
                return;
            }
            for (nth, range) in number_spans(text).enumerate() {
                let name = format!("{name}#{}", nth + 1);
                let blank = format!("{}x{}", &text[..range.start], &text[range.end..]);
                let label = label.iter().cloned().chain([blank]).collect();
                found.extend(text[range].parse().ok().map(|value| NumberField { name, label, value }));
            }
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(at, item)| {
            collect_numbers(item, below(&at.to_string(), list_item_name(item, at)), found);
        }),
        Value::Object(fields) => fields.iter().for_each(|(field, item)| {
            collect_numbers(item, below(field, field.replace('_', " ")), found);
        }),
        _ => {}
    }
}

/// Whether a text is a figure such as `7L [1]` or `2d10+4`, and not a word with a digit.
fn is_figure(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.split(|letter: char| !letter.is_alphabetic()).all(|word| word.len() <= 1)
}

/// Ranges of the whole numbers in a text.
fn number_spans(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_digit = |at: usize| text.as_bytes()[at].is_ascii_digit();
    let starts = (0..text.len()).filter(move |&at| is_digit(at) && (at == 0 || !is_digit(at - 1)));
    starts.map(move |start| start..(start..text.len()).find(|&at| !is_digit(at)).unwrap_or(text.len()))
}

/// Replaces numbers; fails if the result does not parse.
fn with_numbers<T>(thing: &T, numbers: &[(&str, i64)]) -> Result<T, OverrideError>
where
    T: Serialize + DeserializeOwned + Clone,
{
    let Some(&(last, is)) = numbers.last() else { return Ok(thing.clone()) };
    let unfit = |number: &str, value, why: &dyn std::fmt::Display| OverrideError::Invalid {
        number: number.to_owned(),
        value,
        why: why.to_string(),
    };
    let mut value = serde_json::to_value(thing).map_err(|error| unfit(last, is, &error))?;
    for &(number, is) in numbers {
        if set_number(&mut value, number, is).is_none() {
            let known = named_numbers(thing);
            let nearest = nearest_name(number, known.iter().map(|(name, _)| name.as_str()));
            return Err(OverrideError::NoSuchNumber { number: number.to_owned(), nearest });
        }
    }
    serde_json::from_value(value).map_err(|error| unfit(last, is, &error))
}

/// Sets the number of this name; `None` if there is none.
fn set_number(value: &mut Value, number: &str, is: i64) -> Option<()> {
    let (path, nth) = match number.split_once('#') {
        Some((path, nth)) => (path, Some(nth.parse::<usize>().ok()?.checked_sub(1)?)),
        None => (number, None),
    };
    let mut at = value.as_object_mut()?.values_mut().next()?;
    for label in path.split('.') {
        at = match at {
            Value::Object(fields) => fields.get_mut(label)?,
            Value::Array(items) => items.get_mut(label.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    match (at, nth) {
        (at @ Value::Number(_), None) => *at = is.into(),
        (Value::String(text), Some(nth)) => {
            let range = number_spans(text).nth(nth)?;
            text.replace_range(range, &is.to_string());
        }
        _ => return None,
    }
    Some(())
}

/// Replaces one number.
///
/// # Errors
/// There is no such number, or the value is invalid.
pub fn with_number<T>(thing: &T, number: &str, is: i64) -> Result<T, OverrideError>
where
    T: Serialize + DeserializeOwned + Clone,
{
    with_numbers(thing, &[(number, is)])
}

/// Replaces one number of a sheet and validates it like content.
///
/// # Errors
/// There is no such number, or the value is invalid.
pub fn sheet_with_number(
    content: &Content,
    sheet: &Sheet,
    number: &str,
    is: i64,
) -> Result<Sheet, OverrideError> {
    let changed = with_number(sheet, number, is)?;
    validate_overridden(&changed, &[(number, is)], |entry| {
        book_kind::validate_book_sheet(entry, content, &changed)
    })?;
    Ok(changed)
}

/// Replaces one number of a weapon and validates it like content.
///
/// # Errors
/// There is no such number, or the value is invalid.
pub fn weapon_with_number(weapon: &Weapon, number: &str, is: i64) -> Result<Weapon, OverrideError> {
    let changed = with_number(weapon, number, is)?;
    validate_overridden(&changed, &[(number, is)], |entry| book_kind::validate_book_weapon(entry, &changed))?;
    Ok(changed)
}

/// Overrides of one owner in a book.
fn overrides_for(overrides: &NumberOverrides, book: Book, of: OverrideOwner) -> Vec<(&str, i64)> {
    let own = overrides.iter().filter(|(dial, _)| dial.book == book && dial.of == of);
    own.map(|(dial, &is)| (dial.number.as_str(), is)).collect()
}

/// Applies overrides to a sheet and validates it like content.
pub(super) fn overridden_sheet(
    content: &Content,
    sheet: &Sheet,
    overrides: &NumberOverrides,
) -> Result<Option<Sheet>, OverrideError> {
    let numbers = overrides_for(overrides, sheet.book(), OverrideOwner::Sheet);
    if numbers.is_empty() {
        return Ok(None);
    }
    let changed = with_numbers(sheet, &numbers)?;
    validate_overridden(&changed, &numbers, |entry| {
        book_kind::validate_book_sheet(entry, content, &changed)
    })?;
    Ok(Some(changed))
}

/// Applies overrides to a carried weapon and validates it like content.
pub(super) fn overridden_weapon(
    weapon: &Weapon,
    slot: usize,
    overrides: &NumberOverrides,
) -> Result<Option<Weapon>, OverrideError> {
    let numbers = overrides_for(overrides, weapon.book(), OverrideOwner::Weapon(slot));
    if numbers.is_empty() {
        return Ok(None);
    }
    let changed = with_numbers(weapon, &numbers)?;
    validate_overridden(&changed, &numbers, |entry| book_kind::validate_book_weapon(entry, &changed))?;
    Ok(Some(changed))
}

/// Returns the first overridden weapon slot that does not exist.
pub(super) fn missing_weapon_slot(overrides: &NumberOverrides, book: Book, carried: usize) -> Option<usize> {
    overrides.keys().filter(|dial| dial.book == book).find_map(|dial| match dial.of {
        OverrideOwner::Weapon(slot) if slot >= carried => Some(slot),
        _ => None,
    })
}

fn validate_overridden<T: Serialize>(
    thing: &T,
    numbers: &[(&str, i64)],
    judge: impl FnOnce(&mut EntryValidator<'_>),
) -> Result<(), OverrideError> {
    let text = ron::to_string(thing).unwrap_or_default();
    let Ok(source) = SourceFile::new(Path::new("changed"), text) else { return Ok(()) };
    let mut entry = EntryValidator::new(&source, &source.root);
    judge(&mut entry);
    entry.diagnostics.extend(source.check_numbers(&source.root).err());
    let Some(problem) = entry.diagnostics.into_iter().find(|problem| problem.severity == Severity::Error)
    else {
        return Ok(());
    };
    // The diagnostic starts with the field; blame that number, or else the last.
    let blamed = |name: &str| problem.what.starts_with(name.rsplit('.').next().unwrap_or(name));
    let &(number, value) =
        numbers.iter().find(|(name, _)| blamed(name)).or(numbers.last()).unwrap_or(&("", 0));
    let why = match &problem.expected {
        Some(expected) => format!("{}, expected {expected}", problem.what),
        None => problem.what,
    };
    Err(OverrideError::Invalid { number: number.to_owned(), value, why })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum SampleSheet {
        Book(SampleValues),
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct SampleValues {
        name: String,
        body: u8,
        damage: String,
        soak: Vec<i32>,
        kind: String,
    }

    fn sample_sheet() -> SampleSheet {
        SampleSheet::Book(SampleValues {
            name: "7".to_owned(),
            body: 3,
            damage: "7L [2]".to_owned(),
            soak: vec![4, -1],
            kind: "rifle 5".to_owned(),
        })
    }

    #[test]
    fn every_number_counts_and_no_name_does() {
        let wanted = [("body", 3), ("damage#1", 7), ("damage#2", 2), ("soak.0", 4), ("soak.1", -1)];
        assert_eq!(named_numbers(&sample_sheet()), wanted.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn what_stands_in_a_list_goes_by_its_name() {
        let worn = serde_json::json!({"Book": {
            "armour": [{"name": "vest", "soak": [4, 2]}, {"part": "left_arm", "av": 3}, {"av": 1}],
            "damage": "7L [2]",
        }});
        let labels: Vec<_> = number_fields(&worn).iter().map(|number| number.label.join(", ")).collect();
        let wanted = [
            "armour, vest, soak, 1",
            "armour, vest, soak, 2",
            "armour, left arm, av",
            "armour, 3, av",
            "damage, xL [2]",
            "damage, 7L [x]",
        ];
        assert_eq!(labels, wanted);
    }

    #[test]
    fn numbers_turn_and_the_rest_stays() {
        let SampleSheet::Book(inside) =
            with_numbers(&sample_sheet(), &[("body", 9), ("damage#1", 12), ("soak.1", 5)]).expect("there");
        assert_eq!((inside.body, inside.damage.as_str(), inside.soak), (9, "12L [2]", vec![4, 5]));
    }

    #[test]
    fn what_cannot_be_says_why() {
        let error = with_numbers(&sample_sheet(), &[("body", 300)]).expect_err("too much").to_string();
        assert!(error.starts_with("`body` cannot be 300: "), "{error}");
        for number in ["mind", "damage", "damage#7", "damage#0", "body#1", "soak.9"] {
            let error = with_numbers(&sample_sheet(), &[(number, 3)]).expect_err("not there");
            assert!(matches!(error, OverrideError::NoSuchNumber { .. }), "{number}");
        }
    }
}
