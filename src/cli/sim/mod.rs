//! `breachline sim`: AI battles on all cores.

mod behaviour_table;
mod book_table;
mod ladder;
mod progress;
mod summary_text;
mod text_table;
mod variants;
mod win_chance;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use super::enum_parser::{book_parser, difficulty_parser, personality_parser};
use super::{CliError, output, stop_signal};
use ai::{Difficulty, Personality};
use content::{Content, ContentFolder, Severity};
use rules::Book;
use sim::ladder::DifficultyPair;
use sim::{FightRecord, ResultPaths, SeriesConfig, Shard, SweepBase, SweepField, UndecidedReason};

/// Simulates AI battles and reports the results, see `docs/simulator.md`.
#[derive(Args, Clone, Debug)]
pub struct SimArgs {
    /// Id of the skirmish, or a scene file with two sides; `--ladder` and `--win-chance` default to all.
    #[arg(required_unless_present_any = ["ladder", "win_chance"])]
    skirmish: Option<String>,
    /// Rulebook instead of the skirmish's own; `--ladder` and `--win-chance` default to all.
    #[arg(long, value_parser = book_parser())]
    book: Option<Book>,
    /// Fights per variant; with `--ladder`, mirrored fights per pair, skirmish and book; with `--win-chance`, fights per book.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    runs: u64,
    /// Seed of the series: the same seed gives the same fights everywhere.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads; by default one per core.
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Part of the series to run, such as 2/8: the second of eight.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Difficulty of the AI players, one for all sides or one per side.
    #[arg(
        long,
        alias = "level",
        value_name = "D",
        value_delimiter = ',',
        value_parser = difficulty_parser(),
        default_value = "normal",
        conflicts_with = "ladder"
    )]
    difficulty: Vec<Difficulty>,
    /// Personality of the AI players, one for all sides or one per side. By default each unit has its own.
    #[arg(
        long,
        alias = "temper",
        value_name = "P",
        value_delimiter = ',',
        value_parser = personality_parser(),
        conflicts_with = "ladder"
    )]
    personality: Vec<Personality>,
    /// Fog of war: each side sees only what it knows, whatever the skirmish says.
    #[arg(long)]
    fog: bool,
    /// Runs variants on the same seeds: `field=a,b,c`, where the field is a house rule, an option, `difficulty.0`,
    /// `archetype.number` or `weapon.number`. Several form a grid.
    #[arg(long, value_name = "FIELD=A,B", conflicts_with = "ladder")]
    vary: Vec<SweepField>,
    /// Writes a row per fight; weapons go into a second table beside it.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes a JSON object per fight, one per line.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Writes the tables of `--csv` as Parquet, in builds with that feature.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Plots wins, rounds, losses and weapons.
    #[arg(long, value_name = "FOLDER", conflicts_with = "ladder")]
    svg: Option<PathBuf>,
    /// Saves the journal of a fight by number, to watch with `breachline replay --show`.
    #[arg(long, value_name = "K[=FILE]", value_parser = parse_journal_option, conflicts_with = "ladder")]
    save_journal: Vec<(u64, Option<PathBuf>)>,
    /// Compares the skirmish under all five books.
    #[arg(long, conflicts_with_all = ["book", "ladder"])]
    all_books: bool,
    /// Reports what the AI players did in their turns: use of cover, explosives, distance, moves and losses, by difficulty
    /// and archetype.
    #[arg(long, conflicts_with = "ladder")]
    behaviour: bool,
    /// Ladder of difficulties: mirrored fights with ratings.
    #[arg(long)]
    ladder: bool,
    /// Pairs of the ladder, such as hard-normal,normal-easy.
    #[arg(long, value_name = "A-B", value_delimiter = ',', requires = "ladder")]
    pairs: Vec<DifficultyPair>,
    /// Reports how well the estimated win chances agree with the results of fights.
    #[arg(long, conflicts_with_all = ["ladder", "vary", "csv", "jsonl", "parquet", "svg", "save_journal", "all_books", "behaviour"])]
    win_chance: bool,
    /// Fits the coefficients of the win chances to half of the fights, tests them on the others and writes them.
    #[arg(long, value_name = "FILE", requires = "win_chance")]
    fit: Option<PathBuf>,
    /// Positions of the fights: written after they are played, or read instead of playing if the file exists.
    #[arg(long, value_name = "FILE", requires = "win_chance")]
    positions: Option<PathBuf>,
    /// Prints the summary as one JSON object.
    #[arg(long)]
    json: bool,
}

fn parse_journal_option(text: &str) -> Result<(u64, Option<PathBuf>), String> {
    let (number, file) = text.split_once('=').map_or((text, None), |(number, file)| (number, Some(file)));
    let number = number.parse().map_err(|_| format!("`{text}` is not a fight such as 7 or 7=seven.jsonl"))?;
    Ok((number, file.map(PathBuf::from)))
}

pub(super) fn run(sim: &SimArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let mut content = load_content(assets);
    let mut sim = sim.clone();
    if let Some(named) = &mut sim.skirmish {
        *named = content::add_scene_file(&mut content, assets, named)?;
    }
    let stop = stop_signal::stop_on_signal()?;
    if sim.win_chance {
        win_chance::run(&sim, &content, &stop)
    } else if sim.ladder {
        ladder::run(&sim, &content, &stop)
    } else {
        variants::run(&sim, &content, &stop)
    }
}

/// Loads the shipped content and the user's own; reports and skips broken files.
fn load_content(assets: &ContentFolder) -> Content {
    let loaded = content::load_content(&[assets.clone(), content::paths::user_content_dir().into()]);
    let (shown, left_out) = output::select_diagnostics(&loaded.diagnostics);
    shown
        .into_iter()
        .filter(|problem| problem.severity == Severity::Error)
        .for_each(output::report_diagnostic);
    left_out.iter().for_each(output::report);
    tracing::info!("{} entries of content", loaded.content.entries());
    loaded.content
}

/// Puts the number of a variant before the ending of a file: `seven.v2.jsonl`.
fn path_of_variant(path: PathBuf, variant: Option<usize>) -> PathBuf {
    let Some(number) = variant else { return path };
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    path.with_extension(format!("v{number}{ending}"))
}

impl SimArgs {
    fn sweep_base(&self, skirmish: &str) -> SweepBase {
        SweepBase {
            skirmish: skirmish.to_owned(),
            book: self.book,
            fog: self.fog.then_some(true),
            difficulties: self.difficulty.clone(),
            personalities: self.personality.clone(),
        }
    }

    fn series_config(&self) -> SeriesConfig {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        SeriesConfig {
            runs: self.runs,
            seed: self.seed,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            jobs: self.jobs.map_or_else(cores, usize::from),
            journals: self.save_journal.iter().map(|(fight, _)| *fight).collect(),
            behaviour: self.behaviour,
        }
    }

    fn result_paths(&self) -> ResultPaths {
        ResultPaths { csv: self.csv.clone(), jsonl: self.jsonl.clone(), parquet: self.parquet.clone() }
    }

    /// Path of a fight's journal, if it was requested or the fight panicked.
    fn journal_path(&self, record: &FightRecord, variant: Option<usize>) -> PathBuf {
        let info = &record.variant;
        let plain = format!(
            "{}-{}-{}-{}",
            storage::file_stem(&info.skirmish, "battle"),
            info.book.id(),
            self.seed,
            record.fight
        );
        if matches!(record.result.end, Err(UndecidedReason::Panicked { .. })) {
            let variant = variant.map_or(String::new(), |number| format!(".v{number}"));
            return format!("{plain}{variant}.broken.jsonl").into();
        }
        let wanted: BTreeMap<u64, &Option<PathBuf>> =
            self.save_journal.iter().map(|(fight, file)| (*fight, file)).collect();
        let path = wanted.get(&record.fight).and_then(|file| (*file).clone());
        path_of_variant(path.unwrap_or_else(|| format!("{plain}.jsonl").into()), variant)
    }

    /// Checks that the journals with a name can be written, before the fights whose journals they are.
    fn check_journal_files(&self, variants: usize) -> Result<(), CliError> {
        for path in self.save_journal.iter().filter_map(|(_, path)| path.as_ref()) {
            let numbers = if variants > 1 { 1..=variants } else { 0..=0 };
            for number in numbers {
                output::check_file(&path_of_variant(path.clone(), (number > 0).then_some(number)))?;
            }
        }
        Ok(())
    }
}

impl SimArgs {
    /// Converts a series to JSON: options, progress and results.
    fn to_json(
        &self,
        shard: Shard,
        (done, wanted): (u64, u64),
        mut found: serde_json::Value,
    ) -> serde_json::Value {
        let head = [
            ("seed", self.seed.into()),
            ("runs", self.runs.into()),
            ("shard", format!("{}/{}", shard.number, shard.count).into()),
            ("fights_wanted", wanted.into()),
            ("fights", done.into()),
        ];
        if let Some(found) = found.as_object_mut() {
            found.extend(head.map(|(name, value): (&str, serde_json::Value)| (name.to_owned(), value)));
        }
        found
    }
}

/// Checks that a series was not stopped early.
fn check_complete(done: u64, wanted: u64) -> Result<(), CliError> {
    if done >= wanted {
        return Ok(());
    }
    Err(CliError::new(format!(
        "stopped after {done} of {wanted} fights; their results and files are complete"
    )))
}
