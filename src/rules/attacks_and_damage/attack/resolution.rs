//! Resolution of an attack on a unit, from the defender's choice to marked boxes. Chapters RES and CON, table AD-T3.

mod odds;

use crate::lines::HitCount;
use crate::status;
use std::sync::Arc;

use super::weapon_check;
use crate::attacks_and_damage::barriers::crossing::BarrierCrossing;
use crate::attacks_and_damage::damage::resistance::DamagePlan;
use crate::attacks_and_damage::damage::{health, knockdown};
use crate::attacks_and_damage::defence::methods;
use crate::attacks_and_damage::defence::methods::{AvailableDefence, DefenceOption};
use crate::attacks_and_damage::lines::{AttackLine, ContactLine};
use crate::attacks_and_damage::{
    AttackClass, AttackContext, AttackResult, DamageTaken, ExtraEffect, ExtraEffectResult,
    ExtraEffectTrigger, HealthState,
};
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, DownState, HitResult};
use dice::{Dice, Modifiers, Note, Purpose, Roll, RuleResult, Table};

pub use self::odds::{OddsOutcome, calculate_odds, resolve_for_odds};

/// Everything about an attack that is known before the dice are rolled: the content of a preview.
///
/// Prepare it once to resolve the same attack many times.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub context: &'a AttackContext,
    /// Attack class; decides the defence tests. `AD-DEF-03` to `AD-DEF-08`.
    pub class: AttackClass,
    /// The attacker's pool. `AD-TEST-01`.
    pub attack: Modifiers,
    /// Defence options. `AD-DEF-01`.
    pub defence: AvailableDefence,
    /// DV before net hits; 0 for contact without damage. `AD-TYPE-01`.
    pub damage: u32,
    /// How the target resists the damage; `None` for contact without damage. `AD-CON-03`.
    pub damage_plan: Option<DamagePlan<'a>>,
    barrier_crossing: Option<BarrierCrossing<'a>>,
    dice: Dice,
}

/// Results of the two rolls that later steps need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpposedResult {
    /// Attacker's hits minus defender's. `AD-RES-05`.
    pub net: i32,
    /// The attack hits. `AD-RES-02` to `AD-RES-04`.
    pub hit: bool,
    /// A defence test was rolled. `AD-FREQ-02`.
    pub defended: bool,
    /// The attacker dropped the weapon. `AD-BASE-05`.
    pub weapon_dropped: bool,
}

/// Everything about an attack that depends on dice. Boxes, knockdown and extra effects follow from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RolledAttack {
    /// The opposed test.
    pub opposed: OpposedResult,
    /// Hit, graze or miss.
    pub contact: HitResult,
    /// Damage after resistance. `AD-RES-14`.
    pub taken: DamageTaken,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
}

/// Resolves a prepared attack on a unit, step by step. `AD-RES-01` to `AD-RES-16`.
pub fn resolve_plan(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    let chosen = plan.choose_defence(table)?;
    let rolled = resolve_rolls(table, plan, chosen)?;
    Ok(plan.finish_attack(table, rolled))
}

/// Resolves steps 1 to 5 against a chosen defence: everything that depends on dice.
pub fn resolve_rolls(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> RuleResult<RolledAttack> {
    let opposed = table.stage(|table| {
        let (attack, defence) = plan.roll_opposed(table, chosen)?;
        Ok(plan.compare_hits(table, attack, defence, chosen))
    })?;
    let end_without_damage = |opposed, contact, barriers| {
        Ok(RolledAttack { opposed, contact, taken: DamageTaken::default(), barriers })
    };
    if !opposed.hit {
        return end_without_damage(opposed, HitResult::Miss, Vec::new());
    }
    let dv = plan.resolve_raw_damage(table, opposed);
    match &plan.barrier_crossing {
        None => plan.resolve_damage(table, opposed, dv, Vec::new()),
        Some(crossing) => {
            let (opposed, left, barriers) = crossing.cross(table, opposed, dv)?;
            if left == 0 {
                table.note(|| Note::new("SS-COVER-06", AttackLine::StoppedBeforeTarget));
                return end_without_damage(opposed, HitResult::Blocked, barriers);
            }
            plan.resolve_damage(table, opposed, left, barriers)
        }
    }
}

/// Parts of the weapon's DV, with ailments. `CS-BASE-26`, `CS-ENRA-02`.
pub fn damage_parts(context: &AttackContext, number: u32) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(number.cast_signed(), "weapon", "AD-TYPE-01");
    if context.weapon.class == AttackClass::Melee {
        status::add_strength(&mut parts, &context.attacker.ailments);
    }
    status::add_special_damage(&mut parts, &context.defender.ailments, context.weapon.strike.element);
    parts
}

impl<'a> AttackPlan<'a> {
    /// Computes every number that does not depend on dice. The engine's switches are for the borrowed chapters, such as
    /// barriers.
    pub fn new(context: &'a AttackContext, engine: &Arc<EngineSwitches>) -> Self {
        let attack = weapon_check::attack_parts(context);
        let weapon = &context.weapon;
        let damage_plan = weapon.damage.map(|damage| {
            DamagePlan::new(&context.defender, weapon.damage_type(), damage, weapon.ap, &context.switches)
        });
        Self {
            context,
            class: methods::attack_class(context),
            dice: weapon_check::weapon_check_dice(&attack, weapon, &context.switches),
            attack,
            defence: methods::available_defence(context),
            damage: weapon.damage.map_or(0, |damage| damage_parts(context, damage.number).pool()),
            damage_plan,
            barrier_crossing: BarrierCrossing::for_attack(context, engine),
        }
    }

    /// The defender's options, the default first; empty if the target cannot defend.
    pub fn defence_options(&self) -> &[DefenceOption] {
        match &self.defence {
            AvailableDefence::Undefended => &[],
            AvailableDefence::Options(options) => options,
        }
    }

    /// Prompts the defender for a defence test. `AD-DEF-02`, `AD-DEF-18`.
    fn choose_defence(&self, table: &mut impl Table) -> RuleResult<Option<&DefenceOption>> {
        match &self.defence {
            AvailableDefence::Options(options) => methods::choose_defence(table, self.context, options),
            AvailableDefence::Undefended => {
                table.note(|| Note::new("AD-DEF-18", AttackLine::Undefended));
                Ok(None)
            }
        }
    }

    /// Rolls the weapon test and the defence test; 0 defence hits without one. `AD-TEST-01`, `AD-DEF-01`, `AD-DEF-17`,
    /// `AD-BASE-03`.
    fn roll_opposed(
        &self,
        table: &mut impl Table,
        chosen: Option<&DefenceOption>,
    ) -> RuleResult<(Roll, u32)> {
        let attack = self.weapon_test();
        let Some(defence) = self.defence_test(chosen) else {
            return Ok((table.roll(attack.0, attack.1)?, 0));
        };
        let (attack, defence) = if self.needs_both_rolls() {
            (table.roll(attack.0, attack.1)?, table.roll(defence.0, defence.1)?)
        } else {
            table.roll_opposed(attack, defence)?
        };
        Ok((attack, defence.value))
    }

    /// Dice of the weapon test. `AD-TEST-01`.
    fn weapon_test(&self) -> (Dice, Purpose<'_>) {
        let who = Some(self.context.attacker.id);
        let parts = &self.attack.0[..];
        (self.dice, Purpose { who, why: "weapon test", clause: "AD-TEST-01", parts, limit: None })
    }

    /// Dice of the defence test; `None` without one. `AD-DEF-01`, `AD-DEF-17`.
    fn defence_test<'p>(&self, chosen: Option<&'p DefenceOption>) -> Option<(Dice, Purpose<'p>)> {
        let option = chosen.filter(|option| option.test.is_some())?;
        let who = Some(self.context.defender.id);
        let parts = &option.parts.0[..];
        let purpose = Purpose { who, why: "defence test", clause: "AD-DEF-01", parts, limit: None };
        Some((Dice::d6_hits(option.pool), purpose))
    }

    /// Whether more than the difference of the two rolls matters.
    fn needs_both_rolls(&self) -> bool {
        self.context.switches.min_one_hit
    }

    /// Step 1: equal or more hits are a hit, whatever the armour. `AD-ARM-01`, `AD-RES-02` to `AD-RES-04`, `AD-CON-01`,
    /// `AD-CON-02`, `AD-RULING-01`.
    fn oppose(&self, attack: Roll, defence: u32, chosen: Option<&DefenceOption>) -> OpposedResult {
        let hits = attack.value;
        let has_enough = hits > 0 || !self.context.switches.min_one_hit;
        OpposedResult {
            net: hits.cast_signed() - defence.cast_signed(),
            hit: hits >= defence && has_enough,
            defended: chosen.is_some_and(|option| option.test.is_some()),
            weapon_dropped: attack.glitch,
        }
    }

    /// Compares and notes the hits.
    fn compare_hits(
        &self,
        table: &mut impl Table,
        attack: Roll,
        defence: u32,
        chosen: Option<&DefenceOption>,
    ) -> OpposedResult {
        let (opposed, hits) = (self.oppose(attack, defence, chosen), attack.value);
        table.note(|| {
            let (clause, contact) = match (opposed.hit, self.context.weapon.contact_only) {
                (false, _) if hits >= defence => ("AD-RES-04", ContactLine::NoHits),
                (false, false) => ("AD-RES-03", ContactLine::Miss),
                (false, true) => ("AD-CON-02", ContactLine::NoContact),
                (true, false) => ("AD-RES-02", ContactLine::Hit),
                (true, true) => ("AD-CON-01", ContactLine::Contact),
            };
            Note::new(clause, AttackLine::Compared { hits, defence: HitCount(defence), contact })
        });
        if opposed.weapon_dropped {
            table.note(|| Note::new("AD-BASE-05", AttackLine::WeaponDropped));
        }
        opposed
    }

    /// DV with net hits, which are at least 0 on a hit. `AD-RES-05`.
    fn damage_with_net_hits(&self, opposed: OpposedResult) -> u32 {
        if self.damage_plan.is_some() { self.damage.saturating_add_signed(opposed.net) } else { 0 }
    }

    /// Step 2: raw damage; 0 for contact without damage. `AD-RES-05`, `AD-CON-03`.
    fn resolve_raw_damage(&self, table: &mut impl Table, opposed: OpposedResult) -> u32 {
        let dv = self.damage_with_net_hits(opposed);
        table.note(|| match self.damage_plan {
            Some(_) => {
                let line = AttackLine::NetDamage { damage: self.damage, net: opposed.net, total: dv };
                Note::new("AD-RES-05", line)
            }
            None => Note::new("AD-CON-03", AttackLine::NoDamage),
        });
        dv
    }

    /// Steps 3 to 5: armour and resistance. `AD-RES-06` to `AD-RES-14`.
    fn resolve_damage(
        &self,
        table: &mut impl Table,
        opposed: OpposedResult,
        dv: u32,
        barriers: Vec<BarrierHarm>,
    ) -> RuleResult<RolledAttack> {
        let taken = match &self.damage_plan {
            Some(damage_plan) => damage_plan.resist(table, dv)?,
            None => DamageTaken::default(),
        };
        Ok(RolledAttack { opposed, contact: self.contact_after_damage(taken), taken, barriers })
    }

    /// Whether contact with the target is a hit or a graze. `AD-SPEC-02`, `AD-CON-03`.
    fn contact_after_damage(&self, taken: DamageTaken) -> HitResult {
        let damaged = taken != DamageTaken::default();
        let takes_effect =
            damaged || self.damage_plan.is_none() || self.active_extra_effects(damaged).next().is_some();
        if takes_effect { HitResult::Hit } else { HitResult::Graze }
    }

    /// Step 6: boxes, knockdown and extra effects. `AD-RES-15`, `AD-KD-01`, `AD-SPEC-02`.
    fn finish_attack(&self, table: &mut impl Table, rolled: RolledAttack) -> AttackResult {
        let RolledAttack { opposed, contact, taken, barriers } = rolled;
        let defender = &self.context.defender;
        let mut result = AttackResult {
            contact,
            net_hits: opposed.net,
            raw_damage: if opposed.hit { self.damage_with_net_hits(opposed) } else { 0 },
            taken,
            condition: defender.condition,
            knocked_down: false,
            down: defender.down,
            barriers,
            defended: opposed.defended,
            effects: Vec::new(),
            disarmed: false,
            weapon_dropped: opposed.weapon_dropped,
        };
        if let Some(damage_plan) = self.damage_plan.as_ref().filter(|_| taken != DamageTaken::default()) {
            (result.condition, result.down) = damage_plan.mark_boxes(table, taken);
            result.knocked_down = self.resolve_knockdown(table, taken);
        }
        self.record_defence(opposed, &mut result.condition);
        if matches!(contact, HitResult::Graze | HitResult::Hit) {
            let damaged = taken != DamageTaken::default();
            result.effects = self.apply_extra_effects(table, damaged);
            result.disarmed = self.has_extra_effect(damaged, ExtraEffectResult::Drops);
            result.knocked_down |=
                !defender.prone && self.has_extra_effect(damaged, ExtraEffectResult::Falls);
        }
        result
    }

    /// Returns how the target is out of action after this damage; `None` if it is not. `AD-BASE-13` to `AD-BASE-16`.
    pub fn down_state_after(&self, taken: DamageTaken) -> Option<DownState> {
        let (target, switches) = (&self.context.defender, &self.context.switches);
        let after = health::mark_boxes(&target.condition, taken, &target.sheet, switches);
        health::down_state(&after, &target.sheet, switches).max(target.down)
    }

    /// Whether this damage knocks the target down; not if it is already prone. `AD-KD-01`, `AD-KD-08`.
    pub fn is_knocked_down_by(&self, taken: DamageTaken) -> bool {
        let target = &self.context.defender;
        !target.prone && knockdown::knocks_down(taken, &target.sheet)
    }

    /// Notes an automatic knockdown, in addition to the damage. `AD-KD-01`, `AD-KD-03`.
    fn resolve_knockdown(&self, table: &mut impl Table, taken: DamageTaken) -> bool {
        let knocked_down = self.is_knocked_down_by(taken);
        if knocked_down {
            table.note(|| {
                let (damage, limit) =
                    (taken.total(), knockdown::knockdown_limit(&self.context.defender.sheet));
                Note::new("AD-KD-01", AttackLine::FallsProne { damage, limit })
            });
        }
        knocked_down
    }

    /// Returns the extra effects that apply. `AD-SPEC-02`, `AD-CON-03`, `AD-CON-04`.
    fn active_extra_effects(&self, damaged: bool) -> impl Iterator<Item = &ExtraEffect> {
        let all_apply = damaged || self.damage_plan.is_none();
        self.context
            .weapon
            .riders
            .iter()
            .filter(move |rider| all_apply || rider.trigger == ExtraEffectTrigger::Hit)
    }

    /// Whether an applied extra effect has this result.
    fn has_extra_effect(&self, damaged: bool, result: ExtraEffectResult) -> bool {
        self.active_extra_effects(damaged).any(|rider| rider.does == result)
    }

    /// Whether the target falls Prone, by damage or an extra effect. `AD-KD-01`, `AD-SPEC-02`.
    pub fn is_knocked_prone(&self, contact: HitResult, taken: DamageTaken) -> bool {
        let damaged = taken != DamageTaken::default();
        let has_contact = matches!(contact, HitResult::Graze | HitResult::Hit);
        let trips = has_contact
            && !self.context.defender.prone
            && self.has_extra_effect(damaged, ExtraEffectResult::Falls);
        trips || (damaged && self.is_knocked_down_by(taken))
    }

    fn apply_extra_effects(&self, table: &mut impl Table, damaged: bool) -> Vec<String> {
        let mut effects = Vec::new();
        for rider in self.active_extra_effects(damaged) {
            let line = || AttackLine::TakesEffect { effect: rider.effect.clone() };
            table.note(|| Note::new("AD-SPEC-02", line()));
            effects.push(rider.effect.clone());
        }
        effects
    }

    /// Counts the defence test, whatever its result. `AD-FREQ-01`, `AD-FREQ-02`.
    fn record_defence(&self, opposed: OpposedResult, condition: &mut HealthState) {
        let frequency = self.context.defender.condition.frequency;
        condition.frequency = if opposed.defended { frequency.after_test() } else { frequency };
    }
}

#[cfg(test)]
mod contact_tests;
#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;
