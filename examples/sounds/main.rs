//! Makes the sounds under `assets/sounds` from the recipes in this folder.
//!
//! `cargo run --example sounds` writes a WAV file for every sound of the program; `cargo run --example sounds -- --check`
//! writes nothing and exits with 1 if the files on disk differ from what the recipes give. Run it from the project's root.
//!
//! A recipe adds and filters noise and tones (`synth.rs`). Sines and powers come from `libm`, so that the files are the same
//! on every machine.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the example reports to a developer")]

mod impacts;
mod shots;
mod signals;
mod surroundings;
mod synth;

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::Parser;
use sound::{SAMPLE_RATE, SoundEffect};

use synth::Take;

/// Makes the sounds from their recipes.
#[derive(Parser)]
struct Arguments {
    /// Compare with the files on disk instead of writing them.
    #[arg(long)]
    check: bool,
}

/// Why a sound could not be made.
#[derive(Debug, thiserror::Error)]
enum SoundError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("encoding a sound: {0}")]
    Encode(#[from] hound::Error),
}

fn main() -> ExitCode {
    match run(Path::new("assets/sounds"), Arguments::parse().check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes every sound; `false` if a check found a difference.
fn run(folder: &Path, check: bool) -> Result<bool, SoundError> {
    let failed = |path: &Path, source| SoundError::File { path: path.to_owned(), source };
    if !check {
        fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
    }
    let (mut same, mut total) = (true, 0);
    for effect in SoundEffect::ALL {
        let (take, peak) = recipe(effect);
        let bytes = encode(&take.finish(peak))?;
        let path = folder.join(effect.file_name());
        total += bytes.len();
        if !check {
            fs::write(&path, &bytes).map_err(|source| failed(&path, source))?;
        } else if fs::read(&path).ok().as_deref() != Some(&bytes[..]) {
            eprintln!("{} is not what its recipe gives", path.display());
            same = false;
        }
    }
    println!("{} sounds, {total} bytes", SoundEffect::ALL.len());
    Ok(same)
}

/// The recipe of a sound, and its loudest sample.
fn recipe(effect: SoundEffect) -> (Take, f64) {
    use SoundEffect::*;
    match effect {
        ShotPistol => (shots::pistol(), 0.8),
        ShotAutomatic => (shots::automatic(), 0.75),
        ShotRifle => (shots::rifle(), 0.9),
        ShotShotgun => (shots::shotgun(), 0.95),
        ShotMachineGun => (shots::machine_gun(), 0.85),
        ShotLauncher => (shots::launcher(), 0.85),
        ShotBow => (shots::bow(), 0.5),
        ShotEnergy => (shots::energy(), 0.6),
        Spray => (shots::spray(), 0.5),
        Throw => (shots::throw(), 0.35),
        SwingBlade => (shots::swing_blade(), 0.4),
        SwingBlunt => (shots::swing_blunt(), 0.4),
        HitFlesh => (impacts::flesh(), 0.7),
        HitArmour => (impacts::armour(), 0.65),
        HitWood => (impacts::wood(), 0.6),
        HitStone => (impacts::stone(), 0.6),
        HitMetal => (impacts::metal(), 0.55),
        HitGlass => (impacts::glass(), 0.45),
        HitEarth => (impacts::earth(), 0.55),
        Ricochet => (impacts::ricochet(), 0.4),
        BreakGlass => (impacts::break_glass(), 0.65),
        BreakStone => (impacts::break_stone(), 0.85),
        BreakWood => (impacts::break_wood(), 0.7),
        BreakMetal => (impacts::break_metal(), 0.6),
        ExplosionSmall => (impacts::explosion_small(), 0.95),
        ExplosionLarge => (impacts::explosion_large(), 0.98),
        Reload => (shots::reload(), 0.4),
        BodyFall => (impacts::body_fall(), 0.6),
        KnockDown => (impacts::knock_down(), 0.7),
        UnitOut => (signals::unit_out(), 0.45),
        Death => (signals::death(), 0.5),
        StepHard => (surroundings::step_hard(), 0.22),
        StepWood => (surroundings::step_wood(), 0.28),
        StepMetal => (surroundings::step_metal(), 0.22),
        StepGrass => (surroundings::step_grass(), 0.18),
        StepEarth => (surroundings::step_earth(), 0.22),
        StepWater => (surroundings::step_water(), 0.3),
        DoorOpen => (surroundings::door_open(), 0.4),
        DoorClose => (surroundings::door_close(), 0.5),
        Fire => (surroundings::fire(), 0.5),
        Gas => (surroundings::gas(), 0.4),
        Splash => (surroundings::splash(), 0.5),
        Click => (signals::click(), 0.25),
        Hover => (signals::hover(), 0.1),
        Refusal => (signals::refusal(), 0.25),
        TurnBegins => (signals::turn_begins(), 0.25),
        SideChanges => (signals::side_changes(), 0.3),
        RoundBegins => (signals::round_begins(), 0.3),
        Victory => (signals::victory(), 0.45),
        Defeat => (signals::defeat(), 0.45),
    }
}

/// Encodes samples as a WAV file with one channel.
fn encode(samples: &[i16]) -> Result<Vec<u8>, SoundError> {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLE_RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec)?;
    for sample in samples {
        writer.write_sample(*sample)?;
    }
    writer.finalize()?;
    Ok(bytes.into_inner())
}
