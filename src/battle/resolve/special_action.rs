//! What only the book of the skirmish lets a unit do: reserving a defence, clearing a jam, aiming.

use super::effects;
use crate::model::components::UnitId;
use crate::model::event::BattleEvent;
use crate::model::order::Order;
use crate::model::resources::{BattleDice, GivenAnswers, Outbox, ResolutionStep};
use crate::validate::order_validator::validate_order;
use crate::view::battle_view::BattleView;
use rules::{
    SpecialAction, UnitSnapshot,
    play::{self, Chances},
};

/// A deed with the people in it.
pub(crate) struct SpecialActionContext {
    /// Who does it.
    pub unit: UnitSnapshot,
    /// To whom, and how far away.
    pub target: Option<(UnitSnapshot, u32)>,
    seen: bool,
    cover_cm: u16,
    boosts: Vec<u32>,
    energy: bool,
}

impl SpecialActionContext {
    /// Everybody a deed needs; nothing if somebody is not there.
    pub fn new(view: &BattleView, unit: UnitId, target: Option<UnitId>) -> Option<Self> {
        let data = view.unit(unit)?;
        let target = match target {
            Some(id) => {
                let other = view.unit(id)?;
                Some((view.unit_snapshot(&other), data.cell().chebyshev_distance(other.cell())))
            }
            None => None,
        };
        let seen = view
            .units()
            .any(|other| other.side != data.side && other.is_fighting() && view.sees(&other, &data));
        Some(Self {
            unit: view.unit_snapshot(&data),
            target,
            seen,
            cover_cm: view.cover_height_beside(data.cell()),
            boosts: view.round().boosts(*data.side).to_vec(),
            energy: view.has_energy_source_beside(data.cell()),
        })
    }

    /// The deed as the book sees it.
    pub fn special_action<'a>(&'a self, key: &'a str, slot: Option<usize>) -> SpecialAction<'a> {
        SpecialAction {
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
pub fn special_action_odds(
    view: &BattleView,
    (unit, deed, weapon): (UnitId, &str, Option<usize>),
    target: Option<UnitId>,
) -> Chances {
    let order = Order::SpecialAction { unit, deed: deed.to_owned(), target, weapon };
    let cast = validate_order(view, &order).ok().and_then(|_| SpecialActionContext::new(view, unit, target));
    cast.map_or_else(Vec::new, |cast| play::deed_chances(&cast.special_action(deed, weapon), view.rules()))
}

pub(crate) fn resolve_special_action(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    let ResolutionStep::SpecialAction { unit, deed, target, weapon } = task else { return };
    let Some(cast) = SpecialActionContext::new(view, *unit, *target) else { return };
    let rules = view.setup().rules();
    let offers = view
        .unit(*unit)
        .map_or_else(Vec::new, |data| crate::validate::forced_action::available_actions(view, &data));
    let offer = offers.iter().find(|offer| offer.key == deed);
    let label = offer.map_or(deed.clone(), |offer| offer.label.clone());
    let mut table = dice.start_table(&answers.0);
    let outcome = match play::perform(&mut table, &cast.special_action(deed, *weapon), rules) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = out.finish_table(dice, table);
    super::status::mark_curses_spent(view, &trace, out);
    out.push_traced(
        BattleEvent::SpecialActionDone { unit: *unit, deed: deed.clone(), label, target: *target },
        trace,
    );
    if !outcome.words.is_empty() {
        let clause = offer.map_or("", |offer| offer.clause);
        out.push_event(BattleEvent::RuleNote { unit: *unit, text: outcome.words, clause });
    }
    effects::apply_effects(view, outcome.effects, Some(*unit), out);
}
