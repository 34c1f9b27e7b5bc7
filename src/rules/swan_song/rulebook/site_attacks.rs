//! Attacks on a cell or a barrier; a blast also hits the units around. `SS-RULING-60`, `SS-BARR-19`.

use super::area_attacks::{BlastAttack, list_other_units};
use super::attack_contexts::barrier_attack_context;
use super::attack_steps::karma_steps;
use crate::ground::scatter::CellOffset;
use crate::lines::DiceCount;
use crate::swan_song::attack::pool;
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::explosives::area_attack;
use crate::swan_song::lines::attacks::{BlastDamage, BlastSummary, DetonationSite};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BarrierHarm, BarrierOnLine, Favours, Forecast, ForecastNote,
    ForecastTotal, HitResult, Odds, OutcomeSummary, RuleStep, RuleViolation,
};
use dice::{AnswerPolicy, CarryState, RuleResult, Table, enumerate};

/// Checks that no wall stands between attacker and target. `SS-RULING-60`.
///
/// # Errors
/// Returns a `RuleViolation` if a wall stands in between.
pub(super) fn may_blast_reach(site: &AttackSite) -> Result<(), RuleViolation> {
    let AttackSite { terrain, attacker, target } = site;
    if attacker != target && !terrain.blast_reaches(*attacker, *target) {
        return Err(RuleViolation::before_a_wall("SS-RULING-60"));
    }
    Ok(())
}

/// Returns where an attack detonates: on target, or where the miss scatters.
fn roll_centre(
    table: &mut impl Table,
    blast: &BlastAttack<'_>,
    is_on_target: bool,
) -> RuleResult<CellOffset> {
    if is_on_target { Ok(CellOffset::default()) } else { blast.roll_miss_offset(table) }
}

/// Resolves an attack on a cell: any hit is on target, a miss scatters; every unit around defends and soaks.
/// `SS-BASE-06`, `SS-DEF-49`, `SS-RULING-60`.
pub(super) fn attack_cell(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    let blast = BlastAttack::on_site(request);
    let (attack, karma, on_target) = area_attack::roll_area_attack(table, &blast.context)?;
    let centre = roll_centre(table, &blast, on_target)?;
    let others = list_other_units(request);
    let carried = &mut CarryState::new(table, (karma, on_target, centre));
    let mut outcome = blast.resolve_against_others(carried, (centre, &others), (attack, karma))?;
    outcome.add_final_steps(&request.attacker, &request.rules);
    let mut steps = karma_steps(karma, request.attacker.id, request.attacker.id);
    steps.extend(blast.detonation_steps(centre, DetonationSite::Square { on_target }));
    steps.extend(blast.ground_effect_step(centre));
    steps.extend(outcome.steps);
    Ok(ActionOutcome {
        contact: if on_target { HitResult::Hit } else { HitResult::Miss },
        net: i32::from(on_target),
        damage: outcome.damage,
        words: BlastSummary(outcome.summaries).into(),
        effects: steps,
    })
}

/// Forecasts an attack on a cell: the units in the blast, and where it detonates. `SS-RULING-60`.
pub(super) fn forecast_cell(request: &AttackRequest) -> Option<Forecast> {
    let blast = BlastAttack::on_site(request);
    let others = list_other_units(request);
    let count_reached = |centre: CellOffset| others.iter().filter(|unit| blast.reaches(centre, unit)).count();
    let distribution = enumerate(AnswerPolicy::first(), |table| {
        let (_, _, on_target) = area_attack::roll_area_attack(table, &blast.context)?;
        let centre = roll_centre(table, &blast, on_target)?;
        Ok(OutcomeSummary {
            contact: if on_target { HitResult::Hit } else { HitResult::Miss },
            net: i32::from(on_target),
            damage: u32::try_from(count_reached(centre)).unwrap_or(u32::MAX),
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        })
    });
    let attack = pool::attack_parts(&blast.context);
    let damage = pool::damage_parts(&blast.context.attacker, &blast.context.weapon);
    let attack_dice = DiceCount(attack.pool());
    let damage_text = format!("{} + net hits", damage.pool());
    Some(Forecast {
        roll: format!("{attack_dice}, unopposed"),
        totals: vec![
            ForecastTotal::new("Attack", attack_dice, Favours::Attacker, &attack, "SS-ATK-08"),
            ForecastTotal::new("Damage", damage_text, Favours::Attacker, &damage, "SS-ATK-17"),
        ],
        notes: vec![blast.reached_units_note(false)],
        odds: Odds::from_distribution(&distribution.ok()?, &[]),
        hidden: request.sight.hidden,
        ..Forecast::empty("caught")
    })
}

/// Returns the note on the units near a barrier under a blast attack; `None` for other attacks. `SS-RULING-60`.
pub(super) fn barrier_blast_note(request: &AttackRequest) -> Option<ForecastNote> {
    (request.weapon.swan_song().blast > 0).then(|| BlastAttack::on_site(request).reached_units_note(false))
}

/// Resolves an attack on a barrier; a blast also hits every unit near it. Chapter BARR, `SS-BARR-19`, `SS-RULING-60`.
pub(super) fn attack_barrier(
    table: &mut impl Table,
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    let barrier_context = barrier_attack_context(request, barrier);
    let (attack, karma) = barrier_attack::roll_attack(table, &barrier_context)?;
    let result = barrier_attack::resolve_with_roll(
        &mut CarryState::new(table, attack),
        &barrier_context,
        (attack, karma),
    )?;
    let attacker = &request.attacker;
    let mut steps = karma_steps(result.karma, attacker.id, attacker.id);
    let mut harms = result.barriers.clone();
    let mut summaries = Vec::new();
    if result.damage > 0 {
        harms.push(BarrierHarm { id: barrier.id, damage: result.damage });
        summaries.push(BlastDamage { target: None, damage: result.damage });
    }
    if barrier_context.weapon.blast > 0 && request.site.is_some() {
        let blast = BlastAttack::on_site(request);
        let others = list_other_units(request);
        let centre = roll_centre(table, &blast, result.hit)?;
        steps.extend(blast.detonation_steps(centre, DetonationSite::Barrier(barrier.name.clone())));
        steps.extend(blast.ground_effect_step(centre));
        let carried = &mut CarryState::new(table, (result.clone(), centre));
        let mut outcome = blast.resolve_against_others(carried, (centre, &others), (attack, karma))?;
        harms.into_iter().for_each(|harm| outcome.add_barrier_damage(harm));
        outcome.add_final_steps(attacker, &request.rules);
        steps.extend(outcome.steps);
        summaries.extend(outcome.summaries);
    } else {
        steps.extend(harms.into_iter().map(RuleStep::DamageBarrier));
    }
    if result.weapon_dropped {
        steps.push(RuleStep::DropItem { unit: attacker.id, slot: request.slot });
    }
    let contact = if result.hit { HitResult::Hit } else { HitResult::Miss };
    let words = BlastSummary(summaries).into();
    Ok(ActionOutcome { contact, net: 0, damage: result.damage, words, effects: steps })
}
