//! Values of rule switches, and their form in skirmish files.

pub use crate::rule_options::Formula;
use crate::rule_options::{SwitchValue, formula_setting, word_setting};
use crate::swan_song::DamageType;

/// Declares a test that is off or has this threshold.
macro_rules! threshold_setting {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub Option<u8>);

        impl SwitchValue for $name {
            const EXPECTED: &'static str = "off, or the number of hits needed, from 1 to 99";
            fn parse(text: &str) -> Option<Self> {
                if text == "off" {
                    return Some(Self(None));
                }
                text.parse().ok().filter(|hits| (1..100).contains(hits)).map(|hits| Self(Some(hits)))
            }
            fn show(&self) -> String {
                self.0.map_or_else(|| "off".to_owned(), |hits| hits.to_string())
            }
        }
    )+};
}

threshold_setting! {
    /// The Extended Test that cures a Critical Injury. `SS-HEAL-09`.
    InjuryCure;
}

/// The secret Perception Test before a Surprise Test. `SS-SURP-06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlertTest {
    /// Hits needed; `None` if the test is off.
    pub threshold: Option<u8>,
    /// Senses that can perceive the enemies. `SS-CALL-25`, `SS-CALL-31`.
    pub by: Senses,
}

/// Senses that a Perception Test uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Senses {
    /// Sight or hearing, whichever is better.
    #[default]
    Any,
    /// Sight only.
    Sight,
    /// Hearing only.
    Hearing,
}

impl SwitchValue for AlertTest {
    const EXPECTED: &'static str =
        "off, or the number of hits needed, from 1 to 99; \"sight 2\" or \"hearing 2\" for one sense only";
    fn parse(text: &str) -> Option<Self> {
        if text == "off" {
            return Some(Self { threshold: None, by: Senses::Any });
        }
        let (by, hits) = match text.split_once(' ') {
            None => (Senses::Any, text),
            Some(("sight", hits)) => (Senses::Sight, hits),
            Some(("hearing", hits)) => (Senses::Hearing, hits),
            Some(_) => return None,
        };
        let threshold = hits.parse().ok().filter(|hits| (1..100).contains(hits))?;
        Some(Self { threshold: Some(threshold), by })
    }
    fn show(&self) -> String {
        match (self.threshold, self.by) {
            (None, _) => "off".to_owned(),
            (Some(hits), Senses::Any) => hits.to_string(),
            (Some(hits), Senses::Sight) => format!("sight {hits}"),
            (Some(hits), Senses::Hearing) => format!("hearing {hits}"),
        }
    }
}

/// Percentages of the damage types against Flesh and Shield Health. `SS-DMG-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeFactors([u16; 6]);

const TYPE_NAMES: [&str; 6] = ["kinetic", "shock", "fire", "corrosive", "cryo", "radiation"];

impl TypeFactors {
    /// 100 % for every type.
    pub const FULL: Self = Self([100; 6]);

    /// Percentage of one damage type.
    pub fn percent(&self, kind: DamageType) -> u32 {
        u32::from(self.0[kind as usize])
    }
}

impl SwitchValue for TypeFactors {
    const EXPECTED: &'static str =
        "a percentage for all damage types, or a list such as \"fire 150, cryo 50\"";
    fn parse(text: &str) -> Option<Self> {
        let percent = |text: &str| {
            text.trim().trim_end_matches('%').parse::<u16>().ok().filter(|percent| *percent <= 1000)
        };
        if let Some(all) = percent(text) {
            return Some(Self([all; 6]));
        }
        let mut factors = Self::FULL;
        for entry in text.split(',') {
            let (name, number) = entry.trim().split_once(' ')?;
            let index = TYPE_NAMES.iter().position(|known| *known == name)?;
            factors.0[index] = percent(number)?;
        }
        Some(factors)
    }
    fn show(&self) -> String {
        if self.0.iter().all(|percent| *percent == self.0[0]) {
            return self.0[0].to_string();
        }
        let list: Vec<_> =
            TYPE_NAMES.iter().zip(self.0).map(|(name, percent)| format!("{name} {percent}")).collect();
        list.join(", ")
    }
}

word_setting! {
    /// Effect of a glitch on an attack. `SS-BASE-12`.
    GlitchEffects, "none or drop" {
        /// Nothing.
        None = "none",
        /// The attacker drops the weapon.
        Drop = "drop",
    }
}

word_setting! {
    /// Conditions that modify pools. `SS-BASE-29`.
    Environment, "blind_fire_only or light" {
        /// Only Blind Fire.
        BlindFireOnly = "blind_fire_only",
        /// Light on the target and smoke in front of it, for shots.
        Light = "light",
    }
}

word_setting! {
    /// Whether Free Actions need a test. `SS-ACT-14`.
    FreeActionTests, "never (no situation on the map requires one)" {
        /// Never.
        Never = "never",
    }
}

word_setting! {
    /// Handling of actions that table SS-T6 does not list. `SS-ACT-37`.
    UnlistedAction, "refuse (anything else needs a game master)" {
        /// They are refused.
        Refuse = "refuse",
    }
}

word_setting! {
    /// Damage of an area attack. `SS-RULING-60`.
    AreaDamage, "full_dv or falloff" {
        /// Every target soaks the full DV.
        FullDv = "full_dv",
        /// One point less per full metre from the point of detonation.
        Falloff = "falloff",
    }
}

word_setting! {
    /// What a hurt arm makes harder. `SS-CALL-60`.
    OneArmPenalty, "character or arm" {
        /// Every action.
        Character = "character",
        /// Actions with that arm.
        Arm = "arm",
    }
}

word_setting! {
    /// Table row used for the genitals. `SS-RULING-06`.
    GenitalsRow, "details or table" {
        /// The detailed row: -6, at most 2.
        Details = "details",
        /// The summary row: -10, at most 4.
        Table = "table",
    }
}

word_setting! {
    /// Effect of a glitch on a Surprise Test. `SS-SURP-18`, `SS-SURP-19`.
    SurpriseGlitch, "drop or none" {
        /// The unit drops the item in its main hand.
        Drop = "drop",
        /// Nothing.
        None = "none",
    }
}

word_setting! {
    /// Duration of Slowed. `SS-CALL-19`.
    SlowedUntil, "healed or rounds" {
        /// Until treated.
        Healed = "healed",
        /// As many rounds as the hit's damage.
        Rounds = "rounds",
    }
}

word_setting! {
    /// Blow that saves a unit fighting for its life. `SS-FFYL-12`.
    KillingBlow, "down or dead" {
        /// One that drops an enemy to 0 Health.
        Down = "down",
        /// One that kills an enemy.
        Dead = "dead",
    }
}

formula_setting! {
    /// Flesh restored by a day of rest. `SS-HEAL-06`.
    FleshPerDay, "half_body";
    /// Flesh Health maximum. `SS-BASE-23`.
    FleshFormula, "body";
    /// Strain threshold. `SS-BASE-24`.
    StrainFormula, "willpower";
}
