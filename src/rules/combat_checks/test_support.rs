//! Units, weapons and attacks for tests.

use std::sync::Arc;

use super::{
    ActionEconomy, AttackContext, AttackResult, Characteristics, DamageRating, Fighter, HealthState, Injury,
    InteractiveObject, LikelyAttack, Limb, NearbyUnit, RangeBand, SecondaryTarget, Sheet, Skill, Switches,
    Weapon, WeaponClass, WieldedWeapon,
};
use crate::combat_checks::checks::attack;
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::critical_injuries::chart;
use crate::{MovementMode, Surroundings, TargetSight};
use dice::{ScriptedTable, SymbolDie};
use model::{BarrierId, UnitId};

pub(crate) use crate::test_tables::play_script;

/// Every characteristic 3, no skill, no armour.
pub fn sheet() -> Sheet {
    Sheet::plain(Characteristics {
        strength: 3,
        toughness: 3,
        agility: 3,
        intelligence: 3,
        perception: 3,
        willpower: 3,
        fellowship: 3,
    })
}

/// Full health, rested.
pub fn condition() -> HealthState {
    HealthState::new(&sheet(), &Switches::default())
}

/// Adds the injury of a total, suffered in round 1 with a turn left.
pub fn add_injury(condition: &mut HealthState, total: u32) {
    condition.injuries.push(Injury::new(chart::row_for_total(total), 1, (false, true)));
}

/// An unharmed unit at the start of its turn, with empty hands.
pub fn fighter(id: u32, change: impl FnOnce(&mut Sheet)) -> Fighter {
    let mut sheet = sheet();
    change(&mut sheet);
    Fighter {
        id: UnitId(id),
        name: format!("unit {id}").into(),
        condition: HealthState::new(&sheet, &Switches::default()),
        economy: ActionEconomy::new_turn(&sheet),
        sheet: Arc::new(sheet),
        gait: MovementMode::Steady,
        prone: false,
        in_cover: false,
        in_open: false,
        turn_left: true,
        down: None,
        held: Vec::new(),
        lost_gear: Vec::new(),
        ailments: Vec::new(),
        late: false,
    }
}

pub fn weapon(name: &str, class: WeaponClass, damage: u32) -> Weapon {
    let ranged = !class.is_melee();
    Weapon {
        name: name.into(),
        class,
        damage: DamageRating::Fixed(damage),
        critical: 3,
        range: if ranged { RangeBand::Medium } else { RangeBand::Engaged },
        non_lethal: false,
        hands: 1,
        ..Weapon::unarmed()
    }
}

/// Damage 6, Critical Rating 3, Medium.
pub fn pistol() -> Weapon {
    Weapon { ammunition: true, ..weapon("pistol", WeaponClass::Pistol, 6) }
}

/// Damage 6, Critical Rating 3, Extreme, two hands.
pub fn rifle() -> Weapon {
    Weapon { ammunition: true, hands: 2, range: RangeBand::Extreme, ..weapon("rifle", WeaponClass::Heavy, 6) }
}

/// Damage 6, Critical Rating 3.
pub fn sword() -> Weapon {
    weapon("sword", WeaponClass::Melee, 6)
}

/// A thrown weapon.
pub fn knife() -> Weapon {
    weapon("knife", WeaponClass::Thrown, 4)
}

/// A straight line of this length in squares.
pub fn sight(squares: u32) -> TargetSight {
    TargetSight::in_the_open(squares)
}

pub fn switches_with(name: &str, value: &str) -> Switches {
    let mut switches = Switches::default();
    switches.set(name, value).expect("a known switch");
    switches
}

pub fn set_switch(context: &mut AttackContext, name: &str, value: &str) {
    Arc::make_mut(&mut context.switches).set(name, value).expect("a known switch");
}

pub fn wielded(weapon: Weapon, arm: Limb) -> WieldedWeapon {
    WieldedWeapon { weapon: Arc::new(weapon), arm, empty: false, useless: false }
}

/// Agility 3 and Strength 3, rank 2 in every weapon skill: 1A 2P.
pub fn shooter() -> Fighter {
    fighter(1, |sheet| {
        for skill in [Skill::LightRanged, Skill::HeavyRanged, Skill::Melee, Skill::Brawl] {
            sheet.skills.insert(skill, 2);
        }
    })
}

/// Unit 1 attacks unit 2, Soak 4, adjacent or at Medium range, with 1A 2P 2D.
pub fn attack_context(weapon: Weapon) -> AttackContext {
    let mut attacker = shooter();
    let squares = if weapon.class.is_melee() { 1 } else { 20 };
    let in_hand = (weapon.hands > 0).then_some(0);
    if in_hand.is_some() {
        attacker.held.push(wielded(weapon.clone(), Limb::RightArm));
    }
    AttackContext {
        attacker,
        defender: out_of_turn(fighter(2, |sheet| sheet.armour.soak = 1)),
        secondary_targets: Vec::new(),
        weapon: Arc::new(weapon),
        held: in_hand,
        sight: sight(squares),
        surroundings: Surroundings::default(),
        barriers: Vec::new(),
        side_boosts: 0,
        allies: Vec::new(),
        enemies: Vec::new(),
        hidden_feature: None,
        objects: Vec::new(),
        knows_objects: false,
        last_enemies: Vec::new(),
        knockdown: false,
        side_goes_on: false,
        round: 1,
        engine: Arc::default(),
        switches: Arc::new(Switches::default()),
    }
}

/// The unit with its turn over.
pub fn out_of_turn(mut unit: Fighter) -> Fighter {
    unit.economy.in_turn = false;
    unit
}

/// As `context`, with a second target, unit 3.
pub fn two_targets(weapon: Weapon) -> AttackContext {
    let mut context = attack_context(Weapon { targets: 3, ..weapon });
    context.secondary_targets.push(SecondaryTarget {
        fighter: fighter(3, |sheet| sheet.armour.soak = 1),
        sight: context.sight,
        surroundings: context.surroundings,
    });
    context
}

pub fn nearby_unit(id: u32) -> NearbyUnit {
    NearbyUnit {
        id: UnitId(id),
        name: format!("unit {id}").into(),
        strain: 0,
        strain_threshold: 12,
        prone: false,
        can_take_cover: true,
        attack: LikelyAttack::None,
    }
}

/// A blast door to the east of the first target.
pub fn interactive_object(id: u32, from_target: u32) -> InteractiveObject {
    InteractiveObject {
        id: BarrierId(id),
        name: "blast door".into(),
        is_open: false,
        vital: true,
        from_target,
        offset: (2 * from_target.cast_signed(), 0),
        from_attacker: from_target,
        in_range: true,
    }
}

/// Parses faces as in the catalogue, "P4 A2 D3", into the order of the pool.
pub fn face_list(faces: &str) -> Vec<u8> {
    let die = |word: &str| {
        SymbolDie::ALL.into_iter().position(|die| word.starts_with(die.letter())).expect("a letter")
    };
    let mut all: Vec<(usize, u8)> =
        faces.split_whitespace().map(|word| (die(word), word[1..].parse().expect("a face"))).collect();
    all.sort_by_key(|(die, _)| *die);
    all.into_iter().map(|(_, face)| face).collect()
}

/// Faces of the 1A 2P 2D of `context` with these net successes and net advantages.
pub fn faces_for(successes: i32, advantages: i32) -> Vec<u8> {
    let good = ["1", "2", "4", "7", "5", "8"].map(|face| format!("A{face}"));
    let best = ["1", "2", "4", "6", "7", "10"].map(|face| format!("P{face}"));
    let bad = ["1", "2", "3", "4", "7", "8"].map(|face| format!("D{face}"));
    for a in &good {
        for (p, q) in face_pairs(&best) {
            for (d, e) in face_pairs(&bad) {
                let faces = format!("{a} {p} {q} {d} {e}");
                if net_symbols(&faces) == (successes, advantages) {
                    return face_list(&faces);
                }
            }
        }
    }
    panic!("1A 2P 2D cannot show s{successes} a{advantages}")
}

fn face_pairs(all: &[String]) -> impl Iterator<Item = (&String, &String)> {
    all.iter().flat_map(move |one| all.iter().map(move |other| (one, other)))
}

/// Net successes and advantages of faces as in the catalogue.
pub fn net_symbols(faces: &str) -> (i32, i32) {
    let mut symbols = dice::Symbols::default();
    for word in faces.split_whitespace() {
        let die = SymbolDie::ALL.into_iter().find(|die| word.starts_with(die.letter())).expect("a letter");
        symbols.add(die.face(word[1..].parse().expect("a face")));
    }
    (i32::from(symbols.successes), i32::from(symbols.advantages))
}

/// Runs an attack with the given faces and answers, all of which it must use.
pub fn resolve_with(context: &AttackContext, rolled: &[u8], answers: &[&str]) -> AttackResult {
    play_script(rolled, answers, |table| attack::resolve_attack(table, context)).0
}

/// Keys of the prompt that is open after these answers.
pub fn offered_keys(context: &AttackContext, rolled: &[u8], answers: &[&str]) -> Vec<String> {
    let answers = answers.iter().map(|&answer| answer.to_owned()).collect();
    let mut table = ScriptedTable::new(rolled, answers);
    match attack::resolve_attack(&mut table, context) {
        Err(dice::Interrupt::NeedsAnswer(prompt)) => {
            prompt.answers.into_iter().map(|answer| answer.key).collect()
        }
        other => panic!("expected a prompt: {other:?}"),
    }
}

/// Dice of an attack: boost, setback, ability, difficulty, proficiency, challenge.
pub fn pool_dice(context: &AttackContext) -> [u8; 6] {
    let pool = AttackPlan::new(context).pool;
    SymbolDie::ALL.map(|die| pool.get(die))
}

/// Whether a key is offered, alone or with a suffix.
pub fn has_key(keys: &[String], key: &str) -> bool {
    keys.iter().any(|own| own == key || own.starts_with(&format!("{key}:")))
}
