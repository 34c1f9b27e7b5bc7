//! Rounds, passes, phases, prices and movement.

use super::super::actions::Category;
use super::super::budget::{self, Budget, Turn};
use super::super::last_stand::{self, LastStand, Promise};
use super::super::switches::RunPenalty;
use super::super::{
    DamageType, KarmaUse, PoolKind, Vitals, WeaponClass, actions, base, called, damage, initiative as scores,
    movement,
};
use super::combat::called;
use super::surprise::pay_early;
use super::{fighter, purse_of};
use crate::engine::{Action, Initiative};
use crate::status::permits_complex;
use crate::{
    Act, Combatant, Condition, Down, Effect, Held, MoveBudget, Paid, PhaseStart, Purse, Refused, RuleSet,
    Sheet, Sprint, Unpaid,
};
use dice::{Step, Table};

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

/// `SS-ACT-34`, `SS-SURP-14`, `SS-SURP-20`.
///
/// # Errors
/// Never.
pub fn phase_begins(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<PhaseStart> {
    let budget = unit.purse.swan_song();
    let after = if unit.startled { budget.end_phase() } else { budget.come_to_turn() };
    let lost = if unit.startled {
        Some(Refused::new("startled: it does not act in its first phase", "SS-SURP-20"))
    } else {
        (after.turn == Turn::After)
            .then(|| Refused::new("no action points are left when its phase comes", "SS-ACT-34"))
    };
    let mut effects = vec![Effect::Purse { unit: unit.id, action: None, points: 0, after: purse_of(after) }];
    if unit.startled || !unit.surprised_by.is_empty() {
        effects.push(Effect::Composed { unit: unit.id });
    }
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

/// A unit about to fall may fight for its life instead. `SS-FFYL-01` to `SS-FFYL-07`.
///
/// # Errors
/// As the table.
pub fn about_to_fall(table: &mut impl Table, unit: &Combatant, down: Down, _: &RuleSet) -> Step<Vec<Effect>> {
    if !last_stand::offer(table, &fighter(unit), down)? {
        return Ok(Vec::new());
    }
    let (id, score) = (unit.id, last_stand::SCORE);
    let after = Vitals { stand: LastStand::Fighting, ..*unit.condition.swan_song() };
    let mut effects = vec![
        Effect::Karma { unit: id, on: KarmaUse::LastStand },
        Effect::Condition { unit: id, after: Condition::SwanSong(after), damage: 0 },
    ];
    let budget = unit.purse.swan_song();
    match last_stand::promise(budget.turn, unit.initiative) {
        Promise::Kept => {}
        Promise::Now => {
            let fresh = Budget::of_pass(score, unit.sheet.swan_song().action_points);
            let after = purse_of(Budget { free_used: budget.free_used, ..fresh });
            effects.push(Effect::Score { unit: id, score });
            effects.push(Effect::Purse { unit: id, action: None, points: 0, after });
        }
        Promise::NextPass => effects.push(Effect::PhaseOwed { unit: id, score }),
    }
    Ok(effects)
}

/// The dying bleed, a fight for life ends, and those who die slowly suffer. `SS-DMG-23`, `SS-FFYL-14` to
/// `SS-FFYL-16`, `SS-CALL-47`.
///
/// # Errors
/// Never.
pub fn round_ends(_: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Vec<Effect>> {
    let before = *unit.condition.swan_song();
    let (mut vitals, mut damage) = (last_stand::round_ends(before), 0);
    let mut effects = Vec::new();
    if vitals != before {
        let (text, clause) = match vitals.stand {
            LastStand::None => ("has fought for its life and won", "SS-FFYL-14"),
            _ => ("has fought for its life in vain", "SS-FFYL-16"),
        };
        effects.push(Effect::Told { unit: unit.id, text: text.to_owned(), clause });
    } else if let Some(since) = unit.dying_since
        && damage::bleeds_at_end_of(unit.round, since, unit.sheet.swan_song().attributes.body)
    {
        (vitals, damage) = (damage::bleed(vitals), 1);
    }
    if let Some(drained) = called::slow_death(vitals, &unit.ailments, unit.round, &rules.engine) {
        (vitals, damage) = (drained, damage + called::SLOW_DEATH_STRAIN);
    }
    if vitals != before {
        effects.push(Effect::Condition { unit: unit.id, after: Condition::SwanSong(vitals), damage });
    }
    Ok(effects)
}

/// `SS-ACT-09` to `SS-ACT-31`, `SS-SURP-26`.
///
/// # Errors
/// Why it cannot be paid.
pub fn pay(unit: &Combatant, act: Act<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let thrown = |held: &Held| held.weapon.swan_song().class == WeaponClass::Thrown;
    if act.action == Action::Reload && act.with.is_some_and(thrown) {
        return Err(Refused::new("what is thrown is gone: there is nothing to load", "SS-ACT-47").into());
    }
    let (before, switches) = (unit.purse.swan_song(), &rules.engine);
    let early = pay_early(*before, !unit.surprised_by.is_empty(), act.action, switches);
    let mut after = early.unwrap_or_else(|| before.pay(act.action, switches))?;
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
        // First Aid is the one thing that lets nothing bleed. `SS-CALL-55`
        condition: bled(unit, category).filter(|_| act.action != Action::FirstAid),
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
        actions::Cost::Rest => "all AP".to_owned(),
    };
    if called(act.manner).is_some() { format!("{price} + free") } else { price }
}

/// `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `SS-MOVE-10`, `SS-FFYL-08`.
pub fn move_budget(unit: &Combatant, rules: &RuleSet) -> MoveBudget {
    let (fighter, switches) = (fighter(unit), &rules.engine);
    let (sheet, vitals) = (&fighter.sheet, &fighter.vitals);
    let most = movement::sprint_parts(&fighter, switches).pool().min(base::physical_limit(sheet));
    let rate = |metres| movement::hobbled(2 * last_stand::rate(metres, vitals), &unit.ailments);
    MoveBudget {
        walk_left: rate(movement::walk_rate(sheet, unit.prone, switches)).saturating_sub(unit.walked),
        run: rate(movement::run_distance(sheet)),
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
