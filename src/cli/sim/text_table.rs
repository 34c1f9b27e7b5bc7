//! Text tables with aligned columns.

use sim::analysis::stats::Estimate;

/// Formats a table: the first column left-aligned, the others right-aligned.
pub(super) fn format_rows(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let gap = " ".repeat(width.saturating_sub(cell.chars().count()));
            if column == 0 { format!("{cell}{gap}") } else { format!("  {gap}{cell}") }
        });
        cells.collect::<String>().trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Formats a share: "48.0% (38.5-57.7)".
pub(super) fn format_percent(share: Estimate) -> String {
    let share = share.scaled(100.0);
    match share.low.zip(share.high) {
        Some((low, high)) if low < 0.0 => format!("{:.1}% ({low:.1} to {high:.1})", share.value),
        Some((low, high)) => format!("{:.1}% ({low:.1}-{high:.1})", share.value),
        None => format!("{:.1}%", share.value),
    }
}

/// Formats a share that may be undefined.
pub(super) fn format_optional_percent(share: Option<Estimate>) -> String {
    share.map_or_else(|| "-".to_owned(), format_percent)
}

/// Formats a mean: "5.20 (4.91-5.49)".
pub(super) fn format_number(mean: Estimate) -> String {
    match mean.low.zip(mean.high) {
        Some((low, high)) if low < 0.0 => format!("{:.2} ({low:.2} to {high:.2})", mean.value),
        Some((low, high)) => format!("{:.2} ({low:.2}-{high:.2})", mean.value),
        None => format!("{:.2}", mean.value),
    }
}

/// Formats a difference: "+0.30 (0.11 to 0.49)".
pub(super) fn format_difference(mean: Estimate) -> String {
    match mean.low.zip(mean.high) {
        Some((low, high)) => format!("{:+.3} ({low:+.3} to {high:+.3})", mean.value),
        None => format!("{:+.3}", mean.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let rows = [vec!["a".to_owned(), "10".to_owned()], vec!["word".to_owned(), "5".to_owned()]];
        assert_eq!(format_rows(&rows), ["a     10", "word   5"]);
    }

    #[test]
    fn estimates_say_how_sure_they_are() {
        assert_eq!(format_percent(Estimate::with_error(0.5, 0.1)), "50.0% (40.0-60.0)");
        assert_eq!(format_percent(Estimate::with_error(0.05, 0.1)), "5.0% (-5.0 to 15.0)");
        assert_eq!(format_number(Estimate::exact(2.0)), "2.00");
        assert_eq!(format_difference(Estimate::with_error(0.25, 0.5)), "+0.250 (-0.250 to +0.750)");
    }
}
