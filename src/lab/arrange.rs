//! A scene becomes a world under one of the books.

use std::sync::Arc;

use bevy::prelude::World;

use crate::battle;
use crate::content::{Content, ContentError, LabScene};
use crate::rules::Book;

/// Builds a scene anew in a world, under one of the books. Whatever stood there is cleared away; after an error it stands
/// as it did.
///
/// # Errors
/// Something is named that the content or the book does not have.
pub fn arrange(
    world: &mut World,
    scene: &LabScene,
    content: &Content,
    book: Book,
) -> Result<(), ContentError> {
    battle::arrange(world, scene, Arc::new(scene.bundle(content, book)?));
    Ok(())
}

/// The cheap way after [light](super::Edit::is_light) edits: walls and ground stay as they are. Builds the scene anew
/// where another one stands, or none.
///
/// # Errors
/// As for [`arrange`].
pub fn rearrange(
    world: &mut World,
    scene: &LabScene,
    content: &Content,
    book: Book,
) -> Result<(), ContentError> {
    let bundle = Arc::new(scene.bundle(content, book)?);
    let stands = world.get_resource::<battle::Setup>().is_some_and(|setup| {
        let old = setup.bundle();
        old.skirmish.map == bundle.skirmish.map && old.skirmish.rules == bundle.skirmish.rules
    });
    match stands {
        true => battle::rearrange(world, scene, bundle),
        false => battle::arrange(world, scene, bundle),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
