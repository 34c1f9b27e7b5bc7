//! A series in words and tables.

use super::SimArgs;
use super::text_table::{
    format_difference, format_number, format_optional_percent, format_percent, print_rows,
};
use sim::analysis::stats::Estimate;
use sim::{CasualtyCause, SeriesSummary, SideSummary, Variant, VariantComparison};

/// Most weapons of a side that are listed.
const MAX_WEAPONS: usize = 12;

/// What was fought.
pub(super) fn print_header(sim: &SimArgs, variants: &[Variant], done: u64) {
    let Some(first) = variants.first() else { return };
    let (theme, name) = (&first.info, &first.bundle.skirmish.name);
    let book = if sim.all_books { "in all books".to_owned() } else { format!("under {}", theme.book.name()) };
    let minds: Vec<String> = theme
        .sides
        .iter()
        .zip(&theme.ai_settings)
        .map(|(side, seat)| match seat.personality {
            Some(temper) => format!("{side} {} and {temper}", seat.difficulty),
            None => format!("{side} {}", seat.difficulty),
        })
        .collect();
    println!("{name} {book}: {done} fights of seed {}", sim.seed);
    println!("{}; intervals hold 95 of 100 times", minds.join(", "));
    println!();
}

/// Everything about a single variant.
pub(super) fn print_summary(summary: &SeriesSummary) {
    println!("rounds         {}", format_number(summary.rounds));
    println!("orders         {}", format_number(summary.orders));
    println!("nobody wins    {}", format_percent(summary.draws));
    let endings: Vec<String> =
        summary.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
    println!("endings        {}", endings.join(", "));
    print_undecided(summary);
    println!();
    print_rows(&side_rows(summary));
    println!();
    println!("cover takes {} off the hits of shots", format_optional_percent(summary.cover.worth));
    println!();
    print_rows(&weapon_rows(summary));
}

/// Fights without an end, if there are any.
pub(super) fn print_undecided(summary: &SeriesSummary) {
    if !summary.undecided.is_empty() {
        let why: Vec<String> =
            summary.undecided.iter().map(|(why, count)| format!("{why} {count}")).collect();
        println!("undecided      {}", [summary.variant.as_str(), &why.join(", ")].join(" ").trim_start());
    }
}

fn side_rows(summary: &SeriesSummary) -> Vec<Vec<String>> {
    let heads = [String::new()].into_iter().chain(summary.sides.iter().map(|side| side.name.clone()));
    let mut rows = vec![heads.collect()];
    let mut row = |label: String, cell: &dyn Fn(&SideSummary) -> String| {
        rows.push([label].into_iter().chain(summary.sides.iter().map(cell)).collect());
    };
    row("wins".to_owned(), &|side| format_percent(side.wins));
    row("fighters out".to_owned(), &|side| format_optional_percent(side.lost));
    row("fighters dead".to_owned(), &|side| format_optional_percent(side.dead));
    row("damage done".to_owned(), &|side| format_number(side.dealt));
    row("damage to its own".to_owned(), &|side| format_number(side.friendly));
    row("attacks that hit".to_owned(), &|side| format_optional_percent(side.hits));
    row("shots from cover".to_owned(), &|side| format_optional_percent(side.cover.from));
    row("shots at cover".to_owned(), &|side| format_optional_percent(side.cover.at));
    row("of these hit".to_owned(), &|side| format_optional_percent(side.cover.hits_at_cover));
    row("in the open hit".to_owned(), &|side| format_optional_percent(side.cover.hits_in_open));
    row("thrown back".to_owned(), &|side| format_number(side.thrown));
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

/// The weapons of each side, those that did most first.
fn weapon_rows(summary: &SeriesSummary) -> Vec<Vec<String>> {
    let heads = ["weapon", "of", "attacks", "hit", "damage", "put out"];
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

/// A line for each variant.
pub(super) fn print_variant_table(summaries: &[SeriesSummary]) {
    let Some(first) = summaries.first() else { return };
    let wins = first.sides.iter().map(|side| format!("wins of {}", side.name));
    let heads = ["variant".to_owned()].into_iter().chain(wins);
    let rest = ["nobody wins", "rounds", "fighters out", "fighters dead"].map(str::to_owned);
    let mut rows: Vec<Vec<String>> = vec![heads.chain(rest).collect()];
    for summary in summaries {
        let mut row = vec![summary.variant.clone()];
        row.extend(summary.sides.iter().map(|side| format_percent(side.wins)));
        row.extend([format_percent(summary.draws), format_number(summary.rounds)]);
        row.extend([format_optional_percent(summary.lost), format_optional_percent(summary.dead)]);
        rows.push(row);
    }
    print_rows(&rows);
    summaries.iter().for_each(print_undecided);
}

/// What differs between variants, fight by fight.
pub(super) fn print_comparisons(comparisons: &[VariantComparison]) {
    for comparison in comparisons {
        println!();
        let VariantComparison { variant, against, pairs, differences } = comparison;
        println!("{variant} beside {against}, {pairs} pairs of the same fight:");
        let line = |one: &sim::MeasureDifference| {
            let sure = if one.sure { "*" } else { "" };
            vec![one.measure.clone(), format_difference(one.more), sure.to_owned()]
        };
        print_rows(&differences.iter().map(line).collect::<Vec<_>>());
    }
    if !comparisons.is_empty() {
        println!();
        println!("* the interval leaves 0 out");
    }
}
