//! Values of the rule switches.

use crate::rule_options::{SwitchValue, formula_setting, word_setting};

word_setting! {
    /// Faces of the dice. `CC-RULING-01`, table CC-T1.
    Faces, "standard: the set of this family of dice" {
        /// Table CC-T1.
        Standard = "standard",
    }
}

word_setting! {
    /// Meaning of a downgrade. `CC-DICE-15`, `CC-RULING-03`.
    Downgrade, "challenge or proficiency_to_ability" {
        /// A difficulty die becomes a challenge die.
        Challenge = "challenge",
        /// A proficiency die becomes an ability die.
        ProficiencyToAbility = "proficiency_to_ability",
    }
}

word_setting! {
    /// Source of a weapon's skill and characteristic. `CC-POOL-03`.
    WeaponLinks, "table or strict" {
        /// Table CC-T3, unless the weapon states its own.
        Table = "table",
        /// Always table CC-T3.
        Strict = "strict",
    }
}

word_setting! {
    /// Setback dice of the environment. `CC-ENV-01`.
    Environment, "table or none" {
        /// Table CC-T5.
        Table = "table",
        /// None.
        None = "none",
    }
}

word_setting! {
    /// Who spends net threats. `CC-THT-01`.
    ThreatChooser, "opponent or auto" {
        /// The opposing player.
        Opponent = "opponent",
        /// Automatic, in the order of `CC-THT-14`.
        Auto = "auto",
    }
}

word_setting! {
    /// Who chooses the limb of an injury. `CC-CHART-32`.
    LimbChoice, "player or random" {
        /// The attacker's player, who may roll instead.
        Player = "player",
        /// A die roll.
        Random = "random",
    }
}

formula_setting! {
    /// Squares of a Move maneuver. `CC-ECON-08`.
    Moves, "table";
    /// Soak before armour. `CC-DMG-08`.
    Soak, "toughness";
    /// Both thresholds. `CC-THR-05`.
    Thresholds, "formula";
}

/// Upper bounds of Short, Medium, Long and Extreme range, in squares. `CC-RNG-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangeBandLimits(pub [u16; 4]);

impl SwitchValue for RangeBandLimits {
    const EXPECTED: &'static str = "four rising numbers of squares from 2 on, such as 10/30/60/120";
    fn parse(text: &str) -> Option<Self> {
        let mut bands = [0; 4];
        let mut words = text.split('/');
        for band in &mut bands {
            *band = words.next()?.trim().parse().ok()?;
        }
        let rising = bands[0] >= 2 && bands.windows(2).all(|two| two[0] < two[1]);
        (rising && words.next().is_none()).then_some(Self(bands))
    }
    fn show(&self) -> String {
        self.0.map(|band| band.to_string()).join("/")
    }
}
