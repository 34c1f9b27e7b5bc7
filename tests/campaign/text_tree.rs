//! The values of a text, RON or JSON, as a tree of spans: what a structured mutation changes.

use std::ops::Range;

/// Deepest nesting that is read; anything deeper is one value.
const MAX_DEPTH: usize = 60;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Number,
    /// A text in quotation marks.
    Quoted,
    /// A name, such as a variant without a value.
    Word,
    /// Values or fields in brackets, perhaps with a name before them.
    Group,
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct TextValue {
    pub kind: ValueKind,
    pub span: Range<usize>,
    /// The name of the value: its field, or the field of its list and `[]`.
    pub key: String,
    /// The parts of a group.
    pub entries: Vec<Entry>,
}

/// A part of a group: a field with its name, or a value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name and value.
    pub span: Range<usize>,
    pub value: TextValue,
}

impl TextValue {
    /// The value and all values in it.
    pub fn all(&self) -> Vec<&Self> {
        let mut found = vec![self];
        let mut at = 0;
        while at < found.len() {
            found.extend(found[at].entries.iter().map(|entry| &entry.value));
            at += 1;
        }
        found
    }
}

/// Reads the value of a text; `None` if it is no RON or JSON.
pub fn parse(text: &str) -> Option<TextValue> {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    reader.skip_space();
    let value = reader.value(String::new(), 0)?;
    reader.skip_space();
    (reader.at == text.len()).then_some(value)
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at.min(self.text.len())..]
    }

    /// Passes over spaces and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let length = match rest {
                [first, ..] if first.is_ascii_whitespace() => 1,
                [b'/', b'/', ..] | [b'#', b'!', ..] => {
                    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
                }
                [b'/', b'*', ..] => {
                    rest.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 2)
                }
                _ => return,
            };
            self.at += length;
        }
    }

    fn value(&mut self, key: String, depth: usize) -> Option<TextValue> {
        let start = self.at;
        let (kind, entries) = match self.peek()? {
            b'"' | b'\'' => {
                self.quoted()?;
                (ValueKind::Quoted, Vec::new())
            }
            b'0'..=b'9' | b'-' | b'+' | b'.' => {
                self.word();
                (ValueKind::Number, Vec::new())
            }
            b'(' | b'[' | b'{' => (ValueKind::Group, self.group(&key, depth)?),
            byte if is_word(byte) => self.word_or_variant(&key, depth)?,
            _ => return None,
        };
        Some(TextValue { kind, span: start..self.at, key, entries })
    }

    /// A name, a raw text, or a name with a group.
    fn word_or_variant(&mut self, key: &str, depth: usize) -> Option<(ValueKind, Vec<Entry>)> {
        let start = self.at;
        self.word();
        let name = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        if name == "r" && matches!(self.peek(), Some(b'"' | b'#')) {
            let marks = self.rest().iter().take_while(|byte| **byte == b'#').count();
            let end = [b"\"".as_slice(), &vec![b'#'; marks]].concat();
            self.at += marks + 1;
            self.at += self.rest().windows(end.len()).position(|found| found == end)? + end.len();
            return Some((ValueKind::Quoted, Vec::new()));
        }
        let after = self.at;
        self.skip_space();
        if self.peek() == Some(b'(') {
            let key = if name == "Some" { key.to_owned() } else { name };
            return Some((ValueKind::Group, self.group(&key, depth)?));
        }
        self.at = after;
        Some((ValueKind::Word, Vec::new()))
    }

    fn word(&mut self) {
        self.at += self.rest().iter().position(|byte| !is_word(*byte)).unwrap_or(self.rest().len());
    }

    fn quoted(&mut self) -> Option<()> {
        let mark = self.peek()?;
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                byte => {
                    self.at += 1;
                    if byte == mark {
                        return Some(());
                    }
                }
            }
        }
    }

    /// The parts of a group and its brackets.
    fn group(&mut self, key: &str, depth: usize) -> Option<Vec<Entry>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let (close, is_map) = match self.peek()? {
            b'(' => (b')', false),
            b'[' => (b']', false),
            _ => (b'}', true),
        };
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.skip_space();
            if self.peek()? == close {
                self.at += 1;
                return Some(entries);
            }
            let start = self.at;
            let mut value = self.value(format!("{key}[]"), depth + 1)?;
            let end = self.at;
            self.skip_space();
            if self.peek() == Some(b':') {
                self.at += 1;
                self.skip_space();
                let name = String::from_utf8_lossy(&self.text[value.span]).into_owned();
                // Names of fields say what their values are; keys of maps in RON are ids.
                let is_id = is_map && self.text.first() != Some(&b'{') && name.starts_with('"');
                let key = if is_id { format!("{key}{{}}") } else { name.trim_matches('"').to_owned() };
                value = self.value(key, depth + 1)?;
            } else {
                self.at = end;
            }
            entries.push(Entry { span: start..self.at, value });
            self.skip_space();
            match self.peek()? {
                b',' => self.at += 1,
                byte if byte == close => {}
                _ => return None,
            }
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'+') || byte >= 0x80
}

#[test]
fn values_have_their_places_and_names() {
    let text = "// a scene\n(name: \"A \\\"b\\\"\", units: [(cell: (1, -2)), x], aim: Some(shoot(at: none)), legend: {'#': wall})";
    let tree = parse(text).expect("RON");
    let values = tree.all();
    let at = |key: &str| values.iter().find(|value| value.key == key).map(|value| &text[value.span.clone()]);
    assert_eq!(at("name"), Some("\"A \\\"b\\\"\""));
    assert_eq!(at("units[]"), Some("(cell: (1, -2))"));
    assert_eq!(at("cell[]"), Some("1"));
    assert_eq!(at("aim"), Some("Some(shoot(at: none))"));
    assert_eq!(at("at"), Some("none"));
    let json = r#"{"seed": 5, "bundle": {"id": "x", "units": [{"side": 0}]}}"#;
    let tree = parse(json).expect("JSON");
    assert_eq!(
        tree.all().iter().find(|value| value.key == "side").map(|value| &json[value.span.clone()]),
        Some("0")
    );
    assert!(parse("(a: 1").is_none() && parse("(a: 1) b").is_none());
}
