//! What this book lets a unit do besides what every book has: First Aid and longer treatment, a Heal power, charging
//! shields, carrying bodies.

use super::super::Skill;
use super::super::actions::{self, Action, Cost};
use super::super::extended::Progress;
use super::super::recovery::{self, NoHelp};
use super::super::treatment::Help;
use super::super::{Vitals, base, treatment};
use super::{bodies, fighter, has_hands, several, turns};
use crate::{Act, Aim, Combatant, Condition, Deed, Effect, Offer, Outcome, Paid, Refused, RuleSet, Unpaid};
use dice::{Clause, Step, Table};

/// Key of treating somebody for minutes.
pub(super) const TREAT: &str = "treat_wound";

/// A deed of this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    FirstAid,
    FirstAidSelf,
    Treat,
    Heal,
    HealSelf,
    Recharge,
}

impl Own {
    const ALL: [Self; 6] =
        [Self::FirstAid, Self::FirstAidSelf, Self::Treat, Self::Heal, Self::HealSelf, Self::Recharge];

    const fn key(self) -> &'static str {
        match self {
            Self::FirstAid => "first_aid",
            Self::FirstAidSelf => "first_aid_self",
            Self::Treat => TREAT,
            Self::Heal => "heal",
            Self::HealSelf => "heal_self",
            Self::Recharge => "recharge",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::FirstAid => "First Aid",
            Self::FirstAidSelf => "First Aid on itself",
            Self::Treat => "Treat inner bleeding",
            Self::Heal => "Heal",
            Self::HealSelf => "Heal itself",
            Self::Recharge => "Charge shields",
        }
    }

    fn detail(self, unit: &Combatant, rules: &RuleSet) -> String {
        let points = unit.sheet.swan_song().heal;
        match self {
            Self::FirstAid | Self::FirstAidSelf => {
                let pool = recovery::aid_parts(&fighter(unit), &rules.engine).pool();
                let threshold = rules.engine.stabilise_threshold;
                let whose = if self == Self::FirstAid { "of somebody adjacent" } else { "of its own wounds" };
                format!("{pool} dice, {threshold} hits stop the bleeding {whose}.")
            }
            Self::Treat => {
                let pool = recovery::aid_parts(&fighter(unit), &rules.engine).pool();
                let (hits, rounds) = (treatment::SLOW_DEATH_HITS, treatment::ROUNDS);
                format!(
                    "Slow Death of somebody adjacent: {pool} dice every {rounds} rounds, {hits} hits in all."
                )
            }
            Self::Heal => format!("{points} points of Flesh for somebody adjacent."),
            Self::HealSelf => format!("{points} points of Flesh for itself."),
            Self::Recharge => "Shields are full, beside a source of energy.".to_owned(),
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::FirstAid => "SS-HEAL-07",
            Self::FirstAidSelf => "SS-CALL-57",
            Self::Treat => "SS-ACT-58",
            Self::Heal | Self::HealSelf => "SS-HEAL-10",
            Self::Recharge => "SS-HEAL-02",
        }
    }

    const fn action(self) -> Action {
        match self {
            Self::FirstAid | Self::FirstAidSelf | Self::Treat => Action::FirstAid,
            Self::Heal | Self::HealSelf => Action::Cast,
            Self::Recharge => Action::UseItem,
        }
    }

    const fn aim(self) -> Aim {
        match self {
            Self::FirstAid | Self::Treat | Self::Heal => Aim::Neighbour,
            Self::FirstAidSelf | Self::HealSelf | Self::Recharge => Aim::Nothing,
        }
    }

    /// It is worth a button.
    fn suits(self, unit: &Combatant, rules: &RuleSet) -> bool {
        let sheet = unit.sheet.swan_song();
        match self {
            Self::FirstAid => has_hands(&unit.sheet),
            Self::FirstAidSelf => {
                has_hands(&unit.sheet)
                    && treatment::may_aid_itself(unit.condition.swan_song(), &unit.ailments)
            }
            Self::Treat => {
                let trained =
                    [Skill::Medicine, Skill::FirstAid].into_iter().any(|skill| sheet.skill(skill) > 0);
                rules.engine.treatment_in_battle && has_hands(&unit.sheet) && trained
            }
            Self::Heal | Self::HealSelf => unit.sheet.swan_song().heal > 0,
            Self::Recharge => unit.condition.swan_song().shield.max > 0,
        }
    }
}

fn find(unit: &Combatant, key: &str, rules: &RuleSet) -> Option<Own> {
    Own::ALL.into_iter().find(|own| own.key() == key && own.suits(unit, rules))
}

/// Rounds that a deed takes, all points of each. `SS-ACT-58`.
pub fn deed_rounds(deed: &str, _: &RuleSet) -> Option<u32> {
    (deed == TREAT).then_some(treatment::ROUNDS)
}

/// Table SS-T6, `SS-ACT-62`.
pub fn offers(unit: &Combatant, rules: &RuleSet) -> Vec<Offer> {
    if unit.down.is_some() {
        return Vec::new();
    }
    let offer = |own: Own| Offer {
        key: own.key(),
        label: own.label().to_owned(),
        detail: own.detail(unit, rules),
        price: match actions::cost(own.action(), &rules.engine) {
            _ if own == Own::Treat => format!("{} rounds", treatment::ROUNDS),
            Cost::None | Cost::Free => "free".to_owned(),
            Cost::Points(points) => format!("{points} AP"),
            Cost::Rest => "all AP".to_owned(),
        },
        aim: own.aim(),
        clause: own.clause(),
    };
    let own = Own::ALL.into_iter().filter(|own| own.suits(unit, rules)).map(offer);
    own.chain(bodies::offers(unit, rules)).collect()
}

/// `SS-ACT-46`, `SS-ACT-55`, `SS-ACT-56`, `SS-ARM-07`, `SS-HEAL-02`, `SS-HEAL-07`, `SS-HEAL-10`.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    if let Some(answer) = bodies::may_do(deed, rules) {
        return answer;
    }
    let unit = deed.unit;
    let own = find(unit, deed.key, rules)
        .ok_or_else(|| Refused::new(format!("It has no `{}` here.", deed.key), "SS-ACT-37"))?;
    match own {
        Own::FirstAid => {
            let patient = neighbour(deed, own)?;
            treatment::may_aid(patient.condition.swan_song(), patient.down, &patient.ailments)
                .map_err(refused)?;
        }
        Own::FirstAidSelf => {}
        Own::Treat => {
            let patient = neighbour(deed, own)?;
            treatment::may_treat(patient.down, &patient.ailments).map_err(refused)?;
            return Ok(several::pay_towards(unit, Progress::new(u8::MAX))?.0);
        }
        Own::Heal | Own::HealSelf => {
            let patient = if own == Own::Heal { neighbour(deed, own)? } else { unit };
            recovery::may_heal(patient.condition.swan_song(), patient.down).map_err(refused)?;
        }
        Own::Recharge => {
            let shield = unit.condition.swan_song().shield;
            if shield.now >= shield.max {
                return Err(Refused::new("Its shields are full.", own.clause()).into());
            }
            if !deed.energy {
                return Err(Refused::new("No source of energy is beside it.", own.clause()).into());
            }
        }
    }
    turns::pay(unit, Act::of(own.action()), rules)
}

fn refused(why: NoHelp) -> Unpaid {
    let mut text = why.to_string();
    text[..1].make_ascii_uppercase();
    text.push('.');
    Refused::new(text, why.clause()).into()
}

/// Whom it is done to: a melee's reach away.
fn neighbour<'a>(deed: &Deed<'a>, own: Own) -> Result<&'a Combatant, Unpaid> {
    let (other, rings) = deed.target.ok_or_else(|| Refused::new("Name whom it is done to.", own.clause()))?;
    if other.id == deed.unit.id || !base::in_melee_range(rings, 0) {
        return Err(Refused::new("Only for somebody adjacent.", own.clause()).into());
    }
    Ok(other)
}

/// Does a deed that is paid.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    let unit = deed.unit;
    let Some(own) = find(unit, deed.key, rules) else {
        return Ok(bodies::perform(deed).unwrap_or_else(|| Outcome::of(Vec::new())));
    };
    let patient = deed.target.map_or(unit, |(other, _)| other);
    let before = *patient.condition.swan_song();
    let (medic, switches) = (fighter(unit), &rules.engine);
    let state = (before, &*patient.ailments);
    let help = match own {
        Own::FirstAid | Own::FirstAidSelf => treatment::first_aid(table, &medic, state, switches)?,
        Own::Treat if treatment::may_treat(patient.down, &patient.ailments).is_err() => Help::nothing(before),
        Own::Treat => treatment::treat(table, &medic, state, switches)?,
        Own::Heal | Own::HealSelf => treatment::heal(before, &patient.ailments, u32::from(medic.sheet.heal)),
        Own::Recharge => Help::nothing(recovery::recharge(before)),
    };
    let words = words(own, &before, &help);
    Ok(Outcome { words, ..Outcome::of(helped(patient, help)) })
}

/// What help does to a patient.
pub(super) fn helped(patient: &Combatant, help: Help) -> Vec<Effect> {
    let unit = patient.id;
    let ended = help.ended.iter().map(|(one, clause)| Effect::Relieve {
        unit,
        ailment: one.ailment,
        part: one.part,
        clause,
    });
    let relieved: Vec<_> = ended.collect();
    let after = Condition::SwanSong(help.vitals);
    [Effect::Condition { unit, after, damage: 0 }].into_iter().chain(relieved).collect()
}

fn words(own: Own, before: &Vitals, help: &Help) -> String {
    let after = &help.vitals;
    match own {
        Own::FirstAid | Own::FirstAidSelf if after.stable && !before.stable => {
            "the bleeding stops".to_owned()
        }
        Own::FirstAid | Own::FirstAidSelf | Own::Treat if !help.ended.is_empty() => {
            let names: Vec<_> = help.ended.iter().map(|(one, _)| one.title()).collect();
            format!("{}: over", names.join(", "))
        }
        Own::FirstAid | Own::FirstAidSelf => "it bleeds on".to_owned(),
        Own::Treat => after.treated.of(treatment::SLOW_DEATH_HITS),
        Own::Heal | Own::HealSelf => {
            format!("{} points of Flesh are back", after.flesh.now - before.flesh.now)
        }
        Own::Recharge => "its shields are full".to_owned(),
    }
}
