//! Area attacks on the map: the units in the blast, and the cell where a miss detonates. `SS-DEF-49`, `SS-RULING-60`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attack_contexts::{attack_context, defending_fighter};
use super::attack_steps::{
    damage_body_shield, health_after, is_killing_blow, karma_steps, list_attack_steps, struck_body,
    win_last_stand_steps,
};
use crate::ground::ground_effect;
use crate::ground::scatter;
use crate::ground::scatter::CellOffset;
use crate::swan_song::explosives::area_attack;
use crate::swan_song::lines::attacks::{
    BlastDamage, BlastSummary, DetonationLine, DetonationSite, SparedLine,
};
use crate::swan_song::options::switches::AreaDamage;
use crate::swan_song::{AttackContext, AttackResult, DamageValue, KarmaSpent, Weapon, WeaponClass};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BarrierHarm, BattleEvent, ForecastNote, HitResult, RuleSet,
    RuleStep, UnitAttack, UnitSnapshot, UnitTarget,
};
use dice::{Roll, RuleResult, Table};
use model::{BarrierSource, Cell, UnitId};

/// A unit besides the first target, and its offset from it: squares east and north.
pub(super) struct BlastBystander<'a> {
    unit: &'a UnitSnapshot,
    offset: CellOffset,
    aware: bool,
}

impl BlastBystander<'_> {
    /// Returns the squared distance from the detonation, in square metres.
    fn distance_squared(&self, centre: CellOffset) -> u32 {
        let offset = self.offset.relative_to(centre);
        offset.east.unsigned_abs().pow(2) + offset.north.unsigned_abs().pow(2)
    }
}

/// Returns the cell at an offset from the target.
fn cell_at(site: &AttackSite, offset: CellOffset) -> Cell {
    Cell::new(site.target.x + offset.east, site.target.y - offset.north)
}

/// Returns the offset of the attacker from the first target.
fn attacker_offset(request: &AttackRequest) -> CellOffset {
    let south = -request.sight.chebyshev_distance.cast_signed();
    request.site.as_ref().map_or(CellOffset::new(0, south), |site| {
        CellOffset::new(site.attacker.x - site.target.x, site.target.y - site.attacker.y)
    })
}

/// Lists every unit except the first target and the attacker, by id.
pub(super) fn list_bystanders(request: &AttackRequest) -> Vec<BlastBystander<'_>> {
    let bystanders = request.bystanders.iter().map(|bystander| BlastBystander {
        unit: &bystander.unit,
        offset: CellOffset::new(bystander.offset.0, bystander.offset.1),
        aware: bystander.sight.aware,
    });
    bystanders.collect()
}

/// Lists every unit except the first target, by id, the attacker last.
pub(super) fn list_other_units(request: &AttackRequest) -> Vec<BlastBystander<'_>> {
    let attacker = BlastBystander { unit: &request.attacker, offset: attacker_offset(request), aware: true };
    list_bystanders(request).into_iter().chain([attacker]).collect()
}

/// Returns the weapon as it affects a target at this distance from the detonation: under a switch, its DV falls by a
/// point per metre. `SS-RULING-60`.
pub(super) fn weapon_at_distance(
    weapon: &Arc<Weapon>,
    distance_squared: u32,
    area: AreaDamage,
) -> Arc<Weapon> {
    let metres = distance_squared.isqrt();
    let damage = match (area, weapon.damage) {
        (AreaDamage::FullDv, _) => return Arc::clone(weapon),
        (AreaDamage::Falloff, DamageValue::Fixed(full)) => DamageValue::Fixed(full.saturating_sub(metres)),
        (AreaDamage::Falloff, DamageValue::StrengthPlus(more)) => {
            DamageValue::StrengthPlus(more - metres.cast_signed())
        }
    };
    Arc::new(Weapon { damage, ..(**weapon).clone() })
}

/// An attack with an area. Offsets are from its first target, or from the attacked cell.
pub(super) struct BlastAttack<'a> {
    /// The request.
    pub request: &'a AttackRequest,
    /// The attack on the first target, or on a stand-in that is never hit.
    pub context: AttackContext,
}

impl<'a> BlastAttack<'a> {
    /// Prepares an attack on an area around a unit.
    pub(super) fn on_unit(attack: UnitAttack<'a>) -> Self {
        Self { request: attack.request, context: attack_context(attack) }
    }

    /// Prepares an attack on a cell or a barrier.
    pub(super) fn on_site(request: &'a AttackRequest) -> Self {
        let target = &UnitTarget::stand_in(&request.attacker);
        let context = attack_context(UnitAttack { request, target });
        let context =
            AttackContext { mode: None, called_shot: None, barriers: Vec::new(), rounds_fired: 0, ..context };
        Self { request, context }
    }

    /// Returns the cell of the detonation; `None` without a map.
    fn detonation_cell(&self, centre: CellOffset) -> Option<Cell> {
        self.request.site.as_ref().map(|site| cell_at(site, centre))
    }

    /// Returns whether a unit is within the radius and not behind a wall.
    pub(super) fn reaches(&self, centre: CellOffset, bystander: &BlastBystander<'_>) -> bool {
        self.is_within(bystander.distance_squared(centre))
            && self.request.site.as_ref().is_none_or(|site| {
                let (from, to) = (cell_at(site, centre), cell_at(site, bystander.offset));
                from == to || site.terrain.blast_reaches(from, to)
            })
    }

    /// Whether a squared distance from the detonation, in square metres, is within the radius.
    fn is_within(&self, distance_squared: u32) -> bool {
        distance_squared <= self.context.weapon.blast.pow(2)
    }

    /// Returns the notes on units within the radius that a wall shields.
    fn shielded_notes(&self, centre: CellOffset, others: &[BlastBystander<'_>]) -> Vec<RuleStep> {
        let is_shielded = |bystander: &&BlastBystander<'_>| {
            bystander.unit.down.is_none()
                && self.is_within(bystander.distance_squared(centre))
                && !self.reaches(centre, bystander)
        };
        let shielded = others.iter().filter(is_shielded);
        shielded.map(|bystander| spared_note(bystander.unit, SparedLine::Shielded)).collect()
    }

    /// Returns the note on the first target if the attack misses it and yet goes off within the radius of it.
    fn evasion_note(
        &self,
        centre: CellOffset,
        target: &UnitSnapshot,
        result: &AttackResult,
    ) -> Option<RuleStep> {
        let distance_squared = centre.east.unsigned_abs().pow(2) + centre.north.unsigned_abs().pow(2);
        let evades = result.contact == HitResult::Miss && self.is_within(distance_squared);
        evades.then(|| spared_note(target, SparedLine::Evades))
    }

    /// Returns the context of the attack against a unit in the blast.
    fn bystander_context(&self, centre: CellOffset, bystander: &BlastBystander<'_>) -> AttackContext {
        let (request, unit) = (self.request, bystander.unit);
        let mut context = AttackContext {
            defender: defending_fighter(unit, &request.attacker),
            weapon: weapon_at_distance(
                &self.context.weapon,
                bystander.distance_squared(centre),
                self.context.switches.area,
            ),
            barriers: Vec::new(),
            in_contact: false,
            ..self.context.clone()
        };
        context.sight.hidden = 0;
        if let Some(site) = &request.site {
            let (from, to) = (cell_at(site, centre), cell_at(site, bystander.offset));
            if from != to {
                let (shelters, hidden) = site.terrain.shelters(from, to, unit.prone);
                context.sight.hidden = hidden;
                // Seen from the unit, the obstacle is beside the explosion.
                context.in_contact =
                    site.terrain.shelters(to, from, false).0.iter().any(|shelter| shelter.beside);
                context.barriers = shelters.into_iter().map(|shelter| shelter.barrier).collect();
            }
        }
        context.sight.took_cover = unit.in_cover;
        context.sight.across_obstacle = context.sight.hidden > 0;
        context.sight.aware = bystander.aware;
        context
    }

    /// Lists the units that the blast reaches, and the context of the attack against each. An attacker in its own blast
    /// has `spent` Karma on the attack. `SS-BASE-25`.
    pub(super) fn list_targets<'u>(
        &self,
        (centre, others): (CellOffset, &[BlastBystander<'u>]),
        spent: KarmaSpent,
    ) -> (Vec<&'u UnitSnapshot>, Vec<AttackContext>) {
        let reached = others.iter().filter(|bystander| self.reaches(centre, bystander));
        let with_context = |bystander: &BlastBystander<'u>| {
            let mut context = self.bystander_context(centre, bystander);
            if bystander.unit.id == self.request.attacker.id {
                let karma = &mut context.defender.karma;
                karma.left = karma.left.saturating_sub(spent.by_attacker());
            }
            (bystander.unit, context)
        };
        reached.map(with_context).unzip()
    }

    /// Lists the units besides the first target that a detonation on target reaches, the attacker last, each with the
    /// context of the attack against it. `SS-RULING-60`.
    pub(super) fn contexts_on_target(&self) -> Vec<(&'a UnitSnapshot, AttackContext)> {
        let others = list_other_units(self.request);
        let (units, contexts) = self.list_targets((CellOffset::default(), &others), KarmaSpent::NONE);
        units.into_iter().zip(contexts).collect()
    }

    /// Returns the card note on the units that a detonation on target reaches; `besides_target` if they are those
    /// besides the target. `SS-RULING-60`.
    pub(super) fn reached_units_note(&self, besides_target: bool) -> ForecastNote {
        let others = list_other_units(self.request);
        let reached = others.iter().filter(|bystander| self.reaches(CellOffset::default(), bystander));
        let names: Vec<_> = reached.map(|bystander| bystander.unit.name.to_string()).collect();
        ForecastNote::for_reached_units(&names, besides_target, self.context.weapon.blast, "SS-RULING-60")
    }

    /// Rolls where a miss detonates, by the borrowed rule; on target if scatter is not borrowed. `CS-SCA-03`,
    /// `CS-SCA-08`.
    pub(super) fn roll_miss_offset(&self, table: &mut impl Table) -> RuleResult<CellOffset> {
        let request = self.request;
        if !request.rules.borrows("scatter") {
            return Ok(CellOffset::default());
        }
        let is_thrown = self.context.weapon.class == WeaponClass::Thrown;
        let direction = scatter::roll_scatter(table, is_thrown, 0)?;
        let path = scatter::scatter_path(attacker_offset(request), CellOffset::default(), direction);
        let can_step = |from, to| {
            request
                .site
                .as_ref()
                .is_none_or(|site| site.terrain.can_step(cell_at(site, from), cell_at(site, to)))
        };
        Ok(scatter::scatter_end(&path, can_step).unwrap_or_default())
    }

    /// Resolves an attack roll already made against every unit around the detonation. `SS-RULING-60`.
    pub(super) fn resolve_against_others(
        &self,
        table: &mut impl Table,
        (centre, others): (CellOffset, &[BlastBystander<'_>]),
        (attack, spent): (Roll, KarmaSpent),
    ) -> RuleResult<ExplosionOutcome> {
        let (units, contexts) = self.list_targets((centre, others), spent);
        let results = area_attack::resolve_against_all(table, &contexts, attack)?;
        let mut outcome =
            ExplosionOutcome { origin: self.detonation_cell(centre), ..ExplosionOutcome::default() };
        for (unit, result) in units.into_iter().zip(&results) {
            outcome.add_result(self.request, unit, result, false);
        }
        outcome.steps.extend(self.shielded_notes(centre, others));
        Ok(outcome)
    }

    /// Returns the step that leaves the weapon's ground effect at the detonation; `None` if it has none.
    pub(super) fn ground_effect_step(&self, centre: CellOffset) -> Option<RuleStep> {
        ground_effect::effect_left_at(&self.request.weapon, self.detonation_cell(centre))
    }

    /// Returns the note on the detonation, and its square if that is not the aim; `site` is the aim.
    pub(super) fn detonation_steps(&self, centre: CellOffset, site: DetonationSite) -> Vec<RuleStep> {
        let unit = self.request.attacker.id;
        let astray = self.detonation_cell(centre).filter(|_| centre != CellOffset::default());
        let astray = astray.map(|cell| RuleStep::Record(BattleEvent::BlastAstray { unit, cell: Some(cell) }));
        std::iter::once(self.detonation_note(centre, site)).chain(astray).collect()
    }

    fn detonation_note(&self, centre: CellOffset, site: DetonationSite) -> RuleStep {
        let metres = centre.east.unsigned_abs().max(centre.north.unsigned_abs());
        let clause = if metres == 0 { "SS-RULING-60" } else { "CS-SCA-03" };
        let text = DetonationLine { weapon: self.context.weapon.name.clone(), site, metres };
        RuleStep::note(self.request.attacker.id, text, clause)
    }
}

/// Note that an explosion does not hurt a unit.
fn spared_note(unit: &UnitSnapshot, line: SparedLine) -> RuleStep {
    RuleStep::note(unit.id, line, "SS-RULING-60")
}

/// Says why an explosion that reaches a unit does not hurt it.
const fn spared_line(contact: HitResult) -> SparedLine {
    match contact {
        HitResult::Miss => SparedLine::Evades,
        HitResult::Blocked => SparedLine::Blocked,
        HitResult::Graze | HitResult::Hit => SparedLine::Unhurt,
    }
}

/// Results of an explosion for all units it reaches.
#[derive(Debug, Default)]
pub(super) struct ExplosionOutcome {
    /// All steps except damage to barriers.
    pub steps: Vec<RuleStep>,
    /// A summary for each damaged unit.
    pub summaries: Vec<BlastDamage>,
    /// Highest damage to a unit.
    pub damage: u32,
    /// Cell of the detonation; knockback moves units away from it. `AB-KNOCK-02`.
    origin: Option<Cell>,
    /// The attacker has killed an opponent. `SS-FFYL-11`.
    has_killed: bool,
    /// Damage to each barrier, bodies and vehicles among them.
    pub barrier_damage: BTreeMap<BarrierSource, u32>,
    /// Bodies that were struck as barriers. They may be in the explosion themselves as well.
    struck_bodies: BTreeMap<UnitId, StruckBody>,
}

/// A body that was struck as a barrier, and by what.
#[derive(Debug)]
struct StruckBody {
    body: UnitSnapshot,
    weapon: crate::Weapon,
}

impl ExplosionOutcome {
    /// Adds the result for one unit; `is_target` marks the attack's target. `SS-BASE-25`.
    fn add_result(
        &mut self,
        request: &AttackRequest,
        unit: &UnitSnapshot,
        result: &AttackResult,
        is_target: bool,
    ) {
        self.has_killed |= is_killing_blow(request, unit, result);
        if !is_target && matches!(result.contact, HitResult::Hit | HitResult::Graze) {
            self.steps.push(RuleStep::ApplyAttackProperties { unit: unit.id });
        }
        if !is_target {
            // The attack has listed the Karma of its target.
            let own = result.karma.iter().filter(|on| on.is_paid_by_defender());
            self.steps.extend(own.map(|on| RuleStep::SpendKarma { unit: unit.id, on }));
        }
        for harm in &result.barriers {
            if let Some(body) = struck_body(unit, *harm) {
                let struck = StruckBody { body: body.clone(), weapon: request.weapon.clone() };
                self.struck_bodies.insert(body.id, struck);
                self.add_barrier_damage(*harm);
            }
        }
        for step in list_attack_steps(request, unit, result, self.origin) {
            match step {
                RuleStep::DamageBarrier(harm) => self.add_barrier_damage(harm),
                // Its damage follows what the explosion does to the body itself.
                RuleStep::ChangeHealth { unit: body, .. } if body != unit.id => {}
                other => self.steps.push(other),
            }
        }
        self.damage = self.damage.max(result.damage);
        if result.damage > 0 {
            let target = (!is_target).then(|| unit.name.to_string());
            self.summaries.push(BlastDamage { target, damage: result.damage });
        } else if !is_target && unit.down.is_none() {
            self.steps.push(spared_note(unit, spared_line(result.contact)));
        }
    }

    /// Adds damage to a barrier. One explosion damages each barrier once, whatever the number of units behind it.
    pub(super) fn add_barrier_damage(&mut self, harm: BarrierHarm) {
        let highest = self.barrier_damage.entry(harm.id).or_default();
        *highest = harm.damage.max(*highest);
    }

    /// Adds the last steps: those of a killing blow, and damage to barriers.
    pub(super) fn add_final_steps(&mut self, attacker: &UnitSnapshot, rules: &RuleSet) {
        if self.has_killed {
            let steps = win_last_stand_steps(attacker, &self.steps, rules);
            self.steps.extend(steps);
        }
        for (id, damage) in std::mem::take(&mut self.barrier_damage) {
            let struck = id.unit().and_then(|unit| self.struck_bodies.remove(&unit));
            self.steps.push(match struck {
                Some(StruckBody { mut body, weapon }) => {
                    body.condition = health_after(&body, &self.steps).clone();
                    damage_body_shield((&weapon, rules), &body, damage)
                }
                None => RuleStep::DamageBarrier(BarrierHarm { id, damage }),
            });
        }
    }
}

/// Resolves an attack on an area around a unit.
pub(super) fn attack_unit_with_blast(
    table: &mut impl Table,
    attack: UnitAttack<'_>,
) -> RuleResult<ActionOutcome> {
    let UnitAttack { request, target } = attack;
    let blast = BlastAttack::on_unit(attack);
    let others = list_other_units(request);
    let (mut centre, mut reached_units) = (CellOffset::default(), Vec::new());
    let result = area_attack::resolve_area_attack(table, &blast.context, |table, (missed, spent)| {
        if missed {
            centre = blast.roll_miss_offset(table)?;
        }
        let (units, contexts) = blast.list_targets((centre, &others), spent);
        reached_units = units;
        Ok(contexts)
    })?;
    let first = result.first;
    let steps = karma_steps(first.karma, request.attacker.id, target.defender.id);
    let origin = blast.detonation_cell(centre);
    let mut outcome = ExplosionOutcome { steps, origin, ..ExplosionOutcome::default() };
    let aim = DetonationSite::Unit(target.defender.name.to_string());
    outcome.steps.extend(blast.detonation_steps(centre, aim));
    outcome.steps.extend(blast.ground_effect_step(centre));
    outcome.add_result(request, &target.defender, &first, true);
    for (unit, result) in reached_units.into_iter().zip(&result.others) {
        outcome.add_result(request, unit, result, false);
    }
    outcome.steps.extend(blast.evasion_note(centre, &target.defender, &first));
    outcome.steps.extend(blast.shielded_notes(centre, &others));
    outcome.add_final_steps(&request.attacker, &request.rules);
    Ok(ActionOutcome {
        contact: first.contact,
        net: first.net_hits,
        damage: first.damage,
        words: BlastSummary(outcome.summaries).into(),
        effects: outcome.steps,
    })
}
