//! Rounds, passes, phases, costs and movement.

use super::{fighter, health_effect, turn_budget_effect};
use crate::aberrant::health::{recovery, resuscitation, stun};
use crate::aberrant::lines::{AberrantRefusal, AnswerDetail, AnswerLabel, Question, UnitNote};
use crate::aberrant::turn::actions;
use crate::aberrant::turn::actions::ActionError;
use crate::aberrant::turn::cancelling;
use crate::aberrant::turn::cancelling::QueueTiming;
use crate::aberrant::turn::initiative_and_movement;
use crate::aberrant::turn::turn_budget::PhaseProgress;
use crate::turn_engine::actions::{ActionCost, action_cost};
use crate::turn_engine::switches::Crawl;
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, CostError, HealthState, MoveBudget, Payment, PhaseStart, Rest, RuleSet, RuleStep,
    RuleViolation, Sheet, SprintOutcome, TurnBudget, UnitSnapshot,
};
use dice::{Answer, Prompt, RuleResult, Table};

/// Run actions before a sprint that make it a long one: the run itself and a first sprint. `AB-ARMOR-03`.
const LONG_SPRINT: u8 = 2;

/// Maximum successes of a mega die. `AB-BASE-20`.
const MEGA_BEST: u32 = 3;

/// An empty budget before the first pass.
pub fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
    TurnBudget::Aberrant(crate::aberrant::TurnBudget::default())
}

/// Rolls a die plus Dexterity and Wits. `AB-BASE-11`.
pub fn roll_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    _: bool,
    _: &RuleSet,
) -> RuleResult<InitiativeScore> {
    let score = initiative_and_movement::roll_initiative(table, &fighter(unit))?;
    Ok(InitiativeScore { score, attribute: initiative_attribute(unit), dice: 1 })
}

/// Dexterity plus Wits, unaffected by damage. `AB-BASE-11`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    initiative_and_movement::initiative_parts(unit.sheet.aberrant()).sum()
}

/// Dexterity and Wits break ties. `SS-INIT-10`.
pub fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
    let sheet = sheet.aberrant();
    (sheet.dexterity, sheet.wits)
}

/// Resets the action count; reservations stay. `AB-LIMIT-01`, `AB-BASE-08`.
pub fn budget_at_round_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
    let before = *unit.budget.aberrant();
    let effort = before.effort.start_round();
    TurnBudget::Aberrant(crate::aberrant::TurnBudget {
        effort,
        turn: PhaseTiming::Before,
        phase: PhaseProgress::default(),
    })
}

/// Queues the actions of a unit that has a phase in this pass. `AB-CANCEL-01`, `AB-RULING-38`.
pub fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
    let mut after = *unit.budget.aberrant();
    (after.turn, after.phase) = (PhaseTiming::Before, PhaseProgress::default());
    (after.effort.points, after.effort.queued) = (0, 0);
    if unit.initiative > 0 && cancelling::queues_actions(QueueTiming::PassBegins, rules.book.aberrant()) {
        after.effort.queued = after.queueable_actions(&fighter(unit));
    }
    TurnBudget::Aberrant(after)
}

/// Starts a phase: points are refreshed, reservations lapse, a stunned unit loses the phase. `AB-BASE-07`,
/// `AB-BASE-08`, `AB-DAZE-06`.
pub fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
    let fighter = fighter(unit);
    let mut after = *unit.budget.aberrant();
    (after.turn, after.phase, after.effort) =
        (PhaseTiming::Now, PhaseProgress::default(), after.effort.start_phase());
    let lost = fighter.is_helpless().then(|| {
        let (why, clause) = if fighter.is_stunned() {
            (AberrantRefusal::Stunned, "AB-DAZE-06")
        } else {
            (AberrantRefusal::OutOfAction, "AB-TRACK-07")
        };
        RuleViolation::new(why, clause)
    });
    if lost.is_some() {
        (after.turn, after.effort.points) = (PhaseTiming::After, 0);
    }
    let queueable = after.queueable_actions(&fighter);
    let queues = cancelling::queues_actions(QueueTiming::PhaseBegins, rules.book.aberrant());
    after.effort.queued = if queues { queueable } else { after.effort.queued.min(queueable) };
    Ok(PhaseStart { lost, effects: vec![turn_budget_effect(unit.id, after)] })
}

/// Ends a phase: unspent points and unused queued actions are lost. `AB-BASE-08`.
pub fn end_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let before = *unit.budget.aberrant();
    let mut after =
        crate::aberrant::TurnBudget { turn: PhaseTiming::After, phase: PhaseProgress::default(), ..before };
    after.effort = before.effort.end_phase();
    after.effort.queued = 0;
    Ok(vec![turn_budget_effect(unit.id, after)])
}

/// Ends a round: an unconscious unit may recover by Willpower, and stun wears off. `AB-STUN-02`,
/// `AB-STUN-10`.
pub fn end_round(table: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let fighter = fighter(unit);
    let mut condition = fighter.condition.clone();
    let asleep = condition.life_status(&fighter.sheet)
        == crate::aberrant::health::health_track::LifeStatus::Unconscious;
    if asleep && stun::may_rally(&fighter).is_ok() && table.ask(|| rally_prompt(unit))? == 0 {
        condition = stun::rally(table, &fighter)?;
    }
    stun::recover_naturally(&mut condition, &fighter.sheet, unit.round + 1);
    resuscitation::update_dying(
        &mut condition,
        &fighter.sheet,
        resuscitation::FatalBlow::default(),
        unit.round,
    );
    resuscitation::expire_dying(&mut condition, &fighter.sheet, unit.round + 1);
    let changed = condition != fighter.condition;
    Ok(changed.then(|| health_effect(unit.id, condition, 0)).into_iter().collect())
}

fn rally_prompt(unit: &UnitSnapshot) -> Prompt {
    let points = unit.condition.aberrant().willpower;
    let answer = |key: &str, label: AnswerLabel, detail: AnswerDetail| Answer {
        key: key.into(),
        label: label.into(),
        detail: detail.into(),
        clause: "AB-STUN-10",
    };
    let rally = AnswerDetail::Rally { points, dice: unit.sheet.aberrant().willpower };
    Prompt {
        who: unit.id,
        question: Question::Rally { unit: unit.name.to_string() }.into(),
        clause: "AB-STUN-10",
        answers: vec![
            answer("rally", AnswerLabel::RollWillpower, rally),
            answer("wait", AnswerLabel::StayDown, AnswerDetail::Free),
        ],
    }
}

/// The kind of an action in this book: whatever its cost in Swan Song, it is one action for one point.
/// `AB-BASE-07`.
fn action_kind(action: Action, rules: &RuleSet) -> Result<actions::ActionKind, RuleViolation> {
    Ok(match action {
        Action::Walk => actions::ActionKind::Walk,
        Action::Run => actions::ActionKind::Run,
        Action::Sprint => actions::ActionKind::Sprint,
        Action::FullDefense => actions::ActionKind::FullDefence,
        Action::Dodge | Action::Parry | Action::Block | Action::StandardDefence => {
            return Err(RuleViolation::new(AberrantRefusal::DefenceOnlyWhenAttacked, "AB-BASE-08"));
        }
        Action::TakeCover if !rules.borrows("taking cover") => {
            return Err(RuleViolation::new(AberrantRefusal::NoTakingCover, "SS-ACT-49"));
        }
        Action::Evade => {
            return Err(RuleViolation::new(AberrantRefusal::NoEvading, "SS-INTC-14"));
        }
        Action::MultipleAttacks => {
            return Err(RuleViolation::new(AberrantRefusal::NeedsFlurry, "AB-BASE-19"));
        }
        Action::Fire(_) | Action::MeleeAttack | Action::UnarmedAttack => actions::ActionKind::Action,
        other => match action_cost(other, &rules.engine) {
            ActionCost::None | ActionCost::Free => actions::ActionKind::Reflexive,
            ActionCost::Points(_) | ActionCost::Rest => actions::ActionKind::Action,
        },
    })
}

/// `AB-BASE-07`, `AB-LIMIT-01` to `AB-LIMIT-05`.
///
/// # Errors
/// Returns `CostError` if the action cannot be paid.
pub fn pay_action(
    unit: &UnitSnapshot,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let what = action_kind(act.action, rules)?;
    if unit.budget.aberrant().turn != PhaseTiming::Now && act.action != Action::ForcedDrop {
        return Err(CostError::NotItsPhase);
    }
    if matches!(what, actions::ActionKind::Walk | actions::ActionKind::Run | actions::ActionKind::Sprint) {
        may_leave(unit)?;
    }
    let mut paid = spend_action(unit, what, rules)?;
    paid.0.phase.under_way = act.action.is_attack();
    Ok(to_payment(paid))
}

/// Pays for an action and returns the budget left and the points spent.
pub(crate) fn spend_action(
    unit: &UnitSnapshot,
    act: actions::ActionKind,
    rules: &RuleSet,
) -> Result<(crate::aberrant::TurnBudget, u8), CostError> {
    let before = *unit.budget.aberrant();
    let fighter = fighter(unit);
    if act.is_counted() && before.is_unannounced(rules.book.aberrant()) {
        return Err(RuleViolation::new(AberrantRefusal::Undeclared, "AB-BASE-19").into());
    }
    let mut after = before;
    after.effort = actions::pay_action(&fighter, act).map_err(to_cost_error)?;
    after.effort.queued = after.effort.queued.min(after.effort.points);
    after.phase.made = after.phase.made.saturating_add(u8::from(act.is_counted()));
    Ok((after, before.effort.points.saturating_sub(after.effort.points)))
}

pub(crate) fn to_payment((budget, points): (crate::aberrant::TurnBudget, u8)) -> Payment {
    Payment { budget: TurnBudget::Aberrant(budget), points, free: 0, condition: None }
}

fn to_cost_error(why: ActionError) -> CostError {
    match why {
        ActionError::Points { needed, left } => CostError::TooFewPoints { needed, left },
        other => RuleViolation::new(other, other.clause()).into(),
    }
}

/// Checks that the unit is not in a grapple, which prevents movement. `AB-BASE-10`.
fn may_leave(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    use crate::Grip::{HeldBy, Holding};
    match unit.grip {
        Some(HeldBy(_)) => Err(RuleViolation::new(AberrantRefusal::Held, "AB-BASE-10")),
        Some(Holding(_)) => Err(RuleViolation::new(AberrantRefusal::HoldsUnit, "AB-BASE-10")),
        None => Ok(()),
    }
}

/// "1 AP", "free". `AB-BASE-07`.
pub fn price_label(_: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    match action_kind(act.action, rules) {
        Ok(what) => price_text(what),
        Err(_) => String::new(),
    }
}

/// Button text of a cost.
pub(crate) fn price_text(act: actions::ActionKind) -> String {
    match act.price() {
        0 => "free".to_owned(),
        points => format!("{points} AP"),
    }
}

/// `AB-BASE-07`, `SS-MOVE-03`, `SS-ACT-53`, `SS-MOVE-10`.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    let (sheet, switches) = (unit.sheet.aberrant(), rules.book.aberrant());
    if may_leave(unit).is_err() {
        return MoveBudget { runs: unit.runs, ..MoveBudget::default() };
    }
    let walk = initiative_and_movement::walk_m(sheet);
    let rate = match (unit.prone, rules.engine.crawl) {
        (false, _) | (true, Crawl::Full) => walk,
        (true, Crawl::Half) => walk / 2,
        (true, Crawl::None) => 0,
    };
    let mega = if switches.mega_dice { MEGA_BEST * u32::from(sheet.mega_strength) } else { 0 };
    MoveBudget {
        walk_left: (2 * rate).saturating_sub(unit.walked),
        run: 2 * initiative_and_movement::run_m(sheet),
        runs: unit.runs,
        sprint: 2 * (initiative_and_movement::sprint_parts(&fighter(unit)).pool() + mega),
    }
}

/// `SS-ACT-53`, `AB-BASE-10`.
///
/// # Errors
/// Returns `RuleViolation` if the unit cannot run.
pub fn may_run(unit: &UnitSnapshot, _: bool, _: &RuleSet) -> Result<(), RuleViolation> {
    may_leave(unit)?;
    if unit.prone {
        return Err(RuleViolation::new(AberrantRefusal::Prone, "SS-ACT-53"));
    }
    Ok(())
}

/// Rolls a sprint. Another sprint in the same round is a long one; without withstanding the exertion, the
/// unit gets nowhere. `SS-MOVE-09`, `AB-ARMOR-02`, `AB-ARMOR-03`, `AB-DAZE-04`.
pub fn roll_sprint(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<SprintOutcome> {
    let (fighter, switches) = (fighter(unit), rules.book.aberrant());
    if unit.runs >= LONG_SPRINT && !initiative_and_movement::roll_exertion(table, &fighter, switches)? {
        let text = UnitNote::OutOfBreath;
        let note = RuleStep::note(unit.id, text, "AB-ARMOR-03");
        return Ok(SprintOutcome { metres: 0, effects: vec![note] });
    }
    let metres = initiative_and_movement::roll_sprint(table, &fighter, switches)?;
    Ok(SprintOutcome { metres, effects: Vec::new() })
}

/// `AB-STUN-01`, `AB-NONSOAK-05`.
pub fn health_after_battle(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<HealthState> {
    Ok(HealthState::Aberrant(unit.condition.aberrant().clone().after_scene()))
}

/// Chapter HEAL.
pub fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
    let (sheet, condition) = (unit.sheet.aberrant(), unit.condition.aberrant());
    let switches = rules.book.aberrant();
    let mut condition = condition.clone();
    if let Some(dying) = condition.dying.as_mut().filter(|dying| !dying.stable) {
        dying.more = dying.more.saturating_add(rest.minutes.saturating_mul(resuscitation::ROUNDS_PER_MINUTE));
        resuscitation::expire_dying(&mut condition, sheet, unit.round);
    }
    if condition.dead {
        return HealthState::Aberrant(condition);
    }
    let mut healed = recovery::heal_over_time(&condition, sheet, rest.minutes, rest.care, switches);
    resuscitation::update_dying(&mut healed, sheet, resuscitation::FatalBlow::default(), unit.round);
    HealthState::Aberrant(healed)
}
