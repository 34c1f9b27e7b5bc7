//! The tables at which players without rules sit down: options and rule switches.

use std::collections::BTreeSet;

use content::SkirmishOverrides;
use rules::{Book, RuleSet};

/// What switches are set to, besides the words that they say they take.
const SWITCH_VALUES: [&str; 12] = ["on", "off", "free", "0", "1", "2", "3", "4", "6", "9", "-1", "25"];

/// The options of a table, differently for fights that follow each other: plain, with fog, own dice, dice that are asked
/// for.
pub(crate) fn battle_options(number: usize, book: Book) -> SkirmishOverrides {
    let (fog, own, ask) =
        [(false, false, false), (true, false, false), (false, true, false), (true, true, true)][number % 4];
    SkirmishOverrides {
        book: Some(book),
        free_undo: Some(true),
        own_dice: Some(own),
        ask_dice: Some(ask),
        fog_of_war: Some(fog),
        ..SkirmishOverrides::default()
    }
}

/// All rule switches with values that they take.
pub(crate) fn rule_switch_values(book: Book) -> Vec<(&'static str, Vec<String>)> {
    let rules = RuleSet::new(book);
    let values = |name: &str, expected: &str| {
        let words = expected.split(", ").flat_map(|part| part.split(" or ")).chain(SWITCH_VALUES);
        let fit = words.filter(|word| rules.clone().set(name, word).is_ok()).map(str::to_owned);
        fit.collect::<BTreeSet<_>>().into_iter().collect()
    };
    rules.list().into_iter().map(|info| (info.name, values(info.name, info.expected))).collect()
}
