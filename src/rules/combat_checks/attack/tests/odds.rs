//! One rule, every table: played, scripted and enumerated attacks agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::super::fixtures::*;
use super::super::super::glance::Glance;
use super::super::super::{AttackScene, Quality, QualityEffect, Skill, Weapon};
use super::super::*;
use crate::{BarrierOnLine, Light};
use dice::{
    Dice, DiceState, Distribution, Enumerated, Played, Policy, Purpose, Roll, Scripted, Stop, SymbolDie,
    Trace, enumerate, enumerate_unmerged,
};

/// Whole numbers for scenes, the same in every run.
struct Source(u64);

impl Source {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    fn scene(&mut self) -> AttackScene {
        let weapons = [pistol(), rifle(), sword(), Weapon::unarmed()];
        let mut weapon = weapons[self.below(4) as usize].clone();
        weapon.critical = 2 + self.below(4) as u8;
        if self.once_in(3) {
            let effect = QualityEffect::Strain(1);
            weapon.qualities.push(Quality { name: "Concussive".into(), cost: 1, effect });
        }
        let mut scene = if self.once_in(5) { two_targets(weapon) } else { scene(weapon) };
        let sheet = Arc::make_mut(&mut scene.attacker.sheet);
        sheet.characteristics.agility = 1 + self.below(2) as u8;
        sheet.characteristics.strength = 1 + self.below(2) as u8;
        for skill in [Skill::LightRanged, Skill::HeavyRanged, Skill::Melee, Skill::Brawl] {
            sheet.skills.insert(skill, self.below(2) as u8);
        }
        if !scene.weapon.class.is_melee() {
            scene.sight = sight(2 + self.below(20) as u32);
        }
        let target = Arc::make_mut(&mut scene.defender.sheet);
        target.characteristics.toughness = 1 + self.below(3) as u8;
        target.ranged_defence = self.below(2) as u8;
        scene.attacker.condition.strain = self.below(3) as u32;
        scene.attacker.prone = self.once_in(4);
        scene.defender.prone = self.once_in(4);
        scene.defender.condition.wounds = self.below(13) as u32;
        if self.once_in(3) {
            injured(&mut scene.defender.condition, 1 + self.below(150) as u32);
        }
        if self.once_in(3) {
            scene.allies.push(bystander(4));
        }
        if self.once_in(6) {
            scene.attacker.condition.waiting.check.downgrade = 1;
        }
        if self.once_in(6) {
            scene.surroundings.target.light = Light::Low;
        }
        if self.once_in(6) {
            scene.barriers.push(BarrierOnLine {
                id: 1,
                name: "pane".into(),
                structure: 1,
                armor: 2,
                thickness_cm: 10,
                damage: 0,
                transparent: true,
            });
        }
        scene
    }
}

/// Some answer that depends on nothing but the question.
fn any_answer(prompt: &Prompt) -> usize {
    (prompt.question.len() + prompt.answers.len() * 3) % prompt.answers.len()
}

#[test]
fn merged_equals_unmerged() {
    let mut source = Source(3);
    let policies: [fn() -> Policy; 2] = [Policy::first, || Policy::choose(any_answer)];
    for at in 0..200 {
        let scene = source.scene();
        let plan = AttackPlan::new(&scene);
        let rule = |table: &mut Enumerated| resolve(table, &plan);
        let merged = enumerate(policies[at % 2](), rule).expect("few branches");
        let unmerged = enumerate_unmerged(policies[at % 2](), rule).expect("few branches");
        assert_eq!(merged, unmerged, "{scene:?}");
        assert_eq!(merged.fraction(|_| true), ("1".into(), "1".into()));
    }
}

/// A scripted table whose questions get the first answer.
struct First(Scripted);

impl Table for First {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> Step<Roll> {
        self.0.roll(dice, purpose)
    }

    fn ask(&mut self, _: impl FnOnce() -> Prompt) -> Step<usize> {
        Ok(0)
    }

    fn settle<K: Ord + Clone + 'static>(&mut self, value: K) -> Step<K> {
        Ok(value)
    }

    fn note(&mut self, _: impl FnOnce() -> Note) {}
}

/// Every face of every die, one by one; questions get the first answer.
fn brute_force(scene: &AttackScene) -> (BTreeMap<AttackResult, u64>, u64) {
    let plan = AttackPlan::new(scene);
    let sides: Vec<u8> = plan.pool.dice().map(SymbolDie::sides).collect();
    let mut faces = vec![1_u8; sides.len()];
    let (mut counted, mut total) = (BTreeMap::new(), 0);
    loop {
        let mut table = First(Scripted::new(faces.as_slice(), Vec::new()));
        *counted.entry(resolve(&mut table, &plan).expect("enough faces")).or_default() += 1;
        total += 1;
        let Some(at) = (0..faces.len()).find(|&at| faces[at] < sides[at]) else { return (counted, total) };
        faces[..at].fill(1);
        faces[at] += 1;
    }
}

fn odds(scene: &AttackScene) -> Distribution<AttackResult> {
    let plan = AttackPlan::new(scene);
    enumerate(Policy::first(), |table| resolve(table, &plan)).expect("few branches")
}

#[test]
fn odds_equal_brute_force_over_single_faces() {
    for (weapon, skill, downgrade) in [(sword(), 0, 0), (sword(), 1, 0), (sword(), 1, 1)] {
        // No rating that an attack could pay: no further dice.
        let mut scene = scene(Weapon { critical: 99, ..weapon });
        let sheet = Arc::make_mut(&mut scene.attacker.sheet);
        sheet.characteristics.strength = 1;
        sheet.skills = [(Skill::Melee, skill)].into();
        scene.attacker.condition.waiting.check.downgrade = downgrade;
        scene.attacker.condition.strain = 1;
        set(&mut scene, "cc.triumph", "off");
        let (wanted, total) = brute_force(&scene);
        let odds = odds(&scene);
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
    let mut source = Source(9);
    for _ in 0..20 {
        let scene = source.scene();
        let plan = AttackPlan::new(&scene);
        let outlined = enumerate(Policy::first(), |table| outline(table, &plan)).expect("few branches");
        let whole = odds(&scene);
        for successes in 0..4 {
            let wanted = whole.fraction(|result| result.successes == successes);
            assert_eq!(outlined.fraction(|outline| outline.successes == successes), wanted);
        }
        let injured = whole.fraction(|result| !result.first().injuries.is_empty());
        assert_eq!(outlined.fraction(|outline| outline.injury), injured);
    }
}

#[test]
fn injuries_weigh_what_single_faces_weigh() {
    let mut scene = scene(Weapon { critical: 1, ..sword() });
    let sheet = Arc::make_mut(&mut scene.attacker.sheet);
    sheet.characteristics.strength = 1;
    sheet.skills.clear();
    let odds = odds(&scene);
    // One ability die against two difficulty dice hits with an advantage left on face 7 against two blanks only.
    assert_eq!(odds.fraction(|result| !result.first().injuries.is_empty()), ("1".into(), "512".into()));
    let stunned = odds.fraction(|result| result.first().injuries == [6]);
    assert_eq!(stunned, ("1".into(), (512 * 20).to_string()), "31 to 35 of 100");
}

#[test]
fn the_same_dice_give_the_same_result() {
    let mut source = Source(5);
    for seed in 0..100 {
        let scene = source.scene();
        let run = || {
            let mut answers: Vec<String> = Vec::new();
            loop {
                let mut table = Played::new(DiceState::new(seed), answers.clone(), true);
                match attack(&mut table, &scene) {
                    Ok(result) => return (result, table.finish(), answers),
                    Err(Stop::Asked(prompt)) => {
                        answers.push(prompt.answers[any_answer(&prompt)].key.clone());
                    }
                    Err(stop) => panic!("{stop:?}"),
                }
            }
        };
        let (result, (state, traces, answered), answers) = run();
        assert_eq!(run(), (result.clone(), (state, traces.clone(), answered), answers.clone()));
        // Scripted with the faces it rolled and the keys it answered, it comes to the same.
        let rolled = traces.iter().filter_map(|trace| match trace {
            Trace::Rolled(record) => Some(record.faces.clone()),
            _ => None,
        });
        let mut table = Scripted::new(rolled.collect::<Vec<_>>().concat(), answers);
        assert_eq!(attack(&mut table, &scene), Ok(result));
        assert_eq!(table.finish(), Ok(traces));
    }
}

#[test]
fn a_glance_sees_what_an_outline_finds() {
    let mut source = Source(21);
    let mut seen = 0;
    for at in 0..200 {
        let mut scene = source.scene();
        for (name, value) in
            [("cc.triumph", "off"), ("cc.crit_needs_damage", "off"), ("cc.auto_advantage", "off")]
                .into_iter()
                .take(at % 4)
        {
            set(&mut scene, name, value);
        }
        let plan = AttackPlan::new(&scene);
        let Some(glance) = Glance::new(&plan) else { continue };
        let outlined = enumerate(Policy::first(), |table| outline(table, &plan)).expect("few branches");
        let rolled = Distribution::of_symbols(plan.pool);
        assert_eq!(rolled, check::odds(plan.pool).expect("few branches"));
        assert_eq!(rolled.map(|symbols| glance.of(symbols)), outlined, "{scene:?}");
        seen += 1;
    }
    assert!(seen > 100);
}
