//! Spending net advantages and triumphs. Chapters ADV and TRI.

use super::attack::AttackPlan;
use super::course::{Course, Who, id, name};
use super::economy::{Maneuver, may_perform};
use super::pool::{Change, Next};
use super::purse::{Boon, DEAREST};
use super::{Deed, Fate, Fighter, Item, QualityEffect, TimedKind, Until};
use dice::{Answer, Prompt, Step, Table};

/// What pays for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purse {
    /// So many net advantages. `CC-ADV-02`.
    Advantages(u32),
    /// A triumph: an injury, or any option of cost 1 to 3. `CC-TRI-01`.
    Triumph,
}

/// One thing that can be bought now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    boon: Boon,
    cost: u32,
    on: On,
}

/// Whom or what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    Nothing,
    Unit(Who),
    /// A quality of the weapon, against a target.
    Quality(usize, usize),
    /// An item of a target.
    Item(usize, Item),
    /// An object on the field, by its place in the scene.
    Object(usize),
    /// Melee defence, or ranged.
    Melee(bool),
}

/// The attacker's player spends triumphs, then net advantages. `CC-ADV-01`, `CC-TRI-01`.
pub(super) fn spend(table: &mut impl Table, plan: &AttackPlan<'_>, course: &mut Course) -> Step<()> {
    if plan.scene.switches.triumph {
        for _ in 0..course.triumphs {
            buy(table, plan, course, Purse::Triumph)?;
        }
    }
    let mut left = course.advantages.max(0).unsigned_abs();
    while left > 0 {
        let Some(paid) = buy(table, plan, course, Purse::Advantages(left))? else { break };
        left -= paid;
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
    let index = table.ask(|| prompt(plan, course, &order(plan, course, purse), purse))?;
    let chosen = match index {
        0 => first(plan, course, purse),
        _ => order(plan, course, purse)[index],
    };
    let Some(offer) = chosen else { return Ok(None) };
    take(table, plan, course, offer)?;
    Ok(Some(offer.cost))
}

/// What a hurried player would take: an option of the catalogue's order, or nothing more. `CC-ADV-26`.
fn first(plan: &AttackPlan<'_>, course: &Course, purse: Purse) -> Option<Offer> {
    let scene = plan.scene;
    if !scene.switches.auto_advantage {
        return None;
    }
    let offer = |boon: Boon, own_cost: Option<u8>, on: On| {
        price(course, purse, boon, own_cost).map(|cost| Offer { boon, cost, on })
    };
    let injured = course.targets.iter().any(|target| target.payments > 0);
    let hurt =
        if injured { None } else { (0..course.targets.len()).find(|&at| may_injure(plan, course, at)) };
    hurt.and_then(|at| offer(Boon::Injury, Some(scene.weapon.critical), On::Unit(Who::Target(at))))
        .or_else(|| offer(Boon::Downgrade, None, On::Unit(Who::Target(0))))
        .or_else(|| offer(Boon::BoostAny, None, On::Unit(Who::Attacker)))
        .or_else(|| {
            let strained = course.attacker.condition.strain > 0;
            strained.then(|| offer(Boon::RemoveStrain, None, On::Nothing)).flatten()
        })
        .or_else(|| {
            let any = !scene.allies.is_empty();
            any.then(|| offer(Boon::BoostNextAlly, None, On::Nothing)).flatten()
        })
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

/// What an option costs, if the purse can pay it and it may still be chosen. `CC-ADV-02`, `CC-ADV-03`.
fn price(course: &Course, purse: Purse, boon: Boon, own_cost: Option<u8>) -> Option<u32> {
    let row = boon.row();
    if !row.repeatable && course.chosen & boon.bit() != 0 {
        return None;
    }
    let cost = own_cost.unwrap_or(row.cost);
    match purse {
        Purse::Triumph if boon == Boon::Injury || cost <= DEAREST => Some(0),
        Purse::Advantages(left) if u32::from(cost) <= left => Some(u32::from(cost)),
        _ => None,
    }
}

/// Everything legal that the purse can pay. `CC-ADV-02`, `CC-ADV-03`, `CC-ADV-06`, `CC-ADV-27`.
fn offers(plan: &AttackPlan<'_>, course: &Course, purse: Purse) -> Vec<Offer> {
    let mut all = Vec::with_capacity(16);
    let mut add = |boon: Boon, own_cost: Option<u8>, on: On| {
        if let Some(cost) = price(course, purse, boon, own_cost) {
            all.push(Offer { boon, cost, on });
        }
    };
    let scene = plan.scene;
    let switches = &scene.switches;
    let targets = 0..course.targets.len();
    let units = || std::iter::once(Who::Attacker).chain((0..scene.allies.len()).map(Who::Ally));
    for at in targets.clone().filter(|&at| may_injure(plan, course, at)) {
        add(Boon::Injury, Some(scene.weapon.critical), On::Unit(Who::Target(at)));
    }
    if course.attacker.condition.strain > 0 {
        add(Boon::RemoveStrain, None, On::Nothing);
    }
    if !scene.allies.is_empty() {
        add(Boon::BoostNextAlly, None, On::Nothing);
    }
    if switches.notice {
        add(Boon::Notice, None, On::Nothing);
    }
    for (which, quality) in scene.weapon.qualities.iter().enumerate() {
        targets.clone().for_each(|at| add(Boon::Quality, Some(quality.cost), On::Quality(which, at)));
    }
    if course.economy.maneuver(&course.attacker.condition).is_ok() {
        add(Boon::Maneuver, None, On::Nothing);
    }
    for at in targets.clone() {
        add(Boon::Setback, None, On::Unit(Who::Target(at)));
    }
    units().for_each(|who| add(Boon::BoostAny, None, On::Unit(who)));
    for at in targets.clone() {
        add(Boon::NegateDefence, None, On::Unit(Who::Target(at)));
    }
    add(Boon::IgnoreEnvironment, None, On::Nothing);
    add(Boon::OwnDefence, None, On::Melee(true));
    add(Boon::OwnDefence, None, On::Melee(false));
    for at in targets.clone() {
        for item in weapons(scene.target(at), course) {
            add(Boon::Disarm, None, On::Item(at, item));
        }
    }
    for (which, object) in scene.objects.iter().enumerate() {
        if object.vital && object.in_range && object.from_target <= u32::from(switches.vital) {
            add(Boon::Vital, None, On::Object(which));
        }
    }
    for at in targets.clone().filter(|&at| switches.disable && may_replace(course, at)) {
        add(Boon::Disable, None, On::Unit(Who::Target(at)));
        for item in in_use(scene.target(at), course) {
            add(Boon::DisableGear, None, On::Item(at, item));
        }
    }
    for at in targets.clone() {
        add(Boon::Downgrade, None, On::Unit(Who::Target(at)));
    }
    units().for_each(|who| add(Boon::Upgrade, None, On::Unit(who)));
    for at in targets.filter(|&at| hurts(course, at)) {
        for item in vital_items(scene.target(at), course) {
            add(Boon::Destroy, None, On::Item(at, item));
        }
    }
    all
}

/// The hit takes at least 1 Wound or Strain through Soak, and nothing replaces it. `CC-ADV-25`, `CC-CRIT-06`.
fn hurts(course: &Course, at: usize) -> bool {
    course.succeeded() && course.targets[at].pending > 0 && !course.targets[at].replaced
}

/// `CC-ADV-20`: what needs the damage excludes what replaces it.
fn may_replace(course: &Course, at: usize) -> bool {
    hurts(course, at) && !course.targets[at].committed
}

/// `CC-CRIT-06`, `CC-ADV-06`.
fn may_injure(plan: &AttackPlan<'_>, course: &Course, at: usize) -> bool {
    let unhurt = !plan.scene.switches.crit_needs_damage && course.succeeded() && !course.targets[at].replaced;
    hurts(course, at) || (unhurt && !(course.blocked && at == 0))
}

/// Weapons that a unit wields and has not lost in this attack.
fn weapons(fighter: &Fighter, course: &Course) -> Vec<Item> {
    let held = fighter.held.iter().enumerate().filter(|(_, held)| held.weapon.hands > 0);
    held.map(|(at, _)| Item::Weapon(at)).filter(|&item| course.untouched(fighter.id, item)).collect()
}

/// Weapons and gear in use.
pub(super) fn in_use(fighter: &Fighter, course: &Course) -> Vec<Item> {
    let gear =
        fighter.gear().map(|(at, _)| Item::Gear(at)).filter(|&item| course.untouched(fighter.id, item));
    weapons(fighter, course).into_iter().chain(gear).collect()
}

/// Weapons, and gear flagged vital. `CC-ADV-25`.
fn vital_items(fighter: &Fighter, course: &Course) -> Vec<Item> {
    let vital = |item: &Item| match item {
        Item::Weapon(_) => true,
        Item::Gear(at) => fighter.sheet.gear[*at].vital,
    };
    in_use(fighter, course).into_iter().filter(vital).collect()
}

/// What an item is called.
pub(super) fn item_name(fighter: &Fighter, item: Item) -> &str {
    match item {
        Item::Weapon(at) => &fighter.held[at].weapon.name,
        Item::Gear(at) => &fighter.sheet.gear[at].name,
    }
}

/// Carries out what was bought.
fn take(table: &mut impl Table, plan: &AttackPlan<'_>, course: &mut Course, offer: Offer) -> Step<()> {
    let scene = plan.scene;
    course.chosen |= offer.boon.bit();
    match (offer.boon, offer.on) {
        (Boon::Injury, On::Unit(Who::Target(at))) => {
            course.targets[at].payments += 1;
            course.targets[at].committed = true;
        }
        (Boon::RemoveStrain, _) => course.attacker.condition.strain -= 1,
        (Boon::BoostNextAlly, _) => course.deeds.push(Deed::BoostNextAlly { giver: scene.attacker.id }),
        (Boon::Notice, _) => course.deeds.push(Deed::Noticed { feature: scene.feature }),
        (Boon::Quality, On::Quality(which, at)) => {
            activate(course, scene.weapon.qualities[which].effect, at);
        }
        (Boon::Maneuver, _) => {
            if let Ok(economy) = course.economy.maneuver(&course.attacker.condition) {
                course.economy = economy;
            }
            let prone = course.attacker.prone;
            let disabled = scene.attacker.condition.has(TimedKind::Disabled);
            let chosen = choose_maneuver(table, plan, (scene.attacker.id, Who::Attacker), prone, disabled)?;
            course.perform(scene, Who::Attacker, chosen);
        }
        (Boon::Setback, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::SETBACK),
        (Boon::BoostAny, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::BOOST),
        (Boon::NegateDefence, On::Unit(Who::Target(at))) => {
            course.targets[at].condition.set(TimedKind::DefenceNegated, Until::EndOfRound);
        }
        (Boon::IgnoreEnvironment, _) => {
            course.attacker.condition.set(TimedKind::EnvironmentIgnored, Until::TurnEnds(2));
        }
        (Boon::OwnDefence, On::Melee(melee)) => {
            let kind = if melee { TimedKind::MeleeDefence } else { TimedKind::RangedDefence };
            course.attacker.condition.set(kind, Until::TurnEnds(2));
        }
        (Boon::Disarm, On::Item(at, item)) => course.item(scene.target(at).id, item, Fate::Dropped),
        (Boon::Vital, On::Object(which)) => {
            course.deeds.push(Deed::Switched { object: scene.objects[which].id });
        }
        (Boon::Disable, On::Unit(Who::Target(at))) => {
            course.targets[at].replaced = true;
            course.targets[at].condition.set(TimedKind::Disabled, Until::TurnEnds(1));
        }
        (Boon::DisableGear, On::Item(at, item)) => {
            course.targets[at].replaced = true;
            course.item(scene.target(at).id, item, Fate::Disabled);
        }
        (Boon::Downgrade, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::DOWNGRADE),
        (Boon::Upgrade, On::Unit(who)) => course.wait(scene, who, Next::Check, Change::UPGRADE),
        (Boon::Destroy, On::Item(at, item)) => {
            course.targets[at].committed = true;
            course.item(scene.target(at).id, item, Fate::Destroyed);
        }
        (boon, on) => unreachable!("invariant: {boon:?} is never offered on {on:?}"),
    }
    Ok(())
}

/// A quality of the weapon works on a target. `CC-ADV-10`.
fn activate(course: &mut Course, effect: QualityEffect, at: usize) {
    let body = &mut course.targets[at];
    match effect {
        QualityEffect::Strain(strain) => body.condition.strain += u32::from(strain),
        QualityEffect::KnockDown => body.prone = true,
        QualityEffect::Setback(setback) => {
            body.condition.waiting.add(Next::Check, Change { setback, ..Change::NONE });
        }
    }
}

/// A player names the maneuver that a unit performs at once: stand up if Prone, else aim, unless it says otherwise.
pub(super) fn choose_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    (asked, who): (u32, Who),
    prone: bool,
    disabled: bool,
) -> Step<Maneuver> {
    let first = if prone { Maneuver::StandUp } else { Maneuver::Aim };
    let switches = &plan.scene.switches;
    let suits = |maneuver: &Maneuver| {
        *maneuver != first
            && maneuver.suits(prone, switches.prone_move)
            && !(disabled && *maneuver == Maneuver::Move)
            && (who != Who::Attacker
                || prone
                || may_perform(*maneuver, &plan.scene.attacker, switches).is_ok())
    };
    let all: Vec<Maneuver> = std::iter::once(first).chain(Maneuver::ALL.into_iter().filter(suits)).collect();
    let clause = if who == Who::Attacker { "CC-ADV-11" } else { "CC-THT-06" };
    let index = table.ask(|| Prompt {
        who: asked,
        question: format!("Which manoeuvre does {} perform at once?", name(plan.scene, who)),
        clause,
        answers: all
            .iter()
            .map(|maneuver| Answer {
                key: maneuver.key().into(),
                label: maneuver.name().into(),
                detail: maneuver.detail().into(),
                clause: "CC-ECON-08",
            })
            .collect(),
    })?;
    Ok(all[index])
}

fn prompt(plan: &AttackPlan<'_>, course: &Course, order: &[Option<Offer>], purse: Purse) -> Prompt {
    let (question, clause) = match purse {
        Purse::Triumph => ("Spend a triumph?".to_owned(), "CC-TRI-01"),
        Purse::Advantages(1) => ("Spend 1 advantage?".to_owned(), "CC-ADV-01"),
        Purse::Advantages(left) => (format!("Spend {left} advantages?"), "CC-ADV-01"),
    };
    let answers = order.iter().map(|offer| offer.map_or_else(stop, |offer| answer(plan, offer))).collect();
    let question = format!("{} {question}", course.told());
    Prompt { who: plan.scene.attacker.id, question, clause, answers }
}

fn stop() -> Answer {
    Answer { key: "stop".into(), label: "Nothing more".into(), detail: String::new(), clause: "CC-ADV-05" }
}

fn answer(plan: &AttackPlan<'_>, offer: Offer) -> Answer {
    let (row, scene) = (offer.boon.row(), plan.scene);
    let (key, about) = match offer.on {
        On::Nothing => (String::new(), String::new()),
        On::Unit(who) => (format!(":{}", id(scene, who)), name(scene, who).to_owned()),
        On::Quality(which, at) => {
            let text = format!("{} on {}", scene.weapon.qualities[which].name, scene.target(at).name);
            (format!(":{which}:{}", scene.target(at).id), text)
        }
        On::Item(at, item) => {
            let target = scene.target(at);
            let place = match item {
                Item::Weapon(at) => format!("weapon{at}"),
                Item::Gear(at) => format!("gear{at}"),
            };
            (format!(":{}:{place}", target.id), format!("{} of {}", item_name(target, item), target.name))
        }
        On::Object(which) => (format!(":{}", scene.objects[which].id), scene.objects[which].name.to_string()),
        On::Melee(true) => (":melee".into(), "melee attacks".into()),
        On::Melee(false) => (":ranged".into(), "ranged attacks".into()),
    };
    let detail = match offer.cost {
        0 => "for the triumph".to_owned(),
        1 => "1 advantage".to_owned(),
        cost => format!("{cost} advantages"),
    };
    let label = format!("{} {about}", row.label).trim_end().to_owned();
    Answer { key: format!("{}{key}", row.key), label, detail, clause: row.clause }
}
