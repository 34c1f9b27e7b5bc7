//! Menus above the slots of the action bar. That of attacks lists targets and attacks, the best first, with their odds.

mod blocked_entries;
mod entry_texts;
mod figures;
mod menu_place;
mod readying;
mod rows;
mod targets;

use bevy_egui::egui::{self, Align2, CollapsingHeader, Pos2, Rect, RichText, ScrollArea, Ui, Vec2, vec2};

use self::blocked_entries::{group_by_reason, reason_heading};
use self::entry_texts::{price_and_effect, with_caught};
use self::figures::{AttackFigures, damage_note, obstacle_text};
use self::menu_place::{MenuButton, menu_places};
use self::rows::{MenuRow, RowTone, show_row};
use self::targets::OtherWays;
use super::choices::{ActionChoice, ChoiceAction, unit_to_order};
use super::row_keys::{row_key, show_closing_keys};
use super::slots::{ActionSlot, replaces_attack};
use crate::ai_players;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::attack_ranking::AttackRanking;
use crate::input::InputAction;
use crate::panel::cards::show_brief_description;
use crate::panel::floating_areas::{held_area, least_covering_place, left_of, right_of, shown_area};
use crate::panel::widgets::{
    PanelContext, card_frame, reveal_unfolding, show_beside_bar, show_heading, show_refusal,
    show_tooltip_beside,
};
use crate::session::{Intent, OpenMenu, Session};
use crate::theme::{scaled, scaled_in};
use battle::{Target, UnitDataItem};
use battle_log::log_text::capitalise;
use model::UnitId;
use rules::play;

/// Width of a menu, in points.
const WIDTH: f32 = 372.0;
/// Greatest height of the list, in points.
const HEIGHT: f32 = 430.0;
/// Space between the list and the edges of the window, in points.
const EDGE: f32 = 40.0;
/// Width that the frame of a menu adds, in points.
const FRAME: f32 = 31.0;
/// Width of the tooltip of an entry, in points.
const TOOLTIP: f32 = 300.0;
/// What stands above the attacks of a submenu.
const SUBMENU_HINT: &str = "Fewer dice than a normal attack. A hit that does damage has the effect.";

/// Draws the menu of a slot above its button if it is open; returns the clicked entry.
pub(super) fn show<'a>(
    ui: &Ui,
    context: &PanelContext,
    slot: &'a ActionChoice,
    (session, odds): (&mut Session, &mut ForecastCache),
    near: &egui::Response,
) -> Option<&'a ActionChoice> {
    let Some(OpenMenu::Group(open)) = session.open_menu.clone() else { return None };
    let entries = open_entries(slot, &open)?;
    let is_submenu = slot.label != open;
    let unit = unit_to_order(context.view, session).and_then(|id| context.view.unit(id));
    let ranking =
        context.attacks.filter(|ranking| unit.as_ref().is_some_and(|unit| *unit.id == ranking.unit));
    let attacks = entries.iter().any(|entry| attack_of(entry).is_some());
    let stays_near = !matches!(slot.action, ChoiceAction::CycleAttacks(_));
    let button = MenuButton { slot: &slot.label, above: near.rect.left_top() - vec2(0.0, 10.0), stays_near };
    let numbered = slot.command.filter(|_| stays_near);
    let menu = AttackMenu { context, unit: unit.as_ref().filter(|_| attacks), ranking, numbered };
    let window = ui.ctx().viewport_rect();
    let id = list_id(&slot.label);
    let size = egui::AreaState::load(ui.ctx(), id).and_then(|state| state.size);
    let size = size.unwrap_or(vec2(scaled_in(ui.ctx(), WIDTH) + FRAME, scaled_in(ui.ctx(), HEIGHT)));
    let held = held_area(ui.ctx(), egui::Order::Foreground, id);
    let place = match held {
        Some(rect) => rect.left_bottom(),
        None => menu.place(ui.ctx(), &button, size, window),
    };
    let area = egui::Area::new(id)
        .order(egui::Order::Foreground)
        .pivot(Align2::LEFT_BOTTOM)
        .constrain(true)
        .fixed_pos(place);
    let room = (near.rect.top() - window.top() - 2.0 * EDGE).max(80.0);
    let height = scaled_in(ui.ctx(), HEIGHT).min(room);
    let kept_height = (id.with("height"), height, held.is_some());
    let mut clicked = None;
    area.show(ui.ctx(), |ui| {
        card_frame(context.palette, context.palette.line).show(ui, |ui| {
            ui.set_width(scaled(ui, WIDTH).min(window.width() - 2.0 * EDGE));
            ui.spacing_mut().item_spacing.y = 2.0;
            clicked = menu.show_scrolled(ui, (&open, is_submenu), entries, (session, odds), kept_height);
        });
    });
    clicked.filter(|entry| entry.refusal.is_none())
}

/// Returns the entries of the open menu of a slot, its own or those of a submenu; `None` if the open menu is not one of them.
fn open_entries<'a>(slot: &'a ActionChoice, open: &str) -> Option<&'a [ActionChoice]> {
    let (ChoiceAction::OpenMenu(own) | ChoiceAction::CycleAttacks(own)) = &slot.action else { return None };
    if slot.label == open {
        return Some(own);
    }
    own.iter().find_map(|choice| match &choice.action {
        ChoiceAction::OpenMenu(entries) if choice.label == open => Some(entries.as_slice()),
        _ => None,
    })
}

fn attack_of(choice: &ActionChoice) -> Option<Intent> {
    match choice.action {
        ChoiceAction::Aim(intent @ Intent::Attack { .. }) => Some(intent),
        _ => None,
    }
}

/// Identifies whether a part of the list unfolds or folds in this frame.
fn unfolding_id() -> egui::Id {
    egui::Id::new("a part of the menu of actions unfolds")
}

/// Identifier of the list of a slot.
pub(crate) fn list_id(slot: &str) -> egui::Id {
    egui::Id::new(("menu of actions", slot))
}

/// Returns where the list of a slot is, if it was shown in this frame or the last one.
pub(crate) fn list_rect(ctx: &egui::Context, slot: &str) -> Option<egui::Rect> {
    shown_area(ctx, egui::Order::Foreground, list_id(slot))
}

/// Returns where the open list of the bar is, if one was shown in this frame or the last one.
pub(in crate::panel) fn open_list_rect(ctx: &egui::Context) -> Option<Rect> {
    ActionSlot::ALL.into_iter().find_map(|slot| list_rect(ctx, slot.label()))
}

/// An entry with what the list says about it.
struct ListedEntry<'a> {
    entry: &'a ActionChoice,
    /// Its key; empty beyond the numbers, `None` in a list without keys.
    key: Option<String>,
    query: Option<AttackQuery>,
    figures: Option<AttackFigures>,
    /// Why it cannot be chosen, or would do nothing.
    why: Option<String>,
}

impl ListedEntry<'_> {
    /// Whether it can be chosen and do something.
    fn can_work(&self) -> bool {
        self.entry.refusal.is_none() && self.figures.as_ref().is_none_or(AttackFigures::can_work)
    }
}

/// What a menu reads: the unit if it attacks, and its attacks in their order.
struct AttackMenu<'a, 'c, 'w, 's> {
    context: &'a PanelContext<'c, 'w, 's>,
    unit: Option<&'a UnitDataItem<'a, 'a>>,
    ranking: Option<&'a AttackRanking>,
    /// The key of its slot, if its rows have number keys.
    numbered: Option<InputAction>,
}

impl AttackMenu<'_, '_, '_, '_> {
    /// Returns the lower left corner of the menu. In a turn it stays where it was, else it is above its button, or aside or
    /// higher if it would cover the unit, its targets, other fighters, the panel of the unit or the log.
    fn place(&self, ctx: &egui::Context, button: &MenuButton, size: Vec2, window: Rect) -> Pos2 {
        let above = button.above;
        let Some(ranking) = self.ranking.filter(|_| self.unit.is_some()) else { return above };
        let (view, lens) = (self.context.view, &self.context.lens);
        let listed = targets::listed_targets(ranking);
        let listed = listed.into_iter().map(|target| target.enemy);
        let units = listed.chain([ranking.unit, ranking.target]);
        let units = units.filter_map(|id| view.unit(id));
        let spared: Vec<Rect> = units.map(|unit| lens.cell_rect(unit.cell())).collect();
        let fighters = view.units().filter(|unit| unit.is_fighting());
        let fighters = fighters.map(|unit| lens.cell_rect(unit.cell()));
        let others: Vec<Rect> =
            fighters.chain(ai_players::buttons_rect(ctx, self.context.opponents)).collect();
        let turn = (ranking.unit, view.round().number(), view.round().pass());
        let place_id = egui::Id::new(("place of the list of attacks", button.slot));
        let known = ctx.data(|data| data.get_temp::<((UnitId, u32, u32), Pos2)>(place_id));
        let known = known.filter(|(last, _)| *last == turn).map(|(_, place)| place);
        let reach = if button.stays_near { size.x } else { f32::INFINITY };
        let places = known.into_iter().chain(menu_places((above, size), reach, (lens.clip, window)));
        let places: Vec<Pos2> = places.map(|place| place - vec2(0.0, size.y)).collect();
        let panels = [left_of(lens.clip, window), right_of(lens.clip, window)];
        let place = least_covering_place(&places, size, [&spared, &others, &panels]) + vec2(0.0, size.y);
        ctx.data_mut(|data| data.insert_temp(place_id, (turn, place)));
        place
    }

    /// Draws the menu in a list that scrolls; returns the clicked entry. What a click changes in it moves no row under the pointer:
    /// a list that was shown before keeps its height, and becomes higher, up to `most` points, only by what is unfolded.
    fn show_scrolled<'e>(
        &self,
        ui: &mut Ui,
        (open, is_submenu): (&str, bool),
        entries: &'e [ActionChoice],
        (session, odds): (&mut Session, &mut ForecastCache),
        (height_id, most, was_shown): (egui::Id, f32, bool),
    ) -> Option<&'e ActionChoice> {
        let known = ui.ctx().data(|data| data.get_temp::<(String, f32)>(height_id));
        let kept = known.filter(|(list, _)| was_shown && list == open).map(|(_, height)| height);
        let height = kept.unwrap_or(most);
        let area = ScrollArea::vertical().id_salt(open).max_height(height).min_scrolled_height(height);
        let area = area.auto_shrink([true, kept.is_none()]);
        let rows = |ui: &mut Ui| self.show(ui, (open, is_submenu), entries, (session, odds));
        let shown = show_beside_bar(ui, area, rows);
        let unfolds = ui.data_mut(|data| data.remove_temp::<bool>(unfolding_id())).is_some();
        if !ui.is_sizing_pass() {
            let list = (open.to_owned(), shown.content_size.y.min(if unfolds { most } else { height }));
            ui.ctx().data_mut(|data| data.insert_temp(height_id, list));
        }
        shown.inner
    }

    /// Draws the menu; returns the clicked entry.
    fn show<'e>(
        &self,
        ui: &mut Ui,
        (open, is_submenu): (&str, bool),
        entries: &'e [ActionChoice],
        (session, odds): (&mut Session, &mut ForecastCache),
    ) -> Option<&'e ActionChoice> {
        let target = self.ranking.filter(|_| self.unit.is_some()).map(|ranking| ranking.target);
        let mut listed: Vec<ListedEntry> =
            entries.iter().map(|entry| self.list_entry(entry, target, odds)).collect();
        self.number_rows(&mut listed);
        self.show_title(ui, (open, target, is_submenu), &mut listed, (session, odds));
        let best = listed
            .iter()
            .position(|one| is_plain(one.entry) && one.can_work() && !self.catches_own(one, &mut *odds));
        let best = best.filter(|_| target.is_some() && !is_submenu);
        let (working, others): (Vec<_>, Vec<_>) =
            listed.into_iter().enumerate().partition(|(_, one)| target.is_none() || one.can_work());
        let mut clicked = None;
        for (at, one) in &working {
            if self.show_entry(ui, one, (best == Some(*at), true), odds).clicked() {
                clicked = Some(one.entry);
            }
        }
        let blocked: Vec<ListedEntry> = others.into_iter().map(|(_, one)| one).collect();
        // Where something else is the way on, what cannot be made is only in the way.
        let is_folded = is_submenu || (self.has_no_target() && !working.is_empty());
        let clicked = match target.filter(|_| !blocked.is_empty()) {
            Some(target) if is_folded => {
                let title = match is_submenu {
                    true => format!("Cannot work on {} ({})", self.context.unit_name(target), blocked.len()),
                    false => format!("Not possible now ({})", blocked.len()),
                };
                let shown = CollapsingHeader::new(title)
                    .id_salt(("cannot work", open))
                    .show(ui, |ui| self.show_blocked(ui, &blocked, odds));
                if reveal_unfolding(ui, &shown) {
                    ui.data_mut(|data| data.insert_temp(unfolding_id(), true));
                }
                shown.body_returned.flatten().or(clicked)
            }
            _ => self.show_blocked(ui, &blocked, odds).or(clicked),
        };
        if let Some(list) = self.numbered {
            show_closing_keys(ui, self.context, (list, entries.len()));
        }
        clicked
    }

    /// Gives the rows of a list the number keys that choose them.
    fn number_rows(&self, listed: &mut [ListedEntry]) {
        if self.numbered.is_none() {
            return;
        }
        for (row, one) in listed.iter_mut().enumerate() {
            let key = row_key(row).map(|key| self.context.key_label(key));
            one.key = Some(key.unwrap_or_default());
        }
    }

    /// Whether an attack on the target of the list catches a unit of its own side.
    fn catches_own(&self, one: &ListedEntry, odds: &mut ForecastCache) -> bool {
        one.query.as_ref().is_some_and(|query| odds.caught_units(self.context.view, query).own)
    }

    /// Whether there is no enemy that the unit can attack from where it stands.
    fn has_no_target(&self) -> bool {
        self.ranking.is_some_and(AttackRanking::has_no_target_here)
    }

    /// Draws what stands above the entries: the targets and what is asked. The entries of a submenu are put in the order of
    /// their use.
    fn show_title(
        &self,
        ui: &mut Ui,
        (open, target, is_submenu): (&str, Option<UnitId>, bool),
        listed: &mut [ListedEntry],
        (session, odds): (&mut Session, &mut ForecastCache),
    ) {
        let palette = self.context.palette;
        match (target, is_submenu) {
            (Some(target), true) => {
                let name = self.context.unit_name(target);
                let note = damage_note(self.context);
                show_heading(ui, palette, &format!("{open} at {name}: where?{note}"));
                ui.colored_label(palette.dim, RichText::new(SUBMENU_HINT).small());
                listed.sort_by_key(|one| {
                    let useful = one.figures.as_ref().map(AttackFigures::usefulness);
                    std::cmp::Reverse((one.can_work(), useful))
                });
            }
            (Some(target), false) => {
                let known = self.unit.zip(self.ranking);
                let options: Vec<&str> = listed
                    .iter()
                    .filter(|one| one.query.is_some() && one.can_work())
                    .map(|one| one.entry.label.as_str())
                    .collect();
                let ready = self.has_no_target().then(|| self.ready_first(listed, odds)).flatten();
                let other_ways = OtherWays { options: &options, ready: ready.as_deref() };
                let pointed = known.and_then(|known| {
                    targets::show_targets(ui, self.context, known, other_ways, (session, odds))
                });
                session.highlighted_unit = session.highlighted_unit.or(pointed).or(Some(target));
                if self.has_no_target() {
                    return; // said already
                }
                let name = self.context.unit_name(target);
                let asks = listed.iter().any(ListedEntry::can_work);
                let title =
                    if asks { format!("With what, at {name}?") } else { format!("Attacks on {name}") };
                show_heading(ui, palette, &format!("{title}{}", damage_note(self.context)));
            }
            (None, _) => _ = ui.colored_label(palette.dim, open),
        }
    }

    /// Draws entries that cannot work; what several of them have as their reason stands once, above them. Returns the clicked
    /// entry.
    fn show_blocked<'e>(
        &self,
        ui: &mut Ui,
        blocked: &[ListedEntry<'e>],
        odds: &mut ForecastCache,
    ) -> Option<&'e ActionChoice> {
        let reasons: Vec<Option<&str>> = blocked.iter().map(|one| one.why.as_deref()).collect();
        let mut clicked = None;
        for group in group_by_reason(&reasons) {
            let shared = reasons[group[0]].filter(|_| group.len() > 1);
            if let Some(why) = shared {
                let heading = RichText::new(reason_heading(why)).small();
                ui.colored_label(self.context.palette.dim, heading);
            }
            for one in group.into_iter().map(|at| &blocked[at]) {
                if self.show_entry(ui, one, (false, shared.is_none()), odds).clicked() {
                    clicked = Some(one.entry);
                }
            }
        }
        clicked
    }

    /// Reads what the list says about an entry against its target.
    fn list_entry<'e>(
        &self,
        entry: &'e ActionChoice,
        target: Option<UnitId>,
        odds: &mut ForecastCache,
    ) -> ListedEntry<'e> {
        // A menu of attacks is refused for what its first one is.
        let first = match &entry.action {
            ChoiceAction::OpenMenu(entries) => entries.first().filter(|_| entry.refusal.is_some()),
            _ => Some(entry),
        };
        let intent = first.and_then(attack_of);
        let query = intent.zip(target).zip(self.unit).and_then(|((intent, target), unit)| {
            let Intent::Attack { weapon, mode, option } = intent else { return None };
            let now = AttackQuery::from_current_position(unit, Target::Unit(target), weapon, mode);
            Some(AttackQuery { option: option.map(str::to_owned), ..now })
        });
        // The button says why nothing can be attacked; the list, why its target cannot.
        let refused = query.as_ref().filter(|_| entry.refusal.is_some());
        let refusal = refused.and_then(|query| odds.attack_refusal(self.context.view, query));
        if let Some((why, _)) = &entry.refusal {
            let why = Some(refusal.as_ref().map_or(why, |(why, _)| why).clone());
            let figures = refusal.map(AttackFigures::Refused);
            return ListedEntry { entry, key: None, query: None, figures, why };
        }
        let figures = query.as_ref().and_then(|query| AttackFigures::new(self.context, odds, query));
        let asked = query.as_ref().zip(figures.as_ref());
        let why = asked.and_then(|asked| obstacle_text(self.context, odds, asked));
        ListedEntry { entry, key: None, query, figures, why }
    }

    /// Draws an entry, with the reason why it cannot work unless that stands above it; the tooltip describes it.
    fn show_entry(
        &self,
        ui: &mut Ui,
        one: &ListedEntry,
        (is_best, shows_reason): (bool, bool),
        odds: &mut ForecastCache,
    ) -> egui::Response {
        let ListedEntry { entry, figures, why, .. } = one;
        let palette = self.context.palette;
        let refusal = match figures {
            Some(AttackFigures::Refused(refusal)) => Some(refusal),
            _ => entry.refusal.as_ref(),
        };
        let price = entry.cost.clone();
        // Without figures the price stands at the right.
        let own_price = if figures.is_some() { price.as_str() } else { "" };
        // Why an attack with better figures stands below others.
        let caught = one.query.as_ref().filter(|_| one.can_work() && self.catches_own(one, &mut *odds));
        let caught = caught.map(|query| odds.caught_units(self.context.view, query).text());
        let below = match why {
            Some(why) if shows_reason => why.clone(),
            Some(_) => String::new(),
            None => with_caught(price_and_effect(own_price, self.effect(entry).as_deref()), caught),
        };
        let is_refused = entry.refusal.is_some() || matches!(figures, Some(AttackFigures::Refused(_)));
        let row = MenuRow {
            key: one.key.clone(),
            name: match entry.action {
                ChoiceAction::OpenMenu(_) => format!("{}\u{2026}", entry.label),
                _ => entry.label.clone(),
            },
            tag: if is_best { "best" } else { "" },
            below,
            figure: match figures {
                Some(figures) => figures.chance(),
                // The reason stands below the name.
                None if entry.shows_reason() => String::new(),
                None => price,
            },
            more: match figures {
                Some(figures) => figures.damage(),
                None => self
                    .ready_figures(entry, odds)
                    .or_else(|| self.replaced_figures(entry, odds))
                    .unwrap_or_default(),
            },
            tone: match one.can_work() {
                _ if is_refused => RowTone::Refused,
                true => RowTone::Open,
                false => RowTone::Caution,
            },
            chosen: entry.chosen,
            ..MenuRow::default()
        };
        let response = show_row(ui, self.context, &row);
        show_tooltip_beside(&response, |ui| {
            ui.set_max_width(TOOLTIP);
            ui.label(&entry.label);
            show_brief_description(ui, self.context, &entry.description);
            refusal.into_iter().for_each(|refusal| show_refusal(ui, palette, refusal));
        });
        response
    }

    /// Says what an attack in place of an announced one could do, before the replacement is paid; `None` for other entries.
    fn replaced_figures(&self, entry: &ActionChoice, odds: &mut ForecastCache) -> Option<String> {
        let unit = self.unit.filter(|_| replaces_attack(entry))?;
        let replaced = odds.replaced_attack(self.context.view, unit)?;
        Some(replaced.text(&self.context.unit_name(replaced.enemy)))
    }

    /// Says what an attack option does; `None` for other entries.
    fn effect(&self, entry: &ActionChoice) -> Option<String> {
        let Some(Intent::Attack { weapon, option: Some(key), .. }) = attack_of(entry) else { return None };
        let me = self.context.view.unit_snapshot(self.unit?);
        let options = play::attack_options(&me, me.held_weapon(weapon)?, self.context.view.rules());
        let option = options.into_iter().find(|option| option.key == key)?;
        Some(capitalise(option.detail.trim_end_matches('.')) + ".")
    }
}

/// Whether an entry is an ordinary attack.
fn is_plain(entry: &ActionChoice) -> bool {
    matches!(attack_of(entry), Some(Intent::Attack { option: None, .. }))
}
