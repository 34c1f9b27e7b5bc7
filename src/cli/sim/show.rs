//! A series in words and tables.

use super::Sim;
use super::table::{difference, number, percent, percent_of, print};
use sim::stats::Estimate;
use sim::{Cause, Comparison, SideSummary, Summary, Variant};

/// Most weapons of a side that are listed.
const WEAPONS: usize = 12;

/// What was fought.
pub(super) fn head(sim: &Sim, variants: &[Variant], done: u64) {
    let Some(first) = variants.first() else { return };
    let (theme, name) = (&first.theme, &first.bundle.skirmish.name);
    let book = if sim.all_books { "in all books".to_owned() } else { format!("under {}", theme.book.name()) };
    let minds: Vec<String> = theme
        .sides
        .iter()
        .zip(&theme.seats)
        .map(|(side, seat)| match seat.temper {
            Some(temper) => format!("{side} {} and {temper}", seat.level),
            None => format!("{side} {}", seat.level),
        })
        .collect();
    println!("{name} {book}: {done} fights of seed {}", sim.seed);
    println!("{}; intervals hold 95 of 100 times", minds.join(", "));
    println!();
}

/// Everything about a single variant.
pub(super) fn whole(summary: &Summary) {
    println!("rounds         {}", number(summary.rounds));
    println!("orders         {}", number(summary.orders));
    println!("nobody wins    {}", percent(summary.draws));
    let endings: Vec<String> =
        summary.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
    println!("endings        {}", endings.join(", "));
    undecided(summary);
    println!();
    print(&sides(summary));
    println!();
    println!("cover takes {} off the hits of shots", percent_of(summary.cover.worth));
    println!();
    print(&weapons(summary));
}

/// Fights without an end, if there are any.
pub(super) fn undecided(summary: &Summary) {
    if !summary.undecided.is_empty() {
        let why: Vec<String> =
            summary.undecided.iter().map(|(why, count)| format!("{why} {count}")).collect();
        println!("undecided      {}", [summary.variant.as_str(), &why.join(", ")].join(" ").trim_start());
    }
}

fn sides(summary: &Summary) -> Vec<Vec<String>> {
    let heads = [String::new()].into_iter().chain(summary.sides.iter().map(|side| side.name.clone()));
    let mut rows = vec![heads.collect()];
    let mut row = |label: String, cell: &dyn Fn(&SideSummary) -> String| {
        rows.push([label].into_iter().chain(summary.sides.iter().map(cell)).collect());
    };
    row("wins".to_owned(), &|side| percent(side.wins));
    row("fighters out".to_owned(), &|side| percent_of(side.lost));
    row("fighters dead".to_owned(), &|side| percent_of(side.dead));
    row("damage done".to_owned(), &|side| number(side.dealt));
    row("damage to its own".to_owned(), &|side| number(side.friendly));
    row("attacks that hit".to_owned(), &|side| percent_of(side.hits));
    row("shots from cover".to_owned(), &|side| percent_of(side.cover.from));
    row("shots at cover".to_owned(), &|side| percent_of(side.cover.at));
    row("of these hit".to_owned(), &|side| percent_of(side.cover.hits_at_cover));
    row("in the open hit".to_owned(), &|side| percent_of(side.cover.hits_in_open));
    row("thrown back".to_owned(), &|side| number(side.thrown));
    for cause in Cause::ALL {
        let count = |side: &SideSummary| side.causes.get(&cause).copied();
        if summary.sides.iter().any(|side| count(side).is_some_and(|count| count.value > 0.0)) {
            row(format!("out by {}", cause.key()), &|side| {
                number(count(side).unwrap_or(Estimate::bare(0.0)))
            });
        }
    }
    rows
}

/// The weapons of each side, those that did most first.
fn weapons(summary: &Summary) -> Vec<Vec<String>> {
    let heads = ["weapon", "of", "attacks", "hit", "damage", "put out"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for side in &summary.sides {
        let mut weapons: Vec<_> = side.weapons.iter().collect();
        weapons.sort_by(|(_, one), (_, other)| other.damage.value.total_cmp(&one.damage.value));
        for (name, weapon) in weapons.into_iter().take(WEAPONS) {
            rows.push(vec![
                name.clone(),
                side.name.clone(),
                number(weapon.attacks),
                percent_of(weapon.hits),
                number(weapon.damage),
                number(weapon.out),
            ]);
        }
    }
    rows
}

/// A line for each variant.
pub(super) fn grid(summaries: &[Summary]) {
    let Some(first) = summaries.first() else { return };
    let wins = first.sides.iter().map(|side| format!("wins of {}", side.name));
    let heads = ["variant".to_owned()].into_iter().chain(wins);
    let rest = ["nobody wins", "rounds", "fighters out", "fighters dead"].map(str::to_owned);
    let mut rows: Vec<Vec<String>> = vec![heads.chain(rest).collect()];
    for summary in summaries {
        let mut row = vec![summary.variant.clone()];
        row.extend(summary.sides.iter().map(|side| percent(side.wins)));
        row.extend([percent(summary.draws), number(summary.rounds)]);
        row.extend([percent_of(summary.lost), percent_of(summary.dead)]);
        rows.push(row);
    }
    print(&rows);
    summaries.iter().for_each(undecided);
}

/// What differs between variants, fight by fight.
pub(super) fn comparisons(comparisons: &[Comparison]) {
    for comparison in comparisons {
        println!();
        let Comparison { variant, against, pairs, differences } = comparison;
        println!("{variant} beside {against}, {pairs} pairs of the same fight:");
        let line = |one: &sim::Difference| {
            let sure = if one.sure { "*" } else { "" };
            vec![one.measure.clone(), difference(one.more), sure.to_owned()]
        };
        print(&differences.iter().map(line).collect::<Vec<_>>());
    }
    if !comparisons.is_empty() {
        println!();
        println!("* the interval leaves 0 out");
    }
}
