//! What `resolve` and `odds` ask of a scene, whatever its book.

use serde_json::Value;

use super::Failure;
use crate::dice::{Distribution, Step, SymbolPool, Table};
use crate::rules::Book;

/// A question about the outcome with a yes or no for each.
pub(super) struct Chance<O> {
    pub key: &'static str,
    pub label: &'static str,
    pub fits: Box<dyn Fn(&O) -> bool>,
}

impl<O> Chance<O> {
    pub fn new(key: &'static str, label: &'static str, fits: impl Fn(&O) -> bool + 'static) -> Self {
        Self { key, label, fits: Box::new(fits) }
    }
}

/// A number read off the outcome.
pub(super) struct Number {
    pub key: String,
    pub label: String,
    pub odds: Distribution<i64>,
}

/// A scene with an action that can be carried out.
pub(super) trait Playable {
    /// What came of it.
    type Outcome: Ord + Clone;

    /// Carries out the action.
    fn act(&self, table: &mut impl Table) -> Step<Self::Outcome>;

    fn name(&self) -> &str;
    fn book(&self) -> Book;
    /// Word for the action, as the file and the JSON have it.
    fn kind(&self) -> &'static str;
    /// What happens, in a line: "Joe attacks Bob with a knife".
    fn headline(&self) -> String;
    fn unit_name(&self, number: u32) -> Option<&str>;
    /// What no die decides of each unit, by name.
    fn derived(&self) -> Value;
    /// Answers that the file gives, each wherever it is offered.
    fn wishes(&self) -> Vec<String>;
    /// Whether a question of this scene can be answered so, as far as that is known before it is asked.
    fn check_answer(&self, key: &str) -> Result<(), Failure>;

    /// What came of it, as lines.
    fn lines(&self, outcome: &Self::Outcome) -> Vec<String>;
    /// What came of it, as `docs/json.md` describes it.
    fn json(&self, outcome: &Self::Outcome) -> Value;

    /// The exact odds with these answers; in full, or only of what most people ask for.
    fn odds(&self, answers: &[String], full: bool) -> Result<Distribution<Self::Outcome>, Failure>;
    /// What is asked of every outcome.
    fn chances(&self) -> Vec<Chance<Self::Outcome>>;
    /// What is counted: the main number first.
    fn numbers(&self, all: &Distribution<Self::Outcome>) -> Vec<Number>;
    /// The pool of narrative dice that decides, if there is one.
    fn pool(&self) -> Option<SymbolPool>;
}
