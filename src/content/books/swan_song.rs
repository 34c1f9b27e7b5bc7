//! Data of Swan Song, whose content is in the common files, and fields of scenes.

use model::UnitId;
use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::book_kind::{BookKind, book_conversions, panic_on_foreign, set_if_given};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::validate;
use crate::definitions::validate::MAX_KARMA;
use crate::files::load::{ContentLoader, SourceFiles};
use crate::library::Content;
use crate::scene::actions::SceneContents;
use crate::scene::own_fields::{OwnResult, OwnResultKind};
use crate::scene::raw::RawUnit;
use crate::scene::raw_action::RawAction;
use crate::scene::single_check::{
    CheckContext, CheckResult, MAX_DAMAGE, MAX_DURATION, SingleCheck, report_foreign,
};
use dice::{RuleResult, Table};
use rules::knockdown;
use rules::play;
use rules::status::StatusKind;
use rules::swan_song::checks::base;
use rules::swan_song::damage::{armour, health, wounds};
use rules::swan_song::movement::gaits;
use rules::swan_song::rulebook::{fighter, switches};
use rules::swan_song::turns::initiative::{initiative_attribute, roll_initiative};
use rules::swan_song::{PointPool, Sheet, Vitals, Weapon};
use rules::turn_engine::initiative;
use rules::turn_engine::turn_order;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{BattleEvent, Book, DownState, HealthState, Karma, RuleSet, RuleStep, TurnBudget, UnitSnapshot};

/// Swan Song, whose content is in the common files.
pub enum SwanSong {}

/// Damage of a unit before the scene begins.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SwanSongHarm {
    shield: u16,
    armored: u16,
    flesh: u16,
    strain: u16,
    injuries: u8,
}

/// A turn under Swan Song. `SS-ACT-07`, `SS-ACT-10`, `SS-ACT-27`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SwanSongTurn {
    points: Option<u8>,
    free_used: Option<u8>,
    attacked: Option<bool>,
}

impl BookKind for SwanSong {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Condition = SwanSongHarm;
    type Turn = SwanSongTurn;

    const HAS_OWN_RESULT_FIELDS: bool = true;
    const CLAUSES: &'static str = include_str!("../../../docs/rules/swan-song.md");
    const ROLLS: &'static str = "an action with units";
    const FILES: &'static [&'static str] = &[];

    book_conversions!(SwanSong);

    fn load_files(_: &mut ContentLoader, _: &SourceFiles) {}

    fn entries(_: &Content) -> usize {
        0
    }

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Weapon>> {
        &content.weapons
    }

    fn loadout(content: &Content, archetype: &str) -> Option<(Sheet, Vec<String>)> {
        let archetype = content.archetypes.get(archetype)?;
        Some((archetype.sheet.clone(), archetype.weapons.clone()))
    }

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        validate::validate_weapon(entry, weapon);
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
        validate::validate_sheet(entry, sheet);
    }

    fn apply_health(mut fresh: HealthState, given: &SwanSongHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::SwanSong(own) = &mut fresh {
            let pools = [
                (&mut own.shield, given.shield),
                (&mut own.armored, given.armored),
                (&mut own.flesh, given.flesh),
            ];
            for (pool, lost) in pools {
                subtract_lost(pool, lost);
            }
            (own.strain, own.injuries) = (i32::from(given.strain), given.injuries);
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, given: &SwanSongTurn) -> TurnBudget {
        if let TurnBudget::SwanSong(own) = &mut usual {
            set_if_given(&mut own.points, &given.points);
            set_if_given(&mut own.free_used, &given.free_used);
            set_if_given(&mut own.attacked, &given.attacked);
        }
        usual
    }

    /// Points for interrupts, defences and Karma. `SS-DEF-28`, `SS-BASE-25`.
    fn apply_own_fields(
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawUnit<Self>,
        unit: &mut UnitSnapshot,
    ) {
        let at_field = |label| ["units", index, label];
        let karma =
            Karma { left: raw.karma.unwrap_or(play::starting_karma(&unit.sheet)), plan: raw.karma_plan };
        let TurnBudget::SwanSong(budget) = &mut unit.budget else { return };
        budget.points = raw.action_points.unwrap_or(budget.points);
        if !raw.may_interrupt {
            budget.points = 0;
        }
        (unit.full_defense, unit.defences) = (raw.full_defense, raw.defences);
        entry.require_range(&at_field("karma"), karma.left, 0..=MAX_KARMA);
        if karma.plan.points_needed() > karma.left {
            let what = format!("{} Karma is not enough (SS-BASE-25)", karma.left);
            entry.error(&at_field("karma_plan"), what);
        }
        unit.karma = karma;
    }

    fn armour_names(content: &Content, archetype: &str, sheet: &Sheet) -> Vec<(String, [String; 2])> {
        let Some(sort) = content.archetypes.get(archetype) else { return Vec::new() };
        let mut labels = Vec::new();
        for (list, accessory, count) in
            [("armour", false, sheet.armour.len()), ("accessories", true, sheet.accessories.len())]
        {
            let worn = sort.armour.iter().filter_map(|id| content.armours.get(id));
            let names: Vec<&str> =
                worn.filter(|piece| piece.accessory == accessory).map(|piece| piece.name.as_str()).collect();
            // Natural armour comes before worn armour.
            let natural = count.saturating_sub(names.len());
            for at in 0..count {
                let name = at.checked_sub(natural).and_then(|at| names.get(at)).copied();
                let label = [list.to_owned(), name.unwrap_or("natural").to_owned()];
                labels.push((format!("{list}.{at}"), label));
            }
        }
        labels
    }

    fn own_result_fields(result: &OwnResult<'_>) -> Map<String, Value> {
        let HealthState::SwanSong(vitals) = result.health else { return Map::new() };
        let karma = || {
            let on = |step: &RuleStep| {
                if let RuleStep::SpendKarma { on, .. } = step { Some(json!(on)) } else { None }
            };
            result.effects.iter().filter_map(on).collect::<Vec<_>>()
        };
        let fields = match result.kind {
            OwnResultKind::Attack { net_hits } => {
                let defended =
                    |step: &RuleStep| matches!(step, RuleStep::Record(BattleEvent::Defended { .. }));
                let full = |step: &RuleStep| {
                    matches!(step, RuleStep::Record(BattleEvent::StatusSet { status, .. })
                    if status.kind == StatusKind::FullDefense)
                };
                let cost = |step: &RuleStep| match step {
                    RuleStep::SetTurnBudget { unit, points, .. } if *unit == result.unit => Some(*points),
                    _ => None,
                };
                json!({
                    "net_hits": net_hits,
                    "vitals": vitals,
                    "knocked_down": result.knocked_down,
                    "down": result.down,
                    "defended": result.effects.iter().any(defended),
                    "defence_cost": result.effects.iter().find_map(cost).unwrap_or(0),
                    "full_defense": result.effects.iter().any(full),
                    "weapon_dropped": result.weapon_dropped,
                    "karma": karma(),
                })
            }
            OwnResultKind::BarrierAttack { hit } => json!({
                "hit": hit,
                "weapon_dropped": result.weapon_dropped,
                "karma": karma(),
            }),
            OwnResultKind::Initiative { score } => json!({ "phases": initiative::phase_count(score) }),
            OwnResultKind::Damage => json!({
                "vitals": vitals,
                "down": result.down,
                "knocked_down": result.knocked_down,
                "wound_modifier": wounds::wound_modifier(vitals),
                "karma": karma(),
            }),
        };
        into_fields(fields)
    }

    fn own_unit_fields(unit: &UnitSnapshot, rules: &RuleSet) -> Map<String, Value> {
        let (rules::Sheet::SwanSong(sheet), HealthState::SwanSong(vitals)) = (&unit.sheet, &unit.condition)
        else {
            return Map::new();
        };
        into_fields(json!({
            "physical_limit": base::physical_limit(sheet),
            "mental_limit": base::mental_limit(sheet),
            "walk_rate": gaits::walk_rate(sheet, unit.prone, switches(rules)),
            "armour_value": armour::armour_value(sheet),
            "encumbrance": armour::encumbrance(sheet),
            "initiative_attribute": initiative_attribute(sheet, vitals),
            "wound_modifier": wounds::wound_modifier(vitals),
            "vitals": vitals,
        }))
    }

    fn resolve_check(
        contents: &SceneContents,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<SingleCheck> {
        let check = match raw {
            RawAction::Initiative { unit, change, karma, passes } => {
                entry.require_range(&["change"], *change, -99..=99);
                let unit = contents.unit_number(entry, unit)?;
                SingleCheck::Initiative { unit, change: *change, karma: *karma, passes: *passes }
            }
            RawAction::InitiativeChange { unit, score, attribute, dice, new_attribute, new_dice } => {
                let unit = contents.unit_number(entry, unit)?;
                let (before, after) = (*dice, new_dice.unwrap_or(*dice));
                for (label, dice) in [("dice", before), ("new_dice", after)] {
                    entry.require_range(&[label], dice, 0..=initiative::MAX_INITIATIVE_DICE);
                }
                for (label, value) in [("score", *score), ("attribute", *attribute)] {
                    entry.require_range(&[label], value, -999..=999);
                }
                SingleCheck::InitiativeChange {
                    unit,
                    before: initiative::InitiativeScore {
                        score: *score,
                        attribute: *attribute,
                        dice: before,
                    },
                    attribute: new_attribute.unwrap_or(*attribute),
                    dice: after,
                }
            }
            RawAction::TurnOrder { scores } => resolve_turn_order(contents, entry, scores)?,
            RawAction::Harm { unit, damage, pool, damage_type, gel } => {
                entry.require_range(&["damage"], *damage, 0..=MAX_DAMAGE);
                let unit = contents.unit_number(entry, unit)?;
                SingleCheck::PlainDamage {
                    unit,
                    damage: *damage,
                    pool: *pool,
                    damage_type: *damage_type,
                    gel: *gel,
                }
            }
            RawAction::Bleed { unit, rounds } => {
                entry.require_range(&["rounds"], *rounds, 0..=MAX_DURATION);
                SingleCheck::Bleed { unit: contents.unit_number(entry, unit)?, rounds: *rounds }
            }
            _ => {
                report_foreign(entry, raw, Book::SwanSong.name(), Self::ROLLS);
                return None;
            }
        };
        Some(check)
    }

    fn run_check(
        table: &mut impl Table,
        context: &CheckContext<'_>,
        check: &SingleCheck,
    ) -> RuleResult<(CheckResult, Vec<RuleStep>)> {
        let result = match check {
            SingleCheck::Initiative { unit, change, karma, passes } => {
                let fighter = fighter(context.unit(*unit));
                let rolled = roll_initiative(table, &fighter, *change, *karma)?;
                let score = initiative::late_entry_score(rolled.score, *passes);
                let initiative = initiative::InitiativeScore { score, ..rolled };
                CheckResult::Initiative { unit: *unit, initiative }
            }
            SingleCheck::InitiativeChange { unit, before, attribute, dice } => {
                let changed = initiative::change_attribute(*before, *attribute);
                let initiative = initiative::change_dice(table, *unit, changed, *dice)?;
                CheckResult::Initiative { unit: *unit, initiative }
            }
            SingleCheck::TurnOrder(entries) => {
                let ties = context.rules.engine.tie_mode;
                let order = turn_order::resolve_turn_order(table, entries, &CoinTosses::default(), ties)?;
                CheckResult::TurnOrder(order.ranks)
            }
            SingleCheck::PlainDamage { .. } | SingleCheck::Bleed { .. } => {
                return Ok(apply_plain_damage(context, check));
            }
            _ => panic_on_foreign(check),
        };
        Ok((result, Vec::new()))
    }
}

/// The scores of a turn order, with what decides between equal ones.
fn resolve_turn_order(
    contents: &SceneContents,
    entry: &mut EntryValidator<'_>,
    scores: &BTreeMap<String, i32>,
) -> Option<SingleCheck> {
    let mut entries = Vec::new();
    for (name, score) in scores {
        let unit = contents.units.find_unit(entry, &["scores", name], name)?;
        let (reaction, intuition) = play::tie_breakers(&unit.sheet);
        entries.push(turn_order::InitiativeEntry {
            id: unit.id,
            score: *score,
            reaction,
            intuition,
            last: play::acts_last(&unit.sheet),
        });
    }
    Some(SingleCheck::TurnOrder(entries))
}

fn into_fields(object: Value) -> Map<String, Value> {
    if let Value::Object(fields) = object { fields } else { Map::new() }
}

fn subtract_lost(pool: &mut PointPool, lost: u16) {
    if pool.max > 0 {
        pool.now -= i32::from(lost);
    }
}

/// Damage without an attack. Chapters DMG, WND and KNOCK.
fn apply_plain_damage(context: &CheckContext<'_>, check: &SingleCheck) -> (CheckResult, Vec<RuleStep>) {
    let harmed = |unit: UnitId, vitals: Vitals, damage: u32| RuleStep::ChangeHealth {
        unit,
        after: HealthState::SwanSong(vitals),
        damage,
        cause: None,
    };
    match *check {
        SingleCheck::PlainDamage { unit, damage: points, pool, damage_type, gel } => {
            let fighter = fighter(context.unit(unit));
            let switches = switches(context.rules);
            let applied = health::apply_damage(fighter.vitals, points, pool, damage_type, switches);
            let limit = base::physical_limit(&fighter.sheet);
            let mut effects = vec![harmed(unit, applied.vitals, points)];
            if !fighter.prone && knockdown::knocks_down(points, limit, gel) {
                effects.push(RuleStep::FallProne { unit });
            }
            let wound_modifier = wounds::wound_modifier(&applied.vitals);
            (CheckResult::Harm { unit, wound_modifier }, effects)
        }
        SingleCheck::Bleed { unit, rounds } => {
            let fighter = fighter(context.unit(unit));
            let (vitals, lost) = apply_bleeding(fighter.vitals, fighter.sheet.attributes.body, rounds);
            let wound_modifier = wounds::wound_modifier(&vitals);
            (CheckResult::Bleed { unit, lost, wound_modifier }, vec![harmed(unit, vitals, lost)])
        }
        _ => panic_on_foreign(check),
    }
}

/// Applies bleeding: a point at every interval until it ends. `SS-DMG-23`, `SS-DMG-24`, `SS-DMG-26`.
fn apply_bleeding(mut vitals: Vitals, body: u8, rounds: u32) -> (Vitals, u32) {
    let mut lost = 0;
    for round in 1..=rounds {
        let dead = health::down_state(&vitals, body) == Some(DownState::Dead);
        if health::is_dying(&vitals) && !dead && health::bleeds_in_round(round, 0, body) {
            vitals = health::bleed(vitals);
            lost += 1;
        }
    }
    (vitals, lost)
}
