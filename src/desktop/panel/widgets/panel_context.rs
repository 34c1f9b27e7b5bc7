//! What every panel reads: battle, history, settings and palette.

use bevy_egui::egui::Color32;

use crate::ai_players::AiController;
use crate::attack_ranking::AttackRanking;
use crate::battle_revision::BattleRevision;
use crate::board::BoardViewport;
use crate::board::atlas::BoardAtlas;
use crate::board::interaction::attack_approach::AttackApproach;
use crate::input::{InputAction, binding_text, first_binding_text};
use crate::settings::Settings;
use crate::theme::Palette;
use crate::undo::JointOrders;
use battle::{BattleView, History, UNSEEN_UNIT_NAME};
use content::side_sentence;
use model::{Side, UnitId};

/// Everything that a panel reads.
pub(crate) struct PanelContext<'a, 'w, 's> {
    /// The battle.
    pub view: &'a BattleView<'w, 's>,
    /// Its revision, for caches.
    pub revision: BattleRevision,
    /// Orders and events so far.
    pub history: &'a History,
    /// The orders that one click each gave together.
    pub joint: &'a JointOrders,
    /// Settings, with keys and palette.
    pub settings: &'a Settings,
    /// Who plays the sides.
    pub opponents: &'a AiController,
    /// Colours of the UI.
    pub palette: &'static Palette,
    /// Where the board shows its squares.
    pub lens: BoardViewport,
    /// Glyphs; `None` without a window.
    pub art: Option<&'a BoardAtlas>,
    /// A replay is watched.
    pub watching: bool,
    /// The attacks of the acting unit, the best first; `None` if it is no human's turn.
    pub attacks: Option<&'a AttackRanking>,
    /// The walk and the blow that a click on the hovered enemy orders, if it is out of melee reach.
    pub approach: Option<&'a AttackApproach>,
    /// Why the attack on the hovered enemy is not made with the weapon of the unit's last attack.
    pub weapon_change: Option<&'a str>,
    /// An open question gives the keyboard focus to its default answer.
    pub focuses_answers: bool,
    /// Seconds since the program started.
    pub now: f64,
}

impl PanelContext<'_, '_, '_> {
    /// The AI side that acts or answers next; `None` if a human does or the battle is over.
    pub fn ai_side_to_act(&self) -> Option<Side> {
        self.opponents.ai_side_to_act().filter(|_| self.view.round().outcome().is_none())
    }

    /// Why the current viewer cannot give orders to a side; `None` if they can.
    pub fn control_refusal(&self, side: Side) -> Option<String> {
        let name = self.view.side_name(side);
        if self.opponents.player(side).is_ai() {
            return Some(side_sentence(name, ("is", "are"), " played by the AI."));
        }
        let eyes = self.view.viewer().filter(|eyes| *eyes != side);
        eyes.map(|_| format!("Only {name} can give this order."))
    }

    /// Number of a side's colour.
    pub fn side_colour_number(&self, side: Side) -> u8 {
        let sides = &self.view.setup().bundle().skirmish.sides;
        sides.get(usize::from(side.0)).map_or(side.0, |side| side.colour)
    }

    /// Colour of a side.
    pub fn side_colour(&self, side: Side) -> Color32 {
        self.palette.side_colour(self.side_colour_number(side))
    }

    /// Colour of a unit's side.
    pub fn unit_colour(&self, id: UnitId) -> Color32 {
        self.view.unit_ignoring_fog(id).map_or(self.palette.text, |unit| self.side_colour(*unit.side))
    }

    /// Name of a unit, or a placeholder if the viewer cannot see it.
    pub fn unit_name(&self, id: UnitId) -> String {
        self.view.unit(id).map_or_else(|| UNSEEN_UNIT_NAME.to_owned(), |unit| unit.identity.name().to_owned())
    }

    /// Label of a command's key, as shown on buttons.
    pub fn key_label(&self, command: InputAction) -> String {
        binding_text(command, self.settings)
    }

    /// Label of a button's key that two commands press.
    pub fn first_key_label(&self, commands: [Option<InputAction>; 2]) -> String {
        first_binding_text(commands, self.settings)
    }
}
