//! Export of the log as text or JSON lines.

use serde_json::{Value, json};

use crate::panel::widgets::PanelContext;
use battle_log::log_text::{LogEntry, LogLine, LogWriter, plain_line, plain_text};
use content::paths;

/// Exports entries as text with indented details.
pub(crate) fn export_text(context: &PanelContext, entries: &[&LogEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        text.push_str(&plain_text(&entry.head));
        text.push('\n');
        let writer = LogWriter::for_entry(context.view, entry, context.history.records());
        let details = writer.entry_details(context.history.records(), entry);
        for line in details.iter().chain(&entry.after) {
            let indent = if matches!(line, LogLine::Divider(_)) { "\n" } else { "    " };
            text.push_str(indent);
            text.push_str(&plain_line(line));
            text.push('\n');
        }
    }
    text
}

/// Exports entries as JSON lines: orders, time, units, text and rule steps.
pub(crate) fn export_json(context: &PanelContext, entries: &[&LogEntry]) -> String {
    let history = context.history.records();
    let mut text = String::new();
    for entry in entries {
        let own = entry.own_chapters(history);
        // Under fog of war a side knows only the effects of enemy orders.
        let side = entry.side_history.as_ref().and(context.view.viewer());
        let given = |order: &battle::Order| {
            let unit = order.unit().and_then(|unit| context.view.unit_ignoring_fog(unit));
            side.is_none() || unit.is_some_and(|unit| Some(*unit.side) == side)
        };
        let orders: Vec<_> = own.iter().map(|record| &record.order).filter(|order| given(order)).collect();
        let steps: Vec<_> = own.iter().flat_map(|record| &record.events).flat_map(|one| &one.trace).collect();
        let after: Vec<Value> = entry.after.iter().map(|line| Value::String(plain_line(line))).collect();
        let units: Vec<u32> = entry.units.iter().map(|id| id.0).collect();
        let line = json!({
            "number": entry.chapters.start,
            "round": own[0].round,
            "pass": own[0].pass,
            "orders": orders,
            "units": units,
            "text": plain_text(&entry.head),
            "after": after,
            "steps": steps,
        });
        text.push_str(&line.to_string());
        text.push('\n');
    }
    text
}

/// Writes a text to the logs folder; returns the message for the player.
pub(crate) fn write_export(context: &PanelContext, ending: &str, text: &str) -> String {
    let id = storage::file_stem(&context.view.setup().bundle().id, "battle");
    let seed = context.view.setup().seed();
    let path = paths::logs_dir().join(format!("{id}-{seed}-log.{ending}"));
    match storage::replace_file(&path, text) {
        Ok(()) => format!("Saved to {}.", path.display()),
        Err(error) => format!("{} could not be written: {error}.", path.display()),
    }
}
