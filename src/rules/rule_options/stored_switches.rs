//! Rule switches as they are written to files and read from them: a map of names to values.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};

use super::SwitchError;

/// Serialises switches as a map of names to values.
///
/// # Errors
/// Returns the error of the serializer.
pub fn write_switches<S: Serializer>(
    serializer: S,
    switches: impl IntoIterator<Item = (&'static str, String), IntoIter: ExactSizeIterator>,
) -> Result<S::Ok, S::Error> {
    let switches = switches.into_iter();
    let mut map = serializer.serialize_map(Some(switches.len()))?;
    for (name, value) in switches {
        map.serialize_entry(name, &value)?;
    }
    map.end()
}

/// Deserializes a map of names to values; each goes through `set`, all others keep their defaults.
///
/// # Errors
/// Returns an error if `set` fails, or a value is neither word, number nor boolean.
pub fn read_switches<'de, D, T, F>(deserializer: D, set: F) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default,
    F: FnMut(&mut T, &str, &str) -> Result<(), SwitchError>,
{
    deserializer.deserialize_map(SwitchMapVisitor { set, switches: PhantomData })
}

struct SwitchMapVisitor<T, F> {
    set: F,
    switches: PhantomData<T>,
}

impl<'de, T, F> Visitor<'de> for SwitchMapVisitor<T, F>
where
    T: Default,
    F: FnMut(&mut T, &str, &str) -> Result<(), SwitchError>,
{
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map of switch names to values")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<T, A::Error> {
        let mut switches = T::default();
        while let Some(name) = map.next_key::<String>()? {
            let RawSwitchValue(value) = map.next_value()?;
            (self.set)(&mut switches, &name, &value).map_err(de::Error::custom)?;
        }
        Ok(switches)
    }
}

/// A value as written in the file: a word, a number or a boolean.
struct RawSwitchValue(String);

impl<'de> Deserialize<'de> for RawSwitchValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawSwitchVisitor)
    }
}

struct RawSwitchVisitor;

impl Visitor<'_> for RawSwitchVisitor {
    type Value = RawSwitchValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a word in quotes, a number, true or false")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<RawSwitchValue, E> {
        Ok(RawSwitchValue(value.to_owned()))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<RawSwitchValue, E> {
        Ok(RawSwitchValue(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<RawSwitchValue, E> {
        Ok(RawSwitchValue(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<RawSwitchValue, E> {
        Ok(RawSwitchValue(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<RawSwitchValue, E> {
        Ok(RawSwitchValue(value.to_string()))
    }
}
