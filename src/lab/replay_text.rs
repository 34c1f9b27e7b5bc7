//! Played orders of a scene as text: what the log shows, with dice, modifiers and clauses.

use std::collections::BTreeSet;

use crate::action_replay::{ActionReplay, ReplayRemark};
use crate::fact_lines;
use battle::BattleView;
use battle_log::clauses;
use battle_log::log_text::{LogLine, LogWriter, entry_ranges, plain_line, plain_text};

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
        let clause = entry.head.clause;
        let clause = if clause.is_empty() { String::new() } else { format!(" [{clause}]") };
        lines.push(format!("{}{clause}", plain_text(&entry.head)));
        while let Some((_, remark)) = remarks.next_if(|(before, _)| *before < entry.chapters.end) {
            lines.extend(remark_lines(remark).into_iter().map(|line| format!("    {line}")));
        }
        let details = LogWriter::for_entry(view, &entry, records).entry_details(records, &entry);
        for line in details.iter().chain(&entry.after) {
            let indent = if matches!(line, LogLine::Divider(_)) { "" } else { "    " };
            lines.push(format!("{indent}{}", plain_line(line)));
        }
    }
    lines.extend(remarks.flat_map(|(_, remark)| remark_lines(remark)));
    lines
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
