//! Resolves an attack on a unit, from the attack roll to the marked levels. `AB-BASE-18` with the chapters
//! it refers to.

mod damage_steps;
mod extras_and_bands;
mod human_shield;
mod odds_outcome;

use super::aimed_knockback::KnockbackAim;
use super::defence::{DefenceMade, DefenceOption, DefenceOptions};
use super::pool::{SoakPlan, attack_parts, damage_parts, difficulty_parts, soak_plan};
use super::range::OutOfReach;
use super::{aimed_knockback, range};
use crate::HitResult;
use crate::aberrant::bands::band::SupportWeapon;
use crate::aberrant::bands::bonuses;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::extras::DamageRule;
use crate::aberrant::health::health_track::HealthTrack;
use crate::aberrant::lines::{AttackNote, AttackSuccesses, Counted, RollNote, RollVerdict};
use crate::aberrant::protection::stacking;
use crate::aberrant::{AttackContext, AttackResult, DamageType, extras};
use dice::{CarryState, Modifiers, Note, RuleResult, Table};

/// Everything about an attack that is known before the first roll; previews show it.
///
/// Prepare it once to run the same attack many times.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub context: &'a AttackContext,
    /// Why the attack cannot reach its target; `None` if it can. `AB-RANGE-05`, `AB-THROW-02`.
    pub out_of_reach: Option<OutOfReach>,
    /// The attacker's pool.
    pub attack: Modifiers,
    /// Difficulty of hitting. `AB-BASE-02`.
    pub difficulty: Modifiers,
    /// The defender's possible answers. `AB-BASE-08`.
    pub defences: DefenceOptions,
    /// The soak against it.
    pub soak: SoakPlan,
    /// Raw damage dice before the margin. `AB-BASE-04`.
    pub damage: Modifiers,
    /// The target's health track. `AB-TRACK-01`.
    pub track: HealthTrack,
    /// How damage takes effect on the target. `AB-EXTRA-01`.
    pub damage_rule: DamageRule,
}

/// What later steps need from the attack and defence rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DefenceOutcome {
    /// `AB-BASE-03`.
    margin: i32,
    /// The defence; `None` if there was none.
    defence: Option<DefenceMade>,
    /// Net successes of the attack, which a human shield still needs afterwards. `AB-SHIELD-09`.
    net: u32,
}

/// Resolves an attack on a unit. `AB-BASE-18`.
pub fn resolve_attack(table: &mut impl Table, context: &AttackContext) -> RuleResult<AttackResult> {
    resolve_plan(table, &AttackPlan::new(context))
}

/// Resolves a prepared attack: attack, defence, raw dice, soak, damage, marks, armour. `AB-BASE-18`.
pub fn resolve_plan(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    Ok(plan.roll_and_resolve(table)?.0)
}

impl<'a> AttackPlan<'a> {
    /// Works out everything that does not depend on dice.
    pub fn new(context: &'a AttackContext) -> Self {
        let range = range::attack_bracket(context);
        Self {
            context,
            out_of_reach: range.err(),
            attack: attack_parts(context),
            difficulty: difficulty_parts(context, range.ok().flatten()),
            defences: DefenceOptions::new(context),
            soak: soak_plan(context),
            damage: damage_parts(context),
            track: HealthTrack::from_sheet(&context.defender.sheet),
            damage_rule: DamageRule::of_unit(&context.defender.sheet, &context.defender.condition),
        }
    }

    /// Raw damage dice for a margin; a blast gets none from success. `AB-BASE-04`, `AB-AREA-07`.
    pub fn raw_dice(&self, margin: u32) -> u32 {
        let extra = if self.context.blast.is_some() { 0 } else { dice_pool::extra_damage_dice(margin) };
        self.damage.pool() + extra
    }

    /// Rolls the attack and resolves it; also returns its net successes.
    pub(crate) fn roll_and_resolve(&self, table: &mut impl Table) -> RuleResult<(AttackResult, u32)> {
        if let Some(reason) = self.out_of_reach {
            table.note(|| Note::new("AB-RANGE-05", AttackNote::OutOfReach(reason)));
            return Ok((self.missed_result(DefenceOutcome { margin: 0, defence: None, net: 0 }), 0));
        }
        let net = self.roll_attack(table)?;
        Ok((self.resolve_net_successes(table, net)?, net))
    }

    /// As `roll_and_resolve`, where the net successes also apply to other units. `AB-RULING-37`.
    pub(crate) fn roll_and_resolve_shared(&self, table: &mut impl Table) -> RuleResult<(AttackResult, u32)> {
        if self.out_of_reach.is_some() {
            return self.roll_and_resolve(table);
        }
        let net = self.roll_attack(table)?;
        Ok((self.resolve_net_successes(&mut CarryState::new(table, net), net)?, net))
    }

    /// Rolls the attack, splits its successes between the target and a unit behind, and resolves it for the
    /// target; also returns the rest. `AB-KNOCK-16`.
    pub(crate) fn roll_split_and_resolve(&self, table: &mut impl Table) -> RuleResult<(AttackResult, u32)> {
        if self.out_of_reach.is_some() {
            return self.roll_and_resolve(table);
        }
        let net = self.roll_attack(table)?;
        let (own, rest) = self.split_successes(table, net)?;
        Ok((self.resolve_net_successes(&mut CarryState::new(table, rest), own)?, rest))
    }

    /// Splits net successes between the target and a unit behind; returns both shares. `AB-KNOCK-16`.
    fn split_successes(&self, table: &mut impl Table, net: u32) -> RuleResult<(u32, u32)> {
        match self.context.aimed_into {
            Some(KnockbackAim::Mover) => {
                aimed_knockback::split_successes(table, self.context.attacker.id, net)
            }
            _ => Ok((net, 0)),
        }
    }

    /// Rolls the attack and the defence without applying damage. `AB-OBJ-02`.
    pub(crate) fn roll_and_defend(&self, table: &mut impl Table) -> RuleResult<AttackResult> {
        if self.out_of_reach.is_some() {
            return Ok(self.roll_and_resolve(table)?.0);
        }
        let net = self.roll_attack(table)?;
        self.resolve_defence_only(table, net)
    }

    /// Rolls only a defence against `net` successes, without damage. `AB-KNOCK-16`.
    pub(crate) fn resolve_defence_only(&self, table: &mut impl Table, net: u32) -> RuleResult<AttackResult> {
        let outcome = self.resolve_defence(table, AttackSuccesses { net, difficulty: 0 })?;
        Ok(self.missed_result(outcome))
    }

    /// Resolves an attack with `net` successes against the defender. `AB-RULING-37`, `AB-RULING-43`.
    pub(crate) fn resolve_net_successes(&self, table: &mut impl Table, net: u32) -> RuleResult<AttackResult> {
        if let Some(shield) = self.context.shield.as_ref().filter(|_| self.context.blast.is_none()) {
            return self.resolve_against_shield(table, shield, net);
        }
        let outcome = self.resolve_defence(table, self.attack_successes(net))?;
        self.apply_margin(table, outcome)
    }

    /// Step 1: rolls the attack against its difficulty; returns net successes. `AB-BASE-02`.
    pub(in crate::aberrant) fn roll_attack(&self, table: &mut impl Table) -> RuleResult<u32> {
        self.note_burst(table);
        if self.context.defender.sheet.building.is_some() {
            table.note(|| Note::new("AB-OBJ-01", AttackNote::HitsBuilding));
            return Ok(1);
        }
        let successes = match self.context.group.rolled {
            Some(successes) => {
                table.note(|| {
                    Note::new(
                        "AB-GRITTY-07",
                        AttackNote::GroupRoll { successes: Counted::Successes(successes) },
                    )
                });
                successes
            }
            None => self.roll_successes(table)?,
        };
        let net = dice_pool::net_successes(successes, self.difficulty.pool());
        table.note(|| {
            let (difficulty, verdict) =
                (self.difficulty.pool(), RollVerdict::Net(Counted::NetSuccesses(net)));
            let line = RollNote { successes, difficulty, verdict };
            Note::new("AB-BASE-02", line).with_parts(&self.difficulty.0)
        });
        Ok(net)
    }

    /// Notes the burst of a support weapon. `AB-MASS-15`.
    fn note_burst(&self, table: &mut impl Table) {
        let weapon = &self.context.weapon.name;
        let entry = bonuses::support_entry(&self.context.attacker.sheet, weapon);
        if let Some(burst) = entry.and_then(SupportWeapon::largest_burst) {
            let rounds = Counted::Rounds(burst.rounds);
            table.note(|| {
                Note::new("AB-MASS-15", AttackNote::LargestBurst { weapon: weapon.clone(), rounds })
            });
        }
    }

    /// Rolls the attacker's pool and returns its successes. `AB-BASE-03`.
    pub(crate) fn roll_successes(&self, table: &mut impl Table) -> RuleResult<u32> {
        let ((), successes) = self.attack_roll().roll(table, (), &self.context.switches)?;
        Ok(successes)
    }

    /// The attacker's pool. `AB-BASE-03`.
    fn attack_roll(&self) -> PoolRoll<'_> {
        let unit = &self.context.attacker;
        let is_named = !extras::is_cinematic_person(&unit.sheet);
        let mega = if is_named { unit.sheet.mega_dexterity } else { 0 };
        PoolRoll { who: unit.id, why: "attack", clause: "AB-BASE-03", parts: &self.attack, mega }
    }

    /// The net successes of this attack's own roll, with its difficulty. Those of a blast are shared, and some are split: their
    /// difficulty is another one. `AB-BASE-02`.
    fn attack_successes(&self, net: u32) -> AttackSuccesses {
        let is_own = self.context.blast.is_none() && self.context.aimed_into.is_none();
        AttackSuccesses { net, difficulty: if is_own { self.difficulty.pool() } else { 0 } }
    }

    /// Step 2: resolves the defence. An attack that already missed is not defended against. `AB-BASE-03`,
    /// `AB-DODGE-02`.
    fn resolve_defence(&self, table: &mut impl Table, attack: AttackSuccesses) -> RuleResult<DefenceOutcome> {
        let net = attack.net;
        let outcome = table.stage(|table| {
            let chosen =
                if net == 0 { None } else { self.defences.choose_defence(table, self.context, attack)? };
            self.roll_defence(table, net, chosen)
        })?;
        table.note(|| {
            let margin = outcome.margin;
            let line = if margin < 1 { AttackNote::Missed { margin } } else { AttackNote::Hit { margin } };
            Note::new("AB-BASE-03", line)
        });
        Ok(outcome)
    }

    /// Rolls the chosen defence, if any. `AB-BASE-03`.
    fn roll_defence(
        &self,
        table: &mut impl Table,
        net: u32,
        chosen: Option<(&DefenceOption, DefenceMade)>,
    ) -> RuleResult<DefenceOutcome> {
        let shield_net = if self.context.shield.is_some() { net } else { 0 };
        let Some((option, defence)) = chosen else {
            return Ok(DefenceOutcome {
                margin: dice_pool::attack_margin(net, 0),
                defence: None,
                net: shield_net,
            });
        };
        let unit = &self.context.defender;
        let (why, clause, mega) = ("defence", "AB-BASE-03", unit.sheet.mega_dexterity);
        let rolling = PoolRoll { who: unit.id, why, clause, parts: &option.parts, mega };
        let ((net, defence), successes) = rolling.roll(table, (net, defence), &self.context.switches)?;
        let defence_net = dice_pool::net_successes(successes, option.difficulty.pool());
        let shield_net = if self.context.shield.is_some() { net } else { 0 };
        Ok(DefenceOutcome {
            margin: dice_pool::attack_margin(net, defence_net),
            defence: Some(defence),
            net: shield_net,
        })
    }

    /// Resolves an attack whose attack and defence rolls were replaced by the opposed rolls of a grapple.
    /// `AB-BASE-10`.
    pub(crate) fn resolve_opposed(&self, table: &mut impl Table, margin: i32) -> RuleResult<AttackResult> {
        let outcome = table.merge_branches(DefenceOutcome { margin, defence: None, net: 0 })?;
        self.apply_margin(table, outcome)
    }

    /// Steps 3 to 10: applies the margin to the target.
    fn apply_margin(&self, table: &mut impl Table, outcome: DefenceOutcome) -> RuleResult<AttackResult> {
        if outcome.margin < 1 {
            return Ok(self.missed_result(outcome));
        }
        if self.context.weapon.grapple {
            table.note(|| Note::new("AB-BASE-10", AttackNote::Seized));
            return Ok(AttackResult { contact: HitResult::Hit, seized: true, ..self.missed_result(outcome) });
        }
        let raw = self.raw_damage(table, outcome.margin);
        self.apply_raw_damage(table, outcome, raw)
    }

    /// The result of a miss: the target loses only the Willpower its defence cost.
    fn missed_result(&self, outcome: DefenceOutcome) -> AttackResult {
        let defender = &self.context.defender;
        let mut condition = defender.condition.clone();
        let attacker = &self.context.attacker;
        if attacker.id != defender.id && extras::is_cinematic_person(&attacker.sheet) {
            condition.extra.attacked_by_extras = Some(attacker.round); // `AB-CINE-13`
        }
        let willpower_cost = outcome.defence.map_or(0, DefenceMade::willpower_cost);
        condition.willpower = condition.willpower.saturating_sub(willpower_cost);
        AttackResult {
            contact: HitResult::Miss,
            margin: outcome.margin,
            raw: 0,
            levels: 0,
            kind: None,
            defence: outcome.defence,
            condition,
            down: defender.down(),
            knocked_down: false,
            seized: false,
            shield: None,
        }
    }

    /// The result of a hit without levels: ablative defences are used up, armour breaks. `AB-ARMOR-01`,
    /// `AB-NONSOAK-05`, steps 4 and 10.
    fn soaked_result(&self, outcome: DefenceOutcome, raw: u32) -> AttackResult {
        let defender = &self.context.defender;
        let mut result = AttackResult { contact: HitResult::Graze, raw, ..self.missed_result(outcome) };
        if self.context.weapon.damage.kind == DamageType::Emp {
            return result;
        }
        let (sheet, before) = (&defender.sheet, &defender.condition);
        if let Some(column) = self.soak.column {
            let stopped = raw.min(self.soak.ablative);
            result.condition.reduce_ablative(stacking::ablative_soaks(sheet, before, column), stopped);
        }
        let broken = before.intact_armour(sheet).filter(|(_, piece)| piece.is_destroyed_by(raw));
        result.condition.destroyed.extend(broken.map(|(place, _)| place));
        result.condition.destroyed.sort_unstable();
        result
    }

    /// The result of a hit before its levels are marked: that of a hit without levels, with the kind of its damage.
    fn unmarked_result(&self, outcome: DefenceOutcome, raw: u32, kind: DamageType) -> AttackResult {
        AttackResult { kind: Some(kind), ..self.soaked_result(outcome, raw) }
    }
}

pub use self::odds_outcome::{OddsOutcome, calculate_odds, odds_outcome};

#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;

#[cfg(test)]
mod damage_tests;
