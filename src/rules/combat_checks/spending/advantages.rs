//! Spends net advantages and triumphs. Chapters ADV and TRI.

mod purchase_effects;
mod purchase_list;
mod purchase_outcome;

use self::purchase_effects::apply_purchase;
pub(crate) use self::purchase_effects::{Mobility, choose_maneuver};
pub(crate) use self::purchase_list::items_in_use;
use self::purchase_list::{available_purchases, can_injure};
use self::purchase_outcome::purchase_outcome;
pub(super) use self::purchase_outcome::{WORTH_OF_A_CHANGED_DIE, WORTH_OF_A_SECOND_ONE};
use super::automatic_first;
use super::option_tables::{AdvantageOption, MAX_SYMBOL_COST};
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{
    AttackParticipant, AttackProgress, participant_id, participant_name,
};
use crate::combat_checks::lines::{
    SpendingAnswer, SpendingPrompt, SpendingTarget, SpentSymbols, SymbolPlace,
};
use crate::combat_checks::{Fighter, ItemSlot};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AdvantagePurchase {
    option: AdvantageOption,
    cost: u32,
    target: AdvantageTarget,
}

/// Target of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AdvantageTarget {
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

/// Lets the attacker's player spend triumphs, then net advantages; nothing once the attack ends the battle. `CC-ADV-01`,
/// `CC-TRI-01`.
pub(crate) fn spend_advantages(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
) -> RuleResult<()> {
    if plan.context.switches.triumph {
        let count = progress.triumphs;
        for number in 1..=count {
            if progress.ends_battle(plan.context) {
                break;
            }
            let place = SymbolPlace { number, count };
            buy_option(table, plan, progress, AdvantageFunds::Triumph(place))?;
        }
    }
    let mut left = progress.advantages.max(0).unsigned_abs();
    while left > 0 && !progress.ends_battle(plan.context) {
        let Some(paid) = buy_option(table, plan, progress, AdvantageFunds::Advantages(left))? else { break };
        left -= paid;
    }
    // The purchases have had their effects, and nothing later depends on them.
    progress.bought_advantages.clear();
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
    progress.bought_advantages.push(purchase);
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
            context.has_other_allies().then_some(AdvantageTarget::Nothing),
        ),
    ];
    order.into_iter().find_map(|(option, own_cost, target)| {
        let cost = option_cost(progress, funds, option, own_cost)?;
        Some(AdvantagePurchase { option, cost, target: target? })
    })
}

/// All answers, see [`automatic_first`].
fn ordered_purchases(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: AdvantageFunds,
) -> Vec<Option<AdvantagePurchase>> {
    automatic_first(automatic_purchase(plan, progress, funds), available_purchases(plan, progress, funds))
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

/// Name of an item.
pub(crate) fn item_name(fighter: &Fighter, item: ItemSlot) -> &str {
    match item {
        ItemSlot::Weapon(at) => &fighter.held[at].weapon.name,
        ItemSlot::Gear(at) => &fighter.sheet.gear[at].name,
    }
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
    let has_bought = !progress.bought_advantages.is_empty();
    let stop = || Answer::new("stop", SpendingAnswer::Stop { has_bought }, "CC-ADV-05");
    let answers = order
        .iter()
        .map(|purchase| purchase.map_or_else(stop, |purchase| build_answer(plan, progress, purchase)));
    let question = question_place(plan, progress, funds);
    let bought = progress.bought_advantages.iter().map(|purchase| {
        let (_, target) = purchase_target(plan, *purchase);
        SpendingAnswer::bought(purchase.option.option(), target)
    });
    let (bought, successes) = (bought.collect(), progress.successes);
    let advantages_after = match funds {
        AdvantageFunds::Triumph(_) => progress.advantages.max(0).unsigned_abs(),
        AdvantageFunds::Advantages(_) => 0,
    };
    let prices = order.iter().map(|purchase| purchase.map_or(0, |purchase| own_price(plan, purchase)));
    let prices = prices.collect();
    let asked = SpendingPrompt {
        attacker: None,
        successes,
        symbols,
        place,
        question,
        bought,
        advantages_after,
        prices,
    };
    Prompt { who: plan.context.attacker.id, question: asked.into(), clause, answers: answers.collect() }
}

/// What a purchase costs where advantages pay for it. `CC-ADV-02`, `CC-CRIT-01`.
fn own_price(plan: &AttackPlan<'_>, purchase: AdvantagePurchase) -> u32 {
    let weapon = &plan.context.weapon;
    let cost = match (purchase.option, purchase.target) {
        (AdvantageOption::Injury, _) => weapon.critical,
        (AdvantageOption::Quality, AdvantageTarget::Quality(which, _)) => weapon.qualities[which].cost,
        (option, _) => option.option().cost,
    };
    u32::from(cost)
}

/// The place of a question among those about triumphs and net advantages. `CC-ADV-01`, `CC-TRI-01`.
fn question_place(plan: &AttackPlan<'_>, progress: &AttackProgress, funds: AdvantageFunds) -> SymbolPlace {
    let triumphs = if plan.context.switches.triumph { progress.triumphs } else { 0 };
    let count = triumphs.saturating_add(u8::from(progress.advantages > 0));
    let number = match funds {
        AdvantageFunds::Triumph(place) => place.number,
        AdvantageFunds::Advantages(_) => count,
    };
    SymbolPlace { number, count }
}

/// What the key of an answer adds for the target of a purchase, and its name.
fn purchase_target(plan: &AttackPlan<'_>, purchase: AdvantagePurchase) -> (String, SpendingTarget) {
    let context = plan.context;
    match purchase.target {
        AdvantageTarget::Nothing
            if matches!(purchase.option, AdvantageOption::RemoveStrain | AdvantageOption::Maneuver) =>
        {
            (String::new(), SpendingTarget::Named(context.attacker.name.clone()))
        }
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
            (format!(":{}", object.id), SpendingTarget::object(object, &context.defender.name))
        }
        AdvantageTarget::Melee(true) => {
            (":melee".into(), SpendingTarget::AgainstMelee(context.attacker.name.clone()))
        }
        AdvantageTarget::Melee(false) => {
            (":ranged".into(), SpendingTarget::AgainstRanged(context.attacker.name.clone()))
        }
    }
}

fn build_answer(plan: &AttackPlan<'_>, progress: &AttackProgress, purchase: AdvantagePurchase) -> Answer {
    let (option, context) = (purchase.option.option(), plan.context);
    let (key, target) = purchase_target(plan, purchase);
    let price = match purchase.cost {
        0 => SpentSymbols::Triumph,
        cost => SpentSymbols::Advantages(cost),
    };
    let key = format!("{}{key}", option.key);
    match (purchase.option, purchase.target) {
        (AdvantageOption::Injury, AdvantageTarget::Unit(AttackParticipant::Target(at)))
            if progress.targets[at].payments > 0 =>
        {
            let patient = context.target(at);
            let label = SpendingAnswer::PayAgain { option, unit: patient.name.clone(), id: patient.id };
            Answer::new(key, label, "CC-CRIT-03").with_detail(price)
        }
        _ => {
            let outcome = purchase_outcome(plan, progress, purchase);
            let label = SpendingAnswer::Buy { option, target, outcome };
            Answer::new(key, label, option.clause).with_detail(price)
        }
    }
}
