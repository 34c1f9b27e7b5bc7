//! Special actions of this book: table CS-T2 beyond what all books have.

use super::payment::{cost_text, pay_combat_action};
use super::turns::{reroll_steps, turn_budget_step};
use super::units::{fighter, switches, weapon_state};
use super::{CircumstancesRulebook, payment, spells, turns};
use crate::circumstances::attacks::jamming::ClearJamContext;
use crate::circumstances::attacks::{grapple, jamming};
use crate::circumstances::damage::cover;
use crate::circumstances::damage::cover::CoverShape;
use crate::circumstances::lines::{
    CircumstancesRefusal, CoverChoiceLine as Line, SpecialActionLabel as Label, SpecialActionResult,
};
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::situational_modifiers::stealth::HideContext;
use crate::circumstances::turn::actions;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::{
    CombatAction, HitLocation, HitLocations, Switches, TurnBudget as OwnBudget, WeaponState,
};
use crate::rulebook::SpecialActionRules;
use crate::status::StatusKind;
use crate::turn_engine::PhaseTiming;
use crate::{
    ActionOutcome, AvailableAction, BattleEvent, CostError, Grip, HeldWeapon, HitResult, Payment, RuleSet,
    RuleStep, RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, WeaponMalfunction,
};
use dice::{Answer, Clause, Prompt, RuleResult, Table};
use model::UnitId;

impl SpecialActionRules for CircumstancesRulebook {
    fn numbered_actions() -> &'static [&'static str] {
        &["full_move", "charge", "engage", "hide"]
    }

    fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        let switches = switches(rules);
        let fighter = fighter(unit, rules);
        let metres = |action: CombatAction| action.move_metres(&fighter, switches).unwrap_or(0);
        let button = |key, action: CombatAction, label: Label, detail: &str| AvailableAction {
            key,
            label: label.into(),
            detail: detail.to_owned(),
            price: cost_text(action.cost(switches)),
            aim: SpecialActionTarget::Nothing,
            clause: action.clause(),
        };
        let mut actions = Vec::new();
        if !unit.prone {
            let detail = format!("Walk up to {} m in one move", metres(CombatAction::FullMove));
            actions.push(button("full_move", CombatAction::FullMove, Label::FullMove, &detail));
            let metres = metres(CombatAction::Charge);
            let detail = format!("Walk up to {metres} m to an enemy and make one melee attack at +10");
            actions.push(button("charge", CombatAction::Charge, Label::Charge, &detail));
        }
        let detail = "Choose what adjacent cover shields; shooting needs head and arms free";
        actions.push(button("cover", CombatAction::UseCover, Label::UseCover, detail));
        let detail = "Enter melee with an adjacent enemy";
        let engage = button("engage", CombatAction::Speak, Label::Engage, detail);
        let aim = SpecialActionTarget::Neighbour;
        actions.push(AvailableAction { clause: "CS-MEL-01", price: String::new(), aim, ..engage });
        if switches.hiding && !unit.concealed {
            let detail = "Concealment test; concealed units cannot be targeted";
            actions.push(button("hide", CombatAction::Hide, Label::Hide, detail));
        }
        if unit.held.iter().any(|held| held.fault == WeaponMalfunction::Jammed) {
            let detail = "BS test; the loaded rounds are lost and the weapon must be reloaded";
            let clear_jam = button("clear_jam", CombatAction::ClearJam, Label::ClearJam, detail);
            actions.push(AvailableAction { aim: SpecialActionTarget::Weapon, ..clear_jam });
        }
        match unit.grip {
            Some(Grip::HeldBy(_)) => {
                let detail = "Strength test to break free";
                actions.push(button("break_hold", CombatAction::BreakHold, Label::BreakFree, detail));
            }
            Some(Grip::Holding(_)) => {
                let detail = "Both units can move again";
                actions.push(button("let_go", CombatAction::LetGo, Label::LetGo, detail));
            }
            None => {}
        }
        actions.extend(spells::spell_actions(unit));
        actions
    }

    fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        let unit = action.unit;
        if let Some(answer) = spells::pay_for_spell(action, rules) {
            return answer;
        }
        match action.key {
            "full_move" => payment::pay_full_move(unit, rules),
            "charge" => payment::pay_charge(unit, rules),
            "cover" => pay_cover(action, rules),
            "engage" => {
                may_engage(action)?;
                // Not an action: it only requires the unit's own turn and the ability to act.
                pay_free(unit, rules)
            }
            "hide" => {
                may_hide(action, rules)?;
                pay_combat_action(unit, CombatAction::Hide, rules)
            }
            "clear_jam" => {
                let held = action.slot.and_then(|slot| unit.held_weapon(slot));
                if held.is_none_or(|held| held.fault != WeaponMalfunction::Jammed) {
                    return Err(RuleViolation::new(CircumstancesRefusal::NotJammed, "CS-JAM-03").into());
                }
                pay_combat_action(unit, CombatAction::ClearJam, rules)
            }
            "break_hold" => pay_combat_action(unit, CombatAction::BreakHold, rules),
            "let_go" => pay_combat_action(unit, CombatAction::LetGo, rules),
            other => {
                let why = CircumstancesRefusal::UnknownAction { key: other.to_owned() };
                Err(RuleViolation::new(why, "CS-BASE-20").into())
            }
        }
    }

    /// Spells and items, whose keys are their names, affect their target.
    fn result_is_about_target(key: &str) -> bool {
        !matches!(key, "hide" | "clear_jam" | "break_hold")
    }

    fn treats_target(action: &SpecialAction<'_>, _: &RuleSet) -> bool {
        spells::heals_target(action)
    }

    fn resolve_special_action(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        if let Some(outcome) = spells::resolve_spell(table, action, rules)? {
            return Ok(outcome);
        }
        let (unit, switches) = (action.unit, switches(rules));
        let fighter = fighter(unit, rules);
        match action.key {
            "cover" => choose_shielded_locations(table, action),
            "engage" => {
                let engage =
                    action.target.map(|(other, _)| RuleStep::Engage { one: unit.id, other: other.id });
                Ok(ActionOutcome::from_effects(engage.into_iter().collect()))
            }
            "hide" => {
                let result = stealth::roll_hide(table, &hide_context(&fighter, action, switches))?;
                let mut steps: Vec<_> = reroll_steps(unit, result.fate_spent, result.curse_spent).collect();
                if result.passed {
                    steps.push(RuleStep::begin_status(unit.id, StatusKind::Concealed));
                }
                let outcomes = (SpecialActionResult::Concealed, SpecialActionResult::NotConcealed);
                Ok(test_outcome(result.passed, outcomes, steps))
            }
            "clear_jam" => match action.slot.and_then(|slot| unit.held_weapon(slot)) {
                Some(held) => clear_weapon_jam(table, action, held, rules),
                None => Ok(ActionOutcome::from_effects(Vec::new())),
            },
            "break_hold" => {
                let result = grapple::roll_break_hold(table, &fighter, switches)?;
                let mut steps: Vec<_> = reroll_steps(unit, result.fate_spent, result.curse_spent).collect();
                if let (true, Some(Grip::HeldBy(holder))) = (result.passed, unit.grip) {
                    steps.extend(turns::release_grapple(unit.id, holder));
                }
                let outcomes = (SpecialActionResult::BreaksFree, SpecialActionResult::StillHeld);
                Ok(test_outcome(result.passed, outcomes, steps))
            }
            "let_go" => {
                let held = if let Some(Grip::Holding(held)) = unit.grip { Some(held) } else { None };
                let steps =
                    held.map(|held| turns::release_grapple(unit.id, held).to_vec()).unwrap_or_default();
                Ok(ActionOutcome::from_effects(steps))
            }
            // A Full Move and a Charge are in the turn budget; the movement follows.
            _ => Ok(ActionOutcome::from_effects(Vec::new())),
        }
    }

    /// Shields all locations except head and arms, which are needed to shoot. `CS-COV-01` to `CS-COV-03`, table CS-T3.
    fn place_in_cover(unit: &UnitSnapshot, cover_cm: u16, _: &RuleSet) -> Vec<RuleStep> {
        vec![
            turn_budget_step(unit, shield_body_and_legs(unit, cover_cm)),
            RuleStep::Record(BattleEvent::CoverTaken { unit: unit.id }),
        ]
    }

    /// The named locations that the new obstacle hides as well. `CS-COV-02`, `CS-COV-03`.
    fn carry_cover(unit: &UnitSnapshot, cover_cm: u16, _: &RuleSet) -> Option<crate::TurnBudget> {
        let budget = *unit.budget.circumstances();
        let cover = CoverShape::from_height(cover_cm);
        let shielded = budget.shielded.intersection(cover.shielded_locations(unit.prone));
        let keeps = cover_cm > 0 && !shielded.is_empty();
        keeps.then(|| super::units::wrap_turn_budget(OwnBudget { shielded, cover, ..budget }))
    }

    fn assume_cover(unit: &mut UnitSnapshot, cover_cm: u16, _: &RuleSet) {
        unit.in_cover = true;
        unit.budget = super::units::wrap_turn_budget(shield_body_and_legs(unit, cover_cm));
    }

    fn cover_action() -> Option<&'static str> {
        Some("cover")
    }

    /// `CS-COV-03`.
    fn allowed_at_deployment(action: &str, _: &RuleSet) -> bool {
        action == "cover"
    }
}

/// The budget of a unit that shields all locations behind an obstacle of this height, except head and arms.
/// `CS-COV-01`, `CS-COV-02`, table CS-T3.
fn shield_body_and_legs(unit: &UnitSnapshot, cover_cm: u16) -> OwnBudget {
    let cover = CoverShape::from_height(cover_cm);
    let shielded = HitLocations::BODY_AND_LEGS.intersection(cover.shielded_locations(unit.prone));
    OwnBudget { shielded, cover, ..*unit.budget.circumstances() }
}

/// Pays nothing; does not end a move.
fn pay_free(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    if unit.budget.circumstances().turn != PhaseTiming::Now {
        return Err(CostError::NotItsPhase);
    }
    payment::may_take_action(unit, CombatAction::Speak, rules)?;
    Ok(Payment::nothing(unit.budget))
}

/// Pays for choosing what cover shields; a unit behind cover may always leave it, and before the first round it may choose any
/// number of times.
fn pay_cover(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    let unit = action.unit;
    if super::units::shielded_locations(unit).is_empty() {
        let object = (action.cover_cm > 0).then(|| CoverShape::from_height(action.cover_cm));
        cover::may_shield(object, unit.prone, HitLocations::NONE).map_err(RuleViolation::from)?;
    }
    if unit.round == 0 {
        return Ok(Payment::nothing(unit.budget));
    }
    pay_combat_action(unit, CombatAction::UseCover, rules)
}

/// Whether a unit may enter melee: with an adjacent enemy that still fights. `CS-MEL-01`.
fn may_engage(action: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let why = match action.target {
        None => CircumstancesRefusal::NothingToEngage,
        Some((other, _)) if other.side == action.unit.side => CircumstancesRefusal::EngagesAlly,
        Some((other, _)) if other.down.is_some() => CircumstancesRefusal::EngagesOutOfAction,
        Some((_, 1)) => return Ok(()),
        Some(_) => CircumstancesRefusal::EngagesTooFar,
    };
    Err(RuleViolation::new(why, "CS-MEL-01"))
}

/// Whether a unit may try to hide at its place. `CS-UNA-05`.
fn may_hide(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    if action.unit.concealed {
        return Err(RuleViolation::new(CircumstancesRefusal::AlreadyConcealed, "CS-UNA-05"));
    }
    let fighter = fighter(action.unit, rules);
    stealth::may_hide(&hide_context(&fighter, action, switches(rules)))
        .map_err(|why| RuleViolation::new(why, "CS-UNA-05"))
}

fn hide_context<'a>(
    fighter: &'a crate::circumstances::Fighter,
    action: &SpecialAction<'_>,
    switches: &'a Switches,
) -> HideContext<'a> {
    HideContext { fighter, ground: action.unit.ground, seen_by_enemy: action.seen, switches }
}

/// The outcome of a test that is not an attack.
fn test_outcome(
    passed: bool,
    (yes, no): (SpecialActionResult, SpecialActionResult),
    steps: Vec<RuleStep>,
) -> ActionOutcome {
    let (contact, outcome) = if passed { (HitResult::Hit, yes) } else { (HitResult::Miss, no) };
    ActionOutcome { contact, net: i32::from(passed), damage: 0, words: outcome.into(), effects: steps }
}

/// `CS-JAM-04` to `CS-JAM-13`.
fn clear_weapon_jam(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    held: &HeldWeapon,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let (unit, fighter) = (action.unit, fighter(action.unit, rules));
    let context = ClearJamContext {
        fighter: &fighter,
        weapon: held.weapon.circumstances(),
        loaded: weapon_state(held, 0),
        weather: unit.weather,
        switches: switches(rules),
    };
    let (after, result) = jamming::roll_clear_jam(table, &context)?;
    let mut steps: Vec<_> = reroll_steps(unit, result.fate_spent, result.curse_spent).collect();
    steps.extend(weapon_steps(unit.id, held, weapon_state(held, 0), after));
    let outcomes = (SpecialActionResult::Cleared, SpecialActionResult::StillJammed);
    Ok(test_outcome(result.passed, outcomes, steps))
}

/// Effects on a weapon: its malfunction, and its rounds if they differ from the battle's count.
pub(crate) fn weapon_steps(
    unit: UnitId,
    held: &HeldWeapon,
    before: WeaponState,
    after: WeaponState,
) -> Vec<RuleStep> {
    let slot = held.slot;
    let mut steps = Vec::new();
    if (after.jammed, after.cleared) != (before.jammed, before.cleared) {
        let fault = match after {
            WeaponState { jammed: true, .. } => WeaponMalfunction::Jammed,
            WeaponState { cleared: true, .. } => WeaponMalfunction::Cleared,
            _ => WeaponMalfunction::None,
        };
        steps.push(RuleStep::Record(BattleEvent::WeaponFaultChanged { unit, weapon: slot, fault }));
    }
    let rounds = u32::from(after.rounds);
    if held.weapon.circumstances().magazine > 0 && rounds != held.loaded {
        steps.push(RuleStep::Record(BattleEvent::AmmunitionSet { unit, weapon: slot, loaded: rounds }));
    }
    steps
}

/// Sets of locations that players can choose at once. `CS-COV-01`, `CS-COV-02`.
const LOCATION_SETS: [(&str, HitLocations, Line, Line); 3] = [
    ("body_and_legs", HitLocations::BODY_AND_LEGS, Line::BodyAndLegs, Line::CanShoot),
    ("all", HitLocations::ALL, Line::Everything, Line::CannotShoot),
    ("all_but_head", HitLocations::ALL.without(HitLocation::Head), Line::AllButHead, Line::CannotShoot),
];

/// Clause of the choice of shielded locations.
const COVER_CLAUSE: Clause = "CS-COV-01";

/// Lets the player choose the shielded locations. `CS-COV-01` to `CS-COV-03`, table CS-T3.
fn choose_shielded_locations(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
) -> RuleResult<ActionOutcome> {
    let unit = action.unit;
    let shape = CoverShape::from_height(action.cover_cm);
    let possible =
        if action.cover_cm == 0 { HitLocations::NONE } else { shape.shielded_locations(unit.prone) };
    let offered_sets: Vec<_> =
        LOCATION_SETS.into_iter().filter(|(_, set, ..)| set.is_within(possible)).collect();
    let chosen = table.ask(|| {
        let mut answers: Vec<_> = offered_sets
            .iter()
            .map(|&(key, _, label, detail)| Answer::new(key, label, COVER_CLAUSE).with_detail(detail))
            .collect();
        if !possible.is_empty() {
            answers.push(Answer::new("choose", Line::ChooseEach, COVER_CLAUSE));
        }
        answers.push(Answer::new("none", Line::Nothing, COVER_CLAUSE).with_detail(Line::OutOfCover));
        Prompt { who: unit.id, question: Line::Ask.into(), clause: COVER_CLAUSE, answers }
    })?;
    let chosen_locations = match offered_sets.get(chosen) {
        Some((_, set, ..)) => *set,
        None if chosen == offered_sets.len() && !possible.is_empty() => {
            choose_each_location(table, unit, possible)?
        }
        None => HitLocations::NONE,
    };
    let mut budget: OwnBudget = *unit.budget.circumstances();
    budget.phase.cover_changed = unit.round > 0;
    let mut steps =
        vec![turn_budget_step(unit, OwnBudget { shielded: chosen_locations, cover: shape, ..budget })];
    match (unit.in_cover, chosen_locations.is_empty()) {
        (false, false) => steps.push(RuleStep::Record(BattleEvent::CoverTaken { unit: unit.id })),
        (true, true) => steps.push(RuleStep::Record(BattleEvent::CoverLeft { unit: unit.id })),
        _ => {}
    }
    steps.push(RuleStep::note(unit.id, Line::Shields(chosen_locations), COVER_CLAUSE));
    Ok(ActionOutcome::from_effects(steps))
}

/// Lets the player choose each location.
fn choose_each_location(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    possible: HitLocations,
) -> RuleResult<HitLocations> {
    let mut chosen_locations = HitLocations::NONE;
    for location in possible.iter() {
        let answer = table.ask(|| Prompt {
            who: unit.id,
            question: Line::AskFor(location).into(),
            clause: COVER_CLAUSE,
            answers: vec![
                Answer::new("in", Line::Shielded, COVER_CLAUSE),
                Answer::new("out", Line::Exposed, COVER_CLAUSE),
            ],
        })?;
        if answer == 0 {
            chosen_locations = chosen_locations.with(location);
        }
    }
    Ok(chosen_locations)
}

/// Whether the unit is on a Charge, has moved at least one square and has not fallen. `CS-TER-06`, table
/// CS-T2.
pub(crate) fn is_charging(unit: &UnitSnapshot, rules: &RuleSet) -> bool {
    let budget = unit.budget.circumstances();
    let can_move = !unit.prone && actions::may_move(&fighter(unit, rules));
    can_move && budget.charge != ChargeState::No && budget.paid_move.half_metres_gone(unit.walked) >= 2
}
