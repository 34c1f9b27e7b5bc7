//! Dodging and parrying: who may, at what cost and with how many dice. Chapter DODGE with `AB-BASE-08`,
//! `AB-BASE-09` and the abort of `AB-CANCEL-03`.

mod defence_choice;

use std::fmt;

use crate::Book;
use crate::status::{self, TestKind};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

use crate::MovementMode;
use dice::{Clause, Modifiers};

use super::{area, cover};
use crate::aberrant::bands::bonuses;
use crate::aberrant::checks::willpower::WillpowerPayment;
use crate::aberrant::extras;
use crate::aberrant::health::dazing::DAZED_PENALTY;
use crate::aberrant::health::grievous_injury::Flaw;
use crate::aberrant::lines::DicePool;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::turn::actions;
use crate::aberrant::turn::actions::{ActionError, ActionState};
use crate::aberrant::{Ability, AttackContext, Fighter, Switches};

pub use self::defence_choice::DefenceOptions;

/// A method of defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DefenceKind {
    /// Dexterity + Athletics. `AB-DODGE-01`.
    Dodge,
    /// Dexterity + Melee or Brawl. `AB-BASE-09`.
    Parry,
    /// Dexterity + Brawl, with the human shield it holds. `AB-SHIELD-07`.
    #[strum(serialize = "parry_with_shield")]
    Shield,
}

impl DefenceKind {
    fn key(self) -> &'static str {
        self.into()
    }

    /// Label of its button.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Dodge => "Dodge",
            Self::Parry => "Parry",
            Self::Shield => "Parry with the shield",
        }
    }

    /// The clause of its dice pool.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Dodge => "AB-DODGE-01",
            Self::Parry => "AB-BASE-09",
            Self::Shield => "AB-SHIELD-07",
        }
    }
}

impl fmt::Display for DefenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// What allows a defence. `AB-BASE-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefenceBasis {
    /// Full defence was declared; free.
    FullDefence,
    /// A defence was reserved.
    Reserved,
    /// A queued action can be cancelled, for Willpower. `AB-CANCEL-03`.
    Abort,
}

/// What a defence cost. `AB-BASE-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefenceCost {
    /// Nothing, under full defence.
    FullDefence,
    /// A reserved defence.
    Reserved,
    /// A queued action, and the Willpower paid. `AB-CANCEL-03`.
    Abort(WillpowerPayment),
}

/// A defence that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefenceMade {
    /// The method.
    #[serde(rename = "way")]
    pub kind: DefenceKind,
    /// The cost.
    pub price: DefenceCost,
}

impl DefenceMade {
    /// The defender's actions afterwards; a defence counts as an action. `AB-LIMIT-03`, `AB-BASE-08`,
    /// `AB-CANCEL-03`.
    pub const fn action_state_after(self, before: ActionState) -> ActionState {
        let counted = ActionState { actions: before.actions.saturating_add(1), ..before };
        match self.price {
            DefenceCost::FullDefence => counted,
            DefenceCost::Reserved => ActionState { reserved: before.reserved.saturating_sub(1), ..counted },
            DefenceCost::Abort(_) => counted.cancel_queued(),
        }
    }

    /// Willpower points spent on it.
    pub const fn willpower_cost(self) -> u8 {
        match self.price {
            DefenceCost::Abort(paid) => paid.points(),
            DefenceCost::FullDefence | DefenceCost::Reserved => 0,
        }
    }
}

/// Why a unit cannot defend with a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum DefenceError {
    /// It is not aware of the attack.
    #[error("the attack is not seen")]
    Unaware,
    /// It has no action left. `AB-LIMIT-03`, `AB-LIMIT-04`, `AB-DAZE-05`, `AB-DAZE-06`.
    #[error(transparent)]
    Actions(#[from] ActionError),
    /// `AB-BASE-09`.
    #[error("only melee attacks can be parried")]
    OnlyMeleeParried,
    /// `AB-DODGE-05`.
    #[error(
        "it needs a higher initiative than the attacker's {other} to dodge so fast a shot, and has {own}"
    )]
    TooFast {
        /// The defender's initiative.
        own: i32,
        /// The attacker's.
        other: i32,
    },
    /// `AB-AREA-09`, `AB-DODGE-09`.
    #[error("no square outside of the area is in reach, nor cover in it")]
    Trapped,
    /// `AB-SHIELD-07`.
    #[error("no human shield between the unit and the attacker")]
    NoShield,
    /// `AB-BASE-08`.
    #[error("no defence was reserved, and no action of the turn is left to give up")]
    Unplanned,
    /// `CS-ENRA-03`.
    #[error("enraged units do not evade")]
    Enraged,
    /// A lasting flaw. Chapter GRIEV.
    #[error("an injury makes it impossible: {0}")]
    Maimed(Flaw),
    /// `AB-CINE-05`.
    #[error("cinematic extras neither dodge nor parry")]
    CinematicExtra,
}

impl DefenceError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Unaware => "SS-DEF-21",
            Self::Actions(refusal) => refusal.clause(),
            Self::OnlyMeleeParried => "AB-BASE-09",
            Self::TooFast { .. } => "AB-DODGE-05",
            Self::Trapped => "AB-AREA-09",
            Self::NoShield => "AB-SHIELD-07",
            Self::Unplanned => "AB-BASE-08",
            Self::Enraged => "CS-ENRA-03",
            Self::Maimed(flaw) => flaw.clause(),
            Self::CinematicExtra => "AB-CINE-05",
        }
    }
}

/// Whether the target exposes little of itself: it sprints from or to cover, or crawls behind some.
/// `AB-DODGE-06`.
fn is_barely_exposed(context: &AttackContext) -> bool {
    let exposure = &context.exposure;
    let sprinted = context.defender.gait == MovementMode::Sprinting;
    (sprinted && (exposure.began_in_cover || exposure.ended_in_cover))
        || (exposure.crawls && context.defender.prone && context.sight.hidden > 0)
}

/// Whether the defender is fast enough to dodge this attack. `AB-DODGE-03` to `AB-DODGE-07`,
/// `AB-RULING-08`.
fn is_fast_enough_to_dodge(context: &AttackContext) -> bool {
    !context.weapon.is_high_velocity()
        || context.weapon.is_melee()
        || context.defender.sheet.mega_dexterity >= 1
        || context.defender.initiative > context.attacker.initiative
        || is_barely_exposed(context)
}

/// What allows the unit to defend; `None` if nothing does. `AB-BASE-08`, `AB-CANCEL-03`.
fn defence_basis(unit: &Fighter) -> Option<DefenceBasis> {
    let effort = &unit.effort;
    if effort.full_defence {
        Some(DefenceBasis::FullDefence)
    } else if effort.reserved > 0 {
        Some(DefenceBasis::Reserved)
    } else {
        let can_pay = unit.condition.willpower > 0 || unit.sheet.willpower > 0;
        (effort.queued > 0 && can_pay).then_some(DefenceBasis::Abort)
    }
}

/// Checks whether a unit can answer attacks at all now, whatever the attack and whatever it has reserved or can give up.
///
/// # Errors
/// Returns `DefenceError` if its own state forbids every defence. `AB-LIMIT-03`, `AB-DAZE-05`, `AB-CINE-05`, `CS-ENRA-03`.
pub fn check_able_to_defend(unit: &Fighter) -> Result<(), DefenceError> {
    if extras::is_cinematic_person(&unit.sheet) {
        return Err(DefenceError::CinematicExtra);
    }
    actions::may_take_action(unit)?;
    if !status::may_evade(&unit.ailments) {
        return Err(DefenceError::Enraged);
    }
    unit.condition.immobilising_flaw().map_or(Ok(()), |flaw| Err(DefenceError::Maimed(flaw)))
}

/// Counts the defences that a unit can still make in this round, if it takes no other action. `AB-LIMIT-03`, `AB-DAZE-05`.
pub fn count_defences_left(unit: &Fighter) -> u32 {
    match check_able_to_defend(unit) {
        Ok(()) => actions::action_cap_now(unit).saturating_sub(u32::from(unit.effort.actions)),
        Err(_) => 0,
    }
}

/// Counts the queued actions that a unit can give up for defences in this round, after those that it has reserved.
/// `AB-CANCEL-03`, `AB-LIMIT-03`.
pub fn count_actions_to_give_up(unit: &Fighter) -> u32 {
    let effort = ActionState { reserved: 0, ..unit.effort };
    if defence_basis(&Fighter { effort, ..unit.clone() }) != Some(DefenceBasis::Abort) {
        return 0;
    }
    let after_reserved = count_defences_left(unit).saturating_sub(u32::from(unit.effort.reserved));
    after_reserved.min(u32::from(effort.queued))
}

/// Whether one more reserved defence could answer an attack. `AB-BASE-08`, `AB-DODGE-05`, `SS-DEF-21`.
pub fn is_reserve_useful(context: &AttackContext) -> bool {
    let mut context = context.clone();
    let reserved = context.defender.effort.reserved.saturating_add(1);
    context.defender.effort.reserved = reserved;
    let answers = |kind: &DefenceKind| may_defend(&context, *kind).is_ok();
    let kinds = [DefenceKind::Parry, DefenceKind::Shield, DefenceKind::Dodge];
    count_defences_left(&context.defender) >= u32::from(reserved) && kinds.iter().any(answers)
}

/// Checks whether the defender may use a method of defence, and returns what allows it. `AB-BASE-08`,
/// `AB-BASE-09`, `AB-LIMIT-03`, `AB-LIMIT-04`, `AB-DODGE-03` to `AB-DODGE-07`, `AB-AREA-09`, `AB-DODGE-09`,
/// `AB-SHIELD-07`.
///
/// # Errors
/// Returns `DefenceError` if the method is not allowed.
pub fn may_defend(context: &AttackContext, kind: DefenceKind) -> Result<DefenceBasis, DefenceError> {
    let able = check_able_to_defend(&context.defender);
    let is_unaware = !context.sight.aware || cover::is_hidden(context);
    if is_unaware && able != Err(DefenceError::CinematicExtra) {
        return Err(DefenceError::Unaware);
    }
    able?;
    if kind == DefenceKind::Parry && (!context.weapon.is_melee() || context.blast.is_some()) {
        return Err(DefenceError::OnlyMeleeParried);
    }
    if kind == DefenceKind::Shield && (context.shield.is_none() || context.blast.is_some()) {
        return Err(DefenceError::NoShield);
    }
    if context.blast.is_some_and(|blast| blast.escape.is_none()) {
        return Err(DefenceError::Trapped);
    }
    if kind != DefenceKind::Parry && !is_fast_enough_to_dodge(context) {
        let (own, other) = (context.defender.initiative, context.attacker.initiative);
        return Err(DefenceError::TooFast { own, other });
    }
    defence_basis(&context.defender).ok_or(DefenceError::Unplanned)
}

/// Returns why a unit that could pay for a defence cannot answer this attack, so that it is not asked: it has full defence,
/// a reserved defence, or an action that it could give up for Willpower. `None` if it can answer, or if it has none of them.
/// `AB-BASE-08`, `AB-CANCEL-03`, `AB-DODGE-03`, `SS-DEF-21`.
pub fn idle_defence(context: &AttackContext) -> Option<DefenceError> {
    let defender = &context.defender;
    let basis = defence_basis(defender)?;
    // No player expects that these give up an attack to defend.
    let never_defends = extras::is_cinematic_person(&defender.sheet) || defender.sheet.building.is_some();
    if defender.is_helpless() || (basis == DefenceBasis::Abort && never_defends) {
        return None;
    }
    let kinds = [DefenceKind::Parry, DefenceKind::Shield, DefenceKind::Dodge];
    let mut refused = None;
    for kind in kinds {
        refused = Some(may_defend(context, kind).err()?);
    }
    refused
}

/// A method of defence open to the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenceOption {
    /// The method.
    pub kind: DefenceKind,
    /// Parts of its dice pool.
    pub parts: Modifiers,
    /// Parts of its difficulty.
    pub difficulty: Modifiers,
    /// What allows it.
    pub basis: DefenceBasis,
}

impl DefenceOption {
    /// Five times the expected successes, from plain dice alone.
    fn expected_fifths(&self) -> i32 {
        2 * self.parts.sum() - 5 * self.difficulty.sum()
    }

    fn dice_pool(&self) -> DicePool {
        DicePool { dice: self.parts.pool(), difficulty: self.difficulty.sum() }
    }
}

/// The methods of defence open to the defender, the most promising first.
pub fn defence_options(context: &AttackContext) -> Vec<DefenceOption> {
    let mut options: Vec<DefenceOption> = Vec::new();
    for kind in [DefenceKind::Dodge, DefenceKind::Parry, DefenceKind::Shield] {
        if let Ok(basis) = may_defend(context, kind) {
            let (mut parts, difficulty) =
                (defence_parts(&context.defender, kind), defence_difficulty(context, kind));
            add_defending_henchmen(&mut parts, &context.defender, kind, &context.switches);
            if context.blast.is_some_and(|blast| blast.secondary) {
                // Only dodging is possible against a blast. `AB-AREA-08`
                let tactics = context.defender.sheet.ability(Ability::Tactics);
                parts.add(i32::from(tactics), Ability::Tactics.name(), "AB-AREA-08");
            }
            options.push(DefenceOption { kind, parts, difficulty, basis });
        }
    }
    options.sort_by_key(|option| std::cmp::Reverse(option.expected_fifths()));
    options
}

/// Parts of a defence pool. `AB-DODGE-01`, `AB-BASE-09`, `AB-TRACK-06`, `AB-ARMOR-02`, `AB-ARMOR-10`.
pub fn defence_parts(unit: &Fighter, kind: DefenceKind) -> Modifiers {
    let (ability, purpose) = match kind {
        DefenceKind::Dodge => (Ability::Athletics, RollPurpose::Movement),
        DefenceKind::Parry if unit.is_armed() => (Ability::Melee, RollPurpose::Physical),
        DefenceKind::Parry | DefenceKind::Shield => (Ability::Brawl, RollPurpose::Physical),
    };
    let mut parts = Modifiers::new();
    parts.add(i32::from(unit.sheet.dexterity), "Dexterity", kind.clause());
    parts.add(i32::from(unit.sheet.ability(ability)), ability.name(), kind.clause());
    parts.add(unit.condition.wound_penalty(&unit.sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, &unit.sheet, &unit.condition, purpose);
    let test = if kind == DefenceKind::Dodge { TestKind::Dodge } else { TestKind::Parry };
    status::add_test_modifiers(&mut parts, &unit.ailments, test, Book::Aberrant);
    parts
}

/// Adds the dice of henchmen who cover a defence. `AB-MASS-06`, `AB-MASS-07`.
pub(crate) fn add_defending_henchmen(
    parts: &mut Modifiers,
    unit: &Fighter,
    kind: DefenceKind,
    switches: &Switches,
) {
    bonuses::defence_helpers(&unit.sheet, &unit.condition, kind, switches).add_dice(parts, "AB-MASS-06");
}

/// Parts of a defence's difficulty. `AB-AREA-03`, `AB-DODGE-08`, `AB-DAZE-04`.
pub fn defence_difficulty(context: &AttackContext, kind: DefenceKind) -> Modifiers {
    let mut parts = Modifiers::new();
    if context.defender.is_dazed() {
        parts.add(DAZED_PENALTY, "dazed", "AB-DAZE-04");
    }
    if context.blast.is_some() {
        parts.add(area::dodge_difficulty(context.weapon.area), "wide area", "AB-AREA-03");
    }
    if kind == DefenceKind::Dodge {
        parts.add(i32::from(context.weapon.dodge_difficulty), "hard to dodge", "AB-DODGE-08");
        if context.weapon.lightspeed {
            let penalty = i32::from(context.switches.lightspeed_dodge_penalty);
            parts.add(penalty, "speed of light", "AB-DODGE-08");
        }
    }
    parts
}

#[cfg(test)]
mod tests;
