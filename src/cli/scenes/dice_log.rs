//! Formats resolution steps and results as text and as JSON.

use serde_json::{Value, json};

use content::RuleScene;
use dice::{Modifier, RollMode, Symbols, Trace};
use model::UnitId;
use rules::DownState;

/// Formats a step as indented lines.
pub(crate) fn step_lines(scene: &RuleScene, number: usize, step: &Trace) -> Vec<String> {
    let who =
        |who: Option<UnitId>| who.and_then(|who| scene.unit_name(who)).map(|name| format!(" of {name}"));
    match step {
        Trace::Rolled(roll) => {
            let limit = roll.limit.map(|limit| format!(", limit {limit}")).unwrap_or_default();
            let name = format!("{}{}", roll.why, who(roll.who).unwrap_or_default());
            let glitch = if roll.roll.glitch { ", a glitch" } else { "" };
            let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
            let result = match roll.dice.read {
                RollMode::Symbols(_) => symbols_text(roll.roll.symbols),
                _ => roll.roll.value.to_string(),
            };
            let mut lines = vec![format!(
                "{number}. {name}: {}{limit} -> [{}] = {result}{glitch}  ({})",
                roll.dice,
                faces.join(" "),
                roll.clause
            )];
            lines.extend(modifier_texts(&roll.parts));
            lines
        }
        Trace::Decided { who: unit, question, answer, clause } => {
            let name = scene.unit_name(*unit).unwrap_or("unknown unit");
            vec![format!("{number}. {name}: {question} {answer}  ({clause})")]
        }
        Trace::Noted(note) => {
            let mut lines = vec![format!("{number}. {}  ({})", note.text, note.clause)];
            lines.extend(modifier_texts(&note.parts));
            lines
        }
    }
}

/// Formats symbols: "2 successes, -1 advantages, 1 triumph".
pub(crate) fn symbols_text(symbols: Symbols) -> String {
    let mut text = format!("{} successes, {} advantages", symbols.successes, symbols.advantages);
    for (count, name) in [(symbols.triumphs, "triumph"), (symbols.despairs, "despair")] {
        if count > 0 {
            text += &format!(", {count} {name}");
        }
    }
    text
}

fn modifier_texts(parts: &[Modifier]) -> Vec<String> {
    parts.iter().map(|part| format!("      {:+} {}  ({})", part.value, part.reason, part.clause)).collect()
}

/// Converts a step to JSON, see `docs/json.md`.
pub(crate) fn step_json(scene: &RuleScene, step: &Trace) -> Value {
    let who = |who: Option<UnitId>| who.and_then(|who| scene.unit_name(who));
    match step {
        Trace::Rolled(roll) => {
            let mut line = json!({
                "step": "roll",
                "who": who(roll.who),
                "why": roll.why,
                "clause": roll.clause,
                "dice": roll.dice.count,
                "sides": roll.dice.sides,
                "limit": roll.limit,
                "faces": roll.faces,
                "value": roll.roll.value,
                "glitch": roll.roll.glitch,
                "parts": roll.parts,
            });
            if let RollMode::Symbols(pool) = roll.dice.read {
                (line["pool"], line["symbols"]) = (json!(pool), json!(roll.roll.symbols));
            }
            line
        }
        Trace::Decided { who: unit, question, answer, clause } => json!({
            "step": "decision",
            "who": who(Some(*unit)),
            "question": question,
            "answer": answer,
            "clause": clause,
        }),
        Trace::Noted(note) => {
            json!({ "step": "note", "text": note.text, "clause": note.clause, "parts": note.parts })
        }
    }
}

/// Name of a state of being out of action.
pub(crate) const fn down_name(down: DownState) -> &'static str {
    match down {
        DownState::Unconscious => "Unconscious",
        DownState::Dead => "Dead",
        DownState::Surrendered => "Surrendered",
        DownState::Fled => "Fled",
    }
}
