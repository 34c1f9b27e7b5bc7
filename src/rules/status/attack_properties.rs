//! What a weapon carries besides harm: an element, and ailments.

use serde::{Deserialize, Serialize};

use super::{Ailment, AilmentCause, StatusDuration, TestTrait};
use crate::ground::ground_effect::GroundEffectSpec;

/// What an attack is made of, where it is no plain force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    /// Flames.
    Fire,
    /// Heat without flames.
    Heat,
    /// Cold.
    Ice,
    /// Current.
    Electricity,
    /// Water.
    Water,
}

impl Element {
    /// "fire".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Heat => "heat",
            Self::Ice => "ice",
            Self::Electricity => "electricity",
            Self::Water => "water",
        }
    }
}

/// The test that keeps an ailment off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResistTest {
    /// What it is of.
    pub with: TestTrait,
    /// Points of a hundred on top.
    #[serde(default)]
    pub points: i32,
}

/// An ailment that a hit brings. `CS-AIL-01`, `CS-AIL-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Infliction {
    /// Which.
    pub ailment: Ailment,
    /// For how long, where the weapon says so. `CS-AIL-02`.
    #[serde(default)]
    pub span: Option<StatusDuration>,
    /// What keeps it off; nothing where it is certain.
    #[serde(default)]
    pub resist: Option<ResistTest>,
}

impl Infliction {
    /// As the row of the ailment has it, whatever the victim does.
    pub const fn without_test(ailment: Ailment) -> Self {
        Self { ailment, span: None, resist: None }
    }

    /// What comes over a unit.
    pub const fn cause(&self, by: Option<u32>) -> AilmentCause {
        AilmentCause { span: self.span, ..AilmentCause::new(self.ailment, by) }
    }
}

/// What an attack carries besides harm.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AttackProperties {
    /// Its element; plain force has none.
    pub element: Option<Element>,
    /// Holy: no immunity to fire keeps its flames off. `CS-BURN-09`.
    pub holy: bool,
    /// What a hit brings, in this order.
    pub inflicts: Vec<Infliction>,
    /// What it leaves on the ground where it goes off or strikes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lays: Option<GroundEffectSpec>,
}

impl AttackProperties {
    /// Nothing but harm.
    pub const PLAIN: Self = Self { element: None, holy: false, inflicts: Vec::new(), lays: None };

    /// Nothing but harm.
    pub fn is_plain(&self) -> bool {
        *self == Self::PLAIN
    }
}

/// Whether immunity keeps an ailment off; holy flames burn all the same. `CS-BURN-08`, `CS-BURN-09`, `CS-FROZ-03`,
/// `CS-SHCK-03`.
pub fn is_immune(immunities: &[Element], ailment: Ailment, holy: bool) -> bool {
    let through = holy && ailment == Ailment::Burning;
    !through && ailment.rule().element.is_some_and(|element| immunities.contains(&element))
}

/// Whether what strikes a unit gains Special Damage by its ailments, and by which. `CS-FROZ-04`, `CS-UNCO-03`,
/// `CS-WET-01`.
pub fn special_damage(suffered: &[super::ActiveAilment], element: Option<Element>) -> Option<Ailment> {
    super::attacker_bonuses(suffered)
        .find(|(_, exposure)| exposure.is_special(element))
        .map(|(ailment, _)| ailment)
}

/// Adds Special Damage to a plain number: half of it again, with the ailment that exposes the target.
pub fn add_special_damage(
    parts: &mut dice::Modifiers,
    suffered: &[super::ActiveAilment],
    element: Option<Element>,
) {
    if let Some(ailment) = special_damage(suffered, element) {
        let more = super::translation::half_again(parts.pool()).cast_signed();
        let clause = match ailment {
            Ailment::Frozen => "CS-FROZ-04",
            Ailment::Unconscious => "CS-UNCO-03",
            _ => "CS-WET-01",
        };
        parts.add(more, format!("Special Damage: {}", ailment.name()), clause);
    }
}

/// Adds Unnatural Strength by ailments to a blow that counts Strength. `CS-ENRA-02`.
pub fn add_strength(parts: &mut dice::Modifiers, suffered: &[super::ActiveAilment]) {
    parts.add(i32::from(super::strength_bonus(suffered)), "Unnatural Strength", "CS-ENRA-02");
}
