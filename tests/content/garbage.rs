//! Whatever a file holds, nothing panics.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use breachline::content::{self, Content, Severity};
use proptest::prelude::*;

use crate::{ARCHETYPES, ARMOUR, DUEL, WEAPONS, folder, shipped};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn mutated_skirmishes_never_panic(cuts in prop::collection::vec((0usize..3000, 0usize..40, "\\PC{0,6}"), 1..6)) {
        let content = fixture();
        let mut chars: Vec<char> = DUEL.chars().collect();
        for (at, length, put) in cuts {
            let at = at % (chars.len() + 1);
            let end = (at + length).min(chars.len());
            chars.splice(at..end, put.chars());
        }
        let text: String = chars.into_iter().collect();
        let (skirmish, problems) = content::parse_scene(content, Path::new("x.ron"), &text);
        let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
        prop_assert_eq!(skirmish.is_none(), errors > 0, "{:?}", problems);
        for problem in problems {
            prop_assert!(problem.to_string().starts_with("x.ron"));
            prop_assert!(problem.render(false).contains("--> x.ron"));
            prop_assert!(problem.line <= text.matches('\n').count() + 1);
        }
    }

    #[test]
    fn swapped_tokens_never_panic(swaps in prop::collection::vec((0usize..400, 0usize..400), 1..8)) {
        let content = fixture();
        let mut tokens: Vec<&str> = DUEL.split_inclusive(|c: char| " ,()[]{}\"\n".contains(c)).collect();
        for (one, two) in swaps {
            let count = tokens.len();
            tokens.swap(one % count, two % count);
        }
        let (skirmish, problems) = content::parse_scene(content, Path::new("x.ron"), &tokens.concat());
        let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
        prop_assert_eq!(skirmish.is_none(), broken, "{:?}", problems);
    }

    #[test]
    fn random_texts_never_panic(text in "[\\[\\](){}\"'/*#rb:,.a-c0-9\\\\\n -]{0,200}") {
        content::parse_scene(fixture(), Path::new("x.ron"), &text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn random_bytes_in_tables_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        at in 0usize..4000,
        file in 0usize..9,
    ) {
        let name = [
            WEAPONS,
            ARMOUR,
            ARCHETYPES,
            "barriers.ron",
            "terrain.ron",
            "books/aberrant/weapons.ron",
            "books/attacks_and_damage/armour.ron",
            "books/circumstances/sheets.ron",
            "books/combat_checks/sheets.ron",
        ][file];
        let mut text = fs::read(shipped().join(name)).expect("shipped");
        let at = at % text.len();
        let end = (at + bytes.len() / 8).min(text.len());
        text.splice(at..end, bytes.iter().copied().take(6));
        let user = folder(&[]);
        let path = user.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, &text).expect("a file");
        content::load_content(&[shipped(), user.path().to_owned()]);
        fs::write(&path, &bytes).expect("a file");
        content::load_content(&[shipped(), user.path().to_owned()]);
    }
}

fn fixture() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| content::load_content(&[shipped()]).content)
}
