//! Sets up a scene in a world under one of the rulebooks.

use std::sync::Arc;

use bevy_ecs::prelude::World;

use content::{Content, ContentError, LabScene};
use rules::Book;

/// Sets up a scene in a world under one of the rulebooks, replacing the previous one. After an error the world is
/// unchanged.
///
/// # Errors
/// Returns an error if the scene names something that the content or the rulebook does not have.
pub fn set_up_scene(
    world: &mut World,
    scene: &LabScene,
    content: &Content,
    book: Book,
) -> Result<(), ContentError> {
    battle::set_up_scene(world, scene, Arc::new(scene.bundle(content, book)?));
    Ok(())
}

/// Updates a world after edits, changing only walls and ground that differ. Sets up the scene again if the world holds
/// another scene, or none.
///
/// # Errors
/// Returns the same errors as [`set_up_scene`].
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
