//! Export of the log as text, as JSON lines, or as a table.

use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::World;
use serde_json::{Value, json};
use thiserror::Error;

use crate::panel::answer_plans::AnswerPlans;
use ::lab::log_table;
use battle::{BattleView, History, OrderRecord};
use battle_log::log_text::{LogEntry, LogLine, LogWriter, entry_ranges, plain_line, plain_text};

/// A file format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// Text with indented details.
    Text,
    /// An entry of JSON in each line: orders, units, text, events and rule steps.
    JsonLines,
    /// A table with a row for each order and effect.
    Csv,
}

impl LogFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Text, Self::JsonLines, Self::Csv];

    /// Returns the label of its button.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Text => "Save as text",
            Self::JsonLines => "Save as JSON lines",
            Self::Csv => "Save as CSV table",
        }
    }

    /// Says what it is good for.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Text => "To read: every entry with its details",
            Self::JsonLines => "For programs: orders, events and rule steps, one entry a line",
            Self::Csv => "For spreadsheets: a row for each order and effect",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
        }
    }
}

/// Why the log is not saved.
#[derive(Debug, Error)]
pub(crate) enum LogExportError {
    /// The file cannot be written.
    #[error("the log cannot be written to {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no battle.
    #[error("there is no battle whose log could be saved")]
    NoBattle,
}

/// Exports entries as text with indented details.
pub(crate) fn export_text(view: &BattleView, history: &[OrderRecord], entries: &[&LogEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        text.push_str(&plain_text(&entry.head));
        text.push('\n');
        let details = LogWriter::for_entry(view, entry, history).entry_details(history, entry);
        for line in details.iter().chain(&entry.after) {
            let indent = if matches!(line, LogLine::Divider(_)) { "\n" } else { "    " };
            text.push_str(indent);
            text.push_str(&plain_line(line));
            text.push('\n');
        }
    }
    text
}

/// Exports entries as JSON lines: orders, time, units, text, events and rule steps.
pub(crate) fn export_json(view: &BattleView, history: &[OrderRecord], entries: &[&LogEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let own = entry.own_chapters(history);
        // Under fog of war a side knows only the effects of enemy orders.
        let side = entry.side_history.as_ref().and(view.viewer());
        let given = |order: &battle::Order| {
            let unit = order.unit().and_then(|unit| view.unit_ignoring_fog(unit));
            side.is_none() || unit.is_some_and(|unit| Some(*unit.side) == side)
        };
        let orders: Vec<_> = own.iter().map(|record| &record.order).filter(|order| given(order)).collect();
        let records = || own.iter().flat_map(|record| &record.events);
        let events: Vec<_> = records().map(|record| &record.event).collect();
        let steps: Vec<_> = records().flat_map(|record| &record.trace).collect();
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
            "events": events,
            "steps": steps,
        });
        text.push_str(&line.to_string());
        text.push('\n');
    }
    text
}

/// Writes entries into a folder, in a file of its own; returns the file.
///
/// # Errors
/// Returns `LogExportError::Write` if the file cannot be written.
pub(crate) fn save_entries(
    view: &BattleView,
    history: &[OrderRecord],
    entries: &[&LogEntry],
    (format, folder): (LogFormat, &Path),
) -> Result<PathBuf, LogExportError> {
    let text = match format {
        LogFormat::Text => export_text(view, history, entries),
        LogFormat::JsonLines => export_json(view, history, entries),
        LogFormat::Csv => log_table::entries_to_csv(view, history, entries),
    };
    let id = storage::file_stem(&view.setup().bundle().id, "battle");
    let (seed, ending) = (view.setup().seed(), format.ending());
    let path = storage::unused_file(folder, |number| match number {
        1 => format!("{id}-{seed}-log.{ending}"),
        _ => format!("{id}-{seed}-log-{number}.{ending}"),
    });
    match storage::replace_file(&path, text) {
        Ok(()) => Ok(path),
        Err(source) => Err(LogExportError::Write { path, source }),
    }
}

/// Writes the whole log, as far as the viewing side knows it, into a folder; returns the file.
///
/// # Errors
/// Returns a `LogExportError` if there is no battle, or the file cannot be written.
pub(crate) fn save_log(
    world: &mut World,
    format: LogFormat,
    folder: &Path,
) -> Result<PathBuf, LogExportError> {
    if !battle::is_set_up(world) {
        return Err(LogExportError::NoBattle);
    }
    let history = world.resource::<History>().clone();
    let answers = world.get_resource::<AnswerPlans>().map(|plans| plans.conditions.clone());
    battle::with_view(world, |view| {
        let (writer, records) = (LogWriter::new(view), history.records());
        let written = entry_ranges(records).into_iter().filter_map(|range| {
            let mut entry = writer.write_entry(records, range)?;
            if let Some(answers) = &answers {
                answers.add_notes(&mut entry, records, (view.viewer(), |unit| writer.unit_span(unit)));
            }
            Some(entry)
        });
        let entries: Vec<LogEntry> = written.collect();
        save_entries(view, records, &entries.iter().collect::<Vec<_>>(), (format, folder))
    })
}

/// Says in a sentence where the log is, or why it is nowhere.
pub(crate) fn result_text(saved: &Result<PathBuf, LogExportError>) -> String {
    match saved {
        Ok(path) => format!("Log saved to {}.", path.display()),
        Err(error) => format!("The log is not saved: {error}."),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use super::*;
    use battle::{Order, journal};
    use content::SkirmishOverrides;
    use model::Side;

    /// A battle on a shipped map with seed 4711, whose sides are deployed.
    pub(crate) fn begun_battle() -> World {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, Arc::new(bundle.expect("shipped")), 4711);
        for side in 0..2 {
            journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("not ready yet");
        }
        world
    }

    #[test]
    fn every_export_is_a_file_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut world = begun_battle();
        let mut save = |format| {
            let path = save_log(&mut world, format, folder.path()).expect("saved");
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("written"))
        };
        let (name, first) = save(LogFormat::Csv);
        let (again, second) = save(LogFormat::Csv);
        assert_eq!([name, again], ["warehouse-4711-log.csv", "warehouse-4711-log-2.csv"]);
        assert_eq!(first, second);
        let (name, json) = save(LogFormat::JsonLines);
        assert_eq!(name, "warehouse-4711-log.jsonl");
        let values: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(values.iter().any(|value| value["events"].as_array().is_some_and(|all| !all.is_empty())));
        // One row for each order, with the number of its entry.
        let orders = first.lines().filter(|line| line.contains(",order,")).count();
        assert_eq!(orders, values.len());
        assert!(
            first.starts_with("number,round,pass,kind,line,text,figure,clause,units,damage\n"),
            "{first}"
        );
        assert!(save(LogFormat::Text).0.ends_with(".txt"));
    }

    #[test]
    fn a_log_that_cannot_be_written_says_where() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "no folder").expect("written");
        let saved = save_log(&mut begun_battle(), LogFormat::Text, &file);
        let text = result_text(&saved);
        assert!(text.starts_with("The log is not saved: the log cannot be written to "), "{text}");
        let none = save_log(&mut battle::new_battle_world(), LogFormat::Csv, folder.path());
        assert!(matches!(none, Err(LogExportError::NoBattle)));
    }
}
