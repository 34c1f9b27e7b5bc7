//! Options whose values are enums of other crates: parsed with their own errors, and listed in the help.

use std::ffi::OsStr;

use ai::{Difficulty, Personality};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use rules::Book;

/// Parses an enum and lists its values. `ValueEnum` would need clap in the crate of the enum.
#[derive(Clone)]
pub(super) struct EnumParser<T> {
    names: Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for EnumParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Returns the parser of rulebooks.
pub(super) fn book_parser() -> EnumParser<Book> {
    let parse = |text: &str| {
        let book = Book::ALL.into_iter().find(|book| book.id() == text);
        book.ok_or_else(|| format!("expected one of {}", Book::ALL.map(Book::id).join(", ")))
    };
    EnumParser { names: Book::ALL.map(Book::id).to_vec(), parse }
}

/// Returns the parser of difficulties.
pub(super) fn difficulty_parser() -> EnumParser<Difficulty> {
    let parse = |text: &str| text.parse().map_err(|error: ai::UnknownDifficulty| error.to_string());
    EnumParser { names: Difficulty::ALL.map(Difficulty::key).to_vec(), parse }
}

/// Returns the parser of personalities.
pub(super) fn personality_parser() -> EnumParser<Personality> {
    let parse = |text: &str| text.parse().map_err(|error: ai::UnknownPersonality| error.to_string());
    EnumParser { names: Personality::ALL.map(Personality::key).to_vec(), parse }
}
