//! Checks RON values against a schema.

use serde_json::Value;

use crate::files::source::SourceFile;
use crate::files::syntax_tree::SyntaxNode;

/// A value that a schema does not allow.
#[derive(Debug)]
pub(super) struct SchemaFault {
    /// Byte of the text at which it begins.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

/// Checks the value of a node.
pub(super) fn check(schema: &Value, source: &SourceFile, node: &SyntaxNode) -> Result<(), SchemaFault> {
    let text = source.text[node.span.clone()].trim();
    let fault = |what: String| Err(SchemaFault { at: node.span.start, what });
    if schema == &Value::Bool(true) {
        return Ok(());
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(parts) = schema.get(keyword).and_then(Value::as_array) {
            let faults: Vec<_> = parts.iter().map(|part| check(part, source, node)).collect();
            if !faults.iter().any(Result::is_ok) {
                // The alternative that fits farthest says best what is wrong.
                let deepest = faults.into_iter().filter_map(Result::err).max_by_key(|fault| fault.at);
                return deepest.map_or(Ok(()), Err);
            }
        }
    }
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        check(part, source, node)?;
    }
    if let Some(allowed) = schema.get("const") {
        return if allowed == text { Ok(()) } else { fault(format!("{text} is not {allowed}")) };
    }
    if let Some(allowed) = schema.get("enum").and_then(Value::as_array) {
        let is_allowed = allowed.iter().any(|value| value == text);
        return if is_allowed { Ok(()) } else { fault(format!("{text} is none of {allowed:?}")) };
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let unwrapped = unwrap_some(text, node);
    if let Some(inner) = unwrapped {
        return check(schema, source, inner);
    }
    let kind = kind_of(text, node, &kinds);
    if !kinds.contains(&kind) {
        return fault(format!("{text} is {kind}, not {kinds:?}"));
    }
    match kind {
        "object" => check_object(schema, source, node),
        "array" => check_array(schema, source, node),
        "integer" => check_number(schema, text).or_else(fault),
        _ => Ok(()),
    }
}

fn unwrap_some<'n>(text: &str, node: &'n SyntaxNode) -> Option<&'n SyntaxNode> {
    let inner = &node.children.first()?.node;
    (text.starts_with("Some(") && node.children.len() == 1).then_some(inner)
}

/// The type of a value in JSON, where it is one of `wanted` if it can be.
fn kind_of(text: &str, node: &SyntaxNode, wanted: &[&str]) -> &'static str {
    let is_labelled = node.children.first().is_some_and(|child| child.label != "0");
    match text.as_bytes().first() {
        Some(b'"' | b'\'' | b'r') if node.children.is_empty() => "string",
        Some(b'[') => "array",
        Some(b'{') => "object",
        Some(b'(') if is_labelled => "object",
        Some(b'(') if node.children.is_empty() && wanted.contains(&"object") => "object",
        Some(b'(') => "array",
        Some(b'0'..=b'9' | b'-' | b'+') => "integer",
        _ if matches!(text, "true" | "false") => "boolean",
        _ if text == "None" => "null",
        // A variant with a value.
        _ if text.ends_with(')') => "object",
        _ => "string",
    }
}

fn check_object(schema: &Value, source: &SourceFile, node: &SyntaxNode) -> Result<(), SchemaFault> {
    let text = source.text[node.span.clone()].trim();
    let fields = schema.get("properties").and_then(Value::as_object);
    let name = text.split(['(', '{']).next().unwrap_or_default().trim();
    if !name.is_empty() {
        let fault = |what| Err(SchemaFault { at: node.span.start, what });
        let Some(value) =
            fields.and_then(|fields| fields.get(name)).filter(|_| fields.map(|it| it.len()) == Some(1))
        else {
            return fault(format!("no variant {name}"));
        };
        let is_labelled = node.children.first().is_some_and(|child| child.label != "0");
        return match &node.children[..] {
            [only] if !is_labelled => check(value, source, &only.node),
            _ if is_labelled => check_fields(value, source, node),
            _ => check_array(value, source, node),
        };
    }
    check_fields(schema, source, node)
}

fn check_fields(schema: &Value, source: &SourceFile, node: &SyntaxNode) -> Result<(), SchemaFault> {
    let fields = schema.get("properties").and_then(Value::as_object);
    for child in &node.children {
        let known = fields.and_then(|fields| fields.get(&child.label)).or(schema.get("additionalProperties"));
        match known {
            Some(Value::Bool(false)) | None => {
                return Err(SchemaFault {
                    at: child.label_at,
                    what: format!("unknown field {}", child.label),
                });
            }
            Some(field) => check(field, source, &child.node)?,
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        if node.get(name).is_none() {
            return Err(SchemaFault { at: node.span.start, what: format!("no field {name}") });
        }
    }
    Ok(())
}

fn check_array(schema: &Value, source: &SourceFile, node: &SyntaxNode) -> Result<(), SchemaFault> {
    let first = schema.get("prefixItems").and_then(Value::as_array);
    for (at, child) in node.children.iter().enumerate() {
        let part = first.and_then(|parts| parts.get(at)).or(schema.get("items"));
        if let Some(part) = part {
            check(part, source, &child.node)?;
        }
    }
    Ok(())
}

fn check_number(schema: &Value, text: &str) -> Result<(), String> {
    let number: f64 = text.replace('_', "").parse().map_err(|_| format!("{text} is not a decimal number"))?;
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let is_low = limit("minimum").is_some_and(|least| number < least);
    let is_high = limit("maximum").is_some_and(|most| number > most);
    if is_low || is_high { Err(format!("{text} is outside its range")) } else { Ok(()) }
}
