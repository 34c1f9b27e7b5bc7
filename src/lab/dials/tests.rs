use serde::{Deserialize, Serialize};

use super::*;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Thing {
    Book(Sheet),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Sheet {
    name: String,
    body: u8,
    damage: String,
    soak: Vec<i32>,
    kind: String,
}

fn thing() -> Thing {
    Thing::Book(Sheet {
        name: "7th".to_owned(),
        body: 3,
        damage: "7L [2]".to_owned(),
        soak: vec![4, -1],
        kind: "rifle 5".to_owned(),
    })
}

#[test]
fn every_number_is_a_dial_and_no_name_is() {
    let all: Vec<(String, i64)> = dials(&thing()).into_iter().map(|dial| (dial.label, dial.value)).collect();
    let wanted = [("body", 3), ("damage", 7), ("damage, 2", 2), ("soak, 1", 4), ("soak, 2", -1)];
    assert_eq!(all, wanted.map(|(label, value)| (label.to_owned(), value)));
}

#[test]
fn dials_turn_and_the_rest_stays() {
    let Thing::Book(sheet) = turned(&thing(), "/Book/body", 9).expect("a body");
    assert_eq!((sheet.body, sheet.damage.as_str()), (9, "7L [2]"));
    let Thing::Book(sheet) = turned(&thing(), "/Book/damage#0", 12).expect("damage");
    assert_eq!((sheet.body, sheet.damage.as_str()), (3, "12L [2]"));
    let Thing::Book(sheet) = turned(&thing(), "/Book/soak/1", 5).expect("soak");
    assert_eq!(sheet.soak, [4, 5]);
}

#[test]
fn what_cannot_be_says_why() {
    let error = turned(&thing(), "/Book/body", 300).expect_err("too much");
    assert!(error.to_string().starts_with("body cannot be 300: "), "{error}");
    assert_eq!(turned(&thing(), "/Book/mind", 3), Err(DialError::Unknown("/Book/mind".to_owned())));
    assert_eq!(turned(&thing(), "/Book/damage#7", 3), Err(DialError::Unknown("/Book/damage#7".to_owned())));
}
