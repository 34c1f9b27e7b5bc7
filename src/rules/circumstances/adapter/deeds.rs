//! What only this book lets a unit do: table CS-T2 beyond what every book has.

use super::super::cover::{self, CoverShape};
use super::super::jam::{self, ClearScene};
use super::super::unaware::{self, HideScene};
use super::super::{
    Action, Loaded, Location, Locations, Purse as Own, Switches, actions, grapple, purse::Charging,
};
use super::turns::{self, fate, given, pay_deed, words};
use super::{fighter, loaded, spells, switches};
use crate::{
    Aim, Combatant, Contact, Deed, Effect, Fault, Grip, Held, Offer, Outcome, Paid, Refused, RuleSet, Unpaid,
};
use dice::{Answer, Clause, Prompt, Step, Table};

/// Buttons of this book that make sense for the unit as it is.
pub fn offers(unit: &Combatant, rules: &RuleSet) -> Vec<Offer> {
    let switches = switches(rules);
    let fighter = fighter(unit);
    let metres = |action: Action| action.metres(&fighter, switches).unwrap_or(0);
    let of = |key, action: Action, label: &str, detail: String, aim| Offer {
        key,
        label: label.to_owned(),
        detail,
        price: words(action.cost(switches)),
        aim,
        clause: action.clause(),
    };
    let mut offers = Vec::new();
    if !unit.prone {
        let far = format!("Walk up to {} m at once", metres(Action::FullMove));
        offers.push(of("full_move", Action::FullMove, "Full Move", far, Aim::Nothing));
        let far = metres(Action::Charge);
        let detail = format!("Walk up to {far} m to an enemy and strike at +10: the way and one blow");
        offers.push(of("charge", Action::Charge, "Charge", detail, Aim::Nothing));
    }
    let detail = "Name what the cover beside you shields; shooting needs head and arms free".to_owned();
    offers.push(of("cover", Action::UseCover, "Use cover", detail, Aim::Nothing));
    let engage = Offer {
        clause: "CS-MEL-01",
        price: String::new(),
        ..of(
            "engage",
            Action::Speak,
            "Engage",
            "Be in melee with an enemy beside you".to_owned(),
            Aim::Neighbour,
        )
    };
    offers.push(engage);
    if switches.hiding && !unit.concealed {
        let detail = "Concealment test; nobody picks a concealed target".to_owned();
        offers.push(of("hide", Action::Hide, "Hide", detail, Aim::Nothing));
    }
    if unit.held.iter().any(|held| held.fault == Fault::Jammed) {
        let detail = "BS test; what is in the weapon is lost, and it has to be reloaded".to_owned();
        offers.push(of("clear_jam", Action::ClearJam, "Clear the jam", detail, Aim::Weapon));
    }
    match unit.grip {
        Some(Grip::HeldBy(_)) => {
            let detail = "Strength test to be free again".to_owned();
            offers.push(of("break_hold", Action::BreakHold, "Break the hold", detail, Aim::Nothing));
        }
        Some(Grip::Holding(_)) => {
            let detail = "Both can move again".to_owned();
            offers.push(of("let_go", Action::LetGo, "Let go", detail, Aim::Nothing));
        }
        None => {}
    }
    offers.extend(spells::offers(unit));
    offers
}

/// Cover is named before the fight, too. `CS-COV-03`.
pub fn at_deployment(deed: &str, _: &RuleSet) -> bool {
    deed == "cover"
}

/// Behind it with what leaves head and arms free to shoot. `CS-COV-01` to `CS-COV-03`, table CS-T3.
pub fn begins_in_cover(unit: &Combatant, cover_cm: u16, _: &RuleSet) -> Vec<Effect> {
    let cover = CoverShape::of_height(cover_cm);
    let shielded = Locations::BODY_AND_LEGS.and(cover.shields(unit.prone));
    let own: Own = *unit.purse.circumstances();
    vec![given(unit, Own { shielded, cover, ..own }), Effect::CoverTaken { unit: unit.id }]
}

/// Whether a deed may be done, and its price.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let unit = deed.unit;
    if let Some(answer) = spells::may_do(deed, rules) {
        return answer;
    }
    match deed.key {
        "full_move" => turns::pay_full_move(unit, rules),
        "charge" => turns::pay_charge(unit, rules),
        "cover" => {
            // Whoever is behind cover may always come out.
            if super::shielded(unit).is_empty() {
                let object = (deed.cover_cm > 0).then(|| (CoverShape::of_height(deed.cover_cm), 1));
                cover::may_shield(object, unit.prone, Locations::NONE)
                    .map_err(|why| Refused::new(why.to_string(), why.clause()))?;
            }
            // Before the first round it is named as often as its player likes.
            if unit.round == 0 {
                return Ok(Paid { purse: unit.purse, points: 0, free: 0, condition: None });
            }
            pay_deed(unit, Action::UseCover, rules)
        }
        "engage" => {
            let Some((other, rings)) = deed.target else {
                return Err(Refused::new("engage whom?", "CS-MEL-01").into());
            };
            let why = match rings {
                _ if other.side == unit.side => Some("nobody engages a friend"),
                _ if other.down.is_some() => Some("who is out of action fights nobody"),
                1 => None,
                _ => Some("only an enemy on a neighbouring square can be engaged"),
            };
            if let Some(why) = why {
                return Err(Refused::new(why, "CS-MEL-01").into());
            }
            // No action at all: only the own turn and a clear head are asked for.
            pay_free(unit, rules)
        }
        "hide" => {
            if unit.concealed {
                return Err(Refused::new("is concealed already", "CS-UNA-05").into());
            }
            let fighter = fighter(unit);
            unaware::may_hide(&hiding(&fighter, deed, switches(rules)))
                .map_err(|why| Refused::new(why.to_string(), "CS-UNA-05"))?;
            pay_deed(unit, Action::Hide, rules)
        }
        "clear_jam" => {
            let held = deed.slot.and_then(|slot| unit.held_at(slot));
            if held.is_none_or(|held| held.fault != Fault::Jammed) {
                return Err(Refused::new("this weapon is not jammed", "CS-JAM-03").into());
            }
            pay_deed(unit, Action::ClearJam, rules)
        }
        "break_hold" => pay_deed(unit, Action::BreakHold, rules),
        "let_go" => pay_deed(unit, Action::LetGo, rules),
        other => Err(Refused::new(format!("Circumstances knows no `{other}`."), "CS-BASE-20").into()),
    }
}

/// Costs nothing, and is no action that ends a move.
fn pay_free(unit: &Combatant, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let before = *unit.purse.circumstances();
    let paid = pay_deed(unit, Action::Speak, rules);
    match paid {
        Ok(_) | Err(Unpaid::FreeUsed) => {
            Ok(Paid { purse: super::purse_of(before), points: 0, free: 0, condition: None })
        }
        Err(why) => Err(why),
    }
}

fn hiding<'a>(fighter: &'a super::super::Fighter, deed: &Deed<'_>, switches: &'a Switches) -> HideScene<'a> {
    HideScene { fighter, ground: deed.unit.ground, seen_by_enemy: deed.seen, switches }
}

/// Does what was paid for.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    if let Some(outcome) = spells::perform(table, deed, rules)? {
        return Ok(outcome);
    }
    let (unit, switches) = (deed.unit, switches(rules));
    let fighter = fighter(unit);
    match deed.key {
        "cover" => shield(table, deed),
        "engage" => {
            let engaged = deed.target.map(|(other, _)| Effect::Engaged { one: unit.id, other: other.id });
            Ok(Outcome::of(engaged.into_iter().collect()))
        }
        "hide" => {
            let verdict = unaware::hide(table, &hiding(&fighter, deed, switches))?;
            let mut effects: Vec<_> = fate(unit, verdict.fate_spent).into_iter().collect();
            if verdict.passed {
                effects.push(Effect::Concealed { unit: unit.id, concealed: true });
            }
            Ok(tested(verdict.passed, "concealed", "seen by all", effects))
        }
        "clear_jam" => match deed.slot.and_then(|slot| unit.held_at(slot)) {
            Some(held) => clear(table, deed, held, rules),
            None => Ok(Outcome::of(Vec::new())),
        },
        "break_hold" => {
            let verdict = grapple::break_hold(table, &fighter, switches)?;
            let mut effects: Vec<_> = fate(unit, verdict.fate_spent).into_iter().collect();
            if let (true, Some(Grip::HeldBy(holder))) = (verdict.passed, unit.grip) {
                effects.extend(turns::freed(unit.id, holder));
            }
            Ok(tested(verdict.passed, "free", "still held", effects))
        }
        "let_go" => {
            let held = if let Some(Grip::Holding(held)) = unit.grip { Some(held) } else { None };
            let effects = held.map(|held| turns::freed(unit.id, held).to_vec()).unwrap_or_default();
            Ok(Outcome::of(effects))
        }
        // A Full Move and a Charge are in the purse; the way is walked next.
        _ => Ok(Outcome::of(Vec::new())),
    }
}

/// A test that was no attack.
fn tested(passed: bool, yes: &str, no: &str, effects: Vec<Effect>) -> Outcome {
    let words = if passed { yes } else { no }.to_owned();
    let contact = if passed { Contact::Hit } else { Contact::Miss };
    Outcome { contact, net: i32::from(passed), damage: 0, words, effects }
}

/// `CS-JAM-04` to `CS-JAM-13`.
fn clear(table: &mut impl Table, deed: &Deed<'_>, held: &Held, rules: &RuleSet) -> Step<Outcome> {
    let (unit, fighter) = (deed.unit, fighter(deed.unit));
    let scene = ClearScene {
        fighter: &fighter,
        weapon: held.weapon.circumstances(),
        loaded: loaded(held, 0),
        weather: unit.weather,
        switches: switches(rules),
    };
    let (after, verdict) = jam::clear(table, &scene)?;
    let mut effects: Vec<_> = fate(unit, verdict.fate_spent).into_iter().collect();
    effects.extend(weapon_changes(unit.id, held, loaded(held, 0), after));
    Ok(tested(verdict.passed, "cleared, to be reloaded", "still jammed", effects))
}

/// What becomes of a weapon: its fault, and its rounds where they are not as the battlefield has them.
pub(super) fn weapon_changes(unit: u32, held: &Held, before: Loaded, after: Loaded) -> Vec<Effect> {
    let slot = held.slot;
    let mut effects = Vec::new();
    if (after.jammed, after.cleared) != (before.jammed, before.cleared) {
        let fault = match after {
            Loaded { jammed: true, .. } => Fault::Jammed,
            Loaded { cleared: true, .. } => Fault::Cleared,
            _ => Fault::None,
        };
        effects.push(Effect::Fault { unit, slot, fault });
    }
    let rounds = u32::from(after.rounds);
    if held.weapon.circumstances().magazine > 0 && rounds != held.loaded {
        effects.push(Effect::Rounds { unit, slot, loaded: rounds });
    }
    effects
}

/// Sets of locations that players name in one go. `CS-COV-01`, `CS-COV-02`.
const SETS: [(&str, &str, Locations, &str); 3] = [
    ("body_and_legs", "Body and legs", Locations::BODY_AND_LEGS, "can shoot"),
    ("all", "Everything", Locations::ALL, "cannot shoot"),
    ("all_but_head", "All but the head", Locations::ALL.without(Location::Head), "cannot shoot"),
];

/// Names the shielded locations. `CS-COV-01` to `CS-COV-03`, table CS-T3.
fn shield(table: &mut impl Table, deed: &Deed<'_>) -> Step<Outcome> {
    let unit = deed.unit;
    let shape = CoverShape::of_height(deed.cover_cm);
    let possible = if deed.cover_cm == 0 { Locations::NONE } else { shape.shields(unit.prone) };
    let sets: Vec<_> = SETS.into_iter().filter(|(_, _, set, _)| set.is_within(possible)).collect();
    let chosen = table.ask(|| {
        let set = |&(key, label, _, detail): &(&str, &str, Locations, &str)| answer(key, label, detail);
        let mut answers: Vec<_> = sets.iter().map(set).collect();
        if !possible.is_empty() {
            answers.push(answer("choose", "Place by place", ""));
        }
        answers.push(answer("none", "Nothing", "out of cover"));
        let question = "What is to be behind the cover?".to_owned();
        Prompt { who: unit.id, question, clause: "CS-COV-01", answers }
    })?;
    let named = match sets.get(chosen) {
        Some((_, _, set, _)) => *set,
        None if chosen == sets.len() && !possible.is_empty() => choose(table, unit, possible)?,
        None => Locations::NONE,
    };
    let mut own: Own = *unit.purse.circumstances();
    own.phase.cover_named = unit.round > 0;
    let mut effects = vec![given(unit, Own { shielded: named, cover: shape, ..own })];
    match (unit.in_cover, named.is_empty()) {
        (false, false) => effects.push(Effect::CoverTaken { unit: unit.id }),
        (true, true) => effects.push(Effect::CoverLost { unit: unit.id }),
        _ => {}
    }
    let text = format!("Behind cover: {}", named.names());
    effects.push(Effect::Told { unit: unit.id, text, clause: "CS-COV-01" });
    Ok(Outcome::of(effects))
}

/// Each location for itself.
fn choose(table: &mut impl Table, unit: &Combatant, possible: Locations) -> Step<Locations> {
    let mut named = Locations::NONE;
    for location in possible.iter() {
        let out = table.ask(|| Prompt {
            who: unit.id,
            question: format!("The {} behind the cover?", location.name()),
            clause: "CS-COV-01",
            answers: vec![answer("in", "Behind it", ""), answer("out", "Free", "")],
        })?;
        if out == 0 {
            named = named.with(location);
        }
    }
    Ok(named)
}

fn answer(key: &str, label: &str, detail: &str) -> Answer {
    let clause: Clause = "CS-COV-01";
    Answer { key: key.to_owned(), label: label.to_owned(), detail: detail.to_owned(), clause }
}

/// On a Charge, with at least a step behind it, and not fallen on the way. `CS-TER-06`, table CS-T2.
pub(super) fn charges(unit: &Combatant) -> bool {
    let own = unit.purse.circumstances();
    let stands = !unit.prone && actions::may_move(&fighter(unit));
    stands && own.charge != Charging::No && own.way.gone(unit.walked) >= 2
}
