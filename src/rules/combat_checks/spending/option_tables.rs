//! Options for advantages, threats, triumphs and despairs. Tables CC-T6 and CC-T7.

use dice::Clause;
use strum::VariantArray;

/// A row of table CC-T6 or CC-T7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpendingOption {
    /// Its key in prompts.
    pub key: &'static str,
    /// Label of the button.
    pub label: &'static str,
    /// Cost in advantages or threats; Critical Injuries and qualities have their own.
    pub cost: u8,
    /// Whether it may be chosen several times. `CC-ADV-04`, `CC-THT-16`.
    pub repeatable: bool,
    /// Its clause.
    pub clause: Clause,
}

const fn row(key: &'static str, cost: u8, label: &'static str, clause: Clause) -> SpendingOption {
    SpendingOption { key, label, cost, repeatable: false, clause }
}

const fn repeatable(row: SpendingOption) -> SpendingOption {
    SpendingOption { repeatable: true, ..row }
}

/// Highest cost that a triumph or a despair pays. `CC-TRI-01`, `CC-TRI-02`.
pub const MAX_SYMBOL_COST: u8 = 3;

/// Options for net advantages. Table CC-T6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
#[expect(missing_docs, reason = "`option` says what each is")]
pub enum AdvantageOption {
    Injury,
    RemoveStrain,
    BoostNextAlly,
    Notice,
    Quality,
    Maneuver,
    Setback,
    BoostAny,
    NegateDefence,
    IgnoreEnvironment,
    OwnDefence,
    Disarm,
    Vital,
    Disable,
    DisableGear,
    Downgrade,
    Upgrade,
    Destroy,
}

impl AdvantageOption {
    /// Its row of the table.
    pub const fn option(self) -> SpendingOption {
        match self {
            Self::Injury => repeatable(row("injury", 0, "Critical Injury of", "CC-CRIT-01")),
            Self::RemoveStrain => row("strain", 1, "Remove 1 Strain from", "CC-ADV-07"),
            Self::BoostNextAlly => {
                row("boost_next", 1, "Boost die for the next ally that makes a check", "CC-ADV-08")
            }
            Self::Notice => row("notice", 1, "Notice something important", "CC-ADV-09"),
            Self::Quality => row("quality", 1, "Activate", "CC-ADV-10"),
            Self::Maneuver => row("maneuver", 2, "Free manoeuvre for", "CC-ADV-11"),
            Self::Setback => row("setback", 2, "Setback die for", "CC-ADV-13"),
            Self::BoostAny => row("boost", 2, "Boost die for", "CC-ADV-14"),
            Self::NegateDefence => row("negate_defence", 3, "Negate the defence of", "CC-ADV-15"),
            Self::IgnoreEnvironment => row("environment", 3, "Ignore the environment", "CC-ADV-16"),
            Self::OwnDefence => row("defence", 3, "+1 defence", "CC-ADV-17"),
            Self::Disarm => row("disarm", 3, "Disarm:", "CC-ADV-18"),
            Self::Vital => row("vital", 3, "Operate an object", "CC-ADV-19"),
            Self::Disable => row("disable", 3, "Instead of damage, disable", "CC-ADV-20"),
            Self::DisableGear => row("disable_gear", 3, "Instead of damage, disable", "CC-ADV-21"),
            Self::Downgrade => repeatable(row("downgrade", 3, "Downgrade the next check of", "CC-ADV-23")),
            Self::Upgrade => repeatable(row("upgrade", 3, "Upgrade the next check of", "CC-ADV-24")),
            Self::Destroy => row("destroy", 6, "Destroy", "CC-ADV-25"),
        }
    }

    pub(crate) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Options for net threats. Table CC-T7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
#[expect(missing_docs, reason = "`option` says what each is")]
pub enum ThreatOption {
    Strain,
    LoseBenefit,
    Maneuver,
    BoostTarget,
    Setback,
    Prone,
    Empty,
    Equipment,
    Significant,
    DowngradeAlly,
}

impl ThreatOption {
    /// Its row of the table.
    pub const fn option(self) -> SpendingOption {
        match self {
            Self::Strain => row("strain", 1, "Suffers 1 Strain", "CC-THT-04"),
            Self::LoseBenefit => row("benefit", 1, "Loses a benefit", "CC-THT-05"),
            Self::Maneuver => row("maneuver", 2, "Free manoeuvre for", "CC-THT-06"),
            Self::BoostTarget => row("boost", 2, "Boost die for", "CC-THT-07"),
            Self::Setback => row("setback", 2, "Setback die for", "CC-THT-08"),
            Self::Prone => row("prone", 3, "Falls prone", "CC-THT-09"),
            Self::Empty => row("empty", 3, "Out of ammunition:", "CC-THT-10"),
            Self::Equipment => row("equipment", 3, "Breaks down:", "CC-THT-12"),
            Self::Significant => row("significant", 3, "Upgrade the next check of", "CC-THT-13"),
            Self::DowngradeAlly => {
                repeatable(row("downgrade", 3, "Downgrade the next attack of", "CC-THT-15"))
            }
        }
    }

    pub(crate) const fn bit(self) -> u32 {
        1 << (AdvantageOption::Destroy as u32 + 1 + self as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_bit_of_its_own() {
        let advantages = [
            AdvantageOption::Injury,
            AdvantageOption::RemoveStrain,
            AdvantageOption::Upgrade,
            AdvantageOption::Destroy,
        ]
        .map(AdvantageOption::bit);
        let threats = [ThreatOption::Strain, ThreatOption::LoseBenefit, ThreatOption::DowngradeAlly]
            .map(ThreatOption::bit);
        let all: Vec<u32> = advantages.into_iter().chain(threats).collect();
        assert_eq!(all.iter().fold(0, |bits, bit| bits | bit).count_ones() as usize, all.len());
    }
}
