//! Extended Tests: one roll per interval, hits add up. `SS-BASE-07`, `SS-BASE-08`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::base::limit_hits;
use crate::swan_song::Switches;
use dice::{Clause, Dice, Modifiers, Purpose, RuleResult, Table};
use model::UnitId;

/// Progress of an Extended Test.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields)]
pub struct ExtendedCheckProgress {
    /// Hits so far.
    pub hits: u16,
    /// Rolls so far.
    pub rolls: u16,
}

impl ExtendedCheckProgress {
    /// Whether the hits are enough to succeed. `SS-BASE-07`.
    pub fn is_done(self, needed: u32) -> bool {
        u32::from(self.hits) >= needed
    }

    /// Whether no roll has been made yet.
    pub fn is_fresh(&self) -> bool {
        *self == Self::default()
    }
}

/// An Extended Test as its clause defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtendedCheck {
    /// Hits needed.
    pub needed: u32,
    /// Pool of the first roll.
    pub parts: Modifiers,
    /// Maximum hits per roll.
    pub limit: u32,
    /// The clause that requires the test.
    pub clause: Clause,
}

/// Pool of the next roll: each further roll may have fewer dice. `SS-BASE-08`.
pub fn next_roll_parts(
    test: &ExtendedCheck,
    progress: ExtendedCheckProgress,
    switches: &Switches,
) -> Modifiers {
    let mut parts = test.parts.clone();
    let lost = i32::from(progress.rolls) * i32::from(switches.extended_decay);
    parts.add(-lost, "previous rolls", "SS-BASE-08");
    parts
}

/// Rolls one interval of an Extended Test. `SS-BASE-07`, `SS-BASE-08`.
pub fn roll_interval(
    table: &mut impl Table,
    who: UnitId,
    test: &ExtendedCheck,
    before: ExtendedCheckProgress,
    switches: &Switches,
) -> RuleResult<ExtendedCheckProgress> {
    let parts = next_roll_parts(test, before, switches);
    let limit = Some(test.limit);
    let why = "extended test";
    let purpose = Purpose { who: Some(who), why, clause: test.clause, parts: &parts.0, limit };
    let hits = limit_hits(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value, limit);
    let hits = before.hits.saturating_add(u16::try_from(hits).unwrap_or(u16::MAX));
    Ok(ExtendedCheckProgress { hits, rolls: before.rolls.saturating_add(1) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::test_support::units::on_faces;
    use rstest::rstest;

    fn test(pool: i32) -> ExtendedCheck {
        let mut parts = Modifiers::new();
        parts.add(pool, "pool", "SS-BASE-02");
        ExtendedCheck { needed: 16, parts, limit: 9, clause: "SS-HEAL-09" }
    }

    #[test]
    fn ss_base_07_hits_add_up() {
        let mut progress = ExtendedCheckProgress::default();
        for hits in [5, 6, 5] {
            assert!(!progress.is_done(16));
            let faces: Vec<u8> = (0..8).map(|die| if die < hits { 6 } else { 2 }).collect();
            let next =
                |table: &mut _| roll_interval(table, UnitId(1), &test(8), progress, &Switches::default());
            progress = on_faces(&faces, next).0;
        }
        assert!(progress.is_done(16));
        assert_eq!(u32::from(progress.rolls) * crate::swan_song::checks::base::ROUNDS_PER_MINUTE, 36);
    }

    #[test]
    fn ss_base_04_each_roll_has_the_limit() {
        let before = ExtendedCheckProgress { hits: 3, rolls: 1 };
        let roll = |table: &mut _| roll_interval(table, UnitId(1), &test(11), before, &Switches::default());
        assert_eq!(on_faces(&[6; 11], roll).0, ExtendedCheckProgress { hits: 3 + 9, rolls: 2 });
    }

    #[rstest]
    #[case::ss_base_08_by_default_none(0, 8)]
    #[case::ss_base_08_a_die_a_roll(1, 6)]
    fn decay(#[case] extended_decay: u8, #[case] pool: u32) {
        let switches = Switches { extended_decay, ..Switches::default() };
        let third = ExtendedCheckProgress { hits: 9, rolls: 2 };
        assert_eq!(next_roll_parts(&test(8), third, &switches).pool(), pool);
    }
}
