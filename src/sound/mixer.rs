//! The mixer: a track per group of sounds.

use std::time::Duration;

use kira::backend::Backend;
use kira::effect::compressor::CompressorBuilder;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{MainTrackBuilder, TrackBuilder, TrackHandle};
use kira::{
    AudioManager, AudioManagerSettings, Capacities, Decibels, Panning, PlaybackRate, StartTime, Tween,
};
use strum::VariantArray;

use crate::effects::SoundGroup;
use crate::volumes::Volumes;

/// Frames that are mixed at once.
const BUFFER_FRAMES: usize = 128;
/// Most sounds of a group at once.
const MOST_SOUNDS: usize = 24;
/// The main track gets quieter above this level, in decibels, by this ratio.
const COMPRESSOR: (f64, f64) = (-9.0, 4.0);

/// Where a sound is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// From -1, left, to 1, right.
    pub pan: f32,
    /// Amplitude from 0 to 1.
    pub gain: f32,
}

impl Placement {
    /// In the middle, at full volume.
    pub const CENTRE: Self = Self { pan: 0.0, gain: 1.0 };

    /// Whether nothing can be heard.
    pub fn is_silent(self) -> bool {
        decibels(self.gain) <= Decibels::SILENCE
    }
}

/// Converts an amplitude to decibels.
fn decibels(amplitude: f32) -> Decibels {
    if amplitude <= 0.0 {
        return Decibels::SILENCE;
    }
    Decibels((20.0 * amplitude.log10()).max(Decibels::SILENCE.0))
}

/// Converts a volume in percent to decibels. Loudness follows about the square of the amplitude.
fn volume(percent: u8) -> Decibels {
    let share = f32::from(percent) / 100.0;
    decibels(share * share)
}

/// A mixer with its output.
pub(crate) struct Mixer<B: Backend> {
    manager: AudioManager<B>,
    /// In the order of the groups.
    tracks: Vec<TrackHandle>,
}

impl<B: Backend> Mixer<B> {
    /// Starts an output.
    ///
    /// # Errors
    /// Returns the error of the output.
    pub fn start(settings: B::Settings) -> Result<Self, B::Error> {
        let (threshold, ratio) = COMPRESSOR;
        let main =
            MainTrackBuilder::new().with_effect(CompressorBuilder::new().threshold(threshold).ratio(ratio));
        let mut manager = AudioManager::new(AudioManagerSettings {
            capacities: Capacities::default(),
            main_track_builder: main,
            internal_buffer_size: BUFFER_FRAMES,
            backend_settings: settings,
        })?;
        let tracks = SoundGroup::VARIANTS.iter().map(|_| {
            manager
                .add_sub_track(TrackBuilder::new().sound_capacity(MOST_SOUNDS))
                .expect("invariant: there are fewer groups than tracks")
        });
        let tracks = tracks.collect();
        Ok(Self { manager, tracks })
    }

    /// Sets the volumes.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        let master = if volumes.muted { 0 } else { volumes.master };
        self.manager.main_track().set_volume(volume(master), Tween::default());
        for (group, track) in SoundGroup::VARIANTS.iter().zip(&mut self.tracks) {
            track.set_volume(volume(volumes.of(*group)), Tween::default());
        }
    }

    /// Plays a sound at a rate after a delay. It is dropped if too many sounds are played.
    pub fn play(
        &mut self,
        group: SoundGroup,
        data: StaticSoundData,
        placement: Placement,
        (rate, delay): (f64, Duration),
    ) {
        let mut data = data.volume(decibels(placement.gain)).panning(Panning(placement.pan));
        data.settings.playback_rate = PlaybackRate(rate).into();
        if !delay.is_zero() {
            data.settings.start_time = StartTime::Delayed(delay);
        }
        if let Some(track) = self.tracks.get_mut(group as usize) {
            // The only error is that there are too many sounds.
            _ = track.play(data);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SoundEffect;
    use kira::backend::Renderer;

    /// An output that keeps what it has to play.
    struct Recorder(Option<Renderer>);

    impl Backend for Recorder {
        type Settings = ();
        type Error = std::convert::Infallible;

        fn setup((): (), _: usize) -> Result<(Self, u32), Self::Error> {
            Ok((Self(None), 32_000))
        }

        fn start(&mut self, renderer: Renderer) -> Result<(), Self::Error> {
            self.0 = Some(renderer);
            Ok(())
        }
    }

    /// Loudest sample of each side within so many frames.
    fn peaks(mixer: &mut Mixer<Recorder>, frames: usize) -> [f32; 2] {
        let renderer = mixer.manager.backend_mut().0.as_mut().expect("it was started");
        let mut samples = vec![0.0; 2 * frames];
        for part in samples.chunks_mut(512) {
            renderer.on_start_processing();
            renderer.process(part, 2);
        }
        let peak = |side: usize| {
            samples.iter().skip(side).step_by(2).fold(0.0, |most: f32, now| most.max(now.abs()))
        };
        [peak(0), peak(1)]
    }

    fn shot() -> StaticSoundData {
        crate::decode(SoundEffect::ShotRifle.embedded()).expect("a sound")
    }

    #[test]
    fn a_sound_is_heard_on_its_side() {
        let Ok(mut mixer) = Mixer::<Recorder>::start(());
        assert_eq!(peaks(&mut mixer, 512), [0.0, 0.0]);
        mixer.play(SoundGroup::Effects, shot(), Placement { pan: -1.0, gain: 1.0 }, (1.0, Duration::ZERO));
        let [left, right] = peaks(&mut mixer, 4096);
        assert!(left > 0.2 && right < 0.01, "{left} {right}");
    }

    #[test]
    fn a_group_at_zero_and_a_muted_mixer_are_silent() {
        let loud = Volumes::default();
        let cases = [
            (loud, SoundGroup::Effects, true),
            (Volumes { effects: 0, ..loud }, SoundGroup::Effects, false),
            (Volumes { effects: 0, ..loud }, SoundGroup::Ambience, true),
            (Volumes { master: 0, ..loud }, SoundGroup::Ambience, false),
            (Volumes { muted: true, ..loud }, SoundGroup::Interface, false),
        ];
        for (volumes, group, is_heard) in cases {
            let Ok(mut mixer) = Mixer::<Recorder>::start(());
            mixer.set_volumes(volumes);
            peaks(&mut mixer, 2048); // the change takes a moment
            mixer.play(group, shot(), Placement::CENTRE, (1.0, Duration::ZERO));
            let [left, _] = peaks(&mut mixer, 4096);
            assert_eq!(left > 0.1, is_heard, "{volumes:?} {group:?}: {left}");
        }
    }

    #[test]
    fn a_delayed_sound_begins_later() {
        let Ok(mut mixer) = Mixer::<Recorder>::start(());
        mixer.play(SoundGroup::Effects, shot(), Placement::CENTRE, (1.0, Duration::from_millis(500)));
        assert_eq!(peaks(&mut mixer, 12_000), [0.0, 0.0]);
        assert!(peaks(&mut mixer, 12_000)[0] > 0.2);
    }

    #[test]
    fn volumes_in_percent_become_decibels() {
        assert_eq!(volume(100), Decibels(0.0));
        assert_eq!(volume(0), Decibels::SILENCE);
        assert!((volume(50).0 + 12.04).abs() < 0.01);
        assert!(Placement { pan: 0.0, gain: 0.0005 }.is_silent());
    }
}
