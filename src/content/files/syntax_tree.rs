//! Byte ranges of RON values, for diagnostics about values that parse but are invalid.
//!
//! The text has passed the `ron` parser before, so the scanner does not validate; it always terminates.

use std::ops::Range;

/// Deepest nesting level that is scanned.
const MAX_DEPTH: usize = 128;

/// A value of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SyntaxNode {
    /// Its bytes.
    pub span: Range<usize>,
    /// Fields, entries or elements, in text order.
    pub children: Vec<SyntaxChild>,
    /// Whether it is a map: `{` ... `}`.
    pub is_map: bool,
}

/// A value inside another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxChild {
    /// Name of the field, key of the entry or index of the element.
    pub label: String,
    /// Position of the label, or of the value of an element.
    pub label_at: usize,
    /// The value.
    pub node: SyntaxNode,
}

impl SyntaxNode {
    /// The child with this label.
    pub fn get(&self, label: &str) -> Option<&SyntaxNode> {
        self.children.iter().find(|child| child.label == label).map(|child| &child.node)
    }

    /// Gives fields of older names their current ones.
    pub fn rename_children(&mut self, names: &[(&str, &str)]) {
        for child in &mut self.children {
            if let Some((_, current)) = names.iter().find(|(old, _)| child.label == *old) {
                child.label = (*current).to_owned();
            }
        }
    }

    /// Start of the deepest value found along the labels.
    pub fn locate(&self, labels: &[&str]) -> usize {
        let mut node = self;
        for label in labels {
            match node.get(label) {
                Some(child) => node = child,
                None => break,
            }
        }
        node.span.start
    }
}

/// Scans a whole text.
pub(crate) fn scan_tree(text: &str) -> SyntaxNode {
    let mut scanner = SyntaxScanner { text, at: 0 };
    scanner.skip_space();
    while scanner.rest().starts_with("#!") {
        let end = scanner.rest().find(")]").map_or(text.len(), |offset| scanner.at + offset + 2);
        scanner.at = end;
        scanner.skip_space();
    }
    scanner.scan_value(0)
}

struct SyntaxScanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> SyntaxScanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.skip_block_comment();
            } else if rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')) {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0usize;
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return;
            } else if rest.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.bump();
            }
        }
    }

    fn scan_value(&mut self, depth: usize) -> SyntaxNode {
        self.skip_space();
        let start = self.at;
        let mut node = SyntaxNode::default();
        match self.peek() {
            Some('"') => self.skip_string(),
            Some('\'') => self.skip_character(),
            Some(open @ ('[' | '{' | '(')) => self.scan_group(open, depth, &mut node),
            Some(')' | ']' | '}' | ',' | ':') | None => {}
            Some(_) => {
                self.skip_word();
                let end = self.at;
                self.skip_space();
                match self.peek() {
                    Some('(') => self.scan_group('(', depth, &mut node),
                    _ => self.at = end,
                }
            }
        }
        node.span = start..self.at;
        node
    }

    fn scan_group(&mut self, open: char, depth: usize, node: &mut SyntaxNode) {
        let close = match open {
            '[' => ']',
            '{' => '}',
            _ => ')',
        };
        node.is_map = open == '{';
        self.bump();
        loop {
            self.skip_space();
            let before = self.at;
            match self.peek() {
                None => return,
                Some(c) if c == close => return self.bump(),
                Some(_) if depth >= MAX_DEPTH => self.bump(),
                Some(_) => {
                    let first = self.scan_value(depth + 1);
                    self.skip_space();
                    if open != '[' && self.peek() == Some(':') {
                        self.bump();
                        let value = self.scan_value(depth + 1);
                        let label = self.read_label(&first.span);
                        node.children.push(SyntaxChild { label, label_at: first.span.start, node: value });
                    } else {
                        let label = node.children.len().to_string();
                        node.children.push(SyntaxChild { label, label_at: first.span.start, node: first });
                    }
                    self.skip_space();
                    if self.peek() == Some(',') {
                        self.bump();
                    }
                }
            }
            if self.at == before {
                self.bump();
            }
        }
    }

    fn read_label(&self, span: &Range<usize>) -> String {
        let text = &self.text[span.clone()];
        if text.contains('"') {
            ron::from_str(text).unwrap_or_else(|_| text.to_owned())
        } else {
            text.to_owned()
        }
    }

    fn skip_string(&mut self) {
        self.bump();
        while let Some(c) = self.peek() {
            self.bump();
            match c {
                '\\' => self.bump(),
                '"' => return,
                _ => {}
            }
        }
    }

    fn skip_character(&mut self) {
        self.bump();
        if self.peek() == Some('\\') {
            self.bump();
        }
        self.bump();
        while let Some(c) = self.peek() {
            self.bump();
            if c == '\'' {
                return;
            }
        }
    }

    /// Skips a number, a name, or a string with a prefix.
    fn skip_word(&mut self) {
        let rest = self.rest();
        let prefix = ["br", "r", "b"].into_iter().find(|prefix| rest.starts_with(prefix)).unwrap_or("");
        let after = &rest[prefix.len()..];
        let hashes = after.len() - after.trim_start_matches('#').len();
        if !prefix.is_empty() && after[hashes..].starts_with('"') && (hashes == 0 || prefix.contains('r')) {
            self.at += prefix.len() + hashes;
            if prefix.contains('r') {
                self.skip_raw_string(hashes);
            } else {
                self.skip_string();
            }
            return;
        }
        if prefix == "b" && after.starts_with('\'') {
            self.bump();
            return self.skip_character();
        }
        while let Some(c) = self.peek() {
            if c.is_whitespace() || "()[]{},:\"'/".contains(c) {
                break;
            }
            self.bump();
        }
        if self.peek() == Some('/') {
            // A comment after the word ends it; a lone slash is not valid RON.
            if !self.rest().starts_with("//") && !self.rest().starts_with("/*") {
                self.bump();
            }
        }
    }

    fn skip_raw_string(&mut self, hashes: usize) {
        let close = format!("\"{}", "#".repeat(hashes));
        self.bump();
        self.at += self.rest().find(&close).map_or(self.rest().len(), |offset| offset + close.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_labels() {
        let text = r##"// head
            {
                "a": (name: "x, (y", at: (3, 4), tags: ["p", r#"q" ]"#, 'z', '\''],),
                /* "b": /* nested */ (1) */
                "b": Thing(kind: fixed(7), deep: {"k": Some(2)}),
            }"##;
        let tree = scan_tree(text);
        let slice = |labels: &[&str]| {
            let mut node = &tree;
            for label in labels {
                node = node.get(label).unwrap_or_else(|| panic!("{labels:?}"));
            }
            &text[node.span.clone()]
        };
        assert_eq!(tree.children.len(), 2);
        assert_eq!(slice(&["a", "name"]), "\"x, (y\"");
        assert_eq!(slice(&["a", "at", "1"]), "4");
        assert_eq!(slice(&["a", "tags", "1"]), "r#\"q\" ]\"#");
        assert_eq!(slice(&["a", "tags", "3"]), "'\\''");
        assert_eq!(slice(&["b", "kind"]), "fixed(7)");
        assert_eq!(slice(&["b", "deep", "k", "0"]), "2");
        assert_eq!(tree.locate(&["a", "at", "nothing"]), text.find("(3").unwrap_or(0));
    }

    #[test]
    fn reading_broken_text_comes_to_an_end() {
        for text in [
            "",
            "(",
            "[[[",
            "\"",
            "'",
            "r#\"",
            "/* /*",
            "a/b",
            "{:,}",
            "(a:",
            ")",
            "#![enable(",
            "b'",
            "é/ü(",
        ] {
            scan_tree(text);
        }
        scan_tree(&"(".repeat(5000));
    }
}
