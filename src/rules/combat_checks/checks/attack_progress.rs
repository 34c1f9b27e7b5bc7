//! An attack under way: what it has done so far to whom.

use super::pool::{NextCheck, PoolChange};
use crate::combat_checks::health::thresholds;
use crate::combat_checks::turns::action_economy::ActionEconomy;
use crate::combat_checks::{
    AttackContext, AttackResult, Expiry, Fighter, HealthState, ItemFate, ItemSlot, Limb, Maneuver,
    SideEffect, TimedEffectKind, UnitResult,
};
use crate::{BarrierHarm, HitResult};

/// The attacker, or a target, so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnitProgress {
    pub condition: HealthState,
    pub prone: bool,
    /// Damage before Soak.
    pub raw_damage: u32,
    /// Damage after Soak that is still to be applied.
    pub pending_damage: u32,
    /// Damage applied.
    pub dealt_damage: u32,
    /// Disabling replaces the damage. `CC-ADV-20`, `CC-ADV-21`.
    pub damage_replaced: bool,
    /// Something needs the damage: it cannot be replaced any more. `CC-ADV-20`.
    pub damage_committed: bool,
    /// Payments for its Critical Injury. `CC-CRIT-03`.
    pub payments: u32,
    /// Rows of its injuries.
    pub injuries: Vec<usize>,
}

impl UnitProgress {
    fn new(fighter: &Fighter) -> Self {
        Self {
            condition: fighter.condition.clone(),
            prone: fighter.prone,
            raw_damage: 0,
            pending_damage: 0,
            dealt_damage: 0,
            damage_replaced: false,
            damage_committed: false,
            payments: 0,
            injuries: Vec::new(),
        }
    }
}

/// Somebody on the field, as an attack sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AttackParticipant {
    Attacker,
    Target(usize),
    Ally(usize),
    Enemy(usize),
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AttackProgress {
    pub successes: u32,
    /// Net advantages, below 0 net threats.
    pub advantages: i32,
    pub triumphs: u8,
    pub despairs: u8,
    pub attacker: UnitProgress,
    pub targets: Vec<UnitProgress>,
    pub economy: ActionEconomy,
    pub side_effects: Vec<SideEffect>,
    pub barriers: Vec<BarrierHarm>,
    /// A barrier stopped it before the first target.
    pub stopped_by_barrier: bool,
    /// Options chosen in this attack, a bit each. `CC-ADV-03`, `CC-THT-03`.
    pub chosen: u32,
    /// Targets of further free attacks that are still to come, the first declared first. `CC-CHART-16`.
    pub overpowered: Vec<usize>,
}

impl AttackProgress {
    pub fn new(scene: &AttackContext) -> Self {
        Self {
            successes: 0,
            advantages: 0,
            triumphs: 0,
            despairs: 0,
            attacker: UnitProgress::new(&scene.attacker),
            targets: scene.targets().map(|(fighter, ..)| UnitProgress::new(fighter)).collect(),
            economy: scene.attacker.economy,
            side_effects: Vec::new(),
            barriers: Vec::new(),
            stopped_by_barrier: false,
            chosen: 0,
            overpowered: Vec::new(),
        }
    }

    /// What the check came to, for questions: "2 successes."
    pub fn describe_check(&self) -> String {
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
    pub fn apply_damage(&mut self, scene: &AttackContext) {
        for body in &mut self.targets {
            let dealt = std::mem::take(&mut body.pending_damage);
            if body.damage_replaced {
                continue;
            }
            body.dealt_damage += dealt;
            if scene.weapon.inflicts_strain() {
                body.condition.strain += dealt;
            } else {
                body.condition.wounds += dealt;
            }
        }
    }

    /// A change waits for somebody's next check. `CC-ECON-09`.
    pub fn add_pending_change(
        &mut self,
        scene: &AttackContext,
        who: AttackParticipant,
        next: NextCheck,
        change: PoolChange,
    ) {
        match who {
            AttackParticipant::Attacker => self.attacker.condition.waiting.add(next, change),
            AttackParticipant::Target(at) => self.targets[at].condition.waiting.add(next, change),
            AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => {
                self.side_effects.push(SideEffect::Waits { unit: participant_id(scene, who), next, change });
            }
        }
    }

    /// An item of a target or of the attacker changes.
    pub fn set_item_fate(&mut self, unit: u32, item: ItemSlot, fate: ItemFate) {
        self.side_effects.push(SideEffect::Item { unit, item, fate });
    }

    /// An item is still in use as it was when the attack began, though it may be empty now.
    pub fn is_item_unchanged(&self, unit: u32, item: ItemSlot) -> bool {
        self.item_fates(unit, item).all(|fate| fate == ItemFate::Emptied)
    }

    /// A weapon ran out of ammunition in this attack. `CC-THT-10`.
    pub fn is_emptied(&self, unit: u32, item: ItemSlot) -> bool {
        self.item_fates(unit, item).any(|fate| fate == ItemFate::Emptied)
    }

    /// What became of an item in this attack.
    fn item_fates(&self, unit: u32, item: ItemSlot) -> impl Iterator<Item = ItemFate> {
        self.side_effects.iter().filter_map(move |deed| match *deed {
            SideEffect::Item { unit: whose, item: which, fate } if (whose, which) == (unit, item) => {
                Some(fate)
            }
            _ => None,
        })
    }

    /// A unit drops what it holds: everything, or what one arm holds. `CC-CHART-03`, `CC-CHART-33`, `CC-THR-08`.
    pub fn drop_held(&mut self, fighter: &Fighter, arm: Option<Limb>) {
        for (at, held) in fighter.held.iter().enumerate() {
            let item = ItemSlot::Weapon(at);
            let held_by = arm.is_none_or(|arm| held.arm == arm || held.weapon.hands > 1);
            if held.weapon.hands > 0 && held_by && self.is_still_held(fighter.id, item) {
                self.set_item_fate(fighter.id, item, ItemFate::Dropped);
            }
        }
    }

    /// An item has not left the hand in this attack.
    fn is_still_held(&self, unit: u32, item: ItemSlot) -> bool {
        !self.item_fates(unit, item).any(|fate| matches!(fate, ItemFate::Dropped | ItemFate::Destroyed))
    }

    /// Somebody performs a maneuver at once, at no price. `CC-ADV-11`, `CC-THT-06`.
    pub fn perform_maneuver(&mut self, scene: &AttackContext, who: AttackParticipant, maneuver: Maneuver) {
        let unit = participant_id(scene, who);
        let own_turn = who == AttackParticipant::Attacker;
        let body = match who {
            AttackParticipant::Attacker => Some(&mut self.attacker),
            AttackParticipant::Target(at) => self.targets.get_mut(at),
            AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => None,
        };
        match (maneuver, body) {
            (Maneuver::Move | Maneuver::TakeCover | Maneuver::Ready | Maneuver::Interact, _) => {
                self.side_effects.push(SideEffect::Maneuver { unit, maneuver });
            }
            (Maneuver::Aim, Some(body)) => body.condition.aim = true,
            (Maneuver::StandUp, Some(body)) => body.prone = false,
            (Maneuver::DropProne, Some(body)) => body.prone = true,
            (Maneuver::GuardedStance, Some(body)) => {
                body.condition
                    .add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(1 + u8::from(own_turn)));
            }
            (_, None) => self.side_effects.push(SideEffect::Performed { unit, maneuver }),
        }
    }

    /// Falls that come of unconsciousness, and the result. `CC-THR-08`.
    pub fn into_result(mut self, scene: &AttackContext) -> AttackResult {
        let switches = &scene.switches;
        let fallen = |before: &Fighter, body: &UnitProgress| {
            before.down.is_none() && thresholds::down_state(&body.condition, switches).is_some()
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
        let contact = |at: usize, body: &UnitProgress| match (
            self.successes,
            body.raw_damage,
            body.pending_damage + body.dealt_damage,
        ) {
            _ if self.stopped_by_barrier && at == 0 => HitResult::Blocked,
            (0, 0, _) => HitResult::Miss,
            _ if body.dealt_damage > 0 || body.damage_replaced => HitResult::Hit,
            _ => HitResult::Graze,
        };
        let struck = |unit: u32, contact: HitResult, body: UnitProgress| UnitResult {
            unit,
            contact,
            raw_damage: body.raw_damage,
            damage: body.dealt_damage,
            prone: body.prone,
            down: thresholds::down_state(&body.condition, switches),
            condition: body.condition,
            injuries: body.injuries,
        };
        let targets = self.targets.into_iter().enumerate();
        AttackResult {
            successes: self.successes,
            attacker: struck(scene.attacker.id, HitResult::Miss, self.attacker),
            targets: targets
                .map(|(at, body)| struck(scene.target(at).id, contact(at, &body), body))
                .collect(),
            maneuvers: self.economy.maneuvers,
            side_effects: self.side_effects,
            barriers: self.barriers,
        }
    }
}

/// Number of somebody.
pub(crate) fn participant_id(scene: &AttackContext, who: AttackParticipant) -> u32 {
    match who {
        AttackParticipant::Attacker => scene.attacker.id,
        AttackParticipant::Target(at) => scene.target(at).id,
        AttackParticipant::Ally(at) => scene.allies[at].id,
        AttackParticipant::Enemy(at) => scene.enemies[at].id,
    }
}

/// What players call somebody.
pub(crate) fn participant_name(scene: &AttackContext, who: AttackParticipant) -> &str {
    match who {
        AttackParticipant::Attacker => &scene.attacker.name,
        AttackParticipant::Target(at) => &scene.target(at).name,
        AttackParticipant::Ally(at) => &scene.allies[at].name,
        AttackParticipant::Enemy(at) => &scene.enemies[at].name,
    }
}
