//! Answers that depend on the damage to expect, such as full defence from 4 damage on, and a record of what was answered
//! without asking.
//!
//! They belong to the window: when a prompt opens, the forecast decides, and the answer is an ordinary order. The journal
//! holds that answer alone, so a replay needs no forecast. They are kept in a file beside the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::answer_plans::AnswerPlans;
use crate::own_file::{DamagedFile, OwnFileKind};
use crate::replay::ReplayPlayback;
use battle::{Journal, Order, OrderRecord};
use battle_log::log_text::{LogEntry, LogLine, LogSpan, TextTone, span, text_of_spans};
use content::escape_invisible;
use model::{Side, UnitId};

/// Name of the file in the folder of a battle.
pub(crate) const ANSWERS_FILE: &str = "answers.ron";
/// The file.
const ANSWERS: OwnFileKind = OwnFileKind {
    name: "the file of automatic answers of this battle",
    instead: "no unit has automatic answers",
    max_bytes: 1024 * 1024,
};
/// Most answers of which it is kept why they were given.
const MAX_NOTES: usize = 2000;
/// Most characters of such a note that are read.
const MAX_NOTE_CHARS: usize = 500;

/// An average damage in tenths, as texts show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Tenths(pub u32);

impl Tenths {
    /// Lower bound of the least damage of a condition.
    pub const MIN_LEAST: Self = Self(1);
    /// Upper bound of the least damage of a condition.
    pub const MAX_LEAST: Self = Self(990);

    /// Rounds an average damage.
    pub fn from_mean(mean: f64) -> Self {
        Self((mean.max(0.0) * 10.0).round() as u32)
    }

    /// Returns the damage.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1}", self.value())
    }
}

/// Which answer a unit gives, by the damage to expect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AnswerCondition {
    /// Key of the answer from `least` on.
    pub answer: String,
    /// The least damage to expect for it.
    pub least: Tenths,
    /// Key of the answer below; `None` to be asked.
    pub otherwise: Option<String>,
}

impl AnswerCondition {
    /// Returns the key of the answer to a prompt; `None` to be asked.
    pub fn answer(&self, expected: Tenths) -> Option<&str> {
        match self.is_met(expected) {
            true => Some(&self.answer),
            false => self.otherwise.as_deref(),
        }
    }

    fn is_met(&self, expected: Tenths) -> bool {
        expected >= self.least
    }

    /// Says why an answer was given: "average damage 4.3, at least 4.0".
    pub fn reason(&self, expected: Tenths) -> String {
        let than = if self.is_met(expected) { "at least" } else { "less than" };
        format!("average damage {expected}, {than} {}", self.least)
    }
}

/// An answer that was given without asking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct AnswerNote {
    /// Its number in the history.
    record: usize,
    unit: UnitId,
    side: Side,
    key: String,
    /// "automatically answers “Full Defence”: average damage 4.3, at least 4.0"
    text: String,
}

/// Conditions of the units of a battle, and what was answered without asking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ConditionalAnswers {
    conditions: BTreeMap<UnitId, BTreeMap<String, AnswerCondition>>,
    /// Units that announce the attack that is worth most.
    announcers: BTreeSet<UnitId>,
    notes: Vec<AnswerNote>,
}

impl ConditionalAnswers {
    /// Returns the condition of a unit for prompts of a clause.
    pub fn get(&self, unit: UnitId, clause: &str) -> Option<&AnswerCondition> {
        self.conditions.get(&unit)?.get(clause)
    }

    /// Sets or removes the condition of a unit.
    pub fn set(&mut self, unit: UnitId, clause: &str, condition: Option<AnswerCondition>) {
        let own = self.conditions.entry(unit).or_default();
        match condition {
            Some(condition) => _ = own.insert(clause.to_owned(), condition),
            None => _ = own.remove(clause),
        }
        self.conditions.retain(|_, own| !own.is_empty());
    }

    /// Whether a unit announces the attack that is worth most, without being asked.
    pub fn announces_best(&self, unit: UnitId) -> bool {
        self.announcers.contains(&unit)
    }

    /// Sets whether a unit announces the attack that is worth most.
    pub fn announce_best(&mut self, unit: UnitId, wanted: bool) {
        match wanted {
            true => _ = self.announcers.insert(unit),
            false => _ = self.announcers.remove(&unit),
        }
    }

    /// Returns the number of conditions of a unit, and of announcements without asking.
    pub fn count(&self, unit: UnitId) -> usize {
        self.conditions.get(&unit).map_or(0, BTreeMap::len) + usize::from(self.announces_best(unit))
    }

    /// Notes an answer that is about to be given without asking, as the record of this number, and why.
    pub fn note(
        &mut self,
        record: usize,
        (unit, side): (UnitId, Side),
        key: &str,
        (label, why): (&str, &str),
    ) {
        let text = format!("automatically answers \u{201c}{label}\u{201d}: {why}");
        self.forget_from(record);
        self.notes.push(AnswerNote { record, unit, side, key: key.to_owned(), text });
        self.drop_oldest_notes();
    }

    fn drop_oldest_notes(&mut self) {
        let surplus = self.notes.len().saturating_sub(MAX_NOTES);
        self.notes.drain(..surplus);
    }

    /// Forgets what was noted about records that were undone.
    pub fn forget_from(&mut self, record: usize) {
        self.notes.retain(|note| note.record < record);
    }

    /// Adds the notes about the records of an entry of the log, as far as the viewer may know them: those of their own side.
    pub fn add_notes(
        &self,
        entry: &mut LogEntry,
        records: &[OrderRecord],
        (viewer, name): (Option<Side>, impl Fn(UnitId) -> LogSpan),
    ) {
        let is_of = |note: &&AnswerNote| {
            let order = records.get(note.record).map(|record| &record.order);
            entry.chapters.contains(&note.record)
                && viewer.is_none_or(|viewer| viewer == note.side)
                && matches!(order, Some(Order::Decide { answer }) if *answer == note.key)
        };
        let lines = self.notes.iter().filter(is_of).map(|note| {
            let what = span(format!(" {}", note.text), TextTone::Dim);
            LogLine::Text(text_of_spans(vec![name(note.unit), what]))
        });
        let lines: Vec<LogLine> = lines.collect();
        // What follows from an answer, such as the end of the battle, stands below it.
        entry.after.splice(0..0, lines);
    }

    fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.announcers.is_empty() && self.notes.is_empty()
    }

    /// Reads the answers of a saved battle; none if it has none.
    ///
    /// # Errors
    /// Returns `DamagedFile` if the file cannot be read.
    pub fn read(journal: &Path) -> Result<Self, DamagedFile> {
        let mut answers = ANSWERS.read::<Self>(&answers_file(journal))?.unwrap_or_default();
        answers.drop_oldest_notes();
        for note in &mut answers.notes {
            // The log shows it.
            let text: String = escape_invisible(&note.text).chars().take(MAX_NOTE_CHARS).collect();
            note.text = text;
        }
        Ok(answers)
    }
}

fn answers_file(journal: &Path) -> PathBuf {
    journal.with_file_name(ANSWERS_FILE)
}

/// Takes up the answers of a saved battle; `None` for a new one. Returns their file if it cannot be read.
pub(crate) fn restore_answers(world: &mut World, journal: Option<&Path>) -> Option<DamagedFile> {
    let (answers, damaged) = match journal.map(ConditionalAnswers::read) {
        Some(Ok(answers)) => (answers, None),
        Some(Err(damaged)) => (ConditionalAnswers::default(), Some(damaged)),
        None => (ConditionalAnswers::default(), None),
    };
    if let Some(mut plans) = world.get_resource_mut::<AnswerPlans>() {
        plans.conditions = answers;
    }
    damaged
}

/// Writes the answers beside the journal of the battle, whenever they or the place of the journal change.
pub(super) fn save_answers(
    journal: Option<Res<Journal>>,
    replay: Option<Res<ReplayPlayback>>,
    plans: Res<AnswerPlans>,
    mut saved: Local<Option<(PathBuf, ConditionalAnswers)>>,
    mut has_failed: Local<bool>,
) {
    let Some(journal) = journal.filter(|_| replay.is_none()) else { return };
    let Some(path) = journal.path().map(answers_file) else { return };
    let is_same = saved.as_ref().is_some_and(|(file, answers)| *file == path && *answers == plans.conditions);
    if is_same && (!*has_failed || !journal.is_changed()) {
        return;
    }
    *has_failed = false;
    let was_written = saved.as_ref().is_some_and(|(file, answers)| *file == path && !answers.is_empty());
    if !plans.conditions.is_empty() || was_written || path.exists() {
        match ron::to_string(&plans.conditions) {
            Ok(text) => {
                // A folder that cannot be written is reported with the journal, whose next line tries again.
                if let Err(error) = storage::replace_file(&path, text) {
                    warn!("{} cannot be written: {error}", path.display());
                    *has_failed = true;
                }
            }
            Err(error) => warn!("the answers of the battle cannot be saved: {error}"),
        }
    }
    *saved = Some((path, plans.conditions.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full_defence(otherwise: Option<&str>) -> AnswerCondition {
        let (answer, otherwise) = ("full_defense".to_owned(), otherwise.map(str::to_owned));
        AnswerCondition { answer, least: Tenths(40), otherwise }
    }

    #[test]
    fn the_damage_to_expect_decides_as_it_is_shown() {
        let condition = full_defence(Some("standard"));
        let answer = |mean: f64| condition.answer(Tenths::from_mean(mean)).map(str::to_owned);
        assert_eq!(answer(4.0).as_deref(), Some("full_defense"));
        assert_eq!(answer(3.96).as_deref(), Some("full_defense"), "shown as 4.0");
        assert_eq!(answer(3.94).as_deref(), Some("standard"), "shown as 3.9");
        assert_eq!(full_defence(None).answer(Tenths(39)), None, "the player is asked");
        assert_eq!(condition.reason(Tenths(43)), "average damage 4.3, at least 4.0");
        assert_eq!(condition.reason(Tenths(21)), "average damage 2.1, less than 4.0");
    }

    #[test]
    fn conditions_are_kept_with_the_battle() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("fight.jsonl");
        assert_eq!(ConditionalAnswers::read(&journal), Ok(ConditionalAnswers::default()));
        let mut answers = ConditionalAnswers::default();
        answers.set(UnitId(3), "SS-ATK-07", Some(full_defence(None)));
        let who = (UnitId(3), Side(1));
        answers.note(7, who, "full_defense", ("Full Defence", "average damage 4.3, at least 4.0"));
        storage::replace_file(&answers_file(&journal), ron::to_string(&answers).expect("text"))
            .expect("written");
        assert_eq!(ConditionalAnswers::read(&journal).as_ref(), Ok(&answers));
        assert_eq!(answers.count(UnitId(3)), 1);
        answers.announce_best(UnitId(3), true);
        let text = ron::to_string(&answers).expect("text");
        storage::replace_file(&answers_file(&journal), text).expect("written");
        let read = ConditionalAnswers::read(&journal).expect("readable");
        assert!(read.announces_best(UnitId(3)) && !read.announces_best(UnitId(4)));
        assert_eq!(read.count(UnitId(3)), 2);
        answers.announce_best(UnitId(3), false);
        assert_eq!(answers.count(UnitId(3)), 1);
        answers.set(UnitId(3), "SS-ATK-07", None);
        assert_eq!((answers.get(UnitId(3), "SS-ATK-07"), answers.count(UnitId(3))), (None, 0));
    }

    #[test]
    fn a_damaged_file_is_kept_and_texts_of_a_file_have_limits() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("fight.jsonl");
        let damage = "(conditions: {3: ";
        std::fs::write(answers_file(&journal), damage).expect("written");
        let mut world = World::new();
        world.init_resource::<AnswerPlans>();
        let said = restore_answers(&mut world, Some(&journal)).expect("a damaged file").keep();
        let kept = folder.path().join("answers damaged 1.ron");
        assert!(
            said.ends_with(&format!("no unit has automatic answers; the file is kept as {}", kept.display()))
        );
        assert_eq!(std::fs::read_to_string(kept).expect("kept"), damage);
        assert_eq!(world.resource::<AnswerPlans>().conditions, ConditionalAnswers::default());
        let text = format!("\u{202e}{}", "x".repeat(MAX_NOTE_CHARS));
        let note = |record| {
            let (unit, side) = (UnitId(3), Side(1));
            AnswerNote { record, unit, side, key: "dodge".to_owned(), text: text.clone() }
        };
        let notes = (0..=MAX_NOTES).map(note).collect();
        let answers = ConditionalAnswers { notes, ..ConditionalAnswers::default() };
        let whole = ron::to_string(&answers).expect("text");
        let few = ConditionalAnswers { notes: answers.notes[..2].to_vec(), ..ConditionalAnswers::default() };
        std::fs::write(answers_file(&journal), ron::to_string(&few).expect("text")).expect("written");
        let read = ConditionalAnswers::read(&journal).expect("readable");
        assert!(read.notes[1].text.starts_with("\\u{202e}xxx"), "{}", read.notes[1].text);
        assert_eq!(read.notes[1].text.chars().count(), MAX_NOTE_CHARS);
        assert!(whole.len() as u64 > ANSWERS.max_bytes);
        std::fs::write(answers_file(&journal), whole).expect("written");
        assert!(ConditionalAnswers::read(&journal).is_err(), "too large");
    }

    #[test]
    fn notes_of_undone_orders_are_forgotten() {
        let mut answers = ConditionalAnswers::default();
        let who = (UnitId(3), Side(1));
        let numbers =
            |answers: &ConditionalAnswers| answers.notes.iter().map(|note| note.record).collect::<Vec<_>>();
        for record in [4, 9, 6] {
            answers.note(record, who, "dodge", ("Dodge", "no other helps"));
        }
        assert_eq!(numbers(&answers), [4, 6]);
        answers.forget_from(6);
        assert_eq!(numbers(&answers), [4]);
    }
}
