//! System parameters of the panels: `PanelParams` has the resources that they read, `PanelEdits` the state that they
//! change.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::answer_plans::AnswerPlans;
use super::combat_log::log_panel::LogState;
use super::end_screen::highlights::BattleHighlights;
use super::panel_state::PanelState;
use super::prompt_answers::AnswerKeyDelay;
use super::widgets::PanelContext;
use crate::ai_players::AiController;
use crate::attack_forecast::ForecastCache;
use crate::battle_revision::RevisionReader;
use crate::board::BoardViewport;
use crate::board::atlas::BoardAtlas;
use crate::board::overlay::{BoardLegend, BoardOverlays, OverlayToggles};
use crate::campaign_battle::CampaignBattle;
use crate::fast_forward::FastForward;
use crate::hovered_attack::HoveredAttack;
use crate::input::AnswerFocusRequest;
use crate::knockback_preview::KnockbackPreview;
use crate::lesson_progress::NextFight;
use crate::player_input::PlayerInput;
use crate::replay::ReplayPlayback;
use crate::replay::round_pictures::RoundPictures;
use crate::settings::Settings;
use crate::undo::JointOrders;
use battle::{BattleView, History, Journal};

/// Resources that the panels read.
#[derive(SystemParam)]
pub(crate) struct PanelParams<'w, 's> {
    pub view: BattleView<'w, 's>,
    pub(super) revision: RevisionReader<'w>,
    pub(super) history: Res<'w, History>,
    pub(super) joint: Res<'w, JointOrders>,
    pub(super) settings: Res<'w, Settings>,
    pub(super) journal: Option<Res<'w, Journal>>,
    pub(super) time: Res<'w, Time<Real>>,
    pub(super) lens: Res<'w, BoardViewport>,
    pub(super) flights: Res<'w, KnockbackPreview>,
    pub(super) hovered: Res<'w, HoveredAttack>,
    pub(super) overlays: Option<Res<'w, BoardOverlays>>,
    pub(super) art: Option<Res<'w, BoardAtlas>>,
    pub(super) replay: Option<Res<'w, ReplayPlayback>>,
    pub(super) pictures: Option<Res<'w, RoundPictures>>,
    pub(super) next_fight: Option<Res<'w, NextFight>>,
    pub(super) campaign: Option<Res<'w, CampaignBattle>>,
    pub(super) highlights: Option<Res<'w, BattleHighlights>>,
    pub(super) focus: Res<'w, AnswerFocusRequest>,
    pub opponents: Res<'w, AiController>,
}

impl<'w, 's> PanelParams<'w, 's> {
    /// Returns what a panel reads.
    pub fn context(&self) -> PanelContext<'_, 'w, 's> {
        PanelContext {
            view: &self.view,
            revision: self.revision.current(),
            history: &self.history,
            joint: &self.joint,
            settings: &self.settings,
            opponents: &self.opponents,
            palette: self.settings.palette(),
            lens: *self.lens,
            art: self.art.as_deref(),
            watching: self.replay.is_some(),
            attacks: self.hovered.ranking(),
            approach: self.hovered.approach(),
            weapon_change: self.hovered.weapon_change(),
            focuses_answers: self.focus.0,
            now: self.time.elapsed_secs_f64(),
        }
    }
}

/// State that the panels change.
#[derive(SystemParam)]
pub(super) struct PanelEdits<'w> {
    pub(super) player: PlayerInput<'w>,
    pub(super) state: ResMut<'w, PanelState>,
    pub(super) log: ResMut<'w, LogState>,
    pub(super) odds: ResMut<'w, ForecastCache>,
    pub(super) plans: ResMut<'w, AnswerPlans>,
    pub(super) answer_delay: Option<Res<'w, AnswerKeyDelay>>,
    pub(super) fast_forward: Option<Res<'w, FastForward>>,
    pub(super) toggles: Option<ResMut<'w, OverlayToggles>>,
    pub(super) legend: Option<Res<'w, BoardLegend>>,
}

impl<'w> PanelEdits<'w> {
    /// Returns what the prompt changes.
    pub(super) fn prompt_edits(&mut self) -> super::prompt::PromptEdits<'_, 'w> {
        let Self { player, state, odds, plans, answer_delay, .. } = self;
        let click_delay = answer_delay.as_ref().map_or(0.0, |delay| delay.0);
        super::prompt::PromptEdits { player, odds, plans, typed: &mut state.faces, click_delay }
    }
}
