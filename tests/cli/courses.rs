//! Scenes with several actions, look-ups, actions between fights, and attacks on several units.

use rstest::rstest;
use serde_json::{Value, json};

use crate::common::{answer, complaint, complaint_with, printed, scene, total_probability};

/// Two units of a book, with further fields of each, and an action.
fn two(book: &str, (ann, bob): (&str, &str), what: &str) -> (tempfile::TempDir, String) {
    scene(&format!(
        r#"(name: "Own", book: {book}, units: [
            (name: "Ann", archetype: "officer", cell: (0, 0), {ann}),
            (name: "Bob", archetype: "gunner", cell: (3, 0), {bob}),
        ], barriers: [(kind: "drywall")], {what})"#
    ))
}

const AGAIN: &str = r#"course: [
    attack(attacker: "Ann", target: "Bob", hidden: 0), phase_ends(unit: "Ann"), round_begins, phase_begins(unit: "Ann"),
    attack(attacker: "Ann", target: "Bob", hidden: 0),
]"#;

fn fraction(value: &Value) -> (&str, &str) {
    let text = |key: &str| value[key].as_str().expect("in quotes");
    (text("numerator"), text("denominator"))
}

#[rstest]
#[case("swan_song")]
#[case("aberrant")]
#[case("attacks_and_damage")]
#[case("circumstances")]
#[case("combat_checks")]
fn every_book_plays_a_course(#[case] book: &str) {
    let (_folder, path) = two(book, ("", ""), AGAIN);
    let played = answer(&["resolve", &path, "--seed", "5"]);
    let course = played["course"].as_array().expect("a course");
    assert_eq!(course.len(), 5);
    assert_eq!(course[2]["action"], "round_begins");
    assert_eq!(course[4]["result"], played["result"]);
    let steps: usize = course.iter().map(|act| act["steps"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(Some(steps), played["steps"].as_array().map(Vec::len), "every step belongs to an action");
    assert!(course[4]["result"]["contact"].is_string(), "{:#}", course[4]);
}

#[test]
fn ad_freq_01_a_defence_before_costs_a_die() {
    let (_folder, path) = two("attacks_and_damage", ("", ""), AGAIN);
    let played = answer(&["resolve", &path, "--seed", "5"]);
    let penalty = |act: usize| {
        let steps = played["course"][act]["steps"].as_array().expect("steps");
        let parts = steps.iter().filter_map(|step| step["parts"].as_array()).flatten();
        parts
            .filter(|part| part["clause"] == "AD-FREQ-01")
            .filter_map(|part| part["value"].as_i64())
            .sum::<i64>()
    };
    assert_eq!((penalty(0), penalty(4)), (0, -1));
}

#[test]
fn cs_jam_01_cs_base_18_odds_of_the_second_shot() {
    let (_folder, path) = two("circumstances", ("", ""), AGAIN);
    // 96 or more jams: after five of a hundred rolls the weapon cannot be used.
    let odds = answer(&["odds", &path]);
    assert_eq!(fraction(&odds["chances"]["refused"]), ("1", "20"));
    let sum = total_probability(&odds);
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let first = answer(&["odds", &path, "--action", "1"]);
    assert_eq!(fraction(&first["chances"]["refused"]), ("0", "1"));
    // 72 or less hits. A unit that dodged the first shot has no Reaction left for the second; otherwise it dodges one in
    // four. 0.72 * 0.28 + 0.23 * (1 - 0.72 * 0.75).
    assert_eq!(fraction(&odds["chances"]["miss"]), ("1537", "5000"));
    assert_eq!(fraction(&first["chances"]["miss"]), ("23", "50"));
    let sentence = complaint(&["odds", &path, "--action", "6"]);
    assert!(sentence.contains("no action 6: the scene has 1 to 5"), "{sentence}");
}

#[test]
fn a_magazine_runs_dry() {
    let (_folder, path) = two("circumstances", ("held: [\"smg\"], loaded: {\"smg\": 1}", ""), AGAIN);
    let result = &answer(&["resolve", &path, "--dice", "90"])["result"];
    assert!(result["refused"].as_str().is_some_and(|why| !why.is_empty()), "{result:#}");
}

#[test]
fn ss_wnd_01_harm_adds_up() {
    let harm = r#"course: [harm(unit: "Ann", damage: 6), harm(unit: "Ann", damage: 5), show(unit: "Ann")]"#;
    let (_folder, path) = two("swan_song", ("", ""), harm);
    let played = answer(&["resolve", &path]);
    // A shield of 6, then half of the flesh.
    assert_eq!(played["course"][0]["result"]["wound_modifier"], 0);
    assert_eq!(played["course"][1]["result"]["wound_modifier"], -2);
    let lines = played["result"]["lines"].as_array().expect("lines");
    assert!(lines.iter().any(|line| line["name"] == "Flesh" && line["value"] == "5 / 10"), "{lines:?}");
}

#[test]
fn ss_barr_33_a_wall_stays_damaged() {
    let (_folder, path) = two(
        "swan_song",
        ("", ""),
        r#"course: [strike(attacker: "Bob", barrier: "drywall"), show(barrier: "drywall")]"#,
    );
    let played = answer(&["resolve", &path, "--seed", "2"]);
    let damage = played["course"][0]["result"]["damage"].as_u64().expect("a number");
    let line = |name: &str| {
        let lines = played["result"]["lines"].as_array().expect("lines");
        let line = lines.iter().find(|line| line["name"] == name).expect("a line");
        line["value"].as_str().expect("text").parse::<u64>().expect("a number")
    };
    assert!(damage > 0);
    assert_eq!(line("Hit points left"), line("Hit points").saturating_sub(damage));
}

#[test]
fn a_course_too_large_to_count_is_refused() {
    let shot = r#"attack(attacker: "Ann", target: "Bob", hidden: 0), phase_ends(unit: "Ann"), round_begins, phase_begins(unit: "Ann"),"#;
    let (_folder, path) = two("combat_checks", ("", ""), &format!("course: [{}]", shot.repeat(4)));
    let sentence = complaint(&["odds", &path]);
    assert!(sentence.contains("ways") && sentence.lines().count() == 1, "{sentence}");
}

#[rstest]
#[case::ad_base_21("attacks_and_damage", "condition: (light: 5, critical: 4)", 2, json!({ "light": 0, "critical": 2 }))]
#[case::cc_heal_07("combat_checks", "condition: (strain: 5, wounds: 2)", 0, json!({ "strain": 0, "wounds": 2 }))]
fn rest_heals(#[case] book: &str, #[case] bob: &str, #[case] days: u32, #[case] wanted: Value) {
    let (_folder, path) = two(book, ("", bob), &format!("action: rest(unit: \"Bob\", days: {days})"));
    let result = &answer(&["resolve", &path])["result"];
    let after = &result["effects"][0]["condition"]["after"][book];
    for (field, value) in wanted.as_object().expect("fields") {
        assert_eq!(&after[field], value, "{result:#}");
    }
}

#[rstest]
#[case("swan_song", "Initiative attribute", "SS-INIT-01")]
#[case("aberrant", "Soak, bashing", "AB-STACK-11")]
#[case("attacks_and_damage", "Armour, Impact", "AD-ARM-04")]
#[case("circumstances", "Dodge", "CS-BASE-14")]
#[case("combat_checks", "Initiative", "SS-INIT-01")]
fn what_is_known_without_a_roll(#[case] book: &str, #[case] name: &str, #[case] clause: &str) {
    let (_folder, path) = two(book, ("", ""), "action: show(unit: \"Ann\")");
    let result = &answer(&["resolve", &path])["result"];
    let lines = result["lines"].as_array().expect("lines");
    let line = lines.iter().find(|line| line["name"] == name);
    let line = line.unwrap_or_else(|| panic!("no {name} in {result:#}"));
    assert_eq!(line["clause"], clause);
    assert!(line["parts"].as_array().is_some_and(|parts| !parts.is_empty()), "{line:#}");
}

#[test]
fn cs_rng_01_a_range_band_is_looked_up() {
    let parts = |metres: u32| {
        let card = format!("action: card(attack(attacker: \"Ann\", target: \"Bob\", metres: {metres}))");
        let (_folder, path) = two("circumstances", ("held: [\"smg\"]", ""), &card);
        let answer = answer(&["resolve", &path]);
        let lines = answer["result"]["lines"].as_array().expect("lines").clone();
        let target = lines.into_iter().find(|line| line["name"] == "Target number").expect("a target number");
        target["parts"].as_array().expect("parts").clone()
    };
    let point_blank = json!({ "value": 30, "reason": "point blank", "clause": "CS-RNG-01" });
    assert!(parts(2).contains(&point_blank));
    assert!(!parts(30).contains(&point_blank));
}

/// The probability that at least one of these units is harmed, as reported, and counted over all outcomes.
fn harmed(odds: &Value, key: &str, units: &[&str]) -> [f64; 2] {
    let probability = |value: &Value| value["probability"].as_f64().expect("a number");
    let is_harmed = |outcome: &&Value| {
        let damage = |name: &&str| outcome["result"]["units"][*name]["damage"].as_u64().unwrap_or(0);
        units.iter().any(|name| damage(name) > 0)
    };
    let outcomes = odds["outcomes"].as_array().expect("outcomes").iter();
    [probability(&odds["chances"][key]), outcomes.filter(is_harmed).map(probability).sum()]
}

/// A bomb at Bob, with bystanders beside him.
fn bomb(others: usize) -> (tempfile::TempDir, String) {
    let other =
        |at: usize| format!("(name: \"C{at}\", archetype: \"gunner\", cell: ({}, {})),", 16 + at % 3, at / 3);
    let others: String = (0..others).map(other).collect();
    scene(&format!(
        r#"(name: "Own", book: circumstances, weapons: {{
            "bomb": (name: "Bomb", class: thrown, damage: "1d10+2", blast: 1, range: 40, magazine: 3),
        }}, units: [
            (name: "Ann", archetype: "brawler", held: ["bomb"], cell: (0, 0)),
            (name: "Bob", archetype: "gunner", cell: (15, 0)), {others}
        ], action: attack(attacker: "Ann", target: "Bob"))"#
    ))
}

#[test]
fn cs_base_35_odds_of_all_units_in_the_area() {
    let [alone, pair, crowd] = [0, 1, 4].map(|others| {
        let (_folder, path) = bomb(others);
        answer(&["odds", &path])
    });
    assert_eq!((&alone["together"], &pair["together"]), (&json!(true), &json!(true)));
    assert_eq!(crowd["together"], false, "too many units to count together");
    let [one, counted] = harmed(&alone, "enemy_harmed", &["Bob"]);
    assert!((one - counted).abs() < 1e-9, "{one} and {counted}");
    let [two, counted] = harmed(&pair, "enemy_harmed", &["Bob", "C0"]);
    assert!((two - counted).abs() < 1e-9 && two > one + 0.01, "{two} and {counted}, {one} alone");
    assert!(harmed(&crowd, "enemy_harmed", &[])[0] > two, "also where the units are counted separately");
    for odds in [&pair, &crowd] {
        assert_eq!(odds["numbers"][0], alone["numbers"][0], "others do not shield the target");
        assert_eq!(odds["chances"]["miss"], alone["chances"]["miss"]);
    }
    let beside = |odds: &Value| {
        let numbers = odds["numbers"].as_array().expect("numbers");
        numbers.iter().find(|number| number["key"] == "damage_3").expect("the damage of the bystander")["values"]
            .clone()
    };
    assert_eq!(beside(&pair), beside(&crowd), "the same result together or separately");
}

#[rstest]
#[case::both(
    "action: sprint(unit: \"Ann\"), course: [sprint(unit: \"Ann\")]",
    "either an `action` or a `sequence`"
)]
#[case::later("course: [show(unit: \"Ann\"), show(unit: \"Bobb\")]", "did you mean `Bob`?")]
#[case::card("action: card(show(unit: \"Ann\"))", "a `card` shows an `attack` or a `strike`")]
#[case::nothing("action: show()", "name either a `unit` or a `barrier`")]
#[case::rest("action: rest(unit: \"Ann\")", "Aberrant has no rule for rest between battles")]
#[case::foreign("action: bleed(unit: \"Ann\", rounds: 2)", "this action does not exist in Aberrant")]
fn courses_that_make_no_sense(#[case] what: &str, #[case] why: &str) {
    let (_folder, path) = two("aberrant", ("", ""), what);
    let sentence = complaint(&["resolve", &path]);
    assert!(sentence.contains(why) && sentence.contains("own.ron:"), "{sentence}");
}

#[test]
fn nothing_to_resolve_is_said() {
    let (_folder, path) = two("aberrant", ("", ""), "");
    let sentence = complaint_with(2, &["resolve", &path]);
    assert!(
        sentence.contains("either an `action` or a `sequence`") && sentence.contains("own.ron:"),
        "{sentence}"
    );
}

#[test]
fn a_unit_field_that_the_book_lacks_is_refused() {
    let (_folder, path) = two("aberrant", ("karma: 2", ""), "action: show(unit: \"Ann\")");
    let sentence = complaint(&["resolve", &path]);
    assert!(sentence.contains("units in Aberrant have no `karma`"), "{sentence}");
}

#[test]
fn what_cannot_be_counted_is_said_soon_and_with_its_numbers() {
    let (_folder, path) = two("combat_checks", ("", ""), AGAIN);
    let said = complaint(&["odds", &path, "--action", "5"]);
    assert!(said.contains("action 5 of the course can be met in"), "{said}");
    assert!(said.contains("Ask for an earlier action"), "{said}");
}

/// A shot that does no damage and stuns its target, then further actions.
fn stunning_shot(then: &str) -> (tempfile::TempDir, String) {
    scene(&format!(
        r#"(name: "Own", book: circumstances, weapons: {{
            "stunner": (name: "Stunner", class: ranged, group: "pistols", damage: "1d5-5", range: 30, magazine: 9,
                strike: (inflicts: [(ailment: stunned, span: turns(1))])),
        }}, units: [
            (name: "Ann", archetype: "officer", held: ["stunner"], cell: (0, 0)),
            (name: "Bob", archetype: "gunner", cell: (3, 0)),
        ], sequence: [attack(attacker: "Ann", target: "Bob"), {then}])"#
    ))
}

#[test]
fn cs_stun_03_states_that_differ_in_an_ailment_stay_apart() {
    let (_folder, path) = stunning_shot("phase_begins(unit: \"Bob\"), phase_begins(unit: \"Bob\")");
    let probability = |action: &str, key: &str| {
        let odds = answer(&["odds", &path, "--action", action]);
        odds["chances"][key]["probability"].as_f64().unwrap_or_else(|| panic!("no {key} in {odds:#}"))
    };
    let miss = probability("1", "miss");
    assert!(miss > 0.1 && miss < 0.9, "{miss}");
    assert!((probability("2", "lost") - (1.0 - miss)).abs() < 1e-9, "every hit stuns");
    assert!(probability("3", "lost").abs() < 1e-9, "for a single phase");
}

#[test]
fn cs_ail_03_a_lost_phase_counts() {
    let what = r#"sequence: [phase_begins(unit: "Bob"), phase_begins(unit: "Bob")]"#;
    let (_folder, path) = two("circumstances", ("", "ailments: [stunned]"), what);
    let played = answer(&["resolve", &path]);
    assert_eq!(played["course"][0]["result"]["lost"], "stunned (CS-STUN-01)");
    assert_eq!(played["course"][1]["result"]["lost"], Value::Null);
}

#[rstest]
#[case::cs_burn_01("circumstances", "7", 4)]
#[case::cs_burn_01_swan_song("swan_song", "5", 3)]
#[case::cs_burn_11_attacks_and_damage("attacks_and_damage", "5", 3)]
fn a_round_burns(#[case] book: &str, #[case] die: &str, #[case] damage: u32) {
    let what = r#"sequence: [round_ends(unit: "Bob"), show(unit: "Bob")]"#;
    let (_folder, path) = two(book, ("", "ailments: [burning]"), what);
    let played = answer(&["resolve", &path, "--dice", die]);
    assert_eq!(played["course"][0]["result"]["units"]["Bob"]["damage"], damage, "{played:#}");
}

#[test]
fn cs_froz_02_a_phase_ends_with_the_test_to_break_free() {
    let what = r#"sequence: [phase_ends(unit: "Bob"), show(unit: "Bob")]"#;
    let (_folder, path) = two("circumstances", ("", "ailments: [frozen]"), what);
    let freed = "Bob is no longer Frozen";
    let passed = printed(&["resolve", &path, "--dice", "1"]);
    assert!(passed.contains(freed), "{passed}");
    let failed = printed(&["resolve", &path, "--dice", "100"]);
    assert!(!failed.contains(freed), "{failed}");
}

/// A grenade of Swan Song at Bob, with bystanders beside him.
fn grenade(others: usize) -> (tempfile::TempDir, String) {
    let other =
        |at: usize| format!("(name: \"C{at}\", archetype: \"gunner\", cell: ({}, {})),", 16 + at % 2, at / 2);
    let others: String = (0..others).map(other).collect();
    scene(&format!(
        r#"(name: "Own", book: swan_song, units: [
            (name: "Ann", archetype: "officer", held: ["frag_grenade"], cell: (0, 0)),
            (name: "Bob", archetype: "gunner", cell: (15, 0)), {others}
        ], action: attack(attacker: "Ann", target: "Bob"))"#
    ))
}

#[test]
fn ss_ruling_60_odds_cover_all_units_in_the_area() {
    let [alone, pair, crowd] = [0, 1, 4].map(|others| {
        let (_folder, path) = grenade(others);
        answer(&["odds", &path])
    });
    assert_eq!((&alone["together"], &pair["together"]), (&Value::Null, &json!(true)));
    assert_eq!(crowd["together"], false, "too many units to count together");
    let [two, counted] = harmed(&pair, "enemy_harmed", &["Bob", "C0"]);
    assert!((two - counted).abs() < 1e-9, "{two} and {counted}");
    assert!(harmed(&crowd, "enemy_harmed", &[])[0] > two, "also where the units are counted separately");
    for odds in [&pair, &crowd] {
        assert_eq!(odds["numbers"][0], alone["numbers"][0], "others do not shield the target");
    }
    let beside = |odds: &Value| {
        let numbers = odds["numbers"].as_array().expect("numbers");
        let number = numbers.iter().find(|number| number["key"] == "damage_3");
        number.unwrap_or_else(|| panic!("no damage to the unit beside in {numbers:#?}"))["values"].clone()
    };
    assert_eq!(beside(&pair), beside(&crowd), "the same result together or separately");
}
