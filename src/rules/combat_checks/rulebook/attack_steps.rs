//! Converts attack results to resolution steps.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::attacks::CHOSEN_TARGETS;
use super::turns::budget_change;
use crate::combat_checks::checks::defence;
use crate::combat_checks::critical_injuries::chart::INJURY_CHART;
use crate::combat_checks::health::damage;
use crate::combat_checks::health::lasting_effects::lasting_effects;
use crate::combat_checks::lines::{
    CheckNote, HarmPart, LastingChanges, StrainCause, TargetOutcome, TargetOutcomes,
};
use crate::combat_checks::{
    AttackContext, AttackResult, CheckKind, ChosenTargets, Expiry, Fighter, HealthState, ItemFate, ItemSlot,
    Maneuver, QualityEffect, SecondAttack, SideEffect, TimedEffectKind, TurnBudget, UnitResult,
};
use crate::status::StatusKind;
use crate::{
    AttackRequest, BattleEvent, HealthCause, RuleStep, TargetSight, UnitAttack, UnitSnapshot,
    WeaponMalfunction,
};
use dice::RuleText;
use model::{Target, UnitId};

/// Describes the result of each target: "5 Wounds, Stunned".
pub(super) fn target_outcomes(
    attack: UnitAttack<'_>,
    context: &AttackContext,
    result: &AttackResult,
) -> TargetOutcomes {
    let mut outcomes = Vec::with_capacity(result.targets.len());
    for (at, after) in result.targets.iter().enumerate() {
        let mut parts = Vec::new();
        parts.extend(damage_part(context, damage_of_first_attack(attack, after)));
        parts.extend(after.injuries.iter().map(|&row| HarmPart::Injury(INJURY_CHART[row].name)));
        if is_newly_disabled(context.target(at), after) {
            parts.push(HarmPart::Disabled);
        }
        if !parts.is_empty() {
            let unit = (at > 0).then(|| context.target(at).name.clone());
            outcomes.push(TargetOutcome { unit, parts });
        }
    }
    TargetOutcomes(outcomes)
}

/// Names Wounds or Strain; `None` for none.
fn damage_part(context: &AttackContext, damage: u32) -> Option<HarmPart> {
    match (damage, context.weapon.inflicts_strain()) {
        (0, _) => None,
        (strain, true) => Some(HarmPart::Strain(strain)),
        (1, false) => Some(HarmPart::OneWound),
        (wounds, false) => Some(HarmPart::Wounds(wounds)),
    }
}

/// The free second attack on a target, if the log shows it as an attack of its own: one with a weapon that can be declared, which
/// bare hands in passing cannot. `CC-CHART-16`, `SS-INTC-08`.
fn told_second_attack<'a>(attack: UnitAttack<'_>, after: &'a UnitResult) -> Option<&'a SecondAttack> {
    after.second_attack.as_ref().filter(|_| attack.slot != usize::MAX)
}

/// Damage of a target that belongs to the first attack.
pub(super) fn damage_of_first_attack(attack: UnitAttack<'_>, after: &UnitResult) -> u32 {
    after.damage - told_second_attack(attack, after).map_or(0, |second| second.damage)
}

/// Describes other effects on the first target; `None` if there are none.
fn lasting_changes(context: &AttackContext, result: &AttackResult) -> Option<LastingChanges> {
    let (before, after) = (&context.defender.condition, result.first_target());
    let mut effects = lasting_effects(&after.condition);
    let effects_before = lasting_effects(before);
    effects.retain(|effect| !effects_before.contains(effect));
    let all = strain_besides_damage(context, before, after);
    let from_quality = after.quality_strain.min(all);
    let parts = [(from_quality, quality_cause(context)), (all - from_quality, StrainCause::Injury)];
    let strain: Vec<_> = parts.into_iter().filter(|(points, _)| *points > 0).collect();
    (!strain.is_empty() || !effects.is_empty()).then_some(LastingChanges { effects, strain })
}

/// Strain of a target besides the damage of the hit: from qualities of the weapon and from Critical Injuries.
fn strain_besides_damage(context: &AttackContext, before: &HealthState, after: &UnitResult) -> u32 {
    let dealt = if context.weapon.inflicts_strain() { after.damage } else { 0 };
    after.condition.strain.saturating_sub(before.strain + dealt)
}

/// Names the quality of the weapon that inflicts Strain. `CC-ADV-10`.
fn quality_cause(context: &AttackContext) -> StrainCause {
    let qualities = context.weapon.qualities.iter();
    let mut causes = qualities.filter(|quality| matches!(quality.effect, QualityEffect::Strain(_)));
    match (causes.next(), causes.next()) {
        (Some(only), None) => StrainCause::Quality(only.name.clone()),
        _ => StrainCause::Weapon,
    }
}

/// Whether this attack disabled it. `CC-ADV-20`.
fn is_newly_disabled(before: &Fighter, after: &UnitResult) -> bool {
    after.condition.count_timed(TimedEffectKind::Disabled)
        > before.condition.count_timed(TimedEffectKind::Disabled)
}

/// Whether this attack put it out of action; the battle then makes it fall and drop its items. `CC-THR-08`.
fn is_newly_down(before: &Fighter, after: &UnitResult) -> bool {
    before.down.is_none() && after.down.is_some()
}

/// Lists all steps of an attack in order; `knocked_down` holds whether each target is knocked down.
pub(super) fn list_steps(
    attack: UnitAttack<'_>,
    context: &AttackContext,
    result: &AttackResult,
    knocked_down: &[bool],
) -> Vec<RuleStep> {
    let attacker = &context.attacker;
    let mut collector =
        StepCollector { attack, budgets: BTreeMap::new(), health_states: BTreeMap::new(), steps: Vec::new() };
    if context.side_boosts > 0 {
        collector.steps.push(RuleStep::Record(BattleEvent::BoostsClaimed { unit: attacker.id }));
    }
    collector.steps.extend(result.barriers.iter().copied().map(RuleStep::DamageBarrier));
    let targets = || result.targets.iter().enumerate().map(|(at, after)| (context.target(at), after));
    for ((before, after), &falls) in targets().zip(knocked_down) {
        let damage =
            damage_of_first_attack(attack, after) + strain_besides_damage(context, &before.condition, after);
        match told_second_attack(attack, after) {
            Some(second) => {
                collector.add_health(before, (after.unit, &second.before), damage, None);
                collector.add_second_attack(context, after, second);
            }
            None => collector.add_health(before, (after.unit, &after.condition), damage, None),
        }
        collector.add_stance(before, after, falls);
    }
    let changes = lasting_changes(context, result);
    collector.steps.extend(changes.map(|line| RuleStep::note(context.defender.id, line, "CC-ECON-09")));
    let after = &result.attacker;
    let health = (after.unit, &after.condition);
    collector.add_health(attacker, health, after.damage, result.strain_cause);
    collector.add_stance(attacker, after, false);
    // Free maneuvers of the attacker. `CC-ADV-11`, `CC-ADV-12`.
    if result.maneuvers != attacker.economy.maneuvers
        && let Some(budget) = collector.budget_mut(attacker.id)
    {
        budget.economy.maneuvers = result.maneuvers;
        budget.moving = None;
    }
    if attack.option.as_deref() == Some(CHOSEN_TARGETS)
        && let Some(budget) = collector.budget_mut(attacker.id)
    {
        budget.chosen_targets = ChosenTargets::default();
    }
    let units = targets().chain([(attacker, &result.attacker)]);
    let newly_down = units.filter(|(before, after)| is_newly_down(before, after));
    let newly_down: Vec<UnitId> = newly_down.map(|(_, after)| after.unit).collect();
    collector.add_item_fates(result, &newly_down);
    for side_effect in &result.side_effects {
        collector.add_side_effect(context, result, *side_effect);
    }
    collector.into_steps()
}

/// Steps of an attack so far, with turn budgets and health that are set at its end.
struct StepCollector<'a> {
    attack: UnitAttack<'a>,
    budgets: BTreeMap<UnitId, TurnBudget>,
    health_states: BTreeMap<UnitId, HealthState>,
    steps: Vec<RuleStep>,
}

impl<'a> StepCollector<'a> {
    /// The attacker, the target, or another unit of the attack.
    fn unit(&self, id: UnitId) -> Option<&'a UnitSnapshot> {
        let AttackRequest { attacker, bystanders, aboard, .. } = self.attack.request;
        let others = bystanders.iter().map(|nearby| &nearby.unit).chain(aboard);
        [&**attacker, &self.attack.target.defender].into_iter().chain(others).find(|unit| unit.id == id)
    }

    /// The turn budget of a unit, to change.
    fn budget_mut(&mut self, id: UnitId) -> Option<&mut TurnBudget> {
        let before = *self.unit(id)?.budget.combat_checks();
        Some(self.budgets.entry(id).or_insert(before))
    }

    /// The health of a unit after the steps so far.
    fn health(&self, id: UnitId) -> Option<&HealthState> {
        let changed = self.steps.iter().rev().find_map(|step| match step {
            RuleStep::ChangeHealth { unit, after, .. } if *unit == id => Some(after.combat_checks()),
            _ => None,
        });
        changed.or_else(|| self.unit(id).map(|unit| unit.condition.combat_checks()))
    }

    /// The health of a bystander, to change. The attack may have hit it as well.
    fn health_mut(&mut self, id: UnitId) -> Option<&mut HealthState> {
        let before = self.health(id)?.clone();
        Some(self.health_states.entry(id).or_insert(before))
    }

    /// Adds the health of a target, or of the attacker; `damage` counts the Strain besides that of the hit as well.
    fn add_health(
        &mut self,
        before: &Fighter,
        (unit, after): (UnitId, &HealthState),
        damage: u32,
        cause: Option<HealthCause>,
    ) {
        if *after != before.condition {
            let after = crate::HealthState::CombatChecks(after.clone());
            self.steps.push(RuleStep::ChangeHealth { unit, after, damage, cause });
        }
    }

    /// Adds the free second attack on a target as an attack of its own, and its damage. `CC-CHART-16`.
    fn add_second_attack(&mut self, context: &AttackContext, after: &UnitResult, second: &SecondAttack) {
        let AttackRequest { slot: weapon, mode, .. } = *self.attack.request;
        let unit = context.attacker.id;
        // It belongs to the order, which names the first target.
        let declared = Target::Unit(context.defender.id);
        self.steps.push(RuleStep::Record(BattleEvent::AttackDeclared {
            unit,
            target: declared,
            weapon,
            mode,
            rounds: 0,
        }));
        let outcome =
            damage_part(context, second.damage).map(|part| TargetOutcome { unit: None, parts: vec![part] });
        let words = outcome.map_or_else(RuleText::default, |outcome| TargetOutcomes(vec![outcome]).into());
        self.steps.push(RuleStep::Record(BattleEvent::AttackResolved {
            unit,
            target: Target::Unit(after.unit),
            weapon,
            mode,
            contact: second.contact(),
            net: i32::try_from(second.successes).unwrap_or(i32::MAX),
            damage: second.damage,
            words,
        }));
        if after.condition != second.before {
            let health = crate::HealthState::CombatChecks(after.condition.clone());
            let (unit, damage) = (after.unit, second.damage);
            self.steps.push(RuleStep::ChangeHealth { unit, after: health, damage, cause: None });
        }
    }

    /// Adds the stance of a target, or of the attacker.
    fn add_stance(&mut self, before: &Fighter, after: &UnitResult, knocked_down: bool) {
        let unit = after.unit;
        if is_newly_down(before, after) {
            return;
        }
        match (before.prone, after.prone || knocked_down) {
            (false, true) => self.steps.push(RuleStep::FallProne { unit }),
            (true, false) => self.steps.push(RuleStep::end_status(unit, StatusKind::Prone)),
            _ => (),
        }
    }

    /// Adds changes to weapons and gear; the battle makes units that go down drop their items. Dropped items come last
    /// and in reverse order, so that slots stay valid.
    fn add_item_fates(&mut self, result: &AttackResult, newly_down: &[UnitId]) {
        let mut removed: Vec<(UnitId, usize, bool)> = Vec::new();
        for side_effect in &result.side_effects {
            let SideEffect::Item { unit, item, fate } = *side_effect else { continue };
            let at = match item {
                ItemSlot::Gear(at) => {
                    self.add_gear_fate(unit, at, fate);
                    continue;
                }
                ItemSlot::Weapon(at) => at,
            };
            let Some(snapshot) = self.unit(unit) else { continue };
            let Some(held) = snapshot.held.get(at) else { continue };
            let in_turn = snapshot.budget.combat_checks().economy.in_turn;
            let fault = match fate {
                ItemFate::Emptied => WeaponMalfunction::Empty,
                ItemFate::Disabled if in_turn => WeaponMalfunction::DisabledInTurn,
                ItemFate::Disabled => WeaponMalfunction::Disabled,
                ItemFate::Broken => WeaponMalfunction::Broken,
                ItemFate::Destroyed => {
                    removed.push((unit, held.slot, true));
                    continue;
                }
                ItemFate::Dropped => {
                    if !newly_down.contains(&unit) {
                        removed.push((unit, held.slot, false));
                    }
                    continue;
                }
            };
            if fault > held.fault {
                let weapon = held.slot;
                self.steps.push(RuleStep::Record(BattleEvent::WeaponFaultChanged { unit, weapon, fault }));
            }
        }
        removed.sort_by_key(|&(unit, slot, _)| (unit, Reverse(slot)));
        self.steps.extend(removed.into_iter().map(|(unit, slot, destroyed)| {
            if destroyed { RuleStep::DestroyItem { unit, slot } } else { RuleStep::DropItem { unit, slot } }
        }));
    }

    /// Adds a change to gear. `CC-ADV-21`, `CC-ADV-25`, `CC-THT-12`.
    fn add_gear_fate(&mut self, unit: UnitId, at: usize, fate: ItemFate) {
        let sheet = self.unit(unit).map(|snapshot| snapshot.sheet.combat_checks());
        let Some(gear) = sheet.and_then(|sheet| sheet.gear.get(at)) else { return };
        let gear = gear.name.clone();
        let bit = 1_u32.checked_shl(at as u32).unwrap_or(0);
        let (line, clause) = match fate {
            ItemFate::Disabled => (CheckNote::GearDisabled { gear }, "CC-ADV-21"),
            ItemFate::Destroyed => (CheckNote::GearDestroyed { gear }, "CC-ADV-25"),
            ItemFate::Broken => (CheckNote::GearBroken { gear }, "CC-THT-12"),
            ItemFate::Dropped | ItemFate::Emptied => (CheckNote::GearBroken { gear }, "CC-ADV-25"),
        };
        if let Some(budget) = self.budget_mut(unit) {
            match fate {
                ItemFate::Disabled => budget.disable_gear(bit),
                _ => budget.lose_gear(bit),
            }
        }
        self.steps.push(RuleStep::note(unit, line, clause));
    }

    fn add_side_effect(&mut self, context: &AttackContext, result: &AttackResult, side_effect: SideEffect) {
        match side_effect {
            SideEffect::Item { .. } => (),
            SideEffect::PendingChange { unit, next, change } => {
                if let Some(health) = self.health_mut(unit) {
                    health.waiting.add(next, change);
                }
            }
            SideEffect::BoostNextAlly { giver } => {
                self.steps.push(RuleStep::Record(BattleEvent::BoostGiven { giver }))
            }
            SideEffect::Recovers { unit } => {
                if let Some(health) = self.health_mut(unit) {
                    health.strain = health.strain.saturating_sub(1);
                }
            }
            SideEffect::Maneuver { unit, maneuver } => self.grant_maneuver(context, unit, maneuver),
            SideEffect::ManeuverCounted { unit } => {
                if let Some(budget) = self.budget_mut(unit) {
                    budget.economy.maneuvers += 1;
                }
            }
            SideEffect::Performed { unit, maneuver } => {
                let falls = |after: &UnitResult| after.unit == unit && after.down.is_some();
                if !result.targets.iter().chain([&result.attacker]).any(falls) {
                    self.add_performed_maneuver(unit, maneuver);
                }
            }
            SideEffect::CoverLost { unit } => {
                self.steps.push(RuleStep::Record(BattleEvent::CoverLeft { unit }))
            }
            SideEffect::Noticed { feature: Some(barrier) } => {
                let unit = context.attacker.id;
                self.steps.push(RuleStep::Record(BattleEvent::FeatureNoticed { unit, barrier }));
            }
            SideEffect::Noticed { feature: None } => {
                let line = target_description(context, &result.first_target().condition);
                self.steps.push(RuleStep::note(context.attacker.id, line, "CC-ADV-09"));
            }
            SideEffect::Switched { object } => self.steps.push(RuleStep::OperateBarrier { barrier: object }),
        }
    }

    /// Grants a maneuver that needs an order of its own; out of turn a note says so, and whether the attack has knocked down who
    /// was to move. `CC-ADV-11`, `CC-THT-06`, `CC-ECON-13`.
    fn grant_maneuver(&mut self, context: &AttackContext, unit: UnitId, maneuver: Maneuver) {
        let Some(budget) = self.budget_mut(unit) else { return };
        if budget.economy.in_turn {
            budget.credit += 1;
            return;
        }
        budget.owed += 1;
        let falls = self.steps.contains(&RuleStep::FallProne { unit });
        let line = match maneuver.fits_stance(falls, context.switches.prone_move) {
            false if maneuver == Maneuver::Move => CheckNote::MovePrevented,
            _ => CheckNote::ManeuverOwed { maneuver: maneuver.name() },
        };
        self.steps.push(RuleStep::note(unit, line, "CC-THT-06"));
    }

    /// Adds an immediate maneuver of a unit. `CC-ADV-11`, `CC-THT-06`.
    fn add_performed_maneuver(&mut self, unit: UnitId, maneuver: Maneuver) {
        match maneuver {
            Maneuver::StandUp => self.steps.push(RuleStep::end_status(unit, StatusKind::Prone)),
            Maneuver::DropProne => self.steps.push(RuleStep::FallProne { unit }),
            Maneuver::Aim => {
                if let Some(health) = self.health_mut(unit) {
                    health.aim = true;
                }
            }
            Maneuver::GuardedStance => {
                if let Some(health) = self.health_mut(unit) {
                    health.add_timed(TimedEffectKind::GuardedStance, Expiry::end_of_next_turn(false));
                }
            }
            Maneuver::TakeCover => self.steps.push(RuleStep::Record(BattleEvent::CoverTaken { unit })),
            Maneuver::Move | Maneuver::Ready | Maneuver::Interact => (),
        }
    }

    /// Adds changed health and turn budgets.
    fn into_steps(mut self) -> Vec<RuleStep> {
        for (unit, after) in std::mem::take(&mut self.health_states) {
            if self.health(unit).is_some_and(|before| *before != after) {
                let after = crate::HealthState::CombatChecks(after);
                self.steps.push(RuleStep::ChangeHealth { unit, after, damage: 0, cause: None });
            }
        }
        for (unit, after) in std::mem::take(&mut self.budgets) {
            if self.unit(unit).is_some_and(|snapshot| *snapshot.budget.combat_checks() != after) {
                self.steps.push(budget_change(unit, after));
            }
        }
        self.steps
    }
}

/// Describes the target, if no hidden feature is noticed. `CC-ADV-09`.
fn target_description(context: &AttackContext, health: &HealthState) -> CheckNote {
    let switches = &context.switches;
    let target = &Fighter { condition: health.clone(), ..context.defender.clone() };
    let sight = TargetSight { took_cover: target.in_cover, hidden: 1, ..context.sight };
    let defence_against = |kind| defence::defence_dice(target, &sight, kind, switches).sum();
    let HealthState { wounds, strain, wound_threshold, strain_threshold, .. } = *health;
    CheckNote::Noticed {
        unit: target.name.clone(),
        soak: damage::soak(target, switches).pool(),
        melee: defence_against(CheckKind::Melee),
        ranged: defence_against(CheckKind::Ranged),
        wounds,
        wound_threshold,
        strain,
        strain_threshold,
    }
}
