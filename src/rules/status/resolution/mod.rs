//! Resolution of ailments in any battle: tests, hits that cause and end them, and actions against them.

mod actions;
mod area_ailments;
mod rolls;
mod suppression;

pub use self::actions::{PUT_OUT, WAKE, available_actions, pay_special_action, resolve_special_action};
pub use self::area_ailments::{AreaAttack, resolve_area_ailments};
pub use self::rolls::{roll_flames, roll_hits_test};
pub use self::suppression::{
    SUPPRESS, forecast_suppression, pin_chances, resolve_suppression, suppression, suppression_option,
    underlying_attack,
};

use super::{
    ActiveAilment, Ailment, AilmentCause, AilmentTest, AttackProperties, Element, EndCondition, Forbids,
    Infliction, TestKind, TestModifier, TestResult,
};
use crate::lines::{AilmentLine, AilmentRefusal, AilmentSpan};
use crate::status;
use crate::{
    ActionOutcome, AttackRequest, BattleEvent, HealthCause, HitResult, RuleSet, RuleStep, RuleViolation,
    UnitAttack, UnitSnapshot, Weapon, play,
};
use ::dice::{Note, RuleResult, Table};
use model::UnitId;

impl UnitSnapshot {
    /// The unit with another ailment, with its own duration.
    pub fn add_ailment(&mut self, ailment: Ailment) {
        self.inflict(AilmentCause::new(ailment, None));
    }

    /// The unit after an ailment was inflicted.
    pub fn inflict(&mut self, cause: AilmentCause) {
        let suffered = status::inflict(&self.ailments, cause, self.round);
        self.ailments.retain(|old| (old.ailment, old.part) != (suffered.ailment, suffered.part));
        self.ailments.push(suffered);
    }

    /// Its effective ailments: without a curse that has taken effect in this round. `CS-CURS-01`.
    pub fn present_ailments(&self) -> Vec<ActiveAilment> {
        let idle = |one: &ActiveAilment| one.ailment == Ailment::Cursed && !self.is_curse_pending(one);
        self.ailments.iter().filter(|one| !idle(one)).copied().collect()
    }

    /// A curse that has not taken effect in this round; `None` if there is none. `CS-CURS-01`.
    pub fn active_curse(&self) -> Option<ActiveAilment> {
        self.ailments.iter().copied().find(|one| one.ailment == Ailment::Cursed && self.is_curse_pending(one))
    }

    /// Marks its curse as used in this round. `CS-CURS-01`.
    pub fn spend_curse(&mut self) {
        let round = u16::try_from(self.round).unwrap_or(u16::MAX);
        for one in self.ailments.iter_mut().filter(|one| one.ailment == Ailment::Cursed) {
            one.strength = round;
        }
    }

    fn is_curse_pending(&self, curse: &ActiveAilment) -> bool {
        u32::from(curse.strength) < self.round
    }
}

/// Rolls a test required by an ailment, with the best of its traits, in the book's terms.
pub fn roll_ailment_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    test: &AilmentTest,
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    let values = test.of.iter().rev();
    let best = values.copied().max_by_key(|of| play::trait_value(unit, *of, rules));
    let Some(of) = best else { return Ok(TestResult::default()) };
    let mut changes: Vec<TestModifier> =
        status::test_modifiers(&unit.ailments, TestKind::Trait(of)).collect();
    changes.extend(test.bonus);
    play::roll_trait_test(table, unit, (of, test), &changes, rules)
}

/// Whether the chapter belongs to the book of the battle.
fn is_home_book(rules: &RuleSet) -> bool {
    status::ailment_terms::for_book(rules.book()).is_home()
}

/// Whether ailments are used in this battle, as the book's own chapter or borrowed.
pub fn in_play(rules: &RuleSet) -> bool {
    is_home_book(rules) || rules.borrows("ailments")
}

/// Whether the attacker's ailments allow an attack on any target. `CS-CONF-02`, `CS-ENRA-04`, `CS-ENRA-05`,
/// `CS-BLND-05`.
///
/// # Errors
/// Returns the violation of the ailment that forbids it.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, sight, rules, option, mode, .. } = request;
    let traits = play::weapon_traits(weapon, &attacker.sheet, rules);
    let enemy = request.defender().is_some_and(|defender| attacker.side != defender.side);
    if enemy && status::mistakes_sides(&attacker.ailments) {
        return Err(RuleViolation::new(AilmentRefusal::EnemyLooksFriendly, "CS-CONF-02"));
    }
    AreaAttack::from(request).check_spares_enemies()?;
    if status::forbidding_ailment(&attacker.ailments, Forbids::AllButBlows).is_some() {
        let blade = |held: &crate::HeldWeapon| {
            let traits = play::weapon_traits(&held.weapon, &attacker.sheet, rules);
            traits.is_melee() && traits.hands > 0
        };
        if !enemy {
            return Err(RuleViolation::new(AilmentRefusal::EnemiesOnly, "CS-ENRA-04"));
        }
        if !traits.is_melee() && (sight.chebyshev_distance > 1 || attacker.held.iter().any(blade)) {
            return Err(RuleViolation::new(AilmentRefusal::MeleeOnly, "CS-ENRA-04"));
        }
    }
    let fails = status::failing_ailment(&attacker.ailments, TestKind::Shot);
    if let Some(ailment) = fails.filter(|_| !traits.is_melee() && !is_home_book(rules)) {
        return Err(RuleViolation::new(
            AilmentRefusal::RangedFails { ailment: ailment.name() },
            "CS-BLND-05",
        ));
    }
    if option.as_deref() == Some(SUPPRESS) && mode.is_none_or(|mode| mode == crate::FireMode::Single) {
        return Err(RuleViolation::new(AilmentRefusal::NeedsBurst, "CS-PIN-15"));
    }
    if suppression(request).is_some_and(|attack| {
        status::mistakes_sides(&attacker.ailments) && suppression::reaches_enemies(attack)
    }) {
        return Err(RuleViolation::new(AilmentRefusal::EnemyLooksFriendly, "CS-CONF-02"));
    }
    Ok(())
}

/// Adds the effects of an attack besides damage: ailments that end and begin. `CS-BURN-10`, `CS-WET-02`,
/// `CS-SHCK-02`, `CS-CURS-01`.
pub fn resolve_attack_ailments(
    table: &mut impl Table,
    attack: UnitAttack<'_>,
    mut outcome: ActionOutcome,
) -> RuleResult<ActionOutcome> {
    let struck = units_hit(attack, &outcome);
    outcome.effects.retain(|effect| !matches!(effect, RuleStep::ApplyAttackProperties { .. }));
    let AttackRequest { attacker, weapon, rules, .. } = attack.request;
    let defender = &attack.target.defender;
    if !in_play(rules) {
        return Ok(outcome);
    }
    let traits = play::weapon_traits(weapon, &attacker.sheet, rules);
    if !traits.is_melee() {
        let pinned = |id: &&UnitId| {
            find_unit(attack, **id).is_some_and(|unit| status::has(&unit.ailments, Ailment::Pinned))
        };
        let mut shot: Vec<UnitId> = struck.iter().filter(pinned).copied().collect();
        if status::has(&defender.ailments, Ailment::Pinned) && !shot.contains(&defender.id) {
            shot.push(defender.id);
        }
        outcome.effects.extend(shot.into_iter().map(|unit| RuleStep::Record(BattleEvent::ShotAt { unit })));
    }
    let people = struck.into_iter().filter_map(|id| find_unit(attack, id));
    inflict_from_weapon(table, (weapon, attacker.id), people, &mut outcome, rules)?;
    outcome.effects.extend(spread_shock(table, attack, traits.is_melee(), &outcome)?);
    if !is_home_book(rules) && attacker.active_curse().is_some() {
        outcome.effects.push(RuleStep::SpendCurse { unit: attacker.id });
    }
    Ok(outcome)
}

/// The ailments that an attacker's weapon causes.
fn inflict_from_weapon<'a>(
    table: &mut impl Table,
    (weapon, by): (&Weapon, UnitId),
    struck: impl Iterator<Item = &'a UnitSnapshot>,
    outcome: &mut ActionOutcome,
    rules: &RuleSet,
) -> RuleResult<()> {
    let (strike, element) = (weapon.attack_properties(), weapon.element());
    if element.is_none() && strike.inflicts.is_empty() {
        return Ok(());
    }
    for unit in struck {
        let mut unit = unit.clone();
        apply_outcome(&mut unit, outcome);
        if play::down_state(&unit.sheet, &unit.condition, rules).is_none() {
            let come = apply_element(table, &mut unit, (strike, element), Some(by), rules)?;
            outcome.effects.extend(come);
        }
    }
    Ok(())
}

/// All units hit by an attack.
fn units_hit(attack: UnitAttack<'_>, outcome: &ActionOutcome) -> Vec<UnitId> {
    let mut struck = Vec::new();
    if matches!(outcome.contact, HitResult::Hit | HitResult::Graze) {
        struck.push(attack.target.defender.id);
    }
    for effect in &outcome.effects {
        match effect {
            RuleStep::ApplyAttackProperties { unit } => struck.push(*unit),
            RuleStep::ChangeHealth { unit, damage, .. } if *damage > 0 && *unit != attack.attacker.id => {
                struck.push(*unit);
            }
            _ => {}
        }
    }
    struck.sort_unstable();
    struck.dedup();
    struck
}

fn find_unit(attack: UnitAttack<'_>, id: UnitId) -> Option<&UnitSnapshot> {
    let AttackRequest { attacker, bystanders, .. } = attack.request;
    [&**attacker, &attack.target.defender]
        .into_iter()
        .chain(bystanders.iter().map(|near| &near.unit))
        .find(|unit| unit.id == id)
}

/// Applies the effects so far to a unit.
fn apply_outcome(unit: &mut UnitSnapshot, outcome: &ActionOutcome) {
    for effect in &outcome.effects {
        match effect {
            RuleStep::ChangeHealth { unit: id, after, damage, .. } if *id == unit.id => {
                unit.condition = after.clone();
                if *damage > 0 {
                    let gone: Vec<_> = status::relieved_by(&unit.ailments, EndCondition::Harm).collect();
                    unit.ailments.retain(|one| !gone.contains(one));
                }
            }
            RuleStep::FallProne { unit: id } if *id == unit.id => unit.prone = true,
            RuleStep::SpendCurse { unit: id } if *id == unit.id => unit.spend_curse(),
            _ => {}
        }
    }
}

/// Applies an element and its ailments to a unit. `CS-BURN-08` to `CS-BURN-10`, `CS-WET-02`.
pub fn apply_element(
    table: &mut impl Table,
    unit: &mut UnitSnapshot,
    (strike, element): (&AttackProperties, Option<Element>),
    by: Option<UnitId>,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    let mut effects = Vec::new();
    if let Some(element) = element {
        let gone: Vec<_> = status::relieved_by(&unit.ailments, EndCondition::Element(element)).collect();
        for one in &gone {
            let clause = if one.ailment == Ailment::Burning { "CS-BURN-10" } else { "CS-WET-02" };
            effects.push(RuleStep::Relieve { unit: unit.id, ailment: one.ailment, part: one.part, clause });
        }
        unit.ailments.retain(|one| !gone.contains(one));
    }
    for infliction in &strike.inflicts {
        let ailment = infliction.ailment;
        if status::is_immune(unit.sheet.immunities(), ailment, strike.holy) {
            let (name, clause) = (ailment.name(), immunity_clause(ailment));
            table.note(|| {
                Note::new(clause, AilmentLine::Immune { unit: unit.name.to_string(), ailment: name })
            });
            continue;
        }
        if let Some(resist) = infliction.resist {
            let result = roll_ailment_test(table, unit, &AilmentTest::to_resist(resist, ailment), rules)?;
            effects.extend(result.cost_steps(unit.id));
            result.apply_cost(unit);
            if result.passed {
                continue;
            }
        }
        let cause = infliction.cause(by);
        if ailment != Ailment::Pinned || !unit.in_melee {
            table.note(|| duration_note(unit, infliction, cause));
        }
        unit.inflict(cause);
        effects.push(RuleStep::Afflict { unit: unit.id, cause });
    }
    Ok(effects)
}

/// The note of how long an inflicted ailment lasts: as stated, as the table has it, or no longer than the present one.
/// `CS-AIL-01`, `CS-AIL-02`, `CS-AIL-04`.
fn duration_note(unit: &UnitSnapshot, infliction: &Infliction, cause: AilmentCause) -> Note {
    let suffered = status::inflict(&unit.ailments, cause, unit.round);
    let (name, ailment) = (unit.name.to_string(), infliction.ailment.name());
    if unit
        .ailments
        .iter()
        .any(|old| (old.ailment, old.part, old.until) == (suffered.ailment, suffered.part, suffered.until))
    {
        return Note::new("CS-AIL-04", AilmentLine::LastsAlready { unit: name, ailment });
    }
    let clause = if infliction.span.is_some() { "CS-AIL-02" } else { "CS-AIL-01" };
    let span = AilmentSpan(infliction.span.unwrap_or(infliction.ailment.rule().duration));
    Note::new(clause, AilmentLine::Lasts { unit: name, ailment, span })
}

/// The clause of the immunity that prevents an ailment.
const fn immunity_clause(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::Burning => "CS-BURN-08",
        Ailment::Frozen => "CS-FROZ-03",
        _ => "CS-SHCK-03",
    }
}

/// Spreads shock to a unit that attacks a Shocked enemy in melee, hit or not. `CS-SHCK-02`, `CS-SHCK-03`.
fn spread_shock(
    table: &mut impl Table,
    attack: UnitAttack<'_>,
    is_melee: bool,
    outcome: &ActionOutcome,
) -> RuleResult<Vec<RuleStep>> {
    let AttackRequest { attacker, rules, .. } = attack.request;
    let defender = &attack.target.defender;
    let charged =
        is_melee && attacker.side != defender.side && status::has(&defender.ailments, Ailment::Shocked);
    if !charged || status::is_immune(attacker.sheet.immunities(), Ailment::Shocked, false) {
        return Ok(Vec::new());
    }
    let mut unit = (**attacker).clone();
    apply_outcome(&mut unit, outcome);
    let result = roll_ailment_test(table, &unit, &status::shock_contagion_test(), rules)?;
    let mut effects: Vec<_> = result.cost_steps(unit.id).collect();
    if !result.passed {
        let cause = AilmentCause::new(Ailment::Shocked, Some(defender.id));
        effects.push(RuleStep::Afflict { unit: attacker.id, cause });
    }
    Ok(effects)
}

/// Damages a Burning unit at the end of a round. `CS-BURN-01`, `CS-BURN-11`.
pub fn resolve_burning(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<Option<RuleStep>> {
    if !status::has(&unit.ailments, Ailment::Burning) {
        return Ok(None);
    }
    let (after, damage) = play::resolve_burning(table, unit, rules)?;
    let cause = Some(HealthCause::Burning);
    Ok(Some(RuleStep::ChangeHealth { unit: unit.id, after, damage, cause }))
}

/// Resolves the tests at the end of a unit's phase, and fire that spreads to its neighbours. `CS-FROZ-02`,
/// `CS-PANI-04`, `CS-PIN-08`, `CS-BURN-07`.
pub fn resolve_phase_end(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    around: status::PhaseEndContext,
    neighbours: &[UnitSnapshot],
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    let mut effects = Vec::new();
    let mut unit = unit.clone();
    for (one, test) in status::recovery_tests(&unit.ailments.clone(), around) {
        let result = roll_ailment_test(table, &unit, &test, rules)?;
        effects.extend(result.cost_steps(unit.id));
        result.apply_cost(&mut unit);
        if result.passed {
            let ActiveAilment { ailment, part, .. } = one;
            effects.push(RuleStep::Relieve { unit: unit.id, ailment, part, clause: test.clause });
        }
    }
    if status::has(&unit.ailments, Ailment::Burning) {
        for other in neighbours {
            let burns = status::has(&other.ailments, Ailment::Burning);
            if burns || status::is_immune(other.sheet.immunities(), Ailment::Burning, false) {
                continue;
            }
            let result = roll_ailment_test(table, other, &status::catch_fire_test(), rules)?;
            effects.extend(result.cost_steps(other.id));
            if !result.passed {
                let cause = AilmentCause::new(Ailment::Burning, Some(unit.id));
                effects.push(RuleStep::Afflict { unit: other.id, cause });
            }
        }
    }
    Ok(effects)
}
