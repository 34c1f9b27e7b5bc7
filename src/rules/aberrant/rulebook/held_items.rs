//! Attacks on held items on the map. `AB-OBJ-02`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use super::attack_contexts::attack_context;
use super::attack_steps::{add_attacker_steps, add_defence_steps};
use super::forecast::{dice_text, difficulty_text};
use super::forecast_notes::forecast_note;
use super::health_step;
use crate::aberrant::attacks::held_items as rule;
use crate::aberrant::attacks::held_items::{AT_HELD, HeldItem, HeldItemHit, item_armour};
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::lines::{AnswerDetail, Counted, Question, ResultWords, UnitNote};
use crate::aberrant::{AttackContext, Damage, DamageType, Weapon as Own};
use crate::{
    ActionOutcome, AttackOption, BattleEvent, Favours, Forecast, ForecastTotal, HeldWeapon, Odds,
    OutcomeSummary, RuleSet, RuleStep, UnitAttack, UnitSnapshot,
};
use dice::{Answer, AnswerPolicy, Distribution, GivenText, Prompt, RuleResult, RuleText, Table, enumerate};

/// The option to attack a held item; `None` for weapons that do not damage objects. `AB-OBJ-02`,
/// `AB-OBJ-09`.
pub(crate) fn held_item_option(weapon: &Own) -> Option<AttackOption> {
    let damages_objects = !matches!(weapon.damage.kind, DamageType::Stun | DamageType::Emp);
    let detail = "harder by 2; damages an item in the target’s hands instead of the target".to_owned();
    (damages_objects && !weapon.grapple && weapon.area == 0).then(|| AttackOption {
        of_body: true,
        ..AttackOption::basic(AT_HELD, "Disarm", detail, "AB-OBJ-02")
    })
}

/// Whether the carried item in this slot is damaged and works worse. `AB-OBJ-10`.
pub(crate) fn is_impaired(unit: &UnitSnapshot, slot: usize, rules: &RuleSet) -> bool {
    unit.held_weapon(slot).is_some_and(|held| rule::is_impaired(held.fault, rules.book.aberrant()))
}

/// All items in the target's hands.
fn target_items(request: UnitAttack<'_>) -> Vec<(&HeldWeapon, HeldItem)> {
    let held = request.target.defender.held.iter();
    held.filter_map(|held| Some((held, HeldItem::from_weapon(held.weapon.aberrant(), held.fault)?))).collect()
}

/// The targeted item before the attacker has chosen: the first held item. `None` for other attack options.
pub(crate) fn targeted_item(request: UnitAttack<'_>) -> Option<(&HeldWeapon, HeldItem)> {
    let aimed_at_item = request.option.as_deref() == Some(AT_HELD);
    if aimed_at_item { target_items(request).into_iter().next() } else { None }
}

/// Lets the attacker choose one of several held items, before any roll.
fn choose_held_item<'a>(
    table: &mut impl Table,
    request: UnitAttack<'a>,
) -> RuleResult<Option<(&'a HeldWeapon, HeldItem)>> {
    let mut items = target_items(request);
    if items.len() < 2 {
        return Ok(items.pop());
    }
    let answer = |(held, item): &(&HeldWeapon, HeldItem)| Answer {
        key: held.slot.to_string(),
        label: GivenText(held.weapon.name().to_owned()).into(),
        detail: AnswerDetail::Item {
            object: item.object.name_with_article(),
            left: Counted::Levels(item.left),
        }
        .into(),
        clause: item.object.clause,
    };
    let chosen = table.ask(|| Prompt {
        who: request.attacker.id,
        question: Question::ChooseItem { holder: request.target.defender.name.to_string() }.into(),
        clause: "AB-OBJ-02",
        answers: items.iter().map(answer).collect(),
    })?;
    Ok((chosen < items.len()).then(|| items.swap_remove(chosen)))
}

/// Resolves an attack on a held item. `AB-OBJ-02`, `AB-OBJ-09`.
pub(crate) fn resolve_held_item_attack(
    table: &mut impl Table,
    request: UnitAttack<'_>,
) -> RuleResult<ActionOutcome> {
    let Some((held, item)) = choose_held_item(table, request)? else {
        return Ok(ActionOutcome::from_effects(Vec::new()));
    };
    let context = AttackContext { held_item: Some(item), ..attack_context(request) };
    let HeldItemHit { result, levels } = rule::resolve_held_item_hit(table, &context, item)?;
    let (unit, name) = (&request.target.defender, held.weapon.name());
    let mut steps = Vec::new();
    add_defence_steps(unit, &result, &mut steps);
    if result.condition != context.defender.condition {
        steps.push(health_step(unit.id, result.condition.clone(), 0));
    }
    let mut words = RuleText::default();
    if levels > 0 {
        let (slot, clause, item_name) = (held.slot, item.object.clause, name.to_owned());
        words = ResultWords::ItemDamaged { levels: Counted::Levels(levels), item: name.to_owned() }.into();
        let (text, change) = match item.fault_after(levels) {
            Some(fault) => {
                let (left, structure) = (item.left - levels, item.object.structure);
                let text = UnitNote::ItemDamaged { item: item_name, left, structure };
                (
                    text,
                    RuleStep::Record(BattleEvent::WeaponFaultChanged { unit: unit.id, weapon: slot, fault }),
                )
            }
            None => {
                let text = UnitNote::ItemDestroyed { item: item_name };
                (text, RuleStep::DestroyItem { unit: unit.id, slot })
            }
        };
        steps.push(RuleStep::note(unit.id, text, clause));
        steps.push(change);
    }
    add_attacker_steps(&request, unit.id, false, &mut steps);
    Ok(ActionOutcome { contact: result.contact, net: result.margin, damage: levels, words, effects: steps })
}

/// Levels that the first held item may lose, with the default defence. `AB-OBJ-09`.
fn outcome_summaries(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<Distribution<OutcomeSummary>> {
    let (_, item) = targeted_item(request)?;
    let outcomes = enumerate(AnswerPolicy::first(), |table| {
        let HeldItemHit { result, levels } = rule::resolve_held_item_hit(table, plan.context, item)?;
        Ok(OutcomeSummary {
            contact: result.contact,
            net: i32::from(result.margin > 0),
            damage: levels,
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        })
    });
    outcomes.ok()
}

/// Only the odds of `forecast_held_item`.
pub(crate) fn held_item_odds(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<Odds> {
    Some(Odds::from_distribution(&outcome_summaries(request, plan)?, &plan.context.barriers))
}

/// Forecast of an attack on the first held item. `AB-OBJ-02`, `AB-OBJ-09`.
pub(crate) fn forecast_held_item(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let (held, item) = targeted_item(request)?;
    let outcomes = outcome_summaries(request, plan)?;
    let destroy_chance: f64 =
        outcomes.iter().filter(|(summary, _)| summary.damage >= item.left).map(|(_, share)| share).sum();
    let (object, name) = (item.object, held.weapon.name());
    let armour = item_armour(plan.context, item);
    let damage = Damage { dice: plan.damage.pool(), ..plan.context.weapon.damage };
    let damage = format!("{damage} + margin above 1");
    let totals = vec![
        ForecastTotal::new(
            "Attack",
            dice_text(plan.attack.pool()),
            Favours::Attacker,
            &plan.attack,
            "AB-BASE-03",
        ),
        ForecastTotal::new(
            "Difficulty",
            format!("+{}", plan.difficulty.pool()),
            Favours::Target,
            &plan.difficulty,
            "AB-BASE-02",
        ),
        ForecastTotal::new("Damage", damage, Favours::Attacker, &plan.damage, "AB-BASE-04"),
        ForecastTotal::new("Armour", armour.pool().to_string(), Favours::Target, &armour, "AB-OBJ-09"),
    ];
    let left = format!("{} of {} levels of structure left", item.left, object.structure);
    let notes = vec![
        forecast_note(
            format!("Target: {name} (counts as {})", object.name_with_article()),
            &left,
            object.clause,
        ),
        forecast_note(
            format!("Destroys the {name}"),
            &format!("{:.0} %", 100.0 * destroy_chance),
            "AB-OBJ-09",
        ),
    ];
    Some(Forecast {
        roll: format!("{}{}", dice_text(plan.attack.pool()), difficulty_text(&plan.difficulty)),
        totals,
        notes,
        odds: Odds::from_distribution(&outcomes, &plan.context.barriers),
        hidden: plan.context.sight.hidden,
        ..Forecast::empty("levels")
    })
}
