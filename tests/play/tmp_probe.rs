use breachline::battle::{Aimed, Snapshot};
use breachline::lab::overlay;
use breachline::rules::Book;
use std::time::Instant;

#[test]
fn probe() {
    for book in Book::ALL {
        let mut fight = crate::five_books::begin("warehouse", book, &[]);
        fight.view(|view| {
            let snapshot = Snapshot::of(view, None);
            let units: Vec<_> = view
                .units()
                .map(|u| {
                    (
                        *u.id,
                        *u.side,
                        u.arsenal
                            .carried()
                            .iter()
                            .map(|c| (c.name().to_string(), c.modes().first().copied()))
                            .collect::<Vec<_>>(),
                    )
                })
                .collect();
            for (id, side, weapons) in &units {
                let Some((target, ..)) = units.iter().find(|(_, other, _)| other != side) else { continue };
                for (slot, (name, mode)) in weapons.iter().enumerate() {
                    let aimed = Aimed { unit: *id, weapon: slot, mode: *mode, manner: None };
                    let Some(engagement) = view.engagement(aimed, *target) else { continue };
                    let start = Instant::now();
                    let field = overlay::knockback(&snapshot, &engagement, &[]);
                    let told = field.map(|f| {
                        f.units()
                            .map(|u| format!("{u}: {:.3} x{}", f.thrown(u), f.flights.len()))
                            .collect::<Vec<_>>()
                    });
                    println!("{book:?} {name} {:?} ms {told:?}", start.elapsed().as_millis());
                }
            }
        });
    }
}
