//! Rule switches of a skirmish: the clauses that a table may decide otherwise. Table SS-T16.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use super::setting::Setting;
pub use super::setting::{
    ComplexPrice, Crawl, DiagonalStep, FleshFormula, Formula, GlitchEffects, KarmaDice, KarmaReroll,
    PenetrationWear, Price, RunPenalty, StrainFormula, TieMode, TypeFactors,
};

/// Why a switch could not be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SwitchError {
    /// No switch has this name.
    #[error("unknown switch \"{name}\"; did you mean \"{nearest}\"?")]
    Unknown {
        /// The name that was given.
        name: String,
        /// The valid name that looks most like it.
        nearest: &'static str,
    },
    /// The switch does not take this value.
    #[error("switch \"{name}\" cannot be \"{value}\"; expected {expected}")]
    Value {
        /// The switch.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
}

/// A switch as a list of them shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchInfo {
    /// Dotted name.
    pub name: &'static str,
    /// Value where a skirmish says nothing.
    pub default: String,
    /// What it takes, in words.
    pub expected: &'static str,
    /// The clause that grants the choice.
    pub clause: &'static str,
}

/// Declares the fields of `Switches`, their names, defaults and clauses.
macro_rules! switches {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident: $kind:ty = $default:expr, $name:literal, $clause:literal;
    )+) => {
        /// The switches of one skirmish; `Default` is the catalogue's.
        ///
        /// Written as a map of dotted names to values, those at their default left out.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct Switches { $($(#[doc = $doc])+ pub $field: $kind,)+ }

        impl Default for Switches {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        /// Dotted names of all switches, in the order of the catalogue.
        pub const NAMES: &[&str] = &[$($name,)+];

        impl Switches {
            /// Value of a switch as a skirmish file writes it.
            ///
            /// # Errors
            /// No switch has this name.
            pub fn get(&self, name: &str) -> Result<String, SwitchError> {
                match name {
                    $($name => Ok(self.$field.show()),)+
                    _ => Err(unknown(name)),
                }
            }

            /// Sets a switch by its dotted name.
            ///
            /// # Errors
            /// No switch has this name, or it does not take this value; nothing has changed then.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
                match name {
                    $($name => self.$field = Setting::parse(value.trim()).ok_or_else(|| SwitchError::Value {
                        name: $name,
                        value: value.to_owned(),
                        expected: <$kind as Setting>::EXPECTED,
                    })?,)+
                    _ => return Err(unknown(name)),
                }
                Ok(())
            }

            /// Every switch with its default.
            pub fn list() -> Vec<SwitchInfo> {
                let defaults = Self::default();
                vec![$(SwitchInfo {
                    name: $name,
                    default: defaults.$field.show(),
                    expected: <$kind as Setting>::EXPECTED,
                    clause: $clause,
                },)+]
            }

            /// Name and value of every switch that is not at its default.
            pub fn changed(&self) -> BTreeMap<&'static str, String> {
                let defaults = Self::default();
                let mut changed = BTreeMap::new();
                $(if self.$field != defaults.$field {
                    changed.insert($name, self.$field.show());
                })+
                changed
            }
        }
    };
}

switches! {
    /// What a diagonal step costs.
    diagonal_step: DiagonalStep = DiagonalStep::OneAndAHalf, "field.diagonal_step", "SS-BASE-16";
    /// What a glitched attack does.
    glitch_effects: GlitchEffects = GlitchEffects::None, "ss.glitch_effects", "SS-BASE-12";
    /// Dice added to a test of a skill with rating 0.
    untrained_modifier: i8 = 0, "ss.untrained_modifier", "SS-BASE-18";
    /// Flesh Health maximum of a sheet that states none.
    fhp_formula: FleshFormula = FleshFormula(Formula::Book), "ss.fhp_formula", "SS-BASE-23";
    /// Strain threshold of a sheet that states none.
    strain_formula: StrainFormula = StrainFormula(Formula::Book), "ss.strain_formula", "SS-BASE-24";
    /// Dice that Karma adds before a roll.
    karma_dice: KarmaDice = KarmaDice(Formula::Book), "ss.karma_dice", "SS-BASE-26";
    /// What Karma re-rolls.
    karma_reroll: KarmaReroll = KarmaReroll::Misses, "ss.karma_reroll", "SS-BASE-27";
    /// Rounds fired make shots harder.
    recoil: bool = true, "ss.recoil", "SS-BASE-28";
    /// How equal Initiative Scores are told apart.
    tie_mode: TieMode = TieMode::Ric, "ss.tie_mode", "SS-INIT-11";
    /// A walk may be split around other actions.
    split_walk: bool = true, "ss.split_walk", "SS-MOVE-05";
    /// Metres per hit of a sprint.
    sprint_m_per_hit: u8 = 1, "ss.sprint_m_per_hit", "SS-MOVE-11";
    /// Which actions of a phase a Run makes harder.
    run_penalty: RunPenalty = RunPenalty::AfterRun, "ss.run_penalty", "SS-MOVE-17";
    /// Free Actions per pass.
    free_actions_per_pass: u8 = 1, "ss.free_actions_per_pass", "SS-ACT-12";
    /// Price of Dodge.
    ap_dodge: u8 = 1, "ss.ap.dodge", "SS-ACT-39";
    /// Price of Parry.
    ap_parry: u8 = 1, "ss.ap.parry", "SS-ACT-39";
    /// Price of Block.
    ap_block: u8 = 1, "ss.ap.block", "SS-ACT-39";
    /// Price of Full Defense.
    ap_full_defense: u8 = 2, "ss.ap.full_defense", "SS-ACT-40";
    /// Price of a melee attack, armed or not.
    ap_melee_attack: ComplexPrice = ComplexPrice(2), "ss.ap.melee_attack", "SS-ACT-42";
    /// Price of a single shot.
    ap_single_shot: Price = Price(1), "ss.ap.single_shot", "SS-ACT-43";
    /// Price of a burst.
    ap_burst: Price = Price(1), "ss.ap.burst", "SS-ACT-43";
    /// Price of a semi-auto burst.
    ap_semi_auto_burst: ComplexPrice = ComplexPrice(2), "ss.ap.semi_auto_burst", "SS-ACT-43";
    /// Price of a long burst.
    ap_long_burst: ComplexPrice = ComplexPrice(2), "ss.ap.long_burst", "SS-ACT-43";
    /// Price of complex full-auto fire.
    ap_full_auto_complex: ComplexPrice = ComplexPrice(2), "ss.ap.full_auto_complex", "SS-ACT-43";
    /// Price of Take Cover.
    ap_take_cover: Price = Price(1), "ss.ap.take_cover", "SS-ACT-50";
    /// Price of dropping prone by choice.
    ap_drop_prone: Price = Price(0), "ss.ap.drop_prone", "SS-ACT-51";
    /// Price of standing up.
    ap_stand_up: Price = Price(1), "ss.ap.stand_up", "SS-ACT-52";
    /// How far a prone unit walks.
    crawl: Crawl = Crawl::Half, "ss.crawl", "SS-ACT-53";
    /// Price of readying a weapon.
    ap_ready: Price = Price(1), "ss.ap.ready", "SS-ACT-54";
    /// Price of picking something up.
    ap_pick_up: Price = Price(1), "ss.ap.pick_up", "SS-ACT-60";
    /// Price of reloading.
    ap_reload: Price = Price(1), "ss.ap.reload", "SS-ACT-60";
    /// Price of opening or closing a door or window.
    ap_door: Price = Price(1), "ss.ap.door", "SS-ACT-60";
    /// Price of changing the fire mode.
    ap_change_mode: Price = Price(0), "ss.ap.change_mode", "SS-ACT-61";
    /// Dodge answers ranged attacks too.
    ranged_dodge: bool = false, "ss.ranged_dodge", "SS-DEF-14";
    /// Good cover counts in melee across the obstacle.
    good_cover_melee: bool = true, "ss.good_cover_melee", "SS-DEF-43";
    /// What a penetrating weapon does to a barrier.
    penetration_wear: PenetrationWear = PenetrationWear::Table, "ss.penetration_wear", "SS-BARR-38";
    /// Damage types multiply damage to barriers.
    barrier_damage_types: bool = false, "ss.barrier_damage_types", "SS-BARR-52";
    /// Percentages of damage types on Flesh and Shield Health.
    type_factors: TypeFactors = TypeFactors::FULL, "ss.type_factors", "SS-DMG-07";
}

fn unknown(name: &str) -> SwitchError {
    let nearest = NAMES.iter().copied().min_by_key(|known| strsim::damerau_levenshtein(known, name));
    SwitchError::Unknown { name: name.to_owned(), nearest: nearest.expect("invariant: there are switches") }
}

impl Serialize for Switches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let changed = self.changed();
        let mut map = serializer.serialize_map(Some(changed.len()))?;
        for (name, value) in &changed {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Switches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SwitchesVisitor)
    }
}

struct SwitchesVisitor;

impl<'de> Visitor<'de> for SwitchesVisitor {
    type Value = Switches;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map of switch names to values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Switches, A::Error> {
        let mut switches = Switches::default();
        while let Some(name) = map.next_key::<String>()? {
            let Written(value) = map.next_value()?;
            switches.set(&name, &value).map_err(de::Error::custom)?;
        }
        Ok(switches)
    }
}

/// A value as written: a word, a number or a boolean.
struct Written(String);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor)
    }
}

struct WrittenVisitor;

impl Visitor<'_> for WrittenVisitor {
    type Value = Written;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a word in quotes, a number, true or false")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Written, E> {
        Ok(Written(value.to_owned()))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Written, E> {
        Ok(Written(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Written, E> {
        Ok(Written(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Written, E> {
        Ok(Written(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Written, E> {
        Ok(Written(value.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let error = Switches::default().set("ss.ap.dogde", "2").expect_err("no such switch");
        assert_eq!(error, SwitchError::Unknown { name: "ss.ap.dogde".to_owned(), nearest: "ss.ap.dodge" });
        assert_eq!(error.to_string(), "unknown switch \"ss.ap.dogde\"; did you mean \"ss.ap.dodge\"?");
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut switches = Switches::default();
        let error = switches.set("ss.crawl", "quarter").expect_err("no such word");
        assert_eq!(
            error.to_string(),
            "switch \"ss.crawl\" cannot be \"quarter\"; expected half, full or none"
        );
        assert_eq!(switches, Switches::default());
    }

    #[test]
    fn every_default_can_be_written_and_read() {
        for info in Switches::list() {
            let mut switches = Switches::default();
            switches.set(info.name, &info.default).expect("a default is a value");
            assert_eq!(switches, Switches::default(), "{}", info.name);
            assert_eq!(switches.get(info.name), Ok(info.default));
        }
        assert_eq!(Switches::list().len(), NAMES.len());
    }

    #[test]
    fn defaults_are_those_of_table_ss_t16() {
        let table = "field.diagonal_step 1.5 \
            ss.glitch_effects none ss.untrained_modifier 0 ss.fhp_formula body \
            ss.strain_formula willpower ss.karma_dice rating ss.karma_reroll misses ss.recoil on \
            ss.tie_mode ric ss.split_walk on ss.sprint_m_per_hit 1 ss.run_penalty after_run \
            ss.free_actions_per_pass 1 ss.ap.dodge 1 ss.ap.parry 1 ss.ap.block 1 ss.ap.full_defense 2 \
            ss.ap.melee_attack 2 ss.ap.single_shot 1 ss.ap.burst 1 ss.ap.semi_auto_burst 2 \
            ss.ap.long_burst 2 ss.ap.full_auto_complex 2 ss.ap.take_cover 1 ss.ap.drop_prone free \
            ss.ap.stand_up 1 ss.crawl half ss.ap.ready 1 ss.ap.pick_up 1 ss.ap.reload 1 ss.ap.door 1 \
            ss.ap.change_mode free ss.ranged_dodge off ss.good_cover_melee on ss.penetration_wear \
            table ss.barrier_damage_types off ss.type_factors 100";
        let written: Vec<_> =
            Switches::list().into_iter().flat_map(|info| [info.name.to_owned(), info.default]).collect();
        assert_eq!(written.join(" "), table);
    }

    #[test]
    fn a_skirmish_file_lists_switches_by_name() {
        let text = r#"{"ss.ap.dodge": 2, "ss.recoil": "off", "ss.ranged_dodge": true,
            "field.diagonal_step": 1, "ss.untrained_modifier": -1, "ss.type_factors": "fire 150",
            "ss.ap.drop_prone": 1}"#;
        let switches: Switches = ron::from_str(text).expect("valid");
        assert_eq!((switches.ap_dodge, switches.recoil, switches.ranged_dodge), (2, false, true));
        assert_eq!(switches.diagonal_step, DiagonalStep::One);
        assert_eq!((switches.untrained_modifier, switches.ap_drop_prone), (-1, Price(1)));
        assert_eq!(switches.type_factors.percent(super::super::DamageType::Fire), 150);
        let again = ron::to_string(&switches).expect("writes");
        assert_eq!(ron::from_str::<Switches>(&again), Ok(switches));
        assert_eq!(ron::to_string(&Switches::default()), Ok("{}".to_owned()));
        let half_step: Switches = ron::from_str(r#"{"field.diagonal_step": 1.5}"#).expect("valid");
        assert_eq!(half_step, Switches::default());
        let error = ron::from_str::<Switches>(r#"{"ss.recoll": "off"}"#).expect_err("no such switch");
        assert!(error.to_string().contains("did you mean \"ss.recoil\"?"), "{error}");
    }

    #[test]
    fn ss_act_04_a_complex_action_costs_more_than_one() {
        let mut switches = Switches::default();
        assert!(switches.set("ss.ap.melee_attack", "1").is_err());
        assert_eq!(switches.set("ss.ap.melee_attack", "3"), Ok(()));
        assert_eq!(switches.ap_melee_attack, ComplexPrice(3));
    }

    #[test]
    fn ss_base_16_a_diagonal_step() {
        let mut switches = Switches::default();
        assert_eq!(4 * switches.diagonal_step.half_metres(), 12); // 6 m
        switches.set("field.diagonal_step", "1").expect("a value");
        assert_eq!(4 * switches.diagonal_step.half_metres(), 8); // 4 m
    }
}
