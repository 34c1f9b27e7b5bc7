//! Resolves combat checks from declaration to result. Chapter CHK and the chapters that it uses.

use std::cell::OnceCell;

use super::attack_progress::AttackProgress;
use super::barriers::BarriersToCross;
use super::check::{self, is_success};
use super::pool::{Check, PoolBuilder};
use super::{defence, environment, range};
use crate::combat_checks::critical_injuries::infliction;
use crate::combat_checks::health::{damage, thresholds};
use crate::combat_checks::lines::{CheckNote, OverpoweredLine};
use crate::combat_checks::spending::{advantages, threats};
use crate::combat_checks::{AttackContext, AttackResult, CheckKind, ItemSlot, SecondAttack, TimedEffectKind};
use crate::{BarrierHarm, DownState};
use crate::{Book, status};
use dice::{Answer, Modifier, Modifiers, Note, Prompt, RuleResult, SymbolPool, Symbols, Table};

/// An attack with everything that is known before the roll, as a forecast shows it.
///
/// Prepare it once to resolve the same attack many times.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub context: &'a AttackContext,
    /// The check.
    pub check: Check,
    /// The pool with its reasons. `CC-DICE-17`.
    pub pool_builder: PoolBuilder,
    /// The dice.
    pub pool: SymbolPool,
    /// Damage rating. `CC-DMG-01`.
    pub damage: Modifiers,
    /// Soak of every target, in declared order. `CC-DMG-08`.
    pub soak: Vec<Modifiers>,
    /// The reasons of the pool for the log. Odds without barriers make no roll that would name them.
    parts: OnceCell<Vec<Modifier>>,
    barriers: Option<BarriersToCross<'a>>,
}

/// Resolves a combat check. `CC-CHK-02`.
///
/// The context must have passed `AttackContext::validate`.
pub fn resolve_attack(table: &mut impl Table, context: &AttackContext) -> RuleResult<AttackResult> {
    resolve_plan(table, &AttackPlan::new(context))
}

/// Resolves a prepared combat check: pool, successes, advantages, threats. `CC-CHK-02`.
pub fn resolve_plan(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    let context = plan.context;
    let (_, mut progress) = plan.resolve_check(table)?;
    if progress.targets.iter().any(|target| target.payments > 0) {
        progress = table.merge_branches(progress)?;
        for at in 0..progress.targets.len() {
            if progress.targets[at].payments > 0 {
                infliction::inflict_injury(table, context, &mut progress, at)?;
            }
        }
    }
    threats::spend_threats(table, plan, &mut progress)?;
    while !progress.overpowered.is_empty() {
        let at = progress.overpowered.remove(0);
        progress = plan.resolve_overpowered(table, progress, at)?;
    }
    Ok(progress.into_result(context))
}

/// Outcome of a combat check in a forecast: everything up to the chart, for one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OddsOutcome {
    /// Net successes; 0 for any failure.
    pub successes: u32,
    /// Net advantages before they are spent; negative for net threats.
    pub advantages: i32,
    /// Triumphs before they are spent.
    pub triumphs: u8,
    /// Despairs before they are spent.
    pub despairs: u8,
    /// Wounds or Strain dealt to the first target.
    pub damage: u32,
    /// Whether the first target suffers a Critical Injury.
    pub injury: bool,
    /// State of the first target if the damage alone puts it out of action.
    pub down: Option<DownState>,
}

/// Resolves the check, its damage and advantages, without injury rolls and threats, to keep the outcomes few. Shares
/// its code with [`resolve_plan`] up to the chart. Also returns whether a barrier stopped the attack, and the damage to
/// barriers.
pub fn resolve_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
) -> RuleResult<(OddsOutcome, bool, Vec<BarrierHarm>)> {
    let (symbols, progress) = plan.resolve_check(table)?;
    let first = &progress.targets[0];
    let outcome = OddsOutcome {
        successes: progress.successes,
        advantages: i32::from(symbols.advantages),
        triumphs: symbols.triumphs,
        despairs: symbols.despairs,
        damage: first.dealt_damage,
        injury: first.payments > 0,
        down: thresholds::down_state(&first.condition, &plan.context.switches),
    };
    Ok((outcome, progress.stopped_by_barrier, progress.barriers))
}

/// Adds boost dice for ailments of the first target. `CS-STUN-02`, `CS-UNCO-02`.
fn add_target_ailments(build: &mut PoolBuilder, context: &AttackContext) {
    let mut parts = Modifiers::new();
    status::add_attacker_bonuses(&mut parts, &context.defender.ailments, Book::CombatChecks);
    check::add_status_dice(build, &parts);
}

impl<'a> AttackPlan<'a> {
    /// Resolves the check, its damage and its advantages. `CC-CHK-02`.
    fn resolve_check(&self, table: &mut impl Table) -> RuleResult<(Symbols, AttackProgress)> {
        let symbols = table.stage(|table| Ok(self.relevant_symbols(self.roll_symbols(table)?)))?;
        let progress = self.begin_progress(symbols);
        let mut progress = self.calculate_damage(table, progress)?;
        advantages::spend_advantages(table, self, &mut progress)?;
        progress.apply_damage(self.context);
        // Advantages are spent or lost; only threats and despairs matter from here. `CC-ADV-05`.
        progress.advantages = progress.advantages.min(0);
        progress.triumphs = 0;
        Ok((symbols, progress))
    }

    /// Computes every number that needs no dice. `CC-POOL-01`, `CC-RNG-12`, `CC-DEF-07`.
    pub fn new(context: &'a AttackContext) -> Self {
        let (skill, characteristic) = context.weapon.skill_and_characteristic(&context.switches);
        let kind = context.weapon.check_kind();
        let check = Check { skill: Some(skill), characteristic, kind };
        let mut build = check::assemble_pool(&context.attacker, check, context.side_boosts);
        add_difficulty_dice(&mut build, context);
        add_setback_dice(&mut build, context, kind);
        add_prone_dice(&mut build, context, kind);
        add_target_ailments(&mut build, context);
        Self {
            context,
            check,
            pool: build.build(&context.switches),
            parts: OnceCell::new(),
            pool_builder: build,
            damage: damage::damage_rating_against(&context.attacker, &context.weapon, &context.defender),
            soak: context.targets().map(|(target, ..)| damage::soak(target, &context.switches)).collect(),
            barriers: BarriersToCross::from_attack(context),
        }
    }

    /// Whether barriers are between the attacker and the first target.
    pub const fn has_barriers(&self) -> bool {
        self.barriers.is_some()
    }

    fn roll_symbols(&self, table: &mut impl Table) -> RuleResult<Symbols> {
        check::roll_check(
            table,
            self.pool,
            self.context.attacker.id,
            "combat check",
            "CC-POOL-01",
            self.parts.get_or_init(|| self.pool_builder.modifiers()),
        )
    }

    /// Reduces a roll to what matters from here; the margin of failure does not.
    pub(crate) fn relevant_symbols(&self, symbols: Symbols) -> Symbols {
        let switches = &self.context.switches;
        Symbols {
            successes: symbols.successes.max(0),
            advantages: symbols.advantages,
            triumphs: if switches.triumph { symbols.triumphs } else { 0 },
            despairs: if switches.despair { symbols.despairs } else { 0 },
        }
    }

    /// Starts the resolution with the symbols of the check; pending changes are used up.
    fn begin_progress(&self, symbols: Symbols) -> AttackProgress {
        let mut progress = AttackProgress::new(self.context);
        progress.attacker.condition.use_up_pending(self.check);
        progress.set_symbols(symbols);
        progress
    }

    /// Computes the damage of every target before and after Soak without applying it. `CC-DMG-01` to `CC-DMG-04`,
    /// `CC-DMG-07`, `CC-CRIT-11`.
    fn calculate_damage(
        &self,
        table: &mut impl Table,
        mut progress: AttackProgress,
    ) -> RuleResult<AttackProgress> {
        let successes = progress.successes;
        if successes == 0 {
            table.note(|| Note::new("CC-DICE-12", CheckNote::Fails));
            return Ok(progress);
        }
        let count = progress.targets.len() as u32;
        for target in &mut progress.targets {
            target.raw_damage = damage::raw_damage(self.damage.pool(), successes, count);
        }
        let raw = progress.targets[0].raw_damage;
        let (mut progress, _, left) = self.cross_barriers(table, progress, 0, raw)?;
        progress.targets[0].raw_damage = left;
        progress.stopped_by_barrier = left == 0;
        for at in 0..progress.targets.len() {
            let raw = progress.targets[at].raw_damage;
            progress.targets[at].pending_damage = self.soak_damage(table, at, raw, (successes, count));
        }
        Ok(progress)
    }

    /// Reduces the damage of a target by the barriers before the first one, which keep the damage of this attack.
    /// `SS-BARR-10`, `SS-BARR-33`.
    fn cross_barriers(
        &self,
        table: &mut impl Table,
        progress: AttackProgress,
        at: usize,
        raw: u32,
    ) -> RuleResult<(AttackProgress, usize, u32)> {
        let Some(barriers) = self.barriers.as_ref().filter(|_| at == 0) else {
            return Ok((progress, at, raw));
        };
        let damaged = progress.barriers.clone();
        let ((mut progress, at), left, harms) = barriers.cross(table, (progress, at), raw, &damaged)?;
        progress.barriers.extend(harms);
        Ok((progress, at, left))
    }

    /// Returns the damage of a target after Soak, from that which crossed the barriers and from successes that so many targets
    /// share. `CC-DMG-04`.
    fn soak_damage(
        &self,
        table: &mut impl Table,
        at: usize,
        raw: u32,
        (successes, count): (u32, u32),
    ) -> u32 {
        let unblocked = i64::from(damage::raw_damage(self.damage.pool(), successes, count));
        let soak = self.soak[at].pool();
        let damage = damage::damage_after_soak(raw, soak);
        table.note(|| {
            let soak_parts = self.soak[at].0.iter().cloned().map(|mut part| {
                part.value = -part.value;
                part
            });
            // Effects of successes and barriers.
            let changes = [
                (unblocked - i64::from(self.damage.pool()), "successes", "CC-DMG-01"),
                (i64::from(raw) - unblocked, "barriers", "SS-BARR-10"),
            ];
            let changes = changes.into_iter().filter(|(points, ..)| *points != 0);
            let changes = changes.map(|(points, reason, clause)| Modifier {
                value: i32::try_from(points).unwrap_or(i32::MAX),
                reason: reason.into(),
                clause,
            });
            let parts = self.damage.0.iter().cloned().chain(changes).chain(soak_parts).collect();
            let unit = self.context.target(at).name.clone();
            let line = CheckNote::Soaked { unit, raw, soak, damage };
            Note { parts, ..Note::new("CC-DMG-04", line) }
        });
        damage
    }

    /// Whether the attacker is conscious and its weapon works. `CC-THR-06`, `CC-THT-10`, `CC-THT-12`.
    fn can_attack_again(&self, progress: &AttackProgress) -> bool {
        let attacker = &self.context.attacker;
        let down = attacker
            .down
            .or_else(|| thresholds::down_state(&progress.attacker.condition, &self.context.switches));
        let is_usable = |at| {
            let item = ItemSlot::Weapon(at);
            progress.is_item_unchanged(attacker.id, item) && !progress.is_emptied(attacker.id, item)
        };
        down.is_none() && self.context.held.is_none_or(is_usable)
    }

    /// Asks whether to make the free attack of Overpowered. `CC-CHART-16`.
    fn overpowered_prompt(&self, progress: &AttackProgress, at: usize) -> Prompt {
        let target = self.context.target(at).name.clone();
        let is_in_doubt =
            progress.is_out(self.context, at) || threats::falls_by_strain(self.context, progress);
        let question = if is_in_doubt {
            OverpoweredLine::AskInDoubt { target }
        } else {
            OverpoweredLine::Ask { target }
        };
        Prompt {
            who: self.context.attacker.id,
            question: question.into(),
            clause: "CC-CHART-16",
            answers: vec![
                Answer::new("attack", OverpoweredLine::Attack, "CC-CHART-16"),
                Answer::new("stop", OverpoweredLine::Stop, "CC-CHART-16"),
            ],
        }
    }

    /// Resolves the free attack of Overpowered: same pool, net advantages ignored, no injury. `CC-CHART-16`,
    /// `CC-RULING-14`.
    fn resolve_overpowered(
        &self,
        table: &mut impl Table,
        progress: AttackProgress,
        at: usize,
    ) -> RuleResult<AttackProgress> {
        let (progress, at) = table.merge_branches((progress, at))?;
        if !self.can_attack_again(&progress) {
            table.note(|| Note::new("CC-CHART-16", CheckNote::NoFurtherAttack));
            return Ok(progress);
        }
        if table.ask(|| self.overpowered_prompt(&progress, at))? > 0 {
            return Ok(progress);
        }
        let unit = self.context.target(at).name.clone();
        table.note(|| Note::new("CC-CHART-16", CheckNote::SecondAttack { unit }));
        let symbols = self.roll_symbols(table)?;
        let second_symbols =
            Symbols { advantages: symbols.advantages.min(0), triumphs: 0, ..self.relevant_symbols(symbols) };
        let (mut progress, at, second_symbols) = table.merge_branches((progress, at, second_symbols))?;
        let first_successes = progress.successes;
        progress.set_symbols(second_symbols);
        let successes = std::mem::replace(&mut progress.successes, first_successes);
        progress.chosen = 0;
        let before = progress.targets[at].condition.clone();
        let second = SecondAttack { successes, raw_damage: 0, damage: 0, before };
        progress.targets[at].second_attack = Some(second);
        if successes > 0 {
            let raw = damage::raw_damage(self.damage.pool(), successes, 1);
            let (crossed, at, raw) = self.cross_barriers(table, progress, at, raw)?;
            progress = crossed;
            let damage = self.soak_damage(table, at, raw, (successes, 1));
            let target = &mut progress.targets[at];
            target.raw_damage = target.raw_damage.max(raw);
            target.pending_damage = damage;
            let dealt_before = target.dealt_damage;
            progress.apply_damage(self.context);
            let target = &mut progress.targets[at];
            let damage = target.dealt_damage - dealt_before;
            if let Some(second) = &mut target.second_attack {
                (second.raw_damage, second.damage) = (raw, damage);
            }
        } else {
            table.note(|| Note::new("CC-DICE-12", CheckNote::Fails));
        }
        threats::spend_threats(table, self, &mut progress)?;
        Ok(progress)
    }
}

impl AttackProgress {
    /// Stores the symbols of a check. `CC-DICE-12`.
    fn set_symbols(&mut self, symbols: Symbols) {
        self.successes = if is_success(symbols) { u32::from(symbols.successes.unsigned_abs()) } else { 0 };
        self.advantages = i32::from(symbols.advantages);
        self.triumphs = symbols.triumphs;
        self.despairs = symbols.despairs;
    }
}

/// Adds the largest difficulty among the targets. `CC-RNG-01` to `CC-RNG-08`, `CC-RNG-12`.
fn add_difficulty_dice(build: &mut PoolBuilder, context: &AttackContext) {
    let switches = &context.switches;
    let bands = context.targets().filter_map(|(_, sight, _)| range::range_band(sight, switches));
    if let Some(band) = bands.max_by_key(|band| band.difficulty()) {
        build.difficulty.add(i32::from(band.difficulty()), band.name(), band.clause());
    }
}

/// Adds the largest defence and environment among the targets. `CC-DEF-01`, `CC-DEF-07`, `CC-ENV-01`.
fn add_setback_dice(build: &mut PoolBuilder, context: &AttackContext, kind: CheckKind) {
    let switches = &context.switches;
    let defences =
        context.targets().map(|(target, sight, _)| defence::defence_dice(target, sight, kind, switches));
    if let Some(most) = defences.max_by_key(Modifiers::sum) {
        build.setback.append(most);
    }
    if context.attacker.condition.has_timed(TimedEffectKind::EnvironmentIgnored) {
        return;
    }
    let environments = context
        .targets()
        .map(|(_, _, surroundings)| environment::environment_setback(surroundings, kind, switches));
    if let Some(most) = environments.max_by_key(Modifiers::sum) {
        build.setback.append(most);
    }
}

/// Adds the dice of Prone attackers and targets. `CC-ECON-10` to `CC-ECON-12`.
fn add_prone_dice(build: &mut PoolBuilder, context: &AttackContext, kind: CheckKind) {
    let switches = &context.switches;
    let any_target_prone = context.targets().any(|(target, ..)| target.prone);
    match kind {
        CheckKind::Melee => {
            if any_target_prone {
                build.boost.add(i32::from(switches.prone_melee), "target prone", "CC-ECON-10");
            }
            if context.attacker.prone {
                build.setback.add(i32::from(switches.prone_own), "prone", "CC-ECON-12");
            }
        }
        _ if any_target_prone => {
            build.setback.add(i32::from(switches.prone_ranged), "target prone", "CC-ECON-11")
        }
        _ => (),
    }
}

#[cfg(test)]
mod tests;
