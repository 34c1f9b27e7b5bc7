//! The same battle again with other players: sides swapped, or the AI at another difficulty after a clear result.

use super::outcome_sentences::BattleEnd;
use crate::ai_players::SidePlayer;
use ai::Difficulty;
use battle_log::log_text::capitalise;
use model::Side;

/// Another difficulty that is offered after a clear result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LevelOffer {
    /// What the player may have thought: "Too easy?".
    pub question: &'static str,
    /// What the button does: "Play again at Hard".
    pub label: String,
    /// The players.
    pub seats: Vec<SidePlayer>,
}

/// What is offered after a battle of one person against AI players; nothing after others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RematchOffers {
    /// Name of the other side that the person can play, and the players then.
    pub swap: Option<(String, Vec<SidePlayer>)>,
    /// Another difficulty.
    pub level: Option<LevelOffer>,
}

impl RematchOffers {
    /// Finds what is offered after the end of a battle.
    pub fn find(end: &BattleEnd) -> Self {
        let Some(you) = end.your_side() else { return Self::default() };
        let players = &end.players;
        let levels: Vec<Difficulty> = players.iter().filter_map(|player| level_of(*player)).collect();
        if levels.is_empty() || levels.len() + 1 != players.len() {
            return Self::default();
        }
        let own = usize::from(you.0);
        let other = (own + 1) % players.len();
        let mut swapped = players.clone();
        swapped.swap(own, other);
        let name = end.skirmish.sides.get(other).map(|side| side.name.clone());
        Self { swap: name.map(|name| (name, swapped)), level: level_offer(end, you, &levels) }
    }
}

/// The difficulty of an AI player.
fn level_of(player: SidePlayer) -> Option<Difficulty> {
    match player {
        SidePlayer::Ai { difficulty, .. } => Some(difficulty),
        SidePlayer::Person | SidePlayer::Training(_) => None,
    }
}

/// Offers the next difficulty if the winner has kept most of its units; `None` after a close result and a draw.
fn level_offer(end: &BattleEnd, you: Side, levels: &[Difficulty]) -> Option<LevelOffer> {
    let winner = end.outcome.winner?;
    if !end.fates.get(usize::from(winner.0))?.has_kept_most() {
        return None;
    }
    let mut known = SidePlayer::LEVELS.into_iter();
    let (question, level) = match winner == you {
        true => ("Too easy?", known.find(|level| levels.iter().all(|now| level > now))),
        false => ("Too hard?", known.rfind(|level| levels.iter().all(|now| level < now))),
    };
    let level = level?;
    let seats = end.players.iter().map(|player| with_level(*player, level)).collect();
    let label = format!("Play again at {}", capitalise(&level.to_string()));
    Some(LevelOffer { question, label, seats })
}

/// The same player at another difficulty; people stay.
fn with_level(player: SidePlayer, difficulty: Difficulty) -> SidePlayer {
    match player {
        SidePlayer::Ai { personality, .. } => SidePlayer::Ai { difficulty, personality },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome_sentences::{SideFate, end_for_tests};
    use super::*;

    const PERSON: SidePlayer = SidePlayer::Person;

    const fn ai(difficulty: Difficulty) -> SidePlayer {
        SidePlayer::Ai { difficulty, personality: None }
    }

    /// What is offered if the winner has kept some of three units.
    fn offers(players: [SidePlayer; 2], winner: Option<u8>, kept: u32) -> RematchOffers {
        let kept = SideFate { active: kept, out: 3 - kept, ..SideFate::default() };
        let lost = SideFate { out: 3, ..SideFate::default() };
        let fates = if winner == Some(1) { [lost, kept] } else { [kept, lost] };
        end_for_tests(|end| {
            (end.players, end.fates) = (players.to_vec(), fates.to_vec());
            end.outcome.winner = winner.map(Side);
            RematchOffers::find(end)
        })
    }

    #[test]
    fn a_clear_result_offers_the_next_difficulty() {
        let level = |winner, kept, difficulty| {
            let level = offers([PERSON, ai(difficulty)], Some(winner), kept).level?;
            Some((level.question, level.label, level.seats))
        };
        let harder = ("Too easy?", "Play again at Hard".to_owned(), vec![PERSON, ai(Difficulty::Hard)]);
        assert_eq!(level(0, 2, Difficulty::Normal), Some(harder));
        let easier = ("Too hard?", "Play again at Easy".to_owned(), vec![PERSON, ai(Difficulty::Easy)]);
        assert_eq!(level(1, 3, Difficulty::Normal), Some(easier));
        assert_eq!(level(0, 1, Difficulty::Normal), None, "a close victory");
        assert_eq!(level(0, 3, Difficulty::Master), None, "there is nothing above");
        assert_eq!(level(1, 3, Difficulty::Easy), None, "there is nothing below");
        assert_eq!(offers([PERSON, ai(Difficulty::Normal)], None, 3).level, None, "a draw");
    }

    #[test]
    fn sides_are_swapped_with_the_ai_only() {
        let hard = ai(Difficulty::Hard);
        let swapped = offers([PERSON, hard], Some(0), 1).swap;
        assert_eq!(swapped, Some(("Orange".to_owned(), vec![hard, PERSON])));
        for players in [[PERSON, PERSON], [hard, hard]] {
            assert_eq!(offers(players, Some(0), 3), RematchOffers::default());
        }
    }
}
