//! Characters that cannot be seen: control characters, line and paragraph separators, marks that turn the direction of
//! writing, marks without width, and letters without a shape. Files may not have them in texts; what is quoted in messages
//! shows them as escapes.

use std::borrow::Cow;

/// Most characters of a message that quotes a file.
const MAX_MESSAGE_CHARS: usize = 1000;

/// Whether a character can be seen, or is a space.
pub fn is_visible(character: char) -> bool {
    let is_hidden = character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e007f}'
        );
    !is_hidden
}

/// Replaces characters that cannot be seen with escapes such as `\n` and `\u{202e}`.
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    escape(text, is_visible, |character| character.escape_default().collect())
}

/// Escapes as [`escape_invisible`], and leaves out what follows the first 1000 characters: a message may quote a name of many
/// megabytes.
pub fn shorten_message(text: &str) -> String {
    let mut characters = text.chars();
    let beginning: String = characters.by_ref().take(MAX_MESSAGE_CHARS).collect();
    let end = if characters.next().is_some() { "\u{2026}" } else { "" };
    format!("{}{end}", escape_invisible(&beginning))
}

/// Replaces characters that cannot be seen with escapes, but keeps line breaks.
pub fn escape_lines(text: &str) -> Cow<'_, str> {
    escape(
        text,
        |character| character == '\n' || is_visible(character),
        |character| character.escape_default().collect(),
    )
}

/// Replaces characters of a JSON text that cannot be seen with JSON escapes. Line breaks between values stay; those in
/// strings are escaped in every JSON text.
pub fn escape_json(text: &str) -> Cow<'_, str> {
    escape(
        text,
        |character| character == '\n' || is_visible(character),
        |character| character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    )
}

fn escape(text: &str, stays: impl Fn(char) -> bool, escaped: impl Fn(char) -> String) -> Cow<'_, str> {
    if text.chars().all(&stays) {
        return Cow::Borrowed(text);
    }
    let parts = text.chars().map(|character| match stays(character) {
        true => Cow::Owned(character.to_string()),
        false => Cow::<str>::Owned(escaped(character)),
    });
    Cow::Owned(parts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let text = "a\u{1b}[31m\u{202e}b\n\u{7f}\u{9b}\u{2029}\u{e0041}";
        let sentence = r"a\u{1b}[31m\u{202e}b\n\u{7f}\u{9b}\u{2029}\u{e0041}";
        assert_eq!(escape_invisible(text), sentence);
        assert_eq!(escape_lines(text), sentence.replace(r"\n", "\n"));
    }

    #[test]
    fn a_long_message_is_cut() {
        let most = "\u{e9}".repeat(MAX_MESSAGE_CHARS);
        assert_eq!(shorten_message(&most), most);
        assert_eq!(shorten_message(&format!("{most}.")), format!("{most}\u{2026}"));
        assert_eq!(shorten_message("a\u{202e}b"), r"a\u{202e}b");
    }

    #[test]
    fn letters_without_a_shape_are_escaped() {
        let fillers = "\u{3164}\u{115f}\u{ffa0}\u{2800}\u{34f}";
        assert!(!fillers.chars().any(is_visible));
        assert_eq!(escape_invisible("\u{3164}a"), r"\u{3164}a");
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let value = serde_json::json!({ "name": "a\u{202e}\u{7f}\u{e0041}b\nc" });
        let text = format!("{value:#}");
        let escaped = escape_json(&text);
        assert_eq!(escaped, "{\n  \"name\": \"a\\u202e\\u007f\\udb40\\udc41b\\nc\"\n}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).expect("JSON"), value);
    }

    #[test]
    fn letters_of_all_scripts_stay() {
        let text = "Zoë Nuñez 李 שלום \u{1f469}\u{200d}\u{1f680} e\u{301}";
        assert!(matches!(escape_invisible(text), Cow::Borrowed(same) if same == text));
    }
}
