//! Resolves attacks of a scene: attacker, weapon, distance and payment.

use std::sync::Arc;

use super::actions::{DEFAULT_SHOT_METRES, SceneContents};
use super::raw_action::RawAction;
use super::rule_scene::ResolvedAction;
use crate::definitions::entry_validator::EntryValidator;
use crate::files::source::join_with_or;
use model::UnitId;
use rules::FireMode;
use rules::{
    ActionRequest, AttackRequest, AttackTarget, BarrierOnLine, HeldWeapon, RuleViolation, Surroundings,
    TargetSight, UnitSnapshot, UnitTarget, WeaponMalfunction, WeaponReach, play,
};

/// Fields that all attacks have in common.
struct AttackSpec<'a> {
    attacker: &'a str,
    weapon: Option<&'a str>,
    mode: Option<FireMode>,
}

/// The weapon of an attack.
struct ChosenWeapon {
    attacker_index: usize,
    held: HeldWeapon,
    mode: Option<FireMode>,
    reach: WeaponReach,
    needs_bystanders: bool,
}

impl SceneContents {
    pub fn resolve_attack(
        &mut self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<ResolvedAction> {
        let RawAction::Attack { attacker, target, weapon, mode, option, metres, .. } = raw else {
            return None;
        };
        let armed =
            self.choose_weapon(entry, &AttackSpec { attacker, weapon: weapon.as_deref(), mode: *mode })?;
        let one = armed.attacker_index;
        let other = self.units.find_index(entry, &["target"], target)?;
        let option = option.as_deref();
        self.check_attack_option(entry, &armed, option);
        let usual = if matches!(armed.reach, WeaponReach::Melee { .. }) { 1 } else { DEFAULT_SHOT_METRES };
        let distance = self.attack_distance(*metres, Some((one, other)), usual);
        let far = out_of_reach(armed.reach, distance.0, distance.1);
        let request = self.attack_request(entry, raw, (armed, other), distance)?;
        self.pay_allowed_attack(entry, request, far)
    }

    /// Checks and pays an attack; `far` says why its target is out of reach, if it is.
    fn pay_allowed_attack(
        &mut self,
        entry: &mut EntryValidator<'_>,
        mut request: AttackRequest,
        far: Option<String>,
    ) -> Option<ResolvedAction> {
        self.require_allowed(entry, play::may_attack(&request), far)?;
        let AttackRequest { slot, mode, .. } = request;
        let option = request.option.clone();
        self.pay_attack(entry, &mut request.attacker, slot, (mode, option.as_deref()))?;
        Some(ResolvedAction::Attack(Arc::new(request)))
    }

    /// Assembles an attack on a unit at a distance, squared in metres and in squares.
    fn attack_request(
        &self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
        (armed, other): (ChosenWeapon, usize),
        (distance_squared, rings): (u32, u32),
    ) -> Option<AttackRequest> {
        let RawAction::Attack { option, obscured_between, rounds_fired, boosts, .. } = raw else {
            return None;
        };
        let one = armed.attacker_index;
        let (sight, barriers) = self.attack_sight(entry, raw, (one, other), (distance_squared, rings))?;
        let target = self.unit_target(entry, raw, (one, other), (&barriers, rings))?;
        let boosts = self.claimed_boosts(entry, one, boosts)?;
        let unit = self.units.units[one].clone();
        let (bystanders, operables) =
            if armed.needs_bystanders { self.surrounding_targets(one, other) } else { Default::default() };
        let surroundings = Surroundings {
            attacker: unit.ground,
            target: target.defender.ground,
            obscured_between: *obscured_between,
            weather: self.weather,
            zero_gravity: self.zero_gravity,
        };
        Some(AttackRequest {
            mode: armed.mode,
            option: option.clone().map(Into::into),
            surroundings,
            barriers,
            rounds_fired: *rounds_fired + self.fired[one],
            boosts,
            bystanders,
            operables,
            ..AttackRequest::new(
                unit,
                (armed.held.weapon, armed.held.slot),
                AttackTarget::Unit(Box::new(target)),
                sight,
                self.rules.clone(),
            )
        })
    }

    /// How an attacker sees the target of its attack, and the barriers on the line; what the file says goes before what its
    /// map shows.
    fn attack_sight(
        &self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
        (one, other): (usize, usize),
        distance: (u32, u32),
    ) -> Option<(TargetSight, Vec<BarrierOnLine>)> {
        let RawAction::Attack { hidden, took_cover, across_obstacle, aware, .. } = raw else {
            return None;
        };
        let fire = self.line_of_fire(one, other).filter(|_| hidden.is_none());
        let sight = self.sight_between(one, other, fire.as_ref(), distance);
        let hidden = hidden.unwrap_or(sight.hidden);
        entry.require_range(&["hidden"], hidden, 0..=100);
        let sight = TargetSight {
            hidden,
            took_cover: sight.took_cover || *took_cover,
            across_obstacle: across_obstacle.unwrap_or(hidden > 0),
            aware: aware.unwrap_or(sight.aware),
            ..sight
        };
        Some((sight, self.barriers.crossed_barriers(fire.as_ref())))
    }

    /// The unit that an attack is aimed at, at a distance in squares, with the barriers beside it.
    fn unit_target(
        &self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
        (one, other): (usize, usize),
        (barriers, rings): (&[BarrierOnLine], u32),
    ) -> Option<UnitTarget> {
        let RawAction::Attack { beside_target, charge, dash_from_cover, engaged, .. } = raw else {
            return None;
        };
        let (unit, defender) = (&self.units.units[one], &self.units.units[other]);
        let beside_target = match beside_target {
            Some(names) => self.named_barriers(entry, names)?,
            None => self.barriers_beside(other, barriers),
        };
        Some(UnitTarget {
            heights_cm: barriers.iter().map(|barrier| self.barriers.height_cm(barrier.id)).collect(),
            beside_target,
            charge: *charge,
            dash_from_cover: *dash_from_cover,
            engaged: engaged.unwrap_or(unit.in_melee && defender.in_melee && rings <= 1),
            ..UnitTarget::new(defender.clone())
        })
    }

    /// Numbers of the named givers of boost dice, and of those of unused ones.
    fn claimed_boosts(
        &self,
        entry: &mut EntryValidator<'_>,
        attacker: usize,
        named: &[String],
    ) -> Option<Vec<UnitId>> {
        let mut givers = Vec::new();
        for (place, name) in named.iter().enumerate() {
            let place = place.to_string();
            givers.push(self.units.find_unit(entry, &["boosts", &place], name)?.id);
        }
        givers.extend(self.boost_givers(&self.units.units[attacker]));
        Some(givers)
    }

    pub fn resolve_barrier_attack(
        &mut self,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<ResolvedAction> {
        let RawAction::Strike { attacker, barrier, weapon, mode, metres, hidden, rounds_fired, .. } = raw
        else {
            return None;
        };
        let armed =
            self.choose_weapon(entry, &AttackSpec { attacker, weapon: weapon.as_deref(), mode: *mode })?;
        let Some(struck) = self.barriers.list.iter().position(|known| known.name == *barrier) else {
            let known = self.barriers.list.iter().map(|known| known.name.as_str());
            entry.require_known(&["barrier"], "barrier", barrier, known);
            return None;
        };
        let usual = if matches!(armed.reach, WeaponReach::Melee { .. }) { 1 } else { DEFAULT_SHOT_METRES };
        let (distance_squared, rings) = self.attack_distance(*metres, None, usual);
        let far = out_of_reach(armed.reach, distance_squared, rings);
        let hidden = hidden.unwrap_or(0);
        entry.require_range(&["hidden"], hidden, 0..=100);
        let sight = TargetSight {
            distance_squared,
            chebyshev_distance: rings,
            hidden,
            took_cover: false,
            across_obstacle: false,
            aware: false,
        };
        let unit = self.units.units[armed.attacker_index].clone();
        let target = self.barriers.list[struck].clone();
        let request = AttackRequest {
            mode: armed.mode,
            surroundings: Surroundings {
                weather: self.weather,
                zero_gravity: self.zero_gravity,
                ..Surroundings::default()
            },
            boosts: self.boost_givers(&unit),
            barriers: self.barriers.list[..struck].to_vec(),
            rounds_fired: *rounds_fired + self.fired[armed.attacker_index],
            ..AttackRequest::new(
                unit,
                (armed.held.weapon, armed.held.slot),
                target,
                sight,
                self.rules.clone(),
            )
        };
        self.pay_allowed_attack(entry, request, far)
    }

    /// Pays for an attack and its rounds before it is resolved. In a sequence the cost must be affordable; a single
    /// attack is free of that check.
    fn pay_attack(
        &mut self,
        entry: &mut EntryValidator<'_>,
        unit: &mut UnitSnapshot,
        slot: usize,
        (mode, option): (Option<FireMode>, Option<&str>),
    ) -> Option<()> {
        let Some(held) = unit.held_weapon(slot).cloned() else { return Some(()) };
        let act =
            ActionRequest { action: play::attack_action(&held.weapon, mode), with: Some(&held), option };
        match play::pay_action(unit, act, &self.rules) {
            Ok(paid) => unit.apply_payment(paid),
            Err(why) if self.is_sequence => return self.report_refused(entry, &[], why.to_string()),
            Err(_) => (),
        }
        let rounds = play::rounds_per_attack(&held.weapon, mode);
        match (held.loaded.checked_sub(rounds), unit.held.iter_mut().find(|held| held.slot == slot)) {
            (Some(loaded), Some(held)) => held.loaded = loaded,
            _ => {
                return self.report_refused(
                    entry,
                    &[],
                    format!("needs {rounds} rounds, only {} loaded", held.loaded),
                );
            }
        }
        if let Some(place) = self.units.units.iter().position(|other| other.id == unit.id) {
            self.units.units[place] = unit.clone();
            self.fired[place] += rounds;
        }
        Some(())
    }

    /// Resolves attacker, weapon and fire mode. A weapon that is named but not held is taken into a free hand.
    fn choose_weapon(
        &mut self,
        entry: &mut EntryValidator<'_>,
        spec: &AttackSpec<'_>,
    ) -> Option<ChosenWeapon> {
        let one = self.units.find_index(entry, &["attacker"], spec.attacker)?;
        let slot = match spec.weapon {
            None => None,
            Some(id) => self.units.held[one].iter().position(|held| held == id),
        };
        let unit = &self.units.units[one];
        let held = match (spec.weapon, slot) {
            (None, _) if unit.held.is_empty() => {
                let Some(weapon) = play::unarmed_weapon(&unit.sheet) else {
                    let what = format!("`{}` holds nothing: name a `weapon`", spec.attacker);
                    return self.report_refused(entry, &[], what);
                };
                HeldWeapon { weapon, slot: 0, loaded: 0, fault: WeaponMalfunction::None, hand: None }
            }
            (None, _) => unit.held[0].clone(),
            (Some(id), Some(slot)) => match unit.held_weapon(slot) {
                Some(held) => held.clone(),
                None => {
                    let what = format!("`{}` no longer holds `{id}`", spec.attacker);
                    return self.report_refused(entry, &[], what);
                }
            },
            (Some(id), None) => {
                let weapon = entry.find_known(&["weapon"], ("weapon", id), &self.units.weapons)?;
                let loaded = play::weapon_traits(weapon, &unit.sheet, &self.rules).magazine;
                let slot = self.units.held[one].len();
                let held = HeldWeapon {
                    weapon: weapon.clone(),
                    slot,
                    loaded,
                    fault: WeaponMalfunction::None,
                    hand: None,
                };
                self.units.units[one].held.push(held.clone());
                self.units.held[one].push(id.to_owned());
                held
            }
        };
        let unit = &self.units.units[one];
        let arm = play::weapon_traits(&held.weapon, &unit.sheet, &self.rules);
        let (reach, needs_bystanders) = (arm.reach, arm.needs_bystanders);
        let mode = spec.mode.or(arm.modes.first().copied());
        if let Some(mode) = spec.mode.filter(|mode| !arm.modes.contains(mode)) {
            report_unfit_mode(entry, spec.weapon.unwrap_or(held.weapon.name()), arm.modes, mode);
            return None;
        }
        Some(ChosenWeapon { attacker_index: one, held, mode, reach, needs_bystanders })
    }

    /// Reports an attack that is forbidden or out of range.
    fn require_allowed(
        &mut self,
        entry: &mut EntryValidator<'_>,
        may: Result<(), RuleViolation>,
        far: Option<String>,
    ) -> Option<()> {
        match (may, far) {
            (Ok(()), None) => Some(()),
            (Ok(()), Some(far)) => self.report_refused(entry, &["metres"], far),
            (Err(why), Some(far)) => {
                self.report_refused(entry, &["metres"], format!("{far} ({})", why.clause))
            }
            (Err(why), None) => self.report_refused(entry, &[], format!("{} ({})", why.text, why.clause)),
        }
    }

    fn check_attack_option(
        &self,
        entry: &mut EntryValidator<'_>,
        armed: &ChosenWeapon,
        option: Option<&str>,
    ) {
        let Some(key) = option else { return };
        let known = play::attack_options(&self.units.units[armed.attacker_index], &armed.held, &self.rules);
        if known.iter().all(|option| option.key != key) {
            entry.require_known(&["option"], "option", key, known.iter().map(|option| option.key));
        }
    }
}

/// Describes why the target is out of the weapon's reach; `None` if it is not.
fn out_of_reach(reach: WeaponReach, squared: u32, rings: u32) -> Option<String> {
    match reach {
        WeaponReach::Melee { beyond } if rings > beyond + 1 => {
            Some(format!("the target is out of reach, {rings} m away"))
        }
        WeaponReach::Ranged { metres } if u64::from(squared) > u64::from(metres).pow(2) => {
            Some(format!("the target is beyond the weapon's range of {metres} m"))
        }
        _ => None,
    }
}

fn report_unfit_mode(entry: &mut EntryValidator<'_>, weapon: &str, modes: &[FireMode], mode: FireMode) {
    let names: Vec<String> = modes.iter().map(|mode| fire_mode_name(*mode)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let what = format!("`{weapon}` has no fire mode `{}`", fire_mode_name(mode));
    let problem = entry.diagnostic_at(&["mode"], what).with_expected(join_with_or(&names));
    entry.diagnostics.push(problem);
}

/// Key of a fire mode in files.
fn fire_mode_name(mode: FireMode) -> String {
    match mode {
        FireMode::Single => "single",
        FireMode::SemiAutoBurst => "semi_auto_burst",
        FireMode::Burst => "burst",
        FireMode::LongBurst => "long_burst",
        FireMode::FullAutoSimple => "full_auto_simple",
        FireMode::FullAutoComplex => "full_auto_complex",
        FireMode::FlechetteNarrow => "flechette_narrow",
        FireMode::FlechetteMedium => "flechette_medium",
        FireMode::FlechetteWide => "flechette_wide",
    }
    .to_owned()
}
