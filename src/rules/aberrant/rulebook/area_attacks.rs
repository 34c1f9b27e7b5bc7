//! Area attacks on the map: units inside the blast, dodging out of it, and blasts aimed at the ground.
//! Chapter AREA.

use super::attack_effects::{defender_effects, leaves_hand, thrown_weapon_effect, unit_harm};
use super::attacks::{attack_context, context_between, may_use};
use super::forecast::{dice_text, difficulty_text, forecast_note, forecast_sum, outcome_summary};
use super::held_items::is_impaired;
use super::{AberrantRulebook, fighter, turn_budget_effect};
use crate::aberrant::attacks::area;
use crate::aberrant::attacks::area::{BlastPlacement, GroundAttackContext};
use crate::aberrant::attacks::resolution::{AttackPlan, OddsOutcome};
use crate::aberrant::lines::{AberrantRefusal, BlastHarm, Harm, UnitNote};
use crate::aberrant::{AttackContext, AttackResult};
use crate::ground::ground_effect;
use crate::rulebook::DetonationRules;
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BlastProfile, Bystander, Favours, Forecast, HitResult, Odds,
    OutcomeSummary, RuleSet, RuleStep, RuleViolation, TerrainMap, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{AnswerPolicy, CarryState, Distribution, RuleResult, Table, enumerate};
use model::{Cell, UnitId};

impl DetonationRules for AberrantRulebook {
    /// `AB-AREA-02`: damage without success dice, the same at every distance.
    fn blast_profile(_: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> Option<BlastProfile> {
        let weapon = weapon.aberrant();
        (weapon.area > 0)
            .then(|| BlastProfile::new(area::radius_m(weapon.area), |_| weapon.damage.to_string()))
    }
}

/// A unit that a blast may affect.
struct BlastCandidate<'a> {
    unit: &'a UnitSnapshot,
    at: Cell,
    aware: bool,
}

/// All units except the first target, by id, with the attacker last. A blast outside a vehicle does not
/// affect its passengers.
fn blast_candidates<'a>(
    spot: &AttackSite,
    bystanders: &'a [Bystander],
    attacker: &'a UnitSnapshot,
) -> Vec<BlastCandidate<'a>> {
    let others = bystanders.iter().map(|bystander| BlastCandidate {
        unit: &bystander.unit,
        at: Cell::new(spot.target.x + bystander.offset.0, spot.target.y - bystander.offset.1),
        aware: bystander.sight.aware,
    });
    let thrower = BlastCandidate { unit: attacker, at: spot.attacker, aware: true };
    others.chain(attacker.ride.is_none().then_some(thrower)).collect()
}

/// Whether a blast reaches a square: within its radius and not blocked by walls. `AB-AREA-01`,
/// `AB-AREA-02`.
fn is_in_blast(spot: &AttackSite, centre: Cell, at: Cell, level: u8) -> bool {
    crate::aberrant::checks::dice_pool::is_within(centre.distance_squared(at), area::radius_m(level))
        && (centre == at || spot.terrain.blast_reaches(centre, at))
}

/// Where a dodge leads out of a blast; `None` for vehicles and their passengers. `AB-AREA-09`.
fn escape_square(
    unit: &UnitSnapshot,
    lay: &TerrainMap,
    (from, centre): (Cell, Cell),
    level: u8,
) -> Option<Cell> {
    let on_foot = unit.ride.is_none() && unit.cabin.is_none();
    on_foot.then(|| area::escape_square(&fighter(unit), lay, from, centre, level)).flatten()
}

/// The blast's exposure for a unit inside. Partial cover alone does not protect. `AB-AREA-01`,
/// `AB-RULING-05`.
fn inside(
    throw: &AttackContext,
    candidate: &BlastCandidate<'_>,
    spot: &AttackSite,
    centre: Cell,
    secondary: bool,
) -> AttackContext {
    let defender = fighter(candidate.unit);
    let escape = escape_square(candidate.unit, &spot.terrain, (candidate.at, centre), throw.weapon.area);
    let mut scene = AttackContext { defender, ..throw.clone() };
    scene.blast = Some(area::BlastExposure { secondary, escape });
    scene.barriers.clear();
    if secondary {
        scene.sight.hidden = 0;
        scene.sight.took_cover = false;
        scene.sight.aware = candidate.aware;
    }
    scene
}

/// All units inside a blast except its first target, with their exposure.
fn secondary_targets<'a>(
    throw: &AttackContext,
    spot: &AttackSite,
    centre: Cell,
    present: Vec<BlastCandidate<'a>>,
) -> Vec<(&'a UnitSnapshot, AttackContext)> {
    let level = throw.weapon.area;
    let inside = |candidate: BlastCandidate<'a>| {
        is_in_blast(spot, centre, candidate.at, level)
            .then(|| (candidate.unit, inside(throw, &candidate, spot, centre, true)))
    };
    present.into_iter().filter_map(inside).collect()
}

/// Names of the units that a blast affects besides its target.
pub(crate) fn secondary_target_names(request: &AttackRequest, throw: &AttackContext) -> Vec<String> {
    let Some(spot) = &request.site else { return Vec::new() };
    let inside = secondary_targets(
        throw,
        spot,
        spot.target,
        blast_candidates(spot, &request.bystanders, &request.attacker),
    );
    inside.into_iter().map(|(unit, _)| unit.name.to_string()).collect()
}

/// The attack on the first target, with an escape square if there is one. `AB-AREA-04`.
pub(crate) fn primary_context(request: UnitAttack<'_>, throw: AttackContext) -> AttackContext {
    let Some(spot) = &request.site else {
        return AttackContext {
            blast: Some(area::BlastExposure { secondary: false, escape: None }),
            ..throw
        };
    };
    let first = BlastCandidate { unit: &request.target.defender, at: spot.target, aware: throw.sight.aware };
    let barriers = throw.barriers.clone();
    AttackContext { barriers, ..inside(&throw, &first, spot, spot.target, false) }
}

/// Returns the damage to each unit inside by name, and adds all effects.
fn area_outcome(
    targets: &[(&UnitSnapshot, AttackContext)],
    results: &[AttackResult],
    burst: (Option<Cell>, &RuleSet),
    effects: &mut Vec<RuleStep>,
) -> Vec<(String, Harm)> {
    let mut harms = Vec::new();
    for ((unit, scene), result) in targets.iter().zip(results) {
        defender_effects(unit, scene, result, burst, effects);
        harms.extend(unit_harm(scene, result).map(|harm| (unit.name.to_string(), harm)));
    }
    harms
}

/// Resolves an area attack around a unit. `AB-AREA-01`, `AB-AREA-04`.
pub(crate) fn resolve_area_attack(
    table: &mut impl Table,
    request: UnitAttack<'_>,
    throw: &AttackContext,
) -> RuleResult<ActionOutcome> {
    let (attacker, defender) = (&request.attacker, &request.target.defender);
    let targets = request.site.as_ref().map_or_else(Vec::new, |spot| {
        secondary_targets(throw, spot, spot.target, blast_candidates(spot, &request.bystanders, attacker))
    });
    let scenes: Vec<_> = targets.iter().map(|(_, scene)| scene.clone()).collect();
    let blast = area::resolve_area_attack(table, throw, &scenes)?;
    let mut effects = Vec::new();
    if blast.placed {
        let at = request.site.as_ref().map(|spot| spot.target);
        effects.extend(ground_effect::effect_left_at(&request.weapon, at));
    }
    let (weapon, target) = (throw.weapon.name.clone(), defender.name.to_string());
    let text = match blast.placed {
        true => UnitNote::BlastAt { weapon, target },
        false => UnitNote::NoBlastAt { weapon, target },
    };
    effects.push(RuleStep::note(attacker.id, text, "AB-AREA-04"));
    let burst = (request.site.as_ref().map(|spot| spot.target), &request.rules);
    defender_effects(defender, throw, &blast.first, burst, &mut effects);
    let others = area_outcome(&targets, &blast.others, burst, &mut effects);
    let words = BlastHarm { target: unit_harm(throw, &blast.first), others };
    let first = blast.first;
    Ok(ActionOutcome {
        contact: first.contact,
        net: first.margin,
        damage: first.levels,
        words: words.into(),
        effects,
    })
}

/// Exact odds for each unit inside the blast. `AB-AREA-04`.
pub fn area_outcomes(
    request: UnitAttack<'_>,
    answers: &[String],
) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    let throw = attack_context(request);
    let Some(spot) = request.site.as_ref().filter(|_| throw.blast.is_some()) else { return Vec::new() };
    let plan = AttackPlan::new(&throw);
    let reply_of = |plan: &AttackPlan<'_>| {
        let replies = plan.defences.answers(&plan.scene.defender);
        replies.iter().position(|(answer, _)| answers.contains(&answer.key)).unwrap_or(0)
    };
    let gists = |scene: &AttackContext, all: Distribution<OddsOutcome>| {
        let prone = scene.defender.prone;
        all.map(|outcome| outcome_summary(outcome, prone))
    };
    let own =
        enumerate(AnswerPolicy::first(), |table| plan.secondary_odds_outcome(table, &plan, reply_of(&plan)));
    let Ok(own) = own else { return Vec::new() };
    let mut all = vec![(request.target.defender.id, gists(&throw, own))];
    let present = blast_candidates(spot, &request.bystanders, &request.attacker);
    for (unit, scene) in secondary_targets(&throw, spot, spot.target, present) {
        let other = AttackPlan::new(&scene);
        let reply = reply_of(&other);
        let odds =
            enumerate(AnswerPolicy::first(), |table| plan.secondary_odds_outcome(table, &other, reply));
        let Ok(odds) = odds else { return Vec::new() };
        all.push((unit.id, gists(&scene, odds)));
    }
    all
}

/// An attack on a square; all units inside are secondary targets. `AB-AREA-05`, `AB-AREA-08`.
struct SquareAttack<'a> {
    engagement: &'a AttackRequest,
    throw: AttackContext,
}

impl<'a> SquareAttack<'a> {
    fn new(request: &'a AttackRequest) -> Self {
        let AttackRequest { attacker, weapon, sight, rules, .. } = request;
        let mut throw = context_between((attacker, attacker), weapon.aberrant().clone(), *sight, rules);
        throw.impaired = is_impaired(attacker, request.slot, rules);
        Self { engagement: request, throw }
    }

    fn ground_context(&self) -> GroundAttackContext<'_> {
        GroundAttackContext {
            attacker: &self.throw.attacker,
            weapon: &self.throw.weapon,
            sight: self.throw.sight,
            replacement: self.throw.replacement,
            impaired: self.throw.impaired,
            switches: &self.throw.switches,
        }
    }

    fn secondary_targets(&self, centre: Cell) -> Vec<(&'a UnitSnapshot, AttackContext)> {
        let AttackRequest { site, bystanders, attacker, .. } = self.engagement;
        let Some(spot) = site else { return Vec::new() };
        secondary_targets(&self.throw, spot, centre, blast_candidates(spot, bystanders, attacker))
    }
}

/// Checks whether the weapon may be aimed at a square; only area weapons can. `AB-AREA-05`, `AB-RANGE-05`.
///
/// # Errors
/// Returns `RuleViolation` if it may not.
pub fn may_attack_square(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, slot, mode, sight, .. } = request;
    may_use(attacker, weapon, *slot, *mode)?;
    let at = SquareAttack::new(request);
    if at.throw.weapon.area == 0 {
        let weapon = at.throw.weapon.name.clone();
        return Err(RuleViolation::new(AberrantRefusal::NeedsUnit { weapon }, "AB-AREA-05"));
    }
    if sight.hidden >= 100 {
        return Err(RuleViolation::before_a_wall("AB-AREA-01"));
    }
    at.ground_context().difficulty().map(|_| ()).map_err(|why| RuleViolation::new(why, why.clause()))
}

/// Resolves a blast aimed at the ground. `AB-AREA-05`, `AB-AREA-06`.
pub fn attack_square(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    let at = SquareAttack::new(request);
    let (attacker, aim) = (&request.attacker, request.site.as_ref().map(|spot| spot.target));
    let placed = at.ground_context().place_blast(table)?;
    let weapon = at.throw.weapon.name.clone();
    let (centre, net, text) = match placed {
        BlastPlacement::OnTarget { net } => (aim, net, UnitNote::BlastOnTarget { weapon }),
        BlastPlacement::Scattered { east, south } => {
            let centre = aim.map(|aim| Cell::new(aim.x + east, aim.y + south));
            let metres = east.unsigned_abs().max(south.unsigned_abs());
            (centre, 1, UnitNote::BlastScattered { weapon, metres })
        }
        BlastPlacement::Missed => (None, 0, UnitNote::NoBlast { weapon }),
    };
    let mut effects = vec![RuleStep::note(attacker.id, text, "AB-AREA-05")];
    effects.extend(ground_effect::effect_left_at(&request.weapon, centre));
    let targets = centre.map_or_else(Vec::new, |centre| at.secondary_targets(centre));
    let scenes: Vec<_> = targets.iter().map(|(_, scene)| scene.clone()).collect();
    let results = area::resolve_secondary_hits(&mut CarryState::new(table, placed), net, &scenes)?;
    let others = area_outcome(&targets, &results, (centre, &request.rules), &mut effects);
    let words = BlastHarm { target: None, others };
    let damage = results.iter().map(|result| result.levels).sum();
    if leaves_hand(&request.weapon) {
        effects.push(thrown_weapon_effect(attacker.id, request.slot, &request.weapon, centre));
    }
    let mut budget = *attacker.budget.aberrant();
    if budget.phase.under_way {
        budget.phase.under_way = false;
        effects.push(turn_budget_effect(attacker.id, budget));
    }
    let hit = matches!(placed, BlastPlacement::OnTarget { .. });
    let contact = if hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: net.cast_signed(), damage, words: words.into(), effects })
}

/// The chance that the blast goes off on target, and the number of units inside. `AB-AREA-05`.
pub fn forecast_square(request: &AttackRequest) -> Option<Forecast> {
    let at = SquareAttack::new(request);
    let ground = at.ground_context();
    let (parts, difficulty) = (ground.pool_parts(), ground.difficulty().ok()?);
    let all = enumerate(AnswerPolicy::first(), |table| ground.place_blast(table)).ok()?;
    let inside = at.secondary_targets(request.site.as_ref()?.target);
    let summary = |placed: &BlastPlacement| {
        let hit = matches!(placed, BlastPlacement::OnTarget { .. });
        OutcomeSummary {
            contact: if hit { HitResult::Hit } else { HitResult::Miss },
            net: i32::from(hit),
            damage: if hit { u32::try_from(inside.len()).unwrap_or(u32::MAX) } else { 0 },
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        }
    };
    let names: Vec<_> = inside.iter().map(|(unit, _)| unit.name.to_string()).collect();
    let names = if names.is_empty() { "no one".to_owned() } else { names.join(", ") };
    let radius = format!("{} m", area::radius_m(at.throw.weapon.area));
    Some(Forecast {
        roll: format!("{}{}", dice_text(parts.pool()), difficulty_text(&difficulty)),
        symbols: None,
        joint: Vec::new(),
        totals: vec![
            forecast_sum("Attack", dice_text(parts.pool()), Favours::Attacker, &parts, "AB-AREA-05"),
            forecast_sum(
                "Difficulty",
                format!("+{}", difficulty.pool()),
                Favours::Target,
                &difficulty,
                "AB-BASE-02",
            ),
        ],
        notes: vec![forecast_note(format!("Reaches {names}"), &radius, "AB-AREA-02")],
        odds: Odds::from_distribution(&all.map(summary), &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: request.sight.hidden,
        unit: "caught",
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use field::Grid;

    use super::*;
    use crate::aberrant::Sheet as Own;
    use crate::aberrant::checks::dice_pool::is_within;
    use crate::special_actions::vehicles::{Passenger, VehicleInterior};
    use crate::{Book, Sheet, play};

    #[test]
    fn ab_area_09_not_out_of_a_seat() {
        let own: Own = ron::from_str("(strength: 2, dexterity: 3, stamina: 2, wits: 2)").expect("a sheet");
        let (sheet, rules) = (Sheet::Aberrant(Arc::new(own)), RuleSet::new(Book::Aberrant));
        let (condition, budget) =
            (play::starting_health(&sheet, &rules), play::starting_budget(&sheet, &rules));
        let on_foot = UnitSnapshot::fresh(UnitId(1), "unit 1", sheet, condition, budget);
        let cabin = VehicleInterior {
            seats: 4,
            speed: 5,
            taken: 1,
            driven: true,
            side: None,
            moving: false,
            open: false,
        };
        let car = UnitSnapshot { cabin: Some(cabin), ..on_foot.clone() };
        let ride = Passenger { vehicle: Box::new(car.clone()), drives: true, way_out: true };
        let inside = UnitSnapshot { ride: Some(ride), ..on_foot.clone() };
        let open = TerrainMap { grid: Arc::new(Grid::new(60, 60)), standing: Vec::new(), taken: Vec::new() };
        let (rim, centre) = (Cell::new(40, 20), Cell::new(20, 20));
        let out = |unit| escape_square(unit, &open, (rim, centre), 2);
        let escape = out(&on_foot).expect("a dodge leads out");
        assert!(!is_within(escape.distance_squared(centre), area::radius_m(2)), "{escape:?}");
        assert_eq!((out(&car), out(&inside)), (None, None));
    }
}
