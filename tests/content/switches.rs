//! House rules: every clause tagged as an option has its switch, with the catalogue's default, a place in
//! skirmish files and a title.

use std::collections::{BTreeMap, BTreeSet};

use breachline::content::catalogue::all_clauses;
use breachline::rules::rule_options::SwitchInfo;
use breachline::rules::{Book, RuleSet, rule_option_names};
use rstest::rstest;

/// Chapters whose options are not checked here.
const UNCHECKED_CHAPTERS: [&str; 8] =
    ["AB-EXTRA", "AB-GRITTY", "AB-CINE", "AB-KNOCK", "AB-OBJ", "AB-MASS", "CS-FALL", "CS-FATG"];

/// Options that are decided by the switch of another clause; empty if the choice is fixed.
const DECIDED: &[(&str, &str)] = &[
    ("SS-ACT-59", "borrow.grappling"),
    ("SS-SURP-19", "ss.surprise_glitch"),
    ("SS-RULING-12", "ss.called_shots"),
    ("SS-RULING-13", "ss.slowed_until"),
    ("SS-RULING-26", "ss.good_cover_melee"),
    ("SS-RULING-28", "ss.ranged_dodge"),
    ("SS-RULING-37", "ss.sprint_m_per_hit"),
    ("SS-RULING-48", "ss.type_factors"),
    ("SS-RULING-59", ""),
    ("AB-EXTRA-02", ""),
    ("AB-MASS-04", "ab.henchmen_factor"),
    ("AB-RULING-03", "ab.throw_mega_plus10"),
    ("AB-RULING-11", "ab.mega_dice"),
    ("AB-RULING-26", "ab.aggravated_healing"),
    ("AB-RULING-28", "ab.bashing_overflow"),
    ("AB-RULING-47", "ab.flurry_penalty"),
    ("AD-RULING-09", ""),
    ("CS-RULING-16", ""),
    ("CC-RULING-03", "cc.downgrade"),
    ("CC-RULING-18", ""),
];

/// Defaults of the catalogues, as a skirmish file writes them.
const DEFAULTS: &str = "
    SS-BASE-08 ss.extended_decay 0
    SS-BASE-12 ss.glitch_effects none
    SS-BASE-18 ss.untrained_modifier 0
    SS-BASE-23 ss.fhp_formula body
    SS-BASE-24 ss.strain_formula willpower
    SS-BASE-26 ss.karma_dice rating
    SS-BASE-27 ss.karma_reroll misses
    SS-BASE-28 ss.recoil on
    SS-BASE-29 ss.environment blind_fire_only
    SS-INIT-11 ss.tie_mode ric
    SS-TIMED-02 ss.timer_after_combat explode
    SS-MOVE-05 ss.split_walk on
    SS-MOVE-11 ss.sprint_m_per_hit 1
    SS-MOVE-17 ss.run_penalty after_run
    SS-ACT-12 ss.free_actions_per_pass 1
    SS-ACT-14 ss.free_action_tests never
    SS-ACT-37 ss.unlisted_action refuse
    SS-ACT-39 ss.ap.dodge 1
    SS-ACT-39 ss.ap.parry 1
    SS-ACT-39 ss.ap.block 1
    SS-ACT-40 ss.ap.full_defense 2
    SS-ACT-41 ss.ap.intercept 1
    SS-ACT-42 ss.ap.melee_attack 2
    SS-ACT-43 ss.ap.single_shot 1
    SS-ACT-43 ss.ap.flechette 1
    SS-ACT-43 ss.ap.burst 1
    SS-ACT-43 ss.ap.semi_auto_burst 2
    SS-ACT-43 ss.ap.long_burst 2
    SS-ACT-43 ss.ap.full_auto_complex 2
    SS-ACT-46 ss.ap.cast 2
    SS-ACT-46 ss.ap.attack_program 2
    SS-ACT-47 ss.ap.throw 1
    SS-ACT-48 ss.ap.rocket 2
    SS-ACT-50 ss.ap.take_cover 1
    SS-ACT-51 ss.ap.drop_prone free
    SS-ACT-52 ss.ap.stand_up 1
    SS-ACT-53 ss.crawl half
    SS-ACT-54 ss.ap.ready 1
    SS-ACT-55 ss.ap.use_item 1
    SS-ACT-56 ss.ap.first_aid 3
    SS-ACT-57 ss.ap.demolition 6
    SS-ACT-60 ss.ap.pick_up 1
    SS-ACT-60 ss.ap.reload 1
    SS-ACT-60 ss.ap.door 1
    SS-ACT-61 ss.ap.change_mode free
    SS-ACT-62 ss.ap.lift_body 2
    SS-DEF-14 ss.ranged_dodge off
    SS-DEF-43 ss.good_cover_melee on
    SS-BARR-38 ss.penetration_wear table
    SS-BARR-52 ss.barrier_damage_types off
    SS-CRIT-04 ss.injury_names on
    SS-HEAL-04 ss.repair_rate 1
    SS-HEAL-07 ss.stabilise_threshold 4
    SS-HEAL-09 ss.injury_cure 16
    SS-SURP-06 ss.alert_test 2
    SS-SURP-15 ss.surprised_by anyone
    SS-SURP-18 ss.surprise_glitch drop
    SS-KNOCK-08 ss.called_knockdown on
    SS-CALL-03 ss.called_shots all
    SS-CALL-19 ss.slowed_until healed
    SS-CALL-60 ss.one_arm_penalty character
    SS-RULING-06 ss.genitals_row details
    SS-FFYL-12 ss.killing_blow down
    SS-RULING-60 ss.area full_dv
    AB-CANCEL-01 ab.declare_mode pass
    AB-BASE-19 ab.flurry_penalty off
    AB-BASE-20 ab.mega_dice off
    AB-DODGE-08 ab.lightspeed_dodge_penalty 1
    AB-TRACK-09 ab.bashing_overflow upgrade
    AB-HEAL-12 ab.aggravated_healing nova_only
    AB-RESUS-14 ab.resus_circumstances off
    AB-THROW-07 ab.throw_mega_plus10 off
    AB-GRITTY-08 ab.gritty_out by_distance
    AB-GRITTY-09 ab.gritty_kill_multiplier 2
    AB-CINE-08 ab.cine_kill_choice on
    AB-CINE-09 ab.cine_narration off
    AB-CINE-17 ab.cine_rout off
    AB-MASS-03 ab.henchmen_factor 1.0
    AB-MASS-24 ab.henchmen_fate 10/20/40/60/80
    AB-MASS-26 ab.area_shock_surrender off
    AD-BASE-04 ad.untrained_modifier 0
    AD-BASE-05 ad.dice_extras none
    AD-BASE-06 ad.weapon_attribute agility
    AD-BASE-07 ad.attack_ap 2
    AD-BASE-12 ad.wound_step 3
    AD-BASE-13 ad.light_full unconscious
    AD-BASE-14 ad.critical_full dying
    AD-BASE-15 ad.light_overflow 2
    AD-BASE-16 ad.death_overflow body
    AD-BASE-17 ad.range_modifiers none
    AD-BASE-19 ad.attacks_per_phase 1
    AD-DEF-16 ad.parry_needs_item off
    AD-DEF-17 ad.decline_defence on
    AD-DEF-18 ad.helpless_no_defence on
    AD-ARM-07 ad.av_stacking sum
    AD-RES-04 ad.min_one_hit off
    AD-SPEC-03 ad.fall_dv 1
    AD-KD-07 ad.prone_modifier 0
    AD-KD-09 ad.stand_ap 1
    AD-KD-10 ad.prone_move off
    CS-BASE-05 cs.modifier_cap none
    CS-BASE-13 cs.zero_wounds unconscious
    CS-BASE-26 cs.special_damage double_dice
    CS-BASE-28 cs.fate_points on
    CS-BASE-29 cs.deflect on
    CS-BASE-34 cs.attacks_per_phase 1
    CS-BASE-35 cs.blast_cover attacker
    CS-BASE-36 cs.burst on
    CS-BASE-37 cs.grapple on
    CS-COV-07 cs.cover_pen on
    CS-FOG-06 cs.fog_line off
    CS-WEA-03 cs.weather none
    CS-SIM-04 cs.pistol_melee_penalty off
    CS-JAM-14 cs.burst_jam 94
    CS-PIN-15 cs.suppression on
    CS-PRN-08 cs.stand_ap 1
    CS-PRN-09 cs.crawl on
    CS-UNA-04 cs.unaware on
    CS-UNA-05 cs.hiding on
    CS-UNA-06 cs.noticing on
    CS-BURN-06 cs.extinguish_cost full
    CS-UNCO-05 cs.wake on
    CS-UNCO-06 cs.unconscious_prone off
    CC-RULING-01 cc.faces standard
    CC-DICE-15 cc.downgrade challenge
    CC-ECON-10 cc.prone_melee 1
    CC-ECON-11 cc.prone_ranged 1
    CC-ECON-12 cc.prone_own 1
    CC-ECON-13 cc.prone_move off
    CC-POOL-03 cc.weapon_links table
    CC-DEF-05 cc.cover_defence 1
    CC-DEF-06 cc.guarded_defence 1
    CC-ENV-01 cc.environment table
    CC-THR-07 cc.death on
    CC-ADV-26 cc.auto_advantage on
    CC-THT-01 cc.threat_chooser opponent
    CC-TRI-01 cc.triumph on
    CC-TRI-02 cc.despair on
    CC-CRIT-06 cc.crit_needs_damage on
    CC-CHART-33 cc.limb_use on
    CC-HEAL-03 cc.medicae_attempts 1
";

/// Every switch of every book, by name.
fn switches() -> BTreeMap<&'static str, SwitchInfo> {
    let all = Book::ALL.into_iter().flat_map(|book| RuleSet::new(book).list());
    all.map(|info| (info.name, info)).collect()
}

fn is_checked(clause: &str) -> bool {
    !UNCHECKED_CHAPTERS.iter().any(|chapter| clause.starts_with(&format!("{chapter}-")))
}

#[test]
fn every_option_has_a_switch() {
    let switches = switches();
    let borrowed = Book::ALL.into_iter().flat_map(|book| RuleSet::new(book).names());
    let names: BTreeSet<String> = switches.keys().map(|name| (*name).to_owned()).chain(borrowed).collect();
    let granted: BTreeSet<&str> = switches.values().map(|info| info.clause).collect();
    let decided: BTreeMap<&str, &str> = DECIDED.iter().copied().collect();
    let options: Vec<_> = all_clauses()
        .filter(|clause| clause.tag == "option" && clause.waits_for.is_none() && is_checked(&clause.id))
        .map(|one| one.id.as_str())
        .collect();
    assert!(options.len() > 120, "the catalogues were read: {}", options.len());
    let bare: Vec<_> = options
        .iter()
        .filter(|id| !granted.contains(**id))
        .filter(|id| decided.get(**id).is_none_or(|name| !name.is_empty() && !names.contains(*name)))
        .collect();
    assert!(bare.is_empty(), "options without a switch: {bare:?}");
    let idle: Vec<_> = DECIDED.iter().filter(|(id, _)| granted.contains(id)).collect();
    assert!(idle.is_empty(), "these have a switch of their own: {idle:?}");
}

#[test]
fn defaults_are_the_catalogues() {
    let switches = switches();
    for line in DEFAULTS.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let [clause, name, default] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let info = switches.get(name).unwrap_or_else(|| panic!("there is no {name}"));
        assert_eq!((info.clause, info.default.as_str()), (clause, default), "{name}");
    }
}

/// A skirmish file may set every switch of its book and of the engine; it is read back as it was set.
#[rstest]
fn a_skirmish_file_sets_it(
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    book: Book,
) {
    let set = |info: &SwitchInfo| format!("\"{}\": \"{}\"", info.name, info.default);
    let list: Vec<_> = RuleSet::new(book).list().iter().map(set).collect();
    let own = "switches: {\"ss.recoil\": \"off\", \"ss.ap.dodge\": 2},";
    let text = super::DUEL
        .replace("book: swan_song,", &format!("book: {},", book.id()))
        .replace(own, &format!("switches: {{{}}},", list.join(", ")));
    assert!(text.contains("\"field.diagonal_step\""), "the file sets them");
    let found = super::complaints("skirmishes/duel.ron", &text);
    let switches: Vec<_> = found.iter().filter(|complaint| complaint.contains("switch")).collect();
    assert!(switches.is_empty(), "{switches:#?}");
}

#[test]
fn every_switch_has_a_title() {
    for (name, info) in switches() {
        let title = rule_option_names::switch_label(&info).title;
        assert!(title.len() >= 4 && !title.contains(['_', '.']), "{name}: {title:?}");
        assert!(title.starts_with(|first: char| first.is_uppercase()), "{name}: {title:?}");
    }
}
