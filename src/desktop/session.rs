//! What the person at the screen is doing: selected unit, chosen action, hovered square. Never part of the fight.

use bevy::prelude::*;

use battle::{BarrierId, Order, SubAttack, UnitId};
use field::Cell;
use rules::FireMode;
use rules::turn_engine::timed_items::Timer;

/// The screens of the program.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Menu, settings, set-up.
    #[default]
    Menu,
    /// A fight.
    Battle,
    /// A scene that nobody fights in.
    Lab,
}

/// What a click on the board would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Move there; walking, running or sprinting as far as it takes.
    #[default]
    Move,
    /// Attack what is there.
    Attack {
        /// Number of the weapon.
        weapon: usize,
        /// How it is fired.
        mode: Option<FireMode>,
        /// How else it differs from the plain attack: key of one of the book's manners.
        manner: Option<&'static str>,
    },
    /// Do something that only the book knows to the unit that is there.
    SpecialAction {
        /// Key of the offer.
        key: &'static str,
    },
    /// Open or close what is there.
    Door,
    /// Pick up what lies there.
    PickUp,
    /// Throw or place an item that goes off by itself.
    PlaceItem {
        /// Number of the item.
        weapon: usize,
        /// When it goes off, where that is not preset.
        timer: Option<Timer>,
    },
}

/// What stands unfolded above the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenMenu {
    /// The menu of the button with this label.
    Group(String),
    /// All actions, with a field to search them.
    Search,
}

/// What the pointer or the keyboard cursor rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hover {
    /// The square.
    pub cell: Cell,
    /// The unit on it, conscious or not.
    pub unit: Option<UnitId>,
    /// The barrier segment closest to the pointer, in the square or on its edge.
    pub barrier: Option<BarrierId>,
}

/// Selection and intent. Panels and board read and write it; it never reaches the rules but as an order.
#[derive(Resource, Clone, Debug, Default)]
pub struct Session {
    /// The unit the inspector shows and orders go to.
    pub selected: Option<UnitId>,
    /// What a click would do.
    pub intent: Intent,
    /// What is hovered, whether by pointer or by keyboard cursor.
    pub hover: Option<Hover>,
    /// Square of the keyboard cursor, once it was used; the pointer takes over when it moves.
    pub cursor: Option<Cell>,
    /// A first click or Enter marked this square; the second one confirms.
    pub marked: Option<Cell>,
    /// A unit that is dragged to another square while units are placed.
    pub dragged_unit: Option<UnitId>,
    /// Orders to give, in turn.
    pub orders: Vec<Order>,
    /// Take the last order back.
    pub undo: bool,
    /// Bring this square into view.
    pub look_at: Option<Cell>,
    /// A unit that a panel points at: outlined on the board.
    pub highlighted_unit: Option<UnitId>,
    /// The last refusal or report, and when it was shown.
    pub notice: Option<(String, f64)>,
    /// Moves slip past opponents. `SS-INTC-14`.
    pub evade: bool,
    /// Attacks that are chosen one by one and made together; nothing while every click attacks. `SS-MULTI-01`.
    pub multiple_attacks: Option<Vec<SubAttack>>,
    /// What stands unfolded above the action bar.
    pub open_menu: Option<OpenMenu>,
    /// The action bar's keyboard help is open.
    pub help: bool,
    /// Orders given before the player at the screen last left it: the log marks what came since.
    pub since: Option<usize>,
    /// The pause menu is open.
    pub paused: bool,
}

impl Session {
    /// Takes back the last thing that was begun and not ordered: a mark, an aim, attacks to be made together.
    pub fn cancel_last_choice(&mut self) {
        if self.marked.take().is_none() {
            if self.intent != Intent::Move {
                self.intent = Intent::Move;
            } else {
                self.multiple_attacks = None;
            }
        }
    }

    /// Whether there is something of the kind.
    pub fn can_cancel(&self) -> bool {
        self.marked.is_some() || self.intent != Intent::Move || self.multiple_attacks.is_some()
    }
}
