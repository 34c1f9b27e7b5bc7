//! Player settings, stored in a RON file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use super::input::{InputDevice, KeyBindings};
use super::theme::{Palette, PaletteName, TEXT_SIZE};
use crate::ai_players::{AiPace, SidePlayer};
use crate::own_file::DamagedFile;
use crate::panel::turn_guide::TurnGuides;
use crate::sound::SoundSettings;

/// Minimum and maximum UI scale, in percent.
pub const UI_SCALE: std::ops::RangeInclusive<u16> = 75..=200;

/// Minimum width and height of the interface, in points.
const MIN_UI_SIZE: (f32, f32) = (640.0, 360.0);

/// Speed of animations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum AnimationSpeed {
    /// As designed.
    #[default]
    #[strum(serialize = "1x")]
    Normal,
    /// Twice as fast.
    #[strum(serialize = "2x")]
    Double,
    /// Four times as fast.
    #[strum(serialize = "4x")]
    Quadruple,
    /// No animation.
    #[strum(serialize = "Instant")]
    Instant,
}

impl AnimationSpeed {
    /// All speeds.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name for players.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the speed factor; `None` without animations.
    pub fn factor(self) -> Option<f32> {
        match self {
            Self::Normal => Some(1.0),
            Self::Double => Some(2.0),
            Self::Quadruple => Some(4.0),
            Self::Instant => None,
        }
    }
}

/// What a key does that acts while it is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum HeldKeys {
    /// It acts while it is held.
    #[default]
    #[strum(serialize = "Hold")]
    Hold,
    /// It acts from one press to the next.
    #[strum(serialize = "Toggle")]
    Toggle,
}

impl HeldKeys {
    /// Both.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name for players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The settings of a player. Changes to the resource are saved.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// UI scale in percent, within [`UI_SCALE`].
    pub ui_scale: u16,
    /// Size of texts in percent, within [`TEXT_SIZE`]; the UI scale comes on top.
    pub text_size: u16,
    /// What the keys do that act while they are held.
    pub held_keys: HeldKeys,
    /// The palette.
    pub palette: PaletteName,
    /// Disables animated smoke, fire and water, sliding and shaking.
    pub reduced_motion: bool,
    /// No bright flashes.
    pub reduced_flashes: bool,
    /// The picture stands still for a moment at a hit.
    pub hit_pause: bool,
    /// Explosions shake the view.
    pub screen_shake: bool,
    /// Wounds bleed; else they are marked with chalk.
    pub blood: bool,
    /// The view moves only by hand.
    pub camera_lock: bool,
    /// Shows the board in its own colours, without lamps and shadows.
    pub flat_light: bool,
    /// Speed of animations.
    pub animation_speed: AnimationSpeed,
    /// The view scrolls when the pointer is at the edge of the window.
    pub edge_scroll: bool,
    /// With fog of war, a screen hides the battle between the turns of two players at one computer.
    pub handover_screen: bool,
    /// Asks for confirmation before a phase ends with action points left.
    pub confirm_end_phase: bool,
    /// Every move asks for a second click, not only a risky one.
    pub confirm_moves: bool,
    /// Ends a phase by itself once the unit can do nothing more.
    pub auto_end_phase: bool,
    /// Cards show every modifier with its clause.
    pub whole_cards: bool,
    /// The side panels are hidden until they are asked for, so that the board has their room.
    pub hidden_panels: bool,
    /// Which rulebooks’ turns are explained.
    pub turn_guides: TurnGuides,
    /// How long the AI waits before its next order.
    #[serde(alias = "machine_pace")]
    pub ai_pace: AiPace,
    /// Shows the turns of the AI at once, until a person has to decide.
    pub skip_ai_turns: bool,
    /// Volumes.
    pub sound: SoundSettings,
    /// The last players of each skirmish, by its id.
    pub players: BTreeMap<String, Vec<SidePlayer>>,
    /// Key bindings.
    pub keys: KeyBindings,
    /// What the player used last: buttons and hints name its keys or controls. It is not saved.
    #[serde(skip)]
    pub device: InputDevice,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ui_scale: 100,
            text_size: 100,
            held_keys: HeldKeys::default(),
            palette: PaletteName::default(),
            reduced_motion: false,
            reduced_flashes: false,
            hit_pause: true,
            screen_shake: true,
            blood: false,
            camera_lock: false,
            flat_light: false,
            animation_speed: AnimationSpeed::default(),
            edge_scroll: false,
            handover_screen: true,
            confirm_end_phase: true,
            confirm_moves: false,
            auto_end_phase: false,
            whole_cards: false,
            hidden_panels: false,
            turn_guides: TurnGuides::default(),
            ai_pace: AiPace::default(),
            skip_ai_turns: false,
            sound: SoundSettings::default(),
            players: BTreeMap::new(),
            keys: KeyBindings::default(),
            device: InputDevice::default(),
        }
    }
}

/// Why settings could not be read or saved.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read the settings in {path} ({source}); using defaults")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is not valid.
    #[error("the settings in {path} are damaged (line {line}: {what}); using defaults")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The file cannot be written.
    #[error("cannot save the settings to {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Settings {
    /// Returns the current palette.
    pub fn palette(&self) -> &'static Palette {
        Palette::by_name(self.palette)
    }

    /// Returns the UI scale as a factor.
    pub fn scale(&self) -> f32 {
        f32::from(self.ui_scale.clamp(*UI_SCALE.start(), *UI_SCALE.end())) / 100.0
    }

    /// Returns the text size as a factor.
    pub fn text_factor(&self) -> f32 {
        f32::from(self.text_size.clamp(*TEXT_SIZE.start(), *TEXT_SIZE.end())) / 100.0
    }

    /// Returns the UI scale, limited so that the interface fits in a window of this size.
    pub fn scale_within(&self, width: f32, height: f32) -> f32 {
        let most = (width / MIN_UI_SIZE.0).min(height / MIN_UI_SIZE.1);
        self.scale().min(most.max(f32::from(*UI_SCALE.start()) / 100.0))
    }

    /// Returns the duration of an animation at the current speed; `None` if it is skipped.
    pub fn animation_seconds(&self, seconds: f32) -> Option<f32> {
        if self.reduced_motion {
            return None;
        }
        self.animation_speed.factor().map(|factor| seconds / factor)
    }

    /// Reads settings. A missing file gives the defaults. A link is followed: many players keep their settings in a folder
    /// that they copy between machines.
    ///
    /// # Errors
    /// Returns `SettingsError` if the file cannot be read or is not valid.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let wrong = |source| SettingsError::Read { path: path.to_owned(), source };
        let bytes = match storage::follow_link(path)
            .and_then(|file| storage::read_regular_file(&file, content::MAX_FILE_BYTES))
        {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(wrong(source)),
        };
        let text = String::from_utf8(bytes).map_err(|_| wrong(io::Error::other("not valid UTF-8")))?;
        let mut settings: Self = ron::from_str(&text).map_err(|error| SettingsError::Damaged {
            path: path.to_owned(),
            line: error.span.start.line,
            what: error.code.to_string(),
        })?;
        settings.ui_scale = settings.ui_scale.clamp(*UI_SCALE.start(), *UI_SCALE.end());
        settings.text_size = settings.text_size.clamp(*TEXT_SIZE.start(), *TEXT_SIZE.end());
        settings.sound.clamp();
        Ok(settings)
    }

    /// Writes settings, to the file that a link leads to.
    ///
    /// # Errors
    /// Returns `SettingsError::Write` if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SettingsError> {
        let wrong = |source| SettingsError::Write { path: path.to_owned(), source };
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .expect("invariant: settings are plain data");
        storage::follow_link(path).and_then(|file| storage::replace_file(&file, text)).map_err(wrong)
    }
}

/// The settings file and its last problem.
#[derive(Resource, Clone, Debug)]
pub(super) struct SettingsFile {
    /// The file.
    pub path: PathBuf,
    /// The saved settings; `None` if they have to be saved again.
    pub kept: Option<Settings>,
    /// The last problem, in one sentence.
    pub problem: Option<String>,
}

impl SettingsFile {
    /// Saves the settings in another file from now on, beginning with the next frame in which they are changed.
    pub fn move_to(&mut self, path: PathBuf) {
        self.path = path;
        self.forget_saved();
    }

    /// Saves the settings again in the next frame in which they are marked as changed.
    pub fn forget_saved(&mut self) {
        self.kept = None;
    }
}

/// Reads the settings, and saves changes.
pub(super) struct SettingsPlugin {
    /// Their file.
    pub file: PathBuf,
}

impl Plugin for SettingsPlugin {
    fn build(&self, app: &mut App) {
        let path = self.file.clone();
        let (settings, problem) = match Settings::read(&path) {
            Ok(settings) => (settings, None),
            Err(error) => (Settings::default(), Some(keep_damaged_file(&path, &error))),
        };
        app.insert_resource(SettingsFile { path, kept: Some(settings.clone()), problem })
            .insert_resource(settings)
            .add_systems(Last, save_changed_settings.run_if(resource_changed::<Settings>));
    }
}

/// Renames a file of settings that cannot be read, so that saving the defaults does not destroy it. Returns what to say.
fn keep_damaged_file(path: &Path, error: &SettingsError) -> String {
    DamagedFile::new(path, &error.to_string()).keep()
}

/// Saves changes once the mouse button is released: a slider being dragged is one change.
fn save_changed_settings(
    mut settings: ResMut<Settings>,
    mut file: ResMut<SettingsFile>,
    mouse: Res<ButtonInput<MouseButton>>,
) {
    let is_kept = |kept: &Settings| *kept == Settings { device: kept.device, ..settings.clone() };
    if file.kept.as_ref().is_some_and(is_kept) {
        return;
    }
    if mouse.pressed(MouseButton::Left) {
        settings.set_changed(); // try again in the next frame
        return;
    }
    file.problem = settings.write(&file.path).err().map(|error| error.to_string());
    file.kept = Some(settings.clone());
}

#[cfg(test)]
mod tests;
