//! `AttackProgress`: what an attack has done so far to the attacker and each target, while the symbols of its roll are
//! still being spent.

use std::sync::Arc;

use super::pool::{NextCheck, PoolChange};
use crate::combat_checks::health::damage::{is_knocked_down, physical_limit};
use crate::combat_checks::health::thresholds;
use crate::combat_checks::spending::advantages::AdvantagePurchase;
use crate::combat_checks::spending::threats::ThreatPurchase;
use crate::combat_checks::turns::action_economy::ActionEconomy;
use crate::combat_checks::{
    AttackContext, AttackResult, Expiry, Fighter, HealthState, ItemFate, ItemSlot, Limb, Maneuver,
    SecondAttack, SideEffect, TimedEffectKind, UnitResult, WieldedWeapon,
};
use crate::{BarrierHarm, HealthCause, HitResult};
use model::UnitId;

/// Changes to the attacker or a target so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnitProgress {
    pub condition: HealthState,
    pub prone: bool,
    /// Damage before Soak.
    pub raw_damage: u32,
    /// Damage after Soak that is not yet applied.
    pub pending_damage: u32,
    /// Damage applied.
    pub dealt_damage: u32,
    /// Strain from activated qualities of the weapon. `CC-ADV-10`.
    pub quality_strain: u32,
    /// Disabling replaces the damage. `CC-ADV-20`, `CC-ADV-21`.
    pub damage_replaced: bool,
    /// The damage is needed by another option and can no longer be replaced. `CC-ADV-20`.
    pub damage_committed: bool,
    /// Payments for its Critical Injury. `CC-CRIT-03`.
    pub payments: u32,
    /// Chart rows of its injuries.
    pub injuries: Vec<usize>,
    /// The free second attack on it. `CC-CHART-16`.
    pub second_attack: Option<SecondAttack>,
}

impl UnitProgress {
    fn new(fighter: &Fighter) -> Self {
        Self {
            condition: fighter.condition.clone(),
            prone: fighter.prone,
            raw_damage: 0,
            pending_damage: 0,
            dealt_damage: 0,
            quality_strain: 0,
            damage_replaced: false,
            damage_committed: false,
            payments: 0,
            injuries: Vec::new(),
            second_attack: None,
        }
    }

    /// Damage that the first attack dealt.
    fn damage_of_first_attack(&self) -> u32 {
        let second = self.second_attack.as_ref().map_or(0, |second| second.damage);
        self.dealt_damage.saturating_sub(second)
    }
}

/// A unit that takes part in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AttackParticipant {
    Attacker,
    Target(usize),
    Ally(usize),
    Enemy(usize),
}

/// An attack during its resolution.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AttackProgress {
    pub successes: u32,
    /// Net advantages; negative for net threats.
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
    /// Options chosen in this attack, as bits. `CC-ADV-03`, `CC-THT-03`.
    pub chosen: u32,
    /// What was bought with the advantages and triumphs of this check. `CC-ADV-01`, `CC-TRI-01`.
    pub bought_advantages: Vec<AdvantagePurchase>,
    /// What was bought with its threats and despairs. `CC-THT-01`, `CC-TRI-02`.
    pub bought_threats: Vec<ThreatPurchase>,
    /// Targets of pending free attacks, in declared order. `CC-CHART-16`.
    pub overpowered: Vec<usize>,
    /// What the opponent spent on Strain of the attacker. `CC-THT-04`.
    pub strain_cause: Option<HealthCause>,
}

impl AttackProgress {
    pub fn new(context: &AttackContext) -> Self {
        Self {
            successes: 0,
            advantages: 0,
            triumphs: 0,
            despairs: 0,
            attacker: UnitProgress::new(&context.attacker),
            targets: context.targets().map(|(fighter, ..)| UnitProgress::new(fighter)).collect(),
            economy: context.attacker.economy,
            side_effects: Vec::new(),
            barriers: Vec::new(),
            stopped_by_barrier: false,
            chosen: 0,
            bought_advantages: Vec::new(),
            bought_threats: Vec::new(),
            overpowered: Vec::new(),
            strain_cause: None,
        }
    }

    /// Whether the check succeeded. `CC-DICE-12`.
    pub fn has_succeeded(&self) -> bool {
        self.successes > 0
    }

    /// Applies the damage of all targets that is not replaced. `CC-DMG-05`, `CC-DMG-06`, `CC-CRIT-11`.
    pub fn apply_damage(&mut self, context: &AttackContext) {
        for target in &mut self.targets {
            let dealt = std::mem::take(&mut target.pending_damage);
            if target.damage_replaced {
                continue;
            }
            target.dealt_damage += dealt;
            if context.weapon.inflicts_strain() {
                target.condition.strain += dealt;
            } else {
                target.condition.wounds += dealt;
            }
        }
    }

    /// Whether a target is out of action once the damage of the hit is applied. `CC-THR-01`, `CC-THR-02`, `CC-ADV-01`.
    pub fn is_out(&self, context: &AttackContext, at: usize) -> bool {
        self.is_out_after(context, at, 0)
    }

    /// The same if it suffers this much Strain besides. `CC-ADV-10`.
    pub fn is_out_after(&self, context: &AttackContext, at: usize, strain: u32) -> bool {
        let target = &self.targets[at];
        let condition = &target.condition;
        let due = self.due_damage(at);
        let after = if context.weapon.inflicts_strain() {
            (condition.wounds, condition.strain + due + strain)
        } else {
            (condition.wounds + due, condition.strain + strain)
        };
        context.target(at).down.is_some()
            || thresholds::down_state_at(condition, after, &context.switches).is_some()
    }

    /// Strain that a target can still bear once the damage of the hit is applied. `CC-THR-02`.
    pub fn strain_left(&self, context: &AttackContext, at: usize) -> u32 {
        let condition = &self.targets[at].condition;
        let due = if context.weapon.inflicts_strain() { self.due_damage(at) } else { 0 };
        condition.strain_threshold.saturating_sub(condition.strain + due)
    }

    /// Damage of the hit that is still to be applied to a target. `CC-ADV-20`.
    fn due_damage(&self, at: usize) -> u32 {
        let target = &self.targets[at];
        if target.damage_replaced { 0 } else { target.pending_damage }
    }

    /// Whether a target lies, or will once the damage of the hit is applied. `SS-KNOCK-01`.
    pub fn lies_after_hit(&self, context: &AttackContext, at: usize) -> bool {
        let limit = || physical_limit(context.target(at));
        self.targets[at].prone || context.knockdown && is_knocked_down(self.due_damage(at), Some(limit()))
    }

    /// Whether the attacker is out of action, by Strain that was bought for threats. `CC-THR-02`, `CC-THT-01`.
    pub fn is_attacker_out(&self, context: &AttackContext) -> bool {
        thresholds::down_state(&self.attacker.condition, &context.switches).is_some()
    }

    /// Whether the hit ends the battle: it puts the last enemies out of action. `CC-ADV-01`.
    pub fn ends_battle(&self, context: &AttackContext) -> bool {
        let falls = |enemy: &UnitId| {
            (0..self.targets.len()).any(|at| context.target(at).id == *enemy && self.is_out(context, at))
        };
        !context.last_enemies.is_empty() && context.last_enemies.iter().all(falls)
    }

    /// Adds a change to a unit's next check. `CC-ECON-09`.
    pub fn add_pending_change(
        &mut self,
        context: &AttackContext,
        who: AttackParticipant,
        next: NextCheck,
        change: PoolChange,
    ) {
        match who {
            AttackParticipant::Attacker => self.attacker.condition.waiting.add(next, change),
            AttackParticipant::Target(at) => self.targets[at].condition.waiting.add(next, change),
            AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => {
                self.side_effects.push(SideEffect::PendingChange {
                    unit: participant_id(context, who),
                    next,
                    change,
                });
            }
        }
    }

    /// Changes an item of a target or of the attacker.
    pub fn set_item_fate(&mut self, unit: UnitId, item: ItemSlot, fate: ItemFate) {
        self.side_effects.push(SideEffect::Item { unit, item, fate });
    }

    /// Whether an item is in use as before the attack; it may be empty.
    pub fn is_item_unchanged(&self, unit: UnitId, item: ItemSlot) -> bool {
        self.item_fates(unit, item).all(|fate| fate == ItemFate::Emptied)
    }

    /// Whether a weapon ran out of ammunition in this attack. `CC-THT-10`.
    pub fn is_emptied(&self, unit: UnitId, item: ItemSlot) -> bool {
        self.item_fates(unit, item).any(|fate| fate == ItemFate::Emptied)
    }

    /// Changes to an item in this attack.
    fn item_fates(&self, unit: UnitId, item: ItemSlot) -> impl Iterator<Item = ItemFate> {
        self.side_effects.iter().filter_map(move |effect| match *effect {
            SideEffect::Item { unit: whose, item: which, fate } if (whose, which) == (unit, item) => {
                Some(fate)
            }
            _ => None,
        })
    }

    /// Makes a unit drop what it holds, or what one arm holds. `CC-CHART-03`, `CC-CHART-33`, `CC-THR-08`.
    pub fn drop_held(&mut self, fighter: &Fighter, arm: Option<Limb>) {
        for at in self.held_items(fighter, arm) {
            self.set_item_fate(fighter.id, ItemSlot::Weapon(at), ItemFate::Dropped);
        }
    }

    /// Places of the weapons that a unit still holds with an arm, alone or together with the other one.
    pub fn held_by(&self, fighter: &Fighter, arm: Limb) -> Vec<usize> {
        self.held_items(fighter, Some(arm))
    }

    /// Places of the weapons that a unit still holds, with this arm if one is named.
    fn held_items(&self, fighter: &Fighter, arm: Option<Limb>) -> Vec<usize> {
        let is_held = |(at, held): &(usize, &WieldedWeapon)| {
            held.weapon.hands > 0
                && arm.is_none_or(|arm| held.arm == arm || held.weapon.hands > 1)
                && self.is_still_held(fighter.id, ItemSlot::Weapon(*at))
        };
        fighter.held.iter().enumerate().filter(is_held).map(|(at, _)| at).collect()
    }

    /// Whether an item is still in hand.
    fn is_still_held(&self, unit: UnitId, item: ItemSlot) -> bool {
        !self.item_fates(unit, item).any(|fate| matches!(fate, ItemFate::Dropped | ItemFate::Destroyed))
    }

    /// Whether the attacker can perform one more maneuver; outside of its own turn none counts. `CC-ADV-12`, `CC-THT-06`.
    pub fn can_perform_maneuver(&self) -> bool {
        !self.economy.in_turn || self.economy.use_maneuver(&self.attacker.condition).is_ok()
    }

    /// Counts a maneuver of the attacker toward the limit of its turn. `CC-ADV-12`.
    pub fn count_maneuver(&mut self) {
        if let (true, Ok(economy)) =
            (self.economy.in_turn, self.economy.use_maneuver(&self.attacker.condition))
        {
            self.economy = economy;
        }
    }

    /// Performs an immediate free maneuver. `CC-ADV-11`, `CC-THT-06`.
    pub fn perform_maneuver(&mut self, context: &AttackContext, who: AttackParticipant, maneuver: Maneuver) {
        let unit = participant_id(context, who);
        let own_turn = match who {
            AttackParticipant::Attacker => context.attacker.economy.in_turn,
            AttackParticipant::Target(at) => context.target(at).economy.in_turn,
            AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => false,
        };
        if own_turn && who != AttackParticipant::Attacker {
            self.side_effects.push(SideEffect::ManeuverCounted { unit });
        }
        let progress = match who {
            AttackParticipant::Attacker => Some(&mut self.attacker),
            AttackParticipant::Target(at) => self.targets.get_mut(at),
            AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => None,
        };
        match (maneuver, progress) {
            (Maneuver::Move | Maneuver::Ready | Maneuver::Interact, _) => {
                self.side_effects.push(SideEffect::Maneuver { unit, maneuver });
            }
            (Maneuver::Aim, Some(progress)) => progress.condition.aim = true,
            (Maneuver::StandUp, Some(progress)) => progress.prone = false,
            (Maneuver::DropProne, Some(progress)) => progress.prone = true,
            (Maneuver::GuardedStance, Some(progress)) => {
                let until = Expiry::end_of_next_turn(own_turn);
                progress.condition.add_timed(TimedEffectKind::GuardedStance, until);
            }
            (Maneuver::TakeCover, _) | (_, None) => {
                self.side_effects.push(SideEffect::Performed { unit, maneuver });
            }
        }
    }

    /// Adds falls from unconsciousness and returns the result. `CC-THR-08`.
    pub fn into_result(mut self, context: &AttackContext) -> AttackResult {
        let switches = &context.switches;
        let goes_down = |before: &Fighter, progress: &UnitProgress| {
            before.down.is_none() && thresholds::down_state(&progress.condition, switches).is_some()
        };
        if goes_down(&context.attacker, &self.attacker) {
            self.attacker.prone = true;
            self.drop_held(&context.attacker, None);
        }
        for at in 0..self.targets.len() {
            if goes_down(context.target(at), &self.targets[at]) {
                self.targets[at].prone = true;
                self.drop_held(context.target(at), None);
            }
        }
        let contact = |at: usize, progress: &UnitProgress| match (
            self.successes,
            progress.raw_damage,
            progress.pending_damage + progress.damage_of_first_attack(),
        ) {
            _ if self.stopped_by_barrier && at == 0 => HitResult::Blocked,
            (0, 0, _) => HitResult::Miss,
            _ if progress.damage_of_first_attack() > 0 || progress.damage_replaced => HitResult::Hit,
            _ => HitResult::Graze,
        };
        let unit_result = |unit: UnitId, contact: HitResult, progress: UnitProgress| UnitResult {
            unit,
            contact,
            raw_damage: progress.raw_damage,
            damage: progress.dealt_damage,
            quality_strain: progress.quality_strain,
            second_attack: progress.second_attack,
            prone: progress.prone,
            down: thresholds::down_state(&progress.condition, switches),
            condition: progress.condition,
            injuries: progress.injuries,
        };
        let targets = self.targets.into_iter().enumerate();
        AttackResult {
            successes: self.successes,
            attacker: unit_result(context.attacker.id, HitResult::Miss, self.attacker),
            targets: targets
                .map(|(at, progress)| unit_result(context.target(at).id, contact(at, &progress), progress))
                .collect(),
            maneuvers: self.economy.maneuvers,
            side_effects: self.side_effects,
            barriers: self.barriers,
            strain_cause: self.strain_cause,
        }
    }
}

/// Id of a participant.
pub(crate) fn participant_id(context: &AttackContext, who: AttackParticipant) -> UnitId {
    match who {
        AttackParticipant::Attacker => context.attacker.id,
        AttackParticipant::Target(at) => context.target(at).id,
        AttackParticipant::Ally(at) => context.allies[at].id,
        AttackParticipant::Enemy(at) => context.enemies[at].id,
    }
}

/// Name of a participant.
pub(crate) fn participant_name(context: &AttackContext, who: AttackParticipant) -> &Arc<str> {
    match who {
        AttackParticipant::Attacker => &context.attacker.name,
        AttackParticipant::Target(at) => &context.target(at).name,
        AttackParticipant::Ally(at) => &context.allies[at].name,
        AttackParticipant::Enemy(at) => &context.enemies[at].name,
    }
}
