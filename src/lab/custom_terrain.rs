//! Custom barriers and ground of a scene: described by their properties, with an id derived from them.

use content::{BarrierKind, BarrierPlacement, BarrierStyle, Content, LabScene, Terrain};
use rules::{Hazard, HazardKind, Light};

/// A barrier described by its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierSpec {
    /// Id of its material.
    pub material: String,
    /// Height in centimetres.
    pub height_cm: u16,
    /// Thickness in centimetres.
    pub thickness_cm: u32,
    /// Whether it is transparent.
    pub transparent: bool,
    /// Whether it blocks movement through and over it.
    pub blocks_move: bool,
    /// Whether it fills a square instead of standing on an edge.
    pub fills_square: bool,
}

impl Default for BarrierSpec {
    fn default() -> Self {
        Self {
            material: "average".to_owned(),
            height_cm: 120,
            thickness_cm: 20,
            transparent: false,
            blocks_move: true,
            fills_square: false,
        }
    }
}

/// Ground based on a terrain, with some properties changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundSpec {
    /// Id of the base terrain.
    pub base: String,
    /// Another light level.
    pub light: Option<Light>,
    /// Smoke or fog.
    pub smoke: bool,
    /// Severity of a fire.
    pub fire: Option<u8>,
    /// Another height, in centimetres.
    pub height_cm: Option<i16>,
    /// Another difficulty: 0, 10, 20 or 30.
    pub difficulty: Option<u8>,
}

/// Returns the drawing style of a material.
fn barrier_style(wall: &BarrierSpec) -> BarrierStyle {
    if wall.transparent {
        return BarrierStyle::Glass;
    }
    match (wall.material.as_str(), wall.fills_square) {
        ("fragile" | "cheap", false) => BarrierStyle::Drywall,
        ("fragile" | "cheap" | "average", true) => BarrierStyle::Crate,
        ("average" | "heavy", _) => BarrierStyle::Wood,
        ("reinforced", _) => BarrierStyle::Metal,
        ("structure", false) => BarrierStyle::Brick,
        (_, true) => BarrierStyle::Pillar,
        _ => BarrierStyle::Concrete,
    }
}

impl BarrierSpec {
    /// Returns the barrier kind; `None` if the material does not exist.
    pub fn to_barrier_kind(&self, content: &Content) -> Option<BarrierKind> {
        let material = content.materials.get(&self.material)?;
        let height = f32::from(self.height_cm) / 100.0;
        Some(BarrierKind {
            name: format!("{}, {height} m, {} cm", material.name.to_lowercase(), self.thickness_cm),
            material: self.material.clone(),
            structure: material.structure,
            armor: material.armor,
            height_cm: self.height_cm,
            thickness_cm: self.thickness_cm,
            transparent: self.transparent,
            blocks_move: self.blocks_move,
            width_pct: 100,
            style: barrier_style(self),
            openable: false,
            sharp: false,
            hides: None,
            glow: None,
            footing: if self.fills_square { BarrierPlacement::Square } else { BarrierPlacement::Edge },
        })
    }

    /// Returns the id of a matching kind, and the new kind itself if neither content nor scene has one.
    pub fn find_or_create(
        &self,
        content: &Content,
        scene: &LabScene,
    ) -> Option<(String, Option<BarrierKind>)> {
        let kind = self.to_barrier_kind(content)?;
        let same = |other: &BarrierKind| {
            (other.structure, other.armor, other.height_cm, other.thickness_cm, other.transparent)
                == (kind.structure, kind.armor, kind.height_cm, kind.thickness_cm, kind.transparent)
                && other.material == kind.material
                && other.blocks_move == kind.blocks_move
                && other.width_pct == kind.width_pct
                && !other.openable
                && !other.sharp
                && (other.footing == kind.footing || other.footing == BarrierPlacement::Both)
        };
        let known = scene.kinds.iter().chain(&content.barrier_kinds).find(|(_, kind)| same(kind));
        if let Some((id, _)) = known {
            return Some((id.clone(), None));
        }
        let mark = |on: bool, letter: &'static str| if on { letter } else { "" };
        let id = format!(
            "{}_{}_{}{}{}{}",
            self.material,
            self.height_cm,
            self.thickness_cm,
            mark(self.transparent, "_clear"),
            mark(!self.blocks_move, "_low"),
            mark(self.fills_square, "_block"),
        );
        Some((id, Some(kind)))
    }
}

impl GroundSpec {
    /// Creates ground identical to a base terrain.
    pub fn from_base(base: &str) -> Self {
        Self { base: base.to_owned(), ..Self::default() }
    }

    /// Returns the id of a matching terrain, and the new terrain itself if neither content nor scene has one.
    pub fn find_or_create(&self, content: &Content, scene: &LabScene) -> Option<(String, Option<Terrain>)> {
        let base = scene.grounds.get(&self.base).or_else(|| content.terrains.get(&self.base))?;
        let mut terrain = base.clone();
        let mut id = self.base.clone();
        let mut words = Vec::new();
        if let Some(light) = self.light.filter(|light| *light != base.light) {
            terrain.light = light;
            let word = match light {
                Light::Normal => "lit",
                Light::Low => "dim",
                Light::Dark => "dark",
            };
            id += &format!("_{word}");
            words.push(word.to_owned());
        }
        if self.smoke && !base.obscured {
            terrain.obscured = true;
            id += "_smoke";
            words.push("smoke".to_owned());
        }
        if let Some(severity) = self.fire {
            terrain.hazard = Some(Hazard { peril: HazardKind::Fire, severity, deadly: false });
            if terrain.hazard != base.hazard {
                id += &format!("_fire{severity}");
                words.push(format!("fire {severity}"));
            }
        }
        if let Some(height) = self.height_cm.filter(|height| *height != base.height_cm) {
            terrain.height_cm = height;
            let sign = if height < 0 { "minus" } else { "" };
            id += &format!("_h{sign}{}", height.unsigned_abs());
            words.push(format!("{} m", f32::from(height) / 100.0));
        }
        if let Some(difficulty) = self.difficulty.filter(|difficulty| *difficulty != base.difficulty) {
            terrain.difficulty = difficulty;
            id += &format!("_d{difficulty}");
            words.push(format!("difficulty {difficulty}"));
        }
        if words.is_empty() {
            return Some((id, None));
        }
        terrain.name = format!("{}: {}", base.name, words.join(", "));
        let known = scene.grounds.iter().find(|(_, ground)| **ground == terrain);
        Some(known.map_or_else(|| (id, Some(terrain)), |(id, _)| (id.clone(), None)))
    }
}

#[cfg(test)]
mod tests;
