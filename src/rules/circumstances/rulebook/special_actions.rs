//! What only this book lets a unit do: table CS-T2 beyond what every book has.

use super::turns::{self, cost_text, fate_spent_effect, pay_action, turn_budget_effect};
use super::{fighter, spells, switches, weapon_state};
use crate::circumstances::attacks::grapple;
use crate::circumstances::attacks::jamming;
use crate::circumstances::attacks::jamming::ClearJamContext;
use crate::circumstances::damage::cover;
use crate::circumstances::damage::cover::CoverShape;
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::situational_modifiers::stealth::HideContext;
use crate::circumstances::turn::actions;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::{
    CombatAction, HitLocation, HitLocations, Switches, TurnBudget as Own, WeaponState,
};
use crate::{
    ActionOutcome, AvailableAction, CostError, Effect, Grip, HeldWeapon, HitResult, Payment, RuleSet,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, WeaponMalfunction,
};
use dice::{Answer, Clause, Prompt, RuleResult, Table};

/// Buttons of this book that make sense for the unit as it is.
pub fn offers(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    let switches = switches(rules);
    let fighter = fighter(unit);
    let metres = |action: CombatAction| action.move_metres(&fighter, switches).unwrap_or(0);
    let of = |key, action: CombatAction, label: &str, detail: String, aim| AvailableAction {
        key,
        label: label.to_owned(),
        detail,
        price: cost_text(action.cost(switches)),
        aim,
        clause: action.clause(),
    };
    let mut offers = Vec::new();
    if !unit.prone {
        let far = format!("Walk up to {} m at once", metres(CombatAction::FullMove));
        offers.push(of("full_move", CombatAction::FullMove, "Full Move", far, SpecialActionTarget::Nothing));
        let far = metres(CombatAction::Charge);
        let detail = format!("Walk up to {far} m to an enemy and strike at +10: the way and one blow");
        offers.push(of("charge", CombatAction::Charge, "Charge", detail, SpecialActionTarget::Nothing));
    }
    let detail = "Name what the cover beside you shields; shooting needs head and arms free".to_owned();
    offers.push(of("cover", CombatAction::UseCover, "Use cover", detail, SpecialActionTarget::Nothing));
    let engage = AvailableAction {
        clause: "CS-MEL-01",
        price: String::new(),
        ..of(
            "engage",
            CombatAction::Speak,
            "Engage",
            "Be in melee with an enemy beside you".to_owned(),
            SpecialActionTarget::Neighbour,
        )
    };
    offers.push(engage);
    if switches.hiding && !unit.concealed {
        let detail = "Concealment test; nobody picks a concealed target".to_owned();
        offers.push(of("hide", CombatAction::Hide, "Hide", detail, SpecialActionTarget::Nothing));
    }
    if unit.held.iter().any(|held| held.fault == WeaponMalfunction::Jammed) {
        let detail = "BS test; what is in the weapon is lost, and it has to be reloaded".to_owned();
        offers.push(of(
            "clear_jam",
            CombatAction::ClearJam,
            "Clear the jam",
            detail,
            SpecialActionTarget::Weapon,
        ));
    }
    match unit.grip {
        Some(Grip::HeldBy(_)) => {
            let detail = "Strength test to be free again".to_owned();
            offers.push(of(
                "break_hold",
                CombatAction::BreakHold,
                "Break the hold",
                detail,
                SpecialActionTarget::Nothing,
            ));
        }
        Some(Grip::Holding(_)) => {
            let detail = "Both can move again".to_owned();
            offers.push(of("let_go", CombatAction::LetGo, "Let go", detail, SpecialActionTarget::Nothing));
        }
        None => {}
    }
    offers.extend(spells::spell_actions(unit));
    offers
}

/// Cover is named before the fight, too. `CS-COV-03`.
pub fn at_deployment(deed: &str, _: &RuleSet) -> bool {
    deed == "cover"
}

/// Behind it with what leaves head and arms free to shoot. `CS-COV-01` to `CS-COV-03`, table CS-T3.
pub fn begins_in_cover(unit: &UnitSnapshot, cover_cm: u16, _: &RuleSet) -> Vec<Effect> {
    let cover = CoverShape::from_height(cover_cm);
    let shielded = HitLocations::BODY_AND_LEGS.intersection(cover.shielded_locations(unit.prone));
    let own: Own = *unit.purse.circumstances();
    vec![turn_budget_effect(unit, Own { shielded, cover, ..own }), Effect::CoverTaken { unit: unit.id }]
}

/// Whether a deed may be done, and its price.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    let unit = deed.unit;
    if let Some(answer) = spells::may_use_spell(deed, rules) {
        return answer;
    }
    match deed.key {
        "full_move" => turns::pay_full_move(unit, rules),
        "charge" => turns::pay_charge(unit, rules),
        "cover" => {
            // Whoever is behind cover may always come out.
            if super::shielded_locations(unit).is_empty() {
                let object = (deed.cover_cm > 0).then(|| (CoverShape::from_height(deed.cover_cm), 1));
                cover::may_shield(object, unit.prone, HitLocations::NONE)
                    .map_err(|why| RuleViolation::new(why.to_string(), why.clause()))?;
            }
            // Before the first round it is named as often as its player likes.
            if unit.round == 0 {
                return Ok(Payment { purse: unit.purse, points: 0, free: 0, condition: None });
            }
            pay_action(unit, CombatAction::UseCover, rules)
        }
        "engage" => {
            let Some((other, rings)) = deed.target else {
                return Err(RuleViolation::new("engage whom?", "CS-MEL-01").into());
            };
            let why = match rings {
                _ if other.side == unit.side => Some("nobody engages a friend"),
                _ if other.down.is_some() => Some("who is out of action fights nobody"),
                1 => None,
                _ => Some("only an enemy on a neighbouring square can be engaged"),
            };
            if let Some(why) = why {
                return Err(RuleViolation::new(why, "CS-MEL-01").into());
            }
            // No action at all: only the own turn and a clear head are asked for.
            pay_free(unit, rules)
        }
        "hide" => {
            if unit.concealed {
                return Err(RuleViolation::new("is concealed already", "CS-UNA-05").into());
            }
            let fighter = fighter(unit);
            stealth::may_hide(&hide_context(&fighter, deed, switches(rules)))
                .map_err(|why| RuleViolation::new(why.to_string(), "CS-UNA-05"))?;
            pay_action(unit, CombatAction::Hide, rules)
        }
        "clear_jam" => {
            let held = deed.slot.and_then(|slot| unit.held_weapon(slot));
            if held.is_none_or(|held| held.fault != WeaponMalfunction::Jammed) {
                return Err(RuleViolation::new("this weapon is not jammed", "CS-JAM-03").into());
            }
            pay_action(unit, CombatAction::ClearJam, rules)
        }
        "break_hold" => pay_action(unit, CombatAction::BreakHold, rules),
        "let_go" => pay_action(unit, CombatAction::LetGo, rules),
        other => Err(RuleViolation::new(format!("Circumstances knows no `{other}`."), "CS-BASE-20").into()),
    }
}

/// Costs nothing, and is no action that ends a move.
fn pay_free(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let before = *unit.purse.circumstances();
    let paid = pay_action(unit, CombatAction::Speak, rules);
    match paid {
        Ok(_) | Err(CostError::FreeUsed) => {
            Ok(Payment { purse: super::wrap_turn_budget(before), points: 0, free: 0, condition: None })
        }
        Err(why) => Err(why),
    }
}

fn hide_context<'a>(
    fighter: &'a crate::circumstances::Fighter,
    deed: &SpecialAction<'_>,
    switches: &'a Switches,
) -> HideContext<'a> {
    HideContext { fighter, ground: deed.unit.ground, seen_by_enemy: deed.seen, switches }
}

/// Does what was paid for.
///
/// # Errors
/// As the table.
pub fn perform(
    table: &mut impl Table,
    deed: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    if let Some(outcome) = spells::use_spell(table, deed, rules)? {
        return Ok(outcome);
    }
    let (unit, switches) = (deed.unit, switches(rules));
    let fighter = fighter(unit);
    match deed.key {
        "cover" => name_shielded_locations(table, deed),
        "engage" => {
            let engaged = deed.target.map(|(other, _)| Effect::Engaged { one: unit.id, other: other.id });
            Ok(ActionOutcome::from_effects(engaged.into_iter().collect()))
        }
        "hide" => {
            let verdict = stealth::roll_hide(table, &hide_context(&fighter, deed, switches))?;
            let mut effects: Vec<_> = fate_spent_effect(unit, verdict.fate_spent).into_iter().collect();
            if verdict.passed {
                effects.push(Effect::Concealed { unit: unit.id, concealed: true });
            }
            Ok(test_effects(verdict.passed, "concealed", "seen by all", effects))
        }
        "clear_jam" => match deed.slot.and_then(|slot| unit.held_weapon(slot)) {
            Some(held) => clear_weapon_jam(table, deed, held, rules),
            None => Ok(ActionOutcome::from_effects(Vec::new())),
        },
        "break_hold" => {
            let verdict = grapple::roll_break_hold(table, &fighter, switches)?;
            let mut effects: Vec<_> = fate_spent_effect(unit, verdict.fate_spent).into_iter().collect();
            if let (true, Some(Grip::HeldBy(holder))) = (verdict.passed, unit.grip) {
                effects.extend(turns::release_grapple(unit.id, holder));
            }
            Ok(test_effects(verdict.passed, "free", "still held", effects))
        }
        "let_go" => {
            let held = if let Some(Grip::Holding(held)) = unit.grip { Some(held) } else { None };
            let effects = held.map(|held| turns::release_grapple(unit.id, held).to_vec()).unwrap_or_default();
            Ok(ActionOutcome::from_effects(effects))
        }
        // A Full Move and a Charge are in the purse; the way is walked next.
        _ => Ok(ActionOutcome::from_effects(Vec::new())),
    }
}

/// A test that was no attack.
fn test_effects(passed: bool, yes: &str, no: &str, effects: Vec<Effect>) -> ActionOutcome {
    let words = if passed { yes } else { no }.to_owned();
    let contact = if passed { HitResult::Hit } else { HitResult::Miss };
    ActionOutcome { contact, net: i32::from(passed), damage: 0, words, effects }
}

/// `CS-JAM-04` to `CS-JAM-13`.
fn clear_weapon_jam(
    table: &mut impl Table,
    deed: &SpecialAction<'_>,
    held: &HeldWeapon,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let (unit, fighter) = (deed.unit, fighter(deed.unit));
    let scene = ClearJamContext {
        fighter: &fighter,
        weapon: held.weapon.circumstances(),
        loaded: weapon_state(held, 0),
        weather: unit.weather,
        switches: switches(rules),
    };
    let (after, verdict) = jamming::roll_clear_jam(table, &scene)?;
    let mut effects: Vec<_> = fate_spent_effect(unit, verdict.fate_spent).into_iter().collect();
    effects.extend(weapon_effects(unit.id, held, weapon_state(held, 0), after));
    Ok(test_effects(verdict.passed, "cleared, to be reloaded", "still jammed", effects))
}

/// What becomes of a weapon: its fault, and its rounds where they are not as the battlefield has them.
pub(crate) fn weapon_effects(
    unit: u32,
    held: &HeldWeapon,
    before: WeaponState,
    after: WeaponState,
) -> Vec<Effect> {
    let slot = held.slot;
    let mut effects = Vec::new();
    if (after.jammed, after.cleared) != (before.jammed, before.cleared) {
        let fault = match after {
            WeaponState { jammed: true, .. } => WeaponMalfunction::Jammed,
            WeaponState { cleared: true, .. } => WeaponMalfunction::Cleared,
            _ => WeaponMalfunction::None,
        };
        effects.push(Effect::Fault { unit, slot, fault });
    }
    let rounds = u32::from(after.rounds);
    if held.weapon.circumstances().magazine > 0 && rounds != held.loaded {
        effects.push(Effect::Rounds { unit, slot, loaded: rounds });
    }
    effects
}

/// Sets of locations that players name in one go. `CS-COV-01`, `CS-COV-02`.
const SETS: [(&str, &str, HitLocations, &str); 3] = [
    ("body_and_legs", "Body and legs", HitLocations::BODY_AND_LEGS, "can shoot"),
    ("all", "Everything", HitLocations::ALL, "cannot shoot"),
    ("all_but_head", "All but the head", HitLocations::ALL.without(HitLocation::Head), "cannot shoot"),
];

/// Names the shielded locations. `CS-COV-01` to `CS-COV-03`, table CS-T3.
fn name_shielded_locations(table: &mut impl Table, deed: &SpecialAction<'_>) -> RuleResult<ActionOutcome> {
    let unit = deed.unit;
    let shape = CoverShape::from_height(deed.cover_cm);
    let possible = if deed.cover_cm == 0 { HitLocations::NONE } else { shape.shielded_locations(unit.prone) };
    let sets: Vec<_> = SETS.into_iter().filter(|(_, _, set, _)| set.is_within(possible)).collect();
    let chosen = table.ask(|| {
        let set =
            |&(key, label, _, detail): &(&str, &str, HitLocations, &str)| location_answer(key, label, detail);
        let mut answers: Vec<_> = sets.iter().map(set).collect();
        if !possible.is_empty() {
            answers.push(location_answer("choose", "Place by place", ""));
        }
        answers.push(location_answer("none", "Nothing", "out of cover"));
        let question = "What is to be behind the cover?".to_owned();
        Prompt { who: unit.id, question, clause: "CS-COV-01", answers }
    })?;
    let named = match sets.get(chosen) {
        Some((_, _, set, _)) => *set,
        None if chosen == sets.len() && !possible.is_empty() => choose_locations(table, unit, possible)?,
        None => HitLocations::NONE,
    };
    let mut own: Own = *unit.purse.circumstances();
    own.phase.cover_named = unit.round > 0;
    let mut effects = vec![turn_budget_effect(unit, Own { shielded: named, cover: shape, ..own })];
    match (unit.in_cover, named.is_empty()) {
        (false, false) => effects.push(Effect::CoverTaken { unit: unit.id }),
        (true, true) => effects.push(Effect::CoverLost { unit: unit.id }),
        _ => {}
    }
    let text = format!("Behind cover: {}", named.names());
    effects.push(Effect::RuleNote { unit: unit.id, text, clause: "CS-COV-01" });
    Ok(ActionOutcome::from_effects(effects))
}

/// Each location for itself.
fn choose_locations(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    possible: HitLocations,
) -> RuleResult<HitLocations> {
    let mut named = HitLocations::NONE;
    for location in possible.iter() {
        let out = table.ask(|| Prompt {
            who: unit.id,
            question: format!("The {} behind the cover?", location.name()),
            clause: "CS-COV-01",
            answers: vec![location_answer("in", "Behind it", ""), location_answer("out", "Free", "")],
        })?;
        if out == 0 {
            named = named.with(location);
        }
    }
    Ok(named)
}

fn location_answer(key: &str, label: &str, detail: &str) -> Answer {
    let clause: Clause = "CS-COV-01";
    Answer { key: key.to_owned(), label: label.to_owned(), detail: detail.to_owned(), clause }
}

/// On a Charge, with at least a step behind it, and not fallen on the way. `CS-TER-06`, table CS-T2.
pub(crate) fn is_charging(unit: &UnitSnapshot) -> bool {
    let own = unit.purse.circumstances();
    let stands = !unit.prone && actions::may_move(&fighter(unit));
    stands && own.charge != ChargeState::No && own.way.half_metres_gone(unit.walked) >= 2
}
