//! The button of the page on which units rest and are treated, where it leads on.

use bevy_egui::egui::Ui;

use super::question::AfterBattleStep;
use crate::campaign_battle::StageBattle;
use crate::panel::PanelState;
use crate::player_input::PlayerInput;
use content::Skirmish;
use model::Side;

/// Where the button of rest and treatment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestPlace {
    /// Nowhere: no later battle has these units.
    Nowhere,
    /// Among the main steps: the squad goes on.
    Main,
    /// Among the other buttons: the player may keep the squad for another battle.
    More,
}

impl RestPlace {
    /// Finds the place after a battle with this winner. `left` if its units have left the battlefield, after which the page can
    /// be opened and closed; `watching` if it is a replay, which ends no effects.
    pub fn find(
        skirmish: &Skirmish,
        stage: Option<&StageBattle>,
        (winner, left, watching): (Option<Side>, bool, bool),
    ) -> Self {
        let is_recorded = |stage: &StageBattle| stage.is_recorded_by_leaving(winner == Some(stage.side));
        let open_page = if left { Self::More } else { Self::Nowhere };
        match stage {
            _ if watching => open_page,
            Some(stage) if is_recorded(stage) => Self::Main,
            Some(_) => open_page,
            None if skirmish.lesson.is_some() => open_page,
            None => Self::More,
        }
    }
}

/// Whether a squad has come to the battle from an earlier one.
fn has_squad(skirmish: &Skirmish) -> bool {
    skirmish.units.iter().any(|unit| unit.campaign_unit.is_some())
}

/// Names the page and says what it is for: in a single battle nothing follows, unless the player keeps the squad.
fn page_words(skirmish: &Skirmish, stage: Option<&StageBattle>) -> (&'static str, &'static str) {
    match stage.is_some() || has_squad(skirmish) {
        true => (
            "Rest and treatment",
            "Opens the page on which the squad rests and treats its wounded before its next battle.",
        ),
        false => (
            "Keep the squad",
            "For linked fights: opens the page on which units rest, treat their wounded and are saved as a squad that \
             another battle can use. Otherwise nothing of them is kept.",
        ),
    }
}

/// Draws the button that opens the page, after a question unless the units have `left` the battlefield, or closes it if
/// `shows_rest`.
pub(super) fn show_rest_button(
    ui: &mut Ui,
    player: &mut PlayerInput,
    state: &mut PanelState,
    (skirmish, stage): (&Skirmish, Option<&StageBattle>),
    (left, shows_rest): (bool, bool),
) {
    let (label, hover) = match shows_rest {
        true => ("Back to the result", "Closes the page of rest and treatment."),
        false => page_words(skirmish, stage),
    };
    if !ui.button(label).on_hover_text(hover).clicked() {
        return;
    }
    if left {
        state.aftermath.shows_statistics = shows_rest;
    } else {
        player.session.after_battle = Some(AfterBattleStep::LeaveField);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::stage;
    use super::*;
    use content::SkirmishOverrides;

    fn shipped(id: &str) -> Skirmish {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, id, &SkirmishOverrides::default());
        bundle.expect("shipped").skirmish
    }

    #[test]
    fn rest_is_a_main_step_only_where_the_squad_goes_on() {
        let single = shipped("warehouse");
        let place = |stage: Option<&StageBattle>, winner, left, watching| {
            RestPlace::find(&single, stage, (Some(Side(winner)), left, watching))
        };
        let (end, retry) = (stage("go_on"), stage("retry"));
        assert_eq!(place(Some(&end), 0, false, false), RestPlace::Main);
        assert_eq!(place(Some(&end), 1, false, false), RestPlace::Main);
        assert_eq!(place(Some(&retry), 1, false, false), RestPlace::Nowhere, "the squad is as before");
        let recorded = StageBattle { is_recorded: true, ..end };
        assert_eq!(place(Some(&recorded), 0, false, false), RestPlace::Nowhere);
        assert_eq!(place(None, 0, false, false), RestPlace::More);
        assert_eq!(place(None, 0, false, true), RestPlace::Nowhere, "a replay");
        assert_eq!(place(None, 0, true, true), RestPlace::More, "the page is open and can be closed");
    }

    #[test]
    fn a_single_battle_says_what_rest_would_be_for() {
        let single = shipped("warehouse");
        let (label, hover) = page_words(&single, None);
        assert_eq!(label, "Keep the squad");
        assert!(hover.starts_with("For linked fights"), "{hover}");
        assert_eq!(page_words(&single, Some(&stage("end"))).0, "Rest and treatment");
    }
}
