//! Sounds of the program: files, mixer, output.
//!
//! [`SoundPlayer`] plays a [`SoundEffect`] at once and never waits: what cannot be heard is dropped. The output is a thread
//! that speaks to the sound server (Linux and the BSDs) or the devices of the system (elsewhere). A server that is missing, hangs
//! or dies leaves the program silent, and [`SoundPlayer::status`] says so.

mod bank;
mod effects;
mod files;
mod mixer;
mod output;
mod rate_limit;
mod volumes;

use std::time::{Duration, Instant};

pub use self::bank::{SAMPLE_RATE, SoundFileError, decode};
pub use self::effects::{SoundEffect, SoundGroup};
pub use self::files::SoundFiles;
pub use self::mixer::Placement;
pub use self::output::OutputStatus;
pub use self::volumes::Volumes;

use self::bank::SoundBank;
use self::output::Output;
use self::rate_limit::RateLimit;

/// Plays sounds.
pub struct SoundPlayer {
    bank: SoundBank,
    output: Output,
    limit: RateLimit,
    volumes: Volumes,
    started: Instant,
}

impl SoundPlayer {
    /// Starts the output. `on_change` is called, on any thread, when the status has changed.
    pub fn start(files: SoundFiles, on_change: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            bank: SoundBank::new(files),
            output: Output::start(Box::new(on_change)),
            limit: RateLimit::default(),
            volumes: Volumes::default(),
            started: Instant::now(),
        }
    }

    /// Plays a sound after a delay. Without an output it is dropped, and the output is tried again if the last attempt
    /// was some time ago.
    pub fn play(&mut self, effect: SoundEffect, placement: Placement, delay: Duration) {
        if self.volumes.is_silent(effect.group()) || placement.is_silent() {
            return;
        }
        let Some(rate) = self.limit.admit(effect, self.started.elapsed() + delay) else { return };
        self.output.wake();
        if self.output.status() != OutputStatus::Ready {
            return;
        }
        let Some(data) = self.bank.get(effect) else { return };
        if let Some(mixer) = self.output.mixer(self.volumes) {
            mixer.play(effect.group(), data, placement, (rate, delay));
        }
    }

    /// Sets the volumes.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.volumes = volumes;
        if let Some(mixer) = self.output.mixer(volumes) {
            mixer.set_volumes(volumes);
        }
    }

    /// Returns whether sounds can be heard, and why not.
    pub fn status(&self) -> OutputStatus {
        self.output.status()
    }

    /// Tries to open the output, unless it is open or the last attempt was a moment ago.
    pub fn try_again_when_due(&mut self) {
        self.output.try_when_due();
    }

    /// Tries at once to open the output, unless it is open.
    pub fn try_again(&mut self) {
        self.output.try_again();
    }
}
