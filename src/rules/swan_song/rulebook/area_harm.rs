//! The odds that an area attack harms at least one unit. `SS-DEF-49`, `SS-RULING-60`.

use std::convert::Infallible;
use std::rc::Rc;

use super::area_attacks::{BlastAttack, list_other_units};
use crate::attack::area_harm::{ExposedUnit, ReachedUnit, answer_policy};
use crate::ground::scatter::CellOffset;
use crate::swan_song::attack::resolution::AttackPlan;
use crate::swan_song::explosives::area_attack;
use crate::swan_song::{AttackContext, KarmaSpent};
use crate::{AreaAnswers, AreaHarm, AttackRequest, AttackTarget, UnitAttack, UnitSnapshot};
use dice::{AnswerPolicy, CarryState, Distribution, Roll, RuleResult, Table, enumerate};

/// What all units in the blast share but the place: the attack roll, the attacker's Karma, whether the first target is
/// harmed, and whether the attack misses it.
type AttackRolls = (Roll, KarmaSpent, bool, bool);

/// Computes whether an area attack harms at least one unit of each camp. All units oppose one attack roll; a miss of the
/// first target, or of the square, moves the blast. `SS-RULING-60`, `CS-SCA-03`.
pub(super) fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
    let (blast, first, rolls) = match &request.target {
        AttackTarget::Unit(target) => {
            let blast = BlastAttack::on_unit(UnitAttack { request, target });
            let rolls = {
                let plan = AttackPlan::new(&blast.context);
                enumerate(answer_policy(answers.target), |table| attack_unit(table, &plan)).ok()?
            };
            (blast, Some(&target.defender), rolls)
        }
        AttackTarget::Cell => {
            let blast = BlastAttack::on_site(request);
            let rolls = enumerate(answer_policy(answers.others), |table| {
                let (attack, spent, on_target) = area_attack::roll_area_attack(table, &blast.context)?;
                Ok((attack, spent, false, !on_target))
            });
            (blast, None, rolls.ok()?)
        }
        AttackTarget::Barrier(_) => return None,
    };
    if blast.context.weapon.blast == 0 {
        return None;
    }
    let is_own = |unit: &UnitSnapshot| unit.side == request.attacker.side;
    let others = list_other_units(request);
    let exposed = |unit: &UnitSnapshot| ExposedUnit::new(unit, is_own(unit), first);
    let mut known = HarmByRoll { answers: answers.others, harms: Vec::new() };
    AreaHarm::after_shared_rolls(&with_place(&blast, &rolls)?, |&((attack, spent, is_harmed, _), centre)| {
        let (units, contexts) = blast.list_targets((centre, &others), spent);
        let others = units.into_iter().zip(contexts).map(|(unit, context)| {
            let harm = known.harm(context, attack)?;
            Some(ReachedUnit { unit: exposed(unit), harm })
        });
        let first = first.map(|unit| {
            let harm = Rc::new(Distribution::from_weighted(vec![(is_harmed, 1)]));
            Some(ReachedUnit { unit: exposed(unit), harm })
        });
        first.into_iter().chain(others).collect()
    })
}

/// Rolls an attack and resolves it for its first target, like `area_attack::resolve_area_attack`.
fn attack_unit(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackRolls> {
    let chosen = plan.declare_defence(table)?;
    let (attack, spent) = plan.roll_attack(table)?;
    let carried = &mut CarryState::new(table, attack);
    let (first, missed) = plan.resolve_from_defence(carried, (chosen, attack, spent))?;
    Ok((attack, spent, first.damage > 0, missed))
}

/// Adds where the blast goes off after each outcome of the rolls.
fn with_place(
    blast: &BlastAttack<'_>,
    rolls: &Distribution<AttackRolls>,
) -> Option<Distribution<(AttackRolls, CellOffset)>> {
    let astray = enumerate(AnswerPolicy::first(), |table| blast.roll_miss_offset(table)).ok()?;
    let place = |&attack: &AttackRolls| {
        let (.., missed) = attack;
        let on_target = || Distribution::from_weighted(vec![((attack, CellOffset::default()), 1)]);
        Ok::<_, Infallible>(if missed { astray.map(|centre| (attack, *centre)) } else { on_target() })
    };
    rolls.and_then(place).ok()
}

/// The odds of harm that were computed: a unit is exposed alike from most places.
struct HarmByRoll<'a> {
    answers: &'a [String],
    harms: Vec<(AttackContext, Roll, Rc<Distribution<bool>>)>,
}

impl HarmByRoll<'_> {
    /// Returns whether an attack roll already made harms a unit in the blast; `None` if it cannot be computed.
    fn harm(&mut self, context: AttackContext, attack: Roll) -> Option<Rc<Distribution<bool>>> {
        let is_same = |(of, roll, _): &&(AttackContext, Roll, _)| *roll == attack && *of == context;
        if let Some((.., harm)) = self.harms.iter().find(is_same) {
            return Some(Rc::clone(harm));
        }
        let harm = enumerate(answer_policy(self.answers), |table| {
            Ok(area_attack::resolve_against(table, &context, attack)?.damage > 0)
        });
        let harm = Rc::new(harm.ok()?);
        self.harms.push((context, attack, Rc::clone(&harm)));
        Some(harm)
    }
}
