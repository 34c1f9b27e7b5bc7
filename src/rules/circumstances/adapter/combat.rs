//! Attacks on units; those with an area are in `area`.

use super::super::attack as rule;
use super::super::cover::CoverOnLine;
use super::super::evasion::Way;
use super::super::purse::Charging;
use super::super::scatter::{Offset, Scatter};
use super::super::{
    AttackResult, AttackScene, Harm, Loaded, Locations, Manner as How, Opponents, Purse as Own, WeaponClass,
    grapple, legality,
};
use super::chart::{self, Chart, OnTheWay};
use super::deeds::{charges, weapon_changes};
use super::turns::{fate, footing_of, freed};
use super::{area, condition_of, in_this_fight, loaded, purse_of, switches};
use crate::engine::Action;
use crate::knockback::{self, Force};
use crate::swan_song::knockdown;
use crate::{
    Combatant, Contact, Effect, Engagement, FireMode, Grip, Held, Manner, Outcome, Refused, RuleSet, Square,
    Weapon, wrestling,
};
use dice::{Clause, Note, Step, Table};

/// Blows, shots and throws in the engine's terms.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    let weapon = weapon.circumstances();
    match weapon.class {
        WeaponClass::Melee if weapon.is_body() => Action::UnarmedAttack,
        WeaponClass::Melee => Action::MeleeAttack,
        WeaponClass::Ranged | WeaponClass::Thrown => Action::Fire(mode.unwrap_or(FireMode::Single)),
    }
}

/// `CS-BASE-20`, `CS-BASE-37`.
pub fn manners(unit: &Combatant, held: &Held, rules: &RuleSet) -> Vec<Manner> {
    let mut manners = Vec::new();
    if !held.weapon.circumstances().is_melee() {
        return manners;
    }
    if charges(unit) {
        let detail = "The blow at the end of the way, at +10".to_owned();
        manners.push(Manner::plain("charge", "Charge", detail, "CS-BASE-20"));
    }
    if switches(rules).grapple && unit.grip.is_none() {
        let detail = "WS test that does no harm; who is held, and who holds, cannot move".to_owned();
        manners.push(Manner::plain("grapple", "Grapple", detail, "CS-BASE-37"));
    }
    manners
}

/// How the attack is made. Table CS-T2.
fn how(engagement: &Engagement) -> Result<How, Refused> {
    let Engagement { attacker, weapon, mode, manner, charge, .. } = engagement;
    let is_melee = weapon.circumstances().is_melee();
    let charge = is_melee && (*charge || charges(attacker));
    match (manner.as_deref(), mode) {
        (Some("grapple"), None) => Ok(How::Grapple),
        (Some("charge"), _) if !charge => {
            Err(Refused::new("a Charge needs a way of at least 1 m in this turn", "CS-BASE-20"))
        }
        (Some("charge") | None, None) if charge => Ok(How::Charge),
        (None, None | Some(FireMode::Single)) if !(is_melee && mode.is_some()) => Ok(How::Standard),
        (None, Some(FireMode::Burst)) => Ok(How::Burst),
        _ => Err(Refused::new("this weapon cannot attack like this", "CS-BASE-36")),
    }
}

/// `CS-BASE-20`, `CS-BASE-33`, `CS-COV-02`, `CS-GUN-01`, `CS-JAM-03`, `CS-JAM-12`, `CS-RNG-06`, `CS-UNA-05`.
///
/// # Errors
/// Out of range or sight, or the weapon cannot.
pub fn may_attack(engagement: &Engagement) -> Result<(), Refused> {
    let how = how(engagement)?;
    let attacker = &engagement.attacker;
    let own = attacker.purse.circumstances();
    if own.charge == Charging::Coming && how != How::Charge && engagement.weapon.circumstances().is_melee() {
        return Err(Refused::new("a Charge needs a way of at least 1 m, and ends with a blow", "CS-BASE-20"));
    }
    if how == How::Grapple {
        wrestling::can_grasp(attacker, &engagement.defender)?;
        if engagement.defender.grip.is_some() {
            return Err(Refused::new("somebody holds or is held already", "CS-BASE-37"));
        }
    }
    let scene = scene_as(engagement, how);
    let state = attacker.held_at(engagement.slot).map_or(scene.loaded, |held| loaded(held, 0));
    legality::may_attack(&scene.attempt(), state)
        .map_err(|why| Refused::new(why.to_string(), why.clause()))?;
    let chart = Chart::of(engagement);
    if scene.weapon.is_area() && !chart.reaches(chart.attacker, Offset::default()) {
        return Err(Refused::before_a_wall("CS-SCA-08"));
    }
    Ok(())
}

/// The attack as this book's rules see it.
pub(super) fn scene(engagement: &Engagement) -> AttackScene {
    scene_as(engagement, how(engagement).unwrap_or_default())
}

fn scene_as(engagement: &Engagement, manner: How) -> AttackScene {
    let Engagement { attacker, defender, weapon, slot, mode, sight, rules, .. } = engagement;
    let own = weapon.circumstances().clone();
    // The battlefield takes the rounds of an attack before it is resolved.
    let state = attacker.held_at(*slot).map(|held| loaded(held, super::rounds(weapon, *mode)));
    let (covers, shielded) = covers(engagement);
    let mut target = in_this_fight(defender, Some(attacker), rules);
    target.shielded = shielded;
    AttackScene {
        attacker: in_this_fight(attacker, None, rules),
        defender: target,
        loaded: state.unwrap_or_else(|| Loaded::full(&own)),
        weapon: own,
        manner,
        sight: *sight,
        surroundings: engagement.surroundings,
        engaged: engagement.engaged,
        opponents: Opponents { count: defender.melee.opponents, inert: defender.melee.inert },
        covers,
        special_damage: false,
        switches: switches(rules).clone(),
    }
}

/// Cover objects on the line of an attack, and what the target keeps behind them. Chapter COV.
fn covers(engagement: &Engagement) -> (Vec<CoverOnLine>, Locations) {
    let Engagement { barriers, beside_target, heights_cm, defender, sight, .. } = engagement;
    let way = barriers.iter().enumerate().map(|(at, barrier)| OnTheWay {
        barrier,
        beside: beside_target.contains(&barrier.id),
        height_cm: heights_cm.get(at).copied(),
    });
    chart::covers(way.collect(), sight.hidden, defender)
}

/// Chapters BASE, COV, JAM, MEL and SCA.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    if engagement.weapon.circumstances().is_area() {
        return area::attack(table, engagement);
    }
    let scene = scene(engagement);
    if scene.manner == How::Grapple {
        return hold(table, engagement, &scene);
    }
    let result = rule::attack(table, &scene)?;
    let harm = &result.harm;
    let mut effects = after_attack(engagement, &scene, result.loaded, result.fate_spent);
    if result.engages {
        effects.extend(engaged(engagement, harm));
    }
    effects.extend(harmed(table, &engagement.defender, harm, (None, &engagement.rules)));
    if let Some(scatter) = result.scatter {
        let name = &engagement.weapon.circumstances().name;
        effects.push(lands(engagement.attacker.id, name, &Chart::of(engagement), scatter, "CS-SCA-07"));
    }
    effects.extend(leaves_the_hand(engagement, &result));
    let words = words(&result, scene.loaded.jammed);
    Ok(Outcome { contact: harm.contact, net: i32::from(harm.hits), damage: harm.damage, words, effects })
}

/// What an attack leaves behind at the attacker: its weapon, its Fate Points, its hiding place.
pub(super) fn after_attack(
    engagement: &Engagement,
    scene: &AttackScene,
    after: Loaded,
    fate_spent: bool,
) -> Vec<Effect> {
    let attacker = &engagement.attacker;
    let held = attacker.held_at(engagement.slot);
    let mut effects =
        held.map_or_else(Vec::new, |held| weapon_changes(attacker.id, held, scene.loaded, after));
    effects.extend(fate(attacker, fate_spent));
    if attacker.concealed {
        effects.push(Effect::Concealed { unit: attacker.id, concealed: false });
    }
    effects
}

/// `CS-MEL-02`, `CS-MEL-04`.
fn engaged(engagement: &Engagement, harm: &Harm) -> Option<Effect> {
    let Engagement { attacker, defender, .. } = engagement;
    (!engagement.engaged && harm.down.is_none() && defender.side != attacker.side)
        .then_some(Effect::Engaged { one: attacker.id, other: defender.id })
}

/// What hits leave behind at a unit: Reaction, Wounds, cover, footing, hold. `CS-BASE-18`, `CS-BASE-37`, `CS-COV-17`.
///
/// `from` is the square where something goes off, if that is what hits.
pub(super) fn harmed(
    table: &mut impl Table,
    unit: &Combatant,
    harm: &Harm,
    (from, rules): (Option<Square>, &RuleSet),
) -> Vec<Effect> {
    let mut effects: Vec<_> = harm.evasion.map(|way| evaded(unit, way)).into_iter().collect();
    effects.extend(harm.barriers.iter().copied().map(Effect::Barrier));
    if harm.condition != *unit.condition.circumstances() {
        let after = condition_of(harm.condition.clone());
        effects.push(Effect::Condition { unit: unit.id, after, damage: harm.damage });
    }
    if falls(unit, harm.damage, rules) {
        table.note(|| Note {
            clause: "SS-KNOCK-01",
            text: format!("{} Wounds throw it to the ground", harm.damage),
            parts: Vec::new(),
        });
        effects.push(Effect::Prone { unit: unit.id });
    }
    if let (Some(Grip::Holding(held)), true) = (unit.grip, harm.down.is_some()) {
        effects.extend(freed(unit.id, held));
    }
    if matches!(harm.contact, Contact::Hit | Contact::Graze) {
        let force = Force { raw: harm.raw, ..Force::default() };
        effects.extend(knockback::blow(unit, force, from, rules));
    }
    effects
}

/// Borrowed: Strength and Toughness bonuses stand for the Physical Limit. `SS-KNOCK-01`, `SS-KNOCK-05`.
pub(super) fn falls(unit: &Combatant, wounds: u32, rules: &RuleSet) -> bool {
    let limit = footing_of(unit.sheet.circumstances());
    !unit.prone
        && unit.down.is_none()
        && rules.borrows("knockdown")
        && knockdown::knocks_down(wounds, limit, false)
}

/// The Reaction is used. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
fn evaded(unit: &Combatant, way: Way) -> Effect {
    let mut own: Own = *unit.purse.circumstances();
    own.phase.reaction = false;
    let action = match way {
        Way::Dodge => Action::Dodge,
        Way::Parry => Action::Parry,
    };
    Effect::Purse { unit: unit.id, action: Some(action), points: 1, after: purse_of(own) }
}

/// `CS-BASE-37`, `CS-MEL-02`.
fn hold(table: &mut impl Table, engagement: &Engagement, scene: &AttackScene) -> Step<Outcome> {
    let Engagement { attacker, defender, .. } = engagement;
    let came = grapple::grapple(table, scene)?;
    let mut effects = after_attack(engagement, scene, scene.loaded, came.fate_spent);
    if !engagement.engaged && defender.side != attacker.side {
        effects.push(Effect::Engaged { one: attacker.id, other: defender.id });
    }
    effects.extend(came.evasion.map(|way| evaded(defender, way)));
    effects.extend(fate(defender, came.target_fate_spent));
    if came.held {
        effects.push(Effect::Grip { unit: attacker.id, grip: Some(Grip::Holding(defender.id)) });
        effects.push(Effect::Grip { unit: defender.id, grip: Some(Grip::HeldBy(attacker.id)) });
    }
    let (contact, words) = if came.held { (Contact::Hit, "held") } else { (Contact::Miss, "") };
    Ok(Outcome { contact, net: i32::from(came.held), damage: 0, words: words.to_owned(), effects })
}

/// What was thrown lies where it came down: at the target, or where a miss went; the others of a bundle stay in hand.
/// `CS-SCA-07`.
fn leaves_the_hand(engagement: &Engagement, result: &AttackResult) -> Option<Effect> {
    let weapon = engagement.weapon.circumstances();
    let thrown = weapon.class == WeaponClass::Thrown && !weapon.is_body();
    let chart = Chart::of(engagement);
    let place = result.scatter.map_or(Offset::default(), |way| chart.end(way));
    let (unit, slot, to) = (engagement.attacker.id, engagement.slot, chart.square(place));
    thrown.then_some(match result.loaded.rounds {
        0 => Effect::Thrown { unit, slot, to },
        _ => Effect::ThrownOne { unit, slot, to },
    })
}

/// Where a miss comes down. `CS-SCA-03`, `CS-SCA-04`, `CS-SCA-08`.
pub(super) fn lands(unit: u32, name: &str, chart: &Chart<'_>, way: Scatter, clause: Clause) -> Effect {
    let where_to = match way.turn {
        0 => "beyond the target",
        1 => "beyond the target, to the right",
        2 => "right of the target",
        3 => "short of the target, to the right",
        4 => "short of the target",
        5 => "short of the target, to the left",
        6 => "left of the target",
        _ => "beyond the target, to the left",
    };
    let end = chart.end(way);
    let gone = end.east.unsigned_abs().max(end.north.unsigned_abs());
    let (text, clause) = match gone {
        _ if gone == way.squares => (format!("{name}: lands {gone} m {where_to}"), clause),
        0 => (format!("{name}: bounces off what stands there, and lands at the target"), "CS-SCA-08"),
        _ => (format!("{name}: lands {gone} m {where_to}, where something stops it"), "CS-SCA-08"),
    };
    Effect::Told { unit, text, clause }
}

/// "9 wounds to the left arm".
fn words(result: &AttackResult, jammed: bool) -> String {
    match &result.harm {
        _ if result.loaded.jammed && !jammed => "the weapon jams".to_owned(),
        harm => harm_words(harm),
    }
}

/// What hits came to.
pub(super) fn harm_words(harm: &Harm) -> String {
    let wounds = match harm.damage {
        1 => "1 wound".to_owned(),
        many => format!("{many} wounds"),
    };
    match (harm.contact, harm.location) {
        (Contact::Hit, Some(location)) => format!("{wounds} to the {}", location.name()),
        (Contact::Hit, None) => format!("{} hits, {wounds}", harm.hits),
        (Contact::Graze, _) => "no wound".to_owned(),
        (Contact::Blocked, _) => "stopped by the cover".to_owned(),
        (Contact::Miss, _) if harm.deflected => "deflected".to_owned(),
        (Contact::Miss, _) => match harm.evasion {
            Some(Way::Dodge) => "dodged".to_owned(),
            Some(Way::Parry) => "parried".to_owned(),
            None => String::new(),
        },
    }
}
