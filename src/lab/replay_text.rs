//! Played orders of a scene as text: what the log shows, with dice, modifiers and clauses.

use std::collections::BTreeSet;

use crate::action_replay::{ActionReplay, ReplayRemark};
use crate::fact_lines;
use battle::{BattleView, OrderRecord};
use battle_log::clauses;
use battle_log::log_text::{LogEntry, LogLine, LogWriter, entry_ranges, plain_line, plain_text};

/// Formats a replay as lines. The view is that of the battle after the replay.
pub fn replay_lines(view: &BattleView, replay: &ActionReplay) -> Vec<String> {
    let records = replay.orders();
    let mut lines = Vec::new();
    let mut remarks = replay.remarks().iter().peekable();
    for range in entry_ranges(records) {
        while let Some((_, remark)) = remarks.next_if(|(before, _)| *before <= range.start) {
            lines.extend(remark_lines(remark));
        }
        let Some(entry) = LogWriter::new(view).write_entry(records, range) else { continue };
        lines.push(headline(&entry));
        while let Some((_, remark)) = remarks.next_if(|(before, _)| *before < entry.chapters.end) {
            lines.extend(remark_lines(remark).into_iter().map(|line| format!("    {line}")));
        }
        lines.extend(detail_lines(view, records, &entry));
    }
    lines.extend(remarks.flat_map(|(_, remark)| remark_lines(remark)));
    lines
}

/// Formats the history of a battle as lines. The view is that of the battle after it.
pub fn history_lines(view: &BattleView, records: &[OrderRecord]) -> Vec<String> {
    let writer = LogWriter::new(view);
    let entries = entry_ranges(records).into_iter().filter_map(|range| writer.write_entry(records, range));
    let lines = |entry: LogEntry| {
        std::iter::once(headline(&entry)).chain(detail_lines(view, records, &entry)).collect::<Vec<_>>()
    };
    entries.flat_map(lines).collect()
}

/// The headline of an entry, with its clause if it has one.
fn headline(entry: &LogEntry) -> String {
    match entry.head.clause {
        "" => plain_text(&entry.head),
        clause => format!("{} [{clause}]", plain_text(&entry.head)),
    }
}

/// What an entry unfolds to, and the lines after it, indented.
fn detail_lines(view: &BattleView, records: &[OrderRecord], entry: &LogEntry) -> Vec<String> {
    let details = LogWriter::for_entry(view, entry, records).entry_details(records, entry);
    let indented = |line: &LogLine| {
        let indent = if matches!(line, LogLine::Divider(_)) { "" } else { "    " };
        format!("{indent}{}", plain_line(line))
    };
    details.iter().chain(&entry.after).map(indented).collect()
}

/// Formats a remark: a headline, and its values indented.
pub fn remark_lines(remark: &ReplayRemark) -> Vec<String> {
    match remark {
        ReplayRemark::Refused { why, clause: "" } => vec![format!("Refused: {why}")],
        ReplayRemark::Refused { why, clause } => vec![format!("Refused: {why} [{clause}]")],
        ReplayRemark::Asked { who, prompt } => {
            let answers =
                prompt.answers.iter().map(|answer| match (answer.detail.to_string(), answer.clause) {
                    (detail, "") if detail.is_empty() => answer.label.to_string(),
                    (detail, "") => format!("{} ({detail})", answer.label),
                    (detail, clause) if detail.is_empty() => format!("{} [{clause}]", answer.label),
                    (detail, clause) => format!("{} ({detail}) [{clause}]", answer.label),
                });
            let answers: Vec<String> = answers.collect();
            vec![format!("{who}: {} [{}] {}", prompt.question, prompt.clause, answers.join(", "))]
        }
        ReplayRemark::Facts { title, lines } => {
            let lines = fact_lines::fact_texts(lines).into_iter().map(|line| format!("    {line}"));
            [title.clone()].into_iter().chain(lines).collect()
        }
    }
}

/// Returns the clauses that a replay cites: in its events, rolls and modifiers, and in its lines.
pub fn cited_clauses(replay: &ActionReplay, lines: &[String]) -> BTreeSet<String> {
    let mut found = clauses::cited_clauses(replay.orders());
    found.extend(clauses::clauses_in_text(&lines.join("\n")));
    found
}
