//! Attacks on walls and other barriers: the book's own roll, the borrowed chapter's damage.

use super::super::check::{self, succeeds};
use super::super::pool::{Check, Kind};
use super::super::range::{self, Forbidden};
use super::super::{Band, Build, Fighter, SideBoosts, TimedKind, barriers, damage, environment};
use super::combat::{WHOLLY, refused};
use super::{condition_of, fighter, switches};
use crate::swan_song::barrier::{self, Force};
use crate::swan_song::{self, PoolKind};
use crate::{BarrierEngagement, BarrierHarm, BarrierOnLine, Contact, Effect, Outcome, Refused, Sight};
use dice::{Modifiers, Note, Step, SymbolPool, Symbols, Table};

/// As for units, and only where barriers are played with.
///
/// # Errors
/// As for units.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    let BarrierEngagement { attacker, weapon, sight, rules, slot, .. } = engagement;
    let weapon = weapon.combat_checks();
    if !rules.borrows("barriers") {
        return Err(Refused::new("Barriers are not played with here.", "SS-BARR-19"));
    }
    let own = fighter(attacker, rules);
    let held = attacker.held.iter().zip(&own.held).find(|(held, _)| held.slot == *slot);
    let why = match held {
        Some((_, held)) if held.empty => Some(Forbidden::Empty),
        Some((_, held)) if held.useless => Some(Forbidden::Useless),
        _ if !own.can_wield(weapon, switches(rules)) => Some(Forbidden::NoArm),
        _ => range::reach(weapon, &near(sight), switches(rules)).err(),
    };
    why.map_or(Ok(()), |why| Err(refused(why, &weapon.name)))
}

/// A wall that one stands at is adjacent.
fn near(sight: &Sight) -> Sight {
    Sight { rings: sight.rings.max(1), ..*sight }
}

/// A combat check against nobody: the book's own roll, its damage goes to the wall.
#[derive(Clone, Debug)]
pub(super) struct BarrierPlan<'a> {
    pub engagement: &'a BarrierEngagement,
    pub attacker: Fighter,
    pub check: Check,
    pub build: Build,
    pub pool: SymbolPool,
    pub damage: Modifiers,
    side_boosts: u8,
    weapon: swan_song::Weapon,
    on_the_way: Vec<BarrierOnLine>,
}

impl<'a> BarrierPlan<'a> {
    pub(super) fn new(engagement: &'a BarrierEngagement) -> Self {
        let BarrierEngagement { sight, rules, barriers: between, .. } = engagement;
        let weapon = engagement.weapon.combat_checks();
        let attacker = fighter(&engagement.attacker, rules);
        let switches = switches(rules);
        let (skill, characteristic) = weapon.link(switches);
        let check = Check { skill: Some(skill), characteristic, kind: weapon.kind() };
        let side_boosts = SideBoosts { givers: engagement.boosts.clone() }.claim(attacker.id);
        let mut build = check::build(&attacker, check, side_boosts);
        let band = range::band(&near(sight), switches).unwrap_or(Band::Extreme);
        build.difficulty.add(i32::from(band.difficulty()), band.name(), band.clause());
        if !attacker.condition.has(TimedKind::EnvironmentIgnored) {
            let around = environment::setback(&engagement.surroundings, check.kind, switches);
            build.setback.0.extend(around.0);
        }
        if attacker.prone && check.kind == Kind::Melee {
            build.setback.add(i32::from(switches.prone_own), "Prone", "CC-ECON-12");
        }
        let all = sight.hidden >= WHOLLY;
        let crossed = |pane: &&BarrierOnLine| (all || pane.transparent) && !pane.is_open();
        Self {
            engagement,
            pool: build.pool(switches),
            damage: damage::rating(&attacker, weapon),
            side_boosts,
            weapon: barriers::lent(weapon),
            on_the_way: between.iter().filter(crossed).cloned().collect(),
            attacker,
            check,
            build,
        }
    }

    /// The damage of the wall, whether the check hit it, and what stood before it. `SS-BARR-19`, `SS-BARR-20`.
    pub(super) fn resolve(&self, table: &mut impl Table) -> Step<(Symbols, u32, Vec<BarrierHarm>)> {
        let parts = self.build.parts();
        let symbols = check::roll(table, self.pool, self.attacker.id, "combat check", "CC-POOL-01", &parts)?;
        let symbols = table.settle(Symbols { successes: symbols.successes.max(0), ..Symbols::default() })?;
        if !succeeds(symbols) {
            let text = "no net success: the check fails".to_owned();
            table.note(|| Note { clause: "CC-DICE-12", text, parts: Vec::new() });
            return Ok((symbols, 0, Vec::new()));
        }
        let successes = u32::from(symbols.successes.unsigned_abs());
        let raw = damage::raw(self.damage.pool(), successes, 1);
        let engine = &self.engagement.rules.engine;
        let pool = self.weapon.pool.unwrap_or(PoolKind::Health);
        let force = Force { weapon: &self.weapon, pool, rounds: 1, extra: 0, switches: engine };
        let (symbols, raw, harmed) = barrier::cross(table, &force, symbols, raw, self.on_the_way.iter())?;
        if raw == 0 {
            return Ok((symbols, 0, harmed));
        }
        let damage = barrier::strike(table, &force, raw, &self.engagement.barrier)?;
        Ok((symbols, damage, harmed))
    }
}

/// The book's combat check without a defence; its damage enters the borrowed chapter BARR. Advantages and threats of
/// a shot at a wall buy nothing.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    let plan = BarrierPlan::new(engagement);
    let (symbols, damage, harmed) = plan.resolve(table)?;
    let mut effects: Vec<Effect> = harmed.into_iter().map(Effect::Barrier).collect();
    if damage > 0 {
        effects.push(Effect::Barrier(BarrierHarm { id: engagement.barrier.id, damage }));
    }
    if plan.side_boosts > 0 {
        effects.push(Effect::BoostsClaimed { unit: engagement.attacker.id });
    }
    let mut after = plan.attacker.condition.clone();
    after.used(plan.check);
    if after != plan.attacker.condition {
        let after = condition_of(after);
        effects.push(Effect::Condition { unit: engagement.attacker.id, after, damage: 0 });
    }
    let contact = if succeeds(symbols) { Contact::Hit } else { Contact::Miss };
    let words = if damage > 0 { format!("{damage} damage") } else { String::new() };
    Ok(Outcome { contact, net: i32::from(symbols.successes), damage, words, effects })
}
