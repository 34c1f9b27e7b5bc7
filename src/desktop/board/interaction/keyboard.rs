//! Keyboard input of the board: cursor, confirmation, selection. The selection follows the acting unit.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::board_actions::is_move_click;
use super::board_click::BoardClicks;
use super::left_pointer::LeftPointer;
use super::square_aim::best_square;
use super::{board_actions, target_cycle};
use crate::ai_players::AiController;
use crate::attack_ranking::AttackRanking;
use crate::board::animation::BoardAnimation;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::replay::ReplayPlayback;
use crate::session::{Hover, Intent, OpenMenu, Session};
use battle::{BattleView, History, Target};
use model::{Cell, Direction, UnitId};

/// Seconds until a held arrow key repeats, and between repetitions.
const KEY_REPEAT: (f32, f32) = (0.3, 0.07);

/// Cursor keys and their directions.
const CURSOR_KEYS: [(InputAction, Direction); 4] = [
    (InputAction::CursorNorth, Direction::North),
    (InputAction::CursorEast, Direction::East),
    (InputAction::CursorSouth, Direction::South),
    (InputAction::CursorWest, Direction::West),
];

/// Whether a key moves the cursor: while a person is asked, those for up and down choose among the answers.
fn moves_cursor(command: InputAction, asks_person: bool) -> bool {
    !asks_person || !matches!(command, InputAction::CursorNorth | InputAction::CursorSouth)
}

/// Moves the cursor.
pub(crate) fn move_cursor_by_keys(
    mut player: PlayerInput,
    keys: ActionInput,
    view: BattleView,
    (opponents, replay): (Res<AiController>, Option<Res<ReplayPlayback>>),
    (time, mut redraw): (Res<Time<Real>>, MessageWriter<RequestRedraw>),
    mut held: Local<f32>,
) {
    // The answers of the AI and those of a replay are not given by keys.
    let is_watched = opponents.ai_side_to_act().is_some() || replay.is_some();
    let asks_person = view.open_prompt().is_some() && !is_watched;
    let directions = CURSOR_KEYS.into_iter().filter(|(command, _)| moves_cursor(*command, asks_person));
    if player.session.is_covered() || !is_step_due(&keys, directions.clone(), &time, &mut redraw, &mut held) {
        return;
    }
    let held_directions = directions.filter(|(command, _)| keys.is_held(*command));
    move_cursor(&mut player, &view, held_directions.map(|(_, direction)| direction));
}

/// Handles the other keys of the board, and the click that was made while it was busy.
pub(crate) fn handle_board_keys(
    mut player: PlayerInput,
    mut clicks: BoardClicks,
    keys: ActionInput,
    history: Res<History>,
    mut phase: Local<FollowedPhase>,
) {
    follow_phase(&mut player, &clicks.view, &clicks.animation, &mut phase);
    drop_stale_aim(&mut player.session, &clicks.view);
    end_aim_after_move(&mut player.session, &clicks.view, &mut phase.place);
    let orders = (history.records().len(), clicks.view.round().acting());
    let is_left = phase.left.follow(&player.session, orders);
    close_card_at_prompt(&mut player.session, &clicks.view, &mut phase.asked, is_left);
    close_card_at_phase(&mut player.session, &mut phase.rests);
    rest_below_closed_list(&mut player.session, &clicks.view, &mut phase.list);
    if player.session.is_covered() {
        if player.session.awaited_click.is_some() {
            player.session.awaited_click = None;
        }
        return;
    }
    clicks.act_on_awaited_click(&mut player);
    // Keys that choose act on the question in front, not on the board behind it.
    if player.session.ending.is_none() {
        cycle_by_keys(&mut player, &keys, &clicks.view, clicks.aimed.ranking());
        jump_to_enemy(&mut player, &keys, &clicks.view, (clicks.aimed.ranking(), clicks.now()));
    }
    if keys.just_pressed(InputAction::Confirm) {
        confirm_by_key(&mut player, &mut clicks);
    }
    if keys.just_pressed(InputAction::Waypoint)
        && let Some(hover) = player.session.hover
        && clicks.takes_waypoint(&player.session, hover)
    {
        clicks.click_waypoint(&mut player, hover);
    }
}

/// Handles Enter: it answers an open question first, and shows at once what led to it; then it takes a row of an open list, which
/// the action bar does; then it gives the order of the advice that is shown. With an aim it never walks: it attacks the marked target
/// wherever the pointer is, and on an enemy whose attack was refused it aims at one that can be attacked, if there is one. Above the
/// list of attacks it aims at the listed enemy, or at the best square near it.
fn confirm_by_key(player: &mut PlayerInput, clicks: &mut BoardClicks) {
    if clicks.view.open_prompt().is_some() || player.session.ending.is_some() {
        clicks.show_rest();
        return;
    }
    if player.session.confirms_list_row() {
        return;
    }
    if let Some(order) = clicks.advised_order() {
        player.give_order(order);
        return;
    }
    let aims = matches!(player.session.intent, Intent::Attack { .. });
    let hover = player.session.hover;
    // Where nothing can be attacked, the enemy that the list of attacks names.
    let listed = clicks.aimed.ranking().filter(|_| aims).and_then(|ranking| clicks.view.unit(ranking.target));
    let listed = listed.map(|target| target.cell());
    let goes_on = |hover: &Hover| {
        let was_refused = player.session.refused == Some(hover.cell) && clicks.aimed.is_refused();
        was_refused && listed.is_some_and(|cell| cell != hover.cell)
    };
    // What lies below the list of attacks was not pointed at.
    let has_list = matches!(player.session.open_menu, Some(OpenMenu::Group(_)));
    let is_below_list = |hover: &Hover| {
        let is_floor = hover.unit.is_none() && hover.barrier.is_none();
        has_list && is_floor && player.session.marked != Some(hover.cell)
    };
    let is_click = |hover: &Hover| {
        let moves = is_move_click(&clicks.view, &player.session, *hover);
        !(aims && (moves || is_below_list(hover) || goes_on(hover)))
    };
    if let Some(hover) = hover.filter(is_click) {
        clicks.click(player, hover);
    } else if let Some(aimed) = aimed_target(player, clicks) {
        clicks.click(player, aimed);
    } else if let Some(cell) = square_near(&player.session, &clicks.view, listed) {
        player.session.open_menu = None;
        aim_at_cell(player, cell);
    } else if let Some(cell) = listed {
        aim_at_cell(player, cell);
    } else if aims {
        player.session.open_menu = None;
        player.session.notice = Some((CHOOSE_TARGET.to_owned(), clicks.now()));
    }
}

/// What Enter says with an aim where no enemy is known that it could be aimed at.
const CHOOSE_TARGET: &str = "No enemy to aim at is known: choose a target on the board.";

/// Returns the square at which a weapon that detonates on squares is aimed while nothing is marked and it cannot be aimed at the listed
/// enemy itself; `None` for other aims.
fn square_near(session: &Session, view: &BattleView, listed: Option<Cell>) -> Option<Cell> {
    let cell = listed.filter(|_| session.marked.is_none())?;
    let unit = view.unit(view.round().acting()?)?;
    let enemy = view.target_at(&unit, cell).map(|enemy| *enemy.id);
    let is_possible = enemy.is_some_and(|enemy| target_cycle::can_attack(view, &unit, session.intent, enemy));
    if is_possible { None } else { best_square(view, &unit, session.intent, cell) }
}

/// Returns the enemy that an attack is aimed at, while the pointer is on nothing else that it could hit.
fn aimed_target(player: &PlayerInput, clicks: &BoardClicks) -> Option<Hover> {
    let cell = player.session.marked?;
    let query = clicks.aimed.query().filter(|_| matches!(player.session.intent, Intent::Attack { .. }))?;
    let attacker = clicks.view.unit(query.attacker)?;
    let unit = clicks.view.target_at(&attacker, cell).map(|unit| *unit.id)?;
    (query.target == Target::Unit(unit)).then_some(Hover { cell, unit: Some(unit), barrier: None })
}

/// Ends the aim of the selected unit once it stands on another square.
fn end_aim_after_move(session: &mut Session, view: &BattleView, place: &mut Option<(UnitId, Cell)>) {
    let now = session.selected.and_then(|id| Some((id, view.unit(id)?.cell())));
    if *place == now {
        return;
    }
    let has_moved = place.zip(now).is_some_and(|(before, now)| before.0 == now.0);
    *place = now;
    if has_moved && session.marked.is_some() && matches!(session.intent, Intent::Attack { .. }) {
        (session.marked, session.warned) = (None, None);
    }
}

/// Closes the card of the hovered square when a prompt opens, until something else is pointed at. One of a square where the pointer was
/// left, as `LeftPointer` says, stays closed too.
fn close_card_at_prompt(session: &mut Session, view: &BattleView, asked: &mut bool, is_left: bool) {
    let asks = view.open_prompt().is_some();
    if asks && !*asked {
        session.cursor = None;
        session.closed_card = session.hover;
    }
    if is_left && session.closed_card != session.hover {
        session.closed_card = session.hover;
    }
    let stays = (asks || is_left || session.keeps_card_closed()) && session.closed_card == session.hover;
    if session.closed_card.is_some() && !stays {
        session.closed_card = None;
    }
    if *asked != asks {
        *asked = asks;
        // The key or click that answered was not meant for the square behind the question.
        if !asks {
            session.rest_pointer();
        }
    }
}

/// Keeps the card of the hovered square closed from the begin of a phase until the pointer or the cursor moves, also where the view
/// glides below a resting pointer: the card is about what the unit before could do, and would cover the board of this one.
fn close_card_at_phase(session: &mut Session, rests: &mut bool) {
    *rests &= session.rests && session.cursor.is_none();
    if *rests && session.keeps_card_closed() && session.closed_card != session.hover {
        session.closed_card = session.hover;
    }
}

/// Lets the pointer rest where a list above the board has just closed, and closes the card of a move to the square below:
/// the click was meant for the list.
fn rest_below_closed_list(session: &mut Session, view: &BattleView, list: &mut ListOverBoard) {
    *list = match *list {
        _ if session.open_menu.is_some() => match session.hover {
            Some(_) => ListOverBoard::Aside,
            None => ListOverBoard::UnderPointer,
        },
        ListOverBoard::UnderPointer => {
            session.rest_pointer();
            ListOverBoard::Closed
        }
        ListOverBoard::Closed if session.rests && session.cursor.is_none() => ListOverBoard::Closed,
        ListOverBoard::Closed | ListOverBoard::Aside => ListOverBoard::Aside,
    };
    let below = session.hover.filter(|_| *list == ListOverBoard::Closed && session.keeps_card_closed());
    if let Some(hover) = below.filter(|hover| is_move_click(view, session, *hover)) {
        session.closed_card = Some(hover);
    }
}

/// Where the pointer is to a list above the board.
#[derive(Clone, Copy, Default, PartialEq)]
enum ListOverBoard {
    /// No list is under it.
    #[default]
    Aside,
    /// A list is open, and no square is hovered.
    UnderPointer,
    /// That list is closed, and the pointer still rests there.
    Closed,
}

/// Points at a square and marks it as the target.
fn aim_at_cell(player: &mut PlayerInput, cell: Cell) {
    player.session.cursor = Some(cell);
    player.session.marked = Some(cell);
    player.session.rests = false;
    player.show_cell(cell);
}

/// Cycles units, targets while aiming, and visible enemies.
fn cycle_by_keys(
    player: &mut PlayerInput,
    keys: &ActionInput,
    view: &BattleView,
    ranking: Option<&AttackRanking>,
) {
    let acting = view.round().acting().and_then(|id| view.unit(id));
    let cycled = |next, previous| {
        let back = keys.just_pressed(previous);
        (back || keys.just_pressed(next)).then_some(back)
    };
    let intent = player.session.intent;
    let aiming = matches!(intent, Intent::Attack { .. });
    let current = player.session.cursor.or(player.session.hover.map(|hover| hover.cell));
    let jump = |player: &mut PlayerInput, unit, back, marks: bool| {
        let cells = target_cycle::cycled_cells(view, unit, intent, ranking);
        let Some(cell) = target_cycle::next_cell(&cells, current, back) else { return };
        aim_at_cell(player, cell);
        // A refused aim is no mark: the card says why.
        let target = view.target_at(unit, cell).map(|target| *target.id);
        let can_attack = target.is_some_and(|target| target_cycle::can_attack(view, unit, intent, target));
        player.session.marked = (marks && can_attack).then_some(cell);
    };
    if let Some(back) = cycled(InputAction::NextUnit, InputAction::PreviousUnit) {
        match &acting {
            Some(unit) if aiming => jump(player, unit, back, true),
            _ => {
                if let Some((unit, cell)) = target_cycle::next_unit(view, player.session.selected, back) {
                    board_actions::select_unit(&mut player.session, unit);
                    player.show_cell(cell);
                }
            }
        }
    }
    if let Some(back) = cycled(InputAction::NextEnemy, InputAction::PreviousEnemy)
        && let Some(unit) = &acting
    {
        jump(player, unit, back, false);
    }
}

/// Moves the cursor to the visible enemy whose number was pressed, in the order of the list of attacks, then by distance; says so if
/// there are fewer.
fn jump_to_enemy(
    player: &mut PlayerInput,
    keys: &ActionInput,
    view: &BattleView,
    (ranking, now): (Option<&AttackRanking>, f64),
) {
    let pressed = InputAction::ENEMIES.iter().position(|action| keys.just_pressed(*action));
    let acting = view.round().acting().and_then(|id| view.unit(id));
    let Some((number, unit)) = pressed.zip(acting) else { return };
    let cells = target_cycle::cycled_cells(view, &unit, Intent::Move, ranking);
    match cells.get(number) {
        Some(cell) => {
            aim_at_cell(player, *cell);
            player.session.marked = None;
        }
        None => player.session.notice = Some((too_few_enemies_text(cells.len()), now)),
    }
}

fn too_few_enemies_text(count: usize) -> String {
    match count {
        0 => "No enemy is visible.".to_owned(),
        1 => "Only one enemy is visible.".to_owned(),
        count => format!("Only {count} enemies are visible."),
    }
}

/// The last acting unit, and whether the view still has to move there.
#[derive(Default)]
pub(crate) struct FollowedPhase {
    acting: Option<UnitId>,
    look: bool,
    /// Where the selected unit stood in the last frame.
    place: Option<(UnitId, Cell)>,
    /// Whether a prompt was open in the last frame.
    asked: bool,
    /// Where the pointer was to a list above the board.
    list: ListOverBoard,
    /// The pointer has rested since the phase began.
    rests: bool,
    left: LeftPointer,
}

/// Selects the unit whose phase begins, and shows it once earlier events have been animated.
fn follow_phase(
    player: &mut PlayerInput,
    view: &BattleView,
    animation: &BoardAnimation,
    phase: &mut FollowedPhase,
) {
    let acting = view.round().acting();
    // In another battle, as one that goes on from a replay, the same unit may act, and none is selected.
    let is_new_battle = player.session.selected.is_none() && acting.is_some_and(|id| view.unit(id).is_some());
    if acting != phase.acting || is_new_battle {
        phase.acting = acting;
        phase.look = acting.is_some();
        if acting.is_some() {
            player.session.rest_pointer();
            phase.rests = true;
            // An opponent out of sight is not shown.
            player.session.selected =
                acting.filter(|id| view.unit(*id).is_some()).or(player.session.selected);
            player.session.intent = Intent::Move;
            player.session.drop_waypoints();
            (player.session.marked, player.session.warned) = (None, None);
        }
    }
    if phase.look && !animation.is_busy() {
        phase.look = false;
        // Until now the board showed the turn before: what was pointed at meanwhile was not meant for this one.
        player.session.rest_pointer();
        phase.rests = true;
        if let Some(unit) = acting.and_then(|id| view.unit(id)) {
            player.show_cell(unit.cell());
        }
    }
}

/// Drops an aim with a weapon that is no longer in hand.
fn drop_stale_aim(session: &mut Session, view: &BattleView) {
    let Intent::Attack { weapon, .. } = session.intent else { return };
    let Some(unit) = session.selected.and_then(|id| view.unit(id)) else { return };
    if unit.inventory.held_items().all(|(slot, _)| slot != weapon) {
        session.intent = Intent::Move;
        session.marked = None;
    }
}

/// Whether a held key moves the cursor in this frame: at once, and then repeatedly. `held` counts the seconds.
fn is_step_due(
    keys: &ActionInput,
    directions: impl Iterator<Item = (InputAction, Direction)> + Clone,
    time: &Time<Real>,
    redraw: &mut MessageWriter<RequestRedraw>,
    held: &mut f32,
) -> bool {
    if !directions.clone().any(|(command, _)| keys.is_held(command)) {
        *held = 0.0;
        return false;
    }
    redraw.write(RequestRedraw);
    if directions.clone().any(|(command, _)| keys.just_pressed(command)) {
        *held = -KEY_REPEAT.0;
        return true;
    }
    *held += time.delta_secs().min(0.1);
    if *held < 0.0 {
        return false;
    }
    *held -= KEY_REPEAT.1;
    true
}

/// Moves the cursor by a square in each of these directions, within the map.
fn move_cursor(player: &mut PlayerInput, view: &BattleView, directions: impl Iterator<Item = Direction>) {
    let start = player
        .session
        .cursor
        .or(player.session.hover.map(|hover| hover.cell))
        .or_else(|| player.session.selected.and_then(|id| view.unit(id)).map(|unit| unit.cell()));
    let grid = view.field().grid();
    let middle = Cell::new(i32::from(grid.width()) / 2, i32::from(grid.height()) / 2);
    let moved = directions.fold(start.unwrap_or(middle), Cell::step);
    let last = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
    let cell = Cell::new(moved.x.clamp(0, last.0), moved.y.clamp(0, last.1));
    (player.session.cursor, player.session.rests) = (Some(cell), false);
    player.show_cell(cell);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_and_down_leave_the_cursor_where_it_is_while_a_person_is_asked() {
        let moves = |asks_person| CURSOR_KEYS.map(|(command, _)| moves_cursor(command, asks_person));
        assert_eq!(moves(false), [true; 4]);
        assert_eq!(moves(true), [false, true, false, true]);
    }

    #[test]
    fn the_card_of_a_unit_opens_in_a_new_phase_once_the_pointer_moves_at_all() {
        let unit = Some(UnitId(3));
        let hover = Some(Hover { cell: Cell::new(1, 2), unit, barrier: None });
        let mut session = Session { rests: true, hover, ..Session::default() };
        let mut rests = true;
        close_card_at_phase(&mut session, &mut rests);
        assert_eq!((session.closed_card, session.shown_hover()), (hover, None));
        session.stirs = true;
        session.closed_card = None; // by the system that follows prompts
        close_card_at_phase(&mut session, &mut rests);
        assert_eq!((session.closed_card, session.shown_hover()), (None, hover), "card and line are shown");
    }

    #[test]
    fn no_card_is_shown_below_a_pointer_that_rests_since_the_phase_began() {
        let at = |column| Some(Hover { cell: Cell::new(column, 2), unit: None, barrier: None });
        let mut session = Session { rests: true, hover: at(1), ..Session::default() };
        let mut rests = true;
        close_card_at_phase(&mut session, &mut rests);
        assert_eq!(session.closed_card, at(1));
        session.hover = at(4); // the view has moved
        close_card_at_phase(&mut session, &mut rests);
        assert_eq!(session.closed_card, at(4));
        (session.rests, session.hover, session.closed_card) = (false, at(5), None);
        close_card_at_phase(&mut session, &mut rests);
        assert_eq!((session.closed_card, rests), (None, false), "the pointer has moved");
        session.rests = true; // a question was answered
        close_card_at_phase(&mut session, &mut rests);
        assert_eq!(session.closed_card, None, "it is the same phase");
    }
}
