//! An attack on a unit, from the first die to the last mark. `AB-BASE-18` with the chapters it calls.

use crate::Contact;
use dice::{Answer, Carrying, Clause, Modifiers, Note, Prompt, Step, Table};

use super::attack_pool::{SoakPlan, attack_parts, damage_parts, difficulty_parts, soak_plan};
use super::base::{self, Rolling};
use super::damage::{DamageRoll, roll_levels, roll_of};
use super::daze::{self, Impact};
use super::defence::{DefenceOption, Defences, Defended};
use super::hurl::{self, Into};
use super::range::{self, OutOfReach};
use super::resus::{self, Blow};
use super::track::Track;
use super::{AttackResult, AttackScene, Condition, DamageType, stack, stun};

/// Everything of an attack that is known before any die falls: what a preview shows.
///
/// Whoever runs the same attack many times prepares it once.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub scene: &'a AttackScene,
    /// Why it does not reach its target, if it does not. `AB-RANGE-05`, `AB-THROW-02`.
    pub out_of_reach: Option<OutOfReach>,
    /// The attacker's pool.
    pub attack: Modifiers,
    /// Difficulty of hitting. `AB-BASE-02`.
    pub difficulty: Modifiers,
    /// What the defender may answer with. `AB-BASE-08`.
    pub defences: Defences,
    /// The soak that meets it.
    pub soak: SoakPlan,
    /// Raw damage dice before the margin. `AB-BASE-04`.
    pub damage: Modifiers,
    /// The target's health track. `AB-TRACK-01`.
    pub track: Track,
}

/// What later steps need of the two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Met {
    /// `AB-BASE-03`.
    margin: i32,
    /// How the defender defended itself, if it did.
    defended: Option<Defended>,
    /// Net successes of the attack, where they matter once it is met: against a shield. `AB-SHIELD-09`.
    net: u32,
}

/// Resolves an attack on a unit. `AB-BASE-18`.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, scene: &AttackScene) -> Step<AttackResult> {
    resolve(table, &AttackPlan::new(scene))
}

/// Resolves a prepared attack: attack, defence, raw dice, soak, damage, marks, armour. `AB-BASE-18`.
///
/// # Errors
/// As the table.
pub fn resolve(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<AttackResult> {
    Ok(plan.aimed(table)?.0)
}

impl<'a> AttackPlan<'a> {
    /// Works out every number that no die decides.
    pub fn new(scene: &'a AttackScene) -> Self {
        let range = range::of_attack(scene);
        Self {
            scene,
            out_of_reach: range.err(),
            attack: attack_parts(scene),
            difficulty: difficulty_parts(scene, range.ok().flatten()),
            defences: Defences::new(scene),
            soak: soak_plan(scene),
            damage: damage_parts(scene),
            track: Track::of(&scene.defender.sheet),
        }
    }

    /// Raw damage dice of a margin; success adds none to a burst. `AB-BASE-04`, `AB-AREA-07`.
    pub fn raw_dice(&self, margin: u32) -> u32 {
        let extra = if self.scene.burst.is_some() { 0 } else { base::extra_dice(margin) };
        self.damage.pool() + extra
    }

    /// The attack is rolled and met; gives its net successes as well.
    pub(super) fn aimed(&self, table: &mut impl Table) -> Step<(AttackResult, u32)> {
        if let Some(reason) = self.out_of_reach {
            table.note(|| note("AB-RANGE-05", format!("No attack: {reason}")));
            return Ok((self.missed(Met { margin: 0, defended: None, net: 0 }), 0));
        }
        let net = self.roll_attack(table)?;
        Ok((self.met_by(table, net)?, net))
    }

    /// As `aimed`, where its net successes matter for others besides. `AB-RULING-37`.
    pub(super) fn aimed_at_many(&self, table: &mut impl Table) -> Step<(AttackResult, u32)> {
        if self.out_of_reach.is_some() {
            return self.aimed(table);
        }
        let net = self.roll_attack(table)?;
        Ok((self.met_by(&mut Carrying::new(table, net), net)?, net))
    }

    /// The attack is rolled and split between its target and somebody behind; gives what is left for the latter.
    /// `AB-KNOCK-16`.
    pub(super) fn aimed_and_split(&self, table: &mut impl Table) -> Step<(AttackResult, u32)> {
        if self.out_of_reach.is_some() {
            return self.aimed(table);
        }
        let net = self.roll_attack(table)?;
        let (own, rest) = self.divide(table, net)?;
        Ok((self.met_by(&mut Carrying::new(table, rest), own)?, rest))
    }

    /// What of its net successes is for its target, and what for somebody behind. `AB-KNOCK-16`.
    fn divide(&self, table: &mut impl Table, net: u32) -> Step<(u32, u32)> {
        match self.scene.aimed_into {
            Some(Into::Mover) => hurl::split(table, self.scene.attacker.id, net),
            _ => Ok((net, 0)),
        }
    }

    /// The attack is rolled and met by a defence, and does nothing else yet. `AB-OBJ-02`.
    pub(super) fn aimed_and_met(&self, table: &mut impl Table) -> Step<AttackResult> {
        if self.out_of_reach.is_some() {
            return Ok(self.aimed(table)?.0);
        }
        let net = self.roll_attack(table)?;
        self.only_met(table, net)
    }

    /// So many net successes are met by a defence and do nothing else. `AB-KNOCK-16`.
    pub(super) fn only_met(&self, table: &mut impl Table, net: u32) -> Step<AttackResult> {
        let met = self.defend(table, net)?;
        Ok(self.missed(met))
    }

    /// An attack of so many net successes meets the defender. `AB-RULING-37`, `AB-RULING-43`.
    pub(super) fn met_by(&self, table: &mut impl Table, net: u32) -> Step<AttackResult> {
        if let Some(shield) = self.scene.shield.as_ref().filter(|_| self.scene.burst.is_none()) {
            return self.guarded(table, shield, net);
        }
        let met = self.defend(table, net)?;
        self.strike(table, met)
    }

    /// Step 1: the attack against its difficulty; net successes. `AB-BASE-02`.
    fn roll_attack(&self, table: &mut impl Table) -> Step<u32> {
        let unit = &self.scene.attacker;
        let (why, clause, mega) = ("attack", "AB-BASE-03", unit.sheet.mega_dexterity);
        let rolling = Rolling { who: unit.id, why, clause, parts: &self.attack, mega };
        let ((), successes) = rolling.roll(table, (), &self.scene.switches)?;
        let net = base::net(successes, self.difficulty.pool());
        table.note(|| {
            let text = format!(
                "{} at difficulty +{}: {net} net",
                base::successes_text(successes),
                self.difficulty.pool()
            );
            Note { clause: "AB-BASE-02", text, parts: self.difficulty.0.clone() }
        });
        Ok(net)
    }

    /// Step 2: the defence. Nobody defends against an attack that missed by itself. `AB-BASE-03`, `AB-DODGE-02`.
    fn defend(&self, table: &mut impl Table, net: u32) -> Step<Met> {
        let chosen = if net == 0 { None } else { self.defences.choose(table, self.scene, net)? };
        let met = self.meet(table, net, chosen)?;
        let met = table.settle(met)?;
        table.note(|| {
            let means = if met.margin < 1 { "a miss" } else { "a hit" };
            note("AB-BASE-03", format!("Margin {}: {means}", met.margin))
        });
        Ok(met)
    }

    /// The roll of a defence that was chosen, if one was. `AB-BASE-03`.
    fn meet(
        &self,
        table: &mut impl Table,
        net: u32,
        chosen: Option<(&DefenceOption, Defended)>,
    ) -> Step<Met> {
        let kept = if self.scene.shield.is_some() { net } else { 0 };
        let Some((option, defended)) = chosen else {
            return Ok(Met { margin: base::margin(net, 0), defended: None, net: kept });
        };
        let unit = &self.scene.defender;
        let (why, clause, mega) = ("defence", "AB-BASE-03", unit.sheet.mega_dexterity);
        let rolling = Rolling { who: unit.id, why, clause, parts: &option.parts, mega };
        let ((net, defended), successes) = rolling.roll(table, (net, defended), &self.scene.switches)?;
        let defence = base::net(successes, option.difficulty.pool());
        let kept = if self.scene.shield.is_some() { net } else { 0 };
        Ok(Met { margin: base::margin(net, defence), defended: Some(defended), net: kept })
    }

    /// Two opposed rolls of a grapple take the place of attack and defence. `AB-BASE-10`.
    pub(super) fn opposed(&self, table: &mut impl Table, margin: i32) -> Step<AttackResult> {
        let met = table.settle(Met { margin, defended: None, net: 0 })?;
        self.strike(table, met)
    }

    /// Steps 3 to 10: what a margin does to the target.
    fn strike(&self, table: &mut impl Table, met: Met) -> Step<AttackResult> {
        if met.margin < 1 {
            return Ok(self.missed(met));
        }
        if self.scene.weapon.grapple {
            table.note(|| note("AB-BASE-10", "Seized: both are held".into()));
            return Ok(AttackResult { contact: Contact::Hit, seized: true, ..self.missed(met) });
        }
        let raw = self.raw(table, met);
        self.harm(table, met, raw)
    }

    /// Steps 6 to 10: so many raw dice meet the soak and leave their marks.
    fn harm(&self, table: &mut impl Table, met: Met, raw: u32) -> Step<AttackResult> {
        let Some(roll) = self.soaked(table, raw) else {
            return Ok(self.touched(met, raw));
        };
        let levels = self.roll_damage(table, roll)?;
        self.mark(table, met, raw, roll, levels)
    }

    /// Step 3: the raw dice. `AB-BASE-04`.
    fn raw(&self, table: &mut impl Table, met: Met) -> u32 {
        let raw = self.raw_dice(met.margin.max(0).unsigned_abs());
        table.note(|| {
            let damage = self.scene.weapon.damage;
            if self.scene.burst.is_some() {
                return note("AB-AREA-07", format!("{damage}, whatever the successes: {raw} raw dice"));
            }
            note("AB-BASE-04", format!("{damage} and a margin of {}: {raw} raw dice", met.margin))
        });
        raw
    }

    /// Step 6: what is rolled behind the soak, if anything. `AB-PING-01`, `AB-PING-04`, `AB-TYPE-02`.
    fn soaked(&self, table: &mut impl Table, raw: u32) -> Option<DamageRoll> {
        let damage = self.scene.weapon.damage;
        if damage.kind == DamageType::Emp {
            return self.pulsed(table, raw);
        }
        let roll = roll_of(raw, damage.kind, damage.adds, self.soak.total);
        table.note(|| {
            let (clause, means) = match roll {
                Some(DamageRoll { ping: false, dice, .. }) => ("AB-BASE-18", format!("{dice} dice left")),
                Some(DamageRoll { kind, .. }) => {
                    ("AB-PING-01", format!("soaked, one die of {} ping damage", kind.name()))
                }
                None => ("AB-PING-03", "soaked".into()),
            };
            let text = format!("{raw} raw dice against soak {}: {means}", self.soak.total);
            Note { clause, text, parts: self.soak.parts.0.clone() }
        });
        roll
    }

    /// What a pulse rolls for a machine: hardening soaks it, and the living feel nothing. `AB-EMP-01` to `AB-EMP-03`,
    /// `AB-EMP-10`.
    fn pulsed(&self, table: &mut impl Table, raw: u32) -> Option<DamageRoll> {
        let Some(machine) = self.scene.defender.sheet.machine else {
            table.note(|| note("AB-EMP-10", "EMP does nothing to the living".into()));
            return None;
        };
        let roll = machine.roll(raw);
        table.note(|| {
            let (dice, hardening) = (roll.map_or(0, |roll| roll.dice), machine.hardening);
            note("AB-EMP-03", format!("{raw} raw dice against hardening {hardening}: {dice} dice left"))
        });
        roll
    }

    /// Step 7: damage dice and adds, in levels. `AB-BASE-05`, `AB-ADDS-01`.
    fn roll_damage(&self, table: &mut impl Table, roll: DamageRoll) -> Step<u32> {
        roll_levels(table, self.scene.attacker.id, roll)
    }

    /// Steps 9 and 10: levels are marked, the target is dazed or stunned, destroyed armour comes off. `AB-BASE-18`.
    fn mark(
        &self,
        table: &mut impl Table,
        met: Met,
        raw: u32,
        roll: DamageRoll,
        levels: u32,
    ) -> Step<AttackResult> {
        let defender = &self.scene.defender;
        let mut result = self.touched(met, raw);
        result.kind = Some(roll.kind);
        if levels == 0 {
            return Ok(result);
        }
        result.contact = Contact::Hit;
        result.levels = levels;
        let condition = &mut result.condition;
        let track = self.track;
        let overflow = self.scene.switches.bashing_overflow;
        let marked = condition.marks.take(levels, roll.kind, track, overflow);
        stun::keep_clock(condition, defender.round);
        match defender.sheet.machine.filter(|_| self.scene.weapon.damage.kind == DamageType::Emp) {
            Some(machine) => self.shut_down(table, condition, machine, levels),
            None => self.shake(table, condition, marked)?,
        }
        let blow = Blow { vital: self.scene.called_vital, aggravated: roll.kind == DamageType::Aggravated };
        resus::after_harm(condition, &defender.sheet, blow, defender.round);
        let fate = condition.fate(&defender.sheet);
        result.down = fate.down();
        result.knocked_down = result.down.is_some() && !defender.prone;
        if result.down.is_some() && defender.down().is_none() {
            table.note(|| note("AB-TRACK-07", format!("Out of the fight: {}", fate.name())));
        }
        Ok(result)
    }

    /// A machine goes off for some turns, or for good. `AB-EMP-07` to `AB-EMP-09`.
    fn shut_down(
        &self,
        table: &mut impl Table,
        condition: &mut Condition,
        machine: super::emp::Machine,
        levels: u32,
    ) {
        let turns = machine.turns_off(levels);
        daze::lose_turns(condition, self.scene.defender.now(), turns);
        if turns > 0 {
            let clause = if machine.is_hardened() { "AB-EMP-08" } else { "AB-EMP-07" };
            table.note(|| note(clause, format!("Shut down for {turns} more turns")));
        }
        if machine.burns_out(levels) {
            condition.burnt_out = true;
            table.note(|| note("AB-EMP-09", "Burnt out for good".into()));
        }
    }

    /// Dazing and stunning, with the defender's Willpower against it. `AB-DAZE-01` to `AB-DAZE-08`.
    fn shake(&self, table: &mut impl Table, condition: &mut Condition, marked: u32) -> Step<()> {
        let defender = &self.scene.defender;
        let (sheet, now) = (&defender.sheet, defender.now());
        let offered = daze::may_power_through(condition, sheet, marked, now);
        let powered = match offered.filter(|_| condition.marks.wounds() < self.track.boxes()) {
            Some((without, with)) => {
                let powers = usize::from(without < Impact::Stunned);
                table.ask(|| self.power_prompt(condition.willpower, without, with))? == powers
            }
            None => false,
        };
        let before = condition.turn.in_round(now.round).impact;
        daze::strike(condition, sheet, marked, now, powered);
        let impact = condition.turn.impact;
        if impact > before {
            let text = format!("{} levels in this turn: {}", condition.turn.levels, impact.name());
            table.note(|| note(if impact == Impact::Dazed { "AB-DAZE-01" } else { "AB-DAZE-02" }, text));
        }
        Ok(())
    }

    /// A lost turn is worth the point; being dazed may not be. `AB-DAZE-08`.
    fn power_prompt(&self, points: u8, without: Impact, with: Impact) -> Prompt {
        let answer = |key: &str, label: &str, detail: String| Answer {
            key: key.into(),
            label: label.into(),
            detail,
            clause: "AB-DAZE-08",
        };
        let detail = format!("1 of {points} Willpower points: {}", with.name());
        let mut answers = vec![
            answer("power", "Power through", detail),
            answer("yield", "Take it", format!("free: {}", without.name())),
        ];
        if without < Impact::Stunned {
            answers.reverse();
        }
        let question = format!("The hit leaves it {}. Power through?", without.name());
        Prompt { who: self.scene.defender.id, question, clause: "AB-DAZE-08", answers }
    }

    /// A result that leaves the target as it was, but for the Willpower its defence cost.
    fn missed(&self, met: Met) -> AttackResult {
        let defender = &self.scene.defender;
        let mut condition = defender.condition.clone();
        let spent = met.defended.map_or(0, Defended::willpower);
        condition.willpower = condition.willpower.saturating_sub(spent);
        AttackResult {
            contact: Contact::Miss,
            margin: met.margin,
            raw: 0,
            levels: 0,
            kind: None,
            defended: met.defended,
            condition,
            down: defender.down(),
            knocked_down: false,
            seized: false,
            shield: None,
        }
    }

    /// A hit without levels: ablative defences wear, armour breaks. `AB-ARMOR-01`, `AB-NONSOAK-05`, steps 4 and 10.
    fn touched(&self, met: Met, raw: u32) -> AttackResult {
        let defender = &self.scene.defender;
        let mut result = AttackResult { contact: Contact::Graze, raw, ..self.missed(met) };
        if self.scene.weapon.damage.kind == DamageType::Emp {
            return result;
        }
        let (sheet, before) = (&defender.sheet, &defender.condition);
        if let Some(column) = self.soak.column {
            let stopped = raw.min(self.soak.ablative);
            result.condition.wear_ablative(stack::ablative(sheet, before, column), stopped);
        }
        let broken = before.worn_armour(sheet).filter(|(_, piece)| piece.is_destroyed_by(raw));
        result.condition.destroyed.extend(broken.map(|(place, _)| place));
        result.condition.destroyed.sort_unstable();
        result
    }
}

fn note(clause: Clause, text: String) -> Note {
    Note { clause, text, parts: Vec::new() }
}

mod guarded;
mod outline;
pub use outline::{Outline, outline};

#[cfg(test)]
mod harm_tests;
#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;
