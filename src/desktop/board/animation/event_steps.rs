//! Turns battle events into animation steps.

use bevy_egui::egui::Vec2;

use super::{AnimatedUnit, AnimationStep, BoardAnimation, animated_unit, facing_enemies};
use crate::board::units::health_display::HealthDisplay;
use crate::board::viewport;
use battle::{BattleEvent, BattleView, EventRecord, StatusKind, Target};

/// Queues the animation steps of an event.
pub(crate) fn push_event_steps(animation: &mut BoardAnimation, view: &BattleView, record: &EventRecord) {
    if view.viewer_knowledge().is_some()
        && view.viewer().is_some_and(|side| !record.visibility.is_told_to(side))
    {
        return;
    }
    match &record.event {
        BattleEvent::Spotted { side, unit, at } if view.viewer() == Some(*side) => {
            if let Some(data) = view.unit(*unit) {
                let (at, facing) = (viewport::cell_centre(*at), facing_enemies(view, &data));
                animation.units.insert(*unit, AnimatedUnit { at, facing, ..animated_unit(view, &data) });
            }
        }
        BattleEvent::Deployed { unit, to } => {
            if let Some(data) = view.unit(*unit)
                && let Some(figure) = animation.units.get_mut(unit)
            {
                figure.at = viewport::cell_centre(*to);
                figure.facing = facing_enemies(view, &data);
            }
        }
        BattleEvent::Stepped { unit, from, to } => {
            if let Some(AnimationStep::Walk { unit: walker, way }) = animation.steps.back_mut()
                && walker == unit
            {
                way.push(viewport::cell_centre(*to));
            } else {
                let way = vec![viewport::cell_centre(*from), viewport::cell_centre(*to)];
                animation.steps.push_back(AnimationStep::Walk { unit: *unit, way });
            }
        }
        BattleEvent::AttackDeclared { unit, weapon, rounds, .. } => {
            // An attack without an ammunition count is a single shot.
            let carried = view.unit(*unit).and_then(|unit| unit.inventory.get(*weapon).cloned());
            let shoots = carried.is_some_and(|carried| !carried.is_melee());
            animation.rounds = (*rounds).max(u32::from(shoots));
        }
        BattleEvent::AttackResolved { unit, target, contact, .. } => {
            if let Some(at) = target_position(view, *target) {
                animation.steps.push_back(AnimationStep::Attack {
                    unit: *unit,
                    at,
                    shots: animation.rounds,
                    contact: *contact,
                });
            }
        }
        BattleEvent::Harmed { unit, damage, after, .. } => {
            let Some(data) = view.unit(*unit) else { return };
            let after = HealthDisplay::from_condition(data.sheet.get(), after, view.rules());
            animation.steps.push_back(AnimationStep::TakeDamage { unit: *unit, damage: *damage, after });
        }
        BattleEvent::WentDown { unit, down, .. } => {
            let machine = view.unit(*unit).is_some_and(|unit| unit.is_driven());
            animation.steps.push_back(AnimationStep::Fall { unit: *unit, down: *down, machine });
        }
        BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Prone => {
            animation.steps.push_back(AnimationStep::ChangePosture { unit: *unit, prone: true });
        }
        BattleEvent::StatusEnded { unit, kind: StatusKind::Prone } => {
            animation.steps.push_back(AnimationStep::ChangePosture { unit: *unit, prone: false });
        }
        BattleEvent::Arrived { .. } | BattleEvent::Escaped { .. } => {
            push_map_change(animation, &record.event)
        }
        BattleEvent::BarrierDamaged { barrier, damage, .. } if *damage > 0 => {
            if let Some((_, place)) = view.field().barrier(*barrier) {
                animation.steps.push_back(AnimationStep::DamageBarrier {
                    at: viewport::place_middle(place),
                    damage: *damage,
                });
            }
        }
        BattleEvent::BarrierHoled { barrier } => {
            if let Some((_, place)) = view.field().barrier(*barrier) {
                animation.steps.push_back(AnimationStep::BreakBarrier { at: viewport::place_middle(place) });
            }
        }
        _ => {}
    }
}

fn target_position(view: &BattleView, target: Target) -> Option<Vec2> {
    match target {
        Target::Unit(id) => view.unit(id).map(|unit| viewport::cell_centre(unit.cell())),
        Target::Barrier(id) => view.field().barrier(id).map(|(_, place)| viewport::place_middle(place)),
        Target::Square(cell) => Some(viewport::cell_centre(cell)),
    }
}

/// Queues the arrival of a unit, or its departure from the map.
fn push_map_change(animation: &mut BoardAnimation, event: &BattleEvent) {
    animation.steps.extend(match event {
        BattleEvent::Arrived { unit, to } => {
            Some(AnimationStep::Arrive { unit: *unit, at: viewport::cell_centre(*to) })
        }
        BattleEvent::Escaped { unit } => Some(AnimationStep::Leave { unit: *unit }),
        _ => None,
    });
}
