//! Attacks on held items on the map. `AB-OBJ-02`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use super::attack_effects::{add_attacker_effects, add_defence_effects};
use super::attacks::attack_context;
use super::forecast::{dice_text, difficulty_text, forecast_note, forecast_sum};
use super::health_effect;
use crate::aberrant::attacks::held_items as rule;
use crate::aberrant::attacks::held_items::{AT_HELD, HeldItem, HeldItemHit};
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::lines::{AnswerDetail, Counted, Question, ResultWords, UnitNote};
use crate::aberrant::{AttackContext, DamageType, Weapon as Own};
use crate::{
    ActionOutcome, AttackOption, BattleEvent, Favours, Forecast, HeldWeapon, Odds, OutcomeSummary, RuleSet,
    RuleStep, UnitAttack, UnitSnapshot,
};
use dice::{Answer, AnswerPolicy, Distribution, GivenText, Prompt, RuleResult, RuleText, Table, enumerate};

/// The option to attack a held item; `None` for weapons that do not damage objects. `AB-OBJ-02`,
/// `AB-OBJ-09`.
pub(crate) fn held_item_option(weapon: &Own) -> Option<AttackOption> {
    let harms = !matches!(weapon.damage.kind, DamageType::Stun | DamageType::Emp);
    let detail = "+2 difficulty; damages and finally destroys a held item".to_owned();
    (harms && !weapon.grapple && weapon.area == 0).then(|| AttackOption {
        of_body: true,
        ..AttackOption::basic(AT_HELD, "Disarm", detail, "AB-OBJ-02")
    })
}

/// Whether the carried item in this slot is damaged and works worse. `AB-OBJ-10`.
pub(crate) fn is_impaired(unit: &UnitSnapshot, slot: usize, rules: &RuleSet) -> bool {
    unit.held_weapon(slot).is_some_and(|held| rule::is_impaired(held.fault, rules.book.aberrant()))
}

/// All items in the target's hands.
fn held_items(request: UnitAttack<'_>) -> Vec<(&HeldWeapon, HeldItem)> {
    let held = request.target.defender.held.iter();
    held.filter_map(|held| Some((held, HeldItem::from_weapon(held.weapon.aberrant(), held.fault)?))).collect()
}

/// The targeted item before the attacker has chosen: the first held item. `None` for other attack options.
pub(crate) fn targeted_item(request: UnitAttack<'_>) -> Option<(&HeldWeapon, HeldItem)> {
    let aims = request.option.as_deref() == Some(AT_HELD);
    held_items(request).into_iter().next().filter(|_| aims)
}

/// Lets the attacker choose one of several held items, before any roll.
fn choose_item<'a>(
    table: &mut impl Table,
    request: UnitAttack<'a>,
) -> RuleResult<Option<(&'a HeldWeapon, HeldItem)>> {
    let mut things = held_items(request);
    if things.len() < 2 {
        return Ok(things.pop());
    }
    let answer = |(held, item): &(&HeldWeapon, HeldItem)| Answer {
        key: held.slot.to_string(),
        label: GivenText(held.weapon.name().to_owned()).into(),
        detail: AnswerDetail::Item { object: item.object.name, left: item.left }.into(),
        clause: item.object.clause,
    };
    let chosen = table.ask(|| Prompt {
        who: request.attacker.id,
        question: Question::ChooseItem { holder: request.target.defender.name.to_string() }.into(),
        clause: "AB-OBJ-02",
        answers: things.iter().map(answer).collect(),
    })?;
    Ok((chosen < things.len()).then(|| things.swap_remove(chosen)))
}

/// Resolves an attack on a held item. `AB-OBJ-02`, `AB-OBJ-09`.
pub(crate) fn resolve_held_item_attack(
    table: &mut impl Table,
    request: UnitAttack<'_>,
) -> RuleResult<ActionOutcome> {
    let Some((held, item)) = choose_item(table, request)? else {
        return Ok(ActionOutcome::from_effects(Vec::new()));
    };
    let scene = AttackContext { held_item: Some(item), ..attack_context(request) };
    let HeldItemHit { result, levels } = rule::resolve_held_item_hit(table, &scene, item)?;
    let (unit, name) = (&request.target.defender, held.weapon.name());
    let mut effects = Vec::new();
    add_defence_effects(unit, &result, &mut effects);
    if result.condition != scene.defender.condition {
        effects.push(health_effect(unit.id, result.condition.clone(), 0));
    }
    let mut words = RuleText::default();
    if levels > 0 {
        let (slot, clause, item_name) = (held.slot, item.object.clause, name.to_owned());
        words = ResultWords::ItemDamaged { levels: Counted::Levels(levels), item: name.to_owned() }.into();
        let (text, effect) = match item.fault_after(levels) {
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
        effects.push(RuleStep::note(unit.id, text, clause));
        effects.push(effect);
    }
    add_attacker_effects(&request, unit.id, false, &mut effects);
    Ok(ActionOutcome { contact: result.contact, net: result.margin, damage: levels, words, effects })
}

/// Levels that the first held item may lose, with the default defence. `AB-OBJ-09`.
fn outcome_summaries(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<Distribution<OutcomeSummary>> {
    let (_, item) = targeted_item(request)?;
    let all = enumerate(AnswerPolicy::first(), |table| {
        let HeldItemHit { result, levels } = rule::resolve_held_item_hit(table, plan.scene, item)?;
        Ok(OutcomeSummary {
            contact: result.contact,
            net: i32::from(result.margin > 0),
            damage: levels,
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        })
    });
    all.ok()
}

/// Only the odds of `forecast_held_item`.
pub(crate) fn held_item_odds(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<Odds> {
    Some(Odds::from_distribution(&outcome_summaries(request, plan)?, &plan.scene.barriers))
}

/// Forecast of an attack on the first held item. `AB-OBJ-02`, `AB-OBJ-09`.
pub(crate) fn forecast_held_item(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let (held, item) = targeted_item(request)?;
    let all = outcome_summaries(request, plan)?;
    let destroyed: f64 =
        all.iter().filter(|(summary, _)| summary.damage >= item.left).map(|(_, share)| share).sum();
    let (object, name) = (item.object, held.weapon.name());
    let none = dice::Modifiers::new();
    let damage = format!("{} + margin - 1", plan.scene.weapon.damage);
    let sums = vec![
        forecast_sum("Attack", dice_text(plan.attack.pool()), Favours::Attacker, &plan.attack, "AB-BASE-03"),
        forecast_sum(
            "Difficulty",
            format!("+{}", plan.difficulty.pool()),
            Favours::Target,
            &plan.difficulty,
            "AB-BASE-02",
        ),
        forecast_sum("Damage", damage, Favours::Attacker, &plan.damage, "AB-BASE-04"),
        forecast_sum("Armour", object.armour.to_string(), Favours::Target, &none, "AB-OBJ-09"),
    ];
    let left = format!("{} of {} left", item.left, object.structure);
    let notes = vec![
        forecast_note(format!("Target: {name} (counts as {})", object.name), &left, object.clause),
        forecast_note(format!("Destroys the {name}"), &format!("{:.0} %", 100.0 * destroyed), "AB-OBJ-09"),
    ];
    Some(Forecast {
        roll: format!("{}{}", dice_text(plan.attack.pool()), difficulty_text(&plan.difficulty)),
        symbols: None,
        joint: Vec::new(),
        totals: sums,
        notes,
        odds: Odds::from_distribution(&all, &plan.scene.barriers),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: plan.scene.sight.hidden,
        unit: "levels",
    })
}
