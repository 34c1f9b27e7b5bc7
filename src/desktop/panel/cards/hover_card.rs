//! Hover card: what a click on the hovered square would do, with exact odds.

use std::cell::{Cell, RefCell};

use bevy_egui::egui::{self, Area, Id, Rect, Ui, Vec2, vec2};

use super::action_card::{show_door, show_door_click, show_object, show_pick_up, show_special_action};
use super::announced_attack::AnnounceableAttacks;
use super::attack_card;
use super::attack_card::AttackCard;
use super::card_layout::CardSurroundings;
use super::card_subjects::subject_rects;
use super::move_card;
use super::move_card::MovePreview;
use super::stowed_weapon;
use super::timed_item_card;
use super::unit_summary::show_unit_summary;
use crate::ai_players;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::attack_ranking::ChosenAttacks;
use crate::board::BoardViewport;
use crate::board::interaction::board_actions::is_move_click;
use crate::board::interaction::door_click::clicked_door;
use crate::board::interaction::square_aim::attack_target;
use crate::board::interaction::treatment_click::TreatmentClick;
use crate::board::overlay::{BoardOverlays, SquareFact};
use crate::fault_guard::guard_computation;
use crate::hovered_attack::HoveredAttack;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::action_bar::attack_menu;
use crate::panel::floating_areas::{discard_pass, shown_area};
use crate::panel::widgets::{PanelContext, card_frame, show_clause_detail, show_fact_line, show_fault};
use crate::panel::{prompt, recap, reinforcements, turn_banner};
use crate::session::{Hover, Intent, OpenMenu, Session};
use crate::theme::scaled_in;
use battle::{Order, SubAttack, Target, is_in_own_zone, is_offered_on};
use content::computation::ComputationFault;
use model::{ObstaclePosition, UnitId};
use rules::FireMode;

/// Width of a card, in points.
const WIDTH: f32 = 312.0;
/// Width that the frame adds, in points.
const PADDING: f32 = 32.0;
/// Size of the labels above a square, in points.
pub(crate) const LABELS: Vec2 = vec2(120.0, 52.0);
/// Size of the pointer, in points.
const POINTER: f32 = 26.0;

/// Name of the area of the card.
const AREA: &str = "hover_card";

/// Returns where the card is, if it was shown in this frame or the last one.
pub(crate) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, egui::Order::Tooltip, Id::new(AREA))
}

/// Where the card of the hovered square goes.
struct HoverCard<'a, 'w, 's> {
    ctx: &'a egui::Context,
    context: &'a PanelContext<'a, 'w, 's>,
    session: &'a Session,
    viewport: &'a BoardViewport,
    /// What overlays say about the hovered square.
    facts: Vec<SquareFact>,
    /// Why some odds, or the whole card, are missing, if the program has failed at them.
    fault: Option<ComputationFault>,
    /// Whether a card was drawn.
    is_placed: Cell<bool>,
    /// The units that the card names.
    named: RefCell<Vec<UnitId>>,
}

/// Draws the card of the hovered square.
pub(crate) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    session: &Session,
    (odds, knockback): (&mut ForecastCache, &KnockbackPreview),
    (hovered, overlays): (&HoveredAttack, Option<&BoardOverlays>),
    move_preview: &mut Option<MovePreview>,
    (viewport, is_animated): (&BoardViewport, bool),
) {
    // The list of all actions covers the board.
    let Some(hover) = session.hover.filter(|_| session.open_menu != Some(OpenMenu::Search)) else { return };
    if session.paused || session.help || context.view.round().outcome().is_some() {
        return;
    }
    // While the board shows what was ordered, the figures of the next attack would seem to be those of this one.
    let is_attack_shown = is_animated && session.attacked == Some(hover.cell);
    if session.closed_card == Some(hover) || is_attack_shown {
        return;
    }
    if is_pointer_on_menu(ctx, session) {
        return;
    }
    let fault = odds.fault().cloned();
    let card = |facts, fault| HoverCard {
        ctx,
        context,
        session,
        viewport,
        facts,
        fault,
        is_placed: Cell::new(false),
        named: RefCell::default(),
    };
    let shown = guard_computation("This card", || {
        let facts = overlays.map(|overlays| overlays.square_facts(context.view, hover.cell));
        let card = card(facts.unwrap_or_default(), fault.clone());
        card.show_click(hover, (&mut *odds, knockback), (hovered, overlays), move_preview);
        // Where a click does nothing, the overlays have something to say anyway.
        if !card.is_placed.get() && !card.facts.is_empty() {
            card.place(|_, _| {});
        }
    });
    if let Err(fault) = shown {
        card(Vec::new(), Some(fault)).place(|_, _| {});
    } else if fault.as_ref() != odds.fault() {
        ctx.request_repaint(); // the card says it
    }
}

/// Whether the pointer is on the open menu of a button: then the player reads the menu, whatever square is still chosen by
/// the keyboard.
fn is_pointer_on_menu(ctx: &egui::Context, session: &Session) -> bool {
    let Some(OpenMenu::Group(label)) = &session.open_menu else { return false };
    let list = attack_menu::list_rect(ctx, label);
    list.zip(ctx.pointer_latest_pos()).is_some_and(|(list, at)| list.contains(at))
}

impl HoverCard<'_, '_, '_> {
    /// Notes units that the card names: it lies beside them.
    fn note_named(&self, units: impl IntoIterator<Item = UnitId>) {
        self.named.borrow_mut().extend(units);
    }

    /// Draws what a click on the hovered square would do; nothing if it would do nothing.
    fn show_click(
        &self,
        hover: Hover,
        (odds, knockback): (&mut ForecastCache, &KnockbackPreview),
        (hovered, overlays): (&HoveredAttack, Option<&BoardOverlays>),
        move_preview: &mut Option<MovePreview>,
    ) {
        let Self { context, session, .. } = *self;
        // In a replay a click gives no order.
        let is_asked = context.view.open_prompt().is_some();
        if is_asked && !context.watching && context.ai_side_to_act().is_none() {
            return self.show_in_question(hover.unit, odds);
        }
        if is_asked || context.watching {
            return self.show_unit(hover.unit);
        }
        let ordered = crate::panel::action_bar::choices::unit_to_order(context.view, session);
        // During deployment no unit acts, and none need be selected.
        if context.view.round().is_deploying() {
            return self.show_placement(hover);
        }
        let Some(unit) = ordered else { return self.show_unit(hover.unit) };
        if context.ai_side_to_act().is_some() {
            return self.show_unit(hover.unit.filter(|id| *id != unit));
        }
        if let Some(query) = stowed_weapon::previewed_attack(context.view, session, hover) {
            return self.place(|ui, _| stowed_weapon::show(ui, context, &query, odds));
        }
        if let (Intent::Move, Some(query)) = (session.intent, hovered.query()) {
            return self.show_attack(query.clone(), odds, knockback);
        }
        if let Some(treatment) = TreatmentClick::find(context.view, session, hover) {
            let (key, ally) = treatment.aim();
            return self.show_aimed_action((unit, key), ally, odds);
        }
        let may_use_doors = context.opponents.free_mover().is_none();
        if let Some(door) = clicked_door(context.view, session, hover).filter(|_| may_use_doors)
            && let Some(own) = context.view.unit(unit)
        {
            let click = overlays.map(|overlays| overlays.door_click(context.view, &own, door));
            let is_marked = session.marked == Some(hover.cell);
            return self.place(|ui, _| show_door_click(ui, context, &own, (door, is_marked), click));
        }
        self.show_intent((unit, hover), (odds, knockback), move_preview);
    }

    /// Draws what a click of a unit does by the chosen intent.
    fn show_intent(
        &self,
        (unit, hover): (UnitId, Hover),
        (odds, knockback): (&mut ForecastCache, &KnockbackPreview),
        move_preview: &mut Option<MovePreview>,
    ) {
        let Self { context, session, .. } = *self;
        let other = hover.unit.filter(|id| *id != unit);
        let chosen = ChosenAttacks::of(session, unit);
        let moves = is_move_click(context.view, session, hover);
        match session.intent {
            Intent::Attack { weapon, mode, option } if !moves => {
                self.show_aimed_attack((unit, hover), (weapon, mode, option), odds, knockback);
            }
            _ if moves && hover.unit == Some(unit) && session.waypoints.is_empty() => {
                // Aiming and lists are about other squares, which the card would cover.
                if session.intent == Intent::Move && session.open_menu.is_none() {
                    self.note_named(self.enemies_of(unit));
                    self.place(|ui, _| move_card::show_here(ui, context, odds, (unit, chosen)));
                }
            }
            // Below an aim, a card would offer a move that a click does not order.
            Intent::Attack { .. } if moves && other.is_none() && session.offers_no_move() => {}
            _ if moves && other.is_none() => {
                let way = (session.waypoints.as_slice(), hover.cell, session.evade);
                move_card::update_move_preview(move_preview, context, odds, (unit, chosen), way);
                if let Some(move_preview) = move_preview {
                    self.note_named(move_preview.named_units());
                    self.place(|ui, _| move_card::show(ui, context, move_preview));
                }
            }
            Intent::PlaceItem { weapon, timer } => {
                let order = Order::Activate { unit, weapon, timer, to: hover.cell };
                let marked = session.marked == Some(hover.cell);
                self.place(|ui, _| timed_item_card::show(ui, context, &order, marked));
            }
            Intent::SpecialAction { key } => {
                let Some(other) = other else { return };
                let units = context.view.unit(unit).zip(context.view.unit(other));
                if !units.is_some_and(|(unit, other)| is_offered_on(context.view, &unit, key, &other)) {
                    return self.show_unit(Some(other));
                }
                self.show_aimed_action((unit, key), other, odds);
            }
            Intent::Door => {
                let Some(barrier) = hover.barrier else { return };
                self.place(|ui, _| show_door(ui, context, unit, barrier));
            }
            Intent::PickUp => {
                let items = context.view.items();
                let lying = items.iter().find(|(_, item)| item.cell() == hover.cell).map(|(item, _)| *item);
                let Some(item) = lying else { return self.show_unit(other) };
                self.place(|ui, _| show_pick_up(ui, context, unit, item));
            }
            _ => self.show_unit(other),
        }
    }

    /// Returns the enemies of a unit that fight.
    fn enemies_of(&self, unit: UnitId) -> Vec<UnitId> {
        let view = self.context.view;
        let Some(own) = view.unit(unit) else { return Vec::new() };
        let enemies = view.units().filter(|other| other.side != own.side && other.is_fighting());
        enemies.map(|enemy| *enemy.id).collect()
    }

    /// Draws a special action on another unit, and the summary of that unit.
    fn show_aimed_action(
        &self,
        (unit, key): (UnitId, &'static str),
        other: UnitId,
        odds: &mut ForecastCache,
    ) {
        let Self { context, session, .. } = *self;
        let chances = odds.special_action_odds(context.view, (unit, key), other);
        let is_chosen = |cell| session.marked == Some(cell) || session.is_warned_of(cell);
        let is_marked = session.hover.is_some_and(|hover| is_chosen(hover.cell));
        self.note_named([unit, other]);
        self.place(|ui, _| {
            show_special_action(ui, context, (unit, key, chances), (other, is_marked));
            ui.separator();
            show_unit_summary(ui, context, session, other);
        });
    }

    /// Draws what matters where units are placed: the unit or the object of a square, else what the square offers the unit that
    /// would be placed there.
    fn show_placement(&self, hover: Hover) {
        let Self { context, session, .. } = *self;
        let view = context.view;
        if hover.unit.is_some() && session.dragged_unit.is_none() {
            return self.show_unit(hover.unit);
        }
        if let Some(object) = view.barrier_at(ObstaclePosition::Square(hover.cell)) {
            let kind = object.barrier.kind();
            return self.place(|ui, _| show_object(ui, context, kind));
        }
        let placed = session.dragged_unit.or(session.selected).and_then(|id| view.unit(id));
        if let Some(unit) = placed.filter(|unit| is_in_own_zone(view, *unit.side, hover.cell)) {
            self.place(|ui, _| move_card::show_placed(ui, context, &unit, hover.cell));
        }
    }

    /// Draws the summary of a unit, if there is one.
    fn show_unit(&self, unit: Option<UnitId>) {
        let Some(unit) = unit else { return };
        self.place(|ui, _| show_unit_summary(ui, self.context, self.session, unit));
    }

    /// Draws the summary of a unit while a question is open, below the odds of the attacks that may be announced on it.
    fn show_in_question(&self, unit: Option<UnitId>, odds: &mut ForecastCache) {
        let Some(unit) = unit else { return };
        let Self { context, session, .. } = *self;
        let attacks = AnnounceableAttacks::on_unit(context, odds, unit);
        self.note_named(attacks.iter().flat_map(AnnounceableAttacks::attackers));
        self.place(|ui, _| {
            if let Some(attacks) = &attacks {
                attacks.show(ui, context, odds);
            }
            show_unit_summary(ui, context, session, unit);
        });
    }

    /// Draws the aimed attack on what is hovered; the summary of a friend.
    fn show_aimed_attack(
        &self,
        (unit, hover): (UnitId, Hover),
        (weapon, mode, option): (usize, Option<FireMode>, Option<&'static str>),
        odds: &mut ForecastCache,
        knockback: &KnockbackPreview,
    ) {
        let view = self.context.view;
        let side = |id| view.unit(id).filter(|unit| unit.is_fighting()).map(|unit| *unit.side);
        let is_friend = |id| side(id).is_some_and(|own| side(unit) == Some(own));
        let Some(own) = view.unit(unit) else { return };
        let target = match hover.unit {
            Some(id) if id != unit && is_friend(id) => return self.show_unit(Some(id)),
            Some(id) if id == unit => return,
            _ => attack_target(&own, view, hover, weapon),
        };
        let Some(target) = target else { return };
        let option = option.map(str::to_owned);
        let mut query =
            AttackQuery { option, ..AttackQuery::from_current_position(&own, target, weapon, mode) };
        if let (Some(chosen), Target::Unit(target)) = (&self.session.multiple_attacks, target) {
            query.share = attack_card::dice_share(view, unit, chosen, SubAttack { target, weapon, mode });
        }
        self.show_attack(query, odds, knockback);
    }

    /// Draws the odds of an attack on what is hovered.
    fn show_attack(&self, query: AttackQuery, odds: &mut ForecastCache, knockback: &KnockbackPreview) {
        let caught = odds.area_harm(self.context.view, &query);
        self.note_named(caught.iter().flat_map(|caught| &caught.units).map(|(unit, _)| *unit));
        self.note_named([query.attacker]);
        let Some(hover) = self.session.hover else { return };
        let warned = self.session.present_warning().filter(|warning| warning.cell == hover.cell);
        let warning = warned.map(|warning| warning.text.clone());
        let attack = AttackCard::new(self.context, odds, query).with_warning(warning);
        if self.session.attacked == Some(hover.cell) && attack.is_refused() {
            // The attack was made, and there is no other: only its target is left to be looked at.
            return self.show_unit(hover.unit);
        }
        let marked = self.session.marked == Some(hover.cell);
        self.place(|ui, room| attack_card::show(ui, self.context, &attack, knockback, (room, marked)));
    }

    /// Places a card beside the hovered square where it hides least, inside the window. `content` gets the available
    /// height in points.
    fn place(&self, content: impl FnOnce(&mut Ui, f32)) {
        let Self { ctx, context, session, viewport, .. } = *self;
        self.is_placed.set(true);
        let Some(hover) = session.hover else { return };
        let id = Id::new(AREA);
        let (window, board) = (ctx.viewport_rect().shrink(6.0), viewport.clip.shrink(4.0));
        let own = session.selected.and_then(|id| context.view.unit(id)).map(|unit| unit.cell());
        let mut aim = viewport.cell_rect(hover.cell);
        let labels = Rect::from_center_size(aim.center_top() - vec2(0.0, LABELS.y / 2.0), LABELS);
        aim = aim.union(labels.intersect(board));
        if let Some(pointer) = ctx.pointer_latest_pos().filter(|_| session.cursor.is_none()) {
            aim = aim.union(Rect::from_center_size(pointer, Vec2::splat(POINTER)));
        }
        // Who takes part in the attack that is decided.
        let query = AttackQuery::for_open_prompt(context.view, context.history);
        let involved = query.iter().flat_map(|query| involved_squares(context, query, viewport));
        let subjects = subject_rects(context, (session.selected, hover), &self.named.borrow(), viewport);
        let spared: Vec<Rect> = involved.chain(subjects).collect();
        let width = scaled_in(ctx, WIDTH).min(window.width() - PADDING);
        let known = egui::AreaState::load(ctx, id).and_then(|state| state.size);
        let size = known.unwrap_or(vec2(width + PADDING, 260.0));
        let corner = CardSurroundings {
            aim,
            own: own.map(|own| viewport.cell_rect(own)),
            end: viewport.cell_centre(hover.cell),
            covers: self.list_covers(hover),
            board,
            window,
        }
        .best_corner(size, &spared);
        let shown = Area::new(id)
            .order(egui::Order::Tooltip)
            .interactable(false)
            .fixed_pos(corner)
            .constrain_to(window)
            .show(ctx, |ui| {
                card_frame(context.palette, context.palette.line).show(ui, |ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 4.0;
                    content(ui, board.height() - 20.0);
                    show_square_facts(ui, context, &self.facts);
                    if let Some(fault) = &self.fault {
                        show_fault(ui, context.palette, fault);
                    }
                });
            });
        if (shown.response.rect.size() - size).length() > 1.0 {
            discard_pass(ctx, None, "the card has another size than the last one");
        }
    }

    /// Returns what a card beside a square should not cover: other cards and lists, and the units that fight.
    fn list_covers(&self, hover: Hover) -> Vec<Rect> {
        let Self { ctx, context, session, viewport, .. } = *self;
        let asked = context.view.open_prompt().and_then(|_| prompt::rect(ctx));
        let list = match &session.open_menu {
            Some(OpenMenu::Group(label)) => attack_menu::list_rect(ctx, label),
            _ => None,
        };
        let covers = [
            ai_players::buttons_rect(ctx, context.opponents),
            ai_players::card_rect(ctx),
            recap::rect(ctx),
            turn_banner::rect(ctx),
            reinforcements::rect(ctx),
            asked,
            list,
        ];
        let fighters = context.view.units().filter(|unit| unit.is_fighting() && unit.cell() != hover.cell);
        let fighters = fighters.map(|unit| viewport.cell_rect(unit.cell()));
        covers.into_iter().flatten().chain(fighters).collect()
    }
}

/// Returns the squares of the units that take part in an attack, as they are seen.
fn involved_squares(context: &PanelContext, query: &AttackQuery, viewport: &BoardViewport) -> Vec<Rect> {
    let target = match query.target {
        Target::Unit(target) => Some(target),
        Target::Barrier(_) | Target::Square(_) => None,
    };
    let units = [Some(query.attacker), target].into_iter().flatten();
    let units = units.filter_map(|id| context.view.unit(id));
    units.map(|unit| viewport.cell_rect(unit.cell())).collect()
}

/// Draws what overlays say about the square, below what else the card has.
fn show_square_facts(ui: &mut Ui, context: &PanelContext, facts: &[SquareFact]) {
    let palette = context.palette;
    if !facts.is_empty() && ui.min_rect().height() > 1.0 {
        ui.separator();
    }
    for SquareFact { label, value, clause } in facts {
        show_fact_line(ui, (label, palette.dim), (value, palette.text));
        show_clause_detail(ui, context, clause);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, Pos2, RawInput, pos2};

    use super::*;

    #[test]
    fn no_card_is_shown_while_the_pointer_is_on_an_open_menu() {
        let ctx = egui::Context::default();
        let is_on_menu = |pointer: Pos2, open_menu: Option<OpenMenu>| {
            let input = RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0))),
                events: vec![Event::PointerMoved(pointer)],
                ..RawInput::default()
            };
            let output = ctx.run_ui(input, |ui| {
                let area = Area::new(attack_menu::list_id("Item")).order(egui::Order::Foreground);
                area.fixed_pos(pos2(100.0, 100.0)).show(ui.ctx(), |ui| {
                    ui.set_min_size(Vec2::splat(100.0));
                });
            });
            output.drop_without_applying_deltas();
            is_pointer_on_menu(&ctx, &Session { open_menu, ..Session::default() })
        };
        let item = || Some(OpenMenu::Group("Item".to_owned()));
        assert!(!is_on_menu(pos2(400.0, 300.0), item()), "it is on the board");
        assert!(is_on_menu(pos2(150.0, 150.0), item()));
        assert!(!is_on_menu(pos2(150.0, 150.0), None), "the menu is closed");
    }
}
