//! The odds that a blast harms at least one unit. Chapter AREA.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::convert::Infallible;
use std::rc::Rc;

use super::super::attack_contexts::attack_context;
use super::{Blast, BlastCandidate, SquareAttack, answer_index};
use crate::aberrant::AttackContext;
use crate::aberrant::attacks::area;
use crate::aberrant::attacks::area::BlastPlacement;
use crate::aberrant::attacks::held_items::AT_HELD;
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::attack::area_harm::{ExposedUnit, ReachedUnit};
use crate::{AreaAnswers, AreaHarm, AttackRequest, AttackTarget, UnitAttack, UnitSnapshot};
use dice::{AnswerPolicy, Distribution, enumerate};
use model::Cell;

/// Computes whether a blast harms at least one unit of each camp. All units share the net successes, and the objects that
/// the blast breaks; each dodges and takes damage by itself. `AB-AREA-01`, `AB-AREA-04`, `AB-RULING-37`.
pub(crate) fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
    match &request.target {
        AttackTarget::Unit(target) => harm_around_unit(UnitAttack { request, target }, answers),
        AttackTarget::Cell => harm_around_square(request, answers),
        AttackTarget::Barrier(_) => None,
    }
}

fn harm_around_unit(request: UnitAttack<'_>, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
    let attack = attack_context(request);
    if attack.blast.is_none() || request.option.as_deref() == Some(AT_HELD) {
        return None;
    }
    let (blast, plan) = (Blast::at_target(&request, &attack)?, AttackPlan::new(&attack));
    let nets = enumerate(AnswerPolicy::first(), |table| match plan.out_of_reach {
        Some(_) => Ok(0),
        None => plan.roll_attack(table),
    });
    let mut units = BlastUnits::new(&blast, Some((&request.target.defender, &attack)), answers)?;
    let shared = nets.ok()?.and_then(|net| Ok::<_, Infallible>(units.reached_sets(*net))).ok()?;
    AreaHarm::after_shared_rolls(&shared, |(net, reached)| units.reached_units(*net, reached))
}

fn harm_around_square(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
    let square_attack = SquareAttack::new(request);
    let aim = request.site.as_ref()?.target;
    if square_attack.attack.weapon.area == 0 {
        return None;
    }
    let placements = square_attack.ground_context().placement_odds()?;
    let centre = |placement: &BlastPlacement| match *placement {
        BlastPlacement::OnTarget { net } => Some((aim, net)),
        BlastPlacement::Scattered { east, south } => Some((Cell::new(aim.x + east, aim.y + south), 1)),
        BlastPlacement::Missed => None,
    };
    let places = placements.map(centre);
    let mut units = BTreeMap::new();
    for (at, _) in places.iter().filter_map(|(place, _)| *place) {
        if let Entry::Vacant(entry) = units.entry(at) {
            entry.insert(BlastUnits::new(&square_attack.blast(Some(at))?, None, answers)?);
        }
    }
    let sets = |place: &Option<(Cell, u32)>| {
        let nowhere = || Distribution::from_weighted(vec![(None, 1)]);
        let somewhere = place
            .and_then(|(at, net)| Some(units.get(&at)?.reached_sets(net).map(|set| Some((at, set.clone())))));
        Ok::<_, Infallible>(somewhere.unwrap_or_else(nowhere))
    };
    let shared = places.and_then(sets).ok()?;
    AreaHarm::after_shared_rolls(&shared, |place| match place {
        Some((at, (net, reached))) => units.get_mut(at)?.reached_units(*net, reached),
        None => Some(Vec::new()),
    })
}

/// The units in a blast, the first target before all others.
struct BlastUnits<'a> {
    /// The attack on each, and where it belongs.
    exposed: Vec<(AttackContext, ExposedUnit)>,
    /// Which of them it reaches, by the objects that it breaks.
    reach: Distribution<Vec<bool>>,
    answers: AreaAnswers<'a>,
    /// Whether the first one is the target of the attack.
    has_target: bool,
    /// The odds of harm that were computed, by unit and net successes.
    harms: BTreeMap<(usize, u32), Rc<Distribution<bool>>>,
}

impl<'a> BlastUnits<'a> {
    fn new(
        blast: &Blast<'_>,
        first: Option<(&UnitSnapshot, &AttackContext)>,
        answers: AreaAnswers<'a>,
    ) -> Option<Self> {
        let is_own = |unit: &UnitSnapshot| unit.side == blast.request.attacker.side;
        let candidates: Vec<BlastCandidate<'_>> = blast.candidates().collect();
        let has_target = first.is_some();
        let exposed =
            |unit: &UnitSnapshot| ExposedUnit::new(unit, is_own(unit), first.map(|(target, _)| target));
        let target = first.map(|(unit, context)| (context.clone(), exposed(unit)));
        let others = candidates.iter().map(|other| (blast.context(other), exposed(other.unit)));
        let exposed = target.into_iter().chain(others).collect();
        let reach = reach_odds(blast, &candidates)?
            .map(|others| [vec![true; usize::from(has_target)], others.clone()].concat());
        Some(Self { exposed, reach, answers, has_target, harms: BTreeMap::new() })
    }

    /// The net successes, and which units are reached. Without a success nothing goes off. `AB-AREA-04`.
    fn reached_sets(&self, net: u32) -> Distribution<(u32, Vec<bool>)> {
        match net {
            0 => Distribution::from_weighted(vec![((0, Vec::new()), 1)]),
            net => self.reach.map(|set| (net, set.clone())),
        }
    }

    /// Lists the units that are reached with these net successes; `None` if their odds cannot be computed.
    fn reached_units(&mut self, net: u32, reached: &[bool]) -> Option<Vec<ReachedUnit>> {
        let numbers = reached.iter().enumerate().filter(|(_, is_reached)| **is_reached);
        numbers
            .map(|(number, _)| {
                let harm = self.harm(number, net)?;
                Some(ReachedUnit { unit: self.exposed[number].1, harm })
            })
            .collect()
    }

    fn harm(&mut self, number: usize, net: u32) -> Option<Rc<Distribution<bool>>> {
        if let Some(harm) = self.harms.get(&(number, net)) {
            return Some(Rc::clone(harm));
        }
        let plan = AttackPlan::new(&self.exposed[number].0);
        let is_target = self.has_target && number == 0;
        let answers = if is_target { self.answers.target } else { self.answers.others };
        let answer = answer_index(&plan, answers);
        let harm = enumerate(AnswerPolicy::first(), |table| {
            Ok(plan.defended_odds_outcome(table, net, answer)?.levels > 0)
        });
        let harm = Rc::new(harm.ok()?);
        self.harms.insert((number, net), Rc::clone(&harm));
        Some(harm)
    }
}

/// Which of these units a blast reaches. Those behind objects depend on what it breaks: the damage of each row of objects is
/// rolled once. `AB-AREA-01`, `AB-OBJ-09`.
fn reach_odds(blast: &Blast<'_>, candidates: &[BlastCandidate<'_>]) -> Option<Distribution<Vec<bool>>> {
    let reached = |levels: &[u32]| {
        let map = blast.map_after(levels);
        candidates.iter().map(|candidate| blast.reaches(&map, candidate.at)).collect::<Vec<_>>()
    };
    let (whole, broken) = (reached(&[]), reached(&vec![u32::MAX; blast.rows.len()]));
    if whole == broken {
        return Some(Distribution::from_weighted(vec![(whole, 1)]));
    }
    let (who, weapon) = (blast.request.attacker.id, &blast.attack.weapon);
    let mut levels = Distribution::from_weighted(vec![(Vec::new(), 1)]);
    for row in &blast.rows {
        let rolled = enumerate(AnswerPolicy::first(), |table| {
            let rolled = area::roll_object_damage(table, who, weapon, std::slice::from_ref(row))?;
            Ok(row.opening_levels(rolled.first().copied().unwrap_or(0)))
        });
        let rolled = rolled.ok()?;
        let with_row = |before: &Vec<u32>| {
            Ok::<_, Infallible>(rolled.map(|opening| [before.as_slice(), &[*opening]].concat()))
        };
        levels = levels.and_then(with_row).ok()?;
    }
    Some(levels.map(|levels| reached(levels)))
}
