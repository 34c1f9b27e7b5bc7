//! Rounds, passes, phases, prices and movement.

use super::super::budget::{self, Budget, Turn};
use super::super::switches::RunPenalty;
use super::super::{DamageType, PoolKind, actions, base, damage, initiative as scores, movement};
use super::{fighter, purse_of};
use crate::dice::{Step, Table};
use crate::rules::engine::{Action, Initiative};
use crate::rules::{
    Act, Combatant, Condition, Effect, MoveBudget, Paid, PhaseStart, Purse, Refused, RuleSet, Sheet, Sprint,
    Unpaid,
};

/// Nothing before the first pass.
pub fn purse(_: &Sheet, _: &RuleSet) -> Purse {
    purse_of(Budget::default())
}

/// `SS-INIT-02` to `SS-INIT-07`.
///
/// # Errors
/// As the table.
pub fn initiative(table: &mut impl Table, unit: &Combatant, paid: bool, _: &RuleSet) -> Step<Initiative> {
    scores::roll(table, &fighter(unit), 0, paid)
}

/// `SS-INIT-01`, `SS-INIT-21`.
pub fn initiative_attribute(unit: &Combatant) -> i32 {
    scores::initiative_attribute(unit.sheet.swan_song(), unit.condition.swan_song())
}

/// `SS-INIT-06`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    sheet.swan_song().initiative_dice
}

/// Reaction and Intuition. `SS-INIT-10`.
pub fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
    let sheet = sheet.swan_song();
    (super::worn::reaction(sheet), sheet.attributes.intuition)
}

/// Points come with passes, not with rounds.
pub fn round_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    unit.purse
}

/// `SS-ACT-24`.
pub fn pass_begins(unit: &Combatant, _: &RuleSet) -> Purse {
    purse_of(Budget::of_pass(unit.initiative, unit.sheet.swan_song().action_points))
}

/// `SS-ACT-34`.
///
/// # Errors
/// Never.
pub fn phase_begins(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<PhaseStart> {
    let after = unit.purse.swan_song().come_to_turn();
    let lost = (after.turn == Turn::After)
        .then(|| Refused::new("no action points are left when its phase comes", "SS-ACT-34"));
    let effects = vec![Effect::Purse { unit: unit.id, action: None, points: 0, after: purse_of(after) }];
    Ok(PhaseStart { lost, effects })
}

/// `SS-ACT-23`.
///
/// # Errors
/// Never.
pub fn phase_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    let after = purse_of(unit.purse.swan_song().end_phase());
    Ok(vec![Effect::Purse { unit: unit.id, action: None, points: 0, after }])
}

/// The dying bleed. `SS-DMG-23`.
///
/// # Errors
/// Never.
pub fn round_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Vec<Effect>> {
    let body = unit.sheet.swan_song().attributes.body;
    let bleeds = unit.dying_since.is_some_and(|since| damage::bleeds_at_end_of(unit.round, since, body));
    let bled = || {
        let after = Condition::SwanSong(damage::bleed(*unit.condition.swan_song()));
        Effect::Condition { unit: unit.id, after, damage: 1 }
    };
    Ok(bleeds.then(bled).into_iter().collect())
}

/// `SS-ACT-09` to `SS-ACT-31`.
///
/// # Errors
/// Why it cannot be paid.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let before = unit.purse.swan_song();
    let after = before.pay(act.action, &rules.engine)?;
    Ok(Paid {
        points: before.points.saturating_sub(after.points),
        free: after.free_used.saturating_sub(before.free_used),
        purse: purse_of(after),
        condition: None,
    })
}

impl From<budget::Unpaid> for Unpaid {
    fn from(why: budget::Unpaid) -> Self {
        match why {
            budget::Unpaid::Points { needed, left } => Self::Points { needed, left },
            budget::Unpaid::FreeUsed => Self::FreeUsed,
            budget::Unpaid::TooEarly | budget::Unpaid::NotItsPhase => Self::NotItsPhase,
            budget::Unpaid::AttackedAlready => Self::AttackedAlready,
            budget::Unpaid::WalkBroken => Self::WalkBroken,
        }
    }
}

/// Table SS-T6.
pub fn price(_: &Combatant, act: Act<'_>, rules: &RuleSet) -> String {
    match actions::cost(act.action, &rules.engine) {
        actions::Cost::None => String::new(),
        actions::Cost::Free => "free".to_owned(),
        actions::Cost::Points(points) => format!("{points} AP"),
        actions::Cost::Rest => "all AP".to_owned(),
    }
}

/// `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `SS-MOVE-10`.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    let (sheet, switches) = (unit.sheet.swan_song(), &rules.engine);
    let most = movement::sprint_parts(&fighter(unit), switches).pool().min(base::physical_limit(sheet));
    MoveBudget {
        walk_left: movement::walk_left(sheet, unit.prone, unit.walked, switches),
        run: 2 * movement::run_distance(sheet),
        runs: unit.runs,
        sprint: 2 * most * u32::from(switches.sprint_m_per_hit),
    }
}

/// `SS-ACT-53`, `SS-MOVE-17`.
///
/// # Errors
/// Why not.
pub fn may_run(unit: &Combatant, announced: bool, rules: &RuleSet) -> Result<(), Refused> {
    if unit.prone {
        return Err(Refused::new("stand up first: nobody runs lying down", "SS-ACT-53"));
    }
    let attacked = unit.purse.swan_song().attacked;
    if movement::may_run(false, attacked, announced, &rules.engine) {
        return Ok(());
    }
    debug_assert_eq!(rules.engine.run_penalty, RunPenalty::WholePhase);
    Err(Refused::new("a run after an attack has to be announced before the attack", "SS-MOVE-17"))
}

/// `SS-MOVE-09` to `SS-MOVE-12`.
///
/// # Errors
/// As the table.
pub fn sprint(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Sprint> {
    let fighter = fighter(unit);
    let came = movement::sprint(table, &fighter, &rules.engine)?;
    let strained = damage::apply_damage(
        fighter.vitals,
        movement::SPRINT_STRAIN,
        PoolKind::Strain,
        DamageType::Kinetic,
        &rules.engine,
    );
    let mut effects: Vec<_> = came.karma.iter().map(|on| Effect::Karma { unit: unit.id, on }).collect();
    let after = Condition::SwanSong(strained.vitals);
    effects.push(Effect::Condition { unit: unit.id, after, damage: movement::SPRINT_STRAIN });
    Ok(Sprint { metres: came.metres, effects })
}

/// Whether this is the one action that a unit pays for defending itself in some way.
pub(super) const fn interrupt(method: super::super::defence::Method) -> Action {
    use super::super::defence::Way;
    match method.way {
        Way::Dodge => Action::Dodge,
        Way::Parry => Action::Parry,
        Way::Block => Action::Block,
        Way::Standard => Action::FullDefense,
    }
}
