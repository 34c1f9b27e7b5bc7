//! Special actions: more maneuvers, Aim, Guarded Stance, Medicae, further targets.

use std::fmt;

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::turns::{action_price, paid, pay_maneuver, pay_turn_action, unpaid};
use super::{condition_of, fighter, switches};
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::critical_injuries::healing;
use crate::combat_checks::critical_injuries::healing::{HealingError, MedicaeTreatment};
use crate::combat_checks::lines::{CheckNote, CombatChecksRefusal, CriticalInjuryLine, InjuryPromptLine};
use crate::combat_checks::turns::action_economy::{BOUGHT_MANEUVER_STRAIN, Maneuver, TurnPayment as Paying};
use crate::combat_checks::{Expiry, Fighter, SideBoosts, TimedEffectKind, TurnBudget};
use crate::turn_engine::PhaseTiming;
use crate::{
    ActionOutcome, AvailableAction, BattleEvent, CostError, HitResult, Payment, RuleSet, RuleStep,
    RuleViolation, SpecialAction, SpecialActionTarget, TargetSight, UnitSnapshot, WeaponMalfunction,
};
use dice::{Answer, Clause, Prompt, RuleLine, RuleResult, Table};

/// A special action of this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray, EnumString)]
#[strum(serialize_all = "snake_case")]
enum SpecialActionKind {
    #[strum(serialize = "buy_maneuver")]
    Buy,
    #[strum(serialize = "give_up_action")]
    GiveUp,
    Aim,
    #[strum(serialize = "guarded_stance")]
    Guard,
    Reload,
    Treat,
    TreatSelf,
    #[strum(serialize = "further_target")]
    Also,
}

impl fmt::Display for SpecialActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl RuleLine for SpecialActionKind {}

impl SpecialActionKind {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    fn key(self) -> &'static str {
        self.into()
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Buy => "Buy a manoeuvre",
            Self::GiveUp => "Use action as manoeuvre",
            Self::Aim => "Aim",
            Self::Guard => "Guarded Stance",
            Self::Reload => "Reload",
            Self::Treat => "Treat an injury",
            Self::TreatSelf => "Treat self",
            Self::Also => "Further target",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Self::Buy => "One more manoeuvre this turn.",
            Self::GiveUp => "No attack this turn, but one more manoeuvre.",
            Self::Aim => "Boost die on the next combat check.",
            Self::Guard => {
                "Melee defence, but a setback die on its own combat checks, until the end of its next turn."
            }
            Self::Reload => "Reloads the empty weapon.",
            Self::Treat => "Medicae check on a Critical Injury of an adjacent unit.",
            Self::TreatSelf => "Medicae check on its own Critical Injury.",
            Self::Also => {
                "Adds an enemy to the chosen targets of this turn's attack; choose it again to remove it."
            }
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::Buy => "CC-ECON-05",
            Self::GiveUp => "CC-ECON-06",
            Self::Aim | Self::Guard => "CC-ECON-08",
            Self::Reload => "CC-THT-10",
            Self::Treat | Self::TreatSelf => "CC-HEAL-01",
            Self::Also => "CC-CHK-04",
        }
    }

    const fn aim(self) -> SpecialActionTarget {
        match self {
            Self::Reload => SpecialActionTarget::Weapon,
            Self::Treat | Self::Also => SpecialActionTarget::Neighbour,
            _ => SpecialActionTarget::Nothing,
        }
    }

    fn price(self, unit: &UnitSnapshot) -> String {
        match self {
            Self::Buy => format!("{BOUGHT_MANEUVER_STRAIN} Strain"),
            Self::GiveUp => "action".to_owned(),
            Self::Aim | Self::Guard | Self::Reload => "manoeuvre".to_owned(),
            Self::Treat | Self::TreatSelf => action_price(unit),
            Self::Also => "free".to_owned(),
        }
    }

    /// Whether the action is useful now.
    fn suits(self, unit: &UnitSnapshot) -> bool {
        match self {
            Self::Reload => unit.held.iter().any(|held| held.fault == WeaponMalfunction::Empty),
            Self::TreatSelf => !unit.condition.combat_checks().injuries.is_empty(),
            Self::Also => most_further(unit) > 0,
            _ => true,
        }
    }
}

/// Most further targets that the held weapons allow. `CC-CHK-04`.
fn most_further(unit: &UnitSnapshot) -> usize {
    let targets = unit.held.iter().map(|held| held.weapon.combat_checks().targets);
    usize::from(targets.max().unwrap_or(1).saturating_sub(1))
}

/// Adds or removes a further target. `CC-CHK-04`.
fn name(action: &SpecialAction<'_>, budget: TurnBudget) -> Result<Payment, CostError> {
    let unit = action.unit;
    let refused = |why: CombatChecksRefusal| Err(RuleViolation::new(why, "CC-CHK-04").into());
    let most = most_further(unit);
    match action.target {
        _ if budget.turn != PhaseTiming::Now => Err(CostError::NotItsPhase),
        None => refused(CombatChecksRefusal::NoTarget),
        Some((other, _)) if other.side == unit.side => refused(CombatChecksRefusal::TargetIsAlly),
        Some((other, _)) if other.down.is_some() && !budget.also.contains(other.id) => {
            refused(CombatChecksRefusal::TargetOutOfAction)
        }
        Some((other, _)) if !budget.also.contains(other.id) && budget.also.count() >= most => match most {
            0 => refused(CombatChecksRefusal::OneTarget),
            _ => refused(CombatChecksRefusal::NoMoreTargets),
        },
        Some((other, _)) => {
            Ok(paid(unit, TurnBudget { also: budget.also.with_toggled(other.id), ..budget }, 0))
        }
    }
}

/// Lists the special actions of chapters ECON and HEAL.
pub fn available_actions(unit: &UnitSnapshot, _: &RuleSet) -> Vec<AvailableAction> {
    if unit.down.is_some() {
        return Vec::new();
    }
    let offer = |own: SpecialActionKind| AvailableAction {
        key: own.key(),
        label: own.into(),
        detail: own.detail().to_owned(),
        price: own.price(unit),
        aim: own.aim(),
        clause: own.clause(),
    };
    SpecialActionKind::ALL.into_iter().filter(|own| own.suits(unit)).map(offer).collect()
}

fn find(key: &str) -> Option<SpecialActionKind> {
    key.parse().ok()
}

/// Checks and prices a special action. `CC-CHK-04`, `CC-ECON-05`, `CC-ECON-06`, `CC-ECON-08`, `CC-THT-10`, `CC-HEAL-01`
/// to `CC-HEAL-05`.
///
/// # Errors
/// The action is not possible now.
pub fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    let unit = action.unit;
    let own = find(action.key).ok_or_else(|| {
        let why = CombatChecksRefusal::UnknownAction { key: action.key.to_owned() };
        RuleViolation::new(why, "CC-ECON-08")
    })?;
    let fighter = fighter(unit, rules);
    let refused = |why: CombatChecksRefusal| Err(RuleViolation::new(why, own.clause()).into());
    let budget = *unit.budget.combat_checks();
    let more = |paying: Paying| {
        let (budget, strain) = budget.pay(paying, &fighter).map_err(unpaid)?;
        Ok(paid(unit, TurnBudget { credit: budget.credit + 1, ..budget }, strain))
    };
    let at_once = |which: Maneuver| Ok(paid(unit, pay_maneuver(unit, &fighter, which, rules)?, 0));
    match own {
        SpecialActionKind::Buy => more(Paying::BoughtManeuver),
        SpecialActionKind::GiveUp => more(Paying::ActionAsManeuver),
        SpecialActionKind::Aim if fighter.condition.aim => refused(CombatChecksRefusal::AlreadyAiming),
        SpecialActionKind::Aim => at_once(Maneuver::Aim),
        SpecialActionKind::Guard if guards(&fighter) => refused(CombatChecksRefusal::AlreadyGuarded),
        SpecialActionKind::Guard => at_once(Maneuver::GuardedStance),
        SpecialActionKind::Reload if empty(action).is_none() => refused(CombatChecksRefusal::NothingToReload),
        SpecialActionKind::Reload => at_once(Maneuver::Ready),
        SpecialActionKind::Also => name(action, budget),
        SpecialActionKind::Treat | SpecialActionKind::TreatSelf => {
            let patient = match (own, action.target) {
                (SpecialActionKind::TreatSelf, _) => unit,
                (_, Some((patient, 0..=1))) => patient,
                (_, Some(_)) => return Err(RuleViolation::from(HealingError::TooFar).into()),
                (_, None) => return refused(CombatChecksRefusal::NoTarget),
            };
            let all = patient.condition.combat_checks();
            if treatable(all, rules).is_empty() {
                // The error of the last injury stands for all of them.
                let last = all.injuries.len().saturating_sub(1);
                let why = healing::healing_difficulty(all, last, false, switches(rules)).err();
                return Err(RuleViolation::from(why.unwrap_or(HealingError::NoSuchInjury)).into());
            }
            pay_turn_action(unit, &fighter)
        }
    }
}

/// Whether Guarded Stance lasts beyond the next turn.
fn guards(fighter: &Fighter) -> bool {
    let timed = fighter.condition.timed.iter();
    timed
        .into_iter()
        .any(|it| it.kind == TimedEffectKind::GuardedStance && matches!(it.until, Expiry::TurnEnds(2..)))
}

/// The empty weapon in the chosen slot, or the first one.
fn empty(action: &SpecialAction<'_>) -> Option<usize> {
    let mut empty = action.unit.held.iter().filter(|held| held.fault == WeaponMalfunction::Empty);
    empty.find(|held| action.slot.is_none_or(|slot| slot == held.slot)).map(|held| held.slot)
}

/// Injuries that may be treated, the deadly ones first, then the easy ones. `CC-HEAL-02` to `CC-HEAL-05`.
pub(crate) fn treatable(condition: &crate::combat_checks::HealthState, rules: &RuleSet) -> Vec<(usize, u8)> {
    let dice =
        |at| healing::healing_difficulty(condition, at, false, switches(rules)).ok().map(|dice| (at, dice));
    let mut all: Vec<(usize, u8)> = (0..condition.injuries.len()).filter_map(dice).collect();
    let waits = |at: usize| {
        !matches!(
            condition.injuries[at].effect(),
            Some(InjuryEffect::Bleeding { .. } | InjuryEffect::EndIsNigh(_))
        )
    };
    all.sort_by_key(|&(at, dice)| (waits(at), dice, at));
    all
}

/// Performs a paid special action.
pub fn resolve_special_action(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let unit = action.unit;
    let mut after = unit.condition.combat_checks().clone();
    let now_is = |after| {
        ActionOutcome::from_effects(vec![RuleStep::ChangeHealth {
            unit: unit.id,
            after: condition_of(after),
            damage: 0,
        }])
    };
    match find(action.key) {
        Some(SpecialActionKind::Aim) => {
            after.aim = true;
            Ok(now_is(after))
        }
        Some(SpecialActionKind::Guard) => {
            after.timed.retain(|timed| timed.kind != TimedEffectKind::GuardedStance);
            after.add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(2));
            Ok(now_is(after))
        }
        Some(SpecialActionKind::Reload) => {
            let full = |slot| {
                RuleStep::Record(BattleEvent::WeaponFaultChanged {
                    unit: unit.id,
                    weapon: slot,
                    fault: WeaponMalfunction::None,
                })
            };
            Ok(ActionOutcome::from_effects(empty(action).map(full).into_iter().collect()))
        }
        Some(SpecialActionKind::Treat) => match action.target {
            Some((patient, _)) => treat(table, action, patient, rules),
            None => Ok(ActionOutcome::from_effects(Vec::new())),
        },
        Some(SpecialActionKind::TreatSelf) => treat(table, action, unit, rules),
        Some(SpecialActionKind::Also) => Ok(ActionOutcome::from_effects(
            action.target.map(|(other, _)| named(unit, other)).into_iter().collect(),
        )),
        // These have no effect besides their cost.
        Some(SpecialActionKind::Buy | SpecialActionKind::GiveUp) | None => {
            Ok(ActionOutcome::from_effects(Vec::new()))
        }
    }
}

/// Notes whether a unit is a further target. `CC-CHK-04`.
fn named(unit: &UnitSnapshot, other: &UnitSnapshot) -> RuleStep {
    let name = other.name.clone();
    let line = if unit.budget.combat_checks().also.contains(other.id) {
        CheckNote::FurtherTarget { unit: name }
    } else {
        CheckNote::NoFurtherTarget { unit: name }
    };
    RuleStep::note(unit.id, line, "CC-CHK-04")
}

/// Resolves a Medicae check on an injury that the healer's player chooses. `CC-HEAL-01`.
pub(crate) fn treat(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    patient: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let healer = action.unit;
    let condition = patient.condition.combat_checks();
    let all = treatable(condition, rules);
    let chosen = match all.len() {
        0 => return Ok(ActionOutcome::from_effects(Vec::new())),
        1 => 0,
        _ => table.ask(|| Prompt {
            who: healer.id,
            question: InjuryPromptLine::AskWhichToTreat { patient: patient.name.clone() }.into(),
            clause: "CC-HEAL-01",
            answers: all
                .iter()
                .map(|&(at, dice)| {
                    let row = condition.injuries[at].chart_row();
                    Answer::new(at.to_string(), InjuryPromptLine::Injury(row.name), row.clause)
                        .with_detail(InjuryPromptLine::Difficulty(dice))
                })
                .collect(),
        })?,
    };
    let (healer, patient) = (fighter(healer, rules), fighter(patient, rules));
    let beside = TargetSight {
        distance_squared: 1,
        chebyshev_distance: 1,
        hidden: 0,
        took_cover: false,
        across_obstacle: false,
        aware: true,
    };
    let injury = all[chosen].0;
    let treatment = MedicaeTreatment {
        healer: &healer,
        patient: &patient,
        sight: (healer.id != patient.id).then_some(&beside),
        injury,
        replacement: false,
        side_boosts: SideBoosts { givers: action.boosts.to_vec() }.claim(healer.id),
        switches: switches(rules),
    };
    let treated = healing::resolve_treatment(table, &treatment)?;
    let mut effects = Vec::new();
    if treatment.side_boosts > 0 {
        effects.push(RuleStep::Record(BattleEvent::BoostsClaimed { unit: healer.id }));
    }
    for (fighter, after) in [(&patient, Some(treated.patient)), (&healer, treated.healer)] {
        let Some(after) = after.filter(|after| *after != fighter.condition) else { continue };
        effects.push(RuleStep::ChangeHealth { unit: fighter.id, after: condition_of(after), damage: 0 });
    }
    let injury = patient.condition.injuries[injury].chart_row().name;
    let (contact, line) = if treated.healed {
        (HitResult::Hit, CriticalInjuryLine::Healed { injury })
    } else {
        (HitResult::Miss, CriticalInjuryLine::NotHealed { injury })
    };
    Ok(ActionOutcome { contact, net: 0, damage: 0, words: line.into(), effects })
}
