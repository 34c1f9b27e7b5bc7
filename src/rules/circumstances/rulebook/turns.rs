//! Initiative, rounds, passes and phases, and the price of actions.

use super::CircumstancesRulebook;
use super::payment::{
    STRAIGHT_STEP, cost_text, extended_move, half_metres, health_after_run, payment_between, spend_points,
    translate_action, without_cover,
};
use super::units::{fighter, switches, wrap_health_state, wrap_turn_budget};
use crate::circumstances::attacks::melee;
use crate::circumstances::health::suffocation::AirlessRound;
use crate::circumstances::health::{fatigue, suffocation};
use crate::circumstances::lines::{BreathLine, CoverChoiceLine, EngageLine, LostPhase};
use crate::circumstances::situational_modifiers::difficult_terrain::BALANCE_CLAUSE;
use crate::circumstances::turn::initiative_and_movement;
use crate::circumstances::turn::phase::{self, PhaseBudget};
use crate::circumstances::turn::turn_budget::{ChargeState, PaidMove};
use crate::circumstances::{Ailment, CombatAction, HitLocations, TurnBudget as OwnBudget};
use crate::rulebook::{StatusRules, TurnRules};
use crate::status::StatusKind;
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, CostError, Grip, HealthCause, MovementMode, Payment, PhaseStart, ReactionPrompt, RuleSet,
    RuleStep, RuleViolation, Sheet, TurnBudget, UnitSnapshot, status,
};
use dice::{Answer, Clause, Note, Prompt, RuleResult, Table};
use model::UnitId;

/// Minutes of unconsciousness after suffocating, once there is air again. `CS-SUFF-07`.
const UNCONSCIOUS_MINUTES: u32 = 10;

impl TurnRules for CircumstancesRulebook {
    /// `SS-INIT-01`, `SS-INIT-02`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _: bool,
        rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let score = initiative_and_movement::roll_initiative(table, &fighter(unit, rules))?;
        let dice = u8::try_from(initiative_and_movement::INITIATIVE_DICE).unwrap_or(u8::MAX);
        Ok(InitiativeScore { score, attribute: Self::initiative_attribute(unit), dice })
    }

    /// `SS-INIT-01`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        initiative_and_movement::initiative_parts(unit.sheet.circumstances()).sum()
    }

    /// A test with a modifier of its target number.
    fn agility_test_text(penalty: i32) -> String {
        format!("Agility test at {penalty}")
    }

    /// Agility and Perception. `SS-INIT-10`.
    fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
        let all = &sheet.circumstances().characteristics;
        (all.agility, all.perception)
    }

    /// Phases restore the budget; without air, exertion counts from now on. `CS-BASE-18`, `CS-SUFF-02`.
    fn budget_at_round_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
        if !unit.ground.airless {
            return unit.budget;
        }
        let before = *unit.budget.circumstances();
        wrap_turn_budget(OwnBudget { exerted: false, phase_at_start: before.phase, ..before })
    }

    /// New points do not restore the Reaction. `CS-BASE-18`.
    fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
        wrap_turn_budget(OwnBudget { turn: PhaseTiming::Before, ..*unit.budget.circumstances() })
    }

    /// Restores the budget even of units that cannot act. `CS-BASE-18`, `CS-BASE-21`, `CS-BASE-27`, `CS-RUN-03`.
    fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
        let lost = (!fighter(unit, rules).can_act()).then(|| {
            let why = status::forbidding_ailment(&unit.ailments, status::Forbids::Everything);
            RuleViolation::new(LostPhase(why), why.map_or("CS-BASE-27", |ailment| ailment.rule().clause))
        });
        let turn = if lost.is_some() { PhaseTiming::After } else { PhaseTiming::Now };
        let before = *unit.budget.circumstances();
        let (phase, exerted) = (PhaseBudget::start_phase(), before.is_strenuous());
        let restored = OwnBudget { phase, phase_at_start: phase, exerted, ..before };
        let after = OwnBudget { turn, paid_move: PaidMove::default(), charge: ChargeState::No, ..restored };
        let mut steps = vec![turn_budget_step(unit, after)];
        // Fatigue from an earlier battle. `CS-FATG-04`
        steps.extend(Self::aftereffects(unit, &unit.condition, rules));
        if let (true, Some(Grip::Holding(held))) = (lost.is_some(), unit.grip) {
            steps.extend(release_grapple(unit.id, held));
        }
        Ok(PhaseStart { lost, effects: steps })
    }

    /// `CS-MEL-01`.
    fn ask_to_engage(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        beside: impl FnOnce() -> Vec<UnitSnapshot>,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let fighter = fighter(unit, rules);
        let mut steps = Vec::new();
        // Units it is not aware of cannot be engaged.
        for enemy in beside().iter().filter(|enemy| !enemy.concealed) {
            if melee::ask_to_engage(table, &fighter, &enemy.name, 1)? {
                steps.push(RuleStep::Engage { one: unit.id, other: enemy.id });
            }
        }
        Ok(steps)
    }

    /// A Run ends concealment. `CS-UNA-05`.
    fn end_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let before = *unit.budget.circumstances();
        let after = OwnBudget {
            turn: PhaseTiming::After,
            paid_move: PaidMove::default(),
            charge: ChargeState::No,
            ..before
        };
        let mut steps = vec![turn_budget_step(unit, after)];
        if unit.concealed && (unit.gait != MovementMode::Steady || before.charge != ChargeState::No) {
            steps.push(RuleStep::end_status(unit.id, StatusKind::Concealed));
        }
        Ok(steps)
    }

    /// Resolves breathing, with or without air. Chapter SUFF.
    fn end_round(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let before = unit.condition.circumstances();
        if before.breath.suffocated || unit.sheet.circumstances().vehicle {
            return Ok(Vec::new());
        }
        if !unit.ground.airless {
            if before.breath.is_full() {
                return Ok(Vec::new());
            }
            let mut after = before.clone();
            after.breath = suffocation::HeldBreath::default();
            let text = BreathLine::BreathesAgain;
            return Ok(vec![
                RuleStep::ChangeHealth {
                    unit: unit.id,
                    after: wrap_health_state(after),
                    damage: 0,
                    cause: None,
                },
                RuleStep::note(unit.id, text, "CS-SUFF-10"),
            ]);
        }
        let is_unconscious = unit.down.is_some() || status::has(&unit.ailments, Ailment::Unconscious);
        let round = match (is_unconscious, unit.budget.circumstances().is_strenuous()) {
            (true, _) => AirlessRound::Unconscious,
            (false, true) => AirlessRound::Strenuous,
            (false, false) => AirlessRound::Rest,
        };
        table.note(|| Note::new("CS-SUFF-01", BreathLine::NoAir { unit: unit.name.to_string() }));
        let suffocation =
            suffocation::resolve_airless_round(table, &fighter(unit, rules), round, switches(rules))?;
        let mut steps =
            vec![RuleStep::note(unit.id, breath_line(&suffocation.condition, unit), "CS-SUFF-01")];
        steps.push(RuleStep::ChangeHealth {
            unit: unit.id,
            after: wrap_health_state(suffocation.condition),
            damage: 0,
            cause: Some(HealthCause::Suffocation),
        });
        steps.extend(reroll_steps(unit, false, suffocation.curse_spent));
        if suffocation.faints {
            let cause = fatigue::unconscious_ailment(UNCONSCIOUS_MINUTES);
            steps.push(RuleStep::Afflict { unit: unit.id, cause });
        }
        Ok(steps)
    }

    /// Grips, ailments and posture keep units from moving. `CS-BASE-27`, `CS-BASE-37`, `CS-PRN-08`, `CS-PRN-09`.
    fn may_act(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
        let movement = match action {
            Action::Walk => CombatAction::Move,
            Action::Run => CombatAction::Run,
            Action::StandUp => CombatAction::StandUp,
            _ => return Ok(()),
        };
        phase::check_action(&fighter(unit, rules), movement, switches(rules)).map_err(RuleViolation::from)
    }

    /// Table CS-T2.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        let budget = *unit.budget.circumstances();
        let Some((action, cost)) = translate_action(&budget, request, rules)? else {
            let is_charge_attack = request.action.is_attack() && budget.charge == ChargeState::Coming;
            return Ok(payment_between(
                budget,
                if is_charge_attack { OwnBudget { charge: ChargeState::Struck, ..budget } } else { budget },
            ));
        };
        if action == CombatAction::Move
            && budget.turn == PhaseTiming::Now
            && budget.paid_move.half_metres_left(unit.walked) >= STRAIGHT_STEP
        {
            return Ok(payment_between(budget, without_cover(budget)));
        }
        let after = spend_points(unit, action, cost, rules)?;
        let after = match action {
            CombatAction::Move => {
                let added = half_metres(unit, CombatAction::Move, rules);
                without_cover(OwnBudget {
                    paid_move: extended_move(budget.paid_move, unit.walked, added),
                    ..after
                })
            }
            CombatAction::Run => {
                let condition = health_after_run(unit, switches(rules));
                let cause = Some(HealthCause::Run);
                return Ok(Payment { condition, cause, ..payment_between(budget, without_cover(after)) });
            }
            CombatAction::UseCover => OwnBudget { shielded: HitLocations::BODY_AND_LEGS, ..after },
            _ => after,
        };
        Ok(payment_between(budget, after))
    }

    /// Standing up has a price of its own. `CS-PRN-08`.
    fn action_clause(action: Action) -> Option<Clause> {
        (action == Action::StandUp).then_some("CS-PRN-08")
    }

    /// Table CS-T2.
    fn price_label(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        let budget = unit.budget.circumstances();
        if request.action == Action::Walk && budget.paid_move.half_metres_left(unit.walked) >= STRAIGHT_STEP {
            return "free".to_owned();
        }
        match translate_action(budget, request, rules) {
            Ok(Some((_, cost))) => cost_text(cost),
            Ok(None) if budget.charge == ChargeState::Coming && request.action.is_attack() => {
                "free".to_owned()
            }
            Ok(None) | Err(_) => String::new(),
        }
    }

    /// What it means to engage an enemy, or to shield a location.
    fn answer_effect(answer: &Answer) -> &'static str {
        if let Some(line) = answer.label.line::<EngageLine>() {
            return line.effect();
        }
        answer.label.line().map_or("", |line: &CoverChoiceLine| line.effect())
    }

    /// Of two tests in difficult terrain the better one. `CS-TER-05`.
    fn sole_answer(prompt: &Prompt) -> Option<usize> {
        (prompt.clause == BALANCE_CLAUSE).then_some(0)
    }

    /// The choice to evade a hit, and to join a melee. `CS-BASE-14`, `CS-MEL-01`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[
            ReactionPrompt {
                clause: "CS-BASE-14",
                when: "when hit, with the Reaction left",
                is_defence: true,
                is_announcement: false,
                answers: &[("none", "Take the hit"), ("dodge", "Dodge"), ("parry", "Parry")],
            },
            ReactionPrompt {
                clause: "CS-MEL-01",
                when: "when an enemy comes near",
                is_defence: false,
                is_announcement: false,
                answers: &[("stay_out", "Stay out of it"), ("engage", "Engage")],
            },
        ];
        PROMPTS
    }
}

fn breath_line(after: &crate::circumstances::HealthState, unit: &UnitSnapshot) -> BreathLine {
    let toughness = unit.sheet.circumstances().bonus(crate::circumstances::Characteristic::Toughness);
    let whole = suffocation::breath_capacity(toughness);
    match after.breath {
        suffocation::HeldBreath { suffocated: true, .. } => BreathLine::HasSuffocated,
        suffocation::HeldBreath { rounds_unconscious: 1.., .. } => BreathLine::IsUnconscious,
        held => BreathLine::Holds { left: whole.saturating_sub(held.used), whole },
    }
}

/// A turn budget effect without a payment.
pub(crate) fn turn_budget_step(unit: &UnitSnapshot, after: OwnBudget) -> RuleStep {
    RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after: wrap_turn_budget(after) }
}

/// Ends a grapple for both units. `CS-BASE-37`.
pub(crate) fn release_grapple(one: UnitId, other: UnitId) -> [RuleStep; 2] {
    [one, other].map(|unit| RuleStep::SetGrip { unit, grip: None })
}

/// The effects of rerolls of a test: a Fate Point spent, a curse used up. `CS-BASE-28`, `CS-CURS-01`.
pub(crate) fn reroll_steps(
    unit: &UnitSnapshot,
    fate_spent: bool,
    curse_spent: bool,
) -> impl Iterator<Item = RuleStep> {
    let after = || wrap_health_state(unit.condition.circumstances().clone().with_fate_spent(1));
    let fate =
        fate_spent.then(|| RuleStep::ChangeHealth { unit: unit.id, after: after(), damage: 0, cause: None });
    let curse = curse_spent.then_some(RuleStep::SpendCurse { unit: unit.id });
    fate.into_iter().chain(curse)
}
