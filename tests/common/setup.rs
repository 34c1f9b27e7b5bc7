//! The set-up of a fight: an empty field and its units.

use std::collections::BTreeMap;
use std::sync::Arc;

use breachline::battle;
use breachline::battle::Order;
use breachline::battle::journal;
use breachline::content::{
    Arrival, BarrierKind, BarrierPlacement, BarrierStyle, CampaignUnit, Glyph, MapBarrier, Objective,
    Skirmish, SkirmishBundle, SkirmishMap, SkirmishOptions, SkirmishSide, SkirmishUnit, Terrain, Tile,
    TimeUp, UnitLink, UnitTemplate, VehicleSpec,
};
use breachline::model::{Cell, ObstaclePosition};
use breachline::rules::status::{ActiveAilment, Ailment, StatusEnd};
use breachline::rules::swan_song::{Sheet, Weapon};
use breachline::rules::{self, Book, Light, RuleSet, Weather, play};

use super::Fight;

/// The set-up of a fight.
pub struct Setup {
    pub(super) bundle: SkirmishBundle,
}

/// A book's defaults without knockback: tests of knockback turn it on.
pub fn rules_without_knockback(book: Book) -> RuleSet {
    let mut rules = RuleSet::new(book);
    if rules.borrows("knockback") {
        rules.set("borrow.knockback", "off").expect("a chapter that is borrowed");
    }
    rules
}

/// Ground without any effect.
fn plain_ground() -> Terrain {
    Terrain {
        name: "ground".to_owned(),
        extra_half_metres: 0,
        height_cm: 0,
        impassable: false,
        ladder: false,
        difficulty: 0,
        light: Light::Normal,
        obscured: false,
        hazard: None,
        airless: false,
        indoors: false,
        energy: false,
        burns: false,
        glow: None,
        tile: Tile::Asphalt,
        strike: breachline::rules::status::AttackProperties::PLAIN,
    }
}

impl Setup {
    /// An empty field of 30 x 20 squares, two sides, own dice allowed.
    pub fn new() -> Self {
        Self::with_size(30, 20)
    }

    /// An empty field.
    pub fn with_size(width: u16, height: u16) -> Self {
        let side = |name: &str, colour| SkirmishSide { name: name.to_owned(), colour, deployment: None };
        let map = SkirmishMap {
            width,
            height,
            palette: vec!["floor".to_owned()],
            terrain: vec![0; usize::from(width) * usize::from(height)],
            barriers: Vec::new(),
            zones: BTreeMap::new(),
        };
        let skirmish = Skirmish {
            name: "test".to_owned(),
            description: String::new(),
            rules: rules_without_knockback(Book::SwanSong),
            weather: Weather::Calm,
            zero_gravity: false,
            options: SkirmishOptions { free_undo: true, own_dice: true, ..SkirmishOptions::default() },
            sides: vec![side("Orange", 0), side("Blue", 1)],
            map: map.into(),
            units: Vec::new(),
            objectives: vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }],
            rounds: 100,
            then: TimeUp::Draw,
            lesson: None,
        };
        Self {
            bundle: SkirmishBundle {
                id: "test".to_owned(),
                skirmish,
                weapons: BTreeMap::new(),
                unit_templates: BTreeMap::new(),
                barrier_kinds: BTreeMap::new(),
                terrains: BTreeMap::from([("floor".to_owned(), plain_ground())]),
                start: None,
            },
        }
    }

    /// Changes the skirmish.
    pub fn skirmish(mut self, change: impl FnOnce(&mut Skirmish)) -> Self {
        change(&mut self.bundle.skirmish);
        self
    }

    /// Gives a side the objective to slay a unit, by its number, before all other objectives.
    pub fn must_slay(self, side: u8, unit: u32) -> Self {
        let slay = Objective::Slay { side, unit: format!("unit{unit}") };
        self.skirmish(|skirmish| skirmish.objectives.insert(0, slay))
    }

    /// Sets a switch.
    pub fn switch(mut self, name: &str, value: &str) -> Self {
        self.bundle.skirmish.rules.set(name, value).expect("tests name switches that exist");
        self
    }

    /// Adds a unit of Swan Song; numbers count from 1. The first weapons that fit are in hand.
    pub fn unit(self, side: u8, cell: (i32, i32), sheet: Sheet, weapons: &[Weapon]) -> Self {
        let weapons = weapons.iter().map(|weapon| rules::Weapon::SwanSong(Arc::new(weapon.clone())));
        self.add_unit(side, cell, rules::Sheet::SwanSong(Arc::new(sheet)), weapons.collect())
    }

    /// Adds a unit of any book; numbers count from 1. The first weapons that fit are in hand.
    pub fn add_unit(
        mut self,
        side: u8,
        cell: (i32, i32),
        sheet: rules::Sheet,
        weapons: Vec<rules::Weapon>,
    ) -> Self {
        let id = self.next_unit();
        let mut names = Vec::new();
        for weapon in weapons {
            let name = format!("{id}-{}", weapon.name());
            self.bundle.weapons.insert(name.clone(), weapon);
            names.push(name);
        }
        self.push_unit((id, side), cell, sheet, names)
    }

    /// Id of the unit that is added next.
    fn next_unit(&self) -> String {
        format!("unit{}", self.bundle.skirmish.units.len() + 1)
    }

    /// Adds a unit whose weapons have these ids.
    fn push_unit(
        mut self,
        (id, side): (String, u8),
        cell: (i32, i32),
        sheet: rules::Sheet,
        weapons: Vec<String>,
    ) -> Self {
        let template = UnitTemplate {
            name: id.clone(),
            role: String::new(),
            glyph: Glyph::Rifle,
            sheet,
            weapons,
            vehicle: None,
            personality: Default::default(),
        };
        self.bundle.unit_templates.insert(id.clone(), template);
        let unit = SkirmishUnit::new(id.clone(), id, side, Cell::new(cell.0, cell.1));
        self.bundle.skirmish.units.push(unit);
        self
    }

    /// The unit added last is a vehicle with this many seats and this Speed.
    pub fn seats(mut self, seats: u8, speed: u8) -> Self {
        let id = format!("unit{}", self.bundle.skirmish.units.len());
        let recruit = self.bundle.unit_templates.get_mut(&id).expect("a unit was added");
        recruit.vehicle = Some(VehicleSpec { seats, speed });
        self
    }

    /// The unit added last begins tied to another one.
    pub fn tied(mut self, tie: UnitLink) -> Self {
        self.bundle.skirmish.units.last_mut().expect("a unit was added").link = Some(tie);
        self
    }

    /// The unit added last arrives in this round and pass.
    pub fn arriving(mut self, round: u32, pass: u32) -> Self {
        let unit = self.bundle.skirmish.units.last_mut().expect("a unit was added");
        unit.arrives = Some(Arrival { round, pass });
        self
    }

    /// The unit added last begins with these ailments, which last until something ends them.
    pub fn ailing(mut self, ailments: &[Ailment]) -> Self {
        let rules = self.bundle.skirmish.rules.clone();
        let unit = self.bundle.skirmish.units.last_mut().expect("a unit was added");
        let sheet = &self.bundle.unit_templates[&unit.archetype].sheet;
        let suffered = |ailment: &Ailment| ActiveAilment {
            ailment: *ailment,
            part: None,
            by: None,
            strength: 0,
            until: StatusEnd::Removed,
        };
        unit.campaign_unit = Some(CampaignUnit {
            condition: play::starting_health(sheet, &rules),
            karma: play::starting_karma(sheet),
            ailments: ailments.iter().map(suffered).collect(),
            loadout: None,
        });
        self
    }

    /// Plays by another book.
    pub fn with_book(mut self, book: Book) -> Self {
        let rules = &mut self.bundle.skirmish.rules;
        *rules = rules.with_book(book);
        if rules.borrows("knockback") {
            rules.set("borrow.knockback", "off").expect("a chapter that is borrowed");
        }
        self
    }

    /// Adds a unit of any book.
    pub fn add_template(
        mut self,
        side: u8,
        cell: (i32, i32),
        sheet: rules::Sheet,
        weapons: &[rules::Weapon],
    ) -> Self {
        let id = self.next_unit();
        let names: Vec<_> = (0..weapons.len()).map(|number| format!("{id}-{number}")).collect();
        self.bundle.weapons.extend(names.iter().cloned().zip(weapons.iter().cloned()));
        self.push_unit((id, side), cell, sheet, names)
    }

    /// Changes the terrain of some squares.
    pub fn ground(mut self, cells: &[(i32, i32)], change: impl FnOnce(&mut Terrain)) -> Self {
        let mut terrain = plain_ground();
        change(&mut terrain);
        let map = &mut self.bundle.skirmish.map;
        let id = format!("ground{}", map.palette.len());
        for &(x, y) in cells {
            let (place, number) =
                (y as usize * usize::from(map.width) + x as usize, map.palette.len() as u16);
            map.terrain[place] = number;
        }
        map.palette.push(id.clone());
        self.bundle.terrains.insert(id, terrain);
        self
    }

    /// Adds a barrier in a square or on an edge; numbers count from 0.
    pub fn barrier(mut self, place: ObstaclePosition, change: impl FnOnce(&mut BarrierKind)) -> Self {
        let mut kind = BarrierKind {
            name: "drywall".to_owned(),
            material: "cheap".to_owned(),
            structure: 2,
            armor: 4,
            height_cm: 300,
            thickness_cm: 10,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
            style: BarrierStyle::Drywall,
            openable: false,
            sharp: false,
            hides: None,
            glow: None,
            footing: BarrierPlacement::Both,
        };
        change(&mut kind);
        let id = kind.name.clone();
        self.bundle.barrier_kinds.insert(id.clone(), kind);
        self.bundle.skirmish.map.barriers.push(MapBarrier { place, kind: id });
        self
    }

    /// Sets the fight up and lets both sides begin; initiative uses these faces, in the order of the units.
    pub fn start_battle(self, initiative: &[u8]) -> Fight {
        let sides = self.bundle.skirmish.sides.len() as u8;
        let mut fight = self.start_deployment();
        fight.queue_dice(initiative);
        for side in 0..sides {
            fight.submit(Order::Begin { side: breachline::model::Side(side) });
        }
        fight
    }

    /// The finished bundle of the skirmish.
    pub fn into_bundle(self) -> SkirmishBundle {
        self.bundle
    }

    /// Sets the fight up, before deployment ends.
    pub fn start_deployment(self) -> Fight {
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, Arc::new(self.bundle), 1);
        Fight { world }
    }
}
