//! Rounds, passes, phases and the price of actions.

use super::movement::may_move;
use super::{AberrantRulebook, extras, fighter, health_step, turn_budget_step};
use crate::aberrant::bands::bonuses;
use crate::aberrant::extras::extra_state::GroupRolls;
use crate::aberrant::extras::gritty;
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::health::{grievous_injury, resuscitation, stun};
use crate::aberrant::lines::{
    AberrantRefusal, AnswerDetail, AnswerLabel, Counted, OneOf, Question, UnitNote,
};
use crate::aberrant::turn::actions::{ActionError, ActionKind};
use crate::aberrant::turn::cancelling::QueueingUnit;
use crate::aberrant::turn::turn_budget::{AttackQueue, PhaseProgress};
use crate::aberrant::turn::{actions, cancelling, initiative_and_movement};
use crate::rulebook::{TurnRules, UnitRules};
use crate::turn_engine::actions::{ActionCost, action_cost};
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, AttackCandidate, CostError, HealthState, Payment, PhaseStart, QueueTiming, ReactionPrompt,
    RuleSet, RuleStep, RuleViolation, Sheet, TurnBudget, UnitRole, UnitSnapshot,
};
use dice::{Answer, Clause, Prompt, RuleResult, RuleText, Table};

impl TurnRules for AberrantRulebook {
    /// Rolls a die plus Dexterity and Wits; extras roll none. `AB-BASE-11`, `AB-GRITTY-01`, `AB-CINE-01`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _: bool,
        _: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let score = initiative_and_movement::roll_initiative(table, &fighter(unit))?;
        let dice = u8::from(unit.sheet.aberrant().role.is_named());
        Ok(InitiativeScore { score, attribute: Self::initiative_attribute(unit), dice })
    }

    /// Dexterity plus Wits, unaffected by damage. `AB-BASE-11`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        if unit.sheet.aberrant().role == UnitRole::CinematicExtra {
            return 0;
        }
        initiative_and_movement::initiative_parts(unit.sheet.aberrant()).sum()
    }

    /// Dexterity and Wits break ties. `SS-INIT-10`.
    fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
        let sheet = sheet.aberrant();
        (sheet.dexterity, sheet.wits)
    }

    /// Resets the action count; reservations stay. `AB-LIMIT-01`, `AB-BASE-08`.
    fn budget_at_round_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
        let before = *unit.budget.aberrant();
        let effort = before.effort.start_round();
        TurnBudget::Aberrant(crate::aberrant::TurnBudget { effort, ..crate::aberrant::TurnBudget::default() })
    }

    /// Queues the actions of a unit that has a phase in this pass. `AB-CANCEL-01`, `AB-RULING-38`.
    fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        let mut after = *unit.budget.aberrant();
        (after.turn, after.phase) = (PhaseTiming::Before, PhaseProgress::default());
        after.group = GroupRolls::default();
        (after.effort.points, after.effort.queued, after.queue) = (0, 0, AttackQueue::Open);
        if unit.initiative > 0
            && cancelling::may_queue_actions(QueueTiming::PassBegins, rules.book.aberrant())
        {
            after.effort.queued = after.queueable_actions(&fighter(unit));
        }
        TurnBudget::Aberrant(after)
    }

    fn queues_attacks(timing: QueueTiming, rules: &RuleSet) -> bool {
        cancelling::may_name_targets(timing, rules.book.aberrant())
    }

    /// `AB-CANCEL-01`, `AB-RULING-38`.
    fn queue_attacks(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        candidates: &[AttackCandidate],
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let mut after = *unit.budget.aberrant();
        let sheet = unit.sheet.aberrant();
        let is_support = |one: &AttackCandidate| bonuses::support_entry(sheet, &one.weapon).is_some();
        let support: Vec<bool> = candidates.iter().map(is_support).collect();
        let queueing = QueueingUnit {
            id: unit.id,
            name: &unit.name,
            actions: after.effort.queued,
            mode: rules.book.aberrant().declare_mode,
            candidates,
            support: &support,
        };
        after.queue = cancelling::choose_attacks(table, queueing)?;
        let mut steps = Vec::new();
        if after.queue == AttackQueue::Open && after.effort.queued > 0 {
            steps.push(RuleStep::note(unit.id, cancelling::no_target_note(), "AB-CANCEL-01"));
        }
        if after.queue != AttackQueue::Open {
            let text = UnitNote::queued_attacks(after.queue, candidates, after.effort.queued);
            steps.push(RuleStep::note(unit.id, text, "AB-CANCEL-01"));
            steps.push(turn_budget_step(unit.id, after));
        }
        Ok(steps)
    }

    /// Points are refreshed, reservations lapse, a stunned unit loses the phase. `AB-BASE-07`, `AB-BASE-08`,
    /// `AB-DAZE-06`.
    fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
        let fighter = fighter(unit);
        let mut after = *unit.budget.aberrant();
        (after.turn, after.phase, after.effort) =
            (PhaseTiming::Now, PhaseProgress::default(), after.effort.start_phase());
        let flees = fighter.condition.extra.flees && fighter.down().is_none();
        let lost_reason = (fighter.is_helpless() || flees).then(|| {
            if flees {
                return RuleViolation::new(AberrantRefusal::Flees, "AB-CINE-17");
            }
            let (why, clause) = if let Some(idle) = Self::idle_reason(unit) {
                return idle;
            } else if fighter.is_stunned() {
                (AberrantRefusal::Stunned, "AB-DAZE-06")
            } else {
                (AberrantRefusal::OutOfAction, "AB-TRACK-07")
            };
            RuleViolation::new(why, clause)
        });
        if lost_reason.is_some() {
            (after.turn, after.effort.points) = (PhaseTiming::After, 0);
        }
        let queueable = after.queueable_actions(&fighter);
        let queues_now = cancelling::may_queue_actions(QueueTiming::PhaseBegins, rules.book.aberrant());
        after.effort.queued = if queues_now { queueable } else { after.effort.queued.min(queueable) };
        let mut effects = vec![turn_budget_step(unit.id, after)];
        effects.extend(flees.then(|| extras::flight_step(unit)));
        Ok(PhaseStart { lost: lost_reason, effects })
    }

    /// Unspent points and unused queued actions are lost. `AB-BASE-08`.
    fn end_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let before = *unit.budget.aberrant();
        let mut after = crate::aberrant::TurnBudget {
            turn: PhaseTiming::After,
            phase: PhaseProgress::default(),
            ..before
        };
        after.effort = before.effort.end_phase();
        (after.effort.queued, after.queue) = (0, AttackQueue::Open);
        Ok(vec![turn_budget_step(unit.id, after)])
    }

    /// An unconscious unit may recover by Willpower, and stun wears off. `AB-STUN-02`, `AB-STUN-10`.
    fn end_round(table: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let fighter = fighter(unit);
        if !fighter.sheet.role.is_named() && fighter.down().is_some() {
            return Ok(Vec::new()); // `AB-GRITTY-03`
        }
        let mut condition = fighter.condition.clone();
        let unconscious = condition.life_status(&fighter.sheet) == LifeStatus::Unconscious;
        if unconscious && stun::may_rally(&fighter).is_ok() && table.ask(|| rally_prompt(unit))? == 0 {
            condition = stun::roll_rally(table, &fighter)?;
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
        Ok(changed.then(|| health_step(unit.id, condition, 0)).into_iter().collect())
    }

    /// Gritty extras that have lost their levels surrender or run. `AB-GRITTY-08`.
    fn leave_fight(
        unit: &UnitSnapshot,
        nearest_enemy_squared: Option<u32>,
        rules: &RuleSet,
    ) -> Option<HealthState> {
        let (sheet, mut condition) = (unit.sheet.aberrant(), unit.condition.aberrant().clone());
        let left = gritty::departure(sheet, &condition, nearest_enemy_squared, rules.book.aberrant())?;
        condition.extra.left = Some(left);
        Some(HealthState::Aberrant(condition))
    }

    /// Cinematic extras act after everyone else, and declare before. `AB-CINE-01`, `AB-CINE-02`.
    fn acts_last(sheet: &Sheet) -> bool {
        sheet.aberrant().role == UnitRole::CinematicExtra
    }

    /// Stunned units do nothing; grips and ruined legs keep units from moving, and from striking at passers-by.
    /// `AB-STUN-01`, `AB-BASE-10`, `AB-GRIEV-04`.
    fn may_act(unit: &UnitSnapshot, action: Action, _: &RuleSet) -> Result<(), RuleViolation> {
        actions::check_not_helpless(&fighter(unit)).map_err(|why| RuleViolation::new(why, why.clause()))?;
        let condition = unit.condition.aberrant();
        let flaw = match action {
            Action::Walk | Action::Run | Action::Sprint => return may_move(unit, action),
            Action::StandUp => condition.crawling_flaw(),
            Action::Intercept => condition.immobilising_flaw(),
            _ => None,
        };
        flaw.map_or(Ok(()), |flaw| Err(RuleViolation::new(AberrantRefusal::Maimed(flaw), flaw.clause())))
    }

    /// `AB-BASE-07`, `AB-LIMIT-01` to `AB-LIMIT-05`.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        let kind = action_kind(request.action, rules)?;
        if unit.budget.aberrant().turn != PhaseTiming::Now && request.action != Action::ForcedDrop {
            return Err(CostError::NotItsPhase);
        }
        let legless = unit.condition.aberrant().crawling_flaw();
        // Crawling without legs takes a point for a metre.
        let kind = if kind == ActionKind::Walk && legless.is_some() { ActionKind::Run } else { kind };
        let (mut budget, points) = spend_action(unit, kind, rules)?;
        budget.phase.attack_pending = request.action.is_attack();
        Ok(to_payment((budget, points)))
    }

    /// The book has no fire modes: one attack is a shot, a burst or a throw. `AB-BASE-07`, `AB-MASS-15`.
    fn action_name(action: Action) -> &'static str {
        match action {
            Action::Fire(_) => "Ranged attack",
            _ => action.name(),
        }
    }

    /// "1 AP", "free". `AB-BASE-07`.
    fn price_label(_: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        match action_kind(request.action, rules) {
            Ok(kind) => price_text(kind),
            Err(_) => String::new(),
        }
    }

    /// What answers mean that cost nothing and roll nothing.
    fn answer_effect(answer: &Answer) -> &'static str {
        answer.label.line().map_or("", AnswerLabel::effect)
    }

    /// Grievous injuries of sides without a player. `AB-GRIEV-02`.
    fn has_answer_policy(clause: Clause) -> bool {
        clause == grievous_injury::CHOICE_CLAUSE
    }

    /// The actions of the turn: each attack takes one. `AB-CANCEL-01`.
    fn most_announced_attacks(prompt: &Prompt) -> Option<u8> {
        match prompt.question.line()? {
            Question::QueueNextAttack { actions, .. } => Some(*actions),
            _ => None,
        }
    }

    /// The note of a unit that has nothing to announce. `AB-CANCEL-01`.
    fn joint_note_words(note: &RuleText) -> Option<&'static str> {
        cancelling::joint_no_target_words(note)
    }

    /// The choice of a defence. `AB-BASE-08`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[
            ReactionPrompt {
                clause: "AB-BASE-08",
                when: "when attacked",
                is_defence: true,
                is_announcement: false,
                answers: &[("none", "No defence"), ("dodge", "Dodge"), ("parry", "Parry")],
            },
            ReactionPrompt {
                clause: "AB-CANCEL-01",
                when: "when announcing attacks",
                is_defence: false,
                is_announcement: true,
                answers: &[("first", "The nearest enemy"), ("none", "No attack")],
            },
        ];
        PROMPTS
    }
}

fn rally_prompt(unit: &UnitSnapshot) -> Prompt {
    let points = unit.condition.aberrant().willpower;
    let answer = |key: &str, label: AnswerLabel, detail: AnswerDetail| Answer {
        key: key.into(),
        label: label.into(),
        detail: detail.into(),
        clause: "AB-STUN-10",
    };
    let dice = Counted::Dice(u32::from(unit.sheet.aberrant().willpower));
    let rally_detail = AnswerDetail::Rally { points: OneOf::WillpowerPoints(points), dice };
    Prompt {
        who: unit.id,
        question: Question::Rally { unit: unit.name.to_string() }.into(),
        clause: "AB-STUN-10",
        answers: vec![
            answer("rally", AnswerLabel::RollWillpower, rally_detail),
            answer("wait", AnswerLabel::StayDown, AnswerDetail::Free),
        ],
    }
}

/// The kind of an action in this book: whatever its cost in Swan Song, it is one action for one point.
/// `AB-BASE-07`.
fn action_kind(action: Action, rules: &RuleSet) -> Result<ActionKind, RuleViolation> {
    Ok(match action {
        Action::Walk => ActionKind::Walk,
        Action::Run => ActionKind::Run,
        Action::Sprint => ActionKind::Sprint,
        Action::FullDefense => ActionKind::FullDefence,
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
        Action::Fire(_) | Action::MeleeAttack | Action::UnarmedAttack => ActionKind::Action,
        other => match action_cost(other, &rules.engine) {
            ActionCost::None | ActionCost::Free => ActionKind::Reflexive,
            ActionCost::Points(_) | ActionCost::Rest => ActionKind::Action,
        },
    })
}

/// Pays for an action and returns the budget left and the points spent.
pub(crate) fn spend_action(
    unit: &UnitSnapshot,
    kind: ActionKind,
    rules: &RuleSet,
) -> Result<(crate::aberrant::TurnBudget, u8), CostError> {
    let before = *unit.budget.aberrant();
    let fighter = fighter(unit);
    if kind.is_counted() && before.is_undeclared(rules.book.aberrant()) {
        return Err(RuleViolation::new(AberrantRefusal::Undeclared, "AB-BASE-19").into());
    }
    let mut after = before;
    after.effort = actions::pay_action(&fighter, kind).map_err(to_cost_error)?;
    after.effort.queued = after.effort.queued.min(after.effort.points);
    after.phase.actions_taken = after.phase.actions_taken.saturating_add(u8::from(kind.is_counted()));
    Ok((after, before.effort.points.saturating_sub(after.effort.points)))
}

pub(crate) fn to_payment((budget, points): (crate::aberrant::TurnBudget, u8)) -> Payment {
    Payment { budget: TurnBudget::Aberrant(budget), points, free: 0, condition: None, cause: None }
}

pub(crate) fn to_cost_error(why: ActionError) -> CostError {
    match why {
        ActionError::Points { needed, left } => CostError::TooFewPoints { needed, left },
        other => RuleViolation::new(other, other.clause()).into(),
    }
}

/// Button text of a cost.
pub(crate) fn price_text(kind: ActionKind) -> String {
    match kind.price() {
        0 => "free".to_owned(),
        points => format!("{points} AP"),
    }
}
