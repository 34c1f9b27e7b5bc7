//! Resolves actions that are single rules: initiative, plain damage, rest and lookups.

use super::actions::SceneContents;
use super::raw_action::RawAction;
use super::rule_scene::{ResolvedAction, SceneLookup, SingleCheck};
use crate::definitions::validate::EntryValidator;
use rules::turn_engine::initiative;
use rules::turn_engine::initiative::InitiativeScore;
use rules::{Book, play};

/// Most damage that a file may state.
const MAX_DAMAGE: u32 = 10_000;
/// Longest duration that a file may state, in rounds or days.
const MAX_DURATION: u32 = 100_000;

impl SceneContents {
    /// A single rule of Swan Song; initiative is available in every book.
    pub fn resolve_single_check(
        &self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<ResolvedAction> {
        if let RawAction::Initiative { unit, change: 0, karma: false, passes: 0 } = raw {
            return self.unit_number(entry, unit).map(ResolvedAction::Initiative);
        }
        if self.rules.book() != Book::SwanSong {
            entry.error(&[], format!("this action does not exist in {}", self.rules.book().name()));
            return None;
        }
        let check = match raw {
            RawAction::Initiative { unit, change, karma, passes } => {
                entry.require_range(&["change"], *change, -99..=99);
                let unit = self.unit_number(entry, unit)?;
                SingleCheck::Initiative { unit, change: *change, karma: *karma, passes: *passes }
            }
            RawAction::InitiativeChange { unit, score, attribute, dice, new_attribute, new_dice } => {
                let unit = self.unit_number(entry, unit)?;
                for (label, dice) in [("dice", *dice), ("new_dice", new_dice.unwrap_or(*dice))] {
                    entry.require_range(&[label], dice, 0..=initiative::MAX_INITIATIVE_DICE);
                }
                for (label, value) in [("score", *score), ("attribute", *attribute)] {
                    entry.require_range(&[label], value, -999..=999);
                }
                SingleCheck::InitiativeChange {
                    unit,
                    before: InitiativeScore { score: *score, attribute: *attribute, dice: *dice },
                    attribute: new_attribute.unwrap_or(*attribute),
                    dice: new_dice.unwrap_or(*dice),
                }
            }
            RawAction::TurnOrder { scores } => {
                let mut entries = Vec::new();
                for (name, score) in scores {
                    let unit = self.units.find_unit(entry, &["scores", name], name)?;
                    let (reaction, intuition) = play::tie_breaks(&unit.sheet);
                    entries.push(rules::turn_engine::turn_order::InitiativeEntry {
                        id: unit.id,
                        score: *score,
                        reaction,
                        intuition,
                    });
                }
                SingleCheck::TurnOrder(entries)
            }
            RawAction::Harm { unit, damage, pool, damage_type, gel } => {
                entry.require_range(&["damage"], *damage, 0..=MAX_DAMAGE);
                let unit = self.unit_number(entry, unit)?;
                SingleCheck::PlainDamage {
                    unit,
                    damage: *damage,
                    pool: *pool,
                    damage_type: *damage_type,
                    gel: *gel,
                }
            }
            RawAction::Bleed { unit, rounds } => {
                entry.require_range(&["rounds"], *rounds, 0..=MAX_DURATION);
                SingleCheck::Bleed { unit: self.unit_number(entry, unit)?, rounds: *rounds }
            }
            _ => return None,
        };
        Some(ResolvedAction::Check(check))
    }

    /// Rest between battles, in books that have a clause for it. `AD-BASE-21`, `CC-HEAL-07`.
    pub fn resolve_rest(
        &self,
        entry: &mut EntryValidator<'_>,
        unit: &str,
        days: u32,
    ) -> Option<ResolvedAction> {
        entry.require_range(&["days"], days, 0..=MAX_DURATION);
        let unit = self.unit_number(entry, unit)?;
        match self.rules.book() {
            Book::AttacksAndDamage | Book::CombatChecks => {
                Some(ResolvedAction::Check(SingleCheck::Rest { unit, days }))
            }
            book => {
                entry.error(&[], format!("{} has no rule for rest between battles", book.name()));
                None
            }
        }
    }

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
            ResolvedAction::BarrierAttack(request) => {
                Some(ResolvedAction::Lookup(SceneLookup::BarrierAttack(request)))
            }
            _ => {
                entry.error(&[], "a `card` shows an `attack` or a `strike`");
                None
            }
        }
    }
}
