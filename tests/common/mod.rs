//! Small fights for tests: a bare field, units made to measure, dice given by hand.
#![allow(dead_code, reason = "every test file uses another part of it")]

pub mod books;
mod readings;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::World;
use breachline::battle::{
    self, BattleView, Event, Order, Pace, Refusal, Target, UnitDataItem, UnitId, journal,
};
use breachline::content::{
    BarrierKind, BarrierStyle, Footing, Glyph, MapBarrier, Objective, Recruit, Seats, Skirmish,
    SkirmishBundle, SkirmishMap, SkirmishOptions, SkirmishSide, SkirmishUnit, Terrain, Tie, Tile, TimeUp,
};
use breachline::field::{Cell, Edge, Place, Side as EdgeSide};
use breachline::rules::swan_song::{
    Attribute, Attributes, DamageType, DamageValue, FireMode, Sheet, Skill, Weapon, WeaponClass,
};
use breachline::rules::{self, Book, Light, RuleSet, Weather};

pub use readings::*;

/// Every attribute 3, Blades, Pistols and Automatics 3, nothing worn.
pub fn sheet() -> Sheet {
    let mut sheet = Sheet::plain(Attributes {
        body: 3,
        agility: 4,
        reaction: 3,
        strength: 3,
        willpower: 3,
        logic: 3,
        intuition: 3,
        charisma: 3,
    });
    sheet.skills = [(Skill::Blades, 3), (Skill::Pistols, 3), (Skill::Automatics, 3)].into();
    sheet
}

/// The knife of the worked example.
pub fn knife() -> Weapon {
    Weapon {
        name: "knife".to_owned(),
        class: WeaponClass::Melee,
        skill: Skill::Blades,
        attribute: Attribute::Agility,
        accuracy: Some(6),
        build: Default::default(),
        condition: Default::default(),
        damage: DamageValue::StrengthPlus(2),
        pool: None,
        damage_type: DamageType::Kinetic,
        arp: 1,
        reach: 0,
        hands: 1,
        range: 0,
        penetrating: true,
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
        strike: breachline::rules::status::Strike::PLAIN,
    }
}

/// An automatic rifle with every mode: DV 9, ARP 2, 30 rounds, range 100.
pub fn rifle() -> Weapon {
    Weapon {
        name: "rifle".to_owned(),
        class: WeaponClass::Ranged,
        skill: Skill::Automatics,
        accuracy: Some(5),
        damage: DamageValue::Fixed(9),
        arp: 2,
        hands: 2,
        range: 100,
        modes: vec![
            FireMode::Single,
            FireMode::SemiAutoBurst,
            FireMode::Burst,
            FireMode::LongBurst,
            FireMode::FullAutoSimple,
            FireMode::FullAutoComplex,
        ],
        magazine: 30,
        ..knife()
    }
}

/// A fight in the making.
pub struct Setup {
    bundle: SkirmishBundle,
}

/// A book's defaults without flights: tests of them turn them on.
pub fn steady(book: Book) -> RuleSet {
    let mut rules = RuleSet::new(book);
    if rules.borrows("knockback") {
        rules.set("borrow.knockback", "off").expect("a chapter that is borrowed");
    }
    rules
}

impl Setup {
    /// An empty field of 30 x 20 squares, two sides, own dice allowed.
    pub fn new() -> Self {
        Self::sized(30, 20)
    }

    /// An empty field.
    pub fn sized(width: u16, height: u16) -> Self {
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
            rules: steady(Book::SwanSong),
            weather: Weather::Calm,
            zero_gravity: false,
            options: SkirmishOptions { free_undo: true, own_dice: true, ..SkirmishOptions::default() },
            sides: vec![side("Orange", 0), side("Blue", 1)],
            map: map.into(),
            units: Vec::new(),
            objectives: vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }],
            rounds: 100,
            then: TimeUp::Draw,
        };
        Self {
            bundle: SkirmishBundle {
                id: "test".to_owned(),
                skirmish,
                weapons: BTreeMap::new(),
                recruits: BTreeMap::new(),
                barrier_kinds: BTreeMap::new(),
                terrains: BTreeMap::new(),
            },
        }
    }

    /// The skirmish, to change whatever a test needs.
    pub fn skirmish(mut self, change: impl FnOnce(&mut Skirmish)) -> Self {
        change(&mut self.bundle.skirmish);
        self
    }

    /// Sets a switch.
    pub fn switch(mut self, name: &str, value: &str) -> Self {
        self.bundle.skirmish.rules.set(name, value).expect("tests name switches that exist");
        self
    }

    /// Adds a unit; numbers count from 1. The first weapon that fits is in hand.
    pub fn unit(mut self, side: u8, cell: (i32, i32), sheet: Sheet, weapons: &[Weapon]) -> Self {
        let id = format!("unit{}", self.bundle.skirmish.units.len() + 1);
        let mut names = Vec::new();
        for weapon in weapons {
            let name = format!("{id}-{}", weapon.name);
            self.bundle.weapons.insert(name.clone(), rules::Weapon::SwanSong(Arc::new(weapon.clone())));
            names.push(name);
        }
        let recruit = Recruit {
            name: id.clone(),
            role: String::new(),
            glyph: Glyph::Rifle,
            sheet: rules::Sheet::SwanSong(Arc::new(sheet)),
            weapons: names,
            vehicle: None,
        };
        self.bundle.recruits.insert(id.clone(), recruit);
        self.bundle.skirmish.units.push(SkirmishUnit {
            name: id.clone(),
            archetype: id,
            side,
            cell: Cell::new(cell.0, cell.1),
            concealed: false,
            in_cover: false,
            lurking: false,
            veteran: None,
            tie: None,
        });
        self
    }

    /// The unit added last is a vehicle with so many seats and this Speed.
    pub fn seats(mut self, seats: u8, speed: u8) -> Self {
        let id = format!("unit{}", self.bundle.skirmish.units.len());
        let recruit = self.bundle.recruits.get_mut(&id).expect("a unit was added");
        recruit.vehicle = Some(Seats { seats, speed });
        self
    }

    /// The unit added last begins tied to another one.
    pub fn tied(mut self, tie: Tie) -> Self {
        self.bundle.skirmish.units.last_mut().expect("a unit was added").tie = Some(tie);
        self
    }

    /// Plays by another book.
    pub fn under(mut self, book: Book) -> Self {
        let rules = &mut self.bundle.skirmish.rules;
        *rules = rules.under(book);
        if rules.borrows("knockback") {
            rules.set("borrow.knockback", "off").expect("a chapter that is borrowed");
        }
        self
    }

    /// Adds a unit of any book.
    pub fn recruit(
        mut self,
        side: u8,
        cell: (i32, i32),
        sheet: rules::Sheet,
        weapons: &[rules::Weapon],
    ) -> Self {
        let id = format!("unit{}", self.bundle.skirmish.units.len() + 1);
        let names: Vec<_> = (0..weapons.len()).map(|number| format!("{id}-{number}")).collect();
        self.bundle.weapons.extend(names.iter().cloned().zip(weapons.iter().cloned()));
        let name = id.clone();
        let recruit =
            Recruit { name, role: String::new(), glyph: Glyph::Rifle, sheet, weapons: names, vehicle: None };
        self.bundle.recruits.insert(id.clone(), recruit);
        let cell = Cell::new(cell.0, cell.1);
        let unit = SkirmishUnit {
            name: id.clone(),
            archetype: id,
            side,
            cell,
            concealed: false,
            in_cover: false,
            lurking: false,
            veteran: None,
            tie: None,
        };
        self.bundle.skirmish.units.push(unit);
        self
    }

    /// Makes the ground of some squares another one.
    pub fn ground(mut self, cells: &[(i32, i32)], change: impl FnOnce(&mut Terrain)) -> Self {
        let mut terrain = Terrain {
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
            tile: Tile::Asphalt,
            strike: breachline::rules::status::Strike::PLAIN,
        };
        change(&mut terrain);
        let map = &mut self.bundle.skirmish.map;
        let id = format!("ground{}", map.palette.len());
        for &(x, y) in cells {
            map.terrain[y as usize * usize::from(map.width) + x as usize] = map.palette.len() as u16;
        }
        map.palette.push(id.clone());
        self.bundle.terrains.insert(id, terrain);
        self
    }

    /// Adds a barrier in a square or on an edge; numbers count from 0.
    pub fn barrier(mut self, place: Place, change: impl FnOnce(&mut BarrierKind)) -> Self {
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
            footing: Footing::Both,
        };
        change(&mut kind);
        let id = kind.name.clone();
        self.bundle.barrier_kinds.insert(id.clone(), kind);
        self.bundle.skirmish.map.barriers.push(MapBarrier { place, kind: id });
        self
    }

    /// Sets the fight up and lets both sides begin; initiative uses these faces, in the order of the units.
    pub fn begin(self, initiative: &[u8]) -> Fight {
        let sides = self.bundle.skirmish.sides.len() as u8;
        let mut fight = self.place();
        fight.dice(initiative);
        for side in 0..sides {
            fight.give(Order::Begin { side: battle::Side(side) });
        }
        fight
    }

    /// The skirmish with all it needs.
    pub fn into_bundle(self) -> SkirmishBundle {
        self.bundle
    }

    /// Sets the fight up, before deployment ends.
    pub fn place(self) -> Fight {
        let mut world = World::new();
        battle::install(&mut world);
        journal::begin(&mut world, Arc::new(self.bundle), 1);
        Fight { world }
    }
}

/// The edge on a side of a square.
pub fn edge(x: i32, y: i32, side: EdgeSide) -> Place {
    Place::Edge(Edge::new(Cell::new(x, y), side))
}

/// The inside of a square.
pub fn square(x: i32, y: i32) -> Place {
    Place::Square(Cell::new(x, y))
}

/// A fight that runs.
pub struct Fight {
    pub world: World,
}

impl Fight {
    /// Faces for the next rolls.
    pub fn dice(&mut self, faces: &[u8]) {
        if !faces.is_empty() {
            self.give(Order::Dice { faces: faces.to_vec() });
        }
    }

    /// Faces given and not used yet: a test that gave the right number has none left.
    pub fn dice_left(&self) -> usize {
        self.world.resource::<battle::DiceSeat>().given().len()
    }

    /// An order that has to be accepted; gives what happened.
    #[track_caller]
    pub fn give(&mut self, order: Order) -> Vec<Event> {
        match self.try_give(order.clone()) {
            Ok(events) => events,
            Err(refusal) => panic!("{order:?} was refused: {refusal}"),
        }
    }

    /// An order that may be refused.
    pub fn try_give(&mut self, order: Order) -> Result<Vec<Event>, Refusal> {
        journal::order(&mut self.world, order)?;
        let history = self.world.resource::<battle::History>();
        let chapter = history.chapters().last().expect("an order was given");
        Ok(chapter.happenings.iter().map(|happening| happening.event.clone()).collect())
    }

    /// An order that has to be refused; gives why.
    #[track_caller]
    pub fn refused(&mut self, order: Order) -> Refusal {
        let before = battle::hash(&mut self.world);
        let refusal = self.try_give(order.clone()).expect_err("the order should be refused");
        assert_eq!(battle::hash(&mut self.world), before, "a refused order changes nothing: {order:?}");
        refusal
    }

    /// Walks straight squares.
    pub fn walk(&mut self, unit: u32, path: &[(i32, i32)]) -> Result<Vec<Event>, Refusal> {
        self.go(unit, path, Pace::Walk)
    }

    /// Moves at a pace.
    pub fn go(&mut self, unit: u32, path: &[(i32, i32)], pace: Pace) -> Result<Vec<Event>, Refusal> {
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        self.try_give(Order::Move { unit: UnitId(unit), path, pace, evade: false })
    }

    /// Attacks with the weapon of a number.
    pub fn attack(
        &mut self,
        unit: u32,
        target: u32,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Result<Vec<Event>, Refusal> {
        self.try_give(Order::attack(UnitId(unit), Target::Unit(UnitId(target)), weapon, mode))
    }

    /// Answers the open question.
    #[track_caller]
    pub fn answer(&mut self, key: &str) -> Vec<Event> {
        self.give(Order::Decide { answer: key.to_owned() })
    }

    /// Whoever could strike at the last mover lets it pass.
    pub fn let_pass(&mut self) {
        while self.asked().first().is_some_and(|answer| answer == "pass") {
            self.answer("pass");
        }
    }

    /// Keys of the answers to the open question.
    pub fn asked(&self) -> Vec<String> {
        let pending = self.world.resource::<battle::Pending>();
        let answers = pending.decision().map(|decision| decision.prompt().answers.clone());
        answers.unwrap_or_default().into_iter().map(|answer| answer.key).collect()
    }

    /// Ends the phase of whoever acts.
    #[track_caller]
    pub fn end(&mut self) -> Vec<Event> {
        let unit = self.acting().expect("somebody acts");
        self.give(Order::EndPhase { unit: UnitId(unit) })
    }

    /// Whose phase it is.
    pub fn acting(&self) -> Option<u32> {
        self.world.resource::<battle::Round>().acting().map(|unit| unit.0)
    }

    /// Round and pass.
    pub fn round(&self) -> (u32, u32) {
        let round = self.world.resource::<battle::Round>();
        (round.number(), round.pass())
    }

    /// Reads the fight.
    pub fn view<T>(&mut self, read: impl FnOnce(&BattleView) -> T) -> T {
        battle::with_view(&mut self.world, read)
    }

    /// Reads the fight through the eyes of a side.
    pub fn seen_by<T>(&mut self, side: u8, read: impl FnOnce(&BattleView) -> T) -> T {
        self.world.insert_resource(battle::Viewer(Some(battle::Side(side))));
        let answer = battle::with_view(&mut self.world, read);
        self.world.insert_resource(battle::Viewer(None));
        answer
    }

    /// Reads a unit.
    pub fn unit<T>(&mut self, unit: u32, read: impl FnOnce(&UnitDataItem) -> T) -> T {
        self.view(|view| read(&view.unit(UnitId(unit)).expect("the unit exists")))
    }

    /// A unit's score.
    pub fn score(&mut self, unit: u32) -> i32 {
        self.unit(unit, |unit| unit.initiative.score())
    }

    /// A unit's action points.
    pub fn points(&mut self, unit: u32) -> u8 {
        self.unit(unit, |unit| unit.points.left())
    }

    /// A unit's flesh.
    pub fn flesh(&mut self, unit: u32) -> i32 {
        self.unit(unit, |unit| vitals(unit).flesh.now)
    }

    /// The square a unit stands on.
    pub fn cell(&mut self, unit: u32) -> (i32, i32) {
        self.unit(unit, |unit| (unit.cell().x, unit.cell().y))
    }
}

/// DV 10 over 2 m, two of them.
pub fn grenade() -> Weapon {
    Weapon {
        name: "grenade".to_owned(),
        class: WeaponClass::Thrown,
        skill: Skill::Throwing,
        damage: DamageValue::Fixed(10),
        arp: 0,
        accuracy: Some(9),
        range: 20,
        blast: 2,
        explosive: true,
        penetrating: false,
        magazine: 2,
        ..knife()
    }
}
