//! Rule switches of this book: clauses that a group can decide differently. Table SS-T16, without those of the turn
//! engine and of barriers.

pub use super::setting_values::{
    AlertTest, AreaDamage, Environment, FleshFormula, FleshPerDay, Formula, FreeActionTests, GenitalsRow,
    GlitchEffects, InjuryCure, KillingBlow, OneArmPenalty, Senses, SlowedUntil, StrainFormula,
    SurpriseGlitch, TypeFactors, UnlistedAction,
};
pub use crate::rule_options::{SwitchError, SwitchInfo};
pub use crate::swan_song::attack::called_shot::CalledShotSet;
use crate::turn_engine::EngineSwitches;

crate::rule_options::switches! {
    beside EngineSwitches;
    /// Dice lost with each further roll of an Extended Test.
    extended_decay: u8 = 0, "ss.extended_decay", "SS-BASE-08";
    /// Effect of a glitch on an attack.
    glitch_effects: GlitchEffects = GlitchEffects::None, "ss.glitch_effects", "SS-BASE-12";
    /// Modifier of a test with a skill at rating 0.
    untrained_modifier: i8 = 0, "ss.untrained_modifier", "SS-BASE-18";
    /// Flesh Health maximum if the sheet states none.
    fhp_formula: FleshFormula = FleshFormula(Formula::Book), "ss.fhp_formula", "SS-BASE-23";
    /// Strain threshold if the sheet states none.
    strain_formula: StrainFormula = StrainFormula(Formula::Book), "ss.strain_formula", "SS-BASE-24";
    /// Rounds fired make shots harder (recoil).
    recoil: bool = true, "ss.recoil", "SS-BASE-28";
    /// Light and smoke modify pools.
    environment: Environment = Environment::BlindFireOnly, "ss.environment", "SS-BASE-29";
    /// Metres per hit of a sprint.
    sprint_m_per_hit: u8 = 1, "ss.sprint_m_per_hit", "SS-MOVE-11";
    /// Free Actions need a test.
    free_action_tests: FreeActionTests = FreeActionTests::Never, "ss.free_action_tests", "SS-ACT-14";
    /// Handling of unlisted actions.
    unlisted_action: UnlistedAction = UnlistedAction::Refuse, "ss.unlisted_action", "SS-ACT-37";
    /// Dodge works against ranged attacks too.
    ranged_dodge: bool = false, "ss.ranged_dodge", "SS-DEF-14";
    /// Good cover counts in melee across the obstacle.
    good_cover_melee: bool = true, "ss.good_cover_melee", "SS-DEF-43";
    /// Percentages of damage types on Flesh and Shield Health.
    type_factors: TypeFactors = TypeFactors::FULL, "ss.type_factors", "SS-DMG-07";
    /// Melee attacks can be called to knock the target down.
    called_knockdown: bool = true, "ss.called_knockdown", "SS-KNOCK-08";
    /// Locations and parts available for called shots.
    called_shots: CalledShotSet = CalledShotSet::ALL, "ss.called_shots", "SS-CALL-03";
    /// What a hurt arm makes harder.
    one_arm_penalty: OneArmPenalty = OneArmPenalty::Character, "ss.one_arm_penalty", "SS-CALL-60";
    /// Duration of Slowed.
    slowed_until: SlowedUntil = SlowedUntil::Healed, "ss.slowed_until", "SS-CALL-19";
    /// Table row used for the genitals.
    genitals_row: GenitalsRow = GenitalsRow::Details, "ss.genitals_row", "SS-RULING-06";
    /// Critical Injuries are described in the log.
    injury_names: bool = true, "ss.injury_names", "SS-CRIT-04";
    /// Armored Health restored per hit of a repair.
    repair_rate: u8 = 1, "ss.repair_rate", "SS-HEAL-04";
    /// Flesh restored by a day of rest.
    flesh_per_day: FleshPerDay = FleshPerDay(Formula::Book), "ss.flesh_per_day", "SS-HEAL-06";
    /// Hits needed to stop bleeding.
    stabilise_threshold: u8 = 4, "ss.stabilise_threshold", "SS-HEAL-07";
    /// Hits needed to cure a Critical Injury, with one roll per day.
    injury_cure: InjuryCure = InjuryCure(Some(16)), "ss.injury_cure", "SS-HEAL-09";
    /// Treatments that take a minute are possible in battle.
    treatment_in_battle: bool = true, "ss.treatment_in_battle", "SS-ACT-58";
    /// A secret Perception Test precedes a Surprise Test.
    alert_test: AlertTest = AlertTest { threshold: Some(2), by: Senses::Any }, "ss.alert_test", "SS-SURP-06";
    /// Effect of a glitch on a Surprise Test.
    surprise_glitch: SurpriseGlitch = SurpriseGlitch::Drop, "ss.surprise_glitch", "SS-SURP-18";
    /// Damage of an area attack.
    area: AreaDamage = AreaDamage::FullDv, "ss.area", "SS-RULING-60";
    /// Blow that saves a unit fighting for its life.
    killing_blow: KillingBlow = KillingBlow::Down, "ss.killing_blow", "SS-FFYL-12";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn_engine::switches::{ActionPrice, DiagonalStep};

    #[test]
    fn every_default_can_be_written_and_read() {
        for info in Switches::list() {
            let mut switches = Switches::default();
            switches.set(info.name, &info.default).expect("a default is a value");
            assert_eq!(switches, Switches::default(), "{}", info.name);
            assert_eq!(switches.get(info.name), Ok(info.default));
        }
        assert_eq!(Switches::list().len(), NAMES.len());
    }

    #[test]
    fn a_skirmish_file_lists_switches_by_name() {
        let text = r#"{"ss.ap.dodge": 2, "ss.recoil": "off", "ss.ranged_dodge": true,
            "field.diagonal_step": 1, "ss.untrained_modifier": -1, "ss.type_factors": "fire 150",
            "ss.ap.drop_prone": 1}"#;
        let switches: Switches = ron::from_str(text).expect("valid");
        assert_eq!((switches.engine.ap_dodge, switches.recoil, switches.ranged_dodge), (2, false, true));
        assert_eq!(switches.engine.diagonal_step, DiagonalStep::One);
        assert_eq!((switches.untrained_modifier, switches.engine.ap_drop_prone), (-1, ActionPrice(1)));
        assert_eq!(switches.type_factors.percent(crate::swan_song::DamageType::Fire), 150);
        let again = ron::to_string(&switches).expect("writes");
        assert_eq!(ron::from_str::<Switches>(&again), Ok(switches));
        assert_eq!(ron::to_string(&Switches::default()), Ok("{}".to_owned()));
        let half_step: Switches = ron::from_str(r#"{"field.diagonal_step": 1.5}"#).expect("valid");
        assert_eq!(half_step, Switches::default());
        let error = ron::from_str::<Switches>(r#"{"ss.recoll": "off"}"#).expect_err("no such switch");
        assert!(error.to_string().contains("did you mean \"ss.recoil\"?"), "{error}");
    }
}
