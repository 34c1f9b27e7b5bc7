//! Blows at what somebody holds, on the map. `AB-OBJ-02`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use super::attacks::{add_attacker_effects, add_defence_effects, attack_context};
use super::forecast::{dice_text, difficulty_text, forecast_note, forecast_sum};
use super::health_effect;
use crate::aberrant::attacks::held_items as rule;
use crate::aberrant::attacks::held_items::{AT_HELD, HeldItem, HeldItemHit};
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::{AttackContext, DamageType, Weapon as Own};
use crate::{
    ActionOutcome, AttackOption, AttackRequest, Effect, Favours, Forecast, HeldWeapon, Odds, OutcomeSummary,
    RuleSet, UnitSnapshot,
};
use dice::{Answer, AnswerPolicy, Distribution, Prompt, RuleResult, Table, enumerate};

/// The way to strike at what a target holds; nothing for what does nothing to things. `AB-OBJ-02`, `AB-OBJ-09`.
pub(crate) fn held_item_option(weapon: &Own) -> Option<AttackOption> {
    let harms = !matches!(weapon.damage.kind, DamageType::Stun | DamageType::Emp);
    let detail = "+2 difficulty; the thing takes the damage, and is destroyed in the end".to_owned();
    (harms && !weapon.grapple && weapon.area == 0).then(|| AttackOption {
        of_body: true,
        ..AttackOption::basic(AT_HELD, "What it holds", detail, "AB-OBJ-02")
    })
}

/// What somebody carries under a number is damaged and works worse. `AB-OBJ-10`.
pub(crate) fn is_impaired(unit: &UnitSnapshot, slot: usize, rules: &RuleSet) -> bool {
    unit.held_weapon(slot).is_some_and(|held| rule::is_impaired(held.fault, rules.book.aberrant()))
}

/// Everything in the target's hands, as blows meet it.
fn held_items(engagement: &AttackRequest) -> Vec<(&HeldWeapon, HeldItem)> {
    let held = engagement.defender.held.iter();
    held.filter_map(|held| Some((held, HeldItem::from_weapon(held.weapon.aberrant(), held.fault)?))).collect()
}

/// What an attack is aimed at, where its manner says so and before the attacker has chosen: the first thing held.
pub(crate) fn targeted_item(engagement: &AttackRequest) -> Option<(&HeldWeapon, HeldItem)> {
    let aims = engagement.option.as_deref() == Some(AT_HELD);
    held_items(engagement).into_iter().next().filter(|_| aims)
}

/// The attacker says at which of several things it strikes, before any die.
fn choose_item<'a>(
    table: &mut impl Table,
    engagement: &'a AttackRequest,
) -> RuleResult<Option<(&'a HeldWeapon, HeldItem)>> {
    let mut things = held_items(engagement);
    if things.len() < 2 {
        return Ok(things.pop());
    }
    let answer = |(held, thing): &(&HeldWeapon, HeldItem)| Answer {
        key: held.slot.to_string(),
        label: held.weapon.name().to_owned(),
        detail: format!("counts as a {}, {} left", thing.object.name, thing.left),
        clause: thing.object.clause,
    };
    let chosen = table.ask(|| Prompt {
        who: engagement.attacker.id,
        question: format!("At which of the things that {} holds?", engagement.defender.name),
        clause: "AB-OBJ-02",
        answers: things.iter().map(answer).collect(),
    })?;
    Ok((chosen < things.len()).then(|| things.swap_remove(chosen)))
}

/// A blow at what somebody holds. `AB-OBJ-02`, `AB-OBJ-09`.
///
/// # Errors
/// As the table.
pub(crate) fn resolve_held_item_attack(
    table: &mut impl Table,
    engagement: &AttackRequest,
) -> RuleResult<ActionOutcome> {
    let Some((held, thing)) = choose_item(table, engagement)? else {
        return Ok(ActionOutcome::from_effects(Vec::new()));
    };
    let scene = AttackContext { held_item: Some(thing), ..attack_context(engagement) };
    let HeldItemHit { result, levels } = rule::resolve_held_item_hit(table, &scene, thing)?;
    let (unit, name) = (&engagement.defender, held.weapon.name());
    let mut effects = Vec::new();
    add_defence_effects(unit, &result, &mut effects);
    if result.condition != scene.defender.condition {
        effects.push(health_effect(unit.id, result.condition.clone(), 0));
    }
    let mut words = String::new();
    if levels > 0 {
        let (slot, clause) = (held.slot, thing.object.clause);
        words = format!(
            "{} off the {name}",
            if levels == 1 { "1 level".into() } else { format!("{levels} levels") }
        );
        let (text, effect) = match thing.fault_after(levels) {
            Some(fault) => {
                let text = format!(
                    "the {name} has {} of {} levels left",
                    thing.left - levels,
                    thing.object.structure
                );
                (text, Effect::Fault { unit: unit.id, slot, fault })
            }
            None => (format!("the {name} falls to pieces"), Effect::Destroyed { unit: unit.id, slot }),
        };
        effects.push(Effect::RuleNote { unit: unit.id, text, clause });
        effects.push(effect);
    }
    add_attacker_effects(engagement, unit.id, false, &mut effects);
    Ok(ActionOutcome { contact: result.contact, net: result.margin, damage: levels, words, effects })
}

/// Levels that the first thing held may lose; the hurried defence. `AB-OBJ-09`.
fn outcome_summaries(
    engagement: &AttackRequest,
    plan: &AttackPlan<'_>,
) -> Option<Distribution<OutcomeSummary>> {
    let (_, thing) = targeted_item(engagement)?;
    let all = enumerate(AnswerPolicy::first(), |table| {
        let HeldItemHit { result, levels } = rule::resolve_held_item_hit(table, plan.scene, thing)?;
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

/// The odds of `forecast` alone.
pub(crate) fn held_item_odds(engagement: &AttackRequest, plan: &AttackPlan<'_>) -> Option<Odds> {
    Some(Odds::from_distribution(&outcome_summaries(engagement, plan)?, &plan.scene.barriers))
}

/// What a blow at the first thing held may come to. `AB-OBJ-02`, `AB-OBJ-09`.
pub(crate) fn forecast_held_item(engagement: &AttackRequest, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let (held, thing) = targeted_item(engagement)?;
    let all = outcome_summaries(engagement, plan)?;
    let destroyed: f64 =
        all.iter().filter(|(gist, _)| gist.damage >= thing.left).map(|(_, share)| share).sum();
    let (object, name) = (thing.object, held.weapon.name());
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
    let left = format!("{} of {} left", thing.left, object.structure);
    let remarks = vec![
        forecast_note(format!("Aims at the {name}: counts as a {}", object.name), &left, object.clause),
        forecast_note(format!("Destroys the {name}"), &format!("{:.0} %", 100.0 * destroyed), "AB-OBJ-09"),
    ];
    Some(Forecast {
        roll: format!("{}{}", dice_text(plan.attack.pool()), difficulty_text(&plan.difficulty)),
        symbols: None,
        joint: Vec::new(),
        totals: sums,
        notes: remarks,
        odds: Odds::from_distribution(&all, &plan.scene.barriers),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: plan.scene.sight.hidden,
        unit: "levels",
    })
}
