//! One skirmish in all books: how deadly, how long, and what cover is worth.

use super::show::undecided;
use super::table::{number, percent, percent_of, print};
use sim::Summary;

/// Prints the table.
pub(super) fn show(summaries: &[Summary]) {
    let heads = [
        "book",
        "fighters out",
        "fighters dead",
        "rounds",
        "orders",
        "nobody wins",
        "shots at cover",
        "of these hit",
        "in the open hit",
        "cover takes off",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for summary in summaries {
        let cover = &summary.cover;
        rows.push(vec![
            summary.book.to_owned(),
            percent_of(summary.lost),
            percent_of(summary.dead),
            number(summary.rounds),
            number(summary.orders),
            percent(summary.draws),
            percent_of(cover.at),
            percent_of(cover.hits_at_cover),
            percent_of(cover.hits_in_open),
            percent_of(cover.worth),
        ]);
    }
    print(&rows);
    summaries.iter().for_each(undecided);
}
