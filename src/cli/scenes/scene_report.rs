//! Reports what needs no dice: a unit, a barrier, or an attack with everything that modifies it.

use super::action_runner::SceneActionContext;
use content::SceneLookup;
use lab::fact_lines;
use rules::play;

pub(crate) use lab::fact_lines::{FactLine, fact_texts as to_text};

/// Lists the facts about a unit, a barrier or an attack.
pub(crate) fn fact_lines(context: &SceneActionContext<'_>, what: &SceneLookup) -> Vec<FactLine> {
    let rules = context.scene.rules();
    match what {
        SceneLookup::Unit(number) => {
            context.state.unit(*number).map(|unit| fact_lines::unit_lines(unit, rules)).unwrap_or_default()
        }
        SceneLookup::Barrier(number) => {
            let barrier = context.state.barriers.iter().find(|barrier| barrier.id == *number);
            barrier.map(|barrier| fact_lines::barrier_lines(barrier, rules)).unwrap_or_default()
        }
        SceneLookup::Attack(engagement) => {
            play::forecast(engagement).map(fact_lines::forecast_lines).unwrap_or_default()
        }
    }
}
