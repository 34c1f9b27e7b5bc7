//! Highlights of a battle: the unit that did best, the best moment, and the luck of all units.

mod attack_moments;
mod best_moment;
mod best_unit;
mod harm_luck;
mod moment_odds;

use std::collections::BTreeMap;

use bevy::prelude::*;

pub(crate) use self::attack_moments::AttackMoment;
#[cfg(test)]
pub(crate) use self::attack_moments::{Feats, Triumphs};
use self::attack_moments::{LEAST_BLOW, as_survival, find_blows, find_ordered_attacks, has_harmed};
pub(crate) use self::best_moment::BestMoment;
use self::best_moment::{SideRank, choose_best_moment, prefer_blow};
pub(crate) use self::best_unit::BestUnit;
use self::best_unit::{Measures, find_best_unit, is_wanted_out};
pub(crate) use self::harm_luck::HarmLuck;
use self::harm_luck::count_harm_luck;
pub(crate) use self::moment_odds::ShownOdds;
use self::moment_odds::shown_odds;
use super::counted_damage::health_left_of;
use super::statistics::are_enemies_by;
use crate::ai_players::AiController;
use crate::background_task::BackgroundTask;
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::is_battle_shown;
use crate::redraw::WindowWaker;
use battle::{BattleView, History, Order};
use model::UnitId;
use rules::HealthState;

/// What a replay of the battle tells.
struct ReplayFindings {
    /// The best moment; `None` if no attack has chances to state.
    best_moment: Option<BestMoment>,
    /// The luck of the units in attacks whose odds are known.
    luck: BTreeMap<UnitId, HarmLuck>,
}

/// The highlights of the finished battle on the screen. The best moment and the luck take a replay of the battle, in the background.
#[derive(Resource, Default)]
pub(crate) struct BattleHighlights {
    /// The position that they belong to.
    found_for: Option<BattleRevision>,
    /// The unit that did best; `None` if no enemy was harmed.
    pub best_unit: Option<BestUnit>,
    /// The unit of the only person that did best, if the best one is of another side.
    pub own_best: Option<BestUnit>,
    findings: BackgroundTask<BattleRevision, ReplayFindings>,
}

impl BattleHighlights {
    /// What the replay has told; `None` until it is known.
    fn findings(&self) -> Option<&ReplayFindings> {
        self.findings.get(self.found_for.as_ref()?).map(AsRef::as_ref)
    }

    /// The best moment; `None` if no attack has chances to state, and until they are known.
    pub fn best_moment(&self) -> Option<&BestMoment> {
        self.findings()?.best_moment.as_ref()
    }

    /// The luck of a unit; `None` if no attack of it or on it has known odds, and until they are known.
    pub fn harm_luck(&self, unit: UnitId) -> Option<&HarmLuck> {
        self.findings()?.luck.get(&unit)
    }

    /// Whether the best moment and the luck are still being looked for.
    pub fn is_looking(&self) -> bool {
        self.findings().is_none()
    }
}

/// Finds the highlights once a battle is over.
pub(crate) struct HighlightsPlugin;

impl Plugin for HighlightsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BattleHighlights>().add_systems(Update, find_highlights.run_if(is_battle_shown));
    }
}

/// Finds the highlights of a battle that is over, and forgets those of another one.
fn find_highlights(
    mut highlights: ResMut<BattleHighlights>,
    view: BattleView,
    history: Res<History>,
    revision: RevisionReader,
    (waker, opponents): (Res<WindowWaker>, Res<AiController>),
) {
    highlights.findings.poll();
    let Some(outcome) = view.round().outcome() else {
        if highlights.found_for.is_some() {
            highlights.found_for = None;
        }
        return;
    };
    let now = revision.current();
    // Orders after the end, such as rest, change nothing of the fight.
    let goes_on_after = |found: BattleRevision| now.continues(&found) && now.records > found.records;
    if highlights.found_for.is_some_and(|found| found == now || goes_on_after(found)) {
        return;
    }
    let side_of = |unit| view.unit_ignoring_fog(unit).map(|unit| *unit.side);
    let are_enemies = are_enemies_by(side_of);
    let records = history.records();
    highlights.found_for = Some(now);
    let people = opponents.person_sides(view.setup().bundle().skirmish.sides.len());
    let skirmish = &view.setup().bundle().skirmish;
    let is_goal =
        |id| view.unit_ignoring_fog(id).is_some_and(|unit| is_wanted_out(skirmish, unit.identity.name()));
    let left_with = |id, health: &HealthState| health_left_of(&view, id, health);
    let measures = Measures { is_goal: &is_goal, health_left: &left_with };
    highlights.best_unit = find_best_unit(records, &are_enemies, &measures, |_| true);
    highlights.own_best = match people.as_slice() {
        [own] => find_best_unit(records, &are_enemies, &measures, |unit| side_of(unit) == Some(*own)),
        _ => None,
    };
    if highlights.own_best.map(|own| own.unit) == highlights.best_unit.map(|best| best.unit) {
        highlights.own_best = None;
    }
    let rank = |unit: UnitId| {
        side_of(unit).map_or(SideRank::Other, |side| SideRank::of(side, outcome.winner, &people))
    };
    let (attacks, blows) = (find_ordered_attacks(records, &are_enemies), find_blows(records, &are_enemies));
    let units = attacks.iter().chain(&blows).flat_map(|attack| [attack.unit, attack.target]);
    let ranks = units.map(|unit| (unit, rank(unit))).collect();
    let fought = FoughtAttacks { attacks, blows, ranks };
    let setup = view.setup().clone();
    let orders: Vec<Order> = records.iter().map(|record| record.order.clone()).collect();
    highlights.findings.request(now, &waker, move || {
        let odds = shown_odds(&setup, &orders, &fought.attacks);
        fought.rate(&odds)
    });
}

/// The attacks of a battle, and whose moments come first.
struct FoughtAttacks {
    /// The ordered attacks on enemies.
    attacks: Vec<AttackMoment>,
    /// The orders that took several enemies out, or decided the battle.
    blows: Vec<AttackMoment>,
    /// The rank of each unit's side.
    ranks: BTreeMap<UnitId, SideRank>,
}

impl FoughtAttacks {
    /// Finds the best moment and the luck of all units, with the chances of each attack.
    fn rate(self, odds: &[Option<ShownOdds>]) -> ReplayFindings {
        let luck = count_harm_luck(&self.attacks, odds);
        let mut moments = Vec::new();
        for (attack, odds) in self.attacks.iter().zip(odds) {
            moments.extend(has_harmed(attack).then(|| (attack.clone(), *odds)));
            moments.extend(as_survival(attack).map(|survived| (survived, *odds)));
        }
        let rank_of = |(moment, _): &(AttackMoment, Option<ShownOdds>)| {
            self.ranks.get(&moment.hero()).copied().unwrap_or(SideRank::Other)
        };
        let ranks: Vec<SideRank> = moments.iter().map(rank_of).collect();
        let (moments, moment_odds): (Vec<AttackMoment>, Vec<Option<ShownOdds>>) = moments.into_iter().unzip();
        let rarest = choose_best_moment(moments, &ranks, moment_odds);
        let mut best_moment = prefer_blow(self.blows, rarest, &self.ranks);
        // The blow that decided the battle has chances too, if a card showed them.
        let without_odds = |best: &&mut BestMoment| best.odds.is_none() && best.attack.downed < LEAST_BLOW;
        if let Some(best) = best_moment.as_mut().filter(without_odds) {
            let place = |attack: &AttackMoment| (attack.orders.start, attack.unit, attack.target);
            let mut rated = self.attacks.iter().zip(odds);
            let known = rated.find(|(attack, _)| place(attack) == place(&best.attack));
            best.odds = known.and_then(|(_, odds)| *odds);
        }
        ReplayFindings { best_moment, luck }
    }
}

#[cfg(test)]
mod tests;
