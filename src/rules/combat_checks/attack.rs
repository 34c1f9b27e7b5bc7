//! The combat check, from its declaration to what comes of it. Chapter CHK with the chapters it calls.

use super::barriers::Panes;
use super::check::{self, succeeds};
use super::course::Course;
use super::pool::{Build, Check};
use super::{
    AttackResult, AttackScene, Item, Kind, TimedKind, advantage, critical, damage, defence, environment,
    range, threat, threshold,
};
use crate::{BarrierHarm, Down};
use crate::{Book, status};
use dice::{Answer, Clause, Modifier, Modifiers, Note, Prompt, Step, SymbolPool, Symbols, Table};

/// Everything of an attack that is known before any die falls: what a preview shows.
///
/// Whoever runs the same attack many times prepares it once.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub scene: &'a AttackScene,
    /// What is rolled.
    pub check: Check,
    /// The pool with its reasons. `CC-DICE-17`.
    pub build: Build,
    /// The dice.
    pub pool: SymbolPool,
    /// Damage rating. `CC-DMG-01`.
    pub damage: Modifiers,
    /// Soak of every target, in the order declared. `CC-DMG-08`.
    pub soak: Vec<Modifiers>,
    parts: Vec<Modifier>,
    panes: Option<Panes<'a>>,
}

/// Resolves a combat check. `CC-CHK-02`.
///
/// The scene has passed `AttackScene::check`.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, scene: &AttackScene) -> Step<AttackResult> {
    resolve(table, &AttackPlan::new(scene))
}

/// Resolves a prepared combat check: pool, successes, advantages, threats. `CC-CHK-02`.
///
/// # Errors
/// As the table.
pub fn resolve(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<AttackResult> {
    let scene = plan.scene;
    let (_, mut course) = plan.strike(table)?;
    if course.targets.iter().any(|target| target.payments > 0) {
        course = table.settle(course)?;
        for at in 0..course.targets.len() {
            if course.targets[at].payments > 0 {
                critical::injure(table, scene, &mut course, at)?;
            }
        }
    }
    threat::spend(table, plan, &mut course)?;
    while !course.overpowered.is_empty() {
        let at = course.overpowered.remove(0);
        course = plan.strike_again(table, course, at)?;
    }
    Ok(course.finish(scene))
}

/// What a preview shows of a combat check: everything up to the chart, for one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outline {
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
    pub down: Option<Down>,
}

/// The check, its damage and its advantages, without injury rolls and threats: few outcomes, for previews. The same
/// code as `resolve` up to the chart.
///
/// # Errors
/// As the table.
pub fn outline(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<Outline> {
    Ok(outline_behind(table, plan)?.0)
}

/// As `outline`, with the barriers on the way: whether one stopped the attack, and what they suffered.
///
/// # Errors
/// As the table.
pub fn outline_behind(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
) -> Step<(Outline, bool, Vec<BarrierHarm>)> {
    let (symbols, course) = plan.strike(table)?;
    let first = &course.targets[0];
    let outline = Outline {
        successes: course.successes,
        advantages: i32::from(symbols.advantages),
        triumphs: symbols.triumphs,
        despairs: symbols.despairs,
        damage: first.dealt,
        injury: first.payments > 0,
        down: threshold::down(&first.condition, &plan.scene.switches),
    };
    Ok((outline, course.blocked, course.barriers))
}

/// What attackers gain by the ailments of the first target. `CS-STUN-02`, `CS-UNCO-02`.
fn exposed(build: &mut Build, scene: &AttackScene) {
    let mut parts = Modifiers::new();
    status::add_exposures(&mut parts, &scene.defender.ailments, Book::CombatChecks);
    check::add_dice(build, &parts);
}

impl<'a> AttackPlan<'a> {
    /// The check, its damage, and what its advantages buy. `CC-CHK-02`.
    fn strike(&self, table: &mut impl Table) -> Step<(Symbols, Course)> {
        let symbols = self.roll(table)?;
        let symbols = table.settle(self.matters(symbols))?;
        let course = self.begin(symbols);
        let mut course = self.hit(table, course)?;
        advantage::spend(table, self, &mut course)?;
        course.apply_damage(self.scene);
        // Spent or lost: only threats and despairs matter from here on. `CC-ADV-05`.
        course.advantages = course.advantages.min(0);
        course.triumphs = 0;
        Ok((symbols, course))
    }

    /// Works out every number that no die decides. `CC-POOL-01`, `CC-RNG-12`, `CC-DEF-07`.
    pub fn new(scene: &'a AttackScene) -> Self {
        let (skill, characteristic) = scene.weapon.link(&scene.switches);
        let kind = scene.weapon.kind();
        let check = Check { skill: Some(skill), characteristic, kind };
        let mut build = check::build(&scene.attacker, check, scene.side_boosts);
        difficulty(&mut build, scene);
        setback(&mut build, scene, kind);
        prone(&mut build, scene, kind);
        exposed(&mut build, scene);
        Self {
            scene,
            check,
            pool: build.pool(&scene.switches),
            parts: build.parts(),
            build,
            damage: damage::against(&scene.attacker, &scene.weapon, &scene.defender),
            soak: scene.targets().map(|(target, ..)| damage::soak(target, &scene.switches)).collect(),
            panes: Panes::on(scene),
        }
    }

    /// Barriers stand between the attacker and the first target.
    pub const fn is_barred(&self) -> bool {
        self.panes.is_some()
    }

    fn roll(&self, table: &mut impl Table) -> Step<Symbols> {
        check::roll(table, self.pool, self.scene.attacker.id, "combat check", "CC-POOL-01", &self.parts)
    }

    /// What of a roll matters from here on: how far it failed does not.
    pub(super) fn matters(&self, symbols: Symbols) -> Symbols {
        let switches = &self.scene.switches;
        Symbols {
            successes: symbols.successes.max(0),
            advantages: symbols.advantages,
            triumphs: if switches.triumph { symbols.triumphs } else { 0 },
            despairs: if switches.despair { symbols.despairs } else { 0 },
        }
    }

    /// Successes and symbols of the check; what waited for it is used up.
    fn begin(&self, symbols: Symbols) -> Course {
        let mut course = Course::new(self.scene);
        course.attacker.condition.used(self.check);
        course.count(symbols);
        course
    }

    /// Damage of every target before and after Soak; nothing is applied yet. `CC-DMG-01` to `CC-DMG-04`,
    /// `CC-DMG-07`, `CC-CRIT-11`.
    fn hit(&self, table: &mut impl Table, mut course: Course) -> Step<Course> {
        let successes = course.successes;
        if successes == 0 {
            table.note(|| note("CC-DICE-12", "no net success: the check fails".into(), Vec::new()));
            return Ok(course);
        }
        let count = course.targets.len() as u32;
        for body in &mut course.targets {
            body.raw = damage::raw(self.damage.pool(), successes, count);
        }
        let raw = course.targets[0].raw;
        let (mut course, _, left) = self.cross(table, course, 0, raw)?;
        course.targets[0].raw = left;
        course.blocked = left == 0;
        for at in 0..course.targets.len() {
            self.after_soak(table, &mut course, at);
        }
        Ok(course)
    }

    /// What the barriers on the way leave of the damage of a target: they stand before the first one, as worn as this
    /// attack left them. `SS-BARR-10`, `SS-BARR-33`.
    fn cross(
        &self,
        table: &mut impl Table,
        course: Course,
        at: usize,
        raw: u32,
    ) -> Step<(Course, usize, u32)> {
        let Some(panes) = self.panes.as_ref().filter(|_| at == 0) else { return Ok((course, at, raw)) };
        let worn = course.barriers.clone();
        let ((mut course, at), left, harmed) = panes.cross(table, (course, at), raw, &worn)?;
        course.barriers.extend(harmed);
        Ok((course, at, left))
    }

    /// `CC-DMG-04`.
    fn after_soak(&self, table: &mut impl Table, course: &mut Course, at: usize) {
        let count = course.targets.len() as u32;
        let whole = i64::from(damage::raw(self.damage.pool(), course.successes, count));
        let body = &mut course.targets[at];
        let soak = self.soak[at].pool();
        body.pending = damage::after_soak(body.raw, soak);
        let (raw, left) = (body.raw, body.pending);
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
    fn can_go_on(&self, course: &Course) -> bool {
        let attacker = &self.scene.attacker;
        let down =
            attacker.down.or_else(|| threshold::down(&course.attacker.condition, &self.scene.switches));
        let works = |at| {
            let item = Item::Weapon(at);
            course.untouched(attacker.id, item) && !course.is_emptied(attacker.id, item)
        };
        down.is_none() && self.scene.held.is_none_or(works)
    }

    /// The free attack of Overpowered: the same pool, net advantages ignored, no injury. `CC-CHART-16`,
    /// `CC-RULING-14`.
    fn strike_again(&self, table: &mut impl Table, course: Course, at: usize) -> Step<Course> {
        let (course, at) = table.settle((course, at))?;
        if !self.can_go_on(&course) {
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
        let again = Symbols { advantages: symbols.advantages.min(0), triumphs: 0, ..self.matters(symbols) };
        let (mut course, at, again) = table.settle((course, at, again))?;
        let first = course.successes;
        course.count(again);
        let successes = std::mem::replace(&mut course.successes, first);
        course.chosen = 0;
        if successes > 0 {
            let raw = damage::raw(self.damage.pool(), successes, 1);
            let (crossed, at, raw) = self.cross(table, course, at, raw)?;
            course = crossed;
            let body = &mut course.targets[at];
            body.raw = body.raw.max(raw);
            body.pending = damage::after_soak(raw, self.soak[at].pool());
            course.apply_damage(self.scene);
        }
        threat::spend(table, self, &mut course)?;
        Ok(course)
    }
}

impl Course {
    /// Takes over what a check came to. `CC-DICE-12`.
    fn count(&mut self, symbols: Symbols) {
        self.successes = if succeeds(symbols) { u32::from(symbols.successes.unsigned_abs()) } else { 0 };
        self.advantages = i32::from(symbols.advantages);
        self.triumphs = symbols.triumphs;
        self.despairs = symbols.despairs;
    }
}

/// The largest difficulty among the targets. `CC-RNG-01` to `CC-RNG-08`, `CC-RNG-12`.
fn difficulty(build: &mut Build, scene: &AttackScene) {
    let switches = &scene.switches;
    let bands = scene.targets().filter_map(|(_, sight, _)| range::band(sight, switches));
    if let Some(band) = bands.max_by_key(|band| band.difficulty()) {
        build.difficulty.add(i32::from(band.difficulty()), band.name(), band.clause());
    }
}

/// The largest defence and the largest environment among the targets. `CC-DEF-01`, `CC-DEF-07`, `CC-ENV-01`.
fn setback(build: &mut Build, scene: &AttackScene, kind: Kind) {
    let switches = &scene.switches;
    let defences = scene.targets().map(|(target, sight, _)| defence::defence(target, sight, kind, switches));
    if let Some(most) = defences.max_by_key(Modifiers::sum) {
        build.setback.0.extend(most.0);
    }
    if scene.attacker.condition.has(TimedKind::EnvironmentIgnored) {
        return;
    }
    let around = scene.targets().map(|(_, _, around)| environment::setback(around, kind, switches));
    if let Some(most) = around.max_by_key(Modifiers::sum) {
        build.setback.0.extend(most.0);
    }
}

/// Attacks on the Prone and by the Prone. `CC-ECON-10` to `CC-ECON-12`.
fn prone(build: &mut Build, scene: &AttackScene, kind: Kind) {
    let switches = &scene.switches;
    let lying = scene.targets().any(|(target, ..)| target.prone);
    match kind {
        Kind::Melee => {
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
