//! Rule options of a battle under this book. Section Z1 of the catalogue.

use crate::rule_options::{switches, word_setting};

word_setting! {
    /// When actions are queued. `AB-CANCEL-01`.
    DeclareMode, "pass, phase or attack" {
        /// At the start of every pass.
        Pass = "pass",
        /// At the start of the unit's own phase.
        Phase = "phase",
        /// With the first attack of the phase, which binds the others.
        Attack = "attack",
    }
}

word_setting! {
    /// Effect of bashing levels beyond a full track. `AB-TRACK-09`.
    BashingOverflow, "upgrade or stop" {
        /// They turn bashing boxes into lethal ones.
        Upgrade = "upgrade",
        /// Nothing.
        Stop = "stop",
    }
}

word_setting! {
    /// Whether time heals aggravated damage. `AB-HEAL-12`.
    AggravatedHealing, "nova_only or as_lethal" {
        /// Only for novas, without their other advantages.
        NovaOnly = "nova_only",
        /// Like lethal damage.
        AsLethal = "as_lethal",
    }
}

switches! {
    /// When actions are queued.
    declare_mode: DeclareMode = DeclareMode::Pass, "ab.declare_mode", "AB-CANCEL-01";
    /// Multiple actions in one phase cost dice.
    flurry_penalty: bool = false, "ab.flurry_penalty", "AB-BASE-19";
    /// Mega-attributes add mega dice.
    mega_dice: bool = false, "ab.mega_dice", "AB-BASE-20";
    /// A blast aimed at the ground scatters without a success.
    area_scatter: bool = false, "ab.area_scatter", "AB-AREA-05";
    /// Difficulty of dodging attacks at the speed of light.
    lightspeed_dodge_penalty: u8 = 1, "ab.lightspeed_dodge_penalty", "AB-DODGE-08";
    /// Effect of bashing levels beyond a full track.
    bashing_overflow: BashingOverflow = BashingOverflow::Upgrade, "ab.bashing_overflow", "AB-TRACK-09";
    /// Whether time heals aggravated damage.
    aggravated_healing: AggravatedHealing = AggravatedHealing::NovaOnly, "ab.aggravated_healing", "AB-HEAL-12";
    /// No resuscitation where the location makes treatment impossible.
    resus_circumstances: bool = false, "ab.resus_circumstances", "AB-RESUS-14";
    /// Mega-Strength adds 10 to the strength of a throw.
    throw_mega_plus10: bool = false, "ab.throw_mega_plus10", "AB-THROW-07";
    /// Mega-Strength resists knockback per dot.
    mega_knock_per_dot: bool = false, "ab.mega_knock_per_dot", "AB-KNOCK-08";
    /// Attacks with low momentum cause no knockback.
    realistic_knockback: bool = false, "ab.realistic_knockback", "AB-KNOCK-12";
    /// Damaged weapons work worse.
    object_performance_damage: bool = false, "ab.object_performance_damage", "AB-OBJ-10";
    /// The surface that a unit is knocked into may make the damage lethal.
    collision_surfaces: bool = true, "ab.collision_surfaces", "AB-KNOCK-22";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_section_z1() {
        let written: Vec<_> =
            Switches::list().into_iter().map(|info| format!("{} {}", info.name, info.default)).collect();
        let table = [
            "ab.declare_mode pass",
            "ab.flurry_penalty off",
            "ab.mega_dice off",
            "ab.area_scatter off",
            "ab.lightspeed_dodge_penalty 1",
            "ab.bashing_overflow upgrade",
            "ab.aggravated_healing nova_only",
            "ab.resus_circumstances off",
            "ab.throw_mega_plus10 off",
            "ab.mega_knock_per_dot off",
            "ab.realistic_knockback off",
            "ab.object_performance_damage off",
            "ab.collision_surfaces on",
        ];
        assert_eq!(written, table);
    }

    #[test]
    fn battle_files_set_options_by_name() {
        let text = r#"{"ab.bashing_overflow": "stop", "ab.mega_dice": true, "ab.declare_mode": "phase"}"#;
        let switches: Switches = ron::from_str(text).expect("valid");
        assert_eq!(switches.bashing_overflow, BashingOverflow::Stop);
        assert_eq!((switches.mega_dice, switches.declare_mode), (true, DeclareMode::Phase));
        assert_eq!(ron::from_str::<Switches>(&ron::to_string(&switches).expect("writes")), Ok(switches));
    }
}
