//! Fast forward: speeds up animations and the pauses of the AI, and skips the rest of an AI turn.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::ai_players::AiController;
use crate::board::{BoardAnimation, BoardSystems, PrepareSystems};
use crate::input::{ActionInput, InputAction};
use crate::session::{Screen, Session};
use crate::settings::Settings;
use battle::{BattleSetup, RoundState};
use model::UnitId;

/// How many times as fast everything is.
pub(crate) const FACTOR: f32 = 6.0;

/// A request of the buttons in the bar of the AI's turn.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FastForwardRequest {
    /// Fast forward in AI turns on or off.
    Toggle,
    /// Show the rest of the AI's turn at once.
    Skip,
    /// Show all turns of the AI at once from now on, or no longer.
    ToggleSkippedTurns,
}

/// Where skipping ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SkipEnd {
    /// When a human has to act.
    Person,
    /// When another unit acts than this one; where only AI players fight.
    OtherUnit(Option<UnitId>),
}

/// Whether animations and pauses are shortened or skipped.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FastForward {
    /// Its key is held, or switched on.
    is_held: bool,
    /// Its button is on: it acts in AI turns.
    is_switched_on: bool,
    /// The AI acts.
    is_ai_turn: bool,
    skips: Option<SkipEnd>,
}

impl FastForward {
    /// As if the key were held.
    #[cfg(test)]
    pub fn held_for_tests() -> Self {
        Self { is_held: true, ..Self::default() }
    }

    /// Whether everything is faster now.
    pub fn is_on(&self) -> bool {
        self.is_held || self.is_switched_on && self.is_ai_turn
    }

    /// Returns how many times as fast everything is now.
    pub fn factor(&self) -> f32 {
        if self.is_on() { FACTOR } else { 1.0 }
    }

    /// Whether animations end at once and the AI does not pause.
    pub fn is_skipping(&self) -> bool {
        self.skips.is_some()
    }

    /// Returns what is left of a pause of the AI, in seconds.
    pub fn shorten_pause(&self, seconds: f64) -> f64 {
        if self.is_skipping() { 0.0 } else { seconds / f64::from(self.factor()) }
    }

    /// Skips the rest of the AI's turn: until a human has to act, or until another unit acts where there is no human.
    fn skip(&mut self, has_person: bool, acting: Option<UnitId>) {
        let end = if has_person { SkipEnd::Person } else { SkipEnd::OtherUnit(acting) };
        self.skips = self.skips.or(self.is_ai_turn.then_some(end));
    }

    /// Skips the turns of the AI until a person has to act, if the settings want it. What a person has done is shown to its end
    /// before: the AI has to act since the last frame, `was_ai_turn`, and the board is at rest. Nothing is skipped where there is no
    /// person.
    fn skip_all(&mut self, is_wanted: bool, (was_ai_turn, is_board_busy): (bool, bool), has_person: bool) {
        if is_wanted && was_ai_turn && !is_board_busy && has_person {
            self.skip(true, None);
        }
    }

    /// Ends skipping if its end is reached.
    fn end_skip(&mut self, is_ai_turn: bool, acting: Option<UnitId>) {
        let is_over = |end: SkipEnd| match end {
            SkipEnd::Person => false,
            SkipEnd::OtherUnit(unit) => unit != acting,
        };
        self.skips = self.skips.filter(|end| is_ai_turn && !is_over(*end));
    }
}

/// Reads key and buttons, and keeps the state.
pub(crate) struct FastForwardPlugin;

impl Plugin for FastForwardPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FastForward>()
            .add_systems(OnEnter(Screen::Battle), |mut fast: ResMut<FastForward>| *fast = default())
            .add_systems(
                Update,
                (
                    read_fast_forward.after(BoardSystems::Input).before(BoardSystems::Prepare),
                    // The last order of the AI has been shown then.
                    end_skip.after(PrepareSystems::Animation),
                ),
            );
    }
}

/// Reads the keys and the buttons.
pub(crate) fn read_fast_forward(
    mut fast: ResMut<FastForward>,
    keys: ActionInput,
    mut requests: MessageReader<FastForwardRequest>,
    mut players: ResMut<AiController>,
    (setup, round, board): (Option<Res<BattleSetup>>, Option<Res<RoundState>>, Res<BoardAnimation>),
    (session, mut settings): (Res<Session>, ResMut<Settings>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let mut next = *fast;
    next.is_held = keys.is_held(InputAction::FastForward);
    next.is_ai_turn = players.ai_side_to_act().is_some();
    let mut skips = keys.just_pressed(InputAction::SkipAiTurn) && !session.help;
    let sides = setup.map_or(0, |setup| setup.bundle().skirmish.sides.len());
    let has_person = !players.person_sides(sides).is_empty();
    let is_key_for_all = keys.just_pressed(InputAction::SkipAllAiTurns) && !session.help;
    let mut toggles_all = is_key_for_all && players.is_battle_with_ai() && has_person;
    for request in requests.read() {
        match request {
            FastForwardRequest::Toggle => next.is_switched_on = !next.is_switched_on,
            FastForwardRequest::Skip => skips = true,
            FastForwardRequest::ToggleSkippedTurns => toggles_all = true,
        }
    }
    if toggles_all {
        settings.skip_ai_turns = !settings.skip_ai_turns;
        if !settings.skip_ai_turns {
            next.skips = None; // the rest of this turn is shown as well
        }
        redraw.write(RequestRedraw);
    }
    // In the turn of a person, the AI only answers: what the person did is shown.
    let is_wanted = settings.skip_ai_turns && players.is_ai_turn() && !players.is_paused();
    next.skip_all(is_wanted, (fast.is_ai_turn, board.is_busy()), has_person);
    if skips && next.is_ai_turn {
        next.skip(has_person, round.as_deref().and_then(RoundState::acting));
        if players.is_paused() {
            players.set_paused(false);
        }
    }
    if *fast != next {
        *fast = next;
        redraw.write(RequestRedraw); // a pause of the AI ends earlier or later now
    }
}

/// Ends skipping once a human has to act, or another unit where there is no human.
fn end_skip(
    mut fast: ResMut<FastForward>,
    players: Res<AiController>,
    round: Option<Res<RoundState>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !fast.is_skipping() {
        return;
    }
    fast.end_skip(players.ai_side_to_act().is_some(), round.as_deref().and_then(RoundState::acting));
    if !players.is_paused() {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::ai_players::SidePlayer;
    use model::Side;

    /// Presses Ctrl+F in a battle of these players; returns whether all turns of the AI are skipped then.
    fn skips_all_after_key(players: [SidePlayer; 2]) -> bool {
        let mut world = crate::panel::tests::shipped_battle("warehouse");
        crate::input::spawn_keys_for_tests(&mut world);
        let mut keyboard = ButtonInput::<KeyCode>::default();
        [KeyCode::ControlLeft, KeyCode::KeyF].into_iter().for_each(|key| keyboard.press(key));
        world.insert_resource(keyboard);
        let mut controller = AiController::default();
        for (side, player) in (0..).map(Side).zip(players) {
            controller.set_player_to_act_for_tests(side, player);
        }
        world.insert_resource(controller);
        world.init_resource::<FastForward>();
        world.init_resource::<BoardAnimation>();
        world.init_resource::<Session>();
        world.init_resource::<Settings>();
        world.init_resource::<Messages<FastForwardRequest>>();
        world.init_resource::<Messages<RequestRedraw>>();
        world.run_system_once(read_fast_forward).expect("the system runs");
        world.resource::<Settings>().skip_ai_turns
    }

    #[test]
    fn the_key_skips_all_turns_of_the_ai_only_where_a_person_waits_for_them() {
        let ai_player = SidePlayer::Ai { difficulty: ai::Difficulty::Hard, personality: None };
        assert!(skips_all_after_key([SidePlayer::Person, ai_player]));
        assert!(!skips_all_after_key([ai_player, ai_player]), "the battle is watched, and nothing says so");
        assert!(!skips_all_after_key([SidePlayer::Person, SidePlayer::Person]), "there is no AI");
    }

    #[test]
    fn a_held_key_shortens_animations_and_pauses() {
        let mut fast = FastForward::default();
        assert_eq!((fast.factor(), fast.shorten_pause(1.5)), (1.0, 1.5));
        fast.is_held = true;
        assert_eq!((fast.factor(), fast.shorten_pause(1.5)), (6.0, 0.25));
    }

    #[test]
    fn the_button_acts_in_ai_turns_only() {
        let mut fast = FastForward { is_switched_on: true, ..FastForward::default() };
        assert!(!fast.is_on());
        fast.is_ai_turn = true;
        assert!(fast.is_on());
    }

    #[test]
    fn skipping_ends_when_a_human_has_to_act() {
        let (one, other) = (Some(UnitId(1)), Some(UnitId(2)));
        let mut fast = FastForward { is_ai_turn: true, ..FastForward::default() };
        fast.skip(true, one);
        assert!(fast.is_skipping() && fast.shorten_pause(1.6) == 0.0);
        fast.end_skip(true, other);
        assert!(fast.is_skipping(), "the next unit of the AI");
        fast.end_skip(false, other);
        assert!(!fast.is_skipping());
    }

    #[test]
    fn without_a_human_skipping_ends_with_the_turn_of_the_unit() {
        let (one, other) = (Some(UnitId(1)), Some(UnitId(2)));
        let mut fast = FastForward { is_ai_turn: true, ..FastForward::default() };
        fast.skip(false, one);
        fast.end_skip(true, one);
        assert!(fast.is_skipping());
        fast.end_skip(true, other);
        assert!(!fast.is_skipping());
    }

    #[test]
    fn all_turns_of_the_ai_are_skipped_once_what_a_person_did_has_been_shown() {
        let ai_turn = FastForward { is_ai_turn: true, ..FastForward::default() };
        let skips = |is_wanted, board, has_person| {
            let mut fast = ai_turn;
            fast.skip_all(is_wanted, board, has_person);
            fast.is_skipping()
        };
        assert!(skips(true, (true, false), true));
        assert!(!skips(false, (true, false), true), "the setting is off");
        assert!(!skips(true, (false, false), true), "the order of the person is not shown yet");
        assert!(!skips(true, (true, true), true), "it is being shown");
        assert!(!skips(true, (true, false), false), "the battle is watched");
        let mut own = FastForward::default();
        own.skip_all(true, (true, false), true);
        assert!(!own.is_skipping(), "a person has to act");
    }

    #[test]
    fn nothing_is_skipped_in_the_turn_of_a_human() {
        let mut fast = FastForward::default();
        fast.skip(true, None);
        assert!(!fast.is_skipping());
    }
}
