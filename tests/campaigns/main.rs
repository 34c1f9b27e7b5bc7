//! Campaigns: every stage can be played under every rulebook, and squads go from stage to stage.

use std::path::Path;
use std::sync::Arc;

use bevy_ecs::prelude::World;
use breachline::battle::{self, Order, RoundState, journal};
use breachline::content::{
    self, Campaign, CampaignEnd, CampaignProgress, CampaignStage, Content, Squad, StageResult, StageState,
};
use breachline::model::Side;
use breachline::rules::Book;

fn content() -> Content {
    let loaded = content::load_content(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.content
}

/// A stage that is played.
struct PlayedStage {
    world: World,
    side: Side,
}

impl PlayedStage {
    fn begin(content: &Content, progress: &CampaignProgress, stage: &CampaignStage) -> Self {
        let overrides = progress.overrides(stage);
        let bundle = content::bundle_skirmish(content, &stage.skirmish, &overrides)
            .unwrap_or_else(|error| panic!("{} under {}: {error}", stage.id, progress.book.name()));
        bundle.check().expect("it can be saved and read");
        let named = bundle.skirmish.sides.iter().position(|side| Some(&side.name) == stage.side.as_ref());
        let side = Side(u8::try_from(named.unwrap_or(0)).expect("few sides"));
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, Arc::new(bundle), 7);
        for side in 0..2 {
            journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("both are ready");
        }
        Self { world, side }
    }

    /// Names of the player's units.
    fn names(&mut self) -> Vec<String> {
        let side = self.side;
        battle::with_view(&mut self.world, |view| {
            let own = view.units().filter(|unit| *unit.side == side);
            own.map(|unit| unit.identity.name().to_owned()).collect()
        })
    }

    /// Ends the battle by the surrender of a side, and leaves the field.
    fn end(&mut self, loser: Side) -> (bool, Option<Squad>) {
        journal::submit_order(&mut self.world, Order::Surrender { side: loser })
            .expect("allowed at any time");
        let outcome = self.world.resource::<RoundState>().outcome().expect("it is over");
        let has_won = outcome.winner == Some(self.side);
        journal::submit_order(&mut self.world, Order::LeaveField).expect("the battle is over");
        let side = self.side;
        (has_won, battle::with_view(&mut self.world, |view| battle::surviving_squad(view, side)))
    }

    fn win(&mut self) -> (bool, Option<Squad>) {
        self.end(Side(1 - self.side.0))
    }
}

fn ledger(content: &Content) -> &Campaign {
    content.campaigns.get("ledger").expect("it is shipped")
}

#[test]
fn the_campaign_can_be_won_under_every_rulebook() {
    let content = content();
    let campaign = ledger(&content);
    assert_eq!(campaign.stages.len(), 5);
    for book in Book::ALL {
        let mut progress = CampaignProgress::new("ledger", book, "normal");
        let mut played = 0;
        while let Some(stage) = progress.next_stage(campaign) {
            let mut battle = PlayedStage::begin(&content, &progress, stage);
            if let Some(squad) = &progress.squad {
                let names = battle.names();
                let first = &squad.members[0].name;
                assert!(names.iter().any(|name| name == first), "{}: {first} fights on: {names:?}", stage.id);
            }
            let (has_won, survivors) = battle.win();
            assert!(has_won, "{} under {}", stage.id, book.name());
            assert!(progress.record(stage, has_won, survivors), "{}", stage.id);
            played += 1;
        }
        assert_eq!(played, 5, "{}", book.name());
        assert_eq!(progress.end(campaign), Some(CampaignEnd::Won));
    }
}

#[test]
fn a_lost_stage_is_played_again_or_passed_as_the_file_says() {
    let content = content();
    let campaign = ledger(&content);
    let mut progress = CampaignProgress::new("ledger", Book::SwanSong, "normal");
    let first = &campaign.stages[0];
    let mut battle = PlayedStage::begin(&content, &progress, first);
    let own = battle.side;
    let (has_won, survivors) = battle.end(own);
    assert!(!has_won && !progress.record(first, has_won, survivors), "it is played again");
    assert_eq!((progress.stage_state(first), &progress.squad), (StageState::Open, &None));
    let (has_won, survivors) = PlayedStage::begin(&content, &progress, first).win();
    assert!(progress.record(first, has_won, survivors));
    let lane = campaign.stage("lane").expect("a stage");
    let mut battle = PlayedStage::begin(&content, &progress, lane);
    let own = battle.side;
    let (has_won, survivors) = battle.end(own);
    assert!(progress.record(lane, has_won, survivors), "the campaign goes on");
    assert_eq!(progress.stage_state(lane), StageState::Done(StageResult::Lost));
    assert_eq!(progress.stage_state(campaign.stage("street").expect("a stage")), StageState::Open);
}

#[test]
fn recruits_fill_up_and_a_night_heals() {
    let content = content();
    let campaign = ledger(&content);
    let mut progress = CampaignProgress::new("ledger", Book::SwanSong, "normal");
    let first = &campaign.stages[0];
    let (has_won, survivors) = PlayedStage::begin(&content, &progress, first).win();
    progress.record(first, has_won, survivors);
    let squad = progress.squad.as_mut().expect("survivors");
    squad.members.truncate(2);
    squad.members[1].unfit = true;
    let own_units = |progress: &CampaignProgress, stage: &CampaignStage| {
        let bundle =
            content::bundle_skirmish(&content, &stage.skirmish, &progress.overrides(stage)).expect("valid");
        let side = bundle.skirmish.sides.iter().position(|side| Some(&side.name) == stage.side.as_ref());
        let own = bundle.skirmish.units.iter().filter(|unit| Some(usize::from(unit.side)) == side);
        own.map(|unit| (unit.name.clone(), unit.campaign_unit.is_some())).collect::<Vec<_>>()
    };
    let (fit, unfit) = {
        let squad = progress.squad.as_ref().expect("survivors");
        (squad.members[0].name.clone(), squad.members[1].name.clone())
    };
    let lane = own_units(&progress, campaign.stage("lane").expect("a stage"));
    assert_eq!(lane.len(), 2, "one is fit, and there is one recruit: {lane:?}");
    assert_eq!(lane[0], (fit.clone(), true), "with its wounds");
    assert!(!lane[1].1 && lane[1].0 != unfit, "{lane:?}");
    let pier = own_units(&progress, campaign.stage("pier").expect("a stage"));
    assert_eq!(pier.len(), 4, "{pier:?}");
    assert_eq!(pier[..2], [(fit, false), (unfit, false)], "healed");
    progress.squad.as_mut().expect("survivors").members[0].unfit = true;
    let lane = own_units(&progress, campaign.stage("lane").expect("a stage"));
    assert_eq!(lane.len(), 3, "no member was fit, so all rest first: {lane:?}");
}
