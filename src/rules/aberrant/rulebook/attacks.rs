//! Attacks: attack options, restrictions, and results of attacks on units.

use std::sync::Arc;

use super::aimed_knockback::{choose_target, knockback_targets, resolve_into_unit};
use super::{fighter, health_effect, held_items, turn_budget_effect};
use crate::aberrant::attacks::aimed_knockback::{INTO_OBJECT, INTO_UNIT, KnockbackAim};
use crate::aberrant::attacks::context::MovementExposure;
use crate::aberrant::attacks::cover::CoverLevel;
use crate::aberrant::attacks::defence::{DefenceCost, DefenceKind, DefenceMade};
use crate::aberrant::attacks::held_items::AT_HELD;
use crate::aberrant::attacks::human_shield::is_shielding;
use crate::aberrant::attacks::{grapple, range, resolution as rule};
use crate::aberrant::lines::{AberrantRefusal, Harm, ResultWords, UnitNote};
use crate::aberrant::{AttackContext, AttackResult, DamageType};
use crate::knockback::{self, KnockbackForce};
use crate::rulebook::UnitRules;
use crate::special_actions::grappling;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, BattleEvent, FireMode, Grip, HeldWeapon,
    HitResult, RuleSet, RuleStep, RuleViolation, TargetSight, TurnBudget, UnitAttack, UnitSnapshot, Weapon,
    WeaponMalfunction,
};
use dice::{Clause, RuleResult, RuleText, Table};
use model::{Cell, UnitId};

/// Key of the called shot at a vital organ. `AB-BASE-17`.
pub(crate) const VITAL: &str = "vital";
/// Key of the seizing attack, which deals no damage. `AB-BASE-10`.
pub(crate) const SEIZE: &str = "seize";
/// Key of the attack that crushes the held unit. `AB-BASE-10`.
pub(crate) const CRUSH: &str = "crush";
/// Key of the attack that throws a weapon. `AB-THROW-01`.
pub(crate) const THROW: &str = "throw";

/// The action of an attack: melee, unarmed or ranged.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    let weapon = weapon.aberrant();
    match (weapon.is_melee(), weapon.hands_needed()) {
        (false, _) => Action::Fire(mode.unwrap_or(FireMode::Single)),
        (true, 0) => Action::UnarmedAttack,
        (true, _) => Action::MeleeAttack,
    }
}

/// Attack options: called shots, held items, grapples, throws, aimed knockback. `AB-OBJ-02`, `AB-BASE-10`,
/// `AB-BASE-17`, `AB-THROW-01`.
pub fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
    let weapon = held.weapon.aberrant();
    let option = |key, label, detail: String, clause: Clause| AttackOption::basic(key, label, detail, clause);
    let mut options = Vec::new();
    if !weapon.grapple && weapon.area == 0 {
        let detail = "+3 difficulty; if it kills, no revival".to_owned();
        options.push(option(VITAL, "Vital organ", detail, "AB-BASE-17"));
    }
    options.extend(held_items::held_item_option(weapon));
    if !weapon.grapple && weapon.area == 0 && weapon.damage.kind != DamageType::Emp {
        let detail = "+1 difficulty; an obstacle within 45 degrees behind the target".to_owned();
        options.push(option(INTO_OBJECT, "Slam into object", detail, KnockbackAim::Object.clause()));
        let detail = "+2 difficulty; successes are split between both units".to_owned();
        options.push(option(INTO_UNIT, "Slam into unit", detail, KnockbackAim::Mover.clause()));
    }
    if weapon.is_melee() && weapon.hands_needed() == 0 && !weapon.grapple {
        if matches!(unit.grip, Some(Grip::Holding(_))) {
            let detail =
                format!("opposed Strength; {} bashing dice to the held unit", unit.sheet.aberrant().strength);
            options.push(option(CRUSH, "Crush", detail, "AB-BASE-10"));
        } else if unit.grip.is_none() {
            let detail = "a hit deals no damage and grapples the target".to_owned();
            options.push(option(SEIZE, "Seize", detail, "AB-BASE-10"));
        }
    }
    if weapon.is_melee() && weapon.hands_needed() > 0 {
        let increment = range::increment_m(&weapon.as_thrown(), unit.sheet.aberrant(), rules.book.aberrant());
        if let Some(metres) = increment {
            let detail = format!("short range {metres} m; the weapon leaves the hand");
            options.push(option(THROW, "Throw", detail, "AB-THROW-01"));
        }
    }
    options
}

/// The weapon used by the attack option.
fn weapon_of(request: &AttackRequest) -> Arc<crate::aberrant::Weapon> {
    let weapon = request.weapon.aberrant();
    match request.option.as_deref() {
        Some(SEIZE) => Arc::new(crate::aberrant::Weapon { grapple: true, ..(**weapon).clone() }),
        Some(THROW) => Arc::new(weapon.as_thrown()),
        _ => weapon.clone(),
    }
}

/// The attack in terms of this book.
pub(crate) fn attack_context(request: UnitAttack<'_>) -> AttackContext {
    let (attacker, defender) = (fighter(&request.attacker), fighter(&request.target.defender));
    let switches = request.rules.book.aberrant().clone();
    if request.option.as_deref() == Some(CRUSH) {
        return grapple::crush_context(attacker, defender, switches);
    }
    let mut sight = request.sight;
    sight.took_cover &= request.rules.borrows("taking cover");
    sight.aware |= !request.rules.borrows("awareness");
    let budget = request.attacker.budget.aberrant();
    let scene = AttackContext {
        weapon: weapon_of(&request),
        called_vital: request.option.as_deref() == Some(VITAL),
        replacement: budget.phase.replaces,
        flurry: budget.flurry_position(),
        exposure: MovementExposure {
            began_in_cover: request.target.dash_from_cover,
            ended_in_cover: CoverLevel::from_percent_hidden(sight.hidden) > CoverLevel::None,
            crawls: defender.prone && request.target.defender.walked > 0,
        },
        barriers: if request.rules.borrows("barriers") { request.barriers.clone() } else { Vec::new() },
        crushing: false,
        held_item: held_items::targeted_item(request).map(|(_, item)| item),
        impaired: held_items::is_impaired(&request.attacker, request.slot, &request.rules),
        aimed_into: match request.option.as_deref() {
            Some(INTO_OBJECT) => Some(KnockbackAim::Object),
            Some(INTO_UNIT) => Some(KnockbackAim::Mover),
            _ => None,
        },
        blast: None,
        shield: human_shield(request).map(|held| Box::new(fighter(held))),
        attacker,
        defender,
        sight,
        switches,
    };
    if scene.weapon.area > 0 { super::area_attacks::primary_context(request, scene) } else { scene }
}

/// The unit that the target holds between itself and its attacker. `AB-SHIELD-01`.
pub(crate) fn human_shield(request: UnitAttack<'_>) -> Option<&UnitSnapshot> {
    let (held, place) = request.target.defender.holds.as_ref()?;
    let spot = request.site.as_ref()?;
    let from = (spot.attacker.x - spot.target.x, spot.attacker.y - spot.target.y);
    (held.id != request.attacker.id && is_shielding(*place, from)).then_some(&**held)
}

/// An attack of one unit on another with this weapon and sight, without situational rules.
pub(crate) fn context_between(
    (attacker, defender): (&UnitSnapshot, &UnitSnapshot),
    weapon: Arc<crate::aberrant::Weapon>,
    sight: TargetSight,
    rules: &RuleSet,
) -> AttackContext {
    let budget = attacker.budget.aberrant();
    AttackContext {
        attacker: fighter(attacker),
        defender: fighter(defender),
        weapon,
        called_vital: false,
        replacement: budget.phase.replaces,
        flurry: budget.flurry_position(),
        sight,
        exposure: MovementExposure::default(),
        barriers: Vec::new(),
        crushing: false,
        aimed_into: None,
        held_item: None,
        impaired: false,
        blast: None,
        shield: None,
        switches: rules.book.aberrant().clone(),
    }
}

/// Checks an attack by its target.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is not allowed.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    match &request.target {
        AttackTarget::Unit(target) => may_attack_unit(UnitAttack { request, target }),
        AttackTarget::Barrier(_) => super::barrier_attacks::may_attack_barrier(request),
        AttackTarget::Cell => super::area_attacks::may_attack_square(request),
    }
}

/// Checks range, the weapon's state, grapples, and the targets of queued attacks. `AB-RANGE-05`,
/// `AB-THROW-02`, `AB-BASE-10`, `AB-CANCEL-01`, `AB-CANCEL-03`.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is not allowed.
fn may_attack_unit(request: UnitAttack<'_>) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, slot, option, sight, rules, .. } = request.request;
    let defender = &request.target.defender;
    may_use(attacker, weapon, *slot, request.mode)?;
    if is_walled_off(&request) {
        return Err(RuleViolation::new(AberrantRefusal::BehindWall, "SS-BARR-10"));
    }
    if weapon.aberrant().area > 0 && sight.hidden >= 100 {
        return Err(RuleViolation::before_a_wall("AB-AREA-01"));
    }
    if let Some(key) = option.as_deref() {
        let held =
            attacker.held_weapon(*slot).map_or_else(Vec::new, |held| attack_options(attacker, held, rules));
        if held.iter().all(|known| known.key != key) {
            let weapon = weapon.aberrant().name.clone();
            return Err(RuleViolation::new(AberrantRefusal::NoSuchOption { weapon }, "AB-BASE-10"));
        }
        if key == CRUSH && attacker.grip != Some(Grip::Holding(defender.id)) {
            return Err(RuleViolation::new(AberrantRefusal::NotHolding, "AB-BASE-10"));
        }
        if key == AT_HELD && held_items::targeted_item(request).is_none() {
            let unit = defender.name.to_string();
            return Err(RuleViolation::new(AberrantRefusal::HoldsNothing { unit }, "AB-OBJ-02"));
        }
        if matches!(key, INTO_OBJECT | INTO_UNIT) && knockback_targets(&request).is_empty() {
            return Err(RuleViolation::new(AberrantRefusal::NoObstacle, "AB-KNOCK-14"));
        }
        if key == SEIZE {
            grappling::can_grasp(attacker, defender)?;
            if defender.grip.is_some() {
                return Err(RuleViolation::new(AberrantRefusal::AlreadyGrappling, "AB-BASE-10"));
            }
        }
    }
    range::weapon_bracket(&weapon_of(&request), attacker.sheet.aberrant(), sight, rules.book.aberrant())
        .map_err(|why| RuleViolation::new(why, why.clause()))?;
    attacker.budget.aberrant().may_aim_at(defender.id).map_err(|impossible| match impossible {
        Some(why) => RuleViolation::new(AberrantRefusal::ReplaceFirst(why), "AB-CANCEL-01"),
        None => RuleViolation::new(AberrantRefusal::OtherTargets, "AB-CANCEL-03"),
    })
}

/// Whether the target is wholly hidden and the battle has no barrier damage. `SS-BARR-10`.
pub(crate) fn is_walled_off(request: &AttackRequest) -> bool {
    request.sight.hidden >= 100 && !request.rules.borrows("barriers")
}

/// Checks whether the weapon itself can be used to attack. `AB-CANCEL-01`.
pub(crate) fn may_use(
    unit: &UnitSnapshot,
    weapon: &Weapon,
    slot: usize,
    mode: Option<FireMode>,
) -> Result<(), RuleViolation> {
    let (magazine, weapon) = (weapon.aberrant().magazine, weapon.aberrant().name.clone());
    let refuse = |why: AberrantRefusal| Err(RuleViolation::new(why, "AB-CANCEL-01"));
    if mode.is_some() {
        return refuse(AberrantRefusal::NoFireModes { weapon });
    }
    match unit.held_weapon(slot) {
        Some(held) if !matches!(held.fault, WeaponMalfunction::None | WeaponMalfunction::Worn { .. }) => {
            refuse(AberrantRefusal::Unusable { weapon })
        }
        Some(held) if magazine > 0 && held.loaded == 0 => refuse(AberrantRefusal::Empty { weapon }),
        _ => Ok(()),
    }
}

/// Resolves an attack. `AB-BASE-18`, chapters AREA and OBJ.
pub fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    match &request.target {
        AttackTarget::Unit(target) => attack_unit(table, UnitAttack { request, target }),
        AttackTarget::Barrier(barrier) => super::barrier_attacks::attack_barrier(table, request, barrier),
        AttackTarget::Cell => super::area_attacks::attack_square(table, request),
    }
}

/// Resolves an attack on a unit. `AB-BASE-18`.
fn attack_unit(table: &mut impl Table, request: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    if request.option.as_deref() == Some(AT_HELD) {
        return held_items::resolve_held_item_attack(table, request);
    }
    let scene = attack_context(request);
    if scene.blast.is_some() {
        let mut outcome = super::area_attacks::resolve_area_attack(table, request, &scene)?;
        let down = outcome.effects.iter().any(|effect| is_felled(request, effect));
        add_attacker_effects(&request, scene.defender.id, down, &mut outcome.effects);
        return Ok(outcome);
    }
    let obstacle = choose_target(table, request)?;
    let mut effects = Vec::new();
    let (result, from) = match (&obstacle, request.option.as_deref()) {
        (_, Some(CRUSH)) => (grapple::resolve_crush(table, &scene)?, None),
        (Some(obstacle), Some(INTO_UNIT)) => {
            resolve_into_unit(table, &request, &scene, obstacle, &mut effects)?
        }
        (Some(obstacle), _) => (rule::resolve_attack(table, &scene)?, obstacle.push_origin(&request)),
        (None, _) => (rule::resolve_attack(table, &scene)?, None),
    };
    let words = result_words(&scene, &result);
    defender_effects(&request.target.defender, &scene, &result, (from, &request.rules), &mut effects);
    if scene.called_vital && result.contact == HitResult::Hit {
        let text = UnitNote::VitalHit;
        effects.push(RuleStep::note(scene.defender.id, text, "AB-BASE-17"));
    }
    add_grapple_effects(request, &result, &mut effects);
    add_attacker_effects(&request, scene.defender.id, result.down.is_some(), &mut effects);
    Ok(ActionOutcome { contact: result.contact, net: result.margin, damage: result.levels, words, effects })
}

/// Effects on the attacker: the thrown weapon and the remaining turn budget. `AB-CANCEL-01`.
pub(crate) fn add_attacker_effects(
    request: &AttackRequest,
    target: UnitId,
    down: bool,
    effects: &mut Vec<RuleStep>,
) {
    let attacker = &request.attacker;
    if request.option.as_deref() == Some(THROW) || leaves_hand(&request.weapon) {
        let to = request.site.as_ref().map(|spot| spot.target);
        effects.push(thrown_weapon_effect(attacker.id, request.slot, &request.weapon, to));
    }
    let budget = *attacker.budget.aberrant();
    if budget.phase.under_way {
        effects.push(turn_budget_effect(attacker.id, budget.after_attack(target, down)));
    }
}

/// Effects on one unit that the attack affects. `AB-BASE-18`.
pub(crate) fn defender_effects(
    unit: &UnitSnapshot,
    scene: &AttackContext,
    result: &AttackResult,
    (from, rules): (Option<Cell>, &RuleSet),
    effects: &mut Vec<RuleStep>,
) {
    add_defence_effects(unit, result, effects);
    if result.condition != scene.defender.condition {
        effects.push(health_effect(unit.id, result.condition.clone(), result.levels));
    }
    add_armour_breaks(scene, result, effects);
    if result.knocked_down {
        effects.push(RuleStep::FallProne { unit: unit.id });
    }
    add_dodge_effects(scene, result, effects);
    if let (Some(human_shield), Some(held)) = (&result.shield, &scene.shield) {
        effects.push(health_effect(held.id, human_shield.condition.clone(), human_shield.levels));
        let text = UnitNote::HitAsShield { levels: human_shield.levels };
        effects.push(RuleStep::note(held.id, text, "AB-SHIELD-03"));
    }
    effects.extend(knockback::knockback_effect(unit, knockback_force(scene, result), from, rules));
}

/// The knockback force of an attack: raw dice of any type but EMP, soaked or not. `AB-KNOCK-01`,
/// `AB-KNOCK-10`, `AB-KNOCK-12`.
fn knockback_force(scene: &AttackContext, result: &AttackResult) -> KnockbackForce {
    let weapon = &scene.weapon;
    if result.contact == HitResult::Miss || weapon.damage.kind == DamageType::Emp {
        return KnockbackForce::default();
    }
    let on_the_spot = scene.switches.realistic_knockback && weapon.low_momentum;
    KnockbackForce { raw: result.raw, adds: weapon.damage.adds, on_the_spot }
}

/// Moves a unit that dodged a blast out of it. `AB-AREA-10`.
fn add_dodge_effects(scene: &AttackContext, result: &AttackResult, effects: &mut Vec<RuleStep>) {
    let out = scene.blast.and_then(|burst| burst.escape).filter(|_| {
        result.contact == HitResult::Miss
            && result.defended.is_some_and(|defended| defended.way == DefenceKind::Dodge)
    });
    if let Some(to) = out {
        effects.push(RuleStep::Relocate { unit: scene.defender.id, to, clause: "AB-AREA-10" });
    }
}

/// A thrown weapon drops where it landed; an explosive is used up.
pub(crate) fn thrown_weapon_effect(unit: UnitId, slot: usize, weapon: &Weapon, to: Option<Cell>) -> RuleStep {
    match weapon.aberrant().area {
        0 => RuleStep::ThrowItem { unit, slot, to },
        _ => RuleStep::DestroyItem { unit, slot },
    }
}

/// Whether this effect takes the first target out of action.
fn is_felled(request: UnitAttack<'_>, effect: &RuleStep) -> bool {
    let RuleStep::ChangeHealth { unit, after, .. } = effect else { return false };
    let defender = &request.target.defender;
    *unit == defender.id
        && super::AberrantRulebook::down_state(&defender.sheet, after, &request.rules).is_some()
}

/// Whether the weapon leaves the hand: a throwing weapon that is not part of the body.
pub(crate) fn leaves_hand(weapon: &Weapon) -> bool {
    let weapon = weapon.aberrant();
    weapon.class == crate::aberrant::WeaponClass::Thrown && weapon.hands_needed() > 0
}

/// "3 levels of lethal, dazed".
fn result_words(scene: &AttackContext, result: &AttackResult) -> RuleText {
    if result.seized {
        return ResultWords::Seized.into();
    }
    unit_harm(scene, result).map_or_else(RuleText::default, RuleText::from)
}

/// "3 levels of lethal, dazed"; `None` for no damage.
pub(crate) fn unit_harm(scene: &AttackContext, result: &AttackResult) -> Option<Harm> {
    let kind = result.kind.filter(|_| result.levels > 0)?;
    let before = scene.defender.condition.turn.in_round(scene.defender.round).impact;
    let impact = result.condition.turn.impact;
    let impact = (impact > before && result.down.is_none()).then_some(impact);
    Some(Harm { levels: result.levels, kind, impact })
}

/// Adds the cost and the effects of a defence, whether it succeeded or not. `AB-BASE-08`, `AB-LIMIT-03`,
/// `AB-CANCEL-03`.
pub(crate) fn add_defence_effects(
    defender: &UnitSnapshot,
    result: &AttackResult,
    effects: &mut Vec<RuleStep>,
) {
    let Some(defended) = result.defended else { return };
    let unit = defender.id;
    let action = match defended.way {
        DefenceKind::Dodge => Action::Dodge,
        DefenceKind::Parry | DefenceKind::Shield => Action::Parry,
    };
    let points = match defended.price {
        DefenceCost::FullDefence | DefenceCost::Reserved => 0,
        DefenceCost::Abort(_) => 1,
    };
    let before = *defender.budget.aberrant();
    let after = TurnBudget::Aberrant(crate::aberrant::TurnBudget {
        effort: action_state_after(defended, before),
        ..before
    });
    effects.push(RuleStep::SetTurnBudget { unit, action: Some(action), points, after });
    effects.push(RuleStep::Record(BattleEvent::Defended { unit }));
}

const fn action_state_after(
    defended: DefenceMade,
    before: crate::aberrant::TurnBudget,
) -> crate::aberrant::turn::actions::ActionState {
    defended.action_state_after(before.effort)
}

/// Adds notes about destroyed armour. `AB-ARMOR-01`.
pub(crate) fn add_armour_breaks(scene: &AttackContext, result: &AttackResult, effects: &mut Vec<RuleStep>) {
    let defender = &scene.defender;
    let gone =
        result.condition.destroyed.iter().filter(|place| !defender.condition.destroyed.contains(place));
    for piece in gone.filter_map(|place| defender.sheet.armour.get(usize::from(*place))) {
        let text = UnitNote::ArmourDestroyed { piece: piece.name.clone() };
        effects.push(RuleStep::note(defender.id, text, "AB-ARMOR-01"));
    }
}

/// Adds effects on grapples: seizing starts one, and going down ends one. `AB-BASE-10`.
fn add_grapple_effects(request: UnitAttack<'_>, result: &AttackResult, effects: &mut Vec<RuleStep>) {
    let (one, other) = (request.attacker.id, request.target.defender.id);
    if result.seized && result.contact == HitResult::Hit {
        effects.push(RuleStep::SetGrip { unit: one, grip: Some(Grip::Holding(other)) });
        effects.push(RuleStep::SetGrip { unit: other, grip: Some(Grip::HeldBy(one)) });
    } else if let Some(Grip::Holding(held)) = request.target.defender.grip.filter(|_| result.down.is_some()) {
        effects.extend(release_grapple(other, held));
    }
}

/// Ends the grapple between two units.
pub(crate) fn release_grapple(one: UnitId, other: UnitId) -> [RuleStep; 2] {
    [one, other].map(|unit| RuleStep::SetGrip { unit, grip: None })
}
