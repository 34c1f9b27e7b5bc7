//! What an attack did, in the terms of the battlefield.

use std::collections::BTreeMap;

use super::super::chart::CHART;
use super::super::{
    AttackResult, AttackScene, Condition, Deed, Fate, Fighter, Item, Kind, Maneuver, Named, Purse, Struck,
    TimedKind, Until, defence, show,
};
use super::combat::NAMED;
use super::{condition_of, purse_of};
use crate::{Combatant, Effect, Engagement, Fault, Sight};

/// "5 Wounds, Stunned", target by target.
pub(super) fn words(scene: &AttackScene, result: &AttackResult) -> String {
    let mut all = Vec::with_capacity(result.targets.len());
    for (at, struck) in result.targets.iter().enumerate() {
        let mut words = Vec::new();
        match (struck.damage, scene.weapon.inflicts_strain()) {
            (0, _) => (),
            (strain, true) => words.push(format!("{strain} Strain")),
            (1, false) => words.push("1 Wound".to_owned()),
            (wounds, false) => words.push(format!("{wounds} Wounds")),
        }
        words.extend(struck.injuries.iter().map(|&row| CHART[row].name.to_owned()));
        if is_disabled(scene.target(at), struck) {
            words.push("disabled".to_owned());
        }
        if words.is_empty() {
            continue;
        }
        let words = words.join(", ");
        all.push(if at == 0 { words } else { format!("{}: {words}", scene.target(at).name) });
    }
    all.join("; ")
}

/// What symbols bought against the first target besides harm: "next check: 1 setback, +3 Strain".
fn told(before: &Fighter, struck: &Struck, scene: &AttackScene) -> Option<String> {
    let (old, new) = (&before.condition, &struck.condition);
    let known = show::lasting(old);
    let mut words: Vec<String> =
        show::lasting(new).into_iter().filter(|word| !known.contains(word)).collect();
    let dealt = if scene.weapon.inflicts_strain() { struck.damage } else { 0 };
    let strain = new.strain.saturating_sub(old.strain + dealt);
    if strain > 0 {
        words.push(format!("+{strain} Strain"));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// Disabled by this attack. `CC-ADV-20`.
fn is_disabled(before: &Fighter, struck: &Struck) -> bool {
    struck.condition.count(TimedKind::Disabled) > before.condition.count(TimedKind::Disabled)
}

/// Everything an attack does, in order; `knocked` tells which targets a blow threw down.
pub(super) fn of(
    engagement: &Engagement,
    scene: &AttackScene,
    result: &AttackResult,
    knocked: &[bool],
) -> Vec<Effect> {
    let mut after =
        Aftermath { engagement, purses: BTreeMap::new(), conditions: BTreeMap::new(), all: Vec::new() };
    if scene.side_boosts > 0 {
        after.all.push(Effect::BoostsClaimed { unit: scene.attacker.id });
    }
    after.all.extend(result.barriers.iter().copied().map(Effect::Barrier));
    for (at, struck) in result.targets.iter().enumerate() {
        after.struck(scene.target(at), struck, knocked.get(at) == Some(&true));
    }
    let (before, first) = (&scene.defender, result.first());
    after.all.extend(told(before, first, scene).map(|text| Effect::Told {
        unit: before.id,
        text,
        clause: "CC-ECON-09",
    }));
    after.struck(&scene.attacker, &result.attacker, false);
    after.attackers_turn(scene, result);
    if engagement.manner.as_deref() == Some(NAMED)
        && let Some(purse) = after.purse(scene.attacker.id)
    {
        purse.also = Named::default();
    }
    let mut fallen: Vec<u32> = Vec::new();
    let bodies = result.targets.iter().enumerate().map(|(at, struck)| (scene.target(at), struck));
    for (before, struck) in bodies.chain([(&scene.attacker, &result.attacker)]) {
        if falls(before, struck) {
            fallen.push(struck.unit);
        }
    }
    after.items(result, &fallen);
    for deed in &result.deeds {
        after.deed(scene, result, *deed);
    }
    after.finish()
}

/// Out of the fight by this attack: the battlefield lets it fall and drop what it holds. `CC-THR-08`.
fn falls(before: &Fighter, struck: &Struck) -> bool {
    before.down.is_none() && struck.down.is_some()
}

struct Aftermath<'a> {
    engagement: &'a Engagement,
    purses: BTreeMap<u32, Purse>,
    conditions: BTreeMap<u32, Condition>,
    all: Vec<Effect>,
}

impl<'a> Aftermath<'a> {
    /// Somebody who is there.
    fn unit(&self, id: u32) -> Option<&'a Combatant> {
        let Engagement { attacker, defender, company, .. } = self.engagement;
        let mut everybody = [attacker, defender].into_iter().chain(company.iter().map(|nearby| &nearby.unit));
        everybody.find(|unit| unit.id == id)
    }

    /// The purse of somebody, to change.
    fn purse(&mut self, id: u32) -> Option<&mut Purse> {
        let before = *self.unit(id)?.purse.combat_checks();
        Some(self.purses.entry(id).or_insert(before))
    }

    /// The condition of a bystander, to change.
    fn condition(&mut self, id: u32) -> Option<&mut Condition> {
        let before = self.unit(id)?.condition.combat_checks();
        Some(self.conditions.entry(id).or_insert_with(|| before.clone()))
    }

    /// Harm and footing of a target, or of the attacker.
    fn struck(&mut self, before: &Fighter, struck: &Struck, knocked: bool) {
        let unit = struck.unit;
        if struck.condition != before.condition {
            let after = condition_of(struck.condition.clone());
            self.all.push(Effect::Condition { unit, after, damage: struck.damage });
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

    /// Maneuvers that the attacker's advantages gave. `CC-ADV-11`, `CC-ADV-12`.
    fn attackers_turn(&mut self, scene: &AttackScene, result: &AttackResult) {
        if result.maneuvers == scene.attacker.economy.maneuvers {
            return;
        }
        if let Some(purse) = self.purse(scene.attacker.id) {
            purse.economy.maneuvers = result.maneuvers;
            purse.moving = None;
        }
    }

    /// What became of weapons and gear; what leaves a hand comes last and from behind, so that no number moves.
    fn items(&mut self, result: &AttackResult, fallen: &[u32]) {
        let mut leaves: Vec<(u32, usize, bool)> = Vec::new();
        for deed in &result.deeds {
            let Deed::Item { unit, item, fate } = *deed else { continue };
            match item {
                Item::Gear(at) => self.gear(unit, at, fate),
                Item::Weapon(at) => {
                    let Some(held) = self.unit(unit).and_then(|own| own.held.get(at)) else { continue };
                    let fault = match fate {
                        Fate::Emptied => Fault::Empty,
                        Fate::Disabled => Fault::Disabled,
                        Fate::Broken => Fault::Broken,
                        Fate::Destroyed => {
                            leaves.push((unit, held.slot, true));
                            continue;
                        }
                        Fate::Dropped => {
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

    /// `CC-ADV-21`, `CC-ADV-25`, `CC-THT-12`.
    fn gear(&mut self, unit: u32, at: usize, fate: Fate) {
        let name =
            self.unit(unit).and_then(|own| own.sheet.combat_checks().gear.get(at)).map(|gear| &gear.name);
        let Some(name) = name else { return };
        let (bit, told) =
            (1_u32.checked_shl(at as u32).unwrap_or(0), |what: &str| format!("{name} is {what}"));
        let text = match fate {
            Fate::Disabled => told("disabled"),
            Fate::Destroyed => told("destroyed"),
            Fate::Broken | Fate::Dropped | Fate::Emptied => told("broken"),
        };
        let clause = if fate == Fate::Disabled { "CC-ADV-21" } else { "CC-ADV-25" };
        let clause = if fate == Fate::Broken { "CC-THT-12" } else { clause };
        if let Some(purse) = self.purse(unit) {
            if fate == Fate::Disabled { purse.disabled_gear |= bit } else { purse.lost_gear |= bit }
        }
        self.all.push(Effect::Told { unit, text, clause });
    }

    fn deed(&mut self, scene: &AttackScene, result: &AttackResult, deed: Deed) {
        match deed {
            Deed::Item { .. } => (),
            Deed::Waits { unit, next, change } => {
                if let Some(condition) = self.condition(unit) {
                    condition.waiting.add(next, change);
                }
            }
            Deed::BoostNextAlly { giver } => self.all.push(Effect::Boost { giver }),
            Deed::Recovers { unit } => {
                if let Some(condition) = self.condition(unit) {
                    condition.strain = condition.strain.saturating_sub(1);
                }
            }
            Deed::Maneuver { unit, .. } => {
                let own_turn = unit == scene.attacker.id;
                if let Some(purse) = self.purse(unit) {
                    if own_turn { purse.credit += 1 } else { purse.owed += 1 }
                }
            }
            Deed::Performed { unit, maneuver } => self.performed(unit, maneuver),
            Deed::CoverLost { unit } => self.all.push(Effect::CoverLost { unit }),
            Deed::Noticed { .. } => self.all.push(Effect::Told {
                unit: scene.attacker.id,
                text: numbers(scene, &result.first().condition),
                clause: "CC-ADV-09",
            }),
            Deed::Switched { object } => self.all.push(Effect::Operated { barrier: object }),
        }
    }

    /// A bystander did it at once. `CC-THT-06`.
    fn performed(&mut self, unit: u32, maneuver: Maneuver) {
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
                    condition.set(TimedKind::GuardedStance, Until::TurnEnds(1));
                }
            }
            Maneuver::Move | Maneuver::TakeCover | Maneuver::Ready | Maneuver::Interact => (),
        }
    }

    fn finish(self) -> Vec<Effect> {
        let Self { engagement, purses, conditions, mut all } = self;
        let everybody = || {
            let Engagement { attacker, defender, company, .. } = engagement;
            [attacker, defender].into_iter().chain(company.iter().map(|nearby| &nearby.unit))
        };
        for (unit, after) in conditions {
            let changed = everybody().any(|own| own.id == unit && *own.condition.combat_checks() != after);
            if changed {
                all.push(Effect::Condition { unit, after: condition_of(after), damage: 0 });
            }
        }
        for (unit, after) in purses {
            if everybody().any(|own| own.id == unit && *own.purse.combat_checks() != after) {
                all.push(Effect::Purse { unit, action: None, points: 0, after: purse_of(after) });
            }
        }
        all
    }
}

/// What a sharp eye reads off the target where nothing is hidden. `CC-ADV-09`.
fn numbers(scene: &AttackScene, now: &Condition) -> String {
    let switches = &scene.switches;
    let target = &Fighter { condition: now.clone(), ..scene.defender.clone() };
    let sight = Sight { took_cover: target.in_cover, hidden: 1, ..scene.sight };
    let of = |kind| defence::defence(target, &sight, kind, switches).sum();
    let soak = super::super::damage::soak(target, switches).pool();
    let Condition { wounds, strain, wound_threshold, strain_threshold, .. } = now;
    format!(
        "{}: Soak {soak}, defence {} melee and {} ranged, {wounds} of {wound_threshold} Wounds, {strain} of \
         {strain_threshold} Strain",
        target.name,
        of(Kind::Melee),
        of(Kind::Ranged),
    )
}
