//! What henchmen add to a leader's actions. `AB-MASS-02` to `AB-MASS-17`.

use dice::{Clause, Modifiers};

use super::band::{HenchmanType, HenchmanUse, SupportWeapon};
use crate::aberrant::attacks::defence::DefenceKind;
use crate::aberrant::weapon::PowerKind;
use crate::aberrant::{Ability, HealthState, Sheet, Switches, Weapon};

/// Attribute + ability above which a henchman gives two dice. `AB-MASS-07`.
const SKILLED_ABOVE: u32 = 7;
/// Dice of such a henchman.
const SKILLED_DICE: u32 = 2;

/// Henchmen that help with one action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Helpers {
    /// Those who give one die each. `AB-MASS-05`.
    pub ordinary: u32,
    /// Those who give two. `AB-MASS-07`.
    pub skilled: u32,
}

impl Helpers {
    /// All that help.
    pub const fn count(self) -> u32 {
        self.ordinary + self.skilled
    }

    /// Dice that they add.
    pub const fn dice(self) -> u32 {
        self.ordinary + SKILLED_DICE * self.skilled
    }

    /// Adds their dice to a pool, with the clause for ordinary henchmen.
    pub fn add_dice(self, parts: &mut Modifiers, clause: Clause) {
        parts.add(self.ordinary.cast_signed(), "henchmen", clause);
        parts.add((SKILLED_DICE * self.skilled).cast_signed(), "skilled henchmen", "AB-MASS-07");
    }
}

/// Henchmen that can help a leader at a time. `AB-MASS-02` to `AB-MASS-04`.
pub fn usable_henchmen(sheet: &Sheet, switches: &Switches) -> u32 {
    let usual = 2 * (u32::from(sheet.charisma) + u32::from(sheet.ability(Ability::Command)));
    usual * u32::from(switches.henchmen_factor.0) / 10
}

/// Henchmen that are left to help with an action. The commander of an all-henchmen band does not help himself.
/// `AB-MASS-02`, `AB-MASS-22`.
pub fn henchmen_at_hand(sheet: &Sheet, condition: &HealthState, switches: &Switches) -> u32 {
    let Some(band) = &sheet.band else { return 0 };
    let left = condition.band.left(band).saturating_sub(u32::from(band.all_henchmen));
    usable_henchmen(sheet, switches).min(left)
}

/// Henchmen that help with an action; those of the most use come first.
fn helpers(
    sheet: &Sheet,
    condition: &HealthState,
    use_for: HenchmanUse,
    can_help: impl Fn(&HenchmanType) -> bool,
    switches: &Switches,
) -> Helpers {
    let Some(band) = &sheet.band else { return Helpers::default() };
    let room = henchmen_at_hand(sheet, condition, switches);
    let is_skilled =
        |henchmen: &HenchmanType| henchmen.pools.get(&use_for).is_some_and(|pool| *pool > SKILLED_ABOVE);
    let count = |skilled: bool| -> u32 {
        let able = condition.band.remaining(band).filter(|(_, henchmen, _)| can_help(henchmen));
        able.filter(|(_, henchmen, _)| is_skilled(henchmen) == skilled).map(|(.., left)| left).sum()
    };
    let skilled = count(true).min(room);
    Helpers { skilled, ordinary: count(false).min(room - skilled) }
}

/// Henchmen that help with an attack. Only those with psi help with psi, and only those with the same power with a
/// quantum power. `AB-MASS-05`, `AB-MASS-07` to `AB-MASS-09`.
pub fn attack_helpers(
    sheet: &Sheet,
    condition: &HealthState,
    weapon: &Weapon,
    switches: &Switches,
) -> Helpers {
    match weapon.power {
        Some(PowerKind::Mental) => {
            helpers(sheet, condition, HenchmanUse::Psi, |henchmen| henchmen.psi, switches)
        }
        Some(PowerKind::Quantum) => {
            let shares = |henchmen: &HenchmanType| henchmen.powers.contains(&weapon.name);
            helpers(sheet, condition, HenchmanUse::Quantum, shares, switches)
        }
        None => {
            let use_for = match weapon.skill {
                Ability::Throwing => HenchmanUse::Throwing,
                Ability::Melee => HenchmanUse::Melee,
                Ability::Brawl => HenchmanUse::Brawl,
                _ => HenchmanUse::Firearms,
            };
            helpers(sheet, condition, use_for, |_| true, switches)
        }
    }
}

/// The clause for the dice of ordinary henchmen on an attack.
pub const fn attack_clause(weapon: &Weapon) -> Clause {
    match weapon.power {
        Some(PowerKind::Mental) => "AB-MASS-08",
        Some(PowerKind::Quantum) => "AB-MASS-09",
        None => "AB-MASS-05",
    }
}

/// Henchmen that help with a defence. `AB-MASS-06`, `AB-MASS-07`.
pub fn defence_helpers(
    sheet: &Sheet,
    condition: &HealthState,
    kind: DefenceKind,
    switches: &Switches,
) -> Helpers {
    let use_for = match kind {
        DefenceKind::Dodge => HenchmanUse::Dodge,
        DefenceKind::Parry | DefenceKind::Shield => HenchmanUse::Parry,
    };
    helpers(sheet, condition, use_for, |_| true, switches)
}

/// The entry of a heavy weapon among the henchmen; `None` for the leader's own weapons. `AB-MASS-11`.
pub fn support_entry<'a>(sheet: &'a Sheet, weapon: &str) -> Option<&'a SupportWeapon> {
    let types = sheet.band.iter().flat_map(|band| &band.henchmen);
    types.flat_map(|henchmen| &henchmen.support).find(|support| support.weapon == weapon)
}
