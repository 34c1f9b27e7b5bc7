//! `breachline play`: opens the game.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use super::ai_side::AiSideArg;
use super::enum_parser::book_parser;
use content::ContentFolder;
use rules::Book;

/// Starts the game.
#[derive(Args, Debug, Default)]
pub struct PlayArgs {
    /// Id of a skirmish, lesson or Lab scene, or a scene file with two sides; by default the menu.
    skirmish: Option<String>,
    /// Rulebook instead of the skirmish's own.
    #[arg(long, requires = "skirmish", value_parser = book_parser())]
    book: Option<Book>,
    /// Squad saved after an earlier skirmish; replaces the side of its name, or the first.
    #[arg(long, requires = "skirmish", value_name = "FILE")]
    squad: Option<PathBuf>,
    /// Side controlled by an AI player, by name or number, with its difficulty (easy, normal, hard, brutal, master) and
    /// optionally its personality (even, aggressive, careful, flanker, marksman, grenadier). Repeatable.
    #[arg(long, alias = "machine", requires = "skirmish", value_name = "SIDE=DIFFICULTY[:PERSONALITY]")]
    ai: Vec<AiSideArg>,
    /// Opens the map of a campaign instead, by id.
    #[arg(long, value_name = "CAMPAIGN", conflicts_with = "skirmish")]
    campaign: Option<String>,
    /// Random seed; by default that of a lesson, else from the clock.
    #[arg(long)]
    seed: Option<u64>,
    /// Saves a screenshot of the first finished frame and quits.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Runs a script file, see `docs/scripts.md`.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Window size, such as 1440x900.
    #[arg(long, value_name = "WxH", value_parser = parse_window_size)]
    size: Option<(u32, u32)>,
}

/// Fewest and most pixels of a side of the window: less cannot be read, more exceeds the textures of many graphics
/// devices.
const WINDOW_SIDES: RangeInclusive<u32> = 320..=8192;

pub(super) fn parse_window_size(text: &str) -> Result<(u32, u32), String> {
    let (fewest, most) = WINDOW_SIDES.into_inner();
    let wrong = || format!("expected a size such as 1440x900, with {fewest} to {most} pixels each way");
    let (width, height) = text.split_once('x').ok_or_else(wrong)?;
    let side = |text: &str| text.parse().ok().filter(|side| WINDOW_SIDES.contains(side)).ok_or_else(wrong);
    Ok((side(width)?, side(height)?))
}

#[cfg(feature = "desktop")]
pub(super) fn run(play: &PlayArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let ai_side = |arg: &AiSideArg| {
        let player = desktop::SidePlayer::Ai { difficulty: arg.difficulty, personality: arg.personality };
        (arg.side.clone(), player)
    };
    play.screenshot.as_deref().map_or(Ok(()), super::output::check_file)?;
    let launch = desktop::LaunchOptions {
        skirmish: play.skirmish.clone(),
        book: play.book,
        squad: play.squad.as_deref().map(content::Squad::read).transpose()?,
        machines: play.ai.iter().map(ai_side).collect(),
        campaign: play.campaign.clone(),
        seed: play.seed,
        screenshot: play.screenshot.clone(),
        script: play.script.as_deref().map(desktop::Script::read).transpose()?,
        size: play.size,
        clause_tests: super::coverage::clause_tests(),
        ..desktop::LaunchOptions::new(assets.clone())
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
pub(super) fn run(_play: &PlayArgs, _assets: &ContentFolder) -> Result<(), CliError> {
    Err(CliError::new("this build has no window; build with the feature `desktop` to play"))
}
