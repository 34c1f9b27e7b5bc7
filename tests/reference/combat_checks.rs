//! Combat Checks pools and attacks: `make_combat_checks.py`, `make_combat_checks_ailments.py`.

use std::collections::BTreeMap;
use std::sync::Arc;

use breachline::dice::{AnswerPolicy, SymbolDie, SymbolPool, enumerate};
use breachline::rules::combat_checks::checks::attack::{
    AttackPlan, OddsOutcome, resolve_for_odds, resolve_plan,
};
use breachline::rules::combat_checks::checks::{check, pool};
use breachline::rules::combat_checks::critical_injuries::chart;
use breachline::rules::combat_checks::{
    ActionEconomy, AttackContext, AttackResult, Fighter, HealthState, Injury, ItemFate, LikelyAttack, Limb,
    NearbyUnit, PendingChanges, SecondaryTarget, Sheet, SideEffect, Switches, TimedEffect, TimedEffectKind,
    UnitResult, Weapon, WieldedWeapon,
};
use breachline::rules::status::{Ailment, inflict_all};
use breachline::rules::{DownState, MovementMode, Surroundings, TargetSight};
use serde::Deserialize;

use crate::answers::{Odds, agree, differences, odds};
use breachline::model::UnitId;

/// Boost, setback, ability, difficulty, proficiency and challenge dice, and the joint odds of net successes, net
/// advantages, triumphs and despairs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pool {
    pool: [u8; 6],
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    attacker: Unit,
    defender: Unit,
    others: Vec<Unit>,
    weapon: Weapon,
    zero_gravity: bool,
    side_boosts: u8,
    allies: u32,
    /// Switches that are not at their defaults.
    switches: BTreeMap<String, String>,
    answer: Answer,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Refused(Refused),
    Odds(Box<Worked>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    refused: bool,
}

/// The dice, damage rating, Soak of every target, thresholds of the first one, and odds: of an outline, of injuries and
/// units that go down, and of what the symbols bought; the latter two only if they can be calculated quickly.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Worked {
    pool: [u8; 6],
    rating: u32,
    soak: Vec<u32>,
    thresholds: [u32; 2],
    outline: Odds,
    rows: Option<Odds>,
    spent: Option<Odds>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    sheet: Sheet,
    #[serde(default)]
    wounds: u32,
    #[serde(default)]
    strain: u32,
    #[serde(default)]
    injuries: Vec<Injury>,
    #[serde(default)]
    waiting: PendingChanges,
    #[serde(default)]
    timed: Vec<TimedEffect>,
    #[serde(default)]
    aim: bool,
    #[serde(default)]
    prone: bool,
    #[serde(default)]
    in_cover: bool,
    /// Its weapon is out of ammunition.
    #[serde(default)]
    empty: bool,
    /// How well the attacker sees it.
    sight: Option<TargetSight>,
    #[serde(default)]
    surroundings: Surroundings,
    #[serde(default)]
    ailments: Vec<Ailment>,
    #[serde(default)]
    late: bool,
}

fn fighter(id: u32, unit: Unit, switches: &Switches) -> Fighter {
    let condition = HealthState {
        wounds: unit.wounds,
        strain: unit.strain,
        injuries: unit.injuries,
        waiting: unit.waiting,
        timed: unit.timed,
        aim: unit.aim,
        ..HealthState::new(&unit.sheet, switches)
    };
    Fighter {
        id: UnitId(id),
        name: format!("unit {id}").into(),
        condition,
        economy: ActionEconomy::new_turn(&unit.sheet),
        sheet: Arc::new(unit.sheet),
        gait: MovementMode::Steady,
        prone: unit.prone,
        in_cover: unit.in_cover,
        in_open: false,
        turn_left: true,
        down: None,
        held: Vec::new(),
        lost_gear: Vec::new(),
        ailments: inflict_all(&unit.ailments),
        late: unit.late,
    }
}

fn target(id: u32, unit: Unit, zero_gravity: bool, switches: &Switches) -> SecondaryTarget {
    let sight = unit.sight.expect("a target is seen");
    let surroundings = Surroundings { zero_gravity, ..unit.surroundings };
    SecondaryTarget { fighter: fighter(id, unit, switches), sight, surroundings }
}

fn scene(case: Case) -> (AttackContext, Answer) {
    let mut switches = Switches::default();
    for (name, value) in &case.switches {
        switches.set(name, value).expect("a known switch");
    }
    let empty = case.attacker.empty;
    let mut attacker = fighter(1, case.attacker, &switches);
    let weapon = Arc::new(case.weapon);
    if weapon.hands > 0 {
        attacker.held.push(WieldedWeapon {
            weapon: Arc::clone(&weapon),
            arm: Limb::RightArm,
            empty,
            useless: false,
        });
    }
    let first = target(2, case.defender, case.zero_gravity, &switches);
    let others =
        (3..).zip(case.others).map(|(id, unit)| target(id, unit, case.zero_gravity, &switches)).collect();
    let ally = |id| NearbyUnit {
        id: UnitId(id),
        name: "ally".into(),
        strain: 0,
        strain_threshold: 12,
        prone: false,
        can_take_cover: true,
        attack: LikelyAttack::None,
    };
    let scene = AttackContext {
        held: (weapon.hands > 0).then_some(0),
        attacker,
        defender: first.fighter,
        secondary_targets: others,
        weapon,
        sight: first.sight,
        surroundings: first.surroundings,
        barriers: Vec::new(),
        side_boosts: case.side_boosts,
        allies: (10..10 + case.allies).map(ally).collect(),
        enemies: Vec::new(),
        hidden_feature: None,
        objects: Vec::new(),
        knows_objects: false,
        last_enemies: Vec::new(),
        side_goes_on: false,
        knockdown: false,
        round: 1,
        engine: Arc::default(),
        switches: Arc::new(switches),
    };
    (scene, case.answer)
}

fn dice(pool: &SymbolPool) -> [u8; 6] {
    SymbolDie::ALL.map(|die| pool.get(die))
}

const fn down(down: Option<DownState>) -> &'static str {
    match down {
        None => "",
        Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => "U",
        Some(DownState::Dead) => "D",
    }
}

/// Successes, damage of the first target, whether it is injured, whether it is down.
fn outlined(outline: &OddsOutcome) -> String {
    let injury = if outline.injury { "I" } else { "-" };
    let OddsOutcome { successes, damage, .. } = outline;
    format!("{successes} {damage} {injury} {}", down(outline.down)).trim_end().to_owned()
}

/// The row of Overpowered: its free attack is not counted.
fn is_overpowered(result: &AttackResult) -> bool {
    let again = |row: &usize| chart::INJURY_CHART[*row].clause == "CC-CHART-16";
    result.targets.iter().flat_map(|target| &target.injuries).any(again)
}

/// Row of each target's injury, whether it is down, damage of further ones.
fn rows(result: &AttackResult) -> String {
    if is_overpowered(result) {
        return "again".into();
    }
    let word = |(at, target): (usize, &UnitResult)| {
        assert!(target.injuries.len() < 2, "one injury per target");
        let row = target.injuries.first().map_or_else(|| "-".to_owned(), ToString::to_string);
        let damage = if at > 0 { format!(":{}", target.damage) } else { String::new() };
        format!("{row}{}{damage}", down(target.down))
    };
    result.targets.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// What the symbols bought: the attacker's Strain, its boosts and setbacks, downgrades of its allies, boosts and
/// downgrades of the target, and the effects on both.
fn spent(result: &AttackResult) -> String {
    if is_overpowered(result) {
        return "again".into();
    }
    let (own, first) = (&result.attacker, result.first_target());
    let allies = result.side_effects.iter().map(|side_effect| match side_effect {
        SideEffect::PendingChange { next: pool::NextCheck::Attack, change, .. } => change.downgrade,
        _ => 0,
    });
    let waiting = (own.condition.waiting.check, first.condition.waiting.check);
    let mut words = vec![format!(
        "{}.{}.{}.{}.{}.{}",
        own.condition.strain,
        waiting.0.boost,
        waiting.0.setback,
        allies.sum::<u8>(),
        waiting.1.boost,
        waiting.1.downgrade,
    )];
    let did = |fits: &dyn Fn(&SideEffect) -> bool| result.side_effects.iter().any(fits);
    let flags = [
        ("prone", own.prone),
        ("cover_lost", did(&|side_effect| matches!(side_effect, SideEffect::CoverLost { unit: UnitId(1) }))),
        ("guarded", own.condition.has_timed(TimedEffectKind::GuardedStance)),
        (
            "emptied",
            did(&|side_effect| {
                matches!(side_effect, SideEffect::Item { unit: UnitId(1), fate: ItemFate::Emptied, .. })
            }),
        ),
        (
            "next_ally",
            did(&|side_effect| matches!(side_effect, SideEffect::BoostNextAlly { giver: UnitId(1) })),
        ),
        ("t_aim", first.condition.aim),
        ("t_prone", first.prone),
    ];
    words.extend(flags.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| (*name).to_owned()));
    words.join(" ")
}

/// The difference of a case, in words.
fn compare(case: Case) -> Vec<String> {
    let (scene, answer) = scene(case);
    let theirs = match answer {
        Answer::Refused(Refused { refused }) => {
            let wrong = refused != scene.validate().is_err();
            return if wrong { vec!["rejected by the reference".into()] } else { Vec::new() };
        }
        Answer::Odds(theirs) => theirs,
    };
    if let Err(reason) = scene.validate() {
        return vec![format!("rejected by the program: {reason}")];
    }
    let plan = AttackPlan::new(&scene);
    let condition = &scene.defender.condition;
    let ours = (
        dice(&plan.pool),
        plan.damage.pool(),
        plan.soak.iter().map(breachline::dice::Modifiers::pool).collect(),
        [condition.wound_threshold, condition.strain_threshold],
    );
    let stated = (theirs.pool, theirs.rating, theirs.soak, theirs.thresholds);
    if ours != stated {
        return vec![format!("{ours:?} here, {stated:?} there")];
    }
    let outlines = enumerate(AnswerPolicy::first(), |table| resolve_for_odds(table, &plan))
        .expect("odds")
        .map(|(outcome, ..)| *outcome);
    let mut wrong = differences(&odds(&outlines.map(outlined)), &theirs.outline);
    if let (Some(its_rows), Some(its_spent)) = (theirs.rows, theirs.spent) {
        let results = enumerate(AnswerPolicy::first(), |table| resolve_plan(table, &plan)).expect("odds");
        wrong.extend(differences(&odds(&results.map(rows)), &its_rows));
        wrong.extend(differences(&odds(&results.map(spent)), &its_spent));
    }
    wrong
}

#[test]
fn the_answers_of_combat_checks_agree_with_those_computed_elsewhere() {
    agree("combat_checks_pools.json", 40, compare_pools);
    agree("combat_checks.json", 300, compare);
}

/// What is different in the odds of a pool of dice.
fn compare_pools(Pool { pool, odds: theirs }: Pool) -> Vec<String> {
    let mut dice = SymbolPool::default();
    SymbolDie::ALL.into_iter().zip(pool).for_each(|(die, count)| *dice.get_mut(die) = count);
    let ours = check::pool_odds(dice).expect("odds").map(|symbols| {
        let (net, kept) = ((symbols.successes, symbols.advantages), (symbols.triumphs, symbols.despairs));
        format!("{} {} {} {}", net.0, net.1, kept.0, kept.1)
    });
    let found = differences(&odds(&ours), &theirs);
    found.into_iter().map(|difference| format!("{dice}: {difference}")).collect()
}

#[test]
fn those_with_ailments_agree_too() {
    agree("combat_checks_ailments.json", 150, compare);
}
