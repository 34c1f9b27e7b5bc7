//! Actions that last while their key is held, and their switches for players who cannot hold a key.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{ActionInput, InputAction};
use crate::session::{Screen, Session};
use crate::settings::{HeldKeys, Settings};

impl InputAction {
    /// Whether it acts as long as its key is held, and can be switched on and off by presses instead. The cursor moves a
    /// square per press in any case.
    pub fn lasts_while_held(self) -> bool {
        matches!(self, Self::PanNorth | Self::PanSouth | Self::PanWest | Self::PanEast | Self::FastForward)
    }

    /// Returns the action that ends when this one is switched on.
    fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::PanNorth => Self::PanSouth,
            Self::PanSouth => Self::PanNorth,
            Self::PanWest => Self::PanEast,
            Self::PanEast => Self::PanWest,
            _ => return None,
        })
    }
}

/// The actions that are switched on, with [`HeldKeys::Toggle`].
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SwitchedActions {
    /// Presses switch; holding a key does nothing.
    toggles: bool,
    on: BTreeSet<InputAction>,
}

impl SwitchedActions {
    /// Whether presses switch actions on and off.
    pub(super) fn replaces_holding(&self) -> bool {
        self.toggles
    }

    /// Whether an action is switched on.
    pub(super) fn is_on(&self, action: InputAction) -> bool {
        self.on.contains(&action)
    }

    /// Switches an action on or off; its opposite ends.
    fn switch(&mut self, action: InputAction) {
        if !self.on.remove(&action) {
            self.on.insert(action);
            if let Some(opposite) = action.opposite() {
                self.on.remove(&opposite);
            }
        }
    }
}

/// Switches actions on and off, if the player wants that. Esc, a menu and another screen switch all of them off.
pub(super) fn switch_held_actions(
    settings: Res<Settings>,
    (screen, session): (Res<State<Screen>>, Res<Session>),
    mut params: ParamSet<(ActionInput, ResMut<SwitchedActions>)>,
) {
    let toggles = settings.held_keys == HeldKeys::Toggle;
    let keys = params.p0();
    let ends = *screen.get() == Screen::Menu || session.paused || keys.just_pressed(InputAction::Back);
    let lasting = InputAction::ALL.iter().copied().filter(|action| action.lasts_while_held());
    let pressed: Vec<InputAction> = lasting.filter(|action| keys.just_pressed(*action)).collect();
    let mut switched = params.p1();
    let mut next = SwitchedActions { toggles, on: BTreeSet::new() };
    if toggles && !ends {
        next.on = switched.on.clone();
        pressed.into_iter().for_each(|action| next.switch(action));
    }
    switched.set_if_neq(next);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_press_or_the_opposite_switches_off() {
        let mut switched = SwitchedActions { toggles: true, ..SwitchedActions::default() };
        switched.switch(InputAction::PanWest);
        switched.switch(InputAction::FastForward);
        assert!(switched.is_on(InputAction::PanWest) && switched.is_on(InputAction::FastForward));
        switched.switch(InputAction::PanEast);
        assert!(!switched.is_on(InputAction::PanWest) && switched.is_on(InputAction::PanEast));
        switched.switch(InputAction::PanEast);
        assert!(!switched.is_on(InputAction::PanEast) && switched.is_on(InputAction::FastForward));
    }
}
