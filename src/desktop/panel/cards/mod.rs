//! TODO desktop::panel::cards

pub mod card_layout;
pub mod damage_chart;
pub mod forecast_details;
pub mod hover_card;
pub mod knockback_card;
pub mod move_card;
pub mod timed_item_card;
