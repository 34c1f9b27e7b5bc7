//! Monotonicity: what makes an attack harder never improves it, and what makes it stronger never weakens it. Random
//! attacks with the shipped weapons and fighters of each book; `BREACHLINE_LAWS` sets how many.
//!
//! Exceptions are clauses of a book; [`is_exception`] names each.

use std::sync::Arc;

use breachline::battle::UnitDataItem;
use breachline::model::{BarrierId, BarrierSource};
use breachline::rules::attacks_and_damage::Armour as HitArmour;
use breachline::rules::status::Ailment;
use breachline::rules::{
    self, AttackRequest, AttackTarget, BarrierOnLine, Book, HeldWeapon, Light, MovementMode, RuleStep,
    TargetSight, UnitSnapshot, UnitTarget, Weapon, WeaponMalfunction, WeaponReach, play,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rstest::rstest;

use crate::five_books::begin;

/// Attacks per book, unless `BREACHLINE_LAWS` says otherwise.
const CASES: u32 = 60;
/// Differences that come from rounding alone.
const ROUNDING: f64 = 1e-9;

/// The fighters of some shipped skirmishes, and their weapons.
struct Armoury {
    rules: rules::RuleSet,
    fighters: Vec<UnitSnapshot>,
    weapons: Vec<Weapon>,
}

impl Armoury {
    fn of(book: Book) -> Self {
        let mut all: Option<Self> = None;
        for id in ["warehouse", "convoy", "hostage", "foundry"] {
            let more = Self::of_skirmish(id, book);
            match &mut all {
                None => all = Some(more),
                Some(all) => {
                    all.fighters.extend(more.fighters);
                    all.weapons.extend(more.weapons);
                }
            }
        }
        all.expect("four skirmishes")
    }

    fn of_skirmish(id: &str, book: Book) -> Self {
        let mut fight = begin(id, book, &[]);
        fight.view(|view| Self {
            rules: without_choices_of_defenders(view.rules().clone()),
            fighters: view
                .units()
                .filter(UnitDataItem::is_fighting)
                .map(|unit| view.unit_snapshot(&unit))
                .collect(),
            weapons: view.setup().bundle().weapons.values().cloned().collect(),
        })
    }
}

/// An attack, as random numbers.
#[derive(Clone, Copy, Debug)]
struct Draw {
    attacker: usize,
    defender: usize,
    weapon: usize,
    mode: usize,
    metres: u32,
    hidden: u8,
    light: u8,
    fog: bool,
    prone: bool,
    runs: bool,
    /// The cover stops everything.
    solid: bool,
    /// The attack is unexpected.
    surprise: bool,
    /// An ailment of either unit.
    ailments: [usize; 2],
}

prop_compose! {
    fn draw()(
        (attacker, defender, weapon, mode) in (0..1000_usize, 0..1000_usize, 0..1000_usize, 0..8_usize),
        metres in 1..60_u32,
        hidden in prop::sample::select(vec![0_u8, 0, 30, 60, 99, 100]),
        (light, fog, prone, runs, solid) in
            (0..3_u8, any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
        surprise in any::<bool>(),
        ailments in prop::array::uniform2(0..2 * AILMENTS.len()),
    ) -> Draw {
        Draw { attacker, defender, weapon, mode, metres, hidden, light, fog, prone, runs, solid, surprise, ailments }
    }
}

/// Ailments that do not depend on who caused them.
const AILMENTS: [Ailment; 7] = [
    Ailment::Dazed,
    Ailment::Blinded,
    Ailment::Stunned,
    Ailment::Unconscious,
    Ailment::Wet,
    Ailment::Frozen,
    Ailment::Cursed,
];

const LIGHTS: [Light; 3] = [Light::Normal, Light::Low, Light::Dark];

/// A crate, or a block of concrete that nothing penetrates.
fn cover(solid: bool) -> BarrierOnLine {
    let (structure, armor) = if solid { (200, 200) } else { (4, 6) };
    BarrierOnLine {
        id: BarrierSource::Segment(BarrierId(0)),
        name: "crate".to_owned(),
        structure,
        armor,
        thickness_cm: 20,
        damage: 0,
        transparent: false,
        glass_pct: 100,
        sharp: false,
    }
}

impl Draw {
    /// The attack. A target that cannot be seen does not see the attacker either.
    fn request(self, armoury: &Armoury) -> AttackRequest {
        let weapon = armoury.weapons[self.weapon % armoury.weapons.len()].clone();
        let [mut attacker, mut defender] =
            [self.attacker, self.defender].map(|at| armoury.fighters[at % armoury.fighters.len()].clone());
        (attacker.side, defender.side) = (0, 1);
        (attacker.id, defender.id) = (breachline::model::UnitId(1), breachline::model::UnitId(2));
        let traits = play::weapon_traits(&weapon, &attacker.sheet, &armoury.rules);
        let is_melee = matches!(traits.reach, WeaponReach::Melee { .. });
        let mode = traits.modes.get(self.mode % traits.modes.len().max(1)).copied();
        let fault = WeaponMalfunction::None;
        attacker.held =
            vec![HeldWeapon { weapon: weapon.clone(), slot: 0, loaded: 60, fault, hand: None }].into();
        defender.prone = self.prone;
        for (unit, which) in [&mut attacker, &mut defender].into_iter().zip(self.ailments) {
            if let Some(ailment) = AILMENTS.get(which) {
                unit.add_ailment(*ailment);
            }
        }
        defender.gait = if self.runs { MovementMode::Running } else { MovementMode::Steady };
        let metres = if is_melee { 1 } else { self.metres };
        if self.hidden > 0 {
            for step in play::place_in_cover(&defender, 90, &armoury.rules) {
                if let RuleStep::SetTurnBudget { after, .. } = step {
                    defender.budget = after;
                }
            }
            defender.in_cover = true;
        }
        let sight = TargetSight {
            distance_squared: metres * metres,
            chebyshev_distance: metres,
            hidden: self.hidden,
            took_cover: self.hidden > 0,
            across_obstacle: self.hidden > 0,
            aware: self.hidden < 100 && !self.surprise,
        };
        let mut target = UnitTarget::new(defender);
        let mut barriers = Vec::new();
        if self.hidden > 0 {
            (target.beside_target, target.heights_cm) = (vec![cover(self.solid).id], vec![90]);
            barriers.push(cover(self.solid));
        }
        let target = AttackTarget::Unit(Box::new(target));
        let mut request = AttackRequest::new(attacker, (weapon, 0), target, sight, armoury.rules.clone());
        (request.mode, request.barriers) = (mode, barriers);
        request.surroundings.target.light = LIGHTS[usize::from(self.light) % 3];
        request.surroundings.target.obscured = self.fog;
        request
    }
}

/// How good an attack is: the chance to harm the target, and the mean damage. Both are 0 for a rejected attack.
fn quality(request: &AttackRequest) -> [f64; 2] {
    if play::may_attack(request).is_err() {
        return [0.0; 2];
    }
    play::preview(request).map_or([0.0; 2], |odds| [odds.harm, odds.mean])
}

/// Whether a clause of the book makes the harder attack the better one.
///
/// - `SS-COVER-01`: a tie, which is only a graze in the open, goes through the cover of a target that took it. It harms
///   where the cover can be penetrated.
/// - `SS-BARR-07`: a completely hidden target has no Defence Test.
fn is_exception(book: Book, law: Law, hard: &AttackRequest) -> bool {
    let penetrable = hard.barriers.iter().any(|barrier| barrier.armor < 200);
    match (book, law) {
        (Book::SwanSong, Law::MoreCover) => penetrable,
        (Book::SwanSong, Law::Unseen) => true,
        _ => false,
    }
}

/// A law: what makes an attack harder, or stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Law {
    MoreCover,
    Unseen,
    Darkness,
    Fog,
    Distance,
    MoreArmour,
    LessSkill,
    LessDamage,
}

/// Checks that the second attack is no better than the first.
fn no_better(book: Book, law: Law, easy: &AttackRequest, hard: &AttackRequest) -> Result<(), TestCaseError> {
    let (before, after) = (quality(easy), quality(hard));
    let worse = before.iter().zip(&after).all(|(before, after)| *after <= before + ROUNDING);
    prop_assert!(
        worse || is_exception(book, law, hard),
        "{law:?}, {}: {before:?} becomes {after:?}",
        easy.weapon.name()
    );
    Ok(())
}

/// The armour of a fighter, better by this much.
fn armoured(unit: &UnitSnapshot, more: u8) -> UnitSnapshot {
    let sheet = match &unit.sheet {
        rules::Sheet::SwanSong(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.armour.push(sheet.armour.iter().copied().max().unwrap_or(0) + more);
            rules::Sheet::SwanSong(Arc::new(sheet))
        }
        rules::Sheet::AttacksAndDamage(sheet) => {
            let mut sheet = (**sheet).clone();
            let text = format!(r#"(name: "plate", av: "{more}/{more}/{more}")"#);
            sheet.armour.push(ron::from_str::<HitArmour>(&text).expect("armour"));
            rules::Sheet::AttacksAndDamage(Arc::new(sheet))
        }
        rules::Sheet::Circumstances(sheet) => {
            let mut sheet = (**sheet).clone();
            let worn = &mut sheet.armour;
            for ap in [&mut worn.head, &mut worn.body, &mut worn.right_arm, &mut worn.left_arm] {
                *ap += more;
            }
            (worn.right_leg, worn.left_leg) = (worn.right_leg + more, worn.left_leg + more);
            rules::Sheet::Circumstances(Arc::new(sheet))
        }
        rules::Sheet::CombatChecks(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.armour.soak += more;
            rules::Sheet::CombatChecks(Arc::new(sheet))
        }
        rules::Sheet::Aberrant(sheet) => {
            let mut sheet = (**sheet).clone();
            if sheet.armour.is_empty() {
                sheet.armour.push(ron::from_str(r#"(name: "vest", soak: ())"#).expect("armour"));
            }
            let soak = &mut sheet.armour[0].soak;
            let more = u32::from(more);
            (soak.bashing, soak.lethal, soak.aggravated) =
                (soak.bashing + more, soak.lethal + more, soak.aggravated + more);
            rules::Sheet::Aberrant(Arc::new(sheet))
        }
    };
    UnitSnapshot { sheet, ..unit.clone() }
}

/// The attack by a unit with one more rank, or ten more points, in everything.
fn more_skilled(request: &AttackRequest) -> AttackRequest {
    let sheet = match &request.attacker.sheet {
        rules::Sheet::SwanSong(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.skills.values_mut().for_each(|rating| *rating += 1);
            rules::Sheet::SwanSong(Arc::new(sheet))
        }
        rules::Sheet::Aberrant(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.abilities.values_mut().for_each(|rating| *rating += 1);
            rules::Sheet::Aberrant(Arc::new(sheet))
        }
        rules::Sheet::AttacksAndDamage(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.skills.values_mut().for_each(|rank| *rank += 1);
            rules::Sheet::AttacksAndDamage(Arc::new(sheet))
        }
        rules::Sheet::Circumstances(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.characteristics.weapon_skill += 10;
            sheet.characteristics.ballistic_skill += 10;
            rules::Sheet::Circumstances(Arc::new(sheet))
        }
        rules::Sheet::CombatChecks(sheet) => {
            let mut sheet = (**sheet).clone();
            sheet.skills.values_mut().for_each(|rank| *rank += 1);
            rules::Sheet::CombatChecks(Arc::new(sheet))
        }
    };
    let mut request = request.clone();
    request.attacker.sheet = sheet;
    request
}

/// The attack with a weapon of two more points of damage.
fn more_damaging(request: &AttackRequest) -> AttackRequest {
    use breachline::rules::{combat_checks::DamageRating, swan_song::DamageValue};
    let weapon = match &request.weapon {
        Weapon::SwanSong(weapon) => {
            let mut weapon = (**weapon).clone();
            weapon.damage = match weapon.damage {
                DamageValue::Fixed(damage) => DamageValue::Fixed(damage + 2),
                DamageValue::StrengthPlus(damage) => DamageValue::StrengthPlus(damage + 2),
            };
            Weapon::SwanSong(Arc::new(weapon))
        }
        Weapon::Aberrant(weapon) => {
            let mut weapon = (**weapon).clone();
            weapon.damage.dice += 2;
            Weapon::Aberrant(Arc::new(weapon))
        }
        Weapon::AttacksAndDamage(weapon) => {
            let mut weapon = (**weapon).clone();
            if let Some(damage) = &mut weapon.damage {
                damage.number += 2;
            }
            Weapon::AttacksAndDamage(Arc::new(weapon))
        }
        Weapon::Circumstances(weapon) => {
            let mut weapon = (**weapon).clone();
            weapon.damage.bonus += 2;
            Weapon::Circumstances(Arc::new(weapon))
        }
        Weapon::CombatChecks(weapon) => {
            let mut weapon = (**weapon).clone();
            weapon.damage = match weapon.damage {
                DamageRating::Fixed(damage) => DamageRating::Fixed(damage + 2),
                DamageRating::StrengthPlus(damage) => DamageRating::StrengthPlus(damage + 2),
            };
            Weapon::CombatChecks(Arc::new(weapon))
        }
    };
    let mut request = request.clone();
    request.attacker.held[0].weapon = weapon.clone();
    request.weapon = weapon;
    request
}

fn with_defender(request: &AttackRequest, change: impl FnOnce(&mut UnitSnapshot)) -> AttackRequest {
    let mut request = request.clone();
    if let Some(target) = request.unit_target_mut() {
        change(&mut target.defender);
    }
    request
}

fn laws(book: Book, armoury: &Armoury, draw: Draw) -> Result<(), TestCaseError> {
    let attack = draw.request(armoury);
    let hidden = |hidden| Draw { hidden, ..draw }.request(armoury);
    let covers = [0, 30, 60, 99].map(hidden);
    for pair in covers.windows(2) {
        no_better(book, Law::MoreCover, &pair[0], &pair[1])?;
    }
    no_better(book, Law::Unseen, &covers[0], &hidden(100))?;
    let lit = [0, 1, 2].map(|light| Draw { light, ..draw }.request(armoury));
    for pair in lit.windows(2) {
        no_better(book, Law::Darkness, &pair[0], &pair[1])?;
    }
    let foggy = [false, true].map(|fog| Draw { fog, ..draw }.request(armoury));
    no_better(book, Law::Fog, &foggy[0], &foggy[1])?;
    if draw.metres > 1 {
        let far = Draw { metres: draw.metres + 7, ..draw }.request(armoury);
        no_better(book, Law::Distance, &attack, &far)?;
    }
    for more in [1, 4] {
        let plated = with_defender(&attack, |unit| *unit = armoured(unit, more));
        no_better(book, Law::MoreArmour, &attack, &plated)?;
    }
    let skilled = more_skilled(&attack);
    no_better(book, Law::LessSkill, &skilled, &attack)?;
    let stronger = more_damaging(&attack);
    no_better(book, Law::LessDamage, &stronger, &attack)
}

/// The exception of `AB-GRIEV-02`: a defender may take a flaw in place of a heavy hit, so that armour which makes a hit
/// lighter can leave more levels.
fn without_choices_of_defenders(mut rules: rules::RuleSet) -> rules::RuleSet {
    if rules.book() == Book::Aberrant {
        rules.set("ab.grievous_injury", "off").expect("a switch of the book");
    }
    rules
}

#[rstest]
fn what_makes_an_attack_harder_makes_it_no_better(
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    book: Book,
) {
    let cases = std::env::var("BREACHLINE_LAWS").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    let armoury = Armoury::of(book);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    if let Err(broken) = runner.run(&draw(), |draw| laws(book, &armoury, draw)) {
        panic!("{book:?}: {broken}");
    }
}
