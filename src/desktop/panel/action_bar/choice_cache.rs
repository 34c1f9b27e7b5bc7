//! Cache of the action choices, valid until an order is given or the selection changes.

use std::sync::Arc;

use super::choices::{ActionChoice, ChoiceAction, all_choices, show_reasons, unit_to_order};
use super::cover_worth::suggests_cover;
use super::karma_offer::{KARMA_KEYS, name_karma};
use super::slots::{ActionSlot, name_walk, slot_choices};
use crate::attack_forecast::{WeaponChoice, attacks_in_hand};
use crate::attack_ranking::put_first;
use crate::battle_revision::BattleRevision;
use crate::panel::widgets::PanelContext;
use crate::session::{Intent, OpenMenu, Session};
use battle::SubAttack;
use model::UnitId;

/// Everything that the choices depend on.
#[derive(Clone, Debug, PartialEq)]
struct ChoiceCacheKey {
    revision: BattleRevision,
    unit: Option<UnitId>,
    intent: Intent,
    unfolded: Option<OpenMenu>,
    several: Option<Vec<SubAttack>>,
    evade: bool,
    undo: Result<(), String>,
    /// The attacks in the order of their worth.
    ranked: Vec<WeaponChoice>,
    /// The attack that the Attack button aims if it can be made.
    preferred: Option<WeaponChoice>,
    /// The name of the weapon with which a click walks up and strikes, where no attack is possible from the unit's square.
    walks_up: Option<String>,
    /// Why the viewer cannot give orders to the unit; `None` if they can.
    kept: Option<String>,
    /// Why the viewer cannot end the turn of the acting unit; `None` if they can.
    end_kept: Option<String>,
    /// The keys that the description of the Attack button names.
    karma_keys: [String; 2],
}

/// Returns the attacks of the unit that the bar is about, in the order of their worth; where they are not ranked, as while a
/// question is open, the usual one of the unit, which it has just made, comes first, and those with the weapon in hand come before
/// blows with the bare body.
fn ranked_attacks(context: &PanelContext, session: &Session, unit: Option<UnitId>) -> Vec<WeaponChoice> {
    let ranking = context.attacks.filter(|ranking| unit == Some(ranking.unit));
    match ranking {
        Some(ranking) => ranking.attacks.clone(),
        None => {
            let data = unit.and_then(|id| context.view.unit(id));
            let mut attacks = data.map_or_else(Vec::new, |unit| attacks_in_hand(&unit));
            if let Some(usual) = unit.and_then(|id| session.usual_attack(id)) {
                put_first(&mut attacks, usual);
            }
            attacks
        }
    }
}

/// Returns the attack that the Attack button aims if it can be made: that of a click on the target of the list, so that one which
/// was chosen for another target gives way here too; without a list, what the player chose last.
pub(super) fn usual_attack(
    context: &PanelContext,
    session: &Session,
    unit: Option<UnitId>,
) -> Option<WeaponChoice> {
    match context.attacks.filter(|ranking| unit == Some(ranking.unit)) {
        Some(ranking) => ranking.kept,
        None => session.preferred_attack(unit?),
    }
}

/// Names the weapon with which a click on the target of the list walks up and strikes; `None` where there is no such click.
fn weapon_to_walk_up_with(context: &PanelContext, unit: Option<UnitId>) -> Option<String> {
    let ranking = context.attacks.filter(|ranking| unit == Some(ranking.unit))?;
    let (weapon, _) = ranking.walks_up?;
    let unit = context.view.unit(ranking.unit)?;
    unit.inventory.get(weapon).map(|carried| carried.name().to_string())
}

/// The choices computed last. An open menu checks each entry against each enemy, which is too slow for every frame.
#[derive(Debug, Default)]
pub(crate) struct ChoiceCache(Option<CachedChoices>);

/// All choices of a unit, and the slots made of them.
#[derive(Debug)]
struct CachedChoices {
    key: ChoiceCacheKey,
    bar: Arc<Vec<ActionChoice>>,
    slots: Arc<Vec<(ActionSlot, ActionChoice)>>,
    /// Whether taking cover helps the unit, whatever is pointed at.
    advised: bool,
}

impl ChoiceCache {
    /// The current choices, recomputed if anything has changed.
    pub fn choices(&mut self, context: &PanelContext, session: &Session) -> Arc<Vec<ActionChoice>> {
        let Session { intent, open_menu: unfolded, multiple_attacks: several, evade, .. } = session;
        let unit = unit_to_order(context.view, session);
        let side = unit.and_then(|id| context.view.unit(id)).map(|unit| *unit.side);
        let kept = side.and_then(|side| context.control_refusal(side));
        let acting = context.view.round().acting().and_then(|id| context.view.unit(id));
        let end_kept = acting.map_or_else(|| kept.clone(), |unit| context.control_refusal(*unit.side));
        let key = ChoiceCacheKey {
            revision: context.revision,
            unit,
            intent: *intent,
            unfolded: unfolded.clone(),
            several: several.clone(),
            evade: *evade,
            undo: crate::panel::undo_allowed(context),
            ranked: ranked_attacks(context, session, unit),
            preferred: usual_attack(context, session, unit),
            walks_up: weapon_to_walk_up_with(context, unit),
            kept,
            end_kept,
            karma_keys: KARMA_KEYS.map(|key| context.key_label(key)),
        };
        if let Some(known) = self.0.as_ref().filter(|known| known.key == key) {
            return known.bar.clone();
        }
        let mut bar = all_choices(context.view, session, key.undo.clone());
        for choice in &mut bar {
            let why = match choice.action {
                ChoiceAction::Undo => None,
                ChoiceAction::EndPhase(_) => key.end_kept.as_ref(),
                _ => key.kept.as_ref(),
            };
            if let Some(why) = why {
                choice.refusal = Some((why.clone(), ""));
            }
        }
        show_reasons(&mut bar);
        let is_same_unit = |known: &&CachedChoices| {
            let known = &known.key;
            (known.revision, known.unit, &known.kept) == (key.revision, key.unit, &key.kept)
        };
        let advised = self.0.as_ref().filter(is_same_unit).map(|known| known.advised);
        let advised = advised.unwrap_or_else(|| {
            let data = unit.and_then(|id| context.view.unit(id));
            data.is_some_and(|unit| key.kept.is_none() && suggests_cover(context.view, &unit))
        });
        let mut slots = slot_choices(&bar, advised, (&key.ranked, key.preferred));
        if let Some(weapon) = &key.walks_up {
            name_walk(&mut slots, weapon);
        }
        name_karma(&mut slots, &bar, context);
        let (slots, bar) = (Arc::new(slots), Arc::new(bar));
        self.0 = Some(CachedChoices { key, bar: bar.clone(), slots, advised });
        bar
    }

    /// The current slots of the bar.
    pub fn slots(
        &mut self,
        context: &PanelContext,
        session: &Session,
    ) -> Arc<Vec<(ActionSlot, ActionChoice)>> {
        self.choices(context, session);
        self.0.as_ref().expect("invariant: the choices were just computed").slots.clone()
    }
}
