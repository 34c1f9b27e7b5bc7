//! Exact odds of attacks, with everything that goes into them.

use super::super::attack::{self, AttackPlan};
use super::super::called::Came;
use super::super::defence::Defence;
use super::super::{
    AttackResult, BarrierResult, accuracy, armour as worn, attack_pool, barrier, barrier_attack, karma,
};
use super::combat::{barrier_scene, scene};
use crate::{
    Answered, BarrierEngagement, BarrierOnLine, Contact, Down, Engagement, Forecast, Gist, Helps, Odds,
    Remark, Sum, harm_of,
};
use dice::{Clause, Modifiers, Policy, enumerate};

/// Chapter ATK.
pub fn forecast(engagement: &Engagement) -> Option<Forecast> {
    let scene = scene(engagement);
    let plan = AttackPlan::new(&scene);
    let odds = odds(&plan, Policy::first)?;
    let (against, defence, answers) = match &plan.defence {
        Defence::Nobody => ("no defence", None, Vec::new()),
        Defence::Cover(parts) => ("cover alone", Some(parts.clone()), Vec::new()),
        Defence::Own(options) => {
            let others = options.iter().skip(1).filter_map(|option| {
                let key = option.key();
                let karma = if option.karma { ", 1 Karma" } else { "" };
                Some(Answered {
                    key: key.clone(),
                    label: option.label(),
                    price: format!("{} AP{karma}", option.cost),
                    parts: option.parts.clone(),
                    odds: self::odds(&plan, || Policy::keys([key.clone()]))?,
                })
            });
            ("standard defence", options.first().map(|option| option.parts.clone()), others.collect())
        }
    };
    let versus = defence.as_ref().map_or_else(|| against.to_owned(), |parts| dice(parts.pool()));
    let roll = format!("{} [{}] vs {versus}", dice(plan.attack.pool()), plan.limit);
    let mut sums = vec![sum("Attack", dice(plan.attack.pool()), Helps::Attacker, &plan.attack, "SS-ATK-08")];
    sums.extend(defence.map(|parts| sum("Defence", dice(parts.pool()), Helps::Target, &parts, "SS-DEF-01")));
    let dv = format!("{} + net hits", plan.damage.pool());
    sums.push(sum("Damage", dv, Helps::Attacker, &plan.damage, "SS-ATK-17"));
    if !plan.soak.0.is_empty() {
        let text = format!("{}, armour {}", dice(plan.soak.pool()), plan.armour.pool());
        sums.push(sum("Soak", text, Helps::Target, &plan.soak, "SS-ATK-20"));
    }
    let all = scene.sight.hidden >= 100;
    let barriers: Vec<_> =
        scene.barriers.iter().map(|barrier| (barrier.clone(), all || barrier.transparent)).collect();
    let mut remarks = reroll(&scene.attacker, &scene.switches);
    remarks.extend(armour_of(&barriers, &scene.weapon));
    remarks.extend(called(&plan));
    remarks.extend(super::area::others(engagement, &scene));
    Some(Forecast {
        roll,
        symbols: None,
        joint: Vec::new(),
        sums,
        remarks,
        odds,
        answers,
        barriers,
        hidden: scene.sight.hidden,
        unit: "damage",
    })
}

/// How likely each thing is that a called shot does besides damage. `SS-CALL-11`.
fn called(plan: &AttackPlan<'_>) -> Vec<Remark> {
    let Some(all) =
        plan.scene.called.and_then(|_| enumerate(Policy::first(), |table| attack::resolve(table, plan)).ok())
    else {
        return Vec::new();
    };
    let mut shares: Vec<(&'static str, Clause, f64)> = Vec::new();
    for (result, share) in all.iter() {
        let mut told: Vec<&'static str> = Vec::new();
        for came in &result.called {
            let (name, clause) = came.told();
            if told.contains(&name) {
                continue;
            }
            told.push(name);
            match shares.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., sum)) => *sum += share,
                None => shares.push((name, clause, share)),
            }
        }
    }
    shares.sort_by_key(|(name, clause, _)| (*clause, *name));
    let remark = |(name, clause, share): (&str, Clause, f64)| Remark {
        text: name.to_owned(),
        value: format!("{:.0} %", 100.0 * share),
        clause,
    };
    shares.into_iter().map(remark).collect()
}

/// The odds of `forecast` alone.
pub fn preview(engagement: &Engagement) -> Option<Odds> {
    let scene = scene(engagement);
    odds(&AttackPlan::new(&scene), Policy::first)
}

fn odds(plan: &AttackPlan<'_>, policy: impl Fn() -> Policy) -> Option<Odds> {
    let before = plan.scene.defender.down;
    let barriers = &plan.scene.barriers;
    let gist = |result: AttackResult| gist(&result, before, barriers);
    let all = enumerate(policy(), |table| attack::outline(table, plan).map(gist)).ok()?;
    let mut odds = Odds::of(&all, barriers);
    if attack::is_plain(plan) {
        for (number, (barrier, suffers)) in barriers.iter().zip(&mut odds.barriers).enumerate() {
            let all = enumerate(policy(), |table| attack::wall_harm(table, plan, number)).ok()?;
            *suffers = harm_of(barrier, &all, |harm| *harm);
        }
    }
    Some(odds)
}

fn gist(result: &AttackResult, before: Option<Down>, barriers: &[BarrierOnLine]) -> Gist {
    let harm = |barrier: &BarrierOnLine| {
        result.barriers.iter().filter(|harm| harm.id == barrier.id).map(|harm| harm.damage).sum()
    };
    Gist {
        contact: result.contact,
        net: result.net_hits,
        damage: result.damage,
        knocked_down: result.knocked_down || result.called.contains(&Came::Prone),
        down: result.down.filter(|_| result.down != before),
        barriers: barriers.iter().map(harm).collect(),
    }
}

/// Chapter BARR.
pub fn forecast_barrier(engagement: &BarrierEngagement) -> Option<Forecast> {
    let scene = barrier_scene(engagement);
    let all = enumerate(Policy::first(), |table| barrier_attack::attack_barrier(table, &scene)).ok()?;
    let left = scene.barrier.hit_points_left();
    let gist = |result: &BarrierResult| Gist {
        contact: if result.hit { Contact::Hit } else { Contact::Miss },
        net: 0,
        damage: result.damage,
        knocked_down: false,
        down: (left > 0 && result.damage >= left).then_some(Down::Unconscious),
        barriers: Vec::new(),
    };
    let odds = Odds::of(&all.map(gist), &[]);
    let attack = attack_pool::barrier_attack_parts(&scene);
    let limit = accuracy::limit(&scene.weapon, &scene.attacker);
    let roll = format!("{} [{limit}] vs nobody", dice(attack.pool()));
    let damage = attack_pool::damage_parts(&scene.attacker, &scene.weapon);
    let dv = format!("{} + hits", damage.pool());
    let armor = barrier::armor_parts(&scene.barrier, &scene.weapon);
    let sums = vec![
        sum("Attack", dice(attack.pool()), Helps::Attacker, &attack, "SS-BARR-19"),
        sum("Damage", dv, Helps::Attacker, &damage, "SS-BARR-20"),
        sum("Armor", armor.pool().to_string(), Helps::Target, &armor, "SS-BARR-29"),
    ];
    let barriers: Vec<_> = scene.barriers.iter().map(|other| (other.clone(), other.transparent)).collect();
    Some(Forecast {
        roll,
        symbols: None,
        joint: Vec::new(),
        sums,
        remarks: reroll(&scene.attacker, &scene.switches)
            .into_iter()
            .chain(super::place::beside_barrier(engagement))
            .collect(),
        odds,
        answers: Vec::new(),
        barriers,
        hidden: scene.hidden,
        unit: "damage",
    })
}

pub(super) fn sum(name: &'static str, value: String, helps: Helps, parts: &Modifiers, clause: Clause) -> Sum {
    Sum { name, value, helps, parts: parts.clone(), clause }
}

/// The odds are those of rolling misses again, where the attacker means to. `SS-BASE-27`.
fn reroll(attacker: &super::super::Fighter, switches: &super::super::Switches) -> Vec<Remark> {
    let remark =
        || Remark { text: "Misses rolled again".into(), value: "1 Karma".into(), clause: "SS-BASE-27" };
    karma::wants_reroll(attacker, switches).then(remark).into_iter().collect()
}

/// What each barrier on the way stands after penetration.
fn armour_of<'a>(
    barriers: &'a [(BarrierOnLine, bool)],
    weapon: &super::super::Weapon,
) -> impl Iterator<Item = Remark> + use<'a> {
    let arp = weapon.arp;
    barriers.iter().map(move |(barrier, _)| Remark {
        text: format!("{}: Armor {}", barrier.name, worn::modified_armour(barrier.armor, arp)),
        value: format!("{} left", barrier.hit_points_left()),
        clause: "SS-BARR-10",
    })
}

/// "1 die", "7 dice".
pub(super) fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}
