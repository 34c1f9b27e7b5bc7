//! Attacks on units and barriers.

use super::super::switches::Environment;
use super::super::timed::Trigger;
use super::super::{
    AttackResult, AttackScene, BarrierScene, CalledShot, Fighter, LastStand, PoolKind, Spent, WeaponClass,
    actions, attack as rule, base, body,
    called::{self, Came},
    critical, damage, last_stand, surprise,
};
use super::turns::interrupt;
use super::{arm_of, fighter};
use crate::engine::Action;
use crate::knockback::{self, Force};
use crate::status::Ailment;
use crate::{
    BarrierEngagement, Combatant, Condition, Effect, Engagement, FireMode, Held, Light, Manner, Outcome,
    Purse, Reach, Refused, RuleSet, Sheet, Sight, Square, Weapon,
};
use dice::{Step, Table};

/// Table SS-T6.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    actions::attack_action(weapon.swan_song(), mode)
}

/// Called shots. `SS-CALL-03`, `SS-KNOCK-08`, `SS-RULING-12`.
pub fn manners(_: &Combatant, held: &Held, rules: &RuleSet) -> Vec<Manner> {
    let (weapon, switches) = (held.weapon.swan_song(), &rules.engine);
    let suits = CalledShot::all(switches).filter(|shot| shot.suits(weapon));
    let manner = |shot: CalledShot| Manner {
        key: shot.key(),
        label: shot.label(),
        detail: shot.detail(switches),
        clause: shot.clause(),
        menu: Some("Called shot"),
        mark: format!("{:+}", shot.modifier(switches)),
        of_body: true,
    };
    suits.map(manner).collect()
}

/// What an attack is aimed at, if it is called.
pub(super) fn called(manner: Option<&str>) -> Option<CalledShot> {
    manner.and_then(CalledShot::find)
}

/// Somebody who is attacked, with the interrupts of the surprised. `SS-ACT-35`, `SS-SURP-25`, `SS-SURP-28`.
pub(super) fn attacked(unit: &Combatant, attacker: &Combatant) -> Fighter {
    let mut defender = fighter(unit);
    let had_a_phase = unit.acted || unit.round > 1;
    let [surprised, other] = [unit, attacker].map(|unit| !unit.surprised_by.is_empty());
    defender.may_interrupt &= surprise::may_interrupt(surprised, had_a_phase, other);
    defender
}

/// The attack as this book's rules see it.
pub fn scene(engagement: &Engagement) -> AttackScene {
    let Engagement { attacker, defender: unit, .. } = engagement;
    let (mut sight, mut barriers) = (engagement.sight, engagement.barriers.clone());
    // A body is a shield for whoever took cover behind it. `SS-BARR-44`.
    if let Some(shield) = unit.carries.as_ref().filter(|_| sight.took_cover) {
        sight.hidden = sight.hidden.max(body::HIDES);
        barriers.push(body::barrier(shield.id, &shield.name, shield.sheet.swan_song()));
    }
    AttackScene {
        attacker: fighter(attacker),
        defender: attacked(unit, attacker),
        weapon: arm_of(&engagement.weapon),
        mode: engagement.mode,
        sight,
        barriers,
        contact: false,
        charge: engagement.charge,
        hand: engagement.attacker.held_at(engagement.slot).and_then(|held| held.hand),
        called: called(engagement.manner.as_deref()),
        rounds_fired: engagement.rounds_fired,
        murk: murk(engagement),
        share: engagement.share,
        switches: engagement.rules.engine.clone(),
    }
}

/// Dice that light and smoke take, where the skirmish lets them: 2 in dim light, 4 in the dark, 2 through smoke.
/// `SS-BASE-29`.
fn murk(engagement: &Engagement) -> u8 {
    if engagement.rules.engine.environment == Environment::BlindFireOnly {
        return 0;
    }
    let around = &engagement.surroundings;
    let light = match around.target.light {
        Light::Normal => 0,
        Light::Low => 2,
        Light::Dark => 4,
    };
    light + if around.target.obscured || around.obscured_between { 2 } else { 0 }
}

/// The attack on a barrier as this book's rules see it.
pub(super) fn barrier_scene(engagement: &BarrierEngagement) -> BarrierScene {
    BarrierScene {
        attacker: fighter(&engagement.attacker),
        weapon: arm_of(&engagement.weapon),
        mode: engagement.mode,
        hand: engagement.attacker.held_at(engagement.slot).and_then(|held| held.hand),
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
/// Out of range, a fire mode that the weapon has not, a part that the target has not, a useless arm.
pub fn may_attack(engagement: &Engagement) -> Result<(), Refused> {
    let Engagement { attacker, weapon, mode, sight, rules, .. } = engagement;
    if let Some(shot) = called(engagement.manner.as_deref()) {
        let target = engagement.defender.sheet.swan_song();
        called::may_call(shot, target, weapon.swan_song(), &rules.engine)?;
    }
    may_use(attacker, engagement.slot)?;
    reaches((weapon, &attacker.sheet), *mode, sight, rules)?;
    match &engagement.spot {
        Some(spot) if weapon.swan_song().blast > 0 => super::place::has_a_way(spot),
        _ => Ok(()),
    }
}

/// `SS-CALL-59`.
pub(super) fn may_use(attacker: &Combatant, slot: usize) -> Result<(), Refused> {
    let held = attacker.held_at(slot);
    held.map_or(Ok(()), |held| called::may_use(&attacker.ailments, held.weapon.swan_song(), held.hand))
}

/// As for units.
///
/// # Errors
/// As for units.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    let BarrierEngagement { attacker, weapon, mode, sight, rules, .. } = engagement;
    may_use(attacker, engagement.slot)?;
    reaches((weapon, &attacker.sheet), *mode, sight, rules)
}

pub(super) fn reaches(
    (weapon, sheet): (&Weapon, &Sheet),
    mode: Option<FireMode>,
    sight: &Sight,
    rules: &RuleSet,
) -> Result<(), Refused> {
    let arm = super::arm(weapon, sheet, rules);
    match weapon.swan_song().trigger {
        Some(Trigger::Charge) => {
            let text = format!("{} has to be set first, and that takes its time", arm.name);
            return Err(Refused::new(text, "SS-BARR-24"));
        }
        Some(_) => return Err(Refused::new(format!("{} is activated, not fired", arm.name), "SS-TIMED-04")),
        None => {}
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
    let weapon = engagement.weapon.swan_song();
    let mut outcome = match weapon.blast {
        0 => on_one(table, engagement)?,
        _ => super::area::attack(table, engagement)?,
    };
    let to = engagement.spot.as_ref().map(|spot| spot.target);
    outcome.effects.extend(flown(&engagement.attacker, engagement.slot, to));
    Ok(outcome)
}

/// An attack on one target.
fn on_one(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let result = rule::attack(table, &scene(engagement))?;
    let (by, target) = (engagement.attacker.id, &engagement.defender);
    let mut effects = spent(result.karma, by, target.id);
    effects.extend(effects_on(engagement, target, &result, None));
    if kills(engagement, target, &result) {
        effects.extend(saved(&engagement.attacker, &effects));
    }
    let words = summed(&result).unwrap_or_default();
    Ok(Outcome { contact: result.contact, net: result.net_hits, damage: result.damage, words, effects })
}

/// "4 damage".
pub(super) fn summed(result: &AttackResult) -> Option<String> {
    (result.damage > 0).then(|| format!("{} damage", result.damage))
}

/// What an attack does to one of those it meets, Karma apart; `from` is where it goes off, if it does.
pub(super) fn effects_on(
    engagement: &Engagement,
    target: &Combatant,
    result: &AttackResult,
    from: Option<Square>,
) -> Vec<Effect> {
    let (by, unit) = (engagement.attacker.id, target.id);
    let mut effects = Vec::new();
    after_defence(target, result, &mut effects);
    for harm in &result.barriers {
        effects.push(match target.behind.as_ref().or(target.carries.as_ref()) {
            Some(body) if body::unit_of(harm.id) == Some(body.id) => hurt_body(engagement, body, harm.damage),
            _ => Effect::Barrier(*harm),
        });
    }
    if result.vitals != *target.condition.swan_song() {
        let after = Condition::SwanSong(result.vitals);
        effects.push(Effect::Condition { unit, after, damage: result.damage });
    }
    if result.knocked_down {
        effects.push(Effect::Prone { unit });
    }
    after_called(target, &result.called, &mut effects);
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: engagement.slot });
    }
    let force = Force { raw: result.raw, ..Force::default() };
    effects.extend(knockback::blow(target, force, from, &engagement.rules));
    effects
}

/// What a body takes as a barrier is Health damage to it: wear, or as much of what it does not resist as it has of Body.
/// `SS-BARR-47`, `SS-CRIT-05`.
fn hurt_body(engagement: &Engagement, body: &Combatant, points: u32) -> Effect {
    let weapon = engagement.weapon.swan_song();
    let (before, size) = (*body.condition.swan_song(), body.sheet.swan_song().attributes.body);
    let points = if weapon.penetrating { points } else { points.min(u32::from(size)) };
    let (pool, switches) = (PoolKind::Health, &engagement.rules.engine);
    let hurt = damage::apply_damage(before, points, pool, weapon.damage_type, switches);
    let vitals = critical::add(hurt.vitals, critical::causes(&before, &hurt, pool, size));
    Effect::Condition { unit: body.id, after: Condition::SwanSong(vitals), damage: points }
}

/// What is thrown lies where it was thrown to, or is used up with the last of it. `SS-ACT-47`.
pub(super) fn flown(attacker: &Combatant, slot: usize, to: Option<Square>) -> Option<Effect> {
    let held = attacker.held_at(slot)?;
    let weapon = held.weapon.swan_song();
    if weapon.class != WeaponClass::Thrown {
        return None;
    }
    let unit = attacker.id;
    match (weapon.magazine, held.loaded) {
        (0, _) => Some(Effect::Thrown { unit, slot, to }),
        (_, 0) => Some(Effect::Destroyed { unit, slot }),
        _ => None,
    }
}

/// What a called shot does besides damage. `SS-CALL-11`.
fn after_called(target: &Combatant, all: &[Came], effects: &mut Vec<Effect>) {
    let unit = target.id;
    for came in all {
        match *came {
            Came::Score(by) => effects.push(Effect::ScoreChanged { unit, by, clause: "SS-CALL-35" }),
            Came::Prone => effects.push(Effect::Prone { unit }),
            Came::Drops(hand) => {
                // Highest number first: taking one away must not move the others.
                let held = target
                    .held
                    .iter()
                    .rev()
                    .filter(|held| held.hand == Some(hand) || held.weapon.swan_song().hands > 1);
                effects.extend(held.map(|held| Effect::Dropped { unit, slot: held.slot }));
            }
            Came::Lasting(mut cause) => {
                if cause.ailment == Ailment::SlowDeath {
                    cause.strength = u16::try_from(target.round).unwrap_or(u16::MAX);
                }
                effects.push(Effect::Afflict { unit, cause });
            }
        }
    }
}

/// What becomes of a target is a killing blow to an opponent. `SS-FFYL-11`, `SS-FFYL-12`.
pub(super) fn kills(engagement: &Engagement, target: &Combatant, result: &AttackResult) -> bool {
    let (before, body) = (target.condition.swan_song(), target.sheet.swan_song().attributes.body);
    let switches = &engagement.rules.engine;
    engagement.attacker.side != target.side
        && last_stand::is_killing_blow(before, &result.vitals, body, switches)
}

/// A killing blow saves whoever strikes it in a fight for its life, after what else the attack does. `SS-FFYL-11`.
pub(super) fn saved(attacker: &Combatant, effects: &[Effect]) -> Vec<Effect> {
    let unit = attacker.id;
    let hurt = effects.iter().rev().find_map(|effect| match effect {
        Effect::Condition { unit: id, after, .. } if *id == unit => Some(*after.swan_song()),
        _ => None,
    });
    let vitals = hurt.unwrap_or(*attacker.condition.swan_song());
    if vitals.stand != LastStand::Fighting {
        return Vec::new();
    }
    let after = Condition::SwanSong(last_stand::won(vitals));
    let text = "strikes a killing blow and is saved".to_owned();
    vec![Effect::Told { unit, text, clause: "SS-FFYL-11" }, Effect::Condition { unit, after, damage: 0 }]
}

/// Whoever spent Karma has less of it. `SS-BASE-25`.
pub(super) fn spent(karma: Spent, by: u32, target: u32) -> Vec<Effect> {
    let unit = |defender: bool| if defender { target } else { by };
    karma.iter().map(|on| Effect::Karma { unit: unit(on.is_defenders()), on }).collect()
}

/// What defending costs and leaves behind, hit or miss. `SS-DEF-12`, `SS-DEF-28`.
fn after_defence(target: &Combatant, result: &AttackResult, effects: &mut Vec<Effect>) {
    let unit = target.id;
    if let (Some(method), 1..) = (result.method, result.defence_cost) {
        let points = result.defence_cost;
        let mut budget = *target.purse.swan_song();
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
