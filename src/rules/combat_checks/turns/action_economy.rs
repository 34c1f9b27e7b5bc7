//! The action economy of a turn: action, maneuvers, and Strain for more. Chapter ECON.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::critical_injuries::describe_injury;
use crate::combat_checks::{Characteristic, Fighter, HealthState, Sheet, Switches, TimedEffectKind};
use dice::{Clause, RuleLine};

/// Cost of an action, in action points. `CC-ECON-03`.
pub const ACTION_POINTS: u8 = 2;
/// Cost of the free maneuver, in action points. `CC-ECON-04`.
pub const MANEUVER_POINTS: u8 = 1;
/// Strain of a bought maneuver. `CC-ECON-05`.
pub const BOUGHT_MANEUVER_STRAIN: u32 = 2;
/// Most maneuvers of a turn. `CC-ECON-07`.
pub const MAX_MANEUVERS: u8 = 2;

/// A maneuver. Table CC-T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Maneuver {
    /// Moves up to Agility x 2 squares.
    Move,
    /// Takes cover behind an adjacent barrier.
    TakeCover,
    /// Melee defence, and a setback die on own combat checks.
    GuardedStance,
    /// A boost die on the next combat check.
    Aim,
    /// Ends Prone.
    StandUp,
    /// Becomes Prone.
    DropProne,
    /// Reloads, draws or picks up.
    Ready,
    /// Uses an adjacent object.
    Interact,
}

impl Maneuver {
    /// All maneuvers, in the order of the table.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Label of the button.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::TakeCover => "Take cover",
            Self::GuardedStance => "Guarded Stance",
            Self::Aim => "Aim",
            Self::StandUp => "Stand up",
            Self::DropProne => "Drop prone",
            Self::Ready => "Reload, draw or pick up",
            Self::Interact => "Use an object",
        }
    }

    /// Whether an order says how it is performed: where to, with which item or object. `CC-ADV-11`.
    pub const fn needs_order(self) -> bool {
        matches!(self, Self::Move | Self::Ready | Self::Interact)
    }

    /// Its key in prompts.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Short description of the effect.
    pub const fn detail(self) -> &'static str {
        match self {
            Self::Move => "as far as one Move reaches",
            Self::TakeCover => "a setback die for those who shoot at the unit in cover",
            Self::GuardedStance => {
                "a setback die for melee attackers and for the unit's own attacks, until the end of the unit's next turn"
            }
            Self::Aim => "a boost die on the next attack",
            Self::StandUp => "no longer prone: can move again",
            Self::DropProne => "prone: harder to shoot, easier to strike",
            Self::Ready => "ready an item, load a weapon or pick something up",
            Self::Interact => "open or close a door next to the unit, or use another object",
        }
    }

    /// Whether it makes sense for a prone or standing unit. `CC-ECON-13`.
    pub const fn fits_stance(self, prone: bool, move_prone: bool) -> bool {
        match self {
            Self::Move => !prone || move_prone,
            Self::StandUp => prone,
            Self::DropProne => !prone,
            _ => true,
        }
    }
}

/// Squares of a Move maneuver. `CC-ECON-08`.
pub fn move_squares(sheet: &Sheet, condition: &HealthState, switches: &Switches) -> u32 {
    let book = || 2 * i32::from(condition.characteristic(sheet, Characteristic::Agility));
    switches.maneuvers.0.or_book(book).max(0).unsigned_abs()
}

/// How an act is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnPayment {
    /// The action of the turn. `CC-ECON-03`.
    Action,
    /// The free maneuver. `CC-ECON-04`.
    FreeManeuver,
    /// A maneuver for Strain. `CC-ECON-05`.
    BoughtManeuver,
    /// The action, used as a maneuver. `CC-ECON-06`.
    ActionAsManeuver,
    /// Dropping an item, a word, a gesture. `CC-ECON-14`.
    FreeAct,
}

/// Ways to get one more maneuver than the free one in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FurtherManeuver {
    /// It can be bought with Strain. `CC-ECON-05`.
    pub strain: bool,
    /// The action can be used for it. `CC-ECON-06`.
    pub action: bool,
}

impl std::fmt::Display for FurtherManeuver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.strain, self.action) {
            (true, true) => write!(f, "buy another for {BOUGHT_MANEUVER_STRAIN} Strain, or use the action"),
            (true, false) => write!(f, "buy another for {BOUGHT_MANEUVER_STRAIN} Strain"),
            (false, true) => f.write_str("use the action as another"),
            (false, false) => f.write_str("no other can be had in this turn"),
        }
    }
}

/// Why an act cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum EconomyError {
    /// `CC-THR-06`.
    #[error("it is unconscious")]
    Unconscious,
    /// `CC-ECON-15`.
    #[error("only possible in the unit's own turn")]
    NotItsTurn,
    /// Too few action points.
    #[error("{} of this turn is spent", if *.needed == ACTION_POINTS { "the action" } else { "the manoeuvre" })]
    Points {
        /// The cost.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// `CC-ECON-03`.
    #[error("the action of this turn is already used")]
    ActionUsed,
    /// `CC-ECON-04`.
    #[error("the free manoeuvre is used: {0}")]
    FreeManeuverUsed(FurtherManeuver),
    /// An act that takes two maneuvers, of which one is left. `CC-ECON-04`.
    #[error("needs 2 manoeuvres: {0}")]
    SecondManeuverMissing(FurtherManeuver),
    /// An act that takes two maneuvers, one of which is spent. `CC-ECON-07`.
    #[error("needs 2 manoeuvres, and one of this turn is already used")]
    FirstManeuverUsed,
    /// `CC-ECON-05`.
    #[error("a manoeuvre was already bought in this turn")]
    ManeuverBought,
    /// `CC-CHART-23`.
    #[error("Temporarily Lame: {}", describe_injury("CC-CHART-23"))]
    Lame,
    /// `CC-ECON-07`.
    #[error("all {most} manoeuvres of this turn are used")]
    TooManyManeuvers {
        /// The limit.
        most: u8,
    },
    /// `CC-ECON-14`.
    #[error("the free act of this turn is already used")]
    FreeActUsed,
    /// An injury forbids it.
    #[error("{injury}: {}", describe_injury(.clause))]
    Injured {
        /// Name of the injury.
        injury: &'static str,
        /// Its clause.
        clause: Clause,
    },
    /// `CC-ECON-13`.
    #[error("prone: stand up first")]
    Prone,
    /// `CC-ADV-22`.
    #[error("disabled: no move until the end of their next turn")]
    Disabled,
}

impl EconomyError {
    /// The clause behind the error.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Unconscious => "CC-THR-06",
            Self::NotItsTurn => "CC-ECON-15",
            Self::Points { .. } | Self::ActionUsed => "CC-ECON-03",
            Self::FreeManeuverUsed(_) | Self::SecondManeuverMissing(_) => "CC-ECON-04",
            Self::ManeuverBought => "CC-ECON-05",
            Self::Lame => "CC-CHART-23",
            Self::TooManyManeuvers { .. } | Self::FirstManeuverUsed => "CC-ECON-07",
            Self::FreeActUsed => "CC-ECON-14",
            Self::Injured { clause, .. } => clause,
            Self::Prone => "CC-ECON-13",
            Self::Disabled => "CC-ADV-22",
        }
    }
}

impl RuleLine for EconomyError {}

/// What a unit has used of its turn. `CC-ECON-01`: a turn is its Action Phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ActionEconomy {
    /// Action points left.
    pub points: u8,
    /// Whether its turn is on.
    pub in_turn: bool,
    /// Whether the action is used.
    pub action: bool,
    /// Whether the free maneuver is used.
    pub free_maneuver: bool,
    /// Whether a maneuver was bought.
    pub bought: bool,
    /// Maneuvers used.
    pub maneuvers: u8,
    /// Whether the free act is used.
    pub free_act: bool,
}

/// The turn after a payment, with its Strain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnPaymentResult {
    /// The turn afterwards.
    pub economy: ActionEconomy,
    /// Strain suffered, by choice or by an injury. `CC-ECON-05`, `CC-CHART-19`.
    pub strain: u32,
}

impl ActionEconomy {
    /// A new turn.
    pub fn new_turn(sheet: &Sheet) -> Self {
        Self { points: sheet.action_points, in_turn: true, ..Self::default() }
    }

    /// Pays for an act.
    ///
    /// # Errors
    /// Returns an `EconomyError` if the act is not possible now.
    pub fn pay(self, act: TurnPayment, fighter: &Fighter) -> Result<TurnPaymentResult, EconomyError> {
        if fighter.down.is_some() {
            return Err(EconomyError::Unconscious);
        }
        if !self.in_turn {
            return Err(EconomyError::NotItsTurn);
        }
        let condition = &fighter.condition;
        match act {
            TurnPayment::Action => {
                let economy = self.use_action(condition)?;
                Ok(TurnPaymentResult { economy, strain: condition.injury_effects().map(action_strain).sum() })
            }
            TurnPayment::ActionAsManeuver => Ok(TurnPaymentResult {
                economy: self.use_action(condition)?.use_maneuver(condition)?,
                strain: 0,
            }),
            TurnPayment::FreeManeuver => {
                check_injuries(condition, |effect| effect == InjuryEffect::NoFreeManeuver)?;
                if self.free_maneuver {
                    self.use_maneuver(condition)?; // no advice that cannot be followed
                    return Err(EconomyError::FreeManeuverUsed(self.further_maneuver(fighter)));
                }
                let economy = Self {
                    free_maneuver: true,
                    ..self.use_maneuver(condition)?.spend_points(MANEUVER_POINTS)?
                };
                Ok(TurnPaymentResult { economy, strain: 0 })
            }
            TurnPayment::BoughtManeuver => {
                check_injuries(condition, |effect| effect == InjuryEffect::NoVoluntaryStrain)?;
                if self.bought {
                    return Err(EconomyError::ManeuverBought);
                }
                Ok(TurnPaymentResult {
                    economy: Self { bought: true, ..self.use_maneuver(condition)? },
                    strain: BOUGHT_MANEUVER_STRAIN,
                })
            }
            TurnPayment::FreeAct if self.free_act => Err(EconomyError::FreeActUsed),
            TurnPayment::FreeAct => {
                Ok(TurnPaymentResult { economy: Self { free_act: true, ..self }, strain: 0 })
            }
        }
    }

    /// Returns the ways to get one more maneuver now. `CC-ECON-05`, `CC-ECON-06`.
    pub fn further_maneuver(self, fighter: &Fighter) -> FurtherManeuver {
        FurtherManeuver {
            strain: self.pay(TurnPayment::BoughtManeuver, fighter).is_ok(),
            action: self.pay(TurnPayment::ActionAsManeuver, fighter).is_ok(),
        }
    }

    /// Uses the action. `CC-ECON-03`, `CC-CHART-02`, `CC-CHART-07`, `CC-CHART-25`.
    fn use_action(self, condition: &HealthState) -> Result<Self, EconomyError> {
        check_action_allowed(condition)?;
        if self.action {
            return Err(EconomyError::ActionUsed);
        }
        Ok(Self { action: true, ..self.spend_points(ACTION_POINTS)? })
    }

    /// Uses a maneuver, however it is paid. `CC-ECON-07`, `CC-ADV-12`, `CC-CHART-23`.
    ///
    /// # Errors
    /// Returns an `EconomyError` if no maneuver is left in this turn.
    pub fn use_maneuver(self, condition: &HealthState) -> Result<Self, EconomyError> {
        if self.maneuvers > 0 && condition.has_injury_effect(InjuryEffect::OneManeuver) {
            return Err(EconomyError::Lame);
        }
        if self.maneuvers >= MAX_MANEUVERS {
            return Err(EconomyError::TooManyManeuvers { most: MAX_MANEUVERS });
        }
        Ok(Self { maneuvers: self.maneuvers + 1, ..self })
    }

    fn spend_points(self, needed: u8) -> Result<Self, EconomyError> {
        let points =
            self.points.checked_sub(needed).ok_or(EconomyError::Points { needed, left: self.points })?;
        Ok(Self { points, ..self })
    }
}

/// Strain that an injury adds to every action. `CC-CHART-19`.
pub fn action_strain(effect: InjuryEffect) -> u32 {
    if let InjuryEffect::ActionStrain(strain) = effect { u32::from(strain) } else { 0 }
}

/// Checks that no injury in force forbids it.
fn check_injuries(condition: &HealthState, by: impl Fn(InjuryEffect) -> bool) -> Result<(), EconomyError> {
    match condition.injuries.iter().find(|injury| injury.effect().is_some_and(&by)) {
        Some(injury) => {
            Err(EconomyError::Injured { injury: injury.chart_row().name, clause: injury.chart_row().clause })
        }
        None => Ok(()),
    }
}

/// Checks that no injury takes a unit's actions away. `CC-CHART-02`, `CC-CHART-07`, `CC-CHART-25`.
///
/// # Errors
/// Returns an `EconomyError` that names the injury.
pub fn check_action_allowed(condition: &HealthState) -> Result<(), EconomyError> {
    check_injuries(condition, |effect| matches!(effect, InjuryEffect::Staggered | InjuryEffect::LoseAction))
}

/// Checks that a unit is not staggered, also outside its turn. `CC-CHART-07`, `CC-CHART-25`.
///
/// # Errors
/// Returns an `EconomyError` that names the injury.
pub fn check_not_staggered(condition: &HealthState) -> Result<(), EconomyError> {
    check_injuries(condition, |effect| effect == InjuryEffect::Staggered)
}

/// Checks that a unit may perform a maneuver, apart from its cost. `CC-ECON-13`, `CC-ADV-22`.
///
/// # Errors
/// Returns an `EconomyError` if the maneuver is not possible.
pub fn may_perform(maneuver: Maneuver, fighter: &Fighter, switches: &Switches) -> Result<(), EconomyError> {
    if maneuver == Maneuver::Move && fighter.condition.has_timed(TimedEffectKind::Disabled) {
        return Err(EconomyError::Disabled);
    }
    if maneuver == Maneuver::Move && fighter.prone && !switches.prone_move {
        return Err(EconomyError::Prone);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
