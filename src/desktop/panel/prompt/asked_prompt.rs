//! `AskedPrompt`: an open question together with everything that its list of answers shows, such as the forecast and
//! the area of the attack.

use super::list_space::ListSpace;
use crate::panel::cards::area_words::AskedArea;
use crate::panel::purchases::Purchases;
use battle::PromptContext;
use dice::Prompt;
use model::UnitId;
use rules::{Forecast, SpendingOffer};

/// An open prompt, with what is known of the attack that it is about.
#[derive(Clone, Copy)]
pub(super) struct AskedPrompt<'a> {
    pub prompt: &'a Prompt,
    /// What symbols buy.
    pub offer: Option<&'a SpendingOffer>,
    /// The chosen purchases, where several can be chosen.
    pub purchases: Option<&'a Purchases>,
    /// The unit that is chosen on the board, if it is not the asked one.
    pub on_board: Option<UnitId>,
    /// The forecast of the attack against which a defence is chosen.
    pub forecast: Option<&'a Forecast>,
    /// The attack that waits for the answer.
    pub pending: Option<&'a PromptContext<'a>>,
    /// The area of the attack.
    pub area: Option<&'a AskedArea>,
    /// The space for the list of answers.
    pub space: ListSpace,
}
