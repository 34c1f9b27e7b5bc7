//! Action points and the cap on actions. Chapter LIMIT, with `AB-BASE-07` and `AB-BASE-08`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::UnitRole;
use crate::aberrant::extras::gritty;
use crate::aberrant::{Fighter, Sheet};
use dice::Clause;

/// Action points of a phase. `AB-BASE-07`.
pub const ACTION_POINTS: u8 = 3;
/// Actions that a dazed unit may take in its turn. `AB-DAZE-05`.
pub const DAZED_ACTION_CAP: u32 = 1;

/// Actions that a unit has taken in this round and can still take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ActionState {
    /// Action points left in this phase.
    pub points: u8,
    /// Non-reflexive actions in this round, defences included. `AB-LIMIT-01`, `AB-LIMIT-03`.
    pub actions: u8,
    /// Defences reserved until its next phase. `AB-BASE-08`.
    pub reserved: u8,
    /// Full defence is active until its next phase. `AB-BASE-08`.
    pub full_defence: bool,
    /// Queued actions not yet carried out; each can be cancelled for a defence. `AB-CANCEL-01`,
    /// `AB-CANCEL-03`.
    pub queued: u8,
    /// Action points of the next phase already spent on such defences.
    pub owed: u8,
}

impl ActionState {
    /// The state at the start of a round. `AB-LIMIT-01`.
    pub const fn start_round(self) -> Self {
        Self { actions: 0, ..self }
    }

    /// The state at the start of its phase; reserved defences lapse. `AB-BASE-07`, `AB-BASE-08`.
    pub const fn start_phase(self) -> Self {
        Self {
            points: ACTION_POINTS.saturating_sub(self.owed),
            reserved: 0,
            full_defence: false,
            owed: 0,
            ..self
        }
    }

    /// The state at the end of its phase; unspent points are lost. `AB-BASE-08`.
    pub const fn end_phase(self) -> Self {
        Self { points: 0, ..self }
    }

    /// The state after cancelling a queued action, with its point. `AB-CANCEL-03`, `AB-CANCEL-04`.
    pub const fn cancel_queued(self) -> Self {
        let queued = self.queued.saturating_sub(1);
        if self.points > 0 {
            Self { queued, points: self.points - 1, ..self }
        } else {
            Self { queued, owed: self.owed.saturating_add(1), ..self }
        }
    }
}

/// Kinds of action by cost. `AB-BASE-07`, `AB-BASE-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// A reflexive action. `AB-LIMIT-05`.
    Reflexive,
    /// Walking.
    Walk,
    /// Running, flying, teleporting.
    Run,
    /// A sprint.
    Sprint,
    /// An attack or any other non-reflexive action.
    Action,
    /// Reserves one defence.
    Reserve,
    /// Declares full defence.
    FullDefence,
}

impl ActionKind {
    /// Whether it counts towards the action cap. `AB-BASE-07`, `AB-BASE-08`, `AB-LIMIT-05`.
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Sprint | Self::Action)
    }

    /// Cost in action points. `AB-BASE-07`, `AB-BASE-08`.
    pub const fn price(self) -> u8 {
        match self {
            Self::Reflexive | Self::Walk => 0,
            Self::Run | Self::Sprint | Self::Action | Self::Reserve => 1,
            Self::FullDefence => ACTION_POINTS,
        }
    }
}

/// Why a unit cannot act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum ActionError {
    /// Stunned or down. `AB-DAZE-06`, `AB-TRACK-07`.
    #[error("the unit cannot act")]
    Helpless,
    /// `AB-LIMIT-01`.
    #[error("no action is left in this round, of which {cap} may be taken")]
    Limit {
        /// The cap.
        cap: u32,
    },
    /// `AB-DAZE-05`.
    #[error("dazed: only one action in this round")]
    Dazed,
    /// `AB-GRITTY-06`.
    #[error("extras take only one action in a round")]
    Extra,
    /// `AB-BASE-07`.
    #[error("needs {needed} AP, {left} left")]
    Points {
        /// The cost.
        needed: u8,
        /// Points left.
        left: u8,
    },
}

impl ActionError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Helpless => "AB-DAZE-06",
            Self::Limit { .. } => "AB-LIMIT-01",
            Self::Dazed => "AB-DAZE-05",
            Self::Extra => "AB-GRITTY-06",
            Self::Points { .. } => "AB-BASE-07",
        }
    }
}

/// Maximum number of actions in a round; gritty extras take one. `AB-LIMIT-01`, `AB-GRITTY-06`.
pub fn action_cap(sheet: &Sheet) -> u32 {
    let cap = attribute_cap(sheet);
    if sheet.role == UnitRole::GrittyExtra { cap.min(gritty::ACTION_CAP) } else { cap }
}

/// Maximum number of actions of a unit in this round; a dazed one takes one. `AB-LIMIT-01`, `AB-DAZE-05`.
pub fn action_cap_now(unit: &Fighter) -> u32 {
    let cap = action_cap(&unit.sheet);
    if unit.is_dazed() { cap.min(DAZED_ACTION_CAP) } else { cap }
}

/// The cap of Dexterity and Wits; Mega-attributes do not count. `AB-LIMIT-01`.
fn attribute_cap(sheet: &Sheet) -> u32 {
    u32::from(sheet.dexterity) + u32::from(sheet.wits)
}

/// Checks whether the unit can act at all, regardless of its cap and its points. `AB-DAZE-06`, `AB-TRACK-07`.
///
/// # Errors
/// Returns `ActionError::Helpless` if it is stunned or down.
pub fn check_not_helpless(unit: &Fighter) -> Result<(), ActionError> {
    if unit.is_helpless() { Err(ActionError::Helpless) } else { Ok(()) }
}

/// Checks whether the unit may take another counted action. `AB-LIMIT-01`, `AB-LIMIT-03`, `AB-LIMIT-04`,
/// `AB-DAZE-05`, `AB-DAZE-06`.
///
/// # Errors
/// Returns `ActionError` if it may not.
pub fn may_take_action(unit: &Fighter) -> Result<(), ActionError> {
    let (used, cap) = (u32::from(unit.effort.actions), attribute_cap(&unit.sheet));
    check_not_helpless(unit)?;
    if used >= cap {
        Err(ActionError::Limit { cap })
    } else if unit.is_dazed() && used >= DAZED_ACTION_CAP {
        Err(ActionError::Dazed)
    } else if used >= action_cap(&unit.sheet) {
        Err(ActionError::Extra)
    } else {
        Ok(())
    }
}

/// Pays for an action in the unit's own phase and returns its state afterwards. `AB-BASE-07`, `AB-BASE-08`,
/// `AB-LIMIT-01` to `AB-LIMIT-05`.
///
/// # Errors
/// Returns `ActionError` if the action is not allowed; nothing is spent then.
pub fn pay_action(unit: &Fighter, kind: ActionKind) -> Result<ActionState, ActionError> {
    let effort = unit.effort;
    if kind == ActionKind::Reflexive {
        return Ok(effort);
    }
    check_not_helpless(unit)?;
    if kind.is_counted() {
        may_take_action(unit)?;
    }
    let (needed, left) = (kind.price(), effort.points);
    let points = left.checked_sub(needed).ok_or(ActionError::Points { needed, left })?;
    let paid =
        ActionState { points, actions: effort.actions.saturating_add(u8::from(kind.is_counted())), ..effort };
    Ok(match kind {
        ActionKind::Reserve => ActionState { reserved: paid.reserved.saturating_add(1), ..paid },
        ActionKind::FullDefence => ActionState { full_defence: true, ..paid },
        ActionKind::Action => ActionState { queued: paid.queued.saturating_sub(1), ..paid },
        ActionKind::Reflexive | ActionKind::Walk | ActionKind::Run | ActionKind::Sprint => paid,
    })
}

/// Actions that the points of a unit and the cap still allow now, and what allows fewer than the points. `AB-BASE-07`,
/// `AB-LIMIT-01`, `AB-DAZE-05`, `AB-DAZE-06`, `AB-GRITTY-06`.
pub fn usable_actions(unit: &Fighter) -> (u8, Option<ActionError>) {
    let (points, used) = (unit.effort.points, u32::from(unit.effort.actions));
    if points == 0 {
        return (0, None);
    }
    if let Err(why) = check_not_helpless(unit) {
        return (0, Some(why));
    }
    let cap = attribute_cap(&unit.sheet);
    let caps = [
        Some((cap, ActionError::Limit { cap })),
        unit.is_dazed().then_some((DAZED_ACTION_CAP, ActionError::Dazed)),
        (action_cap(&unit.sheet) < cap).then(|| (action_cap(&unit.sheet), ActionError::Extra)),
    ];
    let left = caps.into_iter().flatten().map(|(cap, why)| (cap.saturating_sub(used), why));
    // The first of several that allow as many.
    match left.min_by_key(|(left, _)| *left) {
        Some((left, why)) if left < u32::from(points) => (u8::try_from(left).unwrap_or(points), Some(why)),
        _ => (points, None),
    }
}

/// Number of a flurry's actions that are allowed; each counts separately. `AB-LIMIT-02`.
pub fn allowed_flurry_actions(unit: &Fighter, count: u8) -> u8 {
    let mut unit = unit.clone();
    (0..count)
        .take_while(|_| {
            let paid = pay_action(&unit, ActionKind::Action);
            unit.effort = paid.unwrap_or(unit.effort);
            paid.is_ok()
        })
        .count() as u8
}

/// Dice that action `nth` of several in one phase loses, counted from 0. `AB-BASE-19`.
pub const fn flurry_penalty(actions: u8, nth: u8) -> u32 {
    if actions < 2 { 0 } else { actions as u32 + nth as u32 }
}

#[cfg(test)]
mod tests {
    use ActionKind::{Action, FullDefence, Reflexive, Reserve, Run, Sprint, Walk};
    use rstest::rstest;

    use super::*;
    use crate::aberrant::health::dazing::RoundRange;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::test_fixtures::fighter;

    /// A unit in its own phase with Dexterity + Wits of `cap` and `used` actions taken.
    fn unit(cap: u8, used: u8) -> Fighter {
        let mut unit = fighter(1, |sheet| (sheet.dexterity, sheet.wits) = (cap - 1, 1));
        unit.effort = ActionState { actions: used, ..ActionState::default().start_phase() };
        unit
    }

    fn pay_all(mut unit: Fighter, acts: &[ActionKind]) -> Result<ActionState, ActionError> {
        for &kind in acts {
            unit.effort = pay_action(&unit, kind)?;
        }
        Ok(unit.effort)
    }

    #[rstest]
    #[case::run_and_two_shots(&[Run, Action, Action], 0, 2)]
    #[case::walk_and_three_shots(&[Walk, Action, Action, Action], 0, 3)]
    #[case::sprint_is_an_action(&[Sprint, Action], 1, 2)]
    fn ab_base_07_points_and_actions(#[case] acts: &[ActionKind], #[case] points: u8, #[case] actions: u8) {
        let effort = pay_all(unit(6, 0), acts).expect("affordable");
        assert_eq!((effort.points, effort.actions), (points, actions));
    }

    #[test]
    fn ab_base_07_no_points_left() {
        let spent = pay_all(unit(6, 0), &[Action, Action, Action, Walk]);
        assert_eq!(spent.map(|effort| effort.points), Ok(0));
        let refused = pay_all(unit(6, 0), &[Action, Action, Action, Run]);
        assert_eq!(refused, Err(ActionError::Points { needed: 1, left: 0 }));
    }

    #[test]
    fn ab_base_08_reserving_counts_nothing() {
        let effort = pay_all(unit(6, 0), &[Action, Reserve, Reserve]).expect("affordable");
        assert_eq!((effort.points, effort.actions, effort.reserved), (0, 1, 2));
        assert_eq!(effort.start_phase().reserved, 0, "lapses");
    }

    #[test]
    fn ab_base_08_full_defence_takes_the_phase() {
        let effort = pay_all(unit(6, 0), &[FullDefence]).expect("affordable");
        assert_eq!((effort.points, effort.actions, effort.full_defence), (0, 0, true));
        assert!(!effort.start_phase().full_defence);
        assert_eq!(
            pay_all(unit(6, 0), &[FullDefence, Action]),
            Err(ActionError::Points { needed: 1, left: 0 }),
            "no attacks"
        );
        assert_eq!(
            pay_all(unit(6, 0), &[Action, FullDefence]),
            Err(ActionError::Points { needed: 3, left: 2 })
        );
    }

    #[test]
    fn ab_limit_01_dexterity_and_wits() {
        let mut unit = fighter(1, |sheet| {
            (sheet.dexterity, sheet.wits, sheet.mega_dexterity) = (3, 1, 3);
        });
        for number in 0..4 {
            unit.effort = unit.effort.start_phase();
            unit.effort = pay_action(&unit, Action).expect("within the cap");
            assert_eq!(unit.effort.actions, number + 1);
        }
        unit.effort = unit.effort.start_phase();
        assert_eq!(pay_action(&unit, Action), Err(ActionError::Limit { cap: 4 }));
        assert_eq!(unit.effort.points, 3, "refused before any cost");
        unit.effort = unit.effort.start_round();
        assert!(pay_action(&unit, Action).is_ok());
    }

    #[test]
    fn ab_limit_02_parts_of_a_flurry_count_singly() {
        assert_eq!(allowed_flurry_actions(&unit(4, 3), 2), 1);
        assert_eq!(allowed_flurry_actions(&unit(6, 0), 3), 3);
        assert_eq!(allowed_flurry_actions(&unit(6, 0), 4), 3, "points end it");
    }

    #[test]
    fn ab_limit_05_reflexive_actions_are_free() {
        let unit = unit(4, 4);
        assert_eq!(pay_action(&unit, Reflexive), Ok(unit.effort));
        assert_eq!(pay_action(&unit, Action), Err(ActionError::Limit { cap: 4 }));
    }

    #[test]
    fn ab_daze_05_one_action() {
        let mut dazed = unit(6, 0);
        dazed.condition.dazed = Some(RoundRange { first: dazed.round, last: dazed.round });
        for second in [Action, Sprint] {
            assert_eq!(pay_all(dazed.clone(), &[Action, second]), Err(ActionError::Dazed));
        }
        assert!(pay_all(dazed, &[Walk, Action, Run]).is_ok(), "plain movement stays");
    }

    #[test]
    fn ab_daze_05_only_one_of_the_points_is_usable() {
        assert_eq!(usable_actions(&unit(6, 0)), (3, None));
        let mut dazed = unit(6, 0);
        dazed.condition.dazed = Some(RoundRange { first: dazed.round, last: dazed.round });
        assert_eq!(usable_actions(&dazed), (1, Some(ActionError::Dazed)));
        assert_eq!((action_cap_now(&unit(6, 0)), action_cap_now(&dazed)), (6, 1));
        dazed.effort = pay_action(&dazed, Action).expect("one action");
        assert_eq!((dazed.effort.points, usable_actions(&dazed)), (2, (0, Some(ActionError::Dazed))));
        dazed.effort.points = 0;
        assert_eq!(usable_actions(&dazed), (0, None), "nothing is left to lose");
    }

    #[test]
    fn ab_limit_01_the_cap_leaves_points_unused() {
        assert_eq!(usable_actions(&unit(4, 2)), (2, Some(ActionError::Limit { cap: 4 })));
        assert_eq!(usable_actions(&unit(4, 1)), (3, None));
        let mut stunned = unit(6, 0);
        stunned.condition.lost_rounds = Some(RoundRange { first: stunned.round, last: stunned.round });
        assert_eq!(usable_actions(&stunned), (0, Some(ActionError::Helpless)));
    }

    #[test]
    fn ab_daze_06_the_turn_is_lost() {
        let mut stunned = unit(6, 0);
        stunned.condition.lost_rounds = Some(RoundRange { first: stunned.round, last: stunned.round });
        for kind in [Action, Walk, Run, Reserve, FullDefence] {
            assert_eq!(pay_action(&stunned, kind), Err(ActionError::Helpless));
        }
        assert!(pay_action(&stunned, Reflexive).is_ok());
        stunned.round += 1;
        assert!(pay_action(&stunned, Action).is_ok());
    }

    #[test]
    fn ab_track_07_incapacitated_units_do_nothing() {
        let mut unit = unit(6, 0);
        unit.condition.marks = DamageMarks { bashing: 6, ..DamageMarks::default() };
        assert_eq!(pay_action(&unit, Walk), Ok(unit.effort));
        unit.condition.marks.bashing = 7;
        for kind in [Action, Walk, Run, Sprint, Reserve, FullDefence] {
            assert_eq!(pay_action(&unit, kind), Err(ActionError::Helpless));
        }
    }

    #[rstest]
    #[case::alone(1, 0, 0)]
    #[case::first_of_two(2, 0, 2)]
    #[case::second_of_two(2, 1, 3)]
    #[case::third_of_three(3, 2, 5)]
    fn ab_base_19_flurries(#[case] actions: u8, #[case] nth: u8, #[case] dice: u32) {
        assert_eq!(flurry_penalty(actions, nth), dice);
    }

    #[test]
    fn ab_cancel_04_what_is_given_up_costs_its_point() {
        let waiting = ActionState { queued: 3, ..ActionState::default().end_phase() };
        let given_up = waiting.cancel_queued();
        assert_eq!((given_up.queued, given_up.points, given_up.start_phase().points), (2, 0, 2));
        assert_eq!(given_up.start_phase().owed, 0, "once");
        let acting = ActionState { queued: 3, points: 3, ..ActionState::default() }.cancel_queued();
        assert_eq!((acting.queued, acting.points, acting.owed), (2, 2, 0));
    }

    #[test]
    fn an_action_carried_out_is_no_longer_queued() {
        let mut unit = unit(6, 0);
        unit.effort.queued = 2;
        assert_eq!(pay_action(&unit, Action).map(|effort| effort.queued), Ok(1));
        assert_eq!(pay_action(&unit, Walk).map(|effort| effort.queued), Ok(2));
    }
}
