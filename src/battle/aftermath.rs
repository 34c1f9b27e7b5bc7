//! After the fight: leaving the field, rest, and seeing to the wounded.

use super::check::Plan;
use super::components::{Side, UnitId};
use super::deed::Cast;
use super::effects;
use super::event::Event;
use super::order::Order;
use super::refusal::Refusal;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::{BattleView, UnitDataItem};
use content::{Member, SQUAD_FORMAT, Squad};
use rules::status::{Ailment, Suffered, Until};
use rules::{Care, Down, Effect, Rest, Treatment, play};

/// Longest rest of one order, in minutes: a year.
pub const LONGEST_REST: u32 = 365 * rules::DAY;

/// What is allowed once the skirmish is over.
pub(super) fn check(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    let left = view.round().after().is_some();
    let task = match order {
        Order::LeaveField if left => {
            return Err(Refusal::NothingToDo("The field is left already.".to_owned()));
        }
        Order::LeaveField => Task::LeaveField,
        Order::Rest { .. } | Order::Treat { .. } if !left => {
            return Err(Refusal::NothingToDo("Leave the field first.".to_owned()));
        }
        Order::Rest { minutes, care } => {
            if !(1..=LONGEST_REST).contains(minutes) {
                return Err(Refusal::NothingToDo("Rest takes from a minute to a year.".to_owned()));
            }
            Task::Rest { minutes: *minutes, care: *care }
        }
        Order::Treat { unit, treatment, target } => {
            may_treat(view, *unit, treatment, *target)?;
            Task::Treat { unit: *unit, treatment: treatment.clone(), target: *target }
        }
        _ => return Err(Refusal::Over),
    };
    Ok(Plan { tasks: vec![task], ..Plan::default() })
}

/// What a unit may do for the wounded, for buttons.
pub fn treatments(view: &BattleView, unit: &UnitDataItem) -> Vec<Treatment> {
    play::treatments(&view.combatant(unit), view.rules())
}

fn may_treat(view: &BattleView, id: UnitId, key: &str, target: Option<UnitId>) -> Result<(), Refusal> {
    let unit = view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))?;
    if unit.casualty.down().is_some() {
        return Err(Refusal::Down { unit: unit.identity.name().to_owned() });
    }
    let now = view.round().after().unwrap_or(0);
    for busy in [Some(id), target].into_iter().flatten() {
        let other = view.unit(busy).ok_or(Refusal::NoSuchUnit(busy.0))?;
        if let Some(until) = other.status.busy_until().filter(|until| *until > now) {
            let text = format!("{} is busy for {} minutes more.", other.identity.name(), until - now);
            return Err(Refusal::NothingToDo(text));
        }
    }
    if !treatments(view, &unit).iter().any(|treatment| treatment.key == key) {
        let text = format!("{} knows no `{key}`.", unit.identity.name());
        return Err(Refusal::NothingToDo(text));
    }
    let cast = Cast::new(view, id, target).ok_or(Refusal::NoSuchUnit(id.0))?;
    let name = unit.identity.name().to_owned();
    play::may_treat(&cast.deed(key, None), view.rules()).map_err(|why| Refusal::Book { unit: name, why })
}

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    match task {
        Task::LeaveField => leave_field(view, dice, &answers.0, out),
        Task::Rest { minutes, care } => rest(view, *minutes, *care, out),
        Task::Treat { unit, treatment, target } => {
            treat(view, (dice, &answers.0), (*unit, treatment, *target), out);
        }
        _ => {}
    }
}

/// The living, wherever they are.
fn survivors<'a>(view: &'a BattleView) -> impl Iterator<Item = UnitDataItem<'a, 'a>> {
    view.units().filter(|unit| unit.casualty.down() != Some(Down::Dead))
}

/// The encounter is over for everybody.
fn leave_field(view: &BattleView, dice: &DiceSeat, answers: &[String], out: &mut Outbox) {
    let mut table = dice.table(answers);
    let mut changes = Vec::new();
    for unit in survivors(view) {
        match play::encounter_ends(&mut table, &view.combatant(&unit), view.rules()) {
            Ok(after) => changes.push(Effect::Condition { unit: unit.id.0, after, damage: 0 }),
            Err(stop) => return out.wait(stop),
        }
    }
    let trace = out.leave(dice, table);
    out.push_traced(Event::FieldLeft, trace);
    effects::hand_on(view, changes, None, out);
}

fn rest(view: &BattleView, minutes: u32, care: Care, out: &mut Outbox) {
    let rest = Rest { from: view.round().after().unwrap_or(0), minutes, care };
    let of_unit = |unit: UnitDataItem| {
        let after = play::rest(&view.combatant(&unit), rest, view.rules());
        Effect::Condition { unit: unit.id.0, after, damage: 0 }
    };
    let changes = survivors(view).map(of_unit).collect();
    out.push(Event::Rested { minutes, care });
    effects::hand_on(view, changes, None, out);
}

fn treat(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    (id, key, target): (UnitId, &str, Option<UnitId>),
    out: &mut Outbox,
) {
    let (Some(cast), Some(unit)) = (Cast::new(view, id, target), view.unit(id)) else { return };
    let all = treatments(view, &unit);
    let Some(treatment) = all.iter().find(|treatment| treatment.key == key) else { return };
    let mut table = dice.table(answers);
    let outcome = match play::treat(&mut table, &cast.deed(key, None), view.rules()) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait(stop),
    };
    let trace = out.leave(dice, table);
    let until = view.round().after().unwrap_or(0).saturating_add(treatment.minutes);
    let label = treatment.label.to_owned();
    out.push_traced(Event::Treated { unit: id, label, target, until }, trace);
    effects::hand_on(view, outcome.effects, Some(id), out);
}

/// An ailment as it comes into the next fight: what only something ends, whose rounds begin anew there. Whoever lies
/// unconscious stays behind until it wakes.
fn goes_along(one: Suffered) -> Option<Suffered> {
    let stays = one.until == Until::Removed && one.ailment != Ailment::Unconscious;
    stays.then_some(Suffered {
        by: None,
        strength: if one.ailment == Ailment::SlowDeath { 0 } else { one.strength },
        ..one
    })
}

/// The squad that a side is once the field is left; nothing before. Vehicles that carry people stay behind.
pub fn squad(view: &BattleView, side: Side) -> Option<Squad> {
    view.round().after()?;
    let skirmish = &view.setup().bundle().skirmish;
    let member = |unit: UnitDataItem| {
        let place = usize::try_from(unit.id.0).ok()?.checked_sub(1)?;
        Some(Member {
            name: unit.identity.name().to_owned(),
            archetype: skirmish.units.get(place)?.archetype.clone(),
            condition: unit.health.condition().clone(),
            karma: unit.karma.left(),
            ailments: unit.status.ailments().iter().copied().filter_map(goes_along).collect(),
            unfit: unit.casualty.down().is_some(),
        })
    };
    let of_side = survivors(view).filter(|unit| *unit.side == side && !unit.is_driven());
    let members = of_side.filter_map(member).collect();
    let name = view.side_name(side).to_owned();
    Some(Squad { breachline: SQUAD_FORMAT, name, book: view.rules().book(), members })
}
