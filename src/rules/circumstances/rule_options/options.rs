//! Rule options of a battle: clauses that players may change.

pub use super::values::{
    ActionCosts, ActionPointCost, BlastCoverOrigin, FallHeight, JamThreshold, ModifierCap, SafeLanding,
    Severity, SpecialDamage, ZeroWounds,
};
use crate::rule_options::Formula;
pub use crate::rule_options::{SwitchError, SwitchInfo};
use crate::status::{AfterBattleAilments, CompulsionOrder, PhaseEffort, StatusOptions};

crate::rule_options::switches! {
    /// Most that all modifiers of a test together may add or take away.
    modifier_cap: ModifierCap = ModifierCap(None), "cs.modifier_cap", "CS-BASE-05";
    /// What happens to a unit without Wounds.
    zero_wounds: ZeroWounds = ZeroWounds::Unconscious, "cs.zero_wounds", "CS-BASE-13";
    /// Costs of single actions, where they differ from the table of the book.
    action_costs: ActionCosts = ActionCosts::default(), "cs.action_costs", "CS-BASE-20";
    /// What weapons with the quality Special Damage do: roll their damage twice, or add a number.
    special_damage: SpecialDamage = SpecialDamage::DoubleDice, "cs.special_damage", "CS-BASE-26";
    /// Whether Fate Points let a player repeat a failed test.
    fate_points: bool = true, "cs.fate_points", "CS-BASE-28";
    /// Whether force fields and shields may deflect a hit entirely.
    deflect: bool = true, "cs.deflect", "CS-BASE-29";
    /// Attack actions that a unit may take in one turn.
    attacks_per_phase: u8 = 1, "cs.attacks_per_phase", "CS-BASE-34";
    /// Whether the target of a blast has cover from the attacker, or from the middle of the blast.
    blast_cover: BlastCoverOrigin = BlastCoverOrigin::Attacker, "cs.blast_cover", "CS-BASE-35";
    /// Whether bursts add hits and a bonus to hit.
    burst: bool = true, "cs.burst", "CS-BASE-36";
    /// Whether units can grapple each other.
    grapple: bool = true, "cs.grapple", "CS-BASE-37";
    /// Whether penetration lowers the armour of cover before that of the target.
    cover_pen: bool = true, "cs.cover_pen", "CS-COV-07";
    /// Whether fog between attacker and target counts too, not only at the target.
    fog_line: bool = false, "cs.fog_line", "CS-FOG-06";
    /// How bad the weather is in this battle.
    weather: Severity = Severity::None, "cs.weather", "CS-WEA-03";
    /// Whether a pistol is hampered in a melee too, like a shot into one.
    pistol_melee_penalty: bool = false, "cs.pistol_melee_penalty", "CS-SIM-04";
    /// Roll of the d100 from which on a burst jams the weapon.
    burst_jam: JamThreshold = JamThreshold(94), "cs.burst_jam", "CS-JAM-14";
    /// Action points that standing up costs.
    stand_ap: ActionPointCost = ActionPointCost(1), "cs.stand_ap", "CS-PRN-08";
    /// Whether prone units can crawl.
    crawl: bool = true, "cs.crawl", "CS-PRN-09";
    /// Whether units that do not see an attack coming are easier to hit.
    unaware: bool = true, "cs.unaware", "CS-UNA-04";
    /// Whether units can hide.
    hiding: bool = true, "cs.hiding", "CS-UNA-05";
    /// Whether hidden units can be noticed.
    noticing: bool = true, "cs.noticing", "CS-UNA-06";
    /// Whether units can use suppressing fire.
    suppression: bool = true, "cs.suppression", "CS-PIN-15";
    /// What happens to ailments after the battle.
    ailments_after: AfterBattleAilments = AfterBattleAilments::Clear, "cs.ailments_after", "CS-AIL-07";
    /// Which of several ailments decides what a unit must do.
    duty_order: CompulsionOrder = CompulsionOrder::default(), "cs.duty_order", "CS-AIL-08";
    /// Action that putting out a burning unit takes.
    extinguish_cost: PhaseEffort = PhaseEffort::Full, "cs.extinguish_cost", "CS-BURN-06";
    /// Whether unconscious units can be woken.
    wake: bool = true, "cs.wake", "CS-UNCO-05";
    /// Whether unconscious units fall prone.
    unconscious_prone: bool = false, "cs.unconscious_prone", "CS-UNCO-06";
    /// Whether a controlled unit can resist an order to attack those it is bound to.
    values: bool = true, "cs.values", "CS-BRWA-09";
    /// Whether a curse spoils the first passed test of a round by itself, or the opposing player chooses the test.
    curse_auto: bool = false, "cs.curse_auto", "CS-CURS-04";
    /// Metres that a unit falls without danger: by the book's formula, or a number.
    fall_height: FallHeight = FallHeight(Formula::Book), "cs.fall_height", "CS-FALL-01";
    /// Which units may land safely after a fall.
    safe_landing: SafeLanding = SafeLanding::Climbing, "cs.safe_landing", "CS-FALL-02";
    /// Levels of fatigue that an unarmed hit causes if it wounds.
    unarmed_fatigue: u8 = 1, "cs.unarmed_fatigue", "CS-FATG-08";
    /// Levels of fatigue that any other hit causes if it wounds.
    injury_fatigue: u8 = 0, "cs.injury_fatigue", "CS-FATG-09";
    /// Levels of fatigue that a run causes.
    exertion_fatigue: u8 = 0, "cs.exertion_fatigue", "CS-FATG-10";
    /// Levels of fatigue that an hour of rest removes.
    fatigue_rest: u8 = 1, "cs.fatigue_rest", "CS-FATG-12";
}

impl Switches {
    /// Options for ailments.
    pub const fn ailments(&self) -> StatusOptions {
        StatusOptions {
            duty_order: self.duty_order,
            extinguish: self.extinguish_cost,
            wake: self.wake,
            unconscious_prone: self.unconscious_prone,
            values: self.values,
            curse_auto: self.curse_auto,
            suppression: self.suppression,
            afterwards: self.ailments_after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circumstances::{CombatAction, CombatActionCost};

    #[test]
    fn every_default_can_be_written_and_read() {
        for info in Switches::list() {
            let mut switches = Switches::default();
            switches.set(info.name, &info.default).expect("a default is a value");
            assert_eq!(switches, Switches::default(), "{}", info.name);
        }
    }

    #[test]
    fn cs_ruling_16_switches_fill_what_the_source_lacks() {
        let written: Vec<_> =
            Switches::list().into_iter().map(|info| format!("{} {}", info.name, info.default)).collect();
        let table = "cs.modifier_cap none; cs.zero_wounds unconscious; cs.action_costs table; \
            cs.special_damage double_dice; cs.fate_points on; cs.deflect on; cs.attacks_per_phase 1; \
            cs.blast_cover attacker; cs.burst on; cs.grapple on; cs.cover_pen on; cs.fog_line off; cs.weather none; \
            cs.pistol_melee_penalty off; cs.burst_jam 94; cs.stand_ap 1; cs.crawl on; cs.unaware on; \
            cs.hiding on; cs.noticing on; cs.suppression on; cs.ailments_after clear; cs.duty_order list; \
            cs.extinguish_cost full; cs.wake on; cs.unconscious_prone off; cs.values on; cs.curse_auto off; \
            cs.fall_height tb; cs.safe_landing climbing; cs.unarmed_fatigue 1; cs.injury_fatigue 0; \
            cs.exertion_fatigue 0; cs.fatigue_rest 1";
        assert_eq!(written.join("; "), table);
    }

    #[test]
    fn values_of_this_book_are_read_and_written() {
        let mut switches = Switches::default();
        for (name, value) in [
            ("cs.modifier_cap", "60"),
            ("cs.zero_wounds", "dead"),
            ("cs.action_costs", "run half, hide full"),
            ("cs.special_damage", "5"),
            ("cs.burst_jam", "100"),
            ("cs.stand_ap", "2"),
        ] {
            switches.set(name, value).expect("a value");
            let shown = switches.get(name).expect("a switch");
            let mut again = Switches::default();
            again.set(name, &shown).expect("what was shown");
            assert_eq!(again.get(name), Ok(shown));
        }
        let costs =
            [(CombatAction::Run, CombatActionCost::Half), (CombatAction::Hide, CombatActionCost::Full)];
        assert_eq!(switches.action_costs.0, costs.into());
        for (name, wrong) in [
            ("cs.modifier_cap", "0"),
            ("cs.action_costs", "fly half"),
            ("cs.action_costs", "run reaction"),
            ("cs.action_costs", "stand_up full"),
            ("cs.burst_jam", "101"),
            ("cs.stand_ap", "3"),
        ] {
            assert!(switches.set(name, wrong).is_err(), "{name} {wrong}");
        }
    }
}
