//! Finds the explosions that threaten squares: armed items that a side knows of and that go off by the end of the next
//! round or on a signal.

use battle::{BattleView, NumberedArmedItem};
use model::Cell;
use rules::turn_engine::timed_items::{Fuse, FuseTiming};
use rules::{UnitSnapshot, play};

/// Lists the explosions of armed items that are due by the end of the next round or on a signal: centre, and radius in metres.
pub(super) fn find_due_blasts(view: &BattleView, fighter: &UnitSnapshot) -> Vec<(Cell, u32)> {
    let is_due = |fuse: &Fuse| fuse.when == FuseTiming::Signal || fuse.round <= view.round().number() + 1;
    let armed = view.armed_items().into_iter().filter(|(_, armed)| is_due(armed.fuse()));
    let blast = |(_, armed): NumberedArmedItem<'_>| {
        let profile = play::blast_profile(fighter, armed.item().weapon(), view.rules())?;
        Some((armed.cell(), profile.radius_m))
    };
    armed.filter_map(blast).collect()
}
