//! Keeping the enemy from striking without harming it: smoke between, and suppressing fire.

use super::odds_cache::{OddsEstimate, WeaponUse};
use super::positions::CandidatePositions;
use super::situation::Situation;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{AttackChoice, OBSCURED_SIGHT_CELLS, Order, Target, UnitId};
use field::Cell;
use rules::ground::ground_effect::GroundEffectKind;
use rules::play;
use rules::status::{self, Ailment};

/// Share of a pinned enemy's danger that is gone until it has recovered.
const PINNED_REDUCTION: f64 = 0.6;
/// Share of an enemy's danger that is gone while it sees nobody.
const BLINDED_REDUCTION: f64 = 0.7;
/// What a pinned or blinded enemy would do to others, as a share of what it would do to whoever acts.
const ALLY_THREAT_SHARE: f64 = 0.5;

/// Suppressing fire at each enemy, for what it keeps them from.
pub(crate) fn plan_suppression(situation: &Situation, places: &CandidatePositions) -> Vec<ScoredOrder> {
    let (view, me) = (situation.view, &situation.me);
    let mut plans = Vec::new();
    for arm in situation.weapon_uses().into_iter().filter(|arm| arm.mode.is_some()) {
        let Some(held) = situation.fighter.held_weapon(arm.weapon) else { continue };
        let all = play::manners(&situation.fighter, held, view.rules());
        let Some(manner) = all.iter().find(|manner| play::manner_pins(manner.key)) else { continue };
        let arm = WeaponUse { option: Some(manner.key), ..arm };
        let Some(after) = situation.after_attack(&situation.fighter, arm) else { continue };
        for foe in &situation.enemies {
            let aimed = AttackChoice { unit: *me.id, weapon: arm.weapon, mode: arm.mode, manner: arm.option };
            let Some(engagement) = view.attack_request(aimed, foe.id) else { continue };
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
                    let number = situation.enemies.iter().position(|other| other.id.0 == unit);
                    let menace = number.and_then(|number| places.current().threats.get(number));
                    share
                        * menace
                            .filter(|_| is_free(unit))
                            .map_or(0.0, |menace| threat_to_side(situation, *menace))
                })
                .sum();
            if kept <= 0.0 {
                continue;
            }
            let left = play::move_budget(&after, view.rules()).walk_left;
            let reasons = vec![
                ScoreContribution { term: ScoreTerm::Defence, score: PINNED_REDUCTION * kept },
                ScoreContribution { term: ScoreTerm::EndPosition, score: places.best_position_score(left) },
            ];
            let order = situation.attack_order(foe.id, arm);
            plans.push(ScoredOrder::new(order, reasons));
        }
    }
    plans
}

/// What an enemy is to be feared for, by whoever acts and by its friends.
fn threat_to_side(situation: &Situation, menace: f64) -> f64 {
    menace * (1.0 + ALLY_THREAT_SHARE * situation.friends.len().min(3) as f64)
}

/// Smoke between the unit and those who could shoot at it: thrown, or taken in hand for it.
pub(crate) fn plan_smoke(situation: &Situation, places: &CandidatePositions) -> Vec<ScoredOrder> {
    let (me, unit, here) = (&situation.me, situation.unit, places.current());
    let mut carried = me.inventory.items().iter().enumerate().filter(|(_, carried)| carried.hands() > 0);
    let smoke = carried.find_map(|(weapon, carried)| {
        let lays =
            carried.weapon().attack_properties().lays.filter(|lays| lays.what == GroundEffectKind::Smoke)?;
        Some((weapon, carried, u64::from(lays.radius_m)))
    });
    let Some((weapon, carried, radius)) = smoke else { return Vec::new() };
    let veils: Vec<f64> = situation
        .enemies
        .iter()
        .map(|foe| foe.weapon_use.map_or(0.0, |(arm, _)| smoke_effect(situation, (foe.id, arm), unit)))
        .collect();
    let mut best: Option<(f64, Cell)> = None;
    for foe in &situation.enemies {
        for middle in [me.cell(), me.cell().cells_between(foe.cell).nth(1).unwrap_or(me.cell())] {
            let covered = |cell: Cell| u64::from(cell.distance_squared(middle)) <= radius * radius;
            let menaces = situation.enemies.iter().zip(&here.threats).zip(&veils);
            let kept: f64 = menaces
                .filter(|((foe, _), _)| covered(me.cell()) || me.cell().cells_between(foe.cell).any(covered))
                .map(|((_, menace), smoke_effect)| smoke_effect * threat_to_side(situation, *menace))
                .sum();
            if best.is_none_or(|(known, _)| kept > known) {
                best = Some((kept, middle));
            }
        }
    }
    // Whoever is not seen cannot see either.
    let lost = here.attack.map_or(0.0, |(foe, arm, worth)| {
        worth * smoke_effect(situation, (unit, arm), situation.enemies[foe].id)
    });
    let Some((kept, middle)) = best.filter(|(kept, _)| *kept > lost) else { return Vec::new() };
    let order = if carried.in_hand() {
        Order::attack(unit, Target::Square(middle), weapon, carried.modes().first().copied())
    } else {
        Order::Ready { unit, weapon }
    };
    let reasons = vec![
        ScoreContribution { term: ScoreTerm::Defence, score: kept - lost },
        ScoreContribution { term: ScoreTerm::Danger, score: -here.danger },
        ScoreContribution { term: ScoreTerm::Objective, score: here.objective + here.close_in },
    ];
    vec![ScoredOrder::new(order, reasons)]
}

/// The share of an attack's worth that smoke between takes away; nothing where it cannot be made as it is.
fn smoke_effect(situation: &Situation, (by, arm): (UnitId, WeaponUse), target: UnitId) -> f64 {
    let aimed = AttackChoice { unit: by, weapon: arm.weapon, mode: arm.mode, manner: arm.option };
    let worth = |smoke: bool| {
        let mut engagement = situation.view.attack_request(aimed, target)?;
        let around = &mut engagement.surroundings;
        around.target.obscured |= smoke;
        around.obscured_between |= smoke;
        play::may_attack(&engagement).ok()?;
        let odds = play::preview(&engagement)?;
        Some(OddsEstimate::from_odds(&odds).score(situation.health_left))
    };
    let Some(plain) = worth(false).filter(|plain| *plain > 0.0) else { return 0.0 };
    let far = situation.view.unit(target).zip(situation.view.unit(by));
    let far =
        far.is_some_and(|(one, other)| one.cell().chebyshev_distance(other.cell()) > OBSCURED_SIGHT_CELLS);
    if far && situation.view.has_fog_of_war() {
        return BLINDED_REDUCTION;
    }
    1.0 - (worth(true).unwrap_or(0.0) / plain).min(1.0)
}
