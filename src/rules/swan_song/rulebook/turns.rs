//! Rounds, initiative, passes, phases and prices.

use super::attack_contexts::find_called_shot;
use super::surprise::pay_while_surprised;
use super::{SwanSongRulebook, boosters, effective_sheet, fighter, switches};
use crate::rulebook::TurnRules;
use crate::status::{StatusEnd, StatusKind, check_complex};
use crate::swan_song::attack::called_shot;
use crate::swan_song::damage::last_stand::{LastStand, PromisedPhase};
use crate::swan_song::damage::{armour, health, last_stand};
use crate::swan_song::defence::methods::{DefenceKind, DefenceMethod};
use crate::swan_song::lines::attacks::DefenceLabel;
use crate::swan_song::lines::checks::LastStandLine;
use crate::swan_song::lines::turns::TurnRefusal;
use crate::swan_song::turns::initiative;
use crate::swan_song::{KarmaUse, Vitals, WeaponClass};
use crate::turn_engine::actions::ActionCategory;
use crate::turn_engine::budget::{PassBudget, PhaseTiming};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::initiative::roll_initiative;
use crate::turn_engine::{Action, InitiativeScore, actions};
use crate::{
    ActionRequest, BattleEvent, CostError, DownState, HealthCause, HealthState, HeldWeapon, Payment,
    PhaseStart, ReactionPrompt, RuleSet, RuleStep, RuleViolation, Sheet, TurnBudget, UnitSnapshot,
};
use dice::{Answer, Prompt, RuleResult, Table};

impl TurnRules for SwanSongRulebook {
    /// `SS-INIT-02` to `SS-INIT-07`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        paid: bool,
        _: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let (fighter, own) = (fighter(unit), unit.sheet.swan_song().initiative_dice);
        let change = i32::from(fighter.sheet.initiative_dice) - i32::from(own);
        let attribute = initiative::initiative_attribute(&fighter.sheet, &fighter.vitals);
        roll_initiative(table, (unit.id, attribute), own, change, paid)
    }

    /// `SS-INIT-01`, `SS-INIT-21`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        initiative::initiative_attribute(&effective_sheet(unit), unit.condition.swan_song())
    }

    /// `SS-INIT-06`.
    fn initiative_dice(sheet: &Sheet) -> u8 {
        sheet.swan_song().initiative_dice
    }

    /// Reaction and Intuition. `SS-INIT-10`.
    fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
        let sheet = sheet.swan_song();
        (armour::effective_reaction(sheet), sheet.attributes.intuition)
    }

    /// `SS-ACT-24`.
    fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
        TurnBudget::SwanSong(PassBudget::at_pass_start(unit.initiative, unit.sheet.swan_song().action_points))
    }

    /// A unit startled by surprise loses it. `SS-ACT-34`, `SS-SURP-14`, `SS-SURP-20`.
    fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<PhaseStart> {
        let budget = unit.budget.swan_song();
        let after = if unit.startled { budget.end_phase() } else { budget.start_phase() };
        let lost = if unit.startled {
            Some(RuleViolation::new(TurnRefusal::Startled, "SS-SURP-20"))
        } else {
            (after.turn == PhaseTiming::After).then(|| RuleViolation::new(TurnRefusal::NoPoints, "SS-ACT-34"))
        };
        let mut steps = vec![RuleStep::SetTurnBudget {
            unit: unit.id,
            action: None,
            points: 0,
            after: TurnBudget::SwanSong(after),
        }];
        if unit.startled || !unit.surprised_by.is_empty() {
            steps.push(RuleStep::EndSurprise { unit: unit.id });
        }
        Ok(PhaseStart { lost, effects: steps })
    }

    /// Unspent points stay for interrupts; a booster wears off. `SS-ACT-23`, `SS-INIT-19`, `SS-INIT-20`.
    fn end_phase(table: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let after = unit.budget.end_phase();
        let mut steps = vec![RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after }];
        steps.extend(boosters::count_phase(table, unit)?);
        Ok(steps)
    }

    /// Bleeding, last stand, Slow Death. `SS-DMG-23`, `SS-FFYL-14` to
    /// `SS-FFYL-16`, `SS-CALL-47`.
    fn end_round(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        let before = *unit.condition.swan_song();
        let (mut vitals, mut damage, mut cause) = (last_stand::end_round(before), 0, None);
        let mut steps = Vec::new();
        if vitals != before {
            let (text, clause) = match vitals.stand {
                LastStand::None => (LastStandLine::Survives, "SS-FFYL-14"),
                _ => (LastStandLine::InVain, "SS-FFYL-16"),
            };
            steps.push(RuleStep::note(unit.id, text, clause));
        } else if let Some(since) = unit.dying_since
            && health::bleeds_in_round(unit.round, since, unit.sheet.swan_song().attributes.body)
        {
            (vitals, damage, cause) = (health::bleed(vitals), 1, Some(HealthCause::Dying));
        }
        if let Some(drained) =
            called_shot::apply_slow_death(vitals, &unit.ailments, unit.round, switches(rules))
        {
            (vitals, damage) = (drained, damage + called_shot::SLOW_DEATH_STRAIN);
            cause = cause.or(Some(HealthCause::SlowDeath));
        }
        if vitals != before {
            steps.push(RuleStep::ChangeHealth {
                unit: unit.id,
                after: HealthState::SwanSong(vitals),
                damage,
                cause,
            });
        }
        Ok(steps)
    }

    /// Offers a last stand. `SS-FFYL-01` to `SS-FFYL-07`.
    fn avert_defeat(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        down: DownState,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let budget = unit.budget.swan_song();
        let phase = last_stand::phase_left(budget, unit.initiative);
        if !last_stand::ask_to_fight_on(table, (&fighter(unit), &*unit.name, switches(rules)), (down, phase))?
        {
            return Ok(Vec::new());
        }
        let (id, score) = (unit.id, last_stand::LAST_STAND_SCORE);
        let after = Vitals { stand: LastStand::Fighting, ..*unit.condition.swan_song() };
        let mut steps = vec![
            RuleStep::SpendKarma { unit: id, on: KarmaUse::LastStand },
            RuleStep::ChangeHealth { unit: id, after: HealthState::SwanSong(after), damage: 0, cause: None },
        ];
        match last_stand::timing_of_promised_phase(budget.turn, unit.initiative) {
            PromisedPhase::Kept => {}
            PromisedPhase::Now => {
                let fresh = PassBudget::at_pass_start(score, unit.sheet.swan_song().action_points);
                let after = TurnBudget::SwanSong(PassBudget { free_used: budget.free_used, ..fresh });
                steps.push(RuleStep::Record(BattleEvent::ScoreSet { unit: id, score }));
                steps.push(RuleStep::SetTurnBudget { unit: id, action: None, points: 0, after });
            }
            PromisedPhase::NextPass => steps.push(owe_phase(unit)),
        }
        Ok(steps)
    }

    /// `SS-FFYL-05`, `SS-FFYL-07`, `SS-FFYL-17`.
    fn keep_promised_phase(unit: &UnitSnapshot, before: i32) -> Vec<RuleStep> {
        if !unit.condition.swan_song().stand.keeps_standing() {
            return Vec::new();
        }
        let (turn, score) = (unit.budget.swan_song().turn, last_stand::LAST_STAND_SCORE);
        match last_stand::timing_of_wounded_phase(turn, (before, unit.initiative)) {
            PromisedPhase::Kept => Vec::new(),
            PromisedPhase::Now => vec![RuleStep::Record(BattleEvent::ScoreSet { unit: unit.id, score })],
            PromisedPhase::NextPass => vec![owe_phase(unit)],
        }
    }

    /// `SS-ACT-09` to `SS-ACT-31`, `SS-SURP-26`.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        let is_thrown = |held: &HeldWeapon| held.weapon.swan_song().class == WeaponClass::Thrown;
        if request.action == Action::Reload && request.with.is_some_and(is_thrown) {
            return Err(RuleViolation::new(TurnRefusal::ThrownReload, "SS-ACT-47").into());
        }
        let (before, switches) = (unit.budget.swan_song(), &rules.engine);
        let is_called = find_called_shot(request.option).is_some();
        let paid_early =
            pay_while_surprised(*before, !unit.surprised_by.is_empty(), request.action, switches);
        let mut after = paid_early.unwrap_or_else(|| before.pay(request.action, switches))?;
        let category = actions::action_category(request.action, switches);
        if category == ActionCategory::Complex {
            check_complex(&unit.ailments, before.points.saturating_sub(after.points))?;
        }
        let mut actions = count_priced_actions(category, (*before, after));
        if is_called {
            let with_call = after.pay_free(switches)?;
            actions += count_priced_actions(ActionCategory::Free, (after, with_call));
            after = with_call;
        }
        // First Aid is the one action that does not worsen a Bleedout. `SS-CALL-55`
        let condition = health_after_bleeding(unit, actions).filter(|_| request.action != Action::FirstAid);
        Ok(Payment {
            points: before.points.saturating_sub(after.points),
            free: after.free_used.saturating_sub(before.free_used),
            budget: TurnBudget::SwanSong(after),
            cause: condition.as_ref().map(|_| HealthCause::ActionWithBleedout),
            condition,
        })
    }

    /// A called shot also takes the Free Action. Table SS-T6.
    fn price_label(_: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        let price = actions::action_cost(request.action, &rules.engine).label();
        if find_called_shot(request.option).is_some() { format!("{price} + free") } else { price }
    }

    /// It is one action, which bleeds when it begins. `SS-ACT-18`, `SS-CALL-56`.
    fn pay_extended_action(
        unit: &UnitSnapshot,
        progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        let before = *unit.budget.swan_song();
        let actions = i32::from(progress.paid == 0);
        let (after, progress) = before.pay_extended_action(progress)?;
        let points = before.points - after.points;
        let condition = health_after_bleeding(unit, actions);
        let cause = condition.as_ref().map(|_| HealthCause::ActionWithBleedout);
        Ok((Payment { budget: TurnBudget::SwanSong(after), points, free: 0, condition, cause }, progress))
    }

    /// A last stand, unless it can change nothing. `SS-FFYL-02`.
    fn suggested_answer(prompt: &Prompt) -> usize {
        last_stand::suggested_answer(prompt)
    }

    fn answer_without_help(prompt: &Prompt) -> Option<(usize, &'static [&'static str])> {
        last_stand::answer_without_help(prompt)
    }

    /// How long Full Defence lasts. `SS-DEF-05`.
    fn answer_effect(answer: &Answer) -> &'static str {
        answer.label.line().map_or("", |line: &DefenceLabel| line.effect())
    }

    /// The choice of a defence. `SS-ATK-07`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[ReactionPrompt {
            clause: "SS-ATK-07",
            when: "when attacked",
            is_defence: true,
            is_announcement: false,
            answers: &[
                ("standard", "Standard defence"),
                ("full_defense", "Full Defence"),
                ("dodge", "Dodge"),
                ("parry", "Parry"),
                ("block", "Block"),
            ],
        }];
        PROMPTS
    }
}

/// Returns the step that gives a unit a phase at a score of 1 in the next pass. `SS-FFYL-07`.
fn owe_phase(unit: &UnitSnapshot) -> RuleStep {
    let owed = StatusKind::PhaseOwed(last_stand::LAST_STAND_SCORE);
    RuleStep::begin_status_until(unit.id, owed, StatusEnd::EndOfRound(unit.round))
}

/// Counts the actions with a price in a payment: one of a category that has one, or a Free Action that is bought as a
/// Simple Action. `SS-ACT-13`, `SS-CALL-56`.
fn count_priced_actions(category: ActionCategory, (before, after): (PassBudget, PassBudget)) -> i32 {
    let has_price =
        matches!(category, ActionCategory::Simple | ActionCategory::Complex | ActionCategory::Interrupt);
    i32::from(has_price || after.points < before.points)
}

/// Returns the health after this many actions with a price while bleeding out; `None` if it does not change.
/// `SS-CALL-55`, `SS-CALL-56`.
fn health_after_bleeding(unit: &UnitSnapshot, actions: i32) -> Option<HealthState> {
    let before = *unit.condition.swan_song();
    let after = called_shot::apply_bleedout(before, &unit.ailments, actions);
    (after != before).then_some(HealthState::SwanSong(after))
}

/// Returns the interrupt action that pays for a defence method.
pub(super) const fn interrupt_action(method: DefenceMethod) -> Action {
    match method.kind {
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
        assert_eq!(SwanSongRulebook::tie_breakers(&Sheet::SwanSong(burdened.into())), (2, 3));
        assert_eq!(SwanSongRulebook::tie_breakers(&Sheet::SwanSong(sheet().into())), (3, 3));
    }

    #[test]
    fn ss_def_05_an_answer_says_that_full_defense_lasts() {
        let effect = |kind, full_defense| {
            let label = DefenceLabel { method: DefenceMethod { kind, full_defense }, karma: false };
            SwanSongRulebook::answer_effect(&Answer::new("a", label, "SS-DEF-04"))
        };
        assert_eq!(effect(DefenceKind::Standard, true), "lasts until the end of the round");
        assert_eq!(effect(DefenceKind::Parry, true), "lasts until the end of the round");
        assert_eq!(effect(DefenceKind::Dodge, false), "");
    }
}
