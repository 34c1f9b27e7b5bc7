//! Rounds, passes, phases and costs: chapter ECON for the shared turn engine.

use super::movement::rest_of_move;
use super::{CombatChecksRulebook, switches};
use crate::combat_checks::critical_injuries::infliction::{suggested_limb, suggested_recovery};
use crate::combat_checks::health::thresholds;
use crate::combat_checks::lines::{
    CheckNote, CombatChecksRefusal, InjuryPromptLine, ManeuverLine, MissingAction, OverpoweredLine,
    SpendingAnswer, SpendingPrompt, SpendingTarget, SymbolPlace,
};
use crate::combat_checks::spending::effects::option_effect;
use crate::combat_checks::spending::offer::spending_offer;
use crate::combat_checks::turns::action_economy::{
    EconomyError, Maneuver, TurnPayment, action_strain, check_action_allowed, check_not_staggered,
    may_perform,
};
use crate::combat_checks::turns::{initiative, turn_events};
use crate::combat_checks::{self, Fighter, TurnBudget};
use crate::lines::DiceOfKind;
use crate::rulebook::TurnRules;
use crate::status::{self, PhaseEffort};
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, BattleEvent, CostError, DownState, HealthCause, HealthState, Payment, PhaseStart, RuleSet,
    RuleStep, RuleViolation, Sheet, SpendingOffer, UnitSnapshot, WeaponMalfunction,
};
use dice::{Answer, Clause, Prompt, RuleResult, RuleText, Table};
use model::UnitId;

impl TurnRules for CombatChecksRulebook {
    /// Agility + Perception + 1d6. `SS-INIT-01`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _: bool,
        rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let score = initiative::roll_initiative(table, &Fighter::from_snapshot(unit, rules))?;
        Ok(InitiativeScore { score, attribute: Self::initiative_attribute(unit), dice: 1 })
    }

    /// Agility + Perception. `SS-INIT-01`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        initiative::initiative_modifiers(unit.sheet.combat_checks(), unit.condition.combat_checks()).sum()
    }

    /// Agility and Perception, as in the score. `SS-INIT-10`.
    fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
        let characteristics = &sheet.combat_checks().characteristics;
        (characteristics.agility, characteristics.perception)
    }

    /// `CC-ECON-01`.
    fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> crate::TurnBudget {
        crate::TurnBudget::CombatChecks(unit.budget.combat_checks().begin_pass())
    }

    /// Injuries bleed, also of units whose turn is lost: the unconscious, and those with an ailment that forbids
    /// everything. `CC-CHART-26`, `CC-THR-06`, `CC-THR-09`.
    fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
        let mut after = unit.condition.combat_checks().clone();
        if unit.down != Some(DownState::Dead) {
            turn_events::start_turn(&mut after, !unit.acted);
        }
        let budget = unit.budget.combat_checks();
        if thresholds::down_state(&after, switches(rules)).or(unit.down).is_some() {
            let why = CombatChecksRefusal::Unconscious { unit: unit.name.clone() };
            let lost = Some(RuleViolation::new(why, "CC-THR-06"));
            return Ok(PhaseStart { lost, effects: list_turn_end_steps(unit, after) });
        }
        if status::phase_loss_reason(&unit.ailments).is_some() {
            // The engine says why the turn is lost; it begins and ends anyway. `CS-BASE-21`
            return Ok(PhaseStart { lost: None, effects: list_turn_end_steps(unit, after) });
        }
        let mut steps = Vec::from_iter(health_change(unit, after, Some(HealthCause::BleedingInjury)));
        steps.push(budget_change(unit.id, budget.begin_turn(unit.sheet.combat_checks())));
        Ok(PhaseStart { lost: None, effects: steps })
    }

    /// `CC-ECON-01`, `CC-ADV-22`.
    fn end_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        Ok(list_turn_end_steps(unit, unit.condition.combat_checks().clone()))
    }

    /// `CC-ADV-15`, `CC-CHART-02`, `CC-CHART-28`.
    fn end_round(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let mut after = unit.condition.combat_checks().clone();
        turn_events::end_round(&mut after, unit.round);
        Ok(health_change(unit, after, None).into_iter().collect())
    }

    /// Staggered units take no actions, attacks on units that pass by included; disabled and prone ones do not move.
    /// `CC-CHART-02`, `CC-CHART-07`, `CC-ADV-22`, `CC-ECON-13`.
    fn may_act(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
        let fighter = Fighter::from_snapshot(unit, rules);
        let allowed = match turn_price(action) {
            TurnPrice::Action => check_action_allowed(&fighter.condition),
            TurnPrice::Maneuver(maneuver) => may_perform(maneuver, &fighter, switches(rules)),
            _ if action == Action::Intercept => check_not_staggered(&fighter.condition),
            TurnPrice::Nothing | TurnPrice::FreeAct | TurnPrice::Never(..) => Ok(()),
        };
        allowed.map_err(|why| RuleViolation::new(why, why.clause()))
    }

    /// Paid maneuvers are used before the free one.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        let fighter = Fighter::from_snapshot(unit, rules);
        let budget = *unit.budget.combat_checks();
        match turn_price(request.action) {
            TurnPrice::Nothing => Ok(payment(unit, budget, 0)),
            TurnPrice::FreeAct => {
                let (budget, _) = budget.pay(TurnPayment::FreeAct, &fighter).map_err(cost_error)?;
                Ok(payment(unit, budget, 0))
            }
            TurnPrice::Action => pay_turn_action(unit, &fighter),
            TurnPrice::Never(missing, clause) => Err(RuleViolation::new(missing, clause).into()),
            TurnPrice::Maneuver(maneuver) => {
                check_free_arms(unit, &fighter, &request, rules)?;
                if request.action == Action::Walk && rest_of_move(unit, &fighter, rules) > 0 {
                    return Ok(payment(unit, budget, 0));
                }
                let mut after = pay_maneuver(unit, &fighter, maneuver, rules)?;
                after.moving = match request.action {
                    Action::Walk => Some(unit.walked),
                    Action::Run => budget.moving,
                    _ => None,
                };
                Ok(payment(unit, after, 0))
            }
        }
    }

    /// A check with setback dice.
    fn agility_test_text(penalty: i32) -> String {
        let dice = u8::try_from(penalty.unsigned_abs()).unwrap_or(u8::MAX);
        format!("Agility check with {}", DiceOfKind(dice, "setback"))
    }

    /// One maneuver, or two.
    fn effort_label(effort: PhaseEffort) -> &'static str {
        match effort {
            PhaseEffort::Half => "manoeuvre",
            PhaseEffort::Full => "2 manoeuvres",
        }
    }

    /// Two maneuvers. `CC-ECON-04`, `CC-ECON-07`.
    fn check_full_effort(unit: &UnitSnapshot, rules: &RuleSet) -> Result<(), CostError> {
        let fighter = Fighter::from_snapshot(unit, rules);
        unit.budget.combat_checks().check_two_maneuvers(&fighter).map_err(cost_error)
    }

    /// What options for advantages and threats do, a second attack, and the cure of an injury whose effect is over.
    fn answer_effect(answer: &Answer) -> &'static str {
        if let Some(InjuryPromptLine::Difficulty { is_over: true, .. }) = answer.detail.line() {
            return "its effect is over: a cure only takes 10 from the rolls for later injuries";
        }
        if let Some(SpendingAnswer::Buy { target: SpendingTarget::Object { .. }, .. }) = answer.label.line() {
            return option_effect("CC-ADV-19");
        }
        match answer.label.line() {
            Some(OverpoweredLine::Attack) => {
                "rolls the same dice once more; its advantages buy nothing, its threats may cost Strain"
            }
            Some(OverpoweredLine::Stop) => "the attack ends here",
            Some(OverpoweredLine::Ask { .. } | OverpoweredLine::AskInDoubt { .. }) | None => {
                option_effect(answer.clause)
            }
        }
    }

    /// The first of the purchases that are worth most together, and the arm with a weapon; the first answer of other prompts.
    fn suggested_answer(prompt: &Prompt) -> usize {
        let Some(offer) = spending_offer(prompt) else {
            return suggested_limb(prompt).or_else(|| suggested_recovery(prompt)).unwrap_or(0);
        };
        let end = || offer.purchases.iter().position(Option::is_none);
        offer.payment_order(&offer.best_purchases()).first().copied().or_else(end).unwrap_or(0)
    }

    /// `CC-ADV-01`, `CC-THT-01`, `CC-TRI-01`, `CC-TRI-02`.
    fn question_place(prompt: &Prompt) -> Option<(u8, u8)> {
        let SymbolPlace { number, count } = prompt.question.line::<SpendingPrompt>()?.question;
        (count > 1).then_some((number, count))
    }

    /// A free Move that an enemy's threats gave, or the unit's own advantages outside of its turn. `CC-ADV-11`, `CC-THT-06`.
    fn grants_move(note: &RuleText) -> bool {
        match note.line() {
            Some(CheckNote::ManeuverOwed { maneuver }) => *maneuver == Maneuver::Move.name(),
            _ => false,
        }
    }

    /// The manoeuvre that symbols of a check have given. `CC-ADV-11`, `CC-THT-06`.
    fn drops_prone(answer: &RuleText) -> bool {
        matches!(answer.line(), Some(ManeuverLine::Name(Maneuver::DropProne)))
    }

    /// A free attack that costs nothing is made. `CC-CHART-16`.
    fn sole_answer(prompt: &Prompt) -> Option<usize> {
        match prompt.question.line() {
            Some(OverpoweredLine::Ask { .. }) => Some(0),
            _ => spending_offer(prompt)?.sole_answer(),
        }
    }

    /// Prompts for advantages, threats, triumphs and despairs.
    fn spending_offer(prompt: &Prompt) -> Option<SpendingOffer> {
        spending_offer(prompt)
    }

    /// "action", "manoeuvre", "free", "paid".
    fn price_label(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        let label = match turn_price(request.action) {
            TurnPrice::Nothing | TurnPrice::Never(..) => "",
            TurnPrice::FreeAct => "free",
            TurnPrice::Action => return action_price_label(unit),
            TurnPrice::Maneuver(_) => {
                let continues_move = request.action == Action::Walk
                    && rest_of_move(unit, &Fighter::from_snapshot(unit, rules), rules) > 0;
                if continues_move { "paid" } else { maneuver_price_label(unit) }
            }
        };
        label.to_owned()
    }
}

/// Ends a turn, also a lost one; items disabled until its end work again. `CC-ADV-21`, `CC-ADV-22`.
fn list_turn_end_steps(unit: &UnitSnapshot, mut health: combat_checks::HealthState) -> Vec<RuleStep> {
    turn_events::end_turn(&mut health);
    let changes = unit.held.iter().filter_map(|held| match held.fault {
        WeaponMalfunction::Disabled => Some(restore_weapon(unit, held.slot)),
        WeaponMalfunction::DisabledInTurn => {
            Some(set_weapon_fault(unit, held.slot, WeaponMalfunction::Disabled))
        }
        _ => None,
    });
    let mut steps: Vec<RuleStep> = changes.collect();
    steps.extend(health_change(unit, health, Some(HealthCause::BleedingInjury)));
    steps.push(budget_change(unit.id, unit.budget.combat_checks().end_turn()));
    steps
}

/// Makes a weapon work again.
pub(super) fn restore_weapon(unit: &UnitSnapshot, slot: usize) -> RuleStep {
    set_weapon_fault(unit, slot, WeaponMalfunction::None)
}

fn set_weapon_fault(unit: &UnitSnapshot, slot: usize, fault: WeaponMalfunction) -> RuleStep {
    RuleStep::Record(BattleEvent::WeaponFaultChanged { unit: unit.id, weapon: slot, fault })
}

/// Sets the health of a unit, with the cause of new damage; `None` if it does not change.
fn health_change(
    unit: &UnitSnapshot,
    after: combat_checks::HealthState,
    cause: Option<HealthCause>,
) -> Option<RuleStep> {
    let before = unit.condition.combat_checks();
    let total_harm = |health: &combat_checks::HealthState| health.wounds + health.strain;
    let damage = total_harm(&after).saturating_sub(total_harm(before));
    (after != *before).then(|| RuleStep::ChangeHealth {
        unit: unit.id,
        after: HealthState::CombatChecks(after),
        damage,
        cause: cause.filter(|_| damage > 0),
    })
}

/// Sets the turn budget of a unit.
pub(super) fn budget_change(unit: UnitId, after: TurnBudget) -> RuleStep {
    let after = crate::TurnBudget::CombatChecks(after);
    RuleStep::SetTurnBudget { unit, action: None, points: 0, after }
}

/// The cost of an action of the shared engine in this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnPrice {
    /// No cost.
    Nothing,
    /// The free act. `CC-ECON-14`.
    FreeAct,
    /// A maneuver. Table CC-T2.
    Maneuver(Maneuver),
    /// The action. `CC-ECON-03`.
    Action,
    /// This book has no such action.
    Never(MissingAction, Clause),
}

const fn turn_price(action: Action) -> TurnPrice {
    match action {
        Action::ForcedDrop | Action::StandardDefence | Action::Intercept => TurnPrice::Nothing,
        Action::SayWord | Action::DropObject | Action::Gesture | Action::ChangeMode => TurnPrice::FreeAct,
        Action::Walk | Action::Run => TurnPrice::Maneuver(Maneuver::Move),
        Action::DropProne => TurnPrice::Maneuver(Maneuver::DropProne),
        Action::StandUp => TurnPrice::Maneuver(Maneuver::StandUp),
        Action::TakeCover => TurnPrice::Maneuver(Maneuver::TakeCover),
        Action::Ready | Action::PickUp | Action::Reload => TurnPrice::Maneuver(Maneuver::Ready),
        Action::LiftBody => TurnPrice::Never(MissingAction::BodyShield, "CC-ECON-03"),
        Action::Door | Action::Throw | Action::UseItem | Action::Detonate | Action::SetCharges => {
            TurnPrice::Maneuver(Maneuver::Interact)
        }
        Action::MultipleAttacks | Action::Evade => TurnPrice::Never(MissingAction::SplitAction, "CC-ECON-03"),
        Action::Fire(_)
        | Action::Rocket
        | Action::MeleeAttack
        | Action::UnarmedAttack
        | Action::Cast
        | Action::Heal
        | Action::AttackProgram
        | Action::FirstAid => TurnPrice::Action,
        Action::Sprint => TurnPrice::Never(MissingAction::Sprint, "CC-ECON-08"),
        Action::Dodge | Action::Parry | Action::Block | Action::FullDefense => {
            TurnPrice::Never(MissingAction::ActiveDefence, "CC-ECON-15")
        }
    }
}

/// Pays the action of a turn, with its Strain. `CC-ECON-03`, `CC-CHART-19`.
pub(super) fn pay_turn_action(unit: &UnitSnapshot, fighter: &Fighter) -> Result<Payment, CostError> {
    let (budget, strain) =
        unit.budget.combat_checks().pay(TurnPayment::Action, fighter).map_err(cost_error)?;
    Ok(payment(unit, TurnBudget { moving: None, ..budget }, strain))
}

/// Pays a maneuver that may be performed now. `CC-ECON-04`, `CC-ECON-13`.
pub(super) fn pay_maneuver(
    unit: &UnitSnapshot,
    fighter: &Fighter,
    maneuver: Maneuver,
    rules: &RuleSet,
) -> Result<TurnBudget, CostError> {
    let budget = unit.budget.combat_checks().use_maneuver(fighter).map_err(cost_error)?;
    may_perform(maneuver, fighter, switches(rules)).map_err(cost_error)?;
    Ok(TurnBudget { moving: None, ..budget })
}

/// The payment that leaves a unit with this turn budget and this much more Strain for an action. `CC-CHART-19`.
pub(super) fn payment(unit: &UnitSnapshot, after: TurnBudget, strain: u32) -> Payment {
    let before = unit.budget.combat_checks();
    let health_after = || {
        let mut health = unit.condition.combat_checks().clone();
        health.strain += strain;
        HealthState::CombatChecks(health)
    };
    Payment {
        points: before.economy.points.saturating_sub(after.economy.points),
        free: u8::from(after.economy.free_act && !before.economy.free_act),
        budget: crate::TurnBudget::CombatChecks(after),
        condition: (strain > 0).then(health_after),
        cause: Some(HealthCause::ActionWithInjury).filter(|_| strain > 0),
    }
}

/// Checks that a unit has the arms for an item that it readies or picks up. `CC-CHART-33`.
fn check_free_arms(
    unit: &UnitSnapshot,
    fighter: &Fighter,
    request: &ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<(), RuleViolation> {
    let (Action::Ready | Action::PickUp, Some(item)) = (request.action, request.with) else { return Ok(()) };
    let usable = fighter.condition.usable_arms(switches(rules));
    let needed = item.weapon.combat_checks().hands;
    let others = unit.held.iter().filter(|held| held.slot != item.slot);
    let busy: u8 = others.map(|held| held.weapon.combat_checks().hands).sum();
    if usable < 2 && needed > 0 && needed.saturating_add(busy) > usable {
        let why = CombatChecksRefusal::NoFreeArm { unit: unit.name.clone() };
        return Err(RuleViolation::new(why, "CC-CHART-33"));
    }
    Ok(())
}

/// Converts this book's errors to cost errors.
pub(super) fn cost_error(why: EconomyError) -> CostError {
    match why {
        EconomyError::NotItsTurn => CostError::NotItsPhase,
        other => RuleViolation::new(other, other.clause()).into(),
    }
}

/// Formats the price of a maneuver: "paid" while the unit has one that is paid but not yet performed, else "manoeuvre".
/// `CC-ECON-05`, `CC-ECON-06`, `CC-ADV-11`, `CC-THT-06`.
pub(super) fn maneuver_price_label(unit: &UnitSnapshot) -> &'static str {
    let budget = unit.budget.combat_checks();
    let already_paid = if budget.turn == PhaseTiming::Now { budget.credit } else { budget.owed };
    if already_paid > 0 { "paid" } else { "manoeuvre" }
}

/// Formats "action", with the Strain of injuries. `CC-CHART-19`.
pub(super) fn action_price_label(unit: &UnitSnapshot) -> String {
    let strain: u32 = unit.condition.combat_checks().injury_effects().map(action_strain).sum();
    if strain > 0 { format!("action, {strain} Strain") } else { "action".to_owned() }
}
