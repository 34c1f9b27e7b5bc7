//! Rounds, passes and phases; moving and noticing.

use crate::lines::SharedRefusal;
use crate::registry::ask_rulebook;
use crate::rulebook::refuse_shared_pool;
use crate::special_actions::{grappling, human_shield, vehicles};
use crate::status::{check_action, check_price};
use crate::turn_engine::PhaseTiming;
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::reaction_prompts::ENGINE_PROMPTS;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, InitiativeScore};
use crate::{
    ActionRequest, AttackRequest, Book, CostError, DownState, Effect, ForecastNote, GroundConditions, Hazard,
    HazardExposure, InterceptOption, MoveBudget, Payment, PhaseStart, PoolShare, ReactionPrompt, RuleSet,
    RuleViolation, Sheet, SprintOutcome, SurpriseContext, TargetSight, TurnBudget, UnitSnapshot, Weapon,
};
use dice::{RuleResult, Table};

/// Rolls initiative for a round; `paid` is a point of Karma for more dice. `SS-INIT-07`.
///
/// # Errors
/// As the table.
pub fn initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    paid: bool,
    rules: &RuleSet,
) -> RuleResult<InitiativeScore> {
    ask_rulebook!(unit.sheet.book(), initiative(table, unit, paid, rules))
}

/// The part of the score that harm may change in mid-round. `SS-INIT-21`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    ask_rulebook!(unit.sheet.book(), initiative_attribute(unit))
}

/// Initiative Dice before Karma. `SS-INIT-06`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    ask_rulebook!(sheet.book(), initiative_dice(sheet))
}

/// First and second tie-breaker of the order. `SS-INIT-10`.
pub fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
    ask_rulebook!(sheet.book(), tie_breaks(sheet))
}

/// What a unit can pay in a round that begins, before its first pass.
pub fn round_begins(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
    ask_rulebook!(unit.sheet.book(), round_begins(unit, rules))
}

/// What a unit can pay in a pass that begins. `SS-ACT-24`.
pub fn pass_begins(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
    ask_rulebook!(unit.sheet.book(), pass_begins(unit, rules))
}

/// A unit's place in the order has come.
///
/// # Errors
/// As the table.
pub fn phase_begins(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
    ask_rulebook!(unit.sheet.book(), phase_begins(table, unit, rules))
}

/// A unit ends its phase beside these enemies, with whom it is not engaged yet: what its player declares. `CS-MEL-01`.
///
/// # Errors
/// As the table.
pub fn closing(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    beside: impl FnOnce() -> Vec<UnitSnapshot>,
    rules: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    ask_rulebook!(unit.sheet.book(), closing(table, unit, beside, rules))
}

/// A unit's phase is over.
///
/// # Errors
/// As the table.
pub fn phase_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>> {
    ask_rulebook!(unit.sheet.book(), phase_ends(table, unit, rules))
}

/// A round is over.
///
/// # Errors
/// As the table.
pub fn round_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>> {
    ask_rulebook!(unit.sheet.book(), round_ends(table, unit, rules))
}

/// A unit is about to fall: what happens instead, if its book gives its player a way out; nothing if it falls.
/// `SS-FFYL-02`.
///
/// # Errors
/// As the table.
pub fn about_to_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    down: DownState,
    rules: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    ask_rulebook!(unit.sheet.book(), about_to_fall(table, unit, down, rules))
}

/// Pays for something in the unit's own phase, or outside of it where that is allowed.
///
/// # Errors
/// Why it cannot; nothing is spent then.
pub fn pay(unit: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    match vehicles::may_move(unit, act.action) {
        Some(answer) => answer?,
        None => check_action(&unit.ailments, act.action)?,
    }
    vehicles::may_transmit(unit, act.action)?;
    grappling::may_leave_square(unit, act.action, rules)?;
    human_shield::may_move(unit, act.action)?;
    let paid = ask_rulebook!(unit.sheet.book(), pay(unit, act, rules))?;
    check_price(&unit.ailments, unit.spent, paid.points)?;
    Ok(paid)
}

/// A price as it stands on a button: "free", "1 AP", or nothing.
pub fn price(unit: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    ask_rulebook!(unit.sheet.book(), price(unit, act, rules))
}

/// Shares of one pool for several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
///
/// # Errors
/// Why they cannot be made together.
pub fn shares(attacks: &[AttackRequest]) -> Result<Vec<PoolShare>, RuleViolation> {
    let Some(first) = attacks.first() else { return Err(refuse_shared_pool()) };
    ask_rulebook!(first.weapon.book(), shares(attacks))
}

/// What sets an item off that goes off by itself. Chapter TIMED.
pub fn trigger(item: &Weapon) -> Option<DetonationTrigger> {
    ask_rulebook!(item.book(), trigger(item))
}

/// Puts what is left of a phase into an Extended Action. `SS-ACT-18`.
///
/// # Errors
/// Why it cannot.
pub fn pay_towards(
    unit: &UnitSnapshot,
    progress: ExtendedActionProgress,
) -> Result<(Payment, ExtendedActionProgress), CostError> {
    ask_rulebook!(unit.sheet.book(), pay_towards(unit, progress))
}

/// Cost of striking at a unit that passes by. `SS-ACT-41`.
///
/// # Errors
/// Why it cannot be paid.
pub fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    ask_rulebook!(unit.sheet.book(), intercepts(unit, rules))
}

/// The blows with which a unit may meet a unit that passes by; none if it may not or cannot pay. `SS-INTC-06`,
/// `SS-INTC-13`, `SS-INTC-19`.
pub fn strikes(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
    ask_rulebook!(unit.sheet.book(), strikes(unit, mover, rules))
}

/// Whether so much damage of such a blow ends a unit's movement. `SS-INTC-11`.
pub fn is_stopped(unit: &UnitSnapshot, damage: u32) -> bool {
    ask_rulebook!(unit.sheet.book(), is_stopped(unit, damage))
}

/// Whether units may try to slip past opponents. `SS-INTC-14`.
pub fn knows_evading(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_EVADING)
}

/// Whether several attacks may share one pool. `SS-MULTI-01`.
pub fn knows_sets(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_SHARED_POOLS)
}

/// Rolls slipping past; gives how many opponents do not get their blow. `SS-INTC-14`.
///
/// # Errors
/// As the table.
pub fn evade(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<u32> {
    ask_rulebook!(unit.sheet.book(), evade(table, unit, rules))
}

/// The questions that may be answered for the rest of a fight: the book's own, then those of the turn engine.
pub fn habits(book: Book) -> Vec<ReactionPrompt> {
    let own: &[ReactionPrompt] = ask_rulebook!(book, habits());
    own.iter().chain(ENGINE_PROMPTS).copied().collect()
}

/// A held phase is taken now, later than its place in the order; with no points left it is lost like any other.
/// `SS-DELAY-04`, `SS-DELAY-21`, `SS-ACT-34`.
pub fn phase_resumes(unit: &UnitSnapshot) -> PhaseStart {
    let spent = unit.purse.points() == 0;
    let lost = spent.then(|| RuleViolation::new(SharedRefusal::NoPointsForHeldPhase, "SS-DELAY-21"));
    let after = unit.purse.with_timing(if spent { PhaseTiming::After } else { PhaseTiming::Now });
    PhaseStart { lost, effects: vec![Effect::TurnBudget { unit: unit.id, action: None, points: 0, after }] }
}

/// How far a unit can go.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    match vehicles::move_budget(unit) {
        Some(budget) => budget,
        None => ask_rulebook!(unit.sheet.book(), move_budget(unit, rules)),
    }
}

/// Whether a unit may run; `announced` is a run announced before its attack. `SS-MOVE-17`.
///
/// # Errors
/// Why not.
pub fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
    match vehicles::may_move(unit, Action::Run) {
        Some(answer) => answer,
        None => ask_rulebook!(unit.sheet.book(), may_run(unit, announced, rules)),
    }
}

/// How many squares of a way a unit gets along, and what happens to it there; `path` are the squares it enters.
/// `CS-TER-03`.
///
/// # Errors
/// As the table.
pub fn footing(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    action: Action,
    path: &[GroundConditions],
    rules: &RuleSet,
) -> RuleResult<(usize, Vec<Effect>)> {
    if unit.ride.is_some() {
        return Ok((path.len(), Vec::new())); // wheels do not stumble
    }
    ask_rulebook!(unit.sheet.book(), footing(table, unit, action, path, rules))
}

/// What ground that harms does to a unit that enters it, or begins a phase on it; nothing in a book without a rule for
/// it. `AD-SPEC-01`.
///
/// # Errors
/// As the table.
pub fn hazard(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    hazard: Hazard,
    rules: &RuleSet,
) -> RuleResult<Option<HazardExposure>> {
    ask_rulebook!(unit.sheet.book(), hazard(table, unit, hazard, rules))
}

/// What such ground does, in the book's measure, before a unit is on it: "damage 5EL".
pub fn hazard_remark(hazard: Hazard, rules: &RuleSet) -> Option<ForecastNote> {
    ask_rulebook!(rules.book(), hazard_remark(hazard, rules))
}

/// A unit at the start of its phase looks for an enemy who hides. `sight` lies between the two; `line_of_sight` says
/// whether one leads there. `CS-UNA-06`.
///
/// # Errors
/// As the table.
pub fn notice(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    hidden: &UnitSnapshot,
    sight: &TargetSight,
    line_of_sight: bool,
    rules: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    ask_rulebook!(unit.sheet.book(), notice(table, unit, hidden, sight, line_of_sight, rules))
}

/// Whether a unit that hides still does where it stands now; `seen` by an enemy in plain sight. `CS-UNA-05`.
pub fn stays_concealed(unit: &UnitSnapshot, seen: bool, rules: &RuleSet) -> bool {
    ask_rulebook!(unit.sheet.book(), stays_concealed(unit, seen, rules))
}

/// Whether hidden units of this book surprise when they appear. `SS-SURP-05`.
pub fn surprises(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), surprises())
}

/// Enemies come before a unit that may not have perceived them. `SS-SURP-05`.
///
/// # Errors
/// As the table.
pub fn meet(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    meeting: &SurpriseContext<'_>,
    rules: &RuleSet,
) -> RuleResult<Vec<Effect>> {
    ask_rulebook!(unit.sheet.book(), meet(table, unit, meeting, rules))
}

/// Rolls a sprint. `SS-MOVE-09`.
///
/// # Errors
/// As the table.
pub fn sprint(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<SprintOutcome> {
    ask_rulebook!(unit.sheet.book(), sprint(table, unit, rules))
}
