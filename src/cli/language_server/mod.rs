//! `breachline language-server`: helps editors with content files, by the Language Server Protocol on standard input and
//! output. It completes fields and values, describes them, and reports the errors that `breachline check` reports.

mod document;
mod transport;

use std::collections::BTreeMap;
use std::io;

use serde_json::{Value, json};

use self::document::Document;
use self::transport::{read_message, write_message};
use super::CliError;
use content::{ContentFolder, FileSchema, Severity};

/// What the server can do: whole texts are sent after each change; completion after opening brackets, colons and spaces.
fn capabilities() -> Value {
    json!({
        "textDocumentSync": { "openClose": true, "change": 1, "save": true },
        "completionProvider": { "triggerCharacters": ["(", "[", ":", " "] },
        "hoverProvider": true,
    })
}

/// Serves an editor until it ends the connection.
pub(super) fn run(assets: &ContentFolder) -> Result<(), CliError> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut server = LanguageServer { assets, schemas: content::file_schemas(), documents: BTreeMap::new() };
    while let Some(message) = read_message(&mut input)? {
        let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
        let params = message.get("params").unwrap_or(&Value::Null);
        let answer = match message.get("id") {
            Some(id) => Some(json!({ "jsonrpc": "2.0", "id": id, "result": server.answer(method, params) })),
            None if method == "exit" => break,
            None => server.take_note(method, params),
        };
        match answer.map(|answer| write_message(&mut output, &answer)) {
            // The editor has ended without notice.
            Some(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => break,
            result => result.transpose()?,
        };
    }
    Ok(())
}

/// The open documents, and what is known about content files.
struct LanguageServer<'a> {
    assets: &'a ContentFolder,
    schemas: Vec<FileSchema>,
    /// By URI.
    documents: BTreeMap<String, Document>,
}

impl LanguageServer<'_> {
    fn answer(&self, method: &str, params: &Value) -> Value {
        match method {
            "initialize" => json!({ "capabilities": capabilities() }),
            "textDocument/completion" => self.complete(params).unwrap_or_else(|| json!([])),
            "textDocument/hover" => self.describe(params).unwrap_or_default(),
            _ => Value::Null,
        }
    }

    /// Handles a change of a document; returns its errors.
    fn take_note(&mut self, method: &str, params: &Value) -> Option<Value> {
        let document = params.get("textDocument")?;
        let uri = document.get("uri")?.as_str()?.to_owned();
        match method {
            "textDocument/didOpen" => {
                let text = document.get("text")?.as_str()?;
                self.documents.insert(uri.clone(), Document::new(&uri, text));
            }
            "textDocument/didChange" => {
                let text = params.pointer("/contentChanges/0/text")?.as_str()?;
                self.documents.insert(uri.clone(), Document::new(&uri, text));
            }
            "textDocument/didSave" => {}
            "textDocument/didClose" => {
                self.documents.remove(&uri);
                return Some(errors_of(&uri, Vec::new()));
            }
            _ => return None,
        }
        let document = self.documents.get(&uri)?;
        let found = document.check(self.assets).into_iter().map(|problem| {
            let line = problem.line.saturating_sub(1);
            let column = document.column_of(line, problem.column.saturating_sub(1));
            let severity = if problem.severity == Severity::Error { 1 } else { 2 };
            let at = json!({ "line": line, "character": column });
            json!({ "range": { "start": at, "end": at }, "severity": severity, "source": "breachline", "message": problem.sentence() })
        });
        Some(errors_of(&uri, found.collect()))
    }

    /// The document of a request, the schema of its file, and the byte of its position.
    fn place_of(&self, params: &Value) -> Option<(&Document, &FileSchema, usize)> {
        let document = self.documents.get(params.pointer("/textDocument/uri")?.as_str()?)?;
        let number = |path: &str| usize::try_from(params.pointer(path)?.as_u64()?).ok();
        let at = document.byte_of(number("/position/line")?, number("/position/character")?);
        Some((document, document.schema(&self.schemas)?, at))
    }

    fn complete(&self, params: &Value) -> Option<Value> {
        let (document, schema, at) = self.place_of(params)?;
        let item = |one: content::Suggestion| {
            json!({
                "label": one.name,
                "kind": if one.is_field { 5 } else { 20 },
                "insertText": one.insert,
                "insertTextFormat": 2,
                "documentation": { "kind": "markdown", "value": one.description },
            })
        };
        Some(content::suggest(&schema.schema, &document.text, at).into_iter().map(item).collect())
    }

    fn describe(&self, params: &Value) -> Option<Value> {
        let (document, schema, at) = self.place_of(params)?;
        let said = content::describe(&schema.schema, &document.text, at)?;
        Some(json!({ "contents": { "kind": "markdown", "value": said } }))
    }
}

fn errors_of(uri: &str, errors: Vec<Value>) -> Value {
    let params = json!({ "uri": uri, "diagnostics": errors });
    json!({ "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params })
}
