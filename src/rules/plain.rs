//! What a book answers that has no rule of its own for something: adapters pass these on.

use super::aberrant::knock::{self, Footing, Surface};
use super::engine::extended::Progress;
use super::engine::timed::Trigger;
use super::engine::{Action, Turn};
use super::status::{Trait, Trial};
use super::swan_song::interception::{self, Watcher};
use super::{
    BarrierOnLine, Burst, Combatant, Condition, Deed, Discharge, Down, Effect, Engagement, Exposure, Fall,
    Forecast, Gist, Ground, Habit, Hazard, Meeting, Outcome, Paid, PhaseStart, Reach, Refused, Remark, Rest,
    RuleSet, Share, Sight, SquareEngagement, Strike, Treatment, Unpaid, Weapon, play,
};
use dice::{Distribution, Step, Table};

/// Hit points of a segment. `SS-BARR-01`.
pub fn wall_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
    barrier.hit_points()
}

/// The whole way, whatever the ground.
///
/// # Errors
/// Never.
pub fn footing(
    _: &mut impl Table,
    _: &Combatant,
    _: Action,
    path: &[Ground],
    _: &RuleSet,
) -> Step<(usize, Vec<Effect>)> {
    Ok((path.len(), Vec::new()))
}

/// Every attack needs somebody or something to be aimed at. `SS-ATK-06`.
///
/// # Errors
/// Always.
pub fn may_attack_square(engagement: &SquareEngagement) -> Result<(), Refused> {
    let text = format!("{} needs somebody or something to aim at", engagement.weapon.name());
    Err(Refused::new(text, "SS-ATK-06"))
}

/// Nothing comes of what is never allowed.
///
/// # Errors
/// Never.
pub fn attack_square(_: &mut impl Table, _: &SquareEngagement) -> Step<Outcome> {
    Ok(Outcome::of(Vec::new()))
}

/// There are no odds to tell.
pub fn forecast_square(_: &SquareEngagement) -> Option<Forecast> {
    None
}

/// Nobody has to look for anybody.
///
/// # Errors
/// Never.
pub fn notice(
    _: &mut impl Table,
    _: &Combatant,
    _: &Combatant,
    _: &Sight,
    _: bool,
    _: &RuleSet,
) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// Nothing is said at the end of a phase.
///
/// # Errors
/// Never.
pub fn closing(
    _: &mut impl Table,
    _: &Combatant,
    _: impl FnOnce() -> Vec<Combatant>,
    _: &RuleSet,
) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// In cover like anybody who takes it.
pub fn begins_in_cover(unit: &Combatant, _: u16, _: &RuleSet) -> Vec<Effect> {
    vec![Effect::CoverTaken { unit: unit.id }]
}

/// Nothing is done before the fight.
pub fn at_deployment(_: &str, _: &RuleSet) -> bool {
    false
}

/// What intercepting costs where the book has no price of its own. `SS-ACT-41`.
///
/// # Errors
/// Too few points.
pub fn intercepts(unit: &Combatant, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let points = rules.engine.ap_intercept;
    let purse =
        unit.purse.spend(points).ok_or(Unpaid::Points { needed: points, left: unit.purse.points() })?;
    Ok(Paid { purse, points, free: 0, condition: None })
}

/// A blow with every melee weapon in hand, bare hands among them. `SS-INTC-07`, `SS-INTC-08`.
pub fn strikes(unit: &Combatant, mover: &Combatant, rules: &RuleSet) -> Vec<Strike> {
    let Ok(paid) = play::intercepts(unit, rules) else { return Vec::new() };
    if !rules.borrows("interception") {
        return Vec::new();
    }
    let watcher = Watcher {
        hostile: unit.side != mover.side,
        conscious: unit.down.is_none(),
        surprised: unit.surprised_by.contains(&mover.id),
        aware: !mover.concealed,
        prone: unit.prone,
    };
    if !interception::may_intercept(watcher) {
        return Vec::new();
    }
    let in_reach =
        unit.held.iter().filter_map(|held| match play::arm(&held.weapon, &unit.sheet, rules).reach {
            Reach::Melee { beyond } => Some((held, beyond)),
            Reach::Ranged { .. } => None,
        });
    (1..)
        .zip(in_reach)
        .map(|(nth, (held, beyond))| Strike {
            key: if nth == 1 {
                interception::STRIKE.to_owned()
            } else {
                format!("{}_{nth}", interception::STRIKE)
            },
            label: format!("Strike with the {}", held.weapon.name()),
            detail: play::weapon_line(unit, &held.weapon, rules),
            weapon: held.weapon.clone(),
            slot: Some(held.slot),
            beyond,
            paid: paid.clone(),
            clause: "SS-INTC-07",
        })
        .collect()
}

/// Any harm ends the movement. `SS-INTC-11`.
pub fn is_stopped(_: &Combatant, damage: u32) -> bool {
    damage > 0
}

/// Nobody slips past.
///
/// # Errors
/// Never.
pub fn evade(_: &mut impl Table, _: &Combatant, _: &RuleSet) -> Step<u32> {
    Ok(0)
}

/// Attacks are made one by one.
///
/// # Errors
/// Always.
pub fn shares(_: &[Engagement]) -> Result<Vec<Share>, Refused> {
    Err(Refused::new("attacks are made one by one here", "SS-MULTI-01"))
}

/// Nothing goes off by itself.
pub fn trigger(_: &Weapon) -> Option<Trigger> {
    None
}

/// Nothing comes of it.
///
/// # Errors
/// Never.
pub fn goes_off(_: &mut impl Table, _: &Discharge) -> Step<Outcome> {
    Ok(Outcome::of(Vec::new()))
}

/// No deed takes longer than a phase.
pub fn deed_rounds(_: &str, _: &RuleSet) -> Option<u32> {
    None
}

/// No action takes longer than a phase.
///
/// # Errors
/// Always.
pub fn pay_towards(_: &Combatant, _: Progress) -> Result<(Paid, Progress), Unpaid> {
    Err(Refused::new("no action takes longer than a phase here", "SS-ACT-05").into())
}

/// No questions of its own that come again and again.
pub fn habits() -> &'static [Habit] {
    &[]
}

/// A held phase with no points left is lost like any other. `SS-DELAY-21`, `SS-ACT-34`.
pub fn phase_resumes(unit: &Combatant) -> PhaseStart {
    let spent = unit.purse.points() == 0;
    let lost = spent.then(|| Refused::new("no action points are left for the held phase", "SS-DELAY-21"));
    let after = unit.purse.at(if spent { Turn::After } else { Turn::Now });
    PhaseStart { lost, effects: vec![Effect::Purse { unit: unit.id, action: None, points: 0, after }] }
}

/// Whoever has to fall falls.
///
/// # Errors
/// Never.
pub fn about_to_fall(_: &mut impl Table, _: &Combatant, _: Down, _: &RuleSet) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// Hidden units surprise nobody by appearing.
pub fn surprises() -> bool {
    false
}

/// Nobody is surprised.
///
/// # Errors
/// Never.
pub fn meet(_: &mut impl Table, _: &Combatant, _: &Meeting<'_>, _: &RuleSet) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// A fight leaves everybody as it is.
///
/// # Errors
/// Never.
pub fn encounter_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Condition> {
    Ok(unit.condition.clone())
}

/// Everybody enters a fight as it left the last one.
pub fn encounter_begins(condition: &Condition) -> Condition {
    condition.clone()
}

/// Rest heals nothing.
pub fn rest(unit: &Combatant, _: Rest, _: &RuleSet) -> Condition {
    unit.condition.clone()
}

/// Nobody can do anything for the wounded.
pub fn treatments(_: &Combatant, _: &RuleSet) -> Vec<Treatment> {
    Vec::new()
}

/// # Errors
/// Always.
pub fn may_treat(deed: &Deed<'_>, rules: &RuleSet) -> Result<(), Refused> {
    let book = rules.book().name();
    Err(Refused::new(format!("{book} knows no `{}` after a fight.", deed.key), ""))
}

/// Nothing happens.
///
/// # Errors
/// Never.
pub fn treat(_: &mut impl Table, _: &Deed<'_>, _: &RuleSet) -> Step<Outcome> {
    Ok(Outcome::of(Vec::new()))
}

/// Nobody hides.
pub fn stays_concealed(_: &Combatant, _: bool, _: &RuleSet) -> bool {
    false
}

/// No ground does harm.
///
/// # Errors
/// Never.
pub fn hazard(_: &mut impl Table, _: &Combatant, _: Hazard, _: &RuleSet) -> Step<Option<Exposure>> {
    Ok(None)
}

/// No ground does harm.
pub fn hazard_remark(_: Hazard, _: &RuleSet) -> Option<Remark> {
    None
}

/// A condition says all of itself.
pub fn aftereffects(_: &Combatant, _: &Condition, _: &RuleSet) -> Vec<Effect> {
    Vec::new()
}

/// Attacks meet one target.
pub fn spread(_: &Engagement, _: &[String]) -> Vec<(u32, Distribution<Gist>)> {
    Vec::new()
}

/// Nothing goes off.
pub fn blast(_: &Combatant, _: &Weapon, _: &RuleSet) -> Option<Burst> {
    None
}

/// A crash is a fall over as many metres. `AB-KNOCK-26`.
///
/// # Errors
/// As the table.
pub fn crash(
    table: &mut impl Table,
    unit: &Combatant,
    metres: u32,
    _: Surface,
    rules: &RuleSet,
) -> Step<Exposure> {
    play::fall(table, unit, Fall { height_cm: 100 * metres, leapt: false }, rules)
}

/// Agility against the metres: ten points of a hundred, or a die, for each. `AB-KNOCK-03`, `AB-KNOCK-04`.
///
/// # Errors
/// As the table.
pub fn keeps_its_feet(
    table: &mut impl Table,
    unit: &Combatant,
    metres: u32,
    rules: &RuleSet,
) -> Step<(bool, Vec<Effect>)> {
    let difficulty = match knock::footing(play::frame(unit, rules), metres) {
        Footing::Firm => return Ok((true, Vec::new())),
        Footing::Swept => return Ok((false, Vec::new())),
        Footing::Shaken { difficulty } => i32::try_from(difficulty).unwrap_or(i32::MAX),
    };
    let trial = Trial::new(&[Trait::Agility], "keep its feet", "AB-KNOCK-04");
    let trial = trial.with(difficulty.saturating_mul(-10), "metres", "AB-KNOCK-04");
    let tried = play::ailment_test(table, unit, &trial, rules)?;
    let effects = tried.after.map(|after| Effect::Condition { unit: unit.id, after, damage: 0 });
    Ok((tried.passed, effects.into_iter().collect()))
}
