//! Setback dice of the environment. Chapter ENV.

use crate::combat_checks::options::values::Environment;
use crate::combat_checks::{CheckKind, Switches};
use crate::{Light, Surroundings, Weather};
use dice::Modifiers;

/// Setback dice of zero gravity. Table CC-T5.
pub const ZERO_GRAVITY_SETBACK: u8 = 1;

/// Setback dice of light, smoke, weather and gravity. The target's square counts for ranged attacks, the attacker's for
/// melee; weather and gravity apply everywhere. `CC-ENV-01`, table CC-T5.
pub fn environment_setback(surroundings: &Surroundings, kind: CheckKind, switches: &Switches) -> Modifiers {
    let mut dice = Modifiers::new();
    if switches.environment == Environment::None || !kind.is_combat() {
        return dice;
    }
    let ground = if kind == CheckKind::Ranged { surroundings.target } else { surroundings.attacker };
    match ground.light {
        Light::Normal => (),
        Light::Low => dice.add(1, "low light", "CC-ENV-01"),
        Light::Dark => dice.add(2, "darkness", "CC-ENV-01"),
    }
    if ground.obscured {
        dice.add(1, "smoke or fog", "CC-ENV-01");
    }
    match surroundings.weather {
        Weather::Calm => (),
        Weather::Light => dice.add(1, "rain", "CC-ENV-01"),
        Weather::Heavy | Weather::Extreme => dice.add(2, "storm", "CC-ENV-01"),
    }
    if surroundings.zero_gravity {
        dice.add(i32::from(ZERO_GRAVITY_SETBACK), "zero gravity", "CC-ENV-01");
    }
    dice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GroundConditions;
    use crate::combat_checks::test_support::switches_with;
    use rstest::rstest;

    const SMOKE: GroundConditions = GroundConditions {
        height_cm: 0,
        difficulty: 0,
        light: Light::Normal,
        obscured: true,
        hazard: None,
        airless: false,
    };
    const DARK: GroundConditions = GroundConditions { light: Light::Dark, obscured: false, ..SMOKE };
    const DARK_SMOKE: GroundConditions = GroundConditions { light: Light::Dark, ..SMOKE };

    const LOW_LIGHT: GroundConditions = GroundConditions { light: Light::Low, obscured: false, ..SMOKE };

    #[rstest]
    #[case::cc_env_01_smoke(SMOKE, 1)]
    #[case::cc_env_01_low_light(LOW_LIGHT, 1)]
    #[case::cc_env_01_darkness(DARK, 2)]
    #[case::cc_env_01_smoke_in_darkness(DARK_SMOKE, 3)]
    fn shots(#[case] target: GroundConditions, #[case] dice: u32) {
        let surroundings = Surroundings { target, ..Surroundings::default() };
        let of = |kind| environment_setback(&surroundings, kind, &Switches::default()).pool();
        assert_eq!((of(CheckKind::Ranged), of(CheckKind::Melee), of(CheckKind::Other)), (dice, 0, 0));
        let own = Surroundings { attacker: target, ..Surroundings::default() };
        assert_eq!(environment_setback(&own, CheckKind::Melee, &Switches::default()).pool(), dice);
        let weightless = Surroundings { zero_gravity: true, ..surroundings };
        assert_eq!(
            environment_setback(&weightless, CheckKind::Ranged, &switches_with("cc.environment", "none"))
                .pool(),
            0
        );
    }

    #[rstest]
    #[case::rain(Weather::Light, false, 1)]
    #[case::storm(Weather::Heavy, false, 2)]
    #[case::hurricane(Weather::Extreme, false, 2)]
    #[case::without_weight(Weather::Calm, true, 1)]
    #[case::rain_without_weight(Weather::Light, true, 2)]
    fn cc_env_01_everywhere(#[case] weather: Weather, #[case] zero_gravity: bool, #[case] dice: u32) {
        let surroundings = Surroundings { weather, zero_gravity, ..Surroundings::default() };
        for kind in [CheckKind::Melee, CheckKind::Ranged] {
            assert_eq!(environment_setback(&surroundings, kind, &Switches::default()).pool(), dice);
        }
    }
}
