//! Grappling for books that mention it without rules, or do not mention it: the procedure of Aberrant, with contests
//! in the book's own dice. `AB-BASE-10`, `SS-ACT-59`.

use crate::lines::{AilmentRefusal, GrappleContest, GrappleLine, HoldRefusal, SharedActionLabel};
use crate::status;
use crate::status::resolution::roll_ailment_test;
use crate::status::{Ailment, AilmentTest, TestResult, TestTrait};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, BorrowedChapter, CostError, Grip, HitResult, Payment,
    RuleSet, RuleStep, RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, play,
};
use dice::{Clause, Note, RuleResult, Table};

/// Key of grappling a neighbour.
pub const GRAPPLE: &str = "grapple";
/// Key of breaking free from a grapple.
pub const BREAK_FREE: &str = "break_free";
/// Key of reversing a grapple.
pub const TAKE_CONTROL: &str = "take_control";
/// Key of releasing a grapple.
pub const LET_GO: &str = "let_go";

/// Name of the chapter among the borrowed ones.
const CHAPTER: &str = "grappling";
const CLAUSE: Clause = "AB-BASE-10";
/// Percentage points that a broken grip takes from grappling tests: a die each. `SS-CALL-39`.
const BROKEN_GRIP: i32 = -10;
/// Percentage points that a hurt arm takes from an action: six dice. `SS-CALL-60`.
const HURT_ARM: i32 = -60;

/// Entry in the table of borrowed chapters.
pub const BORROWED: BorrowedChapter = BorrowedChapter {
    chapter: CHAPTER,
    from: "Aberrant",
    why: "A unit seizes a neighbour and holds it; both stay where they are. Strength and agility decide, by the tests \
        of the conversion table of ailments.",
    clause: CLAUSE,
    optional: true,
};

/// Whether this battle uses the chapter; books with their own rules for grappling do not.
pub fn in_play(rules: &RuleSet) -> bool {
    rules.borrows(CHAPTER)
}

/// The unit's grapple with a unit that is up; carrying a body does not count.
fn active_grip(unit: &UnitSnapshot) -> Option<Grip> {
    unit.grip.filter(|_| unit.carries.is_none() && unit.down.is_none())
}

/// Whether a unit may leave its square; both units of a grapple stay.
///
/// # Errors
/// Returns the violation if the unit is part of a grapple.
pub fn may_leave_square(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
    if !in_play(rules) || !matches!(action, Action::Walk | Action::Run | Action::Sprint | Action::Evade) {
        return Ok(());
    }
    match active_grip(unit) {
        Some(Grip::HeldBy(_)) => Err(RuleViolation::new(HoldRefusal::MustBreakFree, CLAUSE)),
        Some(Grip::Holding(_)) => Err(RuleViolation::new(HoldRefusal::MustLetGo, CLAUSE)),
        None => Ok(()),
    }
}

/// Whether a unit can grapple another one at all. `AB-BASE-10`, `CS-BASE-37`.
///
/// # Errors
/// Returns the violation if the unit sits in a vehicle, or the other one is a vehicle.
pub fn can_grasp(unit: &UnitSnapshot, other: &UnitSnapshot) -> Result<(), RuleViolation> {
    if unit.ride.is_some() || unit.cabin.is_some() {
        Err(RuleViolation::new(HoldRefusal::InsideVehicle, CLAUSE))
    } else if other.cabin.is_some() {
        Err(RuleViolation::new(HoldRefusal::TargetIsVehicle, CLAUSE))
    } else {
        Ok(())
    }
}

/// Whether a neighbour can be grappled.
fn may_seize(unit: &UnitSnapshot, other: &UnitSnapshot) -> Result<(), RuleViolation> {
    let refused = |why| Err(RuleViolation::new(why, CLAUSE));
    can_grasp(unit, other)?;
    if unit.grip.is_some() || other.grip.is_some() {
        refused(HoldRefusal::AlreadyInGrapple)
    } else if other.down.is_some() {
        refused(HoldRefusal::TargetDown)
    } else if other.side == unit.side && !status::mistakes_sides(&unit.ailments) {
        refused(HoldRefusal::TargetIsFriend)
    } else if !play::has_hands(&unit.sheet) {
        refused(HoldRefusal::NoHands)
    } else {
        Ok(())
    }
}

/// The grappling actions that a unit can take now.
pub fn available_actions(
    unit: &UnitSnapshot,
    neighbours: &[UnitSnapshot],
    rules: &RuleSet,
) -> Vec<AvailableAction> {
    if !in_play(rules) {
        return Vec::new();
    }
    let price = play::price_label(unit, ActionRequest::for_action(Action::UnarmedAttack), rules);
    let offer = |key, label: SharedActionLabel, detail: &str, price: &str, aim| AvailableAction {
        key,
        label: label.into(),
        detail: detail.to_owned(),
        price: price.to_owned(),
        aim,
        clause: CLAUSE,
    };
    match active_grip(unit) {
        Some(Grip::HeldBy(_)) => vec![
            offer(
                BREAK_FREE,
                SharedActionLabel::BreakFree,
                "Opposed Strength test against the grappler.",
                &price,
                SpecialActionTarget::Neighbour,
            ),
            offer(
                TAKE_CONTROL,
                SharedActionLabel::ReverseGrapple,
                "Opposed Strength test against the grappler.",
                &price,
                SpecialActionTarget::Neighbour,
            ),
        ],
        Some(Grip::Holding(_)) => {
            vec![offer(
                LET_GO,
                SharedActionLabel::LetGo,
                "Both may move again.",
                "free",
                SpecialActionTarget::Nothing,
            )]
        }
        None if neighbours.iter().any(|other| may_seize(unit, other).is_ok()) => {
            let detail = "Opposed Strength and Agility test: holds an adjacent unit without damage.";
            vec![offer(GRAPPLE, SharedActionLabel::Grapple, detail, &price, SpecialActionTarget::Neighbour)]
        }
        None => Vec::new(),
    }
}

/// Checks that a Confused unit does not seize an enemy, nor the enemy that holds it. `CS-CONF-02`.
///
/// # Errors
/// Returns the violation if it would.
pub fn check_sides(action: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let seizes = matches!(action.key, GRAPPLE | TAKE_CONTROL);
    let enemy = action.target.is_some_and(|(other, _)| other.side != action.unit.side);
    if seizes && enemy && status::mistakes_sides(&action.unit.ailments) {
        return Err(RuleViolation::new(AilmentRefusal::EnemyLooksFriendly, "CS-CONF-02"));
    }
    Ok(())
}

/// The price of a grappling action, or why it is not possible; `None` for other actions.
pub fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    if !in_play(rules) {
        return None;
    }
    let unit = action.unit;
    let refused = |why: HoldRefusal| Some(Err(RuleViolation::new(why, CLAUSE).into()));
    match (action.key, active_grip(unit), action.target) {
        (GRAPPLE, _, None | Some((_, 2..))) => refused(HoldRefusal::NotAdjacent),
        (GRAPPLE, _, Some((other, _))) => {
            if let Err(why) = may_seize(unit, other) {
                return Some(Err(why.into()));
            }
            Some(play::pay_action(unit, ActionRequest::for_action(Action::UnarmedAttack), rules))
        }
        (BREAK_FREE | TAKE_CONTROL, Some(Grip::HeldBy(by)), Some((other, _))) if other.id == by => {
            Some(play::pay_action(unit, ActionRequest::for_action(Action::UnarmedAttack), rules))
        }
        (BREAK_FREE | TAKE_CONTROL, Some(Grip::HeldBy(_)), _) => refused(HoldRefusal::HeldByAnother),
        (BREAK_FREE | TAKE_CONTROL, ..) => refused(HoldRefusal::NotGrappled),
        (LET_GO, Some(Grip::Holding(_)), _) => Some(Ok(Payment::nothing(unit.budget))),
        (LET_GO, ..) => refused(HoldRefusal::NotGrappling),
        _ => None,
    }
}

/// Resolves a grappling action; `None` for other actions.
pub fn resolve_special_action(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<Option<ActionOutcome>> {
    if !in_play(rules) {
        return Ok(None);
    }
    let unit = action.unit;
    let end = |unit, grip| RuleStep::SetGrip { unit, grip };
    Ok(Some(match (action.key, action.target) {
        (GRAPPLE, Some((other, _))) => {
            let (won, mut effects) =
                resolve_contest(table, (unit, other), &[TestTrait::Athletics], "seize", rules)?;
            if won {
                effects.push(end(unit.id, Some(Grip::Holding(other.id))));
                effects.push(end(other.id, Some(Grip::HeldBy(unit.id))));
            }
            contest_outcome(won, (GrappleLine::Seized, GrappleLine::SlipsAway), effects)
        }
        (BREAK_FREE | TAKE_CONTROL, Some((other, _))) => {
            let (won, mut effects) =
                resolve_contest(table, (unit, other), &[TestTrait::Strength], "break free", rules)?;
            let free = action.key == BREAK_FREE;
            if won {
                let grips = |of| if free { None } else { Some(of) };
                effects.push(end(unit.id, grips(Grip::Holding(other.id))));
                effects.push(end(other.id, grips(Grip::HeldBy(unit.id))));
            }
            let success = if free { GrappleLine::BreaksFree } else { GrappleLine::TakesControl };
            contest_outcome(won, (success, GrappleLine::StillHeld), effects)
        }
        (LET_GO, _) => match active_grip(unit) {
            Some(Grip::Holding(other)) => {
                ActionOutcome::from_effects([unit.id, other].map(|one| end(one, None)).into())
            }
            _ => ActionOutcome::from_effects(Vec::new()),
        },
        _ => return Ok(None),
    }))
}

fn contest_outcome(
    won: bool,
    (success, failure): (GrappleLine, GrappleLine),
    effects: Vec<RuleStep>,
) -> ActionOutcome {
    let (contact, words) = if won { (HitResult::Hit, success) } else { (HitResult::Miss, failure) };
    ActionOutcome {
        contact,
        net: i32::from(won),
        words: words.into(),
        ..ActionOutcome::from_effects(effects)
    }
}

/// Resolves an opposed test: the better result wins, ties go to the defender, and the helpless do not resist.
/// `AB-BASE-03`, `AB-BASE-10`, `SS-CALL-39`.
fn resolve_contest(
    table: &mut impl Table,
    (acts, resists): (&UnitSnapshot, &UnitSnapshot),
    of: &'static [TestTrait],
    why: &'static str,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<RuleStep>)> {
    let mut effects = Vec::new();
    let mut roll = |table: &mut _, unit: &UnitSnapshot, why| -> RuleResult<i32> {
        let broken = unit.ailments.iter().filter(|one| one.ailment == Ailment::BrokenGrip).count();
        let lost = BROKEN_GRIP * i32::try_from(broken).unwrap_or(i32::MAX);
        // Resisting is no action. `SS-CALL-60`
        let hurt =
            if unit.id == acts.id && status::has(&unit.ailments, Ailment::HurtArm) { HURT_ARM } else { 0 };
        let (reason, clause) =
            if hurt == 0 { ("broken grip", "SS-CALL-39") } else { ("hurt arm", "SS-CALL-60") };
        let test = AilmentTest::new(of, why, CLAUSE).with_bonus(lost + hurt, reason, clause);
        let result: TestResult = roll_ailment_test(table, unit, &test, rules)?;
        effects.extend(result.cost_steps(unit.id));
        Ok(result.degree)
    };
    let own = roll(table, acts, why)?;
    let other =
        if status::may_evade(&resists.ailments) { Some(roll(table, resists, "resist")?) } else { None };
    let won = other.map_or(own > 0, |other| own > other);
    table.note(|| Note::new(CLAUSE, GrappleContest { own, other, won }));
    Ok((won, effects))
}

#[cfg(test)]
mod tests;
