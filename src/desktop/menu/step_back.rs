//! The key `Back`: one step back per press, on every screen except the Lab.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{MenuPage, MenuState, PausePage};
use crate::ai_players::{AiController, DecisionCardShown};
use crate::app_commands::AppCommand;
use crate::board::interaction::board_actions::select_unit;
use crate::campaign_battle::CampaignBattle;
use crate::free_move::DeclineFreeMove;
use crate::input::{ActionInput, InputAction};
use crate::panel::PanelState;
use crate::panel::announcement::BACK;
use crate::panel::end_screen::question::{AfterBattleStep, losses_on_leaving};
use crate::player_input::GiveOrder;
use crate::replay::ReplayPlayback;
use crate::replay::round_pictures::RoundPictures;
use crate::session::{Screen, Session};
use battle::{Journal, Order, PendingPrompt, RoundState};

/// A battle that is over or replayed: what `Back` leaves.
#[derive(SystemParam)]
pub(crate) struct ShownResult<'w> {
    panels: Option<ResMut<'w, PanelState>>,
    round: Option<Res<'w, RoundState>>,
    replay: Option<Res<'w, ReplayPlayback>>,
    campaign: Option<Res<'w, CampaignBattle>>,
    journal: Option<Res<'w, Journal>>,
    pictures: Option<ResMut<'w, RoundPictures>>,
    prompt: Option<Res<'w, PendingPrompt>>,
    orders: Option<ResMut<'w, Messages<GiveOrder>>>,
    declined: Option<ResMut<'w, Messages<DeclineFreeMove>>>,
    time: Res<'w, Time<Real>>,
    commands: MessageWriter<'w, AppCommand>,
}

impl ShownResult<'_> {
    /// Whether the end screen is open.
    fn is_end_screen_open(&self) -> bool {
        self.panels.as_ref().is_some_and(|panels| panels.is_end_screen_open())
    }

    /// Goes one step back on the end screen: from rest to the statistics, from there out of the battle, with a question
    /// where something would be lost; for a moment after it has opened, it stays. Returns whether the end screen is open.
    fn step_back_on_end_screen(&mut self, session: &mut Session) -> bool {
        let Some(panels) = self.panels.as_mut().filter(|panels| panels.is_end_screen_open()) else {
            return false;
        };
        if panels.has_just_opened_end(self.time.elapsed_secs_f64()) {
            return true;
        }
        let round = self.round.as_deref();
        let has_left = round.is_some_and(|round| round.after().is_some());
        if panels.leave_rest_page(has_left) {
            return true;
        }
        if self.replay.is_some() {
            self.commands.write(AppCommand::ExitReplay);
            return true;
        }
        let stage = self.campaign.as_ref().and_then(|campaign| campaign.0.as_ref());
        let winner = round.and_then(RoundState::outcome).and_then(|outcome| outcome.winner);
        if losses_on_leaving(stage, winner, self.journal.as_deref()).is_empty() {
            self.commands.write(AppCommand::Leave);
        } else {
            session.after_battle = Some(AfterBattleStep::Leave(Box::new(AppCommand::Leave)));
        }
        true
    }

    /// Goes one step back in the open question: from another unit to the asked one, or to the question before. Returns whether
    /// there was such a step.
    fn step_back_in_question(&mut self, session: &mut Session) -> bool {
        let open = self.prompt.as_ref().and_then(|prompt| prompt.open_prompt());
        let Some(open) = open.filter(|_| self.replay.is_none()) else { return false };
        let prompt = open.prompt();
        if session.selected.is_some_and(|selected| selected != prompt.who) {
            session.selected = Some(prompt.who);
            return true;
        }
        let goes_back = prompt.answers.iter().any(|answer| answer.key == BACK);
        if let Some(orders) = self.orders.as_mut().filter(|_| goes_back) {
            orders.write(GiveOrder(Order::Decide { answer: BACK.to_owned() }));
        }
        goes_back
    }

    /// Does without the move that a unit may make outside of its turn.
    fn decline_free_move(&mut self) {
        if let Some(declined) = &mut self.declined {
            declined.write(DeclineFreeMove);
        }
    }

    /// Selects the unit that acts again, if another one is selected. A question is about the unit that is asked: while it is
    /// open, this one stays. Returns whether it did.
    fn return_to_acting_unit(&self, session: &mut Session) -> bool {
        if self.prompt.as_ref().is_some_and(|prompt| prompt.open_prompt().is_some()) {
            return false;
        }
        let acting = self.round.as_ref().filter(|_| self.replay.is_none()).and_then(|round| round.acting());
        let acting = acting.filter(|acting| session.selected.is_some_and(|selected| selected != *acting));
        if let Some(acting) = acting {
            select_unit(session, acting);
        }
        acting.is_some()
    }

    /// Closes the recap, selects the unit that acts again, leaves the replay, or opens the end screen of a battle that is over again. Returns whether there was
    /// one of them.
    fn step_back_on_board(&mut self, session: &mut Session, is_player_turn: bool) -> bool {
        if self.panels.as_mut().is_some_and(|panels| panels.close_recap()) {
            return true;
        }
        if self.pictures.as_mut().is_some_and(|pictures| pictures.cancel()) {
            return true;
        }
        if is_player_turn && self.return_to_acting_unit(session) {
            return true;
        }
        if self.replay.is_some() {
            self.commands.write(AppCommand::ExitReplay);
            return true;
        }
        let is_over = self.round.as_ref().is_some_and(|round| round.outcome().is_some());
        match self.panels.as_mut().filter(|_| is_over) {
            Some(panels) => {
                panels.open_end_screen_by_key(self.time.elapsed_secs_f64());
                true
            }
            None => false,
        }
    }
}

/// Handles `Back`, one step per press, from what lies in front to what lies behind:
///
/// 1. the help in the main menu, then a page of that menu
/// 2. a page of the pause menu, then the pause menu
/// 3. the help
/// 4. the question before the end screen is left, the card of reasons in front of that screen, then the end screen
/// 5. an open list; that of attacks takes the mark along, and the aim that began with it
/// 6. the card of advice or reasons
/// 7. the question whether the turn ends
/// 8. the mark, the aim, waypoints
/// 9. the keyboard cursor
/// 10. a move outside of the turn
/// 11. the question that was answered before, or the selection in a question
/// 12. the recap, pictures that are being saved, the selection
/// 13. a replay, or a battle that is over
///
/// With nothing left it opens the pause menu. The rulebook and pinned cards take the key before all of these.
pub(crate) fn step_back(
    keys: ActionInput,
    mut state: ResMut<MenuState>,
    mut session: ResMut<Session>,
    (mut opponents, card): (ResMut<AiController>, Res<DecisionCardShown>),
    screen: Res<State<Screen>>,
    mut result: ShownResult,
) {
    if keys.just_pressed(InputAction::Help) && *screen.get() == Screen::Menu {
        state.help = !state.help;
    }
    if !keys.just_pressed(InputAction::Back) {
        return;
    }
    if *screen.get() == Screen::Lab {
        // The Lab handles `Back` itself.
    } else if state.help {
        state.help = false;
    } else if *screen.get() == Screen::Menu {
        state.page = match state.page {
            MenuPage::SkirmishOptions => MenuPage::Skirmish,
            _ => MenuPage::Start,
        };
        if state.page == MenuPage::Start {
            state.offer_way_back(None);
        }
    } else if session.paused {
        step_back_in_pause_menu(&mut state, &mut session);
    } else if session.help {
        session.help = false;
    } else if session.after_battle.take().is_some() {
        // The question is closed.
    } else if result.is_end_screen_open() && card.0 && opponents.close_card() {
        // The card in front of the end screen is closed.
    } else if result.step_back_on_end_screen(&mut session) {
        // The end screen is left.
    } else if session.open_menu.is_some() {
        // The list is closed, and leaves no aim behind that began with it.
        session.close_list();
    } else if card.0 && opponents.dismiss_card(&mut session) {
        // The card of advice or reasons is closed, with what was armed beside the advice; one that is not shown stays as it is.
    } else if session.ending.take().is_some() {
        // The question whether the phase ends is closed.
    } else if session.can_cancel() {
        session.cancel_last_choice();
    } else if session.cursor.take().is_some() {
        // The keyboard cursor is gone; the pointer takes over.
    } else if let Some(mover) = opponents.free_mover() {
        // First the unit that may move is selected again, then it does without the move.
        if session.selected == Some(mover) {
            result.decline_free_move();
        } else {
            select_unit(&mut session, mover);
        }
    } else if opponents.ai_side_to_act().is_none() && result.step_back_in_question(&mut session) {
        // The question is about the asked unit again, or is the one before.
    } else if !result.step_back_on_board(&mut session, opponents.ai_side_to_act().is_none()) {
        session.paused = true;
    }
}

/// Goes back to the first page of the pause menu, and from there to the battle.
fn step_back_in_pause_menu(state: &mut MenuState, session: &mut Session) {
    if state.pause == PausePage::Top {
        session.paused = false;
    }
    state.pause = PausePage::Top;
    state.surrendering_side = None;
}
