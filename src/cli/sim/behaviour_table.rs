//! The behaviour of AI players as text tables and JSON.

use super::text_table::format_rows;
use serde_json::{Value, json};
use sim::{BehaviourCounts, BehaviourReport, VariantInfo};

/// Returns the name of a variant in the table: its book, and what is varied.
pub(super) fn variant_name(info: &VariantInfo) -> String {
    let (book, variant) = (info.book.name(), &info.variant);
    if variant.is_empty() { book.to_owned() } else { format!("{book}, {variant}") }
}

/// Returns the report as a list of objects, one per difficulty and archetype.
pub(super) fn report_json(report: &BehaviourReport) -> Value {
    let rows = report.0.iter().map(|(group, counts)| json!({ "group": group, "counts": counts }));
    rows.collect()
}

/// Returns a table with a row per difficulty, followed by its archetypes.
pub(super) fn report_lines(variant: &str, report: &BehaviourReport) -> Vec<String> {
    let heads = [
        "turns",
        "in cover",
        "at cover",
        "damage open",
        "damage cover",
        "cover keeps off",
        "explosives",
        "suppress",
        "delay",
        "full defence",
        "distance",
        "beside",
        "nearer",
        "friendly",
        "many moves",
        "cut short",
        "lost alone",
    ];
    let mut rows = vec![[String::new()].into_iter().chain(heads.map(str::to_owned)).collect()];
    for (difficulty, counts) in report.by_difficulty() {
        rows.push(count_row(difficulty.to_string(), &counts));
        let archetypes = report.0.iter().filter(|(group, _)| group.difficulty == difficulty);
        rows.extend(archetypes.map(|(group, counts)| count_row(format!("  {}", group.archetype), counts)));
    }
    let mut lines = vec![String::new(), format!("behaviour of the AI players, {variant}")];
    lines.extend(format_rows(&rows));
    lines
}

fn count_row(name: String, counts: &BehaviourCounts) -> Vec<String> {
    let in_open = counts.shots - counts.shots_at_cover;
    let kept_off = counts.expected_without_cover.saturating_sub(counts.expected_at_cover);
    let moved = counts.objective_nearer + counts.objective_farther;
    vec![
        name,
        counts.turns.to_string(),
        share(counts.cover_taken, counts.cover_choices),
        share(counts.shots_at_cover, counts.shots),
        mean(counts.damage_in_open, in_open),
        mean(counts.damage_at_cover, counts.shots_at_cover),
        percent(kept_off, counts.expected_without_cover),
        share(counts.explosives_used, counts.explosive_choices),
        counts.suppressions.to_string(),
        counts.delays.to_string(),
        counts.full_defences.to_string(),
        mean(counts.ranged_distance, counts.ranged_turns),
        share(counts.ranged_turns_beside_enemy, counts.ranged_turns),
        share(counts.objective_nearer, moved),
        counts.friendly_damage.to_string(),
        share(counts.turns_of_many_moves, counts.turns),
        share(counts.turns_cut_short, counts.turns),
        share(counts.units_lost_alone, counts.units_lost),
    ]
}

/// Formats a share with its base: "75% of 12"; "-" without one.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0}% of {whole}", 100.0 * part as f64 / whole as f64) }
}

/// Formats a share: "75%"; "-" of nothing.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0}%", 100.0 * part as f64 / whole as f64) }
}

/// Formats a mean: "4.2"; "-" without anything to average.
fn mean(sum: u64, count: u64) -> String {
    if count == 0 { "-".to_owned() } else { format!("{:.1}", sum as f64 / count as f64) }
}
