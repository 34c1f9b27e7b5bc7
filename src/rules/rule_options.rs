//! Rule switches of any book: declaration, values, and their form in skirmish files.

mod stored_switches;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

use thiserror::Error;

pub use self::stored_switches::{read_switches, write_switches};
use crate::turn_engine::switches::NAMES as ENGINE_SWITCH_NAMES;

/// Why a switch cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SwitchError {
    /// No switch has this name.
    #[error("unknown switch \"{name}\"; did you mean \"{nearest}\"?")]
    Unknown {
        /// The given name.
        name: String,
        /// The most similar valid name.
        nearest: &'static str,
    },
    /// The switch does not take this value.
    #[error("switch \"{name}\" cannot be \"{value}\"; expected {expected}")]
    Value {
        /// The switch.
        name: &'static str,
        /// The given value.
        value: String,
        /// Description of the accepted values.
        expected: &'static str,
    },
}

impl SwitchError {
    /// The error for an unknown `name`; `names` holds at least one switch.
    pub fn unknown(names: &[&'static str], name: &str) -> Self {
        let nearest = names.iter().copied().min_by_key(|known| strsim::damerau_levenshtein(known, name));
        Self::Unknown { name: name.to_owned(), nearest: nearest.expect("invariant: there are switches") }
    }
}

/// A switch, for listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchInfo {
    /// Dotted name.
    pub name: &'static str,
    /// Default value.
    pub default: String,
    /// Description of the accepted values.
    pub expected: &'static str,
    /// Clause that allows the choice.
    pub clause: &'static str,
    /// What it decides, in a sentence.
    pub about: &'static str,
}

/// The rule switches of a book: what `switches!` declares, or `()` for none.
pub trait SwitchSet: Clone + Debug + Default + Eq + Hash {
    /// All switches with their defaults.
    fn list() -> Vec<SwitchInfo>;

    /// Value of a switch in the form of skirmish files.
    ///
    /// # Errors
    /// Returns `SwitchError::Unknown` if there is no such switch.
    fn get(&self, name: &str) -> Result<String, SwitchError>;

    /// Sets a switch by its dotted name.
    ///
    /// # Errors
    /// Returns `SwitchError::Unknown` if there is no such switch, `SwitchError::Value` if it does not accept the value;
    /// nothing changes then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError>;

    /// Names and values of all switches that differ from their defaults.
    fn changed(&self) -> BTreeMap<&'static str, String>;
}

impl SwitchSet for () {
    fn list() -> Vec<SwitchInfo> {
        Vec::new()
    }
    fn get(&self, name: &str) -> Result<String, SwitchError> {
        Err(SwitchError::unknown(ENGINE_SWITCH_NAMES, name))
    }
    fn set(&mut self, name: &str, _: &str) -> Result<(), SwitchError> {
        Err(SwitchError::unknown(ENGINE_SWITCH_NAMES, name))
    }
    fn changed(&self) -> BTreeMap<&'static str, String> {
        BTreeMap::new()
    }
}

/// A type of switch values, with its form in skirmish files.
pub trait SwitchValue: Sized {
    /// Description of the accepted values.
    const EXPECTED: &'static str;
    /// Parses a value; `None` if the text is not accepted.
    fn parse(text: &str) -> Option<Self>;
    /// Formats the value so that `parse` accepts it.
    fn show(&self) -> String;
}

impl SwitchValue for bool {
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

impl SwitchValue for u8 {
    const EXPECTED: &'static str = "a number from 0 to 99";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| *number < 100)
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

impl SwitchValue for i8 {
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
pub struct ActionPrice(pub u8);

impl SwitchValue for ActionPrice {
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

/// A formula of the book, or one number for all units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The book's formula.
    Book,
    /// This number.
    Fixed(u8),
}

impl Formula {
    /// The fixed number, or the result of the book's formula.
    pub fn or_book(self, book: impl FnOnce() -> i32) -> i32 {
        match self {
            Self::Book => book(),
            Self::Fixed(number) => i32::from(number),
        }
    }
}

/// Declares the switches of a book: `Switches` with its fields, `NAMES`, reading and writing.
///
/// One line per switch: `/// Description.`, a sentence that the set-up shows, then `field: Type = default, "dotted.name", "CLAUSE";`. The type is a
/// [`SwitchValue`]. With `beside EngineSwitches;` in front, the struct also holds those of the engine, which can be read
/// and set by name too, but are not listed.
macro_rules! switches {
    ($(beside $engine:ident;)? $(
        $(#[doc = $doc:literal])+
        $field:ident: $kind:ty = $default:expr, $name:literal, $clause:literal;
    )+) => {
        /// The switches of one skirmish; `Default` has those of the catalogue.
        ///
        /// Serialized as a map of dotted names to values, without defaults.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct Switches {
            $(
                /// Switches of the engine.
                pub engine: ::std::sync::Arc<$engine>,
            )?
            $($(#[doc = $doc])+ pub $field: $kind,)+
        }

        impl ::std::default::Default for Switches {
            fn default() -> Self {
                Self { $(engine: <::std::sync::Arc<$engine>>::default(),)? $($field: $default,)+ }
            }
        }

        /// Dotted names of all switches, in the order of the catalogue.
        pub const NAMES: &[&str] = &[$($name,)+];

        impl Switches {
            /// Whether a switch has this name.
            pub fn has(name: &str) -> bool {
                NAMES.contains(&name) $(|| $engine::has(name))?
            }

            /// Value of a switch in the form of skirmish files.
            ///
            /// # Errors
            /// Returns `SwitchError::Unknown` if there is no such switch.
            pub fn get(&self, name: &str) -> Result<String, $crate::rule_options::SwitchError> {
                match name {
                    $($name => Ok($crate::rule_options::SwitchValue::show(&self.$field)),)+
                    $(_ if $engine::has(name) => self.engine.get(name),)?
                    _ => Err($crate::rule_options::SwitchError::unknown(NAMES, name)),
                }
            }

            /// Sets a switch by its dotted name.
            ///
            /// # Errors
            /// Returns `SwitchError::Unknown` if there is no such switch, `SwitchError::Value` if it does not accept
            /// the value; nothing changes then.
            pub fn set(
                &mut self,
                name: &str,
                value: &str,
            ) -> Result<(), $crate::rule_options::SwitchError> {
                match name {
                    $($name => self.$field = $crate::rule_options::parse_value($name, value)?,)+
                    $(_ if $engine::has(name) => ::std::sync::Arc::make_mut(&mut self.engine).set(name, value)?,)?
                    _ => return Err($crate::rule_options::SwitchError::unknown(NAMES, name)),
                }
                Ok(())
            }

            /// All switches with their defaults.
            pub fn list() -> Vec<$crate::rule_options::SwitchInfo> {
                let defaults = Self::default();
                vec![$($crate::rule_options::SwitchInfo {
                    name: $name,
                    default: $crate::rule_options::SwitchValue::show(&defaults.$field),
                    expected: <$kind as $crate::rule_options::SwitchValue>::EXPECTED,
                    clause: $clause,
                    about: concat!($($doc),+).trim(),
                },)+]
            }

            /// Names and values of all switches that differ from their defaults.
            pub fn changed(&self) -> ::std::collections::BTreeMap<&'static str, String> {
                let defaults = Self::default();
                let mut changed = ::std::collections::BTreeMap::new();
                $(changed.extend($engine::changed(&self.engine));)?
                $(if self.$field != defaults.$field {
                    changed.insert($name, $crate::rule_options::SwitchValue::show(&self.$field));
                })+
                changed
            }
        }

        impl $crate::rule_options::SwitchSet for Switches {
            fn list() -> Vec<$crate::rule_options::SwitchInfo> {
                Self::list()
            }
            fn get(&self, name: &str) -> Result<String, $crate::rule_options::SwitchError> {
                self.get(name)
            }
            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::rule_options::SwitchError> {
                self.set(name, value)
            }
            fn changed(&self) -> ::std::collections::BTreeMap<&'static str, String> {
                self.changed()
            }
        }

        impl ::serde::Serialize for Switches {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::rule_options::write_switches(serializer, self.changed())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for Switches {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::rule_options::read_switches(deserializer, Self::set)
            }
        }
    };
}
pub(crate) use switches;

/// Declares a switch whose values are words: `/// Doc. Name, "a or b" { /// Doc. A = "a", /// Doc. B = "b", }`.
macro_rules! word_setting {
    ($(#[doc = $doc:literal])+ $name:ident, $expected:literal {
        $($(#[doc = $variant_doc:literal])+ $variant:ident = $word:literal,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::strum::EnumString, ::strum::IntoStaticStr)]
        pub enum $name { $($(#[doc = $variant_doc])+ #[strum(serialize = $word)] $variant,)+ }

        impl $crate::rule_options::SwitchValue for $name {
            const EXPECTED: &'static str = $expected;
            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
            fn show(&self) -> String {
                <&'static str>::from(self).to_owned()
            }
        }
    };
}
pub(crate) use word_setting;

/// Declares a switch that is the book's formula, under its own word, or a number from 1 to 99: a struct around
/// [`Formula`]. `/// Doc. Name, "word";`.
macro_rules! formula_setting {
    ($($(#[doc = $doc:literal])+ $name:ident, $word:literal;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub $crate::rule_options::Formula);

        impl $crate::rule_options::SwitchValue for $name {
            const EXPECTED: &'static str = concat!($word, ", or a number from 1 to 99");
            fn parse(text: &str) -> Option<Self> {
                if text == $word {
                    return Some(Self($crate::rule_options::Formula::Book));
                }
                text.parse()
                    .ok()
                    .filter(|number| (1..100).contains(number))
                    .map(|number| Self($crate::rule_options::Formula::Fixed(number)))
            }
            fn show(&self) -> String {
                match self.0 {
                    $crate::rule_options::Formula::Book => $word.to_owned(),
                    $crate::rule_options::Formula::Fixed(number) => number.to_string(),
                }
            }
        }
    )+};
}
pub(crate) use formula_setting;

/// Parses the value of a switch.
///
/// # Errors
/// Returns `SwitchError::Value` if the switch called `name` does not accept it.
pub fn parse_value<T: SwitchValue>(name: &'static str, value: &str) -> Result<T, SwitchError> {
    T::parse(value.trim()).ok_or_else(|| SwitchError::Value {
        name,
        value: value.to_owned(),
        expected: T::EXPECTED,
    })
}
