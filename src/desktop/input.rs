//! Commands and the keys they are bound to.
//!
//! Systems read [`ActionInput`]. While text is typed or a menu is open, every command but [`InputAction::Back`]
//! rests, so nobody needs to ask. [`InputAction::Help`] works in the main menu as well.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use leafwing_input_manager::clashing_inputs::ClashStrategy;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::updating::CentralInputStore;
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};

use super::session::{Screen, Session};
use super::settings::Settings;
use crate::key_chord::{KeyChord, key_label};

macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $name:ident: $title:literal, $group:literal, [$($key:literal),*];)+) => {
        /// Everything a key can do in a fight or in the Lab.
        #[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum InputAction { $($(#[doc = $doc])+ $name,)+ }

        impl InputAction {
            /// All commands, in the order they are listed in.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Shown in settings and help.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }

            /// Heading it is listed under.
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
    /// Marks the square under the cursor, and confirms it the second time.
    Confirm: "Mark or confirm", "Orders", ["Enter", "Num Enter"];
    /// One step back: clears the mark, then the intent, then opens the pause menu.
    Back: "Back, menu", "Orders", ["Esc"];
    /// Selects the next unit of the side that acts.
    NextUnit: "Next unit", "Orders", ["Tab"];
    /// Selects the unit before.
    PreviousUnit: "Previous unit", "Orders", ["Shift+Tab"];
    /// Button 1 of the action bar, or answer 1 of an open question; so are the following.
    Action1: "Action or answer 1", "Orders", ["1", "Num 1"];
    /// Button 2.
    Action2: "Action or answer 2", "Orders", ["2", "Num 2"];
    /// Button 3.
    Action3: "Action or answer 3", "Orders", ["3", "Num 3"];
    /// Button 4.
    Action4: "Action or answer 4", "Orders", ["4", "Num 4"];
    /// Button 5.
    Action5: "Action or answer 5", "Orders", ["5", "Num 5"];
    /// Button 6.
    Action6: "Action or answer 6", "Orders", ["6", "Num 6"];
    /// Button 7.
    Action7: "Action or answer 7", "Orders", ["7", "Num 7"];
    /// Button 8.
    Action8: "Action or answer 8", "Orders", ["8", "Num 8"];
    /// Button 9.
    Action9: "Action or answer 9", "Orders", ["9", "Num 9"];
    /// Button 10.
    Action10: "Action or answer 10", "Orders", ["0", "Num 0"];
    /// Deed 1: something that only the book of the skirmish has; so are the following.
    Deed1: "Deed of the book 1", "Orders", ["E"];
    /// Deed 2.
    Deed2: "Deed of the book 2", "Orders", ["Q"];
    /// Deed 3.
    Deed3: "Deed of the book 3", "Orders", ["G"];
    /// Deed 4.
    Deed4: "Deed of the book 4", "Orders", ["B"];
    /// Deed 5.
    Deed5: "Deed of the book 5", "Orders", ["N"];
    /// Deed 6.
    Deed6: "Deed of the book 6", "Orders", ["X"];
    /// The highlighted answer of an open question.
    Yes: "Highlighted answer", "Orders", ["Y"];
    /// Holds the action phase back.
    Delay: "Delay the phase", "Orders", ["H"];
    /// Moves slip past opponents, or no longer do.
    SlipPast: "Slip past opponents", "Orders", ["J"];
    /// Chooses several attacks one by one, and makes them.
    Several: "Several attacks", "Orders", ["M"];
    /// Shows all actions, with a field to search them.
    FindAction: "Find an action", "Orders", ["O"];
    /// Reloads the weapon in hand.
    Reload: "Reload", "Orders", ["R"];
    /// Karma for more dice in the next attack or sprint.
    KarmaDice: "Karma: more dice", "Orders", ["K"];
    /// Karma for the misses of the next attack or sprint.
    KarmaReroll: "Karma: misses again", "Orders", ["Shift+K"];
    /// Whether defences ask for Karma.
    KarmaAsk: "Karma: ask in defence", "Orders", ["Ctrl+K"];
    /// Karma for five dice in the next Initiative Test.
    KarmaInitiative: "Karma: five initiative dice", "Orders", ["I"];
    /// Ends the action phase; before the fight, the side is ready.
    EndPhase: "End phase", "Orders", ["Backspace"];
    /// Takes the last order back.
    Undo: "Take back", "Orders", ["U", "Ctrl+Z"];
    /// Stops the machine, or lets it go on.
    HoldMachine: "Pause the machine", "Opponents", ["F4"];
    /// Shows or hides why the machine did what it did.
    Why: "Why?", "Opponents", ["F2"];
    /// Asks what a sharp mind would do, or puts that away.
    Advice: "Advice", "Opponents", ["F3"];
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
    /// Closer.
    ZoomIn: "Zoom in", "Board", ["=", "Num +"];
    /// Further away.
    ZoomOut: "Zoom out", "Board", ["-", "Num -"];
    /// Zoom as it was at first.
    ZoomReset: "Usual zoom", "Board", ["Ctrl+0", "Num *"];
    /// Brings the selected unit into view.
    Centre: "Centre on the unit", "Board", ["Home", "Space"];
    /// Shows or hides what can be seen from the hovered square.
    LineOfSight: "Line of sight", "Board", ["V"];
    /// Shows or hides what the other sides can reach and hit.
    Threat: "Threat", "Board", ["T"];
    /// Cards beside the pointer with every modifier, or in short.
    WholeCards: "Whole or short cards", "Board", ["C"];
    /// Animations run fast while held.
    FastForward: "Fast forward (hold)", "Board", ["F"];
    /// Makes again what was taken back in the Lab.
    Redo: "Make again", "Lab", ["Ctrl+Y", "Ctrl+Shift+Z"];
    /// Takes away what is selected in the Lab.
    Remove: "Remove what is selected", "Lab", ["Delete"];
    /// Turns the barrier in hand or under the pointer to the next side of its square.
    Turn: "Turn a barrier", "Lab", ["."];
    /// Begins another scene.
    NewScene: "New scene", "Lab", ["Ctrl+N"];
    /// Shows the scenes there are.
    OpenScene: "Open a scene", "Lab", ["Ctrl+O"];
    /// Keeps the scene in its file.
    SaveScene: "Save the scene", "Lab", ["Ctrl+S"];
    /// The next book.
    NextBook: "Next book", "Lab", ["P"];
    /// Lays lines of sight and fire over the Lab's board, or takes them away; so do the following with theirs.
    OverlayLines: "Overlay: lines", "Lab", ["Shift+1"];
    /// Cover of every square.
    OverlayCover: "Overlay: cover", "Lab", ["Shift+2"];
    /// Who sees whom.
    OverlaySights: "Overlay: who sees whom", "Lab", ["Shift+3"];
    /// The blast.
    OverlayBlast: "Overlay: blast", "Lab", ["Shift+4"];
    /// Knockback.
    OverlayFlights: "Overlay: knockback", "Lab", ["Shift+5"];
    /// Reach.
    OverlayReach: "Overlay: reach", "Lab", ["Shift+6"];
    /// Keyboard focus to the log.
    LogFocus: "To the log", "Program", ["L"];
    /// Keyboard focus to the log's search.
    LogSearch: "Search the log", "Program", ["/"];
    /// Keys and signs.
    Help: "Help", "Program", ["F1"];
    /// Saves a copy of the fight.
    QuickSave: "Quick save", "Program", ["F5"];
    /// Goes back to the last quick save.
    QuickLoad: "Quick load", "Program", ["F9"];
}

impl InputAction {
    /// Command of a button of the action bar, counted from 0; ten of them have one.
    pub fn for_action_button(button: usize) -> Option<Self> {
        const ACTIONS: [InputAction; 10] = [
            InputAction::Action1,
            InputAction::Action2,
            InputAction::Action3,
            InputAction::Action4,
            InputAction::Action5,
            InputAction::Action6,
            InputAction::Action7,
            InputAction::Action8,
            InputAction::Action9,
            InputAction::Action10,
        ];
        ACTIONS.get(button).copied()
    }

    /// Command of a deed that only the book has, counted from 0; six of them have one.
    pub fn for_special_action(number: usize) -> Option<Self> {
        [Self::Deed1, Self::Deed2, Self::Deed3, Self::Deed4, Self::Deed5, Self::Deed6].get(number).copied()
    }
}

/// The keys of every command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<InputAction, Vec<KeyChord>>", into = "BTreeMap<InputAction, Vec<KeyChord>>")]
pub struct KeyBindings(BTreeMap<InputAction, Vec<KeyChord>>);

impl Default for KeyBindings {
    fn default() -> Self {
        let usual = |command: &InputAction| {
            let chords =
                command.usual().iter().map(|text| text.parse().expect("invariant: usual keys exist"));
            (*command, chords.collect())
        };
        Self(InputAction::ALL.iter().map(usual).collect())
    }
}

/// Commands that a file does not mention keep their usual keys.
impl From<BTreeMap<InputAction, Vec<KeyChord>>> for KeyBindings {
    fn from(changed: BTreeMap<InputAction, Vec<KeyChord>>) -> Self {
        let mut bindings = Self::default();
        bindings.0.extend(changed);
        bindings
    }
}

/// Only what differs from the usual is written.
impl From<KeyBindings> for BTreeMap<InputAction, Vec<KeyChord>> {
    fn from(bindings: KeyBindings) -> Self {
        let usual = KeyBindings::default();
        bindings
            .0
            .into_iter()
            .filter(|(command, chords)| usual.keys_for(*command) != chords.as_slice())
            .collect()
    }
}

impl KeyBindings {
    /// Keys of a command, the first one is shown on buttons.
    pub fn keys_for(&self, command: InputAction) -> &[KeyChord] {
        self.0.get(&command).map_or(&[], Vec::as_slice)
    }

    /// Adds a key to a command.
    pub fn add_key(&mut self, command: InputAction, chord: KeyChord) {
        let chords = self.0.entry(command).or_default();
        if !chords.contains(&chord) {
            chords.push(chord);
        }
    }

    /// Puts a key in the place of another one.
    pub fn replace_key(&mut self, command: InputAction, old: KeyChord, new: KeyChord) {
        let chords = self.0.entry(command).or_default();
        let place = chords.iter().position(|chord| *chord == old);
        if let Some(place) = place.filter(|_| !chords.contains(&new)) {
            chords[place] = new;
        }
    }

    /// Takes a key off a command.
    pub fn remove_key(&mut self, command: InputAction, chord: KeyChord) {
        if let Some(chords) = self.0.get_mut(&command) {
            chords.retain(|other| *other != chord);
        }
    }

    /// Gives a command its usual keys.
    pub fn reset_keys(&mut self, command: InputAction) {
        self.0.insert(command, Self::default().keys_for(command).to_vec());
    }

    /// Whether a command has its usual keys.
    pub fn is_default(&self, command: InputAction) -> bool {
        Self::default().keys_for(command) == self.keys_for(command)
    }

    /// The other commands that share a key with this one.
    pub fn conflicts(&self, command: InputAction) -> Vec<(KeyChord, InputAction)> {
        let chords = self.keys_for(command);
        let others = self.0.iter().filter(|(other, _)| **other != command);
        others
            .flat_map(|(other, theirs)| theirs.iter().map(|chord| (*chord, *other)))
            .filter(|(chord, _)| chords.contains(chord))
            .collect()
    }

    /// The bound chord that a key means with the modifiers held in this frame: the one that needs most of them.
    fn matching_chord(&self, key: KeyCode, keyboard: &ButtonInput<KeyCode>) -> Option<KeyChord> {
        let held = |modifier: ModifierKey| {
            let keys = [modifier.left(), modifier.right()];
            keyboard.any_pressed(keys) || keyboard.any_just_released(keys)
        };
        let fits = |chord: &&KeyChord| chord.key() == key && chord.modifiers().all(held);
        self.0.values().flatten().filter(fits).max_by_key(|chord| chord.modifiers().count()).copied()
    }

    fn input_map(&self) -> InputMap<InputAction> {
        let mut map = InputMap::default();
        for (command, chords) in &self.0 {
            for chord in chords {
                map.insert_boxed(*command, chord.leafwing_button());
            }
        }
        map
    }
}

/// What a button prints: the first key of the command, empty if it has none.
pub fn binding_text(command: InputAction, settings: &Settings) -> String {
    settings.keys.keys_for(command).first().map(key_label).unwrap_or_default()
}

/// Reads commands.
#[derive(SystemParam)]
pub struct ActionInput<'w, 's> {
    actions: Query<'w, 's, (&'static ActionState<InputAction>, &'static AppliedBindings)>,
    keyboard: Res<'w, ButtonInput<KeyCode>>,
}

/// The bindings that the map of keys was made of.
#[derive(Component, Clone, Debug, PartialEq)]
struct AppliedBindings(KeyBindings);

impl ActionInput<'_, '_> {
    /// Pressed in this frame: the key itself, not only a modifier that was let go beside it. A tap that is over before
    /// the frame is counts as well, in whatever order its keys were let go.
    pub fn just_pressed(&self, command: InputAction) -> bool {
        self.actions.iter().filter(|(state, _)| !state.action_disabled(&command)).any(|(_, bound)| {
            bound.0.keys_for(command).iter().any(|chord| {
                self.keyboard.just_pressed(chord.key())
                    && bound.0.matching_chord(chord.key(), &self.keyboard) == Some(*chord)
            })
        })
    }

    /// Held down.
    pub fn is_held(&self, command: InputAction) -> bool {
        self.actions.iter().any(|(state, _)| state.pressed(&command))
    }

    /// Shift is held.
    pub fn is_shift_held(&self) -> bool {
        self.keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight])
    }

    /// Number of the action or answer whose key was pressed in this frame, counted from 0.
    pub fn action_number(&self) -> Option<usize> {
        (0..10).find(|number| {
            InputAction::for_action_button(*number).is_some_and(|command| self.just_pressed(command))
        })
    }
}

/// Text is being typed or a key is being bound: keys are not commands.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct KeyboardCaptured(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<InputAction>::default())
        .init_resource::<KeyboardCaptured>()
        .add_systems(Startup, spawn_map)
        .add_systems(Update, apply_key_bindings.run_if(resource_changed::<Settings>))
        .add_systems(
            PreUpdate,
            suspend_input_actions.after(InputManagerSystem::Unify).before(InputManagerSystem::Update),
        );
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

/// Switches commands off where they would be a surprise, and on again once their key was let go.
fn suspend_input_actions(
    mut states: Query<(&mut ActionState<InputAction>, &InputMap<InputAction>)>,
    mut contexts: EguiContexts,
    store: Res<CentralInputStore>,
    clashes: Res<ClashStrategy>,
    taken: Res<KeyboardCaptured>,
    screen: Res<State<Screen>>,
    session: Res<Session>,
) {
    let (typing, focused) = contexts.ctx_mut().map_or((false, false), |context| {
        let popup = context.any_popup_open();
        (popup || context.text_edit_focused(), popup || context.egui_wants_keyboard_input())
    });
    let away = *screen.get() == Screen::Menu || session.paused;
    for (mut state, map) in &mut states {
        for command in InputAction::ALL {
            let rests = match command {
                _ if taken.0 => true,
                InputAction::Back if away => typing,
                InputAction::Help if *screen.get() == Screen::Menu => typing,
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

/// The chord of a key and the modifiers held with it.
pub(super) fn chord_of(key: KeyCode, keyboard: &ButtonInput<KeyCode>) -> Option<KeyChord> {
    let held = |keys: [KeyCode; 2]| keyboard.any_pressed(keys);
    KeyChord::new(
        key,
        held([KeyCode::ControlLeft, KeyCode::ControlRight]),
        held([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
        held([KeyCode::AltLeft, KeyCode::AltRight]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_keys_do_not_collide() {
        let bindings = KeyBindings::default();
        for command in InputAction::ALL {
            assert_eq!(bindings.conflicts(*command), [], "{command:?}");
            assert!(!bindings.keys_for(*command).is_empty(), "{command:?} has no key");
        }
    }

    #[test]
    fn only_changes_are_written() {
        let mut bindings = KeyBindings::default();
        bindings.remove_key(InputAction::Undo, "U".parse().expect("a key"));
        bindings.add_key(InputAction::Undo, "Ctrl+Shift+F2".parse().expect("a key"));
        let text = ron::to_string(&bindings).expect("plain data");
        assert_eq!(text, r#"{Undo:["Ctrl+Z","Ctrl+Shift+F2"]}"#);
        assert_eq!(ron::from_str::<KeyBindings>(&text).expect("what was written"), bindings);
    }

    #[test]
    fn a_key_takes_the_place_of_another() {
        let mut bindings = KeyBindings::default();
        let [undo, new] = ["U", "F2"].map(|key| key.parse::<KeyChord>().expect("a key"));
        bindings.replace_key(InputAction::Undo, undo, new);
        assert_eq!(bindings.keys_for(InputAction::Undo)[0], new);
        bindings.replace_key(InputAction::Undo, undo, new);
        assert_eq!(bindings.keys_for(InputAction::Undo).len(), 2);
    }

    #[test]
    fn a_modifier_let_go_first_still_counts() {
        let bindings = KeyBindings::default();
        let chord = |text: &str| Some(text.parse().expect("a key"));
        let mut keyboard = ButtonInput::default();
        keyboard.press(KeyCode::KeyK);
        assert_eq!(bindings.matching_chord(KeyCode::KeyK, &keyboard), chord("K"));
        keyboard.press(KeyCode::ControlRight);
        keyboard.release(KeyCode::ControlRight);
        assert_eq!(bindings.matching_chord(KeyCode::KeyK, &keyboard), chord("Ctrl+K"));
        keyboard.press(KeyCode::ShiftLeft);
        assert_eq!(
            bindings.matching_chord(KeyCode::Equal, &keyboard),
            chord("="),
            "a plus is typed with Shift"
        );
    }

    #[test]
    fn a_shared_key_is_a_conflict_on_both_sides() {
        let mut bindings = KeyBindings::default();
        let key: KeyChord = "R".parse().expect("a key");
        bindings.add_key(InputAction::Threat, key);
        assert_eq!(bindings.conflicts(InputAction::Threat), [(key, InputAction::Reload)]);
        assert_eq!(bindings.conflicts(InputAction::Reload), [(key, InputAction::Threat)]);
        bindings.reset_keys(InputAction::Threat);
        assert!(bindings.is_default(InputAction::Threat));
    }
}
