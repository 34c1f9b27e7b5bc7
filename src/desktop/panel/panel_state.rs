//! State of the panels that the player changes, without meaning for the battle.

use bevy::prelude::*;
use bevy_egui::egui::{Context, Rect};

use super::floating_areas::discard_pass;
use crate::settings::Settings;
use model::UnitId;

/// Seconds between the last step that the board shows and the end screen; its smoke and its numbers may still be there.
const END_PAUSE: f64 = 1.2;

/// Seconds for which the end screen ignores the key `Back` after it has opened by itself or by that key: a second press is
/// meant for what was there before.
const END_BACK_PAUSE: f64 = 0.5;

/// The same for an end screen that is there at once: a replay or a moment of the battle may have ended as the key was pressed.
const RETURN_BACK_PAUSE: f64 = 1.5;

/// A side panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SidePanel {
    Unit,
    Log,
}

/// A weapon that was clicked. The mark of the click ends with the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClickedWeapon {
    /// The round, the pass and the acting unit.
    pub turn: (u32, u32, Option<UnitId>),
    /// Whose weapon it is.
    pub unit: UnitId,
    /// Its slot.
    pub slot: usize,
}

/// UI state of the panels; the battle does not depend on it.
#[derive(Resource, Debug, Default)]
pub(crate) struct PanelState {
    pub(super) bar: super::action_bar::choice_cache::ChoiceCache,
    pub(super) move_preview: Option<super::cards::move_card::MovePreview>,
    /// Whether the inspector shows all explanations.
    pub(super) unfolded: bool,
    /// The weapon that was last clicked, and the turn in which it was.
    pub(super) weapon: Option<ClickedWeapon>,
    /// The end screen was closed to view the battlefield.
    pub(super) looked_at_end: bool,
    /// The end screen has opened; it waits until the board has shown the last step, and a moment more.
    pub(super) has_end_opened: bool,
    /// Since when the last step has been shown after the end of the battle, in seconds.
    pub(super) seen_since: Option<f64>,
    /// Until when the end screen ignores the key `Back`, in seconds.
    pub(super) back_rests_until: Option<f64>,
    /// The battle was seen while it went on: its end is news.
    pub(super) has_seen_fight: bool,
    /// The end screen shows what "More" unfolds.
    pub(super) is_end_unfolded: bool,
    /// During a replay that leads back to the end screen: whether that had unfolded "More".
    pub(super) unfolds_on_return: bool,
    /// The strip above the board that the controls of a replay have.
    pub(super) replay_strip: Option<Rect>,
    /// Height of the controls of a replay when they were drawn last, in points.
    pub(super) replay_height: f32,
    /// State of the page after the battle.
    pub(super) aftermath: super::end_screen::after_battle::AfterBattlePage,
    /// Whether the window is too narrow for both side panels.
    pub(super) compact: bool,
    /// Whether the board still shows the attack that the open question is about, or walks that came before it.
    pub(super) holds_question: bool,
    /// Whether the window is low and needs lower bars.
    pub(super) low: bool,
    /// Faces of physical dice, as typed.
    pub(super) faces: String,
    /// Action search: text and marked entry.
    pub(super) search: super::action_bar::action_search::ActionSearch,
    pub(super) turn_order: super::turn_order_bar::TurnOrderCache,
    /// The banner of the turn that began last.
    pub(super) banner: super::turn_banner::TurnBanner,
    /// The banner of the last critical injury or fall.
    pub(super) grave_banner: super::grave_banner::GraveBanner,
    /// The units in reserve that arrived last.
    pub(super) arrivals: super::reinforcements::ArrivalNotice,
    /// What happened since the side's last turn.
    pub(super) recap: super::recap::Recap,
    /// How the player has closed the explanation of a rulebook’s turns.
    pub(super) guide_answer: Option<(rules::Book, super::turn_guide::GuideAnswer)>,
    /// The page of that explanation that is shown.
    pub(super) guide_page: usize,
    /// The player wants turns to end without a question; the settings are to be changed.
    pub(super) ends_without_asking: bool,
    /// The hints of a lesson.
    pub hints: super::hint_panel::HintState,
    /// The open side panel while they are hidden, or in a compact window.
    pub(super) side_panel: Option<SidePanel>,
    /// The button that hides or shows the side panels was clicked.
    pub(super) is_panel_button_clicked: bool,
}

impl PanelState {
    /// Returns the state for the battle that is shown next. Through a replay that leads back to the end screen, what was unfolded
    /// there stays so.
    pub(super) fn for_next_battle(&self, leads_back: bool) -> Self {
        Self {
            is_end_unfolded: !leads_back && self.unfolds_on_return,
            unfolds_on_return: leads_back && self.is_end_unfolded,
            ..Self::default()
        }
    }

    /// Whether side panels are drawn only on demand: where the player hides them, and in a compact window.
    pub(super) fn hides_panels(&self, settings: &Settings) -> bool {
        self.compact || settings.hidden_panels
    }

    /// Whether the end screen covers the board.
    pub fn is_end_screen_open(&self) -> bool {
        self.has_end_opened && !self.looked_at_end
    }

    /// Opens the end screen of a battle that is over.
    pub fn open_end_screen(&mut self) {
        (self.has_end_opened, self.looked_at_end) = (true, false);
    }

    /// Opens the end screen by the key `Back`.
    pub fn open_end_screen_by_key(&mut self, now: f64) {
        self.open_end_screen();
        self.back_rests_until = Some(now + END_BACK_PAUSE);
    }

    /// Whether the end screen has opened so shortly before that it ignores the key `Back`.
    pub fn has_just_opened_end(&self, now: f64) -> bool {
        self.back_rests_until.is_some_and(|until| now < until)
    }

    /// Closes the recap if it shows a step. Returns whether it did.
    pub fn close_recap(&mut self) -> bool {
        self.recap.close()
    }

    /// Keeps the end screen closed, as if the player looked at the battlefield.
    pub fn hide_end_screen(&mut self) {
        self.looked_at_end = true;
    }

    /// Shows the statistics in place of rest and treatment, which have a page once the units have left the field. Returns
    /// whether that page was shown.
    pub fn leave_rest_page(&mut self, has_left: bool) -> bool {
        has_left && !std::mem::replace(&mut self.aftermath.shows_statistics, true)
    }

    /// The strip above the board for the controls of a replay.
    pub fn replay_strip(&self) -> Option<Rect> {
        self.replay_strip
    }

    /// Notes how high the controls of a replay are, in points. If that has changed, the frame is laid out again: the strip
    /// that was reserved for the last height would cut a row that has come, until the next frame.
    pub fn note_replay_height(&mut self, ctx: &Context, height: f32) {
        let has_changed = (self.replay_height - height).abs() > 0.5;
        self.replay_height = height;
        if has_changed {
            discard_pass(ctx, None, "the controls of the replay have another height");
        }
    }

    /// Opens the end screen a moment after the board has shown the last step, and at once in a battle that was over when it
    /// was opened. Returns how long it still waits, in seconds; `None` if it is open or something else comes first.
    pub(super) fn follow_end(&mut self, is_over: bool, is_seen: bool, now: f64) -> Option<f64> {
        self.has_end_opened &= is_over;
        self.is_end_unfolded &= is_over;
        self.has_seen_fight |= !is_over;
        if is_over && !self.has_seen_fight && !self.has_end_opened {
            self.has_end_opened = true;
            self.back_rests_until = Some(now + RETURN_BACK_PAUSE);
        }
        if self.has_end_opened || !is_over || !is_seen {
            self.seen_since = None;
            return None;
        }
        let left = END_PAUSE - (now - *self.seen_since.get_or_insert(now));
        self.has_end_opened = left <= 0.0;
        if self.has_end_opened {
            self.back_rests_until = Some(now + END_BACK_PAUSE);
        }
        (left > 0.0).then_some(left)
    }
}
