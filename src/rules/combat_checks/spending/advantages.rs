//! Spends net advantages and triumphs. Chapters ADV and TRI.

use super::option_tables::{AdvantageOption, MAX_SYMBOL_COST};
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{
    AttackParticipant, AttackProgress, participant_id, participant_name,
};
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::lines::{
    ManeuverLine, SpendingAnswer, SpendingPrompt, SpendingTarget, SpentSymbols, SymbolPlace,
};
use crate::combat_checks::turns::action_economy::{Maneuver, may_perform};
use crate::combat_checks::{
    AttackContext, Expiry, Fighter, ItemFate, ItemSlot, QualityEffect, SideEffect, TimedEffectKind,
};
use dice::{Answer, Prompt, RuleResult, Table};

/// Symbols that pay for options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdvantageFunds {
    /// Net advantages. `CC-ADV-02`.
    Advantages(u32),
    /// A triumph: pays for an injury, or any option of cost 1 to 3. `CC-TRI-01`.
    Triumph(SymbolPlace),
}

/// An option that can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AdvantagePurchase {
    option: AdvantageOption,
    cost: u32,
    target: AdvantageTarget,
}

/// Target of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdvantageTarget {
    Nothing,
    Unit(AttackParticipant),
    /// A quality of the weapon, used on a target.
    Quality(usize, usize),
    /// An item of a target.
    Item(usize, ItemSlot),
    /// An object on the map, by index.
    Object(usize),
    /// Melee (true) or ranged defence.
    Melee(bool),
}

/// Lets the attacker's player spend triumphs, then net advantages; nothing if the hit ends the battle. `CC-ADV-01`,
/// `CC-TRI-01`.
pub(crate) fn spend_advantages(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
) -> RuleResult<()> {
    if progress.ends_battle(plan.context) {
        return Ok(());
    }
    if plan.context.switches.triumph {
        let count = progress.triumphs;
        for number in 1..=count {
            let place = SymbolPlace { number, count };
            buy_option(table, plan, progress, AdvantageFunds::Triumph(place))?;
        }
    }
    let mut left = progress.advantages.max(0).unsigned_abs();
    while left > 0 {
        let Some(paid) = buy_option(table, plan, progress, AdvantageFunds::Advantages(left))? else { break };
        left -= paid;
    }
    Ok(())
}

/// Buys one option; `None` if the player stops, or if nothing can be bought.
fn buy_option(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
    funds: AdvantageFunds,
) -> RuleResult<Option<u32>> {
    let automatic = automatic_purchase(plan, progress, funds);
    if automatic.is_none() && available_purchases(plan, progress, funds).is_empty() {
        return Ok(None);
    }
    let index =
        table.ask(|| build_prompt(plan, progress, &ordered_purchases(plan, progress, funds), funds))?;
    let chosen = match index {
        0 => automatic,
        _ => ordered_purchases(plan, progress, funds)[index],
    };
    let Some(purchase) = chosen else { return Ok(None) };
    apply_purchase(table, plan, progress, purchase)?;
    Ok(Some(purchase.cost))
}

/// The automatic purchase: an option in the catalogue's order, or `None`. A target that the hit puts out of action is not
/// injured besides. `CC-ADV-01`, `CC-ADV-26`.
fn automatic_purchase(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: AdvantageFunds,
) -> Option<AdvantagePurchase> {
    let context = plan.context;
    if !context.switches.auto_advantage {
        return None;
    }
    let is_injured = progress.targets.iter().any(|target| target.payments > 0);
    let mut active = (0..progress.targets.len()).filter(|&at| !progress.is_out(context, at));
    let injury_target = active.clone().find(|&at| !is_injured && can_injure(plan, progress, at));
    let on_target = |at| AdvantageTarget::Unit(AttackParticipant::Target(at));
    let on_attacker = AdvantageTarget::Unit(AttackParticipant::Attacker);
    let has_strain = progress.attacker.condition.strain > 0;
    let order = [
        (AdvantageOption::Injury, Some(context.weapon.critical), injury_target.map(on_target)),
        (AdvantageOption::Downgrade, None, active.next().map(on_target)),
        (AdvantageOption::BoostAny, None, Some(on_attacker)),
        (AdvantageOption::RemoveStrain, None, has_strain.then_some(AdvantageTarget::Nothing)),
        (
            AdvantageOption::BoostNextAlly,
            None,
            (!context.allies.is_empty()).then_some(AdvantageTarget::Nothing),
        ),
    ];
    order.into_iter().find_map(|(option, own_cost, target)| {
        let cost = option_cost(progress, funds, option, own_cost)?;
        Some(AdvantagePurchase { option, cost, target: target? })
    })
}

/// All answers, the automatic one first; `None` to stop.
fn ordered_purchases(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: AdvantageFunds,
) -> Vec<Option<AdvantagePurchase>> {
    let first = automatic_purchase(plan, progress, funds);
    let mut order = vec![first];
    order.extend(
        available_purchases(plan, progress, funds)
            .into_iter()
            .map(Some)
            .filter(|purchase| *purchase != first),
    );
    if first.is_some() {
        order.push(None);
    }
    order
}

/// The cost of an option; `None` if it is unaffordable or already chosen. `CC-ADV-02`, `CC-ADV-03`.
fn option_cost(
    progress: &AttackProgress,
    funds: AdvantageFunds,
    option: AdvantageOption,
    own_cost: Option<u8>,
) -> Option<u32> {
    let row = option.option();
    if !row.repeatable && progress.chosen & option.bit() != 0 {
        return None;
    }
    let cost = own_cost.unwrap_or(row.cost);
    match funds {
        AdvantageFunds::Triumph(_) if option == AdvantageOption::Injury || cost <= MAX_SYMBOL_COST => Some(0),
        AdvantageFunds::Advantages(left) if u32::from(cost) <= left => Some(u32::from(cost)),
        _ => None,
    }
}

/// All legal and affordable options that can have an effect. `CC-ADV-01` to `CC-ADV-03`, `CC-ADV-06`, `CC-ADV-27`.
fn available_purchases(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: AdvantageFunds,
) -> Vec<AdvantagePurchase> {
    let mut list = PurchaseList { plan, progress, funds, all: Vec::with_capacity(16) };
    list.add_injuries_and_options_of_one();
    list.add_options_of_two();
    list.add_options_of_three();
    list.add_options_on_hit_and_next_checks();
    list.all
}

/// The attacker and its allies.
fn attackers(context: &AttackContext) -> impl Iterator<Item = AttackParticipant> + use<> {
    let allies = (0..context.allies.len()).map(AttackParticipant::Ally);
    std::iter::once(AttackParticipant::Attacker).chain(allies)
}

/// Options that can be bought, in the order of the catalogue.
struct PurchaseList<'a, 'c> {
    plan: &'a AttackPlan<'c>,
    progress: &'a AttackProgress,
    funds: AdvantageFunds,
    all: Vec<AdvantagePurchase>,
}

impl PurchaseList<'_, '_> {
    /// Targets that are still in action after the hit: what hinders a unit has no effect on the others. `CC-ADV-01`.
    fn active_targets(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (progress, context) = (self.progress, self.plan.context);
        let active: Vec<usize> =
            (0..progress.targets.len()).filter(|&at| !progress.is_out(context, at)).collect();
        active.into_iter()
    }

    /// Adds an option unless it is unaffordable or already chosen; `own_cost` replaces the cost of the catalogue.
    fn add(&mut self, option: AdvantageOption, own_cost: Option<u8>, target: AdvantageTarget) {
        if let Some(cost) = option_cost(self.progress, self.funds, option, own_cost) {
            self.all.push(AdvantagePurchase { option, cost, target });
        }
    }

    /// Adds Critical Injuries, the qualities of the weapon, and what costs one advantage. `CC-CRIT-06`, `CC-ADV-07` to
    /// `CC-ADV-10`.
    fn add_injuries_and_options_of_one(&mut self) {
        let (plan, progress, context) = (self.plan, self.progress, self.plan.context);
        let switches = &context.switches;
        for at in (0..progress.targets.len()).filter(|&at| can_injure(plan, progress, at)) {
            self.add(
                AdvantageOption::Injury,
                Some(context.weapon.critical),
                AdvantageTarget::Unit(AttackParticipant::Target(at)),
            );
        }
        if progress.attacker.condition.strain > 0 {
            self.add(AdvantageOption::RemoveStrain, None, AdvantageTarget::Nothing);
        }
        if !context.allies.is_empty() {
            self.add(AdvantageOption::BoostNextAlly, None, AdvantageTarget::Nothing);
        }
        if switches.notice {
            self.add(AdvantageOption::Notice, None, AdvantageTarget::Nothing);
        }
        for (which, quality) in context.weapon.qualities.iter().enumerate() {
            // A target that lies already cannot be knocked down.
            let is_down =
                |at: usize| quality.effect == QualityEffect::KnockDown && progress.targets[at].prone;
            for at in self.active_targets().filter(|&at| !is_down(at)) {
                self.add(AdvantageOption::Quality, Some(quality.cost), AdvantageTarget::Quality(which, at));
            }
        }
    }

    /// Adds what costs two advantages. `CC-ADV-11` to `CC-ADV-14`.
    fn add_options_of_two(&mut self) {
        let (progress, context) = (self.progress, self.plan.context);
        if progress.can_perform_maneuver() {
            self.add(AdvantageOption::Maneuver, None, AdvantageTarget::Nothing);
        }
        for at in self.active_targets() {
            self.add(AdvantageOption::Setback, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
        }
        for who in attackers(context) {
            self.add(AdvantageOption::BoostAny, None, AdvantageTarget::Unit(who));
        }
    }

    /// Adds what costs three advantages and concerns defences, items in hand and objects. `CC-ADV-15` to `CC-ADV-19`.
    fn add_options_of_three(&mut self) {
        let (progress, context) = (self.progress, self.plan.context);
        let (switches, targets) = (&context.switches, self.active_targets());
        for at in targets.clone() {
            self.add(
                AdvantageOption::NegateDefence,
                None,
                AdvantageTarget::Unit(AttackParticipant::Target(at)),
            );
        }
        self.add(AdvantageOption::IgnoreEnvironment, None, AdvantageTarget::Nothing);
        self.add(AdvantageOption::OwnDefence, None, AdvantageTarget::Melee(true));
        self.add(AdvantageOption::OwnDefence, None, AdvantageTarget::Melee(false));
        for at in targets {
            for item in wielded_items(context.target(at), progress) {
                self.add(AdvantageOption::Disarm, None, AdvantageTarget::Item(at, item));
            }
        }
        for (which, object) in context.objects.iter().enumerate() {
            if object.vital && object.in_range && object.from_target <= u32::from(switches.vital) {
                self.add(AdvantageOption::Vital, None, AdvantageTarget::Object(which));
            }
        }
    }

    /// Adds what replaces or adds to the damage of the hit, and changes of next checks. `CC-ADV-20` to `CC-ADV-25`.
    fn add_options_on_hit_and_next_checks(&mut self) {
        let (progress, context) = (self.progress, self.plan.context);
        let (switches, targets) = (&context.switches, 0..progress.targets.len());
        for at in targets.clone().filter(|&at| switches.disable && can_replace_damage(progress, at)) {
            self.add(AdvantageOption::Disable, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
            for item in items_in_use(context.target(at), progress) {
                self.add(AdvantageOption::DisableGear, None, AdvantageTarget::Item(at, item));
            }
        }
        for at in self.active_targets() {
            self.add(AdvantageOption::Downgrade, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
        }
        for who in attackers(context) {
            self.add(AdvantageOption::Upgrade, None, AdvantageTarget::Unit(who));
        }
        for at in targets.filter(|&at| deals_damage(progress, at)) {
            for item in vital_items(context.target(at), progress) {
                self.add(AdvantageOption::Destroy, None, AdvantageTarget::Item(at, item));
            }
        }
    }
}

/// Whether the hit deals damage after Soak that is not replaced. `CC-ADV-25`, `CC-CRIT-06`.
fn deals_damage(progress: &AttackProgress, at: usize) -> bool {
    progress.has_succeeded()
        && progress.targets[at].pending_damage > 0
        && !progress.targets[at].damage_replaced
}

/// Whether no option needs the damage. `CC-ADV-20`.
fn can_replace_damage(progress: &AttackProgress, at: usize) -> bool {
    deals_damage(progress, at) && !progress.targets[at].damage_committed
}

/// Whether a Critical Injury may be bought. `CC-CRIT-06`, `CC-ADV-06`.
fn can_injure(plan: &AttackPlan<'_>, progress: &AttackProgress, at: usize) -> bool {
    let needs_no_damage = !plan.context.switches.crit_needs_damage
        && progress.has_succeeded()
        && !progress.targets[at].damage_replaced;
    deals_damage(progress, at) || (needs_no_damage && !(progress.stopped_by_barrier && at == 0))
}

/// Weapons that a unit still wields in this attack.
fn wielded_items(fighter: &Fighter, progress: &AttackProgress) -> Vec<ItemSlot> {
    let held = fighter.held.iter().enumerate().filter(|(_, held)| held.weapon.hands > 0);
    held.map(|(at, _)| ItemSlot::Weapon(at))
        .filter(|&item| progress.is_item_unchanged(fighter.id, item))
        .collect()
}

/// Weapons and gear in use.
pub(crate) fn items_in_use(fighter: &Fighter, progress: &AttackProgress) -> Vec<ItemSlot> {
    let gear = fighter
        .gear()
        .filter(|(_, gear)| !gear.replacement)
        .map(|(at, _)| ItemSlot::Gear(at))
        .filter(|&item| progress.is_item_unchanged(fighter.id, item));
    wielded_items(fighter, progress).into_iter().chain(gear).collect()
}

/// Weapons, and vital gear. `CC-ADV-25`.
fn vital_items(fighter: &Fighter, progress: &AttackProgress) -> Vec<ItemSlot> {
    let vital = |item: &ItemSlot| match item {
        ItemSlot::Weapon(_) => true,
        ItemSlot::Gear(at) => fighter.sheet.gear[*at].vital,
    };
    items_in_use(fighter, progress).into_iter().filter(vital).collect()
}

/// Name of an item.
pub(crate) fn item_name(fighter: &Fighter, item: ItemSlot) -> &str {
    match item {
        ItemSlot::Weapon(at) => &fighter.held[at].weapon.name,
        ItemSlot::Gear(at) => &fighter.sheet.gear[at].name,
    }
}

/// Applies a purchase.
fn apply_purchase(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
    purchase: AdvantagePurchase,
) -> RuleResult<()> {
    let context = plan.context;
    progress.chosen |= purchase.option.bit();
    match (purchase.option, purchase.target) {
        (AdvantageOption::Injury, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            progress.targets[at].payments += 1;
            progress.targets[at].damage_committed = true;
        }
        (AdvantageOption::RemoveStrain, _) => progress.attacker.condition.strain -= 1,
        (AdvantageOption::BoostNextAlly, _) => {
            progress.side_effects.push(SideEffect::BoostNextAlly { giver: context.attacker.id })
        }
        (AdvantageOption::Notice, _) => {
            progress.side_effects.push(SideEffect::Noticed { feature: context.hidden_feature })
        }
        (AdvantageOption::Quality, AdvantageTarget::Quality(which, at)) => {
            activate_quality(progress, context.weapon.qualities[which].effect, at);
        }
        (AdvantageOption::Maneuver, _) => {
            perform_bought_maneuver(table, plan, progress)?;
        }
        (AdvantageOption::Setback, AdvantageTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::SETBACK)
        }
        (AdvantageOption::BoostAny, AdvantageTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::BOOST)
        }
        (AdvantageOption::NegateDefence, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            progress.targets[at].condition.add_timed(TimedEffectKind::DefenceNegated, Expiry::EndOfRound);
        }
        (AdvantageOption::IgnoreEnvironment, _) => {
            let until = context.attacker.end_of_next_turn();
            progress.attacker.condition.add_timed(TimedEffectKind::EnvironmentIgnored, until);
        }
        (AdvantageOption::OwnDefence, AdvantageTarget::Melee(melee)) => {
            let kind = if melee { TimedEffectKind::MeleeDefence } else { TimedEffectKind::RangedDefence };
            progress.attacker.condition.add_timed(kind, context.attacker.end_of_next_turn());
        }
        (AdvantageOption::Disarm, AdvantageTarget::Item(at, item)) => {
            progress.set_item_fate(context.target(at).id, item, ItemFate::Dropped)
        }
        (AdvantageOption::Vital, AdvantageTarget::Object(which)) => {
            progress.side_effects.push(SideEffect::Switched { object: context.objects[which].id });
        }
        (AdvantageOption::Disable, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            progress.targets[at].damage_replaced = true;
            let until = context.target(at).end_of_next_turn();
            progress.targets[at].condition.add_timed(TimedEffectKind::Disabled, until);
        }
        (AdvantageOption::DisableGear, AdvantageTarget::Item(at, item)) => {
            progress.targets[at].damage_replaced = true;
            progress.set_item_fate(context.target(at).id, item, ItemFate::Disabled);
        }
        (AdvantageOption::Downgrade, AdvantageTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::DOWNGRADE)
        }
        (AdvantageOption::Upgrade, AdvantageTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::UPGRADE)
        }
        (AdvantageOption::Destroy, AdvantageTarget::Item(at, item)) => {
            progress.targets[at].damage_committed = true;
            progress.set_item_fate(context.target(at).id, item, ItemFate::Destroyed);
        }
        (option, target) => unreachable!("invariant: {option:?} is never offered on {target:?}"),
    }
    Ok(())
}

/// Lets the attacker choose and perform a maneuver.
fn perform_bought_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
) -> RuleResult<()> {
    let context = plan.context;
    progress.count_maneuver();
    let prone = progress.attacker.prone;
    let disabled = context.attacker.condition.has_timed(TimedEffectKind::Disabled);
    let chosen = choose_maneuver(table, plan, AttackParticipant::Attacker, prone, disabled)?;
    progress.perform_maneuver(context, AttackParticipant::Attacker, chosen);
    Ok(())
}

/// Applies a quality of the weapon to a target. `CC-ADV-10`.
fn activate_quality(progress: &mut AttackProgress, effect: QualityEffect, at: usize) {
    let target = &mut progress.targets[at];
    match effect {
        QualityEffect::Strain(strain) => target.condition.strain += u32::from(strain),
        QualityEffect::KnockDown => target.prone = true,
        QualityEffect::Setback(setback) => {
            target.condition.waiting.add(NextCheck::Check, PoolChange { setback, ..PoolChange::NONE });
        }
    }
}

/// Whether there may be something that a unit can take cover behind, and it has not done so. `SS-ACT-49`.
fn can_take_cover(context: &AttackContext, who: AttackParticipant) -> bool {
    let can = |unit: &Fighter| !unit.in_cover && !unit.in_open;
    match who {
        AttackParticipant::Attacker => can(&context.attacker),
        AttackParticipant::Target(at) => can(context.target(at)),
        AttackParticipant::Ally(at) => context.allies[at].can_take_cover,
        AttackParticipant::Enemy(at) => context.enemies[at].can_take_cover,
    }
}

/// Whether there may be an object beside a unit that it can use.
fn has_object_beside(context: &AttackContext, who: AttackParticipant) -> bool {
    let mut objects = context.objects.iter();
    match who {
        _ if !context.knows_objects => true,
        AttackParticipant::Attacker => objects.any(|object| object.from_attacker <= 1),
        AttackParticipant::Target(0) => objects.any(|object| object.from_target <= 1),
        AttackParticipant::Target(_) | AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => true,
    }
}

/// Asks a unit for the maneuver that it performs at once, of those that can have an effect. The first answer is to stand up
/// if Prone, else to aim.
pub(crate) fn choose_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    who: AttackParticipant,
    prone: bool,
    disabled: bool,
) -> RuleResult<Maneuver> {
    let first = if prone { Maneuver::StandUp } else { Maneuver::Aim };
    let switches = &plan.context.switches;
    let is_possible = |maneuver: &Maneuver| {
        *maneuver != first
            && maneuver.fits_stance(prone, switches.prone_move)
            && !(disabled && *maneuver == Maneuver::Move)
            && (*maneuver != Maneuver::TakeCover || can_take_cover(plan.context, who))
            && (*maneuver != Maneuver::Interact || has_object_beside(plan.context, who))
            && (who != AttackParticipant::Attacker
                || prone
                || may_perform(*maneuver, &plan.context.attacker, switches).is_ok())
    };
    let all: Vec<Maneuver> =
        std::iter::once(first).chain(Maneuver::ALL.into_iter().filter(is_possible)).collect();
    let clause = if who == AttackParticipant::Attacker { "CC-ADV-11" } else { "CC-THT-06" };
    let index = table.ask(|| Prompt {
        who: participant_id(plan.context, who),
        question: ManeuverLine::Ask { unit: participant_name(plan.context, who).clone() }.into(),
        clause,
        answers: all
            .iter()
            .map(|&maneuver| {
                Answer::new(maneuver.key(), ManeuverLine::Name(maneuver), "CC-ECON-08")
                    .with_detail(ManeuverLine::Detail(maneuver))
            })
            .collect(),
    })?;
    Ok(all[index])
}

fn build_prompt(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    order: &[Option<AdvantagePurchase>],
    funds: AdvantageFunds,
) -> Prompt {
    let (symbols, clause, place) = match funds {
        AdvantageFunds::Triumph(place) => (SpentSymbols::Triumph, "CC-TRI-01", Some(place)),
        AdvantageFunds::Advantages(left) => (SpentSymbols::Advantages(left), "CC-ADV-01", None),
    };
    let stop = || Answer::new("stop", SpendingAnswer::Stop, "CC-ADV-05");
    let answers = order
        .iter()
        .map(|purchase| purchase.map_or_else(stop, |purchase| build_answer(plan, progress, purchase)));
    let question = SpendingPrompt { attacker: None, successes: progress.successes, symbols, place }.into();
    Prompt { who: plan.context.attacker.id, question, clause, answers: answers.collect() }
}

fn build_answer(plan: &AttackPlan<'_>, progress: &AttackProgress, purchase: AdvantagePurchase) -> Answer {
    let (option, context) = (purchase.option.option(), plan.context);
    let (key, target) = match purchase.target {
        AdvantageTarget::Nothing => (String::new(), SpendingTarget::Nothing),
        AdvantageTarget::Unit(who) => {
            let name = participant_name(context, who).clone();
            (format!(":{}", participant_id(context, who)), SpendingTarget::Named(name))
        }
        AdvantageTarget::Quality(which, at) => {
            let quality = &context.weapon.qualities[which];
            let (unit, effect) = (context.target(at).name.clone(), quality.effect);
            let target = SpendingTarget::Quality { quality: quality.name.clone(), unit, effect };
            (format!(":{which}:{}", context.target(at).id), target)
        }
        AdvantageTarget::Item(at, item) => {
            let target = context.target(at);
            let place = match item {
                ItemSlot::Weapon(at) => format!("weapon{at}"),
                ItemSlot::Gear(at) => format!("gear{at}"),
            };
            let (item, unit) = (item_name(target, item).to_owned(), target.name.clone());
            (format!(":{}:{place}", target.id), SpendingTarget::ItemOf { item, unit })
        }
        AdvantageTarget::Object(which) => {
            let object = &context.objects[which];
            (format!(":{}", object.id), SpendingTarget::Named(object.name.clone()))
        }
        AdvantageTarget::Melee(true) => (":melee".into(), SpendingTarget::MeleeAttacks),
        AdvantageTarget::Melee(false) => (":ranged".into(), SpendingTarget::RangedAttacks),
    };
    let price = match purchase.cost {
        0 => SpentSymbols::Triumph,
        cost => SpentSymbols::Advantages(cost),
    };
    let key = format!("{}{key}", option.key);
    match (purchase.option, purchase.target) {
        (AdvantageOption::Injury, AdvantageTarget::Unit(AttackParticipant::Target(at)))
            if progress.targets[at].payments > 0 =>
        {
            let label = SpendingAnswer::PayAgain { option, unit: context.target(at).name.clone() };
            Answer::new(key, label, "CC-CRIT-03").with_detail(price)
        }
        _ => Answer::new(key, SpendingAnswer::Buy { option, target }, option.clause).with_detail(price),
    }
}
