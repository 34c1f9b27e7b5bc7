//! Sentences about sides: the verb agrees with the name, which may be plural.

/// Last words of names that are plural without an `s`.
const PLURALS: [&str; 9] =
    ["police", "people", "men", "women", "children", "folk", "undead", "dead", "gifted"];
/// Ends of words that are singular although they end with an `s`.
const SINGULAR_ENDS: [&str; 3] = ["ss", "us", "is"];

/// Whether the name of a side is plural: "Robbers", "Night watchmen"; not "Blue", "Gang", "Cerberus".
fn is_plural(name: &str) -> bool {
    let last = name.split_whitespace().last().unwrap_or_default().to_lowercase();
    let is_named = PLURALS.iter().any(|plural| last.ends_with(plural));
    is_named || (last.ends_with('s') && !SINGULAR_ENDS.iter().any(|end| last.ends_with(end)))
}

/// Begins a sentence about a side with the verb that agrees with its name: "Robbers are", "Blue is".
pub fn side_sentence(name: &str, (singular, plural): (&str, &str), rest: &str) -> String {
    let verb = if is_plural(name) { plural } else { singular };
    format!("{name} {verb}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_agrees_with_the_name() {
        let ready = |name| side_sentence(name, ("is", "are"), " ready");
        assert_eq!(ready("Blue"), "Blue is ready");
        for plural in ["Boarders", "Night watchmen", "Police", "Gifted", "The Moths"] {
            assert_eq!(ready(plural), format!("{plural} are ready"));
        }
        for singular in ["Gang", "Cerberus", "Glass", "Crew", "Night shift", ""] {
            assert_eq!(ready(singular), format!("{singular} is ready"));
        }
    }
}
