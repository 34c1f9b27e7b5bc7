//! `breachline replay`: verifies a journal, or shows it.

use std::path::{Path, PathBuf};

use bevy_ecs::prelude::World;
use clap::Args;

use super::{Failure, Format};
use battle::Round;
use battle::journal::{self, Journal, JournalError};

/// Replays a journal and compares every hash.
#[derive(Args, Debug)]
pub struct Replay {
    /// The journal file.
    journal: PathBuf,
    /// Show it on screen.
    #[arg(long)]
    show: bool,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(replay: &Replay, assets: Option<&Path>) -> Result<(), Failure> {
    if replay.show {
        return show(replay, assets);
    }
    let journal = Journal::read(&replay.journal)?;
    let orders = journal.entries().len();
    let cut_short = journal.cut_short();
    let mut world = World::new();
    battle::install(&mut world);
    let verdict = journal::restore(&mut world, journal);
    let hash = battle::hash(&mut world);
    let round = world.resource::<Round>();
    match replay.format {
        Format::Text => {
            if verdict.is_ok() {
                println!(
                    "{orders} orders, every hash agrees; final hash {hash:016x}, round {}",
                    round.number()
                );
            }
            if cut_short {
                println!("The last line of the file was cut off and left out.");
            }
        }
        Format::Json => {
            let mismatch = match &verdict {
                Err(JournalError::Mismatch { number, .. } | JournalError::Refused { number, .. }) => {
                    Some(*number)
                }
                _ => None,
            };
            let answer = serde_json::json!({
                "orders": orders,
                "agrees": verdict.is_ok(),
                "first_difference": mismatch,
                "hash": format!("{hash:016x}"),
                "round": round.number(),
                "outcome": round.outcome(),
                "cut_short": cut_short,
            });
            println!("{answer:#}");
        }
    }
    Ok(verdict?)
}

#[cfg(feature = "desktop")]
fn show(replay: &Replay, assets: Option<&Path>) -> Result<(), Failure> {
    let launch = desktop::Launch {
        journal: Some(replay.journal.clone()),
        assets: assets.map(Path::to_owned),
        ..Default::default()
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
fn show(_replay: &Replay, _assets: Option<&Path>) -> Result<(), Failure> {
    Err(Failure::new("this build has no window; build it with the feature `desktop` to watch a journal"))
}
