//! Shows earlier events once more, from the state of the board in which they began.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::event_steps::{self, Cause, Listeners};
use super::step::AnimationStep;
use super::{AnimatedUnit, BoardAnimation, animated_unit, show_current_state};
use crate::ai_players::AiController;
use crate::board::effects::marks::Moment;
use crate::player_input::{ReplayRecords, StopReplayedRecords};
use crate::settings::Settings;
use crate::sound::WeaponSounds;
use battle::{BattleView, History, OrderRecord};
use model::UnitId;

/// Shows the records from the requested one on as if they happened now, with the requested pauses. Without animations nothing is
/// shown.
pub(super) fn replay_records(
    mut requests: MessageReader<ReplayRecords>,
    mut stage: ResMut<BoardAnimation>,
    view: BattleView,
    history: Res<History>,
    settings: Res<Settings>,
    (weapons, players): (Res<WeaponSounds>, Res<AiController>),
) {
    let Some(ReplayRecords { first, pauses }) = requests.read().last().cloned() else { return };
    let records = history.records();
    if stage.is_busy() || first >= records.len() || settings.animation_seconds(1.0).is_none() {
        return;
    }
    let Some(before) = units_before(&view, records, first) else { return };
    let stage = stage.as_mut();
    stage.kept_facings = Some(stage.facings());
    for (id, unit) in before {
        if let Some(shown) = stage.units.get_mut(&id) {
            *shown = AnimatedUnit { facing: shown.facing, ..unit };
        }
    }
    stage.cause = Cause::default();
    stage.is_replaying = true;
    let sides = view.setup().bundle().skirmish.sides.len();
    let listeners = Listeners { weapons: &weapons, persons: players.person_sides(sides) };
    for number in first..records.len() {
        event_steps::push_record_steps(stage, (&view, &listeners), (records, number), 0);
        let moment = Moment { record: number, event: records[number].events.len() };
        let pause = pauses.iter().find(|(record, _)| *record == number);
        stage.steps.extend(pause.map(|(_, seconds)| (moment, AnimationStep::Wait(*seconds))));
    }
}

/// Shows the current state in place of the rest of the replayed events.
pub(super) fn stop_replay(
    mut requests: MessageReader<StopReplayedRecords>,
    mut stage: ResMut<BoardAnimation>,
    view: BattleView,
) {
    if requests.read().count() > 0 && stage.is_replaying {
        show_current_state(stage.as_mut(), &view);
    }
}

/// Shows the current state once the replayed events are over.
pub(super) fn end_replay(mut stage: ResMut<BoardAnimation>, view: BattleView) {
    if stage.is_replaying && !stage.is_busy() {
        stage.is_replaying = false;
        show_current_state(stage.as_mut(), &view);
    }
}

/// Returns the units as the viewer saw them before a record; `None` if the orders cannot be repeated.
fn units_before(
    view: &BattleView,
    records: &[OrderRecord],
    first: usize,
) -> Option<BTreeMap<UnitId, AnimatedUnit>> {
    let mut world = battle::new_battle_world();
    battle::spawn_battle_again(&mut world, view.setup());
    battle::rebuild_from_orders(&mut world, records[..first].iter().map(|record| &record.order)).ok()?;
    let read = |view: &BattleView| {
        view.units().map(|unit| (*unit.id, animated_unit(view, &unit))).collect::<BTreeMap<_, _>>()
    };
    Some(match view.viewer() {
        Some(side) => battle::with_side_view(&mut world, side, read),
        None => battle::with_view(&mut world, read),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::board::viewport::cell_centre;
    use battle::{Order, Pace};
    use model::{Cell, Side};

    #[test]
    fn units_face_as_they_did_once_the_replayed_events_are_over() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &Default::default());
        let mut world = battle::new_battle_world();
        battle::journal::begin_battle(&mut world, Arc::new(bundle.expect("a shipped skirmish")), 7);
        battle::with_view(&mut world, |view| {
            let mut stage = BoardAnimation::default();
            show_current_state(&mut stage, view);
            let unit = *stage.units.keys().next().expect("a unit");
            let face = |stage: &mut BoardAnimation, facing: f32| {
                stage.units.get_mut(&unit).expect("shown").facing = facing;
            };
            face(&mut stage, 1.25);
            stage.restore_facings(stage.facings());
            face(&mut stage, -2.0);
            show_current_state(&mut stage, view);
            assert_eq!(stage.figure(unit).expect("shown").facing, 1.25);
            face(&mut stage, -2.0);
            show_current_state(&mut stage, view);
            assert_eq!(stage.figure(unit).expect("shown").facing, -2.0, "nothing was shown again");
        });
    }

    #[test]
    fn units_stand_where_they_stood_before_the_replayed_orders() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &Default::default());
        let mut world = battle::new_battle_world();
        battle::journal::begin_battle(&mut world, Arc::new(bundle.expect("a shipped skirmish")), 7);
        for side in 0..2 {
            battle::submit(&mut world, &Order::Begin { side: Side(side) }).expect("not ready yet");
        }
        let (unit, from) = battle::with_view(&mut world, |view| {
            let unit = view.round().acting().expect("a unit acts");
            (unit, view.unit(unit).expect("on the map").cell())
        });
        let before = world.resource::<History>().records().len();
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| Cell::new(from.x + x, from.y + y));
        let to = beside.into_iter().find(|cell| {
            let order = Order::Move { unit, path: vec![*cell], pace: Pace::Walk, evade: false };
            battle::submit(&mut world, &order).is_ok()
        });
        let to = to.expect("a free square");
        let records = world.resource::<History>().records().to_vec();
        battle::with_view(&mut world, |view| {
            let place = |first| units_before(view, &records, first).expect("repeated")[&unit].at;
            assert_eq!(place(before), cell_centre(from));
            assert_eq!(place(before + 1), cell_centre(to));
        });
    }
}
