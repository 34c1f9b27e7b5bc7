//! An attack on each location of both tables, SS-T13 and SS-T15, through orders: the board shows the effects. The
//! same orders are a script for the window, `tests/window/called_shots.ron`, with a picture after each shot.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use breachline::battle::journal;
use breachline::battle::{Order, Target};
use breachline::content::{self, SkirmishOverrides};
use breachline::model::{Side, UnitId};
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::defence::methods::AvailableDefence;
use breachline::rules::swan_song::{AttackContext, rulebook};
use expect_test::expect_file;

use crate::common::{Fight, SHOT, faces_for_hits};
use crate::skirmish::load;

/// Every location and part, and what its target suffers if all its tests fail. Gut, neck and sternum take enough damage
/// for an ordinary knockdown as well.
const TABLE: [(&str, &[&str]); 22] = [
    ("left_ankle", &["Slowed", "Winded"]),
    ("right_ear", &["Deaf ear", "Stunned"]),
    ("left_eye", &["Blind eye", "Stunned"]),
    ("right_foot", &["Slowed", "Stunned", "Winded"]),
    ("left_forearm", &["Broken grip", "Drops"]),
    ("genitals", &["Buckled", "Nauseous", "Prone", "Stunned"]),
    ("gut", &["Nauseous", "Prone", "Slow death", "Stunned"]),
    ("right_hand", &["Broken grip", "Drops", "Stunned"]),
    ("left_hip", &["Prone", "Slowed"]),
    ("jaw", &["Stunned", "Unable to speak"]),
    ("right_knee", &["Prone", "Slowed", "Stunned", "Winded"]),
    ("neck", &["Bleedout", "Prone", "Stunned"]),
    ("left_shin", &["Prone", "Slowed", "Winded"]),
    ("right_shoulder", &["Hurt arm", "Stunned", "Useless arm"]),
    ("sternum", &["Prone", "Stunned", "Winded"]),
    ("left_thigh", &["Slowed", "Winded"]),
    ("engine_block", &["Disabled"]),
    ("fuel_tank", &["Disabled", "Leaking"]),
    ("axle", &["Broken axle"]),
    ("antenna", &["Cut off"]),
    ("door_lock", &["Jammed door"]),
    ("window_motor", &["Jammed window"]),
];

/// Shooters of the range; their targets come after them, in the order of the table.
const SHOOTERS: u32 = 22;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window")
}

/// The shooting range after the battle has begun: every shooter acts before every target.
fn range(script: &mut Vec<Order>) -> Fight {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loaded = content::load_content(&[assets, tests().join("home/content")]);
    let bundle = content::bundle_skirmish(&loaded.content, "range", &SkirmishOverrides::default())
        .expect("the range is whole");
    let mut fight = load(bundle, 7);
    // One die for a marksman and a truck, two for a target of flesh.
    let initiative = [[6; 22].as_slice(), &[1; 32], &[1; 6]].concat();
    give(&mut fight, script, Order::Dice { faces: initiative });
    for side in [0, 1] {
        give(&mut fight, script, Order::Begin { side: Side(side) });
    }
    fight
}

fn give(fight: &mut Fight, script: &mut Vec<Order>, order: Order) {
    script.push(order.clone());
    fight.submit(order);
}

fn scene(fight: &mut Fight, unit: u32, target: u32, option: &str) -> AttackContext {
    let aimed =
        breachline::battle::AttackChoice { unit: UnitId(unit), weapon: 0, mode: SHOT, option: Some(option) };
    let request = fight.view(|view| view.attack_request(aimed, UnitId(target))).expect("both are there");
    rulebook::attack_context(request.on_unit().expect("an attack on a unit"))
}

/// One shot with one net hit; two points of damage are left, and every test of the target fails.
fn shoot(fight: &mut Fight, script: &mut Vec<Order>, option: &str) -> u32 {
    let unit = fight.acting().expect("a shooter acts");
    assert!(unit <= SHOOTERS, "unit {unit} is not a shooter");
    let number = TABLE.iter().position(|(known, _)| *known == option).expect("it is in the table") as u32;
    let target = SHOOTERS + 1 + number;
    let scene = scene(fight, unit, target, option);
    let plan = AttackPlan::new(&scene);
    let defence = match &plan.defence {
        AvailableDefence::Options(options) => options[0].pool,
        AvailableDefence::CoverOnly(parts) => parts.pool(),
        AvailableDefence::Undefended => 0,
    };
    let base = plan.damage.pool() + 1;
    let soak = plan.soak.pool();
    let rolls =
        faces_for_hits(&[(1, plan.attack.pool()), (0, defence), (base.saturating_sub(2).min(soak), soak)]);
    let aimed = Order::Attack {
        unit: UnitId(unit),
        target: Target::Unit(UnitId(target)),
        weapon: 0,
        mode: SHOT,
        option: Some(option.to_owned()),
    };
    let orders = |extra: usize| {
        let faces = rolls.iter().copied().chain(std::iter::repeat_n(2, extra)).collect();
        [Order::Dice { faces }, aimed.clone(), Order::Decide { answer: "standard".to_owned() }]
    };
    // Queue too many dice first to see how many its tests take.
    let spare = 60;
    let mut given = 0;
    for order in orders(spare) {
        let answers = matches!(order, Order::Decide { .. });
        if !answers || fight.asked().iter().any(|key| key == "standard") {
            fight.submit(order);
            given += 1;
        }
    }
    assert_eq!(fight.asked(), Vec::<String>::new(), "{option}");
    let left = fight.dice_left();
    for _ in 0..given {
        journal::undo_last_order(&mut fight.world).expect("tests may take everything back");
    }
    for order in orders(spare - left).into_iter().take(given) {
        give(fight, script, order);
    }
    assert_eq!(fight.dice_left(), 0, "{option}");
    target
}

/// The effects on a unit, in words.
fn suffers(fight: &mut Fight, unit: u32, score: i32, carried: usize) -> BTreeSet<String> {
    fight.unit(unit, |unit| {
        let ailments = unit.status.ailments().iter().map(|one| one.ailment.name().to_owned());
        let mut all: BTreeSet<String> = ailments.filter(|name| name != "Reeling").collect();
        let mut add = |name: &str, so: bool| so.then(|| all.insert(name.to_owned()));
        add("Prone", unit.is_prone());
        add("Stunned", unit.initiative.score() < score);
        add("Drops", unit.inventory.items().count() < carried);
        all
    })
}

#[test]
fn ss_call_11_every_location_of_both_tables() {
    let mut orders = Vec::new();
    let mut fight = range(&mut orders);
    let mut script = script_of(&orders, 0, None);
    let mut wrong = Vec::new();
    for (option, expected) in TABLE {
        let mut orders = Vec::new();
        let target =
            SHOOTERS + 1 + TABLE.iter().position(|(known, _)| *known == option).expect("listed") as u32;
        let (score, carried) =
            (fight.score(target), fight.unit(target, |unit| unit.inventory.items().count()));
        shoot(&mut fight, &mut orders, option);
        let found = suffers(&mut fight, target, score, carried);
        if !found.iter().map(String::as_str).eq(expected.iter().copied()) {
            wrong.push((option, found));
        }
        let unit = UnitId(fight.acting().expect("the shooter still acts"));
        give(&mut fight, &mut orders, Order::EndPhase { unit });
        script += &script_of(&orders, 1, Some(option));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let head = "// A called shot at each location of tables SS-T13 and SS-T15, with a picture after each. Written by\n\
                // `UPDATE_EXPECT=1 cargo test --test play called_table`. To see it, with a copy of tests/window/home as home:\n\
                //   BREACHLINE_HOME=COPY breachline play range --seed 7 --script tests/window/called_shots.ron\n";
    let text = format!("{head}[\n    Expect(Battle),\n{script}    Quit,\n]\n");
    expect_file!["../window/called_shots.ron"].assert_eq(&text);
}

/// Orders as steps of a script; the last order of a shot comes after its screenshot.
fn script_of(orders: &[Order], behind: usize, picture: Option<&str>) -> String {
    let mut text = String::new();
    for (number, order) in orders.iter().enumerate() {
        if let Some(name) = picture.filter(|_| number + behind == orders.len()) {
            let _ = writeln!(text, "    Hover(cell: ({}, 12)),", column(name));
            let _ = writeln!(text, "    Wait(40),");
            let _ = writeln!(text, "    Screenshot(\"target/pictures/called_shots/{name}.png\"),");
        }
        let _ = writeln!(text, "    Order({}),", written(order));
    }
    text
}

/// The column of the target of a shot.
fn column(option: &str) -> usize {
    TABLE.iter().position(|(known, _)| *known == option).expect("it is in the table") + 1
}

/// An order as scripts write it.
fn written(order: &Order) -> String {
    use ron::extensions::Extensions;
    let options = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES);
    options.to_string(order).expect("orders are plain data")
}
