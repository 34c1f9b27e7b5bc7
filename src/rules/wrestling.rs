//! Seizing, holding and breaking free in books that name it and do not explain it, or do not know it: the procedure of
//! Aberrant, with contests in the book's own dice. `AB-BASE-10`, `SS-ACT-59`.

use super::ailing::test;
use super::engine::Action;
use super::status::{self, Ailment, Trait, Trial, Tried};
use super::{
    Act, Aim, Borrowed, Combatant, Contact, Deed, Effect, Grip, Offer, Outcome, Paid, Refused, RuleSet,
    Unpaid, play,
};
use dice::{Clause, Note, Step, Table};

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
pub const BORROWED: Borrowed = Borrowed {
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
fn grip(unit: &Combatant) -> Option<Grip> {
    unit.grip.filter(|_| unit.carries.is_none() && unit.down.is_none())
}

/// Both ends of a grip stay where they are.
///
/// # Errors
/// Why a unit may not leave its square.
pub fn permits(unit: &Combatant, action: Action, rules: &RuleSet) -> Result<(), Refused> {
    if !in_play(rules) || !matches!(action, Action::Walk | Action::Run | Action::Sprint | Action::Evade) {
        return Ok(());
    }
    match grip(unit) {
        Some(Grip::HeldBy(_)) => Err(Refused::new("it is held and has to break free first", CLAUSE)),
        Some(Grip::Holding(_)) => Err(Refused::new("it holds somebody and has to let go first", CLAUSE)),
        None => Ok(()),
    }
}

/// Whether a unit can get hold of another one at all. `AB-BASE-10`, `CS-BASE-37`.
///
/// # Errors
/// Why not: it sits in a vehicle, or the other one is a vehicle.
pub fn can_grasp(unit: &Combatant, other: &Combatant) -> Result<(), Refused> {
    if unit.ride.is_some() || unit.cabin.is_some() {
        Err(Refused::new("out of a vehicle nobody is seized", CLAUSE))
    } else if other.cabin.is_some() {
        Err(Refused::new("nobody gets hold of a vehicle", CLAUSE))
    } else {
        Ok(())
    }
}

/// Whether a neighbour can be seized.
fn may_seize(unit: &Combatant, other: &Combatant) -> Result<(), Refused> {
    let refused = |text: &str| Err(Refused::new(text, CLAUSE));
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
pub fn offers(unit: &Combatant, neighbours: &[Combatant], rules: &RuleSet) -> Vec<Offer> {
    if !in_play(rules) {
        return Vec::new();
    }
    let price = play::price(unit, Act::of(Action::UnarmedAttack), rules);
    let offer = |key, label: &str, detail: &str, price: &str, aim| Offer {
        key,
        label: label.to_owned(),
        detail: detail.to_owned(),
        price: price.to_owned(),
        aim,
        clause: CLAUSE,
    };
    match grip(unit) {
        Some(Grip::HeldBy(_)) => vec![
            offer(BREAK_FREE, "Break free", "Strength against the holder's.", &price, Aim::Neighbour),
            offer(TAKE_CONTROL, "Turn the grip", "Strength against the holder's.", &price, Aim::Neighbour),
        ],
        Some(Grip::Holding(_)) => {
            vec![offer(LET_GO, "Let go", "Both may move again.", "free", Aim::Nothing)]
        }
        None if neighbours.iter().any(|other| may_seize(unit, other).is_ok()) => {
            let detail = "Strength and agility against each other: holds a neighbour, and does no harm.";
            vec![offer(GRAPPLE, "Grapple", detail, &price, Aim::Neighbour)]
        }
        None => Vec::new(),
    }
}

/// Whether such a deed may be done, and its price; `None` for other deeds.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Option<Result<Paid, Unpaid>> {
    if !in_play(rules) {
        return None;
    }
    let unit = deed.unit;
    let refused = |text: &str| Some(Err(Refused::new(text, CLAUSE).into()));
    match (deed.key, grip(unit), deed.target) {
        (GRAPPLE, _, None | Some((_, 2..))) => refused("only a neighbour can be seized"),
        (GRAPPLE, _, Some((other, _))) => {
            if let Err(why) = may_seize(unit, other) {
                return Some(Err(why.into()));
            }
            Some(play::pay(unit, Act::of(Action::UnarmedAttack), rules))
        }
        (BREAK_FREE | TAKE_CONTROL, Some(Grip::HeldBy(by)), Some((other, _))) if other.id == by => {
            Some(play::pay(unit, Act::of(Action::UnarmedAttack), rules))
        }
        (BREAK_FREE | TAKE_CONTROL, Some(Grip::HeldBy(_)), _) => refused("somebody else holds it"),
        (BREAK_FREE | TAKE_CONTROL, ..) => refused("nobody holds it"),
        (LET_GO, Some(Grip::Holding(_)), _) => {
            let purse = unit.purse;
            Some(Ok(Paid { purse, points: 0, free: 0, condition: None }))
        }
        (LET_GO, ..) => refused("it holds nobody"),
        _ => None,
    }
}

/// Does such a deed; `None` for other deeds.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Option<Outcome>> {
    if !in_play(rules) {
        return Ok(None);
    }
    let unit = deed.unit;
    let end = |unit, grip| Effect::Grip { unit, grip };
    Ok(Some(match (deed.key, deed.target) {
        (GRAPPLE, Some((other, _))) => {
            let (won, mut effects) = contest(table, (unit, other), &[Trait::Athletics], "seize", rules)?;
            if won {
                effects.push(end(unit.id, Some(Grip::Holding(other.id))));
                effects.push(end(other.id, Some(Grip::HeldBy(unit.id))));
            }
            outcome(won, "seized", "slips away", effects)
        }
        (BREAK_FREE | TAKE_CONTROL, Some((other, _))) => {
            let (won, mut effects) = contest(table, (unit, other), &[Trait::Strength], "break free", rules)?;
            let free = deed.key == BREAK_FREE;
            if won {
                let grips = |of| if free { None } else { Some(of) };
                effects.push(end(unit.id, grips(Grip::Holding(other.id))));
                effects.push(end(other.id, grips(Grip::HeldBy(unit.id))));
            }
            outcome(won, if free { "breaks free" } else { "takes control" }, "still held", effects)
        }
        (LET_GO, _) => match grip(unit) {
            Some(Grip::Holding(other)) => Outcome::of([unit.id, other].map(|one| end(one, None)).into()),
            _ => Outcome::of(Vec::new()),
        },
        _ => return Ok(None),
    }))
}

fn outcome(won: bool, success: &str, failure: &str, effects: Vec<Effect>) -> Outcome {
    let contact = if won { Contact::Hit } else { Contact::Miss };
    let words = if won { success } else { failure }.to_owned();
    Outcome { contact, net: i32::from(won), words, ..Outcome::of(effects) }
}

/// One wrestles with another: the better test wins, ties go to whoever resists, and the helpless do not resist.
/// `AB-BASE-03`, `AB-BASE-10`, `SS-CALL-39`.
fn contest(
    table: &mut impl Table,
    (acts, resists): (&Combatant, &Combatant),
    of: &'static [Trait],
    why: &'static str,
    rules: &RuleSet,
) -> Step<(bool, Vec<Effect>)> {
    let mut effects = Vec::new();
    let mut roll = |table: &mut _, unit: &Combatant, why| -> Step<i32> {
        let broken = unit.ailments.iter().filter(|one| one.ailment == Ailment::BrokenGrip).count();
        let lost = BROKEN_GRIP * i32::try_from(broken).unwrap_or(i32::MAX);
        let trial = Trial::new(of, why, CLAUSE).with(lost, "broken grip", "SS-CALL-39");
        let tried: Tried = test(table, unit, &trial, rules)?;
        effects.extend(tried.after.map(|after| Effect::Condition { unit: unit.id, after, damage: 0 }));
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
