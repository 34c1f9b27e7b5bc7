//! Attacks on units: the ways to attack, what forbids them, and what comes of them.

use std::sync::Arc;

use super::super::cover::Cover;
use super::super::defence::{Defended, Price, Way};
use super::super::held::AT_HELD;
use super::super::hurl::{INTO_OBJECT, INTO_SOMEBODY, Into};
use super::super::scene::Exposure;
use super::super::shield::guards;
use super::super::{AttackResult, AttackScene, DamageType, attack as rule, grapple, range};
use super::hurl::{choose_goal, goals, into_somebody};
use super::{fighter, harmed, held, left};
use crate::engine::Action;
use crate::knockback::{self, Force};
use crate::{
    Combatant, Contact, Effect, Engagement, Fault, FireMode, Grip, Held, Manner, Outcome, Purse, Refused,
    RuleSet, Sight, Square, Weapon, wrestling,
};
use dice::{Clause, Step, Table};

/// Aims at a vital organ. `AB-BASE-17`.
pub(super) const VITAL: &str = "vital";
/// Seizes in place of harming. `AB-BASE-10`.
pub(super) const SEIZE: &str = "seize";
/// Crushes whom it holds. `AB-BASE-10`.
pub(super) const CRUSH: &str = "crush";
/// Throws what it has in hand. `AB-THROW-01`.
pub(super) const THROW: &str = "throw";

/// By hand, with a part of the body, or a shot.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    let weapon = weapon.aberrant();
    match (weapon.is_melee(), weapon.hands()) {
        (false, _) => Action::Fire(mode.unwrap_or(FireMode::Single)),
        (true, 0) => Action::UnarmedAttack,
        (true, _) => Action::MeleeAttack,
    }
}

/// What is held, vital organs, grapples, throws. `AB-OBJ-02`, `AB-BASE-10`, `AB-BASE-17`, `AB-THROW-01`.
pub fn manners(unit: &Combatant, held: &Held, rules: &RuleSet) -> Vec<Manner> {
    let weapon = held.weapon.aberrant();
    let manner = |key, label, detail: String, clause: Clause| Manner::plain(key, label, detail, clause);
    let mut manners = Vec::new();
    if !weapon.grapple && weapon.area == 0 {
        let detail = "+3 difficulty; who dies of it is beyond revival".to_owned();
        manners.push(manner(VITAL, "Vital organ", detail, "AB-BASE-17"));
    }
    manners.extend(held::manner(weapon));
    if !weapon.grapple && weapon.area == 0 && weapon.damage.kind != DamageType::Emp {
        let detail = "+1 difficulty; what stands within 45 degrees behind it".to_owned();
        manners.push(manner(INTO_OBJECT, "Into an object", detail, Into::Object.clause()));
        let detail = "+2 difficulty; the successes are split between the two".to_owned();
        manners.push(manner(INTO_SOMEBODY, "Into somebody", detail, Into::Mover.clause()));
    }
    if weapon.is_melee() && weapon.hands() == 0 && !weapon.grapple {
        if matches!(unit.grip, Some(Grip::Holding(_))) {
            let detail = format!(
                "strength against strength; {} bashing dice for whom it holds",
                unit.sheet.aberrant().strength
            );
            manners.push(manner(CRUSH, "Crush", detail, "AB-BASE-10"));
        } else if unit.grip.is_none() {
            let detail = "a hit does no harm and holds the target".to_owned();
            manners.push(manner(SEIZE, "Seize", detail, "AB-BASE-10"));
        }
    }
    if weapon.is_melee() && weapon.hands() > 0 {
        let increment = range::increment_m(&weapon.thrown(), unit.sheet.aberrant(), rules.book.aberrant());
        if let Some(metres) = increment {
            let detail = format!("short range {metres} m; it is gone for the rest of the fight");
            manners.push(manner(THROW, "Throw", detail, "AB-THROW-01"));
        }
    }
    manners
}

/// With what, as the manner has it.
fn weapon_of(engagement: &Engagement) -> Arc<super::super::Weapon> {
    let weapon = engagement.weapon.aberrant();
    match engagement.manner.as_deref() {
        Some(SEIZE) => Arc::new(super::super::Weapon { grapple: true, ..(**weapon).clone() }),
        Some(THROW) => Arc::new(weapon.thrown()),
        _ => weapon.clone(),
    }
}

/// The attack as this book's rules see it.
pub(super) fn scene(engagement: &Engagement) -> AttackScene {
    let (attacker, defender) = (fighter(&engagement.attacker), fighter(&engagement.defender));
    let switches = engagement.rules.book.aberrant().clone();
    if engagement.manner.as_deref() == Some(CRUSH) {
        return grapple::crush_scene(attacker, defender, switches);
    }
    let mut sight = engagement.sight;
    sight.took_cover &= engagement.rules.borrows("taking cover");
    sight.aware |= !engagement.rules.borrows("awareness");
    let purse = engagement.attacker.purse.aberrant();
    let scene = AttackScene {
        weapon: weapon_of(engagement),
        called_vital: engagement.manner.as_deref() == Some(VITAL),
        replacement: purse.phase.replaces,
        flurry: purse.flurry(),
        exposure: Exposure {
            began_in_cover: engagement.dash_from_cover,
            ended_in_cover: Cover::of(sight.hidden) > Cover::None,
            crawls: defender.prone && engagement.defender.walked > 0,
        },
        barriers: if engagement.rules.borrows("barriers") { engagement.barriers.clone() } else { Vec::new() },
        crushing: false,
        thing: held::aimed_at(engagement).map(|(_, thing)| thing),
        impaired: held::is_impaired(&engagement.attacker, engagement.slot, &engagement.rules),
        aimed_into: match engagement.manner.as_deref() {
            Some(INTO_OBJECT) => Some(Into::Object),
            Some(INTO_SOMEBODY) => Some(Into::Mover),
            _ => None,
        },
        burst: None,
        shield: shield(engagement).map(|held| Box::new(fighter(held))),
        attacker,
        defender,
        sight,
        switches,
    };
    if scene.weapon.area > 0 { super::area::primary(engagement, scene) } else { scene }
}

/// Whom the target holds between itself and its attacker. `AB-SHIELD-01`.
pub(super) fn shield(engagement: &Engagement) -> Option<&Combatant> {
    let (held, place) = engagement.defender.holds.as_ref()?;
    let spot = engagement.spot.as_ref()?;
    let from = (spot.attacker.x - spot.target.x, spot.attacker.y - spot.target.y);
    (held.id != engagement.attacker.id && guards(*place, from)).then_some(&**held)
}

/// A bare attack of one on another with this weapon, seen so.
pub(super) fn scene_between(
    (attacker, defender): (&Combatant, &Combatant),
    weapon: Arc<super::super::Weapon>,
    sight: Sight,
    rules: &RuleSet,
) -> AttackScene {
    let purse = attacker.purse.aberrant();
    AttackScene {
        attacker: fighter(attacker),
        defender: fighter(defender),
        weapon,
        called_vital: false,
        replacement: purse.phase.replaces,
        flurry: purse.flurry(),
        sight,
        exposure: Exposure::default(),
        barriers: Vec::new(),
        crushing: false,
        aimed_into: None,
        thing: None,
        impaired: false,
        burst: None,
        shield: None,
        switches: rules.book.aberrant().clone(),
    }
}

/// Range, the weapon's state, grips, and how queued attacks are aimed. `AB-RANGE-05`, `AB-THROW-02`, `AB-BASE-10`,
/// `AB-CANCEL-01`, `AB-CANCEL-03`.
///
/// # Errors
/// Why not.
pub fn may_attack(engagement: &Engagement) -> Result<(), Refused> {
    let Engagement { attacker, defender, weapon, slot, manner, sight, rules, .. } = engagement;
    may_use(attacker, weapon, *slot, engagement.mode)?;
    if is_walled_off(engagement) {
        return Err(Refused::new(
            "there is a wall between them, and nothing is shot through here",
            "SS-BARR-10",
        ));
    }
    if weapon.aberrant().area > 0 && sight.hidden >= 100 {
        return Err(Refused::before_a_wall("AB-AREA-01"));
    }
    if let Some(key) = manner.as_deref() {
        let held = attacker.held_at(*slot).map_or_else(Vec::new, |held| manners(attacker, held, rules));
        if held.iter().all(|manner| manner.key != key) {
            let text = format!("{} cannot be used like this", weapon.aberrant().name);
            return Err(Refused::new(text, "AB-BASE-10"));
        }
        if key == CRUSH && attacker.grip != Some(Grip::Holding(defender.id)) {
            return Err(Refused::new("only whom it holds can be crushed", "AB-BASE-10"));
        }
        if key == AT_HELD && held::aimed_at(engagement).is_none() {
            return Err(Refused::new(format!("{} holds nothing", defender.name), "AB-OBJ-02"));
        }
        if matches!(key, INTO_OBJECT | INTO_SOMEBODY) && goals(engagement).is_empty() {
            return Err(Refused::new("nothing of the kind is behind it", "AB-KNOCK-14"));
        }
        if key == SEIZE {
            wrestling::can_grasp(attacker, defender)?;
            if defender.grip.is_some() {
                return Err(Refused::new("somebody holds or is held already", "AB-BASE-10"));
            }
        }
    }
    range::of(&weapon_of(engagement), attacker.sheet.aberrant(), sight, rules.book.aberrant())
        .map_err(|why| Refused::new(why.to_string(), why.clause()))?;
    attacker.purse.aberrant().may_aim_at(defender.id).map_err(|impossible| match impossible {
        Some(why) => {
            let text = format!("{} at which the queued attacks aim: replace one of them first", why.text());
            Refused::new(text, "AB-CANCEL-01")
        }
        None => {
            let text = "the queued attacks aim at others: only a defence may take their place";
            Refused::new(text, "AB-CANCEL-03")
        }
    })
}

/// Nothing of the target is to be seen, and the skirmish does without what happens to walls. `SS-BARR-10`.
pub(super) fn is_walled_off(engagement: &Engagement) -> bool {
    engagement.sight.hidden >= 100 && !engagement.rules.borrows("barriers")
}

/// The weapon itself allows an attack. `AB-CANCEL-01`.
pub(super) fn may_use(
    unit: &Combatant,
    weapon: &Weapon,
    slot: usize,
    mode: Option<FireMode>,
) -> Result<(), Refused> {
    let weapon = weapon.aberrant();
    let refuse = |what: &str| Err(Refused::new(format!("{} {what}", weapon.name), "AB-CANCEL-01"));
    if mode.is_some() {
        return refuse("has no fire modes");
    }
    match unit.held_at(slot) {
        Some(held) if !matches!(held.fault, Fault::None | Fault::Worn { .. }) => refuse("cannot be used now"),
        Some(held) if weapon.magazine > 0 && held.loaded == 0 => refuse("is empty"),
        _ => Ok(()),
    }
}

/// `AB-BASE-18`.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    if engagement.manner.as_deref() == Some(AT_HELD) {
        return held::attack(table, engagement);
    }
    let scene = scene(engagement);
    if scene.burst.is_some() {
        let mut outcome = super::area::attack(table, engagement, &scene)?;
        let down = outcome.effects.iter().any(|effect| is_felled(engagement, effect));
        after_attack(engagement, scene.defender.id, down, &mut outcome.effects);
        return Ok(outcome);
    }
    let goal = choose_goal(table, engagement)?;
    let mut effects = Vec::new();
    let (result, from) = match (&goal, engagement.manner.as_deref()) {
        (_, Some(CRUSH)) => (grapple::crush(table, &scene)?, None),
        (Some(goal), Some(INTO_SOMEBODY)) => into_somebody(table, engagement, &scene, goal, &mut effects)?,
        (Some(goal), _) => (rule::attack(table, &scene)?, goal.source(engagement)),
        (None, _) => (rule::attack(table, &scene)?, None),
    };
    let words = words(&scene, &result);
    effects_on(&engagement.defender, &scene, &result, (from, &engagement.rules), &mut effects);
    if scene.called_vital && result.contact == Contact::Hit {
        let text = "hit in a vital organ".to_owned();
        effects.push(Effect::Told { unit: scene.defender.id, text, clause: "AB-BASE-17" });
    }
    grips(engagement, &result, &mut effects);
    after_attack(engagement, scene.defender.id, result.down.is_some(), &mut effects);
    Ok(Outcome { contact: result.contact, net: result.margin, damage: result.levels, words, effects })
}

/// What an attack leaves behind at the attacker: what it threw, and what it may still do. `AB-CANCEL-01`.
pub(super) fn after_attack(engagement: &Engagement, target: u32, down: bool, effects: &mut Vec<Effect>) {
    let attacker = &engagement.attacker;
    if engagement.manner.as_deref() == Some(THROW) || thrown_away(&engagement.weapon) {
        let to = engagement.spot.as_ref().map(|spot| spot.target);
        effects.push(flown(attacker.id, engagement.slot, &engagement.weapon, to));
    }
    let purse = *attacker.purse.aberrant();
    if purse.phase.under_way {
        effects.push(left(attacker.id, purse.attacked(target, down)));
    }
}

/// What an attack does to one of those it meets. `AB-BASE-18`.
pub(super) fn effects_on(
    unit: &Combatant,
    scene: &AttackScene,
    result: &AttackResult,
    (from, rules): (Option<Square>, &RuleSet),
    effects: &mut Vec<Effect>,
) {
    after_defence(unit, result, effects);
    if result.condition != scene.defender.condition {
        effects.push(harmed(unit.id, result.condition.clone(), result.levels));
    }
    broken(scene, result, effects);
    if result.knocked_down {
        effects.push(Effect::Prone { unit: unit.id });
    }
    dodged(scene, result, effects);
    if let (Some(shield), Some(held)) = (&result.shield, &scene.shield) {
        effects.push(harmed(held.id, shield.condition.clone(), shield.levels));
        let text = format!("takes it as a shield: {} levels", shield.levels);
        effects.push(Effect::Told { unit: held.id, text, clause: "AB-SHIELD-03" });
    }
    effects.extend(knockback::blow(unit, force(scene, result), from, rules));
}

/// What of an attack pushes: raw dice of any type but EMP, soaked or not. `AB-KNOCK-01`, `AB-KNOCK-10`, `AB-KNOCK-12`.
fn force(scene: &AttackScene, result: &AttackResult) -> Force {
    let weapon = &scene.weapon;
    if result.contact == Contact::Miss || weapon.damage.kind == DamageType::Emp {
        return Force::default();
    }
    let on_the_spot = scene.switches.realistic_knockback && weapon.low_momentum;
    Force { raw: result.raw, adds: weapon.damage.adds, on_the_spot }
}

/// Whoever dodges a burst is out of it. `AB-AREA-10`.
fn dodged(scene: &AttackScene, result: &AttackResult, effects: &mut Vec<Effect>) {
    let out = scene.burst.and_then(|burst| burst.escape).filter(|_| {
        result.contact == Contact::Miss && result.defended.is_some_and(|defended| defended.way == Way::Dodge)
    });
    if let Some(to) = out {
        effects.push(Effect::Relocated { unit: scene.defender.id, to, clause: "AB-AREA-10" });
    }
}

/// What was thrown lies where it came down; what bursts is gone.
pub(super) fn flown(unit: u32, slot: usize, weapon: &Weapon, to: Option<Square>) -> Effect {
    match weapon.aberrant().area {
        0 => Effect::Thrown { unit, slot, to },
        _ => Effect::Destroyed { unit, slot },
    }
}

/// The first target is out of the fight by this.
fn is_felled(engagement: &Engagement, effect: &Effect) -> bool {
    let Effect::Condition { unit, after, .. } = effect else { return false };
    let defender = &engagement.defender;
    *unit == defender.id && super::down(&defender.sheet, after, &engagement.rules).is_some()
}

/// What is made to be thrown leaves the hand as well, unless it is part of the body.
pub(super) fn thrown_away(weapon: &Weapon) -> bool {
    let weapon = weapon.aberrant();
    weapon.class == super::super::WeaponClass::Thrown && weapon.hands() > 0
}

/// "3 levels of lethal, dazed".
fn words(scene: &AttackScene, result: &AttackResult) -> String {
    if result.seized {
        return "seized".to_owned();
    }
    levels_words(scene, result).unwrap_or_default()
}

/// "3 levels of lethal, dazed"; `None` for no harm.
pub(super) fn levels_words(scene: &AttackScene, result: &AttackResult) -> Option<String> {
    let kind = result.kind.filter(|_| result.levels > 0)?;
    let levels = if result.levels == 1 { "1 level".to_owned() } else { format!("{} levels", result.levels) };
    let before = scene.defender.condition.turn.in_round(scene.defender.round).impact;
    let impact = result.condition.turn.impact;
    let shaken =
        if impact > before && result.down.is_none() { format!(", {}", impact.name()) } else { String::new() };
    Some(format!("{levels} of {}{shaken}", kind.name()))
}

/// What defending costs and leaves behind, hit or miss. `AB-BASE-08`, `AB-LIMIT-03`, `AB-CANCEL-03`.
pub(super) fn after_defence(defender: &Combatant, result: &AttackResult, effects: &mut Vec<Effect>) {
    let Some(defended) = result.defended else { return };
    let unit = defender.id;
    let action = match defended.way {
        Way::Dodge => Action::Dodge,
        Way::Parry | Way::Shield => Action::Parry,
    };
    let points = match defended.price {
        Price::FullDefence | Price::Reserved => 0,
        Price::Abort(_) => 1,
    };
    let before = *defender.purse.aberrant();
    let after = Purse::Aberrant(super::super::Purse { effort: spent(defended, before), ..before });
    effects.push(Effect::Purse { unit, action: Some(action), points, after });
    effects.push(Effect::Defended { unit });
}

const fn spent(defended: Defended, before: super::super::Purse) -> super::super::actions::Effort {
    defended.effort(before.effort)
}

/// Armour that came off is told. `AB-ARMOR-01`.
pub(super) fn broken(scene: &AttackScene, result: &AttackResult, effects: &mut Vec<Effect>) {
    let defender = &scene.defender;
    let gone =
        result.condition.destroyed.iter().filter(|place| !defender.condition.destroyed.contains(place));
    for piece in gone.filter_map(|place| defender.sheet.armour.get(usize::from(*place))) {
        let text = format!("{} is destroyed", piece.name);
        effects.push(Effect::Told { unit: defender.id, text, clause: "AB-ARMOR-01" });
    }
}

/// Seizing makes a grip, and whoever goes down ends his. `AB-BASE-10`.
fn grips(engagement: &Engagement, result: &AttackResult, effects: &mut Vec<Effect>) {
    let (one, other) = (engagement.attacker.id, engagement.defender.id);
    if result.seized && result.contact == Contact::Hit {
        effects.push(Effect::Grip { unit: one, grip: Some(Grip::Holding(other)) });
        effects.push(Effect::Grip { unit: other, grip: Some(Grip::HeldBy(one)) });
    } else if let Some(Grip::Holding(held)) = engagement.defender.grip.filter(|_| result.down.is_some()) {
        effects.extend(released(other, held));
    }
}

/// A grip between two units ends.
pub(super) fn released(one: u32, other: u32) -> [Effect; 2] {
    [one, other].map(|unit| Effect::Grip { unit, grip: None })
}
