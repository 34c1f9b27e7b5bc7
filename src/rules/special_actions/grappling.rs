//! Seizing, holding and breaking free in books that name it and do not explain it, or do not know it: the procedure of
//! Aberrant, with contests in the book's own dice. `AB-BASE-10`, `SS-ACT-59`.

use crate::status;
use crate::status::resolution::roll_ailment_test;
use crate::status::{Ailment, AilmentTest, TestResult, TestTrait};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, BorrowedChapter, CostError, Effect, Grip, HitResult,
    Payment, RuleSet, RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, play,
};
use dice::{Clause, Note, RuleResult, Table};

/// Key of seizing a neighbour.
pub const GRAPPLE: &str = "grapple";
/// Key of getting free of a grip.
pub const BREAK_FREE: &str = "break_free";
/// Key of turning a grip around.
pub const TAKE_CONTROL: &str = "take_control";
/// Key of letting go.
pub const LET_GO: &str = "let_go";

/// The chapter, where a book borrows it.
const CHAPTER: &str = "grappling";
const CLAUSE: Clause = "AB-BASE-10";
/// Points of a hundred that a broken grip takes from wrestling: a die each. `SS-CALL-39`.
const BROKEN_GRIP: i32 = -10;

/// The line of the chapter in the table of what a book borrows.
pub const BORROWED: BorrowedChapter = BorrowedChapter {
    chapter: CHAPTER,
    from: "Aberrant",
    why: "Who seizes a neighbour holds it, and both stay where they are: strength and agility against each other, by \
        the tests of the translation of ailments.",
    clause: CLAUSE,
    optional: true,
};

/// Whether this fight wrestles by this chapter; books with rules of their own do not.
pub fn in_play(rules: &RuleSet) -> bool {
    rules.borrows(CHAPTER)
}

/// A grip on somebody who is up; a body that is carried is none.
fn active_grip(unit: &UnitSnapshot) -> Option<Grip> {
    unit.grip.filter(|_| unit.carries.is_none() && unit.down.is_none())
}

/// Both ends of a grip stay where they are.
///
/// # Errors
/// Why a unit may not leave its square.
pub fn may_leave_square(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
    if !in_play(rules) || !matches!(action, Action::Walk | Action::Run | Action::Sprint | Action::Evade) {
        return Ok(());
    }
    match active_grip(unit) {
        Some(Grip::HeldBy(_)) => Err(RuleViolation::new("it is held and has to break free first", CLAUSE)),
        Some(Grip::Holding(_)) => {
            Err(RuleViolation::new("it holds somebody and has to let go first", CLAUSE))
        }
        None => Ok(()),
    }
}

/// Whether a unit can get hold of another one at all. `AB-BASE-10`, `CS-BASE-37`.
///
/// # Errors
/// Why not: it sits in a vehicle, or the other one is a vehicle.
pub fn can_grasp(unit: &UnitSnapshot, other: &UnitSnapshot) -> Result<(), RuleViolation> {
    if unit.ride.is_some() || unit.cabin.is_some() {
        Err(RuleViolation::new("out of a vehicle nobody is seized", CLAUSE))
    } else if other.cabin.is_some() {
        Err(RuleViolation::new("nobody gets hold of a vehicle", CLAUSE))
    } else {
        Ok(())
    }
}

/// Whether a neighbour can be seized.
fn may_seize(unit: &UnitSnapshot, other: &UnitSnapshot) -> Result<(), RuleViolation> {
    let refused = |text: &str| Err(RuleViolation::new(text, CLAUSE));
    can_grasp(unit, other)?;
    if unit.grip.is_some() || other.grip.is_some() {
        refused("somebody holds or is held already")
    } else if other.down.is_some() {
        refused("whoever is down need not be held")
    } else if other.side == unit.side {
        refused("that is a friend")
    } else if !play::has_hands(&unit.sheet) {
        refused("it has no hands to seize with")
    } else {
        Ok(())
    }
}

/// What wrestling lets a unit do: buttons of the action bar.
pub fn available_actions(
    unit: &UnitSnapshot,
    neighbours: &[UnitSnapshot],
    rules: &RuleSet,
) -> Vec<AvailableAction> {
    if !in_play(rules) {
        return Vec::new();
    }
    let price = play::price(unit, ActionRequest::for_action(Action::UnarmedAttack), rules);
    let offer = |key, label: &str, detail: &str, price: &str, aim| AvailableAction {
        key,
        label: label.to_owned(),
        detail: detail.to_owned(),
        price: price.to_owned(),
        aim,
        clause: CLAUSE,
    };
    match active_grip(unit) {
        Some(Grip::HeldBy(_)) => vec![
            offer(
                BREAK_FREE,
                "Break free",
                "Strength against the holder's.",
                &price,
                SpecialActionTarget::Neighbour,
            ),
            offer(
                TAKE_CONTROL,
                "Turn the grip",
                "Strength against the holder's.",
                &price,
                SpecialActionTarget::Neighbour,
            ),
        ],
        Some(Grip::Holding(_)) => {
            vec![offer(LET_GO, "Let go", "Both may move again.", "free", SpecialActionTarget::Nothing)]
        }
        None if neighbours.iter().any(|other| may_seize(unit, other).is_ok()) => {
            let detail = "Strength and agility against each other: holds a neighbour, and does no harm.";
            vec![offer(GRAPPLE, "Grapple", detail, &price, SpecialActionTarget::Neighbour)]
        }
        None => Vec::new(),
    }
}

/// Whether such a deed may be done, and its price; `None` for other deeds.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    if !in_play(rules) {
        return None;
    }
    let unit = deed.unit;
    let refused = |text: &str| Some(Err(RuleViolation::new(text, CLAUSE).into()));
    match (deed.key, active_grip(unit), deed.target) {
        (GRAPPLE, _, None | Some((_, 2..))) => refused("only a neighbour can be seized"),
        (GRAPPLE, _, Some((other, _))) => {
            if let Err(why) = may_seize(unit, other) {
                return Some(Err(why.into()));
            }
            Some(play::pay(unit, ActionRequest::for_action(Action::UnarmedAttack), rules))
        }
        (BREAK_FREE | TAKE_CONTROL, Some(Grip::HeldBy(by)), Some((other, _))) if other.id == by => {
            Some(play::pay(unit, ActionRequest::for_action(Action::UnarmedAttack), rules))
        }
        (BREAK_FREE | TAKE_CONTROL, Some(Grip::HeldBy(_)), _) => refused("somebody else holds it"),
        (BREAK_FREE | TAKE_CONTROL, ..) => refused("nobody holds it"),
        (LET_GO, Some(Grip::Holding(_)), _) => {
            let purse = unit.purse;
            Some(Ok(Payment { purse, points: 0, free: 0, condition: None }))
        }
        (LET_GO, ..) => refused("it holds nobody"),
        _ => None,
    }
}

/// Does such a deed; `None` for other deeds.
///
/// # Errors
/// As the table.
pub fn perform(
    table: &mut impl Table,
    deed: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<Option<ActionOutcome>> {
    if !in_play(rules) {
        return Ok(None);
    }
    let unit = deed.unit;
    let end = |unit, grip| Effect::Grip { unit, grip };
    Ok(Some(match (deed.key, deed.target) {
        (GRAPPLE, Some((other, _))) => {
            let (won, mut effects) =
                resolve_contest(table, (unit, other), &[TestTrait::Athletics], "seize", rules)?;
            if won {
                effects.push(end(unit.id, Some(Grip::Holding(other.id))));
                effects.push(end(other.id, Some(Grip::HeldBy(unit.id))));
            }
            contest_outcome(won, "seized", "slips away", effects)
        }
        (BREAK_FREE | TAKE_CONTROL, Some((other, _))) => {
            let (won, mut effects) =
                resolve_contest(table, (unit, other), &[TestTrait::Strength], "break free", rules)?;
            let free = deed.key == BREAK_FREE;
            if won {
                let grips = |of| if free { None } else { Some(of) };
                effects.push(end(unit.id, grips(Grip::Holding(other.id))));
                effects.push(end(other.id, grips(Grip::HeldBy(unit.id))));
            }
            contest_outcome(won, if free { "breaks free" } else { "takes control" }, "still held", effects)
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

fn contest_outcome(won: bool, success: &str, failure: &str, effects: Vec<Effect>) -> ActionOutcome {
    let contact = if won { HitResult::Hit } else { HitResult::Miss };
    let words = if won { success } else { failure }.to_owned();
    ActionOutcome { contact, net: i32::from(won), words, ..ActionOutcome::from_effects(effects) }
}

/// One wrestles with another: the better test wins, ties go to whoever resists, and the helpless do not resist.
/// `AB-BASE-03`, `AB-BASE-10`, `SS-CALL-39`.
fn resolve_contest(
    table: &mut impl Table,
    (acts, resists): (&UnitSnapshot, &UnitSnapshot),
    of: &'static [TestTrait],
    why: &'static str,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<Effect>)> {
    let mut effects = Vec::new();
    let mut roll = |table: &mut _, unit: &UnitSnapshot, why| -> RuleResult<i32> {
        let broken = unit.ailments.iter().filter(|one| one.ailment == Ailment::BrokenGrip).count();
        let lost = BROKEN_GRIP * i32::try_from(broken).unwrap_or(i32::MAX);
        let trial = AilmentTest::new(of, why, CLAUSE).with_bonus(lost, "broken grip", "SS-CALL-39");
        let tried: TestResult = roll_ailment_test(table, unit, &trial, rules)?;
        effects.extend(tried.after.map(|after| Effect::HealthState { unit: unit.id, after, damage: 0 }));
        Ok(tried.degree)
    };
    let own = roll(table, acts, why)?;
    let other =
        if status::may_evade(&resists.ailments) { Some(roll(table, resists, "resist")?) } else { None };
    let won = other.map_or(own > 0, |other| own > other);
    table.note(|| {
        let against = other.map_or_else(|| "no resistance".to_owned(), |other| other.to_string());
        let text = format!("{own} against {against}: {}", if won { "it succeeds" } else { "it fails" });
        Note { clause: CLAUSE, text, parts: Vec::new() }
    });
    Ok((won, effects))
}

#[cfg(test)]
mod tests;
