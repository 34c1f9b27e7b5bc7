//! `breachline play`: the game in its window.

use std::path::{Path, PathBuf};

use clap::Args;

use super::CliError;
use super::ai_side::AiSideArg;
use rules::Book;

/// Starts the game.
#[derive(Args, Debug, Default)]
pub struct PlayArgs {
    /// Id of a skirmish; the menu without one.
    skirmish: Option<String>,
    /// Rulebook of the skirmish, if not the one it is made for: `swan_song`, `aberrant`, `attacks_and_damage`,
    /// `circumstances` or `combat_checks`.
    #[arg(long, requires = "skirmish", value_parser = parse_book)]
    book: Option<Book>,
    /// A squad saved after an earlier skirmish, which takes the place of the side of its name, or of the first.
    #[arg(long, requires = "skirmish", value_name = "FILE")]
    squad: Option<PathBuf>,
    /// A side that the machine plays, by its name or number: how well, and how (careless, steady, sharp or ruthless; even,
    /// aggressive, careful or flanker). Can be given for several sides.
    #[arg(long, requires = "skirmish", value_name = "SIDE=LEVEL[:TEMPER]")]
    machine: Vec<AiSideArg>,
    /// Seed of the dice; drawn from the clock without one.
    #[arg(long)]
    seed: Option<u64>,
    /// Takes a picture of the first settled frame and quits.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Plays the steps of a script file. See `docs/scripts.md`.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Size of the window, such as 1440x900.
    #[arg(long, value_name = "WxH", value_parser = parse_window_size)]
    size: Option<(u32, u32)>,
}

pub(super) fn parse_book(text: &str) -> Result<Book, String> {
    let known = || Book::ALL.map(Book::id).join(", ");
    Book::ALL.into_iter().find(|book| book.id() == text).ok_or_else(|| format!("the books are {}", known()))
}

pub(super) fn parse_window_size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || format!("`{text}` is no size; write it like 1440x900");
    let (width, height) = text.split_once('x').ok_or_else(wrong)?;
    Ok((width.parse().map_err(|_| wrong())?, height.parse().map_err(|_| wrong())?))
}

#[cfg(feature = "desktop")]
pub(super) fn run(play: &PlayArgs, assets: Option<&Path>) -> Result<(), CliError> {
    let machine = |machine: &AiSideArg| {
        let player = desktop::SidePlayer::Ai { level: machine.difficulty, temper: machine.personality };
        (machine.side.clone(), player)
    };
    let launch = desktop::LaunchOptions {
        skirmish: play.skirmish.clone(),
        book: play.book,
        squad: play.squad.as_deref().map(content::Squad::read).transpose()?,
        machines: play.machine.iter().map(machine).collect(),
        assets: assets.map(Path::to_owned),
        seed: play.seed,
        screenshot: play.screenshot.clone(),
        script: play.script.clone(),
        size: play.size,
        ..Default::default()
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
pub(super) fn run(_play: &PlayArgs, _assets: Option<&Path>) -> Result<(), CliError> {
    Err(CliError::new("this build has no window; build it with the feature `desktop` to play"))
}
