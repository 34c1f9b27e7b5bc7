//! Resolves an attack on a unit, from the attack roll to the marked levels. `AB-BASE-18` with the chapters
//! it refers to.

mod human_shield;
mod nameless;
mod odds_outcome;

use crate::HitResult;
use dice::{Answer, CarryState, Modifiers, Note, Prompt, RuleResult, Table};

use super::aimed_knockback::KnockbackAim;
use super::defence::{DefenceMade, DefenceOption, DefenceOptions};
use super::pool::{SoakPlan, attack_parts, damage_parts, difficulty_parts, soak_plan};
use super::range::{self, OutOfReach};
use super::{aimed_knockback, area};
use crate::aberrant::bands::band::SupportWeapon;
use crate::aberrant::bands::bonuses;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::environment::objects;
use crate::aberrant::environment::objects::SizeEffect;
use crate::aberrant::extras::{self, DamageRule};
use crate::aberrant::health::damage::{Damage, DamageRoll, damage_roll, roll_levels, roll_structure_levels};
use crate::aberrant::health::dazing;
use crate::aberrant::health::dazing::DazeLevel;
use crate::aberrant::health::grievous_injury;
use crate::aberrant::health::grievous_injury::LastingFlaw;
use crate::aberrant::health::health_track::HealthTrack;
use crate::aberrant::health::resuscitation;
use crate::aberrant::health::resuscitation::FatalBlow;
use crate::aberrant::health::stun;
use crate::aberrant::lines::{
    AnswerDetail, AnswerLabel, AttackNote, Counted, DamageNote, OneOf, Question, RollNote, RollVerdict,
    SizeNote, SoakTerm,
};
use crate::aberrant::protection::stacking;
use crate::aberrant::{AttackContext, AttackResult, DamageType, HealthState};

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
        let outcome = self.resolve_defence(table, net)?;
        Ok(self.missed_result(outcome))
    }

    /// Resolves an attack with `net` successes against the defender. `AB-RULING-37`, `AB-RULING-43`.
    pub(crate) fn resolve_net_successes(&self, table: &mut impl Table, net: u32) -> RuleResult<AttackResult> {
        if let Some(shield) = self.context.shield.as_ref().filter(|_| self.context.blast.is_none()) {
            return self.resolve_against_shield(table, shield, net);
        }
        let outcome = self.resolve_defence(table, net)?;
        self.apply_margin(table, outcome)
    }

    /// Step 1: rolls the attack against its difficulty; returns net successes. `AB-BASE-02`.
    fn roll_attack(&self, table: &mut impl Table) -> RuleResult<u32> {
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
            let (difficulty, verdict) = (self.difficulty.pool(), RollVerdict::Net(net));
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
        let unit = &self.context.attacker;
        let is_named = !extras::is_cinematic_person(&unit.sheet);
        let mega = if is_named { unit.sheet.mega_dexterity } else { 0 };
        let (why, clause) = ("attack", "AB-BASE-03");
        let rolling = PoolRoll { who: unit.id, why, clause, parts: &self.attack, mega };
        let ((), successes) = rolling.roll(table, (), &self.context.switches)?;
        Ok(successes)
    }

    /// Step 2: resolves the defence. An attack that already missed is not defended against. `AB-BASE-03`,
    /// `AB-DODGE-02`.
    fn resolve_defence(&self, table: &mut impl Table, net: u32) -> RuleResult<DefenceOutcome> {
        let chosen = if net == 0 { None } else { self.defences.choose_defence(table, self.context, net)? };
        let outcome = self.roll_defence(table, net, chosen)?;
        let outcome = table.merge_branches(outcome)?;
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

    /// Steps 6 to 10: rolls `raw` dice against soak and marks the levels.
    fn apply_raw_damage(
        &self,
        table: &mut impl Table,
        outcome: DefenceOutcome,
        raw: u32,
    ) -> RuleResult<AttackResult> {
        if self.damage_rule == DamageRule::AnyHitFells {
            return self.fell_extra(table, outcome, raw);
        }
        let Some(roll) = self.soaked_damage_roll(table, raw) else {
            return Ok(self.soaked_result(outcome, raw));
        };
        let levels = self.roll_damage(table, roll)?;
        match self.damage_rule {
            DamageRule::Converted => Ok(self.mark_extra_levels(table, outcome, raw, (roll, levels))),
            DamageRule::Henchmen => Ok(self.take_henchmen_out(table, outcome, raw, (roll, levels))),
            DamageRule::Rolled | DamageRule::AnyHitFells => {
                self.mark_levels(table, outcome, raw, roll, levels)
            }
        }
    }

    /// Step 3: the raw dice. `AB-BASE-04`.
    pub(crate) fn raw_damage(&self, table: &mut impl Table, margin: i32) -> u32 {
        let raw = self.raw_dice(margin.max(0).unsigned_abs());
        table.note(|| {
            let damage = Damage { dice: self.damage.pool(), ..self.context.weapon.damage };
            let dice = Counted::RawDice(raw);
            let note = match self.context.blast {
                Some(_) => Note::new("AB-AREA-07", DamageNote::BlastDice { damage, raw: dice }),
                None => Note::new("AB-BASE-04", DamageNote::RawDice { damage, margin, raw: dice }),
            };
            note.with_parts(&self.raw_dice_parts(raw).0)
        });
        raw
    }

    /// Parts of the raw dice besides those of the weapon; none if there is only the weapon. `AB-BASE-04`.
    fn raw_dice_parts(&self, raw: u32) -> Modifiers {
        if self.damage.0.len() < 2 {
            return Modifiers::new();
        }
        let mut parts = self.damage.clone();
        parts.add(raw.cast_signed() - self.damage.sum(), "extra successes", "AB-BASE-04");
        parts
    }

    /// Step 6: the damage roll left after soak; `None` if there is none. `AB-PING-01`, `AB-PING-04`,
    /// `AB-TYPE-02`.
    fn soaked_damage_roll(&self, table: &mut impl Table, raw: u32) -> Option<DamageRoll> {
        let damage = self.context.weapon.damage;
        if let Some(building) = &self.context.defender.sheet.building {
            return self.roll_past_building(table, building, raw);
        }
        if damage.kind == DamageType::Emp {
            return self.emp_damage_roll(table, raw);
        }
        let roll = self.damage_after_soak(raw);
        table.note(|| {
            let (raw, soak) = (Counted::RawDice(raw), SoakTerm::soak(&self.soak.parts));
            let (clause, line) = match roll {
                Some(DamageRoll { ping: false, dice, .. }) => {
                    ("AB-BASE-18", DamageNote::PastSoak { raw, soak, dice: Counted::Dice(dice) })
                }
                Some(DamageRoll { kind, .. }) => ("AB-PING-01", DamageNote::Ping { raw, soak, kind }),
                None => ("AB-PING-03", DamageNote::Soaked { raw, soak }),
            };
            Note::new(clause, line).with_parts(&self.soak.parts.0)
        });
        roll
    }

    /// The damage roll left after the armour of a building; `None` if there is none. `AB-OBJ-09`, `AB-PING-01`.
    fn roll_past_building(
        &self,
        table: &mut impl Table,
        building: &Building,
        raw: u32,
    ) -> Option<DamageRoll> {
        let kind = self.context.weapon.damage.kind;
        if matches!(kind, DamageType::Stun | DamageType::Emp) {
            table.note(|| Note::new("AB-OBJ-09", DamageNote::ImmuneStructure(kind)));
            return None;
        }
        let left = building.structure_left(&self.context.defender.condition);
        objects::note_object(table, building.object(), left, building.structure());
        let roll = self.damage_after_soak(raw);
        table.note(|| {
            let (raw, soak) = (Counted::RawDice(raw), SoakTerm::armour(&self.soak.parts));
            let (clause, line) = match roll {
                Some(DamageRoll { ping: false, dice, .. }) => {
                    ("AB-OBJ-09", DamageNote::PastSoak { raw, soak, dice: Counted::Dice(dice) })
                }
                Some(_) => ("AB-PING-01", DamageNote::PingOnStructure { raw, soak }),
                None => ("AB-OBJ-09", DamageNote::StoppedByStructure { raw, soak }),
            };
            Note::new(clause, line).with_parts(&self.soak.parts.0)
        });
        roll
    }

    /// The damage roll left after soak, or after the armour of a building. `AB-OBJ-09`, `AB-PING-01`.
    pub(crate) fn damage_after_soak(&self, raw: u32) -> Option<DamageRoll> {
        let damage = self.context.weapon.damage;
        if self.context.defender.sheet.building.is_some() {
            return objects::object_damage_roll(Damage { dice: raw, ..damage }, self.soak.total);
        }
        damage_roll(raw, damage.kind, damage.adds, self.soak.total)
    }

    /// What the size of a building makes of rolled levels; `None` for everything else. `AB-OBJ-04` to `AB-OBJ-07`.
    pub(crate) fn size_effect(&self) -> Option<SizeEffect> {
        let building = self.context.defender.sheet.building.as_ref()?;
        let radius_m = area::radius_m(self.context.weapon.area);
        Some(building.size_effect(self.context.blast.map(|blast| (blast, radius_m))))
    }

    /// Levels that the target takes of those rolled: a building by its size, ping as it is. `AB-OBJ-04` to `AB-OBJ-07`.
    fn levels_by_size(&self, table: &mut impl Table, roll: DamageRoll, rolled: u32) -> u32 {
        let Some(effect) = self.size_effect().filter(|_| !roll.ping) else { return rolled };
        if rolled > 0 && (effect.factor().is_some() || effect.levels_taken(rolled) < rolled) {
            table.note(|| Note::new(effect.clause(), SizeNote { effect, rolled }));
        }
        effect.levels_taken(rolled)
    }

    /// The damage roll of an EMP against a machine, reduced by hardening; living targets are immune.
    /// `AB-EMP-01` to `AB-EMP-03`, `AB-EMP-10`.
    fn emp_damage_roll(&self, table: &mut impl Table, raw: u32) -> Option<DamageRoll> {
        let Some(machine) = self.context.defender.sheet.machine else {
            table.note(|| Note::new("AB-EMP-10", DamageNote::ImmuneToEmp));
            return None;
        };
        let roll = machine.emp_damage_roll(raw);
        table.note(|| {
            let (dice, hardening) = (roll.map_or(0, |roll| roll.dice), machine.hardening);
            let (raw, dice) = (Counted::RawDice(raw), Counted::Dice(dice));
            Note::new("AB-EMP-03", DamageNote::PastHardening { raw, hardening, dice })
        });
        roll
    }

    /// Step 7: rolls damage dice and adds, in levels; extras take a level for two dice. `AB-BASE-05`, `AB-ADDS-01`,
    /// `AB-GRITTY-04`, `AB-CINE-15`.
    fn roll_damage(&self, table: &mut impl Table, roll: DamageRoll) -> RuleResult<u32> {
        if self.damage_rule == DamageRule::Converted {
            return Ok(self.converted_levels(table, roll));
        }
        let who = self.context.attacker.id;
        if self.context.defender.sheet.building.is_none() {
            return roll_levels(table, who, roll);
        }
        let levels = roll_structure_levels(table, who, roll)?;
        Ok(self.levels_by_size(table, roll, levels))
    }

    /// Steps 9 and 10: marks levels, dazes or stuns the target, removes destroyed armour. `AB-BASE-18`.
    fn mark_levels(
        &self,
        table: &mut impl Table,
        outcome: DefenceOutcome,
        raw: u32,
        roll: DamageRoll,
        levels: u32,
    ) -> RuleResult<AttackResult> {
        let defender = &self.context.defender;
        let mut result = self.soaked_result(outcome, raw);
        result.kind = Some(roll.kind);
        if levels == 0 {
            return Ok(result);
        }
        let switches = &self.context.switches;
        let flaw = grievous_injury::choose_flaw(table, defender, (levels, roll.kind), switches)?;
        let levels = grievous_injury::levels_after_choice(levels, flaw);
        if let Some(flaw) = flaw {
            table.note(|| {
                Note::new("AB-GRIEV-03", DamageNote::Grievous { flaw, levels: Counted::Levels(levels) })
            });
            result.condition.flaws.push(LastingFlaw { flaw, mitigated: false });
        }
        result.contact = HitResult::Hit;
        result.levels = levels;
        let condition = &mut result.condition;
        let track = self.track;
        let overflow = self.context.switches.bashing_overflow;
        // Structure knows one kind of damage. `AB-OBJ-09`
        let solid = defender.sheet.building.is_some();
        let kind = if solid { DamageType::Lethal } else { roll.kind };
        let marked = condition.marks.mark_levels(levels, kind, track, overflow);
        stun::update_recovery_clock(condition, defender.round);
        match defender.sheet.machine.filter(|_| self.context.weapon.damage.kind == DamageType::Emp) {
            Some(machine) => self.shut_down_machine(table, condition, machine, levels),
            None if solid => {}
            None => self.apply_daze(table, condition, marked)?,
        }
        let blow =
            FatalBlow { vital: self.context.called_vital, aggravated: roll.kind == DamageType::Aggravated };
        resuscitation::update_dying(condition, &defender.sheet, blow, defender.round);
        let life_status = condition.life_status(&defender.sheet);
        result.down = life_status.down();
        let falls = flaw.is_some() && result.condition.crawling_flaw().is_some();
        result.knocked_down = (result.down.is_some() || falls) && !defender.prone && !solid;
        if result.down.is_some() && defender.down().is_none() {
            table.note(|| match solid {
                true => Note::new("AB-OBJ-09", DamageNote::NoStructureLeft),
                false => Note::new("AB-TRACK-07", DamageNote::OutOfAction(life_status)),
            });
        }
        Ok(result)
    }

    /// Shuts a machine of extras down, without notes. `AB-EMP-07` to `AB-EMP-09`.
    fn shut_down_quietly(
        &self,
        condition: &mut HealthState,
        machine: crate::aberrant::health::emp::Electronics,
        levels: u32,
    ) {
        dazing::lose_turns(condition, self.context.defender.turn_timing(), machine.shutdown_turns(levels));
        condition.burnt_out |= machine.burns_out(levels);
    }

    /// Shuts a machine down for some turns, or permanently. `AB-EMP-07` to `AB-EMP-09`.
    fn shut_down_machine(
        &self,
        table: &mut impl Table,
        condition: &mut HealthState,
        machine: crate::aberrant::health::emp::Electronics,
        levels: u32,
    ) {
        let turns = machine.shutdown_turns(levels);
        dazing::lose_turns(condition, self.context.defender.turn_timing(), turns);
        if turns > 0 {
            let clause = if machine.is_hardened() { "AB-EMP-08" } else { "AB-EMP-07" };
            table.note(|| Note::new(clause, DamageNote::ShutDown { turns: Counted::MoreTurns(turns) }));
        }
        if machine.burns_out(levels) {
            condition.burnt_out = true;
            table.note(|| Note::new("AB-EMP-09", DamageNote::BurntOut));
        }
    }

    /// Dazes or stuns the defender, who may resist with Willpower. `AB-DAZE-01` to `AB-DAZE-08`.
    fn apply_daze(&self, table: &mut impl Table, condition: &mut HealthState, marked: u32) -> RuleResult<()> {
        let defender = &self.context.defender;
        let (sheet, now) = (&defender.sheet, defender.turn_timing());
        let levels_after_choice = dazing::may_power_through(condition, sheet, marked, now);
        let powered_through =
            match levels_after_choice.filter(|_| condition.marks.wounds() < self.track.boxes()) {
                Some((without, with)) => {
                    let power_through_index = usize::from(without < DazeLevel::Stunned);
                    table.ask(|| self.power_through_prompt(condition.willpower, without, with))?
                        == power_through_index
                }
                None => false,
            };
        let before = condition.turn.in_round(now.round).impact;
        dazing::apply_daze(condition, sheet, marked, now, powered_through);
        let impact = condition.turn.impact;
        if impact > before {
            let clause = if impact == DazeLevel::Dazed { "AB-DAZE-01" } else { "AB-DAZE-02" };
            let levels = Counted::Levels(condition.turn.levels);
            table.note(|| Note::new(clause, DamageNote::Dazed { levels, impact }));
        }
        Ok(())
    }

    /// The default answer spends the point to avoid losing a turn, but not to avoid dazing. `AB-DAZE-08`.
    fn power_through_prompt(&self, points: u8, without: DazeLevel, with: DazeLevel) -> Prompt {
        let answer = |key: &str, label: AnswerLabel, detail: AnswerDetail| Answer {
            key: key.into(),
            label: label.into(),
            detail: detail.into(),
            clause: "AB-DAZE-08",
        };
        let power_through_detail =
            AnswerDetail::PowerThrough { points: OneOf::WillpowerPoints(points), impact: with };
        let mut answers = vec![
            answer("power", AnswerLabel::PowerThrough, power_through_detail),
            answer("yield", AnswerLabel::AcceptDaze, AnswerDetail::AcceptDaze(without)),
        ];
        if without < DazeLevel::Stunned {
            answers.reverse();
        }
        let question = Question::PowerThrough { impact: without };
        Prompt { who: self.context.defender.id, question: question.into(), clause: "AB-DAZE-08", answers }
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
}

pub use self::odds_outcome::{OddsOutcome, odds_outcome};

#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;

#[cfg(test)]
mod damage_tests;
