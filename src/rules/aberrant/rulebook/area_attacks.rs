//! Area attacks on the map: units inside the blast, dodging out of it, and blasts aimed at the ground.
//! Chapter AREA.

mod area_harm;
mod square_attack;

use std::sync::Arc;

use super::aimed_knockback::KnockbackCourse;
use super::attack_contexts::attack_context;
use super::attack_odds::outcome_summary;
use super::attack_steps::{add_defender_steps, unit_harm};
use super::{AberrantRulebook, fighter};
use crate::aberrant::attacks::area;
use crate::aberrant::attacks::area::ObjectsInBlast;
use crate::aberrant::attacks::resolution::{AttackPlan, OddsOutcome};
use crate::aberrant::checks::dice_pool::is_within;
use crate::aberrant::lines::{BlastHarm, Harm, UnitNote};
use crate::aberrant::{AttackContext, AttackResult};
use crate::ground::ground_effect;
use crate::rulebook::DetonationRules;
use crate::turn_engine::switches::Crawl;
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BarrierHarm, BattleEvent, BlastProfile, OutcomeSummary,
    RuleSet, RuleStep, TerrainMap, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{AnswerPolicy, Distribution, RuleResult, Table, enumerate};
use field::Grid;
use model::{Cell, UnitId};

use self::square_attack::SquareAttack;

pub(crate) use self::area_harm::area_harm;
pub use self::square_attack::{attack_square, blast_barrier, forecast_square, may_attack_square};

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

/// The square to which a dodge leads out of a blast; `None` for vehicles, their passengers, and both units of
/// a grapple, who keep their squares. `AB-AREA-09`, `AB-BASE-10`.
fn escape_square(
    unit: &UnitSnapshot,
    terrain: &TerrainMap,
    (from, centre): (Cell, Cell),
    (level, crawl): (u8, Crawl),
) -> Option<Cell> {
    let on_foot = unit.ride.is_none() && unit.cabin.is_none();
    let free = unit.grip.is_none() || unit.carries.is_some();
    (on_foot && free)
        .then(|| area::escape_square((&fighter(unit), crawl), terrain, from, centre, level))
        .flatten()
}

/// The attack on a unit inside a blast. Partial cover alone does not protect. `AB-AREA-01`,
/// `AB-RULING-05`.
fn context_inside_blast(
    attack: &AttackContext,
    candidate: &BlastCandidate<'_>,
    (site, crawl): (&AttackSite, Crawl),
    centre: Cell,
    secondary: bool,
) -> AttackContext {
    let defender = fighter(candidate.unit);
    let way = (candidate.at, centre);
    let escape = escape_square(candidate.unit, &site.terrain, way, (attack.weapon.area, crawl));
    let mut context = AttackContext { defender, ..attack.clone() };
    let offset = (candidate.at.x - centre.x, candidate.at.y - centre.y);
    context.blast = Some(area::BlastExposure { secondary, escape, offset });
    context.barriers.clear();
    if secondary {
        context.sight.hidden = 0;
        context.sight.took_cover = false;
        context.sight.aware = candidate.aware;
    }
    context
}

/// A blast on the map: what it meets and whom it reaches. `AB-AREA-01`, `AB-AREA-02`.
struct Blast<'a> {
    request: &'a AttackRequest,
    site: &'a AttackSite,
    attack: &'a AttackContext,
    centre: Cell,
    /// The objects that it meets; empty if the battle has no barrier damage. `AB-OBJ-09`.
    rows: Vec<ObjectsInBlast>,
}

impl<'a> Blast<'a> {
    /// A blast of the attack's weapon in a square; `None` without a map.
    fn new(request: &'a AttackRequest, attack: &'a AttackContext, centre: Option<Cell>) -> Option<Self> {
        let (site, centre) = (request.site.as_ref()?, centre?);
        let rows = if request.rules.borrows("barriers") {
            let radius_m = area::radius_m(attack.weapon.area);
            ObjectsInBlast::by_row(&attack.weapon, site.terrain.barriers_in_blast(centre, radius_m))
        } else {
            Vec::new()
        };
        Some(Self { request, site, attack, centre, rows })
    }

    /// The blast around the square of the attack's target.
    fn at_target(request: &'a AttackRequest, attack: &'a AttackContext) -> Option<Self> {
        Self::new(request, attack, request.site.as_ref().map(|site| site.target))
    }

    /// All units within the radius except the first target, by id, with the attacker last. A blast outside a
    /// vehicle does not affect its passengers.
    fn candidates(&self) -> impl Iterator<Item = BlastCandidate<'a>> {
        let AttackRequest { bystanders, attacker, .. } = self.request;
        let (site, centre, level) = (self.site, self.centre, self.attack.weapon.area);
        let others = bystanders.iter().map(|bystander| BlastCandidate {
            unit: &bystander.unit,
            at: Cell::new(site.target.x + bystander.offset.0, site.target.y - bystander.offset.1),
            aware: bystander.sight.aware,
        });
        let own = BlastCandidate { unit: attacker, at: site.attacker, aware: true };
        others
            .chain(attacker.ride.is_none().then_some(own))
            .filter(move |candidate| is_within(centre.distance_squared(candidate.at), area::radius_m(level)))
    }

    /// The map once the rows of objects have taken these levels. `AB-AREA-01`.
    fn map_after(&self, levels: &[u32]) -> Arc<Grid> {
        let opened = self.rows.iter().zip(levels).flat_map(|(row, levels)| row.opened(*levels));
        self.site.terrain.without_obstacles(&opened.collect::<Vec<_>>())
    }

    fn reaches(&self, map: &Grid, at: Cell) -> bool {
        at == self.centre || field::blast_reaches(map, self.centre, at)
    }

    fn context(&self, candidate: &BlastCandidate<'_>) -> AttackContext {
        let around = (self.site, self.request.rules.engine.crawl);
        context_inside_blast(self.attack, candidate, around, self.centre, true)
    }

    /// All units that it reaches besides its first target, with their exposure, once the rows of objects have
    /// taken these levels. `AB-AREA-01`.
    fn targets(&self, levels: &[u32]) -> Vec<(&'a UnitSnapshot, AttackContext)> {
        let map = self.map_after(levels);
        self.candidates()
            .filter(|candidate| self.reaches(&map, candidate.at))
            .map(|candidate| (candidate.unit, self.context(&candidate)))
            .collect()
    }

    /// Adds the damage to the objects. `AB-OBJ-09`, `AB-OBJ-11`.
    fn add_object_steps(&self, levels: &[u32], steps: &mut Vec<RuleStep>) {
        let damaged = self.rows.iter().zip(levels).flat_map(|(row, levels)| row.damaged(*levels));
        steps.extend(damaged.map(|(id, damage)| RuleStep::DamageBarrier(BarrierHarm { id, damage })));
    }
}

/// Names of the units that a blast affects besides its target.
pub(crate) fn secondary_target_names(request: &AttackRequest, attack: &AttackContext) -> Vec<String> {
    let targets = Blast::at_target(request, attack).map_or_else(Vec::new, |blast| blast.targets(&[]));
    targets.into_iter().map(|(unit, _)| unit.name.to_string()).collect()
}

/// The attack on the first target, with an escape square if there is one. `AB-AREA-04`.
pub(crate) fn primary_context(request: UnitAttack<'_>, attack: AttackContext) -> AttackContext {
    let Some(site) = &request.site else {
        return AttackContext {
            blast: Some(area::BlastExposure { secondary: false, escape: None, offset: (0, 0) }),
            ..attack
        };
    };
    let first = BlastCandidate { unit: &request.target.defender, at: site.target, aware: attack.sight.aware };
    let barriers = attack.barriers.clone();
    let around = (site, request.rules.engine.crawl);
    AttackContext { barriers, ..context_inside_blast(&attack, &first, around, site.target, false) }
}

/// Adds what a blast does to each unit inside; returns the damage to each by name.
fn add_area_steps(
    targets: &[(&UnitSnapshot, AttackContext)],
    results: &[AttackResult],
    course_and_rules: (KnockbackCourse, &RuleSet),
    steps: &mut Vec<RuleStep>,
) -> Vec<(String, Harm)> {
    let mut harms = Vec::new();
    for ((unit, context), result) in targets.iter().zip(results) {
        add_defender_steps(unit, context, result, course_and_rules, steps);
        harms.extend(unit_harm(context, result).map(|harm| (unit.name.to_string(), harm)));
    }
    harms
}

/// Resolves an area attack around a unit. `AB-AREA-01`, `AB-AREA-04`.
pub(crate) fn resolve_area_attack(
    table: &mut impl Table,
    request: UnitAttack<'_>,
    attack: &AttackContext,
) -> RuleResult<ActionOutcome> {
    let (attacker, defender) = (&request.attacker, &request.target.defender);
    let blast = Blast::at_target(&request, attack);
    let rows = blast.as_ref().map_or(&[][..], |blast| blast.rows.as_slice());
    let targets = |levels: &[u32]| blast.as_ref().map_or_else(Vec::new, |blast| blast.targets(levels));
    let contexts = |levels: &[u32]| targets(levels).into_iter().map(|(_, context)| context).collect();
    let result = area::resolve_area_attack(table, attack, rows, contexts)?;
    let mut steps = Vec::new();
    let centre = request.site.as_ref().map(|site| site.target);
    if result.detonated {
        steps.extend(ground_effect::effect_left_at(&request.weapon, centre));
    }
    let (weapon, target) = (attack.weapon.name.clone(), defender.name.to_string());
    let text = match result.detonated {
        true => UnitNote::BlastAt { weapon, target },
        false => UnitNote::NoBlastAt { weapon, target },
    };
    steps.push(RuleStep::note(attacker.id, text, "AB-AREA-04"));
    if !result.detonated {
        steps.push(astray_step(attacker.id, None));
    }
    if let Some(blast) = &blast {
        blast.add_object_steps(&result.objects, &mut steps);
    }
    let course_and_rules = (KnockbackCourse::away_from(centre), &request.rules);
    let first = result.first;
    add_defender_steps(defender, attack, &first, course_and_rules, &mut steps);
    let targets = if result.detonated { targets(&result.objects) } else { Vec::new() };
    let others = add_area_steps(&targets, &result.others, course_and_rules, &mut steps);
    let words = BlastHarm { target: unit_harm(attack, &first), others };
    Ok(ActionOutcome {
        contact: first.contact,
        net: first.margin,
        damage: first.levels,
        words: words.into(),
        effects: steps,
    })
}

/// Exact odds for each unit inside the blast. `AB-AREA-04`.
pub fn area_outcomes(
    request: UnitAttack<'_>,
    answers: &[String],
) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    let attack = attack_context(request);
    let Some(blast) = Blast::at_target(&request, &attack).filter(|_| attack.blast.is_some()) else {
        return Vec::new();
    };
    let plan = AttackPlan::new(&attack);
    let summarise = |context: &AttackContext, odds: Distribution<OddsOutcome>| {
        let prone = context.defender.prone;
        odds.map(|outcome| outcome_summary(outcome, prone))
    };
    let odds_for = |target_plan: &AttackPlan<'_>, at: Option<Cell>| {
        let answer = (target_plan, answer_index(target_plan, answers));
        let rows = if at.is_some() { blast.rows.as_slice() } else { &[] };
        let opens = |levels: &[u32]| at.is_none_or(|at| blast.reaches(&blast.map_after(levels), at));
        enumerate(AnswerPolicy::first(), |table| plan.secondary_odds_outcome(table, answer, rows, opens))
    };
    let Ok(odds) = odds_for(&plan, None) else { return Vec::new() };
    let mut outcomes = vec![(request.target.defender.id, summarise(&attack, odds))];
    let all_broken = blast.map_after(&vec![u32::MAX; blast.rows.len()]);
    for candidate in blast.candidates().filter(|candidate| blast.reaches(&all_broken, candidate.at)) {
        let context = blast.context(&candidate);
        let sheltered = (!blast.reaches(&blast.site.terrain.grid, candidate.at)).then_some(candidate.at);
        let Ok(odds) = odds_for(&AttackPlan::new(&context), sheltered) else { return Vec::new() };
        outcomes.push((candidate.unit.id, summarise(&context, odds)));
    }
    outcomes
}

/// Returns the step that says where a blast went off away from its aim; `None` if nowhere. `AB-AREA-05`, `AB-AREA-06`.
const fn astray_step(unit: UnitId, cell: Option<Cell>) -> RuleStep {
    RuleStep::Record(BattleEvent::BlastAstray { unit, cell })
}

/// Index of the first defence that is among these answers, else of the default one.
fn answer_index(plan: &AttackPlan<'_>, answers: &[String]) -> usize {
    let defences = plan.defences.list_answers(&plan.context.defender);
    defences.iter().position(|(answer, _)| answers.contains(&answer.key)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aberrant::Sheet as Own;
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
        let passenger = UnitSnapshot { ride: Some(ride), ..on_foot.clone() };
        let open = TerrainMap { grid: Arc::new(Grid::new(60, 60)), standing: Vec::new(), taken: Vec::new() };
        let (rim, centre) = (Cell::new(40, 20), Cell::new(20, 20));
        let out = |unit| escape_square(unit, &open, (rim, centre), (2, Crawl::Half));
        let escape = out(&on_foot).expect("a dodge leads out");
        assert!(!is_within(escape.distance_squared(centre), area::radius_m(2)), "{escape:?}");
        assert_eq!((out(&car), out(&passenger)), (None, None));
    }
}
