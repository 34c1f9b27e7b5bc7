//! Texts of rules for players: typed where a rule makes them, sentences where they are shown.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// A typed line: a text of a rule and the values in it. `Display` makes the sentence.
///
/// Every book has enums of its own for its notes, refusals and prompts.
pub trait RuleLine: Any + Debug + Display + Send + Sync {
    /// Whether the line, as the detail of an answer, says that the answer costs nothing.
    fn is_free(&self) -> bool {
        false
    }

    /// Returns the line without what it says of units with hidden names; `None` if it says nothing by unit.
    fn without_units(&self, _is_hidden: &dyn Fn(&str) -> bool) -> Option<RuleText> {
        None
    }
}

/// A line of any book, or nothing. Cloning is cheap; the line is formatted only when the text is shown or compared.
///
/// ```rust
/// use dice::{RuleLine, RuleText};
///
/// #[derive(Debug, strum::Display)]
/// enum ShotLine {
///     #[strum(to_string = "{hits} hits on the armour")]
///     Armour { hits: u32 },
/// }
///
/// impl RuleLine for ShotLine {}
///
/// let text = RuleText::from(ShotLine::Armour { hits: 2 });
/// assert_eq!(text, "2 hits on the armour");
/// assert!(matches!(text.line(), Some(ShotLine::Armour { hits: 2 })));
/// ```
#[derive(Clone, Default)]
pub struct RuleText(Option<Arc<dyn RuleLine>>);

impl RuleText {
    /// Returns the typed line; `None` if it is of another type, or the text is empty.
    pub fn line<L: RuleLine>(&self) -> Option<&L> {
        let line: &dyn Any = self.0.as_deref()?;
        line.downcast_ref()
    }

    /// Returns whether the text of an answer says that it costs nothing.
    pub fn is_free(&self) -> bool {
        self.0.as_ref().is_some_and(|line| line.is_free())
    }

    /// Returns the text without what it says of units with hidden names; `None` if it says nothing by unit.
    pub fn without_units(&self, is_hidden: &dyn Fn(&str) -> bool) -> Option<Self> {
        self.0.as_ref()?.without_units(is_hidden)
    }

    /// Returns whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.to_string().is_empty()
    }
}

impl<L: RuleLine> From<L> for RuleText {
    fn from(line: L) -> Self {
        Self(Some(Arc::new(line)))
    }
}

impl Display for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |line| Display::fmt(line, f))
    }
}

impl Debug for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.to_string(), f)
    }
}

impl PartialEq for RuleText {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl PartialEq<str> for RuleText {
    fn eq(&self, other: &str) -> bool {
        let text = self.to_string();
        text == other
    }
}

impl PartialEq<&str> for RuleText {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl Eq for RuleText {}

impl PartialOrd for RuleText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RuleText {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

impl Hash for RuleText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl Serialize for RuleText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Words that no rule makes: the name of a unit or of an item, or a text that was filtered for a side.
#[derive(Clone, Debug)]
pub struct GivenText(pub String);

impl Display for GivenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl RuleLine for GivenText {}
