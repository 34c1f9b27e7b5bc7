//! Preview of the knockback of the attack being aimed.

use std::sync::Arc;

use bevy::prelude::*;

use crate::attack_forecast;
use crate::attack_forecast::AttackQuery;
use crate::background_task::BackgroundTask;
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::PrepareSystems;
use crate::fault_guard::guard_computation;
use crate::hovered_attack::HoveredAttack;
use crate::redraw::WindowWaker;
use crate::session::{Intent, Screen, Session};
use battle::{BattleSnapshot, BattleView, Target};
use lab::overlay::{self, KnockbackForecast};
use rules::knockback;

/// What a preview depends on.
type KnockbackKey = (BattleRevision, AttackQuery);

/// Knockback paths of the attack being aimed.
#[derive(Resource, Default)]
pub(super) struct KnockbackPreview {
    current: Option<KnockbackKey>,
    snapshot: Option<Arc<BattleSnapshot>>,
    answer: BackgroundTask<KnockbackKey, Option<KnockbackForecast>>,
}

impl KnockbackPreview {
    /// Returns the forecast; `None` while it is computed, or if the attack throws no one.
    pub fn knockback_field(&self) -> Option<&KnockbackForecast> {
        let found = self.answer.get(self.current.as_ref()?)?;
        found.as_ref().as_ref().filter(|field| !field.trajectories.is_empty())
    }

    /// Returns the status for a card, if the preview is about this attack.
    pub fn status_for(&self, query: &AttackQuery) -> KnockbackStatus<'_> {
        match &self.current {
            Some(key) if key.1 == *query => match self.answer.get(key).map(Arc::as_ref) {
                None if self.answer.has_failed(key) => KnockbackStatus::Failed,
                None => KnockbackStatus::Pending,
                Some(None) => KnockbackStatus::TooMany,
                Some(Some(field)) => KnockbackStatus::Known(field),
            },
            _ => KnockbackStatus::Known(&NO_KNOCKBACK),
        }
    }
}

static NO_KNOCKBACK: KnockbackForecast = KnockbackForecast { trajectories: Vec::new() };

/// What a card can show.
pub(super) enum KnockbackStatus<'a> {
    /// Being computed.
    Pending,
    /// The program has failed at it.
    Failed,
    /// Too many outcomes to enumerate.
    TooMany,
    /// The complete forecast.
    Known(&'a KnockbackForecast),
}

/// Previews the knockback of aimed attacks.
pub(super) struct KnockbackPreviewPlugin;

impl Plugin for KnockbackPreviewPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<KnockbackPreview>().add_systems(
            Update,
            update_knockback_preview.in_set(PrepareSystems::Knockback).run_if(in_state(Screen::Battle)),
        );
    }
}

/// Requests the preview of the aimed attack, and accepts finished ones.
fn update_knockback_preview(
    mut flights: ResMut<KnockbackPreview>,
    view: BattleView,
    (session, hovered): (Res<Session>, Res<HoveredAttack>),
    revision: RevisionReader,
    waker: Res<WindowWaker>,
) {
    let flights = flights.as_mut();
    let query = aimed_attack(&view, &session).filter(|_| knockback::in_play(view.rules()));
    // The effect of a refused attack is of no interest.
    let query = query.filter(|query| !hovered.is_refused() || hovered.query() != Some(query));
    let revision = revision.current();
    let key = query.map(|query| (revision, query));
    if flights.current != key {
        if let Some((_, query)) = &key {
            let snapshot = Arc::new(BattleSnapshot::from_view(&view, flights.snapshot.as_deref()));
            flights.snapshot = Some(Arc::clone(&snapshot));
            let work = guard_computation("The knockback", || knockback_work(&view, snapshot, query));
            if let Ok(Some(work)) = work {
                flights.answer.request((revision, query.clone()), &waker, work);
            }
        }
        flights.current = key;
    }
    flights.answer.poll();
}

type KnockbackWork = Box<dyn FnOnce() -> Option<KnockbackForecast> + Send>;

/// Returns the computation with copies of all its inputs.
fn knockback_work(
    view: &BattleView,
    snapshot: Arc<BattleSnapshot>,
    query: &AttackQuery,
) -> Option<KnockbackWork> {
    if matches!(query.target, Target::Barrier(_)) {
        return None;
    }
    let request = attack_forecast::attack_request(view, query)?;
    Some(Box::new(move || overlay::forecast_knockback(&snapshot, &request, &[])))
}

/// Returns the attack that a click would make, on an enemy or on the ground.
fn aimed_attack(view: &BattleView, session: &Session) -> Option<AttackQuery> {
    let Intent::Attack { weapon, mode, option } = session.intent else { return None };
    let hover = session.hover?;
    if view.open_prompt().is_some() || view.round().outcome().is_some() || view.round().is_deploying() {
        return None;
    }
    let unit = session.selected.or(view.round().acting()).and_then(|id| view.unit(id))?;
    let target = match hover.unit.filter(|id| id != unit.id).and_then(|id| view.unit(id)) {
        Some(other) if other.side != unit.side && other.is_fighting() => Target::Unit(*other.id),
        None if hover.barrier.is_none() && view.can_target_cells(&unit, weapon) => Target::Square(hover.cell),
        _ => return None,
    };
    let option = option.map(str::to_owned);
    Some(AttackQuery { option, ..AttackQuery::from_current_position(&unit, target, weapon, mode) })
}
