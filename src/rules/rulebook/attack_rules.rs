//! `AttackRules`: which attacks and attack options a rulebook allows on units, barrier segments and squares, and how it
//! resolves them.

use crate::attack::fire_mode::FireMode;
use crate::rulebook::{BookDefinition, defaults};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AnnouncedAttack, AttackOption, AttackRequest, HeldWeapon, ImpossibleAttack, PoolShare,
    QueuedAttack, RuleSet, RuleViolation, Sheet, TurnBudget, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{Clause, RuleResult, Table};

/// Attacks on units, barrier segments and squares.
pub trait AttackRules: BookDefinition {
    /// Names an attack in the engine's terms.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action;

    /// Lists the options of an attack with a held weapon, besides the normal attack.
    fn attack_options(_unit: &UnitSnapshot, _held: &HeldWeapon, _rules: &RuleSet) -> Vec<AttackOption> {
        Vec::new()
    }

    /// Returns whether an attack needs the units nearby because of who makes it or whom it is aimed at: not by default.
    /// `AB-GRITTY-07`, `AB-CINE-10`.
    fn attack_needs_bystanders(_attacker: &Sheet, _target: Option<&Sheet>) -> bool {
        false
    }

    /// Returns whether an attack option needs the units and obstacles nearby. `AB-KNOCK-14`, `AB-KNOCK-15`.
    fn option_needs_bystanders(_option: &str) -> bool {
        false
    }

    /// Returns whether an attack option throws the weapon away, so that it leaves the hand. `AB-THROW-01`.
    fn option_throws_weapon(_option: &str) -> bool {
        false
    }

    /// Returns whether an attack option is aimed at what its target holds and does not harm the target. `AB-OBJ-02`.
    fn option_spares_target(_option: &str) -> bool {
        false
    }

    /// Checks whether target, distance, sight and weapon allow an attack.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if they do not.
    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation>;

    /// Resolves an attack on a unit, a barrier segment or a square. `SS-BARR-19`, `CS-BASE-35`.
    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome>;

    /// Whether a unit has paid for an attack in place of a queued one and has not made it yet: never, by default.
    /// `AB-CANCEL-02`.
    fn has_replacement(_unit: &UnitSnapshot) -> bool {
        false
    }

    /// Returns the budget of a unit as if it had paid for an attack in place of a queued one, to tell beforehand what that could
    /// do: never, by default. `AB-CANCEL-02`.
    fn budget_once_replaced(_unit: &UnitSnapshot) -> Option<TurnBudget> {
        None
    }

    /// Lists the attacks that a unit has queued and must still make, in order: none, by default. `AB-CANCEL-01`.
    fn queued_attacks(_unit: &UnitSnapshot) -> Vec<QueuedAttack> {
        Vec::new()
    }

    /// Whether the queued attacks of a unit were announced, rather than decided by the first attack of its turn: always, by
    /// default. `AB-CANCEL-01`, `AB-CANCEL-03`.
    fn announces_attacks(_unit: &UnitSnapshot) -> bool {
        true
    }

    /// Says what the next attack on a unit settles for later ones of the turn, with its clause: nothing, by default.
    /// `AB-CANCEL-03`.
    fn first_attack_note(_unit: &UnitSnapshot) -> Option<(&'static str, Clause)> {
        None
    }

    /// Returns why a unit may not make an attack, if it has queued these others: nothing is queued, by default.
    /// `AB-CANCEL-01`.
    fn queue_refusal(
        _unit: &UnitSnapshot,
        _attack: QueuedAttack,
        _announced: &[AnnouncedAttack],
    ) -> Option<RuleViolation> {
        None
    }

    /// Returns why an attack on a unit cannot be made from here, whatever it costs and whatever else is queued: never,
    /// by default. `AB-CANCEL-01`.
    fn impossible_attack(_attack: UnitAttack<'_>) -> Option<ImpossibleAttack> {
        None
    }

    /// Returns how many more attacks a unit can make with a weapon, besides its ammunition; `None` without a limit, by default.
    /// `AB-MASS-16`.
    fn uses_left(_unit: &UnitSnapshot, _weapon: &Weapon) -> Option<u32> {
        None
    }

    /// Says what cover that hides so many percent of a target does to an attack, where that does not depend on the share: "1
    /// setback die"; `None` by default. `CC-DEF-05`.
    fn cover_effect(_rules: &RuleSet, _hidden: u8) -> Option<String> {
        None
    }

    /// Says what zero gravity does to attacks: "every attack rolls 1 setback die"; nothing, by default. `CC-ENV-01`.
    fn zero_gravity_effect(_rules: &RuleSet) -> Option<String> {
        None
    }

    /// Whether the best hit of an attack on a unit throws it back: never, by default. `AB-KNOCK-01`.
    fn can_throw_back(_attack: UnitAttack<'_>) -> bool {
        false
    }

    /// Splits one pool among several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if they cannot be made together: always, by default.
    fn split_pool(_attacks: &[UnitAttack<'_>]) -> Result<Vec<PoolShare>, RuleViolation> {
        Err(defaults::refuse_shared_pool())
    }
}
