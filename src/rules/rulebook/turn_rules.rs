//! Rounds, initiative passes and phases, and the price of actions.

use crate::lines::{DiceCount, SharedRefusal};
use crate::rulebook::{UnitRules, defaults};
use crate::status::PhaseEffort;
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::{Action, InitiativeScore, action_cost, initiative};
use crate::{
    ActionRequest, AttackCandidate, CostError, DownState, HealthState, Payment, PhaseStart, QueueTiming,
    ReactionPrompt, RuleSet, RuleStep, RuleViolation, Sheet, SpendingOffer, TurnBudget, UnitSnapshot,
};
use dice::{Answer, Clause, Prompt, RuleResult, RuleText, Table};

/// Initiative, rounds, passes and phases, and the price of actions. By default the turn engine's.
pub trait TurnRules: UnitRules {
    /// Rolls initiative for a round: `initiative_attribute` plus `initiative_dice`, by default. `paid` is a point of
    /// Karma for more dice. `SS-INIT-04`, `SS-INIT-07`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _paid: bool,
        _rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let (attribute, dice) = (Self::initiative_attribute(unit), Self::initiative_dice(&unit.sheet));
        initiative::roll_initiative(table, (unit.id, attribute), dice, 0, false)
    }

    /// Returns the part of the score that damage may change in mid-round. `SS-INIT-21`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32;

    /// Returns the steps that keep a unit's promised phase after its score has changed from `before` to that of the
    /// snapshot: none, by default. `SS-FFYL-05`, `SS-FFYL-07`.
    fn keep_promised_phase(_unit: &UnitSnapshot, _before: i32) -> Vec<RuleStep> {
        Vec::new()
    }

    /// Returns the number of Initiative Dice before Karma. `SS-INIT-06`.
    fn initiative_dice(_sheet: &Sheet) -> u8 {
        1
    }

    /// Returns the first and second tie-breaker of the turn order. `SS-INIT-10`.
    fn tie_breakers(_sheet: &Sheet) -> (u8, u8) {
        (0, 0)
    }

    /// Returns a unit's turn budget at the start of a round, before its first pass: unchanged, by default.
    fn budget_at_round_start(unit: &UnitSnapshot, _rules: &RuleSet) -> TurnBudget {
        unit.budget
    }

    /// Returns a unit's turn budget at the start of a pass: `starting_budget`, by default. `SS-ACT-24`.
    fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        Self::starting_budget(&unit.sheet, rules)
    }

    /// Returns whether units queue their attacks at this time: never, by default. `AB-CANCEL-01`.
    fn queues_attacks(_timing: QueueTiming, _rules: &RuleSet) -> bool {
        false
    }

    /// Lets a unit queue attacks out of those that it could make now. `AB-CANCEL-01`.
    fn queue_attacks(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _candidates: &[AttackCandidate],
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Starts a unit's phase; without action points it is lost. `SS-ACT-34`.
    fn start_phase(_table: &mut impl Table, unit: &UnitSnapshot, _rules: &RuleSet) -> RuleResult<PhaseStart> {
        Ok(PhaseStart::with_points_left(unit, SharedRefusal::NoPoints, "SS-ACT-34"))
    }

    /// Asks a unit that ends its phase beside enemies whether it engages them: not at all, by default. `CS-MEL-01`.
    fn ask_to_engage(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _beside: impl FnOnce() -> Vec<UnitSnapshot>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Ends a unit's phase; unspent points stay for interrupts. `SS-ACT-23`.
    fn end_phase(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let after = unit.budget.end_phase();
        Ok(vec![RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after }])
    }

    /// Ends a round for a unit.
    fn end_round(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Returns what keeps a unit in action that is about to go out of action; empty if it does, as by default.
    /// `SS-FFYL-02`.
    fn avert_defeat(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _down: DownState,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Checks whether the book itself keeps a unit from an action that ailments, vehicles and grips allow, such as a lost
    /// turn: it does not, by default.
    ///
    /// # Errors
    /// Returns the violation of the clause that forbids it.
    fn may_act(_unit: &UnitSnapshot, _action: Action, _rules: &RuleSet) -> Result<(), RuleViolation> {
        Ok(())
    }

    /// Returns the health of a unit that goes out of action and surrenders or flees; `None` if it stays where it fell, as
    /// by default. `nearest_enemy_squared` is the squared distance in metres to the nearest enemy that can act.
    /// `AB-GRITTY-08`.
    fn leave_fight(
        _unit: &UnitSnapshot,
        _nearest_enemy_squared: Option<u32>,
        _rules: &RuleSet,
    ) -> Option<HealthState> {
        None
    }

    /// Returns whether a unit acts after all others in its pass, by id, and declares before them: not by default.
    /// `AB-CINE-01`, `AB-CINE-02`.
    fn acts_last(_sheet: &Sheet) -> bool {
        false
    }

    /// Pays an action: the turn engine's price, by default.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay; nothing is spent then.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        defaults::pay_engine_price(unit, request.action, rules)
    }

    /// Names an Agility test with a penalty, in the measure of the book: dice less, by default.
    fn agility_test_text(penalty: i32) -> String {
        format!("Agility test with {} less", DiceCount(penalty.unsigned_abs()))
    }

    /// Returns the price of half a phase, or of a whole one: action points, by default.
    fn effort_label(effort: PhaseEffort) -> &'static str {
        match effort {
            PhaseEffort::Half => "1 AP",
            PhaseEffort::Full => "2 AP",
        }
    }

    /// Checks that a unit can pay for a whole phase, to explain a refusal in the terms of the book; by default the second
    /// payment refuses.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay.
    fn check_full_effort(_unit: &UnitSnapshot, _rules: &RuleSet) -> Result<(), CostError> {
        Ok(())
    }

    /// Returns the name of an action in the log: that of the turn engine, by default.
    fn action_name(action: Action) -> &'static str {
        action.name()
    }

    /// Returns the clause of an action's price in the book's terms; `None` for that of the turn engine, as by default.
    /// `CS-PRN-08`.
    fn action_clause(_action: Action) -> Option<Clause> {
        None
    }

    /// Returns the price of an action for its button: "free", "1 AP", or empty.
    fn price_label(_unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        action_cost(request.action, &rules.engine).label()
    }

    /// Spends the rest of a phase on an Extended Action. `SS-ACT-18`.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay: always, by default, because no action takes longer than a phase.
    fn pay_extended_action(
        _unit: &UnitSnapshot,
        _progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        Err(RuleViolation::new(SharedRefusal::NoExtendedActions, "SS-ACT-05").into())
    }

    /// Returns whether AI players give the first answer to prompts of a clause, because the book has a policy for them:
    /// none, by default.
    fn has_answer_policy(_clause: Clause) -> bool {
        false
    }

    /// Describes what an answer does, beyond its label and its price; empty by default.
    fn answer_effect(_answer: &Answer) -> &'static str {
        ""
    }

    /// Returns the number of the answer that is proposed to a player: the first one, by default.
    fn suggested_answer(_prompt: &Prompt) -> usize {
        0
    }

    /// Returns the answer to propose instead while no other unit of the side can take one of these actions, which are what
    /// the proposed answer hopes for; `None` if it hopes for none.
    fn answer_without_help(_prompt: &Prompt) -> Option<(usize, &'static [&'static str])> {
        None
    }

    /// Returns what a prompt offers for points of one kind; `None`, by default and for other prompts.
    fn spending_offer(_prompt: &Prompt) -> Option<SpendingOffer> {
        None
    }

    /// Returns which question of how many about one roll a prompt is; `None`, by default, where it is the only one.
    fn question_place(_prompt: &Prompt) -> Option<(u8, u8)> {
        None
    }

    /// Returns how many attacks a unit can make at most that a prompt asks to announce one by one, with everything else that it does
    /// then; `None`, by default and for other prompts. `AB-CANCEL-01`.
    fn most_announced_attacks(_prompt: &Prompt) -> Option<u8> {
        None
    }

    /// Returns what a note says of several units at once, of which the log writes one line; `None`, by default and for other notes.
    fn joint_note_words(_note: &RuleText) -> Option<&'static str> {
        None
    }

    /// Whether a note says that its unit may move now, outside of its turn; never, by default.
    fn grants_move(_note: &RuleText) -> bool {
        false
    }

    /// Whether an answer makes the unit that gives it drop prone of its own will; never, by default.
    fn drops_prone(_answer: &RuleText) -> bool {
        false
    }

    /// Returns the number of the answer that is the only sensible one for every unit; `None` where there is a choice. By
    /// default that of the spending of points.
    fn sole_answer(prompt: &Prompt) -> Option<usize> {
        Self::spending_offer(prompt)?.sole_answer()
    }

    /// Lists the book's prompts that a player may answer for the rest of a battle.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        &[]
    }
}
