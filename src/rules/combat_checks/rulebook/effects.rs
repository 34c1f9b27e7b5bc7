//! Converts attack results to battle effects.

use std::collections::BTreeMap;

use super::attacks::NAMED_TARGETS;
use super::{condition_of, wrap_turn_budget};
use crate::combat_checks::checks::defence;
use crate::combat_checks::critical_injuries::chart::INJURY_CHART;
use crate::combat_checks::lines::{CheckNote, HarmPart, LastingChanges, TargetOutcome, TargetOutcomes};
use crate::combat_checks::{
    AttackContext, AttackResult, CheckKind, Expiry, Fighter, HealthState, ItemFate, ItemSlot, Maneuver,
    NamedTargets, SideEffect, TimedEffectKind, TurnBudget, UnitResult, display,
};
use crate::status::StatusKind;
use crate::{AttackRequest, BattleEvent, RuleStep, TargetSight, UnitAttack, UnitSnapshot, WeaponMalfunction};
use model::UnitId;

/// Describes the result of each target: "5 Wounds, Stunned".
pub(crate) fn target_outcomes(scene: &AttackContext, result: &AttackResult) -> TargetOutcomes {
    let mut all = Vec::with_capacity(result.targets.len());
    for (at, struck) in result.targets.iter().enumerate() {
        let mut parts = Vec::new();
        match (struck.damage, scene.weapon.inflicts_strain()) {
            (0, _) => (),
            (strain, true) => parts.push(HarmPart::Strain(strain)),
            (1, false) => parts.push(HarmPart::OneWound),
            (wounds, false) => parts.push(HarmPart::Wounds(wounds)),
        }
        parts.extend(struck.injuries.iter().map(|&row| HarmPart::Injury(INJURY_CHART[row].name)));
        if is_disabled(scene.target(at), struck) {
            parts.push(HarmPart::Disabled);
        }
        if !parts.is_empty() {
            let unit = (at > 0).then(|| scene.target(at).name.clone());
            all.push(TargetOutcome { unit, parts });
        }
    }
    TargetOutcomes(all)
}

/// Describes other effects on the first target; `None` if there are none.
fn lasting_changes(before: &Fighter, struck: &UnitResult, scene: &AttackContext) -> Option<LastingChanges> {
    let (old, new) = (&before.condition, &struck.condition);
    let known = display::lasting_effects(old);
    let mut effects = display::lasting_effects(new);
    effects.retain(|effect| !known.contains(effect));
    let dealt = if scene.weapon.inflicts_strain() { struck.damage } else { 0 };
    let strain = new.strain.saturating_sub(old.strain + dealt);
    (strain > 0 || !effects.is_empty()).then_some(LastingChanges { effects, strain })
}

/// Whether this attack disabled it. `CC-ADV-20`.
fn is_disabled(before: &Fighter, struck: &UnitResult) -> bool {
    struck.condition.count_timed(TimedEffectKind::Disabled)
        > before.condition.count_timed(TimedEffectKind::Disabled)
}

/// Lists all effects of an attack in order; `knocked` holds the targets that are knocked down.
pub(crate) fn of(
    engagement: UnitAttack<'_>,
    scene: &AttackContext,
    result: &AttackResult,
    knocked: &[bool],
) -> Vec<RuleStep> {
    let mut after = EffectCollector {
        engagement,
        budgets: BTreeMap::new(),
        conditions: BTreeMap::new(),
        all: Vec::new(),
    };
    if scene.side_boosts > 0 {
        after.all.push(RuleStep::Record(BattleEvent::BoostsClaimed { unit: scene.attacker.id }));
    }
    after.all.extend(result.barriers.iter().copied().map(RuleStep::DamageBarrier));
    for (at, struck) in result.targets.iter().enumerate() {
        after.struck(scene.target(at), struck, knocked.get(at) == Some(&true));
    }
    let (before, first) = (&scene.defender, result.first_target());
    let changes = lasting_changes(before, first, scene);
    after.all.extend(changes.map(|line| RuleStep::note(before.id, line, "CC-ECON-09")));
    after.struck(&scene.attacker, &result.attacker, false);
    after.attackers_turn(scene, result);
    if engagement.option.as_deref() == Some(NAMED_TARGETS)
        && let Some(budget) = after.budget_mut(scene.attacker.id)
    {
        budget.also = NamedTargets::default();
    }
    let mut fallen: Vec<UnitId> = Vec::new();
    let bodies = result.targets.iter().enumerate().map(|(at, struck)| (scene.target(at), struck));
    for (before, struck) in bodies.chain([(&scene.attacker, &result.attacker)]) {
        if falls(before, struck) {
            fallen.push(struck.unit);
        }
    }
    after.items(result, &fallen);
    for side_effect in &result.side_effects {
        after.apply_side_effect(scene, result, *side_effect);
    }
    after.finish()
}

/// Whether this attack put it out of action; the battle then makes it fall and drop its items. `CC-THR-08`.
fn falls(before: &Fighter, struck: &UnitResult) -> bool {
    before.down.is_none() && struck.down.is_some()
}

struct EffectCollector<'a> {
    engagement: UnitAttack<'a>,
    budgets: BTreeMap<UnitId, TurnBudget>,
    conditions: BTreeMap<UnitId, HealthState>,
    all: Vec<RuleStep>,
}

impl<'a> EffectCollector<'a> {
    /// A unit of the attack.
    fn unit(&self, id: UnitId) -> Option<&'a UnitSnapshot> {
        units_of(self.engagement).find(|unit| unit.id == id)
    }

    /// The turn budget of a unit, to change.
    fn budget_mut(&mut self, id: UnitId) -> Option<&mut TurnBudget> {
        let before = *self.unit(id)?.budget.combat_checks();
        Some(self.budgets.entry(id).or_insert(before))
    }

    /// The health of a bystander, to change.
    fn condition(&mut self, id: UnitId) -> Option<&mut HealthState> {
        let before = self.unit(id)?.condition.combat_checks();
        Some(self.conditions.entry(id).or_insert_with(|| before.clone()))
    }

    /// Health and stance of a target, or of the attacker.
    fn struck(&mut self, before: &Fighter, struck: &UnitResult, knocked: bool) {
        let unit = struck.unit;
        if struck.condition != before.condition {
            let after = condition_of(struck.condition.clone());
            self.all.push(RuleStep::ChangeHealth { unit, after, damage: struck.damage });
        }
        if falls(before, struck) {
            return;
        }
        match (before.prone, struck.prone || knocked) {
            (false, true) => self.all.push(RuleStep::FallProne { unit }),
            (true, false) => self.all.push(RuleStep::end_status(unit, StatusKind::Prone)),
            _ => (),
        }
    }

    /// Free maneuvers of the attacker. `CC-ADV-11`, `CC-ADV-12`.
    fn attackers_turn(&mut self, scene: &AttackContext, result: &AttackResult) {
        if result.maneuvers == scene.attacker.economy.maneuvers {
            return;
        }
        if let Some(budget) = self.budget_mut(scene.attacker.id) {
            budget.economy.maneuvers = result.maneuvers;
            budget.moving = None;
        }
    }

    /// Changes to weapons and gear. Dropped items come last and in reverse order, so that slots stay valid.
    fn items(&mut self, result: &AttackResult, fallen: &[UnitId]) {
        let mut leaves: Vec<(UnitId, usize, bool)> = Vec::new();
        for side_effect in &result.side_effects {
            let SideEffect::Item { unit, item, fate } = *side_effect else { continue };
            match item {
                ItemSlot::Gear(at) => self.gear(unit, at, fate),
                ItemSlot::Weapon(at) => {
                    let Some(held) = self.unit(unit).and_then(|own| own.held.get(at)) else { continue };
                    let fault = match fate {
                        ItemFate::Emptied => WeaponMalfunction::Empty,
                        ItemFate::Disabled => WeaponMalfunction::Disabled,
                        ItemFate::Broken => WeaponMalfunction::Broken,
                        ItemFate::Destroyed => {
                            leaves.push((unit, held.slot, true));
                            continue;
                        }
                        ItemFate::Dropped => {
                            if !fallen.contains(&unit) {
                                leaves.push((unit, held.slot, false));
                            }
                            continue;
                        }
                    };
                    if fault > held.fault {
                        self.all.push(RuleStep::Record(BattleEvent::WeaponFaultChanged {
                            unit,
                            weapon: held.slot,
                            fault,
                        }));
                    }
                }
            }
        }
        leaves.sort_by_key(|&(unit, slot, _)| (unit, std::cmp::Reverse(slot)));
        self.all.extend(leaves.into_iter().map(|(unit, slot, destroyed)| {
            if destroyed { RuleStep::DestroyItem { unit, slot } } else { RuleStep::DropItem { unit, slot } }
        }));
    }

    /// Changes to gear. `CC-ADV-21`, `CC-ADV-25`, `CC-THT-12`.
    fn gear(&mut self, unit: UnitId, at: usize, fate: ItemFate) {
        let gear = self.unit(unit).and_then(|own| own.sheet.combat_checks().gear.get(at));
        let Some(gear) = gear.map(|gear| gear.name.clone()) else { return };
        let bit = 1_u32.checked_shl(at as u32).unwrap_or(0);
        let line = match fate {
            ItemFate::Disabled => CheckNote::GearDisabled { gear },
            ItemFate::Destroyed => CheckNote::GearDestroyed { gear },
            ItemFate::Broken | ItemFate::Dropped | ItemFate::Emptied => CheckNote::GearBroken { gear },
        };
        let clause = if fate == ItemFate::Disabled { "CC-ADV-21" } else { "CC-ADV-25" };
        let clause = if fate == ItemFate::Broken { "CC-THT-12" } else { clause };
        if let Some(budget) = self.budget_mut(unit) {
            if fate == ItemFate::Disabled { budget.disabled_gear |= bit } else { budget.lost_gear |= bit }
        }
        self.all.push(RuleStep::note(unit, line, clause));
    }

    fn apply_side_effect(&mut self, scene: &AttackContext, result: &AttackResult, side_effect: SideEffect) {
        match side_effect {
            SideEffect::Item { .. } => (),
            SideEffect::Waits { unit, next, change } => {
                if let Some(condition) = self.condition(unit) {
                    condition.waiting.add(next, change);
                }
            }
            SideEffect::BoostNextAlly { giver } => {
                self.all.push(RuleStep::Record(BattleEvent::BoostGiven { giver }))
            }
            SideEffect::Recovers { unit } => {
                if let Some(condition) = self.condition(unit) {
                    condition.strain = condition.strain.saturating_sub(1);
                }
            }
            SideEffect::Maneuver { unit, .. } => {
                let own_turn = unit == scene.attacker.id;
                if let Some(budget) = self.budget_mut(unit) {
                    if own_turn { budget.credit += 1 } else { budget.owed += 1 }
                }
            }
            SideEffect::Performed { unit, maneuver } => self.performed(unit, maneuver),
            SideEffect::CoverLost { unit } => {
                self.all.push(RuleStep::Record(BattleEvent::CoverLeft { unit }))
            }
            SideEffect::Noticed { .. } => self.all.push(RuleStep::note(
                scene.attacker.id,
                noticed(scene, &result.first_target().condition),
                "CC-ADV-09",
            )),
            SideEffect::Switched { object } => self.all.push(RuleStep::OperateBarrier { barrier: object }),
        }
    }

    /// Applies an immediate maneuver of a bystander. `CC-THT-06`.
    fn performed(&mut self, unit: UnitId, maneuver: Maneuver) {
        match maneuver {
            Maneuver::StandUp => self.all.push(RuleStep::end_status(unit, StatusKind::Prone)),
            Maneuver::DropProne => self.all.push(RuleStep::FallProne { unit }),
            Maneuver::Aim => {
                if let Some(condition) = self.condition(unit) {
                    condition.aim = true;
                }
            }
            Maneuver::GuardedStance => {
                if let Some(condition) = self.condition(unit) {
                    condition.add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(1));
                }
            }
            Maneuver::Move | Maneuver::TakeCover | Maneuver::Ready | Maneuver::Interact => (),
        }
    }

    fn finish(self) -> Vec<RuleStep> {
        let Self { engagement, budgets, conditions, mut all } = self;
        for (unit, after) in conditions {
            let changed =
                units_of(engagement).any(|own| own.id == unit && *own.condition.combat_checks() != after);
            if changed {
                all.push(RuleStep::ChangeHealth { unit, after: condition_of(after), damage: 0 });
            }
        }
        for (unit, after) in budgets {
            if units_of(engagement).any(|own| own.id == unit && *own.budget.combat_checks() != after) {
                all.push(RuleStep::SetTurnBudget {
                    unit,
                    action: None,
                    points: 0,
                    after: wrap_turn_budget(after),
                });
            }
        }
        all
    }
}

/// The attacker, the target, and the other units of an attack.
fn units_of(engagement: UnitAttack<'_>) -> impl Iterator<Item = &UnitSnapshot> {
    let AttackRequest { attacker, bystanders: company, .. } = engagement.request;
    let both = [&**attacker, &engagement.target.defender];
    both.into_iter().chain(company.iter().map(|nearby| &nearby.unit))
}

/// Describes the target, if no hidden feature is noticed. `CC-ADV-09`.
fn noticed(scene: &AttackContext, now: &HealthState) -> CheckNote {
    let switches = &scene.switches;
    let target = &Fighter { condition: now.clone(), ..scene.defender.clone() };
    let sight = TargetSight { took_cover: target.in_cover, hidden: 1, ..scene.sight };
    let of = |kind| defence::defence_dice(target, &sight, kind, switches).sum();
    let soak = crate::combat_checks::health::damage::soak(target, switches).pool();
    let HealthState { wounds, strain, wound_threshold, strain_threshold, .. } = *now;
    CheckNote::Noticed {
        unit: target.name.clone(),
        soak,
        melee: of(CheckKind::Melee),
        ranged: of(CheckKind::Ranged),
        wounds,
        wound_threshold,
        strain,
        strain_threshold,
    }
}
