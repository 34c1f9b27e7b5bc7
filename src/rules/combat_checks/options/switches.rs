//! Rule switches: clauses that players may change.

pub use super::values::{
    Downgrade, Environment, Faces, LimbChoice, Moves, RangeBandLimits, Soak, ThreatChooser, Thresholds,
    WeaponLinks,
};
use crate::rule_options::Formula;
pub use crate::rule_options::{SwitchError, SwitchInfo};

crate::rule_options::switches! {
    /// Faces of the dice.
    faces: Faces = Faces::Standard, "cc.faces", "CC-RULING-01";
    /// Meaning of a downgrade.
    downgrade: Downgrade = Downgrade::Challenge, "cc.downgrade", "CC-DICE-15";
    /// Squares of a Move maneuver: twice Agility, or a number.
    maneuvers: Moves = Moves(Formula::Book), "cc.maneuvers", "CC-ECON-08";
    /// Boost dice of melee attacks on Prone targets.
    prone_melee: u8 = 1, "cc.prone_melee", "CC-ECON-10";
    /// Setback dice of ranged attacks on Prone targets.
    prone_ranged: u8 = 1, "cc.prone_ranged", "CC-ECON-11";
    /// Setback dice of a Prone unit's melee attacks.
    prone_own: u8 = 1, "cc.prone_own", "CC-ECON-12";
    /// Prone units may use the Move maneuver.
    prone_move: bool = false, "cc.prone_move", "CC-ECON-13";
    /// Source of a weapon's skill and characteristic.
    weapon_links: WeaponLinks = WeaponLinks::Table, "cc.weapon_links", "CC-POOL-03";
    /// Upper bounds of the range bands.
    move_range: RangeBandLimits = RangeBandLimits([10, 30, 60, 120]), "cc.bands", "CC-RNG-10";
    /// Ranged defence of cover.
    cover_defence: u8 = 1, "cc.cover_defence", "CC-DEF-05";
    /// Melee defence of Guarded Stance.
    guarded_defence: u8 = 1, "cc.guarded_defence", "CC-DEF-06";
    /// Setback dice of the environment.
    environment: Environment = Environment::Table, "cc.environment", "CC-ENV-01";
    /// Soak before armour.
    soak: Soak = Soak(Formula::Book), "cc.soak", "CC-DMG-08";
    /// Wound and Strain Threshold.
    thresholds: Thresholds = Thresholds(Formula::Book), "cc.thresholds", "CC-THR-05";
    /// Wounds above twice the threshold kill.
    death: bool = true, "cc.death", "CC-THR-07";
    /// Strain is removed after the skirmish.
    recovery: bool = true, "cc.recovery", "CC-THR-10";
    /// Advantages may notice hidden features.
    notice: bool = true, "cc.notice", "CC-ADV-09";
    /// Greatest distance between a vital object and the target, in squares.
    vital: u8 = 3, "cc.vital", "CC-ADV-19";
    /// Advantages may disable an opponent or its gear.
    disable: bool = true, "cc.disable", "CC-ADV-22";
    /// Without a choice, advantages are spent in the catalogue's order.
    auto_advantage: bool = true, "cc.auto_advantage", "CC-ADV-26";
    /// Who spends net threats.
    threat_chooser: ThreatChooser = ThreatChooser::Opponent, "cc.threat_chooser", "CC-THT-01";
    /// Threats may give the enemy a significant advantage.
    significant: bool = true, "cc.significant", "CC-THT-13";
    /// Without a choice, threats are spent in the catalogue's order.
    auto_threat: bool = true, "cc.auto_threat", "CC-THT-14";
    /// Triumphs buy options.
    triumph: bool = true, "cc.triumph", "CC-TRI-01";
    /// Despairs buy options.
    despair: bool = true, "cc.despair", "CC-TRI-02";
    /// Only a hit with damage may injure.
    crit_needs_damage: bool = true, "cc.crit_needs_damage", "CC-CRIT-06";
    /// Who chooses the limb of an injury.
    limb_choice: LimbChoice = LimbChoice::Player, "cc.limb_choice", "CC-CHART-32";
    /// A crippled or lost arm holds nothing.
    limb_use: bool = true, "cc.limb_use", "CC-CHART-33";
    /// Medicae checks per injury in a skirmish, and again after it.
    medicae_attempts: u8 = 1, "cc.medicae_attempts", "CC-HEAL-03";
}
