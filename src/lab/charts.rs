//! Curves: what becomes of an attack when one thing of it changes.

use std::collections::BTreeSet;

use rules::{AttackRequest, BarrierOnLine, Odds, play};

use content::{NumberField, number_fields, with_number};

/// Metres up to which distances are looked at, where the target stands nearer.
const MIN_DISTANCE_M: i64 = 30;
/// Most points of a curve over distances.
const MAX_CURVE_POINTS: i64 = 60;
/// How far a number is turned down and up.
const NUMBER_RANGE: i64 = 8;
/// Height of somebody who stands, in centimetres.
const STANDING_CM: u32 = 180;
/// The wall of a curve over cover where none stands: of brick.
const ASSUMED_WALL_ID: u32 = u32::MAX;
/// Its structure, armour and thickness in centimetres.
const BRICK_WALL: (u32, u32, u32) = (10, 16, 20);

/// Whose number is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberOwner {
    /// The sheet of the attacker.
    Attacker,
    /// The weapon.
    Weapon,
    /// The sheet of the target.
    Target,
}

impl NumberOwner {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Attacker, Self::Weapon, Self::Target];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Weapon => "weapon",
            Self::Target => "target",
        }
    }
}

/// What changes along a curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartAxis {
    /// How far off the target stands, in metres.
    Distance,
    /// Share of the target that is hidden, in percent.
    Cover,
    /// A number of a sheet or of the weapon, as it is now.
    Number(NumberOwner, NumberField),
}

/// What is read off at each point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChartMeasure {
    /// Chance to hit.
    #[default]
    Hit,
    /// Chance to do damage.
    Harm,
    /// Mean damage.
    Mean,
    /// Chance that the target is out of the fight.
    Out,
}

impl ChartMeasure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hit, Self::Harm, Self::Mean, Self::Out];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "chance to hit, %",
            Self::Harm => "chance to harm, %",
            Self::Mean => "mean damage",
            Self::Out => "chance to take out, %",
        }
    }

    /// Of an attack with these odds; chances in percent.
    pub fn value(self, odds: &Odds) -> f64 {
        match self {
            Self::Hit => 100.0 * odds.hit,
            Self::Harm => 100.0 * odds.harm,
            Self::Mean => odds.mean,
            Self::Out => 100.0 * odds.out,
        }
    }
}

/// What becomes of an attack along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackCurve {
    /// Where the attack stands on the axis now.
    pub current_value: i64,
    /// Values in rising order, each with its odds; none where the attack cannot be made.
    pub points: Vec<(i64, Option<Odds>)>,
}

impl AttackCurve {
    /// The curve of an attack.
    pub fn compute(attack: &AttackRequest, axis: &ChartAxis) -> Self {
        let now = axis.current_value(attack);
        let points = axis.values(attack).into_iter().filter_map(|value| {
            let changed = axis.attack_at(attack, value)?;
            let odds = play::may_attack(&changed).is_ok().then(|| play::preview(&changed)).flatten();
            Some((value, odds))
        });
        Self { current_value: now, points: points.collect() }
    }

    /// The values of a measure.
    pub fn values(&self, measure: ChartMeasure) -> impl Iterator<Item = (i64, f64)> + '_ {
        let points = self.points.iter();
        points.filter_map(move |(value, odds)| Some((*value, measure.value(odds.as_ref()?))))
    }
}

impl ChartAxis {
    /// In words.
    pub fn name(&self) -> String {
        match self {
            Self::Distance => "distance, m".to_owned(),
            Self::Cover => "hidden share of the target, %".to_owned(),
            Self::Number(whose, number) => format!("{} of the {}", number.label.join(", "), whose.name()),
        }
    }

    /// Where an attack stands on the axis.
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

    /// The attack at another place of the axis; nothing if it cannot be there.
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
                changed.defender.sheet = with_number(&attack.defender.sheet, &number.name, value).ok()?;
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

/// So much of the target is hidden by what stands on the line beside it, or by a brick wall where nothing does.
fn set_hidden_share(attack: &mut AttackRequest, percent: u8) {
    attack.sight.hidden = percent;
    attack.sight.took_cover = percent > 0;
    let height_cm = (STANDING_CM * u32::from(percent)).div_ceil(100) as u16;
    attack.barriers.retain(|barrier| barrier.transparent || percent > 0);
    let heights = attack.barriers.len();
    attack.heights_cm = vec![height_cm; heights];
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
        };
        attack.barriers.push(wall);
        attack.heights_cm.push(height_cm);
        attack.beside_target.push(ASSUMED_WALL_ID);
    }
}

/// A number that matters to an attack, and what one more of it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// Whose number.
    pub owner: NumberOwner,
    /// The number, as it is now.
    pub number: NumberField,
    /// Change of the chance to hit, in percent.
    pub hit: f64,
    /// Change of the mean damage.
    pub mean: f64,
    /// Change of the chance that the target is out of the fight, in percent.
    pub out: f64,
}

/// Every number that this attack depends on, the weightiest first.
pub fn compute_influences(attack: &AttackRequest) -> Vec<Influence> {
    let Some(odds) = play::preview(attack) else { return Vec::new() };
    let mut all: Vec<Influence> = Vec::new();
    for whose in NumberOwner::ALL {
        let numbers = match whose {
            NumberOwner::Attacker => number_fields(&attack.attacker.sheet),
            NumberOwner::Weapon => number_fields(&attack.weapon),
            NumberOwner::Target => number_fields(&attack.defender.sheet),
        };
        all.extend(numbers.into_iter().filter_map(|number| compute_influence(attack, &odds, whose, number)));
    }
    let weight = |one: &Influence| one.mean.abs() + one.hit.abs() / 100.0 + one.out.abs() / 100.0;
    all.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
    all
}

fn compute_influence(
    attack: &AttackRequest,
    odds: &Odds,
    whose: NumberOwner,
    number: NumberField,
) -> Option<Influence> {
    let now = number.value;
    let axis = ChartAxis::Number(whose, number.clone());
    let (changed, sign) = match axis.attack_at(attack, now + 1) {
        Some(changed) => (changed, 1.0),
        None => (axis.attack_at(attack, now - 1)?, -1.0),
    };
    // One metre of radius more makes a burst of what strikes one: that is another weapon, not more of the same.
    let bursts = |one: &AttackRequest| play::blast(&one.attacker, &one.weapon, &one.rules).is_some();
    if bursts(&changed) != bursts(attack) {
        return None;
    }
    let other = play::may_attack(&changed).ok().and_then(|()| play::preview(&changed)).unwrap_or_default();
    let change = |measure: ChartMeasure| sign * (measure.value(&other) - measure.value(odds));
    let (hit, mean, out) = (change(ChartMeasure::Hit), change(ChartMeasure::Mean), change(ChartMeasure::Out));
    let matters = hit.abs().max(out.abs()).max(mean.abs()) > 1e-9;
    matters.then_some(Influence { owner: whose, number, hit, mean, out })
}

impl Influence {
    /// The axis along which this number changes.
    pub fn axis(&self) -> ChartAxis {
        ChartAxis::Number(self.owner, self.number.clone())
    }

    /// The number in words: "attacker, attributes, agility".
    pub fn label(&self) -> String {
        format!("{}, {}", self.owner.name(), self.number.label.join(", "))
    }
}

/// Curves as a table of comma-separated values: a row for each value, a column for each measure of each curve.
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
        table.write_record(&row).expect("invariant: memory takes every row, and all rows are as long");
    }
    let bytes = table.into_inner().expect("invariant: memory takes every row");
    String::from_utf8(bytes).expect("invariant: text stays text")
}

#[cfg(test)]
mod tests;
