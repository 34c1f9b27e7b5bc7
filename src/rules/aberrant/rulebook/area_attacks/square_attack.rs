//! Blasts aimed at a square or a barrier: placing, scattering and resolving them. `AB-AREA-05`, `AB-AREA-06`.

use super::super::aimed_knockback::KnockbackCourse;
use super::super::attack_contexts::context_between;
use super::super::attack_steps::{attack_end_step, leaves_hand, thrown_weapon_step};
use super::super::attacks::{is_queued, may_use_weapon};
use super::super::extras;
use super::super::forecast::{dice_text, difficulty_text};
use super::super::forecast_notes::forecast_note;
use super::super::held_items::is_impaired;
use super::{Blast, add_area_steps, astray_step};
use crate::aberrant::attacks::area;
use crate::aberrant::attacks::area::{BlastPlacement, GroundAttackContext};
use crate::aberrant::lines::{AberrantRefusal, BlastHarm, Harm, UnitNote};
use crate::aberrant::{AttackContext, AttackResult};
use crate::ground::ground_effect;
use crate::{
    ActionOutcome, AttackRequest, Favours, Forecast, ForecastTotal, HitResult, Odds, OutcomeSummary,
    QueuedAttack, RuleStep, RuleViolation,
};
use dice::{CarryState, RuleResult, Table};
use model::Cell;

/// The result of each unit inside a blast, and their damage by name.
type BlastResults = (Vec<AttackResult>, Vec<(String, Harm)>);

/// An attack on a square; all units inside are secondary targets. `AB-AREA-05`, `AB-AREA-08`.
pub(super) struct SquareAttack<'a> {
    request: &'a AttackRequest,
    pub(super) attack: AttackContext,
}

impl<'a> SquareAttack<'a> {
    pub(super) fn new(request: &'a AttackRequest) -> Self {
        let AttackRequest { attacker, weapon, sight, rules, .. } = request;
        let mut attack = context_between((attacker, attacker), weapon.aberrant().clone(), *sight, rules);
        attack.impaired = is_impaired(attacker, request.slot, rules);
        attack.group = extras::group_attack(request);
        Self { request, attack }
    }

    pub(super) fn ground_context(&self) -> GroundAttackContext<'_> {
        GroundAttackContext {
            attacker: &self.attack.attacker,
            weapon: &self.attack.weapon,
            sight: self.attack.sight,
            replacement: self.attack.replacement,
            impaired: self.attack.impaired,
            rolled: self.attack.group.rolled,
            switches: &self.attack.switches,
        }
    }

    pub(super) fn blast(&self, centre: Option<Cell>) -> Option<Blast<'_>> {
        Blast::new(self.request, &self.attack, centre)
    }

    /// Resolves a blast in a square with `net` successes: its steps, the result of each unit inside, and their
    /// damage by name. `AB-AREA-06`.
    fn resolve_blast(
        &self,
        table: &mut impl Table,
        (centre, net): (Option<Cell>, u32),
        steps: &mut Vec<RuleStep>,
    ) -> RuleResult<BlastResults> {
        let Some(blast) = self.blast(centre) else { return Ok((Vec::new(), Vec::new())) };
        let (who, weapon) = (self.request.attacker.id, &self.attack.weapon);
        let levels = area::roll_object_damage(table, who, weapon, &blast.rows)?;
        blast.add_object_steps(&levels, steps);
        let targets = blast.targets(&levels);
        let contexts: Vec<_> = targets.iter().map(|(_, context)| context.clone()).collect();
        let table = &mut CarryState::new(table, levels);
        let results = area::resolve_secondary_hits(table, net, &contexts)?;
        let harms = add_area_steps(
            &targets,
            &results,
            (KnockbackCourse::away_from(centre), &self.request.rules),
            steps,
        );
        Ok((results, harms))
    }
}

/// Checks whether the weapon may be aimed at a square; only area weapons can. `AB-AREA-05`, `AB-RANGE-05`.
///
/// # Errors
/// Returns `RuleViolation` if it may not.
pub fn may_attack_square(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, slot, mode, sight, .. } = request;
    may_use_weapon(attacker, weapon, *slot, *mode)?;
    is_queued(attacker, QueuedAttack::Place)?;
    let square_attack = SquareAttack::new(request);
    if square_attack.attack.weapon.area == 0 {
        let weapon = square_attack.attack.weapon.name.clone();
        return Err(RuleViolation::new(AberrantRefusal::NeedsUnit { weapon }, "AB-AREA-05"));
    }
    if sight.hidden >= 100 {
        return Err(RuleViolation::before_a_wall("AB-AREA-01"));
    }
    square_attack
        .ground_context()
        .difficulty()
        .map(|_| ())
        .map_err(|why| RuleViolation::new(why, why.clause()))
}

/// Resolves a blast aimed at the ground; a group of extras rolls once. `AB-AREA-05`, `AB-AREA-06`, `AB-GRITTY-07`.
pub fn attack_square(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    let square_attack = SquareAttack::new(request);
    let (ground, mut steps) = (square_attack.ground_context(), Vec::new());
    let rolled = extras::roll_for_group(
        table,
        request,
        ground.rolled,
        |table| ground.roll_successes(table),
        &mut steps,
    )?;
    let Some((rolled, successes)) = rolled else {
        let placement = ground.place_blast(table)?;
        return resolve_placed_blast(table, &square_attack, placement);
    };
    let square_attack = SquareAttack::new(&rolled);
    let table = &mut CarryState::new(table, successes);
    let placement = square_attack.ground_context().place_blast(table)?;
    let mut outcome = resolve_placed_blast(table, &square_attack, placement)?;
    outcome.effects.splice(0..0, steps);
    Ok(outcome)
}

/// Resolves a blast at a barrier, which is hit without a roll. `AB-OBJ-01`, `AB-AREA-05`.
pub fn blast_barrier(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    resolve_placed_blast(table, &SquareAttack::new(request), BlastPlacement::OnTarget { net: 1 })
}

/// Resolves a blast whose place is known. `AB-AREA-05`, `AB-AREA-06`.
fn resolve_placed_blast(
    table: &mut impl Table,
    square_attack: &SquareAttack<'_>,
    placement: BlastPlacement,
) -> RuleResult<ActionOutcome> {
    let request = square_attack.request;
    let (attacker, aim) = (&request.attacker, request.site.as_ref().map(|site| site.target));
    let weapon = square_attack.attack.weapon.name.clone();
    let (centre, net, text) = match placement {
        BlastPlacement::OnTarget { net } => (aim, net, UnitNote::BlastOnTarget { weapon }),
        BlastPlacement::Scattered { east, south } => {
            let centre = aim.map(|aim| Cell::new(aim.x + east, aim.y + south));
            let metres = east.unsigned_abs().max(south.unsigned_abs());
            (centre, 1, UnitNote::BlastScattered { weapon, metres })
        }
        BlastPlacement::Missed => (None, 0, UnitNote::NoBlast { weapon }),
    };
    let mut steps = vec![RuleStep::note(attacker.id, text, "AB-AREA-05")];
    if centre != aim || placement == BlastPlacement::Missed {
        steps.push(astray_step(attacker.id, centre));
    }
    steps.extend(ground_effect::effect_left_at(&request.weapon, centre));
    let (results, others) =
        square_attack.resolve_blast(&mut CarryState::new(table, placement), (centre, net), &mut steps)?;
    let words = BlastHarm { target: None, others };
    let damage = results.iter().map(|result| result.levels).sum();
    if leaves_hand(&request.weapon) {
        steps.push(thrown_weapon_step(attacker.id, request.slot, &request.weapon, centre));
    }
    extras::use_up_support(request, &mut steps);
    steps.extend(attack_end_step(attacker));
    let hit = matches!(placement, BlastPlacement::OnTarget { .. });
    let contact = if hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: net.cast_signed(), damage, words: words.into(), effects: steps })
}

/// The chance that the blast goes off on target, and the number of units inside. `AB-AREA-05`.
pub fn forecast_square(request: &AttackRequest) -> Option<Forecast> {
    let square_attack = SquareAttack::new(request);
    let ground = square_attack.ground_context();
    let (parts, difficulty) = (ground.pool_parts(), ground.difficulty().ok()?);
    let placements = ground.placement_odds()?;
    let aim = request.site.as_ref().map(|site| site.target);
    let targets = square_attack.blast(aim)?.targets(&[]);
    let summary = |placement: &BlastPlacement| {
        let hit = matches!(placement, BlastPlacement::OnTarget { .. });
        OutcomeSummary {
            contact: if hit { HitResult::Hit } else { HitResult::Miss },
            net: i32::from(hit),
            damage: if hit { u32::try_from(targets.len()).unwrap_or(u32::MAX) } else { 0 },
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        }
    };
    let names: Vec<_> = targets.iter().map(|(unit, _)| unit.name.to_string()).collect();
    let names = if names.is_empty() { "no unit".to_owned() } else { names.join(", ") };
    let radius = format!("{} m", area::radius_m(square_attack.attack.weapon.area));
    Some(Forecast {
        roll: format!("{}{}", dice_text(parts.pool()), difficulty_text(&difficulty)),
        totals: vec![
            ForecastTotal::new("Attack", dice_text(parts.pool()), Favours::Attacker, &parts, "AB-AREA-05"),
            ForecastTotal::new(
                "Difficulty",
                format!("+{}", difficulty.pool()),
                Favours::Target,
                &difficulty,
                "AB-BASE-02",
            ),
        ],
        notes: vec![forecast_note(format!("Reaches {names}"), &radius, "AB-AREA-02")],
        odds: Odds::from_distribution(&placements.map(summary), &[]),
        hidden: request.sight.hidden,
        ..Forecast::empty("caught")
    })
}
