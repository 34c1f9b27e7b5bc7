//! Where the explosion of an attack in the middle of its resolution goes off.

use super::answer_odds::{PendingAttack, ResumePoint};
use crate::ground::scatter::BlastCourse;
use crate::{BattleEvent, RuleStep};
use dice::{Dice, Note, Prompt, Purpose, ReplayedTable, Roll, RuleResult, Table};
use model::Cell;

impl ResumePoint<'_> {
    /// Returns the square where the explosion of the pending attack goes off, as far as the rolls so far decide, which are
    /// given by their names: its aim until a roll moves it. `None` if it goes off nowhere, while its distance is still to
    /// be rolled, and in a scene without a map. `CS-SCA-03`, `AB-AREA-05`.
    pub fn blast_centre<'r>(&self, roll_names: impl Iterator<Item = &'r str>) -> Option<Cell> {
        let aim = match self.attack {
            PendingAttack::Attack(attack) => attack.site.as_ref()?.target,
            PendingAttack::Detonation(detonation) => detonation.site.target,
        };
        match BlastCourse::from_roll_names(roll_names) {
            BlastCourse::AtAim => Some(aim),
            BlastCourse::InFlight => None,
            BlastCourse::Decided => self.square_off_aim().unwrap_or(Some(aim)),
        }
    }

    /// Returns the square where the explosion goes off if that is not its aim, with `None` inside if it goes off nowhere. What
    /// decides it is rolled already, so that the rest may be rolled as it likes.
    fn square_off_aim(&self) -> Option<Option<Cell>> {
        let mut rest = LowestFaces;
        let mut table = ReplayedTable::new(&mut rest, self.rolls, self.answers);
        let outcome = self.attack.resolve(&mut table).ok()?;
        outcome.effects.iter().find_map(|effect| match effect {
            RuleStep::Record(BattleEvent::BlastAstray { cell, .. }) => Some(*cell),
            _ => None,
        })
    }
}

/// A table on which every die shows 1 and every prompt gets its first answer: it ends a rule of which only what is decided
/// already counts.
struct LowestFaces;

impl Table for LowestFaces {
    fn roll(&mut self, dice: Dice, _: Purpose<'_>) -> RuleResult<Roll> {
        Ok(dice.read(&vec![1; dice.count as usize]))
    }

    fn ask(&mut self, _: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        Ok(0)
    }

    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        Ok(value)
    }

    fn note(&mut self, _: impl FnOnce() -> Note) {}
}
