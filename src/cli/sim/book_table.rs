//! The book comparison table: lethality, length and the worth of cover.

use super::summary_text::undecided_line;
use super::text_table::{format_number, format_optional_percent, format_percent, format_rows};
use sim::SeriesSummary;

/// Returns the lines of the table.
pub(super) fn book_table_lines(summaries: &[SeriesSummary]) -> Vec<String> {
    let heads = [
        "book",
        "units out",
        "units dead",
        "rounds",
        "orders",
        "draws",
        "shots at cover",
        "hits at cover",
        "hits in the open",
        "cover reduces hits by",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for summary in summaries {
        let cover = &summary.cover;
        rows.push(vec![
            summary.book.to_owned(),
            format_optional_percent(summary.lost),
            format_optional_percent(summary.dead),
            format_number(summary.rounds),
            format_number(summary.orders),
            format_percent(summary.draws),
            format_optional_percent(cover.at),
            format_optional_percent(cover.hits_at_cover),
            format_optional_percent(cover.hits_in_open),
            format_optional_percent(cover.worth),
        ]);
    }
    let mut lines = format_rows(&rows);
    lines.extend(summaries.iter().filter_map(undecided_line));
    lines
}
