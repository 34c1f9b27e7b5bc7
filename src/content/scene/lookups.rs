//! Resolves lookups: a unit, a barrier, an attack without making it.

use super::actions::SceneContents;
use super::raw_action::RawAction;
use super::rule_scene::{ResolvedAction, SceneLookup};
use crate::definitions::entry_validator::EntryValidator;

impl SceneContents {
    /// Looks up a unit or a barrier without any roll.
    pub fn resolve_lookup(
        &self,
        entry: &mut EntryValidator<'_>,
        unit: Option<&str>,
        barrier: Option<&str>,
    ) -> Option<ResolvedAction> {
        match (unit, barrier) {
            (Some(unit), None) => {
                let unit = self.units.find_unit(entry, &["unit"], unit)?;
                Some(ResolvedAction::Lookup(SceneLookup::Unit(unit.id)))
            }
            (None, Some(name)) => {
                let found = self.barriers.list.iter().find(|known| known.name == name);
                if found.is_none() {
                    let known = self.barriers.list.iter().map(|known| known.name.as_str());
                    entry.require_known(&["barrier"], "barrier", name, known);
                }
                found.map(|barrier| ResolvedAction::Lookup(SceneLookup::Barrier(barrier.id)))
            }
            _ => {
                entry.error(&[], "name either a `unit` or a `barrier`");
                None
            }
        }
    }

    /// Looks up an attack without making it; it costs nothing.
    pub fn resolve_card(
        &mut self,
        entry: &mut EntryValidator<'_>,
        inner: &RawAction,
    ) -> Option<ResolvedAction> {
        let mut aside = Self { is_sequence: false, ..self.clone() };
        let resolved = aside.resolve_action(entry, inner);
        self.refused.append(&mut aside.refused);
        match resolved? {
            ResolvedAction::Attack(request) => Some(ResolvedAction::Lookup(SceneLookup::Attack(request))),
            _ => {
                entry.error(&[], "a `card` shows an `attack` or a `strike`");
                None
            }
        }
    }
}
