//! Whether Karma may be spent. `SS-BASE-25`, `SS-INIT-07`.

use super::{Plan, fit};
use crate::components::UnitId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::view::BattleView;
use rules::swan_song::switches::KarmaReroll;
use rules::swan_song::{base, initiative};
use rules::{KarmaPlan, KarmaUse, play};

/// What a unit's points are meant for from now on; nothing is paid yet.
pub(super) fn plan(view: &BattleView, id: UnitId, plan: KarmaPlan) -> Result<Plan, Refusal> {
    let unit = fit(view, id)?;
    let name = || unit.identity.name().to_owned();
    let karma = unit.karma.karma();
    if plan == karma.plan {
        return Err(Refusal::NothingToDo(format!("{} means to use Karma so already.", name())));
    }
    if plan.reroll && view.rules().engine.karma_reroll == KarmaReroll::Off {
        return Err(Refusal::NoReroll);
    }
    if plan.needs() > karma.left {
        return Err(Refusal::Karma { unit: name(), needed: plan.needs(), left: karma.left });
    }
    Ok(Plan { events: vec![Event::KarmaPlanned { unit: id, plan }], ..Plan::default() })
}

/// A point for five dice in the next Initiative Test, before round 1 as well. `SS-INIT-07`.
pub(super) fn initiative(view: &BattleView, id: UnitId) -> Result<Plan, Refusal> {
    let unit = fit(view, id)?;
    let name = || unit.identity.name().to_owned();
    if unit.karma.initiative() {
        return Err(Refusal::InitiativeBought { unit: name() });
    }
    if play::initiative_dice(unit.sheet.get()) >= initiative::MOST_DICE {
        return Err(Refusal::NothingToDo(format!("{} rolls five initiative dice as it is.", name())));
    }
    let left = base::spend_karma(unit.karma.left());
    let left = left.ok_or_else(|| Refusal::Karma { unit: name(), needed: 1, left: 0 })?;
    let event = Event::KarmaSpent { unit: id, on: KarmaUse::Initiative, left };
    Ok(Plan { karma: 1, events: vec![event], ..Plan::default() })
}
