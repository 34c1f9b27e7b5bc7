//! A fight of a series as files have it: a row of named values.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::fight::{Fought, Seat};
use super::tally::{Cause, SideTally, WeaponTally};
use battle::Side;
use rules::Book;

/// What fights are about that differ in nothing but their seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Id of the skirmish.
    pub skirmish: String,
    /// The book.
    pub book: Book,
    /// What is varied, such as `ss.recoil=off level.0=sharp`; empty where nothing is.
    pub variant: String,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// Who thinks for them.
    pub seats: Vec<Seat>,
}

/// A fight of a series, fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number, counted from 1.
    pub fight: u64,
    /// Seed of its dice.
    pub seed: u64,
    /// What it was about.
    pub theme: Arc<Theme>,
    /// How it went.
    pub fought: Fought,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A number.
    Number(u64),
    /// A word or a text; empty where there is none.
    Text(String),
}

impl Cell {
    /// As a table of text has it.
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Number(number) => json!(number),
            Self::Text(text) if text.is_empty() => Value::Null,
            Self::Text(text) => json!(text),
        }
    }
}

/// Named values, in the order of columns.
pub type Row = Vec<(String, Cell)>;

/// What a side's columns begin with: "a_", "b_".
pub fn prefix(side: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(side.min(25)).unwrap_or(25));
    format!("{letter}_")
}

impl Record {
    /// How it ended, in a word.
    pub fn ending(&self) -> &'static str {
        use battle::Ending::*;
        match &self.fought.end {
            Err(_) => "undecided",
            Ok(outcome) => match outcome.ending {
                Eliminated => "eliminated",
                Held => "held",
                Escaped => "escaped",
                Reached => "reached",
                Taken => "taken",
                TimeUp => "time_up",
                Surrender => "surrender",
                Stopped => "stopped",
                Rescued => "rescued",
                Slain => "slain",
            },
        }
    }

    /// Why it has no end, in a word; empty if it has one.
    fn undecided(&self) -> &'static str {
        self.fought.end.as_ref().err().map_or("", super::fight::Undecided::key)
    }

    fn winner_name(&self) -> String {
        let name = |side: Side| self.theme.sides.get(usize::from(side.0)).cloned();
        self.fought.winner().and_then(name).unwrap_or_default()
    }

    fn head(&self) -> Row {
        let winner = self.fought.winner().map(|side| prefix(usize::from(side.0)).replace('_', ""));
        let text = |text: &str| Cell::Text(text.to_owned());
        vec![
            ("fight".to_owned(), Cell::Number(self.fight)),
            ("seed".to_owned(), Cell::Number(self.seed)),
            ("skirmish".to_owned(), text(&self.theme.skirmish)),
            ("book".to_owned(), text(self.theme.book.id())),
            ("variant".to_owned(), text(&self.theme.variant)),
            ("winner".to_owned(), Cell::Text(winner.unwrap_or_default())),
            ("winner_name".to_owned(), Cell::Text(self.winner_name())),
            ("ending".to_owned(), text(self.ending())),
            ("undecided".to_owned(), text(self.undecided())),
            ("rounds".to_owned(), Cell::Number(u64::from(self.fought.rounds))),
            ("orders".to_owned(), Cell::Number(self.fought.orders as u64)),
            ("hash".to_owned(), Cell::Text(format!("{:016x}", self.fought.hash))),
        ]
    }

    /// What a side was, did and suffered.
    fn side(&self, number: usize) -> Row {
        let none = SideTally::default();
        let tally = self.fought.tally.sides.get(number).unwrap_or(&none);
        let seat = self.theme.seats.get(number);
        let level = seat.map_or(String::new(), |seat| seat.level.to_string());
        let temper = seat.and_then(|seat| seat.temper).map_or(String::new(), |temper| temper.to_string());
        let name = self.theme.sides.get(number).cloned().unwrap_or_default();
        let words = [("name", name), ("level", level), ("temper", temper)];
        let words = words.into_iter().map(|(label, word)| (label.to_owned(), Cell::Text(word)));
        let numbers = counted(tally).map(|(label, number)| (label.to_owned(), number));
        let causes = Cause::ALL.map(|cause| {
            let count = tally.causes.get(&cause).copied().unwrap_or(0);
            (format!("out_{}", cause.key()), count)
        });
        let numbers = numbers.into_iter().chain(causes);
        words.chain(numbers.map(|(label, number)| (label, Cell::Number(u64::from(number))))).collect()
    }

    /// The row of a fight among fights of at most so many sides.
    pub fn row(&self, sides: usize) -> Row {
        let mut row = self.head();
        for number in 0..sides {
            let labelled = self.side(number).into_iter();
            row.extend(labelled.map(|(label, cell)| (format!("{}{label}", prefix(number)), cell)));
        }
        row
    }

    /// A row for each weapon of each side.
    pub fn weapon_rows(&self) -> Vec<Row> {
        let row = |((side, weapon), tally): (&(Side, String), &WeaponTally)| {
            let head = self.head().into_iter();
            let kept = ["fight", "seed", "skirmish", "book", "variant"];
            let mut row: Row = head.filter(|(label, _)| kept.contains(&label.as_str())).collect();
            let letter = prefix(usize::from(side.0)).replace('_', "");
            row.push(("side".to_owned(), Cell::Text(letter)));
            row.push(("weapon".to_owned(), Cell::Text(weapon.clone())));
            let numbers = of_weapon(tally);
            row.extend(numbers.map(|(label, number)| (label.to_owned(), Cell::Number(u64::from(number)))));
            row
        };
        self.fought.tally.weapons.iter().map(row).collect()
    }

    /// The fight as one object: sides and weapons inside.
    pub fn json(&self) -> Value {
        let object = |row: Row| -> Map<String, Value> {
            row.into_iter().map(|(label, cell)| (label, cell.json())).collect()
        };
        let mut whole = object(self.head());
        if let Err(why) = &self.fought.end {
            whole.insert("why".to_owned(), json!(why.to_string()));
        }
        let sides: Vec<Value> = (0..self.theme.sides.len())
            .map(|number| {
                let mut side = object(self.side(number));
                let weapons =
                    self.fought.tally.weapons.iter().filter(|((of, _), _)| usize::from(of.0) == number);
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
    pub fn weapon_columns() -> Row {
        let text = |label: &str| (label.to_owned(), Cell::Text(String::new()));
        let number = |label: &str| (label.to_owned(), Cell::Number(0));
        let mut columns = vec![number("fight"), number("seed")];
        columns.extend(["skirmish", "book", "variant", "side", "weapon"].map(text));
        columns.extend(of_weapon(&WeaponTally::default()).map(|(label, _)| number(label)));
        columns
    }
}

fn counted(tally: &SideTally) -> [(&'static str, u32); 18] {
    [
        ("units", tally.units),
        ("standing", tally.standing),
        ("escaped", tally.escaped),
        ("unconscious", tally.unconscious),
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

const fn of_weapon(tally: &WeaponTally) -> [(&'static str, u32); 4] {
    [("attacks", tally.attacks), ("hits", tally.hits), ("damage", tally.damage), ("out", tally.out)]
}

/// Columns of the table of fights of at most so many sides, each with a value of its sort.
pub fn columns(sides: usize) -> Row {
    let theme = Theme {
        skirmish: String::new(),
        book: Book::SwanSong,
        variant: String::new(),
        sides: Vec::new(),
        seats: Vec::new(),
    };
    let fought = Fought {
        end: Err(super::fight::Undecided::Stuck(0)),
        rounds: 0,
        orders: 0,
        hash: 0,
        tally: super::tally::Tally::default(),
        journal: None,
    };
    Record { fight: 0, seed: 0, theme: Arc::new(theme), fought }.row(sides)
}
