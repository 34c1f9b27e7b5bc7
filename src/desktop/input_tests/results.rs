//! The key that goes one step back, over a battle that is over and over a replay.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;

use super::TestDesk;
use crate::ai_players::{AiController, DecisionCardShown};
use crate::app_commands::AppCommand;
use crate::campaign_battle::{CampaignBattle, StageBattle};
use crate::panel::PanelState;
use crate::panel::end_screen::question::AfterBattleStep;
use crate::player_input::take_messages;
use crate::replay::ReplayPlayback;
use crate::session::Session;
use battle::{Order, journal};
use content::{CampaignStage, StageLink};
use model::Side;
use rules::Book;

/// A battle that Blue has won, with its end screen open.
fn desk_with_result() -> TestDesk {
    let mut desk = TestDesk::open(Book::SwanSong);
    let surrender = Order::Surrender { side: Side(1) };
    journal::submit_order(desk.app.world_mut(), surrender).expect("the battle goes on");
    desk.frame();
    desk.app.world_mut().resource_mut::<PanelState>().open_end_screen();
    desk
}

/// Presses Esc; returns the command that it sends.
fn back(desk: &mut TestDesk) -> Option<AppCommand> {
    take_messages::<AppCommand>(desk.app.world_mut());
    desk.key("Esc");
    assert!(!desk.session().paused, "no pause menu over a result");
    take_messages::<AppCommand>(desk.app.world_mut()).pop()
}

#[test]
fn back_leads_from_the_battlefield_to_the_results_and_from_there_to_the_menu() {
    let mut desk = desk_with_result();
    desk.app.world_mut().resource_mut::<PanelState>().hide_end_screen();
    assert!(back(&mut desk).is_none());
    assert!(desk.app.world().resource::<PanelState>().is_end_screen_open());
    assert!(back(&mut desk).is_none(), "a second press at once is no decision to leave");
    assert!(desk.app.world().resource::<PanelState>().is_end_screen_open());
    desk.app.world_mut().resource_mut::<Time<Real>>().advance_by(Duration::from_secs_f32(0.6));
    assert!(matches!(back(&mut desk), Some(AppCommand::Leave)));
}

#[test]
fn back_closes_the_reasons_in_front_of_the_results_before_it_leaves_the_battle() {
    let mut desk = desk_with_result();
    desk.app.world_mut().resource_mut::<AiController>().explain_for_tests();
    desk.app.world_mut().insert_resource(DecisionCardShown(true));
    assert!(back(&mut desk).is_none(), "the card is closed");
    assert!(desk.app.world().resource::<PanelState>().is_end_screen_open());
    desk.app.world_mut().insert_resource(DecisionCardShown(false));
    assert!(matches!(back(&mut desk), Some(AppCommand::Leave)));
}

#[test]
fn back_closes_a_question_and_leads_from_rest_to_the_statistics_first() {
    let mut desk = desk_with_result();
    journal::submit_order(desk.app.world_mut(), Order::LeaveField).expect("the battle is over");
    desk.app.world_mut().resource_mut::<Session>().after_battle = Some(AfterBattleStep::LeaveField);
    assert!(back(&mut desk).is_none());
    assert!(desk.session().after_battle.is_none(), "the question is closed");
    assert!(back(&mut desk).is_none(), "the statistics are shown");
    assert!(matches!(back(&mut desk), Some(AppCommand::Leave)));
}

#[test]
fn back_asks_before_a_campaign_loses_the_result() {
    let mut desk = desk_with_result();
    let stage: CampaignStage =
        ron::from_str("(id: \"pier\", name: \"Pier\", at: (10, 10), intro: \"\", skirmish: \"warehouse\")")
            .expect("a stage");
    let link = StageLink { campaign: "ledger".to_owned(), stage: "pier".to_owned() };
    let battle = StageBattle { link, stage, side: Side(0), is_recorded: false };
    desk.app.world_mut().insert_resource(CampaignBattle(Some(battle)));
    assert!(back(&mut desk).is_none());
    assert!(matches!(&desk.session().after_battle, Some(AfterBattleStep::Leave(_))));
}

#[test]
fn back_ends_a_replay_after_what_is_open_over_it() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let replay = ReplayPlayback::from_world(desk.app.world(), Path::new("fight.jsonl"));
    desk.app.world_mut().insert_resource(replay);
    desk.app.world_mut().resource_mut::<Session>().help = true;
    assert!(back(&mut desk).is_none());
    assert!(!desk.session().help, "the help is closed first");
    assert!(matches!(back(&mut desk), Some(AppCommand::ExitReplay)));
}
