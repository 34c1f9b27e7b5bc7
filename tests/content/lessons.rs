//! Lessons and campaigns: how they are read, and the problems of broken ones.

use breachline::content::{HintEnd, LessonOpponent, LossRule};
use rstest::rstest;

use crate::{DUEL, complaints, load_with};

const LESSON_FILE: &str = "lessons/duel.ron";

/// The duel with a lesson.
fn lesson_with(hints: &str) -> String {
    let lesson = format!("    lesson: (number: 3, player: \"Grey\", opponent: guard, hints: [{hints}]),\n)");
    let end = DUEL.rfind(')').expect("a scene");
    format!("{}{lesson}", &DUEL[..end])
}

#[test]
fn a_lesson_is_read_and_written() {
    let text = lesson_with(
        "(text: \"Walk.\", at: zone(\"goal\"), control: move, until: [moved(unit: \"Bob\", zone: \"goal\"), over])",
    );
    let loaded = load_with(&[(LESSON_FILE, &text)]);
    assert_eq!(loaded.diagnostics, []);
    let scene = &loaded.content.lessons["duel"];
    let lesson = scene.skirmish.lesson.as_ref().expect("a lesson");
    assert_eq!((lesson.number, lesson.player_side(), lesson.opponent), (Some(3), 1, LessonOpponent::Guard));
    assert_eq!(lesson.hints[0].until[1], HintEnd::Over);
    assert!(!loaded.content.skirmishes.contains_key("duel"), "the list of skirmishes has no lessons");
    let written = scene.to_text().expect("it can be written");
    let again = load_with(&[(LESSON_FILE, &written)]);
    assert_eq!(again.diagnostics, [], "{written}");
    assert_eq!(again.content.lessons["duel"].skirmish.lesson, scene.skirmish.lesson);
}

#[rstest]
#[case::unit("(text: \"Go.\", at: unit(\"Bab\"))", "unknown unit `Bab`; did you mean `Bob`?")]
#[case::unit_of_a_condition(
    "(text: \"Go.\", until: [out(unit: \"Anne\")])",
    "unknown unit `Anne`; did you mean `Ann`?"
)]
#[case::zone("(text: \"Go.\", until: [moved(zone: \"gaol\")])", "unknown zone `gaol`; did you mean `goal`?")]
#[case::square("(text: \"Go.\", at: square((9, 9)))", "the square (9, 9) is not on the map")]
#[case::round("(text: \"Go.\", until: [round(0)])", "until is 0; expected 1 to 200")]
#[case::text("(text: \"\")", "this text cannot be displayed; expected 1 to 600 printable characters")]
#[case::condition("(text: \"Go.\", until: [mooved()])", "`mooved`; did you mean `moved`?")]
#[case::control("(text: \"Go.\", control: jump)", "unknown value `jump`")]
#[case::field("(text: \"Go.\", until_: [])", "unknown field `until_`; did you mean `until`?")]
fn broken_hints_are_named(#[case] hint: &str, #[case] wanted: &str) {
    let said = complaints(LESSON_FILE, &lesson_with(hint));
    assert!(said.len() == 1 && said[0].contains(wanted), "{said:#?}");
}

#[test]
fn a_lesson_without_hints_belongs_elsewhere() {
    let said = complaints(LESSON_FILE, DUEL);
    assert!(said.len() == 1 && said[0].contains("a lesson needs the field `lesson`"), "{said:#?}");
}

const CAMPAIGN_FILE: &str = "campaigns/road.ron";
const CAMPAIGN: &str = r#"(
    name: "Road",
    description: "Two fights.",
    stages: [
        (id: "one", name: "One", skirmish: "warehouse", at: (10, 20), intro: "Go."),
        (id: "two", name: "Two", skirmish: "street", side: "Couriers", at: (80, 20), after: ["one"], intro: "On.", on_loss: go_on),
    ],
)"#;

#[test]
fn a_campaign_is_read() {
    let loaded = load_with(&[(CAMPAIGN_FILE, CAMPAIGN)]);
    assert_eq!(loaded.diagnostics, []);
    let campaign = &loaded.content.campaigns["road"];
    assert_eq!(campaign.stages[0].on_loss, LossRule::Retry);
    assert_eq!(campaign.last_stages().map(|stage| stage.id.as_str()).collect::<Vec<_>>(), ["two"]);
}

#[rstest]
#[case::skirmish("\"warehouse\"", "\"warehose\"", "unknown skirmish `warehose`; did you mean `warehouse`?")]
#[case::side("\"Couriers\"", "\"Courier\"", "unknown side `Courier`; did you mean `Couriers`?")]
#[case::stage("after: [\"one\"]", "after: [\"on\"]", "unknown stage `on`; did you mean `one`?")]
#[case::itself("after: [\"one\"]", "after: [\"two\"]", "stage `two` comes after itself")]
#[case::twice("id: \"two\"", "id: \"one\"", "two stages have the id `one`")]
#[case::place("(80, 20)", "(180, 20)", "at is 180; expected 0 to 100")]
#[case::version("name: \"Road\"", "format: 7, name: \"Road\"", "unsupported campaign format 7; expected 1")]
#[case::field("intro: \"Go.\"", "introo: \"Go.\"", "unknown field `introo`; did you mean `intro`?")]
#[case::loss("go_on", "go_away", "unknown value `go_away`")]
fn broken_campaigns_are_named(#[case] part: &str, #[case] broken: &str, #[case] wanted: &str) {
    let said = complaints(CAMPAIGN_FILE, &CAMPAIGN.replace(part, broken));
    assert!(said.iter().any(|line| line.contains(wanted)), "{said:#?}");
}
