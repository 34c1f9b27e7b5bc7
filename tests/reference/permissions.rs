//! An independent check of permitted orders: random situations, and the verdict of the model in `permissions/` on each order.
//!
//! A situation is a scene with the order of dice and answers that its orders ask for. Program and model agree on whether
//! an order is permitted and by which clause it is refused, on what is paid, on who is asked for what in which order, and
//! on everything that changed. All dice are asked for, and a refused order changes nothing.
//!
//! The files in `data` hold a sample. The environment variable `PERMISSIONS_DATA` names a folder with other files, such as
//! a thousand situations per book:
//!
//! ```sh
//! python3 tests/reference/permissions/generate.py --situations 1000 --out /tmp
//! PERMISSIONS_DATA=/tmp cargo test --package breachline --no-default-features --test reference permissions
//! ```

mod observed_state;
mod situation_file;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use bevy_ecs::prelude::World;
use breachline::battle::{self, Order, OrderError, Pace, SubAttack, Target, UnitDataItem, journal};
use breachline::content::{self, Content, SkirmishOverrides};
use breachline::dice::{Dice, RollMode};
use breachline::model::{Cell, ItemId, UnitId};
use rstest::rstest;
use serde_json::{Value, json};

use self::observed_state::observe;
use self::situation_file::{Asked, GivenOrder, Situation, Situations, State, Step};
use crate::symbols;

/// Shipped barriers, terrains and books.
static CONTENT: LazyLock<Content> = LazyLock::new(|| {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    content::load_content(&[assets]).content
});

/// A battle, and the situation that it plays.
struct Played<'a> {
    world: World,
    readings: &'a BTreeMap<String, String>,
    names: Vec<String>,
    /// Names of the weapons in hand of each unit, in the order of their numbers in answers.
    weapons: BTreeMap<UnitId, Vec<String>>,
    /// The state so far, as the model says it.
    expected: State,
}

/// The difference between program and model.
type Difference = String;

impl<'a> Played<'a> {
    /// Sets up a situation, rolls initiative and begins the first phase.
    fn begin(file: &'a Situations, situation: &Situation) -> Result<Self, Difference> {
        let mut text = situation.scene.clone();
        for (name, part) in &file.shared {
            text = text.replace(&format!("@{name}@"), part);
        }
        let (scene, problems) = content::parse_scene(&CONTENT, Path::new("situation.ron"), &text);
        let scene = scene.ok_or_else(|| format!("no scene: {problems:?}"))?;
        let scene = scene.battlefield.map_err(|problem| problem.to_string())?;
        let bundle = scene.battle_bundle(&CONTENT, "situation", &SkirmishOverrides::default());
        let bundle = bundle.map_err(|problem| problem.to_string())?;
        let names = bundle.skirmish.units.iter().map(|unit| unit.name.clone()).collect();
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, Arc::new(bundle), 1);
        let mut played = Self {
            world,
            readings: &file.readings,
            names,
            weapons: BTreeMap::new(),
            expected: situation.start.state.clone(),
        };
        for side in 0..2 {
            // A scene without deployment zones has begun.
            let _ = journal::submit_order(
                &mut played.world,
                Order::Begin { side: breachline::model::Side(side) },
            );
        }
        played.answer(&situation.start.asked)?;
        played.compare()?;
        Ok(played)
    }

    /// Gives an order and compares everything that follows.
    fn play(&mut self, step: &Step) -> Result<(), Difference> {
        let order = self.order(&step.order)?;
        let given = journal::submit_order(&mut self.world, order);
        match (given, step.refused.as_slice()) {
            (Ok(_), []) => self.answer(&step.asked)?,
            (Err(error), []) => return Err(format!("refused ({}): {error}", reason(&error))),
            (Ok(_), clauses) => return Err(format!("accepted, but refused by {clauses:?}")),
            (Err(error), clauses) => {
                let why = reason(&error);
                if !clauses.contains(&why) {
                    return Err(format!("refused by {why} and not by one of {clauses:?}: {error}"));
                }
            }
        }
        for (name, changes) in &step.changes {
            self.expected.entry(name.clone()).or_default().extend(changes.clone());
        }
        self.compare()
    }

    /// Answers prompts and rolls in their order; none is missing, and none is left.
    fn answer(&mut self, expected: &[Asked]) -> Result<(), Difference> {
        for asked in expected {
            self.weapons = battle::with_view(&mut self.world, |view| {
                let items = |unit: &UnitDataItem| {
                    unit.inventory.held_items().map(|(_, item)| item.weapon.name().to_owned()).collect()
                };
                view.units().map(|unit| (*unit.id, items(&unit))).collect()
            });
            let found = battle::with_view(&mut self.world, |view| {
                let open = view.open_prompt()?;
                let answers: Vec<_> = open.prompt().answers.iter().map(|answer| answer.key.clone()).collect();
                Some((open.prompt().who, open.prompt().clause, answers, open.dice()))
            });
            let Some((who, clause, answers, dice)) = found else {
                return Err(format!("nothing is asked, but should be: {asked:?}"));
            };
            let answer = self.check_asked(asked, (who, clause), &answers, dice)?;
            let given = journal::submit_order(&mut self.world, Order::Decide { answer });
            given.map_err(|error| format!("{asked:?}: {error}"))?;
        }
        let open = battle::with_view(&mut self.world, |view| {
            view.open_prompt().map(|open| {
                let prompt = open.prompt();
                let answers: Vec<_> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
                format!(
                    "{} is asked {} ({}): {answers:?} {:?}",
                    prompt.who,
                    prompt.question,
                    prompt.clause,
                    open.dice()
                )
            })
        });
        open.map_or(Ok(()), |open| Err(format!("not expected: {open}")))
    }

    /// Compares what is asked with the model's, and gives the answer.
    fn check_asked(
        &self,
        asked: &Asked,
        (who, clause): (UnitId, &str),
        keys: &[String],
        dice: Option<Dice>,
    ) -> Result<String, Difference> {
        let mut answers: Vec<String> = keys.iter().map(|key| self.with_weapon_name(key)).collect();
        let name = self.names.get(who.0 as usize - 1).cloned();
        if asked.who.is_some() && asked.who != name {
            return Err(format!(
                "{name:?} is asked by {clause} and not {:?}: {answers:?}, {dice:?}",
                asked.who
            ));
        }
        if let Some(stated) = asked.clause.as_ref().filter(|stated| stated.as_str() != clause) {
            return Err(format!("{name:?} is asked by {clause} and not by {stated}"));
        }
        let Some(dice) = dice else {
            answers.retain(|answer| !asked.may.contains(answer));
            answers.sort();
            let mut expected = asked.answers.clone();
            expected.sort();
            let differs = || format!("{name:?} may answer {answers:?} ({clause}) and not {asked:?}");
            let agreed = asked.answer.as_ref().filter(|_| expected == answers).ok_or_else(differs)?;
            let key = keys.iter().find(|key| self.with_weapon_name(key) == *agreed);
            return key.cloned().ok_or_else(differs);
        };
        if asked.answer.is_some() {
            return Err(format!("{name:?} rolls {dice:?} ({clause}), but should be asked {asked:?}"));
        }
        if let Some(count) = asked.dice.filter(|count| *count != dice.count) {
            return Err(format!("{name:?} rolls {} dice ({clause}) and not {count}: {asked:?}", dice.count));
        }
        let faces = faces(asked, dice).ok_or_else(|| format!("{dice:?} ({clause}) cannot show {asked:?}"))?;
        Ok(faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
    }

    /// The key of an answer with the name of a weapon in place of its number: of the unit that it names, else of the one
    /// that acts.
    fn with_weapon_name(&self, key: &str) -> String {
        let Some((before, number)) = key.rsplit_once("weapon") else { return key.to_owned() };
        let Ok(number) = number.parse::<usize>() else { return key.to_owned() };
        let named = before.split(':').find_map(|part| part.parse().ok()).map(UnitId);
        let owner = named.or_else(|| self.world.resource::<battle::RoundState>().acting());
        let weapons = owner.and_then(|owner| self.weapons.get(&owner));
        let name = weapons.and_then(|weapons| weapons.get(number));
        name.map_or_else(|| key.to_owned(), |name| format!("{before}{name}"))
    }

    /// Compares the state of the battle with the model's.
    fn compare(&mut self) -> Result<(), Difference> {
        let Self { world, readings, names, expected, .. } = self;
        let found = battle::with_view(world, |view| observe(view, names, readings));
        let mut differences = String::new();
        for (name, values) in expected.iter() {
            for (key, value) in values {
                let now = found.get(name).and_then(|unit| unit.get(key)).unwrap_or(&Value::Null);
                // Where a value means nothing, the model says so.
                if now != value && value != "any" {
                    let _ = write!(differences, "{name}.{key} is {now} and should be {value}; ");
                }
            }
        }
        if differences.is_empty() { Ok(()) } else { Err(differences) }
    }

    fn id(&self, name: &str) -> Result<UnitId, Difference> {
        let place = self.names.iter().position(|known| known == name);
        place.map(|place| UnitId(place as u32 + 1)).ok_or_else(|| format!("no unit {name}"))
    }

    /// Slot of a weapon by its name.
    fn weapon(&mut self, unit: UnitId, name: Option<&String>) -> Result<usize, Difference> {
        let name = name.ok_or("the order names no weapon")?;
        let found = battle::with_view(&mut self.world, |view| {
            let unit = view.unit(unit)?;
            let mut slots = unit.inventory.slots();
            slots.find_map(|(slot, item)| (item.weapon.name() == name.as_str()).then_some(slot))
        });
        found.ok_or_else(|| format!("{unit} has no {name}"))
    }

    /// The order of the program.
    fn order(&mut self, given: &GivenOrder) -> Result<Order, Difference> {
        let unit = self.id(&given.unit)?;
        let target = given.target.as_deref().map(|name| self.id(name)).transpose()?;
        let named = given.weapon.as_ref();
        Ok(match given.action.as_str() {
            "attack" => Order::Attack {
                unit,
                target: Target::Unit(target.ok_or("an attack needs a target")?),
                weapon: self.weapon(unit, named)?,
                mode: given.mode,
                option: given.option.clone(),
            },
            "multiple" => {
                let mut attacks = Vec::new();
                for attack in given.attacks.iter().flatten() {
                    let (target, weapon) =
                        (self.id(&attack.target)?, self.weapon(unit, Some(&attack.weapon))?);
                    attacks.push(SubAttack { target, weapon, mode: attack.mode });
                }
                Order::Multiple { unit, attacks }
            }
            "move" => {
                let path = given.path.iter().flatten().map(|&(x, y)| Cell::new(x, y)).collect();
                let pace = match given.pace.as_deref() {
                    Some("run") => Pace::Run,
                    Some("sprint") => Pace::Sprint,
                    _ => Pace::Walk,
                };
                Order::Move { unit, path, pace, evade: given.evade }
            }
            "special" => Order::SpecialAction {
                unit,
                action: given.key.clone().unwrap_or_default(),
                target,
                weapon: named.map(|_| self.weapon(unit, named)).transpose()?,
            },
            "take_cover" => Order::TakeCover { unit },
            "drop_prone" => Order::DropProne { unit },
            "stand_up" => Order::StandUp { unit },
            "reload" => Order::Reload { unit, weapon: self.weapon(unit, named)? },
            "ready" => Order::Ready { unit, weapon: self.weapon(unit, named)? },
            "drop" => Order::Drop { unit, weapon: self.weapon(unit, named)? },
            "pick_up" => Order::PickUp { unit, item: self.item(named)? },
            "delay" => Order::Delay { unit },
            "end_phase" => Order::EndPhase { unit },
            other => return Err(format!("unknown order {other}")),
        })
    }

    /// A weapon on the ground by its name.
    fn item(&mut self, name: Option<&String>) -> Result<ItemId, Difference> {
        let name = name.ok_or("the order names no weapon")?;
        let found = battle::with_view(&mut self.world, |view| {
            let items = view.items();
            let fits = |dropped: &battle::DroppedItem| dropped.item().weapon.name() == name.as_str();
            items.iter().find_map(|(id, dropped)| fits(dropped).then_some(*id))
        });
        found.ok_or_else(|| format!("no {name} on the ground"))
    }
}

/// Faces with the result of a roll; `None` if these dice cannot show it.
fn faces(asked: &Asked, dice: Dice) -> Option<Vec<u8>> {
    let count = dice.count as usize;
    if let Some(faces) = &asked.faces {
        return (faces.len() == count).then(|| faces.clone());
    }
    if let Some(wanted) = asked.symbols {
        let RollMode::Symbols(pool) = dice.read else { return None };
        return symbols::faces_with(pool, wanted, false);
    }
    let hits = asked.hits? as usize;
    let rest = count.checked_sub(hits)?;
    // A six is a hit on a d6, a ten a success on a d10; twos are neither, nor a glitch.
    Some([vec![dice.sides; hits], vec![2; rest]].concat())
}

/// The clause that refuses an order, or a word for reasons that no clause states.
fn reason(error: &OrderError) -> String {
    let clause = error.clause().filter(|clause| !clause.is_empty());
    clause.map_or_else(|| word(error).to_owned(), str::to_owned)
}

fn word(error: &OrderError) -> &'static str {
    match error {
        OrderError::NotActing { .. } => "turn",
        OrderError::UnitDown { .. } => "down",
        OrderError::InvalidPath { .. } => "path",
        OrderError::NothingToDo(_) => "nothing",
        OrderError::Blocked(_) => "blocked",
        OrderError::InvalidTarget(_) => "target",
        OrderError::NoSuchItem | OrderError::ItemOutOfReach { .. } | OrderError::NoHands { .. } => "item",
        OrderError::NoSuchMode { .. } => "mode",
        _ => "other",
    }
}

/// Plays all situations of a file; gives their differences.
fn differences(file: &Situations) -> Vec<String> {
    let mut found = Vec::new();
    for situation in &file.situations {
        let mut played = match Played::begin(file, situation) {
            Ok(played) => played,
            Err(why) => {
                found.push(format!("situation {}, begin: {why}", situation.number));
                continue;
            }
        };
        for (number, step) in situation.steps.iter().enumerate() {
            if let Err(why) = played.play(step) {
                found.push(format!(
                    "situation {}, order {}, {:?}: {why}",
                    situation.number,
                    number + 1,
                    step.order
                ));
                break;
            }
        }
    }
    found
}

fn read(book: &str) -> Situations {
    let sample = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/data");
    let folder = std::env::var_os("PERMISSIONS_DATA").map_or_else(sample, PathBuf::from);
    let path = folder.join(format!("{book}_permissions.json"));
    let text =
        std::fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    serde_json::from_str(&text).expect("situations can be read")
}

#[rstest]
#[case("swan_song")]
#[case("combat_checks")]
#[case("circumstances")]
#[case("aberrant")]
#[case("attacks_and_damage")]
fn program_and_model_agree(#[case] book: &str) {
    let file = read(book);
    let found = differences(&file);
    let orders: usize = file.situations.iter().map(|situation| situation.steps.len()).sum();
    let situations = file.situations.len();
    let differ = found.len();
    assert!(
        found.is_empty(),
        "{book}: {situations} situations, {orders} orders, {differ} differences:\n{}",
        found.join("\n")
    );
}

/// The only difference after a change to one of the steps of a file.
fn difference_after(change: impl Fn(&mut Step) -> bool) -> String {
    let mut file = read("swan_song");
    let mut steps = file.situations.iter_mut().flat_map(|situation| &mut situation.steps);
    assert!(steps.any(change), "one of the steps is changed");
    let found = differences(&file);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

#[test]
fn a_wrong_clause_a_wrong_price_and_a_wrong_prompt_are_found() {
    let clause = difference_after(|step| {
        let refused = !step.refused.is_empty();
        step.refused.iter_mut().for_each(|clause| "SS-RULING-59".clone_into(clause));
        refused
    });
    assert!(clause.contains("and not by one of [\"SS-RULING-59\""), "{clause}");
    let price = difference_after(|step| {
        let paid = step.changes.values_mut().find_map(|unit| unit.get_mut("points"));
        paid.map(|points| *points = json!(9)).is_some()
    });
    assert!(price.contains("points is") && price.contains("should be 9"), "{price}");
    let prompt = difference_after(|step| {
        let asked = step.asked.iter_mut().find(|asked| asked.answer.is_some());
        asked.map(|asked| asked.answers.push("surrender".to_owned())).is_some()
    });
    assert!(prompt.contains("may answer"), "{prompt}");
    let permitted = difference_after(|step| {
        let refused = !step.refused.is_empty();
        step.refused.clear();
        refused
    });
    assert!(permitted.contains("refused ("), "{permitted}");
}
