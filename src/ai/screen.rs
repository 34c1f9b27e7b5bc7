//! Keeping the enemy from striking without harming it: smoke between, and suppressing fire.

use super::oracle::{Arm, Stake};
use super::places::Places;
use super::situation::Situation;
use super::thought::{Plan, Reason, Term};
use battle::{Aimed, MURK, Order, Target, UnitId};
use field::Cell;
use rules::status::{self, Ailment};
use rules::{pall::Pall, play};

/// Share of a pinned enemy's danger that is gone until it has recovered.
const PINNED: f64 = 0.6;
/// Share of an enemy's danger that is gone while it sees nobody.
const UNSEEN: f64 = 0.7;
/// What a pinned or blinded enemy would do to others, as a share of what it would do to whoever acts.
const OTHERS: f64 = 0.5;

/// Suppressing fire at each enemy, for what it keeps them from.
pub(super) fn suppression(situation: &Situation, places: &Places) -> Vec<Plan> {
    let (view, me) = (situation.view, &situation.me);
    let mut plans = Vec::new();
    for arm in situation.arms().into_iter().filter(|arm| arm.mode.is_some()) {
        let Some(held) = situation.fighter.held_at(arm.weapon) else { continue };
        let all = play::manners(&situation.fighter, held, view.rules());
        let Some(manner) = all.iter().find(|manner| play::manner_pins(manner.key)) else { continue };
        let arm = Arm { manner: Some(manner.key), ..arm };
        let Some(after) = situation.after_attack(&situation.fighter, arm) else { continue };
        for foe in &situation.foes {
            let aimed = Aimed { unit: *me.id, weapon: arm.weapon, mode: arm.mode, manner: arm.manner };
            let Some(engagement) = view.engagement(aimed, foe.id) else { continue };
            if engagement.sight.hidden >= 100 || play::may_attack(&engagement).is_err() {
                continue;
            }
            let kept: f64 = play::pins(&engagement)
                .into_iter()
                .map(|(unit, share)| {
                    let is_free = |id: u32| {
                        view.units().any(|other| {
                            other.id.0 == id && !status::has(other.status.ailments(), Ailment::Pinned)
                        })
                    };
                    let number = situation.foes.iter().position(|other| other.id.0 == unit);
                    let menace = number.and_then(|number| places.here().menaces.get(number));
                    share * menace.filter(|_| is_free(unit)).map_or(0.0, |menace| threat(situation, *menace))
                })
                .sum();
            if kept <= 0.0 {
                continue;
            }
            let left = play::move_budget(&after, view.rules()).walk_left;
            let reasons = vec![
                Reason { term: Term::Guard, worth: PINNED * kept },
                Reason { term: Term::Stand, worth: places.refuge(left) },
            ];
            let order = situation.attack(foe.id, arm);
            plans.push(Plan::new(order, reasons));
        }
    }
    plans
}

/// What an enemy is to be feared for, by whoever acts and by its friends.
fn threat(situation: &Situation, menace: f64) -> f64 {
    menace * (1.0 + OTHERS * situation.friends.len().min(3) as f64)
}

/// Smoke between the unit and those who could shoot at it: thrown, or taken in hand for it.
pub(super) fn smoke(situation: &Situation, places: &Places) -> Vec<Plan> {
    let (me, unit, here) = (&situation.me, situation.unit, places.here());
    let mut carried = me.arsenal.carried().iter().enumerate().filter(|(_, carried)| carried.hands() > 0);
    let smoke = carried.find_map(|(weapon, carried)| {
        let lays = carried.weapon().strike().lays.filter(|lays| lays.what == Pall::Smoke)?;
        Some((weapon, carried, u64::from(lays.radius_m)))
    });
    let Some((weapon, carried, radius)) = smoke else { return Vec::new() };
    let veils: Vec<f64> = situation
        .foes
        .iter()
        .map(|foe| foe.arm.map_or(0.0, |(arm, _)| veil(situation, (foe.id, arm), unit)))
        .collect();
    let mut best: Option<(f64, Cell)> = None;
    for foe in &situation.foes {
        for middle in [me.cell(), me.cell().between(foe.cell).nth(1).unwrap_or(me.cell())] {
            let covered = |cell: Cell| u64::from(cell.distance_squared(middle)) <= radius * radius;
            let menaces = situation.foes.iter().zip(&here.menaces).zip(&veils);
            let kept: f64 = menaces
                .filter(|((foe, _), _)| covered(me.cell()) || me.cell().between(foe.cell).any(covered))
                .map(|((_, menace), veil)| veil * threat(situation, *menace))
                .sum();
            if best.is_none_or(|(known, _)| kept > known) {
                best = Some((kept, middle));
            }
        }
    }
    // Whoever is not seen cannot see either.
    let lost = here
        .attack
        .map_or(0.0, |(foe, arm, worth)| worth * veil(situation, (unit, arm), situation.foes[foe].id));
    let Some((kept, middle)) = best.filter(|(kept, _)| *kept > lost) else { return Vec::new() };
    let order = if carried.in_hand() {
        Order::attack(unit, Target::Square(middle), weapon, carried.modes().first().copied())
    } else {
        Order::Ready { unit, weapon }
    };
    let reasons = vec![
        Reason { term: Term::Guard, worth: kept - lost },
        Reason { term: Term::Danger, worth: -here.danger },
        Reason { term: Term::Goal, worth: here.goal + here.near },
    ];
    vec![Plan::new(order, reasons)]
}

/// The share of an attack's worth that smoke between takes away; nothing where it cannot be made as it is.
fn veil(situation: &Situation, (by, arm): (UnitId, Arm), target: UnitId) -> f64 {
    let aimed = Aimed { unit: by, weapon: arm.weapon, mode: arm.mode, manner: arm.manner };
    let worth = |smoke: bool| {
        let mut engagement = situation.view.engagement(aimed, target)?;
        let around = &mut engagement.surroundings;
        around.target.obscured |= smoke;
        around.obscured_between |= smoke;
        play::may_attack(&engagement).ok()?;
        let odds = play::preview(&engagement)?;
        Some(Stake::of(&odds).worth(situation.left))
    };
    let Some(plain) = worth(false).filter(|plain| *plain > 0.0) else { return 0.0 };
    let far = situation.view.unit(target).zip(situation.view.unit(by));
    let far = far.is_some_and(|(one, other)| one.cell().rings(other.cell()) > MURK);
    if far && situation.view.is_foggy() {
        return UNSEEN;
    }
    1.0 - (worth(true).unwrap_or(0.0) / plain).min(1.0)
}
