//! Words for ties of initiative that are not decided yet: with whom a unit is tied, and what will decide.

use std::collections::BTreeMap;

use super::widgets::PanelContext;
use model::UnitId;
use rules::list_words;
use rules::turn_engine::switches::TieMode;

/// Names the units with which a unit is tied, and says what decides the order: "is tied with Sable: a coin decides which of them
/// acts first". `None` if the unit is tied with none. `SS-INIT-10`, `SS-INIT-11`.
pub(super) fn tie_text(
    context: &PanelContext,
    ties: &BTreeMap<UnitId, Vec<UnitId>>,
    unit: UnitId,
) -> Option<String> {
    let names: Vec<String> = ties.get(&unit)?.iter().map(|other| context.unit_name(*other)).collect();
    Some(tie_words(&names, context.view.rules().engine.tie_mode))
}

/// Words for a tie with units of these names.
fn tie_words(others: &[String], mode: TieMode) -> String {
    let names = list_words(others);
    match mode {
        TieMode::Ric => format!("is tied with {names}: a coin decides which of them acts first"),
        TieMode::Simultaneous => format!("acts at the same time as {names}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_init_10_a_tie_says_with_whom_and_what_decides() {
        let words = |names: &[&str], mode| {
            tie_words(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), mode)
        };
        assert_eq!(
            words(&["Sable"], TieMode::Ric),
            "is tied with Sable: a coin decides which of them acts first"
        );
        assert_eq!(
            words(&["Sable", "Thorn"], TieMode::Ric),
            "is tied with Sable and Thorn: a coin decides which of them acts first"
        );
        assert_eq!(words(&["Sable"], TieMode::Simultaneous), "acts at the same time as Sable");
    }
}
