//! Cards beside the cursor: forecasts of attacks, moves, timed items and knockback.

pub mod card_layout;
pub mod damage_chart;
pub mod forecast_details;
pub mod hover_card;
pub mod knockback_card;
pub mod move_card;
pub mod timed_item_card;
