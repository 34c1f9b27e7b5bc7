//! Values that rule switches take, and how a skirmish file writes them.

use super::DamageType;

/// What a switch may hold, as a skirmish file writes it.
pub(super) trait Setting: Sized {
    /// What is accepted, in words.
    const EXPECTED: &'static str;
    fn parse(text: &str) -> Option<Self>;
    fn show(&self) -> String;
}

impl Setting for bool {
    const EXPECTED: &'static str = "on or off";
    fn parse(text: &str) -> Option<Self> {
        match text {
            "on" | "true" => Some(true),
            "off" | "false" => Some(false),
            _ => None,
        }
    }
    fn show(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

impl Setting for u8 {
    const EXPECTED: &'static str = "a number from 0 to 99";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| *number < 100)
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

impl Setting for i8 {
    const EXPECTED: &'static str = "a number from -99 to 99";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| (-99..100).contains(number))
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

/// Price of an action that may be free: 0 is a Free Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Price(pub u8);

impl Setting for Price {
    const EXPECTED: &'static str = "free, or a number of action points from 1 to 9";
    fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("free") {
            return Some(Self(0));
        }
        text.parse().ok().filter(|points| (1..10).contains(points)).map(Self)
    }
    fn show(&self) -> String {
        if self.0 == 0 { "free".to_owned() } else { self.0.to_string() }
    }
}

/// Price of a Complex Action: at least 2. `SS-ACT-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComplexPrice(pub u8);

impl Setting for ComplexPrice {
    const EXPECTED: &'static str =
        "a number of action points from 2 to 9: a Complex Action costs more than one";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|points| (2..10).contains(points)).map(Self)
    }
    fn show(&self) -> String {
        self.0.to_string()
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

impl Setting for TypeFactors {
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

/// A formula of the book, or one number for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The book's formula.
    Book,
    /// This number.
    Fixed(u8),
}

/// Declares a switch that is one of some words.
macro_rules! words {
    ($(#[doc = $doc:literal])+ $name:ident, $expected:literal {
        $($(#[doc = $variant_doc:literal])+ $variant:ident = $word:literal,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[doc = $variant_doc])+ $variant,)+ }

        impl Setting for $name {
            const EXPECTED: &'static str = $expected;
            fn parse(text: &str) -> Option<Self> {
                match text { $($word => Some(Self::$variant),)+ _ => None }
            }
            fn show(&self) -> String {
                match self { $(Self::$variant => $word,)+ }.to_owned()
            }
        }
    };
}

words! {
    /// What a glitched attack does. `SS-BASE-12`.
    GlitchEffects, "none or drop" {
        /// Nothing.
        None = "none",
        /// The weapon falls.
        Drop = "drop",
    }
}

words! {
    /// What Karma re-rolls. `SS-BASE-27`.
    KarmaReroll, "misses or off" {
        /// Every die that was no hit.
        Misses = "misses",
        /// Nothing: re-rolls are not for sale.
        Off = "off",
    }
}

words! {
    /// How equal Initiative Scores are told apart. `SS-INIT-11`.
    TieMode, "ric or simultaneous" {
        /// Reaction, Intuition, coin.
        Ric = "ric",
        /// Not at all: tied units act at the same time.
        Simultaneous = "simultaneous",
    }
}

words! {
    /// Which actions of a phase a Run makes harder. `SS-MOVE-17`.
    RunPenalty, "after_run or whole_phase" {
        /// Those after it.
        AfterRun = "after_run",
        /// All: a Run that follows an attack must have been announced before it.
        WholePhase = "whole_phase",
    }
}

words! {
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

words! {
    /// What a penetrating weapon does to the barrier it pierces. `SS-BARR-38`.
    PenetrationWear, "table or none" {
        /// Table SS-T7.
        Table = "table",
        /// Nothing; the whole damage passes.
        None = "none",
    }
}

words! {
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

/// Declares a `Formula` switch's word for the book's formula.
macro_rules! formula {
    ($name:ident, $word:literal, $expected:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub Formula);

        impl Setting for $name {
            const EXPECTED: &'static str = $expected;
            fn parse(text: &str) -> Option<Self> {
                if text == $word {
                    return Some(Self(Formula::Book));
                }
                text.parse()
                    .ok()
                    .filter(|number| (1..100).contains(number))
                    .map(|number| Self(Formula::Fixed(number)))
            }
            fn show(&self) -> String {
                match self.0 {
                    Formula::Book => $word.to_owned(),
                    Formula::Fixed(number) => number.to_string(),
                }
            }
        }
    };
}

formula!(FleshFormula, "body", "body, or a number from 1 to 99", "Flesh Health maximum. `SS-BASE-23`.");
formula!(
    StrainFormula,
    "willpower",
    "willpower, or a number from 1 to 99",
    "Strain threshold. `SS-BASE-24`."
);
formula!(
    KarmaDice,
    "rating",
    "rating, or a number from 1 to 99",
    "Dice that Karma adds to a roll. `SS-BASE-26`."
);
