//! AI players: choose orders from what their side can see.
//!
//! ```text
//! side_to_act -> decide (with that side's view) -> AiDecision: an order and its scores
//! ```
//!
//! An AI player reads a battle through a `BattleView` with its side as viewer and returns an `Order` like any other.
//! The same state, player and seed give the same decision.

mod ai_rng;
mod announcement;
mod attack_score;
mod baseline;
mod decision;
mod deployment;
mod difficulty;
mod exchange;
mod memory;
mod place_text;
mod planning;
mod reactions;
mod weights;
mod win_chance;
mod win_chance_curve;

use bevy_ecs::prelude::World;

pub use announcement::{RatedAnnouncement, RatingReason, rate_announcements};
pub use attack_score::attack_score;
pub use baseline::easy_player::simple_orders;
pub use decision::{AiDecision, ScoreContribution, ScoreTerm, ScoredOrder, ScoredPosition};
pub use deployment::DeploymentCover;
pub use difficulty::{Difficulty, UnknownDifficulty};
pub use place_text::describe_place;
pub use planning::exits::{ExitNote, exit_note};
pub use planning::treatments::treats_itself;
pub use planning::unit_estimate::takes_cover_after;
pub use win_chance::{
    FEATURE_COUNT, FEATURE_NAMES, PositionFeatures, WinChanceCoefficients, WinChanceError, WinChanceModel,
    position_features, win_chance,
};
pub use win_chance_curve::{TurningPoint, WinChanceCurve};

pub use content::{Personality, UnknownPersonality};

use ai_rng::AiRng;
use battle::{BattleView, History, Order, RoundState};
use memory::PhaseMemory;
use model::{Side, UnitId};
use planning::line_of_fire_cache::LineOfFireCache;
use weights::AiWeights;

/// Settings of an AI player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AiPlayer {
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Personality of all units; `None` uses the personality of each unit's archetype.
    pub personality: Option<Personality>,
    /// Seed of its random choices.
    pub seed: u64,
}

impl AiPlayer {
    /// An AI player of a difficulty, with the archetypes' personalities.
    pub const fn new(difficulty: Difficulty, seed: u64) -> Self {
        Self { difficulty, personality: None, seed }
    }
}

/// The side that has to act next; `None` once the battle is over.
pub fn side_to_act(world: &mut World) -> Option<Side> {
    battle::with_view(world, |view| {
        let round = view.round();
        if round.outcome().is_some() {
            return None;
        }
        if let Some(prompt) = view.open_prompt() {
            return Some(prompt.side());
        }
        if round.is_deploying() {
            let sides = view.setup().bundle().skirmish.sides.len() as u8;
            return (0..sides).map(Side).find(|side| !round.is_ready(*side));
        }
        round.acting().and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| *unit.side)
    })
}

/// Chooses a valid order for the side that has to act; `None` once the battle is over.
pub fn decide(world: &mut World, player: &AiPlayer) -> Option<AiDecision> {
    decide_as(world, player, false)
}

/// Suggests a valid order to the person whose side has to act: as a brutal player decides, without its errors, and an attack
/// that can be made at once if it is about as good as the best plan. `None` once the battle is over.
pub fn advise(world: &mut World, seed: u64) -> Option<AiDecision> {
    let adviser =
        AiPlayer { personality: Some(Personality::Even), ..AiPlayer::new(Difficulty::Brutal, seed) };
    decide_as(world, &adviser, true)
}

fn decide_as(world: &mut World, player: &AiPlayer, advises: bool) -> Option<AiDecision> {
    let side = side_to_act(world)?;
    let acting = world.resource::<RoundState>().acting();
    let history = world.resource::<History>();
    let turn = history.records().len() as u64;
    let memory = PhaseMemory::from_history(history, acting);
    let mut rng = AiRng::new(player.seed, turn, memory.phase_start);
    let mut line_cache = std::mem::take(&mut *world.get_resource_or_init::<LineOfFireCache>());
    let context = DecisionContext { memory: &memory, rng: &mut rng, line_cache: &mut line_cache, advises };
    let decision = battle::with_side_view(world, side, |view| choose_order(view, side, player, context));
    *world.resource_mut::<LineOfFireCache>() = line_cache;
    Some(decision)
}

/// Inputs of a decision besides the view.
struct DecisionContext<'a> {
    memory: &'a PhaseMemory,
    rng: &'a mut AiRng,
    line_cache: &'a mut LineOfFireCache,
    /// The decision is a suggestion to a person.
    advises: bool,
}

fn choose_order(view: &BattleView, side: Side, player: &AiPlayer, context: DecisionContext) -> AiDecision {
    if let Some(prompt) = view.open_prompt() {
        let answers = &prompt.prompt().answers;
        let answer = match player.difficulty {
            Difficulty::Random => answers[context.rng.below(answers.len())].key.clone(),
            difficulty => {
                let weights = AiWeights::new(difficulty, Personality::Even);
                let weights = if context.advises { weights.for_advice() } else { weights };
                reactions::choose_answer(view, prompt, &weights, context.rng)
            }
        };
        return AiDecision::from_order(Order::Decide { answer });
    }
    if view.round().is_deploying() {
        return AiDecision::from_order(deployment::next_deployment(view, side, player));
    }
    let unit = view.round().acting().expect("a unit is acting");
    if context.memory.order_limit_reached {
        return AiDecision::from_order(baseline::easy_player::end_phase_order(view, unit));
    }
    match player.difficulty {
        Difficulty::Random => baseline::random_player::decide(view, unit, context.rng),
        Difficulty::Easy => baseline::easy_player::decide(view, unit, (context.memory, context.rng)),
        difficulty => {
            let personality = unit_personality(view, unit, player.personality);
            let weights = AiWeights::new(difficulty, personality);
            let weights = if context.advises { weights.for_advice() } else { weights };
            planning::planner::decide(view, unit, weights, context)
        }
    }
}

/// Personality of a unit: the one that its player has for all units, or else the archetype's.
pub fn unit_personality(view: &BattleView, unit: UnitId, of_player: Option<Personality>) -> Personality {
    let bundle = view.setup().bundle();
    let own = || {
        let number = usize::try_from(unit.0).ok()?.checked_sub(1)?;
        let archetype = &bundle.skirmish.units.get(number)?.archetype;
        Some(bundle.unit_templates.get(archetype)?.personality)
    };
    of_player.or_else(own).unwrap_or_default()
}
