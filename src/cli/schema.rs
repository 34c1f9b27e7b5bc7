//! `breachline schema`: JSON schemas of the content files and of journals.

use std::path::PathBuf;

use clap::Args;

use super::{CliError, output};
use content::FileSchema;

/// Prints the JSON schemas of content files and journals.
#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// Name of a schema; by default all names are listed with their files.
    name: Option<String>,
    /// Writes all schemas into a folder instead, as `NAME.schema.json`.
    #[arg(long, value_name = "FOLDER", conflicts_with = "name")]
    write: Option<PathBuf>,
}

pub(super) fn run(arguments: &SchemaArgs) -> Result<(), CliError> {
    let mut schemas = content::file_schemas();
    schemas.push(journal_schema());
    if let Some(folder) = &arguments.write {
        for schema in &schemas {
            let file = folder.join(format!("{}.schema.json", schema.name));
            storage::replace_file(&file, to_text(schema)?)
                .map_err(|error| CliError::new(format!("cannot write {}: {error}", file.display())))?;
        }
        return output::print_line(format_args!("{} schemas in {}", schemas.len(), folder.display()));
    }
    let Some(name) = &arguments.name else {
        let lines = schemas.iter().map(|schema| format!("{:<28} {}\n", schema.name, schema.files));
        return output::print(lines.collect::<String>());
    };
    match schemas.iter().find(|schema| schema.name == *name) {
        Some(schema) => output::print(to_text(schema)?),
        None => Err(CliError::new(format!("no schema `{name}`; `breachline schema` lists them"))),
    }
}

/// The schema of a line of a saved battle.
fn journal_schema() -> FileSchema {
    FileSchema {
        name: "journal".to_owned(),
        files: "../saves/*/*.jsonl, each line".to_owned(),
        scene_book: None,
        schema: battle::journal::journal_schema(),
    }
}

fn to_text(schema: &FileSchema) -> Result<String, CliError> {
    Ok(serde_json::to_string_pretty(&schema.schema)? + "\n")
}
