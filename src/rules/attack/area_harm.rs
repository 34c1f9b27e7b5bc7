//! Area attacks: the odds that at least one unit of each camp is harmed.
//!
//! One roll may decide about several units, so that their fates depend on each other. What they share comes first: the
//! attack roll, the place of the explosion, the walls that it breaks. Once that is known, each unit defends and soaks by
//! itself, and only then are chances multiplied.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::rc::Rc;

use crate::UnitSnapshot;
use dice::{AnswerPolicy, Distribution};
use model::UnitId;

/// Whether an area attack does damage to at least one unit of each camp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaHarm {
    /// Units of other sides that are in action; `None` if it reaches none of them, wherever it goes off.
    pub enemies: Option<Distribution<bool>>,
    /// Units of the attacker's side, the attacker included; `None` if it reaches none of them.
    pub own: Option<Distribution<bool>>,
    /// Units of the target's side besides the target; `None` if it reaches none of them, or is not aimed at a unit.
    pub beside_target: Option<Distribution<bool>>,
    /// Every unit that it can reach, in action or not.
    pub units: Vec<(UnitId, Distribution<bool>)>,
}

/// Answers that prompts during an area attack get where they offer them; the first one elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AreaAnswers<'a> {
    /// Answers of the unit that is aimed at.
    pub target: &'a [String],
    /// Answers of all others.
    pub others: &'a [String],
}

impl<'a> AreaAnswers<'a> {
    /// The same answers for all units.
    pub const fn for_all(answers: &'a [String]) -> Self {
        Self { target: answers, others: answers }
    }
}

/// A unit that an area attack may reach, and where it belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExposedUnit {
    unit: UnitId,
    is_in_action: bool,
    is_own: bool,
    /// Whether it is of the target's side, and not the target.
    is_beside_target: bool,
}

impl ExposedUnit {
    /// Describes a unit; `is_own` is whether it is of the attacker's side, `target` the unit that is aimed at.
    pub fn new(unit: &UnitSnapshot, is_own: bool, target: Option<&UnitSnapshot>) -> Self {
        let is_beside = |target: &UnitSnapshot| unit.side == target.side && unit.id != target.id;
        Self {
            unit: unit.id,
            is_in_action: unit.down.is_none(),
            is_own,
            is_beside_target: target.is_some_and(is_beside),
        }
    }
}

/// A unit that an area attack reaches, after the rolls that it shares with others.
pub(crate) struct ReachedUnit {
    /// The unit.
    pub unit: ExposedUnit,
    /// Whether it takes damage.
    pub harm: Rc<Distribution<bool>>,
}

impl AreaHarm {
    /// Combines all outcomes of the rolls that several units share. `reached` lists the units that the attack reaches after
    /// one of them; `None` if it fails.
    pub(crate) fn after_shared_rolls<S>(
        shared: &Distribution<S>,
        mut reached: impl FnMut(&S) -> Option<Vec<ReachedUnit>>,
    ) -> Option<Self> {
        let by_outcome = shared.iter().map(|(outcome, _)| reached(outcome)).collect::<Option<Vec<_>>>()?;
        let of_camp = |counts: &dyn Fn(&ExposedUnit) -> bool| {
            if !by_outcome.iter().flatten().any(|reached| counts(&reached.unit)) {
                return None;
            }
            let mut rest = by_outcome.iter();
            let any = |_: &S| {
                let units = rest.next().into_iter().flatten().filter(|reached| counts(&reached.unit));
                Ok::<_, Infallible>(Distribution::any_of(units.map(|unit| &*unit.harm)))
            };
            shared.and_then(any).ok()
        };
        let reached: BTreeSet<UnitId> =
            by_outcome.iter().flatten().map(|reached| reached.unit.unit).collect();
        let one = |id: UnitId| Some((id, of_camp(&|unit| unit.unit == id)?));
        Some(Self {
            enemies: of_camp(&|unit| !unit.is_own && unit.is_in_action),
            own: of_camp(&|unit| unit.is_own),
            beside_target: of_camp(&|unit| unit.is_beside_target),
            units: reached.into_iter().filter_map(one).collect(),
        })
    }
}

/// Gives prompts the first of these answers that they offer, else their first answer.
pub(crate) fn answer_policy(answers: &[String]) -> AnswerPolicy {
    if answers.is_empty() {
        return AnswerPolicy::first();
    }
    let wanted = answers.to_vec();
    AnswerPolicy::choose(move |prompt| {
        let place = |key: &String| prompt.answers.iter().position(|answer| answer.key == *key);
        wanted.iter().find_map(place).unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(part: u128, of: u128) -> Distribution<bool> {
        Distribution::from_weighted(vec![(true, part), (false, of - part)])
    }

    fn exposed(id: u32) -> ExposedUnit {
        ExposedUnit { unit: UnitId(id), is_in_action: true, is_own: false, is_beside_target: false }
    }

    fn share(odds: Option<&Distribution<bool>>) -> Option<(String, String)> {
        Some(odds?.fraction(|harmed| *harmed))
    }

    /// A coin decides whether the attack goes off. Both enemies are then harmed in half of all cases: three eighths for at
    /// least one, where chances of a quarter each, multiplied, would make seven sixteenths.
    #[test]
    fn what_units_share_is_not_multiplied() {
        let coin = Distribution::from_weighted(vec![(false, 1), (true, 1)]);
        let half = Rc::new(chance(1, 2));
        let reached = |goes_off: &bool| {
            let enemy = |id, is_beside_target| ReachedUnit {
                unit: ExposedUnit { is_beside_target, ..exposed(id) },
                harm: Rc::clone(&half),
            };
            Some(if *goes_off { vec![enemy(1, false), enemy(2, true)] } else { Vec::new() })
        };
        let harm = AreaHarm::after_shared_rolls(&coin, reached).expect("odds");
        assert_eq!(share(harm.enemies.as_ref()), Some(("3".into(), "8".into())));
        assert_eq!(harm.own, None);
        assert_eq!(share(harm.beside_target.as_ref()), Some(("1".into(), "4".into())), "without the target");
        let each: Vec<_> = harm.units.iter().map(|(id, odds)| (*id, share(Some(odds)))).collect();
        let quarter = || Some(("1".into(), "4".into()));
        assert_eq!(each, [(UnitId(1), quarter()), (UnitId(2), quarter())]);
    }

    #[test]
    fn enemies_out_of_action_do_not_count_as_harmed_ones() {
        let sure = Distribution::from_weighted(vec![((), 1)]);
        let reached = |(): &()| {
            let unit = |id, is_in_action, harm| ReachedUnit {
                unit: ExposedUnit { is_in_action, ..exposed(id) },
                harm: Rc::new(harm),
            };
            Some(vec![unit(1, true, chance(1, 4)), unit(2, false, chance(1, 1))])
        };
        let harm = AreaHarm::after_shared_rolls(&sure, reached).expect("odds");
        assert_eq!(
            share(harm.enemies.as_ref()),
            Some(("1".into(), "4".into())),
            "not the one that lies there"
        );
        assert_eq!(harm.units.len(), 2, "each has its chance");
    }

    #[test]
    fn camps_are_counted_apart() {
        let place = Distribution::from_weighted(vec![(0_u8, 3), (1, 1)]);
        let reached = |at: &u8| {
            let unit = |is_own, harm| ReachedUnit {
                unit: ExposedUnit { is_own, ..exposed(u32::from(is_own)) },
                harm: Rc::new(harm),
            };
            // An own unit is reached only where the attack goes astray.
            Some(match at {
                0 => vec![unit(false, chance(1, 3))],
                _ => vec![unit(false, chance(1, 3)), unit(true, chance(2, 5))],
            })
        };
        let harm = AreaHarm::after_shared_rolls(&place, reached).expect("odds");
        assert_eq!(share(harm.enemies.as_ref()), Some(("1".into(), "3".into())));
        assert_eq!(share(harm.own.as_ref()), Some(("1".into(), "10".into())));
    }

    #[test]
    fn odds_that_are_unknown_stay_unknown() {
        assert_eq!(AreaHarm::after_shared_rolls(&chance(1, 2), |_| None), None);
    }
}
