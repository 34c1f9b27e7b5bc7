//! What makes a unit ready: on its feet, loaded, behind something, on its guard, through the door; and doing nothing.

use super::craft;
use super::goal::Goal;
use super::places::Places;
use super::situation::{Situation, arms_of};
use super::thought::{Plan, Reason, Term};
use battle::{DUTY, Order};
use field::Place;
use rules::Reach;

/// Deeds that make a unit harder to hit until its next phase, best first.
const GUARDS: [&str; 6] =
    ["full_defense", "full_defence", "guarded_stance", "defensive_stance", "total_defence", "evade"];
/// Deeds that end what keeps a unit from fighting.
const RELIEFS: [&str; 8] =
    ["break_free", "rally", "clear_jam", "clear", "put_out", "extinguish", "shake_off", "take_control"];

/// Plans besides striking and going somewhere; the last one ends the phase.
pub(super) fn plans(situation: &Situation, places: &Places, goal: Option<&Goal>, busy: bool) -> Vec<Plan> {
    let (unit, me, bent) = (situation.unit, &situation.me, &situation.bent);
    let here = places.here();
    let stay = |reasons: Vec<Reason>| {
        let mut all = vec![
            Reason { term: Term::Danger, worth: -here.danger },
            Reason { term: Term::Goal, worth: here.goal + here.near },
            Reason { term: Term::Future, worth: here.future },
        ];
        all.retain(|reason| reason.worth != 0.0);
        all.extend(reasons);
        all
    };
    let ready = |worth| stay(vec![Reason { term: Term::Ready, worth }]);
    let guard = |worth| stay(vec![Reason { term: Term::Guard, worth }]);
    let mut plans = Vec::new();
    if me.prone() {
        plans.push(Plan::new(Order::StandUp { unit }, ready(0.2)));
    }
    for (weapon, carried) in me.arsenal.held() {
        if carried.magazine() > 0 && carried.loaded() < carried.magazine() {
            let worth = match carried.loaded() {
                0 => 0.3,
                left if 3 * left <= carried.magazine() && !busy => 0.05,
                _ => continue,
            };
            plans.push(Plan::new(Order::Reload { unit, weapon }, ready(worth)));
        }
    }
    plans.extend(
        arming(situation).map(|(weapon, worth)| Plan::new(Order::Ready { unit, weapon }, ready(worth))),
    );
    if bent.craft
        && let Some((weapon, throw)) = craft::lob(situation)
        && throw > 1.3 * here.attack.map_or(0.0, |(.., worth)| worth)
    {
        plans.push(Plan::new(Order::Ready { unit, weapon }, ready(0.8 * throw)));
    }
    for offer in battle::offers(situation.view, me) {
        let deed = |key: &str| Order::Deed { unit, deed: key.to_owned(), target: None, weapon: None };
        if offer.key == DUTY {
            plans.push(Plan::new(deed(DUTY), ready(10.0)));
        } else if RELIEFS.contains(&offer.key) {
            plans.push(Plan::new(deed(offer.key), ready(0.3)));
        } else if bent.places && GUARDS.contains(&offer.key) && here.danger > 0.05 {
            plans.push(Plan::new(deed(offer.key), guard(bent.guard * here.danger)));
        }
    }
    if !me.cover.taken() && !me.prone() && situation.view.cover_beside(me.cell()) > 0 {
        let worth = if bent.places { bent.shelter * here.danger } else { 0.02 };
        plans.push(Plan::new(Order::TakeCover { unit }, guard(worth)));
    }
    plans.extend(doors(situation, goal).map(|order| {
        let weight = goal.map_or(0.0, |goal| goal.weight);
        Plan::new(order, stay(vec![Reason { term: Term::Way, worth: 0.5 * weight }]))
    }));
    if bent.craft && !busy && here.attack.is_none() && !situation.foes.is_empty() {
        plans.push(Plan::new(Order::Delay { unit }, stay(vec![Reason { term: Term::Ready, worth: 0.004 }])));
    }
    plans.push(Plan::new(Order::EndPhase { unit }, stay(Vec::new())));
    plans
}

/// Weapons to take in hand, where nothing in hand serves.
fn arming(situation: &Situation) -> impl Iterator<Item = (usize, f64)> {
    let useful = !situation.arms().is_empty();
    let near = situation.foes.first().map_or(u32::MAX, |foe| foe.cell.rings(situation.me.cell()));
    let carried = situation.me.arsenal.carried().iter().enumerate();
    let fit = carried.filter(move |(_, carried)| !useful && !carried.in_hand() && carried.hands() > 0);
    let fit = fit.filter(|(weapon, carried)| !arms_of(*weapon, carried).is_empty());
    fit.map(move |(weapon, carried)| match carried.reach() {
        Reach::Melee { .. } if near > 2 => (weapon, 0.1),
        Reach::Melee { .. } => (weapon, 0.3),
        Reach::Ranged { .. } => (weapon, 0.28),
    })
}

/// Shut doors beside the unit that stand in its way.
fn doors(situation: &Situation, goal: Option<&Goal>) -> impl Iterator<Item = Order> {
    let (view, me, unit) = (situation.view, &situation.me, situation.unit);
    let goal = goal.filter(|goal| goal.through_doors);
    let here = goal.and_then(|goal| goal.distance(me.cell())).unwrap_or(0);
    view.field().barriers().filter_map(move |(barrier, place)| {
        let goal = goal?;
        let beyond = match place {
            Place::Edge(edge) => {
                let [one, other] = edge.cells();
                if one == me.cell() {
                    other
                } else if other == me.cell() {
                    one
                } else {
                    return None;
                }
            }
            Place::Square(cell) => (cell.rings(me.cell()) == 1).then_some(cell)?,
        };
        let data = view.barrier(barrier)?;
        let shut = data.barrier.kind().openable && !data.state.open() && !data.state.holed();
        (shut && goal.distance(beyond)? < here).then_some(Order::Door { unit, barrier })
    })
}
