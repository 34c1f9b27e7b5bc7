//! What no die decides: a unit, a barrier or an attack with everything that goes into it.

use serde::Serialize;

use super::act::Stage;
use content::Shown;
use dice::Modifiers;
use rules::{BarrierOnLine, Combatant, Figure, Forecast, play};

/// One number or fact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Line {
    /// What.
    name: String,
    /// As the book writes it.
    value: String,
    /// The clause that makes it; empty where none does.
    clause: &'static str,
    /// What it is made of.
    parts: Modifiers,
}

fn line(name: impl Into<String>, value: impl Into<String>, clause: &'static str) -> Line {
    Line { name: name.into(), value: value.into(), clause, parts: Modifiers::new() }
}

/// Everything there is to say.
pub(super) fn lines(stage: &Stage<'_>, what: &Shown) -> Vec<Line> {
    match what {
        Shown::Unit(number) => {
            stage.moment.unit(*number).map(|unit| of_unit(stage, unit)).unwrap_or_default()
        }
        Shown::Barrier(number) => {
            let barrier = stage.moment.barriers.iter().find(|barrier| barrier.id == *number);
            barrier.map(|barrier| of_barrier(stage, barrier)).unwrap_or_default()
        }
        Shown::Attack(engagement) => play::forecast(engagement).map(of_card).unwrap_or_default(),
        Shown::Strike(engagement) => play::forecast_barrier(engagement).map(of_card).unwrap_or_default(),
    }
}

fn of_figure(before: &str, figure: Figure) -> Line {
    let Figure { name, value, parts, clause, .. } = figure;
    Line { name: format!("{before}{name}"), value, clause, parts }
}

fn of_unit(stage: &Stage<'_>, unit: &Combatant) -> Vec<Line> {
    let rules = stage.scene.rules();
    let mut lines: Vec<Line> = play::stats(&unit.sheet)
        .into_iter()
        .map(|stat| line(format!("{}: {}", stat.group, stat.name), stat.value, stat.clause))
        .collect();
    lines.extend(play::figures(unit, rules).into_iter().map(|figure| of_figure("", figure)));
    for gauge in play::gauges(&unit.sheet, &unit.condition, rules) {
        lines.push(line(gauge.label.to_string(), gauge.value(), gauge.clause));
    }
    let moves = play::move_budget(unit, rules);
    for (name, half_metres) in
        [("Walk left", moves.walk_left), ("Run", moves.run), ("Sprint at most", moves.sprint)]
    {
        lines.push(line(name, metres(half_metres), ""));
    }
    lines.extend(play::pledges(unit, rules).into_iter().map(|pledge| line("Turn", pledge, "")));
    for offer in play::offers(unit, rules) {
        lines.push(line(format!("May {}", offer.key), offer.label, offer.clause));
    }
    for held in &unit.held {
        let before = format!("{}: ", held.weapon.name());
        for stat in play::weapon_stats(&held.weapon) {
            lines.push(line(format!("{before}{}", stat.name), stat.value, stat.clause));
        }
        let figures = play::weapon_figures(unit, held, rules);
        lines.extend(figures.into_iter().map(|figure| of_figure(&before, figure)));
    }
    lines
}

/// "7.5 m".
fn metres(half: u32) -> String {
    let rest = if half % 2 == 1 { ".5" } else { "" };
    format!("{}{rest} m", half / 2)
}

fn of_barrier(stage: &Stage<'_>, barrier: &BarrierOnLine) -> Vec<Line> {
    let whole = play::wall_points(barrier, stage.scene.rules());
    vec![
        line("Structure", barrier.structure.to_string(), "SS-BARR-01"),
        line("Armor", barrier.armor.to_string(), "SS-BARR-01"),
        line("Thickness", format!("{} cm", barrier.thickness_cm), "SS-BARR-03"),
        line("Stands in all", whole.to_string(), "SS-BARR-01"),
        line("Stands still", whole.saturating_sub(barrier.damage).to_string(), "SS-BARR-33"),
    ]
}

fn of_card(card: Forecast) -> Vec<Line> {
    let mut lines = vec![line("Roll", card.roll, "")];
    for sum in card.sums {
        lines.push(Line {
            name: sum.name.to_owned(),
            value: sum.value,
            clause: sum.clause,
            parts: sum.parts,
        });
    }
    lines.extend(card.remarks.into_iter().map(|remark| line(remark.text, remark.value, remark.clause)));
    for answer in card.answers {
        let price = if answer.price.is_empty() { String::new() } else { format!(", {}", answer.price) };
        let name = format!("Answer {}", answer.key);
        let value = format!("{}{price}", answer.label);
        lines.push(Line { parts: answer.parts, ..line(name, value, "") });
    }
    lines.push(line("Hidden", format!("{} %", card.hidden), ""));
    for (barrier, crossed) in card.barriers {
        let value = if crossed { "every hit crosses it" } else { "on the way" };
        lines.push(line(barrier.name, value, ""));
    }
    lines
}

/// As text: "Soak: 5 dice  (AB-BASE-05)", its parts below.
pub(super) fn text(lines: &[Line]) -> Vec<String> {
    let mut all = Vec::new();
    for line in lines {
        let clause = if line.clause.is_empty() { String::new() } else { format!("  ({})", line.clause) };
        let value = if line.value.is_empty() { String::new() } else { format!(": {}", line.value) };
        all.push(format!("{}{value}{clause}", line.name));
        for part in &line.parts.0 {
            all.push(format!("      {:+} {}  ({})", part.value, part.reason, part.clause));
        }
    }
    all
}
