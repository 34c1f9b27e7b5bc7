//! The command line as users use it: commands, scenes and error messages.

use std::path::Path;

use expect_test::{Expect, expect};
use rstest::rstest;
use serde_json::Value;

use crate::common::{answer, breachline, complaint_with, printed, scene, total_probability};

const KNIFE: &str = "assets/scenes/knife.ron";

/// Two units and an action between them.
fn two(action: &str) -> String {
    format!(
        r#"(name: "Own", book: swan_song, units: [
            (name: "Ann", archetype: "officer"), (name: "Bob", archetype: "gunner", cell: (3, 0)),
        ], action: {action})"#
    )
}

#[test]
fn ss_atk_27_the_worked_example_step_by_step() {
    let faces = "6,6,2,4,1,5,1,2,5,4,5,6,1,2";
    let text = printed(&["resolve", KNIFE, "--dice", faces]);
    for line in [
        "attack of Joe: 7d6, limit 6 -> [6 6 2 4 1 5 1] = 3  (SS-ATK-08)",
        "defence of Bob: 3d6 -> [2 5 4] = 1  (SS-ATK-13)",
        "soak of Bob: 4d6 -> [5 6 1 2] = 2  (SS-ATK-21)",
        "+3 Blades  (SS-BASE-02)",
        "Hit, net 2, 4 damage",
        "Bob: Flesh 6/10",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let answer = answer(&["resolve", KNIFE, "--dice", faces]);
    assert_eq!(answer["result"]["damage"], 4);
    assert_eq!(answer["result"]["contact"], "hit");
    assert_eq!(answer["result"]["vitals"]["flesh"], serde_json::json!({ "now": 6, "max": 10 }));
    assert_eq!(answer["units"]["Bob"]["armour_value"], 4);
    let rolls: Vec<&Value> =
        answer["steps"].as_array().expect("steps").iter().filter(|step| step["step"] == "roll").collect();
    let values: Vec<&Value> = rolls.iter().map(|roll| &roll["value"]).collect();
    assert_eq!(values, [3, 1, 2]);
    assert_eq!(rolls[0]["faces"], serde_json::json!([6, 6, 2, 4, 1, 5, 1]));
}

/// Numerators over 3 to the power of 14 of each damage of the knife, one die after the other.
fn knife_by_brute_force() -> ([u64; 12], [u64; 3]) {
    // A die hits in one of three ways: 7 + 3 + 4 dice, each counted by itself.
    let (mut damages, mut contacts) = ([0; 12], [0; 3]);
    for dice in 0..3_u64.pow(14) {
        let hit = |at: u32| u32::from((dice / 3_u64.pow(at)).is_multiple_of(3));
        let attack = (0..7).map(hit).sum::<u32>().min(6);
        let defence = (7..10).map(hit).sum::<u32>();
        let soak = (10..14).map(hit).sum::<u32>();
        let dv = 4 + attack;
        if attack < defence {
            contacts[0] += 1;
            damages[0] += 1;
        } else if attack == defence || dv - defence <= soak || dv - defence < 3 {
            contacts[1] += 1;
            damages[0] += 1;
        } else {
            contacts[2] += 1;
            damages[(dv - defence - soak) as usize] += 1;
        }
    }
    (damages, contacts)
}

fn whole(value: &Value, key: &str) -> u64 {
    value[key].as_str().expect("a number in quotes").parse().expect("it fits")
}

#[test]
fn ss_atk_27_exact_odds_of_the_worked_example() {
    const ALL: u64 = 3_u64.pow(14);
    let (damages, contacts) = knife_by_brute_force();
    let answer = answer(&["odds", KNIFE]);
    let share = |value: &Value| {
        let (part, of) = (whole(value, "numerator"), whole(value, "denominator"));
        assert_eq!(ALL % of, 0);
        part * (ALL / of)
    };
    for (key, count) in ["miss", "graze", "hit"].into_iter().zip(contacts) {
        assert_eq!(share(&answer["chances"][key]), count, "{key}");
    }
    let values = answer["numbers"][0]["values"].as_array().expect("values");
    let mut sum = 0;
    for value in values {
        let damage = value["value"].as_u64().expect("a damage") as usize;
        assert_eq!(share(value), damages[damage], "{damage} damage");
        sum += share(value);
    }
    assert_eq!(sum, ALL, "the odds add up to one");
    assert_eq!(answer["outcomes"].as_array().expect("outcomes").iter().map(share).sum::<u64>(), ALL);
    // Recorded.
    assert_eq!(
        (whole(&answer["chances"]["hit"], "numerator"), whole(&answer["chances"]["hit"], "denominator")),
        (13_939, 19_683)
    );
    assert_eq!((whole(&values[4], "numerator"), whole(&values[4], "denominator")), (892_066, 4_782_969));
    assert_eq!((whole(&values[10], "numerator"), whole(&values[10], "denominator")), (640, 1_594_323));
    assert_eq!(values.len(), 11);
}

#[test]
fn odds_as_text_and_as_a_plot() {
    let text = printed(&["odds", KNIFE]);
    for part in ["hit", "0.708175", "13939/19683", "damage, average 3.3519", "892066/4782969", "####"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let plot = printed(&["odds", KNIFE, "--plot"]);
    assert!(plot.lines().count() >= 14 && plot.contains("   0   1   2   3   4   5"), "{plot}");
    let full = answer(&["odds", KNIFE, "--defence", "full_defense"]);
    let (standard, full) =
        (&answer(&["odds", KNIFE])["chances"]["hit"]["probability"], &full["chances"]["hit"]);
    assert!(full["probability"].as_f64() < standard.as_f64(), "three more dice defend better");
}

#[test]
fn every_shipped_scene_resolves_and_has_odds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("scenes are shipped") {
        let path = entry.expect("it can be read").path();
        let path = path.to_str().expect("a plain name");
        count += 1;
        let resolved = answer(&["resolve", path, "--seed", "7"]);
        for field in ["scene", "book", "action", "seed", "units", "steps", "result"] {
            assert!(!resolved[field].is_null(), "{path}: no {field}");
        }
        assert_eq!(
            resolved,
            answer(&["resolve", path, "--seed", "7"]),
            "{path}: the same seed gives the same dice"
        );
        let odds = answer(&["odds", path]);
        for field in ["scene", "book", "action", "chances", "numbers", "outcomes"] {
            assert!(!odds[field].is_null(), "{path}: no {field}");
        }
        let sum = total_probability(&odds);
        assert!((sum - 1.0).abs() < 1e-9, "{path}: {sum}");
    }
    assert!(count >= 5);
    printed(&["check", "assets"]);
}

#[test]
fn content_of_ones_own_is_checked_beside_what_is_shipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("skirmishes");
    std::fs::create_dir(&own).expect("it can be made");
    let lane = std::fs::read_to_string("assets/skirmishes/lane.ron").expect("it is shipped");
    std::fs::write(own.join("alley.ron"), &lane).expect("it can be written");
    let path = folder.path().to_string_lossy();
    printed(&["check", &path]);
    let wrong = lane.replace("archetype: \"brawler\"", "archetype: \"brawlr\"");
    std::fs::write(own.join("alley.ron"), wrong).expect("it can be written");
    let output = breachline(&["check", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 error in the content"));
    let report = String::from_utf8(output.stdout).expect("text").replace(&*path, "FOLDER");
    expect![[r#"
        error: unknown archetype `brawlr`; did you mean `brawler`?
          --> FOLDER/skirmishes/alley.ron:14:36
           |
        14 |         (name: "Ember", archetype: "brawlr", side: "Lanterns", cell: (3, 8)),
           |                                    ^^^^^^^^

    "#]]
    .assert_eq(&report);
}

#[test]
fn ss_barr_40_a_burst_wears_drywall_by_two_points() {
    let odds = answer(&["odds", "assets/scenes/burst_through_drywall.ron"]);
    let harm = &odds["numbers"][1];
    assert_eq!(harm["label"], "damage to drywall");
    let values: Vec<&Value> =
        harm["values"].as_array().expect("values").iter().map(|value| &value["value"]).collect();
    assert_eq!(values, [0, 2]);
}

#[rstest]
#[case::ss_move_09_sprint("sprint(unit: \"Ann\")", "5,5,5,6,2", "metres", 4)]
#[case::ss_init_05_initiative("initiative(unit: \"Ann\")", "4", "score", 13)]
#[case::ss_init_18_a_die_more(
    "initiative_change(unit: \"Ann\", score: 11, attribute: 8, dice: 1, new_dice: 3)",
    "2,5",
    "score",
    18
)]
#[case::ss_init_15_attribute(
    "initiative_change(unit: \"Ann\", score: 11, attribute: 8, dice: 1, new_attribute: 10)",
    "",
    "score",
    13
)]
#[case::ss_wnd_01_flesh("harm(unit: \"Ann\", damage: 11)", "", "wound_modifier", -2)]
fn single_rules(#[case] action: &str, #[case] faces: &str, #[case] field: &str, #[case] number: i64) {
    let (_folder, path) = scene(&two(action));
    let mut arguments = vec!["resolve", &path];
    if !faces.is_empty() {
        arguments.extend(["--dice", faces]);
    }
    assert_eq!(answer(&arguments)["result"][field], number);
}

#[test]
fn ss_init_10_who_wins_the_toss() {
    let same = r#"(name: "Tie", book: swan_song, units: [
        (name: "Ann", archetype: "medic"), (name: "Bob", archetype: "medic"), (name: "Cid", archetype: "gunner"),
    ], action: turn_order(scores: {"Ann": 12, "Bob": 12, "Cid": 12}))"#;
    let (_folder, path) = scene(same);
    let text = printed(&["resolve", &path, "--dice", "4"]);
    assert!(text.contains("Bob, then Ann, then Cid"), "{text}");
    assert!(printed(&["odds", &path]).contains("1/2"));
}

#[test]
fn ss_dmg_23_bleeding_costs_a_point_every_36_rounds() {
    let text = r#"(name: "Down", book: swan_song, units: [
        (name: "Ann", archetype: "marksman", lost: (flesh: 10)),
    ], action: bleed(unit: "Ann", rounds: 36))"#;
    let (_folder, path) = scene(text);
    assert_eq!(answer(&["resolve", &path])["result"]["lost"], 1);
    let (_folder, path) = scene(&text.replace("rounds: 36", "rounds: 35"));
    assert_eq!(answer(&["resolve", &path])["result"]["lost"], 0);
}

#[rstest]
#[case::no_such_file(&["resolve", "nowhere.ron"], "breachline: nowhere.ron: cannot be read")]
#[case::no_such_journal(&["replay", "nowhere.journal"], "breachline: cannot read nowhere.journal")]
#[case::too_few_faces(&["resolve", KNIFE, "--dice", "6,6"], "breachline: attack of unit 1 (SS-ATK-08) needs 7 faces of d6, 2 left")]
#[case::no_such_face(&["resolve", KNIFE, "--dice", "7,1,1,1,1,1,1"], "breachline: attack of unit 1 (SS-ATK-08) rolls 7d6, which cannot show 7")]
#[case::too_many_faces(
    &["resolve", KNIFE, "--dice", "1,1,1,1,1,1,1,5,5,5,5"],
    "breachline: left over: 1 faces, 0 answers; the last roll was defence"
)]
#[case::no_such_defence(&["odds", KNIFE, "--defence", "doge"], "breachline: no answer `doge` here")]
#[case::no_such_clause(&["rules", "SS-ATK-088"], "breachline: unknown clause `SS-ATK-088`; did you mean SS-ATK-08?")]
fn one_sentence_and_exit_code_1(#[case] arguments: &[&str], #[case] start: &str) {
    let sentence = complaint_with(1, arguments);
    assert!(sentence.starts_with(start) && sentence.lines().count() == 1, "{sentence}");
}

#[rstest]
#[case::another_version("(format: 9, name: \"X\", from_the_future: 3)", expect![[r#"
    error: unsupported scene format 9; expected 1
     --> own.ron:1:10
      |
    1 | (format: 9, name: "X", from_the_future: 3)
      |          ^"#]])]
#[case::broken("(name: \"X\",", expect![[r#"
    error: unexpected end of file
     --> own.ron:1:12
      |
    1 | (name: "X",
      |            ^"#]])]
#[case::unknown_field("(nmae: \"X\")", expect![[r#"
    error: unknown field `nmae`; did you mean `name`?
     --> own.ron:1:2
      |
    1 | (nmae: "X")
      |  ^^^^"#]])]
#[case::unknown_action("(name: \"X\", book: swan_song, units: [], action: atack(a: 1))", expect![[r#"
    error: unknown value `atack`; did you mean `attack`?
     --> own.ron:1:49
      |
    1 | (name: "X", book: swan_song, units: [], action: atack(a: 1))
      |                                                 ^^^^^"#]])]
fn broken_scenes(#[case] text: &str, #[case] report: Expect) {
    let (_folder, path) = scene(text);
    let found = complaint_with(1, &["resolve", &path]);
    report.assert_eq(&found.replace(&path, "own.ron"));
    assert_eq!(complaint_with(1, &["odds", &path]), found);
}

#[rstest]
#[case::unit("attack(attacker: \"An\", target: \"Bob\")", "unknown unit `An`; did you mean `Ann`?")]
#[case::weapon(
    "attack(attacker: \"Ann\", target: \"Bob\", weapon: \"smgg\")",
    "unknown weapon `smgg`; did you mean `smg`?"
)]
#[case::mode(
    "attack(attacker: \"Ann\", target: \"Bob\", weapon: \"smg\", mode: long_burst)",
    "`smg` has no fire mode `long_burst`; expected `single`, `burst` or `full_auto_simple`"
)]
#[case::ss_base_30_range(
    "attack(attacker: \"Ann\", target: \"Bob\", weapon: \"smg\", metres: 81)",
    "the target is beyond the weapon's range of 80 m (SS-BASE-30)"
)]
#[case::ss_base_34_reach(
    "attack(attacker: \"Ann\", target: \"Bob\", weapon: \"fists\", metres: 2)",
    "the target is out of reach, 2 m away (SS-BASE-34)"
)]
#[case::hidden("attack(attacker: \"Ann\", target: \"Bob\", hidden: 101)", "hidden is 101; expected 0 to 100")]
#[case::barrier("strike(attacker: \"Ann\", barrier: \"door\")", "unknown barrier `door`")]
#[case::field("sprint(unit: \"Ann\", fast: true)", "unknown field `fast`")]
fn scenes_that_make_no_sense(#[case] action: &str, #[case] what: &str) {
    let (_folder, path) = scene(&two(action));
    let sentence = complaint_with(1, &["resolve", &path]);
    assert!(sentence.contains(what) && sentence.contains("own.ron:"), "{sentence}");
}

/// Two units three metres apart, and a wall at the given place.
fn beside_a_wall(row: u32) -> (tempfile::TempDir, String) {
    scene(&format!(
        r#"(name: "Wall", book: swan_song, units: [
            (name: "Ann", archetype: "officer", cell: (0, 0)), (name: "Bob", archetype: "gunner", cell: (3, 0)),
        ], barriers: [(kind: "drywall", edge: (3, {row}, west))],
        action: attack(attacker: "Ann", target: "Bob", weapon: "smg", mode: single))"#
    ))
}

/// Ann shoots Bob; both have a Karma plan.
fn lucky(ann: &str, bob: &str) -> (tempfile::TempDir, String) {
    scene(&format!(
        r#"(name: "Own", book: swan_song, units: [
            (name: "Ann", archetype: "officer", held: ["smg"], karma: 2, karma_plan: ({ann})),
            (name: "Bob", archetype: "gunner", action_points: 0, karma_plan: ({bob})),
        ], action: attack(attacker: "Ann", target: "Bob", mode: single))"#
    ))
}

#[test]
fn ss_base_25_26_27_karma_in_a_scene() {
    let (_folder, path) = lucky("dice: true, reroll: true", "");
    let again = answer(&["resolve", &path, "--seed", "4"]);
    let rolls: Vec<&str> =
        again["steps"].as_array().expect("steps").iter().filter_map(|step| step["why"].as_str()).collect();
    assert_eq!(rolls[..3], ["attack", "re-roll", "defence"]);
    assert_eq!(again["result"]["karma"], serde_json::json!(["dice", "reroll"]));
    let kept = answer(&["resolve", &path, "--seed", "4", "--answer", "keep"]);
    assert_eq!(kept["result"]["karma"], serde_json::json!(["dice"]));
    assert!(printed(&["resolve", &path, "--seed", "4"]).contains("1 Karma: re-rolled misses"));
    let (_other, short) = lucky("dice: true, reroll: true, ask: true", "dice: true, reroll: true");
    let sentence = complaint_with(1, &["resolve", &short]);
    assert!(sentence.contains("1 Karma is not enough (SS-BASE-25)"), "{sentence}");
}

#[test]
fn ss_base_26_27_odds_follow_the_plans() {
    let hit = |ann: &str, bob: &str, defence: &[&str]| {
        let (_folder, path) = lucky(ann, bob);
        let odds = answer(&[&["odds", path.as_str()], defence].concat());
        odds["chances"]["hit"]["probability"].as_f64().expect("a number")
    };
    let plain = hit("", "", &[]);
    let dice = hit("dice: true", "", &[]);
    let both = hit("dice: true, reroll: true", "", &[]);
    assert!(plain < dice && dice < both, "{plain} {dice} {both}");
    assert_eq!(hit("", "ask: true", &[]), plain);
    assert!(hit("", "ask: true", &["--defence", "standard+karma"]) < plain);
}

#[test]
fn ss_barr_05_blind_fire_follows_from_the_squares() {
    let pool = |row: u32| {
        let (_folder, path) = beside_a_wall(row);
        let answer = answer(&["resolve", &path, "--seed", "1"]);
        let rolls = answer["steps"].as_array().expect("steps").clone();
        rolls.into_iter().find(|step| step["why"] == "attack").expect("an attack roll")
    };
    assert_eq!((pool(5)["dice"].as_u64(), pool(0)["dice"].as_u64()), (Some(8), Some(2)));
    let parts = pool(0)["parts"].clone();
    let blind = serde_json::json!({ "value": -6, "reason": "blind fire", "clause": "SS-BARR-05" });
    assert!(parts.as_array().expect("parts").contains(&blind), "{parts}");
}

#[test]
fn ss_def_22_who_does_not_see_the_attacker_is_unaware() {
    let defends = |row: u32| {
        let (_folder, path) = beside_a_wall(row);
        answer(&["resolve", &path, "--seed", "1"])["result"]["defended"] == true
    };
    assert!(defends(5), "in sight");
    assert!(!defends(0), "behind the wall");
}

#[test]
fn ss_atk_13_reaction_and_intuition() {
    let answer = answer(&["resolve", KNIFE, "--dice", "6,6,2,4,1,5,1,2,5,4,5,6,1,2"]);
    let rolls = answer["steps"].as_array().expect("steps").clone();
    let defence = rolls.into_iter().find(|step| step["why"] == "defence").expect("a defence roll");
    assert_eq!((defence["dice"].as_u64(), defence["value"].as_u64()), (Some(3), Some(1)));
    let reasons: Vec<Value> =
        defence["parts"].as_array().expect("parts").iter().map(|part| part["reason"].clone()).collect();
    assert_eq!(reasons, ["Reaction", "Intuition"]);
}

#[test]
fn a_journal_of_another_version_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.journal");
    std::fs::write(&path, "{\"breachline\":99}\n").expect("it can be written");
    let sentence = complaint_with(1, &["replay", path.to_str().expect("a plain name")]);
    assert!(
        sentence.contains("has journal format 99, and this version of the program reads formats 1 to 2"),
        "{sentence}"
    );
    assert_eq!(sentence.lines().count(), 1);
}

#[rstest]
#[case(&["dance"])]
#[case(&["resolve"])]
#[case(&["odds", KNIFE, "--format", "yaml"])]
#[case(&["resolve", KNIFE, "--dice", "six"])]
fn wrong_usage_is_exit_code_2(#[case] arguments: &[&str]) {
    assert!(complaint_with(2, arguments).contains("error:"));
}

#[test]
fn rules_are_looked_up() {
    let clause = printed(&["rules", "ss-barr-11"]);
    for part in ["SS-BARR-11", "Ruling: ", "Used in:", "src/rules/barriers.rs"] {
        assert!(clause.contains(part), "{part} is not in\n{clause}");
    }
    let chapter = printed(&["rules", "knock"]);
    assert!(chapter.contains("SS-KNOCK-08"), "{chapter}");
    let objects = printed(&["rules", "obj"]);
    assert!(objects.contains("AB-OBJ-10") && !objects.contains("(waits for"), "{objects}");
    let all = printed(&["rules"]);
    assert!(all.contains("BASE: ") && all.contains("KNOCK: ") && all.lines().count() > 400);
    assert_eq!(answer(&["rules", "SS-ATK-08"])["id"], "SS-ATK-08");
    assert_eq!(answer(&["rules"])["books"][0]["chapters"][0]["id"], "BASE");
}
