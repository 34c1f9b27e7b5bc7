//! Campaigns: linked skirmishes that a squad fights one after the other, and how far a player has come.

mod campaign_file;
mod progress;

pub(crate) use campaign_file::read_campaign;
pub use campaign_file::{CAMPAIGN_FORMAT, Campaign, CampaignStage, LossRule, StageRest, check_campaign};
pub use progress::{
    CampaignEnd, CampaignProgress, PROGRESS_FORMAT, ProgressFileError, StageLink, StageResult, StageState,
};
