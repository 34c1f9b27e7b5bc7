//! What this book lets a unit do besides what every book has: First Aid, a Heal power, charging shields,
//! carrying bodies.

use super::super::actions::{self, Action, Cost};
use super::super::recovery::{self, NoHelp};
use super::super::{Vitals, base};
use super::{bodies, fighter, has_hands, turns};
use crate::dice::{Clause, Step, Table};
use crate::rules::{
    Act, Aim, Combatant, Condition, Deed, Effect, Offer, Outcome, Paid, Refused, RuleSet, Unpaid,
};

/// A deed of this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    FirstAid,
    Heal,
    HealSelf,
    Recharge,
}

impl Own {
    const ALL: [Self; 4] = [Self::FirstAid, Self::Heal, Self::HealSelf, Self::Recharge];

    const fn key(self) -> &'static str {
        match self {
            Self::FirstAid => "first_aid",
            Self::Heal => "heal",
            Self::HealSelf => "heal_self",
            Self::Recharge => "recharge",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::FirstAid => "First Aid",
            Self::Heal => "Heal",
            Self::HealSelf => "Heal itself",
            Self::Recharge => "Charge shields",
        }
    }

    fn detail(self, unit: &Combatant, rules: &RuleSet) -> String {
        let points = unit.sheet.swan_song().heal;
        match self {
            Self::FirstAid => {
                let pool = recovery::aid_parts(&fighter(unit), &rules.engine).pool();
                let threshold = rules.engine.stabilise_threshold;
                format!("{pool} dice, {threshold} hits stop the bleeding of somebody adjacent.")
            }
            Self::Heal => format!("{points} points of Flesh for somebody adjacent."),
            Self::HealSelf => format!("{points} points of Flesh for itself."),
            Self::Recharge => "Shields are full, beside a source of energy.".to_owned(),
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::FirstAid => "SS-HEAL-07",
            Self::Heal | Self::HealSelf => "SS-HEAL-10",
            Self::Recharge => "SS-HEAL-02",
        }
    }

    const fn action(self) -> Action {
        match self {
            Self::FirstAid => Action::FirstAid,
            Self::Heal | Self::HealSelf => Action::Cast,
            Self::Recharge => Action::UseItem,
        }
    }

    const fn aim(self) -> Aim {
        match self {
            Self::FirstAid | Self::Heal => Aim::Neighbour,
            Self::HealSelf | Self::Recharge => Aim::Nothing,
        }
    }

    /// It is worth a button.
    fn suits(self, unit: &Combatant) -> bool {
        match self {
            Self::FirstAid => has_hands(&unit.sheet),
            Self::Heal | Self::HealSelf => unit.sheet.swan_song().heal > 0,
            Self::Recharge => unit.condition.swan_song().shield.max > 0,
        }
    }
}

fn find(unit: &Combatant, key: &str) -> Option<Own> {
    Own::ALL.into_iter().find(|own| own.key() == key && own.suits(unit))
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
            Cost::None | Cost::Free => "free".to_owned(),
            Cost::Points(points) => format!("{points} AP"),
            Cost::Rest => "all AP".to_owned(),
        },
        aim: own.aim(),
        clause: own.clause(),
    };
    let own = Own::ALL.into_iter().filter(|own| own.suits(unit)).map(offer);
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
    let own = find(unit, deed.key)
        .ok_or_else(|| Refused::new(format!("It has no `{}` here.", deed.key), "SS-ACT-37"))?;
    match own {
        Own::FirstAid => {
            let patient = neighbour(deed, own)?;
            recovery::may_stabilise(patient.condition.swan_song(), patient.down).map_err(refused)?;
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
    let Some(own) = find(unit, deed.key) else {
        return Ok(bodies::perform(deed).unwrap_or_else(|| Outcome::of(Vec::new())));
    };
    let patient = deed.target.map_or(unit, |(other, _)| other);
    let before = *patient.condition.swan_song();
    let after = match own {
        Own::FirstAid if recovery::stabilises(table, &fighter(unit), &rules.engine)? => {
            recovery::stabilised(before)
        }
        Own::FirstAid => before,
        Own::Heal | Own::HealSelf => recovery::heal(before, u32::from(unit.sheet.swan_song().heal)),
        Own::Recharge => recovery::recharge(before),
    };
    let words = words(own, &before, &after);
    let after = Condition::SwanSong(after);
    let effects = vec![Effect::Condition { unit: patient.id, after, damage: 0 }];
    Ok(Outcome { words, ..Outcome::of(effects) })
}

fn words(own: Own, before: &Vitals, after: &Vitals) -> String {
    match own {
        Own::FirstAid if after.stable => "the bleeding stops".to_owned(),
        Own::FirstAid => "it bleeds on".to_owned(),
        Own::Heal | Own::HealSelf => {
            format!("{} points of Flesh are back", after.flesh.now - before.flesh.now)
        }
        Own::Recharge => "its shields are full".to_owned(),
    }
}
