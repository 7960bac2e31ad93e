//! The explorer under fire: random keys, clicks, sizes of the screen and late answers, over sound and broken stores.
#![allow(clippy::unwrap_used)]

mod explorer;

use std::path::Path;

use explorer::{Explorer, repository};
use zarrscope::app::{Action, Key, Mouse, MouseKind, Request, Side, keymap::KEYMAP};
use zarrscope::hierarchy::Hierarchy;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // xorshift64
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }

    fn below(&mut self, bound: u16) -> u16 {
        u16::try_from(self.roll(usize::from(bound).max(1))).unwrap()
    }
}

/// What is typed behind `:` and `/`.
const TYPED: &[&str] =
    &["c 0,0", "c 1", "at 0,0", "at 3,4", "key c/0/0", "zarr", "x", "", "c 99,99", "at", "nested"];
/// Screens, from nothing at all to more than there is to show.
const SIZES: &[(u16, u16)] =
    &[(1, 1), (0, 0), (2, 40), (20, 5), (40, 12), (59, 15), (60, 16), (80, 24), (110, 30), (200, 60)];

fn action(dice: &mut Dice, size: (u16, u16)) -> Vec<Action> {
    let key = |key| Action::Key(key);
    match dice.roll(40) {
        0 => {
            let (width, height) = *dice.pick(SIZES);
            vec![Action::Resize(width, height)]
        }
        1..=4 => {
            let kind =
                *dice.pick(&[MouseKind::Click, MouseKind::Click, MouseKind::ScrollUp, MouseKind::ScrollDown]);
            vec![Action::Mouse(Mouse { kind, x: dice.below(size.0 + 2), y: dice.below(size.1 + 2) })]
        }
        5 => {
            let open = *dice.pick(&[':', '/']);
            let typed = dice.pick(TYPED).chars().map(Key::Char);
            std::iter::once(Key::Char(open)).chain(typed).chain([Key::Enter]).map(key).collect()
        }
        _ => {
            let binding = dice.pick(KEYMAP);
            let pressed = *dice.pick(binding.keys);
            let ends = pressed == Key::Ctrl('c');
            vec![key(if ends { Key::Enter } else { pressed })]
        }
    }
}

/// What has to hold whatever happened.
fn check(explorer: &Explorer) {
    let app = &explorer.app;
    assert!(
        app.panes().contains(&app.focus) || app.selection.node.ready().is_none(),
        "the focus is on {:?}, which is not shown",
        app.focus
    );
    let selection = &app.selection;
    assert!(selection.stage() <= selection.stage_count());
    if let Some(layout) = selection.layout().filter(|layout| layout.grid.size() != Some(0)) {
        assert!(layout.grid.contains(&selection.grid.coords), "no chunk {:?}", selection.grid.coords);
    }
    for side in Side::BOTH {
        let content = selection.content(side);
        if let Some(shape) = content.shape().filter(|shape| !shape.contains(&0)) {
            let coords = &selection.pane(side).coords;
            assert!(coords.iter().zip(shape).all(|(coord, edge)| coord < edge), "{coords:?} in {shape:?}");
        }
    }
}

/// Fires at one store; the answers come late, and some of them out of order.
fn fire(path: &Path, seed: u64, shots: usize) {
    let mut dice = Dice(seed | 1);
    let mut explorer = Explorer::open(Hierarchy::open(path).unwrap(), (80, 24));
    explorer.judges = true;
    let mut waiting: Vec<Request> = Vec::new();
    for shot in 0..shots {
        for action in action(&mut dice, explorer.app.size) {
            waiting.extend(explorer.app.update(action));
        }
        if dice.roll(3) == 0 && !waiting.is_empty() {
            let request = waiting.swap_remove(dice.roll(waiting.len()));
            explorer.perform(vec![request]);
        }
        if dice.roll(12) == 0 {
            explorer.perform(std::mem::take(&mut waiting));
        }
        waiting.truncate(16);
        explorer.app.quit = false;
        check(&explorer);
        if shot.is_multiple_of(8) {
            explorer.buffer();
        }
    }
}

#[test]
fn nothing_that_is_pressed_brings_the_explorer_down() {
    for (seed, store) in [
        "sample-data/climate.zarr",
        "sample-data/broken.zarr",
        "sample-data/sharded.zarr",
        "sample-data/grids.zarr",
        "sample-data/codecs.zarr",
        "sample-data/lessons",
        "tests/doctor",
        "tests/plausible",
        "tests/corpus/v2",
        "tests/corpus/mixed",
    ]
    .iter()
    .enumerate()
    {
        fire(&repository(store), 0x9e37_79b9_7f4a_7c15 ^ (seed as u64 * 7919), SHOTS);
    }
}

const SHOTS: usize = 1000;
