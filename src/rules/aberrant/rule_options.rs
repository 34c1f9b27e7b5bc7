//! Rule options of a battle under this book. Section Z1 of the catalogue.

use crate::rule_options::{SwitchValue, switches, word_setting};

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

word_setting! {
    /// Which grievous injuries a side without a player takes. `AB-GRIEV-02`.
    GrievousPolicy, "incapacitating, always or never" {
        /// If the hit would incapacitate.
        Incapacitating = "incapacitating",
        /// All that are offered.
        Always = "always",
        /// None.
        Never = "never",
    }
}

word_setting! {
    /// How gritty extras leave the fight that have lost their levels. `AB-GRITTY-08`.
    GrittyOut, "by_distance, surrender, retreat or fall" {
        /// They surrender with an enemy within 10 metres, else retreat to the nearest edge of the map.
        ByDistance = "by_distance",
        /// They surrender.
        Surrender = "surrender",
        /// They retreat.
        Retreat = "retreat",
        /// They stay where they fell.
        Fall = "fall",
    }
}

/// Share of a leader's usual henchmen that find room on the map, in tenths. `AB-MASS-03`, `AB-MASS-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HenchmenFactor(pub u16);

impl HenchmenFactor {
    /// The unchanged number.
    pub const WHOLE: Self = Self(10);
}

impl SwitchValue for HenchmenFactor {
    const EXPECTED: &'static str = "a factor from 0.0 to 9.9";

    fn parse(text: &str) -> Option<Self> {
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        let digit = |text: &str| text.parse::<u16>().ok().filter(|digit| text.len() == 1 && *digit < 10);
        Some(Self(10 * digit(whole)? + digit(tenths)?))
    }

    fn show(&self) -> String {
        format!("{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// Percent of eliminated henchmen that are killed or hurt, by quality from rabble to fanatical. `AB-MASS-24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HenchmenFates(pub [u8; 5]);

impl HenchmenFates {
    /// The table of the ruling.
    pub const BOOK: Self = Self([10, 20, 40, 60, 80]);
}

impl SwitchValue for HenchmenFates {
    const EXPECTED: &'static str = "five percentages from rabble to fanatical, such as 10/20/40/60/80";

    fn parse(text: &str) -> Option<Self> {
        let percents: Option<Vec<u8>> =
            text.split('/').map(|part| part.parse().ok().filter(|percent| *percent <= 100)).collect();
        percents?.try_into().ok().map(Self)
    }

    fn show(&self) -> String {
        self.0.map(|percent| percent.to_string()).join("/")
    }
}

switches! {
    /// When units announce their attacks: all before each pass, each at the start of its turn, or with the attack.
    declare_mode: DeclareMode = DeclareMode::Pass, "ab.declare_mode", "AB-CANCEL-01";
    /// Whether several actions in one turn cost dice.
    flurry_penalty: bool = false, "ab.flurry_penalty", "AB-BASE-19";
    /// Whether each dot of a Mega-attribute adds a die that scores 2 or 3 successes at once.
    mega_dice: bool = false, "ab.mega_dice", "AB-BASE-20";
    /// Whether a blast that is aimed at the ground lands elsewhere if its roll fails.
    area_scatter: bool = false, "ab.area_scatter", "AB-AREA-05";
    /// How much harder it is to dodge a laser or another attack at the speed of light.
    lightspeed_dodge_penalty: u8 = 1, "ab.lightspeed_dodge_penalty", "AB-DODGE-08";
    /// Whether bashing damage beyond a full health track turns into lethal damage, or does nothing more.
    bashing_overflow: BashingOverflow = BashingOverflow::Upgrade, "ab.bashing_overflow", "AB-TRACK-09";
    /// Whether aggravated damage heals with time only for novas, or for all units like lethal damage.
    aggravated_healing: AggravatedHealing = AggravatedHealing::NovaOnly, "ab.aggravated_healing", "AB-HEAL-12";
    /// Whether a player may take a lasting injury in place of the damage of one attack.
    grievous_injury: bool = true, "ab.grievous_injury", "AB-GRIEV-01";
    /// Which grievous injuries the AI takes in place of damage.
    npc_grievous_policy: GrievousPolicy = GrievousPolicy::Incapacitating, "ab.npc_grievous_policy", "AB-GRIEV-02";
    /// Whether lava, deep water, vacuum and the like make it impossible to revive a dying unit.
    resus_circumstances: bool = false, "ab.resus_circumstances", "AB-RESUS-14";
    /// Whether Mega-Strength adds 10 to the strength of a throw.
    throw_mega_plus10: bool = false, "ab.throw_mega_plus10", "AB-THROW-07";
    /// What an extra of the gritty kind does when it has lost its health levels: surrender, retreat or fall.
    gritty_out: GrittyOut = GrittyOut::ByDistance, "ab.gritty_out", "AB-GRITTY-08";
    /// Multiple of their health levels in lethal levels that kills gritty extras; 0 for never.
    gritty_kill_multiplier: u8 = 2, "ab.gritty_kill_multiplier", "AB-GRITTY-09";
    /// Whether a player may let a bashing hit kill a cinematic extra.
    cine_kill_choice: bool = true, "ab.cine_kill_choice", "AB-CINE-08";
    /// Whether a player may describe for the log how a cinematic extra falls.
    cine_narration: bool = false, "ab.cine_narration", "AB-CINE-09";
    /// Whether cinematic extras flee when one of their group falls.
    cine_rout: bool = false, "ab.cine_rout", "AB-CINE-17";
    /// Whether each dot of Mega-Strength makes a unit harder to throw back.
    mega_knock_per_dot: bool = false, "ab.mega_knock_per_dot", "AB-KNOCK-08";
    /// Whether energy weapons and fast, light projectiles throw no unit back.
    realistic_knockback: bool = false, "ab.realistic_knockback", "AB-KNOCK-12";
    /// Whether barriers on the line of fire take from the force that throws a unit back what they take from the damage.
    barriers_stop_knockback: bool = false, "ab.barriers_stop_knockback", "AB-KNOCK-01";
    /// Whether damaged weapons work worse.
    object_performance_damage: bool = false, "ab.object_performance_damage", "AB-OBJ-10";
    /// Whether a hard or sharp surface makes the damage of a collision lethal.
    collision_surfaces: bool = true, "ab.collision_surfaces", "AB-KNOCK-22";
    /// Share of the usual number of henchmen that a band has on this map.
    henchmen_factor: HenchmenFactor = HenchmenFactor::WHOLE, "ab.henchmen_factor", "AB-MASS-03";
    /// Percentage of eliminated henchmen that are killed or hurt, for each of the five grades from rabble to fanatical.
    henchmen_fate: HenchmenFates = HenchmenFates::BOOK, "ab.henchmen_fate", "AB-MASS-24";
    /// Whether an explosion makes as many poorly trained henchmen surrender as it eliminates.
    area_shock_surrender: bool = false, "ab.area_shock_surrender", "AB-MASS-26";
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
            "ab.grievous_injury on",
            "ab.npc_grievous_policy incapacitating",
            "ab.resus_circumstances off",
            "ab.throw_mega_plus10 off",
            "ab.gritty_out by_distance",
            "ab.gritty_kill_multiplier 2",
            "ab.cine_kill_choice on",
            "ab.cine_narration off",
            "ab.cine_rout off",
            "ab.mega_knock_per_dot off",
            "ab.realistic_knockback off",
            "ab.barriers_stop_knockback off",
            "ab.object_performance_damage off",
            "ab.collision_surfaces on",
            "ab.henchmen_factor 1.0",
            "ab.henchmen_fate 10/20/40/60/80",
            "ab.area_shock_surrender off",
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
