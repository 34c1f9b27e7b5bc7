//! Spending net threats and despairs. Chapters THT and TRI.

use super::advantage::{choose_maneuver, in_use, item_name};
use super::attack::AttackPlan;
use super::course::{Course, Who, id, name};
use super::pool::{Change, Next};
use super::purse::{Bane, DEAREST};
use super::setting::ThreatChooser;
use super::{Deed, Fate, Item, TimedKind, threshold};
use dice::{Answer, Prompt, Step, Table};

/// What pays for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purse {
    /// So many net threats. `CC-THT-02`.
    Threats(u32),
    /// A despair: any option of cost 1 to 3. `CC-TRI-02`.
    Despair,
}

/// One thing that can be bought now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    bane: Bane,
    on: On,
}

/// Whom or what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    Nothing,
    Unit(Who),
    Benefit(Benefit),
    Item(Item),
    Object(usize),
}

/// What a prior maneuver gave. `CC-THT-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Benefit {
    Cover,
    GuardedStance,
    Aim,
}

/// The opposing player spends net threats, then despairs. `CC-THT-01`, `CC-TRI-02`.
pub(super) fn spend(table: &mut impl Table, plan: &AttackPlan<'_>, course: &mut Course) -> Step<()> {
    let mut left = (-course.advantages).max(0).unsigned_abs();
    while left > 0 {
        let Some(paid) = buy(table, plan, course, Purse::Threats(left))? else { break };
        left -= paid;
    }
    if plan.scene.switches.despair {
        for _ in 0..course.despairs {
            buy(table, plan, course, Purse::Despair)?;
        }
    }
    Ok(())
}

/// One purchase; `None` if nothing was bought.
fn buy(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    course: &mut Course,
    purse: Purse,
) -> Step<Option<u32>> {
    let chosen = match plan.scene.switches.threat_chooser {
        ThreatChooser::Auto => first(plan, course, purse),
        ThreatChooser::Opponent => {
            match table.ask(|| prompt(plan, course, &order(plan, course, purse), purse))? {
                0 => first(plan, course, purse),
                index => order(plan, course, purse)[index],
            }
        }
    };
    let Some(offer) = chosen else { return Ok(None) };
    take(table, plan, course, offer)?;
    Ok(Some(u32::from(offer.bane.row().cost)))
}

/// What a hurried player would take: an option of the catalogue's order, or nothing more. `CC-THT-14`.
fn first(plan: &AttackPlan<'_>, course: &Course, purse: Purse) -> Option<Offer> {
    let scene = plan.scene;
    if !scene.switches.auto_threat {
        return None;
    }
    let target = On::Unit(Who::Target(0));
    let order = [
        (Bane::Prone, (!course.attacker.prone).then_some(On::Nothing)),
        (Bane::Empty, emptied(plan, course).map(On::Item)),
        (Bane::DowngradeAlly, (!scene.allies.is_empty()).then_some(On::Unit(Who::Ally(0)))),
        (Bane::BoostTarget, Some(target)),
        (Bane::Setback, Some(On::Unit(Who::Attacker))),
        (Bane::Maneuver, is_conscious(plan, course, 0).then_some(target)),
        (Bane::Strain, Some(On::Nothing)),
        (Bane::LoseBenefit, benefits(plan, course).next().map(On::Benefit)),
    ];
    let mut legal = order.into_iter().filter(|(bane, _)| affordable(course, purse, *bane));
    legal.find_map(|(bane, on)| on.map(|on| Offer { bane, on }))
}

/// All answers, `None` for nothing more; what a hurried player would take comes first.
fn order(plan: &AttackPlan<'_>, course: &Course, purse: Purse) -> Vec<Option<Offer>> {
    let first = first(plan, course, purse);
    let mut order = vec![first];
    order.extend(offers(plan, course, purse).into_iter().map(Some).filter(|offer| *offer != first));
    if first.is_some() {
        order.push(None);
    }
    order
}

/// The purse can pay an option and it may still be chosen. `CC-THT-02`, `CC-THT-03`, `CC-TRI-03`.
fn affordable(course: &Course, purse: Purse, bane: Bane) -> bool {
    let row = bane.row();
    let paid = match purse {
        Purse::Threats(left) => u32::from(row.cost) <= left,
        Purse::Despair => row.cost <= DEAREST,
    };
    paid && (row.repeatable || course.chosen & bane.bit() == 0)
}

/// The attacking weapon, if it can run empty now. `CC-THT-10`, `CC-THT-11`.
fn emptied(plan: &AttackPlan<'_>, course: &Course) -> Option<Item> {
    let scene = plan.scene;
    let at = scene.held?;
    let item = Item::Weapon(at);
    let held = scene.attacker.held.get(at);
    let loaded = held.is_some_and(|held| !held.empty) && !course.is_emptied(scene.attacker.id, item);
    (loaded && scene.weapon.can_run_empty() && course.untouched(scene.attacker.id, item)).then_some(item)
}

/// A target can still perform something, whatever this attack has done to it. `CC-THR-06`.
fn is_conscious(plan: &AttackPlan<'_>, course: &Course, at: usize) -> bool {
    let now = threshold::down(&course.targets[at].condition, &plan.scene.switches);
    plan.scene.target(at).down.or(now).is_none()
}

/// What prior maneuvers gave the attacker and it still has. `CC-THT-05`.
fn benefits(plan: &AttackPlan<'_>, course: &Course) -> impl Iterator<Item = Benefit> {
    let cover_lost = course.deeds.iter().any(|deed| matches!(deed, Deed::CoverLost { .. }));
    let condition = &course.attacker.condition;
    [
        (Benefit::Cover, plan.scene.attacker.in_cover && !cover_lost),
        (Benefit::GuardedStance, condition.has(TimedKind::GuardedStance)),
        (Benefit::Aim, condition.aim),
    ]
    .into_iter()
    .filter_map(|(benefit, has)| has.then_some(benefit))
}

/// Everything legal that the purse can pay. `CC-THT-02`, `CC-THT-03`, `CC-TRI-03`.
fn offers(plan: &AttackPlan<'_>, course: &Course, purse: Purse) -> Vec<Offer> {
    let mut all = Vec::with_capacity(16);
    let mut add = |bane: Bane, on: On| {
        if affordable(course, purse, bane) {
            all.push(Offer { bane, on });
        }
    };
    let scene = plan.scene;
    let targets = || (0..course.targets.len()).map(Who::Target);
    let enemies = || targets().chain((0..scene.enemies.len()).map(Who::Enemy));
    let allies = || (0..scene.allies.len()).map(Who::Ally);
    add(Bane::Strain, On::Nothing);
    benefits(plan, course).for_each(|benefit| add(Bane::LoseBenefit, On::Benefit(benefit)));
    let able = |who: &Who| !matches!(*who, Who::Target(at) if !is_conscious(plan, course, at));
    enemies().filter(able).for_each(|who| add(Bane::Maneuver, On::Unit(who)));
    targets().for_each(|who| add(Bane::BoostTarget, On::Unit(who)));
    std::iter::once(Who::Attacker).chain(allies()).for_each(|who| add(Bane::Setback, On::Unit(who)));
    if !course.attacker.prone {
        add(Bane::Prone, On::Nothing);
    }
    if let Some(item) = emptied(plan, course) {
        add(Bane::Empty, On::Item(item));
    }
    // The attacking weapon first. `CC-THT-12`.
    let own = scene.held.map(Item::Weapon).filter(|&item| course.untouched(scene.attacker.id, item));
    let others = in_use(&scene.attacker, course).into_iter().filter(|&item| Some(item) != own);
    own.into_iter().chain(others).for_each(|item| add(Bane::Equipment, On::Item(item)));
    if scene.switches.significant {
        if scene.objects.is_empty() {
            enemies().for_each(|who| add(Bane::Significant, On::Unit(who)));
        }
        (0..scene.objects.len()).for_each(|which| add(Bane::Significant, On::Object(which)));
    }
    allies().for_each(|who| add(Bane::DowngradeAlly, On::Unit(who)));
    all
}

/// Carries out what was bought.
fn take(table: &mut impl Table, plan: &AttackPlan<'_>, course: &mut Course, offer: Offer) -> Step<()> {
    let scene = plan.scene;
    let unit = scene.attacker.id;
    course.chosen |= offer.bane.bit();
    match (offer.bane, offer.on) {
        (Bane::Strain, _) => course.attacker.condition.strain += 1,
        (Bane::LoseBenefit, On::Benefit(Benefit::Cover)) => course.deeds.push(Deed::CoverLost { unit }),
        (Bane::LoseBenefit, On::Benefit(Benefit::GuardedStance)) => {
            course.attacker.condition.timed.retain(|timed| timed.kind != TimedKind::GuardedStance);
        }
        (Bane::LoseBenefit, On::Benefit(Benefit::Aim)) => course.attacker.condition.aim = false,
        (Bane::Maneuver, On::Unit(who)) => {
            let (prone, disabled) = match who {
                Who::Target(at) => {
                    let body = &course.targets[at];
                    (body.prone, body.condition.has(TimedKind::Disabled))
                }
                Who::Enemy(at) => (scene.enemies[at].prone, false),
                Who::Attacker | Who::Ally(_) => unreachable!("invariant: an opponent performs it"),
            };
            let chosen = match scene.switches.threat_chooser {
                ThreatChooser::Auto if prone => super::Maneuver::StandUp,
                ThreatChooser::Auto => super::Maneuver::Aim,
                ThreatChooser::Opponent => {
                    choose_maneuver(table, plan, (scene.defender.id, who), prone, disabled)?
                }
            };
            course.perform(scene, who, chosen);
        }
        (Bane::BoostTarget, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::BOOST),
        (Bane::Setback, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::SETBACK),
        (Bane::Prone, _) => course.attacker.prone = true,
        (Bane::Empty, On::Item(item)) => course.item(unit, item, Fate::Emptied),
        (Bane::Equipment, On::Item(item)) => course.item(unit, item, Fate::Broken),
        (Bane::Significant, On::Object(which)) => {
            course.deeds.push(Deed::Switched { object: scene.objects[which].id });
        }
        (Bane::Significant, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::UPGRADE),
        (Bane::DowngradeAlly, On::Unit(who)) => course.wait(scene, who, Next::Attack, Change::DOWNGRADE),
        (bane, on) => unreachable!("invariant: {bane:?} is never offered on {on:?}"),
    }
    Ok(())
}

fn prompt(plan: &AttackPlan<'_>, course: &Course, order: &[Option<Offer>], purse: Purse) -> Prompt {
    let (question, clause) = match purse {
        Purse::Despair => ("Spend a despair?".to_owned(), "CC-TRI-02"),
        Purse::Threats(1) => ("Spend 1 threat?".to_owned(), "CC-THT-01"),
        Purse::Threats(left) => (format!("Spend {left} threats?"), "CC-THT-01"),
    };
    let stop = || Answer {
        key: "stop".into(),
        label: "Nothing more".into(),
        detail: String::new(),
        clause: "CC-THT-02",
    };
    let answers = order.iter().map(|offer| offer.map_or_else(stop, |offer| answer(plan, offer, purse)));
    let question = format!("{} {question}", course.told());
    Prompt { who: plan.scene.defender.id, question, clause, answers: answers.collect() }
}

fn answer(plan: &AttackPlan<'_>, offer: Offer, purse: Purse) -> Answer {
    let (row, scene) = (offer.bane.row(), plan.scene);
    let (key, about) = match offer.on {
        On::Nothing => (String::new(), String::new()),
        On::Unit(who) => (format!(":{}", id(scene, who)), name(scene, who).to_owned()),
        On::Benefit(Benefit::Cover) => (":cover".into(), "its cover".into()),
        On::Benefit(Benefit::GuardedStance) => (":guarded_stance".into(), "its Guarded Stance".into()),
        On::Benefit(Benefit::Aim) => (":aim".into(), "its aim".into()),
        On::Item(item) => {
            let place = match item {
                Item::Weapon(at) => format!(":weapon{at}"),
                Item::Gear(at) => format!(":gear{at}"),
            };
            (place, item_name(&scene.attacker, item).to_owned())
        }
        On::Object(which) => (format!(":{}", scene.objects[which].id), scene.objects[which].name.to_string()),
    };
    let detail = match (purse, row.cost) {
        (Purse::Despair, _) => "for the despair".to_owned(),
        (_, 1) => "1 threat".to_owned(),
        (_, cost) => format!("{cost} threats"),
    };
    Answer {
        key: format!("{}{key}", row.key),
        label: format!("{} {about}", row.label).trim_end().to_owned(),
        detail,
        clause: row.clause,
    }
}
