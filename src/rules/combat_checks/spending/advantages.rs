//! Spending net advantages and triumphs. Chapters ADV and TRI.

use super::option_tables::{AdvantageOption, MAX_SYMBOL_COST};
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{
    AttackParticipant, AttackProgress, participant_id, participant_name,
};
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::turns::action_economy::{Maneuver, may_perform};
use crate::combat_checks::{Expiry, Fighter, ItemFate, ItemSlot, QualityEffect, SideEffect, TimedEffectKind};
use dice::{Answer, Prompt, RuleResult, Table};

/// What pays for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdvantageFunds {
    /// So many net advantages. `CC-ADV-02`.
    Advantages(u32),
    /// A triumph: an injury, or any option of cost 1 to 3. `CC-TRI-01`.
    Triumph,
}

/// One thing that can be bought now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AdvantagePurchase {
    option: AdvantageOption,
    cost: u32,
    target: AdvantageTarget,
}

/// Whom or what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdvantageTarget {
    Nothing,
    Unit(AttackParticipant),
    /// A quality of the weapon, against a target.
    Quality(usize, usize),
    /// An item of a target.
    Item(usize, ItemSlot),
    /// An object on the field, by its place in the scene.
    Object(usize),
    /// Melee defence, or ranged.
    Melee(bool),
}

/// The attacker's player spends triumphs, then net advantages. `CC-ADV-01`, `CC-TRI-01`.
pub(crate) fn spend_advantages(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    course: &mut AttackProgress,
) -> RuleResult<()> {
    if plan.scene.switches.triumph {
        for _ in 0..course.triumphs {
            buy_option(table, plan, course, AdvantageFunds::Triumph)?;
        }
    }
    let mut left = course.advantages.max(0).unsigned_abs();
    while left > 0 {
        let Some(paid) = buy_option(table, plan, course, AdvantageFunds::Advantages(left))? else { break };
        left -= paid;
    }
    Ok(())
}

/// One purchase; `None` if nothing was bought.
fn buy_option(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    course: &mut AttackProgress,
    purse: AdvantageFunds,
) -> RuleResult<Option<u32>> {
    let index = table.ask(|| build_prompt(plan, course, &ordered_purchases(plan, course, purse), purse))?;
    let chosen = match index {
        0 => automatic_purchase(plan, course, purse),
        _ => ordered_purchases(plan, course, purse)[index],
    };
    let Some(offer) = chosen else { return Ok(None) };
    apply_purchase(table, plan, course, offer)?;
    Ok(Some(offer.cost))
}

/// What a hurried player would take: an option of the catalogue's order, or nothing more. `CC-ADV-26`.
fn automatic_purchase(
    plan: &AttackPlan<'_>,
    course: &AttackProgress,
    purse: AdvantageFunds,
) -> Option<AdvantagePurchase> {
    let scene = plan.scene;
    if !scene.switches.auto_advantage {
        return None;
    }
    let offer = |boon: AdvantageOption, own_cost: Option<u8>, on: AdvantageTarget| {
        option_cost(course, purse, boon, own_cost).map(|cost| AdvantagePurchase {
            option: boon,
            cost,
            target: on,
        })
    };
    let injured = course.targets.iter().any(|target| target.payments > 0);
    let hurt =
        if injured { None } else { (0..course.targets.len()).find(|&at| can_injure(plan, course, at)) };
    hurt.and_then(|at| {
        offer(
            AdvantageOption::Injury,
            Some(scene.weapon.critical),
            AdvantageTarget::Unit(AttackParticipant::Target(at)),
        )
    })
    .or_else(|| offer(AdvantageOption::Downgrade, None, AdvantageTarget::Unit(AttackParticipant::Target(0))))
    .or_else(|| offer(AdvantageOption::BoostAny, None, AdvantageTarget::Unit(AttackParticipant::Attacker)))
    .or_else(|| {
        let strained = course.attacker.condition.strain > 0;
        strained.then(|| offer(AdvantageOption::RemoveStrain, None, AdvantageTarget::Nothing)).flatten()
    })
    .or_else(|| {
        let any = !scene.allies.is_empty();
        any.then(|| offer(AdvantageOption::BoostNextAlly, None, AdvantageTarget::Nothing)).flatten()
    })
}

/// All answers, `None` for nothing more; what a hurried player would take comes first.
fn ordered_purchases(
    plan: &AttackPlan<'_>,
    course: &AttackProgress,
    purse: AdvantageFunds,
) -> Vec<Option<AdvantagePurchase>> {
    let first = automatic_purchase(plan, course, purse);
    let mut order = vec![first];
    order.extend(
        available_purchases(plan, course, purse).into_iter().map(Some).filter(|offer| *offer != first),
    );
    if first.is_some() {
        order.push(None);
    }
    order
}

/// What an option costs, if the purse can pay it and it may still be chosen. `CC-ADV-02`, `CC-ADV-03`.
fn option_cost(
    course: &AttackProgress,
    purse: AdvantageFunds,
    boon: AdvantageOption,
    own_cost: Option<u8>,
) -> Option<u32> {
    let row = boon.option();
    if !row.repeatable && course.chosen & boon.bit() != 0 {
        return None;
    }
    let cost = own_cost.unwrap_or(row.cost);
    match purse {
        AdvantageFunds::Triumph if boon == AdvantageOption::Injury || cost <= MAX_SYMBOL_COST => Some(0),
        AdvantageFunds::Advantages(left) if u32::from(cost) <= left => Some(u32::from(cost)),
        _ => None,
    }
}

/// Everything legal that the purse can pay. `CC-ADV-02`, `CC-ADV-03`, `CC-ADV-06`, `CC-ADV-27`.
fn available_purchases(
    plan: &AttackPlan<'_>,
    course: &AttackProgress,
    purse: AdvantageFunds,
) -> Vec<AdvantagePurchase> {
    let mut all = Vec::with_capacity(16);
    let mut add = |boon: AdvantageOption, own_cost: Option<u8>, on: AdvantageTarget| {
        if let Some(cost) = option_cost(course, purse, boon, own_cost) {
            all.push(AdvantagePurchase { option: boon, cost, target: on });
        }
    };
    let scene = plan.scene;
    let switches = &scene.switches;
    let targets = 0..course.targets.len();
    let units = || {
        std::iter::once(AttackParticipant::Attacker)
            .chain((0..scene.allies.len()).map(AttackParticipant::Ally))
    };
    for at in targets.clone().filter(|&at| can_injure(plan, course, at)) {
        add(
            AdvantageOption::Injury,
            Some(scene.weapon.critical),
            AdvantageTarget::Unit(AttackParticipant::Target(at)),
        );
    }
    if course.attacker.condition.strain > 0 {
        add(AdvantageOption::RemoveStrain, None, AdvantageTarget::Nothing);
    }
    if !scene.allies.is_empty() {
        add(AdvantageOption::BoostNextAlly, None, AdvantageTarget::Nothing);
    }
    if switches.notice {
        add(AdvantageOption::Notice, None, AdvantageTarget::Nothing);
    }
    for (which, quality) in scene.weapon.qualities.iter().enumerate() {
        targets.clone().for_each(|at| {
            add(AdvantageOption::Quality, Some(quality.cost), AdvantageTarget::Quality(which, at))
        });
    }
    if course.economy.use_maneuver(&course.attacker.condition).is_ok() {
        add(AdvantageOption::Maneuver, None, AdvantageTarget::Nothing);
    }
    for at in targets.clone() {
        add(AdvantageOption::Setback, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
    }
    units().for_each(|who| add(AdvantageOption::BoostAny, None, AdvantageTarget::Unit(who)));
    for at in targets.clone() {
        add(AdvantageOption::NegateDefence, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
    }
    add(AdvantageOption::IgnoreEnvironment, None, AdvantageTarget::Nothing);
    add(AdvantageOption::OwnDefence, None, AdvantageTarget::Melee(true));
    add(AdvantageOption::OwnDefence, None, AdvantageTarget::Melee(false));
    for at in targets.clone() {
        for item in wielded_items(scene.target(at), course) {
            add(AdvantageOption::Disarm, None, AdvantageTarget::Item(at, item));
        }
    }
    for (which, object) in scene.objects.iter().enumerate() {
        if object.vital && object.in_range && object.from_target <= u32::from(switches.vital) {
            add(AdvantageOption::Vital, None, AdvantageTarget::Object(which));
        }
    }
    for at in targets.clone().filter(|&at| switches.disable && can_replace_damage(course, at)) {
        add(AdvantageOption::Disable, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
        for item in items_in_use(scene.target(at), course) {
            add(AdvantageOption::DisableGear, None, AdvantageTarget::Item(at, item));
        }
    }
    for at in targets.clone() {
        add(AdvantageOption::Downgrade, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
    }
    units().for_each(|who| add(AdvantageOption::Upgrade, None, AdvantageTarget::Unit(who)));
    for at in targets.filter(|&at| deals_damage(course, at)) {
        for item in vital_items(scene.target(at), course) {
            add(AdvantageOption::Destroy, None, AdvantageTarget::Item(at, item));
        }
    }
    all
}

/// The hit takes at least 1 Wound or Strain through Soak, and nothing replaces it. `CC-ADV-25`, `CC-CRIT-06`.
fn deals_damage(course: &AttackProgress, at: usize) -> bool {
    course.succeeded() && course.targets[at].pending_damage > 0 && !course.targets[at].damage_replaced
}

/// `CC-ADV-20`: what needs the damage excludes what replaces it.
fn can_replace_damage(course: &AttackProgress, at: usize) -> bool {
    deals_damage(course, at) && !course.targets[at].damage_committed
}

/// `CC-CRIT-06`, `CC-ADV-06`.
fn can_injure(plan: &AttackPlan<'_>, course: &AttackProgress, at: usize) -> bool {
    let unhurt =
        !plan.scene.switches.crit_needs_damage && course.succeeded() && !course.targets[at].damage_replaced;
    deals_damage(course, at) || (unhurt && !(course.stopped_by_barrier && at == 0))
}

/// Weapons that a unit wields and has not lost in this attack.
fn wielded_items(fighter: &Fighter, course: &AttackProgress) -> Vec<ItemSlot> {
    let held = fighter.held.iter().enumerate().filter(|(_, held)| held.weapon.hands > 0);
    held.map(|(at, _)| ItemSlot::Weapon(at))
        .filter(|&item| course.is_item_unchanged(fighter.id, item))
        .collect()
}

/// Weapons and gear in use.
pub(crate) fn items_in_use(fighter: &Fighter, course: &AttackProgress) -> Vec<ItemSlot> {
    let gear = fighter
        .gear()
        .map(|(at, _)| ItemSlot::Gear(at))
        .filter(|&item| course.is_item_unchanged(fighter.id, item));
    wielded_items(fighter, course).into_iter().chain(gear).collect()
}

/// Weapons, and gear flagged vital. `CC-ADV-25`.
fn vital_items(fighter: &Fighter, course: &AttackProgress) -> Vec<ItemSlot> {
    let vital = |item: &ItemSlot| match item {
        ItemSlot::Weapon(_) => true,
        ItemSlot::Gear(at) => fighter.sheet.gear[*at].vital,
    };
    items_in_use(fighter, course).into_iter().filter(vital).collect()
}

/// What an item is called.
pub(crate) fn item_name(fighter: &Fighter, item: ItemSlot) -> &str {
    match item {
        ItemSlot::Weapon(at) => &fighter.held[at].weapon.name,
        ItemSlot::Gear(at) => &fighter.sheet.gear[at].name,
    }
}

/// Carries out what was bought.
fn apply_purchase(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    course: &mut AttackProgress,
    offer: AdvantagePurchase,
) -> RuleResult<()> {
    let scene = plan.scene;
    course.chosen |= offer.option.bit();
    match (offer.option, offer.target) {
        (AdvantageOption::Injury, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            course.targets[at].payments += 1;
            course.targets[at].damage_committed = true;
        }
        (AdvantageOption::RemoveStrain, _) => course.attacker.condition.strain -= 1,
        (AdvantageOption::BoostNextAlly, _) => {
            course.side_effects.push(SideEffect::BoostNextAlly { giver: scene.attacker.id })
        }
        (AdvantageOption::Notice, _) => {
            course.side_effects.push(SideEffect::Noticed { feature: scene.hidden_feature })
        }
        (AdvantageOption::Quality, AdvantageTarget::Quality(which, at)) => {
            activate_quality(course, scene.weapon.qualities[which].effect, at);
        }
        (AdvantageOption::Maneuver, _) => {
            if let Ok(economy) = course.economy.use_maneuver(&course.attacker.condition) {
                course.economy = economy;
            }
            let prone = course.attacker.prone;
            let disabled = scene.attacker.condition.has_timed(TimedEffectKind::Disabled);
            let chosen = choose_maneuver(
                table,
                plan,
                (scene.attacker.id, AttackParticipant::Attacker),
                prone,
                disabled,
            )?;
            course.perform_maneuver(scene, AttackParticipant::Attacker, chosen);
        }
        (AdvantageOption::Setback, AdvantageTarget::Unit(who)) => {
            course.add_pending_change(scene, who, NextCheck::Check, PoolChange::SETBACK)
        }
        (AdvantageOption::BoostAny, AdvantageTarget::Unit(who)) => {
            course.add_pending_change(scene, who, NextCheck::Check, PoolChange::BOOST)
        }
        (AdvantageOption::NegateDefence, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            course.targets[at].condition.add_timed(TimedEffectKind::DefenceNegated, Expiry::EndOfRound);
        }
        (AdvantageOption::IgnoreEnvironment, _) => {
            course.attacker.condition.add_timed(TimedEffectKind::EnvironmentIgnored, Expiry::TurnEnds(2));
        }
        (AdvantageOption::OwnDefence, AdvantageTarget::Melee(melee)) => {
            let kind = if melee { TimedEffectKind::MeleeDefence } else { TimedEffectKind::RangedDefence };
            course.attacker.condition.add_timed(kind, Expiry::TurnEnds(2));
        }
        (AdvantageOption::Disarm, AdvantageTarget::Item(at, item)) => {
            course.set_item_fate(scene.target(at).id, item, ItemFate::Dropped)
        }
        (AdvantageOption::Vital, AdvantageTarget::Object(which)) => {
            course.side_effects.push(SideEffect::Switched { object: scene.objects[which].id });
        }
        (AdvantageOption::Disable, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            course.targets[at].damage_replaced = true;
            course.targets[at].condition.add_timed(TimedEffectKind::Disabled, Expiry::TurnEnds(1));
        }
        (AdvantageOption::DisableGear, AdvantageTarget::Item(at, item)) => {
            course.targets[at].damage_replaced = true;
            course.set_item_fate(scene.target(at).id, item, ItemFate::Disabled);
        }
        (AdvantageOption::Downgrade, AdvantageTarget::Unit(who)) => {
            course.add_pending_change(scene, who, NextCheck::Check, PoolChange::DOWNGRADE)
        }
        (AdvantageOption::Upgrade, AdvantageTarget::Unit(who)) => {
            course.add_pending_change(scene, who, NextCheck::Check, PoolChange::UPGRADE)
        }
        (AdvantageOption::Destroy, AdvantageTarget::Item(at, item)) => {
            course.targets[at].damage_committed = true;
            course.set_item_fate(scene.target(at).id, item, ItemFate::Destroyed);
        }
        (boon, on) => unreachable!("invariant: {boon:?} is never offered on {on:?}"),
    }
    Ok(())
}

/// A quality of the weapon works on a target. `CC-ADV-10`.
fn activate_quality(course: &mut AttackProgress, effect: QualityEffect, at: usize) {
    let body = &mut course.targets[at];
    match effect {
        QualityEffect::Strain(strain) => body.condition.strain += u32::from(strain),
        QualityEffect::KnockDown => body.prone = true,
        QualityEffect::Setback(setback) => {
            body.condition.waiting.add(NextCheck::Check, PoolChange { setback, ..PoolChange::NONE });
        }
    }
}

/// A player names the maneuver that a unit performs at once: stand up if Prone, else aim, unless it says otherwise.
pub(crate) fn choose_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    (asked, who): (u32, AttackParticipant),
    prone: bool,
    disabled: bool,
) -> RuleResult<Maneuver> {
    let first = if prone { Maneuver::StandUp } else { Maneuver::Aim };
    let switches = &plan.scene.switches;
    let suits = |maneuver: &Maneuver| {
        *maneuver != first
            && maneuver.suits(prone, switches.prone_move)
            && !(disabled && *maneuver == Maneuver::Move)
            && (who != AttackParticipant::Attacker
                || prone
                || may_perform(*maneuver, &plan.scene.attacker, switches).is_ok())
    };
    let all: Vec<Maneuver> = std::iter::once(first).chain(Maneuver::ALL.into_iter().filter(suits)).collect();
    let clause = if who == AttackParticipant::Attacker { "CC-ADV-11" } else { "CC-THT-06" };
    let index = table.ask(|| Prompt {
        who: asked,
        question: format!("Which manoeuvre does {} perform at once?", participant_name(plan.scene, who)),
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

fn build_prompt(
    plan: &AttackPlan<'_>,
    course: &AttackProgress,
    order: &[Option<AdvantagePurchase>],
    purse: AdvantageFunds,
) -> Prompt {
    let (question, clause) = match purse {
        AdvantageFunds::Triumph => ("Spend a triumph?".to_owned(), "CC-TRI-01"),
        AdvantageFunds::Advantages(1) => ("Spend 1 advantage?".to_owned(), "CC-ADV-01"),
        AdvantageFunds::Advantages(left) => (format!("Spend {left} advantages?"), "CC-ADV-01"),
    };
    let answers =
        order.iter().map(|offer| offer.map_or_else(stop_answer, |offer| build_answer(plan, offer))).collect();
    let question = format!("{} {question}", course.describe_check());
    Prompt { who: plan.scene.attacker.id, question, clause, answers }
}

fn stop_answer() -> Answer {
    Answer { key: "stop".into(), label: "Nothing more".into(), detail: String::new(), clause: "CC-ADV-05" }
}

fn build_answer(plan: &AttackPlan<'_>, offer: AdvantagePurchase) -> Answer {
    let (row, scene) = (offer.option.option(), plan.scene);
    let (key, about) = match offer.target {
        AdvantageTarget::Nothing => (String::new(), String::new()),
        AdvantageTarget::Unit(who) => {
            (format!(":{}", participant_id(scene, who)), participant_name(scene, who).to_owned())
        }
        AdvantageTarget::Quality(which, at) => {
            let text = format!("{} on {}", scene.weapon.qualities[which].name, scene.target(at).name);
            (format!(":{which}:{}", scene.target(at).id), text)
        }
        AdvantageTarget::Item(at, item) => {
            let target = scene.target(at);
            let place = match item {
                ItemSlot::Weapon(at) => format!("weapon{at}"),
                ItemSlot::Gear(at) => format!("gear{at}"),
            };
            (format!(":{}:{place}", target.id), format!("{} of {}", item_name(target, item), target.name))
        }
        AdvantageTarget::Object(which) => {
            (format!(":{}", scene.objects[which].id), scene.objects[which].name.to_string())
        }
        AdvantageTarget::Melee(true) => (":melee".into(), "melee attacks".into()),
        AdvantageTarget::Melee(false) => (":ranged".into(), "ranged attacks".into()),
    };
    let detail = match offer.cost {
        0 => "for the triumph".to_owned(),
        1 => "1 advantage".to_owned(),
        cost => format!("{cost} advantages"),
    };
    let label = format!("{} {about}", row.label).trim_end().to_owned();
    Answer { key: format!("{}{key}", row.key), label, detail, clause: row.clause }
}
