//! Rounds, passes, phases, prices and movement: the shared engine's, with this book's prices.

use super::super::{engine, purse as prices, recovery};
use super::{fighter, switches};
use crate::engine::{Action, Initiative, Turn};
use crate::swan_song::actions;
use crate::{
    Act, Combatant, Condition, DAY, Effect, MoveBudget, Paid, PhaseStart, Purse, Refused, Rest, RuleSet,
    Sheet, Sprint, Unpaid,
};
use dice::{Step, Table};

/// Nothing before the first pass.
pub fn purse(_: &Sheet, _: &RuleSet) -> Purse {
    Purse::AttacksAndDamage(prices::Purse::default())
}

/// `SS-INIT-02`, `SS-INIT-04`; there is no Karma to pay for dice.
///
/// # Errors
/// As the table.
pub fn initiative(table: &mut impl Table, unit: &Combatant, _: bool, _: &RuleSet) -> Step<Initiative> {
    engine::roll_initiative(table, &fighter(unit))
}

/// Reaction and Intuition; wounds leave them alone. `SS-INIT-01`, `AD-BASE-20`.
pub fn initiative_attribute(unit: &Combatant) -> i32 {
    engine::initiative_parts(unit.sheet.attacks_and_damage()).sum()
}

/// Dice of the score. `SS-INIT-02`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    sheet.attacks_and_damage().initiative_dice
}

/// Reaction and Intuition. `SS-INIT-10`.
pub fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
    let attributes = &sheet.attacks_and_damage().attributes;
    (attributes.reaction, attributes.intuition)
}

/// Points come with passes, not with rounds.
pub fn round_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    unit.purse
}

/// `AD-BASE-07`, `AD-BASE-09`.
pub fn pass_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    let points = unit.sheet.attacks_and_damage().action_points;
    Purse::AttacksAndDamage(prices::Purse::of_pass(unit.initiative, points))
}

/// The unit's turn starts: its defence recovers. `AD-BASE-09`, `AD-FREQ-04` to `AD-FREQ-06`.
///
/// # Errors
/// Never.
pub fn phase_begins(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<PhaseStart> {
    let after = unit.purse.attacks_and_damage().come_to_turn();
    let (action, id) = (None, unit.id);
    let mut effects =
        vec![Effect::Purse { unit: id, action, points: 0, after: Purse::AttacksAndDamage(after) }];
    if after.budget.turn == Turn::After {
        let lost = Some(Refused::new("no action points are left when its phase comes", "SS-ACT-34"));
        return Ok(PhaseStart { lost, effects });
    }
    let before = unit.condition.attacks_and_damage();
    let rested = engine::at_turn_start(before);
    if rested != *before {
        let after = Condition::AttacksAndDamage(rested);
        effects.push(Effect::Condition { unit: id, after, damage: 0 });
    }
    Ok(PhaseStart { lost: None, effects })
}

/// `SS-ACT-23`.
///
/// # Errors
/// Never.
pub fn phase_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    let after = Purse::AttacksAndDamage(unit.purse.attacks_and_damage().end_phase());
    Ok(vec![Effect::Purse { unit: unit.id, action: None, points: 0, after }])
}

/// Nothing happens: the penalty for defending crosses rounds. `AD-FREQ-08`.
///
/// # Errors
/// Never.
pub fn round_ends(_: &mut impl Table, _: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// `AD-BASE-07`, `AD-BASE-19`, `AD-KD-09`, `AD-KD-10`.
///
/// # Errors
/// Why it cannot be paid.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    if unit.down.is_some() {
        return Err(Refused::new("it is out of the fight", "AD-BASE-13").into());
    }
    let (before, own) = (unit.purse.attacks_and_damage(), switches(rules));
    match act.action {
        Action::Walk | Action::Run => engine::may_move(unit.prone, own)?,
        Action::StandUp if !unit.prone => {
            return Err(Refused::new("it stands already", "AD-KD-09").into());
        }
        _ => {}
    }
    let after = before.pay(act.action, own, &rules.engine)?;
    Ok(Paid {
        points: before.budget.points.saturating_sub(after.budget.points),
        free: after.budget.free_used.saturating_sub(before.budget.free_used),
        purse: Purse::AttacksAndDamage(after),
        condition: None,
    })
}

/// The book's own prices, else those of table SS-T6.
pub fn price(_: &Combatant, act: Act<'_>, rules: &RuleSet) -> String {
    let cost = match prices::price(act.action, switches(rules)) {
        Some(price) if price.0 == 0 => actions::Cost::Free,
        Some(price) => actions::Cost::Points(price.0),
        None => actions::cost(act.action, &rules.engine),
    };
    match cost {
        actions::Cost::None => String::new(),
        actions::Cost::Free => "free".to_owned(),
        actions::Cost::Points(points) => format!("{points} AP"),
        actions::Cost::Rest => "all AP".to_owned(),
    }
}

/// `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `AD-KD-10`; there are no sprints.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    let sheet = unit.sheet.attacks_and_damage();
    MoveBudget {
        walk_left: (2 * engine::walk_rate(sheet, unit.prone, switches(rules))).saturating_sub(unit.walked),
        run: 2 * engine::run_distance(sheet),
        runs: unit.runs,
        sprint: 0,
    }
}

/// One run a round, on one's feet; attacks before it do not matter, for running makes none harder. `SS-MOVE-07`.
///
/// # Errors
/// Why not.
pub fn may_run(unit: &Combatant, _: bool, rules: &RuleSet) -> Result<(), Refused> {
    engine::may_move(unit.prone, switches(rules))?;
    if unit.prone {
        return Err(Refused::new("stand up first: nobody runs lying down", "SS-ACT-53"));
    }
    if unit.runs > 0 {
        return Err(Refused::new("one run a round: this book has no sprint", "SS-MOVE-08"));
    }
    Ok(())
}

/// There are no sprints: nothing is gained.
///
/// # Errors
/// Never.
pub fn sprint(_: &mut impl Table, _: &Combatant, _: &RuleSet) -> Step<Sprint> {
    Ok(Sprint { metres: 0, effects: Vec::new() })
}

/// Light boxes clear. `AD-BASE-21`, `AD-FREQ-11`.
///
/// # Errors
/// Never.
pub fn encounter_ends(_: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Condition> {
    Ok(recovered(unit, 0, rules))
}

/// A Critical box a day. `AD-BASE-21`.
pub fn rest(unit: &Combatant, rest: Rest, rules: &RuleSet) -> Condition {
    recovered(unit, rest.times(DAY), rules)
}

fn recovered(unit: &Combatant, days: u32, rules: &RuleSet) -> Condition {
    let condition = unit.condition.attacks_and_damage();
    Condition::AttacksAndDamage(recovery::recover(condition, days, switches(rules)))
}
