//! Match options and house rules for fuzzing.

use std::collections::BTreeSet;

use content::SkirmishOverrides;
use rules::{Book, RuleSet};

/// Values tried for every rule option, besides those it lists.
const SWITCH_VALUES: [&str; 12] = ["on", "off", "free", "0", "1", "2", "3", "4", "6", "9", "-1", "25"];

/// Match options of a fight, varied by its number: plain, fog of war, physical dice, or all of them.
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

/// All rule options with the values they accept.
pub(crate) fn rule_switch_values(book: Book) -> Vec<(&'static str, Vec<String>)> {
    let rules = RuleSet::new(book);
    let values = |name: &str, expected: &str| {
        let words = expected.split(", ").flat_map(|part| part.split(" or ")).chain(SWITCH_VALUES);
        let fit = words.filter(|word| rules.clone().set(name, word).is_ok()).map(str::to_owned);
        fit.collect::<BTreeSet<_>>().into_iter().collect()
    };
    rules.list().into_iter().map(|info| (info.name, values(info.name, info.expected))).collect()
}
