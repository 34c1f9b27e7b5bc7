//! Tests that played, scripted and enumerated attacks agree.

use std::collections::BTreeMap;

use super::*;
use crate::BarrierOnLine;
use crate::aberrant::attacks::context::FlurryPosition;
use crate::aberrant::health::health_track::DamageMarks;
use crate::aberrant::protection::soak::Soak;
use crate::aberrant::protection::stacking::{SoakCategory, SoakSource};
use crate::aberrant::test_fixtures::*;
use crate::aberrant::turn::actions::ActionState;
use crate::aberrant::{
    Ability, Armour, Damage, DefenceBonus, DefenceBonusKind, Fighter, Weapon, WeaponClass,
};
use crate::test_random::TestRandom;
use crate::test_tables::{any_answers, is_whole};
use dice::{
    AnswerPolicy, DiceState, Interrupt, PlayedTable, ScriptedTable, Trace, enumerate, enumerate_unmerged,
};
use model::{BarrierId, BarrierSource};

/// Pseudo-random numbers for contexts, the same in every run.
struct SceneGenerator(u64);

impl TestRandom for SceneGenerator {
    fn state(&mut self) -> &mut u64 {
        &mut self.0
    }
}

impl SceneGenerator {
    fn soak(&mut self) -> Soak {
        Soak::new(self.below(5) as u32, self.below(4) as u32, self.below(3) as u32)
    }

    fn fighter(&mut self, id: u32) -> Fighter {
        let mut unit = fighter(id, |sheet| {
            for value in [&mut sheet.dexterity, &mut sheet.wits, &mut sheet.stamina] {
                *value = 1 + self.below(3) as u8;
            }
            sheet.willpower = self.below(3) as u8;
            sheet.mega_dexterity = self.one_of(&[0, 0, 1]);
            for ability in [Ability::Athletics, Ability::Melee, Ability::Firearms, Ability::Brawl] {
                sheet.abilities.insert(ability, self.below(3) as u8);
            }
            if self.once_in(2) {
                sheet.armour = vec![Armour {
                    destruction: self.one_of(&[None, Some(4)]),
                    penalty: self.below(2) as u32,
                    lightweight: self.once_in(2),
                    ..armour("vest", self.soak())
                }];
            }
            if self.once_in(3) {
                let ablative = self.once_in(2);
                sheet.sources = vec![SoakSource { ablative, ..source(SoakCategory::Power, self.soak()) }];
            }
            if self.once_in(4) {
                let (name, kind) = ("blur".into(), DefenceBonusKind::HitDifficulty);
                sheet.bonuses = vec![DefenceBonus { name, kind, bonus: 1, ablative: false }];
            }
        });
        let condition = &mut unit.condition;
        condition.marks = DamageMarks {
            lethal: self.one_of(&[0, 0, 1, 2]),
            bashing: self.one_of(&[0, 1, 4]),
            stun: self.below(2) as u32,
            ..DamageMarks::default()
        };
        unit.initiative = 5 + self.below(10) as i32;
        unit.acted = self.once_in(2);
        unit.prone = self.once_in(5);
        unit.effort = ActionState {
            actions: self.below(2) as u8,
            reserved: self.one_of(&[0, 1]),
            full_defence: self.once_in(3),
            queued: self.below(2) as u8,
            ..ActionState::default()
        };
        unit
    }

    fn weapon(&mut self) -> Weapon {
        let kind = self.one_of(&[
            DamageType::Stun,
            DamageType::Bashing,
            DamageType::Lethal,
            DamageType::Lethal,
            DamageType::Aggravated,
            DamageType::Emp,
        ]);
        let ranged = self.once_in(2);
        Weapon {
            class: if ranged { WeaponClass::Ranged } else { WeaponClass::Melee },
            skill: if ranged { Ability::Firearms } else { Ability::Melee },
            damage: Damage { dice: 1 + self.below(6) as u32, kind, adds: self.one_of(&[0, 0, 2]) },
            ap: self.below(3) as u32,
            unsoakable: self.once_in(6),
            high_velocity: self.once_in(2),
            lightspeed: self.once_in(4),
            short_range_m: 10,
            ..weapon("1L")
        }
    }

    fn context(&mut self) -> AttackContext {
        let (mut attacker, defender) = (self.fighter(1), self.fighter(2));
        edit_sheet(&mut attacker, |sheet| sheet.dexterity += 2);
        let weapon = self.weapon();
        let metres = if weapon.is_melee() { 1 } else { self.one_of(&[5, 10, 10, 15, 90]) };
        let mut context = at_range(metres, AttackContext { attacker, defender, ..duel(weapon) });
        context.called_vital = self.once_in(8);
        context.replacement = self.once_in(5);
        context.flurry = FlurryPosition { actions: 2, nth: self.below(2) as u8 };
        context.sight.hidden = self.one_of(&[0, 0, 0, 40, 100]);
        context.sight.took_cover = self.once_in(2);
        context.sight.aware = !self.once_in(5);
        if self.once_in(3) {
            context.barriers = vec![BarrierOnLine {
                id: BarrierSource::Segment(BarrierId(7)),
                name: "pane".into(),
                structure: 5,
                armor: 2,
                thickness_cm: 1,
                damage: 0,
                transparent: self.once_in(2),
                glass_pct: 100,
                sharp: false,
            }];
        }
        for (name, values) in [
            ("ab.mega_dice", ["off", "on"]),
            ("ab.flurry_penalty", ["off", "on"]),
            ("ab.bashing_overflow", ["upgrade", "stop"]),
            ("ab.lightspeed_dodge_penalty", ["1", "0"]),
        ] {
            with_switch(&mut context, name, self.one_of(&values));
        }
        context
    }
}

#[test]
fn merged_odds_are_the_odds_of_every_branch() {
    let mut source = SceneGenerator(1);
    let mut kinds = BTreeMap::new();
    for number in 0..250 {
        let context = source.context();
        let pick = source.next();
        let plan = AttackPlan::new(&context);
        let merged = enumerate(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        let unmerged =
            enumerate_unmerged(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        assert!(merged == unmerged, "scene {number}: {context:?}");
        assert!(is_whole(&merged), "scene {number}");
        for (result, _) in merged.iter() {
            let defence = result.defence.map(|defence| defence.kind);
            *kinds.entry((result.contact, defence, result.down.is_some())).or_insert(0) += 1;
        }
    }
    assert!(kinds.len() >= 12, "the scenes reach every kind of end: {kinds:?}");
}

/// All faces of this many dice.
fn all_faces(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..10u32.pow(dice))
        .map(move |number| (0..dice).map(|place| (number / 10u32.pow(place) % 10) as u8 + 1).collect())
}

/// Runs an attack on every combination of faces; unused dice multiply its weight.
fn brute_force(context: &AttackContext, dice: u32, keys: &[&str]) -> BTreeMap<AttackResult, u64> {
    let mut counts = BTreeMap::new();
    for faces in all_faces(dice) {
        let mut table = ScriptedTable::new(faces, keys.iter().map(|&key| key.to_owned()).collect());
        let result = resolve_attack(&mut table, context).expect("enough faces");
        *counts.entry(result).or_default() += 1;
    }
    counts
}

fn agree(context: &AttackContext, dice: u32, keys: &[&str]) {
    let counts = brute_force(context, dice, keys);
    let odds = enumerate(AnswerPolicy::keys(keys.iter().copied()), |table| resolve_attack(table, context))
        .expect("odds");
    assert_eq!(odds.len(), counts.len());
    for (result, count) in counts {
        let (part, whole) = odds.fraction(|other| *other == result);
        let (part, whole): (u64, u64) = (part.parse().expect("a number"), whole.parse().expect("a number"));
        assert_eq!(part * 10u64.pow(dice), count * whole, "{result:?}");
    }
}

/// Two attack dice against a one-die dodge.
fn small(damage: &str) -> AttackContext {
    let mut context = duel(blade(damage));
    edit_sheet(&mut context.attacker, |sheet| {
        sheet.dexterity = 1;
        sheet.abilities.insert(Ability::Melee, 1);
    });
    edit_sheet(&mut context.defender, |sheet| (sheet.dexterity, sheet.wits) = (1, 1));
    context.defender.effort.full_defence = true;
    context
}

#[test]
fn odds_are_those_of_all_single_faces() {
    agree(&small("1L"), 2 + 1 + 2, &["dodge"]);
    agree(&small("1L [2]"), 2 + 2, &["none"]);
}

#[test]
fn odds_of_an_abort_are_those_of_all_single_faces() {
    let mut context = small("1B");
    edit_sheet(&mut context.defender, |sheet| sheet.willpower = 1);
    context.defender.effort = ActionState { queued: 1, ..ActionState::default() };
    context.defender.condition.willpower = 0;
    edit_sheet(&mut context.attacker, |sheet| sheet.dexterity = 0);
    agree(&context, 1 + 1 + 1 + 1, &["dodge+roll"]);
}

#[test]
fn odds_with_mega_dice_are_those_of_all_single_faces() {
    let mut context = small("1L");
    with_switch(&mut context, "ab.mega_dice", "on");
    edit_sheet(&mut context.attacker, |sheet| {
        (sheet.mega_dexterity, sheet.dexterity) = (1, 0);
        sheet.abilities.clear();
    });
    agree(&context, 1 + 1 + 3, &["dodge"]);
}

fn faces(traces: &[Trace]) -> Vec<u8> {
    let of = |trace: &Trace| match trace {
        Trace::Rolled(record) => record.faces.clone(),
        Trace::Decided { .. } | Trace::Noted(_) => Vec::new(),
    };
    traces.iter().flat_map(of).collect()
}

#[test]
fn the_same_dice_give_the_same_result() {
    let mut source = SceneGenerator(3);
    let mut asked = 0;
    for seed in 0..300 {
        let context = source.context();
        let state = DiceState::new(seed);
        // Answers are given one at a time, as in a battle; the rule runs again from the same dice each
        // time.
        let mut answers: Vec<String> = Vec::new();
        let (result, (after, traces, used)) = loop {
            let mut table = PlayedTable::new(state, answers.clone(), true);
            match resolve_attack(&mut table, &context) {
                Ok(result) => break (result, table.finish()),
                Err(Interrupt::NeedsAnswer(prompt)) => answers.push(source.one_of(&prompt.answers).key),
                Err(stop) => panic!("{stop:?}"),
            }
        };
        assert_eq!(used, answers.len());
        asked += used;
        let mut unkept = PlayedTable::new(state, answers.clone(), false);
        assert_eq!(resolve_attack(&mut unkept, &context), Ok(result.clone()), "the log changes nothing");
        assert_eq!(unkept.finish().0, after);
        let mut scripted = ScriptedTable::new(faces(&traces), answers);
        assert_eq!(resolve_attack(&mut scripted, &context), Ok(result), "the same faces, typed in");
        assert_eq!(scripted.finish(), Ok(traces));
    }
    assert!(asked > 40, "{asked} questions");
}

#[test]
fn exact_odds_of_a_hit() {
    let mut context = duel(blade("1L"));
    edit_sheet(&mut context.attacker, |sheet| {
        sheet.dexterity = 1;
        sheet.abilities.insert(Ability::Melee, 1);
    });
    let odds = enumerate(AnswerPolicy::first(), |table| resolve_attack(table, &context)).expect("odds");
    let missed = odds.fraction(|result| result.contact == HitResult::Miss);
    assert_eq!(missed, ("9".into(), "25".into()), "both dice below 7: 0.6 * 0.6");
}
