//! Rule switches: clauses that a group can decide differently. Table SS-T16.

pub use super::setting_values::{
    ActionPrice, AlertTest, AreaDamage, ComplexPrice, Crawl, DiagonalStep, Environment, FleshFormula,
    FleshPerDay, Formula, FreeActionTests, GenitalsRow, GlitchEffects, InjuryCure, KarmaDice, KarmaReroll,
    KillingBlow, PenetrationWear, RunPenalty, Senses, SlowedUntil, StrainFormula, SurpriseGlitch, TieMode,
    TimerAfterCombat, TypeFactors, UnlistedAction,
};
pub use crate::rule_options::{SwitchError, SwitchInfo};
pub use crate::swan_song::attack::called_shot::CalledShotSet;

crate::rule_options::switches! {
    /// Cost of a diagonal step.
    diagonal_step: DiagonalStep = DiagonalStep::OneAndAHalf, "field.diagonal_step", "SS-BASE-16";
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
    /// Dice that Karma adds to a roll.
    karma_dice: KarmaDice = KarmaDice(Formula::Book), "ss.karma_dice", "SS-BASE-26";
    /// Dice that Karma re-rolls.
    karma_reroll: KarmaReroll = KarmaReroll::Misses, "ss.karma_reroll", "SS-BASE-27";
    /// Rounds fired make shots harder (recoil).
    recoil: bool = true, "ss.recoil", "SS-BASE-28";
    /// Light and smoke modify pools.
    environment: Environment = Environment::BlindFireOnly, "ss.environment", "SS-BASE-29";
    /// Tie-break of equal Initiative Scores.
    tie_mode: TieMode = TieMode::Ric, "ss.tie_mode", "SS-INIT-11";
    /// Effect of the end of combat on timed items.
    timer_after_combat: TimerAfterCombat = TimerAfterCombat::Explode, "ss.timer_after_combat", "SS-TIMED-02";
    /// A Walk can be split around other actions.
    split_walk: bool = true, "ss.split_walk", "SS-MOVE-05";
    /// Metres per hit of a sprint.
    sprint_m_per_hit: u8 = 1, "ss.sprint_m_per_hit", "SS-MOVE-11";
    /// Actions of a phase that a Run makes harder.
    run_penalty: RunPenalty = RunPenalty::AfterRun, "ss.run_penalty", "SS-MOVE-17";
    /// Free Actions per pass.
    free_actions_per_pass: u8 = 1, "ss.free_actions_per_pass", "SS-ACT-12";
    /// Free Actions need a test.
    free_action_tests: FreeActionTests = FreeActionTests::Never, "ss.free_action_tests", "SS-ACT-14";
    /// Handling of unlisted actions.
    unlisted_action: UnlistedAction = UnlistedAction::Refuse, "ss.unlisted_action", "SS-ACT-37";
    /// Price of Dodge.
    ap_dodge: u8 = 1, "ss.ap.dodge", "SS-ACT-39";
    /// Price of Parry.
    ap_parry: u8 = 1, "ss.ap.parry", "SS-ACT-39";
    /// Price of Block.
    ap_block: u8 = 1, "ss.ap.block", "SS-ACT-39";
    /// Price of Full Defense.
    ap_full_defense: u8 = 2, "ss.ap.full_defense", "SS-ACT-40";
    /// Price of an interception.
    ap_intercept: u8 = 1, "ss.ap.intercept", "SS-ACT-41";
    /// Price of a melee attack, armed or not.
    ap_melee_attack: ComplexPrice = ComplexPrice(2), "ss.ap.melee_attack", "SS-ACT-42";
    /// Price of a single shot.
    ap_single_shot: ActionPrice = ActionPrice(1), "ss.ap.single_shot", "SS-ACT-43";
    /// Price of a burst.
    ap_burst: ActionPrice = ActionPrice(1), "ss.ap.burst", "SS-ACT-43";
    /// Price of a flechette shot.
    ap_flechette: ActionPrice = ActionPrice(1), "ss.ap.flechette", "SS-ACT-43";
    /// Price of a semi-auto burst.
    ap_semi_auto_burst: ComplexPrice = ComplexPrice(2), "ss.ap.semi_auto_burst", "SS-ACT-43";
    /// Price of a long burst.
    ap_long_burst: ComplexPrice = ComplexPrice(2), "ss.ap.long_burst", "SS-ACT-43";
    /// Price of complex full-auto fire.
    ap_full_auto_complex: ComplexPrice = ComplexPrice(2), "ss.ap.full_auto_complex", "SS-ACT-43";
    /// Price of a throw.
    ap_throw: ActionPrice = ActionPrice(1), "ss.ap.throw", "SS-ACT-47";
    /// Price of a rocket or missile.
    ap_rocket: ComplexPrice = ComplexPrice(2), "ss.ap.rocket", "SS-ACT-48";
    /// Price of Take Cover.
    ap_take_cover: ActionPrice = ActionPrice(1), "ss.ap.take_cover", "SS-ACT-50";
    /// Price of dropping prone by choice.
    ap_drop_prone: ActionPrice = ActionPrice(0), "ss.ap.drop_prone", "SS-ACT-51";
    /// Price of standing up.
    ap_stand_up: ActionPrice = ActionPrice(1), "ss.ap.stand_up", "SS-ACT-52";
    /// Walk rate of a prone unit.
    crawl: Crawl = Crawl::Half, "ss.crawl", "SS-ACT-53";
    /// Price of readying a weapon.
    ap_ready: ActionPrice = ActionPrice(1), "ss.ap.ready", "SS-ACT-54";
    /// Price of using an item: arming it, setting its timer, an energy source.
    ap_use_item: ActionPrice = ActionPrice(1), "ss.ap.use_item", "SS-ACT-55";
    /// Price of setting charges, an Extended Action.
    ap_demolition: ComplexPrice = ComplexPrice(6), "ss.ap.demolition", "SS-ACT-57";
    /// Price of a spell or a power.
    ap_cast: ComplexPrice = ComplexPrice(2), "ss.ap.cast", "SS-ACT-46";
    /// Price of an attack program.
    ap_attack_program: ComplexPrice = ComplexPrice(2), "ss.ap.attack_program", "SS-ACT-46";
    /// Price of First Aid.
    ap_first_aid: ComplexPrice = ComplexPrice(3), "ss.ap.first_aid", "SS-ACT-56";
    /// Price of picking something up.
    ap_pick_up: ActionPrice = ActionPrice(1), "ss.ap.pick_up", "SS-ACT-60";
    /// Price of reloading.
    ap_reload: ActionPrice = ActionPrice(1), "ss.ap.reload", "SS-ACT-60";
    /// Price of opening or closing a door or window.
    ap_door: ActionPrice = ActionPrice(1), "ss.ap.door", "SS-ACT-60";
    /// Price of changing the fire mode.
    ap_change_mode: ActionPrice = ActionPrice(0), "ss.ap.change_mode", "SS-ACT-61";
    /// Price of lifting a body as a shield.
    ap_lift_body: ComplexPrice = ComplexPrice(2), "ss.ap.lift_body", "SS-ACT-62";
    /// Dodge works against ranged attacks too.
    ranged_dodge: bool = false, "ss.ranged_dodge", "SS-DEF-14";
    /// Good cover counts in melee across the obstacle.
    good_cover_melee: bool = true, "ss.good_cover_melee", "SS-DEF-43";
    /// Damage of a penetrating weapon to a barrier.
    penetration_wear: PenetrationWear = PenetrationWear::Table, "ss.penetration_wear", "SS-BARR-38";
    /// Damage types multiply damage to barriers.
    barrier_damage_types: bool = false, "ss.barrier_damage_types", "SS-BARR-52";
    /// Percentages of damage types on Flesh and Shield Health.
    type_factors: TypeFactors = TypeFactors::FULL, "ss.type_factors", "SS-DMG-07";
    /// Melee attacks can be called to knock the target down.
    called_knockdown: bool = true, "ss.called_knockdown", "SS-KNOCK-08";
    /// Locations and parts available for called shots.
    called_shots: CalledShotSet = CalledShotSet::ALL, "ss.called_shots", "SS-CALL-03";
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

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let error = Switches::default().set("ss.ap.dogde", "2").expect_err("no such switch");
        assert_eq!(error, SwitchError::Unknown { name: "ss.ap.dogde".to_owned(), nearest: "ss.ap.dodge" });
        assert_eq!(error.to_string(), "unknown switch \"ss.ap.dogde\"; did you mean \"ss.ap.dodge\"?");
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut switches = Switches::default();
        let error = switches.set("ss.crawl", "quarter").expect_err("no such word");
        assert_eq!(
            error.to_string(),
            "switch \"ss.crawl\" cannot be \"quarter\"; expected half, full or none"
        );
        assert_eq!(switches, Switches::default());
    }

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
    fn defaults_are_those_of_table_ss_t16() {
        let table = "field.diagonal_step 1.5 \
            ss.extended_decay 0 ss.glitch_effects none ss.untrained_modifier 0 ss.fhp_formula body \
            ss.strain_formula willpower ss.karma_dice rating ss.karma_reroll misses ss.recoil on ss.environment blind_fire_only \
            ss.tie_mode ric ss.timer_after_combat explode ss.split_walk on ss.sprint_m_per_hit 1 ss.run_penalty after_run \
            ss.free_actions_per_pass 1 ss.free_action_tests never ss.unlisted_action refuse ss.ap.dodge 1 ss.ap.parry 1 ss.ap.block 1 ss.ap.full_defense 2 ss.ap.intercept 1 \
            ss.ap.melee_attack 2 ss.ap.single_shot 1 ss.ap.burst 1 ss.ap.flechette 1 ss.ap.semi_auto_burst 2 \
            ss.ap.long_burst 2 ss.ap.full_auto_complex 2 ss.ap.throw 1 ss.ap.rocket 2 ss.ap.take_cover 1 ss.ap.drop_prone free \
            ss.ap.stand_up 1 ss.crawl half ss.ap.ready 1 ss.ap.use_item 1 ss.ap.demolition 6 ss.ap.cast 2 ss.ap.attack_program 2 \
            ss.ap.first_aid 3 ss.ap.pick_up 1 ss.ap.reload 1 ss.ap.door 1 \
            ss.ap.change_mode free ss.ap.lift_body 2 ss.ranged_dodge off ss.good_cover_melee on ss.penetration_wear \
            table ss.barrier_damage_types off ss.type_factors 100 ss.called_knockdown on \
            ss.called_shots all ss.slowed_until healed ss.genitals_row details ss.injury_names on \
            ss.repair_rate 1 ss.flesh_per_day half_body ss.stabilise_threshold 4 ss.injury_cure 16 \
            ss.treatment_in_battle on \
            ss.alert_test 2 ss.surprise_glitch drop ss.area full_dv ss.killing_blow down";
        let written: Vec<_> =
            Switches::list().into_iter().flat_map(|info| [info.name.to_owned(), info.default]).collect();
        assert_eq!(written.join(" "), table);
    }

    #[test]
    fn a_skirmish_file_lists_switches_by_name() {
        let text = r#"{"ss.ap.dodge": 2, "ss.recoil": "off", "ss.ranged_dodge": true,
            "field.diagonal_step": 1, "ss.untrained_modifier": -1, "ss.type_factors": "fire 150",
            "ss.ap.drop_prone": 1}"#;
        let switches: Switches = ron::from_str(text).expect("valid");
        assert_eq!((switches.ap_dodge, switches.recoil, switches.ranged_dodge), (2, false, true));
        assert_eq!(switches.diagonal_step, DiagonalStep::One);
        assert_eq!((switches.untrained_modifier, switches.ap_drop_prone), (-1, ActionPrice(1)));
        assert_eq!(switches.type_factors.percent(crate::swan_song::DamageType::Fire), 150);
        let again = ron::to_string(&switches).expect("writes");
        assert_eq!(ron::from_str::<Switches>(&again), Ok(switches));
        assert_eq!(ron::to_string(&Switches::default()), Ok("{}".to_owned()));
        let half_step: Switches = ron::from_str(r#"{"field.diagonal_step": 1.5}"#).expect("valid");
        assert_eq!(half_step, Switches::default());
        let error = ron::from_str::<Switches>(r#"{"ss.recoll": "off"}"#).expect_err("no such switch");
        assert!(error.to_string().contains("did you mean \"ss.recoil\"?"), "{error}");
    }

    #[test]
    fn ss_act_04_a_complex_action_costs_more_than_one() {
        let mut switches = Switches::default();
        assert!(switches.set("ss.ap.melee_attack", "1").is_err());
        assert_eq!(switches.set("ss.ap.melee_attack", "3"), Ok(()));
        assert_eq!(switches.ap_melee_attack, ComplexPrice(3));
    }

    #[test]
    fn ss_base_16_a_diagonal_step() {
        let mut switches = Switches::default();
        assert_eq!(4 * switches.diagonal_step.half_metres(), 12); // 6 m
        switches.set("field.diagonal_step", "1").expect("a value");
        assert_eq!(4 * switches.diagonal_step.half_metres(), 8); // 4 m
    }
}
