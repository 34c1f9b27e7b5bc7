//! Texts of a prompt: the question, and the state of the asked unit in one line.

use super::widgets::PanelContext;
use crate::attack_forecast::AttackQuery;
use battle::{Target, UnitDataItem};
use battle_log::names::option_name;
use dice::Prompt;
use rules::{Gauge, PendingAttack, play};

/// Describes the attack on the unit that is asked, or repeats the question.
pub(super) fn prompt_text(
    context: &PanelContext,
    prompt: &Prompt,
    pending_attack: Option<&PendingAttack>,
) -> String {
    let who = context.unit_name(prompt.who);
    match pending_attack {
        Some(PendingAttack::Attack(blow)) if blow.defender().is_some_and(|unit| unit.id == prompt.who) => {
            let (by, weapon) = (context.unit_name(blow.attacker.id), blow.weapon.name());
            format!("{by} attacks {who} ({weapon}). Choose a defence.")
        }
        _ => named_question(&who, context.view.hide_unseen_names(&prompt.question)),
    }
}

/// Puts the name of the asked unit before a question that does not name it.
fn named_question(who: &str, question: String) -> String {
    if question.contains(who) { question } else { format!("{who}: {question}") }
}

/// Describes a declared attack: "Kessler attacks Vex with Assault rifle (burst)."
pub(super) fn declared_attack_text(
    context: &PanelContext,
    query: Option<&AttackQuery>,
    prompt: &Prompt,
) -> Option<String> {
    let (query, who) = (query?, prompt.who);
    let attacker = context.view.unit(query.attacker).filter(|_| query.target == Target::Unit(who))?;
    let weapon = attacker.inventory.get(query.weapon)?.name();
    let how = match (&query.option, query.mode) {
        (Some(key), _) => Some(option_name(context.view, &attacker, query.weapon, key)),
        (None, mode) => mode.map(|mode| mode.name().to_owned()),
    };
    let how = how.map(|how| format!(" ({})", how.to_lowercase())).unwrap_or_default();
    Some(format!("{} attacks {} with {weapon}{how}.", attacker.identity.name(), context.unit_name(who)))
}

/// Describes what the unit has left, in the terms of its book: "Shield 4 of 4 left · Flesh 10 of 10 left · 2 AP · 1 Karma".
pub(super) fn unit_status_text(context: &PanelContext, unit: &UnitDataItem) -> String {
    let rules = context.view.rules();
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), rules);
    let me = context.view.unit_snapshot(unit);
    let points = play::usable_points(&me);
    let budget = me.budget.points().max(play::budget_at_round_start(&me, rules).points());
    let mut reserves = play::turn_reserves(&me, rules);
    let named = format!("{points} AP");
    let counts_points = play::counts_action_points(rules.book());
    if counts_points && (budget > 0 || points > 0) && !reserves.contains(&named) {
        reserves.insert(0, named);
    }
    if unit.karma.left() > 0 || play::starting_karma(unit.sheet.get()) > 0 {
        reserves.push(format!("{} Karma", unit.karma.left()));
    }
    status_text(&gauges, &reserves)
}

/// Says that points paid now are missing in the unit's turn, if that is still to come and an answer costs points.
/// `SS-ACT-33`, `SS-ACT-34`.
pub(super) fn coming_turn_text(
    context: &PanelContext,
    unit: &UnitDataItem,
    prompt: &Prompt,
) -> Option<&'static str> {
    let acting = context.view.round().acting().filter(|acting| acting != unit.id)?;
    let is_waiting = context.view.unit(acting).is_some() && !unit.points.acted() && !unit.initiative.is_out();
    let loses_turn = !context.view.rules().ruling("action points", "SS-ACT-34").is_empty();
    (is_waiting && costs_points(prompt)).then_some(match loses_turn {
        true => "Its turn in this pass is still to come, with the AP that are left; with none it is lost.",
        false => "Its turn in this pass is still to come, with the AP that are left.",
    })
}

/// Whether an answer costs action points.
fn costs_points(prompt: &Prompt) -> bool {
    let has_price = |detail: &str| detail.split(", ").any(|part| part.ends_with(" AP"));
    prompt.answers.iter().any(|answer| has_price(&answer.detail.to_string()))
}

/// Joins gauges and reserves; leaves out empty lists and what is used up.
fn status_text(gauges: &[Gauge], reserves: &[String]) -> String {
    let gauges = gauges.iter().map(|gauge| (&*gauge.label, gauge.text()));
    let gauges = gauges.filter(|(_, value)| !value.is_empty());
    let gauges = gauges.map(|(label, value)| format!("{label} {value}"));
    let left = reserves.iter().filter(|reserve| !reserve.ends_with(" used")).cloned();
    gauges.chain(left).collect::<Vec<_>>().join(" \u{00b7} ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Answer, GivenText};
    use model::UnitId;
    use rules::{GaugeShape, GaugeTone, TrackBox};

    fn gauge(label: &'static str, shape: GaugeShape) -> Gauge {
        Gauge { label: label.into(), shape, tone: GaugeTone::Body, note: String::new(), clause: "SS-DMG-05" }
    }

    #[test]
    fn a_question_names_the_asked_unit_once() {
        let named = named_question("Moss", "Moss announces now: at whom?".to_owned());
        assert_eq!(named, "Moss announces now: at whom?");
        assert_eq!(named_question("Moss", "Power through?".to_owned()), "Moss: Power through?");
    }

    #[test]
    fn answers_with_a_price_in_points_are_told_from_others() {
        let prompt = |details: &[&'static str]| {
            let answer = |detail: &&'static str| Answer {
                detail: GivenText((*detail).to_owned()).into(),
                ..Answer::new("a", GivenText("A".to_owned()), "SS-DEF-04")
            };
            Prompt {
                who: UnitId(1),
                question: GivenText("Defend?".to_owned()).into(),
                clause: "SS-ATK-07",
                answers: details.iter().map(answer).collect(),
            }
        };
        assert!(costs_points(&prompt(&["free, 7 dice", "2 AP, 10 dice"])));
        assert!(!costs_points(&prompt(&["free, 7 dice", "1 Karma, 10 dice"])));
    }

    #[test]
    fn the_line_names_health_points_and_reserves() {
        let bars = [
            gauge("Shield", GaugeShape::Bar { now: 4, max: 4 }),
            gauge("Flesh", GaugeShape::Bar { now: 7, max: 10 }),
            gauge("State", GaugeShape::Words(Vec::new())),
        ];
        let reserves = ["2 AP", "Free Action used", "1 Karma"].map(str::to_owned);
        assert_eq!(
            status_text(&bars, &reserves),
            "Shield 4 of 4 left \u{00b7} Flesh 7 of 10 left \u{00b7} 2 AP \u{00b7} 1 Karma"
        );
        let track = [gauge("Light", GaugeShape::Boxes(vec![TrackBox::Light, TrackBox::Free]))];
        assert_eq!(status_text(&track, &[]), "Light 1 of 2 left");
    }
}
