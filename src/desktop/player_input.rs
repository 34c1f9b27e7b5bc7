//! What the player requests: orders, undo, and a look at a square, as messages.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::app_commands::AppCommand;
use crate::fast_forward::FastForwardRequest;
use crate::free_move::DeclineFreeMove;
use crate::rulebook::OpenRulebook;
use crate::session::Session;
use crate::undo::{JointOrders, RedoOrder, ResetTurn, UndoneOrders};
use battle::Order;
use model::Cell;

/// An order that the player gives.
#[derive(Message, Clone, Debug)]
pub(crate) struct GiveOrder(pub Order);

/// A request to undo the last order.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct UndoOrder;

/// A request to scroll a square into view.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct ShowCell(pub Cell);

/// A request to show on the board what happened from a record of the history on, with pauses in seconds after some records.
#[derive(Message, Clone, Debug)]
pub(crate) struct ReplayRecords {
    pub first: usize,
    pub pauses: Vec<(usize, f32)>,
}

/// A request to show the present state of the board in place of earlier events.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct StopReplayedRecords;

/// A request to remember the part of the map that is shown, before a moment is watched again, or to show it again.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchedView {
    Remember,
    Return,
}

/// Selection and intent, with everything that the player can request.
#[derive(SystemParam)]
pub(crate) struct PlayerInput<'w> {
    /// Selection and intent.
    pub session: ResMut<'w, Session>,
    orders: MessageWriter<'w, GiveOrder>,
    undo: MessageWriter<'w, UndoOrder>,
    redo: MessageWriter<'w, RedoOrder>,
    reset: MessageWriter<'w, ResetTurn>,
    cells: MessageWriter<'w, ShowCell>,
    replays: MessageWriter<'w, ReplayRecords>,
    replay_stops: MessageWriter<'w, StopReplayedRecords>,
    views: MessageWriter<'w, WatchedView>,
    rulebook: MessageWriter<'w, OpenRulebook>,
    fast_forward: MessageWriter<'w, FastForwardRequest>,
    declined: MessageWriter<'w, DeclineFreeMove>,
    /// The orders that can be given again.
    pub undone: Res<'w, UndoneOrders>,
    /// Sends commands that concern the whole battle.
    pub commands: MessageWriter<'w, AppCommand>,
}

impl PlayerInput<'_> {
    /// Gives an order.
    pub fn give_order(&mut self, order: Order) {
        self.orders.write(GiveOrder(order));
    }

    /// Undoes the last order.
    pub fn undo_order(&mut self) {
        self.undo.write(UndoOrder);
    }

    /// Gives the last undone orders again.
    pub fn redo_order(&mut self) {
        self.redo.write(RedoOrder);
    }

    /// Undoes every order of the acting unit's phase.
    pub fn reset_turn(&mut self) {
        self.reset.write(ResetTurn);
    }

    /// Scrolls a square into view.
    pub fn show_cell(&mut self, cell: Cell) {
        self.cells.write(ShowCell(cell));
    }

    /// Shows on the board what happened from a record of the history on, with pauses in seconds after some records.
    pub fn replay_records(&mut self, first: usize, pauses: Vec<(usize, f32)>) {
        self.replays.write(ReplayRecords { first, pauses });
    }

    /// Shows the present state of the board in place of earlier events.
    pub fn stop_replayed_records(&mut self) {
        self.replay_stops.write(StopReplayedRecords);
    }

    /// Remembers the part of the map that is shown, or shows it again.
    pub fn keep_view(&mut self, request: WatchedView) {
        self.views.write(request);
    }

    /// Opens the rulebook where it was left.
    pub fn open_rulebook(&mut self) {
        self.rulebook.write(OpenRulebook::default());
    }

    /// Does without the move that a unit may make outside of its turn.
    pub fn decline_free_move(&mut self) {
        self.declined.write(DeclineFreeMove);
    }

    /// Speeds the turn of the AI up, or skips the rest of it.
    pub fn fast_forward(&mut self, request: FastForwardRequest) {
        self.fast_forward.write(request);
    }

    /// Sends a command that concerns the whole battle.
    pub fn send_command(&mut self, command: AppCommand) {
        self.commands.write(command);
    }
}

/// Registers the session and the messages of the player.
pub(crate) struct PlayerInputPlugin;

impl Plugin for PlayerInputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Session>()
            .add_message::<GiveOrder>()
            .add_message::<UndoOrder>()
            .add_message::<RedoOrder>()
            .add_message::<ResetTurn>()
            .init_resource::<UndoneOrders>()
            .init_resource::<JointOrders>()
            .add_message::<ShowCell>()
            .add_message::<ReplayRecords>()
            .add_message::<StopReplayedRecords>()
            .add_message::<WatchedView>()
            .add_message::<FastForwardRequest>()
            .add_message::<DeclineFreeMove>();
    }
}

/// Replaces the session, and drops the requests that were made in the previous one.
pub(crate) fn replace_session(world: &mut World, session: Session) {
    world.insert_resource(session);
    world.resource_mut::<Messages<GiveOrder>>().clear();
    world.resource_mut::<Messages<UndoOrder>>().clear();
    world.resource_mut::<Messages<RedoOrder>>().clear();
    world.resource_mut::<Messages<ResetTurn>>().clear();
    world.resource_mut::<Messages<ShowCell>>().clear();
}

/// Takes the messages that no one has taken yet, for an exclusive system that is their only reader.
pub(crate) fn take_messages<M: Message>(world: &mut World) -> Vec<M> {
    world.resource_mut::<Messages<M>>().drain().collect()
}
