//! Every shipped weapon of Swan Song against every material, and every explosive beside a wall.

use std::collections::BTreeSet;
use std::path::Path;

use breachline::content;
use breachline::dice::{AnswerPolicy, enumerate};
use breachline::model::CellSide as EdgeSide;
use breachline::rules::BarrierOnLine;
use breachline::rules::barriers::{BarrierImpact, LAYER_CM, MATERIALS, damage_barrier};
use breachline::rules::swan_song::barriers::impact::{barrier_bonus_dv, barrier_impact};
use breachline::rules::swan_song::{DamageValue, PoolKind, Sheet, Skill, Weapon, WeaponClass};
use breachline::rules::turn_engine::EngineSwitches;
use rstest::rstest;

use crate::common::{Fight, Setup, edge, knife, quick_sheet, slow_sheet};
use model::{BarrierId, BarrierSource, UnitId};

fn shipped() -> Vec<Weapon> {
    let loaded = content::load_content(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")]);
    loaded.content.weapons.values().map(|weapon| (**weapon).clone()).collect()
}

fn dv(weapon: &Weapon) -> i32 {
    match weapon.damage {
        DamageValue::Fixed(value) => value as i32,
        // A unit of Strength 3.
        DamageValue::StrengthPlus(value) => 3 + value,
    }
}

/// The damage to a wall that resists nothing, and all possible values of the damage it takes.
fn struck(weapon: &Weapon, barrier: &BarrierOnLine) -> (u32, BTreeSet<u32>) {
    let switches = EngineSwitches::default();
    let more = barrier_bonus_dv(weapon, dv(weapon), true);
    let pool = weapon.pool.unwrap_or(PoolKind::Health);
    let force = BarrierImpact { bonus_dv: more, ..barrier_impact(weapon, pool, &switches) };
    let value = dv(weapon).max(0).unsigned_abs();
    let all = enumerate(AnswerPolicy::first(), |table| damage_barrier(table, &force, value, barrier))
        .expect("odds");
    (value + more, all.iter().map(|(damage, _)| *damage).collect())
}

#[rstest]
#[case::ss_barr_26_melee(|weapon: &Weapon| weapon.class == WeaponClass::Melee)]
#[case::ss_barr_26_unarmed(|weapon: &Weapon| weapon.class == WeaponClass::Unarmed)]
#[case::ss_barr_43_penetrating_shots(|weapon: &Weapon| weapon.class.is_ranged_or_thrown() && weapon.penetrating)]
#[case::ss_barr_30_other_shots(|weapon: &Weapon| weapon.class == WeaponClass::Ranged && !weapon.penetrating)]
#[case::ss_barr_27_charges_and_grenades(|weapon: &Weapon| weapon.explosive && !weapon.rocket)]
#[case::ss_barr_28_rockets(|weapon: &Weapon| weapon.rocket)]
#[case::ss_barr_32_strain(|weapon: &Weapon| weapon.pool == Some(PoolKind::Strain))]
fn every_class_at_every_material(#[case] belongs: fn(&Weapon) -> bool) {
    let class: Vec<_> = shipped().into_iter().filter(belongs).collect();
    assert!(!class.is_empty(), "there are such weapons");
    for (weapon, row) in class.iter().flat_map(|weapon| MATERIALS.iter().map(move |row| (weapon, row))) {
        let barrier = BarrierOnLine {
            id: BarrierSource::Segment(BarrierId(1)),
            name: row.name.to_owned(),
            structure: row.structure,
            armor: row.armor,
            thickness_cm: LAYER_CM,
            damage: 0,
            transparent: false,
            glass_pct: 100,
            sharp: false,
        };
        let (value, taken) = struck(weapon, &barrier);
        let armor = (row.armor as i32 - weapon.arp).max(0).unsigned_abs();
        let what = format!("{} of {value} at {}", weapon.name, row.name);
        // Chapter BARR by hand: no damage up to the armour; bullets do one point; otherwise every value down to what
        // Structure and Armor may resist.
        let expected: BTreeSet<u32> = if value <= armor || weapon.pool == Some(PoolKind::Strain) {
            [0].into()
        } else if weapon.penetrating && weapon.class.is_ranged_or_thrown() {
            [1].into()
        } else {
            (value.saturating_sub(row.structure + armor)..=value).collect()
        };
        assert_eq!(taken, expected, "{what}");
    }
}

/// A thrower in the west who cannot miss, a unit on the target square, a bystander two squares east of it.
fn range(weapon: &Weapon, wall: bool) -> Fight {
    let mut thrower = quick_sheet(4, 4);
    thrower.skills.insert(weapon.skill, 6);
    thrower.skills.insert(Skill::Throwing, 6);
    let crowd = || Sheet { flesh: Some(200), ..slow_sheet() };
    let weapon = Weapon { accuracy: Some(9), ..weapon.clone() };
    let mut setup = Setup::new()
        .unit(0, (3, 5), thrower, &[weapon])
        .unit(1, (10, 5), crowd(), &[knife()])
        .unit(1, (12, 5), crowd(), &[knife()]);
    if wall {
        for y in 0..20 {
            setup = setup.barrier(edge(10, y, EdgeSide::East), |kind| {
                (kind.height_cm, kind.structure, kind.armor) = (400, 16, 60);
            });
        }
    }
    setup.start_battle(&[6, 1, 1])
}

#[rstest]
#[case::ss_ruling_60_grenades(|weapon: &Weapon| weapon.class == WeaponClass::Thrown)]
#[case::ss_ruling_60_missiles(|weapon: &Weapon| weapon.class != WeaponClass::Thrown)]
fn walls_shelter_from_everything_that_goes_off(#[case] belongs: fn(&Weapon) -> bool) {
    let bursts = |weapon: &Weapon| weapon.blast >= 2 && weapon.trigger.is_none() && belongs(weapon);
    let class: Vec<_> = shipped().into_iter().filter(bursts).collect();
    assert!(!class.is_empty(), "there are such weapons");
    for (weapon, wall) in class.iter().flat_map(|weapon| [(weapon, false), (weapon, true)]) {
        let mut fight = range(weapon, wall);
        // Every die of the attack hits; no other roll has hits.
        fight.queue_dice(&[6; 4]);
        let mode = weapon.modes.first().copied();
        let events = fight.attack(1, 2, 0, mode).expect("in range");
        assert!(!events.is_empty());
        let asked = |fight: &mut Fight| {
            while let Some(first) = fight.asked().first().cloned() {
                let last = fight.asked().last().cloned().unwrap_or(first);
                fight.answer(&last);
            }
        };
        asked(&mut fight);
        let history = fight.world.resource::<breachline::battle::History>();
        let caught = |unit: u32| {
            let all = history.records().iter().flat_map(|chapter| &chapter.events);
            all.flat_map(|one| &one.trace).any(|step| {
                matches!(step, breachline::dice::Trace::Rolled(record) if record.who == Some(UnitId(unit)) && record.why != "initiative")
            })
        };
        assert!(caught(2), "{} catches its target", weapon.name);
        assert_eq!(caught(3), !wall, "{}: the bystander, with a wall: {wall}", weapon.name);
    }
}
