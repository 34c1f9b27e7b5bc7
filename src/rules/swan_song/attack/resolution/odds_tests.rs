//! Tests that played, scripted and enumerated attacks agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::swan_song::barriers::barrier_attack::attack_barrier;
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::{
    BarrierAttackContext, BarrierOnLine, DamageType, DamageValue, DownState, Fighter, FireMode, Karma,
    KarmaPlan, MovementMode, PointPool, Sheet, Skill, WeaponClass,
};
use crate::test_random::TestRandom;
use crate::test_tables::{any_answers, is_whole};
use dice::{
    AnswerPolicy, DiceState, Interrupt, PlayedTable, RollRecord, ScriptedTable, Trace, enumerate,
    enumerate_unmerged,
};

/// Generates random attack contexts, the same in every run.
struct SceneGenerator(u64);

impl TestRandom for SceneGenerator {
    fn state(&mut self) -> &mut u64 {
        &mut self.0
    }
}

impl SceneGenerator {
    fn fighter(&mut self, id: u32) -> Fighter {
        let mut unit = fighter(id, |sheet| {
            let attributes = &mut sheet.attributes;
            for value in [&mut attributes.agility, &mut attributes.reaction, &mut attributes.intuition] {
                *value = 1 + self.below(3) as u8;
            }
            attributes.body = 1 + self.below(5) as u8;
            attributes.strength = 1 + self.below(4) as u8;
            attributes.willpower = 1 + self.below(2) as u8;
            for skill in [Skill::Blades, Skill::Longarms, Skill::UnarmedCombat, Skill::Acrobatics] {
                sheet.skills.insert(skill, self.below(4) as u8);
            }
            sheet.armour = vec![self.below(4) as u8];
            sheet.shield = self.one_of(&[0, 0, 2]);
            sheet.armored = self.one_of(&[0, 0, 3]);
        });
        unit.vitals.flesh.now -= self.below(6) as i32;
        unit.vitals.strain = self.below(11) as i32;
        unit.action_points = self.below(4) as u8;
        unit.gait = self.one_of(&[
            MovementMode::Steady,
            MovementMode::Steady,
            MovementMode::Running,
            MovementMode::Sprinting,
        ]);
        unit.prone = self.once_in(5);
        unit.full_defense = self.once_in(6);
        unit.defences = self.below(3) as u8;
        unit.in_melee = self.once_in(4);
        unit
    }

    fn weapon(&mut self) -> Weapon {
        let class = self.one_of(&[
            WeaponClass::Ranged,
            WeaponClass::Ranged,
            WeaponClass::Melee,
            WeaponClass::Unarmed,
        ]);
        let skill = match class {
            WeaponClass::Ranged | WeaponClass::Thrown => Skill::Longarms,
            WeaponClass::Melee => Skill::Blades,
            WeaponClass::Unarmed => Skill::UnarmedCombat,
        };
        let damage = self.below(9) as u32;
        Weapon {
            accuracy: Some(1 + self.below(6) as u8),
            damage: if self.once_in(3) { DamageValue::StrengthPlus(2) } else { DamageValue::Fixed(damage) },
            pool: self.one_of(&[None, Some(PoolKind::Health), Some(PoolKind::Strain)]),
            damage_type: self.one_of(&[DamageType::Kinetic, DamageType::Cryo, DamageType::Corrosive]),
            arp: self.below(5) as i32 - 2,
            hands: self.below(2) as u8,
            penetrating: self.once_in(3),
            contact_only: self.once_in(5),
            gel: self.once_in(5),
            ..weapon(class, skill, 0)
        }
    }

    /// Mostly no Karma.
    fn karma(&mut self, sheet: &mut Arc<Sheet>) -> Karma {
        if !self.once_in(3) {
            return Karma::default();
        }
        Arc::make_mut(sheet).karma = 1 + self.below(2) as u8;
        let plan = KarmaPlan { dice: self.once_in(2), reroll: self.once_in(2), ask: self.once_in(2) };
        Karma { left: self.below(4) as u8, plan }
    }

    fn barriers(&mut self) -> Vec<BarrierOnLine> {
        let count = self.one_of(&[0, 1, 1, 2]);
        (0..count)
            .map(|id| BarrierOnLine {
                transparent: self.once_in(2),
                damage: self.below(3) as u32,
                ..wall(10 + id, 1 + self.below(3) as u32, self.below(4) as u32)
            })
            .collect()
    }

    fn attack_context(&mut self) -> AttackContext {
        let (attacker, defender, weapon) = (self.fighter(1), self.fighter(2), self.weapon());
        let ranged = weapon.class == WeaponClass::Ranged;
        let mut context = attack_context(attacker, defender, weapon);
        if ranged {
            context.mode = self.one_of(&[None, Some(FireMode::Single), Some(FireMode::Burst)]);
        }
        context.sight.hidden = self.one_of(&[0, 0, 30, 60, 100]);
        context.sight.took_cover = self.once_in(2);
        context.sight.across_obstacle = self.once_in(2);
        context.sight.aware = !self.once_in(4);
        context.sight.distance_squared = self.one_of(&[1, 25, 36, 400]);
        context.defender.down = self.one_of(&[None, None, None, Some(DownState::Unconscious)]);
        if self.once_in(2) {
            context.defender.held = vec![Arc::new(knife())];
        }
        context.barriers = self.barriers();
        context.charge = self.once_in(5);
        for unit in [&mut context.attacker, &mut context.defender] {
            unit.karma = self.karma(&mut unit.sheet);
        }
        for (name, values) in [
            ("ss.glitch_effects", ["none", "drop"]),
            ("ss.ranged_dodge", ["off", "on"]),
            ("ss.penetration_wear", ["table", "none"]),
            ("ss.barrier_damage_types", ["off", "on"]),
        ] {
            with_switch(&mut context, name, self.one_of(&values));
        }
        context
    }

    fn barrier_context(&mut self) -> BarrierAttackContext {
        let context = self.attack_context();
        BarrierAttackContext {
            hand: None,
            attacker: context.attacker,
            weapon: context.weapon,
            mode: context.mode,
            barrier: wall(1, 1 + self.below(3) as u32, self.below(4) as u32),
            hidden: context.sight.hidden,
            barriers: context.barriers,
            rounds_fired: 0,
            switches: context.switches,
        }
    }
}

#[test]
fn merged_odds_are_the_odds_of_every_branch() {
    let mut source = SceneGenerator(1);
    let mut kinds = BTreeMap::new();
    for number in 0..400 {
        let context = source.attack_context();
        let pick = source.next();
        let plan = AttackPlan::new(&context);
        let merged = enumerate(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        let unmerged =
            enumerate_unmerged(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        assert!(merged == unmerged, "context {number}: {context:?}");
        assert!(is_whole(&merged), "context {number}");
        for (result, _) in merged.iter() {
            *kinds.entry((result.contact, result.barriers.len().min(2))).or_insert(0) += 1;
        }
    }
    assert!(kinds.len() >= 10, "the contexts cover every kind of result: {kinds:?}");
}

#[test]
fn outlines_are_those_of_the_full_rule_merged_or_not() {
    let mut source = SceneGenerator(7);
    let (mut plain, mut worn, mut calculated) = (0, 0, 0);
    for number in 0..200 {
        let mut context = source.attack_context();
        if number % 2 == 0 {
            context.barriers.clear();
        }
        let (pick, plan) = (source.next(), AttackPlan::new(&context));
        plain += i32::from(can_simplify(&plan));
        if !can_simplify(&plan) {
            continue;
        }
        let outline = |result: &AttackResult| OddsOutcome {
            contact: result.contact,
            net: result.net_hits.signum(),
            damage: result.damage,
            knocked_down: result.knocked_down,
            down: result.down,
        };
        let full = enumerate(any_answers(pick), |table| resolve_plan(table, &plan)).expect("odds");
        let short = enumerate(any_answers(pick), |table| resolve_for_odds(table, &plan)).expect("odds");
        let every =
            enumerate_unmerged(any_answers(pick), |table| resolve_for_odds(table, &plan)).expect("odds");
        assert!(short == full.map(outline), "context {number}: {context:?}");
        assert!(short == every, "context {number}: {context:?}");
        let first = enumerate(AnswerPolicy::first(), |table| resolve_for_odds(table, &plan)).expect("odds");
        if let Some(chain) = calculate_odds(&plan, plan.default_defence()) {
            calculated += 1;
            assert!(chain.into_distribution() == first, "context {number}: {context:?}");
        }
        for (place, barrier) in context.barriers.iter().enumerate() {
            let barrier_damage = full.map(|result| {
                result.barriers.iter().find(|harm| harm.id == barrier.id).map_or(0, |harm| harm.damage)
            });
            worn += i32::from(barrier_damage.len() > 1);
            let alone = enumerate(any_answers(pick), |table| barrier_damage_for_odds(table, &plan, place))
                .expect("odds");
            assert!(alone == barrier_damage, "context {number}, barrier {place}: {context:?}");
        }
    }
    assert!(plain > 100 && worn > 10, "{plain} plain attacks, {worn} barriers worn");
    assert!(calculated > 50, "{calculated} attacks calculated");
}

#[test]
fn merged_odds_of_attacks_on_barriers_too() {
    let mut source = SceneGenerator(2);
    for number in 0..200 {
        let context = source.barrier_context();
        let merged = enumerate(AnswerPolicy::first(), |table| attack_barrier(table, &context)).expect("odds");
        let unmerged =
            enumerate_unmerged(AnswerPolicy::first(), |table| attack_barrier(table, &context)).expect("odds");
        assert!(merged == unmerged && is_whole(&merged), "context {number}: {context:?}");
    }
}

/// All face combinations of this many dice.
fn all_faces(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..6u32.pow(dice))
        .map(move |number| (0..dice).map(|place| (number / 6u32.pow(place) % 6) as u8 + 1).collect())
}

#[test]
fn odds_are_those_of_all_single_faces() {
    let attacker = fighter(1, |sheet| sheet.attributes.agility = 2);
    let defender = fighter(2, |sheet| {
        sheet.attributes.reaction = 1;
        sheet.attributes.intuition = 1;
        sheet.attributes.body = 4;
    });
    let mut context = attack_context(attacker, defender, weapon(WeaponClass::Melee, Skill::Blades, 3));
    with_switch(&mut context, "ss.glitch_effects", "drop");
    context.defender.action_points = 0;
    context.barriers = vec![pane(5, 1, 0)];
    let mut counts: BTreeMap<AttackResult, u64> = BTreeMap::new();
    let total: u32 = 2 + 2 + 1 + 2;
    for faces in all_faces(total) {
        let mut table = ScriptedTable::new(faces, Vec::new());
        let result = resolve_attack(&mut table, &context).expect("enough faces");
        *counts.entry(result).or_default() += 1;
    }
    let odds = enumerate(AnswerPolicy::first(), |table| resolve_attack(table, &context)).expect("odds");
    assert_eq!(odds.len(), counts.len());
    for (result, count) in counts {
        let (part, whole) = odds.fraction(|other| *other == result);
        let (part, whole): (u64, u64) = (part.parse().expect("a number"), whole.parse().expect("a number"));
        assert_eq!(part * 6u64.pow(total), count * whole, "{result:?}");
    }
}

#[test]
fn ss_atk_27_played_attacks_follow_the_odds() {
    const RUNS: u32 = 200_000;
    let context = worked_example();
    let plan = AttackPlan::new(&context);
    let odds = enumerate(AnswerPolicy::first(), |table| resolve_plan(table, &plan)).expect("odds");
    let mut counts: BTreeMap<AttackResult, u32> = BTreeMap::new();
    let mut state = DiceState::new(27);
    for _ in 0..RUNS {
        let mut table = PlayedTable::new(state, vec!["standard".into()], false);
        *counts.entry(resolve_plan(&mut table, &plan).expect("answered")).or_default() += 1;
        state = table.finish().0;
    }
    assert!(counts.keys().all(|result| odds.iter().any(|(other, _)| other == result)), "nothing impossible");
    for (result, probability) in odds.iter() {
        let expected = f64::from(RUNS) * probability;
        let sigma = (expected * (1.0 - probability)).sqrt();
        let count = f64::from(counts.get(result).copied().unwrap_or(0));
        assert!((count - expected).abs() <= 5.0 * sigma + 1.0, "{count} of {expected}: {result:?}");
    }
}

#[test]
fn ss_atk_27_exact_odds_of_a_wound() {
    let odds =
        enumerate(AnswerPolicy::first(), |table| resolve_attack(table, &worked_example())).expect("odds");
    // 7 dice against 3: a hit needs more hits than the defence has. Counted by hand over (hits of 7, hits of 3).
    let ways = |dice: u32| -> Vec<u64> {
        (0..=dice).map(|hits| choose(dice, hits) * 2u64.pow(hits) * 4u64.pow(dice - hits)).collect()
    };
    let (attack, defence) = (ways(7), ways(3));
    let mut miss = 0;
    let mut tie = 0;
    for (a, ways_a) in attack.iter().enumerate() {
        for (d, ways_d) in defence.iter().enumerate() {
            match a.min(6).cmp(&d) {
                std::cmp::Ordering::Less => miss += ways_a * ways_d,
                std::cmp::Ordering::Equal => tie += ways_a * ways_d,
                std::cmp::Ordering::Greater => {}
            }
        }
    }
    let whole = 6u64.pow(10) as f64;
    let missed = odds.probability(|result| result.contact == HitResult::Miss);
    let tied = odds.probability(|result| result.net_hits == 0);
    assert!((missed - miss as f64 / whole).abs() < 1e-12);
    assert!((tied - tie as f64 / whole).abs() < 1e-12);
}

fn choose(of: u32, some: u32) -> u64 {
    (0..some).fold(1, |ways, taken| ways * u64::from(of - taken) / u64::from(taken + 1))
}

fn faces(traces: &[Trace]) -> Vec<u8> {
    let records: Vec<&RollRecord> = traces
        .iter()
        .filter_map(|trace| if let Trace::Rolled(record) = trace { Some(record) } else { None })
        .collect();
    records.iter().flat_map(|record| record.faces.clone()).collect()
}

#[test]
fn a_question_leaves_no_trace() {
    let mut source = SceneGenerator(3);
    let mut asked = 0;
    for seed in 0..300 {
        let mut context = source.attack_context();
        // Karma would add a second prompt.
        (context.attacker.karma, context.defender.karma) = Default::default();
        let state = DiceState::new(seed);
        let mut unanswered = PlayedTable::new(state, Vec::new(), true);
        let stop = match resolve_attack(&mut unanswered, &context) {
            Err(Interrupt::NeedsAnswer(prompt)) => *prompt,
            Err(stop) => panic!("{stop:?}"),
            Ok(_) => continue,
        };
        asked += 1;
        assert_eq!(unanswered.finish().0, state, "no dice rolled before the prompt");
        for answer in &stop.answers {
            let run = |keep: bool| {
                let mut table = PlayedTable::new(state, vec![answer.key.clone()], keep);
                let result = resolve_attack(&mut table, &context).expect("answered");
                (result, table.finish())
            };
            let (result, (after, traces, used)) = run(true);
            assert_eq!(used, 1);
            assert_eq!(run(true), (result.clone(), (after, traces.clone(), used)), "same result again");
            let (unkept, (unkept_after, ..)) = run(false);
            assert_eq!((&unkept, unkept_after), (&result, after), "the log changes nothing");
            let mut scripted = ScriptedTable::new(faces(&traces), vec![answer.key.clone()]);
            assert_eq!(resolve_attack(&mut scripted, &context), Ok(result), "the same faces, typed in");
            assert_eq!(scripted.finish(), Ok(traces));
        }
    }
    assert!(asked > 50, "{asked} prompts");
}

#[test]
fn ss_dmg_09_odds_of_going_down() {
    let mut context = worked_example();
    context.defender.vitals.flesh = PointPool { now: 1, max: 10 };
    let odds = enumerate(AnswerPolicy::first(), |table| resolve_attack(table, &context)).expect("odds");
    let down = odds.probability(|result| result.down.is_some());
    let hurt = odds.probability(|result| result.damage > 0);
    assert!(down > 0.0 && (down - hurt).abs() < 1e-12, "any damage takes the last point");
}
