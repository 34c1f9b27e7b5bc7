//! Values that rule switches take, and how a skirmish file writes them.

pub use crate::rule_options::{ActionPrice, Formula};
use crate::rule_options::{SwitchValue, formula_setting, word_setting};
use crate::swan_song::DamageType;

/// Price of a Complex Action: at least 2. `SS-ACT-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComplexPrice(pub u8);

impl SwitchValue for ComplexPrice {
    const EXPECTED: &'static str =
        "a number of action points from 2 to 9: a Complex Action costs more than one";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|points| (2..10).contains(points)).map(Self)
    }
    fn show(&self) -> String {
        self.0.to_string()
    }
}

/// Declares a test that is off, or has this threshold.
macro_rules! threshold_setting {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub Option<u8>);

        impl SwitchValue for $name {
            const EXPECTED: &'static str = "off, or the hits it needs, from 1 to 99";
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
    /// Hits it needs; nothing where it is left out.
    pub threshold: Option<u8>,
    /// What the enemies give themselves away to. `SS-CALL-25`, `SS-CALL-31`.
    pub by: Senses,
}

/// What a Perception Test relies on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Senses {
    /// Eyes or ears, whichever serve better.
    #[default]
    Any,
    /// Eyes alone.
    Sight,
    /// Ears alone.
    Hearing,
}

impl SwitchValue for AlertTest {
    const EXPECTED: &'static str =
        "off, or the hits it needs, from 1 to 99; \"sight 2\" or \"hearing 2\" where one sense alone helps";
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
    /// Every type counts in full.
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
    /// What a glitched attack does. `SS-BASE-12`.
    GlitchEffects, "none or drop" {
        /// Nothing.
        None = "none",
        /// The weapon falls.
        Drop = "drop",
    }
}

word_setting! {
    /// What of the map changes pools. `SS-BASE-29`.
    Environment, "blind_fire_only or light" {
        /// Nothing but Blind Fire.
        BlindFireOnly = "blind_fire_only",
        /// The light on the target and the smoke before it, in shots.
        Light = "light",
    }
}

word_setting! {
    /// Whether Free Actions ask for a test. `SS-ACT-14`.
    FreeActionTests, "never: no circumstances on the map ask for one" {
        /// Never.
        Never = "never",
    }
}

word_setting! {
    /// What becomes of actions that table SS-T6 does not list. `SS-ACT-37`.
    UnlistedAction, "refuse: a table's judgement is needed for anything else" {
        /// They are refused.
        Refuse = "refuse",
    }
}

word_setting! {
    /// What an area attack does to those it catches. `SS-RULING-60`.
    AreaDamage, "full_dv or falloff" {
        /// Everybody soaks the full DV.
        FullDv = "full_dv",
        /// A point less for each whole metre from where it goes off.
        Falloff = "falloff",
    }
}

word_setting! {
    /// What Karma re-rolls. `SS-BASE-27`.
    KarmaReroll, "misses or off" {
        /// Every die that was no hit.
        Misses = "misses",
        /// Nothing: re-rolls are not for sale.
        Off = "off",
    }
}

word_setting! {
    /// How equal Initiative Scores are told apart. `SS-INIT-11`.
    TieMode, "ric or simultaneous" {
        /// Reaction, Intuition, coin.
        Ric = "ric",
        /// Not at all: tied units act at the same time.
        Simultaneous = "simultaneous",
    }
}

word_setting! {
    /// What becomes of timed items when combat ends. `SS-TIMED-02`.
    TimerAfterCombat, "explode or fizzle" {
        /// They go off at once.
        Explode = "explode",
        /// They never do.
        Fizzle = "fizzle",
    }
}

word_setting! {
    /// Which actions of a phase a Run makes harder. `SS-MOVE-17`.
    RunPenalty, "after_run or whole_phase" {
        /// Those after it.
        AfterRun = "after_run",
        /// All: a Run that follows an attack must have been announced before it.
        WholePhase = "whole_phase",
    }
}

word_setting! {
    /// Which row of the genitals counts. `SS-RULING-06`.
    GenitalsRow, "details or table" {
        /// That of the details: -6, at most 2.
        Details = "details",
        /// That of the summary: -10, at most 4.
        Table = "table",
    }
}

word_setting! {
    /// What a glitched Surprise Test does. `SS-SURP-18`, `SS-SURP-19`.
    SurpriseGlitch, "drop or none" {
        /// The unit drops what its main hand holds.
        Drop = "drop",
        /// Nothing.
        None = "none",
    }
}

word_setting! {
    /// How long the slowed stay slow. `SS-CALL-19`.
    SlowedUntil, "healed or rounds" {
        /// Until somebody treats them.
        Healed = "healed",
        /// As many rounds as the blow was hard.
        Rounds = "rounds",
    }
}

word_setting! {
    /// What saves a unit that fights for its life. `SS-FFYL-12`.
    KillingBlow, "down or dead" {
        /// An enemy drops to 0 Health by its attack.
        Down = "down",
        /// An enemy dies by it.
        Dead = "dead",
    }
}

word_setting! {
    /// How far a prone unit walks. `SS-ACT-53`.
    Crawl, "half, full or none" {
        /// Half the Walk rate.
        Half = "half",
        /// The whole Walk rate.
        Full = "full",
        /// Not at all.
        None = "none",
    }
}

word_setting! {
    /// What a penetrating weapon does to the barrier it pierces. `SS-BARR-38`.
    PenetrationWear, "table or none" {
        /// Table SS-T7.
        Table = "table",
        /// Nothing; the whole damage passes.
        None = "none",
    }
}

word_setting! {
    /// What a diagonal step costs. `SS-BASE-16`.
    DiagonalStep, "1.5 or 1" {
        /// 1.5 m.
        OneAndAHalf = "1.5",
        /// 1 m.
        One = "1",
    }
}

impl DiagonalStep {
    /// Length of the step in half metres.
    pub const fn half_metres(self) -> u32 {
        match self {
            Self::OneAndAHalf => 3,
            Self::One => 2,
        }
    }
}

formula_setting! {
    /// Points of Flesh a day of rest gives. `SS-HEAL-06`.
    FleshPerDay, "half_body";
    /// Flesh Health maximum. `SS-BASE-23`.
    FleshFormula, "body";
    /// Strain threshold. `SS-BASE-24`.
    StrainFormula, "willpower";
    /// Dice that Karma adds to a roll. `SS-BASE-26`.
    KarmaDice, "rating";
}
