//! Sounds of the window: who asks for one, where it is heard, and how loud.
//!
//! Systems write [`PlaySound`]; the board does so with its animation (`board/animation/step_sounds.rs`). Sounds are presentation:
//! nothing waits for them, and no rule reads them.

mod interface_sounds;
mod weapon_sounds;

use std::path::PathBuf;
use std::time::Duration;

use ::sound::{OutputStatus, Placement, SoundEffect, SoundFiles, SoundPlayer, Volumes};
use bevy::prelude::*;
use bevy_egui::egui::Vec2;
use bevy_egui::{EguiPostUpdateSet, egui};
use serde::{Deserialize, Serialize};

use crate::board::BoardViewport;
use crate::content_library::ContentSystems;
use crate::redraw::WindowWaker;
use crate::settings::Settings;

pub(crate) use self::weapon_sounds::WeaponSounds;

/// Sounds at the edge of the board are so far to the side.
const WIDEST_PAN: f32 = 0.75;
/// Distance from the edge of the board at which a sound has half its amplitude, in squares.
const HALF_DISTANCE: f32 = 5.0;
/// Loudest volume, in percent.
const FULL: u8 = 100;

/// Volumes that the player has set, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SoundSettings {
    /// No sound at all.
    pub muted: bool,
    /// Of everything.
    pub master: u8,
    /// Of shots, hits and explosions.
    pub effects: u8,
    /// Of steps, doors and the surroundings.
    pub ambience: u8,
    /// Of buttons and signals.
    pub interface: u8,
}

impl Default for SoundSettings {
    fn default() -> Self {
        let Volumes { muted, master, effects, ambience, interface } = Volumes::default();
        Self { muted, master, effects, ambience, interface }
    }
}

impl SoundSettings {
    /// Limits every volume to 100 percent.
    pub fn clamp(&mut self) {
        for volume in [&mut self.master, &mut self.effects, &mut self.ambience, &mut self.interface] {
            *volume = FULL.min(*volume);
        }
    }

    fn volumes(self) -> Volumes {
        let Self { muted, master, effects, ambience, interface } = self;
        Volumes { muted, master, effects, ambience, interface }
    }
}

/// A request to play a sound.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlaySound {
    /// The sound.
    pub effect: SoundEffect,
    /// Map position; `None` for sounds of the interface.
    pub at: Option<Vec2>,
    /// Seconds until it begins.
    pub delay: f32,
}

impl PlaySound {
    /// A sound that has no place.
    pub fn interface(effect: SoundEffect) -> Self {
        Self { effect, at: None, delay: 0.0 }
    }
}

/// What plays the sounds.
#[derive(Resource)]
pub(crate) struct Sounds {
    player: SoundPlayer,
    /// A sound that shows a new volume.
    sample: Option<SoundEffect>,
}

impl Sounds {
    /// Returns why nothing can be heard, as a sentence; `None` if sounds can be heard.
    pub fn problem(&self) -> Option<String> {
        match self.player.status() {
            OutputStatus::Ready | OutputStatus::Opening => None,
            OutputStatus::Silent(reason) => Some(silence_sentence(&reason)),
        }
    }

    /// Tries at once to open the output.
    pub fn try_again(&mut self) {
        self.player.try_again();
    }

    /// Tries to open the output if the last attempt was some time ago.
    pub fn try_again_when_due(&mut self) {
        self.player.try_again_when_due();
    }

    /// Plays a sound in this frame, with the volumes that the frame has set.
    pub fn play_sample(&mut self, effect: SoundEffect) {
        self.sample = Some(effect);
    }
}

/// Returns the sentence for a reason such as "no sound server was found".
fn silence_sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}; the game is silent.", letters.as_str())
}

/// Plays sounds.
pub(crate) struct SoundPlugin {
    /// The assets folder on disk, if it is one.
    pub assets: Option<PathBuf>,
}

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        let waker = app.world().get_resource::<WindowWaker>().cloned().unwrap_or_default();
        let files = SoundFiles::find(self.assets.as_deref());
        let player = SoundPlayer::start(files, move || waker.wake());
        app.insert_resource(Sounds { player, sample: None })
            .init_resource::<WeaponSounds>()
            .add_message::<PlaySound>()
            .add_systems(Update, weapon_sounds::update_weapon_sounds.after(ContentSystems))
            .add_systems(
                PostUpdate,
                interface_sounds::hear_widgets
                    .after(EguiPostUpdateSet::EndPass)
                    .before(EguiPostUpdateSet::ProcessOutput),
            )
            .add_systems(Last, (apply_volumes.run_if(resource_changed::<Settings>), play_sounds).chain());
    }
}

fn apply_volumes(mut sounds: ResMut<Sounds>, settings: Res<Settings>) {
    sounds.player.set_volumes(settings.sound.volumes());
}

/// Plays what was requested in this frame.
fn play_sounds(mut sounds: ResMut<Sounds>, mut requests: MessageReader<PlaySound>, lens: Res<BoardViewport>) {
    let sounds = sounds.bypass_change_detection();
    for request in requests.read() {
        let placement = request.at.map_or(Placement::CENTRE, |at| placement_at(&lens, at));
        let delay = Duration::from_secs_f32(request.delay.clamp(0.0, 10.0));
        sounds.player.play(request.effect, placement, delay);
    }
    if let Some(effect) = sounds.sample.take() {
        sounds.player.play(effect, Placement::CENTRE, Duration::ZERO);
    }
}

/// Returns how a sound at a map position is heard: from the side on which it is seen, and quieter beyond the edge of the
/// board.
fn placement_at(lens: &BoardViewport, at: Vec2) -> Placement {
    let board = lens.clip;
    if !board.is_positive() {
        return Placement::CENTRE;
    }
    let place: egui::Pos2 = lens.to_screen(at);
    let across = (place.x - board.center().x) / (0.5 * board.width());
    let squares = board.distance_to_pos(place) / lens.unit.max(1.0);
    let gain = 1.0 / (1.0 + (squares / HALF_DISTANCE).powi(2));
    Placement { pan: across.clamp(-1.0, 1.0) * WIDEST_PAN, gain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Rect, pos2, vec2};

    fn lens() -> BoardViewport {
        let clip = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, 300.0));
        BoardViewport { origin: pos2(100.0, 0.0), unit: 40.0, clip }
    }

    #[test]
    fn a_sound_is_on_the_side_on_which_it_is_seen() {
        assert_eq!(placement_at(&lens(), vec2(5.0, 3.0)), Placement::CENTRE);
        let left = placement_at(&lens(), vec2(0.0, 3.0));
        assert_eq!((left.pan, left.gain), (-WIDEST_PAN, 1.0));
        let right = placement_at(&lens(), vec2(7.5, 3.0));
        assert_eq!((right.pan, right.gain), (0.5 * WIDEST_PAN, 1.0));
    }

    #[test]
    fn a_sound_out_of_view_is_quieter() {
        let near = placement_at(&lens(), vec2(15.0, 3.0));
        assert_eq!((near.pan, near.gain), (WIDEST_PAN, 0.5));
        let far = placement_at(&lens(), vec2(60.0, 3.0));
        assert!(far.gain < 0.02, "{far:?}");
    }

    #[test]
    fn without_a_board_sounds_are_in_the_middle() {
        assert_eq!(placement_at(&BoardViewport::default(), vec2(3.0, 3.0)), Placement::CENTRE);
    }

    #[test]
    fn the_reason_for_silence_is_a_sentence() {
        let sentence = silence_sentence("no sound server was found");
        assert_eq!(sentence, "No sound server was found; the game is silent.");
    }
}
