//! Keys that do something on a screen, grouped by what they are for.

use crate::input::InputAction::{self, *};
use crate::key_chord::key_label;
use crate::settings::Settings;

/// What the player can do on the screen that the help is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HelpMoment {
    /// A menu is open.
    Menu,
    /// The Lab is open.
    Lab,
    /// Units are placed.
    Deployment,
    /// A question is open.
    Question,
    /// Orders can be given.
    Turn,
    /// The AI acts.
    AiTurn,
    /// A replay is watched.
    Replay,
    /// The battle is over.
    BattleOver,
}

/// What decides which keys do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HelpScreen {
    /// What the player can do.
    pub moment: HelpMoment,
    /// The AI plays a side.
    pub has_ai: bool,
    /// Units have Karma.
    pub has_karma: bool,
    /// The battle is a lesson.
    pub is_lesson: bool,
}

impl HelpScreen {
    /// A screen without a battle.
    pub fn outside_battle(moment: HelpMoment) -> Self {
        Self { moment, has_ai: false, has_karma: false, is_lesson: false }
    }
}

/// A line of the list: what the keys of these actions do.
pub(super) type KeyRow = (&'static str, &'static [InputAction]);

/// A heading with its lines.
pub(super) type KeyGroup = (&'static str, Vec<KeyRow>);

const ORDERS: [KeyRow; 10] = [
    (
        "Action bar buttons, rows of an open list",
        &[Action1, Action2, Action3, Action4, Action5, Action6, Action7, Action8, Action9],
    ),
    (
        "Special actions, as their buttons say",
        &[SpecialAction1, SpecialAction2, SpecialAction3, SpecialAction4, SpecialAction5, SpecialAction6],
    ),
    ("All actions, with a search", &[FindAction]),
    ("Several attacks in one", &[Several]),
    ("Evade enemies while moving", &[SlipPast]),
    ("Reload", &[Reload]),
    ("Wait, to act later", &[Delay]),
    ("End the turn, or remove the last waypoint", &[EndPhase]),
    ("Undo, redo", &[Undo, Redo]),
    ("Undo the whole turn", &[ResetTurn]),
];
const CHOICE: [KeyRow; 6] = [
    ("Next own unit that can act; while aiming, next target", &[NextUnit]),
    ("The one before", &[PreviousUnit]),
    ("Next enemy, the one before", &[NextEnemy, PreviousEnemy]),
    ("A certain visible enemy", &[Enemy1, Enemy2, Enemy3, Enemy4, Enemy5, Enemy6, Enemy7, Enemy8, Enemy9]),
    ("Act on the square under the cursor", &[Confirm]),
    ("Lead the path over that square first, as Shift+click does", &[Waypoint]),
];
const STEP_BACK: KeyRow = ("One step back, menu", &[Back]);
const PLAY_REPLAY: KeyRow = ("Play or pause", &[Centre]);
const LEAVE_REPLAY: KeyRow = ("One step back, then end the replay", &[Back]);
const LEAVE_BATTLE: KeyRow = ("One step back: results, then main menu", &[Back]);
const ANSWERS: [KeyRow; 5] = [
    ("Answers 1 to 9", &[Action1, Action2, Action3, Action4, Action5, Action6, Action7, Action8, Action9]),
    ("Buy or announce nothing, or answer 10", &[Action10]),
    (
        "Further answers, as their buttons say",
        &[
            SpecialAction1,
            SpecialAction2,
            SpecialAction3,
            SpecialAction4,
            SpecialAction5,
            SpecialAction6,
            FindAction,
            Several,
            SlipPast,
            Reload,
            Delay,
        ],
    ),
    ("The answer that is proposed", &[Yes]),
    ("The chosen answer", &[Confirm]),
];
const KARMA: [KeyRow; 4] = [
    ("Extra dice", &[KarmaDice]),
    ("Re-roll misses", &[KarmaReroll]),
    ("Offer it when defending", &[KarmaAsk]),
    ("Five initiative dice", &[KarmaInitiative]),
];
const AI_SIDES: [KeyRow; 4] = [
    ("Skip all turns of the AI, on or off", &[SkipAllAiTurns]),
    ("Pause or resume the AI", &[HoldMachine]),
    ("Why did it do that?", &[Why]),
    ADVICE,
];
const ADVICE: KeyRow = ("Advice for you", &[Advice]);
const AI_TURN: [KeyRow; 5] = [
    ("Fast forward, while held", &[FastForward]),
    ("Skip the turn of the AI", &[SkipAiTurn]),
    ("Skip all of them, on or off", &[SkipAllAiTurns]),
    ("Pause or resume the AI", &[HoldMachine]),
    ("Why did it do that?", &[Why]),
];
const BOARD: [KeyRow; 8] = [
    ("Move the cursor", &[CursorNorth, CursorSouth, CursorWest, CursorEast]),
    ("Move the view", &[PanNorth, PanWest, PanSouth, PanEast]),
    ("Zoom in, out", &[ZoomIn, ZoomOut]),
    ("Whole map, or close to the selected unit", &[WholeMap]),
    ("Show the selected unit", &[Centre]),
    ("Lock the view", &[LockView]),
    ("Detailed or compact cards", &[WholeCards]),
    ("Fast forward, while held", &[FastForward]),
];
const LAB: [KeyRow; 6] = [
    ("Next unit, the one before", &[NextUnit, PreviousUnit]),
    ("Remove the selection", &[Remove]),
    ("Turn a barrier", &[Turn]),
    ("New scene, open, save", &[NewScene, OpenScene, SaveScene]),
    ("Undo, redo", &[Undo, Redo]),
    ("Next rulebook", &[NextBook]),
];
const LAB_OVERLAYS: [KeyRow; 6] = [
    ("Lines of sight and fire", &[OverlayLines]),
    ("Cover", &[OverlayCover]),
    ("Who sees whom", &[OverlaySights]),
    ("Blast", &[OverlayBlast]),
    ("Knockback", &[OverlayFlights]),
    ("Movement range", &[OverlayReach]),
];
const WORDS: [KeyRow; 3] =
    [("Help", &[Help]), ("Rulebook", &[Rulebook]), ("Explain a word, pin its card", &[Explain])];
const LOG: [KeyRow; 3] = [
    ("Log line of the unit under the pointer", &[LogFocus]),
    ("Search the log", &[LogSearch]),
    ("Hide or show the side panels", &[SidePanels]),
];
const SAVES: KeyRow = ("Quick save, quick load", &[QuickSave, QuickLoad]);
const PICTURE: KeyRow = ("Save a picture of the window", &[SavePicture]);

/// Returns the keys that do something on a screen, what is needed most first. Overlays of battles are not among them: they
/// have buttons and descriptions of their own.
pub(super) fn key_groups(screen: HelpScreen) -> Vec<KeyGroup> {
    let HelpScreen { moment, has_ai, has_karma, is_lesson } = screen;
    let mut groups: Vec<KeyGroup> = Vec::new();
    match moment {
        HelpMoment::Menu => groups.push(("Menu", vec![STEP_BACK])),
        HelpMoment::Lab => {
            groups.push(("Lab", LAB.into_iter().chain([STEP_BACK]).collect()));
            groups.push(("Overlays", LAB_OVERLAYS.to_vec()));
        }
        HelpMoment::Deployment => {
            let units: KeyRow = ("Next unit, the one before", &[NextUnit, PreviousUnit]);
            let place: KeyRow = ("Place the unit on the square under the cursor", &[Confirm]);
            let ready: KeyRow = ("Ready", &[EndPhase]);
            let undo: KeyRow = ("Undo, redo", &[Undo, Redo]);
            groups.push(("Deployment", vec![units, place, ready, undo, STEP_BACK]));
        }
        HelpMoment::Question => groups.push(("Question", ANSWERS.into_iter().chain([STEP_BACK]).collect())),
        HelpMoment::Turn => {
            let mut orders = ORDERS.to_vec();
            orders.push(("What happened since your last turn", &[Recap]));
            if is_lesson {
                orders.push(("Next hint", &[NextHint]));
            }
            groups.push(("Your turn", orders));
            groups.push(("Units and targets", CHOICE.into_iter().chain([STEP_BACK]).collect()));
        }
        HelpMoment::AiTurn => {
            groups.push(("While the AI acts", AI_TURN.into_iter().chain([STEP_BACK]).collect()));
        }
        HelpMoment::Replay => groups.push(("Replay", vec![PLAY_REPLAY, LEAVE_REPLAY])),
        HelpMoment::BattleOver if has_ai => {
            let why: KeyRow = ("Why did the AI do that?", &[Why]);
            groups.push(("After the battle", vec![why, LEAVE_BATTLE]));
        }
        HelpMoment::BattleOver => groups.push(("After the battle", vec![LEAVE_BATTLE])),
    }
    if moment == HelpMoment::Turn && has_karma {
        groups.push(("Karma", KARMA.to_vec()));
    }
    if moment == HelpMoment::Deployment && has_ai {
        groups.push(("AI", vec![ADVICE]));
    }
    if matches!(moment, HelpMoment::Turn | HelpMoment::Question) && has_ai {
        groups.push(("AI", AI_SIDES.to_vec()));
    }
    if moment != HelpMoment::Menu {
        // Not twice what is in the list of the moment: fast forward while the AI acts, the keys that play a replay.
        let is_elsewhere = |row: &KeyRow| match moment {
            HelpMoment::AiTurn => row.1 == [FastForward],
            HelpMoment::Replay => row.1 == [Centre],
            _ => false,
        };
        groups.push(("Board", BOARD.into_iter().filter(|row| !is_elsewhere(row)).collect()));
    }
    let mut program = WORDS.to_vec();
    if !matches!(moment, HelpMoment::Menu | HelpMoment::Lab) {
        groups.push(("Combat log", LOG.to_vec()));
        if moment != HelpMoment::Replay {
            program.push(SAVES);
        }
    }
    program.push(PICTURE);
    groups.push(("Program", program));
    groups
}

/// Returns the keys of a line: all of a single action, else the first one of each; of three or more numbers in a row, the
/// first and the last one.
pub(super) fn keys_text((_, actions): KeyRow, settings: &Settings) -> String {
    let keys_of =
        |action: &InputAction| settings.keys.keys_for(*action).iter().map(key_label).collect::<Vec<_>>();
    let keys = match actions {
        [action] => keys_of(action),
        several => several.iter().filter_map(|action| keys_of(action).into_iter().next()).collect(),
    };
    let number = |key: &String| key.chars().last().and_then(|last| last.to_digit(10));
    let is_row = |keys: &[String]| {
        keys.windows(2).all(|pair| number(&pair[0]).is_some_and(|first| number(&pair[1]) == Some(first + 1)))
    };
    match keys.as_slice() {
        [] => "none".to_owned(),
        [first, .., last] if keys.len() > 2 && is_row(&keys) => format!("{first} \u{2026} {last}"),
        keys => keys.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::overlay::OverlayToggle;

    const MOMENTS: [HelpMoment; 8] = [
        HelpMoment::Menu,
        HelpMoment::Lab,
        HelpMoment::Deployment,
        HelpMoment::Question,
        HelpMoment::Turn,
        HelpMoment::AiTurn,
        HelpMoment::Replay,
        HelpMoment::BattleOver,
    ];

    fn actions_of(screen: HelpScreen) -> Vec<InputAction> {
        let groups = key_groups(screen).into_iter().flat_map(|(_, rows)| rows);
        groups.flat_map(|(_, actions)| actions.iter().copied()).collect()
    }

    fn battle(moment: HelpMoment) -> HelpScreen {
        HelpScreen { moment, has_ai: true, has_karma: true, is_lesson: true }
    }

    #[test]
    fn every_action_is_explained_on_some_screen() {
        let keys = MOMENTS.into_iter().flat_map(|moment| actions_of(battle(moment)));
        let known: Vec<_> = keys.chain(OverlayToggle::ALL.iter().map(|overlay| overlay.action())).collect();
        let missing: Vec<_> = InputAction::ALL.iter().filter(|action| !known.contains(action)).collect();
        assert_eq!(missing, Vec::<&InputAction>::new());
    }

    #[test]
    fn a_screen_lists_only_what_works_on_it() {
        let turn = actions_of(battle(HelpMoment::Turn));
        assert!(!turn.contains(&SaveScene) && !turn.contains(&Yes) && turn.contains(&EndPhase));
        let question = actions_of(battle(HelpMoment::Question));
        assert!(question.contains(&Yes) && !question.contains(&EndPhase) && !question.contains(&KarmaDice));
        let lab = actions_of(HelpScreen::outside_battle(HelpMoment::Lab));
        assert!(lab.contains(&SaveScene) && !lab.contains(&Advice) && !lab.contains(&QuickSave));
        let replay = key_groups(battle(HelpMoment::Replay));
        assert!(replay[0].1.contains(&PLAY_REPLAY) && !replay[1].1.contains(&BOARD[4]));
        assert!(actions_of(battle(HelpMoment::Deployment)).contains(&Advice));
        let alone = HelpScreen { has_ai: false, has_karma: false, ..battle(HelpMoment::Turn) };
        assert!(!actions_of(alone).contains(&Advice) && !actions_of(alone).contains(&KarmaDice));
        for moment in MOMENTS {
            let mut actions = actions_of(battle(moment));
            let count = actions.len();
            actions.sort_unstable();
            actions.dedup();
            assert_eq!(actions.len(), count, "{moment:?} lists an action twice");
        }
    }

    #[test]
    fn keys_of_a_row_of_numbers_are_named_by_the_first_and_the_last_one() {
        let settings = Settings::default();
        assert_eq!(keys_text(CHOICE[3], &settings), "Ctrl+1 \u{2026} Ctrl+9");
        assert_eq!(keys_text(ORDERS[0], &settings), "1 \u{2026} 9");
        assert_eq!(keys_text(CHOICE[2], &settings), "Z, Shift+Z");
        assert_eq!(keys_text(BOARD[4], &settings), "Home, Space");
    }
}
