//! What only the book of the skirmish lets a unit do: reserving a defence, clearing a jam, aiming.

use super::check::check;
use super::components::UnitId;
use super::effects;
use super::event::Event;
use super::order::Order;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::BattleView;
use rules::{
    Combatant, Deed,
    play::{self, Chances},
};

/// A deed with the people in it.
pub(super) struct Cast {
    /// Who does it.
    pub unit: Combatant,
    /// To whom, and how far away.
    pub target: Option<(Combatant, u32)>,
    seen: bool,
    cover_cm: u16,
    boosts: Vec<u32>,
    energy: bool,
}

impl Cast {
    /// Everybody a deed needs; nothing if somebody is not there.
    pub fn new(view: &BattleView, unit: UnitId, target: Option<UnitId>) -> Option<Self> {
        let data = view.unit(unit)?;
        let target = match target {
            Some(id) => {
                let other = view.unit(id)?;
                Some((view.combatant(&other), data.cell().rings(other.cell())))
            }
            None => None,
        };
        let seen =
            view.units().any(|other| other.side != data.side && other.fighting() && view.sees(&other, &data));
        Some(Self {
            unit: view.combatant(&data),
            target,
            seen,
            cover_cm: view.cover_beside(data.cell()),
            boosts: view.round().boosts(*data.side).to_vec(),
            energy: view.energy_beside(data.cell()),
        })
    }

    /// The deed as the book sees it.
    pub fn deed<'a>(&'a self, key: &'a str, slot: Option<usize>) -> Deed<'a> {
        Deed {
            unit: &self.unit,
            key,
            target: self.target.as_ref().map(|(unit, rings)| (unit, *rings)),
            slot,
            seen: self.seen,
            cover_cm: self.cover_cm,
            boosts: &self.boosts,
            energy: self.energy,
        }
    }
}

/// What may come of a deed; nothing where it is not allowed, or nothing is left to chance.
pub fn deed_chances(
    view: &BattleView,
    (unit, deed, weapon): (UnitId, &str, Option<usize>),
    target: Option<UnitId>,
) -> Chances {
    let order = Order::Deed { unit, deed: deed.to_owned(), target, weapon };
    let cast = check(view, &order).ok().and_then(|_| Cast::new(view, unit, target));
    cast.map_or_else(Vec::new, |cast| play::deed_chances(&cast.deed(deed, weapon), view.rules()))
}

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    let Task::Deed { unit, deed, target, weapon } = task else { return };
    let Some(cast) = Cast::new(view, *unit, *target) else { return };
    let rules = view.setup().rules();
    let offers = view.unit(*unit).map_or_else(Vec::new, |data| super::duty::offers(view, &data));
    let offer = offers.iter().find(|offer| offer.key == deed);
    let label = offer.map_or(deed.clone(), |offer| offer.label.clone());
    let mut table = dice.table(&answers.0);
    let outcome = match play::perform(&mut table, &cast.deed(deed, *weapon), rules) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait(stop),
    };
    let trace = out.leave(dice, table);
    super::ailment::curses(view, &trace, out);
    out.push_traced(Event::DeedDone { unit: *unit, deed: deed.clone(), label, target: *target }, trace);
    if !outcome.words.is_empty() {
        let clause = offer.map_or("", |offer| offer.clause);
        out.push(Event::Told { unit: *unit, text: outcome.words, clause });
    }
    effects::hand_on(view, outcome.effects, Some(*unit), out);
}
