//! Detonations of placed items. `SS-RULING-60`, `SS-BARR-23`, `SS-BARR-24`, `SS-BARR-27`, chapter TIMED.

use super::area_attacks::{BlastAttack, ExplosionOutcome, list_bystanders, weapon_at_distance};
use super::{SwanSongRulebook, fighter, switches};
use crate::ground::scatter::CellOffset;
use crate::lines::BarrierLine;
use crate::rulebook::DetonationRules;
use crate::swan_song::attack::pool;
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::checks::base;
use crate::swan_song::explosives::area_attack;
use crate::swan_song::lines::attacks::{AttackLine, BlastDamage, BlastSummary};
use crate::swan_song::{BarrierAttackContext, KarmaSpent};
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{
    ActionOutcome, AttackRequest, AttackTarget, BarrierHarm, BarrierOnLine, BlastProfile, Detonation,
    HealthState, Karma, MovementMode, RuleSet, RuleStep, TargetSight, UnitSnapshot, Weapon,
};
use dice::{CarryState, Note, Roll, RuleResult, Table};

/// Sight within the same cell.
const SAME_CELL: TargetSight = TargetSight::in_the_open(0);

impl DetonationRules for SwanSongRulebook {
    /// DV before net hits. `SS-RULING-60`.
    fn blast_profile(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        let (attacker, weapon) = (fighter(attacker), weapon.swan_song());
        let damage = |metres: u32| {
            let weapon = weapon_at_distance(weapon, metres * metres, switches(rules).area);
            pool::damage_parts(&attacker, &weapon).pool().to_string()
        };
        (weapon.blast > 0).then(|| BlastProfile::new(weapon.blast, damage))
    }

    /// Table SS-T4.
    fn detonation_trigger(item: &Weapon) -> Option<DetonationTrigger> {
        item.swan_song().trigger
    }

    /// One roll of the owner, without the modifiers of the moment. A barrier it touches is attacked, every unit around
    /// defends. `SS-TIMED-01`, `SS-BARR-23`, `SS-BARR-27`, `SS-RULING-60`.
    fn detonate(table: &mut impl Table, detonation: &Detonation) -> RuleResult<ActionOutcome> {
        let Detonation { owner, weapon, site, bystanders, touching, rules } = detonation;
        let item = weapon.swan_song();
        let note = RuleStep::note(owner.id, AttackLine::Explodes { item: item.name.clone() }, "SS-TIMED-01");
        let request = AttackRequest {
            site: Some(site.clone()),
            bystanders: bystanders.clone(),
            ..AttackRequest::new(
                owner_without_modifiers(owner, rules),
                (weapon.clone(), usize::MAX),
                AttackTarget::Cell,
                SAME_CELL,
                rules.clone(),
            )
        };
        let blast = BlastAttack::on_site(&request);
        let (centre, others) = (CellOffset::default(), list_bystanders(&request));
        let ground_effect = blast.ground_effect_step(centre);
        let attacked = touching.iter().filter(|barrier| item.explosive && !barrier.is_open());
        let barrier_contexts: Vec<_> =
            attacked.map(|barrier| touching_barrier_context(&blast, barrier)).collect();
        let attack = match barrier_contexts.first() {
            Some(context) => barrier_attack::roll_attack(table, context)?.0,
            None if others.iter().any(|unit| blast.reaches(centre, unit)) => {
                area_attack::roll_area_attack(table, &blast.context)?.0
            }
            None => {
                return Ok(ActionOutcome::from_effects([note].into_iter().chain(ground_effect).collect()));
            }
        };
        let mut outcome =
            blast.resolve_against_others(table, (centre, &others), (attack, KarmaSpent::NONE))?;
        for context in &barrier_contexts {
            damage_touching_barrier(table, context, attack, &mut outcome)?;
        }
        outcome.add_final_steps(&request.attacker, &request.rules);
        // A placed item is no longer in hand: nothing can be dropped.
        outcome.steps.retain(|step| !matches!(step, RuleStep::DropItem { slot: usize::MAX, .. }));
        let steps = [note].into_iter().chain(ground_effect).chain(outcome.steps).collect();
        Ok(ActionOutcome {
            words: BlastSummary(outcome.summaries).into(),
            damage: outcome.damage,
            ..ActionOutcome::from_effects(steps)
        })
    }
}

/// Resolves the attack of a placed item on a barrier that it touches, and adds its damage. `SS-BARR-27`.
fn damage_touching_barrier(
    table: &mut impl Table,
    context: &BarrierAttackContext,
    attack: Roll,
    outcome: &mut ExplosionOutcome,
) -> RuleResult<()> {
    let barrier = &context.barrier.name;
    table.note(|| Note::new("SS-BARR-27", BarrierLine::InContact { barrier: barrier.clone() }));
    let carried = (
        attack,
        outcome.steps.clone(),
        outcome.summaries.clone(),
        outcome.damage,
        outcome.barrier_damage.clone(),
    );
    let result = barrier_attack::resolve_with_roll(
        &mut CarryState::new(table, carried),
        context,
        (attack, KarmaSpent::NONE),
    )?;
    if result.damage > 0 {
        outcome.summaries.push(BlastDamage { target: Some(barrier.clone()), damage: result.damage });
        outcome.add_barrier_damage(BarrierHarm { id: context.barrier.id, damage: result.damage });
    }
    Ok(())
}

/// Returns the attack of a placed item on a barrier that it touches. `SS-BARR-27`.
fn touching_barrier_context(blast: &BlastAttack<'_>, barrier: &BarrierOnLine) -> BarrierAttackContext {
    BarrierAttackContext {
        attacker: blast.context.attacker.clone(),
        weapon: blast.context.weapon.clone(),
        mode: None,
        hand: None,
        barrier: barrier.clone(),
        hidden: 0,
        barriers: Vec::new(),
        rounds_fired: 0,
        switches: blast.context.switches.clone(),
    }
}

/// Returns the owner of a placed item without the modifiers of the moment: only sheet and skill count.
fn owner_without_modifiers(owner: &UnitSnapshot, rules: &RuleSet) -> UnitSnapshot {
    UnitSnapshot {
        condition: HealthState::SwanSong(base::starting_vitals(owner.sheet.swan_song(), switches(rules))),
        gait: MovementMode::Steady,
        late: false,
        ailments: Vec::new(),
        karma: Karma::default(),
        surprised_by: Vec::new(),
        carries: None,
        holds: None,
        down: None,
        ..owner.clone()
    }
}
