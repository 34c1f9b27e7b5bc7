//! Steps and outcomes of a rule, as text and as JSON.

use serde_json::{Map, Value, json};

use super::playable::Playable;
use super::scene::{Condition, Outcome};
use crate::content::{Scene, SceneAction};
use crate::dice::{Modifier, Read, Symbols, Trace};
use crate::rules::swan_song::initiative;
use crate::rules::swan_song::{AttackResult, BarrierHarm, Contact, Down, Pool, Spent, Vitals};

/// A step of the log as indented lines.
pub(super) fn step(scene: &impl Playable, number: usize, step: &Trace) -> Vec<String> {
    let who = |who: Option<u32>| who.and_then(|who| scene.unit_name(who)).map(|name| format!(" of {name}"));
    match step {
        Trace::Rolled(roll) => {
            let limit = roll.limit.map(|limit| format!(", limit {limit}")).unwrap_or_default();
            let name = format!("{}{}", roll.why, who(roll.who).unwrap_or_default());
            let glitch = if roll.roll.glitch { ", a glitch" } else { "" };
            let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
            let came = match roll.dice.read {
                Read::Symbols(_) => symbols(roll.roll.symbols),
                _ => roll.roll.value.to_string(),
            };
            let mut lines = vec![format!(
                "{number}. {name}: {}{limit} -> [{}] = {came}{glitch}  ({})",
                roll.dice,
                faces.join(" "),
                roll.clause
            )];
            lines.extend(parts(&roll.parts));
            lines
        }
        Trace::Decided { who: unit, question, answer, clause } => {
            let name = scene.unit_name(*unit).unwrap_or("somebody");
            vec![format!("{number}. {name} decides: {question} {answer}  ({clause})")]
        }
        Trace::Noted(note) => {
            let mut lines = vec![format!("{number}. {}  ({})", note.text, note.clause)];
            lines.extend(parts(&note.parts));
            lines
        }
    }
}

/// "2 successes, -1 advantages, 1 triumph".
pub(super) fn symbols(symbols: Symbols) -> String {
    let mut text = format!("{} successes, {} advantages", symbols.successes, symbols.advantages);
    for (count, name) in [(symbols.triumphs, "triumph"), (symbols.despairs, "despair")] {
        if count > 0 {
            text += &format!(", {count} {name}");
        }
    }
    text
}

fn parts(parts: &[Modifier]) -> Vec<String> {
    parts.iter().map(|part| format!("      {:+} {}  ({})", part.value, part.reason, part.clause)).collect()
}

/// A step of the log as `docs/json.md` describes it.
pub(super) fn step_json(scene: &impl Playable, step: &Trace) -> Value {
    let who = |who: Option<u32>| who.and_then(|who| scene.unit_name(who));
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
            if let Read::Symbols(pool) = roll.dice.read {
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

/// What came of it, as lines.
pub(super) fn outcome(scene: &Scene, outcome: &Outcome) -> Vec<String> {
    match outcome {
        Outcome::Attack(result) => attack(scene, result),
        Outcome::Strike(result) => {
            let mut lines = vec![if result.hit { "Hit".to_owned() } else { "Miss".to_owned() }];
            if let SceneAction::Strike(strike) = &scene.action {
                let whole = strike.barrier.hit_points();
                let total = strike.barrier.damage + result.damage;
                let hole = if total >= whole { ", a hole" } else { "" };
                lines.push(format!(
                    "{}: +{} damage, {total} of {whole}{hole}",
                    strike.barrier.name, result.damage
                ));
            }
            lines.extend(harms(scene, &result.barriers));
            lines.extend(result.weapon_dropped.then(|| "The weapon falls".to_owned()));
            lines.extend(karma(result.karma));
            lines
        }
        Outcome::Sprint { sprint, after } => {
            let mut lines = vec![format!("{} m", sprint.metres)];
            lines.extend(condition(after));
            lines.extend(karma(sprint.karma));
            lines
        }
        Outcome::Initiative { initiative, score } => vec![format!(
            "Initiative {}, {} dice, score {score}: {} phases",
            initiative.attribute,
            initiative.dice,
            initiative::phases(*score)
        )],
        Outcome::TurnOrder(ranks) => vec![order(scene, ranks)],
        Outcome::Harm { after, knocked_down } => {
            let mut lines = condition(after);
            lines.extend(knocked_down.then(|| "Knocked down".to_owned()));
            lines
        }
        Outcome::Bleed { lost, after } => {
            let mut lines = vec![format!("{lost} points lost by bleeding")];
            lines.extend(condition(after));
            lines
        }
    }
}

fn attack(scene: &Scene, result: &AttackResult) -> Vec<String> {
    let contact = match result.contact {
        Contact::Miss => "Miss",
        Contact::Blocked => "Stopped on the way",
        Contact::Graze => "Graze",
        Contact::Hit => "Hit",
    };
    let mut lines = vec![format!("{contact}, net hits {}, {} damage", result.net_hits, result.damage)];
    lines.push(vitals(&result.vitals));
    lines.extend(result.knocked_down.then(|| "Knocked down".to_owned()));
    lines.extend(result.down.map(|down| down_name(down).to_owned()));
    lines.extend(harms(scene, &result.barriers));
    if result.defence_cost > 0 {
        lines.push(format!("The defence costs {} AP", result.defence_cost));
    }
    lines.extend(result.weapon_dropped.then(|| "The weapon falls".to_owned()));
    lines.extend(karma(result.karma));
    lines
}

/// A line for every point that was spent. `SS-BASE-25`.
fn karma(spent: Spent) -> impl Iterator<Item = String> {
    spent.iter().map(|on| format!("1 Karma: {}", on.name()))
}

fn harms(scene: &Scene, harms: &[BarrierHarm]) -> Vec<String> {
    let line = |harm: &BarrierHarm| {
        format!("{}: +{} damage", scene.barrier_name(harm.id).unwrap_or("barrier"), harm.damage)
    };
    harms.iter().map(line).collect()
}

fn condition(condition: &Condition) -> Vec<String> {
    let mut lines = vec![vitals(&condition.vitals)];
    if condition.wound_modifier != 0 {
        lines.push(format!("Wound modifier {}", condition.wound_modifier));
    }
    lines.extend(condition.down.map(|down| down_name(down).to_owned()));
    lines
}

/// "Flesh 6/10, strain 0/10".
fn vitals(vitals: &Vitals) -> String {
    let pool = |name: &str, pool: Pool| (pool.max > 0).then(|| format!("{name} {}/{}", pool.now, pool.max));
    let pools =
        [pool("shield", vitals.shield), pool("armoured", vitals.armored), pool("flesh", vitals.flesh)];
    let mut shown: Vec<String> = pools.into_iter().flatten().collect();
    shown.push(format!("strain {}/{}", vitals.strain, vitals.strain_threshold));
    format!("Health: {}", shown.join(", "))
}

/// Word for being out of the fight.
pub(super) const fn down_name(down: Down) -> &'static str {
    match down {
        Down::Unconscious => "Unconscious",
        Down::Dead => "Dead",
    }
}

/// "Ann, then Bob and Cid at once".
pub(super) fn order(scene: &Scene, ranks: &[Vec<u32>]) -> String {
    let name = |number: &u32| scene.unit_name(*number).unwrap_or("somebody").to_owned();
    let ranks: Vec<String> =
        ranks.iter().map(|rank| rank.iter().map(name).collect::<Vec<_>>().join(" with ")).collect();
    ranks.join(", then ")
}

/// What came of it, as `docs/json.md` describes it.
pub(super) fn outcome_json(scene: &Scene, outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Attack(result) => json!({
            "contact": result.contact,
            "net_hits": result.net_hits,
            "damage": result.damage,
            "vitals": result.vitals,
            "knocked_down": result.knocked_down,
            "down": result.down,
            "barriers": harms_json(scene, &result.barriers),
            "defended": result.defended,
            "defence_cost": result.defence_cost,
            "full_defense": result.full_defense,
            "weapon_dropped": result.weapon_dropped,
            "karma": result.karma,
        }),
        Outcome::Strike(result) => json!({
            "hit": result.hit,
            "damage": result.damage,
            "barriers": harms_json(scene, &result.barriers),
            "weapon_dropped": result.weapon_dropped,
            "karma": result.karma,
        }),
        Outcome::Sprint { sprint, after } => {
            with(after, json!({ "metres": sprint.metres, "karma": sprint.karma }))
        }
        Outcome::Initiative { initiative, score } => json!({
            "score": score,
            "attribute": initiative.attribute,
            "dice": initiative.dice,
            "phases": initiative::phases(*score),
        }),
        Outcome::TurnOrder(ranks) => {
            let name = |number: &u32| scene.unit_name(*number);
            json!({ "ranks": ranks.iter().map(|rank| rank.iter().map(name).collect::<Vec<_>>()).collect::<Vec<_>>() })
        }
        Outcome::Harm { after, knocked_down } => with(after, json!({ "knocked_down": knocked_down })),
        Outcome::Bleed { lost, after } => with(after, json!({ "lost": lost })),
    }
}

fn with(condition: &Condition, fields: Value) -> Value {
    let mut all = Map::new();
    if let Value::Object(fields) = fields {
        all.extend(fields);
    }
    all.insert("vitals".into(), json!(condition.vitals));
    all.insert("down".into(), json!(condition.down));
    all.insert("wound_modifier".into(), json!(condition.wound_modifier));
    Value::Object(all)
}

fn harms_json(scene: &Scene, harms: &[BarrierHarm]) -> Vec<Value> {
    let harm = |harm: &BarrierHarm| json!({ "barrier": scene.barrier_name(harm.id), "damage": harm.damage });
    harms.iter().map(harm).collect()
}
