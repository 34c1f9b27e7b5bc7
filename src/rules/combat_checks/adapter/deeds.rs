//! What only this book lets a unit do: more maneuvers, Aim, Guarded Stance, Medicae, further targets.

use super::super::chart::RowEffect;
use super::super::economy::{Act as Paying, Maneuver, STRAIN};
use super::super::heal::{self, NoHealing, Treatment};
use super::super::{Fighter, Purse, SideBoosts, TimedKind, Until};
use super::turns::{action, action_price, maneuver, paid, unpaid};
use super::{condition_of, fighter, switches};
use crate::engine::Turn;
use crate::{
    Aim, Combatant, Contact, Deed, Effect, Fault, Offer, Outcome, Paid, Refused, RuleSet, Sight, Unpaid,
};
use dice::{Answer, Clause, Prompt, Step, Table};

/// A deed of this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    Buy,
    GiveUp,
    Aim,
    Guard,
    Reload,
    Treat,
    TreatSelf,
    Also,
}

impl Own {
    const ALL: [Self; 8] = [
        Self::Buy,
        Self::GiveUp,
        Self::Aim,
        Self::Guard,
        Self::Reload,
        Self::Treat,
        Self::TreatSelf,
        Self::Also,
    ];

    const fn key(self) -> &'static str {
        match self {
            Self::Buy => "buy_maneuver",
            Self::GiveUp => "give_up_action",
            Self::Aim => "aim",
            Self::Guard => "guarded_stance",
            Self::Reload => "reload",
            Self::Treat => "treat",
            Self::TreatSelf => "treat_self",
            Self::Also => "further_target",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Buy => "Buy a manoeuvre",
            Self::GiveUp => "Action as manoeuvre",
            Self::Aim => "Aim",
            Self::Guard => "Guarded Stance",
            Self::Reload => "Reload",
            Self::Treat => "Treat an injury",
            Self::TreatSelf => "Treat itself",
            Self::Also => "Further target",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Self::Buy => "One more manoeuvre in this turn.",
            Self::GiveUp => "No attack in this turn, but one more manoeuvre.",
            Self::Aim => "A boost die on its next combat check.",
            Self::Guard => {
                "Harder to hit in melee and a setback die on its own combat checks, to the end of its next turn."
            }
            Self::Reload => "The empty weapon can be used again.",
            Self::Treat => "A Medicae check on a Critical Injury of somebody adjacent.",
            Self::TreatSelf => "A Medicae check on a Critical Injury of its own.",
            Self::Also => {
                "Names one more enemy for an attack on named targets in this turn; the same enemy again takes that back."
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

    const fn aim(self) -> Aim {
        match self {
            Self::Reload => Aim::Weapon,
            Self::Treat | Self::Also => Aim::Neighbour,
            _ => Aim::Nothing,
        }
    }

    fn price(self, unit: &Combatant) -> String {
        match self {
            Self::Buy => format!("{STRAIN} Strain"),
            Self::GiveUp => "action".to_owned(),
            Self::Aim | Self::Guard | Self::Reload => "manoeuvre".to_owned(),
            Self::Treat | Self::TreatSelf => action_price(unit),
            Self::Also => "free".to_owned(),
        }
    }

    /// It is worth a button: there is something to do it to.
    fn suits(self, unit: &Combatant) -> bool {
        match self {
            Self::Reload => unit.held.iter().any(|held| held.fault == Fault::Empty),
            Self::TreatSelf => !unit.condition.combat_checks().injuries.is_empty(),
            Self::Also => most_further(unit) > 0,
            _ => true,
        }
    }
}

/// How many further targets what the unit holds allows. `CC-CHK-04`.
fn most_further(unit: &Combatant) -> usize {
    let targets = unit.held.iter().map(|held| held.weapon.combat_checks().targets);
    usize::from(targets.max().unwrap_or(1).saturating_sub(1))
}

/// Names a further target, or takes its name back. `CC-CHK-04`.
fn name(deed: &Deed<'_>, purse: Purse) -> Result<Paid, Unpaid> {
    let unit = deed.unit;
    let refused = |text: &str| Err(Refused::new(text, "CC-CHK-04").into());
    let most = most_further(unit);
    match deed.target {
        _ if purse.turn != Turn::Now => Err(Unpaid::NotItsPhase),
        None => refused("It has to be said whom."),
        Some((other, _)) if other.side == unit.side => refused("Nobody attacks a friend."),
        Some((other, _)) if other.down.is_some() && !purse.also.contains(other.id) => {
            refused("Who is out of the fight is attacked alone.")
        }
        Some((other, _)) if !purse.also.contains(other.id) && purse.also.count() >= most => match most {
            0 => refused("What it holds attacks one target at a time."),
            _ => refused("What it holds attacks no more at once."),
        },
        Some((other, _)) => Ok(paid(unit, Purse { also: purse.also.toggled(other.id), ..purse }, 0)),
    }
}

/// Chapters ECON and HEAL.
pub fn offers(unit: &Combatant, _: &RuleSet) -> Vec<Offer> {
    if unit.down.is_some() {
        return Vec::new();
    }
    let offer = |own: Own| Offer {
        key: own.key(),
        label: own.label().to_owned(),
        detail: own.detail().to_owned(),
        price: own.price(unit),
        aim: own.aim(),
        clause: own.clause(),
    };
    Own::ALL.into_iter().filter(|own| own.suits(unit)).map(offer).collect()
}

fn find(key: &str) -> Option<Own> {
    Own::ALL.into_iter().find(|own| own.key() == key)
}

/// `CC-CHK-04`, `CC-ECON-05`, `CC-ECON-06`, `CC-ECON-08`, `CC-THT-10`, `CC-HEAL-01` to `CC-HEAL-05`.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let unit = deed.unit;
    let own = find(deed.key)
        .ok_or_else(|| Refused::new(format!("Combat Checks knows no `{}`.", deed.key), "CC-ECON-08"))?;
    let fighter = fighter(unit, rules);
    let refused = |text: &str| Err(Refused::new(text, own.clause()).into());
    let purse = *unit.purse.combat_checks();
    let more = |paying: Paying| {
        let (purse, strain) = purse.pay(paying, &fighter).map_err(unpaid)?;
        Ok(paid(unit, Purse { credit: purse.credit + 1, ..purse }, strain))
    };
    let at_once = |which: Maneuver| Ok(paid(unit, maneuver(unit, &fighter, which, rules)?, 0));
    match own {
        Own::Buy => more(Paying::BoughtManeuver),
        Own::GiveUp => more(Paying::ActionAsManeuver),
        Own::Aim if fighter.condition.aim => refused("It aims already."),
        Own::Aim => at_once(Maneuver::Aim),
        Own::Guard if guards(&fighter) => refused("It took Guarded Stance in this turn already."),
        Own::Guard => at_once(Maneuver::GuardedStance),
        Own::Reload if empty(deed).is_none() => refused("Nothing it holds is empty."),
        Own::Reload => at_once(Maneuver::Ready),
        Own::Also => name(deed, purse),
        Own::Treat | Own::TreatSelf => {
            let patient = match (own, deed.target) {
                (Own::TreatSelf, _) => unit,
                (_, Some((patient, 0..=1))) => patient,
                (_, Some(_)) => return Err(untreated(NoHealing::TooFar)),
                (_, None) => return refused("It has to be said whom."),
            };
            let all = patient.condition.combat_checks();
            if treatable(all, rules).is_empty() {
                // What speaks against the last injury speaks for all of them.
                let last = all.injuries.len().saturating_sub(1);
                let why = heal::difficulty(all, last, false, switches(rules)).err();
                return Err(untreated(why.unwrap_or(NoHealing::None)));
            }
            action(unit, &fighter)
        }
    }
}

/// Why there is no treatment, as a sentence.
pub(super) fn untreated_text(why: NoHealing) -> Refused {
    let text = why.to_string();
    let (first, rest) = text.split_at(text.len().min(1));
    Refused::new(format!("{}{rest}.", first.to_uppercase()), why.clause())
}

fn untreated(why: NoHealing) -> Unpaid {
    untreated_text(why).into()
}

/// Guarded Stance lasts beyond the next turn already.
fn guards(fighter: &Fighter) -> bool {
    let timed = fighter.condition.timed.iter();
    timed
        .into_iter()
        .any(|it| it.kind == TimedKind::GuardedStance && matches!(it.until, Until::TurnEnds(2..)))
}

/// The empty weapon that is meant: the one named, or the first.
fn empty(deed: &Deed<'_>) -> Option<usize> {
    let mut empty = deed.unit.held.iter().filter(|held| held.fault == Fault::Empty);
    empty.find(|held| deed.slot.is_none_or(|slot| slot == held.slot)).map(|held| held.slot)
}

/// Injuries that may be treated now, the deadly ones first, then the easy ones. `CC-HEAL-02` to `CC-HEAL-05`.
pub(super) fn treatable(condition: &super::super::Condition, rules: &RuleSet) -> Vec<(usize, u8)> {
    let dice = |at| heal::difficulty(condition, at, false, switches(rules)).ok().map(|dice| (at, dice));
    let mut all: Vec<(usize, u8)> = (0..condition.injuries.len()).filter_map(dice).collect();
    let waits = |at: usize| {
        !matches!(condition.injuries[at].effect(), Some(RowEffect::Bleeding { .. } | RowEffect::EndIsNigh(_)))
    };
    all.sort_by_key(|&(at, dice)| (waits(at), dice, at));
    all
}

/// Does what is paid.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    let unit = deed.unit;
    let mut after = unit.condition.combat_checks().clone();
    let now_is =
        |after| Outcome::of(vec![Effect::Condition { unit: unit.id, after: condition_of(after), damage: 0 }]);
    match find(deed.key) {
        Some(Own::Aim) => {
            after.aim = true;
            Ok(now_is(after))
        }
        Some(Own::Guard) => {
            after.timed.retain(|timed| timed.kind != TimedKind::GuardedStance);
            after.set(TimedKind::GuardedStance, Until::TurnEnds(2));
            Ok(now_is(after))
        }
        Some(Own::Reload) => {
            let full = |slot| Effect::Fault { unit: unit.id, slot, fault: Fault::None };
            Ok(Outcome::of(empty(deed).map(full).into_iter().collect()))
        }
        Some(Own::Treat) => match deed.target {
            Some((patient, _)) => treat(table, deed, patient, rules),
            None => Ok(Outcome::of(Vec::new())),
        },
        Some(Own::TreatSelf) => treat(table, deed, unit, rules),
        Some(Own::Also) => {
            Ok(Outcome::of(deed.target.map(|(other, _)| named(unit, other)).into_iter().collect()))
        }
        // All that these do is in what they cost.
        Some(Own::Buy | Own::GiveUp) | None => Ok(Outcome::of(Vec::new())),
    }
}

/// Whether the next attack on named targets is on somebody, too. `CC-CHK-04`.
fn named(unit: &Combatant, other: &Combatant) -> Effect {
    let text = if unit.purse.combat_checks().also.contains(other.id) {
        format!("{} is a further target of its next attack", other.name)
    } else {
        format!("{} is no further target any more", other.name)
    };
    Effect::Told { unit: unit.id, text, clause: "CC-CHK-04" }
}

/// A Medicae check on an injury that the healer's player names. `CC-HEAL-01`.
pub(super) fn treat(
    table: &mut impl Table,
    deed: &Deed<'_>,
    patient: &Combatant,
    rules: &RuleSet,
) -> Step<Outcome> {
    let healer = deed.unit;
    let condition = patient.condition.combat_checks();
    let all = treatable(condition, rules);
    let name = |at: usize| condition.injuries[at].chart().name;
    let chosen = match all.len() {
        0 => return Ok(Outcome::of(Vec::new())),
        1 => 0,
        _ => table.ask(|| Prompt {
            who: healer.id,
            question: format!("Which injury of {} is treated?", patient.name),
            clause: "CC-HEAL-01",
            answers: all
                .iter()
                .map(|&(at, dice)| Answer {
                    key: at.to_string(),
                    label: name(at).to_owned(),
                    detail: format!("difficulty {dice}"),
                    clause: condition.injuries[at].chart().clause,
                })
                .collect(),
        })?,
    };
    let (healer, patient) = (fighter(healer, rules), fighter(patient, rules));
    let beside = Sight {
        distance_squared: 1,
        rings: 1,
        hidden: 0,
        took_cover: false,
        across_obstacle: false,
        aware: true,
    };
    let injury = all[chosen].0;
    let treatment = Treatment {
        healer: &healer,
        patient: &patient,
        sight: (healer.id != patient.id).then_some(&beside),
        injury,
        replacement: false,
        side_boosts: SideBoosts { givers: deed.boosts.to_vec() }.claim(healer.id),
        switches: switches(rules),
    };
    let treated = heal::treat(table, &treatment)?;
    let mut effects = Vec::new();
    if treatment.side_boosts > 0 {
        effects.push(Effect::BoostsClaimed { unit: healer.id });
    }
    for (fighter, after) in [(&patient, Some(treated.patient)), (&healer, treated.healer)] {
        let Some(after) = after.filter(|after| *after != fighter.condition) else { continue };
        effects.push(Effect::Condition { unit: fighter.id, after: condition_of(after), damage: 0 });
    }
    let name = patient.condition.injuries[injury].chart().name;
    let (contact, words) = if treated.healed {
        (Contact::Hit, format!("{name} healed"))
    } else {
        (Contact::Miss, format!("{name} stays"))
    };
    Ok(Outcome { contact, net: 0, damage: 0, words, effects })
}
