//! Resolves the actions of a scene, with everything that the rules need.

use super::barriers::SceneBarriers;
use super::raw_action::RawAction;
use super::rule_scene::ResolvedAction;
use super::single_check::{MAX_DURATION, SingleCheck};
use super::units::SceneUnits;
use crate::books::book_kind::{BookKind, for_book};
use crate::definitions::entry_validator::EntryValidator;
use crate::diagnostic::Diagnostic;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{BarrierOnLine, CostError, RuleSet, SpecialAction, TargetSight, UnitSnapshot, Weather, play};

/// Distance of a shot without one, in metres.
pub(super) const DEFAULT_SHOT_METRES: u32 = 10;
/// Longest distance that a file may state, in metres.
pub(super) const MAX_METRES: u32 = 60_000;
/// Most squares of a path.
const MAX_PATH_CELLS: usize = 200;

/// The scene in one state, without its actions.
#[derive(Clone, Debug)]
pub(crate) struct SceneContents {
    pub rules: RuleSet,
    pub units: SceneUnits,
    pub barriers: SceneBarriers,
    pub weather: Weather,
    pub zero_gravity: bool,
    /// Rounds that each unit has fired in this phase.
    pub fired: Vec<u32>,
    /// Givers of boost dice that are not yet used. `CC-ADV-08`.
    pub boosts: Vec<UnitId>,
    /// Whether there are several actions, whose costs must be paid.
    pub is_sequence: bool,
    /// Valid actions that are refused in this state.
    pub refused: Vec<Diagnostic>,
}

impl SceneContents {
    /// Units and barriers of a battle, for an action that is resolved already.
    pub fn of_battle(rules: &RuleSet, units: Vec<UnitSnapshot>, barriers: Vec<BarrierOnLine>) -> Self {
        Self {
            rules: rules.clone(),
            fired: vec![0; units.len()],
            units: SceneUnits::of_battle(rules, units),
            barriers: SceneBarriers::of_battle(barriers),
            weather: Weather::default(),
            zero_gravity: false,
            boosts: Vec::new(),
            is_sequence: false,
            refused: Vec::new(),
        }
    }

    /// Resolves an action whose cost is paid; `None` if it is invalid or refused.
    pub fn resolve_action(
        &mut self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<ResolvedAction> {
        match raw {
            RawAction::Attack { .. } => self.resolve_attack(entry, raw),
            RawAction::Strike { .. } => self.resolve_barrier_attack(entry, raw),
            RawAction::SpecialAction { .. } => self.resolve_special_action(entry, raw),
            RawAction::Initiative { unit, change: 0, karma: false, passes: 0 } => {
                self.unit_number(entry, unit).map(ResolvedAction::Initiative)
            }
            RawAction::Initiative { .. }
            | RawAction::InitiativeChange { .. }
            | RawAction::TurnOrder { .. }
            | RawAction::Harm { .. }
            | RawAction::Bleed { .. }
            | RawAction::Test { .. }
            | RawAction::Roll { .. }
            | RawAction::Injury { .. }
            | RawAction::Rest { .. } => {
                let check = for_book!(self.rules.book(), B => B::resolve_check(self, entry, raw));
                check.map(ResolvedAction::Check)
            }
            RawAction::RoundBegins => Some(ResolvedAction::RoundBegins),
            RawAction::PhaseBegins { unit, .. } => {
                self.unit_number(entry, unit).map(ResolvedAction::PhaseBegins)
            }
            RawAction::PhaseEnds { unit, .. } => self.unit_number(entry, unit).map(ResolvedAction::PhaseEnds),
            RawAction::RoundEnds { unit, .. } => self.unit_number(entry, unit).map(ResolvedAction::RoundEnds),
            RawAction::Sprint { unit, .. } => self.resolve_sprint(entry, unit),
            RawAction::Footing { unit, run, path } => {
                entry.require_range(&["path"], path.len(), 1..=MAX_PATH_CELLS);
                let action = if *run { Action::Run } else { Action::Walk };
                Some(ResolvedAction::DifficultGround {
                    unit: self.unit_number(entry, unit)?,
                    action,
                    path: path.clone(),
                })
            }
            RawAction::Notice { unit, hidden, metres, line_of_sight } => {
                self.resolve_notice(entry, (unit, hidden), *metres, *line_of_sight)
            }
            RawAction::Show { unit, barrier } => {
                self.resolve_lookup(entry, unit.as_deref(), barrier.as_deref())
            }
            RawAction::Card(inner) => self.resolve_card(entry, inner),
        }
    }

    /// Rest between battles. `AD-BASE-21`, `CC-HEAL-07`.
    pub fn resolve_rest(&self, entry: &mut EntryValidator<'_>, unit: &str, days: u32) -> Option<SingleCheck> {
        entry.require_range(&["days"], days, 0..=MAX_DURATION);
        Some(SingleCheck::Rest { unit: self.unit_number(entry, unit)?, days })
    }

    pub fn unit_number(&self, entry: &mut EntryValidator<'_>, name: &str) -> Option<UnitId> {
        self.units.find_unit(entry, &["unit"], name).map(|unit| unit.id)
    }

    /// Checks that the book has sprints and the unit dice for one.
    fn resolve_sprint(&self, entry: &mut EntryValidator<'_>, name: &str) -> Option<ResolvedAction> {
        let runner = self.units.find_unit(entry, &["unit"], name)?;
        if !play::has_sprints(&self.rules) {
            entry.error(&[], format!("{} has no sprints", self.rules.book().name()));
            return None;
        }
        if play::move_budget(runner, &self.rules).sprint == 0 {
            entry.error(&[], format!("{} has no dice left for a sprint test", runner.name));
            return None;
        }
        Some(ResolvedAction::Sprint(runner.id))
    }

    /// Resolves the search of a unit for a hidden one, with the sight between them. `CS-UNA-06`.
    fn resolve_notice(
        &self,
        entry: &mut EntryValidator<'_>,
        (unit, hidden): (&str, &str),
        metres: Option<u32>,
        line_of_sight: bool,
    ) -> Option<ResolvedAction> {
        let one = self.units.find_index(entry, &["unit"], unit)?;
        let other = self.units.find_index(entry, &["hidden"], hidden)?;
        let (distance_squared, rings) = self.attack_distance(metres, Some((one, other)), DEFAULT_SHOT_METRES);
        let (unit, hidden) = (&self.units.units[one], &self.units.units[other]);
        let sight = TargetSight {
            distance_squared,
            chebyshev_distance: rings,
            hidden: 0,
            took_cover: hidden.in_cover,
            across_obstacle: false,
            aware: true,
        };
        Some(ResolvedAction::Notice { unit: unit.id, hidden: hidden.id, sight, line_of_sight })
    }

    /// Pays for a special action, if the unit can take it.
    fn resolve_special_action(
        &mut self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<ResolvedAction> {
        let RawAction::SpecialAction { unit, key, target, rings, weapon, seen, cover_cm, .. } = raw else {
            return None;
        };
        let one = self.units.find_index(entry, &["unit"], unit)?;
        let actor = &self.units.units[one];
        let other = match target {
            Some(name) => Some(self.units.find_index(entry, &["target"], name)?),
            None => None,
        };
        let far = |other: usize| rings.unwrap_or_else(|| self.attack_distance(None, Some((one, other)), 1).1);
        let target = other.map(|other| (&self.units.units[other], far(other)));
        let slot = match weapon {
            Some(id) => Some(self.find_held(entry, one, id)?),
            None => None,
        };
        let (seen, cover_cm) = (*seen, *cover_cm);
        let boosts = self.boost_givers(actor);
        let impossible = play::attacks_without_target(actor, self.units.units.iter());
        let action = SpecialAction {
            unit: actor,
            key,
            target,
            slot,
            seen,
            cover_cm,
            boosts: &boosts,
            energy: false,
            impossible: &impossible,
        };
        let (id, target) = (actor.id, target.map(|(other, rings)| (other.id, rings)));
        match play::pay_special_action(&action, &self.rules) {
            Ok(paid) => self.units.units[one].apply_payment(paid),
            Err(why) => return self.report_unpaid_action(entry, one, key, &why),
        }
        Some(ResolvedAction::SpecialAction {
            unit: id,
            key: key.clone(),
            target,
            slot,
            seen,
            cover_cm,
            boosts,
        })
    }

    /// Place of a weapon among those that a unit holds.
    fn find_held(&self, entry: &mut EntryValidator<'_>, unit: usize, weapon: &str) -> Option<usize> {
        let held = &self.units.held[unit];
        let slot = held.iter().position(|held| held == weapon);
        if slot.is_none() {
            entry.require_known(&["weapon"], "weapon in hand", weapon, held.iter().map(String::as_str));
        }
        slot
    }

    /// Reports a special action that cannot be paid: refused, not available at this moment, or unknown.
    fn report_unpaid_action<T>(
        &mut self,
        entry: &mut EntryValidator<'_>,
        unit: usize,
        key: &str,
        why: &CostError,
    ) -> Option<T> {
        let actions = play::available_actions(&self.units.units[unit], &self.rules);
        if actions.iter().any(|offer| offer.key == key) {
            return self.report_refused(entry, &[], why.to_string());
        }
        if self.is_sequence {
            return self.report_refused(entry, &["key"], format!("`{key}` is not available now"));
        }
        entry.require_known(&["key"], "action", key, actions.iter().map(|offer| offer.key));
        None
    }

    /// Reports an action that is valid but refused in this state.
    pub fn report_refused<T>(
        &mut self,
        entry: &EntryValidator<'_>,
        labels: &[&str],
        what: impl Into<String>,
    ) -> Option<T> {
        self.refused.push(entry.diagnostic_at(labels, what));
        None
    }

    /// Givers of boost dice that the unit's side may use. `CC-ADV-08`.
    pub fn boost_givers(&self, unit: &UnitSnapshot) -> Vec<UnitId> {
        let side =
            |giver: &UnitId| self.units.units.iter().find(|other| other.id == *giver).map(|other| other.side);
        self.boosts.iter().filter(|giver| side(giver) == Some(unit.side)).copied().collect()
    }

    /// Squared distance in metres, and Chebyshev distance in squares.
    pub fn attack_distance(
        &self,
        metres: Option<u32>,
        between: Option<(usize, usize)>,
        usual: u32,
    ) -> (u32, u32) {
        let cells = between.and_then(|(one, other)| self.units.cells[one].zip(self.units.cells[other]));
        match (metres, cells) {
            (None, Some((one, other))) => (one.distance_squared(other), one.chebyshev_distance(other)),
            (metres, _) => {
                let metres = metres.unwrap_or(usual).min(MAX_METRES);
                (metres * metres, metres)
            }
        }
    }
}
