//! Dice whose faces are given in advance.

use std::vec;

use super::played::decision_trace;
use crate::{
    Clause, Dice, DiceGroup, Interrupt, Note, Prompt, Purpose, Roll, RollRecord, RuleResult, SymbolDie,
    Table, Trace,
};
use model::UnitId;

/// Why the given faces or answers do not fit a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptedDiceError {
    /// A roll needs more faces than are left.
    #[error(
        "{why}{} ({clause}) needs {} faces of {}, {left} left",
        .who.map(|who| format!(" of unit {who}")).unwrap_or_default(), .dice.count, describe_dice(.dice)
    )]
    TooFew {
        /// Name of the roll.
        why: &'static str,
        /// Id of the unit that rolls.
        who: Option<UnitId>,
        /// The clause that asks for the roll.
        clause: Clause,
        /// Dice rolled.
        dice: Dice,
        /// Number of faces left.
        left: usize,
    },
    /// The die has no such face.
    #[error(
        "{why}{} ({clause}) rolls {dice}, {} cannot show {face}; {left} faces left",
        .who.map(|who| format!(" of unit {who}")).unwrap_or_default(), describe_die(*.die)
    )]
    WrongFace {
        /// Name of the roll.
        why: &'static str,
        /// Id of the unit that rolls.
        who: Option<UnitId>,
        /// The clause that asks for the roll.
        clause: Clause,
        /// Dice rolled.
        dice: Dice,
        /// The wrong die; `None` if all dice are alike.
        die: Option<SymbolDie>,
        /// Number of faces left, including the wrong one.
        left: usize,
        /// The first wrong face.
        face: u8,
    },
    /// The prompt does not offer this answer.
    #[error("\"{question}\" to unit {who} ({clause}) has no answer `{key}`, only {offered}")]
    UnknownAnswer {
        /// Text of the prompt.
        question: String,
        /// Id of the unit that was asked.
        who: UnitId,
        /// Clause of the prompt.
        clause: Clause,
        /// Key of the given answer.
        key: String,
        /// Keys of all offered answers, separated by commas.
        offered: String,
    },
    /// Faces or answers are left at the end of the rule.
    #[error(
        "left over: {faces} faces, {answers} answers{}",
        .last.map(|last| format!("; the last roll was {last}")).unwrap_or_else(|| "; nothing was rolled".into())
    )]
    LeftOver {
        /// Number of faces left.
        faces: usize,
        /// Number of answers left.
        answers: usize,
        /// Name of the last roll; `None` if nothing was rolled.
        last: Option<&'static str>,
    },
}

/// "d6", or the number and kind of all narrative dice, in the order of the faces.
fn describe_dice(dice: &Dice) -> String {
    let group = |group: DiceGroup| match group.die {
        Some(die) => format!("{} {} d{}", group.count, die.name(), group.sides),
        None => format!("d{}", group.sides),
    };
    dice.groups().map(group).collect::<Vec<_>>().join(", ")
}

/// Names the wrong die.
fn describe_die(die: Option<SymbolDie>) -> String {
    die.map_or_else(|| "which".into(), |die| format!("and {} d{}", die.name(), die.sides()))
}

/// A table whose faces and answers are given, for tests and for players who roll real dice.
///
/// ```rust
/// use dice::{Dice, Purpose, ScriptedTable, Table};
///
/// let purpose = Purpose { who: None, why: "soak", clause: "SS-BASE-01", parts: &[], limit: None };
/// let mut table = ScriptedTable::new([5, 2, 6], Vec::new());
/// assert_eq!(table.roll(Dice::d6_hits(3), purpose).map(|roll| roll.value), Ok(2));
/// assert!(table.finish().is_ok(), "all faces are used");
/// ```
#[derive(Debug)]
pub struct ScriptedTable {
    faces: Vec<u8>,
    used: usize,
    answers: vec::IntoIter<String>,
    traces: Vec<Trace>,
}

impl ScriptedTable {
    /// Takes faces in the order of the rolls, and answer keys in the order of the prompts.
    pub fn new(faces: impl Into<Vec<u8>>, answers: Vec<String>) -> Self {
        Self { faces: faces.into(), used: 0, answers: answers.into_iter(), traces: Vec::new() }
    }

    /// Returns the trace of the finished rule.
    ///
    /// # Errors
    /// Returns `ScriptedDiceError::LeftOver` if faces or answers are left.
    pub fn finish(self) -> Result<Vec<Trace>, ScriptedDiceError> {
        let (faces, answers) = (self.faces.len() - self.used, self.answers.len());
        if faces == 0 && answers == 0 {
            return Ok(self.traces);
        }
        let last = self.traces.iter().rev().find_map(|trace| match trace {
            Trace::Rolled(record) => Some(record.why),
            Trace::Decided { .. } | Trace::Noted(_) => None,
        });
        Err(ScriptedDiceError::LeftOver { faces, answers, last })
    }
}

/// Finds the first face that its die does not have.
fn find_wrong_face(dice: Dice, faces: &[u8]) -> Option<(Option<SymbolDie>, u8)> {
    let mut faces = faces.iter().copied();
    dice.groups().find_map(|group| {
        let mut own = faces.by_ref().take(group.count as usize);
        let wrong = own.find(|face| !(1..=group.sides).contains(face));
        own.for_each(drop);
        wrong.map(|face| (group.die, face))
    })
}

impl Table for ScriptedTable {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        let Purpose { who, why, clause, parts, limit } = purpose;
        let rest = &self.faces[self.used..];
        let left = rest.len();
        let Some(faces) = rest.get(..dice.count as usize) else {
            return Err(Interrupt::ScriptMismatch(Box::new(ScriptedDiceError::TooFew {
                why,
                who,
                clause,
                dice,
                left,
            })));
        };
        if let Some((die, face)) = find_wrong_face(dice, faces) {
            let error = ScriptedDiceError::WrongFace { why, who, clause, dice, die, left, face };
            return Err(Interrupt::ScriptMismatch(Box::new(error)));
        }
        let roll = dice.read(faces);
        let (faces, parts) = (faces.to_vec(), parts.to_vec());
        self.used += faces.len();
        self.traces.push(Trace::Rolled(RollRecord { who, why, clause, parts, limit, dice, faces, roll }));
        Ok(roll)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        let prompt = prompt();
        if prompt.answers.len() == 1 {
            return Ok(0);
        }
        let Some(key) = self.answers.next() else { return Err(Interrupt::NeedsAnswer(Box::new(prompt))) };
        let Some(index) = prompt.answers.iter().position(|answer| answer.key == key) else {
            let offered: Vec<&str> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
            let offered = offered.join(", ");
            let Prompt { who, question, clause, .. } = prompt;
            return Err(Interrupt::ScriptMismatch(Box::new(ScriptedDiceError::UnknownAnswer {
                question: question.to_string(),
                who,
                clause,
                key,
                offered,
            })));
        };
        self.traces.push(decision_trace(prompt, index));
        Ok(index)
    }

    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        Ok(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        self.traces.push(Trace::Noted(line()));
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::test_prompt::prompt;
    use crate::{GivenText, RollMode, SymbolPool, Symbols};

    fn purpose(why: &'static str) -> Purpose<'static> {
        Purpose { who: Some(UnitId(3)), why, clause: "SS-BASE-01", parts: &[], limit: None }
    }

    fn read(dice: Dice, faces: &[u8]) -> Roll {
        let mut table = ScriptedTable::new(faces, Vec::new());
        let roll = table.roll(dice, purpose("attack")).expect("the faces fit");
        table.finish().expect("all faces are used");
        roll
    }

    #[rstest]
    #[case::ss_base_01_seven_dice(&[6, 6, 2, 4, 1, 5, 1], 3)]
    #[case::ss_base_01_three_dice(&[2, 5, 4], 1)]
    fn ss_base_01_fives_and_sixes_are_hits(#[case] faces: &[u8], #[case] hits: u32) {
        assert_eq!(read(Dice::d6_hits(faces.len() as u32), faces).value, hits);
        assert_eq!(read(Dice::d6_hits_and_glitch(faces.len() as u32), faces).value, hits);
    }

    #[test]
    fn ss_base_03_no_dice_roll_nothing_and_the_test_is_made() {
        let mut pool = crate::Modifiers::new();
        pool.add(1, "Reaction", "SS-BASE-02");
        pool.add(1, "Intuition", "SS-BASE-02");
        pool.add(-9, "hindered", "SS-BASE-02");
        let dice = Dice::d6_hits(pool.pool());
        assert_eq!(dice.count, 0);
        let mut table = ScriptedTable::new([], Vec::new());
        let roll = table.roll(dice, Purpose { parts: &pool.0, ..purpose("defence") }).expect("needs no face");
        assert_eq!(roll.value, 0);
        let traces = table.finish().expect("nothing is left");
        let [Trace::Rolled(record)] = traces.as_slice() else {
            panic!("a made test is in the log: {traces:?}")
        };
        assert_eq!((record.why, record.faces.as_slice(), record.parts.len()), ("defence", [].as_slice(), 3));
    }

    #[rstest]
    #[case::ss_base_09_three_of_four(&[1, 1, 1, 5], true)]
    #[case::ss_base_09_half_is_none(&[1, 1, 5, 5], false)]
    #[case::ss_base_09_two_of_seven(&[6, 6, 2, 4, 1, 5, 1], false)]
    fn ss_base_09_ones_on_more_than_half_are_a_glitch(#[case] faces: &[u8], #[case] glitch: bool) {
        assert_eq!(read(Dice::d6_hits_and_glitch(faces.len() as u32), faces).glitch, glitch);
    }

    #[test]
    fn faces_are_used_in_the_order_of_the_rolls() {
        let mut table = ScriptedTable::new([5, 1, 6, 4, 3], Vec::new());
        assert_eq!(table.roll(Dice::d6_hits(2), purpose("attack")).map(|roll| roll.value), Ok(1));
        table.note(|| Note::new("SS-BASE-01", GivenText("one hit".into())));
        assert_eq!(table.merge_branches(1), Ok(1));
        assert_eq!(table.roll(Dice::d6_sum(3), purpose("initiative")).map(|roll| roll.value), Ok(13));
        let traces = table.finish().expect("all faces are used");
        let [Trace::Rolled(first), Trace::Noted(note), Trace::Rolled(second)] = traces.as_slice() else {
            panic!("roll, note, roll: {traces:?}")
        };
        assert_eq!(
            (first.faces.as_slice(), second.faces.as_slice()),
            ([5, 1].as_slice(), [6, 4, 3].as_slice())
        );
        assert_eq!(note.text, "one hit");
    }

    #[test]
    fn too_few_faces_name_the_purpose() {
        let mut table = ScriptedTable::new([5, 1, 6], Vec::new());
        let stop = table.roll(Dice::d6_hits(4), purpose("soak")).expect_err("one face is missing");
        let Interrupt::ScriptMismatch(error) = stop else { panic!("{stop:?}") };
        assert_eq!(error.to_string(), "soak of unit 3 (SS-BASE-01) needs 4 faces of d6, 3 left");
        let mut table = ScriptedTable::new([], Vec::new());
        let unitless = Purpose { who: None, ..purpose("wall") };
        let Err(Interrupt::ScriptMismatch(error)) = table.roll(Dice::d6_hits(1), unitless) else {
            panic!("no faces at all")
        };
        assert_eq!(error.to_string(), "wall (SS-BASE-01) needs 1 faces of d6, 0 left");
    }

    #[rstest]
    #[case(0, 6)]
    #[case(7, 6)]
    #[case(11, 10)]
    fn faces_the_die_does_not_have_name_the_purpose(#[case] face: u8, #[case] sides: u8) {
        let mut table = ScriptedTable::new([1, face, 1], Vec::new());
        let dice = Dice { count: 2, sides, read: RollMode::Sum };
        let Err(Interrupt::ScriptMismatch(error)) = table.roll(dice, purpose("soak")) else {
            panic!("{face} on d{sides}")
        };
        let text =
            format!("soak of unit 3 (SS-BASE-01) rolls 2d{sides}, which cannot show {face}; 3 faces left");
        assert_eq!(error.to_string(), text);
    }

    fn mixed() -> Dice {
        Dice::symbols(SymbolPool { boost: 1, ability: 1, proficiency: 2, ..SymbolPool::default() })
    }

    #[test]
    fn mixed_faces_come_in_the_order_of_their_kinds() {
        let mut table = ScriptedTable::new([4, 8, 12, 1], Vec::new());
        let roll = table.roll(mixed(), purpose("attack")).expect("the faces fit");
        assert_eq!(roll.symbols, Symbols { successes: 2, advantages: 3, triumphs: 1, despairs: 0 });
        let traces = table.finish().expect("all faces are used");
        let [Trace::Rolled(record)] = traces.as_slice() else { panic!("{traces:?}") };
        let dice: Vec<char> = record.symbol_faces().map(|shown| shown.die.letter()).collect();
        assert_eq!(dice, ['B', 'A', 'P', 'P']);
    }

    #[rstest]
    #[case(&[1, 9, 1, 1], "1 boost, 1 ability, 2 proficiency, and ability d8 cannot show 9; 4 faces left")]
    #[case(&[7, 8, 1, 1], "1 boost, 1 ability, 2 proficiency, and boost d6 cannot show 7; 4 faces left")]
    #[case(&[6, 8, 12, 13], "1 boost, 1 ability, 2 proficiency, and proficiency d12 cannot show 13; 4 faces left")]
    fn a_wrong_face_of_a_mixed_pool_names_its_die(#[case] faces: &[u8], #[case] what: &str) {
        let mut table = ScriptedTable::new(faces, Vec::new());
        let Err(Interrupt::ScriptMismatch(error)) = table.roll(mixed(), purpose("attack")) else {
            panic!("{faces:?}")
        };
        assert_eq!(error.to_string(), format!("attack of unit 3 (SS-BASE-01) rolls {what}"));
    }

    #[test]
    fn too_few_faces_of_a_mixed_pool_name_its_dice() {
        let mut table = ScriptedTable::new([1, 1, 1], Vec::new());
        let Err(Interrupt::ScriptMismatch(error)) = table.roll(mixed(), purpose("attack")) else {
            panic!("one is missing")
        };
        assert_eq!(
            error.to_string(),
            "attack of unit 3 (SS-BASE-01) needs 4 faces of 1 boost d6, 1 ability d8, 2 proficiency d12, 3 left"
        );
    }

    #[test]
    fn left_over_faces_and_answers_are_an_error() {
        let mut table = ScriptedTable::new([1, 2, 3], vec!["dodge".into()]);
        table.roll(Dice::d6_hits(1), purpose("attack")).expect("one face is there");
        let error = table.finish().expect_err("two faces and an answer are left");
        assert_eq!(error, ScriptedDiceError::LeftOver { faces: 2, answers: 1, last: Some("attack") });
        assert_eq!(error.to_string(), "left over: 2 faces, 1 answers; the last roll was attack");
        let error = ScriptedTable::new([1], Vec::new()).finish().expect_err("a face is left");
        assert_eq!(error.to_string(), "left over: 1 faces, 0 answers; nothing was rolled");
    }

    #[test]
    fn answers_are_keys_in_the_order_asked() {
        let mut table = ScriptedTable::new([], vec!["parry".into(), "fly".into()]);
        assert_eq!(table.ask(|| prompt(&["none"])), Ok(0), "no choice, no answer used");
        assert_eq!(table.ask(|| prompt(&["dodge", "parry"])), Ok(1));
        let Err(Interrupt::ScriptMismatch(error)) = table.ask(|| prompt(&["dodge", "parry"])) else {
            panic!("cannot fly")
        };
        assert_eq!(
            error.to_string(),
            "\"How to defend?\" to unit 2 (SS-DEF-01) has no answer `fly`, only dodge, parry"
        );
        assert_eq!(
            table.ask(|| prompt(&["a", "b"])),
            Err(Interrupt::NeedsAnswer(Box::new(prompt(&["a", "b"]))))
        );
        let decided = Trace::Decided {
            who: UnitId(2),
            question: GivenText("How to defend?".into()).into(),
            answer: GivenText("PARRY".into()).into(),
            clause: "SS-DEF-01",
        };
        assert_eq!(table.finish(), Ok(vec![decided]));
    }
}
