//! Spells and items of a sheet as special actions. Chapters SEAL, BRWA and PANI.

use super::payment::{cost_text, pay_spell};
use super::units::wrap_health_state;
use crate::circumstances::lines::{CircumstancesRefusal, SpecialActionResult};
use crate::circumstances::spells::{KEYS, Spell, SpellKind};
use crate::lines::CountOf;
use crate::status::{Ailment, AttackProperties, Forbids, resolution};
use crate::{
    ActionOutcome, AvailableAction, CostError, DownState, Payment, RuleSet, RuleStep, RuleViolation,
    SpecialAction, SpecialActionTarget, UnitSnapshot, status,
};
use dice::{GivenText, RuleResult, Table};

/// The Spell or item of a key.
fn find_spell<'a>(unit: &'a UnitSnapshot, key: &str) -> Option<&'a Spell> {
    let index = KEYS.iter().position(|known| *known == key)?;
    unit.sheet.circumstances().spells.get(index)
}

/// Says what a Spell does and how far it reaches: "Restores 1 Wound, range 4 squares".
fn spell_detail(spell: &Spell) -> String {
    let reach = CountOf(spell.reach, "square");
    match spell.kind {
        SpellKind::Heal => format!("Restores {}, range {reach}", CountOf(u32::from(spell.heals), "Wound")),
        SpellKind::Augment => format!("Strengthens an ally, range {reach}"),
        SpellKind::Attack => format!("Affects an enemy, range {reach}"),
    }
}

/// Special actions of a unit's Spells and items.
pub(crate) fn spell_actions(unit: &UnitSnapshot) -> impl Iterator<Item = AvailableAction> + '_ {
    KEYS.into_iter().zip(&unit.sheet.circumstances().spells).map(|(key, spell)| AvailableAction {
        key,
        label: GivenText(spell.name.clone()).into(),
        detail: spell_detail(spell),
        price: cost_text(spell.price()),
        aim: if spell.is_friendly() && spell.reach == 0 {
            SpecialActionTarget::Nothing
        } else {
            SpecialActionTarget::Neighbour
        },
        clause: "CS-BASE-20",
    })
}

/// Checks whether a Spell or item may be used, and returns its cost; `None` for other special actions.
/// `CS-BRWA-02`, `CS-BRWA-03`, `CS-CONF-01`, `CS-PANI-02`.
pub(crate) fn pay_for_spell(
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> Option<Result<Payment, CostError>> {
    let unit = action.unit;
    let spell = find_spell(unit, action.key)?;
    let refuse = |why: CircumstancesRefusal, clause| Some(Err(RuleViolation::new(why, clause).into()));
    if !spell.item && unit.shaken {
        return refuse(CircumstancesRefusal::Panicked, "CS-PANI-02");
    }
    let (target, distance) = action.target.unwrap_or((unit, 0));
    if distance > spell.reach {
        return refuse(CircumstancesRefusal::OutOfReach, "CS-BASE-20");
    }
    // A Confused unit mistakes allies for enemies and vice versa. `CS-CONF-01`
    let is_confused = status::mistakes_sides(&unit.ailments) && target.id != unit.id;
    let counts_as_friend = (target.side == unit.side) != is_confused;
    // The controller of a Brainwashed unit names whom it helps. `CS-BRWA-02`, `CS-BRWA-03`
    let is_commanded = spell.is_friendly() && status::has(&unit.ailments, Ailment::Brainwashed);
    if spell.is_friendly() != counts_as_friend && !is_commanded {
        let clause = if is_confused { "CS-CONF-01" } else { "CS-BASE-20" };
        let why = if counts_as_friend {
            CircumstancesRefusal::EnemiesOnly
        } else {
            CircumstancesRefusal::AlliesOnly
        };
        return refuse(why, clause);
    }
    Some(pay_spell(unit, spell.price(), rules))
}

/// Whether a Spell or an item restores Wounds that its target has lost; a dead one gets none back.
pub(crate) fn heals_target(action: &SpecialAction<'_>) -> bool {
    let restores = find_spell(action.unit, action.key)
        .is_some_and(|spell| spell.kind == SpellKind::Heal && spell.heals > 0);
    let needs = |target: &UnitSnapshot| {
        let most = i32::from(target.sheet.circumstances().wounds);
        target.condition.circumstances().wounds < most && target.down != Some(DownState::Dead)
    };
    restores && action.target.is_some_and(|(target, _)| needs(target))
}

/// Uses a Spell or an item; `None` for other special actions. `CS-SEAL-01`, `CS-SEAL-02`.
pub(crate) fn resolve_spell(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<Option<ActionOutcome>> {
    let unit = action.unit;
    let Some(spell) = find_spell(unit, action.key) else { return Ok(None) };
    if !spell.item && status::forbidding_ailment(&unit.ailments, Forbids::Spells).is_some() {
        return Ok(Some(ActionOutcome {
            words: SpecialActionResult::Sealed.into(),
            ..ActionOutcome::from_effects(Vec::new())
        }));
    }
    let target = action.target.map_or(unit, |(target, _)| target);
    let mut steps = Vec::new();
    let mut after = target.condition.circumstances().clone();
    let max_wounds = i32::from(target.sheet.circumstances().wounds);
    let healed = i32::from(spell.heals).min(max_wounds - after.wounds).max(0);
    if healed > 0 {
        after.wounds += healed;
        steps.push(RuleStep::ChangeHealth {
            unit: target.id,
            after: wrap_health_state(after),
            damage: 0,
            cause: None,
        });
    }
    let properties = AttackProperties { inflicts: spell.inflicts.clone(), ..AttackProperties::PLAIN };
    let mut affected = target.clone();
    steps.extend(resolution::apply_element(table, &mut affected, (&properties, None), Some(unit.id), rules)?);
    let outcome = match (healed, steps.is_empty()) {
        (1.., _) => SpecialActionResult::Heals { wounds: healed },
        (_, false) => SpecialActionResult::TakesEffect,
        (_, true) => SpecialActionResult::NoEffect,
    };
    Ok(Some(ActionOutcome { words: outcome.into(), ..ActionOutcome::from_effects(steps) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circumstances::CombatActionCost;

    #[test]
    fn a_single_wound_and_a_single_square_are_told_as_such() {
        let spell = |kind, (heals, reach)| Spell {
            name: "Mend".to_owned(),
            kind,
            item: false,
            cost: CombatActionCost::Half,
            reach,
            heals,
            inflicts: Vec::new(),
        };
        let detail = |kind, numbers| spell_detail(&spell(kind, numbers));
        assert_eq!(detail(SpellKind::Heal, (1, 1)), "Restores 1 Wound, range 1 square");
        assert_eq!(detail(SpellKind::Heal, (3, 8)), "Restores 3 Wounds, range 8 squares");
    }
}
