//! Played, scripted and enumerated attacks agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::combat_checks::checks::attack::*;
use crate::combat_checks::checks::odds_calculator::OddsCalculator;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{AttackContext, QualityEffect, Skill, Weapon, WeaponQuality};
use crate::test_barriers::intact_wall;
use crate::{BarrierOnLine, Light};
use dice::{
    AnswerPolicy, Dice, DiceState, Distribution, EnumeratedTable, Interrupt, PlayedTable, Purpose, Roll,
    ScriptedTable, SymbolDie, SymbolOdds, Trace, enumerate, enumerate_unmerged,
};

/// Deterministic numbers for attack contexts.
struct ContextGenerator(u64);

impl ContextGenerator {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    fn next_context(&mut self) -> AttackContext {
        let weapons = [pistol(), rifle(), sword(), Weapon::unarmed()];
        let mut weapon = weapons[self.below(4) as usize].clone();
        weapon.critical = 2 + self.below(4) as u8;
        if self.once_in(3) {
            let effect = QualityEffect::Strain(1);
            weapon.qualities.push(WeaponQuality { name: "Concussive".into(), cost: 1, effect });
        }
        let mut context = if self.once_in(5) { two_targets(weapon) } else { attack_context(weapon) };
        let sheet = Arc::make_mut(&mut context.attacker.sheet);
        sheet.characteristics.agility = 1 + self.below(2) as u8;
        sheet.characteristics.strength = 1 + self.below(2) as u8;
        for skill in [Skill::LightRanged, Skill::HeavyRanged, Skill::Melee, Skill::Brawl] {
            sheet.skills.insert(skill, self.below(2) as u8);
        }
        if !context.weapon.class.is_melee() {
            context.sight = sight(2 + self.below(20) as u32);
        }
        let target = Arc::make_mut(&mut context.defender.sheet);
        target.characteristics.toughness = 1 + self.below(3) as u8;
        target.ranged_defence = self.below(2) as u8;
        context.attacker.condition.strain = self.below(3) as u32;
        context.attacker.prone = self.once_in(4);
        context.defender.prone = self.once_in(4);
        context.defender.condition.wounds = self.below(13) as u32;
        if self.once_in(3) {
            add_injury(&mut context.defender.condition, 1 + self.below(150) as u32);
        }
        if self.once_in(3) {
            context.allies.push(nearby_unit(4));
        }
        if self.once_in(6) {
            context.attacker.condition.waiting.check.downgrade = 1;
        }
        if self.once_in(6) {
            context.surroundings.target.light = Light::Low;
        }
        if self.once_in(6) {
            context.barriers.push(BarrierOnLine { transparent: true, ..intact_wall(1, "pane", (1, 2)) });
        }
        context
    }
}

/// An answer that depends only on the prompt.
fn any_answer(prompt: &Prompt) -> usize {
    (prompt.question.to_string().len() + prompt.answers.len() * 3) % prompt.answers.len()
}

#[test]
fn odds_with_merged_branches_equal_those_without() {
    let mut source = ContextGenerator(3);
    let policies: [fn() -> AnswerPolicy; 2] = [AnswerPolicy::first, || AnswerPolicy::choose(any_answer)];
    for at in 0..200 {
        let context = source.next_context();
        let plan = AttackPlan::new(&context);
        let rule = |table: &mut EnumeratedTable| resolve_plan(table, &plan);
        let merged = enumerate(policies[at % 2](), rule).expect("few branches");
        let unmerged = enumerate_unmerged(policies[at % 2](), rule).expect("few branches");
        assert_eq!(merged, unmerged, "{context:?}");
        assert_eq!(merged.fraction(|_| true), ("1".into(), "1".into()));
    }
}

/// A scripted table that answers every prompt with the first answer.
struct FirstAnswerTable(ScriptedTable);

impl Table for FirstAnswerTable {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        self.0.roll(dice, purpose)
    }

    fn ask(&mut self, _: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        Ok(0)
    }

    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        Ok(value)
    }

    fn note(&mut self, _: impl FnOnce() -> Note) {}
}

/// Enumerates every face of every die; prompts get the first answer.
fn brute_force(context: &AttackContext) -> (BTreeMap<AttackResult, u64>, u64) {
    let plan = AttackPlan::new(context);
    let sides: Vec<u8> = plan.pool.dice().map(SymbolDie::sides).collect();
    let mut faces = vec![1_u8; sides.len()];
    let (mut counted, mut total) = (BTreeMap::new(), 0);
    loop {
        let mut table = FirstAnswerTable(ScriptedTable::new(faces.as_slice(), Vec::new()));
        *counted.entry(resolve_plan(&mut table, &plan).expect("enough faces")).or_default() += 1;
        total += 1;
        let Some(at) = (0..faces.len()).find(|&at| faces[at] < sides[at]) else { return (counted, total) };
        faces[..at].fill(1);
        faces[at] += 1;
    }
}

fn odds(context: &AttackContext) -> Distribution<AttackResult> {
    let plan = AttackPlan::new(context);
    enumerate(AnswerPolicy::first(), |table| resolve_plan(table, &plan)).expect("few branches")
}

#[test]
fn odds_equal_brute_force_over_single_faces() {
    for (weapon, skill, downgrade) in [(sword(), 0, 0), (sword(), 1, 0), (sword(), 1, 1)] {
        // A rating too high to pay: no further dice.
        let mut context = attack_context(Weapon { critical: 99, ..weapon });
        let sheet = Arc::make_mut(&mut context.attacker.sheet);
        sheet.characteristics.strength = 1;
        sheet.skills = [(Skill::Melee, skill)].into();
        context.attacker.condition.waiting.check.downgrade = downgrade;
        context.attacker.condition.strain = 1;
        set_switch(&mut context, "cc.triumph", "off");
        let (wanted, total) = brute_force(&context);
        let odds = odds(&context);
        assert_eq!(odds.len(), wanted.len());
        for (outcome, count) in &wanted {
            let (part, of) = odds.fraction(|own| own == outcome);
            let [part, of] = [part, of].map(|number| number.parse::<u64>().expect("small"));
            assert_eq!(part * total, count * of, "{outcome:?}");
        }
    }
}

#[test]
fn an_outline_agrees_with_the_attack() {
    let mut source = ContextGenerator(9);
    for _ in 0..20 {
        let context = source.next_context();
        let plan = AttackPlan::new(&context);
        let outcomes = enumerate(AnswerPolicy::first(), |table| resolve_for_odds(table, &plan))
            .expect("few branches")
            .map(|(outcome, ..)| *outcome);
        let whole = odds(&context);
        for successes in 0..4 {
            let wanted = whole.fraction(|result| result.successes == successes);
            assert_eq!(outcomes.fraction(|outcome| outcome.successes == successes), wanted);
        }
        let injured = whole.fraction(|result| !result.first_target().injuries.is_empty());
        assert_eq!(outcomes.fraction(|outcome| outcome.injury), injured);
    }
}

#[test]
fn injuries_weigh_what_single_faces_weigh() {
    let mut context = attack_context(Weapon { critical: 1, ..sword() });
    let sheet = Arc::make_mut(&mut context.attacker.sheet);
    sheet.characteristics.strength = 1;
    sheet.skills.clear();
    let odds = odds(&context);
    // One ability die against two difficulty dice hits with one advantage only on face 7 against two blanks.
    assert_eq!(
        odds.fraction(|result| !result.first_target().injuries.is_empty()),
        ("1".into(), "512".into())
    );
    let stunned = odds.fraction(|result| result.first_target().injuries == [6]);
    assert_eq!(stunned, ("1".into(), (512 * 20).to_string()), "31 to 35 of 100");
}

#[test]
fn the_same_dice_give_the_same_result() {
    let mut source = ContextGenerator(5);
    for seed in 0..100 {
        let context = source.next_context();
        let run = || {
            let mut answers: Vec<String> = Vec::new();
            loop {
                let mut table = PlayedTable::new(DiceState::new(seed), answers.clone(), true);
                match resolve_attack(&mut table, &context) {
                    Ok(result) => return (result, table.finish(), answers),
                    Err(Interrupt::NeedsAnswer(prompt)) => {
                        answers.push(prompt.answers[any_answer(&prompt)].key.clone());
                    }
                    Err(stop) => panic!("{stop:?}"),
                }
            }
        };
        let (result, (state, traces, answered), answers) = run();
        assert_eq!(run(), (result.clone(), (state, traces.clone(), answered), answers.clone()));
        // The same result when scripted with these faces and answers.
        let rolled = traces.iter().filter_map(|trace| match trace {
            Trace::Rolled(record) => Some(record.faces.clone()),
            _ => None,
        });
        let mut table = ScriptedTable::new(rolled.collect::<Vec<_>>().concat(), answers);
        assert_eq!(resolve_attack(&mut table, &context), Ok(result));
        assert_eq!(table.finish(), Ok(traces));
    }
}

#[test]
fn a_calculator_sees_what_an_outline_finds() {
    let mut source = ContextGenerator(21);
    let mut seen = 0;
    for at in 0..200 {
        let mut context = source.next_context();
        for (name, value) in
            [("cc.triumph", "off"), ("cc.crit_needs_damage", "off"), ("cc.auto_advantage", "off")]
                .into_iter()
                .take(at % 4)
        {
            set_switch(&mut context, name, value);
        }
        let plan = AttackPlan::new(&context);
        let Some(calculator) = OddsCalculator::new(&plan) else { continue };
        let outcomes = enumerate(AnswerPolicy::first(), |table| resolve_for_odds(table, &plan))
            .expect("few branches")
            .map(|(outcome, ..)| *outcome);
        let odds = SymbolOdds::of(plan.pool);
        let rolled = odds.symbols();
        assert_eq!(*rolled, check::pool_odds(plan.pool).expect("few branches"));
        assert_eq!(rolled.map(|symbols| calculator.outcome(symbols)), outcomes, "{context:?}");
        seen += 1;
    }
    assert!(seen > 100);
}
