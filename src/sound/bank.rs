//! Decoded sounds, each read when it is first heard.

use std::collections::BTreeMap;
use std::io::Cursor;

use kira::Frame;
use kira::sound::static_sound::{StaticSoundData, StaticSoundSettings};
use thiserror::Error;
use tracing::warn;

use crate::effects::SoundEffect;
use crate::files::SoundFiles;

/// Samples per second of the shipped sounds.
pub const SAMPLE_RATE: u32 = 32_000;

/// Longest sound, in seconds.
const MAX_SECONDS: u32 = 10;

/// Why a file is not a sound.
#[derive(Debug, Error)]
pub enum SoundFileError {
    /// It is not a WAV file.
    #[error(transparent)]
    Wav(#[from] hound::Error),
    /// It is a WAV file of another kind.
    #[error("sounds are WAV files with 16 bits per sample and one or two channels, of at most 10 seconds")]
    Kind,
}

/// Decodes a WAV file with 16 bits per sample and one or two channels.
///
/// # Errors
/// It is no such file, or longer than 10 seconds.
pub fn decode(bytes: &[u8]) -> Result<StaticSoundData, SoundFileError> {
    let mut reader = hound::WavReader::new(Cursor::new(bytes))?;
    let spec = reader.spec();
    let is_integer = spec.bits_per_sample == 16 && spec.sample_format == hound::SampleFormat::Int;
    let is_short = spec.sample_rate > 0 && reader.duration() / spec.sample_rate < MAX_SECONDS;
    if !is_integer || !is_short || !matches!(spec.channels, 1 | 2) {
        return Err(SoundFileError::Kind);
    }
    let samples = reader.samples::<i16>().collect::<Result<Vec<_>, _>>()?;
    let share = |sample: i16| f32::from(sample) / 32_768.0;
    let frames = samples.chunks_exact(usize::from(spec.channels)).map(|frame| match frame {
        [left, right] => Frame::new(share(*left), share(*right)),
        _ => Frame::from_mono(share(frame[0])),
    });
    Ok(StaticSoundData {
        sample_rate: spec.sample_rate,
        frames: frames.collect(),
        settings: StaticSoundSettings::default(),
        slice: None,
    })
}

/// Decoded sounds.
pub(crate) struct SoundBank {
    files: SoundFiles,
    /// `None` for a file that is not a sound.
    decoded: BTreeMap<SoundEffect, Option<StaticSoundData>>,
}

impl SoundBank {
    /// Creates a bank of these files.
    pub fn new(files: SoundFiles) -> Self {
        Self { files, decoded: BTreeMap::new() }
    }

    /// Returns a sound; `None` if neither its file nor that in the program is a sound.
    pub fn get(&mut self, effect: SoundEffect) -> Option<StaticSoundData> {
        let files = &self.files;
        self.decoded.entry(effect).or_insert_with(|| load(files, effect)).clone()
    }
}

fn load(files: &SoundFiles, effect: SoundEffect) -> Option<StaticSoundData> {
    match decode(&files.read(effect)) {
        Ok(data) => Some(data),
        Err(error) => {
            warn!("{}: {error}; the sound of the program is used", effect.file_name());
            decode(effect.embedded()).ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Most bytes of all shipped sounds together.
    const MOST_BYTES: usize = 2_000_000;

    #[test]
    fn every_shipped_sound_can_be_decoded_and_heard() {
        for effect in SoundEffect::ALL {
            let data = decode(effect.embedded()).expect("a sound");
            assert_eq!(data.sample_rate, SAMPLE_RATE, "{effect:?}");
            let peak = data.frames.iter().map(|frame| frame.left.abs()).fold(0.0, f32::max);
            assert!((0.09..0.999).contains(&peak), "{effect:?} has the peak {peak}");
            let end = data.frames.last().expect("it has samples");
            assert!(end.left.abs() < 0.01, "{effect:?} ends with a click");
        }
    }

    #[test]
    fn the_shipped_sounds_are_small() {
        let bytes: usize = SoundEffect::ALL.iter().map(|effect| effect.embedded().len()).sum();
        assert!(bytes < MOST_BYTES, "{bytes}");
    }

    #[test]
    fn names_of_files_are_those_of_the_sounds() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/sounds");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".wav"))
            .collect();
        let mut names = SoundEffect::ALL.map(SoundEffect::file_name).to_vec();
        files.sort();
        names.sort();
        assert_eq!(files, names);
        for effect in SoundEffect::ALL {
            let on_disk = std::fs::read(format!("{folder}/{}", effect.file_name())).expect("read");
            assert!(on_disk == effect.embedded(), "{effect:?} is another file");
        }
    }

    #[test]
    fn what_is_not_a_sound_is_an_error() {
        assert!(matches!(decode(b"RIFF"), Err(SoundFileError::Wav(_))));
        let spec = hound::WavSpec {
            channels: 1,
            sample_rate: 8000,
            bits_per_sample: 8,
            sample_format: hound::SampleFormat::Int,
        };
        let mut bytes = Cursor::new(Vec::new());
        let mut writer = hound::WavWriter::new(&mut bytes, spec).expect("written");
        writer.write_sample(5_i8).expect("written");
        writer.finalize().expect("written");
        assert!(matches!(decode(bytes.get_ref()), Err(SoundFileError::Kind)));
    }

    #[test]
    fn a_file_that_is_not_a_sound_is_replaced_by_that_of_the_program() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("sounds")).expect("a folder");
        std::fs::write(folder.path().join("sounds/click.wav"), "no sound").expect("a file");
        let mut bank = SoundBank::new(SoundFiles::find(Some(folder.path())));
        assert_eq!(bank.get(SoundEffect::Click), decode(SoundEffect::Click.embedded()).ok());
    }
}
