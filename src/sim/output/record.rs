//! Records: a fight as a row of named values for files.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::analysis::tally::{CasualtyCause, SideTally, WeaponTally};
use crate::runner::fight::{AiSettings, FightResult};
use model::Side;
use rules::Book;

/// Settings shared by all fights of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// Id of the skirmish.
    pub skirmish: String,
    /// The book.
    pub book: Book,
    /// What is varied, such as `ss.recoil=off difficulty.0=hard`; empty where nothing is.
    pub variant: String,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// AI settings of each side.
    pub ai_settings: Vec<AiSettings>,
}

/// A finished fight of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightRecord {
    /// Number, counted from 1.
    pub fight: u64,
    /// Seed of its dice.
    pub seed: u64,
    /// Its variant.
    pub variant: Arc<VariantInfo>,
    /// Its result.
    pub result: FightResult,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnValue {
    /// A number.
    Number(u64),
    /// A text; empty if there is none.
    Text(String),
}

impl ColumnValue {
    /// The value as text.
    pub fn to_text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Number(number) => json!(number),
            Self::Text(text) if text.is_empty() => Value::Null,
            Self::Text(text) => json!(text),
        }
    }
}

/// Named values, in column order.
pub type RecordRow = Vec<(String, ColumnValue)>;

/// Prefix of a side's columns: "a_", "b_".
pub fn side_prefix(side: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(side.min(25)).unwrap_or(25));
    format!("{letter}_")
}

impl FightRecord {
    /// Key of the ending.
    pub fn ending(&self) -> &'static str {
        self.result.end.as_ref().map_or("undecided", |outcome| outcome.ending.into())
    }

    /// Key of the reason if the fight is undecided; otherwise empty.
    fn undecided_key(&self) -> &'static str {
        self.result.end.as_ref().err().map_or("", crate::runner::fight::UndecidedReason::key)
    }

    fn winner_name(&self) -> String {
        let name = |side: Side| self.variant.sides.get(usize::from(side.0)).cloned();
        self.result.winner().and_then(name).unwrap_or_default()
    }

    fn head_columns(&self) -> RecordRow {
        let winner = self.result.winner().map(|side| side_prefix(usize::from(side.0)).replace('_', ""));
        let text = |text: &str| ColumnValue::Text(text.to_owned());
        vec![
            ("fight".to_owned(), ColumnValue::Number(self.fight)),
            ("seed".to_owned(), ColumnValue::Number(self.seed)),
            ("skirmish".to_owned(), text(&self.variant.skirmish)),
            ("book".to_owned(), text(self.variant.book.id())),
            ("variant".to_owned(), text(&self.variant.variant)),
            ("winner".to_owned(), ColumnValue::Text(winner.unwrap_or_default())),
            ("winner_name".to_owned(), ColumnValue::Text(self.winner_name())),
            ("ending".to_owned(), text(self.ending())),
            ("undecided".to_owned(), text(self.undecided_key())),
            ("rounds".to_owned(), ColumnValue::Number(u64::from(self.result.rounds))),
            ("orders".to_owned(), ColumnValue::Number(self.result.orders as u64)),
            ("hash".to_owned(), ColumnValue::Text(format!("{:016x}", self.result.hash))),
        ]
    }

    /// Columns of a side.
    fn side_columns(&self, number: usize) -> RecordRow {
        let none = SideTally::default();
        let tally = self.result.tally.sides.get(number).unwrap_or(&none);
        let settings = self.variant.ai_settings.get(number);
        let difficulty = settings.map_or(String::new(), |settings| settings.difficulty.to_string());
        let personality = settings
            .and_then(|settings| settings.personality)
            .map_or(String::new(), |personality| personality.to_string());
        let name = self.variant.sides.get(number).cloned().unwrap_or_default();
        let words = [("name", name), ("difficulty", difficulty), ("personality", personality)];
        let words = words.into_iter().map(|(label, word)| (label.to_owned(), ColumnValue::Text(word)));
        let numbers = tally_columns(tally).map(|(label, number)| (label.to_owned(), number));
        let causes = CasualtyCause::ALL.map(|cause| {
            let count = tally.causes.get(&cause).copied().unwrap_or(0);
            (format!("out_{}", cause.key()), count)
        });
        let numbers = numbers.into_iter().chain(causes);
        words.chain(numbers.map(|(label, number)| (label, ColumnValue::Number(u64::from(number))))).collect()
    }

    /// The row of a fight, with columns for `sides` sides.
    pub fn row(&self, sides: usize) -> RecordRow {
        let mut row = self.head_columns();
        for number in 0..sides {
            let labelled = self.side_columns(number).into_iter();
            row.extend(labelled.map(|(label, cell)| (format!("{}{label}", side_prefix(number)), cell)));
        }
        row
    }

    /// A row for each weapon of each side.
    pub fn weapon_rows(&self) -> Vec<RecordRow> {
        let row = |((side, weapon), tally): (&(Side, String), &WeaponTally)| {
            let head = self.head_columns().into_iter();
            let kept = ["fight", "seed", "skirmish", "book", "variant"];
            let mut row: RecordRow = head.filter(|(label, _)| kept.contains(&label.as_str())).collect();
            let letter = side_prefix(usize::from(side.0)).replace('_', "");
            row.push(("side".to_owned(), ColumnValue::Text(letter)));
            row.push(("weapon".to_owned(), ColumnValue::Text(weapon.clone())));
            let numbers = weapon_tally_columns(tally);
            row.extend(
                numbers.map(|(label, number)| (label.to_owned(), ColumnValue::Number(u64::from(number)))),
            );
            row
        };
        self.result.tally.weapons.iter().map(row).collect()
    }

    /// The fight as a JSON object with sides and weapons.
    pub fn to_json(&self) -> Value {
        let object = |row: RecordRow| -> Map<String, Value> {
            row.into_iter().map(|(label, cell)| (label, cell.to_json())).collect()
        };
        let mut whole = object(self.head_columns());
        if let Err(why) = &self.result.end {
            whole.insert("why".to_owned(), json!(why.to_string()));
        }
        let sides: Vec<Value> = (0..self.variant.sides.len())
            .map(|number| {
                let mut side = object(self.side_columns(number));
                let weapons =
                    self.result.tally.weapons.iter().filter(|((of, _), _)| usize::from(of.0) == number);
                let weapons: Map<String, Value> =
                    weapons.map(|((_, weapon), tally)| (weapon.clone(), json!(tally))).collect();
                side.insert("weapons".to_owned(), Value::Object(weapons));
                Value::Object(side)
            })
            .collect();
        whole.insert("sides".to_owned(), Value::Array(sides));
        Value::Object(whole)
    }

    /// Columns of the table of weapons.
    pub fn weapon_columns() -> RecordRow {
        let text = |label: &str| (label.to_owned(), ColumnValue::Text(String::new()));
        let number = |label: &str| (label.to_owned(), ColumnValue::Number(0));
        let mut columns = vec![number("fight"), number("seed")];
        columns.extend(["skirmish", "book", "variant", "side", "weapon"].map(text));
        columns.extend(weapon_tally_columns(&WeaponTally::default()).map(|(label, _)| number(label)));
        columns
    }
}

fn tally_columns(tally: &SideTally) -> [(&'static str, u32); 20] {
    [
        ("units", tally.units),
        ("standing", tally.standing),
        ("escaped", tally.escaped),
        ("unconscious", tally.unconscious),
        ("surrendered", tally.surrendered),
        ("fled", tally.fled),
        ("dead", tally.dead),
        ("lost", tally.lost()),
        ("dealt", tally.dealt),
        ("friendly", tally.friendly),
        ("taken", tally.taken),
        ("attacks", tally.attacks),
        ("hits", tally.hits),
        ("shots", tally.shots),
        ("from_cover", tally.from_cover),
        ("at_cover", tally.at_cover),
        ("at_cover_hits", tally.at_cover_hits),
        ("in_open", tally.in_open),
        ("in_open_hits", tally.in_open_hits),
        ("thrown", tally.thrown),
    ]
}

const fn weapon_tally_columns(tally: &WeaponTally) -> [(&'static str, u32); 4] {
    [("attacks", tally.attacks), ("hits", tally.hits), ("damage", tally.damage), ("out", tally.out)]
}

/// Columns of the table of fights, each with a value of its type.
pub fn fight_columns(sides: usize) -> RecordRow {
    let variant = VariantInfo {
        skirmish: String::new(),
        book: Book::default(),
        variant: String::new(),
        sides: Vec::new(),
        ai_settings: Vec::new(),
    };
    let result = FightResult {
        end: Err(crate::runner::fight::UndecidedReason::Stuck(0)),
        rounds: 0,
        orders: 0,
        hash: 0,
        tally: crate::analysis::tally::FightTally::default(),
        journal: None,
        behaviour: None,
    };
    FightRecord { fight: 0, seed: 0, variant: Arc::new(variant), result }.row(sides)
}
