//! The actions of the unit that gets the orders, kept until something happens or something else is chosen.

use std::sync::Arc;

use super::choices::{ActionChoice, ChoiceAction, all_choices, unit_to_order};
use crate::panel::widgets::PanelContext;
use crate::session::{Intent, OpenMenu, Session};
use battle::{Side, SubAttack, UnitId};

/// Everything that the buttons depend on.
#[derive(Clone, Debug, PartialEq)]
struct ChoiceCacheKey {
    /// Orders given and taken back, and who looks.
    revision: (usize, u32, Option<Side>),
    unit: Option<UnitId>,
    intent: Intent,
    unfolded: Option<OpenMenu>,
    several: Option<Vec<SubAttack>>,
    evade: bool,
    undo: Result<(), String>,
    /// Why the unit takes no orders from the screen.
    kept: Option<String>,
}

/// The buttons as they were worked out last. Every entry of an open menu is checked against every enemy: that is too
/// much for every frame.
#[derive(Debug, Default)]
pub(crate) struct ChoiceCache(Option<(ChoiceCacheKey, Arc<Vec<ActionChoice>>)>);

impl ChoiceCache {
    /// The buttons as they are now.
    pub fn choices(&mut self, see: &PanelContext, session: &Session) -> Arc<Vec<ActionChoice>> {
        let Session { intent, open_menu: unfolded, multiple_attacks: several, evade, .. } = session;
        let unit = unit_to_order(see.view, session);
        let side = unit.and_then(|id| see.view.unit(id)).map(|unit| *unit.side);
        let reason = ChoiceCacheKey {
            revision: (see.history.records().len(), see.history.rewinds(), see.view.viewer()),
            unit,
            intent: *intent,
            unfolded: unfolded.clone(),
            several: several.clone(),
            evade: *evade,
            undo: crate::panel::undo_allowed(see),
            kept: side.and_then(|side| see.control_refusal(side)),
        };
        if let Some((_, bar)) = self.0.as_ref().filter(|(of, _)| *of == reason) {
            return bar.clone();
        }
        let mut bar = all_choices(see.view, session, reason.undo.clone());
        if let Some(why) = &reason.kept {
            for choice in bar.iter_mut().filter(|choice| choice.action != ChoiceAction::Undo) {
                choice.refusal = Some((why.clone(), ""));
            }
        }
        let bar = Arc::new(bar);
        self.0 = Some((reason, bar.clone()));
        bar
    }
}
