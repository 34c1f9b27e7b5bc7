//! Labels inside sentences, and lists of words.

/// Writes a label as a part of a sentence: "dodge after a Willpower roll" for "Dodge after a Willpower roll". Only its first letter
/// becomes small; a name of several capital words, such as "Full Defence" or "Dodge + Reaction", stays as the book writes it.
pub fn label_in_sentence(label: &str) -> String {
    let head = label.split([',', '(']).next().unwrap_or_default();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let is_abbreviation = |word: &str| word.len() > 1 && !word.contains(char::is_lowercase);
    let mut words = head.split_whitespace().filter(|word| word.starts_with(char::is_alphanumeric));
    let first = words.next().unwrap_or_default();
    let mut further = words.peekable();
    if is_abbreviation(first) || (further.peek().is_some() && further.all(is_capital)) {
        return label.to_owned();
    }
    let mut letters = label.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A thing in a sentence: "the light machine gun", "the shotgun (slugs)"; a comma would end the phrase.
pub fn definite_name(name: &str) -> String {
    let name = label_in_sentence(name);
    match name.split_once(", ") {
        Some((thing, kind)) => format!("the {thing} ({kind})"),
        None => format!("the {name}"),
    }
}

/// What stands before a part of a list in a sentence.
pub const fn list_separator(at: usize, count: usize) -> &'static str {
    match at {
        0 => "",
        at if at + 1 == count => " and ",
        _ => ", ",
    }
}

/// Lists words in a sentence: "Strength", "Strength and Agility", "Strength, Toughness and Agility".
pub fn list_words<T: AsRef<str>>(words: &[T]) -> String {
    let parts = words.iter().enumerate();
    parts.map(|(at, word)| format!("{}{}", list_separator(at, words.len()), word.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_in_sentences_have_an_article() {
        assert_eq!(definite_name("Missile launcher"), "the missile launcher");
        assert_eq!(definite_name("Shotgun, slugs"), "the shotgun (slugs)");
    }

    #[test]
    fn words_are_listed_as_in_a_sentence() {
        assert_eq!(list_words::<&str>(&[]), "");
        assert_eq!(list_words(&["Vex"]), "Vex");
        assert_eq!(list_words(&["Vex", "Moss"]), "Vex and Moss");
        assert_eq!(list_words(&["Vex", "Moss", "Sable"]), "Vex, Moss and Sable");
    }

    #[test]
    fn names_in_labels_stay_as_the_book_writes_them() {
        let cases = [
            ("Dodge after a Willpower roll", "dodge after a Willpower roll"),
            ("Parry for 1 Willpower", "parry for 1 Willpower"),
            ("Standard defence", "standard defence"),
            ("Full Defence", "Full Defence"),
            ("Parry + Full Defence", "Parry + Full Defence"),
            ("Dodge + Reaction", "Dodge + Reaction"),
            ("EMP burst", "EMP burst"),
            ("Burst", "burst"),
            ("", ""),
        ];
        for (label, words) in cases {
            assert_eq!(label_in_sentence(label), words);
        }
    }
}
