//! Plots of a series: wins, rounds, losses and weapons.

use std::path::{Path, PathBuf};

use crate::analysis::stats::Estimate;
use crate::analysis::summary::SeriesSummary;
use crate::error::SimError;
use chart::{Bar, BarGroup, Chart, ChartData, SERIES_COLOURS};

/// Maximum weapons in a plot.
const MAX_WEAPONS: usize = 12;

/// Writes the plots of a series into a folder and returns their paths.
///
/// # Errors
/// Returns an error if a plot cannot be drawn or written.
pub fn write_plots(folder: &Path, summaries: &[SeriesSummary]) -> Result<Vec<PathBuf>, SimError> {
    let mut files = Vec::new();
    for (name, chart) in series_charts(summaries) {
        let path = folder.join(format!("{name}.svg"));
        storage::replace_file(&path, chart.to_svg()?)
            .map_err(|source| SimError::Write { path: path.clone(), source })?;
        files.push(path);
    }
    Ok(files)
}

/// Returns all charts of a series with their names.
pub fn series_charts(summaries: &[SeriesSummary]) -> Vec<(&'static str, Chart)> {
    let Some(first) = summaries.first() else { return Vec::new() };
    let fights: u64 = summaries.iter().map(|summary| summary.fights).sum();
    let about = |what: &str| format!("{what}: {}, {fights} fights", first.skirmish);
    let sides: Vec<String> = first.sides.iter().map(|side| side.name.clone()).collect();
    let named = |summary: &SeriesSummary| {
        if summary.variant.is_empty() { summary.book.to_owned() } else { summary.variant.clone() }
    };
    let by_side = |values: &dyn Fn(&SeriesSummary) -> Vec<Option<Estimate>>| {
        summaries.iter().map(|summary| (named(summary), values(summary))).collect()
    };
    let wins = bar_chart(
        about("Share of wins"),
        ("share of fights", 1.0),
        sides.iter().cloned().chain(["draw".to_owned()]).collect(),
        by_side(&|summary| {
            summary.sides.iter().map(|side| side.wins).chain([summary.draws]).map(Some).collect()
        }),
    );
    let losses = bar_chart(
        about("Fighters out at the end"),
        ("share of a side", 1.0),
        sides,
        by_side(&|summary| summary.sides.iter().map(|side| side.lost).collect()),
    );
    vec![
        ("wins", wins),
        ("rounds", rounds_chart(about("Rounds of a fight"), summaries, &named)),
        ("losses", losses),
        ("weapons", weapons_chart(about("Damage by weapon"), summaries, &named)),
    ]
}

/// Number of fights by rounds, grouped into at most twenty bars.
fn rounds_chart(
    title: String,
    summaries: &[SeriesSummary],
    named: &dyn Fn(&SeriesSummary) -> String,
) -> Chart {
    let all = || summaries.iter().flat_map(|summary| summary.rounds_counted.keys().copied());
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let step = (most - least) / 20 + 1;
    let group = |first: u32| {
        let last = first + step - 1;
        let share = |summary: &SeriesSummary| {
            let count: u64 = summary.rounds_counted.range(first..=last).map(|(_, count)| count).sum();
            Some(Estimate::exact(count as f64 / summary.fights.max(1) as f64))
        };
        let label = if step == 1 { first.to_string() } else { format!("{first}-{last}") };
        (label, summaries.iter().map(share).collect())
    };
    let groups = (least..=most).step_by(step as usize).map(group).collect();
    let series = summaries.iter().map(named).collect();
    bar_chart(title, ("share of fights", 0.0), series, groups)
}

/// Weapons with the most damage, over both sides and all variants.
fn weapons_chart(
    title: String,
    summaries: &[SeriesSummary],
    named: &dyn Fn(&SeriesSummary) -> String,
) -> Chart {
    let mut damage: std::collections::BTreeMap<(usize, &str), f64> = std::collections::BTreeMap::new();
    for summary in summaries {
        for (number, side) in summary.sides.iter().enumerate() {
            for (weapon, of_weapon) in &side.weapons {
                *damage.entry((number, weapon)).or_default() += of_weapon.damage.value;
            }
        }
    }
    let mut most: Vec<_> = damage.into_iter().filter(|(_, damage)| *damage > 0.0).collect();
    most.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    most.truncate(MAX_WEAPONS);
    let group = |((number, weapon), _): &((usize, &str), f64)| {
        let of = |summary: &SeriesSummary| {
            summary.sides.get(*number).and_then(|side| side.weapons.get(*weapon)).map(|weapon| weapon.damage)
        };
        let side = summaries[0].sides.get(*number).map_or("", |side| side.name.as_str());
        (format!("{weapon} {side}"), summaries.iter().map(of).collect())
    };
    let groups = most.iter().map(group).collect();
    bar_chart(title, ("damage in a fight", 0.0), summaries.iter().map(named).collect(), groups)
}

/// Returns a chart of groups of estimates, one per series. The scale has a label and a minimum of its highest value.
fn bar_chart(
    title: String,
    (y_label, top): (&str, f64),
    series: Vec<String>,
    groups: Vec<(String, Vec<Option<Estimate>>)>,
) -> Chart {
    let colours = || SERIES_COLOURS.into_iter().cycle();
    let bar = |(estimate, colour): (Option<Estimate>, _)| {
        let Estimate { value, low, high } = estimate?;
        Some(Bar { value, range: low.zip(high), colour, part: None, label: String::new() })
    };
    let group = |(label, bars): (String, Vec<_>)| BarGroup {
        label,
        bars: bars.into_iter().zip(colours()).map(bar).collect(),
    };
    Chart {
        title,
        x_label: String::new(),
        y_label: y_label.to_owned(),
        top,
        data: ChartData::Bars {
            groups: groups.into_iter().map(group).collect(),
            series: series.into_iter().zip(colours()).collect(),
        },
    }
}
