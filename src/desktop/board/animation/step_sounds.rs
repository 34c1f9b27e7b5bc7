//! Sounds of the animation steps.

use ::sound::SoundEffect;
use bevy_egui::egui::Vec2;

use super::step::{AnimationStep, Hurt, SHOT_SECONDS};
use crate::board::effects::{Debris, FloatingTone, MAX_TRACERS, SHOT_INTERVAL};
use crate::sound::PlaySound;
use content::{Tile, WeaponSound};
use rules::{DownState, HitResult};

/// Radius from which an explosion is a large one, in metres.
const LARGE_BLAST: f32 = 4.0;
/// Seconds between a body that falls and the word for it.
const FALL_SECONDS: f32 = 0.12;

/// Returns a sound at a place after some seconds.
fn heard(effect: SoundEffect, at: Vec2, delay: f32) -> PlaySound {
    PlaySound { effect, at: Some(at), delay }
}

/// Returns what a step sounds like when it begins; `from` is where its unit is.
pub(super) fn sounds_at_begin(step: &AnimationStep, from: Option<Vec2>) -> Vec<PlaySound> {
    match step {
        AnimationStep::Attack { at, shots, contact, sound, .. } => {
            attack_sounds((from.unwrap_or(*at), *at), (*shots, *sound), *contact)
        }
        AnimationStep::Lob { to, sound, .. } => vec![heard(shot_sound(*sound), from.unwrap_or(*to), 0.0)],
        AnimationStep::Explode { at, smoke: true, .. } => vec![heard(SoundEffect::Gas, *at, 0.0)],
        AnimationStep::Explode { at, radius, .. } => {
            let is_large = *radius >= LARGE_BLAST;
            let effect = if is_large { SoundEffect::ExplosionLarge } else { SoundEffect::ExplosionSmall };
            vec![heard(effect, *at, 0.0)]
        }
        AnimationStep::TakeDamage(hurt) if hurt.damage > 0 => {
            from.map(|at| heard(hurt_sound(hurt), at, 0.0)).into_iter().collect()
        }
        AnimationStep::DamageBarrier { at, debris, .. } => vec![heard(hit_sound(debris.0), *at, 0.0)],
        AnimationStep::BreakBarrier { at, debris, .. } => vec![heard(break_sound(debris.0), *at, 0.0)],
        AnimationStep::SwingDoor { at, open: true, .. } => vec![heard(SoundEffect::DoorOpen, *at, 0.0)],
        AnimationStep::Hear(sound) => vec![*sound],
        _ => Vec::new(),
    }
}

/// Returns what a step sounds like when it ends; `at` is where its unit is then.
pub(super) fn sounds_at_end(step: &AnimationStep, at: Option<Vec2>) -> Vec<PlaySound> {
    let Some(at) = at else { return Vec::new() };
    match step {
        AnimationStep::SwingDoor { open: false, .. } => vec![heard(SoundEffect::DoorClose, at, 0.0)],
        AnimationStep::Throw { .. } => vec![heard(SoundEffect::BodyFall, at, 0.0)],
        AnimationStep::ChangePosture { knocked: Some(_), .. } => vec![heard(SoundEffect::KnockDown, at, 0.0)],
        AnimationStep::Fall { down, machine, .. } => {
            let (fall, word) = match (down, machine) {
                (DownState::Dead | DownState::Unconscious, true) => {
                    (Some(SoundEffect::BreakMetal), SoundEffect::UnitOut)
                }
                (DownState::Dead, false) => (Some(SoundEffect::BodyFall), SoundEffect::Death),
                (DownState::Unconscious, false) => (Some(SoundEffect::BodyFall), SoundEffect::UnitOut),
                (DownState::Surrendered | DownState::Fled, _) => (None, SoundEffect::UnitOut),
            };
            let fall = fall.map(|effect| heard(effect, at, 0.0));
            fall.into_iter().chain([heard(word, at, FALL_SECONDS)]).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns what a step on a tile sounds like.
pub(super) fn footstep(tile: Option<Tile>) -> SoundEffect {
    match tile {
        None | Some(Tile::Asphalt | Tile::Pavement | Tile::Concrete | Tile::Roof | Tile::Void) => {
            SoundEffect::StepHard
        }
        Some(Tile::Wood) => SoundEffect::StepWood,
        Some(Tile::Metal | Tile::Deck | Tile::Breach) => SoundEffect::StepMetal,
        Some(Tile::Grass | Tile::Carpet) => SoundEffect::StepGrass,
        Some(Tile::Dirt | Tile::Rubble) => SoundEffect::StepEarth,
        Some(Tile::Water) => SoundEffect::StepWater,
    }
}

/// Returns the sounds of an attack: a swing, or each of its shots, and a shot that goes astray.
fn attack_sounds(
    (from, to): (Vec2, Vec2),
    (shots, sound): (u32, WeaponSound),
    contact: HitResult,
) -> Vec<PlaySound> {
    let effect = shot_sound(sound);
    let count = match sound {
        // A jet is one sound.
        WeaponSound::Spray => 1,
        _ => shots.clamp(1, MAX_TRACERS),
    };
    let delay = |number: u32| SHOT_INTERVAL * number as f32;
    let mut sounds: Vec<_> = (0..count).map(|number| heard(effect, from, delay(number))).collect();
    let strays = fires_bullets(sound) && matches!(contact, HitResult::Miss | HitResult::Blocked);
    if strays {
        sounds.push(heard(SoundEffect::Ricochet, to, SHOT_SECONDS + delay(count - 1)));
    }
    if contact == HitResult::Graze {
        sounds.push(heard(SoundEffect::HitArmour, to, SHOT_SECONDS));
    }
    sounds
}

fn fires_bullets(sound: WeaponSound) -> bool {
    use WeaponSound::{Automatic, MachineGun, Pistol, Rifle, Shotgun};
    matches!(sound, Automatic | MachineGun | Pistol | Rifle | Shotgun)
}

fn shot_sound(sound: WeaponSound) -> SoundEffect {
    match sound {
        WeaponSound::Pistol => SoundEffect::ShotPistol,
        WeaponSound::Automatic => SoundEffect::ShotAutomatic,
        WeaponSound::Rifle => SoundEffect::ShotRifle,
        WeaponSound::Shotgun => SoundEffect::ShotShotgun,
        WeaponSound::MachineGun => SoundEffect::ShotMachineGun,
        WeaponSound::Launcher => SoundEffect::ShotLauncher,
        WeaponSound::Bow => SoundEffect::ShotBow,
        WeaponSound::Energy => SoundEffect::ShotEnergy,
        WeaponSound::Spray => SoundEffect::Spray,
        WeaponSound::Thrown => SoundEffect::Throw,
        WeaponSound::Blade => SoundEffect::SwingBlade,
        WeaponSound::Blunt => SoundEffect::SwingBlunt,
    }
}

fn hurt_sound(hurt: &Hurt) -> SoundEffect {
    match hurt.tone {
        FloatingTone::Shield | FloatingTone::Plating => SoundEffect::HitArmour,
        _ if !hurt.bleeds => SoundEffect::HitMetal,
        _ => SoundEffect::HitFlesh,
    }
}

fn hit_sound(debris: Debris) -> SoundEffect {
    match debris {
        Debris::Glass => SoundEffect::HitGlass,
        Debris::Stone => SoundEffect::HitStone,
        Debris::Metal => SoundEffect::HitMetal,
        Debris::Wood => SoundEffect::HitWood,
        Debris::Leaves => SoundEffect::HitEarth,
    }
}

fn break_sound(debris: Debris) -> SoundEffect {
    match debris {
        Debris::Glass => SoundEffect::BreakGlass,
        Debris::Stone => SoundEffect::BreakStone,
        Debris::Metal => SoundEffect::BreakMetal,
        Debris::Wood | Debris::Leaves => SoundEffect::BreakWood,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::effects::TextSubject;
    use bevy_egui::egui::vec2;
    use model::UnitId;

    fn attack(shots: u32, sound: WeaponSound, contact: HitResult) -> Vec<(SoundEffect, Vec2, f32)> {
        let at = vec2(9.5, 0.5);
        let about = Some(TextSubject::place(at));
        let step = AnimationStep::Attack { unit: UnitId(1), at, about, shots, contact, sound };
        let sounds = sounds_at_begin(&step, Some(vec2(0.5, 0.5)));
        sounds.into_iter().map(|sound| (sound.effect, sound.at.expect("a place"), sound.delay)).collect()
    }

    #[test]
    fn a_burst_is_heard_shot_by_shot_where_the_shooter_is() {
        let from = vec2(0.5, 0.5);
        let burst = attack(3, WeaponSound::Automatic, HitResult::Hit);
        let shot = SoundEffect::ShotAutomatic;
        assert_eq!(
            burst,
            [(shot, from, 0.0), (shot, from, SHOT_INTERVAL), (shot, from, 2.0 * SHOT_INTERVAL)]
        );
        assert_eq!(attack(0, WeaponSound::Blade, HitResult::Hit), [(SoundEffect::SwingBlade, from, 0.0)]);
        assert_eq!(attack(40, WeaponSound::MachineGun, HitResult::Hit).len(), MAX_TRACERS as usize);
        assert_eq!(attack(5, WeaponSound::Spray, HitResult::Hit).len(), 1);
    }

    #[test]
    fn only_bullets_that_miss_whine() {
        let last = |sound, contact| attack(1, sound, contact).last().expect("a sound").0;
        assert_eq!(last(WeaponSound::Rifle, HitResult::Miss), SoundEffect::Ricochet);
        assert_eq!(last(WeaponSound::Rifle, HitResult::Blocked), SoundEffect::Ricochet);
        assert_eq!(last(WeaponSound::Rifle, HitResult::Hit), SoundEffect::ShotRifle);
        assert_eq!(last(WeaponSound::Blade, HitResult::Miss), SoundEffect::SwingBlade);
        assert_eq!(last(WeaponSound::Blade, HitResult::Graze), SoundEffect::HitArmour);
    }

    #[test]
    fn a_large_blast_sounds_large_and_smoke_hisses() {
        let blast = |radius, smoke| {
            let step = AnimationStep::Explode { at: vec2(1.0, 1.0), radius, smoke };
            sounds_at_begin(&step, None)[0].effect
        };
        assert_eq!(blast(3.0, false), SoundEffect::ExplosionSmall);
        assert_eq!(blast(6.0, false), SoundEffect::ExplosionLarge);
        assert_eq!(blast(6.0, true), SoundEffect::Gas);
    }

    #[test]
    fn a_door_is_heard_when_it_begins_to_open_and_when_it_has_closed() {
        let door = |open| AnimationStep::SwingDoor { barrier: model::BarrierId(1), at: vec2(1.0, 1.0), open };
        let effects =
            |sounds: Vec<PlaySound>| sounds.into_iter().map(|sound| sound.effect).collect::<Vec<_>>();
        let at = Some(vec2(1.0, 1.0));
        assert_eq!(effects(sounds_at_begin(&door(true), at)), [SoundEffect::DoorOpen]);
        assert_eq!(effects(sounds_at_end(&door(true), at)), []);
        assert_eq!(effects(sounds_at_begin(&door(false), at)), []);
        assert_eq!(effects(sounds_at_end(&door(false), at)), [SoundEffect::DoorClose]);
    }

    #[test]
    fn a_death_is_a_fall_and_a_sign() {
        let fall = |down, machine| {
            let step = AnimationStep::Fall { unit: UnitId(1), down, machine };
            sounds_at_end(&step, Some(vec2(1.0, 1.0)))
                .into_iter()
                .map(|sound| sound.effect)
                .collect::<Vec<_>>()
        };
        assert_eq!(fall(DownState::Dead, false), [SoundEffect::BodyFall, SoundEffect::Death]);
        assert_eq!(fall(DownState::Unconscious, true), [SoundEffect::BreakMetal, SoundEffect::UnitOut]);
        assert_eq!(fall(DownState::Fled, false), [SoundEffect::UnitOut]);
    }
}
