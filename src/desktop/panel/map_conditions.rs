//! What holds on the whole map besides its ground: no gravity, a hull that is open to space.

use crate::board::terrain::space::is_in_space;
use battle::BattleView;
use rules::play;

/// Names what is out of the ordinary on the whole map: "zero gravity, open to space"; `None` if nothing is.
pub(super) fn conditions_text(view: &BattleView) -> Option<String> {
    let weightless = view.setup().bundle().skirmish.zero_gravity.then_some("zero gravity");
    let open = is_in_space(view).then_some("open to space");
    let all: Vec<&str> = [weightless, open].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Says what that changes under the rulebook, a sentence or two for each.
pub(super) fn condition_sentences(view: &BattleView) -> Vec<String> {
    let rules = view.rules();
    let weightless = view.setup().bundle().skirmish.zero_gravity;
    let gravity = weightless.then(|| zero_gravity_text(play::zero_gravity_effect(rules)));
    let vacuum = is_in_space(view).then(|| vacuum_text(play::has_suffocation(rules)).to_owned());
    [gravity, vacuum].into_iter().flatten().collect()
}

/// Says what zero gravity changes, with what it does to attacks under the rulebook.
fn zero_gravity_text(attacks: Option<String>) -> String {
    let attacks = attacks.unwrap_or_else(|| "attacks are as with gravity".to_owned());
    format!(
        "Zero gravity: {attacks}. Nobody falls, and whoever is thrown over an edge flies on at the same height. \
         Moving, cover and lying flat work as with gravity."
    )
}

/// Says what a breach in the hull changes.
const fn vacuum_text(suffocates: bool) -> &'static str {
    if suffocates {
        "Open to space: the squares of the breach can be entered and crossed, but have no air."
    } else {
        "Open to space: the squares of the breach can be entered and crossed. This rulebook has no rule for air."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::battle_in;
    use rules::Book;

    #[test]
    fn cc_env_01_zero_gravity_says_what_it_changes_under_each_book() {
        let said = |book: Book, skirmish: &str| {
            let mut world = battle_in(Some(book), skirmish);
            battle::with_view(&mut world, |view| (conditions_text(view), condition_sentences(view)))
        };
        let (words, sentences) = said(Book::CombatChecks, "derelict");
        assert_eq!(words.as_deref(), Some("zero gravity, open to space"));
        assert!(
            sentences[0].starts_with("Zero gravity: every attack rolls 1 setback die. "),
            "{sentences:?}"
        );
        assert!(sentences[1].contains("no rule for air"), "{sentences:?}");
        let (_, sentences) = said(Book::Circumstances, "derelict");
        assert!(sentences[0].starts_with("Zero gravity: attacks are as with gravity. "), "{sentences:?}");
        assert!(sentences[1].contains("have no air"), "{sentences:?}");
        assert_eq!(said(Book::CombatChecks, "warehouse"), (None, Vec::new()));
    }
}
