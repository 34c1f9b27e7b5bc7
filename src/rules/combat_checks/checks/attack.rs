//! The combat check, from its declaration to what comes of it. Chapter CHK with the chapters it calls.

use super::attack_progress::AttackProgress;
use super::barriers::BarriersToCross;
use super::check::{self, is_success};
use super::pool::{Check, PoolBuilder};
use super::{defence, environment, range};
use crate::combat_checks::critical_injuries::infliction;
use crate::combat_checks::health::{damage, thresholds};
use crate::combat_checks::spending::{advantages, threats};
use crate::combat_checks::{AttackContext, AttackResult, CheckKind, ItemSlot, TimedEffectKind};
use crate::{BarrierHarm, DownState};
use crate::{Book, status};
use dice::{Answer, Clause, Modifier, Modifiers, Note, Prompt, RuleResult, SymbolPool, Symbols, Table};

/// Everything of an attack that is known before any die falls: what a preview shows.
///
/// Whoever runs the same attack many times prepares it once.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub scene: &'a AttackContext,
    /// What is rolled.
    pub check: Check,
    /// The pool with its reasons. `CC-DICE-17`.
    pub pool_builder: PoolBuilder,
    /// The dice.
    pub pool: SymbolPool,
    /// Damage rating. `CC-DMG-01`.
    pub damage: Modifiers,
    /// Soak of every target, in the order declared. `CC-DMG-08`.
    pub soak: Vec<Modifiers>,
    parts: Vec<Modifier>,
    barriers: Option<BarriersToCross<'a>>,
}

/// Resolves a combat check. `CC-CHK-02`.
///
/// The scene has passed `AttackContext::validate`.
///
/// # Errors
/// As the table.
pub fn resolve_attack(table: &mut impl Table, scene: &AttackContext) -> RuleResult<AttackResult> {
    resolve_plan(table, &AttackPlan::new(scene))
}

/// Resolves a prepared combat check: pool, successes, advantages, threats. `CC-CHK-02`.
///
/// # Errors
/// As the table.
pub fn resolve_plan(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    let scene = plan.scene;
    let (_, mut course) = plan.resolve_check(table)?;
    if course.targets.iter().any(|target| target.payments > 0) {
        course = table.merge_branches(course)?;
        for at in 0..course.targets.len() {
            if course.targets[at].payments > 0 {
                infliction::inflict_injury(table, scene, &mut course, at)?;
            }
        }
    }
    threats::spend_threats(table, plan, &mut course)?;
    while !course.overpowered.is_empty() {
        let at = course.overpowered.remove(0);
        course = plan.resolve_overpowered(table, course, at)?;
    }
    Ok(course.into_result(scene))
}

/// What a preview shows of a combat check: everything up to the chart, for one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OddsOutcome {
    /// Net successes; 0 for any failure.
    pub successes: u32,
    /// Net advantages before they are spent; below 0 net threats.
    pub advantages: i32,
    /// Triumphs before they are spent.
    pub triumphs: u8,
    /// Despairs before they are spent.
    pub despairs: u8,
    /// Wounds or Strain dealt to the first target.
    pub damage: u32,
    /// The first target suffers a Critical Injury.
    pub injury: bool,
    /// The first target is out of the fight by the damage alone.
    pub down: Option<DownState>,
}

/// The check, its damage and its advantages, without injury rolls and threats: few outcomes, for previews. The same
/// code as `resolve` up to the chart.
///
/// # Errors
/// As the table.
pub fn resolve_for_odds(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<OddsOutcome> {
    Ok(resolve_for_odds_with_barriers(table, plan)?.0)
}

/// As `outline`, with the barriers on the way: whether one stopped the attack, and what they suffered.
///
/// # Errors
/// As the table.
pub fn resolve_for_odds_with_barriers(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
) -> RuleResult<(OddsOutcome, bool, Vec<BarrierHarm>)> {
    let (symbols, course) = plan.resolve_check(table)?;
    let first = &course.targets[0];
    let outline = OddsOutcome {
        successes: course.successes,
        advantages: i32::from(symbols.advantages),
        triumphs: symbols.triumphs,
        despairs: symbols.despairs,
        damage: first.dealt_damage,
        injury: first.payments > 0,
        down: thresholds::down_state(&first.condition, &plan.scene.switches),
    };
    Ok((outline, course.stopped_by_barrier, course.barriers))
}

/// What attackers gain by the ailments of the first target. `CS-STUN-02`, `CS-UNCO-02`.
fn add_target_ailments(build: &mut PoolBuilder, scene: &AttackContext) {
    let mut parts = Modifiers::new();
    status::add_attacker_bonuses(&mut parts, &scene.defender.ailments, Book::CombatChecks);
    check::add_status_dice(build, &parts);
}

impl<'a> AttackPlan<'a> {
    /// The check, its damage, and what its advantages buy. `CC-CHK-02`.
    fn resolve_check(&self, table: &mut impl Table) -> RuleResult<(Symbols, AttackProgress)> {
        let symbols = self.roll(table)?;
        let symbols = table.merge_branches(self.relevant_symbols(symbols))?;
        let course = self.begin_progress(symbols);
        let mut course = self.calculate_damage(table, course)?;
        advantages::spend_advantages(table, self, &mut course)?;
        course.apply_damage(self.scene);
        // Spent or lost: only threats and despairs matter from here on. `CC-ADV-05`.
        course.advantages = course.advantages.min(0);
        course.triumphs = 0;
        Ok((symbols, course))
    }

    /// Works out every number that no die decides. `CC-POOL-01`, `CC-RNG-12`, `CC-DEF-07`.
    pub fn new(scene: &'a AttackContext) -> Self {
        let (skill, characteristic) = scene.weapon.link(&scene.switches);
        let kind = scene.weapon.check_kind();
        let check = Check { skill: Some(skill), characteristic, kind };
        let mut build = check::assemble_pool(&scene.attacker, check, scene.side_boosts);
        add_difficulty(&mut build, scene);
        add_setback(&mut build, scene, kind);
        add_prone(&mut build, scene, kind);
        add_target_ailments(&mut build, scene);
        Self {
            scene,
            check,
            pool: build.build(&scene.switches),
            parts: build.modifiers(),
            pool_builder: build,
            damage: damage::damage_rating_against(&scene.attacker, &scene.weapon, &scene.defender),
            soak: scene.targets().map(|(target, ..)| damage::soak(target, &scene.switches)).collect(),
            barriers: BarriersToCross::from_attack(scene),
        }
    }

    /// Barriers stand between the attacker and the first target.
    pub const fn has_barriers(&self) -> bool {
        self.barriers.is_some()
    }

    fn roll(&self, table: &mut impl Table) -> RuleResult<Symbols> {
        check::roll_check(table, self.pool, self.scene.attacker.id, "combat check", "CC-POOL-01", &self.parts)
    }

    /// What of a roll matters from here on: how far it failed does not.
    pub(crate) fn relevant_symbols(&self, symbols: Symbols) -> Symbols {
        let switches = &self.scene.switches;
        Symbols {
            successes: symbols.successes.max(0),
            advantages: symbols.advantages,
            triumphs: if switches.triumph { symbols.triumphs } else { 0 },
            despairs: if switches.despair { symbols.despairs } else { 0 },
        }
    }

    /// Successes and symbols of the check; what waited for it is used up.
    fn begin_progress(&self, symbols: Symbols) -> AttackProgress {
        let mut course = AttackProgress::new(self.scene);
        course.attacker.condition.use_up_pending(self.check);
        course.set_symbols(symbols);
        course
    }

    /// Damage of every target before and after Soak; nothing is applied yet. `CC-DMG-01` to `CC-DMG-04`,
    /// `CC-DMG-07`, `CC-CRIT-11`.
    fn calculate_damage(
        &self,
        table: &mut impl Table,
        mut course: AttackProgress,
    ) -> RuleResult<AttackProgress> {
        let successes = course.successes;
        if successes == 0 {
            table.note(|| note("CC-DICE-12", "no net success: the check fails".into(), Vec::new()));
            return Ok(course);
        }
        let count = course.targets.len() as u32;
        for body in &mut course.targets {
            body.raw_damage = damage::raw_damage(self.damage.pool(), successes, count);
        }
        let raw = course.targets[0].raw_damage;
        let (mut course, _, left) = self.cross_barriers(table, course, 0, raw)?;
        course.targets[0].raw_damage = left;
        course.stopped_by_barrier = left == 0;
        for at in 0..course.targets.len() {
            self.apply_soak(table, &mut course, at);
        }
        Ok(course)
    }

    /// What the barriers on the way leave of the damage of a target: they stand before the first one, as worn as this
    /// attack left them. `SS-BARR-10`, `SS-BARR-33`.
    fn cross_barriers(
        &self,
        table: &mut impl Table,
        course: AttackProgress,
        at: usize,
        raw: u32,
    ) -> RuleResult<(AttackProgress, usize, u32)> {
        let Some(panes) = self.barriers.as_ref().filter(|_| at == 0) else { return Ok((course, at, raw)) };
        let worn = course.barriers.clone();
        let ((mut course, at), left, harmed) = panes.cross(table, (course, at), raw, &worn)?;
        course.barriers.extend(harmed);
        Ok((course, at, left))
    }

    /// `CC-DMG-04`.
    fn apply_soak(&self, table: &mut impl Table, course: &mut AttackProgress, at: usize) {
        let count = course.targets.len() as u32;
        let whole = i64::from(damage::raw_damage(self.damage.pool(), course.successes, count));
        let body = &mut course.targets[at];
        let soak = self.soak[at].pool();
        body.pending_damage = damage::damage_after_soak(body.raw_damage, soak);
        let (raw, left) = (body.raw_damage, body.pending_damage);
        table.note(|| {
            let name = &self.scene.target(at).name;
            let text = format!("{name}: damage {raw} - Soak {soak} = {left}");
            let minus = self.soak[at].0.iter().cloned().map(|mut part| {
                part.value = -part.value;
                part
            });
            // What successes added and barriers took.
            let gained = [
                (whole - i64::from(self.damage.pool()), "successes", "CC-DMG-01"),
                (i64::from(raw) - whole, "barriers", "SS-BARR-10"),
            ];
            let gained = gained.into_iter().filter(|(points, ..)| *points != 0);
            let gained = gained.map(|(points, reason, clause)| Modifier {
                value: i32::try_from(points).unwrap_or(i32::MAX),
                reason: reason.into(),
                clause,
            });
            let parts = self.damage.0.iter().cloned().chain(gained).chain(minus).collect();
            note("CC-DMG-04", text, parts)
        });
    }

    /// The attacker is conscious and its weapon works. `CC-THR-06`, `CC-THT-10`, `CC-THT-12`.
    fn can_continue(&self, course: &AttackProgress) -> bool {
        let attacker = &self.scene.attacker;
        let down = attacker
            .down
            .or_else(|| thresholds::down_state(&course.attacker.condition, &self.scene.switches));
        let works = |at| {
            let item = ItemSlot::Weapon(at);
            course.is_item_unchanged(attacker.id, item) && !course.is_emptied(attacker.id, item)
        };
        down.is_none() && self.scene.held.is_none_or(works)
    }

    /// The free attack of Overpowered: the same pool, net advantages ignored, no injury. `CC-CHART-16`,
    /// `CC-RULING-14`.
    fn resolve_overpowered(
        &self,
        table: &mut impl Table,
        course: AttackProgress,
        at: usize,
    ) -> RuleResult<AttackProgress> {
        let (course, at) = table.merge_branches((course, at))?;
        if !self.can_continue(&course) {
            table.note(|| note("CC-CHART-16", "no further attack: it cannot go on".into(), Vec::new()));
            return Ok(course);
        }
        let answer = |key: &str, label: &str| Answer {
            key: key.into(),
            label: label.into(),
            detail: String::new(),
            clause: "CC-CHART-16",
        };
        let index = table.ask(|| Prompt {
            who: self.scene.attacker.id,
            question: format!("Attack {} again at once?", self.scene.target(at).name),
            clause: "CC-CHART-16",
            answers: vec![answer("attack", "Attack"), answer("stop", "No")],
        })?;
        if index > 0 {
            return Ok(course);
        }
        let symbols = self.roll(table)?;
        let again =
            Symbols { advantages: symbols.advantages.min(0), triumphs: 0, ..self.relevant_symbols(symbols) };
        let (mut course, at, again) = table.merge_branches((course, at, again))?;
        let first = course.successes;
        course.set_symbols(again);
        let successes = std::mem::replace(&mut course.successes, first);
        course.chosen = 0;
        if successes > 0 {
            let raw = damage::raw_damage(self.damage.pool(), successes, 1);
            let (crossed, at, raw) = self.cross_barriers(table, course, at, raw)?;
            course = crossed;
            let body = &mut course.targets[at];
            body.raw_damage = body.raw_damage.max(raw);
            body.pending_damage = damage::damage_after_soak(raw, self.soak[at].pool());
            course.apply_damage(self.scene);
        }
        threats::spend_threats(table, self, &mut course)?;
        Ok(course)
    }
}

impl AttackProgress {
    /// Takes over what a check came to. `CC-DICE-12`.
    fn set_symbols(&mut self, symbols: Symbols) {
        self.successes = if is_success(symbols) { u32::from(symbols.successes.unsigned_abs()) } else { 0 };
        self.advantages = i32::from(symbols.advantages);
        self.triumphs = symbols.triumphs;
        self.despairs = symbols.despairs;
    }
}

/// The largest difficulty among the targets. `CC-RNG-01` to `CC-RNG-08`, `CC-RNG-12`.
fn add_difficulty(build: &mut PoolBuilder, scene: &AttackContext) {
    let switches = &scene.switches;
    let bands = scene.targets().filter_map(|(_, sight, _)| range::range_band(sight, switches));
    if let Some(band) = bands.max_by_key(|band| band.difficulty()) {
        build.difficulty.add(i32::from(band.difficulty()), band.name(), band.clause());
    }
}

/// The largest defence and the largest environment among the targets. `CC-DEF-01`, `CC-DEF-07`, `CC-ENV-01`.
fn add_setback(build: &mut PoolBuilder, scene: &AttackContext, kind: CheckKind) {
    let switches = &scene.switches;
    let defences =
        scene.targets().map(|(target, sight, _)| defence::defence_dice(target, sight, kind, switches));
    if let Some(most) = defences.max_by_key(Modifiers::sum) {
        build.setback.0.extend(most.0);
    }
    if scene.attacker.condition.has_timed(TimedEffectKind::EnvironmentIgnored) {
        return;
    }
    let around =
        scene.targets().map(|(_, _, around)| environment::environment_setback(around, kind, switches));
    if let Some(most) = around.max_by_key(Modifiers::sum) {
        build.setback.0.extend(most.0);
    }
}

/// Attacks on the Prone and by the Prone. `CC-ECON-10` to `CC-ECON-12`.
fn add_prone(build: &mut PoolBuilder, scene: &AttackContext, kind: CheckKind) {
    let switches = &scene.switches;
    let lying = scene.targets().any(|(target, ..)| target.prone);
    match kind {
        CheckKind::Melee => {
            if lying {
                build.boost.add(i32::from(switches.prone_melee), "target Prone", "CC-ECON-10");
            }
            if scene.attacker.prone {
                build.setback.add(i32::from(switches.prone_own), "Prone", "CC-ECON-12");
            }
        }
        _ if lying => build.setback.add(i32::from(switches.prone_ranged), "target Prone", "CC-ECON-11"),
        _ => (),
    }
}

fn note(clause: Clause, text: String, parts: Vec<Modifier>) -> Note {
    Note { clause, text, parts }
}

#[cfg(test)]
mod tests;
