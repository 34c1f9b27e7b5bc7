//! Opponents at the table: who plays a side, and the machine that thinks and orders where nobody does.
//!
//! The fight knows nothing of it. The machine thinks in a thread of its own and gives its orders through the door that
//! players' orders go through, once the board has shown the last one.

mod board;
mod card;
mod seat;
mod thinker;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;

use self::thinker::Thinker;
use super::board::{BoardSystems, PaintSystems, Stage};
use super::curtain::{self, Curtain};
use super::fight;
use super::input::{Command, Keys};
use super::menu::MenuSystems;
use super::replay::Replay;
use super::session::{Screen, Session};
use super::settings::Settings;
use ai::{Level, Mind, Thought};
use battle::journal::{self, UndoRefusal};
use battle::{BattleView, History, Order, Pending, Round, Setup, Side, UnitId};

pub use seat::{NoSuchSide, Player, Unhurried, seats};

/// How well whoever gives advice judges.
const ADVISER: Level = Level::Ruthless;

/// Where a fight stands: the fight, its orders, how often it was taken back.
type Moment = (usize, u64, usize, u32);

fn moment(setup: &Setup, history: &History) -> Moment {
    let fight = Arc::as_ptr(setup.bundle()) as usize;
    (fight, setup.seed(), history.chapters().len(), history.rewinds())
}

/// A thought with what it is about.
#[derive(Clone, Debug)]
struct Told {
    at: Moment,
    side: Side,
    unit: Option<UnitId>,
    thought: Thought,
}

/// A question to the thread.
struct Asked {
    at: Moment,
    number: u64,
    advice: bool,
}

/// Who plays which side, and what the machine is about.
#[derive(Resource, Default)]
pub(super) struct Opponents {
    seats: Vec<Player>,
    /// The side whose word is next, while a fight is played.
    word: Option<Side>,
    /// A person has stopped the machine.
    held: bool,
    thinker: Option<Thinker>,
    asked: Option<Asked>,
    /// The order that is given once the board has shown the last one.
    next: Option<Told>,
    /// What the board shows, and since when it has been at rest.
    seen: Option<(Moment, f64)>,
    /// The last thought that had something to weigh.
    last: Option<Told>,
    /// Its reasons are shown.
    why: bool,
    /// What somebody at the screen could do now, in the machine's judgement.
    advice: Option<Told>,
}

impl Opponents {
    /// The same players with a clear head: another fight is shown.
    pub fn forget(&mut self) {
        let (seats, thinker) = (std::mem::take(&mut self.seats), self.thinker.take());
        *self = Self { seats, thinker, why: self.why, ..Self::default() };
    }

    /// Who plays the fight.
    pub fn sit(&mut self, seats: Vec<Player>) {
        self.seats = seats;
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> Player {
        self.seats.get(usize::from(side.0)).copied().unwrap_or_default()
    }

    /// Gives a side another player.
    pub fn change(&mut self, side: Side, player: Player) {
        let at = usize::from(side.0);
        if self.seats.len() <= at {
            self.seats.resize(at + 1, Player::Person);
        }
        if self.player(side) != player {
            self.seats[at] = player;
            (self.asked, self.next) = (None, None);
        }
    }

    /// The sides of a skirmish that persons play.
    pub fn persons(&self, sides: usize) -> Vec<Side> {
        (0..sides as u8).map(Side).filter(|side| !self.player(*side).is_machine()).collect()
    }

    /// Whether the machine plays a side.
    pub fn any(&self) -> bool {
        self.seats.iter().any(|player| player.is_machine())
    }

    /// The side whose word is next, if the machine plays it.
    pub fn turn(&self) -> Option<Side> {
        self.word.filter(|side| self.player(*side).is_machine())
    }

    /// A person has stopped the machine.
    pub fn held(&self) -> bool {
        self.held
    }

    /// The machine thinks about its next order.
    pub fn thinking(&self) -> bool {
        self.turn().is_some() && self.next.is_none() && !self.held
    }

    /// Something is thought about, be it an order or advice.
    pub fn busy(&self) -> bool {
        self.asked.is_some()
    }

    /// Stops the machine, or lets it go on.
    fn hold(&mut self) {
        self.held = !self.held;
    }

    /// What the machine thought may be shown: to whoever looks it gives nothing away.
    fn open(&self, view: &BattleView) -> bool {
        let sides = view.setup().bundle().skirmish.sides.len();
        !view.is_foggy() || self.persons(sides).is_empty()
    }

    /// Whether orders can be taken back to where a person was asked last, or the last one where nobody sits.
    pub fn may_undo(&self, view: &BattleView, history: &History) -> Result<(), UndoRefusal> {
        journal::may_undo(view.setup(), history)?;
        if view.setup().bundle().skirmish.options.free_undo || !self.any() {
            return Ok(());
        }
        for chapter in history.chapters().iter().rev() {
            if chapter.revealed {
                return Err(UndoRefusal::Revealed);
            }
            let side = match &chapter.order {
                Order::Begin { side } | Order::Surrender { side } => Some(*side),
                order => order.unit().and_then(|unit| view.recalled(unit)).map(|unit| *unit.side),
            };
            if side.is_none_or(|side| !self.player(side).is_machine()) {
                break;
            }
        }
        Ok(())
    }
}

pub(super) fn plugin(app: &mut App) {
    let shown = in_state(Screen::Battle).and_then(resource_exists::<Setup>).and_then(not(curtain::is_up));
    app.init_resource::<Opponents>()
        .add_systems(Update, obey.in_set(BoardSystems::Input).run_if(in_state(Screen::Battle)))
        .add_systems(
            EguiPrimaryContextPass,
            (
                board::paint.in_set(PaintSystems::Under).run_if(in_state(Screen::Battle)),
                card::show.after(BoardSystems::Paint).before(MenuSystems).run_if(shown),
            ),
        );
}

/// Keys that hold the machine, and ask it why.
fn obey(keys: Keys, mut opponents: ResMut<Opponents>, replay: Option<Res<Replay>>) {
    if replay.is_some() {
        return;
    }
    if keys.just(Command::HoldMachine) && opponents.any() {
        opponents.hold();
    }
    if keys.just(Command::Why) {
        opponents.why = !opponents.why;
    }
    if keys.just(Command::Advice) {
        opponents.advise();
    }
}

impl Opponents {
    /// Asks for advice, or puts it away.
    fn advise(&mut self) {
        if self.advice.take().is_some() || self.turn().is_some() {
            return;
        }
        let at = self.seen.map(|(at, _)| at);
        // The number comes with the question, which is asked with the world at hand.
        self.asked = at.map(|at| Asked { at, number: 0, advice: true });
    }
}

/// Lets the machine think, and gives its orders when their time has come.
pub(super) fn follow(world: &mut World) {
    let playing = *world.resource::<State<Screen>>().get() == Screen::Battle
        && battle::is_set_up(world)
        && !world.contains_resource::<Replay>();
    if !playing {
        let mut opponents = world.resource_mut::<Opponents>();
        if opponents.word.is_some() {
            opponents.word = None;
        }
        return;
    }
    let word = ai::seat(world);
    let acting = world.resource::<Round>().acting();
    let unit = match world.resource::<Pending>().decision() {
        Some(decision) => Some(UnitId(decision.prompt().who)),
        None => acting,
    };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_scope(|world, mut opponents: Mut<Opponents>| {
        let opponents = opponents.as_mut();
        let at = moment(world.resource::<Setup>(), world.resource::<History>());
        opponents.word = word;
        let settled = opponents.seen.is_some_and(|(seen, _)| seen == at);
        if !settled || world.resource::<Stage>().busy() {
            opponents.seen = Some((at, now));
        }
        if opponents.advice.as_ref().is_some_and(|advice| advice.at != at) {
            opponents.advice = None;
        }
        let Some(side) = word else { return };
        listen(world, opponents, at, (side, unit));
        ask(world, opponents, at, side);
        if opponents.asked.is_some() || opponents.turn().is_some() && !opponents.held {
            world.write_message(RequestRedraw);
        }
        if settled && opponents.turn().is_some() && is_time(world, opponents, now) {
            let ready = opponents.next.take_if(|next| next.at == at);
            if let Some(next) = ready {
                give(world, opponents, side, next.thought.order);
            }
        }
    });
}

/// Whether the next order may be given: everything was shown, nobody holds the machine, nobody is asked to look away.
fn is_time(world: &World, opponents: &Opponents, now: f64) -> bool {
    let pause = world.resource::<Settings>().machine_pace.seconds();
    let rested = opponents.seen.is_some_and(|(_, since)| now - since >= pause);
    let away = world.resource::<Session>().paused || world.resource::<Curtain>().is_raised();
    rested && !opponents.held && !away && !world.resource::<Stage>().busy()
}

/// Takes over what was thought, if the fight still stands where it was asked.
fn listen(world: &mut World, opponents: &mut Opponents, at: Moment, (side, unit): (Side, Option<UnitId>)) {
    loop {
        let answer = match opponents.thinker.as_ref().map(Thinker::poll) {
            None | Some(Ok(None)) => return,
            Some(Ok(Some(answer))) => answer,
            Some(Err(())) => {
                opponents.thinker = None;
                if opponents.asked.take().is_some() {
                    hand_over(world, opponents, side);
                }
                return;
            }
        };
        let Some(asked) = opponents.asked.take_if(|asked| asked.number == answer.number) else { continue };
        if asked.at != at {
            continue;
        }
        let told = answer.thought.map(|thought| Told { at, side, unit, thought });
        match told {
            Some(told) if asked.advice => opponents.advice = Some(told),
            Some(told) => {
                // That nothing is left to be done explains nothing.
                let idle = matches!(told.thought.order, Order::EndPhase { .. });
                if !idle && !told.thought.plans.is_empty() || told.thought.plans.len() > 1 {
                    opponents.last = Some(told.clone());
                }
                opponents.next = Some(told);
            }
            None => {
                opponents.thinker = None;
                hand_over(world, opponents, side);
            }
        }
    }
}

/// Asks what is to be thought about now.
fn ask(world: &mut World, opponents: &mut Opponents, at: Moment, side: Side) {
    let seed = world.resource::<Setup>().seed();
    let mind = match opponents.player(side).mind(seed, side) {
        Some(mind) => {
            let known = opponents.next.as_ref().is_some_and(|next| next.at == at);
            let asked = opponents.asked.as_ref().is_some_and(|asked| asked.at == at && !asked.advice);
            if known || asked {
                return;
            }
            mind
        }
        None => {
            // Of advice that is asked for the question is still to be put.
            opponents.asked.take_if(|asked| asked.at != at);
            if opponents.asked.as_ref().is_none_or(|asked| asked.number > 0) {
                return;
            }
            Mind::new(ADVISER, seat::seed(seed, side))
        }
    };
    let advice = !opponents.player(side).is_machine();
    if opponents.thinker.is_none() {
        opponents.thinker = Thinker::start().ok();
    }
    let Some(thinker) = &mut opponents.thinker else { return hand_over(world, opponents, side) };
    let (setup, history) = (world.resource::<Setup>(), world.resource::<History>());
    let orders: Vec<&Order> = history.chapters().iter().map(|chapter| &chapter.order).collect();
    let number = thinker.ask((setup.bundle(), seed), &orders, mind);
    opponents.asked = Some(Asked { at, number, advice });
}

/// The machine gives an order like a player. One that is refused ends the phase instead, and says so.
fn give(world: &mut World, opponents: &mut Opponents, side: Side, order: Order) {
    let Err(refusal) = journal::order(world, order.clone()) else { return fight::tell_of_journal(world) };
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    warn!("{name}, played by the machine, was refused {order:?}: {refusal}");
    fight::notify(world, format!("The machine of {name} was refused ({refusal}) and ends its phase."));
    let answer = world.resource::<Pending>().decision().and_then(|decision| {
        let first = decision.prompt().answers.first()?;
        Some(Order::Decide { answer: first.key.clone() })
    });
    let acting = world.resource::<Round>().acting().map(|unit| Order::EndPhase { unit });
    let instead = answer.or(acting).unwrap_or(Order::Begin { side });
    if journal::order(world, instead).is_err() {
        hand_over(world, opponents, side);
    }
    fight::tell_of_journal(world);
}

/// Where the machine cannot go on, a person does.
fn hand_over(world: &mut World, opponents: &mut Opponents, side: Side) {
    opponents.asked = None;
    if !opponents.player(side).is_machine() {
        return fight::notify(world, "No advice can be had now.");
    }
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    opponents.change(side, Player::Person);
    warn!("the machine cannot go on for {name}");
    fight::notify(world, format!("The machine cannot go on for {name}: a person plays on."));
}

/// Why an order of somebody at the screen is not given: it is the machine's to give.
pub(super) fn forbids(world: &mut World, order: &Order) -> Option<String> {
    let turn = world.resource::<Opponents>().turn()?;
    let side = match order {
        Order::Begin { side } => Some(*side),
        Order::Decide { .. } => Some(turn),
        Order::Surrender { .. } => None,
        order => battle::with_view(world, |view| {
            order.unit().and_then(|unit| view.recalled(unit)).map(|unit| *unit.side)
        }),
    }?;
    let machine = world.resource::<Opponents>().player(side).is_machine();
    machine.then(|| {
        let name = battle::with_view(world, |view| view.side_name(side).to_owned());
        format!("{name} is played by the machine.")
    })
}

/// Takes back what came since a person was asked last, and that person's order; where nobody sits, the last order.
pub(super) fn undo(world: &mut World) -> Result<(), UndoRefusal> {
    let allowed = world.resource_scope(|world, opponents: Mut<Opponents>| {
        let history = world.resource::<History>().clone();
        battle::with_view(world, |view| opponents.may_undo(view, &history))
    });
    allowed?;
    journal::undo(world)?;
    let sides = world.resource::<Setup>().bundle().skirmish.sides.len();
    if world.resource::<Opponents>().persons(sides).is_empty() {
        world.resource_mut::<Opponents>().held = true;
        return Ok(());
    }
    let machines = |world: &mut World| {
        let word = ai::seat(world);
        word.is_some_and(|side| world.resource::<Opponents>().player(side).is_machine())
    };
    while machines(world) && journal::undo(world).is_ok() {}
    Ok(())
}

#[cfg(test)]
mod tests;
