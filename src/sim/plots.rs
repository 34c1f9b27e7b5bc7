//! Pictures of a series: wins, rounds, losses and weapons.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::SimError;
use super::files::create;
use super::stats::Estimate;
use super::summary::Summary;
use super::svg::{Anchor, COLOURS, Drawing, label, ticks};

/// Width of a bar and of the gap between groups.
const BAR: f64 = 26.0;
/// Room around the field of a picture: left, above, right, below.
const ROOM: [f64; 4] = [64.0, 64.0, 24.0, 60.0];
/// Height of the field.
const HEIGHT: f64 = 300.0;
/// Least width of the field.
const LEAST: f64 = 420.0;
/// Characters of a label below a group before it goes on the next line.
const LABEL: usize = 18;
/// Most weapons of a picture.
const WEAPONS: usize = 12;

/// Bars beside each other under one label.
struct Group {
    label: String,
    /// Heights, one for each series; nothing where there is none.
    bars: Vec<Option<Estimate>>,
}

/// Groups of bars.
struct Bars {
    title: String,
    /// What the height of a bar says.
    scale: &'static str,
    series: Vec<String>,
    groups: Vec<Group>,
    /// The least that the scale shows.
    most: f64,
}

/// Writes the pictures of a series into a folder; gives their files.
///
/// # Errors
/// One cannot be written.
pub fn write(folder: &Path, summaries: &[Summary]) -> Result<Vec<PathBuf>, SimError> {
    let mut files = Vec::new();
    for (name, picture) in pictures(summaries) {
        let path = folder.join(format!("{name}.svg"));
        let written = create(&path)?.write_all(picture.as_bytes());
        written.map_err(|source| SimError::Write { path: path.clone(), source })?;
        files.push(path);
    }
    Ok(files)
}

/// The pictures of a series with their names.
pub fn pictures(summaries: &[Summary]) -> Vec<(&'static str, String)> {
    let Some(first) = summaries.first() else { return Vec::new() };
    let fights: u64 = summaries.iter().map(|summary| summary.fights).sum();
    let about = |what: &str| format!("{what}: {}, {fights} fights", first.skirmish);
    let sides: Vec<String> = first.sides.iter().map(|side| side.name.clone()).collect();
    let named = |summary: &Summary| {
        if summary.variant.is_empty() { summary.book.to_owned() } else { summary.variant.clone() }
    };
    let by_side = |value: &dyn Fn(&super::summary::SideSummary) -> Option<Estimate>| -> Vec<Group> {
        let group = |summary: &Summary| Group {
            label: named(summary),
            bars: summary.sides.iter().map(value).collect(),
        };
        summaries.iter().map(group).collect()
    };
    let wins = Bars {
        title: about("Share of wins"),
        scale: "share of fights",
        series: sides.iter().cloned().chain(["nobody".to_owned()]).collect(),
        groups: summaries
            .iter()
            .map(|summary| Group {
                label: named(summary),
                bars: summary.sides.iter().map(|side| side.wins).chain([summary.draws]).map(Some).collect(),
            })
            .collect(),
        most: 1.0,
    };
    let losses = Bars {
        title: about("Fighters out at the end"),
        scale: "share of a side",
        series: sides.clone(),
        groups: by_side(&|side| side.lost),
        most: 1.0,
    };
    vec![
        ("wins", wins.draw()),
        ("rounds", rounds(about("Rounds of a fight"), summaries, &named).draw()),
        ("losses", losses.draw()),
        ("weapons", weapons(about("Damage by weapon"), summaries, &named).draw()),
    ]
}

/// How many fights had so many rounds, in steps that leave at most a score of groups.
fn rounds(title: String, summaries: &[Summary], named: &dyn Fn(&Summary) -> String) -> Bars {
    let all = || summaries.iter().flat_map(|summary| summary.rounds_counted.keys().copied());
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let step = (most - least) / 20 + 1;
    let group = |first: u32| {
        let last = first + step - 1;
        let share = |summary: &Summary| {
            let count: u64 = summary.rounds_counted.range(first..=last).map(|(_, count)| count).sum();
            Some(Estimate::bare(count as f64 / summary.fights.max(1) as f64))
        };
        let label = if step == 1 { first.to_string() } else { format!("{first}-{last}") };
        Group { label, bars: summaries.iter().map(share).collect() }
    };
    let groups = (least..=most).step_by(step as usize).map(group).collect();
    let series = summaries.iter().map(named).collect();
    Bars { title, scale: "share of fights", series, groups, most: 0.0 }
}

/// The weapons that did most, over both sides and all variants.
fn weapons(title: String, summaries: &[Summary], named: &dyn Fn(&Summary) -> String) -> Bars {
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
    most.truncate(WEAPONS);
    let group = |((number, weapon), _): &((usize, &str), f64)| {
        let of = |summary: &Summary| {
            summary.sides.get(*number).and_then(|side| side.weapons.get(*weapon)).map(|weapon| weapon.damage)
        };
        let side = summaries[0].sides.get(*number).map_or("", |side| side.name.as_str());
        Group { label: format!("{weapon} {side}"), bars: summaries.iter().map(of).collect() }
    };
    let groups = most.iter().map(group).collect();
    Bars {
        title,
        scale: "damage in a fight",
        series: summaries.iter().map(named).collect(),
        groups,
        most: 0.0,
    }
}

impl Bars {
    fn draw(&self) -> String {
        let [left, above, right, below] = ROOM;
        let group = BAR * (self.series.len() as f64 + 1.0);
        let wide = self.groups.iter().any(|group| group.label.len() > 6);
        let group = if wide { group.max(LABEL as f64 * 6.5) } else { group };
        let field = (group * self.groups.len() as f64).max(LEAST);
        let group = field / self.groups.len().max(1) as f64;
        let keys = self.series.len().div_ceil(3) as f64 * 16.0;
        let bottom = above + keys + HEIGHT;
        let mut drawing = Drawing::new(left + field + right, bottom + below);
        drawing.words((left, 28.0), 17, Anchor::Start, &self.title);
        drawing.words((left, 46.0), 12, Anchor::Start, self.scale);
        self.keys(&mut drawing, (left, 64.0), field);
        let highest = self.groups.iter().flat_map(|group| group.bars.iter().flatten());
        let highest = highest.map(|bar| bar.high.unwrap_or(bar.value)).fold(self.most, f64::max);
        let scale = ticks(highest);
        let full = scale.last().copied().unwrap_or(1.0);
        let y = |value: f64| bottom - HEIGHT * value.clamp(0.0, full) / full;
        for tick in &scale {
            drawing.line((left, y(*tick)), (left + field, y(*tick)), *tick == 0.0);
            drawing.words((left - 8.0, y(*tick) + 4.0), 12, Anchor::End, &label(*tick));
        }
        for (number, bars) in self.groups.iter().enumerate() {
            let middle = left + group * (number as f64 + 0.5);
            let start = middle - BAR * bars.bars.len() as f64 / 2.0;
            for (number, bar) in bars.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let x = start + BAR * number as f64;
                let colour = COLOURS[number % COLOURS.len()];
                drawing.rectangle((x + 2.0, y(bar.value)), (BAR - 4.0, bottom - y(bar.value)), colour);
                if let Some((low, high)) = bar.low.zip(bar.high) {
                    let x = x + BAR / 2.0;
                    drawing.line((x, y(low)), (x, y(high)), true);
                    for end in [low, high] {
                        drawing.line((x - 4.0, y(end)), (x + 4.0, y(end)), true);
                    }
                }
            }
            for (row, words) in (1_u8..).zip(folded(&bars.label)) {
                drawing.words((middle, bottom + 14.0 * f64::from(row) + 2.0), 11, Anchor::Middle, &words);
            }
        }
        drawing.finish()
    }

    /// What the colours mean, three to a line.
    fn keys(&self, drawing: &mut Drawing, (x, y): (f64, f64), width: f64) {
        for (number, name) in self.series.iter().enumerate() {
            let x = x + width / 3.0 * (number % 3) as f64;
            let y = y + 16.0 * (number / 3) as f64;
            drawing.rectangle((x, y - 9.0), (10.0, 10.0), COLOURS[number % COLOURS.len()]);
            drawing.words((x + 15.0, y), 12, Anchor::Start, name);
        }
    }
}

/// A label in at most three lines, parted between words where it can be.
fn folded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LABEL => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.truncate(3);
    lines
}
