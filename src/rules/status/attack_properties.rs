//! Properties of a weapon besides damage: its element and the ailments it inflicts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{Ailment, AilmentCause, StatusDuration, TestTrait};
use crate::ground::ground_effect::GroundEffectSpec;
use dice::Clause;
use model::UnitId;

/// Element of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Element {
    /// Flames.
    Fire,
    /// Heat without flames.
    Heat,
    /// Cold.
    Ice,
    /// Electricity.
    Electricity,
    /// Water.
    Water,
}

impl Element {
    /// "fire".
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The test that prevents an ailment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResistTest {
    /// Trait tested.
    pub with: TestTrait,
    /// Additional percentage points.
    #[serde(default)]
    pub points: i32,
}

/// An ailment that a hit inflicts. `CS-AIL-01`, `CS-AIL-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Infliction {
    /// The ailment.
    pub ailment: Ailment,
    /// Duration, if the weapon states one. `CS-AIL-02`.
    #[serde(default)]
    pub span: Option<StatusDuration>,
    /// The test that prevents it; `None` if it cannot be prevented.
    #[serde(default)]
    pub resist: Option<ResistTest>,
}

impl Infliction {
    /// Inflicts an ailment with its own duration, without a test.
    pub const fn without_test(ailment: Ailment) -> Self {
        Self { ailment, span: None, resist: None }
    }

    /// The cause of the ailment on a unit.
    pub const fn cause(&self, by: Option<UnitId>) -> AilmentCause {
        AilmentCause { span: self.span, ..AilmentCause::new(self.ailment, by) }
    }
}

/// Properties of an attack besides damage.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AttackProperties {
    /// Its element; `None` for physical force.
    pub element: Option<Element>,
    /// Whether it is holy: immunity to fire does not prevent its flames. `CS-BURN-09`.
    pub holy: bool,
    /// Ailments that a hit inflicts, in this order.
    pub inflicts: Vec<Infliction>,
    /// Ground effect where it explodes or strikes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lays: Option<GroundEffectSpec>,
}

impl AttackProperties {
    /// No properties.
    pub const PLAIN: Self = Self { element: None, holy: false, inflicts: Vec::new(), lays: None };

    /// Whether there are no properties.
    pub fn is_plain(&self) -> bool {
        *self == Self::PLAIN
    }
}

/// Whether immunity prevents an ailment; holy flames burn regardless. `CS-BURN-08`, `CS-BURN-09`, `CS-FROZ-03`,
/// `CS-SHCK-03`.
pub fn is_immune(immunities: &[Element], ailment: Ailment, holy: bool) -> bool {
    let through = holy && ailment == Ailment::Burning;
    !through && ailment.rule().element.is_some_and(|element| immunities.contains(&element))
}

/// The ailment of a unit that gives attacks with this element Special Damage; `None` if there is none. `CS-FROZ-04`,
/// `CS-UNCO-03`, `CS-WET-01`.
pub fn special_damage(suffered: &[super::ActiveAilment], element: Option<Element>) -> Option<Ailment> {
    super::attacker_bonuses(suffered)
        .find(|(_, exposure)| exposure.is_special(element))
        .map(|(ailment, _)| ailment)
}

/// The clause by which an ailment of the target gives an attack Special Damage.
pub const fn special_damage_clause(ailment: Ailment) -> Clause {
    match ailment {
        Ailment::Frozen => "CS-FROZ-04",
        Ailment::Unconscious => "CS-UNCO-03",
        _ => "CS-WET-01",
    }
}

/// Adds Special Damage to a plain number: half of it, labelled with the ailment.
pub fn add_special_damage(
    parts: &mut dice::Modifiers,
    suffered: &[super::ActiveAilment],
    element: Option<Element>,
) {
    if let Some(ailment) = special_damage(suffered, element) {
        let more = super::ailment_terms::half_again(parts.pool()).cast_signed();
        let clause = special_damage_clause(ailment);
        parts.add(more, format!("Special Damage: {}", ailment.name()), clause);
    }
}

/// Adds Unnatural Strength from ailments to a melee attack that uses Strength. `CS-ENRA-02`.
pub fn add_strength(parts: &mut dice::Modifiers, suffered: &[super::ActiveAilment]) {
    parts.add(i32::from(super::strength_bonus(suffered)), "Unnatural Strength", "CS-ENRA-02");
}
