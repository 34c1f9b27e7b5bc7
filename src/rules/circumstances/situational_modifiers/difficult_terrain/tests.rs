use rstest::rstest;

use super::*;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::test_fixtures::*;
use model::UnitId;

/// A runner with WS 45, Agility 38 and Acrobatics 50.
fn runner() -> Fighter {
    fighter(1, |sheet| {
        sheet.characteristics.weapon_skill = 45;
        sheet.characteristics.agility = 38;
        sheet.skills.insert(Skill::Acrobatics, 50);
    })
}

fn ran(fighter: &Fighter, path: &[u8], faces: &[u8], answers: &[&str]) -> CrossingResult {
    crossed((fighter, CombatAction::Run), path, faces, answers)
}

fn crossed(
    (fighter, action): (&Fighter, CombatAction),
    path: &[u8],
    faces: &[u8],
    answers: &[&str],
) -> CrossingResult {
    let switches = Switches::default();
    let crossing = TerrainCrossing { fighter, action, path, switches: &switches };
    play_script(faces, answers, |table| resolve_crossing(table, &crossing)).0
}

#[test]
fn cs_ter_01_weapon_skill_in_the_testers_square() {
    let mut context = attack_context(sword());
    context.attacker = runner();
    context.surroundings.attacker.difficulty = 20;
    assert_eq!(target_number_of(&context), 25);
    context.surroundings = Default::default();
    context.surroundings.target.difficulty = 20;
    assert_eq!(target_number_of(&context), 45);
}

#[test]
fn cs_base_10_parry_is_a_weapon_skill_test() {
    let mut context = attack_context(sword());
    context.defender = Fighter { id: UnitId(2), reaction: true, ..runner() };
    context.surroundings.target.difficulty = 20;
    let plan = AttackPlan::new(&context);
    assert_eq!((plan.defence.evasions[0].0.key(), plan.defence.evasions[0].1.number), ("parry", 25));
}

#[test]
fn cs_ter_02_agility_in_the_testers_square() {
    let unit = runner();
    let ground = GroundConditions { difficulty: 10, ..GroundConditions::default() };
    let parts = agility_parts(&unit, ground);
    let target =
        TargetNumber::for_characteristic(&unit.sheet, Characteristic::Agility, parts, &Switches::default());
    assert_eq!(target.number, 28);
}

#[rstest]
#[case::two_difficult_squares(CombatAction::Run, &[0, 10, 0, 10], true)]
#[case::cs_ter_04_one_on_a_charge(CombatAction::Charge, &[0, 10], true)]
#[case::no_difficult_square(CombatAction::Run, &[0, 0], false)]
#[case::cs_ter_04_none_on_a_charge(CombatAction::Charge, &[0, 0], false)]
fn cs_ter_03_running_asks_for_one_test(
    #[case] action: CombatAction,
    #[case] path: &[u8],
    #[case] asked: bool,
) {
    let (faces, answers): (&[u8], &[&str]) = if asked { (&[1], &["acrobatics"]) } else { (&[], &[]) };
    assert_eq!(
        crossed((&runner(), action), path, faces, answers),
        CrossingResult { squares: path.len(), prone: false, fate_spent: false, curse_spent: false }
    );
}

#[rstest]
#[case::acrobatics_is_better(40, 35, "acrobatics")]
#[case::agility_is_better(30, 35, "agility")]
fn cs_ter_05_the_runner_chooses(#[case] acrobatics: u8, #[case] agility: u8, #[case] first: &str) {
    let unit = fighter(1, |sheet| {
        sheet.characteristics.agility = agility;
        sheet.skills.insert(Skill::Acrobatics, acrobatics);
    });
    let switches = Switches::default();
    let crossing =
        TerrainCrossing { fighter: &unit, action: CombatAction::Charge, path: &[10], switches: &switches };
    let mut table = dice::ScriptedTable::new([], Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_crossing(&mut table, &crossing) else {
        panic!("asked")
    };
    assert_eq!(prompt.answers.len(), 2);
    assert_eq!(prompt.answers[0].key, first);
    let best = acrobatics.max(agility);
    assert!(!ran(&unit, &[10], &[best - 10], &[first]).prone);
    let other = if first == "agility" { "acrobatics" } else { "agility" };
    assert!(ran(&unit, &[10], &[best - 10], &[other]).prone);
}

#[test]
fn cs_ter_06_a_failed_test_stops_in_the_terrain() {
    let crossed = ran(&runner(), &[0, 0, 0, 10, 10, 10], &[100], &["acrobatics"]);
    assert_eq!(crossed.squares, 4);
}

#[test]
fn cs_ter_07_and_fells() {
    assert!(ran(&runner(), &[10], &[41], &["acrobatics"]).prone);
    assert!(!ran(&runner(), &[10], &[40], &["acrobatics"]).prone);
}

#[test]
fn cs_ter_08_the_terrain_hampers_its_own_test() {
    assert!(!ran(&runner(), &[20], &[30], &["acrobatics"]).prone);
    assert!(ran(&runner(), &[20], &[31], &["acrobatics"]).prone);
}

#[test]
fn cs_ter_09_one_test_at_the_highest_value() {
    assert!(!ran(&runner(), &[10, 20, 10], &[30], &["acrobatics"]).prone);
    let fallen = ran(&runner(), &[10, 20, 10], &[31], &["acrobatics"]);
    assert_eq!((fallen.squares, fallen.prone), (1, true));
}

#[rstest]
#[case::cs_ter_10_move(CombatAction::Move, false)]
#[case::cs_ter_10_full_move(CombatAction::FullMove, false)]
#[case::cs_ter_03_run(CombatAction::Run, true)]
#[case::cs_ter_04_charge(CombatAction::Charge, true)]
fn cs_ter_10_walking_needs_no_test(#[case] action: CombatAction, #[case] asked: bool) {
    let (unit, switches) = (runner(), Switches::default());
    let crossing = TerrainCrossing { fighter: &unit, action, path: &[10, 10, 10], switches: &switches };
    let (faces, answers): (&[u8], &[&str]) = if asked { (&[100], &["acrobatics"]) } else { (&[], &[]) };
    let (crossed, _) = play_script(faces, answers, |table| resolve_crossing(table, &crossing));
    assert_eq!((crossed.squares, crossed.prone), if asked { (1, true) } else { (3, false) });
}
