//! Area attacks: grenades, missiles and other weapons with a Blast value. `CS-BASE-35`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::CircumstancesRulebook;
use super::attack_map::AttackMap;
use super::attacks::{attack_context, attacker_steps, damage_outcome, damage_steps, landing_step};
use super::site_attack::SiteAttack;
use super::turns::reroll_steps;
use super::units::{defending_fighter, switches};
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::blast::{BlastHitContext, BlastLanding, LaunchContext, LaunchResult};
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::lines::{BlastAim, LandingNote, UnitOutcomes};
use crate::circumstances::rule_options::options::BlastCoverOrigin;
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::{
    AttackContext, DamageResult, Fighter, HitLocations, Weapon as OwnWeapon, WeaponClass,
};
use crate::ground::ground_effect;
use crate::ground::scatter::CellOffset;
use crate::rulebook::DetonationRules;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{
    ActionOutcome, BarrierHarm, BattleEvent, BlastProfile, Bystander, Detonation, GroundConditions,
    HitResult, RuleSet, RuleStep, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{CarryState, RuleResult, Table};
use model::{BarrierSource, UnitId};

impl DetonationRules for CircumstancesRulebook {
    /// The same dice at every distance. `CS-BASE-35`.
    fn blast_profile(_: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> Option<BlastProfile> {
        let weapon = weapon.circumstances();
        let radius = u32::from(weapon.blast);
        weapon.is_area().then(|| BlastProfile::new(radius, |_| weapon.damage.to_string()))
    }

    /// Table SS-T4.
    fn detonation_trigger(item: &Weapon) -> Option<DetonationTrigger> {
        item.circumstances().trigger
    }

    /// All units within its Blast value are hit once. `SS-TIMED-01`, `CS-BASE-35`.
    fn detonate(table: &mut impl Table, detonation: &Detonation) -> RuleResult<ActionOutcome> {
        let text = LandingNote::ItemGoesOff { weapon: detonation.weapon.name().to_owned() };
        let note = RuleStep::note(detonation.owner.id, text, "SS-TIMED-01");
        let blast_result = SiteAttack::from(detonation).detonate(table)?;
        let ground_effect = ground_effect::effect_left_at(&detonation.weapon, Some(detonation.site.target));
        let steps = [note].into_iter().chain(ground_effect).chain(blast_result.steps).collect();
        Ok(ActionOutcome { words: blast_result.outcomes.into(), ..ActionOutcome::from_effects(steps) })
    }
}

/// The throw or shot in terms of this book.
pub(crate) fn launch_context(context: &AttackContext) -> LaunchContext {
    LaunchContext {
        attacker: context.attacker.clone(),
        target: Some(context.defender.clone()),
        weapon: context.weapon.clone(),
        loaded: context.loaded,
        sight: context.sight,
        surroundings: context.surroundings,
        engaged: context.engaged,
        opponents: context.opponents,
        switches: context.switches.clone(),
    }
}

/// A unit that an explosion may affect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlastCandidate<'a> {
    /// The unit.
    pub unit: &'a UnitSnapshot,
    /// Its position.
    pub offset: CellOffset,
    /// Unaware of the attack. `CS-UNA-02`.
    unaware: bool,
    ground: GroundConditions,
}

/// An explosion and its surroundings.
#[derive(Clone, Debug)]
pub(crate) struct Explosion<'a> {
    /// The map around it.
    pub map: AttackMap<'a>,
    attacker: Fighter,
    weapon: Arc<OwnWeapon>,
    /// Side of the attacker. `CS-BRWA-07`.
    side: u8,
    rules: &'a RuleSet,
    /// All units in the battle: the first target, the others by id, the attacker.
    candidates: Vec<BlastCandidate<'a>>,
    /// The unit aimed at, and its cover against the attacker; `None` if all cover counts from the centre. `CS-BASE-35`.
    aimed_cover: Option<(UnitId, BlastCover)>,
}

/// Cover objects between an explosion and a unit, and the locations that it shields behind them.
pub(crate) type BlastCover = (Vec<CoverOnLine>, HitLocations);

/// The result of an explosion.
#[derive(Debug, Default)]
pub(crate) struct ExplosionResult {
    /// Effects on all units, in order.
    pub steps: Vec<RuleStep>,
    /// The result for each unit; that of the first target does not repeat its name.
    pub outcomes: UnitOutcomes,
    /// The result for the first target.
    first_target: Option<DamageResult>,
}

impl<'a> Explosion<'a> {
    /// The explosion of an attack on a unit.
    pub(crate) fn from_attack(attack: UnitAttack<'a>, context: &AttackContext) -> Self {
        let UnitAttack { request, target } = attack;
        let first_target = BlastCandidate {
            unit: &target.defender,
            offset: CellOffset::default(),
            unaware: context.attempt().is_unaware(),
            ground: request.surroundings.target,
        };
        let map = AttackMap::from_attack(request);
        let aimed_cover = (context.switches.blast_cover == BlastCoverOrigin::Attacker)
            .then(|| (target.defender.id, (context.covers.clone(), context.defender.shielded)));
        Self {
            map,
            attacker: context.attacker.clone(),
            weapon: context.weapon.clone(),
            side: request.attacker.side,
            rules: &request.rules,
            candidates: all_candidates(
                Some(first_target),
                (&request.attacker, &request.bystanders, &request.rules),
                map.attacker,
            ),
            aimed_cover,
        }
    }

    /// The explosion of an attack on a square or barrier, where no unit has to stand.
    pub(crate) fn at_site(
        map: AttackMap<'a>,
        attacker: &'a UnitSnapshot,
        (bystanders, rules): (&'a [Bystander], &'a RuleSet),
        context: &LaunchContext,
    ) -> Self {
        Self {
            candidates: all_candidates(None, (attacker, bystanders, rules), map.attacker),
            ..Self::from_detonation(map, attacker, (&[], rules), context)
        }
    }

    /// The explosion of a detonating item; its owner is included if present.
    pub(crate) fn from_detonation(
        map: AttackMap<'a>,
        owner: &UnitSnapshot,
        (bystanders, rules): (&'a [Bystander], &'a RuleSet),
        context: &LaunchContext,
    ) -> Self {
        Self {
            map,
            attacker: context.attacker.clone(),
            weapon: context.weapon.clone(),
            side: owner.side,
            rules,
            candidates: bystander_candidates(false, bystanders, rules).collect(),
            aimed_cover: None,
        }
    }

    /// Whether a unit is of the attacker's side.
    pub(crate) fn is_own(&self, unit: &UnitSnapshot) -> bool {
        unit.side == self.side
    }

    /// Whether a unit is the attacker, in its own explosion.
    pub(crate) fn is_attacker(&self, unit: &UnitSnapshot) -> bool {
        unit.id == self.attacker.id
    }

    /// All units that it may reach: the first target, the others by id, the attacker.
    pub(crate) fn candidates(&self) -> &[BlastCandidate<'a>] {
        &self.candidates
    }

    /// Where it goes off; `None` for a dud. `CS-SCA-03`, `CS-SCA-06`, `CS-SCA-08`, `CS-GRN-03`.
    pub(crate) fn centre(&self, landing: BlastLanding) -> Option<CellOffset> {
        match landing {
            BlastLanding::OnTarget => Some(CellOffset::default()),
            BlastLanding::Scattered(scatter) => Some(self.map.scatter_end(scatter)),
            BlastLanding::InHand => Some(self.map.attacker),
            BlastLanding::Dud => None,
        }
    }

    /// The ground effect it leaves where it goes off.
    pub(crate) fn ground_effect_step(&self, weapon: &Weapon, landing: BlastLanding) -> Option<RuleStep> {
        ground_effect::effect_left_at(weapon, self.centre(landing).and_then(|centre| self.map.cell(centre)))
    }

    /// Units that it hits. `CS-BASE-35`, `CS-RULING-18`.
    pub(crate) fn units_in_blast(&self, centre: CellOffset) -> Vec<BlastCandidate<'a>> {
        self.candidates.iter().filter(|candidate| self.is_in_blast(centre, candidate)).copied().collect()
    }

    /// Whether a unit is within the Blast value and not behind a wall. `CS-BASE-35`, `CS-RULING-18`.
    pub(crate) fn is_in_blast(&self, centre: CellOffset, candidate: &BlastCandidate<'_>) -> bool {
        let offset = candidate.offset;
        blast::is_in_blast(centre, &self.weapon, offset, || self.map.has_blast_line(centre, offset))
    }

    /// The explosion's hit on one of these units.
    pub(crate) fn hit_context(&self, centre: CellOffset, candidate: &BlastCandidate<'_>) -> BlastHitContext {
        self.hit_context_with_cover(self.cover_of(centre, candidate), candidate)
    }

    /// As `hit_context`, for an attacker in its own explosion without the Fate Point and the curse that its launch has
    /// `spent`. `CS-BASE-28`, `CS-CURS-01`.
    pub(crate) fn hit_context_after_launch(
        &self,
        (fate_spent, curse_spent): (bool, bool),
        centre: CellOffset,
        candidate: &BlastCandidate<'_>,
    ) -> BlastHitContext {
        let mut context = self.hit_context(centre, candidate);
        let is_attacker = self.is_attacker(candidate.unit);
        if is_attacker && fate_spent {
            context.defender.condition = context.defender.condition.with_fate_spent(1);
        }
        if is_attacker && curse_spent {
            context.defender.curse = None;
        }
        context
    }

    /// Cover of one of these units: that of the unit aimed at is between it and the attacker, that of all others
    /// between them and the centre. `CS-BASE-35`.
    pub(crate) fn cover_of(&self, centre: CellOffset, candidate: &BlastCandidate<'_>) -> BlastCover {
        match &self.aimed_cover {
            Some((aimed_at, cover)) if *aimed_at == candidate.unit.id => cover.clone(),
            _ => self.map.blast_covers(centre, candidate.offset, candidate.unit),
        }
    }

    /// As `hit_context`, with known cover.
    pub(crate) fn hit_context_with_cover(
        &self,
        (covers, shielded): BlastCover,
        candidate: &BlastCandidate<'_>,
    ) -> BlastHitContext {
        BlastHitContext {
            attacker: self.attacker.clone(),
            defender: Fighter { shielded, ..defending_fighter(candidate.unit, self.side, self.rules) },
            weapon: self.weapon.clone(),
            unaware: candidate.unaware,
            ground: candidate.ground,
            covers,
            switches: switches(self.rules).clone(),
        }
    }

    /// Resolves the explosion.
    pub(crate) fn detonate(
        &self,
        table: &mut impl Table,
        launch: &LaunchResult,
        (first_target, rules): (Option<UnitId>, &RuleSet),
    ) -> RuleResult<ExplosionResult> {
        let mut fate_left = launch.fate_spent;
        let mut blast_result = ExplosionResult::default();
        let mut cover_wear = BTreeMap::new();
        let centre = self.centre(launch.landing);
        // Knockback pushes away from the centre. `AB-KNOCK-02`.
        let from = centre.and_then(|centre| self.map.cell(centre));
        for candidate in centre.map(|centre| self.units_in_blast(centre)).unwrap_or_default() {
            let unit = candidate.unit;
            let spent = (launch.fate_spent, launch.curse_spent);
            let context = self.hit_context_after_launch(spent, centre.unwrap_or_default(), &candidate);
            fate_left &= !self.is_attacker(unit);
            let first_result =
                blast_result.first_target.as_ref().map(|result| (result.contact, result.hits, result.damage));
            let before = (
                *launch,
                first_result,
                blast_result.steps.clone(),
                blast_result.outcomes.clone(),
                cover_wear.clone(),
            );
            let table = &mut CarryState::new(table, before);
            let result = blast::resolve_blast_hit(table, &context)?;
            if result.hits > 0 && result.contact != HitResult::Blocked {
                blast_result.steps.push(RuleStep::ApplyAttackProperties { unit: unit.id });
            }
            for effect in damage_steps(table, unit, &result, (from, rules)) {
                match effect {
                    RuleStep::DamageBarrier(harm) => add_cover_wear(&mut cover_wear, harm),
                    other => blast_result.steps.push(other),
                }
            }
            let is_first = first_target == Some(unit.id);
            let name = (!is_first).then(|| unit.name.clone());
            blast_result.outcomes.0.push((name, damage_outcome(&result)));
            if is_first {
                blast_result.first_target = Some(result);
            }
        }
        // An explosion wears down each cover once, however many units are behind it. `CS-COV-14`.
        let cover_wear =
            cover_wear.into_iter().map(|(id, damage)| RuleStep::DamageBarrier(BarrierHarm { id, damage }));
        blast_result.steps.extend(cover_wear);
        let attacker = self.candidates.iter().find(|candidate| self.is_attacker(candidate.unit));
        let fate_steps = attacker.map(|candidate| reroll_steps(candidate.unit, fate_left, false));
        blast_result.steps.extend(fate_steps.into_iter().flatten());
        Ok(blast_result)
    }
}

fn add_cover_wear(cover_wear: &mut BTreeMap<BarrierSource, u32>, harm: BarrierHarm) {
    let most = cover_wear.entry(harm.id).or_default();
    *most = harm.damage.max(*most);
}

/// Units besides the first target and the attacker. `CS-UNA-04`.
fn bystander_candidates<'a>(
    is_attacker_concealed: bool,
    bystanders: &'a [Bystander],
    rules: &'a RuleSet,
) -> impl Iterator<Item = BlastCandidate<'a>> {
    bystanders.iter().map(move |bystander| BlastCandidate {
        unit: &bystander.unit,
        offset: CellOffset::new(bystander.offset.0, bystander.offset.1),
        unaware: stealth::is_unaware(is_attacker_concealed, &bystander.sight, switches(rules)),
        ground: bystander.unit.ground,
    })
}

/// All units in the battle, the attacker last.
fn all_candidates<'a>(
    first_target: Option<BlastCandidate<'a>>,
    (attacker, bystanders, rules): (&'a UnitSnapshot, &'a [Bystander], &'a RuleSet),
    attacker_offset: CellOffset,
) -> Vec<BlastCandidate<'a>> {
    let bystanders = bystander_candidates(attacker.concealed, bystanders, rules);
    let attacker_candidate =
        BlastCandidate { unit: attacker, offset: attacker_offset, unaware: false, ground: attacker.ground };
    first_target.into_iter().chain(bystanders).chain([attacker_candidate]).collect()
}

/// Chapters BASE, SCA and GRN.
pub(crate) fn resolve_area_attack(
    table: &mut impl Table,
    attack: UnitAttack<'_>,
) -> RuleResult<ActionOutcome> {
    let UnitAttack { request, target } = attack;
    let context = attack_context(attack);
    let launch = blast::resolve_launch(table, &launch_context(&context))?;
    let attacker = &request.attacker;
    let explosion = Explosion::from_attack(attack, &context);
    let mut steps = attacker_steps(request, &context, launch.loaded, (false, launch.curse_spent));
    if launch.engages && !target.engaged && attacker.side != target.defender.side {
        steps.push(RuleStep::Engage { one: attacker.id, other: target.defender.id });
    }
    let aim = BlastAim::Unit(target.defender.name.clone());
    steps.extend(landing_steps(attacker.id, &launch, &explosion, aim));
    steps.extend(explosion.ground_effect_step(&request.weapon, launch.landing));
    if launch.launcher_destroyed {
        steps.push(RuleStep::DestroyItem { unit: attacker.id, slot: request.slot });
    }
    let blast_result = explosion.detonate(table, &launch, (Some(target.defender.id), &request.rules))?;
    steps.extend(blast_result.steps);
    steps.extend(used_up_weapon_step(attacker, request.slot, &launch));
    let (contact, hits, damage) = blast_result
        .first_target
        .map_or((HitResult::Miss, 0, 0), |result| (result.contact, result.hits, result.damage));
    Ok(ActionOutcome {
        contact,
        net: i32::from(hits),
        damage,
        words: blast_result.outcomes.into(),
        effects: steps,
    })
}

/// Empties the hand after the last charge is thrown. `CS-GRN-02`.
pub(crate) fn used_up_weapon_step(
    attacker: &UnitSnapshot,
    slot: usize,
    launch: &LaunchResult,
) -> Option<RuleStep> {
    let weapon = attacker.held_weapon(slot)?.weapon.circumstances();
    let is_used_up = weapon.class == WeaponClass::Thrown && launch.loaded.rounds == 0;
    is_used_up.then_some(RuleStep::DestroyItem { unit: attacker.id, slot })
}

/// The note about where it went off, and the square if that is not the aim. `CS-SCA-03`, `CS-GRN-02`.
pub(crate) fn landing_steps(
    unit: UnitId,
    launch: &LaunchResult,
    explosion: &Explosion<'_>,
    aim: BlastAim,
) -> Vec<RuleStep> {
    let landing = explosion.centre(launch.landing);
    let is_astray = landing != Some(CellOffset::default());
    let cell = landing.and_then(|landing| explosion.map.cell(landing));
    let astray = is_astray.then_some(RuleStep::Record(BattleEvent::BlastAstray { unit, cell }));
    std::iter::once(landing_note_step(unit, launch, explosion, aim)).chain(astray).collect()
}

fn landing_note_step(
    unit: UnitId,
    launch: &LaunchResult,
    explosion: &Explosion<'_>,
    aim: BlastAim,
) -> RuleStep {
    let weapon = explosion.weapon.name.clone();
    let (line, clause) = match launch.landing {
        BlastLanding::Scattered(scatter) => {
            return landing_step(unit, weapon, &explosion.map, scatter, "CS-SCA-06");
        }
        BlastLanding::OnTarget => (LandingNote::GoesOff { weapon, aim }, "CS-BASE-35"),
        BlastLanding::Dud => (LandingNote::Dud { weapon }, "CS-GRN-02"),
        BlastLanding::InHand => (LandingNote::InHand { weapon }, "CS-GRN-03"),
    };
    RuleStep::note(unit, line, clause)
}
