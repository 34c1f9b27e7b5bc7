//! Shows a notice when a unit that a player has to slay falls unconscious, since the objective is not met yet.

use bevy::prelude::*;

use crate::ai_players::AiController;
use crate::battle_revision::battle_changed;
use crate::board::is_battle_shown;
use crate::objective_text::unfinished_words;
use crate::replay::ReplayPlayback;
use crate::session::Session;
use battle::BattleView;
use model::{Side, UnitId};

/// Tells people when a target of theirs falls unconscious.
pub(super) struct UnfinishedTargetPlugin;

impl Plugin for UnfinishedTargetPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            note_unfinished_targets
                .run_if(is_battle_shown)
                .run_if(not(resource_exists::<ReplayPlayback>))
                .run_if(battle_changed),
        );
    }
}

/// Shows a notice when a unit that a person has to slay falls unconscious.
fn note_unfinished_targets(
    view: BattleView,
    (opponents, time): (Res<AiController>, Res<Time<Real>>),
    mut session: ResMut<Session>,
    mut known: Local<Vec<UnitId>>,
) {
    let sides = opponents.person_sides(view.setup().bundle().skirmish.sides.len());
    let lying = unfinished_targets(&view, &sides);
    let new = lying.iter().find(|(unit, _)| !known.contains(unit));
    if let Some((_, name)) = new.filter(|_| view.round().outcome().is_none()) {
        session.notice = Some((format!("{}.", unfinished_words(name)), time.elapsed_secs_f64()));
    }
    *known = lying.into_iter().map(|(unit, _)| unit).collect();
}

/// Lists the units that lie unconscious and that one of some sides still has to slay, with their names.
fn unfinished_targets(view: &BattleView, sides: &[Side]) -> Vec<(UnitId, String)> {
    let is_unfinished =
        |unit: &battle::UnitDataItem| sides.iter().any(|side| view.is_unfinished(*side, unit));
    let lying = view.units().filter(is_unfinished);
    lying.map(|unit| (*unit.id, unit.identity.name().to_owned())).collect()
}
