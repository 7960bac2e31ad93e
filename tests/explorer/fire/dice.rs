//! Random actions: pseudo-random numbers, the same in every run, and the actions that they choose.

use zarrscope::explorer::{Action, Key, Mouse, MouseKind, keymap::KEYMAP};

/// Pseudo-random numbers.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(7919) | 1)
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        // xorshift64
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }

    fn below(&mut self, bound: u16) -> u16 {
        u16::try_from(self.roll(usize::from(bound).max(1))).unwrap()
    }

    /// The size of a screen: one at which the layout changes, or any.
    pub fn size(&mut self) -> (u16, u16) {
        if self.roll(2) == 0 { *self.pick(SIZES) } else { (self.below(220), self.below(70)) }
    }

    /// What the user does next, on a screen of that size.
    pub fn actions(&mut self, size: (u16, u16)) -> Vec<Action> {
        match self.roll(40) {
            0..=4 => {
                let kind = *self.pick(&[
                    MouseKind::Click,
                    MouseKind::DoubleClick,
                    MouseKind::Click,
                    MouseKind::Drag,
                    MouseKind::Drag,
                    MouseKind::Release,
                    MouseKind::ScrollUp,
                    MouseKind::ScrollDown,
                ]);
                let (x, y) = (self.below(size.0.saturating_add(2)), self.below(size.1.saturating_add(2)));
                vec![Action::Mouse(Mouse { kind, x, y })]
            }
            5 => {
                let open = *self.pick(&[':', '/']);
                let typed = self.pick(TYPED).chars().map(Key::Char);
                std::iter::once(Key::Char(open)).chain(typed).chain([Key::Enter]).map(Action::Key).collect()
            }
            6 => vec![Action::Mouse(Mouse { kind: MouseKind::Click, x: u16::MAX, y: u16::MAX })],
            7 => vec![Action::Suspend, Action::Continue, Action::Quit],
            8 => vec![Action::Paste((*self.pick(TYPED)).to_owned())],
            9 => vec![Action::Tick],
            _ => vec![Action::Key(self.key())],
        }
    }

    fn key(&mut self) -> Key {
        let binding = self.pick(KEYMAP);
        *self.pick(binding.keys)
    }
}

/// What is typed after `:` and `/`.
const TYPED: &[&str] = &[
    "c 0,0",
    "c 1",
    "at 0,0",
    "at 3,4",
    "key c/0/0",
    "zarr",
    "x",
    "",
    "c 99,99",
    "c 18446744073709551615",
    "at 18446744073709551615,0",
    "at",
    "show ratio",
    "show least",
    "show NaN",
    "show",
    "byte 3",
    "byte 0xffffffffffffffff",
    "find 00",
    "find \"a\"",
    "find",
    "report",
    "follow",
    "verify",
    "sort",
    "rows 0",
    "open ",
    "explain delta",
    "lab",
    "nested",
    "\u{202e}\u{9b}2J",
];
/// Screens, from no room at all to more than is needed.
const SIZES: &[(u16, u16)] = &[
    (1, 1),
    (0, 0),
    (2, 40),
    (20, 5),
    (40, 12),
    (59, 15),
    (60, 16),
    (80, 24),
    (109, 30),
    (110, 30),
    (200, 60),
];
