//! Plays the program without a hand: steps from a file become pointer and key messages, so the same code runs.

mod screen_reader;
mod script_player;
mod simulated_input;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::key_chord::KeyChord;
use battle::Order;

pub(super) use self::script_player::plugin;

/// One step of a script. `docs/scripts.md` lists them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum ScriptStep {
    /// Gives an order.
    Order(Order),
    /// Clicks on a square of the board.
    Click {
        /// Column and row.
        cell: (i32, i32),
    },
    /// Presses on a square of the board, moves to another, square by square, and lets go.
    Drag {
        /// Column and row.
        from: (i32, i32),
        /// Column and row.
        to: (i32, i32),
    },
    /// Clicks at a place in the window.
    ClickAt(f32, f32),
    /// Clicks on a text that is on the screen.
    Press(String),
    /// Moves the pointer to a square.
    Hover {
        /// Column and row.
        cell: (i32, i32),
    },
    /// Moves the pointer to a place in the window.
    HoverAt(f32, f32),
    /// Presses and lets go of a key, such as `Ctrl+Z`.
    Key(String),
    /// Types a text.
    Type(String),
    /// Lets so many frames pass.
    Wait(u32),
    /// Waits until a person has the word, or the skirmish is over, and the machine has thought all it was asked.
    AwaitPerson,
    /// Takes a picture.
    Screenshot(PathBuf),
    /// Fails the script if this does not come true soon.
    Expect(Expectation),
    /// Ends the program.
    Quit,
}

/// What a script can look at.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Expectation {
    /// This text is on the screen, as a part of a line.
    Text(String),
    /// This text is not.
    NoText(String),
    /// The fight is in this round; 0 while units are placed.
    Round(u32),
    /// This unit is selected.
    Selected(String),
    /// It is this unit's phase.
    Acting(String),
    /// So many orders were given.
    Orders(usize),
    /// A unit stands on this square.
    At {
        /// Name of the unit.
        unit: String,
        /// Column and row.
        cell: (i32, i32),
    },
    /// A question waits for an answer.
    Asked,
    /// The skirmish is over.
    Ended,
    /// The menu is shown.
    Menu,
    /// The Lab is shown.
    Lab,
    /// A fight is shown.
    Battle,
}

/// Why a script cannot be played.
#[derive(Debug, Error)]
pub enum ScriptFileError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no list of steps.
    #[error("{path}:{line}:{column}: {what}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
}

/// A script.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Script(Vec<ScriptStep>);

/// Reads a script.
///
/// # Errors
/// The file cannot be read or is no list of steps.
pub(super) fn read_script(path: &Path) -> Result<Script, ScriptFileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ScriptFileError::Read { path: path.to_owned(), source })?;
    use ron::extensions::Extensions;
    let options = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES);
    let steps: Vec<ScriptStep> = options.from_str(&text).map_err(|error| ScriptFileError::Format {
        path: path.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    })?;
    for step in &steps {
        if let ScriptStep::Key(key) = step
            && let Err(error) = key.parse::<KeyChord>()
        {
            let what = error.to_string();
            return Err(ScriptFileError::Format { path: path.to_owned(), line: 1, column: 1, what });
        }
    }
    Ok(Script(steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_and_a_broken_one_says_where() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("script.ron");
        let text = "[Press(\"Start\"), Click(cell: (3, 4)), ClickAt(10, 20.5), Key(\"Ctrl+Z\"),\n\
                    Expect(Round(1)), Expect(At(unit: \"Vex\", cell: (1, 2))), Quit]";
        std::fs::write(&path, text).expect("written");
        let script = read_script(&path).expect("a script");
        assert_eq!(script.0.len(), 7);
        assert_eq!(script.0[1], ScriptStep::Click { cell: (3, 4) });
        std::fs::write(&path, "[\n  Clik(cell: (3, 4)),\n]").expect("written");
        let message = read_script(&path).expect_err("broken").to_string();
        assert!(message.contains("script.ron:2:"), "{message}");
        std::fs::write(&path, "[Key(\"Hyper+Q\")]").expect("written");
        assert!(read_script(&path).expect_err("broken").to_string().contains("Hyper+Q"));
    }
}
