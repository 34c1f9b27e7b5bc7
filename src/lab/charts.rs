//! Charts: the odds of an attack as one of its values changes.

use std::collections::BTreeSet;

use strum::{IntoStaticStr, VariantArray};

use rules::{AttackRequest, AttackTarget, BarrierOnLine, Odds, play};

use content::{NumberField, number_fields, with_number};
use model::{BarrierSource, UnitId};

/// Minimum length of the distance axis, in metres.
const MIN_DISTANCE_M: i64 = 30;
/// Reach up to which an attack is a blow, whose chances over distance say nothing, in metres.
const BLOW_REACH_M: i64 = 2;
/// Maximum number of points of a distance curve.
const MAX_CURVE_POINTS: i64 = 60;
/// How far a number varies below and above its value.
const NUMBER_RANGE: i64 = 8;
/// Height of a standing person, in centimetres.
const STANDING_CM: u32 = 180;
/// Id of the brick wall assumed for a cover curve without a barrier. As a unit it keeps these ratings in Aberrant too,
/// whose other barriers take theirs from a table.
const ASSUMED_WALL_ID: BarrierSource = BarrierSource::Unit { unit: UnitId(u32::MAX >> 1) };
/// Its structure, armour and thickness in centimetres.
const BRICK_WALL: (u32, u32, u32) = (10, 16, 20);

/// Owner of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NumberOwner {
    /// The sheet of the attacker.
    Attacker,
    /// The weapon.
    Weapon,
    /// The sheet of the target.
    Target,
}

impl NumberOwner {
    /// All owners.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The value that varies along a curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartAxis {
    /// Distance to the target, in metres.
    Distance,
    /// Hidden share of the target, in percent.
    Cover,
    /// A number of a sheet or of the weapon, with its current value.
    Number(NumberOwner, NumberField),
}

/// The value read at each point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
pub enum ChartMeasure {
    /// Chance to hit.
    #[default]
    #[strum(serialize = "chance to hit, %")]
    Hit,
    /// Chance of damage.
    #[strum(serialize = "damage chance, %")]
    Harm,
    /// Average damage.
    #[strum(serialize = "average damage")]
    Mean,
    /// Chance that the target is put out of action.
    #[strum(serialize = "chance of a knock-out, %")]
    Out,
}

impl ChartMeasure {
    /// All measures.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the measure for these odds; chances in percent.
    pub fn value(self, odds: &Odds) -> f64 {
        match self {
            Self::Hit => 100.0 * odds.hit,
            Self::Harm => 100.0 * odds.harm,
            Self::Mean => odds.mean,
            Self::Out => 100.0 * odds.out,
        }
    }
}

/// Odds of an attack along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackCurve {
    /// Current value on the axis.
    pub current_value: i64,
    /// Values in ascending order with their odds; `None` where the attack is not possible.
    pub points: Vec<(i64, Option<Odds>)>,
}

impl AttackCurve {
    /// Computes the curve of an attack.
    pub fn compute(attack: &AttackRequest, axis: &ChartAxis) -> Self {
        let now = axis.current_value(attack);
        let points = axis.values(attack).into_iter().filter_map(|value| {
            let changed = axis.attack_at(attack, value)?;
            let odds = play::may_attack(&changed).is_ok().then(|| play::preview(&changed)).flatten();
            Some((value, odds))
        });
        Self { current_value: now, points: points.collect() }
    }

    /// Returns the values of a measure.
    pub fn values(&self, measure: ChartMeasure) -> impl Iterator<Item = (i64, f64)> + '_ {
        let points = self.points.iter();
        points.filter_map(move |(value, odds)| Some((*value, measure.value(odds.as_ref()?))))
    }
}

impl ChartAxis {
    /// Returns the axis of an attack for which none was chosen: the distance, or the number that matters most if the
    /// attack reaches the next square only.
    pub fn default_for(attack: &AttackRequest, influences: &[Influence]) -> Self {
        let by_distance = AttackCurve::compute(attack, &Self::Distance);
        let possible = by_distance.points.iter().filter(|(_, odds)| odds.is_some());
        let farthest = possible.map(|(metres, _)| *metres).max();
        let strongest = influences.first().filter(|_| farthest.is_some_and(|metres| metres <= BLOW_REACH_M));
        strongest.map_or(Self::Distance, Influence::axis)
    }

    /// Returns the name.
    pub fn name(&self) -> String {
        match self {
            Self::Distance => "distance, m".to_owned(),
            Self::Cover => "hidden share of the target, %".to_owned(),
            Self::Number(owner, number) => format!("{} of the {}", number.label.join(", "), owner.name()),
        }
    }

    /// Returns the current value of an attack on the axis.
    pub fn current_value(&self, attack: &AttackRequest) -> i64 {
        match self {
            Self::Distance => i64::from(attack.sight.distance_squared.isqrt()),
            Self::Cover => i64::from(attack.sight.hidden),
            Self::Number(_, number) => number.value,
        }
    }

    fn values(&self, attack: &AttackRequest) -> Vec<i64> {
        match self {
            Self::Distance => {
                let far = MIN_DISTANCE_M.max(2 * self.current_value(attack));
                let step = far.div_euclid(MAX_CURVE_POINTS) + 1;
                (1..=far).filter(|metres| metres % step == 0 || *metres == 1).collect()
            }
            Self::Cover => (0..=100).step_by(5).collect(),
            Self::Number(_, number) => {
                ((number.value - NUMBER_RANGE)..=(number.value + NUMBER_RANGE)).collect()
            }
        }
    }

    /// Returns the attack with another value on the axis; `None` if that is not possible.
    fn attack_at(&self, attack: &AttackRequest, value: i64) -> Option<AttackRequest> {
        let mut changed = attack.clone();
        match self {
            Self::Distance => {
                let metres = u32::try_from(value).ok()?;
                changed.sight.distance_squared = metres.pow(2);
                changed.sight.chebyshev_distance = metres;
                changed.sight.across_obstacle &= metres <= 1;
            }
            Self::Cover => set_hidden_share(&mut changed, u8::try_from(value).ok()?),
            Self::Number(NumberOwner::Attacker, number) => {
                changed.attacker.sheet = with_number(&attack.attacker.sheet, &number.name, value).ok()?;
            }
            Self::Number(NumberOwner::Target, number) => {
                let target = changed.unit_target_mut()?;
                target.defender.sheet = with_number(&target.defender.sheet, &number.name, value).ok()?;
            }
            Self::Number(NumberOwner::Weapon, number) => {
                changed.weapon = with_number(&attack.weapon, &number.name, value).ok()?;
                let held = changed.attacker.held.iter_mut().filter(|held| held.slot == attack.slot);
                for held in held {
                    held.weapon = changed.weapon.clone();
                }
            }
        }
        Some(changed)
    }
}

/// Hides this share of the target behind the barriers next to it, or behind a brick wall if there are none.
fn set_hidden_share(attack: &mut AttackRequest, percent: u8) {
    let AttackTarget::Unit(target) = &mut attack.target else { return };
    attack.sight.hidden = percent;
    attack.sight.took_cover = percent > 0;
    let height_cm = (STANDING_CM * u32::from(percent)).div_ceil(100) as u16;
    attack.barriers.retain(|barrier| barrier.transparent || percent > 0);
    let heights = attack.barriers.len();
    target.heights_cm = vec![height_cm; heights];
    if percent > 0 && attack.barriers.iter().all(|barrier| barrier.transparent) {
        let name = "brick wall".to_owned();
        let wall = BarrierOnLine {
            id: ASSUMED_WALL_ID,
            name,
            structure: BRICK_WALL.0,
            armor: BRICK_WALL.1,
            thickness_cm: BRICK_WALL.2,
            damage: 0,
            transparent: false,
            glass_pct: 100,
            sharp: false,
        };
        attack.barriers.push(wall);
        target.heights_cm.push(height_cm);
        target.beside_target.push(ASSUMED_WALL_ID);
    }
}

/// A number that affects an attack, and the effect of +1.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// The owner of the number.
    pub owner: NumberOwner,
    /// The number with its current value.
    pub number: NumberField,
    /// Change of the chance to hit, in percent.
    pub hit: f64,
    /// Change of the average damage.
    pub mean: f64,
    /// Change of the chance to take the target out of action, in percent.
    pub out: f64,
}

/// Computes the influence of every number on this attack, the strongest first.
pub fn compute_influences(attack: &AttackRequest) -> Vec<Influence> {
    let (Some(odds), Some(defender)) = (play::preview(attack), attack.defender()) else { return Vec::new() };
    let mut all: Vec<Influence> = Vec::new();
    for owner in NumberOwner::ALL {
        let numbers = match owner {
            NumberOwner::Attacker => number_fields(&attack.attacker.sheet),
            NumberOwner::Weapon => number_fields(&attack.weapon),
            NumberOwner::Target => number_fields(&defender.sheet),
        };
        all.extend(numbers.into_iter().filter_map(|number| compute_influence(attack, &odds, owner, number)));
    }
    let weight = |one: &Influence| one.mean.abs() + one.hit.abs() / 100.0 + one.out.abs() / 100.0;
    all.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
    all
}

fn compute_influence(
    attack: &AttackRequest,
    odds: &Odds,
    owner: NumberOwner,
    number: NumberField,
) -> Option<Influence> {
    let now = number.value;
    let axis = ChartAxis::Number(owner, number.clone());
    let (changed, sign) = match axis.attack_at(attack, now + 1) {
        Some(changed) => (changed, 1.0),
        None => (axis.attack_at(attack, now - 1)?, -1.0),
    };
    // A blast radius of 1 m would turn a single-target weapon into another weapon.
    let bursts = |one: &AttackRequest| play::blast_profile(&one.attacker, &one.weapon, &one.rules).is_some();
    if bursts(&changed) != bursts(attack) {
        return None;
    }
    let other = play::may_attack(&changed).ok().and_then(|()| play::preview(&changed)).unwrap_or_default();
    let change = |measure: ChartMeasure| sign * (measure.value(&other) - measure.value(odds));
    let (hit, mean, out) = (change(ChartMeasure::Hit), change(ChartMeasure::Mean), change(ChartMeasure::Out));
    let matters = hit.abs().max(out.abs()).max(mean.abs()) > 1e-9;
    matters.then_some(Influence { owner, number, hit, mean, out })
}

impl Influence {
    /// Returns the axis along which this number varies.
    pub fn axis(&self) -> ChartAxis {
        ChartAxis::Number(self.owner, self.number.clone())
    }

    /// Returns the name of the number: "attacker, attributes, agility".
    pub fn label(&self) -> String {
        format!("{}, {}", self.owner.name(), self.number.label.join(", "))
    }
}

/// Formats curves as comma-separated values: a row for each value, a column for each measure of each curve.
pub fn curves_to_csv(axis: &ChartAxis, curves: &[(String, AttackCurve)]) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut head = vec![axis.name()];
    for (name, _) in curves {
        head.extend(ChartMeasure::ALL.map(|measure| format!("{name}: {}", measure.name())));
    }
    let values = curves.iter().flat_map(|(_, curve)| curve.points.iter().map(|(value, _)| *value));
    let values: BTreeSet<i64> = values.collect();
    let rows = values.into_iter().map(|value| {
        let mut row = vec![value.to_string()];
        for (_, curve) in curves {
            let odds = curve.points.iter().find(|(at, _)| *at == value).and_then(|(_, odds)| odds.as_ref());
            row.extend(
                ChartMeasure::ALL
                    .map(|measure| odds.map_or(String::new(), |odds| measure.value(odds).to_string())),
            );
        }
        row
    });
    for row in std::iter::once(head).chain(rows) {
        table
            .write_record(&row)
            .expect("invariant: writing to memory succeeds, and all rows have the same length");
    }
    let bytes = table.into_inner().expect("invariant: writing to memory succeeds");
    String::from_utf8(bytes).expect("invariant: the table is UTF-8")
}

#[cfg(test)]
mod tests;
