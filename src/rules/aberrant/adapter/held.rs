//! Blows at what somebody holds, on the map. `AB-OBJ-02`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use super::super::attack::AttackPlan;
use super::super::held::{self as rule, AT_HELD, Struck, Thing};
use super::super::{AttackScene, DamageType, Weapon as Own};
use super::combat::{after_attack, after_defence, scene};
use super::forecast::{dice, difficulty_text, remark, sum};
use super::harmed;
use crate::{Combatant, Effect, Engagement, Forecast, Gist, Held, Helps, Manner, Odds, Outcome, RuleSet};
use dice::{Answer, Distribution, Policy, Prompt, Step, Table, enumerate};

/// The way to strike at what a target holds; nothing for what does nothing to things. `AB-OBJ-02`, `AB-OBJ-09`.
pub(super) fn manner(weapon: &Own) -> Option<Manner> {
    let harms = !matches!(weapon.damage.kind, DamageType::Stun | DamageType::Emp);
    let detail = "+2 difficulty; the thing takes the damage, and is destroyed in the end".to_owned();
    (harms && !weapon.grapple && weapon.area == 0)
        .then(|| Manner { of_body: true, ..Manner::plain(AT_HELD, "What it holds", detail, "AB-OBJ-02") })
}

/// What somebody carries under a number is damaged and works worse. `AB-OBJ-10`.
pub(super) fn is_impaired(unit: &Combatant, slot: usize, rules: &RuleSet) -> bool {
    unit.held_at(slot).is_some_and(|held| rule::is_impaired(held.fault, rules.book.aberrant()))
}

/// Everything in the target's hands, as blows meet it.
fn things(engagement: &Engagement) -> Vec<(&Held, Thing)> {
    let held = engagement.defender.held.iter();
    held.filter_map(|held| Some((held, Thing::of(held.weapon.aberrant(), held.fault)?))).collect()
}

/// What an attack is aimed at, where its manner says so and before the attacker has chosen: the first thing held.
pub(super) fn aimed_at(engagement: &Engagement) -> Option<(&Held, Thing)> {
    let aims = engagement.manner.as_deref() == Some(AT_HELD);
    things(engagement).into_iter().next().filter(|_| aims)
}

/// The attacker says at which of several things it strikes, before any die.
fn choose<'a>(table: &mut impl Table, engagement: &'a Engagement) -> Step<Option<(&'a Held, Thing)>> {
    let mut things = things(engagement);
    if things.len() < 2 {
        return Ok(things.pop());
    }
    let answer = |(held, thing): &(&Held, Thing)| Answer {
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
pub(super) fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let Some((held, thing)) = choose(table, engagement)? else { return Ok(Outcome::of(Vec::new())) };
    let scene = AttackScene { thing: Some(thing), ..scene(engagement) };
    let Struck { result, levels } = rule::strike(table, &scene, thing)?;
    let (unit, name) = (&engagement.defender, held.weapon.name());
    let mut effects = Vec::new();
    after_defence(unit, &result, &mut effects);
    if result.condition != scene.defender.condition {
        effects.push(harmed(unit.id, result.condition.clone(), 0));
    }
    let mut words = String::new();
    if levels > 0 {
        let (slot, clause) = (held.slot, thing.object.clause);
        words = format!(
            "{} off the {name}",
            if levels == 1 { "1 level".into() } else { format!("{levels} levels") }
        );
        let (text, effect) = match thing.worn(levels) {
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
        effects.push(Effect::Told { unit: unit.id, text, clause });
        effects.push(effect);
    }
    after_attack(engagement, unit.id, false, &mut effects);
    Ok(Outcome { contact: result.contact, net: result.margin, damage: levels, words, effects })
}

/// Levels that the first thing held may lose; the hurried defence. `AB-OBJ-09`.
fn gists(engagement: &Engagement, plan: &AttackPlan<'_>) -> Option<Distribution<Gist>> {
    let (_, thing) = aimed_at(engagement)?;
    let all = enumerate(Policy::first(), |table| {
        let Struck { result, levels } = rule::strike(table, plan.scene, thing)?;
        Ok(Gist {
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
pub(super) fn odds(engagement: &Engagement, plan: &AttackPlan<'_>) -> Option<Odds> {
    Some(Odds::of(&gists(engagement, plan)?, &plan.scene.barriers))
}

/// What a blow at the first thing held may come to. `AB-OBJ-02`, `AB-OBJ-09`.
pub(super) fn forecast(engagement: &Engagement, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let (held, thing) = aimed_at(engagement)?;
    let all = gists(engagement, plan)?;
    let destroyed: f64 =
        all.iter().filter(|(gist, _)| gist.damage >= thing.left).map(|(_, share)| share).sum();
    let (object, name) = (thing.object, held.weapon.name());
    let none = dice::Modifiers::new();
    let damage = format!("{} + margin - 1", plan.scene.weapon.damage);
    let sums = vec![
        sum("Attack", dice(plan.attack.pool()), Helps::Attacker, &plan.attack, "AB-BASE-03"),
        sum(
            "Difficulty",
            format!("+{}", plan.difficulty.pool()),
            Helps::Target,
            &plan.difficulty,
            "AB-BASE-02",
        ),
        sum("Damage", damage, Helps::Attacker, &plan.damage, "AB-BASE-04"),
        sum("Armour", object.armour.to_string(), Helps::Target, &none, "AB-OBJ-09"),
    ];
    let left = format!("{} of {} left", thing.left, object.structure);
    let remarks = vec![
        remark(format!("Aims at the {name}: counts as a {}", object.name), &left, object.clause),
        remark(format!("Destroys the {name}"), &format!("{:.0} %", 100.0 * destroyed), "AB-OBJ-09"),
    ];
    Some(Forecast {
        roll: format!("{}{}", dice(plan.attack.pool()), difficulty_text(&plan.difficulty)),
        symbols: None,
        joint: Vec::new(),
        sums,
        remarks,
        odds: Odds::of(&all, &plan.scene.barriers),
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden: plan.scene.sight.hidden,
        unit: "levels",
    })
}
