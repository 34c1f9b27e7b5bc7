//! One Swan Song attack played and enumerated, and a screen of previews.
//!
//! The rivals for exact odds are Python libraries: `python3 benches/rivals.py` times the same question with them.

use std::hint::black_box;
use std::sync::Arc;

use breachline::dice::{AnswerPolicy, DiceState, Distribution, PlayedTable, enumerate};
use breachline::model::UnitId;
use breachline::rules::swan_song::attack::resolution;
use breachline::rules::swan_song::attack::resolution::{AttackPlan, OddsOutcome};
use breachline::rules::swan_song::checks::base;
use breachline::rules::swan_song::{
    AttackContext, AttackResult, Attribute, Attributes, DamageType, DamageValue, Fighter, FireMode, Karma,
    MovementMode, Sheet, Skill, Switches, TargetSight, Weapon, WeaponClass,
};
use criterion::{Criterion, criterion_group, criterion_main};

fn fighter(id: u32, reaction: u8, intuition: u8, armour: u8) -> Fighter {
    let mut sheet = Sheet::plain(Attributes {
        body: 4,
        agility: 4,
        reaction,
        strength: 3,
        willpower: 3,
        logic: 3,
        intuition,
        charisma: 3,
    });
    sheet.armour = vec![armour];
    let sheet = Arc::new(sheet);
    Fighter {
        in_moving_vehicle: false,
        id: UnitId(id),
        vitals: base::starting_vitals(&sheet, &Switches::default()),
        sheet,
        action_points: 0,
        gait: MovementMode::Steady,
        prone: false,
        full_defense: false,
        defences: 0,
        in_melee: false,
        down: None,
        held: Vec::new(),
        hands: Vec::new(),
        ailments: Vec::new(),
        phase_delayed: false,
        may_interrupt: true,
        karma: Karma::default(),
    }
}

/// An attack in the open with these pools: attack, defence, soak.
fn scene(attack: u8, defence: u8, soak: u8) -> AttackContext {
    let mut attacker = fighter(1, 3, 3, 0);
    let mut sheet = (*attacker.sheet).clone();
    sheet.skills.insert(Skill::Automatics, attack - sheet.attributes.agility);
    attacker.sheet = Arc::new(sheet);
    let weapon = Weapon {
        name: "rifle".to_owned(),
        class: WeaponClass::Ranged,
        skill: Skill::Automatics,
        attribute: Attribute::Agility,
        accuracy: Some(8),
        build: Default::default(),
        condition: Default::default(),
        damage: DamageValue::Fixed(20),
        pool: None,
        damage_type: DamageType::Kinetic,
        arp: 0,
        reach: 0,
        hands: 2,
        range: 100,
        penetrating: true,
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: false,
        gel: false,
        contact_only: false,
        modes: vec![FireMode::Single],
        magazine: 30,
        recoil_compensation: 0,
        trigger: None,
        strike: breachline::rules::status::AttackProperties::PLAIN,
    };
    AttackContext {
        visibility_penalty: 0,
        attacker,
        defender: fighter(2, defence.div_ceil(2), defence / 2, soak - 2),
        weapon: Arc::new(weapon),
        mode: Some(FireMode::Single),
        sight: TargetSight::in_the_open(8),
        barriers: Vec::new(),
        charge: false,
        in_contact: false,
        called_shot: None,
        hand: None,
        rounds_fired: 0,
        share: None,
        switches: Arc::new(Switches::default()),
    }
}

/// The odds as the game shows them: contact, damage, knockdown and state of the target.
fn odds(scene: &AttackContext) -> Distribution<OddsOutcome> {
    let plan = AttackPlan::new(scene);
    let outcomes = resolution::calculate_odds(&plan, plan.default_defence());
    outcomes.expect("nothing is in between").into_distribution()
}

/// Every result of the rule, also those that differ only in net hits, dropped weapons and damage before soak.
fn results(scene: &AttackContext) -> Distribution<AttackResult> {
    let plan = AttackPlan::new(scene);
    enumerate(AnswerPolicy::first(), |table| resolution::resolve_plan(table, &plan))
        .expect("an attack has odds")
}

fn attacks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("swan song attack");
    for (attack, defence, soak) in [(7, 3, 4), (12, 8, 12), (20, 14, 24)] {
        let scene = scene(attack, defence, soak);
        let name = format!("{attack}-{defence}-{soak}");
        group.bench_function(format!("played {name}"), |bench| {
            let mut state = DiceState::new(1);
            bench.iter(|| {
                let mut table = PlayedTable::new(state, Vec::new(), false);
                let result =
                    resolution::resolve_attack(&mut table, black_box(&scene)).expect("there is no prompt");
                state = table.finish().0;
                result
            });
        });
        group.bench_function(format!("odds {name}"), |bench| bench.iter(|| odds(black_box(&scene))));
        group.bench_function(format!("every result {name}"), |bench| {
            bench.iter(|| results(black_box(&scene)));
        });
    }
    let scenes: Vec<_> = (0..120).map(|n| scene(8 + n % 6, 5 + n % 5, 6 + n % 8)).collect();
    group.bench_function("120 previews", |bench| {
        bench.iter(|| scenes.iter().map(|scene| odds(black_box(scene)).len()).sum::<usize>());
    });
    group.bench_function("every result of 120 attacks", |bench| {
        bench.iter(|| scenes.iter().map(|scene| results(black_box(scene)).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, attacks);
criterion_main!(benches);
