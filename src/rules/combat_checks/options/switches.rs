//! Rule switches: clauses that players may change.

pub use super::values::{
    Downgrade, Environment, Faces, LimbChoice, Moves, RangeBandLimits, Soak, ThreatChooser, Thresholds,
    WeaponLinks,
};
use crate::rule_options::Formula;
pub use crate::rule_options::{SwitchError, SwitchInfo};

crate::rule_options::switches! {
    /// Which faces the dice have; there is one set.
    faces: Faces = Faces::Standard, "cc.faces", "CC-RULING-01";
    /// What a downgrade does: a difficulty die becomes a challenge die, or a proficiency die an ability die.
    downgrade: Downgrade = Downgrade::Challenge, "cc.downgrade", "CC-DICE-15";
    /// Squares that a Move manoeuvre covers: twice Agility, or a number.
    maneuvers: Moves = Moves(Formula::Book), "cc.maneuvers", "CC-ECON-08";
    /// Boost dice that melee attacks on prone targets get.
    prone_melee: u8 = 1, "cc.prone_melee", "CC-ECON-10";
    /// Setback dice that ranged attacks on prone targets get.
    prone_ranged: u8 = 1, "cc.prone_ranged", "CC-ECON-11";
    /// Setback dice that melee attacks of a prone unit get.
    prone_own: u8 = 1, "cc.prone_own", "CC-ECON-12";
    /// Whether prone units may use the Move manoeuvre.
    prone_move: bool = false, "cc.prone_move", "CC-ECON-13";
    /// Whether a weapon may name its own skill and characteristic, or only the table of the book counts.
    weapon_links: WeaponLinks = WeaponLinks::Table, "cc.weapon_links", "CC-POOL-03";
    /// Where short, medium, long and extreme range end, in metres.
    move_range: RangeBandLimits = RangeBandLimits([10, 30, 60, 120]), "cc.bands", "CC-RNG-10";
    /// Ranged defence that cover gives.
    cover_defence: u8 = 1, "cc.cover_defence", "CC-DEF-05";
    /// Melee defence that Guarded Stance gives.
    guarded_defence: u8 = 1, "cc.guarded_defence", "CC-DEF-06";
    /// Whether darkness, smoke, weather and the like add setback dice.
    environment: Environment = Environment::Table, "cc.environment", "CC-ENV-01";
    /// Soak of a unit without armour: by the book's formula, or a number.
    soak: Soak = Soak(Formula::Book), "cc.soak", "CC-DMG-08";
    /// Wounds and Strain that take a unit out: by the book's formula, or a number.
    thresholds: Thresholds = Thresholds(Formula::Book), "cc.thresholds", "CC-THR-05";
    /// Whether wounds above twice the threshold kill.
    death: bool = true, "cc.death", "CC-THR-07";
    /// Whether Strain is gone after the battle.
    recovery: bool = true, "cc.recovery", "CC-THR-10";
    /// Whether advantages may buy that the attacker notices something hidden.
    notice: bool = true, "cc.notice", "CC-ADV-09";
    /// Greatest distance in squares between the target and a vital object that advantages may change.
    vital: u8 = 3, "cc.vital", "CC-ADV-19";
    /// Whether advantages may disable an opponent or its gear.
    disable: bool = true, "cc.disable", "CC-ADV-22";
    /// Whether advantages that a player leaves open are spent automatically.
    auto_advantage: bool = true, "cc.auto_advantage", "CC-ADV-26";
    /// Who chooses what threats do.
    threat_chooser: ThreatChooser = ThreatChooser::Opponent, "cc.threat_chooser", "CC-THT-01";
    /// Whether threats may give the enemy a significant advantage, such as a door that closes.
    significant: bool = true, "cc.significant", "CC-THT-13";
    /// Whether threats that a player leaves open are spent automatically.
    auto_threat: bool = true, "cc.auto_threat", "CC-THT-14";
    /// Whether triumphs buy something beyond the success.
    triumph: bool = true, "cc.triumph", "CC-TRI-01";
    /// Whether despairs buy something beyond the failure.
    despair: bool = true, "cc.despair", "CC-TRI-02";
    /// Whether only a hit that does damage may cause a critical injury.
    crit_needs_damage: bool = true, "cc.crit_needs_damage", "CC-CRIT-06";
    /// Whether the attacker chooses the limb of an injury, or a die does.
    limb_choice: LimbChoice = LimbChoice::Player, "cc.limb_choice", "CC-CHART-32";
    /// Whether a crippled or lost arm can hold nothing.
    limb_use: bool = true, "cc.limb_use", "CC-CHART-33";
    /// Medicae checks that each injury allows in a battle, and again after it.
    medicae_attempts: u8 = 1, "cc.medicae_attempts", "CC-HEAL-03";
}
