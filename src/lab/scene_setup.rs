//! A scene becomes a world under one of the books.

use std::sync::Arc;

use bevy_ecs::prelude::World;

use content::{Content, ContentError, LabScene};
use rules::Book;

/// Builds a scene anew in a world, under one of the books. Whatever stood there is cleared away; after an error it stands
/// as it did.
///
/// # Errors
/// Something is named that the content or the book does not have.
pub fn set_up_scene(
    world: &mut World,
    scene: &LabScene,
    content: &Content,
    book: Book,
) -> Result<(), ContentError> {
    battle::set_up_scene(world, scene, Arc::new(scene.bundle(content, book)?));
    Ok(())
}

/// The cheap way after edits: of walls and ground only what differs is changed. Builds the scene anew where quite another
/// one stands, or none.
///
/// # Errors
/// As for [`set_up_scene`].
pub fn update_scene(
    world: &mut World,
    scene: &LabScene,
    content: &Content,
    book: Book,
) -> Result<(), ContentError> {
    battle::update_scene(world, scene, Arc::new(scene.bundle(content, book)?));
    Ok(())
}

#[cfg(test)]
mod tests;
