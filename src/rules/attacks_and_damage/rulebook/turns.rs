//! Rounds, passes, phases and prices: the shared turn engine with this book's prices.

use super::{AttacksAndDamageRulebook, switches};
use crate::attacks_and_damage::turns::{turn_budget, turn_rules};
use crate::lines::SharedRefusal;
use crate::rulebook::TurnRules;
use crate::turn_engine::actions::{self, ActionCost};
use crate::turn_engine::{Action, PhaseTiming};
use crate::{
    ActionRequest, CostError, HealthState, Payment, PhaseStart, ReactionPrompt, RuleSet, RuleStep,
    RuleViolation, Sheet, TurnBudget, UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

impl TurnRules for AttacksAndDamageRulebook {
    /// Reaction and Intuition, unaffected by wounds. `SS-INIT-01`, `AD-BASE-20`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        turn_rules::initiative_parts(unit.sheet.attacks_and_damage()).sum()
    }

    /// `SS-INIT-02`.
    fn initiative_dice(sheet: &Sheet) -> u8 {
        sheet.attacks_and_damage().initiative_dice
    }

    /// Reaction and Intuition. `SS-INIT-10`.
    fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
        let attributes = &sheet.attacks_and_damage().attributes;
        (attributes.reaction, attributes.intuition)
    }

    /// `AD-BASE-07`, `AD-BASE-09`.
    fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
        let points = unit.sheet.attacks_and_damage().action_points;
        TurnBudget::AttacksAndDamage(turn_budget::TurnBudget::at_pass_start(unit.initiative, points))
    }

    /// `SS-ACT-34`; the unit's defence recovers. `AD-BASE-09`, `AD-FREQ-04` to `AD-FREQ-06`.
    fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<PhaseStart> {
        let budget = unit.budget.attacks_and_damage().start_phase();
        let mut steps = vec![RuleStep::SetTurnBudget {
            unit: unit.id,
            action: None,
            points: 0,
            after: TurnBudget::AttacksAndDamage(budget),
        }];
        if budget.budget.turn == PhaseTiming::After {
            let lost = Some(RuleViolation::new(SharedRefusal::NoPoints, "SS-ACT-34"));
            return Ok(PhaseStart { lost, effects: steps });
        }
        let before = unit.condition.attacks_and_damage();
        let recovered = turn_rules::health_at_turn_start(before);
        if recovered != *before {
            let after = HealthState::AttacksAndDamage(recovered);
            steps.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: 0, cause: None });
        }
        Ok(PhaseStart { lost: None, effects: steps })
    }

    /// Prone units do not walk. `AD-KD-10`.
    fn may_act(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
        match action {
            Action::Walk | Action::Run => turn_rules::may_move(unit.prone, switches(rules)),
            _ => Ok(()),
        }
    }

    /// `AD-BASE-07`, `AD-BASE-19`.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        let (before, switches) = (unit.budget.attacks_and_damage(), switches(rules));
        let after = before.pay(request.action, switches, &rules.engine)?;
        Ok(Payment {
            points: before.budget.points.saturating_sub(after.budget.points),
            free: after.budget.free_used.saturating_sub(before.budget.free_used),
            budget: TurnBudget::AttacksAndDamage(after),
            condition: None,
            cause: None,
        })
    }

    /// Standing up has a price of its own. `AD-KD-09`.
    fn action_clause(action: Action) -> Option<Clause> {
        (action == Action::StandUp).then_some("AD-KD-09")
    }

    /// The book's own price, otherwise that of table SS-T6.
    fn price_label(_: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        let cost = match turn_budget::action_price(request.action, switches(rules)) {
            Some(price) if price.0 == 0 => ActionCost::Free,
            Some(price) => ActionCost::Points(price.0),
            None => actions::action_cost(request.action, &rules.engine),
        };
        cost.label()
    }

    /// The choice of a defence. `AD-DEF-02`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[ReactionPrompt {
            clause: "AD-DEF-02",
            when: "when attacked",
            is_defence: true,
            is_announcement: false,
            answers: &[
                ("decline", "No defence"),
                ("dodge_reaction", "Dodge + Reaction"),
                ("parry", "Parry"),
                ("gymnastics", "Gymnastics + Agility"),
                ("dodge_intuition", "Dodge + Intuition"),
                ("edge", "Agility + Edge"),
            ],
        }];
        PROMPTS
    }
}
