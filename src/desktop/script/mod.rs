//! Scripts: steps from a file become pointer and key messages, so that the same code runs as for a player.

mod node_steps;
mod screen_reader;
mod script_player;
mod simulated_input;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::key_chord::{KeyChord, UnknownKey};
use crate::theme::colour_vision::ColourVision;
use battle::Order;
use content::Diagnostic;

pub(super) use self::script_player::ScriptPlugin;

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
    /// Clicks on a square of the board while Shift is held: adds a waypoint.
    ShiftClick {
        /// Column and row.
        cell: (i32, i32),
    },
    /// Presses on a square of the board, moves to another, square by square, and releases.
    Drag {
        /// Column and row.
        from: (i32, i32),
        /// Column and row.
        to: (i32, i32),
    },
    /// Clicks at a position in the window.
    ClickAt(f32, f32),
    /// Clicks on a text on the screen.
    Press(String),
    /// Activates a node of the accessibility tree, as a screen reader does.
    Activate {
        /// Its role, such as `Button`; any role if it is empty.
        #[serde(default)]
        role: String,
        /// Its name, or a part of it.
        name: String,
    },
    /// Moves the focus to a node of the accessibility tree.
    Focus {
        /// Its role; any role if it is empty.
        #[serde(default)]
        role: String,
        /// Its name, or a part of it.
        name: String,
    },
    /// Moves the pointer to a square.
    Hover {
        /// Column and row.
        cell: (i32, i32),
    },
    /// Moves the pointer to a position in the window.
    HoverAt(f32, f32),
    /// Moves the pointer to a part of a text on the screen.
    HoverText(String),
    /// Clicks on a part of a text on the screen.
    ClickText(String),
    /// Presses and releases a key, such as `Ctrl+Z`.
    Key(String),
    /// Types a text.
    Type(String),
    /// Waits for so many frames.
    Wait(u32),
    /// Lets every later frame last for so many seconds, whatever it takes; 0 returns to the clock.
    FrameTime(f64),
    /// Waits until a human has to act or the skirmish is over, and the AI is idle.
    AwaitPerson,
    /// Lets the window idle; fails unless it soon draws no frame for so many seconds.
    Idle(f64),
    /// Takes a screenshot.
    Screenshot(PathBuf),
    /// Shows later screenshots as seen with this colour vision.
    ColourVision(ColourVision),
    /// Fails the script if this does not become true soon.
    Expect(Expectation),
    /// Ends the program.
    Quit,
}

/// A condition on the screen or the battle.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Expectation {
    /// This text is on the screen, as a part of a line.
    Text(String),
    /// This text is not on the screen.
    NoText(String),
    /// The accessibility tree has a node of this role, with this text in its name.
    Node {
        /// Its role; any role if it is empty.
        #[serde(default)]
        role: String,
        /// Its name, or a part of it.
        name: String,
    },
    /// The accessibility tree has no such node.
    NoNode {
        /// Its role; any role if it is empty.
        #[serde(default)]
        role: String,
        /// Its name, or a part of it.
        name: String,
    },
    /// Every node of the accessibility tree that can be used has a role and a name.
    ControlsNamed,
    /// The battle is in this round; 0 during deployment.
    Round(u32),
    /// This unit is selected.
    Selected(String),
    /// It is this unit's phase.
    Acting(String),
    /// This number of orders has been given.
    Orders(usize),
    /// A unit is in this square.
    At {
        /// Name of the unit.
        unit: String,
        /// Column and row.
        cell: (i32, i32),
    },
    /// A prompt is open.
    Asked,
    /// The skirmish is over.
    Ended,
    /// The menu is shown.
    Menu,
    /// The Lab is shown.
    Lab,
    /// A battle is shown.
    Battle,
}

/// Why a script cannot be read.
#[derive(Debug, Error)]
pub enum ScriptFileError {
    /// The file cannot be read, or is not a list of steps.
    #[error("{0}")]
    Invalid(Diagnostic),
    /// A key does not exist.
    #[error("{path}: {error}")]
    Key {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: UnknownKey,
    },
}

/// Steps that drive the window, read from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script(Vec<ScriptStep>);

impl ScriptStep {
    /// Whether it reads the accessibility tree.
    fn needs_tree(&self) -> bool {
        use Expectation::{ControlsNamed, NoNode, Node};
        matches!(
            self,
            Self::Activate { .. }
                | Self::Focus { .. }
                | Self::Expect(Node { .. } | NoNode { .. } | ControlsNamed)
        )
    }
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// Returns `ScriptFileError` if the file cannot be read or is not a list of steps.
    pub fn read(path: &Path) -> Result<Self, ScriptFileError> {
        let steps: Vec<ScriptStep> = content::read_ron_file(path).map_err(ScriptFileError::Invalid)?;
        for step in &steps {
            if let ScriptStep::Key(key) = step
                && let Err(error) = key.parse::<KeyChord>()
            {
                return Err(ScriptFileError::Key { path: path.to_owned(), error });
            }
        }
        Ok(Self(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_and_a_broken_one_gives_the_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("script.ron");
        let text = "[Press(\"Start\"), Click(cell: (3, 4)), ClickAt(10, 20.5), Key(\"Ctrl+Z\"),\n\
                    Idle(2.5), Expect(Round(1)), Expect(At(unit: \"Vex\", cell: (1, 2))), Quit]";
        std::fs::write(&path, text).expect("written");
        let script = Script::read(&path).expect("a script");
        assert_eq!(script.0.len(), 8);
        assert_eq!(script.0[1], ScriptStep::Click { cell: (3, 4) });
        std::fs::write(&path, "[\n  Clik(cell: (3, 4)),\n]").expect("written");
        let message = Script::read(&path).expect_err("broken").to_string();
        assert!(message.contains("script.ron:2:"), "{message}");
        std::fs::write(&path, "[Key(\"Hyper+Q\")]").expect("written");
        assert!(Script::read(&path).expect_err("broken").to_string().contains("Hyper+Q"));
    }
}
