//! JSON schemas of the content files, for editors and other programs.
//!
//! They are derived from the types that the files are read into: fields with their documentation, the values of enums, and
//! the ranges of numbers. A RON struct is an object, a variant with a value is an object with one field, and a variant
//! without one is a string, as serde writes them in JSON.

mod cursor;
mod number_limits;
#[cfg(test)]
mod ron_checker;

pub use self::cursor::{Suggestion, describe, suggest};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use crate::balance::SkirmishBalance;
use crate::books::book_kind::{self, BookKind, for_book};
use crate::books::shelf::{BookLoadout, ShelfKind};
use crate::campaigns::Campaign;
use crate::definitions::kinds::{ArmourPiece, MaterialKind, Terrain, WeaponSound};
use crate::definitions::raw::{RawArchetype, RawBarrierKind};
use crate::files::load;
use crate::files::syntax_tree::scan_tree;
use crate::scene::scene_schema;
use crate::skirmishes::squad::Squad;
use rules::Book;
use rules::swan_song::Weapon;

/// A schema, and the files that it is for.
#[derive(Clone, Debug)]
pub struct FileSchema {
    /// Its name, such as `aberrant_weapons` or `aberrant_scene`.
    pub name: String,
    /// Files in a content folder, as a pattern.
    pub files: String,
    /// The rulebook of the scenes that it is for; `None` if it is for tables.
    pub scene_book: Option<Book>,
    /// The schema.
    pub schema: Value,
}

/// Tables of a content folder, by their path in it.
pub fn table_files() -> impl Iterator<Item = &'static str> {
    load::CONTENT_FILES.into_iter().chain(book_kind::book_files())
}

/// The rulebook that the text of a scene names; the default if it names none.
pub fn scene_book(text: &str) -> Book {
    let scene = scan_tree(text);
    let named = scene.get("book").and_then(|book| text.get(book.span.clone()));
    Book::ALL.into_iter().find(|book| Some(book.id()) == named).unwrap_or_default()
}

/// Schemas of all kinds of content files.
pub fn file_schemas() -> Vec<FileSchema> {
    let [weapons, armour, archetypes, barriers, terrain, sounds, balance] = load::CONTENT_FILES;
    let mut schemas = vec![
        table::<Weapon>(weapons),
        table::<ArmourPiece>(armour),
        table::<RawArchetype>(archetypes),
        barriers_schema(barriers),
        table::<Terrain>(terrain),
        table::<WeaponSound>(sounds),
        table::<SkirmishBalance>(balance),
    ];
    for book in Book::ALL {
        schemas.extend(for_book!(book, B => B::file_schemas()));
        let schema = for_book!(book, B => scene_schema::<B>(new_generator()).to_value());
        let name = format!("{}_scene", book.id());
        let files = format!("{{lab,lessons,scenes,skirmishes}}/*.ron, gallery/{}/*.ron", book.id());
        schemas.push(FileSchema { name, files, scene_book: Some(book), schema });
    }
    let squad = schema_of::<Squad>();
    let files = "../squads/*.ron".to_owned();
    schemas.push(FileSchema { name: "squad".to_owned(), files, scene_book: None, schema: squad });
    let campaign = schema_of::<Campaign>();
    let files = "campaigns/*.ron".to_owned();
    schemas.push(FileSchema { name: "campaign".to_owned(), files, scene_book: None, schema: campaign });
    for schema in &mut schemas {
        number_limits::add_number_limits(&mut schema.schema);
        finish(schema);
    }
    schemas
}

/// Schemas of weapons, armour and sheets of a book.
pub(crate) fn shelf_schemas<B: ShelfKind>() -> Vec<FileSchema> {
    let &[weapons, armours, sheets] = B::FILES else { return Vec::new() };
    vec![table::<B::Weapon>(weapons), table::<B::Armour>(armours), table::<BookLoadout<B::Sheet>>(sheets)]
}

/// The schema of a table of entries by id.
fn table<T: JsonSchema>(file: &str) -> FileSchema {
    let schema = table_of(schema_of::<T>());
    FileSchema { name: schema_name(file), files: file.to_owned(), scene_book: None, schema }
}

fn barriers_schema(file: &str) -> FileSchema {
    let schema = json!({
        "type": "object",
        "properties": {
            "materials": described(table_of(schema_of::<MaterialKind>()), "Materials by id."),
            "kinds": described(table_of(schema_of::<RawBarrierKind>()), "Kinds of barriers by id."),
        },
        "additionalProperties": false,
    });
    FileSchema { name: schema_name(file), files: file.to_owned(), scene_book: None, schema }
}

fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = description.into();
    schema
}

/// `books/aberrant/weapons.ron` is `aberrant_weapons`.
fn schema_name(file: &str) -> String {
    file.trim_start_matches("books/").trim_end_matches(".ron").replace('/', "_")
}

fn table_of(entry: Value) -> Value {
    json!({
        "type": "object",
        "propertyNames": { "pattern": "^[a-z0-9_]{1,64}$" },
        "additionalProperties": entry,
    })
}

/// The schema of a type as it is read. Types are repeated where they are used, because the range of a number depends on the
/// fields around it.
fn schema_of<T: JsonSchema>() -> Value {
    new_generator().into_root_schema_for::<T>().to_value()
}

fn new_generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator()
}

/// Adds title and version.
fn finish(schema: &mut FileSchema) {
    let Some(fields) = schema.schema.as_object_mut() else { return };
    fields.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    fields.insert(
        "title".to_owned(),
        format!("Breachline {}: {}", env!("CARGO_PKG_VERSION"), schema.files).into(),
    );
}

#[cfg(test)]
mod tests;
