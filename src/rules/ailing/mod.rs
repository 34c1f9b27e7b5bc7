//! Ailments in any fight: tests, hits that bring and end them, and what neighbours do about them.

mod deeds;
mod dice;
mod suppression;

pub use deeds::{PUT_OUT, WAKE, may_do, offers, perform};
pub use dice::{flames, hits_test};
pub use suppression::{SUPPRESS, behind_suppression, forecast, manner, pins, suppress};

use super::status::{self, Ailment, Bar, Cause, Change, Element, Ends, Strike, Suffered, Test, Trial, Tried};
use super::{
    BarrierEngagement, Combatant, Contact, Discharge, Effect, Engagement, Nearby, Outcome, Refused, RuleSet,
    SquareEngagement, Weapon, play,
};
use ::dice::{Note, Step, Table};

impl Combatant {
    /// The same with an ailment, as its row has it.
    pub fn suffer(&mut self, ailment: Ailment) {
        self.take(Cause::of(ailment, None));
    }

    /// The same after something came over it.
    pub fn take(&mut self, cause: Cause) {
        let suffered = status::inflict(&self.ailments, cause, self.round);
        self.ailments.retain(|old| (old.ailment, old.part) != (suffered.ailment, suffered.part));
        self.ailments.push(suffered);
    }

    /// Its ailments as they count now: a curse that has struck in this round does not. `CS-CURS-01`.
    pub fn present_ailments(&self) -> Vec<Suffered> {
        let idle = |one: &Suffered| one.ailment == Ailment::Cursed && !self.curse_waits(one);
        self.ailments.iter().filter(|one| !idle(one)).copied().collect()
    }

    /// A curse that has not struck in this round. `CS-CURS-01`.
    pub fn curse(&self) -> Option<Suffered> {
        self.ailments.iter().copied().find(|one| one.ailment == Ailment::Cursed && self.curse_waits(one))
    }

    fn curse_waits(&self, curse: &Suffered) -> bool {
        u32::from(curse.strength) < self.round
    }
}

/// Makes a test that an ailment asks for: of the best of its values, in the book's terms.
///
/// # Errors
/// As the table.
pub fn test(table: &mut impl Table, unit: &Combatant, trial: &Trial, rules: &RuleSet) -> Step<Tried> {
    let values = trial.of.iter().rev();
    let best = values.copied().max_by_key(|of| play::trait_value(unit, *of, rules));
    let Some(of) = best else { return Ok(Tried::default()) };
    let mut changes: Vec<Change> = status::changes(&unit.ailments, Test::Of(of)).collect();
    changes.extend(trial.bonus);
    play::ailment_roll(table, unit, (of, trial), &changes, rules)
}

/// The book of the fight has the chapter itself.
fn is_home(rules: &RuleSet) -> bool {
    status::translation::of(rules.book()).is_home()
}

/// Whether anybody in this fight falls ill of anything: the book's own chapter, or borrowed.
pub fn in_play(rules: &RuleSet) -> bool {
    is_home(rules) || rules.borrows("ailments")
}

/// What ailments of the attacker forbid. `CS-CONF-02`, `CS-ENRA-04`, `CS-ENRA-05`, `CS-BLND-05`.
///
/// # Errors
/// The ailment and its clause.
pub fn may_attack(engagement: &Engagement) -> Result<(), Refused> {
    let Engagement { attacker, defender, weapon, sight, rules, manner, mode, .. } = engagement;
    let arm = play::arm(weapon, &attacker.sheet, rules);
    let enemy = attacker.side != defender.side;
    if enemy && status::barred(&attacker.ailments, Bar::Enemies).is_some() {
        return Err(Refused::new("Confused: takes this enemy for a friend", "CS-CONF-02"));
    }
    if status::barred(&attacker.ailments, Bar::AllButBlows).is_some() {
        let blade = |held: &super::Held| {
            let arm = play::arm(&held.weapon, &attacker.sheet, rules);
            arm.is_melee() && arm.hands > 0
        };
        if !enemy {
            return Err(Refused::new("Enraged: attacks enemies alone", "CS-ENRA-04"));
        }
        if !arm.is_melee() && (sight.rings > 1 || attacker.held.iter().any(blade)) {
            return Err(Refused::new("Enraged: does nothing but attack in melee", "CS-ENRA-04"));
        }
    }
    let fails = status::fails(&attacker.ailments, Test::Shot);
    if let Some(ailment) = fails.filter(|_| !arm.is_melee() && !is_home(rules)) {
        return Err(Refused::new(format!("{}: every shot fails", ailment.name()), "CS-BLND-05"));
    }
    if manner.as_deref() == Some(SUPPRESS) && mode.is_none_or(|mode| mode == super::FireMode::Single) {
        return Err(Refused::new("suppressing fire is a burst", "CS-PIN-15"));
    }
    Ok(())
}

/// What a test cost.
fn spent(unit: &Combatant, tried: &Tried) -> Option<Effect> {
    let after = tried.after.clone()?;
    Some(Effect::Condition { unit: unit.id, after, damage: 0 })
}

/// What an attack leaves behind besides harm: ailments that end and begin. `CS-BURN-10`, `CS-WET-02`, `CS-SHCK-02`,
/// `CS-CURS-01`.
///
/// # Errors
/// As the table.
pub fn aftermath(table: &mut impl Table, engagement: &Engagement, mut outcome: Outcome) -> Step<Outcome> {
    let struck = struck(engagement, &outcome);
    outcome.effects.retain(|effect| !matches!(effect, Effect::Struck { .. }));
    let Engagement { attacker, defender, weapon, rules, .. } = engagement;
    if !in_play(rules) {
        return Ok(outcome);
    }
    let arm = play::arm(weapon, &attacker.sheet, rules);
    if !arm.is_melee() {
        let pinned = |id: &&u32| {
            person(engagement, **id).is_some_and(|unit| status::has(&unit.ailments, Ailment::Pinned))
        };
        let mut shot: Vec<u32> = struck.iter().filter(pinned).copied().collect();
        if status::has(&defender.ailments, Ailment::Pinned) && !shot.contains(&defender.id) {
            shot.push(defender.id);
        }
        outcome.effects.extend(shot.into_iter().map(|unit| Effect::ShotAt { unit }));
    }
    let people = struck.into_iter().filter_map(|id| person(engagement, id));
    brought(table, (weapon, attacker.id), people, &mut outcome, rules)?;
    outcome.effects.extend(contagion(table, engagement, arm.is_melee(), &outcome)?);
    if !is_home(rules) && attacker.curse().is_some() {
        outcome.effects.push(Effect::CurseSpent { unit: attacker.id });
    }
    Ok(outcome)
}

/// What brings ailments to whoever is struck: by a weapon, somebody's.
fn brought<'a>(
    table: &mut impl Table,
    (weapon, by): (&Weapon, u32),
    struck: impl Iterator<Item = &'a Combatant>,
    outcome: &mut Outcome,
    rules: &RuleSet,
) -> Step<()> {
    let (strike, element) = (weapon.strike(), weapon.element());
    if element.is_none() && strike.inflicts.is_empty() {
        return Ok(());
    }
    for unit in struck {
        let mut unit = unit.clone();
        settle(&mut unit, outcome);
        if play::down(&unit.sheet, &unit.condition, rules).is_none() {
            let come = touched(table, &mut unit, (strike, element), Some(by), rules)?;
            outcome.effects.extend(come);
        }
    }
    Ok(())
}

/// Something that goes off where nobody in particular is attacked.
#[derive(Clone, Copy, Debug)]
pub struct Area<'a> {
    attacker: &'a Combatant,
    weapon: &'a Weapon,
    company: &'a [Nearby],
    rules: &'a RuleSet,
}

impl<'a> From<&'a SquareEngagement> for Area<'a> {
    fn from(all: &'a SquareEngagement) -> Self {
        Self { attacker: &all.attacker, weapon: &all.weapon, company: &all.company, rules: &all.rules }
    }
}

impl<'a> From<&'a BarrierEngagement> for Area<'a> {
    fn from(all: &'a BarrierEngagement) -> Self {
        Self { attacker: &all.attacker, weapon: &all.weapon, company: &all.company, rules: &all.rules }
    }
}

impl<'a> From<&'a Discharge> for Area<'a> {
    fn from(all: &'a Discharge) -> Self {
        Self { attacker: &all.owner, weapon: &all.weapon, company: &all.company, rules: &all.rules }
    }
}

/// What is left behind, besides harm, at everybody who is caught by what goes off at a place. `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn around(table: &mut impl Table, area: Area<'_>, mut outcome: Outcome) -> Step<Outcome> {
    let mut struck: Vec<u32> = outcome
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Struck { unit } => Some(*unit),
            Effect::Condition { unit, damage: 1.., .. } if *unit != area.attacker.id => Some(*unit),
            _ => None,
        })
        .collect();
    struck.sort_unstable();
    struck.dedup();
    outcome.effects.retain(|effect| !matches!(effect, Effect::Struck { .. }));
    let Area { attacker, weapon, company, rules } = area;
    if !in_play(rules) {
        return Ok(outcome);
    }
    let people: Vec<&Combatant> = company.iter().map(|near| &near.unit).chain([attacker]).collect();
    let find = |id: u32| people.iter().find(|unit| unit.id == id).copied();
    let shot = struck.iter().filter_map(|id| find(*id));
    let shot = shot.filter(|unit| status::has(&unit.ailments, Ailment::Pinned));
    let shot: Vec<_> = shot.map(|unit| Effect::ShotAt { unit: unit.id }).collect();
    outcome.effects.extend(shot);
    brought(table, (weapon, attacker.id), struck.into_iter().filter_map(find), &mut outcome, rules)?;
    Ok(outcome)
}

/// Everybody that an attack strikes.
fn struck(engagement: &Engagement, outcome: &Outcome) -> Vec<u32> {
    let mut struck = Vec::new();
    if matches!(outcome.contact, Contact::Hit | Contact::Graze) {
        struck.push(engagement.defender.id);
    }
    for effect in &outcome.effects {
        match effect {
            Effect::Struck { unit } => struck.push(*unit),
            Effect::Condition { unit, damage, .. } if *damage > 0 && *unit != engagement.attacker.id => {
                struck.push(*unit);
            }
            _ => {}
        }
    }
    struck.sort_unstable();
    struck.dedup();
    struck
}

fn person(engagement: &Engagement, id: u32) -> Option<&Combatant> {
    let Engagement { attacker, defender, company, .. } = engagement;
    [attacker, defender].into_iter().chain(company.iter().map(|near| &near.unit)).find(|unit| unit.id == id)
}

/// A unit after what has happened so far.
fn settle(unit: &mut Combatant, outcome: &Outcome) {
    for effect in &outcome.effects {
        match effect {
            Effect::Condition { unit: id, after, damage } if *id == unit.id => {
                unit.condition = after.clone();
                if *damage > 0 {
                    let gone: Vec<_> = status::relieve(&unit.ailments, Ends::Harm).collect();
                    unit.ailments.retain(|one| !gone.contains(one));
                }
            }
            Effect::Prone { unit: id } if *id == unit.id => unit.prone = true,
            _ => {}
        }
    }
}

/// What a touch of an element and of what goes with it does to a unit. `CS-BURN-08` to `CS-BURN-10`, `CS-WET-02`.
///
/// # Errors
/// As the table.
pub fn touched(
    table: &mut impl Table,
    unit: &mut Combatant,
    (strike, element): (&Strike, Option<Element>),
    by: Option<u32>,
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    let mut effects = Vec::new();
    if let Some(element) = element {
        let gone: Vec<_> = status::relieve(&unit.ailments, Ends::Element(element)).collect();
        for one in &gone {
            let clause = if one.ailment == Ailment::Burning { "CS-BURN-10" } else { "CS-WET-02" };
            effects.push(Effect::Relieve { unit: unit.id, ailment: one.ailment, part: one.part, clause });
        }
        unit.ailments.retain(|one| !gone.contains(one));
    }
    for infliction in &strike.inflicts {
        let ailment = infliction.ailment;
        if status::is_immune(unit.sheet.immunities(), ailment, strike.holy) {
            let (name, clause) = (ailment.name(), immunity(ailment));
            table.note(|| Note {
                clause,
                text: format!("{}: immune to {name}", unit.name),
                parts: Vec::new(),
            });
            continue;
        }
        if let Some(resist) = infliction.resist {
            let tried = test(table, unit, &Trial::against(resist, ailment), rules)?;
            effects.extend(spent(unit, &tried));
            tried.settle(unit);
            if tried.passed {
                continue;
            }
        }
        let cause = infliction.cause(by);
        unit.take(cause);
        effects.push(Effect::Afflict { unit: unit.id, cause });
    }
    Ok(effects)
}

/// The clause of the immunity that keeps an ailment off.
const fn immunity(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::Burning => "CS-BURN-08",
        Ailment::Frozen => "CS-FROZ-03",
        _ => "CS-SHCK-03",
    }
}

/// Whoever strikes a Shocked enemy may be Shocked too, hit or not. `CS-SHCK-02`, `CS-SHCK-03`.
fn contagion(
    table: &mut impl Table,
    engagement: &Engagement,
    is_melee: bool,
    outcome: &Outcome,
) -> Step<Vec<Effect>> {
    let Engagement { attacker, defender, rules, .. } = engagement;
    let charged =
        is_melee && attacker.side != defender.side && status::has(&defender.ailments, Ailment::Shocked);
    if !charged || status::is_immune(attacker.sheet.immunities(), Ailment::Shocked, false) {
        return Ok(Vec::new());
    }
    let mut unit = attacker.clone();
    settle(&mut unit, outcome);
    let tried = test(table, &unit, &status::contagion(), rules)?;
    let mut effects: Vec<_> = spent(&unit, &tried).into_iter().collect();
    if !tried.passed {
        let cause = Cause::of(Ailment::Shocked, Some(defender.id));
        effects.push(Effect::Afflict { unit: attacker.id, cause });
    }
    Ok(effects)
}

/// Burns whoever burns as a round ends. `CS-BURN-01`, `CS-BURN-11`.
///
/// # Errors
/// As the table.
pub fn burns(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Option<Effect>> {
    if !status::has(&unit.ailments, Ailment::Burning) {
        return Ok(None);
    }
    let (after, damage) = play::burn(table, unit, rules)?;
    Ok(Some(Effect::Condition { unit: unit.id, after, damage }))
}

/// The tests at the end of a unit's phase, and the flames that leap to its neighbours. `CS-FROZ-02`, `CS-PANI-04`,
/// `CS-PIN-08`, `CS-BURN-07`.
///
/// # Errors
/// As the table.
pub fn phase_ends(
    table: &mut impl Table,
    unit: &Combatant,
    around: status::Surrounded,
    neighbours: &[Combatant],
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    let mut effects = Vec::new();
    let mut unit = unit.clone();
    for (one, trial) in status::recoveries(&unit.ailments.clone(), around) {
        let tried = test(table, &unit, &trial, rules)?;
        effects.extend(spent(&unit, &tried));
        tried.settle(&mut unit);
        if tried.passed {
            let Suffered { ailment, part, .. } = one;
            effects.push(Effect::Relieve { unit: unit.id, ailment, part, clause: trial.clause });
        }
    }
    if status::has(&unit.ailments, Ailment::Burning) {
        for other in neighbours {
            let burns = status::has(&other.ailments, Ailment::Burning);
            if burns || status::is_immune(other.sheet.immunities(), Ailment::Burning, false) {
                continue;
            }
            let tried = test(table, other, &status::catching_fire(), rules)?;
            effects.extend(spent(other, &tried));
            if !tried.passed {
                let cause = Cause::of(Ailment::Burning, Some(unit.id));
                effects.push(Effect::Afflict { unit: other.id, cause });
            }
        }
    }
    Ok(effects)
}
