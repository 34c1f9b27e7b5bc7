//! What only this book lets a unit do: plan defences and flurries, use Willpower, struggle in a grip.

use super::super::actions::{self, POINTS};
use super::super::cancel::{self, Change, Instead};
use super::super::purse::Aiming;
use super::super::resus::{self, Hopeless};
use super::super::{Ability, grapple, stun};
use super::turns::{done, price_of, spend};
use super::{combat::released, fighter, harmed, left};
use crate::engine::Turn;
use crate::{
    Aim, Combatant, Contact, Deed, Effect, Grip, Offer, Outcome, Paid, Purse, Refused, RuleSet, Unpaid,
};
use dice::{Clause, Step, Table};

/// A deed by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Reserve,
    FullDefence,
    Split,
    Flurry(u8),
    Replace,
    Abort,
    Rally,
    Revive,
    BreakFree,
    TakeControl,
    LetGo,
}

impl What {
    const ALL: [Self; 12] = [
        Self::Reserve,
        Self::FullDefence,
        Self::Split,
        Self::Flurry(2),
        Self::Flurry(3),
        Self::Replace,
        Self::Abort,
        Self::Rally,
        Self::Revive,
        Self::BreakFree,
        Self::TakeControl,
        Self::LetGo,
    ];

    const fn key(self) -> &'static str {
        match self {
            Self::Reserve => "reserve",
            Self::FullDefence => "full_defence",
            Self::Split => "split",
            Self::Flurry(2) => "flurry_2",
            Self::Flurry(_) => "flurry_3",
            Self::Replace => "replace",
            Self::Abort => "abort",
            Self::Rally => "rally",
            Self::Revive => "revive",
            Self::BreakFree => "break_free",
            Self::TakeControl => "take_control",
            Self::LetGo => "let_go",
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::Reserve | Self::FullDefence => "AB-BASE-08",
            Self::Split | Self::Replace => "AB-CANCEL-01",
            Self::Abort => "AB-CANCEL-03",
            Self::Flurry(_) => "AB-BASE-19",
            Self::Rally => "AB-STUN-10",
            Self::Revive => "AB-RESUS-02",
            Self::BreakFree | Self::TakeControl | Self::LetGo => "AB-BASE-10",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Reserve => "Reserve a defence",
            Self::FullDefence => "Full defence",
            Self::Split => "Attack several targets",
            Self::Flurry(2) => "Announce two actions",
            Self::Flurry(_) => "Announce three actions",
            Self::Replace => "Replace an action",
            Self::Abort => "Give up an attack for a defence",
            Self::Rally => "Fight the stun",
            Self::Revive => "Save the dying",
            Self::BreakFree => "Break free",
            Self::TakeControl => "Turn the grip",
            Self::LetGo => "Let go",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Self::Reserve => {
                "One dodge or parry until its next phase; the roll counts as an action of the round."
            }
            Self::FullDefence => {
                "Any number of dodges and parries until its next phase, as far as the cap goes."
            }
            Self::Split => "Each queued attack goes to another target, not all of them to the first.",
            Self::Flurry(_) => {
                "Each of them loses as many dice as there are, and one more for each before it."
            }
            Self::Replace => {
                "For a queued attack whose target is gone: the next attack goes elsewhere, at +1 difficulty."
            }
            Self::Abort => {
                "One attack queued for a further target makes way for a dodge or parry until its next phase."
            }
            Self::Rally => "A Willpower roll: each success heals a level of stun. Once a turn.",
            Self::Revive => {
                "Dexterity and Medicine: whoever is dying beside it dies no more, and is not healed."
            }
            Self::BreakFree => "Strength and Might against those of who holds it.",
            Self::TakeControl => {
                "Strength and Might against those of who holds it: then it holds the other one."
            }
            Self::LetGo => "Ends the grip.",
        }
    }

    fn price(self) -> String {
        match self {
            Self::Reserve => price_of(actions::Act::Reserve),
            Self::FullDefence => price_of(actions::Act::FullDefence),
            Self::Revive | Self::BreakFree | Self::TakeControl => price_of(actions::Act::Action),
            Self::Replace | Self::Abort => "Willpower".to_owned(),
            Self::Rally => "1 Willpower".to_owned(),
            Self::Split | Self::Flurry(_) | Self::LetGo => "free".to_owned(),
        }
    }

    const fn aim(self) -> Aim {
        match self {
            Self::Revive | Self::BreakFree | Self::TakeControl => Aim::Neighbour,
            _ => Aim::Nothing,
        }
    }

    /// Worth a button now.
    fn is_offered(self, unit: &Combatant, rules: &RuleSet) -> bool {
        let purse = unit.purse.aberrant();
        match self {
            Self::Reserve | Self::FullDefence => purse.phase.aiming == Aiming::Together,
            Self::Abort => purse.phase.aiming == Aiming::Apart && purse.effort.points > 0,
            Self::Split => purse.phase.aiming == Aiming::Together && purse.phase.aims[0].is_none(),
            Self::Flurry(_) => rules.book.aberrant().flurry_penalty && purse.phase.made == 0,
            Self::Replace => purse.phase.aims[0].is_some(),
            Self::Rally => unit.condition.aberrant().marks.stun > 0,
            Self::Revive => {
                let sheet = unit.sheet.aberrant();
                sheet.ability(Ability::Medicine) > 0 || resus::has_power(sheet)
            }
            Self::BreakFree | Self::TakeControl => matches!(unit.grip, Some(Grip::HeldBy(_))),
            Self::LetGo => matches!(unit.grip, Some(Grip::Holding(_))),
        }
    }
}

/// What is worth a button now.
pub fn offers(unit: &Combatant, rules: &RuleSet) -> Vec<Offer> {
    let offered = What::ALL.into_iter().filter(|what| what.is_offered(unit, rules));
    let offer = |what: What| Offer {
        key: what.key(),
        label: what.label().to_owned(),
        detail: what.detail().to_owned(),
        price: what.price(),
        aim: what.aim(),
        clause: what.clause(),
    };
    offered.map(offer).collect()
}

fn find(deed: &Deed<'_>) -> Result<What, Refused> {
    let known = What::ALL.into_iter().find(|what| what.key() == deed.key);
    known.ok_or_else(|| Refused::new(format!("Aberrant knows no `{}`", deed.key), "AB-BASE-07"))
}

/// `AB-BASE-08`, `AB-BASE-10`, `AB-BASE-19`, `AB-CANCEL-01`, `AB-CANCEL-03`, `AB-STUN-10`.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let what = find(deed)?;
    let unit = deed.unit;
    let mut purse = *unit.purse.aberrant();
    if purse.turn != Turn::Now && what != What::Rally {
        return Err(Unpaid::NotItsPhase);
    }
    let refuse = |text: &str| Err(Refused::new(text, what.clause()).into());
    let split = purse.phase.aiming == Aiming::Apart;
    match what {
        What::Reserve | What::FullDefence if split => {
            let text =
                "its attacks are queued for several targets: giving one up for a defence takes Willpower";
            return Err(Refused::new(text, "AB-CANCEL-03").into());
        }
        What::Abort if !split || purse.effort.points == 0 => {
            return refuse("no attack is queued for a further target");
        }
        What::Abort => {}
        What::Reserve => return Ok(done(spend(unit, actions::Act::Reserve, rules)?)),
        What::FullDefence if purse.phase.made > 0 || purse.effort.points < POINTS => {
            return refuse("full defence takes the whole phase");
        }
        What::FullDefence => return Ok(done(spend(unit, actions::Act::FullDefence, rules)?)),
        What::Split if purse.phase.aims[0].is_some() => {
            return refuse("its attacks are aimed already");
        }
        What::Split => purse.phase.aiming = Aiming::Apart,
        What::Flurry(wanted) => {
            if !rules.book.aberrant().flurry_penalty || purse.phase.made > 0 {
                return refuse("several actions are announced before the first of them");
            }
            let accepted = actions::flurry(&fighter(unit), wanted);
            if accepted == 0 {
                return refuse("no action is left to announce");
            }
            purse.phase.announced = accepted;
        }
        What::Replace => {
            let impossible = purse.impossible();
            if let Err(why) = cancel::may_change(impossible, Instead::Another) {
                return Err(Refused::new(why.to_string(), "AB-CANCEL-03").into());
            }
            if purse.effort.points == 0 || purse.phase.replaces {
                return refuse("no queued action is left to replace");
            }
        }
        What::Rally => {
            stun::may_rally(&fighter(unit)).map_err(|why| Refused::new(why.to_string(), what.clause()))?
        }
        What::Revive => {
            let Some((other, 0..=1)) = deed.target.filter(|(other, _)| other.id != unit.id) else {
                return refuse("whoever is dying has to be beside it");
            };
            let bad_place = other.ground.airless || other.ground.hazard.is_some();
            let patient = (&**other.sheet.aberrant(), other.condition.aberrant());
            resus::may_revive(unit.sheet.aberrant(), patient, bad_place, rules.book.aberrant())
                .map_err(Hopeless::text)
                .map_err(|(text, clause)| Refused::new(text, clause))?;
            return Ok(done(spend(unit, actions::Act::Action, rules)?));
        }
        What::BreakFree | What::TakeControl => {
            let Some(Grip::HeldBy(by)) = unit.grip else { return refuse("nobody holds it") };
            if deed.target.is_some_and(|(target, _)| target.id != by) {
                return refuse("somebody else holds it");
            }
            return Ok(done(spend(unit, actions::Act::Action, rules)?));
        }
        What::LetGo if !matches!(unit.grip, Some(Grip::Holding(_))) => return refuse("it holds nobody"),
        What::LetGo => {}
    }
    Ok(Paid { purse: Purse::Aberrant(purse), points: 0, free: 0, condition: None })
}

/// Does a deed that is paid.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    let unit = deed.unit;
    match find(deed) {
        Ok(What::Replace) => replace(table, unit),
        Ok(What::Abort) => abort(table, unit),
        Ok(What::Rally) => {
            let before = unit.condition.aberrant().marks.stun;
            let after = stun::rally(table, &fighter(unit))?;
            let words = format!("{} levels of stun healed", before - after.marks.stun);
            Ok(Outcome { words, ..Outcome::of(vec![harmed(unit.id, after, 0)]) })
        }
        Ok(What::Revive) => {
            let Some((other, _)) = deed.target else { return Ok(Outcome::of(Vec::new())) };
            let patient = other.condition.aberrant();
            let (after, works) = resus::revive(table, &fighter(unit), patient, rules.book.aberrant())?;
            let words = if works { "the dying is saved" } else { "still dying" };
            let contact = if works { Contact::Hit } else { Contact::Miss };
            let effects = vec![harmed(other.id, after, 0)];
            Ok(Outcome { contact, words: words.to_owned(), ..Outcome::of(effects) })
        }
        Ok(what @ (What::BreakFree | What::TakeControl)) => {
            let Some((holder, _)) = deed.target else { return Ok(Outcome::of(Vec::new())) };
            let switches = rules.book.aberrant();
            if !grapple::struggle(table, &fighter(unit), &fighter(holder), switches)? {
                return Ok(Outcome { words: "still held".to_owned(), ..Outcome::of(Vec::new()) });
            }
            let (words, effects) = if what == What::BreakFree {
                ("breaks free", released(unit.id, holder.id))
            } else {
                let grip = |unit, grip| Effect::Grip { unit, grip: Some(grip) };
                let effects =
                    [grip(unit.id, Grip::Holding(holder.id)), grip(holder.id, Grip::HeldBy(unit.id))];
                ("takes control", effects)
            };
            let success = Outcome::of(effects.into());
            Ok(Outcome { contact: Contact::Hit, net: 1, words: words.to_owned(), ..success })
        }
        Ok(What::LetGo) => {
            let effects = match unit.grip {
                Some(Grip::Holding(other)) => released(unit.id, other).into(),
                _ => Vec::new(),
            };
            Ok(Outcome::of(effects))
        }
        // What was paid is all there is to it.
        Ok(What::Reserve | What::FullDefence | What::Split | What::Flurry(_)) | Err(_) => {
            Ok(Outcome::of(Vec::new()))
        }
    }
}

/// A queued attack that is still possible makes way for a defence, or stands. `AB-CANCEL-03`, `AB-CANCEL-04`.
fn abort(table: &mut impl Table, unit: &Combatant) -> Step<Outcome> {
    let (fighter, mut purse) = (fighter(unit), *unit.purse.aberrant());
    let change = cancel::change(table, &fighter, None, Instead::Defence)?;
    let (Change::Replaced { paid, .. }, Ok(effort)) = (change, actions::pay(&fighter, actions::Act::Reserve))
    else {
        return Ok(Outcome { words: "the queued attacks stand".to_owned(), ..Outcome::of(Vec::new()) });
    };
    purse.effort = effort;
    purse.effort.queued = effort.queued.min(effort.points);
    let mut effects = Vec::new();
    if paid.points() > 0 {
        let mut condition = fighter.condition.clone();
        condition.willpower = condition.willpower.saturating_sub(paid.points());
        effects.push(harmed(unit.id, condition, 0));
    }
    effects.push(left(unit.id, purse));
    let words = "an attack is given up for a defence".to_owned();
    Ok(Outcome { words, ..Outcome::of(effects) })
}

/// A queued action that has become impossible is replaced, or lost with its point. `AB-CANCEL-01`, `AB-CANCEL-02`,
/// `AB-CANCEL-04`.
fn replace(table: &mut impl Table, unit: &Combatant) -> Step<Outcome> {
    let (fighter, mut purse) = (fighter(unit), *unit.purse.aberrant());
    let change = cancel::change(table, &fighter, purse.impossible(), Instead::Another)?;
    let mut effects = Vec::new();
    let words = match change {
        Change::Replaced { paid, .. } => {
            purse.phase.replaces = true;
            if paid.points() > 0 {
                let mut condition = fighter.condition.clone();
                condition.willpower = condition.willpower.saturating_sub(paid.points());
                effects.push(harmed(unit.id, condition, 0));
            }
            format!("the next attack goes elsewhere, at +{} difficulty", cancel::REPLACEMENT)
        }
        Change::Stands | Change::Lost => {
            purse.effort = purse.effort.give_up();
            "the queued action is lost".to_owned()
        }
    };
    effects.push(left(unit.id, purse));
    Ok(Outcome { words, ..Outcome::of(effects) })
}
