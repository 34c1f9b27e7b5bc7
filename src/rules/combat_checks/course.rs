//! An attack under way: what it has done so far to whom.

use super::economy::Economy;
use super::pool::{Change, Next};
use super::{
    AttackResult, AttackScene, Condition, Deed, Fate, Fighter, Item, Limb, Maneuver, Struck, TimedKind,
    Until, threshold,
};
use crate::{BarrierHarm, Contact};

/// The attacker, or a target, so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Body {
    pub condition: Condition,
    pub prone: bool,
    /// Damage before Soak.
    pub raw: u32,
    /// Damage after Soak that is still to be applied.
    pub pending: u32,
    /// Damage applied.
    pub dealt: u32,
    /// Disabling replaces the damage. `CC-ADV-20`, `CC-ADV-21`.
    pub replaced: bool,
    /// Something needs the damage: it cannot be replaced any more. `CC-ADV-20`.
    pub committed: bool,
    /// Payments for its Critical Injury. `CC-CRIT-03`.
    pub payments: u32,
    /// Rows of its injuries.
    pub injuries: Vec<usize>,
}

impl Body {
    fn new(fighter: &Fighter) -> Self {
        Self {
            condition: fighter.condition.clone(),
            prone: fighter.prone,
            raw: 0,
            pending: 0,
            dealt: 0,
            replaced: false,
            committed: false,
            payments: 0,
            injuries: Vec::new(),
        }
    }
}

/// Somebody on the field, as an attack sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Who {
    Attacker,
    Target(usize),
    Ally(usize),
    Enemy(usize),
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Course {
    pub successes: u32,
    /// Net advantages, below 0 net threats.
    pub advantages: i32,
    pub triumphs: u8,
    pub despairs: u8,
    pub attacker: Body,
    pub targets: Vec<Body>,
    pub economy: Economy,
    pub deeds: Vec<Deed>,
    pub barriers: Vec<BarrierHarm>,
    /// A barrier stopped it before the first target.
    pub blocked: bool,
    /// Options chosen in this attack, a bit each. `CC-ADV-03`, `CC-THT-03`.
    pub chosen: u32,
    /// Targets of further free attacks that are still to come, the first declared first. `CC-CHART-16`.
    pub overpowered: Vec<usize>,
}

impl Course {
    pub fn new(scene: &AttackScene) -> Self {
        Self {
            successes: 0,
            advantages: 0,
            triumphs: 0,
            despairs: 0,
            attacker: Body::new(&scene.attacker),
            targets: scene.targets().map(|(fighter, ..)| Body::new(fighter)).collect(),
            economy: scene.attacker.economy,
            deeds: Vec::new(),
            barriers: Vec::new(),
            blocked: false,
            chosen: 0,
            overpowered: Vec::new(),
        }
    }

    /// What the check came to, for questions: "2 successes."
    pub fn told(&self) -> String {
        match self.successes {
            0 => "The check failed.".to_owned(),
            1 => "1 success.".to_owned(),
            more => format!("{more} successes."),
        }
    }

    /// The check succeeded. `CC-DICE-12`.
    pub fn succeeded(&self) -> bool {
        self.successes > 0
    }

    /// Applies the damage of all targets where nothing replaces it. `CC-DMG-05`, `CC-DMG-06`, `CC-CRIT-11`.
    pub fn apply_damage(&mut self, scene: &AttackScene) {
        for body in &mut self.targets {
            let dealt = std::mem::take(&mut body.pending);
            if body.replaced {
                continue;
            }
            body.dealt += dealt;
            if scene.weapon.inflicts_strain() {
                body.condition.strain += dealt;
            } else {
                body.condition.wounds += dealt;
            }
        }
    }

    /// A change waits for somebody's next check. `CC-ECON-09`.
    pub fn wait(&mut self, scene: &AttackScene, who: Who, next: Next, change: Change) {
        match who {
            Who::Attacker => self.attacker.condition.waiting.add(next, change),
            Who::Target(at) => self.targets[at].condition.waiting.add(next, change),
            Who::Ally(_) | Who::Enemy(_) => {
                self.deeds.push(Deed::Waits { unit: id(scene, who), next, change });
            }
        }
    }

    /// An item of a target or of the attacker changes.
    pub fn item(&mut self, unit: u32, item: Item, fate: Fate) {
        self.deeds.push(Deed::Item { unit, item, fate });
    }

    /// An item is still in use as it was when the attack began, though it may be empty now.
    pub fn untouched(&self, unit: u32, item: Item) -> bool {
        self.fates(unit, item).all(|fate| fate == Fate::Emptied)
    }

    /// A weapon ran out of ammunition in this attack. `CC-THT-10`.
    pub fn is_emptied(&self, unit: u32, item: Item) -> bool {
        self.fates(unit, item).any(|fate| fate == Fate::Emptied)
    }

    /// What became of an item in this attack.
    fn fates(&self, unit: u32, item: Item) -> impl Iterator<Item = Fate> {
        self.deeds.iter().filter_map(move |deed| match *deed {
            Deed::Item { unit: whose, item: which, fate } if (whose, which) == (unit, item) => Some(fate),
            _ => None,
        })
    }

    /// A unit drops what it holds: everything, or what one arm holds. `CC-CHART-03`, `CC-CHART-33`, `CC-THR-08`.
    pub fn drop_held(&mut self, fighter: &Fighter, arm: Option<Limb>) {
        for (at, held) in fighter.held.iter().enumerate() {
            let item = Item::Weapon(at);
            let held_by = arm.is_none_or(|arm| held.arm == arm || held.weapon.hands > 1);
            if held.weapon.hands > 0 && held_by && self.untouched_hand(fighter.id, item) {
                self.item(fighter.id, item, Fate::Dropped);
            }
        }
    }

    /// An item has not left the hand in this attack.
    fn untouched_hand(&self, unit: u32, item: Item) -> bool {
        !self.fates(unit, item).any(|fate| matches!(fate, Fate::Dropped | Fate::Destroyed))
    }

    /// Somebody performs a maneuver at once, at no price. `CC-ADV-11`, `CC-THT-06`.
    pub fn perform(&mut self, scene: &AttackScene, who: Who, maneuver: Maneuver) {
        let unit = id(scene, who);
        let own_turn = who == Who::Attacker;
        let body = match who {
            Who::Attacker => Some(&mut self.attacker),
            Who::Target(at) => self.targets.get_mut(at),
            Who::Ally(_) | Who::Enemy(_) => None,
        };
        match (maneuver, body) {
            (Maneuver::Move | Maneuver::TakeCover | Maneuver::Ready | Maneuver::Interact, _) => {
                self.deeds.push(Deed::Maneuver { unit, maneuver });
            }
            (Maneuver::Aim, Some(body)) => body.condition.aim = true,
            (Maneuver::StandUp, Some(body)) => body.prone = false,
            (Maneuver::DropProne, Some(body)) => body.prone = true,
            (Maneuver::GuardedStance, Some(body)) => {
                body.condition.set(TimedKind::GuardedStance, Until::TurnEnds(1 + u8::from(own_turn)));
            }
            (_, None) => self.deeds.push(Deed::Performed { unit, maneuver }),
        }
    }

    /// Falls that come of unconsciousness, and the result. `CC-THR-08`.
    pub fn finish(mut self, scene: &AttackScene) -> AttackResult {
        let switches = &scene.switches;
        let fallen = |before: &Fighter, body: &Body| {
            before.down.is_none() && threshold::down(&body.condition, switches).is_some()
        };
        if fallen(&scene.attacker, &self.attacker) {
            self.attacker.prone = true;
            self.drop_held(&scene.attacker, None);
        }
        for at in 0..self.targets.len() {
            if fallen(scene.target(at), &self.targets[at]) {
                self.targets[at].prone = true;
                self.drop_held(scene.target(at), None);
            }
        }
        let contact = |at: usize, body: &Body| match (self.successes, body.raw, body.pending + body.dealt) {
            _ if self.blocked && at == 0 => Contact::Blocked,
            (0, 0, _) => Contact::Miss,
            _ if body.dealt > 0 || body.replaced => Contact::Hit,
            _ => Contact::Graze,
        };
        let struck = |unit: u32, contact: Contact, body: Body| Struck {
            unit,
            contact,
            raw_damage: body.raw,
            damage: body.dealt,
            prone: body.prone,
            down: threshold::down(&body.condition, switches),
            condition: body.condition,
            injuries: body.injuries,
        };
        let targets = self.targets.into_iter().enumerate();
        AttackResult {
            successes: self.successes,
            attacker: struck(scene.attacker.id, Contact::Miss, self.attacker),
            targets: targets
                .map(|(at, body)| struck(scene.target(at).id, contact(at, &body), body))
                .collect(),
            maneuvers: self.economy.maneuvers,
            deeds: self.deeds,
            barriers: self.barriers,
        }
    }
}

/// Number of somebody.
pub(super) fn id(scene: &AttackScene, who: Who) -> u32 {
    match who {
        Who::Attacker => scene.attacker.id,
        Who::Target(at) => scene.target(at).id,
        Who::Ally(at) => scene.allies[at].id,
        Who::Enemy(at) => scene.enemies[at].id,
    }
}

/// What players call somebody.
pub(super) fn name(scene: &AttackScene, who: Who) -> &str {
    match who {
        Who::Attacker => &scene.attacker.name,
        Who::Target(at) => &scene.target(at).name,
        Who::Ally(at) => &scene.allies[at].name,
        Who::Enemy(at) => &scene.enemies[at].name,
    }
}
