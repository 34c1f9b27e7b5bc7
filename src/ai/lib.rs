//! Who orders without a hand: opponents that see what their side sees and say what a player could say.
//!
//! ```text
//! seat (whose word is next) -> think (through the eyes of that side) -> Thought: an order, and the reasons for it
//! ```
//!
//! A mind never touches the fight: it reads through `BattleView` with its side as the viewer, and what comes out is an
//! `Order` like any other. The same state, mind and seed give the same thought.

mod answer;
mod bent;
mod careless;
mod craft;
mod deploy;
mod goal;
mod level;
mod lines;
mod luck;
mod memory;
mod oracle;
mod places;
mod plan;
mod random;
mod screen;
mod situation;
mod thought;
mod upkeep;

use bevy_ecs::prelude::World;

pub use careless::wishes;
pub use level::{Level, NoSuchLevel};
pub use thought::{Place, Plan, Reason, Term, Thought};

pub use content::{NoSuchTemper, Temper};

use battle::{BattleView, History, Order, Round, Side, UnitId};
use bent::Bent;
use lines::Lines;
use luck::Luck;
use memory::Memory;

/// How somebody thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mind {
    /// How well it judges.
    pub level: Level,
    /// What it likes; without one each unit has the temper of its archetype.
    pub temper: Option<Temper>,
    /// Of what it leaves to chance.
    pub seed: u64,
}

impl Mind {
    /// A mind of a level with the tempers of the archetypes.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self { level, temper: None, seed }
    }
}

/// The side whose word is next; nothing once the fight is over.
pub fn seat(world: &mut World) -> Option<Side> {
    battle::with_view(world, |view| {
        let round = view.round();
        if round.outcome().is_some() {
            return None;
        }
        if let Some(decision) = view.decision() {
            return Some(decision.side());
        }
        if round.deploying() {
            let sides = view.setup().bundle().skirmish.sides.len() as u8;
            return (0..sides).map(Side).find(|side| !round.is_ready(*side));
        }
        round.acting().and_then(|unit| view.recalled(unit)).map(|unit| *unit.side)
    })
}

/// What a mind would do for the side whose word is next; nothing once the fight is over. The order is allowed.
pub fn think(world: &mut World, mind: &Mind) -> Option<Thought> {
    let side = seat(world)?;
    let acting = world.resource::<Round>().acting();
    let history = world.resource::<History>();
    let turn = history.chapters().len() as u64;
    let memory = Memory::of(history, acting);
    let mut luck = Luck::new(mind.seed, turn);
    let mut lines = std::mem::take(&mut *world.get_resource_or_init::<Lines>());
    let wits = Wits { memory: &memory, luck: &mut luck, lines: &mut lines };
    let thought = battle::with_eyes(world, side, |view| consider(view, side, mind, wits));
    *world.resource_mut::<Lines>() = lines;
    Some(thought)
}

/// What a thought draws on besides what it sees.
struct Wits<'a> {
    memory: &'a Memory,
    luck: &'a mut Luck,
    lines: &'a mut Lines,
}

fn consider(view: &BattleView, side: Side, mind: &Mind, wits: Wits) -> Thought {
    if let Some(decision) = view.decision() {
        let answers = &decision.prompt().answers;
        let answer = match mind.level {
            Level::Random => answers[wits.luck.below(answers.len())].key.clone(),
            level => answer::choose(view, decision, &Bent::of(level, Temper::Even)),
        };
        return Thought::plain(Order::Decide { answer });
    }
    if view.round().deploying() {
        return Thought::plain(deploy::next(view, side, mind));
    }
    let unit = view.round().acting().expect("somebody acts");
    if wits.memory.weary {
        return Thought::plain(careless::end(view, unit));
    }
    match mind.level {
        Level::Random => random::act(view, unit, wits.luck),
        Level::Careless => careless::act(view, unit, (wits.memory, wits.luck)),
        level => plan::act(view, unit, Bent::of(level, temper(view, unit, mind)), wits),
    }
}

/// What a unit likes: what its mind says, or its archetype.
fn temper(view: &BattleView, unit: UnitId, mind: &Mind) -> Temper {
    let bundle = view.setup().bundle();
    let own = || {
        let number = usize::try_from(unit.0).ok()?.checked_sub(1)?;
        let archetype = &bundle.skirmish.units.get(number)?.archetype;
        Some(bundle.recruits.get(archetype)?.temper)
    };
    mind.temper.or_else(own).unwrap_or_default()
}
