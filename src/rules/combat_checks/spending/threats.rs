//! Spends net threats and despairs. Chapters THT and TRI.

mod purchase_outcome;

use self::purchase_outcome::purchase_outcome;
use super::advantages::{Mobility, choose_maneuver, item_name, items_in_use};
use super::automatic_first;
use super::option_tables::{MAX_SYMBOL_COST, ThreatOption};
use crate::HealthCause;
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{
    AttackParticipant, AttackProgress, participant_id, participant_name,
};
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::health::thresholds;
use crate::combat_checks::lines::{
    SpendingAnswer, SpendingPrompt, SpendingTarget, SpentSymbols, SymbolPlace,
};
use crate::combat_checks::options::values::ThreatChooser;
use crate::combat_checks::{AttackContext, ItemFate, ItemSlot, Maneuver, SideEffect, TimedEffectKind};
use dice::{Answer, Prompt, RuleResult, Table};

/// Symbols that pay for options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThreatFunds {
    /// Net threats. `CC-THT-02`.
    Threats(u32),
    /// A despair: pays for any option of cost 1 to 3. `CC-TRI-02`.
    Despair(SymbolPlace),
}

/// An option that can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ThreatPurchase {
    option: ThreatOption,
    target: ThreatTarget,
}

/// Target of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ThreatTarget {
    Nothing,
    Unit(AttackParticipant),
    Benefit(ManeuverBenefit),
    Item(ItemSlot),
    Object(usize),
}

/// Benefit of a previous maneuver. `CC-THT-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ManeuverBenefit {
    Cover,
    GuardedStance,
    Aim,
}

/// Lets the opposing player spend net threats, then despairs. `CC-THT-01`, `CC-TRI-02`.
pub(crate) fn spend_threats(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
) -> RuleResult<()> {
    let mut left = (-progress.advantages).max(0).unsigned_abs();
    while left > 0 {
        let Some(paid) = buy_option(table, plan, progress, ThreatFunds::Threats(left))? else { break };
        left -= paid;
    }
    if plan.context.switches.despair {
        let count = progress.despairs;
        for number in 1..=count {
            let place = SymbolPlace { number, count };
            buy_option(table, plan, progress, ThreatFunds::Despair(place))?;
        }
    }
    // The purchases have had their effects, and nothing later depends on them.
    progress.bought_threats.clear();
    Ok(())
}

/// Buys one option; `None` if the player stops, or if nothing can be bought.
fn buy_option(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
    funds: ThreatFunds,
) -> RuleResult<Option<u32>> {
    let automatic = automatic_purchase(plan, progress, funds);
    if automatic.is_none() && available_purchases(plan, progress, funds).is_empty() {
        return Ok(None);
    }
    let chosen = match plan.context.switches.threat_chooser {
        ThreatChooser::Auto => automatic,
        ThreatChooser::Opponent => {
            match table
                .ask(|| build_prompt(plan, progress, &ordered_purchases(plan, progress, funds), funds))?
            {
                0 => automatic,
                index => ordered_purchases(plan, progress, funds)[index],
            }
        }
    };
    let Some(purchase) = chosen else { return Ok(None) };
    apply_purchase(table, plan, progress, (purchase, funds))?;
    progress.bought_threats.push(purchase);
    Ok(Some(u32::from(purchase.option.option().cost)))
}

/// The automatic purchase: an option in the catalogue's order, or `None`. `CC-THT-14`.
fn automatic_purchase(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: ThreatFunds,
) -> Option<ThreatPurchase> {
    let context = plan.context;
    if !context.switches.auto_threat {
        return None;
    }
    let target = ThreatTarget::Unit(AttackParticipant::Target(0));
    let (is_active, is_out) = (!progress.is_attacker_out(context), progress.is_out(context, 0));
    let attacker = ThreatTarget::Unit(AttackParticipant::Attacker);
    let order = [
        (ThreatOption::Prone, (is_active && !progress.attacker.prone).then_some(ThreatTarget::Nothing)),
        (ThreatOption::Empty, weapon_to_empty(plan, progress).map(ThreatTarget::Item)),
        (
            ThreatOption::DowngradeAlly,
            (!context.allies.is_empty()).then_some(ThreatTarget::Unit(AttackParticipant::Ally(0))),
        ),
        (ThreatOption::BoostTarget, (!is_out).then_some(target)),
        (ThreatOption::Setback, is_active.then_some(attacker)),
        (ThreatOption::Maneuver, can_perform_maneuver(plan, progress, 0).then_some(target)),
        (ThreatOption::Strain, Some(ThreatTarget::Nothing)),
        (ThreatOption::LoseBenefit, maneuver_benefits(plan, progress).next().map(ThreatTarget::Benefit)),
    ];
    let mut legal = order.into_iter().filter(|(option, _)| {
        is_affordable(progress, funds, *option) && can_still_matter(plan, progress, *option)
    });
    legal.find_map(|(option, target)| target.map(|target| ThreatPurchase { option, target }))
}

/// All answers, see [`automatic_first`].
fn ordered_purchases(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: ThreatFunds,
) -> Vec<Option<ThreatPurchase>> {
    automatic_first(automatic_purchase(plan, progress, funds), available_purchases(plan, progress, funds))
}

/// Whether an option is affordable and may still be chosen. `CC-THT-02`, `CC-THT-03`, `CC-TRI-03`.
fn is_affordable(progress: &AttackProgress, funds: ThreatFunds, option: ThreatOption) -> bool {
    let row = option.option();
    let affordable = match funds {
        ThreatFunds::Threats(left) => u32::from(row.cost) <= left,
        ThreatFunds::Despair(_) => row.cost <= MAX_SYMBOL_COST,
    };
    affordable && (row.repeatable || progress.chosen & option.bit() == 0)
}

/// The attacking weapon, if it can run out of ammunition now. `CC-THT-10`, `CC-THT-11`.
fn weapon_to_empty(plan: &AttackPlan<'_>, progress: &AttackProgress) -> Option<ItemSlot> {
    let context = plan.context;
    let at = context.held?;
    let item = ItemSlot::Weapon(at);
    let held = context.attacker.held.get(at);
    let loaded = held.is_some_and(|held| !held.empty) && !progress.is_emptied(context.attacker.id, item);
    (loaded && context.weapon.can_run_empty() && progress.is_item_unchanged(context.attacker.id, item))
        .then_some(item)
}

/// Whether a target can perform a free maneuver after this attack: it is conscious, and has one left if its turn is on.
/// `CC-THR-06`, `CC-THT-06`.
fn can_perform_maneuver(plan: &AttackPlan<'_>, progress: &AttackProgress, at: usize) -> bool {
    let (target, after) = (plan.context.target(at), &progress.targets[at].condition);
    let is_conscious = target.down.or(thresholds::down_state(after, &plan.context.switches)).is_none();
    is_conscious && (!target.economy.in_turn || target.economy.use_maneuver(after).is_ok())
}

/// Benefits of previous maneuvers that the attacker still has. `CC-THT-05`.
fn maneuver_benefits(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
) -> impl Iterator<Item = ManeuverBenefit> {
    let cover_lost =
        progress.side_effects.iter().any(|effect| matches!(effect, SideEffect::CoverLost { .. }));
    let condition = &progress.attacker.condition;
    let is_active = !progress.is_attacker_out(plan.context);
    [
        (ManeuverBenefit::Cover, plan.context.attacker.in_cover && !cover_lost),
        (ManeuverBenefit::GuardedStance, condition.has_timed(TimedEffectKind::GuardedStance)),
        (ManeuverBenefit::Aim, condition.aim),
    ]
    .into_iter()
    .filter_map(move |(benefit, has)| (is_active && has).then_some(benefit))
}

/// Whether an option can still matter: once the hit has ended the battle, only Strain that puts the attacker, the last of its
/// side, out of action as well. `CC-THT-01`.
fn can_still_matter(plan: &AttackPlan<'_>, progress: &AttackProgress, option: ThreatOption) -> bool {
    let context = plan.context;
    !progress.ends_battle(context)
        || (option == ThreatOption::Strain
            && !context.has_other_allies()
            && falls_by_strain(context, progress))
}

/// Whether one more Strain puts the attacker out of action. `CC-THR-02`.
pub(crate) fn falls_by_strain(context: &AttackContext, progress: &AttackProgress) -> bool {
    let condition = &progress.attacker.condition;
    let after = (condition.wounds, condition.strain + 1);
    thresholds::down_state_at(condition, after, &context.switches).is_some()
}

/// All legal and affordable options that can have an effect. `CC-THT-01` to `CC-THT-03`, `CC-TRI-03`.
fn available_purchases(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: ThreatFunds,
) -> Vec<ThreatPurchase> {
    let mut all = Vec::with_capacity(16);
    let mut add = |option: ThreatOption, target: ThreatTarget| {
        if is_affordable(progress, funds, option) && can_still_matter(plan, progress, option) {
            all.push(ThreatPurchase { option, target });
        }
    };
    let context = plan.context;
    let is_active = !progress.is_attacker_out(context);
    let targets = || {
        (0..progress.targets.len()).filter(|&at| !progress.is_out(context, at)).map(AttackParticipant::Target)
    };
    let enemies = || targets().chain((0..context.enemies.len()).map(AttackParticipant::Enemy));
    let allies = || (0..context.allies.len()).map(AttackParticipant::Ally);
    add(ThreatOption::Strain, ThreatTarget::Nothing);
    maneuver_benefits(plan, progress)
        .for_each(|benefit| add(ThreatOption::LoseBenefit, ThreatTarget::Benefit(benefit)));
    let may_act = |who: &AttackParticipant| !matches!(*who, AttackParticipant::Target(at) if !can_perform_maneuver(plan, progress, at));
    enemies().filter(may_act).for_each(|who| add(ThreatOption::Maneuver, ThreatTarget::Unit(who)));
    targets().for_each(|who| add(ThreatOption::BoostTarget, ThreatTarget::Unit(who)));
    is_active
        .then_some(AttackParticipant::Attacker)
        .into_iter()
        .chain(allies())
        .for_each(|who| add(ThreatOption::Setback, ThreatTarget::Unit(who)));
    if is_active && !progress.attacker.prone {
        add(ThreatOption::Prone, ThreatTarget::Nothing);
    }
    if let Some(item) = weapon_to_empty(plan, progress) {
        add(ThreatOption::Empty, ThreatTarget::Item(item));
    }
    // The attacking weapon first. `CC-THT-12`.
    let own = context
        .held
        .map(ItemSlot::Weapon)
        .filter(|&item| progress.is_item_unchanged(context.attacker.id, item));
    let others = items_in_use(&context.attacker, progress).into_iter().filter(|&item| Some(item) != own);
    own.into_iter().chain(others).for_each(|item| add(ThreatOption::Equipment, ThreatTarget::Item(item)));
    if context.switches.significant {
        if context.objects.is_empty() {
            enemies().for_each(|who| add(ThreatOption::Significant, ThreatTarget::Unit(who)));
        }
        (0..context.objects.len())
            .for_each(|which| add(ThreatOption::Significant, ThreatTarget::Object(which)));
    }
    allies().for_each(|who| add(ThreatOption::DowngradeAlly, ThreatTarget::Unit(who)));
    all
}

/// Applies a purchase.
fn apply_purchase(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
    (purchase, funds): (ThreatPurchase, ThreatFunds),
) -> RuleResult<()> {
    let context = plan.context;
    let unit = context.attacker.id;
    progress.chosen |= purchase.option.bit();
    match (purchase.option, purchase.target) {
        (ThreatOption::Strain, _) => {
            progress.attacker.condition.strain += 1;
            progress.strain_cause = Some(match funds {
                ThreatFunds::Threats(_) => HealthCause::Threats,
                ThreatFunds::Despair(_) => HealthCause::Despair,
            });
        }
        (ThreatOption::LoseBenefit, ThreatTarget::Benefit(ManeuverBenefit::Cover)) => {
            progress.side_effects.push(SideEffect::CoverLost { unit })
        }
        (ThreatOption::LoseBenefit, ThreatTarget::Benefit(ManeuverBenefit::GuardedStance)) => {
            progress.attacker.condition.timed.retain(|timed| timed.kind != TimedEffectKind::GuardedStance);
        }
        (ThreatOption::LoseBenefit, ThreatTarget::Benefit(ManeuverBenefit::Aim)) => {
            progress.attacker.condition.aim = false
        }
        (ThreatOption::Maneuver, ThreatTarget::Unit(who)) => {
            perform_opponents_maneuver(table, plan, progress, who)?;
        }
        (ThreatOption::BoostTarget, ThreatTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::BOOST)
        }
        (ThreatOption::Setback, ThreatTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::SETBACK)
        }
        (ThreatOption::Prone, _) => progress.attacker.prone = true,
        (ThreatOption::Empty, ThreatTarget::Item(item)) => {
            progress.set_item_fate(unit, item, ItemFate::Emptied)
        }
        (ThreatOption::Equipment, ThreatTarget::Item(item)) => {
            progress.set_item_fate(unit, item, ItemFate::Broken)
        }
        (ThreatOption::Significant, ThreatTarget::Object(which)) => {
            progress.side_effects.push(SideEffect::Switched { object: context.objects[which].id });
        }
        (ThreatOption::Significant, ThreatTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Check, PoolChange::UPGRADE)
        }
        (ThreatOption::DowngradeAlly, ThreatTarget::Unit(who)) => {
            progress.add_pending_change(context, who, NextCheck::Attack, PoolChange::DOWNGRADE)
        }
        (option, target) => unreachable!("invariant: {option:?} is never offered on {target:?}"),
    }
    Ok(())
}

/// Lets an opponent perform a maneuver at once, chosen by its player or by its stance. `CC-THT-06`.
fn perform_opponents_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
    who: AttackParticipant,
) -> RuleResult<()> {
    let context = plan.context;
    let mobility = match who {
        AttackParticipant::Target(at) => {
            let target = &progress.targets[at];
            let disabled = target.condition.has_timed(TimedEffectKind::Disabled);
            Mobility { prone: target.prone, falls: progress.lies_after_hit(context, at), disabled }
        }
        AttackParticipant::Enemy(at) => {
            Mobility { prone: context.enemies[at].prone, falls: false, disabled: false }
        }
        AttackParticipant::Attacker | AttackParticipant::Ally(_) => {
            unreachable!("invariant: an opponent performs it")
        }
    };
    let chosen = match context.switches.threat_chooser {
        ThreatChooser::Auto if mobility.prone => Maneuver::StandUp,
        ThreatChooser::Auto => Maneuver::Aim,
        ThreatChooser::Opponent => choose_maneuver(table, plan, who, mobility)?,
    };
    progress.perform_maneuver(context, who, chosen);
    Ok(())
}

fn build_prompt(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    order: &[Option<ThreatPurchase>],
    funds: ThreatFunds,
) -> Prompt {
    let (symbols, clause, place) = match funds {
        ThreatFunds::Despair(place) => (SpentSymbols::Despair, "CC-TRI-02", Some(place)),
        ThreatFunds::Threats(left) => (SpentSymbols::Threats(left), "CC-THT-01", None),
    };
    let has_bought = !progress.bought_threats.is_empty();
    let stop = || Answer::new("stop", SpendingAnswer::Stop { has_bought }, "CC-THT-02");
    let answers = order.iter().map(|purchase| {
        purchase.map_or_else(stop, |purchase| build_answer(plan, progress, (purchase, funds)))
    });
    let attacker = Some(plan.context.attacker.name.clone());
    let question = question_place(plan, progress, funds);
    let bought = progress.bought_threats.iter().map(|purchase| {
        let (_, target) = purchase_target(plan, *purchase);
        SpendingAnswer::bought(purchase.option.option(), target)
    });
    let (bought, successes) = (bought.collect(), progress.successes);
    let (advantages_after, prices) = (0, Vec::new());
    let asked =
        SpendingPrompt { attacker, successes, symbols, place, question, bought, advantages_after, prices };
    Prompt { who: plan.context.defender.id, question: asked.into(), clause, answers: answers.collect() }
}

/// The place of a question among those about net threats and despairs. `CC-THT-01`, `CC-TRI-02`.
fn question_place(plan: &AttackPlan<'_>, progress: &AttackProgress, funds: ThreatFunds) -> SymbolPlace {
    let despairs = if plan.context.switches.despair { progress.despairs } else { 0 };
    let before = u8::from(progress.advantages < 0);
    let number = match funds {
        ThreatFunds::Threats(_) => before,
        ThreatFunds::Despair(place) => before.saturating_add(place.number),
    };
    SymbolPlace { number, count: before.saturating_add(despairs) }
}

/// What the key of an answer adds for the target of a purchase, and its name.
fn purchase_target(plan: &AttackPlan<'_>, purchase: ThreatPurchase) -> (String, SpendingTarget) {
    let context = plan.context;
    let attacker = || context.attacker.name.clone();
    match purchase.target {
        ThreatTarget::Nothing if purchase.option == ThreatOption::Prone => {
            let lies = match context.surroundings.zero_gravity {
                true => SpendingTarget::EndsUpFlat,
                false => SpendingTarget::FallsProne,
            };
            (String::new(), lies(attacker()))
        }
        ThreatTarget::Nothing if purchase.option == ThreatOption::Strain => {
            (String::new(), SpendingTarget::SuffersStrain(attacker()))
        }
        ThreatTarget::Nothing => (String::new(), SpendingTarget::Named(attacker())),
        ThreatTarget::Unit(who) => {
            let name = participant_name(context, who).clone();
            (format!(":{}", participant_id(context, who)), SpendingTarget::Named(name))
        }
        ThreatTarget::Benefit(benefit) => {
            let (key, benefit) = match benefit {
                ManeuverBenefit::Cover => (":cover", "cover"),
                ManeuverBenefit::GuardedStance => (":guarded_stance", "Guarded Stance"),
                ManeuverBenefit::Aim => (":aim", "the aim"),
            };
            (key.into(), SpendingTarget::Loses { unit: attacker(), benefit })
        }
        ThreatTarget::Item(item) => {
            let place = match item {
                ItemSlot::Weapon(at) => format!(":weapon{at}"),
                ItemSlot::Gear(at) => format!(":gear{at}"),
            };
            let item = item_name(&context.attacker, item).to_owned();
            (place, SpendingTarget::ItemOf { item, unit: attacker() })
        }
        ThreatTarget::Object(which) => {
            let object = &context.objects[which];
            (format!(":{}", object.id), SpendingTarget::object(object, &context.defender.name))
        }
    }
}

fn build_answer(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    (purchase, funds): (ThreatPurchase, ThreatFunds),
) -> Answer {
    let option = purchase.option.option();
    let (key, target) = purchase_target(plan, purchase);
    let price = match funds {
        ThreatFunds::Despair(_) => SpentSymbols::Despair,
        ThreatFunds::Threats(_) => SpentSymbols::Threats(option.cost.into()),
    };
    let label = SpendingAnswer::Buy { option, target, outcome: purchase_outcome(plan, progress, purchase) };
    Answer::new(format!("{}{key}", option.key), label, option.clause).with_detail(price)
}
