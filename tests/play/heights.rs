//! Heights: what is walked, climbed and fallen, and what a fall does under every book.

use breachline::battle::{Event, Refusal, Ways, falls};
use breachline::field::Cell;
use breachline::rules::{Book, Fall, RuleSet, play, rules_of_falls};
use rstest::rstest;

use crate::common::books::texts;
use crate::common::{Fight, Setup};
use crate::{aberrant, attacks_and_damage, circumstances, combat_checks};
