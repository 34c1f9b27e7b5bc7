//! Attacks: attack options, restrictions, and results of attacks on units.

use super::aimed_knockback::{
    KnockbackCourse, can_throw_back, choose_knockback_target, knockback_targets, resolve_into_unit,
};
use super::area_attacks::{attack_square, may_attack_square, resolve_area_attack};
use super::attack_contexts::{attack_context, weapon_in_use};
use super::attack_steps::{
    add_attacker_steps, add_defender_steps, add_grapple_steps, leaves_hand, result_words,
};
use super::barrier_attacks::{attack_barrier, may_attack_barrier};
use super::extras::VOLLEY;
use super::{AberrantRulebook, extras, fighter, held_items};
use crate::aberrant::attacks::aimed_knockback::{INTO_OBJECT, INTO_UNIT, KnockbackAim, needs_surroundings};
use crate::aberrant::attacks::held_items::AT_HELD;
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::attacks::{grapple, range, resolution};
use crate::aberrant::extras::is_cinematic_person;
use crate::aberrant::lines::{
    AberrantRefusal, AnnouncedNames, Counted, DecidingAttack, LostAttack, UnitNote,
};
use crate::aberrant::turn::actions;
use crate::aberrant::turn::turn_budget::AttackQueue;
use crate::aberrant::{AttackContext, DamageType};
use crate::ground::ground_effect;
use crate::rulebook::{AttackRules, UnitRules};
use crate::special_actions::grappling;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AnnouncedAttack, AttackOption, AttackRequest, AttackTarget, FireMode, Grip, HeldWeapon,
    HitResult, ImpossibleAttack, QueuedAttack, RuleSet, RuleStep, RuleViolation, TurnBudget, UnitAttack,
    UnitSnapshot, Weapon, WeaponMalfunction,
};
use dice::{CarryState, Clause, RuleResult, Table};

/// Key of the called shot at a vital organ. `AB-BASE-17`.
pub(crate) const VITAL: &str = "vital";
/// Key of the seizing attack, which deals no damage. `AB-BASE-10`.
pub(crate) const SEIZE: &str = "seize";
/// Key of the attack that crushes the held unit. `AB-BASE-10`.
pub(crate) const CRUSH: &str = "crush";
/// Key of the attack that throws a weapon. `AB-THROW-01`.
pub(crate) const THROW: &str = "throw";

impl AttackRules for AberrantRulebook {
    /// Melee, unarmed or ranged.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        let weapon = weapon.aberrant();
        match (weapon.is_melee(), weapon.hands_needed()) {
            (false, _) => Action::Fire(mode.unwrap_or(FireMode::Single)),
            (true, 0) => Action::UnarmedAttack,
            (true, _) => Action::MeleeAttack,
        }
    }

    /// Called shots, held items, grapples, throws, aimed knockback. `AB-OBJ-02`, `AB-BASE-10`,
    /// `AB-BASE-17`, `AB-THROW-01`.
    fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        let weapon = held.weapon.aberrant();
        let option =
            |key, label, detail: String, clause: Clause| AttackOption::basic(key, label, detail, clause);
        let mut options = Vec::new();
        // Only damage that can kill makes a called shot fatal. `AB-RESUS-08`
        let can_kill = !matches!(weapon.damage.kind, DamageType::Stun | DamageType::Emp);
        if can_kill && !weapon.grapple && weapon.area == 0 {
            let detail = "harder by 3; a target that it kills cannot be revived".to_owned();
            options.push(option(VITAL, "Vital organ", detail, "AB-BASE-17"));
        }
        options.extend(held_items::held_item_option(weapon));
        let throws = !(rules.book.aberrant().realistic_knockback && weapon.low_momentum); // `AB-KNOCK-12`
        if throws && !weapon.grapple && weapon.area == 0 && weapon.damage.kind != DamageType::Emp {
            let detail =
                "harder by 1; knocks the target into an obstacle behind it, at most 45 degrees off the line"
                    .to_owned();
            options.push(option(INTO_OBJECT, "Slam into object", detail, KnockbackAim::Object.clause()));
            let detail =
                "harder by 2; knocks the target into another unit, and the successes are split between both"
                    .to_owned();
            options.push(option(INTO_UNIT, "Slam into unit", detail, KnockbackAim::Mover.clause()));
        }
        if is_cinematic_person(unit.sheet.aberrant()) && !weapon.grapple && weapon.area == 0 {
            let detail =
                "one more die for each extra of the side that sees the target and has it in range".to_owned();
            options.push(AttackOption {
                of_body: true,
                ..option(VOLLEY, "Attack together", detail, "AB-CINE-12")
            });
        }
        if weapon.is_melee() && weapon.hands_needed() == 0 && !weapon.grapple {
            if matches!(unit.grip, Some(Grip::Holding(_))) {
                let dice = Counted::BashingDice(u32::from(unit.sheet.aberrant().strength));
                let detail = format!("rolls Strength against Strength: {dice} to the held unit");
                options.push(option(CRUSH, "Crush", detail, "AB-BASE-10"));
            } else if unit.grip.is_none() {
                let detail = "a hit does no damage but holds the target".to_owned();
                options.push(option(SEIZE, "Seize", detail, "AB-BASE-10"));
            }
        }
        if weapon.is_melee() && weapon.hands_needed() > 0 {
            let increment =
                range::increment_m(&weapon.as_thrown(), unit.sheet.aberrant(), rules.book.aberrant());
            if let Some(metres) = increment {
                let detail = format!("throws the weapon, so that it leaves the hand; short range {metres} m");
                options.push(option(THROW, "Throw", detail, "AB-THROW-01"));
            }
        }
        options
    }

    fn attack_needs_bystanders(attacker: &crate::Sheet, target: Option<&crate::Sheet>) -> bool {
        extras::needs_bystanders(attacker, target)
    }

    fn option_needs_bystanders(option: &str) -> bool {
        needs_surroundings(option)
    }

    fn option_throws_weapon(option: &str) -> bool {
        option == THROW
    }

    fn option_spares_target(option: &str) -> bool {
        option == AT_HELD
    }

    fn has_replacement(unit: &UnitSnapshot) -> bool {
        unit.budget.aberrant().phase.replacement_pending
    }

    fn budget_once_replaced(unit: &UnitSnapshot) -> Option<TurnBudget> {
        let mut budget = *unit.budget.aberrant();
        budget.phase.replacement_pending = true;
        Some(TurnBudget::Aberrant(budget))
    }

    fn can_throw_back(attack: UnitAttack<'_>) -> bool {
        can_throw_back(attack)
    }

    fn queued_attacks(unit: &UnitSnapshot) -> Vec<QueuedAttack> {
        unit.budget.aberrant().queued_attacks()
    }

    fn announces_attacks(unit: &UnitSnapshot) -> bool {
        unit.budget.aberrant().queue != AttackQueue::Open
    }

    /// `AB-CANCEL-01`, `AB-CANCEL-03`.
    fn first_attack_note(unit: &UnitSnapshot) -> Option<(&'static str, Clause)> {
        let binds = unit.budget.aberrant().is_bound_by_next_attack();
        let others = actions::usable_actions(&fighter(unit)).0 > 1;
        (binds && others).then_some((
            "Nothing was announced: this attack decides the target of the others in this turn.",
            "AB-CANCEL-03",
        ))
    }

    /// `AB-CANCEL-01`, `AB-CANCEL-03`.
    fn queue_refusal(
        unit: &UnitSnapshot,
        attack: QueuedAttack,
        announced: &[AnnouncedAttack],
    ) -> Option<RuleViolation> {
        check_queue(unit, attack, announced).err().map(|why| {
            let hindered = announced.iter().find_map(|announced| Some((announced, announced.obstacle?)));
            match hindered {
                Some((attack, _)) if attack.slays => {
                    RuleViolation::new(AberrantRefusal::SlayOrReplace, "AB-CANCEL-01")
                }
                Some((attack, why)) => {
                    let lost = LostAttack { words: Some(attack.words.clone()), why };
                    RuleViolation::new(AberrantRefusal::ReplaceFirst(lost), "AB-CANCEL-01")
                }
                None => why,
            }
        })
    }

    /// `AB-CANCEL-01`.
    fn impossible_attack(attack: UnitAttack<'_>) -> Option<ImpossibleAttack> {
        let AttackRequest { attacker, weapon, slot, sight, rules, .. } = attack.request;
        let (sheet, switches) = (attacker.sheet.aberrant(), rules.book.aberrant());
        if may_use_weapon(attacker, weapon, *slot, attack.mode).is_err() {
            return Some(ImpossibleAttack::NoWeapon);
        }
        if is_walled_off(&attack) || (weapon.aberrant().area > 0 && sight.hidden >= 100) {
            return Some(ImpossibleAttack::PathBlocked);
        }
        let reach = range::weapon_bracket(weapon.aberrant(), sheet, sight, switches);
        reach.is_err().then_some(ImpossibleAttack::OutOfReach)
    }

    /// A throwing weapon once, a support weapon once for each henchman who has one. `AB-MASS-16`.
    fn uses_left(unit: &UnitSnapshot, weapon: &Weapon) -> Option<u32> {
        let thrown = leaves_hand(weapon).then_some(1);
        extras::support_left(unit, weapon.aberrant()).or(thrown)
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        match &request.target {
            AttackTarget::Unit(target) => may_attack_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(_) => may_attack_barrier(request),
            AttackTarget::Cell => may_attack_square(request),
        }
    }

    /// `AB-BASE-18`, chapters AREA and OBJ.
    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        match &request.target {
            AttackTarget::Unit(target) => attack_unit(table, UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => attack_barrier(table, request, barrier),
            AttackTarget::Cell => attack_square(table, request),
        }
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
    may_use_weapon(attacker, weapon, *slot, request.mode)?;
    let at_leader = matches!(option.as_deref(), Some(VITAL | SEIZE | AT_HELD | INTO_OBJECT | INTO_UNIT));
    extras::may_attack(request, !at_leader && !weapon.aberrant().grapple)?;
    if is_walled_off(&request) {
        return Err(RuleViolation::new(AberrantRefusal::BehindWall, "SS-BARR-10"));
    }
    if weapon.aberrant().area > 0 && sight.hidden >= 100 {
        return Err(RuleViolation::before_a_wall("AB-AREA-01"));
    }
    if let Some(key) = option.as_deref() {
        if defender.sheet.aberrant().building.is_some() && key != THROW {
            return Err(RuleViolation::new(AberrantRefusal::OnlyDamage, "AB-OBJ-09"));
        }
        let options = attacker
            .held_weapon(*slot)
            .map_or_else(Vec::new, |held| AberrantRulebook::attack_options(attacker, held, rules));
        if options.iter().all(|known| known.key != key) {
            let weapon = weapon.aberrant();
            if key == THROW && weapon.is_melee() && weapon.hands_needed() > 0 {
                let why = range::OutOfReach::TooHeavy;
                return Err(RuleViolation::new(why, why.clause()));
            }
            let weapon = weapon.name.clone();
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
        if matches!(key, INTO_OBJECT | INTO_UNIT) && !can_throw_back(request) {
            return Err(RuleViolation::new(AberrantRefusal::TooWeakToThrow, "AB-KNOCK-01"));
        }
        if key == SEIZE {
            grappling::can_grasp(attacker, defender)?;
            if defender.grip.is_some() {
                return Err(RuleViolation::new(AberrantRefusal::AlreadyGrappling, "AB-BASE-10"));
            }
        }
    }
    // A step nearer does not help against what was announced. Smoke that is thrown at a square takes this way too.
    let of_smoke = ground_effect::is_smoke(weapon);
    let attack = QueuedAttack::on_unit(*slot, defender.id);
    is_queued(attacker, if of_smoke { QueuedAttack::Place } else { attack })?;
    range::weapon_bracket(&weapon_in_use(&request), attacker.sheet.aberrant(), sight, rules.book.aberrant())
        .map(|_| ())
        .map_err(|why| RuleViolation::new(why, why.clause()))
}

/// Checks whether an attack is one of those that the unit has queued. `AB-CANCEL-01`, `AB-CANCEL-03`.
pub(crate) fn is_queued(attacker: &UnitSnapshot, attack: QueuedAttack) -> Result<(), RuleViolation> {
    check_queue(attacker, attack, &[])
}

/// Checks whether an attack is one of those that the unit has queued; the reason names these. `AB-CANCEL-01`, `AB-CANCEL-03`.
fn check_queue(
    attacker: &UnitSnapshot,
    attack: QueuedAttack,
    announced: &[AnnouncedAttack],
) -> Result<(), RuleViolation> {
    let budget = attacker.budget.aberrant();
    let mut names = announced.iter().map(|announced| announced.words.clone());
    budget.may_attack(attack).map_err(|impossible| match impossible {
        Some(why) => {
            let lost = LostAttack { words: None, why };
            RuleViolation::new(AberrantRefusal::ReplaceFirst(lost), "AB-CANCEL-01")
        }
        None if budget.queued_attacks().is_empty() => {
            RuleViolation::new(AberrantRefusal::NoAttackQueued, "AB-CANCEL-03")
        }
        None if budget.queue == AttackQueue::Open => {
            let first = DecidingAttack(names.next());
            RuleViolation::new(AberrantRefusal::FirstAttackDecides(first), "AB-CANCEL-03")
        }
        None => {
            let announced = AnnouncedNames(names.collect());
            RuleViolation::new(AberrantRefusal::OtherAttacks(announced), "AB-CANCEL-03")
        }
    })
}

/// Whether the target is wholly hidden and the battle has no barrier damage. `SS-BARR-10`.
pub(crate) fn is_walled_off(request: &AttackRequest) -> bool {
    request.sight.hidden >= 100 && !request.rules.borrows("barriers")
}

/// Checks whether the weapon itself can be used to attack. `AB-CANCEL-01`.
pub(crate) fn may_use_weapon(
    unit: &UnitSnapshot,
    weapon: &Weapon,
    slot: usize,
    mode: Option<FireMode>,
) -> Result<(), RuleViolation> {
    let own = weapon.aberrant();
    if let Some(flaw) = unit.condition.aberrant().weapon_flaw(own.hands_needed(), own.is_melee()) {
        return Err(RuleViolation::new(AberrantRefusal::Maimed(flaw), flaw.clause()));
    }
    extras::may_fire_support(unit, weapon.aberrant())?;
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

/// Resolves an attack on a unit; a group of extras rolls once. `AB-BASE-18`, `AB-GRITTY-07`.
fn attack_unit(table: &mut impl Table, request: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    if request.option.as_deref() == Some(AT_HELD) {
        return held_items::resolve_held_item_attack(table, request);
    }
    let context = attack_context(request);
    let mut steps = Vec::new();
    let rolled = match request.option.as_deref() {
        Some(CRUSH) => None,
        _ if context.defender.sheet.building.is_some() => None, // `AB-OBJ-01`
        _ => {
            let plan = AttackPlan::new(&context);
            let rolled = context.group.rolled.or(plan.out_of_reach.map(|_| 0));
            extras::roll_for_group(table, &request, rolled, |table| plan.roll_successes(table), &mut steps)?
        }
    };
    let Some((rolled, successes)) = rolled else { return attack_unit_with(table, request, context) };
    let request = UnitAttack { request: &rolled, target: request.target };
    let context = attack_context(request);
    let mut outcome = attack_unit_with(&mut CarryState::new(table, successes), request, context)?;
    outcome.effects.splice(0..0, steps);
    Ok(outcome)
}

/// Resolves an attack on a unit in the terms of this book. `AB-BASE-18`.
fn attack_unit_with(
    table: &mut impl Table,
    request: UnitAttack<'_>,
    context: AttackContext,
) -> RuleResult<ActionOutcome> {
    if context.blast.is_some() {
        let mut outcome = resolve_area_attack(table, request, &context)?;
        let target_down = outcome.effects.iter().any(|step| is_target_defeat(request, step));
        add_attacker_steps(&request, context.defender.id, target_down, &mut outcome.effects);
        return Ok(outcome);
    }
    let obstacle = choose_knockback_target(table, request)?;
    let mut steps = Vec::new();
    let (result, course) = match (&obstacle, request.option.as_deref()) {
        (_, Some(CRUSH)) => (grapple::resolve_crush(table, &context)?, KnockbackCourse::default()),
        (Some(obstacle), Some(INTO_UNIT)) => {
            resolve_into_unit(table, &request, &context, obstacle, &mut steps)?
        }
        (obstacle, _) => {
            let origin = obstacle.as_ref().and_then(|obstacle| obstacle.push_origin(&request));
            (resolution::resolve_attack(table, &context)?, KnockbackCourse::away_from(origin))
        }
    };
    let words = result_words(&context, &result);
    add_defender_steps(&request.target.defender, &context, &result, (course, &request.rules), &mut steps);
    if context.called_vital && result.contact == HitResult::Hit {
        let text = UnitNote::VitalHit;
        steps.push(RuleStep::note(context.defender.id, text, "AB-BASE-17"));
    }
    extras::fell_further(table, request, &context, &result, &mut steps)?;
    extras::add_joiner_steps(&request, &mut steps);
    add_grapple_steps(request, &result, &mut steps);
    add_attacker_steps(&request, context.defender.id, result.down.is_some(), &mut steps);
    Ok(ActionOutcome {
        contact: result.contact,
        net: result.margin,
        damage: result.levels,
        words,
        effects: steps,
    })
}

/// Whether this step takes the first target out of action.
fn is_target_defeat(request: UnitAttack<'_>, step: &RuleStep) -> bool {
    let RuleStep::ChangeHealth { unit, after, .. } = step else { return false };
    let defender = &request.target.defender;
    *unit == defender.id && AberrantRulebook::down_state(&defender.sheet, after, &request.rules).is_some()
}
