//! What a unit could do with its phase, weighed: strike from here, go and strike, go to a better square, make ready.

use super::bent::Bent;
use super::goal::Goal;
use super::luck::Luck;
use super::oracle::Oracle;
use super::places::{Places, Spot};
use super::situation::Situation;
use super::thought::{KEPT, Place, Plan, Reason, Term, Thought};
use super::upkeep;
use crate::battle::{BattleView, Order, Pace, Target, UnitId, check};
use crate::rules::play;

/// Squares to strike from, and squares to end on, that become plans.
const SPOTS: usize = 6;

/// The best order of a unit that acts.
pub(super) fn act(view: &BattleView, unit: UnitId, bent: Bent, luck: &mut Luck) -> Thought {
    let Some(situation) = Situation::of(view, unit, bent) else {
        return Thought::plain(super::careless::end(view, unit));
    };
    let mut oracle = Oracle::new(situation.view, bent.questions);
    let goal = Goal::of(&situation);
    let mut places = Places::look(&situation, &mut oracle, goal.as_ref());
    let mut plans = strikes(&situation, &mut oracle, &places);
    if bent.places || plans.is_empty() {
        plans.extend(moves(&situation, &places));
    }
    plans.extend(upkeep::plans(&situation, &places, goal.as_ref(), !plans.is_empty()));
    for plan in &mut plans {
        plan.worth += 1e-3 * luck.share();
    }
    plans.sort_by(|one, other| other.worth.total_cmp(&one.worth).then_with(|| one.order.cmp(&other.order)));
    let chosen = plans.iter().position(|plan| check(view, &plan.order).is_ok());
    let Some(chosen) = chosen else { return Thought::plain(super::careless::end(view, unit)) };
    plans.drain(..chosen);
    plans.truncate(KEPT);
    let order = plans[0].order.clone();
    let place = |spot: &Spot| Place { cell: spot.cell, attack: spot.strikes(), stand: spot.stand() };
    Thought { order, plans, places: places.spots.drain(..).map(|spot| place(&spot)).collect() }
}

/// Attacks from where the unit stands, and what comes afterwards.
fn strikes(situation: &Situation, oracle: &mut Oracle, places: &Places) -> Vec<Plan> {
    let (view, me) = (situation.view, &situation.me);
    let mut plans = Vec::new();
    for foe in &situation.foes {
        let line = crate::field::line_of_fire(view.field().grid(), me.cell(), me.body(), foe.cell, foe.body);
        for arm in situation.arms() {
            let Some(after) = situation.after_attack(&situation.fighter, arm) else { continue };
            let Some(stake) = oracle.ask((situation.unit, arm, me.cell()), (foe.id, foe.cell), &line) else {
                continue;
            };
            let attacks = f64::from(1 + situation.attacks(&after, arm));
            let worth = foe.worth * stake.worth(foe.left) * attacks;
            if worth <= 0.0 {
                continue;
            }
            let left = play::move_budget(&after, view.rules()).walk_left;
            let stand = places.refuge(left);
            let order = Order::Attack {
                unit: situation.unit,
                target: Target::Unit(foe.id),
                weapon: arm.weapon,
                mode: arm.mode,
                manner: arm.manner.map(str::to_owned),
            };
            let reasons =
                vec![Reason { term: Term::Harm(foe.id), worth }, Reason { term: Term::Danger, worth: stand }];
            plans.push(Plan::new(order, reasons));
        }
    }
    plans
}

/// Going somewhere, to strike from there or to be there.
fn moves(situation: &Situation, places: &Places) -> Vec<Plan> {
    let here = places.here().stand();
    let mut by_worth: Vec<&Spot> = places.spots[1..].iter().collect();
    let mut chosen: Vec<&Spot> = Vec::new();
    by_worth.sort_by(|one, other| {
        let worth = |spot: &Spot| spot.strikes() + spot.stand();
        worth(other).total_cmp(&worth(one)).then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    chosen.extend(by_worth.iter().take(SPOTS));
    by_worth.sort_by(|one, other| {
        other.stand().total_cmp(&one.stand()).then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    chosen.extend(by_worth.iter().take(SPOTS));
    let mut plans = Vec::new();
    for spot in chosen {
        // Not worth the way.
        if spot.strikes() <= 0.0 && spot.stand() <= here + 0.005 {
            continue;
        }
        let Some(path) = places.ways.path_to(spot.cell) else { continue };
        let pace = spot.pace.unwrap_or(Pace::Walk);
        let order = Order::Move { unit: situation.unit, path, pace, evade: false };
        plans.push(Plan::new(order, reasons(situation, spot)));
    }
    plans
}

fn reasons(situation: &Situation, spot: &Spot) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if let Some((foe, _, worth)) = spot.attack.filter(|_| spot.attacks > 0) {
        let term = Term::Harm(situation.foes[foe].id);
        reasons.push(Reason { term, worth: worth * f64::from(spot.attacks) });
    }
    let others = [
        (Term::Flank, spot.flank),
        (Term::Danger, -spot.danger),
        (Term::Goal, spot.goal),
        (Term::Near, spot.near),
    ];
    let others = others.into_iter().filter(|(_, worth)| *worth != 0.0);
    reasons.extend(others.map(|(term, worth)| Reason { term, worth }));
    reasons
}
