//! Scenes of the four other books: examples from their catalogues, and odds calculated by hand.

use breachline::dice::{SymbolDie, Symbols};
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::{answer, complaint, printed, scene, total_probability};

/// Two units of a book and an action between them.
fn two(book: &str, action: &str) -> String {
    format!(
        r#"(name: "Own", book: {book}, units: [
            (name: "Ann", archetype: "officer", cell: (0, 0)), (name: "Bob", archetype: "gunner", cell: (3, 0)),
        ], barriers: [(kind: "drywall")], action: {action})"#
    )
}

/// A fraction's numerator over another denominator that it divides.
fn share(value: &Value, all: u128) -> u128 {
    let whole = |key: &str| value[key].as_str().expect("in quotes").parse::<u128>().expect("it fits");
    assert_eq!(all % whole("denominator"), 0, "{value}");
    whole("numerator") * (all / whole("denominator"))
}

/// The shares of a number's values, from 0 on.
fn shares(odds: &Value, number: usize, all: u128) -> Vec<u128> {
    let mut shares = Vec::new();
    for value in odds["numbers"][number]["values"].as_array().expect("values") {
        let at = value["value"].as_u64().expect("not below 0") as usize;
        shares.resize(at, 0);
        shares.push(share(value, all));
    }
    shares
}

/// Number of ways to roll exactly `hits` with `dice`, where a die hits in `yes` ways and misses in `no` ways.
fn ways(dice: u32, hits: u32, yes: u128, no: u128) -> u128 {
    let choose = (0..hits).fold(1, |all, at| all * u128::from(dice - at) / u128::from(at + 1));
    if hits > dice { 0 } else { choose * yes.pow(hits) * no.pow(dice - hits) }
}

fn add(counts: &mut Vec<u128>, at: u32, ways: u128) {
    let at = at as usize;
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += ways;
}

fn roll<'a>(answer: &'a Value, why: &str) -> &'a Value {
    let steps = answer["steps"].as_array().expect("steps");
    steps.iter().find(|step| step["why"] == why).unwrap_or_else(|| panic!("no {why} in {answer:#}"))
}

const GUNSHOT: &str = "assets/scenes/aberrant_gunshot.ron";
const LAYERS: &str = "assets/scenes/aberrant_layers.ron";
const MAIL: &str = "assets/scenes/sword_and_mail.ron";
const CRATES: &str = "assets/scenes/behind_crates.ron";
const DODGE: &str = "assets/scenes/dodge_in_melee.ron";
const PISTOL: &str = "assets/scenes/pistol_at_medium_range.ron";
const INJURY: &str = "assets/scenes/critical_injury.ron";
const FOUR: &str = "assets/scenes/four_dice.ron";

#[test]
fn ab_base_04_each_point_of_margin_beyond_the_first_is_a_die() {
    // Four successes: 5 + 3 dice less 1 of soak.
    let answer = answer(&["resolve", GUNSHOT, "--dice", "7,3,3,10,7,8,1,9,2,4,1,2,7"]);
    assert_eq!(roll(&answer, "damage")["dice"], 7);
    assert_eq!((&answer["result"]["net"], &answer["result"]["damage"]), (&json!(4), &json!(2)));
    assert_eq!(answer["result"]["units"]["Bob"]["damage"], 2);
    let effects = answer["result"]["effects"].as_array().expect("a list");
    let changes: Vec<_> = effects.iter().filter_map(|effect| effect.get("condition")).collect();
    assert_eq!(changes.len(), 1, "the note on the defence changes nothing");
    assert_eq!(changes[0]["after"]["aberrant"]["marks"]["lethal"], 2);
}

#[test]
fn ab_base_18_odds_by_hand() {
    let all = 10_u128.pow(15);
    let mut damages = Vec::new();
    for margin in 0..=6 {
        let attack = ways(6, margin, 4, 6);
        if margin == 0 {
            add(&mut damages, 0, attack * 10_u128.pow(9));
            continue;
        }
        let dice = 5 + margin - 1 - 1;
        for levels in 0..=dice {
            add(&mut damages, levels, attack * ways(dice, levels, 4, 6) * 10_u128.pow(9 - dice));
        }
    }
    // Eight levels and more fill the track: by default a grievous injury takes their place. `AB-GRIEV-02`, `AB-GRIEV-03`
    let incapacitating: u128 = damages.split_off(8).iter().sum();
    damages[1] += incapacitating;
    let odds = answer(&["odds", GUNSHOT]);
    assert_eq!(shares(&odds, 0, all), damages);
    assert_eq!(share(&odds["chances"]["miss"], all), ways(6, 0, 4, 6) * 10_u128.pow(9));
}

#[test]
fn ab_stack_10_four_layers() {
    // 8 + 5 dice less 8 of armour and 1 of Stamina 2; the armour is too heavy for a dodge.
    let answer = answer(&["resolve", LAYERS, "--dice", "7,7,7,7,7,7,1,1,1,1"]);
    assert_eq!(roll(&answer, "damage")["dice"], 4);
    let steps = answer["steps"].as_array().expect("steps");
    let mut parts = steps.iter().filter_map(|step| step["parts"].as_array()).flatten();
    assert!(parts.any(|part| part["reason"] == "armour" && part["value"] == 8), "{steps:?}");
}

#[test]
fn ad_res_16_the_worked_attack() {
    let answer = answer(&["resolve", MAIL, "--dice", "5,5,6,6,5,1,6,5,2,1,1,5,6,2,1"]);
    let result = &answer["result"];
    assert_eq!((&result["net"], &result["damage"]), (&json!(3), &json!(5)));
    let bob = &result["units"]["Bob"];
    assert_eq!(*bob, json!({ "damage": 5, "down": null, "knocked_down": true }));
    let after = result["effects"].as_array().expect("effects").iter().find_map(|effect| {
        let after = &effect["condition"]["after"]["attacks_and_damage"];
        (!after.is_null()).then_some(after)
    });
    let after = after.expect("boxes are marked");
    assert_eq!((&after["light"], &after["critical"]), (&json!(2), &json!(3)));
}

#[test]
fn ad_res_01_odds_by_hand() {
    let all = 3_u128.pow(15);
    let mut damages = Vec::new();
    let mut missed = 0;
    for attack in 0..=6 {
        for defence in 0..=5 {
            for resisted in 0..=4 {
                let count = ways(6, attack, 1, 2) * ways(5, defence, 1, 2) * ways(4, resisted, 1, 2);
                let damage = if attack < defence {
                    missed += count;
                    0
                } else {
                    (6 + attack - defence - 2_u32).saturating_sub(resisted)
                };
                add(&mut damages, damage, count);
            }
        }
    }
    let odds = answer(&["odds", MAIL]);
    assert_eq!(shares(&odds, 0, all), damages);
    assert_eq!(share(&odds["chances"]["miss"], all), missed);
    assert_eq!(odds["defence"], "dodge_reaction");
}

#[test]
fn ad_freq_01_the_third_defence_has_two_dice_fewer() {
    let answer = answer(&["resolve", "assets/scenes/third_defence.ron", "--seed", "1"]);
    let parts = roll(&answer, "defence test")["parts"].as_array().expect("parts");
    assert!(parts.iter().any(|part| part["clause"] == "AD-FREQ-01" && part["value"] == -2), "{parts:?}");
}

#[test]
fn cs_cov_05_only_what_is_behind_it_is_covered() {
    // 41 becomes 14, an arm; 58 becomes 85, a leg behind crates of AP 2 less 1 of Penetration.
    let arm = answer(&["resolve", CRATES, "--dice", "41,5"]);
    assert_eq!((&arm["result"]["damage"], &arm["result"]["barriers"]), (&json!(5), &json!([])));
    let leg = answer(&["resolve", CRATES, "--dice", "58,5"]);
    assert_eq!(leg["result"]["damage"], 4);
    assert_eq!(leg["result"]["barriers"], json!([{ "barrier": "crates", "damage": 1 }]));
}

#[test]
fn cs_base_11_odds_by_hand() {
    let mut damages = Vec::new();
    for roll in 1..=100_u32 {
        let swapped = roll % 10 * 10 + roll / 10 % 10;
        let leg = !(1..=70).contains(&swapped);
        for die in 1..=10_u32 {
            let damage = match roll {
                61.. => 0,
                _ if leg => die - 1,
                _ => die,
            };
            add(&mut damages, damage, 1);
        }
    }
    assert_eq!(shares(&answer(&["odds", CRATES]), 0, 1000), damages);
}

#[test]
fn cs_base_14_a_dodge_and_a_fate_point() {
    // Weapon Skill 54, Dodge 50.
    let odds = answer(&["odds", DODGE]);
    assert_eq!(share(&odds["chances"]["hit"], 10_000), 54 * 50);
    let odds = answer(&["odds", DODGE, "--defence", "dodge,fate"]);
    // A second roll after a failure.
    assert_eq!(share(&odds["chances"]["hit"], 100_000_000), (5400 + 46 * 54) * 50 * 50);
}

#[test]
fn cc_dmg_09_the_worked_attack() {
    let answer = answer(&["resolve", PISTOL, "--dice", "1,2,2,5,4,12", "--answer", "stop,strain"]);
    let check = roll(&answer, "combat check");
    assert_eq!(check["symbols"], json!({ "successes": 3, "advantages": -1, "triumphs": 1, "despairs": 0 }));
    let pool =
        json!({ "boost": 0, "setback": 1, "ability": 1, "difficulty": 2, "proficiency": 2, "challenge": 0 });
    assert_eq!(check["pool"], pool);
    assert_eq!((&answer["result"]["contact"], &answer["result"]["damage"]), (&json!("hit"), &json!(5)));
}

#[test]
fn cc_dmg_10_the_worked_miss() {
    let text = std::fs::read_to_string(PISTOL).expect("a scene");
    let (_folder, path) = scene(
        &text.replace("held: [\"heavy_pistol\"],", "held: [\"heavy_pistol\"], condition: (strain: 2),"),
    );
    let answer = answer(&["resolve", &path, "--dice", "3,5,3,4,7,4", "--answer", "strain"]);
    assert_eq!((&answer["result"]["contact"], &answer["result"]["damage"]), (&json!("miss"), &json!(0)));
    assert_eq!(answer["result"]["effects"][0]["condition"]["after"]["combat_checks"]["strain"], 1);
}

#[test]
fn cc_chk_02_joint_odds_of_four_dice_by_brute_force() {
    let dice = [SymbolDie::Ability, SymbolDie::Proficiency, SymbolDie::Difficulty, SymbolDie::Difficulty];
    let mut joint = std::collections::BTreeMap::new();
    let all: u32 = dice.iter().map(|die| u32::from(die.sides())).product();
    for number in 0..all {
        let mut rest = number;
        let mut symbols = Symbols::default();
        for die in dice {
            let sides = u32::from(die.sides());
            symbols.add(die.face((rest % sides) as u8 + 1));
            rest /= sides;
        }
        *joint.entry((i64::from(symbols.successes), i64::from(symbols.advantages))).or_insert(0_u128) += 1;
    }
    let odds = answer(&["odds", FOUR]);
    let told: std::collections::BTreeMap<(i64, i64), u128> = odds["joint"]
        .as_array()
        .expect("cells")
        .iter()
        .map(|cell| {
            let at = |key: &str| cell[key].as_i64().expect("a number");
            ((at("successes"), at("advantages")), share(cell, u128::from(all)))
        })
        .collect();
    assert_eq!(told, joint);
    assert!(printed(&["odds", FOUR]).contains("+1 / -1"));
    // An attack has them too.
    assert!(answer(&["odds", PISTOL])["joint"].as_array().is_some_and(|cells| cells.len() > 40));
}

#[test]
fn cc_crit_07_injuries_add_ten_each() {
    let result = |die: &str| answer(&["resolve", INJURY, "--dice", die])["result"].clone();
    assert_eq!(result("63"), json!({ "injury": "At the Brink", "totals": "91-95", "clause": "CC-CHART-19" }));
    assert_eq!(result("1")["injury"], "Stunned");
    assert_eq!(answer(&["odds", INJURY])["outcomes"].as_array().map(Vec::len), Some(20));
}

#[rstest]
#[case::ab_base_02("aberrant", "test(dice: 5, difficulty: 1)", "7,8,9,1,1", "net", json!(2))]
#[case::ab_base_03("aberrant", "test(dice: 2, against: 3)", "7,8,9,1,1", "net", json!(1))]
#[case::ad_base("attacks_and_damage", "test(dice: 3)", "5,6,1", "successes", json!(2))]
#[case::cs_base_03("circumstances", "test(target: 54)", "23", "degrees", json!(3))]
#[case::cs_base_04("circumstances", "test(target: 54)", "100", "degrees", json!(4))]
#[case::ss_init("attacks_and_damage", "initiative(unit: \"Ann\")", "4", "score", Value::Null)]
#[case::ab_init("aberrant", "initiative(unit: \"Ann\")", "10", "score", Value::Null)]
#[case::sprint("aberrant", "sprint(unit: \"Bob\")", "10,10,1,1", "metres", json!(2))]
#[case::deed("aberrant", "deed(unit: \"Ann\", key: \"reserve\")", "", "damage", json!(0))]
#[case::deed("combat_checks", "deed(unit: \"Ann\", key: \"aim\")", "", "damage", json!(0))]
#[case::phase("circumstances", "phase_begins(unit: \"Ann\")", "", "lost", Value::Null)]
#[case::phase("combat_checks", "phase_ends(unit: \"Ann\")", "", "lost", Value::Null)]
#[case::round("aberrant", "round_ends(unit: \"Ann\")", "", "lost", Value::Null)]
fn every_action_has_an_answer(
    #[case] book: &str,
    #[case] action: &str,
    #[case] faces: &str,
    #[case] field: &str,
    #[case] wanted: Value,
) {
    let (_folder, path) = scene(&two(book, action));
    let mut arguments = vec!["resolve", &path];
    if !faces.is_empty() {
        arguments.extend(["--dice", faces]);
    }
    let result = &answer(&arguments)["result"];
    assert!(wanted.is_null() || result[field] == wanted, "{result:#}");
    assert!(result.get(field).is_some(), "{result:#}");
    let odds = answer(&["odds", &path]);
    let sum = total_probability(&odds);
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

#[rstest]
#[case("aberrant")]
#[case("attacks_and_damage")]
#[case("circumstances")]
#[case("combat_checks")]
fn walls_are_struck_in_every_book(#[case] book: &str) {
    let (_folder, path) = scene(&two(book, "strike(attacker: \"Bob\", barrier: \"drywall\")"));
    let odds = answer(&["odds", &path]);
    assert!(odds["chances"]["hit"]["probability"].as_f64() > Some(0.0), "{odds:#}");
    let (_folder, path) = scene(&two(book, "attack(attacker: \"Bob\", target: \"Ann\", hidden: 60)"));
    assert_eq!(answer(&["odds", &path])["numbers"][2]["key"], "barrier_1");
}

#[test]
fn cs_una_06_a_hidden_unit_is_looked_for() {
    let text = r#"(name: "Own", book: circumstances, units: [
        (name: "Ann", archetype: "scout"), (name: "Bob", archetype: "gunner", concealed: true),
    ], action: notice(unit: "Ann", hidden: "Bob", metres: 5))"#;
    let (_folder, path) = scene(text);
    assert_eq!(share(&answer(&["odds", &path])["chances"]["noticed"], 100), 48);
}

#[test]
fn cs_ter_03_difficult_ground() {
    let text = r#"(name: "Own", book: circumstances, units: [(name: "Ann", archetype: "scout")],
        action: footing(unit: "Ann", run: true, path: [(), (difficulty: 20), (difficulty: 20)]))"#;
    let (_folder, path) = scene(text);
    // Agility 52 - 20, and one square less after a failure.
    assert_eq!(shares(&answer(&["odds", &path]), 0, 100), [0, 0, 68, 32]);
}

#[rstest]
#[case::unit(
    "aberrant",
    "attack(attacker: \"An\", target: \"Bob\")",
    "unknown unit `An`; did you mean `Ann`?"
)]
#[case::weapon(
    "aberrant",
    "attack(attacker: \"Ann\", target: \"Bob\", weapon: \"smgg\")",
    "did you mean `smg`?"
)]
#[case::option(
    "aberrant",
    "attack(attacker: \"Ann\", target: \"Bob\", option: \"vitla\")",
    "did you mean `vital`?"
)]
#[case::reach(
    "combat_checks",
    "attack(attacker: \"Ann\", target: \"Bob\", weapon: \"fists\")",
    "out of reach"
)]
#[case::deed(
    "combat_checks",
    "deed(unit: \"Ann\", key: \"aimm\")",
    "unknown action `aimm`; did you mean `aim`?"
)]
#[case::action_unknown_to_the_book(
    "attacks_and_damage",
    "deed(unit: \"Ann\", key: \"aim\")",
    "unknown action `aim`"
)]
#[case::roll(
    "aberrant",
    "roll(pool: (ability: 1))",
    "this roll does not exist in Aberrant; expected `test(dice: ..)`"
)]
#[case::test("combat_checks", "test(dice: 3)", "expected `roll(pool: ..)` or `injury(..)`")]
#[case::sprint("circumstances", "sprint(unit: \"Ann\")", "Circumstances has no sprints")]
#[case::action(
    "circumstances",
    "bleed(unit: \"Ann\", rounds: 2)",
    "this action does not exist in Circumstances"
)]
fn scenes_that_make_no_sense(#[case] book: &str, #[case] action: &str, #[case] what: &str) {
    let (_folder, path) = scene(&two(book, action));
    let sentence = complaint(&["resolve", &path]);
    let [title, place, .., mark] = *sentence.lines().collect::<Vec<_>>() else { panic!("{sentence}") };
    assert!(title.starts_with("error: ") && title.contains(what), "{sentence}");
    assert!(place.contains("--> ") && place.contains("own.ron:") && mark.contains('^'), "{sentence}");
}

#[test]
fn an_answer_to_nothing_is_refused() {
    let sentence = complaint(&["odds", DODGE, "--defence", "doge"]);
    assert!(sentence.contains("no answer `doge` here") && sentence.contains("did you mean `dodge`?"));
    let sentence = complaint(&["odds", CRATES, "--defence", "dodge"]);
    assert!(sentence.contains("this scene has no prompts"), "{sentence}");
}

#[test]
fn odds_in_full_tell_effects_apart() {
    let brief = answer(&["odds", DODGE])["outcomes"].as_array().map(Vec::len);
    let full = answer(&["odds", DODGE, "--effects"]);
    assert!(brief < full["outcomes"].as_array().map(Vec::len));
    let effects = |outcome: &Value| outcome["result"]["effects"].is_array();
    assert!(full["outcomes"].as_array().expect("outcomes").iter().any(effects));
}

#[test]
fn cs_base_35_an_area_hits_its_target_and_units_near_it() {
    let text = |others: &str| {
        format!(
            r#"(name: "Own", book: circumstances, weapons: {{
                "bomb": (name: "Bomb", class: thrown, damage: "1d10+2", blast: 1, range: 40, magazine: 3),
            }}, units: [
                (name: "Ann", archetype: "brawler", held: ["bomb"], cell: (0, 0)),
                (name: "Bob", archetype: "gunner", cell: (15, 0)), {others}
            ], action: attack(attacker: "Ann", target: "Bob"))"#
        )
    };
    let (_folder, path) = scene(&text(r#"(name: "Cid", archetype: "gunner", cell: (16, 0)),"#));
    // A hit on the target, no dodge, the right leg, a 9; the same for the bystander.
    let both =
        answer(&["resolve", &path, "--dice", "5,100,80,9,100,80,10", "--answer", "dodge,keep,dodge,keep"]);
    let wounds = |name: &str| both["result"]["units"][name]["damage"].clone();
    assert_eq!((wounds("Bob"), wounds("Cid")), (json!(3), json!(4)));
}

#[rstest]
#[case("swan_song", "Ann walks: 1 m")]
#[case("aberrant", "Ann walks: 1 m")]
#[case("attacks_and_damage", "Ann walks: 1 m")]
#[case("circumstances", "Ann walks: 1 m")]
#[case("combat_checks", "Refused: Ann: the free manoeuvre is used")]
fn ss_act_60_an_opened_door_is_walked_through_in_fog(#[case] book: &str, #[case] what: &str) {
    let (_folder, path) = scene(&format!(
        r#"(name: "Door", description: "A walk through a door.", book: {book}, options: (fog_of_war: true),
        sides: [(name: "Attackers", colour: 0), (name: "Defenders", colour: 1)],
        units: [
            (name: "Ann", archetype: "scout", side: "Attackers", cell: (2, 1)),
            (name: "Bob", archetype: "medic", side: "Defenders", cell: (5, 2)),
        ],
        ground: "concrete", legend: {{"|": (edge: "brick_wall"), "d": (edge: "wooden_door")}},
        map: [
            "             ",
            "      |      ",
            "             ",
            "      d      ",
            "             ",
            "      |      ",
            "             ",
        ],
        seed: 4,
        orders: [
            door(unit: "Ann", barrier: (cell: (2, 1), side: east)),
            move(unit: "Ann", path: [(3, 1)]),
        ])"#
    ));
    let lines = printed(&["resolve", &path]);
    assert!(lines.contains("Ann opens the wooden door"), "{lines}");
    assert!(lines.contains(what), "{lines}");
}
