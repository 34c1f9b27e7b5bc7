//! Exact odds of attacks, cached by range, cover, barrier, light and ground.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::line_of_fire_cache::{LineOfFireCache, MapLineCache, PlacedBody};
use battle::{AttackChoice, BattleView};
use content::Terrain;
use field::{Body, Grid, TargetExposure};
use model::{BarrierId, Cell, UnitId};
use rules::{DamageBar, FireMode, GroundConditions, Odds, WeaponMalfunction, play};

/// A weapon with fire mode and attack option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WeaponUse {
    /// Slot of the weapon in its owner's inventory.
    pub weapon: usize,
    /// Fire mode.
    pub mode: Option<FireMode>,
    /// Attack option; `None` for a plain attack.
    pub option: Option<&'static str>,
}

/// Odds of an attack that AI players consider.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct OddsEstimate {
    /// Probability that the target goes out of action.
    pub out: f64,
    /// Probability of damage.
    pub harm: f64,
    /// Mean damage.
    pub mean: f64,
    /// Probability that the target is knocked down.
    pub knockdown: f64,
    /// Half the width of the range of damage values of a harmful attack: of the range of equally likely values that has the
    /// same variance.
    pub spread: f64,
}

impl OddsEstimate {
    /// Extracts the estimate from exact odds.
    pub fn from_odds(odds: &Odds) -> Self {
        Self {
            out: odds.out,
            harm: odds.harm,
            mean: odds.mean,
            knockdown: odds.knockdown,
            spread: damage_spread(&odds.bars),
        }
    }

    /// Probability that one attack does at least this much damage, for a range of equally likely values: exact for one die.
    pub fn chance_of_damage(&self, damage: f64) -> f64 {
        if self.harm <= 0.0 {
            return 0.0;
        }
        let highest = self.mean / self.harm + self.spread;
        self.harm * ((highest + 0.5 - damage) / (2.0 * self.spread).max(1.0)).clamp(0.0, 1.0)
    }

    /// The odds of an attack whose effect is this many times as large.
    pub fn scaled(&self, factor: f64) -> Self {
        let chance = |chance: f64| (factor * chance).min(1.0);
        Self {
            out: chance(self.out),
            harm: chance(self.harm),
            mean: factor * self.mean,
            knockdown: chance(self.knockdown),
            spread: self.spread,
        }
    }

    /// Score of the attack against a target with `left` health; 1 is a target surely out of action.
    pub fn score(&self, left: f64) -> f64 {
        self.score_with(left, 1.0)
    }

    /// The same with a weight of the chance that the target goes out of action.
    pub fn score_with(&self, left: f64, finishing: f64) -> f64 {
        let wound = (self.mean / left.max(1.0)).min(1.0);
        let out = finishing * self.out;
        out + (1.0 - out) * (0.5 * wound + 0.03 * self.harm + 0.05 * self.knockdown)
    }
}

/// Factor from what attacks on one target with `left` health really do to what they are worth to a player that counts the chance to
/// finish it with a weight. The attack that does most is worth as much as the one that seems best, the others as much less as they
/// do less: every player knows which of its weapons is likeliest to fell a target, even if it does not look for targets to fell.
pub(crate) fn judged_share<'e>(
    attacks: impl IntoIterator<Item = &'e OddsEstimate>,
    (left, finishing): (f64, f64),
) -> f64 {
    let (judged, best) = attacks.into_iter().fold((0.0_f64, 0.0_f64), |(judged, best), attack| {
        (judged.max(attack.score_with(left, finishing)), best.max(attack.score(left)))
    });
    if best > 0.0 { judged / best } else { 1.0 }
}

/// Half the width of a range of whole numbers, all equally likely, with the variance of the damage of a harmful attack.
fn damage_spread(bars: &[DamageBar]) -> f64 {
    let harmful = bars.iter().filter(|bar| bar.damage > 0).map(|bar| (bar.share, f64::from(bar.damage)));
    let add = |(share, sum, squares): (f64, f64, f64), (part, damage): (f64, f64)| {
        (share + part, sum + part * damage, squares + part * damage * damage)
    };
    let (share, sum, squares) = harmful.fold((0.0, 0.0, 0.0), add);
    if share <= 0.0 {
        return MIN_SPREAD;
    }
    let mean = sum / share;
    // The variance of n consecutive numbers is (n * n - 1) / 12.
    (3.0 * (squares / share - mean * mean).max(0.0) + 0.25).sqrt()
}

/// Half the width of the range of a single whole number.
const MIN_SPREAD: f64 = 0.5;

/// Attacks with the same key are assumed to have the same odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct OddsKey {
    attacker: UnitId,
    target: UnitId,
    weapon_use: WeaponUse,
    range: u8,
    cover: u8,
    through: Option<BarrierId>,
    posture: TargetPosture,
    /// Whether the target is on its own cell, in its present posture.
    at_own_cell: bool,
    /// The unit that is taken to stand, and the one that is taken to lie.
    stands: Option<UnitId>,
    lies: Option<UnitId>,
    beside: Option<CoverMaterial>,
    /// Whether the weapon is empty and taken to be reloaded.
    is_reloaded: bool,
    ground: AttackGround,
}

impl OddsKey {
    /// The same attack, whatever the light and the ground are.
    fn on_any_ground(self) -> Self {
        Self { ground: AttackGround::default(), ..self }
    }
}

/// Light, fog, footing and height of an attack: what odds take from the map besides distance and cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct AttackGround {
    attacker: GroundConditions,
    /// Its height is that above the attacker.
    target: GroundConditions,
    obscured_between: bool,
}

impl AttackGround {
    fn between(view: &BattleView, from: Cell, at: Cell) -> Self {
        let ground = |cell: Cell| view.terrain_at(cell).map(Terrain::conditions).unwrap_or_default();
        let (own, target) = (ground(from), ground(at));
        // Hazards and missing air harm any unit on the square, and change no attack.
        let of_attack =
            |place, height_cm| GroundConditions { height_cm, hazard: None, airless: false, ..place };
        let is_obscured = |cell: Cell| view.terrain_at(cell).is_some_and(|terrain| terrain.obscured);
        Self {
            attacker: of_attack(own, 0),
            target: of_attack(target, target.height_cm - own.height_cm),
            obscured_between: from.cells_between(at).any(is_obscured),
        }
    }
}

/// The barrier beside a target that an attack has to pass: barriers with the same values protect in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CoverMaterial {
    armor: u32,
    damage: u32,
    height_cm: u16,
    is_transparent: bool,
}

/// Whether an attack is estimated on a target as it stands, or as if it had more or less cover on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TargetPosture {
    /// As it stands; on another cell than its own, without having taken cover.
    Current,
    /// As if it had taken cover there.
    Covered,
    /// As if nothing hid it.
    Exposed,
}

/// Cached odds of one decision.
pub(crate) struct AiOddsCache<'v> {
    view: &'v BattleView<'v, 'v>,
    grid: Arc<Grid>,
    map_lines: &'v mut MapLineCache,
    known: FxHashMap<OddsKey, Option<OddsEstimate>>,
    /// The same on any ground, for attacks that cannot be computed any more.
    known_roughly: FxHashMap<OddsKey, Option<OddsEstimate>>,
    grounds: FxHashMap<(Cell, Cell), AttackGround>,
    /// Attacks that may still be computed.
    budget_left: u32,
    /// A unit that lies and is taken to stand.
    pub stands: Option<UnitId>,
    /// A unit that stands and is taken to lie.
    pub lies: Option<UnitId>,
    /// Whether empty weapons are taken to be reloaded before an attack.
    pub reloads: bool,
}

impl<'v> AiOddsCache<'v> {
    /// A cache for a view, limited to `budget` computed attacks.
    pub fn new(view: &'v BattleView<'v, 'v>, lines: &'v mut LineOfFireCache, budget: u32) -> Self {
        let grid = view.field().shared_grid();
        let map_lines = lines.for_grid(&grid);
        Self {
            view,
            grid,
            map_lines,
            known: FxHashMap::default(),
            known_roughly: FxHashMap::default(),
            grounds: FxHashMap::default(),
            budget_left: budget,
            stands: None,
            lies: None,
            reloads: false,
        }
    }

    /// Exposure of a target to a shooter; `None` if there is no line of sight.
    pub fn exposure(&mut self, from: PlacedBody, to: PlacedBody) -> Option<TargetExposure> {
        self.map_lines.exposure(&self.grid, from, to)
    }

    /// Whether a unit sees a target, and nothing is in the way of a blow at it.
    pub fn can_strike(&mut self, from: PlacedBody, to: PlacedBody) -> bool {
        self.exposure(from, to).is_some() && self.view.obstacle_to_blow(from, to).is_none()
    }

    /// Odds of an attack over such a line of fire; `None` if it is not allowed or the budget is used up.
    pub fn estimate(
        &mut self,
        (attacker, weapon_use, from): (UnitId, WeaponUse, Cell),
        target: (UnitId, Cell),
        exposure: TargetExposure,
    ) -> Option<OddsEstimate> {
        self.estimate_posture((attacker, weapon_use, from), target, exposure, TargetPosture::Current)
    }

    /// Odds of an attack on a target in a posture; `None` as for [`Self::estimate`].
    pub fn estimate_posture(
        &mut self,
        (attacker, weapon_use, from): (UnitId, WeaponUse, Cell),
        (target, at): (UnitId, Cell),
        exposure: TargetExposure,
        posture: TargetPosture,
    ) -> Option<OddsEstimate> {
        let mut key = OddsKey {
            attacker,
            target,
            weapon_use,
            range: range_class(from, at),
            cover: 0,
            through: None,
            posture,
            at_own_cell: self.is_at(target, at),
            stands: self.stands,
            lies: self.lies,
            beside: None,
            is_reloaded: self.reloads && self.is_empty(attacker, weapon_use.weapon),
            ground: self.ground_between(from, at),
        };
        if posture != TargetPosture::Exposed {
            (key.cover, key.through) = (cover_class(exposure.hidden), exposure.pierces);
            key.beside = self.cover_material((attacker, from), (target, at), exposure);
        }
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let Some(left) = self.budget_left.checked_sub(1) else {
            return self.known_roughly.get(&key.on_any_ground()).copied().flatten();
        };
        self.budget_left = left;
        let estimate = self.compute_estimate((attacker, weapon_use, from), (target, at), posture);
        self.known.insert(key, estimate);
        self.known_roughly.insert(key.on_any_ground(), estimate);
        estimate
    }

    fn ground_between(&mut self, from: Cell, at: Cell) -> AttackGround {
        let view = self.view;
        *self.grounds.entry((from, at)).or_insert_with(|| AttackGround::between(view, from, at))
    }

    /// Allows at least so many more attacks to be computed.
    pub fn allow(&mut self, attacks: u32) {
        self.budget_left = self.budget_left.max(attacks);
    }

    /// Whether no more attacks can be computed.
    pub fn is_spent(&self) -> bool {
        self.budget_left == 0
    }

    /// Whether an attack crosses something beside its target: only then taking cover there keeps it off.
    pub fn crosses_cover(&mut self, from: PlacedBody, to: PlacedBody) -> bool {
        self.map_lines.cover_beside(&self.grid, from, to).is_some()
    }

    fn compute_estimate(
        &self,
        (unit, weapon_use, from): (UnitId, WeaponUse, Cell),
        target: (UnitId, Cell),
        posture: TargetPosture,
    ) -> Option<OddsEstimate> {
        let choice = AttackChoice {
            unit,
            weapon: weapon_use.weapon,
            mode: weapon_use.mode,
            option: weapon_use.option,
        };
        let is_posture_assumed = self.stands.is_some() || self.lies.is_some();
        let is_as_it_is = !is_posture_assumed && self.is_at(unit, from) && self.is_at(target.0, target.1);
        let between = || match (self.stands, self.lies) {
            (Some(stands), _) => self.view.attack_request_standing((choice, from), target, stands),
            (None, Some(lies)) => self.view.attack_request_lying((choice, from), target, lies),
            (None, None) => self.view.attack_request_between((choice, from), target),
        };
        let mut request = match posture {
            TargetPosture::Covered => Arc::new(self.view.with_cover_taken(between()?, target.1)?),
            TargetPosture::Exposed => Arc::new(between()?.without_cover()),
            TargetPosture::Current if is_as_it_is => self.view.attack_request(choice, target.0)?,
            TargetPosture::Current => Arc::new(between()?),
        };
        if self.reloads && self.is_empty(unit, weapon_use.weapon) {
            let magazine = self.view.unit(unit)?.inventory[weapon_use.weapon].magazine();
            let held = &mut Arc::make_mut(&mut request).attacker.held;
            for held in held.iter_mut().filter(|held| held.slot == weapon_use.weapon) {
                (held.loaded, held.fault) = (magazine, WeaponMalfunction::None);
            }
        }
        play::may_attack(&request).ok()?;
        let odds = play::preview(&request)?;
        Some(OddsEstimate::from_odds(&odds))
    }

    /// Whether a weapon has to be reloaded before any attack.
    fn is_empty(&self, unit: UnitId, weapon: usize) -> bool {
        let unit = self.view.unit(unit);
        unit.as_ref().and_then(|unit| unit.inventory.get(weapon)).is_some_and(|carried| {
            matches!(carried.fault(), WeaponMalfunction::Empty | WeaponMalfunction::Cleared)
                || (carried.magazine() > 0 && carried.loaded() == 0)
        })
    }

    fn is_at(&self, unit: UnitId, cell: Cell) -> bool {
        self.view.unit(unit).is_some_and(|unit| unit.cell() == cell)
    }

    /// The barrier beside a target that hides part of it, or that an attack has to pierce; `None` if there is none.
    fn cover_material(
        &mut self,
        (attacker, from): (UnitId, Cell),
        (target, at): (UnitId, Cell),
        exposure: TargetExposure,
    ) -> Option<CoverMaterial> {
        let is_open = exposure.hidden == 0 && exposure.pierces.is_none();
        if is_open || !field::can_take_cover(&self.grid, at) {
            return None;
        }
        let body = |unit, cell| {
            let unit = self.view.unit(unit).filter(|unit| unit.cell() == cell);
            unit.map_or(Body::STANDING, |unit| unit.body())
        };
        let (from, to) = ((from, body(attacker, from)), (at, body(target, at)));
        let barrier = self.view.barrier(self.map_lines.cover_beside(&self.grid, from, to)?)?;
        let kind = barrier.barrier.kind();
        Some(CoverMaterial {
            armor: kind.armor,
            damage: barrier.state.damage(),
            height_cm: kind.height_cm,
            is_transparent: kind.transparent,
        })
    }
}

/// Class of a hidden share in percent, by the steps at which books change the cover.
pub(crate) const fn cover_class(hidden: u8) -> u8 {
    match hidden {
        100.. => 5,
        _ => hidden.div_ceil(25),
    }
}

/// Cells within which each distance is a class of its own.
const NEAR_CELLS: u32 = 4;

/// Class of a distance: exact when near, and wider when far, by metres as rules measure them. From ten metres on, no class
/// reaches across a multiple of five, which is a class of its own: most limits of the rules are such, some of them the last
/// distance of what is near, as those of range bands, others the first of what is far, as that of lying as cover.
/// `CC-RNG-10`, `SS-DEF-44`.
fn range_class(from: Cell, at: Cell) -> u8 {
    let squared = from.distance_squared(at);
    if from.chebyshev_distance(at) <= NEAR_CELLS {
        return squared as u8;
    }
    let (number, least) = match squared.isqrt().min(229) {
        metres @ 0..=9 => (metres.saturating_sub(5) / 2, 5 + metres.saturating_sub(5) / 2 * 2),
        metres @ 10..=29 => (1 + metres / 5, metres / 5 * 5),
        metres => (4 + metres / 10, metres / 10 * 10),
    };
    (2 * NEAR_CELLS * NEAR_CELLS + 1 + 2 * number) as u8 + u8::from(squared > least * least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_distances_differ_and_far_ones_share_a_class() {
        let class = |x, y| range_class(Cell::new(0, 0), Cell::new(x, y));
        assert!(class(3, 0) < class(3, 1) && class(3, 1) < class(4, 0), "point blank ends at three metres");
        assert_eq!(class(11, 0), class(14, 0));
        assert!((0..500).map(|x| class(x, 0)).is_sorted());
        for limit in [5, 10, 15, 20, 25, 30, 40, 60, 120] {
            let near_limit = [limit - 1, limit, limit + 1].map(|x| class(x, 0));
            assert!(near_limit.is_sorted_by(|one, other| one < other), "{limit} m: {near_limit:?}");
        }
        assert_eq!(class(19, 7), class(24, 0), "both are more than 20 metres");
        assert_eq!(class(16, 12), class(20, 0), "both are 20 metres");
    }

    #[test]
    fn a_sure_kill_is_worth_one_and_wounds_count_for_the_share_they_take() {
        let kill = OddsEstimate { out: 1.0, harm: 1.0, mean: 9.0, ..OddsEstimate::default() };
        assert!((kill.score(3.0) - 1.0).abs() < 1e-9);
        let scratch = OddsEstimate { mean: 2.0, ..OddsEstimate::default() };
        assert!((scratch.score(10.0) - 0.1).abs() < 1e-9);
    }

    /// The club does more damage on average but cannot fell the target, which has 4 left.
    #[test]
    fn of_two_weapons_the_one_that_fells_is_better_for_every_player() {
        let club = OddsEstimate { harm: 0.9, mean: 2.4, ..OddsEstimate::default() };
        let blade = OddsEstimate { out: 0.45, harm: 0.5, mean: 2.0, ..OddsEstimate::default() };
        for finishing in [0.0, 0.4, 1.0] {
            let share = judged_share([&club, &blade], (4.0, finishing));
            let [worse, better] = [&club, &blade].map(|attack| share * attack.score(4.0));
            let seems = [&club, &blade].map(|attack| attack.score_with(4.0, finishing));
            assert!(better > worse, "{finishing}: {better} and {worse}");
            assert!(
                (better - seems[0].max(seems[1])).abs() < 1e-9,
                "no more than any of them seems to be worth"
            );
        }
        assert!(
            blade.score_with(4.0, 0.0) < club.score_with(4.0, 0.0),
            "chances to finish do not count there"
        );
        assert!((judged_share(std::iter::empty(), (4.0, 0.0)) - 1.0).abs() < 1e-9);
    }

    /// A d6 that harms in three of four attacks, and damage of 4 in every attack.
    #[test]
    fn the_spread_gives_the_chance_of_damage() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let die: Vec<_> =
            std::iter::once(bar(0, 0.25)).chain((1..=6).map(|damage| bar(damage, 0.125))).collect();
        let die = Odds { harm: 0.75, mean: 0.75 * 3.5, bars: die, ..Odds::default() };
        let fixed = Odds { harm: 1.0, mean: 4.0, bars: vec![bar(4, 1.0)], ..Odds::default() };
        let [die, fixed] = [die, fixed].map(|odds| OddsEstimate::from_odds(&odds));
        assert!((die.spread - 3.0).abs() < 1e-9 && (fixed.spread - 0.5).abs() < 1e-9);
        let chances = [1.0, 3.0, 6.0, 7.0].map(|damage| die.chance_of_damage(damage));
        let wanted = [0.75, 0.5, 0.125, 0.0];
        assert!(chances.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{chances:?}");
        assert!((fixed.chance_of_damage(4.0) - 1.0).abs() < 1e-9 && fixed.chance_of_damage(5.0) < 1e-9);
        assert!((fixed.scaled(0.5).chance_of_damage(4.0) - 0.5).abs() < 1e-9);
        assert_eq!(OddsEstimate::default().chance_of_damage(1.0), 0.0);
    }
}
