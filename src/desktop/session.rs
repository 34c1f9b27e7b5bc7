//! UI state of the player: selected unit, chosen action, hovered square. Never part of the battle.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::attack_forecast::WeaponChoice;
use crate::panel::action_bar::slots::ActionSlot;
use crate::panel::end_screen::question::AfterBattleStep;
use battle::{Order, SubAttack};
use model::{BarrierId, Cell, ObstaclePosition, UnitId};
use rules::FireMode;
use rules::turn_engine::timed_items::Timer;

/// The screens of the program.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Menu, settings, deployment of a skirmish.
    #[default]
    Menu,
    /// A battle.
    Battle,
    /// A Lab scene.
    Lab,
}

/// What a click on the board would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Move there, at the slowest pace that reaches it.
    #[default]
    Move,
    /// Attack what is there.
    Attack {
        /// Index of the weapon.
        weapon: usize,
        /// Fire mode.
        mode: Option<FireMode>,
        /// Key of the attack type; `None` for a normal attack.
        option: Option<&'static str>,
    },
    /// Perform a special action of the rulebook on the unit there.
    SpecialAction {
        /// Key of the special action.
        key: &'static str,
    },
    /// Open or close the door there.
    Door,
    /// Pick up the item there.
    PickUp,
    /// Throw or place an armed item.
    PlaceItem {
        /// Index of the item.
        weapon: usize,
        /// When it detonates, unless preset.
        timer: Option<Timer>,
    },
}

/// The menu open above the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenMenu {
    /// The menu of the button with this label.
    Group(String),
    /// All actions, with a search field.
    Search,
}

/// What the pointer or the keyboard cursor is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hover {
    /// The square.
    pub cell: Cell,
    /// The unit on it, conscious or not.
    pub unit: Option<UnitId>,
    /// The barrier segment closest to the pointer, in the square or on its edge.
    pub barrier: Option<BarrierId>,
}

/// A click that takes one more click, because it does nothing good or costs something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClickWarning {
    /// The square.
    pub cell: Cell,
    /// Why, and what one more click does.
    pub text: String,
}

/// A click on a square that came while the board was showing what has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedClick {
    /// The unit that acted then: the click is meant for it.
    pub acting: Option<UnitId>,
    /// What was clicked.
    pub hover: Hover,
    /// The click adds a waypoint.
    pub adds_waypoint: bool,
}

/// Selection and intent. Panels and board read and write it; it reaches the rules only as orders.
#[derive(Resource, Clone, Debug, Default)]
pub struct Session {
    /// The unit shown in the inspector, which receives orders.
    pub selected: Option<UnitId>,
    /// What a click would do.
    pub intent: Intent,
    /// Weapon and fire mode that the player chose last for a unit: its attacks are aimed with them while they can be used.
    pub preferred_attacks: BTreeMap<UnitId, WeaponChoice>,
    /// The weapon that is not in hand and that the player has clicked for a unit: cards show what it would do.
    pub previewed_weapon: Option<(UnitId, usize)>,
    /// Weapon and fire mode of the last attack of each unit: the next one is made with them too, unless others are much better.
    pub last_attacks: BTreeMap<UnitId, WeaponChoice>,
    /// What is hovered, by pointer or keyboard cursor.
    pub hover: Option<Hover>,
    /// What was hovered when a prompt opened: its card stays closed until something else is hovered.
    pub closed_card: Option<Hover>,
    /// Square of the keyboard cursor, once it is used; the pointer takes over when it moves.
    pub cursor: Option<Cell>,
    /// The square marked by a first click or Enter; the second one confirms.
    pub marked: Option<Cell>,
    /// The squares over which the next move leads, in order.
    pub waypoints: Vec<Cell>,
    /// The unit that waits with a question before each later unit; others wait until the next enemy has acted. `SS-DELAY-05`.
    pub asks_while_waiting: Option<UnitId>,
    /// What the last click did not do yet: the next one on the same square does it.
    pub warned: Option<ClickWarning>,
    /// The attack of the click that has replaced an announced one: it is made once the question how that is paid is answered.
    pub attack_once_replaced: Option<Order>,
    /// The target of an announcement that was chosen on the board and clicked again.
    pub confirmed_target: Option<UnitId>,
    /// The click that acts once the board has shown everything.
    pub awaited_click: Option<AwaitedClick>,
    /// The pointer and the cursor rest since a turn began, a prompt was answered or a list above them closed: what is
    /// hovered was not chosen since, and a click or Enter there orders no move.
    pub rests: bool,
    /// The pointer has moved since it came to rest, though not far enough to end the rest, or the player has aimed with a key: the card
    /// of a unit opens.
    pub stirs: bool,
    /// The square of the last attack, until something else is hovered: a click that came too late is no move.
    pub attacked: Option<Cell>,
    /// The square of the last attack that was refused, until something else is hovered: Enter there goes on to a possible
    /// target.
    pub refused: Option<Cell>,
    /// The unit dragged to another square during deployment.
    pub dragged_unit: Option<UnitId>,
    /// The unit that a panel highlights on the board.
    pub highlighted_unit: Option<UnitId>,
    /// The square, or the door or other barrier, that a panel highlights on the board.
    pub highlighted_place: Option<ObstaclePosition>,
    /// The records that the board shows again: those of a line of the log, or of a step of the recap.
    pub shown_records: Option<std::ops::Range<usize>>,
    /// The record of the history whose line the log is to show next.
    pub sought_record: Option<usize>,
    /// The last error or report, and when it was shown.
    pub notice: Option<(String, f64)>,
    /// Moves evade opponents. `SS-INTC-14`.
    pub evade: bool,
    /// The attacks of a multi-attack being chosen; `None` while every click attacks. `SS-MULTI-01`.
    pub multiple_attacks: Option<Vec<SubAttack>>,
    /// The menu open above the action bar.
    pub open_menu: Option<OpenMenu>,
    /// Opening the list of attacks has begun the aim: closing it ends the aim.
    pub list_aims: bool,
    /// The unit whose end of phase awaits confirmation, because it has AP left.
    pub ending: Option<UnitId>,
    /// The step after the battle that awaits confirmation.
    pub(crate) after_battle: Option<AfterBattleStep>,
    /// The help overlay is open.
    pub help: bool,
    /// Number of orders when the current player last left the screen: the log marks later ones as new.
    pub since: Option<usize>,
    /// The pause menu is open.
    pub paused: bool,
}

impl Session {
    /// Cancels the last choice that was not ordered yet: a mark, an aim, a multi-attack, a waypoint.
    pub fn cancel_last_choice(&mut self) {
        if self.previewed_weapon.take().is_some() {
            return;
        }
        let had_offer = self.warned.take().is_some();
        if self.marked.take().is_none() {
            if had_offer && self.intent == Intent::Move {
                return; // the first click offered something
            }
            if self.intent != Intent::Move {
                if let Some(unit) = self.selected {
                    self.preferred_attacks.remove(&unit);
                }
                self.intent = Intent::Move;
            } else if self.multiple_attacks.take().is_none() {
                self.waypoints.pop();
            }
        }
    }

    /// Removes the last waypoint of the move that is being chosen; returns whether there was one.
    pub fn remove_waypoint(&mut self) -> bool {
        let removes = self.intent == Intent::Move && self.waypoints.pop().is_some();
        if removes {
            (self.marked, self.warned) = (None, None);
        }
        removes
    }

    /// Closes the card of the hovered square until the pointer moves, unless the second click on a marked square is still to
    /// come.
    pub fn close_hovered_card(&mut self) {
        if self.marked.is_none() && self.cursor.is_none() {
            self.rest_pointer();
            self.closed_card = self.hover;
        }
    }

    /// Lets the pointer rest from now on: what is under it was not meant for what comes.
    pub fn rest_pointer(&mut self) {
        (self.rests, self.stirs) = (true, false);
    }

    /// Opens the card of what is hovered also where the pointer rests: the aim that was chosen now is about it.
    fn open_hovered_card(&mut self) {
        self.stirs = true;
        self.closed_card = None;
    }

    /// Whether the card of what is hovered stays closed while the pointer rests. The card of a unit, and of what is aimed at, opens as
    /// soon as the pointer moves at all, or an aim is chosen; a square stays without one until a click there would be obeyed. What was
    /// clicked is meant.
    pub fn keeps_card_closed(&self) -> bool {
        let is_target = self.intent != Intent::Move || self.hover.is_some_and(|hover| hover.unit.is_some());
        self.offers_no_move() && !(self.stirs && is_target)
    }

    /// Whether a first click was made: what was clicked is meant.
    fn is_clicked(&self) -> bool {
        self.marked.is_some() || self.warned.is_some()
    }

    /// Whether a move to the hovered square is not offered: the pointer only rests there, and a click would not order it.
    pub fn offers_no_move(&self) -> bool {
        self.rests && !self.is_clicked()
    }

    /// Returns what is hovered, unless its card is closed: nothing else on the board speaks of it then.
    pub fn shown_hover(&self) -> Option<Hover> {
        self.hover.filter(|hover| self.closed_card != Some(*hover))
    }

    /// Drops the waypoints: the move was ordered or given up, or something else was ordered.
    pub fn drop_waypoints(&mut self) {
        self.waypoints.clear();
    }

    /// Whether the player was warned of a click on a square.
    pub fn is_warned_of(&self, cell: Cell) -> bool {
        self.warned.as_ref().is_some_and(|warning| warning.cell == cell)
    }

    /// Returns the warning that the next click would pass over; `None` while another square is marked.
    pub fn present_warning(&self) -> Option<&ClickWarning> {
        self.warned.as_ref().filter(|warning| self.marked.is_none_or(|marked| marked == warning.cell))
    }

    /// Chooses what a click does. Another attack keeps the marked target; any other choice drops the mark. A warning of the
    /// choice before is void. An aim opens the card of what is hovered.
    pub fn choose_intent(&mut self, intent: Intent) {
        (self.warned, self.previewed_weapon) = (None, None);
        self.drop_waypoints();
        let keeps = matches!((self.intent, intent), (Intent::Attack { .. }, Intent::Attack { .. }));
        if !keeps {
            self.marked = None;
        }
        self.intent = intent;
        if intent != Intent::Move {
            self.open_hovered_card();
        }
    }

    /// Closes the open list. An aim that began with it ends as well; of another one, the mark is dropped.
    pub fn close_list(&mut self) {
        self.leave_listed_aim();
        self.open_menu = None;
        (self.marked, self.warned) = (None, None);
    }

    /// Whether the open list is that of attacks, or one in it.
    fn is_attack_list_open(&self) -> bool {
        let Some(OpenMenu::Group(list)) = &self.open_menu else { return false };
        ActionSlot::ALL.iter().all(|slot| *slot == ActionSlot::Attack || slot.label() != list)
    }

    /// Whether closing the open list ends the aim: it began with that list. The aim of a multi-attack stays, as its choice does.
    pub fn ends_aim_with_list(&self) -> bool {
        self.list_aims && self.multiple_attacks.is_none() && self.is_attack_list_open()
    }

    /// Ends an aim that began with the list of attacks.
    pub fn leave_listed_aim(&mut self) {
        if self.ends_aim_with_list() && matches!(self.intent, Intent::Attack { .. }) {
            self.choose_intent(Intent::Move);
        }
    }

    /// Chooses what a click does for a unit. An ordinary attack stays the choice for its later attacks.
    pub fn prefer_intent(&mut self, unit: Option<UnitId>, intent: Intent) {
        if let (Some(unit), Intent::Attack { weapon, mode, option: None }) = (unit, intent) {
            self.preferred_attacks.insert(unit, (weapon, mode));
        }
        self.choose_intent(intent);
    }

    /// Returns the weapon and fire mode that the player chose last for a unit.
    pub fn preferred_attack(&self, unit: UnitId) -> Option<WeaponChoice> {
        self.preferred_attacks.get(&unit).copied()
    }

    /// Returns the weapon and fire mode that the player chose last for a unit, else those of its last attack.
    pub fn usual_attack(&self, unit: UnitId) -> Option<WeaponChoice> {
        self.preferred_attack(unit).or_else(|| self.last_attacks.get(&unit).copied())
    }

    /// Whether Enter takes a row of the open list of the action bar. In the list of attacks and those in it, it makes the attack that
    /// is aimed, if there is one.
    pub fn confirms_list_row(&self) -> bool {
        let aims = matches!(self.intent, Intent::Attack { .. });
        matches!(self.open_menu, Some(OpenMenu::Group(_))) && !(aims && self.is_attack_list_open())
    }

    /// Whether Enter acts on something in front of advice and board: the question whether the turn ends, or a row of an open list.
    pub fn takes_confirm(&self) -> bool {
        self.ending.is_some() || self.confirms_list_row()
    }

    /// Whether the pause menu or the help lies over the board: no key gives an order behind it.
    pub const fn is_covered(&self) -> bool {
        self.paused || self.help
    }

    /// Whether there is a choice to cancel.
    pub fn can_cancel(&self) -> bool {
        self.marked.is_some()
            || self.warned.is_some()
            || self.previewed_weapon.is_some()
            || self.intent != Intent::Move
            || self.multiple_attacks.is_some()
            || !self.waypoints.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_weapon_stays_chosen_until_it_is_cancelled() {
        let attack = |weapon| Intent::Attack { weapon, mode: None, option: None };
        let unit = UnitId(3);
        let mut session = Session { selected: Some(unit), ..Session::default() };
        session.prefer_intent(Some(unit), attack(1));
        session.intent = Intent::Move; // a run
        assert_eq!(session.preferred_attack(unit), Some((1, None)));
        session.choose_intent(attack(0));
        assert_eq!(session.preferred_attack(unit), Some((1, None)), "a suggestion is no choice");
        session.last_attacks.insert(unit, (2, None));
        assert_eq!(session.usual_attack(unit), Some((1, None)), "what was chosen comes first");
        session.cancel_last_choice();
        assert_eq!(session.preferred_attack(unit), None);
        assert_eq!(session.usual_attack(unit), Some((2, None)));
    }

    #[test]
    fn enter_takes_a_row_of_a_list_unless_it_makes_the_aimed_attack() {
        let takes = |list: &str, intent| {
            let open_menu = Some(OpenMenu::Group(list.to_owned()));
            Session { open_menu, intent, ..Session::default() }.confirms_list_row()
        };
        let aim = Intent::Attack { weapon: 0, mode: None, option: None };
        assert!(takes("Attack", Intent::Move) && takes("Item", Intent::Move) && takes("Item", aim));
        assert!(!takes("Attack", aim) && !takes("Called shot", aim), "the attack is made");
        assert!(!Session::default().confirms_list_row(), "no list is open");
    }

    #[test]
    fn closing_a_list_of_attacks_ends_the_aim_that_began_with_it() {
        let aim = Intent::Attack { weapon: 0, mode: None, option: None };
        let left = |list: &str, list_aims, multiple_attacks| {
            let open_menu = Some(OpenMenu::Group(list.to_owned()));
            let mut session =
                Session { intent: aim, open_menu, list_aims, multiple_attacks, ..Session::default() };
            let ends = session.ends_aim_with_list();
            session.close_list();
            assert_eq!((session.open_menu, ends), (None, session.intent == Intent::Move), "{list}");
            session.intent
        };
        assert_eq!(left("Attack", true, None), Intent::Move);
        assert_eq!(left("Called shot", true, None), Intent::Move, "a list in that of attacks");
        assert_eq!(left("Attack", false, None), aim, "it was aimed before");
        assert_eq!(left("Defend", true, None), aim, "another list");
        assert_eq!(left("Attack", true, Some(Vec::new())), aim, "the next attack of several is being chosen");
    }

    #[test]
    fn enter_is_taken_by_the_question_or_list_in_front_of_advice() {
        assert!(!Session::default().takes_confirm());
        assert!(Session { ending: Some(UnitId(3)), ..Session::default() }.takes_confirm());
        let open_menu = Some(OpenMenu::Group("Item".to_owned()));
        assert!(Session { open_menu, ..Session::default() }.takes_confirm());
    }

    #[test]
    fn the_card_of_a_unit_opens_as_soon_as_a_resting_pointer_moves() {
        let at = |unit| Some(Hover { cell: Cell::new(3, 2), unit, barrier: None });
        let mut session = Session { hover: at(Some(UnitId(7))), ..Session::default() };
        session.close_hovered_card();
        assert!(session.keeps_card_closed());
        assert_eq!(session.shown_hover(), None, "neither card nor line");
        session.stirs = true;
        assert!(!session.keeps_card_closed() && session.rests, "a click still moves no unit");
        session.stirs = false;
        session.marked = Some(Cell::new(3, 2));
        assert!(!session.keeps_card_closed(), "the first click has aimed");
        (session.marked, session.stirs) = (None, true);
        session.hover = at(None);
        assert!(session.keeps_card_closed(), "a card would offer a move that a click does not order");
        session.hover = at(Some(UnitId(7)));
        session.rest_pointer();
        assert!(session.keeps_card_closed(), "the next turn has begun");
        session.closed_card = None;
        assert_eq!(session.shown_hover(), session.hover);
    }

    #[test]
    fn an_aim_that_is_chosen_with_a_key_opens_the_card_below_a_resting_pointer() {
        let at = |unit| Some(Hover { cell: Cell::new(3, 2), unit, barrier: None });
        let attack = |weapon| Intent::Attack { weapon, mode: None, option: None };
        for hover in [at(Some(UnitId(7))), at(None)] {
            let mut session = Session { hover, ..Session::default() };
            session.close_hovered_card();
            session.choose_intent(Intent::Move);
            assert_eq!(session.shown_hover(), None, "a turn has begun");
            session.choose_intent(attack(1));
            assert_eq!((session.shown_hover(), session.keeps_card_closed()), (hover, false));
            assert!(session.rests && session.offers_no_move(), "a click there still moves no unit");
        }
    }

    #[test]
    fn the_preview_of_a_stowed_weapon_ends_with_the_next_choice() {
        let mut session = Session { previewed_weapon: Some((UnitId(3), 1)), ..Session::default() };
        assert!(session.can_cancel());
        session.cancel_last_choice();
        assert_eq!((session.previewed_weapon, session.can_cancel()), (None, false));
        session.previewed_weapon = Some((UnitId(3), 1));
        session.choose_intent(Intent::Move);
        assert_eq!(session.previewed_weapon, None);
    }

    #[test]
    fn waypoints_are_removed_one_by_one_and_dropped_by_another_choice() {
        let cells = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)];
        let mut session = Session { waypoints: cells.to_vec(), ..Session::default() };
        session.marked = Some(Cell::new(4, 1));
        session.cancel_last_choice();
        assert_eq!((session.marked, session.waypoints.len()), (None, 3), "the mark came last");
        session.cancel_last_choice();
        assert!(session.remove_waypoint() && session.can_cancel());
        assert_eq!(session.waypoints, [cells[0]]);
        session.choose_intent(Intent::Door);
        assert!(session.waypoints.is_empty() && !session.remove_waypoint());
    }

    #[test]
    fn another_attack_keeps_the_marked_target() {
        let attack = |weapon| Intent::Attack { weapon, mode: None, option: None };
        let cell = Cell::new(3, 4);
        let mut session = Session { intent: attack(0), marked: Some(cell), ..Session::default() };
        session.choose_intent(attack(1));
        assert_eq!((session.intent, session.marked), (attack(1), Some(cell)));
        session.warned = Some(ClickWarning { cell, text: "It cannot harm.".to_owned() });
        assert!(session.is_warned_of(cell) && session.present_warning().is_some());
        session.marked = Some(Cell::new(0, 0));
        assert!(session.present_warning().is_none(), "another square is aimed at");
        session.marked = Some(cell);
        session.choose_intent(Intent::Move);
        assert_eq!((session.intent, session.marked, &session.warned), (Intent::Move, None, &None));
        session.marked = Some(cell);
        session.choose_intent(attack(1));
        assert_eq!(session.marked, None, "the end of a path is no target");
    }
}
