//! The language server, as an editor talks to it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// An editor with a server.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u32,
}

impl Editor {
    fn start() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_breachline"))
            .arg("language-server")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = server.stdin.take().expect("a pipe");
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        let mut editor = Self { server, input, output, requests: 0 };
        let answer = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        self.input.flush().expect("it reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it writes");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("it writes");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].clone()
    }

    /// Opens a document; returns its errors.
    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        self.tell("textDocument/didOpen", json!({ "textDocument": { "uri": uri, "text": text } }));
        self.errors(uri)
    }

    /// Changes a document; returns its errors.
    fn change(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": uri }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
        self.errors(uri)
    }

    fn errors(&mut self, uri: &str) -> Vec<Value> {
        let note = self.receive();
        assert_eq!(note["method"], "textDocument/publishDiagnostics");
        assert_eq!(note["params"]["uri"], uri);
        note["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

#[test]
fn a_table_is_completed_described_and_checked_before_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("terrain.ron");
    fs::write(&file, "{}").expect("it can be written");
    let uri = format!("file://{}", file.display());
    let mut editor = Editor::start();
    assert_eq!(editor.open(&uri, "{}"), [Value::Null; 0]);
    let errors = editor.change(&uri, "{\n  \"bog\": (name: \"Bog\", tile: dert),\n}");
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["message"], "unknown value `dert`; did you mean `dirt`?");
    assert_eq!(errors[0]["range"]["start"], json!({ "line": 1, "character": 29 }));
    assert_eq!(editor.change(&uri, "{\n  \"bog\": (name: \"Bog\", tile: dirt, ),\n}"), [Value::Null; 0]);
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 35 } });
    let found = editor.ask("textDocument/completion", at);
    let found: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(found.contains(&"light") && !found.contains(&"tile"), "{found:?}");
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 25 } });
    let said = editor.ask("textDocument/hover", at)["contents"]["value"].clone();
    assert_eq!(said, "`tile`: Its tile.");
    editor.end();
}

#[test]
fn a_scene_is_checked_with_the_shipped_content() {
    let mut editor = Editor::start();
    let uri = "file:///nowhere/mine.ron";
    let errors =
        editor.open(uri, "(name: \"A\", book: aberrant, units: [(name: \"B\", archetype: \"riflemann\")])");
    let said = errors.iter().map(|error| error["message"].to_string()).collect::<String>();
    assert!(said.contains("riflemann"), "{said}");
    editor.end();
}
