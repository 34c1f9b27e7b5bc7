//! What a book answers that has no rule of its own for something: adapters pass these on.

use super::status::{AilmentTest, TestTrait};
use super::{
    ActionOutcome, AttackRequest, BarrierOnLine, BlastProfile, CellAttackRequest, CostError, Detonation,
    DownState, Effect, Fall, Forecast, ForecastNote, GroundConditions, Hazard, HazardExposure, HealthState,
    InterceptOption, OutcomeSummary, Payment, PhaseStart, PoolShare, ReactionPrompt, Rest, RuleSet,
    RuleViolation, SpecialAction, SurpriseContext, TargetSight, TreatmentOption, UnitSnapshot, Weapon,
    WeaponReach, play,
};
use crate::knockback::profile;
use crate::knockback::profile::{FootingResult, ImpactSurface};
use crate::swan_song::movement::interception;
use crate::swan_song::movement::interception::Interceptor;
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, PhaseTiming};
use dice::{Distribution, RuleResult, Table};

/// Hit points of a segment. `SS-BARR-01`.
pub fn wall_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
    barrier.hit_points()
}

/// The whole way, whatever the ground.
///
/// # Errors
/// Never.
pub fn footing(
    _: &mut impl Table,
    _: &UnitSnapshot,
    _: Action,
    path: &[GroundConditions],
    _: &RuleSet,
) -> RuleResult<(usize, Vec<Effect>)> {
    Ok((path.len(), Vec::new()))
}

/// Every attack needs somebody or something to be aimed at. `SS-ATK-06`.
///
/// # Errors
/// Always.
pub fn may_attack_square(engagement: &CellAttackRequest) -> Result<(), RuleViolation> {
    let text = format!("{} needs somebody or something to aim at", engagement.weapon.name());
    Err(RuleViolation::new(text, "SS-ATK-06"))
}

/// Nothing comes of what is never allowed.
///
/// # Errors
/// Never.
pub fn attack_square(_: &mut impl Table, _: &CellAttackRequest) -> RuleResult<ActionOutcome> {
    Ok(ActionOutcome::from_effects(Vec::new()))
}

/// There are no odds to tell.
pub fn forecast_square(_: &CellAttackRequest) -> Option<Forecast> {
    None
}

/// Nobody has to look for anybody.
///
/// # Errors
/// Never.
pub fn notice(
    _: &mut impl Table,
    _: &UnitSnapshot,
    _: &UnitSnapshot,
    _: &TargetSight,
    _: bool,
    _: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    Ok(Vec::new())
}

/// Nothing is said at the end of a phase.
///
/// # Errors
/// Never.
pub fn closing(
    _: &mut impl Table,
    _: &UnitSnapshot,
    _: impl FnOnce() -> Vec<UnitSnapshot>,
    _: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    Ok(Vec::new())
}

/// In cover like anybody who takes it.
pub fn begins_in_cover(unit: &UnitSnapshot, _: u16, _: &RuleSet) -> Vec<Effect> {
    vec![Effect::CoverTaken { unit: unit.id }]
}

/// Nothing is done before the fight.
pub fn at_deployment(_: &str, _: &RuleSet) -> bool {
    false
}

/// What intercepting costs where the book has no price of its own. `SS-ACT-41`.
///
/// # Errors
/// Too few points.
pub fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let points = rules.engine.ap_intercept;
    let purse = unit
        .purse
        .spend(points)
        .ok_or(CostError::TooFewPoints { needed: points, left: unit.purse.points() })?;
    Ok(Payment { purse, points, free: 0, condition: None })
}

/// A blow with every melee weapon in hand, bare hands among them. `SS-INTC-07`, `SS-INTC-08`.
pub fn strikes(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
    let Ok(paid) = play::intercepts(unit, rules) else { return Vec::new() };
    if !rules.borrows("interception") {
        return Vec::new();
    }
    let watcher = Interceptor {
        hostile: unit.side != mover.side,
        conscious: unit.down.is_none(),
        surprised: unit.surprised_by.contains(&mover.id),
        aware: !mover.concealed,
        prone: unit.prone,
    };
    if !interception::may_intercept(watcher) {
        return Vec::new();
    }
    let in_reach =
        unit.held.iter().filter_map(|held| match play::arm(&held.weapon, &unit.sheet, rules).reach {
            WeaponReach::Melee { beyond } => Some((held, beyond)),
            WeaponReach::Ranged { .. } => None,
        });
    (1..)
        .zip(in_reach)
        .map(|(nth, (held, beyond))| InterceptOption {
            key: if nth == 1 {
                interception::STRIKE_KEY.to_owned()
            } else {
                format!("{}_{nth}", interception::STRIKE_KEY)
            },
            label: format!("Strike with the {}", held.weapon.name()),
            detail: play::weapon_line(unit, &held.weapon, rules),
            weapon: held.weapon.clone(),
            slot: Some(held.slot),
            beyond,
            paid: paid.clone(),
            clause: "SS-INTC-07",
        })
        .collect()
}

/// Any harm ends the movement. `SS-INTC-11`.
pub fn is_stopped(_: &UnitSnapshot, damage: u32) -> bool {
    damage > 0
}

/// Nobody slips past.
///
/// # Errors
/// Never.
pub fn evade(_: &mut impl Table, _: &UnitSnapshot, _: &RuleSet) -> RuleResult<u32> {
    Ok(0)
}

/// Attacks are made one by one.
///
/// # Errors
/// Always.
pub fn shares(_: &[AttackRequest]) -> Result<Vec<PoolShare>, RuleViolation> {
    Err(RuleViolation::new("attacks are made one by one here", "SS-MULTI-01"))
}

/// Nothing goes off by itself.
pub fn trigger(_: &Weapon) -> Option<DetonationTrigger> {
    None
}

/// Nothing comes of it.
///
/// # Errors
/// Never.
pub fn goes_off(_: &mut impl Table, _: &Detonation) -> RuleResult<ActionOutcome> {
    Ok(ActionOutcome::from_effects(Vec::new()))
}

/// No deed takes longer than a phase.
pub fn deed_rounds(_: &str, _: &RuleSet) -> Option<u32> {
    None
}

/// No action takes longer than a phase.
///
/// # Errors
/// Always.
pub fn pay_towards(
    _: &UnitSnapshot,
    _: ExtendedActionProgress,
) -> Result<(Payment, ExtendedActionProgress), CostError> {
    Err(RuleViolation::new("no action takes longer than a phase here", "SS-ACT-05").into())
}

/// No questions of its own that come again and again.
pub fn habits() -> &'static [ReactionPrompt] {
    &[]
}

/// A held phase with no points left is lost like any other. `SS-DELAY-21`, `SS-ACT-34`.
pub fn phase_resumes(unit: &UnitSnapshot) -> PhaseStart {
    let spent = unit.purse.points() == 0;
    let lost =
        spent.then(|| RuleViolation::new("no action points are left for the held phase", "SS-DELAY-21"));
    let after = unit.purse.with_timing(if spent { PhaseTiming::After } else { PhaseTiming::Now });
    PhaseStart { lost, effects: vec![Effect::TurnBudget { unit: unit.id, action: None, points: 0, after }] }
}

/// Whoever has to fall falls.
///
/// # Errors
/// Never.
pub fn about_to_fall(
    _: &mut impl Table,
    _: &UnitSnapshot,
    _: DownState,
    _: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    Ok(Vec::new())
}

/// Hidden units surprise nobody by appearing.
pub fn surprises() -> bool {
    false
}

/// Nobody is surprised.
///
/// # Errors
/// Never.
pub fn meet(
    _: &mut impl Table,
    _: &UnitSnapshot,
    _: &SurpriseContext<'_>,
    _: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    Ok(Vec::new())
}

/// A fight leaves everybody as it is.
///
/// # Errors
/// Never.
pub fn encounter_ends(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<HealthState> {
    Ok(unit.condition.clone())
}

/// Everybody enters a fight as it left the last one.
pub fn encounter_begins(condition: &HealthState) -> HealthState {
    condition.clone()
}

/// Rest heals nothing.
pub fn rest(unit: &UnitSnapshot, _: Rest, _: &RuleSet) -> HealthState {
    unit.condition.clone()
}

/// Nobody can do anything for the wounded.
pub fn treatments(_: &UnitSnapshot, _: &RuleSet) -> Vec<TreatmentOption> {
    Vec::new()
}

/// # Errors
/// Always.
pub fn may_treat(deed: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    let book = rules.book().name();
    Err(RuleViolation::new(format!("{book} knows no `{}` after a fight.", deed.key), ""))
}

/// Nothing happens.
///
/// # Errors
/// Never.
pub fn treat(_: &mut impl Table, _: &SpecialAction<'_>, _: &RuleSet) -> RuleResult<ActionOutcome> {
    Ok(ActionOutcome::from_effects(Vec::new()))
}

/// Nobody hides.
pub fn stays_concealed(_: &UnitSnapshot, _: bool, _: &RuleSet) -> bool {
    false
}

/// No ground does harm.
///
/// # Errors
/// Never.
pub fn hazard(
    _: &mut impl Table,
    _: &UnitSnapshot,
    _: Hazard,
    _: &RuleSet,
) -> RuleResult<Option<HazardExposure>> {
    Ok(None)
}

/// No ground does harm.
pub fn hazard_remark(_: Hazard, _: &RuleSet) -> Option<ForecastNote> {
    None
}

/// A condition says all of itself.
pub fn aftereffects(_: &UnitSnapshot, _: &HealthState, _: &RuleSet) -> Vec<Effect> {
    Vec::new()
}

/// Attacks meet one target.
pub fn spread(_: &AttackRequest, _: &[String]) -> Vec<(u32, Distribution<OutcomeSummary>)> {
    Vec::new()
}

/// Nothing goes off.
pub fn blast(_: &UnitSnapshot, _: &Weapon, _: &RuleSet) -> Option<BlastProfile> {
    None
}

/// A crash is a fall over as many metres. `AB-KNOCK-26`.
///
/// # Errors
/// As the table.
pub fn crash(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    _: ImpactSurface,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    play::fall(table, unit, Fall { height_cm: 100 * metres, leapt: false }, rules)
}

/// Agility against the metres: ten points of a hundred, or a die, for each. `AB-KNOCK-03`, `AB-KNOCK-04`.
///
/// # Errors
/// As the table.
pub fn keeps_its_feet(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<Effect>)> {
    let difficulty = match profile::footing_result(play::frame(unit, rules), metres) {
        FootingResult::Unmoved => return Ok((true, Vec::new())),
        FootingResult::KnockedDown => return Ok((false, Vec::new())),
        FootingResult::MustBalance { difficulty } => i32::try_from(difficulty).unwrap_or(i32::MAX),
    };
    let trial = AilmentTest::new(&[TestTrait::Agility], "keep its feet", "AB-KNOCK-04");
    let trial = trial.with_bonus(difficulty.saturating_mul(-10), "metres", "AB-KNOCK-04");
    let tried = play::ailment_test(table, unit, &trial, rules)?;
    let effects = tried.after.map(|after| Effect::HealthState { unit: unit.id, after, damage: 0 });
    Ok((tried.passed, effects.into_iter().collect()))
}
