//! `breachline resolve`: one action of a scene, step by step.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::{Value, json};

use super::scene::{self, Outcome};
use super::{Failure, Format, show};
use crate::content::Scene;
use crate::dice::{DiceState, Played, Scripted, Stop, Trace};

/// Resolves a scene, step by step.
#[derive(Args, Debug)]
pub struct Resolve {
    /// The scene file. See `docs/scene-format.md`.
    scene: PathBuf,
    /// Faces of the dice in the order of the rolls, such as 6,5,2; exactly as many as are rolled.
    #[arg(long, value_name = "FACES", value_delimiter = ',', conflicts_with = "seed")]
    dice: Option<Vec<u8>>,
    /// Answer to a question, once for each; `standard`, `dodge+karma`, `parry+full_defense`, `reroll`, `keep`.
    #[arg(long = "answer", value_name = "KEY", value_delimiter = ',')]
    answers: Vec<String>,
    /// Seed of the dice; drawn from the clock without one.
    #[arg(long)]
    seed: Option<u64>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(resolve: &Resolve, assets: Option<&Path>) -> Result<(), Failure> {
    let scene = scene::load(&resolve.scene, assets)?;
    let mut answers = resolve.answers.clone();
    if answers.is_empty() {
        answers.extend(scene.defence.clone());
    }
    for key in &answers {
        scene::check_answer(&scene, key)?;
    }
    let seed = resolve.seed.unwrap_or_else(clock);
    let (outcome, trace) = settle(&scene, answers, |answers| match &resolve.dice {
        Some(faces) => {
            let mut table = Scripted::new(faces.clone(), answers);
            let outcome = scene::act(&mut table, &scene)?;
            let trace = table.finish().map_err(|error| Stop::Script(Box::new(error)))?;
            Ok((outcome, trace))
        }
        None => {
            let mut table = Played::new(DiceState::new(seed), answers, true);
            let outcome = scene::act(&mut table, &scene)?;
            Ok((outcome, table.finish().1))
        }
    })?;
    let seed = resolve.dice.is_none().then_some(seed);
    match resolve.format {
        Format::Text => print!("{}", text(&scene, &outcome, &trace, seed)),
        Format::Json => println!("{:#}", answer(&scene, &outcome, &trace, seed)),
    }
    Ok(())
}

/// Runs the action; a question nobody answered gets its first answer, the free one.
fn settle<T>(
    scene: &Scene,
    mut answers: Vec<String>,
    run: impl Fn(Vec<String>) -> Result<T, Stop>,
) -> Result<T, Failure> {
    loop {
        let prompt = match run(answers.clone()) {
            Ok(done) => return Ok(done),
            Err(Stop::Script(error)) => return Err(Failure::new(error.to_string())),
            Err(Stop::Asked(prompt)) => prompt,
            Err(Stop::Merged | Stop::Faces(..)) => {
                unreachable!("only the table of odds merges, only a fight asks for faces")
            }
        };
        match prompt.answers.first() {
            Some(first) => answers.push(first.key.clone()),
            None => return Err(Failure::new(format!("{}: a question without an answer", scene.name))),
        }
    }
}

fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() ^ u64::from(since.subsec_nanos()))
}

fn text(scene: &Scene, outcome: &Outcome, trace: &[Trace], seed: Option<u64>) -> String {
    let mut lines = vec![format!("{}: {}", scene.name, scene::headline(scene))];
    if let Some(seed) = seed {
        lines.push(format!("Seed {seed}"));
    }
    for (number, step) in (1..).zip(trace) {
        lines.extend(show::step(scene, number, step));
    }
    lines.push(String::new());
    lines.extend(show::outcome(scene, outcome));
    lines.push(String::new());
    lines.join("\n")
}

fn answer(scene: &Scene, outcome: &Outcome, trace: &[Trace], seed: Option<u64>) -> Value {
    json!({
        "scene": scene.name,
        "book": scene.book,
        "action": scene::kind(&scene.action),
        "seed": seed,
        "units": scene::derived(scene),
        "steps": trace.iter().map(|step| show::step_json(scene, step)).collect::<Vec<_>>(),
        "result": show::outcome_json(scene, outcome),
    })
}
