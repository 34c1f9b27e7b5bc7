//! Aberrant attacks: `make_aberrant.py`, `make_aberrant_ailments.py`.

use std::collections::BTreeMap;
use std::sync::Arc;

use breachline::dice::{AnswerPolicy, enumerate};
use breachline::rules::aberrant::attacks::context::{FlurryPosition, MovementExposure};
use breachline::rules::aberrant::attacks::defence::{DefenceCost, DefenceKind, DefenceMade};
use breachline::rules::aberrant::attacks::resolution::resolve_attack;
use breachline::rules::aberrant::checks::willpower::WillpowerPayment;
use breachline::rules::aberrant::health::dazing::RoundRange;
use breachline::rules::aberrant::turn::actions::ActionState;
use breachline::rules::aberrant::{
    Ability, AttackContext, AttackResult, Fighter, HealthState, Sheet, Switches, Weapon, WeaponClass,
};
use breachline::rules::status::{Ailment, inflict_all};
use breachline::rules::{BarrierOnLine, HitResult, MovementMode, TargetSight};
use serde::Deserialize;

use crate::answers::{Odds, agree, differences, odds};
use breachline::model::UnitId;

/// An attack, the answers to its questions, and its outcome, calculated independently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    attacker: Unit,
    defender: Unit,
    weapon: Weapon,
    called_vital: bool,
    replacement: bool,
    flurry: FlurryPosition,
    sight: TargetSight,
    exposure: MovementExposure,
    barriers: Vec<BarrierOnLine>,
    /// Switches that are not at their defaults.
    switches: BTreeMap<String, String>,
    /// The chosen defence; none if it is not offered.
    defence: String,
    /// Pays a point after a failed Willpower roll.
    pay: bool,
    /// Powers through dazing and stunning.
    power: bool,
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    sheet: Sheet,
    condition: HealthState,
    effort: ActionState,
    initiative: i32,
    round: u32,
    acted: bool,
    gait: MovementMode,
    prone: bool,
    /// Holds a hand weapon.
    armed: bool,
    #[serde(default)]
    ailments: Vec<Ailment>,
    #[serde(default)]
    late: bool,
}

/// A weapon to parry with.
fn blade() -> Weapon {
    let damage = "1L".parse().expect("damage");
    Weapon { name: "blade".into(), ..Weapon::plain(WeaponClass::Melee, Ability::Melee, damage) }
}

fn fighter(id: u32, unit: Unit) -> Fighter {
    Fighter {
        id: UnitId(id),
        sheet: Arc::new(unit.sheet),
        condition: unit.condition,
        effort: unit.effort,
        initiative: unit.initiative,
        round: unit.round,
        acted: unit.acted,
        gait: unit.gait,
        prone: unit.prone,
        held: if unit.armed { vec![Arc::new(blade())] } else { Vec::new() },
        ailments: inflict_all(&unit.ailments),
        late: unit.late,
    }
}

fn policy(defence: String, pay: bool, power: bool) -> AnswerPolicy {
    AnswerPolicy::choose(move |prompt| {
        let at = |key: &str| prompt.answers.iter().position(|answer| answer.key == key);
        match prompt.clause {
            "AB-BASE-08" => at(&defence).or_else(|| at("none")).expect("no defence is always offered"),
            "AB-DAZE-08" => at(if power { "power" } else { "yield" }).expect("both are offered"),
            "AB-CANCEL-03" => usize::from(!pay),
            other => panic!("unknown question: {other}"),
        }
    })
}

fn listed(values: &[impl ToString]) -> String {
    let words: Vec<_> = values.iter().map(ToString::to_string).collect();
    if words.is_empty() { "-".into() } else { words.join(",") }
}

/// Rounds from the present one on.
fn rounds(own: Option<RoundRange>, now: u32) -> String {
    let all: Vec<u32> = own.map_or_else(Vec::new, |own| (own.first.max(now)..=own.last).collect());
    listed(&all)
}

fn defended(own: Option<DefenceMade>) -> String {
    let Some(DefenceMade { kind, price }) = own else { return "-".into() };
    let kind = match kind {
        DefenceKind::Dodge => "dodge",
        DefenceKind::Parry => "parry",
        DefenceKind::Shield => "parry_with_shield",
    };
    let price = match price {
        DefenceCost::FullDefence => "full",
        DefenceCost::Reserved => "reserved",
        DefenceCost::Abort(WillpowerPayment::Point) => "point",
        DefenceCost::Abort(WillpowerPayment::Roll) => "roll",
        DefenceCost::Abort(WillpowerPayment::PointAfterRoll) => "point_after_roll",
    };
    format!("{kind}/{price}")
}

/// Contact, margin, raw dice, levels and type, defence; then the target: boxes and levels past them, harm of the turn,
/// rounds dazed and lost, stun clock, Willpower, broken armour, worn defences, whether it is down.
fn in_words(result: &AttackResult, now: u32) -> String {
    let contact = match result.contact {
        HitResult::Miss => "miss",
        HitResult::Blocked => "blocked",
        HitResult::Graze => "graze",
        HitResult::Hit => "hit",
    };
    let HealthState { marks, turn, .. } = &result.condition;
    let turn = turn.in_round(now);
    let levels = [
        marks.aggravated,
        marks.lethal,
        marks.bashing,
        marks.stun,
        marks.past_aggravated,
        marks.past_lethal,
        marks.past_bashing,
    ];
    let mut words = vec![
        contact.to_owned(),
        result.margin.to_string(),
        result.raw.to_string(),
        format!("{}{}", result.levels, result.kind.map_or('-', |kind| kind.letter())),
        defended(result.defence),
        listed(&levels).replace(',', "."),
        format!("{}.{}.{}", turn.levels, turn.impact as u8, u8::from(turn.powered_through)),
        rounds(result.condition.dazed, now),
        rounds(result.condition.lost_rounds, now),
        result.condition.stun_since.map_or_else(|| "-".to_owned(), |round| round.to_string()),
        result.condition.willpower.to_string(),
        listed(&result.condition.destroyed),
        listed(&result.condition.ablative_lost),
        format!(
            "{}{}",
            if result.down.is_some() { "down" } else { "up" },
            if result.knocked_down { "+falls" } else { "" }
        ),
    ];
    if result.seized {
        words.push("seized".into());
    }
    words.join(" ")
}

fn compare(case: Case) -> Vec<String> {
    // The independent calculation leaves out grievous injuries.
    let mut switches = Switches { grievous_injury: false, ..Switches::default() };
    for (name, value) in &case.switches {
        switches.set(name, value).expect("a known switch");
    }
    let scene = AttackContext {
        attacker: fighter(1, case.attacker),
        defender: fighter(2, case.defender),
        weapon: Arc::new(case.weapon),
        called_vital: case.called_vital,
        replacement: case.replacement,
        flurry: case.flurry,
        sight: case.sight,
        exposure: case.exposure,
        barriers: case.barriers,
        crushing: false,
        aimed_into: None,
        blast: None,
        shield: None,
        group: Default::default(),
        held_item: None,
        impaired: false,
        switches: Arc::new(switches),
    };
    let policy = policy(case.defence, case.pay, case.power);
    let ours = enumerate(policy, |table| resolve_attack(table, &scene)).expect("odds");
    let ours = odds(&ours.map(|result| in_words(result, scene.defender.round)));
    differences(&ours, &case.odds)
}

#[test]
fn the_answers_of_aberrant_agree_with_those_computed_elsewhere() {
    agree("aberrant.json", 300, compare);
}

#[test]
fn those_with_ailments_agree_too() {
    agree("aberrant_ailments.json", 150, compare);
}
