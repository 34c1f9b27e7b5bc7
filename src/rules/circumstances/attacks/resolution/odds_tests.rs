//! Tests that played, scripted and enumerated attacks agree.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::BarrierOnLine;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{
    Ailment, Armour, AttackKind, BurstMode, DamageDice, Deflector, Fighter, HitLocations, Light, MeleeCount,
    MeleeOpponents, MovementMode, Skill, Weapon, WeaponClass, Weather,
};
use crate::test_random::TestRandom;
use crate::test_tables::{any_answers, is_whole};
use dice::{
    AnswerPolicy, DiceState, EnumeratedTable, Interrupt, PlayedTable, ScriptedTable, Trace, enumerate,
    enumerate_unmerged,
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
    fn fighter(&mut self, id: u32) -> Fighter {
        let mut unit = fighter(id, |sheet| {
            let all = &mut sheet.characteristics;
            for value in [&mut all.weapon_skill, &mut all.ballistic_skill, &mut all.toughness] {
                *value = 20 + self.below(60) as u8;
            }
            sheet.skills.insert(Skill::Dodge, self.below(60) as u8);
            sheet.armour =
                Armour { head: self.below(3) as u8, ..uniform_armour("mail", self.below(6) as u8) };
            sheet.size = 3 + self.below(3) as u8;
            sheet.talents.hard_target = self.once_in(3);
            let automatic = [AttackKind::Ranged].into_iter().collect();
            sheet.deflector = self.once_in(4).then_some(Deflector { value: 35, automatic });
        });
        unit.condition.wounds = 1 + self.below(12) as i32;
        unit.condition.fate = u8::from(self.once_in(4));
        if self.once_in(8) {
            add_ailment(&mut unit, self.one_of(&[Ailment::Stunned, Ailment::Frozen]));
        }
        unit.reaction = self.once_in(2);
        unit.gait = self.one_of(&[MovementMode::Steady, MovementMode::Running]);
        unit.prone = self.once_in(4);
        unit.in_melee = self.once_in(4);
        unit.melee = MeleeCount { friends: 1 + self.below(3) as u32, foes: 1 };
        unit.concealed = self.once_in(6);
        unit.shielded = self.one_of(&[
            HitLocations::NONE,
            HitLocations::ALL,
            HitLocations::from_locations(&[HitLocation::Body, HitLocation::LeftLeg, HitLocation::RightLeg]),
        ]);
        unit
    }

    fn weapon(&mut self) -> Weapon {
        let class = self.one_of(&[WeaponClass::Melee, WeaponClass::Ranged, WeaponClass::Thrown]);
        let sides = self.one_of(&[5, 10]);
        Weapon {
            damage: DamageDice { count: 1, sides, bonus: self.below(6) as i16 },
            penetration: self.below(6) as u8,
            cracking: self.below(3) as u8,
            range: 40,
            magazine: 6,
            burst: Some(BurstMode { rounds: 2, jams_on: None }),
            ..Weapon::plain("sample", class, DamageDice::d10(1, 0))
        }
    }

    fn cover(&mut self, id: u32) -> CoverOnLine {
        let barrier = BarrierOnLine {
            id: BarrierSource::Segment(BarrierId(id)),
            name: "wall".into(),
            structure: 4,
            armor: self.below(17) as u32,
            thickness_cm: 10,
            damage: self.below(4) as u32,
            transparent: false,
            glass_pct: 100,
            sharp: false,
        };
        CoverOnLine { barrier, ap: self.one_of(&[None, Some(5)]), beside_target: self.once_in(2) }
    }

    fn context(&mut self) -> AttackContext {
        let mut context = attack_context(self.weapon());
        context.attacker = self.fighter(1);
        context.defender = self.fighter(2);
        context.mode = match context.weapon.class {
            WeaponClass::Melee => self.one_of(&[AttackMode::Standard, AttackMode::Charge]),
            WeaponClass::Ranged if self.once_in(3) => AttackMode::Burst,
            _ => AttackMode::Standard,
        };
        context.loaded.rounds = 1 + self.below(6) as u16;
        if !context.weapon.is_melee() {
            context.sight = sight(self.one_of(&[1, 3, 20, 60]));
        }
        context.surroundings.target.light = self.one_of(&[Light::Normal, Light::Low, Light::Dark]);
        context.surroundings.attacker.difficulty = self.one_of(&[0, 0, 10]);
        context.surroundings.weather = self.one_of(&[Weather::Calm, Weather::Heavy]);
        context.engaged = self.once_in(3);
        context.opponents = MeleeOpponents { count: 1, inert: self.below(2) as u32 };
        context.covers = (0..self.below(3) as u32).map(|id| self.cover(10 + id)).collect();
        if self.once_in(6) {
            Arc::make_mut(&mut context.weapon).special_damage = true;
        }
        for (name, values) in [
            ("cs.cover_pen", ["on", "off"]),
            ("cs.modifier_cap", ["none", "30"]),
            ("cs.special_damage", ["double_dice", "3"]),
        ] {
            with_switch(&mut context, name, self.one_of(&values));
        }
        context
    }
}

/// Upper bound of an attack's branches; only small attacks are fast without merging.
fn branches(context: &AttackContext) -> u64 {
    let plan = AttackPlan::new(context);
    let hits = u64::from(plan.target.number.clamp(0, 100).unsigned_abs());
    let misses = if context.weapon.class == WeaponClass::Thrown { (100 - hits) * 100 } else { 100 - hits };
    let many = |condition: bool, ways: u64| if condition { ways } else { 1 };
    let answered = many(plan.defence.deflect.is_some(), 2)
        * many(!plan.defence.evasions.is_empty(), 2)
        * many(!plan.defence.evasions.is_empty() && context.defender.condition.fate > 0, 2);
    let damage = many(context.mode == AttackMode::Burst, 1000) * many(context.weapon.special_damage, 10) * 10;
    (misses + hits * answered * damage) * many(context.attacker.condition.fate > 0, 1 + 100 - hits)
}

#[test]
fn merged_odds_are_the_odds_of_every_branch() {
    let mut source = SceneGenerator(1);
    let mut kinds = BTreeMap::new();
    let mut number = 0;
    while number < 200 {
        let context = source.context();
        let pick = source.next();
        if branches(&context) > 500_000 {
            continue;
        }
        number += 1;
        let plan = AttackPlan::new(&context);
        let merged = enumerate(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        let unmerged =
            enumerate_unmerged(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        assert!(merged == unmerged, "context {number}: {context:?}");
        assert!(is_whole(&merged), "context {number}");
        for (result, _) in merged.iter() {
            let harm = &result.harm;
            *kinds.entry((harm.contact, harm.evasion, harm.hits.min(2))).or_insert(0) += 1;
        }
    }
    assert!(kinds.len() >= 10, "the scenes reach every kind of end: {kinds:?}");
}

/// Counts the results of all combinations of faces, each weighted by its rolls; unused faces are dropped.
fn brute_force(context: &AttackContext, sides: &[u8]) -> BTreeMap<AttackResult, u64> {
    let total: u64 = sides.iter().map(|&sides| u64::from(sides)).product();
    let mut counts: BTreeMap<AttackResult, u64> = BTreeMap::new();
    for number in 0..total {
        let mut rest = number;
        let faces: Vec<u8> = sides
            .iter()
            .map(|&sides| {
                let face = rest % u64::from(sides);
                rest /= u64::from(sides);
                face as u8 + 1
            })
            .collect();
        let mut table = ScriptedTable::new(faces, Vec::new());
        let result = resolve_attack(&mut table, context).expect("enough faces");
        *counts.entry(result).or_default() += 1;
    }
    counts
}

#[test]
fn odds_are_those_of_all_single_faces() {
    let shielded = attack_context_with(sword(), |context| {
        context.mode = AttackMode::Charge;
        context.defender.shielded = HitLocations::from_locations(&[HitLocation::Body]);
        context.covers = vec![SceneGenerator(3).cover(5)];
        context.covers[0].beside_target = true;
        context.defender.condition.wounds = 5;
    });
    let thrown = attack_context_with(knife(), |context| context.attacker.shielded = HitLocations::NONE);
    let deflected = attack_context_with(autogun(), |context| {
        edit_sheet(&mut context.defender, |sheet| {
            sheet.deflector = Some(Deflector { value: 20, automatic: Default::default() });
        });
    });
    let cases: [(&AttackContext, &[u8]); 3] =
        [(&shielded, &[100, 10]), (&thrown, &[100, 10, 10]), (&deflected, &[100, 100, 10])];
    for (context, sides) in cases {
        let total: u64 = sides.iter().map(|&sides| u64::from(sides)).product();
        let counts = brute_force(context, sides);
        let odds = enumerate(AnswerPolicy::first(), |table| resolve_attack(table, context)).expect("odds");
        assert_eq!(odds.len(), counts.len());
        for (result, count) in counts {
            let (part, whole) = odds.fraction(|other| *other == result);
            let (part, whole): (u64, u64) =
                (part.parse().expect("a number"), whole.parse().expect("a number"));
            assert_eq!(part * total, count * whole, "{result:?}");
        }
    }
}

#[test]
fn exact_odds_of_a_plain_blow() {
    let odds = enumerate(AnswerPolicy::first(), |table| resolve_attack(table, &attack_context(sword())))
        .expect("odds");
    assert_eq!(odds.fraction(|result| result.harm.hits == 1), ("2".into(), "5".into()));
    // 1d10 + 1 + 4 against Toughness bonus 3: at least 10 Wounds on an 8 or more.
    assert_eq!(odds.fraction(|result| result.harm.damage >= 10), ("3".into(), "25".into()));
    let body = odds.fraction(|result| result.harm.location == Some(HitLocation::Body));
    let bodies = (1..=40).filter(|&roll| HitLocation::from_attack_roll(roll) == HitLocation::Body).count();
    assert_eq!(body, ratio(bodies));
}

fn ratio(of_a_hundred: usize) -> (String, String) {
    let common = (1..=of_a_hundred)
        .rev()
        .find(|&by| of_a_hundred.is_multiple_of(by) && 100_usize.is_multiple_of(by))
        .unwrap_or(1);
    ((of_a_hundred / common).to_string(), (100 / common).to_string())
}

fn faces(traces: &[Trace]) -> Vec<u8> {
    traces
        .iter()
        .flat_map(|trace| if let Trace::Rolled(record) = trace { record.faces.clone() } else { Vec::new() })
        .collect()
}

#[test]
fn the_same_dice_give_the_same_attack() {
    let mut source = SceneGenerator(2);
    let mut asked = 0;
    for seed in 0..300 {
        let context = source.context();
        let state = DiceState::new(seed);
        let mut answers: Vec<String> = Vec::new();
        let (result, traces) = loop {
            let mut table = PlayedTable::new(state, answers.clone(), true);
            match resolve_attack(&mut table, &context) {
                Ok(result) => break (result, table.finish().1),
                Err(Interrupt::NeedsAnswer(prompt)) => {
                    asked += 1;
                    answers
                        .push(prompt.answers[source.below(prompt.answers.len() as u64) as usize].key.clone());
                }
                Err(stop) => panic!("{stop:?}"),
            }
        };
        let mut again = PlayedTable::new(state, answers.clone(), false);
        assert_eq!(resolve_attack(&mut again, &context), Ok(result.clone()), "the log changes nothing");
        let mut scripted = ScriptedTable::new(faces(&traces), answers);
        assert_eq!(resolve_attack(&mut scripted, &context), Ok(result), "the same faces, typed in");
        assert_eq!(scripted.finish(), Ok(traces));
    }
    assert!(asked > 50, "{asked} questions");
}

#[test]
fn answers_to_a_hit_cost_few_runs() {
    let plain = attack_context(sword());
    let answered = attack_context_with(sword(), |context| {
        context.defender.reaction = true;
        edit_sheet(&mut context.defender, |sheet| {
            sheet.skills.insert(Skill::Dodge, 40);
            sheet.deflector = Some(Deflector { value: 35, automatic: Default::default() });
        });
    });
    let runs = |context: &AttackContext| {
        let runs = Cell::new(0);
        let rule = |table: &mut EnumeratedTable| {
            runs.set(runs.get() + 1);
            resolve_attack(table, context)
        };
        enumerate(AnswerPolicy::first(), rule).expect("odds");
        runs.get()
    };
    // A deflection and a Dodge succeed or fail: two branches each, not a hundred.
    assert!(runs(&answered) < runs(&plain) + 50, "{} and {} runs", runs(&answered), runs(&plain));
}
