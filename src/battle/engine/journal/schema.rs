//! The JSON schema of the lines of a journal, for other programs, and for a test that older journals stay readable.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::format::{JournalEntry, JournalHeader, UndoLine};

/// A line of a journal: the first is the header, the others are orders and undos.
#[derive(JsonSchema)]
#[schemars(rename = "JournalLine", untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum JournalLineSchema {
    Header(JournalHeader),
    Order(JournalEntry),
    Undo(UndoLine),
}

/// Returns the schema of a line of a journal.
pub fn journal_schema() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<JournalLineSchema>().to_value()
}
