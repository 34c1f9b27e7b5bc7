//! The log as a file: text for people, JSON lines for programs.

use serde_json::{Value, json};

use super::glyphs::face_words;
use super::kit::See;
use super::log_text::{Entry, Line, Teller, plain};
use content::paths;

/// All of it as text, details indented.
pub(super) fn text(see: &See, entries: &[&Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        text.push_str(&plain(&entry.head));
        text.push('\n');
        let teller = Teller::of(see.view, entry, see.history.chapters());
        let details = teller.details(see.history.chapters(), entry);
        for line in details.iter().chain(&entry.after) {
            let indent = if matches!(line, Line::Divider(_)) { "\n" } else { "    " };
            text.push_str(indent);
            text.push_str(&told(line));
            text.push('\n');
        }
    }
    text
}

fn told(line: &Line) -> String {
    match line {
        Line::Divider(text) => text.clone(),
        Line::Text(line) if line.clause.is_empty() => plain(line),
        Line::Text(line) => format!("{} [{}]", plain(line), line.clause),
        Line::Symbols { faces, figure } => {
            let faces: Vec<String> = faces.iter().map(face_words).collect();
            format!("{}: {figure}", faces.join("; "))
        }
        Line::Faces { faces, figure, .. } => {
            let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
            format!("{}: {figure}", faces.join(" "))
        }
    }
}

/// A JSON object a line: the order, when it was given, and everything that came of it.
pub(super) fn json(see: &See, entries: &[&Entry]) -> String {
    let chapters = see.history.chapters();
    let mut text = String::new();
    for entry in entries {
        let own = entry.told(chapters);
        // Of the orders of others a side knows only what came of them.
        let side = entry.lived.as_ref().and(see.view.viewer());
        let given = |order: &battle::Order| {
            let unit = order.unit().and_then(|unit| see.view.recalled(unit));
            side.is_none() || unit.is_some_and(|unit| Some(*unit.side) == side)
        };
        let orders: Vec<_> = own.iter().map(|chapter| &chapter.order).filter(|order| given(order)).collect();
        let steps: Vec<_> =
            own.iter().flat_map(|chapter| &chapter.happenings).flat_map(|one| &one.trace).collect();
        let after: Vec<Value> = entry.after.iter().map(|line| Value::String(told(line))).collect();
        let units: Vec<u32> = entry.units.iter().map(|id| id.0).collect();
        let line = json!({
            "number": entry.chapters.start,
            "round": own[0].round,
            "pass": own[0].pass,
            "orders": orders,
            "units": units,
            "text": plain(&entry.head),
            "after": after,
            "steps": steps,
        });
        text.push_str(&line.to_string());
        text.push('\n');
    }
    text
}

/// Writes a text into the folder of the saves; gives what to tell the player.
pub(super) fn save(see: &See, ending: &str, text: &str) -> String {
    let folder = paths::saves().with_file_name("logs");
    let id = &see.view.setup().bundle().id;
    let seed = see.view.setup().seed();
    let path = folder.join(format!("{id}-{seed}-log.{ending}"));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
    match written {
        Ok(()) => format!("Saved as {}.", path.display()),
        Err(error) => format!("{} could not be written: {error}.", path.display()),
    }
}
