use super::*;
use crate::swan_song::attack::resolution;
use crate::swan_song::attack::resolution::AttackPlan;
use crate::swan_song::movement::gaits;
use crate::swan_song::movement::gaits::SprintResult;
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::test_support::units;
use crate::swan_song::test_support::units::{on_faces, sheet_with};
use crate::swan_song::turns::initiative;
use crate::swan_song::{
    AttackContext, AttackResult, HitResult, Karma, KarmaPlan, KarmaSpent, KarmaUse, Skill, WeaponClass,
};
use crate::turn_engine::initiative::InitiativeScore;
use dice::{AnswerPolicy, Trace, enumerate};
use rstest::rstest;
use std::sync::Arc;

/// Sets a fighter's Karma rating, points left and plan.
fn give(fighter: &mut Fighter, rating: u8, left: u8, plan: KarmaPlan) {
    Arc::make_mut(&mut fighter.sheet).karma = rating;
    fighter.karma = Karma { left, plan };
}

const DICE_PLAN: KarmaPlan = KarmaPlan { dice: true, reroll: false, ask: false };
const REROLL_PLAN: KarmaPlan = KarmaPlan { dice: false, reroll: true, ask: false };
const BOTH: KarmaPlan = KarmaPlan { dice: true, reroll: true, ask: false };
const ASK: KarmaPlan = KarmaPlan { dice: false, reroll: false, ask: true };

/// Six dice each, damage 6; the attacker has Karma and this plan.
fn planned(left: u8, plan: KarmaPlan) -> AttackContext {
    let mut context = unpaid_duel(rifle(6));
    give(&mut context.attacker, 2, left, plan);
    context
}

/// The same shot at a target that has Karma and is offered to spend it.
fn asked(left: u8) -> AttackContext {
    let mut context = unpaid_duel(rifle(6));
    give(&mut context.defender, 2, left, ASK);
    context
}

fn uses(result: &AttackResult) -> Vec<KarmaUse> {
    result.karma.iter().collect()
}

#[rstest]
#[case::ss_base_25_both_points(2, BOTH, BOTH)]
#[case::ss_base_25_one_point_pays_the_dice(1, BOTH, DICE_PLAN)]
#[case::ss_base_25_one_point_pays_the_reroll(1, REROLL_PLAN, REROLL_PLAN)]
#[case::ss_base_25_none_pays_nothing(0, KarmaPlan { ask: true, ..BOTH }, KarmaPlan::default())]
fn plans_within_points(#[case] left: u8, #[case] plan: KarmaPlan, #[case] paid: KarmaPlan) {
    assert_eq!(plan.limited_to(left), paid);
}

#[test]
fn ss_base_25_a_point_for_every_use() {
    assert_eq!([BOTH, DICE_PLAN, REROLL_PLAN, ASK].map(KarmaPlan::points_needed), [2, 1, 1, 1]);
    let spent = KarmaSpent::NONE.with(KarmaUse::SoakDice).with(KarmaUse::Dice).with(KarmaUse::DefenceDice);
    assert_eq!(spent.by_defender(), 2);
    assert_eq!(spent.iter().count(), 3);
    assert_eq!(KarmaSpent::from(Vec::from(spent)), spent);
}

#[rstest]
#[case::ss_base_26_as_many_as_the_rating("rating", 8)]
#[case::ss_base_26_a_fixed_number("1", 7)]
fn bought_for_an_attack(#[case] value: &str, #[case] pool: usize) {
    let mut context = planned(1, DICE_PLAN);
    with_switch(&mut context, "ss.karma_dice", value);
    let (result, traces) = play_attack(&context, &[faces_with_hits(2, pool), faces_with_hits(3, 6)], &[]);
    assert_eq!((result.contact, uses(&result)), (HitResult::Miss, vec![KarmaUse::Dice]));
    assert_eq!(roll_names(&traces), ["attack", "defence"]);
}

#[test]
fn ss_base_26_at_none_left_no_dice() {
    let (result, _) = play_attack(&planned(0, BOTH), &[faces_with_hits(2, 6), faces_with_hits(3, 6)], &[]);
    assert!(result.karma.is_empty());
}

#[test]
fn ss_base_26_bought_dice_count_in_the_odds() {
    let odds = |context: &AttackContext| {
        enumerate(AnswerPolicy::first(), |table| resolution::resolve_attack(table, context)).expect("odds")
    };
    let mut skilled = unpaid_duel(rifle(6));
    Arc::make_mut(&mut skilled.attacker.sheet).skills.insert(Skill::Longarms, 5);
    let bought = odds(&planned(1, DICE_PLAN)).map(|result| (result.net_hits, result.damage));
    assert!(bought == odds(&skilled).map(|result| (result.net_hits, result.damage)));
}

#[test]
fn ss_base_26_a_defence_with_bought_dice() {
    let mut context = asked(1);
    assert_eq!(AttackPlan::new(&context).options(), ["standard", "standard+karma"]);
    let (result, _) =
        play_attack(&context, &[faces_with_hits(3, 6), faces_with_hits(4, 8)], &["standard+karma"]);
    assert_eq!((result.net_hits, uses(&result)), (-1, vec![KarmaUse::DefenceDice]));
    context.defender.action_points = 3;
    assert_eq!(
        AttackPlan::new(&context).options(),
        ["standard", "full_defense", "standard+karma", "full_defense+karma"]
    );
}

#[test]
fn ss_base_26_soak_with_bought_dice() {
    let context = asked(1);
    let soak = AttackPlan::new(&context).soak.pool() as usize;
    let rolls = [faces_with_hits(2, 6), faces_with_hits(1, 6), faces_with_hits(3, soak + 2)];
    let (result, traces) = play_attack(&context, &rolls, &["standard", KEEP_KEY, DICE_KEY]);
    assert_eq!((result.damage, uses(&result)), (7 - 3, vec![KarmaUse::SoakDice]));
    assert_eq!(roll_names(&traces), ["attack", "defence", "soak"]);
}

#[test]
fn ss_base_27_the_example_of_the_catalogue() {
    // [6, 2, 3], the two misses re-rolled as [5, 1]: two hits.
    let offer = RerollOffer {
        unit: UnitId(1),
        roll_name: "test",
        dice: 3,
        hits: 1,
        limit: None,
        target: RollTarget::None,
        planned: true,
    };
    let again = |faces: &[u8], key: &str| {
        scripted(&[faces.to_vec()], &[key], |table| ask_to_reroll(table, &offer, &Switches::default())).0
    };
    assert_eq!(again(&[5, 1], REROLL_KEY), Some(2));
    assert_eq!(again(&[], KEEP_KEY), None);
}

#[test]
fn ss_base_27_a_planned_re_roll_that_cannot_help_is_noted() {
    let offer = |hits, limit, planned| RerollOffer {
        unit: UnitId(1),
        roll_name: "test",
        dice: 3,
        hits,
        limit,
        target: RollTarget::None,
        planned,
    };
    let notes = |offer: RerollOffer| {
        let (better, traces) = scripted(&[], &[], |table| ask_to_reroll(table, &offer, &Switches::default()));
        assert_eq!(better, None);
        traces.iter().filter(|trace| matches!(trace, Trace::Noted(_))).count()
    };
    assert_eq!(notes(offer(3, None, true)), 1, "no misses");
    assert_eq!(notes(offer(2, Some(2), true)), 1, "at the limit");
    assert_eq!(notes(offer(3, None, false)), 0, "it was only offered");
}

#[test]
fn ss_base_27_misses_of_an_attack() {
    let context = planned(1, REROLL_PLAN);
    let soak = AttackPlan::new(&context).soak.pool() as usize;
    let rolls =
        [faces_with_hits(1, 6), faces_with_hits(2, 5), faces_with_hits(2, 6), faces_with_hits(0, soak)];
    let (result, traces) = play_attack(&context, &rolls, &[REROLL_KEY]);
    assert_eq!((result.net_hits, uses(&result)), (1, vec![KarmaUse::Reroll]));
    assert_eq!(roll_names(&traces), ["attack", "re-roll", "defence", "soak"]);
    let (kept, _) = play_attack(&context, &[faces_with_hits(1, 6), faces_with_hits(2, 6)], &[KEEP_KEY]);
    assert_eq!((kept.net_hits, uses(&kept)), (-1, vec![]));
}

#[test]
fn ss_base_27_after_bought_dice_every_miss() {
    let context = planned(2, BOTH);
    let (result, traces) = play_attack(
        &context,
        &[faces_with_hits(1, 8), faces_with_hits(1, 7), faces_with_hits(3, 6)],
        &[REROLL_KEY],
    );
    assert_eq!((result.net_hits, uses(&result)), (-1, vec![KarmaUse::Dice, KarmaUse::Reroll]));
    assert_eq!(roll_names(&traces), ["attack", "re-roll", "defence"]);
}

#[test]
fn ss_base_27_no_prompt_without_effect() {
    let mut context = planned(1, REROLL_PLAN);
    let (all_hit, _) = play_attack(&context, &[faces_with_hits(6, 6), faces_with_hits(6, 6)], &[]);
    assert_eq!((all_hit.net_hits, all_hit.karma), (0, KarmaSpent::NONE));
    Arc::make_mut(&mut context.weapon).accuracy = Some(2);
    let (at_limit, _) = play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(3, 6)], &[]);
    assert_eq!((at_limit.net_hits, at_limit.karma), (-1, KarmaSpent::NONE));
    context = planned(1, REROLL_PLAN);
    with_switch(&mut context, "ss.karma_reroll", "off");
    let (off, _) = play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(3, 6)], &[]);
    assert_eq!((off.net_hits, off.karma), (-1, KarmaSpent::NONE));
}

#[test]
fn ss_base_27_hits_above_the_limit_stay_lost() {
    let mut context = planned(1, REROLL_PLAN);
    Arc::make_mut(&mut context.weapon).accuracy = Some(2);
    let (result, _) = play_attack(
        &context,
        &[faces_with_hits(1, 6), faces_with_hits(5, 5), faces_with_hits(3, 6)],
        &[REROLL_KEY],
    );
    assert_eq!(result.net_hits, -1);
}

#[test]
fn ss_base_27_a_glitch_stays_as_it_fell() {
    let mut context = planned(1, REROLL_PLAN);
    with_switch(&mut context, "ss.glitch_effects", "drop");
    let glitch = vec![1, 1, 1, 1, 5, 5];
    let (result, _) =
        play_attack(&context, &[glitch, faces_with_hits(0, 4), faces_with_hits(3, 6)], &[REROLL_KEY]);
    assert!(result.weapon_dropped);
    let (result, _) =
        play_attack(&context, &[faces_with_hits(2, 6), vec![1; 4], faces_with_hits(3, 6)], &[REROLL_KEY]);
    assert!(!result.weapon_dropped);
}

#[test]
fn ss_base_27_misses_of_a_defence_that_lets_the_attack_through() {
    let context = asked(1);
    let rolls = [faces_with_hits(3, 6), faces_with_hits(1, 6), faces_with_hits(3, 5)];
    let (result, traces) = play_attack(&context, &rolls, &["standard", REROLL_KEY]);
    assert_eq!((result.net_hits, uses(&result)), (-1, vec![KarmaUse::DefenceReroll]));
    assert_eq!(roll_names(&traces), ["attack", "defence", "re-roll"]);
    // It misses anyway: no prompt.
    let (missed, _) = play_attack(&context, &[faces_with_hits(1, 6), faces_with_hits(2, 6)], &["standard"]);
    assert!(missed.karma.is_empty());
}

#[test]
fn ss_base_27_misses_of_soak() {
    let context = asked(1);
    let soak = AttackPlan::new(&context).soak.pool() as usize;
    let rolls =
        [faces_with_hits(2, 6), faces_with_hits(1, 6), faces_with_hits(0, soak), faces_with_hits(1, soak)];
    let (result, _) = play_attack(&context, &rolls, &["standard", KEEP_KEY, KEEP_KEY, REROLL_KEY]);
    assert_eq!((result.damage, uses(&result)), (7 - 1, vec![KarmaUse::SoakReroll]));
}

#[test]
fn ss_base_25_one_point_is_one_use_in_an_attack() {
    let context = asked(1);
    let soak = AttackPlan::new(&context).soak.pool() as usize;
    let rolls = [faces_with_hits(3, 6), faces_with_hits(1, 8), faces_with_hits(0, soak)];
    let (result, _) = play_attack(&context, &rolls, &["standard+karma"]);
    assert_eq!(uses(&result), [KarmaUse::DefenceDice]);
    let mut fallen = asked(2);
    fallen.defender.down = Some(crate::swan_song::DownState::Unconscious);
    assert!(!asks_for_karma(&fallen.defender), "the unconscious spend nothing");
}

#[test]
fn ss_base_27_rerolled_odds_are_those_of_better_dice() {
    // A die with a re-roll hits in 5 of 9 cases.
    let mut context = planned(1, REROLL_PLAN);
    context.sight.aware = false;
    let sheet = Arc::make_mut(&mut context.attacker.sheet);
    sheet.attributes.agility = 1;
    sheet.skills.insert(Skill::Longarms, 1);
    let odds =
        enumerate(AnswerPolicy::first(), |table| resolution::resolve_attack(table, &context)).expect("odds");
    let share = |hits| odds.fraction(|result| result.net_hits == hits);
    let fraction = |part: &str| (part.to_owned(), "81".to_owned());
    assert_eq!([share(0), share(1), share(2)], [fraction("16"), fraction("40"), fraction("25")]);
}

#[test]
fn ss_base_26_27_an_attack_on_a_barrier() {
    let mut context = attack_on_barrier(rifle(6), wall(1, 3, 2));
    give(&mut context.attacker, 2, 2, BOTH);
    let (result, traces) =
        scripted(&[faces_with_hits(0, 8), faces_with_hits(2, 8)], &[REROLL_KEY], |table| {
            crate::swan_song::barriers::barrier_attack::attack_barrier(table, &context)
        });
    assert!(result.hit);
    assert_eq!(result.karma.iter().collect::<Vec<_>>(), [KarmaUse::Dice, KarmaUse::Reroll]);
    assert_eq!(roll_names(&traces)[..2], ["attack", "re-roll"]);
}

#[test]
fn ss_base_26_27_a_sprint() {
    let mut runner = units::fighter(sheet_with(|sheet| {
        sheet.attributes.strength = 4;
        sheet.skills.insert(Skill::Running, 3);
    }));
    give(&mut runner, 2, 2, BOTH);
    let rolls = [faces_with_hits(1, 9), faces_with_hits(2, 8)];
    let switches = Switches::default();
    let (sprint, _) = scripted(&rolls, &[REROLL_KEY], |table| gaits::roll_sprint(table, &runner, &switches));
    let karma = KarmaSpent::NONE.with(KarmaUse::Dice).with(KarmaUse::Reroll);
    assert_eq!(sprint, SprintResult { metres: 3, karma });
}

#[test]
fn ss_init_07_five_dice_in_one_round_only() {
    let unit = units::fighter(sheet_with(|sheet| sheet.initiative_dice = 1));
    let roll =
        |faces: &[u8], karma| on_faces(faces, |table| initiative::roll_initiative(table, &unit, 0, karma)).0;
    assert_eq!(roll(&[1, 2, 3, 4, 5], true), InitiativeScore { score: 6 + 15, attribute: 6, dice: 5 });
    assert_eq!(roll(&[4], false), InitiativeScore { score: 6 + 4, attribute: 6, dice: 1 });
}

#[test]
fn no_prompt_without_a_plan() {
    let mut context = planned(3, KarmaPlan::default());
    give(&mut context.defender, 3, 3, KarmaPlan::default());
    let (result, traces) = play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(3, 6)], &[]);
    assert!(result.karma.is_empty());
    assert!(!traces.iter().any(|trace| matches!(trace, Trace::Decided { .. })));
    assert_eq!(context.weapon.class, WeaponClass::Ranged);
}

impl AttackPlan<'_> {
    /// Keys of the defence options.
    fn options(&self) -> Vec<String> {
        match &self.defence {
            crate::swan_song::defence::methods::AvailableDefence::Options(options) => {
                options.iter().map(|option| option.key()).collect()
            }
            _ => Vec::new(),
        }
    }
}
