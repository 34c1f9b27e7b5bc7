//! Files of situations: scenes, orders, and the verdict of the model on each order.

use std::collections::BTreeMap;

use breachline::rules::FireMode;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A file of situations.
#[derive(Deserialize)]
pub(super) struct Situations {
    /// Texts of scenes that are the same in each: `@weapons@` and sheets.
    pub(super) shared: BTreeMap<String, String>,
    /// Where the program keeps the book's own values, as JSON pointers into health and turn budget; with a `#` at the
    /// end the length of a list.
    pub(super) readings: BTreeMap<String, String>,
    pub(super) situations: Vec<Situation>,
}

#[derive(Deserialize)]
pub(super) struct Situation {
    pub(super) number: u32,
    pub(super) scene: String,
    pub(super) start: Start,
    pub(super) steps: Vec<Step>,
}

/// The begin of the first phase: initiative and tests, then the state of every unit.
#[derive(Deserialize)]
pub(super) struct Start {
    pub(super) asked: Vec<Asked>,
    pub(super) state: State,
}

/// An order, and either the clauses that refuse it or what it asks and changes.
#[derive(Deserialize)]
pub(super) struct Step {
    pub(super) order: GivenOrder,
    #[serde(default)]
    pub(super) refused: Vec<String>,
    #[serde(default)]
    pub(super) asked: Vec<Asked>,
    #[serde(default)]
    pub(super) changes: State,
}

/// Values by unit name; `battle` has those of the whole battle.
pub(super) type State = BTreeMap<String, Map<String, Value>>;

/// A prompt with its answers, or a roll.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) who: Option<String>,
    /// Keys of all answers of a prompt.
    #[serde(default)]
    pub(super) answers: Vec<String>,
    /// Further answers of which the catalogue does not say whether they are offered.
    #[serde(default)]
    pub(super) may: Vec<String>,
    #[serde(default)]
    pub(super) answer: Option<String>,
    /// Number of dice of a roll, where the model states it.
    #[serde(default)]
    pub(super) dice: Option<u32>,
    /// Faces of a roll.
    #[serde(default)]
    pub(super) faces: Option<Vec<u8>>,
    /// Hits of a roll of d6, or successes of one of d10.
    #[serde(default)]
    pub(super) hits: Option<u32>,
    /// Net successes, advantages, triumphs and despairs of narrative dice.
    #[serde(default)]
    pub(super) symbols: Option<(i32, i32, i32, i32)>,
    /// Clause of the roll, where the model states it.
    #[serde(default)]
    pub(super) clause: Option<String>,
}

/// An order with names in place of numbers.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GivenOrder {
    pub(super) unit: String,
    #[serde(rename = "do")]
    pub(super) action: String,
    pub(super) target: Option<String>,
    pub(super) weapon: Option<String>,
    pub(super) mode: Option<FireMode>,
    pub(super) option: Option<String>,
    pub(super) path: Option<Vec<(i32, i32)>>,
    pub(super) pace: Option<String>,
    #[serde(default)]
    pub(super) evade: bool,
    pub(super) key: Option<String>,
    pub(super) attacks: Option<Vec<GivenAttack>>,
}

/// One attack of several.
#[derive(Deserialize, Debug)]
pub(super) struct GivenAttack {
    pub(super) target: String,
    pub(super) weapon: String,
    pub(super) mode: Option<FireMode>,
}
