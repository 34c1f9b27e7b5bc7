//! Where the attack that is aimed now may throw people, before the click.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::aside::Aside;
use super::board::BoardSystems;
use super::odds::{self, Question};
use super::session::{Intent, Screen, Session};
use battle::{BattleView, History, Side, Snapshot, Target};
use lab::overlay::{self, KnockField};
use rules::knockback;

/// What an answer depends on.
type Key = (Moment, Question);

/// The fight, how far it has come, and whose eyes look at it.
type Moment = (usize, usize, u32, Option<Side>);

/// The flights of the attack that is aimed now.
#[derive(Resource, Default)]
pub(super) struct Flights {
    current: Option<Key>,
    snapshot: Option<Arc<Snapshot>>,
    found: Aside<Key, Option<KnockField>>,
}

impl Flights {
    /// What the attack may throw where; nothing while that is worked out, or where it throws nobody.
    pub fn shown(&self) -> Option<&KnockField> {
        let found = self.found.get(self.current.as_ref()?)?;
        found.as_ref().as_ref().filter(|field| !field.flights.is_empty())
    }

    /// The same for a card, if it is about this attack.
    pub fn of(&self, question: &Question) -> Told<'_> {
        match &self.current {
            Some(key) if key.1 == *question => match self.found.get(key).map(Arc::as_ref) {
                None => Told::Working,
                Some(None) => Told::TooMany,
                Some(Some(field)) => Told::Known(field),
            },
            _ => Told::Known(&NOBODY),
        }
    }
}

static NOBODY: KnockField = KnockField { flights: Vec::new() };

/// What a card can say.
pub(super) enum Told<'a> {
    /// It is being worked out.
    Working,
    /// The dice branch too often.
    TooMany,
    /// All of it.
    Known(&'a KnockField),
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Flights>()
        .add_systems(Update, follow.in_set(BoardSystems::Prepare).run_if(in_state(Screen::Battle)));
}

/// Asks for what is aimed at, and takes over what has been worked out.
fn follow(
    mut flights: ResMut<Flights>,
    view: BattleView,
    session: Res<Session>,
    history: Res<History>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let flights = flights.as_mut();
    let question = aimed(&view, &session).filter(|_| knockback::in_play(view.rules()));
    let fight = Arc::as_ptr(view.setup().bundle()) as usize;
    let moment = (fight, history.chapters().len(), history.rewinds(), view.viewer());
    let key = question.map(|question| (moment, question));
    if flights.current != key {
        if let Some((_, question)) = &key {
            let snapshot = Arc::new(Snapshot::of(&view, flights.snapshot.as_deref()));
            flights.snapshot = Some(Arc::clone(&snapshot));
            if let Some(work) = work(&view, snapshot, question) {
                flights.found.want((moment, question.clone()), work);
            }
        }
        flights.current = key;
    }
    if flights.found.poll() || flights.found.is_working() {
        redraw.write(RequestRedraw);
    }
}

type Work = Box<dyn FnOnce() -> Option<KnockField> + Send>;

/// Everything that the answer takes, copied.
fn work(view: &BattleView, snapshot: Arc<Snapshot>, question: &Question) -> Option<Work> {
    match question.target {
        Target::Unit(target) => {
            let engagement = odds::engagement(view, question, target)?;
            Some(Box::new(move || overlay::knockback(&snapshot, &engagement, &[])))
        }
        Target::Square(target) => {
            let engagement = view.square_engagement(question.aimed(), target)?;
            Some(Box::new(move || overlay::knockback_at(&snapshot, &engagement)))
        }
        Target::Barrier(_) => None,
    }
}

/// The attack that a click would make, on an enemy or on the ground.
fn aimed(view: &BattleView, session: &Session) -> Option<Question> {
    let Intent::Attack { weapon, mode, manner } = session.intent else { return None };
    let hover = session.hover?;
    if view.decision().is_some() || view.round().outcome().is_some() || view.round().deploying() {
        return None;
    }
    let unit = session.selected.or(view.round().acting()).and_then(|id| view.unit(id))?;
    let target = match hover.unit.filter(|id| id != unit.id).and_then(|id| view.unit(id)) {
        Some(other) if other.side != unit.side && other.fighting() => Target::Unit(*other.id),
        None if hover.barrier.is_none() && view.aims_at_squares(&unit, weapon) => Target::Square(hover.cell),
        _ => return None,
    };
    let manner = manner.map(str::to_owned);
    Some(Question { manner, ..Question::now(&unit, target, weapon, mode) })
}
