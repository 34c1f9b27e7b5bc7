use super::*;
use rstest::rstest;

fn switched(name: &str, value: &str) -> Switches {
    let mut switches = Switches::default();
    switches.set(name, value).expect("a switch and its value");
    switches
}

#[test]
fn ss_act_01_categories_and_prices_of_the_table() {
    let switches = Switches::default();
    let rows: Vec<_> = Action::ALL
        .into_iter()
        .map(|action| {
            format!(
                "{}: {:?} {:?}",
                action.name(),
                action_category(action, &switches),
                action_cost(action, &switches)
            )
        })
        .collect();
    let table = [
        "Speak: Free Free",
        "Drop an object: Free Free",
        "Gesture: Free Free",
        "Walk: Free Free",
        "Drop prone, forced: None None",
        "Drop prone: Free Free",
        "Change fire mode: Free Free",
        "Run: Simple Points(1)",
        "Sprint: Simple Points(1)",
        "Full-auto (6 shots): Simple Points(1)",
        "Single shot: Simple Points(1)",
        "Burst: Simple Points(1)",
        "Flechettes, narrow: Simple Points(1)",
        "Flechettes, medium: Simple Points(1)",
        "Flechettes, wide: Simple Points(1)",
        "Throw: Simple Points(1)",
        "Take cover: Simple Points(1)",
        "Ready a weapon: Simple Points(1)",
        "Stand up: Simple Points(1)",
        "Pick up: Simple Points(1)",
        "Reload: Simple Points(1)",
        "Open or close: Simple Points(1)",
        "Use an item: Simple Points(1)",
        "Melee attack: Complex Points(2)",
        "Unarmed attack: Complex Points(2)",
        "Use a power: Complex Points(2)",
        "Attack program: Complex Points(2)",
        "Heal by a power: Complex Points(2)",
        "First Aid: Complex Points(3)",
        "Semi-auto burst: Complex Points(2)",
        "Long burst: Complex Points(2)",
        "Full-auto (10 shots): Complex Points(2)",
        "Fire a rocket or missile: Complex Points(2)",
        "Carry: Complex Points(2)",
        "Standard defence: None None",
        "Dodge: Interrupt Points(1)",
        "Parry: Interrupt Points(1)",
        "Block: Interrupt Points(1)",
        "Full Defence: Interrupt Points(2)",
        "Multiple attacks: Free Free",
        "Evade: Simple Points(1)",
        "Detonate by radio: Simple Rest",
        "Set charges: Extended Points(6)",
        "Intercept: Interrupt Points(1)",
    ];
    assert_eq!(rows, table);
}

#[rstest]
#[case::ss_act_39_dodge("ss.ap.dodge", "2", Action::Dodge, ActionCategory::Interrupt)]
#[case::ss_act_39_parry("ss.ap.parry", "2", Action::Parry, ActionCategory::Interrupt)]
#[case::ss_act_39_block("ss.ap.block", "2", Action::Block, ActionCategory::Interrupt)]
#[case::ss_act_40_full_defense("ss.ap.full_defense", "3", Action::FullDefense, ActionCategory::Interrupt)]
#[case::ss_act_42_melee("ss.ap.melee_attack", "3", Action::MeleeAttack, ActionCategory::Complex)]
#[case::ss_act_42_unarmed("ss.ap.melee_attack", "3", Action::UnarmedAttack, ActionCategory::Complex)]
#[case::ss_act_43_single("ss.ap.single_shot", "2", Action::Fire(FireMode::Single), ActionCategory::Complex)]
#[case::ss_act_43_burst("ss.ap.burst", "2", Action::Fire(FireMode::Burst), ActionCategory::Complex)]
#[case::ss_act_43_semi(
    "ss.ap.semi_auto_burst",
    "3",
    Action::Fire(FireMode::SemiAutoBurst),
    ActionCategory::Complex
)]
#[case::ss_act_43_long("ss.ap.long_burst", "3", Action::Fire(FireMode::LongBurst), ActionCategory::Complex)]
#[case::ss_act_43_auto(
    "ss.ap.full_auto_complex",
    "3",
    Action::Fire(FireMode::FullAutoComplex),
    ActionCategory::Complex
)]
#[case::ss_act_43_flechettes(
    "ss.ap.flechette",
    "2",
    Action::Fire(FireMode::FlechetteNarrow),
    ActionCategory::Complex
)]
#[case::ss_act_48_rocket("ss.ap.rocket", "3", Action::Rocket, ActionCategory::Complex)]
#[case::ss_act_62_lift_body("ss.ap.lift_body", "3", Action::LiftBody, ActionCategory::Complex)]
#[case::ss_act_50_take_cover("ss.ap.take_cover", "2", Action::TakeCover, ActionCategory::Complex)]
#[case::ss_act_51_drop_prone("ss.ap.drop_prone", "1", Action::DropProne, ActionCategory::Simple)]
#[case::ss_act_52_stand_up("ss.ap.stand_up", "2", Action::StandUp, ActionCategory::Complex)]
#[case::ss_act_54_ready("ss.ap.ready", "free", Action::Ready, ActionCategory::Free)]
#[case::ss_act_46_power("ss.ap.cast", "3", Action::Cast, ActionCategory::Complex)]
#[case::ss_act_46_program("ss.ap.attack_program", "3", Action::AttackProgram, ActionCategory::Complex)]
#[case::ss_act_55_item("ss.ap.use_item", "2", Action::UseItem, ActionCategory::Complex)]
#[case::ss_act_56_first_aid("ss.ap.first_aid", "4", Action::FirstAid, ActionCategory::Complex)]
#[case::ss_act_60_pick_up("ss.ap.pick_up", "2", Action::PickUp, ActionCategory::Complex)]
#[case::ss_act_60_reload("ss.ap.reload", "2", Action::Reload, ActionCategory::Complex)]
#[case::ss_act_60_door("ss.ap.door", "free", Action::Door, ActionCategory::Free)]
#[case::ss_act_41_intercept("ss.ap.intercept", "2", Action::Intercept, ActionCategory::Interrupt)]
#[case::ss_act_47_throw("ss.ap.throw", "2", Action::Throw, ActionCategory::Complex)]
#[case::ss_act_57_demolition("ss.ap.demolition", "8", Action::SetCharges, ActionCategory::Extended)]
#[case::ss_act_61_change_mode("ss.ap.change_mode", "1", Action::ChangeMode, ActionCategory::Simple)]
fn prices(#[case] name: &str, #[case] value: &str, #[case] action: Action, #[case] expected: ActionCategory) {
    let switches = switched(name, value);
    let points = value.parse().map_or(ActionCost::Free, ActionCost::Points);
    assert_eq!((action_cost(action, &switches), action_category(action, &switches)), (points, expected));
    let elsewhere = Action::ALL.into_iter().filter(|&other| {
        action_cost(other, &switches) != action_cost(other, &Switches::default())
            && other.clause() != action.clause()
    });
    assert_eq!(elsewhere.count(), 0);
}

#[test]
fn ss_act_37_every_action_is_listed_once() {
    let names: std::collections::BTreeSet<_> = Action::ALL.iter().map(|action| action.name()).collect();
    assert_eq!(names.len(), Action::ALL.len());
}

#[rstest]
#[case::ss_act_27_shot(Action::Fire(FireMode::Burst), true)]
#[case::ss_act_27_stab(Action::MeleeAttack, true)]
#[case::ss_act_27_fist(Action::UnarmedAttack, true)]
#[case::ss_act_27_throw(Action::Throw, true)]
#[case::ss_act_27_rocket(Action::Rocket, true)]
#[case::ss_act_27_power(Action::Cast, true)]
#[case::ss_act_27_program(Action::AttackProgram, true)]
#[case::ss_act_27_heal(Action::Heal, false)]
#[case::ss_act_29_interrupts_are_not_counted(Action::Parry, false)]
#[case::ss_act_29_an_interception(Action::Intercept, false)]
#[case::ss_act_27_reload(Action::Reload, false)]
fn attacks(#[case] action: Action, #[case] expected: bool) {
    assert_eq!(action.is_attack(), expected);
}
