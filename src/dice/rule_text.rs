//! Texts of rules for players: typed where a rule makes them, sentences where they are shown.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use model::{BarrierId, Cell, UnitId};
use serde::{Serialize, Serializer};

/// What a note of the log is about; it decides how the line goes on after the name of the unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoteSubject {
    /// The unit: the text begins with a verb, "falls to the same blow".
    #[default]
    Unit,
    /// An item of the unit: "Lined coat is destroyed".
    Item,
    /// What the unit has thrown, fired or placed: "Grenade goes off at Bob".
    Projectile,
    /// The text is complete without the unit.
    Free,
}

/// What a note of a unit says, where the log treats such notes apart from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoteTopic {
    /// Anything else.
    #[default]
    Other,
    /// Why the unit cannot defend itself.
    NoDefence,
    /// What the unit recovers, or of what it is cured.
    Recovery,
    /// How many of its members the unit has lost, and how many are left.
    Losses,
    /// That the unit is about to flee.
    Flight,
}

/// What on the board a text names, such as the target of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSubject {
    /// A unit.
    Unit(UnitId),
    /// A door or another barrier.
    Barrier(BarrierId),
    /// A square.
    Square(Cell),
}

/// A typed line: a text of a rule and the values in it. `Display` makes the sentence.
///
/// Every book has enums of its own for its notes, refusals and prompts.
pub trait RuleLine: Any + Debug + Display + Send + Sync {
    /// Whether the line, as the detail of an answer, says that the answer costs nothing.
    fn is_free(&self) -> bool {
        false
    }

    /// Whether the line, as the detail of an answer, says that another answer of the prompt is always as good or better.
    fn is_dominated(&self) -> bool {
        false
    }

    /// Returns the line without what it says of units with hidden names; `None` if it says nothing by unit.
    fn without_units(&self, _is_hidden: &dyn Fn(&str) -> bool) -> Option<RuleText> {
        None
    }

    /// What the line is about, as a note of a unit.
    fn note_subject(&self) -> NoteSubject {
        NoteSubject::Unit
    }

    /// What the line says, as a note of a unit.
    fn note_topic(&self) -> NoteTopic {
        NoteTopic::Other
    }

    /// What on the board the line names, as an answer; `None` if nothing.
    fn board_subject(&self) -> Option<BoardSubject> {
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

    /// Returns whether the text of an answer says that another answer of its prompt is always as good or better.
    pub fn is_dominated(&self) -> bool {
        self.0.as_ref().is_some_and(|line| line.is_dominated())
    }

    /// Returns the text without what it says of units with hidden names; `None` if it says nothing by unit.
    pub fn without_units(&self, is_hidden: &dyn Fn(&str) -> bool) -> Option<Self> {
        self.0.as_ref()?.without_units(is_hidden)
    }

    /// Returns what the text is about, as a note of a unit.
    pub fn note_subject(&self) -> NoteSubject {
        self.0.as_ref().map_or(NoteSubject::Free, |line| line.note_subject())
    }

    /// Returns what the text says, as a note of a unit.
    pub fn note_topic(&self) -> NoteTopic {
        self.0.as_ref().map_or(NoteTopic::Other, |line| line.note_topic())
    }

    /// Returns what on the board the text names, as an answer; `None` if nothing.
    pub fn board_subject(&self) -> Option<BoardSubject> {
        self.0.as_ref()?.board_subject()
    }

    /// Writes the text as a note about a unit of this name: "Ann falls to the same blow", "Ann's Lined coat is destroyed".
    pub fn note_of(&self, name: &str) -> String {
        match self.note_subject() {
            NoteSubject::Unit => format!("{name} {self}"),
            NoteSubject::Item | NoteSubject::Projectile => format!("{name}'s {self}"),
            NoteSubject::Free => format!("{name}: {self}"),
        }
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

/// Words that no rule makes: the name of a unit or of an item, or a description by a player.
#[derive(Clone, Debug)]
pub struct GivenText(pub String);

impl Display for GivenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl RuleLine for GivenText {
    fn note_subject(&self) -> NoteSubject {
        NoteSubject::Free
    }
}

/// The name of something on the board, as an answer.
#[derive(Clone, Debug)]
pub struct SubjectName {
    /// What has the name.
    pub subject: BoardSubject,
    /// The name.
    pub name: String,
}

impl SubjectName {
    /// The name of a unit.
    pub fn of_unit(unit: UnitId, name: impl Into<String>) -> Self {
        Self { subject: BoardSubject::Unit(unit), name: name.into() }
    }
}

impl Display for SubjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl RuleLine for SubjectName {
    fn board_subject(&self) -> Option<BoardSubject> {
        Some(self.subject)
    }
}

/// A text that was filtered for a side, about the same subject and topic as before.
#[derive(Clone, Debug)]
pub struct FilteredText {
    /// The text without hidden names.
    pub text: String,
    /// The subject of the whole text.
    pub subject: NoteSubject,
    /// The topic of the whole text.
    pub topic: NoteTopic,
}

impl Display for FilteredText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl RuleLine for FilteredText {
    fn note_subject(&self) -> NoteSubject {
        self.subject
    }

    fn note_topic(&self) -> NoteTopic {
        self.topic
    }
}

/// The text with a capital first letter.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_knows_what_it_names() {
        let named = RuleText::from(SubjectName::of_unit(UnitId(3), "Ann"));
        assert_eq!(
            (named.board_subject(), named.to_string()),
            (Some(BoardSubject::Unit(UnitId(3))), "Ann".to_owned())
        );
        assert_eq!(RuleText::from(GivenText("Ann".to_owned())).board_subject(), None);
        assert_eq!(RuleText::default().board_subject(), None);
    }

    #[test]
    fn a_note_goes_on_after_the_name() {
        let filtered =
            |subject, topic| RuleText::from(FilteredText { text: "is hit".to_owned(), subject, topic });
        let note = |subject| filtered(subject, NoteTopic::Other).note_of("Ann");
        assert_eq!(note(NoteSubject::Unit), "Ann is hit");
        assert_eq!(note(NoteSubject::Item), "Ann's is hit");
        assert_eq!(
            RuleText::from(GivenText("Down she goes.".to_owned())).note_of("Ann"),
            "Ann: Down she goes."
        );
        let cured = filtered(NoteSubject::Unit, NoteTopic::Recovery);
        assert_eq!(cured.note_topic(), NoteTopic::Recovery, "also without hidden names");
        assert_eq!(RuleText::default().note_topic(), NoteTopic::Other);
    }
}
