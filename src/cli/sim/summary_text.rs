//! Summaries of a series as text tables.

use super::SimArgs;
use super::text_table::{
    format_difference, format_number, format_optional_percent, format_percent, format_rows,
};
use sim::analysis::stats::Estimate;
use sim::{CasualtyCause, SeriesSummary, SideSummary, Variant, VariantComparison};

/// Most weapons listed per side.
const MAX_WEAPONS: usize = 12;

/// Returns lines with the skirmish, the book and the AI players.
pub(super) fn header_lines(sim: &SimArgs, variants: &[Variant], done: u64) -> Vec<String> {
    let Some(first) = variants.first() else { return Vec::new() };
    let (info, name) = (&first.info, &first.bundle.skirmish.name);
    let book = if sim.all_books { "in all books".to_owned() } else { format!("under {}", info.book.name()) };
    let ai_players: Vec<String> = info
        .sides
        .iter()
        .zip(&info.ai_settings)
        .map(|(side, settings)| match settings.personality {
            Some(personality) => format!("{side} {}, {personality}", settings.difficulty),
            None => format!("{side} {}", settings.difficulty),
        })
        .collect();
    vec![
        format!("{name} {book}: {done} fights with seed {}", sim.seed),
        format!("{}; 95 % confidence intervals", ai_players.join(", ")),
        String::new(),
    ]
}

/// Returns the lines of everything about a single variant.
pub(super) fn summary_lines(summary: &SeriesSummary) -> Vec<String> {
    let endings: Vec<String> =
        summary.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
    let mut lines = vec![
        format!("rounds         {}", format_number(summary.rounds)),
        format!("orders         {}", format_number(summary.orders)),
        format!("draws          {}", format_percent(summary.draws)),
        format!("endings        {}", endings.join(", ")),
    ];
    lines.extend(undecided_line(summary));
    lines.push(String::new());
    lines.extend(format_rows(&side_rows(summary)));
    lines.push(String::new());
    lines.push(format!("cover reduces hits of shots by {}", format_optional_percent(summary.cover.worth)));
    lines.push(String::new());
    lines.extend(format_rows(&weapon_rows(summary)));
    lines
}

/// Returns the line about undecided fights, if there are any.
pub(super) fn undecided_line(summary: &SeriesSummary) -> Option<String> {
    let why: Vec<String> = summary.undecided.iter().map(|(why, count)| format!("{why} {count}")).collect();
    let text = [summary.variant.as_str(), &why.join(", ")].join(" ");
    (!why.is_empty()).then(|| format!("undecided      {}", text.trim_start()))
}

fn side_rows(summary: &SeriesSummary) -> Vec<Vec<String>> {
    let heads = [String::new()].into_iter().chain(summary.sides.iter().map(|side| side.name.clone()));
    let mut rows = vec![heads.collect()];
    let mut row = |label: String, cell: &dyn Fn(&SideSummary) -> String| {
        rows.push([label].into_iter().chain(summary.sides.iter().map(cell)).collect());
    };
    row("wins".to_owned(), &|side| format_percent(side.wins));
    row("units out".to_owned(), &|side| format_optional_percent(side.lost));
    row("units dead".to_owned(), &|side| format_optional_percent(side.dead));
    row("damage dealt".to_owned(), &|side| format_number(side.dealt));
    row("friendly fire".to_owned(), &|side| format_number(side.friendly));
    row("attack hit rate".to_owned(), &|side| format_optional_percent(side.hits));
    row("shots from cover".to_owned(), &|side| format_optional_percent(side.cover.from));
    row("shots at cover".to_owned(), &|side| format_optional_percent(side.cover.at));
    row("hits at cover".to_owned(), &|side| format_optional_percent(side.cover.hits_at_cover));
    row("hits in the open".to_owned(), &|side| format_optional_percent(side.cover.hits_in_open));
    row("knocked back".to_owned(), &|side| format_number(side.thrown));
    for cause in CasualtyCause::ALL {
        let count = |side: &SideSummary| side.causes.get(&cause).copied();
        if summary.sides.iter().any(|side| count(side).is_some_and(|count| count.value > 0.0)) {
            row(format!("out by {}", cause.key()), &|side| {
                format_number(count(side).unwrap_or(Estimate::exact(0.0)))
            });
        }
    }
    rows
}

/// Weapons of each side, by damage.
fn weapon_rows(summary: &SeriesSummary) -> Vec<Vec<String>> {
    let heads = ["weapon", "side", "attacks", "hit", "damage", "units out"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for side in &summary.sides {
        let mut weapons: Vec<_> = side.weapons.iter().collect();
        weapons.sort_by(|(_, one), (_, other)| other.damage.value.total_cmp(&one.damage.value));
        for (name, weapon) in weapons.into_iter().take(MAX_WEAPONS) {
            rows.push(vec![
                name.clone(),
                side.name.clone(),
                format_number(weapon.attacks),
                format_optional_percent(weapon.hits),
                format_number(weapon.damage),
                format_number(weapon.out),
            ]);
        }
    }
    rows
}

/// Returns a line per variant.
pub(super) fn variant_table_lines(summaries: &[SeriesSummary]) -> Vec<String> {
    let Some(first) = summaries.first() else { return Vec::new() };
    let wins = first.sides.iter().map(|side| format!("wins of {}", side.name));
    let heads = ["variant".to_owned()].into_iter().chain(wins);
    let rest = ["draws", "rounds", "units out", "units dead"].map(str::to_owned);
    let mut rows: Vec<Vec<String>> = vec![heads.chain(rest).collect()];
    for summary in summaries {
        let mut row = vec![summary.variant.clone()];
        row.extend(summary.sides.iter().map(|side| format_percent(side.wins)));
        row.extend([format_percent(summary.draws), format_number(summary.rounds)]);
        row.extend([format_optional_percent(summary.lost), format_optional_percent(summary.dead)]);
        rows.push(row);
    }
    let mut lines = format_rows(&rows);
    lines.extend(summaries.iter().filter_map(undecided_line));
    lines
}

/// Returns lines with the paired differences between variants.
pub(super) fn comparison_lines(comparisons: &[VariantComparison]) -> Vec<String> {
    let mut lines = Vec::new();
    for comparison in comparisons {
        lines.push(String::new());
        let VariantComparison { variant, against, pairs, differences } = comparison;
        lines.push(format!("{variant} against {against}, {pairs} paired fights:"));
        let line = |one: &sim::MeasureDifference| {
            let sure = if one.sure { "*" } else { "" };
            vec![one.measure.clone(), format_difference(one.more), sure.to_owned()]
        };
        lines.extend(format_rows(&differences.iter().map(line).collect::<Vec<_>>()));
    }
    if !comparisons.is_empty() {
        lines.extend([String::new(), "* the interval excludes 0".to_owned()]);
    }
    lines
}
