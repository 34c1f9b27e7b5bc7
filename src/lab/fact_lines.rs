//! Values without dice: a unit, a barrier, or an attack with everything that modifies it.

use serde::Serialize;

use dice::Modifiers;
use rules::{BarrierOnLine, DerivedStat, Forecast, RuleSet, UnitSnapshot, play};

/// One number or fact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FactLine {
    /// Its label.
    pub name: String,
    /// Its value, as the book writes it.
    pub value: String,
    /// The clause behind it; empty if there is none.
    pub clause: &'static str,
    /// Its modifiers.
    pub parts: Modifiers,
}

fn fact_line(name: impl Into<String>, value: impl Into<String>, clause: &'static str) -> FactLine {
    FactLine { name: name.into(), value: value.into(), clause, parts: Modifiers::new() }
}

fn figure_line(before: &str, figure: DerivedStat) -> FactLine {
    let DerivedStat { name, value, parts, clause, .. } = figure;
    FactLine { name: format!("{before}{name}"), value, clause, parts }
}

/// Lists the values of a unit: sheet, derived values, health, movement, weapons, available actions.
pub fn unit_lines(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<FactLine> {
    let mut lines: Vec<FactLine> = play::sheet_stats(&unit.sheet)
        .into_iter()
        .map(|stat| fact_line(format!("{}: {}", stat.group, stat.name), stat.value, stat.clause))
        .collect();
    lines.extend(play::derived_stats(unit, rules).into_iter().map(|figure| figure_line("", figure)));
    for gauge in play::gauges(&unit.sheet, &unit.condition, rules) {
        lines.push(fact_line(gauge.label.to_string(), gauge.value(), gauge.clause));
    }
    if !play::is_building(&unit.sheet) {
        let moves = play::move_budget(unit, rules);
        let gaits = [("Walk left", moves.walk_left), ("Run", moves.run), ("Sprint at most", moves.sprint)];
        lines.extend(gaits.map(|(name, half_metres)| fact_line(name, metres_text(half_metres), "")));
    }
    if !play::is_building(&unit.sheet) {
        let allowances = play::turn_allowances(unit, rules).into_iter();
        lines.extend(allowances.map(|one| fact_line("Left this turn", one.text(), one.clause)));
    }
    lines.extend(play::turn_reserves(unit, rules).into_iter().map(|reserve| fact_line("Turn", reserve, "")));
    for action in play::available_actions(unit, rules) {
        lines.push(fact_line(format!("Action {}", action.key), action.label.to_string(), action.clause));
    }
    for held in &unit.held {
        let before = format!("{}: ", held.weapon.name());
        for stat in play::weapon_stats(&held.weapon) {
            lines.push(fact_line(format!("{before}{}", stat.name), stat.value, stat.clause));
        }
        let figures = play::derived_weapon_stats(unit, held, rules);
        lines.extend(figures.into_iter().map(|figure| figure_line(&before, figure)));
    }
    lines
}

/// Formats half metres: "7.5 m".
fn metres_text(half: u32) -> String {
    let rest = if half % 2 == 1 { ".5" } else { "" };
    format!("{}{rest} m", half / 2)
}

/// Lists the ratings and points of a barrier.
pub fn barrier_lines(barrier: &BarrierOnLine, rules: &RuleSet) -> Vec<FactLine> {
    let whole = play::barrier_hit_points(barrier, rules);
    vec![
        fact_line("Structure", barrier.structure.to_string(), "SS-BARR-01"),
        fact_line("Armour", barrier.armor.to_string(), "SS-BARR-01"),
        fact_line("Thickness", format!("{} cm", barrier.thickness_cm), "SS-BARR-03"),
        fact_line("Hit points", whole.to_string(), "SS-BARR-01"),
        fact_line("Hit points left", whole.saturating_sub(barrier.damage).to_string(), "SS-BARR-33"),
    ]
}

/// Lists the values of an attack: roll, sums with their modifiers, answers, cover.
pub fn forecast_lines(card: Forecast) -> Vec<FactLine> {
    let mut lines = vec![fact_line("Roll", card.roll, "")];
    for sum in card.totals {
        lines.push(FactLine {
            name: sum.name.to_owned(),
            value: sum.value,
            clause: sum.clause,
            parts: sum.parts,
        });
    }
    lines.extend(card.notes.into_iter().map(|remark| fact_line(remark.text, remark.value, remark.clause)));
    for answer in card.defences {
        let price = if answer.price.is_empty() { String::new() } else { format!(", {}", answer.price) };
        let name = format!("Answer {}", answer.key);
        let value = format!("{}{price}", answer.label);
        lines.push(FactLine { parts: answer.parts, ..fact_line(name, value, "") });
    }
    lines.push(fact_line("Hidden", format!("{} %", card.hidden), ""));
    for (barrier, crossed) in card.barriers {
        let value = if crossed { "every hit crosses it" } else { "in the line of fire" };
        lines.push(fact_line(barrier.name, value, ""));
    }
    lines
}

/// Formats facts as text, such as "Soak: 5 dice  (AB-BASE-05)", with modifiers below.
pub fn fact_texts(lines: &[FactLine]) -> Vec<String> {
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
