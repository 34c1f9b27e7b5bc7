//! Weights of AI players: how difficulty and personality affect scores and search.

use super::{Difficulty, Personality};

/// How much better than an attack at hand another plan has to be to be advised, in enemies out of action.
const ADVISED_ATTACK_MARGIN: f64 = 0.05;

/// Share of the harm of charges that careful units and marksmen fear at every level.
const CAREFUL_CHARGES: f64 = 0.5;

/// Least share of a threat that counts behind cover, from hard players on.
const LEFT_BEHIND_COVER: f64 = 0.2;

/// Share of the harm of enemies that come into view first, from hard players on.
const WALKS_INTO_VIEW: f64 = 0.25;

/// Factor for the danger to a unit that another side has to stop or to slay, and the largest error in judging it.
const WANTED_DANGER: f64 = 2.0;
const WANTED_DANGER_ERROR: f64 = 0.3;

/// Weights of the score terms. 1 is an enemy out of action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AiWeights {
    /// Danger to the unit itself.
    pub danger: f64,
    /// Share of the harm of an enemy with a melee weapon that has to walk up first; 0 does not see it.
    pub charges: f64,
    /// Share of the harm of an enemy with a ranged weapon that has to walk first to have the unit in its line of fire; 0 does not see it.
    pub walks_into_view: f64,
    /// Share of an enemy's threat that ends when it is out of action.
    pub threat_removed: f64,
    /// Attacks from the end position in the next phase.
    pub future: f64,
    /// Share of the danger prevented by a defensive action.
    pub guard: f64,
    /// One walk's progress towards the objective.
    pub objective: f64,
    /// One walk's progress towards the enemy, beyond the objective.
    pub close_in: f64,
    /// Bonus for a target without cover.
    pub flank: f64,
    /// Factor for damage to allies.
    pub friendly_fire: f64,
    /// Score of the attacks of a phase from which a unit does not close in on the enemy any more.
    pub satisfying: f64,
    /// Factor for what cover saves, beyond the next attacks: it lasts as long as the unit stays.
    pub cover: f64,
    /// Least share of a threat that counts behind cover, however often what the cover saves counts: better cover is still better.
    pub left_behind_cover: f64,
    /// Relies on friends to draw attacks only where enemies can attack them.
    pub counts_exposed_friends: bool,
    /// Score lost by a unit with a ranged weapon that ends its phase within this many cells of an enemy.
    pub crowding: f64,
    pub crowding_cells: u32,
    /// Distance by path to the enemy from which a unit that can shoot at it need not come closer, as a share of the
    /// range of its weapon.
    pub standoff: f64,
    /// Factor for the score of explosives.
    pub explosives: f64,
    /// Random error of the judged effect of attacks, by target and weapon, and of the danger of squares: 1 judges from
    /// half to twice of what is true, 0 without error.
    pub harm_error: f64,
    pub danger_error: f64,
    /// Share of the squares in reach that are overlooked in a phase, of those with nothing to take cover behind.
    pub overlooked: f64,
    /// Uses special tactics: area attacks, smoke, called shots, pushes, breaches, delays, full defence.
    pub special_tactics: bool,
    /// Draws explosives to throw them.
    pub throws_explosives: bool,
    /// Answers prompts by their odds.
    pub weighs_answers: bool,
    /// Chooses among the defences of a unit by their odds where the book has it defend in any case.
    pub weighs_defences: bool,
    /// Random error of the judged effect of each answer, in the same measure.
    pub answer_error: f64,
    /// Share of the phases in which the unit answers every question by doing nothing: it does not defend, or no better than the book
    /// has it do in any case.
    pub answer_slips: f64,
    /// Leaves symbols unspent in such phases as well, although they are lost, but none of great worth.
    pub forgets_symbols: bool,
    /// Rates plans by the exchange that they lead to.
    pub weighs_exchanges: bool,
    /// Maximum attacks computed per decision.
    pub odds_budget: u32,
    /// Weight of the chance to put a target out of action, besides the mean damage.
    pub finishing: f64,
    /// Factor for attacks on all enemies but the nearest.
    pub beyond_nearest: f64,
    /// Judges its attacks by what the target's cover keeps off.
    pub sees_target_cover: bool,
    /// Squares within which it chooses among the fire modes of its weapons; beyond, it uses the first one.
    pub modes_within: u32,
    /// Judges its targets by the health that they have left; others take them for unhurt.
    pub sees_wounds: bool,
    /// How much better than an attack that can be made at once another plan has to be rated, to be chosen: 0 for players.
    pub attack_margin: f64,
    /// Announces attacks in view of what allies have announced before.
    pub coordinates: bool,
    /// Least share of what an attack on the best target does that an attack on the chosen target does: errors of
    /// judgement prefer no target that is worse than that.
    pub least_choice: f64,
    /// Share of the phases of every other round in which the unit is wary: it attacks from where it stands and keeps away from
    /// enemies.
    pub wariness: f64,
    /// Share of the phases in which a unit with an attack at hand does not look for a better place to attack from.
    pub steadiness: f64,
    /// Share of the phases in which a unit acts without a plan: it attacks the nearest enemy in sight, or walks straight
    /// towards it, and looks for no cover.
    pub recklessness: f64,
    /// Factor for the effect of attacks on enemies that are hurt: below 1 a side spreads its attacks over unhurt ones.
    pub hurt_targets: f64,
    /// Chance that the attacks of a phase put a hurt enemy out of action from which they are neither counted for less nor underrated;
    /// above 1 none are exempted.
    pub sure_finish: f64,
    /// Share of the phases in which a unit attacks only once, as long as an enemy threatens it, and uses what is left for its safety.
    pub single_attacks: f64,
}

impl AiWeights {
    /// Weights without danger, errors of judgement and special tactics: what every difficulty begins with.
    const BASE: Self = Self {
        danger: 0.0,
        charges: 0.0,
        walks_into_view: 0.0,
        threat_removed: 0.0,
        future: 0.0,
        guard: 0.35,
        objective: 0.1,
        close_in: 0.02,
        flank: 0.0,
        friendly_fire: 0.0,
        satisfying: 0.4,
        cover: 4.0,
        left_behind_cover: 0.0,
        counts_exposed_friends: false,
        crowding: 0.06,
        crowding_cells: 2,
        standoff: 0.5,
        explosives: 1.0,
        harm_error: 0.0,
        danger_error: 0.0,
        overlooked: 0.0,
        special_tactics: false,
        throws_explosives: false,
        weighs_answers: false,
        weighs_defences: false,
        answer_error: 0.0,
        answer_slips: 0.0,
        forgets_symbols: false,
        weighs_exchanges: false,
        odds_budget: 60,
        finishing: 1.0,
        beyond_nearest: 1.0,
        sees_target_cover: true,
        modes_within: u32::MAX,
        sees_wounds: true,
        attack_margin: 0.0,
        coordinates: false,
        least_choice: 1.0,
        wariness: 0.0,
        steadiness: 0.0,
        recklessness: 0.0,
        hurt_targets: 1.0,
        sure_finish: 2.0,
        single_attacks: 0.0,
    };

    /// Weights of normal players.
    const NORMAL: Self = Self {
        danger: 2.0,
        charges: 0.3,
        future: 0.1,
        friendly_fire: 1.0,
        harm_error: 3.0,
        danger_error: 3.0,
        overlooked: 0.85,
        finishing: 0.0,
        beyond_nearest: 0.1,
        sees_target_cover: false,
        sees_wounds: false,
        modes_within: 8,
        least_choice: 0.1,
        wariness: 0.9,
        steadiness: 1.0,
        recklessness: 0.3,
        hurt_targets: 0.1,
        sure_finish: 0.4,
        single_attacks: 0.95,
        answer_slips: 0.8,
        forgets_symbols: true,
        throws_explosives: true,
        coordinates: true,
        odds_budget: 800,
        ..Self::BASE
    };

    /// Weights of hard players.
    const HARD: Self = Self {
        danger: 1.2,
        charges: 0.3,
        future: 0.1,
        objective: 0.15,
        walks_into_view: WALKS_INTO_VIEW,
        left_behind_cover: LEFT_BEHIND_COVER,
        counts_exposed_friends: true,
        friendly_fire: 1.5,
        harm_error: 3.0,
        danger_error: 0.5,
        overlooked: 0.5,
        finishing: 0.4,
        least_choice: 0.2,
        wariness: 0.3,
        steadiness: 0.6,
        recklessness: 0.15,
        hurt_targets: 0.35,
        sure_finish: 0.4,
        single_attacks: 0.55,
        answer_slips: 0.45,
        weighs_defences: true,
        throws_explosives: true,
        coordinates: true,
        odds_budget: 1500,
        ..Self::BASE
    };

    /// Weights of brutal players.
    const BRUTAL: Self = Self {
        danger: 1.2,
        charges: 0.5,
        threat_removed: 0.4,
        future: 0.1,
        objective: 0.15,
        walks_into_view: WALKS_INTO_VIEW,
        left_behind_cover: LEFT_BEHIND_COVER,
        counts_exposed_friends: true,
        friendly_fire: 1.5,
        harm_error: 1.0,
        danger_error: 0.3,
        overlooked: 0.2,
        special_tactics: true,
        throws_explosives: true,
        weighs_answers: true,
        answer_error: 0.6,
        answer_slips: 0.35,
        coordinates: true,
        least_choice: 0.35,
        wariness: 0.2,
        steadiness: 0.3,
        recklessness: 0.1,
        hurt_targets: 0.5,
        sure_finish: 0.4,
        single_attacks: 0.4,
        odds_budget: 3000,
        ..Self::BASE
    };

    /// Weights of master players: what exchanges tell about danger and threats counts less.
    const MASTER: Self = Self {
        danger: 0.6,
        charges: 0.5,
        threat_removed: 1.0,
        future: 0.1,
        objective: 0.15,
        walks_into_view: WALKS_INTO_VIEW,
        left_behind_cover: LEFT_BEHIND_COVER,
        counts_exposed_friends: true,
        friendly_fire: 1.5,
        special_tactics: true,
        throws_explosives: true,
        weighs_answers: true,
        coordinates: true,
        weighs_exchanges: true,
        odds_budget: 4000,
        ..Self::BASE
    };

    /// Weights of a difficulty and a personality.
    pub fn new(difficulty: Difficulty, personality: Personality) -> Self {
        Self::of_difficulty(difficulty).with_personality(personality)
    }

    /// Weights of a difficulty, for a unit without habits of its own.
    const fn of_difficulty(difficulty: Difficulty) -> Self {
        match difficulty {
            Difficulty::Random | Difficulty::Easy => Self::BASE,
            Difficulty::Normal => Self::NORMAL,
            Difficulty::Hard => Self::HARD,
            Difficulty::Brutal => Self::BRUTAL,
            Difficulty::Master => Self::MASTER,
        }
    }

    /// Factor for the effect of attacks on a target that the unit misjudges by a factor. Those of two targets differ by no
    /// more than the least choice allows.
    pub fn target_factor(&self, misjudged: f64, is_nearest: bool) -> f64 {
        let most = self.least_choice.sqrt().recip();
        let nearness = if is_nearest { 1.0 } else { self.beyond_nearest };
        (nearness * misjudged).clamp(most.recip(), most)
    }

    /// The weights of an adviser: the same judgement without its errors, with the attack at hand before another plan that is
    /// about as good.
    pub fn for_advice(self) -> Self {
        Self {
            harm_error: 0.0,
            danger_error: 0.0,
            overlooked: 0.0,
            answer_error: 0.0,
            answer_slips: 0.0,
            wariness: 0.0,
            steadiness: 0.0,
            recklessness: 0.0,
            hurt_targets: 1.0,
            single_attacks: 0.0,
            attack_margin: ADVISED_ATTACK_MARGIN,
            ..self
        }
    }

    /// The weights of a unit that another side has to stop or to slay: it keeps out of reach, and others do the fighting. Every level
    /// looks after it: the battle is over without it.
    pub fn for_wanted_unit(self) -> Self {
        Self {
            danger: WANTED_DANGER * self.danger,
            danger_error: self.danger_error.min(WANTED_DANGER_ERROR),
            overlooked: 0.0,
            close_in: 0.0,
            standoff: 1.0,
            recklessness: 0.0,
            wariness: if self.wariness > 0.0 { 1.0 } else { 0.0 },
            ..self
        }
    }

    fn with_personality(self, personality: Personality) -> Self {
        match personality {
            Personality::Even => self,
            Personality::Aggressive => Self {
                danger: 0.7 * self.danger,
                close_in: self.close_in + 0.04,
                crowding: 0.0,
                standoff: 0.1,
                wariness: 0.0,
                steadiness: 0.0,
                ..self
            },
            Personality::Careful => Self {
                danger: 1.4 * self.danger,
                charges: CAREFUL_CHARGES,
                close_in: self.close_in - 0.02,
                standoff: 0.7,
                recklessness: 0.0,
                ..self
            },
            Personality::Flanker => Self { flank: 0.15, ..self },
            Personality::Marksman => Self {
                close_in: self.close_in - 0.02,
                crowding: 2.0 * self.crowding,
                crowding_cells: 6,
                standoff: 1.0,
                charges: CAREFUL_CHARGES,
                recklessness: 0.0,
                ..self
            },
            Personality::Grenadier => Self { explosives: 1.5, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors of judgement are at most fourfold, and other targets than the nearest count a tenth for normal players.
    #[test]
    fn errors_prefer_no_target_that_is_much_worse() {
        let levels = [(Difficulty::Normal, 0.1), (Difficulty::Hard, 0.2), (Difficulty::Brutal, 0.35)];
        for (level, least) in levels {
            let weights = AiWeights::new(level, Personality::Even);
            let (worst, best) = (weights.target_factor(0.25, false), weights.target_factor(4.0, true));
            assert!((worst / best - least).abs() < 1e-9, "{level}: {worst} {best}");
            assert!((weights.target_factor(1.0, true) - 1.0).abs() < 1e-9, "{level}");
        }
        let normal = AiWeights::new(Difficulty::Normal, Personality::Even);
        assert!(
            normal.target_factor(1.0, false) < normal.target_factor(0.9, true),
            "the nearest is preferred"
        );
        let master = AiWeights::new(Difficulty::Master, Personality::Even);
        assert!((master.target_factor(1.0, false) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn no_level_spares_an_enemy_that_it_can_finish() {
        let finishes = |level| AiWeights::new(level, Personality::Even).sure_finish <= 0.4;
        let levels = [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal];
        assert_eq!(levels.map(finishes), [true; 3]);
    }

    #[test]
    fn only_normal_players_keep_to_one_fire_mode_at_far_enemies() {
        let within = [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master]
            .map(|level| AiWeights::new(level, Personality::Even).modes_within);
        assert_eq!(within, [8, u32::MAX, u32::MAX, u32::MAX]);
    }

    #[test]
    fn from_hard_on_players_see_better_cover_exposed_friends_and_walks_into_view() {
        for level in Difficulty::ALL {
            let weights = AiWeights::new(level, Personality::Even);
            let is_hard = level >= Difficulty::Hard;
            assert_eq!(weights.left_behind_cover > 0.0, is_hard, "{level}");
            assert_eq!(weights.counts_exposed_friends, is_hard, "{level}");
            assert_eq!(weights.walks_into_view > 0.0, is_hard, "{level}");
        }
    }

    #[test]
    fn aggressive_units_neither_hesitate_nor_stay() {
        for level in Difficulty::ALL {
            let weights = AiWeights::new(level, Personality::Aggressive);
            assert!(weights.wariness <= 0.0 && weights.steadiness <= 0.0, "{level}");
        }
        let even = [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master]
            .map(|level| AiWeights::new(level, Personality::Even));
        assert!(even.is_sorted_by(|lower, higher| lower.wariness > higher.wariness));
        assert!(even.is_sorted_by(|lower, higher| lower.steadiness > higher.steadiness));
    }

    #[test]
    fn careful_units_and_marksmen_are_never_reckless_and_fear_charges() {
        for level in Difficulty::ALL {
            for personality in [Personality::Careful, Personality::Marksman] {
                let weights = AiWeights::new(level, personality);
                assert!(weights.recklessness <= 0.0 && weights.charges > 0.0, "{level}");
            }
        }
        assert!(AiWeights::new(Difficulty::Normal, Personality::Even).recklessness > 0.0);
    }

    #[test]
    fn a_unit_that_others_have_to_slay_judges_danger_alike_at_all_levels() {
        for level in [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal] {
            let player = AiWeights::new(level, Personality::Aggressive);
            let wanted = player.for_wanted_unit();
            assert!(player.overlooked > 0.0 && player.danger_error > 0.0, "{level}");
            assert!(wanted.overlooked <= 0.0 && wanted.danger_error <= 0.3, "{level}");
            assert!((wanted.danger - 2.0 * player.danger).abs() < 1e-9, "{level}");
        }
    }

    #[test]
    fn an_adviser_judges_like_a_brutal_player_without_errors() {
        let player = AiWeights::new(Difficulty::Brutal, Personality::Even);
        let adviser = player.for_advice();
        assert!(player.harm_error > 0.0 && player.overlooked > 0.0 && player.attack_margin <= 0.0);
        assert!(adviser.harm_error <= 0.0 && adviser.danger_error <= 0.0 && adviser.overlooked <= 0.0);
        assert!(player.answer_error > 0.0 && player.wariness > 0.0);
        assert!(
            adviser.answer_error <= 0.0
                && adviser.wariness <= 0.0
                && adviser.steadiness <= 0.0
                && adviser.recklessness <= 0.0
                && adviser.single_attacks <= 0.0
                && (adviser.hurt_targets - 1.0).abs() < 1e-9
                && adviser.attack_margin > 0.0
        );
        let errors = AiWeights {
            harm_error: player.harm_error,
            danger_error: player.danger_error,
            overlooked: player.overlooked,
            answer_error: player.answer_error,
            answer_slips: player.answer_slips,
            wariness: player.wariness,
            steadiness: player.steadiness,
            recklessness: player.recklessness,
            hurt_targets: player.hurt_targets,
            single_attacks: player.single_attacks,
            attack_margin: player.attack_margin,
            ..adviser
        };
        assert_eq!(errors, player, "everything else is the same");
    }
}
