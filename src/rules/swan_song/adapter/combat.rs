//! Attacks on units and barriers.

use super::super::{
    AttackResult, AttackScene, BarrierScene, LastStand, Spent, WeaponClass, actions, attack as rule,
    barrier_attack, base, last_stand, surprise,
};
use super::turns::interrupt;
use super::{arm_of, fighter};
use crate::dice::{Step, Table};
use crate::rules::engine::Action;
use crate::rules::{
    BarrierEngagement, BarrierHarm, Combatant, Condition, Contact, Effect, Engagement, FireMode, Held,
    Manner, Outcome, Purse, Reach, Refused, RuleSet, Sheet, Sight, Weapon,
};

/// Table SS-T6.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    actions::attack_action(weapon.swan_song(), mode)
}

/// Fire modes are all the choice there is.
pub fn manners(_: &Combatant, _: &Held, _: &RuleSet) -> Vec<Manner> {
    Vec::new()
}

/// The attack as this book's rules see it.
pub fn scene(engagement: &Engagement) -> AttackScene {
    let Engagement { attacker, defender: unit, .. } = engagement;
    let mut defender = fighter(unit);
    // Interrupts of the surprised. `SS-ACT-35`, `SS-SURP-25`, `SS-SURP-28`.
    let had_a_phase = unit.acted || unit.round > 1;
    let [surprised, other] = [unit, attacker].map(|unit| !unit.surprised_by.is_empty());
    defender.may_interrupt &= surprise::may_interrupt(surprised, had_a_phase, other);
    AttackScene {
        attacker: fighter(attacker),
        defender,
        weapon: arm_of(&engagement.weapon),
        mode: engagement.mode,
        sight: engagement.sight,
        barriers: engagement.barriers.clone(),
        charge: engagement.charge,
        rounds_fired: engagement.rounds_fired,
        share: engagement.share,
        switches: engagement.rules.engine.clone(),
    }
}

/// The attack on a barrier as this book's rules see it.
pub(super) fn barrier_scene(engagement: &BarrierEngagement) -> BarrierScene {
    BarrierScene {
        attacker: fighter(&engagement.attacker),
        weapon: arm_of(&engagement.weapon),
        mode: engagement.mode,
        barrier: engagement.barrier.clone(),
        hidden: engagement.sight.hidden,
        barriers: engagement.barriers.clone(),
        rounds_fired: engagement.rounds_fired,
        switches: engagement.rules.engine.clone(),
    }
}

/// `SS-ATK-03`, `SS-BASE-16`.
///
/// # Errors
/// Out of range, or a fire mode that the weapon has not.
pub fn may_attack(engagement: &Engagement) -> Result<(), Refused> {
    let Engagement { attacker, weapon, mode, sight, rules, .. } = engagement;
    reaches((weapon, &attacker.sheet), *mode, sight, rules)
}

/// As for units.
///
/// # Errors
/// As for units.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    let BarrierEngagement { attacker, weapon, mode, sight, rules, .. } = engagement;
    reaches((weapon, &attacker.sheet), *mode, sight, rules)
}

fn reaches(
    (weapon, sheet): (&Weapon, &Sheet),
    mode: Option<FireMode>,
    sight: &Sight,
    rules: &RuleSet,
) -> Result<(), Refused> {
    let arm = super::arm(weapon, sheet, rules);
    if weapon.swan_song().trigger.is_some() {
        return Err(Refused::new(format!("{} is activated, not fired", arm.name), "SS-TIMED-04"));
    }
    // What shoots without fire modes, a sling for one, shoots once.
    let fires = weapon.swan_song().class == WeaponClass::Ranged && !arm.modes.is_empty();
    if fires != mode.is_some() || mode.is_some_and(|mode| !arm.modes.contains(&mode)) {
        return Err(Refused::new(format!("{} cannot be fired like this", arm.name), "SS-ACT-43"));
    }
    let (apart, rings) = (sight.distance_squared, sight.rings);
    let far = |metres: u32, clause| {
        let metres_apart = f64::from(apart).sqrt();
        let text = format!("{} reaches {metres} m, the target is {metres_apart:.1} m away", arm.name);
        Refused::new(text, clause)
    };
    match arm.reach {
        Reach::Ranged { metres } if !base::in_weapon_range(apart, metres) => Err(far(metres, "SS-BASE-30")),
        Reach::Melee { beyond } if !base::in_melee_range(rings, beyond) => Err(far(beyond + 1, "SS-BASE-34")),
        _ => Ok(()),
    }
}

/// Chapter ATK.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let scene = scene(engagement);
    let result = rule::attack(table, &scene)?;
    let (by, target) = (engagement.attacker.id, engagement.defender.id);
    let mut effects = spent(result.karma, by, target);
    after_defence(engagement, &result, &mut effects);
    effects.extend(result.barriers.iter().copied().map(Effect::Barrier));
    if result.vitals != scene.defender.vitals {
        let after = Condition::SwanSong(result.vitals);
        effects.push(Effect::Condition { unit: target, after, damage: result.damage });
    }
    effects.extend(saved(engagement, &scene, &result));
    if result.knocked_down {
        effects.push(Effect::Prone { unit: target });
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: engagement.slot });
    }
    let words = if result.damage > 0 { format!("{} damage", result.damage) } else { String::new() };
    Ok(Outcome { contact: result.contact, net: result.net_hits, damage: result.damage, words, effects })
}

/// A killing blow saves whoever strikes it in a fight for its life. `SS-FFYL-11`, `SS-FFYL-12`.
fn saved(engagement: &Engagement, scene: &AttackScene, result: &AttackResult) -> Vec<Effect> {
    let (attacker, defender) = (&engagement.attacker, &scene.defender);
    let vitals = scene.attacker.vitals;
    let body = defender.sheet.attributes.body;
    let kills = last_stand::is_killing_blow(&defender.vitals, &result.vitals, body, &scene.switches);
    if vitals.stand != LastStand::Fighting || attacker.side == engagement.defender.side || !kills {
        return Vec::new();
    }
    let (unit, after) = (attacker.id, Condition::SwanSong(last_stand::won(vitals)));
    let text = "strikes a killing blow and is saved".to_owned();
    vec![Effect::Told { unit, text, clause: "SS-FFYL-11" }, Effect::Condition { unit, after, damage: 0 }]
}

/// Whoever spent Karma has less of it. `SS-BASE-25`.
fn spent(karma: Spent, by: u32, target: u32) -> Vec<Effect> {
    let unit = |defender: bool| if defender { target } else { by };
    karma.iter().map(|on| Effect::Karma { unit: unit(on.is_defenders()), on }).collect()
}

/// What defending costs and leaves behind, hit or miss. `SS-DEF-12`, `SS-DEF-28`.
fn after_defence(engagement: &Engagement, result: &AttackResult, effects: &mut Vec<Effect>) {
    let unit = engagement.defender.id;
    if let (Some(method), 1..) = (result.method, result.defence_cost) {
        let points = result.defence_cost;
        let mut budget = *engagement.defender.purse.swan_song();
        budget.points = budget.points.saturating_sub(points);
        let (action, after) = (Some(interrupt(method)), Purse::SwanSong(budget));
        effects.push(Effect::Purse { unit, action, points, after });
    }
    if result.full_defense {
        effects.push(Effect::FullDefense { unit });
    }
    if result.defended {
        effects.push(Effect::Defended { unit });
    }
}

/// Chapter BARR.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    let result = barrier_attack::attack_barrier(table, &barrier_scene(engagement))?;
    let by = engagement.attacker.id;
    let mut effects = spent(result.karma, by, by);
    effects.extend(result.barriers.iter().copied().map(Effect::Barrier));
    if result.damage > 0 {
        let harm = BarrierHarm { id: engagement.barrier.id, damage: result.damage };
        effects.push(Effect::Barrier(harm));
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: engagement.slot });
    }
    let contact = if result.hit { Contact::Hit } else { Contact::Miss };
    let words = if result.damage > 0 { format!("{} damage", result.damage) } else { String::new() };
    Ok(Outcome { contact, net: 0, damage: result.damage, words, effects })
}
