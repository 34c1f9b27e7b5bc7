//! Rule switches: clauses that a group can decide differently, and numbers that the book leaves open.
//! `AD-RULING-09`.

pub use super::setting_values::{
    AdjacentShot, AvStacking, Conversion, CriticalFull, DiceExtras, LightFull, RangeModifiers, Recovery,
    WeaponAttribute,
};
pub use super::setting_values::{CriticalTrack, DeathOverflow, LightTrack};
pub use crate::rule_options::{ActionPrice, Formula};

crate::rule_options::switches! {
    /// Dice added to a test of a skill with rating 0.
    untrained_modifier: i8 = 0, "ad.untrained_modifier", "AD-BASE-04";
    /// Whether a glitch, with ones on more than half of the dice, makes the attacker drop its weapon.
    dice_extras: DiceExtras = DiceExtras::None, "ad.dice_extras", "AD-BASE-05";
    /// Attribute that counts in attacks, if the weapon names no other.
    weapon_attribute: WeaponAttribute = WeaponAttribute::Agility, "ad.weapon_attribute", "AD-BASE-06";
    /// Action points that an attack costs.
    attack_ap: ActionPrice = ActionPrice(2), "ad.attack_ap", "AD-BASE-07";
    /// Boxes for Light damage that a unit has: by the book's attribute, or a number.
    light_track: LightTrack = LightTrack(Formula::Book), "ad.light_track", "AD-BASE-10";
    /// Boxes for Critical damage that a unit has: by the book's attribute, or a number.
    critical_track: CriticalTrack = CriticalTrack(Formula::Book), "ad.critical_track", "AD-BASE-11";
    /// Marked boxes per lost die; 0 turns wound modifiers off.
    wound_step: u8 = 3, "ad.wound_step", "AD-BASE-12";
    /// What happens to a unit whose Light track is full.
    light_full: LightFull = LightFull::Unconscious, "ad.light_full", "AD-BASE-13";
    /// What happens to a unit whose Critical track is full.
    critical_full: CriticalFull = CriticalFull::Dying, "ad.critical_full", "AD-BASE-14";
    /// Points of excess Light damage per point of Critical; 0 discards them.
    light_overflow: u8 = 2, "ad.light_overflow", "AD-BASE-15";
    /// Damage beyond a full Critical track that a unit survives: by the book's attribute, or a number.
    death_overflow: DeathOverflow = DeathOverflow(Formula::Book), "ad.death_overflow", "AD-BASE-16";
    /// Whether distance, cover or both change the dice of an attack.
    range_modifiers: RangeModifiers = RangeModifiers::None, "ad.range_modifiers", "AD-BASE-17";
    /// Attacks that a unit may make in one turn.
    attacks_per_phase: u8 = 1, "ad.attacks_per_phase", "AD-BASE-19";
    /// How units recover between battles.
    recovery: Recovery = Recovery::Rest, "ad.recovery", "AD-BASE-21";
    /// Whether a shot at an adjacent target counts as a shot or as a melee attack.
    adjacent_shot_class: AdjacentShot = AdjacentShot::Accelerated, "ad.adjacent_shot_class", "AD-RULING-06";
    /// Whether only a unit that holds something may parry.
    parry_needs_item: bool = false, "ad.parry_needs_item", "AD-DEF-16";
    /// Whether a defender may choose not to defend.
    decline_defence: bool = true, "ad.decline_defence", "AD-DEF-17";
    /// Whether unconscious units and those that do not see the attack coming have no defence.
    helpless_no_defence: bool = true, "ad.helpless_no_defence", "AD-DEF-18";
    /// Whether several pieces of armour add up, or only the best one counts.
    av_stacking: AvStacking = AvStacking::Sum, "ad.av_stacking", "AD-ARM-07";
    /// Whether an attack without a single hit misses, even against no defence.
    min_one_hit: bool = false, "ad.min_one_hit", "AD-RES-04";
    /// Whether hits of the resistance roll turn Critical damage into Light damage.
    critical_conversion: Conversion = Conversion::FromRemaining, "ad.critical_conversion", "AD-RES-14";
    /// Damage per metre of a fall; 0 turns falling damage off.
    fall_dv: u8 = 1, "ad.fall_dv", "AD-SPEC-03";
    /// Dice added to the tests of a prone unit.
    prone_modifier: i8 = 0, "ad.prone_modifier", "AD-KD-07";
    /// Action points that standing up costs.
    stand_ap: ActionPrice = ActionPrice(1), "ad.stand_ap", "AD-KD-09";
    /// Whether a prone unit can move.
    prone_move: bool = false, "ad.prone_move", "AD-KD-10";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_catalogues() {
        let written: Vec<_> = Switches::list()
            .into_iter()
            .map(|info| format!("{} {} {}", info.clause, info.name, info.default))
            .collect();
        assert_eq!(
            written,
            [
                "AD-BASE-04 ad.untrained_modifier 0",
                "AD-BASE-05 ad.dice_extras none",
                "AD-BASE-06 ad.weapon_attribute agility",
                "AD-BASE-07 ad.attack_ap 2",
                "AD-BASE-10 ad.light_track willpower",
                "AD-BASE-11 ad.critical_track body",
                "AD-BASE-12 ad.wound_step 3",
                "AD-BASE-13 ad.light_full unconscious",
                "AD-BASE-14 ad.critical_full dying",
                "AD-BASE-15 ad.light_overflow 2",
                "AD-BASE-16 ad.death_overflow body",
                "AD-BASE-17 ad.range_modifiers none",
                "AD-BASE-19 ad.attacks_per_phase 1",
                "AD-BASE-21 ad.recovery rest",
                "AD-RULING-06 ad.adjacent_shot_class accelerated",
                "AD-DEF-16 ad.parry_needs_item off",
                "AD-DEF-17 ad.decline_defence on",
                "AD-DEF-18 ad.helpless_no_defence on",
                "AD-ARM-07 ad.av_stacking sum",
                "AD-RES-04 ad.min_one_hit off",
                "AD-RES-14 ad.critical_conversion from_remaining",
                "AD-SPEC-03 ad.fall_dv 1",
                "AD-KD-07 ad.prone_modifier 0",
                "AD-KD-09 ad.stand_ap 1",
                "AD-KD-10 ad.prone_move off",
            ]
        );
    }

    #[test]
    fn a_skirmish_file_lists_switches_by_name() {
        let text = r#"{"ad.attack_ap": 1, "ad.light_track": 12, "ad.av_stacking": "highest"}"#;
        let switches: Switches = ron::from_str(text).expect("valid");
        assert_eq!(
            (switches.attack_ap, switches.light_track),
            (ActionPrice(1), LightTrack(Formula::Fixed(12)))
        );
        assert_eq!(switches.av_stacking, AvStacking::Highest);
        assert_eq!(ron::from_str::<Switches>(&ron::to_string(&switches).expect("writes")), Ok(switches));
        let error = ron::from_str::<Switches>(r#"{"ad.atack_ap": 1}"#).expect_err("no such switch");
        assert!(error.to_string().contains("did you mean \"ad.attack_ap\"?"), "{error}");
    }
}
