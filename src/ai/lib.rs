//! Who orders without a hand: opponents that see what their side sees and say what a player could say.
//!
//! ```text
//! seat (whose word is next) -> think (through the eyes of that side) -> Thought: an order, and the reasons for it
//! ```
//!
//! A mind never touches the fight: it reads through `BattleView` with its side as the viewer, and what comes out is an
//! `Order` like any other. The same state, mind and seed give the same thought.

mod ai_rng;
mod baseline;
mod decision;
mod deployment;
mod difficulty;
mod memory;
mod planning;
mod reactions;
mod weights;

use bevy_ecs::prelude::World;

pub use baseline::easy_player::simple_orders;
pub use decision::{AiDecision, ScoreContribution, ScoreTerm, ScoredOrder, ScoredPosition};
pub use difficulty::{Difficulty, UnknownDifficulty};

pub use content::{Personality, UnknownPersonality};

use ai_rng::AiRng;
use battle::{BattleView, History, Order, RoundState, Side, UnitId};
use memory::PhaseMemory;
use planning::line_of_fire_cache::LineOfFireCache;
use weights::AiWeights;

/// How somebody thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AiPlayer {
    /// How well it judges.
    pub difficulty: Difficulty,
    /// What it likes; without one each unit has the temper of its archetype.
    pub personality: Option<Personality>,
    /// Of what it leaves to chance.
    pub seed: u64,
}

impl AiPlayer {
    /// A mind of a level with the tempers of the archetypes.
    pub const fn new(level: Difficulty, seed: u64) -> Self {
        Self { difficulty: level, personality: None, seed }
    }
}

/// The side whose word is next; nothing once the fight is over.
pub fn side_to_act(world: &mut World) -> Option<Side> {
    battle::with_view(world, |view| {
        let round = view.round();
        if round.outcome().is_some() {
            return None;
        }
        if let Some(decision) = view.open_prompt() {
            return Some(decision.side());
        }
        if round.is_deploying() {
            let sides = view.setup().bundle().skirmish.sides.len() as u8;
            return (0..sides).map(Side).find(|side| !round.is_ready(*side));
        }
        round.acting().and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| *unit.side)
    })
}

/// What a mind would do for the side whose word is next; nothing once the fight is over. The order is allowed.
pub fn decide(world: &mut World, mind: &AiPlayer) -> Option<AiDecision> {
    let side = side_to_act(world)?;
    let acting = world.resource::<RoundState>().acting();
    let history = world.resource::<History>();
    let turn = history.records().len() as u64;
    let memory = PhaseMemory::from_history(history, acting);
    let mut luck = AiRng::new(mind.seed, turn);
    let mut lines = std::mem::take(&mut *world.get_resource_or_init::<LineOfFireCache>());
    let wits = DecisionContext { memory: &memory, rng: &mut luck, line_cache: &mut lines };
    let thought = battle::with_side_view(world, side, |view| choose_order(view, side, mind, wits));
    *world.resource_mut::<LineOfFireCache>() = lines;
    Some(thought)
}

/// What a thought draws on besides what it sees.
struct DecisionContext<'a> {
    memory: &'a PhaseMemory,
    rng: &'a mut AiRng,
    line_cache: &'a mut LineOfFireCache,
}

fn choose_order(view: &BattleView, side: Side, mind: &AiPlayer, wits: DecisionContext) -> AiDecision {
    if let Some(decision) = view.open_prompt() {
        let answers = &decision.prompt().answers;
        let answer = match mind.difficulty {
            Difficulty::Random => answers[wits.rng.below(answers.len())].key.clone(),
            level => reactions::choose_answer(view, decision, &AiWeights::new(level, Personality::Even)),
        };
        return AiDecision::from_order(Order::Decide { answer });
    }
    if view.round().is_deploying() {
        return AiDecision::from_order(deployment::next_deployment(view, side, mind));
    }
    let unit = view.round().acting().expect("somebody acts");
    if wits.memory.order_limit_reached {
        return AiDecision::from_order(baseline::easy_player::end_phase_order(view, unit));
    }
    match mind.difficulty {
        Difficulty::Random => baseline::random_player::decide(view, unit, wits.rng),
        Difficulty::Easy => baseline::easy_player::decide(view, unit, (wits.memory, wits.rng)),
        level => planning::planner::decide(
            view,
            unit,
            AiWeights::new(level, unit_personality(view, unit, mind)),
            wits,
        ),
    }
}

/// What a unit likes: what its mind says, or its archetype.
fn unit_personality(view: &BattleView, unit: UnitId, mind: &AiPlayer) -> Personality {
    let bundle = view.setup().bundle();
    let own = || {
        let number = usize::try_from(unit.0).ok()?.checked_sub(1)?;
        let archetype = &bundle.skirmish.units.get(number)?.archetype;
        Some(bundle.unit_templates.get(archetype)?.personality)
    };
    mind.personality.or_else(own).unwrap_or_default()
}
