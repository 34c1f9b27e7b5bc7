//! Karma: validity of plans and of initiative dice. `SS-BASE-25`, `SS-INIT-07`.

use crate::state::event::BattleEvent;
use crate::validate::order_error::OrderError;
use crate::validate::rejection::PointlessOrder;
use crate::validate::validated_order::{ValidatedOrder, fighting_unit};
use crate::view::battle_view::BattleView;
use model::UnitId;
use rules::turn_engine::initiative;
use rules::turn_engine::karma::spend_karma;
use rules::turn_engine::switches::KarmaReroll;
use rules::{KarmaPlan, KarmaUse, play};

/// Changes a unit's Karma plan; nothing is paid yet.
pub(crate) fn validate_karma_plan(
    view: &BattleView,
    id: UnitId,
    plan: KarmaPlan,
) -> Result<ValidatedOrder, OrderError> {
    let unit = fighting_unit(view, id)?;
    let name = || unit.identity.name().to_owned();
    let karma = unit.karma.karma();
    if plan == karma.plan {
        return Err(PointlessOrder::SameKarmaPlan { unit: name() }.into());
    }
    if plan.reroll && view.rules().engine.karma_reroll == KarmaReroll::Off {
        return Err(OrderError::NoReroll);
    }
    if plan.points_needed() > karma.left {
        return Err(OrderError::NotEnoughKarma {
            unit: name(),
            needed: plan.points_needed(),
            left: karma.left,
        });
    }
    Ok(ValidatedOrder {
        events: vec![BattleEvent::KarmaPlanned { unit: id, plan }],
        ..ValidatedOrder::default()
    })
}

/// Spends a point for five dice in the next Initiative Test, also before round 1. `SS-INIT-07`.
pub(crate) fn validate_karma_initiative(view: &BattleView, id: UnitId) -> Result<ValidatedOrder, OrderError> {
    let unit = fighting_unit(view, id)?;
    let name = || unit.identity.name().to_owned();
    if unit.karma.initiative() {
        return Err(OrderError::InitiativeAlreadyBought { unit: name() });
    }
    if play::initiative_dice(unit.sheet.get()) >= initiative::MAX_INITIATIVE_DICE {
        return Err(PointlessOrder::MaxInitiativeDice { unit: name() }.into());
    }
    let left = spend_karma(unit.karma.left());
    let left = left.ok_or_else(|| OrderError::NotEnoughKarma { unit: name(), needed: 1, left: 0 })?;
    let event = BattleEvent::KarmaSpent { unit: id, on: KarmaUse::Initiative, left };
    Ok(ValidatedOrder { karma: 1, events: vec![event], ..ValidatedOrder::default() })
}
