//! Damage to extras and bands. Chapters GRITTY, CINE and MASS.

use super::{AttackPlan, DefenceOutcome};
use crate::HitResult;
use crate::aberrant::bands::band_state::Casualties;
use crate::aberrant::extras::{DamageRule, cinematic, gritty};
use crate::aberrant::health::damage::DamageRoll;
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::lines::{
    AnswerDetail, AnswerLabel, AttackNote, AutomaticLevels, Counted, DamageNote, HenchmenSum, KindLevels,
    LevelKind, Question,
};
use crate::aberrant::{AttackResult, DamageType, Fighter, HealthState};
use dice::{Answer, Note, Prompt, RuleResult, Table};

impl AttackPlan<'_> {
    /// Takes a cinematic extra out of action; a bashing hit asks the attacker whether it kills. `AB-CINE-05` to
    /// `AB-CINE-08`.
    pub(super) fn fell_extra(
        &self,
        table: &mut impl Table,
        outcome: DefenceOutcome,
        raw: u32,
    ) -> RuleResult<AttackResult> {
        let kind = self.context.weapon.damage.kind;
        let mut result = self.soaked_result(outcome, raw);
        if kind == DamageType::Emp {
            table.note(|| Note::new("AB-EMP-10", DamageNote::ImmuneToEmp));
            return Ok(result);
        }
        let killed = cinematic::is_deadly(kind) || self.chooses_to_kill(table)?;
        cinematic::fell(&mut result.condition, kind, killed);
        Ok(self.finish_extra(table, result, (kind, cinematic::LEVELS), "AB-CINE-05"))
    }

    /// Takes another cinematic extra out of action with surplus successes. `AB-CINE-10`.
    pub(in crate::aberrant) fn fell_with_surplus(&self, table: &mut impl Table) -> RuleResult<AttackResult> {
        self.fell_extra(table, DefenceOutcome { margin: 1, defence: None, net: 0 }, self.raw_dice(1))
    }

    /// Asks the attacker whether a bashing hit kills. Hazards have no attacker who could. `AB-CINE-08`.
    fn chooses_to_kill(&self, table: &mut impl Table) -> RuleResult<bool> {
        let (attacker, defender) = (&self.context.attacker, &self.context.defender);
        if !self.context.switches.cine_kill_choice || attacker.id == defender.id {
            return Ok(false);
        }
        let answer = |key: &str, label: AnswerLabel| Answer {
            key: key.into(),
            label: label.into(),
            detail: AnswerDetail::Free.into(),
            clause: "AB-CINE-08",
        };
        let chosen = table.ask(|| Prompt {
            who: attacker.id,
            question: Question::KillExtra.into(),
            clause: "AB-CINE-08",
            answers: vec![
                answer("incapacitate", AnswerLabel::Incapacitate),
                answer("kill", AnswerLabel::Kill),
            ],
        })?;
        Ok(chosen == 1)
    }

    /// Levels for two dice each, without a roll. `AB-GRITTY-04`, `AB-CINE-15`.
    pub(super) fn converted_levels(&self, table: &mut impl Table, roll: DamageRoll) -> u32 {
        let levels = gritty::converted_levels(roll);
        table.note(|| {
            let (dice, adds) = (Counted::Dice(roll.dice), AutomaticLevels(roll.adds));
            let total = KindLevels { levels, kind: LevelKind::Health(roll.kind) };
            Note::new("AB-GRITTY-04", DamageNote::Converted { dice, adds, total })
        });
        levels
    }

    /// Marks levels on a gritty extra or a vehicle of extras. `AB-GRITTY-03`, `AB-GRITTY-09`, `AB-CINE-16`.
    pub(super) fn mark_extra_levels(
        &self,
        table: &mut impl Table,
        outcome: DefenceOutcome,
        raw: u32,
        (roll, levels): (DamageRoll, u32),
    ) -> AttackResult {
        let mut result = self.unmarked_result(outcome, raw, roll.kind);
        if levels == 0 {
            return result;
        }
        self.harm_extra(&mut result.condition, roll.kind, levels);
        self.finish_extra(table, result, (roll.kind, levels), "AB-GRITTY-03")
    }

    /// Marks the levels, or the effects of an EMP.
    fn harm_extra(&self, condition: &mut HealthState, kind: DamageType, levels: u32) {
        let defender = &self.context.defender;
        match defender.sheet.machine.filter(|_| kind == DamageType::Emp) {
            Some(machine) => self.shut_down_quietly(condition, machine, levels),
            None => gritty::mark_levels(condition, &defender.sheet, levels, kind, &self.context.switches),
        }
    }

    /// Completes the result of a hit on an extra: out of action or not. Extras are not dazed. `AB-EXTRA-01`.
    fn finish_extra(
        &self,
        table: &mut impl Table,
        mut result: AttackResult,
        (kind, levels): (DamageType, u32),
        clause: &'static str,
    ) -> AttackResult {
        let defender = &self.context.defender;
        result.kind = Some(kind);
        let life_status = self.record_levels(&mut result, levels);
        result.knocked_down = result.down.is_some() && !defender.prone;
        if result.down.is_some() && defender.down().is_none() {
            table.note(|| Note::new(clause, DamageNote::OutOfAction(life_status)));
        }
        result
    }

    /// Records a hit with levels, and what its condition makes of the target.
    fn record_levels(&self, result: &mut AttackResult, levels: u32) -> LifeStatus {
        let life_status = result.condition.life_status(&self.context.defender.sheet);
        (result.contact, result.levels, result.down) = (HitResult::Hit, levels, life_status.down());
        life_status
    }

    /// Takes henchmen out by levels, more of them with an area attack. The leader is not harmed. `AB-MASS-18` to
    /// `AB-MASS-22`, `AB-MASS-25`, `AB-MASS-26`.
    pub(super) fn take_henchmen_out(
        &self,
        table: &mut impl Table,
        outcome: DefenceOutcome,
        raw: u32,
        (roll, levels): (DamageRoll, u32),
    ) -> AttackResult {
        let mut result = self.unmarked_result(outcome, raw, roll.kind);
        result.condition.destroyed.clone_from(&self.context.defender.condition.destroyed);
        let sum = || HenchmenSum { levels, factor: self.band_factor(roll), each: self.levels_per_henchman() };
        let levels = self.band_levels(roll, levels);
        if levels == 0 {
            return result;
        }
        let lost = self.remove_henchmen(&mut result.condition, levels);
        for Casualties { name, eliminated, shocked } in lost {
            let area = self.context.blast.map(|_| self.context.weapon.area);
            table.note(|| match shocked {
                0 => Note::new(
                    if area.is_some() { "AB-MASS-25" } else { "AB-MASS-21" },
                    AttackNote::HenchmenOut { sum: sum(), count: eliminated, name },
                ),
                count => Note::new("AB-MASS-26", AttackNote::HenchmenScared { count, name }),
            });
        }
        self.record_levels(&mut result, levels);
        result.knocked_down = false;
        result
    }

    /// Levels that count against a band; an area attack multiplies them, a ping is not multiplied. `AB-MASS-25`.
    pub(super) fn band_levels(&self, roll: DamageRoll, levels: u32) -> u32 {
        levels * self.band_factor(roll)
    }

    /// What levels that count against a band are multiplied by. `AB-MASS-25`.
    fn band_factor(&self, roll: DamageRoll) -> u32 {
        match self.context.blast {
            Some(_) if !roll.ping => u32::from(self.context.weapon.area) + 1,
            _ => 1,
        }
    }

    /// Levels that take one henchman of the attacked band out. `AB-MASS-19`, `AB-MASS-20`.
    fn levels_per_henchman(&self) -> u32 {
        let Fighter { sheet, condition, .. } = &self.context.defender;
        let henchmen = sheet.band.as_ref().and_then(|band| condition.band.most_frequent(band));
        henchmen.map_or(1, |henchmen| henchmen.quality.levels())
    }

    /// Removes henchmen from a condition.
    pub(super) fn remove_henchmen(&self, condition: &mut HealthState, levels: u32) -> Vec<Casualties> {
        let Some(band) = &self.context.defender.sheet.band else { return Vec::new() };
        condition.band.take_levels(band, levels, self.context.blast.is_some(), &self.context.switches)
    }

    /// The condition of an extra or a band after these levels, for odds.
    pub(super) fn condition_after(&self, roll: DamageRoll, levels: u32) -> HealthState {
        let mut condition = self.context.defender.condition.clone();
        match self.damage_rule {
            DamageRule::Henchmen => {
                self.remove_henchmen(&mut condition, levels);
            }
            _ => self.harm_extra(&mut condition, roll.kind, levels),
        }
        condition
    }
}
