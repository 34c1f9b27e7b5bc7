//! Where the attack that is aimed now may throw people, before the click.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::attack_forecast;
use crate::attack_forecast::AttackQuery;
use crate::background_task::BackgroundTask;
use crate::board::BoardSystems;
use crate::session::{Intent, Screen, Session};
use battle::{BattleSnapshot, BattleView, History, Side, Target};
use lab::overlay::{self, KnockbackForecast};
use rules::knockback;

/// What an answer depends on.
type KnockbackKey = (ViewedMoment, AttackQuery);

/// The fight, how far it has come, and whose eyes look at it.
type ViewedMoment = (usize, usize, u32, Option<Side>);

/// The flights of the attack that is aimed now.
#[derive(Resource, Default)]
pub(super) struct KnockbackPreview {
    current: Option<KnockbackKey>,
    snapshot: Option<Arc<BattleSnapshot>>,
    answer: BackgroundTask<KnockbackKey, Option<KnockbackForecast>>,
}

impl KnockbackPreview {
    /// What the attack may throw where; nothing while that is worked out, or where it throws nobody.
    pub fn knockback_field(&self) -> Option<&KnockbackForecast> {
        let found = self.answer.get(self.current.as_ref()?)?;
        found.as_ref().as_ref().filter(|field| !field.trajectories.is_empty())
    }

    /// The same for a card, if it is about this attack.
    pub fn status_for(&self, question: &AttackQuery) -> KnockbackStatus<'_> {
        match &self.current {
            Some(key) if key.1 == *question => match self.answer.get(key).map(Arc::as_ref) {
                None => KnockbackStatus::Pending,
                Some(None) => KnockbackStatus::TooMany,
                Some(Some(field)) => KnockbackStatus::Known(field),
            },
            _ => KnockbackStatus::Known(&NO_KNOCKBACK),
        }
    }
}

static NO_KNOCKBACK: KnockbackForecast = KnockbackForecast { trajectories: Vec::new() };

/// What a card can say.
pub(super) enum KnockbackStatus<'a> {
    /// It is being worked out.
    Pending,
    /// The dice branch too often.
    TooMany,
    /// All of it.
    Known(&'a KnockbackForecast),
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KnockbackPreview>().add_systems(
        Update,
        update_knockback_preview.in_set(BoardSystems::Prepare).run_if(in_state(Screen::Battle)),
    );
}

/// Asks for what is aimed at, and takes over what has been worked out.
fn update_knockback_preview(
    mut flights: ResMut<KnockbackPreview>,
    view: BattleView,
    session: Res<Session>,
    history: Res<History>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let flights = flights.as_mut();
    let question = aimed_attack(&view, &session).filter(|_| knockback::in_play(view.rules()));
    let fight = Arc::as_ptr(view.setup().bundle()) as usize;
    let moment = (fight, history.records().len(), history.rewinds(), view.viewer());
    let key = question.map(|question| (moment, question));
    if flights.current != key {
        if let Some((_, question)) = &key {
            let snapshot = Arc::new(BattleSnapshot::from_view(&view, flights.snapshot.as_deref()));
            flights.snapshot = Some(Arc::clone(&snapshot));
            if let Some(work) = knockback_work(&view, snapshot, question) {
                flights.answer.request((moment, question.clone()), work);
            }
        }
        flights.current = key;
    }
    if flights.answer.poll() || flights.answer.is_working() {
        redraw.write(RequestRedraw);
    }
}

type KnockbackWork = Box<dyn FnOnce() -> Option<KnockbackForecast> + Send>;

/// Everything that the answer takes, copied.
fn knockback_work(
    view: &BattleView,
    snapshot: Arc<BattleSnapshot>,
    question: &AttackQuery,
) -> Option<KnockbackWork> {
    match question.target {
        Target::Unit(target) => {
            let engagement = attack_forecast::attack_request(view, question, target)?;
            Some(Box::new(move || overlay::forecast_knockback(&snapshot, &engagement, &[])))
        }
        Target::Square(target) => {
            let engagement = view.cell_attack_request(question.aimed_attack(), target)?;
            Some(Box::new(move || overlay::forecast_blast_knockback(&snapshot, &engagement)))
        }
        Target::Barrier(_) => None,
    }
}

/// The attack that a click would make, on an enemy or on the ground.
fn aimed_attack(view: &BattleView, session: &Session) -> Option<AttackQuery> {
    let Intent::Attack { weapon, mode, manner } = session.intent else { return None };
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
    let manner = manner.map(str::to_owned);
    Some(AttackQuery { manner, ..AttackQuery::from_current_position(&unit, target, weapon, mode) })
}
