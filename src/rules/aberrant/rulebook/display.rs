//! Gauges, values and weapons of a unit in this book's terms.

mod gauges;
mod sheet_stats;

use super::attack_contexts::attack_context;
use super::{AberrantRulebook, derived_stats, fighter};
use crate::aberrant::attacks::cover::AberrantCoverLevel;
use crate::aberrant::attacks::defence;
use crate::aberrant::attacks::defence::DefenceError;
use crate::aberrant::attacks::range;
use crate::aberrant::lines::Counted;
use crate::aberrant::turn::actions;
use crate::aberrant::turn::actions::ActionError;
use crate::aberrant::turn::turn_budget::QueuedTargeting;
use crate::lines::CountOf;
use crate::rulebook::UnitDisplay;
use crate::turn_engine::{PhaseTiming, has_phase};
use crate::{
    AllowanceReduction, AttackRequest, DeadlyHarm, DerivedStat, Gauge, HeldWeapon, Revival, RuleSet, Stat,
    TurnAllowance, UnitSnapshot,
};
use dice::Clause;
use std::sync::Arc;

impl UnitDisplay for AberrantRulebook {
    /// Health, Willpower, and ablative defences if there are any.
    fn gauges(sheet: &crate::Sheet, condition: &crate::HealthState, _: &RuleSet) -> Vec<Gauge> {
        gauges::list_gauges(sheet.aberrant(), condition.aberrant())
    }

    /// Grievous injuries. `AB-GRIEV-04`, `AB-GRIEV-05`, `AB-GRIEV-09`.
    fn lasting_injuries(health: &crate::HealthState) -> Vec<DerivedStat> {
        health.aberrant().flaw_figures()
    }

    /// A named unit that is unconscious from stun rolls Willpower at the end of each round, and stun wears off. `AB-STUN-02`,
    /// `AB-STUN-06`, `AB-STUN-10`.
    fn revival(sheet: &crate::Sheet, health: &crate::HealthState, _: &RuleSet) -> Option<Revival> {
        gauges::revival(sheet.aberrant(), health.aberrant())
    }

    /// Defences and changes of announcements, powering through, and coming round. `AB-CANCEL-02`, `AB-CANCEL-03`, `AB-DAZE-08`,
    /// `AB-STUN-10`.
    fn payment_reason(before: &crate::HealthState, after: &crate::HealthState, defended: bool) -> String {
        gauges::payment_reason(before.aberrant(), after.aberrant(), defended)
    }

    /// Levels that destroy the body. `AB-RESUS-09`, `AB-RESUS-10`.
    fn deadly_harm(sheet: &crate::Sheet, health: &crate::HealthState, rules: &RuleSet) -> Option<DeadlyHarm> {
        gauges::deadly_harm(sheet.aberrant(), health.aberrant(), rules.book.aberrant())
    }

    /// Reserved defences, queued actions and declarations. `AB-BASE-08`, `AB-CANCEL-01`, `AB-BASE-19`.
    fn turn_reserves(unit: &UnitSnapshot, _: &RuleSet) -> Vec<String> {
        let budget = unit.budget.aberrant();
        let (effort, phase) = (&budget.effort, &budget.phase);
        let fighter = fighter(unit);
        if fighter.sheet.building.is_some() {
            return Vec::new();
        }
        let count =
            |count: u8, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let mut reserves = Vec::new();
        let mut add = |holds: bool, text: &dyn Fn() -> String| {
            if holds {
                reserves.push(text());
            }
        };
        add(fighter.is_stunned(), &|| "Stunned: no action in this round".to_owned());
        add(fighter.is_dazed() && effort.reserved == 0, &|| "Dazed: one action, +2 difficulty".to_owned());
        add(fighter.is_dazed() && effort.reserved > 0, &|| {
            "Dazed: one action or one defence, +2 difficulty".to_owned()
        });
        add(effort.full_defence, &|| "Full defence".to_owned());
        add(effort.reserved > 0, &|| count(effort.reserved, "defence reserved", "defences reserved"));
        let given_up = defence::count_actions_to_give_up(&fighter);
        add(given_up > 0, &|| {
            format!("{} can be given up to defend, for Willpower", Counted::Actions(given_up))
        });
        let expects_defence = effort.queued > 0 || effort.reserved > 0 || effort.full_defence;
        if let Err(why) = defence::check_able_to_defend(&fighter) {
            // No player expects a defence of these.
            let is_plain = fighter.is_helpless() || why == DefenceError::CinematicExtra;
            add(expects_defence && !is_plain, &|| format!("Cannot defend: {why}"));
        }
        let acts_in_this_pass = budget.turn == PhaseTiming::Before && has_phase(unit.initiative);
        add(effort.owed > 0, &|| match acts_in_this_pass {
            true => format!("{} AP less in its turn of this pass", effort.owed),
            false => format!("{} AP less next turn", effort.owed),
        });
        add(phase.declared_actions > 0, &|| {
            let declared = Counted::Actions(u32::from(phase.declared_actions));
            format!("{declared} declared, {} taken", phase.actions_taken)
        });
        add(phase.targeting == QueuedTargeting::Apart, &|| "Each attack has a different target".to_owned());
        // Of announced attacks others may still be possible, which only the battlefield tells.
        let gone = budget.attack_without_target().is_some() && effort.points > 0;
        match (gone, phase.replacement_pending) {
            (_, true) => add(true, &|| {
                "The replacement is paid: the next attack may have any target, at +1 difficulty".to_owned()
            }),
            (true, false) => add(true, &|| {
                "The target of this turn is out of action: an attack on another one costs 1 Willpower or a Willpower roll"
                    .to_owned()
            }),
            (false, false) => {}
        }
        reserves
    }

    /// `AB-BASE-16`.
    fn cover_name(hidden: u8) -> &'static str {
        match AberrantCoverLevel::from_percent_hidden(hidden) {
            AberrantCoverLevel::None => "none",
            AberrantCoverLevel::Partial => "partial",
            AberrantCoverLevel::Good => "good",
            AberrantCoverLevel::Superior => "superior",
        }
    }

    /// `AB-BASE-16`.
    fn is_cover(hidden: u8) -> bool {
        AberrantCoverLevel::from_percent_hidden(hidden) != AberrantCoverLevel::None
    }

    fn damage_words() -> &'static str {
        "health levels"
    }

    /// `AB-TRACK-01`.
    fn box_words() -> [&'static str; 3] {
        ["stun", "bashing", "lethal or aggravated"]
    }

    /// Action points, and the defences reserved. `AB-BASE-07`, `AB-BASE-08`.
    fn turn_allowances(unit: &UnitSnapshot, _: &RuleSet) -> Vec<TurnAllowance> {
        let points = "Action points. Every action costs one: an attack, a defence that is reserved for later, running. \
                      Walking is free, up to a set distance per round. A unit may make several attacks in a turn.";
        let defences =
            "Defences that were reserved with Defend: each answers one attack until the unit's next turn.";
        let reserved = unit.budget.aberrant().effort.reserved;
        let (usable, limit) = actions::usable_actions(&fighter(unit));
        let reduced =
            limit.map(|why| AllowanceReduction { reason: reduction_text(why), clause: why.clause() });
        let mut all = vec![TurnAllowance { reduced, ..TurnAllowance::points(usable, points, "AB-BASE-07") }];
        let runs = unit.budget.points().saturating_sub(usable);
        if runs > 0 && limit != Some(ActionError::Helpless) {
            let buys = "Points that pay no further action: each can still pay for a run.";
            all[0].name = "AP to act";
            let allowance = TurnAllowance::points(runs, buys, "AB-BASE-07");
            all.push(TurnAllowance { name: "AP only to run", is_main: false, ..allowance });
        }
        if reserved > 0 {
            let acting = fighter(unit);
            // Each of them counts as an action of the round.
            let competes = defence::count_defences_left(&acting) < u32::from(usable) + u32::from(reserved);
            let name = match (reserved, usable > 0 && competes) {
                (1, false) => "defence",
                (_, false) => "defences",
                (1, true) => "defence, in place of an action",
                (_, true) => "defences, in place of actions",
            };
            all.push(TurnAllowance {
                name,
                is_main: false,
                ..TurnAllowance::points(reserved, defences, "AB-BASE-08")
            });
        }
        all
    }

    /// Those that pay for an action: the cap and dazing allow fewer than there are points. `AB-LIMIT-01`, `AB-DAZE-05`.
    fn usable_points(unit: &UnitSnapshot) -> u8 {
        actions::usable_actions(&fighter(unit)).0
    }

    /// The actions of the round, of the most that it allows: action points are what a player counts.
    fn second_action_count() -> Option<&'static str> {
        Some(derived_stats::ACTION_COUNT)
    }

    /// `AB-BASE-08`.
    fn unspent_points() -> Option<(&'static str, Clause)> {
        Some(("Unspent AP are lost.", "AB-BASE-08"))
    }

    /// A reserved defence, where an attack could be answered by it. `AB-BASE-08`.
    fn spare_points_use(attacks: impl FnOnce() -> Vec<Arc<AttackRequest>>) -> Option<&'static str> {
        let is_answered = |request: &Arc<AttackRequest>| {
            request.on_unit().is_some_and(|attack| defence::is_reserve_useful(&attack_context(attack)))
        };
        attacks().iter().any(is_answered).then_some("One AP can reserve a defence before the turn ends.")
    }

    /// `AB-BASE-07`, `AB-BASE-11`, `AB-LIMIT-01`.
    fn turn_guide() -> &'static str {
        "In its turn a unit spends action points (AP): an attack costs one, and so does a defence that is reserved \
         for later. Walking is free, up to a set distance per round. A round has several passes: initiative falls by \
         10 after each, and units that are still above 0 act again.\n\
         Before a pass, each unit that has a target announces whom it will attack and with what. In its turn it makes this \
         attack. It can give the attack up to dodge or parry: that costs 1 Willpower or a Willpower roll.\n\
         If the target falls or leaves first, the unit pays the same to attack another target, at +1 difficulty; if it does \
         not pay, it loses the attack. A unit that announced nothing chooses a target in its turn, and all its attacks of that turn have this target."
    }

    /// Sheet values in the book's terms, unhurt and with all armour intact.
    fn sheet_stats(sheet: &crate::Sheet) -> Vec<Stat> {
        sheet_stats::sheet_stats(sheet.aberrant())
    }

    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        derived_stats::derived_stats(unit, rules)
    }

    fn band_losses(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        derived_stats::band_losses(&fighter(unit), rules.book.aberrant())
    }

    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        derived_stats::derived_weapon_stats(unit, held, rules)
    }

    /// Weapon values in the book's terms.
    fn weapon_stats(weapon: &crate::Weapon) -> Vec<Stat> {
        sheet_stats::weapon_stats(weapon.aberrant())
    }

    /// "7 lethal · pierces 2 · 100 m".
    fn weapon_summary(unit: &UnitSnapshot, weapon: &crate::Weapon, rules: &RuleSet) -> String {
        let weapon = weapon.aberrant();
        let mut line = weapon.damage.to_string();
        if weapon.ap > 0 {
            line.push_str(&format!(" · pierces {}", weapon.ap));
        }
        if !weapon.is_melee() {
            let increment = range::increment_m(weapon, unit.sheet.aberrant(), rules.book.aberrant());
            line.push_str(
                &increment.map_or_else(|| " · too heavy".into(), |metres| format!(" · {metres} m")),
            );
        }
        line
    }
}

/// Says why a unit can use fewer points than it has.
fn reduction_text(why: ActionError) -> String {
    match why {
        ActionError::Dazed => "Dazed: only one action in this round.".to_owned(),
        ActionError::Limit { cap } => {
            format!("Dexterity and Wits allow {} in a round.", CountOf(cap, "action"))
        }
        ActionError::Extra => "Extras take only one action in a round.".to_owned(),
        ActionError::Helpless | ActionError::Points { .. } => "The unit cannot act.".to_owned(),
    }
}
