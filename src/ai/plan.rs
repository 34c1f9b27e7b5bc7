//! What a unit could do with its phase, weighed: strike from here, go and strike, go to a better square, make ready.

use super::bent::Bent;
use super::craft;
use super::goal::Goal;
use super::oracle::{Arm, Oracle, Stake};
use super::places::{Places, Spot};
use super::screen;
use super::situation::{Other, Situation};
use super::thought::{KEPT, Place, Plan, Reason, Term, Thought};
use super::{Wits, upkeep};
use battle::{BattleView, Order, Pace, UnitId, check};
use rules::play;

/// Squares to strike from, and squares to end on, that become plans.
const SPOTS: usize = 6;
/// Attacks that are looked at in every manner there is.
const VARIED: usize = 2;

/// The best order of a unit that acts.
pub(super) fn act(view: &BattleView, unit: UnitId, bent: Bent, wits: Wits) -> Thought {
    let Wits { memory, luck, lines } = wits;
    let Some(situation) = Situation::of(view, unit, bent) else {
        return Thought::plain(super::careless::end(view, unit));
    };
    let mut oracle = Oracle::new(situation.view, lines, bent.questions);
    let goal = Goal::of(&situation);
    let mut places = Places::look(&situation, &mut oracle, goal.as_ref());
    let mut plans = strikes(&situation, &mut oracle, &places);
    let busy = !plans.is_empty();
    if bent.places || plans.is_empty() {
        plans.extend(moves(&situation, &places));
    }
    plans.extend(upkeep::plans(&situation, &places, goal.as_ref(), busy));
    if bent.craft {
        plans.extend(screen::suppression(&situation, &places));
        plans.extend(screen::smoke(&situation, &places));
    }
    if bent.craft && !busy {
        let distance = goal.as_ref().and_then(|goal| goal.distance(situation.me.cell()));
        plans.extend(craft::breaches(&situation, distance));
    }
    for plan in &mut plans {
        // Plans that are worth the same are taken now this way, now that.
        let mut slip = 1e-3 * luck.share();
        slip += bent.error * (plan.worth + slip).abs().max(0.05) * (2.0 * luck.share() - 1.0);
        plan.worth += slip;
        plan.reasons.push(Reason { term: Term::Misjudged, worth: slip });
    }
    plans.sort_by(|one, other| other.worth.total_cmp(&one.worth).then_with(|| one.order.cmp(&other.order)));
    let chosen =
        plans.iter().position(|plan| !memory.is_futile(&plan.order) && check(view, &plan.order).is_ok());
    let Some(chosen) = chosen else { return Thought::plain(super::careless::end(view, unit)) };
    plans.drain(..chosen);
    plans.truncate(KEPT);
    let order = plans[0].order.clone();
    let place = |spot: &Spot| Place { cell: spot.cell, attack: spot.strikes(), stand: spot.stand() };
    Thought { order, plans, places: places.spots.drain(..).map(|spot| place(&spot)).collect() }
}

/// Attacks from where the unit stands, and what comes afterwards.
fn strikes(situation: &Situation, oracle: &mut Oracle, places: &Places) -> Vec<Plan> {
    let me = &situation.me;
    let mut plans = Vec::new();
    let mut plain: Vec<(f64, Arm, &Other)> = Vec::new();
    for (number, foe) in situation.foes.iter().enumerate() {
        let line = situation.exposure(foe);
        for arm in situation.arms() {
            let from = (situation.unit, arm, me.cell());
            let Some(stake) = oracle.ask(from, (foe.id, foe.cell), line) else { continue };
            if let Some(plan) = strike(situation, places, (number, arm), &stake) {
                plain.push((plan.worth, arm, foe));
                plans.push(plan);
            }
        }
    }
    if situation.bent.craft {
        plain.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, arm, foe) in plain.into_iter().take(VARIED) {
            let number = situation.foes.iter().position(|other| other.id == foe.id).unwrap_or(0);
            for (arm, stake) in craft::manners(situation, oracle, (arm, foe), situation.exposure(foe)) {
                plans.extend(strike(situation, places, (number, arm), &stake));
            }
        }
    }
    plans
}

/// One attack from where the unit stands; nothing if it cannot be paid, or does nothing.
fn strike(
    situation: &Situation,
    places: &Places,
    (number, arm): (usize, Arm),
    stake: &Stake,
) -> Option<Plan> {
    let foe = &situation.foes[number];
    let after = situation.after_attack(&situation.fighter, arm)?;
    let attacks = f64::from(1 + situation.attacks(&after, arm));
    let own = stake.worth(foe.left);
    let mut reasons = vec![Reason { term: Term::Harm(foe.id), worth: foe.worth * own * attacks }];
    if situation.bent.friends > 0.0
        && let Some((others, friends)) = craft::blast(situation, arm, foe)
    {
        reasons.push(Reason { term: Term::Harm(foe.id), worth: others * attacks });
        reasons.push(Reason { term: Term::Friends, worth: friends * attacks });
    }
    if situation.bent.craft {
        reasons.push(Reason { term: Term::Push, worth: craft::push(situation, foe, stake) });
    }
    reasons.retain(|reason| reason.worth != 0.0);
    if reasons.iter().map(|reason| reason.worth).sum::<f64>() <= 0.0 {
        return None;
    }
    let left = play::move_budget(&after, situation.view.rules()).walk_left;
    reasons.push(Reason { term: Term::Stand, worth: places.refuge(left) });
    // Whoever is down strikes no more.
    let relief =
        places.here().menaces.get(number).map_or(0.0, |menace| situation.bent.relief * menace * stake.out);
    reasons.push(Reason { term: Term::Relief, worth: relief });
    let order = situation.attack(foe.id, arm);
    reasons.retain(|reason| reason.worth != 0.0);
    Some(Plan::new(order, reasons))
}

/// Going somewhere, to strike from there or to be there.
fn moves(situation: &Situation, places: &Places) -> Vec<Plan> {
    let here = places.here().stand();
    let mut by_worth: Vec<&Spot> = places.spots[1..].iter().collect();
    let mut chosen: Vec<&Spot> = Vec::new();
    let mut best = |worth: fn(&Spot) -> f64| {
        by_worth.sort_by(|one, other| {
            let order = worth(other).total_cmp(&worth(one));
            order.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
        });
        chosen.extend(by_worth.iter().take(SPOTS));
    };
    best(|spot| spot.strikes() + spot.stand());
    best(Spot::stand);
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
        (Term::Relief, spot.relief),
        (Term::Danger, -spot.danger),
        (Term::Future, spot.future),
        (Term::Goal, spot.goal),
        (Term::Near, spot.near),
    ];
    let others = others.into_iter().filter(|(_, worth)| *worth != 0.0);
    reasons.extend(others.map(|(term, worth)| Reason { term, worth }));
    reasons
}
