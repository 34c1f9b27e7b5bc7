//! Rounds, passes, phases, movement and detection.

use super::permission::{check_extended, check_permission};
use crate::lines::SharedRefusal;
use crate::registry::ask_rulebook;
use crate::rulebook::{
    AttackRules, BookDefinition, DetectionRules, DetonationRules, HazardRules, InterceptionRules,
    MovementRules, TurnRules, defaults,
};
use crate::special_actions::vehicles;
use crate::status::{PhaseEffort, check_price};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::reaction_prompts::ENGINE_PROMPTS;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, InitiativeScore};
use crate::{
    ActionRequest, AttackCandidate, Book, CostError, DownState, EvasionOutcome, ForecastNote,
    GroundConditions, Hazard, HazardExposure, HealthState, InterceptOption, MoveBudget, Payment, PhaseStart,
    PoolShare, QueueTiming, ReactionPrompt, RuleSet, RuleStep, RuleViolation, Sheet, SpendingOffer,
    SprintOutcome, SurpriseContext, TargetSight, TurnBudget, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{Answer, Clause, Prompt, RuleResult, RuleText, Table};

/// Rolls initiative for a round; `paid` is a point of Karma for more dice. `SS-INIT-04`, `SS-INIT-07`.
pub fn roll_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    paid: bool,
    rules: &RuleSet,
) -> RuleResult<InitiativeScore> {
    ask_rulebook!(unit.sheet.book(), roll_initiative(table, unit, paid, rules))
}

/// Returns the part of the score that damage may change in mid-round. `SS-INIT-21`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    ask_rulebook!(unit.sheet.book(), initiative_attribute(unit))
}

/// Returns the steps that keep a unit's promised phase after its score has changed from `before` to that of the snapshot.
/// `SS-FFYL-05`, `SS-FFYL-07`.
pub fn keep_promised_phase(unit: &UnitSnapshot, before: i32) -> Vec<RuleStep> {
    ask_rulebook!(unit.sheet.book(), keep_promised_phase(unit, before))
}

/// Returns the name of an action in the log, in the terms of the book.
pub fn action_name(book: Book, action: Action) -> &'static str {
    ask_rulebook!(book, action_name(action))
}

/// Returns the clause of an action's price in the book's terms; `None` for that of the turn engine. `CS-PRN-08`.
pub fn action_clause(book: Book, action: Action) -> Option<Clause> {
    ask_rulebook!(book, action_clause(action))
}

/// Returns the number of Initiative Dice before Karma. `SS-INIT-06`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    ask_rulebook!(sheet.book(), initiative_dice(sheet))
}

/// Returns the first and second tie-breaker of the turn order. `SS-INIT-10`.
pub fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
    ask_rulebook!(sheet.book(), tie_breakers(sheet))
}

/// Returns a unit's turn budget at the start of a round, before its first pass.
pub fn budget_at_round_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
    ask_rulebook!(unit.sheet.book(), budget_at_round_start(unit, rules))
}

/// Returns a unit's turn budget at the start of a pass. `SS-ACT-24`.
pub fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
    ask_rulebook!(unit.sheet.book(), budget_at_pass_start(unit, rules))
}

/// Returns whether units queue their attacks at this time. `AB-CANCEL-01`.
pub fn queues_attacks(timing: QueueTiming, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), queues_attacks(timing, rules))
}

/// Lets a unit queue attacks out of those that it could make now. `AB-CANCEL-01`.
pub fn queue_attacks(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    candidates: &[AttackCandidate],
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), queue_attacks(table, unit, candidates, rules))
}

/// Starts a unit's phase; without action points it is lost. `SS-ACT-34`.
pub fn start_phase(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
    ask_rulebook!(unit.sheet.book(), start_phase(table, unit, rules))
}

/// Asks a unit that ends its phase beside enemies whether it engages them. `CS-MEL-01`.
pub fn ask_to_engage(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    beside: impl FnOnce() -> Vec<UnitSnapshot>,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), ask_to_engage(table, unit, beside, rules))
}

/// Ends a unit's phase; unspent points stay for interrupts. `SS-ACT-23`.
pub fn end_phase(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), end_phase(table, unit, rules))
}

/// Ends a round for a unit.
pub fn end_round(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), end_round(table, unit, rules))
}

/// Returns what keeps a unit in action that is about to go out of action; empty if it does. `SS-FFYL-02`.
pub fn avert_defeat(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    down: DownState,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), avert_defeat(table, unit, down, rules))
}

/// Returns the health of a unit that goes out of action and surrenders or flees; `None` if it stays where it fell.
/// `AB-GRITTY-08`.
pub fn leave_fight(
    unit: &UnitSnapshot,
    nearest_enemy_squared: Option<u32>,
    rules: &RuleSet,
) -> Option<HealthState> {
    ask_rulebook!(unit.sheet.book(), leave_fight(unit, nearest_enemy_squared, rules))
}

/// Returns whether a unit acts after all others in its pass, by id, and declares before them. `AB-CINE-01`,
/// `AB-CINE-02`.
pub fn acts_last(sheet: &Sheet) -> bool {
    ask_rulebook!(sheet.book(), acts_last(sheet))
}

/// Pays an action that the unit has the permission for.
///
/// # Errors
/// Returns a `CostError` if the unit cannot pay; nothing is spent then.
pub fn pay_action(
    unit: &UnitSnapshot,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    check_permission(unit, act.action, rules)?;
    let paid = ask_rulebook!(unit.sheet.book(), pay_action(unit, act, rules))?;
    check_price(&unit.ailments, unit.spent, paid.points)?;
    Ok(paid)
}

/// Names an Agility test with a penalty in the terms of a book: "Agility test at -20".
pub fn agility_test_text(book: Book, penalty: i32) -> String {
    ask_rulebook!(book, agility_test_text(penalty))
}

/// Returns the price of half a phase, or of a whole one, in the terms of a book: "2 AP", "2 manoeuvres".
pub fn effort_label(book: Book, effort: PhaseEffort) -> &'static str {
    ask_rulebook!(book, effort_label(effort))
}

/// Checks that a unit can pay for a whole phase.
///
/// # Errors
/// Returns a `CostError` in the terms of the book if it cannot.
pub fn check_full_effort(unit: &UnitSnapshot, rules: &RuleSet) -> Result<(), CostError> {
    ask_rulebook!(unit.sheet.book(), check_full_effort(unit, rules))
}

/// Returns the price of an action for its button: "free", "1 AP", or empty.
pub fn price_label(unit: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    ask_rulebook!(unit.sheet.book(), price_label(unit, act, rules))
}

/// Splits one pool among several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
///
/// # Errors
/// Returns a `RuleViolation` if they cannot be made together.
pub fn split_pool(attacks: &[UnitAttack<'_>]) -> Result<Vec<PoolShare>, RuleViolation> {
    let Some(first) = attacks.first() else { return Err(defaults::refuse_shared_pool()) };
    ask_rulebook!(first.weapon.book(), split_pool(attacks))
}

/// Returns the trigger of an item that detonates by itself; `None` for others. Chapter TIMED.
pub fn detonation_trigger(item: &Weapon) -> Option<DetonationTrigger> {
    ask_rulebook!(item.book(), detonation_trigger(item))
}

/// Spends the rest of a phase on an Extended Action. `SS-ACT-18`.
///
/// # Errors
/// Returns a `CostError` if the unit cannot pay.
pub fn pay_extended_action(
    unit: &UnitSnapshot,
    progress: ExtendedActionProgress,
    rules: &RuleSet,
) -> Result<(Payment, ExtendedActionProgress), CostError> {
    check_permission(unit, Action::SetCharges, rules)?;
    check_extended(unit)?;
    ask_rulebook!(unit.sheet.book(), pay_extended_action(unit, progress))
}

/// Pays for an interception that the unit has the permission for. `SS-ACT-41`.
///
/// # Errors
/// Returns a `CostError` if the unit cannot pay.
pub fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    check_permission(unit, Action::Intercept, rules)?;
    ask_rulebook!(unit.sheet.book(), pay_interception(unit, rules))
}

/// Formats what an interception costs a unit: "costs 1 AP next turn"; empty if it is free. `SS-ACT-41`.
pub fn interception_price(unit: &UnitSnapshot, paid: &Payment) -> String {
    let book = unit.sheet.book();
    let deferred = ask_rulebook!(book, deferred_points(unit, paid));
    match (paid.points, deferred) {
        (0, 0) => String::new(),
        (points, 0) => format!("costs {}", super::points_text(book, points)),
        (_, points) => format!("costs {} next turn", super::points_text(book, points)),
    }
}

/// Lists a unit's attacks on one that passes by; empty if it may not intercept or cannot pay. `SS-INTC-06`,
/// `SS-INTC-07`, `SS-INTC-08`, `SS-INTC-13`, `SS-INTC-19`.
pub fn intercept_options(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
    ask_rulebook!(unit.sheet.book(), intercept_options(unit, mover, rules))
}

/// Returns whether this damage of an interception ends a unit's movement. `SS-INTC-11`.
pub fn stops_movement(unit: &UnitSnapshot, damage: u32) -> bool {
    ask_rulebook!(unit.sheet.book(), stops_movement(unit, damage))
}

/// Returns whether units may try to evade interception. `SS-INTC-14`.
pub fn has_evading(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_EVADING)
}

/// Returns whether a second run of a round is a sprint. `SS-MOVE-08`.
pub fn has_sprints(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_SPRINTS)
}

/// Returns whether several attacks may share one pool. `SS-MULTI-01`.
pub fn has_shared_pools(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_SHARED_POOLS)
}

/// Rolls to evade interception. `SS-INTC-14`.
pub fn roll_evasion(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<EvasionOutcome> {
    ask_rulebook!(unit.sheet.book(), roll_evasion(table, unit, rules))
}

/// Returns whether AI players give the first answer to prompts of a clause, by a policy of the book.
pub fn has_answer_policy(clause: Clause, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), has_answer_policy(clause))
}

/// Describes what an answer of a clause does, beyond its label and its price; empty if the book has no words for it.
pub fn answer_effect(answer: &Answer, rules: &RuleSet) -> &'static str {
    ask_rulebook!(rules.book(), answer_effect(answer))
}

/// Returns the number of the answer to a prompt that is proposed to a player.
pub fn suggested_answer(prompt: &Prompt, rules: &RuleSet) -> usize {
    ask_rulebook!(rules.book(), suggested_answer(prompt))
}

/// Returns the answer to propose instead while no other unit of the side can take one of these actions, which are what the
/// proposed answer hopes for; `None` if it hopes for none.
pub fn answer_without_help(prompt: &Prompt, rules: &RuleSet) -> Option<(usize, &'static [&'static str])> {
    ask_rulebook!(rules.book(), answer_without_help(prompt))
}

/// Returns what a prompt offers for points of one kind; `None` for other prompts.
pub fn spending_offer(prompt: &Prompt, rules: &RuleSet) -> Option<SpendingOffer> {
    ask_rulebook!(rules.book(), spending_offer(prompt))
}

/// Returns which question of how many about one roll a prompt is; `None` where it is the only one.
pub fn question_place(prompt: &Prompt, rules: &RuleSet) -> Option<(u8, u8)> {
    ask_rulebook!(rules.book(), question_place(prompt))
}

/// Returns how many attacks a unit can make at most that a prompt asks to announce one by one, with everything else that it does then;
/// `None` for other prompts. `AB-CANCEL-01`.
pub fn most_announced_attacks(prompt: &Prompt, rules: &RuleSet) -> Option<u8> {
    ask_rulebook!(rules.book(), most_announced_attacks(prompt))
}

/// Returns what a note says of several units at once, of which the log writes one line; `None` for other notes.
pub fn joint_note_words(note: &RuleText, rules: &RuleSet) -> Option<&'static str> {
    ask_rulebook!(rules.book(), joint_note_words(note))
}

/// Whether a note says that its unit may move now, outside of its turn.
pub fn grants_move(note: &RuleText, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), grants_move(note))
}

/// Whether an answer makes the unit that gives it drop prone of its own will.
pub fn drops_prone(answer: &RuleText, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), drops_prone(answer))
}

/// Returns the number of the answer that is the only sensible one for every unit; `None` where there is a choice.
pub fn sole_answer(prompt: &Prompt, rules: &RuleSet) -> Option<usize> {
    ask_rulebook!(rules.book(), sole_answer(prompt))
}

/// Lists the prompts that a player may answer for the rest of a battle: the book's own, then those of the turn engine.
pub fn reaction_prompts(book: Book) -> Vec<ReactionPrompt> {
    let own: &[ReactionPrompt] = ask_rulebook!(book, reaction_prompts());
    own.iter().chain(ENGINE_PROMPTS).copied().collect()
}

/// Starts a held phase, later than its place in the turn order; without action points it is lost like any other.
/// `SS-DELAY-04`, `SS-DELAY-21`, `SS-ACT-34`.
pub fn resume_phase(unit: &UnitSnapshot) -> PhaseStart {
    PhaseStart::with_points_left(unit, SharedRefusal::NoPointsForHeldPhase, "SS-DELAY-21")
}

/// Returns how far a unit can move.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    match vehicles::move_budget(unit) {
        Some(budget) => budget,
        None => ask_rulebook!(unit.sheet.book(), move_budget(unit, rules)),
    }
}

/// Returns the half metres of a walk of which [`move_budget`] says what is left.
pub fn walk_allowance(unit: &UnitSnapshot, rules: &RuleSet) -> u32 {
    match vehicles::move_budget(unit) {
        Some(budget) => budget.walk_left + unit.walked,
        None => ask_rulebook!(unit.sheet.book(), walk_allowance(unit, rules)),
    }
}

/// Checks whether a unit may run. `announced` is a run announced before its attack. `SS-MOVE-17`.
///
/// # Errors
/// Returns a `RuleViolation` if it may not.
pub fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
    match vehicles::may_move(unit, Action::Run) {
        Some(answer) => answer,
        None => ask_rulebook!(unit.sheet.book(), may_run(unit, announced, rules)),
    }
}

/// Returns the number of squares of a path that a unit crosses, and the effects on it. `CS-TER-03`.
pub fn cross_ground(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    action: Action,
    path: &[GroundConditions],
    rules: &RuleSet,
) -> RuleResult<(usize, Vec<RuleStep>)> {
    if unit.ride.is_some() {
        return Ok((path.len(), Vec::new())); // wheels do not stumble
    }
    ask_rulebook!(unit.sheet.book(), cross_ground(table, unit, action, path, rules))
}

/// Resolves hazardous ground that a unit enters or begins its phase on; `None` without a rule for it. `AD-SPEC-01`.
pub fn resolve_hazard(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    hazard: Hazard,
    rules: &RuleSet,
) -> RuleResult<Option<HazardExposure>> {
    ask_rulebook!(unit.sheet.book(), resolve_hazard(table, unit, hazard, rules))
}

/// Describes the damage of hazardous ground in the book's terms: "damage 5EL".
pub fn hazard_note(hazard: Hazard, rules: &RuleSet) -> Option<ForecastNote> {
    ask_rulebook!(rules.book(), hazard_note(hazard, rules))
}

/// Resolves a unit's search for a hidden enemy at the start of its phase, with the sight between them and whether there
/// is a line of sight. `CS-UNA-06`.
pub fn detect_hidden_unit(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    hidden: &UnitSnapshot,
    sight: &TargetSight,
    line_of_sight: bool,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), detect_hidden_unit(table, unit, hidden, sight, line_of_sight, rules))
}

/// Returns whether a hidden unit stays hidden; `seen` by an enemy in plain sight. `CS-UNA-05`.
pub fn stays_concealed(unit: &UnitSnapshot, seen: bool, rules: &RuleSet) -> bool {
    ask_rulebook!(unit.sheet.book(), stays_concealed(unit, seen, rules))
}

/// Returns whether hidden units surprise when they appear. `SS-SURP-05`.
pub fn has_surprise(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_SURPRISE)
}

/// Tests whether a unit is surprised by enemies that appear. `SS-SURP-05`.
pub fn roll_surprise(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    meeting: &SurpriseContext<'_>,
    rules: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    ask_rulebook!(unit.sheet.book(), roll_surprise(table, unit, meeting, rules))
}

/// Rolls a sprint. `SS-MOVE-09`.
pub fn roll_sprint(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<SprintOutcome> {
    ask_rulebook!(unit.sheet.book(), roll_sprint(table, unit, rules))
}
