//! Battles of campaigns for tests of the end screen.

use crate::campaign_battle::StageBattle;
use content::{CampaignStage, StageLink};
use model::Side;

/// A battle for a stage of a campaign whose loss means this.
pub(super) fn stage(on_loss: &str) -> StageBattle {
    let text = format!(
        "(id: \"pier\", name: \"Pier\", at: (10, 10), intro: \"\", skirmish: \"warehouse\", on_loss: {on_loss})"
    );
    let stage: CampaignStage = ron::from_str(&text).expect("a stage");
    let link = StageLink { campaign: "ledger".to_owned(), stage: "pier".to_owned() };
    StageBattle { link, stage, side: Side(0), is_recorded: false }
}
