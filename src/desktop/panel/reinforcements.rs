//! Units in reserve: who is awaited and when, and the notice that says who has arrived and leads there.

use std::collections::BTreeMap;
use std::ops::Range;

use bevy_egui::egui::{self, Area, Id, Order, Pos2, Rect, RichText, vec2};

use super::action_bar::attack_menu::open_list_rect;
use super::cards::hover_card;
use super::floating_areas::{least_covering_place, shown_area};
use super::widgets::{PanelContext, arrival_label, card_frame};
use super::{notice, prompt, recap, turn_banner};
use crate::accessibility::announce;
use crate::ai_players;
use crate::battle_revision::BattleRevision;
use crate::player_input::PlayerInput;
use battle::{BattleEvent, BattleView, Order as BattleOrder, OrderRecord, UnitDataItem};
use content::Arrival;
use model::{Side, UnitId};
use rules::list_words;
use rules::turn_engine::has_phase;

/// How long the notice stays if the AI plays every side, how long it waits after a question, and how long it marks the units on
/// the board, in seconds.
const NOTICE_SECONDS: f64 = 12.0;
const AFTER_QUESTION_SECONDS: f64 = 0.5;
const MARK_SECONDS: f64 = 4.0;

/// Name of the area of the notice.
const AREA: &str = "reinforcements";

/// Lists the units in reserve that are awaited, with their arrival.
pub(super) fn awaited_units<'v>(
    view: &'v BattleView,
) -> impl Iterator<Item = (UnitDataItem<'v, 'v>, Arrival)> {
    let waiting = view.units().filter(|unit| unit.out_of_action.down().is_none());
    waiting.filter_map(|unit| unit.out_of_action.arrival().map(|arrival| (unit, arrival)))
}

/// Says how many units each side awaits, and when: "Reinforcements: 2 for Custodians (round 2, pass 2)"; `None` if none does.
pub(super) fn awaited_text(view: &BattleView) -> Option<String> {
    let mut groups: BTreeMap<(Arrival, Side), usize> = BTreeMap::new();
    for (unit, arrival) in awaited_units(view) {
        *groups.entry((arrival, *unit.side)).or_default() += 1;
    }
    let words = |((arrival, side), count): (&(Arrival, Side), &usize)| {
        (*count, view.side_name(*side).to_owned(), arrival_label(view, *arrival))
    };
    awaited_sentence(&groups.iter().map(words).collect::<Vec<_>>())
}

fn awaited_sentence(groups: &[(usize, String, String)]) -> Option<String> {
    let words = |(count, side, when): &(usize, String, String)| format!("{count} for {side} ({when})");
    let words: Vec<String> = groups.iter().map(words).collect();
    (!words.is_empty()).then(|| format!("Reinforcements: {}", words.join(", ")))
}

/// Returns where the notice is, if it was shown in this frame or the last one.
pub(super) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, Order::Foreground, Id::new(AREA))
}

/// The units that arrived last, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ArrivalNotice {
    revision: BattleRevision,
    arrived: Vec<UnitId>,
    /// The records in which they arrived.
    records: Range<usize>,
    since: f64,
    /// Until when the board marks them.
    marks_until: f64,
    /// Its upper left corner, once it is chosen.
    corner: Option<Pos2>,
}

impl ArrivalNotice {
    /// Follows the battle; units that arrive start the notice, and a later order of a player ends it.
    fn follow(
        &mut self,
        revision: BattleRevision,
        records: &[OrderRecord],
        (is_by_player, now): (impl Fn(&BattleOrder) -> bool, f64),
    ) {
        let revision = revision.without_its_viewer();
        if revision == self.revision {
            return;
        }
        if !revision.continues(&self.revision) {
            *self = Self { revision, ..Self::default() };
            return;
        }
        let arrived = arrivals_since(records, (self.revision.records, self.revision.events));
        if !arrived.is_empty() {
            self.records = arrival_records(records, &arrived);
            (self.arrived, self.since, self.corner, self.marks_until) = (arrived, now, None, 0.0);
        } else if records.iter().skip(self.revision.records).any(|record| is_by_player(&record.order)) {
            self.arrived.clear();
        }
        self.revision = revision;
    }

    /// Seconds after which it ends by itself.
    fn seconds_left(&self, now: f64) -> f64 {
        NOTICE_SECONDS - (now - self.since)
    }

    /// Whether it is shown, or waits. It stays until it is closed if a player can do so.
    fn is_open(&self, now: f64, stays: bool) -> bool {
        !self.arrived.is_empty() && (stays || self.seconds_left(now) > 0.0)
    }

    /// Puts it off while a question is open, unless it is over.
    fn wait(&mut self, now: f64, stays: bool) {
        if self.is_open(now, stays) {
            (self.since, self.corner) = (now + AFTER_QUESTION_SECONDS, None);
        }
    }

    /// Seconds until it is shown; `None` if it does not wait.
    fn seconds_to_wait(&self, now: f64) -> Option<f64> {
        Some(self.since - now).filter(|wait| *wait > 0.0)
    }

    /// Closes it; the board marks the units for a moment.
    fn mark_on_board(&mut self, now: f64) {
        self.arrived.clear();
        self.marks_until = now + MARK_SECONDS;
    }

    /// The records that the board marks, and for how many seconds still; `None` if it marks none.
    fn marked_records(&self, now: f64) -> Option<(Range<usize>, f64)> {
        let left = self.marks_until - now;
        (left > 0.0).then(|| (self.records.clone(), left))
    }
}

/// Returns the records from the first arrival of these units to the last one.
fn arrival_records(records: &[OrderRecord], arrived: &[UnitId]) -> Range<usize> {
    let tells = |record: &OrderRecord| {
        record.events.iter().any(
            |record| matches!(&record.event, BattleEvent::Arrived { unit, .. } if arrived.contains(unit)),
        )
    };
    let first = records.iter().position(tells).unwrap_or(records.len());
    let last = records.iter().rposition(tells).map_or(first, |last| last + 1);
    first..last
}

/// Returns the units that arrive after so many records and events of the last one of them.
fn arrivals_since(records: &[OrderRecord], (known, events): (usize, usize)) -> Vec<UnitId> {
    let seen = |at: usize| if at + 1 == known { events } else { 0 };
    let later = records.iter().enumerate().skip(known.saturating_sub(1));
    let events = later.flat_map(|(at, record)| record.events.iter().skip(seen(at)));
    let arrived = events.filter_map(|record| match &record.event {
        BattleEvent::Arrived { unit, .. } => Some(*unit),
        _ => None,
    });
    arrived.collect()
}

/// Says who has arrived: "Thorn and Sable arrive for Custodians.", and which of them have no turn in this round.
fn arrival_sentences(view: &BattleView, units: &[UnitDataItem]) -> String {
    let mut sides: BTreeMap<Side, Vec<String>> = BTreeMap::new();
    for unit in units {
        sides.entry(*unit.side).or_default().push(unit.identity.name().to_owned());
    }
    let mut sentences: Vec<String> =
        sides.iter().map(|(side, names)| arrival_sentence(names, view.side_name(*side))).collect();
    let late = units.iter().filter(|unit| !has_phase(unit.initiative.score()));
    let late: Vec<String> = late.map(|unit| unit.identity.name().to_owned()).collect();
    if !late.is_empty() {
        sentences.push(format!("No turn before the next round: {}.", list_words(&late)));
    }
    sentences.join(" ")
}

fn arrival_sentence(names: &[String], side: &str) -> String {
    let verb = if names.len() == 1 { "arrives" } else { "arrive" };
    format!("{} {verb} for {side}.", list_words(names))
}

/// Draws the notice over the board.
pub(super) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    (notice, player): (&mut ArrivalNotice, &mut PlayerInput),
    board: Rect,
) {
    let is_by_player = |order: &BattleOrder| is_order_of_player(context, order);
    notice.follow(context.revision, context.history.records(), (is_by_player, context.now));
    if context.watching || context.view.round().outcome().is_some() {
        return;
    }
    if let Some((records, left)) = notice.marked_records(context.now) {
        player.session.shown_records = Some(records);
        request_repaint(ctx, left);
    }
    let sides = context.view.setup().bundle().skirmish.sides.len();
    let stays = !context.opponents.person_sides(sides).is_empty();
    if prompt::rect(ctx).is_some() {
        notice.wait(context.now, stays);
    }
    if !notice.is_open(context.now, stays) {
        return;
    }
    if let Some(wait) = notice.seconds_to_wait(context.now) {
        return request_repaint(ctx, wait);
    }
    let units = notice.arrived.iter().filter_map(|id| context.view.unit(*id));
    let units: Vec<UnitDataItem> = units.filter(|unit| unit.is_fighting()).collect();
    let Some(first) = units.first() else { return };
    let text = arrival_sentences(context.view, &units);
    announce(ctx, AREA, true, &text);
    let corner = *notice.corner.get_or_insert_with(|| free_corner(ctx, context, board));
    let edge = context.side_colour(*first.side);
    let (mut closes, mut marks) = (false, false);
    let area = Area::new(Id::new(AREA)).order(Order::Foreground).constrain_to(board).fixed_pos(corner);
    area.show(ctx, |ui| {
        card_frame(context.palette, edge).show(ui, |ui| {
            ui.set_max_width((board.width() - 60.0).clamp(160.0, 360.0));
            ui.label(RichText::new("Reinforcements").strong());
            ui.label(text);
            ui.horizontal(|ui| {
                if ui.button("Show on the board").clicked() {
                    player.show_cell(first.cell());
                    marks = true;
                }
                closes |= ui.button("Close").clicked();
            });
        });
    });
    if marks {
        notice.mark_on_board(context.now);
    } else if closes {
        notice.arrived.clear();
    }
    if !stays {
        request_repaint(ctx, notice.seconds_left(context.now));
    }
}

/// Whether an order of a unit was given by a player, not by the AI.
fn is_order_of_player(context: &PanelContext, order: &BattleOrder) -> bool {
    let unit = order.unit().and_then(|unit| context.view.unit_ignoring_fog(unit));
    unit.is_some_and(|unit| !context.opponents.player(*unit.side).is_ai())
}

/// Requests a frame after some seconds.
fn request_repaint(ctx: &egui::Context, seconds: f64) {
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(seconds.max(0.03)));
}

/// Returns a corner at which the notice covers neither what stands over the board nor, where there is room, a fighter.
fn free_corner(ctx: &egui::Context, context: &PanelContext, board: Rect) -> Pos2 {
    let known = egui::AreaState::load(ctx, Id::new(AREA)).and_then(|state| state.size);
    let size = known.unwrap_or(vec2(320.0, 110.0));
    let down = |share: f32| board.center_top() + vec2(-size.x / 2.0, (board.height() * share).max(30.0));
    let corners = [0.22, 0.12, 0.34, 0.6, 0.75].map(down);
    let shown = [
        open_list_rect(ctx),
        hover_card::rect(ctx),
        prompt::rect(ctx),
        notice::rect(ctx),
        recap::rect(ctx),
        turn_banner::rect(ctx),
        ai_players::card_rect(ctx),
        ai_players::buttons_rect(ctx, context.opponents),
    ];
    let shown: Vec<Rect> = shown.into_iter().flatten().collect();
    let fighters = context.view.units().filter(|unit| unit.is_fighting());
    let fighters: Vec<Rect> = fighters.map(|unit| context.lens.cell_rect(unit.cell())).collect();
    least_covering_place(&corners, size, [&shown, &fighters])
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::EventRecord;
    use model::Cell;

    #[test]
    fn what_is_awaited_names_number_side_and_time() {
        let group = |count, side: &str, when: &str| (count, side.to_owned(), when.to_owned());
        assert_eq!(awaited_sentence(&[]), None);
        let all = [group(1, "Gang", "round 2"), group(2, "Custodians", "round 2, pass 2")];
        let text = "Reinforcements: 1 for Gang (round 2), 2 for Custodians (round 2, pass 2)";
        assert_eq!(awaited_sentence(&all).as_deref(), Some(text));
    }

    #[test]
    fn ss_init_25_only_arrivals_after_what_was_seen_are_news() {
        let arrived =
            |unit| EventRecord::new(BattleEvent::Arrived { unit: UnitId(unit), to: Cell::new(1, 1) });
        let record = |events: Vec<EventRecord>| OrderRecord {
            order: BattleOrder::EndPhase { unit: UnitId(0) },
            round: 1,
            pass: 1,
            events,
            revealed: false,
        };
        let records = [record(vec![arrived(1)]), record(vec![arrived(2), arrived(3)])];
        let since = |known| arrivals_since(&records, known);
        assert_eq!(since((0, 0)), [1, 2, 3].map(UnitId));
        assert_eq!(since((1, 1)), [2, 3].map(UnitId));
        assert_eq!(since((2, 1)), [UnitId(3)], "the last order went on after a question");
        assert!(since((2, 2)).is_empty());
        assert_eq!(arrival_records(&records, &[2, 3].map(UnitId)), 1..2);
        assert_eq!(arrival_records(&records, &[1, 3].map(UnitId)), 0..2);
    }

    #[test]
    fn who_arrives_is_said_in_the_singular_and_the_plural() {
        let names = ["Thorn", "Sable"].map(str::to_owned);
        assert_eq!(arrival_sentence(&names, "Custodians"), "Thorn and Sable arrive for Custodians.");
        assert_eq!(arrival_sentence(&names[..1], "Custodians"), "Thorn arrives for Custodians.");
    }

    #[test]
    fn the_notice_ends_by_itself_only_where_no_player_can_close_it() {
        let notice = ArrivalNotice { arrived: vec![UnitId(1)], since: 10.0, ..ArrivalNotice::default() };
        assert!((notice.seconds_left(14.0) - 8.0).abs() < 1e-9);
        assert!(notice.is_open(14.0, false) && !notice.is_open(22.0, false));
        assert!(notice.is_open(14.0, true) && notice.is_open(900.0, true), "its buttons do not vanish");
        assert!(!ArrivalNotice::default().is_open(0.0, true), "no unit has arrived");
    }

    #[test]
    fn an_order_of_a_player_ends_the_notice_and_one_of_the_ai_does_not() {
        let record = |unit, events| OrderRecord {
            order: BattleOrder::EndPhase { unit: UnitId(unit) },
            round: 1,
            pass: 1,
            events,
            revealed: false,
        };
        let arrived = EventRecord::new(BattleEvent::Arrived { unit: UnitId(9), to: Cell::new(1, 1) });
        let records = [record(1, vec![arrived]), record(2, Vec::new()), record(1, Vec::new())];
        let mut notice = ArrivalNotice::default();
        let mut is_open_after = |count: usize| {
            let mut revision = BattleRevision::default();
            (revision.records, revision.events) = (count, records[count - 1].events.len());
            let is_by_player = |order: &BattleOrder| order.unit() == Some(UnitId(1));
            notice.follow(revision, &records[..count], (is_by_player, 5.0));
            notice.is_open(6.0, true)
        };
        assert!(is_open_after(1), "the order with which they arrive does not end it");
        assert!(is_open_after(2), "an order of the AI");
        assert!(!is_open_after(3), "an order of the player");
    }

    #[test]
    fn the_notice_waits_for_the_end_of_a_question_and_then_marks_the_units() {
        let mut notice = ArrivalNotice { arrived: vec![UnitId(1)], since: 10.0, ..ArrivalNotice::default() };
        notice.wait(20.0, false);
        assert!(notice.seconds_to_wait(20.1).is_some());
        assert_eq!(notice.seconds_to_wait(20.0 + AFTER_QUESTION_SECONDS), None);
        assert!(notice.is_open(31.0, false), "it is shown in full after the question");
        assert_eq!(notice.marked_records(31.0), None);
        notice.mark_on_board(31.0);
        assert!(!notice.is_open(31.0, true), "it is closed");
        assert!(
            notice.marked_records(31.5).is_some() && notice.marked_records(31.0 + MARK_SECONDS).is_none()
        );
        notice.wait(32.0, true);
        assert!(!notice.is_open(32.1, true), "a question does not open it again");
    }
}
