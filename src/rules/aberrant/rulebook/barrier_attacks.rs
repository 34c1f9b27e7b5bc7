//! Attacks on barriers, by this book's object table, and units as barriers. Chapter OBJ, `SS-BARR-44` to
//! `SS-BARR-47`.

use super::attack_steps::{attack_end_step, leaves_hand, thrown_weapon_step};
use super::attacks::{is_queued, may_use_weapon};
use super::forecast::dice_text;
use super::{AberrantRulebook, area_attacks, extras, fighter};
use crate::aberrant::attacks::pool::add_henchmen_damage;
use crate::aberrant::attacks::range;
use crate::aberrant::environment::objects;
use crate::aberrant::health::damage::{DamageRoll, roll_structure_levels};
use crate::aberrant::lines::{AberrantRefusal, Counted, DamageNote, KindLevels, LevelKind, ResultWords};
use crate::aberrant::{Damage, DamageType};
use crate::knockback::objects::object_for_barrier;
use crate::rulebook::BarrierRules;
use crate::{
    ActionOutcome, AttackRequest, BarrierHarm, BarrierOnLine, DownState, Favours, Forecast, ForecastNote,
    ForecastTotal, HealthState, HitResult, Odds, OutcomeSummary, QueuedAttack, RuleSet, RuleStep,
    RuleViolation, Sheet, UnitSnapshot,
};
use dice::{AnswerPolicy, Modifiers, Note, RuleResult, Table, enumerate};

impl BarrierRules for AberrantRulebook {
    /// Its Stamina.
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        u32::from(sheet.aberrant().stamina)
    }

    /// Levels of lethal damage.
    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        let mut after = unit.condition.aberrant().clone();
        let switches = rules.book.aberrant();
        after.take_levels(unit.sheet.aberrant(), points, DamageType::Lethal, switches);
        HealthState::Aberrant(after)
    }

    /// Hit points of a segment: the structure of its row, or the body of a human shield. `AB-OBJ-09`,
    /// `AB-OBJ-11`.
    fn barrier_hit_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
        objects::barrier_structure(barrier)
    }
}

/// Checks range and the weapon's state. `AB-RANGE-05`, `AB-THROW-02`.
///
/// # Errors
/// Returns `RuleViolation` if the attack is not allowed, or if the battle has no barrier damage.
pub fn may_attack_barrier(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, slot, mode, sight, rules, .. } = request;
    if !rules.borrows("barriers") {
        return Err(RuleViolation::new(AberrantRefusal::NoBarrierDamage, "AB-OBJ-09"));
    }
    may_use_weapon(attacker, weapon, *slot, *mode)?;
    is_queued(attacker, QueuedAttack::Place)?;
    range::weapon_bracket(weapon.aberrant(), attacker.sheet.aberrant(), sight, rules.book.aberrant())
        .map(|_| ())
        .map_err(|why| RuleViolation::new(why, why.clause()))
}

/// Everything about an attack on a barrier that does not depend on dice: a wall is hit without a roll, with
/// one success. `AB-OBJ-01`.
struct BarrierAttackPlan<'a> {
    request: &'a AttackRequest,
    damage: Damage,
    damage_parts: Modifiers,
    armour: Modifiers,
    roll: Option<DamageRoll>,
    barrier: &'a BarrierOnLine,
}

impl<'a> BarrierAttackPlan<'a> {
    fn new(request: &'a AttackRequest, barrier: &'a BarrierOnLine) -> Self {
        let weapon = &**request.weapon.aberrant();
        let is_in_way = |one: &&BarrierOnLine| one.is_crossed(request.sight.hidden) && !objects::is_open(one);
        let crossed = request.barriers.iter().filter(is_in_way);
        let armour_before: u32 = crossed.map(objects::barrier_armour).sum();
        let own = objects::barrier_armour(barrier);
        let pierced = weapon.ap.min(armour_before + own);
        let mut armour = Modifiers::new();
        let object = object_for_barrier(barrier);
        match barrier.id.unit() {
            Some(_) => armour.add(own.cast_signed(), "body", "AB-SHIELD-04"),
            None => armour.add(own.cast_signed(), object.name, object.clause),
        }
        armour.add(armour_before.cast_signed(), "barriers before it", "AB-OBJ-15");
        armour.add(-pierced.cast_signed(), "armour piercing", "AB-AP-01");
        let mut damage_parts = Modifiers::new();
        damage_parts.add(weapon.damage.dice.cast_signed(), "weapon", "AB-ADDS-02");
        let switches = request.rules.book.aberrant();
        add_henchmen_damage(&mut damage_parts, &fighter(&request.attacker), weapon, switches);
        let damage = Damage { dice: damage_parts.pool(), ..weapon.damage };
        let roll = objects::object_damage_roll(damage, armour_before + own - pierced);
        Self { request, damage, damage_parts, armour, roll, barrier }
    }

    /// Resolves the levels that the segment loses. `AB-OBJ-09`.
    fn resolve(&self, table: &mut impl Table) -> RuleResult<u32> {
        if self.barrier.id.unit().is_none() {
            let (left, structure) =
                (objects::structure_left(self.barrier), objects::barrier_structure(self.barrier));
            objects::note_object(table, object_for_barrier(self.barrier), left, structure);
        }
        if self.damage_parts.0.len() > 1 {
            table.note(|| {
                let (damage, raw) = (self.damage, Counted::RawDice(self.damage.dice));
                let line = DamageNote::BarrierDice { damage, raw };
                Note::new("AB-OBJ-01", line).with_parts(&self.damage_parts.0)
            });
        }
        table.note(|| {
            let (damage, armour) = (self.damage, self.armour.pool());
            let line = match self.roll {
                Some(DamageRoll { dice, .. }) => {
                    DamageNote::PastBarrierArmour { damage, armour, dice: Counted::Dice(dice) }
                }
                None => DamageNote::StoppedByBarrier { damage, armour },
            };
            Note::new("AB-OBJ-09", line).with_parts(&self.armour.0)
        });
        self.roll.map_or(Ok(0), |roll| roll_structure_levels(table, self.request.attacker.id, roll))
    }
}

/// Resolves an attack on a wall: no roll to hit; dice that get past its armour are levels of its structure.
/// A weapon with an area goes off in front of it. `AB-OBJ-01`, `AB-OBJ-09`, `AB-AREA-05`.
pub fn attack_barrier(
    table: &mut impl Table,
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    if request.weapon.aberrant().area > 0 && request.site.is_some() {
        return area_attacks::blast_barrier(table, request);
    }
    let levels = BarrierAttackPlan::new(request, barrier).resolve(table)?;
    let mut steps = Vec::new();
    if levels > 0 {
        steps.push(RuleStep::DamageBarrier(BarrierHarm { id: barrier.id, damage: levels }));
    }
    if leaves_hand(&request.weapon) {
        let landing_square = request.site.as_ref().map(|site| site.target);
        steps.push(thrown_weapon_step(request.attacker.id, request.slot, &request.weapon, landing_square));
    }
    extras::use_up_support(request, &mut steps);
    steps.extend(attack_end_step(&request.attacker));
    let lost = KindLevels { levels, kind: LevelKind::Structure };
    let words = (levels > 0).then(|| ResultWords::BarrierDamaged(lost).into());
    let words = words.unwrap_or_default();
    Ok(ActionOutcome { contact: HitResult::Hit, net: 0, damage: levels, words, effects: steps })
}

/// Computes the exact odds of an attack on a barrier. Chapter OBJ.
pub fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let plan = BarrierAttackPlan::new(request, barrier);
    let outcomes = enumerate(AnswerPolicy::first(), |table| plan.resolve(table)).ok()?;
    let left = objects::structure_left(barrier);
    let summary = |levels: &u32| OutcomeSummary {
        contact: HitResult::Hit,
        net: 0,
        damage: *levels,
        knocked_down: false,
        down: (left > 0 && *levels >= left).then_some(DownState::Unconscious),
        barriers: Vec::new(),
    };
    let totals = vec![
        ForecastTotal::new(
            "Damage",
            plan.damage.to_string(),
            Favours::Attacker,
            &plan.damage_parts,
            "AB-OBJ-09",
        ),
        ForecastTotal::new(
            "Armour",
            plan.armour.pool().to_string(),
            Favours::Target,
            &plan.armour,
            "AB-OBJ-09",
        ),
    ];
    let barriers: Vec<_> = request.barriers.iter().map(|one| (one.clone(), one.transparent)).collect();
    let object = object_for_barrier(barrier);
    let note = ForecastNote {
        text: format!("Counts as {}", object.name_with_article()),
        value: format!("{left} of {} levels of structure left", objects::barrier_structure(barrier)),
        clause: object.clause,
    };
    let damage = plan
        .roll
        .map_or_else(|| "no damage".to_owned(), |roll| format!("{} of damage", dice_text(roll.dice)));
    Some(Forecast {
        roll: format!("hits automatically; {damage}"),
        totals,
        notes: vec![note],
        odds: Odds::from_distribution(&outcomes.map(summary), &[]),
        barriers,
        hidden: request.sight.hidden,
        ..Forecast::empty("levels")
    })
}
