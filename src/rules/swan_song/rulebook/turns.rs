//! Rounds, passes, phases, prices and movement.

use super::attacks::called;
use super::surprise::pay_early;
use super::{burdened_sheet, fighter, switches, wrap_turn_budget};
use crate::status::{StatusEnd, StatusKind, check_complex, slowed_distance};
use crate::swan_song::attack::called_shot;
use crate::swan_song::checks::base;
use crate::swan_song::damage::health;
use crate::swan_song::damage::last_stand;
use crate::swan_song::damage::last_stand::{LastStand, PromisedPhase};
use crate::swan_song::lines::checks::LastStandLine;
use crate::swan_song::lines::turns::TurnRefusal;
use crate::swan_song::movement::gaits;
use crate::swan_song::turns::initiative as scores;
use crate::swan_song::{DamageType, KarmaUse, PoolKind, Vitals, WeaponClass};
use crate::turn_engine::actions::ActionCategory;
use crate::turn_engine::budget::{PassBudget, PhaseTiming};
use crate::turn_engine::switches::RunPenalty;
use crate::turn_engine::{Action, InitiativeScore, actions};
use crate::{
    ActionRequest, BattleEvent, CostError, DownState, HealthState, HeldWeapon, MoveBudget, Payment,
    PhaseStart, RuleSet, RuleStep, RuleViolation, Sheet, SprintOutcome, TurnBudget, UnitSnapshot,
};
use dice::{RuleResult, Table};

/// Budget before the first pass: empty.
pub fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
    wrap_turn_budget(PassBudget::default())
}

/// Rolls initiative. `SS-INIT-02` to `SS-INIT-07`.
pub fn roll_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    paid: bool,
    _: &RuleSet,
) -> RuleResult<InitiativeScore> {
    scores::roll_initiative(table, &fighter(unit), 0, paid)
}

/// The Initiative attribute. `SS-INIT-01`, `SS-INIT-21`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    scores::initiative_attribute(&burdened_sheet(unit), unit.condition.swan_song())
}

/// Number of Initiative Dice. `SS-INIT-06`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    sheet.swan_song().initiative_dice
}

/// Tie-breakers: Reaction and Intuition. `SS-INIT-10`.
pub fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
    let sheet = sheet.swan_song();
    (super::worn::effective_reaction(sheet), sheet.attributes.intuition)
}

/// Budget at the start of a pass. `SS-ACT-24`.
pub fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
    wrap_turn_budget(PassBudget::at_pass_start(unit.initiative, unit.sheet.swan_song().action_points))
}

/// Starts a unit's phase. `SS-ACT-34`, `SS-SURP-14`, `SS-SURP-20`.
pub fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<PhaseStart> {
    let budget = unit.budget.swan_song();
    let after = if unit.startled { budget.end_phase() } else { budget.start_phase() };
    let lost = if unit.startled {
        Some(RuleViolation::new(TurnRefusal::Startled, "SS-SURP-20"))
    } else {
        (after.turn == PhaseTiming::After).then(|| RuleViolation::new(TurnRefusal::NoPoints, "SS-ACT-34"))
    };
    let mut effects = vec![RuleStep::SetTurnBudget {
        unit: unit.id,
        action: None,
        points: 0,
        after: wrap_turn_budget(after),
    }];
    if unit.startled || !unit.surprised_by.is_empty() {
        effects.push(RuleStep::EndSurprise { unit: unit.id });
    }
    Ok(PhaseStart { lost, effects })
}

/// Offers a last stand to a unit about to fall. `SS-FFYL-01` to `SS-FFYL-07`.
pub fn avert_defeat(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    down: DownState,
    _: &RuleSet,
) -> RuleResult<Vec<RuleStep>> {
    if !last_stand::ask_to_fight_on(table, &fighter(unit), down)? {
        return Ok(Vec::new());
    }
    let (id, score) = (unit.id, last_stand::LAST_STAND_SCORE);
    let after = Vitals { stand: LastStand::Fighting, ..*unit.condition.swan_song() };
    let mut effects = vec![
        RuleStep::SpendKarma { unit: id, on: KarmaUse::LastStand },
        RuleStep::ChangeHealth { unit: id, after: HealthState::SwanSong(after), damage: 0 },
    ];
    let budget = unit.budget.swan_song();
    match last_stand::promised_phase(budget.turn, unit.initiative) {
        PromisedPhase::Kept => {}
        PromisedPhase::Now => {
            let fresh = PassBudget::at_pass_start(score, unit.sheet.swan_song().action_points);
            let after = wrap_turn_budget(PassBudget { free_used: budget.free_used, ..fresh });
            effects.push(RuleStep::Record(BattleEvent::ScoreSet { unit: id, score }));
            effects.push(RuleStep::SetTurnBudget { unit: id, action: None, points: 0, after });
        }
        PromisedPhase::NextPass => {
            let until = StatusEnd::EndOfRound(unit.round);
            effects.push(RuleStep::begin_status_until(id, StatusKind::PhaseOwed(score), until));
        }
    }
    Ok(effects)
}

/// Ends the round for a unit: bleeding, last stand, Slow Death. `SS-DMG-23`, `SS-FFYL-14` to
/// `SS-FFYL-16`, `SS-CALL-47`.
pub fn end_round(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let before = *unit.condition.swan_song();
    let (mut vitals, mut damage) = (last_stand::end_round(before), 0);
    let mut effects = Vec::new();
    if vitals != before {
        let (text, clause) = match vitals.stand {
            LastStand::None => (LastStandLine::Survives, "SS-FFYL-14"),
            _ => (LastStandLine::InVain, "SS-FFYL-16"),
        };
        effects.push(RuleStep::note(unit.id, text, clause));
    } else if let Some(since) = unit.dying_since
        && health::bleeds_in_round(unit.round, since, unit.sheet.swan_song().attributes.body)
    {
        (vitals, damage) = (health::bleed(vitals), 1);
    }
    if let Some(drained) = called_shot::apply_slow_death(vitals, &unit.ailments, unit.round, switches(rules))
    {
        (vitals, damage) = (drained, damage + called_shot::SLOW_DEATH_STRAIN);
    }
    if vitals != before {
        effects.push(RuleStep::ChangeHealth { unit: unit.id, after: HealthState::SwanSong(vitals), damage });
    }
    Ok(effects)
}

/// Pays an action. `SS-ACT-09` to `SS-ACT-31`, `SS-SURP-26`.
///
/// # Errors
/// Returns why it cannot be paid.
pub fn pay_action(
    unit: &UnitSnapshot,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let thrown = |held: &HeldWeapon| held.weapon.swan_song().class == WeaponClass::Thrown;
    if act.action == Action::Reload && act.with.is_some_and(thrown) {
        return Err(RuleViolation::new(TurnRefusal::ThrownReload, "SS-ACT-47").into());
    }
    let (before, switches) = (unit.budget.swan_song(), &rules.engine);
    let early = pay_early(*before, !unit.surprised_by.is_empty(), act.action, switches);
    let mut after = early.unwrap_or_else(|| before.pay(act.action, switches))?;
    let category = actions::action_category(act.action, switches);
    if category == ActionCategory::Complex {
        check_complex(&unit.ailments, before.points.saturating_sub(after.points))?;
    }
    if called(act.option).is_some() {
        after = after.pay_free(switches)?;
    }
    Ok(Payment {
        points: before.points.saturating_sub(after.points),
        free: after.free_used.saturating_sub(before.free_used),
        budget: wrap_turn_budget(after),
        // First Aid is the one action that does not worsen a Bleedout. `SS-CALL-55`
        condition: bled(unit, category).filter(|_| act.action != Action::FirstAid),
    })
}

/// Health after an action with a price while bleeding out. `SS-CALL-55`, `SS-CALL-56`.
pub(crate) fn bled(unit: &UnitSnapshot, category: ActionCategory) -> Option<HealthState> {
    let priced =
        matches!(category, ActionCategory::Simple | ActionCategory::Complex | ActionCategory::Interrupt);
    let before = *unit.condition.swan_song();
    let after = called_shot::bleed_from_actions(before, &unit.ailments, i32::from(priced));
    (after != before).then_some(HealthState::SwanSong(after))
}

/// Price of an action as text. Table SS-T6.
pub fn price_label(_: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    let price = actions::action_cost(act.action, &rules.engine).label();
    if called(act.option).is_some() { format!("{price} + free") } else { price }
}

/// Movement left. `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `SS-MOVE-10`, `SS-FFYL-08`.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    let (fighter, switches) = (fighter(unit), switches(rules));
    let (sheet, vitals) = (&fighter.sheet, &fighter.vitals);
    let most = gaits::sprint_parts(&fighter, switches).pool().min(base::physical_limit(sheet));
    let rate = |metres| slowed_distance(2 * last_stand::movement_rate(metres, vitals), &unit.ailments);
    MoveBudget {
        walk_left: rate(gaits::walk_rate(sheet, unit.prone, switches)).saturating_sub(unit.walked),
        run: rate(gaits::run_distance(sheet)),
        runs: unit.runs,
        sprint: 2 * most * u32::from(switches.sprint_m_per_hit),
    }
}

/// Checks that a unit can run. `SS-ACT-53`, `SS-MOVE-17`.
///
/// # Errors
/// Returns why it cannot.
pub fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
    if unit.prone {
        return Err(RuleViolation::new(TurnRefusal::ProneRun, "SS-ACT-53"));
    }
    let attacked = unit.budget.swan_song().attacked;
    if gaits::may_run(false, attacked, announced, switches(rules)) {
        return Ok(());
    }
    debug_assert_eq!(rules.engine.run_penalty, RunPenalty::WholePhase);
    Err(RuleViolation::new(TurnRefusal::RunNotAnnounced, "SS-MOVE-17"))
}

/// Rolls a sprint. `SS-MOVE-09` to `SS-MOVE-12`.
pub fn roll_sprint(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<SprintOutcome> {
    let fighter = fighter(unit);
    let sprint = gaits::roll_sprint(table, &fighter, switches(rules))?;
    let strained = health::apply_damage(
        fighter.vitals,
        gaits::SPRINT_STRAIN,
        PoolKind::Strain,
        DamageType::Kinetic,
        switches(rules),
    );
    let mut effects: Vec<_> =
        sprint.karma.iter().map(|on| RuleStep::SpendKarma { unit: unit.id, on }).collect();
    let after = HealthState::SwanSong(strained.vitals);
    effects.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: gaits::SPRINT_STRAIN });
    Ok(SprintOutcome { metres: sprint.metres, effects })
}

/// The interrupt action that pays for a defence method.
pub(crate) const fn interrupt(method: crate::swan_song::defence::methods::DefenceMethod) -> Action {
    use crate::swan_song::defence::methods::DefenceKind;
    match method.way {
        DefenceKind::Dodge => Action::Dodge,
        DefenceKind::Parry => Action::Parry,
        DefenceKind::Block => Action::Block,
        DefenceKind::Standard => Action::FullDefense,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::test_support::units::{sheet, sheet_with};

    #[test]
    fn an_entry_counts_burdened_reaction() {
        let burdened = sheet_with(|sheet| sheet.accessories = vec![5]);
        assert_eq!(tie_breakers(&Sheet::SwanSong(burdened.into())), (2, 3));
        assert_eq!(tie_breakers(&Sheet::SwanSong(sheet().into())), (3, 3));
    }
}
