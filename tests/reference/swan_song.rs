//! Swan Song attacks: `make_swan_song.py` and `make_swan_song_more.py`.

use std::sync::Arc;

use breachline::dice::enumerate;
use breachline::rules::status::{ActiveAilment, Ailment, AilmentCause, BodySide, StatusDuration, has};
use breachline::rules::swan_song::attack::called_shot::CalledShotEffect;
use breachline::rules::swan_song::attack::multiple_attacks;
use breachline::rules::swan_song::attack::multiple_attacks::SplitAttack;
use breachline::rules::swan_song::attack::resolution::{AttackPlan, resolve_plan};
use breachline::rules::swan_song::checks::base::starting_vitals;
use breachline::rules::swan_song::defence::methods::AvailableDefence;
use breachline::rules::swan_song::{
    AttackContext, AttackResult, CalledShot, DownState, Fighter, FireMode, HitResult, Karma, MovementMode,
    Sheet, Switches, Vitals, Weapon,
};
use breachline::rules::{BarrierOnLine, PoolShare, TargetSight};
use serde::Deserialize;

use crate::answers::{Odds, agree, differences, key, odds, policy};
use breachline::model::UnitId;

/// An attack and its outcome, calculated independently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    scene: Scene,
    answer: Answer,
}

/// A method of defence: key, dice, action points, limit.
type Offer = (String, u32, u8, Option<u32>);

/// The calculated values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Pool and limit of the attack.
    attack: (u32, u32),
    /// Methods of defence; `None` if the target does not defend itself.
    offers: Option<Vec<Offer>>,
    /// The answers to questions.
    questions: Vec<String>,
    /// Whether the target defends itself, its price, and whether it takes Full Defense.
    defence: (bool, u8, bool),
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    pub attacker: Unit,
    pub defender: Unit,
    pub weapon: Weapon,
    pub mode: Option<FireMode>,
    pub sight: TargetSight,
    pub barriers: Vec<BarrierOnLine>,
    pub charge: bool,
    pub rounds_fired: u32,
    /// Key of a called shot.
    #[serde(default)]
    pub called: Option<String>,
    #[serde(default)]
    pub hand: Option<BodySide>,
    /// The attacks made together, if there are several, and which of them this is.
    #[serde(default)]
    pub set: Vec<OfSet>,
    #[serde(default)]
    pub nth: usize,
    pub switches: Switches,
}

/// One of several attacks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfSet {
    pub weapon: Weapon,
    pub mode: Option<FireMode>,
    pub slot: usize,
    pub hand: Option<BodySide>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub sheet: Sheet,
    pub vitals: Vitals,
    pub down: Option<DownState>,
    pub prone: bool,
    pub gait: MovementMode,
    pub ap: u8,
    pub full_defense: bool,
    pub defences: u8,
    pub in_melee: bool,
    pub may_interrupt: bool,
    pub held: Vec<Weapon>,
    #[serde(default)]
    pub karma: Spendable,
    #[serde(default)]
    pub ailments: Vec<ActiveAilment>,
    #[serde(default)]
    pub hands: Vec<Option<BodySide>>,
    #[serde(default)]
    pub late: bool,
    /// Damage that a carried body absorbs.
    #[serde(default)]
    pub carried: u8,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Spendable {
    pub left: u8,
    pub plan: breachline::rules::swan_song::KarmaPlan,
}

pub fn fighter(id: u32, unit: Unit) -> Fighter {
    Fighter {
        in_moving_vehicle: false,
        id: UnitId(id),
        sheet: Arc::new(Sheet { carried: unit.carried, ..unit.sheet }),
        vitals: unit.vitals,
        action_points: unit.ap,
        gait: unit.gait,
        prone: unit.prone,
        full_defense: unit.full_defense,
        defences: unit.defences,
        in_melee: unit.in_melee,
        down: unit.down,
        held: unit.held.into_iter().map(Arc::new).collect(),
        hands: unit.hands,
        ailments: unit.ailments,
        phase_delayed: unit.late,
        may_interrupt: unit.may_interrupt,
        karma: Karma { left: unit.karma.left, plan: unit.karma.plan },
    }
}

fn attack_scene(scene: Scene) -> AttackContext {
    let (set, nth) = (scene.set, scene.nth);
    let called_shot = scene.called.map(|key| CalledShot::find(&key).expect("a called shot"));
    let mut scene = AttackContext {
        attacker: fighter(1, scene.attacker),
        defender: fighter(2, scene.defender),
        weapon: Arc::new(scene.weapon),
        mode: scene.mode,
        sight: scene.sight,
        barriers: scene.barriers,
        charge: scene.charge,
        in_contact: false,
        called_shot,
        hand: scene.hand,
        rounds_fired: scene.rounds_fired,
        visibility_penalty: 0,
        share: None,
        switches: Arc::new(scene.switches),
    };
    if !set.is_empty() {
        scene.share = Some(share(&scene, set, nth));
    }
    scene
}

/// The part of one of several attacks.
fn share(scene: &AttackContext, set: Vec<OfSet>, nth: usize) -> PoolShare {
    let alone = |OfSet { weapon, mode, slot, hand }: OfSet| {
        (AttackContext { weapon: Arc::new(weapon), mode, hand, ..scene.clone() }, slot)
    };
    let scenes: Vec<_> = set.into_iter().map(alone).collect();
    let strikes: Vec<_> = scenes.iter().map(|(context, slot)| SplitAttack { context, slot: *slot }).collect();
    multiple_attacks::split_attack_pool(&strikes).expect("an allowed set of attacks")[nth]
}

/// Further effects of a called shot: "winded 4", "broken_grip left 2", "slowed open".
fn came(came: &CalledShotEffect) -> String {
    match came {
        CalledShotEffect::Score(by) => format!("score{by}"),
        CalledShotEffect::Prone => "prone".to_owned(),
        CalledShotEffect::Drops(part) => format!("drops {}", part.name()),
        CalledShotEffect::Lasting(AilmentCause { ailment, span, part, .. }) => {
            let side = part.map(|part| format!(" {}", part.name())).unwrap_or_default();
            let span = match span {
                Some(StatusDuration::Rounds(rounds)) => rounds.to_string(),
                _ => "open".to_owned(),
            };
            format!("{}{side} {span}", key(*ailment))
        }
    }
}

/// Contact, net hits, damage after soak, health afterwards, further effects, damaged barriers, and the effects of a called
/// shot.
fn in_words(result: &AttackResult, before: &Vitals) -> String {
    let contact = match result.contact {
        HitResult::Miss => "m",
        HitResult::Blocked => "b",
        HitResult::Graze => "g",
        HitResult::Hit => "h",
    };
    let mut flags = String::new();
    let mut pools = "-".to_owned();
    if result.damage > 0 || result.vitals != *before {
        let Vitals { shield, armored, flesh, strain, .. } = result.vitals;
        pools = format!("{}/{}/{}/{strain}", shield.now, armored.now, flesh.now);
        flags += &"I".repeat(usize::from(result.vitals.injuries - before.injuries));
        flags += match result.down {
            None => "",
            Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => "U",
            Some(DownState::Dead) => "D",
        };
    }
    if result.knocked_down {
        flags += "K";
    }
    if result.weapon_dropped {
        flags += "G";
    }
    let spent = result.karma.iter().count() as u8;
    if spent > 0 {
        let by_defender = result.karma.by_defender();
        flags += &format!("{}{by_defender}", spent - by_defender);
    }
    let walls: Vec<_> = result.barriers.iter().map(|harm| format!("{}:{}", harm.id, harm.damage)).collect();
    let walls = walls.join(",");
    let AttackResult { net_hits, damage, .. } = result;
    let hit = format!("{contact} {net_hits} {damage} {pools} {flags} {walls}").trim_end().to_owned();
    if result.called_shot_effects.is_empty() {
        return hit;
    }
    format!("{hit} | {}", result.called_shot_effects.iter().map(came).collect::<Vec<_>>().join(", "))
}

/// The maxima of the pools that the case states are those of the sheet.
fn check_vitals(unit: &Fighter, switches: &Switches) -> Vec<String> {
    let maxima =
        |vitals: &Vitals| [vitals.shield.max, vitals.armored.max, vitals.flesh.max, vitals.strain_threshold];
    let (whole, stated) = (maxima(&starting_vitals(&unit.sheet, switches)), maxima(&unit.vitals));
    if whole == stated { Vec::new() } else { vec![format!("maxima {whole:?} here, {stated:?} there")] }
}

/// Values that are known before any roll.
fn check_plan(plan: &AttackPlan<'_>, answer: &Answer) -> Vec<String> {
    let mut wrong = Vec::new();
    let attack = (plan.attack.pool(), plan.limit);
    if attack != answer.attack {
        wrong.push(format!("attack {attack:?} here, {:?} there", answer.attack));
    }
    let mut ours = match &plan.defence {
        AvailableDefence::Options(options) => {
            Some(options.iter().map(|way| (way.key(), way.pool, way.cost, way.limit)).collect::<Vec<Offer>>())
        }
        AvailableDefence::CoverOnly(_) | AvailableDefence::Undefended => None,
    };
    let mut theirs = answer.offers.clone();
    for offers in [&mut ours, &mut theirs] {
        offers.iter_mut().for_each(|offers| offers.sort());
    }
    if ours != theirs {
        wrong.push(format!("offers {ours:?} here, {theirs:?} there"));
    }
    wrong
}

fn check(scene: &AttackContext, answer: &Answer) -> Vec<String> {
    let plan = AttackPlan::new(scene);
    let mut wrong = check_plan(&plan, answer);
    for unit in [&scene.attacker, &scene.defender] {
        wrong.extend(check_vitals(unit, &scene.switches));
    }
    let policy = policy(answer.questions.clone());
    let ours = enumerate(policy, |table| resolve_plan(table, &plan)).expect("odds");
    for (result, _) in ours.iter() {
        let defence = (result.defended, result.defence_cost, result.full_defense);
        if defence != answer.defence {
            wrong.push(format!("defence {defence:?} here, {:?} there", answer.defence));
        }
        let bleeds = has(&scene.defender.ailments, Ailment::Bleedout);
        let unhurt = (result.vitals, result.down) == (scene.defender.vitals, scene.defender.down);
        if result.damage == 0 && !unhurt && !bleeds {
            wrong.push(format!("effects without damage: {result:?}"));
        }
    }
    wrong.extend(differences(
        &odds(&ours.map(|result| in_words(result, &scene.defender.vitals))),
        &answer.odds,
    ));
    wrong
}

/// What is different in a case, and its scene.
fn compare(case: Case) -> Vec<String> {
    let scene = attack_scene(case.scene);
    let mut wrong = check(&scene, &case.answer);
    if !wrong.is_empty() {
        wrong.push(format!("{scene:?}"));
    }
    wrong
}

#[test]
fn the_answers_of_swan_song_agree_with_those_computed_elsewhere() {
    agree("swan_song.json", 300, compare);
}

#[test]
fn those_of_called_shots_ailments_and_the_like_agree_too() {
    agree("swan_song_more.json", 300, compare);
}
