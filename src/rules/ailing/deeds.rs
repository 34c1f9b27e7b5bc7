//! What neighbours and the unit itself do about ailments: putting out fire, waking.

use super::{in_play, spent, test};
use crate::engine::Action;
use crate::status::{self, Ailment, Effort, Ends};
use crate::{
    Act, Aim, Combatant, Contact, Deed, Effect, Offer, Outcome, Paid, Refused, RuleSet, Unpaid, play,
};
use dice::{Step, Table};

/// Key of putting out a fire, one's own or a neighbour's.
pub const PUT_OUT: &str = "put_out";
/// Key of waking a neighbour.
pub const WAKE: &str = "wake";
/// What neighbours and the unit itself can do about ailments: buttons of the action bar. `CS-BURN-06`, `CS-UNCO-05`.
pub fn offers(unit: &Combatant, neighbours: &[Combatant], rules: &RuleSet) -> Vec<Offer> {
    let policy = rules.ailments();
    let mut offers = Vec::new();
    if !in_play(rules) {
        return offers;
    }
    let burns = |unit: &Combatant| status::has(&unit.ailments, Ailment::Burning);
    let price = |effort| if effort == Effort::Full { "2 AP" } else { "1 AP" }.to_owned();
    if burns(unit) || neighbours.iter().any(burns) {
        let aim = if burns(unit) { Aim::Nothing } else { Aim::Neighbour };
        offers.push(Offer {
            key: PUT_OUT,
            label: "Put out fire".to_owned(),
            detail: "Agility test at -20, on itself or on a neighbour".to_owned(),
            price: price(policy.extinguish),
            aim,
            clause: "CS-BURN-06",
        });
    }
    let sleeps = |other: &Combatant| {
        other.side == unit.side && status::relieve(&other.ailments, Ends::Waking).next().is_some()
    };
    if policy.wake && neighbours.iter().any(sleeps) {
        offers.push(Offer {
            key: WAKE,
            label: "Wake".to_owned(),
            detail: "A neighbour who is Unconscious comes round".to_owned(),
            price: price(Effort::Half),
            aim: Aim::Neighbour,
            clause: "CS-UNCO-05",
        });
    }
    offers
}

/// Whether a deed about ailments may be done, and its price; `None` for other deeds. `CS-BURN-06`, `CS-UNCO-05`.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Option<Result<Paid, Unpaid>> {
    let refused = |text: &str, clause| Some(Err(Refused::new(text, clause).into()));
    let near = deed.target.filter(|(_, rings)| *rings <= 1).map(|(unit, _)| unit);
    match deed.key {
        PUT_OUT => {
            let whom = near.unwrap_or(deed.unit);
            if deed.target.is_some() && near.is_none() {
                return refused("only a neighbour's fire can be put out", "CS-BURN-06");
            }
            if !status::has(&whom.ailments, Ailment::Burning) {
                return refused("nothing burns there", "CS-BURN-05");
            }
            Some(effort(deed.unit, rules.ailments().extinguish, rules))
        }
        WAKE => match near {
            _ if !rules.ailments().wake => refused("nobody can be woken in this skirmish", "CS-UNCO-05"),
            Some(other)
                if other.side == deed.unit.side
                    && status::relieve(&other.ailments, Ends::Waking).next().is_some() =>
            {
                Some(effort(deed.unit, Effort::Half, rules))
            }
            _ => refused("wakes a friend beside it who is Unconscious", "CS-UNCO-05"),
        },
        _ => None,
    }
}

/// Pays half a phase or a whole one.
///
/// # Errors
/// Why it cannot be paid.
fn effort(unit: &Combatant, effort: Effort, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let once = play::pay(unit, Act::of(Action::Ready), rules)?;
    if effort == Effort::Half {
        return Ok(once);
    }
    let mut left = unit.clone();
    left.purse = once.purse;
    left.spent += once.points;
    if let Some(after) = &once.condition {
        left.condition = after.clone();
    }
    let twice = play::pay(&left, Act::of(Action::Ready), rules)?;
    let points = once.points + twice.points;
    status::permits_price(&unit.ailments, unit.spent, points)?;
    let condition = twice.condition.or(once.condition);
    Ok(Paid { points, free: once.free + twice.free, condition, purse: twice.purse })
}

/// Does a deed about ailments; `None` for other deeds. `CS-BURN-05`, `CS-UNCO-05`.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Option<Outcome>> {
    let whom = deed.target.map_or(deed.unit, |(unit, _)| unit);
    match deed.key {
        PUT_OUT => {
            let tried = test(table, deed.unit, &status::putting_out(), rules)?;
            let mut effects: Vec<_> = spent(deed.unit, &tried).into_iter().collect();
            if tried.passed {
                let (ailment, clause) = (Ailment::Burning, "CS-BURN-05");
                effects.push(Effect::Relieve { unit: whom.id, ailment, part: None, clause });
            }
            let (contact, words) =
                if tried.passed { (Contact::Hit, "out") } else { (Contact::Miss, "still burning") };
            Ok(Some(Outcome { contact, net: 0, damage: 0, words: words.to_owned(), effects }))
        }
        WAKE => {
            let woken = status::relieve(&whom.ailments, Ends::Waking);
            let effects = woken.map(|one| Effect::Relieve {
                unit: whom.id,
                ailment: one.ailment,
                part: one.part,
                clause: "CS-UNCO-05",
            });
            Ok(Some(Outcome { words: "awake".to_owned(), ..Outcome::of(effects.collect()) }))
        }
        _ => Ok(None),
    }
}
