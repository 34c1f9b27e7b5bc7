//! Groups of extras and the support weapons of bands on the map. Chapters GRITTY, CINE and MASS.

use std::sync::Arc;

use super::{fighter, health_step, turn_budget_step};
use crate::aberrant::attacks::context::GroupAttack;
use crate::aberrant::attacks::range;
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::bands::bonuses;
use crate::aberrant::extras::extra_state::Departure;
use crate::aberrant::extras::{self as rule, cinematic};
use crate::aberrant::lines::{AberrantRefusal, UnitNote};
use crate::aberrant::{AttackContext, AttackResult, Weapon};
use crate::lines::SharedRefusal;
use crate::turn_engine::PhaseTiming;
use crate::{
    AttackRequest, BattleEvent, Bystander, HealthState, HitResult, RuleSet, RuleStep, RuleViolation, Sheet,
    TargetSight, UnitAttack, UnitRole, UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

/// Key of the attack in which several cinematic extras join. `AB-CINE-12`.
pub(crate) const VOLLEY: &str = "volley";

/// Whether an attack needs the units nearby: those of the attacker's group, and extras that fall to the same blow.
/// `AB-GRITTY-07`, `AB-CINE-10`, `AB-CINE-12`.
pub(crate) fn needs_bystanders(attacker: &Sheet, target: Option<&Sheet>) -> bool {
    let attacker = attacker.aberrant();
    let in_group = attacker.role == UnitRole::GrittyExtra && attacker.group.is_some();
    let target_is_extra = target.is_some_and(|target| rule::is_cinematic_person(target.aberrant()));
    in_group || rule::is_cinematic_person(attacker) || target_is_extra
}

/// Others of the attacker's group that are still in the fight. `AB-GRITTY-07`.
fn group_members(request: &AttackRequest) -> impl Iterator<Item = &UnitSnapshot> {
    let attacker = &request.attacker;
    let is_member = |other: &&UnitSnapshot| {
        other.side == attacker.side
            && other.down.is_none()
            && rule::is_same_group(attacker.sheet.aberrant(), other.sheet.aberrant())
    };
    request.bystanders.iter().map(|bystander| &bystander.unit).filter(is_member)
}

/// Cinematic extras who can join an attack on a unit, each with the weapon it uses: those with a phase to come, in
/// range and in sight. `AB-CINE-12`.
fn joiners(request: &AttackRequest) -> Vec<(&UnitSnapshot, usize, &Arc<Weapon>)> {
    let attacker = &request.attacker;
    let can_join = |bystander: &&Bystander| {
        let other = &bystander.unit;
        other.side == attacker.side
            && other.id != attacker.id
            && rule::is_cinematic_person(other.sheet.aberrant())
            && !fighter(other).is_helpless()
            && other.budget.aberrant().turn == PhaseTiming::Before
            && other.initiative > 0
            && bystander.sees_target
    };
    request
        .bystanders
        .iter()
        .filter(can_join)
        .filter_map(|bystander| {
            let (slot, weapon) = weapon_in_range(bystander, request)?;
            Some((&bystander.unit, slot, weapon))
        })
        .collect()
}

/// The first loaded weapon in a unit's hands that reaches the target of an attack.
fn weapon_in_range<'a>(
    bystander: &'a Bystander,
    request: &AttackRequest,
) -> Option<(usize, &'a Arc<Weapon>)> {
    let (east, north) = bystander.offset;
    let sight = TargetSight {
        distance_squared: (east * east + north * north).unsigned_abs(),
        chebyshev_distance: east.unsigned_abs().max(north.unsigned_abs()),
        ..request.sight
    };
    let unit = &bystander.unit;
    let reaches = |weapon: &Weapon| {
        let switches = request.rules.book.aberrant();
        range::weapon_bracket(weapon, unit.sheet.aberrant(), &sight, switches).is_ok()
    };
    unit.held.iter().find_map(|held| {
        let weapon = held.weapon.aberrant();
        let usable = weapon.area == 0 && !weapon.grapple && (weapon.magazine == 0 || held.loaded > 0);
        (usable && reaches(weapon)).then_some((held.slot, weapon))
    })
}

/// How a group makes an attack on a unit. `AB-GRITTY-07`, `AB-CINE-12`.
pub(crate) fn group_attack(request: &AttackRequest) -> GroupAttack {
    let attacker = &request.attacker;
    let in_group = attacker.sheet.aberrant().role == UnitRole::GrittyExtra;
    let rolls = attacker.budget.aberrant().group;
    let joining = if request.option.as_deref() == Some(VOLLEY) { joiners(request).len() } else { 0 };
    GroupAttack {
        rolled: rolls.successes(request.weapon.aberrant().skill).filter(|_| in_group),
        joining: u32::try_from(joining).unwrap_or(u32::MAX),
    }
}

/// The weapon of a volley: the attacker's, with the damage of the commonest among all who attack. `AB-CINE-12`.
pub(crate) fn volley_weapon(request: &AttackRequest) -> Weapon {
    let own = request.weapon.aberrant();
    let joining = joiners(request);
    let used = || std::iter::once(own).chain(joining.iter().map(|(.., weapon)| *weapon));
    let number_of = |weapon: &Weapon| used().filter(|other| other.name == weapon.name).count();
    // The first of equally common ones.
    let common =
        used().fold(own, |best, weapon| if number_of(weapon) > number_of(best) { weapon } else { best });
    Weapon {
        damage: common.damage,
        source: common.source,
        munition: common.munition,
        soak_as: common.soak_as,
        unsoakable: common.unsoakable,
        ap: common.ap,
        low_momentum: common.low_momentum,
        ..(**own).clone()
    }
}

/// Checks the limits of extras and bands on an attack. `AB-CINE-12`, `AB-CINE-13`, `AB-MASS-18`.
///
/// # Errors
/// Returns a `RuleViolation` if they forbid it.
pub(crate) fn may_attack(request: UnitAttack<'_>, spares_leader: bool) -> Result<(), RuleViolation> {
    let (attacker, defender) = (&request.attacker, &request.target.defender);
    let is_extra = rule::is_cinematic_person(attacker.sheet.aberrant());
    if is_extra && defender.condition.aberrant().extra.attacked_by_extras == Some(attacker.round) {
        let unit = defender.name.to_string();
        return Err(RuleViolation::new(AberrantRefusal::AttackedByExtras { unit }, "AB-CINE-13"));
    }
    if request.option.as_deref() == Some(VOLLEY) && joiners(&request).is_empty() {
        return Err(RuleViolation::new(AberrantRefusal::NoOneJoins, "AB-CINE-12"));
    }
    if !spares_leader && defender.condition.aberrant().band.is_shielding(defender.sheet.aberrant()) {
        let unit = defender.name.to_string();
        return Err(RuleViolation::new(AberrantRefusal::LeaderShielded { unit }, "AB-MASS-18"));
    }
    Ok(())
}

/// Checks that a henchman has an unused support weapon, if the weapon is one. `AB-MASS-16`.
///
/// # Errors
/// Returns a `RuleViolation` if none is left.
pub(crate) fn may_fire_support(unit: &UnitSnapshot, weapon: &Weapon) -> Result<(), RuleViolation> {
    if support_left(unit, weapon) == Some(0) {
        let weapon = weapon.name.clone();
        return Err(RuleViolation::new(AberrantRefusal::SupportUsed { weapon }, "AB-MASS-16"));
    }
    Ok(())
}

/// Henchmen of a unit who have a support weapon of this name and have not fired it; `None` if it is no support weapon. `AB-MASS-16`.
pub(crate) fn support_left(unit: &UnitSnapshot, weapon: &Weapon) -> Option<u32> {
    let (sheet, condition) = (unit.sheet.aberrant(), unit.condition.aberrant());
    let band = sheet.band.as_ref().filter(|_| bonuses::support_entry(sheet, &weapon.name).is_some())?;
    Some(condition.band.support_left(band, &weapon.name))
}

/// Uses up the support weapon that an attack was made with. `AB-MASS-12`, `AB-MASS-16`.
pub(crate) fn use_up_support(request: &AttackRequest, steps: &mut Vec<RuleStep>) {
    let (attacker, weapon) = (&request.attacker, request.weapon.aberrant());
    let sheet = attacker.sheet.aberrant();
    let Some(band) = sheet.band.as_ref().filter(|_| bonuses::support_entry(sheet, &weapon.name).is_some())
    else {
        return;
    };
    let own_change = steps.iter_mut().rev().find_map(|step| match step {
        RuleStep::ChangeHealth { unit, after: HealthState::Aberrant(after), .. } if *unit == attacker.id => {
            Some(after)
        }
        _ => None,
    });
    match own_change {
        Some(after) => after.band.fire_support(band, &weapon.name),
        None => {
            let mut after = attacker.condition.aberrant().clone();
            after.band.fire_support(band, &weapon.name);
            steps.push(health_step(attacker.id, after, 0));
        }
    }
}

/// Rolls an attack for the attacker's whole group, if it has not rolled in this pass: returns the attack with the
/// roll, and stores it for the others. `None` for attackers without a group. `AB-GRITTY-07`.
pub(crate) fn roll_for_group<T: Table>(
    table: &mut T,
    request: &AttackRequest,
    already_rolled: Option<u32>,
    roll: impl FnOnce(&mut T) -> RuleResult<u32>,
    steps: &mut Vec<RuleStep>,
) -> RuleResult<Option<(AttackRequest, u32)>> {
    let sheet = request.attacker.sheet.aberrant();
    let in_group = sheet.role == UnitRole::GrittyExtra && sheet.group.is_some();
    if !in_group || already_rolled.is_some() {
        return Ok(None);
    }
    let successes = roll(table)?;
    let successes = table.merge_branches(successes)?;
    let skill = request.weapon.aberrant().skill;
    let with_roll = |unit: &UnitSnapshot| {
        let mut budget = *unit.budget.aberrant();
        budget.group = budget.group.with_roll(skill, successes);
        budget
    };
    steps.extend(group_members(request).map(|member| turn_budget_step(member.id, with_roll(member))));
    let mut rolled = request.clone();
    rolled.attacker.budget = crate::TurnBudget::Aberrant(with_roll(&request.attacker));
    // The attack ends in the attacker's budget only if one is pending.
    steps.push(turn_budget_step(request.attacker.id, with_roll(&request.attacker)));
    Ok(Some((rolled, successes)))
}

/// Takes the action of each extra that joined an attack. `AB-CINE-12`.
pub(crate) fn add_joiner_steps(request: &AttackRequest, steps: &mut Vec<RuleStep>) {
    if request.option.as_deref() != Some(VOLLEY) {
        return;
    }
    let leader = &request.attacker.name;
    for (unit, slot, weapon) in joiners(request) {
        let mut budget = *unit.budget.aberrant();
        budget.effort.actions = budget.effort.actions.saturating_add(1);
        budget.effort.owed = budget.effort.owed.saturating_add(1);
        steps.push(turn_budget_step(unit.id, budget));
        if let Some(held) = unit.held_weapon(slot).filter(|_| weapon.magazine > 0) {
            let loaded = held.loaded.saturating_sub(1);
            steps.push(RuleStep::Record(BattleEvent::AmmunitionSet { unit: unit.id, weapon: slot, loaded }));
        }
        let text = UnitNote::JoinsAttack { leader: leader.to_string() };
        steps.push(RuleStep::note(unit.id, text, "AB-CINE-12"));
    }
}

/// Other cinematic extras that an attack could also fell, the nearest to its target first. `AB-CINE-10`.
pub(crate) fn within_same_blow<'a>(request: UnitAttack<'a>, weapon: &Weapon) -> Vec<&'a UnitSnapshot> {
    let (attacker, defender) = (&request.attacker, &request.target.defender);
    let switches = request.rules.book.aberrant();
    let falls = |bystander: &&Bystander| {
        bystander.unit.side == defender.side
            && rule::is_cinematic_person(bystander.unit.sheet.aberrant())
            && bystander.unit.down.is_none()
            && bystander.sight.hidden < 100
            && range::weapon_bracket(weapon, attacker.sheet.aberrant(), &bystander.sight, switches).is_ok()
    };
    let mut others: Vec<_> = request.request.bystanders.iter().filter(falls).collect();
    others.sort_by_key(|bystander| {
        let (east, north) = bystander.offset;
        (east * east + north * north, bystander.unit.id)
    });
    others.into_iter().map(|bystander| &bystander.unit).collect()
}

/// Fells further extras by the surplus successes of a hit. `AB-CINE-10`.
pub(crate) fn fell_further(
    table: &mut impl Table,
    request: UnitAttack<'_>,
    context: &AttackContext,
    result: &AttackResult,
    steps: &mut Vec<RuleStep>,
) -> RuleResult<()> {
    let is_extra = rule::is_cinematic_person(&context.defender.sheet);
    if !is_extra || result.contact != HitResult::Hit || result.seized {
        return Ok(());
    }
    let further = cinematic::further_targets(result.margin.max(0).unsigned_abs());
    for other in within_same_blow(request, &context.weapon).into_iter().take(further as usize) {
        let against_other = AttackContext { defender: fighter(other), ..context.clone() };
        let felled = AttackPlan::new(&against_other).fell_with_surplus(table)?;
        steps.push(RuleStep::note(other.id, UnitNote::FallsToo, "AB-CINE-10"));
        steps.push(health_step(other.id, felled.condition, felled.levels));
        if felled.knocked_down {
            steps.push(RuleStep::FallProne { unit: other.id });
        }
    }
    Ok(())
}

/// What a fallen extra means for another unit: under `cine_rout`, others of its group flee. `AB-CINE-17`.
pub(crate) fn rout(fallen: &UnitSnapshot, unit: &UnitSnapshot, rules: &RuleSet) -> Vec<RuleStep> {
    let (sheet, condition) = (unit.sheet.aberrant(), unit.condition.aberrant());
    let flees = rules.book.aberrant().cine_rout
        && rule::is_cinematic_person(sheet)
        && unit.side == fallen.side
        && rule::is_same_group(fallen.sheet.aberrant(), sheet);
    if !flees || condition.extra.flees {
        return Vec::new();
    }
    let mut after = condition.clone();
    after.extra.flees = true;
    vec![RuleStep::note(unit.id, UnitNote::Routs, "AB-CINE-17"), health_step(unit.id, after, 0)]
}

/// Checks whether a player may describe how an extra fell. `AB-CINE-09`.
///
/// # Errors
/// Returns a `RuleViolation` unless it is a fallen cinematic extra and the switch is on.
pub(crate) fn may_narrate(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Clause, RuleViolation> {
    let fallen = rule::is_cinematic_person(unit.sheet.aberrant()) && unit.down.is_some();
    if fallen && rules.book.aberrant().cine_narration {
        return Ok("AB-CINE-09");
    }
    Err(RuleViolation::new(SharedRefusal::NoNarration, "AB-CINE-09"))
}

/// Takes a fleeing extra off the field. `AB-CINE-17`.
pub(crate) fn flight_step(unit: &UnitSnapshot) -> RuleStep {
    let mut after = unit.condition.aberrant().clone();
    after.extra.left = Some(Departure::Fled);
    health_step(unit.id, after, 0)
}
