//! What the materials of the board have in common: one way of blending each, and a shader of their own.

use bevy::prelude::*;
use bevy::render::render_resource::{BlendState, RenderPipelineDescriptor};

/// Blends everything that a pipeline draws in this way.
pub(super) fn set_blending(descriptor: &mut RenderPipelineDescriptor, blend: BlendState) {
    let targets = descriptor.fragment.iter_mut().flat_map(|fragment| &mut fragment.targets);
    for target in targets.flatten() {
        target.blend = Some(blend);
    }
}

/// Adds the text of a shader under the handle that its material refers to; `name` is that of its file.
pub(super) fn add_shader(app: &mut App, handle: &Handle<Shader>, (text, name): (&'static str, &str)) {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    shaders.insert(handle, Shader::from_wgsl(text, name)).expect("invariant: the id is no index");
}
