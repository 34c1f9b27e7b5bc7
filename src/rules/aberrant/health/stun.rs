//! Recovery from stun. Chapter STUN. Soaking and marking of stun are in `soak` and `health_track`.

use thiserror::Error;

use dice::{RuleResult, Table};

use crate::aberrant::checks::willpower;
use crate::aberrant::{Fighter, HealthState, Sheet};

/// Turns per level of natural recovery, minus Stamina. `AB-STUN-02`.
const BASE_TURNS: u32 = 10;

/// Starts or stops the clock of natural recovery. `AB-STUN-02`.
pub fn update_recovery_clock(condition: &mut HealthState, round: u32) {
    condition.stun_since = match condition.marks.stun {
        0 => None,
        _ => Some(condition.stun_since.unwrap_or(round)),
    };
}

/// Turns to recover one level of stun. `AB-STUN-02`, `AB-STUN-03`, `AB-RULING-20`.
pub fn turns_per_level(sheet: &Sheet) -> u32 {
    BASE_TURNS.saturating_sub(u32::from(sheet.stamina)).max(1)
}

/// Natural recovery at the start of a round: at most one level. `AB-STUN-02`, `AB-STUN-03`.
pub fn recover_naturally(condition: &mut HealthState, sheet: &Sheet, round: u32) {
    let Some(since) = condition.stun_since else { return };
    let passed = round.saturating_sub(since);
    if passed > 0 && passed.is_multiple_of(turns_per_level(sheet)) {
        condition.marks.stun = condition.marks.stun.saturating_sub(1);
        update_recovery_clock(condition, round);
    }
}

/// Why a unit cannot roll Willpower against its stun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RallyError {
    /// It has no stun.
    #[error("the unit has no stun to heal")]
    NoStun,
    /// `AB-STUN-10`.
    #[error("stun can be shaken off only once per round")]
    AlreadyRolled,
    /// `AB-STUN-10`.
    #[error("no Willpower points left")]
    NoWillpower,
}

/// Checks whether a unit may roll Willpower against its stun, even while unconscious from it. `AB-STUN-10`.
///
/// # Errors
/// Returns `RallyError` if it may not.
pub fn may_rally(unit: &Fighter) -> Result<(), RallyError> {
    let condition = &unit.condition;
    if condition.marks.stun == 0 {
        Err(RallyError::NoStun)
    } else if condition.turn.in_round(unit.round).rallied {
        Err(RallyError::AlreadyRolled)
    } else if condition.willpower == 0 {
        Err(RallyError::NoWillpower)
    } else {
        Ok(())
    }
}

/// Pays a point and rolls Willpower: each success heals a level of stun, in addition to natural recovery.
/// `AB-STUN-10`, `AB-RULING-19`.
pub fn roll_rally(table: &mut impl Table, unit: &Fighter) -> RuleResult<HealthState> {
    let successes = willpower::roll_willpower(table, unit, "AB-STUN-10")?;
    let mut condition = unit.condition.clone();
    condition.willpower = condition.willpower.saturating_sub(1);
    condition.turn = condition.turn.in_round(unit.round);
    condition.turn.rallied = true;
    condition.marks.stun = condition.marks.stun.saturating_sub(successes);
    update_recovery_clock(&mut condition, unit.round);
    Ok(condition)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::health::health_track::{DamageMarks, LifeStatus};
    use crate::aberrant::test_fixtures::{fighter, scripted, sheet};

    fn stunned(levels: u32, since: u32) -> HealthState {
        let marks = DamageMarks { stun: levels, ..DamageMarks::default() };
        HealthState { marks, stun_since: Some(since), ..HealthState::default() }
    }

    /// Rounds in which a level heals.
    fn healed(stamina: u8, levels: u32, until: u32) -> Vec<u32> {
        let sheet = sheet(|sheet| sheet.stamina = stamina);
        let mut condition = stunned(levels, 1);
        (2..=until)
            .filter(|&round| {
                let before = condition.marks.stun;
                recover_naturally(&mut condition, &sheet, round);
                condition.marks.stun < before
            })
            .collect()
    }

    #[rstest]
    #[case::ab_stun_02_every_seven_turns(3, 2, &[8, 15])]
    #[case::ab_stun_03_stamina_9(9, 3, &[2, 3, 4])]
    #[case::ab_stun_03_stamina_12(12, 3, &[2, 3, 4])]
    #[case::ab_ruling_20_stamina_10(10, 2, &[2, 3])]
    fn natural_recovery(#[case] stamina: u8, #[case] levels: u32, #[case] rounds: &[u32]) {
        assert_eq!(healed(stamina, levels, 40), rounds);
    }

    #[test]
    fn ab_stun_02_the_clock_runs_while_there_is_stun() {
        let mut condition = stunned(1, 4);
        update_recovery_clock(&mut condition, 6);
        assert_eq!(condition.stun_since, Some(4));
        condition.marks.stun = 0;
        update_recovery_clock(&mut condition, 6);
        assert_eq!(condition.stun_since, None);
        condition.marks.stun = 1;
        update_recovery_clock(&mut condition, 9);
        assert_eq!(condition.stun_since, Some(9));
    }

    #[test]
    fn ab_stun_10_willpower_against_stun() {
        let mut unit = fighter(1, |sheet| sheet.willpower = 4);
        unit.condition = HealthState { willpower: 4, ..stunned(5, 1) };
        assert_eq!(may_rally(&unit), Ok(()));
        let (after, _) = scripted(&[vec![7, 8, 2, 9]], &[], |table| roll_rally(table, &unit));
        assert_eq!((after.marks.stun, after.willpower), (2, 3));
        unit.condition = after;
        assert_eq!(may_rally(&unit), Err(RallyError::AlreadyRolled));
        unit.round += 1;
        assert_eq!(may_rally(&unit), Ok(()));
        unit.condition.willpower = 0;
        assert_eq!(may_rally(&unit), Err(RallyError::NoWillpower));
        unit.condition.marks.stun = 0;
        assert_eq!(may_rally(&unit), Err(RallyError::NoStun));
    }

    #[test]
    fn ab_stun_10_it_wakes_up() {
        let mut unit = fighter(1, |sheet| (sheet.stamina, sheet.willpower) = (2, 1));
        unit.condition = HealthState { willpower: 1, ..stunned(7, 1) };
        assert_eq!(unit.condition.life_status(&unit.sheet), LifeStatus::Unconscious);
        assert_eq!(may_rally(&unit), Ok(()));
        let (after, _) = scripted(&[vec![9]], &[], |table| roll_rally(table, &unit));
        assert_eq!(after.life_status(&unit.sheet), LifeStatus::Fighting);
    }
}
