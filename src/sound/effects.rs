//! The sound effects, each with its group and file.

use strum::{IntoStaticStr, VariantArray};

/// Groups of sounds with a volume of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray)]
pub enum SoundGroup {
    /// Shots, hits, explosions, bodies.
    Effects,
    /// Steps, doors, and what surrounds them.
    Ambience,
    /// Buttons and signals.
    Interface,
}

/// Defines the sounds: variant, file below `assets/sounds`, group.
macro_rules! sound_effects {
    ($($(#[$doc:meta])* $name:ident = $file:literal in $group:ident;)+) => {
        /// A sound. Its file in `assets/sounds` has its name in snake case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
        #[strum(serialize_all = "snake_case")]
        pub enum SoundEffect {
            $($(#[$doc])* $name,)+
        }

        impl SoundEffect {
            /// Returns its group.
            pub fn group(self) -> SoundGroup {
                match self {
                    $(Self::$name => SoundGroup::$group,)+
                }
            }

            /// Returns the file in the program.
            pub(crate) fn embedded(self) -> &'static [u8] {
                match self {
                    $(Self::$name => include_bytes!(concat!("../../assets/sounds/", $file, ".wav")),)+
                }
            }
        }
    };
}

sound_effects! {
    /// A pistol.
    ShotPistol = "shot_pistol" in Effects;
    /// A submachine gun.
    ShotAutomatic = "shot_automatic" in Effects;
    /// A rifle.
    ShotRifle = "shot_rifle" in Effects;
    /// A shotgun.
    ShotShotgun = "shot_shotgun" in Effects;
    /// A machine gun.
    ShotMachineGun = "shot_machine_gun" in Effects;
    /// A launcher of grenades or rockets.
    ShotLauncher = "shot_launcher" in Effects;
    /// A bow or a sling.
    ShotBow = "shot_bow" in Effects;
    /// A beam or a bolt of energy.
    ShotEnergy = "shot_energy" in Effects;
    /// A jet of flames, acid or cold.
    Spray = "spray" in Effects;
    /// Something thrown.
    Throw = "throw" in Effects;
    /// The swing of a blade.
    SwingBlade = "swing_blade" in Effects;
    /// The swing of a fist, a club, a hammer.
    SwingBlunt = "swing_blunt" in Effects;
    /// A hit on a body.
    HitFlesh = "hit_flesh" in Effects;
    /// A hit on armour or a shield.
    HitArmour = "hit_armour" in Effects;
    /// A hit on wood.
    HitWood = "hit_wood" in Effects;
    /// A hit on brick or concrete.
    HitStone = "hit_stone" in Effects;
    /// A hit on metal, also of machines.
    HitMetal = "hit_metal" in Effects;
    /// A hit on glass.
    HitGlass = "hit_glass" in Effects;
    /// A hit on earth, sand or leaves.
    HitEarth = "hit_earth" in Effects;
    /// A shot that missed.
    Ricochet = "ricochet" in Effects;
    /// Glass breaks.
    BreakGlass = "break_glass" in Effects;
    /// A wall breaks.
    BreakStone = "break_stone" in Effects;
    /// Wood breaks.
    BreakWood = "break_wood" in Effects;
    /// Sheet metal breaks.
    BreakMetal = "break_metal" in Effects;
    /// A grenade.
    ExplosionSmall = "explosion_small" in Effects;
    /// A large charge.
    ExplosionLarge = "explosion_large" in Effects;
    /// A weapon is reloaded.
    Reload = "reload" in Effects;
    /// A body or an item lands.
    BodyFall = "body_fall" in Effects;
    /// A unit is knocked down.
    KnockDown = "knock_down" in Effects;
    /// A unit is out of action.
    UnitOut = "unit_out" in Effects;
    /// A unit dies.
    Death = "death" in Effects;
    /// A step on concrete, asphalt, stone.
    StepHard = "step_hard" in Ambience;
    /// A step on wood.
    StepWood = "step_wood" in Ambience;
    /// A step on metal.
    StepMetal = "step_metal" in Ambience;
    /// A step on grass or carpet.
    StepGrass = "step_grass" in Ambience;
    /// A step on dirt, gravel, rubble.
    StepEarth = "step_earth" in Ambience;
    /// A step in water.
    StepWater = "step_water" in Ambience;
    /// A door opens.
    DoorOpen = "door_open" in Ambience;
    /// A door closes.
    DoorClose = "door_close" in Ambience;
    /// Fire breaks out or burns.
    Fire = "fire" in Ambience;
    /// Smoke or gas escapes.
    Gas = "gas" in Ambience;
    /// Something falls into water.
    Splash = "splash" in Ambience;
    /// A button is pressed.
    Click = "click" in Interface;
    /// The pointer is on another button.
    Hover = "hover" in Interface;
    /// Something is not possible.
    Refusal = "refusal" in Interface;
    /// The turn of a unit begins.
    TurnBegins = "turn_begins" in Interface;
    /// The next turn is of another side.
    SideChanges = "side_changes" in Interface;
    /// A round begins.
    RoundBegins = "round_begins" in Interface;
    /// The battle is won.
    Victory = "victory" in Interface;
    /// The battle is lost.
    Defeat = "defeat" in Interface;
}

impl SoundEffect {
    /// All sounds.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name of its file in `assets/sounds`.
    pub fn file_name(self) -> String {
        let name: &str = self.into();
        format!("{name}.wav")
    }
}
