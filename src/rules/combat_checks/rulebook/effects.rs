//! Converts attack results to battle effects.

use std::collections::BTreeMap;

use super::attacks::NAMED_TARGETS;
use super::{condition_of, purse_of};
use crate::combat_checks::checks::defence;
use crate::combat_checks::critical_injuries::chart::INJURY_CHART;
use crate::combat_checks::lines::{CheckNote, HarmPart, LastingChanges, TargetOutcome, TargetOutcomes};
use crate::combat_checks::{
    AttackContext, AttackResult, CheckKind, Expiry, Fighter, HealthState, ItemFate, ItemSlot, Maneuver,
    NamedTargets, SideEffect, TimedEffectKind, TurnBudget, UnitResult, display,
};
use crate::{AttackRequest, Effect, TargetSight, UnitSnapshot, WeaponMalfunction};
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
    engagement: &AttackRequest,
    scene: &AttackContext,
    result: &AttackResult,
    knocked: &[bool],
) -> Vec<Effect> {
    let mut after =
        EffectCollector { engagement, purses: BTreeMap::new(), conditions: BTreeMap::new(), all: Vec::new() };
    if scene.side_boosts > 0 {
        after.all.push(Effect::BoostsClaimed { unit: scene.attacker.id });
    }
    after.all.extend(result.barriers.iter().copied().map(Effect::Barrier));
    for (at, struck) in result.targets.iter().enumerate() {
        after.struck(scene.target(at), struck, knocked.get(at) == Some(&true));
    }
    let (before, first) = (&scene.defender, result.first_target());
    after.all.extend(lasting_changes(before, first, scene).map(|line| Effect::RuleNote {
        unit: before.id,
        text: line.into(),
        clause: "CC-ECON-09",
    }));
    after.struck(&scene.attacker, &result.attacker, false);
    after.attackers_turn(scene, result);
    if engagement.option.as_deref() == Some(NAMED_TARGETS)
        && let Some(purse) = after.purse(scene.attacker.id)
    {
        purse.also = NamedTargets::default();
    }
    let mut fallen: Vec<UnitId> = Vec::new();
    let bodies = result.targets.iter().enumerate().map(|(at, struck)| (scene.target(at), struck));
    for (before, struck) in bodies.chain([(&scene.attacker, &result.attacker)]) {
        if falls(before, struck) {
            fallen.push(struck.unit);
        }
    }
    after.items(result, &fallen);
    for deed in &result.side_effects {
        after.deed(scene, result, *deed);
    }
    after.finish()
}

/// Whether this attack put it out of action; the battle then makes it fall and drop its items. `CC-THR-08`.
fn falls(before: &Fighter, struck: &UnitResult) -> bool {
    before.down.is_none() && struck.down.is_some()
}

struct EffectCollector<'a> {
    engagement: &'a AttackRequest,
    purses: BTreeMap<UnitId, TurnBudget>,
    conditions: BTreeMap<UnitId, HealthState>,
    all: Vec<Effect>,
}

impl<'a> EffectCollector<'a> {
    /// A unit of the attack.
    fn unit(&self, id: UnitId) -> Option<&'a UnitSnapshot> {
        let AttackRequest { attacker, defender, bystanders: company, .. } = self.engagement;
        let mut everybody = [attacker, defender].into_iter().chain(company.iter().map(|nearby| &nearby.unit));
        everybody.find(|unit| unit.id == id)
    }

    /// The turn budget of a unit, to change.
    fn purse(&mut self, id: UnitId) -> Option<&mut TurnBudget> {
        let before = *self.unit(id)?.purse.combat_checks();
        Some(self.purses.entry(id).or_insert(before))
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
            self.all.push(Effect::HealthState { unit, after, damage: struck.damage });
        }
        if falls(before, struck) {
            return;
        }
        match (before.prone, struck.prone || knocked) {
            (false, true) => self.all.push(Effect::Prone { unit }),
            (true, false) => self.all.push(Effect::StandsUp { unit }),
            _ => (),
        }
    }

    /// Free maneuvers of the attacker. `CC-ADV-11`, `CC-ADV-12`.
    fn attackers_turn(&mut self, scene: &AttackContext, result: &AttackResult) {
        if result.maneuvers == scene.attacker.economy.maneuvers {
            return;
        }
        if let Some(purse) = self.purse(scene.attacker.id) {
            purse.economy.maneuvers = result.maneuvers;
            purse.moving = None;
        }
    }

    /// Changes to weapons and gear. Dropped items come last and in reverse order, so that slots stay valid.
    fn items(&mut self, result: &AttackResult, fallen: &[UnitId]) {
        let mut leaves: Vec<(UnitId, usize, bool)> = Vec::new();
        for deed in &result.side_effects {
            let SideEffect::Item { unit, item, fate } = *deed else { continue };
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
                        self.all.push(Effect::Fault { unit, slot: held.slot, fault });
                    }
                }
            }
        }
        leaves.sort_by_key(|&(unit, slot, _)| (unit, std::cmp::Reverse(slot)));
        self.all.extend(leaves.into_iter().map(|(unit, slot, destroyed)| {
            if destroyed { Effect::Destroyed { unit, slot } } else { Effect::Dropped { unit, slot } }
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
        if let Some(purse) = self.purse(unit) {
            if fate == ItemFate::Disabled { purse.disabled_gear |= bit } else { purse.lost_gear |= bit }
        }
        self.all.push(Effect::RuleNote { unit, text: line.into(), clause });
    }

    fn deed(&mut self, scene: &AttackContext, result: &AttackResult, deed: SideEffect) {
        match deed {
            SideEffect::Item { .. } => (),
            SideEffect::Waits { unit, next, change } => {
                if let Some(condition) = self.condition(unit) {
                    condition.waiting.add(next, change);
                }
            }
            SideEffect::BoostNextAlly { giver } => self.all.push(Effect::Boost { giver }),
            SideEffect::Recovers { unit } => {
                if let Some(condition) = self.condition(unit) {
                    condition.strain = condition.strain.saturating_sub(1);
                }
            }
            SideEffect::Maneuver { unit, .. } => {
                let own_turn = unit == scene.attacker.id;
                if let Some(purse) = self.purse(unit) {
                    if own_turn { purse.credit += 1 } else { purse.owed += 1 }
                }
            }
            SideEffect::Performed { unit, maneuver } => self.performed(unit, maneuver),
            SideEffect::CoverLost { unit } => self.all.push(Effect::CoverLost { unit }),
            SideEffect::Noticed { .. } => self.all.push(Effect::RuleNote {
                unit: scene.attacker.id,
                text: noticed(scene, &result.first_target().condition).into(),
                clause: "CC-ADV-09",
            }),
            SideEffect::Switched { object } => self.all.push(Effect::Operated { barrier: object }),
        }
    }

    /// Applies an immediate maneuver of a bystander. `CC-THT-06`.
    fn performed(&mut self, unit: UnitId, maneuver: Maneuver) {
        match maneuver {
            Maneuver::StandUp => self.all.push(Effect::StandsUp { unit }),
            Maneuver::DropProne => self.all.push(Effect::Prone { unit }),
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

    fn finish(self) -> Vec<Effect> {
        let Self { engagement, purses, conditions, mut all } = self;
        let everybody = || {
            let AttackRequest { attacker, defender, bystanders: company, .. } = engagement;
            [attacker, defender].into_iter().chain(company.iter().map(|nearby| &nearby.unit))
        };
        for (unit, after) in conditions {
            let changed = everybody().any(|own| own.id == unit && *own.condition.combat_checks() != after);
            if changed {
                all.push(Effect::HealthState { unit, after: condition_of(after), damage: 0 });
            }
        }
        for (unit, after) in purses {
            if everybody().any(|own| own.id == unit && *own.purse.combat_checks() != after) {
                all.push(Effect::TurnBudget { unit, action: None, points: 0, after: purse_of(after) });
            }
        }
        all
    }
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
