//! Input actions and their key bindings.
//!
//! Systems read [`ActionInput`]. While text is typed or a menu is open, every action but [`InputAction::Back`] is
//! suspended, so systems need not check. [`InputAction::Help`] works in the main menu as well, and
//! [`InputAction::SavePicture`] everywhere.

mod held_actions;
mod input_device;
mod key_bindings;

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPreUpdateSet};
use leafwing_input_manager::clashing_inputs::ClashStrategy;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::updating::CentralInputStore;
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};

use self::held_actions::{SwitchedActions, switch_held_actions};
pub use self::input_device::{InputDevice, binding_text, first_binding_text, widget_key_text};
pub use self::key_bindings::KeyBindings;
use super::session::{Screen, Session};
use super::settings::Settings;
use crate::board::BoardSystems;
use crate::key_chord::KeyChord;
use crate::menu::MenuInputSystems;
use crate::panel::PanelState;
use crate::rulebook::RulebookState;

macro_rules! commands {
    ($($(#[$meta:meta])+ $name:ident: $title:literal, $group:literal, [$($key:literal),*];)+) => {
        /// Every action with a key binding, in battles and in the Lab.
        #[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum InputAction { $($(#[$meta])+ $name,)+ }

        impl InputAction {
            /// All actions, in display order.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the name shown in settings and help.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }

            /// Returns the heading it is listed under.
            pub fn group(self) -> &'static str {
                match self { $(Self::$name => $group,)+ }
            }

            fn usual(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($key),*],)+ }
            }
        }
    };
}

commands! {
    /// Marks the square under the cursor; confirms it the second time.
    Confirm: "Select/confirm", "Orders", ["Enter", "Num Enter"];
    /// Adds a waypoint under the cursor to the path of the next move.
    Waypoint: "Add waypoint", "Orders", ["Shift+Enter"];
    /// Goes one step back: clears the mark, then the intent, then the last waypoint, then opens the pause menu.
    Back: "Back, menu", "Orders", ["Esc"];
    /// Selects the next unit of the side that acts; while aiming, the next target.
    NextUnit: "Next unit, or target while aiming", "Orders", ["Tab"];
    /// Selects the unit or target before.
    PreviousUnit: "Previous unit or target", "Orders", ["Shift+Tab"];
    /// Moves the cursor to the next visible enemy.
    NextEnemy: "Next enemy", "Orders", ["Z"];
    /// Moves the cursor to the visible enemy before.
    PreviousEnemy: "Previous enemy", "Orders", ["Shift+Z"];
    /// Moves the cursor to the first visible enemy, in the order of `NextEnemy`; likewise for those below.
    Enemy1: "Visible enemy 1", "Orders", ["Ctrl+1"];
    /// The visible enemy 2.
    Enemy2: "Visible enemy 2", "Orders", ["Ctrl+2"];
    /// The visible enemy 3.
    Enemy3: "Visible enemy 3", "Orders", ["Ctrl+3"];
    /// The visible enemy 4.
    Enemy4: "Visible enemy 4", "Orders", ["Ctrl+4"];
    /// The visible enemy 5.
    Enemy5: "Visible enemy 5", "Orders", ["Ctrl+5"];
    /// The visible enemy 6.
    Enemy6: "Visible enemy 6", "Orders", ["Ctrl+6"];
    /// The visible enemy 7.
    Enemy7: "Visible enemy 7", "Orders", ["Ctrl+7"];
    /// The visible enemy 8.
    Enemy8: "Visible enemy 8", "Orders", ["Ctrl+8"];
    /// The visible enemy 9.
    Enemy9: "Visible enemy 9", "Orders", ["Ctrl+9"];
    /// Slot 1 of the action bar, a row of its open list, or answer 1 of a prompt; likewise for those below.
    Action1: "Move; row or answer 1", "Orders", ["1", "Num 1"];
    /// Slot 2 of the action bar, a row of its open list, or answer 2.
    Action2: "Attack; row or answer 2", "Orders", ["2", "Num 2"];
    /// Slot 3 of the action bar, a row of its open list, or answer 3.
    Action3: "Take cover; row or answer 3", "Orders", ["3", "Num 3"];
    /// Slot 4 of the action bar, a row of its open list, or answer 4.
    Action4: "Item; row or answer 4", "Orders", ["4", "Num 4"];
    /// Slot 5 of the action bar, a row of its open list, or answer 5.
    Action5: "Defend; row or answer 5", "Orders", ["5", "Num 5"];
    /// Slot 6 of the action bar, a row of its open list, or answer 6.
    Action6: "Reload; row or answer 6", "Orders", ["6", "Num 6"];
    /// Slot 7 of the action bar, a row of its open list, or answer 7.
    Action7: "Wait; row or answer 7", "Orders", ["7", "Num 7"];
    /// Slot 8 of the action bar, a row of its open list, or answer 8.
    Action8: "More actions; row or answer 8", "Orders", ["8", "Num 8"];
    /// A row of an open list of the action bar, or answer 9 of a prompt.
    Action9: "Put out fire or break free; row or answer 9", "Orders", ["9", "Num 9"];
    /// The answer of a prompt that buys or announces nothing; without one, answer 10.
    Action10: "Answer 10, or nothing", "Orders", ["0", "Num 0"];
    /// Special action 1 of the rulebook; likewise for those below.
    #[serde(rename = "Deed1")]
    SpecialAction1: "Special action 1, or answer 11", "Orders", ["E"];
    /// Special action 2.
    #[serde(rename = "Deed2")]
    SpecialAction2: "Special action 2, or answer 12", "Orders", ["Q"];
    /// Special action 3.
    #[serde(rename = "Deed3")]
    SpecialAction3: "Special action 3, or answer 13", "Orders", ["G"];
    /// Special action 4.
    #[serde(rename = "Deed4")]
    SpecialAction4: "Special action 4, or answer 14", "Orders", ["B"];
    /// Special action 5.
    #[serde(rename = "Deed5")]
    SpecialAction5: "Special action 5, or answer 15", "Orders", ["N"];
    /// Special action 6.
    #[serde(rename = "Deed6")]
    SpecialAction6: "Special action 6, or answer 16", "Orders", ["X"];
    /// The default answer of a prompt.
    Yes: "Default answer", "Orders", ["Y"];
    /// Delays the action phase.
    Delay: "Wait, or answer 21", "Orders", ["H"];
    /// Switches evading opponents while moving on or off.
    SlipPast: "Evade, or answer 19", "Orders", ["J"];
    /// Chooses several attacks one by one, then makes them.
    Several: "Multi-attack, or answer 18", "Orders", ["M"];
    /// Shows all actions, with a search field.
    FindAction: "More actions, or answer 17", "Orders", ["O"];
    /// Reloads the weapon in hand.
    Reload: "Reload, or answer 20", "Orders", ["R"];
    /// Spends Karma on extra dice in the next attack or sprint.
    KarmaDice: "Karma: extra dice", "Orders", ["K"];
    /// Spends Karma to reroll the misses of the next attack or sprint.
    KarmaReroll: "Karma: re-roll misses", "Orders", ["Shift+K"];
    /// Switches whether Karma is offered when defending.
    KarmaAsk: "Karma: offer when defending", "Orders", ["Ctrl+K"];
    /// Spends Karma on five extra dice in the next Initiative Test.
    KarmaInitiative: "Karma: five initiative dice", "Orders", ["I"];
    /// Ends the action phase, but removes the last waypoint before; during deployment, the side is ready.
    EndPhase: "End turn", "Orders", ["Backspace"];
    /// Undoes the last order.
    Undo: "Undo", "Orders", ["U", "Ctrl+Z"];
    /// Gives the undone orders again; in the Lab, redoes an edit.
    Redo: "Redo", "Orders", ["Ctrl+Y", "Ctrl+Shift+Z"];
    /// Undoes every order of the acting unit's phase.
    ResetTurn: "Reset turn", "Orders", ["Shift+U"];
    /// Shows what happened since the side's last turn.
    Recap: "Recap of the last turns", "Orders", ["F8"];
    /// Goes on to the next hint of a lesson.
    NextHint: "Next hint", "Orders", ["F7"];
    /// Pauses or resumes the AI.
    HoldMachine: "Pause AI", "AI", ["F4"];
    /// Shows the rest of the AI's turn at once.
    SkipAiTurn: "Skip AI turn", "AI", ["Shift+F"];
    /// Shows all turns of the AI at once from now on, or no longer.
    SkipAllAiTurns: "Skip all AI turns, on or off", "AI", ["Ctrl+F"];
    /// Shows or hides the explanation of the last AI decision: of the unit that is pointed at, else of the selected one.
    Why: "Why?", "AI", ["F2"];
    /// Requests or dismisses advice.
    Advice: "Advice", "AI", ["F3"];
    /// Moves the keyboard cursor up.
    CursorNorth: "Cursor up", "Board", ["Up"];
    /// Moves the keyboard cursor down.
    CursorSouth: "Cursor down", "Board", ["Down"];
    /// Moves the keyboard cursor left.
    CursorWest: "Cursor left", "Board", ["Left"];
    /// Moves the keyboard cursor right.
    CursorEast: "Cursor right", "Board", ["Right"];
    /// Moves the view up while held.
    PanNorth: "View up", "Board", ["W"];
    /// Moves the view down while held.
    PanSouth: "View down", "Board", ["S"];
    /// Moves the view left while held.
    PanWest: "View left", "Board", ["A"];
    /// Moves the view right while held.
    PanEast: "View right", "Board", ["D"];
    /// Zooms in.
    ZoomIn: "Zoom in", "Board", ["=", "Num +"];
    /// Zooms out.
    ZoomOut: "Zoom out", "Board", ["-", "Num -"];
    /// Shows the whole map; where it is shown already, the surroundings of the selected unit.
    #[serde(rename = "ZoomReset")]
    WholeMap: "Whole map, or close to the unit", "Board", ["Ctrl+0", "Num *"];
    /// Brings the selected unit into view; in a replay, plays or pauses it.
    Centre: "Centre on unit, or play a replay", "Board", ["Home", "Space"];
    /// Locks the view, so that it moves only by hand, or lets it follow the action again.
    LockView: "Lock view", "Board", ["Shift+Home"];
    /// Shows or hides what the selected unit does not see.
    LineOfSight: "Line of sight", "Board", ["V"];
    /// Shows or hides what enemies can reach and attack in their next turn.
    Threat: "Enemy reach", "Board", ["T"];
    /// Shows or hides the damage to expect from enemies on each square.
    DamageMap: "Expected damage", "Board", ["Shift+T"];
    /// Switches between detailed and compact cards.
    WholeCards: "Detailed/compact cards", "Board", ["C"];
    /// Hides the side panels, so that the board has their room, or shows them again.
    SidePanels: "Hide/show side panels", "Board", ["Shift+L"];
    /// Speeds up animations and the pauses of the AI while held.
    FastForward: "Fast forward (hold)", "Board", ["F"];
    /// Removes the selection in the Lab.
    Remove: "Remove selection", "Lab", ["Delete"];
    /// Turns the barrier in hand or under the pointer to the next side of its square.
    Turn: "Turn barrier", "Lab", ["."];
    /// Starts a new scene.
    NewScene: "New scene", "Lab", ["Ctrl+N"];
    /// Shows the list of scenes.
    OpenScene: "Open scene", "Lab", ["Ctrl+O"];
    /// Saves the scene to its file.
    SaveScene: "Save scene", "Lab", ["Ctrl+S"];
    /// Switches to the next rulebook.
    NextBook: "Next rules", "Lab", ["P"];
    /// Switches the overlay of sight and fire lines in the Lab; likewise for those below.
    OverlayLines: "Overlay: lines", "Lab", ["Shift+1"];
    /// Cover of every square.
    OverlayCover: "Overlay: cover", "Lab", ["Shift+2"];
    /// Who sees whom.
    OverlaySights: "Overlay: who sees whom", "Lab", ["Shift+3"];
    /// The blast.
    OverlayBlast: "Overlay: blast", "Lab", ["Shift+4"];
    /// Knockback.
    OverlayFlights: "Overlay: knockback", "Lab", ["Shift+5"];
    /// Movement range.
    OverlayReach: "Overlay: movement range", "Lab", ["Shift+6"];
    /// Moves the keyboard focus to the log: to the last line about the hovered unit, else to the last line.
    LogFocus: "Log line of the hovered unit", "Program", ["L"];
    /// Moves the keyboard focus to the log's search field.
    LogSearch: "Search log", "Program", ["/"];
    /// What can be done now, keys and icons.
    Help: "Help", "Program", ["F1"];
    /// Opens the rulebook, at the clause under the pointer if there is one.
    Rulebook: "Rulebook", "Program", ["F6"];
    /// Pins the explanation of the word under the pointer, or lists the words that cards and the screen name.
    Explain: "Explain words, pin card", "Program", ["F10"];
    /// Saves a picture of the window.
    SavePicture: "Save screenshot", "Program", ["F12"];
    /// Saves a copy of the battle.
    QuickSave: "Quick save", "Program", ["F5"];
    /// Loads the last quick save.
    QuickLoad: "Quick load", "Program", ["F9"];
}

impl InputAction {
    /// The number keys, in order; the last one is 0.
    pub const NUMBERS: [Self; 10] = [
        Self::Action1,
        Self::Action2,
        Self::Action3,
        Self::Action4,
        Self::Action5,
        Self::Action6,
        Self::Action7,
        Self::Action8,
        Self::Action9,
        Self::Action10,
    ];

    /// Returns the action of an answer of a prompt, counted from 0: after the ten numbers, letters of actions that no
    /// prompt needs.
    pub fn for_answer(number: usize) -> Option<Self> {
        const LETTERS: [InputAction; 5] = [
            InputAction::FindAction,
            InputAction::Several,
            InputAction::SlipPast,
            InputAction::Reload,
            InputAction::Delay,
        ];
        let numbers = Self::NUMBERS.into_iter().map(Some);
        let special = (0..).map(Self::for_special_action).take_while(Option::is_some);
        numbers.chain(special).chain(LETTERS.into_iter().map(Some)).nth(number).flatten()
    }

    /// Returns the action of a special action of the rulebook, counted from 0; six of them have one.
    pub fn for_special_action(number: usize) -> Option<Self> {
        const ACTIONS: [InputAction; 6] = [
            InputAction::SpecialAction1,
            InputAction::SpecialAction2,
            InputAction::SpecialAction3,
            InputAction::SpecialAction4,
            InputAction::SpecialAction5,
            InputAction::SpecialAction6,
        ];
        ACTIONS.get(number).copied()
    }

    /// The actions that move the cursor to a visible enemy, the first one first.
    pub const ENEMIES: [Self; 9] = [
        Self::Enemy1,
        Self::Enemy2,
        Self::Enemy3,
        Self::Enemy4,
        Self::Enemy5,
        Self::Enemy6,
        Self::Enemy7,
        Self::Enemy8,
        Self::Enemy9,
    ];
}

/// System parameter that reads input actions.
#[derive(SystemParam)]
pub struct ActionInput<'w, 's> {
    actions: Query<'w, 's, (&'static ActionState<InputAction>, &'static AppliedBindings)>,
    keyboard: Res<'w, ButtonInput<KeyCode>>,
    switched: Option<Res<'w, SwitchedActions>>,
}

/// The bindings from which the input map was built.
#[derive(Component, Clone, Debug, PartialEq)]
struct AppliedBindings(KeyBindings);

impl ActionInput<'_, '_> {
    /// Whether the action was pressed in this frame: the key itself, not only a modifier released beside it. A tap that
    /// ends within the frame counts as well, in whatever order its keys were released.
    pub fn just_pressed(&self, command: InputAction) -> bool {
        self.actions.iter().filter(|(state, _)| !state.action_disabled(&command)).any(|(_, bound)| {
            bound.0.keys_for(command).iter().any(|chord| {
                self.keyboard.just_pressed(chord.key())
                    && bound.0.matching_chord(chord.key(), &self.keyboard) == Some(*chord)
            })
        })
    }

    /// Whether the action is held, or switched on.
    pub fn is_held(&self, command: InputAction) -> bool {
        match self.switched.as_deref().filter(|_| command.lasts_while_held()) {
            Some(switched) if switched.replaces_holding() => switched.is_on(command),
            _ => self.actions.iter().any(|(state, _)| state.pressed(&command)),
        }
    }

    /// Whether Shift is held.
    pub fn is_shift_held(&self) -> bool {
        self.keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight])
    }

    /// Returns the number of the answer whose key was pressed in this frame, counted from 0.
    pub fn answer_number(&self) -> Option<usize> {
        let commands = (0..).map_while(InputAction::for_answer);
        commands.enumerate().find(|(_, command)| self.just_pressed(*command)).map(|(number, _)| number)
    }
}

/// Text is being typed or a key is being bound: keys trigger no actions.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct KeyboardCaptured(pub bool);

/// A direction was pressed on a gamepad in this frame: an open question gives the keyboard focus to its default answer,
/// from which the directions go to the others.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct AnswerFocusRequest(pub bool);

/// Maps keys to actions.
pub(super) struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(InputManagerPlugin::<InputAction>::default())
            .init_resource::<KeyboardCaptured>()
            .init_resource::<AnswerFocusRequest>()
            .init_resource::<SwitchedActions>()
            .add_systems(Startup, spawn_map)
            .add_systems(Update, switch_held_actions.before(BoardSystems::Input))
            .add_systems(
                Update,
                apply_key_bindings
                    .after(MenuInputSystems)
                    .before(BoardSystems::Input)
                    .run_if(resource_changed::<Settings>),
            )
            .add_systems(
                PreUpdate,
                suspend_input_actions
                    .after(InputManagerSystem::Unify)
                    .before(InputManagerSystem::Update)
                    .before(EguiPreUpdateSet::BeginPass),
            );
    }
}

/// Spawns the default keys for a test without a window.
#[cfg(test)]
pub(super) fn spawn_keys_for_tests(world: &mut World) {
    world.spawn((ActionState::<InputAction>::default(), AppliedBindings(KeyBindings::default())));
}

/// Holds the keys of an action in a test without a window.
#[cfg(test)]
pub(super) fn hold_action_for_tests(world: &mut World, action: InputAction) {
    let mut states = world.query::<&mut ActionState<InputAction>>();
    for mut state in states.iter_mut(world) {
        state.press(&action);
    }
}

fn spawn_map(mut commands: Commands, settings: Res<Settings>) {
    commands.spawn((Name::new("Keys"), settings.keys.input_map(), AppliedBindings(settings.keys.clone())));
}

fn apply_key_bindings(
    settings: Res<Settings>,
    mut maps: Query<(&mut InputMap<InputAction>, &mut AppliedBindings)>,
) {
    for (mut map, mut bound) in &mut maps {
        if bound.0 != settings.keys {
            *map = settings.keys.input_map();
            bound.0 = settings.keys.clone();
        }
    }
}

/// Suspends actions while text is typed or a menu is open; resumes them once their keys are released.
pub(super) fn suspend_input_actions(
    mut states: Query<(&mut ActionState<InputAction>, &InputMap<InputAction>)>,
    mut contexts: EguiContexts,
    store: Res<CentralInputStore>,
    clashes: Res<ClashStrategy>,
    taken: Res<KeyboardCaptured>,
    screen: Res<State<Screen>>,
    (session, rulebook, panels): (Res<Session>, Res<RulebookState>, Option<Res<PanelState>>),
) {
    let has_end_screen = panels.is_some_and(|panels| panels.is_end_screen_open());
    let (typing, focused) = contexts.ctx_mut().map_or((false, false), |context| {
        let popup = context.any_popup_open();
        (popup || context.text_edit_focused(), popup || context.egui_wants_keyboard_input())
    });
    let away = *screen.get() == Screen::Menu || session.paused;
    for (mut state, map) in &mut states {
        for command in InputAction::ALL {
            let rests = match command {
                _ if taken.0 => true,
                InputAction::SavePicture => false, // on every screen, whatever is open
                InputAction::Explain => typing,
                _ if rulebook.open => true,
                InputAction::Back if away || has_end_screen => typing,
                InputAction::Help | InputAction::Rulebook if *screen.get() == Screen::Menu => typing,
                InputAction::Rulebook => focused && !session.paused,
                _ => away || focused,
            };
            let disabled = state.action_disabled(command);
            if rests && !disabled {
                state.disable_action(command);
            } else if disabled && !rests && !map.pressed(command, &store, *clashes) {
                state.enable_action(command);
            }
        }
    }
}

/// Returns the chord of a key and the modifiers held with it.
pub(super) fn chord_of(key: KeyCode, keyboard: &ButtonInput<KeyCode>) -> Option<KeyChord> {
    let held = |keys: [KeyCode; 2]| keyboard.any_pressed(keys);
    KeyChord::new(
        key,
        held([KeyCode::ControlLeft, KeyCode::ControlRight]),
        held([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
        held([KeyCode::AltLeft, KeyCode::AltRight]),
    )
}
