//! Custom sheets, attacks with given results, and readings of a fight.

use breachline::battle;
use breachline::battle::journal;
use breachline::battle::{AttackChoice, BattleEvent, BattleOutcome, History, Order, UnitDataItem};
use breachline::battle_log::log_text::{LogWriter, entry_ranges, plain_line, plain_text};
use breachline::dice::{RollRecord, Trace};
use breachline::model::UnitId;
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::defence::methods::AvailableDefence;
use breachline::rules::swan_song::{
    AttackContext, DamageValue, DownState, FireMode, HitResult, PoolKind, Sheet, Skill, Vitals, Weapon,
    WeaponClass, rulebook,
};
use breachline::rules::{HealthState, TurnBudget};

use super::{Fight, knife, rifle, sheet};

/// A sheet whose Initiative attribute is the sum of these two.
pub fn quick_sheet(reaction: u8, intuition: u8) -> Sheet {
    let mut sheet = sheet();
    sheet.attributes.reaction = reaction;
    sheet.attributes.intuition = intuition;
    sheet
}

/// A sheet without action points: the unit is never asked how to defend, and has no phase.
pub fn slow_sheet() -> Sheet {
    Sheet { action_points: 0, ..sheet() }
}

/// A one-handed gun whose hit with one net hit and no soak does exactly this damage.
pub fn gun(damage: u32) -> Weapon {
    Weapon {
        name: format!("gun{damage}"),
        damage: DamageValue::Fixed(damage - 1),
        hands: 1,
        arp: 0,
        modes: vec![FireMode::Single],
        ..rifle()
    }
}

/// The same for Strain.
pub fn stunner(damage: u32) -> Weapon {
    Weapon { name: format!("stunner{damage}"), pool: Some(PoolKind::Strain), ..gun(damage) }
}

/// Fists of the rules: Strain, no hands.
pub fn fists() -> Weapon {
    Weapon {
        name: "fists".to_owned(),
        class: WeaponClass::Unarmed,
        skill: Skill::UnarmedCombat,
        accuracy: None,
        damage: DamageValue::StrengthPlus(0),
        arp: 0,
        hands: 0,
        penetrating: false,
        ..knife()
    }
}

/// Faces of a row of rolls, each given as hits and dice.
pub fn faces_for_hits(rolls: &[(u32, u32)]) -> Vec<u8> {
    rolls.iter().flat_map(|&(hits, dice)| (0..dice).map(move |die| if die < hits { 5 } else { 2 })).collect()
}

/// A single shot.
pub const SHOT: Option<FireMode> = Some(FireMode::Single);

impl Fight {
    /// Faces for the next rolls, each given as hits and dice.
    pub fn rolls(&mut self, rolls: &[(u32, u32)]) {
        self.queue_dice(&faces_for_hits(rolls));
    }

    /// An attack in the open with these hits of attacker, defender and soak; the defender uses its free defence.
    #[track_caller]
    pub fn land(
        &mut self,
        unit: u32,
        target: u32,
        weapon: usize,
        mode: Option<FireMode>,
        hits: [u32; 3],
    ) -> Vec<BattleEvent> {
        self.land_against("standard", unit, target, weapon, mode, hits)
    }

    /// The same against a method of defence.
    #[track_caller]
    pub fn land_against(
        &mut self,
        way: &str,
        unit: u32,
        target: u32,
        weapon: usize,
        mode: Option<FireMode>,
        [attack, defence, soak]: [u32; 3],
    ) -> Vec<BattleEvent> {
        let events = self.attack(unit, target, weapon, mode).expect("the attack is legal");
        if self.asked().is_empty() {
            // Nothing was asked, so the dice have been rolled already: undo the attack and queue the faces first.
            journal::undo_last_order(&mut self.world).expect("tests may undo everything");
        }
        let mut scene = self.scene(unit, target, weapon, mode);
        scene.rounds_fired = 0; // the rounds of this attack may be counted already
        let plan = AttackPlan::new(&scene);
        let defence_pool = match &plan.defence {
            AvailableDefence::Options(options) => {
                let option = options.iter().find(|option| option.method.key() == way);
                option.expect("the method is offered").parts.pool()
            }
            AvailableDefence::CoverOnly(parts) => parts.pool(),
            AvailableDefence::Undefended => 0,
        };
        let hit = attack > defence;
        let mut rolls = vec![(attack, plan.attack.pool()), (defence, defence_pool)];
        if hit {
            rolls.push((soak, plan.soak.pool()));
        }
        self.rolls(&rolls);
        let mut all = Vec::new();
        if self.asked().is_empty() {
            all.extend(self.attack(unit, target, weapon, mode).expect("the attack is legal"));
        } else {
            all.extend(events);
            all.extend(self.answer(way));
        }
        assert_eq!(self.dice_left(), 0, "the attack used all its dice");
        all
    }

    /// An attack with these hits of attacker, defender and soak, the dice given first; questions that follow the roll
    /// stay open.
    #[track_caller]
    pub fn shoot(&mut self, unit: u32, target: u32, weapon: usize, hits: [u32; 3]) -> Vec<BattleEvent> {
        let [attack, defence, soak] = hits;
        let scene = self.scene(unit, target, weapon, SHOT);
        let plan = AttackPlan::new(&scene);
        let against = match &plan.defence {
            AvailableDefence::Options(options) => options[0].parts.pool(),
            AvailableDefence::CoverOnly(parts) => parts.pool(),
            AvailableDefence::Undefended => 0,
        };
        let mut rolls = vec![(attack, plan.attack.pool()), (defence, against)];
        if attack > defence {
            rolls.push((soak, plan.soak.pool()));
        }
        self.rolls(&rolls);
        let mut events = self.attack(unit, target, weapon, SHOT).expect("the attack is legal");
        if self.asked().first().is_some_and(|key| key == "standard") {
            events.extend(self.answer("standard"));
        }
        assert_eq!(self.dice_left(), 0, "the attack used all its dice");
        events
    }

    /// An attack as Swan Song's rules see it now.
    #[track_caller]
    pub fn scene(&mut self, unit: u32, target: u32, weapon: usize, mode: Option<FireMode>) -> AttackContext {
        let aimed = AttackChoice { unit: UnitId(unit), weapon, mode, option: None };
        let engagement = self.view(|view| view.attack_request(aimed, UnitId(target)));
        let engagement = engagement.expect("both are on the map");
        rulebook::attack_context(engagement.on_unit().expect("an attack on a unit"))
    }

    /// The rolls of the last order.
    pub fn records(&self) -> Vec<RollRecord> {
        let history = self.world.resource::<battle::History>();
        let chapter = history.records().last().expect("an order was given");
        let traces = chapter.events.iter().flat_map(|happening| &happening.trace);
        traces
            .filter_map(|trace| match trace {
                Trace::Rolled(record) => Some(record.clone()),
                _ => None,
            })
            .collect()
    }

    /// Dice of a roll of the last order, by its name.
    #[track_caller]
    pub fn pool(&self, why: &str) -> u32 {
        let record = self.records().into_iter().find(|record| record.why == why);
        record.unwrap_or_else(|| panic!("no {why} roll in the last order")).dice.count
    }

    /// Whether the last order rolled this.
    pub fn rolled(&self, why: &str) -> bool {
        self.records().iter().any(|record| record.why == why)
    }

    /// Clauses that the last order's log names, rolls and notes, in order.
    pub fn clauses(&self) -> Vec<&'static str> {
        let history = self.world.resource::<battle::History>();
        let chapter = history.records().last().expect("an order was given");
        let traces = chapter.events.iter().flat_map(|happening| &happening.trace);
        traces
            .map(|trace| match trace {
                Trace::Rolled(record) => record.clause,
                Trace::Decided { clause, .. } => clause,
                Trace::Noted(note) => note.clause,
            })
            .collect()
    }

    /// Ends phases until this unit acts.
    #[track_caller]
    pub fn until(&mut self, unit: u32) {
        for _ in 0..200 {
            if self.acting() == Some(unit) {
                return;
            }
            self.end();
        }
        panic!("unit {unit} does not act");
    }

    /// Ends phases until this round begins.
    #[track_caller]
    pub fn until_round(&mut self, round: u32) {
        for _ in 0..2000 {
            if self.round().0 >= round {
                return;
            }
            self.end();
        }
        panic!("round {round} does not come");
    }

    /// Headline, details and lines of the last order in the log.
    pub fn last_log_entry(&mut self) -> Vec<String> {
        let records = self.world.resource::<History>().records().to_vec();
        self.view(|view| {
            let range = entry_ranges(&records).pop().expect("an order was given");
            let entry = LogWriter::new(view).write_entry(&records, range).expect("there is no fog of war");
            let details = LogWriter::for_entry(view, &entry, &records).entry_details(&records, &entry);
            let lines = details.iter().chain(&entry.after).map(plain_line);
            [plain_text(&entry.head)].into_iter().chain(lines).collect()
        })
    }

    /// A unit's strain.
    pub fn strain(&mut self, unit: u32) -> i32 {
        self.unit(unit, |unit| vitals(unit).strain)
    }

    /// Whether a unit lies on the ground.
    pub fn prone(&mut self, unit: u32) -> bool {
        self.unit(unit, |unit| unit.is_prone())
    }

    /// Whether and how a unit is out of the fight.
    pub fn down(&mut self, unit: u32) -> Option<DownState> {
        self.unit(unit, |unit| unit.out_of_action.down())
    }

    /// Free actions a unit has used in this pass.
    pub fn free_used(&mut self, unit: u32) -> u8 {
        self.unit(unit, |unit| match unit.points.budget() {
            TurnBudget::SwanSong(budget) => budget.free_used,
            other => panic!("a fight under {}", other.book().name()),
        })
    }

    /// How the skirmish ended.
    pub fn outcome(&self) -> Option<BattleOutcome> {
        self.world.resource::<battle::RoundState>().outcome()
    }
}

/// Health under Swan Song.
#[track_caller]
pub fn vitals(unit: &UnitDataItem) -> Vitals {
    match unit.health.condition() {
        HealthState::SwanSong(vitals) => *vitals,
        other => panic!("a fight under {}", other.book().name()),
    }
}

/// Contact, net hits and damage of an attack.
#[track_caller]
pub fn contact(events: &[BattleEvent]) -> (HitResult, i32, u32) {
    let found = events.iter().find_map(|event| match event {
        BattleEvent::AttackResolved { contact, net, damage, .. } => Some((*contact, *net, *damage)),
        _ => None,
    });
    found.expect("an attack was resolved")
}

/// Orders without parameters of their own.
pub fn order_for(make: impl Fn(UnitId) -> Order, unit: u32) -> Order {
    make(UnitId(unit))
}
