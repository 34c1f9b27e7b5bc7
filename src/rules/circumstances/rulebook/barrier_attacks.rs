//! Attacks on barriers: this book's test and damage, and walls of the borrowed chapter, see `borrowed`. Units as
//! barriers: `SS-BARR-44` to `SS-BARR-47`.

use super::CircumstancesRulebook;
use super::forecast_lines::{self, site_roll_text, target_number_total};
use super::site_attack::SiteAttack;
use super::turns::reroll_steps;
use super::units::wrap_health_state;
use crate::barriers::BarrierImpact;
use crate::circumstances::attacks::blast::{BlastLanding, LaunchContext};
use crate::circumstances::attacks::{jamming, legality, target_number};
use crate::circumstances::d100_test::{TargetNumber, TestAttempt, TestRoll};
use crate::circumstances::damage::cover;
use crate::circumstances::damage::resolution::AttackDamage;
use crate::circumstances::lines::HitNote;
use crate::circumstances::lines::{BlastAim, CircumstancesRefusal, HitOutcome, UnitOutcomes};
use crate::circumstances::{
    AttackAttempt, AttackMode, Characteristic, Weapon as OwnWeapon, WeaponClass, WeaponState,
};
use crate::ground::scatter::CellOffset;
use crate::rulebook::{BarrierRules, UnitRules};
use crate::{
    ActionOutcome, AttackRequest, BarrierHarm, BarrierOnLine, DownState, Favours, FireMode, Forecast,
    ForecastNote, ForecastTotal, HealthState, HitResult, Odds, OutcomeSummary, RuleSet, RuleStep,
    RuleViolation, Sheet, UnitSnapshot, barriers,
};
use dice::{AnswerPolicy, CarryState, Clause, Distribution, Note, RuleResult, Table, enumerate};

/// The chapter in the table of borrowed ones.
const CHAPTER: &str = "barriers and penetration";

impl BarrierRules for CircumstancesRulebook {
    /// The Toughness bonus.
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        sheet.circumstances().bonus(Characteristic::Toughness)
    }

    /// As Wounds.
    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
        wrap_health_state(unit.condition.circumstances().with_wounds_lost(points))
    }

    /// AP of the intact object. `CS-COV-15`, `CS-COV-16`.
    fn barrier_hit_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
        cover::default_ap(barrier)
    }

    /// Nothing is left of it. `CS-COV-16`.
    fn breached_cover_words() -> Option<(&'static str, Clause)> {
        Some(("is destroyed", "CS-COV-16"))
    }
}

fn attack_mode(mode: Option<FireMode>) -> AttackMode {
    if mode == Some(FireMode::Burst) { AttackMode::Burst } else { AttackMode::Standard }
}

fn attack_attempt<'a>(context: &'a LaunchContext, mode: Option<FireMode>) -> AttackAttempt<'a> {
    AttackAttempt { mode: attack_mode(mode), ..context.attempt() }
}

/// Checks the attack as against units.
///
/// # Errors
/// Returns `RuleViolation` as for units, or if the battle has no attacks on barriers.
pub fn may_attack_barrier(request: &AttackRequest) -> Result<(), RuleViolation> {
    if !request.rules.borrows(CHAPTER) {
        return Err(RuleViolation::new(CircumstancesRefusal::BarrierAttacksOff, "SS-BARR-19"));
    }
    if request.sight.hidden >= 100 {
        return Err(RuleViolation::new(CircumstancesRefusal::BarrierInFront, "SS-BARR-10"));
    }
    let site_attack = SiteAttack::from(request);
    let context = site_attack.launch_context();
    Ok(legality::may_attack(&attack_attempt(&context, request.mode), site_attack.weapon_state(&context))?)
}

/// How the attack met the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BarrierHit {
    hit: bool,
    jams: bool,
    fate_spent: bool,
    curse_spent: bool,
}

/// Rolls the test of a weapon without an area. `CS-BASE-08`, chapter JAM.
fn roll_attack(
    table: &mut impl Table,
    context: &LaunchContext,
    target: &TargetNumber,
    attack_mode: AttackMode,
) -> RuleResult<BarrierHit> {
    let threshold = jamming::misfire_threshold(&context.weapon, attack_mode, &context.switches);
    let misfires = |roll| threshold.is_some_and(|threshold| roll >= threshold);
    let test = TestAttempt {
        fighter: &context.attacker,
        why: "attack",
        clause: "CS-BASE-08",
        target,
        switches: &context.switches,
    };
    target_number::note_circumstances(table, &context.attempt());
    let is_blind = target_number::certain_miss(&context.attacker, &context.weapon).is_some();
    let tested = test.roll_unless(table, |roll| is_blind || misfires(roll))?;
    let jams = !tested.passed
        && misfires(tested.roll)
        && jamming::misfire_effect(&context.weapon) == jamming::MisfireEffect::Jams;
    if jams {
        let clause = jamming::jam_clause(&context.weapon, (attack_mode, tested.roll), &context.switches);
        table.note(|| Note::new(clause, HitNote::Jams));
    }
    let TestRoll { passed: hit, fate_spent, curse_spent, .. } = tested;
    table.merge_branches(BarrierHit { hit, jams, fate_spent, curse_spent })
}

/// Rolls damage against the segment. `SS-BARR-29` to `SS-BARR-33`, `SS-BARR-37`.
fn roll_barrier_damage(
    table: &mut impl Table,
    (request, barrier): (&AttackRequest, &BarrierOnLine),
    context: &LaunchContext,
) -> RuleResult<u32> {
    let attack_damage = AttackDamage::new(&context.attacker, &context.weapon, None, &context.switches);
    let dv = attack_damage.roll_damage(table)?;
    let dv = table.merge_branches(dv)?;
    let impact = BarrierImpact {
        arp: i32::from(context.weapon.penetration),
        penetrating: context.weapon.class == WeaponClass::Ranged && !context.weapon.is_area(),
        ranged: !context.weapon.is_melee(),
        rounds: if context.weapon.is_melee() { 0 } else { rounds_fired(&context.weapon, request.mode) },
        ..BarrierImpact::kinetic(&request.rules.engine)
    };
    barriers::damage_barrier(table, &impact, dv, barrier)
}

fn rounds_fired(weapon: &OwnWeapon, mode: Option<FireMode>) -> u32 {
    match (mode, weapon.burst) {
        (Some(FireMode::Burst), Some(burst)) => u32::from(burst.rounds),
        _ => 1,
    }
}

/// Resolves this book's test without a defence, then chapter BARR.
pub fn attack_barrier(
    table: &mut impl Table,
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    let site_attack = SiteAttack::from(request);
    let context = site_attack.launch_context();
    let (hit, mut steps, mut outcomes) = if context.weapon.is_area() {
        let aim = BlastAim::Barrier(barrier.name.clone());
        let (launch, steps, blast_result) = site_attack.launch_and_detonate(table, &context, aim)?;
        (launch.landing == BlastLanding::OnTarget, steps, blast_result.outcomes)
    } else {
        let attack_mode = attack_mode(request.mode);
        let target = target_number::target_number(&attack_attempt(&context, request.mode));
        let attack_result = roll_attack(table, &context, &target, attack_mode)?;
        let rounds = u16::try_from(CircumstancesRulebook::rounds_per_attack(&request.weapon, request.mode))
            .unwrap_or(u16::MAX);
        let after = if attack_result.jams {
            WeaponState { jammed: true, ..context.loaded }
        } else {
            context.loaded.spend_rounds(rounds)
        };
        let mut steps = site_attack.attacker_steps(&context, after);
        let BarrierHit { fate_spent, curse_spent, .. } = attack_result;
        steps.extend(reroll_steps(&request.attacker, fate_spent, curse_spent));
        let jam = attack_result.jams.then_some((None, HitOutcome::Jams));
        (attack_result.hit, steps, UnitOutcomes(jam.into_iter().collect()))
    };
    let damage = if hit {
        let table = &mut CarryState::new(table, (steps.clone(), outcomes.clone()));
        roll_barrier_damage(table, (request, barrier), &context)?
    } else {
        0
    };
    if damage > 0 {
        steps.push(RuleStep::DamageBarrier(BarrierHarm { id: barrier.id, damage }));
        outcomes.0.insert(0, (None, HitOutcome::BarrierDamage { damage }));
    }
    let contact = if hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: i32::from(hit), damage, words: outcomes.into(), effects: steps })
}

/// Forecast by chapter BARR: damage is dealt to the segment, and "out of action" means a hole.
pub fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let site_attack = SiteAttack::from(request);
    let context = site_attack.launch_context();
    let target = target_number::target_number(&attack_attempt(&context, request.mode));
    let outcomes = barrier_outcomes((request, barrier), &context, &target)?;
    let attack_damage = AttackDamage::new(&context.attacker, &context.weapon, None, &context.switches);
    let armor = barriers::armor_parts(barrier, i32::from(context.weapon.penetration));
    Some(Forecast {
        roll: site_roll_text(&context, target.number),
        totals: vec![
            target_number_total(&target),
            ForecastTotal::new(
                "Damage",
                attack_damage.dice().to_string(),
                Favours::Attacker,
                &attack_damage.bonus,
                "CS-BASE-12",
            ),
            ForecastTotal::new("Armour", armor.pool().to_string(), Favours::Target, &armor, "SS-BARR-29"),
        ],
        notes: barrier_notes(site_attack, &context, attack_mode(request.mode)),
        odds: Odds::from_distribution(&outcomes, &[]),
        barriers: request.barriers.iter().map(|other| (other.clone(), false)).collect(),
        hidden: request.sight.hidden,
        ..Forecast::empty("damage")
    })
}

/// The outcomes of an attack of whose test only hit or miss matters. `CS-BASE-08`, `CS-BLND-05`, `CS-CURS-01`, chapter JAM.
fn barrier_outcomes(
    (request, barrier): (&AttackRequest, &BarrierOnLine),
    context: &LaunchContext,
    target: &TargetNumber,
) -> Option<Distribution<OutcomeSummary>> {
    let threshold = jamming::misfire_threshold(&context.weapon, attack_mode(request.mode), &context.switches);
    // Misfires are the highest rolls: they lower the number.
    let highest_hit =
        threshold.map_or(target.number, |threshold| target.number.min(threshold.cast_signed() - 1));
    let target = TargetNumber { number: highest_hit, parts: target.parts.clone() };
    let test = TestAttempt {
        fighter: &context.attacker,
        why: "attack",
        clause: "CS-BASE-08",
        target: &target,
        switches: &context.switches,
    };
    let is_blind = target_number::certain_miss(&context.attacker, &context.weapon).is_some();
    let left = cover::default_ap_left(barrier);
    let outcomes = enumerate(AnswerPolicy::first(), |table| {
        let hit = test.roll_pass_unless(table, is_blind)?.passed;
        let damage = if hit { roll_barrier_damage(table, (request, barrier), context)? } else { 0 };
        Ok(OutcomeSummary {
            contact: if hit { HitResult::Hit } else { HitResult::Miss },
            net: i32::from(hit),
            damage,
            knocked_down: false,
            down: (left > 0 && damage >= left).then_some(DownState::Unconscious),
            barriers: Vec::new(),
        })
    });
    outcomes.ok()
}

/// Notes about misfires, a blinded attacker and units in the blast.
fn barrier_notes(
    site_attack: SiteAttack<'_>,
    context: &LaunchContext,
    attack_mode: AttackMode,
) -> Vec<ForecastNote> {
    let mut notes = Vec::new();
    if let Some(threshold) = jamming::misfire_threshold(&context.weapon, attack_mode, &context.switches) {
        let clause = jamming::jam_clause(&context.weapon, (attack_mode, threshold), &context.switches);
        notes.push(ForecastNote {
            text: "Misses and may jam".to_owned(),
            value: format!("{threshold} or more"),
            clause,
        });
    }
    notes.extend(forecast_lines::certain_miss_note(&context.attacker, &context.weapon));
    if context.weapon.is_area() {
        let units_in_blast = site_attack.explosion(context).units_in_blast(CellOffset::default());
        notes.push(forecast_lines::units_in_blast_note(&units_in_blast, context.weapon.blast, None));
    }
    notes
}
