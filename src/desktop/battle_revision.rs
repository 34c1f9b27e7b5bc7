//! The revision of the battle on screen: what was computed for another revision is outdated.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use battle::{BattleSetup, History, Viewer};
use model::Side;

/// A position of a battle as a viewer sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BattleRevision {
    /// Change tick of the set-up: each battle, each rebuilt one and each Lab scene has its own.
    battle: u32,
    rewinds: u32,
    /// Number of records in the history.
    pub records: usize,
    /// Number of events of the last record.
    pub events: usize,
    viewer: Option<Side>,
}

impl BattleRevision {
    fn new(setup: Ref<BattleSetup>, history: &History, viewer: Option<Side>) -> Self {
        let records = history.records();
        Self {
            battle: setup.last_changed().get(),
            rewinds: history.rewinds(),
            records: records.len(),
            events: records.last().map_or(0, |last| last.events.len()),
            viewer,
        }
    }

    /// Returns the position in a world, the same for every viewer.
    ///
    /// # Panics
    /// If no battle is set up.
    pub fn without_viewer(world: &World) -> Self {
        let setup = world.get_resource_ref::<BattleSetup>().expect("invariant: a battle is set up");
        Self::new(setup, world.resource::<History>(), None)
    }

    /// Returns the position itself, the same for every viewer.
    pub fn without_its_viewer(self) -> Self {
        Self { viewer: None, ..self }
    }

    /// Whether the same viewer sees the same battle, perhaps with more records.
    pub fn continues(&self, earlier: &Self) -> bool {
        let start = |revision: &Self| (revision.battle, revision.rewinds, revision.viewer);
        start(self) == start(earlier) && self.records >= earlier.records
    }
}

/// Reads the current revision.
#[derive(SystemParam)]
pub(crate) struct RevisionReader<'w> {
    setup: Option<Res<'w, BattleSetup>>,
    history: Option<Res<'w, History>>,
    viewer: Option<Res<'w, Viewer>>,
}

impl RevisionReader<'_> {
    /// Returns the current revision; the default without a battle.
    pub fn current(&self) -> BattleRevision {
        let (Some(setup), Some(history)) = (&self.setup, &self.history) else {
            return BattleRevision::default();
        };
        BattleRevision::new(
            Ref::from(Res::clone(setup)),
            history,
            self.viewer.as_ref().and_then(|viewer| viewer.0),
        )
    }
}

/// Run condition: the battle or the viewer has changed since the condition was last checked.
pub(crate) fn battle_changed(reader: RevisionReader, mut known: Local<BattleRevision>) -> bool {
    let current = reader.current();
    std::mem::replace(&mut *known, current) != current
}
