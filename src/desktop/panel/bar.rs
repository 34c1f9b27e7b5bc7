//! The actions of the unit that gets the orders, kept until something happens or something else is chosen.

use std::sync::Arc;

use super::choices::{Choice, Deed, choices, ordered};
use super::kit::See;
use crate::session::{Intent, Session, Unfolded};
use battle::{Blow, Side, UnitId};

/// Everything that the buttons depend on.
#[derive(Clone, Debug, PartialEq)]
struct Reason {
    /// Orders given and taken back, and who looks.
    revision: (usize, u32, Option<Side>),
    unit: Option<UnitId>,
    intent: Intent,
    unfolded: Option<Unfolded>,
    several: Option<Vec<Blow>>,
    evade: bool,
    undo: Result<(), String>,
    /// Why the unit takes no orders from the screen.
    kept: Option<String>,
}

/// The buttons as they were worked out last. Every entry of an open menu is checked against every enemy: that is too
/// much for every frame.
#[derive(Debug, Default)]
pub(super) struct Bar(Option<(Reason, Arc<Vec<Choice>>)>);

impl Bar {
    /// The buttons as they are now.
    pub fn now(&mut self, see: &See, session: &Session) -> Arc<Vec<Choice>> {
        let Session { intent, unfolded, several, evade, .. } = session;
        let unit = ordered(see.view, session);
        let side = unit.and_then(|id| see.view.unit(id)).map(|unit| *unit.side);
        let reason = Reason {
            revision: (see.history.chapters().len(), see.history.rewinds(), see.view.viewer()),
            unit,
            intent: *intent,
            unfolded: unfolded.clone(),
            several: several.clone(),
            evade: *evade,
            undo: super::may_undo(see),
            kept: side.and_then(|side| see.out_of_hand(side)),
        };
        if let Some((_, bar)) = self.0.as_ref().filter(|(of, _)| *of == reason) {
            return bar.clone();
        }
        let mut bar = choices(see.view, session, reason.undo.clone());
        if let Some(why) = &reason.kept {
            for choice in bar.iter_mut().filter(|choice| choice.deed != Deed::Undo) {
                choice.refusal = Some((why.clone(), ""));
            }
        }
        let bar = Arc::new(bar);
        self.0 = Some((reason, bar.clone()));
        bar
    }
}
