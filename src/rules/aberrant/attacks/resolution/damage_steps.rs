//! Damage of an attack that hits: raw dice, soak, damage roll, marked levels and their consequences. `AB-BASE-18`.

use super::{AttackPlan, DefenceOutcome};
use crate::HitResult;
use crate::aberrant::attacks::area;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::environment::objects;
use crate::aberrant::environment::objects::SizeEffect;
use crate::aberrant::extras::DamageRule;
use crate::aberrant::health::damage::{Damage, DamageRoll, damage_roll, roll_levels, roll_structure_levels};
use crate::aberrant::health::dazing::DazeLevel;
use crate::aberrant::health::grievous_injury::LastingFlaw;
use crate::aberrant::health::resuscitation::FatalBlow;
use crate::aberrant::health::{dazing, grievous_injury, resuscitation, stun};
use crate::aberrant::lines::{
    AnswerDetail, AnswerLabel, Counted, DamageNote, MarginDice, OneOf, Question, SizeNote, SoakTerm,
};
use crate::aberrant::{AttackResult, DamageType, HealthState};
use dice::{Answer, Modifiers, Note, Prompt, RuleResult, Table};

impl AttackPlan<'_> {
    /// Steps 6 to 10: rolls `raw` dice against soak and marks the levels.
    pub(super) fn apply_raw_damage(
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
                None => {
                    let margin = MarginDice(dice_pool::extra_damage_dice(margin.max(0).unsigned_abs()));
                    Note::new("AB-BASE-04", DamageNote::RawDice { damage, margin, raw: dice })
                }
            };
            note.with_parts(&self.raw_dice_parts(raw).0)
        });
        raw
    }

    /// Parts of the raw dice besides those of the weapon; none if there is only the weapon. `AB-BASE-04`.
    pub(super) fn raw_dice_parts(&self, raw: u32) -> Modifiers {
        if self.damage.0.len() < 2 {
            return Modifiers::new();
        }
        let mut parts = self.damage.clone();
        parts.add(raw.cast_signed() - self.damage.sum(), "extra successes", "AB-BASE-04");
        parts
    }

    /// Step 6: the damage roll left after soak; `None` if there is none. `AB-PING-01`, `AB-PING-04`,
    /// `AB-TYPE-02`.
    pub(super) fn soaked_damage_roll(&self, table: &mut impl Table, raw: u32) -> Option<DamageRoll> {
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
    pub(super) fn roll_past_building(
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
    pub(super) fn levels_by_size(&self, table: &mut impl Table, roll: DamageRoll, rolled: u32) -> u32 {
        let Some(effect) = self.size_effect().filter(|_| !roll.ping) else { return rolled };
        if rolled > 0 && (effect.factor().is_some() || effect.levels_taken(rolled) < rolled) {
            table.note(|| Note::new(effect.clause(), SizeNote { effect, rolled }));
        }
        effect.levels_taken(rolled)
    }

    /// The damage roll of an EMP against a machine, reduced by hardening; living targets are immune.
    /// `AB-EMP-01` to `AB-EMP-03`, `AB-EMP-10`.
    pub(super) fn emp_damage_roll(&self, table: &mut impl Table, raw: u32) -> Option<DamageRoll> {
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
    pub(super) fn roll_damage(&self, table: &mut impl Table, roll: DamageRoll) -> RuleResult<u32> {
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
    pub(super) fn mark_levels(
        &self,
        table: &mut impl Table,
        outcome: DefenceOutcome,
        raw: u32,
        roll: DamageRoll,
        levels: u32,
    ) -> RuleResult<AttackResult> {
        let defender = &self.context.defender;
        let mut result = self.unmarked_result(outcome, raw, roll.kind);
        if levels == 0 {
            return Ok(result);
        }
        let switches = &self.context.switches;
        let flaw = grievous_injury::choose_flaw(table, defender, (levels, roll.kind), switches)?;
        let (rolled, levels) = (levels, grievous_injury::levels_after_choice(levels, flaw));
        if let Some(flaw) = flaw {
            table.note(|| {
                let note = DamageNote::Grievous { flaw, left: levels, levels: Counted::Levels(rolled) };
                Note::new("AB-GRIEV-03", note)
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
    pub(super) fn shut_down_quietly(
        &self,
        condition: &mut HealthState,
        machine: crate::aberrant::health::emp::Electronics,
        levels: u32,
    ) {
        dazing::lose_turns(condition, self.context.defender.turn_timing(), machine.shutdown_turns(levels));
        condition.burnt_out |= machine.burns_out(levels);
    }

    /// Shuts a machine down for some turns, or permanently. `AB-EMP-07` to `AB-EMP-09`.
    pub(super) fn shut_down_machine(
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
            table.note(|| Note::new(clause, DamageNote::ShutDown { rounds: Counted::MoreRounds(turns) }));
        }
        if machine.burns_out(levels) {
            condition.burnt_out = true;
            table.note(|| Note::new("AB-EMP-09", DamageNote::BurntOut));
        }
    }

    /// Dazes or stuns the defender, who may resist with Willpower. `AB-DAZE-01` to `AB-DAZE-08`.
    pub(super) fn apply_daze(
        &self,
        table: &mut impl Table,
        condition: &mut HealthState,
        marked: u32,
    ) -> RuleResult<()> {
        let defender = &self.context.defender;
        let (sheet, now) = (&defender.sheet, defender.turn_timing());
        let levels_after_choice = dazing::may_power_through(condition, sheet, marked, now);
        let powered_through = match levels_after_choice
            .filter(|_| condition.marks.wounds() < self.track.boxes())
        {
            Some((without, with)) => {
                let power_through_index = usize::from(!self.powers_through_by_default(condition, without));
                table.ask(|| self.power_through_prompt(condition, marked, (without, with)))?
                    == power_through_index
            }
            None => false,
        };
        let before = condition.turn.in_round(now.round);
        dazing::apply_daze(condition, sheet, marked, now, powered_through);
        let impact = condition.turn.impact;
        if impact > before.impact {
            let clause = if impact == DazeLevel::Dazed { "AB-DAZE-01" } else { "AB-DAZE-02" };
            let levels = Counted::Levels(condition.turn.levels);
            // It has not been asked again.
            table.note(|| match before.powered_through {
                true => Note::new(clause, DamageNote::DazedDespiteWillpower { levels, impact }),
                false => Note::new(clause, DamageNote::Dazed { levels, impact }),
            });
        }
        Ok(())
    }

    /// Whether the default answer spends the point: to avoid losing a turn, but not to avoid dazing, nor for a unit that
    /// stun leaves unconscious anyway. `AB-DAZE-08`, `AB-STUN-06`.
    fn powers_through_by_default(&self, condition: &HealthState, without: DazeLevel) -> bool {
        without >= DazeLevel::Stunned && condition.marks.filled() < self.track.boxes()
    }

    /// Asks whether to spend a point of Willpower against dazing. `AB-DAZE-08`.
    pub(super) fn power_through_prompt(
        &self,
        condition: &HealthState,
        marked: u32,
        (without, with): (DazeLevel, DazeLevel),
    ) -> Prompt {
        let (defender, points) = (&self.context.defender, condition.willpower);
        let now = defender.turn_timing();
        let (levels, limit) = dazing::levels_and_limit(condition, &defender.sheet, marked, now, without);
        let answer = |key: &str, label: AnswerLabel, detail: AnswerDetail| Answer {
            key: key.into(),
            label: label.into(),
            detail: detail.into(),
            clause: "AB-DAZE-08",
        };
        let points = OneOf::WillpowerPoints(points);
        let power_through_detail = match condition.marks.filled() < self.track.boxes() {
            true => AnswerDetail::PowerThrough { points, impact: with },
            false => AnswerDetail::PowerThroughUnconscious { points, impact: with },
        };
        let mut answers = vec![
            answer("power", AnswerLabel::PowerThrough, power_through_detail),
            answer("yield", AnswerLabel::AcceptDaze, AnswerDetail::AcceptDaze(without)),
        ];
        if !self.powers_through_by_default(condition, without) {
            answers.reverse();
        }
        let levels = Counted::Levels(levels);
        let question = Question::PowerThrough { levels, limit, impact: without, effect: without.effect() };
        Prompt { who: defender.id, question: question.into(), clause: "AB-DAZE-08", answers }
    }
}
