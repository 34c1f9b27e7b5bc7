// Reads clause ids out of sources. Shared by the build script and the test of rule coverage, both include this file.

/// Returns ids such as `SS-ATK-08` that follow a head such as `SS-`; `middle` stands between chapter and number.
pub fn clause_ids(text: &str, prefix: &str, head: &str, middle: char) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(head) {
        let rest = &text[at + head.len()..];
        let chapter: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        let Some(number) = rest[chapter.len()..].strip_prefix(middle) else { continue };
        let number: String = number.chars().take_while(char::is_ascii_digit).collect();
        if !chapter.is_empty() && number.len() >= 2 {
            found.push(format!("{prefix}-{}-{number}", chapter.to_uppercase()));
        }
    }
    found
}
