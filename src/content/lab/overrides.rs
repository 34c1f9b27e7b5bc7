//! Numbers of a fighter's sheet and weapons that a scene changes, found by name whatever the book.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::books::book_content;
use crate::definitions::validate::EntryValidator;
use crate::diagnostic::{Severity, nearest_name};
use crate::files::source::SourceFile;
use crate::library::Content;
use rules::{Book, Sheet, Weapon};

/// Whose number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverrideOwner {
    /// The sheet's.
    Sheet,
    /// The weapon's with this number among what is carried.
    Weapon(usize),
}

/// A number that a scene may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NumberKey {
    /// The book it belongs to.
    pub book: Book,
    /// Whose it is.
    pub of: OverrideOwner,
    /// Where it stands, such as "attributes.body"; of a text such as `7L [1]` which of its numbers: "damage#1".
    pub number: String,
}

/// The numbers of a unit that differ from the content's.
pub type NumberOverrides = BTreeMap<NumberKey, i64>;

/// Why a number cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OverrideError {
    /// No number has this name.
    #[error("there is no number `{number}`{}", .nearest.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    NoSuchNumber {
        /// The name.
        number: String,
        /// The nearest that there is.
        nearest: Option<String>,
    },
    /// Nobody carries that many weapons.
    #[error("there is no weapon number {0}")]
    NoSuchWeapon(usize),
    /// It does not make sense.
    #[error("`{number}` cannot be {value}: {why}")]
    Invalid {
        /// The name.
        number: String,
        /// What it was to be.
        value: i64,
        /// What is wrong with it.
        why: String,
    },
}

/// A number of a sheet or weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberField {
    /// Where it stands: see [`NumberKey`].
    pub name: String,
    /// The same for people, from the outside in: what stands in a list goes by its own name, and a number of a text is
    /// an x in it.
    pub label: Vec<String>,
    /// What it is.
    pub value: i64,
}

/// Every number of a sheet or weapon, in the order of its fields. Of a text such as `7L [1]` each number counts.
pub fn number_fields<T: Serialize>(thing: &T) -> Vec<NumberField> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::to_value(thing) {
        collect_numbers(book_value(&value), (String::new(), Vec::new()), &mut found);
    }
    found
}

/// Names and values of every number of a sheet or weapon.
pub fn named_numbers<T: Serialize>(thing: &T) -> Vec<(String, i64)> {
    number_fields(thing).into_iter().map(|number| (number.name, number.value)).collect()
}

/// The numbers of a fighter's sheet; pieces of armour that the sheet keeps without their names have them as well.
pub fn sheet_number_fields(content: &Content, archetype: &str, sheet: &Sheet) -> Vec<NumberField> {
    let mut found = number_fields(sheet);
    let (Sheet::SwanSong(own), Some(sort)) = (sheet, content.archetypes.get(archetype)) else { return found };
    for (list, accessory, count) in
        [("armour", false, own.armour.len()), ("accessories", true, own.accessories.len())]
    {
        let worn = sort.armour.iter().filter_map(|id| content.armours.get(id));
        let names: Vec<&str> =
            worn.filter(|piece| piece.accessory == accessory).map(|piece| piece.name.as_str()).collect();
        // What a body has by itself comes before what it wears.
        let natural = count.saturating_sub(names.len());
        for at in 0..count {
            let Some(number) = found.iter_mut().find(|number| number.name == format!("{list}.{at}")) else {
                continue;
            };
            let name = at.checked_sub(natural).and_then(|at| names.get(at)).copied();
            number.label = vec![list.to_owned(), name.unwrap_or("of its own").to_owned()];
        }
    }
    found
}

/// What the variant of a book holds.
fn book_value(value: &Value) -> &Value {
    match value {
        Value::Object(fields) if fields.len() == 1 => fields.values().next().unwrap_or(value),
        _ => value,
    }
}

/// Fields that name something: digits in them count nothing.
const NAMES: [&str; 5] = ["name", "id", "role", "label", "description"];
/// Fields by which something in a list is told from the others, the best first.
const OWN_NAMES: [&str; 5] = ["name", "part", "location", "ailment", "kind"];

/// What something in a list goes by: its own name, or else its place, from 1.
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

/// Whether a text is a figure of a book, such as `7L [1]` or `2d10+4`, and no word with a digit in it.
fn is_figure(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.split(|letter: char| !letter.is_alphabetic()).all(|word| word.len() <= 1)
}

/// Where the whole numbers of a text stand.
fn number_spans(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_digit = |at: usize| text.as_bytes()[at].is_ascii_digit();
    let starts = (0..text.len()).filter(move |&at| is_digit(at) && (at == 0 || !is_digit(at - 1)));
    starts.map(move |start| start..(start..text.len()).find(|&at| !is_digit(at)).unwrap_or(text.len()))
}

/// The same thing with other numbers, if it can still be read then.
fn with_numbers<T>(thing: &T, dials: &[(&str, i64)]) -> Result<T, OverrideError>
where
    T: Serialize + DeserializeOwned + Clone,
{
    let Some(&(last, is)) = dials.last() else { return Ok(thing.clone()) };
    let unfit = |number: &str, value, why: &dyn std::fmt::Display| OverrideError::Invalid {
        number: number.to_owned(),
        value,
        why: why.to_string(),
    };
    let mut value = serde_json::to_value(thing).map_err(|error| unfit(last, is, &error))?;
    for &(number, is) in dials {
        if set_number(&mut value, number, is).is_none() {
            let known = named_numbers(thing);
            let nearest = nearest_name(number, known.iter().map(|(name, _)| name.as_str()));
            return Err(OverrideError::NoSuchNumber { number: number.to_owned(), nearest });
        }
    }
    serde_json::from_value(value).map_err(|error| unfit(last, is, &error))
}

/// Puts a number where its name says; nothing if there is none.
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

/// The same thing with one other number, if it can still be read then.
///
/// # Errors
/// There is no such number, or it cannot be this.
pub fn with_number<T>(thing: &T, number: &str, is: i64) -> Result<T, OverrideError>
where
    T: Serialize + DeserializeOwned + Clone,
{
    with_numbers(thing, &[(number, is)])
}

/// A sheet with one other number, judged as the content's are.
///
/// # Errors
/// There is no such number, or it cannot be this.
pub fn sheet_with_number(
    content: &Content,
    sheet: &Sheet,
    number: &str,
    is: i64,
) -> Result<Sheet, OverrideError> {
    let tuned = with_number(sheet, number, is)?;
    validate_overridden(&tuned, &[(number, is)], |entry| {
        book_content::validate_book_sheet(entry, content, &tuned)
    })?;
    Ok(tuned)
}

/// A weapon with one other number, judged as the content's are.
///
/// # Errors
/// There is no such number, or it cannot be this.
pub fn weapon_with_number(weapon: &Weapon, number: &str, is: i64) -> Result<Weapon, OverrideError> {
    let tuned = with_number(weapon, number, is)?;
    validate_overridden(&tuned, &[(number, is)], |entry| book_content::validate_book_weapon(entry, &tuned))?;
    Ok(tuned)
}

/// What the tuning turns of one thing in a book.
fn overrides_for(tuning: &NumberOverrides, book: Book, of: OverrideOwner) -> Vec<(&str, i64)> {
    let own = tuning.iter().filter(|(dial, _)| dial.book == book && dial.of == of);
    own.map(|(dial, &is)| (dial.number.as_str(), is)).collect()
}

/// A sheet with the numbers of a tuning, judged as the content's are.
pub(super) fn overridden_sheet(
    content: &Content,
    sheet: &Sheet,
    tuning: &NumberOverrides,
) -> Result<Option<Sheet>, OverrideError> {
    let dials = overrides_for(tuning, sheet.book(), OverrideOwner::Sheet);
    if dials.is_empty() {
        return Ok(None);
    }
    let tuned = with_numbers(sheet, &dials)?;
    validate_overridden(&tuned, &dials, |entry| book_content::validate_book_sheet(entry, content, &tuned))?;
    Ok(Some(tuned))
}

/// A carried weapon with the numbers of a tuning, judged as the content's are.
pub(super) fn overridden_weapon(
    weapon: &Weapon,
    slot: usize,
    tuning: &NumberOverrides,
) -> Result<Option<Weapon>, OverrideError> {
    let dials = overrides_for(tuning, weapon.book(), OverrideOwner::Weapon(slot));
    if dials.is_empty() {
        return Ok(None);
    }
    let tuned = with_numbers(weapon, &dials)?;
    validate_overridden(&tuned, &dials, |entry| book_content::validate_book_weapon(entry, &tuned))?;
    Ok(Some(tuned))
}

/// Weapons beyond the last that a tuning speaks of.
pub(super) fn missing_weapon_slot(tuning: &NumberOverrides, book: Book, carried: usize) -> Option<usize> {
    tuning.keys().filter(|dial| dial.book == book).find_map(|dial| match dial.of {
        OverrideOwner::Weapon(slot) if slot >= carried => Some(slot),
        _ => None,
    })
}

fn validate_overridden<T: Serialize>(
    thing: &T,
    dials: &[(&str, i64)],
    judge: impl FnOnce(&mut EntryValidator<'_>),
) -> Result<(), OverrideError> {
    let text = ron::to_string(thing).unwrap_or_default();
    let Ok(source) = SourceFile::new(Path::new("tuned"), text) else { return Ok(()) };
    let mut entry = EntryValidator::new(&source, &source.root);
    judge(&mut entry);
    let Some(problem) = entry.diagnostics.into_iter().find(|problem| problem.severity == Severity::Error)
    else {
        return Ok(());
    };
    // The sentence names the field; the number that it speaks of, or else the last, is to blame.
    let blamed = |name: &str| problem.what.starts_with(name.rsplit('.').next().unwrap_or(name));
    let &(number, value) = dials.iter().find(|(name, _)| blamed(name)).or(dials.last()).unwrap_or(&("", 0));
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
