//! The material that blends as light does: multiplied over what lies below.

use bevy::asset::uuid_handle;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, BlendComponent, BlendFactor, BlendOperation, BlendState, RenderPipelineDescriptor,
    SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin};

use crate::board::blending::{add_shader, set_blending};

const SHADER: Handle<Shader> = uuid_handle!("6f0c1d1e-6f3b-4a57-9f53-1d8f0be6a2c4");

/// Light from a picture, tinted by the colours of the mesh. It is multiplied and doubled: the middle of the range changes
/// nothing.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub(crate) struct LightMaterial {
    /// The picture.
    #[texture(0)]
    #[sampler(1)]
    pub picture: Handle<Image>,
}

impl Material2d for LightMaterial {
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
        let add = |src_factor, dst_factor| BlendComponent {
            src_factor,
            dst_factor,
            operation: BlendOperation::Add,
        };
        let color = add(BlendFactor::Dst, BlendFactor::Src);
        set_blending(descriptor, BlendState { color, alpha: add(BlendFactor::Zero, BlendFactor::One) });
        Ok(())
    }
}

/// Registers the material and its shader.
pub(crate) struct LightMaterialPlugin;

impl Plugin for LightMaterialPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(Material2dPlugin::<LightMaterial>::default());
        add_shader(app, &SHADER, (include_str!("light_blend.wgsl"), "light_blend.wgsl"));
    }
}
