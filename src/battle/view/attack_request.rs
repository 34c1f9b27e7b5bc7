//! Attack requests: everything the rules need to know about an attack, collected from the view.

use std::sync::Arc;

use super::assembled_attacks::AttackKey;
use super::battle_view::{AttackChoice, BarrierDataItem, BattleView, UnitDataItem, target_cell};
use crate::state::components::StatusKind;
use crate::state::order::Target;
use dice::{RuleResult, Table};
use field::{Body, LineOfFire};
use model::{Cell, UnitId};
use rules::attack::body_shield;
use rules::{
    AttackRequest, AttackTarget, BarrierOnLine, MeleeCounts, MovementMode, PoolShare, RuleSet, RuleStep,
    TargetSight, UnitTarget, Weapon, WeaponReach, play,
};

/// Line of an attack: the attacker, its cell and that of the target, and the line of fire.
struct AttackPath<'a> {
    unit: &'a UnitDataItem<'a, 'a>,
    from: Cell,
    at: Cell,
    fire: LineOfFire,
}

/// What an attack is assembled with besides its parties.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackTerms<'a> {
    /// Another profile than the attacker's weapon: bare hands, a rifle used as a club.
    pub weapon: Option<&'a Weapon>,
    /// A party that is taken to stand, and one that is taken to lie.
    pub stands: Option<UnitId>,
    pub lies: Option<UnitId>,
}

impl AttackTerms<'_> {
    /// Whether a party is taken to lie, which is prone by itself or not.
    fn is_prone(&self, unit: UnitId, is_prone: bool) -> bool {
        self.lies == Some(unit) || (is_prone && self.stands != Some(unit))
    }
}

impl BattleView<'_, '_> {
    /// Converts a segment for the rules.
    pub fn barrier_on_line(&self, data: &BarrierDataItem) -> BarrierOnLine {
        let kind = data.barrier.kind();
        BarrierOnLine {
            id: (*data.id).into(),
            name: kind.name.clone(),
            structure: kind.structure,
            armor: kind.armor,
            thickness_cm: kind.thickness_cm,
            damage: data.state.damage(),
            transparent: kind.transparent,
            glass_pct: kind.glass_pct(),
            sharp: kind.sharp,
        }
    }

    /// Barriers that a clean hit crosses, and those that give the target cover.
    fn barriers_on_line(&self, fire: &LineOfFire) -> Vec<BarrierDataItem<'_, '_>> {
        let only_clear =
            fire.clear.iter().filter(|clear| fire.cover.iter().all(|cover| cover.id != clear.id));
        only_clear.chain(&fire.cover).filter_map(|crossing| self.barrier(crossing.id)).collect()
    }

    /// Returns an attack from the attacker's cell, assembled once per state of the battle; `None` if the attacker does
    /// not have the weapon, or the target is unknown.
    pub fn attack_request(
        &self,
        choice: AttackChoice<'_>,
        target: impl Into<Target>,
    ) -> Option<Arc<AttackRequest>> {
        self.attack_request_declared(choice, target.into(), None)
    }

    /// Like [`Self::attack_request`], of an attack that was declared: with the rounds fired before it, and its share of
    /// a multi-attack.
    pub(crate) fn attack_request_declared(
        &self,
        choice: AttackChoice<'_>,
        target: Target,
        declared: Option<(u32, Option<PoolShare>)>,
    ) -> Option<Arc<AttackRequest>> {
        let viewer = self.viewer().filter(|_| self.has_fog_of_war());
        let key = AttackKey { viewer, choice, target, declared };
        self.assembled_attacks.get_or_assemble(key, || {
            let from = self.unit(choice.unit)?.cell();
            let at = target_cell(self, from, target)?;
            let mut request = self.assemble_attack((choice, from), (target, at), AttackTerms::default())?;
            if let Some((rounds_before, share)) = declared {
                request.rounds_fired = rounds_before;
                if let Some(target) = request.unit_target_mut() {
                    target.share = share;
                }
            }
            Some(request)
        })
    }

    /// Assembles an attack on a unit from and to other cells.
    pub fn attack_request_between(
        &self,
        (choice, from): (AttackChoice<'_>, Cell),
        (target, at): (UnitId, Cell),
    ) -> Option<AttackRequest> {
        self.assemble_attack((choice, from), (Target::Unit(target), at), AttackTerms::default())
    }

    /// Assembles an attack like [`Self::attack_request_between`], as if a unit that lies had stood up before.
    pub fn attack_request_standing(
        &self,
        (choice, from): (AttackChoice<'_>, Cell),
        (target, at): (UnitId, Cell),
        stands: UnitId,
    ) -> Option<AttackRequest> {
        let terms = AttackTerms { stands: Some(stands), ..AttackTerms::default() };
        self.assemble_attack((choice, from), (Target::Unit(target), at), terms)
    }

    /// Assembles an attack like [`Self::attack_request_between`], as if a unit that stands had dropped to the ground before.
    pub fn attack_request_lying(
        &self,
        (choice, from): (AttackChoice<'_>, Cell),
        (target, at): (UnitId, Cell),
        lies: UnitId,
    ) -> Option<AttackRequest> {
        let terms = AttackTerms { lies: Some(lies), ..AttackTerms::default() };
        self.assemble_attack((choice, from), (Target::Unit(target), at), terms)
    }

    /// Assembles an attack as [`Self::attack_request_between`] does, on a unit that has taken cover on its cell; `None` if
    /// there is nothing to take cover behind.
    pub fn attack_request_on_covered(
        &self,
        (choice, from): (AttackChoice<'_>, Cell),
        (target, at): (UnitId, Cell),
    ) -> Option<AttackRequest> {
        self.with_cover_taken(self.attack_request_between((choice, from), (target, at))?, at)
    }

    /// An attack on a unit as if it had taken cover on its cell; `None` if there is nothing to take cover behind.
    pub fn with_cover_taken(&self, mut request: AttackRequest, at: Cell) -> Option<AttackRequest> {
        let beside = field::obstacles_beside(self.field().grid(), at);
        let cover_cm = beside.map(|beside| beside.obstacle.height_cm).max()?;
        request.sight.took_cover = true;
        let defender = &mut request.unit_target_mut()?.defender;
        play::assume_cover(defender, cover_cm, self.rules());
        Some(request)
    }

    /// Assembles an attack, with the attacker's weapon or another profile: bare hands, a rifle used as a club.
    pub(crate) fn assemble_attack(
        &self,
        (choice, from): (AttackChoice<'_>, Cell),
        (target, at): (Target, Cell),
        terms: AttackTerms<'_>,
    ) -> Option<AttackRequest> {
        let unit = self.unit(choice.unit)?;
        let other = match target {
            Target::Unit(id) => Some(self.unit(id)?),
            Target::Barrier(_) | Target::Square(_) => None,
        };
        let weapon = match terms.weapon {
            Some(weapon) => weapon.clone(),
            None => unit.inventory.get(choice.weapon)?.weapon().clone(),
        };
        let other = other.map(|other| self.struck_unit((&unit, &weapon), other));
        let traits = play::weapon_traits(&weapon, unit.sheet.get(), self.rules());
        let by_option = other.is_some() && choice.option.is_some_and(play::option_needs_bystanders);
        let target_sheet = other.as_ref().map(|other| other.sheet.get());
        let by_group = play::attack_needs_bystanders(unit.sheet.get(), target_sheet);
        let wants_bystanders = traits.needs_bystanders || by_option || by_group;
        let reach = traits.reach;
        let body_of = |unit: &UnitDataItem| {
            if terms.is_prone(*unit.id, unit.is_prone()) { Body::PRONE } else { Body::STANDING }
        };
        let body = other.as_ref().map_or(Body::STANDING, &body_of);
        let own_body = body_of(&unit);
        let fire = field::line_of_fire(self.field().grid(), from, own_body, at, body);
        let is_blow = other.is_some()
            && matches!(reach, WeaponReach::Melee { .. })
            && !choice.option.is_some_and(play::option_throws_weapon);
        let blocked = (is_blow && fire.seen).then(|| self.obstacle_to_blow((from, own_body), (at, body)));
        let in_the_way = blocked.flatten().and_then(|id| Some(self.barrier(id)?.barrier.kind().name.clone()));
        let line = AttackPath { unit: &unit, from, at, fire };
        let mut sight = place_sight(&line);
        let mut barriers = Vec::new();
        let aimed_at =
            self.attack_target(&line, (target, other.as_ref()), (reach, terms), (&mut sight, &mut barriers))?;
        let mut attacker = self.unit_snapshot(&unit);
        attacker.prone = terms.is_prone(*unit.id, attacker.prone);
        let mut request = AttackRequest {
            mode: choice.mode,
            option: choice.option.map(|option| option.to_owned().into()),
            surroundings: self.surroundings(from, at),
            barriers,
            in_the_way,
            rounds_fired: unit.phase_state.rounds_fired(),
            site: Some(self.attack_site(from, at, wants_bystanders)),
            boosts: self.round().boosts(*unit.side).to_vec(),
            ..AttackRequest::new(attacker, (weapon, choice.weapon), aimed_at, sight, self.rules().clone())
        };
        if wants_bystanders {
            self.add_bystanders(&mut request, (&unit, from), (other.as_ref(), at));
        }
        Some(request)
    }

    /// What an attack is aimed at. Fills in how the attacker sees a unit, and the barriers on the line; `None` if the barrier is
    /// gone.
    fn attack_target(
        &self,
        line: &AttackPath<'_>,
        (target, other): (Target, Option<&UnitDataItem>),
        (reach, terms): (WeaponReach, AttackTerms<'_>),
        (sight, barriers): (&mut TargetSight, &mut Vec<BarrierOnLine>),
    ) -> Option<AttackTarget> {
        Some(match (target, other) {
            (_, Some(other)) => {
                let mut defender = self.unit_target(line, other, reach, (sight, barriers));
                defender.defender.prone = terms.is_prone(*other.id, defender.defender.prone);
                AttackTarget::Unit(Box::new(defender))
            }
            (Target::Barrier(id), None) => {
                let before = self.barriers_on_line(&line.fire).into_iter().filter(|data| *data.id != id);
                barriers.extend(before.map(|data| self.barrier_on_line(&data)));
                AttackTarget::Barrier(Box::new(self.barrier_on_line(&self.barrier(id)?)))
            }
            (Target::Unit(_) | Target::Square(_), None) => AttackTarget::Cell,
        })
    }

    /// Adds the units and objects around an attack that needs them.
    fn add_bystanders(
        &self,
        request: &mut AttackRequest,
        (unit, from): (&UnitDataItem, Cell),
        (target, at): (Option<&UnitDataItem>, Cell),
    ) {
        request.last_enemies = self.last_enemies(*unit.side);
        request.side_goes_on = self.has_others_left(unit);
        request.aboard = self.units_aboard(unit, target);
        request.bystanders = self.bystanders((unit, from), target, at);
        if target.is_some() {
            request.operables = self.operables((unit, from), at);
        }
    }

    /// Returns what an attack on a unit strikes: an explosion outside a vehicle hits the vehicle, not its occupants.
    /// `SS-DEF-18`, `AB-AREA-01`.
    fn struck_unit<'a>(
        &'a self,
        (unit, weapon): (&UnitDataItem, &Weapon),
        other: UnitDataItem<'a, 'a>,
    ) -> UnitDataItem<'a, 'a> {
        let outside = other.vehicle().filter(|vehicle| unit.vehicle() != Some(*vehicle));
        let Some(vehicle) = outside.and_then(|vehicle| self.unit(vehicle)) else { return other };
        let explodes = play::blast_profile(&self.unit_snapshot(unit), weapon, self.rules()).is_some();
        if explodes { vehicle } else { other }
    }

    /// Collects the state of an attacked unit. Fills in how the attacker sees it, and the barriers on the line.
    fn unit_target(
        &self,
        line: &AttackPath<'_>,
        other: &UnitDataItem,
        reach: WeaponReach,
        (sight, barriers): (&mut TargetSight, &mut Vec<BarrierOnLine>),
    ) -> UnitTarget {
        let AttackPath { unit, from, at, fire } = line;
        *sight = self.sight_conditions((unit, *from), (other, *at), fire);
        let crossed = self.barriers_on_line(fire);
        barriers.extend(crossed.iter().map(|data| self.barrier_on_line(data)));
        let mut heights_cm: Vec<_> = crossed.iter().map(|data| data.barrier.kind().height_cm).collect();
        let beside = crossed.iter().filter(|data| data.place.place().touches(*at));
        let mut beside_target: Vec<_> = beside.map(|data| (*data.id).into()).collect();
        let mut defender = self.unit_snapshot(other);
        // Cover taken on its own cell is left behind.
        defender.in_cover &= *at == other.cell();
        // So is a melee with enemies that do not reach the square.
        if defender.in_melee && !self.would_stay_in_melee(other, *at) {
            (defender.in_melee, defender.melee) = (false, MeleeCounts::default());
        }
        // A vehicle around the target, or a body shield, is crossed last. `SS-BARR-44`.
        if let Some(shield) = self.shield_between((unit, *from), (other, *at)) {
            let barrier = body_shield::unit_barrier(&shield);
            beside_target.push(barrier.id);
            heights_cm.push(body_shield::HEIGHT_CM);
            barriers.push(barrier);
            sight.hidden = sight.hidden.max(body_shield::HIDDEN_PERCENT);
            sight.across_obstacle = true;
            defender.behind = Some(Box::new(shield));
        }
        UnitTarget {
            defender,
            beside_target,
            heights_cm,
            charge: is_charge(unit, reach, *from, *at),
            dash_from_cover: self.dashed_from_cover(unit, *from, other),
            share: None,
            engaged: unit.status.has(StatusKind::InMelee(*other.id)),
        }
    }

    /// The rulebook and house rules.
    pub fn rules(&self) -> &RuleSet {
        self.setup().rules()
    }

    /// Tests whether a unit notices a concealed enemy. `CS-UNA-06`.
    pub(crate) fn resolve_notice(
        &self,
        table: &mut impl Table,
        unit: &UnitDataItem,
        hidden: UnitId,
    ) -> RuleResult<Vec<RuleStep>> {
        let Some(other) = self.unit(hidden) else { return Ok(Vec::new()) };
        let fire = self.line_of_fire(unit.cell(), unit.body(), &other);
        let sight = self.sight_conditions((unit, unit.cell()), (&other, other.cell()), &fire);
        play::detect_hidden_unit(
            table,
            &self.unit_snapshot(unit),
            &self.unit_snapshot(&other),
            &sight,
            fire.seen,
            self.rules(),
        )
    }

    /// How a unit on a cell sees another one on a cell.
    pub(super) fn sight_conditions(
        &self,
        (unit, from): (&UnitDataItem, Cell),
        (other, at): (&UnitDataItem, Cell),
        fire: &LineOfFire,
    ) -> TargetSight {
        let concealed = unit.status.has(StatusKind::Concealed);
        let is_seen = fire.seen || other.status.has(StatusKind::Engaged);
        TargetSight {
            distance_squared: from.distance_squared(at),
            chebyshev_distance: from.chebyshev_distance(at),
            hidden: fire.hidden,
            took_cover: other.cover.is_taken() && at == other.cell(),
            across_obstacle: fire.hidden > 0,
            aware: is_seen && !concealed && !self.is_surprised_by(other, *unit.id),
        }
    }

    /// Whether surprise leaves a unit without defence against this attacker. `SS-SURP-15`.
    pub(super) fn is_surprised_by(&self, unit: &UnitDataItem, attacker: UnitId) -> bool {
        self.rules().engine.surprised_by.denies_defence(unit.status.surprised_by(), attacker)
    }

    /// Whether the target's sprint began where the attacker did not see it fully. `AB-DODGE-06`.
    fn dashed_from_cover(&self, unit: &UnitDataItem, from: Cell, other: &UnitDataItem) -> bool {
        let Some(start) =
            other.movement.run_from().filter(|_| other.movement.gait() == MovementMode::Sprinting)
        else {
            return false;
        };
        let fire = field::line_of_fire(self.field().grid(), from, unit.body(), start, Body::STANDING);
        fire.hidden > 0
    }
}

/// How an attacker sees a barrier or a square.
fn place_sight(line: &AttackPath<'_>) -> TargetSight {
    TargetSight {
        distance_squared: line.from.distance_squared(line.at),
        chebyshev_distance: line.from.chebyshev_distance(line.at),
        hidden: line.fire.hidden,
        took_cover: false,
        across_obstacle: line.fire.hidden > 0,
        aware: true,
    }
}

/// Whether the attacker ran into reach of its target in this phase. `SS-MOVE-18`.
fn is_charge(unit: &UnitDataItem, reach: WeaponReach, from: Cell, at: Cell) -> bool {
    let WeaponReach::Melee { beyond } = reach else { return false };
    let in_reach = |cell: Cell| cell.chebyshev_distance(at) <= beyond + 1;
    in_reach(from) && unit.movement.run_from().is_some_and(|start| !in_reach(start))
}
