//! What the board showed of a finished battle before it was watched again.

use bevy::prelude::*;

use crate::board::{BoardAnimation, CameraView, KeptFacings};

/// The part of the map that was shown, and the facings of the units.
#[derive(Clone, Debug)]
pub(crate) struct ShownBoard {
    camera: CameraView,
    facings: KeptFacings,
}

impl ShownBoard {
    /// Reads what the board shows; `None` without a board.
    pub fn of_world(world: &World) -> Option<Self> {
        let camera = *world.get_resource::<CameraView>()?;
        let facings = world.get_resource::<BoardAnimation>()?.facings();
        Some(Self { camera, facings })
    }

    /// Shows it again as soon as the battle is on the screen.
    pub fn restore(self, world: &mut World) {
        if let Some(mut camera) = world.get_resource_mut::<CameraView>() {
            camera.restore(self.camera);
        }
        if let Some(mut animation) = world.get_resource_mut::<BoardAnimation>() {
            animation.restore_facings(self.facings);
        }
    }
}
