//! `breachline resolve`: one action of a scene, step by step.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::{Value, json};

use super::playable::Playable;
use super::{Failure, Format, scene, show};
use crate::content::AnyScene;
use crate::dice::{DiceState, Played, Scripted, Stop, Trace};

/// Resolves a scene, step by step.
#[derive(Args, Debug)]
pub struct Resolve {
    /// The scene file. See `docs/scene-format.md`.
    scene: PathBuf,
    /// Faces of the dice in the order of the rolls, such as 6,5,2; exactly as many as are rolled. Narrative dice of one roll
    /// come in the order boost, setback, ability, difficulty, proficiency, challenge.
    #[arg(long, value_name = "FACES", value_delimiter = ',', conflicts_with = "seed")]
    dice: Option<Vec<u8>>,
    /// Answer to a question, once for each; in Swan Song `standard`, `dodge+karma`, `parry+full_defense`, `reroll`, `keep`.
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
    match scene::load(&resolve.scene, assets)? {
        AnyScene::SwanSong(scene) => tell(resolve, &*scene),
        AnyScene::Other(scene) => tell(resolve, &*scene),
    }
}

fn tell<S: Playable>(resolve: &Resolve, scene: &S) -> Result<(), Failure> {
    let answers = resolve.answers.clone();
    let wishes = if answers.is_empty() { scene.wishes() } else { Vec::new() };
    for key in answers.iter().chain(&wishes) {
        scene.check_answer(key)?;
    }
    let seed = resolve.seed.unwrap_or_else(clock);
    let (outcome, trace) = settle(scene.name(), answers, &wishes, |answers| match &resolve.dice {
        Some(faces) => {
            let mut table = Scripted::new(faces.clone(), answers);
            let outcome = scene.act(&mut table)?;
            let trace = table.finish().map_err(|error| Stop::Script(Box::new(error)))?;
            Ok((outcome, trace))
        }
        None => {
            let mut table = Played::new(DiceState::new(seed), answers, true);
            let outcome = scene.act(&mut table)?;
            Ok((outcome, table.finish().1))
        }
    })?;
    let seed = resolve.dice.is_none().then_some(seed);
    match resolve.format {
        Format::Text => print!("{}", text(scene, &outcome, &trace, seed)),
        Format::Json => println!("{:#}", answer(scene, &outcome, &trace, seed)),
    }
    Ok(())
}

/// Runs the action; a question nobody answered gets what the file wishes, else its first answer, the free one.
fn settle<T>(
    scene: &str,
    mut answers: Vec<String>,
    wishes: &[String],
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
        let wished = wishes.iter().find_map(|key| prompt.answers.iter().find(|answer| answer.key == *key));
        match wished.or(prompt.answers.first()) {
            Some(answer) => answers.push(answer.key.clone()),
            None => return Err(Failure::new(format!("{scene}: a question without an answer"))),
        }
    }
}

fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() ^ u64::from(since.subsec_nanos()))
}

fn text<S: Playable>(scene: &S, outcome: &S::Outcome, trace: &[Trace], seed: Option<u64>) -> String {
    let mut lines = vec![format!("{}: {}", scene.name(), scene.headline())];
    if let Some(seed) = seed {
        lines.push(format!("Seed {seed}"));
    }
    for (number, step) in (1..).zip(trace) {
        lines.extend(show::step(scene, number, step));
    }
    lines.push(String::new());
    lines.extend(scene.lines(outcome));
    lines.push(String::new());
    lines.join("\n")
}

fn answer<S: Playable>(scene: &S, outcome: &S::Outcome, trace: &[Trace], seed: Option<u64>) -> Value {
    json!({
        "scene": scene.name(),
        "book": scene.book(),
        "action": scene.kind(),
        "seed": seed,
        "units": scene.derived(),
        "steps": trace.iter().map(|step| show::step_json(scene, step)).collect::<Vec<_>>(),
        "result": scene.json(outcome),
    })
}
