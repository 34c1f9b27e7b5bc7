//! What a schema says about a place in a text that is being written: the values and fields that may stand there, and what
//! they mean.

use serde_json::Value;

use crate::files::syntax_tree::{SyntaxNode, scan_tree};

/// Something that may be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Its name.
    pub name: String,
    /// The text to insert; `$0` is where the cursor is to stand.
    pub insert: String,
    /// Whether it is a field rather than a value.
    pub is_field: bool,
    /// What it means.
    pub description: String,
}

/// A place in a text, and the schemas that its value may have.
struct Place<'s, 't> {
    /// The brackets around it; `None` at the top.
    group: Option<&'t SyntaxNode>,
    /// Schemas of the value in the brackets.
    around: Vec<&'s Value>,
    /// Schemas of the value at the place, if it is one and not the name of a field.
    value: Option<Vec<&'s Value>>,
}

/// What may be written at a byte of a text.
pub fn suggest(schema: &Value, text: &str, at: usize) -> Vec<Suggestion> {
    let tree = scan_tree(text);
    let word = word_start(text, at);
    let place = find_place(schema, text, &tree, word);
    let mut found = match &place.value {
        Some(schemas) => schemas.iter().flat_map(|schema| values_of(schema)).collect(),
        None => fields_of(&place),
    };
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|one: &Suggestion| seen.insert(one.name.clone()));
    found
}

/// What the field, value or entry at a byte of a text means; `None` if the schema says nothing about it.
pub fn describe(schema: &Value, text: &str, at: usize) -> Option<String> {
    let tree = scan_tree(text);
    let mut node = &tree;
    let mut schemas = alternatives(schema);
    let mut said = None;
    loop {
        let inside = inner_schemas(&schemas, text, node);
        let child =
            node.children.iter().find(|child| (child.label_at..=child.node.span.end).contains(&at))?;
        let found = child_schemas(&inside, node, &child.label);
        if let Some(text) = found.iter().find_map(|schema| describe_field(&child.label, schema)) {
            said = Some(text);
        }
        schemas = found.into_iter().flat_map(alternatives).collect();
        node = &child.node;
        if at <= child.label_at + child.label.len() || node.children.is_empty() {
            let word = text.get(node.span.clone()).unwrap_or_default();
            let value =
                schemas.iter().flat_map(|schema| values_of(schema)).find(|value| value.name == word.trim());
            let value = value.filter(|value| node.span.contains(&at) && !value.description.is_empty());
            return value.map(|value| format!("`{}`: {}", value.name, value.description)).or(said);
        }
    }
}

/// Start of the word that ends at a byte.
fn word_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    before.trim_end_matches(is_part).len()
}

fn find_place<'s, 't>(schema: &'s Value, text: &str, tree: &'t SyntaxNode, at: usize) -> Place<'s, 't> {
    let before = text.get(..at).unwrap_or(text).trim_end();
    let mut place = Place { group: None, around: Vec::new(), value: Some(alternatives(schema)) };
    let mut node = tree;
    while is_around(text, node, at) {
        let schemas = place.value.take().unwrap_or_default();
        place.around = inner_schemas(&schemas, text, node);
        place.group = Some(node);
        let deeper = node.children.iter().find(|child| child.label_at <= at && at <= child.node.span.end);
        match deeper {
            Some(child) if is_labelled(node, &child.label) && at < child.label_at + child.label.len() => {
                break;
            }
            Some(child) => {
                let is_value = is_labelled(node, &child.label) || is_list(text, node);
                if is_value || is_around(text, &child.node, at) {
                    let found = child_schemas(&place.around, node, &child.label);
                    place.value = Some(found.into_iter().flat_map(alternatives).collect());
                    node = &child.node;
                } else {
                    break; // an unfinished name of a field
                }
            }
            None => {
                let label = before.strip_suffix(':').map(|rest| &rest[word_start(rest, rest.len())..]);
                if let Some(label) = label {
                    let found = child_schemas(&place.around, node, label);
                    place.value = Some(found.into_iter().flat_map(alternatives).collect());
                } else if is_list(text, node) {
                    let found = child_schemas(&place.around, node, &node.children.len().to_string());
                    place.value = Some(found.into_iter().flat_map(alternatives).collect());
                }
                break;
            }
        }
    }
    place
}

/// Whether a byte is between the brackets of a node, of which the second may not have been written yet.
fn is_around(text: &str, node: &SyntaxNode, at: usize) -> bool {
    let is_closed = text.get(node.span.clone()).is_some_and(|written| written.ends_with([')', ']', '}']));
    opening(text, node).is_some_and(|open| open < at) && (at < node.span.end || !is_closed)
}

/// Position of the bracket that opens a group; `None` if a node is none.
fn opening(text: &str, node: &SyntaxNode) -> Option<usize> {
    let written = text.get(node.span.clone())?;
    let is_text = written.starts_with(['"', '\'']);
    written.find(['(', '[', '{']).filter(|_| !is_text).map(|offset| node.span.start + offset)
}

fn is_list(text: &str, node: &SyntaxNode) -> bool {
    text.get(node.span.clone()).is_some_and(|written| written.starts_with('['))
}

/// Whether children of a node have names of their own rather than numbers.
fn is_labelled(node: &SyntaxNode, label: &str) -> bool {
    node.is_map || !label.bytes().all(|byte| byte.is_ascii_digit())
}

/// Schemas of which a value may have any, without the one for nothing.
fn alternatives(schema: &Value) -> Vec<&Value> {
    let parts = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|keyword| schema.get(keyword)?.as_array());
    let mut found: Vec<&Value> = parts.flatten().flat_map(alternatives).collect();
    if found.is_empty() && schema.get("type").is_none_or(|kind| kind != "null") {
        found.push(schema);
    }
    found
}

/// The variant that an object with one field may stand for.
fn variant(schema: &Value) -> Option<(&String, &Value)> {
    let mut fields = schema.get("properties")?.as_object()?.iter();
    let only = fields.next()?;
    let is_required = schema.get("required")?.as_array()?.iter().any(|name| name == only.0);
    (fields.next().is_none() && is_required).then_some(only)
}

/// Schemas of what is in the brackets of a node: those of the variant that is named before them, if there is one.
fn inner_schemas<'s>(schemas: &[&'s Value], text: &str, node: &SyntaxNode) -> Vec<&'s Value> {
    let name =
        text.get(node.span.clone()).unwrap_or_default().split(['(', '[', '{']).next().unwrap_or_default();
    if name.trim().is_empty() || name.trim() == "Some" {
        return schemas.to_vec();
    }
    let named =
        schemas.iter().filter_map(|schema| variant(schema)).filter(|(known, _)| *known == name.trim());
    named.flat_map(|(_, value)| alternatives(value)).collect()
}

/// Schemas of a child of a node.
fn child_schemas<'s>(around: &[&'s Value], node: &SyntaxNode, label: &str) -> Vec<&'s Value> {
    let of = |schema: &&'s Value| -> Option<&'s Value> {
        let schema: &'s Value = schema;
        if is_labelled(node, label) {
            let field = schema.get("properties").and_then(|fields| fields.get(label));
            return field.or_else(|| schema.get("additionalProperties").filter(|rest| rest.is_object()));
        }
        let at: usize = label.parse().ok()?;
        let part = schema.get("prefixItems").and_then(|parts| parts.get(at));
        // The only value of a variant.
        part.or_else(|| schema.get("items")).or(Some(schema).filter(|_| at == 0))
    };
    around.iter().filter_map(of).collect()
}

/// Fields that the object around a place does not have yet.
fn fields_of(place: &Place<'_, '_>) -> Vec<Suggestion> {
    let present = |name: &str| place.group.is_some_and(|group| group.get(name).is_some());
    let fields =
        place.around.iter().filter_map(|schema| Some((schema, schema.get("properties")?.as_object()?)));
    let suggestion = |schema: &&Value, name: &str, field: &Value| Suggestion {
        name: name.to_owned(),
        insert: format!("{name}: $0"),
        is_field: true,
        description: describe_field(name, field).unwrap_or_default()
            + if is_required(schema, name) { "\n\nRequired." } else { "" },
    };
    let listed = fields.flat_map(|(schema, fields)| {
        let missing = fields.iter().filter(|(name, _)| !present(name));
        missing.map(move |(name, field)| suggestion(schema, name, field))
    });
    listed.collect()
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|known| known == name))
}

/// Values of a schema that can be listed.
fn values_of(schema: &Value) -> Vec<Suggestion> {
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    let value = |name: &str, insert: String| Suggestion {
        name: name.to_owned(),
        insert,
        is_field: false,
        description: description.clone(),
    };
    if let Some(name) = schema.get("const").and_then(Value::as_str) {
        return vec![value(name, name.to_owned())];
    }
    if let Some(names) = schema.get("enum").and_then(Value::as_array) {
        return names.iter().filter_map(Value::as_str).map(|name| value(name, name.to_owned())).collect();
    }
    if let Some((name, _)) = variant(schema) {
        return vec![value(name, format!("{name}($0)"))];
    }
    let kinds = schema.get("type").map(|kind| kind.as_array().cloned().unwrap_or_else(|| vec![kind.clone()]));
    let kinds = kinds.unwrap_or_default();
    let of_kind = |kind: &Value| match kind.as_str()? {
        "boolean" => Some(vec![value("true", "true".to_owned()), value("false", "false".to_owned())]),
        "string" => Some(vec![value("\"\"", "\"$0\"".to_owned())]),
        "array" => Some(vec![value("[]", "[$0]".to_owned())]),
        "object" if schema.get("properties").is_some() => Some(vec![value("()", "($0)".to_owned())]),
        "object" => Some(vec![value("{}", "{$0}".to_owned())]),
        _ => None,
    };
    kinds.iter().filter_map(of_kind).flatten().collect()
}

/// Name, documentation, default and range of a field.
fn describe_field(name: &str, schema: &Value) -> Option<String> {
    let all = alternatives(schema);
    let of_any =
        |keyword: &str| schema.get(keyword).or_else(|| all.iter().find_map(|part| part.get(keyword)));
    let mut said = of_any("description")?.as_str()?.to_owned();
    if let (Some(least), Some(most)) = (of_any("minimum"), of_any("maximum")) {
        said += &format!("\n\n{least} to {most}.");
    }
    if let Some(usual) = schema.get("default").filter(|usual| !usual.is_null()) {
        said += &format!("\n\nDefault: `{usual}`.");
    }
    Some(format!("`{name}`: {said}"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::schema::file_schemas;

    fn schema(name: &str) -> Value {
        file_schemas().into_iter().find(|schema| schema.name == name).expect("a schema").schema
    }

    /// Names of what may be written at the `|` of a text.
    fn suggested(name: &str, text: &str) -> Vec<String> {
        let at = text.find('|').expect("a cursor");
        let found = suggest(&schema(name), &text.replace('|', ""), at);
        found.into_iter().map(|one| one.name).collect()
    }

    #[rstest]
    #[case::variants("{\"gun\": (class: |)}", &["melee", "unarmed", "ranged", "thrown"], &["name", "true"])]
    #[case::unfinished("{\"gun\": (class: ra|", &["ranged"], &["name"])]
    #[case::variant_with_value("{\"gun\": (name: \"Gun\", damage: |)}", &["fixed", "strength_plus"], &[])]
    #[case::boolean("{\"gun\": (gel: |, name: \"Gun\")}", &["true", "false"], &["name"])]
    #[case::list("{\"gun\": (modes: [single, |])}", &["burst", "full_auto_simple"], &["name"])]
    #[case::fields("{\"gun\": (name: \"Gun\", |)}", &["class", "damage", "skill"], &["name", "ranged"])]
    #[case::unfinished_field("{\"gun\": (name: \"Gun\", dam|)}", &["damage"], &["name"])]
    #[case::second_entry("{\"a\": (class: ranged), \"b\": (|)}", &["name", "class"], &["ranged"])]
    #[case::after_a_bracket("{\"gun\": (strike: (), |)}", &["name", "class"], &["inflicts", "strike"])]
    #[case::nested("{\"gun\": (strike: (|))}", &["inflicts"], &["name", "class"])]
    fn a_place_gets_what_may_stand_there(
        #[case] text: &str,
        #[case] wanted: &[&str],
        #[case] unwanted: &[&str],
    ) {
        let found = suggested("swan_song_weapons", text);
        for name in wanted {
            assert!(found.iter().any(|known| known == name), "{name}: {found:?}");
        }
        for name in unwanted {
            assert!(!found.iter().any(|known| known == name), "{name}: {found:?}");
        }
    }

    #[test]
    fn orders_of_a_scene_are_suggested_with_their_fields() {
        let orders = suggested("aberrant_scene", "(name: \"A\", orders: [|])");
        assert!(["attack", "begin", "reload"].iter().all(|name| orders.iter().any(|known| known == name)));
        let fields = suggested("aberrant_scene", "(orders: [reload(|)])");
        assert_eq!(fields, ["unit", "weapon"]);
    }

    #[test]
    fn fields_and_values_are_described() {
        let weapons = schema("swan_song_weapons");
        let text = "{\"gun\": (range: 40, class: thrown)}";
        let said = |word: &str| describe(&weapons, text, text.find(word).expect("a word") + 1);
        assert_eq!(
            said("range").as_deref(),
            Some(
                "`range`: Maximum range in metres, for ranged weapons. `SS-BASE-30`.\n\n0 to 5000.\n\nDefault: `0`."
            )
        );
        assert_eq!(
            said("thrown").as_deref(),
            Some("`thrown`: Thrown by hand, and no longer held afterwards. `SS-ACT-47`.")
        );
        assert_eq!(said("gun").as_deref(), Some("`gun`: A weapon's data."));
    }

    #[test]
    fn no_text_makes_it_fail() {
        let weapons = schema("swan_song_weapons");
        for text in
            ["", "(", "{\"a\": (", "{\"a\": (name: \"", "[[[", ")", "{:", "{\"ä\": (näme: é", "a(b(c:"]
        {
            for at in 0..=text.len() + 1 {
                suggest(&weapons, text, at);
                describe(&weapons, text, at);
            }
        }
    }
}
