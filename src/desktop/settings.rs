//! What a player sets once and for all. Kept in a RON file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::input::KeyBindings;
use super::theme::{Palette, PaletteName};
use crate::ai_players::{AiPace, SidePlayer};

/// Smallest and largest size of the interface, in percent.
pub const UI_SCALE: std::ops::RangeInclusive<u16> = 75..=200;

/// Least width and height of the interface, in points: with less room than this nothing would fit.
const MIN_UI_SIZE: (f32, f32) = (640.0, 360.0);

/// How fast pictures follow what has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnimationSpeed {
    /// As drawn.
    #[default]
    Normal,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Quadruple,
    /// Nothing moves.
    Instant,
}

impl AnimationSpeed {
    /// All speeds with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Normal, "1x"), (Self::Double, "2x"), (Self::Quadruple, "4x"), (Self::Instant, "Instant")];

    /// How much shorter animations are; `None` if there are none.
    pub fn factor(self) -> Option<f32> {
        match self {
            Self::Normal => Some(1.0),
            Self::Double => Some(2.0),
            Self::Quadruple => Some(4.0),
            Self::Instant => None,
        }
    }
}

/// A player's settings. Change the resource; it is saved.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Size of the interface in percent, within [`UI_SCALE`].
    pub ui_scale: u16,
    /// The palette.
    pub palette: PaletteName,
    /// Smoke, fire and water stand still, nothing slides or shakes.
    pub reduced_motion: bool,
    /// Speed of animations.
    pub animation_speed: AnimationSpeed,
    /// The view moves when the pointer is at the edge of the window.
    pub edge_scroll: bool,
    /// Asks before a phase ends with points left.
    pub confirm_end_phase: bool,
    /// Cards show every modifier with its clause.
    pub whole_cards: bool,
    /// How long the machine waits before its next order.
    pub machine_pace: AiPace,
    /// Who played the sides of a skirmish last, by its id.
    pub players: BTreeMap<String, Vec<SidePlayer>>,
    /// Keys.
    pub keys: KeyBindings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ui_scale: 100,
            palette: PaletteName::default(),
            reduced_motion: false,
            animation_speed: AnimationSpeed::default(),
            edge_scroll: false,
            confirm_end_phase: true,
            whole_cards: false,
            machine_pace: AiPace::default(),
            players: BTreeMap::new(),
            keys: KeyBindings::default(),
        }
    }
}

/// Why settings could not be read or kept.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("the settings in {path} cannot be read ({source}); the usual ones are used")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file makes no sense.
    #[error("the settings in {path} are damaged (line {line}: {what}); the usual ones are used")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The file cannot be written.
    #[error("the settings cannot be kept in {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Settings {
    /// The palette in use.
    pub fn palette(&self) -> &'static Palette {
        Palette::by_name(self.palette)
    }

    /// Size of the interface as a factor.
    pub fn scale(&self) -> f32 {
        f32::from(self.ui_scale.clamp(*UI_SCALE.start(), *UI_SCALE.end())) / 100.0
    }

    /// The same, no larger than leaves the interface room in a window of this size.
    pub fn scale_within(&self, width: f32, height: f32) -> f32 {
        let most = (width / MIN_UI_SIZE.0).min(height / MIN_UI_SIZE.1);
        self.scale().min(most.max(f32::from(*UI_SCALE.start()) / 100.0))
    }

    /// How long an animation of so many seconds takes; `None` if it is left out.
    pub fn animation_seconds(&self, seconds: f32) -> Option<f32> {
        if self.reduced_motion {
            return None;
        }
        self.animation_speed.factor().map(|factor| seconds / factor)
    }

    /// Reads settings. A missing file is no error.
    ///
    /// # Errors
    /// The file cannot be read or makes no sense; use the default then.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(SettingsError::Read { path: path.to_owned(), source }),
        };
        let mut settings: Self = ron::from_str(&text).map_err(|error| SettingsError::Damaged {
            path: path.to_owned(),
            line: error.span.start.line,
            what: error.code.to_string(),
        })?;
        settings.ui_scale = settings.ui_scale.clamp(*UI_SCALE.start(), *UI_SCALE.end());
        Ok(settings)
    }

    /// Writes settings beside the file and moves them into place.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SettingsError> {
        let wrong = |source| SettingsError::Write { path: path.to_owned(), source };
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .expect("invariant: settings are plain data");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(wrong)?;
        }
        let beside = path.with_extension("part");
        std::fs::write(&beside, text).map_err(wrong)?;
        std::fs::rename(&beside, path).map_err(wrong)
    }
}

/// Where the settings are kept, and what went wrong with it.
#[derive(Resource, Clone, Debug)]
pub(super) struct SettingsFile {
    /// The file.
    pub path: PathBuf,
    /// What is in it.
    pub kept: Settings,
    /// What went wrong, in one sentence.
    pub problem: Option<String>,
}

/// Reads the settings and keeps them from then on.
pub(super) fn plugin(app: &mut App, path: PathBuf) {
    let (settings, problem) = match Settings::read(&path) {
        Ok(settings) => (settings, None),
        Err(error) => (Settings::default(), Some(error.to_string())),
    };
    app.insert_resource(SettingsFile { path, kept: settings.clone(), problem })
        .insert_resource(settings)
        .add_systems(Last, save_changed_settings.run_if(resource_changed::<Settings>));
}

/// Saves changes, not more often than the mouse button is let go: a slider being dragged is one change.
fn save_changed_settings(
    mut settings: ResMut<Settings>,
    mut file: ResMut<SettingsFile>,
    mouse: Res<ButtonInput<MouseButton>>,
) {
    if file.kept == *settings {
        return;
    }
    if mouse.pressed(MouseButton::Left) {
        settings.set_changed(); // come back
        return;
    }
    file.problem = settings.write(&file.path).err().map(|error| error.to_string());
    file.kept = settings.clone();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/settings.ron");
        let mut settings = Settings { ui_scale: 150, edge_scroll: true, ..Settings::default() };
        settings.keys.reset_keys(super::super::input::InputAction::Undo);
        settings.machine_pace = AiPace::AtOnce;
        let machine = SidePlayer::Ai { level: ai::Difficulty::Hard, temper: Some(ai::Personality::Careful) };
        settings.players.insert("warehouse".to_owned(), vec![SidePlayer::Person, machine]);
        settings.write(&path).expect("written");
        assert_eq!(Settings::read(&path).expect("read"), settings);
    }

    #[test]
    fn a_missing_file_is_no_error_and_a_broken_one_says_where() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        assert_eq!(Settings::read(&path).expect("defaults"), Settings::default());
        std::fs::write(&path, "(\n    ui_scale: \"big\",\n)").expect("written");
        let message = Settings::read(&path).expect_err("broken").to_string();
        assert!(message.contains("line 2"), "{message}");
        assert!(message.ends_with("the usual ones are used"), "{message}");
    }

    #[test]
    fn sizes_stay_within_bounds_and_unknown_fields_are_passed_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, "(ui_scale: 9000, from_the_future: true)").expect("written");
        assert_eq!(Settings::read(&path).expect("read").ui_scale, 200);
    }

    #[test]
    fn a_small_window_limits_the_size() {
        let large = Settings { ui_scale: 200, ..Settings::default() };
        assert_eq!(large.scale_within(1440.0, 900.0), 2.0);
        assert_eq!(large.scale_within(1024.0, 768.0), 1.6);
        assert_eq!(large.scale_within(100.0, 100.0), 0.75);
    }

    #[test]
    fn reduced_motion_leaves_animations_out() {
        let fast = Settings { animation_speed: AnimationSpeed::Quadruple, ..Settings::default() };
        assert_eq!(fast.animation_seconds(0.2), Some(0.05));
        let still = Settings { reduced_motion: true, ..Settings::default() };
        assert_eq!(still.animation_seconds(0.2), None);
    }
}
