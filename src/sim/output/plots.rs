//! Plots of a series: wins, rounds, losses and weapons.

use std::path::{Path, PathBuf};

use super::svg::{COLOURS, SvgDrawing, TextAnchor, axis_ticks, tick_label};
use crate::analysis::stats::Estimate;
use crate::analysis::summary::SeriesSummary;
use crate::error::SimError;

/// Width of a bar and of the gap between groups.
const BAR_WIDTH: f64 = 26.0;
/// Margins of a plot: left, top, right, bottom.
const MARGINS: [f64; 4] = [64.0, 64.0, 24.0, 60.0];
/// Height of the plot area.
const PLOT_HEIGHT: f64 = 300.0;
/// Minimum width of the plot area.
const MIN_PLOT_WIDTH: f64 = 420.0;
/// Maximum characters per line of a group label.
const MAX_LABEL_CHARS: usize = 18;
/// Maximum weapons in a plot.
const MAX_WEAPONS: usize = 12;

/// Bars side by side under one label.
struct BarGroup {
    label: String,
    /// Height of each series; `None` for no bar.
    bars: Vec<Option<Estimate>>,
}

/// A bar chart with groups.
struct BarChart {
    title: String,
    /// Label of the scale.
    scale: &'static str,
    series: Vec<String>,
    groups: Vec<BarGroup>,
    /// Minimum of the top of the scale.
    most: f64,
}

/// Writes the plots of a series into a folder and returns their paths.
///
/// # Errors
/// Returns `SimError::Write` if a file cannot be written.
pub fn write_plots(folder: &Path, summaries: &[SeriesSummary]) -> Result<Vec<PathBuf>, SimError> {
    let mut files = Vec::new();
    for (name, picture) in draw_plots(summaries) {
        let path = folder.join(format!("{name}.svg"));
        content::write_atomically(&path, picture)
            .map_err(|source| SimError::Write { path: path.clone(), source })?;
        files.push(path);
    }
    Ok(files)
}

/// All plots of a series with their names.
pub fn draw_plots(summaries: &[SeriesSummary]) -> Vec<(&'static str, String)> {
    let Some(first) = summaries.first() else { return Vec::new() };
    let fights: u64 = summaries.iter().map(|summary| summary.fights).sum();
    let about = |what: &str| format!("{what}: {}, {fights} fights", first.skirmish);
    let sides: Vec<String> = first.sides.iter().map(|side| side.name.clone()).collect();
    let named = |summary: &SeriesSummary| {
        if summary.variant.is_empty() { summary.book.to_owned() } else { summary.variant.clone() }
    };
    let by_side =
        |value: &dyn Fn(&crate::analysis::summary::SideSummary) -> Option<Estimate>| -> Vec<BarGroup> {
            let group = |summary: &SeriesSummary| BarGroup {
                label: named(summary),
                bars: summary.sides.iter().map(value).collect(),
            };
            summaries.iter().map(group).collect()
        };
    let wins = BarChart {
        title: about("Share of wins"),
        scale: "share of fights",
        series: sides.iter().cloned().chain(["draw".to_owned()]).collect(),
        groups: summaries
            .iter()
            .map(|summary| BarGroup {
                label: named(summary),
                bars: summary.sides.iter().map(|side| side.wins).chain([summary.draws]).map(Some).collect(),
            })
            .collect(),
        most: 1.0,
    };
    let losses = BarChart {
        title: about("Fighters out at the end"),
        scale: "share of a side",
        series: sides.clone(),
        groups: by_side(&|side| side.lost),
        most: 1.0,
    };
    vec![
        ("wins", wins.draw()),
        ("rounds", rounds_chart(about("Rounds of a fight"), summaries, &named).draw()),
        ("losses", losses.draw()),
        ("weapons", weapons_chart(about("Damage by weapon"), summaries, &named).draw()),
    ]
}

/// Number of fights by rounds, grouped into at most twenty bars.
fn rounds_chart(
    title: String,
    summaries: &[SeriesSummary],
    named: &dyn Fn(&SeriesSummary) -> String,
) -> BarChart {
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
        BarGroup { label, bars: summaries.iter().map(share).collect() }
    };
    let groups = (least..=most).step_by(step as usize).map(group).collect();
    let series = summaries.iter().map(named).collect();
    BarChart { title, scale: "share of fights", series, groups, most: 0.0 }
}

/// Weapons with the most damage, over both sides and all variants.
fn weapons_chart(
    title: String,
    summaries: &[SeriesSummary],
    named: &dyn Fn(&SeriesSummary) -> String,
) -> BarChart {
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
        BarGroup { label: format!("{weapon} {side}"), bars: summaries.iter().map(of).collect() }
    };
    let groups = most.iter().map(group).collect();
    BarChart {
        title,
        scale: "damage in a fight",
        series: summaries.iter().map(named).collect(),
        groups,
        most: 0.0,
    }
}

impl BarChart {
    fn draw(&self) -> String {
        let [left, above, right, below] = MARGINS;
        let group = BAR_WIDTH * (self.series.len() as f64 + 1.0);
        let wide = self.groups.iter().any(|group| group.label.len() > 6);
        let group = if wide { group.max(MAX_LABEL_CHARS as f64 * 6.5) } else { group };
        let field = (group * self.groups.len() as f64).max(MIN_PLOT_WIDTH);
        let group = field / self.groups.len().max(1) as f64;
        let keys = self.series.len().div_ceil(3) as f64 * 16.0;
        let bottom = above + keys + PLOT_HEIGHT;
        let mut drawing = SvgDrawing::new(left + field + right, bottom + below);
        drawing.text((left, 28.0), 17, TextAnchor::Start, &self.title);
        drawing.text((left, 46.0), 12, TextAnchor::Start, self.scale);
        self.draw_legend(&mut drawing, (left, 64.0), field);
        let highest = self.groups.iter().flat_map(|group| group.bars.iter().flatten());
        let highest = highest.map(|bar| bar.high.unwrap_or(bar.value)).fold(self.most, f64::max);
        let scale = axis_ticks(highest);
        let full = scale.last().copied().unwrap_or(1.0);
        let y = |value: f64| bottom - PLOT_HEIGHT * value.clamp(0.0, full) / full;
        for tick in &scale {
            drawing.line((left, y(*tick)), (left + field, y(*tick)), *tick == 0.0);
            drawing.text((left - 8.0, y(*tick) + 4.0), 12, TextAnchor::End, &tick_label(*tick));
        }
        for (number, bars) in self.groups.iter().enumerate() {
            let middle = left + group * (number as f64 + 0.5);
            let start = middle - BAR_WIDTH * bars.bars.len() as f64 / 2.0;
            for (number, bar) in bars.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let x = start + BAR_WIDTH * number as f64;
                let colour = COLOURS[number % COLOURS.len()];
                drawing.rectangle((x + 2.0, y(bar.value)), (BAR_WIDTH - 4.0, bottom - y(bar.value)), colour);
                if let Some((low, high)) = bar.low.zip(bar.high) {
                    let x = x + BAR_WIDTH / 2.0;
                    drawing.line((x, y(low)), (x, y(high)), true);
                    for end in [low, high] {
                        drawing.line((x - 4.0, y(end)), (x + 4.0, y(end)), true);
                    }
                }
            }
            for (row, words) in (1_u8..).zip(wrap_label(&bars.label)) {
                drawing.text((middle, bottom + 14.0 * f64::from(row) + 2.0), 11, TextAnchor::Middle, &words);
            }
        }
        drawing.finish()
    }

    /// The legend, three entries per line.
    fn draw_legend(&self, drawing: &mut SvgDrawing, (x, y): (f64, f64), width: f64) {
        for (number, name) in self.series.iter().enumerate() {
            let x = x + width / 3.0 * (number % 3) as f64;
            let y = y + 16.0 * (number / 3) as f64;
            drawing.rectangle((x, y - 9.0), (10.0, 10.0), COLOURS[number % COLOURS.len()]);
            drawing.text((x + 15.0, y), 12, TextAnchor::Start, name);
        }
    }
}

/// Wraps a label into at most three lines.
fn wrap_label(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < MAX_LABEL_CHARS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.truncate(3);
    lines
}
