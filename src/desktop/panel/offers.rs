//! What only the book of the skirmish lets a unit do: a button for every offer.

use super::choices::{Choice, Deed, Group, plan_cost, refused};
use crate::input::Command;
use crate::odds::percent;
use crate::session::{Intent, Session};
use battle::{BattleView, Order, Plan, Refusal, UnitDataItem, UnitId, check, deed_chances, offers};
use rules::{Aim, Offer};

/// Everything that the book offers the unit, with the keys that are kept for it.
pub(super) fn all(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<Choice> {
    let mut bar = Vec::new();
    for offer in offers(view, unit) {
        match offer.aim {
            Aim::Nothing => bar.push(at_once(view, *unit.id, &offer)),
            Aim::Neighbour => bar.push(at_somebody(view, unit, &offer, session)),
            Aim::Weapon => bar.extend(with_weapons(view, unit, &offer)),
        }
    }
    for (number, choice) in bar.iter_mut().enumerate() {
        choice.command = Command::deed(number);
    }
    bar
}

fn order(unit: UnitId, offer: &Offer, target: Option<UnitId>, weapon: Option<usize>) -> Order {
    Order::Deed { unit, deed: offer.key.to_owned(), target, weapon }
}

/// What a button says about an offer, and how likely it works where it is done to nobody else.
fn about(view: &BattleView, offer: &Offer, unit: UnitId, weapon: Option<usize>) -> String {
    let chances = deed_chances(view, (unit, offer.key, weapon), None);
    let chances = chances.iter().map(|(words, share)| format!("{} {words}", percent(*share)));
    let told = chances.collect::<Vec<_>>().join(", ");
    let line = if told.is_empty() { "" } else { "\n" };
    format!("{} {}{line}{told}", offer.detail, offer.clause)
}

fn button(offer: &Offer, label: String, deed: Deed, result: Result<Plan, Refusal>) -> Choice {
    let cost = match &result {
        Ok(plan) if offer.price.is_empty() => plan_cost(plan, ""),
        _ => offer.price.clone(),
    };
    Choice {
        group: Group::Deeds,
        label,
        cost,
        deed,
        refusal: refused(result),
        about: format!("{} {}", offer.detail, offer.clause),
        command: None,
        chosen: false,
    }
}

fn at_once(view: &BattleView, unit: UnitId, offer: &Offer) -> Choice {
    let order = order(unit, offer, None, None);
    let result = check(view, &order);
    let about = about(view, offer, unit, None);
    Choice { about, ..button(offer, offer.label.clone(), Deed::Give(order), result) }
}

/// To a unit that is chosen on the board: allowed as soon as it is allowed to somebody. Else the nearest unit says why
/// not, and the nearest one of the other sort, friend or enemy, if it says something else.
fn at_somebody(view: &BattleView, unit: &UnitDataItem, offer: &Offer, session: &Session) -> Choice {
    let here = unit.cell();
    let mut others: Vec<_> =
        view.units().filter(|other| other.id != unit.id && !other.casualty.escaped()).collect();
    others.sort_by_key(|other| (here.rings(other.cell()), *other.id));
    let mut results: Vec<_> =
        others.iter().map(|other| check(view, &order(*unit.id, offer, Some(*other.id), None))).collect();
    let best = results.iter().position(Result::is_ok).unwrap_or(0);
    let sides: Vec<bool> = others.iter().map(|other| other.side == unit.side).collect();
    let other_sort = sides.iter().position(|friend| Some(friend) != sides.get(best));
    let too = other_sort.and_then(|at| refused(results[at].clone()));
    let nobody = || Err(Refusal::BadTarget("There is nobody to do it to.".to_owned()));
    let result = if results.is_empty() { nobody() } else { results.swap_remove(best) };
    let aim = Intent::Deed { key: offer.key };
    let mut choice = button(offer, offer.label.clone(), Deed::Aim(aim), result);
    if let (Some((why, _)), Some((other, _))) = (&mut choice.refusal, too)
        && *why != other
    {
        why.push('\n');
        why.push_str(&other);
    }
    Choice { chosen: session.intent == aim, ..choice }
}

/// One button for every weapon that fits; a single one that says why, where none does.
fn with_weapons(view: &BattleView, unit: &UnitDataItem, offer: &Offer) -> Vec<Choice> {
    let fits = |result: &Result<Plan, Refusal>| !matches!(result, Err(Refusal::Book { .. }));
    let mut tried: Vec<_> = unit
        .arsenal
        .held()
        .map(|(slot, carried)| {
            let order = order(*unit.id, offer, None, Some(slot));
            let result = check(view, &order);
            (carried.name(), (order, about(view, offer, *unit.id, Some(slot))), result)
        })
        .collect();
    if tried.iter().any(|(.., result)| fits(result)) {
        tried.retain(|(.., result)| fits(result));
    } else {
        tried.truncate(1);
    }
    let several = tried.len() > 1;
    tried
        .into_iter()
        .map(|(name, (order, about), result)| {
            let label = if several { format!("{}: {name}", offer.label) } else { offer.label.clone() };
            let choice = button(offer, label, Deed::Give(order), result);
            Choice { about: format!("With {name}. {about}"), ..choice }
        })
        .collect()
}
