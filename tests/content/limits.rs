//! Files that are too large, too deeply nested or not text.

use std::fs;

use breachline::content::{self, MAX_FILE_BYTES};
use rstest::rstest;

use crate::{DUEL, DUEL_FILE, WEAPONS, complaints, folder, shipped, the_complaint};

#[test]
fn files_that_are_too_large_are_left_out() {
    let text = format!("{{}}{}", " ".repeat(MAX_FILE_BYTES as usize));
    assert_eq!(
        the_complaint(WEAPONS, &text),
        "books/swan_song/weapons.ron: the file is too large; expected at most 1024 KiB"
    );
}

#[rstest]
#[case::round("(", ")")]
#[case::square("[", "]")]
#[case::named("Some(", ")")]
#[case::open("[", "")]
#[case::comment("/*", "")]
fn deep_nesting_is_left_out(#[case] open: &str, #[case] close: &str) {
    let text = format!("{{\"gun\": {}1{}}}", open.repeat(100_000), close.repeat(100_000));
    let complaint = the_complaint(WEAPONS, &text);
    assert!(complaint.starts_with("books/swan_song/weapons.ron:1:"), "{complaint}");
}

#[test]
fn no_text_is_left_out() {
    let user = folder(&[]);
    fs::write(user.path().join("terrain.ron"), [0xff, 0xfe, 0x00]).expect("a file");
    fs::create_dir(user.path().join("barriers.ron")).expect("a folder");
    let loaded = content::load_content(&[shipped(), user.path().to_owned()]);
    let all: Vec<_> = loaded.diagnostics.iter().map(|problem| problem.what.as_str()).collect();
    assert_eq!(all, ["not a regular file", "not valid UTF-8"]);
}

fn blank_map(width: usize, height: usize) -> String {
    let row = format!("\"{}\",\n", " ".repeat(2 * width + 1));
    let before = DUEL.split("map: [").next().expect("a head").replace("at: 'A'", "cell: (0, 0)");
    let after = "zones: {\"goal\": [(x: 0, y: 0, width: 1, height: 1)]}, objectives: [eliminate(side: \"Red\")], limit: (rounds: 9, then: draw))";
    let before = before.replace("cell: (3, 1)", "cell: (1, 0)").replace(", deployment: \"west\"", "");
    format!("{before}map: [\n{}], {after}", row.repeat(2 * height + 1))
}

#[rstest]
#[case(500, 500, None)]
#[case(2, 1, None)]
#[case(501, 2, Some("the map is 501 x 2 squares; expected 1 to 500 each way"))]
#[case(2, 501, Some("the map is 2 x 501 squares; expected 1 to 500 each way"))]
#[case(0, 4, Some("the map is 0 x 4 squares; expected 1 to 500 each way"))]
fn maps_have_1_to_500_squares_a_side(
    #[case] width: usize,
    #[case] height: usize,
    #[case] complaint: Option<&str>,
) {
    let all = complaints(DUEL_FILE, &blank_map(width, height));
    assert_eq!(all.len(), usize::from(complaint.is_some()), "{all:#?}");
    if let Some(complaint) = complaint {
        assert!(all[0].ends_with(complaint), "{}", all[0]);
    }
}

#[test]
fn a_wall_of_nonsense_is_reported_briefly() {
    let text = blank_map(300, 300).replace("\"   ", "\"???");
    let all = complaints(DUEL_FILE, &text);
    assert_eq!(all.len(), 2, "once for squares, once for edges: {all:#?}");
}
