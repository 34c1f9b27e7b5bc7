//! Limits of numbers in a schema: those of the type, narrowed to the range of the field.

use serde_json::{Map, Value};

use crate::files::number_ranges::range_of;

/// Sets `minimum` and `maximum` of every number of a schema.
pub(super) fn add_number_limits(schema: &mut Value) {
    visit(schema, &mut Vec::new());
}

/// Visits a schema of a value with these names of fields around it, outermost first.
fn visit(schema: &mut Value, names: &mut Vec<String>) {
    let Some(schema) = schema.as_object_mut() else { return };
    if is_number(schema) {
        limit(schema, names);
    }
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, field) in fields {
            names.push(name.clone());
            visit(field, names);
            names.pop();
        }
    }
    for variant in list_of(schema, "oneOf") {
        visit_variant(variant, names);
    }
    for keyword in ["anyOf", "allOf", "prefixItems"] {
        list_of(schema, keyword).iter_mut().for_each(|part| visit(part, names));
    }
    // Keys of tables and positions in lists are no names.
    for keyword in ["items", "additionalProperties"] {
        if let Some(part) = schema.get_mut(keyword) {
            visit(part, names);
        }
    }
}

/// Visits a variant of an enum. Its name counts as that of a field, except around fields of its own.
fn visit_variant(variant: &mut Value, names: &mut Vec<String>) {
    let mut fields = variant.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    let (Some((name, value)), None) = (fields.next(), fields.next()) else { return visit(variant, names) };
    if value.get("properties").is_some() {
        return visit(value, names);
    }
    names.push(name.clone());
    visit(value, names);
    names.pop();
}

fn list_of<'a>(schema: &'a mut Map<String, Value>, keyword: &str) -> &'a mut [Value] {
    schema.get_mut(keyword).and_then(Value::as_array_mut).map_or(&mut [], Vec::as_mut_slice)
}

fn is_number(schema: &Map<String, Value>) -> bool {
    let is = |kind: &Value| matches!(kind.as_str(), Some("integer" | "number"));
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is),
        Some(kind) => is(kind),
        None => false,
    }
}

fn limit(schema: &mut Map<String, Value>, names: &[String]) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let range = range_of(&names);
    let stated = |keyword: &str| schema.get(keyword).and_then(Value::as_i64).map(i128::from);
    let least = stated("minimum").map_or(*range.start(), |least| least.max(*range.start()));
    let most = stated("maximum").map_or(*range.end(), |most| most.min(*range.end()));
    // Only seeds exceed the numbers of JSON.
    let number = |value: i128| {
        u64::try_from(value).map(Value::from).or_else(|_| i64::try_from(value).map(Value::from))
    };
    schema.extend(number(least).map(|least| ("minimum".to_owned(), least)));
    schema.extend(number(most).map(|most| ("maximum".to_owned(), most)));
}
