//! What the rows of the Critical Injury chart do, in words. Table CC-T8.

use super::chart::{ChartRow, INJURY_CHART, InjuryEffect, InjuryEffectEnd};
use super::injury::{Injury, InjuryDetail};
use crate::NamedInjury;
use crate::combat_checks::HealthState;
use crate::lines::{CountOf, DiceOfKind, list_words};

impl ChartRow {
    /// Says what the injury does, and until when: "no action until the end of its next turn", "2 Wounds and 2 Strain in each
    /// round until it is healed".
    pub(crate) fn effect_words(&self) -> String {
        format!("{}{}", self.effect.words(), self.ends.words())
    }
}

impl InjuryEffect {
    /// What it does, without its end.
    fn words(self) -> String {
        match self {
            Self::Strain(strain) => format!("{strain} Strain"),
            Self::LoseAction => "no action in their next turn of this round".to_owned(),
            Self::DropAll => "drops everything held".to_owned(),
            Self::NoFreeManeuver => "no free manoeuvre".to_owned(),
            Self::NextSkillSetback(dice) => {
                format!("{} on its next skill check", DiceOfKind(dice, "setback"))
            }
            Self::EnemyRecovers(strain) => format!("an enemy removes {strain} Strain"),
            Self::Staggered => "no action".to_owned(),
            Self::NextDifficulty(dice) => {
                format!("{} more on its next check", DiceOfKind(dice, "difficulty"))
            }
            Self::BowledOver(strain) => format!("falls prone and suffers {strain} Strain"),
            Self::Difficulty(of) => {
                let names: Vec<&str> = of.iter().map(|one| one.name()).collect();
                format!("{} more on checks of {}", DiceOfKind(1, "difficulty"), list_words(&names))
            }
            Self::Setback(dice) => format!("{} on every check", DiceOfKind(dice, "setback")),
            Self::NoBoost => "no boost dice on skill checks".to_owned(),
            Self::Overpowered => "the attacker may attack again at once".to_owned(),
            Self::NoVoluntaryStrain => "no Strain by choice".to_owned(),
            Self::SkillDifficulty(dice) => {
                format!("{} more on every skill check", DiceOfKind(dice, "difficulty"))
            }
            Self::ActionStrain(strain) => format!("{strain} Strain for each action"),
            Self::Crippled => "a limb out of use and 1 setback die on every check".to_owned(),
            Self::Maimed => "a limb lost and 1 setback die on every check".to_owned(),
            Self::Loss { points, curable } => {
                format!("{points} less of a characteristic{}", if curable { "" } else { " for good" })
            }
            Self::OneManeuver => "1 manoeuvre in a turn at most".to_owned(),
            Self::Blinded => "cannot see".to_owned(),
            Self::Bleeding { points, .. } => format!("{} in each round", harm_words(points)),
            Self::EndIsNigh(points) => {
                format!("{} at the end of the next round, unless it is healed before", harm_words(points))
            }
            Self::DeathLike(points) => harm_words(points),
        }
    }
}

impl InjuryEffectEnd {
    /// When the effect ends, where that is not at once and the effect does not say it.
    const fn words(self) -> &'static str {
        match self {
            Self::AtOnce | Self::ThisRound | Self::NextRound => "",
            Self::NextTurn => " until the end of their next turn",
            Self::Encounter => " until the battle ends",
            Self::Healed => " until it is healed",
        }
    }
}

/// Names the injuries that a unit has after a change and did not have before. One that is not kept, such as Death-like, is none.
pub(crate) fn added_injuries(before: &HealthState, after: &HealthState) -> Vec<NamedInjury> {
    let mut known: Vec<usize> = before.injuries.iter().map(|injury| injury.row).collect();
    let mut added = Vec::new();
    for injury in &after.injuries {
        match known.iter().position(|row| *row == injury.row) {
            Some(at) => _ = known.swap_remove(at),
            None => added.push(name_injury(injury)),
        }
    }
    added
}

/// Names an injury, with the limb or the characteristic that it concerns.
fn name_injury(injury: &Injury) -> NamedInjury {
    let row = injury.chart_row();
    let part = match injury.mark {
        InjuryDetail::None => None,
        InjuryDetail::Limb(limb) => Some(limb.name()),
        InjuryDetail::Loss(which, _) => Some(which.name()),
    };
    let name = part.map_or_else(|| row.name.to_owned(), |part| format!("{} ({part})", row.name));
    NamedInjury { name, effect: row.effect_words() }
}

/// Says what an injury does, by its clause: "no action until the end of their next turn"; empty for other clauses.
pub(crate) fn describe_injury(clause: &str) -> String {
    let row = INJURY_CHART.iter().find(|row| row.clause == clause);
    row.map(ChartRow::effect_words).unwrap_or_default()
}

/// Wounds and Strain in equal numbers: "2 Wounds and 2 Strain".
fn harm_words(points: u8) -> String {
    format!("{} and {points} Strain", CountOf(points.into(), "Wound"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_crit_09_every_row_says_what_it_does_and_until_when() {
        let words = describe_injury;
        assert_eq!(words("CC-CHART-01"), "1 Strain");
        assert_eq!(words("CC-CHART-04"), "no free manoeuvre until the end of their next turn");
        assert_eq!(words("CC-CHART-08"), "1 difficulty die more on its next check");
        let three =
            "1 difficulty die more on checks of Strength, Toughness and Agility until the battle ends";
        assert_eq!(words("CC-CHART-12"), three);
        assert_eq!(words("CC-CHART-13"), "1 setback die on every check until the battle ends");
        assert_eq!(words("CC-CHART-22"), "1 less of a characteristic until it is healed");
        assert_eq!(words("CC-CHART-26"), "1 Wound and 1 Strain in each round until it is healed");
        assert_eq!(words("CC-CHART-30"), "2 less of a characteristic for good");
        assert_eq!(words("CC-CHART-31"), "10 Wounds and 10 Strain");
        assert_eq!(words("CC-ECON-03"), "", "no row of the chart");
        for row in INJURY_CHART {
            let words = row.effect_words();
            assert!(!words.is_empty() && words.len() <= 90, "{}: {words}", row.name);
            assert!(!words.ends_with('.') && !words.contains("  "), "{}: {words}", row.name);
        }
    }
}
