//! `breachline resolve`: resolves the actions of a scene step by step.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::{Value, json};

use super::{CliError, OutputFormat, output};
use crate::cli::scenes::action_runner::SceneActionContext;
use crate::cli::scenes::loader::SceneTask;
use crate::cli::scenes::sequence;
use crate::cli::scenes::sequence::{PlayedAction, SequenceStop};
use crate::cli::scenes::{action_report, action_summary, answer_tracker, dice_log, loader, report_text};
use content::{Content, ContentFolder, LabScene, RuleScene};
use dice::{DiceState, Interrupt, PlayedTable, ScriptedTable, Trace};
use lab::action_replay::ActionReplay;
use lab::replay_text;

/// Resolves a scene step by step.
#[derive(Args, Debug)]
pub struct ResolveArgs {
    /// The scene file, with actions or an aim, see `docs/scene-format.md`.
    scene: PathBuf,
    /// Dice faces in the order of the rolls, such as 6,5,2; exactly as many as are rolled. Narrative dice of one roll
    /// are ordered boost, setback, ability, difficulty, proficiency, challenge.
    #[arg(long, value_name = "FACES", value_delimiter = ',', conflicts_with = "seed")]
    dice: Option<Vec<u8>>,
    /// Answer to a prompt, one per prompt; in Swan Song `standard`, `dodge+karma`, `parry+full_defense`, `reroll`,
    /// `keep`.
    #[arg(long = "answer", value_name = "KEY", value_delimiter = ',')]
    answers: Vec<String>,
    /// Random seed; by default from the clock.
    #[arg(long)]
    seed: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(resolve: &ResolveArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let scene = &match loader::load_task(&resolve.scene, assets)? {
        SceneTask::Actions(scene) => scene,
        SceneTask::Orders(scene, content) => return play_orders(resolve, &scene, &content),
    };
    let seed = resolve.seed.unwrap_or_else(clock_seed);
    let (acted, trace) =
        resolve_with_answers(scene, resolve.answers.clone(), |answers| match &resolve.dice {
            Some(faces) => {
                let mut table = ScriptedTable::new(faces.clone(), answers);
                let acted = sequence::run_sequence(scene, &mut table)?;
                let last = scene.action_count() - 1;
                let trace = table.finish().map_err(|error| {
                    let stop = Interrupt::ScriptMismatch(Box::new(error));
                    SequenceStop { action: last, answered: 0, stop }
                })?;
                Ok((acted, trace))
            }
            None => {
                let mut table = PlayedTable::new(DiceState::new(seed), answers, true);
                let acted = sequence::run_sequence(scene, &mut table)?;
                Ok((acted, table.finish().1))
            }
        })?;
    let seed = resolve.dice.is_none().then_some(seed);
    match resolve.format {
        OutputFormat::Text => output::print(to_text(scene, &acted, &trace, seed)),
        OutputFormat::Json => output::print_json(&to_json(scene, &acted, &trace, seed)),
    }
}

/// Plays the orders of a scene and prints the log.
fn play_orders(resolve: &ResolveArgs, scene: &LabScene, content: &Content) -> Result<(), CliError> {
    if resolve.dice.is_some() || !resolve.answers.is_empty() {
        let what = "the orders of this scene have their own dice and answers";
        return Err(CliError::new(format!("{}: {what}", resolve.scene.display())));
    }
    let (seed, book) = (resolve.seed.unwrap_or(scene.script.seed), scene.skirmish.rules.book());
    let mut world = battle::new_battle_world();
    let replay = ActionReplay::resolve(&mut world, scene, content, book, seed, &[])?;
    let lines = battle::with_view(&mut world, |view| replay_text::replay_lines(view, &replay));
    match resolve.format {
        OutputFormat::Text => {
            let orders = scene.script.orders.len();
            output::print(format_args!("{}: {orders} orders\nSeed {seed}\n\n", scene.skirmish.name))?;
            output::print_lines(&lines)
        }
        OutputFormat::Json => {
            let records = replay.orders().iter().map(|record| {
                let events: Vec<_> = record.events.iter().map(|event| &event.event).collect();
                let steps: Vec<_> = record.events.iter().flat_map(|event| &event.trace).collect();
                json!({ "round": record.round, "order": record.order, "events": events, "steps": steps })
            });
            let answer = json!({
                "scene": scene.skirmish.name,
                "book": book,
                "seed": seed,
                "orders": records.collect::<Vec<_>>(),
                "log": lines,
                "cites": replay_text::cited_clauses(&replay, &lines),
            });
            output::print_json(&answer)
        }
    }
}

/// Runs the actions. Open prompts get the answer of the file, else their first answer, which costs nothing.
fn resolve_with_answers<T>(
    scene: &RuleScene,
    mut answers: Vec<String>,
    run: impl Fn(Vec<String>) -> Result<T, SequenceStop>,
) -> Result<T, CliError> {
    // Given answers are used in order; the file's answers only if none are given.
    let by_hand = !answers.is_empty();
    loop {
        let SequenceStop { action, answered, stop } = match run(answers.clone()) {
            Ok(done) => return Ok(done),
            Err(stopped) => stopped,
        };
        let prompt = match stop {
            Interrupt::ScriptMismatch(error) => return Err(CliError::new(error.to_string())),
            Interrupt::NeedsAnswer(prompt) => prompt,
            Interrupt::Merged | Interrupt::NeedsFaces(..) => {
                unreachable!("only the odds table merges, only a battle requests faces")
            }
        };
        if let Some(key) = answers.get(answered) {
            return Err(answer_tracker::answer_not_offered(
                key,
                prompt.answers.iter().map(|answer| answer.key.as_str()),
            ));
        }
        let wanted = if by_hand { &[] } else { scene.answers(action) };
        let chosen = wanted.iter().find_map(|key| prompt.answers.iter().find(|answer| answer.key == *key));
        match chosen.or(prompt.answers.first()) {
            Some(answer) => answers.push(answer.key.clone()),
            None => return Err(CliError::new(format!("{}: a prompt has no answer", scene.name))),
        }
    }
}

fn clock_seed() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() ^ u64::from(since.subsec_nanos()))
}

fn to_text(scene: &RuleScene, acted: &[PlayedAction], trace: &[Trace], seed: Option<u64>) -> String {
    let headline = |act: &PlayedAction| {
        act.action.as_ref().map(|what| action_summary::headline(scene, what)).unwrap_or_default()
    };
    let mut lines = Vec::new();
    match acted {
        [only] if !scene.is_sequence() => lines.push(format!("{}: {}", scene.name, headline(only))),
        _ => lines.push(format!("{}: {} actions", scene.name, acted.len())),
    }
    if let Some(seed) = seed {
        lines.push(format!("Seed {seed}"));
    }
    let mut shown = 0;
    for (number, act) in (1..).zip(acted) {
        if scene.is_sequence() {
            lines.push(String::new());
            lines.push(format!("Action {number}: {}", headline(act)));
        }
        for (number, step) in (shown + 1..).zip(&trace[shown..act.steps]) {
            lines.extend(dice_log::step_lines(scene, number, step));
        }
        shown = act.steps;
        lines.push(String::new());
        lines.extend(report_text::report_lines(scene, &act.report));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn to_json(scene: &RuleScene, acted: &[PlayedAction], trace: &[Trace], seed: Option<u64>) -> Value {
    let steps = |range: std::ops::Range<usize>| {
        trace[range].iter().map(|step| dice_log::step_json(scene, step)).collect::<Vec<_>>()
    };
    let result = |act: &PlayedAction| {
        action_report::report_json(
            &SceneActionContext { scene, state: &act.state },
            act.action.as_ref(),
            &act.report,
        )
    };
    let last = acted.len() - 1;
    let mut answer = json!({
        "scene": scene.name,
        "book": scene.book(),
        "action": scene.action_kind(last),
        "seed": seed,
        "units": action_summary::derived_stats_json(scene),
        "steps": steps(0..trace.len()),
        "result": result(&acted[last]),
    });
    if scene.is_sequence() {
        let mut shown = 0;
        let acts = acted.iter().enumerate().map(|(number, act)| {
            let own = shown..act.steps;
            shown = act.steps;
            json!({ "action": scene.action_kind(number), "steps": steps(own), "result": result(act) })
        });
        answer["course"] = json!(acts.collect::<Vec<_>>());
    }
    answer
}
