use rstest::rstest;

use super::*;
use crate::swan_song::attack::pool;
use crate::swan_song::checks::base::starting_vitals;
use crate::swan_song::damage::critical_injuries;
use crate::swan_song::damage::health::{apply_damage, down_state};
use crate::swan_song::movement::gaits;
use crate::swan_song::recovery::healing;
use crate::swan_song::test_support::attacks;
use crate::swan_song::test_support::units::{fighter, sheet_with};
use crate::swan_song::{Attribute, DamageType, Karma, MovementMode, PoolKind, Skill, WeaponClass};
use dice::{Interrupt, ScriptedTable};

/// BOD 3, Flesh 10, Strain threshold 10, with this much Karma.
fn unit(karma: u8) -> Fighter {
    let mut unit = fighter(sheet_with(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills.insert(Skill::Blades, 3);
        sheet.armour = vec![6];
    }));
    unit.karma = Karma { left: karma, ..Karma::default() };
    unit
}

fn flesh_at(now: i32, stand: LastStand) -> Vitals {
    Vitals { flesh: PointPool { now, max: 10 }, strain_threshold: 10, stand, ..Vitals::default() }
}

/// Whether the player of the unit gets a prompt.
fn asked(unit: &Fighter, down: DownState) -> bool {
    let mut table = ScriptedTable::new(Vec::new(), Vec::new());
    matches!(ask_to_fight_on(&mut table, (unit, "Vex", &Switches::default()), (down, PhaseLeft::Another)), Err(Interrupt::NeedsAnswer(prompt)) if prompt.who == unit.id)
}

#[rstest]
#[case::to_fall(DownState::Unconscious, "Let Vex fall")]
#[case::to_die(DownState::Dead, "Let Vex die")]
fn ss_ffyl_02_the_answer_names_who_falls(#[case] down: DownState, #[case] expected: &str) {
    let mut table = ScriptedTable::new(Vec::new(), Vec::new());
    let (unit, switches) = (unit(1), Switches::default());
    let asked = ask_to_fight_on(&mut table, (&unit, "Vex", &switches), (down, PhaseLeft::Another));
    let Err(Interrupt::NeedsAnswer(prompt)) = asked else { panic!("it is asked") };
    let labels: Vec<String> = prompt.answers.iter().map(|answer| answer.label.to_string()).collect();
    assert_eq!(labels, [expected, "Cling to life"]);
}

fn answered(unit: &Fighter, answer: &str) -> bool {
    let mut table = ScriptedTable::new(Vec::new(), vec![answer.to_owned()]);
    let asked = (DownState::Unconscious, PhaseLeft::Another);
    ask_to_fight_on(&mut table, (unit, "Vex", &Switches::default()), asked).expect("the answer is known")
}

#[rstest]
#[case::ss_ffyl_01_no_karma(0, false)]
#[case::ss_ffyl_01_karma(2, true)]
#[case::ss_ffyl_02_about_to_fall(1, true)]
fn offered(#[case] karma: u8, #[case] expected: bool) {
    assert_eq!(asked(&unit(karma), DownState::Unconscious), expected);
}

#[test]
fn ss_ffyl_03_about_to_die() {
    let mut dying = unit(1);
    dying.vitals = flesh_at(-4, LastStand::None);
    assert_eq!(down_state(&dying.vitals, 3), Some(DownState::Dead));
    assert!(asked(&dying, DownState::Dead));
    assert!(answered(&dying, FIGHT_KEY));
    assert!(!answered(&dying, FALL_KEY));
    assert_eq!(down_state(&flesh_at(-4, LastStand::Fighting), 3), None);
}

#[test]
fn ss_ffyl_03_no_second_prompt() {
    let mut fallen = unit(3);
    fallen.vitals.stand = LastStand::Lost;
    assert!(!asked(&fallen, DownState::Unconscious));
    let mut lying = unit(3);
    lying.down = Some(DownState::Unconscious);
    assert!(!asked(&lying, DownState::Dead));
}

#[rstest]
#[case::ss_ffyl_04_its_score_gives_it(PhaseTiming::Before, 14, PromisedPhase::Kept)]
#[case::ss_ruling_56_its_score_gives_two(PhaseTiming::Before, 14, PromisedPhase::Kept)]
#[case::ss_ffyl_04_another_pass(PhaseTiming::After, 14, PromisedPhase::Kept)]
#[case::ss_ffyl_05_no_score_left(PhaseTiming::Before, -3, PromisedPhase::Now)]
#[case::ss_ffyl_05_exactly_nothing(PhaseTiming::Before, 0, PromisedPhase::Now)]
#[case::ss_ffyl_05_already_acted(PhaseTiming::After, -3, PromisedPhase::NextPass)]
#[case::ss_ffyl_07_no_pass_left(PhaseTiming::After, 5, PromisedPhase::NextPass)]
#[case::ss_ruling_56_at_least_one(PhaseTiming::After, 5, PromisedPhase::NextPass)]
#[case::ss_ffyl_07_in_its_phase(PhaseTiming::Now, 5, PromisedPhase::Kept)]
fn phases(#[case] turn: PhaseTiming, #[case] score: i32, #[case] expected: PromisedPhase) {
    assert_eq!(timing_of_promised_phase(turn, score), expected);
}

#[rstest]
#[case::ss_ffyl_05_wounded_before_its_phase(PhaseTiming::Before, (1, -5), PromisedPhase::Now)]
#[case::ss_ffyl_05_still_above_nothing(PhaseTiming::Before, (14, 9), PromisedPhase::Kept)]
#[case::ss_ffyl_06_had_none(PhaseTiming::Before, (-9, -12), PromisedPhase::Kept)]
#[case::ss_ffyl_07_wounded_after_its_phase(PhaseTiming::After, (14, 9), PromisedPhase::NextPass)]
#[case::ss_ffyl_06_no_second_one(PhaseTiming::After, (1, -5), PromisedPhase::Kept)]
#[case::ss_ffyl_04_in_its_phase(PhaseTiming::Now, (5, -1), PromisedPhase::Kept)]
fn phases_of_the_wounded(
    #[case] turn: PhaseTiming,
    #[case] scores: (i32, i32),
    #[case] expected: PromisedPhase,
) {
    assert_eq!(timing_of_wounded_phase(turn, scores), expected);
}

#[rstest]
#[case::ss_ffyl_04_its_points_are_left(PhaseTiming::Before, 2, 5, PhaseLeft::Another)]
#[case::ss_act_34_its_points_are_spent(PhaseTiming::Before, 0, 5, PhaseLeft::None)]
#[case::ss_ffyl_04_another_pass(PhaseTiming::Before, 0, 11, PhaseLeft::Another)]
#[case::ss_ffyl_05_full_points(PhaseTiming::Before, 0, -3, PhaseLeft::Another)]
#[case::ss_ffyl_07_has_acted(PhaseTiming::After, 0, 5, PhaseLeft::Another)]
#[case::ss_ffyl_04_the_rest(PhaseTiming::Now, 1, 5, PhaseLeft::Rest)]
fn phases_left(
    #[case] turn: PhaseTiming,
    #[case] points: u8,
    #[case] score: i32,
    #[case] expected: PhaseLeft,
) {
    let budget = PassBudget { turn, points, ..PassBudget::at_pass_start(score, 3) };
    assert_eq!(phase_left(&budget, score), expected);
    let detail = LastStandLine::FightDetail { phase: expected, dice: true, heals: false }.to_string();
    assert_eq!(detail.contains("No turn is left this round"), expected == PhaseLeft::None, "{detail}");
    assert_eq!(detail.contains("At least one more turn"), expected == PhaseLeft::Another, "{detail}");
}

#[test]
fn ss_ffyl_06_one_phase_at_one() {
    assert_eq!((LAST_STAND_SCORE, has_phase(LAST_STAND_SCORE)), (1, true));
    let next_pass = crate::turn_engine::initiative::score_after_pass(LAST_STAND_SCORE);
    assert_eq!((next_pass, has_phase(next_pass)), (-9, false));
}

#[test]
fn ss_ffyl_08_a_last_stand_halves_movement() {
    let stands = flesh_at(-1, LastStand::Fighting);
    let sheet = unit(0).sheet;
    assert_eq!(movement_rate(gaits::walk_rate(&sheet, false, &Switches::default()), &stands), 4);
    assert_eq!(movement_rate(gaits::run_distance(&sheet), &stands), 4);
    assert_eq!(movement_rate(8, &flesh_at(9, LastStand::None)), 8);
}

#[rstest]
#[case::a_turn_with_dice(PhaseLeft::Another, (true, false), DownState::Unconscious, "fight")]
#[case::no_turn(PhaseLeft::None, (true, false), DownState::Unconscious, "fall")]
#[case::no_turn_before_death(PhaseLeft::None, (true, false), DownState::Dead, "fall")]
#[case::no_dice(PhaseLeft::Rest, (false, false), DownState::Unconscious, "fall")]
#[case::no_dice_but_time_for_healers(PhaseLeft::Rest, (false, false), DownState::Dead, "fight")]
#[case::healing_of_its_own(PhaseLeft::Another, (false, true), DownState::Unconscious, "fight")]
fn ss_ffyl_02_a_last_stand_that_changes_nothing_is_not_proposed(
    #[case] phase: PhaseLeft,
    #[case] (dice, heals): (bool, bool),
    #[case] down: DownState,
    #[case] wanted: &str,
) {
    let answer = |key: &str, detail| Answer::new(key, LastStandLine::Fight, "SS-FFYL-01").with_detail(detail);
    let prompt = Prompt {
        who: unit(0).id,
        question: LastStandLine::Question(down).into(),
        clause: "SS-FFYL-02",
        answers: vec![
            answer(FALL_KEY, LastStandLine::FallDetail),
            answer(FIGHT_KEY, LastStandLine::FightDetail { phase, dice, heals }),
        ],
    };
    assert_eq!(prompt.answers[suggested_answer(&prompt)].key, wanted);
    let alone = answer_without_help(&prompt);
    let hopes = wanted == "fight" && !dice && !heals;
    assert_eq!(alone.map(|(at, _)| prompt.answers[at].key.as_str()), hopes.then_some("fall"));
}

#[test]
fn ss_ffyl_09_an_attack_without_dice_is_told_before() {
    let mut dying = unit(1);
    dying.held = vec![std::sync::Arc::new(attacks::knife())];
    // Half of 7 dice.
    assert_eq!(attack_dice_left(&dying, &Switches::default()), Some(3));
    dying.vitals = flesh_at(-4, LastStand::None);
    assert_eq!(attack_dice_left(&dying, &Switches::default()), Some(0), "4 dice less for the wounds");
    dying.karma.left = 2;
    std::sync::Arc::make_mut(&mut dying.sheet).karma = 6;
    assert_eq!(
        attack_dice_left(&dying, &Switches::default()),
        Some(5),
        "a second Karma buys 6 dice: 3 - 4 + 6"
    );
    dying.held.clear();
    assert_eq!(attack_dice_left(&dying, &Switches::default()), None);
}

#[test]
fn ss_ffyl_09_attack_and_soak() {
    let mut stands = unit(1);
    stands.vitals.stand = LastStand::Fighting;
    let mut blades = crate::swan_song::checks::base::skill_pool(
        &stands.sheet,
        Skill::Blades,
        Attribute::Agility,
        &Switches::default(),
    );
    assert_eq!(blades.pool(), 7);
    halve_pool(&mut blades, &stands.vitals);
    assert_eq!(blades.pool(), 3);
    assert_eq!(crate::swan_song::damage::armour::soak_parts(&unit(1), 0).pool(), 7);
    assert_eq!(crate::swan_song::damage::armour::soak_parts(&stands, 0).pool(), 3);
    let damage = pool::damage_parts(
        &stands,
        &crate::swan_song::test_support::units::weapon(crate::swan_song::WeaponClass::Melee, Skill::Blades),
    );
    assert_eq!(damage.pool(), 4, "damage is no dice pool");
}

#[test]
fn ss_ffyl_10_before_other_modifiers() {
    let mut attacker = attacks::fighter(1, |sheet| {
        sheet.attributes.agility = 4;
        sheet.skills.insert(Skill::Blades, 6);
    });
    attacker.vitals.stand = LastStand::Fighting;
    let blade = attacks::weapon(WeaponClass::Melee, Skill::Blades, 4);
    let mut context = attacks::attack_context(attacker, attacks::guard(), blade);
    assert_eq!(pool::attack_parts(&context).pool(), 5);
    context.attacker.vitals = Vitals { injuries: 1, ..flesh_at(0, LastStand::Fighting) };
    context.attacker.gait = MovementMode::Running;
    context.charge = true;
    assert_eq!(pool::attack_parts(&context).pool(), 2, "5 - 4 - 1 + 2");
}

#[rstest]
#[case::ss_ffyl_11_takes_the_enemy_out(KillingBlow::Down, 3, -1, true)]
#[case::ss_ffyl_12_not_dead(KillingBlow::Dead, 3, -1, false)]
#[case::ss_ffyl_12_dead(KillingBlow::Dead, 3, -4, true)]
#[case::ss_ffyl_12_exactly_nothing_left(KillingBlow::Down, 3, 0, true)]
#[case::ss_ffyl_12_body_still_bears_it(KillingBlow::Dead, 3, -3, false)]
#[case::ss_ffyl_12_kills_the_fallen(KillingBlow::Dead, -1, -4, true)]
#[case::ss_ffyl_12_was_down_before(KillingBlow::Down, -1, -2, false)]
#[case::ss_ffyl_12_only_hurt(KillingBlow::Down, 3, 1, false)]
fn killing_blows(
    #[case] killing_blow: KillingBlow,
    #[case] before: i32,
    #[case] after: i32,
    #[case] expected: bool,
) {
    let switches = Switches { killing_blow, ..Switches::default() };
    let [before, after] = [before, after].map(|now| flesh_at(now, LastStand::None));
    assert_eq!(is_killing_blow(&before, &after, 3, &switches), expected);
}

#[test]
fn ss_ffyl_13_a_point_of_health() {
    assert_eq!(healing::heal_flesh(flesh_at(-2, LastStand::Fighting), 1).stand, LastStand::Won);
    let shielded = Vitals { shield: PointPool { now: 0, max: 8 }, ..flesh_at(-2, LastStand::Fighting) };
    assert_eq!(healing::recharge_shield(shielded).stand, LastStand::Fighting);
}

#[rstest]
#[case::ss_ffyl_14_below_nothing(-2, 1)]
#[case::ss_ffyl_14_down_by_strain(4, 4)]
#[case::ss_ffyl_17_far_below(-7, 1)]
fn saved(#[case] flesh: i32, #[case] expected: i32) {
    let after = end_round(win_last_stand(flesh_at(flesh, LastStand::Fighting)));
    assert_eq!((after.flesh.now, after.stand), (expected, LastStand::None));
}

#[test]
fn ss_ffyl_15_half_the_strain() {
    let strained = Vitals { strain: 9, ..flesh_at(-2, LastStand::Won) };
    assert_eq!(end_round(strained).strain, 4);
}

#[rstest]
#[case::ss_ffyl_16_falls(-2, DownState::Unconscious)]
#[case::ss_ffyl_16_dies(-4, DownState::Dead)]
fn in_vain(#[case] flesh: i32, #[case] expected: DownState) {
    let after = end_round(flesh_at(flesh, LastStand::Fighting));
    assert_eq!((down_state(&after, 3), after.stand), (Some(expected), LastStand::Lost));
}

#[test]
fn ss_ffyl_17_further_damage() {
    let stands = flesh_at(-2, LastStand::Fighting);
    let after = apply_damage(stands, 5, PoolKind::Health, DamageType::Kinetic, &Switches::default()).vitals;
    assert_eq!((after.flesh.now, down_state(&after, 3)), (-7, None));
    assert_eq!(end_round(win_last_stand(after)).flesh.now, 1);
}

#[test]
fn ss_ffyl_18_the_injury_stays() {
    let before = flesh_at(2, LastStand::None);
    let applied = apply_damage(before, 2, PoolKind::Health, DamageType::Kinetic, &Switches::default());
    let down = critical_injuries::add_injuries(
        applied.vitals,
        critical_injuries::injury_causes(&before, &applied, PoolKind::Health, 3),
    );
    let saved = end_round(win_last_stand(Vitals { stand: LastStand::Fighting, ..down }));
    assert_eq!((saved.injuries, saved.flesh.now), (1, 1));
}

#[test]
fn a_machine_is_saved_in_its_last_pool() {
    let robot = Vitals { armored: PointPool { now: -2, max: 6 }, stand: LastStand::Won, ..Vitals::default() };
    assert_eq!(end_round(robot).armored.now, 1);
    assert_eq!(starting_vitals(&unit(0).sheet, &Switches::default()).stand, LastStand::None);
}

#[test]
fn a_last_stand_says_what_saves_the_unit() {
    let text =
        |dice, heals| LastStandLine::FightDetail { phase: PhaseLeft::Another, dice, heals }.to_string();
    assert_eq!(
        text(false, true),
        "1 Karma. At least one more turn this round, but no dice for an attack. Self-healing is possible. Any healing \
         prevents the fall at the end of the round."
    );
    assert!(
        text(true, false).contains(" Any healing prevents the fall at the end of the round, and so does")
    );
}
