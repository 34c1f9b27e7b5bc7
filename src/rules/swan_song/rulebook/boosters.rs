//! Implants and drugs that change attributes and Initiative Dice within a round.

use std::fmt;

use super::SwanSongRulebook;
use crate::lines::CountOf;
use crate::rulebook::TurnRules;
use crate::status::StatusKind;
use crate::swan_song::Booster;
use crate::swan_song::lines::recovery::{RecoveryLabel, SpecialActionRefusal};
use crate::turn_engine::initiative::{change_attribute, change_dice, initiative_dice};
use crate::turn_engine::{Action, InitiativeScore, actions};
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, BattleEvent, BoosterState, CostError, Payment, RuleSet,
    RuleStep, RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot,
};
use dice::{Clause, RuleLine, RuleResult, Table};

/// Key of the action.
const USE_BOOSTER: &str = "use_booster";
/// Clause of the action and its price.
const CLAUSE: Clause = "SS-ACT-55";

/// What a booster adds: "reflex booster: +2 Reaction, +1 Initiative Dice, 3 phases".
#[derive(Clone, Debug)]
struct BoosterText(Booster);

impl fmt::Display for BoosterText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Booster { name, attributes, initiative_dice, phases } = &self.0;
        write!(f, "{name}:")?;
        for (attribute, points) in attributes {
            write!(f, " +{points} {},", <&str>::from(*attribute))?;
        }
        if *initiative_dice > 0 {
            write!(f, " +{initiative_dice} Initiative Dice,")?;
        }
        write!(f, " {}", CountOf((*phases).into(), "turn"))
    }
}

/// Note of the use: "uses reflex booster: +2 Reaction, +1 Initiative Dice, 3 phases".
#[derive(Clone, Debug)]
struct BoosterNote(BoosterText);

impl fmt::Display for BoosterNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uses {}", self.0)
    }
}

impl RuleLine for BoosterNote {}

/// Returns a unit's booster; `None` if it has none or has used it up.
fn usable_booster(unit: &UnitSnapshot) -> Option<&Booster> {
    unit.sheet.swan_song().booster.as_ref().filter(|_| !unit.booster.used)
}

/// Lists the use of a unit's booster.
pub(super) fn list_action(unit: &UnitSnapshot, rules: &RuleSet) -> Option<AvailableAction> {
    let booster = BoosterText(usable_booster(unit)?.clone());
    Some(AvailableAction {
        key: USE_BOOSTER,
        label: RecoveryLabel::UseBooster.into(),
        detail: format!("Once in a battle. {booster}, this one included."),
        price: actions::action_cost(Action::UseItem, &rules.engine).label(),
        aim: SpecialActionTarget::Nothing,
        clause: CLAUSE,
    })
}

/// Pays for the use of a booster; `None` if the action is another one or the unit has no booster.
pub(super) fn pay_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    let unit = action.unit;
    if action.key != USE_BOOSTER || unit.sheet.swan_song().booster.is_none() {
        return None;
    }
    Some(match usable_booster(unit) {
        Some(_) => SwanSongRulebook::pay_action(unit, ActionRequest::for_action(Action::UseItem), rules),
        None => Err(RuleViolation::new(SpecialActionRefusal::BoosterUsed, CLAUSE).into()),
    })
}

/// Switches a unit's booster on: score and dice change at once. `None` if the action is another one. `SS-ACT-55`,
/// `SS-INIT-15`, `SS-INIT-16`, `SS-INIT-18`.
pub(super) fn resolve_action(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
) -> RuleResult<Option<ActionOutcome>> {
    let unit = action.unit;
    let Some(booster) = usable_booster(unit).filter(|_| action.key == USE_BOOSTER) else { return Ok(None) };
    let mut steps = vec![
        RuleStep::begin_status(unit.id, StatusKind::BoosterUsed),
        RuleStep::begin_status(unit.id, StatusKind::Boosted(booster.phases)),
    ];
    steps.extend(change_initiative(table, unit, booster.phases)?);
    let words = BoosterNote(BoosterText(booster.clone())).into();
    Ok(Some(ActionOutcome { words, ..ActionOutcome::from_effects(steps) }))
}

/// Counts the end of a phase for a unit's booster, and switches it off after the last one. `SS-INIT-17`, `SS-INIT-19`,
/// `SS-INIT-20`.
pub(super) fn count_phase(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<Vec<RuleStep>> {
    let left = unit.booster.phases;
    let mut steps = Vec::new();
    if left > 0 {
        steps.push(RuleStep::end_status(unit.id, StatusKind::Boosted(left)));
    }
    match left {
        0 => {}
        1 => steps.extend(change_initiative(table, unit, 0)?),
        _ => steps.push(RuleStep::begin_status(unit.id, StatusKind::Boosted(left - 1))),
    }
    Ok(steps)
}

/// Changes the Initiative attribute first, then the dice, to those with the booster on for this number of phases.
fn change_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    phases: u8,
) -> RuleResult<impl Iterator<Item = RuleStep>> {
    let changed = UnitSnapshot { booster: BoosterState { phases, ..unit.booster }, ..unit.clone() };
    let [dice_before, dice_after] =
        [unit, &changed].map(|unit| initiative_dice(super::effective_sheet(unit).initiative_dice, 0, false));
    // Dice bought with Karma for this round are more than the unit's own, and stay. `SS-INIT-07`.
    let dice = if unit.initiative_dice == dice_before { dice_after } else { unit.initiative_dice };
    let before = InitiativeScore {
        score: unit.initiative,
        attribute: SwanSongRulebook::initiative_attribute(unit),
        dice: unit.initiative_dice,
    };
    let moved = change_attribute(before, SwanSongRulebook::initiative_attribute(&changed));
    let after = change_dice(table, unit.id, moved, dice)?;
    let id = unit.id;
    let attribute = (moved != before).then_some(BattleEvent::InitiativeChanged {
        unit: id,
        by: moved.score - before.score,
        attribute: moved.attribute,
    });
    let dice = (after != moved).then_some(BattleEvent::InitiativeDiceChanged {
        unit: id,
        by: after.score - moved.score,
        dice: after.dice,
    });
    Ok(attribute.into_iter().chain(dice).map(RuleStep::Record))
}
