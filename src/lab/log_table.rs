//! The log of a battle as a table of comma-separated values: a row for each order and for each of its effects.

use std::collections::BTreeMap;

use battle::{BattleEvent, BattleView, OrderRecord};
use battle_log::log_text::{LogCategory, LogEntry, LogLine, LogText, LogWriter, plain_line};
use model::UnitId;

/// Heads of the columns.
const COLUMNS: [&str; 10] =
    ["number", "round", "pass", "kind", "line", "text", "figure", "clause", "units", "damage"];

/// Formats entries of the log as a table, as far as they are known to the view's side. All rows of an entry have the same
/// number. The row of the order names the units involved and the damage that each of them took, separated by semicolons.
pub fn entries_to_csv(view: &BattleView, records: &[OrderRecord], entries: &[&LogEntry]) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let rows = entries.iter().flat_map(|entry| entry_rows(view, records, entry));
    for row in std::iter::once(COLUMNS.map(str::to_owned)).chain(rows) {
        table
            .write_record(&row)
            .expect("invariant: writing to memory succeeds, and all rows have the same length");
    }
    let bytes = table.into_inner().expect("invariant: writing to memory succeeds");
    String::from_utf8(bytes).expect("invariant: the table is UTF-8")
}

/// The rows of an entry: the order, then its effects.
fn entry_rows(view: &BattleView, records: &[OrderRecord], entry: &LogEntry) -> Vec<[String; COLUMNS.len()]> {
    let writer = LogWriter::for_entry(view, entry, records);
    let name = |unit: &UnitId| writer.unit_span(*unit).text;
    let (mut round, mut pass) = (String::new(), String::new());
    let mut damage: BTreeMap<UnitId, u32> = BTreeMap::new();
    let own = entry.own_chapters(records);
    if let Some(first) = own.first() {
        (round, pass) = (first.round.to_string(), first.pass.to_string());
    }
    for record in own.iter().flat_map(|record| &record.events) {
        if let BattleEvent::Harmed { unit, damage: taken, .. } = &record.event {
            *damage.entry(*unit).or_default() += taken;
        }
    }
    let damage = damage.iter().filter(|(_, taken)| **taken > 0);
    let damage: Vec<String> = damage.map(|(unit, taken)| format!("{} {taken}", name(unit))).collect();
    let units: Vec<String> = entry.units.iter().map(name).collect();
    let kind = LogCategory::ALL.iter().find(|(kind, _)| *kind == entry.kind).map_or("", |(_, label)| label);
    let row = |line: &str, [text, figure, clause]: [String; 3], units: String, damage: String| {
        let number = entry.chapters.start.to_string();
        let (kind, line) = (kind.to_owned(), line.to_owned());
        [number, round.clone(), pass.clone(), kind, line, text, figure, clause, units, damage]
    };
    let head = row("order", text_cells(&entry.head), units.join("; "), damage.join("; "));
    let effects = entry.after.iter().filter_map(|line| match line {
        LogLine::Divider(_) => None,
        LogLine::Text(text) => Some(text_cells(text)),
        dice => Some([plain_line(dice), String::new(), String::new()]),
    });
    let effects = effects.map(|cells| row("effect", cells, String::new(), String::new()));
    std::iter::once(head).chain(effects).collect()
}

/// Text, figure and clause of a line.
fn text_cells(line: &LogText) -> [String; 3] {
    let text: String = line.spans.iter().map(|span| span.text.as_str()).collect();
    let figure = line.figure.as_ref().map_or(String::new(), |figure| figure.text.clone());
    [text.trim_end().to_owned(), figure, line.clause.to_owned()]
}
