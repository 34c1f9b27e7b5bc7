//! Cache of attack requests: each is assembled once per state of the battle.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy_ecs::prelude::Resource;

use super::battle_view::AttackChoice;
use crate::state::order::Target;
use model::Side;
use rules::{AttackRequest, PoolShare};

/// Maximum number of requests before all are dropped.
const MAX_REQUESTS: usize = 64;

/// Key of an attack within one state of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AttackKey<'a> {
    /// The side whose knowledge counts; `None` without fog of war.
    pub viewer: Option<Side>,
    /// The attacker's choices.
    pub choice: AttackChoice<'a>,
    /// The target.
    pub target: Target,
    /// Rounds fired before a declared attack, and its share of a multi-attack; `None` before it is declared.
    pub declared: Option<(u32, Option<PoolShare>)>,
}

/// The attack requests assembled since the last event. Every change of the battle clears them.
#[derive(Resource, Debug, Default)]
pub(crate) struct AssembledAttacks(Mutex<Vec<AssembledAttack>>);

/// A request, with those parts of its key that it does not contain.
#[derive(Debug)]
struct AssembledAttack {
    viewer: Option<Side>,
    target: Target,
    declared: Option<(u32, Option<PoolShare>)>,
    request: Arc<AttackRequest>,
}

impl AssembledAttack {
    fn matches(&self, key: &AttackKey<'_>) -> bool {
        let AttackRequest { attacker, slot, mode, option, .. } = &*self.request;
        let choice =
            AttackChoice { unit: attacker.id, weapon: *slot, mode: *mode, option: option.as_deref() };
        let Self { viewer, target, declared, .. } = self;
        *key == AttackKey { viewer: *viewer, choice, target: *target, declared: *declared }
    }
}

impl AssembledAttacks {
    /// Returns the request of an attack; assembles it if it is not in the cache.
    pub fn get_or_assemble(
        &self,
        key: AttackKey<'_>,
        assemble: impl FnOnce() -> Option<AttackRequest>,
    ) -> Option<Arc<AttackRequest>> {
        if let Some(known) = self.lock().iter().find(|known| known.matches(&key)) {
            return Some(Arc::clone(&known.request));
        }
        let request = Arc::new(assemble()?);
        let AttackKey { viewer, target, declared, .. } = key;
        let mut known = self.lock();
        if known.len() == MAX_REQUESTS {
            known.clear();
        }
        known.push(AssembledAttack { viewer, target, declared, request: Arc::clone(&request) });
        Some(request)
    }

    /// Drops all requests: the battle has changed.
    pub fn clear(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<AssembledAttack>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
