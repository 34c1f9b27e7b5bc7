//! The world follows the scene.

use std::sync::Arc;

use bevy::prelude::*;

use super::{Lab, LabError, Opening, Tab, files, sentence, tools};
use crate::curtain::Curtain;
use crate::menu::Library;
use crate::replay::Replay;
use crate::session::{Screen, Session};
use battle::Journal;
use field::Place;
use lab::Workbench;

/// Leaves whatever is shown and opens a scene.
///
/// # Errors
/// It cannot be shown under its book; everything is as it was then.
pub(crate) fn enter(world: &mut World, opening: Opening) -> Result<(), LabError> {
    let content = Arc::new(world.resource::<Library>().loaded.content.clone());
    let book = opening.scene.skirmish.rules.book();
    let tab = world.get_resource::<Lab>().map_or(Tab::default(), |lab| lab.tab);
    lab::arrange(world, &opening.scene, &content, book)?;
    world.remove_resource::<Replay>();
    world.remove_resource::<Journal>();
    world.insert_resource(Session::default());
    world.insert_resource(Curtain::default());
    let tools = tools::Tools { attacker_next: opening.scene.aim.is_none(), ..tools::Tools::default() };
    let bench = Workbench::new(opening.scene);
    world.insert_resource(Lab {
        shown: Some((bench.revision(), book)),
        bench,
        book,
        content,
        tab,
        file: opening.file,
        problem: None,
        tab_area: None,
        files: files::Files::default(),
        tools,
    });
    world.resource_mut::<NextState<Screen>>().set(Screen::Lab);
    Ok(())
}

fn scene_has_none(lab: &Lab, place: Place) -> bool {
    lab.scene().barrier_at(place).is_none()
}

/// Brings the world up to date.
pub(super) fn follow(world: &mut World) {
    let lab = world.resource::<Lab>();
    let now = (lab.revision(), lab.book);
    if lab.shown == Some(now) {
        return;
    }
    let (content, scene, book) = (lab.content.clone(), lab.scene().clone(), lab.book);
    let problem =
        lab::rearrange(world, &scene, &content, book).err().map(|error| sentence(&error.to_string()));
    let mut lab = world.resource_mut::<Lab>();
    lab.shown = Some(now);
    lab.problem = problem;
    let units = scene.skirmish.units.len() as u32;
    let mut session = world.resource_mut::<Session>();
    if session.selected.is_some_and(|id| id.0 > units) {
        session.selected = None;
    }
    let mut lab = world.resource_mut::<Lab>();
    let gone = match lab.tools.chosen {
        Some(tools::Chosen::Unit(at)) => at >= units as usize,
        Some(tools::Chosen::Barrier(place)) => scene_has_none(&lab, place),
        _ => false,
    };
    if gone {
        lab.tools.chosen = None;
    }
}
