//! Units and weapons for tests.

use std::sync::Arc;

use model::UnitId;

use crate::swan_song::checks::base::starting_vitals;
use crate::swan_song::{
    Attribute, Attributes, DamageType, DamageValue, Fighter, Karma, MovementMode, PointPool, Sheet, Skill,
    Switches, Vitals, Weapon, WeaponBuild, WeaponClass, WeaponCondition,
};
pub(crate) use crate::test_tables::on_faces;

/// A person: every attribute 3, no skill, no armour.
pub(crate) fn sheet() -> Sheet {
    Sheet::plain(Attributes {
        body: 3,
        agility: 3,
        reaction: 3,
        strength: 3,
        willpower: 3,
        logic: 3,
        intuition: 3,
        charisma: 3,
    })
}

/// A person with some values changed.
pub(crate) fn sheet_with(change: impl FnOnce(&mut Sheet)) -> Sheet {
    let mut sheet = sheet();
    change(&mut sheet);
    sheet
}

/// Unit 1 with this sheet, unhurt, at the start of its phase, with empty hands.
pub(crate) fn fighter(sheet: Sheet) -> Fighter {
    Fighter {
        id: UnitId(1),
        vitals: starting_vitals(&sheet, &Switches::default()),
        action_points: sheet.action_points,
        sheet: Arc::new(sheet),
        gait: MovementMode::Steady,
        prone: false,
        full_defense: false,
        in_moving_vehicle: false,
        defences: 0,
        in_melee: false,
        down: None,
        held: Vec::new(),
        hands: Vec::new(),
        phase_delayed: false,
        may_interrupt: true,
        karma: Karma::default(),
        ailments: Vec::new(),
    }
}

/// A person with so much Flesh of 10, and a Strain threshold of 10.
pub(crate) fn flesh_at(now: i32) -> Vitals {
    Vitals { flesh: PointPool { now, max: 10 }, strain_threshold: 10, ..Vitals::default() }
}

/// A plain weapon of a class: DV 4 Kinetic, ARP 0.
pub(crate) fn weapon(class: WeaponClass, skill: Skill) -> Weapon {
    Weapon {
        name: "sample".to_owned(),
        class,
        skill,
        attribute: Attribute::Agility,
        accuracy: None,
        build: WeaponBuild::Standard,
        condition: WeaponCondition::Sound,
        damage: DamageValue::Fixed(4),
        pool: None,
        damage_type: DamageType::Kinetic,
        arp: 0,
        reach: 0,
        hands: 1,
        range: 30,
        penetrating: false,
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: false,
        gel: false,
        contact_only: false,
        modes: Vec::new(),
        magazine: 0,
        recoil_compensation: 0,
        trigger: None,
        strike: crate::status::AttackProperties::PLAIN,
    }
}
