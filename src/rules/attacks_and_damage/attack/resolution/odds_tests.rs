//! Tests that played, scripted and enumerated attacks agree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::*;
use crate::attacks_and_damage::defence::methods::{AvailableDefence, DefenceOption};
use crate::attacks_and_damage::test_support::*;
use crate::attacks_and_damage::{Fighter, Skill, Weapon};
use crate::test_random::TestRandom;
use crate::test_tables::{any_answers, is_whole};
use crate::{BarrierOnLine, DownState};
use dice::{
    AnswerPolicy, DiceState, Interrupt, PlayedTable, ScriptedTable, Trace, enumerate, enumerate_unmerged,
};
use model::{BarrierId, BarrierSource};

/// Generates random attack contexts, the same in every run.
struct SceneGenerator(u64);

impl TestRandom for SceneGenerator {
    fn state(&mut self) -> &mut u64 {
        &mut self.0
    }
}

impl SceneGenerator {
    fn fighter(&mut self, id: u32) -> Fighter {
        let mut fighter = unit(id, |sheet| {
            let attributes = &mut sheet.attributes;
            for value in [
                &mut attributes.body,
                &mut attributes.reaction,
                &mut attributes.agility,
                &mut attributes.intuition,
                &mut attributes.edge,
                &mut attributes.willpower,
            ] {
                *value = 1 + self.below(4) as u8;
            }
            for skill in [Skill::Blades, Skill::Firearms, Skill::Dodge, Skill::Gymnastics, Skill::Parry] {
                sheet.skills.insert(skill, self.below(4) as u8);
            }
            sheet.armour = self.one_of(&[
                vec![],
                vec![armour_item("mail", "4/3/1")],
                vec![armour_item("coat", "1/1/0")],
            ]);
            sheet.shield = self.one_of(&[None, Some(armour_item("shield", "1/2/0"))]);
        });
        fighter.condition.light = self.below(11) as u32;
        fighter.condition.critical = self.below(10) as u32;
        fighter.condition.frequency.penalty = -(self.below(3) as i32);
        fighter.prone = self.once_in(4);
        fighter.down = self.one_of(&[None, None, None, Some(DownState::Unconscious)]);
        fighter
    }

    fn weapon(&mut self) -> Weapon {
        let damage = format!("{}{}", self.below(9), self.one_of(&["IL", "IC", "PC", "EL", "C"]));
        let mut weapon = match self.below(5) {
            0 | 1 => sword(&damage),
            2 => thrown(&damage),
            3 => rifle(&damage),
            _ => touch(),
        };
        weapon.ap = self.below(7) as i32 - 3;
        weapon.contact_only |= self.once_in(5);
        if self.once_in(3) {
            weapon.riders =
                vec![rider("poison", ExtraEffectTrigger::Damage), rider("paint", ExtraEffectTrigger::Hit)];
        }
        weapon
    }

    fn context(&mut self) -> AttackContext {
        let mut context = attack_context(self.fighter(1), self.fighter(2), self.weapon());
        context.sight.aware = !self.once_in(5);
        context.sight.hidden = self.one_of(&[0, 30, 60]);
        if self.once_in(4) {
            context.barriers = vec![BarrierOnLine {
                id: BarrierSource::Segment(BarrierId(10)),
                name: "window".to_owned(),
                structure: 1 + self.below(3) as u32,
                armor: self.below(3) as u32,
                thickness_cm: 1,
                damage: self.below(2) as u32,
                transparent: true,
                glass_pct: 100,
                sharp: false,
            }];
        }
        for (name, values) in [
            ("ad.dice_extras", ["none", "glitch"]),
            ("ad.min_one_hit", ["off", "on"]),
            ("ad.critical_conversion", ["from_remaining", "off"]),
            ("ad.av_stacking", ["sum", "highest"]),
            ("ad.range_modifiers", ["none", "both"]),
            ("ad.helpless_no_defence", ["on", "off"]),
        ] {
            set_switch(&mut context, name, self.one_of(&values));
        }
        context
    }
}

#[test]
fn merged_odds_are_the_odds_of_every_branch() {
    let mut source = SceneGenerator(1);
    let mut kinds = BTreeMap::new();
    for number in 0..300 {
        let context = source.context();
        let pick = source.next();
        let plan = AttackPlan::new(&context, &Arc::default());
        let merged = enumerate(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        let unmerged =
            enumerate_unmerged(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        assert!(merged == unmerged, "context {number}: {context:?}");
        assert!(is_whole(&merged), "context {number}");
        for (result, _) in merged.iter() {
            *kinds.entry((result.contact, result.knocked_down, result.down)).or_insert(0) += 1;
        }
    }
    assert!(kinds.len() >= 12, "the scenes cover every kind of result: {kinds:?}");
}

/// Every defence option of a plan, or `None` without one.
fn defences<'a>(plan: &'a AttackPlan<'_>) -> Vec<Option<&'a DefenceOption>> {
    match &plan.defence {
        AvailableDefence::Undefended => vec![None],
        AvailableDefence::Options(options) => options.iter().map(Some).collect(),
    }
}

fn odds_outcome(plan: &AttackPlan<'_>, rolled: &RolledAttack) -> OddsOutcome {
    let RolledAttack { opposed, contact, taken, barriers } = rolled.clone();
    let damaged = taken != DamageTaken::default();
    OddsOutcome {
        contact,
        hit: opposed.hit,
        damage: taken.total(),
        knocked_prone: plan.is_knocked_prone(contact, taken),
        down: plan.down_state_after(taken).filter(|_| damaged),
        barriers,
    }
}

#[test]
fn outlines_are_those_of_the_full_rule_merged_or_not() {
    let mut source = SceneGenerator(7);
    let mut calculated = 0;
    for number in 0..200 {
        let context = source.context();
        let plan = AttackPlan::new(&context, &Arc::default());
        for option in defences(&plan) {
            let full =
                enumerate(AnswerPolicy::first(), |table| resolve_rolls(table, &plan, option)).expect("odds");
            let short = enumerate(AnswerPolicy::first(), |table| resolve_for_odds(table, &plan, option))
                .expect("odds");
            let every =
                enumerate_unmerged(AnswerPolicy::first(), |table| resolve_for_odds(table, &plan, option))
                    .expect("odds");
            assert!(short == full.map(|rolled| odds_outcome(&plan, rolled)), "context {number}: {context:?}");
            assert!(short == every, "context {number}: {context:?}");
            if let Some(chain) = calculate_odds(&plan, option) {
                calculated += 1;
                assert!(chain.into_distribution() == short, "context {number}: {context:?}");
            }
        }
    }
    assert!(calculated > 100, "{calculated} attacks calculated");
}

/// Number of runs of a rule for its odds.
fn runs<R: Ord + Clone>(rule: impl Fn(&mut dice::EnumeratedTable) -> RuleResult<R>) -> usize {
    let runs = std::cell::Cell::new(0);
    enumerate(AnswerPolicy::first(), |table| {
        runs.set(runs.get() + 1);
        rule(table)
    })
    .expect("odds");
    runs.get()
}

#[test]
fn misses_are_one_branch_and_stopped_blows_another() {
    let context = duel_against(sword("3PC"), |sheet| sheet.armour = vec![armour_item("mail", "4/4/1")]);
    let plan = AttackPlan::new(&context, &Arc::default());
    let option = defences(&plan)[0];
    // Net hits of 2 to 6 get through to three dice of resistance.
    let most = plan.attack.pool() - 1;
    let outcome = |left: u32, hits: u32| {
        let rest = left.saturating_sub(hits);
        let light = hits.min(rest);
        plan.hit_effect(DamageTaken { light, critical: rest - light }).with_barriers(Vec::new())
    };
    let outcomes: BTreeSet<_> = (1..=most)
        .flat_map(|left| (0..=3).map(move |hits| (left, hits)))
        .map(|(left, hits)| outcome(left, hits))
        .collect();
    // One run for the opposed roll, for misses, for blows that armour stops, for each damage past it, and for each
    // outcome of it.
    let expected = 3 + most as usize + outcomes.len();
    assert_eq!(runs(|table| resolve_for_odds(table, &plan, option)), expected);
    assert!(runs(|table| resolve_rolls(table, &plan, option)) > expected);
}

/// All face combinations of this many dice.
fn all_faces(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..6u32.pow(dice))
        .map(move |number| (0..dice).map(|place| (number / 6u32.pow(place) % 6) as u8 + 1).collect())
}

/// Compares odds with every face combination of an attack with this many dice.
fn agrees_with_single_faces(context: &AttackContext, key: &str, dice: u32) {
    let mut counts: BTreeMap<AttackResult, u64> = BTreeMap::new();
    for faces in all_faces(dice) {
        let mut table = ScriptedTable::new(faces, vec![key.to_owned()]);
        *counts.entry(resolve_attack(&mut table, context).expect("enough faces")).or_default() += 1;
    }
    let odds = enumerate(AnswerPolicy::keys([key]), |table| resolve_attack(table, context)).expect("odds");
    assert_eq!(odds.len(), counts.len());
    for (result, count) in counts {
        let (part, whole) = odds.fraction(|other| *other == result);
        let (part, whole): (u64, u64) = (part.parse().expect("a number"), whole.parse().expect("a number"));
        assert_eq!(part * 6u64.pow(dice), count * whole, "{result:?}");
    }
}

#[test]
fn odds_are_those_of_all_single_faces() {
    let mut context = duel_against(sword("3PC"), |sheet| {
        sheet.attributes.body = 2;
        sheet.attributes.reaction = 2;
        sheet.attributes.willpower = 1;
        sheet.armour = vec![armour_item("coat", "0/1/0")];
    });
    Arc::make_mut(&mut context.attacker.sheet).skills.clear();
    context.defender.condition.critical = 8;
    agrees_with_single_faces(&context, "dodge_reaction", 3 + 2 + 2);
    set_switch(&mut context, "ad.dice_extras", "glitch");
    set_switch(&mut context, "ad.min_one_hit", "on");
    Arc::make_mut(&mut context.weapon).riders = vec![rider("poison", ExtraEffectTrigger::Damage)];
    agrees_with_single_faces(&context, "dodge_reaction", 3 + 2 + 2);
    agrees_with_single_faces(&context, "decline", 3 + 2);
    let touching = duel_against(touch(), |sheet| sheet.attributes.reaction = 1);
    agrees_with_single_faces(&touching, "parry", 6 + 1);
}

#[test]
fn ad_res_02_exact_odds_of_a_hit() {
    // Two dice against one: 4, 4, 1 ninths for 0, 1, 2 hits; a die hits once in three. A miss is 0 against 1.
    let mut context = duel_against(sword("3PC"), |sheet| sheet.attributes.reaction = 1);
    let sheet = Arc::make_mut(&mut context.attacker.sheet);
    sheet.skills.clear();
    sheet.attributes.agility = 2;
    let odds =
        enumerate(AnswerPolicy::keys(["parry"]), |table| resolve_attack(table, &context)).expect("odds");
    assert_eq!(odds.fraction(|result| result.contact == HitResult::Miss), ("4".into(), "27".into()));
}

fn faces(traces: &[Trace]) -> Vec<u8> {
    let mut faces = Vec::new();
    for trace in traces {
        if let Trace::Rolled(record) = trace {
            faces.extend_from_slice(&record.faces);
        }
    }
    faces
}

#[test]
fn the_same_dice_give_the_same_result_and_questions_leave_no_trace() {
    let mut source = SceneGenerator(3);
    let mut asked = 0;
    for seed in 0..200 {
        let context = source.context();
        let state = DiceState::new(seed);
        let mut unanswered = PlayedTable::new(state, Vec::new(), true);
        let keys: Vec<String> = match resolve_attack(&mut unanswered, &context) {
            Err(Interrupt::NeedsAnswer(prompt)) => {
                assert_eq!(unanswered.finish().0, state, "no dice rolled before the prompt");
                asked += 1;
                prompt.answers.into_iter().map(|answer| answer.key).collect()
            }
            Err(stop) => panic!("{stop:?}"),
            Ok(_) => vec![String::new()],
        };
        for key in keys {
            let answers = || if key.is_empty() { Vec::new() } else { vec![key.clone()] };
            let run = |keep: bool| {
                let mut table = PlayedTable::new(state, answers(), keep);
                let result = resolve_attack(&mut table, &context).expect("answered");
                (result, table.finish())
            };
            let (result, (after, traces, used)) = run(true);
            assert_eq!(run(true), (result.clone(), (after, traces.clone(), used)), "same result again");
            let (unkept, (unkept_after, ..)) = run(false);
            assert_eq!((&unkept, unkept_after), (&result, after), "the log changes nothing");
            let mut scripted = ScriptedTable::new(faces(&traces), answers());
            assert_eq!(resolve_attack(&mut scripted, &context), Ok(result), "the same faces, typed in");
            assert_eq!(scripted.finish(), Ok(traces));
        }
    }
    assert!(asked > 50, "{asked} prompts");
}
