//! Whether everything that a JSON schema allows is allowed by a later one, with the same meaning.

use serde_json::Value;

/// Lists what a schema allows and a later one does not, by place. A default that has changed is listed, too: texts that leave
/// the field out have another meaning.
pub fn incompatibilities(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Comparison { old, new }.compare("", old, new, &mut found);
    found
}

struct Comparison<'s> {
    old: &'s Value,
    new: &'s Value,
}

/// The schema that a reference names.
fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(name) => {
            let place = name.strip_prefix('#').expect("references stay in the schema");
            resolve(root, root.pointer(place).expect("what is referred to exists"))
        }
        None => schema,
    }
}

/// The alternatives of a schema; itself if it has none.
fn alternatives(schema: &Value) -> Vec<&Value> {
    let listed = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key).and_then(Value::as_array));
    listed.map_or_else(|| vec![schema], |listed| listed.iter().collect())
}

/// The values of a key, which is one value or a list.
fn listed<'s>(schema: &'s Value, key: &str) -> Vec<&'s Value> {
    match schema.get(key) {
        Some(Value::Array(values)) => values.iter().collect(),
        other => other.into_iter().collect(),
    }
}

impl Comparison<'_> {
    fn compare(&self, place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
        let (old_default, new_default) = (old.get("default"), new.get("default"));
        if old_default.is_some() && old_default != new_default {
            found.push(format!("{place}: the default was {old_default:?} and is {new_default:?}"));
        }
        let (old, new) = (resolve(self.old, old), resolve(self.new, new));
        let news = alternatives(new);
        for old in alternatives(old) {
            let failures = news.iter().map(|new| {
                let mut failures = Vec::new();
                self.compare_one(place, resolve(self.old, old), resolve(self.new, new), &mut failures);
                failures
            });
            found.extend(failures.min_by_key(Vec::len).unwrap_or_default());
        }
    }

    fn compare_one(&self, place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
        if [old, new].iter().any(|schema| schema.get("anyOf").or(schema.get("oneOf")).is_some()) {
            return self.compare(place, old, new, found);
        }
        if new == &Value::Bool(true) || new.as_object().is_some_and(serde_json::Map::is_empty) {
            return;
        }
        let values = |schema| [listed(schema, "const"), listed(schema, "enum")].concat();
        let (old_values, new_values) = (values(old), values(new));
        if !new_values.is_empty()
            && (old_values.is_empty() || old_values.iter().any(|value| !new_values.contains(value)))
        {
            found.push(format!("{place}: {old_values:?} became {new_values:?}"));
        }
        let (old_types, new_types) = (listed(old, "type"), listed(new, "type"));
        let is_typed = !new_types.is_empty() && old_values.is_empty();
        if is_typed && (old_types.is_empty() || old_types.iter().any(|kind| !new_types.contains(kind))) {
            found.push(format!("{place}: {old_types:?} became {new_types:?}"));
        }
        self.compare_limits(place, old, new, found);
        self.compare_fields(place, old, new, found);
        for key in ["items", "prefixItems", "additionalProperties"] {
            match (old.get(key), new.get(key)) {
                (Some(Value::Array(olds)), Some(Value::Array(news))) if olds.len() == news.len() => {
                    for (old, new) in olds.iter().zip(news) {
                        self.compare(&format!("{place}/*"), old, new, found);
                    }
                }
                (Some(Value::Bool(false)), _) | (_, None) => {}
                (Some(old @ Value::Object(_)), Some(new @ Value::Object(_))) => {
                    self.compare(&format!("{place}/*"), old, new, found);
                }
                (old, new) if old == new => {}
                (old, new) => found.push(format!("{place}: {key} was {old:?} and is {new:?}")),
            }
        }
    }

    /// Compares ranges of numbers and lengths.
    fn compare_limits(&self, place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
        let number = |schema: &Value, key: &str| schema.get(key).and_then(Value::as_f64);
        for (key, is_upper) in [
            ("minimum", false),
            ("minItems", false),
            ("minLength", false),
            ("maximum", true),
            ("maxItems", true),
            ("maxLength", true),
        ] {
            let Some(limit) = number(new, key) else { continue };
            let is_wide =
                number(old, key).is_some_and(|old| if is_upper { old <= limit } else { old >= limit });
            if !is_wide {
                found.push(format!("{place}: {key} was {:?} and is {limit}", number(old, key)));
            }
        }
    }

    fn compare_fields(&self, place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
        let required = listed(old, "required");
        for field in listed(new, "required") {
            if !required.contains(&field) {
                found.push(format!("{place}: {field} is required"));
            }
        }
        let fields = |schema: &Value| schema.get("properties").and_then(Value::as_object).cloned();
        let news = fields(new).unwrap_or_default();
        for (field, old) in fields(old).unwrap_or_default() {
            let place = format!("{place}/{field}");
            match news.get(&field) {
                Some(new) => self.compare(&place, &old, new, found),
                // Old files with this field would be rejected, or the field would be ignored.
                None => found.push(format!("{place} is gone")),
            }
        }
    }
}

mod tests {
    use serde_json::json;

    use super::incompatibilities;

    /// A schema with most of what derived ones have.
    fn schema() -> serde_json::Value {
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "wounds": { "type": "integer", "minimum": 0, "maximum": 255 },
                "price": { "type": "string", "default": "1" },
                "kind": { "oneOf": [{ "const": "melee" }, { "enum": ["thrown", "ranged"] }] },
                "sheet": { "anyOf": [{ "$ref": "#/$defs/Sheet" }, { "type": "null" }] },
                "cells": { "type": "array", "items": { "$ref": "#/$defs/Sheet" } },
            },
            "required": ["name"],
            "additionalProperties": false,
            "$defs": { "Sheet": { "type": "object", "properties": { "body": { "type": "integer" } } } },
        })
    }

    fn after(change: impl Fn(&mut serde_json::Value)) -> Vec<String> {
        let mut new = schema();
        change(&mut new);
        incompatibilities(&schema(), &new)
    }

    #[test]
    fn additions_to_a_schema_are_compatible() {
        let none: [&str; 0] = [];
        assert_eq!(after(|_| {}), none);
        assert_eq!(after(|new| new["properties"]["added"] = json!({ "type": "string" })), none);
        assert_eq!(after(|new| new["properties"]["wounds"]["maximum"] = 400.into()), none);
        assert_eq!(
            after(
                |new| new["properties"]["kind"]["oneOf"][1] = json!({ "enum": ["ranged", "thrown", "new"] })
            ),
            none
        );
        assert_eq!(after(|new| new["properties"]["price"]["description"] = "words".into()), none);
        assert_eq!(after(|new| new["required"] = json!([])), none);
    }

    #[test]
    fn what_is_refused_or_changed_is_named() {
        let gone = after(|new| drop(new["properties"].as_object_mut().expect("fields").remove("price")));
        assert_eq!(gone, ["/price is gone"]);
        let nested = after(|new| new["$defs"]["Sheet"]["properties"] = json!({}));
        assert_eq!(nested, ["/cells/*/body is gone", "/sheet/body is gone"]);
        assert_eq!(after(|new| new["required"] = json!(["name", "kind"])), [": \"kind\" is required"]);
        assert_eq!(after(|new| new["properties"]["wounds"]["maximum"] = 99.into()).len(), 1);
        assert_eq!(after(|new| new["properties"]["wounds"]["type"] = "string".into()).len(), 1);
        assert_eq!(after(|new| new["properties"]["price"]["default"] = "2".into()).len(), 1);
        assert_eq!(after(|new| new["properties"]["kind"]["oneOf"] = json!([{ "const": "melee" }])).len(), 1);
    }
}
