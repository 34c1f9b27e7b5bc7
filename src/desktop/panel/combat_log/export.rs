//! The log as a file: text for people, JSON lines for programs.

use serde_json::{Value, json};

use super::log_text::{LogEntry, LogLine, LogWriter, plain_text};
use crate::panel::dice_glyphs::face_words;
use crate::panel::widgets::PanelContext;
use content::paths;

/// All of it as text, details indented.
pub(crate) fn export_text(see: &PanelContext, entries: &[&LogEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        text.push_str(&plain_text(&entry.head));
        text.push('\n');
        let teller = LogWriter::for_entry(see.view, entry, see.history.records());
        let details = teller.entry_details(see.history.records(), entry);
        for line in details.iter().chain(&entry.after) {
            let indent = if matches!(line, LogLine::Divider(_)) { "\n" } else { "    " };
            text.push_str(indent);
            text.push_str(&export_line(line));
            text.push('\n');
        }
    }
    text
}

fn export_line(line: &LogLine) -> String {
    match line {
        LogLine::Divider(text) => text.clone(),
        LogLine::Text(line) if line.clause.is_empty() => plain_text(line),
        LogLine::Text(line) => format!("{} [{}]", plain_text(line), line.clause),
        LogLine::Symbols { faces, figure } => {
            let faces: Vec<String> = faces.iter().map(face_words).collect();
            format!("{}: {figure}", faces.join("; "))
        }
        LogLine::Faces { faces, figure, .. } => {
            let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
            format!("{}: {figure}", faces.join(" "))
        }
    }
}

/// A JSON object a line: the order, when it was given, and everything that came of it.
pub(crate) fn export_json(see: &PanelContext, entries: &[&LogEntry]) -> String {
    let chapters = see.history.records();
    let mut text = String::new();
    for entry in entries {
        let own = entry.own_chapters(chapters);
        // Of the orders of others a side knows only what came of them.
        let side = entry.side_history.as_ref().and(see.view.viewer());
        let given = |order: &battle::Order| {
            let unit = order.unit().and_then(|unit| see.view.unit_ignoring_fog(unit));
            side.is_none() || unit.is_some_and(|unit| Some(*unit.side) == side)
        };
        let orders: Vec<_> = own.iter().map(|chapter| &chapter.order).filter(|order| given(order)).collect();
        let steps: Vec<_> =
            own.iter().flat_map(|chapter| &chapter.events).flat_map(|one| &one.trace).collect();
        let after: Vec<Value> = entry.after.iter().map(|line| Value::String(export_line(line))).collect();
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

/// Writes a text into the folder of the saves; gives what to tell the player.
pub(crate) fn write_export(see: &PanelContext, ending: &str, text: &str) -> String {
    let folder = paths::saves_dir().with_file_name("logs");
    let id = &see.view.setup().bundle().id;
    let seed = see.view.setup().seed();
    let path = folder.join(format!("{id}-{seed}-log.{ending}"));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
    match written {
        Ok(()) => format!("Saved as {}.", path.display()),
        Err(error) => format!("{} could not be written: {error}.", path.display()),
    }
}
