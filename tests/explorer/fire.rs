//! The explorer under fire: random keys, clicks, screen sizes and late answers, over sound and broken stores.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod dice;
mod invariants;
mod office;
mod stores;

use std::path::Path;

use dice::Dice;
use invariants::Asked;
use office::Office;
use stores::Vandal;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::{Action, App, Effect};
use zarrscope::hierarchy::Hierarchy;

use crate::explorer::Explorer;
use crate::repository::{copy, repository};

/// The actions of one test. The tests together fire a hundred thousand actions.
const ACTIONS: usize = 25_000;
/// The most actions between two frames.
const BURST: usize = 12;

/// The explorer, its workers, and the number of actions so far.
struct Target {
    explorer: Explorer,
    office: Office,
    asked: Asked,
    dice: Dice,
    seed: u64,
    fired: usize,
}

impl Drop for Target {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}, after {} actions", self.seed, self.fired);
        }
    }
}

impl Target {
    fn new(path: &Path, seed: u64) -> Self {
        let hierarchy = Hierarchy::open(path).unwrap();
        let (app, effects) = App::new(hierarchy, DecodeOptions::default(), (80, 24));
        let explorer = Explorer { judges: true, ..Explorer::before_anything(app) };
        let (office, asked) = (Office::default(), Asked::default());
        let mut target = Self { explorer, office, asked, dice: Dice::new(seed), seed, fired: 0 };
        target.ask(effects);
        target
    }

    fn ask(&mut self, effects: Vec<Effect>) {
        self.asked.take(&effects);
        self.office.take(effects, &mut self.dice);
    }

    fn act(&mut self, action: Action) {
        let effects = self.explorer.app.update(action);
        self.fired += 1;
        self.ask(effects);
        invariants::check(&self.explorer.app);
        self.asked.check(&self.explorer.app);
    }

    /// Keys and clicks, work and answers, then another size and a frame.
    fn burst(&mut self) {
        for _ in 0..self.dice.roll(BURST) {
            match self.dice.roll(5) {
                0 => self.office.work(&mut self.dice),
                1 | 2 => {
                    if let Some(answer) = self.office.answer(&mut self.dice) {
                        self.act(answer);
                    }
                }
                _ => {
                    for action in self.dice.actions(self.explorer.app.shared.size) {
                        self.act(action);
                    }
                }
            }
        }
        let (width, height) = self.dice.size();
        self.act(Action::Resize(width, height));
        self.draw();
    }

    fn draw(&self) {
        invariants::screen(&self.explorer.buffer());
    }

    /// Lets the workers do all their work.
    fn settle(&mut self) {
        while !self.office.is_done() {
            self.office.work(&mut self.dice);
            while let Some(answer) = self.office.answer(&mut self.dice) {
                self.act(answer);
            }
        }
        invariants::settled(&self.explorer.app);
        self.draw();
    }
}

/// Fires at stores in the repository, equally often at each.
fn fire(stores: &[&str]) {
    let mut fired = 0;
    for (seed, store) in stores.iter().enumerate() {
        let mut target = Target::new(&repository(store), seed as u64);
        while target.fired < ACTIONS.div_ceil(stores.len()) {
            target.burst();
        }
        target.settle();
        fired += target.fired;
    }
    assert!(fired >= ACTIONS);
}

#[test]
fn sound_stores() {
    fire(&[
        "sample-data/climate.zarr",
        "sample-data/sharded.zarr",
        "sample-data/grids.zarr",
        "sample-data/codecs.zarr",
        "sample-data/groups.zarr",
        "sample-data/lessons",
        "sample-data/data-types.zarr",
        "tests/plausible",
    ]);
}

#[test]
fn broken_stores() {
    fire(&[
        "sample-data/broken.zarr",
        "sample-data/fill-values.zarr",
        "tests/doctor",
        "tests/corpus/v2",
        "tests/corpus/v3",
        "tests/corpus/mixed",
    ]);
}

#[test]
fn a_store_that_means_harm() {
    let directory = tempfile::tempdir().unwrap();
    let mut target = Target::new(&stores::hostile(directory.path()), 1);
    while target.fired < ACTIONS {
        target.burst();
    }
    target.settle();
}

#[test]
fn a_store_that_is_torn_apart_and_put_together_again() {
    let mut fired = 0;
    for (seed, store) in ["climate.zarr", "lessons", "broken.zarr", "groups.zarr"].into_iter().enumerate() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join(store);
        copy(&repository("sample-data").join(store), &root);
        let mut target = Target::new(&root, seed as u64);
        let mut vandal = Vandal::new(&root, directory.path().join("aside"));
        while target.fired < ACTIONS / 4 {
            target.burst();
            vandal.act(&mut target.dice);
        }
        target.settle();
        vandal.mend_all();
        fired += target.fired;
    }
    assert!(fired >= ACTIONS);
}
