//! Interception of passing units, and evading it. Chapter INTC.

use super::attack_contexts::defending_fighter;
use super::{SwanSongRulebook, fighter, switches};
use crate::rulebook::{InterceptionRules, UnitRules};
use crate::swan_song::attack::{accuracy, pool};
use crate::swan_song::checks::{base, karma};
use crate::swan_song::lines::turns::InterceptDetail;
use crate::swan_song::movement::interception;
use crate::turn_engine::interception::{Interceptor, may_intercept};
use crate::{
    EvasionOutcome, InterceptOption, KarmaUse, RuleSet, RuleStep, UnitSnapshot, Weapon, WeaponReach, play,
};
use dice::{RuleResult, Table};

impl InterceptionRules for SwanSongRulebook {
    /// Also with empty hands or a firearm as a club; not before the first phase of a surprised unit. `SS-INTC-06` to
    /// `SS-INTC-09`, `SS-INTC-13`, `SS-INTC-19`, `SS-ACT-35`, `SS-ACT-41`, `SS-SURP-24`.
    fn intercept_options(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        let Ok(paid) = play::pay_interception(unit, rules) else { return Vec::new() };
        let fighter = defending_fighter(unit, mover);
        let interceptor = Interceptor {
            hostile: unit.side != mover.side,
            conscious: unit.down.is_none(),
            surprised: !fighter.may_interrupt,
            aware: !mover.concealed,
            prone: unit.prone,
        };
        if !may_intercept(interceptor) {
            return Vec::new();
        }
        let attacks = interception::intercept_attacks(&fighter).into_iter();
        attacks
            .map(|attack| {
                let pool = base::skill_pool(
                    &fighter.sheet,
                    attack.weapon.skill,
                    attack.weapon.attribute,
                    switches(rules),
                );
                let dv = pool::damage_parts(&fighter, &attack.weapon).pool();
                let limit = accuracy::attack_limit(&attack.weapon, &fighter);
                let weapon = Weapon::SwanSong(attack.weapon);
                let beyond = match SwanSongRulebook::weapon_traits(&weapon, &unit.sheet, rules).reach {
                    WeaponReach::Melee { beyond } => beyond,
                    WeaponReach::Ranged { .. } => 0,
                };
                InterceptOption {
                    key: attack.key,
                    label: attack.label.into(),
                    detail: InterceptDetail { points: paid.points, dice: pool.pool(), limit, dv }.into(),
                    slot: attack.held.and_then(|place| unit.held.get(place)).map(|held| held.slot),
                    weapon,
                    beyond,
                    paid: paid.clone(),
                    clause: attack.clause,
                }
            })
            .collect()
    }

    /// Damage of at least Body. `SS-INTC-11`.
    fn stops_movement(unit: &UnitSnapshot, damage: u32) -> bool {
        interception::stops_movement(damage, unit.sheet.swan_song().attributes.body)
    }

    /// `SS-INTC-14`, `SS-INTC-15`, `SS-BASE-25`, `SS-BASE-26`.
    fn roll_evasion(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<EvasionOutcome> {
        let fighter = fighter(unit);
        let opponents = interception::roll_evade(table, &fighter, switches(rules))?;
        let paid = karma::buys_dice(&fighter);
        let dice = paid.then_some(RuleStep::SpendKarma { unit: unit.id, on: KarmaUse::Dice });
        Ok(EvasionOutcome { opponents, effects: dice.into_iter().collect() })
    }
}
