//! Bursts on the map: whom they catch, who gets out, and where a burst on the ground goes off. Chapter AREA.

use super::attacks::{
    context_between, damage_text, defender_effects, leaves_hand, may_use, thrown_weapon_effect,
};
use super::forecast::{dice_text, difficulty_text, forecast_note, forecast_sum};
use super::held_items::is_impaired;
use super::{fighter, turn_budget_effect};
use crate::aberrant::attacks::area;
use crate::aberrant::attacks::area::{BlastPlacement, GroundAttackContext};
use crate::aberrant::attacks::resolution::{AttackPlan, OddsOutcome};
use crate::aberrant::{AttackContext, AttackResult};
use crate::ground::ground_effect;
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BlastProfile, Bystander, CellAttackRequest, Effect, Favours,
    Forecast, HitResult, Odds, OutcomeSummary, RuleSet, RuleViolation, Square, TerrainQuery, UnitSnapshot,
    Weapon,
};
use dice::{AnswerPolicy, CarryState, Distribution, RuleResult, Table, enumerate};

/// Somebody whom a burst may catch.
struct BlastCandidate<'a> {
    unit: &'a UnitSnapshot,
    at: Square,
    aware: bool,
}

/// Everybody but the first target, by number, the attacker last. What bursts outside a vehicle strikes nobody in it.
fn blast_candidates<'a>(
    spot: &AttackSite,
    company: &'a [Bystander],
    attacker: &'a UnitSnapshot,
) -> Vec<BlastCandidate<'a>> {
    let others = company.iter().map(|near| BlastCandidate {
        unit: &near.unit,
        at: Square { x: spot.target.x + near.offset.0, y: spot.target.y - near.offset.1 },
        aware: near.sight.aware,
    });
    let thrower = BlastCandidate { unit: attacker, at: spot.attacker, aware: true };
    others.chain(attacker.ride.is_none().then_some(thrower)).collect()
}

/// A burst reaches a square: within the radius, and not walled off. `AB-AREA-01`, `AB-AREA-02`.
fn is_in_blast(spot: &AttackSite, centre: Square, at: Square, level: u8) -> bool {
    let apart = centre.x.abs_diff(at.x).pow(2) + centre.y.abs_diff(at.y).pow(2);
    crate::aberrant::checks::dice_pool::is_within(apart, area::radius_m(level))
        && (centre == at || spot.terrain.blast_reaches(centre, at))
}

/// Where a dodge out of a burst leads; neither a vehicle nor anybody in it throws itself aside. `AB-AREA-09`.
fn escape_square(
    unit: &UnitSnapshot,
    lay: &dyn TerrainQuery,
    (from, centre): (Square, Square),
    level: u8,
) -> Option<Square> {
    let on_foot = unit.ride.is_none() && unit.cabin.is_none();
    on_foot.then(|| area::escape_square(&fighter(unit), lay, from, centre, level)).flatten()
}

/// The burst as it meets somebody inside. Partial cover alone saves nobody. `AB-AREA-01`, `AB-RULING-05`.
fn inside(
    throw: &AttackContext,
    near: &BlastCandidate<'_>,
    spot: &AttackSite,
    centre: Square,
    secondary: bool,
) -> AttackContext {
    let defender = fighter(near.unit);
    let escape = escape_square(near.unit, &*spot.terrain, (near.at, centre), throw.weapon.area);
    let mut scene = AttackContext { defender, ..throw.clone() };
    scene.blast = Some(area::BlastExposure { secondary, escape });
    scene.barriers.clear();
    if secondary {
        scene.sight.hidden = 0;
        scene.sight.took_cover = false;
        scene.sight.aware = near.aware;
    }
    scene
}

/// Everybody a burst catches besides its first target, with how it meets them.
fn secondary_targets<'a>(
    throw: &AttackContext,
    spot: &AttackSite,
    centre: Square,
    present: Vec<BlastCandidate<'a>>,
) -> Vec<(&'a UnitSnapshot, AttackContext)> {
    let level = throw.weapon.area;
    let inside = |near: BlastCandidate<'a>| {
        is_in_blast(spot, centre, near.at, level)
            .then(|| (near.unit, inside(throw, &near, spot, centre, true)))
    };
    present.into_iter().filter_map(inside).collect()
}

/// The names of those whom a burst reaches besides its target.
pub(crate) fn secondary_target_names(engagement: &AttackRequest, throw: &AttackContext) -> Vec<String> {
    let Some(spot) = &engagement.site else { return Vec::new() };
    let inside = secondary_targets(
        throw,
        spot,
        spot.target,
        blast_candidates(spot, &engagement.bystanders, &engagement.attacker),
    );
    inside.into_iter().map(|(unit, _)| unit.name.to_string()).collect()
}

/// The attack on its first target: with a way out, if there is one. `AB-AREA-04`.
pub(crate) fn primary_context(engagement: &AttackRequest, throw: AttackContext) -> AttackContext {
    let Some(spot) = &engagement.site else {
        return AttackContext {
            blast: Some(area::BlastExposure { secondary: false, escape: None }),
            ..throw
        };
    };
    let first = BlastCandidate { unit: &engagement.defender, at: spot.target, aware: throw.sight.aware };
    let barriers = throw.barriers.clone();
    AttackContext { barriers, ..inside(&throw, &first, spot, spot.target, false) }
}

/// What each of those inside suffers, in words, and all effects.
fn area_outcome(
    met: &[(&UnitSnapshot, AttackContext)],
    results: &[AttackResult],
    burst: (Option<Square>, &RuleSet),
    effects: &mut Vec<Effect>,
) -> Vec<String> {
    let mut words = Vec::new();
    for ((unit, scene), result) in met.iter().zip(results) {
        defender_effects(unit, scene, result, burst, effects);
        if let Some(harm) = damage_text(scene, result) {
            words.push(format!("{}: {harm}", unit.name));
        }
    }
    words
}

/// An attack on an area around a unit. `AB-AREA-01`, `AB-AREA-04`.
///
/// # Errors
/// As the table.
pub(crate) fn resolve_area_attack(
    table: &mut impl Table,
    engagement: &AttackRequest,
    throw: &AttackContext,
) -> RuleResult<ActionOutcome> {
    let (attacker, defender) = (&engagement.attacker, &engagement.defender);
    let met = engagement.site.as_ref().map_or_else(Vec::new, |spot| {
        secondary_targets(throw, spot, spot.target, blast_candidates(spot, &engagement.bystanders, attacker))
    });
    let scenes: Vec<_> = met.iter().map(|(_, scene)| scene.clone()).collect();
    let blast = area::resolve_area_attack(table, throw, &scenes)?;
    let mut effects = Vec::new();
    if blast.placed {
        let at = engagement.site.as_ref().map(|spot| spot.target);
        effects.extend(ground_effect::effect_left_at(&engagement.weapon, at));
    }
    let came = if blast.placed { "goes off at" } else { "nothing goes off, meant for" };
    let text = format!("{}: {came} {}", throw.weapon.name, defender.name);
    effects.push(Effect::RuleNote { unit: attacker.id, text, clause: "AB-AREA-04" });
    let burst = (engagement.site.as_ref().map(|spot| spot.target), &engagement.rules);
    defender_effects(defender, throw, &blast.first, burst, &mut effects);
    let first = damage_text(throw, &blast.first);
    let others = area_outcome(&met, &blast.others, burst, &mut effects);
    let words = first.into_iter().chain(others).collect::<Vec<_>>().join(", ");
    let first = blast.first;
    Ok(ActionOutcome { contact: first.contact, net: first.margin, damage: first.levels, words, effects })
}

/// `AB-AREA-02`: the dice before success dice, the same everywhere.
pub fn blast(_: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> Option<BlastProfile> {
    let weapon = weapon.aberrant();
    (weapon.area > 0).then(|| BlastProfile::new(area::radius_m(weapon.area), |_| weapon.damage.to_string()))
}

/// What the burst does to each of those inside by itself: exact odds. `AB-AREA-04`.
pub fn spread(engagement: &AttackRequest, answers: &[String]) -> Vec<(u32, Distribution<OutcomeSummary>)> {
    let throw = super::attacks::attack_context(engagement);
    let Some(spot) = engagement.site.as_ref().filter(|_| throw.blast.is_some()) else { return Vec::new() };
    let plan = AttackPlan::new(&throw);
    let reply_of = |plan: &AttackPlan<'_>| {
        let replies = plan.defences.answers(&plan.scene.defender);
        replies.iter().position(|(answer, _)| answers.contains(&answer.key)).unwrap_or(0)
    };
    let gists = |scene: &AttackContext, all: Distribution<OddsOutcome>| {
        let prone = scene.defender.prone;
        all.map(|outline| super::forecast::outcome_summary(outline, prone))
    };
    let own =
        enumerate(AnswerPolicy::first(), |table| plan.secondary_odds_outcome(table, &plan, reply_of(&plan)));
    let Ok(own) = own else { return Vec::new() };
    let mut all = vec![(engagement.defender.id, gists(&throw, own))];
    let present = blast_candidates(spot, &engagement.bystanders, &engagement.attacker);
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

/// What is aimed at a square, as the rules see it; everybody inside is a secondary target. `AB-AREA-05`, `AB-AREA-08`.
struct SquareAttack<'a> {
    engagement: &'a CellAttackRequest,
    throw: AttackContext,
}

impl<'a> SquareAttack<'a> {
    fn new(engagement: &'a CellAttackRequest) -> Self {
        let CellAttackRequest { attacker, weapon, sight, rules, .. } = engagement;
        let mut throw = context_between((attacker, attacker), weapon.aberrant().clone(), *sight, rules);
        throw.impaired = is_impaired(attacker, engagement.slot, rules);
        Self { engagement, throw }
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

    fn secondary_targets(&self, centre: Square) -> Vec<(&'a UnitSnapshot, AttackContext)> {
        let CellAttackRequest { site: spot, bystanders: company, attacker, .. } = self.engagement;
        secondary_targets(&self.throw, spot, centre, blast_candidates(spot, company, attacker))
    }
}

/// Only what covers an area is aimed at a square. `AB-AREA-05`, `AB-RANGE-05`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &CellAttackRequest) -> Result<(), RuleViolation> {
    let CellAttackRequest { attacker, weapon, slot, mode, sight, .. } = engagement;
    may_use(attacker, weapon, *slot, *mode)?;
    let at = SquareAttack::new(engagement);
    if at.throw.weapon.area == 0 {
        let text = format!("{} needs somebody to aim at", at.throw.weapon.name);
        return Err(RuleViolation::new(text, "AB-AREA-05"));
    }
    if sight.hidden >= 100 {
        return Err(RuleViolation::before_a_wall("AB-AREA-01"));
    }
    at.ground_context()
        .difficulty()
        .map(|_| ())
        .map_err(|why| RuleViolation::new(why.to_string(), why.clause()))
}

/// A burst on the ground. `AB-AREA-05`, `AB-AREA-06`.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &CellAttackRequest) -> RuleResult<ActionOutcome> {
    let at = SquareAttack::new(engagement);
    let (attacker, spot) = (&engagement.attacker, &engagement.site);
    let placed = at.ground_context().place_blast(table)?;
    let name = &at.throw.weapon.name;
    let (centre, net, text) = match placed {
        BlastPlacement::OnTarget { net } => {
            (Some(spot.target), net, format!("{name}: goes off where it was aimed"))
        }
        BlastPlacement::Scattered { east, south } => {
            let centre = Square { x: spot.target.x + east, y: spot.target.y + south };
            let metres = east.unsigned_abs().max(south.unsigned_abs());
            (Some(centre), 1, format!("{name}: goes off {metres} m aside"))
        }
        BlastPlacement::Missed => (None, 0, format!("{name}: nothing goes off")),
    };
    let mut effects = vec![Effect::RuleNote { unit: attacker.id, text, clause: "AB-AREA-05" }];
    effects.extend(ground_effect::effect_left_at(&engagement.weapon, centre));
    let met = centre.map_or_else(Vec::new, |centre| at.secondary_targets(centre));
    let scenes: Vec<_> = met.iter().map(|(_, scene)| scene.clone()).collect();
    let results = area::resolve_secondary_hits(&mut CarryState::new(table, placed), net, &scenes)?;
    let words = area_outcome(&met, &results, (centre, &engagement.rules), &mut effects).join(", ");
    let damage = results.iter().map(|result| result.levels).sum();
    if leaves_hand(&engagement.weapon) {
        effects.push(thrown_weapon_effect(attacker.id, engagement.slot, &engagement.weapon, centre));
    }
    let mut purse = *attacker.purse.aberrant();
    if purse.phase.under_way {
        purse.phase.under_way = false;
        effects.push(turn_budget_effect(attacker.id, purse));
    }
    let hit = matches!(placed, BlastPlacement::OnTarget { .. });
    let contact = if hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: net.cast_signed(), damage, words, effects })
}

/// Whether it goes off where it is aimed, and how many are inside. `AB-AREA-05`.
pub fn forecast_square(engagement: &CellAttackRequest) -> Option<Forecast> {
    let at = SquareAttack::new(engagement);
    let ground = at.ground_context();
    let (parts, difficulty) = (ground.pool_parts(), ground.difficulty().ok()?);
    let all = enumerate(AnswerPolicy::first(), |table| ground.place_blast(table)).ok()?;
    let inside = at.secondary_targets(engagement.site.target);
    let gist = |placed: &BlastPlacement| {
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
    let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
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
        odds: Odds::from_distribution(&all.map(gist), &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "caught",
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::aberrant::Sheet as Own;
    use crate::special_actions::vehicles::{Passenger, VehicleInterior};
    use crate::{Book, Sheet, ShelteringBarrier, play};

    /// Everything is open, and out is always there.
    #[derive(Debug)]
    struct OpenTerrain;

    const OUT: Square = Square { x: 9, y: 9 };

    impl TerrainQuery for OpenTerrain {
        fn can_step(&self, _: Square, _: Square) -> bool {
            true
        }
        fn blast_reaches(&self, _: Square, _: Square) -> bool {
            true
        }
        fn shelters(&self, _: Square, _: Square, _: bool) -> (Vec<ShelteringBarrier>, u8) {
            (Vec::new(), 0)
        }
        fn nearby_objects(&self, _: Square, _: u32) -> Vec<(String, Square)> {
            Vec::new()
        }
        fn blast_escape(&self, _: Square, _: Square, _: u32, _: u32, _: bool) -> Option<Square> {
            Some(OUT)
        }
    }

    #[test]
    fn ab_area_09_not_out_of_a_seat() {
        let own: Own = ron::from_str("(strength: 2, dexterity: 3, stamina: 2, wits: 2)").expect("a sheet");
        let (sheet, rules) = (Sheet::Aberrant(Arc::new(own)), RuleSet::new(Book::Aberrant));
        let (condition, purse) = (play::fresh(&sheet, &rules), play::purse(&sheet, &rules));
        let on_foot = UnitSnapshot::fresh(1, "somebody", sheet, condition, purse);
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
        let here = Square { x: 1, y: 1 };
        let out = |unit| escape_square(unit, &OpenTerrain, (here, here), 2);
        assert_eq!((out(&on_foot), out(&car), out(&inside)), (Some(OUT), None, None));
    }
}
