//! Parameter sweeps: variants of a skirmish with other house rules, options, AI settings or numbers.

use std::str::FromStr;
use std::sync::Arc;

use crate::error::SimError;
use crate::output::record::VariantInfo;
use crate::runner::fight::AiSettings;
use ai::{Difficulty, Personality};
use content::bundle_skirmish;
use content::{
    Content, MAX_SKIRMISH_ROUNDS, SkirmishBundle, SkirmishOverrides, named_numbers, sheet_with_number,
    weapon_with_number,
};
use rules::Book;

/// Maximum variants of a sweep.
pub const MAX_VARIANTS: usize = 1000;
/// Maximum names suggested for an unknown field.
const MAX_SUGGESTIONS: usize = 3;
/// Skirmish options that are neither house rules nor numbers.
const SKIRMISH_OPTIONS: [&str; 8] =
    ["book", "fog", "rounds", "weather", "zero_gravity", "free_undo", "own_dice", "ask_dice"];

/// A field and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepField {
    /// Name of the field.
    pub field: String,
    /// Values in order; the first one is the baseline.
    pub values: Vec<String>,
}

impl FromStr for SweepField {
    type Err = SimError;

    fn from_str(text: &str) -> Result<Self, SimError> {
        let wrong = || SimError::InvalidSweep { given: text.to_owned() };
        let (field, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if field.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        Ok(Self { field: field.trim().to_owned(), values })
    }
}

/// Settings shared by all variants.
#[derive(Clone, Debug, Default)]
pub struct SweepBase {
    /// Id of the skirmish.
    pub skirmish: String,
    /// The book; `None` for the skirmish's own.
    pub book: Option<Book>,
    /// Fog of war; `None` for the skirmish's own setting.
    pub fog: Option<bool>,
    /// Difficulties: one for all sides or one per side; empty for normal.
    pub difficulties: Vec<Difficulty>,
    /// Personalities: one for all sides or one per side; empty for those of the archetypes.
    pub personalities: Vec<Personality>,
}

/// A skirmish in one variant.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Skirmish, book and content.
    pub bundle: Arc<SkirmishBundle>,
    /// Description for records.
    pub info: Arc<VariantInfo>,
}

/// All variants of a grid: every combination of values. The last field changes fastest.
///
/// # Errors
/// Returns an error if the skirmish is invalid, or a field or value is unknown.
pub fn build_variants(
    content: &Content,
    base: &SweepBase,
    varies: &[SweepField],
) -> Result<Vec<Variant>, SimError> {
    let variants = varies.iter().try_fold(1_usize, |all, vary| all.checked_mul(vary.values.len()));
    let variants = variants.unwrap_or(usize::MAX);
    if variants > MAX_VARIANTS {
        return Err(SimError::TooManyVariants { variants, most: MAX_VARIANTS });
    }
    let setting = |number: usize| -> Vec<(&str, &str)> {
        let mut left = number;
        let mut settings: Vec<_> = varies
            .iter()
            .rev()
            .map(|vary| {
                let value = &vary.values[left % vary.values.len()];
                left /= vary.values.len();
                (vary.field.as_str(), value.as_str())
            })
            .collect();
        settings.reverse();
        settings
    };
    (0..variants).map(|number| build_variant(content, base, &setting(number))).collect()
}

fn build_variant(
    content: &Content,
    base: &SweepBase,
    settings: &[(&str, &str)],
) -> Result<Variant, SimError> {
    let mut overrides =
        SkirmishOverrides { book: base.book, fog_of_war: base.fog, ..SkirmishOverrides::default() };
    let mut others = Vec::new();
    for &(field, value) in settings {
        let asked = |expected: &str| invalid_value(field, value, expected);
        let on_or_off = || parse_switch(value).ok_or_else(|| asked("on or off"));
        match field {
            "book" => {
                let book = Book::ALL.into_iter().find(|book| book.id() == value);
                overrides.book = Some(book.ok_or_else(|| asked(&Book::ALL.map(Book::id).join(", ")))?);
            }
            "fog" => overrides.fog_of_war = Some(on_or_off()?),
            "free_undo" => overrides.free_undo = Some(on_or_off()?),
            "own_dice" => overrides.own_dice = Some(on_or_off()?),
            "ask_dice" => overrides.ask_dice = Some(on_or_off()?),
            _ => others.push((field, value)),
        }
    }
    let plain = bundle_skirmish(content, &base.skirmish, &overrides)?;
    let known = plain.skirmish.rules.names();
    let (switches, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|(field, _)| known.iter().any(|name| name == field));
    overrides.switches =
        switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut bundle =
        if switches.is_empty() { plain } else { bundle_skirmish(content, &base.skirmish, &overrides)? };
    let sides = bundle.skirmish.sides.len();
    let difficulties = per_side("difficulties", &base.difficulties, sides)?;
    let personalities = per_side("personalities", &base.personalities, sides)?;
    let mut ai_settings: Vec<AiSettings> = (0..sides)
        .map(|side| AiSettings {
            difficulty: difficulties[side].unwrap_or(Difficulty::Normal),
            personality: personalities[side],
        })
        .collect();
    for (field, value) in others {
        if !set_ai_field(&mut ai_settings, field, value)? && !set_option(&mut bundle, field, value)? {
            set_number(content, &mut bundle, field, value)?;
        }
    }
    let texts: Vec<String> = settings.iter().map(|(field, value)| format!("{field}={value}")).collect();
    let info = VariantInfo {
        skirmish: base.skirmish.clone(),
        book: bundle.skirmish.rules.book(),
        variant: texts.join(" "),
        sides: bundle.skirmish.sides.iter().map(|side| side.name.clone()).collect(),
        ai_settings,
    };
    Ok(Variant { bundle: Arc::new(bundle), info: Arc::new(info) })
}

/// Expands settings to one per side.
fn per_side<T: Copy>(what: &'static str, given: &[T], sides: usize) -> Result<Vec<Option<T>>, SimError> {
    match given {
        [] => Ok(vec![None; sides]),
        [one] => Ok(vec![Some(*one); sides]),
        _ if given.len() == sides => Ok(given.iter().copied().map(Some).collect()),
        _ => Err(SimError::WrongSideCount { what, given: given.len(), sides }),
    }
}

fn invalid_value(field: &str, value: &str, expected: &str) -> SimError {
    let [field, value, expected] = [field, value, expected].map(str::to_owned);
    SimError::InvalidValue { field, value, expected }
}

fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// Sets an AI setting of a side, such as "difficulty.0" or "personality.1"; returns whether the field is one.
fn set_ai_field(ai_settings: &mut [AiSettings], field: &str, value: &str) -> Result<bool, SimError> {
    let Some((setting, side)) = field.split_once('.') else { return Ok(false) };
    // The words after the first are old spellings.
    let is_difficulty = match setting {
        "difficulty" | "level" => true,
        "personality" | "temper" => false,
        _ => return Ok(false),
    };
    let Some(settings_of_side) = side.parse::<usize>().ok().and_then(|side| ai_settings.get_mut(side)) else {
        return Ok(false);
    };
    if is_difficulty {
        settings_of_side.difficulty = value
            .parse()
            .map_err(|_| invalid_value(field, value, &Difficulty::ALL.map(Difficulty::key).join(", ")))?;
    } else {
        let personality = value
            .parse()
            .map_err(|_| invalid_value(field, value, &Personality::ALL.map(Personality::key).join(", ")))?;
        settings_of_side.personality = Some(personality);
    }
    Ok(true)
}

/// Sets an option of the skirmish; returns whether the field is one.
fn set_option(bundle: &mut SkirmishBundle, field: &str, value: &str) -> Result<bool, SimError> {
    let skirmish = &mut bundle.skirmish;
    match field {
        "rounds" => {
            let rounds = value.parse().ok().filter(|rounds| (1..=MAX_SKIRMISH_ROUNDS).contains(rounds));
            let expected = format!("1 to {MAX_SKIRMISH_ROUNDS} rounds");
            skirmish.rounds = rounds.ok_or_else(|| invalid_value(field, value, &expected))?;
        }
        "weather" => {
            skirmish.weather = serde_json::from_value(value.into()).map_err(|_| {
                invalid_value(field, value, "calm, light, heavy or another weather of skirmish files")
            })?;
        }
        "zero_gravity" => {
            skirmish.zero_gravity =
                parse_switch(value).ok_or_else(|| invalid_value(field, value, "on or off"))?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Sets a number of an archetype's sheet or of a weapon: "gunner.attributes.body", "pistol.damage#1".
fn set_number(
    content: &Content,
    bundle: &mut SkirmishBundle,
    field: &str,
    value: &str,
) -> Result<(), SimError> {
    let (thing, number) = field.split_once('.').unwrap_or((field, ""));
    let has = |numbers: Vec<(String, i64)>| numbers.iter().any(|(name, _)| name == number);
    let of_sheet = bundle.unit_templates.get(thing).is_some_and(|recruit| has(named_numbers(&recruit.sheet)));
    let of_weapon = bundle.weapons.get(thing).is_some_and(|weapon| has(named_numbers(weapon)));
    if !of_sheet && !of_weapon {
        return Err(SimError::UnknownField {
            field: field.to_owned(),
            nearest: nearest_field_names(bundle, field),
        });
    }
    let is: i64 = value.parse().map_err(|_| invalid_value(field, value, "a whole number"))?;
    let tuning = |error| SimError::InvalidNumber { thing: thing.to_owned(), error };
    match (bundle.unit_templates.get_mut(thing).filter(|_| of_sheet), bundle.weapons.get_mut(thing)) {
        (Some(recruit), _) => {
            recruit.sheet = sheet_with_number(content, &recruit.sheet, number, is).map_err(tuning)?;
        }
        (None, Some(weapon)) => *weapon = weapon_with_number(weapon, number, is).map_err(tuning)?,
        (None, None) => {}
    }
    Ok(())
}

/// All fields of a skirmish, by name.
pub fn field_names(bundle: &SkirmishBundle) -> Vec<String> {
    let mut names: Vec<String> = SKIRMISH_OPTIONS.map(str::to_owned).into();
    for side in 0..bundle.skirmish.sides.len() {
        names.extend(["difficulty", "personality"].map(|setting| format!("{setting}.{side}")));
    }
    names.extend(bundle.skirmish.rules.names());
    let dotted = |thing: &str, found: Vec<(String, i64)>| {
        found.into_iter().map(|(number, _)| format!("{thing}.{number}")).collect::<Vec<_>>()
    };
    names.extend(
        bundle.unit_templates.iter().flat_map(|(id, recruit)| dotted(id, named_numbers(&recruit.sheet))),
    );
    names.extend(bundle.weapons.iter().flat_map(|(id, weapon)| dotted(id, named_numbers(weapon))));
    names
}

/// The names closest to an unknown one. Owner and field are compared separately; the field may be the end of a longer
/// name: "gunner.body" is close to "gunner.attributes.body".
fn nearest_field_names(bundle: &SkirmishBundle, field: &str) -> Vec<String> {
    let parts = |name: &'_ str| -> (String, String) {
        let (head, rest) = name.split_once('.').unwrap_or(("", name));
        (head.to_owned(), rest.to_owned())
    };
    let (head, rest) = parts(field);
    let mut names = field_names(bundle);
    names.sort_by_cached_key(|name| {
        let (of, number) = parts(name);
        let end = number.rsplit('.').next().unwrap_or_default();
        let near = [number.as_str(), end].map(|number| strsim::damerau_levenshtein(number, &rest));
        (strsim::damerau_levenshtein(&of, &head) + near[0].min(near[1]), name.clone())
    });
    names.truncate(MAX_SUGGESTIONS);
    names
}

#[cfg(test)]
mod tests;
