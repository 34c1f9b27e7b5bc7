use std::path::Path;

use serde_json::Value;

use super::ron_checker::check;
use super::*;
use crate::files::content_folder::{ContentFile, ContentFolder};
use crate::files::source::SourceFile;
use crate::gallery;

fn shipped() -> ContentFolder {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").into()
}

fn schema(name: &str) -> Value {
    let found = file_schemas().into_iter().find(|schema| schema.name == name);
    found.unwrap_or_else(|| panic!("no schema {name}")).schema
}

fn faults(schema: &Value, file: &ContentFile) -> Option<String> {
    let source = SourceFile::read(file).expect("a file that can be read");
    let fault = check(schema, &source, &source.root).err()?;
    Some(source.diagnostic_at(fault.at, fault.what).to_string())
}

/// The schema for a text of a table of weapons of Swan Song: `None` if it is allowed.
fn fault_of_weapon(fields: &str) -> Option<String> {
    let text = format!("{{\"gun\": (name: \"Gun\", class: ranged, skill: pistols, {fields})}}");
    let source = SourceFile::new(Path::new("weapons.ron"), text).expect("well formed");
    check(&schema("swan_song_weapons"), &source, &source.root).err().map(|fault| fault.what)
}

#[test]
fn every_shipped_table_follows_its_schema() {
    let tables: Vec<FileSchema> =
        file_schemas().into_iter().filter(|schema| shipped().has(&schema.files)).collect();
    assert_eq!(tables.len(), 7 + 4 * 3, "each table has a schema");
    for FileSchema { files, schema, .. } in tables {
        assert_eq!(faults(&schema, &shipped().file(&files)), None);
    }
}

#[test]
fn every_shipped_scene_follows_the_schema_of_its_book() {
    let schemas = file_schemas();
    let mut files = gallery::gallery_files(&shipped());
    for folder in ["lab", "lessons", "scenes", "skirmishes"] {
        files.extend(shipped().list(folder).expect("it is shipped"));
    }
    let mut found = Vec::new();
    for file in &files {
        let source = SourceFile::read(file).expect("a file that can be read");
        let book = source.root.get("book").map(|node| &source.text[node.span.clone()]);
        let scene = schemas.iter().find(|one| one.scene_book.map(Book::id) == book);
        found.extend(faults(&scene.expect("a book").schema, file));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(files.len() > 300);
}

#[test]
fn wrong_values_do_not_follow_the_schema() {
    assert_eq!(fault_of_weapon("damage: fixed(9)"), None);
    let wrong = [
        ("damage: fixed(9), range: 5001", "5001 is outside its range"),
        ("damage: fixed(100001)", "100001 is outside its range"),
        ("damage: fixd(9)", "no variant fixd"),
        ("damage: fixed(9), build: big", "big is not"),
        ("damage: fixed(9), colour: 1", "unknown field colour"),
        ("accuracy: 5", "no field damage"),
        ("damage: fixed(9), modes: [single, double]", "double is not"),
        ("damage: fixed(9), gel: 1", "1 is integer, not [\"boolean\"]"),
    ];
    for (fields, what) in wrong {
        let said = fault_of_weapon(fields).unwrap_or_default();
        assert!(said.contains(what), "{fields}: {said}");
    }
}

#[test]
fn fields_have_their_documentation_and_their_range() {
    let weapons = schema("swan_song_weapons");
    let range = &weapons["additionalProperties"]["properties"]["range"];
    assert_eq!(range["description"], "Maximum range in metres, for ranged weapons. `SS-BASE-30`.");
    assert_eq!((&range["minimum"], &range["maximum"]), (&0.into(), &5000.into()));
    let arp = &weapons["additionalProperties"]["properties"]["arp"];
    assert_eq!((&arp["minimum"], &arp["maximum"]), (&(-1000).into(), &1000.into()));
}

/// Fields whose own fields are named after abilities of a book, and need no description.
const ABILITIES: [&str; 5] = [".abilities", ".attributes", ".characteristics", ".pools", ".skills"];

/// Names of the fields without a description, with the schema they are in.
fn undocumented(schema: &Value, place: &str, found: &mut Vec<String>) {
    let fields = schema.get("properties").and_then(Value::as_object);
    if let Some(fields) = fields.filter(|_| !ABILITIES.iter().any(|name| place.ends_with(name))) {
        for (name, field) in fields {
            let place = format!("{place}.{name}");
            let is_described = field.get("description").is_some();
            undocumented(field, &place, found);
            found.extend((!is_described).then_some(place));
        }
    }
    for keyword in ["items", "additionalProperties"] {
        schema.get(keyword).into_iter().for_each(|part| undocumented(part, place, found));
    }
}

#[test]
fn every_field_of_a_table_is_described() {
    let mut found = Vec::new();
    for schema in file_schemas().iter().filter(|schema| schema.scene_book.is_none()) {
        undocumented(&schema.schema, &schema.name, &mut found);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
