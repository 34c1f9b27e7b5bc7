//! The measured balance of skirmishes.

use breachline::content::{self, Content, SkirmishBundle, SkirmishOverrides};
use breachline::rules::Book;
use rstest::rstest;

use crate::{DUEL, DUEL_FILE, load_with, shipped, the_complaint};

const FILE: &str = "balance.ron";
/// Shares of the decided fights that a side of a shipped skirmish may win in its own book, in percent.
const BALANCED: std::ops::RangeInclusive<u64> = 40..=60;
/// Skirmishes that favour a side beyond that; the set-up says so.
const FAVOURS_A_SIDE: [&str; 1] = ["lane"];
/// Least fights of an entry, in the skirmish's own book and in the others.
const LEAST_FIGHTS: [u32; 2] = [200, 100];

fn bundle(content: &Content, id: &str, overrides: &SkirmishOverrides) -> SkirmishBundle {
    content::bundle_skirmish(content, id, overrides).expect("a bundle")
}

/// `cargo run --release --example balance` measures what is missing or was changed.
#[test]
fn every_shipped_skirmish_was_measured_as_it_is() {
    let content = content::load_content(&[shipped()]).content;
    for (id, skirmish) in &content.skirmishes {
        let unmeasured = content.unmeasured_books(id).expect("it can be played");
        assert!(!unmeasured.contains(&skirmish.rules.book()), "{id} was not measured in its current form");
        for (book, measured) in &content.balance[id].books {
            assert!(!unmeasured.contains(book), "{id} was changed since it was measured under {book:?}");
            let least = LEAST_FIGHTS[usize::from(skirmish.rules.book() != *book)];
            assert!(measured.fights >= least, "{id} {book:?}: {measured:?}");
        }
    }
}

#[test]
fn no_side_of_a_shipped_skirmish_wins_more_than_sixty_percent_in_its_own_book() {
    let content = content::load_content(&[shipped()]).content;
    for (id, skirmish) in content.skirmishes.iter().filter(|(id, _)| !FAVOURS_A_SIDE.contains(&id.as_str())) {
        let wins = &content.balance[id].books[&skirmish.rules.book()].wins;
        let decided: u32 = wins.iter().sum();
        let share = 100 * u64::from(wins[0]) / u64::from(decided.max(1));
        assert!(BALANCED.contains(&share), "{id}: {wins:?}");
    }
}

#[test]
fn results_are_those_of_the_skirmish_that_was_measured() {
    let content = content::load_content(&[shipped()]).content;
    let wins = |bundle: &SkirmishBundle| content.measured_wins(bundle).map(|(_, measured)| measured.fights);
    let plain = bundle(&content, "warehouse", &SkirmishOverrides::default());
    assert!(wins(&plain).is_some());
    let for_humans = SkirmishOverrides { free_undo: Some(true), own_dice: Some(true), ..Default::default() };
    assert_eq!(wins(&bundle(&content, "warehouse", &for_humans)), wins(&plain));
    let mut renamed = plain.clone();
    renamed.skirmish.name = "Another name".to_owned();
    assert_eq!(wins(&renamed), wins(&plain));

    let fog = SkirmishOverrides { fog_of_war: Some(true), ..Default::default() };
    assert_eq!(wins(&bundle(&content, "warehouse", &fog)), None);
    let switches = [("ss.recoil".to_owned(), "off".to_owned())].into();
    let house_rule = SkirmishOverrides { switches, ..Default::default() };
    assert_eq!(wins(&bundle(&content, "warehouse", &house_rule)), None);
    let mut moved = plain.clone();
    moved.skirmish.units[0].cell.x += 1;
    assert_eq!(wins(&moved), None);
}

#[test]
fn a_folder_of_a_player_measures_its_own_skirmishes() {
    let digest = {
        let content = load_with(&[(DUEL_FILE, DUEL)]).content;
        content::skirmish_digest(&bundle(&content, "duel", &SkirmishOverrides::default()).skirmish)
    };
    let table = format!(
        "{{\"duel\": (difficulty: \"hard\", seed: 1, books: {{swan_song: (fights: 10, wins: [4, 5], draws: 1, digest: \"{digest}\")}})}}"
    );
    let loaded = load_with(&[(DUEL_FILE, DUEL), (FILE, &table)]);
    assert_eq!(loaded.diagnostics, []);
    let content = loaded.content;
    let duel = bundle(&content, "duel", &SkirmishOverrides::default());
    let (_, measured) = content.measured_wins(&duel).expect("it was measured");
    assert_eq!(measured.wins, [4, 5]);
    let others: Vec<Book> = Book::ALL.into_iter().filter(|book| *book != Book::SwanSong).collect();
    assert_eq!(content.unmeasured_books("duel"), Ok(others));
    assert!(content.balance.contains_key("warehouse"), "the shipped entries stay");
}

#[rstest]
#[case::skirmish(
    "\"lanes\": (difficulty: \"hard\", seed: 1, books: {})",
    "2:5: unknown skirmish `lanes`; did you mean `lane`?"
)]
#[case::book(
    "\"lane\": (difficulty: \"hard\", seed: 1, books: {swan: (fights: 1, wins: [0, 1], draws: 0, digest: \"\")})",
    "unknown"
)]
#[case::field(
    "\"lane\": (difficulty: \"hard\", sead: 1, books: {})",
    "unknown field `sead`; did you mean `seed`?"
)]
fn entries_that_cannot_be_read_are_named(#[case] entry: &str, #[case] wanted: &str) {
    let said = the_complaint(FILE, &format!("{{\n    {entry},\n}}"));
    assert!(said.contains(wanted), "{said}");
}

/// An entry of the warehouse that was not measured; `wrong` is replaced by `with`.
#[rstest]
#[case::fights("fights: 10", "fights: 0", "fights is 0; expected 1 to 1000000")]
#[case::sides("[4, 5]", "[4, 5, 0]", "3 numbers for 2 sides")]
#[case::sum("draws: 1", "draws: 2", "11 wins and draws in 10 fights")]
#[case::digest("0123456789abcdef", "0123", "not a digest; expected 16 hexadecimal digits")]
#[case::capitals("0123456789abcdef", "0123456789ABCDEF", "not a digest; expected 16 hexadecimal digits")]
fn results_that_cannot_be_are_named(#[case] wrong: &str, #[case] with: &str, #[case] wanted: &str) {
    let book = "swan_song: (fights: 10, wins: [4, 5], draws: 1, digest: \"0123456789abcdef\")";
    let table =
        format!("{{\n    \"duel\": (difficulty: \"hard\", seed: 1, books: {{\n        {book},\n    }}),\n}}");
    let said = |table: &str| {
        let loaded = load_with(&[(DUEL_FILE, DUEL), (FILE, table)]);
        loaded.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(said(&table), Vec::<String>::new());
    let said = said(&table.replace(wrong, with));
    assert!(said.iter().any(|line| line.contains("balance.ron:3:") && line.contains(wanted)), "{said:?}");
}
