//! The material of effects: colours are multiplied by their opacity, so that one mesh holds what covers and what shines.

use bevy::asset::uuid_handle;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, BlendState, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin};

use crate::board::blending::{add_shader, set_blending};

const SHADER: Handle<Shader> = uuid_handle!("0b7e2a34-51c6-4c1d-8a1e-7a1d3f2c9e55");

/// Shows the colours of the mesh, multiplied by their opacity beforehand: without opacity, light is added.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug, Default)]
pub(crate) struct EffectMaterial {}

impl Material2d for EffectMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }

    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        _key: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        set_blending(descriptor, BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        Ok(())
    }
}

/// Registers the material and its shader.
pub(crate) struct EffectMaterialPlugin;

impl Plugin for EffectMaterialPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(Material2dPlugin::<EffectMaterial>::default());
        add_shader(app, &SHADER, (include_str!("effect.wgsl"), "effect.wgsl"));
    }
}
