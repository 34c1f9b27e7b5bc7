//! From what happened to what is shown of it.

use bevy_egui::egui::Vec2;

use super::super::lens;
use super::super::vigour::Vigour;
use super::{Beat, Figure, Stage, as_it_is, towards_enemies};
use battle::{BattleView, Event, Happening, StatusKind, Target};

/// Turns an event into what is shown of it.
pub(super) fn read(stage: &mut Stage, view: &BattleView, happening: &Happening) {
    if view.known().is_some() && view.viewer().is_some_and(|side| !happening.witnesses.tell(side)) {
        return;
    }
    match &happening.event {
        Event::Spotted { side, unit, at } if view.viewer() == Some(*side) => {
            if let Some(data) = view.unit(*unit) {
                let (at, facing) = (lens::centre(*at), towards_enemies(view, &data));
                stage.figures.insert(*unit, Figure { at, facing, ..as_it_is(view, &data) });
            }
        }
        Event::Deployed { unit, to } => {
            if let Some(data) = view.unit(*unit)
                && let Some(figure) = stage.figures.get_mut(unit)
            {
                figure.at = lens::centre(*to);
                figure.facing = towards_enemies(view, &data);
            }
        }
        Event::Stepped { unit, from, to } => {
            if let Some(Beat::Walk { unit: walker, way }) = stage.beats.back_mut()
                && walker == unit
            {
                way.push(lens::centre(*to));
            } else {
                let way = vec![lens::centre(*from), lens::centre(*to)];
                stage.beats.push_back(Beat::Walk { unit: *unit, way });
            }
        }
        Event::AttackDeclared { unit, weapon, rounds, .. } => {
            // What shoots without counting rounds shoots once.
            let carried = view.unit(*unit).and_then(|unit| unit.arsenal.carried().get(*weapon).cloned());
            let shoots = carried.is_some_and(|carried| !carried.is_melee());
            stage.rounds = (*rounds).max(u32::from(shoots));
        }
        Event::AttackResolved { unit, target, contact, .. } => {
            if let Some(at) = aimed_at(view, *target) {
                stage.beats.push_back(Beat::Attack {
                    unit: *unit,
                    at,
                    shots: stage.rounds,
                    contact: *contact,
                });
            }
        }
        Event::Harmed { unit, damage, after, .. } => {
            let Some(data) = view.unit(*unit) else { return };
            let after = Vigour::of(data.sheet.get(), after, view.rules());
            stage.beats.push_back(Beat::Hurt { unit: *unit, damage: *damage, after });
        }
        Event::Fell { unit, down, .. } => {
            let machine = view.unit(*unit).is_some_and(|unit| unit.is_driven());
            stage.beats.push_back(Beat::Fall { unit: *unit, down: *down, machine });
        }
        Event::StatusSet { unit, status } if status.kind == StatusKind::Prone => {
            stage.beats.push_back(Beat::Lie { unit: *unit, prone: true });
        }
        Event::StatusEnded { unit, kind: StatusKind::Prone } => {
            stage.beats.push_back(Beat::Lie { unit: *unit, prone: false });
        }
        Event::Escaped { unit } => stage.beats.push_back(Beat::Leave { unit: *unit }),
        Event::BarrierDamaged { barrier, damage, .. } if *damage > 0 => {
            if let Some((_, place)) = view.field().barrier(*barrier) {
                stage.beats.push_back(Beat::Chip { at: lens::middle(place), damage: *damage });
            }
        }
        Event::BarrierHoled { barrier } => {
            if let Some((_, place)) = view.field().barrier(*barrier) {
                stage.beats.push_back(Beat::Break { at: lens::middle(place) });
            }
        }
        _ => {}
    }
}

fn aimed_at(view: &BattleView, target: Target) -> Option<Vec2> {
    match target {
        Target::Unit(id) => view.unit(id).map(|unit| lens::centre(unit.cell())),
        Target::Barrier(id) => view.field().barrier(id).map(|(_, place)| lens::middle(place)),
        Target::Square(cell) => Some(lens::centre(cell)),
    }
}
