//! Rounds, passes, phases, prices and movement.

use super::super::actions::Category;
use super::super::budget::{self, Budget, Turn};
use super::super::switches::RunPenalty;
use super::super::{
    DamageType, PoolKind, WeaponClass, actions, base, called, damage, initiative as scores, movement,
};
use super::combat::called;
use super::{fighter, purse_of};
use crate::dice::{Step, Table};
use crate::rules::engine::{Action, Initiative};
use crate::rules::status::permits_complex;
use crate::rules::{
    Act, Combatant, Condition, Effect, Held, MoveBudget, Paid, PhaseStart, Purse, Refused, RuleSet, Sheet,
    Sprint, Unpaid,
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
    scores::initiative_attribute(&fighter(unit).sheet, unit.condition.swan_song())
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

/// The dying bleed, and those who die slowly. `SS-DMG-23`, `SS-CALL-47`.
///
/// # Errors
/// Never.
pub fn round_ends(_: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Vec<Effect>> {
    let body = unit.sheet.swan_song().attributes.body;
    let bleeds = unit.dying_since.is_some_and(|since| damage::bleeds_at_end_of(unit.round, since, body));
    let (mut vitals, mut damage) = (*unit.condition.swan_song(), 0);
    if bleeds {
        (vitals, damage) = (damage::bleed(vitals), 1);
    }
    if let Some(drained) = called::slow_death(vitals, &unit.ailments, unit.round, &rules.engine) {
        (vitals, damage) = (drained, damage + called::SLOW_DEATH_STRAIN);
    }
    let after = || Condition::SwanSong(vitals);
    Ok((damage > 0)
        .then(|| Effect::Condition { unit: unit.id, after: after(), damage })
        .into_iter()
        .collect())
}

/// `SS-ACT-09` to `SS-ACT-31`.
///
/// # Errors
/// Why it cannot be paid.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let thrown = |held: &Held| held.weapon.swan_song().class == WeaponClass::Thrown;
    if act.action == Action::Reload && act.with.is_some_and(thrown) {
        return Err(Refused::new("what is thrown is gone: there is nothing to load", "SS-ACT-47").into());
    }
    let (before, switches) = (unit.purse.swan_song(), &rules.engine);
    let mut after = before.pay(act.action, switches)?;
    let category = actions::category(act.action, switches);
    if category == Category::Complex {
        permits_complex(&unit.ailments, before.points.saturating_sub(after.points))?;
    }
    if called(act.manner).is_some() {
        after = after.pay_free(switches)?;
    }
    Ok(Paid {
        points: before.points.saturating_sub(after.points),
        free: after.free_used.saturating_sub(before.free_used),
        purse: purse_of(after),
        condition: bled(unit, category),
    })
}

/// What an action with a price costs whoever bleeds out. `SS-CALL-55`, `SS-CALL-56`.
pub(super) fn bled(unit: &Combatant, category: Category) -> Option<Condition> {
    let priced = matches!(category, Category::Simple | Category::Complex | Category::Interrupt);
    let before = *unit.condition.swan_song();
    let after = called::bled_by(before, &unit.ailments, i32::from(priced));
    (after != before).then_some(Condition::SwanSong(after))
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
    let price = match actions::cost(act.action, &rules.engine) {
        actions::Cost::None => String::new(),
        actions::Cost::Free => "free".to_owned(),
        actions::Cost::Points(points) => format!("{points} AP"),
    };
    if called(act.manner).is_some() { format!("{price} + free") } else { price }
}

/// `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `SS-MOVE-10`.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    let (fighter, switches) = (fighter(unit), &rules.engine);
    let sheet = &fighter.sheet;
    let most = movement::sprint_parts(&fighter, switches).pool().min(base::physical_limit(sheet));
    MoveBudget {
        walk_left: movement::hobbled(2 * movement::walk_rate(sheet, unit.prone, switches), &unit.ailments)
            .saturating_sub(unit.walked),
        run: movement::hobbled(2 * movement::run_distance(sheet), &unit.ailments),
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
