//! `breachline sim`: many fights.

use serde_json::Value;

use crate::common::{answer, breachline, complaint, complaint_with, printed};

/// A folder for output files, and paths in it.
struct Out(tempfile::TempDir);

impl Out {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("it was written")
    }
}

/// Two short rounds in the lane.
const LANE: [&str; 6] = ["sim", "lane", "--difficulty", "easy", "--vary", "rounds=2"];

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).expect("JSON")
}

#[test]
fn jobs_and_shards_write_the_same_fights() {
    let out = Out::new();
    for (name, more) in [
        ("one", ["--jobs", "1", "--shard", "1/1"]),
        ("two", ["--jobs", "2", "--shard", "1/1"]),
        ("first", ["--jobs", "2", "--shard", "1/2"]),
        ("second", ["--jobs", "1", "--shard", "2/2"]),
    ] {
        let path = out.path(&format!("{name}.csv"));
        printed(&[&LANE[..], &["--runs", "6", "--csv", &path], &more].concat());
    }
    for table in ["csv", "weapons.csv"] {
        let text = |name: &str| out.text(&format!("{name}.{table}"));
        let (whole, second) = (text("one"), text("second"));
        assert_eq!(text("two"), whole);
        let (head, rest) = second.split_once('\n').expect("a head");
        assert!(whole.starts_with(head));
        assert_eq!(text("first") + rest, whole);
    }
    assert_eq!(out.text("one.csv").lines().count(), 7);
}

#[test]
fn a_series_has_a_summary_files_and_pictures() {
    let out = Out::new();
    let (lines, pictures) = (out.path("fights.jsonl"), out.path("pictures"));
    let more = ["--runs", "3", "--jsonl", &lines, "--svg", &pictures];
    let told = printed(&[&LANE[..], &more].concat());
    assert!(told.contains("3 fights with seed 1") && told.contains("wins"), "{told}");
    for picture in ["wins", "rounds", "losses", "weapons"] {
        assert!(out.text(&format!("pictures/{picture}.svg")).ends_with("</svg>\n"));
    }
    let fights: Vec<Value> =
        out.text("fights.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(fights.len(), 3);
    assert_eq!(fights[0]["sides"][0]["name"], "Lanterns");
    assert!(
        fights
            .iter()
            .any(|fight| fight["sides"][0]["weapons"].as_object().is_some_and(|one| !one.is_empty()))
    );
}

#[test]
fn variants_are_fought_on_the_same_seeds_and_compared() {
    let answer = json(&["sim", "lane", "--difficulty", "easy", "--runs", "3", "--vary", "rounds=2,1"]);
    let variants = answer["summaries"].as_array().expect("summaries");
    assert_eq!((variants.len(), variants[1]["variant"].as_str()), (2, Some("rounds=1")));
    let comparison = &answer["comparisons"][0];
    assert_eq!((comparison["pairs"].as_u64(), comparison["against"].as_str()), (Some(3), Some("rounds=2")));
    let rounds = &comparison["differences"][0];
    assert_eq!((rounds["measure"].as_str(), rounds["more"]["value"].as_f64()), (Some("rounds"), Some(-1.0)));
}

#[test]
fn a_kept_journal_replays_to_the_same_winner() {
    let out = Out::new();
    let (fights, kept) = (out.path("fights.csv"), out.path("two.jsonl"));
    let wanted = format!("2={kept}");
    let more = ["--runs", "2", "--csv", &fights, "--save-journal", &wanted];
    printed(&[&["sim", "lane", "--difficulty", "easy"], &more[..]].concat());
    let replayed = answer(&["replay", &kept]);
    assert_eq!(replayed["agrees"], true);
    let table = out.text("fights.csv");
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (rows.next().expect("a head"), rows.nth(1).expect("fight 2"));
    let cell = |label: &str| row[head.iter().position(|one| *one == label).expect("a column")];
    assert_eq!((cell("fight"), replayed["hash"].as_str()), ("2", Some(cell("hash"))));
    let winner = replayed["outcome"]["winner"].as_u64().map_or("", |side| ["a", "b"][side as usize]);
    assert_eq!(cell("winner"), winner);
}

#[test]
fn all_books_stand_beside_each_other() {
    let told = printed(&["sim", "lane", "--difficulty", "easy", "--runs", "1", "--all-books"]);
    for book in ["swan_song", "aberrant", "attacks_and_damage", "circumstances", "combat_checks"] {
        assert!(told.lines().any(|line| line.starts_with(book)), "{told}");
    }
    assert!(told.contains("cover reduces hits by"));
}

#[test]
fn a_ladder_rates_levels() {
    let more = ["--book", "swan_song", "--runs", "1", "--pairs", "easy-random"];
    let answer = json(&[&["sim", "lane", "--ladder"], &more[..]].concat());
    let row = &answer["ladder"]["rows"][0];
    assert_eq!((row["upper"].as_str(), row["all"]["fights"].as_u64()), (Some("easy"), Some(1)));
    assert_eq!(answer["ladder"]["ratings"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["fights"], 2);
}

#[test]
fn what_cannot_be_simulated_says_why_in_a_sentence() {
    assert_eq!(complaint(&["sim", "lan"]), "breachline: unknown skirmish `lan`; did you mean `lane`?");
    let folder = Out::new();
    let sentence = complaint(&["sim", "lane", "--csv", &folder.path("")]);
    assert!(sentence.starts_with("breachline: cannot write "), "{sentence}");
    let sentence = complaint(&["sim", "lane", "--vary", "fgo=on"]);
    assert!(sentence.contains("unknown field `fgo`; the closest names are `fog`"), "{sentence}");
    let sentence = complaint(&["sim", "lane", "--save-journal", "0"]);
    assert_eq!(sentence, "breachline: there is no fight 0: the series has the fights 1 to 100");
    for (wrong, said) in [
        (["--shard", "3/2"], "`3/2` is not a shard: write 2/8 for the second of eight"),
        (["--book", "monopoly"], "expected one of swan_song, aberrant"),
        (["--difficulty", "genius"], "unknown difficulty `genius`"),
    ] {
        let sentence = complaint_with(2, &["sim", "lane", wrong[0], wrong[1]]);
        assert!(sentence.contains(said), "{sentence}");
    }
    assert!(!breachline(&["sim"]).status.success());
}
